/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
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

/* How long to wait for a reader that does not read, once a signal ends the run. */
#define READER_LIMIT_MS 1000
#define READER_LOOK_MS 100		/* a signal is seen after this at most */

/* Wait until fd takes more. False, with EINTR, if a signal ends the run meanwhile. */
static bool write_wait(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	struct pollfd none = { .fd = INT_MAX };
	int waited_ms = 0, ready;

	while ((ready = poll(&p, 1, READER_LOOK_MS)) <= 0) {
		/* refused, or seems to succeed and does nothing: write() may still wait */
		if (ready < 0 ? errno != EINTR : !poll(&none, 1, 0))
			return true;
		waited_ms = caught ? waited_ms + READER_LOOK_MS : 0;
		if (waited_ms >= READER_LIMIT_MS) {
			errno = EINTR;
			return false;
		}
	}
	return true;
}

size_t text_write(int fd, const char *text, size_t size)
{
	size_t n = 0;

	while (n < size) {
		/* a pipe that poll() calls writable takes this much without blocking */
		size_t part = size - n < PIPE_BUF ? size - n : PIPE_BUF;
		ssize_t wrote = write_wait(fd) ? write(fd, text + n, part) : -2;

		if (wrote == 0)
			errno = EIO;	/* nothing is written, and nothing is said */
		if (wrote == 0 || wrote == -2 || (wrote < 0 && errno != EAGAIN && errno != EINTR))
			break;
		n += wrote > 0 ? (size_t)wrote : 0;
	}
	return n;
}

static struct {
	bool off;
	int width;			/* of a line on the terminal to be erased */
} progress;

void progress_off(void)
{
	progress.off = true;
}

/* Blanks, and no escape sequence: they erase on any terminal. */
void progress_clear(void)
{
	char line[512];

	if (progress.width) {
		snprintf(line, sizeof(line), "\r%*s\r", progress.width, "");
		text_write(STDERR_FILENO, line, strlen(line));
	}
	progress.width = 0;
}

bool progress_shown(void)
{
	return !progress.off && isatty(STDERR_FILENO);
}

void progress_show(const char *fmt, ...)
{
	struct winsize size = { .ws_col = 80 };
	char line[256];
	va_list ap;

	progress_clear();
	if (!progress_shown())
		return;
	ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	text_clean(line);
	/* the last column stays free: some terminals wrap there */
	line[size.ws_col > 1 && size.ws_col < sizeof(line) ? size.ws_col - 1 : 79] = 0;
	progress.width = (int)strlen(line);
	text_write(STDERR_FILENO, line, strlen(line));
}

static const char *about;		/* what messages begin with; NULL: nothing */

void message_about(const char *what)
{
	about = what;
}

/* Print one line on standard error: a text from outside cannot make it two. */
__attribute__((format(printf, 1, 0)))
static void message(const char *fmt, va_list ap)
{
	char *text, *line;

	progress_clear();
	if (vasprintf(&text, fmt, ap) < 0)
		return;
	text_clean(text);
	if (asprintf(&line, "interbench: %s%s%s\n", about ? about : "", about ? ": " : "",
		     text) >= 0) {
		text_write(STDERR_FILENO, line, strlen(line));
		free(line);
	}
	free(text);
}

void warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message(fmt, ap);
	va_end(ap);
}

static int die_status;			/* replaces every other one; 0: none */

void die_with(int status)
{
	die_status = status;
}

static char *die_reason;		/* of a child; NULL in the parent */

void die_into(char *reason)
{
	die_reason = reason;
}

void reason_leave(char *reason, const char *text)
{
	if (__atomic_load_n(reason, __ATOMIC_ACQUIRE))
		return;
	strcpy(reason + 1, text + 1);
	__atomic_store_n(reason, *text, __ATOMIC_RELEASE);
}

int trouble_status(int status)
{
	return die_status ? die_status : status;
}

void die(int status, const char *fmt, ...)
{
	char reason[REASON_LEN] = "";
	va_list ap;

	va_start(ap, fmt);
	if (die_reason)
		vsnprintf(reason, sizeof(reason), fmt, ap);
	else
		message(fmt, ap);
	va_end(ap);
	if (die_reason) {
		reason_leave(die_reason, reason);
		kill(0, SIGKILL);
		_exit(EXIT_TROUBLE);
	}
	exit(trouble_status(status));
}

void die_call(const char *call, int error)
{
	die(EXIT_TROUBLE, "%s: %s%s", call, error ? strerror(error) : "it did nothing",
	    !error || error == EPERM || error == ENOSYS ? " (seccomp?)" : "");
}

FILE *memstream_open(struct memstream *mem)
{
	mem->f = open_memstream(&mem->text.text, &mem->text.size);
	if (!mem->f)
		die(EXIT_TROUBLE, "out of memory");
	return mem->f;
}

char *memstream_close(struct memstream *mem)
{
	if (fclose(mem->f))
		die(EXIT_TROUBLE, "out of memory");
	return mem->text.text;
}

void stdout_end(const struct text *text)
{
	if (text_write(STDOUT_FILENO, text->text, text->size) < text->size || close(STDOUT_FILENO))
		die(EXIT_TROUBLE, "standard output: %s", strerror(errno));
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

bool time_parse(const char *text, int64_t *ns)
{
	static const struct { const char *name; int64_t ns; } unit[] = {
		{ "", NSEC_PER_SEC }, { "s", NSEC_PER_SEC }, { "ms", NSEC_PER_MSEC },
		{ "m", 60 * NSEC_PER_SEC }, { "h", 3600 * NSEC_PER_SEC },
	};
	const char *suffix = text + strspn(text, DIGITS);
	char digits[16] = "";
	long long n;

	if (suffix - text < (int)sizeof(digits))
		memcpy(digits, text, (size_t)(suffix - text));
	for (size_t i = 0; i < LENGTH(unit); i++)
		if (!strcmp(suffix, unit[i].name) &&
		    number_parse(digits, 1, 24 * 3600 * NSEC_PER_SEC / unit[i].ns, &n)) {
			*ns = n * unit[i].ns;
			return true;
		}
	return false;
}

const char *fmt_number(char buf[static 32], double v)
{
	int decimals;

	if (isnan(v))
		return strcpy(buf, "-");
	v = fmax(0, fmin(v, 1e15));		/* fits in 32 bytes */
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

size_t utf8_put(char *to, uint32_t c)
{
	const unsigned char lead[] = { 0, 0xc0, 0xe0, 0xf0 };
	int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;

	to[0] = (char)(lead[more] | c >> 6 * more);
	for (int i = 1; i <= more; i++)
		to[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3f));
	return (size_t)more + 1;
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

size_t utf8_fit(const char *text, size_t most)
{
	size_t n = 0, next = 0;

	while (next <= most && text[n = next])
		next += utf8_length(text + n) ? utf8_length(text + n) : 1;
	return n;
}

/* Does a character of n bytes end a line, or turn text around? U+2028 to 202E, 2066 to 2069. */
static bool turns_text(const char *s, size_t n)
{
	const unsigned char *c = (const unsigned char *)s;

	return n == 3 && c[0] == 0xe2 && ((c[1] == 0x80 && c[2] >= 0xa8 && c[2] <= 0xae) ||
					  (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9));
}

void text_clean(char *text)
{
	for (char *s = text; *s; s++) {
		unsigned char c = (unsigned char)*s, next = (unsigned char)s[1];
		size_t n = utf8_length(s);

		if (c < ' ' || c == 127 || (!n && c < 0xa0))
			*s = ' ';
		else if ((c == 0xc2 && n && next < 0xa0) || turns_text(s, n))
			memset(s, ' ', n);
		s += n ? n - 1 : 0;
	}
}

char *line_clean(const char *text)
{
	char *copy = xstrdup(text);

	text_clean(copy);
	return copy;
}

char *file_text(const char *root, const char *path)
{
	enum { LIMIT = 1 << 20, STEP = 4096 };	/* bytes; a file without end must not fill memory */
	char name[PATH_MAX], *text;
	ssize_t got, n = 0;
	int fd;

	if ((size_t)snprintf(name, sizeof(name), "%s%s", root, path) >= sizeof(name))
		return NULL;
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return NULL;
	text = xrealloc(NULL, STEP + 1);
	while ((got = read(fd, text + n, STEP)) > 0 && n < LIMIT) {
		n += got;
		text = xrealloc(text, n + STEP + 1);
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

/* Write all of a text at a place of a regular file. False, with errno, if it does not fit. */
static bool write_at(int fd, const char *text, size_t size, size_t at)
{
	ssize_t wrote;

	for (size_t n = 0; n < size; n += (size_t)wrote) {
		errno = EIO;		/* stays where nothing is written, and nothing is said */
		wrote = pwrite(fd, text + n, size - n, (off_t)(at + n));
		if (wrote < 0 && errno == EINTR)
			wrote = 0;
		else if (wrote <= 0)
			return false;
	}
	return true;
}

bool file_replace(int fd, const struct text *old, const struct text *new)
{
	size_t both = old->size < new->size ? old->size : new->size;
	int error;

	/* beyond the end of the old text first: it is whole until the new one has its space */
	if (write_at(fd, new->text + both, new->size - both, both)) {
		if (write_at(fd, new->text, both, 0) && !ftruncate(fd, (off_t)new->size))
			return true;
		error = errno;		/* copy on write: overwriting takes space, too */
		write_at(fd, old->text, both, 0);
		errno = error;
	}
	error = errno;
	if (!ftruncate(fd, (off_t)old->size))
		errno = error;
	return false;
}

/* Follow symbolic links to their end, where no file is. False if that is too long. */
static bool link_end(const char *path, char end[static PATH_MAX])
{
	enum { LINKS_MOST = 40 };	/* as Linux follows */
	char target[PATH_MAX];
	ssize_t n;

	if ((size_t)snprintf(end, PATH_MAX, "%s", path) >= PATH_MAX)
		return false;
	for (int i = 0; i < LINKS_MOST; i++) {
		char *base = strrchr(end, '/') ? strrchr(end, '/') + 1 : end;

		n = readlink(end, target, sizeof(target) - 1);
		if (n < 0)
			return true;
		target[n] = 0;
		if (*target == '/')
			base = end;
		if ((size_t)(base - end) + (size_t)n >= PATH_MAX)
			return false;
		memcpy(base, target, (size_t)n + 1);
	}
	return false;
}

bool file_id_of(int fd, struct file_id *id)
{
	struct stat st;

	if (fstat(fd, &st) || !(S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode)))
		return false;
	*id = (struct file_id){ .dev = st.st_dev, .ino = st.st_ino };
	return true;
}

bool file_id(const char *path, struct file_id *id)
{
	char end[PATH_MAX], *slash, *base;
	struct stat st;

	*id = (struct file_id){ 0 };
	if (stat(path, &st)) {
		if (errno != ENOENT || !link_end(path, end))
			return false;
		slash = strrchr(end, '/');
		base = slash ? slash + 1 : end;
		if (strlen(base) > NAME_MAX)
			return false;
		memcpy(id->name, base, strlen(base) + 1);
		*base = 0;
		if (stat(*end ? end : ".", &st))
			return false;
	} else if (!S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode)) {
		return false;
	}
	id->dev = st.st_dev;
	id->ino = st.st_ino;
	return true;
}

bool file_id_same(const struct file_id *a, const struct file_id *b)
{
	return a->dev == b->dev && a->ino == b->ino && !strcmp(a->name, b->name);
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

	/* EISDIR: kernels before 3.11; the others: file systems without O_TMPFILE */
	if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
		return fd;
	snprintf(name, sizeof(name), "%s/.interbench.%016" PRIx64, dir, random_seed());
	sigfillset(&all);		/* over a network a signal could come before unlink() */
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
