/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * json.h - the results as JSON
 *
 * The functions here own commas and escapes. What is unknown is absent.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../interbench.h"

struct json {
	FILE *f;			/* not owned */
	bool more;			/* something stands before in this object or array */
};

/* Write a string with its quotes and escapes. What is not UTF-8 becomes U+FFFD. */
void json_text(struct json *j, const char *text);

/* Write a row as an object of the array `rows'. setting: its name, or NULL. */
void json_row(struct json *j, const struct table *t, const struct row *row, int pass,
		     const char *setting);

/* What a document has besides its runs. */
struct json_about {
	time_t start;
	char *const *command;		/* ends in NULL */
	int rows_wanted;
	const char *rows;		/* what json_row() wrote of all of them */
};

/* Write a whole document: the settings and the machine of a run, and the rows as they are. */
void json_document(FILE *f, const struct run *run, const struct json_about *about);

#endif
