/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../interbench.h"
#include "group.h"
#include "machine.h"
#include "proc.h"
#include "sched.h"
#include "util.h"

static bool capable_sys_nice(void)
{
	char *text = file_text("", "/proc/self/status");
	const char *caps = text ? strstr(text, "\nCapEff:") : NULL;
	bool capable = caps && strtoull(caps + 8, NULL, 16) >> 23 & 1;

	free(text);
	return capable;
}

#ifndef SCHED_EXT
#define SCHED_EXT 7
#endif
#define FIFO_PRIORITY 49		/* below the interrupts' 50 */

/* What --policy takes; for a load those before the first that is real time. */
static const struct policy policies[] = {
	{ "other", "SCHED_OTHER", SCHED_OTHER, .nice = true, .slice = true },
	{ "batch", "SCHED_BATCH", SCHED_BATCH, .nice = true, .slice = true },
	{ "idle", "SCHED_IDLE", SCHED_IDLE, .nice = false },
	{ "ext", "SCHED_EXT", SCHED_EXT, .nice = true },
	{ "fifo", "SCHED_FIFO", SCHED_FIFO, .real_time = true },
	{ "rr", "SCHED_RR", SCHED_RR, .real_time = true },
};

const struct policy *policy_at(size_t i)
{
	return i < LENGTH(policies) ? &policies[i] : NULL;
}

const struct policy *policy_find(const char *name)
{
	for (size_t i = 0; i < LENGTH(policies); i++)
		if (!strcasecmp(policies[i].name, name))
			return &policies[i];
	return NULL;
}

/* What sched_setattr(2) takes in its first version, which no kernel finds too large. */
struct sched_how {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;	/* ns; of a fair task its slice, since 6.12 */
};

/* Why a policy was refused, as far as Linux tells. */
static void sched_refused(const struct sched *s, int error, char reason[static REASON_LEN])
{
	struct rlimit r = { 0 };
	struct cgroup cg;

	getrlimit(RLIMIT_RTPRIO, &r);
	if (error == EINVAL && s->policy->number == SCHED_EXT)
		snprintf(reason, REASON_LEN, "SCHED_EXT refused: this kernel has no sched_ext");
	else if (error != EPERM || !s->priority)
		snprintf(reason, REASON_LEN, "%s%s refused: %s", s->policy->known_as,
			 s->slice_us ? " with a slice" : "", strerror(error));
	else if (!capable_sys_nice())
		snprintf(reason, REASON_LEN, "%s priority %d refused: no privilege "
			 "(CAP_SYS_NICE), and RLIMIT_RTPRIO (ulimit -r) is %ju",
			 s->policy->known_as, s->priority, (uintmax_t)r.rlim_cur);
	else if (cgroup_own("", "cpu", &cg) &&
		 cgroup_number(&cg, "", "cpu.rt_runtime_us", NULL) == 0)
		snprintf(reason, REASON_LEN, "%s refused: the cgroup %.80s has no real "
			 "time budget (cpu.rt_runtime_us)", s->policy->known_as, cg.dir);
	else
		snprintf(reason, REASON_LEN, "%s refused in spite of CAP_SYS_NICE: "
			 "perhaps by a user namespace or a filter of system calls",
			 s->policy->known_as);
}

/* Why a nice value was refused: RLIMIT_NICE counts from 20 (nice 0) to 40 (nice -20). */
static void sched_refused_nice(int nice, int error, char reason[static REASON_LEN])
{
	struct rlimit r = { 0 };

	getrlimit(RLIMIT_NICE, &r);
	if ((error == EACCES || error == EPERM) && !capable_sys_nice())
		snprintf(reason, REASON_LEN, "nice %d refused: no privilege (CAP_SYS_NICE), and "
			 "RLIMIT_NICE (ulimit -e) is %ju; it would have to be %d", nice,
			 (uintmax_t)r.rlim_cur, 20 - nice);
	else
		snprintf(reason, REASON_LEN, "nice %d: %s", nice, strerror(error));
}

/* Run on these CPUs and no fewer: Linux leaves out in silence what it does not allow. */
static bool sched_apply_cpus(const struct cpus *cpus, char reason[static REASON_LEN])
{
	struct cpus now;
	char list[2][64];

	if (!sched_setaffinity(0, sizeof(cpus->mask), cpus->mask) && cpus_allowed(&now) &&
	    CPU_EQUAL_S(sizeof(now.mask), now.mask, cpus->mask))
		return true;
	cpus_format(list[0], sizeof(list[0]), cpus);
	memset(&now, 0xff, sizeof(now));
	if (sched_setaffinity(0, sizeof(now.mask), now.mask) || !cpus_allowed(&now))
		memset(&now, 0, sizeof(now));
	cpus_format(list[1], sizeof(list[1]), &now);
	snprintf(reason, REASON_LEN, "CPUs %s are not all online and allowed; those are %s",
		 list[0], list[1]);
	return false;
}

/* Has Linux done what was asked? What it does not know of it may ignore. */
static bool sched_applied(const struct sched *s, char reason[static REASON_LEN])
{
	struct sched_how now = { .runtime = 0 };

	long number = syscall(SYS_sched_getscheduler, 0);

	if (number < 0)
		snprintf(reason, REASON_LEN, "sched_getscheduler: %s", strerror(errno));
	else if (number != s->policy->number)
		snprintf(reason, REASON_LEN, "%s set, but not in force", s->policy->known_as);
	else if (s->policy->number == SCHED_EXT && !sched_ext_enabled(""))
		snprintf(reason, REASON_LEN, "SCHED_EXT would be SCHED_OTHER: no scheduler is "
			 "loaded (" SCHED_EXT_DIR "state is not enabled)");
	else if (s->slice_us && (syscall(SYS_sched_getattr, 0, &now, sizeof(now), 0) ||
				 now.runtime != (uint64_t)(s->slice_us * NSEC_PER_USEC)))
		snprintf(reason, REASON_LEN, "a slice of %d us is ignored by this kernel "
			 "(Linux has it since 6.12)", s->slice_us);
	else
		return true;
	return false;
}

bool sched_apply(const struct sched *s, char reason[static REASON_LEN])
{
	struct sched_param param = { .sched_priority = s->priority };
	struct sched_how how = {
		.size = sizeof(how), .policy = (uint32_t)s->policy->number, .nice = s->nice,
		.runtime = (uint64_t)(s->slice_us * NSEC_PER_USEC),
	};
	long refused = 0;

	if (!group_join(&s->group, reason))
		return false;
	if (s->cpus.count && !sched_apply_cpus(&s->cpus, reason))
		return false;
	errno = 0;
	if ((getpriority(PRIO_PROCESS, 0) != s->nice || errno) &&
	    setpriority(PRIO_PROCESS, 0, s->nice)) {
		sched_refused_nice(s->nice, errno, reason);
		return false;
	}
	/*
	 * System calls: musl's sched_setscheduler() always fails, and only new C libraries
	 * have sched_setattr(). Here as with the nice value nothing is set that is so already:
	 * a filter may forbid it, and nobody may have asked for it.
	 */
	if (s->slice_us)
		refused = syscall(SYS_sched_setattr, 0, &how, 0);
	else if (s->priority || syscall(SYS_sched_getscheduler, 0) != s->policy->number)
		refused = syscall(SYS_sched_setscheduler, 0, s->policy->number, &param);
	if (refused)
		sched_refused(s, errno, reason);
	return !refused && sched_applied(s, reason);
}

/* What a policy does not have. False with the reason in words. */
static bool sched_check(const struct sched *s, const struct sched_names *names,
			const char *policy, char reason[static REASON_LEN])
{
	const char *what = NULL, *option = NULL;

	if (s->priority && !s->policy->real_time) {
		snprintf(reason, REASON_LEN, "%s needs -r, --policy fifo or --policy rr",
			 names->priority);
		return false;
	}
	if (!s->policy->nice && s->nice != NICE_INHERITED) {
		what = "nice value";
		option = names->nice;
	} else if (!s->policy->slice && s->slice_us) {
		what = "slice";
		option = names->slice;
	}
	if (what)
		snprintf(reason, REASON_LEN, "%s and %s (%s) exclude each other: no %s counts there",
			 option, policy, s->policy->known_as, what);
	return !what;
}

bool sched_settle(struct sched *s, const struct sched_names *names,
			 char reason[static REASON_LEN])
{
	const char *policy = s->policy ? names->policy : "the inherited policy";
	long number = syscall(SYS_sched_getscheduler, 0);

	if (number < 0)
		die_call("sched_getscheduler", errno);
	for (size_t i = 0; i < LENGTH(policies) && !s->policy; i++)
		if (policies[i].number == number && !policies[i].real_time)
			s->policy = &policies[i];
	if (!s->policy)
		s->policy = policies;		/* the first of them */
	if (!sched_check(s, names, policy, reason))
		return false;
	errno = 0;
	if (s->nice == NICE_INHERITED)
		s->nice = getpriority(PRIO_PROCESS, 0);
	if (errno)			/* -1 is a nice value, too */
		die_call("getpriority", errno);
	if (s->policy->real_time && !s->priority)
		s->priority = FIFO_PRIORITY;
	return true;
}

bool sched_try(const struct sched *s, bool ext_comes, char reason[static REASON_LEN])
{
	struct sched probe = *s;
	/* not a pipe: where descriptors are scarce, the rows are to say so */
	char *said = mmap(NULL, REASON_LEN, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			  -1, 0);
	char words[64];
	int status = 0;
	pid_t pid;

	if (said == MAP_FAILED)
		die(EXIT_TROUBLE, "shared memory: %s", strerror(errno));
	if (ext_comes && s->policy->number == SCHED_EXT)
		probe.policy = policies;
	pid = child_fork();
	if (pid == 0)
		_exit(sched_apply(&probe, said) ? EXIT_SUCCESS : EXIT_TROUBLE);
	if (pid < 0)
		die(EXIT_TROUBLE, "fork: %s%s", strerror(errno),
		    syscall(SYS_sched_getscheduler, 0) == SCHED_DEADLINE ?
		    " (not allowed under SCHED_DEADLINE without chrt -R)" : "");
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			die_call("waitpid", errno);
	if (status && !*said)
		snprintf(said, REASON_LEN, "the child that tries it ended with %s",
			 status_words(status, words));
	memcpy(reason, said, REASON_LEN);
	munmap(said, REASON_LEN);
	return !status;
}

void sched_describe(const struct sched *s, const char *usual, char *out, size_t size)
{
	bool is_usual = !strcmp(s->policy->name, usual);
	char text[FACT_LEN] = "", cpus[FACT_LEN - sizeof("Task: , CPUs ")];
	char group[FACT_LEN - sizeof("Task: , CPUs 0,...")];
	size_t n = 0;

	if (!is_usual)
		n += (size_t)snprintf(text, sizeof(text), ", policy %s", s->policy->name);
	if (s->priority && (!is_usual || s->priority != FIFO_PRIORITY))
		n += (size_t)snprintf(text + n, sizeof(text) - n, ", priority %d", s->priority);
	if (s->slice_us)
		n += (size_t)snprintf(text + n, sizeof(text) - n, ", slice %d us", s->slice_us);
	group_describe(&s->group, group, sizeof(group) - n);
	if (*group)
		n += (size_t)snprintf(text + n, sizeof(text) - n, ", %s", group);
	cpus_format(cpus, sizeof(cpus) - n, &s->cpus);
	if (s->cpus.count)
		snprintf(text + n, sizeof(text) - n, ", CPU%s %s", s->cpus.count > 1 ? "s" : "",
			 cpus);
	snprintf(out, size, "%s", *text ? text + strlen(", ") : "");
}
