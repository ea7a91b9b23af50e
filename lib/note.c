/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "note.h"
#include "util.h"

void notes_take(struct notes *notes, int subject, bool warns, char *text)
{
	notes->note = grow(notes->note, notes->n, sizeof(*notes->note));
	notes->note[notes->n++] = (struct note){ subject, warns, text };
}

void notes_add(struct notes *notes, int subject, bool warns, const char *fmt, ...)
{
	struct memstream mem;
	va_list ap;

	va_start(ap, fmt);
	vfprintf(memstream_open(&mem), fmt, ap);
	va_end(ap);
	notes_take(notes, subject, warns, memstream_close(&mem));
}

/* How many bytes the first character of a text has; one that is not UTF-8 has one. */
static size_t character_size(const char *text)
{
	size_t n = utf8_length(text);

	return n ? n : 1;
}

size_t text_columns(const char *text)
{
	size_t n = 0;

	for (; *text; n++)
		text += character_size(text);
	return n;
}

void text_cut(char *text, size_t columns)
{
	size_t drop = text_columns(text), head = columns < 6 ? 0 : (columns - 3) / 3;
	char *to = text, *from;

	if (drop <= columns)
		return;
	drop -= columns - 3;
	for (; head; head--)
		to += character_size(to);
	for (from = to; drop; drop--)
		from += character_size(from);
	memmove(to, "...", 3);
	memmove(to + 3, from, strlen(from) + 1);
}

/* The length of the first word of a text, or of as much of it as a line has room for. */
static size_t piece_length(const char *text, size_t most, size_t *columns)
{
	size_t len = 0;

	for (*columns = 0; text[len] && !strchr(" \n", text[len]) && *columns < most; ++*columns)
		len += character_size(text + len);
	return len;
}

/* Print words as lines; each begins with mark ("! " or ""). */
static void print_wrapped(FILE *out, const char *mark, const char *text)
{
	enum { INDENT = 4, INDENT_BREAK = 5 };	/* behind a '\n' */
	size_t column = strlen(mark), columns;
	bool blank = false;		/* stands before the next piece */

	fputs(mark, out);
	while (*text) {
		size_t len = piece_length(text, LINE_COLUMNS - INDENT_BREAK, &columns);
		bool full = column > strlen(mark) && column + blank + columns > LINE_COLUMNS;
		int indent = *text == '\n' ? INDENT_BREAK : INDENT;

		if (*text == '\n' || full) {
			fprintf(out, "\n%-*s", indent, mark);
			column = (size_t)indent;
			blank = false;
		}
		fprintf(out, "%s%.*s", blank ? " " : "", (int)len, text);
		column += blank + columns;
		text += len + (*text == '\n');
		blank = *text == ' ';
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

void notes_print(FILE *out, const struct notes *notes, int subject)
{
	for (size_t i = 0; i < notes->n; i++)
		if (notes->note[i].subject == subject)
			print_wrapped(out, notes->note[i].warns ? "! " : "", notes->note[i].text);
}

void notes_free(struct notes *notes)
{
	while (notes->n)
		free(notes->note[--notes->n].text);
	free(notes->note);
	notes->note = NULL;
}
