/* SPDX-License-Identifier: GPL-2.0-or-later */
/* runs sorted into sides, their names and their blocks */
#include "lib/side.c"
#include "unit.h"
#include "logs.h"

#define LOG_OF(kernel, date, lines, row) \
	"Benchmarking kernel " kernel " at datestamp " date "\n" lines "\n" HEAD COLUMNS row "\n"
#define LOG(kernel, date, lines) LOG_OF(kernel, date, lines, ROW)

static struct side side[SIDES_MAX];
static size_t sides;

static void sort_text(const char *text)
{
	read_text(text);
	memset(side, 0, sizeof(side));
	sides = sides_sort(side, run, runs);
}

/* The kernels of the sides' first runs, and how many runs they have: "a2 b1". */
static void is_sorted(const char *wanted, const char *name)
{
	char got[200] = "";

	for (size_t i = 0; i < sides; i++)
		sprintf(got + strlen(got), "%s%s%zu", i ? " " : "", side[i].run[0]->kernel, side[i].runs);
	is(got, wanted, name);
}

static void test_sort(void)
{
	sort_text(LOG("b", "202601010001", "") LOG("a", "202601010002", "") LOG("b", "202601010003", ""));
	is_sorted("b2 a1", "Runs of one kernel are one side, and sides come as they were read");
	ok(side[0].letter == 'A' && side[1].letter == 'B', "Sides are called by letters in their order");
	sort_text(LOG("a", "202601010001", "Comment: x\n") LOG("a", "202601010002", "Comment: y\n"));
	is_sorted("a1 a1", "Another comment is another side");
	sort_text(LOG("a", "202601010001", "Task: nice 5\n") LOG("a", "202601010002", "Load: nice 5\n"));
	is_sorted("a1 a1", "Roles that are scheduled in another way are another side");
	sort_text(LOG("a", "202601010001", "Busy: 7 %\n") LOG("a", "202601010002", "Busy: 9 %\n"));
	is_sorted("a2", "What a run happened to meet makes no other side");
	sort_text(LOG("c", "202601010001", "Setting: 3 of 3, x\n") LOG("a", "202601010002", "Setting: 1 of 3, x\n")
		  LOG("b", "202601010003", "Setting: 2 of 3, x\n"));
	is_sorted("a1 b1 c1", "Settings come in the order given, not in that of their passes");
	sort_text(LOG("a", "202601010001", "") LOG("a", "202601010001", ""));
	is_sorted("a1", "A run that is quoted once more counts once");
#define FEW LOG_OF("a", "202601010001", "", "None        939 +/- 0         939               0              0")
	sort_text(FEW FEW);
	is_sorted("a2", "Passes of one minute whose few digits agree by chance are two runs");
	sort_text(LOG("a", "202601010001", "") "\nLoad     p50\nBurn     4\n\n"
		  LOG("a", "202601010001", "") "\nLoad     p50\nBurn     5\n\n");
	is_sorted("a2", "Runs that differ in a figure of -v are two");
}

static void test_blocks(void)
{
	size_t block[SIDE_RUNS_MAX];

	sort_text(LOG("a", "202601010001", "Boot: x\n") LOG("a", "202601010002", "Boot: y\n")
		  LOG("a", "202601010003", "Boot: x\n"));
	ok(side_number_blocks(&side[0], false, block) == 3 && block[0] == 0 && block[1] == 1 && block[2] == 2,
	   "Each run is a block");
	ok(side_number_blocks(&side[0], true, block) == 2 && block[0] == 0 && block[1] == 1 && block[2] == 0,
	   "Runs of one boot are one block where the boot is the block");
	ok(side_boots(&side[0]) == 2, "Boots are counted by their names");
	sort_text(LOG("a", "202601010001", "Boot: x\n") LOG("a", "202601010002", ""));
	ok(side_boots(&side[0]) == 0, "Boots are not known if one run does not tell");
	is(run_boot(side[0].run[1]), "a", "Where no boot is told, another kernel is another boot");
}

static void test_names(void)
{
	sort_text(LOG("a", "202601010001", "Comment: x\n") LOG("b", "202601010002", "") LOG("b", "202601010003", "Task: nice 5\n"));
	sides_describe(side, sides);
	is(side[0].name, "a x", "A side is called by its kernel and comment");
	is(side[1].name, "b", "The usual settings are not named");
	is(side[2].name, "b, task nice 5", "A setting that tells sides of one name apart is named");
	is(side[0].source, "text", "A side tells where it was read");
	ok(side[0].tables == 1 && side[0].rows == 1 && !side[0].voids && !side[0].notes.n, "Tables and rows are counted");
	sides_free(side, sides);
	sort_text("Benchmarking kernel a at datestamp 202601010001\n\n" HEAD COLUMNS
		  "Burn 17.4 +/- 19.5 46.3 187 7.62\nRing 17.4 +/- 19.5 46.3 187 7.62\nNone      skipped: no room\n");
	sides_describe(side, sides);
	ok(side[0].rows == 0 && side[0].voids == 3, "Rows without figures are counted apart");
	ok(side[0].notes.n == 1 && side[0].notes.note[0].subject == SIDE_UNREAD && side[0].notes.note[0].warns,
	   "Rows that were not read for one reason have one note");
	is(side[0].notes.note[0].text, "not read in A: Audio beside Burn, Ring: a per cent is above 100",
	   "The note names the rows and the reason");
	sides_free(side, sides);
}

static void test_within(void)
{
	sort_text(LOG("a", "202601010001", "Clock source: tsc\n") LOG("a", "202601010002", "Clock source: hpet\n"));
	sides_describe(side, sides);
	ok(side[0].notes.n == 1 && side[0].notes.note[0].subject == SIDE_WITHIN, "Runs that differ in the machine have a note");
	is(side[0].notes.note[0].text, "Clock source within A: tsc, then hpet", "The note tells both values");
	sides_free(side, sides);
	ok(!strcmp(fact_gap("x", "y", "z"), " ") && !strcmp(fact_gap("CPU", "1234567890123456789012345678901", "1234567890123456789012345678901"), "\n"),
	   "Values that one line has no room for are told on two");
	ok(fact_same("Memory", "1000 MB RAM", "990 MB RAM") && !fact_same("Memory", "1000 MB RAM", "970 MB RAM") &&
	   !fact_same("CPU", "1000", "990"), "Memory that differs by 2 per cent is the same, and nothing else is");
}

static bool choose(const char *list, const char *letters)
{
	struct notes notes = { .n = 0 };
	char got[SIDES_MAX + 1] = "";
	bool good;

	sort_text(LOG("a", "202601010001", "") LOG("b", "202601010002", "") LOG("c", "202601010003", "") LOG("c", "202601010004", "Comment: c\n"));
	good = sides_choose(&notes, side, &sides, list);
	for (size_t i = 0; good && i < sides; i++)
		got[i] = side[i].letter;
	if (good && notes.n)
		printf("# %s\n", notes.note[0].text);
	good &= sides == 4 ? !notes.n : notes.n == 1 && notes.note[0].subject == SIDE_LEFT_OUT;
	notes_free(&notes);
	return good && letters ? !strcmp(got, letters) : good;
}

static void test_choose(void)
{
	if (!freopen("/dev/null", "w", stderr))		/* each refusal has a message */
		return;
	ok(choose("C,a", "CA"), "Sides are chosen by letters, of either case, the baseline first");
	ok(choose("b,a,d,c", "BADC"), "Letters go before names");
	ok(!choose("A", NULL), "One side is too few");
	ok(!choose("A,E", NULL), "A letter that is no side's is refused");
	ok(!choose("A,B,A", NULL), "A side named twice is refused");
	ok(!choose("A,", NULL), "One side with a comma behind it is too few");
}

int main(void)
{
	test_sort();
	test_blocks();
	test_names();
	test_within();
	test_choose();
	forget();
	return unit_end();
}
