/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the figures of two sides: what is tested, and who wins */
#include "lib/compare.c"
#include "lib/compare_text.h"
#include "lib/verdict.h"
#include "logs.h"
#include "unit.h"

static void test_median(void)
{
	const double odd[] = { 3, NAN, 1, 2 }, even[] = { 4, 1, 3, 2 }, none[] = { NAN };

	ok(near(cmp_median(odd, 4), 2) && near(cmp_median(even, 4), 2.5) && isnan(cmp_median(none, 1)),
	   "The median leaves missing values aside");
}

/* Four runs a side; maxima 10, 11... ms in A, 20, 21... in B; the same, too small, of X. */
static void test_prepare(void)
{
	static struct side side[SIDES_MAX];
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };
	static struct comparison c;
	double value[2 * SIDE_RUNS_MAX];
	struct perm_cell in = { .value = value };
	struct cmp_table *t = c.table;
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	for (int i = 0; i < 8; i++)
		fprintf(f, "Benchmarking kernel %c at datestamp 202601010000\n" HEAD "Burn 1 +/- 2 %d 3 %d.5\n"
			"X 1 +/- 2 6.%d 3 50\n", i < 4 ? 'a' : 'b', i < 4 ? 10 + i : 16 + i, 50 + i, i);
	fclose(f);
	read_text(text);
	free(text);
	ok(sides_sort(side, run, runs) == 2, "Runs of two kernels are two sides");
	c = (struct comparison){ .side = { &side[0], &side[1] }, .o = &o };
	value[8] = -7;
	ok(compare_common(&c) == 6 && c.rows == 2, "Two rows of three figures have six in common");
	ok(c.tested && !c.boots, "Four runs a side are tested");
	ok(compare_judged(t, CMP_LATENCY) && !compare_judged(t, CMP_CPU) && compare_judged(t, CMP_MET),
	   "Maxima and deadlines are judged, and CPU is not");
	ok(cmp_prepare(&c, t, &t->row[0], CMP_LATENCY, &in) && near(value[1], log(11)) &&
	   near(value[7], log(23)) && near(in.floor, 0.5 / 16.5), "Maxima are tested as logarithms");
	ok(cmp_prepare(&c, t, &t->row[0], CMP_MET, &in) && near(value[1], 51.5) && near(in.floor, 0.05),
	   "Deadlines are tested as they are");
	ok(!cmp_prepare(&c, t, &t->row[1], CMP_LATENCY, &in), "Maxima that nobody notices are left out");
	ok(!cmp_prepare(&c, t, &t->row[1], CMP_MET, &in), "Equal values are left out");
	ok(value[8] == -7, "A cell has no more values than there are blocks");
	c.o = &(struct compare_opts){ .notice_ms = 23 };
	ok(cmp_prepare(&c, t, &t->row[0], CMP_LATENCY, &in), "A maximum that is just noticed is tested");
	c.o = &(struct compare_opts){ .notice_ms = 23.1 };
	ok(!cmp_prepare(&c, t, &t->row[0], CMP_LATENCY, &in), "If no maximum is noticed, none is tested");
	comparison_free(&c);
	sides_free(side, 2);
	forget();
}

static void test_winner(void)
{
	static const struct { double a, b; int column; double p; int winner; const char *what; } cases[] = {
		{ 100, 99, CMP_MET, NAN, -1, "A difference of 1 % is not more than 1 %" },
		{ 100, 98.9, CMP_MET, NAN, 0, "More deadlines are better" },
		{ 100, 98.995, CMP_MET, NAN, 0, "1.005 % is more than 1 %" },
		{ 30, 30.3, CMP_MET, NAN, -1, "1 % is not more than 1 % in binary either" },
		{ 42.3, 43.3, CMP_CPU, NAN, 1, "More CPU is better" },
		{ 6.9, 1, CMP_LATENCY, NAN, -1, "Nobody notices 6.9 ms" },
		{ 4.4, 7, CMP_LATENCY, NAN, 0, "7 ms are noticed, and the smaller maximum is better" },
		{ 0, 0, CMP_MET, NAN, -1, "Zero is equal to zero" },
		{ 0, 7.62, CMP_MET, NAN, 1, "Anything is more than zero" },
		{ NAN, 7, CMP_LATENCY, NAN, -1, "A missing value is not better" },
		{ 7, NAN, CMP_LATENCY, NAN, -1, "A missing value is not worse" },
		{ 50, 60, CMP_MET, 0.05, 1, "A difference with a p of 5 % counts" },
		{ 50, 60, CMP_MET, 0.051, -1, "A difference with a larger p does not count" },
		{ 0.5, 0.4, CMP_MORE + MORE_P99, 0.01, 1, "A smaller percentile is better, though nobody would notice" },
		{ 0.5, 0.4, CMP_MORE + MORE_DONE99, 0.01, 1, "To be done earlier is better" },
		{ 50, 40, CMP_MORE + MORE_LOW_1PCT, 0.01, 0, "More frames a second are better" },
		{ 50, 40, CMP_MORE + MORE_WORK + 3, 0.01, 0, "More work of the load is better" },
		{ 0.5, 0.4, CMP_MORE + MORE_P50, 0.06, -1, "A percentile with a larger p than 5 % does not count" },
		{ 50, 50.1, CMP_MET, 0.01, -1, "A difference below the threshold does not count, whatever p is" },
		{ 50, NAN, CMP_MET, NAN, -1, "A missing per cent is not worse" },
		{ NAN, 50, CMP_MET, NAN, -1, "A missing per cent is not better" },
	};
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };
	const struct comparison tested = { .o = &o, .tested = true };

	for (size_t i = 0; i < LENGTH(cases); i++) {
		const struct cmp_cell cell = { .median = { cases[i].a, cases[i].b }, .p = cases[i].p,
					       .step = cases[i].b - cases[i].a };
		const struct comparison c = { .o = &o, .tested = !isnan(cases[i].p) };

		ok(cmp_winner(&c, &cell, cases[i].column) == cases[i].winner, "%s", cases[i].what);
	}
	ok(cmp_winner(&tested, &(struct cmp_cell){ { 50, 60 }, .p = 0.01, .step = -1 }, CMP_MET) == -1 &&
	   cmp_winner(&tested, &(struct cmp_cell){ { 60, 50 }, .p = 0.01, .step = 1 }, CMP_MET) == -1 &&
	   cmp_winner(&tested, &(struct cmp_cell){ { 60, 50 }, .p = 0.01, .step = -1 }, CMP_MET) == 0,
	   "Medians that differ the other way than the means show nothing");
	ok(cmp_winner(&tested, &(struct cmp_cell){ { 50, 60 }, .p = NAN, .step = 1 }, CMP_MET) == -1,
	   "Among tested figures one without a p does not count");
}

static void test_change(void)
{
	static const struct { double a, b; const char *text; } cases[] = {
		{ 20, 30, "+50.0%" }, { 30, 20, "-33.3%" }, { 3, 3, "0%" }, { 0, 0, "0%" }, { 0, 1, "-" },
		{ NAN, 1, "-" }, { 1, NAN, "-" }, { 1, 0, "-100%" }, { 1, 3, "+200%" }, { 10000, 10001, "0%" },
		{ 1000, 999.4, "-0.1%" }, { 100, 199.94, "+99.9%" }, { 100, 199.96, "+100%" },
		{ 0.001, 5, ">+99999%" }, { 1, 1000.99, "+99999%" }, { 2000, 3999, "+100%" }, { 10000, 10005, "+0.1%" }, { 10000, 9995, "-0.1%" },
		{ -1, 1, "-" },
	};
	static const struct { double p; const char *text; } p[] = {
		{ NAN, "-" }, { 0.00049, "<.001" }, { 0.0005, "0.001" }, { 0.0006, "0.001" }, { 0.0286, "0.029" }, { 1, "1.000" },
	};
	char buf[32];

	for (size_t i = 0; i < LENGTH(cases); i++)
		is(compare_change_text(buf, &(struct cmp_cell){ .median = { cases[i].a, cases[i].b } }),
		   cases[i].text, "The change is in per cent of the baseline");
	for (size_t i = 0; i < LENGTH(p); i++)
		is(compare_p_text(buf, p[i].p), p[i].text, "A p has three digits behind the point");
}

/* What either side has. */
static void test_either(void)
{
	static struct cmp_row row;
	static const struct cmp_table a = { .label = { "X", "" } }, b = { .label = { "", "X nice 5" } };

	is(compare_name(&a), "X", "A table has side A's label");
	is(compare_name(&b), "X nice 5", "or side B's, if A has none");
	for (int i = 0; i < CMP_FIGURES; i++)
		row.cell[i] = (struct cmp_cell){ { NAN, NAN }, .p = i, .winner = -1 };
	row.cell[3].median[1] = row.cell[5].median[0] = 1;
	ok(compare_has(&row, 3, 3) && compare_has(&row, 5, 5) && compare_has(&row, 4, 5) && compare_has(&row, 3, 4) &&
	   !compare_has(&row, 4, 4) && !compare_has(&row, 6, CMP_FIGURES - 1) && !compare_has(&row, 0, 2), "A figure of either side is one");
}

/* Which figures of -v a table has, by the tables that they are shown in. */
static void test_more_tables(void)
{
	static struct cmp_row row[2] = { { .unit = { "", "MB", "", "" } } };
	const struct cmp_table t = { .row = row, .rows = 2 };
	int column[MORE_FIGURES];

	for (int i = 0; i < CMP_FIGURES; i++)
		row[0].cell[i] = row[1].cell[i] = (struct cmp_cell){ { NAN, NAN }, .p = NAN, .winner = -1 };
	ok(compare_more(&t, CMP_MORE_WAKEUPS, column) == 3 && column[0] == CMP_MORE + MORE_P50 && column[2] == CMP_MORE + MORE_P99_9 &&
	   !compare_more(&t, CMP_MORE_FRAMES, column) && !compare_more(&t, CMP_MORE_WORK, column), "A table without any has empty percentiles");
	row[1].cell[CMP_MORE + MORE_LOW_1PCT].median[1] = 1;
	ok(!compare_more(&t, CMP_MORE_WAKEUPS, column) && compare_more(&t, CMP_MORE_FRAMES, column) == 1 && column[0] == CMP_MORE + MORE_LOW_1PCT &&
	   !compare_more(&t, CMP_MORE_WORK, column), "One of either side's last row is one");
	row[0].cell[CMP_MORE + MORE_WORK + 1].median[0] = row[1].cell[CMP_FIGURES - 1].median[0] = row[0].cell[CMP_MORE].median[0] = 1;
	ok(compare_more(&t, CMP_MORE_WAKEUPS, column) == 1 && column[0] == CMP_MORE && compare_more(&t, CMP_MORE_WORK, column) == 2 &&
	   column[0] == CMP_MORE + MORE_WORK + 1 && column[1] == CMP_FIGURES - 1, "Columns that no row has are left out");
	is(compare_unit(&row[0], CMP_MORE + MORE_WORK + 1), "MB", "A part of the work has its unit");
}

/* What stands behind A's figure and B's. */
static void test_marks(void)
{
	static const struct { int winner; double p; const char *marks; } c[] = {
		{ 0, 0.01, "* " }, { 1, 0.01, " *" }, { -1, 0.01, "  " }, { -1, 0.05, "  " }, { -1, 0.051, " ~" },
		{ -1, NAN, "  " }, { 0, 0.2, "* " }, { 1, NAN, " *" },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		const struct cmp_cell cell = { .winner = c[i].winner, .p = c[i].p };

		is((char[]){ compare_mark(&cell, 0), compare_mark(&cell, 1), 0 }, c[i].marks, "The better side has a star");
	}
}

/* Work of part 0 in two units; percentiles of three to eight digits. */
static void test_more_text(void)
{
	static struct row row[2] = { { .unit = { "MB" } }, { .unit = { "KB" } } };
	static struct cmp_table t = { .decides = CMP_MET };
	static const struct row *of_a[] = { &row[0] }, *of_b[] = { &row[1], NULL };
	static struct cmp_row of = { .row = { of_a, of_b }, .unit = { "MB", "", "", "" } };
	char buf[32];

	ok(compare_figure(&of, CMP_MORE + MORE_WORK, 0, 0) == &row[0].more[MORE_WORK] &&
	   !compare_figure(&of, CMP_MORE + MORE_WORK, 1, 0), "Work in another unit is not compared");
	ok(compare_figure(&of, CMP_LATENCY, 1, 0) == &row[1].max && compare_figure(&of, CMP_CPU, 1, 0) == &row[1].cpu &&
	   compare_figure(&of, CMP_MET, 1, 0) == &row[1].met && compare_figure(&of, CMP_MORE, 1, 0) == &row[1].more[0] &&
	   !compare_figure(&of, CMP_MET, 1, 1), "A figure is that of its column, side and run");
	for (int i = 0; i < CMP_FIGURES; i++)
		ok(compare_figures[i].head && compare_figures[i].key &&
		   compare_figures[i].is_time == (i == CMP_LATENCY || (i >= CMP_MORE && i <= CMP_MORE + MORE_DONE99)),
		   "Latencies and times to completion are times: %s", compare_figures[i].head);
	of.cell[CMP_CPU].median[0] = of.cell[CMP_MET].median[0] = of.cell[CMP_LATENCY].median[0] = 99.97;
	is(compare_value_text(buf, &t, &of, CMP_MET, 0), "99.9", "What is below 100 % is not rounded to it,");
	is(compare_value_text(buf, &t, &of, CMP_CPU, 0), "99.9", "CPU neither,");
	is(compare_value_text(buf, &t, &of, CMP_LATENCY, 0), "100", "but ms are");
	of.cell[CMP_MORE].median[0] = 99.97;
	is(compare_value_text(buf, &t, &of, CMP_MORE, 0), "100", "and those of -v");
	of.cell[CMP_MORE + MORE_WORK].median[0] = 0.000583;
	is(compare_value_text(buf, &t, &of, CMP_MORE + MORE_WORK, 0), "0.000583", "Work has room for all its digits");
	of.cell[CMP_MORE + MORE_P50].median[0] = 0.000583;
	is(compare_value_text(buf, &t, &of, CMP_MORE + MORE_P50, 0), "0.00058", "Decimals that have no room are left out");
	of.cell[CMP_MORE + MORE_P50].median[0] = 12345678;
	is(compare_value_text(buf, &t, &of, CMP_MORE + MORE_P50, 0), "12345678", "A digit of a whole number never is");
}

/*
 * Whole comparisons, of runs of one table each
 */

/* A run in words; a field that is NULL or NAN is left out. */
struct told {
	const char *kernel, *date, *boot, *facts;	/* lines below the header */
	const char *head;		/* of the table; NULL: Video */
	const char *rows;
	const char *remarks;		/* lines below the table */
};

static void add_run(FILE *f, const struct told *t)
{
	fprintf(f, "Benchmarking kernel %s at datestamp %s\n", t->kernel, t->date ? t->date : "202601010000");
	if (t->boot)
		fprintf(f, "Boot: %s\n", t->boot);
	fprintf(f, "%s\n--- Benchmarking simulated cpu of %s ---\n%s\n%s\n", t->facts ? t->facts : "",
		t->head ? t->head : "Video in the presence of simulated", t->rows, t->remarks ? t->remarks : "");
}

/* What is printed of the runs in a text; the exit status is in *status. */
static char *compared(const char *text, const struct compare_opts *o, int *status)
{
	struct compare_opts usual = { .threshold_pct = 1, .notice_ms = 7 };
	struct verdict v;
	char *printed;
	size_t size;
	FILE *out = open_memstream(&printed, &size);

	read_text(text);
	*status = verdict_of(&v, run, runs, o ? o : &usual);
	compare_print(out, &v);
	verdict_free(&v);
	fclose(out);
	return printed;
}

/* Each line of wanted is one of those printed. */
static void has_lines(char *printed, const char *wanted, const char *name)
{
	bool all = true;

	for (const char *line = wanted; *line; line += strcspn(line, "\n") + 1) {
		size_t n = strcspn(line, "\n") + 1;
		const char *at = printed;

		while (at && strncmp(at, line, n))
			at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
		all &= at != NULL;
	}
	ok(all, "%s", name);
	if (!all)
		printf("# %s\n# lacks a line of\n# %s\n", printed, wanted);
	free(printed);
}

/* So many runs a side, each of one row, whose maximum and deadlines are told for both sides. */
static char *runs_of(int n, const double max[2], const double met[2])
{
	char *text, rows[2][160];
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (int i = 0; i < n; i++)
		for (int s = 0; s < 2; s++) {
			snprintf(rows[s], sizeof(rows[s]), "Burn 1 +/- 2 %g 100 %g\n", max[s] + 0.1 * i, met[s] + 0.1 * i);
			add_run(f, &(struct told){ .kernel = s ? "new" : "old", .rows = rows[s] });
		}
	fclose(f);
	return text;
}

/* Two sides compared, as data that is valid until the next one is. */
static struct comparison *compared_data(const struct told *t, size_t n, const struct compare_opts *o)
{
	static struct side side[SIDES_MAX];
	static struct comparison c;
	size_t size;
	char *text;
	FILE *f = open_memstream(&text, &size);

	for (size_t i = 0; i < n; i++)
		add_run(f, &t[i]);
	fclose(f);
	read_text(text);
	free(text);
	comparison_free(&c);
	sides_free(side, SIDES_MAX);
	memset(side, 0, sizeof(side));
	c = (struct comparison){ .side = { &side[0], &side[1] }, .o = o };
	if (sides_sort(side, run, runs) == 2)
		compare_sides(&c);
	return &c;
}

/* Runs by their boots, of one row whose maximum is 10, 12, 14... ms in A, and 10 ms more in B. */
static void test_blocks(void)
{
	static const struct { const char *boots[2]; bool are, tested; size_t blocks[2]; double median[2]; } c[] = {
		{ { "abcd", "efgh" }, true, true, { 4, 4 }, { 13, 23 } },
		{ { "aabbccdd", "eeeeefgh" }, true, true, { 4, 4 }, { 17, 31 } },
		{ { "aabc", "efgh" }, false, true, { 4, 4 }, { 13, 23 } },
		{ { "abcd", "efgg" }, false, true, { 4, 4 }, { 13, 23 } },
		{ { "abc", "efgh" }, false, false, { 3, 4 }, { 12, 23 } },
		{ { "abcd", "efg" }, false, false, { 4, 3 }, { 13, 22 } },
		{ { "aaaaa", "eeee" }, false, true, { 5, 4 }, { 14, 23 } },
	};
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };

	for (size_t i = 0; i < LENGTH(c); i++) {
		struct told t[20];
		char rows[20][60], boot[20][2];
		const struct comparison *got;
		size_t n = 0;

		for (int s = 0; s < 2; s++)
			for (int r = 0; c[i].boots[s][r]; r++, n++) {
				snprintf(rows[n], sizeof(rows[n]), "Burn 1 +/- 2 %d 100 5%d", 10 + 10 * s + 2 * r, r);
				snprintf(boot[n], sizeof(boot[n]), "%c", c[i].boots[s][r]);
				t[n] = (struct told){ .kernel = s ? "b" : "a", .boot = boot[n], .rows = rows[n] };
			}
		got = compared_data(t, n, &o);
		ok(got->boots == c[i].are && got->tested == c[i].tested && got->blocks[0] == c[i].blocks[0] &&
		   got->blocks[1] == c[i].blocks[1] && near(got->table[0].row[0].cell[CMP_LATENCY].median[0], c[i].median[0]) &&
		   near(got->table[0].row[0].cell[CMP_LATENCY].median[1], c[i].median[1]),
		   "The blocks of %s and %s are %s", c[i].boots[0], c[i].boots[1], c[i].are ? "boots" : "runs");
	}
}

/* n runs a side. All of B's figures are larger, so that p is 2 / C(8, 4) where 4 are tested. */
static struct comparison *compared_details(int n, const struct compare_opts *o)
{
	struct told t[16];
	char rows[16][80], more[16][200];
	int k = 0;

	for (int s = 0; s < 2; s++)
		for (int r = 0; r < n; r++, k++) {
			const int v = 20 + 20 * s + r;

			snprintf(rows[k], sizeof(rows[k]), "Burn 1 +/- 2 %d %d %d\nNone 1 +/- 2 %d %d %d", v, v, v, v, v, v);
			snprintf(more[k], sizeof(more[k]), "\nLoad  p50  p99  p99.9  done99  1%%low\nBurn  %d %d %d %d %d\n"
				 "\nLoad      load's work per second\nBurn      %d CPU s, %d MB\n", v, v, v, v, v, v, v);
			t[k] = (struct told){ .kernel = s ? "b" : "a", .rows = rows[k], .remarks = more[k] };
		}
	return compared_data(t, (size_t)k, o);
}

static void test_details(void)
{
	struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7, .details = true };
	const struct comparison *c = compared_details(4, &o);
	const struct cmp_row *row = c->table[0].row;
	/* maximum, CPU, deadlines; p50, p99, p99.9, done99; 1%low; four parts of work */
	static const int tested[CMP_FIGURES] = { 0, -1, 1, 0, 0, 0, 0, 1, 1, 1, -1, -1 }, nobody[CMP_FIGURES] = {
		0, -1, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1 };
	bool good = true;

	for (int i = 0; i < CMP_FIGURES; i++)
		good &= row->cell[i].winner == tested[i] &&
			(tested[i] < 0 ? isnan(row->cell[i].p) : near(row->cell[i].p, 2 / 70.0)) &&
			(i < CMP_FIGURES - 2 ? near(row->cell[i].median[1], 41.5) : isnan(row->cell[i].median[1]));
	ok(good && c->common == 6 && c->more_tested == 7, "Figures of -v are tested with a p of their own, and won");
	ok(c->counted[CMP_MAXIMA] == 2 && c->counted[CMP_DEADLINES] == 2 && c->wins[CMP_MAXIMA][0] == 2 &&
	   !c->wins[CMP_MAXIMA][1] && !c->wins[CMP_DEADLINES][0] && c->wins[CMP_DEADLINES][1] == 2 && !row->gave_less &&
	   row[1].cell[CMP_MET].winner == 1 && row[1].cell[CMP_MORE].winner == -1,
	   "but they do not count as wins");
	is(row->unit[1], "MB", "Work has the unit of the runs");
	ok(compare_has(row, CMP_MORE, CMP_MORE) && compare_has(row, CMP_FIGURES - 3, CMP_FIGURES - 1) &&
	   !compare_has(row, CMP_FIGURES - 2, CMP_FIGURES - 1) && !compare_has(row, 1, 0), "A row has the figures that were read");
	o.details = false;
	c = compared_details(4, &o);
	row = c->table[0].row;
	ok(isnan(row->cell[CMP_MORE].median[0]) && row->cell[CMP_MORE].winner == -1 && !c->more_tested && c->common == 6,
	   "They are asked for by -v");
	o.details = true;
	c = compared_details(3, &o);
	for (int i = 0; i < CMP_FIGURES; i++)
		good &= c->table[0].row[0].cell[i].winner == nobody[i];
	ok(good && !c->more_tested && c->counted[CMP_MAXIMA] == 2 && c->wins[CMP_MAXIMA][0] == 2,
	   "Without a test nobody wins them");
}

/*
 * Five runs and four. Ring: 3 of A; X: 3 of B; Read: one side has none; Write: neither reads it;
 * None: 2 of B have no deadlines.
 */
static void test_few(void)
{
	static const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };
	struct told t[9];
	char rows[9][300];
	const struct comparison *c;
	const struct cmp_row *row;

	for (int i = 0; i < 9; i++) {
		const int v = i < 5 ? 20 + i : 40 + i, r = i < 5 ? i : i - 5;

		snprintf(rows[i], sizeof(rows[i]), "Burn 1 +/- 2 %d 9%d %d\nWrite     skipped: no room\n%s 1 +/- 2 %d 9 %d\n"
			 "%s 1 +/- 2 %d 9 %d\n%s 1 +/- 2 %d 9 %d\nNone 1 +/- 2 %d 9 %s\n", v, i, v,
			 i < 5 || r < 3 ? "X" : "Xx", v, v, i >= 5 || r < 3 ? "Ring" : "Ringx", v, v, i < 5 ? "Read" : "Readx", v, v,
			 v, i > 6 ? "nan" : "50");
		t[i] = (struct told){ .kernel = i < 5 ? "a" : "b", .rows = rows[i] };
	}
	c = compared_data(t, 9, &o);
	row = c->table[0].row;
	ok(c->tested && c->rows == 9 && c->few == 3 && c->common == 12, "Rows with too few values on a side are counted: %d", c->few);
	ok(near(row[0].cell[CMP_MET].median[0], 22) && near(row[0].cell[CMP_MET].median[1], 46.5) &&
	   near(row[0].cell[CMP_MET].p, 1 / 126.0) && row[0].cell[CMP_MET].winner == 1 &&
	   near(row[0].cell[CMP_MET].step, 24.5) && near(row[0].cell[CMP_LATENCY].p, 1 / 126.0),
	   "Five runs beside four: 1 of C(9, 4) labelings");
	ok(!strcmp(row[2].load, "X") && isnan(row[2].cell[CMP_MET].p) && row[2].cell[CMP_MET].winner == -1 &&
	   !strcmp(row[3].load, "Ring") && isnan(row[3].cell[CMP_LATENCY].p) && row[3].cell[CMP_LATENCY].winner == -1,
	   "and are not tested");
	ok(c->counted[CMP_MAXIMA] == 2 && c->counted[CMP_DEADLINES] == 1, "What is not tested cannot be won");
}

/* The load's work is that of the median run; the pieces of a comparison are freed. */
static void test_freed(void)
{
	static const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };
#define WORK_OF(kernel_, row, work) { .kernel = kernel_, .rows = row, .remarks = "\nLoad      load's work per second\nBurn      " work " CPU s\n" }
	const struct told t[] = {
		WORK_OF("a", "Burn 1 +/- 2 3 100 60", "10"), WORK_OF("a", "Burn 1 +/- 2 3 100 61", "1"), WORK_OF("a", "Burn 1 +/- 2 3 100 62", "1"),
		WORK_OF("b", "Burn 1 +/- 2 3 100 50", "10"), WORK_OF("b", "Burn 1 +/- 2 3 100 51", "10"), WORK_OF("b", "Burn 1 +/- 2 3 100 52", "10"),
	};
	struct comparison *c = compared_data(t, LENGTH(t), &o);
	bool test_even = false, even = false;

	ok(c->table[0].row[0].gave_less && c->table[0].row[0].cell[CMP_MET].winner == 0, "The median run of the winner gave less");
	c = compared_details(4, &o);
	for (int round = 0; round < HEAP_ROUNDS; round++) {
		static struct comparison two;
		size_t heap = heap_used();

		cmp_test(c, false);
		test_even |= heap_used() == heap;
		two.tables = 2;
		for (int i = 0; i < 2; i++)
			two.table[i].row = xrealloc(NULL, 4000);
		notes_add(&two.notes, 0, false, "a note");
		comparison_free(&two);
		even |= heap_used() == heap;
	}
	ok(test_even, "A test frees what it allocates");
	ok(even, "A comparison frees its rows and notes");
}

/* Maxima that are 0, by how many digits they were printed with. */
static void test_zeros(void)
{
	static const struct { const char *zero, *last; double a, b, floor; } c[] = {
		/* half a digit, of a median of 0, which counts as 1 ns; and 1 ns at least */
		{ "0", "9", 0.5, 9, 0.5 / 1e-6 }, { "0.00000000", "0.00000200", 1e-6, 2e-6, 0.5e-8 / 1e-6 },
	};
	static const struct compare_opts o = { .threshold_pct = 1 };

	for (size_t i = 0; i < LENGTH(c); i++) {
		struct told t[8];
		char rows[8][60];
		double value[2 * SIDE_RUNS_MAX];
		struct perm_cell in = { .value = value };
		struct comparison *got;

		for (int r = 0; r < 8; r++) {
			snprintf(rows[r], sizeof(rows[r]), "Burn 0 +/- 0 %s 100 5%d", r < 7 ? c[i].zero : c[i].last, r);
			t[r] = (struct told){ .kernel = r < 4 ? "a" : "b", .rows = rows[r] };
		}
		got = compared_data(t, 8, &o);
		ok(cmp_prepare(got, got->table, got->table[0].row, CMP_LATENCY, &in) && near(value[0], log(c[i].a)) &&
		   near(value[7], log(c[i].b)) && near(in.floor, c[i].floor), "The logarithm of %s is that of %g", c[i].zero, c[i].a);
	}
}

/* As many runs as a side may have, which leave no room behind them. */
static void test_most_runs(void)
{
	enum { RUNS = 100 };
	static const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };
	static struct told t[2 * RUNS];
	static char rows[2 * RUNS][60];
	const struct comparison *c;

	for (int i = 0; i < 2 * RUNS; i++) {
		snprintf(rows[i], sizeof(rows[i]), "Burn 1 +/- 2 %d 100 50.%03d", 10 + i % RUNS + 5000 * (i / RUNS), i);
		t[i] = (struct told){ .kernel = i < RUNS ? "a" : "b", .rows = rows[i] };
	}
	c = compared_data(t, LENGTH(t), &o);
	/* 10 to 109, and 5010 to 5109 */
	ok(c->blocks[0] == 100 && near(c->table[0].row[0].cell[CMP_LATENCY].median[0], 59.5) &&
	   near(c->table[0].row[0].cell[CMP_LATENCY].median[1], 5059.5), "A hundred runs have the median between the 50th and the 51st");
}

/* Tables of one task and two nice values, in another order on side B. */
static void test_orders(void)
{
	static const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };
	static const char plain[] = "X in the presence of simulated", nice[] = "X nice 5 in the presence of simulated";
	const struct told t[] = {
		{ .kernel = "a", .rows = ROW }, { .kernel = "a", .head = nice, .rows = "Burn 1 +/- 2 20 31 41" },
		{ .kernel = "a", .head = plain, .rows = "Burn 1 +/- 2 21 32 42" },
		{ .kernel = "b", .rows = ROW }, { .kernel = "b", .head = plain, .rows = "Burn 1 +/- 2 22 33 43" },
		{ .kernel = "b", .head = nice, .rows = "Burn 1 +/- 2 23 34 44" },
	};
	const struct comparison *c = compared_data(t, LENGTH(t), &o);

	ok(c->tables == 3 && c->common == 9 && !strcmp(c->table[1].label[0], c->table[1].label[1]) &&
	   near(c->table[1].row[0].cell[CMP_LATENCY].median[0], 20) && near(c->table[1].row[0].cell[CMP_LATENCY].median[1], 23) &&
	   near(c->table[2].row[0].cell[CMP_LATENCY].median[1], 22), "A table is beside the one with its nice value, whatever the order");
}

static void verdict(int n, double a_max, double b_max, double a_met, double b_met, const char *wanted)
{
	char *text = runs_of(n, (double[]){ a_max, b_max }, (double[]){ a_met, b_met }), *printed, *last;
	int status;

	printed = compared(text, NULL, &status);
	last = strstr(printed, "Summary of wins:");
	last = last ? strstr(last, "\n\n") : NULL;
	ok(last && status == 0, "There is a verdict");
	for (char *s; (s = strstr(last + 2, "\n    "));)	/* wrapped */
		memmove(s, s + 4, strlen(s + 4) + 1);
	is(last ? last + 2 : printed, wanted, "The verdict is said in words");
	free(printed);
	free(text);
}

static void test_verdicts(void)
{
	verdict(1, 20, 10, 50, 50, "B looks better: no deadlines differ; 1 of 1 maxima; not tested, so chance may do as much.\n");
	verdict(1, 20, 10, 50, 40, "A looks better: 1 of 1 deadlines; 0 of 1 maxima (B: 1); not tested, so chance may do as much.\n");
	verdict(3, 20, 20, 40, 50, "B looks better: 1 of 1 deadlines; no maximum differs; not tested, so chance may do as much.\n");
	verdict(1, 20, 20, 50, 50, "No difference counts in 2 values, none of them tested.\n");
	verdict(4, 10, 20, 50, 40, "A is better: 1 of 1 deadlines tested; 1 of 1 maxima.\n");
	verdict(4, 20, 10, 50, 50.4, "B is better: no deadlines are shown to differ; 1 of 1 maxima.\n");
	verdict(4, 20, 20, 50, 50, "No difference shown in 2 values tested.\n");
	verdict(4, 1, 1, 50, 50, "No difference shown in 1 value tested.\n");
}

/* The text of many runs: that of one told after another. */
static char *text_of(const struct told *t, size_t n)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (size_t i = 0; i < n; i++)
		add_run(f, &t[i]);
	fclose(f);
	return text;
}

static void printed_has(const struct told *t, size_t n, const char *wanted, const char *name)
{
	char *text = text_of(t, n);
	int status;

	has_lines(compared(text, NULL, &status), wanted, name);
	free(text);
}

#define PRINTED_HAS(wanted, name, ...) do { \
	const struct told told_[] = { __VA_ARGS__ }; \
	printed_has(told_, LENGTH(told_), wanted, name); \
} while (0)

static void test_sentences(void)
{
	PRINTED_HAS("Neither side is better: A 1, B 1 of 2 deadlines; A 1, B 1 of 2 maxima; not\n", "Equal wins are no lead",
		    { .kernel = "a", .rows = "Burn 1 +/- 2 30 100 60\nX 1 +/- 2 20 100 40" },
		    { .kernel = "b", .rows = "Burn 1 +/- 2 20 100 50\nX 1 +/- 2 30 100 50" });
	PRINTED_HAS("B looks better: 1 of 2 deadlines (A: 1); 2 of 2 maxima; not tested, so chance\n",
		    "Where deadlines are equal, maxima lead",
		    { .kernel = "a", .rows = "Burn 1 +/- 2 30 100 60\nX 1 +/- 2 20 100 40" },
		    { .kernel = "b", .rows = "Burn 1 +/- 2 20 100 50\nX 1 +/- 2 10 100 50" });
	PRINTED_HAS("No value could be tested: all are equal, or too small to be noticed.\n"
		    "4 runs of A, 4 of B: the smallest p possible is 0.0286; a * needs 0.05.\n", "Equal values are not tested",
		    { .kernel = "a", .date = "202601010001", .rows = "Burn 1 +/- 2 3 100 60" },
		    { .kernel = "b", .date = "202601010002", .rows = "Burn 1 +/- 2 4 100 60" },
		    { .kernel = "a", .date = "202601010003", .rows = "Burn 1 +/- 2 3 100 60" },
		    { .kernel = "b", .date = "202601010004", .rows = "Burn 1 +/- 2 4 100 60" },
		    { .kernel = "a", .date = "202601010005", .rows = "Burn 1 +/- 2 3 100 60" },
		    { .kernel = "b", .date = "202601010006", .rows = "Burn 1 +/- 2 4 100 60" },
		    { .kernel = "a", .date = "202601010007", .rows = "Burn 1 +/- 2 3 100 60" },
		    { .kernel = "b", .date = "202601010008", .rows = "Burn 1 +/- 2 4 100 60" });
	PRINTED_HAS("! 1 run of A, 2 of B: too few to tell a difference from noise; take 4 a side.\n"
		    "Figures are medians. * marks the better one where they differ by more than 1 %,\n",
		    "Runs are counted, and two of them have a median",
		    { .kernel = "a", .rows = "Burn 1 +/- 2 30 100 60" }, { .kernel = "b", .rows = "Burn 1 +/- 2 30 100 60" },
		    { .kernel = "b", .date = "202601010001", .rows = "Burn 1 +/- 2 31 100 60" });
	PRINTED_HAS("Figures are those of one run a side. * marks the better one where they differ by\n"
		    "    more than 1 %, which is not tested.\n", "One run a side has no medians",
		    { .kernel = "a", .rows = "Burn 1 +/- 2 30 100 60" }, { .kernel = "b", .rows = "Burn 1 +/- 2 30 100 60" });
}

static void test_measured(void)
{
	PRINTED_HAS("No difference counts in 2 values, none of them tested.\n", "What one side has alone is no value",
		    { .kernel = "a", .rows = "Burn 1 +/- 2 3 100 60\nX 1 +/- 2 3 100 60" },
		    { .kernel = "b", .rows = "Burn 1 +/- 2 3 100 60\nRing 1 +/- 2 3 100 60" });
	PRINTED_HAS("Measured: 1 run of A, 1 run of B\n", "What is not known of the machine is left out",
		    { .kernel = "a", .rows = ROW }, { .kernel = "b", .rows = ROW });
	PRINTED_HAS("Measured: Model T; 1 run of A, 1 run of B\n", "The CPU is told",
		    { .kernel = "a", .facts = "CPU: Model T\n", .rows = ROW }, { .kernel = "b", .rows = ROW });
	PRINTED_HAS("Measured: 1 CPU; 1 run (1 boot) of A, 1 run of B\n", "One CPU is one",
		    { .kernel = "a", .boot = "x", .facts = "CPUs: 1 in use\n", .rows = ROW }, { .kernel = "b", .rows = ROW });
	PRINTED_HAS("Measured: 2 CPUs, work in CPU time, 0.5 s a row; 1 run of A, 1 run of B\n"
		    "! Time per load: 0.5 s in A, 1.5 s in B\n! Processors (-L): 2 in A, 3 in B\n", "Settings are told of side A",
		    { .kernel = "x\n\nLoad set to 2 processors\n\nUsing cpu time, running every load for 0.5 seconds\n"
		      "Benchmarking kernel a", .rows = ROW },
		    { .kernel = "x\n\nLoad set to 3 processors\n\nUsing cpu time, running every load for 1.5 seconds\n"
		      "Benchmarking kernel b", .rows = ROW });
	PRINTED_HAS("Measured: work in loops, 1 s a row; 1 run of A, 1 run of B\n", "Work in loops is told of",
		    { .kernel = "x\n\nUsing 100 loops per ms, running every load for 1 seconds\nBenchmarking kernel a", .rows = ROW },
		    { .kernel = "b", .rows = ROW });
	PRINTED_HAS("Measured: 1 run (1 boot) of A, 2 runs (2 boots) of B\n", "Boots are counted",
		    { .kernel = "a", .boot = "x", .rows = ROW }, { .kernel = "b", .boot = "y", .rows = ROW },
		    { .kernel = "b", .boot = "z", .date = "202601010001", .rows = ROW });
}

/* Remarks of runs by kind: how many runs, and the largest value. */
static void test_kinds(void)
{
	PRINTED_HAS("! steal: 1 of 1 runs of A, 1 of 1 of B (up to 7.5 %)\n"
		    "! the clock was set: 1 of 1 runs of A, 0 of 1 of B\n"
		    "! stalls of: 1 of 1 runs of A, 0 of 1 of B (up to 12 ms)\n"
		    "! swapped: 1 of 1 runs of A, 0 of 1 of B (up to 3 MB)\n"
		    "! limits changed in between: 1 of 1 runs of A, 0 of 1 of B\n"
		    "! woken by x86: 1 of 1 runs of A, 0 of 1 of B\n"
		    "! in order: 1 of 1 runs of A, 0 of 1 of B (up to 3)\n", "Remarks are sorted by kind",
		    { .kernel = "a", .rows = ROW, .remarks = "! steal 2-4 % in 2 of 2 rows\n! steal 3 % in Burn\n"
		      "! the clock was set: by 5 s in Burn\n! stalls of 7-12 ms; 5 in all\n! swapped 3 MB, at least, in Burn\n"
		      "! limits changed in between in None\n! woken by x86 in Burn\n! slow% is empty: under -T\n"
		      "! the machine was busy (54 %)\n! in order 3\n" },
		    { .kernel = "b", .rows = ROW, .remarks = "! steal 7.5 % in Burn\n" });
}

/* Whether the row is marked: by who wins deadlines, or else maxima, and what its load did. */
static void gave_less(const char *a, const char *b, const char *a_work, const char *b_work, bool marked)
{
	char work[2][99] = { "" }, *text, *printed;
	int status;

	for (int s = 0; s < 2; s++)
		if (s ? b_work : a_work)
			snprintf(work[s], sizeof(work[s]), "\nLoad      load's work per second\nBurn      %s\n",
				 s ? b_work : a_work);
	text = text_of((const struct told[]){ { .kernel = "a", .rows = a, .remarks = work[0] },
					      { .kernel = "b", .rows = b, .remarks = work[1] } }, 2);

	printed = compared(text, NULL, &status);
	ok((strstr(printed, " !\n") != NULL) == marked && (strstr(printed, "over 10 %") != NULL) == marked,
	   "A row is %smarked where %s beside %s", marked ? "" : "not ", a_work ? a_work : "nothing", b_work ? b_work : "nothing");
	free(printed);
	free(text);
}

/* Four boots a side, of which B's last one ran many times, and most of these beside less load. */
static void test_gave_less_boots(void)
{
	char text[12000] = "", *printed;
	int status;

	for (int i = 0; i < 17; i++)
		sprintf(text + strlen(text), "Benchmarking kernel %c at datestamp %d\nBoot: %d\n\n%sBurn 1 +/- 2 30 100 %d\n\n"
			"Load      load's work per second\nBurn      %s CPU s\n\n", i < 4 ? 'a' : 'b', i + 1, i < 8 ? i : 7, HEAD COLUMNS, i < 4 ? 50 + i : 90, i < 8 ? "2" : "0.5");
	printed = compared(text, NULL, &status);
	ok(strstr(printed, "13 runs (4 boots) of B") && strstr(printed, "90*") && !strstr(printed, " !\n"), "The load's work counts by boots, as all figures do");
	free(printed);
}

/* Sides with 40 tables each, of which so many are the same. */
static void test_too_many(void)
{
	static const struct { int same; bool told; } c[] = { { 16, false }, { 15, true } };	/* 64 tables, 65 */

	for (size_t k = 0; k < LENGTH(c); k++) {
		static char text[20000];
		char *printed;
		int status;

		*text = 0;
		for (int i = 0; i < 80; i++)
			sprintf(text + strlen(text), "%s%c%s\n--- Benchmarking T%d in the presence of loads ---\n%sBurn 1 +/- 2 30 100 50\n",
				i % 40 ? "" : "Benchmarking kernel ", i % 40 ? '\n' : 'a' + i / 40, i % 40 ? "" : " at datestamp 1\n",
				i < 40 ? i : i - c[k].same, COLUMNS);
		printed = compared(text, NULL, &status);
		ok((strstr(printed, "\n! Only the first 64 tables and 1365 rows are compared.\n") != NULL) == c[k].told,
		   "Tables beyond the limit are %stold of", c[k].told ? "" : "not ");
		free(printed);
	}
}

static void test_gave_less(void)
{
	static const char *const a = "Burn 1 +/- 2 30 100 60", *const b = "Burn 1 +/- 2 20 100 50", *const even = "Burn 1 +/- 2 20 100 60";

	gave_less(a, b, "8.9 CPU s", "10 CPU s", true);	/* A wins by deadlines, */
	gave_less(a, b, "10 CPU s", "8.9 CPU s", false);	/* and not B by maxima */
	gave_less(a, even, "10 CPU s", "8.9 CPU s", true);	/* B wins by maxima */
	gave_less(a, even, "8.9 CPU s", "10 CPU s", false);
	gave_less(a, a, "10 CPU s", "1 CPU s", false);	/* nobody wins */
	gave_less(a, even, "10 CPU s", "9 CPU s", false);	/* 10 % is not over 10 % */
	gave_less(a, even, "1 CPU s, 2 MB, 3 MB, 10 x", "1 CPU s, 2 MB, 3 MB, 8 x", true);
	gave_less(a, even, "1 CPU s, 2 MB, 3 MB, 4 y", "1 CPU s, 2 MB, 3 MB, 4 y", false);
	gave_less(a, even, "10 CPU s", NULL, false);		/* it is not known */
	gave_less(a, even, "10 CPU s", "1 MB", false);	/* the units differ */
}

/* Labels of tables: what they have in them, and where they get a line of their own. */
static void test_labels(void)
{
	PRINTED_HAS("Video nice -5, loads nice 19\n"
		    "           Max Latency (ms)     % Desired CPU   % Deadlines Met\n"
		    "! Task: Video nice -5, loads nice 19 in A, Video nice 5 in B\n"
		    "                      0     0           0     0\n", "A long label has a line of its own",
		    { .kernel = "a", .head = "Video nice -5 in the presence of simulated nice 19", .rows = ROW },
		    { .kernel = "b", .head = "Video nice 5 in the presence of simulated", .rows = ROW });
	PRINTED_HAS("12345678   Max Latency (ms)     % Desired CPU   % Deadlines Met\n", "A label of eight characters has none",
		    { .kernel = "a", .head = "12345678 in the presence of simulated", .rows = ROW },
		    { .kernel = "b", .head = "12345678 in the presence of simulated", .rows = ROW });
	PRINTED_HAS("123456789\n           Max Latency (ms)     % Desired CPU   % Deadlines Met\n"
		    "123456789             0     0           0     0\n", "One of nine has a line above the table, not in the Summary",
		    { .kernel = "a", .head = "123456789 in the presence of simulated", .rows = ROW },
		    { .kernel = "b", .head = "123456789 in the presence of simulated", .rows = ROW });
	PRINTED_HAS("12345678901234567890  0     0           0     0\n", "One of twenty is on one line of the Summary",
		    { .kernel = "a", .head = "12345678901234567890 in the presence of simulated", .rows = ROW },
		    { .kernel = "b", .head = "12345678901234567890 in the presence of simulated", .rows = ROW });
	PRINTED_HAS("123456789012345678901\n                      0     0           0     0\n", "One of more is on two",
		    { .kernel = "a", .head = "123456789012345678901 in the presence of simulated", .rows = ROW },
		    { .kernel = "b", .head = "123456789012345678901 in the presence of simulated", .rows = ROW });
	PRINTED_HAS("Gaming     Max Latency (ms)     % Desired CPU\nLoad            A         B        A        B\n"
		    "None            3         4       90       95*\n"
		    "Hog        Max Latency (ms)     % Desired CPU\nWakeup     Max Latency (ms)\nLoad            A         B\n"
		    "None           30        20*\nWakeup                -     -           0     1\n", "Columns that a task lacks are left out",
		    { .kernel = "a", .head = "Gaming in the presence of simulated", .rows = "None 1 +/- 2 3 90\n\n"
		      "--- Benchmarking Hog in the presence of simulated ---\nNone 1 +/- 2 3 90\n\n"
		      "--- Benchmarking Wakeup in the presence of simulated ---\nNone 1 +/- 2 30" },
		    { .kernel = "b", .head = "Gaming in the presence of simulated", .rows = "None 1 +/- 2 4 95\n\n"
		      "--- Benchmarking Hog in the presence of simulated ---\nNone 1 +/- 2 3 90\n\n"
		      "--- Benchmarking Wakeup in the presence of simulated ---\nNone 1 +/- 2 20" });
}

/* Tables that stand beside their like, or beside the same task with other settings, or alone. */
static void test_places(void)
{
	PRINTED_HAS("! Task: X in A, X nice 5 in B\n", "The same task with another nice value is beside it",
		    { .kernel = "a", .head = "X in the presence of simulated", .rows = ROW },
		    { .kernel = "b", .head = "X nice 5 in the presence of simulated", .rows = ROW });
	PRINTED_HAS("Burn         46.3         -       87        -     7.62        -\n"
		    "None            -         3        -        4        -        5\n"
		    "Ring            1         2        3        3        4        4\n", "Rows of either side alone have no other figure",
		    { .kernel = "a", .rows = ROW "Ring 1 +/- 1 1 3 4" }, { .kernel = "b", .rows = "None 1 +/- 2 3 4 5\nRing 1 +/- 1 2 3 4" });
}

/* Is there a warning that one side went before the other? */
static void precedes(const char *a, const char *b, const char *a2, const char *wanted, const char *name)
{
	const struct told t[] = { { .kernel = "a", .date = a, .rows = ROW }, { .kernel = "b", .date = b, .rows = ROW },
				  { .kernel = "a", .date = a2, .rows = ROW } };
	char *text = text_of(t, a2 ? 3 : 2), *printed, *found;
	int status;

	printed = compared(text, NULL, &status);
	found = strstr(printed, "! All runs of ");
	is(found ? (found[29] = 0, found) : "", wanted, name);
	free(printed);
	free(text);
}

static void test_order(void)
{
	precedes("202601010001", "202601010002", NULL, "! All runs of A precede those", "A side that was measured first is told of");
	precedes("202601010002", "202601010001", NULL, "! All runs of B precede those", "So is it if it is the other one");
	precedes("202601010001", "202601010001", NULL, "! All runs of A precede those", "Within a minute the order of the text counts");
	precedes("202601010001", "202601010002", "202601010003", "", "Sides by turns are not told of");
	precedes("202601010003", "202601010002", "202601010004", "! All runs of B precede those", "A side before all runs of the other is told of");
}

static void test_colors(void)
{
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7, .color = true };
	const struct told t[] = { { .kernel = "a", .rows = "Burn 1 +/- 2 20 100 50\nNone 1 +/- 2 8 99 98" },
				  { .kernel = "b", .rows = "Burn 1 +/- 2 10 100 40\nNone 1 +/- 2 8 98 98" } };
	char *text = text_of(t, 2);
	int status;

	has_lines(compared(text, &o, &status), "Burn           \033[31m20\033[0m        \033[32m10\033[0m*     100      100       "
		  "\033[32m50\033[0m*      \033[31m40\033[0m\n"
		  "None            \033[34m8\033[0m         \033[34m8\033[0m       99       98       \033[34m98\033[0m       "
		  "\033[34m98\033[0m\n",
		  "Better figures are green, worse ones red, equal ones blue, and CPU beside deadlines is not judged");
	free(text);
}

/* Exit statuses */
static void test_statuses(void)
{
	static const struct { double a_max, b_max, a_met, b_met; int status; const char *what; } c[] = {
		{ 10, 20, 50, 50, EXIT_WORSE, "maxima alone" }, { 10, 20, 40, 50, 0, "maxima and not by deadlines" },
		{ 20, 10, 50, 40, EXIT_WORSE, "deadlines and not by maxima" }, { 20, 20, 50, 50, 0, "nothing" },
	};
	struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7, .fail_worse = true };
	int status;

	for (size_t i = 0; i < LENGTH(c); i++) {
		char *text = runs_of(1, (double[]){ c[i].a_max, c[i].b_max }, (double[]){ c[i].a_met, c[i].b_met });

		free(compared(text, &o, &status));
		ok(status == c[i].status, "Worse by %s is status %d", c[i].what, status);
		o.fail_worse = false;
		free(compared(text, &o, &status));
		ok(status == 0, "Without --fail-worse it is no trouble to be worse by %s", c[i].what);
		o.fail_worse = true;
		free(text);
	}
}

/* More tables and rows than there is room for are left out. */
static void test_limits(void)
{
	size_t tables = 0, rows = 0;
	char *text, *printed;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	int status;

	for (int side = 0; side < 2; side++) {
		fprintf(f, "Benchmarking kernel %d at datestamp 202601010000\n\n", side);
		for (int t = 0; t < 40; t++) {
			fprintf(f, "--- Benchmarking simulated cpu of T%d in the presence of simulated ---\n", 40 * side + t - side);
			for (int r = 0; r < (t < 39 ? 20 : 30); r++)
				fprintf(f, "R%d 1 +/- 2 3 4 5\n", r);
			fputc('\n', f);
		}
	}
	fclose(f);
	printed = compared(text, NULL, &status);
	for (const char *s = printed; (s = strstr(s, "\nLoad   ")); s++)
		tables++;
	for (const char *s = printed; (s = strstr(s, "\nR")); s++)
		rows++;
	/* T39 is on both sides; of side B's tables 24 are beyond A's 40, with 20 rows, and so have room */
	ok(tables == 64, "So many tables are compared: %zu", tables);
	ok(rows == 39 * 20 + 30 + 24 * 20, "So many rows are compared: %zu", rows);
	free(printed);
	free(text);
	f = open_memstream(&text, &size);
	for (int side = 0; side < 2; side++) {
		fprintf(f, "Benchmarking kernel %d at datestamp 202601010000\n\n", side);
		for (int t = 0; t < 28; t++) {
			fprintf(f, "--- Benchmarking simulated cpu of T%d in the presence of simulated ---\n", t);
			for (int r = 0; r < 50; r++)
				fprintf(f, "R%d 1 +/- 2 3 4 5\n", r);
			fputc('\n', f);
		}
	}
	fclose(f);
	printed = compared(text, NULL, &status);
	rows = 0;
	for (const char *s = printed; (s = strstr(s, "\nR")); s++)
		rows++;
	ok(rows == 4096 / 3, "No more rows are compared than there is room for: %zu", rows);
	free(printed);
	free(text);
}

/* 1 to 19 and a disturbed 100: the median is 10.5, and the 10th and 11th of the distances from it are 4.5 and 5.5. */
static void test_clip(void)
{
	double value[20], few[8] = { 1, 2, 3, 4, 5, 6, 7, 100 }, equal[20] = { 1, 2 };
	bool same = true;

	for (int i = 0; i < 20; i++)
		value[i] = i == 19 ? 100 : i + 1;
	ok(near(cmp_distance(value, 20, 10, 10.5), 5), "The distance of equal sides is the median absolute deviation");
	ok(near(cmp_distance(value, 20, 12, 10.5), 6), "With unequal sides more of the values count as near");
	cmp_clip(value, 20, 10);
	for (int i = 0; i < 19; i++)
		same &= value[i] == i + 1;
	ok(same && near(value[19], 20.5), "What is beyond twice that is moved there, and nothing else is");
	cmp_clip(few, 8, 4);
	ok(few[7] == 100, "With fewer than ten blocks a side nothing is moved");
	cmp_clip(equal, 20, 10);
	ok(equal[0] == 1 && equal[1] == 2, "Nor is it where most values are equal");
	ok(near(cmp_mean_but_one((const double[]){ 1, 2, NAN, 3, 90 }, 5, 2), 2), "The value that is farthest away is left out of a mean");
}

/* Two machines of levels 10 and 100: what they differ by is taken out, a lone value and a missing one stay out. */
static void test_level(void)
{
	size_t group[] = { 0, 1, 2, 0, 1 };
	double value[] = { 9, 99, 7, 11, 101 }, missing[] = { 9, NAN, 7, 11, 101 };
	const struct comparison c = { .blocks = { 3, 2 }, .group = group, .groups = 3 };

	cmp_level_out(&c, value);		/* the median of all is 11 */
	ok(near(value[0], 10) && near(value[1], 10) && near(value[3], 12) && near(value[4], 12) && isnan(value[2]),
	   "Within machines, what is left is what the sides differ by");
	cmp_level_out(&c, missing);
	ok(!isnan(missing[0]) && isnan(missing[1]) && isnan(missing[4]), "A machine with figures of one side alone says nothing");
}

/* Three machines have both sides, one of them twice; the fourth has one alone. */
static void test_group_medians(void)
{
	size_t group[] = { 0, 1, 2, 3, 3, 0, 1, 3 };
	double value[] = { 9, 99, 7, 50, 60, 11, 101, 77 };
	const struct comparison c = { .blocks = { 5, 3 }, .group = group, .groups = 4 };
	double median[2];

	cmp_group_medians(&c, value, median);
	ok(near(median[0], 55) && near(median[1], 77), "Within machines, each that has both sides counts once");
	value[6] = NAN;
	cmp_group_medians(&c, value, median);
	ok(near(median[0], 32) && near(median[1], 44), "A machine with figures of one side alone says nothing");
}

int main(void)
{
	test_gave_less();
	test_gave_less_boots();
	test_too_many();
	test_labels();
	test_places();
	test_order();
	test_colors();
	test_statuses();
	test_limits();
	test_sentences();
	test_measured();
	test_kinds();
	test_verdicts();
	test_median();
	test_blocks();
	test_details();
	test_few();
	test_zeros();
	test_most_runs();
	test_orders();
	test_prepare();
	test_winner();
	test_either();
	test_more_tables();
	test_marks();
	test_freed();
	test_change();
	test_more_text();
	test_clip();
	test_level();
	test_group_medians();
	return unit_end();
}
