/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the members of Hack's groups */
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "../../hackbench.c"
#include "unit.h"

static struct {
	_Atomic uint64_t done;
	char reason[REASON_LEN];
} *told;				/* shared with children */

/* A message and a half in two parts, and another half: two messages */
static void test_receiver(void)
{
	static struct hack_group group;
	static char bytes[MESSAGE];
	struct work w = { .data = &group, .done = &told->done, .reason = told->reason };
	int pair[2], status = 0;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) || write(pair[1], bytes, 70) != 70 ||
	    write(pair[1], bytes, 80) != 80 || write(pair[1], bytes, 50) != 50)
		abort();
	close(pair[1]);
	group.from[3] = pair[0];
	pid = fork();
	if (pid == 0) {
		alarm(5);
		errno = EINTR;		/* left by an earlier call; a read of 0 sets none */
		receiver_run(&w, 3);
	}
	waitpid(pid, &status, 0);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 1,
	   "A receiver of Hack ends when its senders are gone, whatever stands in errno");
	ok(told->done == 2, "A receiver counts messages by their bytes");
	close(pair[0]);
	pid = fork();
	if (pid == 0) {
		setpgid(0, 0);
		receiver_run(&w, 3);
	}
	waitpid(pid, &status, 0);
	ok(WIFSIGNALED(status) && !strncmp(told->reason, "read: ", 6), "A receiver that cannot read ends the load, and says so");
}

/* It writes round and round until all of them are full: each has messages, and 7, the first, the most. */
static void test_sender(void)
{
	struct hack_group group;
	struct work w = { .data = &group, .reason = told->reason };
	int bytes[MEMBERS], last = -1, status;
	bool all = true, more = true;
	pid_t pid;

	for (int i = 0; i < MEMBERS; i++) {
		int pair[2], size = 4096;

		if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) ||
		    setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size)))
			abort();
		group.from[i] = pair[0];
		group.to[i] = pair[1];
	}
	*told->reason = 0;
	pid = fork();
	if (pid == 0) {
		setpgid(0, 0);
		for (int i = 0; i < MEMBERS; i++)
			close(group.from[i]);
		signal(SIGPIPE, SIG_IGN);
		sender_run(&w, 7);
	}
	for (int i = 0, same = 0; same < 20 && i < 500; i++, usleep(10000)) {	/* until it has waited for 0.2 s */
		ioctl(group.from[7], FIONREAD, &bytes[7]);
		same = bytes[7] == last && last > 0 ? same + 1 : 0;
		last = bytes[7];
	}
	for (int i = 0; i < MEMBERS; i++) {
		ioctl(group.from[i], FIONREAD, &bytes[i]);
		all &= bytes[i] >= MESSAGE && bytes[i] % MESSAGE == 0;
		more &= bytes[i] == bytes[7] || bytes[i] == bytes[7] - MESSAGE;
	}
	ok(all && more, "A sender of Hack gives each receiver whole messages in turn, beginning with its own");
	for (int i = 0; i < MEMBERS; i++)
		close(group.from[i]);
	waitpid(pid, &status, 0);
	ok(WIFSIGNALED(status) && !strncmp(told->reason, "write: ", 7), "A sender without receivers ends the load, and says so");
	for (int i = 0; i < MEMBERS; i++)
		close(group.to[i]);
}

static int descriptors(void)
{
	int n = 0;

	for (int fd = 0; fd < 1000; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

/* Two groups of 20 and 20: who is in the process group, and what the first process keeps open */
static void test_groups(void)
{
	struct work w = { .threads = 2, .done = &told->done, .reason = told->reason };
	int status, members = 0;
	pid_t pid;

	told->done = 0;
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		int before;

		setpgid(0, 0);
		if (pipe(w.gate))
			_exit(1);
		w.up = dup(w.gate[0]);
		before = descriptors();
		if (!hack_setup(&w) || descriptors() != before)
			_exit(2);
		usleep(20000);
		if (told->done)
			_exit(3);	/* nobody told them to go */
		close(w.gate[1]);
		for (int i = 0; told->done < 10000 && i < 5000; i++)
			usleep(1000);
		if (told->done < 10000)
			_exit(4);
		signal(SIGTERM, SIG_IGN);
		kill(0, SIGTERM);
		while (wait(&status) > 0)
			members += WIFSIGNALED(status);
		_exit(members == 80 ? 0 : members);
	}
	waitpid(pid, &status, 0);
	ok(status == 0, "Groups of Hack pass messages from go on (%d)", status >> 8);
}

int main(int argc, char **argv)
{
	(void)argv;
	told = mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (told == MAP_FAILED)
		return 1;
	if (argc == 1) {
		test_receiver();
		test_sender();
		test_groups();
	}
	return unit_end();
}
