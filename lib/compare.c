/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interbench.h"
#include "compare.h"
#include "perm.h"
#include "side.h"
#include "util.h"

const struct cmp_figure compare_figures[CMP_FIGURES] = {
	[CMP_LATENCY] = { "Max Latency (ms)", "latency_ms.max", true },
	[CMP_CPU] = { "% Desired CPU", "desired_cpu_pct", false },
	[CMP_MET] = { "% Deadlines Met", "deadlines_met_pct", false },
	[CMP_MORE + MORE_P50] = { "wakeup p50 (ms)", "wakeup_ms.p50", true },
	[CMP_MORE + MORE_P99] = { "wakeup p99 (ms)", "wakeup_ms.p99", true },
	[CMP_MORE + MORE_P99_9] = { "wakeup p99.9 (ms)", "wakeup_ms.p99_9", true },
	[CMP_MORE + MORE_DONE99] = { "done99 (ms)", "frame_ms.p99", true },
	[CMP_MORE + MORE_LOW_1PCT] = { "1%low (fps)", "frames.low_1pct_fps", false },
#define WORK(part) [CMP_MORE + MORE_WORK + (part)] = { \
		"load's work per second", "load_work.per_s", false }
	WORK(0), WORK(1), WORK(2), WORK(3),
};

static_assert(WORK_PARTS == 4, "each part has a row in compare_figures[]");

static double cmp_median(const double *value, size_t n)
{
	double *v = xrealloc(NULL, (n + 1) * sizeof(*v)), median = NAN;
	size_t known = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			v[known++] = value[i];
	qsort(v, known, sizeof(*v), double_cmp);
	if (known)
		median = (v[(known - 1) / 2] + v[known / 2]) / 2;
	free(v);
	return median;
}

static size_t *sizes_new(size_t n)
{
	return xrealloc(NULL, (n + 1) * sizeof(size_t));
}

/* Number the blocks of side s, and put its runs in their order: how many each has, then where. */
static void cmp_order_blocks(struct comparison *c, int s)
{
	size_t runs = c->side[s]->runs, *at = sizes_new(runs), *block = c->block[s];

	c->blocks[s] = side_number_blocks(c->side[s], c->boots, block);
	memset(at, 0, (runs + 1) * sizeof(*at));
	for (size_t i = 0; i < runs; i++)
		at[block[i] + 1]++;
	for (size_t b = 1; b <= c->blocks[s]; b++)
		at[b] += at[b - 1];
	for (size_t i = 0; i < runs; i++)
		c->by_block[s][at[block[i]]++] = i;
	free(at);
}

/* The boot is the block if there are enough, else the run. */
static void cmp_blocks(struct comparison *c)
{
	c->boots = true;
	for (int s = 0; s < 2; s++) {
		c->block[s] = sizes_new(c->side[s]->runs);
		c->by_block[s] = sizes_new(c->side[s]->runs);
	}
	for (int s = 0; s < 2; s++)
		c->boots &= side_number_blocks(c->side[s], true, c->block[s]) >= CMP_ENOUGH;
	for (int s = 0; s < 2; s++)
		cmp_order_blocks(c, s);
	c->tested = c->blocks[0] >= CMP_ENOUGH && c->blocks[1] >= CMP_ENOUGH;
}

/*
 * Machines differ by more than kernels do, so runs of one are compared within it, if so many
 * ways to label them are left that a difference can be shown.
 */
static void cmp_groups(struct comparison *c)
{
	size_t blocks = c->blocks[0] + c->blocks[1], runs = c->side[0]->runs + c->side[1]->runs;
	size_t *machine = sizes_new(runs), *group = sizes_new(blocks), *has = sizes_new(runs);
	struct perm_groups groups = { group, 0 };
	double within = INFINITY;

	c->machines = groups.n = sides_machines(c->side[0], c->side[1], machine);
	memset(has, 0, (runs + 1) * sizeof(*has));
	for (size_t i = 0; i < runs && c->machines; i++) {
		int s = i >= c->side[0]->runs;
		size_t run = s ? i - c->side[0]->runs : i;

		group[(s ? c->blocks[0] : 0) + c->block[s][run]] = machine[i];
		has[machine[i]] |= 1u << s;
	}
	for (size_t m = 0; m < c->machines; m++)
		c->alone += has[m] != 3;
	c->least = perm_least(NULL, blocks, c->blocks[0]);
	if (c->tested && c->machines > 1)
		within = perm_least(&groups, blocks, c->blocks[0]);
	if (within <= CMP_P_MAX) {
		c->least = within;
		c->group = group;
		c->groups = groups.n;
	} else {
		free(group);
	}
	free(machine);
	free(has);
}

/* The blocks in the order of their groups, and where each group ends. Both are owned. */
static void cmp_group_order(const struct comparison *c, size_t **by, size_t **ends)
{
	size_t n = c->blocks[0] + c->blocks[1], *at = sizes_new(c->groups + 1);

	*by = sizes_new(n);
	memset(at, 0, (c->groups + 1) * sizeof(*at));
	for (size_t i = 0; i < n; i++)
		at[c->group[i] + 1]++;
	for (size_t g = 1; g <= c->groups; g++)
		at[g] += at[g - 1];
	for (size_t i = 0; i < n; i++)
		(*by)[at[c->group[i]]++] = i;
	*ends = at;
}

/* The median of the values of a group becomes that of all; NAN if it has one side alone. */
static void cmp_level_group(const struct comparison *c, double *value, const size_t *by, size_t n,
			    double middle)
{
	double *known = xrealloc(NULL, (n + 1) * sizeof(*known)), level;
	bool has[2] = { false, false };

	for (size_t i = 0; i < n; i++) {
		known[i] = value[by[i]];
		if (!isnan(known[i]))
			has[by[i] >= c->blocks[0]] = true;
	}
	level = has[0] && has[1] ? cmp_median(known, n) : NAN;
	for (size_t i = 0; i < n; i++)
		value[by[i]] += middle - level;
	free(known);
}

/* Take out of the values of all blocks, A's first, what the groups differ by. */
static void cmp_level_out(const struct comparison *c, double *value)
{
	double middle = cmp_median(value, c->blocks[0] + c->blocks[1]);
	size_t *by, *ends;

	cmp_group_order(c, &by, &ends);
	for (size_t g = 0; g < c->groups; g++) {
		size_t first = g ? ends[g - 1] : 0;

		cmp_level_group(c, value, by + first, ends[g] - first, middle);
	}
	free(ends);
	free(by);
}

/*
 * The medians of both sides where groups are compared: each group that has both counts once, with
 * its own medians. So one that lacks a side, or has more blocks of it, does not move the other,
 * and no figure is printed that lies beyond those measured.
 */
static void cmp_group_medians(const struct comparison *c, const double *value, double median[2])
{
	size_t *by, *ends, groups = 0;
	double *known = xrealloc(NULL, (c->blocks[0] + c->blocks[1] + 1) * sizeof(*known));
	double *of[2];

	cmp_group_order(c, &by, &ends);
	for (int s = 0; s < 2; s++)
		of[s] = xrealloc(NULL, (c->groups + 1) * sizeof(**of));
	for (size_t g = 0; g < c->groups; g++) {
		for (size_t s = 0; s < 2; s++) {
			size_t n = 0;

			for (size_t i = g ? ends[g - 1] : 0; i < ends[g]; i++)
				if ((by[i] >= c->blocks[0]) == s)
					known[n++] = value[by[i]];
			of[s][groups] = cmp_median(known, n);
		}
		groups += !isnan(of[0][groups]) && !isnan(of[1][groups]);
	}
	for (int s = 0; s < 2; s++) {
		median[s] = cmp_median(of[s], groups);
		free(of[s]);
	}
	free(known);
	free(by);
	free(ends);
}

/*
 * Tables and their cells
 */

/* The task as the classic header has it: X nice -10 */
static void cmp_label(char label[static CMP_LABEL_MAX], const struct table *t)
{
	int n = snprintf(label, CMP_LABEL_MAX, "%s%s", t->bench, t->real_time ? " real time" : "");

	if (t->nice)
		n += snprintf(label + n, CMP_LABEL_MAX - (size_t)n, " nice %d", t->nice);
	if (t->load_nice)
		snprintf(label + n, CMP_LABEL_MAX - (size_t)n, ", loads nice %d", t->load_nice);
}

/*
 * Find or make the place of a table of side s: beside the one with the same label on side A.
 * any: else beside the same task at another nice value or in another unit, else alone.
 * NULL: there is no such table, or there are too many.
 */
static struct cmp_table *cmp_place(struct comparison *c, int s, const struct table *t, bool any)
{
	struct cmp_table *place = NULL;
	char label[CMP_LABEL_MAX];

	cmp_label(label, t);
	for (struct cmp_table *p = c->table; p < c->table + c->tables; p++) {
		if (!strcmp(p->label[s], label))
			return p;
		if (!place && !*p->label[s] && !strcmp(any ? p->bench : p->label[0],
						       any ? t->bench : label))
			place = p;
	}
	if (!place && any && c->tables < CMP_TABLES_MAX) {
		place = &c->table[c->tables++];
		place->bench = t->bench;
		place->decides = CMP_LATENCY;
	}
	if (place)
		strcpy(place->label[s], label);
	c->too_many |= any && !place;
	return place;
}

/* Find or make the row of this load. NULL: there are too many. */
static struct cmp_row *cmp_row(struct comparison *c, struct cmp_table *t, const char *load)
{
	struct cmp_row *row;

	for (size_t i = 0; i < t->rows; i++)
		if (!strcmp(t->row[i].load, load))
			return &t->row[i];
	if (c->rows == CMP_ROWS_MAX) {
		c->too_many = true;
		return NULL;
	}
	c->rows++;
	t->row = grow(t->row, t->rows, sizeof(*t->row));
	row = &t->row[t->rows++];
	*row = (struct cmp_row){ .load = load, .unit = { "", "", "", "" } };
	for (int s = 0; s < 2; s++) {
		row->row[s] = xrealloc(NULL, (c->side[s]->runs + 1) * sizeof(struct row *));
		memset(row->row[s], 0, c->side[s]->runs * sizeof(struct row *));
	}
	for (int column = 0; column < CMP_FIGURES; column++)
		row->cell[column] = (struct cmp_cell){ { NAN, NAN }, .p = NAN, .winner = -1 };
	return row;
}

static void cmp_place_run(struct comparison *c, int s, size_t run, bool any)
{
	for (size_t i = 0; i < c->side[s]->run[run]->tables; i++) {
		const struct table *t = &c->side[s]->run[run]->table[i];
		struct cmp_table *place = cmp_place(c, s, t, any);

		for (size_t r = 0; place && r < t->rows; r++) {
			struct cmp_row *row = cmp_row(c, place, t->row[r].load);

			if (!row)
				return;
			row->row[s][run] = &t->row[r];
			for (int part = 0; part < WORK_PARTS; part++)
				if (!*row->unit[part])
					row->unit[part] = t->row[r].unit[part];
		}
		if (place && !t->no_deadlines)
			place->decides = CMP_MET;
		else if (place && !t->no_cpu && place->decides == CMP_LATENCY)
			place->decides = CMP_CPU;
	}
}

const struct figure *compare_figure(const struct cmp_row *row, int column, int s, size_t run)
{
	const struct row *r = row->row[s][run];
	int part = column - CMP_MORE - MORE_WORK;

	if (!r || (part >= 0 && strcmp(r->unit[part], row->unit[part])))
		return NULL;
	return column >= CMP_MORE ? &r->more[column - CMP_MORE] :
	       column == CMP_LATENCY ? &r->max : column == CMP_CPU ? &r->cpu : &r->met;
}

/* Side s's values, one per block, NAN: missing; returns their finest resolution. */
static double cmp_values(const struct comparison *c, const struct cmp_row *row, int column, int s,
			 double *value)
{
	size_t runs = c->side[s]->runs, n = 0;
	double *of_block = xrealloc(NULL, (runs + 1) * sizeof(*of_block)), finest = INFINITY;

	for (size_t i = 0; i < runs; i++) {
		size_t run = c->by_block[s][i], b = c->block[s][run];
		const struct figure *f = compare_figure(row, column, s, run);

		if (f && !isnan(f->value)) {
			of_block[n++] = f->value;
			finest = fmin(finest, f->resolution);
		}
		if (i + 1 < runs && c->block[s][c->by_block[s][i + 1]] == b)
			continue;
		value[b] = n == 1 ? of_block[0] : cmp_median(of_block, n);
		n = 0;
	}
	free(of_block);
	return finest;
}

/* Both sides' medians in all cells of a row. */
static void cmp_fill_row(struct comparison *c, struct cmp_row *row)
{
	size_t a = c->blocks[0], n = a + c->blocks[1];
	double *value = xrealloc(NULL, (n + 1) * sizeof(*value));

	for (int column = 0; column < CMP_FIGURES; column++) {
		bool is_work = column >= CMP_MORE + MORE_WORK;	/* a row may need it for its '!' */
		double *median = row->cell[column].median;

		if (column >= CMP_COLUMNS && !is_work && !c->o->details)
			continue;
		cmp_values(c, row, column, 0, value);
		cmp_values(c, row, column, 1, value + a);
		median[0] = cmp_median(value, a);
		median[1] = cmp_median(value + a, n - a);
		if (c->group)
			cmp_group_medians(c, value, median);
		c->common += column < CMP_COLUMNS && !isnan(median[0]) && !isnan(median[1]);
	}
	free(value);
}

size_t compare_common(struct comparison *c)
{
	cmp_blocks(c);
	cmp_groups(c);
	/* first the tables of A, then those of B with the same labels, then the others of B */
	for (int pass = 0; pass < 3; pass++)
		for (size_t i = 0; i < c->side[pass > 0]->runs; i++)
			cmp_place_run(c, pass > 0, i, pass != 1);
	for (struct cmp_table *t = c->table; t < c->table + c->tables; t++)
		for (size_t i = 0; i < t->rows; i++)
			cmp_fill_row(c, &t->row[i]);
	return c->common;
}

/*
 * Verdicts
 */

bool compare_judged(const struct cmp_table *t, int column)
{
	return column == CMP_LATENCY || column == t->decides;
}

/*
 * How far from the middle a value counts, in median absolute deviations. With fewer than ten
 * blocks a side, this would lose more than it wins (tests/lab/calibrate, which tries others).
 */
#ifndef CMP_CLIP_MADS
#define CMP_CLIP_MADS(smaller) ((smaller) < 10 ? INFINITY : 2)
#endif

/*
 * How far values are from the middle: the distance that as many of them keep as the larger side
 * has blocks. With equal sides, that is the median absolute deviation. With others, half of the
 * values may all be of one side, and would cut off what the other differs by.
 */
static double cmp_distance(const double *value, size_t n, size_t larger, double middle)
{
	double *away = xrealloc(NULL, (n + 1) * sizeof(*away)), distance = 0;
	size_t known = 0, at;

	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			away[known++] = fabs(value[i] - middle);
	qsort(away, known, sizeof(*away), double_cmp);
	at = (known * larger + n - 1) / n;		/* known: n, if no row is missing */
	if (at)
		distance = (away[at - 1] + away[at < known ? at : known - 1]) / 2;
	free(away);
	return distance;
}

/*
 * Move values far from the middle of both sides' pooled to its edges: one disturbed run is not to
 * hide what all others show. Labels are not looked at, so the test stays exact.
 */
static void cmp_clip(double *value, size_t n, size_t larger)
{
	double middle = cmp_median(value, n);
	double most = CMP_CLIP_MADS(n - larger) * cmp_distance(value, n, larger, middle);

	for (size_t i = 0; i < n && most > 0; i++)	/* 0: most are equal, which is no scale */
		if (!isnan(value[i]))
			value[i] = fmax(middle - most, fmin(middle + most, value[i]));
}

/*
 * A side's mean without the value that is farthest from the middle: once is a disturbance,
 * twice a habit, which is to keep the side from winning.
 */
static double cmp_mean_but_one(const double *value, size_t n, double middle)
{
	size_t far = 0;
	double sum = 0, known = 0;

	for (size_t i = 0; i < n; i++) {
		if (isnan(value[i]))
			continue;
		if (isnan(value[far]) || fabs(value[i] - middle) > fabs(value[far] - middle))
			far = i;
		sum += value[i];
		known++;
	}
	return (sum - value[far]) / (known - 1);
}

/*
 * Are a cell's values left out of the test: has a side too few of them, are all equal, or does
 * no maximum reach --notice? The last two look at both sides pooled: a choice that knew the
 * labels would favour cells which differ.
 */
static bool cmp_left_out(struct comparison *c, const struct cmp_table *t, int column,
			 const double *value)
{
	size_t a = c->blocks[0], n = a + c->blocks[1], known[2] = { 0 };
	double least = INFINITY, most = -INFINITY;

	for (size_t i = 0; i < n; i++) {
		least = fmin(least, value[i]);
		most = fmax(most, value[i]);
		known[i >= a] += !isnan(value[i]);
	}
	if (known[0] < CMP_ENOUGH || known[1] < CMP_ENOUGH) {
		c->few += column == t->decides && known[0] && known[1];
		return true;
	}
	return !(most > least) || (column == CMP_LATENCY && most < c->o->notice_ms);
}

/* Where the means go from A to B, as the test sees them; 0: where one value alone decides. */
static double cmp_step(const struct comparison *c, double *value)
{
	size_t a = c->blocks[0], b = c->blocks[1], n = a + b;
	double middle = cmp_median(value, n);
	double step = cmp_mean_but_one(value + a, b, middle) - cmp_mean_but_one(value, a, middle);
	double clipped;

	cmp_clip(value, n, a > b ? a : b);
	clipped = perm_mean(value + a, b) - perm_mean(value, a);
	return step * clipped > 0 ? clipped : 0;
}

/*
 * Make a cell's values, all of A's blocks, then all of B's, ready for the test: times as
 * logarithms, and what is far off clipped. False if the cell is left out.
 */
static bool cmp_prepare(struct comparison *c, const struct cmp_table *t, struct cmp_row *row,
			int column, struct perm_cell *in)
{
	const double least = 1e-6;	/* ms; a logarithm wants more than 0 */
	size_t a = c->blocks[0], n = a + c->blocks[1];
	double finest = fmin(cmp_values(c, row, column, 0, in->value),
			     cmp_values(c, row, column, 1, in->value + a));

	in->floor = finest / 2;
	if (cmp_left_out(c, t, column, in->value))
		return false;
	if (compare_figures[column].is_time) {
		double middle = fmax(cmp_median(in->value, n), least);

		for (size_t i = 0; i < n; i++)
			if (!isnan(in->value[i]))		/* fmax() would make a number of it */
				in->value[i] = log(fmax(in->value[i], fmax(in->floor, least)));
		in->floor /= middle;
	}
	if (c->group)
		cmp_level_out(c, in->value);
	row->cell[column].step = cmp_step(c, in->value);
	return true;
}

/* Is the cell tested together with those of its table's figures, or with those of -v? */
static bool cmp_family(const struct cmp_table *t, int column, bool more)
{
	return more ? column >= CMP_MORE : compare_judged(t, column);
}

/* Test the cells of a family together. Returns how many they are. */
static size_t cmp_test(struct comparison *c, bool more)
{
	size_t blocks = c->blocks[0] + c->blocks[1], n = 0, cells = c->rows * CMP_FIGURES;
	double *value = xrealloc(NULL, cells * blocks * sizeof(*value));
	struct perm_cell *in = xrealloc(NULL, cells * sizeof(*in));

	for (struct cmp_table *t = c->table; t < c->table + c->tables; t++)
		for (size_t i = 0; i < t->rows * CMP_FIGURES; i++) {
			struct cmp_row *row = &t->row[i / CMP_FIGURES];
			int column = (int)(i % CMP_FIGURES);

			in[n] = (struct perm_cell){ .value = value + n * blocks,
						    .p = &row->cell[column].p };
			n += cmp_family(t, column, more) &&
			     cmp_prepare(c, t, row, column, &in[n]);
		}
	perm_maxt(in, n, c->group ? &(struct perm_groups){ c->group, c->groups } : NULL, blocks,
			 c->blocks[0]);
	free(in);
	free(value);
	return n;
}

static int cmp_winner(const struct comparison *c, const struct cmp_cell *cell, int column)
{
	double a = cell->median[0], b = cell->median[1];

	if (isnan(a) || isnan(b) || (column == CMP_LATENCY && fmax(a, b) < c->o->notice_ms))
		return -1;
	/* 30.3 is not more than 1 % above 30, though it is in binary */
	if (fabs(b - a) * 100 <= c->o->threshold_pct * fabs(a) * (1 + 1e-9))
		return -1;
	/* p is about the means: it shows nothing if the medians differ the other way */
	if (c->tested && (!(cell->p <= CMP_P_MAX) || !((b - a) * cell->step > 0)))
		return -1;
	return (b > a) != compare_figures[column].is_time;
}

/* Did the side that wins in this row, by deadlines or else maxima, give the load less? */
static bool cmp_gave_less(const struct cmp_table *t, const struct cmp_row *row)
{
	const struct cmp_cell *work = &row->cell[CMP_MORE + MORE_WORK];
	/* of the other side's work: loads vary; and 9 of 10 is enough however it is rounded */
	const double enough = 0.9 * (1 - 1e-9);
	int winner = row->cell[t->decides].winner;

	if (winner < 0)
		winner = row->cell[CMP_LATENCY].winner;
	for (int part = 0; winner >= 0 && part < WORK_PARTS; part++)
		if (work[part].median[winner] < enough * work[part].median[!winner])
			return true;
	return false;
}

static void cmp_judge_row(struct comparison *c, struct cmp_table *t, struct cmp_row *row)
{
	for (int column = 0; column < CMP_COLUMNS; column++) {
		struct cmp_cell *cell = &row->cell[column];
		int what = column == CMP_LATENCY ? CMP_MAXIMA : CMP_DEADLINES;

		if (!compare_judged(t, column))
			continue;
		cell->winner = cmp_winner(c, cell, column);
		c->counted[what] += c->tested ? !isnan(cell->p) :
				    !isnan(cell->median[0]) && !isnan(cell->median[1]);
		if (cell->winner >= 0) {
			t->wins[what][cell->winner]++;
			c->wins[what][cell->winner]++;
		}
	}
	/* without a test nearly all of them would get a mark */
	for (int column = CMP_MORE; column < CMP_FIGURES && c->tested && c->o->details; column++)
		row->cell[column].winner = cmp_winner(c, &row->cell[column], column);
	row->gave_less = cmp_gave_less(t, row);
}

void compare_sides(struct comparison *c)
{
	if (!compare_common(c))
		return;
	if (c->tested)
		cmp_test(c, false);
	if (c->tested && c->o->details)
		c->more_tested = (int)cmp_test(c, true);
	for (struct cmp_table *t = c->table; t < c->table + c->tables; t++)
		for (size_t i = 0; i < t->rows; i++)
			cmp_judge_row(c, t, &t->row[i]);
}

void comparison_free(struct comparison *c)
{
	for (size_t i = 0; i < c->tables; i++) {
		for (size_t r = 0; r < c->table[i].rows; r++)
			for (int s = 0; s < 2; s++)
				free(c->table[i].row[r].row[s]);
		free(c->table[i].row);
	}
	for (int s = 0; s < 2; s++) {
		free(c->block[s]);
		free(c->by_block[s]);
	}
	free(c->group);
	notes_free(&c->notes);
}

int compare_lead(const struct comparison *c)
{
	int lead = c->wins[CMP_DEADLINES][0] - c->wins[CMP_DEADLINES][1];

	return lead ? lead : c->wins[CMP_MAXIMA][0] - c->wins[CMP_MAXIMA][1];
}

/*
 * As it is printed
 */

const char *compare_name(const struct cmp_table *t)
{
	return *t->label[0] ? t->label[0] : t->label[1];
}

const char *compare_value_text(char buf[static 32], const struct cmp_table *t,
			       const struct cmp_row *row, int column, int s)
{
	enum { MORE_WIDTH = 7 };	/* of the columns that -v adds, but for work */
	double median = row->cell[column].median[s];

	if (column == CMP_LATENCY || column >= CMP_MORE || t->decides != CMP_MET)
		fmt_number(buf, median);
	else
		fmt_percent(buf, median);
	/* 0.000583: give up decimals */
	if (column >= CMP_MORE && column < CMP_MORE + MORE_WORK && strchr(buf, '.'))
		buf[MORE_WIDTH] = 0;
	return buf;
}

double compare_change_pct(const struct cmp_cell *cell)
{
	double a = cell->median[0], b = cell->median[1];

	return a == b ? 0 : a > 0 ? 100 * (b - a) / a : NAN;
}

const char *compare_change_text(char buf[static 32], const struct cmp_cell *cell)
{
	const double most = 99999;	/* that has room */
	double change = compare_change_pct(cell);

	if (isnan(change))
		strcpy(buf, "-");
	else if (change > most)
		snprintf(buf, 32, ">+%.0f%%", most);
	else
		snprintf(buf, 32, fabs(change) < 0.05 ? "0%%" : fabs(change) < 99.95 ? "%+.1f%%" :
			 "%+.0f%%", change);
	return buf;
}

const char *compare_unit(const struct cmp_row *row, int column)
{
	return row->unit[column - CMP_MORE - MORE_WORK];
}

bool compare_has(const struct cmp_row *row, int first, int last)
{
	bool has = false;

	for (int column = first; column <= last; column++)
		has |= !isnan(row->cell[column].median[0]) || !isnan(row->cell[column].median[1]);
	return has;
}

static bool table_has(const struct cmp_table *t, int first, int last)
{
	size_t i = 0;

	while (i < t->rows && !compare_has(&t->row[i], first, last))
		i++;
	return i < t->rows;
}

int compare_more(const struct cmp_table *t, int more, int column[static MORE_FIGURES])
{
	static const int first[] = {
		[CMP_MORE_WAKEUPS] = CMP_MORE + MORE_P50, [CMP_MORE_FRAMES] = CMP_MORE + MORE_DONE99,
		[CMP_MORE_WORK] = CMP_MORE + MORE_WORK, [CMP_MORE_TABLES] = CMP_FIGURES,
	};
	bool empty = more == CMP_MORE_WAKEUPS && !table_has(t, CMP_MORE, CMP_FIGURES - 1);
	int n = 0;

	for (int i = first[more]; i < first[more + 1]; i++)
		if (empty || table_has(t, i, i))
			column[n++] = i;
	return n;
}

const char *compare_p_text(char buf[static 32], double p)
{
	snprintf(buf, 32, isnan(p) ? "-" : p < 0.0005 ? "<.001" : "%.3f", p);
	return buf;
}

char compare_mark(const struct cmp_cell *cell, int s)
{
	return cell->winner == s ? '*' :
	       s == 1 && cell->winner < 0 && cell->p > CMP_P_MAX ? '~' : ' ';
}
