/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What interbench reads of the machine, from the trees of fixtures.sh; known answers
 * worked out by hand.
 */
#include "lib/machine.c"
#include "unit.h"

static char fixtures[400];		/* the directory of the trees */

static const char *tree(const char *name)
{
	static char path[2][PATH_MAX];	/* two trees may be in use at once */
	static int turn;

	turn ^= 1;
	snprintf(path[turn], sizeof(path[turn]), "%s/%s", fixtures, name);
	return path[turn];
}

static void facts_free(struct run *run)
{
	for (size_t i = 0; i < run->facts; i++) {
		free(run->fact[i].name);
		free(run->fact[i].value);
	}
	free(run->fact);
	free(run->number);
}

/* A fact as the number that JSON has; NAN: it has none. */
static double number(const char *name, const char *key)
{
	struct machine m = { .root = tree(name), .dir = "/home/con/x", .cpus = 2 };
	struct run run = { 0 };
	double value = NAN;

	machine_facts(&m, &run);
	for (size_t i = 0; i < run.numbers; i++)
		if (!strcmp(run.number[i].key, key))
			value = run.number[i].value;
	facts_free(&run);
	return value;
}

static void test_fact_numbers(void)
{
	ok(near(number("server", "cpus"), 2), "number: CPUs in use");
	ok(near(number("server", "ram_mb"), 1055734232 / 1024.0), "number: RAM in MB");
	ok(near(number("server", "swap_mb"), 8388604 / 1024.0), "number: swap in MB");
	ok(near(number("server", "slice_ms"), 2.8), "number: the slice in ms, from the first source");
	ok(near(number("bore", "slice_ms"), 0.7), "number: the slice, from the second source");
	ok(near(number("old", "min_granularity_ms"), 3), "number: the granularity of old kernels");
	ok(isnan(number("old", "slice_ms")), "number: which have no slice");
	ok(near(number("v1", "quota_cpus"), 0.25), "number: a quota of 50 in 200 ms");
	ok(near(number("v1", "memory_limit_mb"), 512), "number: a limit on memory");
	ok(isnan(number("server", "quota_cpus")) && isnan(number("empty", "ram_mb")),
	   "number: what is unknown is not there");
}

/* A line of the header; "-" if it is not there. */
static const char *fact(const char *name, const char *key)
{
	static char value[2 * FACT_LEN];
	struct machine m = { .root = tree(name), .dir = "/home/con/x", .cpus = 2 };
	struct run run = { 0 };

	machine_facts(&m, &run);
	strcpy(value, "-");
	for (size_t i = 0; i < run.facts; i++)
		if (!strcmp(run.fact[i].name, key))
			strcpy(value, run.fact[i].value);
	facts_free(&run);
	return value;
}

static void test_text(void)
{
	char out[16];

	ok(number_at("12 x") == 12, "number");
	ok(number_at("-1") == -1 && number_at("max") == -1 && number_at("") == -1, "no number");
	ok(number_at("4611686018427387903") == 4611686018427387903, "largest number");
	ok(number_at("9223372036854771712") == -1, "cgroup v1: no limit");
	ok(number_at("99999999999999999999") == -1, "number out of range");
	ok(number_after("ab 1\na: 2\n", "a") == 2, "key is a whole word");
	ok(number_after("x a 1\n", "a") == -1, "key is at the start of a line");
	ok(number_after("a:\n5\n", "a") == -1, "value is on the key's line");
	ok(number_after(NULL, "a") == -1, "no text, no value");
	line_copy(out, sizeof(out), "  a \t b\033[2J  \nc");
	is(out, "a b?[2J", "line: blanks and control bytes");
	line_copy(out, sizeof(out), "123456789012345");
	is(out, "123456789012345", "line: fits");
	line_copy(out, sizeof(out), "1234567890123456");
	is(out, "123456789012...", "line: too long");
	line_copy(out, sizeof(out), "");
	is(out, "", "line: empty");
	ok(list_has("rw,cpu,cpuacct", "cpu") && list_has("rw,cpu", "cpu"), "word in a list");
	ok(!list_has("rw,cpuacct,xcpu", "cpu"), "word not in a list");
	is(path_below("/a/b", "/a"), "/b", "path below a directory");
	is(path_below("/a/b", "/"), "/a/b", "path below /");
	is(path_below("/", "/"), "", "/ below /");
	ok(!path_below("/ab", "/a"), "path not below");
}

static void test_memory(void)
{
	struct memory m = machine_memory(tree("server"));

	ok(m.usable == 1055734232LL * 1024, "memory: more than 32 bits of kB");
	ok(meminfo_bytes(tree("server"), "SwapTotal") == 8388604LL * 1024,
	   "swap: SwapTotal, not SwapCached");
	ok(m.limit == -1 && m.available == 1000000000LL * 1024, "memory: no limit");
	ok(m.swap == 8388603LL * 1024, "swap: no limit");
	ok(!swap_lack(&m), "Swap that is free and allowed is not lacking");
	m = machine_memory(tree("v1"));
	ok(m.usable == 512 << 20, "v1: limit of the ancestor");
	ok(m.available == (512 - 200 + 100) << 20, "v1: room, cache gives way");
	ok(m.swap == (608 - 512) << 20, "v1: swap from the sum");
	m = machine_memory(tree("v2"));
	ok(m.usable == 256 << 20, "v2: memory.high of an ancestor");
	ok(m.available == 1073741824 - 1073000000, "v2: room of another ancestor");
	ok(m.swap == 0, "v2: swap more than used up");
	is(swap_lack(&m), "no free swap", "Where swap is used up or out of reach it is not said that there is none");
	m = machine_memory(tree("empty"));
	ok(m.usable == -1 && m.available == -1 && m.swap == -1, "memory: unknown");
	is(swap_lack(&m), "no swap", "Where no swap is known of there is none");
	ok(meminfo_bytes(tree("huge"), "MemTotal") == -1 &&
	   meminfo_bytes(tree("huge"), "MemAvailable") == -1 &&
	   meminfo_bytes(tree("huge"), "SwapTotal") == -1 &&
	   meminfo_bytes(tree("huge"), "SwapFree") == -1, "memory: nonsense is unknown");
	m = machine_memory(tree("huge"));
	ok(m.usable == 0, "a limit of 0 is one");
}

static double quota(const char *name)
{
	return fact_quota(&(struct machine){ .root = tree(name) });
}

static void test_limits(void)
{
	ok(near(quota("v1"), 0.25), "v1: quota of the ancestor");
	ok(near(quota("v2"), 1.5), "v2: tightest quota");
	ok(isnan(quota("server")), "no quota");
	ok(isnan(quota("empty")), "quota unknown");
	ok(isnan(quota("huge")), "quota: nonsense");
	ok(isnan(quota("long")), "quota: endless path");
	ok(isnan(quota("outside")), "quota: outside of our namespace");
	ok(isnan(quota("sibling")), "quota: another group's mount");
	ok(machine_pids_left(tree("v1")) == 70, "v1: processes left");
	ok(machine_pids_left(tree("v2")) == 5, "v2: processes left");
	ok(machine_pids_left(tree("server")) == -1, "processes: no limit");
	ok(near(machine_throttled_ms(tree("v1")), 2.5), "v1: throttled, ns");
	ok(near(machine_throttled_ms(tree("v2")), 2.5), "v2: throttled, us");
	ok(isnan(machine_throttled_ms(tree("server"))), "throttled: unknown");
	ok(machine_pressure_us(tree("server"), "/proc/pressure/cpu") == 4711, "pressure");
	ok(machine_pressure_us(tree("server"), "/proc/pressure/io") == -1, "pressure: unknown");
}

static struct cpu_share between(const char *before, const char *after, const cpu_set_t *mask,
				size_t size)
{
	struct cpu_use a, b;
	struct cpu_share share;

	machine_cpu_use(tree(before), &a);
	machine_cpu_use(tree(after), &b);
	share = cpu_use_between(&a, &b, mask, size);
	free(a.cpu);
	free(b.cpu);
	return share;
}

/* Ticks of which 100 times as many are rounded up, so that all of them seem more than 100 %. */
static void test_cpu_use_rounded(void)
{
	struct cpu_ticks before = { { [CPU_USER] = 1 } }, after = { { [CPU_USER] = 1 + 3029700541753656320. } };
	const struct cpu_use a = { &before, 1 }, b = { &after, 1 };

	ok(cpu_use_between(&a, &b, NULL, 0).pct[CPU_USER] == 100, "All of many ticks are 100 %%, not more");
}

static void test_cpu_use(void)
{
	size_t size = CPU_ALLOC_SIZE(256);
	cpu_set_t *mask = CPU_ALLOC(256);
	struct cpu_share s = between("server", "server-after", NULL, 0);
	struct cpu_use u = { 0 };
	const double *c;

	ok(near(s.busiest, 100) && near(s.idlest, 0), "256 CPUs: busiest and idlest");
	/* 128000 ticks, less 125 of rounding, less CPUs 7, 8, 9: 27 + 31 + 35 */
	ok(near(s.pct[CPU_USER], 100 * 127782. / 253969), "256 CPUs: half busy");
	CPU_ZERO_S(size, mask);
	CPU_SET_S(255, size, mask);
	CPU_SET_S(51, size, mask);
	CPU_SET_S(7, size, mask);
	s = between("server", "server-after", mask, size);
	ok(near(s.pct[CPU_USER], 60) && near(s.pct[CPU_IDLE], 40),
	   "mask: CPUs 51 and 255, 7 has gone");
	ok(near(s.busiest, 100) && near(s.idlest, 20), "mask: busiest and idlest");
	CPU_CLR_S(255, size, mask);
	CPU_CLR_S(51, size, mask);
	s = between("server-after", "server", mask, size);
	ok(isnan(s.pct[CPU_USER]) && isnan(s.busiest), "mask: CPU 7 has come");
	CPU_SET_S(6, size, mask);
	CPU_SET_S(8, size, mask);
	s = between("server", "server-after", mask, size);
	ok(near(s.busiest, 2.3) && s.idlest == 0, "busiest before the idlest");
	CPU_CLR_S(6, size, mask);
	s = between("server", "server-after", mask, size);
	ok(s.pct[CPU_USER] == 0 && near(s.pct[CPU_IDLE], 100), "ticks that ran backwards");
	CPU_ZERO_S(size, mask);
	CPU_SET_S(0, size, mask);
	/* 10+5 user, 20 system, 30 idle, 10 iowait, 5+10 irq, 10 steal: 100 */
	s = between("columns", "columns-after", mask, size);
	ok(near(s.pct[CPU_USER], 15) && near(s.pct[CPU_SYSTEM], 20) &&
	   near(s.pct[CPU_IOWAIT], 10) && near(s.pct[CPU_IRQ], 15) && near(s.pct[CPU_STEAL], 10) &&
	   near(s.pct[CPU_IDLE], 30), "all columns, guest counted once");
	ok(near(s.busiest, 60) && near(s.idlest, 60), "iowait is not busy");
	s = between("columns", "columns-after", NULL, 0);
	ok(near(s.pct[CPU_USER], (15. + 100) / 2) && near(s.busiest, 100), "sparse numbers");
	s = between("old", "old-after", NULL, 0);
	ok(near(s.pct[CPU_USER], 30) && near(s.pct[CPU_SYSTEM], 10) && near(s.pct[CPU_IDLE], 60) &&
	   s.pct[CPU_STEAL] == 0, "four columns");
	s = between("empty", "server", NULL, 0);
	ok(isnan(s.pct[CPU_USER]) && isnan(s.pct[CPU_STEAL]) && isnan(s.busiest),
	   "CPU use: unknown");
	s = between("server", "server", NULL, 0);
	ok(isnan(s.pct[CPU_USER]) && isnan(s.pct[CPU_IDLE]) && isnan(s.idlest),
	   "CPU use: no time between");
	s = between("huge", "huge", NULL, 0);
	ok(isnan(s.pct[CPU_USER]), "CPU use: nonsense");
	CPU_FREE(mask);
	cpu_use_line(&u, "1 5 x 7\n8");
	c = u.cpu[1].way;
	ok(u.cpus == 2 && c[CPU_USER] == 5 && c[CPU_SYSTEM] == 7 && c[CPU_IDLE] == 0,
	   "line of a CPU");
	free(u.cpu);
}

static void test_facts(void)
{
	is(fact("server", "Kernel"), "#38-Ubuntu SMP PREEMPT_DYNAMIC Fri Jun 6 10:00:00 UTC 2025",
	   "fact: kernel");
	is(fact("server", "Boot"), "2aae3bc3-5d20-4b3e-9d8f-2f8fe1b9a2f0", "fact: boot");
	is(fact("server", "CPU"), "Intel(R) Xeon(R) CPU X", "fact: CPU model");
	is(fact("old", "CPU"), "Raspberry Pi 4 Model B Rev 1.4", "fact: ARM model");
	is(fact("server", "CPUs"), "2 in use, online 0-255, SMT", "fact: CPUs");
	is(fact("server", "Memory"), "1030990 MB RAM, 8192 MB swap", "fact: memory");
	is(fact("server", "Tunables"), "preempt full, slice 2.8 ms, autogroup off",
	   "fact: tunables");
	is(fact("scx-on", "Tunables"), "slice 0.7 ms", "fact: slice without debugfs");
	is(fact("old", "Tunables"), "preempt=voluntary, min_granularity 3 ms", "fact: old kernel");
	is(fact("rt", "Tunables"), "PREEMPT_RT, slice 0.7 ms", "fact: PREEMPT_RT");
	is(fact("scx-on", "Scheduler"),
	   "sched_ext lavd_1.0.9_g4f6b1ee_x86_64_unknown_linux, enable_seq 3", "fact: sched_ext");
	is(fact("scx-going", "Scheduler"), "sched_ext disabling, enable_seq 3",
	   "fact: sched_ext going");
	is(fact("scx-off", "Scheduler"), "fair", "fact: sched_ext and BORE off");
	is(fact("bore", "Scheduler"), "BORE", "fact: BORE");
	is(fact("server", "Frequency"), "intel_pstate, performance, balance_performance, boost off",
	   "fact: frequency");
	is(fact("rt", "Clock source"), "hpet", "fact: clock source");
	is(fact("server", "Virtual"), "-", "fact: bare metal");
	is(fact("v1", "Virtual"), "QEMU Standard PC (Q35 + ICH9, 2009), /.dockerenv",
	   "fact: hypervisor and container");
	is(fact("v2", "Virtual"), "podman", "fact: container said once");
	is(fact("sibling", "Virtual"), "lxc", "fact: container in the environment");
	is(fact("v1", "Cgroup"), "quota 0.25 CPUs, memory 512 MB, /docker/abc/in", "fact: v1");
	is(fact("v2", "Cgroup"), "quota 1.5 CPUs, memory 256 MB, /kube/pod/box", "fact: v2");
	is(fact("huge", "Cgroup"), "memory 0 MB", "fact: the top is no path");
	is(fact("bore", "Tunables"), "slice 0.7 ms", "fact: 2 is neither on nor off");
	is(fact("rt", "CPUs"), "2 in use, isolated 2-3", "fact: isolated CPUs");
	is(fact("old", "Frequency"), "boost on", "fact: boost");
	is(fact("bore", "Virtual"), "xen", "fact: xen");
	is(fact("rt", "Virtual"), "/run/.containerenv", "fact: mark of a container");
	is(fact("server", "Scratch"), "xfs on /dev/sdd1", "fact: last mount of the deepest");
	is(fact("empty", "CPUs"), "2 in use", "fact: empty tree, what we know ourselves");
	is(fact("empty", "Scheduler"), "-", "fact: empty tree, no line");
	is(fact("huge", "Memory"), "-", "fact: no memory from nonsense");
}

/* Whatever is in a tree, the header stays one. */
static void test_header(const char *name)
{
	struct machine m = { .root = tree(name), .dir = "/home/con/x" };
	struct run run = { 0 };
	bool good = true;

	machine_facts(&m, &run);
	for (size_t i = 0; i < run.facts; i++) {
		const char *value = run.fact[i].value;

		good = good && *value && strlen(run.fact[i].name) + 2 + strlen(value) <= 80;
		good = good && (!i || strcmp(run.fact[i].name, run.fact[i - 1].name));
		for (; *value; value++)
			good = good && *value >= ' ' && *value < 127;
	}
	facts_free(&run);
	ok(good, "%s", name);
}

/* What is said of two trees, as one string: the reason, then the remarks. */
static const char *compare(const char *before, const char *after, double steal, int64_t slept_ns)
{
	static char text[1000];
	struct machine m = { .root = tree(before), .cpus = 2 };
	struct cpu_share share = { .pct[CPU_STEAL] = steal };
	struct machine_state a, b;
	struct row row = { .load = "Burn" };

	machine_state(&m, NSEC_PER_SEC, &a);
	m.root = tree(after);
	machine_state(&m, NSEC_PER_SEC + slept_ns, &b);
	machine_compare(&a, &b, &share, &row);
	strcpy(text, row.reason);
	for (int i = 0; i < row.remarks; i++)
		sprintf(text + strlen(text), "|%s %g%s", row.remark[i].kind,
			row.remark[i].value, row.remark[i].unit);
	free(row.remark);
	return text;
}

static void test_compare(void)
{
	struct machine m = { .cpus = 2 };
	struct cpu_share share = { .pct[CPU_STEAL] = NAN };
	struct machine_state a, b;
	struct row row = { .load = "Burn" };
	struct run header = { 0 };

	is(compare("server", "server", 2, 0), "", "guard: nothing has changed");
	is(compare("server", "server", NAN, 50000000), "", "guard: clocks not read at once");
	is(compare("scx-on", "scx-off", 0, 0), "the scheduler is now fair", "guard: scheduler");
	is(compare("scx-off", "scx-on", 0, 0), "the scheduler is now sched_ext "
	   "lavd_1.0.9_g4f6b1ee_x86_64_unknown_linux, enable_seq 3", "guard: another scheduler");
	is(compare("scx-on", "scx-again", 0, 0), "the scheduler is now ..., enable_seq 4", "guard: scheduler loaded again");
	is(compare("scx-off", "rt", 0, 0), "the clock source is now hpet"
	   "|scheduler settings changed nan", "guard: clock source");
	is(compare("server", "server-after", 0, 0), "the set of CPUs is now ..., online 0-6,8,10-255, SMT"
	   "|governor or boost changed nan", "guard: a CPU went away");
	is(compare("scx-off", "bore", 0, 0), "the scheduler is now BORE",
	   "guard: BORE");
	is(compare("empty", "empty", 2.5, 0), "|steal 2.5%", "guard: steal");
	is(compare("empty", "empty", 0, 1500000000), "the machine was suspended for 1.5 s",
	   "guard: suspended");
	is(compare("empty", "empty", 0, 100000000), "", "guard: 0.1 s is no suspend");
	is(compare("v1", "v1", 0, 0), "", "guard: throttled before");
	is(compare("rt", "bore", 0, 0), "the scheduler is now BORE|"
	   "scheduler settings changed nan", "guard: the first of two reasons");
	is(compare("empty", "columns", 0, 0), "", "guard: nothing known");
	is(compare("empty", "scx-off", 0, 0), "", "guard: unknown before");
	is(compare("v1", "sibling", 0, 0), "|limits changed nan", "guard: limits");
	m.root = tree("v1");
	machine_state(&m, 0, &a);
	b = a;
	b.throttled_ms += 30;
	machine_compare(&a, &b, &share, &row);
	ok(row.remarks == 1 && !*row.reason && near(row.remark[0].value, 30),
	   "guard: throttled");
	m.cpus = 1;
	machine_state(&m, 0, &b);
	machine_compare(&a, &b, &share, &row);
	is(row.reason, "the set of CPUs is now 1 in use", "guard: fewer CPUs for us");
	free(row.remark);
	row = (struct row){ .load = "Burn" };
	m.root = tree("scx-on");
	machine_facts(&m, &header);
	m.root = tree("scx-off");
	machine_state(&m, 0, &a);
	b = a;
	machine_told(&(struct run){ .facts = 0 }, &a);
	machine_compare(&a, &b, &share, &row);
	is(row.reason, "", "guard: a header that tells nothing");
	machine_told(&header, &a);
	machine_compare(&a, &b, &share, &row);
	is(row.reason, "the scheduler is now fair", "guard: the scheduler had changed since the header");
	facts_free(&header);
	free(row.remark);
}

/* Below / it is this machine: what Linux allows us, and no suspend that a clock could tell of */
static void test_now(void)
{
	struct machine m = { .root = "" };
	struct machine_state s;
	cpu_set_t allowed;

	machine_now(&m, &s);
	ok(sched_getaffinity(0, sizeof(allowed), &allowed) || m.cpus == CPU_COUNT(&allowed),
	   "machine now: the CPUs that are allowed");
	ok(s.slept_ns >= -NSEC_PER_MSEC && s.slept_ns <= clock_ns(CLOCK_BOOTTIME) - now_ns() + 2 * NSEC_PER_MSEC,
	   "machine now: how long it was suspended");
	ok(machine_oom_kills(tree("v1")) == 2 && machine_oom_kills(tree("v2")) == 4, "OOM kills of our group");
	ok(machine_oom_kills(tree("old")) == 9, "OOM kills of all, where we have no group");
	ok(machine_oom_kills(tree("empty")) == -1 && machine_oom_kills(tree("server")) == -1, "OOM kills: unknown");
}

static void fixtures_command(const char *command)
{
	char line[2 * sizeof(fixtures)];

	snprintf(line, sizeof(line), "%s '%s'", command, fixtures);
	if (system(line))
		exit(1);
}

/* The hash: the published values of FNV-1a. The others were worked out from those by hand. */
static void test_machine_id(void)
{
	ok(hash_add(HASH_BEGIN, "") == 0x811c9dc5 && hash_add(HASH_BEGIN, "a") == 0xe40c292c &&
	   hash_add(HASH_BEGIN, "foobar") == 0xbf9cf968, "hash: the published values of FNV-1a");
	is(fact("server", "Machine"), "53bafdaa", "fact: a machine by its machine-id");
	is(fact("old", "Machine"), "9aebc5e1", "fact: else by the UUID of its firmware");
	is(fact("bore", "Machine"), "-", "fact: zeros and fillers identify no machine");
	is(fact("rt", "Machine"), "-", "fact: nor does what has a digit too few or too many");
	is(fact("empty", "Machine"), "-", "fact: nor does nothing");
}

int main(void)
{
	static const char *const header[] = {
		"server", "v1", "v2", "scx-on", "old", "empty", "huge", "binary", "long",
	};
	const char *tmp = getenv("TMPDIR");

	snprintf(fixtures, sizeof(fixtures), "%s/trees-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(fixtures))
		return 1;
	fixtures_command("sh tests/data/fixtures.sh");
	test_text();
	test_memory();
	test_limits();
	test_cpu_use();
	test_cpu_use_rounded();
	test_facts();
	test_machine_id();
	test_fact_numbers();
	for (size_t i = 0; i < LENGTH(header); i++)
		test_header(header[i]);
	test_compare();
	test_now();
	fixtures_command("rm -rf");
	return unit_end();
}
