/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the rows of tests/double.h do
 */
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "double.h"

__attribute__((noreturn))
static void sleep_for_ever(void)
{
	for (;;)
		pause();
}

static void dies_run(struct work *w, int i)
{
	(void)w, (void)i;
	usleep(50000);
	raise(SIGKILL);
}

static void exits_run(struct work *w, int i)
{
	(void)w, (void)i;
	usleep(50000);
	_exit(3);
}

/* What leaves its group, as a daemon does, is deaf, and has a child there. */
static void leaves_run(struct work *w, int i)
{
	(void)w, (void)i;
	signal(SIGTERM, SIG_IGN);
	setsid();
	if (fork() == 0 && fork() == 0)
		setsid();
	sleep_for_ever();
}

bool dies_setup(struct work *w) { return work_threads(w, 1, dies_run); }
bool exits_setup(struct work *w) { return work_threads(w, 1, exits_run); }
bool leaves_setup(struct work *w) { return work_process(w, leaves_run, 0); }
bool hangs_setup(struct work *w) { (void)w; sleep_for_ever(); }
bool fails_setup(struct work *w) { return work_fail(w, "no such luck"); }

void crash_run(struct pace *pace) { (void)pace; abort(); }
void sleeper_run(struct pace *pace) { (void)pace; sleep_for_ever(); }

/* Two set-ups that take 8 s: one makes the progress that gains time, the other a byte less. */
bool slow_setup(struct work *w)
{
	for (int i = 0; i < 8; i++) {
		sleep(1);
		work_done(w, SETUP_STEP);
	}
	return true;
}

bool creeps_setup(struct work *w)
{
	sleep(1);
	work_done(w, SETUP_STEP - 1);
	sleep(7);
	return true;
}

/* CHAIN_LATE=i: what process i of Chain waits for comes 3 ms late; 3: the report to the first one. */
void chain_late(int i)
{
	const char *late = getenv("CHAIN_LATE");

	if (late && atoi(late) == i)
		usleep(3000);
}

int late_nanosleep(clockid_t id, int flags, const struct timespec *until, struct timespec *rest)
{
	int error = (clock_nanosleep)(id, flags, until, rest);

	chain_late(0);
	return error;
}
