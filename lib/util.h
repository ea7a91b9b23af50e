/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * util.h - messages, numbers and their formats, text, files, sets of CPUs, random numbers
 */
#ifndef UTIL_H
#define UTIL_H

#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "../interbench.h"

#define EXIT_TROUBLE 1			/* could not run */
#define EXIT_USAGE 2
#define EXIT_VOID 3			/* ran, but a row is missing or void */
#define EXIT_WORSE 4			/* a side is worse than the baseline */
#define EXIT_SKIP 125			/* git bisect run: this one says nothing */

#define DIGITS "0123456789"
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"	/* as base64 has them */

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Limits of every wait, and of files. Tests set lower ones. */
#ifndef SETUP_LIMIT
#define SETUP_LIMIT (60 * NSEC_PER_SEC)	/* a load's or a task's set-up */
#define REPORT_LIMIT (3 * NSEC_PER_SEC / 2)	/* from the window's end to the report */
#define STALL_LIMIT (10 * NSEC_PER_SEC)	/* to account for a stall, load stopped */
#define REAP_LIMIT (60 * NSEC_PER_SEC)	/* for the killed to be gone */
#define SETTING_LIMIT (2 * NSEC_PER_SEC)	/* then a command that still runs is the setting */
#define TERM_LIMIT (5 * NSEC_PER_SEC)	/* for that command to heed SIGTERM */
#define SCRATCH_MOST (1LL << 30)		/* bytes of a scratch file */
#endif
#define FRAME_LIMIT (NSEC_PER_SEC / 8)	/* an undisturbed frame of Gaming, beyond the end */

/* A set of CPUs of any size that Linux can be built for (NR_CPUS). */
#define CPUS_MOST 65536		/* CPU_SETSIZE counts bytes in musl */
struct cpus {
	cpu_set_t mask[CPUS_MOST / 8 / sizeof(cpu_set_t)];
	int count;
};

/* The next number of a series that a seed determines (splitmix64). */
uint64_t random_next(uint64_t *seed);

/* An unpredictable seed. */
uint64_t random_seed(void);

/*
 * Write a text to a file, a pipe or a terminal, however long that takes and whether it is
 * O_NONBLOCK or not. Returns how many bytes were written; if fewer than all, errno says
 * why. EINTR: a signal ends the run (caught), and nobody has read for a second.
 */
size_t text_write(int fd, const char *text, size_t size);

/* Show no progress from now on. */
void progress_off(void);

/* Is it shown? On a terminal only (standard error). */
bool progress_shown(void);

/* Erase the line of progress, if there is one. */
void progress_clear(void);

/* Show a line that stays until anything else is written, where it is shown. */
__attribute__((format(printf, 1, 2)))
void progress_show(const char *fmt, ...);

/* Print one line on standard error; control characters in it become blanks. */
__attribute__((format(printf, 1, 2)))
void warn(const char *fmt, ...);

/* Let every die() end with this status. */
void die_with(int status);

/*
 * From now on the messages of warn() and die() begin with this text, which says what they are
 * about; NULL: with none. The text is not copied.
 */
void message_about(const char *what);

/*
 * This process is the child of a run: from now on die() leaves its message in reason
 * (REASON_LEN bytes that the parent reads), and ends the process group instead of the run.
 */
void die_into(char *reason);

/* Print one line as warn() does, and exit. */
__attribute__((noreturn, format(printf, 2, 3)))
void die(int status, const char *fmt, ...);

/*
 * End because a system call has failed on which figures depend: error is its errno, or 0 where
 * it seemed to succeed and did nothing. Only a
 * filter of system calls refuses such calls with EPERM or ENOSYS, so the message names it.
 */
__attribute__((noreturn, cold))
void die_call(const char *call, int error);

/*
 * Leave a text (not empty, shorter than REASON_LEN) in reason, which processes of a group share,
 * unless another one has. The first byte comes last: the other one's kill can come at any moment.
 */
void reason_leave(char *reason, const char *text);

/* The status of die_with() if there is one, else this one. */
int trouble_status(int status);

/* A text, of size bytes without the 0 behind it. */
struct text {
	char *text;			/* owned */
	size_t size;
};

/* A stream that prints into a text, which is whole after memstream_close(). */
struct memstream {
	FILE *f;
	struct text text;
};

/* Begin a text. Returns mem->f. */
FILE *memstream_open(struct memstream *mem);

/* End it. Returns the text, which the caller frees. */
char *memstream_close(struct memstream *mem);

/* Write the last text to standard output, and close it; it dies if that cannot be done. */
void stdout_end(const struct text *text);

void *xrealloc(void *p, size_t n);

char *xstrdup(const char *s);

/* Room for element n behind n others, zeroed: capacity is a power of two. */
void *grow(void *array, size_t n, size_t size);

/* A whole number in [min, max] and nothing else in text, as strtonum(3). */
bool number_parse(const char *text, long long min, long long max, long long *value);

/* A time from 1 ms to 24 h, in ns: 30, 30s, 200ms, 5m, 1h. False if the text is none. */
bool time_parse(const char *text, int64_t *ns);

/*
 * Three significant digits as %.3g has them, but whole from 1000 on and never
 * with an exponent: people and programs read these columns.
 */
const char *fmt_number(char buf[static 32], double v);

/* A percentage that comes from counts: 100 only if nothing at all was missed. */
const char *fmt_percent(char buf[static 32], double v);

/* Write a character as UTF-8, of 4 bytes at most; returns how many. */
size_t utf8_put(char *to, uint32_t c);

/* The length of the UTF-8 character at s, 0 if there is none. */
size_t utf8_length(const char *text);

/* How many bytes of a text, most at most, end no character in its midst. */
size_t utf8_fit(const char *text, size_t most);

/*
 * Make blanks of the bytes that could end a line or move a cursor: control characters,
 * U+0080 to U+009F as UTF-8 has them, and as Latin-1 does; and of the characters of Unicode
 * that end a line or turn the text behind them around. Everything that comes from
 * outside passes here, or line_copy(), before it is printed.
 */
void text_clean(char *text);

/* A cleaned copy; the caller frees it. */
char *line_clean(const char *text);

/*
 * The whole of a small file below root ("": the machine itself), with a 0 behind
 * it; NULL if it cannot be read. The caller frees it.
 */
char *file_text(const char *root, const char *path);

/*
 * Open a file of ours in the current directory, to which others may be able to
 * write: follow no link, wait for no fifo, touch no file of another user.
 * -1 with errno if it cannot be opened; EPERM if it is not a plain file of our own.
 */
int own_file_open(const char *name, int flags);

/* What own_file_open() left in errno, in words. */
const char *own_file_error(void);

/*
 * Replace the whole content of a regular file, which is old, in place. False, with errno,
 * if the new text does not fit: then the old one stays.
 */
bool file_replace(int fd, const struct text *old, const struct text *new);

/* Which file it is, whatever its name: two names with one id lead to one file. */
struct file_id {
	dev_t dev;
	ino_t ino;
	char name[NAME_MAX + 1];	/* "", or of a file to be made in that directory */
};

/*
 * Find the file that path leads to, or that opening it would make. False for a terminal or
 * another device, to which two outputs may go, and for what cannot be opened.
 */
bool file_id(const char *path, struct file_id *id);

/* The same for an open file. */
bool file_id_of(int fd, struct file_id *id);

bool file_id_same(const struct file_id *a, const struct file_id *b);

/*
 * A file for scratch in dir that has no name, so that no death leaves it behind
 * and no file that exists is ever opened. Made by the parent: a load is killed at any
 * moment, and some file systems know no files but those with a name. -1 with errno.
 */
int scratch_open(const char *dir);

/* The CPUs that this process may use; false if Linux does not tell. */
bool cpus_allowed(struct cpus *c);

/*
 * The CPUs that two roles run on, each on those it was given, or on all that are allowed
 * if its set is empty; false if Linux does not tell.
 */
bool cpus_used(struct cpus *c, const struct cpus *a, const struct cpus *b);

int cpus_first(const struct cpus *c);

/* Numbers and ranges, as 0-3,8; false if the list is anything else. */
bool cpus_parse(struct cpus *c, const char *list);

/* Write a set as such a list, cut with "..." at its end if it is too long. */
void cpus_format(char *out, size_t size, const struct cpus *c);

int double_cmp(const void *a, const void *b);

/* The signal that ends the run; 0: none has come. */
extern volatile sig_atomic_t caught;

#endif
