/* SPDX-License-Identifier: GPL-2.0-or-later */
/* processes: how they end, who dies with whom, limits, signals */
#include <poll.h>
#include <sys/mman.h>

#include "lib/clock.h"
static int64_t told_ns(void);
#define now_ns told_ns
#include "lib/proc.c"
#undef now_ns
#include "unit.h"

static int64_t signal_ns;		/* when the next signal comes */

static int64_t told_ns(void)
{
	return signal_ns;
}

/* What children tell besides how they end */
static struct {
	char reason[REASON_LEN];
	_Atomic uint64_t done;
	_Atomic int ran[4];
	pid_t pid[3];
} *seen;

/* The status, as of wait(), of a child in a group of its own that does this. */
static int ends(void (*does)(void))
{
	int status = 0;
	pid_t pid;

	fflush(stdout);
	memset(seen, 0, sizeof(*seen));
	pid = fork();
	if (pid == 0) {
		setpgid(0, 0);
		alarm(20);
		does();
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return status;
}

#define EXITS(does, code) (ends(does) == (code) << 8)

/* Within 5 s: is there an end of file, which all who hold the other end have to die for? */
static bool all_gone(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char c;

	return poll(&p, 1, 5000) == 1 && read(fd, &c, 1) == 0;
}

static void test_words(void)
{
	/* as wait(2) has them: a signal in the lower byte, an exit status in the next one */
	static const struct { int status; const char *words; int code; } end[] = {
		{ SIGKILL, "signal 9", 137 }, { 3 << 8, "exit status 3", 3 },
		{ SIGSYS, "signal 31 (a filter of system calls: seccomp)", 159 },
		{ SIGABRT, "signal 6 (abort: the C library found an error)", 134 },
		{ SIGXCPU, "signal 24 (ulimit -t)", 152 },
		{ 127 << 8, "exit status 127 (command not found)", 127 },
		{ 126 << 8, "exit status 126 (cannot be executed)", 126 }, { 0, "exit status 0", 0 },
	};
	char words[64];

	for (size_t i = 0; i < LENGTH(end); i++) {
		is(status_words(end[i].status, words), end[i].words,
		   "How a process ended is said in words");
		ok(status_code(end[i].status) == end[i].code, "and as a shell's exit status");
	}
}

static struct work *work(void)
{
	static struct work w;

	w.reason = seen->reason;
	w.done = &seen->done;
	if (pipe2(w.gate, O_CLOEXEC))
		abort();
	return &w;
}

/* In its first process each limit, and one less. As nobody: root has no limit of processes. */
static void does_limits(void)
{
	struct rlimit files = { 20, 116 }, processes = { 70, 70 };

	setrlimit(RLIMIT_NOFILE, &files);
	if (!work_reserve(work(), 0, 100) || getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur != 116 || *seen->reason)
		_exit(1);
	if (work_reserve(work(), 0, 101) || strcmp(seen->reason, "117 file descriptors wanted, 116 allowed (ulimit -n)"))
		_exit(2);
	setrlimit(RLIMIT_NPROC, &processes);
	if (!geteuid() && (!work_reserve(work(), 71, 0) || setuid(65534)))
		_exit(3);
	if (!work_reserve(work(), 70, 0))
		_exit(4);
	if (work_reserve(work(), 71, 0) || strcmp(seen->reason, "71 threads or processes wanted, 70 allowed (ulimit -u)"))
		_exit(5);
}

static void test_limits(void)
{
	long long left = INT_MAX, n;
	char wanted[REASON_LEN];

	ok(EXITS(does_limits, 0), "Limits of descriptors and processes count");
	for (int i = 0; i < 2; i++) {
		FILE *f = fopen(i ? "/proc/sys/kernel/pid_max" : "/proc/sys/kernel/threads-max", "r");

		if (f && fscanf(f, "%lld", &n) == 1 && n < left)
			left = n;
		if (f)
			fclose(f);
	}
	if (machine_pids_left("") >= 0 || left == INT_MAX || geteuid()) {
		ok(true, "No more processes than Linux has numbers for # SKIP root, or there are other limits");
		return;
	}
	snprintf(wanted, sizeof(wanted), "%lld threads or processes wanted, %lld possible", left + 1, left);
	ok(work_reserve(work(), (int)left, 0) && !work_reserve(work(), (int)left + 1, 0),
	   "No more processes than Linux has numbers for");
	is(seen->reason, wanted, "and it is said how many");
}

/* Field 22 of proc(5)'s stat */
static unsigned long long born_of(pid_t pid)
{
	unsigned long long born = 0;
	char path[64], text[1024] = "";
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "r");
	if (f && fgets(text, sizeof(text), f))
		sscanf(strrchr(text, ')'), ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
		       "%*d %*d %llu", &born);
	if (f)
		fclose(f);
	return born;
}

static void test_born(void)
{
	unsigned long long born = born_of(getpid());
	char name[17] = "";

	ok(born && process_born(getpid()) == born && process_born(1) == born_of(1), "When a process began is in its stat");
	prctl(PR_GET_NAME, name);
	prctl(PR_SET_NAME, "a) 1 (b 2");
	ok(process_born(getpid()) == born, "whatever its name is");
	prctl(PR_SET_NAME, name);
	ok(process_born(-1) == 0, "Who is not there never began");
}

static int strays_pipe[2];		/* held by the last of strays */

/* A child that waits; its group: 0 ours, 1 its own, with a child of its own there, 2 as 1 but deaf to SIGTERM */
static pid_t stray(int kind)
{
	int ready[2];
	char c;
	pid_t pid;

	if (pipe(ready))
		_exit(99);
	pid = fork();
	if (pid == 0) {
		if (kind)
			setpgid(0, 0);
		if (kind == 2)
			signal(SIGTERM, SIG_IGN);
		if (!kind || fork() > 0)
			close(strays_pipe[1]);
		close(ready[0]);
		close(ready[1]);
		for (;;)
			pause();
	}
	close(ready[1]);
	if (read(ready[0], &c, 1) != 0)		/* the end of file: all are there */
		_exit(99);
	close(ready[0]);
	return pid;
}

/* Is a child dead, within 5 s? */
static bool dead(pid_t pid)
{
	for (int i = 0; i < 5000; i++, usleep(1000))
		if (waitpid(pid, NULL, WNOHANG) != 0)	/* or reaped already */
			return true;
	return false;
}

static void does_strays(void)
{
	pid_t keep, other;

	if (strays_kill(SIGKILL, 0, 0))
		_exit(1);		/* there was none */
	if (pipe(strays_pipe))
		_exit(99);
	keep = stray(0);
	other = stray(0);
	if (strays_kill(SIGKILL, ULLONG_MAX, 0) || waitpid(other, NULL, WNOHANG))
		_exit(2);		/* it began too early to be a stray */
	if (!strays_kill(SIGKILL, process_born(other), keep) || !dead(other) || waitpid(keep, NULL, WNOHANG))
		_exit(3);
	if (!strays_kill(SIGTERM, 0, 0) || !dead(keep))
		_exit(4);
	other = stray(1);
	close(strays_pipe[1]);
	if (!strays_kill(SIGKILL, 0, 0) || !dead(other) || !all_gone(strays_pipe[0]))
		_exit(5);		/* its child has to die, too */
	if (pipe(strays_pipe))
		_exit(99);
	other = stray(1);
	close(strays_pipe[1]);
	if (!strays_kill(SIGTERM, 0, 0) || !dead(other) || !all_gone(strays_pipe[0]))
		_exit(6);
	if (pipe(strays_pipe))
		_exit(99);
	other = stray(2);
	close(strays_pipe[1]);
	if (!strays_kill(SIGTERM, 0, 0) || (usleep(20000), waitpid(other, NULL, WNOHANG)))
		_exit(7);		/* it asked for more than SIGTERM */
	if (!strays_kill(SIGKILL, 0, 0) || !dead(other) || !all_gone(strays_pipe[0]))
		_exit(8);
}

static void test_strays(void)
{
	char path[64];
	int status;

	snprintf(path, sizeof(path), CHILDREN, (int)getpid());
	if (access(path, R_OK)) {
		ok(true, "Strays are killed with their groups # SKIP Linux does not list children");
		return;
	}
	status = ends(does_strays);
	ok(status == 0, "Strays are killed with their groups, but for those who were there before (%d)", status >> 8);
}

static int held[2];			/* by those who have to die with their parent */

static void does_orphan(void)
{
	int asked = 0;

	if (child_fork() == 0) {
		close(held[0]);
		prctl(PR_GET_PDEATHSIG, &asked);
		seen->pid[0] = asked;
		seen->pid[1] = getpid();
		for (;;)
			pause();
	}
	while (!seen->pid[1])
		usleep(1000);
}

static void process_runs(struct work *w, int i)
{
	char c;

	seen->ran[i]++;
	work_done(w, 5);
	if (read(w->up, &c, 1) >= 0 || errno != EBADF || fcntl(w->gate[1], F_GETFD) >= 0)
		_exit(7);		/* it holds what only the load's main process may */
}

/* It runs after go alone, and is not to end */
static void does_process(void)
{
	struct work *w = work();
	int status;

	w->up = open("/dev/null", O_RDONLY);
	if (!work_process(w, process_runs, 2) || (usleep(20000), seen->ran[2]))
		_exit(1);
	close(w->gate[1]);
	if (wait(&status) < 0 || status != EXIT_TROUBLE << 8 || seen->ran[2] != 1 || seen->done != 5)
		_exit(2);
	if (fcntl(w->up, F_GETFD) < 0)
		_exit(3);
}

static void thread_runs(struct work *w, int i)
{
	pthread_attr_t attr;
	size_t size = 0;

	pthread_getattr_np(pthread_self(), &attr);
	pthread_attr_getstacksize(&attr, &size);
	seen->ran[i] += size == 128 << 10 ? 1 : 100;
	work_done(w, 1);
}

static void does_threads(void)
{
	struct work *w = work();

	if (!work_threads(w, 4, thread_runs) || (usleep(20000), seen->done))
		_exit(1);
	close(w->gate[1]);
	for (int i = 0; seen->done < 4 && i < 5000; i++)
		usleep(1000);
	for (int i = 0; i < 4; i++)
		if (seen->ran[i] != 1)
			_exit(2);
}

static void does_die(void)
{
	errno = ENOSPC;
	work_die(work(), "write");
}

static void does_die_second(void)
{
	work_fail(work(), "fork");
	does_die();
}

static void test_work(void)
{
	char wanted[REASON_LEN];

	ok(!work_fail(work(), "%d of %s", 3, "x") && !strcmp(seen->reason, "3 of x"), "A set-up that fails says why");
	ok(ends(does_die) == SIGKILL, "A load that cannot go on ends its group");
	snprintf(wanted, sizeof(wanted), "write: %s", strerror(ENOSPC));
	is(seen->reason, wanted, "and says why");
	ends(does_die_second);
	is(seen->reason, "fork", "Of two that cannot go on the first says why");
	ok(EXITS(does_process, 0), "A process of a load works from go on");
	ok(EXITS(does_threads, 0), "Threads of a load work from go on, each by its number");
	if (pipe(held))
		abort();
	ends(does_orphan);
	close(held[1]);
	ok(seen->pid[0] == SIGKILL && all_gone(held[0]), "A child dies with its parent");
}

static int oom_value(void)
{
	char *text = file_text("", "/proc/self/oom_score_adj");
	int value = text ? atoi(text) : 0;

	free(text);
	return value;
}

/* pid[]: the last, the first, and as before; of a process that was at 200 */
static void does_oom(void)
{
	if (!oom_set(200))
		_exit(50);
	oom_last();
	seen->pid[0] = oom_value();
	oom_first();
	seen->pid[1] = oom_value();
	oom_restore();
	seen->pid[2] = oom_value();
}

/* Whoever has no privilege may not go below what a privileged one has set. */
static void does_oom_refused(void)
{
	if (!oom_set(200) || setuid(65534) || prctl(PR_SET_DUMPABLE, 1))
		_exit(50);
	oom_last();
	oom_first();
	oom_restore();		/* nothing was lowered */
	seen->pid[0] = oom_value();
}

static void test_oom(void)
{
	char *text = file_text("", "/proc/self/status"), *caps = text ? strstr(text, "\nCapEff:") : NULL;
	bool capable = caps && strtoull(caps + 8, NULL, 16) >> 24 & 1;	/* CAP_SYS_RESOURCE */

	free(text);
	if (oom_value() != 0 || ends(does_oom)) {
		ok(true, "Out of memory: the last, the first, and as before # SKIP it was changed for us");
		return;
	}
	ok(seen->pid[0] == (capable ? -900 : 0) && seen->pid[1] == 1000 && seen->pid[2] == 200,
	   "Out of memory: the last, the first, and as before");
	if (capable && !geteuid())
		ok(ends(does_oom_refused) || seen->pid[0] == 1000, "What was not changed is not restored");
}

static void does_open_self(void)
{
	struct stat a, b;
	int fd = self_open(work());

	if (fd < 0 || fstat(fd, &a) || stat("/proc/self/exe", &b) || a.st_ino != b.st_ino || a.st_dev != b.st_dev)
		_exit(1);
	if (fcntl(fd, F_GETFD) != FD_CLOEXEC || !(fcntl(fd, F_GETFL) & O_PATH))
		_exit(2);
}

static void does_signals(void)
{
	static const struct { int sig; void (*is)(int); } after[] = {
		{ SIGINT, signal_caught }, { SIGTERM, signal_caught }, { SIGHUP, SIG_IGN }, { SIGPIPE, SIG_IGN },
		{ SIGTSTP, SIG_IGN }, { SIGXFSZ, SIG_IGN }, { SIGCHLD, SIG_DFL },
	};
	struct sigaction now;
	sigset_t set;

	signal(SIGHUP, SIG_IGN);	/* as nohup */
	signal(SIGCHLD, SIG_IGN);
	sigfillset(&set);
	sigprocmask(SIG_SETMASK, &set, NULL);
	signals_catch();
	for (size_t i = 0; i < LENGTH(after); i++)
		if (sigaction(after[i].sig, NULL, &now) || now.sa_handler != after[i].is ||
		    (now.sa_handler == signal_caught && !(now.sa_flags & SA_RESTART)))
			_exit(1 + (int)i);
	sigprocmask(SIG_SETMASK, NULL, &set);
	if (sigismember(&set, SIGINT) || sigismember(&set, SIGTERM) || sigismember(&set, SIGHUP) ||
	    !sigismember(&set, SIGWINCH))
		_exit(20);
	signals_default();
	for (size_t i = 0; i < 5; i++)
		if (sigaction(after[i].sig, NULL, &now) || now.sa_handler != SIG_DFL)
			_exit(30);
}

/* The same signal after 0.5 s, after more, and another one at once */
static void does_same_signal(void)
{
	signals_catch();
	signal_ns = NSEC_PER_SEC;
	raise(SIGTERM);
	if (caught != SIGTERM)
		_exit(1);
	signal_ns += NSEC_PER_SEC / 2;
	raise(SIGTERM);
}

static void does_signal_later(void)
{
	does_same_signal();
	signal_ns++;
	raise(SIGTERM);
}

static void does_other_signal(void)
{
	signals_catch();
	raise(SIGTERM);
	raise(SIGINT);
}

/* Though it is ignored and blocked */
static void does_end(void)
{
	sigset_t all;

	signal(SIGTERM, SIG_IGN);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	signal_end(SIGTERM);
}

static void does_shell(void)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	for (int sig = 1; sig < 32; sig++)
		signal(sig, SIG_IGN);
	shell_exec(seen->pid[0] ? "kill -XFSZ $$; exit 8" : "read line; test $? = 1 && test ! -t 1 && kill -TERM $$; exit 7",
		   STDERR_FILENO);
}

static void does_shell_status(void)
{
	shell_exec("exit 5", STDERR_FILENO);
}

/* Of the streams standard error alone is ours */
static void does_shell_says(void)
{
	dup2(held[1], STDERR_FILENO);
	dup2(held[1], STDOUT_FILENO);
	shell_exec("echo nothing; echo text >&2", STDOUT_FILENO);
}

static void does_streams(void)
{
	struct stat before, after;

	if (fstat(STDERR_FILENO, &before))
		_exit(0);
	close(STDIN_FILENO);
	close(STDOUT_FILENO);
	streams_check();
	if (fcntl(0, F_GETFD) || fcntl(1, F_GETFD))
		_exit(1);
	if (write(STDOUT_FILENO, "x", 1) >= 0 || errno != EBADF)
		_exit(2);		/* what is written there is not lost in silence */
	if (fstat(STDERR_FILENO, &after) || before.st_ino != after.st_ino)
		_exit(3);
}

static void test_signals(void)
{
	char text[64] = "";
	sigset_t set;
	int n;

	signals_fill(&set);
	ok(sigismember(&set, SIGINT) && sigismember(&set, SIGTERM) && sigismember(&set, SIGHUP) &&
	   sigismember(&set, SIGUSR1) && sigismember(&set, SIGALRM) && sigismember(&set, SIGXCPU) &&
	   sigismember(&set, SIGRTMAX) && !sigismember(&set, SIGKILL) &&
	   !sigismember(&set, SIGSEGV) && !sigismember(&set, SIGCHLD) && !sigismember(&set, SIGTSTP) &&
	   !sigismember(&set, SIGWINCH), "The signals by which a program is asked to end, end a run");
	n = ends(does_signals);
	ok(n == 0, "Signals are caught, and then as they were by default (%d)", n >> 8);
	ok(EXITS(does_same_signal, 0), "The same signal at once counts as one");
	ok(EXITS(does_signal_later, 128 + SIGTERM), "The same signal later ends all");
	ok(EXITS(does_other_signal, 128 + SIGINT), "Another signal ends all");
	ok(ends(does_end) == SIGTERM, "The end is by the signal, whatever was done about it");
	ok(ends(does_shell) == SIGTERM, "A shell has signals as by default, and nothing to read");
	ok(EXITS(does_shell_status, 5), "A shell's status is its command's");
	if (pipe(held))
		abort();
	ok(EXITS(does_shell_says, 0) && read(held[0], text, sizeof(text) - 1) == 5 && !strcmp(text, "text\n"),
	   "A shell keeps the streams that it is left");
	n = ends(does_streams);
	ok(n == 0, "A stream that was closed takes no other file (%d)", n >> 8);
}

int main(int argc, char **argv)
{
	(void)argv;
	seen = mmap(NULL, sizeof(*seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (seen == MAP_FAILED)
		return 1;
	signal(SIGINT, SIG_DFL);		/* a shell ignores both in the background */
	signal(SIGQUIT, SIG_DFL);
	test_words();
	test_born();
	if (argc > 1)			/* untimed: for a CPU that is emulated, with signals of its own */
		return unit_end();
	test_signals();
	test_limits();
	test_strays();
	test_work();
	test_oom();
	ok(EXITS(does_open_self, 0), "The program opens its own file");
	return unit_end();
}
