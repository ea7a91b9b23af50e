/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/double is interbench with rows that die and hang, with waits that a test can wait for,
 * and with a delay that CHAIN_LATE in the environment puts into Chain: all of its sources are
 * compiled with "-include tests/double.h".
 */
#ifndef DOUBLE_H
#define DOUBLE_H

#include <time.h>

#include "../interbench.h"

#define SETUP_LIMIT (3 * NSEC_PER_SEC)
#define REPORT_LIMIT (NSEC_PER_SEC / 2)
#define SETTING_LIMIT NSEC_PER_SEC
#define TERM_LIMIT NSEC_PER_SEC
#define STALL_LIMIT (NSEC_PER_SEC)
#define REAP_LIMIT (60 * NSEC_PER_SEC)
#define SCRATCH_MOST (64LL << 20)
#define SAMPLES_MOST 1000

struct pace;

bool dies_setup(struct work *w);
bool exits_setup(struct work *w);
bool leaves_setup(struct work *w);
bool slow_setup(struct work *w);
bool creeps_setup(struct work *w);
bool hangs_setup(struct work *w);
bool fails_setup(struct work *w);
void crash_run(struct pace *pace);
void sleeper_run(struct pace *pace);
void chain_late(int i);
int late_nanosleep(clockid_t id, int flags, const struct timespec *until, struct timespec *rest);

#define CHAIN_HOP(i) chain_late((i) + 1)
#define clock_nanosleep(id, flags, until, rest) late_nanosleep(id, flags, until, rest)

#define TEST_TASKS \
	{ .name = "Crash", .run = crash_run }, \
	{ .name = "Sleeper", .period = 50 * NSEC_PER_MSEC, .run = sleeper_run },
#define TEST_LOADS \
	{ .name = "Dies", .setup = dies_setup, .per_unit = 1, .opt_in = true }, \
	{ .name = "Exits", .setup = exits_setup, .per_unit = 1, .opt_in = true }, \
	{ .name = "Leaves", .setup = leaves_setup, .unit = "sleeps", .per_unit = 1, .opt_in = true, \
	  .leaves = true }, \
	{ .name = "Slow", .setup = slow_setup, .per_unit = 1, .unit = "bytes", .opt_in = true }, \
	{ .name = "Creeps", .setup = creeps_setup, .per_unit = 1, .unit = "bytes", .opt_in = true }, \
	{ .name = "Hangs", .setup = hangs_setup, .per_unit = 1, .opt_in = true }, \
	{ .name = "Fails", .setup = fails_setup, .per_unit = 1, .opt_in = true },

#endif
