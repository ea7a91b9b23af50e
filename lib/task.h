/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * task.h - tasks[] and what each of them does
 */
#ifndef TASK_H
#define TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../interbench.h"
#include "samples.h"
#include "stats.h"

/* The first wakeup latency above a limit stops the kernel's tracing, and the run. */
struct tracing {
	int64_t above;			/* INT64_MAX: none does */
	int on, marker;			/* files of tracefs */
};

/*
 * An atomic that is not lock-free has its lock in the memory of each process, so that it would
 * guard nothing in memory that they share.
 */
#ifdef __clang__		/* whose macro is about a long long aligned to 4 bytes on i386 */
#define LOCK_FREE_64 __c11_atomic_is_lock_free(sizeof(int64_t))
#else
#define LOCK_FREE_64 (ATOMIC_LLONG_LOCK_FREE == 2)
#endif
_Static_assert(LOCK_FREE_64, "atomics of 64 bits must be lock-free to be shared");

/* What the processes of a pairing share. */
struct shared {
	struct result result;
	_Atomic int64_t due;		/* the task's next or latest wakeup, */
	_Atomic int64_t step;		/* and the step of that frame; 0: it has none */
	int64_t start, end;		/* of the measured window; set before "go" */
	_Atomic uint64_t done[WORK_PARTS];
	_Atomic uint64_t command_ns, command_failed;	/* time of its runs; how many failed */
	int lock_errno;			/* why the task's memory is not locked; 0: it is */
	int slack_errno;		/* likewise why its timer slack is not set */
	struct tracing tracing;
	int64_t traced, traced_due;	/* the latency that ended the trace (or -errno), its due */
	char reason[2][REASON_LEN];	/* why the task or the load ended, in words */
};

/* A task at work, as the measured one or as a load. */
struct pace {
	const struct task *task;
	int64_t start, end;		/* a period counts if it is due in here */
	struct result *result;		/* NULL for a load */
	struct samples *kept;		/* NULL: samples are not kept */
	struct work *work;		/* the load's, or what the task's set-up was given */
	int64_t hop[HOPS];		/* Chain: the waits of the latest frame */
};

struct task {
	const char *name, *help;
	int64_t period;			/* 0 if it is asked for (Custom) or there is none */
	double share;			/* of the period that is work */
	bool real_time;			/* can be SCHED_FIFO (-r) */
	bool opt_in;			/* not in the default set */
	bool random;			/* makes use of the seed */
	bool asked;			/* exists only with -C and -I */
	bool no_deadlines, no_cpu;	/* columns that are missing */
	bool whole_cpu;			/* wants all of a CPU all the time */
	int64_t shows_every;		/* from frame to frame if undisturbed; 0: it shows none */
	int sweep_s;			/* the run is made of whole sweeps */
	void (*frame)(unsigned i, struct period *p);	/* work and step of frame i */
	work_setup *setup;		/* as a load's; a task that has one cannot be a load */
	void (*prepare)(void);		/* what takes time before it is ready */
	/* the work of a period that is done in other processes; fills done and hops in */
	void (*work)(struct pace *pace, struct period *p);
	void (*run)(struct pace *pace);	/* of a task that is not periodic */
	/* % desired CPU of one without deadlines */
	double (*cpu_pct)(const struct result *r);
	/* what it alone has under -v, with the names of these figures */
	void (*extras)(const struct result *r, double v[static EXTRAS]);
	const char *extra[EXTRAS + 1];
};

extern const struct task tasks[];
extern const size_t task_count;

/* No task: a load is run for what it achieves (--load-only). */
extern const struct task task_none;

const struct task *task_find(const char *name);

/* Custom wants pct per cent of a CPU every period_us microseconds. */
void task_custom_set(int period_us, int pct);

/*
 * The main() of a process that Launch has started. born: when it began. argv: the program's
 * name, LAUNCH_CHILD, a descriptor, loops per ms (0: CPU time).
 */
#define LAUNCH_CHILD "a child of Launch"
__attribute__((noreturn))
void launch_main(char *const *argv, int64_t born);

/* What a task wants in each period; X changes it from frame to frame. */
struct period task_period(const struct task *t);

void task_run(struct pace *pace);

/*
 * Account for a task killed in a stall as if it woke only now, by the step of that frame if
 * due is shared->due; of one without periods the latency is all the time since it was due.
 */
void pace_stalled(const struct pace *pace, int64_t due, int64_t now);

/* How many samples a task can have in a time in ns; SAMPLES_MOST: that is not known. */
uint64_t task_samples(const struct task *t, int64_t time);

/* What the processes of a pairing share; the parent maps it before the first one. */
extern struct shared *shared;

#endif
