/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verdict.h - all sides compared with the first one, in figures and in words
 *
 * All that is printed of a comparison is in a struct verdict, so that every form of it says the
 * same: compare_text.h prints it as text.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "../interbench.h"
#include "compare.h"
#include "side.h"

/* What the notes of a comparison are about, in the order in which they are printed. */
enum {
	NOTE_MEASURED,		/* the CPU, the time a row, how many runs */
	NOTE_DIFFERS,		/* settings and facts that differ between the sides */
	NOTE_RUNS,		/* what runs themselves were marked with */
	NOTE_LEGEND,		/* what the figures and marks are */
	NOTE_DETAILS,		/* the same of the figures of -v, and who has none */
	NOTE_POWER,		/* how much so many runs can show */
	NOTE_CONFOUNDED,	/* what might look like a difference */
	NOTE_VERDICT,		/* the Summary in words */
};

struct verdict {
	struct side side[SIDES_MAX];		/* the baseline first */
	size_t sides;
	struct notes notes;			/* SIDE_LEFT_OUT */
	struct comparison **comparison;		/* of the other sides with the baseline */
	size_t comparisons;
};

/*
 * Compare runs: those of one source and name are one side, the first is the baseline. The runs
 * and o are to outlive the verdict. Returns the exit status, which messages explain.
 */
int verdict_of(struct verdict *v, const struct run *run, size_t n, const struct compare_opts *o);

void verdict_free(struct verdict *v);

#endif
