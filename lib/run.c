/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interbench.h"
#include "run.h"
#include "util.h"

struct table *run_add_table(struct run *run, const char *bench)
{
	struct table *t;

	run->table = grow(run->table, run->tables, sizeof(*run->table));
	t = &run->table[run->tables++];
	snprintf(t->bench, sizeof(t->bench), "%s", bench);
	return t;
}

void row_begin(struct row *row, const char *load)
{
	const struct figure unknown = { .value = NAN };

	*row = (struct row){ .load = "" };
	snprintf(row->load, sizeof(row->load), "%s", load);
	row->mean = row->sd = row->max = row->cpu = row->met = unknown;
	for (int i = 0; i < MORE_FIGURES; i++)
		row->more[i] = unknown;
}

struct row *table_add_row(struct table *t, const char *load)
{
	t->row = grow(t->row, t->rows, sizeof(*t->row));
	row_begin(&t->row[t->rows], load);
	return &t->row[t->rows++];
}

void run_add_fact(struct run *run, const char *name, const char *value)
{
	run->fact = grow(run->fact, run->facts, sizeof(*run->fact));
	run->fact[run->facts++] = (struct fact){ xstrdup(name), xstrdup(value) };
}

void run_add_number(struct run *run, const char *key, double value)
{
	if (isnan(value))
		return;
	run->number = grow(run->number, run->numbers, sizeof(*run->number));
	run->number[run->numbers++] = (struct number){ key, value };
}

const char *const run_role[2] = { "Task", "Load" };

const char *run_fact(const struct run *run, const char *name)
{
	for (size_t i = 0; i < run->facts; i++)
		if (!strcmp(run->fact[i].name, name))
			return run->fact[i].value;
	return NULL;
}

static void table_free(struct table *t)
{
	for (size_t i = 0; i < t->rows; i++) {
		free(t->row[i].detail);
		free(t->row[i].remark);
	}
	free(t->row);
}

void run_free(struct run *run)
{
	for (size_t i = 0; i < run->facts; i++) {
		free(run->fact[i].name);
		free(run->fact[i].value);
	}
	for (size_t i = 0; i < run->tables; i++)
		table_free(&run->table[i]);
	for (size_t i = 0; i < run->remarks; i++)
		free(run->remark[i]);
	free(run->remark);
	free(run->fact);
	free(run->number);
	free(run->table);
	free(run->kernel);
	free(run->date);
	free(run->comment);
	free(run->title);
	*run = (struct run){ 0 };
}

void remark_add(struct row *row, const char *kind, const char *unit, double value)
{
	if (row->remarks == REMARKS_MAX)
		return;
	row->remark = grow(row->remark, (size_t)row->remarks, sizeof(*row->remark));
	row->remark[row->remarks++] = (struct remark){ kind, unit, value };
}

void row_void(struct row *row, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(row->reason, sizeof(row->reason), fmt, ap);
	va_end(ap);
	text_clean(row->reason);		/* names of files, and words of the kernel */
}

void row_add_reason(struct row *row, const char *words)
{
	size_t n = strlen(row->reason);

	snprintf(row->reason + n, sizeof(row->reason) - n, "%s", words);
}
