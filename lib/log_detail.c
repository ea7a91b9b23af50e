/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../interbench.h"
#include "decode.h"
#include "detail.h"
#include "figures.h"
#include "log_detail.h"
#include "util.h"

/* Columns that are not kept: p90 is looked at, the others are stepped over. */
enum { MORE_P90 = MORE_FIGURES, MORE_OTHER };

/* What a name stands for; -1: it is not of these tables. */
static int detail_column(const char *name, size_t len)
{
	static const struct { const char *name; int column; } kept[] = {
		{ "p50", MORE_P50 }, { "p90", MORE_P90 }, { "p99", MORE_P99 },
		{ "p99.9", MORE_P99_9 }, { "done99", MORE_DONE99 }, { "1%low", MORE_LOW_1PCT },
	};

	for (size_t i = 0; i < LENGTH(kept); i++)
		if (strlen(kept[i].name) == len && !strncmp(kept[i].name, name, len))
			return kept[i].column;
	for (const struct figure_name *f = figure_name; f < FIGURES_END; f++)
		if (f->width && strlen(f->head) == len && !strncmp(f->head, name, len))
			return MORE_OTHER;
	return -1;
}

/* Take the names up to the end of the line; how many of them are not known. */
static int heading_line(struct detail_table *d, const char *s)
{
	int unknown = 0;

	for (s += strspn(s, " "); *s && *s != '\n'; s += strspn(s, " ")) {
		size_t len = strcspn(s, " \n");
		int column = detail_column(s, len);

		unknown += column < 0;
		if (d->columns < (int)LENGTH(d->column))
			d->column[d->columns++] = column < 0 ? MORE_OTHER : column;
		s += len;
	}
	return unknown;
}

const char *detail_heading(struct detail_table *d, const char *s)
{
	struct detail_table more;
	const char *end = line_end(s);

	*d = (struct detail_table){ .work = line_holds(s, "s work per second") };
	if (d->work || heading_line(d, s + strlen("Load")) == d->columns) {
		d->columns = 0;
		return end;
	}
	more = *d;
	if (*end && !heading_line(&more, end + 1)) {	/* mail has wrapped it */
		*d = more;
		end = line_end(end + 1);
	}
	return end;
}

static const char with_comma[] = "its commas may be decimals or thousands";

/* The figures of a row of -v, in the order of its columns. */
struct detail_figures {
	struct figure figure[16];	/* NAN: "-" stands there */
	int n;
	const char *why;		/* they cannot be read; NULL: they can */
};

/* Take figures up to the last column, or to the first word, on as many lines as it takes. */
static const char *detail_figures(const struct detail_table *d, const char *s,
				  struct detail_figures *f)
{
	const char *end = s;

	while (*s && f->n < d->columns) {
		const char *digit = s + (*s == '-');

		if (isdigit((unsigned char)*digit) && *s == '-')
			f->why = "a figure is negative";
		if (figure_read(&digit, &f->figure[f->n])) {
			if (*digit == ',' && isdigit((unsigned char)digit[1]))
				f->why = with_comma;
			f->n++;
			end = s = digit;
		} else if (*s == '-' && (!s[1] || strchr(" \n", s[1]))) {
			f->figure[f->n++] = (struct figure){ .value = NAN };
			end = ++s;
		} else if (isalnum((unsigned char)*digit) || (s[0] == '\n' && s[1] == '\n')) {
			break;
		} else {
			s++;
		}
	}
	return end;
}

/* The figure in a column, or NULL if it has none. */
static const struct figure *detail_find(const struct detail_table *d,
					const struct detail_figures *f, int column)
{
	for (int i = 0; i < d->columns; i++)
		if (d->column[i] == column)
			return isnan(f->figure[i].value) ? NULL : &f->figure[i];
	return NULL;
}

/* What no row can be, in words; NULL: it can. */
static const char *detail_check(const struct detail_table *d, const struct detail_figures *f,
				const char *end)
{
	static const int rising[] = { MORE_P50, MORE_P90, MORE_P99, MORE_P99_9 };
	const struct figure *before = NULL;

	if (f->why)
		return f->why;
	if (f->n < d->columns)
		return "figures are missing or have run into each other";
	if (isdigit((unsigned char)end[strspn(end, " ")]))
		return "there are figures left over";
	for (size_t i = 0; i < LENGTH(rising); i++) {
		const struct figure *p = detail_find(d, f, rising[i]);

		if (p && before && p->value + p->resolution < before->value - before->resolution)
			return "a percentile is below a smaller one";
		before = p ? p : before;
	}
	return NULL;
}

/* The row of the table whose name the line at s begins with, which ends at *end; NULL: none. */
static struct row *detail_find_row(const struct table *t, const char *s, const char **end)
{
	static const char marks[] = "*_|:";
	size_t n;

	s += strspn(s, marks);
	n = strcspn(s, " \n");
	*end = s + n;
	while (n && strchr(marks, s[n - 1]))
		n--;
	for (size_t i = 0; i < t->rows; i++)
		if (strlen(t->row[i].load) == n && !strncmp(t->row[i].load, s, n))
			return &t->row[i];
	return NULL;
}

/* Where the work ends that a row tells of, with what mail has wrapped off its line. */
static const char *work_end(const struct table *t, const char *s)
{
	const char *end = line_end(s), *name_end;

	while (*end && end[1] && end[1] != '\n' && !detail_find_row(t, end + 1, &name_end) &&
	       (islower((unsigned char)end[1]) || isdigit((unsigned char)end[1]) ||
		strchr(DIGITS ",", end[-1])))
		end = line_end(end + 1);
	return end;
}

/*
 * Take what stands between two commas, "327 MB written" or "8.9 runs of 0.112 s". In logs of
 * 1.0 other figures stand before the first part, or "-".
 */
static void work_part(struct row *row, size_t part, const char *s)
{
	struct figure figure = { .value = NAN };
	const char *of;

	while (*s && !isalpha((unsigned char)*s)) {
		if (!figure_read(&s, &figure))
			s++;
		else if (*s == ',')
			row->more_why = with_comma;
	}
	if (!*s || !isnan(row->more[MORE_WORK + part].value) || row->more_why == with_comma)
		return;
	of = strstr(s, " of ");
	snprintf(row->unit[part], UNIT_LEN, "%.*s", (int)(of ? (size_t)(of - s) : strlen(s)), s);
	row->more[MORE_WORK + part] = figure;
}

/* "0.536 CPU s, 327 MB written, 350 MB read" */
static const char *detail_work(const struct table *t, struct row *row, const char *s)
{
	const char *end = work_end(t, s);
	size_t len = strcspn(s, "(") < (size_t)(end - s) ? strcspn(s, "(") : (size_t)(end - s), n = 0;
	char text[256], *part = text, *next;

	for (size_t i = 0; i < len && n + 1 < sizeof(text); i++)
		text[n++] = s[i] == '\n' ? ' ' : s[i];
	while (n && text[n - 1] == ' ')
		n--;
	text[n] = 0;
	for (size_t i = 0; i < WORK_PARTS && part; i++, part = next) {
		next = strstr(part, ", ");
		if (next) {
			*next = 0;
			next += 2;
		}
		work_part(row, i, part);
	}
	return end;
}

/* Set a figure of a row, or why it cannot be right. A second one is somebody's quotation. */
static void detail_set(struct row *row, int column, const struct figure *f, double unit,
		       const char *why)
{
	double in_ms = column <= MORE_DONE99 ? unit : 1;

	if (column >= MORE_FIGURES || !isnan(row->more[column].value))
		return;
	if (why)
		row->more_why = why;
	else
		row->more[column] = (struct figure){ f->value * in_ms, f->resolution * in_ms };
}

const char *detail_row(const struct detail_table *d, struct table *t, const char *s)
{
	struct detail_figures f = { .n = 0 };
	const char *name_end, *end, *why;
	struct row *row = detail_find_row(t, s, &name_end);

	if (!row || (!d->work && !d->columns))
		return NULL;
	if (*row->reason)
		return s;
	if (d->work)
		return detail_work(t, row, name_end);
	end = detail_figures(d, name_end, &f);
	if (!f.n)
		return NULL;
	why = detail_check(d, &f, end);
	for (int k = 0; k < d->columns; k++)
		detail_set(row, d->column[k], &f.figure[k], t->real_time ? 1e-3 : 1, why);
	return end;
}
