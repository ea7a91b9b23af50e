/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interbench.h"
#include "compare.h"
#include "load.h"
#include "perm.h"
#include "run.h"
#include "util.h"

#define CMP_P_MAX ((double)0.05)	/* x87 would compare with a more exact 0.05 */

enum {
	CMP_SIDES_MAX = 26,		/* letters */
	CMP_RUNS_MAX = 100,		/* of a side */
	CMP_TABLES_MAX = 64,		/* of two sides together, and their cells */
	CMP_CELLS_MAX = 64 * 64,
	CMP_ENOUGH = 4,			/* units a side to show something: 2 of 70 ways */
	CMP_LABEL_MAX = 96,
};

enum { CMP_LATENCY, CMP_CPU, CMP_MET, CMP_COLUMNS };

/* Runs of one text and one name. */
struct cmp_side {
	const struct run *run[CMP_RUNS_MAX];	/* not owned */
	size_t runs;
	size_t unit[CMP_RUNS_MAX], units;	/* each run's: its boot, or itself */
};

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
	const struct figure *figure[2][CMP_RUNS_MAX];	/* of either side; NULL: missing */
	double median[2];		/* of either side; NAN: missing */
	double p;			/* adjusted; NAN: not tested */
	double step;			/* of what is tested, from A's mean to B's */
	int winner;			/* side; -1: none */
};

/* The baseline and another side. */
struct cmp {
	FILE *out;
	const struct compare_opts *o;
	struct cmp_side *side[2];
	char b;				/* the letter of the second one; the first is A */
	struct cmp_table table[CMP_TABLES_MAX];
	size_t tables;
	struct cmp_cell *cell;		/* of all tables; owned, with its size */
	size_t cells;
	int wins[2][2];			/* of all tables */
	int warnings;			/* printed */
	bool boots;			/* the unit is the boot, not the run */
	bool tested;			/* both sides have enough units */
	int few;			/* rows that have too few values for that */
};

static double cmp_median(const double *value, size_t n)
{
	double v[2 * CMP_RUNS_MAX] = { 0 };
	size_t known = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			v[known++] = value[i];
	qsort(v, known, sizeof(*v), double_cmp);
	return known ? (v[(known - 1) / 2] + v[known / 2]) / 2 : NAN;
}

/*
 * Sides
 */

/* How a role was scheduled. */
static const char *cmp_sched(const struct run *run, int role)
{
	const char *sched = run_fact(run, run_role[role]);

	return sched ? sched : "default";
}

/* Facts that were asked for, and so are the same in all runs of a side. */
static const char *const cmp_asked[] = { "Custom", "Command", "Idle latency held" };

static bool cmp_same_fact_of(const struct run *a, const struct run *b, const char *name)
{
	const char *x = run_fact(a, name), *y = run_fact(b, name);

	return x && y ? !strcmp(x, y) : x == y;
}

/* Loops per ms are left out: every calibration gives others. */
static bool cmp_same_settings(const struct run *a, const struct run *b)
{
	bool same = a->processors == b->processors && a->cpu_time == b->cpu_time &&
		    a->seconds == b->seconds;

	for (int role = 0; role < 2; role++)
		same &= !strcmp(cmp_sched(a, role), cmp_sched(b, role));
	for (size_t i = 0; i < LENGTH(cmp_asked); i++)
		same &= cmp_same_fact_of(a, b, cmp_asked[i]);
	for (size_t i = 0; i < a->tables; i++)
		for (size_t k = 0; k < b->tables; k++) {
			const struct table *t = &a->table[i], *u = &b->table[k];

			if (!strcmp(t->bench, u->bench))
				same &= t->real_time == u->real_time && t->nice == u->nice &&
					t->load_nice == u->load_nice;
		}
	return same;
}

static bool cmp_same_name(const struct run *a, const struct run *b)
{
	return !strcmp(a->kernel, b->kernel) && !strcmp(a->comment, b->comment) &&
	       !strcmp(a->title, b->title);
}

static bool cmp_same_side(const struct run *a, const struct run *b)
{
	return a->source == b->source && cmp_same_name(a, b) && cmp_same_settings(a, b);
}

static bool cmp_same_figure(const struct figure *a, const struct figure *b)
{
	return a->value == b->value || (isnan(a->value) && isnan(b->value));
}

/* Is it the same run, quoted once more? The minute and every figure say so. */
static bool cmp_same_run(const struct run *a, const struct run *b)
{
	bool same = *a->date && !strcmp(a->date, b->date) && a->tables == b->tables &&
		    cmp_same_fact_of(a, b, "Busy");

	for (size_t i = 0; same && i < a->tables; i++) {
		const struct table *t = &a->table[i], *u = &b->table[i];

		same = !strcmp(t->bench, u->bench) && t->rows == u->rows;
		for (size_t k = 0; same && k < t->rows; k++) {
			const struct row *x = &t->row[k], *y = &u->row[k];

			same = !strcmp(x->load, y->load) && !strcmp(x->reason, y->reason) &&
			       cmp_same_figure(&x->mean, &y->mean) &&
			       cmp_same_figure(&x->sd, &y->sd) && cmp_same_figure(&x->max, &y->max) &&
			       cmp_same_figure(&x->cpu, &y->cpu) && cmp_same_figure(&x->met, &y->met);
		}
	}
	return same;
}

/* Only texts quote. A title does not make it another run: "joe wrote:". */
static bool cmp_quoted(const struct cmp_side *side, size_t sides, const struct run *run)
{
	for (size_t j = 0; run->source && j < sides; j++)
		for (size_t i = 0; i < side[j].runs; i++) {
			const struct run *r = side[j].run[i];

			if (r->source == run->source && !strcmp(r->kernel, run->kernel) &&
			    !strcmp(r->comment, run->comment) && cmp_same_settings(r, run) &&
			    cmp_same_run(r, run))
				return true;
		}
	return false;
}

/* Settings are drawn by lot: the order in which they were given. */
static long cmp_order(const struct run *run)
{
	const char *setting = run_fact(run, "Setting");

	return setting ? strtol(setting, NULL, 10) : 0;
}

/*
 * Sort runs into sides, in the order in which they come, or that of their settings'
 * numbers. How many there are.
 */
static size_t cmp_sides(struct cmp_side *side, const struct run *run, size_t n)
{
	size_t sides = 0, left_out = 0, again = 0, j;

	for (size_t i = 0; i < n; i++) {
		if (cmp_quoted(side, sides, &run[i])) {
			again++;
			continue;
		}
		for (j = 0; j < sides && !cmp_same_side(side[j].run[0], &run[i]); j++)
			;
		if (j == CMP_SIDES_MAX || side[j].runs == CMP_RUNS_MAX) {
			left_out++;
			continue;
		}
		if (j == sides) {
			for (sides++; j && cmp_order(&run[i]) &&	/* 0: no setting's */
			     side[j - 1].run[0]->source == run[i].source &&
			     cmp_order(side[j - 1].run[0]) > cmp_order(&run[i]); j--)
				side[j] = side[j - 1];
			side[j].runs = 0;
		}
		side[j].run[side[j].runs++] = &run[i];
	}
	if (again)
		warn("%zu run%s there already, to the minute and the figure: counted once", again,
		     again == 1 ? " was" : "s were");
	if (left_out)
		warn("%zu runs left out: %d sides of %d runs can be compared", left_out,
		     CMP_SIDES_MAX, CMP_RUNS_MAX);
	return sides;
}

/* The settings that a name may need: "10 s, 4 processors, CPU time, X nice -10". */
static void cmp_print_settings(FILE *out, const struct run *run)
{
	const struct table *t = run->tables ? &run->table[0] : NULL;
	char text[32];

	if (run->seconds > 0)
		fprintf(out, ", %s s", fmt_number(text, run->seconds));
	if (run->processors)
		fprintf(out, ", %d processors", run->processors);
	if (run->cpu_time)
		fprintf(out, ", CPU time");
	if (t && t->real_time)
		fprintf(out, ", real time");
	if (t && t->nice)
		fprintf(out, ", nice %d", t->nice);
	if (t && t->load_nice)
		fprintf(out, ", loads nice %d", t->load_nice);
	for (int role = 0; role < 2; role++)
		if (run_fact(run, run_role[role]))
			fprintf(out, ", %s %s", role ? "load" : "task", cmp_sched(run, role));
	for (size_t i = 0; i < LENGTH(cmp_asked); i++)
		if (run_fact(run, cmp_asked[i]))
			fprintf(out, ", %s: %s", cmp_asked[i], run_fact(run, cmp_asked[i]));
}

/* Facts that differ by right, or are looked at elsewhere. */
static bool cmp_apart(const char *name)
{
	static const char *const apart[] = {
		"Kernel", "Boot", "Busy", "Seed", "Setting", "Task", "Load"
	};
	size_t i = 0;

	while (i < LENGTH(apart) && strcmp(name, apart[i]))
		i++;
	return i < LENGTH(apart);
}

/* A kernel keeps some of the RAM for itself, another one a little more. */
static bool cmp_same_fact(const char *name, const char *a, const char *b)
{
	char *rest[2];
	double x = strtod(a, &rest[0]), y = strtod(b, &rest[1]);

	return strcmp(name, "Memory") ? !strcmp(a, b)
				      : fabs(x - y) <= 0.02 * x && !strcmp(rest[0], rest[1]);
}

/* What stands between two values: 80 columns with all else. */
static const char *cmp_wide(const char *what, const char *a, const char *b)
{
	return strlen(what) + strlen(a) + strlen(b) > 64 ? "\n!    " : " ";
}

static const char *cmp_told(const struct run *run, const char *name)
{
	const char *value = run_fact(run, name);

	return value ? value : "not given";
}

/* Has no run before this one told it? */
static bool cmp_new_fact(const struct cmp_side *side, size_t run, const char *name)
{
	while (run && !run_fact(side->run[run - 1], name))
		run--;
	return !run;
}

/* Runs of one side that are not of the same machine, or not in the same state. */
static void cmp_print_within(FILE *out, const struct cmp_side *side, char letter)
{
	const struct run *first = side->run[0];

	for (size_t r = 0; r < side->runs && first->facts; r++)
		for (size_t i = 0; i < side->run[r]->facts; i++) {
			const char *name = side->run[r]->fact[i].name, *told = cmp_told(first, name);
			size_t k = 1;

			while (k < side->runs && (!side->run[k]->facts ||
			       cmp_same_fact(name, told, cmp_told(side->run[k], name))))
				k++;
			if (k < side->runs && !cmp_apart(name) && cmp_new_fact(side, r, name))
				fprintf(out, "! %s within %c: %s,%sthen %s\n", name, letter, told,
					cmp_wide(name, told, cmp_told(side->run[k], name)),
					cmp_told(side->run[k], name));
		}
}

/* Kernel and comment; the title and the settings where these do not tell sides apart. */
static void cmp_print_side(FILE *out, const struct cmp_side *side, size_t sides, size_t which)
{
	const struct cmp_side *s = &side[which];
	const struct run *run = s->run[0];
	bool title = !*run->kernel, settings = false;
	char *source = line_clean(run->source ? run->source : "");
	size_t tables = 0, rows = 0, voids = 0;

	for (size_t i = 0; i < sides; i++) {
		title |= !strcmp(side[i].run[0]->kernel, run->kernel) &&
			 strcmp(side[i].run[0]->title, run->title);
		settings |= cmp_same_name(side[i].run[0], run) &&
			    !cmp_same_settings(side[i].run[0], run);
	}
	title &= *run->title != 0;
	for (size_t i = 0; i < s->runs; i++) {
		tables += s->run[i]->tables;
		for (size_t t = 0; t < s->run[i]->tables; t++)
			for (size_t r = 0; r < s->run[i]->table[t].rows; r++)
				*(*s->run[i]->table[t].row[r].reason ? &voids : &rows) += 1;
	}
	fprintf(out, "%c: %s%s%s%s%s%s", (char)('A' + which), run->kernel,
		*run->kernel && *run->comment ? " " : "", run->comment,
		*run->kernel && title ? ", " : "", title ? run->title : "",
		*run->kernel || title ? "" : "unnamed");
	if (settings)
		cmp_print_settings(out, run);
	fprintf(out, ": %zu run%s, %zu table%s, %zu row%s", s->runs, s->runs == 1 ? "" : "s",
		tables, tables == 1 ? "" : "s", rows, rows == 1 ? "" : "s");
	if (voids)
		fprintf(out, " and %zu without figures", voids);
	fprintf(out, run->source ? " (%s)\n" : "\n", source);
	free(source);
	cmp_print_within(out, s, (char)('A' + which));
}

/* Other kernels are other boots where that is all that is told. */
static const char *cmp_boot(const struct run *run)
{
	const char *boot = run_fact(run, "Boot");

	return boot ? boot : run->kernel;
}

/* Number a side's units. */
static size_t cmp_number(struct cmp_side *s, bool boots)
{
	s->units = 0;
	for (size_t i = 0, j; i < s->runs; i++) {
		for (j = boots ? 0 : i; strcmp(cmp_boot(s->run[j]), cmp_boot(s->run[i])); j++)
			;
		s->unit[i] = j < i ? s->unit[j] : s->units++;
	}
	return s->units;
}

/* The boot is the unit if there are enough, else the run. */
static void cmp_units(struct cmp *c)
{
	c->boots = cmp_number(c->side[0], true) >= CMP_ENOUGH &&
		   cmp_number(c->side[1], true) >= CMP_ENOUGH;
	for (int s = 0; s < 2; s++)
		cmp_number(c->side[s], c->boots);
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
			row[CMP_LATENCY].figure[s][run] = &t->row[r].max;
			row[CMP_CPU].figure[s][run] = &t->row[r].cpu;
			row[CMP_MET].figure[s][run] = &t->row[r].met;
		}
		if (place && !t->no_deadlines)
			place->decides = CMP_MET;
		else if (place && !t->no_cpu && place->decides == CMP_LATENCY)
			place->decides = CMP_CPU;
	}
}

/* Side s's values, one per unit, NAN: missing; returns their finest resolution. */
static double cmp_values(const struct cmp *c, const struct cmp_cell *cell, int s, double *value)
{
	double of_unit[CMP_RUNS_MAX], finest = INFINITY;

	for (size_t u = 0; u < c->side[s]->units; u++) {
		size_t n = 0;

		for (size_t i = 0; i < c->side[s]->runs; i++) {
			const struct figure *f = cell->figure[s][i];

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
	double value[CMP_RUNS_MAX];
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

static void cmp_judge(struct cmp *c)
{
	if (c->tested)
		cmp_test(c);
	for (size_t i = 0; i < c->cells; i++) {
		struct cmp_cell *cell = &c->cell[i];

		if (cmp_judged(cell))
			cell->winner = cmp_winner(c, cell);
		if (cell->winner >= 0) {
			cell->table->wins[cell->column == CMP_LATENCY][cell->winner]++;
			c->wins[cell->column == CMP_LATENCY][cell->winner]++;
		}
	}
}

/*
 * What is printed
 */

/* Side s's value in a cell, and its mark. No line ends in a blank one. */
static void cmp_print_value(const struct cmp *c, const struct cmp_cell *cell, int s)
{
	static const char *const color[] = { "\033[34m", "\033[31m", "\033[32m" };
	bool colored = c->o->color && cmp_judged(cell) && !isnan(cell->median[!s]);
	bool last = s == 1 && cell->column == cell->table->decides && !c->tested;
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
	fprintf(c->out, "Load            A%10c", c->b);
	for (int column = CMP_CPU; column <= t->decides; column++)
		fprintf(c->out, "        A%9c", c->b);
	fprintf(c->out, "%s%s\n", c->tested ? "     max" : "",
		c->tested ? short_name[t->decides] : "");
	for (size_t i = 0; i < c->cells; i += CMP_COLUMNS)
		if (c->cell[i].table == t)
			cmp_print_row(c, &c->cell[i]);
}

static void cmp_print_summary(const struct cmp *c)
{
	fprintf(c->out, "\nSummary:          Deadlines Met       Max Latency\n"
		"                      A%6c           A%6c\n", c->b, c->b);
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
		fprintf(c->out, "%s! %s: %s in A,%s%s in %c\n", c->warnings++ ? "" : "\n", what,
			a, cmp_wide(what, a, b), b, c->b);
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
		const char *name = a->fact[i].name, *other = cmp_told(b, name);

		if (!cmp_apart(name) && !cmp_same_fact(name, a->fact[i].value, other))
			cmp_warn(c, name, a->fact[i].value, other);
	}
	for (size_t i = 0; i < b->facts && a->facts; i++)
		if (!cmp_apart(b->fact[i].name) && !run_fact(a, b->fact[i].name))
			cmp_warn(c, b->fact[i].name, cmp_told(a, b->fact[i].name), b->fact[i].value);
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
		cmp_warn(c, run_role[role], cmp_sched(a, role), cmp_sched(b, role));
	cmp_warn_facts(c, a, b);
	for (size_t i = 0; i < c->tables; i++)
		cmp_warn(c, "Task", c->table[i].label[0], c->table[i].label[1]);
}

/* What might look like a difference between the sides. */
static void cmp_warn_confounded(const struct cmp *c)
{
	bool same_boot = c->boots, before = false, after = false;

	for (size_t i = 0; i < c->side[0]->runs; i++)
		for (size_t j = 0; j < c->side[1]->runs; j++) {
			const struct run *a = c->side[0]->run[i], *b = c->side[1]->run[j];
			int order = *a->date && *b->date ? strcmp(a->date, b->date) : 0;

			same_boot |= !strcmp(cmp_boot(a), cmp_boot(b));
			before |= order < 0 || (order == 0 && a < b);	/* then as read */
			after |= order > 0 || (order == 0 && a > b);
		}
	if (!same_boot)
		fprintf(c->out, "! The sides come from different boots: "
			"boots that differ would look the same.\n");
	if (before != after)
		fprintf(c->out, "! All runs of %c precede those of %c: "
			"a drift in time would look the same.\n", before ? 'A' : c->b,
			before ? c->b : 'A');
}

/* What the runs at hand can show. */
static void cmp_print_power(const struct cmp *c)
{
	size_t a = c->side[0]->units, b = c->side[1]->units;
	char least[32];

	fprintf(c->out, "\n%s%zu %s%s of A, %zu of %c: ", c->tested ? "" : "! ", a,
		c->boots ? "boot" : "run", a == 1 ? "" : "s", b, c->b);
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

/* Compare a side with the baseline; the exit status as if it were the only one. */
static int cmp_pair(struct cmp *c)
{
	int lead;

	if (!cmp_fill(c)) {
		warn("A and %c have no row in common", c->b);
		return EXIT_TROUBLE;
	}
	cmp_judge(c);
	cmp_warn_settings(c);
	for (size_t i = 0; i < c->tables; i++)
		cmp_print_table(c, &c->table[i]);
	cmp_print_power(c);
	cmp_warn_confounded(c);
	cmp_print_summary(c);
	lead = c->wins[0][0] - c->wins[0][1];
	if (!lead)				/* only then maxima decide */
		lead = c->wins[1][0] - c->wins[1][1];
	return c->o->fail_worse && lead > 0 ? EXIT_WORSE : 0;
}

int compare_runs(FILE *out, const struct run *run, size_t n, const struct compare_opts *o)
{
	struct cmp_side side[CMP_SIDES_MAX] = { { .runs = 0 } };
	size_t sides = cmp_sides(side, run, n);
	int status = 0;

	for (size_t i = 0; i < sides; i++)
		cmp_print_side(out, side, sides, i);
	for (size_t i = 1; i < sides; i++) {
		struct cmp c = { .o = o, .out = out, .side = { &side[0], &side[i] },
				 .b = (char)('A' + i) };
		int s = cmp_pair(&c);

		if (s && status != EXIT_WORSE)
			status = s;
		free(c.cell);
	}
	if (sides < 2) {
		warn(sides ? "one side only: nothing to compare it with" : "no results to compare");
		status = EXIT_TROUBLE;
	}
	return status == EXIT_TROUBLE && o->fail_worse ? EXIT_SKIP : status;
}
