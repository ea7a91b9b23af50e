/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the axes and the escapes of a page */
#include "lib/page.c"
#include "unit.h"

static char *escaped(const char *text)
{
	struct page page;

	html_text(page_open(&page), text);
	return page_close(&page);
}

/*
 * HTML has no parse error for what is left (WHATWG, 13.2.3.5: no control, no noncharacter, no
 * surrogate), XML 1.0 none (2.2, Char); the character references are those of ASCII.
 */
static void test_escapes(void)
{
	is_freed(escaped("a<b>&\"c'"), "a&#60;b&#62;&#38;&#34;c&#39;",
		 "What HTML reads as its own is escaped");
	is_freed(escaped("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xef\xbf\xbd \xef\xb7\x8f \xef\xb7\xb0"),
		 "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xef\xbf\xbd \xef\xb7\x8f \xef\xb7\xb0",
		 "UTF-8 stays, beside the noncharacters, too");
	is_freed(escaped("\x01\x1b\x7f\xc2\x80\xc2\x9f|\xc2\xa0"),
		 "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd|\xc2\xa0",
		 "Control characters are replaced");
	is_freed(escaped("\xff|\xc3|\xed\xa0\x80"),
		 "\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
		 "What is no UTF-8 is replaced");
	is_freed(escaped("\xef\xb7\x90 \xef\xb7\xaf \xef\xbf\xbe \xf0\x9f\xbf\xbf \xf4\x8f\xbf\xbe"),
		 "\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd",
		 "Noncharacters are replaced");
}

static void test_steps(void)
{
	static const double step[] = { 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5,
				       1, 2, 5, 10, 20, 50, 100, 200, 500, 1000 };
	bool values = true, exact = true, below = true;

	for (int i = 0; i < (int)LENGTH(step); i++) {
		values &= near(step_value(i - 9), step[i]);
		exact &= step_below(step[i]) == i - 9;
		below &= step_below(step[i] * 1.01) == i - 9 && step_below(step[i] * 0.99) == i - 10;
	}
	ok(values, "Steps are 1, 2 and 5 in each decade");
	ok(exact, "A step is its own, whatever binary makes of it");
	ok(below, "The step below a value is not above it, and the next one is");
}

static bool ticks_are(const struct axis *a, const double *tick, int n)
{
	bool same = a->ticks == n;

	for (int i = 0; same && i < n; i++)
		same = near(a->tick[i], tick[i]);
	return same;
}

/* Ends, ticks, and where values are: log 2 is 0.30103 of a decade. */
static void test_axis_of_times(void)
{
	struct axis a = axis_of_times(3, 70), wide = axis_of_times(0.013, 812);
	struct axis one = axis_of_times(7, 7), step = axis_of_times(20, 20);
	bool inside = true;

	ok(near(a.low, 2) && near(a.high, 100) && ticks_are(&a, (double[]){ 2, 5, 10, 20, 50, 100 }, 6),
	   "3 to 70 ms: the axis goes from 2 to 100 by 1, 2, 5");
	ok(near(wide.low, 0.01) && near(wide.high, 1000) &&
	   ticks_are(&wide, (double[]){ 0.01, 0.1, 1, 10, 100, 1000 }, 6),
	   "0.013 to 812 ms: the axis has its decades");
	ok(near(one.low, 5) && near(one.high, 10), "A single value has an axis");
	ok(near(step.low, 20) && near(step.high, 50), "A single value that is a step, too");
	ok(near(axis_at(&wide, 0.01), 0) && near(axis_at(&wide, 1000), STRIP_WIDTH) &&
	   near(axis_at(&wide, 1), STRIP_WIDTH * 2 / 5.0) &&
	   fabs(axis_at(&wide, 2) - STRIP_WIDTH * 2.30103 / 5) < 0.01,
	   "Equal ratios are equal distances");
	ok(near(axis_at(&wide, 0), 0) && near(axis_at(&wide, 1e9), STRIP_WIDTH),
	   "What is beyond an end is at that end");
	for (int least = -12; least <= 15; least++)
		for (int most = least; most <= 15; most++) {
			a = axis_of_times(pow(10, least), pow(10, most));
			inside &= a.ticks >= 1 && a.ticks <= AXIS_TICKS_MAX && a.high > a.low;
			for (int i = 0; i < a.ticks; i++)
				inside &= isfinite(axis_at(&a, a.tick[i]));
		}
	ok(inside, "Every range has an axis, with ticks for which there is room");
}

static void test_axis_of_percent(void)
{
	static const double least[] = { 100, 99, 98.9, 93, 90, 60, 49.9, 0 };
	static const double low[] = { 99, 99, 95, 90, 90, 50, 0, 0 };
	struct axis a;
	bool good = true;

	for (size_t i = 0; i < LENGTH(least); i++) {
		a = axis_of_percent(least[i]);
		good &= near(a.low, low[i]) && near(a.high, 100) && a.ticks == 3;
	}
	ok(good, "An axis of per cents ends with 100 and begins at or below the least");
	a = axis_of_percent(INFINITY);
	ok(near(a.high, 100), "Nor does it need a value");
	a = axis_of_percent(83);
	ok(near(axis_at(&a, 85), STRIP_WIDTH / 4.0) && near(a.tick[1], 90), "It is linear");
}

static const struct cmp_cell none = { .median = { NAN, NAN }, .p = NAN, .winner = -1 };

/* A row that has p99 of 2 and 3 ms, of which the first is better, and work in two units. */
static struct cmp_row more_row(void)
{
	struct cmp_row row = { .load = "Burn", .unit = { "CPU s", "<MB>", "", "" } };

	for (int i = 0; i < CMP_FIGURES; i++)
		row.cell[i] = none;
	row.cell[CMP_MORE + MORE_P99] = (struct cmp_cell){ .median = { 2, 3 }, .p = 0.01, .winner = 0 };
	row.cell[CMP_MORE + MORE_WORK] = (struct cmp_cell){ .median = { 4, 3 }, .p = 0.5, .winner = -1 };
	row.cell[CMP_MORE + MORE_WORK + 1] = (struct cmp_cell){ .median = { NAN, 8 }, .p = NAN, .winner = -1 };
	return row;
}

/* 3 is 50 % more than 2, and 3 is 25 % less than 4. */
static void test_more(void)
{
	struct cmp_row row[2] = { more_row(), { .load = "None", .unit = { "", "", "", "" } } };
	struct side side[2] = { { .letter = 'A' }, { .letter = 'C' } };
	struct comparison c = { .side = { &side[0], &side[1] } };
	struct cmp_table t = { .bench = "X", .decides = CMP_MET, .row = row, .rows = 2 };
	struct sheet s = { .c = &c, .t = &t };
	struct page page;

	for (int i = 0; i < CMP_FIGURES; i++)
		row[1].cell[i] = none;
	s.f = page_open(&page);
	html_more(&s);
	is_freed(page_close(&page),
		 "<table class=\"runs more\"><thead><tr><th class=\"l\" rowspan=\"2\" scope=\"col\">Load</th>"
		 "<th colspan=\"3\" scope=\"colgroup\">wakeup p99 (ms)</th></tr>\n"
		 "<tr><th scope=\"col\">A</th><th scope=\"col\">C</th><th scope=\"col\">change</th></tr></thead>\n"
		 "<tbody>\n<tr><th scope=\"row\">Burn</th><td data-of=\"wakeup p99 (ms)\" class=\"v a y\">2<b>*</b></td>"
		 "<td class=\"v b n\">3</td><td class=\"v p\">+50.0%</td></tr>\n"
		 "<tr><th scope=\"row\">None</th><td data-of=\"wakeup p99 (ms)\" class=\"v a\">-</td>"
		 "<td class=\"v b\">-</td><td class=\"v p\">-</td></tr>\n</tbody></table>\n"
		 "<table class=\"work\"><thead><tr><th class=\"l\" rowspan=\"2\" scope=\"col\">Load</th>"
		 "<th colspan=\"4\" scope=\"colgroup\">load's work per second</th></tr>\n"
		 "<tr><th class=\"l\" scope=\"col\">unit</th>"
		 "<th scope=\"col\">A</th><th scope=\"col\">C</th><th scope=\"col\">change</th></tr></thead>\n"
		 "<tbody>\n<tr><th rowspan=\"2\" scope=\"rowgroup\">Burn</th><th scope=\"row\">CPU s</th>"
		 "<td class=\"v a e\">4</td><td class=\"v b e\">3<b>~</b></td><td class=\"v p\">-25.0%</td></tr>\n"
		 "<tr><th scope=\"row\">&#60;MB&#62;</th><td class=\"v a\">-</td><td class=\"v b\">8</td>"
		 "<td class=\"v p\">-</td></tr>\n</tbody>\n</table>\n",
		 "Of the figures of -v those are shown that a row has, with marks, colours and the change");
}

int main(void)
{
	test_more();
	test_escapes();
	test_steps();
	test_axis_of_times();
	test_axis_of_percent();
	return unit_end();
}
