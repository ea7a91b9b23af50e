/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policies, slices and CPUs: what excludes itself, what is refused, and what is in force then */
#include "lib/sched.c"
#include "unit.h"

static const struct sched_names names = { "--policy", "-B", "--slice", "--prio" };

static void test_find(void)
{
	static const struct { const char *name; int number; bool nice, slice, real_time; } c[] = {
		{ "other", 0, true, true, false }, { "batch", 3, true, true, false }, { "idle", 5, false, false, false },
		{ "ext", 7, true, false, false }, { "fifo", 1, false, false, true }, { "RR", 2, false, false, true },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		const struct policy *p = policy_find(c[i].name);

		ok(p && p->number == c[i].number && p->nice == c[i].nice && p->slice == c[i].slice &&
		   p->real_time == c[i].real_time && !strncmp(p->known_as, "SCHED_", 6) &&
		   !strcasecmp(p->known_as + 6, c[i].name), "The policy %s is Linux's number %d", c[i].name, c[i].number);
	}
	ok(!policy_find("deadline") && !policy_find("") && !policy_find("othe"), "Other names are no policies");
}

static void test_describe(void)
{
	static const struct { const char *policy, *usual; int priority, slice_us; const char *cpus, *text; } c[] = {
		{ "other", "other", 0, 0, "", "" }, { "idle", "other", 0, 0, "", "policy idle" },
		{ "fifo", "fifo", 49, 0, "", "" }, { "fifo", "fifo", 48, 0, "", "priority 48" },
		{ "rr", "fifo", 49, 0, "", "policy rr, priority 49" }, { "batch", "other", 0, 3000, "3", "policy batch, slice 3000 us, CPU 3" },
		{ "other", "other", 0, 100, "", "slice 100 us" }, { "other", "other", 0, 0, "0-1,4", "CPUs 0-1,4" },
		{ "fifo", "other", 5, 0, "7,9", "policy fifo, priority 5, CPUs 7,9" },
	};
	static struct sched s;
	char out[200];

	for (size_t i = 0; i < LENGTH(c); i++) {
		s = (struct sched){ .policy = policy_find(c[i].policy), .priority = c[i].priority, .slice_us = c[i].slice_us };
		if (*c[i].cpus)
			cpus_parse(&s.cpus, c[i].cpus);
		sched_describe(&s, c[i].usual, out, sizeof(out));
		is(out, c[i].text, "What is unusual is described");
	}
	sched_describe(&s, "other", out, 12);
	is(out, "policy fifo", "A description is cut to its room");
}

/* What excludes itself, and what is filled in. */
static void test_settle(void)
{
	static const struct { const char *policy; int nice, priority, slice_us; const char *why; } bad[] = {
		{ "other", 0, 5, 0, "--prio needs -r, --policy fifo or --policy rr" },
		{ "ext", 0, 5, 0, "--prio needs -r, --policy fifo or --policy rr" },
		{ "idle", 5, 0, 0, "-B and --policy (SCHED_IDLE) exclude each other: no nice value counts there" },
		{ "fifo", 0, 0, 0, "-B and --policy (SCHED_FIFO) exclude each other: no nice value counts there" },
		{ "rr", -1, 7, 0, "-B and --policy (SCHED_RR) exclude each other: no nice value counts there" },
		{ "ext", 0, 0, 3000, "--slice and --policy (SCHED_EXT) exclude each other: no slice counts there" },
		{ "idle", NICE_INHERITED, 0, 3000, "--slice and --policy (SCHED_IDLE) exclude each other: no slice counts there" },
		{ "rr", NICE_INHERITED, 1, 100, "--slice and --policy (SCHED_RR) exclude each other: no slice counts there" },
	};
	static const struct { const char *policy; int nice, priority, slice_us, priority_then; } good[] = {
		{ "other", 0, 0, 3000, 0 }, { "batch", -5, 0, 3000, 0 }, { "idle", NICE_INHERITED, 0, 0, 0 }, { "ext", 3, 0, 0, 0 },
		{ "fifo", NICE_INHERITED, 0, 0, 49 }, { "rr", NICE_INHERITED, 7, 0, 7 },
	};
	int inherited = getpriority(PRIO_PROCESS, 0);
	long number = syscall(SYS_sched_getscheduler, 0);
	static struct sched s;
	char reason[REASON_LEN];

	for (size_t i = 0; i < LENGTH(bad); i++) {
		s = (struct sched){ .nice = bad[i].nice, .policy = policy_find(bad[i].policy),
			.priority = bad[i].priority, .slice_us = bad[i].slice_us };
		is(sched_settle(&s, &names, reason) ? "" : reason, bad[i].why, "What excludes itself is told by its options");
	}
	for (size_t i = 0; i < LENGTH(good); i++) {
		s = (struct sched){ .nice = good[i].nice, .policy = policy_find(good[i].policy),
			.priority = good[i].priority, .slice_us = good[i].slice_us };
		ok(sched_settle(&s, &names, reason) && s.priority == good[i].priority_then &&
		   s.nice == (good[i].nice == NICE_INHERITED ? inherited : good[i].nice) &&
		   s.policy == policy_find(good[i].policy), "The policy %s is settled with priority %d", good[i].policy, s.priority);
	}
	s = (struct sched){ .nice = NICE_INHERITED };
	ok(sched_settle(&s, &names, reason) && s.nice == inherited && s.priority == 0 && !s.policy->real_time &&
	   (s.policy->number == number || s.policy->number == SCHED_OTHER), "What is inherited is filled in");
}

/* A test in a child, since what it does cannot be undone. */
static void child_says(bool (*does)(char reason[static REASON_LEN]), const char *name)
{
	char *reason = mmap(NULL, REASON_LEN, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status = -1;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0)
		_exit(does(reason) ? 0 : 1);
	waitpid(pid, &status, 0);
	ok(status == 0, "%s (%s)", name, reason);
	munmap(reason, REASON_LEN);
}

static bool applies_batch(char reason[static REASON_LEN])
{
	static struct sched s;
	static struct cpus first, now;
	cpu_set_t *all = now.mask;

	cpus_allowed(&now);
	CPU_SET_S((size_t)cpus_first(&now), sizeof(first.mask), first.mask);
	s = (struct sched){ .nice = getpriority(PRIO_PROCESS, 0) < 19 ? getpriority(PRIO_PROCESS, 0) + 1 : 19,
			    .policy = policy_find("batch"), .cpus = first };
	s.cpus.count = 1;
	return sched_apply(&s, reason) && syscall(SYS_sched_getscheduler, 0) == SCHED_BATCH &&
	       getpriority(PRIO_PROCESS, 0) == s.nice && cpus_allowed(&now) && now.count == 1 &&
	       CPU_EQUAL_S(sizeof(first.mask), first.mask, all) && sched_apply(&s, reason);
}

/* Without CPUs of its own a process keeps those that it has. */
static bool applies_idle(char reason[static REASON_LEN])
{
	static struct sched s;
	static struct cpus before, now;

	cpus_allowed(&before);
	s = (struct sched){ .nice = getpriority(PRIO_PROCESS, 0), .policy = policy_find("idle") };
	return sched_apply(&s, reason) && syscall(SYS_sched_getscheduler, 0) == SCHED_IDLE && cpus_allowed(&now) &&
	       now.count == before.count;
}

/* 3 ms; kernels before 6.12 take it and forget it. */
static bool applies_slice(char reason[static REASON_LEN])
{
	struct sched_how now = { .runtime = 0 };
	static struct sched s;

	s = (struct sched){ .nice = getpriority(PRIO_PROCESS, 0), .policy = policy_find("batch"), .slice_us = 3000 };
	if (!sched_apply(&s, reason))
		return strstr(reason, "a slice of 3000 us is ignored by this kernel");
	return !syscall(SYS_sched_getattr, 0, &now, sizeof(now), 0) && now.runtime == 3000000 && now.policy == SCHED_BATCH &&
	       now.nice == s.nice;
}

static bool applies_too_many_cpus(char reason[static REASON_LEN])
{
	static struct sched s;
	static struct cpus allowed;
	char list[64], wanted[REASON_LEN];

	cpus_allowed(&allowed);
	cpus_format(list, sizeof(list), &allowed);
	s = (struct sched){ .nice = getpriority(PRIO_PROCESS, 0), .policy = policy_find("other") };
	cpus_parse(&s.cpus, "65535");
	snprintf(wanted, sizeof(wanted), "CPUs 65535 are not all online and allowed; those are %s", list);
	if (sched_apply(&s, reason) || strcmp(reason, wanted))
		return false;
	s.cpus = allowed;		/* one that is not there beside those that are */
	CPU_SET_S(65535, sizeof(s.cpus.mask), s.cpus.mask);
	s.cpus.count++;
	return !sched_apply(&s, reason) && strstr(reason, wanted + strlen("CPUs 65535"));
}

/* Whoever may lower its nice value without the limit's leave has the privilege. */
static bool knows_privilege(char reason[static REASON_LEN])
{
	struct rlimit none = { 0, 0 };
	bool capable = capable_sys_nice();

	setrlimit(RLIMIT_NICE, &none);
	setpriority(PRIO_PROCESS, 0, 15);
	snprintf(reason, REASON_LEN, "%sprivileged", capable ? "" : "not ");
	return !setpriority(PRIO_PROCESS, 0, 10) == capable;
}

static bool without_privilege(void)
{
	return geteuid() != 0 || !setresuid(65534, 65534, 65534);
}

/* Nobody may have a nice value below that of the limit, nor a priority. */
static bool refuses_nobody(char reason[static REASON_LEN])
{
	struct rlimit none = { 0, 0 };
	static struct sched s;
	char wanted[REASON_LEN];

	setrlimit(RLIMIT_NICE, &none);
	setrlimit(RLIMIT_RTPRIO, &none);
	setpriority(PRIO_PROCESS, 0, 5);
	if (!without_privilege())
		return false;
	s = (struct sched){ .nice = -3, .policy = policy_find("other") };
	strcpy(wanted, "nice -3 refused: no privilege (CAP_SYS_NICE), and RLIMIT_NICE (ulimit -e) is 0; it would have to be 23");
	if (capable_sys_nice() || sched_apply(&s, reason) || strcmp(reason, wanted))
		return false;
	s = (struct sched){ .nice = getpriority(PRIO_PROCESS, 0), .policy = policy_find("rr"), .priority = 7 };
	strcpy(wanted, "SCHED_RR priority 7 refused: no privilege (CAP_SYS_NICE), and RLIMIT_RTPRIO (ulimit -r) is 0");
	return !sched_apply(&s, reason) && !strcmp(reason, wanted);
}

/* The words for errors, whatever this machine would say. */
static void test_refused(void)
{
	static struct sched s;
	char reason[REASON_LEN];

	s.policy = policy_find("ext");
	sched_refused(&s, EINVAL, reason);
	is(reason, "SCHED_EXT refused: this kernel has no sched_ext", "A kernel without sched_ext is told of");
	sched_refused(&s, EPERM, reason);
	is(reason, "SCHED_EXT refused: Operation not permitted", "Any other error of sched_ext is told of");
	s.policy = policy_find("batch");
	s.slice_us = 3000;
	sched_refused(&s, EINVAL, reason);
	is(reason, "SCHED_BATCH with a slice refused: Invalid argument", "A slice that is refused is told of");
	s.slice_us = 0;
	s.policy = policy_find("fifo");
	s.priority = 5;
	sched_refused(&s, EINVAL, reason);
	is(reason, "SCHED_FIFO refused: Invalid argument", "A priority that is wrong is told of");
	sched_refused_nice(3, EINVAL, reason);
	is(reason, "nice 3: Invalid argument", "Any other error of a nice value is told of");
}

static void test_try(void)
{
	long before = syscall(SYS_sched_getscheduler, 0);
	int nice_before = getpriority(PRIO_PROCESS, 0);
	static struct sched s;
	char reason[REASON_LEN] = "x";

	s = (struct sched){ .nice = nice_before < 19 ? nice_before + 1 : 19, .policy = policy_find("idle") };
	ok(sched_try(&s, false, reason) && !*reason, "A policy that can be had is tried: %s", reason);
	ok(syscall(SYS_sched_getscheduler, 0) == before && getpriority(PRIO_PROCESS, 0) == nice_before,
	   "Who tries a policy keeps its own");
	cpus_parse(&s.cpus, "65535");
	ok(!sched_try(&s, false, reason) && !strncmp(reason, "CPUs 65535 are not all", 22), "CPUs that cannot be had are told of");
	s.cpus.count = 0;
	s.policy = policy_find("ext");
	s.nice = nice_before;
	ok(sched_try(&s, true, reason), "Where sched_ext comes with a setting, another policy is tried: %s", reason);
	ok(sched_try(&s, false, reason) == sched_ext_enabled(""), "Without a setting sched_ext itself is tried: %s", reason);
}

int main(void)
{
	test_find();
	test_describe();
	test_settle();
	child_says(applies_batch, "A policy, a nice value and a CPU are in force, and may be once more");
	child_says(applies_idle, "Without CPUs of its own a process keeps those that it has");
	child_says(applies_slice, "A slice is in force, or the kernel ignores it");
	child_says(applies_too_many_cpus, "CPUs that are not there are told of, with those that are");
	child_says(knows_privilege, "It is known who has the privilege of nice values");
	child_says(refuses_nobody, "What nobody may have is told of, with its limit");
	test_refused();
	test_try();
	return unit_end();
}
