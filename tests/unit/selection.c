/* SPDX-License-Identifier: GPL-2.0-or-later */
/* which pairings a run has, counted by hand */
#include <unistd.h>

#include "lib/selection.c"
#include "unit.h"

static struct names list(const char *a, const char *b)
{
	static const char *name[40][2];
	static int n;

	name[n][0] = a;
	name[n][1] = b;
	return (struct names){ name[n++], b ? 2 : 1 };
}

/* How many pairings; random or sweeps after a comma */
static const char *counted(struct selection s)
{
	static char text[64];
	int sweep_s = -1;
	bool random = true;
	int n = selection_count(&s, &sweep_s, &random);

	snprintf(text, sizeof(text), "%d,%d,%d", n, sweep_s, random);
	return text;
}

static void test_names(void)
{
	struct names names = { .n = 0 };

	names_add(&names, "a");
	names_add(&names, "b");
	names_add(&names, "a");
	ok(names.n == 2 && !strcmp(names.name[0], "a") && !strcmp(names.name[1], "b"), "A name is added once, in the order given");
	ok(names_have(&names, "b") && !names_have(&names, "c"), "Names are found");
	free(names.name);
}

static void test_count(void)
{
	/* by default 4 tasks, and 9 loads: None Video X Burn Write Read Ring Compile Memload */
	is(counted((struct selection){ .custom = false }), "34,10,0", "No task is run beside itself: 4 times 9 less Video and X");
	is(counted((struct selection){ .command = true }), "38,10,0", "Command is one load more");
	is(counted((struct selection){ .command = true, .no_loads = list("Command", NULL) }), "34,10,0", "unless it is excluded");
	is(counted((struct selection){ .command = true, .loads = list("Burn", NULL), .tasks = list("Audio", NULL) }), "2,0,0",
	   "It is added to the loads that are named");
	is(counted((struct selection){ .custom = true }), "43,10,0", "Custom is a task more, and a load if named");
	is(counted((struct selection){ .real_time = true }), "17,10,0", "Audio and Video may run in real time");
	is(counted((struct selection){ .real_time = true, .custom = true }), "26,10,0", "and Custom");
	is(counted((struct selection){ .tasks = list("Wakeup", "Hog"), .loads = list("None", NULL) }), "2,0,1", "Wakeup is random");
	is(counted((struct selection){ .tasks = list("Audio", NULL), .loads = list("Lock", "Burn") }), "2,0,1", "Lock is random");
	is(counted((struct selection){ .tasks = list("Audio", NULL), .loads = list("X", NULL) }), "1,10,0", "X is a sweep as a load, too");
	is(counted((struct selection){ .tasks = list("X", NULL), .loads = list("X", NULL) }), "0,0,0", "Nothing is left of X beside X");
	is(counted((struct selection){ .tasks = list("Audio", "X"), .no_tasks = list("X", NULL), .loads = list("None", NULL) }), "1,0,0",
	   "What is excluded is not run");
	is(counted((struct selection){ .load_only = true }), "8,10,0", "Alone there are 8 loads: all but None");
	is(counted((struct selection){ .load_only = true, .loads = list("None", "Compile") }), "1,0,0", "None alone is nothing");
}

static void test_pairs(void)
{
	const struct selection x = { .loads = list("X", NULL) }, all = { .load_only = true };

	ok(!selection_pairs(&x, task_find("X")) && selection_pairs(&x, task_find("Audio")) && !selection_pairs(&x, task_find("Hog")),
	   "A task without a pairing is known");
	ok(selection_task(&x, 0) == tasks && selection_task(&x, task_count - 1) == &tasks[task_count - 1] &&
	   !selection_task(&x, task_count), "Tasks are in their order");
	ok(selection_task(&all, 0) == &task_none && !selection_task(&all, 1), "Alone there is no task");
}

/* What is said of the tasks of a selection, where real time may have so much of a CPU */
static const char *warned(struct selection s)
{
	static char text[1000];
	char name[] = "/tmp/unit.XXXXXX";
	int err = dup(STDERR_FILENO), fd = mkstemp(name);

	unlink(name);
	dup2(fd, STDERR_FILENO);
	selection_warn_real_time(&s);
	dup2(err, STDERR_FILENO);
	memset(text, 0, sizeof(text));
	if (pread(fd, text, sizeof(text) - 1, 0) < 0)
		return "-";
	close(err);
	close(fd);
	return text;
}

/* X wants 99 % at its end, Hog all, Audio 5; the usual limit is 95 % */
static void test_warn(void)
{
	long runtime = 0, period = 1;
	FILE *f = fopen("/proc/sys/kernel/sched_rt_runtime_us", "r"), *g = fopen("/proc/sys/kernel/sched_rt_period_us", "r");
	bool usual = f && g && fscanf(f, "%ld", &runtime) == 1 && fscanf(g, "%ld", &period) == 1 && runtime * 100 == period * 95;

	if (f)
		fclose(f);
	if (g)
		fclose(g);
	if (!usual) {
		ok(true, "Tasks that want more than real time may have are told of # SKIP the limit is not 95 %%");
		return;
	}
	is(warned((struct selection){ .tasks = list("X", "Hog") }),
	   "interbench: X wants 99 % of a CPU, of which real time tasks may have 95 % (sched_rt_runtime_us)\n"
	   "interbench: Hog wants 100 % of a CPU, of which real time tasks may have 95 % (sched_rt_runtime_us)\n",
	   "Tasks that want more than real time may have are told of");
	is(warned((struct selection){ .tasks = list("Audio", "Launch") }), "", "others are not");
}

int main(void)
{
	test_names();
	test_count();
	test_pairs();
	test_warn();
	return unit_end();
}
