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

/* Begin and end an object '{' or an array '['. key: within an object; NULL: within an array. */
void json_open(struct json *j, const char *key, char bracket);
void json_close(struct json *j, char bracket);

/* Write a value. What is not UTF-8 in a text becomes U+FFFD. A number that is not finite is left out with its key. */
void json_string(struct json *j, const char *key, const char *text);
void json_number(struct json *j, const char *key, double value);
void json_bool(struct json *j, const char *key, bool value);

/* The same with as many digits as it takes to read the same double back. */
void json_exact(struct json *j, const char *key, double value);

/* The first keys of every document: schema and version. */
void json_document_begin(struct json *j);

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
