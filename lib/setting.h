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
		char *words;		/* owned: these cut up, which roles may point into */
		struct roles *roles;	/* owned: what follows from those and from the run's */
	} row[16];
	int n;
};

/*
 * Add a setting, "NAME=COMMAND" or "NAME:OPTIONS", or what it does not have yet of the two.
 * False with the reason in words. The text is not copied.
 */
bool setting_add(struct settings *settings, const char *arg, char reason[static REASON_LEN]);

/* A setting in a header: its number comes first, since the reader sorts by it. */
void setting_text(const struct settings *all, const struct setting *s, char out[static FACT_LEN]);

/* What keeps a setting up during its pass. */
struct setter {
	pid_t pid;			/* 0: no need; -1: it has ended */
	int leash;			/* it ends when this is closed */
	unsigned long long born;	/* as process_born() has it */
	int status;			/* once it has ended */
};

/*
 * Make the setting of a pass: its command, at this nice value, has ended well, or it goes on
 * and is the setting. Without a command (NULL) there is nothing to be done. False with a reason if it failed. A signal ends the wait (caught).
 */
bool setting_start(struct setter *s, const char *command, int nice,
		   char reason[static REASON_LEN]);

/* Has what kept the setting up ended? Look, and tell by waiting for it. */
bool setting_ended(struct setter *s);

/* End it, and whatever it has started. */
void setting_stop(struct setter *s);

#endif
