/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "decode.h"
#include "heading.h"
#include "util.h"

bool heading_has(const struct heading *h, enum column column)
{
	int i = 0;

	while (i < h->columns && h->column[i] != column)
		i++;
	return i < h->columns;
}

static struct word heading_word(const char **text, const char *end)
{
	static const char mark[] = "%()[].:*_~", between[] = " |,;!";
	const char *s = *text, *stop;
	struct word w = { .len = 0 };

	while (s < end && strchr(between, *s))
		s++;
	for (stop = s; stop < end && !strchr(between, *stop) && (stop == s || !strchr("([", *stop));)
		stop++;
	*text = stop;
	w.bracketed = s < stop && strchr("([", *s);
	while (s < stop && strchr(mark, *s))
		s++;
	while (stop > s && strchr(mark, stop[-1]))
		stop--;
	w.text = s;
	w.len = (size_t)(stop - s);
	return w;
}

/* Is the word one of a list, "sd|stddev"? */
static bool word_is(const struct word *w, const char *list)
{
	while (*list) {
		size_t n = strcspn(list, "|");

		if (n == w->len && !strncasecmp(list, w->text, n))
			return true;
		list += n + (list[n] == '|');
	}
	return false;
}

/* The column that a word names; -1: none. */
static int word_column(const struct word *w)
{
	static const struct { const char *words; enum column column; } names[] = {
		{ "latency|mean|average|avg", COL_MEAN },
		{ "sd|stddev|stdev", COL_SD },
		{ "max|maximum", COL_MAX },
		{ "desired|cpu", COL_CPU },
		{ "deadlines", COL_MET },
		{ "median|min|minimum|p50|p90|p95|p99|p99.9", COL_OTHER },
	};

	for (size_t i = 0; i < LENGTH(names); i++)
		if (word_is(w, names[i].words))
			return names[i].column;
	return -1;
}

/* Does the word only go on with what the one before it said? "Max Latency", "Desired CPU" */
static bool word_goes_on(const struct word *w, const struct word *before)
{
	return (word_is(w, "latency") && word_is(before, "max|maximum|mean|average|avg|median|"
							 "min|minimum|p50|p90|p95|p99|p99.9")) ||
	       (word_is(w, "cpu") && word_is(before, "desired")) ||
	       (word_is(w, "met") && word_is(before, "deadlines"));
}

/* Milliseconds that a unit has, 0 if the word is none. */
static double word_unit(const struct word *w)
{
	return word_is(w, "ms|msec") ? 1 : word_is(w, "us|usec|\xb5s|\xc2\xb5s|\xce\xbcs") ? 1e-3 :
	       word_is(w, "ns|nsec") ? 1e-6 : word_is(w, "s|sec") && w->bracketed ? 1000 : 0;
}

double heading_unit(const char *word, size_t len)
{
	return word_unit(&(struct word){ .text = word, .len = len });
}

int heading_read(struct heading *h, const char *s)
{
	const char *end = line_end(s);
	struct word before = h->last;
	int named = 0;

	while (s < end) {
		struct word w = heading_word(&s, end);
		int column = word_column(&w);
		double unit = word_unit(&w);
		bool sign = w.len && strspn(w.text, "+/-\xb1") >= w.len;

		h->plus_minus |= sign;
		if (unit > 0 && h->unit > 0 && unit != h->unit)
			snprintf(h->unknown, sizeof(h->unknown), "two units");
		if (unit > 0)
			h->unit = unit;
		if (!w.len || sign || unit > 0 || word_is(&w, "load") || word_goes_on(&w, &before)) {
			;
		} else if (column >= 0 && h->columns < COLUMNS_MAX &&
			   (column == COL_OTHER || !heading_has(h, (enum column)column))) {
			h->column[h->columns++] = (enum column)column;
			named++;
		} else if (!*h->unknown &&
			   (h->columns < 5 || word_is(&w, "not|missed|lost|late|dropped"))) {
			snprintf(h->unknown, sizeof(h->unknown), "%.*s", (int)w.len, w.text);
		}
		before = w;
	}
	h->last = before;
	return named;
}

bool heading_counts(const char *s)
{
	const char *end = line_end(s);

	for (const char *t = s; t < end; t++)
		if (isdigit((unsigned char)*t) && t > s && t[-1] == ' ')
			return true;
	return false;
}

bool heading_is_strange(const char *s)
{
	if (heading_counts(s))
		return false;
	return line_holds(s, "+/-") || line_holds(s, "\xb1") || line_holds(s, "(ms)") ||
	       line_holds(s, "(us)") || line_holds(s, "[ms]") || line_holds(s, "[us]") ||
	       (line_match(s, "Load ") && line_holds(s, "  "));
}

void heading_default(struct heading *h, unsigned has)
{
	if (h->columns)
		return;
	h->plus_minus = !*h->unknown;
	for (enum column c = COL_MEAN; c < COL_OTHER; c++)
		if (c < COL_MAX || has & 1U << (c - COL_MAX))
			h->column[h->columns++] = c;
}
