/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the structs of a run, built up and freed; reasons and remarks */
#include <stdlib.h>

static int freed;			/* how many pointers that are not NULL */

static void count_free(void *p)
{
	freed += p != NULL;
	free(p);
}

#define free count_free
#include "lib/run.c"
#undef free
#include "unit.h"

static void test_row_void(void)
{
	struct row row = { .reason = "" };
	char long_one[300];

	row_void(&row, "no file in %s", "a\n! b\033[2J\302\233\177");
	is(row.reason, "no file in a ! b [2J   ", "A reason is one line without control characters");
	row_add_reason(&row, ", since");
	is(row.reason, "no file in a ! b [2J   , since", "Words are added behind a reason");
	memset(long_one, 'x', sizeof(long_one));
	long_one[299] = 0;
	row_void(&row, "%s", long_one);
	ok(strlen(row.reason) == 191 && !strncmp(row.reason, long_one, 191), "A long reason is cut to 191 bytes");
	row_add_reason(&row, "more");
	ok(strlen(row.reason) == 191 && !strncmp(row.reason, long_one, 191), "A reason that is full takes no more words");
	row_void(&row, "%.190s", long_one);
	row_add_reason(&row, "yz");
	ok(strlen(row.reason) == 191 && row.reason[190] == 'y', "Words behind a reason are cut where it is full");
}

static void test_remarks(void)
{
	struct row row = { .remarks = 0 };

	for (int i = 0; i < REMARKS_MAX + 3; i++)
		remark_add(&row, "steal", "%", i);
	ok(row.remarks == REMARKS_MAX && row.remark[0].value == 0 && row.remark[15].value == 15 &&
	   !strcmp(row.remark[15].kind, "steal") && !strcmp(row.remark[15].unit, "%"),
	   "Sixteen remarks are kept of a row, the first ones");
	free(row.remark);
}

/* A row that is begun has nothing of what was there. */
static void test_begin(void)
{
	struct row row;

	memset(&row, 0x55, sizeof(row));
	row_begin(&row, "Burn");
	ok(!strcmp(row.load, "Burn") && !*row.reason && !row.remarks && !row.detail && !row.cpu_counted && !row.more_why &&
	   !*row.unit[0] && !*row.unit[WORK_PARTS - 1] && row.mean.resolution == 0 && isnan(row.mean.value) && isnan(row.met.value) &&
	   isnan(row.more[0].value), "A row that is begun is empty");
	for (int i = 1; i < MORE_FIGURES; i++)
		ok(isnan(row.more[i].value) && row.more[i].resolution == 0, "without figure %d of -v", i + 1);
}

static void test_run(void)
{
	struct run run = { .kernel = xstrdup("6.1"), .date = xstrdup(""), .comment = xstrdup("c"),
			   .title = xstrdup("t") };
	char name[] = "Boot", name_long[100];
	struct table *t;
	struct row *row;

	run_add_fact(&run, name, "first");
	run_add_fact(&run, "CPU", "x");
	name[0] = 'X';
	run_add_fact(&run, "Boot", "second");
	ok(run.facts == 3 && !strcmp(run_fact(&run, "Boot"), "first") && !strcmp(run_fact(&run, "CPU"), "x") &&
	   !run_fact(&run, "Xoot") && !run_fact(&run, "boot"), "A fact is a copy, and the first of its name counts");
	run_add_number(&run, "cpus", NAN);
	run_add_number(&run, "cpus", 2);
	run_add_number(&run, "mb", 3);
	ok(run.numbers == 2 && !strcmp(run.number[0].key, "cpus") && run.number[0].value == 2 &&
	   !strcmp(run.number[1].key, "mb") && run.number[1].value == 3, "Numbers that are not known are left out");
	memset(name_long, 'x', sizeof(name_long));
	name_long[99] = 0;
	run_add_table(&run, "Video")->nice = 5;
	table_add_row(run.table, "Ring")->detail = calloc(1, 8);
	table_add_row(run.table, "X")->detail = calloc(1, 8);
	t = run_add_table(&run, name_long);
	ok(run.tables == 2 && !strcmp(run.table[0].bench, "Video") && run.table[0].nice == 5 && !t->nice &&
	   strlen(t->bench) == 31 && !t->rows, "Tables are added behind each other, and a name is cut to 31 bytes");
	row = table_add_row(t, "Burn");
	row->detail = calloc(1, 8);
	row->met.value = 1;
	row = table_add_row(t, name_long);
	ok(t->rows == 2 && !strcmp(t->row[0].load, "Burn") && t->row[0].met.value == 1 && strlen(row->load) == 31 &&
	   isnan(row->mean.value) && isnan(row->sd.value) && isnan(row->max.value) && isnan(row->cpu.value) &&
	   isnan(row->met.value) && !row->remarks && !*row->reason, "The figures of a row that is added are unknown");
	for (int i = 0; i < MORE_FIGURES; i++)
		ok(isnan(row->more[i].value), "Figure %d of -v is unknown in a row that is added", i + 1);
	for (int i = 0; i < 2; i++) {
		run.remark = grow(run.remark, run.remarks, sizeof(*run.remark));
		run.remark[run.remarks++] = xstrdup("! x");
	}
	freed = 0;
	run_free(&run);
	/* 3 facts of two strings; facts, numbers, tables, remarks; rows of two tables; three details; 2 remarks; 4 strings */
	ok(freed == 3 * 2 + 4 + 2 + 3 + 2 + 4, "All that a run owns is freed: %d pieces", freed);
	freed = 0;
	run_free(&run);
	ok(!freed && !run.facts && !run.tables && !run.numbers && !run.remarks, "A run that was freed is empty");
}

int main(void)
{
	test_row_void();
	test_remarks();
	test_begin();
	test_run();
	return unit_end();
}
