/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the tables, to the letter */
#include "lib/report.c"
#include "lib/run.h"
#include "unit.h"

static char *printed(const struct table *t, const struct row *row)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (row)
		report_row(f, t, row);
	else
		report_table_header(f, t);
	fclose(f);
	return text;
}

/* To the letter of what has been published. */
static void test_report(void)
{
	struct table t = { .bench = "Video" };
	struct row row = { .load = "Burn", .mean = { 17.4, 0 }, .sd = { 19.5, 0 },
			   .max = { 46.3, 0 }, .cpu = { 87, 0 }, .met = { 7.62, 0 } };
	char *text;

	is_freed(printed(&t, NULL), "\n--- Benchmarking simulated cpu of Video in the presence of "
	   "simulated ---\nLoad    Latency +/- SD (ms)  Max Latency   % Desired CPU  "
	   "% Deadlines Met\n", "The header of a table is as published");
	is_freed(printed(&t, &row), "Burn       17.4 +/- 19.5        46.3              87           "
	   "7.62\n", "A row of 2016 is printed to the letter");
	t.real_time = true;
	row = (struct row){ .load = "None", .mean = { 0.006, 0 }, .sd = { 0.0065, 0 },
			    .max = { 0.01, 0 }, .cpu = { 100, 0 }, .met = { 99.96, 0 } };
	is_freed(printed(&t, NULL), "\n--- Benchmarking simulated cpu of Video real time in the presence "
	   "of simulated ---\nLoad    Latency +/- SD (us)  Max Latency   % Desired CPU  "
	   "% Deadlines Met\n", "The header under real time has us");
	is_freed(printed(&t, &row), "None          6 +/- 6.5           10             100           99.9\n",
	   "A row under real time is in us");
	t = (struct table){ .bench = "X", .nice = 19, .load_nice = -5 };
	is_freed(printed(&t, NULL), "\n--- Benchmarking simulated cpu of X nice 19 in the presence of "
	   "simulated nice -5 ---\nLoad    Latency +/- SD (ms)  Max Latency   % Desired CPU  "
	   "% Deadlines Met\n", "The header has nice values");
	t = (struct table){ .bench = "Gaming", .no_deadlines = true };
	row.cpu.value = 99.96;
	is_freed(printed(&t, NULL), "\n--- Benchmarking simulated cpu of Gaming in the presence of "
	   "simulated ---\nLoad    Latency +/- SD (ms)  Max Latency   % Desired CPU\n",
	   "The header of Gaming has no deadlines");
	is_freed(printed(&t, &row), "None      0.006 +/- 0.0065      0.01             100\n",
	   "The CPU of Gaming comes from times and is rounded");
	t.no_cpu = true;
	is_freed(printed(&t, NULL), "\n--- Benchmarking simulated cpu of Gaming in the presence of "
	   "simulated ---\nLoad    Latency +/- SD (ms)  Max Latency\n", "The header of Wakeup and Pipe has two columns");
	is_freed(printed(&t, &row), "None      0.006 +/- 0.0065      0.01\n", "A row of Wakeup and Pipe has three figures");
	snprintf(row.reason, sizeof(row.reason), "skipped: 8 MB free, 16 MB needed");
	strcpy(row.load, "Write");
	is_freed(printed(&t, &row), "Write     skipped: 8 MB free, 16 MB needed\n", "A row without figures says why");
	memset(row.reason, 'w', REASON_LEN - 1);
	text = printed(&t, &row);
	ok(strlen(text) == strlen("\n") + 80, "A reason in a row ends at 80 columns");
	free(text);
	memcpy(row.reason + 69, "\xc3\xa4", 2);
	text = printed(&t, &row);
	ok(strlen(text) == strlen("\n") + 79 && !strchr(text, '\xc3'), "A reason in a row ends with a whole character");
	free(text);
}

static void test_remarks(void)
{
	static const char *const kind[] = { "a", "b", "c", "d", "e" };
	struct row row[9] = { { .load = "None" } }, wide[10] = { { .load = "None" } };
	struct table t = { .row = row, .rows = LENGTH(row) };
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (int i = 0; i < 9; i++)
		remark_add(&row[i], kind[i % 5], "%", i % 5 == 0 ? 2 + i / 2 : NAN);
	remark_add(&row[8], "f", "", NAN);
	report_remarks(f, &t);
	fclose(f);
	for (int i = 0; i < 9; i++)
		free(row[i].remark);
	is_freed(text, "! a 2-4 % in 2 of 9 rows\n! b in 2 of 9 rows\n! c in 2 of 9 rows (and 3 more)\n",
	   "Remarks are told by kind, on three lines");
	f = open_memstream(&text, &size);
	t.row = &(struct row){ .load = "Ring" };
	t.rows = 1;
	remark_add(t.row, "steal", "%", 3.14159);
	report_remarks(f, &t);
	fclose(f);
	free(t.row->remark);
	is_freed(text, "! steal 3.14 % in Ring\n", "A remark on one row names it");
	f = open_memstream(&text, &size);
	t.row->remark = NULL;
	t.row->remarks = 0;
	remark_add(t.row, "failed runs of the command", "", 1);
	report_remarks(f, &t);
	fclose(f);
	free(t.row->remark);
	is_freed(text, "! failed runs of the command 1 in Ring\n", "A remark with a number alone has no blank for a unit");
	f = open_memstream(&text, &size);
	t = (struct table){ .row = wide, .rows = LENGTH(wide) };
	for (int i = 0; i < 10; i++)
		for (int k = 0; k < 4; k++)
			remark_add(&wide[i], k < 2 ? kind[k] : k == 3 ? "d" :
				   "not waiting for a CPU (host, firmware?) at least", "ms",
				   k == 2 ? 7.01 + 3.13 * i : NAN);
	report_remarks(f, &t);
	fclose(f);
	for (int i = 0; i < 10; i++)
		free(wide[i].remark);
	is_freed(strstr(text, "! not") ? strdup(strstr(text, "! not")) : NULL,
		 "! not waiting for a CPU (host, firmware?) at least 7.01-35.2 ms in 10 rows (+1)\n",
		 "A remark that is too long for 80 columns is cut short");
	free(text);
}

#define BAR "########################################################"	/* 56 */

/* -v and --histogram: 3 samples of 0.8 ms, 6 of 1.5 ms, one of 30 ms */
static void test_verbose(void)
{
	static const char *const name[] = { "first", "the_second", NULL }, *const none[] = { NULL };
	struct table t = { .bench = "Video" };
	struct detail *d = calloc(1, sizeof(*d));
	struct row row = { .load = "Burn", .detail = d };
	size_t size;
	char *text;
	FILE *f = open_memstream(&text, &size);

	for (int i = 0; i < 10; i++)
		result_sample(&d->result, i < 3 ? 800000 : i < 9 ? 1500000 : 30000000);
	report_histogram(f, &t, &row);
	t.real_time = true;
	t.no_deadlines = true;
	memset(&d->result.wakeup, 0, sizeof(d->result.wakeup));
	result_sample(&d->result, 800000);
	report_histogram(f, &t, &row);
	fclose(f);
	is_freed(text, "\nWakeup latencies of Video beside Burn, ms\n"
		 "<=        1         3 ############################\n<=        2         6 " BAR "\n"
		 "<=        5         0\n<=       10         0\n<=       20         0\n"
		 "<=       50         1 ##########\n"
		 "\nLatencies of Video beside Burn, us\n<=     1000         1 " BAR "\n", "A histogram has a bar for each 1, 2 and 5");
	f = open_memstream(&text, &size);
	*d = (struct detail){ .group = { { NAN, { NAN, NAN, NAN } }, { NAN, { NAN, NAN, NAN } } },
		.result = { .met = 1, .missed = 2, .late = 3, .dropped = 4 },
			      .task = { .wait_ns = 5e6, .preempted = 7, .moved = 8 }, .wait_pct = 4.25, .slow_pct = 6,
			      .throttled_ms = NAN, .unit = { "wakeups" }, .work_per_s = { 1234.5 }, .run_s = NAN,
			      .cpu = { { 10, 11, 12, 13, 14, 15.04 }, 16, 17, 0 }, .pressure_pct = { 18, 19, 20 },
			      .extra = { 0.5, 70000 }, .extra_name = name };
	for (int i = 0; i < 4; i++)
		result_sample(&d->result, 2500000);
	result_frame(&d->result, &(struct period){ .woke = 9000000, .done = 9000000 });
	t = (struct table){ .bench = "Video", .real_time = true, .row = &row, .rows = 1 };
	report_details(f, &t, true);		/* no work of frames: slow% needs no word */
	t.real_time = false;
	row.detail = NULL;			/* nothing to say, no table */
	report_details(f, &t, true);
	row.detail = d;
	d->extra_name = none;
	d->result.frames.usual = 1;
	d->frames = (struct frame_figures){ 1790, 59.66, 28.5714, 0, 216666671, 3 };
	d->result.work = 1;
	d->slow_pct = NAN;
	d->unit[0] = NULL;
	report_details(f, &t, true);
	fclose(f);
	is_freed(text, "\nLoad     samples     p50     p90     p99   p99.9  done99    met missed late drop\n"
		 "Burn           4    2500    2500    2500    2500    9000      1      2    3    4\n"
		 "\nLoad     rqwait% slow% preempt moved throttle\n"
		 "Burn        4.25     6       7     8        -\n"
		 "\nLoad      load's work per second\nBurn      1234 wakeups\n"
		 "\nLoad      user system iowait   irq steal  idle busiest idlest  Pcpu  Pmem   Pio\n"
		 "Burn        10     11     12    13    14    15      16     17    18    19    20\n"
		 "\nLoad        first the_second\nBurn          0.5      70000\n"
		 "\nLoad     samples     p50     p90     p99   p99.9  done99    met missed late drop\n"
		 "Burn           4     2.5     2.5     2.5     2.5       9      1      2    3    4\n"
		 "\nLoad     frames     fps  1%low 0.1%low  freeze stutter\n"
		 "Burn       1790    59.7   28.6       0     217       3\n"
		 "\nLoad     rqwait% slow% preempt moved throttle\n"
		 "Burn        4.25     -       7     8        -\n"
		 "! slow% is empty: under -T a slow CPU costs nothing\n"
		 "\nLoad      user system iowait   irq steal  idle busiest idlest  Pcpu  Pmem   Pio\n"
		 "Burn        10     11     12    13    14    15      16     17    18    19    20\n",
		 "The tables of -v are in us and in ms");
	free(d);
}

/* A kernel without bandwidth control tells of a group's pressure alone. */
static void test_groups(void)
{
	static struct detail d = { .group = { { NAN, { NAN, NAN, NAN } }, { NAN, { NAN, NAN, NAN } } } };
	struct row row = { .load = "Burn", .detail = &d };
	struct table t = { .row = &row, .rows = 1 };
	bool none = !groups_known(&t), good = true;

	for (int role = 0; role < 2; role++)
		for (int i = 0; i < PRESSURES; i++) {
			d.group[role].pressure[i] = 0;
			good &= groups_known(&t);
			d.group[role].pressure[i] = NAN;
		}
	d.group[1].throttled_ms = 0;
	ok(none && good && groups_known(&t), "The table of groups is there if anything of them is known");
}

/* The header of a log, with a comment and without. */
static void test_header(void)
{
	struct run run = { .kernel = (char *)"6.1", .date = (char *)"202601020304", .comment = (char *)"", .processors = 2,
			   .cpu_time = true, .seconds = 1 };
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	report_header(f, &run);
	run.cpu_time = false;
	run.loops_per_ms = 4008580;
	run.seconds = 30;
	run.comment = (char *)"cfs";
	run_add_fact(&run, "Boot", "9b1c");
	run_add_fact(&run, "CPU", "x");
	report_header(f, &run);
	fclose(f);
	is_freed(text, "Load set to 2 processors\n\nUsing cpu time, running every load for 1 second\n"
		 "Benchmarking kernel 6.1 at datestamp 202601020304\n"
		 "Load set to 2 processors\n\nUsing 4008580 loops per ms, running every load for 30 seconds\n"
		 "Benchmarking kernel 6.1 at datestamp 202601020304\nComment: cfs\nBoot: 9b1c\nCPU: x\n",
		 "The header of a log has its settings, comment and facts");
	run.kernel = run.date = run.comment = NULL;
	run_free(&run);
}

/* Tables of loads alone, with their work in parts, and of runs of a command. */
static void test_loads_alone(void)
{
	static const char *const none[] = { NULL };
	static struct detail d = { .group = { { NAN, { NAN, NAN, NAN } }, { NAN, { NAN, NAN, NAN } } },
		.unit = { "CPU s", "MB written", "MB read", "loops" }, .work_per_s = { 0.536, 327, 350, 1e6 },
				   .run_s = NAN, .extra_name = none, .pressure_pct = { 0.04, 0.06, 1234567 },
				   .task = { .preempted = 123456789, .moved = 1.23456 }, .slow_pct = 1.23e-7 };
	struct row row = { .load = "Compile", .detail = &d };
	struct table t = { .bench = "", .row = &row, .rows = 1 };
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	report_table_header(f, &t);
	report_row(f, &t, &row);
	report_details(f, &t, false);
	d.unit[1] = NULL;
	d.unit[0] = "runs";
	d.work_per_s[0] = 8.9;
	d.run_s = 0.112;
	d.result.work = 1;
	report_row(f, &t, &row);
	t = (struct table){ .bench = "Hog", .row = &row, .rows = 1 };
	report_details(f, &t, false);
	fclose(f);
	is_freed(text, "\nLoad      work per second, alone\nCompile   0.536 CPU s, 327 MB written, 350 MB read, 1000000 loops\n"
		 "\nLoad      user system iowait   irq steal  idle busiest idlest  Pcpu  Pmem   Pio\n"
		 "Compile      0      0      0     0     0     0       0      0     0   0.1 1234567\n"
		 "Compile   8.9 runs of 0.112 s\n"
		 "\nLoad     samples     p50     p90     p99   p99.9  done99    met missed late drop\n"
		 "Compile        0       -       -       -       -       -      0      0    0    0\n"
		 "\nLoad     rqwait% slow% preempt moved throttle\n"
		 "Compile        0 0.000 123456789  1.23        0\n"
		 "\nLoad      load's work per second\nCompile   8.9 runs of 0.112 s\n"
		 "\nLoad      user system iowait   irq steal  idle busiest idlest  Pcpu  Pmem   Pio\n"
		 "Compile      0      0      0     0     0     0       0      0     0   0.1 1234567\n",
		 "Loads alone are told with their work, and figures give up decimals but no digits of a whole");
}

/* Seventeen kinds in two rows, of which sixteen are told apart; remarks up to the 80th column. */
static void test_many_remarks(void)
{
	static char kind[17][16];
	static struct row row[2] = { { .load = "None" }, { .load = "Burn" } };
	struct table t = { .row = row, .rows = 2 };
	char *text, exact[64];
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (int i = 0; i < 17; i++) {
		snprintf(kind[i], sizeof(kind[i]), "k%d", i);
		remark_add(&row[i / 16], kind[i], "", NAN);
	}
	remark_add(&row[1], kind[0], "", NAN);
	report_remarks(f, &t);
	t.rows = 0;
	report_remarks(f, &t);
	/* 58 characters, "!  in ", " 7 %", "2 of 2 rows": 79; one more word character: 80, then 81 */
	for (int extra = 0; extra < 3; extra++) {
		memset(exact, 'x', 58 + (size_t)extra);
		exact[58 + extra] = 0;
		t.rows = 2;
		row[0].remarks = row[1].remarks = 0;
		remark_add(&row[0], exact, "%", 7);
		remark_add(&row[1], exact, "%", 7);
		report_remarks(f, &t);
	}
	fclose(f);
	is_freed(text, "! k0 in 2 of 2 rows\n! k1 in None\n! k2 in None (and 13 more)\n"
		 "! xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx 7 % in 2 of 2 rows\n"
		 "! xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx 7 % in 2 of 2 rows\n"
		 "! xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx 7 % in 2 rows\n",
		 "Sixteen kinds of remarks are told apart, and a remark may fill its line");
}

/* Frame times with both ends of a bar, the longest that there is and one beyond it. */
static void test_long_bars(void)
{
	struct table t = { .bench = "Gaming", .no_deadlines = true };
	static struct detail d;
	struct row row = { .load = "None", .detail = &d };
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	hist_add(&d.result.frame, 1);
	hist_add(&d.result.frame, 2);
	hist_add(&d.result.frame, 3);
	hist_add(&d.result.frame, 5);
	hist_add(&d.result.frame, 6);
	report_histogram(f, &t, &row);
	memset(&d.result.frame, 0, sizeof(d.result.frame));
	for (int i = 0; i < 57; i++)
		hist_add(&d.result.frame, 6000000000000);	/* beyond 5000 s */
	hist_add(&d.result.frame, (INT64_C(1) << 42) - 1);
	report_histogram(f, &t, &row);
	fclose(f);
	is_freed(text, "\nFrame times of Gaming beside None, ms\n"
		 "<= 0.000001         1 ############################\n<= 0.000002         1 ############################\n"
		 "<= 0.000005         2 " BAR "\n<=  0.00001         1 ############################\n"
		 "\nFrame times of Gaming beside None, ms\n"
		 "<=  5000000         1 #\n<= 10000000        57 " BAR "\n",
		 "A bar holds what is up to its bound, and the last one all that is beyond");
}

int main(void)
{
	test_groups();
	test_header();
	test_loads_alone();
	test_many_remarks();
	test_long_bars();
	test_report();
	test_remarks();
	test_verbose();
	return unit_end();
}
