/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sleeps that end late: what of it was a standstill */
#include "lib/still.c"
#include "unit.h"

/* The parent slept in slices. */
static void test_still(void)
{
	struct watch w = { 0, 0 };

	watch_add(&w, 99e6, 0, 0);
	watch_add(&w, -50e6, 0, 0);
	watch_add(&w, 3000e6, 2950e6, 0);
	watch_add(&w, 3000e6, 1e6, 2);
	watch_add(&w, 3000e6, NAN, 0);
	ok(near(w.still_ns, 0), "still: not if it waited for a CPU, for a disk, or Linux does not tell");
	watch_add(&w, 3000e6, 20e6, 0);
	watch_add(&w, 120e6, 0, 0);
	ok(near(w.still_ns, 3100e6) && near(w.most_ns, 2980e6), "still: twice, in sum and at most");
	ok(near(stood_still_ns(&w, 2970e6, 0), 3100e6), "still: the task as well");
	ok(near(stood_still_ns(&w, 2970e6, 1000e6), 2100e6), "still: but for what was throttled");
	ok(near(stood_still_ns(&w, 1400e6, 0), 0), "still: the task went on");
	ok(near(stood_still_ns(&w, 2970e6, 3050e6), 0), "still: it was all throttled");
}

int main(void)
{
	test_still();
	return unit_end();
}
