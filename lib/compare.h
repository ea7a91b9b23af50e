/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare.h - the tables of two sides next to each other, and who wins
 */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../interbench.h"

/* How runs are compared. */
struct compare_opts {
	double threshold_pct;		/* of the baseline: smaller differences are none */
	double notice_ms;		/* nobody notices smaller maxima */
	bool fail_worse;		/* exit statuses for git bisect run */
	bool color;
	const char *sides;		/* the only ones, "C,A", the baseline first; NULL: all */
};

/*
 * Compare runs, and print that to out. Those of one source and name are one side, the first
 * is the baseline. Returns the exit status.
 */
int compare_runs(FILE *out, const struct run *run, size_t n, const struct compare_opts *o);

#endif
