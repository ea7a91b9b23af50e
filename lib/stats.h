/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stats.h - moments, histogram, frames shown, and one period of a task
 *
 * Pure functions of small structs: they know no clock. Times are in ns.
 */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Mean and spread by Welford's recurrence; in ns. */
struct moments {
	uint64_t n;
	double mean, m2;		/* m2: sum of squared differences from the mean */
	int64_t max;
};

/* Add a sample, in ns. */
void moments_add(struct moments *m, int64_t sample);

/* The sample standard deviation (n - 1); 0 of a single sample. */
double moments_sd(const struct moments *m);

/*
 * Counts of durations, exact below HIST_SUB ns and within 1 % above: each
 * doubling is cut in HIST_SUB / 2 equal parts.
 */
enum {
	HIST_BITS = 8,
	HIST_SUB = 1 << HIST_BITS,
	HIST_TOP = 42,			/* 2^42 ns: 73 minutes */
	HIST_BUCKETS = HIST_SUB + (HIST_TOP - HIST_BITS) * HIST_SUB / 2,
};

struct hist {
	uint64_t n, overflow;		/* n counts all, with those beyond the top */
	int64_t max;
	uint64_t count[HIST_BUCKETS];	/* Pipe makes 2^32 round trips in a few hours */
};

/* Count a duration of ns; one below 0 counts as 0. */
void hist_add(struct hist *h, int64_t ns);

/* The largest duration that bucket i counts. */
int64_t hist_upper(int i);

/*
 * The percentile by nearest rank: at least pct per cent of the samples are not
 * above it. The maximum, which is exact, bounds it and stands for the overflow.
 */
int64_t hist_percentile(const struct hist *h, double pct);

/*
 * The times between two frames shown. Counts and sums by the buckets of a histogram: of times
 * that are multiples of a period a bucket has a single one up to 128 periods, so that the mean
 * of the slowest is exact there, and within 1 % of it everywhere.
 */
struct frames {
	int64_t usual;			/* the time of an undisturbed one; 0: none are shown */
	int64_t last;			/* when one was shown; at first the window's start */
	uint64_t shown, stutters;	/* a stutter: twice the usual time or more */
	struct hist time;
	int64_t sum[HIST_BUCKETS + 1];	/* [HIST_BUCKETS]: of the overflow */
};

/* A frame is shown now. */
void frames_add(struct frames *f, int64_t now);

/* What is said of frames: -v, JSON. */
struct frame_figures {
	double shown, fps;
	double low_1pct, low_0_1pct;	/* fps of the slowest 1 % and 0.1 %, of one at least */
	double freeze_ns, stutters;
};

/*
 * The figures of a window. The time from the last frame shown to the window's end is a frame
 * time, too, but no frame; if no frame was shown, that is the whole window.
 */
struct frame_figures frames_figures(const struct frames *f, int64_t start, int64_t end);

struct period {
	int64_t due, period, step;	/* W, T, q */
	int64_t work;			/* CPU wanted */
	int64_t woke, done;		/* done means nothing if it woke after D */
	int64_t hops;			/* waited for others on the way, once it had woken */
};

struct outcome {
	bool ran, met, late;
	int64_t missed, dropped;	/* boundaries; frames never begun */
	int64_t sample;			/* latency: the wakeup's, or what was missed */
	int64_t next;			/* when it is due again: on its grid at once */
};

/* Did it wake before its deadline, so that the frame is done, and not dropped? */
bool period_in_time(const struct period *p);

/* What comes of a period: met, late or dropped, its sample, and when the next one is due. */
struct outcome period_judge(const struct period *p);

#define HOPS 3				/* of Chain */

/* What a task has counted; in shared memory, so that a killed one's is known. */
struct result {
	struct moments latency;		/* of the samples */
	struct hist wakeup;		/* woke - due alone, or the samples; empty for Gaming */
	struct hist frame;		/* done - due; Gaming: a frame's time */
	struct hist hop[HOPS];		/* Chain: each of the waits on its way */
	struct frames frames;		/* of tasks that show some */
	int64_t watched;		/* Hog, Pipe: ns from the window's start to the last sample */
	int clients;			/* Wakeup: how many are woken, */
	int64_t waker_late;		/* and how late at most they were sent for */
	int64_t work, busy;		/* CPU wanted, and the time it took, of frames run */
	uint64_t run, met, missed, late, dropped;
};

/* Count a latency, in ns, that belongs to no frame. */
void result_sample(struct result *r, int64_t ns);

/* Count a frame that was run, from woke to done. */
void result_frame(struct result *r, const struct period *p);

/* Count a period and what came of it. */
void result_add(struct result *r, const struct period *p, const struct outcome *o);

#define EXTRAS 6	/* figures that one task alone has, at most */

#endif
