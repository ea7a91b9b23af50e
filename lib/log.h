/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * log.h - the tables read back, whatever held them
 *
 * What interbench printed since 2005, and what mail and web made of it: the text is decoded
 * as a whole and in place (decode.h). What begins a line belongs to the first of log_readers[]
 * that knows it, as far as that one reads: mail wraps lines. The rest is text, the last
 * paragraph of which may name a run. A table exists once it has a row, a run once it has a
 * table. A row that cannot be right has no figures, and its reason says why it was not read.
 */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../interbench.h"
#include "figures.h"
#include "heading.h"

enum {
	LOG_PARTS_MAX = 64,		/* of a run or table; for the sake of plain searches */
	LOG_TEXT_MAX = 160,		/* characters of any name */
};

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

#define LOG_NOT_READ "not read: "	/* begins the reason of a row that cannot be right */

/* Add the runs found in text, which is overwritten. source: its file, not owned; or NULL. */
void log_read(struct runs *runs, const struct log_names *names, const char *source,
		     char *text);

/* The same for the bytes of a file (of malloc, freed), which may be UTF-16 or have zeros in it. */
void log_read_bytes(struct runs *runs, const struct log_names *names, const char *source,
			   char *bytes, size_t size);

/*
 * The same for a file ("-": standard input). NULL, or why no row of it has figures, in words
 * that stay until the next call.
 */
const char *log_read_file(struct runs *runs, const struct log_names *names, const char *path);

void runs_free(struct runs *runs);

#endif
