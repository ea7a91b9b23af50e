/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare.h - the tables of two sides next to each other, and who wins, as data
 *
 * verdict.h says in words what these figures mean, compare_text.h prints both.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "../interbench.h"
#include "note.h"
#include "side.h"

#define CMP_P_MAX ((double)0.05)	/* x87 would compare with a more exact 0.05 */

enum {
	CMP_TABLES_MAX = 64,		/* of two sides together */
	CMP_ROWS_MAX = 1365,		/* of all these tables: fewer than 2^14 figures to test */
	CMP_ENOUGH = 4,			/* blocks a side to show something: 2 of 70 ways */
	CMP_LABEL_MAX = 96,
};

/* How runs are compared. */
struct compare_opts {
	double threshold_pct;		/* of the baseline: smaller differences are none */
	double notice_ms;		/* nobody notices smaller maxima */
	bool fail_worse;		/* exit statuses for git bisect run */
	bool color;
	bool details;			/* what the tables of -v say, too */
	const char *sides;		/* the only ones, "C,A", the baseline first; NULL: all */
};

/* The figures of a row: those of its table, and MORE_..., which -v adds. */
enum {
	CMP_LATENCY, CMP_CPU, CMP_MET, CMP_COLUMNS,
	CMP_MORE = CMP_COLUMNS,
	CMP_FIGURES = CMP_MORE + MORE_FIGURES
};

/* What a figure is, whatever the row. */
struct cmp_figure {
	const char *head;		/* of its columns */
	const char *key;		/* as JSON has it */
	bool is_time;			/* less is better, and what is tested is its logarithm */
};

extern const struct cmp_figure compare_figures[CMP_FIGURES];

/* What the Summary counts: wins of deadlines (CPU where there are none), and of maxima. */
enum { CMP_DEADLINES, CMP_MAXIMA };

/* A figure on both sides. */
struct cmp_cell {
	double median[2];		/* of either side; NAN: missing */
	double p;			/* adjusted; NAN: not tested */
	double step;			/* of what is tested, from A's mean to B's; 0: nowhere */
	int winner;			/* side; -1: none */
};

struct cmp_row {
	const char *load;
	const struct row **row[2];	/* of either side's runs; NULL: missing; owned, not the rows */
	const char *unit[WORK_PARTS];	/* of the load's work; "": it has no such part */
	struct cmp_cell cell[CMP_FIGURES];
	bool gave_less;			/* who wins in this row did so beside less load */
};

struct cmp_table {
	const char *bench;
	char label[2][CMP_LABEL_MAX];	/* on either side; "": it has none */
	int decides;			/* the last column, whose wins count: deadlines, else CPU,
					 * else there are maxima alone */
	int wins[2][2];			/* CMP_DEADLINES, CMP_MAXIMA; of either side */
	struct cmp_row *row;		/* owned, with its size */
	size_t rows;
};

/* The baseline, A, and another side, B, which may have other letters. */
struct comparison {
	const struct compare_opts *o;
	const struct side *side[2];	/* not owned */
	size_t *block[2];		/* of each run: its boot, or itself; owned */
	size_t *by_block[2];		/* the runs, those of one block together; owned */
	size_t blocks[2];
	size_t *group;			/* of each block, A's first: its machine; owned; NULL: one group */
	size_t groups;
	size_t machines, alone;		/* that the runs tell of; that ran one of the sides alone */
	double least;			/* the smallest p possible */
	struct cmp_table table[CMP_TABLES_MAX];
	size_t tables, rows;
	size_t common;			/* figures that both sides have; 0: nothing is compared */
	int wins[2][2];			/* of all tables */
	int counted[2];			/* cells that could be won */
	bool boots;			/* the block is the boot, not the run */
	bool tested;			/* both sides have enough blocks */
	int few;			/* rows that have too few values for that */
	bool too_many;			/* tables or rows: the last ones are not here */
	int more_tested;		/* figures of -v: of a test of their own */
	struct notes notes;		/* verdict.h */
};

/* Compare two sides. All but side and o is zero before. */
void compare_sides(struct comparison *c);

/* The same without a test: how many figures do the sides have in common? */
size_t compare_common(struct comparison *c);

void comparison_free(struct comparison *c);

/* By how many wins the baseline leads: those of deadlines, and where these are equal, of maxima. */
int compare_lead(const struct comparison *c);

/* Does the Summary count who wins the cell? */
bool compare_judged(const struct cmp_table *t, int column);

/* A figure in a run of side s; NULL: that has no such row, or counts its work in another unit. */
const struct figure *compare_figure(const struct cmp_row *row, int column, int s, size_t run);

/* The table's name, as the classic header has it: "X nice -10". */
const char *compare_name(const struct cmp_table *t);

/* Side s's median as it is printed. */
const char *compare_value_text(char buf[static 32], const struct cmp_table *t,
			       const struct cmp_row *row, int column, int s);

/* By how many per cent of A's median B's is larger; NAN: unknown. And as it is printed. */
double compare_change_pct(const struct cmp_cell *cell);
const char *compare_change_text(char buf[static 32], const struct cmp_cell *cell);

/* The unit of a part of the load's work. */
const char *compare_unit(const struct cmp_row *row, int column);

/* Has the row any of the figures from first to last, on either side? */
bool compare_has(const struct cmp_row *row, int first, int last);

/* The tables of -v that follow a table. In the last one each part of the work has a line. */
enum { CMP_MORE_WAKEUPS, CMP_MORE_FRAMES, CMP_MORE_WORK, CMP_MORE_TABLES };

/*
 * The columns of one of these tables that are shown, those that any row has; 0: there is no such
 * table. Logs without -v have nothing but the first one, which is empty.
 */
int compare_more(const struct cmp_table *t, int more, int column[static MORE_FIGURES]);

/* An adjusted p as it is printed; "-": not tested. */
const char *compare_p_text(char buf[static 32], double p);

/* What stands behind side s's figure: a star: it is better; '~': no difference is shown; ' '. */
char compare_mark(const struct cmp_cell *cell, int s);

#endif
