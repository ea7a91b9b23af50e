/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load.h - loads[] and what each of them does (Hack stands in hackbench.c)
 */
#ifndef LOAD_H
#define LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../interbench.h"

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

/*
 * The size in bytes that a scratch file in dir may have; 0, with the reason in words: none
 * can be there.
 */
int64_t scratch_size(const char *dir, char reason[static REASON_LEN]);

/*
 * Make Read's file, once a run and by the parent, since it may take a while.
 * -1 with the reason, or with none if a signal ends the run.
 */
int read_file_make(const char *dir, char reason[static REASON_LEN]);

/*
 * How much of a file, in per cent, is still in memory after it was dropped from the page
 * cache: of a file on a disk nothing. NAN: it cannot be told.
 */
double file_kept_pct(int fd);

/*
 * A child becomes interbench anew, with this as its only argument, and main() ends it
 * at once. The program is open already, so that no path is looked up.
 */
#define FORK_CHILD "a child of Fork"

extern const struct load loads[];
extern const size_t load_count;

const struct load *load_find(const char *name);

/* The rows that do the work of a load: its parts, or itself, or (None) none. */
int load_parts(const struct load *load, const struct load *part[static WORK_PARTS]);

bool load_wants(const struct load *load, enum scratch file);

#endif
