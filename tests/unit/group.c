/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Control groups, from the trees of fixtures.sh: where they are, what they weigh, what is
 * said of them. tests/groups.t has those of the machine.
 */
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
	fixtures_command("rm -rf");
	return unit_end();
}
