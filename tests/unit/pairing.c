/* SPDX-License-Identifier: GPL-2.0-or-later */
/* a pairing from its start to its end, and what becomes of its figures */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "interbench.h"
#define SETUP_LIMIT (200 * NSEC_PER_MSEC)
#define REPORT_LIMIT (200 * NSEC_PER_MSEC)
#define STALL_LIMIT (200 * NSEC_PER_MSEC)
#define REAP_LIMIT (60 * NSEC_PER_SEC)
#define TERM_LIMIT NSEC_PER_SEC
#define SETTING_LIMIT NSEC_PER_SEC

static bool waits_unseen;		/* without its signals blocked before and let in meanwhile */

static int seen_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *ts, const sigset_t *mask)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	sigset_t now;

	sigprocmask(SIG_SETMASK, NULL, &now);
	for (int i = 0; i < 3; i++)
		waits_unseen |= !sigismember(&now, ends[i]) || sigismember(mask, ends[i]);
	return ppoll(fds, n, ts, mask);
}

static char tracing_dir[64] = "/tmp/none/";	/* in place of the first one of Linux, then of the second */

static int open_tracing(const char *path, int flags)
{
	char name[128];

	snprintf(name, sizeof(name), "%s%s%s", tracing_dir, strstr(path, "debug") ? "debug-" : "",
		 strrchr(path, '/') + 1);
	return open(name, flags);
}

#define ppoll seen_ppoll
#define open open_tracing
#include "lib/pairing.c"
#undef ppoll
#undef open
#include "unit.h"

/* Audio, due at 50, not back at 1040: 20 boundaries missed, as in the worked example. */
static void test_stalled(void)
{
	static struct result r;

	struct row row = { .load = "None" };

	shared = calloc(1, sizeof(*shared));
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
	memset(&r, 0, sizeof(r));
	shared->due = MS(50);
	shared->step = MS(10);
	pace_stalled(&(struct pace){ .task = task_find("X"), .result = &r }, MS(50), MS(1150));
	ok(r.missed == 101 && r.dropped == 101, "X that is killed in frame 90 has missed a boundary every 10 ms");
	memset(&r, 0, sizeof(r));
	pace_stalled(&(struct pace){ .task = task_find("X"), .result = &r }, MS(150), MS(1250));
	ok(r.missed == 11, "If that frame was due before the window it is the first one that counts");
	free(shared);
	shared = NULL;
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
	ok(strstr(seen, "a single sample (no SD); the task was swapped out; failed runs of the command; memory not locked") &&
	   !strstr(seen, "waker"), "remarks on a row");
	ok(!strchr(seen, ':'), "No remark has a colon, behind which a comparison would look for no value");
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

/* What the task wants of a frame at most, by hand; X may want its whole period. */
static void test_frame_work(void)
{
	static struct result r = { .work = 60000 };

	r.frame.n = 4;
	ok(near(frame_work_ns(task_find("Audio"), &r), 15000) && near(frame_work_ns(task_find("X"), &r), 100e6),
	   "the work of a frame is that of all, divided, but X's");
}

/* Of a window of 2 s: figures that say more, and what is not known */
static void test_more_detail(void)
{
	static struct sched inherited;
	struct row row = { .load = "Command" };
	struct pairing p = { .task = task_find("Chain"), .load = load_find("Command"), .row = &row,
			     .time = 2 * NSEC_PER_SEC, .sched = { &inherited, &inherited } };
	struct reading *a = &p.reading[0], *b = &p.reading[1];
	struct detail *d;

	shared = calloc(1, sizeof(*shared));
	*a = (struct reading){ .time = NSEC_PER_SEC, .done = { 3 }, .command_ns = 100, .task = { .faults = 5 },
			      .group = { { 10, { 0, 1e6, NAN } }, { NAN, { 5, 5, 5 } } } };
	*b = (struct reading){ .time = 3 * NSEC_PER_SEC, .done = { 7 }, .command_ns = 100 + 2 * NSEC_PER_SEC,
			      .task = { .faults = 7 }, .group = { { 17, { 1e6, 2e6, 5 } }, { 5, { 5, 5, 5 } } } };
	row_detail(&p, NAN);
	d = row.detail;
	ok(near(d->run_s, 0.5), "4 runs that took 2 s took 0.5 s each");
	ok(isnan(d->task.wait_ns) && isnan(d->wait_pct) && isnan(d->slow_pct) && near(d->task.faults, 2),
	   "of a task of several processes no waits are known");
	ok(near(d->group[TASK].throttled_ms, 7) && near(d->group[TASK].pressure[0], 50) &&
	   near(d->group[TASK].pressure[1], 50) && isnan(d->group[TASK].pressure[2]) &&
	   isnan(d->group[LOAD].throttled_ms) && near(d->group[LOAD].pressure[0], 0), "groups have what they had in the window");
	ok(d->part[0] && !strcmp(d->part[0], "Command") && !d->part[1], "parts have their names");
	free(d);
	b->done[0] = 3;
	row_detail(&p, NAN);
	ok(isnan(row.detail->run_s), "no run, no time of one");
	free(row.detail);
	free(shared);
	shared = NULL;
}

/* One remark or the reason: what is said of a pairing of 10 s, of which 2 s were a standstill, and so on */
static const char *explained(const struct task *task, double still_ms, double max_ms, double waker_ms, double throttled_ms)
{
	static char text[300];
	static struct detail d;
	struct row row = { .load = "Burn", .detail = &d };
	struct pairing p = { .task = task, .row = &row, .time = 10 * NSEC_PER_SEC,
			     .watch = { .still_ns = still_ms * 1e6, .most_ns = still_ms * 1e6 }, .reading[0].time = 1 };

	shared->start = 2;
	d = (struct detail){ .throttled_ms = throttled_ms, .cpu.pct[CPU_STEAL] = NAN, .task = { .wait_ns = 1e6 } };
	d.result.latency = (struct moments){ .n = 10, .max = MS(max_ms) };
	d.result.wakeup.max = MS(max_ms);
	d.result.waker_late = MS(waker_ms);
	d.result.frame.n = 1;
	pairing_explain(&p);
	strcpy(text, row.reason);
	for (int i = 0; i < row.remarks; i++)
		snprintf(text + strlen(text), 100, "|%s %g %s", row.remark[i].kind, row.remark[i].value, row.remark[i].unit);
	free(row.remark);
	return text;
}

static void test_explain(void)
{
	const struct task *audio = task_find("Audio"), *wakeup = task_find("Wakeup");

	shared = calloc(1, sizeof(*shared));
	is(explained(audio, 2000, 1900, 0, NAN), "everything stood still for 2.0 of 10.0 s", "a standstill of a fifth of the time voids a row");
	is(explained(audio, 1000, 1000, 0, 0), "|everything stood still for at least 1 s", "one of a tenth does not");
	is(explained(audio, 2000, 2000, 0, 1500), "|everything stood still for at least 0.5 s", "nor what was throttled");
	is(explained(audio, 2000, 500, 0, 0), "|not waiting for a CPU (host, firmware?) at least 499 ms", "a task that went on did not stand still");
	is(explained(&task_none, 2000, 0, 0, 0), "everything stood still for 2.0 of 10.0 s", "without a task the parent alone tells");
	is(explained(wakeup, 2000, 0, 1900, 0), "everything stood still for 2.0 of 10.0 s", "a waker that was late stood still, too");
	is(explained(wakeup, 0, 500, 0, 0), "", "what a task of several threads waited for is unknown");
	is(explained(audio, 0, 30, 0, 0), "|not waiting for a CPU (host, firmware?) at least 29 ms", "30 ms less 1 ms on the run queue are not explained");
	is(explained(audio, 0, 30, 0, 20), "", "unless they were throttled");
	free(shared);
	shared = NULL;
}

/* What Read read and Write wrote, of 100 MB, of which so many were a device's */
static const char *on_disk(const char *load, double read_mb, double written_mb, int fd)
{
	static char text[300];
	struct row row = { .load = "x" };
	struct pairing p = { .load = load_find(load), .row = &row, .file = { -1, fd, -1 } };
	struct reading *a = &p.reading[0], *b = &p.reading[1];

	a->time = 1;
	for (int i = 0; i < 3; i++)
		b->done[i] = (a->done[i] = 7) + (100 << 20);
	b->disk_bytes[READ_FILE] = read_mb < 0 ? NAN : (a->disk_bytes[READ_FILE] = 900 << 20) + read_mb * (1 << 20);
	b->disk_bytes[WRITE_FILE] = (a->disk_bytes[WRITE_FILE] = 800 << 20) + written_mb * (1 << 20);
	pairing_disk(&p);
	*text = 0;
	for (int i = 0; i < row.remarks; i++)
		snprintf(text + strlen(text), 100, "|%s %g %s", row.remark[i].kind, row.remark[i].value, row.remark[i].unit);
	free(row.remark);
	return text;
}

static void test_disk(void)
{
	int fd = memfd_create("kept", MFD_CLOEXEC);

	is(on_disk("Read", 30, 0, -1), "|read from memory instead of a disk for 70 % of the data", "70 of 100 MB were read from memory");
	is(on_disk("Read", 60, 0, -1), "", "40 of 100 MB are not worth a remark");
	is(on_disk("Write", 0, 30, -1), "|written to memory instead of a disk for 70 % of the data", "70 of 100 MB were written to memory");
	is(on_disk("Write", 0, 90, -1), "", "Write does not read");
	is(on_disk("Compile", 100, 0, -1), "|written to memory instead of a disk for 100 % of the data", "Write is a part of Compile");
	is(on_disk("Burn", 0, 0, -1), "", "Burn has no file");
	if (fd >= 0 && !ftruncate(fd, 4096) && pwrite(fd, "x", 1, 0) == 1)
		is(on_disk("Read", -1, 0, fd), "|read from memory instead of a disk for 100 % of the data", "where Linux does not tell, the file does");
	is(on_disk("Read", -1, 0, -1), "", "and if it does not either, nobody knows");
	close(fd);
}

/* What Linux tells of us, read by hand as well */
static void test_readings(void)
{
	struct thread_use u;
	double bytes[FILES];
	struct rusage use;
	FILE *f = fopen("/proc/self/schedstat", "r");
	double cpu = -1, waited = -1;
	volatile unsigned work = 0;

	while (work < 3000000)
		work++;
	ok(proc_number(getpid()) == getpid(), "our number is that of /proc");
	thread_use_read(&u, getpid());
	getrusage(RUSAGE_SELF, &use);
	if (f && fscanf(f, "%lf %lf", &cpu, &waited) == 2 && cpu > 0)
		ok(u.cpu_ns > 0 && u.cpu_ns <= cpu + 1e9 && u.wait_ns <= waited,
		   "the time on a CPU and the wait for one are those of schedstat");
	if (f)
		fclose(f);
	ok(u.faults <= (double)use.ru_majflt, "major faults are those of getrusage()");
	ok(u.preempted >= 0 && u.preempted <= (double)use.ru_nivcsw && u.swap_kb >= 0, "so are preemptions");
	disk_use_read(bytes, getpid());
	ok(isnan(bytes[READ_FILE]) == !!access("/proc/self/io", R_OK), "what disks did is known where Linux tells");
	ok(reap_limit() >= REAP_LIMIT && reap_limit() <= REAP_LIMIT + (1000 + (machine_memory("").usable >> 31)) * NSEC_PER_SEC,
	   "who has all of the memory has longer to die");
}

/*
 * Whole pairings, of tasks and loads made for it
 */

static struct {
	_Atomic int runs, load;		/* how often somebody ran; the load's process */
} *told;

static int held[2];			/* by processes of the load */

static void counts(struct work *w, int i)
{
	(void)i;
	for (;; usleep(1000))
		work_done(w, 1);
}

static void exits_in_window(struct work *w, int i)
{
	(void)w, (void)i;
	while (now_ns() < shared->start + MS(20))
		usleep(1000);
	_exit(5);
}

static void stops_its_load(struct work *w, int i)
{
	while (now_ns() < shared->start + MS(20))
		usleep(1000);
	kill(getppid(), SIGSTOP);
	counts(w, i);
}

static bool counts_setup(struct work *w)
{
	told->load = getpid();
	return work_threads(w, w->threads, counts);
}

static bool fails_setup(struct work *w)
{
	return work_fail(w, "no %s", "luck");
}

static bool exits_setup(struct work *w)
{
	(void)w;
	_exit(3);
}

static bool hangs_setup(struct work *w)
{
	work_done(w, SETUP_STEP / 2);
	pause();
	return false;
}

static bool creeps_setup(struct work *w)
{
	for (int i = 0; i < 5; i++, usleep(100000))
		work_done(w, SETUP_STEP);
	return counts_setup(w);
}

static bool dies_setup(struct work *w)
{
	return work_process(w, exits_in_window, 0);
}

static bool stopped_setup(struct work *w)
{
	return work_process(w, stops_its_load, 0);
}

static bool leaves_setup(struct work *w)
{
	for (int i = 0; i < 2; i++)
		if (fork() == 0) {
			if (i)
				setsid();
			for (;;)
				pause();
		}
	close(held[1]);
	return counts_setup(w);
}

static void task_counts(struct pace *pace)
{
	told->runs++;
	while (now_ns() < pace->end)
		usleep(1000);
	result_sample(pace->result, MS(1));
}

static void task_crashes(struct pace *pace)
{
	while (now_ns() < pace->start)
		usleep(1000);
	abort();
}

static void task_never_ends(struct pace *pace)
{
	shared->due = pace->start + MS(50);
	for (;;)
		pause();
}

/* As one that starves as long as there is a load */
static void task_waits(struct pace *pace)
{
	while (!kill(told->load, 0))
		usleep(1000);
	result_sample(pace->result, now_ns() - pace->start);
}

static void task_idle(struct pace *pace)
{
	(void)pace;
}

static struct row row;
static struct pairing pairing;
static const struct sched *elsewhere;	/* for the task; NULL: as usual */

/* The reason why a row has no figures, and the remarks that begin alike. */
static const char *paired(void (*task)(struct pace *pace), work_setup *load, bool leaves)
{
	static struct sched inherited[2];
	static struct task t;
	static struct load l;

	t = (struct task){ .name = "Task", .run = task, .no_deadlines = true };
	l = (struct load){ .name = "Load", .setup = load, .unit = "turns", .per_unit = 1, .leaves = leaves };
	inherited[0].nice = inherited[1].nice = getpriority(PRIO_PROCESS, 0);
	inherited[0].policy = inherited[1].policy = policy_find("other");
	free(row.detail);
	free(row.remark);
	row = (struct row){ .load = "Load" };
	told->runs = told->load = 0;
	pairing = (struct pairing){
		.task = task ? &t : &task_none, .load = load ? &l : load_find("None"), .row = &row, .time = MS(200),
		.sched = { elsewhere ? elsewhere : &inherited[0], &inherited[1] }, .work = { .threads = 2, .dir = "." }, .file = { -1, -1, -1 },
		.machine = { .root = "" }, .child = { { .role = TASK }, { .role = LOAD } },
	};
	pairing_run(&pairing);
	return row.reason;
}

static bool remarked(const char *kind)
{
	for (int i = 0; i < row.remarks; i++)
		if (!strcmp(row.remark[i].kind, kind))
			return true;
	return false;
}

static bool all_gone(void)
{
	struct pollfd p = { .fd = held[0], .events = POLLIN };
	char c;

	return poll(&p, 1, 5000) == 1 && read(held[0], &c, 1) == 0;
}

static void test_good(void)
{
	const struct reading *s = pairing.reading;

	const char *reason = paired(task_counts, counts_setup, false);

	/* a busy machine can keep the parent from its first reading for the 200 ms that it has */
	for (int i = 0; i < 3 && !*reason && s[0].time > shared->start; i++)
		reason = paired(task_counts, counts_setup, false);
	is(reason, "", "A task beside a load has a row");
	ok(told->runs == 1 && row.max.value == 1 && row.mean.value == 1 && row.detail, "with the figures of the task");
	ok(s[0].time > 0 && s[0].time <= shared->start && s[1].time >= shared->end && shared->end - shared->start == MS(200),
	   "The window is as long as it was asked for, and samples stand around it");
	/* a turn takes 1 ms or more, there are two threads, and they began 200 ms before the window */
	ok(s[1].done[0] > s[0].done[0] && s[0].done[0] > 0 && row.detail->work_per_s[0] > 0 && row.detail->work_per_s[0] <= 2000,
	   "The load's work is what it did in the window");
	for (int i = 0; i < PRESSURES; i++) {
		char path[64];

		snprintf(path, sizeof(path), "/proc/pressure/%s", pressure_name[i]);
		if (access(path, R_OK) || machine_pressure_us("", path) < 0)
			ok(s[0].pressure_us[i] == -1 && s[1].pressure_us[i] == -1, "Where Linux tells of no pressure none is known");
		else	/* of the machine, it only grows */
			ok(s[0].pressure_us[i] >= 0 && s[1].pressure_us[i] >= s[0].pressure_us[i] &&
			   s[1].pressure_us[i] <= machine_pressure_us("", path), "The pressure on %s is read", pressure_name[i]);
	}
	ok(!row.detail->work_per_s[1] && row.detail->unit[0] && !strcmp(row.detail->unit[0], "turns"), "in its unit");
	ok(pairing.child[TASK].pid == 0 && pairing.child[LOAD].pid == 0 && !pairing.stuck && waitpid(-1, NULL, 0) < 0,
	   "Nobody is left");
	ok(remarked("a single sample (no SD)"), "A single sample is remarked on");
	ok(isnan(row.detail->task.swap_kb) || row.detail->task.swap_kb >= 0, "What Linux tells of the task is read");
	is(paired(task_counts, NULL, false), "", "Without a load there is no process of one");
	ok(told->runs == 1 && told->load == 0 && !row.detail->unit[0], "and no work of it");
	is(paired(NULL, counts_setup, false), "", "Without a task the load is measured alone");
	ok(told->runs == 0 && row.detail->work_per_s[0] > 0, "by its work");
	is(paired(task_counts, creeps_setup, false), "", "A set-up that gets on has time");
	ok(!waits_unseen, "A signal can end a wait, and comes at no other time");
}

static void test_ends(void)
{
	static struct sched where;

	is(paired(task_counts, fails_setup, false), "skipped: no luck", "A load that cannot be set up says why");
	ok(told->runs == 0, "and no task is run");
	is(paired(task_counts, exits_setup, false), "load died: exit status 3", "A load that ends in its set-up is dead");
	is(paired(task_counts, hangs_setup, false), "skipped: the load was not ready after 0 s", "A set-up that hangs is given up");
	is(paired(task_counts, dies_setup, false), "load: a process of it ended with exit status 5", "No process of a load may end");
	is(paired(task_crashes, counts_setup, false), "task died: signal 6 (abort: the C library found an error)", "A task that crashes voids its row");
	is(paired(task_idle, counts_setup, false), "no sample: the task was not due in the time", "A row without a sample is void");
	is(paired(task_never_ends, counts_setup, false), "", "A task that never ends has a row");
	ok(remarked("killed in a stall (max is since it was due)") && row.max.value >= 150 && pairing.killed,
	   "which counts since it was due");
	is(paired(task_waits, counts_setup, false), "", "A task that starves has a row");
	ok(remarked("stalled until the load was stopped") && row.max.value >= 200 && !pairing.killed, "which says so");
	is(paired(task_counts, stopped_setup, false), "", "A load that was stopped has a row");
	ok(remarked("the load was stopped (SIGSTOP)"), "which says so");
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (pipe2(held, O_CLOEXEC))
		abort();
	paired(task_counts, leaves_setup, true);
	close(held[1]);
	ok(all_gone(), "All processes of a load are killed, also those that have left its group");
	close(held[0]);
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	where = (struct sched){ .nice = getpriority(PRIO_PROCESS, 0), .policy = policy_find("other") };
	cpus_parse(&where.cpus, "65535");
	elsewhere = &where;
	ok(!strncmp(paired(task_counts, NULL, false), "skipped: CPUs 65535 are not all online", 38) && !told->runs,
	   "A task that cannot be scheduled so is not run: %s", row.reason);
	elsewhere = NULL;
}

static void note(int sig)
{
	caught = sig;
}

/* In the window; also one that came before */
static void test_signal(void)
{
	pid_t parent = getpid(), pid;
	int64_t begin;

	signal(SIGTERM, note);
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		usleep(250000);
		kill(parent, SIGTERM);
		_exit(0);
	}
	is(paired(task_never_ends, counts_setup, false), "", "A signal ends a pairing");
	ok(caught == SIGTERM && !row.detail && pairing.child[TASK].pid == 0 && pairing.child[LOAD].pid == 0, "which has no figures then");
	waitpid(pid, NULL, 0);
	begin = now_ns();
	paired(task_counts, counts_setup, false);
	ok(!row.detail && told->runs == 0 && now_ns() - begin < 5 * NSEC_PER_SEC, "After a signal nothing is begun");
	caught = 0;
	signal(SIGTERM, SIG_DFL);
}

/* "1" in tracing_on, and a file of marks; the status of a child that opens them, or 0 */
static int traces(const char *on, bool debug, double above_ms, struct tracing *t)
{
	char name[2][100];
	int status = 0, fd[2];
	pid_t pid;

	for (int i = 0; i < 2; i++) {
		snprintf(name[i], sizeof(name[i]), "%s%s%s", tracing_dir, debug ? "debug-" : "", i ? "trace_marker" : "tracing_on");
		fd[i] = on ? open(name[i], O_RDWR | O_CREAT, 0600) : -1;
		if (on && (fd[i] < 0 || write(fd[i], on, strlen(on)) < 0))
			abort();
		close(fd[i]);
	}
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		freopen("/dev/null", "w", stderr);
		tracing_open(t, above_ms);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	if (!status)
		tracing_open(t, above_ms);
	unlink(name[0]);
	unlink(name[1]);
	return status >> 8;
}

static void test_tracing(void)
{
	struct tracing t;

	strcpy(tracing_dir, "/tmp/unit.XXXXXX");
	if (!mkdtemp(tracing_dir))
		return;
	strcat(tracing_dir, "/");
	ok(traces(NULL, false, -1, &t) == 0 && t.above == INT64_MAX && t.on == -1, "Without a limit nothing is traced");
	ok(traces("1\n", false, 0.25, &t) == 0 && t.above == 250000 && t.on >= 0 && t.marker >= 0 && t.on != t.marker,
	   "A limit of 0.25 ms is 250 us, and tracing can be stopped");
	ok(traces("1\n", true, 0, &t) == 0 && t.above == 0 && t.on >= 0 && t.marker >= 0, "Old kernels have tracing elsewhere");
	ok(traces("0\n", false, 1, &t) == EXIT_TROUBLE && traces("", false, 1, &t) == EXIT_TROUBLE, "Tracing has to be on");
	ok(traces(NULL, false, 1, &t) == EXIT_TROUBLE, "and to be there");
	rmdir(tracing_dir);
}

int main(int argc, char **argv)
{
	(void)argv;
	test_frame_work();
	test_more_detail();
	test_explain();
	test_tracing();
	test_stalled();
	test_hog();
	test_slow();
	test_detail();
	test_unexplained();
	test_memory_pct();
	test_guard();
	if (argc > 1)			/* untimed: for a CPU that is emulated */
		return unit_end();
	test_disk();
	test_readings();
	told = mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (told == MAP_FAILED || shared == MAP_FAILED)
		return 1;
	test_good();
	test_ends();
	test_signal();
	return unit_end();
}
