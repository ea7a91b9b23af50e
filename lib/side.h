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
	SIDE_RUNS_MAX = 10000,		/* of a side */
};

/* Runs of one text and one name. */
struct side {
	char letter;
	const struct run **run;		/* owned, with its size; the runs are not */
	size_t runs;

	/* what sides_describe() says of it */
	char *name;			/* owned */
	char *source;			/* where it was read; NULL: nowhere; owned */
	size_t tables, rows, voids;	/* voids: rows without figures, which rows does not count */
	struct notes notes;		/* their subjects: SIDE_... */
};

enum { UNREAD_LINES = 6 };	/* of what was not read: nobody would read more */

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

/* Free what that and sides_sort() gave them. */
void sides_free(struct side *side, size_t sides);

/*
 * Number the blocks of a side, which a test permutes: each run's boot, or itself. How many there
 * are. block: one for each run.
 */
size_t side_number_blocks(const struct side *s, bool boots, size_t *block);

/*
 * Number the machines of the runs of two sides, A's runs first. How many there are; 0: not all
 * runs tell.
 */
size_t sides_machines(const struct side *a, const struct side *b, size_t *machine);

enum { SIDE_COUNTS_LEN = 128 };

/* "4 runs, 16 tables, 120 rows and 2 without figures" */
void side_counts(const struct side *s, char text[static SIDE_COUNTS_LEN]);

/* How many boots its runs were measured in; 0: not all of them tell. */
size_t side_boots(const struct side *s);

/* How a role was scheduled. */
const char *run_sched(const struct run *run, int role);

/* The values of a fact among the runs of a side that tell any facts. */
struct fact_kinds {
	struct fact_kind {
		const char *value;	/* not owned; NULL: not given */
		size_t runs, first;	/* how many have it, and which one first */
	} *kind;			/* owned; sorted by value */
	size_t n;
};

struct fact_kinds side_fact(const struct side *s, const char *name);

/*
 * The names of the facts that the runs of a side tell, up to FACT_NAMES_MAX, as they come; those
 * that are listed already are not added. How many are listed now.
 */
enum { FACT_NAMES_MAX = 128 };
size_t side_fact_names(const struct side *s, const char *name[static FACT_NAMES_MAX], size_t n);

/* Facts that differ by right, or are looked at elsewhere. */
bool fact_apart(const char *name);

bool fact_same(const char *name, const char *a, const char *b);

/* What stands between two values: a line break if one line of LINE_COLUMNS has no room. */
const char *fact_gap(const char *what, const char *a, const char *b);

#endif
