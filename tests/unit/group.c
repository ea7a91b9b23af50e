/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Control groups, from the trees of fixtures.sh: where they are, what they weigh, what is
 * said of them. tests/groups.t has those of the machine.
 */
#include "interbench.h"
#define SETUP_LIMIT NSEC_PER_SEC
#define REAP_LIMIT (60 * NSEC_PER_SEC)
#define TERM_LIMIT (300 * NSEC_PER_MSEC)

#include "lib/group.c"
#include "unit.h"

static char fixtures[400];		/* the directory of the trees */

static const char *tree(const char *name)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", fixtures, name);
	return path;
}

static void test_paths(void)
{
	static const char *const good[] = { "/", "/a", "/a b/c", "/...", "/.a", "/a/b.service" };
	static const char *const bad[] = { "", "a", "//", "/a/", "/a//b", "/.", "/..", "/a/.", "/a/..",
					   "/../a", "/./a", "/a\nb" };
	char long_name[NAME_MAX + 3] = "/", long_path[PATH_MAX + 1] = "";

	for (size_t i = 0; i < LENGTH(good); i++)
		ok(group_path_valid(good[i]), "A group can have the path '%s'", good[i]);
	for (size_t i = 0; i < LENGTH(bad); i++)
		ok(!group_path_valid(bad[i]), "No group has path %zu of those that are bad", i);
	memset(long_name + 1, 'x', NAME_MAX);
	ok(group_path_valid(long_name), "A name can have 255 bytes");
	long_name[NAME_MAX + 1] = 'x';
	ok(!group_path_valid(long_name), "No name has 256 bytes");
	for (size_t i = 0; i < PATH_MAX; i += 2)
		memcpy(long_path + i, "/x", 2);
	ok(!group_path_valid(long_path), "No path has 4096 bytes");
}

static void test_settle(void)
{
	struct group none = { .path = NULL }, task = none, load = none;
	char reason[REASON_LEN];

	ok(groups_settle(&task, &load, reason) && !task.weight && !load.weight,
	   "Without weights there are none");
	task.weight = 300;
	ok(groups_settle(&task, &load, reason) && task.weight == 300 && load.weight == 100,
	   "Beside the weight of the task the load has 100");
	task = load = none;
	load.weight = 7;
	ok(groups_settle(&task, &load, reason) && task.weight == 100 && load.weight == 7,
	   "Beside the weight of the load the task has 100");
	task = none;
	task.path = "/a";
	ok(!groups_settle(&task, &load, reason), "A weight and a named group exclude each other");
	load = none;
	load.path = "/a";
	ok(groups_settle(&task, &load, reason), "Both may be in one group that is named");
}

/* Where a group is in a tree, without the tree; "-": not there. */
static const char *found(const char *name, const char *path)
{
	static struct cgroup cg;

	return cgroup_find(tree(name), "cpu", path, &cg) ? cg.dir : "-";
}

static void test_find(void)
{
	is(found("hybrid", "/a"), "/sys/fs/cgroup/cpu,cpuacct/a",
	   "Where v1 has the cpu controller, a group is looked for there");
	is(found("hybrid", NULL), "/sys/fs/cgroup/cpu,cpuacct/in", "Our own group is the one of v1");
	is(found("hybrid2", "/a"), "/sys/fs/cgroup/unified/a",
	   "Where v1 has other controllers, a group is looked for in v2");
	is(found("blank", "/docker/a b/c d"), "/mnt/c  g\\/c d", "Mounts with blanks in their names are found");
	is(found("blank", "/docker/a"), "-", "A group outside of what is mounted is not seen");
	is(found("blank", "/docker/a bc"), "-", "A group beside what is mounted is not seen");
	is(found("v1", "/docker/abc/x"), "/sys/fs/cgroup/cpu,cpuacct/x",
	   "The mount in a container shows a group below its own");
	is(found("empty", "/"), "-", "Without /proc there are no groups");
	is(found("unmounted", "/"), "-", "Without a mount there are no groups");
}

static int64_t weight(const char *name, const char *path)
{
	struct cgroup cg;

	return cgroup_find(tree(name), "cpu", path, &cg) ? group_weight(&cg) : -2;
}

static void test_weight(void)
{
	struct cgroup cg;

	ok(weight("hybrid", "/a") == 300, "3072 shares are a weight of 300");
	ok(weight("hybrid", "/one") == 1, "10 shares are a weight of 1");
	ok(weight("hybrid", "/in") == -1, "Without the file the weight is unknown");
	ok(weight("hybrid2", "/a") == 250, "v2 tells the weight");
	ok(cgroup_find(tree("hybrid2"), "cpu", "/a", &cg) && !group_has_cpu(&cg, "cgroup.controllers"),
	   "cpuset is not cpu");
	ok(cgroup_find(tree("hybrid2"), "cpu", "/b", &cg) && group_has_cpu(&cg, "cgroup.controllers"),
	   "cpu is among the controllers");
	ok(!group_has_cpu(&cg, "cgroup.subtree_control"), "A file that is not there names no controller");
}

/* What is said of a group, in so many columns. */
static const char *described(struct group g, const char *name, int columns)
{
	static char text[200];

	if (name)
		cgroup_find(tree(name), "cpu", g.path ? g.path : "/", &g.at);
	group_describe(&g, text, (size_t)columns + 1);
	return text;
}

static void test_describe(void)
{
	struct group none = { .path = NULL }, a = { .path = "/a" }, own = { .weight = 300 };
	struct group deep = { .path = "/user.slice/user-1000.slice/session-2.scope" };

	is(described(none, NULL, 80), "", "Nothing is said of a role that stays in our group");
	is(described(a, "hybrid", 80), "cgroup /a, weight 300", "A named group has its path and weight");
	is(described(none, NULL, 80), "", "and nothing is left of what was said before");
	is(described(own, "hybrid", 80), "cgroup of its own, weight 300", "One that is made has no path");
	is(described(own, "hybrid", 29), "cgroup of its own, weight 300", "What fits is not cut");
	is(described(deep, "hybrid", 50), "cgroup /user.slice/user-1000.slice/session-2.scope",
	   "A path without a weight may take all columns");
	is(described(deep, "hybrid", 30), "cgroup ...lice/session-2.scope", "Of a path the end is kept");
	deep.path = "/a\033b";
	is(described(deep, "hybrid", 80), "cgroup /a b", "What could move the cursor is not printed");
}

/* How long the group of a tree was throttled beyond those that hold another directory, too. */
static double throttled(const char *name, const char *path, const char *below)
{
	struct cgroup cg;

	return cgroup_find(tree(name), "cpu", path, &cg) ? cgroup_throttled_ms(&cg, below) : -1;
}

static void test_throttled(void)
{
	static const char dir[] = "/sys/fs/cgroup/";
	char below[64];

	ok(near(throttled("v2", "/kube/pod/box", NULL), 2.5), "All groups on the way up have throttled us");
	snprintf(below, sizeof(below), "%skube/x", dir);
	ok(near(throttled("v2", "/kube/pod/box", below), 0.5), "A group that holds us too does not count");
	snprintf(below, sizeof(below), "%skube/pod/box/in", dir);
	ok(isnan(throttled("v2", "/kube/pod/box", below)), "A group that we are in is not its own");
	snprintf(below, sizeof(below), "%skube/po", dir);
	ok(near(throttled("v2", "/kube/pod/box", below), 0.5), "A name that begins alike is another one");
}

static void fixtures_command(const char *command)
{
	char line[600];

	snprintf(line, sizeof(line), "%s %s", command, fixtures);
	if (system(line))
		exit(1);
}

/*
 * Directories and plain files in place of groups: what Linux does there by itself, they do not.
 */
static char base[500];

static const char *at(const char *name)
{
	static char path[2][600];
	static int turn;

	turn ^= 1;
	snprintf(path[turn], sizeof(path[turn]), "%s/%s", base, name);
	return path[turn];
}

static void put(const char *name, const char *text)
{
	FILE *f = fopen(at(name), "w");

	if (!f || fputs(text, f) < 0 || fclose(f))
		abort();
}

static struct cgroup base_group(bool v2)
{
	struct cgroup cg = { .root = "", .v2 = v2, .top = strlen(base) };

	strcpy(cg.dir, base);
	return cg;
}

/* 100 is 1024 shares in v1. What Linux forgets and what it refuses is told of. */
static void test_weigh(void)
{
	struct cgroup v1 = base_group(false), v2 = base_group(true);
	char reason[REASON_LEN] = "";

	put("cpu.weight", "");
	put("cpu.shares", "");
	ok(group_weigh(&v2, 300, reason) && group_weight(&v2) == 300 && file_number("", at("cpu.weight"), NULL) == 300,
	   "In v2 a weight is written as it is");
	ok(group_weigh(&v1, 300, reason) && group_weight(&v1) == 300 && file_number("", at("cpu.shares"), NULL) == 3072,
	   "In v1 it is 10.24 shares for each");
	unlink(at("cpu.weight"));
	unlink(at("cpu.shares"));
	ok(!group_weigh(&v2, 7, reason), "A weight that is not there cannot be set");
	is(reason, "cpu.weight 7 for weight 7 refused: No such file or directory", "and is told of");
	ok(!symlink("/dev/null", at("cpu.shares")) && !group_weigh(&v1, 200, reason), "A weight that is not in force is none");
	is(reason, "cpu.shares 2048 for weight 200 set, but -1 is in force", "and is told of");
	unlink(at("cpu.shares"));
}

static void test_remove(void)
{
	ok(!mkdir(at("a"), 0755) && !mkdir(at("a/b"), 0755) && !mkdir(at("a/b/c"), 0755) && !mkdir(at("a/d"), 0755) &&
	   group_remove(at("a")) && access(at("a"), F_OK), "A group is removed with all below it");
	ok(group_remove(at("a")), "What is not there is removed");
	mkdir(at("a"), 0755);
	put("a/busy", "");
	ok(!group_remove(at("a")), "What is in use is not");
	unlink(at("a/busy"));
	rmdir(at("a"));
}

/* cgroup.procs: who is to be killed */
static void test_kill(void)
{
	int status = 0;
	char pids[32];
	pid_t pid = fork();

	if (pid == 0)
		for (;;)
			pause();
	mkdir(at("a"), 0755);
	snprintf(pids, sizeof(pids), "%d\n", (int)pid);
	put("a/cgroup.procs", pids);
	put("a/cgroup.kill", "");
	group_kill(at("a"));
	waitpid(pid, &status, 0);
	ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && file_number("", at("a/cgroup.kill"), NULL) == 1,
	   "All that is in a group is killed");
	unlink(at("a/cgroup.procs"));
	unlink(at("a/cgroup.kill"));
	rmdir(at("a"));
}

static bool usable_below(const struct cgroup *cg, char reason[static REASON_LEN])
{
	base_set(cg);
	return base_usable(reason);
}

/* Whether groups with weights can be made below a base, and why not. */
static void test_usable(void)
{
	char reason[REASON_LEN] = "", own[16];
	struct cgroup cg = base_group(false);

	ok(usable_below(&cg, reason) && !made.leaf && !made.enable, "In v1 a group can hold groups and processes");
	cg = base_group(true);
	ok(!usable_below(&cg, reason) && strstr(reason, " has no cpu controller (cgroup.controllers)"), "In v2 it has to have the controller");
	put("cgroup.controllers", "cpuset cpu io\n");
	ok(usable_below(&cg, reason) && !made.leaf && made.enable, "The root of v2 can hold both");
	put("cgroup.type", "domain\n");
	snprintf(own, sizeof(own), "%d\n", (int)getpid());
	put("cgroup.procs", own);
	ok(usable_below(&cg, reason) && made.leaf && made.enable, "Another one needs a leaf for us");
	put("cgroup.procs", "1\n");
	ok(!usable_below(&cg, reason) && strstr(reason, " holds other processes beside us"), "and must not hold others");
	put("cgroup.subtree_control", "cpu\n");
	ok(usable_below(&cg, reason) && made.leaf && !made.enable, "unless it hands the controller down already");
	for (const char *const *f = (const char *const[]){ "cgroup.controllers", "cgroup.type", "cgroup.procs",
	     "cgroup.subtree_control", NULL }; *f; f++)
		unlink(at(*f));
	memset(&made, 0, sizeof(made));
}

/* Groups of v1 made, given to the roles, and removed by the process that waits for it. */
static void test_made(void)
{
	struct cgroup v1 = base_group(false);
	struct group task = { .weight = 300 }, load = { .weight = 100 };
	char reason[REASON_LEN] = "", dir[GROUP_PATH], file[GROUP_FILE], *said;
	pid_t remover;
	int err;

	ok(made_below(&v1, reason), "Groups are made: %s", reason);
	snprintf(dir, sizeof(dir), "%s", made.dir.dir);
	remover = made.remover;
	ok(!strncmp(dir, base, strlen(base)) && strstr(dir, CGROUP_MADE) && !access(file_in(dir, "task"), F_OK) &&
	   !access(file_in(dir, "load"), F_OK) && access(file_in(dir, "parent"), F_OK) && !kill(remover, 0), "below the base");
	ok(groups_ready(&task, &load, reason) && !strcmp(task.at.dir, file_in(dir, "task")) &&
	   !strcmp(load.at.dir, file_in(dir, "load")), "and each role has its own");
	usleep(20000);
	ok(!access(dir, F_OK), "They are there as long as they are wanted");
	groups_end();
	ok(access(dir, F_OK) && kill(remover, 0) && !*made.dir.dir, "and then no more, nor is who removes them");
	groups_end();
	ok(made_below(&v1, reason), "Groups are made again");
	snprintf(dir, sizeof(dir), "%s", made.dir.dir);
	snprintf(file, sizeof(file), "%s/load/busy", dir);
	close(open(file, O_CREAT | O_WRONLY, 0600));
	remover = made.remover;
	err = dup(STDERR_FILENO);
	dup2(open(at("said"), O_RDWR | O_CREAT, 0600), STDERR_FILENO);
	groups_end();
	dup2(err, STDERR_FILENO);
	said = file_text("", at("said"));
	ok(said && strstr(said, "interbench: a process keeps the control groups in ") && strstr(said, dir),
	   "A group that is in use is told of");
	free(said);
	unlink(at("said"));
	unlink(file);
	ok(waitpid(remover, NULL, 0) == remover && access(dir, F_OK), "and removed once it is not");
	v1.dir[0] = '/';
	strcpy(v1.dir + 1, "nowhere");
	ok(!made_below(&v1, reason) && !strncmp(reason, "mkdir /nowhere", 14) && strstr(reason, ": No such file or directory") &&
	   !*made.dir.dir, "Where none can be made it is told: %s", reason);
}

static void test_used(void)
{
	struct group g = { .weight = 0 }, none = { .path = NULL };
	struct group_use use;
	char reason[REASON_LEN] = "";

	g.at = base_group(true);
	ok(group_join(&none, reason) && !*reason, "Who has no group joins none");
	ok(!group_join(&g, reason) && strstr(reason, "cgroup not joined: No such file or directory ("), "A group that is not there is not joined");
	put("cgroup.procs", "");
	ok(!group_join(&g, reason) && strstr(reason, "cgroup not joined: joined, but we are in another one ("), "nor is one that Linux knows nothing of");
	put("cpu.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=4711\nfull avg10=0.00 total=12\n");
	put("cpu.stat", "usage_usec 5\nthrottled_usec 2500\n");
	group_use_read(&g, &use);
	ok(near(use.throttled_ms, 2.5) && near(use.pressure[0], 4711) && isnan(use.pressure[1]) && isnan(use.pressure[2]),
	   "What a group has waited for is read");
	g.at.v2 = false;
	group_use_read(&g, &use);
	ok(isnan(use.pressure[0]), "v1 tells of no pressure");
	group_use_read(&none, &use);
	ok(isnan(use.throttled_ms) && isnan(use.pressure[0]), "Who has no group has no use of one");
	for (const char *const *f = (const char *const[]){ "cgroup.procs", "cpu.pressure", "cpu.stat", NULL }; *f; f++)
		unlink(at(*f));
}

/* Where a path is too long, its end is told, and what an error may mean. */
static void test_failed(void)
{
	char reason[REASON_LEN], path[120];

	memset(path, 'a', sizeof(path));
	path[90] = 0;
	ok(!made_failed("mkdir", path, EBUSY, reason) && strstr(reason, "mkdir aaa") && strstr(reason, " (other processes are in it)"),
	   "A path of 90 bytes is whole");
	path[90] = 'b';
	path[91] = 0;
	made_failed("+cpu", path, EAGAIN, reason);
	ok(!strncmp(reason, "+cpu ...aaa", 11) && strcspn(reason, ":") == strlen("+cpu ...") + 87 && strstr(reason, "ab: ") &&
	   strstr(reason, " (cgroup.max.depth or .descendants)"), "Of a longer one the end is told");
	made_failed("x", "/", EOPNOTSUPP, reason);
	ok(strstr(reason, " (a threaded group?)"), "and what an error may mean");
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(fixtures, sizeof(fixtures), "%s/trees-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(fixtures))
		return 1;
	fixtures_command("sh tests/data/fixtures.sh");
	test_paths();
	test_settle();
	test_find();
	test_weight();
	test_describe();
	test_throttled();
	snprintf(base, sizeof(base), "%s/base", fixtures);
	mkdir(base, 0755);
	test_failed();
	test_weigh();
	test_remove();
	test_kill();
	test_usable();
	test_used();
	test_made();
	ok(!rmdir(base), "Nothing else is left");
	fixtures_command("rm -rf");
	return unit_end();
}
