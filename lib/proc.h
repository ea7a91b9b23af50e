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
#include <sys/types.h>

#include "../interbench.h"

/*
 * fork() a child that dies with the caller. Linux sends the signal for a parent's death when
 * the thread that forked ends, and not at all if it ended before prctl(): hence the child
 * compares its parent ("my parent is pid 1" says nothing where we are pid 1).
 */
pid_t child_fork(void);

/*
 * If memory runs out, be killed last, as far as our rights go (root: -900 in oom_score_adj), or
 * first (1000), or undo oom_last(). Children inherit it.
 */
void oom_last(void);
void oom_first(void);
void oom_restore(void);

#define CHILDREN "/proc/self/task/%d/children"	/* of a thread, by its id */

/*
 * Open this program (O_PATH), to be executed. /proc/self/exe is another one if a loader was
 * told to start us (/lib64/ld-linux-x86-64.so.2 ./interbench): then the name of the mapped
 * file counts, as long as it is still that file. -1 with the reason given.
 */
int self_open(struct work *w);

/* The start time of a process, in ticks since boot; 0 if it is not there. */
unsigned long long process_born(pid_t pid);

/*
 * Send a signal to all of our children but keep (0: none) and those that started before
 * born. A process that has left its load's group (setsid) is among them as soon as we are
 * its subreaper. True if there was any.
 */
bool strays_kill(int sig, unsigned long long born, pid_t keep);

/* Write how a process has ended, and return that text. */
const char *status_words(int status, char words[static 64]);

/* Undo signals_catch() in a child, but for SIGCHLD and SIGXFSZ. */
void signals_default(void);

/* A handler that does nothing: with it a signal ends a wait. */
void signal_noted(int sig);

/*
 * Become the user's shell with a command. The descriptors 0 to last become /dev/null: where that
 * cannot be opened it exits with 126, as a shell that cannot execute does.
 */
__attribute__((noreturn))
void shell_exec(const char *command, int last);

/* Fill a set with the signals that end a run. */
void signals_fill(sigset_t *set);

/* From now on those signals set caught. */
void signals_catch(void);

/* How a process ended, as the exit status that a shell gives for it. */
int status_code(int status);

/*
 * Put something in the place of each standard stream that is closed, so that no file of ours
 * gets its number. Ends the process if that fails.
 */
void streams_check(void);

/* End as the signal would have ended us; process 1 is not ended by its own signals. */
__attribute__((noreturn))
void signal_end(int sig);

#endif
