/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "stats.h"

void moments_add(struct moments *m, int64_t sample)
{
	double delta = (double)sample - m->mean;

	m->mean += delta / (double)++m->n;
	m->m2 += delta * ((double)sample - m->mean);
	if (m->n == 1 || sample > m->max)
		m->max = sample;
}

double moments_sd(const struct moments *m)
{
	return m->n > 1 ? sqrt(m->m2 / (double)(m->n - 1)) : 0;
}

/* The bucket that counts a duration of ns; HIST_BUCKETS: the overflow. */
static unsigned hist_bucket(int64_t ns)
{
	uint64_t v = ns > 0 ? (uint64_t)ns : 0;
	unsigned shift = v < HIST_SUB ? 0 : 64 - HIST_BITS - (unsigned)__builtin_clzll(v);

	return v >> HIST_TOP ? HIST_BUCKETS : shift * HIST_SUB / 2 + (unsigned)(v >> shift);
}

void hist_add(struct hist *h, int64_t ns)
{
	unsigned i = hist_bucket(ns);

	h->n++;
	if (ns > h->max)
		h->max = ns;
	if (i == HIST_BUCKETS)
		h->overflow++;
	else
		h->count[i]++;
}

int64_t hist_upper(int i)
{
	int shift = i < HIST_SUB ? 0 : i / (HIST_SUB / 2) - 1;

	return (((int64_t)(i - shift * HIST_SUB / 2) + 1) << shift) - 1;
}

int64_t hist_percentile(const struct hist *h, double pct)
{
	/* 99.9 % of 1000 is rank 999, whatever binary makes of it */
	uint64_t rank = (uint64_t)ceil(pct / 100 * (double)h->n * (1 - 1e-12)), seen = 0;
	int i;

	for (i = 0; i < HIST_BUCKETS; i++) {
		seen += h->count[i];
		if (seen >= rank && seen > 0)
			return hist_upper(i) < h->max ? hist_upper(i) : h->max;
	}
	return h->max;
}

void frames_add(struct frames *f, int64_t now)
{
	int64_t time = now - f->last;

	if (!f->usual)
		return;
	f->last = now;
	f->shown++;
	f->stutters += time >= 2 * f->usual;
	hist_add(&f->time, time);
	f->sum[hist_bucket(time)] += time;
}

/*
 * How many frames a second the slowest n frame times make, of which the longest is known
 * exactly. rest: one that is in no bucket; 0: there is none.
 */
static double frames_low(const struct frames *f, uint64_t n, int64_t rest)
{
	const int64_t longest = rest > f->time.max ? rest : f->time.max;
	uint64_t left = n ? n - 1 : 0;
	double time = (double)longest;

	for (unsigned i = HIST_BUCKETS + 1; i-- > 0;) {
		bool with_rest = rest && i == hist_bucket(rest), with_longest = i == hist_bucket(longest);
		uint64_t count = (i < HIST_BUCKETS ? f->time.count[i] : f->time.overflow) +
				 with_rest - with_longest;
		int64_t sum = f->sum[i] + with_rest * rest - with_longest * longest;
		uint64_t taken = count < left ? count : left;

		if (taken)
			time += (double)sum * (double)taken / (double)count;
		left -= taken;
	}
	return 1e9 * (double)(n ? n : 1) / time;
}

struct frame_figures frames_figures(const struct frames *f, int64_t start, int64_t end)
{
	int64_t rest = end > f->last ? end - f->last : 0;
	int64_t until = end > f->last ? end : f->last;	/* the last frame was shown beyond it */

	return (struct frame_figures){
		.shown = (double)f->shown,
		.fps = 1e9 * (double)f->shown / (double)(until - start),
		.low_1pct = f->shown ? frames_low(f, f->shown / 100, rest) : 0,
		.low_0_1pct = f->shown ? frames_low(f, f->shown / 1000, rest) : 0,
		.freeze_ns = (double)(rest > f->time.max ? rest : f->time.max),
		.stutters = (double)f->stutters + (rest >= 2 * f->usual),
	};
}

/*
 * One period: the accounting, with no clock
 *
 * A task is due at W and has until D = W + T. Boundaries, at which it could
 * show something, follow at D + q, D + 2q, ... Each boundary is counted once.
 */

bool period_in_time(const struct period *p)
{
	return p->woke <= p->due + p->period;
}

struct outcome period_judge(const struct period *p)
{
	int64_t deadline = p->due + p->period;
	int64_t wakeup = (p->woke > p->due ? p->woke - p->due : 0) + p->hops;
	bool ran = period_in_time(p);
	int64_t end = ran ? p->done : p->woke;
	int64_t k = end > deadline ? (end - deadline + p->step - 1) / p->step : 0;

	return (struct outcome){
		.ran = ran, .met = ran && k == 0, .late = ran && k > 0,
		.missed = k + !ran, .dropped = k + !ran,
		.sample = wakeup > k * p->step ? wakeup : k * p->step,
		.next = deadline + k * p->step,
	};
}

void result_sample(struct result *r, int64_t ns)
{
	moments_add(&r->latency, ns);
	hist_add(&r->wakeup, ns);
}

void result_frame(struct result *r, const struct period *p)
{
	hist_add(&r->frame, p->done - p->due);
	r->work += p->work;
	r->busy += p->done - p->woke;
}

void result_add(struct result *r, const struct period *p, const struct outcome *o)
{
	moments_add(&r->latency, o->sample);
	hist_add(&r->wakeup, p->woke - p->due + p->hops);
	if (o->ran) {
		result_frame(r, p);
		frames_add(&r->frames, o->next);	/* at the boundary, not when it is done */
	}
	r->run += o->ran;
	r->met += o->met;
	r->late += o->late;
	r->missed += (uint64_t)o->missed;
	r->dropped += (uint64_t)o->dropped;
}
