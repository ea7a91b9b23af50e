/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../interbench.h"
#include "samples.h"
#include "stats.h"
#include "util.h"

static size_t samples_size(uint64_t room)
{
	return sizeof(struct samples) + (size_t)room * sizeof(struct kept);
}

struct samples *samples_map(uint64_t room)
{
	struct samples *s;

	room = room < SAMPLES_MOST ? room : SAMPLES_MOST;
	s = mmap(NULL, samples_size(room), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s == MAP_FAILED)
		return NULL;
	s->room = room;
	return s;
}

void samples_unmap(struct samples *s)
{
	if (s)
		munmap(s, samples_size(s->room));
}

void samples_touch(struct samples *s)
{
	if (s)
		memset(s->kept, 0, (size_t)s->room * sizeof(*s->kept));
}

void samples_add_period(struct samples *s, const struct period *p, const struct outcome *o)
{
	samples_add(s, &(struct kept){
		.due = p->due, .woke = p->woke, .done = o->ran ? p->done : 0,
		.shown = o->ran ? o->next : 0, .latency = o->sample,
		.outcome = o->met ? 'm' : o->late ? 'l' : 'd',
	});
}

/* A time in ns as a decimal number of a unit with so many digits behind the point. */
static void time_print(FILE *f, int64_t ns, int64_t unit, int digits)
{
	uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns, u = (uint64_t)unit;

	fprintf(f, "%s%" PRIu64 ".%0*" PRIu64, ns < 0 ? "-" : "", size / u, digits, size % u);
}

static void us_print(FILE *f, int64_t ns)
{
	time_print(f, ns, NSEC_PER_USEC, 3);
	fputc(',', f);
}

/* Print a line. shown: when the last frame was, this one's from now on. */
static void kept_print(FILE *f, const struct kept *k, const struct samples_of *of, int64_t *shown)
{
	static const char *const outcome[] = { "met", "late", "dropped" };

	fprintf(f, "%d,%s,%s,%s,", of->run, of->setting, of->task, of->load);
	us_print(f, k->due - of->start);
	k->woke ? us_print(f, k->woke - of->start) : (void)fputc(',', f);
	k->done ? us_print(f, k->done - of->start) : (void)fputc(',', f);
	us_print(f, k->latency);
	for (size_t i = 0; i < LENGTH(outcome); i++)
		if (k->outcome == *outcome[i])
			fputs(outcome[i], f);
	fputc(',', f);
	if (of->frames && k->shown) {
		time_print(f, k->shown - *shown, NSEC_PER_MSEC, 6);
		*shown = k->shown;
	}
	fputc('\n', f);
}

/* Write a part of a row; false with errno on failure. */
static bool part_write(int fd, struct memstream *part)
{
	bool good;

	memstream_close(part);
	good = text_write(fd, part->text.text, part->text.size) == part->text.size;
	free(part->text.text);
	return good;
}

/* Give up, and cut the file behind the last whole row. */
static void samples_file_fail(struct samples_file *f, off_t whole, bool pipe_ends)
{
	struct stat st;

	f->error = errno;
	if (!f->out && !fstat(f->fd, &st) && S_ISREG(st.st_mode) && ftruncate(f->fd, whole))
		f->error = errno;
	if (f->error != EINTR && !(f->out && f->error == EPIPE && pipe_ends))
		warn("%s%s: %s; the run goes on without the samples of this row and the next ones",
		     f->out ? "" : "--samples ", f->out ? "standard output" : f->name, strerror(f->error));
	if (!f->out)
		close(f->fd);
	f->fd = -1;
}

bool samples_file_close(struct samples_file *f)
{
	if (f->fd >= 0 && close(f->fd))
		f->error = errno;
	f->fd = -1;
	return !f->error;
}

void samples_file_write(struct samples_file *f, const struct samples *s,
			const struct samples_of *of, bool pipe_ends)
{
	enum { PART = 1000 };		/* lines: a million of them would be 60 MB of text at once */
	uint64_t n = s->n < s->room ? s->n : s->room;
	int64_t shown = of->start;
	struct memstream part;
	off_t whole;

	if (f->fd < 0)
		return;
	whole = lseek(f->fd, 0, SEEK_CUR);
	for (uint64_t i = 0; i < n && f->fd >= 0; i += PART) {
		memstream_open(&part);
		for (uint64_t k = i; k < n && k < i + PART; k++)
			kept_print(part.f, &s->kept[k], of, &shown);
		if (!part_write(f->fd, &part))
			samples_file_fail(f, whole, pipe_ends);
	}
}

void samples_file_open(struct samples_file *f, const char *name)
{
	struct stat st;

	*f = (struct samples_file){ .name = name, .fd = -1, .out = name && !strcmp(name, "-") };
	if (!name)
		return;
	f->fd = f->out ? STDOUT_FILENO : open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	if (f->fd < 0 || (!f->out && !fstat(f->fd, &st) && S_ISREG(st.st_mode) &&
			  ftruncate(f->fd, 0)))
		die(EXIT_TROUBLE, "--samples %s: %s", name, strerror(errno));
}

void samples_file_begin(struct samples_file *f, bool pipe_ends)
{
	static const char names[] = "run,setting,task,load,due_us,woke_us,done_us,latency_us,outcome,"
				    "frame_ms\n";

	if (f->fd >= 0 && text_write(f->fd, names, sizeof(names) - 1) < sizeof(names) - 1)
		samples_file_fail(f, 0, pipe_ends);
}
