/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what is said of a comparison, as notes, and how it ends */
#include <unistd.h>

#include "lib/verdict.c"
#include "unit.h"
#include "logs.h"

#define RUN_AT(kernel, date, above, facts, rows, below) above "Benchmarking kernel " kernel " at datestamp " date "\n" \
	facts "\n" HEAD COLUMNS rows "\n" below "\n"
#define RUN(kernel, facts, below) RUN_AT(kernel, "202601010000", "", facts, ROW, below)
#define PAIR(a_facts, b_facts) RUN("a", a_facts, "") RUN("b", b_facts, "")
#define BELOW(a_below, b_below) RUN("a", "", a_below) RUN("b", "", b_below)

/* The notes of the first comparison on a subject, apart by " | ", with "! " before warnings. */
static const char *notes_of(const char *text, bool details, int subject)
{
	static char told[4000];
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7, .details = details };
	struct verdict v;

	read_text(text);
	verdict_of(&v, run, runs, &o);
	*told = 0;
	for (size_t i = 0; v.comparisons && i < v.comparison[0]->notes.n; i++) {
		const struct note *n = &v.comparison[0]->notes.note[i];

		if (n->subject == subject)
			sprintf(told + strlen(told), "%s%s%s", *told ? " | " : "", n->warns ? "! " : "", n->text);
	}
	for (char *s = told; *s; s++)
		*s = *s == '\n' ? ' ' : *s;
	verdict_free(&v);
	return told;
}

struct noted {
	const char *what, *text, *told;
};

static void notes_are(const struct noted *c, size_t n, bool details, int subject)
{
	for (size_t i = 0; i < n; i++)
		is(notes_of(c[i].text, details, subject), c[i].told, c[i].what);
}

static void test_differs(void)
{
#define LONG "12345678901234567890123456789012"
	static const struct noted c[] = {
		{ "Equal facts are no difference", PAIR("X: 1\n", "X: 1\n"), "" },
		{ "Others are", PAIR("X: 1\n", "X: 2\n"), "! X: 1 in A, 2 in B" },
		{ "So are facts of one side", PAIR("X: 1\n", "Y: 1\n"), "! X: 1 in A, not given in B | ! Y: not given in A, 1 in B" },
		{ "A side without facts tells nothing", PAIR("X: 1\n", ""), "" },
		{ "whichever it is", PAIR("", "X: 1\n"), "" },
		{ "Facts that were not asked for are left out", PAIR("Kernel: 1\nBusy: 1 %\n", "Kernel: 2\nBoot: 1\n"), "" },
		{ "Memory may differ by 2 %", PAIR("Memory: 1000 MB\n", "Memory: 990 MB\n"), "" },
		{ "Scheduling is told of", PAIR("Task: fifo 1\n", ""), "! Task: fifo 1 in A, default in B" },
		{ "that of loads as well", PAIR("Load: batch\n", "Load: idle\n"), "! Load: batch in A, idle in B" },
		{ "Numbers of the header are told of", RUN_AT("a", "202601010000", "Load set to 2 processors\nUsing 8 loops per ms, running every load "
		  "for 0.5 seconds\n", "", ROW, "") RUN_AT("b", "202601010000", "Load set to 3 processors\nUsing 9 loops per ms, running every load "
		  "for 5 seconds\n", "", ROW, ""), "! Time per load: 0.5 s in A, 5 s in B | ! Processors (-L): 2 in A, 3 in B | ! Loops per ms: 8 in A, 9 in B" },
		{ "unless one side has none", RUN_AT("a", "202601010000", "Load set to 2 processors\nUsing 8 loops per ms, running every load "
		  "for 0.5 seconds\n", "", ROW, "") RUN("b", "", ""), "" },
		{ "whichever that is", RUN("a", "", "") RUN_AT("b", "202601010000", "Using cpu time, running every load for 5 seconds\n", "", ROW, ""), "" },
		{ "Loops beside CPU time are told of", RUN_AT("a", "202601010000", "Using 8 loops per ms, running every load for 5 seconds\n", "", ROW, "")
		  RUN_AT("b", "202601010000", "Using cpu time, running every load for 5 seconds\n", "", ROW, ""), "! Work in: loops in A, CPU time in B" },
		{ "and CPU time beside loops", RUN_AT("a", "202601010000", "Using cpu time, running every load for 5 seconds\n", "", ROW, "")
		  RUN_AT("b", "202601010000", "Using 8 loops per ms, running every load for 5 seconds\n", "", ROW, ""), "! Work in: CPU time in A, loops in B" },
	};

	notes_are(c, LENGTH(c), false, NOTE_DIFFERS);
	is(notes_of("Benchmarking kernel a at datestamp 1\n\n--- Benchmarking X in the presence of loads ---\n" ROW
		    "Benchmarking kernel b at datestamp 1\n\n--- Benchmarking X nice 5 in the presence of loads ---\n" ROW, false, NOTE_DIFFERS),
	   "! Task: X in A, X nice 5 in B", "A task that ran another way is told of");
}

static void test_measured(void)
{
#define USING(work) "Using " work ", running every load for 5 seconds\n"
	static const struct noted c[] = {
		{ "Runs are counted", RUN("a", "", "") RUN("b", "", ""), "Measured: 1 run of A, 1 run of B" },
		{ "and boots", RUN("a", "Boot: x\n", "") RUN("b", "Boot: y\n", "") RUN_AT("b", "202601010001", "", "Boot: z\n", ROW, ""),
		  "Measured: 1 run (1 boot) of A, 2 runs (2 boots) of B" },
		{ "CPUs as the machine has them", PAIR("CPUs: 1 in use\n", ""), "Measured: 1 CPU; 1 run of A, 1 run of B" },
		{ "or as the loads had", RUN_AT("a", "1", "Load set to 2 processors\n", "CPU: T\n", ROW, "") RUN("b", "", ""),
		  "Measured: T, 2 CPUs; 1 run of A, 1 run of B" },
		{ "with the model alone", PAIR("CPU: T\n", ""), "Measured: T; 1 run of A, 1 run of B" },
		{ "with all of it", RUN_AT("a", "1", USING("cpu time"), "CPU: T\nCPUs: 4 in use\n", ROW, "") RUN("b", "", ""),
		  "Measured: T, 4 CPUs, work in CPU time, 5 s a row; 1 run of A, 1 run of B" },
		{ "in loops", RUN_AT("a", "1", USING("8 loops per ms"), "", ROW, "") RUN("b", "", ""),
		  "Measured: work in loops, 5 s a row; 1 run of A, 1 run of B" },
		{ "which were not counted", RUN_AT("a", "1", USING("0 loops per ms"), "", ROW, "") RUN("b", "", ""),
		  "Measured: 5 s a row; 1 run of A, 1 run of B" },
	};

	notes_are(c, LENGTH(c), false, NOTE_MEASURED);
}

static void test_runs(void)
{
	static const struct noted c[] = {
		{ "A remark has its largest value", BELOW("! steal 2-4 % in 2 of 2 rows\n! steal 3 % in Burn\n", "! steal 7.5 % in Burn\n"),
		  "! steal: 1 of 1 runs of A, 1 of 1 of B (up to 7.5 %)" },
		{ "A range that is the largest", BELOW("! steal 2-8 %\n", "! steal 7.5 % in Burn\n"), "! steal: 1 of 1 runs of A, 1 of 1 of B (up to 8 %)" },
		{ "What stands behind a colon is no part of its kind", BELOW("", "! the clock was set: by 5 s in Burn\n"),
		  "! the clock was set: 0 of 1 runs of A, 1 of 1 of B" },
		{ "nor what stands behind a semicolon", BELOW("! stalls of 7-12 ms; 5 in all\n", ""), "! stalls of: 1 of 1 runs of A, 0 of 1 of B (up to 12 ms)" },
		{ "nor where it was", BELOW("! limits changed in between in None\n", ""), "! limits changed in between: 1 of 1 runs of A, 0 of 1 of B" },
		{ "A value may have no unit", BELOW("! in order 3\n", ""), "! in order: 1 of 1 runs of A, 0 of 1 of B (up to 3)" },
		{ "and a unit ends at a comma", BELOW("! swapped 3 MB, at least, in Burn\n", ""), "! swapped: 1 of 1 runs of A, 0 of 1 of B (up to 3 MB)" },
		{ "A digit within a word is no value", BELOW("! woken by x86 in Burn\n", ""), "! woken by x86: 1 of 1 runs of A, 0 of 1 of B" },
		{ "A unit is cut to seven characters", BELOW("! x 3 123456789\n", ""), "! x: 1 of 1 runs of A, 0 of 1 of B (up to 3 1234567)" },
		{ "What says nothing is left out", BELOW("! the machine was busy (54 %)\n! slow% is empty: under -T\n! : x\n", ""), "" },
		{ "What was busy before says so from above 5 % on", PAIR("Busy: 6 %\n", "Busy: 5 %\n"),
		  "! busy before the start: 1 of 1 runs of A, 0 of 1 of B (up to 6 %)" },
		{ "A run is counted once of a kind", BELOW("! x 3 %\n! y\n! x 4 %\n", "! y\n"),
		  "! x: 1 of 1 runs of A, 0 of 1 of B (up to 4 %) | ! y: 1 of 1 runs of A, 1 of 1 of B" },
	};
	char text[4000] = "";

	notes_are(c, LENGTH(c), false, NOTE_RUNS);
	sprintf(text, "%s", RUN("a", "", ""));
	for (int i = 0; i < KINDS_MAX + 1; i++)
		sprintf(text + strlen(text), "! kind%c\n", 'a' + i);
	strcat(text, RUN("b", "", "! kindp\n! kindq\n"));
	ok(strstr(notes_of(text, false, NOTE_RUNS), "kindp: 1 of 1 runs of A, 1 of 1 of B") && !strstr(notes_of(text, false, NOTE_RUNS), "kindq"),
	   "Sixteen kinds are told of");
	ok(strstr(notes_of(RUN("a", "", "! 123456789012345678901234567890123456789012345678901234567890123456789012345678\xc3\xa4\n") RUN("b", "", ""),
			   false, NOTE_RUNS), "5678: 1 of 1 runs of A"), "A kind is not cut within a character");
	ok(strstr(notes_of(RUN("a", "", "! x\n") RUN_AT("a", "202601010001", "", "", ROW, "! x\n") RUN_AT("a", "202601010002", "", "", ROW, "")
			   RUN("b", "", ""), false, NOTE_RUNS), "x: 2 of 3 runs of A, 0 of 1 of B"), "Runs of a kind are counted");
}

/* So many runs a side, with what is below each, in boots of two where they are told. */
static const char *repeats(int n, const char *below, bool boots, bool less)
{
	static char text[16000];

	*text = 0;
	for (int s = 0; s < 2; s++)
		for (int i = 0; i < n; i++) {
			sprintf(text + strlen(text), "Benchmarking kernel %c at datestamp 2026010100%02d\n", 'a' + s, 2 * i + s);
			if (boots)
				sprintf(text + strlen(text), "Boot: %c%d\n", 'a' + s, i / 2);
			sprintf(text + strlen(text), "\n%sBurn 1 +/- 2 %d 100 %d\n%s%s\n", HEAD, 10 + 10 * s + i, 50 + 10 * s + i,
				less && s && i ? "" : "X 1 +/- 2 3 100 40\n", below);
		}
	return text;
}

static void test_power(void)
{
	is(notes_of(repeats(1, "", false, false), false, NOTE_POWER), "! 1 run of A, 1 of B: too few to tell a difference from noise; take 4 a side.",
	   "One run is too few");
	is(notes_of(repeats(3, "", false, false), false, NOTE_POWER), "! 3 runs of A, 3 of B: too few to tell a difference from noise; take 4 a side.",
	   "So are three");
	is(notes_of(repeats(4, "", false, false), false, NOTE_POWER), "4 runs of A, 4 of B: the smallest p possible is 0.0286; a * needs 0.05.",
	   "Of four the smallest p is 2 / C(8, 4)");
	is(notes_of(repeats(8, "", true, false), false, NOTE_POWER), "4 boots of A, 4 of B: the smallest p possible is 0.0286; a * needs 0.05.",
	   "Four boots are as good");
	is(notes_of(repeats(8, "", true, true), false, NOTE_POWER), "4 boots of A, 4 of B: the smallest p possible is 0.0286; a * needs 0.05. | "
	   "! Not tested: 1 row that fewer than 4 boots of a side have.", "A row with too few is told of");
	is(notes_of(repeats(4, "X2 1 +/- 2 3 100 4\n", false, true), false, NOTE_POWER), "4 runs of A, 4 of B: the smallest p possible is 0.0286; a * needs "
	   "0.05. | ! Not tested: 1 row that fewer than 4 runs of a side have.", "A row whose values are equal is not");
}

static void test_details(void)
{
#define MORE(p50) "\nLoad     p50\nBurn     " p50 "\n"
#define BELOW_OF "Below each table stands what -v tells; change is from A to B. "
	is(notes_of(repeats(1, MORE("7"), false, false), true, NOTE_DETAILS), BELOW_OF "Nothing there is marked, as so few runs cannot be tested.",
	   "Without a test nothing is marked");
	is(notes_of(repeats(4, MORE("7"), false, false), true, NOTE_DETAILS), BELOW_OF "* and ~ there are from a test of its own (0 figures), and the Summary "
	   "does not count them; in the load's work, * marks the side that gave its load more.", "Equal figures are not tested");
	is(notes_of(repeats(4, MORE("7"), false, false), false, NOTE_DETAILS), "", "Without -v nothing is said");
	is(notes_of(RUN("a", "", "") RUN("b", "", MORE("7")), true, NOTE_DETAILS), BELOW_OF "Nothing there is marked, as so few runs cannot be tested. | "
	   "! No tables of -v, which would have told: 1 of 1 runs of A, 0 of 1 of B", "A side without -v is told of");
	is(notes_of(RUN("a", "", MORE("7")) RUN("b", "", ""), true, NOTE_DETAILS), BELOW_OF "Nothing there is marked, as so few runs cannot be tested. | "
	   "! No tables of -v, which would have told: 0 of 1 runs of A, 1 of 1 of B", "whichever it is");
	is(notes_of(RUN("a", "", MORE("7")) RUN("b", "", "") RUN_AT("b", "202601010001", "", "", "Burn 1 +/- 2 3 4 5\n", MORE("7")), true, NOTE_DETAILS),
	   BELOW_OF "Nothing there is marked, as so few runs cannot be tested. | ! No tables of -v, which would have told: 0 of 1 runs of A, 1 of 2 of B",
	   "and how many of its runs");
	is(notes_of(RUN_AT("a", "1", "", "", "None 1 +/- 2 3 4 5\n" ROW "X 1 +/- 2 3 4 5\n", MORE("7 8") "X 1 2\n") RUN("b", "", MORE("7")), true, NOTE_DETAILS),
	   BELOW_OF "Nothing there is marked, as so few runs cannot be tested. | ! No tables of -v, which would have told: 1 of 1 runs of A, 0 of 1 of B | "
	   "! not read of -v in A: Audio beside Burn: there are figures left over", "The first row of a table that could not be read is told of");
}

/* So many runs of which A has the maxima 20 and B others, and the per cents alike. */
static const char *versus(int n, double a_max, double b_max, double a_met, double b_met)
{
	static char text[4000];

	*text = 0;
	for (int s = 0; s < 2; s++)
		for (int i = 0; i < n; i++)
			sprintf(text + strlen(text), "Benchmarking kernel %c at datestamp %d\n\n%sBurn 1 +/- 2 %.1f 100 %.1f\n", 'a' + s, i + 1, HEAD,
				(s ? b_max : a_max) + 0.1 * i, (s ? b_met : a_met) + 0.1 * i);
	return text;
}

static void test_verdict(void)
{
	char text[4000];
#define CHANCE "; not tested, so chance may do as much."
	static const struct { int n; double max[2], met[2]; const char *told; } c[] = {
		{ 1, { 20, 10 }, { 50, 50 }, "B looks better: no deadlines differ; 1 of 1 maxima" CHANCE },
		{ 1, { 20, 10 }, { 50, 40 }, "A looks better: 1 of 1 deadlines; 0 of 1 maxima (B: 1)" CHANCE },
		{ 3, { 20, 20 }, { 40, 50 }, "B looks better: 1 of 1 deadlines; no maximum differs" CHANCE },
		{ 1, { 20, 20 }, { 50, 50 }, "No difference counts in 2 values, none of them tested." },
		{ 4, { 10, 20 }, { 50, 40 }, "A is better: 1 of 1 deadlines tested; 1 of 1 maxima." },
		{ 4, { 20, 10 }, { 50, 50.4 }, "B is better: no deadlines are shown to differ; 1 of 1 maxima." },
		{ 4, { 20, 20 }, { 50, 50 }, "No difference shown in 2 values tested." },
		{ 4, { 1, 1 }, { 50, 50 }, "No difference shown in 1 value tested." },
	};

	for (size_t i = 0; i < LENGTH(c); i++)
		is(notes_of(versus(c[i].n, c[i].max[0], c[i].max[1], c[i].met[0], c[i].met[1]), false, NOTE_VERDICT), c[i].told, "The wins are summed up");
	is(notes_of("Benchmarking kernel a at datestamp 1\n\n" HEAD "Burn 1 +/- 2 30 100 60\nX 1 +/- 2 20 100 40\n"
		    "Benchmarking kernel b at datestamp 1\n\n" HEAD "Burn 1 +/- 2 20 100 50\nX 1 +/- 2 30 100 50\n", false, NOTE_VERDICT),
	   "Neither side is better: A 1, B 1 of 2 deadlines; A 1, B 1 of 2 maxima" CHANCE, "Equal wins are no lead");
	is(notes_of("Benchmarking kernel a at datestamp 1\n\n" HEAD "Burn 1 +/- 2 3 100 60\n" "Benchmarking kernel a at datestamp 2\n\n" HEAD "Burn 1 +/- 2 4 100 60\n"
		    "Benchmarking kernel a at datestamp 3\n\n" HEAD "Burn 1 +/- 2 3 100 60\n" "Benchmarking kernel a at datestamp 4\n\n" HEAD "Burn 1 +/- 2 4 100 60\n"
		    "Benchmarking kernel b at datestamp 1\n\n" HEAD "Burn 1 +/- 2 3 100 60\n" "Benchmarking kernel b at datestamp 2\n\n" HEAD "Burn 1 +/- 2 4 100 60\n"
		    "Benchmarking kernel b at datestamp 3\n\n" HEAD "Burn 1 +/- 2 3 100 60\n" "Benchmarking kernel b at datestamp 4\n\n" HEAD "Burn 1 +/- 2 4 100 60\n",
		    false, NOTE_VERDICT), "No value could be tested: all are equal, or too small to be noticed.", "Equal values cannot be tested");
	*text = 0;
	for (int i = 0; i < 8; i++)
		sprintf(text + strlen(text), "Benchmarking kernel %c at datestamp %d\n\n" HEAD "%s\n", 'a' + i / 4, i % 4 + 1,
			i % 4 ? i < 4 ? "Burn 1 +/- 2 33 100 93" : "Burn 1 +/- 2 93 100 23" : "Burn      load died: signal 9");
	is(notes_of(text, false, NOTE_VERDICT), "No value could be tested: too few runs have the rows.", "Nor can values that too few runs have");
	*text = 0;
	for (int i = 0; i < 8; i++)
		sprintf(text + strlen(text), "Benchmarking kernel %c at datestamp %d\n\n--- Benchmarking Wakeup in the presence of simulated ---\n"
			"Load    Latency +/- SD (ms)  Max Latency\nBurn 1 +/- 2 %d\n", 'a' + i / 4, i % 4 + 1, (i < 4 ? 20 : 80) + i);
	is(notes_of(text, false, NOTE_VERDICT), "A is better: 1 of 1 maxima.", "Of a task without deadlines nothing is said of them");
}

static void test_legend(void)
{
#define WORK(done) "\nLoad      load's work per second\nBurn      " done " CPU s\n"
	is(notes_of(versus(1, 20, 10, 50, 50), false, NOTE_LEGEND), "Figures are those of one run a side. * marks the better one where they differ by more than "
	   "1 %, which is not tested.", "One run a side has no median");
	is(notes_of(RUN("a", "", "") RUN("b", "", "") RUN_AT("b", "202601010001", "", "", "Burn 1 +/- 2 3 4 5\n", ""), false, NOTE_LEGEND),
	   "Figures are medians. * marks the better one where they differ by more than 1 %, which is not tested.", "Two of one side have");
	is(notes_of(versus(4, 20, 10, 50, 50), false, NOTE_LEGEND), "Figures are medians. * marks the better one where chance does not explain the difference "
	   "(p 0.05 or less), ~ where no difference is shown.", "A test marks what it does not show");
	is(notes_of(RUN_AT("a", "1", "", "", "X 1 +/- 2 3 4 5\nBurn 1 +/- 2 30 100 60\n", WORK("1")) RUN_AT("b", "1", "", "", "X 1 +/- 2 3 4 5\n"
		    "Burn 1 +/- 2 30 100 50\n", WORK("2")), false, NOTE_LEGEND), "Figures are those of one run a side. * marks the better one where they differ by "
	   "more than 1 %, which is not tested. ! marks a row whose better side gave its load over 10 % less.", "A side that gave less is told of");
}

static void test_confounded(void)
{
	static const char boots[] = "! The sides come from different boots: two boots of one kernel can differ as much. Four boots a side, by turns, would tell.";
#define PRECEDE "A precede those of B: a machine that changed in between would look the same."
	static const struct { const char *a, *b; bool told; } c[] = {
		{ "Boot: x\n", "Boot: y\n", true }, { "Boot: x\n", "Boot: x\n", false }, { "", "Boot: y\n", false }, { "Boot: x\n", "", false },
	};
	char text[1000];

	for (size_t i = 0; i < LENGTH(c); i++) {
		sprintf(text, "Benchmarking kernel a at datestamp 1\n%s\n" HEAD "%sBenchmarking kernel b at datestamp 2\n%s\n" HEAD "%s", c[i].a, ROW, c[i].b, ROW);
		ok((strstr(notes_of(text, false, NOTE_CONFOUNDED), boots) != NULL) == c[i].told, "Boots that are known to differ are told of");
	}
	ok(!strstr(notes_of(repeats(8, "", true, false), false, NOTE_CONFOUNDED), boots), "Boots that are tested are not");
	is(notes_of(repeats(2, "", false, false), false, NOTE_CONFOUNDED), "", "Sides by turns are not told of");
	is(notes_of("a:\n" HEAD ROW "b:\n" HEAD "Burn 1 +/- 2 3 4 5\n", false, NOTE_CONFOUNDED), "", "nor those without a date");
	is(notes_of(RUN("a", "", "") RUN("b", "", ""), false, NOTE_CONFOUNDED), "! All runs of " PRECEDE, "Within a minute the order of the text counts");
}

/* What goes to standard error, of comparing the runs of a text; and how it ends. */
static void ends(const char *text, const struct compare_opts *o, int wanted, const char *said)
{
	struct verdict v;
	FILE *f;
	int status, was;

	read_text(text);
	hear(&f, &was);
	status = verdict_of(&v, run, runs, o);
	verdict_free(&v);
	is(heard(f, was), said, "What cannot be compared is said");
	ok(status == wanted, "It ends with status %d: %d", wanted, status);
}

#define AUDIO(kernel) "Benchmarking kernel " kernel " at datestamp 1\n\n" HEAD "Burn 1 +/- 2 10 100 60\n"
#define WORSE(kernel) "Benchmarking kernel " kernel " at datestamp 1\n\n" HEAD "Burn 1 +/- 2 10 100 50\n"
#define VIDEO(kernel) "Benchmarking kernel " kernel " at datestamp 1\n\n--- Benchmarking Video in the presence of loads ---\n" ROW

static void test_ends(void)
{
	const struct compare_opts o = { .threshold_pct = 1 }, fail = { .threshold_pct = 1, .fail_worse = true },
				  some = { .threshold_pct = 1, .sides = "A,C" }, none = { .threshold_pct = 1, .sides = "A,Z" };
	static const char one[] = "interbench: one side only: nothing to compare it with\n"
				  "interbench: another file, kernel, comment (-m) or title makes a second side\n";
	static const char alone[] = "interbench: A and B have no row in common\n";
#define NOT_WITH(side) "interbench: A and " side " have no row in common\n"

	ends("", &o, EXIT_TROUBLE, "interbench: no results to compare\n");
	ends("", &fail, EXIT_SKIP, "interbench: no results to compare\n");
	ends(AUDIO("a"), &o, EXIT_TROUBLE, one);
	ends(AUDIO("a"), &fail, EXIT_SKIP, one);
	ends(AUDIO("a") WORSE("b"), &o, 0, "");
	ends(AUDIO("a") WORSE("b"), &fail, EXIT_WORSE, "");
	ends(WORSE("a") AUDIO("b"), &fail, 0, "");
	ends(AUDIO("a") AUDIO("b") WORSE("c"), &fail, EXIT_WORSE, "");
	ends(AUDIO("a") VIDEO("b"), &o, EXIT_TROUBLE, alone);
	ends(AUDIO("a") VIDEO("b") AUDIO("c"), &o, EXIT_TROUBLE, alone);
	ends(AUDIO("a") VIDEO("b") WORSE("c"), &fail, EXIT_WORSE, alone);
	ends(VIDEO("a") AUDIO("b") AUDIO("c") WORSE("d"), &o, EXIT_TROUBLE, NOT_WITH("B") NOT_WITH("C") NOT_WITH("D")
	     "interbench: A has no row in common with any other side\ninterbench: these can be compared: --sides B,C,D\n");
	ends(VIDEO("a") AUDIO("b") "Benchmarking kernel c at datestamp 1\n\n--- Benchmarking X in the presence of loads ---\n" ROW, &o, EXIT_TROUBLE,
	     NOT_WITH("B") NOT_WITH("C"));
	ends(VIDEO("a") "Benchmarking kernel b at datestamp 1\n\n--- Benchmarking X in the presence of loads ---\n" ROW AUDIO("c") WORSE("d"), &o,
	     EXIT_TROUBLE, NOT_WITH("B") NOT_WITH("C") NOT_WITH("D")
	     "interbench: A has no row in common with any other side\ninterbench: these can be compared: --sides C,D\n");
	ends(AUDIO("a") VIDEO("b") WORSE("c"), &some, 0, "");
	ends(AUDIO("a") VIDEO("b") WORSE("c"), &none, EXIT_USAGE, "interbench: --sides Z: no such side; use A to C\n");
}

static void test_freed(void)
{
	const char *text = repeats(4, MORE("7"), true, true);
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7, .details = true, .sides = "B,A" };
	bool even = false;

	read_text(text);
	for (int round = 0; round < HEAP_ROUNDS; round++) {
		struct verdict v;
		size_t before = heap_used();

		verdict_of(&v, run, runs, &o);
		ok(v.comparisons == 1 && v.side[0].letter == 'B', "Sides are compared as they are chosen");
		verdict_free(&v);
		even |= heap_used() == before;
	}
	ok(even, "A verdict that was freed has left nothing");
}

int main(void)
{
	test_differs();
	test_measured();
	test_runs();
	test_power();
	test_details();
	test_verdict();
	test_legend();
	test_confounded();
	test_ends();
	test_freed();
	forget();
	return unit_end();
}
