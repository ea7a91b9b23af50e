/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.h - what Linux tells of itself
 *
 * Everything is read below a root directory that is "" but in tests. Any file may be missing,
 * unreadable, hidden by a container or nonsense: what it would have told is then unknown (-1,
 * NAN, "", and no line in the header), never guessed.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../interbench.h"
#include "util.h"
#include "detail.h"

#define FACT_LEN 81		/* of a line of the header, with its 0: 80 columns in mail */

/*
 * The number in a file: behind a key at the start of a line, or (NULL) at the file's start.
 * -1: there is no such file or number, or it means "no limit".
 */
int64_t file_number(const char *root, const char *path, const char *key);

/* file_number() of this machine; NAN: unknown. */
double machine_number(const char *path, const char *key);

/*
 * How long a thread was on a CPU and waited for one so far, in ns, by its file schedstat. False:
 * Linux does not tell (all is 0 without CONFIG_SCHED_INFO).
 */
bool machine_waits(const char *path, double *cpu_ns, double *wait_ns);

/*
 * Copy the first line of a text so that it can stand in the header: one blank
 * between words, no byte that could move a cursor, "..." where it was too long.
 */
void line_copy(char *out, size_t size, const char *text);

/*
 * A control group, and the way up from it. Limits of all ancestors count, so
 * every limit is read in a loop, from cgroup_own() up to the top of what is
 * mounted here. v1 and v2 differ in nothing but the names of files.
 */
struct cgroup {
	const char *root;
	char dir[PATH_MAX];
	size_t top;		/* length of dir at the mount's root */
	bool v2;
};

/* Find our group for a controller. False: there is none, or it is not visible. */
bool cgroup_own(const char *root, const char *controller, struct cgroup *cg);

/* The same for another group of that hierarchy, by its path as /proc/PID/cgroup writes it. */
bool cgroup_find(const char *root, const char *controller, const char *path, struct cgroup *cg);

/*
 * How long quotas have throttled a group and those above it, as far as they do not hold the
 * directory below, too (NULL: all); NAN: unknown. The kernel adds up over CPUs, so this can
 * grow faster than the clock.
 */
double cgroup_throttled_ms(const struct cgroup *group, const char *below);

/* How the path of a group begins that lib/group has made, behind that of the one it is in. */
#define CGROUP_MADE "/interbench-"

/* The number in a group's file, which has one name in v2 and another in v1; key: as above. */
int64_t cgroup_number(const struct cgroup *cg, const char *v2, const char *v1,
			     const char *key);

/* The less of two amounts, of which -1 is unknown or without limit. */
int64_t lesser(int64_t a, int64_t b);

/* What we may use, in bytes; -1: unknown, or no limit. */
struct memory {
	int64_t limit;		/* the tightest that a cgroup sets */
	int64_t usable;		/* by anybody, all in all */
	int64_t available, swap;	/* now: maybe little in an ancestor with others in it */
	int64_t swap_total;		/* of the machine, whoever may use it */
};

struct memory machine_memory(const char *root);

/* Why we cannot swap, in words: the machine has none, or none is left to us. NULL: we can. */
const char *swap_lack(const struct memory *m);

/* Processes that the OOM killer has taken, in our memory group or the machine; -1: unknown. */
int64_t machine_oom_kills(const char *root);

/* Processes and threads that may still be made; -1: unknown, or no limit. */
int64_t machine_pids_left(const char *root);

/* Since boot. Doubles: nothing in a file can make them overflow. Zeros: no such CPU. */
struct cpu_ticks {
	double way[CPU_WAYS];
};

struct cpu_use {
	struct cpu_ticks *cpu;	/* owned; by number of the CPU, with gaps */
	size_t cpus;
};

/* How each CPU has spent its time. Nothing: unknown. To be freed (u->cpu). */
void machine_cpu_use(const char *root, struct cpu_use *u);

/* How the CPUs of a mask (NULL: all) spent the time between two readings. */
struct cpu_share cpu_use_between(const struct cpu_use *before, const struct cpu_use *after,
					const cpu_set_t *mask, size_t mask_size);

/* For how long (us) some task waited for what a file of /proc/pressure is on; -1: unknown. */
int64_t machine_pressure_us(const char *root, const char *path);

/* What the value of a fact can depend on. */
struct machine {
	const char *root;	/* "" but in tests */
	const char *dir;	/* for scratch files, an absolute path; NULL: none */
	int cpus;		/* this process may use now; 0: unknown */
};

#define SCHED_EXT_DIR "/sys/kernel/sched_ext/"

/* Is a BPF scheduler loaded? */
bool sched_ext_enabled(const char *root);

/* Add the machine's facts to a run's header, and those that are numbers to its JSON. */
void machine_facts(const struct machine *m, struct run *run);

#define MACHINE_GUARDS 6	/* lines of the header that must not change */

/* What machine_compare() compares. */
struct machine_state {
	char line[MACHINE_GUARDS][FACT_LEN];
	double throttled_ms;
	int64_t slept_ns;	/* CLOCK_BOOTTIME - CLOCK_MONOTONIC */
};

/* The state below m->root; slept_ns is given, since no file has it. */
void machine_state(const struct machine *m, int64_t slept_ns, struct machine_state *s);

/* Put what a run's header tells in the place of what has been read; the rest stays. */
void machine_told(const struct run *run, struct machine_state *s);

/*
 * The state of this machine, and m->cpus anew. It was suspended for as long as
 * CLOCK_MONOTONIC, which stands meanwhile, has fallen behind CLOCK_BOOTTIME.
 */
void machine_now(struct machine *m, struct machine_state *s);

/*
 * Compare the machine before (or in the header) and after a pairing: remarks on its row, or a reason
 * why the row is void. share: of the measured window.
 */
void machine_compare(const struct machine_state *before, const struct machine_state *after,
			    const struct cpu_share *share, struct row *row);

#endif
