/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the figures of a row as a text has them */
#include "lib/figures.c"
#include "unit.h"

static void test_numbers(void)
{
	static const struct { const char *text; double value, resolution; const char *rest; } good[] = {
		{ "17.4 x", 17.4, 0.1, " x" }, { "0.00173", 0.00173, 0.00001, "" },
		{ "306004*", 306004, 1, "*" }, { "100%", 100, 1, "%" },
		{ "1.2e+03", 1200, 100, "" }, { "4.6e-05", 4.6e-5, 1e-6, "" }, { "96.", 96, 1, "." },
		{ ".016", 0.016, 0.001, "" }, { "1E-2", 0.01, 0.01, "" }, { "1.25e+2x", 0, 0, NULL }, { "7. x", 7, 1, ". x" },
		{ "7.\n", 7, 1, ".\n" }, { "12 34", 12, 1, " 34" }, { "5-6", 5, 1, "-6" },
	};
	static const char *const bad[] = { "", "x", "-1", "1x", "1.2.3", "07:32", ".", "inf",
					   "2.6.13-rc1", "0x10", "1e+999", "1e+", "1e+x", "1e5", "+1" };
	struct figure f;

	for (size_t i = 0; i < LENGTH(good); i++) {
		const char *s = good[i].text;

		if (!good[i].rest)
			ok(!figure_read(&s, &f) && s == good[i].text, "No letter stands behind a number: '%s'", s);
		else
			ok(figure_read(&s, &f) && near(f.value, good[i].value) &&
			   near(f.resolution, good[i].resolution) && !strcmp(s, good[i].rest),
			   "A number is read to its end: '%s'", good[i].text);
	}
	for (size_t i = 0; i < LENGTH(bad); i++) {
		const char *s = bad[i];

		ok((!figure_read(&s, &f) && s == bad[i]) || *s == ':', "This is no number: '%s'", bad[i]);
	}
	for (const char *s = "nan -nan NaN"; *s; s += *s == ' ')
		ok(figure_read(&s, &f) && isnan(f.value), "NaN is a number, of any case and sign");
}

/* The columns of Audio in ms: the figures of a text, where they end, and whether they can be. */
static const char *figures_of(const char *text, struct figures *f, const char **end)
{
	struct heading h = { .unit = 1 };

	heading_default(&h, LOG_ALL);
	*f = (struct figures){ .n = 0 };
	*end = figures_read(text, &h, f);
	return figures_check(&h, f, *end);
}

static void test_figures(void)
{
	static const struct { const char *text, *rest, *why; int n; } row[] = {
		{ " 1 +/- 2 3 4 5 rest", " rest", NULL, 5 },
		{ " 1 +/- 2\n3 4\n5\nrest", "\nrest", NULL, 5 },
		{ " 1ms +/- 2 ms 3ms 4% 5%", "%", NULL, 5 },
		{ " 1,5 +/- 2,25 3,5 99,5 7,62", "", NULL, 5 },
		{ " 1 +/- 2 3 4\nword 5", "word 5", "figures are missing or have run into each other", 4 },
		{ " 1 +/- 2 3 4\n5 words", "5 words", "figures are missing or have run into each other", 4 },
		{ " 1 +/- 2 3 4 5 6", " 6", "there are figures left over", 5 },
		{ " 1 +/- 2 3 4 5 [6]", " [6]", NULL, 5 },
		{ " 1 +/- 2 -3 4 5", "", "a figure is negative", 5 },
		{ " 1 +/- 2 3us 4 5", "3us 4 5", "a figure is no plain number", 2 },
		{ " 9 +/- 9 2 4 5", "", "its maximum is below its mean", 5 },
		{ " 1 +/- 2 3 101 5", "", "a per cent is above 100", 5 },
		{ " 1 +/- 2 1,815 4 5", "", "its commas may be decimals or thousands", 5 },
		{ " 1 +/- 2 1,815.5 4 5", "", "it has thousands set apart", 5 },
		{ " 1 +/- 2 1,815,000 4 5", " 5", "it has thousands set apart", 5 },
		{ " 1 +/- 2 1'815 4 5", "", "it has thousands set apart", 5 },
		{ " 1,5 +/- 2 1,815 4 5", "", NULL, 5 },
		{ " 0,262 +/- 2 1,815 4 5", "", NULL, 5 },
		{ " 1 +/- 2 1815,250 4 5", "", NULL, 5 },
		{ " 1 +/- 2 181,250 4 5", "", "its commas may be decimals or thousands", 5 },
		{ " 1.5 +/- 2 1,8 4 5", "", "its commas may be decimals or thousands", 5 },
		{ " 1. +/- 2 1,8 4 5", "", NULL, 5 },
		{ " 1 +/- 2 3, 4 5", "", NULL, 5 },
		{ " 1 +/- 2 3,5x 4 5", "x 4 5", "figures are missing or have run into each other", 3 },
		{ " 1 +/- 2 3 4,5", "", "figures are missing or have run into each other", 4 },
		{ " 1 +/- 2 3 4 5 #6", " #6", NULL, 5 }, { " 1 +/- 2 3 4 5 <- 6", " <- 6", NULL, 5 },
		{ " 1 +/- 2 3 4 5 /6", " /6", NULL, 5 }, { " 1 +/- 2 3 4 5 ; 6", " ; 6", NULL, 5 },
		{ " 1 +/- 2 3 4 5 * 6", " * 6", "there are figures left over", 5 },
		{ " 1 +/- 2 3 4 5 x +/- 6", " x +/- 6", "another row stands in its line", 5 },
		{ " 1 +/- 2 3 4 5 x \xb1 6", " x \xb1 6", "another row stands in its line", 5 },
		{ " 1 +/- 2 3 4 5\n6", "\n6", "there are figures left over", 5 }, { " 1 +/- 2 3 4\n\n5\n6", "\n6", "there are figures left over", 5 },
		{ " 1 +/- 2 3 4 5\n(+6%)", "\n(+6%)", "there are figures left over", 5 }, { " 1 +/- 2 3 4 5\n6 words", "\n6 words", NULL, 5 },
		{ " 1 +/- 2 3 4 5\n\n6", "\n\n6", NULL, 5 }, { "\n1 +/- 2\n\n3\n\n4\n\n5\n\n6", "\n\n6", "there are figures left over", 5 },
		{ " 1 +/- 2 3 4 [   61.123456] usb", "] usb", "a message of the kernel stands in it", 5 },
		{ " 1 +/- 2 3 4 5[   61.123456] usb", "[   61.123456] usb", "a message of the kernel stands in it", 5 },
		{ " 1 +/- 2 3 4 5 [61.5]", " [61.5]", NULL, 5 },
		{ " 1msec +/- 2 ms 3 4 5", "", NULL, 5 }, { " 1 us +/- 2 3 4 5", "us +/- 2 3 4 5", "figures are missing or have run into each other", 1 },
		{ " 1 +/- 2 -.5 4 5", "", "a figure is negative", 5 }, { " 1 +/- 2\n-3 4 5", "", "a figure is negative", 5 },
		{ " 1 +/- 2 1.2.3ms 4 5", "1.2.3ms 4 5", "a figure is no plain number", 2 },
		{ " 1 +/- 2 <3 4 5", "", "a figure is only a bound or an estimate", 5 },
		{ " 1 +/- 2 ~3 4 5", "", "a figure is only a bound or an estimate", 5 },
		{ " 1 +- 2 3 4 5", "", NULL, 5 }, { " 1 \xb1 2 3 4 5", "", NULL, 5 }, { " 1+/--2 3 4 5", "", NULL, 5 },
		{ " 1 +/- 2 +/- 3 4 5", "+/- 3 4 5", "figures are missing or have run into each other", 2 },
		{ " +/- 1 2 3 4 5", "+/- 1 2 3 4 5", "figures are missing or have run into each other", 0 },
		{ " 9 +/- 9 7 4 5", "", NULL, 5 }, { " 9 +/- 9 6 4 5", "", "its maximum is below its mean", 5 },
		{ " 1 +/- 2 3 100 100", "", NULL, 5 }, { " 1 +/- 2 3 100 100.5", "", "a per cent is above 100", 5 },
		{ " 1 +/- 2 3 x 4 5", "x 4 5", "figures are missing or have run into each other", 3 },
		{ " 1 +/- 2 3 -x 4 5", "-x 4 5", "figures are missing or have run into each other", 3 },
		{ " 12345678901234567890123456789012 +/- 2 3 4 5", "", "its maximum is below its mean", 5 },
		{ " 1,2345678901234567890123456789012 +/- 2 3 4 5", "+/- 2 3 4 5", "figures are missing or have run into each other", 2 },
	};

	for (size_t i = 0; i < LENGTH(row); i++) {
		struct figures f;
		const char *end, *why = figures_of(row[i].text, &f, &end);

		ok(f.n == row[i].n, "As many figures are taken as are a row's:%s", row[i].text);
		is(end, row[i].rest, "They end where the row does");
		is(why ? why : "", row[i].why ? row[i].why : "", "What cannot be right is said");
	}
}

/* Columns that are not kept, and per cents that are left out where they are 100. */
static void test_row_set(void)
{
	struct heading h = { .column = { COL_MEAN, COL_OTHER, COL_SD, COL_MAX, COL_CPU, COL_MET }, .columns = 6, .full_left_out = true };
	const struct figures f = { .figure = { { 1, 1 }, { 9, 1 }, { 2, 0.1 }, { 3, 1 }, { 4, 1 }, { 5, 1 } }, .n = 4 };
	struct figures all = f;
	struct row row = { .cpu = { NAN, 0 }, .met = { NAN, 0 } };

	row_set(&row, &h, &f, 1e-3);
	ok(near(row.mean.value, 1e-3) && near(row.mean.resolution, 1e-3) && near(row.sd.value, 2e-3) && near(row.sd.resolution, 1e-4) &&
	   near(row.max.value, 3e-3) && row.cpu.value == 100 && row.cpu.resolution == 1 && row.met.value == 100,
	   "Times are in the unit of the heading, and what is left out is 100 %%");
	ok(!figures_check(&h, &f, ""), "Both per cents may be left out");
	all.n = 6;
	row_set(&row, &h, &all, 1);
	ok(row.max.value == 3 && row.cpu.value == 4 && row.met.value == 5, "Per cents that are there are kept");
	all.n = 5;
	ok(figures_check(&h, &all, "") != NULL, "One of them may not be left out alone");
	all.n = 3;
	ok(figures_check(&h, &all, "") != NULL, "nor may the maximum");
	h.full_left_out = false;
	row = (struct row){ .cpu = { NAN, 0 }, .met = { NAN, 0 } };
	row_set(&row, &h, &f, 1);
	ok(isnan(row.cpu.value) && isnan(row.met.value) && figures_check(&h, &f, ""), "Elsewhere they are not known");
}

/* The last row of a text that ends with it: so many characters make it whole. */
static void test_widths(void)
{
	static const struct { unsigned has; const char *figures; int whole; } c[] = {
		{ LOG_ALL, "1 +/- 2 3 4 5", 36 + 16 + 15 }, { LOG_ALL - LOG_MET, "1 +/- 2 3 4", 36 + 16 }, { 1, "1 +/- 2 3", 36 },
		{ 1 | LOG_MET, "1 +/- 2 3 5", 36 + 15 },
	};

	for (size_t i = 0; i < LENGTH(c); i++)
		for (int width = c[i].whole - 1; width <= c[i].whole; width++) {
			char row[100];
			struct heading h = { .columns = 0 };
			struct figures f = { .n = 0 };

			heading_default(&h, c[i].has);
			snprintf(row, sizeof(row), "Burn%*s", width - 4, c[i].figures);
			ok(row_is_cut(&h, &f, row, figures_read(row + 4, &h, &f), &(struct row_ends){ .row = 0 }) == (width < c[i].whole),
			   "A row of %d columns is whole from %d characters on: %d", h.columns, c[i].whole, width);
		}
}

/* Rows of Audio at the end of a text, beside the one before; the widths are those of the table. */
static void test_cut(void)
{
	static const char before[] = "Burn       17.4 +/- 19.5        46.3              87           7.62";
	static const struct { const char *row, *name; bool cut; } last[] = {
		{ "Read       17.4 +/- 19.5        46.3              87            100", "A row that comes to its last column is whole", false },
		{ "Read       17.4 +/- 19.5        46.3              87            10", "A row that is one digit shorter is cut off", true },
		{ "Read       17.4 +/- 19.5        46.3              87            10\n", "A row whose line ends is whole", false },
		{ "Read       17.4 +/- 19.5        46.3*              87            10", "A mark does not make a row longer", true },
		{ "Read       17.4 +/- 19.5        46.3              87            10 *", "A mark behind the last figure says that it is whole", false },
		{ "Read       17.4 +/- 19.5        46.3              87            98.", "A row that ends behind a point is cut off", true },
	};
	struct row_ends ends = row_ends(before, before + strlen(before));
	struct heading h = { .columns = 0 };

	heading_default(&h, LOG_ALL);
	for (size_t i = 0; i < LENGTH(last); i++) {
		struct figures f = { .n = 0 };
		const char *end = figures_read(last[i].row + 4, &h, &f);

		ok(row_is_cut(&h, &f, last[i].row, end, &ends) == last[i].cut, "%s", last[i].name);
	}
}

int main(void)
{
	test_numbers();
	test_figures();
	test_row_set();
	test_widths();
	test_cut();
	return unit_end();
}
