/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * side.h - runs sorted into sides, and what is said of one side
 */
#ifndef SIDE_H
#define SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../interbench.h"

enum {
	SIDES_MAX = 26,			/* letters */
	SIDE_RUNS_MAX = 100,		/* of a side */
	LINE_COLUMNS = 80,		/* of all that is printed */
};

/* Runs of one text and one name. */
struct side {
	char letter;
	const struct run *run[SIDE_RUNS_MAX];	/* not owned */
	size_t runs;
	size_t unit[SIDE_RUNS_MAX], units;	/* each run's: its boot, or itself */
};

/*
 * Sort runs into sides, in the order in which they come, or that of their settings'
 * numbers. How many there are.
 */
size_t sides_sort(struct side *side, const struct run *run, size_t n);

/*
 * Keep only the sides in list, letters or names that are one word, in this order. False,
 * with a message, if a word is no side's, or fewer than two are left.
 */
bool sides_choose(FILE *out, struct side *side, size_t *sides, const char *list);

/* The line of a side: its name, where it is from and what was read; and what was not. */
void side_print(FILE *out, const struct side *side, size_t sides, size_t which);

/* Number a side's units: its boots, or its runs. How many there are. */
size_t side_number_units(struct side *s, bool boots);

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

/* What stands between two values, so that the lines have at most LINE_COLUMNS. */
const char *fact_gap(const char *what, const char *a, const char *b);

/* Print words as lines of at most LINE_COLUMNS; each begins with mark ("! " or ""). */
void print_wrapped(FILE *out, const char *mark, const char *text);

#endif
