/* SPDX-License-Identifier: GPL-2.0-or-later */
/* work that takes the CPU time that is wanted, and how fast the CPU is */
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>

#include "lib/clock.h"
static int64_t told_ns(void);
static int64_t counted_ns(clockid_t clock);
#define now_ns told_ns
#define clock_ns counted_ns
#define xrealloc(p, n) (fake.turn = 0, xrealloc(p, n))	/* a measurement begins */

/*
 * A clock for speed_measure(), which reads it before and behind each burst: every second reading
 * is later by the next of these times, over and over, from the switch on by the next of others.
 */
static struct {
	const int64_t *burst[2];
	int bursts, turn;
	int64_t ns, switch_ns;
	int readings, cpus_most;	/* that we were allowed to run on meanwhile */
} fake;

#include "lib/clock.c"
#undef now_ns
#undef clock_ns
#include "unit.h"

static int reads;			/* of other clocks */

static int64_t counted_ns(clockid_t clock)
{
	reads++;
	return clock_ns(clock);
}

static int64_t told_ns(void)
{
	static struct cpus allowed;

	if (fake.readings++ % 100 == 0) {
		cpus_allowed(&allowed);
		fake.cpus_most = allowed.count > fake.cpus_most ? allowed.count : fake.cpus_most;
	}
	if (fake.turn++ % 2)
		fake.ns += fake.burst[fake.switch_ns && fake.ns >= fake.switch_ns][(fake.turn / 2 - 1) % fake.bursts];
	return fake.ns;
}

static void fake_start(const int64_t *burst, int bursts)
{
	memset(&fake, 0, sizeof(fake));
	fake.burst[0] = burst;
	fake.bursts = bursts;
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
	   "The end of the work does not make a chunk empty");
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

/* Reading the clock is a system call: some twenty of them, not one for each microsecond */
static void test_reads(void)
{
	int most = 1000;

	for (int i = 0; i < 3 && most > 100; i++) {
		reads = 0;
		burn_cpu(MS(20));
		most = reads;
	}
	ok(most <= 100, "CPU time is burnt with few looks at the clock");
}

/* Two million loops, as 2 ms at one million for each, take twice as long as one million. */
static void test_work_loops(void)
{
	double ratio = 0;

	ok(work_is_cpu_time() && work_loops() == 0, "work is CPU time unless loops are given");
	work_set(1000000);
	ok(!work_is_cpu_time() && work_loops() == 1000000, "work is loops where they are given");
	for (int i = 0; i < 20 && !(ratio > 1.5 && ratio < 2.5); i++) {
		int64_t t = clock_ns(CLOCK_THREAD_CPUTIME_ID), u, v;

		burn_loops(1000000);
		u = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		work_for(MS(2));
		v = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		ratio = (double)(v - u) / (double)(u - t);
	}
	ok(ratio > 1.5 && ratio < 2.5, "work of 2 ms is twice the loops of one");
	ratio = 0;
	for (int i = 0; i < 20 && !(ratio > 1.5 && ratio < 2.5); i++) {
		/* 1000 loops, and the double of them again and again: 2047000 in all */
		static const int64_t doubling[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, MS(1) };
		int64_t t = clock_ns(CLOCK_THREAD_CPUTIME_ID), u, v;

		burn_loops(1000000);
		u = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		fake_start(doubling, LENGTH(doubling));
		speed_measure(MS(1));
		v = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		ratio = (double)(v - u) / (double)(u - t);
	}
	ok(ratio > 1.5 && ratio < 2.5, "the loops that are timed are those of the work");
	work_set(0);
}

static void noted(int sig)
{
	(void)sig;
}

/* Interrupted four times, and for a time that is over. */
static void test_sleep(void)
{
	const struct itimerval often = { .it_value = { .tv_usec = 5000 }, .it_interval = { .tv_usec = 5000 } };
	const struct itimerval never = { .it_value = { .tv_sec = 0 } };
	int64_t until = clock_ns(CLOCK_MONOTONIC) + MS(20);

	sigaction(SIGALRM, &(struct sigaction){ .sa_handler = noted }, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	sleep_until(until);
	ok(clock_ns(CLOCK_MONOTONIC) >= until, "a sleep that is interrupted goes on");
	setitimer(ITIMER_REAL, &never, NULL);
	sleep_until(until);
	ok(true, "a sleep until a time that is over ends at once");
}

/*
 * A burst of 0.4 ms is too short, so the loops become 2000; then 20 that make, by 2000 / ms: 4000,
 * 3200, 2500, 14 times 2000, 1000, 500 and 500 loops per ms. A tenth is two of them.
 */
static void test_speed(void)
{
	static const int64_t burst[] = {
		399999, 3999999, 500000, 999999, 999999, 999999, 999999, 999999, 999999, 999999, 1999999,
		999999, 999999, 999999, 999999, 999999, 999999, 999999, 624999, 799999, 3999999, 1000000000,
	};
	static const int64_t half = MS(0.5), quick = 99999, none = 0, hour = MS(9999.999999);
	int64_t sum = 0;
	struct speed s;

	for (size_t i = 0; i < LENGTH(burst) - 1; i++)
		sum += burst[i];
	fake_start(burst, LENGTH(burst));
	s = speed_measure(sum);
	ok(s.loops_per_ms == 2500 && near(s.spread_pct, 60), "the speed is what the fastest tenth reached");
	fake_start(&half, 1);
	speed_measure(INT64_MAX);
	ok(fake.readings == 1 + 2 * 4096, "so many bursts are enough");
	caught = SIGINT;
	fake_start(&quick, 1);
	s = speed_measure(INT64_MAX);
	ok(s.loops_per_ms == 10000 && s.spread_pct == 0 && fake.readings == 3, "a signal ends the measurement with what there is");
	fake_start(&hour, 1);
	ok(speed_measure(INT64_MAX).loops_per_ms == 1, "the slowest CPU does a loop per ms");
	caught = 0;
	fake_start((const int64_t []){ 0, 0, 0, 999999 }, 4);
	ok(speed_measure(MS(0.9)).loops_per_ms == 8000, "the loops are doubled until they can be timed");
	fake_start(&none, 1);
	caught = SIGINT;
	ok(speed_measure(0).loops_per_ms == 1000000000, "what takes no time is taken for 1 ns");
	caught = 0;
}

static char said[500];

/* In loops_settle(), with a clock as above. What it says goes to a file, and to said. */
static int settled(int loops, bool anew, char *remark)
{
	int err = dup(STDERR_FILENO), fd = open("said", O_RDWR | O_CREAT | O_TRUNC, 0600);

	*remark = 0;
	memset(said, 0, sizeof(said));
	dup2(fd, STDERR_FILENO);
	loops = loops_settle(loops, anew, remark);
	dup2(err, STDERR_FILENO);
	if (pread(fd, said, sizeof(said) - 1, 0) < 0)
		strcpy(said, "nothing can be read");
	close(err);
	close(fd);
	return loops;
}

static void saved(const char *text)
{
	FILE *f = fopen(LOOPS_FILE, "w");

	if (f && fputs(text, f) >= 0)
		fclose(f);
}

static const char *saved_now(void)
{
	static char text[64];
	FILE *f = fopen(LOOPS_FILE, "r");

	memset(text, 0, sizeof(text));
	if (f) {
		text[fread(text, 1, sizeof(text) - 1, f)] = 0;
		fclose(f);
	}
	return text;
}

/* 1000 loops per ms are measured: 30 % off are 769.2 and 1428.6 */
static void test_given(void)
{
	static const int64_t ms = 999999;
	static const struct { int loops; const char *remark; } given[] = {
		{ 1000, "" }, { 770, "" }, { 1428, "" },
		{ 769, "769 loops per ms are used, 1000 were measured just now (-b: anew)" },
		{ 1429, "1429 loops per ms are used, 1000 were measured just now (-b: anew)" },
	};
	static const char *const none[] = { "", "12x\n", "0\n", "-5\n", " 5\n", "2147483648\n", "5\n\n", "\n",
					    "1234567890123456789012345678901234567890\n" };
	char remark[REASON_LEN];
	struct cpus before, after;

	cpus_allowed(&before);
	for (size_t i = 0; i < LENGTH(given); i++) {
		fake_start(&ms, 1);
		ok(settled(given[i].loops, false, remark) == given[i].loops && !*said && fake.ns < MS(30),
		   "loops that are given are used");
		is(remark, given[i].remark, "a given figure that is 30 %% off is remarked on");
	}
	ok(fake.cpus_most == 1, "the measurement stays on one CPU");
	cpus_allowed(&after);
	ok(!memcmp(&before, &after, sizeof(before)), "and only the measurement does");
	saved("1234\n");
	ok(settled(0, false, remark) == 1234 && !*said && !*remark, "saved loops are used");
	saved("2147483647");
	ok(settled(0, false, remark) == INT_MAX && !*said && *remark, "saved loops need no end of line");
	for (size_t i = 0; i < LENGTH(none); i++) {
		saved(none[i]);
		fake_start(&ms, 1);
		ok(settled(0, false, remark) == 1000 && !strcmp(saved_now(), "1000\n") && !*remark &&
		   !strncmp(said, "interbench: " LOOPS_FILE " holds no number of loops: measured anew\n", 71),
		   "what is no number of loops is measured anew");
	}
	is(strchr(said, '\n') + 1, "interbench: measuring loops per ms\ninterbench: 1000 loops per ms saved to "
	   LOOPS_FILE "\ninterbench: bursts differ by 0.0 %\n", "a measurement says what it does");
	saved("1234567\n");
	ok(settled(0, true, remark) == 1000 && !strcmp(saved_now(), "1000\n"), "-b measures, and saves no more than the figure");
	unlink(LOOPS_FILE);
	ok(settled(0, false, remark) == 1000 && !strcmp(saved_now(), "1000\n") && !strstr(said, "no number"),
	   "without a file the loops are measured");
	unlink(LOOPS_FILE);
	ok(!symlink("elsewhere", LOOPS_FILE) && settled(0, false, remark) == 1000 && access("elsewhere", F_OK) &&
	   strstr(said, " is not read: it is a symbolic link\n") && strstr(said, " is not written: it is a symbolic link\n"),
	   "a link in place of the file is left alone");
	unlink(LOOPS_FILE);
	caught = SIGINT;
	fake_start(&ms, 1);
	ok(settled(0, false, remark) == 0 && access(LOOPS_FILE, F_OK) && fake.ns < MS(5), "a signal ends it without a figure");
	caught = 0;
}

/* In the first 2 s half of the bursts differ from the others; what comes of a second time. */
static void test_calibrate(void)
{
	static const int64_t half[] = { 999999, 1999999 }, quarter[] = { 999999, 3999999 }, fifth[] = { 799999, 999999 };
	static const int64_t fast[] = { 799999, 799999 }, slow[] = { 1249999, 1249999 }, tenth[] = { 899999, 999999 };
	static const struct { const int64_t *burst, *later; int loops; bool saved; const char *remark; } c[] = {
		{ half, fast, 1250, true, "" }, { half, slow, 1000, true, "" },
		{ half, quarter, 1000, false, "calibration was disturbed (bursts differ by 50 %), and is not saved: use -T, or -l" },
		{ quarter, half, 1000, false, "calibration was disturbed (bursts differ by 50 %), and is not saved: use -T, or -l" },
		{ fifth, slow, 1250, true, "the speed of this CPU is not steady: bursts differ by 20 % (-T)" },
		{ tenth, slow, 1111, true, "" },
	};
	char remark[REASON_LEN];

	for (size_t i = 0; i < LENGTH(c); i++) {
		fake_start(c[i].burst, 2);
		fake.burst[1] = c[i].later;
		fake.switch_ns = MS(2000);
		ok(settled(0, true, remark) == c[i].loops && (access(LOOPS_FILE, F_OK) != 0) != c[i].saved &&
		   fake.ns >= MS(2000) && fake.ns < MS(3010), "a calibration that was disturbed is done again: case %zu", i);
		is(remark, c[i].remark, "what is left of it is remarked on");
		ok(!*remark || strstr(said, remark), "and said");
		unlink(LOOPS_FILE);
	}
}

static void test_settle(void)
{
	char dir[] = "/tmp/unit.XXXXXX", was[PATH_MAX];

	if (!getcwd(was, sizeof(was)) || !mkdtemp(dir) || chdir(dir))
		return;
	test_given();
	test_calibrate();
	unlink("said");
	ok(!chdir(was) && !rmdir(dir), "nothing else is written");
}

int main(int argc, char **argv)
{
	(void)argv;
	test_speed();
	test_settle();
	if (argc > 1)			/* untimed: for a CPU that is emulated */
		return unit_end();
	test_work();
	test_reads();
	test_work_loops();
	test_sleep();
	return unit_end();
}
