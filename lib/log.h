/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * log.h - the tables read back, whatever held them
 *
 * What interbench printed since 2005, and what mail and web made of it: the text is decoded
 * as a whole and in place (log_decode). What begins a line belongs to the first of
 * log_readers[] that knows it, as far as that one reads: mail wraps lines. The rest is text,
 * the last paragraph of which may name a run. A table exists once it has a row, a run once
 * it has a table.
 */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../interbench.h"

enum {
	LOG_PARTS_MAX = 64,		/* of a run or table; for the sake of plain searches */
	LOG_TEXT_MAX = 160,		/* characters of any name */
};

#define ROW_WIDTH 67			/* of report_row(), to the end of the last column */
#define LOG_CUT "(cut off)"		/* stands behind a line that never came to its end */

/* The columns behind mean and SD, in their order; the maximum is 1. */
enum { LOG_CPU = 2, LOG_MET = 4, LOG_ALL = 7 };

/* What the reader is told of tasks and loads, which it knows by name only. */
struct log_names {
	unsigned (*columns)(const char *task);	/* LOG_MET | ..., if the text does not name them */
	bool (*is_load)(const char *name);
};

/* An array of runs that grows. */
struct runs {
	struct run *run;		/* owned, with their insides */
	size_t n;
};

/* Add the runs found in text, which is overwritten. source: its file, not owned; or NULL. */
void log_read(struct runs *runs, const struct log_names *names, const char *source,
		     char *text);

/* The same for a file ("-": standard input). False, with errno, if it cannot be read. */
bool log_read_file(struct runs *runs, const struct log_names *names, const char *path);

void runs_free(struct runs *runs);

#endif
