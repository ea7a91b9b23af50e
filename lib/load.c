/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../interbench.h"
#include "clock.h"
#include "load.h"
#include "machine.h"
#include "proc.h"
#include "task.h"
#include "util.h"

/* Video, X and Custom run the tasks of these names, without recording any figure. */
static void frames_run(struct work *w, int i)
{
	struct pace pace = { .task = task_find(w->name), .start = now_ns(),
			     .end = INT64_MAX, .work = w };

	(void)i;
	task_run(&pace);
}

static bool frames_setup(struct work *w)
{
	return work_threads(w, 1, frames_run);
}

static void burn_run(struct work *w, int i)
{
	int64_t used = clock_ns(CLOCK_THREAD_CPUTIME_ID), now;

	(void)i;
	for (;; used = now) {
		burn_loops(1 << 21);		/* about 1 ms */
		now = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		work_done(w, (uint64_t)(now - used));
	}
}

static bool burn_setup(struct work *w)
{
	return work_threads(w, w->threads, burn_run);
}

/*
 * The least free space that a scratch file is worth making for. It takes a third of that
 * space: there may be two of them, and the last third is left to others. It is no larger
 * than memory, so that Read and Write keep the sizes known since 2005.
 */
#define SCRATCH_LEAST (16LL << 20)

int64_t scratch_size(const char *dir, char reason[static REASON_LEN])
{
	struct memory m = machine_memory("");
	struct statfs fs;
	int64_t free_bytes;

	if (statfs(dir, &fs)) {
		snprintf(reason, REASON_LEN, "%s: %s", dir, strerror(errno));
		return 0;
	}
	free_bytes = (int64_t)fs.f_bavail * (int64_t)(fs.f_frsize ? fs.f_frsize : fs.f_bsize);
	if (fs.f_blocks == 0)
		snprintf(reason, REASON_LEN, "the file system of %s does not tell its free space",
			 dir);
	else if (free_bytes < SCRATCH_LEAST)
		snprintf(reason, REASON_LEN, "%lld MB free, %lld MB needed",
			 (long long)free_bytes >> 20, SCRATCH_LEAST >> 20);
	if (fs.f_blocks == 0 || free_bytes < SCRATCH_LEAST)
		return 0;
	return lesser(lesser(SCRATCH_MOST, free_bytes / 3), m.usable > 0 ? m.usable : -1) &
	       ~((1LL << 20) - 1);
}

#define STREAM_CHUNK (1 << 20)

/* Bytes that no file system can compress; NULL if out of memory. The loads never free them. */
static char *stream_buffer(void)
{
	uint32_t *word = malloc(STREAM_CHUNK), x = 1;

	for (size_t i = 0; word && i < STREAM_CHUNK / sizeof(*word); i++)
		word[i] = x = x * 1664525 + 1013904223;
	return (char *)word;
}

/*
 * Pages written twice would reach the disk once, perhaps after the end of the window: start
 * each on its way, and wait for those 8 MB behind. Without that Write would write to memory.
 */
static void write_back(struct work *w, off_t at, ssize_t n)
{
	off_t behind = at >= 8 * n ? at - 8 * n : 0;

	while (sync_file_range(w->file, at, n, SYNC_FILE_RANGE_WRITE) ||
	       sync_file_range(w->file, behind, n, SYNC_FILE_RANGE_WAIT_BEFORE |
			       SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER))
		if (errno != EINTR)
			die_call("sync_file_range", errno);
}

static void write_run(struct work *w, int i)
{
	char *buf = stream_buffer();
	off_t at = 0;
	ssize_t n;

	(void)i;
	if (!buf)
		work_die(w, "memory");
	for (;; at = at + n < w->size ? at + n : 0) {
		errno = EIO;		/* stays where nothing is written, and nothing is said */
		while ((n = pwrite(w->file, buf, STREAM_CHUNK, at)) <= 0)
			if (n == 0 || errno != EINTR)
				work_die(w, "write");
		work_done(w, (uint64_t)n);
		write_back(w, at, n);
	}
}

static bool write_setup(struct work *w)
{
	w->size = scratch_size(w->dir, w->reason);
	if (!w->size)
		return false;
	if (w->file < 0)
		return work_fail(w, "no file in %s: %s", w->dir, strerror(-w->file));
	return work_threads(w, 1, write_run);
}

int read_file_make(const char *dir, char reason[static REASON_LEN])
{
	int64_t size = scratch_size(dir, reason), at;
	char *buf = stream_buffer();
	int fd = size && buf ? scratch_open(dir) : -1;
	ssize_t n = 1;

	if (size && fd < 0)
		snprintf(reason, REASON_LEN, "no file in %s: %s", dir,
			 buf ? strerror(errno) : "out of memory");
	for (at = 0; fd >= 0 && at < size && n > 0 && !caught; at += n) {
		errno = EIO;		/* stays where nothing is written, and nothing is said */
		while ((n = pwrite(fd, buf, STREAM_CHUNK, at)) < 0 && errno == EINTR && !caught)
			;
	}
	free(buf);
	if (fd >= 0 && (n <= 0 || caught || fsync(fd))) {
		if (!caught)
			snprintf(reason, REASON_LEN, "writing its file: %s", strerror(errno));
		close(fd);
		fd = -1;
	}
	return fd;
}

double file_kept_pct(int fd)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	off_t end = lseek(fd, 0, SEEK_END);
	size_t size = end > 0 && end <= SCRATCH_MOST ? (size_t)end : 0, pages = size / page, kept = 0;
	unsigned char *in_memory = malloc(pages + 1);
	void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);

	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	if (!in_memory || map == MAP_FAILED || mincore(map, pages * page, in_memory))
		pages = 0;
	for (size_t i = 0; i < pages; i++)
		kept += in_memory[i] & 1;
	if (map != MAP_FAILED)
		munmap(map, size);
	free(in_memory);
	return 100 * (double)kept / (double)pages;	/* of nothing: NAN */
}

static void read_run(struct work *w, int i)
{
	char *buf = malloc(STREAM_CHUNK);
	off_t at = 0;
	ssize_t n;
	int error;

	(void)i;
	if (!buf)
		work_die(w, "memory");
	for (;; at = n ? at + n : 0) {
		/* else it would be the page cache that is read */
		error = at == 0 ? posix_fadvise(w->file, 0, 0, POSIX_FADV_DONTNEED) : 0;
		if (error)
			die_call("fadvise", error);
		while ((n = pread(w->file, buf, STREAM_CHUNK, at)) < 0)
			if (errno != EINTR)
				work_die(w, "read");
		if (n == 0 && at == 0)
			die(EXIT_TROUBLE, "its file is empty");
		work_done(w, (uint64_t)n);
	}
}

static bool read_setup(struct work *w)
{
	return work_threads(w, 1, read_run);
}

static void ring_run(struct work *w, int i)
{
	sem_t *turn = w->data;

	for (;;) {
		while (sem_wait(&turn[i]))
			if (errno != EINTR)
				die_call("sem_wait", errno);
		if (sem_post(&turn[(i + 1) % w->threads]))
			die_call("sem_post", errno);
		work_done(w, 1);
	}
}

/*
 * Threads that cannot sleep on each other spin in the C library instead, or are aborted by
 * it, and neither says why. Here the futex does not have the value to be waited for.
 */
static bool futex_check(struct work *w)
{
#ifdef SYS_futex			/* a new architecture of 32 bits has another one */
	enum { WAIT_PRIVATE = 128 };	/* of linux/futex.h, which not every libc comes with */
	int futex = 0;

	if (syscall(SYS_futex, &futex, WAIT_PRIVATE, 1, NULL, NULL, 0) && errno != EAGAIN &&
	    errno != EINTR)
		return work_fail(w, "futex: %s (seccomp?)", strerror(errno));
#else
	(void)w;
#endif
	return true;
}

/* Semaphores, not pipes: so a ring of thousands needs no descriptors. */
static bool ring_setup(struct work *w)
{
	sem_t *turn;

	w->threads = w->threads < 2 ? 2 : w->threads;
	w->data = turn = calloc((size_t)w->threads, sizeof(*turn));
	if (!turn)
		return work_fail(w, "out of memory");
	for (int i = 0; i < w->threads; i++)
		if (sem_init(&turn[i], 0, i == 0))
			return work_fail(w, "sem_init: %s", strerror(errno));
	return futex_check(w) && work_threads(w, w->threads, ring_run);
}

static void memload_run(struct work *w, int i)
{
	char *mem = w->data;
	size_t half = (size_t)w->size / 2, at;

	(void)i;
	for (;;)
		for (at = 0; at + STREAM_CHUNK <= half; at += STREAM_CHUNK) {
			memcpy(mem + at, mem + half + at, STREAM_CHUNK);
			mem[half + at]++;
			work_done(w, STREAM_CHUNK);
		}
}

/*
 * Touch all of the memory, by one thread for each CPU: a single one, which touches a GB or
 * two a second, would need minutes for a large machine. Each takes the next piece, counts it
 * as progress, and so gains time for the set-up.
 */
enum { TOUCH_PIECE = 32 << 20 };	/* bytes: many times a huge page, 60 s of a bad disk */

struct touching {
	struct work *work;
	_Atomic int64_t next;
};

static void *touch_thread(void *arg)
{
	struct touching *t = arg;
	char *mem = t->work->data;
	int64_t at, left;

	while ((at = atomic_fetch_add(&t->next, TOUCH_PIECE)) < t->work->size) {
		left = lesser(t->work->size - at, TOUCH_PIECE);
		memset(mem + at, 1, (size_t)left);
		work_done(t->work, (uint64_t)left);
	}
	return NULL;
}

static void memory_touch(struct work *w)
{
	enum { MOST = 64 };		/* more of them wait for each other in the kernel */
	struct touching t = { .work = w };
	struct cpus allowed;
	pthread_t thread[MOST];
	int n = 0, wanted = cpus_allowed(&allowed) ? allowed.count - 1 : 0;

	while (n < wanted && n < MOST && !pthread_create(&thread[n], NULL, touch_thread, &t))
		n++;
	touch_thread(&t);
	while (n-- > 0)
		pthread_join(thread[n], NULL);
}

/*
 * A process of 32 bits has 2 to 4 GB of addresses, of which its program, libraries and stack
 * take some in the midst: a quarter is sure to be free in one piece.
 */
#define MAP_MOST ((int64_t)(SIZE_MAX / 4))

/*
 * More than there is, where swap takes the rest. Without swap there is nothing to force: it
 * is a size beyond any cache, which gives the OOM killer no reason to come.
 */
static int64_t memload_size(const struct memory *m)
{
	int64_t size = m->swap > 0 ? lesser((m->available + m->swap) / 10 * 9, m->usable / 10 * 11)
				   : lesser(m->available / 2, 1 << 30);

	return lesser(size, MAP_MOST);
}

static bool memload_setup(struct work *w)
{
	struct memory m = machine_memory("");

	if (m.available <= 0)
		return work_fail(w, "free memory unknown");
	w->size = memload_size(&m);
	w->data = mmap(NULL, (size_t)w->size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (w->data == MAP_FAILED)
		return work_fail(w, "%" PRId64 " MB of memory: %s", w->size >> 20, strerror(errno));
	memory_touch(w);
	return work_threads(w, 1, memload_run);
}

static void fork_run(struct work *w, int i)
{
	char *const argv[] = { "interbench", FORK_CHILD, NULL };
	char words[64];
	int status = 0;
	pid_t pid;

	(void)i;
	for (;; work_done(w, 1)) {
		pid = child_fork();
		if (pid == 0)
			fexecve(w->file, argv, environ);
		if (pid <= 0)
			work_die(w, pid ? "fork" : "exec");
		while (waitpid(pid, &status, 0) < 0)
			if (errno != EINTR)
				die_call("waitpid", errno);
		if (status)
			die(EXIT_TROUBLE, "a child ended with %s", status_words(status, words));
	}
}

static bool fork_setup(struct work *w)
{
	bool made = true;

	if (!work_reserve(w, 2 * w->threads, 0))
		return false;
	w->file = self_open(w);
	if (w->file < 0)
		return false;
	for (int i = 0; i < w->threads && made; i++)
		made = work_process(w, fork_run, i);
	return made;
}

enum { LOCKS = 16, LOCK_LOOPS = 1000 };		/* held for about 0.5 us */

static void lock_run(struct work *w, int i)
{
	static pthread_mutex_t lock[LOCKS] = { [0 ... LOCKS - 1] = PTHREAD_MUTEX_INITIALIZER };
	uint64_t seed = (uint64_t)w->seed << 32 | (unsigned)i;
	pthread_mutex_t *one;
	int error;

	for (;;) {
		one = &lock[random_next(&seed) % LOCKS];
		error = pthread_mutex_lock(one);
		burn_loops(LOCK_LOOPS);
		if (error || (error = pthread_mutex_unlock(one)))
			die_call("mutex", error);
		work_done(w, 1);
	}
}

static bool lock_setup(struct work *w)
{
	return futex_check(w) && work_threads(w, w->threads < 2 ? 2 : w->threads, lock_run);
}

/*
 * Command: the load's process is the subreaper of all that CMD starts. When a run of CMD or
 * the parent has ended, it kills what they have left. For that it has to outlive the parent,
 * as no other process does. If it is killed itself, what CMD has started becomes the
 * parent's, which kills strays.
 */
static bool command_setup(struct work *w)
{
	char path[64];

	snprintf(path, sizeof(path), CHILDREN, (int)getpid());
	if (access("/dev/null", R_OK | W_OK))
		return work_fail(w, "/dev/null: %s", strerror(errno));
	if (access("/bin/sh", X_OK))
		return work_fail(w, "/bin/sh: %s", strerror(errno));
	if (access(path, R_OK))
		return work_fail(w, "/proc does not list the children: %s", strerror(errno));
	return true;
}

/* It gets a process group, but no session: autogroup would schedule a session apart. */
static pid_t command_start(struct work *w)
{
	pid_t pid = child_fork();

	if (pid < 0)
		work_die(w, "fork");
	if (pid > 0)
		return pid;
	if (setpgid(0, 0))
		work_die(w, "setpgid");
	shell_exec(w->command, STDERR_FILENO);
}

static void command_clear(void)
{
	while (strays_kill(SIGKILL, 0, 0))
		sleep_until(now_ns() + NSEC_PER_MSEC);
}

/*
 * Wait until the shell and all that is in its group have ended; the shell's status. mask
 * lets SIGCHLD in.
 */
static int command_wait(struct work *w, pid_t shell, const sigset_t *mask)
{
	static const struct timespec soon = { .tv_nsec = 20 * NSEC_PER_MSEC };
	struct pollfd parent = { .fd = w->up };		/* POLLERR: nobody reads there */
	bool ended = false;
	siginfo_t info;
	int status = 0, end = 0, polled;
	pid_t pid;

	for (;;) {
		while ((pid = waitpid(-1, &end, WNOHANG)) > 0)
			if (pid == shell) {
				status = end;
				ended = true;
			}
		if (pid < 0 && errno != ECHILD)
			die_call("waitpid", errno);
		if (ended && waitid(P_PGID, (id_t)shell, &info, WEXITED | WNOHANG | WNOWAIT)) {
			if (errno == ECHILD)
				return status;
			die_call("waitid", errno);
		}
		/* no signal tells of the last one that leaves the group */
		polled = ppoll(&parent, 1, ended ? &soon : NULL, mask);
		if (polled < 0 && errno != EINTR)
			die_call("ppoll", errno);
		if (polled > 0) {
			command_clear();
			_exit(EXIT_TROUBLE);
		}
	}
}

static void command_run(struct work *w)
{
	char words[64];
	sigset_t mask;

	prctl(PR_SET_NAME, w->name);	/* killall interbench must not end this */
	if (prctl(PR_SET_CHILD_SUBREAPER, 1) || prctl(PR_SET_PDEATHSIG, 0))
		die_call("prctl", errno);
	sigfillset(&mask);
	if (signal(SIGCHLD, signal_noted) == SIG_ERR || sigprocmask(SIG_SETMASK, &mask, NULL))
		die_call("sigprocmask", errno);
	sigdelset(&mask, SIGCHLD);
	for (bool first = true; ; first = false) {
		int64_t begin = now_ns();
		int status = command_wait(w, command_start(w), &mask);

		command_clear();
		shared->command_ns += (uint64_t)(now_ns() - begin);
		work_done(w, 1);
		if (status && first) {
			work_fail(w, "the command ended with %s", status_words(status, words));
			_exit(EXIT_TROUBLE);	/* the parent ends what is left of it */
		}
		shared->command_failed += status != 0;
	}
}

const struct load loads[] = {
	{ .name = "None", .help = "the idle machine" },
	{ .name = "Video", .help = "the task of that name",
	  .unit = "frames", .per_unit = 1, .setup = frames_setup },
	{ .name = "X", .help = "the task of that name",
	  .unit = "frames", .per_unit = 1, .setup = frames_setup },
	{ .name = "Burn", .help = "-L threads of endless CPU",
	  .unit = "CPU s", .per_unit = 1e9, .setup = burn_setup },
	{ .name = "Write", .help = "streams into a file on disk",
	  .unit = "MB written", .per_unit = 1 << 20, .setup = write_setup, .file = WRITE_FILE },
	{ .name = "Read", .help = "streams a file from disk",
	  .unit = "MB read", .per_unit = 1 << 20, .setup = read_setup, .file = READ_FILE },
	{ .name = "Ring", .help = "-L threads (at least 2) waking each other in a ring",
	  .unit = "wakeups", .per_unit = 1, .setup = ring_setup },
	{ .name = "Compile", .help = "Burn, Write and Read at once",
	  .parts = { "Burn", "Write", "Read" } },
	{ .name = "Memload", .help = "touches and copies memory, more than there is if swap allows",
	  .unit = "MB", .per_unit = 1 << 20, .setup = memload_setup },
	{ .name = "Hack", .help = "-L groups of 20 senders and 20 receivers (hackbench)",
	  .unit = "messages", .per_unit = 1, .setup = hack_setup, .opt_in = true },
	{ .name = "Custom", .help = "the task of that name (-C, -I)",
	  .unit = "frames", .per_unit = 1, .setup = frames_setup, .opt_in = true },
	{ .name = "Fork", .help = "-L at a time: fork, exec of interbench itself, exit",
	  .unit = "children", .per_unit = 1, .setup = fork_setup, .opt_in = true },
	{ .name = "Lock", .help = "-L threads (at least 2) taking 16 mutexes at random",
	  .unit = "locks", .per_unit = 1, .setup = lock_setup, .opt_in = true, .random = true },
	{ .name = "Command", .help = "your own, again and again (-e)",
	  .unit = "runs", .per_unit = 1,
	  .setup = command_setup, .run = command_run, .opt_in = true, .asked = true,
	  .leaves = true },
#ifdef TEST_LOADS
	TEST_LOADS
#endif
};

const size_t load_count = LENGTH(loads);

const struct load *load_find(const char *name)
{
	for (size_t i = 0; i < LENGTH(loads); i++)
		if (!strcasecmp(loads[i].name, name))
			return &loads[i];
	return NULL;
}

int load_parts(const struct load *load, const struct load *part[static WORK_PARTS])
{
	int n = 0;

	while (n < WORK_PARTS && load->parts[n]) {
		part[n] = load_find(load->parts[n]);
		n++;
	}
	if (n == 0 && load->setup)
		part[n++] = load;
	return n;
}

bool load_wants(const struct load *load, enum scratch file)
{
	const struct load *part[WORK_PARTS];

	for (int n = load_parts(load, part); n-- > 0; )
		if (part[n]->file == file)
			return true;
	return false;
}
