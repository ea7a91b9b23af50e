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
	struct page page;
	va_list ap;

	va_start(ap, fmt);
	vfprintf(page_open(&page), fmt, ap);
	va_end(ap);
	notes_take(notes, subject, warns, page_close(&page));
}

size_t text_columns(const char *text)
{
	size_t n = 0;

	for (; *text; n++)
		text += utf8_length(text) > 1 ? utf8_length(text) : 1;
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
		to += utf8_length(to) > 1 ? utf8_length(to) : 1;
	for (from = to; drop; drop--)
		from += utf8_length(from) > 1 ? utf8_length(from) : 1;
	memmove(to, "...", 3);
	memmove(to + 3, from, strlen(from) + 1);
}

/* Print words as lines; each begins with mark ("! " or ""). */
static void print_wrapped(FILE *out, const char *mark, const char *text)
{
	size_t column = strlen(mark);
	const char *gap = "";

	fputs(mark, out);
	while (*text) {
		size_t len = strcspn(text, " ");
		char *word = xrealloc(NULL, len + 1);
		size_t columns;

		memcpy(word, text, len);
		word[len] = 0;
		columns = text_columns(word);
		if (*gap && column + 1 + columns > LINE_COLUMNS) {
			fprintf(out, "\n%-4s", mark);
			column = 4;
			gap = "";
		}
		fprintf(out, "%s%s", gap, word);
		column += strlen(gap) + columns;
		free(word);
		text += len + strspn(text + len, " ");
		gap = " ";
	}
	fputc('\n', out);
}

/* One with a line break of its own is printed as it is. */
void notes_print(FILE *out, const struct notes *notes, int subject)
{
	for (size_t i = 0; i < notes->n; i++) {		/* there may be no array */
		const struct note *n = &notes->note[i];
		const char *mark = n->warns ? "! " : "", *end = strchr(n->text, '\n');

		if (n->subject != subject)
			continue;
		if (!end)
			print_wrapped(out, mark, n->text);
		else
			fprintf(out, "%s%.*s\n!    %s\n", mark, (int)(end - n->text), n->text,
				end + 1);
	}
}

void notes_free(struct notes *notes)
{
	while (notes->n)
		free(notes->note[--notes->n].text);
	free(notes->note);
	notes->note = NULL;
}
