/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_compare - the reader, the permutation test and the verdict, on known answers
 */
#include "unit.h"

/*
 * Reader
 */

static struct run *run;
static size_t runs;

static void forget(void)
{
	for (size_t i = 0; i < runs; i++)
		run_free(&run[i]);
	free(run);
	run = NULL;
	runs = 0;
}

static void read_whole(char *text)
{
	struct runs found = { .n = 0 };

	log_read(&found, &log_names, "text", text);
	run = found.run;
	runs = found.n;
}

static void read_text(const char *text)
{
	char *copy = xstrdup(text);

	forget();
	read_whole(copy);
	free(copy);
}

static size_t all_tables(void)
{
	size_t n = 0;

	for (size_t i = 0; i < runs; i++)
		n += run[i].tables;
	return n;
}

static size_t all_rows(void)
{
	size_t n = 0;

	for (size_t i = 0; i < runs; i++)
		for (size_t t = 0; t < run[i].tables; t++)
			n += run[i].table[t].rows;
	return n;
}

/* Exactly one row, with these figures; NAN matches NAN. */
static bool one_row(const char *load, double mean, double sd, double max, double cpu, double met)
{
	const double want[] = { mean, sd, max, cpu, met };
	const struct row *row;

	if (runs != 1 || all_rows() != 1)
		return false;
	row = run[0].table[0].row;
	for (int i = 0; i < 5; i++) {
		const struct figure *f = i == 0 ? &row->mean : i == 1 ? &row->sd :
					 i == 2 ? &row->max : i == 3 ? &row->cpu : &row->met;

		if (isnan(want[i]) ? !isnan(f->value) : !near(f->value, want[i]))
			return false;
	}
	return !strcmp(row->load, load);
}

#define HEAD "--- Benchmarking simulated cpu of Audio in the presence of simulated ---\n"
#define COLUMNS "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met\n"
#define ROW "Burn       17.4 +/- 19.5        46.3              87           7.62\n"
#define KERNEL "Benchmarking kernel 6.1 at datestamp 202601020304\n"

static void test_numbers(void)
{
	static const struct { const char *text; double value, resolution; const char *rest; } good[] = {
		{ "17.4 x", 17.4, 0.1, " x" }, { "0.00173", 0.00173, 0.00001, "" },
		{ "306004*", 306004, 1, "*" }, { "100%", 100, 1, "%" },
		{ "1.2e+03", 1200, 100, "" }, { "4.6e-05", 4.6e-5, 1e-6, "" }, { "96.", 96, 1, "." },
	};
	static const char *const bad[] = { "", "x", "-1", "1x", "1.2.3", "07:32", ".5", "inf",
					   "2.6.13-rc1", "0x10", "1e+999" };
	struct figure f;

	for (size_t i = 0; i < LENGTH(good); i++) {
		const char *s = good[i].text;

		ok(log_number(&s, &f) && near(f.value, good[i].value) &&
		   near(f.resolution, good[i].resolution) && !strcmp(s, good[i].rest),
		   "number %s", good[i].text);
	}
	for (size_t i = 0; i < LENGTH(bad); i++) {
		const char *s = bad[i];

		ok((!log_number(&s, &f) && s == bad[i]) || *s == ':', "no number: %s", bad[i]);
	}
	for (const char *s = "nan -nan NaN"; *s; s += *s == ' ')
		ok(log_number(&s, &f) && isnan(f.value), "nan");
}

/* The same table, as mail and web have it. */
static void test_rows(void)
{
	static const struct { const char *what, *text; } same[] = {
		{ "plain", HEAD COLUMNS ROW },
		{ "tabs", HEAD COLUMNS "Burn\t   17.4 +/- 19.5       46.3\t\t  87\t       7.62\n" },
		{ "single blanks", HEAD COLUMNS "Burn 17.4 +/- 19.5 46.3 87 7.62\n" },
		{ "no blanks around +/-", HEAD COLUMNS "Burn 17.4+/-19.5 46.3 87 7.62\n" },
		{ "marks", HEAD COLUMNS "Burn 17.4 +/- 19.5 46.3 *\t87* (7.62) <- see 5\n" },
		{ "first table", "--- Benchmarking Audio in the presence of loads ---\n"
		  "\tLatency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met\n" ROW },
		{ "header joined at its end", "--- Benchmarking simulated cpu of Audio in the presence "
		  "of simulated---\n" COLUMNS ROW },
		{ "header wrapped", "--- Benchmarking simulated cpu of Audio in the\npresence of\n"
		  "simulated ---\n" COLUMNS ROW },
		{ "header's dashes wrapped", "--- Benchmarking simulated cpu of Audio in the presence of "
		  "simulated\n---\n" COLUMNS ROW },
		{ "column names wrapped", HEAD "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU\n"
		  "% Deadlines Met\n" ROW },
		{ "row wrapped", HEAD COLUMNS "Burn       17.4 +/- 19.5        46.3              87\n7.62\n" },
		{ "row wrapped twice", HEAD COLUMNS "Burn\n17.4 +/- 19.5 46.3\n\n87 7.62\n" },
		{ "no column names", HEAD ROW },
		{ "no end of the header", "--- Benchmarking Audio in the presence of loads\n" ROW },
		{ "quoted", "> " HEAD "> " COLUMNS "> " ROW },
		{ "quoted and wrapped", ">> --- Benchmarking simulated cpu of Audio in the presence of\n"
		  "> > simulated ---\njoe> | " COLUMNS "joe> " ROW },
		{ "CRLF", "--- Benchmarking Audio in the presence of loads ---\r\n"
		  "Burn 17.4 +/- 19.5 46.3 87 7.62\r\n" },
		{ "old Mac", "--- Benchmarking Audio in the presence of loads ---\r"
		  "Burn 17.4 +/- 19.5 46.3 87 7.62\r" },
		{ "HTML", "<p>x<pre>" HEAD COLUMNS "<b>Burn</b> 17.4 &plusmn; 19.5&nbsp;46.3<td>87&#32;"
		  "7.62</pre>" },
		{ "HTML table", HEAD "<table><tr><td>Burn</td>\n<td>17.4 &#43;/&#x2d; 19.5</td>\n<td>46.3</td>\n"
		  "<td>87</td>\n<td>7.62</td></tr>" },
		{ "line breaks of HTML", "--- Benchmarking Audio in the presence of loads ---<br>"
		  "Burn 17.4 +/- 19.5 46.3 87 7.62<br/>" },
		{ "quoted-printable", "--- Benchmarking simulated cpu of Audio in the presence =\n"
		  "of simulated ---\nBurn=20=20 17.4 =2B/- 19.5 46.3 87 7.6=\r\n2\n" },
		{ "UTF-8", HEAD "Burn\xc2\xa0 17.4 \xc2\xb1 19.5\xe2\x80\xaf" "46.3 87 7.62\n" },
		{ "UTF-8 dashes", "\xe2\x80\x94 Benchmarking Audio in the presence of loads \xe2\x80\x94\n" ROW },
		{ "Latin-1", HEAD "Burn\xa0\xa0" "17.4 \xb1 19.5 46.3 87 7.62\n" },
		{ "Latin-1 controls", HEAD "Burn \x9b" "17.4 \xb1 19.5\x85" "46.3 87 7.62\n" },
		{ "byte order mark", "\xef\xbb\xbf" HEAD ROW },
		{ "second column line in another table", HEAD COLUMNS ROW "\nLoad    p50   p90\n"
		  "None 1 +/- 2 3 4 5\n" },
		{ "quoted again", HEAD COLUMNS ROW "\nas you say:\n> Burn 1 +/- 2 3 4 5\n" },
		{ "summary below", HEAD COLUMNS ROW "\nSummary:\n\tDeadlines\tMax\nAudio \t1\t1\t1\t1\n" },
		{ "prose below", HEAD COLUMNS ROW "\nBurn 17.4 +/- 19.5 is bad.\nWrite is 3 to 5 times 7 8 9\n" },
		{ "diff below", HEAD COLUMNS ROW "--- a/b\t2005-08-18\n+++ a/b\n@@ -64,8 +64,8 @@ int x = 0;\n"
		  "-None 1 +/- 2 3 4 5\n+Read 1 +/- 2 3 4 5\n" },
		{ "+/- in wrong places", HEAD COLUMNS ROW "Read 1 +/- 2 +/- 3 4 5\nWrite 1 2 +/- 3 4 5\n"
		  "X +/- 1 2 3 4 5\nRing 1 2 3 4 5\n" },
		{ "histogram below", HEAD COLUMNS ROW "  1-2 ms  ##### 12\n  Burn    #### 1 2 3 4\n" },
	};

	for (size_t i = 0; i < LENGTH(same); i++) {
		read_text(same[i].text);
		ok(one_row("Burn", 17.4, 19.5, 46.3, 87, 7.62), "row: %s", same[i].what);
	}
}

/* What mails, forums, journals and programs that print a log put around the lines. */
static void test_wrappings(void)
{
#define TITLE "--- Benchmarking simulated cpu of Audio in the presence of simulated ---"
#define NAMES "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met"
#define LINE "Burn       17.4 +/- 19.5        46.3              87           7.62"
	static const struct { const char *what, *text; } same[] = {
		{ "[code]", "[code]" TITLE "\n" NAMES "\n" LINE "[/code]\n" },
		{ "[code] and no end", "[code]" TITLE "\n" NAMES "\n" LINE "\n" },
		{ "[CODE=text] and [b]", "[CODE=text]" TITLE "\n" NAMES "\n[b]Burn[/b] 17.4 +/- 19.5 [i]46.3[/i] 87 7.62\n[/CODE]\n" },
		{ "[quote=joe]", "[quote=\"joe\"]" TITLE "\n" NAMES "\n" LINE "\n[/quote]\n" },
		{ "backticks", "```" TITLE "\n" NAMES "\n" LINE "\n```\n" },
		{ "a backtick on each line", "`" TITLE "`\n`" NAMES "`\n`" LINE "`\n" },
		{ "<pre> and no end", "<pre>" TITLE "\n" NAMES "\n" LINE "\n" },
		{ "Code:", "Code: " TITLE "\n" NAMES "\n" LINE "\n" },
		{ "Code: on a line", "Code:\n" TITLE "\n" NAMES "\n" LINE "\n" },
		{ "* for a list", "* " TITLE "\n" NAMES "\n" LINE "\n" },
		{ "- for a list, on each line", "- " TITLE "\n- " NAMES "\n- " LINE "\n" },
		{ "1. for a list", "1. " TITLE "\n   " NAMES "\n   " LINE "\n" },
		{ "a bullet", "\xe2\x80\xa2 " TITLE "\n" NAMES "\n" LINE "\n" },
		{ "bold", "**" TITLE "**\n" NAMES "\n" LINE "\n" },
		{ "a heading of markdown", "### " TITLE "\n" NAMES "\n" LINE "\n" },
		{ "a table of markdown", "| " TITLE " |\n| Load | Latency +/- SD (ms) | Max Latency | % Desired CPU | "
		  "% Deadlines Met |\n| Burn | 17.4 +/- 19.5 | 46.3 | 87 | 7.62 |\n" },
		{ "words", "Here it is: " TITLE "\n" NAMES "\n" LINE "\n" },
		{ "quote marks of another mailer", "} " TITLE "\n} " NAMES "\n} " LINE "\n" },
		{ "quotes in quotes", "> joe> | > " TITLE "\n> joe> | > " NAMES "\n> joe> | > " LINE "\n" },
		{ "a quoted list in [code]", "> * [code]" TITLE "\n> " NAMES "\n> " LINE "\n> [/code]\n" },
		{ "journal", "Dec  9 05:00:01 host x[471]: " TITLE "\nDec  9 05:00:01 host x[471]: " NAMES
		  "\nDec 10 00:00:01 host x[4711]: " LINE "\n" },
		{ "journal at the end of a month", "Nov 30 23:59:59 host x[1]: " TITLE "\nNov 30 23:59:59 host x[1]: " NAMES
		  "\nDec 01 00:00:01 host x[1]: " LINE "\n" },
		{ "journal with others' lines", "Dec 02 05:00:01 host x[1]: " TITLE "\nDec 02 05:00:01 host kernel: eth0 up\n"
		  "Dec 02 05:00:01 host x[1]: " NAMES "\nDec 02 05:00:01 host x[1]:\nDec 02 05:00:01 host x[1]: " LINE "\n" },
		{ "quoted journal", "> Dec 02 05:00:01 host x: " TITLE "\n> Dec 02 05:00:02 host x: " NAMES
		  "\n> Dec 02 05:00:03 host x: " LINE "\n" },
		{ "ISO stamps", "2026-12-02T05:28:30.1Z " TITLE "\n2026-12-02T05:28:30.12Z " NAMES
		  "\n2026-12-02T05:28:31Z " "\n2026-12-02T05:28:31.9Z " LINE "\n" },
		{ "dmesg", "[    1.5] " TITLE "\n[   12.345] " NAMES "\n[12345.678] " LINE "\n" },
		{ "grep", "6.1.log:" TITLE "\n6.1.log:" NAMES "\n6.1.log:" LINE "\n" },
		{ "grep -n -A", "a-b.log:12:" TITLE "\na-b.log-13-" NAMES "\na-b.log-14-" LINE "\n" },
		{ "cat -n", "     9\t" TITLE "\n    10\t" NAMES "\n    11\t" LINE "\n" },
		{ "a container's name", "bench-1  | " TITLE "\nbench-1  | " NAMES "\nbench-1  | " LINE "\n" },
		{ "a patch", "+" TITLE "\n+" NAMES "\n+" LINE "\n" },
		{ "colours of a terminal", "\033[1m" TITLE "\033[0m\n" NAMES "\nBurn 17.4 +/- 19.5 \033[31m46.3\033[0m 87 7.62\n" },
		{ "decimal commas", TITLE "\n" NAMES "\nBurn       17,4 +/- 19,5        46,3              87           7,62\n" },
		{ "quoted-printable, soft ends only", TITLE "\n" NAMES "\nBurn       17.4 +/- 19.5        46.3              87           =\n"
		  "7.62\n" },
		{ "quoted-printable in small letters", "=2d-- Benchmarking Audio in the presence of loads =2d--\n" LINE "\n" },
		{ "quoted-printable, blanks at ends only", TITLE "=20\n" NAMES "=20\n" LINE "=20\n" },
		{ "quoted-printable, quoted", "> =2D-- Benchmarking simulated cpu of Audio in the presence of simulate=\nd ---=20\n"
		  "> " NAMES "\n> " LINE "\n" },
		{ "quoted-printable below a header", "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
		  "Content-Transfer-Encoding: quoted-printable\n\n" TITLE "\n" NAMES "\nBurn       17.4 +/- 19.5        46.3   =\n"
		  "           87           7.62\n" },
		{ "names in small letters", TITLE "\nload  latency +/- sd (ms)  max latency  desired cpu  deadlines met\n" LINE "\n" },
		{ "columns in another order", TITLE "\nLoad  Max Latency  % Deadlines Met  Latency +/- SD (ms)  % Desired CPU\n"
		  "Burn  46.3  7.62  17.4 +/- 19.5  87\n" },
		{ "mean, SD and maximum by name", TITLE "\nLoad  Mean  SD  Max [us]  Desired CPU  Deadlines\n"
		  "Burn  17400  19500  46300  87  7.62\n" },
		{ "a median to be ignored", TITLE "\nLoad Latency +/- SD (ms) Median Max Latency % Desired CPU % Deadlines Met\n"
		  "Burn 17.4 +/- 19.5 11.1 46.3 87 7.62\n" },
		{ "a footnote", TITLE "\n" NAMES "\n" LINE " [1]\n" },
	};

	for (size_t i = 0; i < LENGTH(same); i++) {
		read_text(same[i].text);
		ok(one_row("Burn", 17.4, 19.5, 46.3, 87, 7.62) && !*run[0].table[0].row[0].reason,
		   "A row is read within its wrapping: %s", same[i].what);
	}
}

/* Rows that cannot be right have no figures, and say so. */
static void test_unread(void)
{
	static const struct { const char *what, *text; } bad[] = {
		{ "568 % of CPU", HEAD COLUMNS "Burn 67.3 +/- 69.9 70.1 568 45.6\n" },
		{ "101 % of deadlines", HEAD COLUMNS "Burn 67.3 +/- 69.9 70.1 56 101\n" },
		{ "maximum below mean", HEAD COLUMNS "Burn 67.3 +/- 69.9 0.12 56.8 45.6\n" },
		{ "a figure too many", HEAD COLUMNS "Burn 11.7 +/- 11.7 18.1 89.6 62.7   12.5\n" },
		{ "thousands", HEAD COLUMNS "Burn 11.7 +/- 11.7 1,815 89.6 62.7\n" },
		{ "thousands or decimals", HEAD COLUMNS "Burn 1 +/- 1 1,815 100 100\n" },
		{ "decimals that make no sense", HEAD COLUMNS "Burn 3 +/- 0,262 1,815 100 100\n" },
		{ "thousands by apostrophes", HEAD COLUMNS "Burn 11.7 +/- 11.7 1'815 89.6 62.7\n" },
		{ "thousands by blanks", HEAD COLUMNS "Burn 11.7 +/- 11.7 1 815 89.6 62.7\n" },
		{ "thousands and decimals", HEAD COLUMNS "Burn 11.7 +/- 11.7 1,815.5 89.6 62.7\n" },
		{ "a negative figure", HEAD COLUMNS "Burn 11.7 +/- 11.7 -18.1 89.6 62.7\n" },
		{ "a column that nobody knows", HEAD "Load Latency +/- SD (ms) Jitter Max Latency\nBurn 1 +/- 2 3 4\n" },
		{ "German names", HEAD "Last    Latenz +/- SD (ms)  Max. Latenz   % CPU  % Fristen\nBurn 1 +/- 2 3 4 5\n" },
		{ "figures run into each other", HEAD "Load Latency +/- SD median max [us] Desired CPU Deadlines met [%]\n"
		  "Burn 965.6 +/- 1884.3 2311441\n" },
		{ "one per cent of two", HEAD "Load Latency +/- SD median max [us] Desired CPU Deadlines met [%]\n"
		  "Burn 965.6 +/- 1884.3 23 11441 99\n" },
	};

	for (size_t i = 0; i < LENGTH(bad); i++) {
		read_text(bad[i].text);
		ok(one_row("Burn", NAN, NAN, NAN, NAN, NAN) &&
		   !strncmp(run[0].table[0].row[0].reason, LOG_NOT_READ, strlen(LOG_NOT_READ)),
		   "A row that cannot be right is named, not read: %s", bad[i].what);
	}
	read_text(HEAD "Load Latency +/- SD median max [us] Desired CPU Deadlines met [%]\n"
		  "None  220.3 +/- 324.92   100 2729 \n");
	ok(one_row("None", 0.2203, 0.32492, 2.729, 100, 100) && !run[0].table[0].real_time,
	   "Per cents that a fork leaves out are 100, and us by a name alone is no real time");
	read_text("--- Benchmarking simulated cpu of X in the presence of simulated ---\n" COLUMNS ROW
		  "[code]--- Benchmarking simulated cpu of Audio in the presence of simulated ---\n" COLUMNS "X 1 +/- 2 10 100 100\n");
	ok(runs == 1 && run[0].tables == 2 && run[0].table[0].rows == 1 && run[0].table[1].rows == 1,
	   "Rows belong to the last title, whatever stands before it");
}

/* A '=' that is an assignment or a comparison stays. */
static void test_plain_equals(void)
{
	static const char *const plain[] = {
		"HZ=1000 and vm.swappiness=20", "vm.swappiness=20", "a==b", "CONFIG_HZ=", "x=3", "=>", "PATH=AB", "5=20a",
	};
	char text[400], got[400];

	for (size_t i = 0; i < LENGTH(plain); i++) {
		snprintf(text, sizeof(text), KERNEL "Comment: %s\n" HEAD ROW, plain[i]);
		read_text(text);
		snprintf(got, sizeof(got), "An assignment is not taken for quoted-printable: %s", plain[i]);
		is(runs == 1 ? run[0].comment : "", plain[i], got);
	}
	read_text("HZ=1000\nLDFLAGS=\nx=20\n\n" KERNEL "Comment: a long line of prose that mail had to wrap at about seventy col=\numns\n"
		  HEAD ROW);
	is(runs == 1 ? run[0].comment : "", "a long line of prose that mail had to wrap at about seventy columns",
	   "A wrapped line is mended beside assignments");
}

/* The last row of a text that ends without an end of line. */
static void test_whole_last_row(void)
{
	read_text("--- Benchmarking simulated cpu of Gaming in the presence of simulated ---\n"
		  "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU\n"
		  "Burn       48.7 +/- 37.1         142            67.2");
	ok(one_row("Burn", 48.7, 37.1, 142, 67.2, NAN), "A whole last row of Gaming is read");
	read_text("--- Benchmarking simulated cpu of Wakeup in the presence of simulated ---\n"
		  "Load    Latency +/- SD (ms)  Max Latency\n"
		  "Burn     0.0119 +/- 0.0042     0.907");
	ok(one_row("Burn", 0.0119, 0.0042, 0.907, NAN, NAN), "A whole last row of Wakeup is read");
	read_text("--- Benchmarking simulated cpu of Wakeup in the presence of simulated ---\n"
		  "Load    Latency +/- SD (ms)  Max Latency\n"
		  "Burn     0.0119 +/- 0.0042     0.9");
	ok(runs == 1 && !strcmp(run[0].table[0].row[0].reason, "cut off"), "One that is cut off is not");
	read_text(HEAD COLUMNS "Compile\t  0.495 +/- 0.495         45\t\t 100\t         96\n"
		  "Burn\t   17.4 +/- 19.5        46.3\t\t  87\t       7.62");
	ok(runs == 1 && all_rows() == 2 && near(run[0].table[0].row[1].met.value, 7.62),
	   "A last row with tabs is as whole as the one before is long");
	read_text(HEAD COLUMNS "Compile    48.7 +/- 37.1       142            67.2           98.3\n"
		  "Burn       48.7 +/- 37.1       142            67.2           98");
	ok(runs == 1 && !strcmp(run[0].table[0].row[1].reason, "cut off"),
	   "One that is shorter than the one before is cut off");
}

static void test_columns(void)
{
	read_text("--- Benchmarking simulated cpu of Video real time in the presence of simulated ---\n"
		  "Load    Latency +/- SD (us)  Max Latency   % Desired CPU  % Deadlines Met\n"
		  "None\t  6.0 +/- 6.5       10.0\t 100\t        100\n");
	ok(one_row("None", 0.006, 0.0065, 0.01, 100, 100) && run[0].table[0].real_time, "(us) becomes ms");
	ok(near(run[0].table[0].row[0].max.resolution, 1e-4), "and its resolution");
	read_text("--- Benchmarking X real time in the presence of loads ---\nNone 1000 +/- 2000 3000 4 5\n");
	ok(one_row("None", 1, 2, 3, 4, 5), "real time without column names is us");
	read_text("--- Benchmarking simulated cpu of Gaming in the presence of simulated---\n"
		  "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU\n"
		  "None       2.44 +/- nan         48.6            98.7\n");
	ok(one_row("None", 2.44, NAN, 48.6, 98.7, NAN) && run[0].table[0].no_deadlines,
	   "Gaming: no deadlines, SD nan");
	read_text("--- Benchmarking simulated cpu of Pipe in the presence of simulated ---\n"
		  "Load    Latency +/- SD (ms)  Max Latency\n"
		  "None     0.0119 +/- 0.0042     0.907\nBurn 1 +/- 2\n7\n\n"
		  "Load     ops_per_s us_per_op\nNone 84000 11.9\n");
	ok(runs == 1 && all_rows() == 2 && run[0].table[0].no_cpu && run[0].table[0].no_deadlines &&
	   near(run[0].table[0].row[0].max.value, 0.907) && near(run[0].table[0].row[1].max.value, 7) &&
	   isnan(run[0].table[0].row[1].cpu.value), "Pipe: latency and maximum only");
	read_text("--- Benchmarking Wakeup in the presence of loads ---\nNone 1 +/- 2 3\n");
	ok(one_row("None", 1, 2, 3, NAN, NAN), "nor without the names of columns");
	read_text("--- Benchmarking Hog in the presence of loads ---\nNone 1 +/- 2 3 4\n");
	ok(one_row("None", 1, 2, 3, 4, NAN) && !run[0].table[0].no_cpu, "Hog: no deadlines");
	read_text(HEAD "Load  Latency +/- SD (ms)  % Deadlines Met\nNone 1 +/- 2 99\n");
	ok(one_row("None", 1, 2, NAN, NAN, 99), "columns left out");
	read_text(HEAD COLUMNS "None 1 +/- 2 3 4\nBurn 1 +/- 2 3\nX 1 +/- 2\n");
	ok(all_rows() == 2 && isnan(run[0].table[0].row[0].met.value) &&
	   isnan(run[0].table[0].row[1].cpu.value), "figures missing at the end of a row");
	read_text("--- Benchmarking simulated cpu of X nice -10 in the presence of simulated nice 5 ---\n" ROW);
	ok(runs == 1 && run[0].table[0].nice == -10 && run[0].table[0].load_nice == 5 &&
	   !strcmp(run[0].table[0].bench, "X"), "nice of task and load");
	read_text(HEAD COLUMNS "Write     skipped: 8 MB free, 16 MB needed\n" ROW
		  "Read      load died: signal 9\n! a single sample in None\n\nVideo  is not, this is prose\n");
	ok(all_rows() == 3 && !strcmp(run[0].table[0].row[0].reason, "skipped: 8 MB free, 16 MB needed") &&
	   isnan(run[0].table[0].row[0].max.value), "a row without figures says why");
	ok(all_rows() == 3 && !strcmp(run[0].table[0].row[2].reason, "load died: signal 9"), "and the next");
}

static void test_runs(void)
{
	read_text("Load set to 12 processors\n\nUsing 4008580 loops per ms, running every load for 30\n"
		  "seconds\n" KERNEL "Comment: with: colons\nKernel: #1 SMP\nBoot: 9b1c\n\n"
		  HEAD COLUMNS ROW "Clock: below a table\n");
	ok(runs == 1 && run[0].processors == 12 && run[0].loops_per_ms == 4008580 &&
	   near(run[0].seconds, 30) && !run[0].cpu_time && !strcmp(run[0].kernel, "6.1") &&
	   !strcmp(run[0].date, "202601020304") && !strcmp(run[0].comment, "with: colons"), "header");
	ok(runs == 1 && run[0].facts == 2 && !strcmp(run_fact(&run[0], "Boot"), "9b1c") &&
	   !strcmp(run_fact(&run[0], "Kernel"), "#1 SMP"), "facts");
	read_text(KERNEL "Comment: a <b> and c=20\n" HEAD ROW KERNEL "Comment: a <c> and c=10\n" HEAD ROW);
	ok(runs == 2 && !strcmp(run[0].comment, "a <b> and c=20") && !strcmp(run[1].comment, "a <c> and c=10"),
	   "what looks like a tag or like quoted-printable, in plain text");
	read_text(KERNEL "Comment: a long one that mail has\nwrapped, b\nBoot: 9b1c\n" HEAD ROW);
	ok(runs == 1 && !strcmp(run[0].comment, "a long one that mail has wrapped, b") && run[0].facts == 1,
	   "a comment that was wrapped");
	read_text(KERNEL "Comment: c\n" HEAD ROW "\nWakeup latencies of Audio beside Burn, ms\n<= 1 3 \n"
		  "#####\n<= 2 0\n\n" KERNEL "Comment: c\n" HEAD ROW);
	ok(runs == 2 && !*run[0].title && !*run[1].title, "a bar that was wrapped is no title");
	read_text(KERNEL "Comment: c\n" HEAD ROW "\nLoad  samples p50\n\nBurn 35757 27.9\n\n" KERNEL "Comment: c\n" HEAD ROW);
	ok(runs == 2 && !*run[0].title && !*run[1].title, "nor is a row of -v, where every line is a paragraph");
	read_text("<i></i>\n" KERNEL "Comment: c<br>\n" HEAD ROW "<br>\nLoad  samples<br>\n? 1<br>\n" KERNEL HEAD ROW);
	ok(runs == 2 && !*run[1].title, "a <br> at the end of a line is one end");
	read_text(KERNEL "Comment: \xff\x9b" "2J \xc3\x9b\n" HEAD ROW);
	ok(runs == 1 && !strcmp(run[0].comment, "\xff 2J \xc3\x9b"), "a control behind no letter, and a letter");
	read_text(KERNEL HEAD COLUMNS ROW "\nLoad  p50\nNote: this is below a table\n");
	ok(runs == 1 && run[0].facts == 0, "no facts below a table");
	read_text("Using cpu time, running every load for 0.2 seconds\n" KERNEL HEAD ROW);
	ok(runs == 1 && run[0].cpu_time && near(run[0].seconds, 0.2), "cpu time");
	read_text("my title\n\n" KERNEL HEAD ROW KERNEL HEAD ROW "\nother:\n\n" KERNEL HEAD ROW);
	ok(runs == 3 && !strcmp(run[0].title, "my title") && !strcmp(run[1].title, "my title") &&
	   !strcmp(run[2].title, "other"), "titles; a repeat has that of the run before");
	read_text(KERNEL HEAD COLUMNS ROW "\nLoad   p50\nBurn    1\n\nWakeup latencies of Audio beside Burn, ms\n"
		  "<=     0.02        12 ####\n<=     0.05        12 ####\n\n" KERNEL HEAD COLUMNS ROW);
	ok(runs == 2 && !*run[1].title, "details and histograms are no titles");
	read_text(KERNEL HEAD ROW "\nas you see:\n\n--- Benchmarking X in the presence of loads ---\n" ROW);
	ok(runs == 1 && run[0].tables == 2 && !*run[0].title, "below a kernel line, text is a remark");
	read_text("HZ=1000:\n" HEAD ROW "\nHZ=250:\n--- Benchmarking X in the presence of loads ---\n" ROW);
	ok(runs == 2 && !strcmp(run[0].title, "HZ=1000") && !strcmp(run[1].title, "HZ=250"),
	   "without a kernel line, text begins a run");
	read_text("first\nsecond\nthird\n\n-------\n\n" HEAD ROW);
	ok(runs == 1 && !strcmp(run[0].title, "second third"), "the last two lines of the paragraph");
	read_text(KERNEL HEAD ROW HEAD ROW);
	ok(runs == 2 && !strcmp(run[1].kernel, "6.1"), "the same task again begins a run");
	read_text("Using 1 loops per ms, running every load for 1 seconds\n" KERNEL
		  "Load set to 2 processors\n" KERNEL HEAD ROW);
	ok(runs == 1 && run[0].processors == 2 && !run[0].loops_per_ms, "a run without tables is none");
	read_text("Benchmarking kernel performance is hard\n\n--- Benchmarking hard ---\n" ROW);
	ok(runs == 0, "prose is no run");
	read_text("");
	ok(runs == 0, "nothing");
	forget();
}

/*
 * Permutation test
 */

/* A question: runs of both sides, the first a of them side A's. */
struct question {
	size_t runs, a, cells;
	const double *value;	/* [run * cells + cell], NAN: missing */
	const double *floor;	/* of each cell's SD */
};

/* The cells of a question, their values to be freed; the answers go to p. */
static double *ask(const struct question *q, struct perm_cell *cell, double *p)
{
	double *value = xrealloc(NULL, q->runs * q->cells * sizeof(*value));

	for (size_t c = 0; c < q->cells; c++) {
		cell[c] = (struct perm_cell){ .value = value + c * q->runs, .floor = q->floor[c], .p = &p[c] };
		for (size_t r = 0; r < q->runs; r++)
			cell[c].value[r] = q->value[r * q->cells + c];
	}
	return value;
}

static void maxt(const struct question *q, double *p)
{
	struct perm_cell cell[62];
	double *value = ask(q, cell, p);

	perm_maxt(cell, q->cells, q->runs, q->a);
	free(value);
}

/* Each cell's |t| with the labels as they are. */
static void observed(const struct question *q, double *t)
{
	const size_t sides[] = { 0, 1, 2, 3, 4 };
	struct perm_cell cell[62];
	double *value = ask(q, cell, t);

	for (size_t c = 0; c < q->cells; c++) {
		perm_centre(&cell[c], q->runs);
		t[c] = perm_t(&cell[c], sides, q->a);
	}
	free(value);
}

/*
 * Two cells, two runs a side: six labelings, of which each and its mirror image have the
 * same |t|, so three to work out. n - 2 = 2 degrees of freedom; the factor
 * 1/2 + 1/2 of the squared error is 1: |t| = |mean A - mean B| / sqrt(SS within / 2).
 *
 *	cell 1: A 0 2, B 6 8		cell 2: A 1 3, B 2 6
 *	{0 2|6 8}  6/sqrt(4/2)  = 4.243		{1 3|2 6}  2/sqrt(10/2)   = 0.894
 *	{0 6|2 8}  2/sqrt(36/2) = 0.471		{1 2|3 6}  3/sqrt(5/2)    = 1.897
 *	{0 8|2 6}  0            = 0		{1 6|3 2}  1/sqrt(13/2)   = 0.392
 *
 * Cell 1 has the larger t. Its 4.243 against the row maxima 4.243, 1.897, 0.392: 2 of 6.
 * Cell 2's 0.894 against 0.894, 1.897, 0.392: 4 of 6.
 *
 * With cell 2': A 0 6, B 2 8 (cell 1 in another order) |t| = 0.471, 4.243, 0. The maxima
 * with cell 1 are 4.243, 4.243, 0: cell 1 has 4 of 6, and so has cell 2' (0.471, 4.243, 0
 * against 0.471: 4 of 6).
 *
 * Monotone: cell 3: A 0 3, B 1 6 (2/sqrt(17/2) = 0.686, {0 1|3 6} 4/sqrt(5/2) = 2.530,
 * {0 6|1 3} 1/sqrt(20/2) = 0.316) and cell 4: A 0 2, B 3 6 with a floor of 10, which makes
 * its |t| the differences over 10: 0.35, 0.25, 0.05. Cell 3's 0.686 against 0.686, 2.530,
 * 0.316: 4 of 6. Cell 4's 0.35 against 0.35, 0.25, 0.05: 2 of 6, but not less
 * than a cell with a larger t: 4 of 6.
 */
static void test_perm_hand(void)
{
	static const double two[] = { 0, 1,  2, 3,  6, 2,  8, 6 };
	static const double mirror[] = { 0, 0,  2, 6,  6, 2,  8, 8 };
	static const double monotone[] = { 0, 0,  3, 2,  1, 3,  6, 6 };
	static const double floor[2] = { 0 }, ten[2] = { 0, 10 };
	double p[2];

	maxt(&(struct question){ 4, 2, 2, two, floor }, p);
	ok(near(p[0], 2 / 6.0) && near(p[1], 4 / 6.0), "six labelings by hand: %g %g", p[0], p[1]);
	maxt(&(struct question){ 4, 2, 2, mirror, floor }, p);
	ok(near(p[0], 4 / 6.0) && near(p[1], 4 / 6.0), "another cell's maximum counts: %g %g", p[0], p[1]);
	maxt(&(struct question){ 4, 2, 2, monotone, ten }, p);
	ok(near(p[0], 4 / 6.0) && near(p[1], 4 / 6.0), "no p below that of a larger t: %g %g", p[0], p[1]);
}

/*
 * Real data, some of it missing: six genes of the leukemia data of Golub et al. (1999),
 * patients 1 to 5 (ALL) and 28 to 32 (AML), rounded to two decimals, as in the R package
 * multtest 2.54.0 of the procedure's authors (Ge, Dudoit and Speed 2003):
 *	mt.maxT(x, cl, test = "t.equalvar", side = "abs", B = 0)
 * gives these adjusted p, in units of 1/252; and the second, with two values missing.
 */
static void test_perm_genes(void)
{
	enum { RUNS = 10, CELLS = 6 };
	static const double golub[RUNS * CELLS] = {
		-0.44, 0.15, -0.45, -1.02, 2.11, -1.46,
		0.92, 1.59, -0.4, 0.17, 1.52, -1.39,
		-0.64, 1.44, -0.47, -0.82, 1.96, -1.43,
		-1.41, 0.46, 0.41, -1.41, 2.34, -1.41,
		-1.43, 0.31, 0.39, -0.3, 1.85, -1.43,
		0.73, -0.07, 1.39, -0.56, 0.89, -1.43,
		2.87, -1.09, 2.18, 1.48, 1.45, -1.09,
		2.81, -0.85, 2.11, 2.47, 0.43, -1.3,
		2.57, -0.48, 1.19, 0.7, 0.83, -1.26,
		2.86, 0.27, 1.68, -0.33, 0.64, -1.44,
	};
	static const double floor[CELLS] = { 0 };
	static const int whole[CELLS] = { 4, 8, 2, 18, 4, 34 }, gaps[CELLS] = { 4, 12, 2, 32, 4, 34 };
	double value[RUNS * CELLS], p[CELLS];

	maxt(&(struct question){ RUNS, 5, CELLS, golub, floor }, p);
	for (int c = 0; c < CELLS; c++)
		ok(near(p[c], whole[c] / 252.0), "gene %d: adjusted p %g", c + 1, p[c]);
	memcpy(value, golub, sizeof(value));
	value[2 * CELLS + 1] = value[8 * CELLS + 3] = NAN;
	maxt(&(struct question){ RUNS, 5, CELLS, value, floor }, p);
	for (int c = 0; c < CELLS; c++)
		ok(near(p[c], gaps[c] / 252.0), "gene %d, values missing: adjusted p %g", c + 1, p[c]);
}

/*
 * Published worked examples. Drawn labelings: P. H. Westfall and R. D. Wolfinger, "Multiple
 * tests with discrete distributions", The American Statistician 51 (1997), pp. 3-8, table 4:
 * patients on placebo and on the drug by response, very poor to excellent; to be in a
 * category is a cell of 0 and 1. The adjusted p are step-down maxT's as printed in the R
 * package coin 1.4-2, tests/regtest_MTP.Rout.save, from 100,000 labelings and there said to
 * agree with the paper's table 5. Its statistic grows with |t|, by one function for all cells.
 * Ours come from PERM_DRAWS: the same but for chance is within 3 SE of the difference.
 *
 * All labelings, one cell: blood pressure of 4 treated patients and 11 others, StatXact 6
 * manual, p. 340 (Cytel), two-sided exact p 0.1040, p. 394; both in coin's tests/comparisons.R.
 */
static void test_perm_published(void)
{
	enum { PATIENTS = 111, PLACEBO = 57, CELLS = 5 };
	static const int count[2][CELLS] = { { 12, 3, 17, 9, 16 }, { 1, 8, 12, 9, 24 } };
	static const double printed[CELLS] = { 0.00689, 0.24334, 0.56908, 1, 0.21351 };
	static const double pressure[] = {
		94, 108, 110, 90,  80, 94, 85, 90, 90, 90, 108, 94, 78, 105, 88,
	};
	static const double floor[CELLS] = { 0 };
	double value[PATIENTS * CELLS] = { 0 }, p[CELLS];
	size_t patient = 0;

	for (int i = 0; i < 2 * CELLS; i++)
		for (int n = count[i / CELLS][i % CELLS]; n; n--)
			value[patient++ * CELLS + i % CELLS] = 1;
	maxt(&(struct question){ PATIENTS, PLACEBO, CELLS, value, floor }, p);
	for (int c = 0; c < CELLS; c++) {
		double se = sqrt(printed[c] * (1 - printed[c]) * (1.0 / PERM_DRAWS + 1 / 100000.0));

		ok(fabs(p[c] - printed[c]) <= 3 * se, "response %d: adjusted p %g, printed %g",
		   c + 1, p[c], printed[c]);
	}
	maxt(&(struct question){ 15, 4, 1, pressure, floor }, p);
	ok(fabs(p[0] - 0.1040) < 0.00005, "blood pressure: p %g, printed 0.1040", p[0]);
}

static void test_perm_parts(void)
{
	size_t pick[5] = { 0, 1, 2, 3, 4 }, n = 1;
	uint64_t seed = 1;
	int seen[5] = { 0 };

	ok(near(perm_labelings(4, 2), 6) && near(perm_labelings(8, 4), 70) &&
	   near(perm_labelings(20, 10), 184756) && near(perm_labelings(9, 4), 126), "labelings");
	while (perm_next(pick, 2, 5))
		n++;
	ok(n == 10 && pick[0] == 3 && pick[1] == 4, "all ten choices of 2 of 5");
	for (size_t i = 0; i < 5; i++)
		pick[i] = i;
	for (int i = 0; i < 5000; i++) {
		perm_draw(pick, 2, 5, &seed);
		seen[pick[0]]++;
		seen[pick[1]]++;
	}
	for (int i = 0; i < 5; i++)		/* 2000 expected, SD 35 */
		ok(abs(seen[i] - 2000) < 175, "drawn %d times", seen[i]);
}

static double noise(void)
{
	return drand48() + drand48() + drand48() - 1.5;
}

/* On random matrices with gaps: what must hold for any data. */
static void test_perm_properties(void)
{
	enum { RUNS = 10, CELLS = 7 };
	double value[RUNS * CELLS], swapped[RUNS * CELLS], floor[CELLS] = { 0 }, p[CELLS], q[CELLS];
	bool bounds = true, symmetric = true, monotone = true, repeat = true;

	srand48(7);
	for (int trial = 0; trial < 20; trial++) {
		const struct question in = { RUNS, 5, CELLS, value, floor };
		double t[CELLS];

		for (int i = 0; i < RUNS * CELLS; i++)
			value[i] = i % 11 == trial % 11 ? NAN : noise() + (i / CELLS < 5 ? 0.1 * (i % CELLS) : 0);
		for (int i = 0; i < RUNS * CELLS; i++)
			swapped[i] = value[(i + 5 * CELLS) % (RUNS * CELLS)];
		maxt(&in, p);
		maxt(&(struct question){ RUNS, 5, CELLS, swapped, floor }, q);
		for (int c = 0; c < CELLS; c++)
			symmetric &= near(p[c], q[c]);
		maxt(&in, q);
		repeat &= !memcmp(p, q, sizeof(p));
		observed(&in, t);
		for (int a = 0; a < CELLS; a++) {
			bounds &= p[a] >= 2 / 252.0 - 1e-12 && p[a] <= 1;
			for (int b = 0; b < CELLS; b++)
				monotone &= t[a] <= t[b] || p[a] <= p[b];
		}
	}
	ok(bounds, "2 / labelings <= p <= 1");
	ok(symmetric, "the sides' order is nothing to p");
	ok(monotone, "a larger t has no larger p");
	ok(repeat, "the same again");
}

static void test_perm_floor(void)
{
	static const double value[] = { 1, 0,  1, 0.9,  1, 0.1,  2, 5,  2, 6.1,  2, 5.2 };
	const double none[] = { 0, 0 }, coarse[] = { 3, 0 };
	const struct question in = { 6, 3, 2, value, coarse };
	double p[2], q[2], t[2];

	maxt(&(struct question){ 6, 3, 2, value, none }, p);
	maxt(&in, q);
	ok(near(p[0], 0.1) && near(q[0], 0.1) && near(p[1], 0.1), "no variance within: p is finite");
	observed(&in, t);
	ok(near(t[0], 1 / (3 * sqrt(2 / 3.0))), "an SD is at least its floor: t %g", t[0]);
	ok(near(perm_least(8, 4), 2 / 70.0) && near(perm_least(9, 4), 1 / 126.0) &&
	   near(perm_least(20, 10), 2 / 184756.0) && near(perm_least(40, 20), 1 / 20000.0), "smallest p");
}

/*
 * Verdict
 */

static void test_median(void)
{
	const double odd[] = { 3, NAN, 1, 2 }, even[] = { 4, 1, 3, 2 }, none[] = { NAN };

	ok(near(cmp_median(odd, 4), 2) && near(cmp_median(even, 4), 2.5) && isnan(cmp_median(none, 1)),
	   "median, missing values aside");
}

/* Four runs a side; maxima 10, 11... ms in A, 20, 21... in B; the same, too small, of X. */
static void test_prepare(void)
{
	static struct side side[SIDES_MAX];
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };
	struct cmp c = { .side = { &side[0], &side[1] }, .o = &o };
	double value[2 * SIDE_RUNS_MAX];
	struct perm_cell in = { .value = value };
	size_t judged = 0, common;
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	for (int i = 0; i < 8; i++)
		fprintf(f, "Benchmarking kernel %c at datestamp 202601010000\n" HEAD "Burn 1 +/- 2 %d 3 %d.5\n"
			"X 1 +/- 2 6.%d 3 50\n", i < 4 ? 'a' : 'b', i < 4 ? 10 + i : 16 + i, 50 + i, i);
	fclose(f);
	read_text(text);
	free(text);
	ok(sides_sort(side, run, runs) == 2, "two sides");
	common = cmp_fill(&c);
	for (size_t i = 0; i < c.cells; i++)
		judged += cmp_judged(&c.cell[i]);
	ok(c.tested && !c.boots && c.cells == 6 && common == 6 && judged == 4, "four of six cells are judged");
	ok(cmp_prepare(&c, &c.cell[CMP_LATENCY], &in) && near(value[1], log(11)) &&
	   near(value[7], log(23)) && near(in.floor, 0.5 / 16.5), "maxima are tested as logarithms");
	ok(cmp_prepare(&c, &c.cell[CMP_MET], &in) && near(value[1], 51.5) && near(in.floor, 0.05),
	   "deadlines are not");
	ok(!cmp_prepare(&c, &c.cell[CMP_COLUMNS + CMP_LATENCY], &in), "maxima which nobody notices are left out");
	ok(!cmp_prepare(&c, &c.cell[CMP_COLUMNS + CMP_MET], &in), "and equal values");
	free(c.cell);
	forget();
}

static void test_winner(void)
{
	static const struct { double a, b; int column; double p; int winner; const char *what; } cases[] = {
		{ 100, 99, CMP_MET, NAN, -1, "1 % is not more than 1 %" },
		{ 100, 98.9, CMP_MET, NAN, 0, "more deadlines are better" },
		{ 30, 30.3, CMP_MET, NAN, -1, "1 % in binary" },
		{ 42.3, 43.3, CMP_CPU, NAN, 1, "more CPU is better" },
		{ 6.9, 1, CMP_LATENCY, NAN, -1, "nobody notices 6.9 ms" },
		{ 4.4, 7, CMP_LATENCY, NAN, 0, "7 ms is noticed, less is better" },
		{ 0, 0, CMP_MET, NAN, -1, "zero is equal to zero" },
		{ 0, 7.62, CMP_MET, NAN, 1, "anything is more than zero" },
		{ NAN, 7, CMP_LATENCY, NAN, -1, "missing is not better" },
		{ 7, NAN, CMP_LATENCY, NAN, -1, "nor worse" },
		{ 50, 60, CMP_MET, 0.05, 1, "p of 5 %" },
		{ 50, 60, CMP_MET, 0.051, -1, "p of more" },
		{ 50, 50.1, CMP_MET, 0.01, -1, "shown, but below the threshold" },
	};
	const struct compare_opts o = { .threshold_pct = 1, .notice_ms = 7 };

	for (size_t i = 0; i < LENGTH(cases); i++) {
		const struct cmp_cell cell = { .median = { cases[i].a, cases[i].b }, .p = cases[i].p,
					       .column = cases[i].column,
					       .step = cases[i].b - cases[i].a };
		const struct cmp c = { .o = &o, .tested = !isnan(cases[i].p) };

		ok(cmp_winner(&c, &cell) == cases[i].winner, "%s", cases[i].what);
	}
}

/*
 * Speed
 */

static double seconds_since(const struct timespec *then)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

/* Against what is quadratic, on any machine; the figures themselves are in the output. */
#define SECOND 20

/* A million lines: a large archive of mail, a quoted line in ten a run's. */
static char *archive(size_t *len)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, len);

	for (int i = 0; i < 2500; i++) {
		fputs(KERNEL "\n", f);
		for (int t = 0; t < 4; t++) {
			fprintf(f, "> --- Benchmarking simulated cpu of T%d in the presence of simulated ---\n> %s",
				t, COLUMNS);
			for (int r = 0; r < (t % 2 ? 7 : 8); r++)
				fprintf(f, "> L%d\t  0.016 +/- 0.0162     0.028 *\t\t 100\t        100\n", r);
		}
		for (int j = 0; j < 360; j++)
			fputs("> Using all of this line, as people do: more words for 30 than figures,\n", f);
	}
	fclose(f);
	return text;
}

static void test_speed(void)
{
	enum { RUNS = 20, CELLS = 62 };
	double value[RUNS * CELLS], floor[CELLS] = { 0 }, p[CELLS], took;
	struct timespec then;
	size_t len;
	char *text = archive(&len);

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &then);
	read_whole(text);
	took = seconds_since(&then);
	ok(runs == 2500 && all_tables() == 4 * runs && all_rows() == 30 * runs, "a million lines, all read");
	ok(took < SECOND, "and fast: %.2f s of CPU", took);
	free(text);
	text = xrealloc(NULL, 4000 * 80);
	len = 0;
	for (int i = 0; i < 4000; i++)
		len += (size_t)sprintf(text + len, "--- Benchmarking X in the presence of loads ---\nA 1+-1 1\n");
	forget();
	read_whole(text);
	ok(runs == 4000 && all_rows() == runs, "a run for each table");
	forget();
	free(text);
	for (int i = 0; i < RUNS * CELLS; i++)
		value[i] = noise();
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &then);
	maxt(&(struct question){ RUNS, RUNS / 2, CELLS, value, floor }, p);
	took = seconds_since(&then);
	ok(took < SECOND, "62 cells, 10 runs a side, 184756 labelings: %.2f s", took);
}

/* With "untimed" nothing is: for a CPU that is emulated. */
int main(int argc, char **argv)
{
	(void)argv;
	test_numbers();
	test_rows();
	test_wrappings();
	test_unread();
	test_plain_equals();
	test_whole_last_row();
	test_columns();
	test_runs();
	test_perm_hand();
	test_perm_genes();
	test_perm_published();
	test_perm_parts();
	test_perm_properties();
	test_perm_floor();
	test_median();
	test_prepare();
	test_winner();
	if (argc == 1)
		test_speed();
	return unit_end();
}
