/* SPDX-License-Identifier: GPL-2.0-or-later */
/* each figure of a row's details, from a detail in which no two are equal */
#include "lib/detail.c"
#include "unit.h"

/* A detail: 100 waits of 1 to 100 ms and ten frames of 1 to 10 ms; the others count upwards. */
static void fill(struct detail *d)
{
	*d = (struct detail){ .result = { .met = 1, .missed = 2, .late = 4, .dropped = 8, .frames.usual = 1 },
			      .task = { .wait_ns = 16e6, .preempted = 17, .moved = 18 }, .wait_pct = 19, .slow_pct = 20,
			      .throttled_ms = 21, .cpu = { { 22, 23, 24, 25, 26, 27 }, 28, 29, 2 },
			      .pressure_pct = { 30, 31, 32 }, .frames = { 33, 34, 35, 36, 37e6, 38 },
			      .group = { { 39, { 40, 41, 42 } }, { 43, { 44, 45, 46 } } } };
	for (int ms = 1; ms <= 100; ms++)
		result_sample(&d->result, ms * 1000000);
	for (int ms = 1; ms <= 10; ms++)
		result_frame(&d->result, &(struct period){ .done = ms * 1000000 });
}

/* The figure of that key, in ms; -1: no figure has it. */
static double figure(const char *object, const char *key, const struct table *t, const struct detail *d)
{
	double value = -1;

	for (const struct figure_name *f = figure_name; f < FIGURES_END; f++)
		if (!strcmp(f->object, object) && !strcmp(f->key, key))
			value = detail_figure(f, t, d, 1e6);
	return value;
}

static void test_figures(void)
{
	static const struct { const char *object, *key; double value, exact; } c[] = {
		{ "", "samples", 100, 0 }, { "wakeup_ms", "p50", 50, 0.01 }, { "wakeup_ms", "p90", 90, 0.01 },
		{ "wakeup_ms", "p99", 99, 0.01 }, { "wakeup_ms", "p99_9", 100, 0 }, { "wakeup_ms", "max", 100, 0 },
		{ "frame_ms", "p99", 10, 0 }, { "", "boundaries", 7, 0 }, { "", "met", 1, 0 }, { "", "missed", 2, 0 },
		{ "", "late", 4, 0 }, { "", "dropped", 8, 0 }, { "", "runqueue_wait_ms", 16, 0 },
		{ "", "involuntary_switches", 17, 0 }, { "", "migrations", 18, 0 }, { "", "runqueue_wait_pct", 19, 0 },
		{ "", "slow_cpu_pct", 20, 0 }, { "", "throttled_ms", 21, 0 }, { "cpu_pct", "user", 22, 0 },
		{ "cpu_pct", "system", 23, 0 }, { "cpu_pct", "iowait", 24, 0 }, { "cpu_pct", "irq", 25, 0 },
		{ "cpu_pct", "steal", 26, 0 }, { "cpu_pct", "idle", 27, 0 }, { "cpu_pct", "busiest", 28, 0 },
		{ "cpu_pct", "idlest", 29, 0 }, { "pressure_pct", "cpu", 30, 0 }, { "pressure_pct", "memory", 31, 0 },
		{ "pressure_pct", "io", 32, 0 }, { "frames", "shown", 33, 0 }, { "frames", "fps", 34, 0 },
		{ "frames", "low_1pct_fps", 35, 0 }, { "frames", "low_0_1pct_fps", 36, 0 },
		{ "frames", "freeze_ms", 37, 0 }, { "frames", "stutters", 38, 0 },
		{ "task_group", "throttled_ms", 39, 0 }, { "task_group", "pressure_cpu_pct", 40, 0 },
		{ "task_group", "pressure_memory_pct", 41, 0 }, { "task_group", "pressure_io_pct", 42, 0 },
		{ "load_group", "throttled_ms", 43, 0 }, { "load_group", "pressure_cpu_pct", 44, 0 },
		{ "load_group", "pressure_memory_pct", 45, 0 }, { "load_group", "pressure_io_pct", 46, 0 },
	};
	const struct table t = { .bench = "Video" };
	struct detail *d = calloc(1, sizeof(*d));

	fill(d);
	ok(figure_count == LENGTH(c), "All figures are tested");
	for (size_t i = 0; i < LENGTH(c); i++) {
		double got = figure(c[i].object, c[i].key, &t, d);

		ok(got >= c[i].value - 1e-9 && got <= c[i].value * (1 + c[i].exact) + 1e-9,
		   "The figure %s %s is what was counted: %g", c[i].object, c[i].key, got);
	}
	free(d);
}

/* Rows which lack figures: of no task (load only), of a task without deadlines, without samples. */
static void test_lacking(void)
{
	static const char *const of_task[] = { "samples", "boundaries", "met", "missed", "late", "dropped" };
	const struct table none = { .bench = "" }, gaming = { .bench = "Gaming", .no_deadlines = true };
	const struct table video = { .bench = "Video" };
	struct detail *d = calloc(1, sizeof(*d));

	fill(d);
	for (size_t i = 0; i < LENGTH(of_task); i++)
		ok(isnan(figure("", of_task[i], &none, d)) && isnan(figure("", of_task[i], &gaming, d)) == (i > 0),
		   "The figure %s is left out of rows which lack it", of_task[i]);
	ok(figure("", "migrations", &none, d) == 18 && figure("cpu_pct", "user", &none, d) == 22,
	   "A row without a task has the figures of the machine");
	memset(&d->result, 0, sizeof(d->result));
	ok(isnan(figure("wakeup_ms", "p50", &video, d)) && isnan(figure("wakeup_ms", "max", &video, d)) &&
	   isnan(figure("frame_ms", "p99", &video, d)) && figure("", "samples", &video, d) == 0,
	   "Percentiles of no samples are unknown");
	free(d);
}

static void test_choices(void)
{
	struct detail *d = calloc(1, sizeof(*d));

	ok(table_unit(&(struct table){ .real_time = true }) == 1e3 && table_unit(&(struct table){ .nice = 1 }) == 1e6,
	   "Tables are in us under real time, else in ms");
	ok(detail_hist(d) == &d->result.wakeup, "A histogram of nothing is that of waits");
	d->result.frame.n = 1;
	ok(detail_hist(d) == &d->result.frame, "Where nobody was woken, the histogram is that of frames");
	d->result.wakeup.n = 1;
	ok(detail_hist(d) == &d->result.wakeup, "Where both are there, the histogram is that of waits");
	ok(!strcmp(pressure_name[PRESSURE_CPU], "cpu") && !strcmp(pressure_name[PRESSURE_MEMORY], "memory") &&
	   !strcmp(pressure_name[PRESSURE_IO], "io"), "Pressures have the names of /proc/pressure");
	free(d);
}

int main(void)
{
	test_figures();
	test_lacking();
	test_choices();
	return unit_end();
}
