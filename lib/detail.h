/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * detail.h - what -v, --histogram and JSON say of a row besides what its table says
 */
#ifndef DETAIL_H
#define DETAIL_H

#include <stdbool.h>
#include <stddef.h>

#include "../interbench.h"
#include "util.h"
#include "stats.h"

/* What a CPU's time goes into, in mpstat's words: user has nice and irq softirq in it. */
enum { CPU_USER, CPU_SYSTEM, CPU_IOWAIT, CPU_IRQ, CPU_STEAL, CPU_IDLE, CPU_WAYS };

/* How CPUs spent a time, in per cent of it. NAN: unknown. */
struct cpu_share {
	double pct[CPU_WAYS];
	double busiest, idlest;	/* how busy those CPUs were: not idle, no iowait */
	int cpus;		/* how many they are */
};

/* What a thread has had of the CPU, and not had, so far. NAN: Linux does not tell. */
struct thread_use {
	double cpu_ns, wait_ns;		/* on a CPU, on a run queue */
	double preempted, moved;	/* involuntary switches, migrations */
	double swap_kb;			/* of its memory, now */
	double faults;			/* major ones, which wait for a disk */
};

/* What tasks may wait for, as /proc/pressure has it. */
enum { PRESSURE_CPU, PRESSURE_MEMORY, PRESSURE_IO, PRESSURES };

extern const char *const pressure_name[PRESSURES];

/* What the control group of a role has had of that. NAN: unknown, or it has none of its own. */
struct group_use {
	double throttled_ms;
	double pressure[PRESSURES];	/* in us so far, or in % of the time between two readings */
};

/* What -v, --histogram and JSON say of a row besides what its table says. NAN: unknown. */
struct detail {
	struct result result;
	struct frame_figures frames;
	struct thread_use task;		/* in the window */
	double wait_pct;		/* task.wait_ns, of the window */
	double slow_pct;		/* of the loss that is slow CPU and not waiting */
	double work_per_s[WORK_PARTS];	/* of the load, by its parts, */
	const char *part[WORK_PARTS];	/* which are the loads of these names, */
	const char *unit[WORK_PARTS];	/* in these units; NULL behind the last one */
	double run_s;			/* Command's mean, of runs that ended in the window */
	struct cpu_share cpu;		/* the machine */
	double pressure_pct[PRESSURES];	/* of the time, some task waited for these */
	double throttled_ms;		/* by cgroups */
	struct group_use group[2];	/* of task and load */
	double extra[EXTRAS];		/* the task's own figures, by their names, */
	const char *const *extra_name;	/* of its row in tasks[]; NULL behind the last one */
};

/*
 * The figures of a row's details: -v prints them as tables, JSON by their keys.
 */
enum { DETAIL_SAMPLES, DETAIL_FRAMES, DETAIL_WAITS, DETAIL_MACHINE, DETAIL_GROUPS };

struct figure_name {
	int table;			/* DETAIL_... */
	int width;			/* of the column; 0: for JSON alone */
	const char *head;
	const char *object, *key;	/* figures of one JSON object stand together; "": the row */
	double (*get)(const struct figure_name *f, const struct detail *d);	/* NAN: unknown */
	size_t at;			/* for get_value() and get_count(): where in the detail */
	double pct;			/* for get_wakeup() and get_frame(): which percentile */
	bool ns;			/* a time in ns, printed in the table's unit */
	enum { ANY_ROW, ROW_OF_TASK, ROW_WITH_DEADLINES, ROW_WITH_FRAMES } has_it;
};

extern const struct figure_name figure_name[];
extern const size_t figure_count;

#define FIGURES_END (figure_name + figure_count)

/* unit: of latencies, ns. NAN: not known, or the row has no such figure. */
double detail_figure(const struct figure_name *f, const struct table *t,
			    const struct detail *d, double unit);

/* How many ns make the unit in which a table prints latencies. */
double table_unit(const struct table *t);

/* What --histogram shows: of Gaming, which nobody wakes, its frame times. */
const struct hist *detail_hist(const struct detail *d);

#endif
