/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.h - what a run writes to: the tables, the log, the file of JSON
 *
 * What cannot be written is said once and costs no row: the run goes on, and each row tries
 * again.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/utsname.h>

#include "../interbench.h"
#include "json.h"
#include "util.h"

/* Where text goes. What it cannot take waits for the next try. */
struct output {
	const char *name;		/* for messages; not owned */
	int fd;				/* -1: there is none */
	struct text rest;		/* owned: not written yet */
	int error;			/* of the last try; 0: all is written */
	bool noted;			/* the error has been said */
};

/* Write a text, and before it what could not be written earlier. */
void output_add(struct output *o, const char *text);

/*
 * Is there no hope that it will take more, as after its reader has gone? What is full can be
 * written later, if the run has another file to go on for (elsewhere).
 */
bool output_broken(const struct output *o, bool elsewhere);

/* Say once why something is not written, and that the run goes on all the same. */
void output_note(struct output *o);

#define LOG_NAME_LEN (sizeof(((struct utsname *)NULL)->release) + sizeof(".log"))

/* The log's name, from the kernel's release; what would be odd in a file's name becomes '_'. */
void log_name(char name[static LOG_NAME_LEN]);

/*
 * Open the log for adding to it, which no other run may do at the same time. It dies if that
 * cannot be done. What stands there ends in a whole line afterwards.
 */
void log_open(struct output *log, const char *name);

/*
 * Die if two of what is written to are one file: what stands in it would be lost. To be
 * called before anything is opened for writing.
 */
struct output_names {
	const char *log;		/* NULL: no run, so neither a log nor saved loops */
	bool no_log;			/* it is not written: its name may be another output's */
	const char *json, *html, *samples;	/* a file, "-" or NULL */
};

void outputs_check(const struct output_names *names);

/* The document of -j, which is whole after each row if it is a regular file. */
struct json_file {
	const char *name;		/* not owned; NULL: none */
	int fd;				/* -1: none */
	bool again;			/* a regular file: written anew after each row */
	struct memstream rows;		/* of all passes */
	struct text now;		/* what the file holds */
	int error;			/* of the last try; 0: all is written */
	bool noted;			/* the error has been said */
};

/* Open name ("-": standard output; NULL: none) and empty it; it dies if that cannot be done. */
void json_file_open(struct json_file *j, const char *name);

/*
 * Write the document as it stands after a row, or at the end; about->rows is filled in here.
 * pipe_ends: SIGPIPE says for us that the reader has gone.
 */
void json_file_write(struct json_file *j, const struct run *run, struct json_about *about,
		     bool pipe_ends);

/* Free what it holds; the file stays open. */
void json_file_free(struct json_file *j);

/* A file that is written once, at the end. Until then it keeps what it holds. */
struct result_file {
	const char *option, *name;	/* not owned; name "-": standard output, NULL: none */
	int fd;				/* -1: none, or closed */
	int old_fd;			/* a regular file, to be read; -1: it is none */
};

/* Open it, so that an error is known before hours have passed; it dies if that cannot be done. */
struct result_file result_file_open(const char *option, const char *name);

/*
 * Write and close it. False if that cannot be done, with a message; then a regular file
 * holds what it held.
 */
bool result_file_write(struct result_file *r, const struct text *text);

#endif
