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
	bool comma, point;		/* in some of them */
	bool decimal;			/* a comma that no thousands have: 0,003 */
	const char *why;		/* they cannot be read; NULL: they can */
};

/* Where parts of a row end, from its beginning. */
struct row_ends {
	size_t name, mean, row;		/* row 0: its columns are not aligned */
};

/*
 * Read a figure and step over it. strtod() alone would take hex and infinity, and does
 * not say how many decimals there were.
 */
bool figure_read(const char **text, struct figure *f);

/*
 * Take figures, on as many lines as it takes, until there are enough or a word comes: its
 * line is another's. Marks are skipped. None if they are no row's.
 */
const char *figures_read(const char *s, const struct heading *h, struct figures *f);

/* The figures of a row by columns: NAN where there are none. */
void row_set(struct row *row, const struct heading *h, const struct figures *f, double unit);

/*
 * What no row of a run can be, in words; NULL: it can. Its figures end at end; what stands
 * behind them may be a comment, "[1]" or words.
 */
const char *figures_check(const struct heading *h, const struct figures *f, const char *end);

/* The ends of a row, up to stop. */
struct row_ends row_ends(const char *s, const char *stop);

/* The end of a row whose figures end there. */
const char *row_stop(const char *end);

/*
 * Does the text end within the last figure? 98.3 may be left as 9, but not where the last
 * column has its place, or where the row is as long as the one before, whose ends are given.
 */
bool row_is_cut(const struct heading *h, const struct figures *f, const char *s,
		const char *end, const struct row_ends *before);

#endif
