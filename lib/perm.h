/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perm.h - the permutation test: Westfall and Young's step-down maxT
 *
 * A block is a run, or all runs of a boot. The labels A and B are exchanged between whole
 * blocks, so figures of one block that depend on each other do so under all labels. A missing
 * value does no harm: t remains a function of data and labels, and the test needs no more.
 */
#ifndef PERM_H
#define PERM_H

#include <stddef.h>
#include <stdint.h>

struct perm_cell {
	double *value;		/* of each block (run, boot), A's first; NAN: missing. Changed. */
	double floor;		/* the SD is taken to be no smaller: rounding hides that */
	double *p;		/* the answer: adjusted p */
	double n, square;	/* how many values there are, and their sum of squares */
	double t;		/* of the sides themselves */
};

/* The smallest p possible. If the sides have equal sizes, exchanging them gives the same |t|. */
double perm_least(size_t n, size_t a);

double perm_mean(const double *value, size_t runs);

/* Choose a out of n at random: the first a of a shuffled array of n. */
void perm_draw(size_t *pick, size_t a, size_t n, uint64_t *seed);

/*
 * Compute the adjusted p of cells, the first a of whose blocks are side A's, and sort the cells.
 * Step down: the largest t is compared with the maximum over all cells, the next with the
 * maximum over the remaining cells, and so on. What differs by rounding alone is equal.
 */
void perm_maxt(struct perm_cell *cell, size_t cells, size_t runs, size_t a);

#endif
