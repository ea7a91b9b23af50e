/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util.h"

volatile sig_atomic_t caught;

uint64_t random_next(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

uint64_t random_seed(void)
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

void progress_off(void)
{
	progress.off = true;
}

void progress_clear(void)
{
	if (progress.width)
		fprintf(stderr, "\r%*s\r", progress.width, "");
	progress.width = 0;
}

void progress_show(const char *fmt, ...)
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

void warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message(fmt, ap);
	va_end(ap);
}

static int die_status;			/* instead of any other; 0: none */

void die_with(int status)
{
	die_status = status;
}

static char *die_reason;		/* of a child; NULL: we are none */

void die_into(char *reason)
{
	die_reason = reason;
}

void die(int status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (die_reason)
		vsnprintf(die_reason, REASON_LEN, fmt, ap);
	else
		message(fmt, ap);
	va_end(ap);
	if (die_reason) {
		kill(0, SIGKILL);
		_exit(EXIT_TROUBLE);
	}
	exit(die_status ? die_status : status);
}

void die_call(const char *call, int error)
{
	die(EXIT_TROUBLE, "%s: %s%s", call, strerror(error),
	    error == EPERM || error == ENOSYS ? " (seccomp?)" : "");
}

int stdout_close(void)
{
	if (fflush(stdout) || ferror(stdout) || (fclose(stdout) && errno != EBADF))
		die(EXIT_TROUBLE, "standard output: %s", strerror(errno));
	return EXIT_SUCCESS;
}

void *xrealloc(void *p, size_t n)
{
	void *moved = p ? realloc(p, n) : malloc(n);

	if (!moved)
		die(EXIT_TROUBLE, "out of memory");
	return moved;
}

char *xstrdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(xrealloc(NULL, n), s, n);
}

void *grow(void *array, size_t n, size_t size)
{
	if ((n & (n - 1)) == 0) {
		if (n > SIZE_MAX / 2 / size)
			die(EXIT_TROUBLE, "out of memory");
		array = xrealloc(array, (n ? 2 * n : 1) * size);
	}
	memset((char *)array + n * size, 0, size);
	return array;
}

bool number_parse(const char *text, long long min, long long max, long long *value)
{
	char *end;

	errno = 0;
	*value = strtoll(text, &end, 10);
	return end != text && !*end && !errno && *value >= min && *value <= max;
}

const char *fmt_number(char buf[static 32], double v)
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

const char *fmt_percent(char buf[static 32], double v)
{
	fmt_number(buf, v);
	return v < 100 && !strcmp(buf, "100") ? strcpy(buf, "99.9") : buf;
}

size_t utf8_length(const char *text)
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

char *line_clean(const char *text)
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

char *file_text(const char *root, const char *path)
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

int own_file_open(const char *name, int flags)
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

const char *own_file_error(void)
{
	switch (errno) {
	case ELOOP: return "it is a symbolic link";
	case EPERM: return "it is not a plain file of our own";
	default: return strerror(errno);
	}
}

int scratch_open(const char *dir)
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

bool cpus_allowed(struct cpus *c)
{
	memset(c, 0, sizeof(*c));
	if (sched_getaffinity(0, sizeof(c->mask), c->mask))
		return false;
	c->count = CPU_COUNT_S(sizeof(c->mask), c->mask);
	return true;
}

bool cpus_used(struct cpus *c, const struct cpus *a, const struct cpus *b)
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

int cpus_first(const struct cpus *c)
{
	int cpu = 0;

	while (cpu < CPUS_MOST && !CPU_ISSET_S(cpu, sizeof(c->mask), c->mask))
		cpu++;
	return cpu;
}

bool cpus_parse(struct cpus *c, const char *list)
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

void cpus_format(char *out, size_t size, const struct cpus *c)
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

int double_cmp(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}
