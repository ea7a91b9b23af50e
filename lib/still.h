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

/* Standstills that our own sleeps have shown; all 0 before the first. */
struct watch {
	double still_ns, most_ns;	/* in sum, and the longest one */
	double wait_ns, faults;		/* for a CPU and (major) for a disk so far, when last read; NAN: unknown */
};

/* We go on to sleep in slices, each of which is handed to watch_slept(). */
void watch_begin(struct watch *w);

/*
 * A slice has ended so late. Linux is asked for the reason only if that is 1 ms or more: to
 * read a file ten times a second takes 0.1 % of a CPU.
 */
void watch_slept(struct watch *w, double late_ns);

/*
 * For how long, in ns, everything stood still: we, less the time that we were throttled
 * (throttled_ns), and the task, by its largest latency (task_late_ns). 0: not, or unknown.
 */
double watch_still_ns(const struct watch *w, double task_late_ns, double throttled_ns);

#endif
