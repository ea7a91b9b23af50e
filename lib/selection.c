/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * selection.c - which pairings of a task and a load a run has
 */
#include <stdlib.h>
#include <string.h>

#include "../interbench.h"
#include "clock.h"
#include "selection.h"
#include "util.h"

bool names_have(const struct names *names, const char *name)
{
	for (int i = 0; i < names->n; i++)
		if (!strcmp(names->name[i], name))
			return true;
	return false;
}

void names_add(struct names *names, const char *name)
{
	if (names_have(names, name))
		return;
	names->name = grow(names->name, (size_t)names->n, sizeof(*names->name));
	names->name[names->n++] = name;
}

/* Is it asked for, by name or by default? */
static bool names_select(const struct names *only, const struct names *not,
			 const char *name, bool by_default)
{
	return !names_have(not, name) && (only->n ? names_have(only, name) : by_default);
}

bool selection_has_task(const struct selection *s, const struct task *t)
{
	return t == &task_none ||
	       names_select(&s->tasks, &s->no_tasks, t->name,
			    !t->opt_in && (!t->asked || s->custom) &&
			    (!s->real_time || t->real_time));
}

bool selection_has_load(const struct selection *s, const struct load *l)
{
	if (s->command && l->asked)	/* -e adds it to whatever else is run */
		return !names_have(&s->no_loads, l->name);
	return names_select(&s->loads, &s->no_loads, l->name, !l->opt_in);
}

const struct task *selection_task(const struct selection *s, size_t i)
{
	if (s->load_only)
		return i == 0 ? &task_none : NULL;
	return i < task_count ? &tasks[i] : NULL;
}

bool selection_has(const struct selection *s, const struct task *t, const struct load *l)
{
	return selection_has_task(s, t) && selection_has_load(s, l) && strcmp(t->name, l->name) != 0 &&
	       (t != &task_none || l->setup || l->parts[0]);
}

bool selection_pairs(const struct selection *s, const struct task *t)
{
	for (const struct load *l = loads; l < loads + load_count; l++)
		if (selection_has(s, t, l))
			return true;
	return false;
}

int selection_count(const struct selection *s, int *sweep_s, bool *random)
{
	const struct task *t;
	int n = 0;

	*sweep_s = 0;
	*random = false;
	for (size_t i = 0; (t = selection_task(s, i)); i++)
		for (const struct load *l = loads; l < loads + load_count; l++) {
			const struct task *as_load = task_find(l->name);

			if (!selection_has(s, t, l))
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

void selection_warn_real_time(const struct selection *s)
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
		if (selection_has_task(s, t) && wants > share)
			warn("%s wants %.0f %% of a CPU, of which real time tasks may have %.0f %%"
			     " (sched_rt_runtime_us)", t->name, 100 * wants, 100 * share);
	}
	free(runtime);
	free(period);
}
