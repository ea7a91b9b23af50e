/* SPDX-License-Identifier: GPL-2.0-or-later */
/* how processes ended */
#include "lib/proc.c"
#include "unit.h"

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

int main(void)
{
	test_words();
	return unit_end();
}
