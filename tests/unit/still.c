/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sleeps that end late: what of it was a standstill */
#include "lib/still.c"
#include "unit.h"

/* The parent slept in slices. */
static void test_still(void)
{
	struct watch w = { .still_ns = 0 };

	watch_add(&w, 99e6, 0, 0);
	watch_add(&w, -50e6, 0, 0);
	watch_add(&w, 3000e6, 2950e6, 0);
	watch_add(&w, 3000e6, 1e6, 2);
	watch_add(&w, 3000e6, NAN, 0);
	ok(near(w.still_ns, 0), "still: not if it waited for a CPU, for a disk, or Linux does not tell");
	watch_add(&w, 3000e6, 20e6, 0);
	watch_add(&w, 120e6, 0, 0);
	ok(near(w.still_ns, 3100e6) && near(w.most_ns, 2980e6), "still: twice, in sum and at most");
	ok(near(watch_still_ns(&w, 2970e6, 0), 3100e6), "still: the task as well");
	ok(near(watch_still_ns(&w, 2970e6, 1000e6), 2100e6), "still: but for what was throttled");
	ok(near(watch_still_ns(&w, 1400e6, 0), 0), "still: the task went on");
	ok(near(watch_still_ns(&w, 2970e6, 3050e6), 0), "still: it was all throttled");
}

/* What we waited for is read where a sleep ended late, and counts from the reading before. */
static void test_slept(void)
{
	struct watch w = { .still_ns = 0 };
	struct rusage use;

	watch_begin(&w);
	getrusage(RUSAGE_SELF, &use);
	ok(w.faults <= (double)use.ru_majflt, "slept: our faults are those of getrusage()");
	if (isnan(w.wait_ns)) {
		watch_slept(&w, 3000e6);
		ok(near(w.still_ns, 0), "slept: nothing is claimed where Linux tells no waits");
		return;
	}
	w.wait_ns = -1;
	watch_slept(&w, 0.9e6);
	ok(near(w.wait_ns, -1), "slept: a sleep that ends in time reads nothing");
	watch_begin(&w);
	w.wait_ns -= 500e6;		/* as if we had waited for that since */
	watch_slept(&w, 3000e6);
	ok(w.still_ns > 2400e6 && w.still_ns <= 2500e6 && near(w.most_ns, w.still_ns),
	   "slept: what we waited for a CPU is no standstill (%g ms)", w.still_ns / 1e6);
	watch_begin(&w);
	w.faults -= 1;
	watch_slept(&w, 3000e6);
	ok(w.still_ns <= 2500e6, "slept: nor is a wait for a disk");
}

int main(void)
{
	test_still();
	test_slept();
	return unit_end();
}
