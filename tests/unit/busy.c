/* SPDX-License-Identifier: GPL-2.0-or-later */
/* who is busy, from two trees of /proc made by hand */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "lib/busy.c"
#include "unit.h"

static char trees[300];			/* their directory */

/* A process in a tree; ticks: user, system. */
static void process(const char *tree, int pid, const char *comm, int user, int system, int born, int cpu)
{
	char path[400];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s/proc/%d", trees, tree, pid);
	mkdir(path, 0755);
	strcat(path, "/stat");
	f = fopen(path, "w");
	if (!f)
		return;
	fprintf(f, "%d (%s) S 1 %d %d 0 -1 4194560 4 8 7 9 %d %d 77 88 20 0 3 0 %d 1000000 250 "
		"18446744073709551615 1 1 1 1 1 0 0 4096 0 1 0 0 17 %d 0 0 5 0 0 1 1 1 1 1 1 1 0\n",
		pid, comm, pid, pid, user, system, born, cpu);
	fclose(f);
}

static void tree(const char *name)
{
	char path[400], self[sizeof(path) + 8];

	snprintf(path, sizeof(path), "%s/%s", trees, name);
	mkdir(path, 0755);
	strcat(path, "/proc");
	mkdir(path, 0755);
	snprintf(self, sizeof(self), "%s/self", path);
	if (symlink("4000", self))
		printf("# no link\n");
	strcat(path, "/uptime");
	fclose(fopen(path, "w"));
}

/* Who it was, of 60 ticks: 0.3 s of two CPUs at 100 Hz. */
static const char *who(const char *before, const char *after, const cpu_set_t *mask, bool cut)
{
	static char text[BUSY_WHO_LEN];
	struct processes reading[2];
	char root[400];

	memset(text, 0, sizeof(text));
	snprintf(root, sizeof(root), "%s/%s", trees, before);
	processes_read(&reading[0], root);
	reading[0].cut |= cut;
	snprintf(root, sizeof(root), "%s/%s", trees, after);
	processes_read(&reading[1], root);
	busy_who(text, reading, 60, mask, sizeof(*mask));
	free(reading[0].row);
	free(reading[1].row);
	return text;
}

static void test_who(void)
{
	cpu_set_t second;

	CPU_ZERO(&second);
	CPU_SET(1, &second);
	tree("a");
	tree("b");
	process("a", 90, "firefox", 1000, 30, 100, 0);	/* 8 + 7 of 60: 25 % */
	process("b", 90, "firefox", 1008, 37, 100, 0);
	process("a", 10000, "Xorg", 50, 50, 200, 1);	/* 6 of 60 */
	process("b", 10000, "Xorg", 53, 53, 200, 1);
	process("a", 3, "idle", 7, 7, 5, 0);
	process("b", 3, "idle", 7, 7, 5, 0);
	process("a", 4000, "interbench", 0, 0, 700, 0);	/* ourselves */
	process("b", 4000, "interbench", 59, 0, 700, 0);
	process("a", 555, "gone", 900, 900, 6, 0);
	is(who("a", "b", NULL, false), "25 % firefox, 10 % Xorg", "The busiest is named first, who did nothing and ourselves not at all");
	is(who("a", "b", &second, false), "10 % Xorg", "Of CPUs that are not ours nobody is named");
	is(who("a", "nowhere", NULL, false), "", "Without /proc nobody is named");
	process("b", 10001, "cc1", 2, 1, 900, 0);	/* two new ones: 9 of 60 */
	process("b", 10002, "cc1", 5, 1, 901, 1);
	process("a", 10003, "long ago", 9000, 0, 50, 0);
	process("b", 10003, "reused", 3, 0, 950, 0);
	is(who("a", "b", NULL, false), "25 % firefox, 15 % cc1, 10 % Xorg",
	   "Processes of one name count as one, and new ones with all that they had");
	is(who("a", "b", NULL, true), "25 % firefox, 10 % Xorg, 5 % reused",
	   "Where there was no time to read all, only those that were read are known");
}

/* Names are any 15 bytes, and longer for kernel threads. */
static void test_names(void)
{
	static const char *const comm[] = { "x) S 1 (y", "a, 9 %\nb\033[2J", ")(", "kworker/u16:3-events_unbound" };
	static const char *const name[] = { "50 % x_ S 1 _y", "50 % a_ 9 %_b?[2J", "50 % __", "50 % kworker/u16:..." };

	tree("c");
	tree("d");
	for (int i = 0; i < 4; i++) {
		process("c", 7, comm[i], 40, 10, 1, 0);
		process("d", 7, comm[i], 60, 20, 1, 0);
		ok(!strcmp(who("c", "d", NULL, false), name[i]), "A name that could be taken for other text is cleaned: %s", name[i]);
	}
	for (int i = 0; i < 3; i++) {
		char long_name[] = "fifteen letter0";

		long_name[14] = (char)('a' + i);
		process("d", 8 + i, long_name, 20 - i, 0, 1, 0);
	}
	is(who("c", "d", NULL, false), "50 % kworker/u16:..., 33 % fifteen lettera", "Of names only those that fit are written");
	process("d", 8, "half a per cent", 0, 0, 1, 0);
	is(who("d", "c", NULL, false), "", "Nobody who runs backwards is named");
}

/* A process that takes all that it gets of one CPU, of which it is the busiest or among the three. */
static void test_measure(void)
{
	static struct cpus allowed, one;
	struct busy b = { .pct = -1 };
	bool named = false;
	pid_t pid;

	cpus_allowed(&allowed);
	CPU_SET_S((size_t)cpus_first(&allowed), sizeof(one.mask), one.mask);
	pid = fork();
	if (pid == 0) {
		sched_setaffinity(0, sizeof(one.mask), one.mask);
		prctl(PR_SET_NAME, "spins-for-test");
		alarm(20);
		for (;;)
			;
	}
	for (int i = 0; i < 3 && !named; i++) {
		busy_measure(&b, one.mask, sizeof(one.mask));
		named = strstr(b.who, "spins-for-test");
		printf("# %.1f %%: %s\n", b.pct, b.who);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	ok(b.pct > 50 && b.pct <= 100, "A CPU that is taken whole is busy");
	ok(named, "It is known with whom");
	ok(!strchr(b.who, '%') == (sysconf(_SC_NPROCESSORS_ONLN) > 1),
	   "A share is not told of some of the CPUs, since the process may have had it on others");
}

int main(int argc, char **argv)
{
	const char *tmp = getenv("TMPDIR");
	char command[400];

	(void)argv;
	if (argc > 1) {			/* untimed: each reading has a limit, which an emulator exceeds */
		printf("1..0\n");
		return 0;
	}
	snprintf(trees, sizeof(trees), "%s/busy-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(trees))
		return 1;
	test_who();
	test_names();
	test_measure();
	snprintf(command, sizeof(command), "rm -rf '%s'", trees);
	if (system(command))
		printf("# trees are left\n");
	return unit_end();
}
