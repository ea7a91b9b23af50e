/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../interbench.h"
#include "clock.h"
#include "machine.h"
#include "proc.h"
#include "util.h"

bool work_fail(struct work *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(w->reason, REASON_LEN, fmt, ap);
	va_end(ap);
	return false;
}

void work_die(struct work *w, const char *doing)
{
	char reason[REASON_LEN];

	snprintf(reason, sizeof(reason), "%s: %s", doing, strerror(errno));
	reason_leave(w->reason, reason);	/* others may fail at the same time */
	kill(0, SIGKILL);
	_exit(EXIT_TROUBLE);
}

/* Wait for "go": then the load's main thread closes the other end, and end of file comes. */
static void work_wait(struct work *w)
{
	char c;

	while (read(w->gate[0], &c, 1) < 0)
		if (errno != EINTR)	/* it must not begin before it is told to */
			work_die(w, "read");
}

bool work_reserve(struct work *w, int processes, int descriptors)
{
	struct rlimit r;
	int64_t left = machine_pids_left("");

	left = lesser(left, lesser(file_number("", "/proc/sys/kernel/threads-max", NULL),
				   file_number("", "/proc/sys/kernel/pid_max", NULL)));
	if (left >= 0 && processes > left)
		return work_fail(w, "%d threads or processes wanted, %" PRId64 " possible",
				 processes, left);
	if (!getrlimit(RLIMIT_NPROC, &r) && geteuid() && (rlim_t)processes > r.rlim_cur)
		return work_fail(w, "%d threads or processes wanted, %ju allowed (ulimit -u)",
				 processes, (uintmax_t)r.rlim_cur);
	if (getrlimit(RLIMIT_NOFILE, &r))
		return true;
	r.rlim_cur = r.rlim_max;
	setrlimit(RLIMIT_NOFILE, &r);
	descriptors += 16;		/* ours: streams, log, pipes, Read's file */
	if ((rlim_t)descriptors > r.rlim_cur)
		return work_fail(w, "%d file descriptors wanted, %ju allowed (ulimit -n)",
				 descriptors, (uintmax_t)r.rlim_cur);
	return true;
}

struct worker {
	struct work *work;
	void (*fn)(struct work *w, int i);
	int i;
};

static void *worker_thread(void *arg)
{
	struct worker *worker = arg;

	work_wait(worker->work);
	worker->fn(worker->work, worker->i);
	return NULL;
}

bool work_threads(struct work *w, int n, void (*fn)(struct work *w, int i))
{
	struct worker *worker;
	pthread_attr_t attr;
	pthread_t thread;
	int error;

	if (!work_reserve(w, n, 0))
		return false;
	worker = calloc((size_t)n, sizeof(*worker));
	error = worker ? 0 : ENOMEM;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 128 << 10);	/* thousands must fit */
	for (int i = 0; i < n && !error; i++) {
		worker[i] = (struct worker){ w, fn, i };
		error = pthread_create(&thread, &attr, worker_thread, &worker[i]);
	}
	pthread_attr_destroy(&attr);
	return !error || work_fail(w, "%d threads: %s", n, strerror(error));
}

/*
 * Whom the OOM killer takes: the load first, the parent last. Without the parent all rows are
 * lost, without the task one row; without the load a row says why it has no figures.
 */
enum { OOM_FIRST = 1000, OOM_LAST = -900 };

static int oom_before;			/* the value that we were given */
static bool oom_lowered;

static bool oom_set(int value)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC | O_NONBLOCK);
	char text[16];
	size_t n = (size_t)snprintf(text, sizeof(text), "%d", value);
	bool set = fd >= 0 && text_write(fd, text, n) == n;

	if (fd >= 0)
		close(fd);
	return set;
}

void oom_last(void)
{
	char *text = file_text("", "/proc/self/oom_score_adj");

	oom_before = text ? atoi(text) : 0;
	/* without CAP_SYS_RESOURCE no lower than a privileged process has set it */
	if (text && oom_before > OOM_LAST)
		oom_lowered = oom_set(OOM_LAST) || (oom_before > 0 && oom_set(0));
	free(text);
}

void oom_first(void)
{
	oom_set(OOM_FIRST);
}

void oom_restore(void)
{
	if (oom_lowered)
		oom_set(oom_before);
}

pid_t child_fork(void)
{
	pid_t parent = getpid(), pid = fork();

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(EXIT_TROUBLE);
	}
	return pid;
}

bool work_process(struct work *w, void (*fn)(struct work *w, int i), int i)
{
	pid_t pid = child_fork();

	if (pid < 0)
		return work_fail(w, "fork: %s", strerror(errno));
	if (pid > 0)
		return true;
	/* the parent must see end of file when the load's first process dies */
	close(w->up);
	close(w->gate[1]);
	work_wait(w);
	fn(w, i);
	_exit(EXIT_TROUBLE);
}

/* The path of the file that is mapped where this code stands; NULL: unknown. To be freed. */
static char *self_path(ino_t *inode)
{
	char *text = file_text("", "/proc/self/maps"), *next = text, *line, *path = NULL;
	const uintptr_t here = (uintptr_t)self_path;

	while (!path && (line = strsep(&next, "\n"))) {
		uintmax_t begin, end, number;
		int at = 0;

		if (sscanf(line, "%jx-%jx %*s %*s %*s %ju %n", &begin, &end, &number, &at) == 3 &&
		    at && begin <= here && here < end) {
			path = strdup(line + at);
			*inode = (ino_t)number;
		}
	}
	free(text);
	return path;
}

int self_open(struct work *w)
{
	char exe[PATH_MAX] = "", *path;
	struct stat st;
	ino_t inode = 0;
	int fd = open("/proc/self/exe", O_PATH | O_CLOEXEC);

	if (fd < 0 || readlink("/proc/self/exe", exe, sizeof(exe) - 1) < 0) {
		work_fail(w, "/proc/self/exe: %s", strerror(errno));
		return -1;
	}
	path = self_path(&inode);
	if (path && strcmp(path, exe)) {
		close(fd);
		fd = open(path, O_PATH | O_CLOEXEC);
		if (fd < 0 || fstat(fd, &st) || st.st_ino != inode) {
			work_fail(w, "started by a loader, the program cannot find its own file");
			fd = -1;
		}
	}
	free(path);
	return fd;
}

unsigned long long process_born(pid_t pid)
{
	char path[64], *text, *field;
	unsigned long long born = 0;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	text = file_text("", path);
	field = text ? strrchr(text, ')') : NULL;	/* a name may hold blanks and ')' */
	for (int i = 2; field && i < 22; i++)
		field = strchr(field + 1, ' ');
	if (field)
		born = strtoull(field + 1, NULL, 10);
	free(text);
	return born;
}

bool strays_kill(int sig, unsigned long long born, pid_t keep)
{
	char path[64], *text, *next;
	bool any = false;
	pid_t pid, group;

	snprintf(path, sizeof(path), CHILDREN, (int)getpid());
	text = file_text("", path);
	for (next = text; next && (pid = (pid_t)strtol(next, &next, 10)) > 0; ) {
		if (pid == keep || process_born(pid) < born)
			continue;
		/* SIGKILL goes to the whole group: else one of the others could fork meanwhile */
		group = sig == SIGKILL ? getpgid(pid) : pid;
		if (group <= 1 || group == getpgrp() || kill(-group, sig))
			kill(pid, sig);
		waitpid(pid, NULL, WNOHANG);
		any = true;
	}
	free(text);
	return any;
}

const char *status_words(int status, char words[static 64])
{
	int code = WEXITSTATUS(status), sig = WTERMSIG(status);

	if (WIFSIGNALED(status))
		snprintf(words, 64, "signal %d%s", sig,
			 sig == SIGABRT ? " (abort: the C library found an error)" :
			 sig == SIGSYS ? " (a filter of system calls: seccomp)" :
			 sig == SIGXCPU ? " (ulimit -t)" : "");
	else
		snprintf(words, 64, "exit status %d%s", code,
			 code == 127 ? " (command not found)" :
			 code == 126 ? " (cannot be executed)" : "");
	return words;
}

/* Does this signal end who has not asked for it, and tell of no fault in the program? */
static bool signal_ends(int sig)
{
	static const int ends[] = {
		SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
		SIGXCPU, SIGPOLL, SIGPWR,
#ifdef SIGSTKFLT
		SIGSTKFLT,		/* not on every architecture, and sent by nobody but kill(1) */
#endif
	};

	for (size_t i = 0; i < LENGTH(ends); i++)
		if (sig == ends[i])
			return true;
	return sig >= SIGRTMIN && sig <= SIGRTMAX;
}

/* They would stop us alone (Ctrl-Z, or output from the background), and the loads would go on. */
static const int stops[] = { SIGTSTP, SIGTTIN, SIGTTOU };

void signals_default(void)
{
	for (int sig = 1; sig <= SIGRTMAX; sig++)
		if (signal_ends(sig))
			signal(sig, SIG_DFL);
	for (size_t i = 0; i < LENGTH(stops); i++)
		signal(stops[i], SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
}

void signal_noted(int sig)
{
	(void)sig;
}

void shell_exec(const char *command, int last)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	sigset_t none;

	signals_default();
	signal(SIGCHLD, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	for (int fd = STDIN_FILENO; fd <= last; fd++)
		if (dup2(null, fd) < 0)
			_exit(126);	/* else it would write among our own output */
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

void signals_fill(sigset_t *set)
{
	sigemptyset(set);
	for (int sig = 1; sig <= SIGRTMAX; sig++)
		if (signal_ends(sig))
			sigaddset(set, sig);
}

/*
 * The first signal ends the run in order; a second one ends it without waiting. The same
 * signal again at once does not count: timeout(1) signals its child, and then the group.
 */
static void signal_caught(int sig)
{
	static int64_t first;

	if (caught && (sig != caught || now_ns() - first > NSEC_PER_SEC / 2))
		_exit(128 + sig);
	if (!caught)
		first = now_ns();
	caught = sig;
}

/*
 * A filter can let a call seem to succeed that does nothing. Those without which a run would
 * never end, deaf to its signals, are tried where they cannot succeed: no process has the
 * greatest number, and no file.
 */
static void calls_check(void)
{
	struct pollfd none = { .fd = INT_MAX };
	const struct timespec now = { 0 };
	const char *fake = !kill(INT_MAX, 0) ? "kill" :
			   !waitpid(INT_MAX, NULL, WNOHANG) ? "waitpid" :
			   !ppoll(&none, 1, &now, NULL) ? "ppoll" : NULL;

	if (fake)
		die_call(fake, 0);
}

void signals_catch(void)
{
	struct sigaction old, action = { .sa_handler = signal_caught, .sa_flags = SA_RESTART };
	sigset_t set;

	if (kill(getpid(), 0))		/* a load that cannot be killed would never end */
		die_call("kill", errno);
	calls_check();
	for (int sig = 1; sig <= SIGRTMAX; sig++)
		if (signal_ends(sig) && !sigaction(sig, NULL, &old) && old.sa_handler != SIG_IGN)	/* nohup */
			sigaction(sig, &action, NULL);
	signals_fill(&set);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	signal(SIGCHLD, SIG_DFL);	/* ignored, no status of a child would be kept */
	signal(SIGXFSZ, SIG_IGN);	/* beyond ulimit -f a write fails, in the loads, too */
	signal(SIGPIPE, SIG_IGN);	/* what a write returns is looked at */
	for (size_t i = 0; i < LENGTH(stops); i++)
		signal(stops[i], SIG_IGN);
}

int status_code(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void streams_check(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		/* not /dev/null: writing to a closed output has to fail */
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/", O_PATH) != fd)
			_exit(EXIT_TROUBLE);
}

void signal_end(int sig)
{
	sigset_t set;

	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
	_exit(128 + sig);
}
