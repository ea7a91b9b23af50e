/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what becomes of the figures of a pairing */
#include "lib/pairing.c"
#include "unit.h"

/* Audio, due at 50, not back at 1040: 20 boundaries missed, as in the worked example. */
static void test_stalled(void)
{
	static struct result r;

	struct row row = { .load = "None" };

	pace_stalled(&(struct pace){ .task = task_find("Audio"), .result = &r }, MS(50), MS(1040));
	ok(r.missed == 20 && r.dropped == 20 && r.run == 0 && r.latency.max == MS(990),
	   "a task that never comes back has missed what it was due for");
	memset(&r, 0, sizeof(r));
	r.watched = MS(2000);		/* as pairing_stalled() does it, for all */
	pace_stalled(&(struct pace){ .task = task_find("Gaming"), .result = &r }, 0, MS(900));
	row_fill(&row, task_find("Gaming"), &r);
	ok(near(row.max.value, 900) && near(row.cpu.value, 10), "Gaming by its own rule");
	row_fill(&row, task_find("Hog"), &r);
	ok(near(row.max.value, 900) && near(row.cpu.value, 55), "Hog by the time that is left");
	row.cpu.value = NAN;
	row_fill(&row, task_find("Pipe"), &r);
	ok(near(row.mean.value, 900) && isnan(row.cpu.value), "Pipe has none");
	memset(&r, 0, sizeof(r));
	pace_stalled(&(struct pace){ .task = task_find("Hog"), .result = &r }, 0, MS(900));
	ok(r.latency.n == 1 && r.wakeup.n == 1 && r.wakeup.max == MS(900), "the gap is in the histogram");
}

/* Gaps of 300, 251 and 100000 ns, and none at all: no deadlines, and CPU that is no count. */
static void test_hog(void)
{
	static struct result r;
	const struct task *hog = task_find("Hog");
	struct row row = { .mean = { NAN, 0 } };

	result_sample(&r, 300);
	result_sample(&r, 251);
	result_sample(&r, 100000);
	r.watched = 100850;
	row_fill(&row, hog, &r);
	ok(near(row.cpu.value, 100 * 299.0 / 100850) && isnan(row.met.value) && !row.cpu_counted,
	   "Hog: the CPU is what the gaps leave");
	memset(&r, 0, sizeof(r));
	r.watched = 1000;
	row_fill(&row, hog, &r);
	ok(row.mean.value == 0 && row.max.value == 0 && row.cpu.value == 100,
	   "Hog without a gap: it had all of the CPU");
}

/* Half of the loss is slow CPU: 100 ms of work took 200 ms, of which 150 on a CPU. */
static void test_slow(void)
{
	struct result r = { .work = 100 * NSEC_PER_MSEC, .busy = 200 * NSEC_PER_MSEC };

	work_set(1);
	ok(near(slow_cpu_pct(&r, 150e6), 50), "slow CPU: half of the loss");
	ok(near(slow_cpu_pct(&r, 90e6), 0), "slow CPU: none");
	ok(isnan(slow_cpu_pct(&r, NAN)), "slow CPU: unknown");
	r.busy = r.work;
	ok(isnan(slow_cpu_pct(&r, 100e6)), "slow CPU: no loss, no share of it");
	r.busy = r.work + r.work / 200;
	ok(isnan(slow_cpu_pct(&r, 100e6)), "slow CPU: nor where it is next to nothing");
	work_set(0);
	r.busy = 2 * r.work;
	ok(isnan(slow_cpu_pct(&r, 100e6)), "slow CPU: not under -T");
	ok(isnan(slow_loss_pct(&r, 150e6)), "slow CPU: -T loses nothing to it");
	work_set(1);
	r.met = 3;
	ok(isnan(slow_cpu_pct(&r, 150e6)), "slow CPU: no share of a loss that cost no deadline");
	r.missed = 1;
	ok(near(slow_cpu_pct(&r, 150e6), 50), "slow CPU: but where one was missed");
	ok(near(slow_loss_pct(&r, 103e6), 3), "slow CPU: 3 of 100 ms are lost to it");
	ok(near(slow_loss_pct(&r, 250e6), 100), "slow CPU: no more than was lost at all");
	ok(near(slow_loss_pct(&r, 90e6), 0), "slow CPU: nothing is lost on a fast one");
	r.work = 0;
	ok(isnan(slow_loss_pct(&r, 90e6)), "slow CPU: who does no work loses none");
	work_set(0);
}

/* Two seconds of a window, read at both ends. */
static void test_detail(void)
{
	static struct sched inherited;
	struct row row = { .load = "Compile" };
	struct pairing p = { .task = task_find("Audio"), .load = load_find("Compile"), .row = &row,
			     .time = 2 * NSEC_PER_SEC, .sched = { &inherited, &inherited } };
	struct reading *a = &p.reading[0], *b = &p.reading[1];
	struct detail *d;

	shared = calloc(1, sizeof(*shared));
	*a = (struct reading){ .time = NSEC_PER_SEC, .done = { 1000000000, 0, 5 << 20 },
			      .task = { 1e6, 2e6, 3, 4, 0, 0 }, .pressure_us = { 100000, -1, 0 } };
	*b = (struct reading){ .time = 3 * NSEC_PER_SEC, .done = { 4000000000, 20 << 20, 45 << 20 },
			      .task = { 11e6, 42e6, 8, 5, 12, 0 }, .pressure_us = { 1100000, 5, 2000000 } };
	row_detail(&p, 7);
	d = row.detail;
	ok(near(d->task.cpu_ns, 10e6) && near(d->task.wait_ns, 40e6) && near(d->task.preempted, 5) &&
	   near(d->task.moved, 1) && near(d->task.swap_kb, 12), "the task's share is what it had in the window");
	ok(near(d->wait_pct, 2), "40 ms of 2 s on the run queue are 2 per cent");
	ok(near(d->pressure_pct[0], 50) && isnan(d->pressure_pct[1]) && near(d->pressure_pct[2], 100) &&
	   near(d->throttled_ms, 7), "pressure in per cent of the time");
	ok(near(d->work_per_s[0], 1.5) && near(d->work_per_s[1], 10) && near(d->work_per_s[2], 20) && !d->unit[3] &&
	   !strcmp(d->unit[0], "CPU s") && !strcmp(d->unit[1], "MB written") && !strcmp(d->unit[2], "MB read"),
	   "what the load did, per second");
	free(d);
	a->time = 0;
	row_detail(&p, 7);
	d = row.detail;
	ok(isnan(d->task.wait_ns) && isnan(d->pressure_pct[0]) && !d->unit[0] && near(d->task.swap_kb, 12),
	   "nothing is known of a window whose start nobody saw");
	free(d);
	free(shared);
	shared = NULL;
}

/* What a latency of 121 ms consists of, by hand. */
static void test_unexplained(void)
{
	static struct result r;
	struct thread_use use = { .cpu_ns = 100e6, .wait_ns = 2.7e6, .faults = 0 };

	r = (struct result){ .latency = { .n = 100, .max = MS(121) }, .work = MS(100) };
	r.wakeup.max = MS(121);
	ok(near(late_unexplained_ns(&r, &use, 2.5e6, 0), 118.3e6), "late: 2.7 of 121 ms were on the run queue");
	ok(near(late_unexplained_ns(&r, &use, 2.5e6, 40e6), 78.3e6), "late: and 40 ms throttled");
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 58e6)), "late: more than half is explained");
	use.faults = 1;
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 0)), "late: the disk may be why");
	use.faults = NAN;
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 0)), "late: who knows whether it was the disk");
	use.faults = 0;
	use.wait_ns = NAN;
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 0)), "late: Linux does not tell of waits");
	use.wait_ns = 0;
	r.latency.max = r.wakeup.max = MS(6.9);
	ok(isnan(late_unexplained_ns(&r, &use, 2.5e6, 0)), "late: nobody notices 6.9 ms");
	/* woken in time, done after 60 ms, 6.67 of them work: three deadlines of 16.7 ms */
	r.latency.max = 50000001;
	r.wakeup.max = MS(1);
	r.frame.max = MS(60);
	ok(near(late_unexplained_ns(&r, &use, 6.67e6, 0), 50000001), "late: the stall was amid the work");
	use.cpu_ns = 140e6;			/* 40 more than it wanted */
	ok(isnan(late_unexplained_ns(&r, &use, 6.67e6, 0)), "late: a slow CPU may be why");
	use.cpu_ns = 120e6;
	ok(near(late_unexplained_ns(&r, &use, 6.67e6, 0), 33.33e6), "late: but not for all of it");
}

static void test_memory_pct(void)
{
	ok(near(memory_pct(13000e6, 3e6), 100 - 100 * 3.0 / 13000), "memory: 3 of 13000 MB came from the disk");
	ok(isnan(memory_pct(13000e6, 13001e6)), "memory: none, and a piece was read ahead");
	ok(isnan(memory_pct(100e6, 51e6)) && near(memory_pct(100e6, 40e6), 60), "memory: less than half is not said");
	ok(isnan(memory_pct(8e6, 0)) && isnan(memory_pct(0, 0)), "memory: so little tells nothing");
	ok(isnan(memory_pct(100e6, NAN)), "memory: Linux does not tell");
}

/* The parent slept in slices. */
static void test_still(void)
{
	struct watch w = { 0, 0 };

	watch_add(&w, 99e6, 0, 0);
	watch_add(&w, -50e6, 0, 0);
	watch_add(&w, 3000e6, 2950e6, 0);
	watch_add(&w, 3000e6, 1e6, 2);
	watch_add(&w, 3000e6, NAN, 0);
	ok(near(w.still_ns, 0), "still: not if it waited for a CPU, for a disk, or Linux does not tell");
	watch_add(&w, 3000e6, 20e6, 0);
	watch_add(&w, 120e6, 0, 0);
	ok(near(w.still_ns, 3100e6) && near(w.most_ns, 2980e6), "still: twice, in sum and at most");
	ok(near(stood_still_ns(&w, 2970e6, 0), 3100e6), "still: the task as well");
	ok(near(stood_still_ns(&w, 2970e6, 1000e6), 2100e6), "still: but for what was throttled");
	ok(near(stood_still_ns(&w, 1400e6, 0), 0), "still: the task went on");
	ok(near(stood_still_ns(&w, 2970e6, 3050e6), 0), "still: it was all throttled");
}

/* What is remarked on: once all, once nothing, as far as the machine lets it */
static void test_guard(void)
{
	static struct machine_state before;
	static struct sched inherited;
	struct row row = { .load = "None" };
	struct pairing p = { .task = task_find("Wakeup"), .load = load_find("None"), .row = &row,
			     .machine = { .root = "" }, .sched = { &inherited, &inherited } };
	char seen[REMARKS_MAX * 64] = "";

	shared = calloc(1, sizeof(*shared));
	machine_now(&p.machine, &before);
	p.reading[1].task.swap_kb = 4;
	shared->result.latency = (struct moments){ .n = 1, .max = MS(3) };
	shared->result.waker_late = MS(6);	/* not more than twice that */
	shared->lock_errno = EPERM;
	shared->command_failed = 2;
	pairing_guard(&p, &before);
	for (int i = 0; i < row.remarks; i++)
		strcat(strcat(seen, row.remark[i].kind), "; ");
	ok(strstr(seen, "a single sample (no SD); the task was swapped out; the command failed; memory not locked") &&
	   !strstr(seen, "waker"), "remarks on a row");
	free(row.detail);
	free(row.remark);
	row = (struct row){ .load = "None" };
	memset(p.reading, 0, sizeof(p.reading));
	memset(shared, 0, sizeof(*shared));
	shared->result.latency = (struct moments){ .n = 2, .max = MS(3) };
	shared->result.waker_late = MS(7);
	pairing_guard(&p, &before);
	ok(row.remarks >= 1 && !strcmp(row.remark[row.remarks - 1].kind, "the waker itself was late by up to") &&
	   near(row.remark[row.remarks - 1].value, 7), "The remark on the waker depends on the figures");
	free(row.remark);
	free(row.detail);
	free(shared);
	shared = NULL;
}

int main(void)
{
	test_stalled();
	test_hog();
	test_slow();
	test_detail();
	test_unexplained();
	test_still();
	test_memory_pct();
	test_guard();
	return unit_end();
}
