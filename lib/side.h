/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * side.h - runs sorted into sides, and what is said of one side
 */
#ifndef SIDE_H
#define SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "../interbench.h"
#include "note.h"

enum {
	SIDES_MAX = 26,			/* letters */
	SIDE_RUNS_MAX = 100,		/* of a side */
};

/* Runs of one text and one name. */
struct side {
	char letter;
	const struct run *run[SIDE_RUNS_MAX];	/* not owned */
	size_t runs;

	/* what sides_describe() says of it */
	char *name;			/* owned */
	char *source;			/* where it was read; NULL: nowhere; owned */
	size_t tables, rows, voids;	/* voids: rows without figures, which rows does not count */
	struct notes notes;		/* their subjects: SIDE_... */
};

/* What was not read; runs that differ within the side; and sides that are not compared. */
enum { SIDE_UNREAD, SIDE_WITHIN, SIDE_LEFT_OUT };

/*
 * Sort runs into sides, in the order in which they come, or that of their settings'
 * numbers. How many there are.
 */
size_t sides_sort(struct side *side, const struct run *run, size_t n);

/*
 * Keep only the sides in list, letters or names that are one word, in this order, and note those
 * that are left out. False, with a message, if a word is no side's, or fewer than two are left.
 */
bool sides_choose(struct notes *notes, struct side *side, size_t *sides, const char *list);

/* Give the sides that are compared their names, counts and notes. */
void sides_describe(struct side *side, size_t sides);

/* Free what that gave them. */
void sides_free(struct side *side, size_t sides);

/* Number the blocks of a side, which a test permutes: each run's boot, or itself. How many there are. */
size_t side_number_blocks(const struct side *s, bool boots, size_t block[static SIDE_RUNS_MAX]);

/* How many boots its runs were measured in; 0: not all of them tell. */
size_t side_boots(const struct side *s);

/* What tells a run's boot from others: another kernel is another boot if nothing else is told. */
const char *run_boot(const struct run *run);

/* How a role was scheduled. */
const char *run_sched(const struct run *run, int role);

/* Facts that differ by right, or are looked at elsewhere. */
bool fact_apart(const char *name);

bool fact_same(const char *name, const char *a, const char *b);

const char *fact_told(const struct run *run, const char *name);

/* What stands between two values: a line break if one line of LINE_COLUMNS has no room. */
const char *fact_gap(const char *what, const char *a, const char *b);

#endif
