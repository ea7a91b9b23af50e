/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * samples.h - every period of a row kept as it happened, and written as a line of CSV
 *
 * The task stores its samples in memory that is made and touched beforehand and shared with
 * the parent, which writes them when the row is known. Times are in ns on the clock.
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats.h"

#ifndef SAMPLES_MOST			/* tests have a smaller one */
#define SAMPLES_MOST 1000000		/* of a row: 48 MB */
#endif

/* A sample. What does not apply is 0. */
struct kept {
	int64_t due, woke, done;
	int64_t shown;			/* when its frame was shown */
	int64_t latency;
	int64_t outcome;		/* a letter: m(et), l(ate), d(ropped) */
};

struct samples {
	uint64_t n;			/* all, also those without room */
	uint64_t room;
	struct kept kept[];
};

/* Make room for so many samples, SAMPLES_MOST at most. NULL: errno says why. */
struct samples *samples_map(uint64_t room);

void samples_unmap(struct samples *s);

/* Have all pages there. The process that will store samples calls it. */
void samples_touch(struct samples *s);

/* Keep a sample, as long as there is room; s may be NULL. */
static inline void samples_add(struct samples *s, const struct kept *k)
{
	if (!s)
		return;
	if (s->n < s->room)
		s->kept[s->n] = *k;
	s->n++;
}

/* Keep a period and what came of it; s may be NULL. */
void samples_add_period(struct samples *s, const struct period *p, const struct outcome *o);

/* What the samples of a row have in common. */
struct samples_of {
	int run;			/* the pass, from 1 */
	const char *setting, *task, *load;	/* setting: "" if there is none */
	int64_t start;			/* of the window, from which times are counted */
	bool frames;			/* the task shows frames */
};

/*
 * The file. Once it cannot be written it is closed, and holds only whole rows if it is a
 * regular file.
 */
struct samples_file {
	const char *name;		/* not owned */
	int fd;				/* -1: there is none, or it has failed */
	bool out;			/* it is standard output */
	int error;			/* why it has failed; 0: it has not */
};

/*
 * Open name ("-": standard output; NULL: none), empty it and write the line of names. Dies if
 * it cannot be opened or emptied.
 */
void samples_file_open(struct samples_file *f, const char *name);

/* Write a row. A failure is a warning, unless SIGPIPE will end us for it (pipe_ends). */
void samples_file_write(struct samples_file *f, const struct samples *s,
			const struct samples_of *of, bool pipe_ends);

/* Close it; false, with f->error, if the file system has not kept what was written. */
bool samples_file_close(struct samples_file *f);

#endif
