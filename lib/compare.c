/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interbench.h"
#include "compare.h"
#include "perm.h"
#include "run.h"
#include "side.h"
#include "util.h"

#define CMP_P_MAX ((double)0.05)	/* x87 would compare with a more exact 0.05 */

enum {
	CMP_TABLES_MAX = 64,		/* of two sides together, and their cells */
	CMP_CELLS_MAX = 64 * 64,
	CMP_ENOUGH = 4,			/* units a side to show something: 2 of 70 ways */
	CMP_LABEL_MAX = 96,
	BUSY_PCT = 5,			/* of the CPUs, from which a run says so itself */
};

enum { CMP_LATENCY, CMP_CPU, CMP_MET, CMP_COLUMNS };

struct cmp_table {
	const char *bench;
	char label[2][CMP_LABEL_MAX];	/* on either side; "": it has none */
	int decides;			/* the column that does: deadlines, else CPU, else maxima */
	int wins[2][2];			/* there, and of maxima; of either side */
};

/* A figure on both sides. Those of a row stand together, in the order of columns. */
struct cmp_cell {
	struct cmp_table *table;
	const char *load;
	int column;
	const struct row *row[2][SIDE_RUNS_MAX];	/* of either side; NULL: missing */
	double median[2];		/* of either side; NAN: missing */
	double p;			/* adjusted; NAN: not tested */
	double step;			/* of what is tested, from A's mean to B's */
	int winner;			/* side; -1: none */
	bool gave_less;			/* who wins in this row did so beside less load */
};

/* The baseline and another side. */
struct cmp {
	FILE *out;
	const struct compare_opts *o;
	struct side *side[2];
	char letter[2];			/* theirs */
	struct cmp_table table[CMP_TABLES_MAX];
	size_t tables;
	struct cmp_cell *cell;		/* of all tables; owned, with its size */
	size_t cells;
	int wins[2][2];			/* of all tables */
	int counted[2];			/* cells that could be won: deadlines (or CPU), maxima */
	bool boots;			/* the unit is the boot, not the run */
	bool tested;			/* both sides have enough units */
	int few;			/* rows that have too few values for that */
};

static double cmp_median(const double *value, size_t n)
{
	double v[2 * SIDE_RUNS_MAX] = { 0 };
	size_t known = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			v[known++] = value[i];
	qsort(v, known, sizeof(*v), double_cmp);
	return known ? (v[(known - 1) / 2] + v[known / 2]) / 2 : NAN;
}

/* The boot is the unit if there are enough, else the run. */
static void cmp_units(struct cmp *c)
{
	c->boots = side_number_units(c->side[0], true) >= CMP_ENOUGH &&
		   side_number_units(c->side[1], true) >= CMP_ENOUGH;
	for (int s = 0; s < 2; s++)
		side_number_units(c->side[s], c->boots);
	c->tested = c->side[0]->units >= CMP_ENOUGH && c->side[1]->units >= CMP_ENOUGH;
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
 * The place of side s's table: beside its like on side A; if any will do, beside the
 * same task at another nice value or unit, or else alone. NULL: there is none.
 */
static struct cmp_table *cmp_place(struct cmp *c, int s, const struct table *t, bool any)
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
	return place;
}

/* The cells of this load, made if need be; NULL: there are too many. */
static struct cmp_cell *cmp_row(struct cmp *c, struct cmp_table *t, const char *load)
{
	size_t row;

	for (row = 0; row < c->cells; row += CMP_COLUMNS)
		if (c->cell[row].table == t && !strcmp(c->cell[row].load, load))
			return &c->cell[row];
	if (row + CMP_COLUMNS > CMP_CELLS_MAX)
		return NULL;
	for (int column = 0; column < CMP_COLUMNS; column++) {
		c->cell = grow(c->cell, c->cells, sizeof(*c->cell));
		c->cell[c->cells++] = (struct cmp_cell){
			.table = t, .load = load, .column = column, .p = NAN, .winner = -1 };
	}
	return &c->cell[row];
}

static void cmp_place_run(struct cmp *c, int s, size_t run, bool any)
{
	for (size_t i = 0; i < c->side[s]->run[run]->tables; i++) {
		const struct table *t = &c->side[s]->run[run]->table[i];
		struct cmp_table *place = cmp_place(c, s, t, any);

		for (size_t r = 0; place && r < t->rows; r++) {
			struct cmp_cell *row = cmp_row(c, place, t->row[r].load);

			if (!row)
				return;
			for (int column = 0; column < CMP_COLUMNS; column++)
				row[column].row[s][run] = &t->row[r];
		}
		if (place && !t->no_deadlines)
			place->decides = CMP_MET;
		else if (place && !t->no_cpu && place->decides == CMP_LATENCY)
			place->decides = CMP_CPU;
	}
}

/* A cell's figure in a run of side s; NULL: that has no such row. */
static const struct figure *cmp_figure(const struct cmp_cell *cell, int s, size_t run)
{
	const struct row *row = cell->row[s][run];

	return !row ? NULL : cell->column == CMP_LATENCY ? &row->max :
	       cell->column == CMP_CPU ? &row->cpu : &row->met;
}

/* Side s's values, one per unit, NAN: missing; returns their finest resolution. */
static double cmp_values(const struct cmp *c, const struct cmp_cell *cell, int s, double *value)
{
	double of_unit[SIDE_RUNS_MAX], finest = INFINITY;

	for (size_t u = 0; u < c->side[s]->units; u++) {
		size_t n = 0;

		for (size_t i = 0; i < c->side[s]->runs; i++) {
			const struct figure *f = cmp_figure(cell, s, i);

			if (c->side[s]->unit[i] != u || !f || isnan(f->value))
				continue;
			of_unit[n++] = f->value;
			finest = fmin(finest, f->resolution);
		}
		value[u] = cmp_median(of_unit, n);
	}
	return finest;
}

/* Lay the sides next to each other; returns how many cells they have in common. */
static size_t cmp_fill(struct cmp *c)
{
	double value[SIDE_RUNS_MAX];
	size_t common = 0;

	cmp_units(c);
	for (int pass = 0; pass < 3; pass++)	/* A's; B's beside their like; B's others */
		for (size_t i = 0; i < c->side[pass > 0]->runs; i++)
			cmp_place_run(c, pass > 0, i, pass != 1);
	for (size_t i = 0; i < c->cells; i++) {
		for (int s = 0; s < 2; s++) {
			cmp_values(c, &c->cell[i], s, value);
			c->cell[i].median[s] = cmp_median(value, c->side[s]->units);
		}
		common += !isnan(c->cell[i].median[0]) && !isnan(c->cell[i].median[1]);
	}
	return common;
}

/*
 * Verdicts
 */

/* Can the cell have a winner? */
static bool cmp_judged(const struct cmp_cell *cell)
{
	return cell->column == CMP_LATENCY || cell->column == cell->table->decides;
}

/*
 * Make a cell's values, all of A's units, then all of B's, ready for the test: maxima as
 * logarithms. False if the cell is left out: a side has too few of them, all are equal, or
 * no maximum reaches --notice. The last two look at both sides pooled: a choice that knew
 * the labels would favour cells which differ.
 */
static bool cmp_prepare(struct cmp *c, struct cmp_cell *cell, struct perm_cell *in)
{
	double least = INFINITY, most = -INFINITY, a_finest, b_finest, middle;
	size_t a = c->side[0]->units, n = a + c->side[1]->units, known[2] = { 0 };

	a_finest = cmp_values(c, cell, 0, in->value);
	b_finest = cmp_values(c, cell, 1, in->value + a);
	in->floor = fmin(a_finest, b_finest) / 2;
	for (size_t i = 0; i < n; i++) {
		least = fmin(least, in->value[i]);
		most = fmax(most, in->value[i]);
		known[i >= a] += !isnan(in->value[i]);
	}
	if (known[0] < CMP_ENOUGH || known[1] < CMP_ENOUGH) {
		c->few += cell->column == cell->table->decides && known[0] && known[1];
		return false;
	}
	if (!(most > least) || (cell->column == CMP_LATENCY && most < c->o->notice_ms))
		return false;
	middle = fmax(cmp_median(in->value, n), 1e-6);
	for (size_t i = 0; i < n && cell->column == CMP_LATENCY; i++)
		if (!isnan(in->value[i]))		/* fmax() would lose it */
			in->value[i] = log(fmax(in->value[i], fmax(in->floor, 1e-6)));
	if (cell->column == CMP_LATENCY)
		in->floor /= middle;
	cell->step = perm_mean(in->value + a, n - a) - perm_mean(in->value, a);
	return true;
}

static void cmp_test(struct cmp *c)
{
	size_t units = c->side[0]->units + c->side[1]->units, n = 0;
	double *value = xrealloc(NULL, c->cells * units * sizeof(*value));
	struct perm_cell *in = xrealloc(NULL, c->cells * sizeof(*in));

	for (size_t i = 0; i < c->cells; i++) {
		in[n] = (struct perm_cell){ .value = value + n * units, .p = &c->cell[i].p };
		n += cmp_judged(&c->cell[i]) && cmp_prepare(c, &c->cell[i], &in[n]);
	}
	perm_maxt(in, n, units, c->side[0]->units);
	free(in);
	free(value);
}

static int cmp_winner(const struct cmp *c, const struct cmp_cell *cell)
{
	double a = cell->median[0], b = cell->median[1];

	if (isnan(a) || isnan(b) || (cell->column == CMP_LATENCY && fmax(a, b) < c->o->notice_ms))
		return -1;
	/* 30.3 is not more than 1 % above 30, whatever binary makes of it */
	if (fabs(b - a) * 100 <= c->o->threshold_pct * fabs(a) * (1 + 1e-9))
		return -1;
	/* what p speaks of is the means: of no use to a median that says the opposite */
	if (c->tested && (!(cell->p <= CMP_P_MAX) || (b > a) != (cell->step > 0)))
		return -1;
	return (b > a) == (cell->column != CMP_LATENCY);
}

/* The median of a part of the load's work on side s. */
static double cmp_work(const struct cmp *c, const struct cmp_cell *row, int s, int part)
{
	double value[SIDE_RUNS_MAX];

	for (size_t i = 0; i < c->side[s]->runs; i++)
		value[i] = row->row[s][i] ? row->row[s][i]->work[part] : NAN;
	return cmp_median(value, c->side[s]->runs);
}

/* Did the side that wins in this row, by deadlines or else maxima, give the load less? */
static bool cmp_gave_less(const struct cmp *c, const struct cmp_cell *row)
{
	const double enough = 0.9;	/* of the other side's work: loads vary */
	int winner = row[row->table->decides].winner;

	if (winner < 0)
		winner = row[CMP_LATENCY].winner;
	for (int part = 0; winner >= 0 && part < WORK_PARTS; part++)
		if (cmp_work(c, row, winner, part) < enough * cmp_work(c, row, !winner, part))
			return true;
	return false;
}

static void cmp_judge(struct cmp *c)
{
	if (c->tested)
		cmp_test(c);
	for (size_t i = 0; i < c->cells; i++) {
		struct cmp_cell *cell = &c->cell[i];

		if (cmp_judged(cell)) {
			cell->winner = cmp_winner(c, cell);
			c->counted[cell->column == CMP_LATENCY] += c->tested ? !isnan(cell->p) :
				!isnan(cell->median[0]) && !isnan(cell->median[1]);
		}
		if (cell->winner >= 0) {
			cell->table->wins[cell->column == CMP_LATENCY][cell->winner]++;
			c->wins[cell->column == CMP_LATENCY][cell->winner]++;
		}
	}
	for (size_t i = 0; i < c->cells; i += CMP_COLUMNS)
		c->cell[i].gave_less = cmp_gave_less(c, &c->cell[i]);
}

/*
 * What is printed
 */

/* Side s's value in a cell, and its mark. No line ends in a blank one. */
static void cmp_print_value(const struct cmp *c, const struct cmp_cell *cell, int s)
{
	static const char *const color[] = { "\033[34m", "\033[31m", "\033[32m" };
	bool colored = c->o->color && cmp_judged(cell) && !isnan(cell->median[!s]);
	bool last = s == 1 && cell->column == cell->table->decides && !c->tested &&
		    !cell[-cell->column].gave_less;
	char buf[32], mark = ' ';
	bool counted = cell->column != CMP_LATENCY && cell->table->decides == CMP_MET;
	const char *text = counted ? fmt_percent(buf, cell->median[s])
				   : fmt_number(buf, cell->median[s]);

	if (cell->winner == s)
		mark = '*';
	else if (s == 1 && cell->winner < 0 && cell->p > CMP_P_MAX)
		mark = '~';
	fprintf(c->out, "%*s%s%s%s", (cell->column == CMP_LATENCY ? 9 : 8) - (int)strlen(text), "",
		colored ? color[cell->winner < 0 ? 0 : 1 + (cell->winner == s)] : "", text,
		colored ? "\033[0m" : "");
	if (!last || mark != ' ')
		putc(mark, c->out);
}

static void cmp_print_row(const struct cmp *c, const struct cmp_cell *row)
{
	int last = row->table->decides;

	fprintf(c->out, "%-8s", row->load);
	for (int column = 0; column <= last; column++)
		for (int s = 0; s < 2; s++)
			cmp_print_value(c, &row[column], s);
	for (int column = 0; column <= last && c->tested; column++) {
		double p = row[column].p;
		char text[16] = "-";

		if (!isnan(p))
			snprintf(text, sizeof(text), p < 0.0005 ? "<.001" : "%.3f", p);
		if (cmp_judged(&row[column]))
			fprintf(c->out, "%7s", text);
	}
	if (row->gave_less)
		fputs(" !", c->out);
	putc('\n', c->out);
}

/* Its label on side A, if it is there. */
static const char *cmp_name(const struct cmp_table *t)
{
	return *t->label[0] ? t->label[0] : t->label[1];
}

static void cmp_print_table(const struct cmp *c, const struct cmp_table *t)
{
	static const char *const short_name[CMP_COLUMNS] = { "", "    cpu", "    met" };
	bool cpu = t->decides >= CMP_CPU, met = t->decides == CMP_MET;

	fprintf(c->out, "\n%-8s%s   Max Latency (ms)%s%s%s\n", cmp_name(t),
		strlen(cmp_name(t)) > 8 ? "\n        " : "", cpu ? "     % Desired CPU" : "",
		met ? "   % Deadlines Met" : "", c->tested ? "     adjusted p" : "");
	fprintf(c->out, "Load%13c%10c", c->letter[0], c->letter[1]);
	for (int column = CMP_CPU; column <= t->decides; column++)
		fprintf(c->out, "%9c%9c", c->letter[0], c->letter[1]);
	fprintf(c->out, "%s%s\n", c->tested ? "     max" : "",
		c->tested ? short_name[t->decides] : "");
	for (size_t i = 0; i < c->cells; i += CMP_COLUMNS)
		if (c->cell[i].table == t)
			cmp_print_row(c, &c->cell[i]);
}

static void cmp_print_summary(const struct cmp *c)
{
	fprintf(c->out, "\nSummary of wins:  Deadlines Met       Max Latency%s\n%23c%6c%12c%6c\n",
		c->tested ? "" : "       (not tested)", c->letter[0], c->letter[1], c->letter[0],
		c->letter[1]);
	for (const struct cmp_table *t = c->table; t < c->table + c->tables; t++) {
		fprintf(c->out, "%-20s%s", cmp_name(t),
			strlen(cmp_name(t)) > 20 ? "\n                    " : "");
		if (t->decides == CMP_LATENCY)
			fprintf(c->out, "%3s%6s", "-", "-");
		else
			fprintf(c->out, "%3d%6d", t->wins[0][0], t->wins[0][1]);
		fprintf(c->out, "%12d%6d\n", t->wins[1][0], t->wins[1][1]);
	}
}

static void cmp_warn(struct cmp *c, const char *what, const char *a, const char *b)
{
	if (*a && *b && strcmp(a, b))
		fprintf(c->out, "! %s: %s in %c,%s%s in %c\n", what, a, c->letter[0],
			fact_gap(what, a, b), b, c->letter[1]);
}

/* 0: unknown */
static void cmp_warn_number(struct cmp *c, const char *what, const char *unit, double a, double b)
{
	char text[2][32];

	snprintf(text[0], sizeof(text[0]), "%.15g%s", a, unit);
	snprintf(text[1], sizeof(text[1]), "%.15g%s", b, unit);
	if (a > 0 && b > 0)
		cmp_warn(c, what, text[0], text[1]);
}

/* What the first runs of the sides tell of the machine; a text without any tells nothing. */
static void cmp_warn_facts(struct cmp *c, const struct run *a, const struct run *b)
{
	for (size_t i = 0; i < a->facts && b->facts; i++) {
		const char *name = a->fact[i].name, *other = fact_told(b, name);

		if (!fact_apart(name) && !fact_same(name, a->fact[i].value, other))
			cmp_warn(c, name, a->fact[i].value, other);
	}
	for (size_t i = 0; i < b->facts && a->facts; i++)
		if (!fact_apart(b->fact[i].name) && !run_fact(a, b->fact[i].name))
			cmp_warn(c, b->fact[i].name, fact_told(a, b->fact[i].name), b->fact[i].value);
}

/* Settings and facts, as the first runs of the sides have them, and the way tasks ran. */
static void cmp_warn_settings(struct cmp *c)
{
	const struct run *a = c->side[0]->run[0], *b = c->side[1]->run[0];

	cmp_warn_number(c, "Time per load", " s", a->seconds, b->seconds);
	cmp_warn_number(c, "Processors (-L)", "", a->processors, b->processors);
	cmp_warn_number(c, "Loops per ms", "", (double)a->loops_per_ms, (double)b->loops_per_ms);
	if ((a->cpu_time && b->loops_per_ms) || (a->loops_per_ms && b->cpu_time))
		cmp_warn(c, "Work in", a->cpu_time ? "CPU time" : "loops",
			 b->cpu_time ? "CPU time" : "loops");
	for (int role = 0; role < 2; role++)
		cmp_warn(c, run_role[role], run_sched(a, role), run_sched(b, role));
	cmp_warn_facts(c, a, b);
	for (size_t i = 0; i < c->tables; i++)
		cmp_warn(c, "Task", c->table[i].label[0], c->table[i].label[1]);
}

/* What might look like a difference between the sides. */
static void cmp_warn_confounded(const struct cmp *c)
{
	bool known = side_boots(c->side[0]) && side_boots(c->side[1]), same_boot = c->boots;
	bool before = false, after = false, dated = true;
	char text[128];

	for (size_t i = 0; i < c->side[0]->runs; i++)
		for (size_t j = 0; j < c->side[1]->runs; j++) {
			const struct run *a = c->side[0]->run[i], *b = c->side[1]->run[j];
			int order = strcmp(a->date, b->date);

			dated &= *a->date && *b->date;
			same_boot |= !strcmp(run_boot(a), run_boot(b));
			if (!order && a->source == b->source)	/* within a minute: as read */
				order = a < b ? -1 : 1;
			before |= order < 0;
			after |= order > 0;
		}
	if (known && !same_boot)
		print_wrapped(c->out, "! ", "The sides come from different boots: two boots of one "
			      "kernel can differ as much. Four boots a side, by turns, would tell.");
	if (dated && before != after) {
		snprintf(text, sizeof(text), "All runs of %c precede those of %c: a machine that "
			 "changed in between would look the same.", c->letter[!before], c->letter[before]);
		print_wrapped(c->out, "! ", text);
	}
}

/* "Measured: AMD EPYC, 2 CPUs, work in CPU time, 5 s a row; 4 runs (1 boot) of A, ..." */
static void cmp_print_measured(const struct cmp *c)
{
	const struct run *a = c->side[0]->run[0];
	const char *cpu = run_fact(a, "CPU"), *cpus = run_fact(a, "CPUs"), *gap = "Measured: ";
	long n = cpus ? strtol(cpus, NULL, 10) : a->processors;
	char *text = NULL, number[32];
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (cpu)
		fprintf(f, "%s%s", gap, cpu);
	gap = cpu ? ", " : gap;
	if (n > 0)
		fprintf(f, "%s%ld CPU%s", gap, n, n == 1 ? "" : "s");
	gap = n > 0 ? ", " : gap;
	if (a->cpu_time || a->loops_per_ms)
		fprintf(f, "%swork in %s", gap, a->cpu_time ? "CPU time" : "loops");
	gap = a->cpu_time || a->loops_per_ms ? ", " : gap;
	if (a->seconds > 0)
		fprintf(f, "%s%s s a row", gap, fmt_number(number, a->seconds));
	gap = a->seconds > 0 || *gap == ',' ? "; " : gap;
	for (int s = 0; s < 2; s++) {
		size_t runs = c->side[s]->runs, boots = side_boots(c->side[s]);

		fprintf(f, "%s%zu run%s", s ? ", " : gap, runs, runs == 1 ? "" : "s");
		if (boots)
			fprintf(f, " (%zu boot%s)", boots, boots == 1 ? "" : "s");
		fprintf(f, " of %c", c->letter[s]);
	}
	fclose(f);
	print_wrapped(c->out, "", text);
	free(text);
}

/* A kind of remark on runs. */
struct cmp_kind {
	char kind[LINE_COLUMNS], unit[8];
	size_t runs[2];			/* that have it */
	const struct run *last;		/* the run that was counted last */
	double most;			/* of its values; NAN: it has none */
};

/* Split "steal 2-4 % in 7 of 9 rows" into its kind, the largest value and the unit. */
static void cmp_kind_read(struct cmp_kind *k, const char *text)
{
	const char *end = text + strcspn(text, ":;"), *s, *value = NULL;
	char *after;

	for (s = text; s < end && (s = strstr(s, " in ")); s++)
		value = s < end ? s : value;
	end = value ? value : end;
	for (value = text; value < end && !(*value == ' ' && strchr("0123456789", value[1])); value++)
		;
	*k = (struct cmp_kind){ .most = NAN };
	snprintf(k->kind, sizeof(k->kind), "%.*s", (int)(value - text), text);
	if (value == end)
		return;
	k->most = strtod(value, &after);
	if (*after == '-')
		k->most = strtod(after + 1, &after);
	after += *after == ' ';
	if (after < end)
		snprintf(k->unit, sizeof(k->unit), "%.*s", (int)strcspn(after, " ,:;"), after);
}

enum { KINDS_MAX = 16 };

static void cmp_kind_add(struct cmp_kind *kind, const struct cmp_kind *new, int s,
			 const struct run *run)
{
	int i = 0;

	while (i < KINDS_MAX && *kind[i].kind && strcmp(kind[i].kind, new->kind))
		i++;
	if (i == KINDS_MAX)
		return;
	if (!*kind[i].kind)
		kind[i] = *new;
	kind[i].runs[s] += kind[i].last != run;
	kind[i].last = run;
	kind[i].most = fmax(kind[i].most, new->most);	/* of NAN and x: x */
}

/* What the runs themselves were marked with, a line per kind. */
static void cmp_print_kinds(const struct cmp *c)
{
	/* said by the fact, with its value; and no trouble at all */
	static const char *const skip[] = { "the machine was busy", "slow% is empty" };
	struct cmp_kind kind[KINDS_MAX] = { { .most = NAN } }, k;
	char line[4 * LINE_COLUMNS], number[32];
	int n;

	for (int s = 0; s < 2; s++)
		for (size_t i = 0; i < c->side[s]->runs; i++) {
			const struct run *run = c->side[s]->run[i];
			const char *fact = run_fact(run, "Busy");

			k = (struct cmp_kind){ "busy before the start", "%", .most = NAN };
			k.most = fact ? strtod(fact, NULL) : 0;
			if (k.most > BUSY_PCT)
				cmp_kind_add(kind, &k, s, run);
			for (size_t r = 0; r < run->remarks; r++) {
				cmp_kind_read(&k, run->remark[r]);
				if (*k.kind && strncmp(k.kind, skip[0], strlen(skip[0])) &&
				    strncmp(k.kind, skip[1], strlen(skip[1])))
					cmp_kind_add(kind, &k, s, run);
			}
		}
	for (int i = 0; i < KINDS_MAX && *kind[i].kind; i++) {
		n = snprintf(line, sizeof(line), "%s: %zu of %zu runs of %c, %zu of %zu of %c",
			     kind[i].kind, kind[i].runs[0], c->side[0]->runs, c->letter[0],
			     kind[i].runs[1], c->side[1]->runs, c->letter[1]);
		if (!isnan(kind[i].most))
			snprintf(line + n, sizeof(line) - (size_t)n, " (up to %s%s%s)",
				 fmt_number(number, kind[i].most), *kind[i].unit ? " " : "", kind[i].unit);
		print_wrapped(c->out, "! ", line);
	}
}

static void cmp_print_legend(const struct cmp *c)
{
	bool one = c->side[0]->runs == 1 && c->side[1]->runs == 1, less = false;
	const char *figures = one ? "those of one run a side" : "medians";
	char text[512];
	int n;

	for (size_t i = 0; i < c->cells; i++)
		less |= c->cell[i].gave_less;
	if (c->tested)
		n = snprintf(text, sizeof(text), "Figures are %s. * marks the better one where chance "
			     "does not explain the difference (p %g or less), ~ where no difference "
			     "is shown.", figures, CMP_P_MAX);
	else
		n = snprintf(text, sizeof(text), "Figures are %s. * marks the better one where they "
			     "differ by more than %g %%, which is not tested.", figures,
			     c->o->threshold_pct);
	if (less)
		snprintf(text + n, sizeof(text) - (size_t)n, " ! ends a row whose better side gave "
			 "its load over 10 %% less.");
	print_wrapped(c->out, "", text);
}

/* What the runs at hand can show. */
static void cmp_print_power(const struct cmp *c)
{
	size_t a = c->side[0]->units, b = c->side[1]->units;
	char least[32];

	fprintf(c->out, "\n%s%zu %s%s of %c, %zu of %c: ", c->tested ? "" : "! ", a,
		c->boots ? "boot" : "run", a == 1 ? "" : "s", c->letter[0], b, c->letter[1]);
	if (c->tested)
		fprintf(c->out, "the smallest p possible is %s; a * needs %g.\n",
			fmt_number(least, perm_least(a + b, a)), CMP_P_MAX);
	else
		fprintf(c->out, "too few to tell a difference from noise; %d a side would.\n",
			CMP_ENOUGH);
	if (c->few)
		fprintf(c->out, "! Not tested: %d row%s that fewer than %d %ss of a side have.\n",
			c->few, c->few == 1 ? "" : "s", CMP_ENOUGH, c->boots ? "boot" : "run");
}

/* By how many wins the baseline leads: those of deadlines, and where these are equal, of maxima. */
static int cmp_lead(const struct cmp *c)
{
	int lead = c->wins[0][0] - c->wins[0][1];

	return lead ? lead : c->wins[1][0] - c->wins[1][1];
}

/* "9 of 12 deadlines tested (A: 1)" */
static void cmp_share(const struct cmp *c, FILE *f, int maxima, int better)
{
	const int *wins = c->wins[maxima];

	if (!wins[0] && !wins[1])
		fprintf(f, maxima ? "no maximum differs" : "no deadlines differ");
	else
		fprintf(f, "%d of %d %s%s", wins[better], c->counted[maxima],
			maxima ? "maxima" : "deadlines", c->tested && !maxima ? " tested" : "");
	if (wins[!better])
		fprintf(f, " (%c: %d)", c->letter[!better], wins[!better]);
}

/* The Summary in words. */
static void cmp_print_verdict(const struct cmp *c)
{
	int lead = cmp_lead(c), better = lead < 0, n = c->counted[0] + c->counted[1];
	bool won = c->wins[0][0] || c->wins[0][1] || c->wins[1][0] || c->wins[1][1];
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!n)
		fputs("No value could be tested: all are equal, or too small to be noticed", f);
	else if (!won)
		fprintf(f, "No difference %s in %d value%s%s", c->tested ? "shown" : "counts", n,
			n == 1 ? "" : "s", c->tested ? " tested" : ", none of them tested");
	else if (!lead)
		fputs("Neither side is better: ", f);
	else
		fprintf(f, "%c %s better: ", c->letter[better], c->tested ? "is" : "looks");
	if (n && won) {
		cmp_share(c, f, 0, better);
		fputs("; ", f);
		cmp_share(c, f, 1, better);
		if (!c->tested)
			fputs("; not tested, so chance may do as much", f);
	}
	fputc('.', f);
	fclose(f);
	print_wrapped(c->out, "", text);
	free(text);
}

/* Compare a side with the baseline; the exit status as if it were the only one. */
static int cmp_pair(struct cmp *c)
{
	if (!cmp_fill(c)) {
		warn("%c and %c have no row in common", c->letter[0], c->letter[1]);
		return EXIT_TROUBLE;
	}
	cmp_judge(c);
	fputc('\n', c->out);
	cmp_print_measured(c);
	cmp_warn_settings(c);
	cmp_print_kinds(c);
	cmp_print_legend(c);
	for (size_t i = 0; i < c->tables; i++)
		cmp_print_table(c, &c->table[i]);
	cmp_print_power(c);
	cmp_warn_confounded(c);
	cmp_print_summary(c);
	fputc('\n', c->out);
	cmp_print_verdict(c);
	return c->o->fail_worse && cmp_lead(c) > 0 ? EXIT_WORSE : 0;
}

static void cmp_begin(struct cmp *c, struct side *a, struct side *b)
{
	c->side[0] = a;
	c->side[1] = b;
	c->letter[0] = a->letter;
	c->letter[1] = b->letter;
}

static bool cmp_comparable(struct side *a, struct side *b)
{
	struct cmp c = { .out = NULL };
	size_t common;

	cmp_begin(&c, a, b);
	common = cmp_fill(&c);
	free(c.cell);
	return common > 0;
}

/* The baseline shares no row with any other side: say which ones could be compared. */
static void sides_advise(struct side *side, size_t sides)
{
	char list[2 * SIDES_MAX] = "";
	size_t n = 0;

	for (size_t i = 1; i < sides && !n; i++)
		for (size_t j = i + 1; j < sides; j++)
			if (cmp_comparable(&side[i], &side[j])) {
				if (!n)
					list[n++] = side[i].letter;
				list[n++] = ',';
				list[n++] = side[j].letter;
			}
	if (n)
		warn("%c has no row in common with any other side; --sides %s could be compared",
		     side[0].letter, list);
}

int compare_runs(FILE *out, const struct run *run, size_t n, const struct compare_opts *o)
{
	struct side side[SIDES_MAX] = { { .runs = 0 } };
	size_t sides = sides_sort(side, run, n), compared = 0;
	int status = 0;

	if (o->sides && sides && !sides_choose(out, side, &sides, o->sides))
		return o->fail_worse ? EXIT_SKIP : EXIT_USAGE;
	for (size_t i = 0; i < sides; i++)
		side_print(out, side, sides, i);
	for (size_t i = 1; i < sides; i++) {
		struct cmp c = { .o = o, .out = out };
		int s;

		cmp_begin(&c, &side[0], &side[i]);
		s = cmp_pair(&c);
		if (s && status != EXIT_WORSE)
			status = s;
		compared += s != EXIT_TROUBLE;
		free(c.cell);
	}
	if (sides > 2 && !compared)
		sides_advise(side, sides);
	if (sides < 2) {
		warn(sides ? "one side only: nothing to compare it with. Another file, kernel, "
		     "comment (-m) or title makes a second one" : "no results to compare");
		status = EXIT_TROUBLE;
	}
	return status == EXIT_TROUBLE && o->fail_worse ? EXIT_SKIP : status;
}
