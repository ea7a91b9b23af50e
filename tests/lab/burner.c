/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * burner.c - what a task sees on a CPU that is taken away for 40 of every 97 ms
 *
 * Run it as SCHED_FIFO on one CPU (chrt, taskset); tests/lab/bench does. A task that
 * becomes due at any moment of a block of length b waits for the rest of it: over
 * a time t, blocks make a mean of sum(b^2/2)/t and a second moment of sum(b^3/3)/t.
 * The blocks are measured here as they were, whatever they were meant to be.
 *
 * usage: burner SECONDS; prints mean, SD and the longest block, in ms, and the share
 * of the time that was taken, in per cent.
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

int main(int argc, char **argv)
{
	double seconds = argc == 2 ? atof(argv[1]) : 0;
	double taken = 0, sum = 0, squares = 0, longest = 0, total, mean;
	int64_t start = now_ns(), due, begin, end;
	int64_t periods = (int64_t)(seconds * NSEC_PER_SEC / PERIOD_NS);

	if (periods < 1) {
		fputs("usage: burner SECONDS\n", stderr);
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
		sum += b * b / 2;
		squares += b * b * b / 3;
		longest = b > longest ? b : longest;
	}
	/* whole periods: the pause after the last block belongs to the time */
	total = (double)(periods * PERIOD_NS) / NSEC_PER_MSEC;
	mean = sum / total;
	printf("%.4f %.4f %.4f %.2f\n", mean, sqrt(squares / total - mean * mean), longest,
	       100 * taken / total);
	return 0;
}
