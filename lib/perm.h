/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perm.h - the permutation test: Westfall and Young's step-down maxT
 *
 * Whole runs are relabelled, so whatever hangs together within a run does so in
 * every relabelling too. With a missing value t is still a function of data and
 * labels, which is all that the test needs.
 */
#ifndef PERM_H
#define PERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perm_cell {
	double *value;		/* of each block (run, boot), A's first; NAN: missing. Is centred. */
	double floor;		/* of the SD: what rounding hides */
	double *p;		/* the answer: adjusted p */
	double n, square;	/* how many values there are, and their sum of squares */
	double t;		/* with the labels as they are */
};

/* The smallest p possible. The mirror image of equal sides' labels has the same |t|. */
double perm_least(size_t n, size_t a);

double perm_mean(const double *value, size_t runs);

/* Choose a out of n at random: the first a of a shuffled array of n. */
void perm_draw(size_t *pick, size_t a, size_t n, uint64_t *seed);

/*
 * The adjusted p of cells, the first a of whose runs are side A's. The cells are sorted.
 * Step down: the largest t is measured by the maximum over all cells, the next by that
 * over the cells behind it, and so on. Equal but for rounding is equal.
 */
void perm_maxt(struct perm_cell *cell, size_t cells, size_t runs, size_t a);

#endif
