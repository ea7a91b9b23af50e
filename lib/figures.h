/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figures.h - the figures of a row as a text has them, and whether they can be right
 */
#ifndef FIGURES_H
#define FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include "../interbench.h"
#include "heading.h"

#define LOG_CUT "(cut off)"		/* stands behind a line that never came to its end */

/* The figures of a row. */
struct figures {
	struct figure figure[COLUMNS_MAX];
	int n;
	bool plus_minus;		/* stood behind the mean */
	bool lines;			/* they stand on several lines */
	bool comma, point;		/* some of them have one */
	bool decimal;			/* a comma must be a decimal one, as in 0,003 */
	const char *why;		/* why they cannot be read; NULL: they can */
};

/* Where the name, the mean and the whole row end, counted from its beginning. */
struct row_ends {
	size_t name, mean, row;		/* row is 0 if its columns are not aligned */
};

/*
 * Read a figure and step over it. strtod() alone would take hex and infinity, and does
 * not say how many decimals there were.
 */
bool figure_read(const char **text, struct figure *f);

/* Does a time stamp of the kernel's messages begin at s: "[   61.123456]"? */
bool kernel_stamp(const char *s);

/*
 * Take the figures that stand at s, if need be from several lines, until there are as many as
 * columns or a word comes; the line of that word is not the row's. Marks are skipped. Returns
 * where the text goes on.
 */
const char *figures_read(const char *s, const struct heading *h, struct figures *f);

/* Put figures into a row by their columns; a column without a figure is NAN. unit: in ms */
void row_set(struct row *row, const struct heading *h, const struct figures *f, double unit);

/*
 * Say in words why no run can have these figures; NULL: one can. They end at end, and what
 * stands behind them may be a comment: "[1]" or words.
 */
const char *figures_check(const struct heading *h, const struct figures *f, const char *end);

/* The ends of the row at s, which stops at stop. */
struct row_ends row_ends(const char *s, const char *stop);

/* The end of the row whose figures end at end. */
const char *row_stop(const char *end);

/*
 * Does the log end within the last figure? Of 98.3 a 9 may be left. It does not if the row
 * reaches the last column, or is as long as the row before, whose ends are given.
 */
bool row_is_cut(const struct heading *h, const struct figures *f, const char *s,
		const char *end, const struct row_ends *before);

#endif
