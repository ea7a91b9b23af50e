/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * still.h - did everything stand still?
 *
 * A process whose own sleep ends late, and that waited neither for a CPU nor for a disk, was
 * stopped itself: by a freezer, SIGSTOP, or a virtual machine that paused.
 */
#ifndef STILL_H
#define STILL_H

#include "../interbench.h"

#define STILL_LEAST_NS (100 * NSEC_PER_MSEC)	/* less is what a wakeup may be late */

/* Standstills that the parent's own sleeps in the window have shown. */
struct watch {
	double still_ns, most_ns;	/* in sum, and the longest one */
};

double own_wait_ns(void);

double own_faults(void);

void watch_add(struct watch *w, double late_ns, double wait_ns, double faults);

double stood_still_ns(const struct watch *w, double task_late_ns, double throttled_ns);

#endif
