/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what each task does, and when; on the real clock where it is not untimed */
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "lib/task.c"
#include "unit.h"

static void test_x(void)
{
	struct period p = task_period(task_find("X"));
	bool good = p.period == MS(100);

	for (unsigned i = 0; i < 200; i++) {
		x_frame(i, &p);
		good &= p.work == MS(i % 100) && p.step == MS(100 - i % 100) && p.period == MS(100);
	}
	ok(good, "X wants i ms in step i, in steps of 100 - i ms");
	p = task_period(task_find("Video"));
	ok(p.period == 16666667 && p.work == 6666666, "Video: 40 %% of 1/60 s");
	p = task_period(task_find("Audio"));
	ok(p.period == MS(50) && p.work == MS(2.5) && p.step == p.period, "Audio: 5 %% of 50 ms");
}

/* When clients of Wakeup are due. */
static void test_clients(void)
{
	enum { N = 50 };
	struct client a = { .seed = 5 }, b = { .seed = 5 }, other = { .seed = 6 }, c[N];
	int64_t least = INT64_MAX, most = 0, same = 0, last = 0;
	bool alike = true, first = true;

	for (int i = 0; i < 20000; i++, last = a.due) {
		client_next(&a, 0);
		client_next(&b, 0);
		client_next(&other, 0);
		alike &= a.due == b.due;
		same += a.due == other.due;
		least = a.due - last < least ? a.due - last : least;
		most = a.due - last > most ? a.due - last : most;
	}
	ok(alike && same == 0, "Wakeup: a seed makes one schedule, another one another");
	ok(least >= MS(100) && least < MS(101) && most <= MS(2000) && most > MS(1999) &&
	   fabs((double)last / 20000 / 1.05e9 - 1) < 0.02, "Wakeup: from 100 ms to 2 s, evenly");
	client_next(&a, last + MS(60000));
	ok(a.due >= last + MS(60000) && a.due < last + MS(62000), "Wakeup: a stall makes no burst");
	for (int i = N - 1; i >= 0; i--) {
		c[i] = (struct client){ .seed = (uint64_t)i, .nth = &c[i] };
		client_next(&c[i], 0);
		client_sink(c, N, i);
	}
	for (int i = 0; i < 10 * N; i++) {
		for (int k = 0; k < N; k++)
			first &= c->nth->due <= c[k].due;
		client_next(c->nth, 0);
		client_sink(c, N, 0);
	}
	ok(first, "Wakeup: whoever is due first is the first");
}

/* Answers of 1, 2, 3 and 4 us; one that is not there; one from before the window. */
static void test_answers(void)
{
	static struct result r, late;
	struct pace pace = { .start = 100, .result = &r };
	struct pace before = { .start = 100, .result = &late, .kept = samples_map(10) };
	struct client c = { .sent = 99 }, early;
	bool there = true;
	double v[EXTRAS];

	for (int i = 0; i <= 4; i++, c.sent = 100) {
		c.latency = i * NSEC_PER_USEC;
		there &= client_answer(&pace, &c) && c.latency == CLIENT_IDLE;
	}
	there &= client_answer(&pace, &c);
	c.latency = CLIENT_WOKEN;
	ok(there && !client_answer(&pace, &c) && r.latency.n == 4 && r.wakeup.n == 4,
	   "Wakeup: an answer is taken once, and if it was asked for in the window");
	early = (struct client){ .sent = 40, .latency = 60 };
	ok(client_answer(&before, &early) && late.latency.n == 0, "Wakeup: an answer from before the window does not count");
	early.latency = 160;
	ok(client_answer(&before, &early) && late.latency.n == 1 && late.latency.max == 100 &&
	   before.kept->kept[0].due == 100, "Wakeup: of a stall from before the window the part in it is a sample");
	samples_unmap(before.kept);
	r.clients = 7;
	task_find("Wakeup")->extras(&r, v);
	/* SD: (5/3)^(1/2), as above */
	ok(v[0] == 4 && v[1] == 7 && near(v[2], 4) && near(v[3], 2.5) && near(v[4], sqrt(5.0 / 3)) &&
	   near(v[5], sqrt(5.0 / 3) / 2), "Wakeup: latt's figures");
	r.watched = 40 * NSEC_PER_USEC;
	task_find("Pipe")->extras(&r, v);
	ok(near(v[0], 100000) && near(v[1], 2.5), "Pipe: per second and each");
}

static int64_t stall_end;

static void stall(int sig)
{
	(void)sig;
	sleep_until(stall_end);
}

/* Stalled in the period before the window, until it is over: the window was missed, not empty. */
static void test_swallowed(void)
{
	static struct result r;
	struct pace pace = { .task = task_find("Audio"), .result = &r };
	struct itimerval soon = { .it_value = { .tv_usec = 1000 } };

	shared = calloc(1, sizeof(*shared));
	shared->tracing.above = INT64_MAX;
	pace.start = now_ns() + 60 * NSEC_PER_MSEC;
	pace.end = pace.start + 40 * NSEC_PER_MSEC;
	stall_end = pace.start + 150 * NSEC_PER_MSEC;
	signal(SIGALRM, stall);
	setitimer(ITIMER_REAL, &soon, NULL);
	task_run(&pace);
	ok(r.latency.n == 1 && r.run == 0 && r.missed >= 3 && r.latency.max >= MS(150),
	   "a stall that swallows the window is its sample");
	pace.task = task_find("Gaming");	/* it comes only when all is over */
	pace.end = now_ns();
	memset(&r, 0, sizeof(r));
	task_run(&pace);
	ok(r.run == 1 && r.latency.max >= pace.end - pace.start - MS(1),
	   "A stall that swallows the window is the sample of a task without periods, too");
	free(shared);
	shared = NULL;
}

/* The real loop on the real clock; what may not depend on the machine's speed. */
static void test_window(void)
{
	static struct result r;
	struct pace pace = { .task = task_find("Audio"), .result = &r };

	work_set(0);
	shared = calloc(1, sizeof(*shared));
	shared->tracing.above = INT64_MAX;
	pace.start = now_ns() + 10 * NSEC_PER_MSEC;
	pace.end = pace.start + NSEC_PER_USEC;
	errno = EPERM;			/* left by an earlier call */
	task_run(&pace);
	ok(shared->slack_errno == 0 && prctl(PR_GET_TIMERSLACK) == 1, "The timer slack is off");
	ok(r.latency.n == 1 && r.run + r.dropped >= 1 && now_ns() > pace.end,
	   "a period in flight at the end is followed beyond it");
	memset(&r, 0, sizeof(r));
	pace.start = now_ns();
	pace.end = pace.start + 200 * NSEC_PER_MSEC;
	task_run(&pace);
	ok(shared->due >= pace.start && shared->due < pace.end && (shared->due - pace.start) % MS(50) == 0,
	   "the parent knows when the task was due");
	ok(r.met + r.missed + r.late >= 4 && r.met + r.missed + r.late == r.run + r.dropped,
	   "a window of four periods has four boundaries");
	memset(&r, 0, sizeof(r));
	pace.task = task_find("Gaming");
	pace.start = now_ns();
	pace.end = pace.start + 150 * NSEC_PER_MSEC;
	task_run(&pace);
	ok(r.latency.n == r.run && r.run >= 1 && r.run <= 2, "frames of 100 ms in 150 ms");
	free(shared);
	shared = NULL;
}

/* A loop that looks at the clock at these times; gaps are what is above 250 ns. */
static void test_hog(void)
{
	static const int64_t at[] = { 0, 500, 900, 1300, 1325, 1575, 1826, 1850, 101850 };
	static struct result r;
	const struct task *hog = task_find("Hog");
	struct pace pace = { .start = 1000, .end = 100000, .result = &r };
	double v[EXTRAS];
	int64_t used;

	shared = calloc(1, sizeof(*shared));
	for (size_t i = 1; i < LENGTH(at); i++)
		hog_turn(&pace, 250, at[i - 1], at[i]);
	r.watched = at[LENGTH(at) - 1] - pace.start;
	/* 300 from the window's start on, 251, and 100000 to its end beyond the window's */
	ok(r.latency.n == 3 && near(r.latency.mean, 100551.0 / 3) && r.latency.max == 100000 &&
	   r.wakeup.n == 3 && shared->due == 101850, "Hog: gaps, clipped at the window's start alone");
	hog->extras(&r, v);
	ok(near(hog->cpu_pct(&r), 100 * 299.0 / 100850),
	   "Hog: the CPU is what the gaps leave");
	ok(near(v[0], 3e9 / 100850) && near(v[1], 0.251) && near(v[2], 100) &&
	   near(v[3], 33.517) && near(v[4], 1e6 * 100551 / 100850) &&
	   near(v[5], 100 * 100551.0 / 100850), "Hog: a perturbation meter's figures");
	memset(&r, 0, sizeof(r));
	hog->prepare();
	pace.start = now_ns() - MS(500);
	pace.end = pace.start + MS(100);
	used = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	hog_run(&pace);
	used = clock_ns(CLOCK_THREAD_CPUTIME_ID) - used;
	ok(r.latency.n == 1 && r.latency.max >= MS(500) && r.watched == r.latency.max,
	   "Hog that comes too late: starved since the start");
	ok(used < MS(1) && hog_limit > 0, "Hog has found out what is a gap before it is told to go");
	memset(&r, 0, sizeof(r));
	r.watched = 1000;
	hog->extras(&r, v);
	ok(hog->cpu_pct(&r) == 100 && v[0] == 0 && isnan(v[1]) && v[5] == 0, "Hog without a gap: it had all of the CPU");
	result_sample(&r, 100000);
	result_sample(&r, 100000);
	hog->extras(&r, v);
	ok(near(v[1], 100) && near(v[3], 100), "Hog: the shortest gap is not above the mean");
	free(shared);
	shared = NULL;
}

static void *waker_thread(void *pace)
{
	wakeup_run(pace);
	return NULL;
}

/* A client that does not run, and is due four times in the window. */
static void test_waiting(void)
{
	static struct result r;
	struct client c = { .latency = CLIENT_IDLE, .seed = 20 };
	struct work work = { .data = &c, .threads = 1 };
	struct pace pace = { .result = &r, .work = &work, .start = now_ns() };
	pthread_t thread;
	int64_t sent = 0;
	int bytes = 0;

	shared = calloc(1, sizeof(*shared));
	pace.end = pace.start + MS(2050);
	if (pipe2(c.pipe, O_CLOEXEC) || pthread_create(&thread, NULL, waker_thread, &pace))
		abort();
	sleep_until(pace.end + MS(200));
	ioctl(c.pipe[0], FIONREAD, &bytes);
	ok(bytes == sizeof(sent) && read(c.pipe[0], &sent, sizeof(sent)) == sizeof(sent) &&
	   sent == c.sent && sent >= pace.start && sent < pace.end && c.latency == CLIENT_WOKEN,
	   "Wakeup: who starves is sent one message");
	ok(shared->due == sent && r.latency.n == 0, "Wakeup: and is due since then");
	c.latency = MS(3000);
	pthread_join(thread, NULL);
	ok(r.latency.n == 1 && r.latency.max == MS(3000), "Wakeup: and waited for beyond the end");
	close(c.pipe[0]);
	close(c.pipe[1]);
	free(shared);
	shared = NULL;
}

static int64_t grid, grid_again;
static int frames;
static bool in_step = true;

/* Frame i is due i periods after the first one, whatever was dropped in between. */
static void stalling_frame(unsigned i, struct period *p)
{
	if (frames++ == 0 || (i == 0 && p->due == grid_again))
		grid = p->due;
	in_step &= p->due == grid + i * p->period;
	p->work = frames == 5 ? MS(25) : 0;
	if (frames == 3)
		sleep_until(p->due + MS(55));
	shared->traced = frames == 8;	/* ends it */
}

static int64_t step_seen;

static void stepping_frame(unsigned i, struct period *p)
{
	p->work = 0;
	p->step = step_seen = p->period - i;
	shared->traced = i >= 3;	/* ends it, whatever was dropped */
}

/* The parent has to know it of a task that never comes back. */
static void test_step(void)
{
	static const struct task stepping = { .name = "Stepping", .period = MS(5), .frame = stepping_frame };
	static struct result r;
	struct pace pace = { .task = &stepping, .result = &r, .start = now_ns(), .end = INT64_MAX };

	shared = calloc(1, sizeof(*shared));
	shared->tracing.above = INT64_MAX;
	task_run(&pace);
	ok(step_seen > 0 && shared->step == step_seen, "the parent knows the step of the frame that is due");
	free(shared);
	shared = NULL;
}

static void test_sweep(void)
{
	static const struct task stalling = { .name = "Stalling", .period = MS(10), .frame = stalling_frame };
	static struct result r;
	struct pace pace = { .task = &stalling, .result = &r };

	work_set(0);
	shared = calloc(1, sizeof(*shared));
	shared->tracing.above = INT64_MAX;
	pace.start = now_ns();
	pace.end = INT64_MAX;
	task_run(&pace);
	frames = 0;
	pace.start = now_ns() + MS(45);		/* in the midst of it the window begins */
	shared->traced = 0;
	grid_again = pace.start;
	task_run(&pace);
	ok(in_step && frames == 8 && r.dropped >= 6 + 2,
	   "a sweep goes on where it would be without the stalls");
	free(shared);
	shared = NULL;
}

/* The clients' schedules follow from the seed. */
static void test_seed(void)
{
	static char reason[REASON_LEN];
	static struct work w[2];		/* its threads wait for ever */
	uint64_t seed[4];

	for (int i = 0; i < 2; i++) {
		struct client *c;

		w[i] = (struct work){ .threads = 2, .seed = 5 + i, .reason = reason };
		if (pipe2(w[i].gate, O_CLOEXEC) || !wakeup_setup(&w[i]))
			abort();
		c = w[i].data;
		seed[2 * i] = c[0].seed;
		seed[2 * i + 1] = c[1].seed;
	}
	ok(seed[0] != seed[1] && seed[0] != seed[2] && seed[1] != seed[3],
	   "Wakeup: no two clients are woken alike, nor with two seeds");
}

/* Frames that take no time at all. */
static void test_gaming(void)
{
	static struct result r;
	struct pace pace = { .task = task_find("Gaming"), .result = &r, .kept = samples_map(10) };
	const struct kept *first = pace.kept->kept;
	int64_t used = clock_ns(CLOCK_THREAD_CPUTIME_ID);

	shared = calloc(1, sizeof(*shared));
	work_set(1);
	pace.start = now_ns() + MS(300);
	pace.end = pace.start + MS(1);
	task_run(&pace);
	ok(clock_ns(CLOCK_THREAD_CPUTIME_ID) - used > MS(3), "Gaming wants the CPU before its window, too");
	ok(r.latency.n > 0 && r.latency.mean >= 0, "Gaming: what is faster than it should be is not early");
	/* each frame is due when the one before it was done, and its time is the window's */
	ok(pace.kept->n == r.latency.n && first->due == pace.start && first->done > first->due && first->shown == first->done &&
	   first->latency == (first->done > first->due + MS(100) ? first->done - first->due - MS(100) : 0) &&
	   (pace.kept->n < 2 || first[1].due == first->done) && shared->due >= pace.start + MS(100),
	   "Gaming: its frames are kept, one behind the other");
	samples_unmap(pace.kept);
	work_set(0);
	free(shared);
	shared = NULL;
}

/* Any wakeup is too late, but for those before the window. */
static void test_trace(void)
{
	static struct result r;
	struct pace pace = { .task = task_find("Audio"), .result = &r };
	char text[2][80] = { "", "" }, wanted[80];
	FILE *on = tmpfile(), *marker = tmpfile();

	shared = calloc(1, sizeof(*shared));
	shared->tracing = (struct tracing){ .above = 0, .on = fileno(on), .marker = fileno(marker) };
	pace.start = now_ns() + MS(120);
	pace.end = INT64_MAX;
	task_run(&pace);
	rewind(on);
	rewind(marker);
	snprintf(wanted, sizeof(wanted), "interbench: Audio woken %lld us late\n", (long long)shared->traced / 1000);
	ok(shared->traced > 0 && shared->traced_due >= pace.start && fgets(text[0], 80, on) && !strcmp(text[0], "0"),
	   "a late wakeup in the window stops tracing, and the task");
	is(fgets(text[1], 80, marker) ? text[1] : "", wanted, "The late wakeup stands in the trace");
	fclose(on);
	fclose(marker);
	free(shared);
	shared = NULL;
}

/* 20 ms late: before the window, and in it. */
static void test_waker(void)
{
	static struct result r;
	struct pace pace = { .result = &r, .start = INT64_MAX };
	struct client c = { .latency = CLIENT_IDLE };

	if (pipe2(c.pipe, O_CLOEXEC))
		abort();
	c.due = now_ns() - MS(20);
	client_wake(&pace, &c);
	ok(r.waker_late == 0, "Wakeup: before the window the waker may be late");
	pace.start = 0;
	c.latency = CLIENT_IDLE;
	c.due = now_ns() - MS(20);
	client_wake(&pace, &c);
	ok(r.waker_late >= MS(20), "Wakeup: not in it");
	close(c.pipe[0]);
	close(c.pipe[1]);
}

/* Stalled in a round trip from before the window until it is over, or until 1 ms before its end. */
static void test_pipe(int64_t window, const char *name)
{
	static struct result r;
	static char bytes[60000];
	struct pipes p;
	struct work work = { .data = &p };
	struct pace pace = { .task = task_find("Pipe"), .result = &r, .work = &work };
	struct itimerval soon = { .it_value = { .tv_usec = 1000 } };

	shared = calloc(1, sizeof(*shared));
	if (pipe2(p.there, O_CLOEXEC) || pipe2(p.back, O_CLOEXEC) ||
	    write(p.back[1], bytes, sizeof(bytes)) != sizeof(bytes))	/* so many answers are there */
		abort();
	pace.start = now_ns() + MS(5);
	pace.end = pace.start + window;
	stall_end = pace.start + MS(150);
	signal(SIGALRM, stall);
	setitimer(ITIMER_REAL, &soon, NULL);
	memset(&r, 0, sizeof(r));
	task_run(&pace);
	ok((r.latency.n == 1 || window > MS(150)) && r.latency.max >= MS(150) &&
	   r.latency.max <= now_ns() - pace.start && near(r.latency.mean * (double)r.latency.n, (double)r.watched),
	   "%s", name);
	for (int i = 0; i < 2; i++) {
		close(p.there[i]);
		close(p.back[i]);
	}
	free(shared);
	shared = NULL;
}

/* Each comes only when its window is over: it was starved since the start. */
static void test_too_late(void)
{
	static struct result r;
	static char byte;
	struct pipes p;
	struct client c = { .latency = CLIENT_IDLE, .seed = 20 };
	struct work work = { .data = &p, .threads = 1 };
	struct pace pace = { .task = task_find("Pipe"), .result = &r, .work = &work };

	shared = calloc(1, sizeof(*shared));
	if (pipe2(p.there, O_CLOEXEC) || pipe2(p.back, O_CLOEXEC) || write(p.back[1], &byte, 1) != 1 ||
	    pipe2(c.pipe, O_CLOEXEC))
		abort();
	pace.start = now_ns() - MS(5000);
	pace.end = pace.start + MS(4000);
	task_run(&pace);
	ok(r.latency.n == 1 && r.latency.max >= MS(5000), "Pipe that comes too late: starved since the start");
	memset(&r, 0, sizeof(r));
	work.data = &c;
	shared->traced = 1;			/* nobody answers: do not wait for it */
	wakeup_run(&pace);
	ok(c.due >= pace.start && c.due < pace.end, "Wakeup that does: what was due is still sent");
	for (int i = 0; i < 2; i++) {
		close(p.there[i]);
		close(p.back[i]);
		close(c.pipe[i]);
	}
	free(shared);
	shared = NULL;
}

/* A frame of a load counts if it was drawn, and nobody is late for it. */
static void test_load_frames(void)
{
	static const struct task stalling = { .name = "Stalling", .period = MS(10), .frame = stalling_frame };
	_Atomic uint64_t done = 0;
	struct work work = { .done = &done };
	struct pace pace = { .task = &stalling, .work = &work, .end = INT64_MAX };

	shared = calloc(1, sizeof(*shared));
	pace.start = now_ns();
	frames = 0;
	task_run(&pace);
	ok(done >= 1 && done < 8 && shared->due == 0, "a load's frames: those that were drawn");
	free(shared);
	shared = NULL;
}

/* Process 1 reads what 0 writes, and writes what 2 reads: it needs no other ends. */
static void test_chain_ends(void)
{
	struct chain c;
	bool good = true;

	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 3; k++)
			if (pipe2(c.pipe[k], O_CLOEXEC))
				abort();
		chain_close(&c, i);
		for (int k = 0; k < 3; k++) {
			good &= (fcntl(c.pipe[k][0], F_GETFD) >= 0) == (k == (i + 2) % 3);
			good &= (fcntl(c.pipe[k][1], F_GETFD) >= 0) == (k == i);
		}
		close(c.pipe[(i + 2) % 3][0]);
		close(c.pipe[i][1]);
	}
	ok(good, "Chain: each process keeps the two ends that it uses");
}

/* Frames of 0.2 + 3 + 1.5 ms of three processes, or a program that works for 20 ms */
static void test_shapes(void)
{
	static const struct { const char *task; int loops; double work_ms; int hops; } c[] = {
		{ "Chain", 0, 4.7, 3 }, { "Launch", 0, 20, 0 }, { "Launch", 1234, 0, 0 },
	};
	char loops[16];
	static struct result r;
	char reason[REASON_LEN] = "";

	shared = calloc(1, sizeof(*shared));
	shared->tracing.above = INT64_MAX;
	for (size_t i = 0; i < LENGTH(c); i++) {
		struct work work = { .name = c[i].task, .reason = reason, .up = dup(STDIN_FILENO) };
		struct pace pace = { .task = task_find(c[i].task), .result = &r, .work = &work };
		double v[EXTRAS] = { -1, -1, -1 };
		bool good = true;

		memset(&r, 0, sizeof(r));
		work_set(c[i].loops);
		snprintf(loops, sizeof(loops), "%d", c[i].loops);
		setenv("LOOPS", loops, 1);	/* which main() looks at */
		if (pipe2(work.gate, O_CLOEXEC) || !pace.task->setup(&work)) {
			ok(false, "%s is set up: %s", c[i].task, reason);
			continue;
		}
		close(work.gate[1]);
		pace.start = now_ns() + MS(20);
		pace.end = pace.start + MS(300);
		task_run(&pace);
		ok(r.run >= 1 && r.run <= 18 && r.frame.n == r.run && (double)hist_percentile(&r.frame, 0) >= 1e6 * c[i].work_ms,
		   "%s: a frame takes its work, whoever does it", c[i].task);
		for (int k = 0; k < HOPS; k++)
			good &= r.hop[k].n == r.run;
		ok(good, "%s: the waits of each hop are counted", c[i].task);
		if (pace.task->extras)
			pace.task->extras(&r, v);
		for (int k = 0; k < HOPS; k++)
			good &= c[i].hops ? near(v[k], (double)hist_percentile(&r.hop[k], 99) / 1000) : v[k] == -1;
		ok(good, "%s: what is told of them is the 99th percentile", c[i].task);
		free(work.data);
	}
	free(shared);
	shared = NULL;
}

/* Set-ups without descriptors, in a child, and what they say */
static void test_no_pipe(void)
{
	static const char *const task[] = { "Pipe", "Chain", "Launch" };

	for (size_t i = 0; i < LENGTH(task); i++) {
		int status = 0;
		pid_t pid;

		fflush(stdout);
		pid = fork();
		if (pid == 0) {
			struct rlimit few = { 4, 4 };
			static char reason[REASON_LEN];
			struct work work = { .name = task[i], .reason = reason };

			setpgid(0, 0);		/* work_die() ends its process group */
			setrlimit(RLIMIT_NOFILE, &few);
			_exit(task_find(task[i])->setup(&work) || strncmp(reason, "pipe: ", 6) || !strstr(reason, strerror(EMFILE)));
		}
		waitpid(pid, &status, 0);
		ok(status == 0, "%s without descriptors says why it cannot run", task[i]);
	}
}

/* As the man page has it: which run by default, which only if named, which under -r, and their frames per s */
static void test_rows(void)
{
	static const struct { const char *name; bool opt_in, asked, real_time, whole_cpu; double hz, shown_hz, pct; } c[] = {
		{ "Audio", false, false, true, false, 20, 0, 5 }, { "Video", false, false, true, false, 60, 60, 40 },
		{ "X", false, false, false, false, 10, 0, 0 }, { "Gaming", false, false, false, true, 0, 10, 0 },
		{ "Custom", false, true, true, false, 0, 0, 0 }, { "Wakeup", true, false, false, false, 0, 0, 0 },
		{ "Hog", true, false, false, true, 0, 0, 0 }, { "Pipe", true, false, false, true, 0, 0, 0 },
		{ "Input", true, false, true, false, 1000, 0, 2 }, { "Chain", true, false, true, false, 60, 60, 28.2 },
		{ "Launch", true, false, false, false, 10, 0, 20 },
	};
	bool good = task_count == LENGTH(c);

	for (size_t i = 0; good && i < LENGTH(c); i++) {
		const struct task *t = task_find(c[i].name);

		good = t == &tasks[i] && !strcmp(t->name, c[i].name) && t->opt_in == c[i].opt_in && t->asked == c[i].asked &&
		       t->real_time == c[i].real_time && t->whole_cpu == c[i].whole_cpu && near(t->share, c[i].pct / 100) &&
		       fabs((double)t->period - (c[i].hz > 0 ? 1e9 / c[i].hz : 0)) < 1 &&
		       fabs((double)t->shows_every - (c[i].shown_hz > 0 ? 1e9 / c[i].shown_hz : 0)) < 1;
		if (!good)
			printf("# %s\n", c[i].name);
	}
	ok(good && !task_find("Burn") && !task_find("") && task_find("auDIO") == tasks, "Tasks are what the man page says of them");
	task_custom_set(10000, 30);
	ok(task_period(task_find("Custom")).work == MS(3) && task_period(task_find("Custom")).step == MS(10), "Custom is 30 %% of 10 ms");
	/* a window of 1 s: no more samples than periods, frames of Gaming at 100 times the speed, or a million */
	ok(task_samples(task_find("Audio"), MS(1000)) == 22 && task_samples(task_find("Gaming"), MS(1000)) == 1002 &&
	   task_samples(task_find("Hog"), MS(1000)) == SAMPLES_MOST && task_samples(task_find("Custom"), MS(1000)) == 102,
	   "There is room for all samples that a window can have");
	task_custom_set(0, 0);
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], LAUNCH_CHILD)) {
		if (strcmp(argv[3], getenv("LOOPS")))
			return 9;
		launch_main(argv, now_ns());
	}
	test_rows();
	test_chain_ends();
	test_x();
	test_clients();
	test_answers();
	if (argc > 1)			/* untimed: for a CPU that is emulated, and limits that are not */
		return unit_end();
	test_no_pipe();
	test_window();
	test_swallowed();
	test_step();
	test_sweep();
	test_seed();
	test_hog();
	test_waiting();
	test_gaming();
	test_trace();
	test_waker();
	test_pipe(MS(40), "Pipe: a stall that swallows the window is its sample, from the start on");
	test_pipe(MS(151), "Pipe: of a stall from before the window the part in it is a sample");
	test_load_frames();
	test_too_late();
	test_shapes();
	return unit_end();
}
