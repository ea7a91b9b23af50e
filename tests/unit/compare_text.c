/* SPDX-License-Identifier: GPL-2.0-or-later */
/* a verdict as text, laid out by hand: columns of 9 and 8 characters, and a mark behind each */
#include <stdlib.h>

#include "lib/compare_text.c"
#include "logs.h"
#include "unit.h"

/* What is printed of the runs of a text, which were read from source; to be freed. */
static char *printed(const char *text, bool details, bool color, const char *source)
{
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7, .details = details, .color = color };
	struct verdict v;
	struct memstream mem;
	FILE *f = memstream_open(&mem);

	read_text(text);
	for (size_t i = 0; i < runs; i++)
		run[i].source = source;
	verdict_of(&v, run, runs, &o);
	compare_print(f, &v);
	verdict_free(&v);
	return memstream_close(&mem);
}

/* These lines are in it. */
static void has(char *got, const char *lines, const char *name)
{
	ok(strstr(got, lines) != NULL, "%s", name);
	if (!strstr(got, lines))
		printf("# %s\n# lacks\n# %s\n", got, lines);
	free(got);
}

#define RUN(kernel, date, head, rows) "Benchmarking kernel " kernel " at datestamp " date "\n\n" head rows "\n"

static void test_one_run(void)
{
#define MORE(p50, p99, done99, cpu, mb) "\nLoad  p50  p99  done99\nBurn  " p50 "  " p99 "  " done99 "\n" \
	"\nLoad      load's work per second\nBurn      " cpu " CPU s, " mb " MB\n"
	static const char text[] =
		RUN("a", "1", HEAD, "Burn 1 +/- 2 20 100 60\nNone 1 +/- 2 3 100 40\nX 1 +/- 2 3 100 40\n" MORE("7", "9", "12", "1", "4"))
		RUN("b", "1", HEAD, "Burn 1 +/- 2 10 100 50\nNone 1 +/- 2 3 100 40\nX 1 +/- 2 3 100 50\n" MORE("8", "9", "6", "2", "3"));

	has(printed(text, true, false, "text"),
		"\n"
		"Audio      Max Latency (ms)     % Desired CPU   % Deadlines Met\n"
		"Load            A         B        A        B        A        B\n"
		"Burn           20        10*     100      100       60*      50  !\n"
		"None            3         3      100      100       40       40\n"
		"X               3         3      100      100       40       50*\n"
		"\n"
		"Audio            wakeup p50 (ms)         wakeup p99 (ms)\n"
		"Load          A       B   change      A       B   change\n"
		"Burn          7       8   +14.3%      9       9       0%\n"
		"None          -       -        -      -       -        -\n"
		"X             -       -        -      -       -        -\n"
		"\n"
		"Audio                done99 (ms)\n"
		"Load          A       B   change\n"
		"Burn         12       6   -50.0%\n"
		"None          -       -        -\n"
		"X             -       -        -\n"
		"\n"
		"Audio     load's work per second\n"
		"Load                         A          B   change\n"
		"Burn      CPU s              1          2    +100%\n"
		"          MB                 4          3   -25.0%\n", "Tables have their columns, and below them what -v adds");
	has(printed(text, true, false, "text"),
		"\n"
		"Summary of wins:  Deadlines Met       Max Latency       (not tested)\n"
		"                      A     B           A     B\n"
		"Audio                 1     1           0     1\n", "The Summary has the wins of each table");
	has(printed(text, false, true, "text"), "\033[31m20\033[0m        \033[32m10\033[0m*     100      100       \033[32m60\033[0m*      \033[31m50\033[0m  !\n",
	    "Better figures are green, and others red");
	has(printed(text, true, true, "text"), "\033[34m7\033[0m       \033[34m8\033[0m ", "Figures of -v that are not marked are blue");
	has(printed(text, false, false, "text"), "A: a: 1 run, 1 table, 3 rows (text)\nB: b: 1 run, 1 table, 3 rows (text)\n\nMeasured: 1 run of A, 1 run of B\n"
	    "Figures are those of one run a side. * marks the better one where they differ by\n    more than 1 %, which is not tested.", "Sides and notes are above");
	has(printed(text, false, false, "text"), "\n\n! 1 run of A, 1 of B: too few to tell a difference from noise; take 4 a side.\n"
	    "! All runs of A precede those of B: a machine that changed in between would look\n!   the same.\n\nSummary of wins:", "Warnings are between");
	has(printed(text, false, false, "text"), "     1\n\nB looks better: 1 of 3 deadlines (A: 1); 1 of 3 maxima; not tested, so chance\n    may do as much.\n", "A verdict is below");
}

static void test_four_runs(void)
{
#define VIDEO "--- Benchmarking Video nice 5 in the presence of loads ---\n"
#define WAKEUP "--- Benchmarking Wakeup in the presence of loads ---\n"
#define REPEAT(kernel, date, max, met) RUN(kernel, date, VIDEO, "Burn 1 +/- 2 " max " 100 " met "\n" WAKEUP "Burn 1 +/- 2 " max "\n")
	static const char text[] = REPEAT("a", "1", "20", "60") REPEAT("a", "2", "21", "61") REPEAT("a", "3", "22", "62") REPEAT("a", "4", "23", "63")
		REPEAT("b", "1", "10", "40") REPEAT("b", "2", "11", "41") REPEAT("b", "3", "12", "42") REPEAT("b", "4", "13", "43");

	has(printed(text, false, false, "text"),
		"\n"
		"Video nice 5\n"
		"           Max Latency (ms)     % Desired CPU   % Deadlines Met     adjusted p\n"
		"Load            A         B        A        B        A        B     max    met\n"
		"Burn         21.5      11.5*     100      100     61.5*    41.5   0.029  0.029\n", "A test adds columns of p, and a long label a line");
	has(printed(text, false, false, "text"),
		"\n"
		"Wakeup     Max Latency (ms)     adjusted p\n"
		"Load            A         B     max\n"
		"Burn         21.5      11.5*  0.029\n", "A task with maxima alone has one p");
	has(printed(text, false, false, "text"),
		"\n"
		"Summary of wins:  Deadlines Met       Max Latency\n"
		"                      A     B           A     B\n"
		"Video nice 5          1     0           0     1\n"
		"Wakeup                -     -           0     1\n"
		"\n", "Its Summary is of what was tested");
	has(printed(text, false, false, "text"), "A: a: 4 runs, 8 tables, 8 rows (text)\n", "Runs, tables and rows are counted");
}

/* Of 80 columns ": 1 run, 1 table, 1 row ()" and "A: " leave 51. */
static void test_sides(void)
{
#define B RUN("b", "1", HEAD, ROW)
#define WITH(date, facts, rows) "Benchmarking kernel a at datestamp " date "\n" facts "\n" HEAD rows "\n"
	char *got;
#define D70 "1234567890123456789012345678901234567890123456789012345678901234567890"
	has(printed(RUN(D70, "1", HEAD, ROW) B, false, false, "text"),
	    "A: 12345678901234...123456789012345678901234567890: 1 run, 1 table, 1 row (text)\n", "A name is cut to 47 characters beside a source of 4");
	has(printed(RUN(D70, "1", HEAD, ROW) B, false, false, "text"), "\nA in full:\n    " D70 "\n", "and told in full");
	has(printed(RUN("a", "1", HEAD, ROW) B, false, false, "/12345678901234567890123456789012345678901234567890123456789"),
	    "A: a: 1 run, 1 table, 1 row (/12345678901234...89012345678901234567890123456789)\n", "A source is cut to what a name leaves");
	has(printed(RUN(D70, "1", HEAD, ROW) B, false, false, "/12345678901234567890123456789012345678901234567890123456789"),
	    "A: 1234567890...9012345678901234567890: 1 run, 1 table, 1 row (/123...123456789)\n", "which is 16 at least");
	has(printed(RUN("a", "1", HEAD, ROW) B, false, false, NULL), "A: a: 1 run, 1 table, 1 row\nB: b", "A run that was just measured has no source");
	has(printed(RUN("a", "1", HEAD, ROW "None      died\nX 1 +/- 2 3 104 5\n") B, false, false, "text"),
	    "A: a: 1 run, 1 table, 1 row and 2 without figures (text)\n! not read in A: Audio beside X: a per cent is above 100\nB:", "Rows without figures are counted apart");
	has(printed(RUN("a", "1", HEAD, ROW) "--- Benchmarking X in the presence of loads ---\nNone 1 +/- 2 3 4 5\n" B "--- Benchmarking Video in the presence of loads ---\n" ROW,
		    false, false, "text"), "A: a: 1 run, 2 tables, 2 rows (text)\n", "Two tables are two");
	has(printed(WITH("1", "X: 1\n", ROW) WITH("2", "X: 2\n", "Burn 1 +/- 2 3 4 5\n") B, false, false, "text"),
	    "A: a: 2 runs, 2 tables, 2 rows (text)\n! X within A: 1 of 1, 1 of 2\nB:", "What differs within a side is below it");
	got = printed(RUN("a", "1", HEAD, ROW) RUN("b", "1", "--- Benchmarking X in the presence of loads ---\n", ROW), false, false, "text");
	ok(!strstr(got, "Summary"), "Sides without a row in common have no tables");
	free(got);
	forget();
}

int main(void)
{
	test_one_run();
	test_four_runs();
	test_sides();
	return unit_end();
}
