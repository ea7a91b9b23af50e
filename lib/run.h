/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run.h - the structs of interbench.h built up and freed, and remarks on rows
 */
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../interbench.h"

struct table *run_add_table(struct run *run, const char *bench);

struct row *table_add_row(struct table *t, const char *load);

void run_add_fact(struct run *run, const char *name, const char *value);

/* key: of static storage. Nothing is added if the value is NAN. */
void run_add_number(struct run *run, const char *key, double value);

/* Names of the facts that say how a role is scheduled. */
extern const char *const run_role[2];

/* A fact's value, NULL if the run does not say. */
const char *run_fact(const struct run *run, const char *name);

void run_free(struct run *run);

/* value: NAN, or for what the kind leaves open, in the unit. Both are of static storage. */
void remark_add(struct row *row, const char *kind, const char *unit, double value);

__attribute__((format(printf, 2, 3)))
void row_void(struct row *row, const char *fmt, ...);

#endif
