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

/*
 * JSON: these own commas and escapes; what is unknown is not there
 */
struct json {
	FILE *f;
	bool more;			/* something stands before in this object or array */
};

void json_text(struct json *j, const char *text);

void json_row(struct json *j, const struct table *t, const struct row *row, int pass,
		     const char *setting);

/* What a document has besides its runs. */
struct json_about {
	time_t start;
	char *const *command;		/* ends in NULL */
	int rows_wanted;
	const char *rows;		/* as text */
};

/* All but the rows: what runs measure as they were asked to. */
void json_document(FILE *f, const struct run *run, const struct json_about *about);

#endif
