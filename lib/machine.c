/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../interbench.h"
#include "clock.h"
#include "detail.h"
#include "machine.h"
#include "run.h"
#include "util.h"

/*
 * The number at s; -1 if there is none ("max", "-1") or if it is larger than
 * any amount, as the "no limit" of cgroup v1 is.
 */
static int64_t number_at(const char *s)
{
	unsigned long long n;

	if (!isdigit((unsigned char)*s))
		return -1;
	n = strtoull(s, NULL, 10);	/* out of range: ULLONG_MAX */
	return n < 1ULL << 62 ? (int64_t)n : -1;
}

/* What follows a key at the start of a line ("key value", "key: value"). */
static const char *value_after(const char *text, const char *key)
{
	size_t len = strlen(key);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, key, len) && line[len] && strchr(" \t:=", line[len]))
			return line + len + strspn(line + len, " \t:=");
	}
	return NULL;
}

/* The number after a key, or (NULL) at the start; -1: none, or no text. */
static int64_t number_after(const char *text, const char *key)
{
	const char *value = text && key ? value_after(text, key) : text;

	return value ? number_at(value) : -1;
}

int64_t file_number(const char *root, const char *path, const char *key)
{
	char *text = file_text(root, path);
	int64_t n = number_after(text, key);

	free(text);
	return n;
}

double machine_number(const char *path, const char *key)
{
	int64_t n = file_number("", path, key);

	return n < 0 ? NAN : (double)n;
}

bool machine_waits(const char *path, double *cpu_ns, double *wait_ns)
{
	char *text = file_text("", path);
	bool known = text && sscanf(text, "%lf %lf", cpu_ns, wait_ns) == 2 && *cpu_ns > 0;

	free(text);
	return known;
}

void line_copy(char *out, size_t size, const char *text)
{
	size_t n = 0;

	for (; *text && *text != '\n' && n < size; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == ' ' || c == '\t') {
			if (n && out[n - 1] != ' ')
				out[n++] = ' ';
		} else {
			out[n++] = c > ' ' && c < 127 ? (char)c : '?';
		}
	}
	if (n == size)
		memcpy(out + size - 4, "...", 4);
	else
		out[n - (n && out[n - 1] == ' ')] = '\0';
}

/* The first line of a file; "" and false if it cannot be read or is empty. */
static bool file_line(const char *root, const char *path, char out[static FACT_LEN])
{
	char *text = file_text(root, path);

	line_copy(out, FACT_LEN, text ? text : "");
	free(text);
	return *out;
}

/* Is a word in a list separated by commas? */
static bool list_has(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; list; list = strchr(list, ',')) {
		list += *list == ',';
		if (!strncmp(list, word, len) && (!list[len] || list[len] == ','))
			return true;
	}
	return false;
}

/* One line of mountinfo. Its strings are pieces of that line. */
struct mount {
	char *root, *point, *type, *source, *options;
};

/* Linux writes blanks and backslashes in the names of directories as \\040 and so on. */
static void mount_unescape(char *name)
{
	char *out = name;

	for (; name && *name; name++) {
		if (*name == '\\' && strspn(name + 1, "01234567") >= 3) {
			*out++ = (char)((name[1] - '0') << 6 | (name[2] - '0') << 3 | (name[3] - '0'));
			name += 3;
		} else {
			*out++ = *name;
		}
	}
	if (name)
		*out = '\0';
}

static bool mount_split(char *line, struct mount *m)
{
	char *word;

	for (int i = 0; i < 3; i++)
		strsep(&line, " ");
	m->root = strsep(&line, " ");
	m->point = strsep(&line, " ");
	while ((word = strsep(&line, " ")) && strcmp(word, "-"))
		;	/* options of the mount, and a varying number of tags */
	m->type = strsep(&line, " ");
	m->source = strsep(&line, " ");
	m->options = line;	/* of the file system */
	mount_unescape(m->root);
	mount_unescape(m->point);
	return m->options;
}

/* What is left of a path below a directory ("" or "/..."); NULL if it is not. */
static const char *path_below(const char *path, const char *dir)
{
	size_t len = strcmp(dir, "/") ? strlen(dir) : 0;

	if (strncmp(path, dir, len) || (path[len] && path[len] != '/'))
		return NULL;
	return strcmp(path + len, "/") ? path + len : "";
}

/* The path in /proc/self/cgroup of our group for a controller; NULL if none. */
static char *cgroup_path(char *text, const char *controller, bool *v2)
{
	char *line, *path = NULL;

	*v2 = false;
	while ((line = strsep(&text, "\n"))) {
		char *list = (strsep(&line, ":"), strsep(&line, ":"));

		if (!line || *line != '/')
			continue;
		if (list_has(list, controller)) {
			*v2 = false;
			return line;
		}
		if (!*list) {	/* v2: has what no v1 hierarchy has */
			*v2 = true;
			path = line;
		}
	}
	return path;
}

bool cgroup_find(const char *root, const char *controller, const char *path, struct cgroup *cg)
{
	char *groups = file_text(root, "/proc/self/cgroup");
	char *mounts = file_text(root, "/proc/self/mountinfo");
	char *next = mounts, *line, *own = cgroup_path(groups, controller, &cg->v2);
	bool found = false;

	cg->root = root;
	if (!path || !own)
		path = own;
	if (path && strstr(path, "/.."))
		path = NULL;	/* outside of what this cgroup namespace shows */
	while (path && !found && (line = strsep(&next, "\n"))) {
		struct mount m;
		const char *below;

		if (!mount_split(line, &m) || strcmp(m.type, cg->v2 ? "cgroup2" : "cgroup") ||
		    (!cg->v2 && !list_has(m.options, controller)))
			continue;
		below = path_below(path, m.root);
		cg->top = strlen(m.point);
		found = below && cg->top + strlen(below) < sizeof(cg->dir);
		if (found)
			strcpy(stpcpy(cg->dir, m.point), below);
	}
	free(groups);
	free(mounts);
	return found;
}

bool cgroup_own(const char *root, const char *controller, struct cgroup *cg)
{
	return cgroup_find(root, controller, NULL, cg);
}

static bool cgroup_up(struct cgroup *cg)
{
	if (strlen(cg->dir) <= cg->top)
		return false;
	*strrchr(cg->dir, '/') = '\0';
	return true;
}

int64_t cgroup_number(const struct cgroup *cg, const char *v2, const char *v1,
			     const char *key)
{
	char path[PATH_MAX + NAME_MAX];

	snprintf(path, sizeof(path), "%s/%s", cg->dir, cg->v2 ? v2 : v1);
	return file_number(cg->root, path, key);
}

int64_t lesser(int64_t a, int64_t b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* What is left of an amount (-1: stays so); an unknown part is no part. */
static int64_t rest(int64_t amount, int64_t part)
{
	return part < 0 || amount < 0 ? amount : part > amount ? 0 : amount - part;
}

static int64_t meminfo_bytes(const char *root, const char *key)
{
	int64_t kb = file_number(root, "/proc/meminfo", key);

	return kb < 0 || kb > INT64_MAX / 1024 ? -1 : kb * 1024;
}

struct memory machine_memory(const char *root)
{
	struct memory m = { .limit = -1, .available = meminfo_bytes(root, "MemAvailable"),
			    .swap = meminfo_bytes(root, "SwapFree"),
			    .swap_total = meminfo_bytes(root, "SwapTotal") };
	int64_t both_left = -1;		/* v1 limits the sum of memory and swap, v2 each */
	struct cgroup cg;

	for (bool more = cgroup_own(root, "memory", &cg); more; more = cgroup_up(&cg)) {
		int64_t limit = cgroup_number(&cg, "memory.max", "memory.limit_in_bytes", NULL);
		int64_t used = cgroup_number(&cg, "memory.current", "memory.usage_in_bytes", NULL);
		int64_t swap = cgroup_number(&cg, "memory.swap.max", "memory.memsw.limit_in_bytes",
					     NULL);
		int64_t swap_used = cgroup_number(&cg, "memory.swap.current",
						  "memory.memsw.usage_in_bytes", NULL);
		int64_t cache = cgroup_number(&cg, "memory.stat", "memory.stat",
					      cg.v2 ? "inactive_file" : "total_inactive_file");

		/* Above memory.high a process is all but stopped: a limit too. */
		if (cg.v2)
			limit = lesser(limit, cgroup_number(&cg, "memory.high", NULL, NULL));
		m.limit = lesser(m.limit, limit);
		/* Cached files count as used, but give way, as in MemAvailable. */
		m.available = lesser(m.available, rest(limit, rest(used, cache)));
		if (cg.v2)
			m.swap = lesser(m.swap, rest(swap, swap_used));
		else
			both_left = lesser(both_left, rest(swap, rest(swap_used, cache)));
	}
	m.usable = lesser(meminfo_bytes(root, "MemTotal"), m.limit);
	m.available = lesser(m.available, both_left);
	/* Of v1's sum, swap gets what memory cannot take. */
	m.swap = lesser(m.swap, rest(both_left, m.available));
	return m;
}

const char *swap_lack(const struct memory *m)
{
	return m->swap > 0 ? NULL : m->swap_total > 0 ? "no free swap" : "no swap";
}

int64_t machine_oom_kills(const char *root)
{
	struct cgroup cg;
	int64_t n = -1;

	if (cgroup_own(root, "memory", &cg))
		n = cgroup_number(&cg, "memory.events", "memory.oom_control", "oom_kill");
	return n >= 0 ? n : file_number(root, "/proc/vmstat", "oom_kill");
}

double cgroup_throttled_ms(const struct cgroup *group, const char *below)
{
	struct cgroup cg = *group;
	double ms = NAN;
	bool more = true;

	for (; more && !(below && path_below(below, cg.dir)); more = cgroup_up(&cg)) {
		int64_t n = cgroup_number(&cg, "cpu.stat", "cpu.stat",
					  cg.v2 ? "throttled_usec" : "throttled_time");

		if (n >= 0)
			ms = (isnan(ms) ? 0 : ms) + (double)n / (cg.v2 ? 1e3 : 1e6);
	}
	return ms;
}

static double machine_throttled_ms(const char *root)
{
	struct cgroup cg;

	return cgroup_own(root, "cpu", &cg) ? cgroup_throttled_ms(&cg, NULL) : NAN;
}

int64_t machine_pids_left(const char *root)
{
	struct cgroup cg;
	int64_t left = -1;

	for (bool more = cgroup_own(root, "pids", &cg); more; more = cgroup_up(&cg))
		left = lesser(left,
			      rest(cgroup_number(&cg, "pids.max", "pids.max", NULL),
				   cgroup_number(&cg, "pids.current", "pids.current", NULL)));
	return left;
}

static void cpu_use_line(struct cpu_use *u, const char *line)
{
	static const int way[] = {	/* by column; guest, which follows, is in user already */
		CPU_USER, CPU_USER, CPU_SYSTEM, CPU_IDLE, CPU_IOWAIT, CPU_IRQ, CPU_IRQ, CPU_STEAL
	};
	int64_t id = number_at(line);

	if (id < 0 || id >= CPUS_MOST)	/* nonsense, or "cpu ", the sum, with CPUs not ours */
		return;
	for (; u->cpus <= (size_t)id; u->cpus++)
		u->cpu = grow(u->cpu, u->cpus, sizeof(*u->cpu));
	line += strcspn(line, " \n");
	for (size_t i = 0; i < LENGTH(way) && *line == ' '; i++) {
		u->cpu[id].way[way[i]] += fmax(0, (double)number_at(++line));
		line += strcspn(line, " \n");
	}
}

void machine_cpu_use(const char *root, struct cpu_use *u)
{
	char *text = file_text(root, "/proc/stat");

	*u = (struct cpu_use) { 0 };
	for (char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, "cpu", 3))
			cpu_use_line(u, line + 3);
	}
	free(text);
}

static double cpu_ticks_all(const struct cpu_ticks *t)
{
	double all = 0;

	for (int i = 0; i < CPU_WAYS; i++)
		all += t->way[i];
	return all;
}

/* Add what a CPU did between two readings. */
static void cpu_share_add(struct cpu_share *share, struct cpu_ticks *sum,
			  const struct cpu_ticks *before, const struct cpu_ticks *after)
{
	struct cpu_ticks one;
	double busy;

	if (!(cpu_ticks_all(before) > 0))
		return;		/* the CPU was not there before */
	for (int i = 0; i < CPU_WAYS; i++) {	/* idle and iowait can run backwards */
		one.way[i] = fmax(0, after->way[i] - before->way[i]);
		sum->way[i] += one.way[i];
	}
	busy = 100 - 100 * ((one.way[CPU_IDLE] + one.way[CPU_IOWAIT]) / cpu_ticks_all(&one));
	share->cpus++;
	share->busiest = fmax(share->busiest, busy);	/* of NAN and x: x */
	share->idlest = fmin(share->idlest, busy);
}

struct cpu_share cpu_use_between(const struct cpu_use *before, const struct cpu_use *after,
					const cpu_set_t *mask, size_t mask_size)
{
	struct cpu_share share = { .busiest = NAN, .idlest = NAN };
	struct cpu_ticks sum = { { 0 } };

	for (size_t id = 0; id < before->cpus && id < after->cpus; id++)
		if (!mask || CPU_ISSET_S(id, mask_size, mask))
			cpu_share_add(&share, &sum, &before->cpu[id], &after->cpu[id]);
	for (int i = 0; i < CPU_WAYS; i++)	/* of nothing: 0 / 0 is NAN; in this order never above 100 */
		share.pct[i] = 100 * (sum.way[i] / cpu_ticks_all(&sum));
	return share;
}

int64_t machine_pressure_us(const char *root, const char *path)
{
	char *text = file_text(root, path);
	const char *some = text ? value_after(text, "some") : NULL;
	const char *total = some ? strstr(some, "total=") : NULL;
	int64_t us = total ? number_at(total + strlen("total=")) : -1;

	free(text);
	return us;
}

static double fact_cpus(const struct machine *m)
{
	return m->cpus ? m->cpus : NAN;
}

/* FNV-1a in 32 bits: for each byte, exclusive or, then times the prime. */
static uint32_t hash_add(uint32_t hash, const char *text)
{
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 16777619u;
	return hash;
}

#define HASH_BEGIN 2166136261u

/* 32 hexadecimal digits, small and without dashes; false: it is something else, or a filler. */
static bool machine_id_read(const char *root, const char *path, char id[static 33])
{
	static const char *const filler = "03000200040005000006000700080009";	/* of many boards */
	char line[FACT_LEN];
	size_t n = 0, same = 0;

	file_line(root, path, line);
	for (const char *s = line; *s; s++) {
		if (*s == '-')
			continue;
		if (n == 32 || !isxdigit((unsigned char)*s))	/* "uninitialized" */
			return false;
		id[n++] = (char)tolower((unsigned char)*s);
	}
	id[n] = '\0';
	same = strspn(id, (const char[]){ *id, '\0' });
	return n == 32 && same < n && strcmp(id, filler);
}

/*
 * Tells this machine from others, and is no way to find it: of 2^128 ids, 2^96 have one hash,
 * and with our words before it, no other program's hash of the id is the same.
 */
static void fact_machine(const struct machine *m, char out[static FACT_LEN])
{
	char id[33];

	if (machine_id_read(m->root, "/etc/machine-id", id) ||
	    machine_id_read(m->root, "/sys/class/dmi/id/product_uuid", id))
		snprintf(out, FACT_LEN, "%08" PRIx32,
			 hash_add(hash_add(HASH_BEGIN, "interbench machine "), id));
}

/* The CPUs that the tightest quota allows: 1.5 is 150 ms in 100 ms. */
static double fact_quota(const struct machine *m)
{
	struct cgroup cg;
	double least = NAN;

	for (bool more = cgroup_own(m->root, "cpu", &cg); more; more = cgroup_up(&cg)) {
		int64_t quota = cgroup_number(&cg, "cpu.max", "cpu.cfs_quota_us", NULL), period;
		char first[32];		/* v2: "quota period", so quota is period's key */

		snprintf(first, sizeof(first), "%" PRId64, quota);
		period = cgroup_number(&cg, "cpu.max", "cpu.cfs_period_us", cg.v2 ? first : NULL);
		if (quota > 0 && period > 0)
			least = fmin(least, (double)quota / (double)period);	/* NAN, x: x */
	}
	return least;
}

static double fact_memory_limit(const struct machine *m)
{
	return (double)machine_memory(m->root).limit / (1 << 20);
}

bool sched_ext_enabled(const char *root)
{
	char state[FACT_LEN];

	return file_line(root, SCHED_EXT_DIR "state", state) && !strcmp(state, "enabled");
}

/* A new enable_seq is a new load, even of a scheduler of the same name. */
static void fact_sched_ext(const struct machine *m, char out[static FACT_LEN])
{
	char state[FACT_LEN], ops[FACT_LEN], seq[FACT_LEN];

	if (!file_line(m->root, SCHED_EXT_DIR "state", state) || !strcmp(state, "disabled"))
		return;
	file_line(m->root, SCHED_EXT_DIR "root/ops", ops);
	file_line(m->root, SCHED_EXT_DIR "enable_seq", seq);
	/* 40: enable_seq must not be cut off, since machine_compare() looks at it */
	snprintf(out, FACT_LEN, "sched_ext %.40s, enable_seq %.9s", *ops ? ops : state, seq);
}

static void fact_hypervisor(const struct machine *m, char out[static FACT_LEN])
{
	char *text = file_text(m->root, "/proc/cpuinfo");
	char vendor[FACT_LEN], product[FACT_LEN];

	if (text && strstr(text, " hypervisor")) {	/* one of the flags */
		file_line(m->root, "/sys/class/dmi/id/sys_vendor", vendor);
		file_line(m->root, "/sys/class/dmi/id/product_name", product);
		snprintf(out, FACT_LEN, "%.30s%s%.40s", *vendor ? vendor : "hypervisor",
			 *product ? " " : "", product);
	}
	free(text);
}

static void fact_cgroup(const struct machine *m, char out[static FACT_LEN])
{
	char *text = file_text(m->root, "/proc/self/cgroup");
	bool v2;
	char *path = cgroup_path(text, "cpu", &v2), *made = path ? strstr(path, CGROUP_MADE) : NULL;

	if (made)			/* we were elsewhere before, and each run makes another */
		*made = '\0';
	if (path && *path && strcmp(path, "/"))
		line_copy(out, FACT_LEN, path);
	free(text);
}

/* The file system that a directory is on: the last mounted of the deepest. */
static void fact_scratch(const struct machine *m, char out[static FACT_LEN])
{
	char *text = m->dir ? file_text(m->root, "/proc/self/mountinfo") : NULL;
	char *next = text, *line;
	struct mount mount;
	size_t deepest = 0;

	while ((line = strsep(&next, "\n"))) {
		if (!mount_split(line, &mount) || !path_below(m->dir, mount.point) ||
		    strlen(mount.point) < deepest)
			continue;
		deepest = strlen(mount.point);
		snprintf(out, FACT_LEN, "%.20s on %.50s", mount.type, mount.source);
	}
	free(text);
}

#define CPU_DIR "/sys/devices/system/cpu/"
#define DEBUG_DIR "/sys/kernel/debug/sched/"	/* for root alone */

/*
 * The facts for the header. Rows of one name, which stand together, make one
 * line. A value is a file's first line, or what stands there after a key or a
 * mark, or comes from a function.
 */
static const struct machine_fact {
	const char *name;
	const char *path;
	const char *key;	/* at the start of a line, or */
	const char *mark;	/* anywhere, with one word behind it */
	double (*number)(const struct machine *m);	/* NAN or less than 0: unknown */
	void (*get)(const struct machine *m, char out[static FACT_LEN]);
	double unit;		/* the value is a number, to be divided by this */
	const char *zero, *one;	/* what the numbers 0 and 1 mean; NULL: not worth a word */
	const char *word;	/* stands for any value */
	const char *before, *after;	/* stand around the value, after: around a number */
	bool otherwise;		/* only if the row above has no value */
	const char *json;	/* the key of the number in JSON; NULL: it is not there */
} machine_fact[] = {
	{ "Kernel", .path = "/proc/sys/kernel/version" },	/* as uname -v */
	{ "Boot", .path = "/proc/sys/kernel/random/boot_id" },
	{ "Machine", .get = fact_machine },
	{ "CPU", .path = "/proc/cpuinfo", .key = "model name" },
	{ "CPU", .path = "/proc/cpuinfo", .key = "Model", .otherwise = true },
	{ "CPUs", .number = fact_cpus, .unit = 1, .after = " in use", .json = "cpus" },
	{ "CPUs", .path = CPU_DIR "online", .before = "online " },
	{ "CPUs", .path = CPU_DIR "isolated", .before = "isolated " },
	{ "CPUs", .path = CPU_DIR "smt/active", .zero = "no SMT", .one = "SMT" },
	{ "Memory", .path = "/proc/meminfo", .key = "MemTotal", .unit = 1024, .after = " MB RAM",
	  .json = "ram_mb" },
	{ "Memory", .path = "/proc/meminfo", .key = "SwapTotal", .unit = 1024, .after = " MB swap",
	  .zero = "no swap", .json = "swap_mb" },
	{ "Scheduler", .get = fact_sched_ext },
	{ "Scheduler", .path = "/proc/sys/kernel/sched_bore", .one = "BORE", .otherwise = true },
	{ "Scheduler", .path = "/proc/self/sched", .key = "se.vruntime", .word = "fair",
	  .otherwise = true },
	{ "Tunables", .path = "/sys/kernel/realtime", .one = "PREEMPT_RT" },
	/* the model in force, "none voluntary (full)", else what the command line asks for */
	{ "Tunables", .path = DEBUG_DIR "preempt", .mark = "(", .before = "preempt " },
	{ "Tunables", .path = "/proc/cmdline", .mark = " preempt=", .before = "preempt=",
	  .otherwise = true },
	{ "Tunables", .path = DEBUG_DIR "base_slice_ns", .before = "slice ",
	  .unit = 1e6, .after = " ms", .json = "slice_ms" },
	{ "Tunables", .path = "/proc/self/sched", .key = "se.slice", .before = "slice ",
	  .unit = 1e6, .after = " ms", .otherwise = true,	/* since 6.12 */
	  .json = "slice_ms" },
	{ "Tunables", .path = DEBUG_DIR "min_granularity_ns", .before = "min_granularity ",
	  .unit = 1e6, .after = " ms", .otherwise = true,	/* before 6.6 */
	  .json = "min_granularity_ms" },
	{ "Tunables", .path = "/proc/sys/kernel/sched_autogroup_enabled",
	  .zero = "autogroup off", .one = "autogroup on" },
	{ "Frequency", .path = CPU_DIR "cpu0/cpufreq/scaling_driver" },
	{ "Frequency", .path = CPU_DIR "cpu0/cpufreq/scaling_governor" },
	{ "Frequency", .path = CPU_DIR "cpu0/cpufreq/energy_performance_preference" },
	{ "Frequency", .path = CPU_DIR "cpufreq/boost", .zero = "boost off", .one = "boost on" },
	{ "Frequency", .path = CPU_DIR "intel_pstate/no_turbo", .zero = "boost on",
	  .one = "boost off", .otherwise = true },
	{ "Clock source",
	  .path = "/sys/devices/system/clocksource/clocksource0/current_clocksource" },
	{ "Virtual", .path = "/sys/hypervisor/type" },
	{ "Virtual", .get = fact_hypervisor, .otherwise = true },
	{ "Virtual", .path = "/run/systemd/container" },
	{ "Virtual", .path = "/proc/1/environ", .key = "container", .otherwise = true },
	/* The two files prove no more than that they are there. */
	{ "Virtual", .path = "/.dockerenv", .word = "/.dockerenv", .otherwise = true },
	{ "Virtual", .path = "/run/.containerenv", .word = "/run/.containerenv",
	  .otherwise = true },
	{ "Cgroup", .number = fact_quota, .unit = 1, .before = "quota ", .after = " CPUs",
	  .json = "quota_cpus" },
	{ "Cgroup", .number = fact_memory_limit, .unit = 1, .before = "memory ", .after = " MB",
	  .json = "memory_limit_mb" },
	{ "Cgroup", .get = fact_cgroup },
	{ "Scratch", .get = fact_scratch },
};

static void fact_number(const struct machine_fact *f, double n, char out[static FACT_LEN])
{
	const char *word = n == 0 ? f->zero : n == 1 ? f->one : NULL;
	char number[32];

	if (word)
		strcpy(out, word);
	else if (n >= 0 && f->unit > 0)
		snprintf(out, FACT_LEN, "%s%s", fmt_number(number, n / f->unit), f->after);
}

/* The value of a row; "" if it is not known. */
static void fact_value(const struct machine_fact *f, const struct machine *m,
		       char out[static FACT_LEN])
{
	char *text = f->path ? file_text(m->root, f->path) : NULL;
	char *marked = text && f->mark ? strstr(text, f->mark) : NULL;
	const char *value = text && f->key ? value_after(text, f->key) : f->mark ? marked : text;

	if (marked) {
		value += strlen(f->mark);
		marked[strlen(f->mark) + strcspn(value, ") \n")] = '\0';
	}
	*out = '\0';
	if (f->get)
		f->get(m, out);
	else if (f->number)
		fact_number(f, f->number(m), out);
	else if (value && (f->unit > 0 || f->zero || f->one))
		fact_number(f, (double)number_at(value), out);
	else if (value)
		line_copy(out, FACT_LEN, f->word ? f->word : value);
	free(text);
}

/* The whole line of a name, but for the name itself; "" if nothing is known. */
static void machine_line(const struct machine *m, const char *name, char out[static FACT_LEN])
{
	char line[4 * FACT_LEN] = "", value[FACT_LEN] = "";
	size_t n = 0;

	for (const struct machine_fact *f = machine_fact; f < machine_fact + LENGTH(machine_fact);
	     f++) {
		if (strcmp(f->name, name) || (f->otherwise && *value))
			continue;
		fact_value(f, m, value);
		if (*value && n < sizeof(line))
			n += (size_t)snprintf(line + n, sizeof(line) - n, "%s%s%s", n ? ", " : "",
					      f->before ? f->before : "", value);
	}
	line_copy(out, FACT_LEN - strlen(name) - strlen(": "), line);	/* the whole fits */
}

/* The number of a row for JSON; NAN: unknown, or the row has none. */
static double fact_json(const struct machine_fact *f, const struct machine *m)
{
	double n = NAN;

	if (f->json)
		n = f->number ? f->number(m) : (double)file_number(m->root, f->path, f->key);
	return n >= 0 ? n / f->unit : NAN;
}

static void machine_numbers(const struct machine *m, struct run *run)
{
	double n = NAN;

	for (size_t i = 0; i < LENGTH(machine_fact); i++) {
		if (machine_fact[i].otherwise && !isnan(n))
			continue;
		n = fact_json(&machine_fact[i], m);
		run_add_number(run, machine_fact[i].json, n);
	}
}

void machine_facts(const struct machine *m, struct run *run)
{
	char line[FACT_LEN];
	const char *last = "";

	for (size_t i = 0; i < LENGTH(machine_fact); i++) {
		if (!strcmp(machine_fact[i].name, last))
			continue;
		last = machine_fact[i].name;
		machine_line(m, last, line);
		if (*line)
			run_add_fact(run, last, line);
	}
	machine_numbers(m, run);
}

/*
 * What must not change from the header to the end of a pairing: lines of it, and
 * the remark if one has changed; without one the row is void.
 */
static const struct machine_guard {
	const char *name, *what, *remark;
} machine_guard[MACHINE_GUARDS] = {
	{ .name = "Scheduler", .what = "the scheduler" },
	{ .name = "Clock source", .what = "the clock source" },
	{ .name = "CPUs", .what = "the set of CPUs" },
	{ .name = "Tunables", .remark = "scheduler settings changed" },
	{ .name = "Frequency", .remark = "governor or boost changed" },
	{ .name = "Cgroup", .remark = "limits changed" },
};

void machine_state(const struct machine *m, int64_t slept_ns, struct machine_state *s)
{
	for (size_t i = 0; i < LENGTH(machine_guard); i++)
		machine_line(m, machine_guard[i].name, s->line[i]);
	s->throttled_ms = machine_throttled_ms(m->root);
	s->slept_ns = slept_ns;
}

void machine_told(const struct run *run, struct machine_state *s)
{
	for (size_t i = 0; i < LENGTH(machine_guard); i++) {
		const char *told = run_fact(run, machine_guard[i].name);

		if (told)
			line_copy(s->line[i], FACT_LEN, told);
	}
}

enum { CLOCK_TRIES = 100 };
enum { STEAL_LEAST_PCT = 2 };		/* of the CPUs: guests of an idle host lose less */
/* the two clocks are read within 1 ms of each other, and no suspend is as short */
#define SUSPEND_LEAST_NS (100 * NSEC_PER_MSEC)

void machine_now(struct machine *m, struct machine_state *s)
{
	struct cpus allowed;
	int64_t before, slept, after;
	int tries = 0;

	m->cpus = cpus_allowed(&allowed) ? allowed.count : 0;
	do {			/* else a preemption here would be taken for a suspend */
		before = now_ns();
		slept = clock_ns(CLOCK_BOOTTIME);
		after = now_ns();
	} while (after - before > NSEC_PER_MSEC && ++tries < CLOCK_TRIES);
	machine_state(m, slept - before, s);
}

/* Where the part of a line begins that is not as it was; parts end with ", ". */
static const char *line_news(const char *was, const char *now)
{
	const char *news = now;

	for (const char *s = now; *s && *s == *was; s++, was++)
		if (s > now && s[-1] == ',' && *s == ' ')
			news = s + 1;
	return news;
}

void machine_compare(const struct machine_state *before, const struct machine_state *after,
			    const struct cpu_share *share, struct row *row)
{
	double throttled_ms = after->throttled_ms - before->throttled_ms;
	int64_t slept_ns = after->slept_ns - before->slept_ns;

	for (size_t i = 0; i < LENGTH(machine_guard); i++) {
		const struct machine_guard *g = &machine_guard[i];
		const char *was = before->line[i], *now = after->line[i];

		if (!*was || !*now || !strcmp(was, now))
			continue;	/* what cannot be read tells of no change */
		if (g->remark)
			remark_add(row, g->remark, "", NAN);
		else if (!*row->reason)		/* a row has 70 columns; the header tells what was */
			row_void(row, "%s is now %s%s", g->what,
				 line_news(was, now) > now ? "..., " : "", line_news(was, now));
	}
	if (!*row->reason && slept_ns > SUSPEND_LEAST_NS)
		row_void(row, "the machine was suspended for %.1f s",
			 (double)slept_ns / NSEC_PER_SEC);
	if (share->pct[CPU_STEAL] > STEAL_LEAST_PCT)
		remark_add(row, "steal", "%", share->pct[CPU_STEAL]);
	if (throttled_ms > 0)
		remark_add(row, "throttled by a cgroup for", "ms", throttled_ms);
}
