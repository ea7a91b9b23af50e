/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the unit tests share: TAP. The test of lib/X.c includes that file, so that it can
 * look into it, and is linked with all the others.
 */
#ifndef UNIT_H
#define UNIT_H

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define HEAP_TOLD
#endif
#endif

/* ns */
#define MS(x) ((int64_t)((x) * 1e6 + 0.5))

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

/* The same for text that was allocated. */
__attribute__((unused))
static void is_freed(char *got, const char *wanted, const char *name)
{
	is(got, wanted, name);
	free(got);
}

/* Equal but for rounding to b, which is finite. */
__attribute__((unused))
static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

/* What goes to standard error from here until it is told; f: a temporary file. */
__attribute__((unused))
static void hear(FILE **f, int *was)
{
	fflush(stderr);
	*f = tmpfile();
	*was = dup(2);
	if (!*f || *was < 0 || dup2(fileno(*f), 2) < 0)
		abort();
}

/* That, valid until the next call. */
__attribute__((unused))
static const char *heard(FILE *f, int was)
{
	static char told[1000];

	fflush(stderr);
	dup2(was, 2);
	close(was);
	rewind(f);
	told[fread(told, 1, sizeof(told) - 1, f)] = 0;
	fclose(f);
	return told;
}

/* The plan, and the exit status. */
__attribute__((unused))
static int unit_end(void)
{
	printf("1..%d\n", tests);
	return failures != 0;
}

__attribute__((unused))
static double seconds_since(const struct timespec *then)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

/*
 * Bytes that malloc has given and not got back; 0: the C library does not tell. It counts what
 * it keeps for later, so that what leaks nothing is even in some of several rounds, not in all.
 */
enum { HEAP_ROUNDS = 8 };
__attribute__((unused))
static size_t heap_used(void)
{
#ifdef HEAP_TOLD
	return mallinfo2().uordblks;
#else
	return 0;
#endif
}

/* Against what is quadratic, on any machine; the figures themselves are in the output. */
#define SECOND 20

#endif
