/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* The blocks of a group stand together, those labelled A first. */
struct perm_group {
	size_t first, n, a;		/* where they begin, how many they are, and A's */
};

/* All groups, and how the blocks are put into their order. */
struct perm_plan {
	struct perm_group *group;	/* owned */
	size_t groups;
	size_t *at;			/* owned: where the blocks come from */
	size_t *pick;			/* owned: of each group, its first a are labelled A */
	double ways;			/* to label them all */
	size_t blocks;
};

static struct perm_plan perm_plan(const struct perm_groups *groups, size_t blocks, size_t a)
{
	struct perm_plan p = { .groups = groups ? groups->n : 1, .ways = 1, .blocks = blocks };
	size_t first = 0;

	p.group = xrealloc(NULL, (p.groups + 1) * sizeof(*p.group));
	p.at = xrealloc(NULL, (blocks + 1) * sizeof(*p.at));
	p.pick = xrealloc(NULL, (blocks + 1) * sizeof(*p.pick));
	for (size_t g = 0; g < p.groups; g++)
		p.group[g] = (struct perm_group){ 0, 0, 0 };
	for (size_t i = 0; i < blocks; i++) {
		struct perm_group *g = &p.group[groups ? groups->of[i] : 0];

		g->n++;
		g->a += i < a;
	}
	for (size_t g = 0; g < p.groups; first += p.group[g++].n) {
		p.group[g].first = first;
		p.ways *= perm_labelings(p.group[g].n, p.group[g].a);
	}
	for (size_t i = 0; i < blocks; i++)	/* first is where its next one goes */
		p.at[p.group[groups ? groups->of[i] : 0].first++] = i;
	for (size_t g = 0; g < p.groups; g++) {
		p.group[g].first -= p.group[g].n;
		for (size_t i = 0; i < p.group[g].n; i++)
			p.pick[p.group[g].first + i] = p.group[g].first + i;
	}
	return p;
}

static void perm_plan_free(struct perm_plan *p)
{
	free(p->group);
	free(p->at);
	free(p->pick);
}

double perm_least(const struct perm_groups *groups, size_t n, size_t a)
{
	struct perm_plan p = perm_plan(groups, n, a);
	double ways = p.ways;
	bool equal = true;		/* then the labels of all can be exchanged at once */

	for (size_t g = 0; g < p.groups; g++)
		equal &= 2 * p.group[g].a == p.group[g].n || !p.group[g].a ||
			 p.group[g].a == p.group[g].n;	/* one side alone: there is one way */
	perm_plan_free(&p);
	return ways <= PERM_ALL_MAX ? fmin((equal ? 2 : 1) / ways, 1) : 1 / perm_draws(n);
}

double perm_mean(const double *value, size_t count)
{
	double sum = 0, n = 0;

	for (size_t i = 0; i < count; i++)
		if (!isnan(value[i])) {
			sum += value[i];
			n++;
		}
	return sum / n;
}

/*
 * Put the values into the order of the plan, and subtract the mean of each group: then side B's
 * sum is minus side A's. order: room for all blocks.
 */
static void perm_centre(struct perm_cell *cell, const struct perm_plan *p, double *order)
{
	for (size_t i = 0; i < p->blocks; i++)
		order[i] = cell->value[p->at[i]];
	memcpy(cell->value, order, p->blocks * sizeof(*order));
	cell->square = cell->n = 0;
	cell->left = -1;
	for (size_t g = 0; g < p->groups; g++) {
		double *value = cell->value + p->group[g].first, known = 0;
		double mean = perm_mean(value, p->group[g].n);

		for (size_t i = 0; i < p->group[g].n; i++)
			if (!isnan(value[i])) {
				known++;
				value[i] -= mean;
				cell->square += value[i] * value[i];
			}
		cell->known[g] = known;
		cell->n += known;
		cell->left += known > 0 ? known - 1 : 0;
	}
}

/* |t| with pooled variance, when the first blocks of each group in p->pick are labelled A. */
static double perm_t(const struct perm_cell *cell, const struct perm_plan *p)
{
	double sum = 0, weight = 0, variance;

	for (size_t g = 0; g < p->groups; g++) {
		const size_t *pick = p->pick + p->group[g].first;
		double n_a = 0;

		for (size_t i = 0; i < p->group[g].a; i++)
			if (!isnan(cell->value[pick[i]])) {
				n_a++;
				sum += cell->value[pick[i]];
			}
		if (n_a > 0)
			weight += n_a * (cell->known[g] - n_a) / cell->known[g];
	}
	if (weight <= 0 || cell->left < 1 || cell->square <= 0)
		return 0;
	variance = (cell->square - sum * sum / weight) / cell->left;
	variance = fmax(variance, cell->floor * cell->floor);
	variance = fmax(variance, cell->square * 1e-18);	/* else rounding may make it 0 */
	return fabs(sum) / sqrt(variance * weight);
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

/* The next labeling of all groups; false after the last one. */
static bool perm_next_within(struct perm_plan *p)
{
	for (size_t g = 0; g < p->groups; g++) {
		const struct perm_group *group = &p->group[g];
		size_t *pick = p->pick + group->first;
		bool more;

		for (size_t i = 0; i < group->a; i++)	/* counted from the group's first */
			pick[i] -= group->first;
		more = perm_next(pick, group->a, group->n);
		for (size_t i = 0; i < group->a; i++)
			pick[i] = more ? pick[i] + group->first : i + group->first;
		if (more)
			return true;
	}
	return false;
}

static int perm_by_t(const void *a, const void *b)
{
	double x = ((const struct perm_cell *)a)->t, y = ((const struct perm_cell *)b)->t;

	return (x < y) - (x > y);
}

void perm_maxt(struct perm_cell *cell, size_t cells, const struct perm_groups *groups,
	       size_t blocks, size_t a)
{
	struct perm_plan p = perm_plan(groups, blocks, a);
	double *known = xrealloc(NULL, (cells * p.groups + blocks + 1) * sizeof(*known));
	bool every = p.ways <= PERM_ALL_MAX;
	double labelings = 0, least = 0;
	uint64_t seed = 1;

	for (size_t c = 0; c < cells; c++) {
		cell[c].known = known + c * p.groups;
		perm_centre(&cell[c], &p, known + cells * p.groups);
		cell[c].t = perm_t(&cell[c], &p);
		*cell[c].p = 0;
	}
	qsort(cell, cells, sizeof(*cell), perm_by_t);
	do {		/* the first labelling is that of the sides themselves */
		double max = 0;

		for (size_t c = cells; c-- > 0;) {
			max = fmax(max, perm_t(&cell[c], &p));
			*cell[c].p += max >= cell[c].t * (1 - 1e-9);
		}
		labelings++;
		for (size_t g = 0; g < p.groups && !every; g++)
			perm_draw(p.pick + p.group[g].first, p.group[g].a, p.group[g].n, &seed);
	} while (every ? perm_next_within(&p) : labelings < perm_draws(blocks));
	for (size_t c = 0; c < cells; c++)
		least = *cell[c].p = fmax(least, *cell[c].p / labelings);
	free(known);
	perm_plan_free(&p);
}
