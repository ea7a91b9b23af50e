/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "../interbench.h"
#include "compare.h"
#include "note.h"
#include "page.h"
#include "side.h"
#include "util.h"
#include "verdict.h"

/*
 * A page is HTML that an XML parser reads as well: every element is closed, every attribute
 * is quoted. Its policy forbids the browser to load or run anything, should a text from a log
 * ever get past the escapes.
 *
 * Wide screens and paper show a row of figures as a row, narrow screens as a small table of its
 * own: classes say which figure (m, c, d; v: one of -v) of which side (a, b) a cell has, p its p
 * or its change.
 */
static const char page_style[] =
	/* colours, light and dark */
	":root{color-scheme:light dark;--bg:#fff;--fg:#1f2328;--dim:#59636e;--line:#d9dee4;\n"
	"--same:#1d4fa8;--good:#116329;--goodbg:#dff5e3;--bad:#a4171f;--badbg:#ffe8e6;\n"
	"--a:#59636e;--b:#b35900}\n"
	"@media screen and (prefers-color-scheme:dark){:root{\n"
	"--bg:#12161b;--fg:#e4e8ec;--dim:#9ba6b1;--line:#323a43;\n"
	"--same:#8ab4f8;--good:#7fdc97;--goodbg:#143322;--bad:#ffa39b;--badbg:#43201f;\n"
	"--a:#a8b3be;--b:#ffab52}}\n"
	"html{-webkit-text-size-adjust:100%}\n"
	/* text */
	"body{margin:0 auto;max-width:70rem;padding:1rem;background:var(--bg);color:var(--fg);\n"
	"font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}\n"
	"h1{font-size:1.5rem;line-height:1.3;margin:.5rem 0 1rem}\n"
	"h2{font-size:1.25rem;margin:2.5rem 0 .5rem}\n"
	"h3{font-size:1.1rem;margin:2rem 0 .25rem}\n"
	"p{margin:.5rem 0}\n"
	"small,footer{color:var(--dim)}\n"
	".side{padding-left:2.2rem;margin:.6rem 0}\n"
	".side>b{float:left;margin-left:-2.2rem;width:1.5rem;text-align:center;\n"
	"border-radius:.3rem;background:var(--b);color:var(--bg)}\n"
	".side:first-child>b{background:var(--a)}\n"
	".side small{display:block}\n"
	".w{padding-left:1rem;text-indent:-1rem}\n"
	".w::before{content:'!';display:inline-block;width:1rem;text-indent:0;\n"
	"font-weight:700;color:var(--bad)}\n"
	".less{color:var(--bad)}\n"
	".verdict{font-size:1.15rem;font-weight:600}\n"
	/* tables */
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
	"td,thead th{text-align:right;padding:.1rem 1ch;white-space:nowrap}\n"
	"thead th{font-weight:600;color:var(--dim);font-size:.85rem}\n"
	"thead [colspan],thead .s{text-align:center}\n"
	"tbody th,thead .l{text-align:left;font-weight:500;padding:.1rem 1ch .1rem 0}\n"
	"tbody th{white-space:nowrap}\n"
	"thead .l{white-space:normal}\n"
	"bdi{overflow-wrap:anywhere}\n"
	"tbody tr{border-top:1px solid var(--line)}\n"
	"td b{position:absolute}\n"
	".c,.p{color:var(--dim)}\n"
	".e{color:var(--same)}\n"
	".y{color:var(--good);background:var(--goodbg);font-weight:700}\n"
	".n{color:var(--bad);background:var(--badbg);text-decoration:underline dotted}\n"
	".key span{padding:0 .4ch}\n"
	".runs{width:100%}\n"
	".runs .s{width:24%;min-width:8rem;padding:.1rem 0 .1rem 1rem}\n"
	/* those of -v */
	".more,.work{display:inline-table;width:auto;vertical-align:top;margin:1rem 2.5rem 0 0}\n"
	".v{padding-left:1.5ch}\n"
	".work th{vertical-align:top}\n"
	".work [scope=row],.work tr+tr .l{padding-left:1ch}\n"
	/* strips */
	"svg{display:block;width:100%;height:auto;overflow:visible}\n"
	"circle{stroke-width:7}\n"
	".ra{fill:none;stroke:var(--a)}\n"
	".rb{fill:var(--b);fill-opacity:.55}\n"
	".ma,.mb{fill:none;stroke:var(--a);stroke-width:14}\n"
	".mb{stroke:var(--b)}\n"
	".grid{stroke:var(--line);stroke-width:4}\n"
	".near{stroke:var(--dim);stroke-width:5;stroke-dasharray:14 12}\n"
	"text{fill:var(--dim);font-size:50px;text-anchor:middle}\n"
	".la{fill:var(--a);text-anchor:end;font-weight:700}\n"
	".lb{fill:var(--b);text-anchor:end;font-weight:700}\n"
	"td .scale{display:none}\n"
	/* narrow */
	"@media screen and (max-width:62rem){\n"
	".runs{display:block}\n"
	".runs thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\n"
	".runs tbody{display:grid;gap:0 2.5rem;\n"
	"grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}\n"
	".runs tr{display:grid;grid-template-columns:minmax(0,1fr) auto auto;\n"
	"padding:.5rem 0;align-content:start}\n"
	".runs tbody th{grid-column:1/-1;font-weight:700}\n"
	".runs td{padding:.05rem .8ch;display:flex;justify-content:flex-end;gap:.6ch;\n"
	"font-size:.875rem}\n"
	".runs td::before,.runs td::after{color:var(--dim);font-weight:400;display:inline-block}\n"
	".runs .a{grid-column:1;padding-left:0}\n"
	".runs .b{grid-column:2}\n"
	".runs .p{grid-column:3;padding:.05rem 0 .05rem 1.5ch}\n"
	".runs .m{grid-row:2}\n"
	".runs .sm{grid-row:3}\n"
	".runs .c{grid-row:4}\n"
	".runs .d{grid-row:5}\n"
	".runs .sd{grid-row:6}\n"
	".runs .a::before{order:-2;margin-right:auto}\n"
	".more .a::before{content:attr(data-of);white-space:normal;text-align:left}\n"
	".runs .m.a::before{content:'Max Latency (ms)'}\n"
	".runs .c.a::before{content:'% Desired CPU'}\n"
	".runs .d.a::before{content:'% Deadlines Met'}\n"
	".runs .p::before{content:'p'}\n"
	".more .p::before{content:none}\n"
	".more,.work{margin-right:0}\n"
	".work{font-size:.875rem}\n"
	".work th{white-space:normal}\n"
	".work td{padding:.1rem 1ch .1rem .5ch}\n"
	".runs .a::after{content:var(--la);order:-1}\n"
	".runs .b::after{content:var(--lb);order:-1}\n"
	".runs td.s{grid-column:1/-1;width:auto;padding:.2rem 0 1.2rem;display:block}\n"
	".runs td b{position:static;margin-left:-.6ch;width:0}\n"
	"td .scale{display:inline}\n"
	"text{font-size:38px}\n"
	"}\n"
	"@media screen and (max-width:23.5rem){\n"
	"body{padding:.75rem}\n"
	"td,thead th{padding:.1rem .7ch}\n"
	".runs td,.work{font-size:.8rem}\n"
	".runs .a::before{font-size:.75rem}\n"
	"}\n"
	/* paper */
	"@media print{\n"
	"html{font-size:8.5pt}\n"
	"body{max-width:none;padding:0}\n"
	"h2,h3{break-after:avoid}\n"
	"table,tr{break-inside:avoid}\n"
	"td,span,b{print-color-adjust:exact}\n"
	"td,thead th{padding:.05rem .7ch}\n"
	".runs .s{width:13rem}\n"
	"section{orphans:1;widows:1}\n"	/* tables of -v that stand side by side are a line */
	".more,.work{margin-right:1.5rem}\n"
	"}\n";

enum {
	STRIP_WIDTH = 1000,		/* of the axis; all of a strip is in these units */
	STRIP_LANE = 70,		/* the height that the runs of a side have */
	STRIP_HEIGHT = 2 * STRIP_LANE,
	STRIP_MARGIN = 60,		/* for the letters, and for dots at the ends */
	STRIP_DOT = 15,			/* its radius */
	STRIP_RUNS_MAX = 200,		/* of a side; of more, some are drawn: no browser likes millions */
	AXIS_TICKS_MAX = 8,		/* 2, 5, 10, ..., 500 */
};

/* A scale from low to high. */
struct axis {
	bool log;
	double low, high;
	double tick[AXIS_TICKS_MAX];
	int ticks;
};

/* What is being printed of a verdict. */
struct sheet {
	FILE *f;
	const struct comparison *c;
	const struct cmp_table *t;
	size_t table;			/* its number */
};

/* Print text that may hold anything; what HTML or XML allow nowhere becomes U+FFFD. */
static void html_text(FILE *f, const char *text)
{
	size_t n;

	for (const char *s = text; *s; s += n ? n : 1) {
		const unsigned char *u = (const unsigned char *)s;
		bool other;

		n = utf8_length(s);
		other = !n || (n == 1 && (*u < ' ' || *u == 127) && *u != '\n') ||
			(n == 2 && u[0] == 0xc2 && u[1] < 0xa0) ||		/* C1 controls */
			(n == 3 && u[0] == 0xef && u[1] == 0xb7 && u[2] >= 0x90 && u[2] < 0xb0) ||
			(n == 3 && u[0] == 0xef && u[1] == 0xbf && u[2] >= 0xbe) ||
			(n == 4 && (u[1] & 0x0f) == 0x0f && u[2] == 0xbf && u[3] >= 0xbe);
		if (other)
			fputs("\xef\xbf\xbd", f);
		else if (n == 1 && strchr("&<>\"'", *s))
			fprintf(f, "&#%d;", *s);
		else
			fwrite(s, 1, n, f);
	}
}

/*
 * Axes
 */

/* Step i of 1, 2, 5, 10, 20, 50, ...; those below 0 are 0.5, 0.2, 0.1, 0.05, ... */
static double step_value(int i)
{
	static const double step[] = { 1, 2, 5 };
	int decade = (i >= 0 ? i : i - 2) / 3;

	return step[i - 3 * decade] * pow(10, decade);
}

/* The last step that is not above v. */
static int step_below(double v)
{
	int i = 3 * (int)floor(log10(v)) - 1;	/* log10() may be rounded */

	while (step_value(i + 1) <= v * (1 + 1e-9))	/* 0.02 is 2 * 0.01, as printed */
		i++;
	return i;
}

static void axis_tick(struct axis *a, double at)
{
	a->tick[a->ticks++] = at;
}

/* For times in ms, of which these are the extremes: from step to step, in decades if it is long. */
static struct axis axis_of_times(double least, double most)
{
	const int labels = 6;		/* of decades, that have room beside each other */
	int low = step_below(fmin(fmax(least, 1e-6), 1e12)), high, decades = 0, every;
	struct axis a = { .log = true, .low = step_value(low) };

	most = fmin(most, 1e13);
	high = step_below(fmax(most, a.low));
	high += high == low || step_value(high) < most * (1 - 1e-9);
	a.high = step_value(high);
	for (int i = low; i <= high; i++)
		decades += i % 3 == 0;
	every = decades > labels ? 3 * ((decades + labels - 1) / labels) : 3;
	for (int i = low; i <= high; i++)
		if (decades < 3 || i % every == 0)
			axis_tick(&a, step_value(i));
	return a;
}

/* For percentages, of which least is the lowest. */
static struct axis axis_of_percent(double least)
{
	static const double low[] = { 99, 95, 90, 80, 50, 0 };
	struct axis a = { .high = 100 };
	size_t i = 0;

	while (i < LENGTH(low) - 1 && least < low[i])
		i++;
	a.low = low[i];
	axis_tick(&a, a.low);
	axis_tick(&a, (a.low + a.high) / 2);
	axis_tick(&a, a.high);
	return a;
}

/* Where a value is on the axis, 0 to STRIP_WIDTH; what is beyond an end is at that end. */
static double axis_at(const struct axis *a, double v)
{
	double at = a->log ? log(fmax(v, a->low) / a->low) / log(a->high / a->low)
			   : (v - a->low) / (a->high - a->low);

	return STRIP_WIDTH * fmin(fmax(at, 0), 1);
}

/* A run's figure; NAN: it has none. */
static double run_value(const struct cmp_row *row, int column, int side, size_t run)
{
	const struct figure *f = compare_figure(row, column, side, run);

	return f ? f->value : NAN;
}

/* The axis of a column of a table, for the runs of both sides in all rows. */
static struct axis axis_of_column(const struct sheet *s, int column)
{
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < s->t->rows; i++)
		for (int side = 0; side < 2; side++)
			for (size_t run = 0; run < s->c->side[side]->runs; run++) {
				double v = run_value(&s->t->row[i], column, side, run);

				if (v > 0 || (v >= 0 && column != CMP_LATENCY))
					least = fmin(least, v);
				most = fmax(most, v);		/* of NAN and x: x */
			}
	if (column != CMP_LATENCY)
		return axis_of_percent(least);
	return isinf(least) ? axis_of_times(1, 10) : axis_of_times(least, most);
}

/*
 * The strips of runs
 */

static const char column_class[CMP_COLUMNS] = { 'm', 'c', 'd' };

/* How the parts of an axis are called within the page: "B0m", with the other side's letter. */
static void axis_id(const struct sheet *s, int column)
{
	fprintf(s->f, "%c%zu%c", s->c->side[1]->letter, s->table, column_class[column]);
}

/* What the strips of a column share: the grid and the letters; and apart, the numbers. */
static void html_axis(const struct sheet *s, int column, const struct axis *a)
{
	double notice_ms = s->c->o->notice_ms;
	char number[32];

	fputs("<g id=\"", s->f);
	axis_id(s, column);
	fputs("\"><path class=\"grid\" d=\"", s->f);
	for (int i = 0; i < a->ticks; i++)
		fprintf(s->f, "M%.0f 0V%d", axis_at(a, a->tick[i]), STRIP_HEIGHT);
	fputs("\"/>", s->f);
	if (column == CMP_LATENCY && notice_ms > a->low && notice_ms < a->high)
		fprintf(s->f, "<path class=\"near\" d=\"M%.0f 0V%d\"/>", axis_at(a, notice_ms),
			STRIP_HEIGHT);
	for (int side = 0; side < 2; side++)
		fprintf(s->f, "<text class=\"l%c\" x=\"-24\" y=\"%d\">%c</text>", 'a' + side,
			STRIP_LANE * side + STRIP_LANE / 2 + 16, s->c->side[side]->letter);
	fputs("</g><g id=\"", s->f);
	axis_id(s, column);
	fputs("n\">", s->f);
	for (int i = 0; i < a->ticks; i++)
		fprintf(s->f, "<text x=\"%.0f\" y=\"%d\">%s</text>", axis_at(a, a->tick[i]),
			STRIP_HEIGHT + 48, fmt_number(number, a->tick[i]));
	fputs("</g>", s->f);
}

/* "A: 10 runs, 62.1 to 130, median 105." */
static void html_strip_title(const struct sheet *s, const struct cmp_row *row, int column, int side)
{
	double least = INFINITY, most = -INFINITY;
	char number[3][32];
	size_t n = 0;

	for (size_t run = 0; run < s->c->side[side]->runs; run++) {
		double v = run_value(row, column, side, run);

		least = fmin(least, v);			/* of NAN and x: x */
		most = fmax(most, v);
		n += !isnan(v);
	}
	fprintf(s->f, "%s%c: ", side ? " " : "", s->c->side[side]->letter);
	if (n)
		fprintf(s->f, "%zu run%s, %s to %s, median %s.", n, n == 1 ? "" : "s",
			fmt_number(number[0], least), fmt_number(number[1], most),
			compare_value_text(number[2], s->t, row, column, side));
	else
		fputs("no figure.", s->f);
}

/* Which of so many runs are drawn in a strip: all, or some at equal distances. How many. */
static size_t strip_runs(size_t runs)
{
	return runs < STRIP_RUNS_MAX ? runs : STRIP_RUNS_MAX;
}

/* A side's runs, from the first at the top to the last at the bottom, and their median. */
static void html_lane(const struct sheet *s, const struct cmp_row *row, int column,
		      const struct axis *a, int side)
{
	size_t runs = s->c->side[side]->runs, drawn = strip_runs(runs);
	int top = STRIP_LANE * side + STRIP_DOT + 3, room = STRIP_LANE - 2 * (STRIP_DOT + 3);
	double median = row->cell[column].median[side];

	fprintf(s->f, "<g class=\"r%c\">", 'a' + side);
	for (size_t i = 0; i < drawn; i++) {
		double v = run_value(row, column, side, i * runs / drawn);

		if (!isnan(v))
			fprintf(s->f, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"%d\"/>", axis_at(a, v),
				top + room * ((double)i + 0.5) / (double)drawn, STRIP_DOT);
	}
	fputs("</g>", s->f);
	if (!isnan(median))
		fprintf(s->f, "<path class=\"m%c\" d=\"M%.0f %dv%d\"/>", 'a' + side,
			axis_at(a, median), STRIP_LANE * side + 4, STRIP_LANE - 8);
}

static void html_strip_open(const struct sheet *s, const char *tag, int column)
{
	fprintf(s->f, "<%s class=\"s s%c\"><svg viewBox=\"%d 0 %d %d\"", tag, column_class[column],
		-STRIP_MARGIN, STRIP_WIDTH + 2 * STRIP_MARGIN, STRIP_HEIGHT);
}

static void html_strip(const struct sheet *s, const struct cmp_row *row, int column,
		       const struct axis *a)
{
	html_strip_open(s, "td", column);
	fputs(" role=\"img\"><title>", s->f);
	html_strip_title(s, row, column, 0);
	html_strip_title(s, row, column, 1);
	fputs("</title><use href=\"#", s->f);
	axis_id(s, column);
	fputs("\"/><use class=\"scale\" href=\"#", s->f);
	axis_id(s, column);
	fputs("n\"/>", s->f);
	html_lane(s, row, column, a, 0);
	html_lane(s, row, column, a, 1);
	fputs("</svg></td>\n", s->f);
}

/*
 * Tables
 */

/* The names of the columns in two lines, the axes below them. */
static void html_table_head(const struct sheet *s, const struct axis axis[static CMP_COLUMNS])
{
	static const char *const short_name[CMP_COLUMNS] = { "max", "cpu", "met" };
	int last = s->t->decides;

	fputs("<thead><tr><th class=\"l\" rowspan=\"2\" scope=\"col\">Load</th>", s->f);
	for (int column = 0; column <= last; column++)
		fprintf(s->f, "<th colspan=\"2\" scope=\"colgroup\">%s</th>", compare_figures[column].head);
	if (s->c->tested)
		fprintf(s->f, "<th colspan=\"%d\" scope=\"colgroup\">adjusted p</th>",
			last == CMP_LATENCY ? 1 : 2);
	for (int column = 0; column <= last; column++)
		if (compare_judged(s->t, column))
			fprintf(s->f, "<th class=\"s\">%s</th>", compare_figures[column].head);
	fputs("</tr>\n<tr>", s->f);
	for (int column = 0; column <= last; column++)
		fprintf(s->f, "<th scope=\"col\">%c</th><th scope=\"col\">%c</th>",
			s->c->side[0]->letter, s->c->side[1]->letter);
	for (int column = 0; column <= last && s->c->tested; column++)
		if (compare_judged(s->t, column))
			fprintf(s->f, "<th scope=\"col\">%s</th>", short_name[column]);
	for (int column = 0; column <= last; column++) {
		if (!compare_judged(s->t, column))
			continue;
		html_strip_open(s, "th", column);
		fputs(" aria-hidden=\"true\"><defs>", s->f);
		html_axis(s, column, &axis[column]);
		fputs("</defs><use href=\"#", s->f);
		axis_id(s, column);
		fprintf(s->f, "n\" y=\"-60\"/></svg></th>");
	}
	fputs("</tr></thead>\n", s->f);
}

/* A side's figure in a column of a row, and its mark. */
static void html_value(const struct sheet *s, const struct cmp_row *row, int column, int side)
{
	const struct cmp_cell *cell = &row->cell[column];
	bool more = column >= CMP_MORE, judged = (more || compare_judged(s->t, column)) &&
		    !isnan(cell->median[0]) && !isnan(cell->median[1]);
	char buf[32], mark = compare_mark(cell, side);

	fputs("<td", s->f);
	if (more && column < CMP_MORE + MORE_WORK && side == 0)	/* narrow screens show no head */
		fprintf(s->f, " data-of=\"%s\"", compare_figures[column].head);
	fprintf(s->f, " class=\"%c %c%s\">%s", more ? 'v' : column_class[column], 'a' + side,
		!judged ? "" : cell->winner < 0 ? " e" : cell->winner == side ? " y" : " n",
		compare_value_text(buf, s->t, row, column, side));
	if (mark != ' ')
		fprintf(s->f, "<b>%c</b>", mark);
	fputs("</td>", s->f);
}

static void html_row(const struct sheet *s, const struct cmp_row *row,
		     const struct axis axis[static CMP_COLUMNS])
{
	int last = s->t->decides;
	char buf[32];

	fputs("<tr><th scope=\"row\">", s->f);
	html_text(s->f, row->load);
	if (row->gave_less)
		fputs(" <b class=\"less\">!</b>", s->f);
	fputs("</th>", s->f);
	for (int column = 0; column <= last; column++) {
		html_value(s, row, column, 0);
		html_value(s, row, column, 1);
	}
	for (int column = 0; column <= last && s->c->tested; column++)
		if (compare_judged(s->t, column)) {
			fprintf(s->f, "<td class=\"%c p\">", column_class[column]);
			html_text(s->f, compare_p_text(buf, row->cell[column].p));
			fputs("</td>", s->f);
		}
	fputc('\n', s->f);
	for (int column = 0; column <= last; column++)
		if (compare_judged(s->t, column))
			html_strip(s, row, column, &axis[column]);
	fputs("</tr>\n", s->f);
}

static void html_table(struct sheet *s)
{
	struct axis axis[CMP_COLUMNS];

	for (int column = 0; column <= s->t->decides; column++)
		axis[column] = axis_of_column(s, column);
	fputs("<h3>", s->f);
	html_text(s->f, compare_name(s->t));
	fputs("</h3>\n<table class=\"runs\">", s->f);
	html_table_head(s, axis);
	fputs("<tbody>\n", s->f);
	for (size_t i = 0; i < s->t->rows; i++)
		html_row(s, &s->t->row[i], axis);
	fputs("</tbody></table>\n", s->f);
}

/*
 * Tables of -v
 */

/* The names of the figures, or one for the work, and below them whose they are. */
static void html_more_head(const struct sheet *s, const int *column, int n, bool work)
{
	fputs("<thead><tr><th class=\"l\" rowspan=\"2\" scope=\"col\">Load</th>", s->f);
	for (int i = 0; i < (work ? 1 : n); i++)
		fprintf(s->f, "<th colspan=\"%d\" scope=\"colgroup\">%s</th>", work ? 4 : 3,
			compare_figures[column[i]].head);
	fprintf(s->f, "</tr>\n<tr>%s", work ? "<th class=\"l\" scope=\"col\">unit</th>" : "");
	for (int i = 0; i < (work ? 1 : n); i++)
		fprintf(s->f, "<th scope=\"col\">%c</th><th scope=\"col\">%c</th>"
			"<th scope=\"col\">change</th>", s->c->side[0]->letter,
			s->c->side[1]->letter);
	fputs("</tr></thead>\n", s->f);
}

/* Both sides' figures, and by how much they differ. */
static void html_change(const struct sheet *s, const struct cmp_row *row, int column)
{
	char buf[32];

	html_value(s, row, column, 0);
	html_value(s, row, column, 1);
	fputs("<td class=\"v p\">", s->f);
	html_text(s->f, compare_change_text(buf, &row->cell[column]));
	fputs("</td>", s->f);
}

static void html_more_row(const struct sheet *s, const struct cmp_row *row, const int *column, int n)
{
	fputs("<tr><th scope=\"row\">", s->f);
	html_text(s->f, row->load);
	fputs("</th>", s->f);
	for (int i = 0; i < n; i++)
		html_change(s, row, column[i]);
	fputs("</tr>\n", s->f);
}

/* A line for each part of the load's work, beside the name of the load. */
static void html_work_rows(const struct sheet *s, const struct cmp_row *row, const int *column, int n)
{
	int parts = 0;

	for (int i = 0; i < n; i++)
		parts += compare_has(row, column[i], column[i]);
	if (!parts)
		return;
	fprintf(s->f, "<tbody>\n<tr><th rowspan=\"%d\" scope=\"rowgroup\">", parts);
	html_text(s->f, row->load);
	fputs("</th>", s->f);
	for (int i = 0; i < n; i++) {
		if (!compare_has(row, column[i], column[i]))
			continue;
		fputs("<th scope=\"row\">", s->f);
		html_text(s->f, compare_unit(row, column[i]));
		fputs("</th>", s->f);
		html_change(s, row, column[i]);
		fprintf(s->f, "</tr>\n%s", --parts ? "<tr>" : "</tbody>\n");
	}
}

static void html_more(const struct sheet *s)
{
	int column[MORE_FIGURES], n;

	for (int more = 0; more < CMP_MORE_TABLES; more++) {
		bool work = more == CMP_MORE_WORK;

		n = compare_more(s->t, more, column);
		if (!n)
			continue;
		fprintf(s->f, "<table class=\"%s\">", work ? "work" : "runs more");
		html_more_head(s, column, n, work);
		fputs(work ? "" : "<tbody>\n", s->f);
		for (size_t i = 0; i < s->t->rows; i++)
			(work ? html_work_rows : html_more_row)(s, &s->t->row[i], column, n);
		fputs(work ? "</table>\n" : "</tbody></table>\n", s->f);
	}
}

static void html_summary(const struct sheet *s)
{
	const struct comparison *c = s->c;

	fprintf(s->f, "<table><thead><tr><th class=\"l\" rowspan=\"2\" scope=\"col\">Wins%s</th>"
		"<th colspan=\"2\" scope=\"colgroup\">Deadlines Met</th>"
		"<th colspan=\"2\" scope=\"colgroup\">Max Latency</th></tr>\n<tr>",
		c->tested ? "" : " (not tested)");
	for (int i = 0; i < 4; i++)
		fprintf(s->f, "<th scope=\"col\">%c</th>", c->side[i % 2]->letter);
	fputs("</tr></thead>\n<tbody>\n", s->f);
	for (const struct cmp_table *t = c->table; t < c->table + c->tables; t++) {
		const int *met = t->wins[CMP_DEADLINES], *max = t->wins[CMP_MAXIMA];

		fputs("<tr><th scope=\"row\">", s->f);
		html_text(s->f, compare_name(t));
		if (t->decides == CMP_LATENCY)
			fputs("</th><td>-</td><td>-</td>", s->f);
		else
			fprintf(s->f, "</th><td>%d</td><td>%d</td>", met[0], met[1]);
		fprintf(s->f, "<td>%d</td><td>%d</td></tr>\n", max[0], max[1]);
	}
	fputs("</tbody></table>\n", s->f);
}

/*
 * The page
 */

/* The notes on subjects from first to last, as paragraphs of this class or as warnings. */
static void html_notes(FILE *f, const struct notes *notes, int first, int last)
{
	for (int subject = first; subject <= last; subject++)
		for (const struct note *n = notes->note; notes->n && n < notes->note + notes->n; n++)
			if (n->subject == subject) {
				fprintf(f, "<p%s>", n->warns ? " class=\"w\"" :
					subject == NOTE_VERDICT ? " class=\"verdict\"" : "");
				html_text(f, n->text);
				fputs("</p>\n", f);
			}
}

/* What the colours and the strips mean. */
static void html_key(const struct sheet *s)
{
	char a = s->c->side[0]->letter, b = s->c->side[1]->letter, number[32];

	html_notes(s->f, &s->c->notes, NOTE_LEGEND, NOTE_DETAILS);
	fprintf(s->f, "<p class=\"key\"><span class=\"y\">better*</span> "
		"<span class=\"n\">worse</span> <span class=\"e\">the same</span> Each dot is a run,"
		" the first at the top: open circles are %c, full ones %c; a stroke is the median. "
		"The scale of maxima is logarithmic", a, b);
	if (s->c->side[0]->runs > STRIP_RUNS_MAX || s->c->side[1]->runs > STRIP_RUNS_MAX)
		fprintf(s->f, "; of more than %d runs a side, %d are drawn, from the first to the "
			"last at equal distances", STRIP_RUNS_MAX, STRIP_RUNS_MAX);
	if (s->c->o->notice_ms > 0)
		fprintf(s->f, "; those left of the dashed line (%s ms) are too short to be noticed",
			fmt_number(number, s->c->o->notice_ms));
	fputs(".</p>\n", s->f);
}

static void html_comparison(FILE *f, const struct comparison *c, bool alone)
{
	struct sheet s = { .f = f, .c = c };
	char a = c->side[0]->letter, b = c->side[1]->letter;

	fprintf(f, "<section id=\"%c\" style=\"--la:'%c';--lb:'%c'\">\n", b, a, b);
	if (!alone)
		fprintf(f, "<h2>%c and %c</h2>\n", a, b);
	html_notes(f, &c->notes, NOTE_MEASURED, NOTE_RUNS);
	fprintf(f, "<h%d>Summary</h%d>\n", alone ? 2 : 3, alone ? 2 : 3);
	html_notes(f, &c->notes, NOTE_VERDICT, NOTE_VERDICT);
	html_summary(&s);
	html_notes(f, &c->notes, NOTE_POWER, NOTE_CONFOUNDED);
	html_key(&s);
	for (s.table = 0; s.table < c->tables; s.table++) {
		s.t = &c->table[s.table];
		html_table(&s);
		if (c->o->details)
			html_more(&s);
	}
	fputs("</section>\n", f);
}

static void html_side(FILE *f, const struct side *s)
{
	char counts[SIDE_COUNTS_LEN];

	fprintf(f, "<div class=\"side\"><b>%c</b> <bdi>", s->letter);
	html_text(f, s->name);
	side_counts(s, counts);
	fprintf(f, "</bdi><small>%s", counts);
	if (s->source) {
		fputs(" (<bdi>", f);
		html_text(f, s->source);
		fputs("</bdi>)", f);
	}
	fputs("</small></div>\n", f);
	html_notes(f, &s->notes, SIDE_UNREAD, SIDE_WITHIN);
}

/* The names of two sides, or how many there are. */
static void html_title(FILE *f, const struct verdict *v, bool isolated)
{
	if (v->sides != 2) {
		fprintf(f, "%zu sides compared", v->sides);
		return;
	}
	for (int i = 0; i < 2; i++) {
		fprintf(f, "%s%s", i ? " and " : "", isolated ? "<bdi>" : "");
		html_text(f, v->side[i].name);
		fputs(isolated ? "</bdi>" : "", f);
	}
}

void page_write(FILE *f, const struct verdict *v)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	      "<meta http-equiv=\"Content-Security-Policy\" "
	      "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"/>\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
	      "<link rel=\"icon\" href=\"data:,\"/>\n<title>", f);
	html_title(f, v, false);
	fprintf(f, " - interbench</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", page_style);
	html_title(f, v, true);
	fputs("</h1>\n", f);
	html_notes(f, &v->notes, SIDE_LEFT_OUT, SIDE_LEFT_OUT);
	fputs("<div>\n", f);
	for (size_t i = 0; i < v->sides; i++)
		html_side(f, &v->side[i]);
	fputs("</div>\n", f);
	for (size_t i = 0; i < v->comparisons; i++)
		if (v->comparison[i]->common)
			html_comparison(f, v->comparison[i], v->comparisons == 1);
	fputs("<footer><p>interbench " INTERBENCH_VERSION "</p></footer>\n</body>\n</html>\n", f);
}
