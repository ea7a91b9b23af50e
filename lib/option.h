/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * option.h - a row of options[]: how its argument is read, help, completion
 */
#ifndef OPTION_H
#define OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct option_row {
	int letter;			/* 0: none */
	const char *name, *arg, *help;
	void (*set)(const struct option_row *o, const char *arg);	/* dies if arg is wrong */
	void *target;			/* where set() puts it */
	int min, max;			/* of a number */
	const char *(*value)(size_t i);	/* allowed, by their number; NULL: no list */
};

/* -t or --time, as the user wrote it but never shortened. Valid until the next call. */
const char *option_name(const struct option_row *o);

/* Tell option_name() how the option that is read was written: by its name or its letter. */
void option_written(bool is_long);

/*
 * Each reads arg into target, which is of the type in brackets. Texts are the user's words, not
 * copied. What is not allowed ends the program with EXIT_USAGE and one line that says what is.
 */
void set_flag(const struct option_row *o, const char *arg);	/* (bool) */
void set_string(const struct option_row *o, const char *arg);	/* (a pointer to char) */
void set_number(const struct option_row *o, const char *arg);	/* (int) from min to max */
void set_decimal(const struct option_row *o, const char *arg);	/* (double) from min to max */
void set_color(const struct option_row *o, const char *arg);	/* (bool) auto: on a terminal */
void set_time(const struct option_row *o, const char *arg);	/* (int64_t) in ns */
void set_policy(const struct option_row *o, const char *arg);	/* (a pointer to a policy) */
void set_cpus(const struct option_row *o, const char *arg);	/* (struct cpus) */
void set_group(const struct option_row *o, const char *arg);	/* (a pointer to char) a path */
void set_benches(const struct option_row *o, const char *arg);	/* (struct names) added */
void set_loads(const struct option_row *o, const char *arg);	/* (struct names) added */
void set_setting(const struct option_row *o, const char *arg);	/* (struct settings) added */

/* Say which names would have been allowed, and end with EXIT_USAGE. name(i) is NULL at the end. */
__attribute__((noreturn))
void names_die(const char *option, const char *arg, const char *why, const char *(*name)(size_t i));

/* The i-th of a list of names, NULL behind the last one: an option's value, or for names_die(). */
const char *task_name(size_t i);
const char *real_time_name(size_t i);	/* of a task that -r can measure */
const char *load_name(size_t i);
const char *policy_name(size_t i);
const char *load_policy_name(size_t i);	/* not real time: it could keep us from the CPU */
const char *color_name(size_t i);

/* Tasks and loads with their help, a line each, for --list. */
void names_print(FILE *f);

/* A line for each option. */
void options_print(FILE *f, const struct option_row *options, size_t n);

/* The options and their values for bash-completion. */
void options_complete(FILE *f, const struct option_row *options, size_t n);

#endif
