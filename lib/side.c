/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../interbench.h"
#include "log.h"
#include "note.h"
#include "run.h"
#include "side.h"
#include "util.h"

const char *run_sched(const struct run *run, int role)
{
	const char *sched = run_fact(run, run_role[role]);

	return sched ? sched : "default";
}

/* Facts that were asked for, and so are the same in all runs of a side. */
static const char *const fact_asked[] = { "Custom", "Command", "Idle latency held" };

static bool same_fact_of(const struct run *a, const struct run *b, const char *name)
{
	const char *x = run_fact(a, name), *y = run_fact(b, name);

	return x && y ? !strcmp(x, y) : x == y;
}

/* Loops per ms are left out: every calibration gives others. */
static bool same_settings(const struct run *a, const struct run *b)
{
	bool same = a->processors == b->processors && a->cpu_time == b->cpu_time &&
		    a->seconds == b->seconds;

	for (int role = 0; role < 2; role++)
		same &= !strcmp(run_sched(a, role), run_sched(b, role));
	for (size_t i = 0; i < LENGTH(fact_asked); i++)
		same &= same_fact_of(a, b, fact_asked[i]);
	for (size_t i = 0; i < a->tables; i++)
		for (size_t k = 0; k < b->tables; k++) {
			const struct table *t = &a->table[i], *u = &b->table[k];

			if (!strcmp(t->bench, u->bench))
				same &= t->real_time == u->real_time && t->nice == u->nice &&
					t->load_nice == u->load_nice;
		}
	return same;
}

static bool same_name(const struct run *a, const struct run *b)
{
	return !strcmp(a->kernel, b->kernel) && !strcmp(a->comment, b->comment) &&
	       !strcmp(a->title, b->title);
}

static bool same_side(const struct run *a, const struct run *b)
{
	return a->source == b->source && same_name(a, b) && same_settings(a, b);
}

static bool same_figure(const struct figure *a, const struct figure *b)
{
	return a->value == b->value || (isnan(a->value) && isnan(b->value));
}

/* A quotation may be without the tables of -v. */
static bool same_more(const struct row *a, const struct row *b)
{
	bool same = true;

	for (int i = 0; i < MORE_FIGURES; i++)
		same &= isnan(a->more[i].value) || isnan(b->more[i].value) ||
			a->more[i].value == b->more[i].value;
	return same;
}

/* How many digits of a figure could hardly be equal by chance; 0, NAN and 100 tell nothing. */
static double figure_digits(const struct figure *f)
{
	return f->value != 100 ? fmax(log10(f->value / f->resolution), 0) : 0;
}

/* Digits that tell a row from others, if the table has it with every figure; else -1. */
static double table_digits(const struct table *t, const struct row *row)
{
	const struct figure *const of[] = { &row->mean, &row->sd, &row->max, &row->cpu, &row->met };
	double digits = 0;

	for (size_t i = 0; i < t->rows; i++) {
		const struct row *r = &t->row[i];
		const struct figure *const has[] = { &r->mean, &r->sd, &r->max, &r->cpu, &r->met };
		size_t same = 0;

		while (same < LENGTH(of) && same_figure(of[same], has[same]))
			same++;
		if (strcmp(r->load, row->load) || same < LENGTH(of) || !same_more(r, row))
			continue;
		for (size_t k = 0; k < LENGTH(of); k++)
			digits += figure_digits(of[k]);
		return digits;
	}
	return *row->reason ? 0 : -1;		/* a quotation may have been cut or wrapped */
}

/*
 * Is a run a quotation of this one, whole or in parts? Its header says so, where it has one, and
 * its rows, if they hold more digits than chance repeats: passes of one minute have one header.
 */
static bool run_is_quoted(const struct run *from, const struct run *run)
{
	enum { DIGITS_LEAST = 8 };
	double digits = 0;

	if (*run->date && (strcmp(from->date, run->date) || strcmp(from->kernel, run->kernel) ||
			   strcmp(from->comment, run->comment) || !same_settings(from, run) ||
			   !same_fact_of(from, run, "Busy")))
		return false;
	for (size_t t = 0; t < run->tables; t++) {
		const struct table *of = &run->table[t], *in = from->table, *end = in + from->tables;

		while (in < end && (strcmp(in->bench, of->bench) || in->real_time != of->real_time ||
				    in->nice != of->nice || in->load_nice != of->load_nice))
			in++;
		for (size_t r = 0; r < of->rows; r++) {
			double found = in < end ? table_digits(in, &of->row[r]) : -1;

			if (found < 0)
				return false;
			digits += found;
		}
	}
	return digits >= DIGITS_LEAST;
}

/*
 * Rows by what stands in them, to find the runs that have a row again: each run is not to be
 * compared with each of ten thousand.
 */
struct row_index {
	struct row_place {
		const struct run *run;	/* not owned */
		uint32_t hash;
		uint32_t next;		/* place with the same head, + 1; 0: none */
	} *place;			/* owned, with room for all rows */
	uint32_t places;
	uint32_t *head;			/* owned; place + 1; 0: none */
	size_t heads;			/* a power of 2 */
};

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
	for (const unsigned char *b = bytes; n--; b++)
		hash = (hash ^ *b) * 1099511628211u;	/* FNV-1a */
	return hash;
}

/* Rows that same_figure() takes for the same have the same hash. */
static uint32_t row_hash(const char *bench, const struct row *row)
{
	const double figure[] = { row->mean.value, row->sd.value, row->max.value, row->cpu.value,
				  row->met.value };
	uint64_t hash = hash_bytes(14695981039346656037u, bench, strlen(bench));

	hash = hash_bytes(hash, row->load, strlen(row->load));
	for (size_t i = 0; i < LENGTH(figure); i++) {
		double v = isnan(figure[i]) ? -1 : figure[i] + 0.0;	/* -0 is 0 */

		hash = hash_bytes(hash, &v, sizeof(v));
	}
	return (uint32_t)(hash ^ hash >> 32);
}

static struct row_index row_index_new(const struct run *run, size_t n)
{
	struct row_index index = { .heads = 1 };
	size_t rows = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t t = 0; t < run[i].tables; t++)
			rows += run[i].table[t].rows;
	while (index.heads < rows)
		index.heads *= 2;
	index.place = xrealloc(NULL, (rows + 1) * sizeof(*index.place));
	index.head = xrealloc(NULL, index.heads * sizeof(*index.head));
	memset(index.head, 0, index.heads * sizeof(*index.head));
	return index;
}

static void row_index_add(struct row_index *index, const struct run *run)
{
	for (size_t t = 0; t < run->tables; t++)
		for (size_t r = 0; r < run->table[t].rows; r++) {
			uint32_t hash = row_hash(run->table[t].bench, &run->table[t].row[r]);
			uint32_t *head = &index->head[hash & (index->heads - 1)];

			index->place[index->places++] = (struct row_place){ run, hash, *head };
			*head = index->places;
		}
}

/* The hash of the row of a run with most digits. False: no row has any. */
static bool run_hash(const struct run *run, uint32_t *hash)
{
	double most = 0;

	for (size_t t = 0; t < run->tables; t++)
		for (size_t r = 0; r < run->table[t].rows; r++) {
			const struct row *row = &run->table[t].row[r];
			double digits = figure_digits(&row->mean) + figure_digits(&row->sd) +
					figure_digits(&row->max) + figure_digits(&row->cpu) +
					figure_digits(&row->met);

			if (!(digits > most))		/* NAN: it has no figures */
				continue;
			most = digits;
			*hash = row_hash(run->table[t].bench, row);
		}
	return most > 0;
}

/*
 * Only texts quote. A title does not make it another run: "joe wrote:". A quotation without
 * a header follows whatever run the text had last.
 */
static bool index_has(const struct row_index *index, const struct run *run)
{
	uint32_t hash = 0;

	if (!run->source || !run_hash(run, &hash))
		return false;
	for (uint32_t i = index->head[hash & (index->heads - 1)]; i; i = index->place[i - 1].next) {
		const struct row_place *p = &index->place[i - 1];

		if (p->hash == hash && p->run->source == run->source && run_is_quoted(p->run, run))
			return true;
	}
	return false;
}

/* The place of a run's setting in the order given: passes are in random order. 0: it has none */
static long setting_order(const struct run *run)
{
	const char *setting = run_fact(run, "Setting");

	return setting ? strtol(setting, NULL, 10) : 0;
}

size_t sides_sort(struct side *side, const struct run *run, size_t n)
{
	struct row_index index = row_index_new(run, n);
	size_t sides = 0, left_out = 0, again = 0, j;

	for (size_t i = 0; i < n; i++) {
		if (index_has(&index, &run[i])) {
			again++;
			continue;
		}
		for (j = 0; j < sides && !same_side(side[j].run[0], &run[i]); j++)
			;
		if (j == SIDES_MAX || side[j].runs == SIDE_RUNS_MAX) {
			left_out++;
			continue;
		}
		if (j == sides) {
			for (sides++; j && setting_order(&run[i]) &&	/* 0: no setting's */
			     side[j - 1].run[0]->source == run[i].source &&
			     setting_order(side[j - 1].run[0]) > setting_order(&run[i]); j--)
				side[j] = side[j - 1];
			side[j] = (struct side){ .runs = 0 };
		}
		side[j].run = grow(side[j].run, side[j].runs, sizeof(struct run *));
		side[j].run[side[j].runs++] = &run[i];
		row_index_add(&index, &run[i]);
	}
	free(index.place);
	free(index.head);
	for (j = 0; j < sides; j++)
		side[j].letter = (char)('A' + j);
	if (again)
		warn("%zu run%s there already, figure by figure: counted once", again,
		     again == 1 ? " was" : "s were");
	if (left_out)
		warn("%zu run%s left out: %d sides of %d runs can be compared", left_out,
		     left_out == 1 ? "" : "s", SIDES_MAX, SIDE_RUNS_MAX);
	return sides;
}

enum { SETTING_LEN = LOG_TEXT_MAX + 32 };

/* What a run was measured with; from SET_ASKED on, the facts of fact_asked[]. */
enum {
	SET_SECONDS, SET_PROCESSORS, SET_CPU_TIME, SET_REAL_TIME, SET_NICE, SET_LOAD_NICE,
	SET_ROLE, SET_ASKED = SET_ROLE + 2
};

/* One of them in words, "" if it is the usual one or unknown. False: there is none. */
static bool side_setting(const struct run *run, size_t which, char text[static SETTING_LEN])
{
	const struct table *t = run->tables ? &run->table[0] : NULL;
	char number[32];
	const char *fact;

	*text = 0;
	if (which == SET_SECONDS && run->seconds > 0)
		sprintf(text, "%s s", fmt_number(number, run->seconds));
	else if (which == SET_PROCESSORS && run->processors)
		sprintf(text, "%d processors", run->processors);
	else if (which == SET_CPU_TIME && run->cpu_time)
		strcpy(text, "CPU time");
	else if (which == SET_REAL_TIME && t && t->real_time)
		strcpy(text, "real time");
	else if (which == SET_NICE && t && t->nice)
		sprintf(text, "nice %d", t->nice);
	else if (which == SET_LOAD_NICE && t && t->load_nice)
		sprintf(text, "loads nice %d", t->load_nice);
	else if (which >= SET_ROLE && which < SET_ASKED &&
		 run_fact(run, run_role[which - SET_ROLE]))
		snprintf(text, SETTING_LEN, "%s %s",
			 which == SET_ROLE ? "task" : "load",
			 run_sched(run, (int)which - SET_ROLE));
	else if (which >= SET_ASKED && which - SET_ASKED < LENGTH(fact_asked) &&
		 (fact = run_fact(run, fact_asked[which - SET_ASKED])))
		snprintf(text, SETTING_LEN, "%s: %s", fact_asked[which - SET_ASKED], fact);
	return which < SET_ASKED + LENGTH(fact_asked);
}

/* The settings in which a run differs from sides of its name: ", nice 5, loads nice -1". */
static void side_print_settings(FILE *out, const struct side *side, size_t sides,
				const struct run *run)
{
	char text[SETTING_LEN], other[SETTING_LEN];

	for (size_t which = 0; side_setting(run, which, text); which++) {
		bool differs = false;

		for (size_t i = 0; i < sides && *text; i++)
			if (same_name(side[i].run[0], run) && side_setting(side[i].run[0], which, other))
				differs |= strcmp(text, other) != 0;
		if (differs)
			fprintf(out, ", %s", text);
	}
}

bool fact_apart(const char *name)
{
	static const char *const apart[] = {
		"Kernel", "Boot", "Busy", "Seed", "Setting", "Task", "Load"
	};
	size_t i = 0;

	while (i < LENGTH(apart) && strcmp(name, apart[i]))
		i++;
	return i < LENGTH(apart);
}

/*
 * Kernels keep different amounts of the RAM for themselves, and a scheduler of sched_ext is
 * loaded anew for each pass of its setting.
 */
bool fact_same(const char *name, const char *a, const char *b)
{
	static const char count[] = ", enable_seq ";
	const char *end[2] = { strstr(a, count), strstr(b, count) };
	char *rest[2];
	double x = strtod(a, &rest[0]), y = strtod(b, &rest[1]);
	const double same = 0.02;	/* of the memory: kernels keep other parts of it */

	if (!strcmp(name, "Scheduler") && end[0] && end[1])
		return end[0] - a == end[1] - b && !strncmp(a, b, (size_t)(end[0] - a));
	return strcmp(name, "Memory") ? !strcmp(a, b)
				      : fabs(x - y) <= same * x && !strcmp(rest[0], rest[1]);
}

const char *fact_gap(const char *what, const char *a, const char *b)
{
	size_t around = strlen("! :  in A,  in B");

	return strlen(what) + strlen(a) + strlen(b) + around > LINE_COLUMNS ? "\n" : " ";
}

size_t side_fact_names(const struct side *s, const char *name[static FACT_NAMES_MAX], size_t n)
{
	for (size_t r = 0; r < s->runs; r++)
		for (size_t i = 0; i < s->run[r]->facts && n < FACT_NAMES_MAX; i++) {
			size_t k = 0;

			while (k < n && strcmp(name[k], s->run[r]->fact[i].name))
				k++;
			if (k == n)
				name[n++] = s->run[r]->fact[i].name;
		}
	return n;
}

/* By value, numbers first by their size, and what is not given last. */
static int kind_by_value(const void *a, const void *b)
{
	const struct fact_kind *x = a, *y = b;
	double u, v;

	if (!x->value || !y->value)
		return !x->value - !y->value;
	u = strtod(x->value, NULL);
	v = strtod(y->value, NULL);
	return u != v ? (u > v) - (u < v) : strcmp(x->value, y->value);
}

/* The most frequent first, and of these the one that came first. */
static int kind_by_runs(const void *a, const void *b)
{
	const struct fact_kind *x = a, *y = b;

	return x->runs != y->runs ? (x->runs < y->runs) - (x->runs > y->runs) :
	       (x->first > y->first) - (x->first < y->first);
}

struct fact_kinds side_fact(const struct side *s, const char *name)
{
	struct fact_kinds kinds = { xrealloc(NULL, (s->runs + 1) * sizeof(*kinds.kind)), 0 };
	size_t told = 0;

	for (size_t r = 0; r < s->runs; r++)
		if (s->run[r]->facts)
			kinds.kind[told++] = (struct fact_kind){ run_fact(s->run[r], name), 1, r };
	qsort(kinds.kind, told, sizeof(*kinds.kind), kind_by_value);
	for (size_t i = 0; i < told; i++) {
		struct fact_kind *k = &kinds.kind[i], *last = &kinds.kind[kinds.n ? kinds.n - 1 : 0];

		if (!kinds.n || !last->value != !k->value ||
		    (k->value && !fact_same(name, last->value, k->value))) {
			kinds.kind[kinds.n++] = *k;
			continue;
		}
		last->runs++;
		last->first = k->first < last->first ? k->first : last->first;
	}
	return kinds;
}

/* "CPU within A: 37 of AMD EPYC, 13 of Intel Xeon" */
static void side_note_kinds(struct side *side, const char *name, const struct fact_kinds *kinds)
{
	enum { NAMED_MAX = 3 };
	struct memstream mem;
	FILE *f = memstream_open(&mem);
	size_t rest = 0;

	qsort(kinds->kind, kinds->n, sizeof(*kinds->kind), kind_by_runs);
	fprintf(f, "%s within %c:", name, side->letter);
	for (size_t i = 0; i < kinds->n; i++) {
		const struct fact_kind *k = &kinds->kind[i];

		if (i >= NAMED_MAX)
			rest += k->runs;
		else if (k->value)
			fprintf(f, "%s %zu of %s", i ? "," : "", k->runs, k->value);
		else
			fprintf(f, "%s %zu not given", i ? "," : "", k->runs);
	}
	if (rest)
		fprintf(f, ", %zu of %zu more kinds", rest, kinds->n - NAMED_MAX);
	notes_take(&side->notes, SIDE_WITHIN, true, memstream_close(&mem));
}

/* Runs of one side that are not of the same machine, or not in the same state. */
static void side_note_within(struct side *side)
{
	const char *name[FACT_NAMES_MAX];
	size_t names = side_fact_names(side, name, 0);

	for (size_t i = 0; i < names; i++) {
		struct fact_kinds kinds;

		if (fact_apart(name[i]))
			continue;
		kinds = side_fact(side, name[i]);
		if (kinds.n > 1)
			side_note_kinds(side, name[i], &kinds);
		free(kinds.kind);
	}
}

/* Rows of one task that were not read for one reason. */
struct unread {
	const char *bench, *reason;
	char loads[REASON_LEN];
};

/* Does a list of loads, "Burn, Ring", have this one? */
static bool loads_have(const char *list, const char *load)
{
	size_t len = strlen(load);

	for (const char *s = list; (s = strstr(s, load)); s += len)
		if ((s == list || s[-1] == ' ') && (!s[len] || s[len] == ','))
			return true;
	return false;
}

/* Why a row that stands there was not read; NULL: it was, or has a reason of its own. */
static const char *unread_reason(const struct row *row)
{
	if (!strcmp(row->reason, LOG_CUT_OFF))
		return "it is cut off";
	return strncmp(row->reason, LOG_NOT_READ, strlen(LOG_NOT_READ)) ? NULL :
	       row->reason + strlen(LOG_NOT_READ);
}

/* Add a row to those that were not read; false if there are too many kinds of them. */
static bool unread_add(struct unread *u, size_t *n, const char *bench, const struct row *row)
{
	const char *reason = unread_reason(row);
	size_t i = 0, len;

	while (i < *n && (strcmp(u[i].bench, bench) || strcmp(u[i].reason, reason)))
		i++;
	if (i == UNREAD_LINES)
		return false;
	if (i == *n)
		u[(*n)++] = (struct unread){ .bench = bench, .reason = reason };
	len = strlen(u[i].loads);
	if (!loads_have(u[i].loads, row->load) && len + NAME_LEN + 2 < sizeof(u[i].loads))
		sprintf(u[i].loads + len, "%s%s", len ? ", " : "", row->load);
	return true;
}

/* What was left out, since no figure is better than a wrong one. */
static void side_note_unread(struct side *s)
{
	struct unread u[UNREAD_LINES] = { { .bench = "" } };
	size_t n = 0, more = 0;

	for (size_t i = 0; i < s->runs; i++)
		for (size_t t = 0; t < s->run[i]->tables; t++)
			for (size_t r = 0; r < s->run[i]->table[t].rows; r++) {
				const struct row *row = &s->run[i]->table[t].row[r];

				if (unread_reason(row))
					more += !unread_add(u, &n, s->run[i]->table[t].bench, row);
			}
	for (size_t i = 0; i < n; i++)
		notes_add(&s->notes, SIDE_UNREAD, true, "not read in %c: %s beside %s: %s",
			  s->letter, u[i].bench, u[i].loads, u[i].reason);
	if (more)
		notes_add(&s->notes, SIDE_UNREAD, true, "not read in %c: %zu more rows",
			  s->letter, more);
}

/* Kernel and comment; the title and the settings where these do not tell sides apart. */
static char *side_name(const struct side *side, size_t sides, const struct run *run)
{
	bool title = !*run->kernel;
	struct memstream name;
	FILE *f = memstream_open(&name);

	for (size_t i = 0; i < sides; i++)
		title |= !strcmp(side[i].run[0]->kernel, run->kernel) &&
			 strcmp(side[i].run[0]->title, run->title);
	title &= *run->title != 0;
	fprintf(f, "%s%s%s%s%s%s", run->kernel,
		*run->kernel && *run->comment ? " " : "", run->comment,
		*run->kernel && title ? ", " : "", title ? run->title : "",
		*run->kernel || title ? "" : "unnamed");
	side_print_settings(f, side, sides, run);
	return memstream_close(&name);
}

static void side_count(struct side *s)
{
	for (size_t i = 0; i < s->runs; i++) {
		s->tables += s->run[i]->tables;
		for (size_t t = 0; t < s->run[i]->tables; t++)
			for (size_t r = 0; r < s->run[i]->table[t].rows; r++)
				*(*s->run[i]->table[t].row[r].reason ? &s->voids : &s->rows) += 1;
	}
}

void sides_describe(struct side *side, size_t sides)
{
	for (struct side *s = side; s < side + sides; s++) {
		s->name = side_name(side, sides, s->run[0]);
		s->source = s->run[0]->source ? line_clean(s->run[0]->source) : NULL;
		side_count(s);
		side_note_unread(s);
		side_note_within(s);
	}
}

void sides_free(struct side *side, size_t sides)
{
	for (struct side *s = side; s < side + sides; s++) {
		free(s->run);
		free(s->name);
		free(s->source);
		notes_free(&s->notes);
		*s = (struct side){ .runs = 0 };
	}
}

/* Is the word a name of the side? sure: it is its letter. */
static bool side_is(const struct side *s, const char *word, size_t len, bool *sure)
{
	const char *const name[] = { s->run[0]->kernel, s->run[0]->comment, s->run[0]->title };

	*sure = len == 1 && (word[0] == s->letter || word[0] == s->letter - 'A' + 'a');
	for (size_t i = 0; i < LENGTH(name); i++)
		if (len && strlen(name[i]) == len && !strncasecmp(name[i], word, len))
			return true;
	return *sure;
}

/* The side that a word of --sides means; -1, with a message, if that is not one. */
static int side_find(const struct side *side, size_t sides, const char *word, size_t len)
{
	int found = -1, matches = 0;
	bool sure = false;

	for (size_t i = 0; i < sides && !sure; i++)
		if (side_is(&side[i], word, len, &sure)) {
			found = (int)i;
			matches = sure ? 1 : matches + 1;
		}
	if (matches == 1)
		return found;
	warn("--sides %.*s: %s; use A to %c", (int)len, word,
	     matches ? "two sides have this name" : "no such side", 'A' + (int)sides - 1);
	return -1;
}

/* "not compared: B (6.1), C (6.2)" */
static void sides_note_left(struct notes *notes, const struct side *all, size_t n,
			    const struct side *side, size_t sides)
{
	struct memstream mem;
	FILE *f = memstream_open(&mem);
	const char *gap = "not compared:";

	for (size_t i = 0, k; i < n; i++) {
		char *name;

		for (k = 0; k < sides && side[k].letter != all[i].letter; k++)
			;
		if (k < sides)
			continue;
		name = side_name(all, n, all[i].run[0]);
		fprintf(f, "%s %c (%s)", gap, all[i].letter, name);
		gap = "";
		free(name);
	}
	if (sides < n)
		notes_take(notes, SIDE_LEFT_OUT, false, memstream_close(&mem));
	else
		free(memstream_close(&mem));
}

bool sides_choose(struct notes *notes, struct side *side, size_t *sides, const char *list)
{
	struct side *all = xrealloc(NULL, *sides * sizeof(*all));
	size_t n = *sides, chosen = 0;
	bool good = false;

	memcpy(all, side, n * sizeof(*all));
	for (const char *word = list; *word;) {
		size_t len = strcspn(word, ",");
		int found = side_find(all, n, word, len);

		if (found < 0)
			goto out;
		for (size_t i = 0; i < chosen; i++)
			if (side[i].letter == all[found].letter) {
				warn("--sides %s: %c is named twice", list, side[i].letter);
				goto out;
			}
		side[chosen++] = all[found];
		word += len + (word[len] == ',');
	}
	if (chosen < 2) {
		warn("--sides %s: two sides or more are wanted, the baseline first", list);
		goto out;
	}
	sides_note_left(notes, all, n, side, chosen);
	for (size_t i = 0, k; i < n; i++) {
		for (k = 0; k < chosen && side[k].letter != all[i].letter; k++)
			;
		if (k == chosen)
			free(all[i].run);
	}
	for (size_t i = chosen; i < n; i++)	/* its runs are freed, or moved */
		side[i] = (struct side){ .runs = 0 };
	*sides = chosen;
	good = true;
out:
	if (!good)
		memcpy(side, all, n * sizeof(*all));
	free(all);
	return good;
}

static const char *run_boot(const struct run *run)
{
	const char *boot = run_fact(run, "Boot");

	return boot ? boot : run->kernel;
}

/* A run by what it has in common with others. */
struct named {
	const char *name;
	size_t run;
};

static int named_cmp(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->run > y->run) - (x->run < y->run);
}

/* Number the names as they come first, and sort them. How many there are. */
static size_t names_number(struct named *by, size_t n, size_t *number)
{
	size_t names = 0, first = 0;

	qsort(by, n, sizeof(*by), named_cmp);
	/* the first run of its name, then the number of that one */
	for (size_t i = 0; i < n; i++) {
		if (!i || strcmp(by[i].name, by[i - 1].name))
			first = by[i].run;
		number[by[i].run] = first;
	}
	for (size_t i = 0; i < n; i++)
		number[i] = number[i] == i ? names++ : number[number[i]];
	return names;
}

size_t side_number_blocks(const struct side *s, bool boots, size_t *block)
{
	struct named *by;
	size_t blocks;

	for (size_t i = 0; i < s->runs; i++)
		block[i] = i;
	if (!boots)
		return s->runs;
	by = xrealloc(NULL, (s->runs + 1) * sizeof(*by));
	for (size_t i = 0; i < s->runs; i++)
		by[i] = (struct named){ run_boot(s->run[i]), i };
	blocks = names_number(by, s->runs, block);
	free(by);
	return blocks;
}

size_t sides_machines(const struct side *a, const struct side *b, size_t *machine)
{
	size_t runs = a->runs + b->runs, machines = 0, told = 0;
	struct named *by = xrealloc(NULL, (runs + 1) * sizeof(*by));

	for (size_t i = 0; i < runs; i++) {
		const struct run *run = i < a->runs ? a->run[i] : b->run[i - a->runs];

		by[i] = (struct named){ run_fact(run, "Machine"), i };
		told += by[i].name != NULL;
	}
	if (told == runs)
		machines = names_number(by, runs, machine);
	free(by);
	return machines;
}

void side_counts(const struct side *s, char text[static SIDE_COUNTS_LEN])
{
	int n = snprintf(text, SIDE_COUNTS_LEN, "%zu run%s, %zu table%s, %zu row%s", s->runs,
			 s->runs == 1 ? "" : "s", s->tables, s->tables == 1 ? "" : "s", s->rows,
			 s->rows == 1 ? "" : "s");

	if (s->voids)
		snprintf(text + n, SIDE_COUNTS_LEN - (size_t)n, " and %zu without figures",
			 s->voids);
}

size_t side_boots(const struct side *s)
{
	size_t *block, boots;

	for (size_t i = 0; i < s->runs; i++)
		if (!run_fact(s->run[i], "Boot"))
			return 0;
	block = xrealloc(NULL, (s->runs + 1) * sizeof(*block));
	boots = side_number_blocks(s, true, block);
	free(block);
	return boots;
}
