/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * selection.h - which pairings of a task and a load a run has
 */
#ifndef SELECTION_H
#define SELECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "load.h"
#include "task.h"

/* Names of tasks or of loads, each once, in the order given. */
struct names {
	const char **name;		/* owned; the names are not */
	int n;
};

bool names_have(const struct names *names, const char *name);
void names_add(struct names *names, const char *name);

struct selection {
	struct names tasks, no_tasks, loads, no_loads;	/* only these; none of these */
	bool real_time;			/* only tasks that may be real time, unless they are named */
	bool load_only;			/* there is no task but task_none */
	bool custom, command;		/* what Custom and Command need is given */
};

bool selection_has_task(const struct selection *s, const struct task *t);
bool selection_has_load(const struct selection *s, const struct load *l);

/* The i-th task of which pairings may be run; NULL behind the last one. */
const struct task *selection_task(const struct selection *s, size_t i);

/* Does this pairing belong to the run? A task is not run beside itself. */
bool selection_has(const struct selection *s, const struct task *t, const struct load *l);

/* Does any pairing of this task? */
bool selection_pairs(const struct selection *s, const struct task *t);

/* How many pairings there are, the longest sweep in them (0: none), and is any random? */
int selection_count(const struct selection *s, int *sweep_s, bool *random);

/* Warn of tasks that want more than real time tasks may have: Linux stops them in between. */
void selection_warn_real_time(const struct selection *s);

#endif
