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
 *   lib/samples    every period of a row kept, and written as CSV
 *   lib/run        the structs of interbench.h built up and freed, remarks on rows
 *   lib/detail     what -v and JSON say of a row besides: figure_name[]
 *   lib/machine    machine_fact[]: what Linux tells of memory, limits, itself
 *   lib/busy       how busy the machine is with anything else, and with what
 *   lib/still      did everything stand still: sleeps of our own that end late
 *   lib/proc       children that die with us, process groups, shells, signals
 *   lib/group      control groups of task and load: made, joined, read back, removed
 *   lib/sched      policies[]: policies, slices, CPUs applied and read back
 *   lib/task       tasks[] and what each of them does
 *   lib/load       loads[] and what each of them does (Hack: hackbench.c)
 *   lib/selection  which pairings of a task and a load a run has
 *   lib/pairing    one row: start, ready, go, settle, measure, stop, reap
 *   lib/setting    what --setting compares: made, kept up, ended
 *   lib/report     the tables as they are printed; lib/json: the same as JSON
 *   lib/encoding   UTF-16, base64 and quoted-printable undone
 *   lib/decode     text out of mails, web pages and journals, as plain lines
 *   lib/heading    what the names above a table say of its columns and unit
 *   lib/figures    the figures of a row as a text has them, and whether they can be right
 *   lib/log_detail the tables of -v read back
 *   lib/log        the tables read back, whatever held them
 *   lib/output     what a run writes to: the tables, the log, the file of JSON
 *   lib/perm       the permutation test: is a difference more than chance
 *   lib/note       what is said in words, kept until it is printed
 *   lib/side       runs sorted into sides, and what is said of one side
 *   lib/compare    two sides: what differs between them, and whether it counts
 *   lib/verdict    all sides and the first one, in figures and in words
 *   lib/compare_text   the same as text
 *   lib/compare_json   the same as JSON
 *   lib/page       the same as a web page, with the runs drawn
 *   lib/option     a row of options[]: how its argument is read, help, completion
 *   lib/comparing  logs read, compared, and the comparison printed and written
 *   interbench.c   options[], what follows from the machine, passes, main
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
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "interbench.h"
#include "lib/busy.h"
#include "lib/clock.h"
#include "lib/compare.h"
#include "lib/comparing.h"
#include "lib/detail.h"
#include "lib/group.h"
#include "lib/json.h"
#include "lib/load.h"
#include "lib/log.h"
#include "lib/machine.h"
#include "lib/option.h"
#include "lib/output.h"
#include "lib/pairing.h"
#include "lib/perm.h"
#include "lib/proc.h"
#include "lib/report.h"
#include "lib/run.h"
#include "lib/samples.h"
#include "lib/sched.h"
#include "lib/selection.h"
#include "lib/setting.h"
#include "lib/stats.h"
#include "lib/task.h"
#include "lib/util.h"

/* Written by option parsing, and by what settles it before any measuring. */
static struct config {
	int loops_per_ms;
	bool calibrate, console, real_time, uniprocessor, cpu_time, quiet;
	int64_t time_ns;
	int repeat;
	int seed;			/* of all that is random; 0: not given, or nothing is */
	int custom_pct, custom_us;	/* 0: not given */
	const char *exec;		/* of the load Command; NULL: there is none */
	struct roles roles;
	const char *comment, *dir;
	bool dir_given;			/* -d: it has to serve */
	bool verbose, histogram, load_only;
	const char *json, *html, *samples;	/* files, or "-"; NULL: none */
	double trace_above_ms;		/* -1: no */
	int dma_latency_us;		/* -1: not held */
	struct selection select;
	struct settings settings;
	bool compare;
	struct compare_opts compare_how;
	char **logs;			/* the operands of --compare; ends in NULL */
} cfg = {
	.time_ns = 30 * NSEC_PER_SEC, .repeat = 1, .dir = ".",
	.trace_above_ms = -1, .dma_latency_us = -1,
	.compare_how = { .threshold_pct = 1, .notice_ms = 7 },
	.comment = "", .roles = { .task.nice = NICE_INHERITED, .load.nice = NICE_INHERITED },
};

static struct {
	struct output tables;		/* standard output, or error where that is JSON's */
	struct output log;		/* none under -c */
} streams = { { .name = "standard output", .fd = STDOUT_FILENO }, { .name = "the log", .fd = -1 } };

/*
 * Options
 */

/*
 * git bisect run takes EXIT_USAGE for "bad", so --fail-worse has to be known before an error in
 * an earlier word ends the program. The option can be shortened.
 */
static void options_foresee(char **argv)
{
	static const char name[] = "--fail-worse";

	for (; *argv && strcmp(*argv, "--"); argv++) {
		size_t len = strcspn(*argv, "=");	/* "=3" is usage as bad as any */

		if (len > 2 && !strncmp(*argv, name, len))
			die_with(EXIT_SKIP);
	}
}

static void set_dir(const struct option_row *o, const char *arg)
{
	set_string(o, arg);
	cfg.dir_given = true;
}

/* What --list, --completion, -h or -V print, once every word is known to be right. */
static void (*instead)(FILE *f);

static void set_list(const struct option_row *o, const char *arg)
{
	(void)o, (void)arg;
	instead = names_print;
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

static void completion_print(FILE *f);

static void set_completion(const struct option_row *o, const char *arg)
{
	(void)o, (void)arg;
	instead = completion_print;
}

static void help_print(FILE *f);

static void set_help(const struct option_row *o, const char *arg)
{
	(void)o, (void)arg;
	instead = help_print;
}

/* A row in one line; field: of cfg. */
#define FLAG(letter, name, field, help) \
	{ letter, name, NULL, help, set_flag, &cfg.field, 0, 0, NULL }
#define VALUE(letter, name, arg, set, field, help) \
	{ letter, name, arg, help, set, &cfg.field, 0, 0, NULL }
#define LISTED(letter, name, arg, set, field, value, help) \
	{ letter, name, arg, help, set, &cfg.field, 0, 0, value }
#define NUMBER(letter, name, arg, field, min, max, help) \
	{ letter, name, arg, help, set_number, &cfg.field, min, max, NULL }
#define DECIMAL(name, arg, field, max, help) \
	{ 0, name, arg, help, set_decimal, &cfg.field, 0, max, NULL }

static const struct option_row options[] = {
	NUMBER('l', "loops", "N", loops_per_ms, 1, INT_MAX,
	       "loops per ms (else saved, else measured)"),
	FLAG('b', "calibrate", calibrate, "measure loops per ms anew, and save them"),
	FLAG('T', "cpu-time", cpu_time, "tasks want CPU time instead of loops"),
	NUMBER('L', "cpu-load", "N", roles.cpu_load, 1, 100000,
	       "size of loads, where --list names -L (CPUs)"),
	VALUE('t', "time", "T", set_time, time_ns,
	      "time of each pairing, as 30, 200ms, 5m, 1h (30)"),
	NUMBER('n', "repeat", "N", repeat, 1, 100000, "run everything N times (1)"),
	NUMBER(0, "seed", "N", seed, 1, INT_MAX, "seed of the random numbers (a random one)"),
	LISTED('W', "bench", "NAME", set_benches, select.tasks, task_name,
	      "run only these tasks, as Audio,X (repeatable)"),
	LISTED('X', "exclude-bench", "NAME", set_benches, select.no_tasks, task_name,
	      "do not run these tasks (repeatable)"),
	LISTED('w', "load", "NAME", set_loads, select.loads, load_name,
	      "run only these loads, as None,Burn (repeatable)"),
	LISTED('x', "exclude-load", "NAME", set_loads, select.no_loads, load_name,
	      "do not run these loads (repeatable)"),
	VALUE('e', "exec", "CMD", set_string, exec, "add the load Command: CMD under sh -c"),
	FLAG(0, "load-only", load_only, "run no task: show what each load achieves alone"),
	NUMBER('C', "custom-cpu", "PCT", custom_pct, 1, 100, "share of a CPU that Custom wants, in per cent"),
	NUMBER('I', "custom-interval", "US", custom_us, 10, 60000000,
	       "period of Custom, in microseconds"),
	FLAG('r', "real-time", real_time, "run tasks as SCHED_FIFO, print figures in us"),
	NUMBER(0, "rtprio", "N", roles.task.priority, 1, 99, "priority of a real time task (49)"),
	LISTED(0, "policy", "P", set_policy, roles.task.policy, policy_name,
	       "of the task: other, batch, idle, ext, fifo, rr"),
	LISTED(0, "load-policy", "P", set_policy, roles.load.policy, load_policy_name,
	       "of the load: other, batch, idle, ext"),
	NUMBER(0, "slice", "US", roles.task.slice_us, 100, 100000, "slice of the task, in microseconds"),
	NUMBER(0, "load-slice", "US", roles.load.slice_us, 100, 100000, "slice of the load, in microseconds"),
	VALUE(0, "affinity", "LIST", set_cpus, roles.task.cpus, "CPUs of the task, as 0-3,8"),
	VALUE(0, "load-affinity", "LIST", set_cpus, roles.load.cpus, "CPUs of the load"),
	VALUE(0, "cgroup", "PATH", set_group, roles.task.group.path,
	      "control group of the task, as in /proc/PID/cgroup"),
	VALUE(0, "load-cgroup", "PATH", set_group, roles.load.group.path, "control group of the load"),
	NUMBER(0, "weight", "N", roles.task.group.weight, 1, 10000,
	       "give the task a group with this CPU weight"),
	NUMBER(0, "load-weight", "N", roles.load.group.weight, 1, 10000, "the same for the load (100)"),
	NUMBER('B', "bench-nice", "N", roles.task.nice, -20, 19, "nice value of the task"),
	NUMBER('N', "load-nice", "N", roles.load.nice, -20, 19, "nice value of the load"),
	FLAG('u', "uniprocessor", uniprocessor, "run task and load on one CPU"),
	VALUE('d', "dir", "DIR", set_dir, dir, "make scratch files in DIR (.)"),
	VALUE('m', "comment", "TEXT", set_string, comment, "add this line to the header"),
	FLAG('c', "console", console, "write no log"),
	FLAG('v', "verbose", verbose, "explain the figures in more tables under each"),
	FLAG(0, "histogram", histogram, "draw the wakeup latencies as bars"),
	VALUE('j', "json", "FILE", set_string, json,
	      "write the results as JSON, too (-: stdout)"),
	VALUE(0, "samples", "FILE", set_string, samples,
	      "write each sample as CSV, too (-: stdout)"),
	DECIMAL("trace-above", "MS", trace_above_ms, 1000000,
		"stop tracing at the first wakeup latency above MS"),
	NUMBER(0, "cpu-dma-latency", "US", dma_latency_us, 0, INT_MAX,
	       "hold the idle latency of the CPUs"),
	FLAG('q', "quiet", quiet, "show no progress"),
	FLAG(0, "compare", compare, "compare the runs in logs, and measure nothing"),
	VALUE(0, "setting", "NAME=CMD", set_setting, settings,
	      "compare settings; or NAME:OPTIONS (repeatable)"),
	VALUE(0, "sides", "A,B", set_string, compare_how.sides,
	      "compare these sides alone, the first as baseline"),
	DECIMAL("threshold", "PCT", compare_how.threshold_pct, 1000,
		"ignore differences below PCT % of the baseline (1)"),
	DECIMAL("notice", "MS", compare_how.notice_ms, 1000000,
		"ignore maxima that are both below MS (7)"),
	FLAG(0, "fail-worse", compare_how.fail_worse,
	     "exit 4 if a side is worse, 125 if that is unknown"),
	VALUE(0, "html", "FILE", set_string, html,
	      "write the comparison as a web page (-: stdout)"),
	LISTED(0, "color", "WHEN", set_color, compare_how.color, color_name,
	       "use colours: always, never or auto (auto)"),
	{ 0, "list", .help = "print the tasks and loads", .set = set_list },
	{ 0, "completion", .help = "print the completion for bash", .set = set_completion },
	{ 'h', "help", .help = "print this text", .set = set_help },
	{ 'V', "version", .help = "print the version", .set = set_version },
};

static void help_print(FILE *f)
{
	fputs("usage: interbench [options]\n       interbench --compare [options] LOG...\n"
	     "Measures how interactive tasks fare beside loads; see interbench(8).\n\n", f);
	options_print(f, options, LENGTH(options));
}

static void completion_print(FILE *f)
{
	options_complete(f, options, LENGTH(options));
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
	const struct option_row *last = NULL;
	char names[256] = "";
	int n = 0, found = 0;

	for (const struct option_row *o = options; o < options + LENGTH(options); o++) {
		if (strncmp(word, "--", 2) || strncmp(word + 2, o->name, len))
			continue;
		if (strlen(o->name) == len)
			die(EXIT_USAGE, "--%s takes no argument: %s", o->name, word);
		found++;
		last = o;
		n += snprintf(names + n, sizeof(names) - (size_t)n, "%s--%s", n ? ", " : "",
			      o->name);
		if (n >= (int)sizeof(names))
			break;
	}
	if (found == 1)
		die(EXIT_USAGE, "--%s takes no argument: %s", last->name, word);
	if (found)
		die(EXIT_USAGE, "%s is ambiguous: %s", word, names);
	die(EXIT_USAGE, "no option %s (-h lists the options)", word);
}

/* May a setting have it? It is about how the roles are scheduled, or how large a load is. */
static bool option_of_roles(const struct option_row *o)
{
	return (char *)o->target >= (char *)&cfg.roles &&
	       (char *)o->target < (char *)(&cfg.roles + 1);
}

/* A word that a setting may not have: say what it may have, in lines of its own. */
__attribute__((noreturn))
static void option_die_setting(const char *word)
{
	char line[80 - sizeof("interbench: ")] = "", gap[] = ", ";

	option_written(false);
	warn("%s is no option of a setting; allowed are", word);
	message_about(NULL);
	for (const struct option_row *o = options; o < options + LENGTH(options); o++) {
		const char *name = option_name(o);

		if (!option_of_roles(o))
			continue;
		if (strlen(line) + strlen(gap) + strlen(name) + 1 >= sizeof(line)) {
			warn("  %s,", line);
			*line = 0;
		}
		sprintf(line + strlen(line), "%s%s", *line ? gap : "", name);
	}
	die(EXIT_USAGE, "  %s", line);
}

/* "-m -T": the argument was forgotten, and -T would be lost without a word. */
static void option_check_argument(const struct option_row *o, const char *arg, const char *word)
{
	if (arg != word || !option_of(arg))
		return;
	die(EXIT_USAGE, "%s wants an argument, and %s is an option; %s%s%s takes it for one",
	    option_name(o), arg, option_name(o), option_name(o)[1] == '-' ? "=" : "", arg);
}

/* Is it about comparing alone? */
static bool option_compares(const struct option_row *o)
{
	return o->target == &cfg.html || ((char *)o->target >= (char *)&cfg.compare_how &&
					  (char *)o->target < (char *)(&cfg.compare_how + 1));
}

/* Check all words together. comparing, measuring: an option that only one of them has, or "". */
static void options_check_words(char **words, const char *comparing, const char *measuring)
{
	struct memstream mem;

	cfg.logs = words;
	if (*words && !cfg.compare)
		die(EXIT_USAGE, "stray word '%s' (-h lists the options)", *words);
	if (instead) {
		instead(memstream_open(&mem));
		memstream_close(&mem);
		stdout_end(&mem.text);
		exit(EXIT_SUCCESS);
	}
	if (*comparing && !cfg.compare && !cfg.settings.n)
		die(EXIT_USAGE, "%s needs --compare or --setting", comparing);
	if (cfg.compare && *measuring)
		die(EXIT_USAGE, "%s and --compare exclude each other: nothing is measured",
		    measuring);
	if (cfg.compare && !*words)
		die(EXIT_USAGE, "--compare wants the names of logs (- is standard input)");
}

/* What getopt_long() is told. */
struct option_words {
	struct option name[LENGTH(options) + 1];
	char letters[2 * LENGTH(options) + 2];
	bool setting;			/* only what a setting may have */
};

static void option_words_fill(struct option_words *words, bool setting)
{
	struct option *name = words->name;
	char *next = words->letters;

	words->setting = setting;
	*next++ = ':';
	for (int i = 0; i < (int)LENGTH(options); i++) {
		const struct option_row *o = &options[i];

		if (setting && !option_of_roles(o))
			continue;
		*name++ = (struct option){ o->name, o->arg ? required_argument : no_argument,
					   NULL, o->letter ? o->letter : 256 + i };
		if (o->letter)
			next += sprintf(next, o->arg ? "%c:" : "%c", o->letter);
	}
	*name = (struct option){ 0 };
	*next = 0;
	optind = 0;			/* begin anew: 1 would go on within a word */
}

/* Read the next option; before: the one before it, or NULL. NULL: there is no more. */
static const struct option_row *option_read(int argc, char **argv, const struct option_words *words,
					    const struct option_row *before)
{
	int is_long = -1, i, found = getopt_long(argc, argv, words->letters, words->name, &is_long);
	const char letter[] = { '-', (char)optopt, 0 };
	const bool short_one = optopt && optopt < 256;	/* below 0: a byte of a UTF-8 character */

	if (found == -1)
		return NULL;
	if (found == ':')
		die(EXIT_USAGE, "%s wants an argument (-h lists the options)", argv[optind - 1]);
	if (found == '?' && optopt == '=' && before)	/* -T=3 */
		die(EXIT_USAGE, "%s takes no argument", option_name(before));
	for (i = 0; i < (int)LENGTH(options); i++)
		if (found == (options[i].letter ? options[i].letter : 256 + i))
			break;
	if (i == LENGTH(options) && words->setting)
		option_die_setting(short_one ? letter : argv[optind - 1]);
	if (i == LENGTH(options) && short_one && !strchr(words->letters, optopt))
		die(EXIT_USAGE, "no option %s (-h lists the options)", letter);
	if (i == LENGTH(options))
		option_die(argv[optind - 1]);
	option_written(is_long >= 0);
	option_check_argument(&options[i], optarg, argv[optind - 1]);
	options[i].set(&options[i], optarg);
	return &options[i];
}

static void options_parse(int argc, char **argv)
{
	const struct option_row *o = NULL;
	struct option_words words = { .setting = false };
	char measuring[32] = "", comparing[32] = "";

	options_foresee(argv + 1);
	set_color(&(struct option_row){ .name = "color", .target = &cfg.compare_how.color }, "auto");
	opterr = 0;
	option_words_fill(&words, false);
	while ((o = option_read(argc, argv, &words, o))) {
		if (option_compares(o))
			snprintf(comparing, sizeof(comparing), "%s", option_name(o));
		else if (o->target && o->target != &cfg.compare && o->target != &cfg.verbose &&
			 o->target != &cfg.json)
			snprintf(measuring, sizeof(measuring), "%s", option_name(o));
	}
	options_check_words(argv + optind, comparing, measuring);
}

/* Read the words of a setting as if they stood on the command line. */
static void setting_parse(struct setting *s)
{
	const struct option_row *o = NULL;
	struct option_words words = { .setting = false };
	const char *text = s->options ? s->options : "";
	static char **argv;
	char *word, *next = s->words = xstrdup(text);
	int argc = 0;

	argv = xrealloc(argv, (strlen(text) + 3) * sizeof(*argv));
	argv[argc++] = s->words;
	while ((word = strsep(&next, " \t\n")))
		if (*word)
			argv[argc++] = word;
	argv[argc] = NULL;
	option_words_fill(&words, true);
	while ((o = option_read(argc, argv, &words, o)))
		;
	if (optind < argc)
		option_die_setting(argv[optind]);
}

/* An error is the setting's if it has options; else it is the command line's. */
static void setting_about(const struct setting *s)
{
	static char about[NAME_LEN + sizeof("--setting ")];

	snprintf(about, sizeof(about), "--setting %s", s->name);
	message_about(s->options ? about : NULL);
}

/* The roles of each setting are those of the command line, changed by its own words. */
static void settings_parse(void)
{
	const struct roles given = cfg.roles;

	for (struct setting *s = cfg.settings.row; s < cfg.settings.row + cfg.settings.n; s++) {
		setting_about(s);
		setting_parse(s);
		s->roles = xrealloc(NULL, sizeof(*s->roles));
		*s->roles = cfg.roles;
		cfg.roles = given;
	}
	message_about(NULL);
}

/* Call with() for the roles of each setting, or of the run if there is no setting. */
static void roles_each(void (*with)(struct roles *r))
{
	if (!cfg.settings.n)
		with(&cfg.roles);
	for (struct setting *s = cfg.settings.row; s < cfg.settings.row + cfg.settings.n; s++) {
		setting_about(s);
		with(s->roles);
	}
	message_about(NULL);
}

#define SETTING_COMMENT_MAX (LOG_TEXT_MAX - NAME_LEN)	/* or the reader would lose the name */

static void roles_check(struct roles *r)
{
	const struct policy *fifo = policy_find("fifo");
	char reason[REASON_LEN];

	if (cfg.real_time && r->task.policy && r->task.policy != fifo)
		die(EXIT_USAGE, "-r and --policy %s exclude each other: -r is the policy fifo",
		    r->task.policy->name);
	if (cfg.real_time)
		r->task.policy = fifo;
	if (cfg.uniprocessor && (r->task.cpus.count || r->load.cpus.count))
		die(EXIT_USAGE, "-u and --affinity or --load-affinity exclude each other");
	if (!groups_settle(&r->task.group, &r->load.group, reason))
		die(EXIT_USAGE, "%s", reason);
}

/* Under --load-only there is no task that could be chosen, scheduled or compared. */
static void options_check_alone(void)
{
	const struct sched *t = &cfg.roles.task;

	if (cfg.load_only &&
	    (cfg.select.tasks.n || cfg.select.no_tasks.n || cfg.real_time || t->nice != NICE_INHERITED ||
	     t->policy || t->priority || t->slice_us || t->cpus.count || t->group.path ||
	     t->group.weight || cfg.histogram || cfg.samples || cfg.trace_above_ms >= 0 || cfg.settings.n))
		die(EXIT_USAGE, "--load-only has no task: not with -W, -X, -B, -r, --policy, "
		    "--rtprio, --slice, --affinity, --cgroup, --weight, --histogram, "
		    "--samples, --trace-above, --setting");
}

/* Check what options mean together. */
static void options_check(void)
{
	cfg.compare_how.details = cfg.verbose;
	cfg.select.real_time = cfg.real_time;
	cfg.select.load_only = cfg.load_only;
	cfg.select.custom = cfg.custom_us;
	cfg.select.command = cfg.exec;
	if (cfg.calibrate + cfg.cpu_time + !!cfg.loops_per_ms > 1)
		die(EXIT_USAGE, "-b, -l and -T exclude each other");
	options_check_alone();
	settings_parse();
	roles_each(roles_check);
	if (cfg.settings.n == 1)
		die(EXIT_USAGE, "--setting wants two names or more: settings are compared");
	if (cfg.settings.n && strlen(cfg.comment) > SETTING_COMMENT_MAX)
		die(EXIT_USAGE, "-m with --setting: %d bytes at most", SETTING_COMMENT_MAX);
	if (!cfg.custom_pct != !cfg.custom_us)
		die(EXIT_USAGE, "Custom needs both -C and -I");
	task_custom_set(cfg.custom_us, cfg.custom_pct);
	if (!cfg.custom_us && (names_have(&cfg.select.tasks, "Custom") ||
			       names_have(&cfg.select.loads, "Custom")))
		die(EXIT_USAGE, "Custom needs -C and -I");
	if (!cfg.exec && names_have(&cfg.select.loads, "Command"))
		die(EXIT_USAGE, "Command needs -e");
	for (int i = 0; i < cfg.select.tasks.n; i++)
		if (cfg.real_time && !task_find(cfg.select.tasks.name[i])->real_time)
			names_die("-W", cfg.select.tasks.name[i], "cannot be real time (-r)",
				  real_time_name);
}

/*
 * Running: passes, tables and what they are printed on
 */

struct session {
	struct run run;			/* the pass that is measured */
	int pairing, pairings;		/* number of the one that is measured, and of all */
	const char *no_memload;		/* why it is left out; NULL: it is not */
	int sweep_s;			/* the time was rounded up to whole sweeps; 0: it was not */
	const struct task *task;	/* of the pairing; NULL: none has begun */
	const struct load *load;
	int read_file;			/* Read's, once it is needed; -1 */
	int status;			/* of the program, so far */
	int nice;			/* that we were started with */
	const struct setting *setting;	/* of this pass; NULL: none */
	const struct roles *roles;	/* of this pass */
	struct setter setter;		/* of that setting */
	struct memstream printed;		/* all passes, to be compared; no f: they are not */
	char remark[REASON_LEN];	/* on the whole run; may be "" */
	struct busy busy;		/* before the pass */
	int pass, rows;
	struct tracing tracing;
	time_t begun;
	char **command;			/* argv */
	bool pipe_ends;			/* SIGPIPE was not ignored when we began */
	struct memstream mem;		/* text on its way to standard output and the log */
	struct json_file json;
	struct result_file html;
	struct samples_file samples;
};

/* Has writing the tables failed for good? */
static bool tables_broken(void)
{
	return output_broken(&streams.tables, cfg.json || streams.log.fd >= 0);
}

/* Must the run end before its last row? */
static bool session_ends(void)
{
	return caught || tables_broken();
}

static void page_print(struct session *s)
{
	char *text = memstream_close(&s->mem);

	progress_clear();
	if (s->printed.f)
		fputs(text, s->printed.f);
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

/* How long pairings take if no set-up is slow. A double cannot overflow. */
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
	struct json j = { .f = s->json.rows.f, .more = s->rows > 0 };

	if (s->json.fd < 0)
		return;
	json_row(&j, t, row, s->pass + 1, s->setting ? s->setting->name : NULL);
	if (s->json.again)
		session_json_write(s);
}

/* Make room for what --samples writes of a row. */
static void session_keep(const struct session *s, struct pairing *p)
{
	if (s->samples.fd < 0)
		return;
	p->kept = samples_map(task_samples(p->task, cfg.time_ns));
	if (!p->kept)
		remark_add(p->row, "no memory for the samples", "", NAN);
}

/* Write the samples of a row, but not of a void one, which has no figures. */
static void session_samples(struct session *s, const struct pairing *p)
{
	const struct samples_of of = { s->pass + 1, s->setting ? s->setting->name : "", p->task->name,
				       p->load->name, shared->start, p->task->shows_every > 0 };

	if (p->kept && !p->row->reason[0])
		samples_file_write(&s->samples, p->kept, &of, s->pipe_ends);
	samples_unmap(p->kept);
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

/* Has the row stopped the trace? Then say so, since the run ends. */
static bool session_traced(struct session *s)
{
	if (!shared->traced)
		return false;
	memstream_open(&s->mem);
	if (shared->traced < 0)
		fprintf(s->mem.f, "! tracing could not be stopped: %s\n",
			strerror((int)-shared->traced));
	else
		fprintf(s->mem.f,
			"! tracing stopped: %s beside %s woken %.3f ms late, at %.6f s\n",
			s->task->name, s->load->name, (double)shared->traced / NSEC_PER_MSEC,
			(double)(shared->traced_due + shared->traced) / NSEC_PER_SEC);
	page_print(s);
	return true;
}

/* Has the setting ended? Then the row, which was measured without it, is void. */
static bool session_unset(struct session *s, struct row *row)
{
	if (!setting_ended(&s->setter))
		return false;
	row_void(row, "the command of %s has ended", s->setting->name);
	if (!s->setter.lost) {
		char status[48];

		snprintf(status, sizeof(status), ", with exit status %d",
			 status_code(s->setter.status));
		row_add_reason(row, status);
	}
	return true;
}

/* Measure one row and print it; false if the run ends here. */
static bool session_row(struct session *s, struct table *table, const struct task *t,
			const struct load *l)
{
	struct pairing p = {
		.task = t, .load = l, .file = { -1, -1, -1 }, .time = cfg.time_ns,
		.machine = { .root = "" }, .tracing = s->tracing,
		.sched = { [TASK] = &s->roles->task, [LOAD] = &s->roles->load },
		.lock_memory = cfg.real_time,
		.work = { .threads = s->roles->cpu_load, .seed = cfg.seed, .dir = cfg.dir,
			  .command = cfg.exec },
		.row = table_add_row(table, l->name), .run = &s->run,
		.child = { [TASK] = { .role = TASK }, [LOAD] = { .role = LOAD } },
	};

	s->pairing++;
	s->task = t;
	s->load = l;
	session_keep(s, &p);
	if (!session_unset(s, p.row) && (!load_wants(l, READ_FILE) || session_read_file(s, p.row))) {
		p.file[READ_FILE] = s->read_file;
		if (load_wants(l, WRITE_FILE) && (p.file[WRITE_FILE] = scratch_open(cfg.dir)) < 0)
			p.file[WRITE_FILE] = -errno;
		session_progress(s);
		pairing_run(&p);
		session_unset(s, p.row);
		if (p.file[WRITE_FILE] >= 0)
			close(p.file[WRITE_FILE]);
	}
	if (caught && !p.row->detail) {
		samples_unmap(p.kept);
		table->rows--;
		return false;
	}
	report_row(memstream_open(&s->mem), table, p.row);
	page_print(s);
	session_json_row(s, table, p.row);
	s->rows++;
	session_samples(s, &p);
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
	table->nice = s->roles->task.policy->nice ? s->roles->task.nice : 0;
	table->load_nice = s->roles->load.policy->nice ? s->roles->load.nice : 0;
	report_table_header(memstream_open(&s->mem), table);
	page_print(s);
	for (size_t i = 0; i < load_count && go_on && !session_ends(); i++)
		if (selection_has(&cfg.select, t, &loads[i]))
			go_on = session_row(s, table, t, &loads[i]);
	report_remarks(memstream_open(&s->mem), table);
	if (cfg.verbose)
		report_details(s->mem.f, table, cfg.cpu_time);
	for (size_t i = 0; i < table->rows && cfg.histogram; i++)
		if (table->row[i].detail)
			report_histogram(s->mem.f, table, &table->row[i]);
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

static void session_describe_busy(struct session *s)
{
	struct cpus used;
	bool known = cpus_used(&used, &s->roles->task.cpus, &s->roles->load.cpus);
	char text[FACT_LEN], pct[32];

	busy_measure(&s->busy, known ? used.mask : NULL, sizeof(used.mask));
	run_add_number(&s->run, "busy_pct", s->busy.pct);
	if (isnan(s->busy.pct))
		return;
	snprintf(text, sizeof(text), *s->busy.who ? "%s %% before the start (%s)" :
		 "%s %% before the start", fmt_number(pct, s->busy.pct), s->busy.who);
	run_add_fact(&s->run, "Busy", text);
}

/* Fill in what stands in the header of a pass. */
static void session_describe(struct session *s)
{
	struct run *run = &s->run;
	struct machine m = { .root = "", .dir = realpath(cfg.dir, NULL) };
	struct cpus allowed;
	struct utsname uts = { .release = "unknown" };
	char text[FACT_LEN], *command = line_clean(cfg.exec ? cfg.exec : "");
	time_t now = time(NULL);
	struct tm tm;

	uname(&uts);
	strftime(text, sizeof(text), "%Y%m%d%H%M", localtime_r(&now, &tm));
	*run = (struct run){
		.kernel = line_clean(uts.release), .date = xstrdup(text),
		.comment = session_comment(s), .title = xstrdup(""),
		.processors = s->roles->cpu_load, .loops_per_ms = (uint64_t)cfg.loops_per_ms,
		.cpu_time = cfg.cpu_time, .seconds = (double)cfg.time_ns / NSEC_PER_SEC,
	};
	if (s->setting) {
		setting_text(&cfg.settings, s->setting, text);
		run_add_fact(run, "Setting", text);
	}
	sched_describe(&s->roles->task, cfg.real_time ? "fifo" : "other", text, sizeof(text));
	if (!cfg.load_only && *text)
		run_add_fact(run, run_role[TASK], text);
	sched_describe(&s->roles->load, "other", text, sizeof(text));
	if (*text)
		run_add_fact(run, run_role[LOAD], text);
	m.cpus = cpus_allowed(&allowed) ? allowed.count : 0;
	machine_facts(&m, run);
	session_describe_busy(s);
	if (selection_has_task(&cfg.select, task_find("Custom")) ||
	    selection_has_load(&cfg.select, load_find("Custom"))) {
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
	if (cfg.exec && !names_have(&cfg.select.no_loads, "Command"))
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
	FILE *f = memstream_open(&s->mem);

	run_free(&s->run);
	session_describe(s);
	if (s->pass)
		fputc('\n', f);
	report_header(f, &s->run);
	if (s->remark[0])
		fprintf(f, "! %s\n", s->remark);
	if (s->busy.pct > BUSY_REMARK_PCT)
		fputs("! the machine was busy before the start: what ran then is measured, too\n",
		      f);
	page_print(s);
	if (s->json.again)		/* not what an earlier run has left */
		session_json_write(s);
	for (size_t i = 0; (t = selection_task(&cfg.select, i)) && go_on && !session_ends(); i++)
		if (selection_pairs(&cfg.select, t))
			go_on = session_table(s, t);
	return go_on && !session_ends();
}

/* Say where in the run a signal or a failure of standard output has ended it. */
static void session_partial(struct session *s)
{
	const struct output *out = &streams.tables;
	FILE *f = memstream_open(&s->mem);

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

	if (setting_start(&s->setter, s->setting->command, s->nice, reason)) {
		go_on = !caught && session_pass(s);
	} else if (s->pass < cfg.settings.n) {	/* it has never worked: it will not later */
		warn("--setting %s: %s", s->setting->name, reason);
		s->status = trouble_status(EXIT_TROUBLE);
		go_on = false;
	} else {
		fprintf(memstream_open(&s->mem), "\n! setting %s left out: %s\n", s->setting->name,
			reason);
		page_print(s);
		s->pairing += s->pairings / (cfg.settings.n * cfg.repeat);
		s->status = EXIT_VOID;
	}
	setting_stop(&s->setter);
	return go_on;
}

/*
 * Compare what was printed, if it is a pass of each, so that the log will say the same.
 * Nothing of this goes there, where it might be taken for the title of the next run.
 */
static void settings_compare(struct session *s, bool all)
{
	char *log = memstream_close(&s->printed);
	int status = cfg.compare_how.fail_worse ? EXIT_SKIP : s->status;
	struct memstream mem;

	progress_clear();
	if (all) {
		fputc('\n', memstream_open(&mem));
		status = compare_log(mem.f, log, &cfg.compare_how, &s->html);
		output_add(&streams.tables, memstream_close(&mem));
		free(mem.text.text);
	} else {
		free(log);
	}
	if (cfg.compare_how.fail_worse || !s->status)
		s->status = status;
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

/* All passes. Each round has one of every setting, so that a drift hits all settings alike. */
static void session_run(struct session *s)
{
	int n = cfg.settings.n ? cfg.settings.n : 1;
	size_t order[LENGTH(cfg.settings.row)];
	uint64_t seed = (uint64_t)cfg.seed;
	bool go_on = true;

	for (size_t i = 0; i < LENGTH(order); i++)
		order[i] = i;
	s->roles = cfg.settings.n ? cfg.settings.row[0].roles : &cfg.roles;
	if (cfg.settings.n)
		memstream_open(&s->printed);
	for (; s->pass < n * cfg.repeat && go_on && !session_ends(); s->pass += go_on) {
		if (s->pass % n == 0)
			perm_draw(order, (size_t)n, (size_t)n, &seed);
		if (cfg.settings.n) {
			s->setting = &cfg.settings.row[order[s->pass % n]];
			s->roles = s->setting->roles;
		}
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
	if (s->printed.f)
		settings_compare(s, s->pass >= n);
	run_free(&s->run);
}

/* Does a task run in real time, in the run or in one of its settings? */
static bool any_real_time(void)
{
	bool any = !cfg.settings.n && cfg.roles.task.priority;

	for (int i = 0; i < cfg.settings.n; i++)
		any |= cfg.settings.row[i].roles->task.priority > 0;
	return any;
}

static void role_settle(struct sched *s, const struct sched_names *names)
{
	char reason[REASON_LEN];

	if (!sched_settle(s, names, reason))
		die(EXIT_USAGE, "%s", reason);
}

/* What follows from the machine: CPUs, the size of loads, policies and nice values. */
static void roles_settle(struct roles *r)
{
	struct cpus allowed;
	bool known = cpus_allowed(&allowed);

	if (r->load.cpus.count)
		known = (allowed = r->load.cpus).count;
	if (!r->cpu_load)
		r->cpu_load = known ? allowed.count : (int)sysconf(_SC_NPROCESSORS_ONLN);
	if (cfg.uniprocessor && !known)
		die(EXIT_TROUBLE, "-u: Linux does not tell which CPUs are allowed: %s",
		    strerror(errno));
	if (cfg.uniprocessor) {
		CPU_SET_S((size_t)cpus_first(&allowed), sizeof(allowed.mask), r->task.cpus.mask);
		r->task.cpus.count = 1;
		r->load.cpus = r->task.cpus;
	}
	role_settle(&r->task, &(struct sched_names){ cfg.real_time ? "-r" : "the policy", "-B",
						     "--slice", "--rtprio" });
	role_settle(&r->load, &(struct sched_names){ "the policy", "-N", "--load-slice", NULL });
}

static void role_try(const struct sched *s, const char *role)
{
	char reason[REASON_LEN];
	bool ext_comes = false;

	for (int i = 0; i < cfg.settings.n; i++)
		ext_comes |= cfg.settings.row[i].command != NULL;
	if (!sched_try(s, ext_comes, reason))
		die(EXIT_TROUBLE, "the %s cannot be scheduled so: %s", role, reason);
}

static void roles_try(struct roles *r)
{
	char reason[REASON_LEN];

	if (!groups_ready(&r->task.group, &r->load.group, reason))
		die(EXIT_TROUBLE, "%s", reason);
	role_try(&r->task, role_name[TASK]);
	role_try(&r->load, role_name[LOAD]);
}

/* If -d was given and a load wants a file, try the directory before anything is measured. */
static void dir_check(void)
{
	char reason[REASON_LEN] = "";
	bool wanted = false;
	int fd;

	for (const struct load *l = loads; l < loads + load_count; l++)
		wanted |= selection_has_load(&cfg.select, l) &&
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
 * Say what differs from what was asked for, and how long the run will take. This comes only once
 * it can begin, so that an error of the command line is not lost among notes.
 */
static void session_announce(const struct session *s)
{
	enum { MINUTE_S = 60, HOUR_S = 60 * MINUTE_S, DAY_S = 24 * HOUR_S };
	const char *plural = s->pairings == 1 ? "" : "s";
	double seconds = pairings_seconds(s->pairings);

	if (s->no_memload)
		warn("Memload is left out: %s (-w Memload runs it in memory alone)", s->no_memload);
	if (s->sweep_s)
		warn("X works in sweeps of %d s: every load runs for %lld s", s->sweep_s,
		     cfg.time_ns / NSEC_PER_SEC);
	if (cfg.quiet || progress_shown())
		return;			/* the line of progress says it there */
	if (seconds < 2 * MINUTE_S)
		warn("%d pairing%s, about %.0f s", s->pairings, plural, ceil(seconds));
	else if (seconds < 2 * HOUR_S)
		warn("%d pairing%s, about %.0f minutes", s->pairings, plural, seconds / MINUTE_S);
	else if (seconds < 2 * DAY_S)
		warn("%d pairing%s, about %.0f hours", s->pairings, plural, seconds / HOUR_S);
	else
		warn("%d pairing%s, about %.0f days", s->pairings, plural, seconds / DAY_S);
}

/* The settings that follow from the machine. */
static void session_settle(struct session *s)
{
	struct memory m = machine_memory("");
	bool random;
	int sweep_s;

	roles_each(roles_settle);
	s->nice = getpriority(PRIO_PROCESS, 0);
	/* if we may: the end of a load of thousands must not wait for its turn */
	setpriority(PRIO_PROCESS, 0, -20);
	oom_last();
	/* without swap Memload is run only where it is named */
	if (!cfg.select.loads.n && !names_have(&cfg.select.no_loads, "Memload"))
		s->no_memload = swap_lack(&m);
	if (s->no_memload)
		names_add(&cfg.select.no_loads, "Memload");
	s->pairings = selection_count(&cfg.select, &sweep_s, &random) * cfg.repeat *
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

/* Is it read by another program, which may print on our terminal? */
static bool fd_is_pipe(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

/* Try for the last time to write what is left. Returns the exit status. */
static int session_end(struct session *s)
{
	struct output *tables = &streams.tables, *log = &streams.log;
	bool pipe_broken = tables->error == EPIPE || (s->samples.error == EPIPE && s->samples.out) ||
			   (s->json.error == EPIPE && s->json.fd == STDOUT_FILENO);

	groups_end();
	progress_clear();
	output_add(log, "");
	output_add(tables, "");
	if (caught)
		signal_end(caught);
	if (pipe_broken && s->pipe_ends)
		signal_end(SIGPIPE);		/* as every other program */
	if (log->fd >= 0 && !log->error && close(log->fd))	/* some file systems tell only now */
		die(EXIT_TROUBLE, "%s: %s", log->name, strerror(errno));
	if (s->json.fd >= 0 && !s->json.error && close(s->json.fd))
		die(EXIT_TROUBLE, "%s: %s", cfg.json, strerror(errno));
	if (s->samples.fd >= 0 && !samples_file_close(&s->samples))
		die(EXIT_TROUBLE, "%s: %s", cfg.samples, strerror(s->samples.error));
	/* last, for it may be standard error, where the messages above go */
	if (!tables->error && close(tables->fd))
		tables->error = errno;
	if (tables->error && !tables->noted)
		die(EXIT_TROUBLE, "%s: %s", tables->name, strerror(tables->error));
	return tables->error || log->error || s->json.error || s->samples.error ?
		trouble_status(EXIT_TROUBLE) : s->status;
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
		return compare_files(cfg.logs, &cfg.compare_how, cfg.html, cfg.json);
	log_name(log);
	outputs_check(&(struct output_names){ log, cfg.console, cfg.json, cfg.html, cfg.samples });
	session_settle(&s);
	dir_check();
	if (strlen(cfg.comment) > LOG_TEXT_MAX)
		warn("-m: --compare reads only the first %d bytes of it", LOG_TEXT_MAX);
	json_file_open(&s.json, cfg.json);	/* a fifo can keep us: before signals are caught */
	s.html = result_file_open("--html", cfg.html);
	samples_file_open(&s.samples, cfg.samples);
	if (s.json.fd == STDOUT_FILENO || s.html.fd == STDOUT_FILENO || s.samples.out) {
		streams.tables.name = "standard error";
		streams.tables.fd = STDERR_FILENO;
	}
	if (cfg.quiet || fd_is_pipe(streams.tables.fd))	/* tee would print within the line */
		progress_off();
	s.pipe_ends = !sigaction(SIGPIPE, NULL, &pipe) && pipe.sa_handler != SIG_IGN;
	signals_catch();
	samples_file_begin(&s.samples, s.pipe_ends);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		die(EXIT_TROUBLE, "shared memory: %s", strerror(errno));
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	tracing_open(&s.tracing, cfg.trace_above_ms);
	roles_each(roles_try);
	session_announce(&s);
	dma_latency_hold();
	if (!cfg.console)
		log_open(&streams.log, log);
	if (any_real_time())
		selection_warn_real_time(&cfg.select);
	if (!cfg.cpu_time)
		cfg.loops_per_ms = loops_settle(cfg.loops_per_ms, cfg.calibrate, s.remark);
	work_set(cfg.loops_per_ms);
	session_run(&s);
	return session_end(&s);
}
