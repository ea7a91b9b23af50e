/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * still.c - did everything stand still?
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "still.h"
#include "util.h"

/* How long the parent itself has waited for a CPU so far */
double own_wait_ns(void)
{
	char *text = file_text("", "/proc/self/schedstat");
	double cpu, wait_ns;

	if (!text || sscanf(text, "%lf %lf", &cpu, &wait_ns) != 2 || cpu <= 0)
		wait_ns = NAN;
	free(text);
	return wait_ns;
}

/* How often it has waited for a disk */
double own_faults(void)
{
	struct rusage use;

	return getrusage(RUSAGE_SELF, &use) ? NAN : (double)use.ru_majflt;
}

/*
 * A sleep of the parent has ended late_ns late. It was a standstill if for 0.1 s or more of
 * that the parent neither waited for a CPU (wait_ns; NAN: unknown) nor, by its major
 * faults, for a disk: a freezer, SIGSTOP, a paused virtual machine.
 */
void watch_add(struct watch *w, double late_ns, double wait_ns, double faults)
{
	double still = late_ns - wait_ns;

	if (isnan(still) || still < STILL_LEAST_NS || faults != 0)
		return;
	w->still_ns += still;
	w->most_ns = fmax(w->most_ns, still);
}

/*
 * For how long, in ns, everything stood still: the parent, less the time that it was throttled
 * (throttled_ns), and the task, by its largest latency (task_late_ns). 0: not, or unknown.
 */
double stood_still_ns(const struct watch *w, double task_late_ns, double throttled_ns)
{
	double still = w->still_ns - throttled_ns;

	return task_late_ns < w->most_ns / 2 || still < STILL_LEAST_NS ? 0 : still;
}
