/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../interbench.h"
#include "clock.h"
#include "group.h"
#include "machine.h"
#include "proc.h"
#include "util.h"

#define WEIGHT_DEFAULT 100		/* of Linux: cpu.weight in v2, */
#define SHARES_DEFAULT 1024		/* cpu.shares in v1 */

/* The length of the path of a group that is made, and of a file in any group. */
#define GROUP_PATH (PATH_MAX + NAME_MAX)
#define GROUP_FILE (GROUP_PATH + NAME_MAX)

/*
 * What is made for a run: a group below another one, the base, and in it those of the roles
 * and, if the base may not keep its processes, a leaf for us.
 */
static struct {
	struct cgroup base, dir;	/* "" in dir.dir: nothing is made */
	bool leaf;			/* v2: the base cannot have processes and groups with weights */
	bool enable;			/* v2: the base does not hand the controller down yet */
	pid_t remover;
	int leash;			/* of the remover: a pipe that all must close first */
} made;

/* What is made for roles, and for us. */
static const char *const made_name[] = { "task", "load", "parent" };
enum { MADE_TASK, MADE_LOAD, MADE_LEAF };

bool group_path_valid(const char *path)
{
	size_t len;

	if (*path != '/' || strlen(path) >= PATH_MAX || strchr(path, '\n'))
		return false;
	for (const char *name = path + 1; ; name += len + 1) {
		len = strcspn(name, "/");
		/* as in "//", "/a/", "/.", "/..": /proc has no such path */
		if (len > NAME_MAX || (len == 0 && path[1]) ||
		    (len > 0 && len <= 2 && !strncmp(name, "..", len)))
			return false;
		if (!name[len])
			return true;
	}
}

bool groups_settle(struct group *task, struct group *load, char reason[static REASON_LEN])
{
	if (!task->weight && !load->weight)
		return true;
	if (task->path || load->path) {
		snprintf(reason, REASON_LEN, "--weight or --load-weight excludes --cgroup and "
			 "--load-cgroup: it counts between the two groups that are made for it");
		return false;
	}
	if (!task->weight)
		task->weight = WEIGHT_DEFAULT;
	if (!load->weight)
		load->weight = WEIGHT_DEFAULT;
	return true;
}

/* The path of a file in a group; valid until the next call. */
static const char *file_in(const char *dir, const char *file)
{
	static char path[GROUP_FILE];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	return path;
}

/* Write into a file of a group: 0, or errno. */
static int group_put(const char *dir, const char *file, const char *text)
{
	int fd = open(file_in(dir, file), O_WRONLY | O_CLOEXEC), error = errno;

	if (fd < 0)
		return error;
	error = write(fd, text, strlen(text)) < 0 ? errno : 0;
	close(fd);
	return error;
}

/* Is the cpu controller among those in a file of a group? */
static bool group_has_cpu(const struct cgroup *cg, const char *file)
{
	char *text = file_text(cg->root, file_in(cg->dir, file)), *next = text, *word;
	bool has = false;

	while ((word = strsep(&next, " \n")))
		has |= !strcmp(word, "cpu");
	free(text);
	return has;
}

/* The weight in force, in v1 worked out from its shares; -1: unknown. */
static int64_t group_weight(const struct cgroup *cg)
{
	int64_t n = cgroup_number(cg, "cpu.weight", "cpu.shares", NULL);

	return n < 0 || cg->v2 ? n : (n * WEIGHT_DEFAULT + SHARES_DEFAULT / 2) / SHARES_DEFAULT;
}

static bool group_weigh(const struct cgroup *cg, int weight, char reason[static REASON_LEN])
{
	const char *file = cg->v2 ? "cpu.weight" : "cpu.shares";
	int n = cg->v2 ? weight : weight * SHARES_DEFAULT / WEIGHT_DEFAULT, error;
	char text[16];
	int64_t now;

	snprintf(text, sizeof(text), "%d", n);
	error = group_put(cg->dir, file, text);
	now = cgroup_number(cg, file, file, NULL);
	if (error)
		snprintf(reason, REASON_LEN, "%s %d for weight %d refused: %s", file, n, weight,
			 strerror(error));
	else if (now != n)
		snprintf(reason, REASON_LEN, "%s %d for weight %d set, but %" PRId64 " is in force",
			 file, n, weight, now);
	return !error && now == n;
}

/* Find a group that is named. A frozen one would stop the role that joins it. */
static bool group_find(struct group *g, char reason[static REASON_LEN])
{
	char *path = line_clean(g->path);
	struct stat st;

	*reason = '\0';
	if (!cgroup_find("", "cpu", g->path, &g->at))
		snprintf(reason, REASON_LEN, "cgroup %.100s is not to be seen here: no mounted "
			 "hierarchy with the cpu controller has it", path);
	else if (stat(g->at.dir, &st))
		snprintf(reason, REASON_LEN, "cgroup %.120s: %s", path, strerror(errno));
	else if (g->at.v2 && cgroup_number(&g->at, "cgroup.events", NULL, "frozen") == 1)
		snprintf(reason, REASON_LEN, "cgroup %.120s is frozen (cgroup.freeze)", path);
	free(path);
	return !*reason;
}

/*
 * The process that removes what was made
 */

/* Kill what runs in a group, but not below it. */
static void group_kill(const char *dir)
{
	char *text, *next;
	pid_t pid;

	group_put(dir, "cgroup.kill", "1");	/* v2 since 5.14: with all below it, at once */
	text = file_text("", file_in(dir, "cgroup.procs"));
	for (next = text; next && (pid = (pid_t)strtol(next, &next, 10)) > 0; )
		kill(pid, SIGKILL);
	free(text);
}

/* Remove a group and all below it (a command may have made some). False: not yet. */
static bool group_remove(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	group_kill(dir);
	while (d && (e = readdir(d))) {
		char *below;

		if (e->d_type != DT_DIR || !strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		below = xstrdup(file_in(dir, e->d_name));
		group_remove(below);
		free(below);
	}
	if (d)
		closedir(d);
	return !rmdir(dir) || access(dir, F_OK);
}

/* Move the processes of our leaf, of which the caller may be one, back to the base. */
static void made_leave(const char *leaf)
{
	char *text = file_text("", file_in(leaf, "cgroup.procs")), *next = text, *pid;

	while ((pid = strsep(&next, "\n")))
		if (*pid)
			group_put(made.base.dir, "cgroup.procs", pid);
	free(text);
}

/* Remove what was made; false: a process is still in it. used: one of a role is. */
static bool made_remove(bool *used)
{
	char dir[GROUP_PATH];

	*used = false;
	for (int i = MADE_TASK; i <= MADE_LOAD; i++) {
		snprintf(dir, sizeof(dir), "%s/%s", made.dir.dir, made_name[i]);
		*used |= !group_remove(dir);
	}
	if (*used)
		return false;
	if (made.dir.v2)
		group_put(made.dir.dir, "cgroup.subtree_control", "-cpu");
	if (made.enable)		/* refused if another run needs it by now */
		group_put(made.base.dir, "cgroup.subtree_control", "-cpu");
	snprintf(dir, sizeof(dir), "%s/%s", made.dir.dir, made_name[MADE_LEAF]);
	if (made.leaf)
		made_leave(dir);
	rmdir(dir);
	return !rmdir(made.dir.dir) || access(made.dir.dir, F_OK);
}

/*
 * Wait until every process has closed the leash, and remove what was made. It waits as long
 * as a role has a process that cannot die, but for our own leaf only REAP_LIMIT.
 */
__attribute__((noreturn))
static void remover_run(int leash)
{
	int64_t nap = NSEC_PER_MSEC, until = 0;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	bool used;
	sigset_t all;
	char c;

	setsid();
	prctl(PR_SET_NAME, "groups");		/* killall interbench must not end this */
	sigfillset(&all);			/* nor must a signal to all processes */
	sigprocmask(SIG_SETMASK, &all, NULL);
	for (int fd = STDIN_FILENO; null >= 0 && fd <= STDERR_FILENO; fd++)
		dup2(null, fd);			/* else a reader of our output waits for us */
	while (read(leash, &c, 1) < 0 && errno == EINTR)
		;
	while (!made_remove(&used)) {
		if (used || !until)
			until = now_ns() + REAP_LIMIT;
		if (now_ns() > until)
			_exit(EXIT_TROUBLE);
		sleep_until(now_ns() + nap);
		nap = nap < NSEC_PER_SEC / 2 ? 2 * nap : nap;
	}
	_exit(EXIT_SUCCESS);
}

/* Start the remover: not by child_fork(), since it has to outlive us. */
static int remover_start(void)
{
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC))
		return errno;
	made.remover = fork();
	if (made.remover == 0) {
		close(ends[1]);
		remover_run(ends[0]);
	}
	error = errno;
	close(ends[0]);
	made.leash = ends[1];
	if (made.remover > 0)
		return 0;
	close(ends[1]);
	made.remover = 0;
	return error;
}

void groups_end(void)
{
	int64_t until = now_ns() + TERM_LIMIT;
	bool used;

	if (!*made.dir.dir)
		return;
	if (made.remover) {
		close(made.leash);
		/* a role that cannot be killed holds the leash, too */
		while (!waitpid(made.remover, NULL, WNOHANG) && now_ns() < until)
			sleep_until(now_ns() + NSEC_PER_MSEC);
	}
	if (!access(made.dir.dir, F_OK) && !made_remove(&used))	/* the remover is dead or slow */
		warn("a process keeps the control groups in %s", made.dir.dir);
	memset(&made, 0, sizeof(made));
}

/*
 * Making them
 */

/* Give the reason why something failed at a path; returns false. */
static bool made_failed(const char *what, const char *path, int error,
			char reason[static REASON_LEN])
{
	size_t len = strlen(path);
	const char *hint = error == EBUSY ? " (other processes are in it)" :
		error == EAGAIN ? " (cgroup.max.depth or .descendants)" :
		error == EACCES ? " (root may, or whom the group is delegated to)" :
		error == EOPNOTSUPP ? " (a threaded group?)" : "";

	/* the end tells more than the start, which is that of the file system */
	snprintf(reason, REASON_LEN, "%s %s%s: %s%s", what, len > 90 ? "..." : "",
		 len > 90 ? path + len - 87 : path, strerror(error), hint);
	return false;
}

static bool made_mkdir(int which, char reason[static REASON_LEN])
{
	const char *path = which < 0 ? made.dir.dir : file_in(made.dir.dir, made_name[which]);

	return !mkdir(path, 0755) || made_failed("mkdir", path, errno, reason);
}

static bool made_put(const char *dir, const char *file, const char *text,
		     char reason[static REASON_LEN])
{
	int error = group_put(dir, file, text);

	return !error || made_failed(text, file_in(dir, file), error, reason);
}

/* Move us and the remover to the leaf: then the base can hand the controller down. */
static bool made_move(char reason[static REASON_LEN])
{
	char leaf[GROUP_PATH], pid[16];

	snprintf(leaf, sizeof(leaf), "%s/%s", made.dir.dir, made_name[MADE_LEAF]);
	snprintf(pid, sizeof(pid), "%d", (int)made.remover);
	return made_mkdir(MADE_LEAF, reason) && made_put(leaf, "cgroup.procs", "0", reason) &&
	       made_put(leaf, "cgroup.procs", pid, reason);
}

/* Does a group hold processes other than us? */
static bool others_in(const struct cgroup *cg)
{
	char *text = file_text(cg->root, file_in(cg->dir, "cgroup.procs")), own[16];
	bool others;

	snprintf(own, sizeof(own), "%d\n", (int)getpid());
	others = text && *text && strcmp(text, own);
	free(text);
	return others;
}

/* Begin anew with this base, and with what has to be done to it. */
static void base_set(const struct cgroup *base)
{
	memset(&made, 0, sizeof(made));
	made.base = *base;
	/* the root, which has no such file, may have processes and groups */
	made.leaf = base->v2 && !access(file_in(base->dir, "cgroup.type"), F_OK);
	made.enable = base->v2 && !group_has_cpu(base, "cgroup.subtree_control");
}

/* Can groups with weights be made below the base? If not, nothing is tried there. */
static bool base_usable(char reason[static REASON_LEN])
{
	const char *dir = made.base.dir;
	size_t len = strlen(dir);
	const char *shown = len > 80 ? dir + len - 80 : dir;

	if (made.base.v2 && !group_has_cpu(&made.base, "cgroup.controllers"))
		snprintf(reason, REASON_LEN, "%.100s has no cpu controller (cgroup.controllers)",
			 shown);
	else if (made.leaf && made.enable && others_in(&made.base))
		snprintf(reason, REASON_LEN, "%.100s holds other processes beside us, so that no "
			 "weights count below it", shown);
	else
		return true;
	return false;
}

/* Make all groups below the base. If that fails, what was made is removed again. */
static bool made_below(const struct cgroup *base, char reason[static REASON_LEN])
{
	uint64_t number = random_seed();	/* another pid namespace may have the same pid */
	int error;

	base_set(base);
	if (!base_usable(reason))
		return false;
	made.dir = *base;
	error = snprintf(made.dir.dir, sizeof(made.dir.dir), "%s" CGROUP_MADE "%d-%08" PRIx32,
			 base->dir, (int)getpid(), (uint32_t)number) < PATH_MAX ? 0 : ENAMETOOLONG;
	if (!error)
		error = remover_start();
	if (error) {
		memset(&made, 0, sizeof(made));
		return made_failed("cannot make groups below", base->dir, error, reason);
	}
	if (made_mkdir(-1, reason) && (!made.leaf || made_move(reason)) &&
	    (!made.enable || made_put(base->dir, "cgroup.subtree_control", "+cpu", reason)) &&
	    (!base->v2 || made_put(made.dir.dir, "cgroup.subtree_control", "+cpu", reason)) &&
	    made_mkdir(MADE_TASK, reason) && made_mkdir(MADE_LOAD, reason)) {
		/* strays_kill() compares starts in ticks of 10 ms: let the remover be older */
		sleep_until(now_ns() + 20 * NSEC_PER_MSEC);
		return true;
	}
	groups_end();
	return false;
}

/* Make them below our own group if we may, else, as root, below the root mounted here. */
static bool made_anywhere(char reason[static REASON_LEN])
{
	struct cgroup base;
	size_t len;

	if (!cgroup_own("", "cpu", &base)) {
		snprintf(reason, REASON_LEN, "no hierarchy with the cpu controller is mounted here");
		return false;
	}
	if (made_below(&base, reason))
		return true;
	if (!geteuid() && strlen(base.dir) > base.top) {
		base.dir[base.top] = '\0';
		return made_below(&base, reason);
	}
	len = strlen(reason);
	if (base.v2 && geteuid())
		snprintf(reason + len, REASON_LEN - len, "; this may allow it: systemd-run --user "
			 "--scope -p Delegate=yes interbench ...");
	return false;
}

bool groups_ready(struct group *task, struct group *load, char reason[static REASON_LEN])
{
	struct group *const group[] = { [MADE_TASK] = task, [MADE_LOAD] = load };

	for (int i = MADE_TASK; i <= MADE_LOAD; i++) {
		struct group *g = group[i];

		g->at.dir[0] = '\0';
		if (g->path && !group_find(g, reason))
			return false;
		if (!g->weight)
			continue;
		if (!*made.dir.dir && !made_anywhere(reason))
			return false;
		g->at = made.dir;
		strncat(strcat(g->at.dir, "/"), made_name[i], 8);
	}
	return true;
}

/*
 * Used by a role
 */

bool group_join(const struct group *g, char reason[static REASON_LEN])
{
	const char *why = NULL;
	struct cgroup now;
	int error;

	if (made.remover)
		close(made.leash);	/* else a stray that outlives us would keep the groups */
	if (!*g->at.dir)
		return true;
	if (g->weight && !group_weigh(&g->at, g->weight, reason))
		return false;
	error = group_put(g->at.dir, "cgroup.procs", "0");
	if (error == EINVAL && cgroup_number(&g->at, "", "cpu.rt_runtime_us", NULL) == 0)
		why = "no real time budget (cpu.rt_runtime_us)";
	else if (error)
		why = strerror(error);
	else if (!cgroup_own("", "cpu", &now) || strcmp(now.dir, g->at.dir))
		why = "joined, but we are in another one";
	if (why)
		snprintf(reason, REASON_LEN, "cgroup not joined: %s%s (%.80s)", why,
			 error == EOPNOTSUPP ? ", invalid as threaded" :
			 error == EBUSY ? ", controllers are handed down there" : "", g->at.dir);
	return !why;
}

void group_describe(const struct group *g, char *out, size_t size)
{
	static const char before[] = "cgroup ", cut[] = "...";
	char weight[32] = "", *path = line_clean(g->path ? g->path : "of its own");
	int64_t n = g->path ? group_weight(&g->at) : g->weight;
	size_t len = strlen(path), room;

	*out = '\0';
	if (*g->at.dir && n >= 0)
		snprintf(weight, sizeof(weight), ", weight %" PRId64, n);
	room = size - sizeof(before) - strlen(weight);
	if (*g->at.dir && len <= room)
		snprintf(out, size, "%s%s%s", before, path, weight);
	else if (*g->at.dir)
		snprintf(out, size, "%s%s%s%s", before, cut, path + len - room + strlen(cut), weight);
	free(path);
}

double group_throttled_ms(const struct group *g)
{
	struct cgroup own;

	if (!*g->at.dir)
		return NAN;
	return cgroup_throttled_ms(&g->at, cgroup_own("", "cpu", &own) ? own.dir : NULL);
}

void group_use_read(const struct group *g, struct group_use *use)
{
	char path[GROUP_FILE];

	use->throttled_ms = group_throttled_ms(g);
	for (int i = 0; i < PRESSURES; i++) {
		int64_t us = -1;

		snprintf(path, sizeof(path), "%s/%s.pressure", g->at.dir, pressure_name[i]);
		if (*g->at.dir && g->at.v2)
			us = machine_pressure_us("", path);
		use->pressure[i] = us < 0 ? NAN : (double)us;
	}
}
