/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the unit tests share: interbench.c itself, and TAP
 */
#ifndef UNIT_H
#define UNIT_H

#include "interbench.h"

int interbench_main(int argc, char **argv);
#define main interbench_main
/* one text, so that a test can look into every room */
#include "lib/util.c"
#include "lib/clock.c"
#include "lib/stats.c"
#include "lib/run.c"
#include "lib/detail.c"
#include "lib/machine.c"
#include "lib/proc.c"
#include "lib/sched.c"
#include "lib/task.c"
#include "lib/load.c"
#include "lib/pairing.c"
#include "lib/report.c"
#include "lib/json.c"
#include "lib/decode.c"
#include "lib/log.c"
#include "lib/perm.c"
#include "lib/side.c"
#include "lib/compare.c"
#include "interbench.c"
#undef main

static int tests, failures;

__attribute__((format(printf, 2, 3), unused))
static void ok(bool good, const char *fmt, ...)
{
	va_list ap;

	printf("%sok %d - ", good ? "" : "not ", ++tests);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	failures += !good;
}

__attribute__((unused))
static void is(const char *got, const char *wanted, const char *name)
{
	ok(!strcmp(got, wanted), "%s", name);
	if (strcmp(got, wanted))
		printf("# got '%s', wanted '%s'\n", got, wanted);
}

/* Equal but for rounding. */
__attribute__((unused))
static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b));
}

/* The plan, and the exit status. */
__attribute__((unused))
static int unit_end(void)
{
	printf("1..%d\n", tests);
	return failures != 0;
}

#endif
