/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../interbench.h"
#include "clock.h"
#include "machine.h"
#include "proc.h"
#include "setting.h"
#include "util.h"

/* A name stands in a header: it has no character that mail could lose. */
bool setting_add(struct settings *settings, const char *arg, char reason[static REASON_LEN])
{
	size_t n = strspn(arg, LETTERS DIGITS "._+-"), end = strcspn(arg, "=:");
	struct setting *s = settings->row, *behind = settings->row + settings->n;
	const char **text;

	*reason = 0;
	if (!end || !arg[end] || (arg[end] == '=' && !arg[end + 1]))
		snprintf(reason, REASON_LEN, "NAME=COMMAND or NAME:OPTIONS is wanted");
	else if (n < end || n >= NAME_LEN)
		snprintf(reason, REASON_LEN, "a name is 1 to %d of A-Z a-z 0-9 . _ + -",
			 NAME_LEN - 1);
	if (*reason)
		return false;
	while (s < behind && (strlen(s->name) != n || strncmp(s->name, arg, n) != 0))
		s++;
	if (s == settings->row + LENGTH(settings->row)) {
		snprintf(reason, REASON_LEN, "%d settings at most", settings->n);
		return false;
	}
	text = arg[n] == '=' ? &s->command : &s->options;
	if (s < behind && *text) {
		snprintf(reason, REASON_LEN, "this name has its %s already",
			 arg[n] == '=' ? "command" : "options");
		return false;
	}
	if (s == behind) {
		s->name = xstrdup(arg);
		s->name[n] = 0;
		settings->n++;
	}
	*text = arg + n + 1;
	return true;
}

void setting_text(const struct settings *all, const struct setting *s, char out[static FACT_LEN])
{
	const char *options = s->options && !*s->options ? "no options" : s->options;
	char text[2 * FACT_LEN];

	snprintf(text, sizeof(text), "%d of %d, %s%s%s", (int)(s - all->row) + 1, all->n,
		 options ? options : "", options && s->command ? "; " : "",
		 s->command ? s->command : "");
	line_copy(out, FACT_LEN - strlen("Setting: "), text);
}

/*
 * Run a command, and end with its status once no process is left of all that it has made.
 * End of file on the leash means that the parent has closed it or has died: then end the
 * command by SIGTERM, so that a BPF scheduler can be unloaded in order, and later by SIGKILL.
 */
__attribute__((noreturn))
static void setter_run(const char *command, int nice, int leash)
{
	struct pollfd fd = { .fd = leash, .events = POLLIN };
	const struct timespec nap = { .tv_nsec = 20 * NSEC_PER_MSEC };
	int64_t begin = 0, next = 0;		/* of the stop; 0: not yet */
	int status = 0, ended = 0;
	sigset_t open;
	pid_t sh, pid;

	oom_restore();
	setpgid(0, 0);
	prctl(PR_SET_NAME, "setting");		/* killall interbench must not end this */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigfillset(&open);			/* nor must a signal to all processes */
	sigprocmask(SIG_SETMASK, &open, NULL);
	sigdelset(&open, SIGCHLD);
	signal(SIGCHLD, signal_noted);
	sh = fork();
	if (sh == 0) {
		setsid();			/* it has no terminal to ask at */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getpriority(PRIO_PROCESS, 0) != nice)
			setpriority(PRIO_PROCESS, 0, nice);
		shell_exec(command, STDOUT_FILENO);	/* the user sees its errors */
	}
	for (;;) {
		while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
			ended = pid == sh ? status : ended;
		if (pid < 0 && errno != ECHILD)
			strays_kill(SIGKILL, 0, 0);	/* no end of them could be seen */
		if (pid < 0 || (begin && now_ns() - begin > REAP_LIMIT))
			_exit(sh < 0 ? EXIT_TROUBLE : status_code(ended));
		if (ppoll(&fd, 1, begin ? &nap : NULL, &open) > 0) {
			begin = now_ns();
			fd.fd = -1;
		}
		if (begin && now_ns() >= next) {
			int sig = now_ns() - begin < TERM_LIMIT ? SIGTERM : SIGKILL;

			if (!strays_kill(sig, 0, 0))	/* perhaps this kernel does not list them */
				kill(-sh, sig);
			next = sig == SIGTERM ? now_ns() + NSEC_PER_SEC : 0;
		}
	}
}

/*
 * Have a command run, at this nice value, until the caller closes *leash. A process that we
 * start looks after it; it does not come from child_fork(), since it has to outlive us to
 * clean up. Returns its id; -1 with errno, and no *leash, if it cannot be started.
 */
static pid_t setter_start(const char *command, int nice, int *leash)
{
	int ends[2], error;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	pid = fork();
	if (pid == 0) {
		close(ends[1]);
		setter_run(command, nice, ends[0]);
	}
	error = errno;
	close(ends[0]);
	if (pid < 0)
		close(ends[1]);
	else
		*leash = ends[1];
	errno = error;
	return pid;
}

bool setting_ended(struct setter *s)
{
	pid_t ended = s->pid > 0 ? waitpid(s->pid, &s->status, WNOHANG) : 0;

	if (ended) {
		s->lost = ended < 0;	/* child_stop() of process 1 has reaped it */
		close(s->leash);
		s->pid = -1;
	}
	return s->pid < 0;
}

bool setting_start(struct setter *s, const char *command, int nice,
		   char reason[static REASON_LEN])
{
	bool ext = sched_ext_enabled("");
	int64_t until = now_ns() + SETTING_LIMIT;

	s->status = 0;
	s->lost = false;
	if (!command)
		return true;
	s->pid = 0;
	if (access("/dev/null", R_OK | W_OK)) {
		snprintf(reason, REASON_LEN, "/dev/null: %s", strerror(errno));
		return false;
	}
	s->pid = setter_start(command, nice, &s->leash);
	if (s->pid < 0) {
		snprintf(reason, REASON_LEN, "cannot be made: %s", strerror(errno));
		s->pid = 0;
		return false;
	}
	s->born = process_born(s->pid);
	while (!setting_ended(s) && !caught && now_ns() < until && (ext || !sched_ext_enabled("")))
		sleep_until(now_ns() + 10 * NSEC_PER_MSEC);
	snprintf(reason, REASON_LEN, "its command failed with exit status %d",
		 status_code(s->status));
	if (s->pid < 0 && !s->status)
		s->pid = 0;			/* done, nothing has to be kept up */
	return s->pid >= 0;
}

void setting_stop(struct setter *s)
{
	int64_t until = now_ns() + REAP_LIMIT + NSEC_PER_SEC;	/* the setter has the former */

	if (s->pid > 0) {
		close(s->leash);
		/* a task or load that cannot be killed holds the leash, too */
		while (!waitpid(s->pid, NULL, WNOHANG) && now_ns() < until)
			sleep_until(now_ns() + NSEC_PER_MSEC);
	}
	/* a setter that was killed has left us its children */
	while (s->pid && strays_kill(SIGKILL, s->born, 0) && now_ns() < until)
		sleep_until(now_ns() + NSEC_PER_MSEC);
	s->pid = 0;
}
