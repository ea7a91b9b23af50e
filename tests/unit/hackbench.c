/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the members of Hack's groups */
#include <signal.h>
#include <sys/wait.h>

#include "../../hackbench.c"
#include "unit.h"

static void test_receiver(void)
{
	static struct group group;
	static _Atomic uint64_t done;
	struct work w = { .data = &group, .done = &done };
	int pair[2], status = 0;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) || write(pair[1], "", 1) != 1)
		abort();
	close(pair[1]);
	group.from[0] = pair[0];
	pid = fork();
	if (pid == 0) {
		alarm(5);
		errno = EINTR;		/* left by an earlier call; a read of 0 sets none */
		receiver_run(&w, 0);
	}
	waitpid(pid, &status, 0);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 1,
	   "A receiver of Hack ends when its senders are gone, whatever stands in errno");
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc == 1)
		test_receiver();
	return unit_end();
}
