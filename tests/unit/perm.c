/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the permutation test, against tables worked out by hand and published */
#include "lib/perm.c"
#include "unit.h"

/* A question: runs of both sides, the first a of them side A's. */
struct question {
	size_t runs, a, cells;
	const double *value;	/* [run * cells + cell], NAN: missing */
	const double *floor;	/* of each cell's SD */
};

/* The cells of a question, their values to be freed; the answers go to p. */
static double *ask(const struct question *q, struct perm_cell *cell, double *p)
{
	double *value = xrealloc(NULL, q->runs * q->cells * sizeof(*value));

	for (size_t c = 0; c < q->cells; c++) {
		cell[c] = (struct perm_cell){ .value = value + c * q->runs, .floor = q->floor[c], .p = &p[c],
					      .n = 9, .square = 9 };	/* of an earlier test */
		for (size_t r = 0; r < q->runs; r++)
			cell[c].value[r] = q->value[r * q->cells + c];
	}
	return value;
}

static void maxt(const struct question *q, double *p)
{
	struct perm_cell cell[62];
	double *value = ask(q, cell, p);

	perm_maxt(cell, q->cells, NULL, q->runs, q->a);
	free(value);
}

/* Each cell's |t| with the labels as they are. */
static void observed(const struct question *q, double *t)
{
	struct perm_plan plan = perm_plan(NULL, q->runs, q->a);
	struct perm_cell cell[62];
	double *value = ask(q, cell, t), known, order[10];

	for (size_t c = 0; c < q->cells; c++) {
		cell[c].known = &known;
		perm_centre(&cell[c], &plan, order);
		t[c] = perm_t(&cell[c], &plan);
	}
	perm_plan_free(&plan);
	free(value);
}

/*
 * Two cells, two runs a side: six labelings, of which each and its mirror image have the
 * same |t|, so three to work out. n - 2 = 2 degrees of freedom; the factor
 * 1/2 + 1/2 of the squared error is 1: |t| = |mean A - mean B| / sqrt(SS within / 2).
 *
 *	cell 1: A 0 2, B 6 8		cell 2: A 1 3, B 2 6
 *	{0 2|6 8}  6/sqrt(4/2)  = 4.243		{1 3|2 6}  2/sqrt(10/2)   = 0.894
 *	{0 6|2 8}  2/sqrt(36/2) = 0.471		{1 2|3 6}  3/sqrt(5/2)    = 1.897
 *	{0 8|2 6}  0            = 0		{1 6|3 2}  1/sqrt(13/2)   = 0.392
 *
 * Cell 1 has the larger t. Its 4.243 against the row maxima 4.243, 1.897, 0.392: 2 of 6.
 * Cell 2's 0.894 against 0.894, 1.897, 0.392: 4 of 6.
 *
 * With cell 2': A 0 6, B 2 8 (cell 1 in another order) |t| = 0.471, 4.243, 0. The maxima
 * with cell 1 are 4.243, 4.243, 0: cell 1 has 4 of 6, and so has cell 2' (0.471, 4.243, 0
 * against 0.471: 4 of 6).
 *
 * Monotone: cell 3: A 0 3, B 1 6 (2/sqrt(17/2) = 0.686, {0 1|3 6} 4/sqrt(5/2) = 2.530,
 * {0 6|1 3} 1/sqrt(20/2) = 0.316) and cell 4: A 0 2, B 3 6 with a floor of 10, which makes
 * its |t| the differences over 10: 0.35, 0.25, 0.05. Cell 3's 0.686 against 0.686, 2.530,
 * 0.316: 4 of 6. Cell 4's 0.35 against 0.35, 0.25, 0.05: 2 of 6, but not less
 * than a cell with a larger t: 4 of 6.
 */
static void test_perm_hand(void)
{
	static const double two[] = { 0, 1,  2, 3,  6, 2,  8, 6 };
	static const double mirror[] = { 0, 0,  2, 6,  6, 2,  8, 8 };
	static const double monotone[] = { 0, 0,  3, 2,  1, 3,  6, 6 };
	static const double floor[2] = { 0 }, ten[2] = { 0, 10 };
	double p[2];
	size_t heap;

	maxt(&(struct question){ 4, 2, 2, two, floor }, p);
	ok(near(p[0], 2 / 6.0) && near(p[1], 4 / 6.0), "six labelings by hand: %g %g", p[0], p[1]);
	heap = heap_used();
	maxt(&(struct question){ 4, 2, 2, mirror, floor }, p);
	ok(heap_used() == heap, "what the test allocates is freed");
	ok(near(p[0], 4 / 6.0) && near(p[1], 4 / 6.0), "another cell's maximum counts: %g %g", p[0], p[1]);
	maxt(&(struct question){ 4, 2, 2, monotone, ten }, p);
	ok(near(p[0], 4 / 6.0) && near(p[1], 4 / 6.0), "no p below that of a larger t: %g %g", p[0], p[1]);
}

/*
 * Real data, some of it missing: six genes of the leukemia data of Golub et al. (1999),
 * patients 1 to 5 (ALL) and 28 to 32 (AML), rounded to two decimals, as in the R package
 * multtest 2.54.0 of the procedure's authors (Ge, Dudoit and Speed 2003):
 *	mt.maxT(x, cl, test = "t.equalvar", side = "abs", B = 0)
 * gives these adjusted p, in units of 1/252; and the second, with two values missing.
 */
static void test_perm_genes(void)
{
	enum { RUNS = 10, CELLS = 6 };
	static const double golub[RUNS * CELLS] = {
		-0.44, 0.15, -0.45, -1.02, 2.11, -1.46,
		0.92, 1.59, -0.4, 0.17, 1.52, -1.39,
		-0.64, 1.44, -0.47, -0.82, 1.96, -1.43,
		-1.41, 0.46, 0.41, -1.41, 2.34, -1.41,
		-1.43, 0.31, 0.39, -0.3, 1.85, -1.43,
		0.73, -0.07, 1.39, -0.56, 0.89, -1.43,
		2.87, -1.09, 2.18, 1.48, 1.45, -1.09,
		2.81, -0.85, 2.11, 2.47, 0.43, -1.3,
		2.57, -0.48, 1.19, 0.7, 0.83, -1.26,
		2.86, 0.27, 1.68, -0.33, 0.64, -1.44,
	};
	static const double floor[CELLS] = { 0 };
	static const int whole[CELLS] = { 4, 8, 2, 18, 4, 34 }, gaps[CELLS] = { 4, 12, 2, 32, 4, 34 };
	double value[RUNS * CELLS], p[CELLS];

	maxt(&(struct question){ RUNS, 5, CELLS, golub, floor }, p);
	for (int c = 0; c < CELLS; c++)
		ok(near(p[c], whole[c] / 252.0), "gene %d: adjusted p %g", c + 1, p[c]);
	memcpy(value, golub, sizeof(value));
	value[2 * CELLS + 1] = value[8 * CELLS + 3] = NAN;
	maxt(&(struct question){ RUNS, 5, CELLS, value, floor }, p);
	for (int c = 0; c < CELLS; c++)
		ok(near(p[c], gaps[c] / 252.0), "gene %d, values missing: adjusted p %g", c + 1, p[c]);
}

/*
 * Published worked examples. Drawn labelings: P. H. Westfall and R. D. Wolfinger, "Multiple
 * tests with discrete distributions", The American Statistician 51 (1997), pp. 3-8, table 4:
 * patients on placebo and on the drug by response, very poor to excellent; to be in a
 * category is a cell of 0 and 1. The adjusted p are step-down maxT's as printed in the R
 * package coin 1.4-2, tests/regtest_MTP.Rout.save, from 100,000 labelings and there said to
 * agree with the paper's table 5. Its statistic grows with |t|, by one function for all cells.
 * Ours come from PERM_DRAWS: the same but for chance is within 3 SE of the difference.
 *
 * All labelings, one cell: blood pressure of 4 treated patients and 11 others, StatXact 6
 * manual, p. 340 (Cytel), two-sided exact p 0.1040, p. 394; both in coin's tests/comparisons.R.
 */
static void test_perm_published(void)
{
	enum { PATIENTS = 111, PLACEBO = 57, CELLS = 5 };
	static const int count[2][CELLS] = { { 12, 3, 17, 9, 16 }, { 1, 8, 12, 9, 24 } };
	static const double printed[CELLS] = { 0.00689, 0.24334, 0.56908, 1, 0.21351 };
	static const double pressure[] = {
		94, 108, 110, 90,  80, 94, 85, 90, 90, 90, 108, 94, 78, 105, 88,
	};
	static const double floor[CELLS] = { 0 };
	double value[PATIENTS * CELLS] = { 0 }, p[CELLS];
	size_t patient = 0;

	for (int i = 0; i < 2 * CELLS; i++)
		for (int n = count[i / CELLS][i % CELLS]; n; n--)
			value[patient++ * CELLS + i % CELLS] = 1;
	maxt(&(struct question){ PATIENTS, PLACEBO, CELLS, value, floor }, p);
	for (int c = 0; c < CELLS; c++) {
		double se = sqrt(printed[c] * (1 - printed[c]) * (1.0 / PERM_DRAWS + 1 / 100000.0));

		ok(fabs(p[c] - printed[c]) <= 3 * se, "response %d: adjusted p %g, printed %g",
		   c + 1, p[c], printed[c]);
	}
	maxt(&(struct question){ 15, 4, 1, pressure, floor }, p);
	ok(fabs(p[0] - 0.1040) < 0.00005, "blood pressure: p %g, printed 0.1040", p[0]);
}

/*
 * |t| = |mean A - mean B| / sqrt(SS within / (n - 2) * (1/n_a + 1/n_b)), with the labels as they
 * are; 0 where that says nothing.
 */
static void test_perm_few(void)
{
	const struct { const char *what; size_t runs, a; double value[6], t; } c[] = {
		{ "two values have no spread", 2, 1, { 1, 9 }, 0 },
		{ "three are enough: SS 2", 3, 2, { 0, 2, 5 }, 4 / sqrt(2 * (1 / 2.0 + 1)) },
		{ "three of which one is A's: SS 2", 3, 1, { 5, 0, 2 }, 4 / sqrt(2 * (1 / 2.0 + 1)) },
		{ "one value beside three: SS 2, of 2 degrees", 4, 1, { 5, 1, 2, 3 }, 3 / sqrt(1 + 1 / 3.0) },
		{ "three values beside one: SS 2, of 2 degrees", 4, 3, { 1, 2, 3, 5 }, 3 / sqrt(1 + 1 / 3.0) },
		{ "missing values are not there", 6, 3, { NAN, 0, 2, 5, NAN, NAN }, 4 / sqrt(2 * (1 / 2.0 + 1)) },
		{ "side A has none", 5, 2, { NAN, NAN, 1, 2, 4 }, 0 },
		{ "side B has none", 5, 3, { 1, 2, 4, NAN, NAN }, 0 },
		{ "all are equal", 4, 2, { 3, 3, 3, 3 }, 0 },
		{ "no spread within: 10^-18 of SS 3/2", 6, 3, { 1, 1, 1, 2, 2, 2 }, 1 / sqrt(1.5e-18 * 2 / 3) },
	};
	static const double none[1] = { 0 };

	for (size_t i = 0; i < LENGTH(c); i++) {
		double t, p;
		const struct question q = { c[i].runs, c[i].a, 1, c[i].value, none };

		observed(&q, &t);
		ok(near(t, c[i].t), "t where %s: %g", c[i].what, t);
		maxt(&q, &p);
		ok(p > 0 && (p == 1 || c[i].t > 0), "p where %s: %g", c[i].what, p);
	}
}

static void test_perm_parts(void)
{
	size_t pick[5] = { 0, 1, 2, 3, 4 }, n = 1;
	uint64_t seed = 1;
	int seen[5] = { 0 };
	const struct perm_cell less = { .t = 1 }, more = { .t = 2 };

	ok(perm_by_t(&less, &more) > 0 && perm_by_t(&more, &less) < 0 && !perm_by_t(&more, &more),
	   "the largest t is first");
	ok(near(perm_labelings(4, 2), 6) && near(perm_labelings(8, 4), 70) &&
	   near(perm_labelings(20, 10), 184756) && near(perm_labelings(9, 4), 126), "labelings");
	while (perm_next(pick, 2, 5))
		n++;
	ok(n == 10 && pick[0] == 3 && pick[1] == 4 && pick[2] == 2, "all ten choices of 2 of 5");
	for (size_t i = 0; i < 5; i++)
		pick[i] = i;
	for (int i = 0; i < 5000; i++) {
		perm_draw(pick, 2, 5, &seed);
		seen[pick[0]]++;
		seen[pick[1]]++;
	}
	for (int i = 0; i < 5; i++)		/* 2000 expected, SD 35 */
		ok(abs(seen[i] - 2000) < 175, "drawn %d times", seen[i]);
	perm_draw(pick, 5, 5, &seed);
	memset(seen, 0, sizeof(seen));
	for (int i = 0; i < 5; i++)
		seen[pick[i]]++;
	ok(seen[0] == 1 && seen[1] == 1 && seen[2] == 1 && seen[3] == 1 && seen[4] == 1, "all may be drawn, each once");
}

/*
 * How many labelings there are: C(200000, 1) is the most that all are gone through of, and of
 * C(40, 20) 20000 are drawn. Side A stands apart in both, as in no other labeling (or, drawn,
 * in one of 10^11).
 */
static void test_perm_counts(void)
{
	enum { MOST = 200000, RUNS = 40 };
	static double many[MOST];
	double apart[RUNS], p[1];
	static const double even[] = { 0, 8, 2, 6 }, floor[1] = { 0 };

	many[0] = 9;
	for (int i = 1; i < MOST; i++)
		many[i] = i % 2;
	maxt(&(struct question){ MOST, 1, 1, many, floor }, p);
	ok(near(p[0], 1.0 / MOST), "All of 200000 labelings are gone through: p %g", p[0]);
	ok(near(perm_least(NULL, MOST, 1), 1.0 / MOST) &&
	   near(perm_least(NULL, 400, 200), 1.0 / 20000),
	   "The smallest p of more than 200000 labelings is that of 20000 draws");
	ok(near(perm_least(NULL, 800, 400), 1.0 / 10000) &&
	   near(perm_least(NULL, 20000, 10000), 1.0 / 2000),
	   "With more than 400 blocks fewer are drawn, but never less than 2000");
	for (int i = 0; i < RUNS; i++)
		apart[i] = i < RUNS / 2 ? i % 3 : 1000 + i % 3;
	maxt(&(struct question){ RUNS, RUNS / 2, 1, apart, floor }, p);
	ok(near(p[0], 1.0 / 20000), "Of more labelings 20000 are drawn: p %g", p[0]);
	maxt(&(struct question){ 4, 2, 1, even, floor }, p);
	ok(near(p[0], 1), "Sides with equal means have p 1: %g", p[0]);
}

static double noise(void)
{
	return drand48() + drand48() + drand48() - 1.5;
}

/* On random matrices with gaps: what must hold for any data. */
static void test_perm_properties(void)
{
	enum { RUNS = 10, CELLS = 7 };
	double value[RUNS * CELLS], swapped[RUNS * CELLS], floor[CELLS] = { 0 }, p[CELLS], q[CELLS];
	bool bounds = true, symmetric = true, monotone = true, repeat = true;

	srand48(7);
	for (int trial = 0; trial < 20; trial++) {
		const struct question in = { RUNS, 5, CELLS, value, floor };
		double t[CELLS];

		for (int i = 0; i < RUNS * CELLS; i++)
			value[i] = i % 11 == trial % 11 ? NAN : noise() + (i / CELLS < 5 ? 0.1 * (i % CELLS) : 0);
		for (int i = 0; i < RUNS * CELLS; i++)
			swapped[i] = value[(i + 5 * CELLS) % (RUNS * CELLS)];
		maxt(&in, p);
		maxt(&(struct question){ RUNS, 5, CELLS, swapped, floor }, q);
		for (int c = 0; c < CELLS; c++)
			symmetric &= near(p[c], q[c]);
		maxt(&in, q);
		repeat &= !memcmp(p, q, sizeof(p));
		observed(&in, t);
		for (int a = 0; a < CELLS; a++) {
			bounds &= p[a] >= 2 / 252.0 - 1e-12 && p[a] <= 1;
			for (int b = 0; b < CELLS; b++)
				monotone &= t[a] <= t[b] || p[a] <= p[b];
		}
	}
	ok(bounds, "2 / labelings <= p <= 1");
	ok(symmetric, "the sides' order is nothing to p");
	ok(monotone, "a larger t has no larger p");
	ok(repeat, "the same again");
}

static void test_perm_floor(void)
{
	static const double value[] = { 1, 0,  1, 0.9,  1, 0.1,  2, 5,  2, 6.1,  2, 5.2 };
	const double none[] = { 0, 0 }, coarse[] = { 3, 0 };
	const struct question in = { 6, 3, 2, value, coarse };
	double p[2], q[2], t[2];

	maxt(&(struct question){ 6, 3, 2, value, none }, p);
	maxt(&in, q);
	ok(near(p[0], 0.1) && near(q[0], 0.1) && near(p[1], 0.1), "no variance within: p is finite");
	observed(&in, t);
	ok(near(t[0], 1 / (3 * sqrt(2 / 3.0))), "an SD is at least its floor: t %g", t[0]);
	ok(near(perm_least(NULL, 8, 4), 2 / 70.0) && near(perm_least(NULL, 9, 4), 1 / 126.0) &&
	   near(perm_least(NULL, 20, 10), 2 / 184756.0) &&
	   near(perm_least(NULL, 40, 20), 1 / 20000.0), "smallest p");
}

static void test_speed(void)
{
	enum { RUNS = 20, CELLS = 62 };
	double value[RUNS * CELLS], floor[CELLS] = { 0 }, p[CELLS], took;
	struct timespec then;

	for (int i = 0; i < RUNS * CELLS; i++)
		value[i] = noise();
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &then);
	maxt(&(struct question){ RUNS, RUNS / 2, CELLS, value, floor }, p);
	took = seconds_since(&then);
	ok(took < SECOND, "62 cells, 10 runs a side, 184756 labelings: %.2f s", took);
}

/*
 * Within groups. Nine patients before and after, as the R package coin 1.4-2 has them in the
 * output of its own examples (coin-Ex.Rout.save, wilcoxsign_test, after Hollander and Wolfe):
 * the ranks of their differences have an exact two-sided p of 0.03906, their signs one of
 * 0.1797: each patient is a group of two, of which 512 labelings are possible.
 */
static void test_perm_pairs(void)
{
	enum { PAIRS = 9 };
	static const double before[PAIRS] = { 1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30 };
	static const double after[PAIRS] = { 0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29 };
	double rank[2 * PAIRS], sign[2 * PAIRS], p[2];
	size_t of[2 * PAIRS];
	const struct perm_groups groups = { of, PAIRS };

	for (int i = 0; i < PAIRS; i++) {
		double less = 0, d = before[i] - after[i];

		for (int k = 0; k < PAIRS; k++)
			less += fabs(before[k] - after[k]) <= fabs(d);
		of[i] = of[PAIRS + i] = (size_t)i;
		rank[i] = 100 * i + (d > 0 ? less : -less);	/* 100: what patients differ by */
		rank[PAIRS + i] = 100 * i;
		sign[i] = 100 * i + (d > 0 ? 1 : -1);
		sign[PAIRS + i] = 100 * i;
	}
	perm_maxt(&(struct perm_cell){ .value = rank, .p = &p[0] }, 1, &groups, 2 * PAIRS, PAIRS);
	perm_maxt(&(struct perm_cell){ .value = sign, .p = &p[1] }, 1, &groups, 2 * PAIRS, PAIRS);
	ok(fabs(p[0] - 0.03906) < 5e-6, "The p of ranks within pairs is the published one: %g", p[0]);
	ok(fabs(p[1] - 0.1797) < 5e-5, "The p of signs within pairs is the published one: %g", p[1]);
	ok(near(perm_least(&groups, 2 * PAIRS, PAIRS), 2 / 512.0), "Nine pairs can show 2 of 512");
}

/*
 * Groups of 3, 5 and 3 blocks with 2, 2 and 1 of A, two values missing: 3 * 10 * 3 = 90 labelings.
 * t of the side in the least squares fit of values to groups and side, and the p of all
 * labelings, were worked out in fractions by Gaussian elimination.
 */
static void test_perm_groups(void)
{
	enum { RUNS = 11, A = 5 };
	static const size_t of[RUNS] = { 0, 0, 1, 1, 2,  0, 1, 1, 1, 2, 2 };
	const struct perm_groups groups = { of, 3 };
	double first[RUNS] = { 10, 12, 31, 29, 50,  15, 33, 36, 34, 54, 57 };
	double second[RUNS] = { 3, NAN, 7, 9, 1,  2, 8, 6, NAN, 5, 4 };
	double p[2];
	struct perm_cell cell[2] = { { .value = second, .p = &p[1] }, { .value = first, .p = &p[0] } };

	perm_maxt(cell, 2, &groups, RUNS, A);
	ok(near(cell[0].t, 5.119008952708638) && near(cell[1].t, 0.34020690871988585),
	   "t is that of the side in a fit to groups and side: %g %g", cell[0].t, cell[1].t);
	ok(near(p[0], 1 / 90.0) && near(p[1], 68 / 90.0), "Labels are exchanged within groups: %g %g", p[0], p[1]);
	ok(near(perm_least(&groups, RUNS, A), 1 / 90.0), "Unequal groups have no mirror image");
	ok(near(perm_least(&(struct perm_groups){ (const size_t[]){ 0, 1, 2, 0, 1 }, 3 }, 5, 3), 2 / 4.0),
	   "A group that has one side alone takes no mirror image away");
	ok(near(perm_least(&(struct perm_groups){ (const size_t[]){ 0, 0, 1, 1 }, 2 }, 4, 2), 1),
	   "Groups that have one side alone can show nothing");
}

int main(int argc, char **argv)
{
	(void)argv;
	test_perm_hand();
	test_perm_genes();
	test_perm_published();
	test_perm_few();
	test_perm_parts();
	test_perm_counts();
	test_perm_properties();
	test_perm_floor();
	if (argc > 1)			/* untimed: for a CPU that is emulated */
		return unit_end();
	test_speed();
	test_perm_pairs();
	test_perm_groups();
	return unit_end();
}
