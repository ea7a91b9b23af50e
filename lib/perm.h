/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perm.h - the permutation test: Westfall and Young's step-down maxT
 *
 * A block is a run, or all runs of a boot. The labels A and B are exchanged between whole
 * blocks, so figures of one block that depend on each other do so under all labels. A missing
 * value does no harm: t remains a function of data and labels, and the test needs no more.
 *
 * Blocks can belong to groups (machines), and then they are compared within: labels are exchanged
 * between blocks of one group, and t is that of the sides in values = group + side, so that what
 * the groups differ by is in neither the difference nor its error. With one group, that is the
 * t of two samples with pooled variance.
 */
#ifndef PERM_H
#define PERM_H

#include <stddef.h>
#include <stdint.h>

struct perm_cell {
	double *value;		/* of each block (run, boot), A's first; NAN: missing. Changed. */
	double floor;		/* the SD is taken to be no smaller: rounding hides that */
	double *p;		/* the answer: adjusted p */
	double square;		/* the sum of squares of the values */
	double n, left;		/* how many values there are, and degrees of freedom left */
	double *known;		/* how many values each group has */
	double t;		/* of the sides themselves */
};

/* What group each block is in, from 0, A's blocks first. */
struct perm_groups {
	const size_t *of;
	size_t n;			/* how many */
};

/*
 * The smallest p possible within groups (NULL: one). n: of all blocks, a: of side A's. If the
 * sides have equal sizes, exchanging them gives the same |t|.
 */
double perm_least(const struct perm_groups *groups, size_t n, size_t a);

/* The mean of count values but for those that are NAN; NAN: all are. */
double perm_mean(const double *value, size_t count);

/* Choose a out of n at random: the first a of a shuffled array of n. */
void perm_draw(size_t *pick, size_t a, size_t n, uint64_t *seed);

/*
 * Compute the adjusted p of cells within groups (NULL: one), the first a of whose blocks are
 * side A's, and sort the cells.
 * Step down: the largest t is compared with the maximum over all cells, the next with the
 * maximum over the remaining cells, and so on. What differs by rounding alone is equal.
 */
void perm_maxt(struct perm_cell *cell, size_t cells, const struct perm_groups *groups,
	       size_t blocks, size_t a);

#endif
