/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * group.h - the control groups of task and load: found or made, joined, read back, removed
 *
 * All groups are of the one hierarchy that has the cpu controller, v1 or v2. Reasons are in
 * words. What is made for a run is removed by a process of its own, however the run ends.
 */
#ifndef GROUP_H
#define GROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "../interbench.h"
#include "detail.h"
#include "machine.h"

/* The group of a role. Neither path nor weight: the role stays in ours. */
struct group {
	const char *path;	/* of a group that is there, as /proc/PID/cgroup has it; or */
	int weight;		/* of a group to be made for the run; 0: none */
	struct cgroup at;	/* by groups_ready(); "" in dir: none */
};

/* Can a group have this path? */
bool group_path_valid(const char *path);

/*
 * What follows from the options of task and load: given one weight, the other role gets the
 * default. False, with the reason, if they exclude each other.
 */
bool groups_settle(struct group *task, struct group *load, char reason[static REASON_LEN]);

/*
 * Find the groups that are named, or make those that are to have a weight: two in a run, also
 * if several settings ask. False, with the reason, if that cannot be done.
 */
bool groups_ready(struct group *task, struct group *load, char reason[static REASON_LEN]);

/* Remove what was made, after all that ran in it has ended. */
void groups_end(void);

/*
 * Called by the first process of a role: give its group its weight, join it, and read both
 * back. False with the reason.
 */
bool group_join(const struct group *g, char reason[static REASON_LEN]);

/* "cgroup /session, weight 100"; "" if the role stays in ours. The path is cut at its start. */
void group_describe(const struct group *g, char *out, size_t size);

/* How long quotas have throttled the group, not counting groups that we are in; NAN: unknown. */
double group_throttled_ms(const struct group *g);

/* What the group has waited for so far: pressure in us. NAN: unknown, or no group. */
void group_use_read(const struct group *g, struct group_use *use);

#endif
