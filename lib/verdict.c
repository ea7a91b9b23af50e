/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interbench.h"
#include "compare.h"
#include "run.h"
#include "side.h"
#include "util.h"
#include "verdict.h"

static void cmp_warn(struct comparison *c, const char *what, const char *a, const char *b)
{
	if (*a && *b && strcmp(a, b))
		notes_add(&c->notes, NOTE_DIFFERS, true, "%s: %s in %c,%s%s in %c", what, a,
			  c->side[0]->letter, fact_gap(what, a, b), b, c->side[1]->letter);
}

/* The same for numbers. One that is 0 is unknown, and tells nothing. */
static void cmp_warn_number(struct comparison *c, const char *what, const char *unit,
			    double a, double b)
{
	char text[2][32];

	snprintf(text[0], sizeof(text[0]), "%.15g%s", a, unit);
	snprintf(text[1], sizeof(text[1]), "%.15g%s", b, unit);
	if (a > 0 && b > 0)
		cmp_warn(c, what, text[0], text[1]);
}

/* Have both sides the same kinds, in whatever numbers? */
static bool kinds_same(const char *name, const struct fact_kinds *a, const struct fact_kinds *b)
{
	bool same = a->n == b->n;

	for (size_t i = 0; same && i < a->n; i++) {
		const char *x = a->kind[i].value, *y = b->kind[i].value;

		same = x && y ? fact_same(name, x, y) : x == y;
	}
	return same;
}

/* A fact of the machine in which the sides differ. */
static void cmp_warn_fact(struct comparison *c, const char *name, const struct fact_kinds *a,
			  const struct fact_kinds *b)
{
	static const char none[] = "not given";

	if (!a->n || !b->n || kinds_same(name, a, b))	/* a text without any facts tells nothing */
		return;
	if (a->n == 1 && b->n == 1)
		cmp_warn(c, name, a->kind[0].value ? a->kind[0].value : none,
			 b->kind[0].value ? b->kind[0].value : none);
	else
		notes_add(&c->notes, NOTE_DIFFERS, true, "%s: not the same in %c (%zu kind%s) and %c "
			  "(%zu kind%s)", name, c->side[0]->letter, a->n, a->n == 1 ? "" : "s",
			  c->side[1]->letter, b->n, b->n == 1 ? "" : "s");
}

/* What the sides tell of the machine. */
static void cmp_warn_facts(struct comparison *c)
{
	const char *name[FACT_NAMES_MAX];
	size_t names = side_fact_names(c->side[1], name, side_fact_names(c->side[0], name, 0));

	for (size_t i = 0; i < names; i++) {
		struct fact_kinds a, b;

		if (fact_apart(name[i]))
			continue;
		a = side_fact(c->side[0], name[i]);
		b = side_fact(c->side[1], name[i]);
		cmp_warn_fact(c, name[i], &a, &b);
		free(a.kind);
		free(b.kind);
	}
}

/* Settings and facts, as the first runs of the sides have them, and the way tasks ran. */
static void cmp_warn_settings(struct comparison *c)
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
	cmp_warn_facts(c);
	for (size_t i = 0; i < c->tables; i++)
		cmp_warn(c, "Task", c->table[i].label[0], c->table[i].label[1]);
}

/* Does any run of a side share its boot with one of the other? */
static bool sides_share_boot(const struct side *a, const struct side *b)
{
	struct side both = { .runs = a->runs + b->runs };
	size_t *block = xrealloc(NULL, (both.runs + 1) * sizeof(*block)), last = 0;
	bool share = false;

	both.run = xrealloc(NULL, (both.runs + 1) * sizeof(struct run *));
	memcpy(both.run, a->run, a->runs * sizeof(struct run *));
	memcpy(both.run + a->runs, b->run, b->runs * sizeof(struct run *));
	side_number_blocks(&both, true, block);
	for (size_t i = 0; i < both.runs; i++) {
		if (i < a->runs && block[i] >= last)
			last = block[i] + 1;	/* numbered as they come: those of B are not below */
		share |= i >= a->runs && block[i] < last;
	}
	free(both.run);
	free(block);
	return share;
}

/* Did run a begin before run b? Within a minute, the text tells. 1: it did; -1: b did. */
static int run_before(const struct run *a, const struct run *b)
{
	int order = strcmp(a->date, b->date);

	if (!order && a->source == b->source)
		order = a < b ? -1 : a > b;
	return (order < 0) - (order > 0);
}

/* The first run of a side, or the last; NULL: not all have dates. */
static const struct run *side_end(const struct side *s, bool last)
{
	const struct run *end = s->run[0];

	for (size_t i = 0; i < s->runs; i++) {
		if (!*s->run[i]->date)
			return NULL;
		if (run_before(s->run[i], end) == (last ? -1 : 1))
			end = s->run[i];
	}
	return end;
}

/* Was a run of a side made before one of the other side? No, if that is unknown. */
static bool side_precedes(const struct side *s, const struct side *other)
{
	const struct run *first = side_end(s, false), *last = side_end(other, true);

	return first && last && run_before(first, last) > 0;
}

/* What might look like a difference between the sides. */
static void cmp_note_confounded(struct comparison *c)
{
	const struct side *a = c->side[0], *b = c->side[1];
	bool known = side_boots(a) && side_boots(b);
	bool before = side_precedes(a, b), after = side_precedes(b, a);

	if (known && !c->boots && !sides_share_boot(a, b))
		notes_add(&c->notes, NOTE_CONFOUNDED, true, "The sides come from different boots: "
			  "two boots of one kernel can differ as much. Four boots a side, by "
			  "turns, would tell.");
	if (before != after)
		notes_add(&c->notes, NOTE_CONFOUNDED, true, "All runs of %c precede those of %c: a "
			  "machine that changed in between would look the same.",
			  c->side[!before]->letter, c->side[before]->letter);
}

/* "AMD EPYC, 2 CPUs" of a side, or "3 kinds of CPU, 2 to 4 CPUs" of machines that differ. */
static void cmp_cpus(FILE *f, const struct side *s, const char **gap)
{
	struct fact_kinds cpu = side_fact(s, "CPU"), cpus = side_fact(s, "CPUs");
	long least = s->run[0]->processors, most = least;

	for (size_t i = 0; i < cpus.n && cpus.kind[i].value; i++) {	/* sorted by value */
		most = strtol(cpus.kind[i].value, NULL, 10);
		least = i ? least : most;
	}
	if (cpu.n > 1)
		fprintf(f, "%s%zu kinds of CPU", *gap, cpu.n);
	else if (cpu.n && cpu.kind[0].value)
		fprintf(f, "%s%s", *gap, cpu.kind[0].value);
	*gap = cpu.n > 1 || (cpu.n && cpu.kind[0].value) ? ", " : *gap;
	if (most > least && least > 0)
		fprintf(f, "%s%ld to %ld CPUs", *gap, least, most);
	else if (most > 0)
		fprintf(f, "%s%ld CPU%s", *gap, most, most == 1 ? "" : "s");
	*gap = most > 0 ? ", " : *gap;
	free(cpu.kind);
	free(cpus.kind);
}

/* "Measured: AMD EPYC, 2 CPUs, work in CPU time, 5 s a row; 4 runs (1 boot) of A, ..." */
static void cmp_note_measured(struct comparison *c)
{
	const struct run *a = c->side[0]->run[0];
	const char *gap = "Measured: ";
	char number[32];
	struct memstream mem;
	FILE *f = memstream_open(&mem);

	cmp_cpus(f, c->side[0], &gap);
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
		fprintf(f, " of %c", c->side[s]->letter);
	}
	notes_take(&c->notes, NOTE_MEASURED, false, memstream_close(&mem));
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
	size_t fit;

	for (s = text; s < end && (s = strstr(s, " in ")); s++)
		value = s < end ? s : value;
	end = value ? value : end;
	for (value = text; value < end && !(*value == ' ' && strchr(DIGITS, value[1])); value++)
		;
	*k = (struct cmp_kind){ .most = NAN };
	fit = utf8_fit(text, sizeof(k->kind) - 1);
	fit = fit < (size_t)(value - text) ? fit : (size_t)(value - text);
	snprintf(k->kind, sizeof(k->kind), "%.*s", (int)fit, text);
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
	kind[i].most = fmax(kind[i].most, new->most);	/* fmax() of NAN and x is x */
}

/* Gather what the runs of side s were marked with. */
static void cmp_kinds_of(const struct side *side, int s, struct cmp_kind kind[static KINDS_MAX])
{
	/* the first is told by the fact Busy, with its value; the second is no trouble */
	static const char *const skip[] = { "the machine was busy", "slow% is empty" };

	for (size_t i = 0; i < side->runs; i++) {
		const struct run *run = side->run[i];
		const char *fact = run_fact(run, "Busy");
		struct cmp_kind k = { "busy before the start", "%", .most = NAN };

		k.most = fact ? strtod(fact, NULL) : 0;
		if (k.most > BUSY_REMARK_PCT)
			cmp_kind_add(kind, &k, s, run);
		for (size_t r = 0; r < run->remarks; r++) {
			cmp_kind_read(&k, run->remark[r]);
			if (*k.kind && strncmp(k.kind, skip[0], strlen(skip[0])) &&
			    strncmp(k.kind, skip[1], strlen(skip[1])))
				cmp_kind_add(kind, &k, s, run);
		}
	}
}

/* What the runs themselves were marked with, a line per kind. */
static void cmp_note_kinds(struct comparison *c)
{
	struct cmp_kind kind[KINDS_MAX] = { { .most = NAN } };

	for (int s = 0; s < 2; s++)
		cmp_kinds_of(c->side[s], s, kind);
	for (const struct cmp_kind *k = kind; k < kind + KINDS_MAX && *k->kind; k++) {
		char most[64] = "", number[32];

		if (!isnan(k->most))
			snprintf(most, sizeof(most), " (up to %s%s%s)", fmt_number(number, k->most),
				 *k->unit ? " " : "", k->unit);
		notes_add(&c->notes, NOTE_RUNS, true,
			  "%s: %zu of %zu runs of %c, %zu of %zu of %c%s", k->kind,
			  k->runs[0], c->side[0]->runs, c->side[0]->letter,
			  k->runs[1], c->side[1]->runs, c->side[1]->letter, most);
	}
}

static void cmp_note_legend(struct comparison *c)
{
	bool one = c->side[0]->runs == 1 && c->side[1]->runs == 1, less = false;
	const char *figures = one ? "those of one run a side" : c->group ?
			      "medians of the machines' medians" : "medians";
	struct memstream mem;
	FILE *f = memstream_open(&mem);

	for (size_t i = 0; i < c->tables; i++)
		for (size_t r = 0; r < c->table[i].rows; r++)
			less |= c->table[i].row[r].gave_less;
	if (c->tested)
		fprintf(f, "Figures are %s. * marks the better one where chance does not explain "
			"the difference (p %g or less), ~ where no difference is shown.", figures,
			CMP_P_MAX);
	else
		fprintf(f, "Figures are %s. * marks the better one where they differ by more than "
			"%g %%, which is not tested.", figures, c->o->threshold_pct);
	if (less)
		fputs(" ! marks a row whose better side gave its load over 10 % less.", f);
	notes_take(&c->notes, NOTE_LEGEND, false, memstream_close(&mem));
}

/* Has the run any figure of the tables of -v? */
static bool run_has_more(const struct run *run)
{
	for (size_t t = 0; t < run->tables; t++)
		for (size_t r = 0; r < run->table[t].rows; r++)
			for (int i = 0; i < MORE_FIGURES; i++)
				if (!isnan(run->table[t].row[r].more[i].value))
					return true;
	return false;
}

/* Rows of -v that were not read, the first of each table; more lines would not be read. */
static void cmp_note_more_unread(struct comparison *c, const struct side *side)
{
	size_t unread = 0;

	for (size_t i = 0; i < side->runs; i++)
		for (size_t t = 0; t < side->run[i]->tables; t++) {
			const struct table *table = &side->run[i]->table[t];
			size_t r = 0;

			while (r < table->rows && !table->row[r].more_why)
				r++;
			if (r < table->rows && unread++ < UNREAD_LINES)
				notes_add(&c->notes, NOTE_DETAILS, true,
					  "not read of -v in %c: %s beside %s: %s", side->letter,
					  table->bench, table->row[r].load, table->row[r].more_why);
		}
	if (unread > UNREAD_LINES)
		notes_add(&c->notes, NOTE_DETAILS, true, "not read of -v in %c: %zu more tables",
			  side->letter, unread - UNREAD_LINES);
}

/* What the figures of -v are, and which runs have none. */
static void cmp_note_details(struct comparison *c)
{
	char a = c->side[0]->letter, b = c->side[1]->letter;
	size_t without[2] = { 0 };
	struct memstream mem;
	FILE *f = memstream_open(&mem);

	fprintf(f, "Below each table stands what -v tells; change is from %c to %c. ", a, b);
	if (c->tested)
		fprintf(f, "* and ~ there are from a test of its own (%d figure%s), and the "
			"Summary does not count them; in the load's work, * marks the side that "
			"gave its load more.", c->more_tested, c->more_tested == 1 ? "" : "s");
	else
		fputs("Nothing there is marked, as so few runs cannot be tested.", f);
	notes_take(&c->notes, NOTE_DETAILS, false, memstream_close(&mem));
	for (int s = 0; s < 2; s++)
		for (size_t i = 0; i < c->side[s]->runs; i++)
			without[s] += !run_has_more(c->side[s]->run[i]);
	if (without[0] || without[1])
		notes_add(&c->notes, NOTE_DETAILS, true, "No tables of -v, which would have told: "
			  "%zu of %zu runs of %c, %zu of %zu of %c", without[0],
			  c->side[0]->runs, a, without[1], c->side[1]->runs, b);
	for (int s = 0; s < 2; s++)
		cmp_note_more_unread(c, c->side[s]);
}

/* The first machines that ran side s alone: " (725d2b6d, 1a2b3c4d)". */
static void cmp_alone(const struct comparison *c, int s, FILE *f, size_t *named)
{
	enum { NAMED_MAX = 3 };
	struct fact_kinds own = side_fact(c->side[s], "Machine");
	struct fact_kinds other = side_fact(c->side[!s], "Machine");

	for (size_t i = 0; i < own.n; i++) {
		size_t k = 0;

		while (k < other.n && strcmp(own.kind[i].value, other.kind[k].value))
			k++;
		if (k == other.n && (*named)++ < NAMED_MAX)
			fprintf(f, "%s%s", *named == 1 ? " (" : ", ", own.kind[i].value);
	}
	if (s && *named)
		fputs(*named > NAMED_MAX ? ", ...)" : ")", f);
	free(own.kind);
	free(other.kind);
}

static void cmp_note_alone(struct comparison *c)
{
	struct memstream mem;
	FILE *f = memstream_open(&mem);
	size_t named = 0;

	fprintf(f, "%zu machine%s", c->alone, c->alone == 1 ? "" : "s");
	for (int s = 0; s < 2; s++)
		cmp_alone(c, s, f, &named);
	fputs(" ran one of the two sides alone, which says nothing of the difference.", f);
	notes_take(&c->notes, NOTE_POWER, true, memstream_close(&mem));
}

/* What the runs at hand can show. */
static void cmp_note_power(struct comparison *c)
{
	size_t a = c->blocks[0], b = c->blocks[1];
	struct memstream mem;
	FILE *f = memstream_open(&mem);
	char least[32];

	fprintf(f, "%zu %s%s of %c, %zu of %c", a, c->boots ? "boot" : "run", a == 1 ? "" : "s",
		c->side[0]->letter, b, c->side[1]->letter);
	if (c->group)
		fprintf(f, ", compared within %zu machines", c->groups - c->alone);
	else if (c->tested && c->machines > 1)
		fprintf(f, ", not compared within the %zu machines, which are too few for that or ran "
			"one side alone", c->machines);
	fputs(": ", f);
	if (c->tested)
		fprintf(f, "the smallest p possible is %s; a * needs %g.", fmt_number(least, c->least),
			CMP_P_MAX);
	else
		fprintf(f, "too few to tell a difference from noise; take %d a side.", CMP_ENOUGH);
	notes_take(&c->notes, NOTE_POWER, !c->tested, memstream_close(&mem));
	if (c->group && c->alone)
		cmp_note_alone(c);
	if (c->few)
		notes_add(&c->notes, NOTE_POWER, true, "Not tested: %d row%s that fewer than %d "
			  "%ss of a side have.", c->few, c->few == 1 ? "" : "s", CMP_ENOUGH,
			  c->boots ? "boot" : "run");
	if (c->too_many)
		notes_add(&c->notes, NOTE_POWER, true, "Only the first %d tables and %d rows are "
			  "compared.", CMP_TABLES_MAX, CMP_ROWS_MAX);
}

/* "9 of 12 deadlines tested (A: 1)"; if neither side leads, "A 1, B 1 of 12 deadlines tested" */
static void cmp_share(const struct comparison *c, FILE *f, int maxima)
{
	const int *wins = c->wins[maxima];
	int better = compare_lead(c) < 0;
	const char *what = maxima ? "maxima" : c->tested ? "deadlines tested" : "deadlines";

	if (!wins[0] && !wins[1] && maxima)
		fputs("no maximum differs", f);
	else if (!c->counted[maxima] && c->few)
		fputs("no deadlines tested", f);
	else if (!wins[0] && !wins[1])		/* those that are all equal are not tested */
		fputs(c->tested && c->counted[maxima] ? "no deadlines are shown to differ" :
		      "no deadlines differ", f);
	else if (!compare_lead(c))
		fprintf(f, "%c %d, %c %d of %d %s", c->side[0]->letter, wins[0],
			c->side[1]->letter, wins[1], c->counted[maxima], what);
	else
		fprintf(f, "%d of %d %s", wins[better], c->counted[maxima], what);
	if (compare_lead(c) && wins[!better])
		fprintf(f, " (%c: %d)", c->side[!better]->letter, wins[!better]);
}

/* The Summary in words. */
static void cmp_note_verdict(struct comparison *c)
{
	int lead = compare_lead(c), n = c->counted[0] + c->counted[1];
	bool won = c->wins[0][0] || c->wins[0][1] || c->wins[1][0] || c->wins[1][1];
	bool has_deadlines = false;
	struct memstream mem;
	FILE *f = memstream_open(&mem);

	for (size_t i = 0; i < c->tables; i++)
		has_deadlines |= c->table[i].decides != CMP_LATENCY;
	if (!n)
		fprintf(f, "No value could be tested: %s", c->few ? "too few runs have the rows" :
			"all are equal, or too small to be noticed");
	else if (!won)
		fprintf(f, "No difference %s in %d value%s%s", c->tested ? "shown" : "counts", n,
			n == 1 ? "" : "s", c->tested ? " tested" : ", none of them tested");
	else if (!lead)
		fputs("Neither side is better: ", f);
	else
		fprintf(f, "%c %s better: ", c->side[lead < 0]->letter, c->tested ? "is" : "looks");
	if (n && won) {
		if (has_deadlines) {
			cmp_share(c, f, CMP_DEADLINES);
			fputs("; ", f);
		}
		cmp_share(c, f, CMP_MAXIMA);
		if (!c->tested)
			fputs("; not tested, so chance may do as much", f);
	}
	fputc('.', f);
	notes_take(&c->notes, NOTE_VERDICT, false, memstream_close(&mem));
}

static void verdict_notes(struct comparison *c)
{
	cmp_note_measured(c);
	cmp_warn_settings(c);
	cmp_note_kinds(c);
	cmp_note_legend(c);
	if (c->o->details)
		cmp_note_details(c);
	cmp_note_power(c);
	cmp_note_confounded(c);
	cmp_note_verdict(c);
}

/* Could two sides be compared? */
static bool sides_comparable(const struct side *a, const struct side *b)
{
	static const struct compare_opts none, *o = &none;
	struct comparison *c = xrealloc(NULL, sizeof(*c));
	size_t common;

	*c = (struct comparison){ .o = o, .side = { a, b } };
	common = compare_common(c);
	comparison_free(c);
	free(c);
	return common > 0;
}

/* The baseline shares no row with any other side: say which ones could be compared. */
static void sides_advise(const struct side *side, size_t sides)
{
	char list[2 * SIDES_MAX] = "";
	size_t n = 0;

	for (size_t i = 1; i < sides && !n; i++)
		for (size_t j = i + 1; j < sides; j++)
			if (sides_comparable(&side[i], &side[j])) {
				if (!n)
					list[n++] = side[i].letter;
				list[n++] = ',';
				list[n++] = side[j].letter;
			}
	if (n) {
		warn("%c has no row in common with any other side", side[0].letter);
		warn("these can be compared: --sides %s", list);
	}
}

/* Compare side b with the baseline; false if there is nothing to compare. */
static bool verdict_add(struct verdict *v, const struct compare_opts *o, const struct side *b)
{
	struct comparison *c;

	v->comparison = grow(v->comparison, v->comparisons, sizeof(struct comparison *));
	c = v->comparison[v->comparisons++] = xrealloc(NULL, sizeof(*c));
	*c = (struct comparison){ .o = o, .side = { &v->side[0], b } };
	compare_sides(c);
	if (c->common)
		verdict_notes(c);
	else
		warn("%c and %c have no row in common", v->side[0].letter, b->letter);
	return c->common > 0;
}

/* The exit status, but for what --fail-worse makes of it */
static int verdict_make(struct verdict *v, const struct run *run, size_t n,
			const struct compare_opts *o)
{
	bool worse = false, missing = false;
	size_t compared = 0;

	v->sides = sides_sort(v->side, run, n);
	if (o->sides && v->sides && !sides_choose(&v->notes, v->side, &v->sides, o->sides)) {
		sides_free(v->side, v->sides);
		v->sides = 0;
		return EXIT_USAGE;
	}
	sides_describe(v->side, v->sides);
	for (size_t i = 1; i < v->sides; i++) {
		bool done = verdict_add(v, o, &v->side[i]);

		compared += done;
		missing |= !done;
		worse |= done && compare_lead(v->comparison[i - 1]) > 0;
	}
	if (v->sides > 2 && !compared)
		sides_advise(v->side, v->sides);
	if (!v->sides)
		warn("no results to compare");
	if (v->sides == 1) {
		warn("one side only: nothing to compare it with");
		warn("another file, kernel, comment (-m) or title makes a second side");
	}
	if (o->fail_worse && worse)
		return EXIT_WORSE;
	return missing || v->sides < 2 ? EXIT_TROUBLE : 0;
}

int verdict_of(struct verdict *v, const struct run *run, size_t n, const struct compare_opts *o)
{
	int status;

	*v = (struct verdict){ .sides = 0 };
	status = verdict_make(v, run, n, o);
	return o->fail_worse && status && status != EXIT_WORSE ? EXIT_SKIP : status;
}

void verdict_free(struct verdict *v)
{
	for (size_t i = 0; i < v->comparisons; i++) {
		comparison_free(v->comparison[i]);
		free(v->comparison[i]);
	}
	free(v->comparison);
	notes_free(&v->notes);
	sides_free(v->side, v->sides);
}
