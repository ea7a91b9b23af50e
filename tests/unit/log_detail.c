/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the tables of -v read back */
#include "lib/log_detail.c"
#include "unit.h"
#include "logs.h"

#define SAMPLES "Load     samples     p50     p90     p99   p99.9  done99    met missed late drop\n"
#define J "Jan 02 03:04:05 host run[77]: "
#define FIGURES "Burn         600    4.01    8.5    12.1    20.1    33.3    580     20   15    5\n"

static const struct row *first_row(void)
{
	return runs == 1 && run[0].tables == 1 ? run[0].table[0].row : NULL;
}

static bool more_is(const double wanted[MORE_WORK])
{
	const struct row *row = first_row();
	bool same = row != NULL;

	for (int i = 0; same && i < MORE_WORK; i++)
		same = isnan(wanted[i]) ? isnan(row->more[i].value) : near(row->more[i].value, wanted[i]);
	return same;
}

/* The percentiles of FIGURES and nothing else, read from the lines below a table of one row. */
static void reads(const char *below, const char *name)
{
	char text[2000];

	snprintf(text, sizeof(text), "%s%s", KERNEL HEAD COLUMNS ROW, below);
	read_text(text);
	ok(more_is((double[]){ 4.01, 12.1, 20.1, 33.3, NAN }) && !first_row()->more_why, "%s", name);
	forget();
}

static void test_percentiles(void)
{
	reads("\n" SAMPLES FIGURES, "Percentiles are read by the names above them");
	reads("\n" SAMPLES "None 1 1 1 1 1 1 1 1 1 1\n" FIGURES, "A row goes to the load of its name, and None has none here");
	reads("\nLoad     samples     p50     p90     p99   p99.9  done99    met missed\nlate drop\n"
	      "Burn         600    4.01    8.5    12.1    20.1    33.3    580     20\n15    5\n",
	      "Names and figures that mail has wrapped are read");
	reads("\nLoad samples\tp50\tp90\tp99\tp99.9\tdone99\tmet\tmissed\tlate\tdrop\n"
	      "Burn\t600\t4.01\t8.5\t12.1\t20.1\t33.3\t580\t20\t15\t5\n", "Tabs are read as blanks");
	reads("\n> " SAMPLES "> " FIGURES, "Quoted tables are read");
	read_text(J KERNEL J HEAD J COLUMNS J ROW J "\n" J SAMPLES J FIGURES);
	ok(more_is((double[]){ 4.01, 12.1, 20.1, 33.3, NAN }), "Lines of a journal are read");
	forget();
	reads("\nLoad     p99.9     p99  done99  new     p50\nBurn      20.1    12.1    33.3    7    4.01\n",
	      "Other columns and another order are read by their names");
	reads("\n" SAMPLES FIGURES "\n" SAMPLES "Burn 600 1 1 1 1 1 1 1 1 1\n", "A second row of the load is a quotation");
	reads("\n" SAMPLES FIGURES "\nLoad     rqwait% slow% preempt moved throttle\nBurn 1 - 2 3 4 5 6 7\n",
	      "A table of which nothing is kept is stepped over");
	reads("\n" SAMPLES "Burn 600 4.01 4.00 12.1 20.1 33.3 580 20 15 5\n", "Percentiles that are rounded may fall by that");
	reads("\n" SAMPLES FIGURES "\n" SAMPLES "Burn 600 1 2 3\n", "A quotation that is cut off changes nothing");
	reads("\n" SAMPLES "Burn 600 4.01 8.5 12.1 20.1 33.3 580 - - -\n", "What is not kept need not be known");
	reads("\nLoad p50 p99 p99.9 done99 met met met met met met met met met met met met met met\nBurn 4.01 12.1 20.1 33.3 1 2 3 4 5 6 7 8 9 10 11 12\n",
	      "Sixteen columns are read");
	reads("\nLoad new newer p50 p99 p99.9 done99\nBurn 1 2 4.01 12.1 20.1 33.3\n", "Columns that are not known are stepped over");
	reads("\nLoad p50 p99 p99.9 done99\nmet words\nBurn 4.01 12.1 20.1 33.3\n", "A line of words is no part of the names");
	reads("\nLoad p50 p99 p99.9 done99\n\nBurn 4.01 12.1 20.1 33.3\n", "A blank line may follow the names");
	reads("\nLoad p50 p99 p99.9 done99\n**Burn** 4.01 12.1 20.1 33.3\n", "A name may have marks");
	reads("\nLoad p50 p99 p99.9 done99\n**Burn 4.01 12.1 20.1 33.3**\n", "A row may be bold");
	reads("\nLoad p50 p99 p99.9 done99\nBurn 4.01\n12.1\n20.1\n33.3\n", "A row may have a line for each figure");
	reads("\n" SAMPLES FIGURES "Video            wakeup p50 (ms)\nLoad          A       B   change\n"
	      "Burn          1       2     +10%\n", "A comparison below is none of these tables");
}

static void test_frames(void)
{
	read_text(KERNEL HEAD COLUMNS ROW "\nLoad     frames     fps  1%low 0.1%low  freeze stutter\n"
		  "Burn      1796    59.9   30.1      20    50.1       2\n");
	ok(more_is((double[]){ NAN, NAN, NAN, NAN, 30.1 }) && near(first_row()->more[MORE_LOW_1PCT].resolution, 0.1),
	   "The low of 1 %% is read, and to how many digits");
	read_text(KERNEL "--- Benchmarking simulated cpu of Audio real time in the presence of simulated ---\n"
		  "Load    Latency +/- SD (us)  Max Latency   % Desired CPU  % Deadlines Met\n" ROW
		  "\n" SAMPLES FIGURES "\nLoad     frames     fps  1%low\nBurn 10 60 50\n");
	ok(more_is((double[]){ 0.00401, 0.0121, 0.0201, 0.0333, 50 }) &&
	   near(first_row()->more[MORE_P50].resolution, 1e-5), "Times of a real time table are in us, and fps are not");
	forget();
}

/* What is wrong with a row of -v, of which no figure is taken. */
static void refuses(const char *figures, const char *why, const char *name)
{
	char text[1000];
	const struct row *row;

	snprintf(text, sizeof(text), "%s%s", KERNEL HEAD COLUMNS ROW "\n" SAMPLES, figures);
	read_text(text);
	row = first_row();
	ok(row && near(row->max.value, 46.3) && more_is((double[]){ NAN, NAN, NAN, NAN, NAN }) &&
	   (row->more_why && why ? !strcmp(row->more_why, why) : row->more_why == why), "%s", name);
	forget();
}

static void test_refused(void)
{
	refuses("Burn 600 4.01 8.5 12.1 20.1 33.3 580 20 15\n", "figures are missing or have run into each other",
		"A row with a figure too few is left out");
	refuses("Burn 600 4.01 8.5 12.1 20.1 33.3 580 20 15 5 6\n", "there are figures left over",
		"A row with a figure too many is left out");
	refuses("Burn 600 4.01 8.5 7.1 20.1 33.3 580 20 15 5\n", "a percentile is below a smaller one",
		"Percentiles that fall are left out");
	refuses("Burn 600 4.01 8.5 12.1 20.1 -33.3 580 20 15 5\n", "a figure is negative", "A negative time is left out");
	refuses("Burn 600 9.01 8.5 12.1 20.1 33.3 580 20 15 5\n", "a percentile is below a smaller one", "p90 is not below p50");
	refuses("Burn 600 9.5 - 8.0 20.1 33.3 580 20 15 5\n", "a percentile is below a smaller one", "p99 is not below p50");
	refuses("Burn 600 4.01 8.5 20.4 20.0 33.3 580 20 15 5\n", "a percentile is below a smaller one", "p99.9 is not below p99");
	refuses("Burn -600 4.01 8.5 12.1 20.1 33.3 580 20 15 5\n", "a figure is negative", "A negative number is left out");
	refuses("Burn 600 4,01 8.5 12.1 20.1 33.3 580 20 15 5\n", "its commas may be decimals or thousands", "A comma within a figure is not skipped");
	refuses("Burn 600 4.01 and so on\n", "figures are missing or have run into each other", "Words end a row");
	refuses("Burn 600 4.01\n\n8.5 12.1 20.1 33.3 580 20 15 5\n", "figures are missing or have run into each other", "A blank line ends a row");
	refuses("Burn 600 4.01 8.5 12.1 20.1 33.3 580 20 15 5  6\n", "there are figures left over", "Blanks do not hide a figure too many");
	refuses("Bur 600 4.01 8.5 12.1 20.1 33.3 580 20 15 5\n", NULL, "The beginning of a name is no name");
	refuses("Burn 600 - - - - - 580 20 15 5\n", NULL, "What was not known when it was printed is not known now");
	refuses("Burn was not measured here\n", NULL, "A line of words is no row");
	refuses("Ring 600 4.01 8.5 12.1 20.1 33.3 580 20 15 5\n", NULL, "A load that the table lacks is not read");
	read_text(KERNEL HEAD COLUMNS "Burn      skipped: no room\n\n" SAMPLES FIGURES);
	ok(more_is((double[]){ NAN, NAN, NAN, NAN, NAN }), "A row without figures gets none from -v");
	forget();
}

static bool work_is(int part, double value, const char *unit)
{
	const struct row *row = first_row();

	return row && (isnan(value) ? isnan(row->more[MORE_WORK + part].value) :
		       near(row->more[MORE_WORK + part].value, value)) && !strcmp(row->unit[part], unit);
}

static void test_work(void)
{
	static const struct { const char *text; double value[WORK_PARTS]; const char *unit[WORK_PARTS]; } c[] = {
		{ "1 a, 2 b, 3 c, 4 d, 5 e", { 1, 2, 3, 4 }, { "a", "b", "c", "d" } },
		{ "8 MB (3 of it x)", { 8, NAN, NAN, NAN }, { "MB", "", "", "" } },
		{ "8.9 runs of 0.112 s, 4 MB of 5", { 8.9, 4, NAN, NAN }, { "runs", "MB", "", "" } },
		{ "- CPU s, 4 MB", { NAN, 4, NAN, NAN }, { "CPU s", "MB", "", "" } },
		{ "4 proof, 5 of", { 4, 5, NAN, NAN }, { "proof", "of", "", "" } },
		{ "1,53 CPU s, 2 MB", { NAN, NAN, NAN, NAN }, { "", "", "", "" } },	/* 1.53, or 153? */
		{ "1 CPU s, 2,345 MB", { 1, NAN, NAN, NAN }, { "CPU s", "", "", "" } },
		{ "1 CPU s, 2 MB\nwritten, 3\nMB read", { 1, 2, 3, NAN }, { "CPU s", "MB written", "MB read", "" } },	/* mail */
		{ "11 - 12 13 1 a, 2 b", { 1, 2, NAN, NAN }, { "a", "b", "", "" } },	/* a row of 1.0 */
		{ "1 a\nBurn 2 b, 3 c", { 1, 3, NAN, NAN }, { "a", "c", "", "" } },	/* a quotation */
	};

	read_text(KERNEL HEAD COLUMNS ROW "\nLoad      load\xe2\x80\x99s work per second\nBurn      1.5 CPU s\n");
	ok(work_is(0, 1.5, "CPU s"), "The apostrophe may be another one");
	for (size_t i = 0; i < LENGTH(c); i++) {
		char text[500];
		bool good = true;

		snprintf(text, sizeof(text), "%s\nLoad      load's work per second\nBurn      %s\n", KERNEL HEAD COLUMNS ROW, c[i].text);
		read_text(text);
		for (int part = 0; part < WORK_PARTS; part++)
			good &= work_is(part, c[i].value[part], c[i].unit[part]);
		ok(good, "The work of a load has its parts: %.*s", (int)strcspn(c[i].text, "\n"), c[i].text);
	}
	read_text(KERNEL HEAD COLUMNS ROW "\nLoad      load's work per second\n"
		  "Burn      0.536 CPU s, 327 MB written, 350 MB read\n");
	ok(work_is(0, 0.536, "CPU s") && work_is(1, 327, "MB written") && work_is(2, 350, "MB read") &&
	   work_is(3, NAN, ""), "The parts of the load's work are read with their units");
	read_text(KERNEL HEAD COLUMNS ROW "\nLoad      load's work per second\nBurn      8.9 runs of 0.112 s\n");
	ok(work_is(0, 8.9, "runs") && work_is(1, NAN, ""), "How long a run of Command took is not its work");
	read_text(KERNEL HEAD COLUMNS ROW "\nLoad      load's work per second\nBurn      8.9 a unit that is far too long\n");
	ok(work_is(0, 8.9, "a unit that is "), "A long unit is cut");
	forget();
}

int main(void)
{
	test_percentiles();
	test_frames();
	test_refused();
	test_work();
	return unit_end();
}
