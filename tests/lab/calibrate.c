/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calibrate - how often the verdict of --compare is wrong, and how often it finds
 *
 * Not part of "make check": run by hand, half an hour, or with -DPERM_ALL_MAX=3000
 * -DPERM_DRAWS=3000 five minutes. Each comparison is of two
 * simulated logs of 31 rows (62 cells), printed as interbench prints them, read back
 * and judged with the default rules.
 *
 * "-DCMP_CLIP_MADS(x)=INFINITY" leaves values as they are; -DTRIALS=100 is quicker.
 *
 *	cc -std=c11 -D_GNU_SOURCE -I. -O2 tests/lab/calibrate.c hackbench.c \
 *		$(ls lib/?*.c | grep -v /compare.c) -lm -pthread && ./a.out
 */
#include "lib/compare.c"
#include "tests/unit/logs.h"

#ifndef TRIALS
#define TRIALS 1000
#endif

enum { CELLS = 62 };

/* What a disturbed run has, in half of its cells: worse by so many SDs. */
#define DISTURBED_BY 10

struct scenario {
	const char *name;
	int runs;			/* a side */
	double run_effect;		/* SD of what all cells of a run share, in cells' SDs */
	double log_sd;			/* of log-normal cells; 0: normal ones */
	int shifted;			/* cells that are worse on side B, */
	double shift;			/* by as many SDs */
	bool more;			/* the cells are p99 and done99 of -v, and nothing else differs */
	double most, least;		/* per cent allowed: of trials with a false win, and */
					/* of shifted cells found */
	double disturbed;		/* share of the runs that are */
	int runs_b;			/* on side B; 0: as many */
	int machines;			/* that have runs by turns; 0: none is told */
	bool differ;			/* by about ten times what the shifted cells differ by */
	double missing;			/* share of the rows that are, but for the first of a table */
	double drift;			/* from the first run to the last, in SDs; sides by turns */
};

/* what a row does not name it does not have */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
static const struct scenario scenarios[] = {
	{ "no difference, 4 runs, independent cells", 4, 0, 0, 0, 0, false, 6.5, 0 },
	{ "no difference, 6 runs, independent cells", 6, 0, 0, 0, 0, false, 6.5, 0 },
	{ "no difference, 4 runs, common run effect", 4, 1, 0, 0, 0, false, 6.5, 0 },
	{ "no difference, 6 runs, common run effect", 6, 1, 0, 0, 0, false, 6.5, 0 },
	{ "no difference, 4 runs, log-normal cells", 4, 0, 0.5, 0, 0, false, 6.5, 0 },
	{ "no difference, 6 runs, log-normal cells", 6, 0, 0.5, 0, 0, false, 6.5, 0 },
	{ "4 runs, one cell shifted by 8 SD", 4, 0, 0, 1, 8, false, 6.5, 80 },
	{ "6 runs, ten cells shifted by 3 SD", 6, 0, 0, 10, 3, false, 6.5, 60 },
	{ "-v: no difference, 4 runs", 4, 0, 0, 0, 0, true, 6.5, 0 },
	{ "-v: no difference, 6 runs", 6, 0, 0, 0, 0, true, 6.5, 0 },
	{ "-v: no difference, 6 runs, run effect", 6, 1, 0, 0, 0, true, 6.5, 0 },
	{ "-v: no difference, 4 runs, log-normal", 4, 0, 0.5, 0, 0, true, 6.5, 0 },
	{ "-v: 4 runs, one p99 shifted by 8 SD", 4, 0, 0, 1, 8, true, 6.5, 80 },
	{ "4 runs, disturbed, no difference", 4, 0, 0, 0, 0, false, 6.5, 0, .1 },
	{ "6 runs, disturbed, no difference", 6, 0, 0, 0, 0, false, 6.5, 0, .1 },
	{ "4 runs, disturbed, one cell 8 SD", 4, 0, 0, 1, 8, false, 6.5, 0, .1 },
	{ "6 runs, disturbed, one cell 4 SD", 6, 0, 0, 1, 4, false, 6.5, 60, .1 },
	{ "6 runs, one cell 4 SD", 6, 0, 0, 1, 4, false, 6.5, 60 },
	{ "4 and 12 runs, no difference", 4, 0, 0, 0, 0, false, 6.5, 0, 0, 12 },
	{ "4 and 12 runs, one cell 6 SD", 4, 0, 0, 1, 6, false, 6.5, 60, 0, 12 },
	{ "4 and 12 runs, disturbed, one cell 6 SD", 4, 0, 0, 1, 6, false, 6.5, 60, .1, 12 },
	{ "10 runs, disturbed, one cell 3 SD", 10, 0, 0, 1, 3, false, 6.5, 60, .1 },
	{ "10 runs, one cell 3 SD", 10, 0, 0, 1, 3, false, 6.5, 60 },
	{ "20 runs, disturbed, no difference", 20, 0, 0, 0, 0, false, 6.5, 0, .1 },
	{ "20 runs, disturbed, one cell 2.5 SD", 20, 0, 0, 1, 2.5, false, 6.5, 60, .1 },
	{ "8 runs, one cell 3 SD", 8, 0, 0, 1, 3, false, 6.5, 60 },
	{ "8 runs, disturbed, one cell 4 SD", 8, 0, 0, 1, 4, false, 6.5, 60, .1 },
	{ "10 runs, one cell 2.5 SD", 10, 0, 0, 1, 2.5, false, 6.5, 60 },
	{ "20 runs, one cell 1.5 SD", 20, 0, 0, 1, 1.5, false, 6.5, 50 },
	{ "8 equal machines, no difference", 8, 0, 0, 0, 0, false, 6.5, 0, .machines = 8 },
	{ "8 machines that differ, no difference", 8, 0, 0, 0, 0, false, 6.5, 0, .machines = 8, .differ = true },
	{ "8 that differ, 8 and 13 runs", 8, 0, 0, 0, 0, false, 6.5, 0, .runs_b = 13, .machines = 8, .differ = true },
	{ "8 that differ, rows missing", 8, 0, 0, 0, 0, false, 6.5, 0, .machines = 8, .differ = true, .missing = .1 },
	{ "8 that differ, drift of 5 SD", 8, 0, 0, 0, 0, false, 6.5, 0, .machines = 8, .differ = true, .drift = 5 },
	{ "8 runs, no machines told, drift of 5 SD", 8, 0, 0, 0, 0, false, 6.5, 0, .drift = 5 },
	{ "4 that differ, 8 runs", 8, 0, 0, 0, 0, false, 6.5, 0, .machines = 4, .differ = true },
	{ "6 that differ, one run, all cells 8 SD", 6, 0, 0, 62, 8, false, 6.5, 10, .machines = 6, .differ = true },
	{ "8 equal machines, one cell 6 SD", 8, 0, 0, 1, 6, false, 6.5, 50, .machines = 8 },
	{ "8 that differ, one cell 6 SD", 8, 0, 0, 1, 6, false, 6.5, 50, .machines = 8, .differ = true },
	{ "12 that differ, one cell 3 SD", 12, 0, 0, 1, 3, false, 6.5, 30, .machines = 12, .differ = true },
	{ "12 that differ, disturbed, one cell 4 SD", 12, 0, 0, 1, 4, false, 6.5, 30, .1, .machines = 12, .differ = true },
	{ "4 that differ, 8 runs, one cell 4 SD", 8, 0, 0, 1, 4, false, 6.5, 30, .machines = 4, .differ = true },
};

static double normal(void)
{
	return sqrt(-2 * log(1 - drand48())) * cos(2 * M_PI * drand48());
}

/* What is drawn anew for each comparison: the level of each machine in each kind of figure. */
enum { MACHINES_MAX = 16 };
static double level[MACHINES_MAX][2];

static void levels_draw(void)
{
	for (int i = 0; i < MACHINES_MAX; i++) {
		level[i][0] = exp(normal());
		level[i][1] = 1 - 0.6 * drand48();
	}
}

/* Even cells are maxima, odd ones deadlines met of the same row. */
static double cell_value(const struct scenario *s, int cell, double run_effect, bool shifted,
			 bool disturbed)
{
	double mean = cell % 2 ? 40 + cell : 30 * (1 + cell % 7), sd = mean / (cell % 2 ? 50 : 10);
	double z = normal() + run_effect;

	if (disturbed && drand48() < 0.5)
		z += cell % 2 ? -DISTURBED_BY : DISTURBED_BY;
	if (shifted && cell < s->shifted)
		z += cell % 2 ? -s->shift : s->shift;
	return s->log_sd > 0 ? mean / (cell % 2 ? 4 : 1) * exp(s->log_sd * z) : mean + sd * z;
}

/* The rows of a table, as -v has them too if that is what is simulated. */
static void print_rows(FILE *f, const struct scenario *s, const double *value, int rows)
{
	char a[32], b[32];

	for (int r = 0; r < rows; r++)
		if (!r || !(s->missing > 0 && drand48() < s->missing))
		fprintf(f, "Load%-8d 1 +/- 1 %s 100 %s\n", r,
			s->more ? "9" : fmt_number(a, fmax(0, value[2 * r])),
			s->more ? "50" : fmt_number(b, fmin(100, fmax(0, value[2 * r + 1]))));
	if (!s->more)
		return;
	fprintf(f, "\nLoad     samples     p50     p90     p99   p99.9  done99    met missed late drop\n");
	for (int r = 0; r < rows; r++)
		fprintf(f, "Load%-8d 100 - - %s - %s 50 50 0 0\n", r,
			fmt_number(a, fmax(0, value[2 * r])), fmt_number(b, fmax(0, value[2 * r + 1])));
	fputc('\n', f);
}

/* Judged cells of simulated logs: false wins, shifted cells found, and the plain rule's. */
static void print_run(FILE *f, const struct scenario *s, bool shifted, int run)
{
	static const int rows[] = { 8, 8, 8, 7 };
	double effect = s->run_effect * normal(), value[2 * 8];
	bool disturbed = s->disturbed > 0 && drand48() < s->disturbed;
	int cell = 0;

	fprintf(f, "Using 1000 loops per ms, running every load for 30 seconds\n"
		"Benchmarking kernel %s at datestamp 202601010000\n", shifted ? "b" : "a");
	if (s->machines)
		fprintf(f, "Machine: %08x\n", run % s->machines);
	fputc('\n', f);
	for (int t = 0; t < 4; t++) {
		fprintf(f, "--- Benchmarking simulated cpu of Task%d in the presence of simulated ---\n"
			"Load    Latency +/- SD (ms)  Max Latency   %% Desired CPU  %% Deadlines Met\n", t);
		for (int r = 0; r < 2 * rows[t]; r++)
			value[r] = cell_value(s, cell++, effect + s->drift * run / s->runs, shifted,
					      disturbed) * (s->differ ? level[run % s->machines][r % 2] : 1);
		print_rows(f, s, value, rows[t]);
	}
}

struct tally {
	int false_trials, found, plain_wins;
};

/* Returns how many of a row's cells are judged; before: of the rows above it. */
static int judge_row(const struct scenario *s, struct comparison *c, const struct cmp_table *t,
		     const struct cmp_row *row, int before, struct tally *tally, int *wrong)
{
	int judged = 0;

	for (int column = 0; column < CMP_FIGURES; column++) {
		const struct cmp_cell *cell = &row->cell[column];

		if (!cmp_family(t, column, s->more) || isnan(cell->median[0]))
			continue;
		/* in the order max, met (p99, done99) of each row: that of cell_value() */
		if (cell->winner >= 0 && before + judged < s->shifted)
			tally->found++;
		else if (cell->winner >= 0)
			*wrong += 1;
		judged++;
		c->tested = false;
		tally->plain_wins += cmp_winner(c, cell, column) >= 0;
		c->tested = true;
	}
	return judged;
}

static void judge_log(const struct scenario *s, char *text, struct tally *tally)
{
	static struct side side[SIDES_MAX];
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7,
				       .details = s->more };
	static struct comparison c;
	struct runs runs = { .n = 0 };
	int wrong = 0, judged = 0;

	log_read(&runs, &known_names, "simulated", text);
	memset(side, 0, sizeof(side));
	if (sides_sort(side, runs.run, runs.n) != 2)
		die(1, "two sides were simulated");
	c = (struct comparison){ .side = { &side[0], &side[1] }, .o = &o };
	compare_sides(&c);
	for (size_t i = 0; i < c.tables; i++)
		for (size_t r = 0; r < c.table[i].rows; r++)
			judged += judge_row(s, &c, &c.table[i], &c.table[i].row[r], judged, tally, &wrong);
	if (judged != CELLS)
		die(1, "%d cells, not %d", judged, CELLS);
	tally->false_trials += wrong > 0;
	comparison_free(&c);
	sides_free(side, 2);
	runs_free(&runs);
}

static bool simulate(const struct scenario *s)
{
	struct tally tally = { 0 };
	double wrong, found;

	for (int trial = 0; trial < TRIALS; trial++) {
		char *text = NULL;
		size_t len;
		FILE *f = open_memstream(&text, &len);

		levels_draw();
		for (int side = 0; side < 2; side++)
			for (int r = 0; r < (side && s->runs_b ? s->runs_b : s->runs); r++)
				print_run(f, s, side, r);
		fclose(f);
		judge_log(s, text, &tally);
		free(text);
	}
	wrong = 100.0 * tally.false_trials / TRIALS;
	found = s->shifted ? 100.0 * tally.found / TRIALS / s->shifted : 0;
	printf("%-42s any false win %4.1f %%  found %5.1f %%  plain rule %4.1f wins a comparison%s\n",
	       s->name, wrong, found, 1.0 * tally.plain_wins / TRIALS,
	       wrong > s->most || found < s->least ? "  OUT OF BOUNDS" : "");
	return wrong <= s->most && found >= s->least;
}

/* calibrate [N...]: only these scenarios, from 0 */
int main(int argc, char **argv)
{
	bool ok = true;

	srand48(1);
	for (size_t i = 0; i < LENGTH(scenarios); i++) {
		bool wanted = argc == 1;

		for (int k = 1; k < argc; k++)
			wanted |= (size_t)atoi(argv[k]) == i;
		if (wanted)
			ok &= simulate(&scenarios[i]);
		fflush(stdout);
	}
	return !ok;
}
