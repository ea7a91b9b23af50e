/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the figures of two sides: what is tested, and who wins */
#include "lib/compare.c"
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
	comparison_free(&c);
	forget();
}

static void test_winner(void)
{
	static const struct { double a, b; int column; double p; int winner; const char *what; } cases[] = {
		{ 100, 99, CMP_MET, NAN, -1, "A difference of 1 % is not more than 1 %" },
		{ 100, 98.9, CMP_MET, NAN, 0, "More deadlines are better" },
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
		{ 50, 50.1, CMP_MET, 0.01, -1, "A difference below the threshold does not count, whatever p is" },
	};
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };

	for (size_t i = 0; i < LENGTH(cases); i++) {
		const struct cmp_cell cell = { .median = { cases[i].a, cases[i].b }, .p = cases[i].p,
					       .step = cases[i].b - cases[i].a };
		const struct comparison c = { .o = &o, .tested = !isnan(cases[i].p) };

		ok(cmp_winner(&c, &cell, cases[i].column) == cases[i].winner, "%s", cases[i].what);
	}
}

int main(void)
{
	test_median();
	test_prepare();
	test_winner();
	return unit_end();
}
