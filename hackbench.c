/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hackbench.c - the load Hack: messages passed by many processes
 *
 * The pattern is known from hackbench, written for the scheduler of Linux 2.4:
 * in each of -L groups every one of 20 senders sends 100-byte messages to every
 * one of 20 receivers, over a socket pair per receiver.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "interbench.h"

enum { MEMBERS = 20, MESSAGE = 100 };

/* The group being made; a member has its own copy since its fork. */
struct hack_group {
	int to[MEMBERS], from[MEMBERS];
};

static void sender_run(struct work *w, int i)
{
	const struct hack_group *group = w->data;
	static const char message[MESSAGE];

	for (;;)
		for (int k = 0; k < MEMBERS; k++)
			/* a message may be cut: the receiver counts bytes */
			if (write(group->to[(i + k) % MEMBERS], message, MESSAGE) < 0 &&
			    errno != EINTR)
				work_die(w, "write");
}

static void receiver_run(struct work *w, int i)
{
	const struct hack_group *group = w->data;
	char message[MESSAGE];
	size_t bytes = 0;
	ssize_t n;

	for (;;) {
		n = read(group->from[i], message, sizeof(message));
		if (n == 0)
			_exit(1);	/* no end, for we hold the other: it would spin */
		if (n < 0 && errno != EINTR)
			work_die(w, "read");
		bytes += n > 0 ? (size_t)n : 0;
		work_done(w, bytes / MESSAGE);
		bytes %= MESSAGE;
	}
}

static bool group_make(struct work *w, struct hack_group *group)
{
	bool made = true;
	int pair[2], n;

	for (n = 0; n < MEMBERS; n++) {
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
			return work_fail(w, "socketpair: %s", strerror(errno));
		group->from[n] = pair[0];
		group->to[n] = pair[1];
	}
	for (int i = 0; i < MEMBERS && made; i++)
		made = work_process(w, receiver_run, i) && work_process(w, sender_run, i);
	while (n-- > 0) {		/* the members have their own */
		close(group->from[n]);
		close(group->to[n]);
	}
	return made;
}

bool hack_setup(struct work *w)
{
	static struct hack_group group;

	w->data = &group;
	if (!work_reserve(w, w->threads * 2 * MEMBERS, 2 * MEMBERS))
		return false;
	for (int i = 0; i < w->threads; i++)
		if (!group_make(w, &group))
			return false;
	return true;
}
