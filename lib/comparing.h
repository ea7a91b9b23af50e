/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * comparing.h - logs read, compared, and the comparison printed and written
 */
#ifndef COMPARING_H
#define COMPARING_H

#include <stdio.h>

#include "compare.h"
#include "log.h"
#include "output.h"

/* The reader of logs is told of tasks[] and loads[] by this. */
extern const struct log_names known_names;

/*
 * Compare the runs found in files, a list that ends in NULL; html, json: the names of files for
 * the page and the document, "-" or NULL. It prints the text and returns the exit status; it
 * dies, before anything is written, if a file is also an output.
 */
int compare_files(char *const *files, const struct compare_opts *how, const char *html,
		  const char *json);

/*
 * The same for the runs in log, a text of malloc that is overwritten and freed. What is to be
 * printed goes to out.
 */
int compare_log(FILE *out, char *log, const struct compare_opts *how, struct result_file *html);

#endif
