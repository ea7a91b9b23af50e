/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "compare_text.h"
#include "note.h"
#include "side.h"
#include "util.h"
#include "verdict.h"

/* The line of a side: its name, what was read, and where; and what is to be known of that. */
static void text_side(FILE *out, const struct side *s)
{
	enum { PART_LEAST = 16 };		/* columns that are left of a name, and of a path */
	char *source = xstrdup(s->source ? s->source : ""), *name = xstrdup(s->name);
	struct notes whole = { .n = 0 };
	size_t room, of_source = text_columns(source), of_name = text_columns(name);
	char counts[SIDE_COUNTS_LEN];

	side_counts(s, counts);
	of_source = of_source < PART_LEAST ? of_source : PART_LEAST;
	of_name = of_name < PART_LEAST ? of_name : PART_LEAST;
	room = LINE_COLUMNS - strlen("A: : ") - strlen(counts);
	if (s->source && room >= of_name + strlen(" ()") + of_source) {
		room -= strlen(" ()");
		text_cut(name, room - of_source);
		text_cut(source, room - text_columns(name));
		fprintf(out, "%c: %s: %s (%s)\n", s->letter, name, counts, source);
	} else {
		text_cut(name, room);
		fprintf(out, "%c: %s: %s\n", s->letter, name, counts);
		if (s->source)
			notes_add(&whole, 0, false, "%c is read from %s", s->letter, source);
	}
	if (strcmp(name, s->name))		/* sides may differ in what is cut out */
		notes_add(&whole, 0, false, "%c in full: %s", s->letter, s->name);
	notes_print(out, &whole, 0);
	notes_free(&whole);
	free(source);
	free(name);
	notes_print(out, &s->notes, SIDE_UNREAD);
	notes_print(out, &s->notes, SIDE_WITHIN);
}

/* A comparison that is printed. */
struct printed {
	FILE *out;
	const struct comparison *c;
	char letter[2];
	bool colored;			/* the figure at hand */
};

/* Side s's figure in a column of a row, in so many columns of text. */
static void text_figure(const struct printed *p, const struct cmp_cell *cell, int s,
			const char *text, int width)
{
	static const char *const color[] = { "\033[34m", "\033[31m", "\033[32m" };

	fprintf(p->out, "%*s%s%s%s", width - (int)strlen(text), "",
		p->colored ? color[cell->winner < 0 ? 0 : 1 + (cell->winner == s)] : "", text,
		p->colored ? "\033[0m" : "");
}

/* The same with its mark. No line ends in a blank one. */
static void text_value(struct printed *p, const struct cmp_table *t, const struct cmp_row *row,
		       int column, int s)
{
	const struct cmp_cell *cell = &row->cell[column];
	bool last = s == 1 && column == t->decides && !p->c->tested && !row->gave_less;
	char buf[32], mark = compare_mark(cell, s);

	p->colored = p->c->o->color && compare_judged(t, column) && !isnan(cell->median[!s]);
	text_figure(p, cell, s, compare_value_text(buf, t, row, column, s),
		    column == CMP_LATENCY ? 9 : 8);
	if (!last || mark != ' ')
		putc(mark, p->out);
}

static void text_row(struct printed *p, const struct cmp_table *t, const struct cmp_row *row)
{
	char buf[32];

	fprintf(p->out, "%-8s", row->load);
	for (int column = 0; column <= t->decides; column++)
		for (int s = 0; s < 2; s++)
			text_value(p, t, row, column, s);
	for (int column = 0; column <= t->decides && p->c->tested; column++)
		if (compare_judged(t, column))
			fprintf(p->out, "%7s", compare_p_text(buf, row->cell[column].p));
	if (row->gave_less)
		fputs(" !", p->out);
	putc('\n', p->out);
}

static void text_table(struct printed *p, const struct cmp_table *t)
{
	static const char *const short_name[CMP_COLUMNS] = { "", "    cpu", "    met" };
	bool cpu = t->decides >= CMP_CPU, met = t->decides == CMP_MET, tested = p->c->tested;
	const char *name = compare_name(t);

	fprintf(p->out, "\n%-8s%s   Max Latency (ms)%s%s%s\n", name,
		strlen(name) > 8 ? "\n        " : "", cpu ? "     % Desired CPU" : "",
		met ? "   % Deadlines Met" : "", tested ? "     adjusted p" : "");
	fprintf(p->out, "Load%13c%10c", p->letter[0], p->letter[1]);
	for (int column = CMP_CPU; column <= t->decides; column++)
		fprintf(p->out, "%9c%9c", p->letter[0], p->letter[1]);
	fprintf(p->out, "%s%s\n", tested ? "     max" : "", tested ? short_name[t->decides] : "");
	for (size_t i = 0; i < t->rows; i++)
		text_row(p, t, &t->row[i]);
}

/*
 * What -v adds
 */

/* Both sides' figures, their marks, and the change: 10 columns more than twice the width. */
static void text_change(struct printed *p, const struct cmp_table *t, const struct cmp_row *row,
			int column, int width)
{
	const struct cmp_cell *cell = &row->cell[column];
	char buf[32];

	for (int s = 0; s < 2; s++) {
		p->colored = p->c->o->color && !isnan(cell->median[!s]);
		text_figure(p, cell, s, compare_value_text(buf, t, row, column, s), width);
		putc(compare_mark(cell, s), p->out);
	}
	fprintf(p->out, "%8s", compare_change_text(buf, cell));
}

/* Figures next to each other. */
static void text_more(struct printed *p, const struct cmp_table *t, const int *column, int n)
{
	const char *name = compare_name(t);

	fprintf(p->out, "\n%-8s%s", name, strlen(name) > 8 ? "\n        " : "");
	for (int i = 0; i < n; i++)
		fprintf(p->out, "%24s", compare_figures[column[i]].head);
	fputs("\nLoad    ", p->out);
	for (int i = 0; i < n; i++)
		fprintf(p->out, "%7c%8c%9s", p->letter[0], p->letter[1], "change");
	for (size_t r = 0; r < t->rows; r++) {
		fprintf(p->out, "\n%-8s", t->row[r].load);
		for (int i = 0; i < n; i++)
			text_change(p, t, &t->row[r], column[i], 7);
	}
	fputc('\n', p->out);
}

/* The load's work, a line for each part. */
static void text_work(struct printed *p, const struct cmp_table *t, const int *column, int n)
{
	const char *name = compare_name(t);

	fprintf(p->out, "\n%-8s%s  %s\nLoad    %22c%11c%9s\n", name,
		strlen(name) > 8 ? "\n        " : "", compare_figures[column[0]].head,
		p->letter[0], p->letter[1], "change");
	for (const struct cmp_row *row = t->row; row < t->row + t->rows; row++) {
		const char *load = row->load;

		for (int i = 0; i < n; i++) {
			if (!compare_has(row, column[i], column[i]))
				continue;
			fprintf(p->out, "%-8s  %-10s", load, compare_unit(row, column[i]));
			text_change(p, t, row, column[i], 10);
			fputc('\n', p->out);
			load = "";
		}
	}
}

static void text_details(struct printed *p, const struct cmp_table *t)
{
	int column[MORE_FIGURES];

	for (int more = 0; more < CMP_MORE_TABLES; more++) {
		int n = compare_more(t, more, column);

		if (n)
			(more == CMP_MORE_WORK ? text_work : text_more)(p, t, column, n);
	}
}

static void text_summary(const struct printed *p)
{
	fprintf(p->out, "\nSummary of wins:  Deadlines Met       Max Latency%s\n%23c%6c%12c%6c\n",
		p->c->tested ? "" : "       (not tested)", p->letter[0], p->letter[1], p->letter[0],
		p->letter[1]);
	for (const struct cmp_table *t = p->c->table; t < p->c->table + p->c->tables; t++) {
		const char *name = compare_name(t);

		fprintf(p->out, "%-20s%s", name, strlen(name) > 20 ? "\n                    " : "");
		if (t->decides == CMP_LATENCY)
			fprintf(p->out, "%3s%6s", "-", "-");
		else
			fprintf(p->out, "%3d%6d", t->wins[CMP_DEADLINES][0],
				t->wins[CMP_DEADLINES][1]);
		fprintf(p->out, "%12d%6d\n", t->wins[CMP_MAXIMA][0], t->wins[CMP_MAXIMA][1]);
	}
}

static void text_comparison(FILE *out, const struct comparison *c)
{
	struct printed p = { out, c, { c->side[0]->letter, c->side[1]->letter }, false };

	fputc('\n', out);
	for (int subject = NOTE_MEASURED; subject <= NOTE_DETAILS; subject++)
		notes_print(out, &c->notes, subject);
	for (size_t i = 0; i < c->tables; i++) {
		text_table(&p, &c->table[i]);
		if (c->o->details)
			text_details(&p, &c->table[i]);
	}
	fputc('\n', out);
	notes_print(out, &c->notes, NOTE_POWER);
	notes_print(out, &c->notes, NOTE_CONFOUNDED);
	text_summary(&p);
	fputc('\n', out);
	notes_print(out, &c->notes, NOTE_VERDICT);
}

void compare_print(FILE *out, const struct verdict *v)
{
	notes_print(out, &v->notes, SIDE_LEFT_OUT);
	for (size_t i = 0; i < v->sides; i++)
		text_side(out, &v->side[i]);
	for (size_t i = 0; i < v->comparisons; i++)
		if (v->comparison[i]->common)
			text_comparison(out, v->comparison[i]);
}
