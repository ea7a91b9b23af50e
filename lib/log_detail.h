/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * log_detail.h - the tables of -v read back, into the rows of the table that they explain
 */
#ifndef LOG_DETAIL_H
#define LOG_DETAIL_H

#include <stdbool.h>

#include "../interbench.h"

/* A table of -v whose rows may come. */
struct detail_table {
	int column[16];			/* what each holds: MORE_..., or something else */
	int columns;
	bool work;			/* it has the load's work instead */
};

/* Take the names that begin at s with "Load", on two lines at times. Returns where they end. */
const char *detail_heading(struct detail_table *d, const char *s);

/*
 * Read a row, as far as it goes, into the row of t for the same load, unless that has no figures
 * itself. One that cannot be right gives none, and more_why says why. NULL: it is no row.
 */
const char *detail_row(const struct detail_table *d, struct table *t, const char *s);

#endif
