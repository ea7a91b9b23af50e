/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../interbench.h"
#include "group.h"
#include "load.h"
#include "option.h"
#include "sched.h"
#include "selection.h"
#include "setting.h"
#include "task.h"
#include "util.h"

static bool option_is_long;		/* the one that is read was written by its name */

void option_written(bool is_long)
{
	option_is_long = is_long;
}

const char *option_name(const struct option_row *o)
{
	static char name[32];

	if (o->letter && !option_is_long)
		snprintf(name, sizeof(name), "-%c", o->letter);
	else
		snprintf(name, sizeof(name), "--%s", o->name);
	return name;
}

void set_flag(const struct option_row *o, const char *arg)
{
	(void)arg;
	*(bool *)o->target = true;
}

void set_string(const struct option_row *o, const char *arg)
{
	*(const char **)o->target = arg;
}

void set_number(const struct option_row *o, const char *arg)
{
	long long value;

	if (!number_parse(arg, o->min, o->max, &value))
		die(EXIT_USAGE, "%s %s: a whole number from %d to %d is wanted",
		    option_name(o), arg, o->min, o->max);
	*(int *)o->target = (int)value;
}

void set_decimal(const struct option_row *o, const char *arg)
{
	char *end;
	double value = strtod(arg, &end);

	if (!isdigit((unsigned char)*arg) || *end || arg[strspn(arg, DIGITS ".")] ||
	    value < o->min || value > o->max)
		die(EXIT_USAGE, "%s %s: a number from %d to %d is wanted", option_name(o), arg,
		    o->min, o->max);
	*(double *)o->target = value;
}

const char *color_name(size_t i)
{
	static const char *const name[] = { "always", "never", "auto", NULL };

	return name[i];
}

void set_color(const struct option_row *o, const char *arg)
{
	const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
	bool terminal = isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb");

	if (strcmp(arg, "always") && strcmp(arg, "never") && strcmp(arg, "auto"))
		die(EXIT_USAGE, "%s %s: always, never or auto is wanted", option_name(o), arg);
	*(bool *)o->target = !strcmp(arg, "always") || (!strcmp(arg, "auto") && terminal);
}

void set_time(const struct option_row *o, const char *arg)
{
	if (!time_parse(arg, o->target))
		die(EXIT_USAGE, "%s %s: a time from 1ms to 24h is wanted, as 30, 30s, 200ms, 5m "
		    "or 1h", option_name(o), arg);
}

void names_die(const char *option, const char *arg, const char *why,
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

const char *task_name(size_t i)
{
	return i < task_count ? tasks[i].name : NULL;
}

const char *load_name(size_t i)
{
	return i < load_count ? loads[i].name : NULL;
}

const char *real_time_name(size_t i)
{
	for (const struct task *t = tasks; t < tasks + task_count; t++)
		if (t->real_time && i-- == 0)
			return t->name;
	return NULL;
}

const char *policy_name(size_t i)
{
	const struct policy *p = policy_at(i);

	return p ? p->name : NULL;
}

const char *load_policy_name(size_t i)
{
	const struct policy *p;

	for (size_t k = 0; (p = policy_at(k)); k++)
		if (!p->real_time && i-- == 0)
			return p->name;
	return NULL;
}

/* Is it one of the values that are allowed? */
static bool value_has(const struct option_row *o, const char *name)
{
	for (size_t i = 0; o->value(i); i++)
		if (!strcmp(o->value(i), name))
			return true;
	return false;
}

void set_policy(const struct option_row *o, const char *arg)
{
	const struct policy *p = policy_find(arg);

	if (!p || !value_has(o, p->name))
		names_die(option_name(o), arg, p ? "could keep the CPU for ever" : "no such policy",
			  o->value);
	*(const struct policy **)o->target = p;
}

void set_cpus(const struct option_row *o, const char *arg)
{
	if (!cpus_parse(o->target, arg))
		die(EXIT_USAGE, "%s %s: a list of CPUs is wanted, as 0-3,8", option_name(o), arg);
}

void set_group(const struct option_row *o, const char *arg)
{
	if (!group_path_valid(arg))
		die(EXIT_USAGE, "%s %s: the path of a control group is wanted, as "
		    "/proc/PID/cgroup has it (/user.slice)", option_name(o), arg);
	set_string(o, arg);
}

/* Call set() for each of several names with commas between them. */
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

void set_benches(const struct option_row *o, const char *arg)
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

void set_loads(const struct option_row *o, const char *arg)
{
	list_each(o, arg, set_load);
}

void set_setting(const struct option_row *o, const char *arg)
{
	char reason[REASON_LEN];

	if (!setting_add(o->target, arg, reason))
		die(EXIT_USAGE, "%s %s: %s", option_name(o), arg, reason);
}

void names_print(FILE *f)
{
	for (size_t i = 0; i < task_count; i++)
		fprintf(f, "task  %-8s  %s%s\n", tasks[i].name, tasks[i].help,
		       tasks[i].opt_in ? "; if named" : "");
	for (size_t i = 0; i < load_count; i++)
		fprintf(f, "load  %-8s  %s%s\n", loads[i].name, loads[i].help,
		       loads[i].opt_in && !loads[i].asked ? "; if named" : "");
}

void options_print(FILE *f, const struct option_row *options, size_t n)
{
	char left[40];

	for (const struct option_row *o = options; o < options + n; o++) {
		snprintf(left, sizeof(left), "%c%c%c --%s %s", o->letter ? '-' : ' ',
			 o->letter ? o->letter : ' ', o->letter ? ',' : ' ',
			 o->name, o->arg ? o->arg : "");
		fprintf(f, "  %-27s %s\n", left, o->help);
	}
}

/* As a pattern of bash: -t|--time */
static void completion_pattern(FILE *f, const struct option_row *o)
{
	if (o->letter)
		fprintf(f, "-%c|", o->letter);
	fprintf(f, "--%s", o->name);
}

/* Where any argument is allowed, bash is given no words, so that it offers files. */
void options_complete(FILE *f, const struct option_row *options, size_t n)
{
	const struct option_row *end = options + n;

	fputs("# bash completion of interbench, printed by interbench --completion\n"
	      "_interbench()\n{\n\tlocal words list= before=$3\n\tCOMPREPLY=()\n"
	      "\t[[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD-2]}\n"
	      "\tcase $before in\n", f);
	for (const struct option_row *o = options; o < end; o++) {
		if (!o->arg)
			continue;
		putc('\t', f);
		completion_pattern(f, o);
		fputs(o->value ? ") words='" : ") return ;;\n", f);
		for (size_t i = 0; o->value && o->value(i); i++)
			fprintf(f, "%s ", o->value(i));
		fputs(o->value ? "' ;;\n" : "", f);
	}
	fputs("\t*)\t[[ $2 == -* ]] || return\n\t\twords='", f);
	for (const struct option_row *o = options; o < end; o++)
		fprintf(f, "--%s ", o->name);
	fputs("' ;;\n\tesac\n"
	      "\t[[ $2 != *,* ]] || list=${2%,*},\t# names may be a list, as Audio,X\n"
	      "\tmapfile -t COMPREPLY < <(compgen -P \"$list\" -W \"$words\" -- \"${2##*,}\")\n"
	      "}\ncomplete -o default -F _interbench interbench\n", f);
}
