/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report.h - the tables as they are printed
 *
 * Takes structs and a stream, and knows of no process and no clock.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../interbench.h"

/* What stands above the tables of a run. The first lines have not changed since 2005. */
void report_header(FILE *f, const struct run *run);

/* Print the title of a table and the names of its columns. */
void report_table_header(FILE *f, const struct table *t);

/* Print a row: its figures, or the reason why it has none. */
void report_row(FILE *f, const struct table *t, const struct row *row);

/*
 * Print the remarks on a table's rows, a line for each kind: "! steal 2-4 % in 7 of 9 rows", or
 * the name of a single row. There are three lines at most, in order of appearance.
 */
void report_remarks(FILE *f, const struct table *t);

/*
 * The tables of -v. A line that begins with Load ends the one above for every reader.
 * cpu_time: whether work was CPU time (-T), so that no CPU can be slow.
 */
void report_details(FILE *f, const struct table *t, bool cpu_time);

/* Print bars of how many latencies were up to 1, 2, 5, 10, ... ns. */
void report_histogram(FILE *f, const struct table *t, const struct row *row);

#endif
