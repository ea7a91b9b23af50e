/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pages: their axes, escapes and tables */
#include <stdlib.h>

#include "lib/page.c"
#include "logs.h"
#include "unit.h"

static char *escaped(const char *text)
{
	struct memstream mem;

	html_text(memstream_open(&mem), text);
	return memstream_close(&mem);
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
	struct memstream mem;

	for (int i = 0; i < CMP_FIGURES; i++)
		row[1].cell[i] = none;
	s.f = memstream_open(&mem);
	html_more(&s);
	is_freed(memstream_close(&mem),
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

#define AUDIO(kernel, date, rows) "Benchmarking kernel " kernel " at datestamp " date "\n\n" HEAD COLUMNS rows "\n"
#define OTHER(task) "--- Benchmarking " task " in the presence of loads ---\n"

/* The body of the page of these runs, without its style; to be freed. */
static char *page_of(const char *text, double notice_ms, bool details)
{
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = notice_ms, .details = details };
	struct verdict v;
	struct memstream mem;
	char *all;

	read_text(text);
	verdict_of(&v, run, runs, &o);
	page_write(memstream_open(&mem), &v);
	all = memstream_close(&mem);
	verdict_free(&v);
	memmove(all, strstr(all, "<body>"), strlen(strstr(all, "<body>")) + 1);
	return all;
}

/* Each part is in the page, behind the one before; one that begins with '!' is not. */
static void has(char *page, const char *const *part, const char *name)
{
	const char *at = page;

	for (; *part && at; part++)
		if (**part == '!')
			at = strstr(page, *part + 1) ? NULL : at;
		else
			at = strstr(at, *part) ? strstr(at, *part) + strlen(*part) : NULL;
	ok(at != NULL, "%s", name);
	if (!at)
		printf("# lacks %s\n# in %s\n", part[-1], page);
	free(page);
}

#define HAS(page, name, ...) has(page, (const char *const[]){ __VA_ARGS__, NULL }, name)

/*
 * Of A 20 ms and 60 %, of B 50 ms and 80 %: the axis of maxima is from 20 to 50, that of per cents
 * from 50 to 100. Of the lanes' 70, dots have 18 to 52 in A and 88 to 122 in B, whose middles are
 * 35 and 105; strokes have 4 to 66 and 74 to 136.
 */
static void test_table(void)
{
	static const char two[] = AUDIO("6.1", "202601010000", "Burn 1 +/- 2 20 100 60\n") AUDIO("6.2", "202601010000", "Burn 1 +/- 2 50 100 80\n");

	HAS(page_of(two, 7, false), "A page has titles, sides, notes and a summary", "<body>\n<h1><bdi>6.1</bdi> and <bdi>6.2</bdi></h1>\n<div>\n"
	    "<div class=\"side\"><b>A</b> <bdi>6.1</bdi><small>1 run, 1 table, 1 row (<bdi>text</bdi>)</small></div>\n"
	    "<div class=\"side\"><b>B</b> <bdi>6.2</bdi><small>1 run, 1 table, 1 row (<bdi>text</bdi>)</small></div>\n</div>\n"
	    "<section id=\"B\" style=\"--la:'A';--lb:'B'\">\n<p>Measured: 1 run of A, 1 run of B</p>\n<h2>Summary</h2>\n"
	    "<p class=\"verdict\">B looks better: 1 of 1 deadlines; 0 of 1 maxima (A: 1); not tested, so chance may do as much.</p>\n"
	    "<table><thead><tr><th class=\"l\" rowspan=\"2\" scope=\"col\">Wins (not tested)</th>"
	    "<th colspan=\"2\" scope=\"colgroup\">Deadlines Met</th><th colspan=\"2\" scope=\"colgroup\">Max Latency</th></tr>\n"
	    "<tr><th scope=\"col\">A</th><th scope=\"col\">B</th><th scope=\"col\">A</th><th scope=\"col\">B</th></tr></thead>\n<tbody>\n"
	    "<tr><th scope=\"row\">Audio</th><td>0</td><td>1</td><td>1</td><td>0</td></tr>\n</tbody></table>\n"
	    "<p class=\"w\">1 run of A, 1 of B: too few", "<p class=\"w\">All runs of A precede", "<p>Figures are those of one run", "<p class=\"key\">",
	    "those left of the dashed line (7 ms) are too short to be noticed.</p>\n<h3>Audio</h3>", "</section>\n<footer>");
	HAS(page_of(two, 0, false), "Without --notice nothing is said of it", "is logarithmic.</p>\n");
	HAS(page_of(two, 7, false), "A table has its columns, axes and rows", "<h3>Audio</h3>\n<table class=\"runs\"><thead><tr>"
	    "<th class=\"l\" rowspan=\"2\" scope=\"col\">Load</th><th colspan=\"2\" scope=\"colgroup\">Max Latency (ms)</th>"
	    "<th colspan=\"2\" scope=\"colgroup\">% Desired CPU</th><th colspan=\"2\" scope=\"colgroup\">% Deadlines Met</th>"
	    "<th class=\"s\">Max Latency (ms)</th><th class=\"s\">% Deadlines Met</th></tr>\n<tr><th scope=\"col\">A</th><th scope=\"col\">B</th>"
	    "<th scope=\"col\">A</th><th scope=\"col\">B</th><th scope=\"col\">A</th><th scope=\"col\">B</th>"
	    "<th class=\"s sm\"><svg viewBox=\"-60 0 1120 140\" aria-hidden=\"true\"><defs>"
	    "<g id=\"B0m\"><path class=\"grid\" d=\"M0 0V140M1000 0V140\"/><text class=\"la\" x=\"-24\" y=\"51\">A</text>"
	    "<text class=\"lb\" x=\"-24\" y=\"121\">B</text></g><g id=\"B0mn\"><text x=\"0\" y=\"188\">20</text>"
	    "<text x=\"1000\" y=\"188\">50</text></g></defs><use href=\"#B0mn\" y=\"-60\"/></svg></th>"
	    "<th class=\"s sd\"><svg viewBox=\"-60 0 1120 140\" aria-hidden=\"true\"><defs>"
	    "<g id=\"B0d\"><path class=\"grid\" d=\"M0 0V140M500 0V140M1000 0V140\"/>",
	    "<text x=\"0\" y=\"188\">50</text><text x=\"500\" y=\"188\">75</text><text x=\"1000\" y=\"188\">100</text></g></defs>",
	    "<use href=\"#B0dn\" y=\"-60\"/></svg></th></tr></thead>\n<tbody>\n<tr><th scope=\"row\">Burn</th>"
	    "<td class=\"m a y\">20<b>*</b></td><td class=\"m b n\">50</td><td class=\"c a\">100</td><td class=\"c b\">100</td>"
	    "<td class=\"d a n\">60</td><td class=\"d b y\">80<b>*</b></td>\n<td class=\"s sm\"><svg viewBox=\"-60 0 1120 140\" role=\"img\">"
	    "<title>A: 1 run, 20 to 20, median 20. B: 1 run, 50 to 50, median 50.</title><use href=\"#B0m\"/><use class=\"scale\" href=\"#B0mn\"/>"
	    "<g class=\"ra\"><circle cx=\"0\" cy=\"35\" r=\"15\"/></g><path class=\"ma\" d=\"M0 4v62\"/>"
	    "<g class=\"rb\"><circle cx=\"1000\" cy=\"105\" r=\"15\"/></g><path class=\"mb\" d=\"M1000 74v62\"/></svg></td>\n"
	    "<td class=\"s sd\"><svg viewBox=\"-60 0 1120 140\" role=\"img\">"
	    "<title>A: 1 run, 60 to 60, median 60. B: 1 run, 80 to 80, median 80.</title><use href=\"#B0d\"/><use class=\"scale\" href=\"#B0dn\"/>"
	    "<g class=\"ra\"><circle cx=\"200\" cy=\"35\" r=\"15\"/></g><path class=\"ma\" d=\"M200 4v62\"/>"
	    "<g class=\"rb\"><circle cx=\"600\" cy=\"105\" r=\"15\"/></g><path class=\"mb\" d=\"M600 74v62\"/></svg></td>\n"
	    "</tr>\n</tbody></table>\n</section>", "!class=\"near\"");
}

/* Two runs of A, four where they are tested; what one side lacks; other tasks and a third side. */
static void test_pages(void)
{
#define A_RUN(date, max, met) AUDIO("6.1", date, "Burn 1 +/- 2 " max " 100 " met "\n")
#define B_RUN(date, max, met) AUDIO("6.2", date, "Burn 1 +/- 2 " max " 100 " met "\n")
	/* from 1 to 10 ms: 2 and 5 are at 0.30103 and 0.69897; 3, the middle of 1 and 5, at 0.47712 */
	HAS(page_of(A_RUN("1", "1", "99") A_RUN("2", "5", "99") B_RUN("3", "10", "0"), 7, false), "Runs are dots from the top to the bottom",
	    "<small>2 runs, 2 tables, 2 rows (", "<path class=\"grid\" d=\"M0 0V140M301 0V140M699 0V140M1000 0V140\"/><path class=\"near\" d=\"M845 0V140\"/>",
	    "<text x=\"0\" y=\"188\">0</text><text x=\"500\" y=\"188\">50</text>",
	    "<td class=\"m a y\">3<b>*</b></td><td class=\"m b n\">10</td>", "<title>A: 2 runs, 1 to 5, median 3. B: 1 run, 10 to 10, median 10.</title>",
	    "<g class=\"ra\"><circle cx=\"0\" cy=\"26\" r=\"15\"/><circle cx=\"699\" cy=\"44\" r=\"15\"/></g><path class=\"ma\" d=\"M477 4v62\"/>");
	HAS(page_of(A_RUN("1", "0", "100") B_RUN("3", "7", "100"), 7, false), "A maximum of 0 has no place on its axis, and stands at its end",
	    "<path class=\"grid\" d=\"M0 0V140M1000 0V140\"/><path class=\"near\" d=\"M485 0V140\"/>",
	    "<text x=\"0\" y=\"188\">99</text><text x=\"500\" y=\"188\">99.5</text>", "<td class=\"d a e\">100</td><td class=\"d b e\">100</td>",
	    "<g class=\"ra\"><circle cx=\"0\" cy=\"35\"");
	HAS(page_of(A_RUN("1", "0", "100") B_RUN("3", "0", "100"), 7, false), "Nor have two", "<text x=\"0\" y=\"188\">1</text>", "<text x=\"1000\" y=\"188\">10</text>");
	HAS(page_of(A_RUN("1", "20", "60") AUDIO("6.2", "2", "None 1 +/- 2 50 100 80\nRing      skipped: no room\n"
						 "X 1 +/- 2 3 104 5\n") "", 7, false), "Sides without a row in common are not compared",
	    "<small>1 run, 1 table, 1 row and 2 without figures (<bdi>text</bdi>)</small></div>\n<p class=\"w\">not read in B: Audio beside X", "!<section");
	HAS(page_of(A_RUN("1", "20", "60") AUDIO("6.2", "2", "Burn 1 +/- 2 20 100 60\nNone 1 +/- 2 50 100 80\n"), 7, false), "What one side lacks is said",
	    "1 run, 1 table, 2 rows (", "<th scope=\"row\">None</th><td class=\"m a\">-</td><td class=\"m b\">50</td><td class=\"c a\">-</td>",
	    "<td class=\"d a\">-</td><td class=\"d b\">80</td>", "<title>A: no figure. B: 1 run, 50 to 50, median 50.</title>",
	    "<g class=\"ra\"></g><g class=\"rb\"><circle cx=\"1000\"");
	HAS(page_of(AUDIO("6.1", "1", ROW) OTHER("Hog") "Burn 1 +/- 2 3 50\n" OTHER("Wakeup") "Burn 1 +/- 2 10\n"
		    AUDIO("6.2", "1", ROW) OTHER("Hog") "Burn 1 +/- 2 3 60\n" OTHER("Wakeup") "Burn 1 +/- 2 20\n", 7, false), "A task has the columns that it needs",
	    "<th scope=\"row\">Hog</th><td>0</td><td>1</td><td>0</td><td>0</td></tr>", "<th scope=\"row\">Wakeup</th><td>-</td><td>-</td><td>1</td><td>0</td></tr>",
	    "<h3>Hog</h3>", "% Desired CPU</th><th class=\"s\">Max Latency (ms)</th><th class=\"s\">% Desired CPU</th></tr>", "<g id=\"B1c\">",
	    "<td class=\"c a n\">50</td><td class=\"c b y\">60<b>*</b></td>\n", "<h3>Wakeup</h3>", "Max Latency (ms)</th><th class=\"s\">Max Latency (ms)</th></tr>",
	    "<g id=\"B2m\">", "<td class=\"m a y\">10<b>*</b></td><td class=\"m b n\">20</td>\n<td class=\"s sm\">");
	/* p of four runs a side that all differ is 2 of C(8, 4) = 70 labelings */
	HAS(page_of(A_RUN("1", "20", "60") A_RUN("2", "21", "61") A_RUN("3", "22", "62") A_RUN("4", "23", "63")
		    B_RUN("1", "30", "70") B_RUN("2", "31", "71") B_RUN("3", "32", "72") B_RUN("4", "33", "73"), 7, false), "A test has its p",
	    "<th class=\"l\" rowspan=\"2\" scope=\"col\">Wins</th>", "<p>4 runs of A, 4 of B: the smallest p", "<th colspan=\"2\" scope=\"colgroup\">adjusted p</th>",
	    "<th scope=\"col\">max</th><th scope=\"col\">met</th><th class=\"s sm\">",
	    "<td class=\"d b y\">71.5<b>*</b></td><td class=\"m p\">0.029</td><td class=\"d p\">0.029</td>\n");
#define WAKEUP(kernel, date, max) "Benchmarking kernel " kernel " at datestamp " date "\n\n" OTHER("Wakeup") "Burn 1 +/- 2 " max "\n"
	HAS(page_of(WAKEUP("6.1", "1", "20") WAKEUP("6.1", "2", "21") WAKEUP("6.1", "3", "22") WAKEUP("6.1", "4", "29")
		    WAKEUP("6.2", "1", "20.1") WAKEUP("6.2", "2", "21.1") WAKEUP("6.2", "3", "22.1") WAKEUP("6.2", "4", "29.1"), 7, false), "One p if maxima are all",
	    "<th colspan=\"1\" scope=\"colgroup\">adjusted p</th>", "<td class=\"m b e\">21.6<b>~</b></td><td class=\"m p\">");
	HAS(page_of(A_RUN("1", "20", "60") B_RUN("1", "20", "60") AUDIO("6.3", "1", "Burn 1 +/- 2 20 100 60\n"), 7, false), "Three sides are two comparisons",
	    "<h1>3 sides compared</h1>", "<section id=\"B\" style=\"--la:'A';--lb:'B'\">\n<h2>A and B</h2>\n", "<h3>Summary</h3>",
	    "<section id=\"C\" style=\"--la:'A';--lb:'C'\">\n<h2>A and C</h2>\n", "<h3>Summary</h3>", "<g id=\"C0m\">", "class=\"lb\" x=\"-24\" y=\"121\">C</text>");
	HAS(page_of(AUDIO("6.1", "1", "Burn 1 +/- 2 20 100 60\n\nLoad      load's work per second\nBurn 1 CPU s\n")
		    AUDIO("6.2", "1", "Burn 1 +/- 2 30 100 50\n\nLoad      load's work per second\nBurn 2 CPU s\n"), 7, false), "A side that gave less is marked",
	    "<th scope=\"row\">Burn <b class=\"less\">!</b></th>");
	HAS(page_of("Benchmarking kernel <a> at datestamp 1\nComment: &b\n\n" HEAD ROW AUDIO("6.2", "1", ROW), 7, false), "Names are escaped",
	    "<h1><bdi>&#60;a&#62; &#38;b</bdi>", "<b>A</b> <bdi>&#60;a&#62; &#38;b</bdi>");
	forget();
}

/* What -v adds, in a table of its own for percentiles, frames and work. */
static void test_more_tables(void)
{
#define MORE(p50, done99, cpu, mb) "Burn 1 +/- 2 20 100 60\nNone 1 +/- 2 20 100 60\n\nLoad  p50  done99\nBurn  " p50 "  " done99 "\n" \
	"\nLoad      load's work per second\nBurn      " cpu " CPU s, " mb " MB\n"
#define SIDES "<th scope=\"col\">A</th><th scope=\"col\">B</th><th scope=\"col\">change</th></tr></thead>\n"
	static const char two[] = AUDIO("6.1", "1", MORE("7", "12", "1", "4")) AUDIO("6.2", "1", MORE("8", "6", "2", "4"));

	HAS(page_of(two, 7, false), "Without -v nothing is added", "!<table class=\"work\"", "!runs more");
	HAS(page_of(two, 7, true), "Tables of -v stand below the others", "Below each table stands", "</svg></td>\n</tr>\n</tbody></table>\n"
	    "<table class=\"runs more\"><thead><tr><th class=\"l\" rowspan=\"2\" scope=\"col\">Load</th>"
	    "<th colspan=\"3\" scope=\"colgroup\">wakeup p50 (ms)</th></tr>\n<tr>" SIDES "<tbody>\n"
	    "<tr><th scope=\"row\">Burn</th><td data-of=\"wakeup p50 (ms)\" class=\"v a e\">7</td><td class=\"v b e\">8</td><td class=\"v p\">+14.3%</td></tr>\n"
	    "<tr><th scope=\"row\">None</th><td data-of=\"wakeup p50 (ms)\" class=\"v a\">-</td><td class=\"v b\">-</td><td class=\"v p\">-</td></tr>\n"
	    "</tbody></table>\n<table class=\"runs more\"><thead>", "done99 (ms)</th></tr>", "-50.0%</td></tr>\n", "</tbody></table>\n"
	    "<table class=\"work\"><thead><tr><th class=\"l\" rowspan=\"2\" scope=\"col\">Load</th>"
	    "<th colspan=\"4\" scope=\"colgroup\">load's work per second</th></tr>\n<tr><th class=\"l\" scope=\"col\">unit</th>" SIDES
	    "<tbody>\n<tr><th rowspan=\"2\" scope=\"rowgroup\">Burn</th><th scope=\"row\">CPU s</th>"
	    "<td class=\"v a e\">1</td><td class=\"v b e\">2</td><td class=\"v p\">+100%</td></tr>\n<tr><th scope=\"row\">MB</th>"
	    "<td class=\"v a e\">4</td><td class=\"v b e\">4</td><td class=\"v p\">0%</td></tr>\n</tbody>\n</table>\n</section>");
	forget();
}

int main(void)
{
	test_more();
	test_table();
	test_pages();
	test_more_tables();
	test_escapes();
	test_steps();
	test_axis_of_times();
	test_axis_of_percent();
	return unit_end();
}
