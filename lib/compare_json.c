/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interbench.h"
#include "compare.h"
#include "compare_json.h"
#include "json.h"
#include "note.h"
#include "side.h"
#include "util.h"
#include "verdict.h"

/* What remarks are about: the notes of sides, and those of comparisons. */
static const char *const side_about[] = {
	[SIDE_UNREAD] = "unread", [SIDE_WITHIN] = "within", [SIDE_LEFT_OUT] = "left_out",
};
static const char *const note_about[] = {
	[NOTE_MEASURED] = "measured", [NOTE_DIFFERS] = "differs", [NOTE_RUNS] = "runs",
	[NOTE_LEGEND] = "legend", [NOTE_DETAILS] = "details", [NOTE_POWER] = "power",
	[NOTE_CONFOUNDED] = "confounded", [NOTE_VERDICT] = "verdict",
};

/* As a string, valid until the next call. */
static const char *letter_text(char letter)
{
	static char text[2];

	text[0] = letter;
	return text;
}

static void json_sides(struct json *j, const struct verdict *v)
{
	json_open(j, "sides", '[');
	for (const struct side *s = v->side; s < v->side + v->sides; s++) {
		json_open(j, NULL, '{');
		json_string(j, "side", letter_text(s->letter));
		json_string(j, "name", s->name);
		if (s->source)
			json_string(j, "file", s->source);
		json_number(j, "runs", (double)s->runs);
		json_number(j, "tables", (double)s->tables);
		json_number(j, "rows", (double)s->rows);
		json_number(j, "rows_without_figures", (double)s->voids);
		json_close(j, '}');
	}
	json_close(j, ']');
}

/* Whose figures these are: with every digit, since the text is rounded from them. */
static void json_medians(struct json *j, const struct comparison *c, const struct cmp_cell *cell)
{
	json_open(j, "medians", '{');
	for (int s = 0; s < 2; s++)
		json_exact(j, letter_text(c->side[s]->letter), cell->median[s]);
	json_close(j, '}');
}

static void json_cell(struct json *j, const struct comparison *c, const struct cmp_table *t,
		      const struct cmp_row *row, int column)
{
	const struct cmp_cell *cell = &row->cell[column];
	char mark[2][2] = { { compare_mark(cell, 0) }, { compare_mark(cell, 1) } };
	int part = column - CMP_MORE - MORE_WORK;

	json_open(j, NULL, '{');
	json_string(j, "side", letter_text(c->side[1]->letter));
	json_string(j, "bench", t->bench);
	json_string(j, "table", compare_name(t));
	json_string(j, "load", row->load);
	json_string(j, "figure", compare_figures[column].key);
	if (part >= 0)
		json_string(j, "unit", row->unit[part]);
	json_bool(j, "counted", compare_judged(t, column));
	json_bool(j, "verbose", column >= CMP_MORE);
	json_medians(j, c, cell);
	json_exact(j, "change_pct", compare_change_pct(cell));
	json_exact(j, "p", cell->p);
	if (*mark[0] == '*' || *mark[1] != ' ')
		json_string(j, "mark", *mark[0] == '*' ? mark[0] : mark[1]);
	if (cell->winner >= 0)
		json_string(j, "better", letter_text(c->side[cell->winner]->letter));
	if (row->gave_less && column < CMP_MORE)
		json_bool(j, "gave_less_load", true);
	json_close(j, '}');
	fputc('\n', j->f);
}

/* Row by row: those of the table, then those of -v if that is given. */
static void json_cells(struct json *j, const struct comparison *c)
{
	for (const struct cmp_table *t = c->table; t < c->table + c->tables; t++)
		for (const struct cmp_row *row = t->row; row < t->row + t->rows; row++) {
			for (int column = 0; column <= t->decides; column++)
				json_cell(j, c, t, row, column);
			for (int column = CMP_MORE; column < CMP_FIGURES && c->o->details; column++)
				if (compare_has(row, column, column))
					json_cell(j, c, t, row, column);
		}
}

static void json_wins(struct json *j, const char *key, const struct comparison *c,
		      const int wins[static 2])
{
	json_open(j, key, '{');
	for (int s = 0; s < 2; s++)
		json_number(j, letter_text(c->side[s]->letter), wins[s]);
	json_close(j, '}');
}

static void json_summary(struct json *j, const struct comparison *c)
{
	int lead = compare_lead(c);

	json_open(j, NULL, '{');
	json_string(j, "side", letter_text(c->side[1]->letter));
	json_bool(j, "tested", c->tested);
	json_open(j, "tables", '[');
	for (const struct cmp_table *t = c->table; t < c->table + c->tables; t++) {
		json_open(j, NULL, '{');
		json_string(j, "bench", t->bench);
		json_string(j, "table", compare_name(t));
		if (t->decides != CMP_LATENCY)
			json_wins(j, "deadlines_met", c, t->wins[CMP_DEADLINES]);
		json_wins(j, "max_latency", c, t->wins[CMP_MAXIMA]);
		json_close(j, '}');
	}
	json_close(j, ']');
	if (lead)
		json_string(j, "better", letter_text(c->side[lead < 0]->letter));
	for (size_t i = 0; i < c->notes.n; i++)
		if (c->notes.note[i].subject == NOTE_VERDICT)
			json_string(j, "verdict", c->notes.note[i].text);
	json_close(j, '}');
	fputc('\n', j->f);
}

/* A line of the text, unbroken; letter: of the side that it is about, 0: of none. */
static void json_notes(struct json *j, char letter, const struct notes *notes,
		       const char *const about[])
{
	for (size_t i = 0; i < notes->n; i++) {
		char *text = xstrdup(notes->note[i].text);

		for (char *s = text; (s = strchr(s, '\n'));)
			*s = ' ';
		json_open(j, NULL, '{');
		if (letter)
			json_string(j, "side", letter_text(letter));
		json_string(j, "about", about[notes->note[i].subject]);
		json_bool(j, "warns", notes->note[i].warns);
		json_string(j, "text", text);
		json_close(j, '}');
		fputc('\n', j->f);
		free(text);
	}
}

static void json_comparisons(struct json *j, const struct verdict *v, const char *key,
			     void (*write)(struct json *j, const struct comparison *c))
{
	json_open(j, key, '[');
	fputc('\n', j->f);
	for (size_t i = 0; i < v->comparisons; i++)
		if (v->comparison[i]->common)
			write(j, v->comparison[i]);
	json_close(j, ']');
}

static void json_remarks_of(struct json *j, const struct comparison *c)
{
	json_notes(j, c->side[1]->letter, &c->notes, note_about);
}

void compare_json(FILE *f, const struct verdict *v)
{
	struct json j = { .f = f };

	json_open(&j, NULL, '{');
	json_document_begin(&j);
	json_sides(&j, v);
	json_comparisons(&j, v, "cells", json_cells);
	json_comparisons(&j, v, "summary", json_summary);
	json_open(&j, "remarks", '[');
	json_notes(&j, 0, &v->notes, side_about);
	for (const struct side *s = v->side; s < v->side + v->sides; s++)
		json_notes(&j, s->letter, &s->notes, side_about);
	for (size_t i = 0; i < v->comparisons; i++)
		if (v->comparison[i]->common)
			json_remarks_of(&j, v->comparison[i]);
	json_close(&j, ']');
	json_close(&j, '}');
	fputc('\n', f);
}
