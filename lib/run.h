/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run.h - the structs of interbench.h built up and freed, and remarks on rows
 */
#ifndef RUN_H
#define RUN_H

#include <stddef.h>
#include <stdio.h>

#include "../interbench.h"

/* Add a table. The pointer holds until the next one is added. */
struct table *run_add_table(struct run *run, const char *bench);

/* Begin a row whose figures are unknown. */
void row_begin(struct row *row, const char *load);

/* Add a row whose figures are unknown. The pointer holds until the next one is added. */
struct row *table_add_row(struct table *t, const char *load);

/* Add a line to the header. Both strings are copied. */
void run_add_fact(struct run *run, const char *name, const char *value);

/* key: of static storage. Nothing is added if the value is NAN. */
void run_add_number(struct run *run, const char *key, double value);

/* Names of the facts that say how a role is scheduled. */
extern const char *const run_role[2];

/* The value of a fact, owned by the run; NULL: the run does not have it. */
const char *run_fact(const struct run *run, const char *name);

/* From which share of the CPUs in its fact Busy a run is marked: an idle system has less. */
#define BUSY_REMARK_PCT 5

/* Free what a run owns, its rows and their details too, and leave it empty. */
void run_free(struct run *run);

/*
 * Add a remark; beyond REMARKS_MAX it is dropped. kind and unit are of static storage, and
 * value, if there is one (else NAN), is in that unit.
 */
void remark_add(struct row *row, const char *kind, const char *unit, double value);

/* Make a row void: give the reason. The first 191 bytes of it are kept. */
__attribute__((format(printf, 2, 3)))
void row_void(struct row *row, const char *fmt, ...);

/* Words behind the reason that it has. */
void row_add_reason(struct row *row, const char *words);

#endif
