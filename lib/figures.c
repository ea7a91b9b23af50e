/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../interbench.h"
#include "decode.h"
#include "figures.h"
#include "util.h"

/* Characters of a row as it is printed. */
enum {
	ROW_FIGURES = 36,		/* to the end of the maximum */
	ROW_CPU = 16, ROW_MET = 15,	/* and of the columns behind it */
};

static const char message_in_row[] = "a message of the kernel stands in it";

bool figure_read(const char **text, struct figure *f)
{
	const char *s = *text, *end;
	size_t whole = strspn(s, DIGITS), decimals = 0;
	long exponent = 0;

	if (s[whole] == '.')		/* some leave out the 0 before it: .016 */
		decimals = strspn(s + whole + 1, DIGITS);
	end = s + whole + (decimals ? 1 + decimals : 0);
	if (!strncasecmp(s + (*s == '-'), "nan", 3))
		end = s + (*s == '-') + 3;
	else if (!whole && !decimals)
		return false;
	if ((*end | 32) == 'e' && (end[1] == '+' || end[1] == '-') && isdigit((unsigned char)end[2])) {
		exponent = strtol(end + 1, NULL, 10);
		end += 2 + strspn(end + 2, DIGITS);
	}
	f->value = strtod(s, NULL);
	f->resolution = pow(10, (double)exponent - (double)decimals);
	if (isalnum((unsigned char)*end) || (*end == '.' && end[1] && !strchr(" \n", end[1])) ||
	    isinf(f->value) || isinf(f->resolution))
		return false;
	*text = end;
	return true;
}

/* Read a figure with commas as if they were decimal; figures_check() decides if they are. */
static bool figure_read_comma(const char **text, struct figure *f, struct figures *all)
{
	size_t len = strspn(*text, DIGITS ",.'eE+-"), whole = strspn(*text, DIGITS), more;
	char copy[32];
	const char *s = copy;

	while (len && !isdigit((unsigned char)(*text)[len - 1]))
		len--;
	if (!whole || len >= sizeof(copy) || !strchr(",'", (*text)[whole]) || whole + 1 >= len ||
	    !isdigit((unsigned char)(*text)[whole + 1]))
		return false;
	snprintf(copy, sizeof(copy), "%.*s", (int)len, *text);
	more = strspn(copy + whole + 1, DIGITS);
	all->comma = true;
	all->decimal |= **text == '0' || whole > 3 || more != 3;
	if (copy[whole] == '\'' || copy[whole + 1 + more] == ',' || copy[whole + 1 + more] == '.')
		all->why = "it has thousands set apart";
	copy[whole] = '.';
	if (!figure_read(&s, f)) {
		*f = (struct figure){ .value = NAN };
		s = copy + len;
	}
	*text += s - copy;
	return true;
}

/* The first word or comment behind the figures of a line; marks are skipped. */
static const char *figures_rest(const char *s)
{
	while (*s && *s != '\n' && !isalnum((unsigned char)*s) && !strchr("<[#/;", *s))
		s++;
	return s;
}

/* The length of the heading's unit at s, behind a figure or a blank more; 0: there is none. */
static size_t figure_unit(const char *s, const struct heading *h)
{
	size_t blank = *s == ' ', len = 0;

	for (s += blank; isalpha((unsigned char)s[len]) || s[len] & 0x80; len++)
		;
	return len && h->unit > 0 && heading_unit(s, len) == h->unit ? blank + len : 0;
}

/* Read a figure that is a plain number, or has the heading's unit right behind it. */
static bool figure_read_plain(const char **text, const struct heading *h, struct figure *f)
{
	size_t len = strspn(*text, DIGITS "."), unit = figure_unit(*text + len, h);
	char copy[32];
	const char *s = copy;

	if (!isdigit((unsigned char)**text) || len >= sizeof(copy) || !unit)
		return figure_read(text, f);
	snprintf(copy, sizeof(copy), "%.*s", (int)len, *text);
	if (!figure_read(&s, f) || *s)
		return false;
	*text += len + unit;
	return true;
}

/* Read one of a row's figures; a negative one spoils the row, and so does 16us or 1e+400. */
static bool figures_take(const char **text, const struct heading *h, struct figures *f)
{
	const char *s = *text;
	struct figure *to = &f->figure[f->n];

	if (*s == '-' && isdigit((unsigned char)s[1 + (s[1] == '.')]) && (s[-1] == ' ' || s[-1] == '\n')) {
		f->why = "a figure is negative";
		s++;
	}
	if (isdigit((unsigned char)*s) && strchr("<>~", s[-1]))
		f->why = "a figure is only a bound or an estimate";
	if (!figure_read_comma(&s, to, f)) {
		const char *point = s + strspn(s, DIGITS);

		if (!figure_read_plain(&s, h, to)) {
			if (isdigit((unsigned char)*s))
				f->why = "a figure is no plain number";
			return false;
		}
		f->point |= *point == '.' && s > point + 1;
	}
	f->n++;
	*text = s;
	return true;
}

/* The length of what stands between mean and SD at s, 0: it does not. */
static size_t figures_sign(const char *s)
{
	size_t n = !strncmp(s, "+/-", 3) ? 3 : !strncmp(s, "+-", 2) ? 2 : *s == '\xb1';

	return n ? n + strspn(s + n, "-") : 0;
}

bool kernel_stamp(const char *s)
{
	size_t whole;

	if (*s++ != '[')
		return false;
	s += strspn(s, " ");
	whole = strspn(s, DIGITS);
	return whole && s[whole] == '.' && strspn(s + whole + 1, DIGITS) == 6 && s[whole + 7] == ']';
}

const char *figures_read(const char *s, const struct heading *h, struct figures *f)
{
	const char *line = NULL;	/* the beginning of the last line, if there are several */
	int before = 0;			/* how many figures stand before that line */
	bool word = false;

	while (*s && f->n < h->columns && !word) {
		size_t sign = figures_sign(s);

		if (kernel_stamp(s))
			f->why = message_in_row;
		if (sign && f->n && h->column[f->n - 1] == COL_MEAN && !f->plus_minus) {
			f->plus_minus = true;
			s += sign;
		} else if (!sign && figures_take(&s, h, f)) {
			;
		} else if (sign || isalnum((unsigned char)s[*s == '-'])) {
			word = true;
		} else if (*s++ == '\n') {
			line = s;
			before = f->n;
			f->lines = true;
		}
	}
	if (line && (word || isalpha((unsigned char)*figures_rest(s)))) {
		f->n = before;
		return line;
	}
	return s;
}

void row_set(struct row *row, const struct heading *h, const struct figures *f, double unit)
{
	struct figure *const to[] = { &row->mean, &row->sd, &row->max, &row->cpu, &row->met };
	bool full = h->full_left_out && f->n < h->columns;

	for (int i = 0; i < h->columns; i++) {
		if (h->column[i] == COL_OTHER)
			continue;
		if (i < f->n)
			*to[h->column[i]] = f->figure[i];
		else if (full)
			*to[h->column[i]] = (struct figure){ 100, 1 };
		if (h->column[i] <= COL_MAX) {
			to[h->column[i]]->value *= unit;
			to[h->column[i]]->resolution *= unit;
		}
	}
}

/*
 * Where a row ends with its line: does the next one go on with nothing but figures? If each cell
 * has a line of its own, as in a web page, blank lines may stand between.
 */
static bool figures_below(const struct figures *f, const char *end)
{
	const char *s = end + strspn(end, " ");

	if (*s++ != '\n')
		return false;
	s += f->lines ? strspn(s, " \n") : 0;
	if (!isdigit((unsigned char)s[strspn(s, " (+.")]))
		return false;
	while (*s && *s != '\n' && !isalpha((unsigned char)*s))
		s++;
	return !isalpha((unsigned char)*s);
}

const char *figures_check(const struct heading *h, const struct figures *f, const char *end)
{
	const struct figure *of[COL_OTHER + 1] = { NULL }, *mean, *max;

	if (f->why)
		return f->why;
	if (f->comma && (f->point || !f->decimal))
		return "its commas may be decimals or thousands";
	if (f->n < h->columns &&
	    !(h->full_left_out && h->column[f->n] == COL_CPU && f->n + 2 == h->columns))
		return "figures are missing or have run into each other";
	for (int i = 0; i < h->columns && i < f->n; i++)
		of[h->column[i]] = &f->figure[i];
	if ((of[COL_CPU] && of[COL_CPU]->value > 100) || (of[COL_MET] && of[COL_MET]->value > 100))
		return "a per cent is above 100";
	mean = of[COL_MEAN];
	max = of[COL_MAX];
	/* both are rounded */
	if (mean && max && max->value + max->resolution < mean->value - mean->resolution)
		return "its maximum is below its mean";
	if (end[-1] == '\n')
		return NULL;
	if (kernel_stamp(figures_rest(end)))
		return message_in_row;
	if (*end == '.' && f->n && f->figure[f->n - 1].resolution >= 1)
		return "its last figure is cut off behind the point";
	if (isdigit((unsigned char)*figures_rest(end)) || figures_below(f, end))
		return "there are figures left over";
	return line_holds(end, "+/-") || line_holds(end, "\xb1") ?
	       "another row stands in its line" : NULL;
}

struct row_ends row_ends(const char *s, const char *stop)
{
	size_t name = strcspn(s, " \n"), mean = name + strspn(s + name, " ");
	bool aligned = memmem(s, (size_t)(stop - s), "  ", 2);

	mean += strcspn(s + mean, " \n");
	return (struct row_ends){ name, mean, aligned ? (size_t)(stop - s) : 0 };
}

/* Is a row as long as the row before? Blanks align the columns, or a tab behind the names. */
static bool row_is_as_long(const struct row_ends *row, const struct row_ends *before)
{
	if (!before->row)
		return false;
	if (row->mean == before->mean)
		return row->row >= before->row;
	return row->mean - row->name == before->mean - before->name &&
	       row->row - row->name >= before->row - before->name;
}

const char *row_stop(const char *end)
{
	return end[-1] == '\n' ? end : line_end(end);
}

bool row_is_cut(const struct heading *h, const struct figures *f, const char *s,
		const char *end, const struct row_ends *before)
{
	const char *stop = row_stop(end);
	size_t width = (size_t)(stop - s), least = ROW_FIGURES +
		       (heading_has(h, COL_CPU) ? ROW_CPU : 0) +
		       (heading_has(h, COL_MET) ? ROW_MET : 0);
	struct row_ends ends = row_ends(s, stop);

	/* marks made by hand, as in "46.3*", may have moved the figures, so they do not count */
	for (const char *t = s; t < stop; t++) {
		ends.row -= ends.row && strchr("*!~", *t);
		width -= strchr("*!~", *t) != NULL;
	}
	if (memmem(s, (size_t)(stop - s), LOG_CUT, strlen(LOG_CUT)))
		return true;
	/* a log is put behind another one, after what ends its last line: awk 1 does so */
	if ((*stop && !line_match(stop + 1, "Load set to # processors Using ")) || stop[-1] == '\n')
		return false;
	if (f->n < h->columns || (end + 1 == stop && strchr(".,", *end)))
		return true;
	if (end < stop)
		return false;
	return !row_is_as_long(&ends, before) &&
	       (width < least || heading_has(h, COL_OTHER));
}
