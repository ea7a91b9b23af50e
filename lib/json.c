/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../interbench.h"
#include "detail.h"
#include "json.h"
#include "run.h"
#include "stats.h"
#include "util.h"

#define JSON_SCHEMA 2	/* 1 was that of version 1.0; the man page lists what differs */

/* A string in its quotes, with what JSON wants to be escaped. */
static void json_text(struct json *j, const char *text)
{
	size_t n;

	fputc('"', j->f);
	for (const char *s = text; *s; s += n ? n : 1) {
		n = utf8_length(s);
		if (!n)
			fputs("\\ufffd", j->f);
		else if (*s == '"' || *s == '\\')
			fprintf(j->f, "\\%c", *s);
		else if (n == 1 && (*s < ' ' || *s == 127))
			fprintf(j->f, "\\u%04x", *s);
		else if (n == 2 && s[0] == '\xc2' && (unsigned char)s[1] < 0xa0)
			fprintf(j->f, "\\u%04x", (unsigned char)s[1]);	/* of terminals, as ESC */
		else
			fwrite(s, 1, n, j->f);
	}
	fputc('"', j->f);
}

/* What stands before a value: a comma, and in an object its key. */
static void json_key(struct json *j, const char *key)
{
	if (j->more)
		fputc(',', j->f);
	j->more = true;
	if (key) {
		json_text(j, key);
		fputc(':', j->f);
	}
}

void json_open(struct json *j, const char *key, char bracket)
{
	json_key(j, key);
	fputc(bracket, j->f);
	j->more = false;
}

void json_close(struct json *j, char bracket)
{
	fputc(bracket, j->f);
	j->more = true;
}

void json_string(struct json *j, const char *key, const char *text)
{
	json_key(j, key);
	json_text(j, text);
}

void json_number(struct json *j, const char *key, double value)
{
	if (isfinite(value)) {
		json_key(j, key);
		fprintf(j->f, "%.12g", value);
	}
}

void json_exact(struct json *j, const char *key, double value)
{
	char text[32];

	if (!isfinite(value))
		return;
	for (int digits = 12; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	json_key(j, key);
	fputs(text, j->f);
}

void json_bool(struct json *j, const char *key, bool value)
{
	json_key(j, key);
	fputs(value ? "true" : "false", j->f);
}

/* What is known of the figures of a row's details, in ms. */
static void json_figures(struct json *j, const struct table *t, const struct detail *d)
{
	const char *object = "";

	for (const struct figure_name *name = figure_name; name < FIGURES_END; name++) {
		double v = detail_figure(name, t, d, NSEC_PER_MSEC);

		if (!isfinite(v))
			continue;
		if (strcmp(name->object, object)) {
			if (*object)
				json_close(j, '}');
			object = name->object;
			if (*object)
				json_open(j, object, '{');
		}
		json_number(j, name->key, v);
	}
	if (*object)
		json_close(j, '}');
}

static void json_histogram(struct json *j, const struct hist *h)
{
	json_open(j, "histogram_ns", '[');
	for (int i = 0; i < HIST_BUCKETS; i++) {
		if (!h->count[i])
			continue;
		json_open(j, NULL, '[');
		json_number(j, NULL, (double)hist_upper(i));
		json_number(j, NULL, h->count[i]);
		json_close(j, ']');
	}
	json_close(j, ']');
}

static void json_work(struct json *j, const struct detail *d)
{
	if (!d->unit[0])
		return;
	json_open(j, "load_work", '{');
	json_string(j, "unit", d->unit[0]);
	json_number(j, "per_s", d->work_per_s[0]);
	json_number(j, "mean_s", d->run_s);
	if (d->unit[1]) {
		json_open(j, "parts", '[');
		for (int i = 0; i < WORK_PARTS && d->unit[i]; i++) {
			json_open(j, NULL, '{');
			json_string(j, "load", d->part[i]);
			json_string(j, "unit", d->unit[i]);
			json_number(j, "per_s", d->work_per_s[i]);
			json_close(j, '}');
		}
		json_close(j, ']');
	}
	json_close(j, '}');
}

static void json_extras(struct json *j, const struct detail *d)
{
	if (!*d->extra_name)
		return;
	json_open(j, "task_figures", '{');
	for (int i = 0; d->extra_name[i]; i++)
		json_number(j, d->extra_name[i], d->extra[i]);
	json_close(j, '}');
}

static void json_remarks(struct json *j, const struct row *row)
{
	if (!row->remarks)
		return;
	json_open(j, "remarks", '[');
	for (int i = 0; i < row->remarks; i++) {
		json_open(j, NULL, '{');
		json_string(j, "what", row->remark[i].kind);
		json_number(j, "value", row->remark[i].value);
		if (*row->remark[i].unit)
			json_string(j, "unit", row->remark[i].unit);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void json_row(struct json *j, const struct table *t, const struct row *row, int pass,
		     const char *setting)
{
	json_open(j, NULL, '{');
	if (*t->bench)
		json_string(j, "bench", t->bench);
	json_string(j, "load", row->load);
	json_number(j, "run", pass);
	if (setting)
		json_string(j, "setting", setting);
	json_bool(j, "valid", !row->reason[0]);
	if (row->reason[0])
		json_string(j, "reason", row->reason);
	json_remarks(j, row);
	json_number(j, "desired_cpu_pct", row->cpu.value);
	json_number(j, "deadlines_met_pct", row->met.value);
	if (!isnan(row->mean.value)) {
		json_open(j, "latency_ms", '{');
		json_number(j, "mean", row->mean.value);
		json_number(j, "sd", row->sd.value);
		json_number(j, "max", row->max.value);
		json_close(j, '}');
	}
	if (row->detail) {
		json_figures(j, t, row->detail);
		json_extras(j, row->detail);
		json_work(j, row->detail);
		if (*t->bench)
			json_histogram(j, detail_hist(row->detail));
	}
	json_close(j, '}');
	fputc('\n', j->f);
}

void json_document_begin(struct json *j)
{
	json_number(j, "schema", JSON_SCHEMA);
	json_string(j, "version", INTERBENCH_VERSION);
}

void json_document(FILE *f, const struct run *run, const struct json_about *about)
{
	struct json j = { .f = f };
	char date[32];
	struct tm tm;

	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&about->start, &tm));
	json_open(&j, NULL, '{');
	json_document_begin(&j);
	json_open(&j, "command", '[');
	for (char *const *word = about->command; *word; word++)
		json_string(&j, NULL, *word);
	json_close(&j, ']');
	json_string(&j, "start", date);
	json_open(&j, "settings", '{');
	json_string(&j, "comment", run->comment);
	json_number(&j, "seconds", run->seconds);
	json_number(&j, "processors", run->processors);
	json_bool(&j, "cpu_time", run->cpu_time);
	json_number(&j, "loops_per_ms", run->cpu_time ? NAN : (double)run->loops_per_ms);
	if (run->tables) {
		json_bool(&j, "real_time", run->table[0].real_time);
		json_number(&j, "bench_nice", *run->table[0].bench ? run->table[0].nice : NAN);
		json_number(&j, "load_nice", run->table[0].load_nice);
	}
	for (int role = 0; role < 2; role++)
		if (run_fact(run, run_role[role]))
			json_string(&j, role ? "load" : "task", run_fact(run, run_role[role]));
	json_close(&j, '}');
	json_open(&j, "machine", '{');
	json_string(&j, "release", run->kernel);
	for (size_t i = 0; i < run->facts; i++)
		json_string(&j, run->fact[i].name, run->fact[i].value);
	if (run_fact(run, "Machine"))
		json_string(&j, "machine_id", run_fact(run, "Machine"));
	for (size_t i = 0; i < run->numbers; i++)
		json_number(&j, run->number[i].key, run->number[i].value);
	json_close(&j, '}');
	json_number(&j, "rows_wanted", about->rows_wanted);
	json_key(&j, "rows");
	fprintf(f, "[\n%s]}\n", about->rows);
}
