/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../interbench.h"
#include "detail.h"
#include "report.h"
#include "stats.h"
#include "util.h"

void report_header(FILE *f, const struct run *run)
{
	char seconds[32];

	fprintf(f, "Load set to %d processors\n\n", run->processors);
	if (run->cpu_time)
		fprintf(f, "Using cpu time");
	else
		fprintf(f, "Using %" PRIu64 " loops per ms", run->loops_per_ms);
	fprintf(f, ", running every load for %s second%s\n", fmt_number(seconds, run->seconds),
		run->seconds == 1 ? "" : "s");
	fprintf(f, "Benchmarking kernel %s at datestamp %s\n", run->kernel, run->date);
	if (*run->comment)
		fprintf(f, "Comment: %s\n", run->comment);
	for (size_t i = 0; i < run->facts; i++)
		fprintf(f, "%s: %s\n", run->fact[i].name, run->fact[i].value);
}

void report_table_header(FILE *f, const struct table *t)
{
	if (!*t->bench) {	/* "Load " begins nothing that readers take for a result */
		fprintf(f, "\nLoad      work per second, alone\n");
		return;
	}
	fprintf(f, "\n--- Benchmarking simulated cpu of %s%s", t->bench,
		t->real_time ? " real time" : "");
	if (t->nice)
		fprintf(f, " nice %d", t->nice);
	fprintf(f, " in the presence of simulated");
	if (t->load_nice)
		fprintf(f, " nice %d", t->load_nice);
	fprintf(f, " ---\nLoad    Latency +/- SD (%s)  Max Latency%s%s\n",
		t->real_time ? "us" : "ms", t->no_cpu ? "" : "   % Desired CPU",
		t->no_deadlines ? "" : "  % Deadlines Met");
}

/* "  0.536 CPU s, 327 MB written, 350 MB read", "  8.9 runs of 0.112 s" */
static void report_work(FILE *f, const struct detail *d)
{
	char text[32];

	for (int i = 0; i < WORK_PARTS && d->unit[i]; i++)
		fprintf(f, "%s %s %s", i ? "," : " ", fmt_number(text, d->work_per_s[i]),
			d->unit[i]);
	if (!isnan(d->run_s))
		fprintf(f, " of %s s", fmt_number(text, d->run_s));
}

enum { REASON_COLUMNS = 70 };		/* behind the name of a load: 80 columns */

void report_row(FILE *f, const struct table *t, const struct row *row)
{
	const double unit = t->real_time ? NSEC_PER_MSEC / NSEC_PER_USEC : 1;
	char mean[32], sd[32], max[32], percent[32];

	if (row->reason[0]) {
		fprintf(f, "%-8s  %.*s\n", row->load,
			(int)utf8_fit(row->reason, REASON_COLUMNS), row->reason);
		return;
	}
	if (!*t->bench) {
		fprintf(f, "%-8s", row->load);
		report_work(f, row->detail);
		fputc('\n', f);
		return;
	}
	fprintf(f, "%-8s%7s +/- %-7s%9s", row->load, fmt_number(mean, unit * row->mean.value),
		fmt_number(sd, unit * row->sd.value), fmt_number(max, unit * row->max.value));
	if (!t->no_cpu)
		fprintf(f, "%16s", row->cpu_counted ? fmt_percent(percent, row->cpu.value)
						    : fmt_number(percent, row->cpu.value));
	if (!t->no_deadlines)
		fprintf(f, "%15s", fmt_percent(percent, row->met.value));
	fputc('\n', f);
}

/* The remarks of one kind on the rows of a table. */
struct remark_group {
	const struct remark *first;
	const char *load;		/* of the first */
	double least, most;		/* of their values; NAN: they have none */
	int rows;
};

/* Sort a table's remarks into groups; how many there are. */
static int remark_groups(const struct table *t, struct remark_group group[static REMARKS_MAX])
{
	int groups = 0, g;

	for (size_t i = 0; i < t->rows; i++)
		for (int k = 0; k < t->row[i].remarks; k++) {
			const struct remark *r = &t->row[i].remark[k];

			for (g = 0; g < groups && strcmp(group[g].first->kind, r->kind); g++)
				;
			if (g == REMARKS_MAX)
				continue;
			if (g == groups)
				group[groups++] = (struct remark_group){ r, t->row[i].load, NAN, NAN, 0 };
			group[g].least = fmin(group[g].least, r->value);	/* of NAN and x: x */
			group[g].most = fmax(group[g].most, r->value);
			group[g].rows++;
		}
	return groups;
}

/* One line on a group and on how many more there are, in fewer words where it has no room. */
static void report_remark(FILE *f, const struct remark_group *g, size_t rows, int more)
{
	char least[32], most[32], value[96] = "", where[64], rest[32] = "";
	const char *unit = g->first->unit, *gap = *unit ? " " : "";

	if (strcmp(fmt_number(least, g->least), fmt_number(most, g->most)))
		snprintf(value, sizeof(value), " %s-%s%s%s", least, most, gap, unit);
	else if (!isnan(g->most))
		snprintf(value, sizeof(value), " %s%s%s", most, gap, unit);
	for (int brief = 0; brief < 2; brief++) {
		if (g->rows == 1)
			snprintf(where, sizeof(where), "%s", g->load);
		else if (brief)
			snprintf(where, sizeof(where), "%d rows", g->rows);
		else
			snprintf(where, sizeof(where), "%d of %zu rows", g->rows, rows);
		if (more)
			snprintf(rest, sizeof(rest), brief ? " (+%d)" : " (and %d more)", more);
		if (strlen("!  in ") + strlen(g->first->kind) + strlen(value) + strlen(where) +
		    strlen(rest) <= 80)
			break;
	}
	fprintf(f, "! %s%s in %s%s\n", g->first->kind, value, where, rest);
}

void report_remarks(FILE *f, const struct table *t)
{
	enum { REMARK_LINES = 3 };	/* more would hide the table */
	struct remark_group group[REMARKS_MAX];
	int groups = remark_groups(t, group);

	for (int g = 0; g < groups && g < REMARK_LINES; g++)
		report_remark(f, &group[g], t->rows,
			      g == REMARK_LINES - 1 ? groups - REMARK_LINES : 0);
}

static void report_detail(FILE *f, int table, const struct table *t, const struct row *row)
{
	char text[32];

	fprintf(f, "%-8s", row->load);
	for (const struct figure_name *name = figure_name; name < FIGURES_END; name++) {
		double v = detail_figure(name, t, row->detail, table_unit(t));
		int most = name->width - 1;

		if (name->table != table || !name->width)
			continue;
		fmt_number(text, table >= DETAIL_MACHINE ? round(10 * v) / 10 : v);
		/* 0.000583 is wider than its column: give up decimals, never digits of a whole */
		fprintf(f, " %*.*s", most, strchr(text, '.') ? most : INT_MAX, text);
	}
	fputc('\n', f);
}

static void report_figures(FILE *f, int table, const struct table *t)
{
	fprintf(f, "\n%-8s", "Load");
	for (const struct figure_name *name = figure_name; name < FIGURES_END; name++)
		if (name->table == table && name->width)
			fprintf(f, "%*s", name->width, name->head);
	fputc('\n', f);
	for (size_t i = 0; i < t->rows; i++)
		if (t->row[i].detail)
			report_detail(f, table, t, &t->row[i]);
}

static bool group_known(const struct group_use *use)
{
	bool known = !isnan(use->throttled_ms);

	for (int i = 0; i < PRESSURES; i++)
		known |= !isnan(use->pressure[i]);
	return known;
}

/* Has a role a group of its own, of which something is known? */
static bool groups_known(const struct table *t)
{
	bool known = false;

	for (size_t i = 0; i < t->rows; i++)
		for (int role = 0; role < 2 && t->row[i].detail; role++)
			known |= group_known(&t->row[i].detail->group[role]);
	return known;
}

/* Why slow% is empty: the line begins as a remark, so that no reader takes it for a row. */
static void report_no_slow(FILE *f, const struct table *t, bool cpu_time)
{
	for (size_t i = 0; i < t->rows; i++) {
		const struct detail *d = t->row[i].detail;
		bool known = d && !isnan(d->task.cpu_ns);

		if (!d || !d->result.work || (known && !cpu_time))
			continue;
		fprintf(f, "! slow%% is empty: %s\n", known ?
			"under -T a slow CPU costs nothing" :
			"it is not known for how long the work was on a CPU");
		return;
	}
}

static void report_works(FILE *f, const struct table *t)
{
	bool head = false;

	for (size_t i = 0; i < t->rows; i++) {
		if (!t->row[i].detail || !t->row[i].detail->unit[0])
			continue;
		if (!head)
			fprintf(f, "\nLoad      load's work per second\n");
		head = true;
		fprintf(f, "%-8s", t->row[i].load);
		report_work(f, t->row[i].detail);
		fputc('\n', f);
	}
}

/* The task's own figures: their names for a head, and (row) themselves. */
static void report_extras(FILE *f, const struct row *row, const char *load)
{
	const char *const *name = row->detail->extra_name;
	char text[32];

	fprintf(f, "%-8s", load);
	for (int i = 0; name[i]; i++) {
		int width = strlen(name[i]) < 8 ? 8 : (int)strlen(name[i]);

		fprintf(f, " %*s", width, load != row->load ? name[i] :
			fmt_number(text, row->detail->extra[i]));
	}
	fputc('\n', f);
}

void report_details(FILE *f, const struct table *t, bool cpu_time)
{
	size_t first = 0;

	while (first < t->rows && !t->row[first].detail)
		first++;
	if (first == t->rows)
		return;
	if (*t->bench) {
		report_figures(f, DETAIL_SAMPLES, t);
		if (t->row[first].detail->result.frames.usual)
			report_figures(f, DETAIL_FRAMES, t);
		report_figures(f, DETAIL_WAITS, t);
		report_no_slow(f, t, cpu_time);
		report_works(f, t);
	}
	report_figures(f, DETAIL_MACHINE, t);
	if (groups_known(t))
		report_figures(f, DETAIL_GROUPS, t);
	for (size_t i = 0, n = 0; i < t->rows; i++) {
		const struct row *row = &t->row[i];

		if (!row->detail || !*row->detail->extra_name)
			continue;
		if (!n++) {
			fputc('\n', f);
			report_extras(f, row, "Load");
		}
		report_extras(f, row, row->load);
	}
}

void report_histogram(FILE *f, const struct table *t, const struct row *row)
{
	enum { DECADES = 13, BARS = 3 * DECADES + 1 };	/* up to 2^HIST_TOP ns, and the overflow */
	static const char bar_of[] =
		"########################################################";
	const struct hist *h = detail_hist(row->detail);
	uint64_t count[BARS] = { 0 }, most = 1;
	int first = BARS, last = 0, bar = 0;
	int64_t bound[BARS] = { 1, 2, 5 };
	char text[32];

	for (int i = 3; i < BARS; i++)
		bound[i] = 10 * bound[i - 3];
	for (int i = 0; i < HIST_BUCKETS; i++) {
		while (bar < BARS - 1 && hist_upper(i) > bound[bar])
			bar++;
		count[bar] += h->count[i];
	}
	count[BARS - 1] += h->overflow;
	for (int i = 0; i < BARS; i++) {
		most = count[i] > most ? count[i] : most;
		first = i < first && count[i] ? i : first;
		last = count[i] ? i : last;
	}
	fprintf(f, "\n%s of %s beside %s, %s\n", !t->no_deadlines ? "Wakeup latencies" :
		h == &row->detail->result.frame ? "Frame times" : "Latencies", t->bench,
		row->load, t->real_time ? "us" : "ms");
	for (int i = first; i <= last; i++)
		fprintf(f, "<= %8s %9" PRIu64 "%s%.*s\n",
			fmt_number(text, (double)bound[i] / table_unit(t)), count[i],
			count[i] ? " " : "", (int)((count[i] * strlen(bar_of) + most - 1) / most), bar_of);
}
