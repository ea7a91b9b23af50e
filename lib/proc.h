/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * proc.h - processes: children that die with us, groups, strays, shells, signals, limits
 *
 * With it comes what interbench.h promises to the author of a load.
 */
#ifndef PROC_H
#define PROC_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../interbench.h"

/* End a load that runs, from any of its threads or processes. */
__attribute__((noreturn))
void work_die(struct work *w, const char *doing);

/*
 * Fork a child that dies with the caller. The signal of a parent's death comes
 * when the forking thread ends, and not at all if that was before prctl(): hence
 * the comparison ("my parent is pid 1" says nothing where we are pid 1).
 */
pid_t child_fork(void);

#define CHILDREN "/proc/self/task/%d/children"	/* of a thread */

/* The start time of a process, in ticks since boot; 0 if it is not there. */
unsigned long long process_born(pid_t pid);

/*
 * Send a signal to our children, but for one and for those that are older. Those of a
 * load that have left its group (setsid) are among them, once we are their subreaper.
 * Is there any?
 */
bool strays_kill(int sig, unsigned long long born, pid_t keep);

/* How a process has ended. */
const char *status_words(int status, char words[static 64]);

void signals_default(void);

void signal_noted(int sig);

/* Become the user's shell with a command; of our streams those up to last are not its own. */
__attribute__((noreturn))
void shell_exec(const char *command, int last);

/* The signals that end a run; the children have their defaults. */
void signals_fill(sigset_t *set);

void signals_catch(void);

/* How a process ended, as a shell has it. */
int status_code(int status);

/*
 * Have a command run until what is returned in *leash is closed. Not by child_fork():
 * the process that sees to it has to outlive us. Its id, or -1.
 */
pid_t setter_start(const char *command, int nice, int *leash);

#endif
