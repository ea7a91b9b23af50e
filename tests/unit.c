/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Unit tests: interbench.c itself, with rows that die and hang and with waits
 * that a test can wait for. Prints TAP. "unit --main ARG..." is interbench with
 * these rows, for the tests of whole runs.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "interbench.h"

#define SETUP_LIMIT (3 * NSEC_PER_SEC)
#define REPORT_LIMIT (NSEC_PER_SEC / 2)
#define SETTING_LIMIT NSEC_PER_SEC
#define TERM_LIMIT NSEC_PER_SEC
#define STALL_LIMIT (NSEC_PER_SEC)
#define REAP_LIMIT (60 * NSEC_PER_SEC)
#define SCRATCH_MOST (64LL << 20)

struct pace;

__attribute__((noreturn))
static void sleep_for_ever(void)
{
	for (;;)
		pause();
}

static void dies_run(struct work *w, int i)
{
	(void)w, (void)i;
	usleep(50000);
	raise(SIGKILL);
}

static void exits_run(struct work *w, int i)
{
	(void)w, (void)i;
	usleep(50000);
	_exit(3);
}

/* What leaves its group, as a daemon does, is deaf, and has a child there. */
static void leaves_run(struct work *w, int i)
{
	(void)w, (void)i;
	signal(SIGTERM, SIG_IGN);
	setsid();
	if (fork() == 0 && fork() == 0)
		setsid();
	sleep_for_ever();
}

static bool dies_setup(struct work *w) { return work_threads(w, 1, dies_run); }
static bool exits_setup(struct work *w) { return work_threads(w, 1, exits_run); }
static bool leaves_setup(struct work *w) { return work_process(w, leaves_run, 0); }
static bool hangs_setup(struct work *w) { (void)w; sleep_for_ever(); }
static bool fails_setup(struct work *w) { return work_fail(w, "no such luck"); }

static void crash_run(struct pace *pace) { (void)pace; abort(); }
static void sleeper_run(struct pace *pace) { (void)pace; sleep_for_ever(); }

/* Two set-ups that take 8 s: one makes the progress that gains time, the other a byte less. */
static bool slow_setup(struct work *w)
{
	for (int i = 0; i < 8; i++) {
		sleep(1);
		work_done(w, SETUP_STEP);
	}
	return true;
}

static bool creeps_setup(struct work *w)
{
	sleep(1);
	work_done(w, SETUP_STEP - 1);
	sleep(7);
	return true;
}

#define TEST_TASKS \
	{ .name = "Crash", .run = crash_run }, \
	{ .name = "Sleeper", .period = 50 * NSEC_PER_MSEC, .run = sleeper_run },
#define TEST_LOADS \
	{ .name = "Dies", .setup = dies_setup, .per_unit = 1, .opt_in = true }, \
	{ .name = "Exits", .setup = exits_setup, .per_unit = 1, .opt_in = true }, \
	{ .name = "Leaves", .setup = leaves_setup, .unit = "sleeps", .per_unit = 1, .opt_in = true, \
	  .leaves = true }, \
	{ .name = "Slow", .setup = slow_setup, .per_unit = 1, .unit = "bytes", .opt_in = true }, \
	{ .name = "Creeps", .setup = creeps_setup, .per_unit = 1, .unit = "bytes", .opt_in = true }, \
	{ .name = "Hangs", .setup = hangs_setup, .per_unit = 1, .opt_in = true }, \
	{ .name = "Fails", .setup = fails_setup, .per_unit = 1, .opt_in = true },

#include "unit.h"

/* The same for text that was allocated. */
static void is_freed(char *got, const char *wanted, const char *name)
{
	is(got, wanted, name);
	free(got);
}

/* Three significant digits in plain decimals, by hand. */
static void test_numbers(void)
{
	static const struct { double value; const char *text; } number[] = {
		{ 0, "0" }, { 0.0004, "0.0004" }, { 0.00001234, "0.0000123" }, { 1e-6, "0.000001" },
		{ 0.016, "0.016" }, { 0.01624, "0.0162" }, { 1, "1" }, { 1.1, "1.1" },
		{ 7.615, "7.62" }, { 17.44, "17.4" }, { 46, "46" }, { 99.96, "100" }, { 100, "100" },
		{ 999.4, "999" }, { 999.6, "1000" }, { 1000.4, "1000" }, { 1815.6, "1816" },
		{ 1e6, "1000000" }, { 12345678, "12345678" },
	};
	static const struct { double value; const char *text; } percent[] = {
		{ 100, "100" }, { 99.96, "99.9" }, { 99.9999, "99.9" }, { 99.94, "99.9" },
		{ 7.62, "7.62" }, { 0, "0" },
	};
	char buf[32];
	long long n;

	for (size_t i = 0; i < LENGTH(number); i++)
		is(fmt_number(buf, number[i].value), number[i].text, "fmt_number");
	for (size_t i = 0; i < LENGTH(percent); i++)
		is(fmt_percent(buf, percent[i].value), percent[i].text, "fmt_percent");
	ok(number_parse("42", 1, 42, &n) && n == 42, "number_parse takes the upper bound");
	ok(!number_parse("43", 1, 42, &n) && !number_parse("0", 1, 42, &n), "and not what is beyond");
	ok(!number_parse("4x", 1, 42, &n) && !number_parse("", 0, 42, &n) &&
	   !number_parse("99999999999999999999", 0, INT64_MAX, &n), "nor what is no number");
}

static void test_clean(void)
{
	/* escape and DEL; U+009B, and as Latin-1 has it, behind others too; no controls: e acute, euro, U+00DB */
	static const struct { const char *text, *clean; } line[] = {
		{ "a\033[2Jb\177", "a [2Jb " }, { "a\xc2\x9b" "2J", "a  2J" }, { "\x9b" "2J", " 2J" },
		{ "a\x9b" "2J", "a 2J" }, { "\xc3\xa9\xe2\x82\xac", "\xc3\xa9\xe2\x82\xac" },
		{ "\xff\x9b" "2J", "\xff 2J" }, { "\xc3\xa9\x9b" "2J", "\xc3\xa9 2J" }, { "\xc3\x9b", "\xc3\x9b" },
	};

	for (size_t i = 0; i < LENGTH(line); i++) {
		char *copy = line_clean(line[i].text);

		is(copy, line[i].clean, "line_clean");
		free(copy);
	}
}

static void test_moments(void)
{
	struct moments m = { 0 };

	moments_add(&m, 7);
	ok(near(m.mean, 7) && moments_sd(&m) == 0 && m.max == 7, "one sample: SD 0");
	m = (struct moments){ 0 };
	for (int i = 1; i <= 4; i++)
		moments_add(&m, i);
	/* ((1.5^2 + 0.5^2) * 2 / 3)^(1/2) = (5/3)^(1/2) */
	ok(near(m.mean, 2.5) && near(moments_sd(&m), sqrt(5.0 / 3)) && m.max == 4,
	   "{1,2,3,4}: mean 2.5, SD 1.29, max 4");
	m = (struct moments){ 0 };
	for (int i = 0; i < 1000; i++)
		moments_add(&m, 1000000000000 + i % 2);
	ok(near(moments_sd(&m), sqrt(250.0 / 999)), "SD far from 0 does not cancel out");
}

static void test_hist(void)
{
	struct hist *h = calloc(1, sizeof(*h));
	bool within = true;

	for (int64_t v = 1; v < 1LL << HIST_TOP; v += 1 + v / 7) {
		memset(h, 0, sizeof(*h));
		hist_add(h, v);
		hist_add(h, INT64_MAX);		/* or the maximum would be the answer */
		int64_t p = hist_percentile(h, 50);
		within &= p >= v && p - v <= v / 100;
	}
	ok(within, "a percentile is within 1 %% from 1 ns to an hour");
	memset(h, 0, sizeof(*h));
	for (int i = 1; i <= 200; i++)
		hist_add(h, i);
	ok(hist_percentile(h, 50) == 100 && hist_percentile(h, 99) == 198 &&
	   hist_percentile(h, 99.9) == 200, "percentiles by nearest rank");
	hist_add(h, INT64_MAX);
	ok(h->overflow == 1 && h->n == 201 && hist_percentile(h, 100) == INT64_MAX,
	   "overflow is counted, and is the maximum");
	free(h);
}

#define MS(x) ((int64_t)((x) * 1e6 + 0.5))

/* Worked out by hand from the rules of measuring: D = W + T, k = ceil((end - D) / q). */
static void test_periods(void)
{
	static const struct {
		const char *name;
		double due, period, step, woke, done;	/* ms */
		int ran, met, late, missed, dropped;
		double sample, next;			/* ms */
	} c[] = {
		{ "the worked example: woken at 12, done at 14.5",
		     0, 50, 50, 12, 14.5, 1, 1, 0, 0, 0, 12, 50 },
		{ "the worked example: stopped until 1040",
		     50, 50, 50, 1040, 0, 0, 0, 0, 20, 20, 990, 1050 },
		{ "done exactly on the deadline", 0, 50, 50, 1, 50, 1, 1, 0, 0, 0, 1, 50 },
		{ "1 ns past the deadline",
		     0, 50, 50, 1, 50.000001, 1, 0, 1, 1, 1, 50, 100 },
		{ "woken before it is due", 100, 50, 50, 99, 101, 1, 1, 0, 0, 0, 0, 150 },
		{ "a stall of one period: still begun", 0, 50, 50, 50, 52.5, 1, 0, 1, 1, 1, 50, 100 },
		{ "a stall of one period and 1 ns: not begun",
		     0, 50, 50, 50.000001, 0, 0, 0, 0, 2, 2, 50.000001, 100 },
		{ "a stall of 20 periods", 0, 50, 50, 1000, 0, 0, 0, 0, 20, 20, 1000, 1000 },
		{ "a stall of an hour", 0, 50, 50, 3600e3, 0, 0, 0, 0, 72000, 72000, 3600e3, 3600e3 },
		{ "late by less than the wakeup", 0, 50, 50, 49, 51.5, 1, 0, 1, 1, 1, 50, 100 },
		{ "late by two boundaries", 0, 50, 50, 49, 101, 1, 0, 1, 2, 2, 100, 150 },
		{ "X, step 0, on time", 0, 100, 100, 3, 3, 1, 1, 0, 0, 0, 3, 100 },
		{ "X, step 0, late", 0, 100, 100, 100, 100.5, 1, 0, 1, 1, 1, 100, 200 },
		{ "X, step 1, on time", 0, 100, 99, 3, 4, 1, 1, 0, 0, 0, 3, 100 },
		{ "X, step 1, late", 0, 100, 99, 3, 150, 1, 0, 1, 1, 1, 99, 199 },
		{ "X, step 50, on time", 0, 100, 50, 50, 100, 1, 1, 0, 0, 0, 50, 100 },
		{ "X, step 50, late", 0, 100, 50, 0, 251, 1, 0, 1, 4, 4, 200, 300 },
		{ "X, step 99, on time", 0, 100, 1, 1, 100, 1, 1, 0, 0, 0, 1, 100 },
		{ "X, step 99, late by 3.5 ms", 0, 100, 1, 1, 103.5, 1, 0, 1, 4, 4, 4, 104 },
		{ "X, step 99, late, the wakeup being the larger",
		     0, 100, 1, 30, 129, 1, 0, 1, 29, 29, 30, 129 },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		struct period p = { .due = MS(c[i].due), .period = MS(c[i].period),
				    .step = MS(c[i].step), .woke = MS(c[i].woke),
				    .done = MS(c[i].done) };
		struct outcome o = period_judge(&p);

		ok(o.ran == c[i].ran && o.met == c[i].met && o.late == c[i].late &&
		   o.missed == c[i].missed && o.dropped == c[i].dropped &&
		   o.sample == MS(c[i].sample) && o.next == MS(c[i].next), "%s", c[i].name);
	}
}

/* A task on a clock of its own, waking and finishing at random. */
static void test_boundaries(void)
{
	bool once = true, consistent = true, ahead = true;

	srandom(1);
	for (int round = 0; round < 200; round++) {
		struct period p = { .due = 0, .period = 1000, .step = 1000 };
		struct result *r = calloc(1, sizeof(*r));
		uint64_t n;

		for (int i = 0; i < 500; i++) {
			struct outcome o;

			p.woke = p.due + random() % (round % 3 ? 900 : 9000);
			p.done = p.woke + random() % (round % 5 ? 500 : 5000);
			o = period_judge(&p);
			ahead &= o.next > p.due && o.next >= (o.ran ? p.done : p.woke);
			result_add(r, &p, &o);
			p.due = o.next;
		}
		n = (uint64_t)p.due / 1000;
		once &= n == r->met + r->missed + r->late && n == r->run + r->dropped;
		consistent &= r->latency.n == 500 && r->met <= r->run && r->run == r->met + r->late;
		free(r);
	}
	ok(once, "random periods: each boundary is counted once");
	ok(consistent, "random periods: one sample each, run = met + late");
	ok(ahead, "random periods: back on the grid at once");
}

static int64_t stall_end;

static void stall(int sig)
{
	(void)sig;
	sleep_until(stall_end);
}

/* Stalled in the period before the window, until it is over: the window was missed, not empty. */
static void test_swallowed(void)
{
	static struct result r;
	struct pace pace = { .task = task_find("Audio"), .result = &r };
	struct itimerval soon = { .it_value = { .tv_usec = 1000 } };

	shared = calloc(1, sizeof(*shared));
	shared->tracing.above = INT64_MAX;
	pace.start = now_ns() + 60 * NSEC_PER_MSEC;
	pace.end = pace.start + 40 * NSEC_PER_MSEC;
	stall_end = pace.start + 150 * NSEC_PER_MSEC;
	signal(SIGALRM, stall);
	setitimer(ITIMER_REAL, &soon, NULL);
	task_run(&pace);
	ok(r.latency.n == 1 && r.run == 0 && r.missed >= 3 && r.latency.max >= MS(150),
	   "a stall that swallows the window is its sample");
	pace.task = task_find("Gaming");	/* it comes only when all is over */
	pace.end = now_ns();
	memset(&r, 0, sizeof(r));
	task_run(&pace);
	ok(r.run == 1 && r.latency.max >= pace.end - pace.start - MS(1),
	   "and so it is where there are no periods");
	free(shared);
	shared = NULL;
}

/* Lists of CPUs, there and back; bad ones are in options.t. */
static void test_cpus(void)
{
	static const struct { const char *in, *out; int count; } list[] = {
		{ "0", "0", 1 }, { "0-3,8", "0-3,8", 5 }, { "8,3,2,1,0", "0-3,8", 5 },
		{ "0-1,1-2,2", "0-2", 3 }, { "63,64,1023-1025", "63-64,1023-1025", 5 },
		{ "65535", "65535", 1 }, { "0-65535", "0-65535", 65536 },
		{ "0,2,4,6,8,10,12,14,16,18,20,22", "0,2,4,6,8,10,12,14,...", 12 },
	};
	static struct cpus c;
	char text[24];

	for (size_t i = 0; i < LENGTH(list); i++) {
		ok(cpus_parse(&c, list[i].in) && c.count == list[i].count, "CPUs %s: %d",
		   list[i].in, list[i].count);
		cpus_format(text, sizeof(text), &c);
		is(text, list[i].out, "and back");
	}
}

/* The real loop on the real clock; what may not depend on the machine's speed. */
static void test_window(void)
{
	static struct result r;
	struct pace pace = { .task = task_find("Audio"), .result = &r };

	work_set(0);
	shared = calloc(1, sizeof(*shared));
	shared->tracing.above = INT64_MAX;
	pace.start = now_ns() + 10 * NSEC_PER_MSEC;
	pace.end = pace.start + NSEC_PER_USEC;
	task_run(&pace);
	ok(r.latency.n == 1 && r.run + r.dropped >= 1 && now_ns() > pace.end,
	   "a period in flight at the end is followed beyond it");
	memset(&r, 0, sizeof(r));
	pace.start = now_ns();
	pace.end = pace.start + 200 * NSEC_PER_MSEC;
	task_run(&pace);
	ok(r.met + r.missed + r.late >= 4 && r.met + r.missed + r.late == r.run + r.dropped,
	   "a window of four periods has four boundaries");
	memset(&r, 0, sizeof(r));
	pace.task = task_find("Gaming");
	pace.start = now_ns();
	pace.end = pace.start + 150 * NSEC_PER_MSEC;
	task_run(&pace);
	ok(r.latency.n == r.run && r.run >= 1 && r.run <= 2, "frames of 100 ms in 150 ms");
	free(shared);
	shared = NULL;
}

/* Audio, due at 50, not back at 1040: 20 boundaries missed, as in the worked example. */
static void test_stalled(void)
{
	static struct result r;

	struct row row = { .load = "None" };

	result_stalled(&r, task_find("Audio"), MS(50), MS(1040));
	ok(r.missed == 20 && r.dropped == 20 && r.run == 0 && r.latency.max == MS(990),
	   "a task that never comes back has missed what it was due for");
	memset(&r, 0, sizeof(r));
	r.watched = MS(2000);		/* as pairing_stalled() does it, for all */
	result_stalled(&r, task_find("Gaming"), 0, MS(900));
	row_fill(&row, task_find("Gaming"), &r);
	ok(near(row.max.value, 900) && near(row.cpu.value, 10), "Gaming by its own rule");
	row_fill(&row, task_find("Hog"), &r);
	ok(near(row.max.value, 900) && near(row.cpu.value, 55), "Hog by the time that is left");
	row.cpu.value = NAN;
	row_fill(&row, task_find("Pipe"), &r);
	ok(near(row.mean.value, 900) && isnan(row.cpu.value), "Pipe has none");
	memset(&r, 0, sizeof(r));
	result_stalled(&r, task_find("Hog"), 0, MS(900));
	ok(r.latency.n == 1 && r.wakeup.n == 1 && r.wakeup.max == MS(900), "the gap is in the histogram");
}

static void test_x(void)
{
	struct period p = task_period(task_find("X"));
	bool good = p.period == MS(100);

	for (unsigned i = 0; i < 200; i++) {
		x_frame(i, &p);
		good &= p.work == MS(i % 100) && p.step == MS(100 - i % 100) && p.period == MS(100);
	}
	ok(good, "X wants i ms in step i, in steps of 100 - i ms");
	p = task_period(task_find("Video"));
	ok(p.period == 16666667 && p.work == 6666666, "Video: 40 %% of 1/60 s");
	p = task_period(task_find("Audio"));
	ok(p.period == MS(50) && p.work == MS(2.5) && p.step == p.period, "Audio: 5 %% of 50 ms");
}

/* On the thread's own clock. The best of many: a stolen tick is in that clock too. */
static void test_work(void)
{
	int64_t least = INT64_MAX, wanted = 6667 * NSEC_PER_USEC;
	double ratio = 0;

	for (int i = 0; i < 20; i++) {
		int64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID), used;

		burn_cpu(wanted);
		used = clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
		least = used < least ? used : least;
	}
	ok(chunk_next(8000, 4000, 6000) == 6000, "a chunk is half of what is left");
	ok(chunk_next(8000, 0, 6000000) == 16000 && chunk_next(8000, -5, 6000000) == 16000,
	   "a clock that stands still does not make a chunk endless");
	ok(chunk_next(8000, 4000, 10) == CHUNK_LEAST && chunk_next(8000, 4000, -10) == CHUNK_LEAST,
	   "nor does its end make one that is none");
	ok(least >= wanted && least <= wanted + wanted / 100, "CPU time is burnt to 1 %%");
	for (int i = 0; i < 20 && !(ratio > 3 && ratio < 5); i++) {
		int64_t t = clock_ns(CLOCK_THREAD_CPUTIME_ID), u, v;

		burn_loops(1000000);
		u = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		burn_loops(4000000);
		v = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		ratio = (double)(v - u) / (double)(u - t);
	}
	ok(ratio > 3 && ratio < 5, "four times the loops take four times the time");
}

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
	   "% Deadlines Met\n", "the header");
	is_freed(printed(&t, &row), "Burn       17.4 +/- 19.5        46.3              87           "
	   "7.62\n", "a row of 2016");
	t.real_time = true;
	row = (struct row){ .load = "None", .mean = { 0.006, 0 }, .sd = { 0.0065, 0 },
			    .max = { 0.01, 0 }, .cpu = { 100, 0 }, .met = { 99.96, 0 } };
	is_freed(printed(&t, NULL), "\n--- Benchmarking simulated cpu of Video real time in the presence "
	   "of simulated ---\nLoad    Latency +/- SD (us)  Max Latency   % Desired CPU  "
	   "% Deadlines Met\n", "the header in real time mode");
	is_freed(printed(&t, &row), "None          6 +/- 6.5           10             100           99.9\n",
	   "a row in us");
	t = (struct table){ .bench = "X", .nice = 19, .load_nice = -5 };
	is_freed(printed(&t, NULL), "\n--- Benchmarking simulated cpu of X nice 19 in the presence of "
	   "simulated nice -5 ---\nLoad    Latency +/- SD (ms)  Max Latency   % Desired CPU  "
	   "% Deadlines Met\n", "the header with nice");
	t = (struct table){ .bench = "Gaming", .no_deadlines = true };
	row.cpu.value = 99.96;
	is_freed(printed(&t, NULL), "\n--- Benchmarking simulated cpu of Gaming in the presence of "
	   "simulated ---\nLoad    Latency +/- SD (ms)  Max Latency   % Desired CPU\n",
	   "the header of Gaming");
	is_freed(printed(&t, &row), "None      0.006 +/- 0.0065      0.01             100\n",
	   "a row of Gaming, whose CPU comes from times");
	t.no_cpu = true;
	is_freed(printed(&t, NULL), "\n--- Benchmarking simulated cpu of Gaming in the presence of "
	   "simulated ---\nLoad    Latency +/- SD (ms)  Max Latency\n", "the header of Wakeup and Pipe");
	is_freed(printed(&t, &row), "None      0.006 +/- 0.0065      0.01\n", "a row of three figures");
	snprintf(row.reason, sizeof(row.reason), "skipped: 8 MB free, 16 MB needed");
	strcpy(row.load, "Write");
	is_freed(printed(&t, &row), "Write     skipped: 8 MB free, 16 MB needed\n", "a row in words");
	memset(row.reason, 'w', REASON_LEN - 1);
	text = printed(&t, &row);
	ok(strlen(text) == strlen("\n") + 80, "80 columns of them");
	free(text);
}

/* A loop that looks at the clock at these times; gaps are what is above 250 ns. */
static void test_hog(void)
{
	static const int64_t at[] = { 0, 500, 900, 1300, 1325, 1575, 1826, 1850, 101850 };
	static struct result r;
	const struct task *hog = task_find("Hog");
	struct pace pace = { .start = 1000, .end = 100000, .result = &r };
	struct row row = { .mean = { NAN, 0 } };
	double v[EXTRAS];

	shared = calloc(1, sizeof(*shared));
	for (size_t i = 1; i < LENGTH(at); i++)
		hog_turn(&pace, 250, at[i - 1], at[i]);
	r.watched = at[LENGTH(at) - 1] - pace.start;
	/* 300 from the window's start on, 251, and 100000 to its end beyond the window's */
	ok(r.latency.n == 3 && near(r.latency.mean, 100551.0 / 3) && r.latency.max == 100000 &&
	   r.wakeup.n == 3 && shared->due == 101850, "Hog: gaps, clipped at the window's start alone");
	row_fill(&row, hog, &r);
	hog->extras(&r, v);
	ok(near(row.cpu.value, 100 * 299.0 / 100850) && isnan(row.met.value) && !row.cpu_counted,
	   "Hog: the CPU is what the gaps leave");
	ok(near(v[0], 3e9 / 100850) && near(v[1], 0.251) && near(v[2], 100) &&
	   near(v[3], 33.517) && near(v[4], 1e6 * 100551 / 100850) &&
	   near(v[5], 100 * 100551.0 / 100850), "Hog: a perturbation meter's figures");
	memset(&r, 0, sizeof(r));
	pace.start = now_ns() - MS(500);
	pace.end = pace.start + MS(100);
	hog_run(&pace);
	ok(r.latency.n == 1 && r.latency.max >= MS(500) && r.watched == r.latency.max,
	   "Hog that comes too late: starved since the start");
	memset(&r, 0, sizeof(r));
	r.watched = 1000;
	row_fill(&row, hog, &r);
	hog->extras(&r, v);
	ok(row.mean.value == 0 && row.max.value == 0 && row.cpu.value == 100 && v[0] == 0 &&
	   isnan(v[1]) && v[5] == 0, "Hog without a gap: it had all of the CPU");
	result_sample(&r, 100000);
	result_sample(&r, 100000);
	hog->extras(&r, v);
	ok(near(v[1], 100) && near(v[3], 100), "Hog: the shortest gap is not above the mean");
	free(shared);
	shared = NULL;
}

/* When clients of Wakeup are due. */
static void test_clients(void)
{
	enum { N = 50 };
	struct client a = { .seed = 5 }, b = { .seed = 5 }, other = { .seed = 6 }, c[N];
	int64_t least = INT64_MAX, most = 0, same = 0, last = 0;
	bool alike = true, first = true;

	for (int i = 0; i < 20000; i++, last = a.due) {
		client_next(&a, 0);
		client_next(&b, 0);
		client_next(&other, 0);
		alike &= a.due == b.due;
		same += a.due == other.due;
		least = a.due - last < least ? a.due - last : least;
		most = a.due - last > most ? a.due - last : most;
	}
	ok(alike && same == 0, "Wakeup: a seed makes one schedule, another one another");
	ok(least >= MS(100) && least < MS(101) && most <= MS(2000) && most > MS(1999) &&
	   fabs((double)last / 20000 / 1.05e9 - 1) < 0.02, "Wakeup: from 100 ms to 2 s, evenly");
	client_next(&a, last + MS(60000));
	ok(a.due >= last + MS(60000) && a.due < last + MS(62000), "Wakeup: a stall makes no burst");
	for (int i = N - 1; i >= 0; i--) {
		c[i] = (struct client){ .seed = (uint64_t)i, .nth = &c[i] };
		client_next(&c[i], 0);
		client_sink(c, N, i);
	}
	for (int i = 0; i < 10 * N; i++) {
		for (int k = 0; k < N; k++)
			first &= c->nth->due <= c[k].due;
		client_next(c->nth, 0);
		client_sink(c, N, 0);
	}
	ok(first, "Wakeup: whoever is due first is the first");
}

/* Answers of 1, 2, 3 and 4 us; one that is not there; one from before the window. */
static void test_answers(void)
{
	static struct result r;
	struct pace pace = { .start = 100, .result = &r };
	struct client c = { .sent = 99 };
	bool there = true;
	double v[EXTRAS];

	for (int i = 0; i <= 4; i++, c.sent = 100) {
		c.latency = i * NSEC_PER_USEC;
		there &= client_answer(&pace, &c) && c.latency == CLIENT_IDLE;
	}
	there &= client_answer(&pace, &c);
	c.latency = CLIENT_WOKEN;
	ok(there && !client_answer(&pace, &c) && r.latency.n == 4 && r.wakeup.n == 4,
	   "Wakeup: an answer is taken once, and if it was asked for in the window");
	r.clients = 7;
	task_find("Wakeup")->extras(&r, v);
	/* SD: (5/3)^(1/2), as above */
	ok(v[0] == 4 && v[1] == 7 && near(v[2], 4) && near(v[3], 2.5) && near(v[4], sqrt(5.0 / 3)) &&
	   near(v[5], sqrt(5.0 / 3) / 2), "Wakeup: latt's figures");
	r.watched = 40 * NSEC_PER_USEC;
	task_find("Pipe")->extras(&r, v);
	ok(near(v[0], 100000) && near(v[1], 2.5), "Pipe: per second and each");
}

static void *waker_thread(void *pace)
{
	wakeup_run(pace);
	return NULL;
}

/* A client that does not run, and is due four times in the window. */
static void test_waiting(void)
{
	static struct result r;
	struct client c = { .latency = CLIENT_IDLE, .seed = 20 };
	struct work work = { .data = &c, .threads = 1 };
	struct pace pace = { .result = &r, .work = &work, .start = now_ns() };
	pthread_t thread;
	int64_t sent = 0;
	int bytes = 0;

	shared = calloc(1, sizeof(*shared));
	pace.end = pace.start + MS(2050);
	if (pipe2(c.pipe, O_CLOEXEC) || pthread_create(&thread, NULL, waker_thread, &pace))
		abort();
	sleep_until(pace.end + MS(200));
	ioctl(c.pipe[0], FIONREAD, &bytes);
	ok(bytes == sizeof(sent) && read(c.pipe[0], &sent, sizeof(sent)) == sizeof(sent) &&
	   sent == c.sent && sent >= pace.start && sent < pace.end && c.latency == CLIENT_WOKEN,
	   "Wakeup: who starves is sent one message");
	ok(shared->due == sent && r.latency.n == 0, "Wakeup: and is due since then");
	c.latency = MS(3000);
	pthread_join(thread, NULL);
	ok(r.latency.n == 1 && r.latency.max == MS(3000), "Wakeup: and waited for beyond the end");
	close(c.pipe[0]);
	close(c.pipe[1]);
	free(shared);
	shared = NULL;
}

static void test_remarks(void)
{
	static const char *const kind[] = { "a", "b", "c", "d", "e" };
	struct row row[9] = { { .load = "None" } };
	struct table t = { .row = row, .rows = LENGTH(row) };
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (int i = 0; i < 9; i++)
		remark_add(&row[i], kind[i % 5], "%", i % 5 == 0 ? 2 + i / 2 : NAN);
	remark_add(&row[8], "f", "", NAN);
	report_remarks(f, &t);
	fclose(f);
	is_freed(text, "! a 2-4 % in 2 of 9 rows\n! b in 2 of 9 rows\n! c in 2 of 9 rows (and 3 more)\n",
	   "remarks: by kind, three lines");
	f = open_memstream(&text, &size);
	t.row = &(struct row){ .load = "Ring" };
	t.rows = 1;
	remark_add(t.row, "steal", "%", 3.14159);
	report_remarks(f, &t);
	fclose(f);
	is_freed(text, "! steal 3.14 % in Ring\n", "a remark on one row names it");
}

static char *json_of(const char *text)
{
	char *json;
	size_t size;
	struct json j = { .f = open_memstream(&json, &size) };

	json_string(&j, "k", text);
	json_number(&j, "n", NAN);
	json_number(&j, "n", INFINITY);
	json_number(&j, "n", 1.5);
	fclose(j.f);
	return json;
}

/* Any bytes make valid UTF-8: RFC 3629 says which there are. */
static void test_json(void)
{
	is_freed(json_of("plain"), "\"k\":\"plain\",\"n\":1.5", "JSON: no number, no key");
	is_freed(json_of("a\"b\\c\n\x01"), "\"k\":\"a\\\"b\\\\c\\u000a\\u0001\",\"n\":1.5",
		 "JSON: escapes");
	is_freed(json_of("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"),
		 "\"k\":\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\",\"n\":1.5", "JSON: UTF-8 stays");
	is_freed(json_of("\xff \xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82"),
		 "\"k\":\"\\ufffd \\ufffd\\ufffd \\ufffd\\ufffd\\ufffd "
		 "\\ufffd\\ufffd\\ufffd\\ufffd \\ufffd\\ufffd\",\"n\":1.5",
		 "JSON: what is no UTF-8 is replaced");
}

/* The table of names and the function that fills the figures go by the same order. */
static void test_figures(void)
{
	struct table t = { .bench = "Video" };
	struct detail *d = calloc(1, sizeof(*d));
	char *json;
	size_t size;
	struct json j = { .f = open_memstream(&json, &size) };

	*d = (struct detail){ .result = { .met = 1, .missed = 2, .late = 3, .dropped = 4 },
			      .task = { .wait_ns = 5e6, .preempted = 7, .moved = 8 },
			      .slow_pct = 6, .throttled_ms = NAN,
			      .cpu = { { 10, 11, 12, 13, 14, 15 }, 16, NAN },
			      .pressure_pct = { 18, 19, 20 } };
	json_figures(&j, &t, d);
	t.no_deadlines = t.real_time = true;	/* in ms all the same */
	d->pressure_pct[0] = d->pressure_pct[1] = d->pressure_pct[2] = NAN;
	hist_add(&d->result.frame, 0);
	json_figures(&j, &t, d);
	fclose(j.f);
	free(d);
	is_freed(json, "\"samples\":0,\"boundaries\":6,\"met\":1,\"missed\":2,\"late\":3,"
		 "\"dropped\":4,\"runqueue_wait_ms\":5,\"runqueue_wait_pct\":0,\"slow_cpu_pct\":6,"
		 "\"involuntary_switches\":7,\"migrations\":8,\"cpu_pct\":{\"user\":10,"
		 "\"system\":11,\"iowait\":12,\"irq\":13,\"steal\":14,\"idle\":15,"
		 "\"busiest\":16},\"pressure_pct\":{\"cpu\":18,\"memory\":19,\"io\":20},"
		 "\"samples\":0,\"frame_ms\":{\"p99\":0},\"runqueue_wait_ms\":5,\"runqueue_wait_pct\":0,"
		 "\"slow_cpu_pct\":6,\"involuntary_switches\":7,\"migrations\":8,"
		 "\"cpu_pct\":{\"user\":10,\"system\":11,\"iowait\":12,\"irq\":13,"
		 "\"steal\":14,\"idle\":15,\"busiest\":16}", "each figure by its name");
}

/* 1000 samples of known percentiles; the same in a sorted array is the truth. */
static void test_percentiles(void)
{
	static const double pct[] = { 1, 50, 90, 99, 99.9, 100 };
	static const int rank[] = { 10, 500, 900, 990, 999, 1000 };
	struct hist *h = calloc(1, sizeof(*h));
	double sample[1000], truth, got;
	bool close = true;

	srandom(2);
	for (int i = 0; i < 1000; i++) {
		sample[i] = floor(exp((double)random() / RAND_MAX * 28));
		hist_add(h, (int64_t)sample[i]);
	}
	qsort(sample, 1000, sizeof(sample[0]), double_cmp);
	for (size_t i = 0; i < LENGTH(pct); i++) {
		truth = sample[rank[i] - 1];
		got = (double)hist_percentile(h, pct[i]);
		close &= got >= truth && got <= truth * 1.01;
	}
	ok(close, "percentiles as those of the sorted samples, to 1 %%");
	free(h);
}

/* Half of the loss is slow CPU: 100 ms of work took 200 ms, of which 150 on a CPU. */
static void test_slow(void)
{
	struct result r = { .work = 100 * NSEC_PER_MSEC, .busy = 200 * NSEC_PER_MSEC };

	struct period p = { .due = 100, .woke = 130, .done = 180, .work = 40 };
	static struct result one;

	result_frame(&one, &p);
	ok(one.busy == 50 && one.work == 40 && one.frame.max == 80, "a frame's time is from waking, its latency from due");
	work_set(1);
	ok(near(slow_cpu_pct(&r, 150e6), 50), "slow CPU: half of the loss");
	ok(near(slow_cpu_pct(&r, 90e6), 0), "slow CPU: none");
	ok(isnan(slow_cpu_pct(&r, NAN)), "slow CPU: unknown");
	r.busy = r.work;
	ok(isnan(slow_cpu_pct(&r, 100e6)), "slow CPU: no loss, no share of it");
	r.busy = r.work + r.work / 200;
	ok(isnan(slow_cpu_pct(&r, 100e6)), "slow CPU: nor where it is next to nothing");
	work_set(0);
	r.busy = 2 * r.work;
	ok(isnan(slow_cpu_pct(&r, 100e6)), "slow CPU: not under -T");
	ok(isnan(slow_loss_pct(&r, 150e6)), "slow CPU: -T loses nothing to it");
	work_set(1);
	r.met = 3;
	ok(isnan(slow_cpu_pct(&r, 150e6)), "slow CPU: no share of a loss that cost no deadline");
	r.missed = 1;
	ok(near(slow_cpu_pct(&r, 150e6), 50), "slow CPU: but where one was missed");
	ok(near(slow_loss_pct(&r, 103e6), 3), "slow CPU: 3 of 100 ms are lost to it");
	ok(near(slow_loss_pct(&r, 250e6), 100), "slow CPU: no more than was lost at all");
	ok(near(slow_loss_pct(&r, 90e6), 0), "slow CPU: nothing is lost on a fast one");
	r.work = 0;
	ok(isnan(slow_loss_pct(&r, 90e6)), "slow CPU: who does no work loses none");
	work_set(0);
}

/* What it is without options, and what options take. */
static void test_settings(void)
{
	static const struct { const char *text; int64_t s; } time[] = {
		{ "30", 30 }, { "30s", 30 }, { "2000ms", 2 }, { "5m", 300 }, { "1h", 3600 }, { "24h", 86400 },
	};
	struct period p;
	int64_t ns;
	struct option_row o = { .target = &ns };
	int sweep_s;
	bool random, good = true;

	ok(cfg.time_ns == 30 * NSEC_PER_SEC && cfg.repeat == 1 && near(cfg.compare_how.threshold_pct, 1) &&
	   near(cfg.compare_how.notice_ms, 7), "30 s, once; 1 %% and 7 ms");
	for (size_t i = 0; i < LENGTH(time); i++) {
		set_time(&o, time[i].text);
		good &= ns == time[i].s * NSEC_PER_SEC;
	}
	ok(good, "times: s, ms, m, h");
	ok(pairings_count(&sweep_s, &random) > 1 && sweep_s == 10 && !random, "all of them: sweeps of 10 s");
	cfg.only_loads = (struct names){ (const char *[]){ "None", "Lock" }, 2 };
	cfg.benches = (struct names){ (const char *[]){ "X" }, 1 };
	ok(pairings_count(&sweep_s, &random) == 2 && sweep_s == 10 && random, "the task X alone: sweeps, too");
	cfg.benches = (struct names){ (const char *[]){ "Audio" }, 1 };
	ok(pairings_count(&sweep_s, &random) == 2 && sweep_s == 0, "Audio alone: none");
	cfg.only_loads = cfg.benches = (struct names){ .n = 0 };
	task_custom_set(2000, 30);
	p = task_period(task_find("Custom"));
	ok(p.period == MS(2) && p.work == MS(0.6) && p.step == MS(2), "Custom: 30 %% of 2 ms");
	task_custom_set(0, 0);
}

static int64_t grid, grid_again;
static int frames;
static bool in_step = true;

/* Frame i is due i periods after the first one, whatever was dropped in between. */
static void stalling_frame(unsigned i, struct period *p)
{
	if (frames++ == 0 || (i == 0 && p->due == grid_again))
		grid = p->due;
	in_step &= p->due == grid + i * p->period;
	p->work = frames == 5 ? MS(25) : 0;
	if (frames == 3)
		sleep_until(p->due + MS(55));
	shared->traced = frames == 8;	/* ends it */
}

static void test_sweep(void)
{
	static const struct task stalling = { .name = "Stalling", .period = MS(10), .frame = stalling_frame };
	static struct result r;
	struct pace pace = { .task = &stalling, .result = &r };

	work_set(0);
	shared = calloc(1, sizeof(*shared));
	shared->tracing.above = INT64_MAX;
	pace.start = now_ns();
	pace.end = INT64_MAX;
	task_run(&pace);
	frames = 0;
	pace.start = now_ns() + MS(45);		/* in the midst of it the window begins */
	shared->traced = 0;
	grid_again = pace.start;
	task_run(&pace);
	ok(in_step && frames == 8 && r.dropped >= 6 + 2,
	   "a sweep goes on where it would be without the stalls");
	free(shared);
	shared = NULL;
}

/* The clients' schedules follow from the seed. */
static void test_seed(void)
{
	static char reason[REASON_LEN];
	static struct work w[2];		/* its threads wait for ever */
	uint64_t seed[4];

	for (int i = 0; i < 2; i++) {
		struct client *c;

		w[i] = (struct work){ .threads = 2, .seed = 5 + i, .reason = reason };
		if (pipe2(w[i].gate, O_CLOEXEC) || !wakeup_setup(&w[i]))
			abort();
		c = w[i].data;
		seed[2 * i] = c[0].seed;
		seed[2 * i + 1] = c[1].seed;
	}
	ok(seed[0] != seed[1] && seed[0] != seed[2] && seed[1] != seed[3],
	   "Wakeup: no two clients are woken alike, nor with two seeds");
}

/* What a latency of 121 ms consists of, by hand. */
static void test_unexplained(void)
{
	static struct result r;
	struct thread_use use = { .cpu_ns = 100e6, .wait_ns = 2.7e6, .faults = 0 };

	r = (struct result){ .latency = { .n = 100, .max = MS(121) }, .work = MS(100) };
	r.wakeup.max = MS(121);
	ok(near(late_unexplained_ns(&r, &use, 2.5e6, 0), 118.3e6), "late: 2.7 of 121 ms were on the run queue");
	ok(near(late_unexplained_ns(&r, &use, 2.5e6, 40e6), 78.3e6), "late: and 40 ms throttled");
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 58e6)), "late: more than half is explained");
	use.faults = 1;
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 0)), "late: the disk may be why");
	use.faults = NAN;
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 0)), "late: who knows whether it was the disk");
	use.faults = 0;
	use.wait_ns = NAN;
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 0)), "late: Linux does not tell of waits");
	use.wait_ns = 0;
	r.latency.max = r.wakeup.max = MS(6.9);
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 0)), "late: nobody notices 6.9 ms");
	/* woken in time, done after 60 ms, 6.67 of them work: three deadlines of 16.7 ms */
	r.latency.max = 50000001;
	r.wakeup.max = MS(1);
	r.frame.max = MS(60);
	ok(near(late_unexplained_ns(&r, &use, 6.67e6, 0), 50000001), "late: the stall was amid the work");
	use.cpu_ns = 140e6;			/* 40 more than it wanted */
	ok(isnan(late_unexplained_ns(&r, &use, 6.67e6, 0)), "late: a slow CPU may be why");
	use.cpu_ns = 120e6;
	ok(near(late_unexplained_ns(&r, &use, 6.67e6, 0), 33.33e6), "late: but not for all of it");
}

static void test_memory_pct(void)
{
	ok(near(memory_pct(13000e6, 3e6), 100 - 100 * 3.0 / 13000), "memory: 3 of 13000 MB came from the disk");
	ok(isnan(memory_pct(13000e6, 13001e6)), "memory: none, and a piece was read ahead");
	ok(isnan(memory_pct(100e6, 51e6)) && near(memory_pct(100e6, 40e6), 60), "memory: less than half is not said");
	ok(isnan(memory_pct(8e6, 0)) && isnan(memory_pct(0, 0)), "memory: so little tells nothing");
	ok(isnan(memory_pct(100e6, NAN)), "memory: Linux does not tell");
}

/* The parent slept in slices. */
static void test_still(void)
{
	struct watch w = { 0, 0 };

	watch_add(&w, 99e6, 0, 0);
	watch_add(&w, -50e6, 0, 0);
	watch_add(&w, 3000e6, 2950e6, 0);
	watch_add(&w, 3000e6, 1e6, 2);
	watch_add(&w, 3000e6, NAN, 0);
	ok(near(w.still_ns, 0), "still: not if it waited for a CPU, for a disk, or Linux does not tell");
	watch_add(&w, 3000e6, 20e6, 0);
	watch_add(&w, 120e6, 0, 0);
	ok(near(w.still_ns, 3100e6) && near(w.most_ns, 2980e6), "still: twice, in sum and at most");
	ok(near(stood_still_ns(&w, 2970e6, 0), 3100e6), "still: the task as well");
	ok(near(stood_still_ns(&w, 2970e6, 1000e6), 2100e6), "still: but for what was throttled");
	ok(near(stood_still_ns(&w, 1400e6, 0), 0), "still: the task went on");
	ok(near(stood_still_ns(&w, 2970e6, 3050e6), 0), "still: it was all throttled");
}

/* Two seconds of a window, read at both ends. */
static void test_detail(void)
{
	static struct sched inherited;
	struct row row = { .load = "Compile" };
	struct pairing p = { .task = task_find("Audio"), .load = load_find("Compile"), .row = &row,
			     .time = 2 * NSEC_PER_SEC, .sched = { &inherited, &inherited } };
	struct sample *a = &p.sample[0], *b = &p.sample[1];
	struct json j = { .f = NULL };
	struct detail *d;
	char *text;
	size_t size;

	shared = calloc(1, sizeof(*shared));
	*a = (struct sample){ .time = NSEC_PER_SEC, .done = { 1000000000, 0, 5 << 20 },
			      .task = { 1e6, 2e6, 3, 4, 0 }, .pressure_us = { 100000, -1, 0 } };
	*b = (struct sample){ .time = 3 * NSEC_PER_SEC, .done = { 4000000000, 20 << 20, 45 << 20 },
			      .task = { 11e6, 42e6, 8, 5, 12 }, .pressure_us = { 1100000, 5, 2000000 } };
	row_detail(&p, 7);
	d = row.detail;
	ok(near(d->task.cpu_ns, 10e6) && near(d->task.wait_ns, 40e6) && near(d->task.preempted, 5) &&
	   near(d->task.moved, 1) && near(d->task.swap_kb, 12), "the task's share is what it had in the window");
	ok(near(d->wait_pct, 2), "40 ms of 2 s on the run queue are 2 per cent");
	ok(near(d->pressure_pct[0], 50) && isnan(d->pressure_pct[1]) && near(d->pressure_pct[2], 100) &&
	   near(d->throttled_ms, 7), "pressure in per cent of the time");
	ok(near(d->work_per_s[0], 1.5) && near(d->work_per_s[1], 10) && near(d->work_per_s[2], 20) && !d->unit[3],
	   "what the load did, per second");
	j.f = open_memstream(&text, &size);
	json_work(&j, d);
	fclose(j.f);
	is_freed(text, "\"load_work\":{\"unit\":\"CPU s\",\"per_s\":1.5,\"parts\":[{\"load\":\"Burn\",\"unit\":\"CPU s\",\"per_s\":1.5},"
		 "{\"load\":\"Write\",\"unit\":\"MB written\",\"per_s\":10},"
		 "{\"load\":\"Read\",\"unit\":\"MB read\",\"per_s\":20}]}", "JSON: each part by its name and unit");
	free(d);
	a->time = 0;
	row_detail(&p, 7);
	d = row.detail;
	ok(isnan(d->task.wait_ns) && isnan(d->pressure_pct[0]) && !d->unit[0] && near(d->task.swap_kb, 12),
	   "nothing is known of a window whose start nobody saw");
	free(d);
	free(shared);
	shared = NULL;
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
	hist_add(&d->result.wakeup, 800000);
	report_histogram(f, &t, &row);
	fclose(f);
	is_freed(text, "\nWakeup latencies of Video beside Burn, ms\n"
		 "<=        1         3 ############################\n<=        2         6 " BAR "\n"
		 "<=        5         0\n<=       10         0\n<=       20         0\n"
		 "<=       50         1 ##########\n"
		 "\nLatencies of Video beside Burn, us\n<=     1000         1 " BAR "\n", "the bars");
	f = open_memstream(&text, &size);
	*d = (struct detail){ .result = { .latency.n = 4, .met = 1, .missed = 2, .late = 3, .dropped = 4 },
			      .task = { .wait_ns = 5e6, .preempted = 7, .moved = 8 }, .wait_pct = 4.25, .slow_pct = 6,
			      .throttled_ms = NAN, .unit = { "wakeups" }, .work_per_s = { 1234.5 }, .run_s = NAN,
			      .cpu = { { 10, 11, 12, 13, 14, 15.04 }, 16, 17 }, .pressure_pct = { 18, 19, 20 },
			      .extra = { 0.5, 70000 }, .extra_name = name };
	for (int i = 0; i < 4; i++)
		hist_add(&d->result.wakeup, 2500000);
	hist_add(&d->result.frame, 9000000);
	t = (struct table){ .bench = "Video", .real_time = true, .row = &row, .rows = 1 };
	report_details(f, &t, true);		/* no work of frames: slow% needs no word */
	t.real_time = false;
	row.detail = NULL;			/* nothing to say, no table */
	report_details(f, &t, true);
	row.detail = d;
	d->extra_name = none;
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
		 "\nLoad     rqwait% slow% preempt moved throttle\n"
		 "Burn        4.25     -       7     8        -\n"
		 "! slow% is empty: under -T a slow CPU costs nothing\n"
		 "\nLoad      user system iowait   irq steal  idle busiest idlest  Pcpu  Pmem   Pio\n"
		 "Burn        10     11     12    13    14    15      16     17    18    19    20\n",
		 "the tables of -v, in us and in ms");
	free(d);
}

static void test_document(void)
{
	char *command[] = { (char *)"interbench", (char *)"-l", NULL }, *text;
	struct run run = { .kernel = (char *)"6.1", .comment = (char *)"cfs", .processors = 12,
			   .loops_per_ms = 4008580, .seconds = 30 };
	struct row row = { .load = "Write", .mean = { NAN, 0 }, .cpu = { NAN, 0 }, .met = { NAN, 0 } };
	struct json j = { .more = true };
	size_t size;
	FILE *f = open_memstream(&text, &size);

	run_add_fact(&run, "Boot", "9b1c");
	run_add_number(&run, "cpus", 12);
	run_add_number(&run, "quota_cpus", NAN);
	run_add_fact(&run, run_role[1], "policy idle");
	run_add_table(&run, "Video")->load_nice = 5;
	json_document(f, &run, &(struct json_about){ 86400 + 3600, command, 34, "ROWS" });
	run.cpu_time = run.table[0].real_time = true;
	run.table[0].bench[0] = 0;
	json_document(f, &run, &(struct json_about){ 0, command + 2, 0, "" });
	fclose(f);
	is_freed(text, "{\"schema\":2,\"version\":\"" INTERBENCH_VERSION "\",\"command\":[\"interbench\",\"-l\"],"
		 "\"start\":\"1970-01-02T01:00:00Z\",\"settings\":{\"comment\":\"cfs\",\"seconds\":30,"
		 "\"processors\":12,\"cpu_time\":false,\"loops_per_ms\":4008580,\"real_time\":false,"
		 "\"bench_nice\":0,\"load_nice\":5,\"load\":\"policy idle\"},\"machine\":{\"release\":\"6.1\","
		 "\"Boot\":\"9b1c\",\"Load\":\"policy idle\",\"cpus\":12},\"rows_wanted\":34,\"rows\":[\nROWS]}\n"
		 "{\"schema\":2,\"version\":\"" INTERBENCH_VERSION "\",\"command\":[],"
		 "\"start\":\"1970-01-01T00:00:00Z\",\"settings\":{\"comment\":\"cfs\",\"seconds\":30,"
		 "\"processors\":12,\"cpu_time\":true,\"real_time\":true,\"load_nice\":5,\"load\":\"policy idle\"},"
		 "\"machine\":{\"release\":\"6.1\",\"Boot\":\"9b1c\",\"Load\":\"policy idle\",\"cpus\":12},\"rows_wanted\":0,\"rows\":[\n]}\n",
		 "JSON: all but the rows");
	run.comment = run.kernel = NULL;
	run_free(&run);
	j.f = open_memstream(&text, &size);
	row_void(&row, "no disk");
	json_row(&j, &(struct table){ .bench = "Video" }, &row, 3, "bore");
	row = (struct row){ .load = "Burn", .mean = { 1, 0 }, .sd = { 2, 0 }, .max = { 3, 0 },
			    .cpu = { 99, 0 }, .met = { 98, 0 } };
	remark_add(&row, "steal", "%", 3.5);
	remark_add(&row, "limits changed", "", NAN);
	json_row(&j, &(struct table){ .bench = "Video", .real_time = true }, &row, 1, NULL);
	fclose(j.f);
	is_freed(text, ",{\"bench\":\"Video\",\"load\":\"Write\",\"run\":3,\"setting\":\"bore\",\"valid\":false,"
		 "\"reason\":\"no disk\"}\n,{\"bench\":\"Video\",\"load\":\"Burn\",\"run\":1,\"valid\":true,"
		 "\"remarks\":[{\"what\":\"steal\",\"value\":3.5,\"unit\":\"%\"},{\"what\":\"limits changed\"}],\"desired_cpu_pct\":99,\"deadlines_met_pct\":98,\"latency_ms\":{\"mean\":1,\"sd\":2,\"max\":3}}\n",
		 "JSON: a void row, and one in ms");
}

/* Frames that take no time at all. */
static void test_gaming(void)
{
	static struct result r;
	struct pace pace = { .task = task_find("Gaming"), .result = &r };
	int64_t used = clock_ns(CLOCK_THREAD_CPUTIME_ID);

	shared = calloc(1, sizeof(*shared));
	work_set(1);
	pace.start = now_ns() + MS(300);
	pace.end = pace.start + MS(1);
	task_run(&pace);
	ok(clock_ns(CLOCK_THREAD_CPUTIME_ID) - used > MS(3), "Gaming wants the CPU before its window, too");
	ok(r.latency.n > 0 && r.latency.mean >= 0, "Gaming: what is faster than it should be is not early");
	work_set(0);
	free(shared);
	shared = NULL;
}

/* Any wakeup is too late, but for those before the window. */
static void test_trace(void)
{
	static struct result r;
	struct pace pace = { .task = task_find("Audio"), .result = &r };
	char text[2][80] = { "", "" }, wanted[80];
	FILE *on = tmpfile(), *marker = tmpfile();

	shared = calloc(1, sizeof(*shared));
	shared->tracing = (struct tracing){ .above = 0, .on = fileno(on), .marker = fileno(marker) };
	pace.start = now_ns() + MS(120);
	pace.end = INT64_MAX;
	task_run(&pace);
	rewind(on);
	rewind(marker);
	snprintf(wanted, sizeof(wanted), "interbench: Audio woken %lld us late\n", (long long)shared->traced / 1000);
	ok(shared->traced > 0 && shared->traced_due >= pace.start && fgets(text[0], 80, on) && !strcmp(text[0], "0"),
	   "a late wakeup in the window stops tracing, and the task");
	is(fgets(text[1], 80, marker) ? text[1] : "", wanted, "and stands in the trace");
	fclose(on);
	fclose(marker);
	free(shared);
	shared = NULL;
}

/* 20 ms late: before the window, and in it. */
static void test_waker(void)
{
	static struct result r;
	struct pace pace = { .result = &r, .start = INT64_MAX };
	struct client c = { .latency = CLIENT_IDLE };

	if (pipe2(c.pipe, O_CLOEXEC))
		abort();
	c.due = now_ns() - MS(20);
	client_wake(&pace, &c);
	ok(r.waker_late == 0, "Wakeup: before the window the waker may be late");
	pace.start = 0;
	c.latency = CLIENT_IDLE;
	c.due = now_ns() - MS(20);
	client_wake(&pace, &c);
	ok(r.waker_late >= MS(20), "Wakeup: not in it");
	close(c.pipe[0]);
	close(c.pipe[1]);
}

/* Stalled in a round trip from before the window until it is over. */
static void test_pipe(void)
{
	static struct result r;
	static char bytes[60000];
	struct pipes p;
	struct work work = { .data = &p };
	struct pace pace = { .task = task_find("Pipe"), .result = &r, .work = &work };
	struct itimerval soon = { .it_value = { .tv_usec = 1000 } };

	shared = calloc(1, sizeof(*shared));
	if (pipe2(p.there, O_CLOEXEC) || pipe2(p.back, O_CLOEXEC) ||
	    write(p.back[1], bytes, sizeof(bytes)) != sizeof(bytes))	/* so many answers are there */
		abort();
	pace.start = now_ns() + MS(5);
	pace.end = pace.start + MS(40);
	stall_end = pace.start + MS(150);
	signal(SIGALRM, stall);
	setitimer(ITIMER_REAL, &soon, NULL);
	task_run(&pace);
	ok(r.latency.n == 1 && r.latency.max >= MS(150), "Pipe: a stall that swallows the window is its sample");
	for (int i = 0; i < 2; i++) {
		close(p.there[i]);
		close(p.back[i]);
	}
	free(shared);
	shared = NULL;
}

/* Each comes only when its window is over: it was starved since the start. */
static void test_too_late(void)
{
	static struct result r;
	static char byte;
	struct pipes p;
	struct client c = { .latency = CLIENT_IDLE, .seed = 20 };
	struct work work = { .data = &p, .threads = 1 };
	struct pace pace = { .task = task_find("Pipe"), .result = &r, .work = &work };

	shared = calloc(1, sizeof(*shared));
	if (pipe2(p.there, O_CLOEXEC) || pipe2(p.back, O_CLOEXEC) || write(p.back[1], &byte, 1) != 1 ||
	    pipe2(c.pipe, O_CLOEXEC))
		abort();
	pace.start = now_ns() - MS(5000);
	pace.end = pace.start + MS(4000);
	task_run(&pace);
	ok(r.latency.n == 1 && r.latency.max >= MS(5000), "Pipe that comes too late: starved since the start");
	memset(&r, 0, sizeof(r));
	work.data = &c;
	shared->traced = 1;			/* nobody answers: do not wait for it */
	wakeup_run(&pace);
	ok(c.due >= pace.start && c.due < pace.end, "Wakeup that does: what was due is still sent");
	for (int i = 0; i < 2; i++) {
		close(p.there[i]);
		close(p.back[i]);
		close(c.pipe[i]);
	}
	free(shared);
	shared = NULL;
}

/* A frame of a load counts if it was drawn, and nobody is late for it. */
static void test_load_frames(void)
{
	static const struct task stalling = { .name = "Stalling", .period = MS(10), .frame = stalling_frame };
	_Atomic uint64_t done = 0;
	struct work work = { .done = &done };
	struct pace pace = { .task = &stalling, .work = &work, .end = INT64_MAX };

	shared = calloc(1, sizeof(*shared));
	pace.start = now_ns();
	frames = 0;
	task_run(&pace);
	ok(done >= 1 && done < 8 && shared->due == 0, "a load's frames: those that were drawn");
	free(shared);
	shared = NULL;
}

static void test_loads(void)
{
	static char reason[REASON_LEN];
	static struct work w = { .threads = 3, .reason = reason };	/* as long as its threads */
	uint32_t *word = (uint32_t *)(void *)stream_buffer();
	int value, tokens = 0, same = 0;

	if (pipe2(w.gate, O_CLOEXEC) || !ring_setup(&w))	/* its threads wait for ever */
		abort();
	for (int i = 0; i < w.threads; i++)
		tokens += !sem_getvalue((sem_t *)w.data + i, &value) ? value : 9;
	ok(tokens == 1, "Ring: one of them runs");
	for (size_t i = 1; i < STREAM_CHUNK / sizeof(*word); i++)
		same += word[i] == word[0];
	ok(same == 0, "what is written repeats nothing");
	free(word);
}

/* CPU 65000, which is not there: what was asked for, and what is allowed */
static void test_used(void)
{
	static struct cpus allowed, used, one, none;

	cpus_allowed(&allowed);
	cpus_parse(&one, "65000");
	ok(cpus_used(&used, &one, &none) && used.count == allowed.count + 1, "the task's CPU given, the load's are all");
	ok(cpus_used(&used, &one, &one) && used.count == 1, "both given, no others");
}

static void test_json_histogram(void)
{
	struct hist *h = calloc(1, sizeof(*h));
	char *text;
	size_t size;
	struct json j = { .f = open_memstream(&text, &size) };

	hist_add(h, 7);
	hist_add(h, 300);
	hist_add(h, 301);
	json_histogram(&j, h);
	fclose(j.f);
	free(h);
	is_freed(text, "\"histogram_ns\":[[7,1],[301,2]]", "JSON: how many up to what");
}

/* What is remarked on: once all, once nothing, as far as the machine lets it */
static void test_guard(void)
{
	static struct machine_state before;
	static struct sched inherited;
	struct row row = { .load = "None" };
	struct pairing p = { .task = task_find("Wakeup"), .load = load_find("None"), .row = &row,
			     .machine = { .root = "" }, .sched = { &inherited, &inherited } };
	char seen[REMARKS_MAX * 64] = "";

	shared = calloc(1, sizeof(*shared));
	machine_now(&p.machine, &before);
	p.sample[1].task.swap_kb = 4;
	shared->result.latency = (struct moments){ .n = 1, .max = MS(3) };
	shared->result.waker_late = MS(6);	/* not more than twice that */
	shared->lock_errno = EPERM;
	shared->command_failed = 2;
	pairing_guard(&p, &before);
	for (int i = 0; i < row.remarks; i++)
		strcat(strcat(seen, row.remark[i].kind), "; ");
	ok(strstr(seen, "a single sample (no SD); the task was swapped out; the command failed; memory not locked") &&
	   !strstr(seen, "waker"), "remarks on a row");
	free(row.detail);
	row = (struct row){ .load = "None" };
	memset(p.sample, 0, sizeof(p.sample));
	memset(shared, 0, sizeof(*shared));
	shared->result.latency = (struct moments){ .n = 2, .max = MS(3) };
	shared->result.waker_late = MS(7);
	pairing_guard(&p, &before);
	ok(row.remarks >= 1 && !strcmp(row.remark[row.remarks - 1].kind, "the waker itself was late by up to") &&
	   near(row.remark[row.remarks - 1].value, 7), "and one that depends on the figures");
	free(row.detail);
	free(shared);
	shared = NULL;
}

/* A limit of file size stands for a full disk. */
static void test_file_replace(void)
{
	static char big[10000];
	const struct text old = { (char *)"old and whole", 13 }, small = { (char *)"new", 3 };
	const struct text large = { big, sizeof(big) };
	struct rlimit was, limit;
	char got[64] = "";
	int fd = scratch_open(".");

	memset(big, 'x', sizeof(big));
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &was);
	limit = was;
	limit.rlim_cur = 5000;
	ok(write(fd, old.text, old.size) == (ssize_t)old.size, "There is a file to be replaced");
	setrlimit(RLIMIT_FSIZE, &limit);
	ok(!file_replace(fd, &old, &large) && errno == EFBIG, "A text that does not fit is refused");
	setrlimit(RLIMIT_FSIZE, &was);
	ok(pread(fd, got, sizeof(got), 0) == (ssize_t)old.size && !memcmp(got, old.text, old.size),
	   "What does not fit leaves the old text as it was");
	ok(file_replace(fd, &old, &large) && lseek(fd, 0, SEEK_END) == sizeof(big),
	   "A longer text replaces the old one");
	memset(got, 0, sizeof(got));
	ok(file_replace(fd, &large, &small) && pread(fd, got, sizeof(got), 0) == 3 &&
	   !strcmp(got, "new"), "A shorter text leaves nothing of the old one");
	close(fd);
	signal(SIGXFSZ, SIG_DFL);
}

static void test_text_write(void)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY), end[2], fd = -1;
	static char big[1 << 20];

	if (master >= 0 && !grantpt(master) && !unlockpt(master))
		fd = open(ptsname(master), O_RDWR | O_NOCTTY);
	close(master);
	ok(fd < 0 || (text_write(fd, "text", 4) == 0 && errno == EIO),
	   "A terminal that has hung up takes nothing");
	close(fd);
	signal(SIGPIPE, SIG_IGN);
	ok(!pipe(end) && !close(end[0]) && text_write(end[1], "text", 4) == 0 && errno == EPIPE,
	   "A pipe without a reader takes nothing");
	close(end[1]);
	ok(!pipe(end), "There is a pipe");
	caught = SIGINT;
	ok(text_write(end[1], big, sizeof(big)) >= 4096 && errno == EINTR,
	   "Nobody reads a pipe that blocks: a signal ends the wait");
	caught = 0;
	close(end[0]);
	close(end[1]);
	signal(SIGPIPE, SIG_DFL);
}

static void test_row_void(void)
{
	struct row row = { .reason = "" };

	row_void(&row, "no file in %s", "a\n! b\033[2J\302\233\177");
	is(row.reason, "no file in a ! b [2J   ", "A reason is one line without control characters");
}

int main(int argc, char **argv)
{
	bool timed = argc == 1;		/* with "untimed" nothing is: for a CPU that is emulated */

	if (argc > 1 && !strcmp(argv[1], "--main")) {
		argv[1] = argv[0];
		return interbench_main(argc - 1, argv + 1);
	}
	if (argc > 1 && !strcmp(argv[1], FORK_CHILD))
		return interbench_main(argc, argv);
	/* what a command may start: one that is deaf and sleeps, one that is always another process */
	if (argc > 1 && !strcmp(argv[1], "--nap")) {
		signal(SIGTERM, SIG_IGN);
		return sleep(40) != 0;
	}
	if (argc > 1 && !strcmp(argv[1], "--hop"))
		for (int64_t end = now_ns() + 20 * NSEC_PER_SEC; now_ns() < end; setsid())
			if (fork() != 0)
				_exit(0);
	/* a shell's background jobs are deaf to SIGINT; "unit --hear PROGRAM ARG..." is not */
	if (argc > 2 && !strcmp(argv[1], "--hear")) {
		signal(SIGINT, SIG_DFL);
		execv(argv[2], argv + 2);
		return 127;
	}
	test_settings();
	test_numbers();
	test_clean();
	test_moments();
	test_hist();
	test_periods();
	test_boundaries();
	test_x();
	test_stalled();
	test_cpus();
	test_clients();
	test_answers();
	if (timed) {
		test_window();
		test_swallowed();
		test_sweep();
		test_seed();
		test_work();
		test_hog();
		test_waiting();
		test_gaming();
		test_trace();
		test_waker();
		test_pipe();
		test_load_frames();
		test_too_late();
		test_loads();
	}
	test_report();
	test_remarks();
	test_json();
	test_figures();
	test_percentiles();
	test_slow();
	test_detail();
	test_unexplained();
	test_still();
	test_memory_pct();
	test_verbose();
	test_document();
	test_used();
	test_json_histogram();
	test_guard();
	test_file_replace();
	test_text_write();
	test_row_void();
	return unit_end();
}
