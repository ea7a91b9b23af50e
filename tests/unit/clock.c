/* SPDX-License-Identifier: GPL-2.0-or-later */
/* work that takes the CPU time that is wanted */
#include "lib/clock.c"
#include "unit.h"

/* On the thread's own clock. The best of many: a stolen tick is in that clock too. */
static void test_work(void)
{
	int64_t least = INT64_MAX, wanted = 6667 * NSEC_PER_USEC;
	double ratio = 0;

	for (int i = 0; i < 20; i++) {
		int64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID), used;

		burn_cpu(wanted);
		used = clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
		least = used < least ? used : least;
	}
	ok(chunk_next(8000, 4000, 6000) == 6000, "a chunk is half of what is left");
	ok(chunk_next(8000, 0, 6000000) == 16000 && chunk_next(8000, -5, 6000000) == 16000,
	   "a clock that stands still does not make a chunk endless");
	ok(chunk_next(8000, 4000, 10) == CHUNK_LEAST && chunk_next(8000, 4000, -10) == CHUNK_LEAST,
	   "The end of the work does not make a chunk empty");
	ok(least >= wanted && least <= wanted + wanted / 100, "CPU time is burnt to 1 %%");
	for (int i = 0; i < 20 && !(ratio > 3 && ratio < 5); i++) {
		int64_t t = clock_ns(CLOCK_THREAD_CPUTIME_ID), u, v;

		burn_loops(1000000);
		u = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		burn_loops(4000000);
		v = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		ratio = (double)(v - u) / (double)(u - t);
	}
	ok(ratio > 3 && ratio < 5, "four times the loops take four times the time");
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)			/* untimed: for a CPU that is emulated */
		return unit_end();
	test_work();
	return unit_end();
}
