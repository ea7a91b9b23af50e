/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interbench - a benchmark of interactivity
 *
 * A task (Audio, Video, X, Gaming) wants a little CPU at the right time. A load
 * (Burn, Write, Ring, ...) wants everything else. Each pairing of the two is
 * measured for a while: how late was the task woken, how many of its deadlines
 * did it meet. One pairing is one row of a table.
 *
 *                interbench        the only one that prints; sleeps meanwhile
 *               /    |     \
 *           task  [shared]  load         each in a process group of its own
 *                          / | \
 *                      threads, processes
 *
 * A pipe each way ties task and load to the parent: a byte up means ready or
 * done, a byte down means go, end of file means that the process at the other end
 * is dead. Figures come back through shared memory. A load is ended by SIGKILL to
 * its group, and every process dies with the parent (by PR_SET_PDEATHSIG; those of
 * -e and --setting, which start others, by the end of a pipe), so nothing here may
 * need cleaning up.
 *
 * The rooms, callees first; none of them uses one that stands below it (tests/rooms.t):
 *
 *   interbench.h   the data model: run, table, row, figure; what a load's author needs
 *   lib/util       messages, numbers, text, files, sets of CPUs, random numbers
 *   lib/clock      the time, the burning of CPU that is wanted, how fast this CPU is
 *   lib/stats      moments, histogram, and one period of a task: the definition of
 *                  met, missed, late and dropped
 *   lib/run        the structs of interbench.h built up and freed, remarks on rows
 *   lib/detail     what -v and JSON say of a row besides: figure_name[]
 *   lib/machine    machine_fact[]: what Linux tells of memory, limits, itself
 *   lib/proc       children that die with us, process groups, shells, signals
 *   lib/group      control groups of task and load: made, joined, read back, removed
 *   lib/sched      policies[]: policies, slices, CPUs applied and read back
 *   lib/task       tasks[] and what each of them does
 *   lib/load       loads[] and what each of them does (Hack: hackbench.c)
 *   lib/pairing    one row: start, ready, go, settle, measure, stop, reap
 *   lib/report     the tables as they are printed; lib/json: the same as JSON
 *   lib/decode     text out of mails, web pages and journals, as plain lines
 *   lib/heading    what the names above a table say of its columns and unit
 *   lib/log        the tables read back, whatever held them
 *   lib/output     what a run writes to: the tables, the log, the file of JSON
 *   lib/perm       the permutation test: is a difference more than chance
 *   lib/side       runs sorted into sides, and what is said of one side
 *   lib/compare    what differs between sides, and whether it counts
 *   interbench.c   options[], what follows from the machine, passes, settings, main
 *
 * To add a periodic task, add a row to tasks[]: its name, help for --list, period
 * and share of CPU; .real_time if -r may run it, .opt_in if only its name does.
 * To add a load, write its set-up, which hands a function that never returns to
 * work_threads() or work_process() (interbench.h says all), and add a row to
 * loads[], with .unit and .per_unit, in which its work is counted. Options, --list, errors
 * and tables follow from the rows. Describe each in interbench.8, which also counts the
 * pairings of the default set, as README does. Then: make check TESTS='options man output'
 *
 * Start reading at main().
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interbench.h"
#include "lib/clock.h"
#include "lib/compare.h"
#include "lib/detail.h"
#include "lib/group.h"
#include "lib/json.h"
#include "lib/load.h"
#include "lib/log.h"
#include "lib/machine.h"
#include "lib/output.h"
#include "lib/pairing.h"
#include "lib/perm.h"
#include "lib/proc.h"
#include "lib/report.h"
#include "lib/run.h"
#include "lib/sched.h"
#include "lib/stats.h"
#include "lib/task.h"
#include "lib/util.h"

/* Names given by -w, -x, -W, -X, in the order given. */
struct names {
	const char **name;		/* owned; the names are not */
	int n;
};

/* What --setting compares, in the order given. */
struct settings {
	struct setting {
		const char *name, *command;
	} row[16];
	int n;
};

/* Written by option parsing, and by what settles it before any measuring. */
static struct config {
	int loops_per_ms;
	bool calibrate, console, real_time, uniprocessor, cpu_time, quiet;
	int64_t time_ns;
	int cpu_load, repeat;
	int seed;			/* of all that is random; 0: not given, or nothing is */
	int custom_pct, custom_us;	/* 0: not given */
	const char *exec;		/* of the load Command; NULL: there is none */
	struct sched task, load;
	const char *comment, *dir;
	bool dir_given;			/* -d: it has to serve */
	bool verbose, histogram, load_only;
	const char *json;		/* a file, or "-"; NULL: none */
	double trace_above_ms;		/* -1: no */
	int dma_latency_us;		/* -1: not held */
	struct names benches, no_benches, only_loads, no_loads;
	struct settings settings;
	bool compare;
	struct compare_opts compare_how;
	char **logs;			/* the operands of --compare; ends in NULL */
} cfg = {
	.time_ns = 30 * NSEC_PER_SEC, .repeat = 1, .dir = ".",
	.trace_above_ms = -1, .dma_latency_us = -1,
	.compare_how = { .threshold_pct = 1, .notice_ms = 7 },
	.comment = "", .task.nice = NICE_INHERITED, .load.nice = NICE_INHERITED,
};

static struct {
	struct output tables;		/* standard output, or error where that is JSON's */
	struct output log;		/* none under -c */
} streams = { { .name = "standard output", .fd = STDOUT_FILENO }, { .name = "the log", .fd = -1 } };

/*
 * Options
 */

struct option_row {
	int letter;			/* 0: none */
	const char *name, *arg, *help;
	void (*set)(const struct option_row *o, const char *arg);
	void *target;			/* into cfg */
	int min, max;
};

static const char *option_name(const struct option_row *o)
{
	static char name[32];

	if (o->letter)
		snprintf(name, sizeof(name), "-%c", o->letter);
	else
		snprintf(name, sizeof(name), "--%s", o->name);
	return name;
}

static void set_flag(const struct option_row *o, const char *arg)
{
	(void)arg;
	*(bool *)o->target = true;
}

/*
 * git bisect run takes every other status for "bad", so --fail-worse has to be known before
 * the words that stand before it, which may be wrong. It can be shortened.
 */
static void options_foresee(char **argv)
{
	static const char name[] = "--fail-worse";

	for (; *argv && strcmp(*argv, "--"); argv++)
		if (strlen(*argv) > 3 && !strncmp(*argv, name, strlen(*argv)))
			die_with(EXIT_SKIP);
}

static void set_string(const struct option_row *o, const char *arg)
{
	*(const char **)o->target = arg;
}

static void set_dir(const struct option_row *o, const char *arg)
{
	set_string(o, arg);
	cfg.dir_given = true;
}

static void set_number(const struct option_row *o, const char *arg)
{
	long long value;

	if (!number_parse(arg, o->min, o->max, &value))
		die(EXIT_USAGE, "%s %s: a whole number from %d to %d is wanted",
		    option_name(o), arg, o->min, o->max);
	*(int *)o->target = (int)value;
}

/* As set_number(), but decimals are allowed. */
static void set_decimal(const struct option_row *o, const char *arg)
{
	char *end;
	double value = strtod(arg, &end);

	if (!isdigit((unsigned char)*arg) || *end || arg[strspn(arg, "0123456789.")] ||
	    value < o->min || value > o->max)
		die(EXIT_USAGE, "%s %s: a number from %d to %d is wanted", option_name(o), arg,
		    o->min, o->max);
	*(double *)o->target = value;
}

static void set_color(const struct option_row *o, const char *arg)
{
	const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
	bool terminal = isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb");

	if (strcmp(arg, "always") && strcmp(arg, "never") && strcmp(arg, "auto"))
		die(EXIT_USAGE, "%s %s: always, never or auto is wanted", option_name(o), arg);
	*(bool *)o->target = !strcmp(arg, "always") || (!strcmp(arg, "auto") && terminal);
}

/* 30, 30s, 200ms, 5m, 1h. */
static void set_time(const struct option_row *o, const char *arg)
{
	static const struct { const char *name; int64_t ns; } unit[] = {
		{ "", NSEC_PER_SEC }, { "s", NSEC_PER_SEC }, { "ms", NSEC_PER_MSEC },
		{ "m", 60 * NSEC_PER_SEC }, { "h", 3600 * NSEC_PER_SEC },
	};
	const char *suffix = arg + strspn(arg, "0123456789");
	char digits[16] = "";
	long long n;

	if (suffix - arg < (int)sizeof(digits))
		memcpy(digits, arg, (size_t)(suffix - arg));
	for (size_t i = 0; i < LENGTH(unit); i++)
		if (!strcmp(suffix, unit[i].name) &&
		    number_parse(digits, 1, 24 * 3600 * NSEC_PER_SEC / unit[i].ns, &n)) {
			*(int64_t *)o->target = n * unit[i].ns;
			return;
		}
	die(EXIT_USAGE, "%s %s: a time from 1ms to 24h is wanted, as 30, 30s, 200ms, 5m or 1h",
	    option_name(o), arg);
}

/* Say which names would have been allowed. */
__attribute__((noreturn))
static void names_die(const char *option, const char *arg, const char *why,
		      const char *(*name)(size_t i))
{
	char *list = NULL;
	size_t size;
	FILE *f = open_memstream(&list, &size);

	for (size_t i = 0; f && name(i); i++)
		fprintf(f, "%s%s", i ? ", " : "", name(i));
	if (f)
		fclose(f);
	die(EXIT_USAGE, "%s %s: %s; allowed: %s", option, arg, why, list ? list : "");
}

static bool names_have(const struct names *names, const char *name)
{
	for (int i = 0; i < names->n; i++)
		if (!strcmp(names->name[i], name))
			return true;
	return false;
}

static void names_add(struct names *names, const char *name)
{
	if (names_have(names, name))
		return;
	names->name = grow(names->name, (size_t)names->n, sizeof(*names->name));
	names->name[names->n++] = name;
}

static const char *task_name(size_t i)
{
	return i < task_count ? tasks[i].name : NULL;
}

static const char *load_name(size_t i)
{
	return i < load_count ? loads[i].name : NULL;
}

/* The i-th of those that -r can measure. */
static const char *real_time_name(size_t i)
{
	for (const struct task *t = tasks; t < tasks + task_count; t++)
		if (t->real_time && i-- == 0)
			return t->name;
	return NULL;
}

static void set_policy(const struct option_row *o, const char *arg)
{
	const struct policy *p = policy_find(arg);

	if (!p || (p->real_time && !o->max))	/* the help ends in the list of them */
		die(EXIT_USAGE, "%s %s: %s; allowed: %s", option_name(o), arg,
		    p ? "could keep the CPU for ever" : "no such policy", strchr(o->help, ':') + 2);
	*(const struct policy **)o->target = p;
}

static void set_cpus(const struct option_row *o, const char *arg)
{
	if (!cpus_parse(o->target, arg))
		die(EXIT_USAGE, "%s %s: a list of CPUs is wanted, as 0-3,8", option_name(o), arg);
}

static void set_group(const struct option_row *o, const char *arg)
{
	if (!group_path_valid(arg))
		die(EXIT_USAGE, "%s %s: the path of a control group is wanted, as "
		    "/proc/PID/cgroup has it (/user.slice)", option_name(o), arg);
	set_string(o, arg);
}

/* Names with commas between them: each by itself. */
static void list_each(const struct option_row *o, const char *arg,
		      void (*set)(const struct option_row *o, const char *arg))
{
	char *list = xstrdup(arg), *next = list, *name;

	while ((name = strsep(&next, ",")))
		set(o, name);
	free(list);
}

static void set_bench(const struct option_row *o, const char *arg)
{
	const struct task *t = task_find(arg);

	if (!t)
		names_die(option_name(o), arg, load_find(arg) ? "a load, no task" : "no such task",
			  task_name);
	names_add(o->target, t->name);
}

static void set_benches(const struct option_row *o, const char *arg)
{
	list_each(o, arg, set_bench);
}

static void set_load(const struct option_row *o, const char *arg)
{
	const struct load *load = load_find(arg);

	if (!load)
		names_die(option_name(o), arg, task_find(arg) ? "a task, no load" : "no such load",
			  load_name);
	names_add(o->target, load->name);
}

static void set_loads(const struct option_row *o, const char *arg)
{
	list_each(o, arg, set_load);
}

/* Names stand in a header: what could get lost there is not allowed. */
static void set_setting(const struct option_row *o, const char *arg)
{
	struct settings *settings = o->target;
	size_t n = strspn(arg, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
			       "0123456789._+-");
	char *name = xstrdup(arg);

	if (n == 0 || n >= NAME_LEN || arg[n] != '=' || !arg[n + 1])
		die(EXIT_USAGE, "--setting %s: NAME=COMMAND is wanted, the name of up to %d "
		    "letters, digits, '.', '_', '+' and '-'", arg, NAME_LEN - 1);
	name[n] = 0;
	for (int i = 0; i < settings->n; i++)
		if (!strcmp(settings->row[i].name, name))
			die(EXIT_USAGE, "--setting %s: two settings of one name", name);
	if (settings->n == (int)LENGTH(settings->row))
		die(EXIT_USAGE, "--setting: %d settings at most", settings->n);
	settings->row[settings->n++] = (struct setting){ name, arg + n + 1 };
}

/* --list, -h and -V are done when every word is known to be right. */
static void (*instead)(FILE *f);

static void list_print(FILE *f)
{
	for (size_t i = 0; i < task_count; i++)
		fprintf(f, "task  %-8s  %s%s\n", tasks[i].name, tasks[i].help,
		       tasks[i].opt_in ? "; if named" : "");
	for (size_t i = 0; i < load_count; i++)
		fprintf(f, "load  %-8s  %s%s\n", loads[i].name, loads[i].help,
		       loads[i].opt_in && !loads[i].asked ? "; if named" : "");
}

static void set_list(const struct option_row *o, const char *arg)
{
	(void)o, (void)arg;
	instead = list_print;
}

static void version_print(FILE *f)
{
	fputs("interbench " INTERBENCH_VERSION "\n", f);
}

static void set_version(const struct option_row *o, const char *arg)
{
	(void)o, (void)arg;
	instead = version_print;
}

static void help_print(FILE *f);

static void set_help(const struct option_row *o, const char *arg)
{
	(void)o, (void)arg;
	instead = help_print;
}

/* To write a row in one line; field: of cfg. */
#define FLAG(letter, name, field, help) { letter, name, NULL, help, set_flag, &cfg.field, 0, 0 }
#define VALUE(letter, name, arg, set, field, help) \
	{ letter, name, arg, help, set, &cfg.field, 0, 0 }
#define NUMBER(letter, name, arg, field, min, max, help) \
	{ letter, name, arg, help, set_number, &cfg.field, min, max }
#define DECIMAL(name, arg, field, max, help) \
	{ 0, name, arg, help, set_decimal, &cfg.field, 0, max }

static const struct option_row options[] = {
	NUMBER('l', "loops", "N", loops_per_ms, 1, INT_MAX,
	       "loops per ms (else saved, else measured)"),
	FLAG('b', "calibrate", calibrate, "measure loops per ms anew, and save them"),
	FLAG('T', "cpu-time", cpu_time, "tasks want CPU time instead of loops"),
	NUMBER('L', "cpu-load", "N", cpu_load, 1, 100000,
	       "size of loads, where --list names -L (CPUs)"),
	VALUE('t', "time", "T", set_time, time_ns,
	      "time of each pairing, as 30, 200ms, 5m, 1h (30)"),
	NUMBER('n', "repeat", "N", repeat, 1, 100000, "run everything N times (1)"),
	NUMBER(0, "seed", "N", seed, 1, INT_MAX, "seed of the random numbers (a random one)"),
	VALUE('W', "bench", "NAME", set_benches, benches,
	      "run only these tasks, as Audio,X (repeatable)"),
	VALUE('X', "exclude-bench", "NAME", set_benches, no_benches,
	      "do not run these tasks (repeatable)"),
	VALUE('w', "load", "NAME", set_loads, only_loads,
	      "run only these loads, as None,Burn (repeatable)"),
	VALUE('x', "exclude-load", "NAME", set_loads, no_loads,
	      "do not run these loads (repeatable)"),
	VALUE('e', "exec", "CMD", set_string, exec, "add the load Command: CMD under sh -c"),
	FLAG(0, "load-only", load_only, "run no task: show what each load achieves alone"),
	NUMBER('C', "custom-cpu", "PCT", custom_pct, 1, 100, "share of a CPU that Custom wants, in per cent"),
	NUMBER('I', "custom-interval", "US", custom_us, 10, 60000000,
	       "period of Custom, in microseconds"),
	FLAG('r', "real-time", real_time, "run tasks as SCHED_FIFO, print figures in us"),
	NUMBER(0, "rtprio", "N", task.priority, 1, 99, "priority of a real time task (49)"),
	{ 0, "policy", "P", "of the task: other, batch, idle, ext, fifo, rr", set_policy,
	  &cfg.task.policy, .max = true },	/* it may be real time, */
	{ 0, "load-policy", "P", "of the load: other, batch, idle, ext", set_policy,
	  &cfg.load.policy, .max = false },	/* which could keep us from the CPU */
	NUMBER(0, "slice", "US", task.slice_us, 100, 100000, "slice of the task, in microseconds"),
	NUMBER(0, "load-slice", "US", load.slice_us, 100, 100000, "slice of the load, in microseconds"),
	VALUE(0, "affinity", "LIST", set_cpus, task.cpus, "CPUs of the task, as 0-3,8"),
	VALUE(0, "load-affinity", "LIST", set_cpus, load.cpus, "CPUs of the load"),
	VALUE(0, "cgroup", "PATH", set_group, task.group.path,
	      "control group of the task, as /proc/PID/cgroup has it"),
	VALUE(0, "load-cgroup", "PATH", set_group, load.group.path, "control group of the load"),
	NUMBER(0, "weight", "N", task.group.weight, 1, 10000,
	       "give the task a group with this CPU weight"),
	NUMBER(0, "load-weight", "N", load.group.weight, 1, 10000, "the same for the load (100)"),
	NUMBER('B', "bench-nice", "N", task.nice, -20, 19, "nice value of the task"),
	NUMBER('N', "load-nice", "N", load.nice, -20, 19, "nice value of the load"),
	FLAG('u', "uniprocessor", uniprocessor, "run task and load on one CPU"),
	VALUE('d', "dir", "DIR", set_dir, dir, "make scratch files in DIR (.)"),
	VALUE('m', "comment", "TEXT", set_string, comment, "add this line to the header"),
	FLAG('c', "console", console, "write no log"),
	FLAG('v', "verbose", verbose, "explain the figures in more tables under each"),
	FLAG(0, "histogram", histogram, "draw the wakeup latencies as bars"),
	VALUE('j', "json", "FILE", set_string, json,
	      "write the results as JSON, too (-: stdout)"),
	DECIMAL("trace-above", "MS", trace_above_ms, 1000000,
		"stop tracing at the first wakeup latency above MS"),
	NUMBER(0, "cpu-dma-latency", "US", dma_latency_us, 0, INT_MAX,
	       "hold the idle latency of the CPUs"),
	FLAG('q', "quiet", quiet, "show no progress"),
	FLAG(0, "compare", compare, "compare the runs in logs, and measure nothing"),
	VALUE(0, "setting", "NAME=CMD", set_setting, settings,
	      "compare settings that commands make (repeatable)"),
	VALUE(0, "sides", "A,B", set_string, compare_how.sides,
	      "compare these sides alone, the first as baseline"),
	DECIMAL("threshold", "PCT", compare_how.threshold_pct, 1000,
		"ignore differences below PCT % of the baseline (1)"),
	DECIMAL("notice", "MS", compare_how.notice_ms, 1000000,
		"ignore maxima that are both below MS (7)"),
	FLAG(0, "fail-worse", compare_how.fail_worse,
	     "exit 4 if a side is worse, 125 if that is unknown"),
	VALUE(0, "color", "WHEN", set_color, compare_how.color, "use colours: always, never or auto (auto)"),
	{ 0, "list", .help = "print the tasks and loads", .set = set_list },
	{ 'h', "help", .help = "print this text", .set = set_help },
	{ 'V', "version", .help = "print the version", .set = set_version },
};

static void help_print(FILE *f)
{
	char left[40];

	fputs("usage: interbench [options]\n       interbench --compare [options] LOG...\n"
	     "Measures how interactive tasks fare beside loads; see interbench(8).\n\n", f);
	for (const struct option_row *o = options; o < options + LENGTH(options); o++) {
		snprintf(left, sizeof(left), "%c%c%c --%s %s", o->letter ? '-' : ' ',
			 o->letter ? o->letter : ' ', o->letter ? ',' : ' ',
			 o->name, o->arg ? o->arg : "");
		fprintf(f, "  %-27s %s\n", left, o->help);
	}
}

/* The option whose letter or whole name a word begins with, as -T, -Tc or --list; else NULL. */
static const struct option_row *option_of(const char *word)
{
	for (const struct option_row *o = options; o < options + LENGTH(options); o++)
		if ((word[0] == '-' && o->letter && word[1] == o->letter) ||
		    (!strncmp(word, "--", 2) && !strcmp(word + 2, o->name)))
			return o;
	return NULL;
}

/* A word that getopt_long() does not know, or not as it stands: say what would be right. */
__attribute__((noreturn))
static void option_die(const char *word)
{
	size_t len = strcspn(word + 2, "=");
	char names[256] = "";
	int n = 0, found = 0;

	for (const struct option_row *o = options; o < options + LENGTH(options); o++) {
		if (strncmp(word, "--", 2) || strncmp(word + 2, o->name, len))
			continue;
		if (strlen(o->name) == len || (++found == 1 && word[2 + len]))
			die(EXIT_USAGE, "--%s takes no argument: %s", o->name, word);
		n += snprintf(names + n, sizeof(names) - (size_t)n, "%s--%s", n ? ", " : "",
			      o->name);
		if (n >= (int)sizeof(names))
			break;
	}
	if (found)
		die(EXIT_USAGE, "%s is ambiguous: %s", word, names);
	die(EXIT_USAGE, "no option %s (-h lists the options)", word);
}

/* "-m -T": the argument was forgotten, and -T would be lost without a word. */
static void option_check_argument(const struct option_row *o, const char *arg, const char *word)
{
	if (arg != word || !option_of(arg))
		return;
	die(EXIT_USAGE, "%s wants an argument, and %s is an option; %s%s%s takes it for one",
	    option_name(o), arg, option_name(o), o->letter ? "" : "=", arg);
}

/* Is it about comparing alone? */
static bool option_compares(const struct option_row *o)
{
	return (char *)o->target >= (char *)&cfg.compare_how &&
	       (char *)o->target < (char *)(&cfg.compare_how + 1);
}

/* What the words ask for as a whole; measuring: an option that only a run has, or NULL. */
static void options_check_words(char **words, bool comparing, const struct option_row *measuring)
{
	struct page page;

	cfg.logs = words;
	if (*words && !cfg.compare)
		die(EXIT_USAGE, "stray word '%s' (-h lists the options)", *words);
	if (instead) {
		instead(page_open(&page));
		page_close(&page);
		stdout_end(&page.text);
		exit(EXIT_SUCCESS);
	}
	if (comparing && !cfg.compare && !cfg.settings.n)
		die(EXIT_USAGE, "--sides, --threshold, --notice, --fail-worse and --color need "
		    "--compare or --setting");
	if (cfg.compare && measuring)
		die(EXIT_USAGE, "%s and --compare exclude each other: nothing is measured",
		    option_name(measuring));
	if (cfg.compare && !*words)
		die(EXIT_USAGE, "--compare wants the names of logs (- is standard input)");
}

static void options_parse(int argc, char **argv)
{
	struct option longs[LENGTH(options) + 1] = { { 0 } };
	char letters[2 * LENGTH(options) + 2] = ":", *next = letters + 1;
	const struct option_row *measuring = NULL, *o = NULL;
	bool comparing = false;
	int found, i;

	for (i = 0; i < (int)LENGTH(options); i++) {
		o = &options[i];
		longs[i] = (struct option){ o->name, o->arg ? required_argument : no_argument,
					    NULL, o->letter ? o->letter : 256 + i };
		if (o->letter)
			next += sprintf(next, o->arg ? "%c:" : "%c", o->letter);
	}
	opterr = 0;
	options_foresee(argv + 1);
	set_color(&(struct option_row){ .target = &cfg.compare_how.color }, "auto");
	while ((found = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		if (found == ':')
			die(EXIT_USAGE, "%s wants an argument (-h lists the options)",
			    argv[optind - 1]);
		if (found == '?' && optopt == '=')	/* -T=3 */
			die(EXIT_USAGE, "%s takes no argument", option_name(o));
		for (i = 0; i < (int)LENGTH(options) && longs[i].val != found; i++)
			;
		if (i == LENGTH(options) && optopt > 0 && optopt < 256 && !strchr(letters, optopt))
			die(EXIT_USAGE, "no option -%c (-h lists the options)", optopt);
		if (i == LENGTH(options))
			option_die(argv[optind - 1]);
		o = &options[i];
		option_check_argument(o, optarg, argv[optind - 1]);
		o->set(o, optarg);
		comparing |= option_compares(o);
		if (o->target && !option_compares(o) && o->target != &cfg.compare)
			measuring = o;
	}
	options_check_words(argv + optind, comparing, measuring);
}

/* Is it asked for, by name or by default? */
static bool names_select(const struct names *only, const struct names *not,
			 const char *name, bool by_default)
{
	return !names_have(not, name) && (only->n ? names_have(only, name) : by_default);
}

static bool task_selected(const struct task *t)
{
	return t == &task_none ||
	       names_select(&cfg.benches, &cfg.no_benches, t->name,
			    !t->opt_in && (!t->asked || cfg.custom_us) &&
			    (!cfg.real_time || t->real_time));
}

static bool load_selected(const struct load *l)
{
	if (cfg.exec && l->asked)	/* -e adds it to whatever else is run */
		return !names_have(&cfg.no_loads, l->name);
	return names_select(&cfg.only_loads, &cfg.no_loads, l->name, !l->opt_in);
}

/* The i-th task of which pairings may be run. */
static const struct task *task_at(size_t i)
{
	if (cfg.load_only)
		return i == 0 ? &task_none : NULL;
	return i < task_count ? &tasks[i] : NULL;
}

/* Does this pairing belong to the run? */
static bool pairing_selected(const struct task *t, const struct load *l)
{
	return task_selected(t) && load_selected(l) && strcmp(t->name, l->name) != 0 &&
	       (t != &task_none || l->setup || l->parts[0]);
}

static bool task_paired(const struct task *t)
{
	for (const struct load *l = loads; l < loads + load_count; l++)
		if (pairing_selected(t, l))
			return true;
	return false;
}

/* How many pairings there are, the longest sweep in them (0: none), and is any random? */
static int pairings_count(int *sweep_s, bool *random)
{
	const struct task *t;
	int n = 0;

	*sweep_s = 0;
	*random = false;
	for (size_t i = 0; (t = task_at(i)); i++)
		for (const struct load *l = loads; l < loads + load_count; l++) {
			const struct task *as_load = task_find(l->name);

			if (!pairing_selected(t, l))
				continue;
			n++;
			*random |= t->random || l->random;
			if (as_load && as_load->sweep_s > *sweep_s)
				*sweep_s = as_load->sweep_s;
			if (t->sweep_s > *sweep_s)
				*sweep_s = t->sweep_s;
		}
	return n;
}

#define SETTING_COMMENT_MAX (LOG_TEXT_MAX - NAME_LEN)	/* or the reader would lose the name */

static void options_check_sched(void)
{
	const struct policy *fifo = policy_find("fifo");
	char reason[REASON_LEN];

	if (cfg.real_time && cfg.task.policy && cfg.task.policy != fifo)
		die(EXIT_USAGE, "-r and --policy %s exclude each other: -r is the policy fifo",
		    cfg.task.policy->name);
	if (cfg.real_time)
		cfg.task.policy = fifo;
	if (cfg.uniprocessor && (cfg.task.cpus.count || cfg.load.cpus.count))
		die(EXIT_USAGE, "-u and --affinity or --load-affinity exclude each other");
	if (!groups_settle(&cfg.task.group, &cfg.load.group, reason))
		die(EXIT_USAGE, "%s", reason);
}

/* Under --load-only there is no task that could be chosen, scheduled or compared. */
static void options_check_alone(void)
{
	const struct sched *t = &cfg.task;

	if (cfg.load_only &&
	    (cfg.benches.n || cfg.no_benches.n || cfg.real_time || t->nice != NICE_INHERITED ||
	     t->policy || t->priority || t->slice_us || t->cpus.count || t->group.path ||
	     t->group.weight || cfg.histogram || cfg.trace_above_ms >= 0 || cfg.settings.n))
		die(EXIT_USAGE, "--load-only has no task: not with -W, -X, -B, -r, --policy, "
		    "--rtprio, --slice, --affinity, --cgroup, --weight, --histogram, "
		    "--trace-above, --setting");
}

/* What no single option can see. */
static void options_check(void)
{
	if (cfg.calibrate + cfg.cpu_time + !!cfg.loops_per_ms > 1)
		die(EXIT_USAGE, "-b, -l and -T exclude each other");
	options_check_alone();
	options_check_sched();
	if (cfg.settings.n == 1)
		die(EXIT_USAGE, "--setting is to be given twice or more: settings are compared");
	if (cfg.settings.n && strlen(cfg.comment) > SETTING_COMMENT_MAX)
		die(EXIT_USAGE, "-m with --setting: %d bytes at most", SETTING_COMMENT_MAX);
	if (!cfg.custom_pct != !cfg.custom_us)
		die(EXIT_USAGE, "Custom needs both -C and -I");
	task_custom_set(cfg.custom_us, cfg.custom_pct);
	if (!cfg.custom_us && (names_have(&cfg.benches, "Custom") ||
			       names_have(&cfg.only_loads, "Custom")))
		die(EXIT_USAGE, "Custom needs -C and -I");
	if (!cfg.exec && names_have(&cfg.only_loads, "Command"))
		die(EXIT_USAGE, "Command needs -e");
	for (int i = 0; i < cfg.benches.n; i++)
		if (cfg.real_time && !task_find(cfg.benches.name[i])->real_time)
			names_die("-W", cfg.benches.name[i], "cannot be real time (-r)",
				  real_time_name);
}

/*
 * Running: passes, tables and what they are printed on
 */

struct session {
	struct run run;			/* the pass that is measured */
	int pairing, pairings;		/* number of the one that is measured, and of all */
	bool no_memload;		/* it is left out, since there is no swap */
	int sweep_s;			/* the time was rounded up to sweeps of so much; 0: not */
	const struct task *task;	/* the two that are measured; NULL: not begun */
	const struct load *load;
	int read_file;			/* Read's, once it is needed; -1 */
	int status;			/* of the program, so far */
	int nice;			/* that we were started with */
	const struct setting *setting;	/* of this pass; NULL: none */
	pid_t setter;			/* keeps the setting up; 0: no need; -1: it has ended */
	int leash;			/* of the setter: it ends when this is closed */
	unsigned long long setter_born;
	int setter_status;
	struct page kept;		/* of all passes, to be compared; no f: they are not */
	char remark[REASON_LEN];	/* on the whole run; may be "" */
	double busy;			/* % of the CPUs, before the pass; NAN: unknown */
	int pass, rows;
	struct tracing tracing;
	time_t begun;
	char **command;			/* argv */
	bool pipe_ends;			/* SIGPIPE was not ignored when we began */
	struct page page;		/* text on its way to standard output and the log */
	struct json_file json;
};

/* Is there no hope that the tables will be read? */
static bool tables_broken(void)
{
	return output_broken(&streams.tables, cfg.json || streams.log.fd >= 0);
}

/* Is the run to end before its last row? */
static bool session_ends(void)
{
	return caught || tables_broken();
}

static void page_print(struct session *s)
{
	char *text = page_close(&s->page);

	progress_clear();
	if (s->kept.f)
		fputs(text, s->kept.f);
	output_add(&streams.log, text);		/* first: the terminal may keep us waiting */
	output_note(&streams.log);
	output_add(&streams.tables, text);
	if (!tables_broken())
		output_note(&streams.tables);
	free(text);
}

/* Read's file, made when the first load wants it; false with the reason in the row. */
static bool session_read_file(struct session *s, struct row *row)
{
	char reason[REASON_LEN] = "";

	if (s->read_file >= 0)
		return true;
	progress_show("writing the file that Read reads");
	s->read_file = read_file_make(cfg.dir, reason);
	if (s->read_file < 0)
		row_void(row, "skipped: %s", reason);
	return s->read_file >= 0;
}

/* What stands between the names of task and load. */
static const char *beside(const struct session *s)
{
	return s->task == &task_none ? "" : " beside ";
}

/* How many seconds so many pairings take if no set-up is slow. A double: no number overflows. */
static double pairings_seconds(int pairings)
{
	int64_t settle_ns = cfg.time_ns < NSEC_PER_SEC ? cfg.time_ns : NSEC_PER_SEC;

	return pairings * ((double)(cfg.time_ns + settle_ns) / NSEC_PER_SEC);
}

static void session_progress(const struct session *s)
{
	const int pairings = s->pairings - s->pairing + 1;
	time_t row = time(NULL) + (time_t)pairings_seconds(1);
	time_t all = time(NULL) + (time_t)pairings_seconds(pairings);
	char row_end[16], all_end[32];
	struct tm tm;

	strftime(row_end, sizeof(row_end), "%H:%M:%S", localtime_r(&row, &tm));
	strftime(all_end, sizeof(all_end), all - row < 20 * 3600 ? "%H:%M" : "%F %H:%M",
		 localtime_r(&all, &tm));
	progress_show("%d of %d: %s%s%s until %s, all until %s", s->pairing, s->pairings,
		      s->task->name, beside(s), s->load->name, row_end, all_end);
}

/* The document as it stands after a row, or at the end. */
static void session_json_write(struct session *s)
{
	struct json_about about = { s->begun, s->command, s->pairings, NULL };

	json_file_write(&s->json, &s->run, &about, s->pipe_ends);
}

static void session_json_row(struct session *s, const struct table *t, const struct row *row)
{
	struct json j = { .f = s->json.rows.f, .more = s->rows++ > 0 };

	if (s->json.fd < 0)
		return;
	json_row(&j, t, row, s->pass + 1, s->setting ? s->setting->name : NULL);
	if (s->json.again)
		session_json_write(s);
}

/* As long as this file is open, no CPU sleeps so deep that waking takes longer. */
static void dma_latency_hold(void)
{
	int32_t us = cfg.dma_latency_us;
	int fd;

	if (us < 0)
		return;
	fd = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, &us, sizeof(us)) != sizeof(us)) {
		warn("/dev/cpu_dma_latency: %s; the idle latency is not held", strerror(errno));
		cfg.dma_latency_us = -1;
	}
}

/* Has the row stopped the trace? Then say so: the run ends. */
static bool session_traced(struct session *s)
{
	if (!shared->traced)
		return false;
	page_open(&s->page);
	if (shared->traced < 0)
		fprintf(s->page.f, "! tracing could not be stopped: %s\n",
			strerror((int)-shared->traced));
	else
		fprintf(s->page.f,
			"! tracing stopped: %s beside %s woken %.3f ms late, at %.6f s\n",
			s->task->name, s->load->name, (double)shared->traced / NSEC_PER_MSEC,
			(double)(shared->traced_due + shared->traced) / NSEC_PER_SEC);
	page_print(s);
	return true;
}

/* Has what kept the setting up ended? Look, and tell by waiting for it. */
static bool setting_ended(struct session *s)
{
	if (s->setter > 0 && waitpid(s->setter, &s->setter_status, WNOHANG)) {
		close(s->leash);
		s->setter = -1;
	}
	return s->setter < 0;
}

/*
 * Make the setting of a pass: its command has ended well, or it goes on and is the
 * setting. False with a reason if it failed.
 */
static bool setting_start(struct session *s, char reason[static REASON_LEN])
{
	bool ext = sched_ext_enabled("");
	int64_t until = now_ns() + SETTING_LIMIT;

	s->setter_status = 0;
	s->setter = setter_start(s->setting->command, s->nice, &s->leash);
	if (s->setter < 0) {
		snprintf(reason, REASON_LEN, "cannot be made: %s", strerror(errno));
		s->setter = 0;
		return false;
	}
	s->setter_born = process_born(s->setter);
	while (!setting_ended(s) && !caught && now_ns() < until && (ext || !sched_ext_enabled("")))
		sleep_until(now_ns() + 10 * NSEC_PER_MSEC);
	snprintf(reason, REASON_LEN, "its command failed with exit status %d",
		 status_code(s->setter_status));
	if (s->setter < 0 && !s->setter_status)
		s->setter = 0;			/* done, nothing has to be kept up */
	return s->setter >= 0;
}

static void setting_stop(struct session *s)
{
	int64_t until = now_ns() + REAP_LIMIT + NSEC_PER_SEC;	/* its own, and some */

	if (s->setter > 0) {
		close(s->leash);
		/* a task or load that cannot be killed holds the leash, too */
		while (!waitpid(s->setter, NULL, WNOHANG) && now_ns() < until)
			sleep_until(now_ns() + NSEC_PER_MSEC);
	}
	/* killed, it has left us its children */
	while (s->setter && strays_kill(SIGKILL, s->setter_born, 0) && now_ns() < until)
		sleep_until(now_ns() + NSEC_PER_MSEC);
	s->setter = 0;
}

/* Without its setting a row would be another one's: it is void. */
static bool setting_lost(struct session *s, struct row *row)
{
	if (!setting_ended(s))
		return false;
	row_void(row, "the command of %s has ended, with exit status %d", s->setting->name,
		 status_code(s->setter_status));
	return true;
}

/* Measure one row and print it; false if the run ends here. */
static bool session_row(struct session *s, struct table *table, const struct task *t,
			const struct load *l)
{
	struct pairing p = {
		.task = t, .load = l, .file = { -1, -1, -1 }, .time = cfg.time_ns,
		.machine = { .root = "" }, .tracing = s->tracing,
		.sched = { [TASK] = &cfg.task, [LOAD] = &cfg.load }, .lock_memory = cfg.real_time,
		.work = { .threads = cfg.cpu_load, .seed = cfg.seed, .dir = cfg.dir,
			  .command = cfg.exec },
		.row = table_add_row(table, l->name),
		.child = { [TASK] = { .role = TASK }, [LOAD] = { .role = LOAD } },
	};

	s->pairing++;
	s->task = t;
	s->load = l;
	if (!setting_lost(s, p.row) && (!load_wants(l, READ_FILE) || session_read_file(s, p.row))) {
		p.file[READ_FILE] = s->read_file;
		if (load_wants(l, WRITE_FILE) && (p.file[WRITE_FILE] = scratch_open(cfg.dir)) < 0)
			p.file[WRITE_FILE] = -errno;
		session_progress(s);
		pairing_run(&p);
		setting_lost(s, p.row);
		if (p.file[WRITE_FILE] >= 0)
			close(p.file[WRITE_FILE]);
	}
	if (caught && !p.row->detail) {
		table->rows--;
		return false;
	}
	report_row(page_open(&s->page), table, p.row);
	page_print(s);
	session_json_row(s, table, p.row);
	if (p.row->reason[0] || p.stuck)
		s->status = EXIT_VOID;
	return !p.stuck && !session_traced(s);
}

/* Measure all rows of a task; false if the run ends here. */
static bool session_table(struct session *s, const struct task *t)
{
	struct table *table = run_add_table(&s->run, t->name);
	bool go_on = true;

	table->real_time = cfg.real_time;
	table->no_deadlines = t->no_deadlines;
	table->no_cpu = t->no_cpu;
	table->nice = cfg.task.policy->nice ? cfg.task.nice : 0;
	table->load_nice = cfg.load.policy->nice ? cfg.load.nice : 0;
	report_table_header(page_open(&s->page), table);
	page_print(s);
	for (size_t i = 0; i < load_count && go_on && !session_ends(); i++)
		if (pairing_selected(t, &loads[i]))
			go_on = session_row(s, table, t, &loads[i]);
	report_remarks(page_open(&s->page), table);
	if (cfg.verbose)
		report_details(s->page.f, table, cfg.cpu_time);
	for (size_t i = 0; i < table->rows && cfg.histogram; i++)
		if (table->row[i].detail)
			report_histogram(s->page.f, table, &table->row[i]);
	page_print(s);
	return go_on && !session_ends();
}

/* -m, and the name of the setting. */
static char *session_comment(const struct session *s)
{
	char text[SETTING_COMMENT_MAX + 1 + NAME_LEN];

	if (!s->setting)
		return line_clean(cfg.comment);
	snprintf(text, sizeof(text), "%s%s%s", cfg.comment, *cfg.comment ? " " : "",
		 s->setting->name);
	return line_clean(text);
}

/* Its number comes first, since cmp_order() reads it. */
static void session_describe_setting(struct session *s)
{
	char text[2 * FACT_LEN], line[FACT_LEN];

	snprintf(text, sizeof(text), "%d of %d, %s", (int)(s->setting - cfg.settings.row) + 1,
		 cfg.settings.n, s->setting->command);
	line_copy(line, sizeof(line) - strlen("Setting: "), text);
	run_add_fact(&s->run, "Setting", line);
}

/* Fill in what stands in the header of a pass. */
static void session_describe(struct session *s)
{
	struct run *run = &s->run;
	struct machine m = { .root = "", .dir = realpath(cfg.dir, NULL) };
	struct cpus allowed, used;
	struct utsname uts = { .release = "unknown" };
	char text[FACT_LEN], busy[32], *command = line_clean(cfg.exec ? cfg.exec : "");
	time_t now = time(NULL);
	struct tm tm;

	uname(&uts);
	strftime(text, sizeof(text), "%Y%m%d%H%M", localtime_r(&now, &tm));
	*run = (struct run){
		.kernel = line_clean(uts.release), .date = xstrdup(text),
		.comment = session_comment(s), .title = xstrdup(""),
		.processors = cfg.cpu_load, .loops_per_ms = (uint64_t)cfg.loops_per_ms,
		.cpu_time = cfg.cpu_time, .seconds = (double)cfg.time_ns / NSEC_PER_SEC,
	};
	if (s->setting)
		session_describe_setting(s);
	sched_describe(&cfg.task, cfg.real_time ? "fifo" : "other", text, sizeof(text));
	if (!cfg.load_only && *text)
		run_add_fact(run, run_role[TASK], text);
	sched_describe(&cfg.load, "other", text, sizeof(text));
	if (*text)
		run_add_fact(run, run_role[LOAD], text);
	m.cpus = cpus_allowed(&allowed) ? allowed.count : 0;
	machine_facts(&m, run);
	s->busy = machine_busy(cpus_used(&used, &cfg.task.cpus, &cfg.load.cpus) ? used.mask : NULL,
			       sizeof(used.mask));
	snprintf(text, sizeof(text), "%s %% before the start", fmt_number(busy, s->busy));
	if (!isnan(s->busy))
		run_add_fact(run, "Busy", text);
	run_add_number(run, "busy_pct", s->busy);
	if (task_selected(task_find("Custom")) || load_selected(load_find("Custom"))) {
		snprintf(text, sizeof(text), "%d %% of %d us", cfg.custom_pct, cfg.custom_us);
		run_add_fact(run, "Custom", text);
		run_add_number(run, "custom_cpu_pct", cfg.custom_pct);
		run_add_number(run, "custom_interval_us", cfg.custom_us);
	}
	if (cfg.dma_latency_us >= 0) {
		snprintf(text, sizeof(text), "%d us", cfg.dma_latency_us);
		run_add_fact(run, "Idle latency held", text);
		run_add_number(run, "idle_latency_us", cfg.dma_latency_us);
	}
	line_copy(text, sizeof(text) - sizeof("Command: ") + 1, command);
	if (cfg.exec && !names_have(&cfg.no_loads, "Command"))
		run_add_fact(run, "Command", text);
	snprintf(text, sizeof(text), "%d", cfg.seed);
	if (cfg.seed)
		run_add_fact(run, "Seed", text);
	run_add_number(run, "seed", cfg.seed ? cfg.seed : NAN);
	free(command);
	free((char *)m.dir);
}

/* One pass over all pairings; false if it is to be the last. */
static bool session_pass(struct session *s)
{
	bool go_on = true;
	const struct task *t;
	FILE *f = page_open(&s->page);

	run_free(&s->run);
	session_describe(s);
	if (s->pass)
		fputc('\n', f);
	report_header(f, &s->run);
	if (s->remark[0])
		fprintf(f, "! %s\n", s->remark);
	if (s->busy > 5)
		fputs("! the machine was busy before the start: what ran then is measured, too\n",
		      f);
	page_print(s);
	if (s->json.again)		/* not what an earlier run has left */
		session_json_write(s);
	for (size_t i = 0; (t = task_at(i)) && go_on && !session_ends(); i++)
		if (task_paired(t))
			go_on = session_table(s, t);
	return go_on && !session_ends();
}

/* Say where in the run a signal or a failure of standard output has ended it. */
static void session_partial(struct session *s)
{
	const struct output *out = &streams.tables;
	FILE *f = page_open(&s->page);

	if (caught)
		fprintf(f, "! partial: ended by signal %d (%s) ", caught, strsignal(caught));
	else
		fprintf(f, "! partial: %s failed (%s) ", out->name, strerror(out->error));
	if (s->task)
		fprintf(f, "in %s%s%s\n", s->task->name, beside(s), s->load->name);
	else
		fprintf(f, "before %s\n", s->rows ? "the next pass" : "the first row");
	page_print(s);
}

/* A pass with its setting; false if it is to be the last. */
static bool session_setting(struct session *s)
{
	char reason[REASON_LEN];
	bool go_on = true;

	if (setting_start(s, reason)) {
		go_on = !caught && session_pass(s);
	} else if (s->pass < cfg.settings.n) {	/* it has never worked: it will not later */
		setting_stop(s);
		die(EXIT_TROUBLE, "--setting %s: %s", s->setting->name, reason);
	} else {
		fprintf(page_open(&s->page), "\n! setting %s left out: %s\n", s->setting->name,
			reason);
		page_print(s);
		s->pairing += s->pairings / (cfg.settings.n * cfg.repeat);
		s->status = EXIT_VOID;
	}
	setting_stop(s);
	return go_on;
}

/* The columns of a task's tables behind the SD. */
static unsigned task_columns(const char *name)
{
	const struct task *t = task_find(name);

	return LOG_ALL - (t && t->no_deadlines ? LOG_MET : 0) - (t && t->no_cpu ? LOG_CPU : 0);
}

static bool load_known(const char *name)
{
	return load_find(name);
}

static const struct log_names log_names = { .columns = task_columns, .is_load = load_known };

/* Is what is to be printed going into the file that is to be read? */
static bool compare_meets(const char *file)
{
	struct file_id in, out;

	return file_id_of(STDOUT_FILENO, &out) &&
	       (strcmp(file, "-") ? file_id(file, &in) : file_id_of(STDIN_FILENO, &in)) &&
	       file_id_same(&in, &out);
}

/* Compare the runs found in files, a list that ends in NULL. Returns the exit status. */
static int compare_files(char *const *files)
{
	struct runs runs = { .n = 0 };
	struct page page;
	bool all = true;
	int status;

	for (char *const *file = files; *file; file++)
		if (compare_meets(*file))
			die(EXIT_USAGE, "%s is standard output, too: it would be changed", *file);
	for (; *files; files++) {
		const char *why = log_read_file(&runs, &log_names, *files);
		char *name = line_clean(*files);

		if (why)
			warn("cannot read %s: %s", name, why);
		all &= !why;
		free(name);
	}
	/* the rest alone might say the opposite */
	status = cfg.compare_how.fail_worse ? EXIT_SKIP : EXIT_TROUBLE;
	if (all) {
		status = compare_runs(page_open(&page), runs.run, runs.n, &cfg.compare_how);
		page_close(&page);
		stdout_end(&page.text);
		free(page.text.text);
	}
	runs_free(&runs);
	return status;
}

/*
 * Compare what was printed, if it is a pass of each, so that the log will say the same.
 * Nothing of this goes there, where it might be taken for the title of the next run.
 */
static void settings_compare(struct session *s, bool all)
{
	struct runs runs = { .n = 0 };
	struct page page;
	int status = cfg.compare_how.fail_worse ? EXIT_SKIP : s->status;

	log_read(&runs, &log_names, NULL, page_close(&s->kept));
	progress_clear();
	if (all) {
		fputc('\n', page_open(&page));
		status = compare_runs(page.f, runs.run, runs.n, &cfg.compare_how);
		output_add(&streams.tables, page_close(&page));
		free(page.text.text);
	}
	if (cfg.compare_how.fail_worse || !s->status)
		s->status = status;
	runs_free(&runs);
	free(s->kept.text.text);
}

/*
 * Wait for the signal that may belong to a broken output: Ctrl-C ends its reader, too, and
 * a terminal that hangs up fails before its signal comes.
 */
static void signal_await(void)
{
	int64_t until = now_ns() + NSEC_PER_SEC / 2;	/* a shell has to pass it on */

	while (session_ends() && !caught && now_ns() < until)
		sleep_until(now_ns() + 10 * NSEC_PER_MSEC);
}

/* All passes: of every setting, in blocks of all, so that a drift hits all alike. */
static void session_run(struct session *s)
{
	int n = cfg.settings.n ? cfg.settings.n : 1;
	size_t order[LENGTH(cfg.settings.row)];
	uint64_t seed = (uint64_t)cfg.seed;
	bool go_on = true;

	for (size_t i = 0; i < LENGTH(order); i++)
		order[i] = i;
	if (cfg.settings.n)
		page_open(&s->kept);
	for (; s->pass < n * cfg.repeat && go_on && !session_ends(); s->pass += go_on) {
		if (s->pass % n == 0)
			perm_draw(order, (size_t)n, (size_t)n, &seed);
		if (cfg.settings.n)
			s->setting = &cfg.settings.row[order[s->pass % n]];
		go_on = s->setting ? session_setting(s) : session_pass(s);
		if (go_on)
			s->task = NULL;
	}
	signal_await();
	if (caught ? s->pass < n * cfg.repeat : session_ends() && s->rows < s->pairings)
		session_partial(s);
	if (s->json.fd >= 0 && !s->run.kernel)
		session_describe(s);		/* no pass has begun: the document has no rows */
	if (s->json.fd >= 0) {
		session_json_write(s);
		json_file_free(&s->json);
	}
	if (s->kept.f)
		settings_compare(s, s->pass >= n);
	run_free(&s->run);
}

/* Warn of tasks that want more than real time tasks may have: Linux stops them in between. */
static void real_time_warn(void)
{
	char *runtime = file_text("", "/proc/sys/kernel/sched_rt_runtime_us");
	char *period = file_text("", "/proc/sys/kernel/sched_rt_period_us");
	double share = runtime && period ? strtod(runtime, NULL) / strtod(period, NULL) : -1;

	for (const struct task *t = tasks; t < tasks + task_count && share > 0; t++) {
		struct period p = task_period(t);
		double wants;

		if (t->frame)			/* the last of a sweep is the heaviest */
			t->frame((unsigned)(t->sweep_s * NSEC_PER_SEC / p.period) - 1, &p);
		wants = p.period ? (double)p.work / (double)p.period : t->whole_cpu;
		if (task_selected(t) && wants > share)
			warn("%s wants %.0f %% of a CPU, of which real time tasks may have %.0f %%"
			     " (sched_rt_runtime_us)", t->name, 100 * wants, 100 * share);
	}
	free(runtime);
	free(period);
}

static void role_settle(struct sched *s, const struct sched_names *names)
{
	char reason[REASON_LEN];

	if (!sched_settle(s, names, reason))
		die(EXIT_USAGE, "%s", reason);
}

static void role_try(const struct sched *s, const char *role)
{
	char reason[REASON_LEN];

	if (!sched_try(s, cfg.settings.n > 0, reason))
		die(EXIT_TROUBLE, "the %s cannot be scheduled so: %s", role, reason);
}

/* Before either role is tried: it joins its group. */
static void groups_check(void)
{
	char reason[REASON_LEN];

	if (!groups_ready(&cfg.task.group, &cfg.load.group, reason)) {
		groups_end();
		die(EXIT_TROUBLE, "%s", reason);
	}
}

/* A directory that was given and that a load wants has to serve before anything is measured. */
static void dir_check(void)
{
	char reason[REASON_LEN] = "";
	bool wanted = false;
	int fd;

	for (const struct load *l = loads; l < loads + load_count; l++)
		wanted |= load_selected(l) &&
			  (load_wants(l, READ_FILE) || load_wants(l, WRITE_FILE));
	if (!cfg.dir_given || !wanted)
		return;
	fd = scratch_open(cfg.dir);
	if (fd < 0)
		die(EXIT_TROUBLE, "-d %s: no file can be made there: %s", cfg.dir, strerror(errno));
	close(fd);
	if (!scratch_size(cfg.dir, reason))
		die(EXIT_TROUBLE, "-d %s: %s", cfg.dir, reason);
}

/*
 * What differs from what was asked for, and how long it will take. Only once the run can
 * begin: an error of the command line is not to be lost among notes.
 */
static void session_announce(const struct session *s)
{
	enum { MINUTE_S = 60, HOUR_S = 60 * MINUTE_S, DAY_S = 24 * HOUR_S };
	double seconds = pairings_seconds(s->pairings);

	if (s->no_memload)
		warn("Memload is left out: no swap (-w Memload runs it in memory alone)");
	if (s->sweep_s)
		warn("X works in sweeps of %d s: every load runs for %lld s", s->sweep_s,
		     cfg.time_ns / NSEC_PER_SEC);
	if (cfg.quiet || isatty(STDERR_FILENO))
		return;			/* the line of progress says it there */
	if (seconds < 2 * MINUTE_S)
		warn("%d pairing%s, about %.0f s", s->pairings, s->pairings == 1 ? "" : "s",
		     ceil(seconds));
	else if (seconds < 2 * HOUR_S)
		warn("%d pairings, about %.0f minutes", s->pairings, seconds / MINUTE_S);
	else if (seconds < 2 * DAY_S)
		warn("%d pairings, about %.0f hours", s->pairings, seconds / HOUR_S);
	else
		warn("%d pairings, about %.0f days", s->pairings, seconds / DAY_S);
}

/* The settings that follow from the machine. */
static void session_settle(struct session *s)
{
	struct memory m = machine_memory("");
	struct cpus allowed;
	bool known = cpus_allowed(&allowed), random;
	int sweep_s;

	if (cfg.load.cpus.count)
		known = (allowed = cfg.load.cpus).count;
	if (!cfg.cpu_load)
		cfg.cpu_load = known ? allowed.count : (int)sysconf(_SC_NPROCESSORS_ONLN);
	if (cfg.uniprocessor && !known)
		die(EXIT_TROUBLE, "-u: Linux does not tell which CPUs are allowed: %s",
		    strerror(errno));
	if (cfg.uniprocessor) {
		CPU_SET_S((size_t)cpus_first(&allowed), sizeof(allowed.mask), cfg.task.cpus.mask);
		cfg.task.cpus.count = 1;
		cfg.load.cpus = cfg.task.cpus;
	}
	role_settle(&cfg.task, &(struct sched_names){ cfg.real_time ? "-r" : "the policy", "-B",
						      "--slice", "--rtprio" });
	role_settle(&cfg.load, &(struct sched_names){ "the policy", "-N", "--load-slice", NULL });
	s->nice = getpriority(PRIO_PROCESS, 0);
	/* if we may: the end of a load of thousands must not wait for its turn */
	setpriority(PRIO_PROCESS, 0, -20);
	oom_last();
	/* without swap Memload is run only where it is named */
	s->no_memload = m.swap <= 0 && !cfg.only_loads.n && !names_have(&cfg.no_loads, "Memload");
	if (s->no_memload)
		names_add(&cfg.no_loads, "Memload");
	s->pairings = pairings_count(&sweep_s, &random) * cfg.repeat *
		      (cfg.settings.n ? cfg.settings.n : 1);
	if (!s->pairings)
		die(EXIT_USAGE, "no pairing of a task and a load is left (--list has their names)");
	if ((random || cfg.settings.n) && !cfg.seed)
		cfg.seed = 1 + (int)(random_seed() % INT_MAX);
	if (sweep_s && cfg.time_ns % (sweep_s * NSEC_PER_SEC)) {
		cfg.time_ns += sweep_s * NSEC_PER_SEC - cfg.time_ns % (sweep_s * NSEC_PER_SEC);
		s->sweep_s = sweep_s;
	}
}

/*
 * main
 */

/* A standard stream may be closed: no file of ours is to be opened in its place. */
static void streams_check(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		/* not /dev/null: what is written to a closed output is trouble, not lost */
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/", O_PATH) != fd)
			_exit(EXIT_TROUBLE);
}

/* End as the signal would have ended us; process 1 is not ended by its own signals. */
__attribute__((noreturn))
static void signal_end(int sig)
{
	sigset_t set;

	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
	_exit(128 + sig);
}

/* Try for the last time to write what could not be; the exit status. */
static int session_end(struct session *s)
{
	struct output *tables = &streams.tables, *log = &streams.log;
	bool pipe_broken = tables->error == EPIPE ||
			   (s->json.error == EPIPE && s->json.fd == STDOUT_FILENO);

	groups_end();
	progress_clear();
	output_add(log, "");
	output_add(tables, "");
	if (caught)
		signal_end(caught);
	if (pipe_broken && s->pipe_ends)
		signal_end(SIGPIPE);		/* as every other program */
	if (!tables->error && close(tables->fd))	/* some file systems tell only now */
		tables->error = errno;
	if (tables->error && !tables->noted)
		die(EXIT_TROUBLE, "%s: %s", tables->name, strerror(tables->error));
	if (log->fd >= 0 && !log->error && close(log->fd))
		die(EXIT_TROUBLE, "%s: %s", log->name, strerror(errno));
	if (s->json.fd >= 0 && !s->json.error && close(s->json.fd))
		die(EXIT_TROUBLE, "%s: %s", cfg.json, strerror(errno));
	return tables->error || log->error || s->json.error ? trouble_status(EXIT_TROUBLE) :
		s->status;
}

int main(int argc, char **argv)
{
	const int64_t born = now_ns();
	struct session s = { .read_file = -1, .command = argv, .begun = time(NULL) };
	struct sigaction pipe;
	char log[LOG_NAME_LEN];

	if (argc == 2 && !strcmp(argv[1], FORK_CHILD))
		_exit(EXIT_SUCCESS);
	if (argc == 4 && !strcmp(argv[1], LAUNCH_CHILD))
		launch_main(argv, born);
	streams_check();
	if (getuid() != geteuid() || getgid() != getegid())
		die(EXIT_TROUBLE, "does not run set-uid");
	options_parse(argc, argv);
	options_check();
	if (cfg.compare)
		return compare_files(cfg.logs);
	log_name(log);
	outputs_check(log, cfg.json, cfg.console);
	if (cfg.quiet)
		progress_off();
	session_settle(&s);
	dir_check();
	if (strlen(cfg.comment) > LOG_TEXT_MAX)
		warn("-m: --compare reads only the first %d bytes of it", LOG_TEXT_MAX);
	json_file_open(&s.json, cfg.json);	/* a fifo can keep us: before signals are caught */
	if (s.json.fd == STDOUT_FILENO) {
		streams.tables.name = "standard error";
		streams.tables.fd = STDERR_FILENO;
	}
	s.pipe_ends = !sigaction(SIGPIPE, NULL, &pipe) && pipe.sa_handler != SIG_IGN;
	signals_catch();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		die(EXIT_TROUBLE, "shared memory: %s", strerror(errno));
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	tracing_open(&s.tracing, cfg.trace_above_ms);
	groups_check();
	role_try(&cfg.task, role_name[TASK]);
	role_try(&cfg.load, role_name[LOAD]);
	session_announce(&s);
	dma_latency_hold();
	if (!cfg.console)
		log_open(&streams.log, log);
	if (cfg.task.priority)
		real_time_warn();
	if (!cfg.cpu_time)
		cfg.loops_per_ms = loops_settle(cfg.loops_per_ms, cfg.calibrate, s.remark);
	work_set(cfg.loops_per_ms);
	session_run(&s);
	return session_end(&s);
}
