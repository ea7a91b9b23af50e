/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pairing.h - one row measured
 *
 * Start, ready, go, settle, measure, stop, reap. A pipe each way ties task and load to the
 * parent: a byte up means ready or done, a byte down means go, end of file means that the
 * other end is dead. Figures come back through shared memory.
 */
#ifndef PAIRING_H
#define PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../interbench.h"
#include "samples.h"
#include "stats.h"
#include "still.h"
#include "detail.h"
#include "machine.h"
#include "sched.h"
#include "task.h"
#include "load.h"

enum { TASK, LOAD };			/* the roles; indices of shared->reason[] */

struct child {
	int role;
	pid_t pid;			/* and process group; 0: not there */
	int up[2], down[2];		/* pipes, from the child and to it */
	int status;			/* once it is reaped */
	unsigned long long born;	/* in ticks, as /proc/PID/stat has it */
};

/* What the parent reads at the start of the window and at its end. */
struct reading {
	int64_t time;			/* of the reading; 0: it was not taken */
	uint64_t done[WORK_PARTS];	/* by the load's parts, in their smallest units */
	uint64_t command_ns;		/* that the ended runs of Command took */
	struct cpu_use use;
	struct thread_use task;		/* at the end: when it has reported */
	int64_t pressure_us[PRESSURES];
	struct group_use group[2];	/* of either role */
	double disk_bytes[FILES];	/* of the load that a device has had or given; NAN: unknown */
};

/* One row in the making. */
struct pairing {
	const struct task *task;
	const struct load *load;
	struct child child[2];
	const struct sched *sched[2];	/* of either role */
	bool lock_memory;		/* the task's */
	struct work work;		/* what set-ups are given: threads, seed, dir, command */
	int file[FILES];		/* for the load; below 0: none (-errno) */
	int64_t time;			/* of the window */
	struct samples *kept;		/* of the task; not owned; NULL: they are not kept */
	struct row *row;		/* to be filled; not owned */
	const struct run *run;		/* whose header the machine has to match; NULL: any; not owned */
	bool stuck;			/* a process could not be killed */
	bool killed;			/* the task, in a stall that it did not account for */
	struct watch watch;
	struct machine machine;
	int64_t oom_kills;		/* before it began; -1: unknown */
	struct tracing tracing;
	struct reading reading[2];	/* at the window's start and end; freed at the end */
};

extern const char *const role_name[2];

/*
 * Measure one pairing: start, ready, go, settle, measure, stop, reap. p->row gets figures, details
 * and remarks, or the reason why it has none; neither if a signal has ended the run (caught).
 * p->stuck: a process could not be killed, so nothing more can be measured.
 */
void pairing_run(struct pairing *p);

/*
 * Open what stops the kernel's tracing at the first latency above so many ms (below 0: none
 * does). It dies if tracing is not there, or not on.
 */
void tracing_open(struct tracing *t, double above_ms);

#endif
