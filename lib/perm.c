/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "perm.h"
#include "util.h"

/* Up to PERM_ALL_MAX labelings are all looked at; of more, PERM_DRAWS are drawn at random. */
#ifndef PERM_ALL_MAX
#define PERM_ALL_MAX 200000
#define PERM_DRAWS 20000
#endif

/* With so many blocks, fewer are drawn: the time must not grow with the blocks' square. */
enum { PERM_BLOCKS_MANY = 400, PERM_DRAWS_LEAST = 2000 };

static double perm_draws(size_t n)
{
	return n <= PERM_BLOCKS_MANY ? PERM_DRAWS :
	       fmax(PERM_DRAWS_LEAST, floor((double)PERM_DRAWS * PERM_BLOCKS_MANY / (double)n));
}

/* How many ways there are to label a of n blocks A; exact far beyond PERM_ALL_MAX. */
static double perm_labelings(size_t n, size_t a)
{
	double ways = 1;

	for (size_t i = 1; i <= a; i++)
		ways = ways * (double)(n - a + i) / (double)i;
	return round(ways);
}

double perm_least(size_t n, size_t a)
{
	double ways = perm_labelings(n, a);

	return ways <= PERM_ALL_MAX ? (2 * a == n ? 2 : 1) / ways : 1 / perm_draws(n);
}

double perm_mean(const double *value, size_t runs)
{
	double sum = 0, n = 0;

	for (size_t i = 0; i < runs; i++)
		if (!isnan(value[i])) {
			sum += value[i];
			n++;
		}
	return sum / n;
}

/* Subtract the mean from the values: then side B's sum is minus side A's. */
static void perm_centre(struct perm_cell *cell, size_t runs)
{
	double mean = perm_mean(cell->value, runs);

	cell->n = cell->square = 0;
	for (size_t i = 0; i < runs; i++)
		if (!isnan(cell->value[i])) {
			cell->n++;
			cell->value[i] -= mean;
			cell->square += cell->value[i] * cell->value[i];
		}
}

/* |t| with pooled variance, when the a blocks in pick are labelled A. */
static double perm_t(const struct perm_cell *cell, const size_t *pick, size_t a)
{
	double n_a = 0, n_b, sum = 0, variance;

	for (size_t i = 0; i < a; i++)
		if (!isnan(cell->value[pick[i]])) {
			n_a++;
			sum += cell->value[pick[i]];
		}
	n_b = cell->n - n_a;
	if (n_a < 1 || n_b < 1 || cell->n < 3 || cell->square <= 0)
		return 0;
	variance = (cell->square - sum * sum / n_a - sum * sum / n_b) / (cell->n - 2);
	variance = fmax(variance, cell->floor * cell->floor);
	variance = fmax(variance, cell->square * 1e-18);	/* else rounding may make it 0 */
	return fabs(sum / n_a + sum / n_b) / sqrt(variance * (1 / n_a + 1 / n_b));
}

/* The next choice of a out of n in lexical order; false after the last one. */
static bool perm_next(size_t *pick, size_t a, size_t n)
{
	size_t i = a;

	while (i && pick[i - 1] == n - a + i - 1)
		i--;
	if (!i)
		return false;
	for (pick[i - 1]++; i < a; i++)
		pick[i] = pick[i - 1] + 1;
	return true;
}

void perm_draw(size_t *pick, size_t a, size_t n, uint64_t *seed)
{
	for (size_t i = 0; i < a; i++) {
		size_t j = i + (size_t)(random_next(seed) % (n - i)), swap = pick[i];

		pick[i] = pick[j];
		pick[j] = swap;
	}
}

static int perm_by_t(const void *a, const void *b)
{
	double x = ((const struct perm_cell *)a)->t, y = ((const struct perm_cell *)b)->t;

	return (x < y) - (x > y);
}

void perm_maxt(struct perm_cell *cell, size_t cells, size_t runs, size_t a)
{
	size_t *pick = xrealloc(NULL, runs * sizeof(*pick));
	bool every = perm_labelings(runs, a) <= PERM_ALL_MAX;
	double labelings = 0, least = 0;
	uint64_t seed = 1;

	for (size_t i = 0; i < runs; i++)
		pick[i] = i;
	for (size_t c = 0; c < cells; c++) {
		perm_centre(&cell[c], runs);
		cell[c].t = perm_t(&cell[c], pick, a);
		*cell[c].p = 0;
	}
	qsort(cell, cells, sizeof(*cell), perm_by_t);
	do {		/* the first labelling is that of the sides themselves */
		double max = 0;

		for (size_t c = cells; c-- > 0;) {
			max = fmax(max, perm_t(&cell[c], pick, a));
			*cell[c].p += max >= cell[c].t * (1 - 1e-9);
		}
		labelings++;
		if (!every)
			perm_draw(pick, a, runs, &seed);
	} while (every ? perm_next(pick, a, runs) : labelings < perm_draws(runs));
	for (size_t c = 0; c < cells; c++)
		least = *cell[c].p = fmax(least, *cell[c].p / labelings);
	free(pick);
}
