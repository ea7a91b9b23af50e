/* SPDX-License-Identifier: GPL-2.0-or-later */
/* moments, the histogram, and the accounting of a period */
#include "lib/stats.c"
#include "lib/util.h"
#include "unit.h"

static void test_moments(void)
{
	struct moments m = { 0 };

	moments_add(&m, 7);
	ok(near(m.mean, 7) && moments_sd(&m) == 0 && m.max == 7, "one sample: SD 0");
	m = (struct moments){ 0 };
	for (int i = 1; i <= 4; i++)
		moments_add(&m, i);
	/* ((1.5^2 + 0.5^2) * 2 / 3)^(1/2) = (5/3)^(1/2) */
	ok(near(m.mean, 2.5) && near(moments_sd(&m), sqrt(5.0 / 3)) && m.max == 4,
	   "{1,2,3,4}: mean 2.5, SD 1.29, max 4");
	m = (struct moments){ 0 };
	for (int i = 0; i < 1000; i++)
		moments_add(&m, 1000000000000 + i % 2);
	ok(near(moments_sd(&m), sqrt(250.0 / 999)), "SD far from 0 does not cancel out");
}

static void test_hist(void)
{
	struct hist *h = calloc(1, sizeof(*h));
	bool within = true;

	for (int64_t v = 1; v < 1LL << HIST_TOP; v += 1 + v / 7) {
		memset(h, 0, sizeof(*h));
		hist_add(h, v);
		hist_add(h, INT64_MAX);		/* or the maximum would be the answer */
		int64_t p = hist_percentile(h, 50);
		within &= p >= v && p - v <= v / 100;
	}
	ok(within, "a percentile is within 1 %% from 1 ns to an hour");
	memset(h, 0, sizeof(*h));
	for (int i = 1; i <= 200; i++)
		hist_add(h, i);
	ok(hist_percentile(h, 50) == 100 && hist_percentile(h, 99) == 198 &&
	   hist_percentile(h, 99.9) == 200, "percentiles by nearest rank");
	hist_add(h, INT64_MAX);
	ok(h->overflow == 1 && h->n == 201 && hist_percentile(h, 100) == INT64_MAX,
	   "overflow is counted, and is the maximum");
	free(h);
}

/* Worked out by hand from the rules of measuring: D = W + T, k = ceil((end - D) / q). */
static void test_periods(void)
{
	static const struct {
		const char *name;
		double due, period, step, woke, done;	/* ms */
		int ran, met, late, missed, dropped;
		double sample, next;			/* ms */
	} c[] = {
		{ "the worked example: woken at 12, done at 14.5",
		     0, 50, 50, 12, 14.5, 1, 1, 0, 0, 0, 12, 50 },
		{ "the worked example: stopped until 1040",
		     50, 50, 50, 1040, 0, 0, 0, 0, 20, 20, 990, 1050 },
		{ "done exactly on the deadline", 0, 50, 50, 1, 50, 1, 1, 0, 0, 0, 1, 50 },
		{ "1 ns past the deadline",
		     0, 50, 50, 1, 50.000001, 1, 0, 1, 1, 1, 50, 100 },
		{ "woken before it is due", 100, 50, 50, 99, 101, 1, 1, 0, 0, 0, 0, 150 },
		{ "a stall of one period: still begun", 0, 50, 50, 50, 52.5, 1, 0, 1, 1, 1, 50, 100 },
		{ "a stall of one period and 1 ns: not begun",
		     0, 50, 50, 50.000001, 0, 0, 0, 0, 2, 2, 50.000001, 100 },
		{ "a stall of 20 periods", 0, 50, 50, 1000, 0, 0, 0, 0, 20, 20, 1000, 1000 },
		{ "a stall of an hour", 0, 50, 50, 3600e3, 0, 0, 0, 0, 72000, 72000, 3600e3, 3600e3 },
		{ "late by less than the wakeup", 0, 50, 50, 49, 51.5, 1, 0, 1, 1, 1, 50, 100 },
		{ "late by two boundaries", 0, 50, 50, 49, 101, 1, 0, 1, 2, 2, 100, 150 },
		{ "X, step 0, on time", 0, 100, 100, 3, 3, 1, 1, 0, 0, 0, 3, 100 },
		{ "X, step 0, late", 0, 100, 100, 100, 100.5, 1, 0, 1, 1, 1, 100, 200 },
		{ "X, step 1, on time", 0, 100, 99, 3, 4, 1, 1, 0, 0, 0, 3, 100 },
		{ "X, step 1, late", 0, 100, 99, 3, 150, 1, 0, 1, 1, 1, 99, 199 },
		{ "X, step 50, on time", 0, 100, 50, 50, 100, 1, 1, 0, 0, 0, 50, 100 },
		{ "X, step 50, late", 0, 100, 50, 0, 251, 1, 0, 1, 4, 4, 200, 300 },
		{ "X, step 99, on time", 0, 100, 1, 1, 100, 1, 1, 0, 0, 0, 1, 100 },
		{ "X, step 99, late by 3.5 ms", 0, 100, 1, 1, 103.5, 1, 0, 1, 4, 4, 4, 104 },
		{ "X, step 99, late, the wakeup being the larger",
		     0, 100, 1, 30, 129, 1, 0, 1, 29, 29, 30, 129 },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		struct period p = { .due = MS(c[i].due), .period = MS(c[i].period),
				    .step = MS(c[i].step), .woke = MS(c[i].woke),
				    .done = MS(c[i].done) };
		struct outcome o = period_judge(&p);

		ok(o.ran == c[i].ran && o.met == c[i].met && o.late == c[i].late &&
		   o.missed == c[i].missed && o.dropped == c[i].dropped &&
		   o.sample == MS(c[i].sample) && o.next == MS(c[i].next), "%s", c[i].name);
	}
}

/* A task on a clock of its own, waking and finishing at random. */
static void test_boundaries(void)
{
	bool once = true, consistent = true, ahead = true;

	srandom(1);
	for (int round = 0; round < 200; round++) {
		struct period p = { .due = 0, .period = 1000, .step = 1000 };
		struct result *r = calloc(1, sizeof(*r));
		uint64_t n;

		for (int i = 0; i < 500; i++) {
			struct outcome o;

			p.woke = p.due + random() % (round % 3 ? 900 : 9000);
			p.done = p.woke + random() % (round % 5 ? 500 : 5000);
			o = period_judge(&p);
			ahead &= o.next > p.due && o.next >= (o.ran ? p.done : p.woke);
			result_add(r, &p, &o);
			p.due = o.next;
		}
		n = (uint64_t)p.due / 1000;
		once &= n == r->met + r->missed + r->late && n == r->run + r->dropped;
		consistent &= r->latency.n == 500 && r->met <= r->run && r->run == r->met + r->late;
		free(r);
	}
	ok(once, "random periods: each boundary is counted once");
	ok(consistent, "random periods: one sample each, run = met + late");
	ok(ahead, "random periods: back on the grid at once");
}

/* 1000 samples of known percentiles; the same in a sorted array is the truth. */
static void test_percentiles(void)
{
	static const double pct[] = { 1, 50, 90, 99, 99.9, 100 };
	static const int rank[] = { 10, 500, 900, 990, 999, 1000 };
	struct hist *h = calloc(1, sizeof(*h));
	double sample[1000], truth, got;
	bool close = true;

	srandom(2);
	for (int i = 0; i < 1000; i++) {
		sample[i] = floor(exp((double)random() / RAND_MAX * 28));
		hist_add(h, (int64_t)sample[i]);
	}
	qsort(sample, 1000, sizeof(sample[0]), double_cmp);
	for (size_t i = 0; i < LENGTH(pct); i++) {
		truth = sample[rank[i] - 1];
		got = (double)hist_percentile(h, pct[i]);
		close &= got >= truth && got <= truth * 1.01;
	}
	ok(close, "percentiles as those of the sorted samples, to 1 %%");
	free(h);
}

/* A frame that was due at 100, woken at 130 and done at 180. */
static void test_frame(void)
{
	struct period p = { .due = 100, .woke = 130, .done = 180, .work = 40 };
	static struct result one;

	result_frame(&one, &p);
	ok(one.busy == 50 && one.work == 40 && one.frame.max == 80, "a frame's time is from waking, its latency from due");
}

int main(void)
{
	test_moments();
	test_hist();
	test_periods();
	test_boundaries();
	test_percentiles();
	test_frame();
	return unit_end();
}
