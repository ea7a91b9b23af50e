/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * busy.h - how busy the machine is with anything else, and with what
 */
#ifndef BUSY_H
#define BUSY_H

#include <sched.h>
#include <stddef.h>

#define BUSY_WHO_LEN 50

struct busy {
	double pct;			/* of the CPUs; NAN: unknown */
	char who[BUSY_WHO_LEN];		/* "7 % firefox, 3 % Xorg"; "": nobody, or unknown */
};

/*
 * Watch the CPUs of a mask (NULL: all) for 0.3 s. This process itself is not named, nor are
 * those that /proc hides, nor, if there are very many, those that take too long to read.
 */
void busy_measure(struct busy *b, const cpu_set_t *mask, size_t mask_size);

#endif
