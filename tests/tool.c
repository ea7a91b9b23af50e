/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tool - what a test starts, or has a command start
 *
 *	tool --hear PROGRAM ARG...	as from a terminal: else a background job is deaf to Ctrl-C and Ctrl-\
 *	tool --nap			sleeps and is deaf to SIGTERM
 *	tool --burn			takes a CPU for 20 s, in a session (and autogroup) of its own
 *	tool --hop			is always another process, in another session, for 20 s
 */
#include <grp.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "../lib/clock.h"

#define USER 65533

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "--user")) {
		if (!setgroups(0, NULL) && !setgid(USER) && !setuid(USER))
			execv(argv[2], argv + 2);
		return 127;
	}
	if (argc > 1 && !strcmp(argv[1], "--nap")) {
		signal(SIGTERM, SIG_IGN);
		return sleep(40) != 0;
	}
	if (argc > 1 && !strcmp(argv[1], "--burn")) {
		setsid();
		for (int64_t end = now_ns() + 20 * NSEC_PER_SEC; now_ns() < end;)
			;
		return 0;
	}
	if (argc > 1 && !strcmp(argv[1], "--hop")) {
		for (int64_t end = now_ns() + 20 * NSEC_PER_SEC; now_ns() < end; setsid())
			if (fork() != 0)
				_exit(0);
		return 0;
	}
	if (argc > 2 && !strcmp(argv[1], "--hear")) {
		signal(SIGINT, SIG_DFL);
		signal(SIGQUIT, SIG_DFL);
		execv(argv[2], argv + 2);
		return 127;
	}
	return 2;
}
