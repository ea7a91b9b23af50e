/* SPDX-License-Identifier: GPL-2.0-or-later */
/* runs sorted into sides, their names and their blocks */
#include <unistd.h>

#include "lib/side.c"
#include "unit.h"
#include "logs.h"

#define LOG_OF(kernel, date, lines, row) \
	"Benchmarking kernel " kernel " at datestamp " date "\n" lines "\n" HEAD COLUMNS row "\n"
#define LOG(kernel, date, lines) LOG_OF(kernel, date, lines, ROW)

static struct side side[SIDES_MAX];
static size_t sides;

/* The sides that were sorted last are not looked at any more. */
static void drop(void)
{
	sides_free(side, sides);
	memset(side, 0, sizeof(side));
	sides = 0;
}

static void sort_text(const char *text)
{
	sides_free(side, sides);
	read_text(text);
	drop();
	sides = sides_sort(side, run, runs);
}

/* The kernels of the sides' first runs, and how many runs they have: "a2 b1". */
static void is_sorted(const char *wanted, const char *name)
{
	char got[200] = "";

	for (size_t i = 0; i < sides; i++)
		sprintf(got + strlen(got), "%s%s%zu", i ? " " : "", side[i].run[0]->kernel, side[i].runs);
	is(got, wanted, name);
}

static void test_sort(void)
{
	sort_text(LOG("b", "202601010001", "") LOG("a", "202601010002", "") LOG("b", "202601010003", ""));
	is_sorted("b2 a1", "Runs of one kernel are one side, and sides come as they were read");
	ok(side[0].letter == 'A' && side[1].letter == 'B', "Sides are called by letters in their order");
	sort_text(LOG("a", "202601010001", "Comment: x\n") LOG("a", "202601010002", "Comment: y\n"));
	is_sorted("a1 a1", "Another comment is another side");
	sort_text(LOG("a", "202601010001", "Task: nice 5\n") LOG("a", "202601010002", "Load: nice 5\n"));
	is_sorted("a1 a1", "Roles that are scheduled in another way are another side");
	sort_text(LOG("a", "202601010001", "Busy: 7 %\n") LOG("a", "202601010002", "Busy: 9 %\n"));
	is_sorted("a2", "What a run happened to meet makes no other side");
	sort_text(LOG("c", "202601010001", "Setting: 3 of 3, x\n") LOG("a", "202601010002", "Setting: 1 of 3, x\n")
		  LOG("b", "202601010003", "Setting: 2 of 3, x\n"));
	is_sorted("a1 b1 c1", "Settings come in the order given, not in that of their passes");
	sort_text(LOG("c", "202601010001", "Setting: 3 of 3, x\n") LOG("a", "202601010002", "") LOG("b", "202601010003", "Setting: 2 of 3, x\n"));
	is_sorted("c1 a1 b1", "A run without a setting stays where it was, and parts them");
	sort_text(LOG("a", "202601010001", "") LOG("a", "202601010001", ""));
	is_sorted("a1", "A run that is quoted once more counts once");
#define FEW LOG_OF("a", "202601010001", "", "None        939 +/- 0         939               0              0")
	sort_text(FEW FEW);
	is_sorted("a2", "Passes of one minute whose few digits agree by chance are two runs");
	sort_text(LOG("a", "202601010001", "") "\nLoad     p50\nBurn     4\n\n"
		  LOG("a", "202601010001", "") "\nLoad     p50\nBurn     5\n\n");
	is_sorted("a2", "Runs that differ in a figure of -v are two");
}

#define USING(seconds) "Using cpu time, running every load for " seconds " seconds\n"
#define NICE(nice) "--- Benchmarking simulated cpu of Audio " nice " in the presence of simulated ---\n"

/* Two runs of one kernel that differ in this alone, and how their sides are called. */
static void test_settings(void)
{
	static const struct { const char *above[2], *fact[2], *head[2], *name[2]; } c[] = {
		{ { USING("5"), USING("7") }, { 0 }, { 0 }, { "6.1, 5 s", "6.1, 7 s" } },
		{ { USING("5"), "Using 9 loops per ms, running every load for 5 seconds\n" }, { 0 }, { 0 }, { "6.1, CPU time", "6.1" } },
		{ { "Using 8 loops per ms, running every load for 5 seconds\n", "Using 9 loops per ms, running every load for 5 seconds\n" },
		  { 0 }, { 0 }, { "6.1" } },
		{ { "Load set to 2 processors\n", "Load set to 3 processors\n" }, { 0 }, { 0 }, { "6.1, 2 processors", "6.1, 3 processors" } },
		{ { "Load set to 2 processors\n" USING("5"), "Load set to 3 processors\n" USING("5") }, { 0 }, { 0 },
		  { "6.1, 2 processors", "6.1, 3 processors" } },
		{ { "Load set to 2 processors\n" USING("5"), "Load set to 2 processors\nUsing 9 loops per ms, running every load for 5 seconds\n" },
		  { 0 }, { 0 }, { "6.1, CPU time", "6.1" } },
		{ { "Load set to 2 processors\n" USING("5"), "Using 9 loops per ms, running every load for 7 seconds\n" },
		  { 0 }, { 0 }, { "6.1, 5 s, 2 processors, CPU time", "6.1, 7 s" } },
		{ { "one:\n\n", "two:\n\n" }, { 0 }, { 0 }, { "6.1, one", "6.1, two" } },
		{ { 0 }, { "Comment: a\n", "Comment: b\n" }, { 0 }, { "6.1 a", "6.1 b" } },
		{ { 0 }, { "Task: fifo 1\n", "Task: default\n" }, { 0 }, { "6.1, task fifo 1", "6.1, task default" } },
		{ { 0 }, { "Task: fifo 1\n", "Task: fifo 2\n" }, { 0 }, { "6.1, task fifo 1", "6.1, task fifo 2" } },
		{ { 0 }, { "Load: batch\n", "" }, { 0 }, { "6.1, load batch", "6.1" } },
		{ { 0 }, { "Task: default\n", "" }, { 0 }, { "6.1" } },
		{ { 0 }, { "Custom: x\n", "Custom: y\n" }, { 0 }, { "6.1, Custom: x", "6.1, Custom: y" } },
		{ { 0 }, { "Custom: x\n", "" }, { 0 }, { "6.1, Custom: x", "6.1" } },
		{ { 0 }, { "Command: x\n", "Command: y\n" }, { 0 }, { "6.1, Command: x", "6.1, Command: y" } },
		{ { 0 }, { "Idle latency held: 0 us\n", "Custom: y\n" }, { 0 }, { "6.1, Idle latency held: 0 us", "6.1, Custom: y" } },
		{ { 0 }, { "Custom: x\n", "Custom: x\n" }, { 0 }, { "6.1" } },
		{ { 0 }, { 0 }, { NICE(""), NICE("nice 5") }, { "6.1", "6.1, nice 5" } },
		{ { 0 }, { 0 }, { NICE(""), "--- Benchmarking Audio real time nice 5 in the presence of loads nice 3 ---\n" },
		  { "6.1", "6.1, real time, nice 5, loads nice 3" } },
		{ { 0 }, { "Task: fifo 1\nLoad: batch\nCommand: x\n", "" }, { 0 }, { "6.1, task fifo 1, load batch, Command: x", "6.1" } },
		{ { 0 }, { 0 }, { NICE(""), NICE("real time") }, { "6.1", "6.1, real time" } },
		{ { 0 }, { 0 }, { NICE(""), "--- Benchmarking Audio in the presence of loads nice 5 ---\n" }, { "6.1", "6.1, loads nice 5" } },
		{ { 0 }, { 0 }, { NICE(""), "--- Benchmarking X nice 5 in the presence of loads ---\n" }, { "6.1" } },
		{ { 0 }, { 0 }, { NICE("") ROW "--- Benchmarking X in the presence of loads ---\n",
				  NICE("") ROW "--- Benchmarking X nice 5 in the presence of loads ---\n" }, { "6.1", "6.1" } },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		char text[2000] = "";

		for (int s = 0; s < 2; s++)
			sprintf(text + strlen(text), "%s%s%s%s%sBurn 17.4 +/- 19.5 46.%d 87 7.62\n\n", c[i].above[s] ? c[i].above[s] : "",
				KERNEL, c[i].fact[s] ? c[i].fact[s] : "", c[i].fact[s] ? "\n" : "", c[i].head[s] ? c[i].head[s] : HEAD, s);
		sort_text(text);
		sides_describe(side, sides);
		ok(sides == (c[i].name[1] ? 2 : 1), "These are two sides, if they have two names: %s %s", c[i].name[0], c[i].name[1] ? c[i].name[1] : "");
		for (size_t s = 0; s < sides && c[i].name[s]; s++)
			is(side[s].name, c[i].name[s], "They are called by what they differ in");
		sides_free(side, sides);
	}
	sort_text("one:\n" HEAD ROW "\ntwo:\n" HEAD "Burn 1 +/- 2 3 4 5\n");
	sides_describe(side, sides);
	ok(sides == 2 && !strcmp(side[0].name, "one") && !strcmp(side[1].name, "two"), "Without a kernel the title is the name");
	sides_free(side, sides);
	sort_text(HEAD ROW);
	sides_describe(side, sides);
	is(sides ? side[0].name : "", "unnamed", "Without a title, too, there is no name");
	sides_free(side, sides);
	sort_text("one:\n\n" LOG("a", "202601010001", "Comment: c\n") "two:\n\n" LOG("b", "202601010001", "Comment: c\n"));
	sides_describe(side, sides);
	ok(sides == 2 && !strcmp(side[0].name, "a c") && !strcmp(side[1].name, "b c"), "A title is not named where kernels differ");
	sides_free(side, sides);
}

#define QUOTE(lines, row) LOG_OF("a", "202601010001", lines, row)

/* A run and one with the same header, or with none: is it a quotation? */
static void test_quotations(void)
{
	static const struct { const char *what, *text, *sorted; } c[] = {
		{ "8 digits that agree", QUOTE("", "X 1000 +/- 10 10000 0 0\n") QUOTE("", "X 1000 +/- 10 10000 0 0\n"), "a1" },
		{ "7 digits", QUOTE("", "X 1000 +/- 10 1000 0 0\n") QUOTE("", "X 1000 +/- 10 1000 0 0\n"), "a2" },
		{ "100 %, which tell nothing", QUOTE("", "X 1000 +/- 10 1000 100 100\n") QUOTE("", "X 1000 +/- 10 1000 100 100\n"), "a2" },
		{ "decimals", QUOTE("", "X 10.00 +/- .10 10.000 0 0\n") QUOTE("", "X 10.00 +/- .10 10.000 0 0\n"), "a1" },
		{ "digits of several rows", QUOTE("", "X 1000 +/- 1 1000 0 0\nNone 10 +/- 1 10 0 0\n") QUOTE("", "X 1000 +/- 1 1000 0 0\nNone 10 +/- 1 10 0 0\n"),
		  "a1" },
		{ "one row of two", QUOTE("", ROW "X 1000 +/- 10 10000 0 0\n") QUOTE("", "X 1000 +/- 10 10000 0 0\n"), "a1" },
		{ "a row that the run lacks", QUOTE("", ROW) QUOTE("", ROW "X 1 +/- 1 1 0 0\n"), "a2" },
		{ "a row that could not be read", QUOTE("", ROW "X 1 +/- 1 1 0 0\n") QUOTE("", ROW "X 1 +/- 1 1 0\n"), "a1" },
		{ "7 digits and a row that could not be read", QUOTE("", "X 1000 +/- 10 1000 0 0\n") QUOTE("", "X 1000 +/- 10 1000 0 0\nNone 1 +/- 1 1 104 0\n"), "a2" },
		{ "a mean that differs", QUOTE("", ROW) QUOTE("", "Burn 17.5 +/- 19.5 46.3 87 7.62\n"), "a2" },
		{ "an SD that differs", QUOTE("", ROW) QUOTE("", "Burn 17.4 +/- 19.6 46.3 87 7.62\n"), "a2" },
		{ "a maximum that differs", QUOTE("", ROW) QUOTE("", "Burn 17.4 +/- 19.5 46.4 87 7.62\n"), "a2" },
		{ "CPU that differs", QUOTE("", ROW) QUOTE("", "Burn 17.4 +/- 19.5 46.3 88 7.62\n"), "a2" },
		{ "deadlines that differ", QUOTE("", ROW) QUOTE("", "Burn 17.4 +/- 19.5 46.3 87 7.63\n"), "a2" },
		{ "figures of another load", QUOTE("", ROW) QUOTE("", "X 17.4 +/- 19.5 46.3 87 7.62\n"), "a2" },
		{ "a date that differs", QUOTE("", ROW) LOG("a", "202601010002", ""), "a2" },
		{ "a state that differs", QUOTE("Busy: 7 %\n", ROW) QUOTE("Busy: 8 %\n", ROW), "a2" },
		{ "a state that is told once", QUOTE("Busy: 7 %\n", ROW) QUOTE("", ROW), "a2" },
		{ "another kernel", QUOTE("", ROW) LOG("b", "202601010001", ""), "a1 b1" },
		{ "another comment", QUOTE("", ROW) QUOTE("Comment: c\n", ROW), "a1 a1" },
		{ "another setting", QUOTE("", ROW) QUOTE("Command: c\n", ROW), "a1 a1" },
		{ "no header", QUOTE("", ROW) "joe wrote:\n\n" HEAD ROW, "a1" },
		{ "no header, and another nice value", QUOTE("", ROW) "joe wrote:\n\n" HEAD ROW "\n" NICE("nice 5") ROW, "a1 a1" },
		{ "no header, and real time", QUOTE("", ROW) HEAD ROW NICE("real time") ROW, "a1 a1" },
		{ "another run's title", "one:\n\n" QUOTE("", ROW) "two:\n\n" QUOTE("", ROW), "a1" },
		{ "a table that the run lacks", QUOTE("", ROW) QUOTE("", ROW "--- Benchmarking simulated cpu of X in the presence of simulated ---\n" ROW), "a2" },
		{ "figures that are not known", QUOTE("", "Burn 17.4 +/- nan 46.3 87 7.62\n") QUOTE("", "Burn 17.4 +/- nan 46.3 87 7.62\n"), "a1" },
		{ "a figure that is known once", QUOTE("", "Burn 17.4 +/- nan 46.3 87 7.62\n") QUOTE("", ROW), "a2" },
		{ "tables of -v that it leaves out", QUOTE("", ROW "\nLoad     p50\nBurn     4\n") QUOTE("", ROW), "a1" },
		{ "tables of -v that it has alone", QUOTE("", ROW) QUOTE("", ROW "\nLoad     p50\nBurn     4\n"), "a1" },
		{ "a run of the second side", LOG("b", "202601010001", "") QUOTE("", ROW) QUOTE("", ROW), "b1 a1" },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		sort_text(c[i].text);
		is_sorted(c[i].sorted, c[i].what);
	}
	read_text(QUOTE("", ROW) QUOTE("", ROW));
	run[0].source = run[1].source = NULL;
	drop();
	sides = sides_sort(side, run, runs);
	is_sorted("a2", "Only texts quote");
	run[0].source = "one";
	run[1].source = "two";
	drop();
	sides = sides_sort(side, run, runs);
	is_sorted("a1 a1", "Each text is a side, and quotes none but itself");
}

/* What goes to standard error when so many runs are sorted. */
static const char *sort_told(const struct run *r, size_t n)
{
	FILE *f;
	int was;

	drop();
	hear(&f, &was);
	sides = sides_sort(side, r, n);
	return heard(f, was);
}

static void test_told(void)
{
	read_text(QUOTE("", ROW) QUOTE("", ROW) QUOTE("", ROW));
	is(sort_told(run, 1), "", "A single run has nothing to be told");
	is(sort_told(run, 2), "interbench: 1 run was there already, figure by figure: counted once\n", "A run that is quoted is told of");
	is(sort_told(run, 3), "interbench: 2 runs were there already, figure by figure: counted once\n", "and so are two");
}

/* More sides and runs than there is room for. */
static void test_most(void)
{
	static struct run many[SIDES_MAX + SIDE_RUNS_MAX];
	char kernel[SIDES_MAX + 1][12];

	for (int i = 0; i < SIDES_MAX + SIDE_RUNS_MAX; i++)
		many[i] = (struct run){ .kernel = "last", .comment = "", .title = "", .date = "" };
	for (int i = 0; i <= SIDES_MAX; i++) {
		snprintf(kernel[i], sizeof(kernel[i]), "%d", i);
		many[i].kernel = kernel[i];
	}
	is(sort_told(many, SIDES_MAX), "", "There is room for as many sides as there are letters");
	ok(!strncmp(sort_told(many, SIDES_MAX + 3), "interbench: 3 runs left out: 26 sides of 10000 runs can", 55), "What has no room is told of");
	drop();
	sides = sides_sort(side, many, SIDES_MAX + 1);
	ok(sides == SIDES_MAX && side[SIDES_MAX - 1].runs == 1 && side[SIDES_MAX - 1].letter == 'A' + SIDES_MAX - 1, "A side too many is left out");
	drop();
	sides = sides_sort(side, many + SIDES_MAX - 1, SIDE_RUNS_MAX + 1);
	ok(sides == 3 && side[2].runs == SIDE_RUNS_MAX - 1, "As many runs as a side has room for are its own");
	drop();
	many[SIDES_MAX].kernel = many[SIDES_MAX - 1].kernel = "last";
	sides = sides_sort(side, many + SIDES_MAX - 1, SIDE_RUNS_MAX + 1);
	ok(sides == 1 && side[0].runs == SIDE_RUNS_MAX, "A run too many is left out");
	drop();
}

static void test_blocks(void)
{
	size_t block[SIDE_RUNS_MAX];

	sort_text(LOG("a", "202601010001", "Boot: x\n") LOG("a", "202601010002", "Boot: y\n")
		  LOG("a", "202601010003", "Boot: x\n"));
	ok(side_number_blocks(&side[0], false, block) == 3 && block[0] == 0 && block[1] == 1 && block[2] == 2,
	   "Each run is a block");
	ok(side_number_blocks(&side[0], true, block) == 2 && block[0] == 0 && block[1] == 1 && block[2] == 0,
	   "Runs of one boot are one block where the boot is the block");
	ok(side_boots(&side[0]) == 2, "Boots are counted by their names");
	sort_text(LOG("a", "202601010001", "Boot: x\n") LOG("a", "202601010002", ""));
	ok(side_boots(&side[0]) == 0, "Boots are not known if one run does not tell");
	is(run_boot(side[0].run[1]), "a", "Where no boot is told, another kernel is another boot");
}

static void test_names(void)
{
	sort_text(LOG("a", "202601010001", "Comment: x\n") LOG("b", "202601010002", "") LOG("b", "202601010003", "Task: nice 5\n"));
	sides_describe(side, sides);
	is(side[0].name, "a x", "A side is called by its kernel and comment");
	is(side[1].name, "b", "The usual settings are not named");
	is(side[2].name, "b, task nice 5", "A setting that tells sides of one name apart is named");
	is(side[0].source, "text", "A side tells where it was read");
	ok(side[0].tables == 1 && side[0].rows == 1 && !side[0].voids && !side[0].notes.n, "Tables and rows are counted");
	sides_free(side, sides);
	sort_text("Benchmarking kernel a at datestamp 202601010001\n\n" HEAD COLUMNS
		  "Burn 17.4 +/- 19.5 46.3 187 7.62\nRing 17.4 +/- 19.5 46.3 187 7.62\nNone      skipped: no room\n");
	sides_describe(side, sides);
	ok(side[0].rows == 0 && side[0].voids == 3, "Rows without figures are counted apart");
	ok(side[0].notes.n == 1 && side[0].notes.note[0].subject == SIDE_UNREAD && side[0].notes.note[0].warns,
	   "Rows that were not read for one reason have one note");
	is(side[0].notes.note[0].text, "not read in A: Audio beside Burn, Ring: a per cent is above 100",
	   "The note names the rows and the reason");
	sides_free(side, sides);
	sort_text(KERNEL HEAD "Burn       17.4 +/- 19.5        46.3              87           7.62\n"
		  "Ring       17.4 +/- 19.5        46.3              87            71.\n"
		  "Read       17.4 +/- 19.5        46.3              87             7");
	sides_describe(side, sides);
	ok(side[0].rows == 1 && side[0].voids == 2, "Rows that are cut off have no figures");
	is(side[0].notes.note[0].text, "not read in A: Audio beside Ring: its last figure is cut off behind the point",
	   "One that is cut off within the text is named");
	is(side[0].notes.note[1].text, "not read in A: Audio beside Read: it is cut off",
	   "So is one at its end");
	sides_free(side, sides);
}

static void test_within(void)
{
	sort_text(LOG("a", "202601010001", "Clock source: tsc\n") LOG("a", "202601010002", "Clock source: hpet\n"));
	sides_describe(side, sides);
	ok(side[0].notes.n == 1 && side[0].notes.note[0].subject == SIDE_WITHIN, "Runs that differ in the machine have a note");
	is(side[0].notes.note[0].text, "Clock source within A: 1 of tsc, 1 of hpet", "The note tells both values");
	sides_free(side, sides);
	ok(!strcmp(fact_gap("x", "y", "z"), " ") && !strcmp(fact_gap("CPU", "1234567890123456789012345678901", "1234567890123456789012345678901"), "\n"),
	   "Values that one line has no room for are told on two");
	ok(fact_same("Memory", "1000 MB RAM", "990 MB RAM") && !fact_same("Memory", "1000 MB RAM", "970 MB RAM") &&
	   !fact_same("CPU", "1000", "990"), "Memory that differs by 2 per cent is the same, and nothing else is");
	ok(fact_same("Memory", "1000 MB", "1020 MB") && !fact_same("Memory", "1000 MB", "1021 MB") &&
	   !fact_same("Memory", "1000 MB, no swap", "1000 MB, 5 MB swap"), "It differs by 2 per cent of the first, and in words");
	ok(fact_same("Scheduler", "sched_ext mini, enable_seq 9", "sched_ext mini, enable_seq 10") &&
	   !fact_same("Scheduler", "sched_ext mini, enable_seq 9", "sched_ext min, enable_seq 9") &&
	   !fact_same("Scheduler", "sched_ext mini, enable_seq 9", "fair") && !fact_same("Scheduler", "fair", "BORE") &&
	   !fact_same("CPU", "x, enable_seq 9", "x, enable_seq 10"), "A scheduler that was loaded anew is the same");
	ok(!strcmp(fact_gap("1234", "123456789012345678901234567890", "123456789012345678901234567890"), " ") &&
	   !strcmp(fact_gap("12345", "123456789012345678901234567890", "123456789012345678901234567890"), "\n"), "64 characters have room");
}

/* What is said of the runs of a side, whose facts are these; at most one note. */
static void test_facts(void)
{
	static const struct { const char *fact[3], *note; } c[] = {
		{ { "X: 1\n", "X: 1\n", "X: 1\n" }, "" }, { { "X: 1\n", "X: 1\n", "X: 2\n" }, "X within A: 2 of 1, 1 of 2" },
		{ { "X: 1\n", "X: 2\n", "X: 3\n" }, "X within A: 1 of 1, 1 of 2, 1 of 3" }, { { "", "X: 1\n", "X: 2\n" }, "X within A: 1 of 1, 1 of 2" },
		{ { "X: 1\n", "", "X: 1\n" }, "" }, { { "X: 1\n", "", "X: 2\n" }, "X within A: 1 of 1, 1 of 2" },
		{ { "Y: 1\n", "Y: 1\nX: 1\n", "Y: 1\nX: 2\n" }, "X within A: 1 not given, 1 of 1, 1 of 2" },
		{ { "Y: 1\nX: 1\n", "Y: 1\n", "Y: 1\nX: 1\n" }, "X within A: 2 of 1, 1 not given" },
		{ { "Boot: 1\n", "Boot: 2\n", "Boot: 3\n" }, "" }, { { "Busy: 1\n", "Kernel: 2\n", "Seed: 3\n" }, "" },
		{ { "Memory: 1000 MB\n", "Memory: 990 MB\n", "Memory: 1000 MB\n" }, "" },
		{ { "Scheduler: sched_ext a, enable_seq 2\n", "Scheduler: sched_ext a, enable_seq 1\n",
		    "Scheduler: sched_ext a, enable_seq 10\n" }, "" },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		char text[2000] = "";

		for (int r = 0; r < 3; r++)
			sprintf(text + strlen(text), "%s%s\n%sBurn 17.4 +/- 19.5 46.%d 87 7.62\n\n", KERNEL, c[i].fact[r], HEAD, r);
		sort_text(text);
		sides_describe(side, sides);
		ok(sides == 1 && side[0].notes.n == (*c[i].note != 0) && (!*c[i].note || side[0].notes.note[0].warns), "Runs that differ have one note");
		is(side[0].notes.n ? side[0].notes.note[0].text : "", c[i].note, "It tells how many runs have each value");
		sides_free(side, sides);
	}
}

/* Rows that were not read, by tasks and reasons. */
static void test_unread(void)
{
	char text[4000] = KERNEL "\n";
	bool even = false;

	for (int t = 0; t < 7; t++)
		sprintf(text + strlen(text), "--- Benchmarking T%d in the presence of loads ---\nBurner 1 +/- 2 3 104 5\nBurn 1 +/- 2 3 104 5\n"
			"rn 1 +/- 2 3 104 5\n", t);
	sort_text(text);
	sides_describe(side, sides);
	ok(side[0].notes.n == 7 && side[0].voids == 21 && side[0].tables == 7, "Six kinds of rows are told of, and one note has the rest");
	is(side[0].notes.note[5].text, "not read in A: T5 beside Burner, Burn, rn: a per cent is above 100", "The sixth is told in full");
	is(side[0].notes.note[6].text, "not read in A: 3 more rows", "The rest is a number");
	sides_free(side, sides);
	sort_text(KERNEL HEAD "Burn 1 +/- 2 3 104 5\nX 1 +/- 2 -3 4 5\n" KERNEL "Busy: 5 %\n" HEAD "Burn 1 +/- 2 3 104 5\n");
	sides_describe(side, sides);
	ok(side[0].notes.n == 2 && side[0].runs == 2, "A row that no run could read is told of once");
	is(side[0].notes.note[0].text, "not read in A: Audio beside Burn: a per cent is above 100", "with its load once");
	is(side[0].notes.note[1].text, "not read in A: Audio beside X: a figure is negative", "and apart from another reason");
	sides_free(side, sides);
#define N31 "234567890123456789012345678901"
	sort_text(KERNEL HEAD "a" N31 " 1 +/- 2 3 104 5\nb" N31 " 1 +/- 2 3 104 5\nc" N31 " 1 +/- 2 3 104 5\nd" N31 " 1 +/- 2 3 104 5\n"
		  "e12345678901234567890123456 1 +/- 2 3 104 5\nf1234567890123456789012345678 1 +/- 2 3 104 5\n");
	for (int round = 0; round < HEAP_ROUNDS; round++) {
		size_t heap = heap_used();

		drop();
		sides = sides_sort(side, run, runs);
		sides_describe(side, sides);
		if (!round)	/* 191 bytes: 4 * 31 + 27 + 4 * 2 = 159 leave no room for a longest name, and ", " */
			is(side[0].notes.note[0].text, "not read in A: Audio beside a" N31 ", b" N31 ", c" N31 ", d" N31
			   ", e12345678901234567890123456: a per cent is above 100", "Loads that have no room are left out");
		sides_free(side, sides);
		even |= heap_used() == heap;
	}
	ok(even, "What is said of a side is freed");
	ok(loads_have("Burn, X", "X") && loads_have("Burn, X", "Burn") && !loads_have("Burn, X", "Bur") && !loads_have("Burn, X", "urn") &&
	   loads_have("Burner, Burn", "Burn") && !loads_have("", "X"), "A load is one of a list by its whole name");
}

static bool choose(const char *list, const char *letters)
{
	struct notes notes = { .n = 0 };
	char got[SIDES_MAX + 1] = "";
	bool good;

	sort_text(LOG("a", "202601010001", "") LOG("b", "202601010002", "") LOG("c", "202601010003", "") LOG("c", "202601010004", "Comment: c\n"));
	good = sides_choose(&notes, side, &sides, list);
	for (size_t i = 0; good && i < sides; i++)
		got[i] = side[i].letter;
	if (good && notes.n)
		printf("# %s\n", notes.note[0].text);
	good &= sides == 4 ? !notes.n : notes.n == 1 && notes.note[0].subject == SIDE_LEFT_OUT;
	notes_free(&notes);
	return good && letters ? !strcmp(got, letters) : good;
}

static void test_choose(void)
{
	if (!freopen("/dev/null", "w", stderr))		/* each refusal has a message */
		return;
	ok(choose("C,a", "CA"), "Sides are chosen by letters, of either case, the baseline first");
	ok(choose("b,a,d,c", "BADC"), "Letters go before names");
	ok(!choose("A", NULL), "One side is too few");
	ok(!choose("A,E", NULL), "A letter that is no side's is refused");
	ok(!choose("A,B,A", NULL) && !choose("A,B,B", NULL), "A side named twice is refused");
	ok(!choose("A,", NULL), "One side with a comma behind it is too few");
}

int main(void)
{
	test_sort();
	test_settings();
	test_quotations();
	test_told();
	test_most();
	test_facts();
	test_unread();
	test_blocks();
	test_names();
	test_within();
	test_choose();
	drop();
	forget();
	return unit_end();
}
