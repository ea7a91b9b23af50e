/* SPDX-License-Identifier: GPL-2.0-or-later */
/* moments, the histogram, frames shown, and the accounting of a period */
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
	hist_add(&h, 7);
	ok(hist_percentile(&h, 0) == 7, "The percentile 0 is the smallest sample");
	memset(&h, 0, sizeof(h));
	hist_add(&h, -3);
	ok(h.count[0] == 1 && h.n == 1 && h.max == 0 && !h.overflow, "Less than 0 counts as 0");
	hist_add(&h, 7);
	ok(hist_percentile(&h, 0) == 0 && hist_percentile(&h, 50) == 0 && hist_percentile(&h, 50.1) == 7,
	   "Half of two samples is one of them");
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

/* Frames shown after so many ms each, of which so many in a row; ends in 0. */
struct frame_times {
	int n;
	double ms;
};

static struct frame_figures figures_of(const struct frame_times *t, double usual_ms, double window_ms)
{
	const int64_t start = MS(7000);
	struct frames *f = calloc(1, sizeof(*f));
	struct frame_figures figures;

	f->usual = MS(usual_ms);
	f->last = start;
	for (; t->n; t++)
		for (int i = 0; i < t->n; i++)
			frames_add(f, f->last + MS(t->ms));
	figures = frames_figures(f, start, start + MS(window_ms));
	free(f);
	return figures;
}

/* Worked out by hand: fps = frames / time, a low = frames / the time of the slowest. */
static void test_frames(void)
{
	static const struct {
		const char *name;
		struct frame_times time[5];
		double usual, window;		/* ms */
		double shown, fps, low_1pct, low_0_1pct, freeze_ms, stutters;
	} c[] = {
		{ "200 frames, of which one took 2 and one 5 periods: 2 are the slowest 1 %",
		  { { 99, 10 }, { 1, 20 }, { 99, 10 }, { 1, 50 } }, 10, 2050,
		  200, 200 / 2.05, 2 / 0.07, 1 / 0.05, 50, 2 },
		{ "299 frames: 1 % of them is two whole ones",
		  { { 296, 10 }, { 1, 20 }, { 1, 50 }, { 1, 30 } }, 10, 3060,
		  299, 299 / 3.06, 2 / 0.08, 1 / 0.05, 50, 3 },
		{ "3,000 frames: 30 are the slowest 1 %, of which 10 took 40 ms, 3 the slowest 0.1 %",
		  { { 2980, 10 }, { 9, 40 }, { 10, 20 }, { 1, 400 } }, 10, 30760,
		  3000, 3000 / 30.76, 30 / (0.36 + 0.2 + 0.4 + 10 * 0.01), 3 / 0.48, 400, 20 },
		{ "fewer than 100 frames: the slowest one is all of the 1 %",
		  { { 2, 10 }, { 1, 30 } }, 10, 50, 3, 60, 1 / 0.03, 1 / 0.03, 30, 1 },
		{ "none was shown: a freeze as long as the window",
		  { { 0, 0 } }, 10, 5000, 0, 0, 0, 0, 5000, 1 },
		{ "one frame", { { 1, 10 } }, 10, 10, 1, 100, 100, 100, 10, 0 },
		{ "one frame at the start, and no other: the rest of the window is a freeze",
		  { { 1, 10 } }, 10, 1000, 1, 1, 1 / 0.99, 1 / 0.99, 990, 1 },
		{ "one frame, which was shown long after the window's end",
		  { { 1, 8000 } }, 10, 1000, 1, 1 / 8.0, 1 / 8.0, 1 / 8.0, 8000, 1 },
		{ "the rest of the window is among the slowest, though another frame took longer",
		  { { 199, 10 }, { 1, 50 } }, 10, 2070, 200, 200 / 2.07, 2 / 0.08, 1 / 0.05, 50, 2 },
		{ "a rest of two periods is a stutter",
		  { { 1, 10 } }, 10, 30, 1, 1 / 0.03, 1 / 0.02, 1 / 0.02, 20, 1 },
		{ "a rest of 1 ns less is none",
		  { { 1, 10 } }, 10, 29.999999, 1, 1 / 0.029999999, 1 / 0.019999999, 1 / 0.019999999, 19.999999, 0 },
		{ "1,999 frames: 0.1 % of them is one whole one",
		  { { 1998, 10 }, { 1, 50 } }, 10, 20030, 1999, 1999 / 20.03, 19 / 0.23, 1 / 0.05, 50, 1 },
		{ "frames of Gaming: 200 ms are a stutter, 1 ns less are none",
		  { { 3, 100 }, { 1, 200 }, { 1, 199.999999 }, { 1, 150 } }, 100, 800,
		  6, 6 / 0.849999999, 5, 5, 200, 1 },
		{ "a frame of two hours is in the sum, too",
		  { { 198, 10 }, { 2, 7200e3 } }, 10, 10, 200, 200 / 14401.98, 1 / 7200.0,
		  1 / 7200.0, 7200e3, 2 },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		struct frame_figures f = figures_of(c[i].time, c[i].usual, c[i].window);

		ok(near(f.shown, c[i].shown) && near(f.fps, c[i].fps) &&
		   near(f.low_1pct, c[i].low_1pct) && near(f.low_0_1pct, c[i].low_0_1pct) &&
		   near(f.freeze_ns, c[i].freeze_ms * 1e6) && near(f.stutters, c[i].stutters),
		   "frames: %s", c[i].name);
	}
	struct frame_figures f = figures_of((struct frame_times[]){ { 1, 1000 }, { 0, 0 } }, 10, 1000);

	ok(f.fps == 1 && f.low_1pct == 1, "frames: one that takes a second is one a second, to the last digit");
}

/* A bucket of which only a part is among the slowest: 1,000 frames of 100.0 to 100.999 ms. */
static void test_frames_alike(void)
{
	struct frames *f = calloc(1, sizeof(*f));
	struct frame_figures figures;

	f->usual = MS(100);
	for (int i = 0; i < 1000; i++)
		frames_add(f, f->last + MS(100) + i * 1000);
	figures = frames_figures(f, 0, f->last);
	/* the slowest ten: 100.990 to 100.999 ms */
	ok(fabs(figures.low_1pct - 1e3 / 100.9945) < 0.01 * 10,
	   "frames: a low of frames that took all alike is within 1 %%");
	free(f);
}

/* What a stall does to a task on its grid of 10 ms: the period is dropped, then late, then met. */
static void test_frames_shown(void)
{
	struct result *r = calloc(1, sizeof(*r));
	struct period p = { .period = 10, .step = 10 };
	static const int64_t woke[] = { 0, 35, 42, 60 }, done[] = { 5, 0, 55, 65 };
	struct frame_figures figures;

	r->frames.usual = 10;
	for (int i = 0; i < 4; i++) {	/* due at 0, 10 (dropped until 40), 40 (late by one), 60 */
		struct outcome o;

		p.woke = woke[i];
		p.done = done[i];
		o = period_judge(&p);
		result_add(r, &p, &o);
		p.due = o.next;
	}
	figures = frames_figures(&r->frames, 0, 70);
	/* shown at 10, 60 and 70 */
	ok(figures.shown == 3 && figures.freeze_ns == 50 && figures.stutters == 1 &&
	   r->frames.sum[10] == 20 && r->frames.sum[50] == 50,
	   "a frame is shown at the boundary behind its end, a dropped one not at all");
	r->frames = (struct frames){ .usual = 0 };
	result_frame(r, &p);
	result_add(r, &p, &(struct outcome){ .ran = true, .next = 80 });
	ok(!r->frames.shown && !r->frames.time.n, "a task that shows no frames counts none");
	free(r);
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
	test_frames();
	test_frames_alike();
	test_frames_shown();
	return unit_end();
}
