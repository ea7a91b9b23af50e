/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interbench.h - the data model in one place, and what a load's author needs
 *
 * Inside the program a time is an int64_t of nanoseconds on CLOCK_MONOTONIC.
 * The figures of a struct row are those that are printed, in their units, so
 * that measuring and reading a log fill the same structs.
 */
#ifndef INTERBENCH_H
#define INTERBENCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define INTERBENCH_VERSION "1.1"	/* the only place; Makefile reads it */

#define NSEC_PER_SEC 1000000000LL
#define NSEC_PER_MSEC 1000000LL
#define NSEC_PER_USEC 1000LL

#define NAME_LEN 32		/* of a task or a load, with its 0 */
#define REASON_LEN 192		/* of a reason in words, with its 0 */
#define WORK_PARTS 4		/* loads that one load may consist of */

/*
 * What was measured, as it is printed
 */

/* One figure. NAN: not known, or its column does not exist. */
struct figure {
	double value;
	double resolution;	/* of the text it was read from (17.4: 0.1);
				 * 0 if it was measured */
};

/* What a reader should know of a row besides its figures. */
struct remark {
	const char *kind, *unit;	/* "steal", "%"; not owned */
	double value;			/* NAN: it has none */
};

#define REMARKS_MAX 16			/* of a row, and kinds in a table */

/* What the tables of -v say of a row, as far as it is read back. */
enum {
	MORE_P50, MORE_P99, MORE_P99_9,	/* of the wakeups, ms */
	MORE_DONE99,			/* time to completion at p99, ms */
	MORE_LOW_1PCT,			/* fps of the slowest 1 % of frames */
	MORE_WORK,			/* of the load per second, by its parts */
	MORE_FIGURES = MORE_WORK + WORK_PARTS
};

#define UNIT_LEN 16		/* of a unit of work, with its 0 */

/* One line of a table: a pairing of the table's task with a load. */
struct row {
	char load[NAME_LEN];
	char reason[REASON_LEN];	/* why there are no figures; "" if there are */
	struct figure mean, sd, max;	/* latency, ms (in real time mode too) */
	struct figure cpu, met;		/* % desired CPU, % deadlines met */
	bool cpu_counted;		/* cpu comes from counts: 100 means none lost */
	struct remark *remark;		/* owned, with its size; NULL: none */
	int remarks;
	struct detail *detail;		/* owned; NULL if the row was read, or not measured */
	struct figure more[MORE_FIGURES];	/* reader only */
	char unit[WORK_PARTS][UNIT_LEN];	/* reader only: of the work; "" behind the last */
	const char *more_why;		/* reader only: why -v was not read, not owned; NULL: it was */
};

/* All rows of one task. */
struct table {
	char bench[NAME_LEN];
	bool real_time;			/* its latencies are printed in us */
	bool no_deadlines, no_cpu;	/* the column is missing (Gaming; Wakeup: both) */
	int nice, load_nice;
	struct row *row;		/* owned, with its size */
	size_t rows;
};

/* A setting or a fact about the machine, one line of the header. */
struct fact {
	char *name, *value;		/* owned */
};

/* A setting or a fact that is a number, for JSON. */
struct number {
	const char *key;		/* ends with its unit; not owned */
	double value;
};

/* One pass over all pairings on one kernel. Strings are owned, "" if unknown. */
struct run {
	char *kernel;			/* release */
	char *date;			/* yyyymmddhhmm, local time */
	char *comment;
	char *title;			/* reader only: the paragraph above the run */
	const char *source;		/* reader only: its file, not owned; NULL: none */
	int processors;			/* "Load set to"; 0: unknown */
	uint64_t loops_per_ms;		/* 0: unknown, or cpu_time */
	bool cpu_time;
	double seconds;			/* per pairing; 0: unknown */
	struct fact *fact;		/* owned, with its size */
	size_t facts;
	struct number *number;		/* owned, with its size */
	size_t numbers;
	char **remark;			/* reader only: lines behind "! "; owned, with its size */
	size_t remarks;
	struct table *table;		/* owned, with its size */
	size_t tables;
};

/*
 * What the author of a load needs
 *
 * A load runs in a process of its own, in a process group of its own, and is
 * ended by SIGKILL to that group, at any moment: whatever it owns must need no
 * cleaning up. It is one function, its set-up, which makes the threads or
 * processes that work once the pairing is told to go.
 */

/* A load in its own process; one of these for each part (Compile has three). */
struct work {
	const char *name;		/* of its row in loads[] */
	int threads;			/* -L */
	int seed;			/* of all that is random; 0: nothing is */
	const char *dir;		/* for scratch files; not owned */
	const char *command;		/* for sh -c (-e); not owned */
	int file;			/* to read or write, opened by the parent; below 0: -errno */
	int64_t size;			/* of the file or the memory, bytes */
	void *data;			/* the load's own */
	/* for the functions below */
	_Atomic uint64_t *done;		/* shared with the parent: work so far */
	char *reason;			/* shared with the parent; REASON_LEN */
	int gate[2];			/* a pipe whose end of file means "go" */
	int up;				/* the pipe to the parent */
	bool lock_memory;		/* the task's processes, once they are set up (-r) */
};

/*
 * Set a load up. True: ready. False: it cannot be run here, and work_fail() has
 * said why; its rows have no figures. What it makes waits for "go" by itself.
 * A set-up has 60 s. One that takes longer counts what it does by work_done(), and gets
 * another 60 s whenever it has done SETUP_STEP in the last ones.
 */
#define SETUP_STEP (2LL << 30)		/* bytes: a slow disk swaps 35 MB a second */

typedef bool work_setup(struct work *w);

/* Give a reason, in words without the load's name. False, to be returned. */
bool work_fail(struct work *w, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * The same once the load runs, from any of its threads or processes: give "DOING: " and the
 * words for errno as the reason, and end the load.
 */
void work_die(struct work *w, const char *doing)
	__attribute__((noreturn));

/*
 * Make sure that the limits (RLIMIT_NPROC, threads-max and pid_max as a whole,
 * pids.max by what is left) allow that many threads or processes, and RLIMIT_NOFILE,
 * raised to the hard one, that many descriptors more in any one process. False, with
 * the reason given, if not.
 */
bool work_reserve(struct work *w, int processes, int descriptors);

/*
 * Make n threads; from "go" on, thread i runs fn(w, i), which does not return.
 * False, with the reason given, if they cannot be made.
 */
bool work_threads(struct work *w, int n, void (*fn)(struct work *w, int i));

/*
 * Make a process that from "go" on runs fn(w, i), which does not return, and
 * dies with the load. False, with the reason given, if it cannot be made. Only
 * for a set-up, since the forking thread has to live as long as the load.
 */
bool work_process(struct work *w, void (*fn)(struct work *w, int i), int i);

/* Count units of work, in the load's smallest unit (loads[].per_unit). */
static inline void work_done(struct work *w, uint64_t units)
{
	atomic_fetch_add_explicit(w->done, units, memory_order_relaxed);
}

/* hackbench.c: groups of processes passing messages. */
bool hack_setup(struct work *w);

#endif
