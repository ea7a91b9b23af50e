/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heading.h - what the names above a table say of its columns and its unit
 */
#ifndef HEADING_H
#define HEADING_H

#include <stdbool.h>
#include <stddef.h>

#include "../interbench.h"

/* What a column holds. */
enum column { COL_MEAN, COL_SD, COL_MAX, COL_CPU, COL_MET, COL_OTHER };

enum { COLUMNS_MAX = 12 };

/* The columns behind mean and SD, in their order; the maximum is 1. */
enum { LOG_CPU = 2, LOG_MET = 4, LOG_ALL = 7 };

/* A word of a heading without the marks around it. */
struct word {
	const char *text;
	size_t len;
	bool bracketed;
};

/* The columns of a table, by the names above them. */
struct heading {
	enum column column[COLUMNS_MAX];
	int columns;			/* 0: no names were seen */
	bool plus_minus;		/* stands between mean and SD */
	double unit;			/* of latencies, ms; 0: not named */
	bool full_left_out;		/* a fork prints no per cent where it is 100 */
	struct word last;		/* the last word read: a wrapped line may go on with it */
	char unknown[NAME_LEN];		/* the first word that is not known: no row can be read */
};

bool heading_has(const struct heading *h, enum column column);

/* Take the names in a line; returns how many of its words name columns. */
int heading_read(struct heading *h, const char *s);

/* Milliseconds that a unit has, 0 if the word is none. */
double heading_unit(const char *word, size_t len);

/* Does a number stand in the line? Names of columns have none, and "p50" does not count. */
bool heading_counts(const char *s);

/* Does it look like a line of names, though none of them is known? */
bool heading_is_strange(const char *s);

/* If no names were seen, take the columns of the task, of which has holds LOG_MET | ... */
void heading_default(struct heading *h, unsigned has);

#endif
