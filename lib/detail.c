/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stddef.h>

#include "../interbench.h"
#include "detail.h"
#include "stats.h"
#include "util.h"

const char *const pressure_name[PRESSURES] = {
	[PRESSURE_CPU] = "cpu", [PRESSURE_MEMORY] = "memory", [PRESSURE_IO] = "io"
};

static double get_value(const struct figure_name *f, const struct detail *d)
{
	return *(const double *)(const void *)((const char *)d + f->at);
}

static double get_count(const struct figure_name *f, const struct detail *d)
{
	return (double)*(const uint64_t *)(const void *)((const char *)d + f->at);
}

static double get_wakeup(const struct figure_name *f, const struct detail *d)
{
	const struct hist *h = &d->result.wakeup;

	return h->n ? (double)hist_percentile(h, f->pct) : NAN;
}

static double get_frame(const struct figure_name *f, const struct detail *d)
{
	const struct hist *h = &d->result.frame;

	return h->n ? (double)hist_percentile(h, f->pct) : NAN;
}

static double get_boundaries(const struct figure_name *f, const struct detail *d)
{
	(void)f;
	return (double)(d->result.met + d->result.missed + d->result.late);
}

const struct figure_name figure_name[] = {
#define AT(field) .at = offsetof(struct detail, field)
#define VALUE_AT(field) .get = get_value, AT(field)
#define COUNT_AT(field) .get = get_count, AT(result.field), .has_it = ROW_WITH_DEADLINES
#define FRAMES_AT(field) .get = get_value, AT(frames.field), .has_it = ROW_WITH_FRAMES
#define WAKEUP_PCT(percent) .get = get_wakeup, .pct = percent, .ns = true
	{ DETAIL_SAMPLES, 8, "samples", "", "samples", .get = get_count, AT(result.latency.n),
	  .has_it = ROW_OF_TASK },
	{ DETAIL_SAMPLES, 8, "p50", "wakeup_ms", "p50", WAKEUP_PCT(50) },
	{ DETAIL_SAMPLES, 8, "p90", "wakeup_ms", "p90", WAKEUP_PCT(90) },
	{ DETAIL_SAMPLES, 8, "p99", "wakeup_ms", "p99", WAKEUP_PCT(99) },
	{ DETAIL_SAMPLES, 8, "p99.9", "wakeup_ms", "p99_9", WAKEUP_PCT(99.9) },
	{ DETAIL_SAMPLES, 0, "max", "wakeup_ms", "max", WAKEUP_PCT(100) },
	{ DETAIL_SAMPLES, 8, "done99", "frame_ms", "p99", .get = get_frame, .pct = 99, .ns = true },
	{ DETAIL_SAMPLES, 0, "boundaries", "", "boundaries", .get = get_boundaries,
	  .has_it = ROW_WITH_DEADLINES },
	{ DETAIL_SAMPLES, 7, "met", "", "met", COUNT_AT(met) },
	{ DETAIL_SAMPLES, 7, "missed", "", "missed", COUNT_AT(missed) },
	{ DETAIL_SAMPLES, 5, "late", "", "late", COUNT_AT(late) },
	{ DETAIL_SAMPLES, 5, "drop", "", "dropped", COUNT_AT(dropped) },
	{ DETAIL_FRAMES, 7, "frames", "frames", "shown", FRAMES_AT(shown) },
	{ DETAIL_FRAMES, 8, "fps", "frames", "fps", FRAMES_AT(fps) },
	{ DETAIL_FRAMES, 7, "1%low", "frames", "low_1pct_fps", FRAMES_AT(low_1pct) },
	{ DETAIL_FRAMES, 8, "0.1%low", "frames", "low_0_1pct_fps", FRAMES_AT(low_0_1pct) },
	{ DETAIL_FRAMES, 8, "freeze", "frames", "freeze_ms", FRAMES_AT(freeze_ns), .ns = true },
	{ DETAIL_FRAMES, 8, "stutter", "frames", "stutters", FRAMES_AT(stutters) },
	{ DETAIL_WAITS, 0, "rqwait", "", "runqueue_wait_ms", VALUE_AT(task.wait_ns), .ns = true },
	{ DETAIL_WAITS, 8, "rqwait%", "", "runqueue_wait_pct", VALUE_AT(wait_pct) },
	{ DETAIL_WAITS, 6, "slow%", "", "slow_cpu_pct", VALUE_AT(slow_pct) },
	{ DETAIL_WAITS, 8, "preempt", "", "involuntary_switches", VALUE_AT(task.preempted) },
	{ DETAIL_WAITS, 6, "moved", "", "migrations", VALUE_AT(task.moved) },
	{ DETAIL_WAITS, 9, "throttle", "", "throttled_ms", VALUE_AT(throttled_ms) },
	{ DETAIL_MACHINE, 6, "user", "cpu_pct", "user", VALUE_AT(cpu.pct[CPU_USER]) },
	{ DETAIL_MACHINE, 7, "system", "cpu_pct", "system", VALUE_AT(cpu.pct[CPU_SYSTEM]) },
	{ DETAIL_MACHINE, 7, "iowait", "cpu_pct", "iowait", VALUE_AT(cpu.pct[CPU_IOWAIT]) },
	{ DETAIL_MACHINE, 6, "irq", "cpu_pct", "irq", VALUE_AT(cpu.pct[CPU_IRQ]) },
	{ DETAIL_MACHINE, 6, "steal", "cpu_pct", "steal", VALUE_AT(cpu.pct[CPU_STEAL]) },
	{ DETAIL_MACHINE, 6, "idle", "cpu_pct", "idle", VALUE_AT(cpu.pct[CPU_IDLE]) },
	{ DETAIL_MACHINE, 8, "busiest", "cpu_pct", "busiest", VALUE_AT(cpu.busiest) },
	{ DETAIL_MACHINE, 7, "idlest", "cpu_pct", "idlest", VALUE_AT(cpu.idlest) },
	{ DETAIL_MACHINE, 6, "Pcpu", "pressure_pct", "cpu", VALUE_AT(pressure_pct[PRESSURE_CPU]) },
	{ DETAIL_MACHINE, 6, "Pmem", "pressure_pct", "memory", VALUE_AT(pressure_pct[PRESSURE_MEMORY]) },
	{ DETAIL_MACHINE, 6, "Pio", "pressure_pct", "io", VALUE_AT(pressure_pct[PRESSURE_IO]) },
#define GROUP_AT(role, head, object) \
	{ DETAIL_GROUPS, 11, head "throttle", object, "throttled_ms", \
	  VALUE_AT(group[role].throttled_ms) }, \
	{ DETAIL_GROUPS, 7, head "Pcpu", object, "pressure_cpu_pct", \
	  VALUE_AT(group[role].pressure[PRESSURE_CPU]) }, \
	{ DETAIL_GROUPS, 7, head "Pmem", object, "pressure_memory_pct", \
	  VALUE_AT(group[role].pressure[PRESSURE_MEMORY]) }, \
	{ DETAIL_GROUPS, 7, head "Pio", object, "pressure_io_pct", \
	  VALUE_AT(group[role].pressure[PRESSURE_IO]) },
	GROUP_AT(0, "t:", "task_group")
	GROUP_AT(1, "l:", "load_group")
};

const size_t figure_count = LENGTH(figure_name);

double detail_figure(const struct figure_name *f, const struct table *t,
			    const struct detail *d, double unit)
{
	if (f->has_it >= ROW_OF_TASK && !*t->bench)
		return NAN;
	if (f->has_it == ROW_WITH_DEADLINES && t->no_deadlines)
		return NAN;
	if (f->has_it == ROW_WITH_FRAMES && !d->result.frames.usual)
		return NAN;
	return f->get(f, d) / (f->ns ? unit : 1);
}

double table_unit(const struct table *t)
{
	return t->real_time ? NSEC_PER_USEC : NSEC_PER_MSEC;
}

const struct hist *detail_hist(const struct detail *d)
{
	return d->result.wakeup.n || !d->result.frame.n ? &d->result.wakeup : &d->result.frame;
}
