/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * log.h - the tables read back, whatever held them
 *
 * It reads what interbench printed since 2005, and what mail and web made of that. First the
 * text is decoded as a whole and in place (decode.h). Then each line is offered to the readers
 * in log_readers[], and the first that knows it takes it, together with the lines that mail
 * wrapped off it. All other lines are text, and the last paragraph of that may name a run.
 * A table exists once it has a row, and a run once it has a table. A row that cannot be right
 * gets no figures, and its reason says why it was not read. Rows that belong to no table are
 * a remark of the run: nothing is dropped in silence.
 */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "../interbench.h"
#include "figures.h"
#include "heading.h"

enum {
	LOG_PARTS_MAX = 64,		/* tables of a run, rows of a table: they are searched in turn */
	LOG_TEXT_MAX = 160,		/* characters of any name */
};

/* What the reader must know of tasks and loads; their names are in the text. */
struct log_names {
	unsigned (*columns)(const char *task);	/* LOG_MET | ..., if the text does not name them */
	bool (*is_load)(const char *name);
};

/* An array of runs that grows. */
struct runs {
	struct run *run;		/* owned, with all that they hold */
	size_t n;
};

#define LOG_NOT_READ "not read: "	/* begins the reason of a row that cannot be right */
#define LOG_CUT_OFF "cut off"		/* the reason of a row whose end is missing */

/* Add the runs found in text, which is overwritten. source: its file, not owned; or NULL. */
void log_read(struct runs *runs, const struct log_names *names, const char *source,
		     char *text);

/*
 * The same for what a stream has, which may be UTF-16 or have zeros in it. Returns NULL, or why
 * no row of it has figures: a text that is valid until the next call.
 */
const char *log_read_stream(struct runs *runs, const struct log_names *names, const char *source,
			    FILE *in);

/* The same for a file ("-": standard input). */
const char *log_read_file(struct runs *runs, const struct log_names *names, const char *path);

void runs_free(struct runs *runs);

#endif
