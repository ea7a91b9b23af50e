/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interbench - a benchmark of interactivity
 *
 * A task (Audio, Video, X, Gaming) wants a little CPU at the right time. A load
 * (Burn, Write, Ring, ...) wants everything else. Each pairing of the two is
 * measured for a while: how late was the task woken, how many of its deadlines
 * did it meet. One pairing is one row of a table.
 *
 *                interbench        the only one that prints; sleeps meanwhile
 *               /    |     \
 *           task  [shared]  load         each in a process group of its own
 *                          / | \
 *                      threads, processes
 *
 * A pipe each way ties task and load to the parent: a byte up means ready or
 * done, a byte down means go, end of file means that the other side is dead.
 * Figures come back through shared memory. A load is ended by SIGKILL to its
 * group, and everybody dies with the parent (PR_SET_PDEATHSIG; who has others to
 * take along, for -e and --setting, by a pipe), so nothing here may need cleaning up.
 *
 * The sections, callees first:
 *
 *   Utilities         messages, numbers, files, sets of CPUs
 *   Clock and work    the time, and the burning of CPU that is wanted
 *   Statistics        moments and histogram
 *   One period        what became of one period of a task: the definition of
 *                     met, missed, late and dropped
 *   Results           the structs of interbench.h built up; remarks on rows
 *   Machine           machine_fact[]: what Linux tells of memory, limits, itself
 *   Tasks             tasks[]
 *   Loads             loads[] (Hack lives in hackbench.c)
 *   Pairing           the protocol above: start, ready, go, settle, stop, reap;
 *                     policies[], and what keeps a setting up
 *   Report, JSON      the tables as they are printed; figure_name[] for -v
 *   Log               the same tables read back, from whatever held them
 *   Permutation test  is a difference more than chance
 *   Compare           sides, and what differs between them
 *   Options           options[], from which optstring, -h and errors are made
 *   Running           tables, passes and settings
 *   main              a recipe
 *
 * To add a periodic task, add a row to tasks[]: its name, help for --list, period
 * and share of CPU; .real_time if -r may run it, .opt_in if only its name does.
 * To add a load, write its set-up, which hands a function that never returns to
 * work_threads() or work_process() (interbench.h says all), and add a row to
 * loads[]. Options, --list, errors and tables follow from the rows; interbench.8
 * wants a word on either. Then: make check TESTS='options man output'
 *
 * Start reading at main().
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interbench.h"

#define EXIT_TROUBLE 1			/* could not run */
#define EXIT_USAGE 2
#define EXIT_VOID 3			/* ran, but a row is missing or void */
#define EXIT_WORSE 4			/* a side is worse than the baseline */
#define EXIT_SKIP 125			/* git bisect run: this one says nothing */

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Bounds of every wait, and of files. The tests have less of those that they wait for. */
#ifndef SETUP_LIMIT
#define SETUP_LIMIT (60 * NSEC_PER_SEC)	/* a load's or a task's set-up */
#define REPORT_LIMIT (3 * NSEC_PER_SEC / 2)	/* from the window's end to the report */
#define STALL_LIMIT (10 * NSEC_PER_SEC)	/* to account for a stall, load stopped */
#define REAP_LIMIT (60 * NSEC_PER_SEC)	/* for the killed to be gone */
#define SETTING_LIMIT (2 * NSEC_PER_SEC)	/* a setting's command that runs on is it */
#define TERM_LIMIT (5 * NSEC_PER_SEC)	/* for it to heed SIGTERM */
#define SCRATCH_MOST (1LL << 30)		/* of a scratch file */
#endif
#define FRAME_LIMIT (NSEC_PER_SEC / 8)	/* an undisturbed frame of Gaming, beyond the end */

/* Names given by -w, -x, -W, -X, in the order given. */
struct names {
	const char **name;		/* owned; the names are not */
	int n;
};

/* A set of CPUs of any size that Linux can be built for (NR_CPUS). */
#define CPUS_MOST 65536		/* not by CPU_SETSIZE: musl has its bytes there */
struct cpus {
	cpu_set_t mask[CPUS_MOST / 8 / sizeof(cpu_set_t)];
	int count;
};

/* How a side is scheduled. */
#define NICE_INHERITED 20		/* no nice value: sched_settle() fills it in */
struct sched {
	int nice;
	const struct policy *policy;	/* NULL: the one we have, but never real time */
	int priority;			/* of real time; 0: none */
	int slice_us;			/* 0: the kernel's own */
	struct cpus cpus;		/* the only ones to run on; none: any */
};

/* What --setting compares, in the order given. */
struct settings {
	struct setting {
		const char *name, *command;
	} row[16];
	int n;
};

/* How runs are compared. */
struct compare_opts {
	double threshold_pct;		/* of the baseline: smaller differences are none */
	double notice_ms;		/* nobody notices smaller maxima */
	bool fail_worse;		/* exit statuses for git bisect run */
	bool color;
};

/* Written by option parsing, and by what settles it before any measuring. */
static struct config {
	int loops_per_ms;
	bool calibrate, console, real_time, uniprocessor, cpu_time, quiet;
	int64_t time_ns;
	int cpu_load, repeat;
	int seed;			/* of all that is random; 0: not given, or nothing is */
	int custom_pct, custom_us;	/* 0: not given */
	const char *exec;		/* of the load Command; NULL: there is none */
	struct sched task, load;
	const char *comment, *dir;
	bool verbose, histogram, load_only;
	const char *json;		/* a file, or "-"; NULL: none */
	double trace_above_ms;		/* -1: no */
	int dma_latency_us;		/* -1: not held */
	struct names benches, no_benches, only_loads, no_loads;
	struct settings settings;
	bool compare;
	struct compare_opts compare_how;
	char **logs;			/* the operands of --compare; ends in NULL */
} cfg = {
	.time_ns = 30 * NSEC_PER_SEC, .repeat = 1, .dir = ".",
	.trace_above_ms = -1, .dma_latency_us = -1,
	.compare_how = { .threshold_pct = 1, .notice_ms = 7 },
	.comment = "", .task.nice = NICE_INHERITED, .load.nice = NICE_INHERITED,
};

static struct shared *shared;		/* by the processes of a pairing: see Tasks */
static volatile sig_atomic_t caught;	/* the signal that ends the run */
static struct {
	FILE *tables;			/* standard output, or error where that is JSON's */
	FILE *log;			/* NULL under -c */
	FILE *kept;			/* all passes, to be compared; NULL: they are not */
} streams;

/*
 * Utilities
 */

/* The next number of a series that a seed determines (splitmix64). */
static uint64_t random_next(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* A seed that nobody can foretell. */
static uint64_t random_seed(void)
{
	uint64_t seed;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != sizeof(seed))
		seed = (uint64_t)time(NULL) << 32 ^ (uint64_t)getpid();
	return seed;
}

static struct {
	bool off;
	int width;			/* of a line on the terminal to be erased */
} progress;

/* Show no progress from now on. */
static void progress_off(void)
{
	progress.off = true;
}

/* Blanks, not an escape: they work on any terminal. */
static void progress_clear(void)
{
	if (progress.width)
		fprintf(stderr, "\r%*s\r", progress.width, "");
	progress.width = 0;
}

/* On a terminal only: a line that stays until anything else is written. */
__attribute__((format(printf, 1, 2)))
static void progress_show(const char *fmt, ...)
{
	struct winsize size = { .ws_col = 80 };
	char line[256];
	va_list ap;

	progress_clear();
	if (progress.off || !isatty(STDERR_FILENO))
		return;
	ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	/* the last column stays free: some terminals wrap there */
	progress.width = fprintf(stderr, "%.*s", size.ws_col > 1 ? size.ws_col - 1 : 79, line);
	fflush(stderr);
}

__attribute__((format(printf, 1, 0)))
static void message(const char *fmt, va_list ap)
{
	progress_clear();
	fputs("interbench: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
}

__attribute__((format(printf, 1, 2)))
static void warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message(fmt, ap);
	va_end(ap);
}

static int die_status;			/* instead of any other; 0: none */

/* End with this status whatever the trouble is. */
static void die_with(int status)
{
	die_status = status;
}

__attribute__((noreturn, format(printf, 2, 3)))
static void die(int status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message(fmt, ap);
	va_end(ap);
	exit(die_status ? die_status : status);
}

/* The end of standard output: what it could not take is trouble. */
static int stdout_close(void)
{
	if (fflush(stdout) || ferror(stdout) || (fclose(stdout) && errno != EBADF))
		die(EXIT_TROUBLE, "standard output: %s", strerror(errno));
	return EXIT_SUCCESS;
}

static void *xrealloc(void *p, size_t n)
{
	void *moved = p ? realloc(p, n) : malloc(n);

	if (!moved)
		die(EXIT_TROUBLE, "out of memory");
	return moved;
}

static char *xstrdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(xrealloc(NULL, n), s, n);
}

/* Room for element n behind n others, zeroed: capacity is a power of two. */
static void *grow(void *array, size_t n, size_t size)
{
	if ((n & (n - 1)) == 0) {
		if (n > SIZE_MAX / 2 / size)
			die(EXIT_TROUBLE, "out of memory");
		array = xrealloc(array, (n ? 2 * n : 1) * size);
	}
	memset((char *)array + n * size, 0, size);
	return array;
}

/* A whole number in [min, max] and nothing else in text, as strtonum(3). */
static bool number_parse(const char *text, long long min, long long max, long long *value)
{
	char *end;

	errno = 0;
	*value = strtoll(text, &end, 10);
	return end != text && !*end && !errno && *value >= min && *value <= max;
}

/*
 * Three significant digits as %.3g has them, but whole from 1000 on and never
 * with an exponent: people and programs read these columns.
 */
static const char *fmt_number(char buf[static 32], double v)
{
	int decimals;

	if (isnan(v))
		return strcpy(buf, "-");
	v = fmax(0, fmin(v, 1e15));		/* 32 bytes must do */
	snprintf(buf, 32, "%.2e", v);
	decimals = 2 - atoi(strchr(buf, 'e') + 1);	/* rounded: 99.96 is 1.00e+02 */
	if (v < 1e-15)
		return strcpy(buf, "0");
	snprintf(buf, 32, "%.*f", decimals > 0 ? decimals : 0, v);
	for (char *end = buf + strlen(buf); strchr(buf, '.') && strchr("0.", *--end); )
		*end = 0;
	return buf;
}

/* A percentage that comes from counts: 100 only if nothing at all was missed. */
static const char *fmt_percent(char buf[static 32], double v)
{
	fmt_number(buf, v);
	return v < 100 && !strcmp(buf, "100") ? strcpy(buf, "99.9") : buf;
}

/* The length of the UTF-8 character at s, 0 if there is none. */
static size_t utf8_length(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 :
		   (s[0] & 0xf0) == 0xe0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;

	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||	/* surrogates */
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

/*
 * A copy without the bytes that could end a line or move a cursor: control characters,
 * U+0080 to U+009F as UTF-8 has them, and as Latin-1 does.
 */
static char *line_clean(const char *text)
{
	char *copy = xstrdup(text);

	for (char *s = copy; *s; s++) {
		unsigned char c = (unsigned char)*s, next = (unsigned char)s[1];
		size_t n = utf8_length(s);

		if (c < ' ' || c == 127 || (!n && c < 0xa0))
			*s = ' ';
		else if (c == 0xc2 && n && next < 0xa0)
			s[0] = s[1] = ' ';
		s += n ? n - 1 : 0;
	}
	return copy;
}

/*
 * The whole of a small file below root ("": the machine itself), with a 0 behind
 * it; NULL if it cannot be read. The caller frees it.
 */
static char *file_text(const char *root, const char *path)
{
	enum { LIMIT = 1 << 20 };
	char name[PATH_MAX], *text;
	ssize_t got, n = 0;
	int fd;

	if ((size_t)snprintf(name, sizeof(name), "%s%s", root, path) >= sizeof(name))
		return NULL;
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return NULL;
	text = xrealloc(NULL, 4096 + 1);
	while ((got = read(fd, text + n, 4096)) > 0 && n < LIMIT) {
		n += got;
		text = xrealloc(text, n + 4096 + 1);
	}
	close(fd);
	for (ssize_t i = 0; i < n; i++)
		if (!text[i])
			text[i] = '\n';		/* lists in /proc are separated by 0 */
	text[n] = 0;
	if (got < 0) {
		free(text);
		return NULL;
	}
	return text;
}

/*
 * Open a file of ours in the current directory, which others may be able to
 * write: no link is followed, no fifo waited for, nobody else's file touched.
 * -1 with errno if it cannot be; EPERM for what is no plain file of our own.
 */
static int own_file_open(const char *name, int flags)
{
	struct stat st;
	int fd = open(name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666);

	if (fd < 0)
		return -1;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_nlink == 1 &&
	    (st.st_uid == geteuid() || st.st_uid == 0))
		return fd;
	close(fd);
	errno = EPERM;
	return -1;
}

/* What own_file_open() left in errno, in words. */
static const char *own_file_error(void)
{
	switch (errno) {
	case ELOOP: return "it is a symbolic link";
	case EPERM: return "it is not a plain file of our own";
	default: return strerror(errno);
	}
}

/*
 * A file for scratch in dir that has no name, so that no death leaves it behind
 * and no file that exists is ever opened. Made by the parent: a load is killed at any
 * moment, and some file systems know no files but those with a name. -1 with errno.
 */
static int scratch_open(const char *dir)
{
	char name[PATH_MAX];
	sigset_t all, before;
	int fd = open(dir, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);

	/* EISDIR: kernels before 3.11; the others: file systems that have none */
	if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
		return fd;
	snprintf(name, sizeof(name), "%s/.interbench.%016" PRIx64, dir, random_seed());
	sigfillset(&all);		/* over a network there is time to end in between */
	sigprocmask(SIG_SETMASK, &all, &before);
	fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd >= 0)
		unlink(name);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return fd;
}

/* The CPUs that this process may use; false if Linux does not tell. */
static bool cpus_allowed(struct cpus *c)
{
	memset(c, 0, sizeof(*c));
	if (sched_getaffinity(0, sizeof(c->mask), c->mask))
		return false;
	c->count = CPU_COUNT_S(sizeof(c->mask), c->mask);
	return true;
}

/*
 * The CPUs that two roles run on, each on those it was given, or on all that are allowed
 * if its set is empty; false if Linux does not tell.
 */
static bool cpus_used(struct cpus *c, const struct cpus *a, const struct cpus *b)
{
	if (!cpus_allowed(c))
		return false;
	if (a->count && b->count)
		memset(c, 0, sizeof(*c));
	CPU_OR_S(sizeof(c->mask), c->mask, c->mask, a->mask);
	CPU_OR_S(sizeof(c->mask), c->mask, c->mask, b->mask);
	c->count = CPU_COUNT_S(sizeof(c->mask), c->mask);
	return true;
}

static int cpus_first(const struct cpus *c)
{
	int cpu = 0;

	while (cpu < CPUS_MOST && !CPU_ISSET_S(cpu, sizeof(c->mask), c->mask))
		cpu++;
	return cpu;
}

/* Numbers and ranges, as 0-3,8; false if the list is anything else. */
static bool cpus_parse(struct cpus *c, const char *list)
{
	char *end;

	memset(c, 0, sizeof(*c));
	do {
		long long first = strtoll(list, &end, 10), last = first;

		if (*end == '-' && isdigit((unsigned char)end[1]))
			last = strtoll(end + 1, &end, 10);
		if (!isdigit((unsigned char)*list) || last < first || last >= CPUS_MOST)
			return false;
		for (; first <= last; first++)
			CPU_SET_S((size_t)first, sizeof(c->mask), c->mask);
		list = end + 1;
	} while (*end == ',');
	c->count = CPU_COUNT_S(sizeof(c->mask), c->mask);
	return !*end;
}

/* The same backwards, "..." at the end where it is too long. */
static void cpus_format(char *out, size_t size, const struct cpus *c)
{
	size_t n = 0;

	*out = 0;
	for (int first = 0, end; first < CPUS_MOST && n < size; first = end + 1) {
		end = first;
		while (end < CPUS_MOST && CPU_ISSET_S(end, sizeof(c->mask), c->mask))
			end++;
		if (end > first)
			n += (size_t)snprintf(out + n, size - n, "%s%d", n ? "," : "", first);
		if (end > first + 1 && n < size)
			n += (size_t)snprintf(out + n, size - n, "-%d", end - 1);
	}
	if (n < size)
		return;
	for (n = size - sizeof("..."); n && out[n - 1] != ','; n--)	/* no half number */
		;
	memcpy(out + n, "...", sizeof("..."));
}

/*
 * Clock and work
 */

static int64_t clock_ns(clockid_t clock)
{
	struct timespec ts;

	if (clock_gettime(clock, &ts))
		_exit(EXIT_TROUBLE);	/* else whoever waits for it waits for ever */
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

static int64_t now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

static void sleep_until(int64_t ns)
{
	struct timespec ts = { .tv_sec = ns / NSEC_PER_SEC, .tv_nsec = ns % NSEC_PER_SEC };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL) == EINTR)
		;
}

/*
 * The unit of fixed work. The asm makes each turn real for any compiler at any
 * level; one copy, on its own cache line, serves calibration and work alike.
 */
__attribute__((noinline, aligned(64)))
static void burn_loops(uint64_t loops)
{
	while (loops) {
		/* 32 bits: one register on every machine */
		uint32_t n = loops < UINT32_MAX ? (uint32_t)loops : UINT32_MAX;

		loops -= n;
		while (n--)
			__asm__ volatile("" : "+r" (n));
	}
}

#define CHUNK_LEAST 1000			/* loops; under 1 us */

/*
 * The loops to do next, when the last chunk has advanced the clock by used and left
 * is to go: half of that, so that a CPU whose speed doubles does no harm, but never
 * more than twice the last chunk. A clock that goes in ticks would else seem to stand
 * still, and the CPU to be without end.
 */
static uint64_t chunk_next(uint64_t chunk, int64_t used, int64_t left)
{
	double next = (double)chunk * (double)left / 2 / (double)(used > 0 ? used : 1);

	return (uint64_t)fmax(CHUNK_LEAST, fmin(next, 2 * (double)chunk));
}

/*
 * Run until this thread's own CPU clock has advanced by ns. It is read some twenty
 * times whatever the work, since each time is a system call and so a point where the
 * kernel may preempt.
 */
static void burn_cpu(int64_t ns)
{
	int64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID), used = 0, before;
	uint64_t chunk = CHUNK_LEAST;

	while (used < ns) {
		before = used;
		burn_loops(chunk);
		used = clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
		chunk = chunk_next(chunk, used - before, ns - used);
	}
}

static int work_loops_per_ms;		/* 0: work is CPU time */

/* What the work of tasks is from now on: so many loops for each ms, or (0) CPU time. */
static void work_set(int loops_per_ms)
{
	work_loops_per_ms = loops_per_ms;
}

static bool work_is_cpu_time(void)
{
	return !work_loops_per_ms;
}

/* Do as much work as the CPU time of ns. */
static void work_for(int64_t ns)
{
	if (work_is_cpu_time())
		burn_cpu(ns);
	else
		burn_loops((uint64_t)((double)ns * work_loops_per_ms / NSEC_PER_MSEC));
}

struct speed {
	int loops_per_ms;		/* what the fastest tenth of the bursts reached */
	double spread_pct;		/* by which the slowest tenth was slower */
};

static int double_cmp(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * Measure for about the given time, in bursts of about 1 ms. Preemption, other
 * guests and low clocks only ever make a burst slower, so the fastest tenth is
 * the figure that repeats. Bounded by the clock alone, whatever the noise.
 */
static struct speed speed_measure(int64_t time_ns)
{
	enum { MOST = 4096 };
	double *speed = xrealloc(NULL, MOST * sizeof(*speed));
	int64_t begin = now_ns(), last = begin, now;
	uint64_t loops = 1000;
	struct speed s;
	int n = 0;

	do {
		burn_loops(loops);
		now = now_ns();
		speed[n] = (double)loops * NSEC_PER_MSEC / (double)(now - last + 1);
		if (now - last < NSEC_PER_MSEC / 2)
			loops *= 2;		/* too short to be timed: still sizing */
		else
			n++;
		last = now_ns();
	} while (last - begin < time_ns && n < MOST && !caught);
	if (n == 0)
		n = 1;
	qsort(speed, n, sizeof(*speed), double_cmp);
	s.loops_per_ms = (int)fmax(1, fmin(INT_MAX, speed[n - 1 - n / 10]));
	s.spread_pct = 100 * (1 - speed[n / 10] / speed[n - 1 - n / 10]);
	free(speed);
	return s;
}

/* On one CPU, so that its caches and clock stay; where it cannot be, so be it. */
static struct speed speed_measure_pinned(int64_t warm_ns, int64_t time_ns)
{
	struct cpus before, one = { .count = 0 };
	int cpu = sched_getcpu();
	bool pinned = cpus_allowed(&before) && cpu >= 0;
	struct speed s;

	if (pinned) {
		CPU_SET_S(cpu, sizeof(one.mask), one.mask);
		sched_setaffinity(0, sizeof(one.mask), one.mask);
	}
	speed_measure(warm_ns);
	s = speed_measure(time_ns);
	if (pinned)
		sched_setaffinity(0, sizeof(before.mask), before.mask);
	return s;
}

#define LOOPS_FILE "interbench.loops_per_ms"

/* The saved figure: a bare decimal number. 0: none, or garbage, which is said. */
static int loops_load(void)
{
	int fd = own_file_open(LOOPS_FILE, O_RDONLY);
	char text[32] = "";
	long long value = 0;
	ssize_t n;

	if (fd < 0) {
		if (errno != ENOENT)
			warn("%s is not read: %s", LOOPS_FILE, own_file_error());
		return 0;
	}
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n > 0 && text[n - 1] == '\n')
		text[--n] = 0;
	if (n <= 0 || (size_t)n != strspn(text, "0123456789") ||
	    !number_parse(text, 1, INT_MAX, &value)) {
		warn("%s holds no number of loops: measured anew", LOOPS_FILE);
		return 0;
	}
	return (int)value;
}

static void loops_save(int loops)
{
	int fd = own_file_open(LOOPS_FILE, O_WRONLY | O_CREAT);
	int n = fd >= 0 ? dprintf(fd, "%d\n", loops) : -1;

	/* cut last: neither a full disk nor another run is to find it empty */
	if (n > 0 && !ftruncate(fd, n) && !close(fd))
		warn("%d loops per ms saved to %s", loops, LOOPS_FILE);
	else
		warn("%s is not written: %s", LOOPS_FILE, own_file_error());
}

/*
 * The loops per ms to be used: given (0: not), else saved (unless they are to be measured
 * anew), else measured and saved; 0 if a signal has ended the run. A given figure is used as
 * it is, for the same work on two kernels is what it is for; a remark on one that is far
 * off this machine's is left in remark (REASON_LEN).
 */
static int loops_settle(int loops, bool anew, char *remark)
{
	struct speed s;

	if (!loops && !anew)
		loops = loops_load();
	if (loops) {
		s = speed_measure_pinned(0, 20 * NSEC_PER_MSEC);
		if (fabs((double)s.loops_per_ms / loops - 1) > 0.3)
			snprintf(remark, REASON_LEN, "%d loops per ms are used, %d were "
				 "measured just now (-b: anew)", loops, s.loops_per_ms);
		return loops;
	}
	warn("measuring loops per ms");
	s = speed_measure_pinned(NSEC_PER_SEC / 2, 3 * NSEC_PER_SEC / 2);
	if (caught)
		return 0;
	loops_save(s.loops_per_ms);
	if (s.spread_pct > 10)
		warn("the speed of this CPU is not steady: bursts differ by %.0f %% "
		     "(-T takes this out of the figures)", s.spread_pct);
	else
		warn("bursts differ by %.1f %%", s.spread_pct);
	return s.loops_per_ms;
}

/*
 * Statistics: pure functions of small structs
 */

/* Mean and spread by Welford's recurrence; in ns. */
struct moments {
	uint64_t n;
	double mean, m2;		/* m2: sum of squared differences from the mean */
	int64_t max;
};

static void moments_add(struct moments *m, int64_t sample)
{
	double delta = (double)sample - m->mean;

	m->mean += delta / (double)++m->n;
	m->m2 += delta * ((double)sample - m->mean);
	if (m->n == 1 || sample > m->max)
		m->max = sample;
}

/* The sample standard deviation (n - 1); 0 of a single sample. */
static double moments_sd(const struct moments *m)
{
	return m->n > 1 ? sqrt(m->m2 / (double)(m->n - 1)) : 0;
}

/*
 * Counts of durations, exact below HIST_SUB ns and within 1 % above: each
 * doubling is cut in HIST_SUB / 2 equal parts.
 */
enum {
	HIST_BITS = 8,
	HIST_SUB = 1 << HIST_BITS,
	HIST_TOP = 42,			/* 2^42 ns: 73 minutes */
	HIST_BUCKETS = HIST_SUB + (HIST_TOP - HIST_BITS) * HIST_SUB / 2,
};

struct hist {
	uint64_t n, overflow;		/* n counts all, with those beyond the top */
	int64_t max;
	uint32_t count[HIST_BUCKETS];
};

static void hist_add(struct hist *h, int64_t ns)
{
	uint64_t v = ns > 0 ? (uint64_t)ns : 0;
	int shift = v < HIST_SUB ? 0 : 64 - HIST_BITS - __builtin_clzll(v);

	h->n++;
	if (ns > h->max)
		h->max = ns;
	if (v >> HIST_TOP)
		h->overflow++;
	else
		h->count[(unsigned)shift * HIST_SUB / 2 + (v >> shift)]++;
}

/* The largest duration that bucket i counts. */
static int64_t hist_upper(int i)
{
	int shift = i < HIST_SUB ? 0 : i / (HIST_SUB / 2) - 1;

	return (((int64_t)(i - shift * HIST_SUB / 2) + 1) << shift) - 1;
}

/*
 * The percentile by nearest rank: at least pct per cent of the samples are not
 * above it. The maximum, which is exact, bounds it and stands for the overflow.
 */
static int64_t hist_percentile(const struct hist *h, double pct)
{
	/* 99.9 % of 1000 is rank 999, whatever binary makes of it */
	uint64_t rank = (uint64_t)ceil(pct / 100 * (double)h->n * (1 - 1e-12)), seen = 0;
	int i;

	for (i = 0; i < HIST_BUCKETS; i++) {
		seen += h->count[i];
		if (seen >= rank && seen > 0)
			return hist_upper(i) < h->max ? hist_upper(i) : h->max;
	}
	return h->max;
}

/*
 * One period: the accounting, with no clock
 *
 * A task is due at W and has until D = W + T. Boundaries, at which it could
 * show something, follow at D + q, D + 2q, ... Each boundary is counted once.
 */

struct period {
	int64_t due, period, step;	/* W, T, q */
	int64_t work;			/* CPU wanted */
	int64_t woke, done;		/* done means nothing if it woke after D */
};

struct outcome {
	bool ran, met, late;
	int64_t missed, dropped;	/* boundaries; frames never begun */
	int64_t sample;			/* latency: the wakeup's, or what was missed */
	int64_t next;			/* when it is due again: on its grid at once */
};

/* Is there still a point in doing this frame? */
static bool period_in_time(const struct period *p)
{
	return p->woke <= p->due + p->period;
}

static struct outcome period_judge(const struct period *p)
{
	int64_t deadline = p->due + p->period;
	int64_t wakeup = p->woke > p->due ? p->woke - p->due : 0;
	bool ran = period_in_time(p);
	int64_t end = ran ? p->done : p->woke;
	int64_t k = end > deadline ? (end - deadline + p->step - 1) / p->step : 0;

	return (struct outcome){
		.ran = ran, .met = ran && k == 0, .late = ran && k > 0,
		.missed = k + !ran, .dropped = k + !ran,
		.sample = wakeup > k * p->step ? wakeup : k * p->step,
		.next = deadline + k * p->step,
	};
}

/* What a task has counted; in shared memory, so that a killed one's is known. */
struct result {
	struct moments latency;		/* of the samples */
	struct hist wakeup;		/* woke - due alone, or the samples; empty for Gaming */
	struct hist frame;		/* done - due; Gaming: a frame's time */
	int64_t watched;		/* Hog, Pipe: from the window's start to the last sample */
	int clients;			/* Wakeup: how many are woken, */
	int64_t waker_late;		/* and how late at most they were sent for */
	int64_t work, busy;		/* CPU wanted, and the time it took, of frames run */
	uint64_t run, met, missed, late, dropped;
};

/* A latency of its own, with no frame around it. */
static void result_sample(struct result *r, int64_t ns)
{
	moments_add(&r->latency, ns);
	hist_add(&r->wakeup, ns);
}

/* A frame was run, from woke to done. */
static void result_frame(struct result *r, const struct period *p)
{
	hist_add(&r->frame, p->done - p->due);
	r->work += p->work;
	r->busy += p->done - p->woke;
}

static void result_add(struct result *r, const struct period *p, const struct outcome *o)
{
	moments_add(&r->latency, o->sample);
	hist_add(&r->wakeup, p->woke - p->due);
	if (o->ran)
		result_frame(r, p);
	r->run += o->ran;
	r->met += o->met;
	r->late += o->late;
	r->missed += (uint64_t)o->missed;
	r->dropped += (uint64_t)o->dropped;
}

/*
 * Results: the structs of interbench.h, built up
 */

static struct table *run_add_table(struct run *run, const char *bench)
{
	struct table *t;

	run->table = grow(run->table, run->tables, sizeof(*run->table));
	t = &run->table[run->tables++];
	snprintf(t->bench, sizeof(t->bench), "%s", bench);
	return t;
}

static struct row *table_add_row(struct table *t, const char *load)
{
	const struct figure unknown = { .value = NAN };
	struct row *row;

	t->row = grow(t->row, t->rows, sizeof(*t->row));
	row = &t->row[t->rows++];
	snprintf(row->load, sizeof(row->load), "%s", load);
	row->mean = row->sd = row->max = row->cpu = row->met = unknown;
	return row;
}

static void run_add_fact(struct run *run, const char *name, const char *value)
{
	run->fact = grow(run->fact, run->facts, sizeof(*run->fact));
	run->fact[run->facts++] = (struct fact){ xstrdup(name), xstrdup(value) };
}

/* Names of the facts that say how a side is scheduled, if not as ever. */
static const char *const run_side[] = { "Task", "Load" };

/* A fact's value, NULL if the run does not say. */
static const char *run_fact(const struct run *run, const char *name)
{
	for (size_t i = 0; i < run->facts; i++)
		if (!strcmp(run->fact[i].name, name))
			return run->fact[i].value;
	return NULL;
}

static void table_free(struct table *t)
{
	for (size_t i = 0; i < t->rows; i++)
		free(t->row[i].detail);
	free(t->row);
}

static void run_free(struct run *run)
{
	for (size_t i = 0; i < run->facts; i++) {
		free(run->fact[i].name);
		free(run->fact[i].value);
	}
	for (size_t i = 0; i < run->tables; i++)
		table_free(&run->table[i]);
	free(run->fact);
	free(run->table);
	free(run->kernel);
	free(run->date);
	free(run->comment);
	free(run->title);
	*run = (struct run){ 0 };
}

/* value: NAN, or for what the kind leaves open, in the unit. Both are of static storage. */
static void remark_add(struct row *row, const char *kind, const char *unit, double value)
{
	if (row->remarks < (int)LENGTH(row->remark))
		row->remark[row->remarks++] = (struct remark){ kind, unit, value };
}

__attribute__((format(printf, 2, 3)))
static void row_void(struct row *row, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(row->reason, sizeof(row->reason), fmt, ap);
	va_end(ap);
}

/*
 * Machine
 *
 * Everything that Linux tells about itself is read here, below a root directory
 * that is "" but in tests. Any file may be missing, unreadable, hidden by a
 * container or nonsense: what it would have told is then unknown (-1, NAN, "",
 * and no line in the header), never guessed.
 */

#define FACT_LEN 81		/* of a line of the header, with its 0: 80 columns in mail */

/*
 * The number at s; -1 if there is none ("max", "-1") or if it is larger than
 * any amount, as the "no limit" of cgroup v1 is.
 */
static int64_t number_at(const char *s)
{
	unsigned long long n;

	if (!isdigit((unsigned char)*s))
		return -1;
	n = strtoull(s, NULL, 10);	/* out of range: ULLONG_MAX */
	return n < 1ULL << 62 ? (int64_t)n : -1;
}

/* What follows a key at the start of a line ("key value", "key: value"). */
static const char *value_after(const char *text, const char *key)
{
	size_t len = strlen(key);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, key, len) && line[len] && strchr(" \t:=", line[len]))
			return line + len + strspn(line + len, " \t:=");
	}
	return NULL;
}

/* The number after a key, or (NULL) at the start; -1: none, or no text. */
static int64_t number_after(const char *text, const char *key)
{
	const char *value = text && key ? value_after(text, key) : text;

	return value ? number_at(value) : -1;
}

static int64_t file_number(const char *root, const char *path, const char *key)
{
	char *text = file_text(root, path);
	int64_t n = number_after(text, key);

	free(text);
	return n;
}

/* The same of this machine; NAN: unknown. */
static double machine_number(const char *path, const char *key)
{
	int64_t n = file_number("", path, key);

	return n < 0 ? NAN : (double)n;
}

/*
 * Copy the first line of a text so that it can stand in the header: one blank
 * between words, no byte that could move a cursor, "..." where it was too long.
 */
static void line_copy(char *out, size_t size, const char *text)
{
	size_t n = 0;

	for (; *text && *text != '\n' && n < size; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == ' ' || c == '\t') {
			if (n && out[n - 1] != ' ')
				out[n++] = ' ';
		} else {
			out[n++] = c > ' ' && c < 127 ? (char)c : '?';
		}
	}
	if (n == size)
		memcpy(out + size - 4, "...", 4);
	else
		out[n - (n && out[n - 1] == ' ')] = '\0';
}

/* The first line of a file; "" and false if it cannot be read or is empty. */
static bool file_line(const char *root, const char *path, char out[static FACT_LEN])
{
	char *text = file_text(root, path);

	line_copy(out, FACT_LEN, text ? text : "");
	free(text);
	return *out;
}

/* Is a word in a list separated by commas? */
static bool list_has(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; list; list = strchr(list, ',')) {
		list += *list == ',';
		if (!strncmp(list, word, len) && (!list[len] || list[len] == ','))
			return true;
	}
	return false;
}

/* One line of mountinfo. Its strings are pieces of that line. */
struct mount {
	char *root, *point, *type, *source, *options;
};

static bool mount_split(char *line, struct mount *m)
{
	char *word;

	for (int i = 0; i < 3; i++)
		strsep(&line, " ");
	m->root = strsep(&line, " ");
	m->point = strsep(&line, " ");
	while ((word = strsep(&line, " ")) && strcmp(word, "-"))
		;	/* options of the mount, and a varying number of tags */
	m->type = strsep(&line, " ");
	m->source = strsep(&line, " ");
	m->options = line;	/* of the file system */
	return m->options;
}

/* What is left of a path below a directory ("" or "/..."); NULL if it is not. */
static const char *path_below(const char *path, const char *dir)
{
	size_t len = strcmp(dir, "/") ? strlen(dir) : 0;

	if (strncmp(path, dir, len) || (path[len] && path[len] != '/'))
		return NULL;
	return strcmp(path + len, "/") ? path + len : "";
}

/*
 * A control group, and the way up from it. Limits of all ancestors count, so
 * every limit is read in a loop: cgroup_own(), then cgroup_up() to the top of
 * what is mounted here. v1 and v2 differ in nothing but the names of files.
 */
struct cgroup {
	const char *root;
	char dir[PATH_MAX];
	size_t top;		/* length of dir at the mount's root */
	bool v2;
};

/* The path in /proc/self/cgroup of our group for a controller; NULL if none. */
static char *cgroup_path(char *text, const char *controller, bool *v2)
{
	char *line, *path = NULL;

	*v2 = false;
	while ((line = strsep(&text, "\n"))) {
		char *list = (strsep(&line, ":"), strsep(&line, ":"));

		if (!line || *line != '/')
			continue;
		if (list_has(list, controller)) {
			*v2 = false;
			return line;
		}
		if (!*list) {	/* v2: has what no v1 hierarchy has */
			*v2 = true;
			path = line;
		}
	}
	return path;
}

/* Find our group for a controller. False: there is none, or it is not visible. */
static bool cgroup_own(const char *root, const char *controller, struct cgroup *cg)
{
	char *groups = file_text(root, "/proc/self/cgroup");
	char *mounts = file_text(root, "/proc/self/mountinfo");
	char *next = mounts, *line, *path = cgroup_path(groups, controller, &cg->v2);
	bool found = false;

	cg->root = root;
	if (path && strstr(path, "/.."))
		path = NULL;	/* outside of what this cgroup namespace shows */
	while (path && !found && (line = strsep(&next, "\n"))) {
		struct mount m;
		const char *below;

		if (!mount_split(line, &m) || strcmp(m.type, cg->v2 ? "cgroup2" : "cgroup") ||
		    (!cg->v2 && !list_has(m.options, controller)))
			continue;
		below = path_below(path, m.root);
		cg->top = strlen(m.point);
		found = below && cg->top + strlen(below) < sizeof(cg->dir);
		if (found)
			strcpy(stpcpy(cg->dir, m.point), below);
	}
	free(groups);
	free(mounts);
	return found;
}

static bool cgroup_up(struct cgroup *cg)
{
	if (strlen(cg->dir) <= cg->top)
		return false;
	*strrchr(cg->dir, '/') = '\0';
	return true;
}

/* A number in the file of a name in v2, or another in v1; key: as in number_after(). */
static int64_t cgroup_number(const struct cgroup *cg, const char *v2, const char *v1,
			     const char *key)
{
	char path[PATH_MAX + NAME_MAX];

	snprintf(path, sizeof(path), "%s/%s", cg->dir, cg->v2 ? v2 : v1);
	return file_number(cg->root, path, key);
}

/* The less of two amounts, of which -1 is unknown or without limit. */
static int64_t lesser(int64_t a, int64_t b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* What is left of an amount (-1: stays so); an unknown part is no part. */
static int64_t rest(int64_t amount, int64_t part)
{
	return part < 0 || amount < 0 ? amount : part > amount ? 0 : amount - part;
}

static int64_t meminfo_bytes(const char *root, const char *key)
{
	int64_t kb = file_number(root, "/proc/meminfo", key);

	return kb < 0 || kb > INT64_MAX / 1024 ? -1 : kb * 1024;
}

/* What we may use, in bytes; -1: unknown, or no limit. */
struct memory {
	int64_t limit;		/* the tightest that a cgroup sets */
	int64_t usable;		/* by anybody, all in all */
	int64_t available, swap;	/* now: maybe little in an ancestor with others in it */
};

static struct memory machine_memory(const char *root)
{
	struct memory m = { .limit = -1, .available = meminfo_bytes(root, "MemAvailable"),
			    .swap = meminfo_bytes(root, "SwapFree") };
	int64_t both_left = -1;		/* v1 limits the sum of memory and swap, v2 each */
	struct cgroup cg;

	for (bool more = cgroup_own(root, "memory", &cg); more; more = cgroup_up(&cg)) {
		int64_t limit = cgroup_number(&cg, "memory.max", "memory.limit_in_bytes", NULL);
		int64_t used = cgroup_number(&cg, "memory.current", "memory.usage_in_bytes", NULL);
		int64_t swap = cgroup_number(&cg, "memory.swap.max", "memory.memsw.limit_in_bytes",
					     NULL);
		int64_t swap_used = cgroup_number(&cg, "memory.swap.current",
						  "memory.memsw.usage_in_bytes", NULL);
		int64_t cache = cgroup_number(&cg, "memory.stat", "memory.stat",
					      cg.v2 ? "inactive_file" : "total_inactive_file");

		/* Above memory.high a process is all but stopped: a limit too. */
		if (cg.v2)
			limit = lesser(limit, cgroup_number(&cg, "memory.high", NULL, NULL));
		m.limit = lesser(m.limit, limit);
		/* Cached files count as used, but give way, as in MemAvailable. */
		m.available = lesser(m.available, rest(limit, rest(used, cache)));
		if (cg.v2)
			m.swap = lesser(m.swap, rest(swap, swap_used));
		else
			both_left = lesser(both_left, rest(swap, rest(swap_used, cache)));
	}
	m.usable = lesser(meminfo_bytes(root, "MemTotal"), m.limit);
	m.available = lesser(m.available, both_left);
	/* Of v1's sum, swap gets what memory cannot take. */
	m.swap = lesser(m.swap, rest(both_left, m.available));
	return m;
}

/*
 * How long cgroups have throttled us; NAN: unknown. The kernel adds up over
 * CPUs, so this can grow faster than the clock.
 */
static double machine_throttled_ms(const char *root)
{
	struct cgroup cg;
	double ms = NAN;

	for (bool more = cgroup_own(root, "cpu", &cg); more; more = cgroup_up(&cg)) {
		int64_t n = cgroup_number(&cg, "cpu.stat", "cpu.stat",
					  cg.v2 ? "throttled_usec" : "throttled_time");

		if (n >= 0)
			ms = (isnan(ms) ? 0 : ms) + (double)n / (cg.v2 ? 1e3 : 1e6);
	}
	return ms;
}

/* Processes and threads that may still be made; -1: unknown, or no limit. */
static int64_t machine_pids_left(const char *root)
{
	struct cgroup cg;
	int64_t left = -1;

	for (bool more = cgroup_own(root, "pids", &cg); more; more = cgroup_up(&cg))
		left = lesser(left,
			      rest(cgroup_number(&cg, "pids.max", "pids.max", NULL),
				   cgroup_number(&cg, "pids.current", "pids.current", NULL)));
	return left;
}

/* What a CPU's time goes into, in mpstat's words: user has nice and irq softirq in it. */
enum { CPU_USER, CPU_SYSTEM, CPU_IOWAIT, CPU_IRQ, CPU_STEAL, CPU_IDLE, CPU_WAYS };

/* Since boot. Doubles: nothing in a file can make them overflow. Zeros: no such CPU. */
struct cpu_ticks {
	double way[CPU_WAYS];
};

struct cpu_use {
	struct cpu_ticks *cpu;	/* owned; by number of the CPU, with gaps */
	size_t cpus;
};

static void cpu_use_line(struct cpu_use *u, const char *line)
{
	static const int way[] = {	/* by column; guest, which follows, is in user already */
		CPU_USER, CPU_USER, CPU_SYSTEM, CPU_IDLE, CPU_IOWAIT, CPU_IRQ, CPU_IRQ, CPU_STEAL
	};
	int64_t id = number_at(line);

	if (id < 0 || id >= CPUS_MOST)	/* nonsense, or "cpu ", the sum, with CPUs not ours */
		return;
	for (; u->cpus <= (size_t)id; u->cpus++)
		u->cpu = grow(u->cpu, u->cpus, sizeof(*u->cpu));
	line += strcspn(line, " \n");
	for (size_t i = 0; i < LENGTH(way) && *line == ' '; i++) {
		u->cpu[id].way[way[i]] += fmax(0, (double)number_at(++line));
		line += strcspn(line, " \n");
	}
}

/* How each CPU has spent its time. Nothing: unknown. To be freed (u->cpu). */
static void machine_cpu_use(const char *root, struct cpu_use *u)
{
	char *text = file_text(root, "/proc/stat");

	*u = (struct cpu_use) { 0 };
	for (char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, "cpu", 3))
			cpu_use_line(u, line + 3);
	}
	free(text);
}

static double cpu_ticks_all(const struct cpu_ticks *t)
{
	double all = 0;

	for (int i = 0; i < CPU_WAYS; i++)
		all += t->way[i];
	return all;
}

/* How CPUs spent a time, in per cent of it. NAN: unknown. */
struct cpu_share {
	double pct[CPU_WAYS];
	double busiest, idlest;	/* how busy those CPUs were: not idle, no iowait */
};

/* Add what a CPU did between two readings. */
static void cpu_share_add(struct cpu_share *share, struct cpu_ticks *sum,
			  const struct cpu_ticks *before, const struct cpu_ticks *after)
{
	struct cpu_ticks one;
	double busy;

	if (!(cpu_ticks_all(before) > 0))
		return;		/* it was not there */
	for (int i = 0; i < CPU_WAYS; i++) {	/* idle and iowait can run backwards */
		one.way[i] = fmax(0, after->way[i] - before->way[i]);
		sum->way[i] += one.way[i];
	}
	busy = 100 - 100 * (one.way[CPU_IDLE] + one.way[CPU_IOWAIT]) / cpu_ticks_all(&one);
	share->busiest = fmax(share->busiest, busy);	/* of NAN and x: x */
	share->idlest = fmin(share->idlest, busy);
}

/* How the CPUs of a mask (NULL: all) spent the time between two readings. */
static struct cpu_share cpu_use_between(const struct cpu_use *before, const struct cpu_use *after,
					const cpu_set_t *mask, size_t mask_size)
{
	struct cpu_share share = { .busiest = NAN, .idlest = NAN };
	struct cpu_ticks sum = { { 0 } };

	for (size_t id = 0; id < before->cpus && id < after->cpus; id++)
		if (!mask || CPU_ISSET_S(id, mask_size, mask))
			cpu_share_add(&share, &sum, &before->cpu[id], &after->cpu[id]);
	for (int i = 0; i < CPU_WAYS; i++)	/* of nothing: 0 / 0 is NAN */
		share.pct[i] = 100 * sum.way[i] / cpu_ticks_all(&sum);
	return share;
}

/* For how long (us) some task waited for what a file of /proc/pressure is on; -1: unknown. */
static int64_t machine_pressure_us(const char *root, const char *path)
{
	char *text = file_text(root, path);
	const char *some = text ? value_after(text, "some") : NULL;
	const char *total = some ? strstr(some, "total=") : NULL;
	int64_t us = total ? number_at(total + strlen("total=")) : -1;

	free(text);
	return us;
}

/* What the value of a fact can depend on. */
struct machine {
	const char *root;	/* "" but in tests */
	const char *dir;	/* for scratch files, an absolute path; NULL: none */
	int cpus;		/* this process may use now; 0: unknown */
};

static double fact_cpus(const struct machine *m)
{
	return m->cpus ? m->cpus : NAN;
}

/* The CPUs that the tightest quota allows: 1.5 is 150 ms in 100 ms. */
static double fact_quota(const struct machine *m)
{
	struct cgroup cg;
	double least = NAN;

	for (bool more = cgroup_own(m->root, "cpu", &cg); more; more = cgroup_up(&cg)) {
		int64_t quota = cgroup_number(&cg, "cpu.max", "cpu.cfs_quota_us", NULL), period;
		char first[32];		/* v2: "quota period", so quota is period's key */

		snprintf(first, sizeof(first), "%" PRId64, quota);
		period = cgroup_number(&cg, "cpu.max", "cpu.cfs_period_us", cg.v2 ? first : NULL);
		if (quota > 0 && period > 0)
			least = fmin(least, (double)quota / (double)period);	/* NAN, x: x */
	}
	return least;
}

static double fact_memory_limit(const struct machine *m)
{
	return (double)machine_memory(m->root).limit / (1 << 20);
}

#define SCHED_EXT_DIR "/sys/kernel/sched_ext/"

static bool sched_ext_enabled(const char *root)
{
	char state[FACT_LEN];

	return file_line(root, SCHED_EXT_DIR "state", state) && !strcmp(state, "enabled");
}

/* A new enable_seq is a new load, even of a scheduler of the same name. */
static void fact_sched_ext(const struct machine *m, char out[static FACT_LEN])
{
	char state[FACT_LEN], ops[FACT_LEN], seq[FACT_LEN];

	if (!file_line(m->root, SCHED_EXT_DIR "state", state) || !strcmp(state, "disabled"))
		return;
	file_line(m->root, SCHED_EXT_DIR "root/ops", ops);
	file_line(m->root, SCHED_EXT_DIR "enable_seq", seq);
	/* 40: what follows must not be cut off, machine_compare() looks at it */
	snprintf(out, FACT_LEN, "sched_ext %.40s, enable_seq %.9s", *ops ? ops : state, seq);
}

static void fact_hypervisor(const struct machine *m, char out[static FACT_LEN])
{
	char *text = file_text(m->root, "/proc/cpuinfo");
	char vendor[FACT_LEN], product[FACT_LEN];

	if (text && strstr(text, " hypervisor")) {	/* one of the flags */
		file_line(m->root, "/sys/class/dmi/id/sys_vendor", vendor);
		file_line(m->root, "/sys/class/dmi/id/product_name", product);
		snprintf(out, FACT_LEN, "%.30s%s%.40s", *vendor ? vendor : "hypervisor",
			 *product ? " " : "", product);
	}
	free(text);
}

static void fact_cgroup(const struct machine *m, char out[static FACT_LEN])
{
	char *text = file_text(m->root, "/proc/self/cgroup");
	bool v2;
	char *path = cgroup_path(text, "cpu", &v2);

	if (path && strcmp(path, "/"))
		line_copy(out, FACT_LEN, path);
	free(text);
}

/* The file system that a directory is on: the last mounted of the deepest. */
static void fact_scratch(const struct machine *m, char out[static FACT_LEN])
{
	char *text = m->dir ? file_text(m->root, "/proc/self/mountinfo") : NULL;
	char *next = text, *line;
	struct mount mount;
	size_t deepest = 0;

	while ((line = strsep(&next, "\n"))) {
		if (!mount_split(line, &mount) || !path_below(m->dir, mount.point) ||
		    strlen(mount.point) < deepest)
			continue;
		deepest = strlen(mount.point);
		snprintf(out, FACT_LEN, "%.20s on %.50s", mount.type, mount.source);
	}
	free(text);
}

#define CPU_DIR "/sys/devices/system/cpu/"
#define DEBUG_DIR "/sys/kernel/debug/sched/"	/* for root alone */

/*
 * The facts for the header. Rows of one name, which stand together, make one
 * line. A value is a file's first line, or what stands there after a key or a
 * mark, or comes from a function.
 */
static const struct machine_fact {
	const char *name;
	const char *path;
	const char *key;	/* at the start of a line, or */
	const char *mark;	/* anywhere, with one word behind it */
	double (*number)(const struct machine *m);	/* NAN or less than 0: unknown */
	void (*get)(const struct machine *m, char out[static FACT_LEN]);
	double unit;		/* the value is a number, to be divided by this */
	const char *zero, *one;	/* what the numbers 0 and 1 mean; NULL: not worth a word */
	const char *word;	/* stands for any value */
	const char *before, *after;	/* stand around the value, after: around a number */
	bool otherwise;		/* only if the row above has no value */
} machine_fact[] = {
	{ "Kernel", .path = "/proc/sys/kernel/version" },	/* as uname -v */
	{ "Boot", .path = "/proc/sys/kernel/random/boot_id" },
	{ "CPU", .path = "/proc/cpuinfo", .key = "model name" },
	{ "CPU", .path = "/proc/cpuinfo", .key = "Model", .otherwise = true },
	{ "CPUs", .number = fact_cpus, .unit = 1, .after = " in use" },
	{ "CPUs", .path = CPU_DIR "online", .before = "online " },
	{ "CPUs", .path = CPU_DIR "isolated", .before = "isolated " },
	{ "CPUs", .path = CPU_DIR "smt/active", .zero = "no SMT", .one = "SMT" },
	{ "Memory", .path = "/proc/meminfo", .key = "MemTotal", .unit = 1024, .after = " MB RAM" },
	{ "Memory", .path = "/proc/meminfo", .key = "SwapTotal", .unit = 1024, .after = " MB swap",
	  .zero = "no swap" },
	{ "Scheduler", .get = fact_sched_ext },
	{ "Scheduler", .path = "/proc/sys/kernel/sched_bore", .one = "BORE", .otherwise = true },
	{ "Scheduler", .path = "/proc/self/sched", .key = "se.vruntime", .word = "fair",
	  .otherwise = true },
	{ "Tunables", .path = "/sys/kernel/realtime", .one = "PREEMPT_RT" },
	/* the model in force, "none voluntary (full)", else what the command line asks for */
	{ "Tunables", .path = DEBUG_DIR "preempt", .mark = "(", .before = "preempt " },
	{ "Tunables", .path = "/proc/cmdline", .mark = " preempt=", .before = "preempt=",
	  .otherwise = true },
	{ "Tunables", .path = DEBUG_DIR "base_slice_ns", .before = "slice ",
	  .unit = 1e6, .after = " ms" },
	{ "Tunables", .path = "/proc/self/sched", .key = "se.slice", .before = "slice ",
	  .unit = 1e6, .after = " ms", .otherwise = true },	/* since 6.12 */
	{ "Tunables", .path = DEBUG_DIR "min_granularity_ns", .before = "min_granularity ",
	  .unit = 1e6, .after = " ms", .otherwise = true },	/* before 6.6 */
	{ "Tunables", .path = "/proc/sys/kernel/sched_autogroup_enabled",
	  .zero = "autogroup off", .one = "autogroup on" },
	{ "Frequency", .path = CPU_DIR "cpu0/cpufreq/scaling_driver" },
	{ "Frequency", .path = CPU_DIR "cpu0/cpufreq/scaling_governor" },
	{ "Frequency", .path = CPU_DIR "cpu0/cpufreq/energy_performance_preference" },
	{ "Frequency", .path = CPU_DIR "cpufreq/boost", .zero = "boost off", .one = "boost on" },
	{ "Frequency", .path = CPU_DIR "intel_pstate/no_turbo", .zero = "boost on",
	  .one = "boost off", .otherwise = true },
	{ "Clock source",
	  .path = "/sys/devices/system/clocksource/clocksource0/current_clocksource" },
	{ "Virtual", .path = "/sys/hypervisor/type" },
	{ "Virtual", .get = fact_hypervisor, .otherwise = true },
	{ "Virtual", .path = "/run/systemd/container" },
	{ "Virtual", .path = "/proc/1/environ", .key = "container", .otherwise = true },
	/* The two files prove no more than that they are there. */
	{ "Virtual", .path = "/.dockerenv", .word = "/.dockerenv", .otherwise = true },
	{ "Virtual", .path = "/run/.containerenv", .word = "/run/.containerenv",
	  .otherwise = true },
	{ "Cgroup", .number = fact_quota, .unit = 1, .before = "quota ", .after = " CPUs" },
	{ "Cgroup", .number = fact_memory_limit, .unit = 1, .before = "memory ", .after = " MB" },
	{ "Cgroup", .get = fact_cgroup },
	{ "Scratch", .get = fact_scratch },
};

static void fact_number(const struct machine_fact *f, double n, char out[static FACT_LEN])
{
	const char *word = n == 0 ? f->zero : n == 1 ? f->one : NULL;
	char number[32];

	if (word)
		strcpy(out, word);
	else if (n >= 0 && f->unit > 0)
		snprintf(out, FACT_LEN, "%s%s", fmt_number(number, n / f->unit), f->after);
}

/* The value of a row; "" if it is not known. */
static void fact_value(const struct machine_fact *f, const struct machine *m,
		       char out[static FACT_LEN])
{
	char *text = f->path ? file_text(m->root, f->path) : NULL;
	char *marked = text && f->mark ? strstr(text, f->mark) : NULL;
	const char *value = text && f->key ? value_after(text, f->key) : f->mark ? marked : text;

	if (marked) {
		value += strlen(f->mark);
		marked[strlen(f->mark) + strcspn(value, ") \n")] = '\0';
	}
	*out = '\0';
	if (f->get)
		f->get(m, out);
	else if (f->number)
		fact_number(f, f->number(m), out);
	else if (value && (f->unit > 0 || f->zero || f->one))
		fact_number(f, (double)number_at(value), out);
	else if (value)
		line_copy(out, FACT_LEN, f->word ? f->word : value);
	free(text);
}

/* The whole line of a name, but for the name itself; "" if nothing is known. */
static void machine_line(const struct machine *m, const char *name, char out[static FACT_LEN])
{
	char line[4 * FACT_LEN] = "", value[FACT_LEN] = "";
	size_t n = 0;

	for (const struct machine_fact *f = machine_fact; f < machine_fact + LENGTH(machine_fact);
	     f++) {
		if (strcmp(f->name, name) || (f->otherwise && *value))
			continue;
		fact_value(f, m, value);
		if (*value && n < sizeof(line))
			n += (size_t)snprintf(line + n, sizeof(line) - n, "%s%s%s", n ? ", " : "",
					      f->before ? f->before : "", value);
	}
	line_copy(out, FACT_LEN - strlen(name) - strlen(": "), line);	/* the whole fits */
}

/* Add the machine's facts to a run's header. */
static void machine_facts(const struct machine *m, struct run *run)
{
	char line[FACT_LEN];
	const char *last = "";

	for (size_t i = 0; i < LENGTH(machine_fact); i++) {
		if (!strcmp(machine_fact[i].name, last))
			continue;
		last = machine_fact[i].name;
		machine_line(m, last, line);
		if (*line)
			run_add_fact(run, last, line);
	}
}

/*
 * What must not change while a pairing is measured: lines of the header, and
 * the remark if one has changed; without one the row is void.
 */
static const struct machine_guard {
	const char *name, *what, *remark;
} machine_guard[] = {
	{ .name = "Scheduler", .what = "the scheduler" },
	{ .name = "Clock source", .what = "the clock source" },
	{ .name = "CPUs", .what = "the set of CPUs" },
	{ .name = "Tunables", .remark = "scheduler settings changed" },
	{ .name = "Frequency", .remark = "governor or boost changed" },
	{ .name = "Cgroup", .remark = "limits changed" },
};

struct machine_state {
	char line[LENGTH(machine_guard)][FACT_LEN];
	double throttled_ms;
	int64_t slept_ns;	/* CLOCK_BOOTTIME - CLOCK_MONOTONIC */
};

static void machine_state(const struct machine *m, int64_t slept_ns, struct machine_state *s)
{
	for (size_t i = 0; i < LENGTH(machine_guard); i++)
		machine_line(m, machine_guard[i].name, s->line[i]);
	s->throttled_ms = machine_throttled_ms(m->root);
	s->slept_ns = slept_ns;
}

/* The state of this machine. A clock that stands in suspend falls behind one that does not. */
static void machine_now(struct machine *m, struct machine_state *s)
{
	struct cpus allowed;
	int64_t before, slept, after;
	int tries = 0;

	m->cpus = cpus_allowed(&allowed) ? allowed.count : 0;
	do {			/* not to take a preemption for a suspend */
		before = now_ns();
		slept = clock_ns(CLOCK_BOOTTIME);
		after = now_ns();
	} while (after - before > NSEC_PER_MSEC && ++tries < 100);
	machine_state(m, slept - before, s);
}

/*
 * Compare the machine before and after a pairing: remarks on its row, or a reason
 * why the row is void. share: of the measured window.
 */
static void machine_compare(const struct machine_state *before, const struct machine_state *after,
			    const struct cpu_share *share, struct row *row)
{
	double throttled_ms = after->throttled_ms - before->throttled_ms;
	int64_t slept_ns = after->slept_ns - before->slept_ns;

	for (size_t i = 0; i < LENGTH(machine_guard); i++) {
		const struct machine_guard *g = &machine_guard[i];
		const char *was = before->line[i], *now = after->line[i];

		if (!*was || !*now || !strcmp(was, now))
			continue;	/* what cannot be read tells of no change */
		if (g->remark)
			remark_add(row, g->remark, "", NAN);
		else if (!*row->reason)		/* 65: both fit, enable_seq at their ends too */
			row_void(row, "%s was %.65s, then %.65s", g->what, was, now);
	}
	if (!*row->reason && slept_ns > 100 * NSEC_PER_MSEC)
		row_void(row, "the machine was suspended for %.1f s",
			 (double)slept_ns / NSEC_PER_SEC);
	if (share->pct[CPU_STEAL] > 2)
		remark_add(row, "steal", "%", share->pct[CPU_STEAL]);
	if (throttled_ms > 0)
		remark_add(row, "throttled by a cgroup for", "ms", throttled_ms);
}

/*
 * Tasks
 */

/* The first wakeup latency above a limit stops the kernel's tracing, and the run. */
struct tracing {
	int64_t above;			/* INT64_MAX: none does */
	int on, marker;			/* files of tracefs */
};

/* What the processes of a pairing share. */
struct shared {
	struct result result;
	_Atomic int64_t due;		/* the task's next or latest wakeup */
	int64_t start, end;		/* of the measured window; set before "go" */
	_Atomic uint64_t done[WORK_PARTS];
	_Atomic uint64_t command_ns, command_failed;	/* time of its runs; how many failed */
	int lock_errno;			/* why the task's memory is not locked; 0: it is */
	struct tracing tracing;
	int64_t traced, traced_due;	/* how late was what stopped the trace, and since when */
	char reason[2][REASON_LEN];	/* in words, of the task's and the load's end */
};

/* A task at work, as the measured one or as a load. */
struct pace {
	const struct task *task;
	int64_t start, end;		/* a period counts if it is due in here */
	struct result *result;		/* NULL for a load */
	struct work *work;		/* the load's, or what the task's set-up was given */
};

#define EXTRAS 6

struct task {
	const char *name, *help;
	int64_t period;			/* 0 if it is asked for (Custom) or there is none */
	double share;			/* of the period that is work */
	bool real_time;			/* can be SCHED_FIFO (-r) */
	bool opt_in;			/* not in the default set */
	bool random;			/* makes use of the seed */
	bool asked;			/* exists only with -C and -I */
	bool no_deadlines, no_cpu;	/* columns that are missing */
	bool whole_cpu;			/* wants all of a CPU all the time */
	bool frame_times;		/* its latencies are what frames took too long */
	int sweep_s;			/* the run is made of whole sweeps */
	void (*frame)(unsigned i, struct period *p);	/* work and step of frame i */
	work_setup *setup;		/* as a load's; then it cannot be one */
	void (*run)(struct pace *pace);	/* where it is not periodic */
	/* % desired CPU of one without deadlines */
	double (*cpu_pct)(const struct result *r);
	/* what it alone has under -v, with the names of these figures */
	void (*extras)(const struct result *r, double v[static EXTRAS]);
	const char *extra[EXTRAS + 1];
};

/* X: work from 0 to 99 ms in a period of 100 ms, as if a window were dragged. */
static void x_frame(unsigned i, struct period *p)
{
	p->work = i % 100 * NSEC_PER_MSEC;
	p->step = p->period - p->work;
}

/* Gaming: frames of 100 ms, one after the other; what is over 100 ms is lost. */
static void gaming_run(struct pace *pace)
{
	struct period p = { .work = 100 * NSEC_PER_MSEC };
	int64_t lost;

	while (now_ns() < pace->start)
		;		/* it wants the CPU before the window, too */
	/* whoever comes only after the start was starved since then */
	for (p.due = pace->start; p.due < pace->end; p.due = p.done) {
		shared->due = p.due + p.work;
		work_for(p.work);
		p.woke = p.due;
		p.done = now_ns();
		lost = p.done - p.due - p.work;
		moments_add(&pace->result->latency, lost > 0 ? lost : 0);
		result_frame(pace->result, &p);
		pace->result->run++;
	}
}

/* The speed that was left of full speed. */
static double gaming_cpu_pct(const struct result *r)
{
	return 100 / (1 + r->latency.mean / NSEC_PER_MSEC / 100);
}

/* Freeze the trace at what it shows of this wakeup. */
__attribute__((cold))
static void task_trace(const char *name, int64_t due, int64_t late)
{
	static atomic_flag taken = ATOMIC_FLAG_INIT;	/* clients can be late at once */
	const struct tracing *t = &shared->tracing;
	char text[128];
	int n = snprintf(text, sizeof(text), "interbench: %s woken %lld us late\n",
			 name, late / NSEC_PER_USEC);

	if (atomic_flag_test_and_set(&taken))
		return;
	shared->traced_due = due;
	if (write(t->marker, text, (size_t)n) < 0 || write(t->on, "0", 1) < 0)
		late = -errno;
	shared->traced = late;		/* last: it ends the task */
}

/*
 * Wakeup: the main thread sends each client a message with the time in it, and takes
 * the answer before it sends the next one. So one thread alone records, none needs
 * a lock, and a client that starves is not sent more.
 */
enum { CLIENT_WOKEN = -2, CLIENT_IDLE = -1 };	/* instead of a latency */

struct client {
	int64_t due, sent;		/* the next message, the last one */
	uint64_t seed;
	int pipe[2];
	_Atomic int64_t latency;	/* of the last message, once it is there */
	struct client *nth;		/* slot of a heap of all clients by due; not this one's */
};

static void wakeup_client(struct work *w, int i)
{
	struct client *c = (struct client *)w->data + i;
	int64_t sent, late;

	for (;;) {
		if (read(c->pipe[0], &sent, sizeof(sent)) != sizeof(sent))
			continue;
		late = now_ns() - sent;
		if (sent >= shared->start && late > shared->tracing.above)
			task_trace(w->name, sent, late);
		c->latency = late;
	}
}

static bool wakeup_setup(struct work *w)
{
	struct client *c = calloc((size_t)w->threads, sizeof(*c));

	w->data = c;
	if (!work_reserve(w, w->threads, 2 * w->threads))
		return false;
	for (int i = 0; i < w->threads; i++) {
		if (!c || pipe2(c[i].pipe, O_CLOEXEC))
			return work_fail(w, "%d pipes: %s", w->threads, strerror(errno));
		c[i].latency = CLIENT_IDLE;
		c[i].seed = ((uint64_t)w->seed << 32) + (uint64_t)i;
	}
	return work_threads(w, w->threads, wakeup_client);
}

/* The next message is due 100 ms to 2 s after the last one was, and not before now. */
static void client_next(struct client *c, int64_t now)
{
	do
		c->due += 100 * NSEC_PER_MSEC +
			  (int64_t)(random_next(&c->seed) % (1900 * NSEC_PER_MSEC + 1));
	while (c->due < now);
}

/* Let the client in slot i of the heap sink to where it belongs. */
static void client_sink(struct client *heap, int n, int i)
{
	struct client *c = heap[i].nth;

	for (int k; (k = 2 * i + 1) < n; i = k) {
		k += k + 1 < n && heap[k + 1].nth->due < heap[k].nth->due;
		if (c->due <= heap[k].nth->due)
			break;
		heap[i].nth = heap[k].nth;
	}
	heap[i].nth = c;
}

/* Take the answer to the last message; false if it is not there yet. */
static bool client_answer(const struct pace *pace, struct client *c)
{
	int64_t latency = c->latency;

	if (latency >= 0 && c->sent >= pace->start)
		result_sample(pace->result, latency);
	if (latency >= 0)
		c->latency = CLIENT_IDLE;
	return latency != CLIENT_WOKEN;
}

/* The client is due: wake it, unless it has not even run since the last time. */
static void client_wake(const struct pace *pace, struct client *c)
{
	bool answered = client_answer(pace, c);
	int64_t now = now_ns(), late = now - c->due;

	client_next(c, now);
	if (!answered)
		return;
	if (now >= pace->start && late > pace->result->waker_late)
		pace->result->waker_late = late;
	c->latency = CLIENT_WOKEN;
	c->sent = now_ns();
	if (write(c->pipe[1], &c->sent, sizeof(c->sent)) != sizeof(c->sent))
		c->latency = CLIENT_IDLE;
}

static void wakeup_run(struct pace *pace)
{
	struct client *c = pace->work->data;
	int64_t now = now_ns(), oldest;
	int n = pace->work->threads;

	pace->result->clients = n;
	if (now > pace->start)
		now = pace->start;	/* what was due since is not to be lost */
	for (int i = n - 1; i >= 0; i--) {
		c[i].due = pace->start - 4 * NSEC_PER_SEC;	/* the start is as any time */
		client_next(&c[i], now);
		c[i].nth = &c[i];
		client_sink(c, n, i);
	}
	while (c->nth->due < pace->end && !shared->traced) {
		shared->due = c->nth->due;
		sleep_until(shared->due);
		client_wake(pace, c->nth);
		client_sink(c, n, 0);
	}
	for (;;) {		/* messages that are under way: since when? */
		oldest = INT64_MAX;
		for (int i = 0; i < n; i++)
			if (!client_answer(pace, &c[i]) && c[i].sent < oldest)
				oldest = c[i].sent;
		if (oldest == INT64_MAX || shared->traced)
			break;
		shared->due = oldest;
		sleep_until(now_ns() + NSEC_PER_MSEC);
	}
}

static void wakeup_extras(const struct result *r, double v[static EXTRAS])
{
	const struct moments *m = &r->latency;

	v[0] = (double)m->n;
	v[1] = r->clients;
	v[2] = (double)m->max / NSEC_PER_USEC;
	v[3] = m->mean / NSEC_PER_USEC;
	v[4] = moments_sd(m) / NSEC_PER_USEC;
	v[5] = v[4] / sqrt(v[0]);
}

/*
 * Hog: it looks at the clock all the time. To be away for longer than limit is a gap, and
 * a sample. What of it lies before the window is left out; what lies behind its end counts.
 */
static void hog_turn(const struct pace *pace, int64_t limit, int64_t last, int64_t now)
{
	int64_t gap = now - (last > pace->start ? last : pace->start);

	atomic_store_explicit(&shared->due, now, memory_order_relaxed);
	if (gap > limit)
		result_sample(pace->result, gap);
}

/* What a turn costs, in ns: the best of rounds short enough that one is not disturbed. */
static double hog_cost(void)
{
	enum { TURNS = 1000, ROUNDS = 100 };
	const struct pace idle = { .start = INT64_MAX };
	int64_t last = now_ns(), now, best = INT64_MAX;

	for (int i = 0; i < ROUNDS; i++) {
		int64_t round = last;

		for (int k = 0; k < TURNS; k++, last = now) {
			now = now_ns();
			hog_turn(&idle, 0, last, now);
		}
		best = last - round < best ? last - round : best;
	}
	return (double)best / TURNS;
}

static void hog_run(struct pace *pace)
{
	const int64_t limit = (int64_t)(10 * hog_cost());
	int64_t last, now;

	/* whoever comes only after the start was starved since then */
	for (last = pace->start; last < pace->end; last = now) {
		now = now_ns();
		hog_turn(pace, limit, last, now);
	}
	pace->result->watched = last - pace->start;
}

/* The share of the time that samples took. */
static double result_share(const struct result *r)
{
	return r->latency.mean * (double)r->latency.n / (double)r->watched;
}

static double hog_cpu_pct(const struct result *r)
{
	return 100 * (1 - result_share(r));
}

static void hog_extras(const struct result *r, double v[static EXTRAS])
{
	const struct moments *m = &r->latency;
	const double us = m->n ? NSEC_PER_USEC : NAN;

	v[0] = (double)m->n * NSEC_PER_SEC / (double)r->watched;
	/* that is a bucket's edge, 1 % too high perhaps */
	v[1] = fmin((double)hist_percentile(&r->wakeup, 0), m->mean) / us;
	v[2] = (double)m->max / us;
	v[3] = m->mean / us;
	v[4] = 1e6 * result_share(r);
	v[5] = 100 * result_share(r);
}

/* Pipe: a byte goes to another process and comes back. */
struct pipes {
	int there[2], back[2];
};

static void pipe_echo(struct work *w, int i)
{
	struct pipes *p = w->data;
	char byte;

	(void)i;
	close(p->there[1]);		/* so that the end of either is seen by the other */
	close(p->back[0]);
	while (read(p->there[0], &byte, 1) == 1 && write(p->back[1], &byte, 1) == 1)
		;
}

static bool pipe_setup(struct work *w)
{
	struct pipes *p = calloc(1, sizeof(*p));

	w->data = p;
	if (!p || pipe2(p->there, O_CLOEXEC) || pipe2(p->back, O_CLOEXEC))
		return work_fail(w, "pipe: %s", strerror(errno));
	if (!work_process(w, pipe_echo, 0))
		return false;
	close(p->there[0]);
	close(p->back[1]);
	signal(SIGPIPE, SIG_IGN);	/* or the end of the other would be ours, without a word */
	return true;
}

static void pipe_run(struct pace *pace)
{
	const struct pipes *p = pace->work->data;
	int64_t begin = now_ns(), done;
	char byte = 'p';

	if (begin > pace->start)
		begin = pace->start;	/* as Hog */
	for (; begin < pace->end; begin = done) {
		shared->due = begin;
		if (write(p->there[1], &byte, 1) != 1 || read(p->back[0], &byte, 1) != 1) {
			work_fail(pace->work, "the process at the other end is gone");
			_exit(EXIT_TROUBLE);
		}
		done = now_ns();
		if (begin >= pace->start || done >= pace->end)
			result_sample(pace->result, done - begin);
	}
	pace->result->watched = begin - pace->start;
}

static void pipe_extras(const struct result *r, double v[static EXTRAS])
{
	v[0] = (double)r->latency.n * NSEC_PER_SEC / (double)r->watched;
	v[1] = r->latency.mean / NSEC_PER_USEC;
}

static const struct task tasks[] = {
	{ .name = "Audio", .help = "wants 5 % of a CPU every 50 ms",
	  .period = 50 * NSEC_PER_MSEC, .share = 0.05, .real_time = true },
	{ .name = "Video", .help = "wants 40 % of a CPU 60 times a second",
	  .period = (NSEC_PER_SEC + 30) / 60, .share = 0.40, .real_time = true },
	{ .name = "X", .help = "wants 0 to 99 % of a CPU every 100 ms, in sweeps of 10 s",
	  .period = 100 * NSEC_PER_MSEC, .frame = x_frame, .sweep_s = 10 },
	{ .name = "Gaming", .help = "wants a whole CPU, in frames of 100 ms",
	  .run = gaming_run, .no_deadlines = true, .whole_cpu = true,
	  .frame_times = true, .cpu_pct = gaming_cpu_pct },
	{ .name = "Custom", .help = "wants -C per cent of a CPU every -I microseconds",
	  .asked = true, .real_time = true },
	{ .name = "Wakeup", .help = "-L threads, each woken every 0.1 to 2 s at random (latt)",
	  .setup = wakeup_setup, .run = wakeup_run, .opt_in = true, .random = true,
	  .no_deadlines = true, .no_cpu = true, .extras = wakeup_extras,
	  .extra = { "entries", "clients", "max_us", "avg_us", "sd_us", "sdmean_us" } },
	{ .name = "Hog", .help = "wants a whole CPU, and finds the gaps in its time",
	  .run = hog_run, .opt_in = true, .no_deadlines = true, .whole_cpu = true,
	  .cpu_pct = hog_cpu_pct, .extras = hog_extras,
	  .extra = { "per_s", "min_us", "max_us", "avg_us", "sum_us_per_s", "overhead_pct" } },
	{ .name = "Pipe", .help = "two processes that pass a byte there and back",
	  .setup = pipe_setup, .run = pipe_run, .opt_in = true, .no_deadlines = true,
	  .no_cpu = true, .whole_cpu = true, .extras = pipe_extras, .extra = { "ops_per_s", "us_per_op" } },
#ifdef TEST_TASKS			/* of tests/unit.c: some that die or hang */
	TEST_TASKS
#endif
};

/* No task: a load is run for what it achieves (--load-only). */
static const struct task task_none = { .name = "", .no_deadlines = true };

static const struct task *task_find(const char *name)
{
	for (size_t i = 0; i < LENGTH(tasks); i++)
		if (!strcasecmp(tasks[i].name, name))
			return &tasks[i];
	return NULL;
}

static struct {
	int64_t period, work;
} custom;

/* Custom wants pct per cent of a CPU every period_us microseconds. */
static void task_custom_set(int period_us, int pct)
{
	custom.period = period_us * NSEC_PER_USEC;
	custom.work = custom.period * pct / 100;
}

/* What a task wants of every period; X and Gaming say more than this. */
static struct period task_period(const struct task *t)
{
	struct period p = { .period = t->period, .work = (int64_t)((double)t->period * t->share) };

	if (t->asked) {
		p.period = custom.period;
		p.work = custom.work;
	}
	p.step = p.period;
	return p;
}

/* The measured loop: sleep, look at the clock, work, look again, record. */
static void task_periodic(struct pace *pace)
{
	struct period p = task_period(pace->task);
	int64_t settle = pace->start - now_ns();
	unsigned frame = 0;

	/* a grid that has a boundary where the window starts */
	p.due = pace->start - (settle > 0 ? settle / p.period * p.period : 0);
	while (p.due < pace->end && !shared->traced) {
		struct outcome o;

		if (pace->task->frame)
			pace->task->frame(frame, &p);
		if (pace->result)
			shared->due = p.due;
		sleep_until(p.due);
		p.woke = now_ns();
		if (pace->result && p.due >= pace->start && p.woke - p.due > shared->tracing.above)
			task_trace(pace->task->name, p.due, p.woke - p.due);
		if (period_in_time(&p)) {
			work_for(p.work);
			p.done = now_ns();
		}
		o = period_judge(&p);
		frame += 1 + (unsigned)(o.dropped - !o.ran);
		if (pace->result && p.due >= pace->start)
			result_add(pace->result, &p, &o);
		if (pace->work && o.ran)
			work_done(pace->work, 1);
		if (p.due < pace->start && o.next >= pace->start) {
			frame = 0;		/* every run counts the same sweep, */
			o.next = pace->start;	/* and what a stall before it swallowed */
		}
		p.due = o.next;
	}
}

static void task_run(struct pace *pace)
{
	/* the default of 50 us would be the floor of every latency */
	prctl(PR_SET_TIMERSLACK, 1);
	if (pace->task->run)
		pace->task->run(pace);
	else
		task_periodic(pace);
}

/*
 * Loads
 */

struct load {
	const char *name, *help;
	const char *unit;		/* of its work */
	double per_unit;		/* work_done() counts that many to the unit */
	work_setup *setup;
	void (*run)(struct work *w);	/* what the load's first thread does; NULL: wait */
	const char *parts[WORK_PARTS];	/* instead: all of these at once */
	enum scratch { NO_FILE, READ_FILE, WRITE_FILE, FILES } file;	/* that it wants */
	bool leaves;			/* can leave its process group: it is looked for */
	bool asked;			/* exists only with -e */
	bool opt_in;			/* not in the default set */
	bool random;			/* makes use of the seed */
};

bool work_fail(struct work *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(w->reason, REASON_LEN, fmt, ap);
	va_end(ap);
	return false;
}

/* End a load that runs, from any of its threads or processes. */
__attribute__((noreturn))
static void work_die(struct work *w, const char *doing)
{
	work_fail(w, "%s: %s", doing, strerror(errno));
	kill(0, SIGKILL);
	_exit(EXIT_TROUBLE);
}

/* End of file comes when the load's main thread closes the other end, at "go". */
static void work_wait(struct work *w)
{
	char c;

	while (read(w->gate[0], &c, 1) < 0 && errno == EINTR)
		;
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
 * Fork a child that dies with the caller. The signal of a parent's death comes
 * when the forking thread ends, and not at all if that was before prctl(): hence
 * the comparison ("my parent is pid 1" says nothing where we are pid 1).
 */
static pid_t child_fork(void)
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

#define CHILDREN "/proc/self/task/%d/children"	/* of a thread */

/* The start time of a process, in ticks since boot; 0 if it is not there. */
static unsigned long long process_born(pid_t pid)
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

/*
 * Send a signal to our children, but for one and for those that are older. Those of a
 * load that have left its group (setsid) are among them, once we are their subreaper.
 * Is there any?
 */
static bool strays_kill(int sig, unsigned long long born, pid_t keep)
{
	char path[64], *text, *next;
	bool any = false;
	pid_t pid, group;

	snprintf(path, sizeof(path), CHILDREN, (int)getpid());
	text = file_text("", path);
	for (next = text; next && (pid = (pid_t)strtol(next, &next, 10)) > 0; ) {
		if (pid == keep || process_born(pid) < born)
			continue;
		group = sig == SIGKILL ? getpgid(pid) : pid;	/* none of it can fork then */
		if (group <= 1 || group == getpgrp() || kill(-group, sig))
			kill(pid, sig);
		waitpid(pid, NULL, WNOHANG);
		any = true;
	}
	free(text);
	return any;
}

/* How a process has ended. */
static const char *status_words(int status, char words[static 64])
{
	int code = WEXITSTATUS(status);

	if (WIFSIGNALED(status))
		snprintf(words, 64, "signal %d", WTERMSIG(status));
	else
		snprintf(words, 64, "exit status %d%s", code,
			 code == 127 ? " (command not found)" :
			 code == 126 ? " (cannot be executed)" : "");
	return words;
}

static void signals_default(void)
{
	static const int changed[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGTSTP };

	for (size_t i = 0; i < LENGTH(changed); i++)
		signal(changed[i], SIG_DFL);
}

static void signal_noted(int sig)
{
	(void)sig;
}

/* Become the user's shell with a command; of our streams those up to last are not its own. */
__attribute__((noreturn))
static void shell_exec(const char *command, int last)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	sigset_t none;

	signals_default();
	signal(SIGCHLD, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	for (int fd = STDIN_FILENO; fd <= last; fd++)
		dup2(null, fd);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* Video, X and Custom are the tasks of these names, whose figures nobody takes. */
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
 * Scratch files: their size, or why there is none. A third of what is free is
 * left to whoever else writes, and all is a size that fits in memory, as the
 * files did when the benchmark was young.
 */
#define SCRATCH_LEAST (16LL << 20)

static int64_t scratch_size(const char *dir, char reason[static REASON_LEN])
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

/* What no file system can compress; NULL if out of memory. The loads never free it. */
static char *stream_buffer(void)
{
	uint32_t *word = malloc(STREAM_CHUNK), x = 1;

	for (size_t i = 0; word && i < STREAM_CHUNK / sizeof(*word); i++)
		word[i] = x = x * 1664525 + 1013904223;
	return (char *)word;
}

static void write_run(struct work *w, int i)
{
	char *buf = stream_buffer();
	off_t at = 0;
	ssize_t n;

	(void)i;
	for (;; at = at + n < w->size ? at + n : 0) {
		n = buf ? pwrite(w->file, buf, STREAM_CHUNK, at) : -1;
		if (n <= 0)
			work_die(w, "write");
		work_done(w, (uint64_t)n);
		/*
		 * Pages written twice would reach the disk once, perhaps after the
		 * end: start each on its way, and wait for the one 8 MB behind. A
		 * file system that cannot has its own reasons.
		 */
		sync_file_range(w->file, at, n, SYNC_FILE_RANGE_WRITE);
		sync_file_range(w->file, at >= 8 * n ? at - 8 * n : 0, n,
				SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
				SYNC_FILE_RANGE_WAIT_AFTER);
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

/*
 * Make Read's file, once a run and by the parent, since it may take a while.
 * -1 with the reason, or with none if a signal ends the run.
 */
static int read_file_make(const char *dir, char reason[static REASON_LEN])
{
	int64_t size = scratch_size(dir, reason), at;
	char *buf = stream_buffer();
	int fd = size && buf ? scratch_open(dir) : -1;
	ssize_t n = 0;

	if (size && fd < 0)
		snprintf(reason, REASON_LEN, "no file in %s: %s", dir,
			 buf ? strerror(errno) : "out of memory");
	for (at = 0; fd >= 0 && at < size && n >= 0 && !caught; at += n)
		n = pwrite(fd, buf, STREAM_CHUNK, at);
	free(buf);
	if (fd >= 0 && (n < 0 || caught || fsync(fd))) {
		if (!caught)
			snprintf(reason, REASON_LEN, "writing its file: %s", strerror(errno));
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Is there no disk below this file? */
static bool scratch_in_memory(int fd)
{
	enum { TMPFS = 0x01021994 };
	const long ramfs = 0x858458f6L;
	struct statfs fs;

	return !fstatfs(fd, &fs) && (fs.f_type == TMPFS || (long)fs.f_type == ramfs);
}

static void read_run(struct work *w, int i)
{
	char *buf = malloc(STREAM_CHUNK);
	off_t at = 0;
	ssize_t n;

	(void)i;
	for (;; at = n ? at + n : 0) {
		if (at == 0)		/* or it would be the page cache that is read */
			posix_fadvise(w->file, 0, 0, POSIX_FADV_DONTNEED);
		n = buf ? pread(w->file, buf, STREAM_CHUNK, at) : -1;
		if (n < 0 || (n == 0 && at == 0))
			work_die(w, "read");
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
			;
		sem_post(&turn[(i + 1) % w->threads]);
		work_done(w, 1);
	}
}

/* Semaphores, not pipes: a ring of thousands needs no descriptors. */
static bool ring_setup(struct work *w)
{
	sem_t *turn;

	w->threads = w->threads < 2 ? 2 : w->threads;
	w->data = turn = calloc((size_t)w->threads, sizeof(*turn));
	if (!turn)
		return work_fail(w, "out of memory");
	for (int i = 0; i < w->threads; i++)
		sem_init(&turn[i], 0, i == 0);
	return work_threads(w, w->threads, ring_run);
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
 * More than there is, where swap takes the rest. Without swap there is nothing to
 * force: a size beyond any cache, which the OOM killer has no reason to look at.
 * Should memory run out all the same, this load is the first to go.
 */
static bool memload_setup(struct work *w)
{
	struct memory m = machine_memory("");
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd >= 0) {
		if (write(fd, "1000", 4) != 4)
			return work_fail(w, "oom_score_adj: %s", strerror(errno));
		close(fd);
	}
	if (m.available <= 0)
		return work_fail(w, "free memory unknown");
	w->size = m.swap > 0 ? lesser((m.available + m.swap) / 10 * 9, m.usable / 10 * 11)
			     : lesser(m.available / 2, 1 << 30);
	w->data = mmap(NULL, (size_t)w->size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (w->data == MAP_FAILED)
		return work_fail(w, "%" PRId64 " MB of memory: %s", w->size >> 20, strerror(errno));
	memset(w->data, 1, (size_t)w->size);
	return work_threads(w, 1, memload_run);
}

/*
 * A child becomes interbench anew, with this as its only argument, and main() ends it
 * at once. The program is open already, so that no path is looked up.
 */
#define FORK_CHILD "a child of Fork"

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
		waitpid(pid, &status, 0);
		if (status)
			break;
	}
	work_fail(w, "a child ended with %s", status_words(status, words));
	kill(0, SIGKILL);
}

static bool fork_setup(struct work *w)
{
	bool made = work_reserve(w, 2 * w->threads, 0);

	w->file = open("/proc/self/exe", O_PATH | O_CLOEXEC);
	if (w->file < 0)
		return work_fail(w, "/proc/self/exe: %s", strerror(errno));
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

	for (;;) {
		one = &lock[random_next(&seed) % LOCKS];
		pthread_mutex_lock(one);
		burn_loops(LOCK_LOOPS);
		pthread_mutex_unlock(one);
		work_done(w, 1);
	}
}

static bool lock_setup(struct work *w)
{
	return work_threads(w, w->threads < 2 ? 2 : w->threads, lock_run);
}

/*
 * Command: the load's process watches over all that CMD starts, as its subreaper. It
 * kills what a run has left when the run has ended, or the parent; hence it does not
 * die with the parent, as everybody else. If it is killed itself, the parent finds
 * them as strays.
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

/* A group of its own, not a session: autogroup would take it for another user's. */
static pid_t command_start(struct work *w)
{
	pid_t pid = child_fork();

	if (pid < 0)
		work_die(w, "fork");
	if (pid > 0)
		return pid;
	setpgid(0, 0);
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
	int status, end = 0;
	pid_t pid;

	for (;;) {
		while ((pid = waitpid(-1, &end, WNOHANG)) > 0)
			if (pid == shell) {
				status = end;
				ended = true;
			}
		if (ended && waitid(P_PGID, (id_t)shell, &info, WEXITED | WNOHANG | WNOWAIT))
			return status;
		/* no signal tells of the last one that leaves the group */
		if (ppoll(&parent, 1, ended ? &soon : NULL, mask) > 0) {
			command_clear();
			_exit(EXIT_TROUBLE);
		}
	}
}

static void command_run(struct work *w)
{
	char words[64];
	sigset_t mask;

	prctl(PR_SET_NAME, w->name);	/* killall interbench is not to end this */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, 0);
	signal(SIGCHLD, signal_noted);
	sigfillset(&mask);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	sigdelset(&mask, SIGCHLD);
	for (bool first = true; ; first = false) {
		int64_t begin = now_ns();
		int status = command_wait(w, command_start(w), &mask);

		command_clear();
		shared->command_ns += (uint64_t)(now_ns() - begin);
		work_done(w, 1);
		if (status && first) {
			work_fail(w, "the command ended with %s", status_words(status, words));
			_exit(EXIT_TROUBLE);
		}
		shared->command_failed += status != 0;
	}
}

static const struct load loads[] = {
	{ .name = "None", .help = "the idle machine" },
	{ .name = "Video", .help = "the task of that name",
	  .unit = "frames", .per_unit = 1, .setup = frames_setup },
	{ .name = "X", .help = "the task of that name",
	  .unit = "frames", .per_unit = 1, .setup = frames_setup },
	{ .name = "Burn", .help = "-L threads of endless CPU",
	  .unit = "CPU s", .per_unit = 1e9, .setup = burn_setup },
	{ .name = "Write", .help = "streams into a file on disk",
	  .unit = "MB", .per_unit = 1 << 20, .setup = write_setup, .file = WRITE_FILE },
	{ .name = "Read", .help = "streams a file from disk",
	  .unit = "MB", .per_unit = 1 << 20, .setup = read_setup, .file = READ_FILE },
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

static const struct load *load_find(const char *name)
{
	for (size_t i = 0; i < LENGTH(loads); i++)
		if (!strcasecmp(loads[i].name, name))
			return &loads[i];
	return NULL;
}

/* The rows that do the work of a load: its parts, or itself, or (None) none. */
static int load_parts(const struct load *load, const struct load *part[static WORK_PARTS])
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

static bool load_wants(const struct load *load, enum scratch file)
{
	const struct load *part[WORK_PARTS];

	for (int n = load_parts(load, part); n-- > 0; )
		if (part[n]->file == file)
			return true;
	return false;
}

/*
 * Pairing
 */

enum { TASK, LOAD };			/* the sides; indices of shared->reason[] */

struct child {
	int side;
	pid_t pid;			/* and process group; 0: not there */
	int up[2], down[2];		/* pipes, from the child and to it */
	int status;			/* once it is reaped */
	unsigned long long born;	/* in ticks, as /proc/PID/stat has it */
};

/* What a thread has had of the CPU, and not had, so far. NAN: Linux does not tell. */
struct thread_use {
	double cpu_ns, wait_ns;		/* on a CPU, on a run queue */
	double preempted, moved;	/* involuntary switches, migrations */
	double swap_kb;			/* of its memory, now */
};

/* What tasks may wait for, as /proc/pressure has it. */
enum { PRESSURE_CPU, PRESSURE_MEMORY, PRESSURE_IO, PRESSURES };

/* What the parent reads at the start of the window and at its end. */
struct sample {
	int64_t time;
	uint64_t done[WORK_PARTS];	/* by the load */
	uint64_t command_ns;
	struct cpu_use use;
	struct thread_use task;		/* at the end: when it has reported */
	int64_t pressure_us[PRESSURES];
};

static const char *const pressure_name[PRESSURES] = {
	[PRESSURE_CPU] = "cpu", [PRESSURE_MEMORY] = "memory", [PRESSURE_IO] = "io"
};

/* What -v, --histogram and JSON say of a row besides what its table says. NAN: unknown. */
struct detail {
	struct result result;
	struct thread_use task;		/* in the window */
	double slow_pct;		/* of the loss that is slow CPU and not waiting */
	double work_per_s[WORK_PARTS];	/* of the load, by its parts, */
	const char *unit[WORK_PARTS];	/* in these; NULL behind the last one */
	double run_s;			/* Command's mean, of runs that ended in the window */
	struct cpu_share cpu;		/* the machine */
	double pressure_pct[PRESSURES];	/* of the time, some task waited for these */
	double throttled_ms;		/* by cgroups */
	double extra[EXTRAS];		/* the task's own figures, by their names, */
	const char *const *extra_name;	/* of its row in tasks[]; NULL behind the last one */
};

/* One row in the making. */
struct pairing {
	const struct task *task;
	const struct load *load;
	struct child child[2];
	const struct sched *sched[2];	/* of either role */
	bool lock_memory;		/* the task's */
	struct work work;		/* what set-ups are given: threads, seed, dir, command */
	int file[FILES];		/* for the load; below 0: none (-errno) */
	int64_t time;
	struct row *row;
	bool stuck;			/* a process could not be killed */
	struct machine machine;
	struct tracing tracing;
	struct sample sample[2];	/* at the window's start and end */
};

static const char *const side_name[] = { "task", "load" };

/* The signals that end a run; the children have their defaults. */
static void signals_fill(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
}

/*
 * The first signal ends the run in order; the second one does not wait. Not so the
 * same one at once: timeout(1) signals its child, and then the group it is in.
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

static void signals_catch(void)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction old, action = { .sa_handler = signal_caught, .sa_flags = SA_RESTART };
	sigset_t set;

	for (size_t i = 0; i < LENGTH(ends); i++)
		if (!sigaction(ends[i], NULL, &old) && old.sa_handler != SIG_IGN)	/* nohup */
			sigaction(ends[i], &action, NULL);
	signals_fill(&set);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	signal(SIGCHLD, SIG_DFL);	/* ignored, it would swallow how children ended */
	signal(SIGXFSZ, SIG_IGN);	/* beyond ulimit -f: EFBIG, in the loads, too */
	signal(SIGPIPE, SIG_IGN);	/* a write that fails is seen by who writes */
	signal(SIGTSTP, SIG_IGN);	/* stopped alone, we would leave the loads burning */
}

static bool capable_sys_nice(void)
{
	char *text = file_text("", "/proc/self/status");
	const char *caps = text ? strstr(text, "\nCapEff:") : NULL;
	bool capable = caps && strtoull(caps + 8, NULL, 16) >> 23 & 1;

	free(text);
	return capable;
}

/* How a process ended, as a shell has it. */
static int status_code(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/*
 * Run a command, and end as it does once nothing is left of all that it has made. At
 * end of file on the leash, which is also our parent's death, end it: by SIGTERM, so
 * that a BPF scheduler can be unloaded in order, and what is not gone then by SIGKILL.
 */
__attribute__((noreturn))
static void setter_run(const char *command, int nice, int leash)
{
	struct pollfd fd = { .fd = leash, .events = POLLIN };
	const struct timespec nap = { .tv_nsec = 20 * NSEC_PER_MSEC };
	int64_t begin = 0, next = 0;		/* of being stopped; 0: we are not */
	int status = 0, ended = 0;
	sigset_t open;
	pid_t sh, pid;

	setpgid(0, 0);
	prctl(PR_SET_NAME, "setting");		/* killall interbench is not to end this, */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigfillset(&open);			/* nor is a signal to all */
	sigprocmask(SIG_SETMASK, &open, NULL);
	sigdelset(&open, SIGCHLD);
	signal(SIGCHLD, signal_noted);
	sh = fork();
	if (sh == 0) {
		setsid();			/* no terminal to ask at; */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setpriority(PRIO_PROCESS, 0, nice);
		shell_exec(command, STDOUT_FILENO);	/* its complaints are the user's to see */
	}
	for (;;) {
		while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
			ended = pid == sh ? status : ended;
		if (pid < 0 || (begin && now_ns() - begin > REAP_LIMIT))
			_exit(sh < 0 ? EXIT_TROUBLE : status_code(ended));
		if (ppoll(&fd, 1, begin ? &nap : NULL, &open) > 0) {
			begin = now_ns();
			fd.fd = -1;
		}
		if (begin && now_ns() >= next) {
			int sig = now_ns() - begin < TERM_LIMIT ? SIGTERM : SIGKILL;

			if (!strays_kill(sig, 0, 0))	/* a kernel that does not list them */
				kill(-sh, sig);
			next = sig == SIGTERM ? now_ns() + NSEC_PER_SEC : 0;
		}
	}
}

/*
 * Have a command run until what is returned in *leash is closed. Not by child_fork():
 * the process that sees to it has to outlive us. Its id, or -1.
 */
static pid_t setter_start(const char *command, int nice, int *leash)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	pid = fork();
	if (pid == 0) {
		close(ends[1]);
		setter_run(command, nice, ends[0]);
	}
	close(ends[0]);
	*leash = ends[1];
	return pid;
}

#ifndef SCHED_EXT
#define SCHED_EXT 7
#endif
#define FIFO_PRIORITY 49		/* below the interrupts' 50 */

/* What --policy takes; for a load those before the first that is real time. */
static const struct policy {
	const char *name, *known_as;
	int number;
	bool nice;			/* nice values count */
	bool slice;			/* has a slice that can be set */
	bool real_time;			/* has priorities, and could keep us from the CPU */
} policies[] = {
	{ "other", "SCHED_OTHER", SCHED_OTHER, .nice = true, .slice = true },
	{ "batch", "SCHED_BATCH", SCHED_BATCH, .nice = true, .slice = true },
	{ "idle", "SCHED_IDLE", SCHED_IDLE, .nice = false },
	{ "ext", "SCHED_EXT", SCHED_EXT, .nice = true },
	{ "fifo", "SCHED_FIFO", SCHED_FIFO, .real_time = true },
	{ "rr", "SCHED_RR", SCHED_RR, .real_time = true },
};

static const struct policy *policy_find(const char *name)
{
	for (size_t i = 0; i < LENGTH(policies); i++)
		if (!strcasecmp(policies[i].name, name))
			return &policies[i];
	return NULL;
}

/* What sched_setattr(2) takes in its first version, which no kernel finds too large. */
struct sched_how {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;	/* ns; of a fair task its slice, since 6.12 */
};

/* Why a policy was refused, as far as Linux tells. */
static void sched_refused(const struct sched *s, int error, char reason[static REASON_LEN])
{
	struct rlimit r = { 0 };
	struct cgroup cg;

	getrlimit(RLIMIT_RTPRIO, &r);
	if (error == EINVAL && s->policy->number == SCHED_EXT)
		snprintf(reason, REASON_LEN, "SCHED_EXT refused: this kernel has no sched_ext");
	else if (error != EPERM || !s->priority)
		snprintf(reason, REASON_LEN, "%s%s refused: %s", s->policy->known_as,
			 s->slice_us ? " with a slice" : "", strerror(error));
	else if (!capable_sys_nice())
		snprintf(reason, REASON_LEN, "%s priority %d refused: no privilege "
			 "(CAP_SYS_NICE), and RLIMIT_RTPRIO (ulimit -r) is %ju",
			 s->policy->known_as, s->priority, (uintmax_t)r.rlim_cur);
	else if (cgroup_own("", "cpu", &cg) &&
		 cgroup_number(&cg, "", "cpu.rt_runtime_us", NULL) == 0)
		snprintf(reason, REASON_LEN, "%s refused: the cgroup %.80s has no real "
			 "time budget (cpu.rt_runtime_us)", s->policy->known_as, cg.dir);
	else
		snprintf(reason, REASON_LEN, "%s refused in spite of CAP_SYS_NICE: "
			 "perhaps by a user namespace or a filter of system calls",
			 s->policy->known_as);
}

/* Run on these CPUs and no fewer: Linux leaves out in silence what it does not allow. */
static bool sched_apply_cpus(const struct cpus *cpus, char reason[static REASON_LEN])
{
	struct cpus now;
	char list[2][64];

	if (!sched_setaffinity(0, sizeof(cpus->mask), cpus->mask) && cpus_allowed(&now) &&
	    CPU_EQUAL_S(sizeof(now.mask), now.mask, cpus->mask))
		return true;
	cpus_format(list[0], sizeof(list[0]), cpus);
	memset(&now, 0xff, sizeof(now));
	if (sched_setaffinity(0, sizeof(now.mask), now.mask) || !cpus_allowed(&now))
		memset(&now, 0, sizeof(now));
	cpus_format(list[1], sizeof(list[1]), &now);
	snprintf(reason, REASON_LEN, "CPUs %s are not all online and allowed; those are %s",
		 list[0], list[1]);
	return false;
}

/* Has Linux done what was asked? What it does not know of it may ignore. */
static bool sched_applied(const struct sched *s, char reason[static REASON_LEN])
{
	struct sched_how now = { .runtime = 0 };

	if (syscall(SYS_sched_getscheduler, 0) != s->policy->number)
		snprintf(reason, REASON_LEN, "%s set, but not in force", s->policy->known_as);
	else if (s->policy->number == SCHED_EXT && !sched_ext_enabled(""))
		snprintf(reason, REASON_LEN, "SCHED_EXT would be SCHED_OTHER: no scheduler is "
			 "loaded (" SCHED_EXT_DIR "state is not enabled)");
	else if (s->slice_us && (syscall(SYS_sched_getattr, 0, &now, sizeof(now), 0) ||
				 now.runtime != (uint64_t)(s->slice_us * NSEC_PER_USEC)))
		snprintf(reason, REASON_LEN, "a slice of %d us is ignored by this kernel "
			 "(Linux has it since 6.12)", s->slice_us);
	else
		return true;
	return false;
}

/* Be scheduled so; false with the reason in words. */
static bool sched_apply(const struct sched *s, char reason[static REASON_LEN])
{
	struct sched_param param = { .sched_priority = s->priority };
	struct sched_how how = {
		.size = sizeof(how), .policy = (uint32_t)s->policy->number, .nice = s->nice,
		.runtime = (uint64_t)(s->slice_us * NSEC_PER_USEC),
	};
	long refused = 0;

	if (s->cpus.count && !sched_apply_cpus(&s->cpus, reason))
		return false;
	if (setpriority(PRIO_PROCESS, 0, s->nice)) {
		snprintf(reason, REASON_LEN, "nice %d: %s", s->nice, strerror(errno));
		return false;
	}
	/*
	 * System calls: musl's sched_setscheduler() always fails, and only new C libraries
	 * have sched_setattr(). Nothing is set that is so already: a filter may forbid it.
	 */
	if (s->slice_us)
		refused = syscall(SYS_sched_setattr, 0, &how, 0);
	else if (s->priority || syscall(SYS_sched_getscheduler, 0) != s->policy->number)
		refused = syscall(SYS_sched_setscheduler, 0, s->policy->number, &param);
	if (refused)
		sched_refused(s, errno, reason);
	return !refused && sched_applied(s, reason);
}

/* The options that say how a role is scheduled, for messages. */
struct sched_names {
	const char *policy, *nice, *slice, *priority;
};

/* What a policy does not have. False with the reason in words. */
static bool sched_check(const struct sched *s, const struct sched_names *names,
			const char *policy, char reason[static REASON_LEN])
{
	const char *what = NULL, *option = NULL;

	if (s->priority && !s->policy->real_time) {
		snprintf(reason, REASON_LEN, "%s needs -r, --policy fifo or --policy rr",
			 names->priority);
		return false;
	}
	if (!s->policy->nice && s->nice != NICE_INHERITED) {
		what = "nice value";
		option = names->nice;
	} else if (!s->policy->slice && s->slice_us) {
		what = "slice";
		option = names->slice;
	}
	if (what)
		snprintf(reason, REASON_LEN, "%s and %s (%s) exclude each other: no %s counts there",
			 option, policy, s->policy->known_as, what);
	return !what;
}

/*
 * Fill in what is inherited, nice value and policy; not so real time (chrt), which would
 * take the machine. False, with the reason in words, if what was asked for excludes itself.
 */
static bool sched_settle(struct sched *s, const struct sched_names *names,
			 char reason[static REASON_LEN])
{
	const char *policy = s->policy ? names->policy : "the inherited policy";
	long number = syscall(SYS_sched_getscheduler, 0);

	for (size_t i = 0; i < LENGTH(policies) && !s->policy; i++)
		if (policies[i].number == number && !policies[i].real_time)
			s->policy = &policies[i];
	if (!s->policy)
		s->policy = policies;		/* the first of them */
	if (!sched_check(s, names, policy, reason))
		return false;
	if (s->nice == NICE_INHERITED)
		s->nice = getpriority(PRIO_PROCESS, 0);
	if (s->policy->real_time && !s->priority)
		s->priority = FIFO_PRIORITY;
	return true;
}

/*
 * Try in a child whether we may be scheduled so; false with the reason in words. Without
 * sched_ext the policy ext is tried as the first of policies[] if ext_comes: a setting may
 * bring it.
 */
static bool sched_try(const struct sched *s, bool ext_comes, char reason[static REASON_LEN])
{
	struct sched probe = *s;
	int ends[2], status = 0;
	ssize_t n = 0;
	pid_t pid;

	if (ext_comes && s->policy->number == SCHED_EXT)
		probe.policy = policies;
	if (pipe2(ends, O_CLOEXEC))
		die(EXIT_TROUBLE, "pipe: %s", strerror(errno));
	pid = child_fork();
	if (pid < 0)
		die(EXIT_TROUBLE, "fork: %s%s", strerror(errno),
		    syscall(SYS_sched_getscheduler, 0) == SCHED_DEADLINE ?
		    " (not allowed under SCHED_DEADLINE without chrt -R)" : "");
	if (pid == 0) {
		bool good = sched_apply(&probe, reason);

		if (!good && write(ends[1], reason, strlen(reason)) < 0)
			_exit(EXIT_TROUBLE);
		_exit(good ? EXIT_SUCCESS : EXIT_TROUBLE);
	}
	close(ends[1]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status)
		n = read(ends[0], reason, REASON_LEN - 1);
	reason[n > 0 ? n : 0] = 0;
	close(ends[0]);
	return !status;
}

/* What is unusual about how a role is scheduled, "" if nothing is: "policy idle, CPU 3". */
static void sched_describe(const struct sched *s, const char *usual, char *out, size_t size)
{
	bool is_usual = !strcmp(s->policy->name, usual);
	char text[FACT_LEN] = "", cpus[FACT_LEN - sizeof("Task: , CPUs ")];
	size_t n = 0;

	if (!is_usual)
		n += (size_t)snprintf(text, sizeof(text), ", policy %s", s->policy->name);
	if (s->priority && (!is_usual || s->priority != FIFO_PRIORITY))
		n += (size_t)snprintf(text + n, sizeof(text) - n, ", priority %d", s->priority);
	if (s->slice_us)
		n += (size_t)snprintf(text + n, sizeof(text) - n, ", slice %d us", s->slice_us);
	cpus_format(cpus, sizeof(cpus) - n, &s->cpus);
	if (s->cpus.count)
		snprintf(text + n, sizeof(text) - n, ", CPU%s %s", s->cpus.count > 1 ? "s" : "",
			 cpus);
	snprintf(out, size, "%s", *text ? text + strlen(", ") : "");
}

/* Tell the parent that we are ready, and wait to be told to go. */
static void child_ready(const struct child *c)
{
	char byte = 'r';

	if (write(c->up[1], &byte, 1) != 1 || read(c->down[0], &byte, 1) != 1)
		_exit(EXIT_TROUBLE);
}

/* What a set-up is given. */
static struct work child_work(const struct pairing *p, const struct child *c, const char *name)
{
	struct work w = p->work;

	w.name = name;
	w.up = c->up[1];
	w.reason = shared->reason[c->side];

	if (pipe2(w.gate, O_CLOEXEC)) {
		work_fail(&w, "pipe: %s", strerror(errno));
		_exit(EXIT_TROUBLE);
	}
	return w;
}

__attribute__((noreturn))
static void task_body(const struct pairing *p, const struct child *c)
{
	struct pace pace = { .task = p->task, .result = &shared->result };
	struct work work;

	memset(&shared->result, 0, sizeof(shared->result));	/* pages it in, too */
	if (p->task->setup) {
		work = child_work(p, c, p->task->name);
		pace.work = &work;
		if (!p->task->setup(&work))
			_exit(EXIT_TROUBLE);
	}
	sleep_until(now_ns() + NSEC_PER_MSEC);
	work_for(NSEC_PER_MSEC);
	if (p->lock_memory && mlockall(MCL_CURRENT))
		shared->lock_errno = errno;
	child_ready(c);
	if (pace.work)
		close(work.gate[1]);
	pace.start = shared->start;
	pace.end = shared->end;
	task_run(&pace);
	if (!shared->traced)
		sleep_until(pace.end);
	if (write(c->up[1], "d", 1) != 1)
		_exit(EXIT_TROUBLE);
	for (;;)		/* until the parent has read of us in /proc, and kills us */
		pause();
}

__attribute__((noreturn))
static void load_body(const struct pairing *p, const struct child *c)
{
	const struct load *part[WORK_PARTS];
	struct work work[WORK_PARTS], all = child_work(p, c, p->load->name);
	int status, parts = load_parts(p->load, part);
	char words[64];

	for (int i = 0; i < parts; i++) {
		work[i] = all;		/* one gate for all */
		work[i].name = part[i]->name;
		work[i].file = p->file[part[i]->file];
		work[i].done = &shared->done[i];
		if (!part[i]->setup(&work[i]))
			_exit(EXIT_TROUBLE);
	}
	child_ready(c);
	close(all.gate[1]);
	if (part[0]->run)
		part[0]->run(&work[0]);
	while (waitpid(-1, &status, 0) < 0)	/* of threads alone there is none to wait for */
		pause();
	work_fail(&work[0], "a process of it ended with %s", status_words(status, words));
	_exit(EXIT_TROUBLE);	/* it is not the load that was asked for any more */
}

/* Start a child of the pairing; false with the row void. */
static bool child_start(struct pairing *p, struct child *c)
{
	const struct child *other = &p->child[!c->side];

	if (pipe2(c->up, O_CLOEXEC))
		goto failed;
	if (pipe2(c->down, O_CLOEXEC)) {
		close(c->up[0]);
		close(c->up[1]);
		goto failed;
	}
	c->pid = child_fork();
	if (c->pid == 0) {
		if (setpgid(0, 0))	/* kill(-pid) relies on it */
			_exit(EXIT_TROUBLE);
		signals_default();
		close(c->up[0]);
		close(c->down[1]);
		if (other->pid) {	/* or it would never read end of file */
			close(other->up[0]);
			close(other->down[1]);
		}
		if (!sched_apply(p->sched[c->side], shared->reason[c->side]))
			_exit(EXIT_TROUBLE);
		if (c->side == TASK)
			task_body(p, c);
		load_body(p, c);
	}
	close(c->up[1]);
	close(c->down[0]);
	if (c->pid > 0) {
		setpgid(c->pid, c->pid);
		c->born = process_born(c->pid);
		return true;
	}
	c->pid = 0;
	close(c->up[0]);
	close(c->down[1]);
failed:
	row_void(p->row, "skipped: cannot start the %s: %s", side_name[c->side], strerror(errno));
	return false;
}

/* Kill all that is left of a child's side; false if nothing is. */
static bool child_kill(struct pairing *p, struct child *c)
{
	pid_t pid;
	int status;

	kill(c->pid, SIGKILL);		/* should it not have come to have a group */
	kill(-c->pid, SIGKILL);
	while ((pid = waitpid(-c->pid, &status, WNOHANG)) > 0)
		if (pid == c->pid)
			c->status = status;
	return pid == 0 || (c->side == LOAD && p->load->leaves &&
			    strays_kill(SIGKILL, c->born, p->child[TASK].pid));
}

/*
 * End a child with all that it has made, and reap them; as pid 1, strangers too.
 * False if one of them cannot die (disk sleep).
 */
static bool child_stop(struct pairing *p, struct child *c)
{
	int64_t begin = now_ns(), nap = NSEC_PER_MSEC, told = begin + 2 * NSEC_PER_SEC;

	if (!c->pid || p->stuck)
		return !p->stuck;
	close(c->up[0]);
	close(c->down[1]);
	while (child_kill(p, c)) {
		if (now_ns() - begin > REAP_LIMIT) {
			warn("process group %d cannot be killed: giving up", (int)c->pid);
			p->stuck = true;
			return false;
		}
		if (now_ns() > told) {
			warn("waiting for the %s to die", side_name[c->side]);
			told = INT64_MAX;
		}
		sleep_until(now_ns() + nap);
		nap = nap < 16 * NSEC_PER_MSEC ? 2 * nap : nap;
	}
	c->pid = 0;
	while (getpid() == 1 && !p->child[TASK].pid && !p->child[LOAD].pid &&
	       waitpid(-1, NULL, WNOHANG) > 0)
		;
	return true;
}

/* How a child that we did not stop has ended, in words. */
static void child_obituary(struct pairing *p, struct child *c, const char *how)
{
	const char *reason = shared->reason[c->side];
	char words[64];

	if (!child_stop(p, c))
		row_void(p->row, "the %s died and cannot be reaped", side_name[c->side]);
	else if (reason[0])
		row_void(p->row, "%s: %s", how, reason);
	else
		row_void(p->row, "%s died: %s", side_name[c->side],
			 status_words(c->status, words));
}

enum event { EVENT_TIME, EVENT_BYTE, EVENT_DEATH, EVENT_SIGNAL };

/*
 * Sleep until a child has said something, one has died (*dead), a signal has
 * come or the time has. The signals are let in while we sleep, and only then.
 */
static enum event pairing_wait(struct pairing *p, int64_t until, struct child **dead)
{
	struct pollfd fds[2];
	sigset_t block, open;
	char byte;
	int n = 0;

	for (int i = TASK; i <= LOAD; i++)
		fds[i] = (struct pollfd){ .fd = p->child[i].pid ? p->child[i].up[0] : -1,
					  .events = POLLIN };
	signals_fill(&block);
	sigprocmask(SIG_BLOCK, &block, &open);
	while (!caught && n <= 0) {
		int64_t left = until - now_ns();
		struct timespec ts = { .tv_sec = left / NSEC_PER_SEC,
				       .tv_nsec = left % NSEC_PER_SEC };

		if (left < 0)
			ts = (struct timespec){ 0 };
		n = ppoll(fds, 2, &ts, &open);
		if (n < 0 && errno != EINTR)
			die(EXIT_TROUBLE, "ppoll: %s", strerror(errno));
		if (n <= 0 && left <= 0)
			break;
	}
	sigprocmask(SIG_SETMASK, &open, NULL);
	if (caught)
		return EVENT_SIGNAL;
	for (int i = TASK; i <= LOAD; i++)
		if (n > 0 && fds[i].revents && read(fds[i].fd, &byte, 1) != 1) {
			*dead = &p->child[i];
			return EVENT_DEATH;
		}
	return n > 0 ? EVENT_BYTE : EVENT_TIME;
}

/* Start a child and wait until it is set up. */
static bool pairing_ready(struct pairing *p, int side)
{
	struct child *dead;
	enum event event;

	if (!child_start(p, &p->child[side]))
		return false;
	event = pairing_wait(p, now_ns() + SETUP_LIMIT, &dead);
	if (event == EVENT_DEATH)
		child_obituary(p, dead, "skipped");
	if (event == EVENT_TIME)
		row_void(p->row, "skipped: the %s was not ready after %lld s", side_name[side],
			 SETUP_LIMIT / NSEC_PER_SEC);
	return event == EVENT_BYTE;
}

static void thread_use_read(struct thread_use *u, pid_t pid)
{
	char path[64], *text;
	double cpu, wait;

	*u = (struct thread_use){ .cpu_ns = NAN, .wait_ns = NAN };
	snprintf(path, sizeof(path), "/proc/self/task/%d", (int)getpid());
	if (access(path, F_OK))
		pid = 0;	/* a /proc of other numbers than ours; none in it is 0 */
	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)pid);
	text = file_text("", path);
	if (text && sscanf(text, "%lf %lf", &cpu, &wait) == 2 && cpu > 0) {
		u->cpu_ns = cpu;
		u->wait_ns = wait;
	}
	free(text);
	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	u->preempted = machine_number(path, "nonvoluntary_ctxt_switches");
	u->swap_kb = machine_number(path, "VmSwap");
	snprintf(path, sizeof(path), "/proc/%d/sched", (int)pid);
	u->moved = machine_number(path, "se.nr_migrations");
}

static void sample_take(struct pairing *p, struct sample *s)
{
	char path[64];

	s->time = now_ns();
	for (int i = 0; i < WORK_PARTS; i++)
		s->done[i] = shared->done[i];
	s->command_ns = shared->command_ns;
	machine_cpu_use("", &s->use);
	for (size_t i = 0; i < LENGTH(s->pressure_us); i++) {
		snprintf(path, sizeof(path), "/proc/pressure/%s", pressure_name[i]);
		s->pressure_us[i] = machine_pressure_us("", path);
	}
	thread_use_read(&s->task, p->child[TASK].pid);
}

/*
 * Account for a task killed in a stall as if it woke only now; of one without periods
 * the latency is all the time since it was due.
 */
static void result_stalled(struct result *r, const struct task *t, int64_t due, int64_t now)
{
	struct period p = task_period(t);
	struct outcome o;

	p.due = due;
	p.woke = now;
	if (!p.period) {
		if (t->frame_times)	/* its frame is not done: that histogram has none */
			moments_add(&r->latency, now > due ? now - due : 0);
		else
			result_sample(r, now > due ? now - due : 0);
		return;
	}
	o = period_judge(&p);
	result_add(r, &p, &o);
}

/* The time at which the task must have reported: its last period may begin at the end. */
static int64_t pairing_patience(const struct pairing *p)
{
	return shared->end + task_period(p->task).period + REPORT_LIMIT;
}

/*
 * The task has not come back after the window. Without the load it may account
 * for its stall; if it does not, all that is known is since when it is due.
 */
static enum event pairing_stalled(struct pairing *p, struct child **dead)
{
	enum event event;

	if (!child_stop(p, &p->child[LOAD])) {
		row_void(p->row, "no report from the task, and the load cannot be killed");
		return EVENT_TIME;
	}
	event = pairing_wait(p, pairing_patience(p) + STALL_LIMIT, dead);
	if (event == EVENT_TIME) {
		int64_t due = shared->due;

		shared->result.watched = now_ns() - shared->start;
		result_stalled(&shared->result, p->task, due > shared->start ? due : shared->start,
			       now_ns());
		remark_add(p->row, "killed in a stall (max: since it was due)", "", NAN);
		return EVENT_BYTE;
	}
	remark_add(p->row, "stalled until the load was stopped", "", NAN);
	return event;
}

/* Both are ready: go, and wait for the task's report. */
static enum event pairing_measure(struct pairing *p, struct child **dead)
{
	int64_t settle = p->time < NSEC_PER_SEC ? p->time : NSEC_PER_SEC;
	siginfo_t info = { .si_pid = 0 };
	enum event event;

	shared->start = now_ns() + settle;
	shared->end = shared->start + p->time;
	shared->due = shared->start;	/* should it never come to say so itself */
	for (int i = TASK; i <= LOAD; i++)	/* the load may not let us on any more */
		if (p->child[i].pid && write(p->child[i].down[1], "g", 1) != 1)
			continue;		/* it has died: the next wait will tell */
	/* outside of the window: on one CPU the task has to wait for us */
	event = pairing_wait(p, shared->start - settle / 100, dead);
	if (event == EVENT_TIME) {
		sample_take(p, &p->sample[0]);
		event = pairing_wait(p, shared->end + FRAME_LIMIT, dead);
	}
	if (event == EVENT_TIME || event == EVENT_BYTE)		/* the task can be as quick */
		sample_take(p, &p->sample[1]);
	if (event == EVENT_TIME && p->task == &task_none)
		event = EVENT_BYTE;
	if (event == EVENT_TIME)
		event = pairing_wait(p, pairing_patience(p), dead);
	if (event == EVENT_TIME)
		event = pairing_stalled(p, dead);
	if (p->child[LOAD].pid && !waitid(P_PID, (id_t)p->child[LOAD].pid, &info,
					  WSTOPPED | WCONTINUED | WNOHANG) && info.si_pid)
		remark_add(p->row, "the load was stopped (SIGSTOP)", "", NAN);
	if (event == EVENT_BYTE)	/* what it waited for beyond the end is its too */
		thread_use_read(&p->sample[1].task, p->child[TASK].pid);
	return event;
}

/* The figures of a row from what the task has counted. */
static void row_fill(struct row *row, const struct task *t, const struct result *r)
{
	const struct moments *m = &r->latency;

	if (t == &task_none)
		return;
	row->mean.value = m->mean / NSEC_PER_MSEC;
	row->sd.value = moments_sd(m) / NSEC_PER_MSEC;
	row->max.value = (double)m->max / NSEC_PER_MSEC;
	row->met.value = NAN;
	row->cpu_counted = !t->no_deadlines;
	if (t->cpu_pct)
		row->cpu.value = t->cpu_pct(r);
	if (t->no_deadlines)
		return;
	row->cpu.value = 100 * (double)r->run / (double)(r->run + r->dropped);
	row->met.value = 100 * (double)r->met / (double)(r->met + r->missed);
}

/*
 * What is lost is the time that frames took beyond the work in them. Of that, what
 * the thread was on a CPU for, beyond the work, is the slowness of the CPU: another
 * thread on its core, its clock, its size. Under -T there is none by definition.
 */
static double slow_cpu_pct(const struct result *r, double cpu_ns)
{
	double lost = (double)(r->busy - r->work), slow = cpu_ns - (double)r->work;

	if (work_is_cpu_time() || isnan(slow) || !(lost > 0.01 * (double)r->work))
		return NAN;
	return fmax(0, fmin(100, 100 * slow / lost));
}

static void row_detail(struct pairing *p, double throttled_ms)
{
	const struct sample *a = &p->sample[0], *b = &p->sample[1];
	const double s = (double)(b->time - a->time) / NSEC_PER_SEC;
	const struct load *part[WORK_PARTS];
	struct detail *d = xrealloc(NULL, sizeof(*d));
	struct cpus used;
	bool known = cpus_used(&used, &p->sched[TASK]->cpus, &p->sched[LOAD]->cpus);
	/* stopped or starved ourselves, we may have missed the start */
	int parts = a->time ? load_parts(p->load, part) : 0;

	*d = (struct detail){ .result = shared->result, .throttled_ms = throttled_ms,
			      .extra_name = p->task->extra };
	if (p->task->extras)
		p->task->extras(&d->result, d->extra);
	d->task = (struct thread_use){ b->task.cpu_ns - a->task.cpu_ns,
				       b->task.wait_ns - a->task.wait_ns,
				       b->task.preempted - a->task.preempted,
				       b->task.moved - a->task.moved, b->task.swap_kb };
	if (!a->time)
		d->task = (struct thread_use){ NAN, NAN, NAN, NAN, b->task.swap_kb };
	d->slow_pct = slow_cpu_pct(&d->result, d->task.cpu_ns);
	for (int i = 0; i < parts; i++) {
		d->unit[i] = part[i]->unit;
		d->work_per_s[i] = (double)(b->done[i] - a->done[i]) / part[i]->per_unit / s;
	}
	d->run_s = parts && part[0]->run && b->done[0] > a->done[0] ?
		   (double)(b->command_ns - a->command_ns) / NSEC_PER_SEC /
		   (double)(b->done[0] - a->done[0]) : NAN;
	d->cpu = cpu_use_between(&a->use, &b->use, known ? used.mask : NULL, sizeof(used.mask));
	for (size_t i = 0; i < LENGTH(d->pressure_pct); i++)
		d->pressure_pct[i] = !a->time || a->pressure_us[i] < 0 || b->pressure_us[i] < 0 ?
			NAN :
			(double)(b->pressure_us[i] - a->pressure_us[i]) / 1e4 / s;
	p->row->detail = d;
}

/* Was the machine the same before and after? Remarks, or a reason why the row is void. */
static void pairing_guard(struct pairing *p, const struct machine_state *before)
{
	struct machine_state after = { .slept_ns = 0 };
	const struct result *r = &shared->result;

	machine_now(&p->machine, &after);
	row_detail(p, after.throttled_ms - before->throttled_ms);
	machine_compare(before, &after, &p->row->detail->cpu, p->row);
	if (r->latency.n == 1)
		remark_add(p->row, "a single sample (no SD)", "", NAN);
	if (p->row->detail->task.swap_kb > 0)
		remark_add(p->row, "the task was swapped out", "", NAN);
	if (r->waker_late > NSEC_PER_MSEC && r->waker_late > 2 * r->latency.max)
		remark_add(p->row, "the waker itself was late by up to",
			   "ms", (double)r->waker_late / NSEC_PER_MSEC);
	if (shared->command_failed)
		remark_add(p->row, "the command failed", "times",
			   (double)shared->command_failed);
	if (shared->lock_errno)
		remark_add(p->row, "memory not locked (RLIMIT_MEMLOCK)", "", NAN);
}

/* One pairing: start, ready, go, settle, measure, stop, reap. */
static void pairing_run(struct pairing *p)
{
	struct machine_state before = { .slept_ns = 0 };
	struct child *dead = NULL;
	enum event event = EVENT_SIGNAL;

	memset(shared, 0, sizeof(*shared));
	shared->tracing = p->tracing;
	machine_now(&p->machine, &before);
	if ((!p->load->setup && !p->load->parts[0]) || pairing_ready(p, LOAD))
		if (p->task == &task_none || pairing_ready(p, TASK))
			event = pairing_measure(p, &dead);
	if (event == EVENT_DEATH)
		child_obituary(p, dead, p->sample[0].time ? side_name[dead->side] : "skipped");
	child_stop(p, &p->child[LOAD]);
	child_stop(p, &p->child[TASK]);
	/* a Hog without a gap had the whole CPU */
	if (event == EVENT_BYTE && p->task != &task_none && !shared->result.latency.n &&
	    !shared->result.watched)
		row_void(p->row, "no sample: the task was not due in the time");
	if (event == EVENT_BYTE && !p->row->reason[0]) {
		row_fill(p->row, p->task, &shared->result);
		pairing_guard(p, &before);
		if (p->sample[1].time - p->sample[0].time < p->time / 2 && p->task == &task_none)
			row_void(p->row, "for most of the time nobody could measure");
	}
	free(p->sample[0].use.cpu);
	free(p->sample[1].use.cpu);
}

/*
 * Report: takes structs and a stream, knows of no process and no clock
 */

/* What stands above the tables of a run. The first lines have not changed since 2005. */
static void report_header(FILE *f, const struct run *run)
{
	char seconds[32];

	fprintf(f, "Load set to %d processors\n\n", run->processors);
	if (run->cpu_time)
		fprintf(f, "Using cpu time");
	else
		fprintf(f, "Using %" PRIu64 " loops per ms", run->loops_per_ms);
	fprintf(f, ", running every load for %s seconds\n", fmt_number(seconds, run->seconds));
	fprintf(f, "Benchmarking kernel %s at datestamp %s\n", run->kernel, run->date);
	if (*run->comment)
		fprintf(f, "Comment: %s\n", run->comment);
	for (size_t i = 0; i < run->facts; i++)
		fprintf(f, "%s: %s\n", run->fact[i].name, run->fact[i].value);
}

static void report_table_header(FILE *f, const struct table *t)
{
	if (!*t->bench) {	/* "Load " begins nothing that readers take for a result */
		fprintf(f, "\nLoad      work per second, alone\n");
		return;
	}
	fprintf(f, "\n--- Benchmarking simulated cpu of %s%s", t->bench,
		t->real_time ? " real time" : "");
	if (t->nice)
		fprintf(f, " nice %d", t->nice);
	fprintf(f, " in the presence of simulated");
	if (t->load_nice)
		fprintf(f, " nice %d", t->load_nice);
	fprintf(f, " ---\nLoad    Latency +/- SD (%s)  Max Latency%s%s\n",
		t->real_time ? "us" : "ms", t->no_cpu ? "" : "   % Desired CPU",
		t->no_deadlines ? "" : "  % Deadlines Met");
}

/* "  0.536 CPU s, 327 MB, 350 MB", "  8.9 runs of 0.112 s" */
static void report_work(FILE *f, const struct detail *d)
{
	char text[32];

	for (int i = 0; i < WORK_PARTS && d->unit[i]; i++)
		fprintf(f, "%s %s %s", i ? "," : " ", fmt_number(text, d->work_per_s[i]),
			d->unit[i]);
	if (!isnan(d->run_s))
		fprintf(f, " of %s s", fmt_number(text, d->run_s));
}

static void report_row(FILE *f, const struct table *t, const struct row *row)
{
	const double unit = t->real_time ? NSEC_PER_MSEC / NSEC_PER_USEC : 1;
	char mean[32], sd[32], max[32], percent[32];

	if (row->reason[0]) {
		fprintf(f, "%-8s  %.70s\n", row->load, row->reason);	/* 80 columns */
		return;
	}
	if (!*t->bench) {
		fprintf(f, "%-8s", row->load);
		report_work(f, row->detail);
		fputc('\n', f);
		return;
	}
	fprintf(f, "%-8s%7s +/- %-7s%9s", row->load, fmt_number(mean, unit * row->mean.value),
		fmt_number(sd, unit * row->sd.value), fmt_number(max, unit * row->max.value));
	if (!t->no_cpu)
		fprintf(f, "%16s", row->cpu_counted ? fmt_percent(percent, row->cpu.value)
						    : fmt_number(percent, row->cpu.value));
	if (!t->no_deadlines)
		fprintf(f, "%15s", fmt_percent(percent, row->met.value));
	fputc('\n', f);
}

/* The remarks of one kind on the rows of a table. */
struct remark_group {
	const struct remark *first;
	const char *load;		/* of the first */
	double least, most;		/* of their values; NAN: they have none */
	int rows;
};

/* Sort a table's remarks into groups; how many there are. */
static int remark_groups(const struct table *t, struct remark_group group[static REMARKS_MAX])
{
	int groups = 0, g;

	for (size_t i = 0; i < t->rows; i++)
		for (int k = 0; k < t->row[i].remarks; k++) {
			const struct remark *r = &t->row[i].remark[k];

			for (g = 0; g < groups && strcmp(group[g].first->kind, r->kind); g++)
				;
			if (g == REMARKS_MAX)
				continue;
			if (g == groups)
				group[groups++] = (struct remark_group){ r, t->row[i].load, NAN, NAN, 0 };
			group[g].least = fmin(group[g].least, r->value);	/* of NAN and x: x */
			group[g].most = fmax(group[g].most, r->value);
			group[g].rows++;
		}
	return groups;
}

/*
 * "steal 2-4 % in 7 of 9 rows", or in the one row's name. Three lines at most;
 * which kinds come first is their order of appearance.
 */
static void report_remarks(FILE *f, const struct table *t)
{
	struct remark_group group[REMARKS_MAX];
	int groups = remark_groups(t, group);
	char least[32], most[32];

	for (const struct remark_group *g = group; g < group + groups && g < group + 3; g++) {
		fprintf(f, "! %s", g->first->kind);
		if (strcmp(fmt_number(least, g->least), fmt_number(most, g->most)))
			fprintf(f, " %s-%s %s", least, most, g->first->unit);
		else if (!isnan(g->most))
			fprintf(f, " %s %s", most, g->first->unit);
		if (g->rows == 1)
			fprintf(f, " in %s", g->load);
		else
			fprintf(f, " in %d of %zu rows", g->rows, t->rows);
		if (g == group + 2 && groups > 3)
			fprintf(f, " (and %d more)", groups - 3);
		fputc('\n', f);
	}
}

/*
 * The figures of a row's details: -v prints them as three tables, JSON by their keys.
 */
enum { DETAIL_SAMPLES, DETAIL_WAITS, DETAIL_MACHINE, DETAIL_TABLES };

struct figure_name {
	int table, width;		/* width 0: for JSON alone */
	const char *head;
	const char *object, *key;	/* figures of one JSON object stand together; "": the row */
	double (*get)(const struct figure_name *f, const struct detail *d);	/* NAN: unknown */
	size_t at;			/* for get_value() and get_count(): where in the detail */
	double pct;			/* for get_wakeup() and get_frame(): which percentile */
	bool ns;			/* a time in ns, printed in the table's unit */
	enum { ANY_ROW, ROW_OF_TASK, ROW_WITH_DEADLINES } has_it;
};

static double get_value(const struct figure_name *f, const struct detail *d)
{
	return *(const double *)(const void *)((const char *)d + f->at);
}

static double get_count(const struct figure_name *f, const struct detail *d)
{
	return (double)*(const uint64_t *)(const void *)((const char *)d + f->at);
}

static double get_wakeup(const struct figure_name *f, const struct detail *d)
{
	const struct hist *h = &d->result.wakeup;

	return h->n ? (double)hist_percentile(h, f->pct) : NAN;
}

static double get_frame(const struct figure_name *f, const struct detail *d)
{
	const struct hist *h = &d->result.frame;

	return h->n ? (double)hist_percentile(h, f->pct) : NAN;
}

static double get_boundaries(const struct figure_name *f, const struct detail *d)
{
	(void)f;
	return (double)(d->result.met + d->result.missed + d->result.late);
}

static const struct figure_name figure_name[] = {
#define AT(field) .at = offsetof(struct detail, field)
#define VALUE_AT(field) .get = get_value, AT(field)
#define COUNT_AT(field) .get = get_count, AT(result.field), .has_it = ROW_WITH_DEADLINES
#define WAKEUP_PCT(percent) .get = get_wakeup, .pct = percent, .ns = true
	{ DETAIL_SAMPLES, 8, "samples", "", "samples", .get = get_count, AT(result.latency.n),
	  .has_it = ROW_OF_TASK },
	{ DETAIL_SAMPLES, 8, "p50", "wakeup_ms", "p50", WAKEUP_PCT(50) },
	{ DETAIL_SAMPLES, 8, "p90", "wakeup_ms", "p90", WAKEUP_PCT(90) },
	{ DETAIL_SAMPLES, 8, "p99", "wakeup_ms", "p99", WAKEUP_PCT(99) },
	{ DETAIL_SAMPLES, 8, "p99.9", "wakeup_ms", "p99_9", WAKEUP_PCT(99.9) },
	{ DETAIL_SAMPLES, 0, "max", "wakeup_ms", "max", WAKEUP_PCT(100) },
	{ DETAIL_SAMPLES, 8, "done99", "frame_ms", "p99", .get = get_frame, .pct = 99, .ns = true },
	{ DETAIL_SAMPLES, 0, "boundaries", "", "boundaries", .get = get_boundaries,
	  .has_it = ROW_WITH_DEADLINES },
	{ DETAIL_SAMPLES, 7, "met", "", "met", COUNT_AT(met) },
	{ DETAIL_SAMPLES, 7, "missed", "", "missed", COUNT_AT(missed) },
	{ DETAIL_SAMPLES, 5, "late", "", "late", COUNT_AT(late) },
	{ DETAIL_SAMPLES, 5, "drop", "", "dropped", COUNT_AT(dropped) },
	{ DETAIL_WAITS, 8, "rqwait", "", "runqueue_wait_ms", VALUE_AT(task.wait_ns), .ns = true },
	{ DETAIL_WAITS, 6, "slow%", "", "slow_cpu_pct", VALUE_AT(slow_pct) },
	{ DETAIL_WAITS, 8, "preempt", "", "involuntary_switches", VALUE_AT(task.preempted) },
	{ DETAIL_WAITS, 6, "moved", "", "migrations", VALUE_AT(task.moved) },
	{ DETAIL_WAITS, 9, "throttle", "", "throttled_ms", VALUE_AT(throttled_ms) },
	{ DETAIL_MACHINE, 6, "user", "cpu_pct", "user", VALUE_AT(cpu.pct[CPU_USER]) },
	{ DETAIL_MACHINE, 7, "system", "cpu_pct", "system", VALUE_AT(cpu.pct[CPU_SYSTEM]) },
	{ DETAIL_MACHINE, 7, "iowait", "cpu_pct", "iowait", VALUE_AT(cpu.pct[CPU_IOWAIT]) },
	{ DETAIL_MACHINE, 6, "irq", "cpu_pct", "irq", VALUE_AT(cpu.pct[CPU_IRQ]) },
	{ DETAIL_MACHINE, 6, "steal", "cpu_pct", "steal", VALUE_AT(cpu.pct[CPU_STEAL]) },
	{ DETAIL_MACHINE, 6, "idle", "cpu_pct", "idle", VALUE_AT(cpu.pct[CPU_IDLE]) },
	{ DETAIL_MACHINE, 8, "busiest", "cpu_pct", "busiest", VALUE_AT(cpu.busiest) },
	{ DETAIL_MACHINE, 7, "idlest", "cpu_pct", "idlest", VALUE_AT(cpu.idlest) },
	{ DETAIL_MACHINE, 6, "Pcpu", "pressure_pct", "cpu", VALUE_AT(pressure_pct[PRESSURE_CPU]) },
	{ DETAIL_MACHINE, 6, "Pmem", "pressure_pct", "memory", VALUE_AT(pressure_pct[PRESSURE_MEMORY]) },
	{ DETAIL_MACHINE, 6, "Pio", "pressure_pct", "io", VALUE_AT(pressure_pct[PRESSURE_IO]) },
};

#define FIGURES_END (figure_name + LENGTH(figure_name))

/* unit: of latencies, ns. NAN: not known, or the row has no such figure. */
static double detail_figure(const struct figure_name *f, const struct table *t,
			    const struct detail *d, double unit)
{
	if (f->has_it >= ROW_OF_TASK && !*t->bench)
		return NAN;
	if (f->has_it == ROW_WITH_DEADLINES && t->no_deadlines)
		return NAN;
	return f->get(f, d) / (f->ns ? unit : 1);
}

/* How many ns make the unit in which a table prints latencies. */
static double table_unit(const struct table *t)
{
	return t->real_time ? NSEC_PER_USEC : NSEC_PER_MSEC;
}

static void report_detail(FILE *f, int table, const struct table *t, const struct row *row)
{
	const struct detail *d = row->detail;
	char text[32];

	fprintf(f, "%-8s", row->load);
	for (const struct figure_name *name = figure_name; name < FIGURES_END; name++) {
		double v = detail_figure(name, t, d, table_unit(t));

		if (name->table == table && name->width)
			fprintf(f, " %*s", name->width - 1,
				fmt_number(text, table == DETAIL_MACHINE ? round(10 * v) / 10 : v));
	}
	if (table == DETAIL_WAITS)
		report_work(f, d);
	fputc('\n', f);
}

/* The task's own figures: their names for a head, and (row) themselves. */
static void report_extras(FILE *f, const struct row *row, const char *load)
{
	const char *const *name = row->detail->extra_name;
	char text[32];

	fprintf(f, "%-8s", load);
	for (int i = 0; name[i]; i++) {
		int width = strlen(name[i]) < 8 ? 8 : (int)strlen(name[i]);

		fprintf(f, " %*s", width, load != row->load ? name[i] :
			fmt_number(text, row->detail->extra[i]));
	}
	fputc('\n', f);
}

/* The tables of -v. A line that begins with Load ends the one above for every reader. */
static void report_details(FILE *f, const struct table *t)
{
	size_t first = 0;

	while (first < t->rows && !t->row[first].detail)
		first++;
	if (first == t->rows)
		return;
	for (int table = *t->bench ? 0 : DETAIL_MACHINE; table < DETAIL_TABLES; table++) {
		fprintf(f, "\n%-8s", "Load");
		for (const struct figure_name *name = figure_name; name < FIGURES_END; name++)
			if (name->table == table && name->width)
				fprintf(f, "%*s", name->width, name->head);
		fprintf(f, "%s\n", table == DETAIL_WAITS ? "  load's work per second" : "");
		for (size_t i = 0; i < t->rows; i++)
			if (t->row[i].detail)
				report_detail(f, table, t, &t->row[i]);
	}
	for (size_t i = 0, n = 0; i < t->rows; i++) {
		const struct row *row = &t->row[i];

		if (!row->detail || !*row->detail->extra_name)
			continue;
		if (!n++) {
			fputc('\n', f);
			report_extras(f, row, "Load");
		}
		report_extras(f, row, row->load);
	}
}

/* What --histogram shows: of Gaming, which nobody wakes, its frame times. */
static const struct hist *detail_hist(const struct detail *d)
{
	return d->result.wakeup.n || !d->result.frame.n ? &d->result.wakeup : &d->result.frame;
}

/* Bars of latencies up to 1, 2, 5, 10, ... ns. */
static void report_histogram(FILE *f, const struct table *t, const struct row *row)
{
	enum { BARS = 3 * 13 + 1 };
	const struct hist *h = detail_hist(row->detail);
	uint64_t count[BARS] = { 0 }, most = 1;
	int first = BARS, last = 0, bar = 0;
	int64_t bound[BARS] = { 1, 2, 5 };
	char text[32];

	for (int i = 3; i < BARS; i++)
		bound[i] = 10 * bound[i - 3];
	for (int i = 0; i < HIST_BUCKETS; i++) {
		while (bar < BARS - 1 && hist_upper(i) > bound[bar])
			bar++;
		count[bar] += h->count[i];
	}
	count[BARS - 1] += h->overflow;
	for (int i = 0; i < BARS; i++) {
		most = count[i] > most ? count[i] : most;
		first = i < first && count[i] ? i : first;
		last = count[i] ? i : last;
	}
	fprintf(f, "\n%s of %s beside %s, %s\n", !t->no_deadlines ? "Wakeup latencies" :
		h == &row->detail->result.frame ? "Frame times" : "Latencies", t->bench,
		row->load, t->real_time ? "us" : "ms");
	for (int i = first; i <= last; i++)
		fprintf(f, "<= %8s %9" PRIu64 "%s%.*s\n",
			fmt_number(text, (double)bound[i] / table_unit(t)), count[i],
			count[i] ? " " : "", (int)((count[i] * 56 + most - 1) / most),
			"########################################################");
}

/*
 * JSON: these own commas and escapes; what is unknown is not there
 */
struct json {
	FILE *f;
	bool more;			/* something stands before in this object or array */
};

static void json_text(struct json *j, const char *text)
{
	size_t n;

	fputc('"', j->f);
	for (const char *s = text; *s; s += n ? n : 1) {
		n = utf8_length(s);
		if (!n)
			fputs("\\ufffd", j->f);
		else if (*s == '"' || *s == '\\')
			fprintf(j->f, "\\%c", *s);
		else if (n == 1 && *s < ' ')
			fprintf(j->f, "\\u%04x", *s);
		else
			fwrite(s, 1, n, j->f);
	}
	fputc('"', j->f);
}

/* What stands before a value: a comma, and in an object its key. */
static void json_key(struct json *j, const char *key)
{
	if (j->more)
		fputc(',', j->f);
	j->more = true;
	if (key) {
		json_text(j, key);
		fputc(':', j->f);
	}
}

static void json_open(struct json *j, const char *key, char bracket)
{
	json_key(j, key);
	fputc(bracket, j->f);
	j->more = false;
}

static void json_close(struct json *j, char bracket)
{
	fputc(bracket, j->f);
	j->more = true;
}

static void json_string(struct json *j, const char *key, const char *text)
{
	json_key(j, key);
	json_text(j, text);
}

static void json_number(struct json *j, const char *key, double value)
{
	if (isfinite(value)) {
		json_key(j, key);
		fprintf(j->f, "%.12g", value);
	}
}

static void json_bool(struct json *j, const char *key, bool value)
{
	json_key(j, key);
	fputs(value ? "true" : "false", j->f);
}

/* What is known of the figures of a row's details, in ms. */
static void json_figures(struct json *j, const struct table *t, const struct detail *d)
{
	const char *object = "";

	for (const struct figure_name *name = figure_name; name < FIGURES_END; name++) {
		double v = detail_figure(name, t, d, NSEC_PER_MSEC);

		if (!isfinite(v))
			continue;
		if (strcmp(name->object, object)) {
			if (*object)
				json_close(j, '}');
			object = name->object;
			if (*object)
				json_open(j, object, '{');
		}
		json_number(j, name->key, v);
	}
	if (*object)
		json_close(j, '}');
}

static void json_histogram(struct json *j, const struct hist *h)
{
	json_open(j, "histogram", '[');
	for (int i = 0; i < HIST_BUCKETS; i++) {
		if (!h->count[i])
			continue;
		json_open(j, NULL, '[');
		json_number(j, NULL, (double)hist_upper(i));
		json_number(j, NULL, h->count[i]);
		json_close(j, ']');
	}
	json_close(j, ']');
}

static void json_work(struct json *j, const struct detail *d)
{
	if (!d->unit[0])
		return;
	json_open(j, "load_work", '{');
	json_string(j, "unit", d->unit[0]);
	json_number(j, "per_s", d->work_per_s[0]);
	json_number(j, "mean_s", d->run_s);
	if (d->unit[1]) {
		json_open(j, "parts", '[');
		for (int i = 0; i < WORK_PARTS && d->unit[i]; i++) {
			json_open(j, NULL, '{');
			json_string(j, "unit", d->unit[i]);
			json_number(j, "per_s", d->work_per_s[i]);
			json_close(j, '}');
		}
		json_close(j, ']');
	}
	json_close(j, '}');
}

static void json_extras(struct json *j, const struct detail *d)
{
	if (!*d->extra_name)
		return;
	json_open(j, "task_figures", '{');
	for (int i = 0; d->extra_name[i]; i++)
		json_number(j, d->extra_name[i], d->extra[i]);
	json_close(j, '}');
}

static void json_remarks(struct json *j, const struct row *row)
{
	if (!row->remarks)
		return;
	json_open(j, "remarks", '[');
	for (int i = 0; i < row->remarks; i++) {
		json_open(j, NULL, '{');
		json_string(j, "what", row->remark[i].kind);
		json_number(j, "value", row->remark[i].value);
		if (*row->remark[i].unit)
			json_string(j, "unit", row->remark[i].unit);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void json_row(struct json *j, const struct table *t, const struct row *row, int pass,
		     const char *setting)
{
	json_open(j, NULL, '{');
	if (*t->bench)
		json_string(j, "bench", t->bench);
	json_string(j, "load", row->load);
	json_number(j, "run", pass);
	if (setting)
		json_string(j, "setting", setting);
	json_bool(j, "valid", !row->reason[0]);
	if (row->reason[0])
		json_string(j, "reason", row->reason);
	json_remarks(j, row);
	json_number(j, "desired_cpu_pct", row->cpu.value);
	json_number(j, "deadlines_met_pct", row->met.value);
	if (!isnan(row->mean.value)) {
		json_open(j, "latency_ms", '{');
		json_number(j, "mean", row->mean.value);
		json_number(j, "sd", row->sd.value);
		json_number(j, "max", row->max.value);
		json_close(j, '}');
	}
	if (row->detail) {
		json_figures(j, t, row->detail);
		json_extras(j, row->detail);
		json_work(j, row->detail);
		if (*t->bench)
			json_histogram(j, detail_hist(row->detail));
	}
	json_close(j, '}');
	fputc('\n', j->f);
}

/* What a document has besides its runs. */
struct json_about {
	time_t start;
	char *const *command;		/* ends in NULL */
	int rows_wanted;
	const char *rows;		/* as text */
};

/* All but the rows: what runs measure as they were asked to. */
static void json_document(FILE *f, const struct run *run, const struct json_about *about)
{
	struct json j = { .f = f };
	char date[32];
	struct tm tm;

	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&about->start, &tm));
	json_open(&j, NULL, '{');
	json_number(&j, "schema", 1);
	json_string(&j, "version", INTERBENCH_VERSION);
	json_open(&j, "command", '[');
	for (char *const *word = about->command; *word; word++)
		json_string(&j, NULL, *word);
	json_close(&j, ']');
	json_string(&j, "start", date);
	json_open(&j, "settings", '{');
	json_string(&j, "comment", run->comment);
	json_number(&j, "seconds", run->seconds);
	json_number(&j, "processors", run->processors);
	json_bool(&j, "cpu_time", run->cpu_time);
	json_number(&j, "loops_per_ms", run->cpu_time ? NAN : (double)run->loops_per_ms);
	if (run->tables) {
		json_bool(&j, "real_time", run->table[0].real_time);
		json_number(&j, "bench_nice", *run->table[0].bench ? run->table[0].nice : NAN);
		json_number(&j, "load_nice", run->table[0].load_nice);
	}
	for (int side = 0; side < 2; side++)
		if (run_fact(run, run_side[side]))
			json_string(&j, side ? "load" : "task", run_fact(run, run_side[side]));
	json_close(&j, '}');
	json_open(&j, "machine", '{');
	json_string(&j, "release", run->kernel);
	for (size_t i = 0; i < run->facts; i++)
		json_string(&j, run->fact[i].name, run->fact[i].value);
	json_close(&j, '}');
	json_number(&j, "rows_wanted", about->rows_wanted);
	json_key(&j, "rows");
	fprintf(f, "[\n%s]}\n", about->rows);
}

/*
 * Log: whatever interbench printed since 2005, and what mail and web made of it
 *
 * The text is decoded as a whole and in place (log_decode). What begins a line belongs to
 * the first of log_readers[] that knows it, as far as that one reads: mail wraps lines. The
 * rest is text, the last paragraph of which may name a run. A table exists once it has
 * a row, a run once it has a table.
 */

enum {
	LOG_PARTS_MAX = 64,		/* of a run or table; for the sake of plain searches */
	LOG_TEXT_MAX = 160,		/* characters of any name */
};

#define ROW_WIDTH 67			/* of report_row(), to the end of the last column */
#define LOG_CUT "(cut off)"		/* stands behind a line that never came to its end */

/* The columns behind mean and SD, in their order; the maximum is 1. */
enum { LOG_CPU = 2, LOG_MET = 4, LOG_ALL = 7 };

/* What the reader is told of tasks and loads, which it knows by name only. */
struct log_names {
	unsigned (*columns)(const char *task);	/* LOG_MET | ..., if the text does not name them */
	bool (*is_load)(const char *name);
};

struct log {
	const struct log_names *names;
	struct run *run;		/* all runs so far, of all texts */
	size_t runs, first;		/* their number; the first one of this text */
	const char *source;

	const char *para[2];		/* the last lines of the paragraph at hand */
	bool para_own, para_over;	/* interbench wrote it; a blank line ended it */
	const char *title[2];		/* the paragraph above the last header line */

	struct table next;		/* announced by the last header */
	bool open;			/* its rows may come */
	struct table *table;		/* what became of it with its first row */
	unsigned columns;		/* LOG_MET | ...; 0: their names were not seen */
};

/* No code is shorter than what it stands for: decoding is done in place. */
static const struct { const char *code, *text; } log_codes[] = {
	{ "&gt;", ">" }, { "&lt;", "<" }, { "&amp;", "&" }, { "&quot;", "\"" },
	{ "&nbsp;", " " }, { "&minus;", "-" }, { "&plusmn;", "\xb1" }, { "&#177;", "\xb1" },
	{ "&#8722;", "-" }, { "&mdash;", "---" }, { "&#8212;", "---" }, { "&#160;", " " },
	{ "\xc2\xa0", " " }, { "\xc2\xb1", "\xb1" }, { "\xe2\x80\xaf", " " },
	{ "\xe2\x88\x92", "-" }, { "\xe2\x80\x93", "--" }, { "\xe2\x80\x94", "---" },
	{ "\xef\xbb\xbf", "" }, { "\r\n", "\n" }, { "\r", "\n" },
};

/*
 * The length of the code at s, 0 for none, and what it stands for. A tag may as well end
 * the line: rows and headers go on in the next one.
 */
static size_t log_undo(const char *s, char text[static 4])
{
	unsigned char c = (unsigned char)s[0], next = (unsigned char)s[1];
	unsigned long number;
	char *end;

	for (size_t i = 0; i < LENGTH(log_codes); i++) {
		size_t len = strlen(log_codes[i].code);

		if (!strncmp(s, log_codes[i].code, len)) {
			strcpy(text, log_codes[i].text);
			return len;
		}
	}
	if (c == '<') {
		/* not beyond a '<': that is quadratic */
		size_t n = 1 + strcspn(s + 1, "<>\n");

		strcpy(text, "\n");	/* "<br>\n" is one end, not two */
		return s[n] == '>' && (isalpha(next) || next == '/' || next == '!') ?
		       n + 1 + (s[n + 1] == '\n') : 0;
	}
	/* Names are printed later: no control characters. Latin-1's blank is 0xa0. */
	strcpy(text, " ");
	if (c == 0xc2 && next >= 0x80 && next < 0xa0)
		return 2;
	if (c < ' ' || c == 0x7f || (c >= 0x80 && c <= 0xa0))
		return 1;
	if (c != '&' || next != '#')
		return 0;
	number = s[2] == 'x' ? strtoul(s + 3, &end, 16) : strtoul(s + 2, &end, 10);
	text[0] = (char)number;
	return *end == ';' && number >= ' ' && number <= '~' ? (size_t)(end - s) + 1 : 0;
}

/* Undo quoted-printable if text plainly is: HZ=1000 is not, nor vm.swappiness=20 at an end. */
static void log_decode_printable(char *text)
{
	static const char *const sign[] = { "=2B/-", "=3D", "=20=20", "=C2=A0", "quoted-printable" };
	static const char hex[] = "0123456789ABCDEF";
	bool printable = false;
	char *w = text;

	for (size_t i = 0; i < LENGTH(sign); i++)
		printable |= strstr(text, sign[i]) != NULL;
	for (const char *s = text; printable && *s;) {
		const char *high = *s == '=' && s[1] ? strchr(hex, s[1]) : NULL;
		const char *low = high && s[2] ? strchr(hex, s[2]) : NULL;

		if (low) {
			*w++ = (char)(16 * (high - hex) + (low - hex));
			s += 3;
		} else if (*s == '=' && s[1 + (s[1] == '\r')] == '\n') {
			s += 2 + (s[1] == '\r');
		} else {
			*w++ = *s++;
		}
	}
	if (printable)
		*w = 0;
}

/* Take quoting off the lines: "> ", ">> ", "joe> ", "| ", ": ", "# ". */
static void log_unquote(char *text)
{
	char *w = text;

	for (const char *s = text; *s;) {
		size_t n;

		s += strspn(s, " >|:#");
		n = strcspn(s, " >\n");
		if (n < 10 && s[n] == '>') {
			s += n + 1;
			continue;
		}
		n = strcspn(s, "\n");
		n += s[n] == '\n';
		memmove(w, s, n);
		w += n;
		s += n;
	}
	*w = 0;
}

/* Without one of these <x> is from a comment, "</dev/null >x" from a command. */
static bool log_is_html(const char *text)
{
	static const char name[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

	for (const char *s = text; (s = strstr(s, "</")); s += 2)
		if (s[2] != '>' && s[2 + strspn(s + 2, name)] == '>')
			return true;
	return strcasestr(text, "<br");
}

static void log_decode(char *text)
{
	char *w = text;
	bool html;

	log_decode_printable(text);
	html = log_is_html(text);
	for (const char *s = text; *s;) {
		bool plain = *s == '\n' || (*s == '<' ? !html : *s >= ' ' && *s <= '~' && *s != '&');
		char to[4];
		size_t n = plain ? 0 : log_undo(s, to);

		for (const char *t = to; n && *t; t++)
			*w++ = *t;
		s += n;
		if (n)
			continue;
		n = utf8_length(s);
		do
			*w++ = *s++;
		while (n-- > 1);
	}
	*w = 0;
	log_unquote(text);
}

/*
 * Where s goes on behind pattern, NULL if it does not begin so. In a pattern a blank stands
 * for blanks and ends of lines, # for digits, * for a word, - for two dashes or more.
 */
static const char *log_match(const char *s, const char *pattern)
{
	for (; *pattern; pattern++) {
		size_t n = *s == *pattern;

		if (*pattern == ' ')
			n = strspn(s, " \n");
		else if (*pattern == '#')
			n = strspn(s, "0123456789");
		else if (*pattern == '*')
			n = strcspn(s, " \n");
		else if (*pattern == '-')
			n = strspn(s, "-") > 1 ? strspn(s, "-") : 0;
		if (!n)
			return NULL;
		s += n;
	}
	return s;
}

/* Does the line hold the word? */
static bool log_holds(const char *line, const char *word)
{
	return memmem(line, strcspn(line, "\n"), word, strlen(word)) != NULL;
}

/*
 * Read a figure and step over it. strtod() alone would take hex and infinity, and does
 * not say how many decimals there were.
 */
static bool log_number(const char **text, struct figure *f)
{
	const char *s = *text, *end;
	size_t whole = strspn(s, "0123456789"), decimals = 0;
	long exponent = 0;

	if (s[whole] == '.')
		decimals = strspn(s + whole + 1, "0123456789");
	end = s + whole + (decimals ? 1 + decimals : 0);
	if (!strncasecmp(s + (*s == '-'), "nan", 3))
		end = s + (*s == '-') + 3;
	else if (!whole)
		return false;
	if (*end == 'e' && (end[1] == '+' || end[1] == '-') && isdigit((unsigned char)end[2])) {
		exponent = strtol(end + 1, NULL, 10);
		end += 2 + strspn(end + 2, "0123456789");
	}
	f->value = strtod(s, NULL);
	f->resolution = pow(10, (double)exponent - (double)decimals);
	if (isalnum((unsigned char)*end) || (*end == '.' && end[1] && !strchr(" \n", end[1])) ||
	    isinf(f->value) || isinf(f->resolution))
		return false;
	*text = end;
	return true;
}

/* Keep s up to end as one line, with single blanks. */
static void log_set(char **field, const char *s, const char *end)
{
	char *copy = xrealloc(NULL, LOG_TEXT_MAX + 1);
	size_t n = 0;

	for (; s < end && n + utf8_length(s) <= LOG_TEXT_MAX && n < LOG_TEXT_MAX; s++)
		if (*s == ' ' || *s == '\n') {
			if (n && copy[n - 1] != ' ')
				copy[n++] = ' ';
		} else {
			copy[n++] = *s;
		}
	while (n && strchr(": ", copy[n - 1]))
		n--;
	copy[n] = 0;
	free(*field);
	*field = copy;
}

static const char *log_line_end(const char *s)
{
	return s + strcspn(s, "\n");
}

/*
 * Runs
 */

/* The last run of this text, NULL if there is none. */
static struct run *log_run(const struct log *l)
{
	return l->runs > l->first ? &l->run[l->runs - 1] : NULL;
}

static void log_set_title(const struct log *l, struct run *run)
{
	if (l->title[1])
		log_set(&run->title, l->title[0] ? l->title[0] : l->title[1],
			log_line_end(l->title[1]));
}

/* Begin a run; without a header the last one's is taken to hold still. */
static struct run *log_run_add(struct log *l, bool header)
{
	struct run like = { .kernel = "", .comment = "", .title = "" }, *run = log_run(l);

	if (run && !run->tables) {		/* it never came to a table */
		run_free(run);
		l->runs--;
	} else if (run && !header) {
		like = *run;
	}
	l->run = grow(l->run, l->runs, sizeof(*l->run));
	run = &l->run[l->runs++];
	*run = (struct run){
		.kernel = xstrdup(like.kernel), .comment = xstrdup(like.comment),
		.title = xstrdup(like.title), .date = xstrdup(""), .source = l->source,
		.processors = like.processors, .loops_per_ms = like.loops_per_ms,
		.cpu_time = like.cpu_time, .seconds = like.seconds,
	};
	log_set_title(l, run);
	return run;
}

/* The run that a header line belongs to, of which the kernel's is the last. */
static struct run *log_run_header(struct log *l)
{
	struct run *run = log_run(l);

	l->open = false;
	memcpy(l->title, l->para, sizeof(l->title));
	return run && !run->tables && !*run->kernel ? run : log_run_add(l, true);
}

/* The announced table, which has its first row. */
static struct table *log_table_add(struct log *l)
{
	struct run *run = log_run(l);
	/* text above it is a remark only below a kernel line, else it names a run */
	bool again = !run || run->tables == LOG_PARTS_MAX ||
		     (run->tables && l->title[1] && !*run->kernel);

	for (size_t i = 0; !again && i < run->tables; i++)
		again = !strcmp(run->table[i].bench, l->next.bench);
	if (again)
		run = log_run_add(l, false);
	else if (!run->tables && !*run->title)
		log_set_title(l, run);
	l->next.no_deadlines = !(l->columns & LOG_MET);
	l->next.no_cpu = !(l->columns & LOG_CPU);
	l->table = run_add_table(run, l->next.bench);
	*l->table = l->next;
	return l->table;
}

/* NULL for a second row of the name: somebody's quotation. */
static struct row *log_row_add(struct log *l, const char *load)
{
	struct table *table = l->table ? l->table : log_table_add(l);

	for (size_t i = 0; i < table->rows; i++)
		if (!strcmp(table->row[i].load, load))
			return NULL;
	return table->rows < LOG_PARTS_MAX ? table_add_row(table, load) : NULL;
}

/*
 * Readers of what begins at s: each returns where the text goes on, NULL if it is not its own
 */

static const char *log_read_loads(struct log *l, const char *s)
{
	const char *number = log_match(s, "Load set to ");

	if (!number || !isdigit((unsigned char)*number))
		return NULL;
	log_run_header(l)->processors = (int)strtol(number, NULL, 10);
	return number;
}

static const char *log_read_using(struct log *l, const char *s)
{
	const char *loops = log_match(s, "Using # loops per ms, running every load for ");
	const char *t = loops ? loops : log_match(s, "Using cpu time, running every load for ");
	struct figure seconds;
	struct run *run;

	if (!t || !log_number(&t, &seconds))
		return NULL;
	run = log_run_header(l);
	run->seconds = seconds.value;
	run->cpu_time = !loops;
	run->loops_per_ms = loops ? strtoull(s + strlen("Using "), NULL, 10) : 0;
	return t;
}

static const char *log_read_kernel(struct log *l, const char *s)
{
	const char *kernel = log_match(s, "Benchmarking kernel ");
	const char *date = log_match(s, "Benchmarking kernel * * datestamp ");
	struct run *run;

	if (!date || !isdigit((unsigned char)*date))
		return NULL;
	run = log_run_header(l);
	log_set(&run->kernel, kernel, log_match(kernel, "*"));
	log_set(&run->date, date, log_match(date, "#"));
	if (!*run->title && l->runs - l->first > 1 && !strcmp(run[-1].kernel, run->kernel))
		log_set(&run->title, run[-1].title, log_line_end(run[-1].title));
	return log_match(date, "#");
}

/* --- Benchmarking [simulated cpu of] Audio [real time] [nice -5] in the presence of */
static const char *log_read_task(struct log *l, const char *s)
{
	const char *t = log_match(s, "- Benchmarking simulated cpu of ");
	struct table next = { .nice = 0 };
	int *nice = &next.nice;

	if (!t && !(t = log_match(s, "- Benchmarking ")))
		return NULL;
	snprintf(next.bench, sizeof(next.bench), "%.*s", (int)strcspn(t, " \n"), t);
	for (s = t + strcspn(t, " \n");; s = t) {
		s += strspn(s, " \n");
		if ((t = log_match(s, "real time"))) {
			next.real_time = true;
		} else if ((t = log_match(s, "nice "))) {
			*nice = (int)strtol(t, NULL, 10);
			t += strspn(t, "-0123456789");
		} else if ((t = log_match(s, "in the presence of "))) {
			nice = &next.load_nice;
		} else if (!(t = log_match(s, "simulated")) && !(t = log_match(s, "loads"))) {
			break;
		}
	}
	memcpy(l->title, l->para, sizeof(l->title));
	l->open = nice == &next.load_nice;
	l->next = next;
	l->table = NULL;
	l->columns = 0;
	return s;
}

/* Names of columns, on two lines at times; those of another table end this one. */
static const char *log_read_columns(struct log *l, const char *s)
{
	static const char *const name[] = { "Max", "Desired", "Deadlines" };
	bool latency = log_holds(s, "Latency") && log_holds(s, "SD");
	unsigned columns = 0;

	if (!l->open)
		return NULL;
	if (l->table && !latency && log_match(s, "Load ")) {
		l->open = false;
		return s;
	}
	for (size_t i = 0; !l->table && i < LENGTH(name); i++)
		columns |= log_holds(s, name[i]) ? 1U << i : 0;
	l->columns |= columns;
	if (log_holds(s, "(us)") || log_holds(s, "(ms)"))
		l->next.real_time = log_holds(s, "(us)");
	return latency || columns ? s : NULL;
}

/*
 * Take figures, on as many lines as it takes, until there are enough or a word comes: its
 * line is another's. Marks are skipped. 0 figures if they are no row's.
 */
static const char *log_figures(const char *s, struct figure *figure, int columns, int *figures)
{
	const char *line = NULL;	/* the last one begun */
	int n = 0, before = 0;		/* figures so far, and those before that line */
	bool plus_minus = false;

	while (*s && n < columns) {
		size_t sign = !strncmp(s, "+/-", 3) ? 3 : !strncmp(s, "+-", 2) ? 2 : *s == '\xb1';

		if (sign && n == 1 && !plus_minus) {
			plus_minus = true;
			s += sign;
		} else if (log_number(&s, &figure[n])) {
			n++;
		} else if (sign || isalnum((unsigned char)s[*s == '-'])) {
			n = line ? before : n;
			s = line ? line : s;
			break;
		} else if (*s++ == '\n') {
			line = s;
			before = n;
		}
	}
	*figures = plus_minus && n > 2 ? n : 0;
	return s;
}

static const char *log_read_row(struct log *l, const char *s)
{
	size_t name = strcspn(s, " \n"), blanks = strspn(s + name, " ");
	const char *end = s + name + blanks, *stop;
	struct figure figure[5];
	char load[NAME_LEN];
	struct row *row;
	int figures;
	bool cut;

	if (!l->open || name >= NAME_LEN || !isalpha((unsigned char)*s) ||
	    !isalnum((unsigned char)s[name - 1]))
		return NULL;
	if (!l->columns)
		l->columns = l->names->columns(l->next.bench);
	snprintf(load, sizeof(load), "%.*s", (int)name, s);
	if (blanks > 1 && islower((unsigned char)*end) && !l->para_over) {
		/* Write     skipped: 8 MB free, 16 MB needed */
		row = log_row_add(l, load);
		if (row)
			snprintf(row->reason, REASON_LEN, "%.*s", (int)strcspn(end, "\n"), end);
		return end;
	}
	end = log_figures(end, figure, 2 + __builtin_popcount(l->columns), &figures);
	row = figures ? log_row_add(l, load) : NULL;
	stop = end[-1] == '\n' ? end : log_line_end(end);
	/* 98.3 may be left as 9, but not where the last column has its place */
	cut = figures && ((!*stop && stop[-1] != '\n' && stop - s < ROW_WIDTH) ||
			  memmem(s, (size_t)(stop - s), LOG_CUT, strlen(LOG_CUT)));
	if (row && cut)
		row_void(row, "cut off");
	for (int i = 0, n = 0; row && !cut && n < figures; i++) {
		struct figure *to[] = { &row->mean, &row->sd, &row->max, &row->cpu, &row->met };

		if (i > 1 && !(l->columns & 1U << (i - 2)))
			continue;
		*to[i] = figure[n++];
		if (i < 3 && l->table->real_time) {
			to[i]->value /= 1000;
			to[i]->resolution /= 1000;
		}
	}
	return figures ? end : NULL;
}

/* Has mail wrapped this off the line before? It is neither blank nor a fact nor a remark. */
static bool log_continues(const char *s)
{
	size_t name = strcspn(s, ":\n");

	return isalnum((unsigned char)*s) && (strncmp(s + name, ": ", 2) || name >= NAME_LEN);
}

/* Comment: ... and the facts below, up to the first table. */
static const char *log_read_fact(struct log *l, const char *s)
{
	struct run *run = log_run(l);
	const char *name_end = s + strcspn(s, ":\n"), *value, *end;
	struct fact *fact;

	if (!run || run->tables || !*run->kernel || l->open || run->facts == LOG_PARTS_MAX ||
	    strncmp(name_end, ": ", 2) || name_end - s >= NAME_LEN || !isalpha((unsigned char)*s))
		return NULL;
	value = name_end + 2;
	if (name_end == log_match(s, "Comment")) {
		end = log_line_end(value);
		while (end[0] == '\n' && log_continues(end + 1))
			end = log_line_end(end + 1);
		log_set(&run->comment, value, end);
		return end;
	}
	run->fact = grow(run->fact, run->facts, sizeof(*run->fact));
	fact = &run->fact[run->facts++];
	log_set(&fact->name, s, name_end);
	log_set(&fact->value, value, log_line_end(value));
	return s;
}

/* What else is interbench's own and so names no run. */
static const char *log_read_own(struct log *l, const char *s)
{
	static const char *const own[] = {
		"! ", "Load ", "Wakeup latencies of ", "Latencies of ", "Frame times of ", "<= ",
		"# loops_per_ms ", "loops_per_ms ", "Could not get memory ",
		"Summary: Deadlines Met ",
	};

	size_t name = strcspn(s, " \n"), blanks = strspn(s + name, " ");
	char load[NAME_LEN];

	for (size_t i = 0; i < LENGTH(own); i++)
		if (log_match(s, own[i]))
			return s;
	if (log_holds(s, LOG_CUT))
		return s;
	/* a row of -v */
	snprintf(load, sizeof(load), "%.*s", (int)name, s);
	return l->names->is_load(load) && strspn(s + name + blanks, "0123456789-") ? s : NULL;
}

static const char *(*const log_readers[])(struct log *l, const char *s) = {
	log_read_loads, log_read_using, log_read_kernel, log_read_task, log_read_columns,
	log_read_row, log_read_fact, log_read_own,
};

/* A paragraph is a title if interbench did not write its first line. */
static void log_paragraph(struct log *l, const char *s, bool own)
{
	if (own || l->para_over) {
		l->para_own = own;
		l->para[0] = l->para[1] = NULL;
	}
	l->para_over = false;
	if (l->para_own)
		return;
	l->para[0] = l->para[1];
	l->para[1] = s;
}

/* Read what begins at s; returns the beginning of another line. */
static const char *log_line(struct log *l, const char *s)
{
	const char *end = NULL, *t = s;

	if (log_match(s, "interbench: ")) {	/* a note on standard error, amid anything */
		end = log_line_end(s);
		return end + (*end == '\n');
	}
	while (*t && *t != '\n' && !isalnum((unsigned char)*t) && !(*t & 0x80))
		t++;
	if (!*t || *t == '\n') {		/* blank, or a line of dashes */
		l->para_over = true;
		return t + (*t == '\n');
	}
	for (size_t i = 0; !end && i < LENGTH(log_readers); i++)
		end = log_readers[i](l, s);
	log_paragraph(l, s, end != NULL);
	if (end && end > s && end[-1] == '\n')
		return end;
	end = log_line_end(end ? end : s);
	return end + (*end == '\n');
}

/* An array of runs that grows. */
struct runs {
	struct run *run;		/* owned, with their insides */
	size_t n;
};

/* Add the runs found in text, which is overwritten. source: its file, not owned; or NULL. */
static void log_read(struct runs *runs, const struct log_names *names, const char *source,
		     char *text)
{
	struct log l = { .names = names, .run = runs->run, .runs = runs->n, .first = runs->n,
			 .source = source, .para_over = true };

	log_decode(text);
	for (const char *s = text; *s;)
		s = log_line(&l, s);
	if (l.runs > runs->n && !l.run[l.runs - 1].tables)
		run_free(&l.run[--l.runs]);
	*runs = (struct runs){ l.run, l.runs };
}

/* The same for a file ("-": standard input). False, with errno, if it cannot be read. */
static bool log_read_file(struct runs *runs, const struct log_names *names, const char *path)
{
	FILE *in = strcmp(path, "-") ? fopen(path, "re") : stdin;
	char *text = NULL;
	size_t size = 0;
	bool all;

	/* a crash can leave zeros in a log: each piece is a text */
	while (in && getdelim(&text, &size, 0, in) > 0)
		log_read(runs, names, path, text);
	free(text);
	all = in && feof(in);
	if (all && in != stdin)
		fclose(in);
	return all;
}

static void runs_free(struct runs *runs)
{
	while (runs->n)
		run_free(&runs->run[--runs->n]);
	free(runs->run);
	runs->run = NULL;
}

/*
 * Permutation test: Westfall and Young's step-down maxT
 *
 * Whole runs are relabelled, so whatever hangs together within a run does so in
 * every relabelling too. With a missing value t is still a function of data and
 * labels, which is all that the test needs.
 */

/* So many labelings are all gone through; of more, so many are drawn. */
#ifndef PERM_ALL_MAX
#define PERM_ALL_MAX 200000
#define PERM_DRAWS 20000
#endif

struct perm_cell {
	double *value;		/* of each unit (run, boot), A's first; NAN: missing. Is centred. */
	double floor;		/* of the SD: what rounding hides */
	double *p;		/* the answer: adjusted p */
	double n, square;	/* how many values there are, and their sum of squares */
	double t;		/* with the labels as they are */
};

/* The number of ways to label a of n runs A; good enough far beyond PERM_ALL_MAX. */
static double perm_labelings(size_t n, size_t a)
{
	double ways = 1;

	for (size_t i = 1; i <= a; i++)
		ways = ways * (double)(n - a + i) / (double)i;
	return round(ways);
}

/* The smallest p possible. The mirror image of equal sides' labels has the same |t|. */
static double perm_least(size_t n, size_t a)
{
	double ways = perm_labelings(n, a);

	return ways <= PERM_ALL_MAX ? (2 * a == n ? 2 : 1) / ways : 1.0 / PERM_DRAWS;
}

static double perm_mean(const double *value, size_t runs)
{
	double sum = 0, n = 0;

	for (size_t i = 0; i < runs; i++)
		if (!isnan(value[i])) {
			sum += value[i];
			n++;
		}
	return sum / n;
}

/* Take the values from their mean: then side B's sum is minus side A's. */
static void perm_centre(struct perm_cell *cell, size_t runs)
{
	double mean = perm_mean(cell->value, runs);

	cell->n = cell->square = 0;
	for (size_t i = 0; i < runs; i++)
		if (!isnan(cell->value[i])) {
			cell->n++;
			cell->value[i] -= mean;
			cell->square += cell->value[i] * cell->value[i];
		}
}

/* |t| with pooled variance, when the a runs in pick are called A. */
static double perm_t(const struct perm_cell *cell, const size_t *pick, size_t a)
{
	double n_a = 0, n_b, sum = 0, variance;

	for (size_t i = 0; i < a; i++)
		if (!isnan(cell->value[pick[i]])) {
			n_a++;
			sum += cell->value[pick[i]];
		}
	n_b = cell->n - n_a;
	if (n_a < 1 || n_b < 1 || cell->n < 3 || cell->square <= 0)
		return 0;
	variance = (cell->square - sum * sum / n_a - sum * sum / n_b) / (cell->n - 2);
	variance = fmax(variance, cell->floor * cell->floor);
	variance = fmax(variance, cell->square * 1e-18);	/* rounding */
	return fabs(sum / n_a + sum / n_b) / sqrt(variance * (1 / n_a + 1 / n_b));
}

/* The next choice of a out of n in lexical order; false after the last one. */
static bool perm_next(size_t *pick, size_t a, size_t n)
{
	size_t i = a;

	while (i && pick[i - 1] == n - a + i - 1)
		i--;
	if (!i)
		return false;
	for (pick[i - 1]++; i < a; i++)
		pick[i] = pick[i - 1] + 1;
	return true;
}

/* Choose a out of n at random: the first a of a shuffled array of n. */
static void perm_draw(size_t *pick, size_t a, size_t n, uint64_t *seed)
{
	for (size_t i = 0; i < a; i++) {
		size_t j = i + (size_t)(random_next(seed) % (n - i)), swap = pick[i];

		pick[i] = pick[j];
		pick[j] = swap;
	}
}

static int perm_by_t(const void *a, const void *b)
{
	double x = ((const struct perm_cell *)a)->t, y = ((const struct perm_cell *)b)->t;

	return (x < y) - (x > y);
}

/*
 * The adjusted p of cells, the first a of whose runs are side A's. The cells are sorted.
 * Step down: the largest t is measured by the maximum over all cells, the next by that
 * over the cells behind it, and so on. Equal but for rounding is equal.
 */
static void perm_maxt(struct perm_cell *cell, size_t cells, size_t runs, size_t a)
{
	size_t *pick = xrealloc(NULL, runs * sizeof(*pick));
	bool every = perm_labelings(runs, a) <= PERM_ALL_MAX;
	double labelings = 0, least = 0;
	uint64_t seed = 1;

	for (size_t i = 0; i < runs; i++)
		pick[i] = i;
	for (size_t c = 0; c < cells; c++) {
		perm_centre(&cell[c], runs);
		cell[c].t = perm_t(&cell[c], pick, a);
		*cell[c].p = 0;
	}
	qsort(cell, cells, sizeof(*cell), perm_by_t);
	do {		/* the labels as they are count as the first relabelling */
		double max = 0;

		for (size_t c = cells; c-- > 0;) {
			max = fmax(max, perm_t(&cell[c], pick, a));
			*cell[c].p += max >= cell[c].t * (1 - 1e-9);
		}
		labelings++;
		if (!every)
			perm_draw(pick, a, runs, &seed);
	} while (every ? perm_next(pick, a, runs) : labelings < PERM_DRAWS);
	for (size_t c = 0; c < cells; c++)
		least = *cell[c].p = fmax(least, *cell[c].p / labelings);
	free(pick);
}

/*
 * Compare: sides, their tables next to each other, and who wins
 */

#define CMP_P_MAX ((double)0.05)	/* x87 would compare with a more exact 0.05 */

enum {
	CMP_SIDES_MAX = 26,		/* letters */
	CMP_RUNS_MAX = 100,		/* of a side */
	CMP_TABLES_MAX = 64,		/* of two sides together, and their cells */
	CMP_CELLS_MAX = 64 * 64,
	CMP_ENOUGH = 4,			/* units a side to show something: 2 of 70 ways */
	CMP_LABEL_MAX = 96,
};

enum { CMP_LATENCY, CMP_CPU, CMP_MET, CMP_COLUMNS };

/* Runs of one text and one name. */
struct cmp_side {
	const struct run *run[CMP_RUNS_MAX];	/* not owned */
	size_t runs;
	size_t unit[CMP_RUNS_MAX], units;	/* each run's: its boot, or itself */
};

struct cmp_table {
	const char *bench;
	char label[2][CMP_LABEL_MAX];	/* on either side; "": it has none */
	int decides;			/* the column that does: deadlines, else CPU, else maxima */
	int wins[2][2];			/* there, and of maxima; of either side */
};

/* A figure on both sides. Those of a row stand together, in the order of columns. */
struct cmp_cell {
	struct cmp_table *table;
	const char *load;
	int column;
	const struct figure *figure[2][CMP_RUNS_MAX];	/* of either side; NULL: missing */
	double median[2];		/* of either side; NAN: missing */
	double p;			/* adjusted; NAN: not tested */
	double step;			/* of what is tested, from A's mean to B's */
	int winner;			/* side; -1: none */
};

/* The baseline and another side. */
struct cmp {
	FILE *out;
	const struct compare_opts *o;
	struct cmp_side *side[2];
	char b;				/* the letter of the second one; the first is A */
	struct cmp_table table[CMP_TABLES_MAX];
	size_t tables;
	struct cmp_cell *cell;		/* of all tables; owned, with its size */
	size_t cells;
	int wins[2][2];			/* of all tables */
	int warnings;			/* printed */
	bool boots;			/* the unit is the boot, not the run */
	bool tested;			/* both sides have enough units */
	int few;			/* rows that have too few values for that */
};

static double cmp_median(const double *value, size_t n)
{
	double v[2 * CMP_RUNS_MAX] = { 0 };
	size_t known = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			v[known++] = value[i];
	qsort(v, known, sizeof(*v), double_cmp);
	return known ? (v[(known - 1) / 2] + v[known / 2]) / 2 : NAN;
}

/*
 * Sides
 */

/* How a side was scheduled. */
static const char *cmp_sched(const struct run *run, int side)
{
	const char *sched = run_fact(run, run_side[side]);

	return sched ? sched : "default";
}

/* Facts that were asked for, and so are the same in all runs of a side. */
static const char *const cmp_asked[] = { "Custom", "Command", "Idle latency held" };

static bool cmp_same_fact_of(const struct run *a, const struct run *b, const char *name)
{
	const char *x = run_fact(a, name), *y = run_fact(b, name);

	return x && y ? !strcmp(x, y) : x == y;
}

/* Loops per ms are left out: every calibration gives others. */
static bool cmp_same_settings(const struct run *a, const struct run *b)
{
	bool same = a->processors == b->processors && a->cpu_time == b->cpu_time &&
		    a->seconds == b->seconds;

	for (int side = 0; side < 2; side++)
		same &= !strcmp(cmp_sched(a, side), cmp_sched(b, side));
	for (size_t i = 0; i < LENGTH(cmp_asked); i++)
		same &= cmp_same_fact_of(a, b, cmp_asked[i]);
	for (size_t i = 0; i < a->tables; i++)
		for (size_t k = 0; k < b->tables; k++) {
			const struct table *t = &a->table[i], *u = &b->table[k];

			if (!strcmp(t->bench, u->bench))
				same &= t->real_time == u->real_time && t->nice == u->nice &&
					t->load_nice == u->load_nice;
		}
	return same;
}

static bool cmp_same_name(const struct run *a, const struct run *b)
{
	return !strcmp(a->kernel, b->kernel) && !strcmp(a->comment, b->comment) &&
	       !strcmp(a->title, b->title);
}

static bool cmp_same_side(const struct run *a, const struct run *b)
{
	return a->source == b->source && cmp_same_name(a, b) && cmp_same_settings(a, b);
}

static bool cmp_same_figure(const struct figure *a, const struct figure *b)
{
	return a->value == b->value || (isnan(a->value) && isnan(b->value));
}

/* Is it the same run, quoted once more? The minute and every figure say so. */
static bool cmp_same_run(const struct run *a, const struct run *b)
{
	bool same = *a->date && !strcmp(a->date, b->date) && a->tables == b->tables &&
		    cmp_same_fact_of(a, b, "Busy");

	for (size_t i = 0; same && i < a->tables; i++) {
		const struct table *t = &a->table[i], *u = &b->table[i];

		same = !strcmp(t->bench, u->bench) && t->rows == u->rows;
		for (size_t k = 0; same && k < t->rows; k++) {
			const struct row *x = &t->row[k], *y = &u->row[k];

			same = !strcmp(x->load, y->load) && !strcmp(x->reason, y->reason) &&
			       cmp_same_figure(&x->mean, &y->mean) &&
			       cmp_same_figure(&x->sd, &y->sd) && cmp_same_figure(&x->max, &y->max) &&
			       cmp_same_figure(&x->cpu, &y->cpu) && cmp_same_figure(&x->met, &y->met);
		}
	}
	return same;
}

/* Only texts quote. A title does not make it another run: "joe wrote:". */
static bool cmp_quoted(const struct cmp_side *side, size_t sides, const struct run *run)
{
	for (size_t j = 0; run->source && j < sides; j++)
		for (size_t i = 0; i < side[j].runs; i++) {
			const struct run *r = side[j].run[i];

			if (r->source == run->source && !strcmp(r->kernel, run->kernel) &&
			    !strcmp(r->comment, run->comment) && cmp_same_settings(r, run) &&
			    cmp_same_run(r, run))
				return true;
		}
	return false;
}

/* Settings are drawn by lot: the order in which they were given. */
static long cmp_order(const struct run *run)
{
	const char *setting = run_fact(run, "Setting");

	return setting ? strtol(setting, NULL, 10) : 0;
}

/*
 * Sort runs into sides, in the order in which they come, or that of their settings'
 * numbers. How many there are.
 */
static size_t cmp_sides(struct cmp_side *side, const struct run *run, size_t n)
{
	size_t sides = 0, left_out = 0, again = 0, j;

	for (size_t i = 0; i < n; i++) {
		if (cmp_quoted(side, sides, &run[i])) {
			again++;
			continue;
		}
		for (j = 0; j < sides && !cmp_same_side(side[j].run[0], &run[i]); j++)
			;
		if (j == CMP_SIDES_MAX || side[j].runs == CMP_RUNS_MAX) {
			left_out++;
			continue;
		}
		if (j == sides) {
			for (sides++; j && cmp_order(&run[i]) &&	/* 0: no setting's */
			     side[j - 1].run[0]->source == run[i].source &&
			     cmp_order(side[j - 1].run[0]) > cmp_order(&run[i]); j--)
				side[j] = side[j - 1];
			side[j].runs = 0;
		}
		side[j].run[side[j].runs++] = &run[i];
	}
	if (again)
		warn("%zu run%s there already, to the minute and the figure: counted once", again,
		     again == 1 ? " was" : "s were");
	if (left_out)
		warn("%zu runs left out: %d sides of %d runs can be compared", left_out,
		     CMP_SIDES_MAX, CMP_RUNS_MAX);
	return sides;
}

/* The settings that a name may need: "10 s, 4 processors, CPU time, X nice -10". */
static void cmp_print_settings(FILE *out, const struct run *run)
{
	const struct table *t = run->tables ? &run->table[0] : NULL;
	char text[32];

	if (run->seconds > 0)
		fprintf(out, ", %s s", fmt_number(text, run->seconds));
	if (run->processors)
		fprintf(out, ", %d processors", run->processors);
	if (run->cpu_time)
		fprintf(out, ", CPU time");
	if (t && t->real_time)
		fprintf(out, ", real time");
	if (t && t->nice)
		fprintf(out, ", nice %d", t->nice);
	if (t && t->load_nice)
		fprintf(out, ", loads nice %d", t->load_nice);
	for (int side = 0; side < 2; side++)
		if (run_fact(run, run_side[side]))
			fprintf(out, ", %s %s", side ? "load" : "task", cmp_sched(run, side));
	for (size_t i = 0; i < LENGTH(cmp_asked); i++)
		if (run_fact(run, cmp_asked[i]))
			fprintf(out, ", %s: %s", cmp_asked[i], run_fact(run, cmp_asked[i]));
}

/* Facts that differ by right, or are looked at elsewhere. */
static bool cmp_apart(const char *name)
{
	static const char *const apart[] = {
		"Kernel", "Boot", "Busy", "Seed", "Setting", "Task", "Load"
	};
	size_t i = 0;

	while (i < LENGTH(apart) && strcmp(name, apart[i]))
		i++;
	return i < LENGTH(apart);
}

/* A kernel keeps some of the RAM for itself, another one a little more. */
static bool cmp_same_fact(const char *name, const char *a, const char *b)
{
	char *rest[2];
	double x = strtod(a, &rest[0]), y = strtod(b, &rest[1]);

	return strcmp(name, "Memory") ? !strcmp(a, b)
				      : fabs(x - y) <= 0.02 * x && !strcmp(rest[0], rest[1]);
}

/* What stands between two values: 80 columns with all else. */
static const char *cmp_wide(const char *what, const char *a, const char *b)
{
	return strlen(what) + strlen(a) + strlen(b) > 64 ? "\n!    " : " ";
}

static const char *cmp_told(const struct run *run, const char *name)
{
	const char *value = run_fact(run, name);

	return value ? value : "not given";
}

/* Has no run before this one told it? */
static bool cmp_new_fact(const struct cmp_side *side, size_t run, const char *name)
{
	while (run && !run_fact(side->run[run - 1], name))
		run--;
	return !run;
}

/* Runs of one side that are not of the same machine, or not in the same state. */
static void cmp_print_within(FILE *out, const struct cmp_side *side, char letter)
{
	const struct run *first = side->run[0];

	for (size_t r = 0; r < side->runs && first->facts; r++)
		for (size_t i = 0; i < side->run[r]->facts; i++) {
			const char *name = side->run[r]->fact[i].name, *told = cmp_told(first, name);
			size_t k = 1;

			while (k < side->runs && (!side->run[k]->facts ||
			       cmp_same_fact(name, told, cmp_told(side->run[k], name))))
				k++;
			if (k < side->runs && !cmp_apart(name) && cmp_new_fact(side, r, name))
				fprintf(out, "! %s within %c: %s,%sthen %s\n", name, letter, told,
					cmp_wide(name, told, cmp_told(side->run[k], name)),
					cmp_told(side->run[k], name));
		}
}

/* Kernel and comment; the title and the settings where these do not tell sides apart. */
static void cmp_print_side(FILE *out, const struct cmp_side *side, size_t sides, size_t which)
{
	const struct cmp_side *s = &side[which];
	const struct run *run = s->run[0];
	bool title = !*run->kernel, settings = false;
	char *source = line_clean(run->source ? run->source : "");
	size_t tables = 0, rows = 0, voids = 0;

	for (size_t i = 0; i < sides; i++) {
		title |= !strcmp(side[i].run[0]->kernel, run->kernel) &&
			 strcmp(side[i].run[0]->title, run->title);
		settings |= cmp_same_name(side[i].run[0], run) &&
			    !cmp_same_settings(side[i].run[0], run);
	}
	title &= *run->title != 0;
	for (size_t i = 0; i < s->runs; i++) {
		tables += s->run[i]->tables;
		for (size_t t = 0; t < s->run[i]->tables; t++)
			for (size_t r = 0; r < s->run[i]->table[t].rows; r++)
				*(*s->run[i]->table[t].row[r].reason ? &voids : &rows) += 1;
	}
	fprintf(out, "%c: %s%s%s%s%s%s", (char)('A' + which), run->kernel,
		*run->kernel && *run->comment ? " " : "", run->comment,
		*run->kernel && title ? ", " : "", title ? run->title : "",
		*run->kernel || title ? "" : "unnamed");
	if (settings)
		cmp_print_settings(out, run);
	fprintf(out, ": %zu run%s, %zu table%s, %zu row%s", s->runs, s->runs == 1 ? "" : "s",
		tables, tables == 1 ? "" : "s", rows, rows == 1 ? "" : "s");
	if (voids)
		fprintf(out, " and %zu without figures", voids);
	fprintf(out, run->source ? " (%s)\n" : "\n", source);
	free(source);
	cmp_print_within(out, s, (char)('A' + which));
}

/* Other kernels are other boots where that is all that is told. */
static const char *cmp_boot(const struct run *run)
{
	const char *boot = run_fact(run, "Boot");

	return boot ? boot : run->kernel;
}

/* Number a side's units. */
static size_t cmp_number(struct cmp_side *s, bool boots)
{
	s->units = 0;
	for (size_t i = 0, j; i < s->runs; i++) {
		for (j = boots ? 0 : i; strcmp(cmp_boot(s->run[j]), cmp_boot(s->run[i])); j++)
			;
		s->unit[i] = j < i ? s->unit[j] : s->units++;
	}
	return s->units;
}

/* The boot is the unit if there are enough, else the run. */
static void cmp_units(struct cmp *c)
{
	c->boots = cmp_number(c->side[0], true) >= CMP_ENOUGH &&
		   cmp_number(c->side[1], true) >= CMP_ENOUGH;
	for (int s = 0; s < 2; s++)
		cmp_number(c->side[s], c->boots);
	c->tested = c->side[0]->units >= CMP_ENOUGH && c->side[1]->units >= CMP_ENOUGH;
}

/*
 * Tables and their cells
 */

/* The task as the classic header has it: X nice -10 */
static void cmp_label(char label[static CMP_LABEL_MAX], const struct table *t)
{
	int n = snprintf(label, CMP_LABEL_MAX, "%s%s", t->bench, t->real_time ? " real time" : "");

	if (t->nice)
		n += snprintf(label + n, CMP_LABEL_MAX - (size_t)n, " nice %d", t->nice);
	if (t->load_nice)
		snprintf(label + n, CMP_LABEL_MAX - (size_t)n, ", loads nice %d", t->load_nice);
}

/*
 * The place of side s's table: beside its like on side A; if any will do, beside the
 * same task at another nice value or unit, or else alone. NULL: there is none.
 */
static struct cmp_table *cmp_place(struct cmp *c, int s, const struct table *t, bool any)
{
	struct cmp_table *place = NULL;
	char label[CMP_LABEL_MAX];

	cmp_label(label, t);
	for (struct cmp_table *p = c->table; p < c->table + c->tables; p++) {
		if (!strcmp(p->label[s], label))
			return p;
		if (!place && !*p->label[s] && !strcmp(any ? p->bench : p->label[0],
						       any ? t->bench : label))
			place = p;
	}
	if (!place && any && c->tables < CMP_TABLES_MAX) {
		place = &c->table[c->tables++];
		place->bench = t->bench;
		place->decides = CMP_LATENCY;
	}
	if (place)
		strcpy(place->label[s], label);
	return place;
}

/* The cells of this load, made if need be; NULL: there are too many. */
static struct cmp_cell *cmp_row(struct cmp *c, struct cmp_table *t, const char *load)
{
	size_t row;

	for (row = 0; row < c->cells; row += CMP_COLUMNS)
		if (c->cell[row].table == t && !strcmp(c->cell[row].load, load))
			return &c->cell[row];
	if (row + CMP_COLUMNS > CMP_CELLS_MAX)
		return NULL;
	for (int column = 0; column < CMP_COLUMNS; column++) {
		c->cell = grow(c->cell, c->cells, sizeof(*c->cell));
		c->cell[c->cells++] = (struct cmp_cell){
			.table = t, .load = load, .column = column, .p = NAN, .winner = -1 };
	}
	return &c->cell[row];
}

static void cmp_place_run(struct cmp *c, int s, size_t run, bool any)
{
	for (size_t i = 0; i < c->side[s]->run[run]->tables; i++) {
		const struct table *t = &c->side[s]->run[run]->table[i];
		struct cmp_table *place = cmp_place(c, s, t, any);

		for (size_t r = 0; place && r < t->rows; r++) {
			struct cmp_cell *row = cmp_row(c, place, t->row[r].load);

			if (!row)
				return;
			row[CMP_LATENCY].figure[s][run] = &t->row[r].max;
			row[CMP_CPU].figure[s][run] = &t->row[r].cpu;
			row[CMP_MET].figure[s][run] = &t->row[r].met;
		}
		if (place && !t->no_deadlines)
			place->decides = CMP_MET;
		else if (place && !t->no_cpu && place->decides == CMP_LATENCY)
			place->decides = CMP_CPU;
	}
}

/* Side s's values, one per unit, NAN: missing; returns their finest resolution. */
static double cmp_values(const struct cmp *c, const struct cmp_cell *cell, int s, double *value)
{
	double of_unit[CMP_RUNS_MAX], finest = INFINITY;

	for (size_t u = 0; u < c->side[s]->units; u++) {
		size_t n = 0;

		for (size_t i = 0; i < c->side[s]->runs; i++) {
			const struct figure *f = cell->figure[s][i];

			if (c->side[s]->unit[i] != u || !f || isnan(f->value))
				continue;
			of_unit[n++] = f->value;
			finest = fmin(finest, f->resolution);
		}
		value[u] = cmp_median(of_unit, n);
	}
	return finest;
}

/* Lay the sides next to each other; returns how many cells they have in common. */
static size_t cmp_fill(struct cmp *c)
{
	double value[CMP_RUNS_MAX];
	size_t common = 0;

	cmp_units(c);
	for (int pass = 0; pass < 3; pass++)	/* A's; B's beside their like; B's others */
		for (size_t i = 0; i < c->side[pass > 0]->runs; i++)
			cmp_place_run(c, pass > 0, i, pass != 1);
	for (size_t i = 0; i < c->cells; i++) {
		for (int s = 0; s < 2; s++) {
			cmp_values(c, &c->cell[i], s, value);
			c->cell[i].median[s] = cmp_median(value, c->side[s]->units);
		}
		common += !isnan(c->cell[i].median[0]) && !isnan(c->cell[i].median[1]);
	}
	return common;
}

/*
 * Verdicts
 */

/* Can the cell have a winner? */
static bool cmp_judged(const struct cmp_cell *cell)
{
	return cell->column == CMP_LATENCY || cell->column == cell->table->decides;
}

/*
 * Make a cell's values, all of A's units, then all of B's, ready for the test: maxima as
 * logarithms. False if the cell is left out: a side has too few of them, all are equal, or
 * no maximum reaches --notice. The last two look at both sides pooled: a choice that knew
 * the labels would favour cells which differ.
 */
static bool cmp_prepare(struct cmp *c, struct cmp_cell *cell, struct perm_cell *in)
{
	double least = INFINITY, most = -INFINITY, a_finest, b_finest, middle;
	size_t a = c->side[0]->units, n = a + c->side[1]->units, known[2] = { 0 };

	a_finest = cmp_values(c, cell, 0, in->value);
	b_finest = cmp_values(c, cell, 1, in->value + a);
	in->floor = fmin(a_finest, b_finest) / 2;
	for (size_t i = 0; i < n; i++) {
		least = fmin(least, in->value[i]);
		most = fmax(most, in->value[i]);
		known[i >= a] += !isnan(in->value[i]);
	}
	if (known[0] < CMP_ENOUGH || known[1] < CMP_ENOUGH) {
		c->few += cell->column == cell->table->decides && known[0] && known[1];
		return false;
	}
	if (!(most > least) || (cell->column == CMP_LATENCY && most < c->o->notice_ms))
		return false;
	middle = fmax(cmp_median(in->value, n), 1e-6);
	for (size_t i = 0; i < n && cell->column == CMP_LATENCY; i++)
		if (!isnan(in->value[i]))		/* fmax() would lose it */
			in->value[i] = log(fmax(in->value[i], fmax(in->floor, 1e-6)));
	if (cell->column == CMP_LATENCY)
		in->floor /= middle;
	cell->step = perm_mean(in->value + a, n - a) - perm_mean(in->value, a);
	return true;
}

static void cmp_test(struct cmp *c)
{
	size_t units = c->side[0]->units + c->side[1]->units, n = 0;
	double *value = xrealloc(NULL, c->cells * units * sizeof(*value));
	struct perm_cell *in = xrealloc(NULL, c->cells * sizeof(*in));

	for (size_t i = 0; i < c->cells; i++) {
		in[n] = (struct perm_cell){ .value = value + n * units, .p = &c->cell[i].p };
		n += cmp_judged(&c->cell[i]) && cmp_prepare(c, &c->cell[i], &in[n]);
	}
	perm_maxt(in, n, units, c->side[0]->units);
	free(in);
	free(value);
}

static int cmp_winner(const struct cmp *c, const struct cmp_cell *cell)
{
	double a = cell->median[0], b = cell->median[1];

	if (isnan(a) || isnan(b) || (cell->column == CMP_LATENCY && fmax(a, b) < c->o->notice_ms))
		return -1;
	/* 30.3 is not more than 1 % above 30, whatever binary makes of it */
	if (fabs(b - a) * 100 <= c->o->threshold_pct * fabs(a) * (1 + 1e-9))
		return -1;
	/* what p speaks of is the means: of no use to a median that says the opposite */
	if (c->tested && (!(cell->p <= CMP_P_MAX) || (b > a) != (cell->step > 0)))
		return -1;
	return (b > a) == (cell->column != CMP_LATENCY);
}

static void cmp_judge(struct cmp *c)
{
	if (c->tested)
		cmp_test(c);
	for (size_t i = 0; i < c->cells; i++) {
		struct cmp_cell *cell = &c->cell[i];

		if (cmp_judged(cell))
			cell->winner = cmp_winner(c, cell);
		if (cell->winner >= 0) {
			cell->table->wins[cell->column == CMP_LATENCY][cell->winner]++;
			c->wins[cell->column == CMP_LATENCY][cell->winner]++;
		}
	}
}

/*
 * What is printed
 */

/* Side s's value in a cell, and its mark. No line ends in a blank one. */
static void cmp_print_value(const struct cmp *c, const struct cmp_cell *cell, int s)
{
	static const char *const color[] = { "\033[34m", "\033[31m", "\033[32m" };
	bool colored = c->o->color && cmp_judged(cell) && !isnan(cell->median[!s]);
	bool last = s == 1 && cell->column == cell->table->decides && !c->tested;
	char buf[32], mark = ' ';
	bool counted = cell->column != CMP_LATENCY && cell->table->decides == CMP_MET;
	const char *text = counted ? fmt_percent(buf, cell->median[s])
				   : fmt_number(buf, cell->median[s]);

	if (cell->winner == s)
		mark = '*';
	else if (s == 1 && cell->winner < 0 && cell->p > CMP_P_MAX)
		mark = '~';
	fprintf(c->out, "%*s%s%s%s", (cell->column == CMP_LATENCY ? 9 : 8) - (int)strlen(text), "",
		colored ? color[cell->winner < 0 ? 0 : 1 + (cell->winner == s)] : "", text,
		colored ? "\033[0m" : "");
	if (!last || mark != ' ')
		putc(mark, c->out);
}

static void cmp_print_row(const struct cmp *c, const struct cmp_cell *row)
{
	int last = row->table->decides;

	fprintf(c->out, "%-8s", row->load);
	for (int column = 0; column <= last; column++)
		for (int s = 0; s < 2; s++)
			cmp_print_value(c, &row[column], s);
	for (int column = 0; column <= last && c->tested; column++) {
		double p = row[column].p;
		char text[16] = "-";

		if (!isnan(p))
			snprintf(text, sizeof(text), p < 0.0005 ? "<.001" : "%.3f", p);
		if (cmp_judged(&row[column]))
			fprintf(c->out, "%7s", text);
	}
	putc('\n', c->out);
}

/* Its label on side A, if it is there. */
static const char *cmp_name(const struct cmp_table *t)
{
	return *t->label[0] ? t->label[0] : t->label[1];
}

static void cmp_print_table(const struct cmp *c, const struct cmp_table *t)
{
	static const char *const short_name[CMP_COLUMNS] = { "", "    cpu", "    met" };
	bool cpu = t->decides >= CMP_CPU, met = t->decides == CMP_MET;

	fprintf(c->out, "\n%-8s%s   Max Latency (ms)%s%s%s\n", cmp_name(t),
		strlen(cmp_name(t)) > 8 ? "\n        " : "", cpu ? "     % Desired CPU" : "",
		met ? "   % Deadlines Met" : "", c->tested ? "     adjusted p" : "");
	fprintf(c->out, "Load            A%10c", c->b);
	for (int column = CMP_CPU; column <= t->decides; column++)
		fprintf(c->out, "        A%9c", c->b);
	fprintf(c->out, "%s%s\n", c->tested ? "     max" : "",
		c->tested ? short_name[t->decides] : "");
	for (size_t i = 0; i < c->cells; i += CMP_COLUMNS)
		if (c->cell[i].table == t)
			cmp_print_row(c, &c->cell[i]);
}

static void cmp_print_summary(const struct cmp *c)
{
	fprintf(c->out, "\nSummary:          Deadlines Met       Max Latency\n"
		"                      A%6c           A%6c\n", c->b, c->b);
	for (const struct cmp_table *t = c->table; t < c->table + c->tables; t++) {
		fprintf(c->out, "%-20s%s", cmp_name(t),
			strlen(cmp_name(t)) > 20 ? "\n                    " : "");
		if (t->decides == CMP_LATENCY)
			fprintf(c->out, "%3s%6s", "-", "-");
		else
			fprintf(c->out, "%3d%6d", t->wins[0][0], t->wins[0][1]);
		fprintf(c->out, "%12d%6d\n", t->wins[1][0], t->wins[1][1]);
	}
}

static void cmp_warn(struct cmp *c, const char *what, const char *a, const char *b)
{
	if (*a && *b && strcmp(a, b))
		fprintf(c->out, "%s! %s: %s in A,%s%s in %c\n", c->warnings++ ? "" : "\n", what,
			a, cmp_wide(what, a, b), b, c->b);
}

/* 0: unknown */
static void cmp_warn_number(struct cmp *c, const char *what, const char *unit, double a, double b)
{
	char text[2][32];

	snprintf(text[0], sizeof(text[0]), "%.15g%s", a, unit);
	snprintf(text[1], sizeof(text[1]), "%.15g%s", b, unit);
	if (a > 0 && b > 0)
		cmp_warn(c, what, text[0], text[1]);
}

/* What the first runs of the sides tell of the machine; a text without any tells nothing. */
static void cmp_warn_facts(struct cmp *c, const struct run *a, const struct run *b)
{
	for (size_t i = 0; i < a->facts && b->facts; i++) {
		const char *name = a->fact[i].name, *other = cmp_told(b, name);

		if (!cmp_apart(name) && !cmp_same_fact(name, a->fact[i].value, other))
			cmp_warn(c, name, a->fact[i].value, other);
	}
	for (size_t i = 0; i < b->facts && a->facts; i++)
		if (!cmp_apart(b->fact[i].name) && !run_fact(a, b->fact[i].name))
			cmp_warn(c, b->fact[i].name, cmp_told(a, b->fact[i].name), b->fact[i].value);
}

/* Settings and facts, as the first runs of the sides have them, and the way tasks ran. */
static void cmp_warn_settings(struct cmp *c)
{
	const struct run *a = c->side[0]->run[0], *b = c->side[1]->run[0];

	cmp_warn_number(c, "Time per load", " s", a->seconds, b->seconds);
	cmp_warn_number(c, "Processors (-L)", "", a->processors, b->processors);
	cmp_warn_number(c, "Loops per ms", "", (double)a->loops_per_ms, (double)b->loops_per_ms);
	if ((a->cpu_time && b->loops_per_ms) || (a->loops_per_ms && b->cpu_time))
		cmp_warn(c, "Work in", a->cpu_time ? "CPU time" : "loops",
			 b->cpu_time ? "CPU time" : "loops");
	for (int side = 0; side < 2; side++)
		cmp_warn(c, run_side[side], cmp_sched(a, side), cmp_sched(b, side));
	cmp_warn_facts(c, a, b);
	for (size_t i = 0; i < c->tables; i++)
		cmp_warn(c, "Task", c->table[i].label[0], c->table[i].label[1]);
}

/* What might look like a difference between the sides. */
static void cmp_warn_confounded(const struct cmp *c)
{
	bool same_boot = c->boots, before = false, after = false;

	for (size_t i = 0; i < c->side[0]->runs; i++)
		for (size_t j = 0; j < c->side[1]->runs; j++) {
			const struct run *a = c->side[0]->run[i], *b = c->side[1]->run[j];
			int order = *a->date && *b->date ? strcmp(a->date, b->date) : 0;

			same_boot |= !strcmp(cmp_boot(a), cmp_boot(b));
			before |= order < 0 || (order == 0 && a < b);	/* then as read */
			after |= order > 0 || (order == 0 && a > b);
		}
	if (!same_boot)
		fprintf(c->out, "! The sides come from different boots: "
			"boots that differ would look the same.\n");
	if (before != after)
		fprintf(c->out, "! All runs of %c precede those of %c: "
			"a drift in time would look the same.\n", before ? 'A' : c->b,
			before ? c->b : 'A');
}

/* What the runs at hand can show. */
static void cmp_print_power(const struct cmp *c)
{
	size_t a = c->side[0]->units, b = c->side[1]->units;
	char least[32];

	fprintf(c->out, "\n%s%zu %s%s of A, %zu of %c: ", c->tested ? "" : "! ", a,
		c->boots ? "boot" : "run", a == 1 ? "" : "s", b, c->b);
	if (c->tested)
		fprintf(c->out, "the smallest p possible is %s; a * needs %g.\n",
			fmt_number(least, perm_least(a + b, a)), CMP_P_MAX);
	else
		fprintf(c->out, "too few to tell a difference from noise; %d a side would.\n",
			CMP_ENOUGH);
	if (c->few)
		fprintf(c->out, "! Not tested: %d row%s that fewer than %d %ss of a side have.\n",
			c->few, c->few == 1 ? "" : "s", CMP_ENOUGH, c->boots ? "boot" : "run");
}

/* Compare a side with the baseline; the exit status as if it were the only one. */
static int cmp_pair(struct cmp *c)
{
	int lead;

	if (!cmp_fill(c)) {
		warn("A and %c have no row in common", c->b);
		return EXIT_TROUBLE;
	}
	cmp_judge(c);
	cmp_warn_settings(c);
	for (size_t i = 0; i < c->tables; i++)
		cmp_print_table(c, &c->table[i]);
	cmp_print_power(c);
	cmp_warn_confounded(c);
	cmp_print_summary(c);
	lead = c->wins[0][0] - c->wins[0][1];
	if (!lead)				/* only then maxima decide */
		lead = c->wins[1][0] - c->wins[1][1];
	return c->o->fail_worse && lead > 0 ? EXIT_WORSE : 0;
}

/* Compare runs. Those of one source and name are one side, the first is the baseline. */
static int compare_runs(FILE *out, const struct run *run, size_t n, const struct compare_opts *o)
{
	struct cmp_side side[CMP_SIDES_MAX] = { { .runs = 0 } };
	size_t sides = cmp_sides(side, run, n);
	int status = 0;

	for (size_t i = 0; i < sides; i++)
		cmp_print_side(out, side, sides, i);
	for (size_t i = 1; i < sides; i++) {
		struct cmp c = { .o = o, .out = out, .side = { &side[0], &side[i] },
				 .b = (char)('A' + i) };
		int s = cmp_pair(&c);

		if (s && status != EXIT_WORSE)
			status = s;
		free(c.cell);
	}
	if (sides < 2) {
		warn(sides ? "one side only: nothing to compare it with" : "no results to compare");
		status = EXIT_TROUBLE;
	}
	return status == EXIT_TROUBLE && o->fail_worse ? EXIT_SKIP : status;
}

/*
 * Options
 */

struct option_row {
	int letter;			/* 0: none */
	const char *name, *arg, *help;
	void (*set)(const struct option_row *o, const char *arg);
	void *target;			/* into cfg */
	int min, max;
};

static const char *option_name(const struct option_row *o)
{
	static char name[32];

	if (o->letter)
		snprintf(name, sizeof(name), "-%c", o->letter);
	else
		snprintf(name, sizeof(name), "--%s", o->name);
	return name;
}

static void set_flag(const struct option_row *o, const char *arg)
{
	(void)arg;
	*(bool *)o->target = true;
}

/* git bisect run takes every other status for "bad". */
static void set_fail_worse(const struct option_row *o, const char *arg)
{
	set_flag(o, arg);
	die_with(EXIT_SKIP);
}

static void set_string(const struct option_row *o, const char *arg)
{
	*(const char **)o->target = arg;
}

static void set_number(const struct option_row *o, const char *arg)
{
	long long value;

	if (!number_parse(arg, o->min, o->max, &value))
		die(EXIT_USAGE, "%s %s: a whole number from %d to %d is wanted",
		    option_name(o), arg, o->min, o->max);
	*(int *)o->target = (int)value;
}

/* As set_number(), but decimals are allowed. */
static void set_decimal(const struct option_row *o, const char *arg)
{
	char *end;
	double value = strtod(arg, &end);

	if (!isdigit((unsigned char)*arg) || *end || arg[strspn(arg, "0123456789.")] ||
	    value < o->min || value > o->max)
		die(EXIT_USAGE, "%s %s: a number from %d to %d is wanted", option_name(o), arg,
		    o->min, o->max);
	*(double *)o->target = value;
}

static void set_color(const struct option_row *o, const char *arg)
{
	const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
	bool terminal = isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb");

	if (strcmp(arg, "always") && strcmp(arg, "never") && strcmp(arg, "auto"))
		die(EXIT_USAGE, "%s %s: always, never or auto is wanted", option_name(o), arg);
	*(bool *)o->target = !strcmp(arg, "always") || (!strcmp(arg, "auto") && terminal);
}

/* 30, 30s, 200ms, 5m, 1h. */
static void set_time(const struct option_row *o, const char *arg)
{
	static const struct { const char *name; int64_t ns; } unit[] = {
		{ "", NSEC_PER_SEC }, { "s", NSEC_PER_SEC }, { "ms", NSEC_PER_MSEC },
		{ "m", 60 * NSEC_PER_SEC }, { "h", 3600 * NSEC_PER_SEC },
	};
	const char *suffix = arg + strspn(arg, "0123456789");
	char digits[16] = "";
	long long n;

	if (suffix - arg < (int)sizeof(digits))
		memcpy(digits, arg, (size_t)(suffix - arg));
	for (size_t i = 0; i < LENGTH(unit); i++)
		if (!strcmp(suffix, unit[i].name) &&
		    number_parse(digits, 1, 24 * 3600 * NSEC_PER_SEC / unit[i].ns, &n)) {
			*(int64_t *)o->target = n * unit[i].ns;
			return;
		}
	die(EXIT_USAGE, "%s %s: a time from 1ms to 24h is wanted, as 30, 30s, 200ms, 5m or 1h",
	    option_name(o), arg);
}

/* Say which names would have been allowed. */
__attribute__((noreturn))
static void names_die(const char *option, const char *arg, const char *why,
		      const char *(*name)(size_t i))
{
	char *list = NULL;
	size_t size;
	FILE *f = open_memstream(&list, &size);

	for (size_t i = 0; f && name(i); i++)
		fprintf(f, "%s%s", i ? ", " : "", name(i));
	if (f)
		fclose(f);
	die(EXIT_USAGE, "%s %s: %s; allowed: %s", option, arg, why, list ? list : "");
}

static bool names_have(const struct names *names, const char *name)
{
	for (int i = 0; i < names->n; i++)
		if (!strcmp(names->name[i], name))
			return true;
	return false;
}

static void names_add(struct names *names, const char *name)
{
	if (names_have(names, name))
		return;
	names->name = grow(names->name, (size_t)names->n, sizeof(*names->name));
	names->name[names->n++] = name;
}

static const char *task_name(size_t i)
{
	return i < LENGTH(tasks) ? tasks[i].name : NULL;
}

static const char *load_name(size_t i)
{
	return i < LENGTH(loads) ? loads[i].name : NULL;
}

/* The i-th of those that -r can measure. */
static const char *real_time_name(size_t i)
{
	for (const struct task *t = tasks; t < tasks + LENGTH(tasks); t++)
		if (t->real_time && i-- == 0)
			return t->name;
	return NULL;
}

static void set_policy(const struct option_row *o, const char *arg)
{
	const struct policy *p = policy_find(arg);

	if (!p || (p->real_time && !o->max))	/* the help ends in the list of them */
		die(EXIT_USAGE, "%s %s: %s; allowed: %s", option_name(o), arg,
		    p ? "could keep the CPU for ever" : "no such policy", strchr(o->help, ':') + 2);
	*(const struct policy **)o->target = p;
}

static void set_cpus(const struct option_row *o, const char *arg)
{
	if (!cpus_parse(o->target, arg))
		die(EXIT_USAGE, "%s %s: a list of CPUs is wanted, as 0-3,8", option_name(o), arg);
}

static void set_bench(const struct option_row *o, const char *arg)
{
	const struct task *t = task_find(arg);

	if (!t)
		names_die(option_name(o), arg, load_find(arg) ? "a load, no task" : "no such task",
			  task_name);
	names_add(o->target, t->name);
}

static void set_load(const struct option_row *o, const char *arg)
{
	const struct load *load = load_find(arg);

	if (!load)
		names_die(option_name(o), arg, task_find(arg) ? "a task, no load" : "no such load",
			  load_name);
	names_add(o->target, load->name);
}

/* Names stand in a header: what could get lost there is not allowed. */
static void set_setting(const struct option_row *o, const char *arg)
{
	struct settings *settings = o->target;
	size_t n = strspn(arg, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
			       "0123456789._+-");
	char *name = xstrdup(arg);

	if (n == 0 || n >= NAME_LEN || arg[n] != '=' || !arg[n + 1])
		die(EXIT_USAGE, "--setting %s: NAME=COMMAND is wanted, the name of up to %d "
		    "letters, digits, '.', '_', '+' and '-'", arg, NAME_LEN - 1);
	name[n] = 0;
	for (int i = 0; i < settings->n; i++)
		if (!strcmp(settings->row[i].name, name))
			die(EXIT_USAGE, "--setting %s: two settings of one name", name);
	if (settings->n == (int)LENGTH(settings->row))
		die(EXIT_USAGE, "--setting: %d settings at most", settings->n);
	settings->row[settings->n++] = (struct setting){ name, arg + n + 1 };
}

static void set_list(const struct option_row *o, const char *arg)
{
	(void)o, (void)arg;
	for (size_t i = 0; i < LENGTH(tasks); i++)
		printf("task  %-8s  %s%s\n", tasks[i].name, tasks[i].help,
		       tasks[i].opt_in ? "; only if named" : "");
	for (size_t i = 0; i < LENGTH(loads); i++)
		printf("load  %-8s  %s%s\n", loads[i].name, loads[i].help,
		       loads[i].opt_in && !loads[i].asked ? "; only if named" : "");
	exit(stdout_close());
}

static void set_version(const struct option_row *o, const char *arg)
{
	(void)o, (void)arg;
	puts("interbench " INTERBENCH_VERSION);
	exit(stdout_close());
}

/* To write a row in one line; field: of cfg. */
#define FLAG(letter, name, field, help) { letter, name, NULL, help, set_flag, &cfg.field, 0, 0 }
#define VALUE(letter, name, arg, set, field, help) \
	{ letter, name, arg, help, set, &cfg.field, 0, 0 }
#define NUMBER(letter, name, arg, field, min, max, help) \
	{ letter, name, arg, help, set_number, &cfg.field, min, max }
#define DECIMAL(name, arg, field, max, help) \
	{ 0, name, arg, help, set_decimal, &cfg.field, 0, max }

static const struct option_row options[] = {
	NUMBER('l', "loops", "N", loops_per_ms, 1, INT_MAX,
	       "loops per ms (else saved, else measured)"),
	FLAG('b', "calibrate", calibrate, "measure loops per ms anew, and save them"),
	FLAG('T', "cpu-time", cpu_time, "tasks want CPU time instead of loops"),
	NUMBER('L', "cpu-load", "N", cpu_load, 1, 100000,
	       "how many, where --list says -L (CPUs)"),
	VALUE('t', "time", "T", set_time, time_ns,
	      "time of each pairing, as 30, 200ms, 5m, 1h (30)"),
	NUMBER('n', "repeat", "N", repeat, 1, 100000, "run everything N times (1)"),
	NUMBER(0, "seed", "N", seed, 1, INT_MAX, "for everything random (random itself)"),
	VALUE('W', "bench", "NAME", set_bench, benches, "only this task (repeatable)"),
	VALUE('X', "exclude-bench", "NAME", set_bench, no_benches, "not this task (repeatable)"),
	VALUE('w', "load", "NAME", set_load, only_loads, "only this load (repeatable)"),
	VALUE('x', "exclude-load", "NAME", set_load, no_loads, "not this load (repeatable)"),
	VALUE('e', "exec", "CMD", set_string, exec, "add the load Command: CMD under sh -c"),
	FLAG(0, "load-only", load_only, "no task: what each load achieves alone"),
	NUMBER('C', "custom-cpu", "PCT", custom_pct, 1, 100, "CPU that Custom wants, in per cent"),
	NUMBER('I', "custom-interval", "US", custom_us, 10, 60000000,
	       "period of Custom, in microseconds"),
	FLAG('r', "real-time", real_time, "tasks are SCHED_FIFO, figures in us"),
	NUMBER(0, "rtprio", "N", task.priority, 1, 99, "priority of a real time task (49)"),
	{ 0, "policy", "P", "of the task: other, batch, idle, ext, fifo, rr", set_policy,
	  &cfg.task.policy, .max = true },	/* it may be real time, */
	{ 0, "load-policy", "P", "of the load: other, batch, idle, ext", set_policy,
	  &cfg.load.policy, .max = false },	/* which could keep us from the CPU */
	NUMBER(0, "slice", "US", task.slice_us, 100, 100000, "slice of the task, in microseconds"),
	NUMBER(0, "load-slice", "US", load.slice_us, 100, 100000, "slice of the load"),
	VALUE(0, "affinity", "LIST", set_cpus, task.cpus, "CPUs of the task, as 0-3,8"),
	VALUE(0, "load-affinity", "LIST", set_cpus, load.cpus, "CPUs of the load"),
	NUMBER('B', "bench-nice", "N", task.nice, -20, 19, "nice value of the task"),
	NUMBER('N', "load-nice", "N", load.nice, -20, 19, "nice value of the load"),
	FLAG('u', "uniprocessor", uniprocessor, "task and load on one CPU"),
	VALUE('d', "dir", "DIR", set_string, dir, "where scratch files go (.)"),
	VALUE('m', "comment", "TEXT", set_string, comment, "a line in the header"),
	FLAG('c', "console", console, "no log"),
	FLAG('v', "verbose", verbose, "why the figures are so, under each table"),
	FLAG(0, "histogram", histogram, "wakeup latencies as bars"),
	VALUE('j', "json", "FILE", set_string, json,
	      "the results as JSON, too (-: standard output)"),
	DECIMAL("trace-above", "MS", trace_above_ms, 1000000,
		"stop tracing at the first wakeup latency above MS"),
	NUMBER(0, "cpu-dma-latency", "US", dma_latency_us, 0, INT_MAX,
	       "hold the idle latency of the CPUs"),
	FLAG('q', "quiet", quiet, "no progress"),
	FLAG(0, "compare", compare, "compare the runs in logs"),
	VALUE(0, "setting", "NAME=CMD", set_setting, settings,
	      "compare settings, each made by a command (repeat)"),
	DECIMAL("threshold", "PCT", compare_how.threshold_pct, 1000,
		"a smaller difference is none (1)"),
	DECIMAL("notice", "MS", compare_how.notice_ms, 1000000,
		"nor is one between smaller maxima (7)"),
	{ 0, "fail-worse", .help = "exit 4 if a side is worse, 125 if unknown",
	  .set = set_fail_worse, .target = &cfg.compare_how.fail_worse },
	VALUE(0, "color", "WHEN", set_color, compare_how.color, "always, never or auto (auto)"),
	{ 0, "list", .help = "the tasks and loads", .set = set_list },
	{ 'h', "help", .help = "this text" },
	{ 'V', "version", .help = "the version", .set = set_version },
};

__attribute__((noreturn))
static void options_print(void)
{
	char left[40];

	puts("usage: interbench [options]\n       interbench --compare [options] LOG...\n"
	     "Measures how interactive tasks fare beside loads; see interbench(8).\n");
	for (const struct option_row *o = options; o < options + LENGTH(options); o++) {
		snprintf(left, sizeof(left), "%c%c%c --%s %s", o->letter ? '-' : ' ',
			 o->letter ? o->letter : ' ', o->letter ? ',' : ' ',
			 o->name, o->arg ? o->arg : "");
		printf("  %-27s %s\n", left, o->help);
	}
	exit(stdout_close());
}

static void options_parse(int argc, char **argv)
{
	struct option longs[LENGTH(options) + 1] = { { 0 } };
	char letters[2 * LENGTH(options) + 2] = ":", *next = letters + 1;
	const struct option_row *measuring = NULL;
	bool comparing = false, how;
	int found, i;

	for (i = 0; i < (int)LENGTH(options); i++) {
		const struct option_row *o = &options[i];

		longs[i] = (struct option){ o->name, o->arg ? required_argument : no_argument,
					    NULL, o->letter ? o->letter : 256 + i };
		if (o->letter)
			next += sprintf(next, o->arg ? "%c:" : "%c", o->letter);
	}
	opterr = 0;
	set_color(&(struct option_row){ .target = &cfg.compare_how.color }, "auto");
	while ((found = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		if (found == ':')
			die(EXIT_USAGE, "%s wants an argument (-h lists the options)",
			    argv[optind - 1]);
		for (i = 0; i < (int)LENGTH(options) && longs[i].val != found; i++)
			;
		if (i == LENGTH(options) && optopt > 0 && optopt < 256 && !strchr(letters, optopt))
			die(EXIT_USAGE, "no option -%c (-h lists the options)", optopt);
		if (i == LENGTH(options))
			die(EXIT_USAGE, "no option %s, or not as it stands (-h lists the options)",
			    argv[optind - 1]);
		if (!options[i].set)
			options_print();
		options[i].set(&options[i], optarg);
		how = (char *)options[i].target >= (char *)&cfg.compare_how &&
		      (char *)options[i].target < (char *)(&cfg.compare_how + 1);
		comparing |= how;
		if (!how && options[i].target != &cfg.compare)
			measuring = &options[i];
	}
	cfg.logs = argv + optind;
	if (comparing && !cfg.compare && !cfg.settings.n)
		die(EXIT_USAGE, "--threshold, --notice, --fail-worse and --color need --compare "
		    "or --setting");
	if (cfg.compare && measuring)
		die(EXIT_USAGE, "%s and --compare exclude each other: nothing is measured",
		    option_name(measuring));
	if (cfg.compare && optind == argc)
		die(EXIT_USAGE, "--compare wants the names of logs (- is standard input)");
	if (optind < argc && !cfg.compare)
		die(EXIT_USAGE, "stray word '%s' (-h lists the options)", argv[optind]);
}

/* Is it asked for, by name or by default? */
static bool names_select(const struct names *only, const struct names *not,
			 const char *name, bool by_default)
{
	return !names_have(not, name) && (only->n ? names_have(only, name) : by_default);
}

static bool task_selected(const struct task *t)
{
	return t == &task_none ||
	       names_select(&cfg.benches, &cfg.no_benches, t->name,
			    !t->opt_in && (!t->asked || cfg.custom_us) &&
			    (!cfg.real_time || t->real_time));
}

static bool load_selected(const struct load *l)
{
	if (cfg.exec && l->asked)	/* -e adds it to whatever else is run */
		return !names_have(&cfg.no_loads, l->name);
	return names_select(&cfg.only_loads, &cfg.no_loads, l->name, !l->opt_in);
}

/* The i-th task of which pairings may be run. */
static const struct task *task_at(size_t i)
{
	if (cfg.load_only)
		return i == 0 ? &task_none : NULL;
	return i < LENGTH(tasks) ? &tasks[i] : NULL;
}

/* Does this pairing belong to the run? */
static bool pairing_selected(const struct task *t, const struct load *l)
{
	return task_selected(t) && load_selected(l) && strcmp(t->name, l->name) != 0 &&
	       (t != &task_none || l->setup || l->parts[0]);
}

static bool task_paired(const struct task *t)
{
	for (const struct load *l = loads; l < loads + LENGTH(loads); l++)
		if (pairing_selected(t, l))
			return true;
	return false;
}

/* How many pairings there are, the longest sweep in them (0: none), and is any random? */
static int pairings_count(int *sweep_s, bool *random)
{
	const struct task *t;
	int n = 0;

	*sweep_s = 0;
	*random = false;
	for (size_t i = 0; (t = task_at(i)); i++)
		for (const struct load *l = loads; l < loads + LENGTH(loads); l++) {
			const struct task *as_load = task_find(l->name);

			if (!pairing_selected(t, l))
				continue;
			n++;
			*random |= t->random || l->random;
			if (as_load && as_load->sweep_s > *sweep_s)
				*sweep_s = as_load->sweep_s;
			if (t->sweep_s > *sweep_s)
				*sweep_s = t->sweep_s;
		}
	return n;
}

#define SETTING_COMMENT_MAX (LOG_TEXT_MAX - NAME_LEN)	/* or the reader would lose the name */

static void options_check_sched(void)
{
	const struct policy *fifo = policy_find("fifo");

	if (cfg.real_time && cfg.task.policy && cfg.task.policy != fifo)
		die(EXIT_USAGE, "-r and --policy %s exclude each other: -r is the policy fifo",
		    cfg.task.policy->name);
	if (cfg.real_time)
		cfg.task.policy = fifo;
	if (cfg.uniprocessor && (cfg.task.cpus.count || cfg.load.cpus.count))
		die(EXIT_USAGE, "-u and --affinity or --load-affinity exclude each other");
}

/* Under --load-only there is no task that could be chosen, scheduled or compared. */
static void options_check_alone(void)
{
	const struct sched *t = &cfg.task;

	if (cfg.load_only &&
	    (cfg.benches.n || cfg.no_benches.n || cfg.real_time || t->nice != NICE_INHERITED ||
	     t->policy || t->priority || t->slice_us || t->cpus.count || cfg.histogram ||
	     cfg.trace_above_ms >= 0 || cfg.settings.n))
		die(EXIT_USAGE, "--load-only has no task: not with -W, -X, -B, -r, --policy, "
		    "--rtprio, --slice, --affinity, --histogram, --trace-above, --setting");
}

/* What no single option can see. */
static void options_check(void)
{
	if (cfg.calibrate + cfg.cpu_time + !!cfg.loops_per_ms > 1)
		die(EXIT_USAGE, "-b, -l and -T exclude each other");
	options_check_alone();
	options_check_sched();
	if (cfg.settings.n == 1)
		die(EXIT_USAGE, "--setting is to be given twice or more: settings are compared");
	if (cfg.settings.n && strlen(cfg.comment) > SETTING_COMMENT_MAX)
		die(EXIT_USAGE, "-m with --setting: %d bytes at most", SETTING_COMMENT_MAX);
	if (!cfg.custom_pct != !cfg.custom_us)
		die(EXIT_USAGE, "Custom needs both -C and -I");
	task_custom_set(cfg.custom_us, cfg.custom_pct);
	if (!cfg.custom_us && (names_have(&cfg.benches, "Custom") ||
			       names_have(&cfg.only_loads, "Custom")))
		die(EXIT_USAGE, "Custom needs -C and -I");
	if (!cfg.exec && names_have(&cfg.only_loads, "Command"))
		die(EXIT_USAGE, "Command needs -e");
	for (int i = 0; i < cfg.benches.n; i++)
		if (cfg.real_time && !task_find(cfg.benches.name[i])->real_time)
			names_die("-W", cfg.benches.name[i], "cannot be real time (-r)",
				  real_time_name);
}

/*
 * Running: passes, tables and what they are printed on
 */

struct session {
	struct run run;			/* the pass that is measured */
	int pairing, pairings;		/* the one that is measured, of how many, */
	const struct task *task;	/* and what it consists of */
	const struct load *load;
	int read_file;			/* Read's, once it is needed; -1 */
	int status;			/* of the program, so far */
	int nice;			/* before we gave ourselves another one */
	const struct setting *setting;	/* of this pass; NULL: none */
	pid_t setter;			/* keeps it up; 0: nothing has to; -1: it has ended */
	int leash;			/* of the setter: it ends when this is closed */
	unsigned long long setter_born;
	int setter_status;
	char *kept_text;		/* of streams.kept */
	size_t kept_size;
	char remark[REASON_LEN];	/* on the whole run, or "" */
	double busy;			/* % of the CPUs, before the pass; NAN: unknown */
	int pass, rows;
	struct tracing tracing;
	time_t begun;
	char **command;			/* argv */
	FILE *page;			/* text on its way to standard output and the log: */
	char *page_text;
	size_t page_size;
	FILE *json;			/* NULL: none */
	bool json_again;		/* a regular file: written anew after each row */
	FILE *json_rows;		/* of all passes, as text */
	char *json_text;		/* of json_rows */
	size_t json_size;
};

static FILE *page_open(struct session *s)
{
	s->page = open_memstream(&s->page_text, &s->page_size);
	if (!s->page)
		die(EXIT_TROUBLE, "out of memory");
	return s->page;
}

static void page_print(struct session *s)
{
	if (fclose(s->page))
		die(EXIT_TROUBLE, "out of memory");
	progress_clear();
	if (fputs(s->page_text, streams.tables) == EOF || fflush(streams.tables))
		die(EXIT_TROUBLE, "standard %s: %s", s->json == stdout ? "error" : "output",
		    strerror(errno));
	if (streams.kept)
		fputs(s->page_text, streams.kept);
	if (streams.log && (fputs(s->page_text, streams.log) == EOF || fflush(streams.log))) {
		warn("the log: %s; it ends here", strerror(errno));
		fclose(streams.log);
		streams.log = NULL;
	}
	free(s->page_text);
}

/* A release can be any text: what would be odd in the name of a file is not kept. */
static void log_open(const char *release)
{
	char name[80], *c, last;
	struct stat st;
	int fd, old;

	snprintf(name, sizeof(name), "%.60s.log", release);
	for (c = name; *c; c++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
			    "0123456789._+-~", *c) || (c == name && *c == '.'))
			*c = '_';
	fd = own_file_open(name, O_WRONLY | O_CREAT | O_APPEND);
	/* rows of two runs would mix; what a killed one has left may hold it for a moment */
	for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK; i++) {
		if (i == 100)
			die(EXIT_TROUBLE, "the log %s is being written by another run "
			    "(-c does without a log)", name);
		sleep_until(now_ns() + 10 * NSEC_PER_MSEC);
	}
	streams.log = fd < 0 ? NULL : fdopen(fd, "a");
	if (!streams.log)
		die(EXIT_TROUBLE, "the log %s cannot be written: %s (-c does without a log)",
		    name, own_file_error());
	/* what stands there may end in the middle of a figure: a disk was full, or a machine down */
	old = own_file_open(name, O_RDONLY);
	if (!fstat(fd, &st) && st.st_size)
		fputs(pread(old, &last, 1, st.st_size - 1) == 1 && last != '\n' ?
		      " " LOG_CUT "\n\n" : "\n", streams.log);
	if (old >= 0)
		close(old);
}

/* Read's file, made when the first load wants it; false with the reason in the row. */
static bool session_read_file(struct session *s, struct row *row)
{
	char reason[REASON_LEN] = "";

	if (s->read_file >= 0)
		return true;
	progress_show("writing the file that Read reads");
	s->read_file = read_file_make(cfg.dir, reason);
	if (s->read_file < 0)
		row_void(row, "skipped: %s", reason);
	return s->read_file >= 0;
}

/* What stands between the names of task and load. */
static const char *beside(const struct session *s)
{
	return s->task == &task_none ? "" : " beside ";
}

static void session_progress(const struct session *s)
{
	int64_t settle = cfg.time_ns < NSEC_PER_SEC ? cfg.time_ns : NSEC_PER_SEC;
	int64_t left = (s->pairings - s->pairing + 1) * (cfg.time_ns + settle) / NSEC_PER_SEC;

	progress_show("%d of %d: %s%s%s, %" PRId64 ":%02" PRId64 " left", s->pairing, s->pairings,
		      s->task->name, beside(s), s->load->name, left / 60, left % 60);
}

/* The document as it stands after a row, or at the end, over what was there before. */
static void session_json_write(struct session *s)
{
	struct json_about about = { s->begun, s->command, s->pairings, NULL };

	progress_clear();
	fflush(s->json_rows);
	if (s->json != stdout)
		rewind(s->json);
	about.rows = s->json_text;
	json_document(s->json, &s->run, &about);
	if (fflush(s->json) ||
	    (s->json != stdout && ftruncate(fileno(s->json), ftell(s->json)) && errno != EINVAL))
		die(EXIT_TROUBLE, "%s: %s", cfg.json, strerror(errno));
}

static void session_json_row(struct session *s, const struct table *t, const struct row *row)
{
	struct json j = { .f = s->json_rows, .more = s->rows++ > 0 };

	if (!s->json)
		return;
	json_row(&j, t, row, s->pass + 1, s->setting ? s->setting->name : NULL);
	if (s->json_again)
		session_json_write(s);
}

static void session_json_open(struct session *s)
{
	struct stat st;
	int fd;

	if (!cfg.json)
		return;
	s->json = stdout;
	if (strcmp(cfg.json, "-")) {
		fd = open(cfg.json, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
		s->json = fd < 0 ? NULL : fdopen(fd, "w");
	}
	s->json_rows = open_memstream(&s->json_text, &s->json_size);
	s->json_again = s->json && s->json != stdout && !fstat(fileno(s->json), &st) &&
			S_ISREG(st.st_mode);
	if (!s->json || !s->json_rows || (s->json_again && ftruncate(fileno(s->json), 0)))
		die(EXIT_TROUBLE, "%s: %s", cfg.json, strerror(errno));
	streams.tables = s->json == stdout ? stderr : stdout;
}

/* Open what stops the kernel's tracing; it has to be there, and on. */
static void tracing_open(struct tracing *t, double above_ms)
{
	static const char *const dir[] = { "/sys/kernel/tracing/", "/sys/kernel/debug/tracing/" };
	char on_path[64], path[64], on = 0;

	t->above = INT64_MAX;
	t->on = -1;
	if (above_ms < 0)
		return;
	for (size_t i = 0; i < LENGTH(dir) && (i == 0 || (t->on < 0 && errno == ENOENT)); i++) {
		snprintf(on_path, sizeof(on_path), "%stracing_on", dir[i]);
		snprintf(path, sizeof(path), "%strace_marker", dir[i]);
		t->on = open(on_path, O_RDWR | O_CLOEXEC);
	}
	t->marker = t->on < 0 ? -1 : open(path, O_WRONLY | O_CLOEXEC);
	if (t->marker < 0)
		die(EXIT_TROUBLE, "--trace-above: no tracing (%s: %s)",
		    t->on < 0 ? on_path : path, strerror(errno));
	if (read(t->on, &on, 1) != 1 || on != '1')
		die(EXIT_TROUBLE, "--trace-above: tracing is not on (tracing_on)");
	t->above = (int64_t)(above_ms * NSEC_PER_MSEC);
}

/* Has the row stopped the trace? Then say so: the run ends. */
static bool session_traced(struct session *s)
{
	if (!shared->traced)
		return false;
	page_open(s);
	if (shared->traced < 0)
		fprintf(s->page, "! tracing could not be stopped: %s\n",
			strerror((int)-shared->traced));
	else
		fprintf(s->page, "! tracing stopped: %s beside %s woken %.3f ms late, at %.6f s\n",
			s->task->name, s->load->name, (double)shared->traced / NSEC_PER_MSEC,
			(double)(shared->traced_due + shared->traced) / NSEC_PER_SEC);
	page_print(s);
	return true;
}

/* As long as this file is open, no CPU sleeps so deep that waking takes longer. */
static void dma_latency_hold(void)
{
	int32_t us = cfg.dma_latency_us;
	int fd;

	if (us < 0)
		return;
	fd = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, &us, sizeof(us)) != sizeof(us)) {
		warn("/dev/cpu_dma_latency: %s; the idle latency is not held", strerror(errno));
		cfg.dma_latency_us = -1;
	}
}

/* How busy the CPUs of a mask (NULL: all) are with anything else, in per cent; NAN: unknown. */
static double machine_busy(const cpu_set_t *mask, size_t mask_size)
{
	struct cpu_use before, after;
	struct cpu_share share;

	machine_cpu_use("", &before);
	sleep_until(now_ns() + 300 * NSEC_PER_MSEC);
	machine_cpu_use("", &after);
	share = cpu_use_between(&before, &after, mask, mask_size);
	free(before.cpu);
	free(after.cpu);
	return 100 - share.pct[CPU_IDLE] - share.pct[CPU_IOWAIT];
}

/* Has what kept the setting up ended? Look, and tell by waiting for it. */
static bool setting_ended(struct session *s)
{
	if (s->setter > 0 && waitpid(s->setter, &s->setter_status, WNOHANG)) {
		close(s->leash);
		s->setter = -1;
	}
	return s->setter < 0;
}

/*
 * Make the setting of a pass: its command has ended well, or it goes on and is the
 * setting. False with a reason if it failed.
 */
static bool setting_start(struct session *s, char reason[static REASON_LEN])
{
	bool ext = sched_ext_enabled("");
	int64_t until = now_ns() + SETTING_LIMIT;

	s->setter_status = 0;
	s->setter = setter_start(s->setting->command, s->nice, &s->leash);
	if (s->setter < 0) {
		snprintf(reason, REASON_LEN, "cannot be made: %s", strerror(errno));
		s->setter = 0;
		return false;
	}
	s->setter_born = process_born(s->setter);
	while (!setting_ended(s) && !caught && now_ns() < until && (ext || !sched_ext_enabled("")))
		sleep_until(now_ns() + 10 * NSEC_PER_MSEC);
	snprintf(reason, REASON_LEN, "its command failed with exit status %d",
		 status_code(s->setter_status));
	if (s->setter < 0 && !s->setter_status)
		s->setter = 0;			/* done, nothing has to be kept up */
	return s->setter >= 0;
}

static void setting_stop(struct session *s)
{
	int64_t until = now_ns() + REAP_LIMIT + NSEC_PER_SEC;	/* its own, and some */

	if (s->setter > 0) {
		close(s->leash);
		/* a task or load that cannot be killed holds the leash, too */
		while (!waitpid(s->setter, NULL, WNOHANG) && now_ns() < until)
			sleep_until(now_ns() + NSEC_PER_MSEC);
	}
	/* killed, it has left us its children */
	while (s->setter && strays_kill(SIGKILL, s->setter_born, 0) && now_ns() < until)
		sleep_until(now_ns() + NSEC_PER_MSEC);
	s->setter = 0;
}

/* Without its setting a row would be another one's: it is void. */
static bool setting_lost(struct session *s, struct row *row)
{
	if (!setting_ended(s))
		return false;
	row_void(row, "the command of %s has ended, with exit status %d", s->setting->name,
		 status_code(s->setter_status));
	return true;
}

/* Measure one row and print it; false if the run ends here. */
static bool session_row(struct session *s, struct table *table, const struct task *t,
			const struct load *l)
{
	struct pairing p = {
		.task = t, .load = l, .file = { -1, -1, -1 }, .time = cfg.time_ns,
		.machine = { .root = "" }, .tracing = s->tracing,
		.sched = { [TASK] = &cfg.task, [LOAD] = &cfg.load }, .lock_memory = cfg.real_time,
		.work = { .threads = cfg.cpu_load, .seed = cfg.seed, .dir = cfg.dir,
			  .command = cfg.exec },
		.row = table_add_row(table, l->name),
		.child = { [TASK] = { .side = TASK }, [LOAD] = { .side = LOAD } },
	};

	s->pairing++;
	s->task = t;
	s->load = l;
	if (!setting_lost(s, p.row) && (!load_wants(l, READ_FILE) || session_read_file(s, p.row))) {
		p.file[READ_FILE] = s->read_file;
		if (load_wants(l, WRITE_FILE) && (p.file[WRITE_FILE] = scratch_open(cfg.dir)) < 0)
			p.file[WRITE_FILE] = -errno;
		session_progress(s);
		pairing_run(&p);
		setting_lost(s, p.row);
		if (p.file[WRITE_FILE] >= 0)
			close(p.file[WRITE_FILE]);
	}
	if (caught && !p.row->detail) {
		table->rows--;
		return false;
	}
	if (load_wants(l, READ_FILE) && !p.row->reason[0] && scratch_in_memory(s->read_file))
		remark_add(p.row, "Read reads memory (tmpfs)", "", NAN);
	report_row(page_open(s), table, p.row);
	page_print(s);
	session_json_row(s, table, p.row);
	if (p.row->reason[0] || p.stuck)
		s->status = EXIT_VOID;
	return !p.stuck && !session_traced(s);
}

/* Measure all rows of a task; false if the run ends here. */
static bool session_table(struct session *s, const struct task *t)
{
	struct table *table = run_add_table(&s->run, t->name);
	bool go_on = true;

	table->real_time = cfg.real_time;
	table->no_deadlines = t->no_deadlines;
	table->no_cpu = t->no_cpu;
	table->nice = cfg.task.policy->nice ? cfg.task.nice : 0;
	table->load_nice = cfg.load.policy->nice ? cfg.load.nice : 0;
	report_table_header(page_open(s), table);
	page_print(s);
	for (size_t i = 0; i < LENGTH(loads) && go_on && !caught; i++)
		if (pairing_selected(t, &loads[i]))
			go_on = session_row(s, table, t, &loads[i]);
	report_remarks(page_open(s), table);
	if (cfg.verbose)
		report_details(s->page, table);
	for (size_t i = 0; i < table->rows && cfg.histogram; i++)
		if (table->row[i].detail)
			report_histogram(s->page, table, &table->row[i]);
	page_print(s);
	return go_on && !caught;
}

/* -m, and the name of the setting. */
static char *session_comment(const struct session *s)
{
	char text[SETTING_COMMENT_MAX + 1 + NAME_LEN];

	if (!s->setting)
		return line_clean(cfg.comment);
	snprintf(text, sizeof(text), "%s%s%s", cfg.comment, *cfg.comment ? " " : "",
		 s->setting->name);
	return line_clean(text);
}

/* Its number comes first: cmp_order() reads it. */
static void session_describe_setting(struct session *s)
{
	char text[2 * FACT_LEN], line[FACT_LEN];

	snprintf(text, sizeof(text), "%d of %d, %s", (int)(s->setting - cfg.settings.row) + 1,
		 cfg.settings.n, s->setting->command);
	line_copy(line, sizeof(line) - strlen("Setting: "), text);
	run_add_fact(&s->run, "Setting", line);
}

/* What stands in the header of a pass. */
static void session_describe(struct session *s)
{
	struct run *run = &s->run;
	struct machine m = { .root = "", .dir = realpath(cfg.dir, NULL) };
	struct cpus allowed, used;
	struct utsname uts = { .release = "unknown" };
	char text[FACT_LEN], busy[32], *command = line_clean(cfg.exec ? cfg.exec : "");
	time_t now = time(NULL);
	struct tm tm;

	uname(&uts);
	strftime(text, sizeof(text), "%Y%m%d%H%M", localtime_r(&now, &tm));
	*run = (struct run){
		.kernel = xstrdup(uts.release), .date = xstrdup(text),
		.comment = session_comment(s), .title = xstrdup(""),
		.processors = cfg.cpu_load, .loops_per_ms = (uint64_t)cfg.loops_per_ms,
		.cpu_time = cfg.cpu_time, .seconds = (double)cfg.time_ns / NSEC_PER_SEC,
	};
	if (s->setting)
		session_describe_setting(s);
	sched_describe(&cfg.task, cfg.real_time ? "fifo" : "other", text, sizeof(text));
	if (!cfg.load_only && *text)
		run_add_fact(run, run_side[TASK], text);
	sched_describe(&cfg.load, "other", text, sizeof(text));
	if (*text)
		run_add_fact(run, run_side[LOAD], text);
	m.cpus = cpus_allowed(&allowed) ? allowed.count : 0;
	machine_facts(&m, run);
	s->busy = machine_busy(cpus_used(&used, &cfg.task.cpus, &cfg.load.cpus) ? used.mask : NULL,
			       sizeof(used.mask));
	snprintf(text, sizeof(text), "%s %% before the start", fmt_number(busy, s->busy));
	if (!isnan(s->busy))
		run_add_fact(run, "Busy", text);
	if (task_selected(task_find("Custom")) || load_selected(load_find("Custom"))) {
		snprintf(text, sizeof(text), "%d %% of %d us", cfg.custom_pct, cfg.custom_us);
		run_add_fact(run, "Custom", text);
	}
	if (cfg.dma_latency_us >= 0) {
		snprintf(text, sizeof(text), "%d us", cfg.dma_latency_us);
		run_add_fact(run, "Idle latency held", text);
	}
	line_copy(text, sizeof(text) - sizeof("Command: ") + 1, command);
	if (cfg.exec && !names_have(&cfg.no_loads, "Command"))
		run_add_fact(run, "Command", text);
	snprintf(text, sizeof(text), "%d", cfg.seed);
	if (cfg.seed)
		run_add_fact(run, "Seed", text);
	free(command);
	free((char *)m.dir);
}

/* One pass over all pairings; false if it is to be the last. */
static bool session_pass(struct session *s)
{
	bool go_on = true;
	const struct task *t;
	FILE *f = page_open(s);

	run_free(&s->run);
	session_describe(s);
	if (s->pass)
		fputc('\n', f);
	report_header(f, &s->run);
	if (s->remark[0])
		fprintf(f, "! %s\n", s->remark);
	if (s->busy > 5)
		fputs("! the machine was busy before the start: what ran then is measured, too\n",
		      f);
	page_print(s);
	if (s->json_again)		/* not what an earlier run has left */
		session_json_write(s);
	for (size_t i = 0; (t = task_at(i)) && go_on && !caught; i++)
		if (task_paired(t))
			go_on = session_table(s, t);
	return go_on && !caught;
}

/* A signal has ended the run: where? */
static void session_partial(struct session *s)
{
	FILE *f = page_open(s);

	fprintf(f, "! partial: ended by signal %d (%s) ", caught, strsignal(caught));
	if (s->task)
		fprintf(f, "in %s%s%s\n", s->task->name, beside(s), s->load->name);
	else
		fprintf(f, "before %s\n", s->rows ? "the next pass" : "the first row");
	page_print(s);
}

/* A pass with its setting; false if it is to be the last. */
static bool session_setting(struct session *s)
{
	char reason[REASON_LEN];
	bool go_on = true;

	if (setting_start(s, reason)) {
		go_on = !caught && session_pass(s);
	} else if (s->pass < cfg.settings.n) {		/* why should it do better later? */
		setting_stop(s);
		die(EXIT_TROUBLE, "--setting %s: %s", s->setting->name, reason);
	} else {
		fprintf(page_open(s), "\n! setting %s left out: %s\n", s->setting->name, reason);
		page_print(s);
		s->pairing += s->pairings / (cfg.settings.n * cfg.repeat);
		s->status = EXIT_VOID;
	}
	setting_stop(s);
	return go_on;
}

/* The columns of a task's tables behind the SD. */
static unsigned task_columns(const char *name)
{
	const struct task *t = task_find(name);

	return LOG_ALL - (t && t->no_deadlines ? LOG_MET : 0) - (t && t->no_cpu ? LOG_CPU : 0);
}

static bool load_known(const char *name)
{
	return load_find(name);
}

static const struct log_names log_names = { .columns = task_columns, .is_load = load_known };

/* Compare the runs found in files, a list that ends in NULL. Returns the exit status. */
static int compare_files(char *const *files)
{
	struct runs runs = { .n = 0 };
	int status;

	for (; *files; files++)
		if (!log_read_file(&runs, &log_names, *files))
			die(EXIT_TROUBLE, "cannot read %s: %s", *files, strerror(errno));
	status = compare_runs(stdout, runs.run, runs.n, &cfg.compare_how);
	runs_free(&runs);
	return status;
}

/*
 * Compare what was printed, if it is a pass of each, so that the log will say the same.
 * Nothing of this goes there, where it might be taken for the title of the next run.
 */
static void settings_compare(struct session *s, bool all)
{
	struct runs runs = { .n = 0 };
	int status = cfg.compare_how.fail_worse ? EXIT_SKIP : s->status;

	fclose(streams.kept);
	log_read(&runs, &log_names, NULL, s->kept_text);
	progress_clear();
	if (all) {
		fputc('\n', streams.tables);
		status = compare_runs(streams.tables, runs.run, runs.n, &cfg.compare_how);
	}
	if (cfg.compare_how.fail_worse || !s->status)
		s->status = status;
	runs_free(&runs);
	free(s->kept_text);
}

/* All passes: of every setting, in blocks of all, so that a drift hits all alike. */
static void session_run(struct session *s)
{
	int n = cfg.settings.n ? cfg.settings.n : 1;
	size_t order[LENGTH(cfg.settings.row)];
	uint64_t seed = (uint64_t)cfg.seed;
	bool go_on = true;

	for (size_t i = 0; i < LENGTH(order); i++)
		order[i] = i;
	if (cfg.settings.n)
		streams.kept = open_memstream(&s->kept_text, &s->kept_size);
	for (; s->pass < n * cfg.repeat && go_on && !caught; s->pass += go_on) {
		if (s->pass % n == 0)
			perm_draw(order, (size_t)n, (size_t)n, &seed);
		if (cfg.settings.n)
			s->setting = &cfg.settings.row[order[s->pass % n]];
		go_on = s->setting ? session_setting(s) : session_pass(s);
		if (go_on)
			s->task = NULL;
	}
	if (caught && s->pass < n * cfg.repeat)
		session_partial(s);
	if (s->json && s->run.kernel)
		session_json_write(s);
	if (s->json)
		fclose(s->json_rows);
	free(s->json_text);
	if (streams.kept)
		settings_compare(s, s->pass >= n);
	run_free(&s->run);
}

/* A task that wants more than real time tasks may have is stopped by Linux in between. */
static void real_time_warn(void)
{
	char *runtime = file_text("", "/proc/sys/kernel/sched_rt_runtime_us");
	char *period = file_text("", "/proc/sys/kernel/sched_rt_period_us");
	double share = runtime && period ? strtod(runtime, NULL) / strtod(period, NULL) : -1;

	for (const struct task *t = tasks; t < tasks + LENGTH(tasks) && share > 0; t++) {
		struct period p = task_period(t);
		double wants;

		if (t->frame)			/* the last of a sweep is the heaviest */
			t->frame((unsigned)(t->sweep_s * NSEC_PER_SEC / p.period) - 1, &p);
		wants = p.period ? (double)p.work / (double)p.period : t->whole_cpu;
		if (task_selected(t) && wants > share)
			warn("%s wants %.0f %% of a CPU, of which real time tasks may have %.0f %%"
			     " (sched_rt_runtime_us)", t->name, 100 * wants, 100 * share);
	}
	free(runtime);
	free(period);
}

static void role_settle(struct sched *s, const struct sched_names *names)
{
	char reason[REASON_LEN];

	if (!sched_settle(s, names, reason))
		die(EXIT_USAGE, "%s", reason);
}

static void role_try(const struct sched *s, const char *role)
{
	char reason[REASON_LEN];

	if (!sched_try(s, cfg.settings.n > 0, reason))
		die(EXIT_TROUBLE, "the %s cannot be scheduled so: %s", role, reason);
}

/* The settings that follow from the machine. */
static void session_settle(struct session *s)
{
	struct memory m = machine_memory("");
	struct cpus allowed;
	bool known = cpus_allowed(&allowed), random;
	int sweep_s;

	if (cfg.load.cpus.count)
		known = (allowed = cfg.load.cpus).count;
	if (!cfg.cpu_load)
		cfg.cpu_load = known ? allowed.count : (int)sysconf(_SC_NPROCESSORS_ONLN);
	if (cfg.uniprocessor && known) {
		CPU_SET_S((size_t)cpus_first(&allowed), sizeof(allowed.mask), cfg.task.cpus.mask);
		cfg.task.cpus.count = 1;
		cfg.load.cpus = cfg.task.cpus;
	}
	role_settle(&cfg.task, &(struct sched_names){ cfg.real_time ? "-r" : "the policy", "-B",
						      "--slice", "--rtprio" });
	role_settle(&cfg.load, &(struct sched_names){ "the policy", "-N", "--load-slice", NULL });
	s->nice = getpriority(PRIO_PROCESS, 0);
	/* where we may: the end of a load of thousands must not wait for its turn */
	setpriority(PRIO_PROCESS, 0, -20);
	/* without swap Memload is run only where it is named */
	if (m.swap <= 0 && !cfg.only_loads.n && !names_have(&cfg.no_loads, "Memload")) {
		names_add(&cfg.no_loads, "Memload");
		warn("Memload is left out: no swap (-w Memload runs it in memory alone)");
	}
	s->pairings = pairings_count(&sweep_s, &random) * cfg.repeat *
		      (cfg.settings.n ? cfg.settings.n : 1);
	if ((random || cfg.settings.n) && !cfg.seed)
		cfg.seed = 1 + (int)(random_seed() % INT_MAX);
	if (!s->pairings)
		die(EXIT_USAGE, "no pairing of a task and a load is left (--list has their names)");
	if (sweep_s && cfg.time_ns % (sweep_s * NSEC_PER_SEC)) {
		cfg.time_ns += sweep_s * NSEC_PER_SEC - cfg.time_ns % (sweep_s * NSEC_PER_SEC);
		warn("X works in sweeps of %d s: every load runs for %lld s", sweep_s,
		     cfg.time_ns / NSEC_PER_SEC);
	}
}

/*
 * main
 */

/* Whoever closed a standard stream must not find our log or a pipe in its place. */
static void streams_check(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		/* not /dev/null: what is written to a closed output is trouble, not lost */
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/", O_PATH) != fd)
			_exit(EXIT_TROUBLE);
}

/* End as the signal would have ended us; pid 1 is deaf to its own signals. */
__attribute__((noreturn))
static void signal_end(int sig)
{
	sigset_t set;

	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
	_exit(128 + sig);
}

int main(int argc, char **argv)
{
	struct session s = { .read_file = -1, .command = argv, .begun = time(NULL) };
	struct utsname uts;

	if (argc == 2 && !strcmp(argv[1], FORK_CHILD))
		_exit(EXIT_SUCCESS);
	streams_check();
	streams.tables = stdout;
	if (getuid() != geteuid() || getgid() != getegid())
		die(EXIT_TROUBLE, "does not run set-uid");
	options_parse(argc, argv);
	options_check();
	if (cfg.compare) {
		s.status = compare_files(cfg.logs);
		stdout_close();
		return s.status;
	}
	if (cfg.quiet)
		progress_off();
	session_settle(&s);
	session_json_open(&s);		/* a fifo can keep us: before signals are caught */
	signals_catch();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		die(EXIT_TROUBLE, "shared memory: %s", strerror(errno));
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	tracing_open(&s.tracing, cfg.trace_above_ms);
	role_try(&cfg.task, side_name[TASK]);
	role_try(&cfg.load, side_name[LOAD]);
	dma_latency_hold();
	if (!cfg.console && !uname(&uts))
		log_open(uts.release);
	if (cfg.task.priority)
		real_time_warn();
	if (!cfg.cpu_time)
		cfg.loops_per_ms = loops_settle(cfg.loops_per_ms, cfg.calibrate, s.remark);
	work_set(cfg.loops_per_ms);
	session_run(&s);
	progress_clear();
	stdout_close();
	if (caught)
		signal_end(caught);
	return s.status;
}
