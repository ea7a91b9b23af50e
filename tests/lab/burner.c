/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * burner.c - what a task sees on a CPU that is taken away for 40 of every 97 ms
 *
 * Run it as SCHED_FIFO on one CPU (chrt, taskset); tests/lab/bench does. A task that
 * becomes due at any moment of a block of length b waits for the rest of it: over
 * a time t, blocks make a mean of sum(b^2/2)/t and a second moment of sum(b^3/3)/t.
 * The blocks are measured here as they were, whatever they were meant to be.
 *
 * A task of period T that works for c per period has fewer samples than periods, if blocks
 * are longer than T. A block begins at any phase of the period:
 *   phase < c	at work: done at c + b, so late by k = ceil((c + b - T) / T) deadlines, if
 *		that is above 0. The sample is k T, and k periods are never begun.
 *   else	asleep: the next one is due at T, and waits for w = b - (T - phase). If w <= T
 *		it is begun, and k is that of w + c - T; else it is not, and k that of w - T.
 *		The sample is the larger of w and k T, and k more periods are never begun.
 * All other samples are 0. So over a time t, with the means s, q and k over all phases of a
 * sample, its square and k: n = t / T - sum(k) samples, of the mean sum(s) / n and the second
 * moment sum(q) / n. With b = 40 ms in 97 ms:
 *   Input (1, 0.02)	s = 39.5, q = 1562, k = 39.0, n = 58.0: 0.68 +/- 5.1 ms
 *   Chain (16.7, 4.7)	s = 33.8, q = 1153, k = 1.68, n = 4.14: 8.2 +/- 14.6 ms; on one CPU the
 *		three processes take turns, and a block does to all what it does to one
 * A period that divides 97 ms, as that of Input, meets one phase alone: s is then 39 to 40.
 *
 * usage: burner SECONDS [T c], in ms; prints mean, SD and the longest block, in ms, and the
 * share of the time that was taken, in per cent.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NSEC_PER_SEC 1000000000LL
#define NSEC_PER_MSEC 1000000LL

/* 97 is prime: the periods of 50 ms of Audio meet every phase of it. */
#define PERIOD_NS (97 * NSEC_PER_MSEC)
#define BLOCK_NS (40 * NSEC_PER_MSEC)

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

static void sleep_until(int64_t ns)
{
	struct timespec ts = { .tv_sec = ns / NSEC_PER_SEC, .tv_nsec = ns % NSEC_PER_SEC };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL))
		;
}

struct sums {
	double sum, squares, lost;
};

/* What a block of b adds, at the mean of many phases. */
static void block_add(struct sums *s, double b, double period, double work)
{
	enum { PHASES = 1000 };

	for (int i = 0; i < PHASES; i++) {
		double phase = (i + 0.5) / PHASES * period, w = 0, over = work + b - period, sample;

		if (phase >= work) {
			w = fmax(b - (period - phase), 0);
			over = w <= period ? w + work - period : w - period;
		}
		over = over > 0 ? ceil(over / period) : 0;
		sample = fmax(w, over * period);
		s->sum += sample / PHASES;
		s->squares += sample * sample / PHASES;
		s->lost += over / PHASES;
	}
}

int main(int argc, char **argv)
{
	double seconds = argc == 2 || argc == 4 ? atof(argv[1]) : 0;
	double period = argc == 4 ? atof(argv[2]) : 0, work = argc == 4 ? atof(argv[3]) : 0;
	double taken = 0, longest = 0, total, n, mean;
	struct sums s = { 0 };
	int64_t start = now_ns(), due, begin, end;
	int64_t periods = (int64_t)(seconds * NSEC_PER_SEC / PERIOD_NS);

	if (periods < 1 || (argc == 4 && period <= 0)) {
		fputs("usage: burner SECONDS [T c]\n", stderr);
		return 2;
	}
	for (int64_t i = 0; i < periods; i++) {
		double b;

		due = start + i * PERIOD_NS;
		sleep_until(due);
		begin = now_ns();
		do
			end = now_ns();
		while (end < begin + BLOCK_NS);
		b = (double)(end - begin) / NSEC_PER_MSEC;
		taken += b;
		if (period > 0) {
			block_add(&s, b, period, work);
		} else {
			s.sum += b * b / 2;
			s.squares += b * b * b / 3;
		}
		longest = b > longest ? b : longest;
	}
	/* whole periods: the pause after the last block belongs to the time */
	total = (double)(periods * PERIOD_NS) / NSEC_PER_MSEC;
	n = period > 0 ? total / period - s.lost : total;
	mean = s.sum / n;
	printf("%.4f %.4f %.4f %.2f\n", mean, sqrt(s.squares / n - mean * mean), longest,
	       100 * taken / total);
	return 0;
}
