/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../interbench.h"
#include "clock.h"
#include "proc.h"
#include "samples.h"
#include "stats.h"
#include "task.h"
#include "util.h"

struct shared *shared;

/* Count a latency, of ns, that belongs to no period. */
static void pace_sample(const struct pace *pace, int64_t due, int64_t ns)
{
	result_sample(pace->result, ns);
	samples_add(pace->kept, &(struct kept){ .due = due, .latency = ns });
}

/* Count a period and what came of it. */
static void pace_period(const struct pace *pace, const struct period *p, const struct outcome *o)
{
	result_add(pace->result, p, o);
	samples_add_period(pace->kept, p, o);
}

/* X: work from 0 to 99 ms in a period of 100 ms, as if a window were dragged. */
static void x_frame(unsigned i, struct period *p)
{
	p->work = i % 100 * NSEC_PER_MSEC;
	p->step = p->period - p->work;
}

/* Gaming: frames of 100 ms of work without a pause; the time beyond 100 ms is lost. */
#define GAMING_FRAME (100 * NSEC_PER_MSEC)

static void gaming_run(struct pace *pace)
{
	struct period p = { .work = GAMING_FRAME };
	int64_t lost;

	while (now_ns() < pace->start)
		;		/* it takes the CPU before the window as it does in it */
	/* a task that comes here only after the start has starved since then */
	for (p.due = pace->start; p.due < pace->end; p.due = p.done) {
		shared->due = p.due + p.work;
		work_for(p.work);
		p.woke = p.due;
		p.done = now_ns();
		lost = p.done - p.due - p.work;
		lost = lost > 0 ? lost : 0;
		moments_add(&pace->result->latency, lost);
		samples_add(pace->kept, &(struct kept){ .due = p.due, .done = p.done, .shown = p.done,
							.latency = lost });
		result_frame(pace->result, &p);
		frames_add(&pace->result->frames, p.done);
		pace->result->run++;
	}
}

/* The speed reached, in per cent of full speed. */
static double gaming_cpu_pct(const struct result *r)
{
	return 100 / (1 + r->latency.mean / NSEC_PER_MSEC / 100);
}

/* Stop the kernel's tracing, so that the trace ends with this late wakeup. */
__attribute__((cold))
static void task_trace(const char *name, int64_t due, int64_t late)
{
	static atomic_flag taken = ATOMIC_FLAG_INIT;	/* clients can be late at once */
	const struct tracing *t = &shared->tracing;
	char text[128];
	int n = snprintf(text, sizeof(text), "interbench: %s woken %lld us late\n",
			 name, late / NSEC_PER_USEC);

	if (atomic_flag_test_and_set(&taken))
		return;
	shared->traced_due = due;
	if (write(t->marker, text, (size_t)n) < 0 || write(t->on, "0", 1) < 0)
		late = -errno;
	shared->traced = late;		/* last: it ends the task */
}

/*
 * Wakeup: the main thread sends each client a message with the time in it, and takes
 * the answer before it sends the next one. So one thread alone records, no thread needs
 * a lock, and a client that starves gets no second message.
 */
enum { CLIENT_WOKEN = -2, CLIENT_IDLE = -1 };	/* instead of a latency */

struct client {
	int64_t due, sent;		/* the next message, the last one */
	uint64_t seed;
	int pipe[2];
	_Atomic int64_t latency;	/* of the last message, once it is there */
	struct client *nth;		/* slot of a heap of all clients by due; not this one's */
};

static void wakeup_client(struct work *w, int i)
{
	struct client *c = (struct client *)w->data + i;
	int64_t sent, late;

	for (;;) {
		if (read(c->pipe[0], &sent, sizeof(sent)) != sizeof(sent)) {
			if (errno == EINTR)
				continue;
			die_call("read", errno);
		}
		late = now_ns() - sent;
		if (sent >= shared->start && late > shared->tracing.above)
			task_trace(w->name, sent, late);
		c->latency = late;
	}
}

static bool wakeup_setup(struct work *w)
{
	struct client *c = calloc((size_t)w->threads, sizeof(*c));

	w->data = c;
	if (!work_reserve(w, w->threads, 2 * w->threads))
		return false;
	for (int i = 0; i < w->threads; i++) {
		if (!c || pipe2(c[i].pipe, O_CLOEXEC))
			return work_fail(w, "%d pipes: %s", w->threads, strerror(errno));
		c[i].latency = CLIENT_IDLE;
		c[i].seed = ((uint64_t)w->seed << 32) + (uint64_t)i;
	}
	return work_threads(w, w->threads, wakeup_client);
}

#define WAKEUP_LEAST (100 * NSEC_PER_MSEC)	/* from message to message, as latt has it */
#define WAKEUP_MOST (2 * NSEC_PER_SEC)

/* The next message is due that long after the last one was, and not before now. */
static void client_next(struct client *c, int64_t now)
{
	do
		c->due += WAKEUP_LEAST +
			  (int64_t)(random_next(&c->seed) % (WAKEUP_MOST - WAKEUP_LEAST + 1));
	while (c->due < now);
}

/* Let the client in slot i of the heap sink to where it belongs. */
static void client_sink(struct client *heap, int n, int i)
{
	struct client *c = heap[i].nth;

	for (int k; (k = 2 * i + 1) < n; i = k) {
		k += k + 1 < n && heap[k + 1].nth->due < heap[k].nth->due;
		if (c->due <= heap[k].nth->due)
			break;
		heap[i].nth = heap[k].nth;
	}
	heap[i].nth = c;
}

/* Take the answer to the last message; false if it is not there yet. */
static bool client_answer(const struct pace *pace, struct client *c)
{
	int64_t latency = c->latency, woken = c->sent + latency;

	if (latency >= 0 && c->sent >= pace->start)
		pace_sample(pace, c->sent, latency);
	else if (latency >= 0 && woken > pace->start)	/* the part in the window counts */
		pace_sample(pace, pace->start, woken - pace->start);
	if (latency >= 0)
		c->latency = CLIENT_IDLE;
	return latency != CLIENT_WOKEN;
}

/* The client is due: wake it, unless it has not even run since the last time. */
static void client_wake(const struct pace *pace, struct client *c)
{
	bool answered = client_answer(pace, c);
	int64_t now = now_ns(), late = now - c->due;

	sleep_check(c->due, now);
	client_next(c, now);
	if (!answered)
		return;
	if (now >= pace->start && late > pace->result->waker_late)
		pace->result->waker_late = late;
	c->latency = CLIENT_WOKEN;
	c->sent = now_ns();
	while (write(c->pipe[1], &c->sent, sizeof(c->sent)) != sizeof(c->sent))
		if (errno != EINTR)
			die_call("write", errno);
}

static void wakeup_run(struct pace *pace)
{
	struct client *c = pace->work->data;
	int64_t now = now_ns(), oldest;
	int n = pace->work->threads;

	pace->result->clients = n;
	if (now > pace->start)
		now = pace->start;	/* messages due since then count */
	for (int i = n - 1; i >= 0; i--) {
		c[i].due = pace->start - 2 * WAKEUP_MOST;	/* the start is as any time */
		client_next(&c[i], now);
		c[i].nth = &c[i];
		client_sink(c, n, i);
	}
	while (c->nth->due < pace->end && !shared->traced) {
		shared->due = c->nth->due;
		sleep_until(shared->due);
		client_wake(pace, c->nth);
		client_sink(c, n, 0);
	}
	for (;;) {		/* wait for the answers that are missing */
		oldest = INT64_MAX;
		for (int i = 0; i < n; i++)
			if (!client_answer(pace, &c[i]) && c[i].sent < oldest)
				oldest = c[i].sent;
		if (oldest == INT64_MAX || shared->traced)
			break;
		shared->due = oldest;
		sleep_until(now_ns() + NSEC_PER_MSEC);
	}
}

static void wakeup_extras(const struct result *r, double v[static EXTRAS])
{
	const struct moments *m = &r->latency;

	v[0] = (double)m->n;
	v[1] = r->clients;
	v[2] = (double)m->max / NSEC_PER_USEC;
	v[3] = m->mean / NSEC_PER_USEC;
	v[4] = moments_sd(m) / NSEC_PER_USEC;
	v[5] = v[4] / sqrt(v[0]);
}

/*
 * Hog: it reads the clock all the time. Where two readings differ by more than limit, the
 * CPU was away: that gap is a sample. The part of it before the window does not count, the
 * part behind the window's end does.
 */
static void hog_turn(const struct pace *pace, int64_t limit, int64_t last, int64_t now)
{
	int64_t gap = now - (last > pace->start ? last : pace->start);

	atomic_store_explicit(&shared->due, now, memory_order_relaxed);
	if (gap > limit)
		pace_sample(pace, now - gap, gap);
}

/* What a turn costs, in ns: the best of many rounds, so short that some are undisturbed. */
static double hog_cost(void)
{
	enum { TURNS = 1000, ROUNDS = 100 };
	const struct pace idle = { .start = INT64_MAX };
	int64_t last = now_ns(), now, best = INT64_MAX;

	for (int i = 0; i < ROUNDS; i++) {
		int64_t round = last;

		for (int k = 0; k < TURNS; k++, last = now) {
			now = now_ns();
			hog_turn(&idle, 0, last, now);
		}
		best = last - round < best ? last - round : best;
	}
	return (double)best / TURNS;
}

#define HOG_GAP_TURNS 10			/* of the loop: one that is only slow is no gap */

static int64_t hog_limit;

/* It takes up to a second with a slow clock: in the window Hog would starve by itself. */
static void hog_prepare(void)
{
	hog_limit = (int64_t)(HOG_GAP_TURNS * hog_cost());
}

static void hog_run(struct pace *pace)
{
	const int64_t limit = hog_limit;
	int64_t last, now;

	/* a task that comes here only after the start has starved since then */
	for (last = pace->start; last < pace->end; last = now) {
		now = now_ns();
		hog_turn(pace, limit, last, now);
	}
	pace->result->watched = last - pace->start;
}

/* The share of the time that samples took. */
static double result_share(const struct result *r)
{
	return r->latency.mean * (double)r->latency.n / (double)r->watched;
}

static double hog_cpu_pct(const struct result *r)
{
	return 100 * (1 - result_share(r));
}

static void hog_extras(const struct result *r, double v[static EXTRAS])
{
	const struct moments *m = &r->latency;
	const double us = m->n ? NSEC_PER_USEC : NAN;

	v[0] = (double)m->n * NSEC_PER_SEC / (double)r->watched;
	/* a bucket's edge, which may be 1 % too high */
	v[1] = fmin((double)hist_percentile(&r->wakeup, 0), m->mean) / us;
	v[2] = (double)m->max / us;
	v[3] = m->mean / us;
	v[4] = 1e6 * result_share(r);
	v[5] = 100 * result_share(r);
}

/* Pipe: a byte is sent to another process, which sends it back. */
struct pipes {
	int there[2], back[2];
};

/* False: the process at the other end is gone. */
static bool byte_give(int fd, const char *byte)
{
	while (write(fd, byte, 1) != 1) {
		if (errno == EPIPE)
			return false;
		if (errno != EINTR)
			die_call("write", errno);
	}
	return true;
}

static bool byte_take(int fd, char *byte)
{
	ssize_t n;

	while ((n = read(fd, byte, 1)) < 0)
		if (errno != EINTR)
			die_call("read", errno);
	return n == 1;
}

static void pipe_echo(struct work *w, int i)
{
	struct pipes *p = w->data;
	char byte;

	(void)i;
	close(p->there[1]);		/* so that the end of either is seen by the other */
	close(p->back[0]);
	while (byte_take(p->there[0], &byte) && byte_give(p->back[1], &byte))
		;
}

static bool pipe_setup(struct work *w)
{
	struct pipes *p = calloc(1, sizeof(*p));

	w->data = p;
	if (!p || pipe2(p->there, O_CLOEXEC) || pipe2(p->back, O_CLOEXEC))
		return work_fail(w, "pipe: %s", strerror(errno));
	if (!work_process(w, pipe_echo, 0))
		return false;
	close(p->there[0]);
	close(p->back[1]);
	signal(SIGPIPE, SIG_IGN);	/* it would end us without a reason when the other ends */
	return true;
}

static void pipe_run(struct pace *pace)
{
	const struct pipes *p = pace->work->data;
	int64_t begin = now_ns(), from, done;
	char byte = 'p';

	if (begin > pace->start)
		begin = pace->start;	/* it has starved since then */
	for (; begin < pace->end; begin = done) {
		shared->due = begin;
		if (!byte_give(p->there[1], &byte) || !byte_take(p->back[0], &byte))
			die(EXIT_TROUBLE, "the process at the other end is gone");
		done = now_ns();
		from = begin > pace->start ? begin : pace->start;	/* as Hog clips its gaps */
		if (done > pace->start)
			pace_sample(pace, from, done - from);
	}
	pace->result->watched = begin - pace->start;
}

static void pipe_extras(const struct result *r, double v[static EXTRAS])
{
	v[0] = (double)r->latency.n * NSEC_PER_SEC / (double)r->watched;
	v[1] = r->latency.mean / NSEC_PER_USEC;
}

/*
 * Chain: a frame on its way through three processes, as from the input through an
 * application to the compositor. The first one sleeps and records; each of the others is
 * woken by the message of the one before.
 */
#ifndef CHAIN_HOP
#define CHAIN_HOP(i)			/* in a test: a delay put into one hop */
#endif

struct chain {
	int pipe[HOPS][2];		/* from process i to the next one, and back to the first */
};

struct chain_message {
	int64_t sent;			/* the last one: when the frame was done */
	int64_t wait[HOPS];		/* [0] is the first one's own */
};

static const int64_t chain_work_us[HOPS] = { 200, 3000, 1500 };	/* in sum Chain's share */

static int chain_before(int i)
{
	return (i + HOPS - 1) % HOPS;
}

/* Close all pipe ends but those of process i: when one dies, the others see end of file. */
static void chain_close(struct chain *c, int i)
{
	for (int k = 0; k < HOPS; k++) {
		if (k != chain_before(i))
			close(c->pipe[k][0]);
		if (k != i)
			close(c->pipe[k][1]);
	}
}

/* Take the message to process i, of which it notes for how long it was on its way. */
static bool chain_receive(const struct chain *c, int i, struct chain_message *m)
{
	ssize_t n;

	while ((n = read(c->pipe[chain_before(i)][0], m, sizeof(*m))) < 0)
		if (errno != EINTR)
			die_call("read", errno);
	if (n == sizeof(*m) && i)
		m->wait[i] = now_ns() - m->sent;
	return n == sizeof(*m);
}

/* Do the work of process i, and send the message to the next one. */
static bool chain_pass(const struct chain *c, int i, struct chain_message *m)
{
	work_for(chain_work_us[i] * NSEC_PER_USEC);
	m->sent = now_ns();
	CHAIN_HOP(i);
	while (write(c->pipe[i][1], m, sizeof(*m)) != sizeof(*m)) {
		if (errno == EPIPE)
			return false;
		if (errno != EINTR)
			die_call("write", errno);
	}
	return true;
}

static void chain_process(struct work *w, int i)
{
	struct chain_message m;

	chain_close(w->data, i);
	if (w->lock_memory && mlockall(MCL_CURRENT))
		shared->lock_errno = errno;
	while (chain_receive(w->data, i, &m) && chain_pass(w->data, i, &m))
		;
}

static bool chain_setup(struct work *w)
{
	struct chain *c = calloc(1, sizeof(*c));

	w->data = c;
	for (int i = 0; i < HOPS; i++)
		if (!c || pipe2(c->pipe[i], O_CLOEXEC))
			return work_fail(w, "pipe: %s", strerror(errno));
	if (!work_process(w, chain_process, 1) || !work_process(w, chain_process, 2))
		return false;
	chain_close(c, 0);
	signal(SIGPIPE, SIG_IGN);	/* as Pipe */
	return true;
}

static void chain_work(struct pace *pace, struct period *p)
{
	struct chain_message m = { .wait = { p->woke - p->due } };

	if (!chain_pass(pace->work->data, 0, &m) || !chain_receive(pace->work->data, 0, &m))
		die(EXIT_TROUBLE, "another process of the chain is gone");
	p->done = m.sent;
	p->hops = m.wait[1] + m.wait[2];
	memcpy(pace->hop, m.wait, sizeof(m.wait));
}

static void chain_extras(const struct result *r, double v[static EXTRAS])
{
	for (int i = 0; i < HOPS; i++)
		v[i] = r->hop[i].n ? (double)hist_percentile(&r->hop[i], 99) / NSEC_PER_USEC : NAN;
}

/*
 * Launch: a program is started anew every period. It is ourselves, opened beforehand, so that
 * no path is looked up; its times come through a pipe.
 */
struct launch {
	int program, pipe[2];
};

struct launch_times {
	int64_t born, done;		/* done: -errno if there is no memory */
};

enum { LAUNCH_BYTES = 4 << 20 };	/* the new program maps and touches so many */
#define LAUNCH_WORK (20 * NSEC_PER_MSEC)
#define LAUNCH_PERIOD (100 * NSEC_PER_MSEC)

void launch_main(char *const *argv, int64_t born)
{
	struct launch_times t = { .born = born };
	char *memory = mmap(NULL, LAUNCH_BYTES, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED) {
		t.done = -errno;
	} else {
		memset(memory, 1, LAUNCH_BYTES);
		work_set(atoi(argv[3]));
		work_for(LAUNCH_WORK);
		t.done = now_ns();
	}
	_exit(write(atoi(argv[2]), &t, sizeof(t)) == sizeof(t) ? EXIT_SUCCESS : EXIT_TROUBLE);
}

static bool launch_setup(struct work *w)
{
	struct launch *l = calloc(1, sizeof(*l));

	w->data = l;
	if (!l || pipe2(l->pipe, O_CLOEXEC))
		return work_fail(w, "pipe: %s", strerror(errno));
	l->program = self_open(w);
	return l->program >= 0;
}

static void launch_exec(const struct launch *l)
{
	char fd[16], loops[16];
	char *const argv[] = { "interbench", LAUNCH_CHILD, fd, loops, NULL };

	snprintf(fd, sizeof(fd), "%d", l->pipe[1]);
	snprintf(loops, sizeof(loops), "%d", work_loops());
	fcntl(l->pipe[1], F_SETFD, 0);
	fexecve(l->program, argv, environ);
}

static void launch_work(struct pace *pace, struct period *p)
{
	const struct launch *l = pace->work->data;
	struct launch_times t;
	char words[64];
	int status = 0;
	pid_t pid = child_fork();

	if (pid == 0)
		launch_exec(l);
	if (pid <= 0)
		die_call(pid ? "fork" : "exec", errno);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			die_call("waitpid", errno);
	if (status)
		die(EXIT_TROUBLE, "a launch ended with %s", status_words(status, words));
	while (read(l->pipe[0], &t, sizeof(t)) < 0)
		if (errno != EINTR)
			die_call("read", errno);
	if (t.done < 0)
		die_call("mmap in a launch", (int)-t.done);
	p->done = t.done;
	p->hops = t.born - p->woke;
}

#define VIDEO_PERIOD ((NSEC_PER_SEC + 30) / 60)

const struct task tasks[] = {
	{ .name = "Audio", .help = "wants 5 % of a CPU every 50 ms",
	  .period = 50 * NSEC_PER_MSEC, .share = 0.05, .real_time = true },
	{ .name = "Video", .help = "wants 40 % of a CPU 60 times a second",
	  .period = VIDEO_PERIOD, .share = 0.40, .real_time = true, .shows_every = VIDEO_PERIOD },
	{ .name = "X", .help = "wants 0 to 99 % of a CPU every 100 ms, in sweeps of 10 s",
	  .period = 100 * NSEC_PER_MSEC, .frame = x_frame, .sweep_s = 10 },
	{ .name = "Gaming", .help = "wants a whole CPU, in frames of 100 ms",
	  .run = gaming_run, .no_deadlines = true, .whole_cpu = true,
	  .shows_every = GAMING_FRAME, .cpu_pct = gaming_cpu_pct },
	{ .name = "Custom", .help = "wants -C per cent of a CPU every -I microseconds",
	  .asked = true, .real_time = true },
	{ .name = "Wakeup", .help = "-L threads, woken every 0.1 to 2 s at random (latt)",
	  .setup = wakeup_setup, .run = wakeup_run, .opt_in = true, .random = true,
	  .no_deadlines = true, .no_cpu = true, .extras = wakeup_extras,
	  .extra = { "entries", "clients", "max_us", "avg_us", "sd_us", "sdmean_us" } },
	{ .name = "Hog", .help = "wants a whole CPU, and finds the gaps in its time",
	  .prepare = hog_prepare, .run = hog_run, .opt_in = true, .no_deadlines = true,
	  .whole_cpu = true,
	  .cpu_pct = hog_cpu_pct, .extras = hog_extras,
	  .extra = { "per_s", "min_us", "max_us", "avg_us", "sum_us_per_s", "overhead_pct" } },
	{ .name = "Pipe", .help = "two processes that pass a byte there and back",
	  .setup = pipe_setup, .run = pipe_run, .opt_in = true, .no_deadlines = true,
	  .no_cpu = true, .whole_cpu = true, .extras = pipe_extras, .extra = { "ops_per_s", "us_per_op" } },
	{ .name = "Input", .help = "wants 2 % of a CPU 1000 times a second (a mouse)",
	  .period = NSEC_PER_MSEC, .share = 0.02, .real_time = true, .opt_in = true },
	{ .name = "Chain", .help = "passes a frame through 3 processes, 60 times a second",
	  .period = VIDEO_PERIOD, .share = 0.282, .real_time = true, .opt_in = true,
	  .shows_every = VIDEO_PERIOD,
	  .setup = chain_setup, .work = chain_work, .extras = chain_extras,
	  .extra = { "in_p99_us", "app_p99_us", "comp_p99_us" } },
	{ .name = "Launch", .help = "starts a program that works for 20 ms, every 100 ms",
	  .period = LAUNCH_PERIOD, .share = (double)LAUNCH_WORK / LAUNCH_PERIOD, .opt_in = true,
	  .setup = launch_setup, .work = launch_work },
#ifdef TEST_TASKS			/* of tests/double.h: some that die or hang */
	TEST_TASKS
#endif
};

const size_t task_count = LENGTH(tasks);

const struct task task_none = { .name = "", .no_deadlines = true };

const struct task *task_find(const char *name)
{
	for (size_t i = 0; i < LENGTH(tasks); i++)
		if (!strcasecmp(tasks[i].name, name))
			return &tasks[i];
	return NULL;
}

static struct {
	int64_t period, work;
} custom;

void task_custom_set(int period_us, int pct)
{
	custom.period = period_us * NSEC_PER_USEC;
	custom.work = custom.period * pct / 100;
}

struct period task_period(const struct task *t)
{
	struct period p = { .period = t->period, .work = (int64_t)((double)t->period * t->share) };

	if (t->asked) {
		p.period = custom.period;
		p.work = custom.work;
	}
	p.step = p.period;
	return p;
}

static void frame_work(struct period *p)
{
	work_for(p->work);
	p->done = now_ns();
}

static void hops_add(const struct pace *pace)
{
	for (int i = 0; i < HOPS; i++)
		hist_add(&pace->result->hop[i], pace->hop[i]);
}

/* The measured loop: sleep, look at the clock, work, look again, record. */
static void task_periodic(struct pace *pace)
{
	struct period p = task_period(pace->task);
	int64_t settle = pace->start - now_ns();
	unsigned frame = 0;

	/* a grid that has a boundary where the window starts */
	p.due = pace->start - (settle > 0 ? settle / p.period * p.period : 0);
	while (p.due < pace->end && !shared->traced) {
		struct outcome o;

		if (pace->task->frame)
			pace->task->frame(frame, &p);
		if (pace->result) {
			shared->step = p.step;
			shared->due = p.due;
		}
		sleep_until(p.due);
		p.woke = now_ns();
		sleep_check(p.due, p.woke);
		if (pace->result && p.due >= pace->start && p.woke - p.due > shared->tracing.above)
			task_trace(pace->task->name, p.due, p.woke - p.due);
		p.hops = 0;
		if (period_in_time(&p))
			pace->task->work ? pace->task->work(pace, &p) : frame_work(&p);
		o = period_judge(&p);
		frame += 1 + (unsigned)(o.dropped - !o.ran);
		if (pace->result && p.due >= pace->start)
			pace_period(pace, &p, &o);
		if (pace->result && pace->task->work && o.ran && p.due >= pace->start)
			hops_add(pace);
		if (!pace->result && o.ran)
			work_done(pace->work, 1);
		if (p.due < pace->start && o.next >= pace->start) {
			frame = 0;		/* every run counts the same sweep, */
			o.next = pace->start;	/* and what a stall before it swallowed */
		}
		p.due = o.next;
	}
}

void task_run(struct pace *pace)
{
	/* the default of 50 us would be the floor of every latency */
	if (prctl(PR_SET_TIMERSLACK, 1) && pace->result)
		shared->slack_errno = errno;
	if (pace->task->run)
		pace->task->run(pace);
	else
		task_periodic(pace);
}

void pace_stalled(const struct pace *pace, int64_t due, int64_t now)
{
	struct period p = task_period(pace->task);
	int64_t late = now > due ? now - due : 0;
	struct outcome o;

	p.due = due;
	p.woke = now;
	if (due == shared->due && shared->step)	/* else the window begins with the first frame */
		p.step = shared->step;
	if (p.period) {
		o = period_judge(&p);
		pace_period(pace, &p, &o);
	} else if (pace->task->shows_every) {	/* its frame is not done: that histogram has none */
		moments_add(&pace->result->latency, late);
		samples_add(pace->kept, &(struct kept){ .due = due, .latency = late });
	} else {
		pace_sample(pace, due, late);
	}
}

enum { SPEEDUP_MOST = 100 };	/* a frame takes less if the work was calibrated on a slow CPU */

uint64_t task_samples(const struct task *t, int64_t time)
{
	/* no period begins sooner */
	int64_t least = t->shows_every && !t->period ? t->shows_every / SPEEDUP_MOST :
			task_period(t).period;

	return least ? (uint64_t)(time / least) + 2 : SAMPLES_MOST;	/* one more if it is killed */
}
