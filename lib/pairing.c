/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../interbench.h"
#include "clock.h"
#include "detail.h"
#include "group.h"
#include "load.h"
#include "machine.h"
#include "pairing.h"
#include "proc.h"
#include "run.h"
#include "sched.h"
#include "stats.h"
#include "still.h"
#include "task.h"
#include "util.h"

#define SLOW_NONE_PCT 2			/* of the work: a task alone that loses more has a remark */
#define NOTICED_NS (7 * NSEC_PER_MSEC)	/* a person notices a latency from here on */

/*
 * In the window the parent sleeps in so many slices, since only one that wakes can see that it
 * woke late. A standstill is underrated by one slice at most. A slice is long enough for the
 * wakeups to cost next to nothing (20 us in 100 ms, and in 300 ms if the window is 30 s), and
 * short beside the standstill that voids a row.
 */
#define WATCH_SLICES 100
#define WATCH_SLICE_LEAST (100 * NSEC_PER_MSEC)
#define WATCH_SLICE_MOST NSEC_PER_SEC
#define DISK_LEAST (16 << 20)		/* bytes; in less, reading ahead is a large part */
#define READING_PART 20		/* of the settling, its last, in which /proc is read: 50 ms */
#define STILL_VOID_PCT 10		/* of the window: with more of it missing a row is void */

const char *const role_name[2] = { "task", "load" };

/* Tell the parent that we are ready, and wait to be told to go. */
static void child_ready(const struct child *c)
{
	char byte = 'r';
	ssize_t n;

	while (write(c->up[1], &byte, 1) != 1)
		if (errno != EINTR)
			die_call("write", errno);
	while ((n = read(c->down[0], &byte, 1)) < 0)
		if (errno != EINTR)
			die_call("read", errno);
	if (n == 0)
		_exit(EXIT_TROUBLE);	/* the parent is gone */
}

/* Sleep for ever; a pause() that is refused would turn this into a loop that takes the CPU. */
static void child_pause(void)
{
	if (pause() && errno != EINTR)
		die_call("pause", errno);
}

/* The struct work that a set-up is given; the gate is made here. */
static struct work child_work(const struct pairing *p, const struct child *c, const char *name)
{
	struct work w = p->work;

	w.name = name;
	w.up = c->up[1];
	w.reason = shared->reason[c->role];
	w.lock_memory = p->lock_memory;

	if (pipe2(w.gate, O_CLOEXEC))
		work_die(&w, "pipe");
	return w;
}

__attribute__((noreturn))
static void task_body(const struct pairing *p, const struct child *c)
{
	struct pace pace = { .task = p->task, .result = &shared->result, .kept = p->kept };
	struct work work;

	memset(&shared->result, 0, sizeof(shared->result));	/* pages it in, too */
	samples_touch(p->kept);
	if (p->task->setup) {
		work = child_work(p, c, p->task->name);
		pace.work = &work;
		if (!p->task->setup(&work))
			_exit(EXIT_TROUBLE);
	}
	if (p->task->prepare)
		p->task->prepare();
	sleep_until(now_ns() + NSEC_PER_MSEC);
	work_for(NSEC_PER_MSEC);
	if (p->lock_memory && mlockall(MCL_CURRENT))
		shared->lock_errno = errno;
	child_ready(c);
	if (pace.work)
		close(work.gate[1]);
	pace.start = shared->start;
	pace.end = shared->end;
	task_run(&pace);
	if (!shared->traced)
		sleep_until(pace.end);
	while (write(c->up[1], "d", 1) != 1)
		if (errno != EINTR)
			die_call("write", errno);
	for (;;)		/* the parent reads our figures in /proc, then kills us */
		child_pause();
}

__attribute__((noreturn))
static void load_body(const struct pairing *p, const struct child *c)
{
	const struct load *part[WORK_PARTS];
	struct work work[WORK_PARTS], all = child_work(p, c, p->load->name);
	int status, parts = load_parts(p->load, part);
	char words[64];

	for (int i = 0; i < parts; i++) {
		work[i] = all;		/* all parts share one gate */
		work[i].name = part[i]->name;
		work[i].file = p->file[part[i]->file];
		work[i].done = &shared->done[i];
		if (!part[i]->setup(&work[i]))
			_exit(EXIT_TROUBLE);
	}
	child_ready(c);
	close(all.gate[1]);
	if (part[0]->run)
		part[0]->run(&work[0]);
	while (waitpid(-1, &status, 0) < 0) {
		if (errno == ECHILD)
			child_pause();	/* a load of threads has no child */
		else if (errno != EINTR)
			die_call("waitpid", errno);
	}
	work_fail(&work[0], "a process of it ended with %s", status_words(status, words));
	_exit(EXIT_TROUBLE);	/* the rest is not the load that was asked for */
}

/* Start a child of the pairing. If that fails, the row says why, and false is returned. */
static bool child_start(struct pairing *p, struct child *c)
{
	const struct child *other = &p->child[!c->role];

	if (pipe2(c->up, O_CLOEXEC))
		goto failed;
	if (pipe2(c->down, O_CLOEXEC)) {
		close(c->up[0]);
		close(c->up[1]);
		goto failed;
	}
	c->pid = child_fork();
	if (c->pid == 0) {
		bool refused = setpgid(0, 0);

		if (getpgrp() != getpid()) {		/* kill(-pid) relies on it */
			snprintf(shared->reason[c->role], REASON_LEN, "setpgid: %s",
				 refused ? strerror(errno) : "it did nothing (seccomp?)");
			_exit(EXIT_TROUBLE);
		}
		die_into(shared->reason[c->role]);
		if (c->role == LOAD)
			oom_first();
		signals_default();
		close(c->up[0]);
		close(c->down[1]);
		if (other->pid) {	/* else it would not read end of file when the parent dies */
			close(other->up[0]);
			close(other->down[1]);
		}
		if (!sched_apply(p->sched[c->role], shared->reason[c->role]))
			_exit(EXIT_TROUBLE);
		if (c->role == TASK)
			task_body(p, c);
		load_body(p, c);
	}
	close(c->up[1]);
	close(c->down[0]);
	if (c->pid > 0) {
		setpgid(c->pid, c->pid);
		c->born = process_born(c->pid);
		return true;
	}
	c->pid = 0;
	close(c->up[0]);
	close(c->down[1]);
failed:
	row_void(p->row, "skipped: cannot start the %s: %s", role_name[c->role], strerror(errno));
	return false;
}

/* Kill the processes that are left of a child. False: none is. */
static bool child_kill(struct pairing *p, struct child *c)
{
	pid_t pid;
	int status;

	kill(c->pid, SIGKILL);		/* it may have died before it had a group */
	kill(-c->pid, SIGKILL);
	if (waitpid(c->pid, &status, WNOHANG) == c->pid)
		c->status = status;
	while ((pid = waitpid(-c->pid, &status, WNOHANG)) > 0)
		if (pid == c->pid)
			c->status = status;
	if (pid < 0 && errno != ECHILD && errno != EINTR)
		die_call("waitpid", errno);	/* we could not see its end */
	return pid == 0 || (c->role == LOAD && p->load->leaves &&
			    strays_kill(SIGKILL, c->born, p->child[TASK].pid));
}

/* How long killed processes may take to be gone: Memload's memory is freed at 2 GB/s or more. */
static int64_t reap_limit(void)
{
	int64_t usable = machine_memory("").usable;

	return REAP_LIMIT + (usable > 0 ? usable >> 31 : 0) * NSEC_PER_SEC;
}

/*
 * Kill a child and every process that it has made, and reap them. As pid 1 reap strangers too.
 * False: one of them cannot die (disk sleep).
 */
static bool child_stop(struct pairing *p, struct child *c)
{
	int64_t begin = now_ns(), nap = NSEC_PER_MSEC, told = begin + 2 * NSEC_PER_SEC;
	int64_t limit;

	if (!c->pid || p->stuck)
		return !p->stuck;
	close(c->up[0]);
	close(c->down[1]);
	limit = reap_limit();
	while (child_kill(p, c)) {
		if (now_ns() - begin > limit) {
			warn("process group %d cannot be killed: giving up", (int)c->pid);
			p->stuck = true;
			return false;
		}
		if (now_ns() > told) {
			warn("waiting for the %s to die", role_name[c->role]);
			told = INT64_MAX;
		}
		sleep_until(now_ns() + nap);
		nap = nap < 16 * NSEC_PER_MSEC ? 2 * nap : nap;
	}
	c->pid = 0;
	while (getpid() == 1 && !p->child[TASK].pid && !p->child[LOAD].pid &&
	       waitpid(-1, NULL, WNOHANG) > 0)
		;
	return true;
}

/* How many processes the OOM killer has taken since this pairing began; 0: none, or unknown. */
static int64_t pairing_oom_kills(const struct pairing *p)
{
	int64_t now = machine_oom_kills(p->machine.root);

	return p->oom_kills >= 0 && now > p->oom_kills ? now - p->oom_kills : 0;
}

/* A child has died by itself: the row says how. */
static void child_obituary(struct pairing *p, struct child *c, const char *how)
{
	char *reason = shared->reason[c->role];
	char words[64];

	if (!child_stop(p, c))
		row_void(p->row, "the %s died and cannot be reaped", role_name[c->role]);
	else if (reason[0])
		row_void(p->row, "%s: %s", how, reason);
	else
		row_void(p->row, "%s died: %s", role_name[c->role],
			 status_words(c->status, words));
	if (pairing_oom_kills(p) > 0)
		row_add_reason(p->row, " (out of memory: the OOM killer)");
}

/* Take the byte that a child has sent; false: it is dead, or the pipe cannot be read. */
static bool child_hear(const struct child *c)
{
	char byte;
	ssize_t n;

	do
		n = read(c->up[0], &byte, 1);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		snprintf(shared->reason[c->role], REASON_LEN, "read: %s", strerror(errno));
	return n == 1;
}

/* Tell a child to go; false, with the row void, if it cannot be told. */
static bool child_go(struct pairing *p, const struct child *c)
{
	ssize_t n;

	do
		n = c->pid ? write(c->down[1], "g", 1) : 1;
	while (n < 0 && errno == EINTR);
	if (n == 1 || errno == EPIPE)
		return true;		/* it has died: the next wait will tell */
	row_void(p->row, "the %s cannot be told to go: %s", role_name[c->role], strerror(errno));
	return false;
}

enum event { EVENT_TIME, EVENT_BYTE, EVENT_DEATH, EVENT_SIGNAL };

/*
 * Sleep until a child has sent a byte, a child has died (*dead), a signal has come, or
 * until the time given. Signals are unblocked only while we sleep.
 */
static enum event pairing_wait(struct pairing *p, int64_t until, struct child **dead)
{
	struct pollfd fds[2];
	sigset_t block, open;
	int n = 0;

	for (int i = TASK; i <= LOAD; i++)
		fds[i] = (struct pollfd){ .fd = p->child[i].pid ? p->child[i].up[0] : -1,
					  .events = POLLIN };
	signals_fill(&block);
	if (sigprocmask(SIG_BLOCK, &block, &open))
		die_call("sigprocmask", errno);
	while (!caught && n <= 0) {
		int64_t left = until - now_ns();
		struct timespec ts = { .tv_sec = left / NSEC_PER_SEC,
				       .tv_nsec = left % NSEC_PER_SEC };

		if (left < 0)
			ts = (struct timespec){ 0 };
		n = ppoll(fds, 2, &ts, &open);
		if (n < 0 && errno != EINTR)
			die_call("ppoll", errno);
		if (n <= 0 && left <= 0)
			break;
	}
	sigprocmask(SIG_SETMASK, &open, NULL);
	if (caught)
		return EVENT_SIGNAL;
	for (int i = TASK; i <= LOAD; i++)
		if (n > 0 && fds[i].revents && !child_hear(&p->child[i])) {
			*dead = &p->child[i];
			return EVENT_DEATH;
		}
	return n > 0 ? EVENT_BYTE : EVENT_TIME;
}

/* What a load's set-up has done so far, of all its parts. */
static uint64_t setup_progress(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < WORK_PARTS; i++)
		sum += shared->done[i];
	return sum;
}

/*
 * Start a child and wait until it is set up. Progress gains it time: with half a terabyte to
 * be touched it may take an hour, but nothing that hangs does.
 */
static bool pairing_ready(struct pairing *p, int role)
{
	int64_t begin = now_ns();
	struct child *dead;
	enum event event;
	uint64_t before;

	if (!child_start(p, &p->child[role]))
		return false;
	do {
		before = setup_progress();
		event = pairing_wait(p, now_ns() + SETUP_LIMIT, &dead);
	} while (event == EVENT_TIME && role == LOAD && setup_progress() - before >= SETUP_STEP);
	if (event == EVENT_DEATH)
		child_obituary(p, dead, "skipped");
	if (event == EVENT_TIME)
		row_void(p->row, "skipped: the %s was not ready after %lld s", role_name[role],
			 (now_ns() - begin) / NSEC_PER_SEC);
	return event == EVENT_BYTE;
}

/* A process's number in /proc; 0, which is none, if /proc is of another pid namespace. */
static pid_t proc_number(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/task/%d", (int)getpid());
	return access(path, F_OK) ? 0 : pid;
}

/*
 * What a load's process (its threads are in it) had from a device and gave to one. Linux counts a
 * write when it makes a page dirty that a device is behind, so none is still to come.
 */
static void disk_use_read(double bytes[static FILES], pid_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/io", (int)proc_number(pid));
	bytes[READ_FILE] = machine_number(path, "read_bytes");
	bytes[WRITE_FILE] = machine_number(path, "write_bytes");
}

static void thread_use_read(struct thread_use *u, pid_t pid)
{
	char path[64], *text;

	*u = (struct thread_use){ .faults = NAN };
	pid = proc_number(pid);
	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)pid);
	if (!machine_waits(path, &u->cpu_ns, &u->wait_ns))
		u->cpu_ns = u->wait_ns = NAN;
	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	u->preempted = machine_number(path, "nonvoluntary_ctxt_switches");
	u->swap_kb = machine_number(path, "VmSwap");
	snprintf(path, sizeof(path), "/proc/%d/sched", (int)pid);
	u->moved = machine_number(path, "se.nr_migrations");
	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	text = file_text("", path);
	if (text && strrchr(text, ')'))		/* a name may hold blanks and ')' */
		sscanf(strrchr(text, ')'), ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %lf", &u->faults);
	free(text);
}

/* pairing_wait() in slices: how late does each of them end? */
static enum event pairing_watch(struct pairing *p, int64_t until, struct child **dead)
{
	int64_t slice = p->time / WATCH_SLICES, next;
	enum event event;

	slice = slice < WATCH_SLICE_LEAST ? WATCH_SLICE_LEAST : slice;
	slice = slice > WATCH_SLICE_MOST ? WATCH_SLICE_MOST : slice;
	watch_begin(&p->watch);
	do {
		next = now_ns() + slice;
		next = next < until ? next : until;
		event = pairing_wait(p, next, dead);
		watch_slept(&p->watch, (double)(now_ns() - next));
	} while (event == EVENT_TIME && next < until);
	return event;
}

static void reading_take(struct pairing *p, struct reading *s)
{
	char path[64];

	s->time = now_ns();
	for (int i = 0; i < WORK_PARTS; i++)
		s->done[i] = shared->done[i];
	s->command_ns = shared->command_ns;
	machine_cpu_use("", &s->use);
	for (size_t i = 0; i < LENGTH(s->pressure_us); i++) {
		snprintf(path, sizeof(path), "/proc/pressure/%s", pressure_name[i]);
		s->pressure_us[i] = machine_pressure_us("", path);
	}
	for (int i = TASK; i <= LOAD; i++)
		group_use_read(&p->sched[i]->group, &s->group[i]);
	thread_use_read(&s->task, p->child[TASK].pid);
	disk_use_read(s->disk_bytes, p->child[LOAD].pid);
}

/* When the task must have reported. Its last period may begin at the very end of the window. */
static int64_t pairing_patience(const struct pairing *p)
{
	return shared->end + task_period(p->task).period + REPORT_LIMIT;
}

/*
 * The task has not reported after the window. Stop the load, so that the task can account for
 * its stall. If it still does not, all that is known is the time at which it was due.
 */
static enum event pairing_stalled(struct pairing *p, struct child **dead)
{
	enum event event;

	if (!child_stop(p, &p->child[LOAD])) {
		row_void(p->row, "no report from the task, and the load cannot be killed");
		return EVENT_TIME;
	}
	/* from now on: the load may have taken long to die */
	event = pairing_wait(p, now_ns() + STALL_LIMIT, dead);
	if (event == EVENT_TIME) {
		int64_t due;

		kill(-p->child[TASK].pid, SIGSTOP);	/* or it may count the stall, too */
		due = shared->due;
		shared->result.watched = now_ns() - shared->start;
		pace_stalled(&(struct pace){ .task = p->task, .result = &shared->result, .kept = p->kept },
			     due > shared->start ? due : shared->start, now_ns());
		remark_add(p->row, "killed in a stall (max is since it was due)", "", NAN);
		p->killed = true;
		return EVENT_BYTE;
	}
	remark_add(p->row, "stalled until the load was stopped", "", NAN);
	return event;
}

/* Both are ready. Tell them to go, and wait for the task's report. */
static enum event pairing_measure(struct pairing *p, struct child **dead)
{
	int64_t settle = p->time < NSEC_PER_SEC ? p->time : NSEC_PER_SEC;
	siginfo_t info = { .si_pid = 0 };
	enum event event;

	shared->start = now_ns() + settle;
	shared->end = shared->start + p->time;
	shared->due = shared->start;	/* holds for a task that never runs */
	shared->result.frames.last = shared->start;
	shared->result.frames.usual = p->task->shows_every;
	/* the task first: the load, told to go, can keep us from the CPU */
	if (!child_go(p, &p->child[TASK]) || !child_go(p, &p->child[LOAD]))
		return EVENT_TIME;
	/* read /proc before the window begins: on one CPU the task has to wait meanwhile */
	event = pairing_watch(p, shared->start - settle / READING_PART, dead);
	if (event == EVENT_TIME) {
		reading_take(p, &p->reading[0]);
		event = pairing_watch(p, shared->end + FRAME_LIMIT, dead);
	}
	if (event == EVENT_TIME || event == EVENT_BYTE)		/* the task may report first */
		reading_take(p, &p->reading[1]);
	if (event == EVENT_TIME && p->task == &task_none)
		event = EVENT_BYTE;
	if (event == EVENT_TIME)
		event = pairing_wait(p, pairing_patience(p), dead);
	if (event == EVENT_TIME)
		event = pairing_stalled(p, dead);
	if (p->child[LOAD].pid && !waitid(P_PID, (id_t)p->child[LOAD].pid, &info,
					  WSTOPPED | WCONTINUED | WNOHANG) && info.si_pid)
		remark_add(p->row, "the load was stopped (SIGSTOP)", "", NAN);
	if (event == EVENT_BYTE)	/* its last period may have ended after that reading */
		thread_use_read(&p->reading[1].task, p->child[TASK].pid);
	return event;
}

/* Fill in a row's figures from what the task has counted. */
static void row_fill(struct row *row, const struct task *t, const struct result *r)
{
	const struct moments *m = &r->latency;

	if (t == &task_none)
		return;
	row->mean.value = m->mean / NSEC_PER_MSEC;
	row->sd.value = moments_sd(m) / NSEC_PER_MSEC;
	row->max.value = (double)m->max / NSEC_PER_MSEC;
	row->met.value = NAN;
	row->cpu_counted = !t->no_deadlines;
	if (t->cpu_pct)
		row->cpu.value = t->cpu_pct(r);
	if (t->no_deadlines)
		return;
	row->cpu.value = 100 * (double)r->run / (double)(r->run + r->dropped);
	row->met.value = 100 * (double)r->met / (double)(r->met + r->missed);
}

/*
 * A loss is the time that frames took beyond the work in them. The part of it that the
 * thread spent on a CPU is due to a slow CPU: another thread on its core, its clock,
 * its size. cpu_ns: how long the thread was on a CPU.
 * slow_cpu_pct() is the share of the loss; NAN if no deadline was missed, if the loss is
 * under 1 % of the work, and under -T, where a slow CPU costs nothing by definition.
 * slow_loss_pct() is the slowness in per cent of the work; NAN under -T or without work.
 */
static double slow_cpu_pct(const struct result *r, double cpu_ns)
{
	double lost = (double)(r->busy - r->work), slow = cpu_ns - (double)r->work;

	if (work_is_cpu_time() || isnan(slow) || !(lost > 0.01 * (double)r->work))
		return NAN;
	if (r->met && !r->missed)	/* the deadlines had room for what was lost */
		return NAN;
	return fmax(0, fmin(100, 100 * slow / lost));
}

static double slow_loss_pct(const struct result *r, double cpu_ns)
{
	double lost = (double)(r->busy - r->work), slow = cpu_ns - (double)r->work;

	if (work_is_cpu_time() || isnan(slow) || !r->work)
		return NAN;
	/* CPU time holds the cost of wakeups too, which the frames did not lose */
	return fmax(0, 100 * fmin(slow, lost) / (double)r->work);
}

/*
 * How much of the largest latency, in ns, was neither spent on a run queue nor for other_ns
 * (throttled, stolen) nor on a CPU: at least so much was the host, firmware or a late timer.
 * Linux tells the task's waits only as a sum: all of it may belong to the largest latency.
 * work_ns: of a frame at most. NAN: it is less than half of that latency, nobody notices the
 * latency (under 7 ms), or it is not known, as if the task had major faults.
 */
static double late_unexplained_ns(const struct result *r, const struct thread_use *use,
				  double work_ns, double other_ns)
{
	double most = (double)r->latency.max, explained = use->wait_ns + other_ns;
	double slow = fmax(0, use->cpu_ns - (double)r->work);	/* all of it may be in one frame */
	double wakeup = (double)r->wakeup.max - explained;
	double frame = (double)r->frame.max - work_ns - slow - explained;
	double least = fmin(most, fmax(wakeup, frame));

	if (isnan(explained) || use->faults != 0 || most < NOTICED_NS || least < most / 2)
		return NAN;
	return least;
}

/* For which share of a time, in per cent, some task waited for so many us. */
static double pressure_pct(double us, int64_t ns)
{
	return 100 * NSEC_PER_USEC * us / (double)ns;
}

/* What the group of a role has had between two readings. */
static struct group_use group_use_between(const struct reading *a, const struct reading *b, int role)
{
	struct group_use use = { .throttled_ms = a->time ? b->group[role].throttled_ms -
				 a->group[role].throttled_ms : NAN };

	for (int i = 0; i < PRESSURES; i++)
		use.pressure[i] = a->time ?
			pressure_pct(b->group[role].pressure[i] - a->group[role].pressure[i],
				     b->time - a->time) : NAN;
	return use;
}

static void row_detail(struct pairing *p, double throttled_ms)
{
	const struct reading *a = &p->reading[0], *b = &p->reading[1];
	const double s = (double)(b->time - a->time) / NSEC_PER_SEC;
	const struct load *part[WORK_PARTS];
	struct detail *d = xrealloc(NULL, sizeof(*d));
	struct cpus used;
	bool known = cpus_used(&used, &p->sched[TASK]->cpus, &p->sched[LOAD]->cpus);
	/* if the parent was stopped or starved, there is no reading of the start */
	int parts = a->time ? load_parts(p->load, part) : 0;

	*d = (struct detail){ .result = shared->result, .throttled_ms = throttled_ms,
			      .extra_name = p->task->extra };
	d->frames = frames_figures(&d->result.frames, shared->start,
				   shared->traced ? shared->traced_due : shared->end);
	if (p->task->extras)
		p->task->extras(&d->result, d->extra);
	d->task = (struct thread_use){ b->task.cpu_ns - a->task.cpu_ns,
				       b->task.wait_ns - a->task.wait_ns,
				       b->task.preempted - a->task.preempted,
				       b->task.moved - a->task.moved, b->task.swap_kb,
				       b->task.faults - a->task.faults };
	if (!a->time)
		d->task = (struct thread_use){ NAN, NAN, NAN, NAN, b->task.swap_kb, NAN };
	d->slow_pct = slow_cpu_pct(&d->result, d->task.cpu_ns);
	if (p->task->work)		/* done in other processes, which are not read */
		d->task.wait_ns = d->slow_pct = NAN;
	d->wait_pct = 100 * d->task.wait_ns / (double)p->time;
	for (int i = 0; i < parts; i++) {
		d->part[i] = part[i]->name;
		d->unit[i] = part[i]->unit;
		d->work_per_s[i] = (double)(b->done[i] - a->done[i]) / part[i]->per_unit / s;
	}
	d->run_s = parts && part[0]->run && b->done[0] > a->done[0] ?
		   (double)(b->command_ns - a->command_ns) / NSEC_PER_SEC /
		   (double)(b->done[0] - a->done[0]) : NAN;
	d->cpu = cpu_use_between(&a->use, &b->use, known ? used.mask : NULL, sizeof(used.mask));
	for (size_t i = 0; i < LENGTH(d->pressure_pct); i++)
		d->pressure_pct[i] = !a->time || a->pressure_us[i] < 0 || b->pressure_us[i] < 0 ?
			NAN :
			pressure_pct((double)(b->pressure_us[i] - a->pressure_us[i]),
				     b->time - a->time);
	for (int i = TASK; i <= LOAD; i++)
		d->group[i] = group_use_between(a, b, i);
	p->row->detail = d;
}

/*
 * The work of a frame at most: all frames of a task have the same, but for X, where the
 * period bounds it.
 */
static double frame_work_ns(const struct task *t, const struct result *r)
{
	return t->frame ? (double)t->period : (double)r->work / (double)r->frame.n;
}

/* Was the row late for a reason that no scheduler has? A remark, or it is void. */
static void pairing_explain(struct pairing *p)
{
	const struct detail *d = p->row->detail;
	const struct result *r = &d->result;
	/* without a task the parent alone can tell of a standstill */
	double late = p->task == &task_none ? INFINITY :
		      fmax((double)r->latency.max, (double)r->waker_late);
	/* both are sums over all CPUs, so at least what one task can have had; unknown: 0 */
	double throttled = fmax(0, d->throttled_ms) * NSEC_PER_MSEC;
	double stolen = fmax(0, d->cpu.pct[CPU_STEAL]) / 100 * d->cpu.cpus * (double)p->time;
	double still = watch_still_ns(&p->watch, late, throttled), least = NAN;

	if (still > STILL_VOID_PCT / 100.0 * (double)p->time && !p->row->reason[0])
		row_void(p->row, "everything stood still for %.1f of %.1f s", still / NSEC_PER_SEC,
			 (double)p->time / NSEC_PER_SEC);
	else if (still > 0)
		remark_add(p->row, "everything stood still for at least", "s", still / NSEC_PER_SEC);
	/* unknown: the waits of a task's other processes, and a wait that is not over */
	else if (!p->task->setup && !p->killed && p->reading[0].time <= shared->start)
		least = late_unexplained_ns(r, &d->task, frame_work_ns(p->task, r),
					    throttled + stolen);
	if (!isnan(least))
		remark_add(p->row, "not waiting for a CPU (host, firmware?) at least", "ms",
			   least / NSEC_PER_MSEC);
}

enum { MEMORY_LEAST_PCT = 50 };	/* with less in memory alone, it is the disk that was loaded */

/*
 * How much of what a load read or wrote in the window was in memory alone, in per cent; NAN:
 * less than half, too little to tell, or unknown. disk_bytes: how much a device had of it.
 */
static double memory_pct(double bytes, double disk_bytes)
{
	double pct = 100 - 100 * disk_bytes / bytes;

	return bytes >= DISK_LEAST && pct > MEMORY_LEAST_PCT ? pct : NAN;
}

/* Were Read and Write loads on a disk, whatever file system they were on? */
static void pairing_disk(struct pairing *p)
{
	const struct reading *a = &p->reading[0], *b = &p->reading[1];
	const struct load *part[WORK_PARTS];
	int parts = a->time ? load_parts(p->load, part) : 0;

	for (int i = 0; i < parts; i++) {
		enum scratch file = part[i]->file;
		double disk = b->disk_bytes[file] - a->disk_bytes[file];
		double pct = memory_pct((double)(b->done[i] - a->done[i]), disk);

		if (file == READ_FILE && isnan(disk))
			pct = file_kept_pct(p->file[file]);
		if (file == READ_FILE && pct > MEMORY_LEAST_PCT)
			remark_add(p->row, "read from memory instead of a disk for", "% of the data", pct);
		if (file == WRITE_FILE && pct > MEMORY_LEAST_PCT)
			remark_add(p->row, "written to memory instead of a disk for", "% of the data", pct);
	}
}

/* The state of the machine, and what quotas have done to the groups of the roles as well. */
static void pairing_state(struct pairing *p, struct machine_state *s)
{
	machine_now(&p->machine, s);
	for (int i = TASK; i <= LOAD; i++) {
		double ms = group_throttled_ms(&p->sched[i]->group);

		if (!isnan(ms))
			s->throttled_ms = (isnan(s->throttled_ms) ? 0 : s->throttled_ms) + ms;
	}
}

/* What else should be known of the row's figures? */
static void pairing_remarks(struct pairing *p)
{
	const struct result *r = &shared->result;
	const struct thread_use *use = &p->row->detail->task;
	double slow_pct = slow_loss_pct(r, use->cpu_ns);
	int64_t oom_kills = pairing_oom_kills(p);

	if (p->kept && p->kept->n > p->kept->room)
		remark_add(p->row, "last samples without room in the file", "",
			   (double)(p->kept->n - p->kept->room));
	if (r->latency.n == 1)
		remark_add(p->row, "a single sample (no SD)", "", NAN);
	if (p->load == load_find("None") && slow_pct > SLOW_NONE_PCT)
		remark_add(p->row, "a slow CPU cost", "% of the work (-T leaves that out)", slow_pct);
	if (use->swap_kb > 0)
		remark_add(p->row, "the task was swapped out", "", NAN);
	if (r->waker_late > NSEC_PER_MSEC && r->waker_late > 2 * r->latency.max)
		remark_add(p->row, "the waker itself was late by up to",
			   "ms", (double)r->waker_late / NSEC_PER_MSEC);
	if (shared->command_failed)
		remark_add(p->row, "failed runs of the command", "",
			   (double)shared->command_failed);
	if (shared->lock_errno)
		remark_add(p->row, "memory not locked (RLIMIT_MEMLOCK)", "", NAN);
	if (shared->slack_errno)
		remark_add(p->row, "the timer slack is not off (prctl refused)", "", NAN);
	if (oom_kills > 0)
		remark_add(p->row, "processes taken by the OOM killer", "", (double)oom_kills);
}

/* Was the machine the same before and after? Remarks, or a reason why the row is void. */
static void pairing_guard(struct pairing *p, const struct machine_state *before)
{
	struct machine_state after = { .slept_ns = 0 };

	pairing_state(p, &after);
	row_detail(p, after.throttled_ms - before->throttled_ms);
	machine_compare(before, &after, &p->row->detail->cpu, p->row);
	pairing_explain(p);
	pairing_disk(p);
	pairing_remarks(p);
}

void pairing_run(struct pairing *p)
{
	struct machine_state before = { .slept_ns = 0 };
	struct child *dead = NULL;
	enum event event = EVENT_SIGNAL;

	memset(shared, 0, sizeof(*shared));
	shared->tracing = p->tracing;
	p->oom_kills = machine_oom_kills(p->machine.root);
	pairing_state(p, &before);
	if (p->run)		/* a scheduler that was thrown out earlier does not come back */
		machine_told(p->run, &before);
	if ((!p->load->setup && !p->load->parts[0]) || pairing_ready(p, LOAD))
		if (p->task == &task_none || pairing_ready(p, TASK))
			event = pairing_measure(p, &dead);
	if (event == EVENT_DEATH)
		child_obituary(p, dead, p->reading[0].time ? role_name[dead->role] : "skipped");
	child_stop(p, &p->child[LOAD]);
	child_stop(p, &p->child[TASK]);
	/* a Hog without a gap has no sample either, but it had the whole CPU */
	if (event == EVENT_BYTE && p->task != &task_none && !shared->result.latency.n &&
	    !shared->result.watched)
		row_void(p->row, "no sample: the task was not due in the time");
	if (event == EVENT_BYTE && !p->row->reason[0]) {
		row_fill(p->row, p->task, &shared->result);
		pairing_guard(p, &before);
		if (p->reading[1].time - p->reading[0].time < p->time / 2 && p->task == &task_none)
			row_void(p->row, "interbench itself was kept from the CPU for most of the time");
	}
	free(p->reading[0].use.cpu);
	free(p->reading[1].use.cpu);
}

void tracing_open(struct tracing *t, double above_ms)
{
	static const char *const dir[] = { "/sys/kernel/tracing/", "/sys/kernel/debug/tracing/" };
	char on_path[64], path[64], on = 0;

	t->above = INT64_MAX;
	t->on = -1;
	if (above_ms < 0)
		return;
	for (size_t i = 0; i < LENGTH(dir) && (i == 0 || (t->on < 0 && errno == ENOENT)); i++) {
		snprintf(on_path, sizeof(on_path), "%stracing_on", dir[i]);
		snprintf(path, sizeof(path), "%strace_marker", dir[i]);
		t->on = open(on_path, O_RDWR | O_CLOEXEC);
	}
	t->marker = t->on < 0 ? -1 : open(path, O_WRONLY | O_CLOEXEC);
	if (t->marker < 0)
		die(EXIT_TROUBLE, "--trace-above: no tracing (%s: %s)",
		    t->on < 0 ? on_path : path, strerror(errno));
	if (read(t->on, &on, 1) != 1 || on != '1')
		die(EXIT_TROUBLE, "--trace-above: tracing is not on (tracing_on)");
	t->above = (int64_t)(above_ms * NSEC_PER_MSEC);
}
