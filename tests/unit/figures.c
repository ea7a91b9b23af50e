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
	};
	static const char *const bad[] = { "", "x", "-1", "1x", "1.2.3", "07:32", ".", "inf",
					   "2.6.13-rc1", "0x10", "1e+999" };
	struct figure f;

	for (size_t i = 0; i < LENGTH(good); i++) {
		const char *s = good[i].text;

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
	};

	for (size_t i = 0; i < LENGTH(row); i++) {
		struct figures f;
		const char *end, *why = figures_of(row[i].text, &f, &end);

		ok(f.n == row[i].n, "As many figures are taken as are a row's:%s", row[i].text);
		is(end, row[i].rest, "They end where the row does");
		is(why ? why : "", row[i].why ? row[i].why : "", "What cannot be right is said");
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
	test_cut();
	return unit_end();
}
