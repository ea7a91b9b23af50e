/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clock.h - the time, the burning of CPU that is wanted, how fast this CPU is
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "../interbench.h"
#include "util.h"

static inline int64_t clock_ns(clockid_t clock)
{
	struct timespec ts;

	if (clock_gettime(clock, &ts))
		die_call("clock_gettime", errno);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

static inline int64_t now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

/* A sleep or a clock that is refused ends the process by die(). */
void sleep_until(int64_t ns);

/* Die if a sleep ended early: a filter of system calls may feign success. woke: its end. */
static inline void sleep_check(int64_t until, int64_t woke)
{
	if (woke < until - NSEC_PER_MSEC)	/* the clocks of two CPUs may differ by less */
		die(EXIT_TROUBLE, "clock_nanosleep: a sleep ended before its time (seccomp?)");
}

/*
 * Fixed work. The asm keeps each turn, whatever the compiler and its level; calibration and
 * work call the same copy, at the start of a cache line.
 */
void burn_loops(uint64_t loops);

/* From now on the work of tasks is so many loops for each ms, or CPU time (0). */
void work_set(int loops_per_ms);

bool work_is_cpu_time(void);

/* What work_set() was given last. */
int work_loops(void);

/* Do the work that takes ns nanoseconds of CPU time (by loops: at full speed). */
void work_for(int64_t ns);

#define LOOPS_FILE "interbench.loops_per_ms"	/* where they are saved, in the current directory */

/*
 * The loops per ms to be used: those given (0: none are), else those saved (unless anew),
 * else those measured now, which are saved; 0 if a signal has ended the run. A given figure
 * is never corrected: it is there to have the same work on two kernels. If it is far from
 * what this machine does, remark (REASON_LEN bytes) says so.
 */
int loops_settle(int loops, bool anew, char *remark);

#endif
