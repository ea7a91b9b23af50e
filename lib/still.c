/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * still.c - did everything stand still?
 */
#include <math.h>
#include <sys/resource.h>

#include "machine.h"
#include "still.h"

#define STILL_LEAST_NS (100 * NSEC_PER_MSEC)	/* less is what a wakeup may be late */
#define READ_LEAST_NS NSEC_PER_MSEC	/* a slice that is less late waited for less than this */

/* What this process itself has waited for so far */
static void watch_read(struct watch *w)
{
	struct rusage use;
	double cpu_ns;

	if (!machine_waits("/proc/self/schedstat", &cpu_ns, &w->wait_ns))
		w->wait_ns = NAN;
	w->faults = getrusage(RUSAGE_SELF, &use) ? NAN : (double)use.ru_majflt;
}

void watch_begin(struct watch *w)
{
	watch_read(w);
}

/*
 * A sleep has ended late_ns late. It was a standstill if for 0.1 s or more of
 * that we neither waited for a CPU (wait_ns; NAN: unknown) nor, by our major
 * faults, for a disk.
 */
static void watch_add(struct watch *w, double late_ns, double wait_ns, double faults)
{
	double still = late_ns - wait_ns;

	if (isnan(still) || still < STILL_LEAST_NS || faults != 0)
		return;
	w->still_ns += still;
	w->most_ns = fmax(w->most_ns, still);
}

void watch_slept(struct watch *w, double late_ns)
{
	struct watch before = *w;

	if (late_ns < READ_LEAST_NS)
		return;
	watch_read(w);
	watch_add(w, late_ns, w->wait_ns - before.wait_ns, w->faults - before.faults);
}

double watch_still_ns(const struct watch *w, double task_late_ns, double throttled_ns)
{
	double still = w->still_ns - throttled_ns;

	return task_late_ns < w->most_ns / 2 || still < STILL_LEAST_NS ? 0 : still;
}
