/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * note.h - what is said in words, kept as data until it is printed
 */
#ifndef NOTE_H
#define NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LINE_COLUMNS = 80 };		/* of all that is printed */

struct note {
	int subject;			/* whoever adds it has a list of these */
	bool warns;			/* "! " begins its line */
	char *text;			/* owned; '\n': a blank where its line is broken */
};

struct notes {
	struct note *note;		/* owned, with its size */
	size_t n;
};

/* The text is allocated, and is freed with the notes. */
void notes_take(struct notes *notes, int subject, bool warns, char *text);

void notes_add(struct notes *notes, int subject, bool warns, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Print those on a subject, as lines of at most LINE_COLUMNS. */
void notes_print(FILE *out, const struct notes *notes, int subject);

void notes_free(struct notes *notes);

/* How many columns the text takes. */
size_t text_columns(const char *text);

/* Cut text in its middle to so many columns: kernels differ at their end, paths as well. */
void text_cut(char *text, size_t columns);

#endif
