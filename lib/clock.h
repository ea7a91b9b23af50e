/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clock.h - the time, the burning of CPU that is wanted, how fast this CPU is
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "../interbench.h"
#include "util.h"

static inline int64_t clock_ns(clockid_t clock)
{
	struct timespec ts;

	if (clock_gettime(clock, &ts))
		_exit(EXIT_TROUBLE);	/* else whoever waits for it waits for ever */
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

static inline int64_t now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

void sleep_until(int64_t ns);

/*
 * The unit of fixed work. The asm makes each turn real for any compiler at any
 * level; one copy, on its own cache line, serves calibration and work alike.
 */
void burn_loops(uint64_t loops);

/* What the work of tasks is from now on: so many loops for each ms, or (0) CPU time. */
void work_set(int loops_per_ms);

bool work_is_cpu_time(void);

/* What work_set() was given last. */
int work_loops(void);

/* Do as much work as the CPU time of ns. */
void work_for(int64_t ns);

#define LOOPS_FILE "interbench.loops_per_ms"	/* where they are saved, in the current directory */

/*
 * The loops per ms to be used: given (0: not), else saved (unless they are to be measured
 * anew), else measured and saved; 0 if a signal has ended the run. A given figure is used as
 * it is, for the same work on two kernels is what it is for; a remark on one that is far
 * off this machine's is left in remark (REASON_LEN).
 */
int loops_settle(int loops, bool anew, char *remark);

#endif
