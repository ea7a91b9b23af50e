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
	m = (struct moments){ 0 };
	moments_add(&m, -7);
	ok(m.max == -7, "The maximum of one negative sample is that");
	moments_add(&m, -5);
	ok(near(m.mean, -6) && near(moments_sd(&m), sqrt(2)) && m.max == -5 && m.n == 2,
	   "The maximum of negative samples is one of them");
	moments_add(&m, -9);
	ok(m.max == -5, "The maximum is not the last sample but the largest");
}

/* Bucket i ends where bucket i + 1 begins: 0, 1, ... 255, then 128 to a doubling, up to 2^42. */
static void test_buckets(void)
{
	static struct hist h;
	int64_t low = 0;
	bool exact = true, adjacent = true;

	for (int i = 0; i < HIST_BUCKETS; i++) {
		int64_t width = i < 256 ? 1 : INT64_C(2) << (i - 256) / 128;

		exact &= hist_upper(i) == low + width - 1;
		hist_add(&h, low);
		hist_add(&h, hist_upper(i));
		adjacent &= h.count[i] == 2 && h.n == 2 * (uint64_t)i + 2 && h.max == hist_upper(i);
		low += width;
	}
	ok(exact && low == INT64_C(1) << 42, "Buckets are 1 ns wide up to 256 ns, then 1/128 of a doubling");
	ok(adjacent && !h.overflow, "Both ends of a bucket are counted in it");
	hist_add(&h, low);
	ok(h.overflow == 1 && h.n == 2 * HIST_BUCKETS + 1, "What is beyond the last bucket overflows");
	memset(&h, 0, sizeof(h));
	ok(hist_percentile(&h, 50) == 0, "The percentile of nothing is 0");
	hist_add(&h, -3);
	ok(h.count[0] == 1 && h.n == 1 && h.max == 0 && !h.overflow, "Less than 0 counts as 0");
	hist_add(&h, 7);
	ok(hist_percentile(&h, 0) == 0 && hist_percentile(&h, 50) == 0 && hist_percentile(&h, 50.1) == 7,
	   "The percentile 0 is the smallest sample");
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

/* Two periods of 50: due at 100, woken at 130 with 5 of hops, done at 160; woken at 260, too late. */
static void test_results(void)
{
	struct period p = { .due = 100, .period = 50, .step = 50, .woke = 130, .done = 160, .hops = 5, .work = 20 };
	struct outcome o = period_judge(&p);
	static struct result r, samples;

	ok(o.sample == 60 - 10 && o.late && o.missed == 1 && o.next == 200,
	   "A deadline that is missed by the frame's end counts a whole step");
	p.period = 90;
	o = period_judge(&p);
	ok(o.sample == 35 && o.met && o.missed == 0 && o.next == 190, "What it waited for on its way is in a sample");
	result_add(&r, &p, &o);
	ok(r.latency.n == 1 && near(r.latency.mean, 35) && r.wakeup.n == 1 && r.wakeup.max == 35 &&
	   r.frame.n == 1 && r.frame.max == 60 && r.busy == 30 && r.work == 20 && r.run == 1 && r.met == 1,
	   "A frame that is run is counted with its sample, its wait and its work");
	p = (struct period){ .due = 190, .period = 50, .step = 50, .woke = 260, .hops = 2, .work = 20 };
	o = period_judge(&p);
	result_add(&r, &p, &o);
	ok(r.latency.n == 2 && r.latency.max == 72 && r.wakeup.n == 2 && r.wakeup.max == 72 && r.frame.n == 1 &&
	   r.busy == 30 && r.work == 20 && r.run == 1 && r.met == 1 && !r.late && r.missed == 2 && r.dropped == 2,
	   "A frame that is dropped is counted with its sample and no work");
	result_sample(&samples, 3);
	result_sample(&samples, 9);
	ok(samples.latency.n == 2 && near(samples.latency.mean, 6) && samples.wakeup.n == 2 && samples.wakeup.max == 9 &&
	   !samples.frame.n && !samples.run, "A sample without a frame is counted as latency and as wait");
}

int main(void)
{
	test_moments();
	test_buckets();
	test_results();
	test_hist();
	test_periods();
	test_boundaries();
	test_percentiles();
	test_frame();
	return unit_end();
}
