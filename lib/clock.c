/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../interbench.h"
#include "clock.h"
#include "util.h"

void sleep_until(int64_t ns)
{
	struct timespec ts = { .tv_sec = ns / NSEC_PER_SEC, .tv_nsec = ns % NSEC_PER_SEC };
	int error;

	do
		error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
	while (error == EINTR);
	if (error)
		die_call("clock_nanosleep", error);
}

__attribute__((noinline, aligned(64)))
void burn_loops(uint64_t loops)
{
	while (loops) {
		/* 32 bits: one register on every machine */
		uint32_t n = loops < UINT32_MAX ? (uint32_t)loops : UINT32_MAX;

		loops -= n;
		while (n--)
			__asm__ volatile("" : "+r" (n));
	}
}

#define CHUNK_LEAST 1000			/* loops; under 1 us */

/*
 * How many loops to do next if the last chunk advanced the clock by used, and left remains:
 * half of the rest, so that a CPU whose speed doubles does no harm, but at most twice the
 * last chunk, since a clock that advances in ticks can seem to stand still.
 */
static uint64_t chunk_next(uint64_t chunk, int64_t used, int64_t left)
{
	double next = (double)chunk * (double)left / 2 / (double)(used > 0 ? used : 1);

	return (uint64_t)fmax(CHUNK_LEAST, fmin(next, 2 * (double)chunk));
}

/*
 * Run until this thread's own CPU clock has advanced by ns. It is read only some twenty
 * times whatever the work, since each reading is a system call, where the kernel may
 * preempt.
 */
static void burn_cpu(int64_t ns)
{
	int64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID), used = 0, before;
	uint64_t chunk = CHUNK_LEAST;

	while (used < ns) {
		before = used;
		burn_loops(chunk);
		used = clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
		chunk = chunk_next(chunk, used - before, ns - used);
	}
}

static int work_loops_per_ms;		/* 0: work is CPU time */

void work_set(int loops_per_ms)
{
	work_loops_per_ms = loops_per_ms;
}

int work_loops(void)
{
	return work_loops_per_ms;
}

bool work_is_cpu_time(void)
{
	return !work_loops_per_ms;
}

void work_for(int64_t ns)
{
	if (work_is_cpu_time())
		burn_cpu(ns);
	else
		burn_loops((uint64_t)((double)ns * work_loops_per_ms / NSEC_PER_MSEC));
}

struct speed {
	int loops_per_ms;		/* what the fastest tenth of the bursts reached */
	double spread_pct;		/* by which the slowest tenth was slower */
};

/*
 * Measure for about the given time, in bursts of about 1 ms. Preemption, other
 * guests and low clocks only ever make a burst slower, so the fastest tenth is
 * the figure that repeats. Bounded by the clock alone, whatever the noise.
 */
static struct speed speed_measure(int64_t time_ns)
{
	enum { MOST = 4096 };		/* bursts; 2 s have less, of 0.5 ms or more */
	double *speed = xrealloc(NULL, MOST * sizeof(*speed));
	int64_t begin = now_ns(), last = begin, now;
	uint64_t loops = CHUNK_LEAST;
	struct speed s;
	int n = 0;

	do {
		burn_loops(loops);
		now = now_ns();
		speed[n] = (double)loops * NSEC_PER_MSEC / (double)(now - last + 1);
		if (now - last < NSEC_PER_MSEC / 2)
			loops *= 2;		/* too short to be timed: still sizing */
		else
			n++;
		last = now_ns();
	} while (last - begin < time_ns && n < MOST && !caught);
	if (n == 0)
		n = 1;
	qsort(speed, n, sizeof(*speed), double_cmp);
	s.loops_per_ms = (int)fmax(1, fmin(INT_MAX, speed[n - 1 - n / 10]));
	s.spread_pct = 100 * (1 - speed[n / 10] / speed[n - 1 - n / 10]);
	free(speed);
	return s;
}

/* Pin to one CPU if possible, so that its caches and clock stay; else measure unpinned. */
static struct speed speed_measure_pinned(int64_t warm_ns, int64_t time_ns)
{
	struct cpus before, one = { .count = 0 };
	int cpu = sched_getcpu();
	bool pinned = cpus_allowed(&before) && cpu >= 0;
	struct speed s;

	if (pinned) {
		CPU_SET_S(cpu, sizeof(one.mask), one.mask);
		pinned = !sched_setaffinity(0, sizeof(one.mask), one.mask);
	}
	speed_measure(warm_ns);
	s = speed_measure(time_ns);
	/* task and load inherit it: all of them on this one CPU would be another benchmark */
	if (pinned && sched_setaffinity(0, sizeof(before.mask), before.mask))
		die_call("sched_setaffinity", errno);
	return s;
}

/* Read the saved figure, a bare decimal number. 0: there is none, or it is garbage (a warning). */
static int loops_load(void)
{
	int fd = own_file_open(LOOPS_FILE, O_RDONLY);
	char text[32] = "";
	long long value = 0;
	ssize_t n;

	if (fd < 0) {
		if (errno != ENOENT)
			warn("%s is not read: %s", LOOPS_FILE, own_file_error());
		return 0;
	}
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n > 0 && text[n - 1] == '\n')
		text[--n] = 0;
	if (n <= 0 || (size_t)n != strspn(text, DIGITS) ||
	    !number_parse(text, 1, INT_MAX, &value)) {
		warn("%s holds no number of loops: measured anew", LOOPS_FILE);
		return 0;
	}
	return (int)value;
}

static void loops_save(int loops)
{
	int fd = own_file_open(LOOPS_FILE, O_WRONLY | O_CREAT);
	char text[16];
	size_t n = (size_t)snprintf(text, sizeof(text), "%d\n", loops);
	bool good = fd >= 0 && text_write(fd, text, n) == n;

	/* cut last: a full disk must not leave it empty, nor another run find it so */
	if (good && !ftruncate(fd, (off_t)n) && !close(fd))
		warn("%d loops per ms saved to %s", loops, LOOPS_FILE);
	else
		warn("%s is not written: %s", LOOPS_FILE, own_file_error());
}

/*
 * Bursts of a calibration that differ by more than the first figure are worth a remark; beyond
 * the second they were disturbed, and their speed is not that of the CPU.
 */
#define SPREAD_REMARK_PCT 10
#define SPREAD_DISTURBED_PCT 30

/* A given figure that is off by more than this share is not this machine's. */
#define LOOPS_TOLERANCE 0.3

/* Measure the speed, twice if the first time was disturbed: 3 s in all at most. */
static struct speed speed_calibrate(void)
{
	struct speed s = speed_measure_pinned(NSEC_PER_SEC / 2, 3 * NSEC_PER_SEC / 2), again;

	if (s.spread_pct <= SPREAD_DISTURBED_PCT || caught)
		return s;
	again = speed_measure_pinned(0, NSEC_PER_SEC);
	/* what disturbs a burst makes it slower */
	s.loops_per_ms = again.loops_per_ms > s.loops_per_ms ? again.loops_per_ms : s.loops_per_ms;
	s.spread_pct = fmin(s.spread_pct, again.spread_pct);
	return s;
}

int loops_settle(int loops, bool anew, char *remark)
{
	struct speed s;

	if (!loops && !anew)
		loops = loops_load();
	if (loops) {
		s = speed_measure_pinned(0, 20 * NSEC_PER_MSEC);
		if (fabs((double)s.loops_per_ms / loops - 1) > LOOPS_TOLERANCE)
			snprintf(remark, REASON_LEN, "%d loops per ms are used, %d were "
				 "measured just now (-b: anew)", loops, s.loops_per_ms);
		return loops;
	}
	warn("measuring loops per ms");
	s = speed_calibrate();
	if (caught)
		return 0;
	if (s.spread_pct > SPREAD_DISTURBED_PCT)
		snprintf(remark, REASON_LEN, "calibration was disturbed (bursts differ by %.0f %%), "
			 "and is not saved: use -T, or -l", s.spread_pct);
	else if (s.spread_pct > SPREAD_REMARK_PCT)
		snprintf(remark, REASON_LEN, "the speed of this CPU is not steady: bursts differ "
			 "by %.0f %% (-T)", s.spread_pct);
	if (s.spread_pct <= SPREAD_DISTURBED_PCT)
		loops_save(s.loops_per_ms);
	if (*remark)
		warn("%s", remark);
	else
		warn("bursts differ by %.1f %%", s.spread_pct);
	return s.loops_per_ms;
}
