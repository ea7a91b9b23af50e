/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * setting.h - what --setting compares: made before a pass, kept up during it, ended after it
 */
#ifndef SETTING_H
#define SETTING_H

#include <stdbool.h>
#include <sys/types.h>

#include "../interbench.h"
#include "sched.h"

/* What --setting compares, in the order given. */
struct settings {
	struct setting {
		char *name;		/* owned */
		const char *command;	/* NULL: none */
		const char *options;	/* words of the command line; NULL: none */
		char *words;		/* owned: the options cut up; roles may point into it */
		struct roles *roles;	/* owned: the run's, changed by the options */
	} row[16];
	int n;
};

/*
 * Add a setting, "NAME=COMMAND" or "NAME:OPTIONS", or, to one of that name, the other half.
 * False with the reason in words. The text is not copied.
 */
bool setting_add(struct settings *settings, const char *arg, char reason[static REASON_LEN]);

/* A setting in a header: its number comes first, since the reader sorts by it. */
void setting_text(const struct settings *all, const struct setting *s, char out[static FACT_LEN]);

/* The process that keeps a setting up during its pass. */
struct setter {
	pid_t pid;			/* 0: no need; -1: it has ended */
	int leash;			/* it ends when this is closed */
	unsigned long long born;	/* as process_born() has it */
	int status;			/* once it has ended, unless it is lost */
	bool lost;
};

/*
 * Make the setting of a pass by its command, run at this nice value: the command has ended with
 * status 0, or it still runs and has to go on. NULL: there is no command, and nothing is done.
 * False with a reason if it failed. A signal ends the wait (caught).
 */
bool setting_start(struct setter *s, const char *command, int nice,
		   char reason[static REASON_LEN]);

/* Has the process that kept the setting up ended? If so, it is reaped. */
bool setting_ended(struct setter *s);

/* End it, and every process that it has started. */
void setting_stop(struct setter *s);

#endif
