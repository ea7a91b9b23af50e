/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sched.h - how a role is scheduled: policies, slices, CPUs, its control group
 *
 * What is valid is decided here; it is applied by the child itself and read back.
 */
#ifndef SCHED_H
#define SCHED_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

#include "../interbench.h"
#include "group.h"
#include "util.h"

/* How a role is scheduled. */
#define NICE_INHERITED 20		/* no nice value: sched_settle() fills it in */
struct sched {
	int nice;
	const struct policy *policy;	/* NULL: sched_settle() takes ours, unless real time */
	int priority;			/* of a real time policy; 0: it has none */
	int slice_us;			/* 0: the kernel's default */
	struct cpus cpus;		/* to run on; an empty set: on any CPU that is allowed */
	struct group group;		/* to join, before anything else is set up */
};

/* What a setting may change of a run: how both are scheduled, and how large loads are (-L). */
struct roles {
	struct sched task, load;
	int cpu_load;
};

struct policy {
	const char *name, *known_as;
	int number;
	bool nice;			/* nice values count */
	bool slice;			/* has a slice that can be set */
	bool real_time;			/* has priorities; as a load it could starve the parent */
};

/* The policy of that name, in any case; NULL: there is none. */
const struct policy *policy_find(const char *name);

/* The i-th policy; NULL behind the last one. */
const struct policy *policy_at(size_t i);

/* Have the calling thread scheduled so, and read it back; false with the reason in words. */
bool sched_apply(const struct sched *s, char reason[static REASON_LEN]);

/* The names of the options that say how a role is scheduled, for messages. */
struct sched_names {
	const char *policy, *nice, *slice, *priority;
};

/*
 * Fill in what is inherited, nice value and policy; not so real time (chrt), which would
 * take the machine. False, with the reason in words, if what was asked for excludes itself.
 */
bool sched_settle(struct sched *s, const struct sched_names *names,
			 char reason[static REASON_LEN]);

/*
 * Try in a child whether we may be scheduled so; false with the reason in words. Without
 * sched_ext the policy ext is tried as the first of policies[] if ext_comes: a setting may
 * bring it.
 */
bool sched_try(const struct sched *s, bool ext_comes, char reason[static REASON_LEN]);

/* What is unusual about how a role is scheduled, "" if nothing is: "policy idle, CPU 3". */
void sched_describe(const struct sched *s, const char *usual, char *out, size_t size);

#endif
