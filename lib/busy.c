/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../interbench.h"
#include "busy.h"
#include "clock.h"
#include "machine.h"
#include "util.h"

#define WATCH_NS (300 * NSEC_PER_MSEC)		/* a tick of 10 ms is 3 % of it */
#define READ_LIMIT (200 * NSEC_PER_MSEC)	/* for 20,000 processes, on an idle CPU */
#define BUSY_LEAST_PCT 0.5		/* less would be printed as 0 % */

#define BUSY_NAME_LEN 16			/* as Linux has it; kernel threads have longer ones */

/* A process as /proc/PID/stat has it. */
struct process {
	long pid;
	unsigned long long born;	/* with pid: who it is */
	unsigned long long ticks;	/* of CPU so far, of all its threads */
	int cpu;			/* on which it ran last */
	char name[BUSY_NAME_LEN];
};

struct processes {
	struct process *row;		/* owned; by pid */
	size_t n;
	bool cut;			/* there was no time for all */
};

/*
 * Read a line of /proc/PID/stat. A name can be any bytes, so it ends at the last parenthesis.
 * Those that our text around it uses become "_".
 */
static bool process_parse(struct process *p, char *line)
{
	char *name = strchr(line, '('), *rest = strrchr(line, ')');
	unsigned long long user, system;

	if (!name || !rest || rest < name ||
	    sscanf(line, "%ld", &p->pid) != 1 ||
	    sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %*d %*d %*d %*d "
		   "%*d %*d %llu %*u %*d %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*d %d",
		   &user, &system, &p->born, &p->cpu) != 4)
		return false;
	*rest = '\0';
	for (char *s = ++name; *s; s++)
		if (strchr(",()\n", *s))
			*s = '_';
	line_copy(p->name, sizeof(p->name), name);
	p->ticks = user + system;
	return true;
}

static bool process_read(struct process *p, int proc, const char *pid)
{
	char path[32], line[1024];
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof(path), "%.16s/stat", pid);
	fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, line, sizeof(line) - 1);
		close(fd);
	}
	line[n > 0 ? n : 0] = '\0';
	return process_parse(p, line);		/* false if it has ended meanwhile */
}

static int process_cmp(const void *a, const void *b)
{
	long x = ((const struct process *)a)->pid, y = ((const struct process *)b)->pid;

	return (x > y) - (x < y);
}

/* Read all processes but ourselves. To be freed (all->row). */
static void processes_read(struct processes *all, const char *root)
{
	char path[PATH_MAX], self[32] = "";
	const int64_t limit = now_ns() + READ_LIMIT;
	struct dirent *entry;
	DIR *dir;

	*all = (struct processes){ .n = 0 };
	snprintf(path, sizeof(path), "%s/proc", root);
	dir = opendir(path);
	/* getpid() would be another process if the numbers are not ours (a pid namespace) */
	if (dir && readlinkat(dirfd(dir), "self", self, sizeof(self) - 1) < 0)
		*self = '\0';
	while (dir && !all->cut && (entry = readdir(dir))) {
		if (!strchr("123456789", *entry->d_name) || !strcmp(entry->d_name, self))
			continue;
		all->cut = now_ns() > limit;
		all->row = grow(all->row, all->n, sizeof(*all->row));
		all->n += process_read(&all->row[all->n], dirfd(dir), entry->d_name);
	}
	if (dir)
		closedir(dir);
	if (all->n)
		qsort(all->row, all->n, sizeof(*all->row), process_cmp);
}

/* The ticks that a process had since an earlier reading; of a new one, all. 0: not known. */
static unsigned long long process_since(const struct process *p, const struct processes *before)
{
	const struct process *was = !before->n ? NULL :
		bsearch(p, before->row, before->n, sizeof(*p), process_cmp);

	if (was && was->born == p->born)
		return p->ticks > was->ticks ? p->ticks - was->ticks : 0;
	return before->cut && !was ? 0 : p->ticks;
}

/* All processes of one name. */
struct busy_name {
	char name[BUSY_NAME_LEN];
	unsigned long long ticks;
};

static int busy_cmp(const void *a, const void *b)
{
	const struct busy_name *x = a, *y = b;

	return x->ticks != y->ticks ? (x->ticks < y->ticks) - (x->ticks > y->ticks) :
	       strcmp(x->name, y->name);
}

/* Write the names of the busiest, three at most, with their share of so many ticks (0: without). */
static void busy_write(char who[static BUSY_WHO_LEN], const struct busy_name *busy, size_t names,
		       double all_ticks)
{
	size_t n = 0;

	for (size_t i = 0; i < names && i < 3; i++) {
		double pct = all_ticks > 0 ? fmin(100, 100 * (double)busy[i].ticks / all_ticks) : 100;
		char share[8] = "", text[48];
		int size;

		if (all_ticks > 0)
			snprintf(share, sizeof(share), "%.0f %% ", pct);
		size = snprintf(text, sizeof(text), "%s%s%s", n ? ", " : "", share, busy[i].name);
		if (!(pct >= BUSY_LEAST_PCT) || n + (size_t)size >= BUSY_WHO_LEN)
			return;
		memcpy(who + n, text, (size_t)size + 1);
		n += (size_t)size;
	}
}

/*
 * Which processes kept the CPUs of a mask busy? These had all_ticks between two readings; 0: their
 * shares are not told.
 */
static void busy_who(char who[static BUSY_WHO_LEN], const struct processes reading[static 2],
		     double all_ticks, const cpu_set_t *mask, size_t mask_size)
{
	struct busy_name *busy = NULL;
	size_t names = 0, k;

	for (const struct process *p = reading[1].row; p < reading[1].row + reading[1].n; p++) {
		unsigned long long ticks = process_since(p, &reading[0]);

		if (!ticks || (mask && (p->cpu < 0 || !CPU_ISSET_S((size_t)p->cpu, mask_size, mask))))
			continue;
		for (k = 0; k < names && strcmp(busy[k].name, p->name); k++)
			;
		if (k == names) {
			busy = grow(busy, names, sizeof(*busy));
			memcpy(busy[names++].name, p->name, sizeof(p->name));
		}
		busy[k].ticks += ticks;
	}
	if (names)
		qsort(busy, names, sizeof(*busy), busy_cmp);
	busy_write(who, busy, names, all_ticks);
	free(busy);
}

void busy_measure(struct busy *b, const cpu_set_t *mask, size_t mask_size)
{
	struct processes reading[2];
	struct cpu_use before, after;
	struct cpu_share share;
	int64_t begin = now_ns();
	double ticks;

	*b = (struct busy){ .pct = NAN };
	processes_read(&reading[0], "");	/* outside of what is watched: reading is work */
	machine_cpu_use("", &before);
	sleep_until(now_ns() + WATCH_NS);
	machine_cpu_use("", &after);
	share = cpu_use_between(&before, &after, mask, mask_size);
	b->pct = 100 - share.pct[CPU_IDLE] - share.pct[CPU_IOWAIT];
	if (b->pct >= BUSY_LEAST_PCT) {
		begin = now_ns() - begin;	/* from one reading of a process to the next */
		processes_read(&reading[1], "");
		ticks = (double)begin / NSEC_PER_SEC * share.cpus * (double)sysconf(_SC_CLK_TCK);
		/* a process is known by where it ran last: it may have had its ticks elsewhere */
		if (share.cpus < cpu_use_between(&before, &after, NULL, 0).cpus)
			ticks = 0;
		busy_who(b->who, reading, ticks, mask, mask_size);
		free(reading[1].row);
	}
	free(reading[0].row);
	free(before.cpu);
	free(after.cpu);
}
