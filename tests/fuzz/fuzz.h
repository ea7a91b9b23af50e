/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stands between the program and the world under tests/fuzz/fuzz: every source is
 * compiled with "-include tests/fuzz/fuzz.h".
 */
#ifndef FUZZ_H
#define FUZZ_H

/* these declare what is a macro below */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

int fuzz_open(const char *path);
ssize_t fuzz_read(void *buf, size_t n);
void fuzz_exit(int status) __attribute__((noreturn));

static inline int fuzz_nothing(int n)
{
	return 0 * n;
}

/* Below, the input is all that can be read, and the only file that is open. */
#define open(path, ...) fuzz_open(path)
#define read(fd, buf, n) fuzz_read(buf, n)
#define close(fd) fuzz_nothing(fd)
#define fclose(f) ((f) == stdout ? 0 : fclose(f))
#define exit(status) fuzz_exit(status)
#define setpriority(which, who, nice) fuzz_nothing(nice)
#define PERM_ALL_MAX 100	/* more of the same is only slower */
#define PERM_DRAWS 100

#endif
