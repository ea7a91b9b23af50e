/* SPDX-License-Identifier: GPL-2.0-or-later */
/* processes that cannot be made, and how they ended */
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

static pid_t fork_refused(void)
{
	errno = EAGAIN;
	return -1;
}

#define fork fork_refused
#include "lib/proc.c"
#undef fork
#include "unit.h"

static int descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static void test_setter(void)
{
	int before = descriptors(), leash = -7;

	errno = 0;
	ok(setter_start("true", 0, &leash) == -1 && errno == EAGAIN,
	   "A setting that cannot be started gives the reason of fork()");
	ok(leash == -7 && descriptors() == before, "A setting that cannot be started keeps no descriptor");
}

static void test_words(void)
{
	/* as wait(2) has them: a signal in the lower byte, an exit status in the next one */
	static const struct { int status; const char *words; } end[] = {
		{ SIGKILL, "signal 9" }, { 3 << 8, "exit status 3" },
		{ SIGSYS, "signal 31 (a filter of system calls: seccomp)" },
		{ SIGABRT, "signal 6 (abort: the C library found an error)" },
		{ SIGXCPU, "signal 24 (ulimit -t)" },
		{ 127 << 8, "exit status 127 (command not found)" },
	};
	char words[64];

	for (size_t i = 0; i < LENGTH(end); i++)
		is(status_words(end[i].status, words), end[i].words,
		   "How a process ended is said in words");
}

int main(int argc, char **argv)
{
	(void)argv;
	test_words();
	if (argc == 1)			/* else untimed: for a CPU that is emulated */
		test_setter();
	return unit_end();
}
