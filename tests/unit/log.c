/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the reader of logs */
#include <fcntl.h>
#include <unistd.h>
#define FILE_MOST_MB 1
#include "lib/log.c"
#include "logs.h"
#include "unit.h"

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
		{ "histogram below", HEAD COLUMNS ROW "  1-2 ms  ##### 12\n  Burn    #### 1 2 3 4\n" },
	};

	for (size_t i = 0; i < LENGTH(same); i++) {
		read_text(same[i].text);
		ok(one_row("Burn", 17.4, 19.5, 46.3, 87, 7.62), "A row is read, however it is laid out: %s", same[i].what);
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
		{ "blanks of Unicode", TITLE "\n" NAMES "\nBurn\xe2\x80\x83" "17.4\xe2\x80\x89\xc2\xb1\xe2\x80\x87" "19.5\xe3\x80\x80"
		  "46.3\xe2\x81\x9f" "87\xe2\x80\xa8" "7.62\n" },
		{ "no article in the title", "--- Benchmarking simulated cpu of Audio in presence of simulated ---\n" NAMES "\n" LINE "\n" },
		{ "capitals in the title", "Result: --- Benchmarking Simulated CPU of Audio in the Presence of Simulated ---\n" NAMES "\n" LINE "\n" },
		{ "what has no width", TITLE "\n" NAMES "\nBu\xc2\xadrn\xe2\x80\x8b 17\xe2\x81\xa0.4 +/- 19.5 46.3 87 7.62\xe2\x80\x8e\n" },
		{ "UTF-8 that was taken for Latin-1", TITLE "\n" NAMES "\nBurn 17.4 \xc3\x82\xc2\xb1 19.5\xc3\x82\xc2\xa0" "46.3 87 7.62\n" },
		{ "references to characters", TITLE "<br>" NAMES "<br>Burn&#x2003;17.4 &#xB1; 19.5&#8201;46.3 &#9;87&#xa0;7.62<br>" },
		{ "a colon behind the names of loads", TITLE "\n" NAMES "\nBurn: 17.4 +/- 19.5 46.3 87 7.62\n" },
		{ "tags that a mailer writes on two lines", "<p class=x><span\nstyle='font-size:10pt'>" TITLE "</span></p>\n<p class=x><span\n"
		  "style='font-size:10pt'>" NAMES "</span></p>\n<p><span\nstyle='x'>" LINE "</span></p>\n" },
		{ "units that touch the names of columns", TITLE "\nLoad Latency +/- SD[us]  Max Latency[us]  % Desired CPU  % Deadlines Met\n"
		  "Burn 17400 +/- 19500 46300 87 7.62\n" },
		{ "a mark on the name of a load", TITLE "\n" NAMES "\n*Burn*  17.4 +/- 19.5 46.3 87 7.62\n" },
		{ "the heading's unit behind figures", TITLE "\n" NAMES "\nBurn 17.4ms +/- 19.5 ms 46.3ms 87% 7.62%\n" },
		{ "bars without blanks", TITLE "\n|Load|Latency +/- SD (ms)|Max Latency|% Desired CPU|% Deadlines Met|\n"
		  "|----|----|----|----|----|\n|Burn|17.4 +/- 19.5|46.3|87|7.62|\n" },
		{ "bars between columns only", TITLE "\nLoad|Latency +/- SD (ms)|Max Latency|% Desired CPU|% Deadlines Met\n"
		  ":---|---:|---:|---:|---:\nBurn|17.4 +/- 19.5|46.3|87|7.62\n" },
		{ "a table drawn with lines", "\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x90\n" TITLE "\n" NAMES "\n"
		  "\xe2\x94\x9c\xe2\x94\x80\xe2\x94\xa4\n\xe2\x94\x82" "Burn\xe2\x94\x82" "17.4 +/- 19.5\xe2\x94\x82" "46.3\xe2\x94\x82"
		  "87\xe2\x94\x82" "7.62\xe2\x94\x82\n" },
		{ "semicolons and decimal commas", TITLE "\n" NAMES "\nBurn;17,4 +/- 19,5;46,3;87;7,62\n" },
		{ "a heading wrapped behind +/-", TITLE "\nLoad    Latency +/-\nSD (ms)  Max Latency   % Desired CPU  % Deadlines Met\n" LINE "\n" },
		{ "a heading wrapped behind Max", TITLE "\nLoad    Latency +/- SD (ms)  Max\nLatency   % Desired CPU  % Deadlines Met\n" LINE "\n" },
		{ "a heading wrapped behind Desired", TITLE "\nLoad    Latency +/- SD (ms)  Max Latency   % Desired\nCPU  % Deadlines Met\n" LINE "\n" },
		{ "tags within figures and words", "<pre>--- Benchmarking simulated <b>cpu</b> of <span>Audio</span> in the presence of simulated ---\n" NAMES
		  "\n<font color=red>Burn</font> 1<span class=\"x\">7</span>.4 +/- 19.5 <em>46.3</em> 87 7.6<b>2</b></pre>" },
		{ "tags of a forum within figures", "[code]" TITLE "\n" NAMES "\nBurn [color=red]1[/color]7.4 +/- 19.5 46.3 87 7.[b]62[/b][/code]\n" },
		{ "the title of a terminal's window", "\033]0;joe@box: ~\a" TITLE "\n" NAMES "\nBurn 17.4 +/- 19.5 \033[1m46.3\033(B\033[m 87 7.62\n" },
		{ "progress above the row", TITLE "\n" NAMES "\nAudio beside Burn, 1 of 8, 4 min left\r            \r" LINE "\n" },
		{ "a table of MediaWiki", TITLE "\n! Load !! Latency +/- SD (ms) !! Max Latency !! % Desired CPU !! % Deadlines Met\n|-\n"
		  "| Burn || 17.4 +/- 19.5 || 46.3 || 87 || 7.62\n" },
		{ "a +/- whose end became a dash", TITLE "\n" NAMES "\nBurn 17.4+/\xe2\x80\x93" "19.5 46.3 87 7.62\n" },
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
		{ "+/- twice", HEAD COLUMNS "Burn 1 +/- 2 +/- 3 4 5\n" },
		{ "+/- behind the SD", HEAD COLUMNS "Burn 1 2 +/- 3 4 5\n" },
		{ "+/- before the mean", HEAD COLUMNS "Burn +/- 1 2 3 4 5\n" },
		{ "no +/-", HEAD COLUMNS "None 1 +/- 2 3 4 5\nBurn 1 2 3 4 5\n" },
		{ "a +/- that is lost", HEAD COLUMNS "None 1 +/- 2 3 4 5\nBurn 17.4 \xef\xbf\xbd 19.5 46.3 87 7.62\n" },
		{ "another unit than the heading's", HEAD COLUMNS "Burn 16us +/- 19us 46us 87 7.62\n" },
		{ "a unit in one figure", HEAD COLUMNS "Burn 17.4 +/- 19.5 46us 87 7.62\n" },
		{ "a bound", HEAD COLUMNS "Burn 17.4 +/- 19.5 >46.3 87 7.62\n" },
		{ "an estimate", HEAD COLUMNS "Burn ~17.4 +/- 19.5 46.3 87 7.62\n" },
		{ "a power of ten that no figure has", HEAD COLUMNS "Burn 1e+400 +/- 19.5 46.3 87 7.62\n" },
		{ "infinity", HEAD COLUMNS "Burn    inf +/- 19.5 46.3 87 7.62\n" },
		{ "thousands by points", HEAD COLUMNS "Burn 1.067,3 +/- 1.100,2 2.500,1 87 7,62\n" },
		{ "thousands by blanks in the mean", HEAD COLUMNS "Burn 1 067 +/- 1 100 2 500 87 7.62\n" },
		{ "words between its figures", HEAD COLUMNS "Burn is 17.4 +/- 19.5, and 46.3 at most, 87 and 7.62\n" },
		{ "figures and commas", HEAD COLUMNS "Burn,17.4 +/- 19.5,46.3,87,7.62\n" },
		{ "its last figure in a line of prose", HEAD COLUMNS "Burn 17.4 +/- 19.5 46.3 87\n100 percent sure that this is right\n" },
		{ "its last figure in a time", HEAD COLUMNS "Burn 17.4 +/- 19.5 46.3 87\n07:32 joe wrote\n" },
		{ "a line of a diff", HEAD COLUMNS "-Burn 1 +/- 2 3 4 5\n+Burn 1 +/- 2 3 4 6\n" },
		{ "two rows in one line", HEAD COLUMNS "Burn 17.4 +/- 19.5 46.3 87 7.62   Burn 17.4 +/- 19.5 46.3 87 7.62\n" },
		{ "two rows of one name and different figures", HEAD COLUMNS ROW "Burn 17.4 +/- 19.5 66.3 87 7.62\n" },
		{ "one per cent of two", HEAD "Load Latency +/- SD median max [us] Desired CPU Deadlines met [%]\n"
		  "Burn 965.6 +/- 1884.3 23 11441 99\n" },
	};

	for (size_t i = 0; i < LENGTH(bad); i++) {
		read_text(bad[i].text);
		if (runs == 1 && all_rows() == 2)	/* None says how the others are */
			run[0].table[0].row[0] = run[0].table[0].row[--run[0].table[0].rows];
		ok(one_row("Burn", NAN, NAN, NAN, NAN, NAN) &&
		   !strncmp(run[0].table[0].row[0].reason, LOG_NOT_READ, strlen(LOG_NOT_READ)),
		   "A row that cannot be right is named, not read: %s", bad[i].what);
	}
	read_text(HEAD "Load Latency +/- SD median max [us] Desired CPU Deadlines met [%]\n"
		  "None  220.3 +/- 324.92   100 2729 \n");
	ok(one_row("None", 0.2203, 0.32492, 2.729, 100, 100) && !run[0].table[0].real_time,
	   "Per cents that a fork leaves out are 100, and us by a name alone is no real time");
	read_text("-Benchmarking kernel 6.1 at datestamp 202601020304\n+Benchmarking kernel 6.2 at datestamp 202601020305\n"
		  " " HEAD " " COLUMNS "-None 1 +/- 2 3 4 5\n-X 1 +/- 2 3 4 5\n+None 1 +/- 2 4 4 5\n+X 1 +/- 2 4 4 5\n " ROW);
	ok(runs == 1 && all_rows() == 3 && isnan(run[0].table[0].row[0].max.value) && isnan(run[0].table[0].row[1].max.value),
	   "No row of a diff of two logs is taken for one of either");
	read_text("--- Benchmarking simulated cpu of X in the presence of simulated ---\n" COLUMNS ROW
		  "[code]--- Benchmarking simulated cpu of Audio in the presence of simulated ---\n" COLUMNS "X 1 +/- 2 10 100 100\n");
	ok(runs == 1 && run[0].tables == 2 && run[0].table[0].rows == 1 && run[0].table[1].rows == 1,
	   "Rows belong to the last title, whatever stands before it");
}

static bool one_remark(const char *remark)
{
	return runs == 1 && run[0].remarks == 1 && !strcmp(run[0].remark[0], remark);
}

/* Rows that no table can have are said of the run. */
static void test_lost(void)
{
	static const char title[] = "rows of a table without a title were left out",
			  again[] = "rows that stand there again with other figures were left out";

	read_text(HEAD COLUMNS ROW "\n### Video\n" COLUMNS "Burn 1 +/- 2 3 4 5\n");
	ok(all_rows() == 1 && one_remark(title), "Rows below a second heading are said to be left out");
	read_text(HEAD COLUMNS ROW "\nLoad  Jitter  Foo\nNone 1 +/- 2 3 4 5\n");
	ok(all_rows() == 1 && one_remark(title), "Rows below a second heading that is not known are said to be left out");
	read_text("### Video\n" COLUMNS "Burn 1 +/- 2 3 4 5\n\n" HEAD COLUMNS ROW);
	ok(all_rows() == 1 && one_remark(title), "Rows above the first title are said to be left out");
	read_text(KERNEL "### Video\n" COLUMNS "Burn 1 +/- 2 3 4 5\n" KERNEL HEAD COLUMNS ROW);
	ok(all_rows() == 1 && one_remark(title), "The rows of a run that has no title are said to be left out");
	read_text(HEAD COLUMNS ROW "\nas you say:\n" COLUMNS ROW);
	ok(all_rows() == 1 && runs == 1 && !run[0].remarks, "A row that is quoted below its heading is not said to be left out");
	read_text(HEAD COLUMNS ROW "\nas you say:\nBurn 1 +/- 2 3 4 5\n");
	ok(all_rows() == 1 && one_remark(again), "A row that is quoted with other figures is said to be left out");
	read_text(HEAD COLUMNS "None 1 +/- 2 3 4 5\n" ROW "\nAverage of both runs:\nNone 1 +/- 2 4 4 5\nBurn 17 +/- 19 46 87 7.6\n");
	ok(all_rows() == 2 && one_remark(again) && near(run[0].table[0].row[0].max.value, 3) &&
	   near(run[0].table[0].row[1].max.value, 46.3), "Averages that stand below a table do not void its rows");
	read_text("first:\n" HEAD COLUMNS ROW "\nsecond:\n" HEAD COLUMNS "Burn 1 +/- 2 3 4 5\n\nas you say:\n" ROW);
	ok(runs == 2 && !run[0].remarks && !run[1].remarks, "A row of an earlier table that is quoted is not said to be left out");
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
	ok(runs == 1 && !strcmp(run[0].table[0].row[0].reason, "cut off"), "A last row of Wakeup that is cut off is not read");
	read_text(HEAD COLUMNS "Compile\t  0.495 +/- 0.495         45\t\t 100\t         96\n"
		  "Burn\t   17.4 +/- 19.5        46.3\t\t  87\t       7.62");
	ok(runs == 1 && all_rows() == 2 && near(run[0].table[0].row[1].met.value, 7.62),
	   "A last row with tabs is as whole as the one before is long");
	read_text(HEAD COLUMNS "Write      17.4 +/- 19.5        46.3              87           9.54\n"
		  "Burn       17.4 +/- 19.5        46.3*              87            10");
	ok(runs == 1 && !strcmp(run[0].table[0].row[1].reason, "cut off"),
	   "A mark that moved the figures does not make a row whole: 10 may be left of 100");
	read_text(HEAD COLUMNS "Compile    48.7 +/- 37.1       142            67.2           98.3\n"
		  "Burn       48.7 +/- 37.1       142            67.2           98");
	ok(runs == 1 && !strcmp(run[0].table[0].row[1].reason, "cut off"),
	   "A last row that is shorter than the one before is cut off");
}

static void test_columns(void)
{
	read_text("--- Benchmarking simulated cpu of Video real time in the presence of simulated ---\n"
		  "Load    Latency +/- SD (us)  Max Latency   % Desired CPU  % Deadlines Met\n"
		  "None\t  6.0 +/- 6.5       10.0\t 100\t        100\n");
	ok(one_row("None", 0.006, 0.0065, 0.01, 100, 100) && run[0].table[0].real_time, "Figures in us become ms");
	ok(near(run[0].table[0].row[0].max.resolution, 1e-4), "The resolution of figures in us becomes ms as well");
	read_text("--- Benchmarking X real time in the presence of loads ---\nNone 1000 +/- 2000 3000 4 5\n");
	ok(one_row("None", 1, 2, 3, 4, 5), "A real time table without names of columns is in us");
	read_text("--- Benchmarking simulated cpu of Gaming in the presence of simulated---\n"
		  "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU\n"
		  "None       2.44 +/- nan         48.6            98.7\n");
	ok(one_row("None", 2.44, NAN, 48.6, 98.7, NAN) && run[0].table[0].no_deadlines,
	   "A table of Gaming has no deadlines, and an SD may be nan");
	read_text("--- Benchmarking simulated cpu of Pipe in the presence of simulated ---\n"
		  "Load    Latency +/- SD (ms)  Max Latency\n"
		  "None     0.0119 +/- 0.0042     0.907\nBurn 1 +/- 2\n7\n\n"
		  "Load     ops_per_s us_per_op\nNone 84000 11.9\n");
	ok(runs == 1 && all_rows() == 2 && run[0].table[0].no_cpu && run[0].table[0].no_deadlines &&
	   near(run[0].table[0].row[0].max.value, 0.907) && near(run[0].table[0].row[1].max.value, 7) &&
	   isnan(run[0].table[0].row[1].cpu.value), "A table of Pipe has latency and maximum only");
	read_text("--- Benchmarking Wakeup in the presence of loads ---\nNone 1 +/- 2 3\n");
	ok(one_row("None", 1, 2, 3, NAN, NAN), "A table of Wakeup has latency and maximum only, even without names of columns");
	read_text("--- Benchmarking Hog in the presence of loads ---\nNone 1 +/- 2 3 4\n");
	ok(one_row("None", 1, 2, 3, 4, NAN) && !run[0].table[0].no_cpu, "A table of Hog has no deadlines");
	read_text(HEAD "Load  Latency +/- SD (ms)  % Deadlines Met\nNone 1 +/- 2 99\n");
	ok(one_row("None", 1, 2, NAN, NAN, 99), "Columns may be left out");
	read_text(HEAD COLUMNS "None 1 +/- 2 3 4\nBurn 1 +/- 2 3\nX 1 +/- 2\n");
	ok(all_rows() == 3 && *run[0].table[0].row[2].reason && isnan(run[0].table[0].row[0].met.value) &&
	   isnan(run[0].table[0].row[1].cpu.value), "A row that lacks figures at its end has none");
	read_text("--- Benchmarking simulated cpu of X nice -10 in the presence of simulated nice 5 ---\n" ROW);
	ok(runs == 1 && run[0].table[0].nice == -10 && run[0].table[0].load_nice == 5 &&
	   !strcmp(run[0].table[0].bench, "X"), "The nice values of task and load are read");
	read_text(HEAD COLUMNS "Write     skipped: 8 MB free, 16 MB needed\n" ROW
		  "Read      load died: signal 9\n! a single sample in None\n\nVideo  is not, this is prose\n");
	ok(all_rows() == 3 && !strcmp(run[0].table[0].row[0].reason, "skipped: 8 MB free, 16 MB needed") &&
	   isnan(run[0].table[0].row[0].max.value), "A row without figures says why");
	ok(all_rows() == 3 && !strcmp(run[0].table[0].row[2].reason, "load died: signal 9"), "The row behind a row without figures says why, too");
}

static void test_runs(void)
{
	read_text("Load set to 12 processors\n\nUsing 4008580 loops per ms, running every load for 30\n"
		  "seconds\n" KERNEL "Comment: with: colons\nKernel: #1 SMP\nBoot: 9b1c\n\n"
		  HEAD COLUMNS ROW "Clock: below a table\n");
	ok(runs == 1 && run[0].processors == 12 && run[0].loops_per_ms == 4008580 &&
	   near(run[0].seconds, 30) && !run[0].cpu_time && !strcmp(run[0].kernel, "6.1") &&
	   !strcmp(run[0].date, "202601020304") && !strcmp(run[0].comment, "with: colons"), "The header is read");
	ok(runs == 1 && run[0].facts == 2 && !strcmp(run_fact(&run[0], "Boot"), "9b1c") &&
	   !strcmp(run_fact(&run[0], "Kernel"), "#1 SMP"), "The facts are read");
	read_text(KERNEL "Comment: a <b> and c=20\n" HEAD ROW KERNEL "Comment: a <c> and c=10\n" HEAD ROW);
	ok(runs == 2 && !strcmp(run[0].comment, "a <b> and c=20") && !strcmp(run[1].comment, "a <c> and c=10"),
	   "What looks like a tag or like quoted-printable stays in plain text");
	read_text(KERNEL "Comment: a long one that mail has\nwrapped, b\nBoot: 9b1c\n" HEAD ROW);
	ok(runs == 1 && !strcmp(run[0].comment, "a long one that mail has wrapped, b") && run[0].facts == 1,
	   "A comment that was wrapped is read whole");
	read_text(KERNEL "Tunables: base slice 0.75 ms, migration cost 0.5 ms, autogroup\non, wakeup 1 ms\nBoot: 9b1c\n" HEAD ROW);
	ok(runs == 1 && run[0].facts == 2 && !strcmp(run[0].fact[0].value, "base slice 0.75 ms, migration cost 0.5 ms, autogroup on, wakeup 1 ms"),
	   "So is a fact");
	read_text(KERNEL "Tunables: base slice 0.75 ms\nwith the patch\n\n" HEAD ROW);
	ok(runs == 1 && run[0].facts == 1 && !strcmp(run[0].fact[0].value, "base slice 0.75 ms"),
	   "A short line was not wrapped: what stands below it is no part of the fact");
	read_text(KERNEL "Comment: c\n" HEAD ROW "\nWakeup latencies of Audio beside Burn, ms\n<= 1 3 \n"
		  "#####\n<= 2 0\n\n" KERNEL "Comment: c\n" HEAD ROW);
	ok(runs == 2 && !*run[0].title && !*run[1].title, "A bar that was wrapped is no title");
	read_text(KERNEL "Comment: c\n" HEAD ROW "\nLoad  samples p50\n\nBurn 35757 27.9\n\n" KERNEL "Comment: c\n" HEAD ROW);
	ok(runs == 2 && !*run[0].title && !*run[1].title, "A row of -v is no title where every line is a paragraph");
	read_text("<i></i>\n" KERNEL "Comment: c<br>\n" HEAD ROW "<br>\nLoad  samples<br>\n? 1<br>\n" KERNEL HEAD ROW);
	ok(runs == 2 && !*run[1].title, "A <br> at the end of a line is one end");
	read_text(KERNEL "Comment: \xff\x9b" "2J \xc3\x9b\n" HEAD ROW);
	ok(runs == 1 && !strcmp(run[0].comment, "\xff 2J \xc3\x9b"), "A control character becomes a blank, and a letter stays");
	read_text(KERNEL HEAD COLUMNS ROW "\nLoad  p50\nNote: this is below a table\n");
	ok(runs == 1 && run[0].facts == 0, "What stands below a table is no fact");
	read_text("Using cpu time, running every load for 0.2 seconds\n" KERNEL HEAD ROW);
	ok(runs == 1 && run[0].cpu_time && near(run[0].seconds, 0.2), "A run in CPU time is read");
	read_text("my title\n\n" KERNEL HEAD ROW KERNEL HEAD ROW "\nother:\n\n" KERNEL HEAD ROW);
	ok(runs == 3 && !strcmp(run[0].title, "my title") && !strcmp(run[1].title, "my title") &&
	   !strcmp(run[2].title, "other"), "A repeat has the title of the run before");
	read_text(KERNEL HEAD COLUMNS ROW "\nLoad   p50\nBurn    1\n\nWakeup latencies of Audio beside Burn, ms\n"
		  "<=     0.02        12 ####\n<=     0.05        12 ####\n\n" KERNEL HEAD COLUMNS ROW);
	ok(runs == 2 && !*run[1].title, "Details and histograms are no titles");
	read_text(KERNEL HEAD ROW "\nas you see:\n\n--- Benchmarking X in the presence of loads ---\n" ROW);
	ok(runs == 1 && run[0].tables == 2 && !*run[0].title, "Below a kernel line, text is a remark");
	read_text("HZ=1000:\n" HEAD ROW "\nHZ=250:\n--- Benchmarking X in the presence of loads ---\n" ROW);
	ok(runs == 2 && !strcmp(run[0].title, "HZ=1000") && !strcmp(run[1].title, "HZ=250"),
	   "Without a kernel line, text begins a run");
	read_text("HZ=1000:\n" HEAD ROW "HZ=250:\n" HEAD ROW);
	ok(runs == 2 && !strcmp(run[0].title, "HZ=1000") && !strcmp(run[1].title, "HZ=250"),
	   "A title may stand right below the last row of the run before");
	read_text("first\nsecond\nthird\n\n-------\n\n" HEAD ROW);
	ok(runs == 1 && !strcmp(run[0].title, "second third"), "A title is the last two lines of the paragraph");
	read_text(KERNEL HEAD ROW HEAD ROW);
	ok(runs == 2 && !strcmp(run[1].kernel, "6.1"), "The same task again begins a run");
	read_text("Using 1 loops per ms, running every load for 1 seconds\n" KERNEL
		  "Load set to 2 processors\n" KERNEL HEAD ROW);
	ok(runs == 1 && run[0].processors == 2 && !run[0].loops_per_ms, "A run without tables is none");
	read_text("Benchmarking kernel performance is hard\n\n--- Benchmarking hard ---\n" ROW);
	ok(runs == 0, "Prose is no run");
	read_text("");
	ok(runs == 0, "An empty text has no run");
	forget();
}

/*
 * Runs as one line: kernel <title> "comment" fact=value p(rocessors) l(oops) cpu s(econds)
 * [task rt nice, load's nice: load maximum p50 (reason), ...] {remark}; runs are apart by " / ".
 */
static const char *told(void)
{
	static char *text;
	size_t size;
	FILE *f;

	free(text);
	f = open_memstream(&text, &size);
	for (size_t i = 0; i < runs; i++) {
		const struct run *r = &run[i];

		fprintf(f, "%s%s", i ? " / " : "", r->kernel);
		if (*r->title)
			fprintf(f, " <%s>", r->title);
		if (*r->comment)
			fprintf(f, " \"%s\"", r->comment);
		for (size_t k = 0; k < r->facts; k++)
			fprintf(f, " %s=%s", r->fact[k].name, r->fact[k].value);
		if (r->processors)
			fprintf(f, " p%d", r->processors);
		if (r->loops_per_ms)
			fprintf(f, " l%llu", (unsigned long long)r->loops_per_ms);
		fputs(r->cpu_time ? " cpu" : "", f);
		if (r->seconds > 0)
			fprintf(f, " s%g", r->seconds);
		for (const struct table *t = r->table; t < r->table + r->tables; t++) {
			fprintf(f, " [%s%s", t->bench, t->real_time ? " rt" : "");
			if (t->nice || t->load_nice)
				fprintf(f, " %d,%d", t->nice, t->load_nice);
			for (const struct row *row = t->row; row < t->row + t->rows; row++) {
				fprintf(f, "%s %s", row > t->row ? "," : ":", row->load);
				if (!isnan(row->max.value))
					fprintf(f, " %g", row->max.value);
				if (!isnan(row->more[MORE_P50].value))
					fprintf(f, " p50 %g", row->more[MORE_P50].value);
				if (*row->reason)
					fprintf(f, " (%s)", row->reason);
			}
			fputs("]", f);
		}
		for (size_t k = 0; k < r->remarks; k++)
			fprintf(f, " {%s}", r->remark[k]);
	}
	fclose(f);
	return text;
}

struct reading {
	const char *what, *text, *told;
};

static void reads(const struct reading *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		read_text(c[i].text);
		is(told(), c[i].told, c[i].what);
	}
}

#define ANOTHER "--- Benchmarking simulated cpu of X in the presence of simulated ---\n"
#define COMPARISON "A: 6.1: 4 runs, 2 tables, 3 rows (6.1.log)\n"

/* What begins a run, and what it has in common with the one before. */
static void test_headers(void)
{
	static const struct reading c[] = {
		{ "A table that comes again has the header of the run before",
		  "mine\n\nLoad set to 3 processors\nUsing 5 loops per ms, running every load for 7 seconds\n" KERNEL "Comment: c\n"
		  HEAD ROW HEAD ROW, "6.1 <mine> \"c\" p3 l5 s7 [Audio: Burn 46.3] / 6.1 <mine> \"c\" p3 l5 s7 [Audio: Burn 46.3]" },
		{ "So it has if work is in CPU time", "Using cpu time, running every load for 7 seconds\n" HEAD ROW HEAD ROW,
		  " cpu s7 [Audio: Burn 46.3] /  cpu s7 [Audio: Burn 46.3]" },
		{ "A header has nothing of the run before", "Load set to 3 processors\nUsing 5 loops per ms, running every load for 7 seconds\n"
		  KERNEL "Comment: c\n" HEAD ROW "Load set to 4 processors\n" HEAD ROW,
		  "6.1 \"c\" p3 l5 s7 [Audio: Burn 46.3] /  p4 [Audio: Burn 46.3]" },
		{ "The last way to measure work counts", "Using cpu time, running every load for 7 seconds\n"
		  "Using 5 loops per ms, running every load for 8 seconds\n" HEAD ROW, " l5 s8 [Audio: Burn 46.3]" },
		{ "whatever it is", "Using 5 loops per ms, running every load for 8 seconds\n"
		  "Using cpu time, running every load for 7 seconds\n" HEAD ROW, " cpu s7 [Audio: Burn 46.3]" },
		{ "A log that was put behind another one, which ended within a row, begins where it begins", HEAD COLUMNS "None 1 +/- 2 3 4 5\n"
		  "Burn 1 +/- 2 46.3 87 7Load set to 3 processors\n\nUsing 5 loops per ms, running every load for 7 seconds\n" HEAD COLUMNS ROW,
		  " [Audio: None 3, Burn (not read: figures are missing or have run into each other)] /  p3 l5 s7 [Audio: Burn 46.3]" },
		{ "or between two rows", HEAD COLUMNS ROW "NLoad set to 3 processors\n\nUsing cpu time, running every load for 7 seconds\n" HEAD COLUMNS ROW,
		  " [Audio: Burn 46.3] /  p3 cpu s7 [Audio: Burn 46.3]" },
		{ "A title may begin as a heading does", "Load balancing on:\n" HEAD COLUMNS ROW "\nLoad balancing off:\n" HEAD COLUMNS ROW,
		  " <Load balancing on> [Audio: Burn 46.3] /  <Load balancing off> [Audio: Burn 46.3]" },
		{ "or as a row of -v", "Burn 11 with:\n" HEAD COLUMNS ROW "\nBurn 11 without:\n" HEAD COLUMNS ROW,
		  " <Burn 11 with> [Audio: Burn 46.3] /  <Burn 11 without> [Audio: Burn 46.3]" },
		{ "A number of processors is one", "Load set to -3 processors\n" HEAD ROW,
		  " <Load set to -3 processors> [Audio: Burn 46.3]" },
		{ "A load runs for a number of seconds", "Using cpu time, running every load for a while\n" HEAD ROW,
		  " <Using cpu time, running every load for a while> [Audio: Burn 46.3]" },
		{ "A datestamp is a number", "Benchmarking kernel 6.1 at datestamp x\n" HEAD ROW,
		  " <Benchmarking kernel 6.1 at datestamp x> [Audio: Burn 46.3]" },
		{ "Rows belong to no table that stands above a header", HEAD ROW "Load set to 3 processors\nX 1 +/- 2 3 4 5\n",
		  " [Audio: Burn 46.3]" },
		{ "and to none without a title", HEAD COLUMNS ROW "\n" COLUMNS "Load set to 3 processors\nX 1 +/- 2 3 4 5\n" HEAD ROW,
		  " [Audio: Burn 46.3] /  p3 [Audio: Burn 46.3]" },
		{ "A row of -v belongs to no table that stands above a header",
		  HEAD COLUMNS ROW "\nLoad  p50  p99\nLoad set to 3 processors\nBurn 7\nBurn 7 8\n", " [Audio: Burn 46.3]" },
		{ "nor to one above another title", HEAD COLUMNS ROW "\nLoad  p50  p99\nBurn 7 8\n\n" ANOTHER COLUMNS "None 1 +/- 2 3 4 5\n" ROW
		  "Burn 9\nBurn 9 8\n", " [Audio: Burn 46.3 p50 7] [X: None 3, Burn 46.3]" },
		{ "A comparison has the remarks of nobody", KERNEL HEAD ROW "! steal 1 % in Burn\n" COMPARISON "! steal 2 % in Burn\n",
		  "6.1 [Audio: Burn 46.3] {steal 1 % in Burn}" },
		{ "Behind a comparison a header has remarks again", KERNEL HEAD ROW COMPARISON "! of a comparison\n" KERNEL HEAD ROW "! steal 1 % in Burn\n",
		  "6.1 [Audio: Burn 46.3] / 6.1 [Audio: Burn 46.3] {steal 1 % in Burn}" },
		{ "and so has a title", KERNEL HEAD ROW COMPARISON "! of a comparison\n" ANOTHER ROW "! steal 1 % in Burn\n",
		  "6.1 [Audio: Burn 46.3] [X: Burn 46.3] {steal 1 % in Burn}" },
		{ "A line of text that looks like a comparison is none",
		  KERNEL HEAD ROW "a: 6.1: 4 runs, 2 tables, 3 rows\n! one\nA 6.1: 4 runs, 2 tables, 3 rows\n! two\nA: 6.1: 4 runs, 2 tables\n! three\n"
		  "A: 6.1: 4 runs, 3 rows\n! four\nA: 2 tables, 3 rows\n! five\n", "6.1 [Audio: Burn 46.3] {one} {two} {three} {four} {five}" },
		{ "A remark stands behind a mark and a blank", KERNEL HEAD ROW "!one\n!\n", "6.1 [Audio: Burn 46.3]" },
		{ "A remark of no run is of none", "! one\n\n" KERNEL HEAD ROW, "6.1 [Audio: Burn 46.3]" },
		{ "Another kernel has no title of the run before", "mine\n\n" KERNEL HEAD ROW "Benchmarking kernel 6.2 at datestamp 202601020305\n" HEAD ROW,
		  "6.1 <mine> [Audio: Burn 46.3] / 6.2 [Audio: Burn 46.3]" },
		{ "The second table of a run that comes again begins one, too", HEAD ROW ANOTHER ROW ANOTHER ROW,
		  " [Audio: Burn 46.3] [X: Burn 46.3] /  [X: Burn 46.3]" },
		{ "A title is no text above the next one", HEAD "\n" ANOTHER ROW, " [X: Burn 46.3]" },
		{ "A table without a kernel is not named by text above another one of its run", "one:\n" HEAD ROW ANOTHER ROW "\ntwo:\n" HEAD ROW,
		  " <one> [Audio: Burn 46.3] [X: Burn 46.3] /  <two> [Audio: Burn 46.3]" },
		{ "A header that had no title gets that of its first table", "Load set to 3 processors\n\none:\n" HEAD ROW, " <one> p3 [Audio: Burn 46.3]" },
		{ "and keeps its own if it had one", "zero:\n\nLoad set to 3 processors\n\none:\n" HEAD ROW, " <zero> p3 [Audio: Burn 46.3]" },
	};

	reads(c, LENGTH(c));
	read_text("Benchmarking kernel 6.1 at datestamp 202601020304, joe\n" HEAD ROW);
	is(runs == 1 ? run[0].date : "", "202601020304", "A date is its digits");
}

/* What a title says, and what it takes from the table before. */
static void test_titles(void)
{
	static const struct reading c[] = {
		{ "Nice values are those of task and load", "--- Benchmarking Audio real time nice -5 in the presence of loads nice 3 ---\n" ROW,
		  " [Audio rt -5,3: Burn 0.0463]" },
		{ "A title that lost its dashes is one", "Benchmarking simulated cpu of Audio in the presence of simulated\n" ROW, " [Audio: Burn 46.3]" },
		{ "What lost all but the task is none", "Benchmarking Audio in the presence of loads\n" ROW, "" },
		{ "A title without loads is none", "--- Benchmarking Audio ---\n" ROW, "" },
		{ "A title that is cut off takes no rows of the table above", HEAD ROW "--- Benchmarking X ---\nNone 1 +/- 2 3 4 5\n", " [Audio: Burn 46.3]" },
		{ "Columns are those of the table's own heading", "--- Benchmarking Video in the presence of loads ---\nLoad  Latency +/- SD (us)  Max\n"
		  "Burn 1000 +/- 2000 3000\n" HEAD ROW, " [Video rt: Burn 3] [Audio: Burn 46.3]" },
		{ "A row is as long as the one before in its own table", HEAD COLUMNS "Burn  1 +/- 2  3 4 5\n" ANOTHER "Burn  1 +/- 2  3 4 5",
		  " [Audio: Burn 3] [X: Burn (cut off)]" },
		{ "A row that cannot be read is named behind a quotation, too", HEAD ROW "\nas you say:\nBurn 1 +/- 2 3 4 5\n" ANOTHER COLUMNS
		  "Burn 1 2 3 4 5\nNone 1 +/- 2 3 4 5\n", " [Audio: Burn 46.3] [X: Burn (not read: it is not laid out as a row), None 3]"
		  " {rows that stand there again with other figures were left out}" },
		{ "A table is not open before its title, nor what is below a table of -v", HEAD COLUMNS ROW "\nLoad  p50\nBurn  7\nNone 1 +/- 2 3 4 5\n",
		  " [Audio: Burn 46.3 p50 7] {rows of a table without a title were left out}" },
	};

	reads(c, LENGTH(c));
}

/* Columns and rows that are quoted, strange, or alike */
static void test_rows_again(void)
{
	static const char void_[] = " [Audio: Burn (not read: it stands there twice, with different figures)]";
	const struct reading c[] = {
		{ "A unit is that of the heading", HEAD "Load Latency +/- SD (us) Max\nBurn 1000 +/- 2000 3000\n", " [Audio rt: Burn 3]" },
		{ "even if the title has real time", "--- Benchmarking Audio real time in the presence of loads ---\nLoad Latency +/- SD (ms) Max\n"
		  "Burn 1 +/- 2 3\n", " [Audio: Burn 3]" },
		{ "A heading above no table has three columns at least", "Load Latency SD\nBurn 1 +/- 2 3 4 5\n" HEAD ROW, " [Audio: Burn 46.3]" },
		{ "A heading that stands there twice is one", HEAD COLUMNS COLUMNS ROW, " [Audio: Burn 46.3]" },
		{ "Three columns without a title make rows", "Load  Latency +/- SD (ms)  Max Latency\nX 1 +/- 2 3\n\n" HEAD ROW,
		  " [Audio: Burn 46.3] {rows of a table without a title were left out}" },
		{ "They are no title", "Latency +/- SD (ms)  Max Latency\n\n" HEAD ROW, " [Audio: Burn 46.3]" },
		{ "nor are their rows", COLUMNS "\nNobody 1 +/- 2 3 4 5\n\n" HEAD ROW, " [Audio: Burn 46.3] {rows of a table without a title were left out}" },
		{ "but two names of columns are", "Latency SD\n\n" HEAD ROW, " <Latency SD> [Audio: Burn 46.3]" },
		{ "Names below the rows are no heading", HEAD COLUMNS ROW "median p90\nX 1 +/- 2 3 4 5\n", " [Audio: Burn 46.3, X 3]" },
		{ "Prose above them is none", HEAD "The latency was bad\n" ROW, " [Audio: Burn 46.3]" },
		{ "Two names and a word are one", HEAD "Latency Max Foo\nBurn 1 +/- 2 3\n", " [Audio: Burn (not read: the heading has 'Foo')]" },
		{ "and so are figures that two names go on with", HEAD "Load Latency\nSD 1 Max 2\nBurn 1 +/- 2 3\n",
		  " [Audio: Burn (not read: the heading has '1')]" },
		{ "All rows of a heading that is not known are told of", HEAD "Last  SD  Max\n\nBurn 1 2 3 4\n",
		  " [Audio: Burn (not read: the heading has 'Last')]" },
		{ "The heading of a table without rows is no title", HEAD "\nLatency +/- SD (ms) Max\n\n" ANOTHER ROW, " [X: Burn 46.3]" },
		{ "A row without figures is none", HEAD "Burn      skipped: no room\n\n" ANOTHER ROW, " [Audio: Burn (skipped: no room)] [X: Burn 46.3]" },
		{ "What shows the progress may leave a line of blanks above it", HEAD ROW "     \r\nNone      skipped: no room\n\n" ANOTHER ROW,
		  " [Audio: Burn 46.3, None (skipped: no room)] [X: Burn 46.3]" },
		{ "where other words begin a paragraph", HEAD ROW "\nNone  of the above\n" HEAD ROW, " [Audio: Burn 46.3] /  <None of the above> [Audio: Burn 46.3]" },
		{ "nor is one below a row", HEAD ROW "None      skipped: no room\n\n" ANOTHER ROW, " [Audio: Burn 46.3, None (skipped: no room)] [X: Burn 46.3]" },
		{ "Rows without any title are no run", COLUMNS "Burn 1 +/- 2 3 4 5\n", "" },
		{ "A fact is none", KERNEL "\nBoot: x\n\n" HEAD ROW, "6.1 Boot=x [Audio: Burn 46.3]" },
		{ "The line of a side is none", COMPARISON "\n" HEAD ROW, " [Audio: Burn 46.3]" },
		{ "A row of another load ends a quotation", HEAD ROW "\nyou:\nBurn 1 +/- 2 3 4 5\nNone 1 +/- 2 3 4 5\nNone 9 +/- 2 9 4 5\n",
		  " [Audio: Burn 46.3, None (not read: it stands there twice, with different figures)]"
		  " {rows that stand there again with other figures were left out}" },
		{ "What a row's heading has that nobody knows is told", HEAD "Load Latency +/- SD (ms) Jitter Max Latency\nBurn 1 +/- 2 3 4\n",
		  " [Audio: Burn (not read: the heading has 'Jitter')]" },
		{ "What cannot be read is told", HEAD COLUMNS "Burn 1 +/- 2 -3 4 5\n", " [Audio: Burn (not read: a figure is negative)]" },
		{ "A row of a diff is told", HEAD COLUMNS "-Burn 1 +/- 2 3 4 5\n", " [Audio: Burn (not read: it is a line of a diff)]" },
		{ "A maximum that is rounded is the same", HEAD COLUMNS ROW "Burn 17.4 +/- 19.5 46.32 87 7.62\n", " [Audio: Burn 46.3]" },
		{ "within a quarter of the last digit", HEAD COLUMNS ROW "Burn 17.4 +/- 19.5 46.33 87 7.62\n", void_ },
		{ "A mean that is rounded is the same", HEAD COLUMNS ROW "Burn 17.42 +/- 19.5 46.3 87 7.62\n", " [Audio: Burn 46.3]" },
		{ "within a quarter of its last digit", HEAD COLUMNS ROW "Burn 17.37 +/- 19.5 46.3 87 7.62\n", void_ },
		{ "to the quarter itself", HEAD COLUMNS "Burn 17 +/- 19 46 87 7\nBurn 17.25 +/- 19 46.25 87 7\n", " [Audio: Burn 46]" },
		{ "No third row mends two", HEAD COLUMNS ROW "Burn 17.37 +/- 19.5 46.3 87 7.62\n" ROW, void_ },
		{ "A row with a reason is not lost by a row without", HEAD COLUMNS "Burn      skipped: no room\n" ROW, " [Audio: Burn (skipped: no room)]" },
		{ "nor does a reason void a row", HEAD COLUMNS ROW "Burn      skipped: no room\n", " [Audio: Burn 46.3]" },
		{ "A reason may stand behind a name with marks", HEAD COLUMNS "**Burn**      skipped: no room\nRing:      died\n",
		  " [Audio: Burn (skipped: no room), Ring (died)]" },
		{ "A reason behind a blank line is prose", HEAD COLUMNS ROW "\nNone      was good\n", " [Audio: Burn 46.3]" },
		{ "Two blanks are enough in front of one", HEAD COLUMNS "Burn  died\n", " [Audio: Burn (died)]" },
		{ "One blank is too few in front of a reason", HEAD COLUMNS ROW "None was good\n", " [Audio: Burn 46.3]" },
		{ "A reason begins with a small letter", HEAD COLUMNS ROW "None      Was good\n", " [Audio: Burn 46.3]" },
		{ "A name of 31 characters is one", HEAD COLUMNS "A234567890123456789012345678901 1 +/- 2 3 4 5\n",
		  " [Audio: A234567890123456789012345678901 3]" },
		{ "A name of 32 is none", HEAD COLUMNS "A2345678901234567890123456789012 1 +/- 2 3 4 5\n", "" },
		{ "A name begins with a letter", HEAD COLUMNS "1st 1 +/- 2 3 4 5\n", "" },
		{ "A mark behind the name of a load is no part of it", HEAD COLUMNS "Burn- 1 +/- 2 3 4 5\nNone\" 1 +/- 2 3 4 5\nX(1) 1 +/- 2 3 4 5\n",
		  " [Audio: Burn 3, None 3, X 3]" },
		{ "nor is one before it", HEAD COLUMNS "\xe2\x86\x92 Burn 1 +/- 2 3 4 5\n2. None 1 +/- 2 3 4 5\n!! X 1 +/- 2 3 4 5\n",
		  " [Audio: Burn 3, None 3, X 3]" },
		{ "A row cut before its +/- is named", HEAD COLUMNS ROW "None 1 +\n\n" ANOTHER ROW, " [Audio: Burn 46.3, None (not read: it is not laid out as a row)] [X: Burn 46.3]" },
		{ "so is one with a message of the kernel", HEAD COLUMNS ROW "None 1 [   61.123456] usb\n +/- 2 3 4 5\n",
		  " [Audio: Burn 46.3, None (not read: a message of the kernel stands in it)] {rows whose names cannot be read were left out}" },
		{ "What was wrapped off a numbered row has no number", " 1  " TITLE "\n 2  Load    Latency +/- SD (ms)  Max Latency   % Desired CPU\n% Deadlines Met\n"
		  " 3  Burn 17.4 +/- 19.5 46.3\n87.5 58.1\n 4  None 1 +/- 2 3 4\n5.25\n", " [Audio: Burn 46.3, None 3]" },
		{ "The name of a kernel may have several words", "Benchmarking kernel 6.1 (EEVDF) at datestamp 202601010101\n" HEAD COLUMNS ROW
		  "Benchmarking kernel 6.1 (BORE) at datestamp 202601010101\n" HEAD COLUMNS ROW, "6.1 (EEVDF) [Audio: Burn 46.3] / 6.1 (BORE) [Audio: Burn 46.3]" },
		{ "and its date may have been taken out", "Load set to 3 processors\nBenchmarking kernel 6.1\n" HEAD COLUMNS ROW
		  "Load set to 3 processors\nBenchmarking kernel 6.2 at some time\n" HEAD COLUMNS ROW, "6.1 p3 [Audio: Burn 46.3] / 6.2 p3 [Audio: Burn 46.3]" },
		{ "A log behind another one, whose last line was ended", HEAD COLUMNS LINE "\n" "None       17.4 +/- 19.5        46.3              87           7\n"
		  "Load set to 3 processors\n\nUsing cpu time, running every load for 7 seconds\n" HEAD COLUMNS ROW,
		  " [Audio: Burn 46.3, None (cut off)] /  p3 cpu s7 [Audio: Burn 46.3]" },
		{ "A colon or a mark behind a name is not its own", HEAD COLUMNS "Burn: 1 +/- 2 3 4 5\n_None_ 1 +/- 2 3 4 5\n**X** 1 +/- 2 3 4 5\n",
		  " [Audio: Burn 3, None 3, X 3]" },
		{ "Figures that stand in the table are meant to be one", HEAD COLUMNS "None 1 +/- 2 3 4 5\nBurn 1 2 3\n",
		  " [Audio: None 3, Burn (not read: it is not laid out as a row)]" },
		{ "but not below a blank line", HEAD COLUMNS "None 1 +/- 2 3 4 5\n\nBurn 1 2 3\n", " [Audio: None 3]" },
		{ "nor behind the name of no load", HEAD COLUMNS "None 1 +/- 2 3 4 5\nNobody 1 2 3\n", " [Audio: None 3]" },
		{ "nor with a word among them", HEAD COLUMNS "None 1 +/- 2 3 4 5\nBurn 1 2 x 3\n", " [Audio: None 3]" },
		{ "Two figures and a +/- are meant to be a row", HEAD COLUMNS "Burn 1 +/- 2\n", " [Audio: Burn (not read: it is not laid out as a row)]" },
		{ "Why a figure of a row cannot be read is told", HEAD COLUMNS "Burn 1 +/- 2us 3 4 5\n",
		  " [Audio: Burn (not read: a figure is no plain number)]" },
		{ "A +/- makes a row of a load's name", HEAD COLUMNS "None 1 +/- 2 3 4 5\nBurn x +/- 2 3 4 5\n",
		  " [Audio: None 3, Burn (not read: it is not laid out as a row)]" },
		{ "but of another word only before a figure", HEAD COLUMNS "None 1 +/- 2 3 4 5\nNobody x +/- 2 3 4 5\nAnybody 2 x +/- 3 4 5\n",
		  " [Audio: None 3, Anybody (not read: it is not laid out as a row)]" },
		{ "A quotation of a row below a heading is not left out", HEAD COLUMNS ROW "\nyou:\n" COLUMNS ROW "None 1 2 3\nNone 1 +/- 2\n",
		  " [Audio: Burn 46.3]" },
		{ "Without a title, rows are those with three figures", COLUMNS "None 1 +/- 2\nBurn 1 2 3 4 5\n\n" HEAD ROW, " [Audio: Burn 46.3]" },
		{ "A row of any table of a run is known", HEAD ROW ANOTHER "Nobody 1 +/- 2 3 4 5\n--- Benchmarking Video in the presence of loads ---\n" ROW
		  "\nyou:\n" COLUMNS "Nobody 1 +/- 2 3 4 5\n", " [Audio: Burn 46.3] [X: Nobody 3] [Video: Burn 46.3]" },
		{ "What was left out is said once", COLUMNS "None 1 +/- 2 3 4 5\nX 1 +/- 2 3 4 5\n\n" HEAD ROW "\n" COLUMNS "X 1 +/- 2 3 4 5\n",
		  " [Audio: Burn 46.3] {rows of a table without a title were left out}" },
		{ "behind what else is remarked", HEAD ROW "! one\n\n" COLUMNS "X 1 +/- 2 3 4 5\nNone 1 +/- 2 3 4 5\n",
		  " [Audio: Burn 46.3] {one} {rows of a table without a title were left out}" },
		{ "A note on standard error may stand anywhere", HEAD "interbench: a note\n" COLUMNS "interbench: a note\n" ROW "interbench: a note",
		  " [Audio: Burn 46.3]" },
		{ "and parts no table", HEAD ROW "interbench: a note\nBurn 1 +/- 2 3 4 5\n", void_ },
		{ "and is no title", "mine\ninterbench: a note\n" HEAD ROW, " <mine> [Audio: Burn 46.3]" },
		{ "A letter beyond ASCII is no blank line", "\xc3\xa9\n" HEAD ROW, " <\xc3\xa9> [Audio: Burn 46.3]" },
		{ "A load whose figures are not known is told of by its name alone in -v", KERNEL HEAD COLUMNS ROW "\nNone 12 -\n\n" HEAD ROW,
		  "6.1 [Audio: Burn 46.3] / 6.1 [Audio: Burn 46.3]" },
	};

	reads(c, LENGTH(c));
}

static void test_facts(void)
{
	static const struct reading c[] = {
		{ "A fact stands below a kernel, above the first title", "Boot: w\n\nLoad set to 3 processors\nBoot: x\n" KERNEL "Boot: y\n" HEAD "Boot: z\n" ROW
		  "Boot: a\n", "6.1 <Boot: w> Boot=y p3 [Audio: Burn 46.3]" },
		{ "Its name begins with a letter and has 31 characters at most", KERNEL "1st: x\nA2345678901234567890123456789012: x\n"
		  "A234567890123456789012345678901: y\n" HEAD ROW, "6.1 A234567890123456789012345678901=y [Audio: Burn 46.3]" },
		{ "A colon and a blank are behind it", KERNEL "Boot:x\nBoot x\n" HEAD ROW, "6.1 [Audio: Burn 46.3]" },
		{ "Blanks are single in it, and none are at its ends", KERNEL "Boot:   a  b  : \n" HEAD ROW, "6.1 Boot=a b [Audio: Burn 46.3]" },
		{ "A comment goes on with a line that is no fact", KERNEL "Comment: one\ntwo\nA234567890123456789012345678901x: three\n\nfour\n" HEAD ROW,
		  "6.1 <four> \"one two A234567890123456789012345678901x: three\" [Audio: Burn 46.3]" },
		{ "A colon alone makes no fact", KERNEL "Comment: one\ntwo:three\n" HEAD ROW, "6.1 \"one two:three\" [Audio: Burn 46.3]" },
		{ "A comment is no title", KERNEL "\nComment: one\n\n" HEAD ROW, "6.1 \"one\" [Audio: Burn 46.3]" },
		{ "It does not go on with a remark", KERNEL "Comment: one\n! two\n" HEAD ROW, "6.1 \"one\" [Audio: Burn 46.3] {two}" },
		{ "nor with a fact", KERNEL "Comment: one\nBoot: x\n" HEAD ROW, "6.1 \"one\" Boot=x [Audio: Burn 46.3]" },
		{ "Comments: is a fact", KERNEL "Comments: one\n" HEAD ROW, "6.1 Comments=one [Audio: Burn 46.3]" },
	};

	reads(c, LENGTH(c));
}

/* Lines that interbench prints between tables name no run; others do. */
static void test_own(void)
{
	static const struct { const char *line; bool own; } c[] = {
		{ "! steal 1 % in Burn", true }, { "Wakeup latencies of Audio beside Burn, ms", true }, { "Latencies of Hog beside Burn, ms", true },
		{ "Frame times of X beside Burn, ms", true }, { "<= 1 3 ###", true }, { "# loops_per_ms 5", true }, { "loops_per_ms 5", true },
		{ "Could not get memory for it", true }, { "Summary: Deadlines Met", true }, { "Measured: 1 run of A", true },
		{ "Figures are medians.", true }, { "No difference shown in 3 values tested.", true }, { "No value could be tested", true },
		{ "Neither side is better: 1", true }, { "A is better: 1", true }, { "B looks better: 1", true }, { "not compared: B", true },
		{ "Load     p50", true }, { "Burn 12 13", true }, { "Burn - 13", true }, { "a line (cut off)", true },
		{ "Burn      1.57 CPU s", true }, { "Load balancing off:", false }, { "Burn 12 with the patch", false },
		{ "Measured: with the patch", false }, { "No difference to before?", false }, { "Figures are mine", false },
		{ "Burn it", false }, { "Burner 12", false }, { "Nobody 12 13", false }, { "mine", false },
	};
	char text[400];

	for (size_t i = 0; i < LENGTH(c); i++) {
		snprintf(text, sizeof(text), "%s\n\n%s", c[i].line, HEAD COLUMNS ROW);
		read_text(text);
		ok(runs == 1 && !*run[0].title == c[i].own, "It is %s that this line names no run: %s", c[i].own ? "true" : "false", c[i].line);
	}
}

/* Names of 160 bytes; of 64 tables, rows, facts and remarks those beyond. */
static void test_limits(void)
{
	char text[20000], name[400] = "", wanted[400];
	int n = 0;

	for (int i = 0; i < 99; i++)
		strcat(name, "\xc3\xa9");
	sprintf(text, KERNEL "Comment: a%s\n" HEAD ROW, name);
	read_text(text);
	sprintf(wanted, "a%.158s", name);
	is(runs == 1 ? run[0].comment : "", wanted, "A long comment is cut, but no character of it");
	memset(name, 'x', 170);
	sprintf(text, KERNEL "Comment: %s\n" HEAD ROW, name);
	read_text(text);
	ok(runs == 1 && strlen(run[0].comment) == LOG_TEXT_MAX, "It has 160 bytes");
	memset(name, '\xff', 170);
	name[170] = 0;
	sprintf(text, KERNEL "Comment: %s\n" HEAD ROW, name);
	read_text(text);
	ok(runs == 1 && strlen(run[0].comment) == LOG_TEXT_MAX, "What is no UTF-8 is cut as well");

	n = sprintf(text, KERNEL);
	for (int i = 0; i < LOG_PARTS_MAX + 2; i++)
		n += sprintf(text + n, "Fact %d: x\n", i);
	n += sprintf(text + n, "%s", HEAD COLUMNS);
	for (int i = 0; i < LOG_PARTS_MAX + 2; i++)
		n += sprintf(text + n, "L%d 1 +/- 2 3 4 5\n", i);
	read_text(text);
	ok(runs == 1 && run[0].facts == LOG_PARTS_MAX && run[0].table[0].rows == LOG_PARTS_MAX &&
	   one_remark("rows of a very long table were left out"), "Facts and rows beyond the 64th are left out");
	for (int i = 0; i < LOG_PARTS_MAX; i++)
		n += sprintf(text + n, "! remark %d\n", i);
	read_text(text);
	ok(runs == 1 && run[0].remarks == LOG_PARTS_MAX && !strcmp(run[0].remark[LOG_PARTS_MAX - 1], "remark 62"),
	   "So are remarks");
	strcpy(text + n, "\n" COLUMNS "Burn 1 +/- 2 3 4 5\n");
	read_text(text);
	ok(runs == 1 && run[0].remarks == LOG_PARTS_MAX, "and among them what was left out");

	n = sprintf(text, KERNEL);
	for (int i = 0; i < LOG_PARTS_MAX + 1; i++)
		n += sprintf(text + n, "--- Benchmarking T%d in the presence of loads ---\nBurn 1 +/- 2 3 4 5\n", i);
	read_text(text);
	ok(runs == 2 && run[0].tables == LOG_PARTS_MAX && run[1].tables == 1 && !strcmp(run[1].kernel, "6.1"),
	   "A 65th table begins a run");

	/* a row is looked for in the last 64 runs */
	n = sprintf(text, "\n");
	for (int i = 0; i < LOG_PARTS_MAX + 1; i++)
		n += sprintf(text + n, HEAD "L%d 1 +/- 2 %d 4 5\n", i, 3 + i);
	strcpy(text + n, "\nas you say:\nL64 1 +/- 2 4 4 5\n");
	read_text(text);
	ok(runs == LOG_PARTS_MAX + 1 && run[LOG_PARTS_MAX].remarks == 1, "A row with the figures of another load is no quotation");
	strcpy(text + n, "\nas you say:\n" COLUMNS "L1 1 +/- 2 4 4 5\n");
	read_text(text);
	ok(runs == LOG_PARTS_MAX + 1 && !run[LOG_PARTS_MAX].remarks, "A row of one of the last 64 runs is a quotation");
	strcpy(text + n, "\nas you say:\n" COLUMNS "L0 1 +/- 2 3 4 5\n");
	read_text(text);
	ok(runs == LOG_PARTS_MAX + 1 && run[LOG_PARTS_MAX].remarks == 1, "One of an earlier run is not known to be one");
	forget();
}

/* Texts that are read one after another have nothing of each other. */
static void test_texts(void)
{
	static const char *const text[] = {
		"mine\n\nLoad set to 3 processors\n" KERNEL HEAD ROW, KERNEL KERNEL HEAD ROW, HEAD ROW, "X 1 +/- 2 3 4 5\n! remark\nBoot: x\n",
		"Load set to 3 processors\n", COLUMNS "X 1 +/- 2 3 4 5\n\n" HEAD ROW, COLUMNS "Burn 17.4 +/- 19.5 46.3 87 7.62\n\n" HEAD "X 1 +/- 2 3 4 5\n",
	};
	struct runs all = { .n = 0 };
	bool even = false;

	forget();
	for (int round = 0; round < HEAP_ROUNDS; round++) {
		size_t heap = heap_used();

		runs_free(&all);
		for (size_t i = 0; i < LENGTH(text); i++) {
			char *copy = xstrdup(text[i]);

			log_read(&all, &known_names, text[i], copy);
			free(copy);
		}
		even |= heap_used() == heap;
	}
	ok(even, "All of several texts is freed");
	run = all.run;
	runs = all.n;
	is(told(), "6.1 <mine> p3 [Audio: Burn 46.3] / 6.1 [Audio: Burn 46.3] /  [Audio: Burn 46.3] /  [Audio: Burn 46.3]"
	   " {rows of a table without a title were left out} /  [Audio: X 3] {rows of a table without a title were left out}",
	   "A text has nothing of the one before");
	ok(runs == 5 && run[0].source == text[0] && run[4].source == text[6], "A run knows its source");
}

/* Why a file of these bytes has no row with figures; NULL: it has. */
static const char *file_of(const void *bytes, size_t size, bool as_stdin)
{
	char name[64];
	struct runs got = { .n = 0 };
	FILE *f = tmpfile();
	const char *why;

	if (!f || fwrite(bytes, 1, size, f) != size || fflush(f))
		return "no temporary file";
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fileno(f));
	if (as_stdin && !freopen(name, "r", stdin))
		return "no standard input";
	why = log_read_file(&got, &known_names, as_stdin ? "-" : name);
	fclose(f);
	forget();
	run = got.run;
	runs = got.n;
	return why;
}

/* The number that the next file gets. */
static int next_fd(void)
{
	int fd = open("/dev/null", O_RDONLY);

	close(fd);
	return fd;
}

static void test_files(void)
{
#define VOID "None      skipped: no room\n"
	static const char none[] = "no table of interbench in it", voids[] = HEAD COLUMNS VOID "Burn      died\n";
	const size_t most = FILE_MOST_MB << 20, sizes[] = { 65534, 65535, 65536, 131071, 131072, most - 1 };
	char *bytes = xrealloc(NULL, most);
	struct runs got = { .n = 0 };
	int fd = next_fd();
	bool even = false;
	char name[64];
	size_t heap;
	const char *why;
	FILE *f;

	is(log_read_file(&got, &known_names, "/no/file"), "No such file or directory", "A file that is not there is none");
	is(log_read_file(&got, &known_names, "/"), "Is a directory", "nor is a directory");
	is(file_of("", 0, false), "empty", "An empty file is empty");
	is(file_of("\n", 1, false), none, "A file without a table has none");
	is(file_of("\x1f\x8b\x08", 3, false), "packed by gzip: unpack it first", "A packed file is told of");
	is(file_of(voids, strlen(voids), false), "no row has figures (Audio beside None skipped: no room)", "The first reason is told");
	ok(!file_of(HEAD COLUMNS VOID ROW, strlen(HEAD COLUMNS VOID ROW), false) && all_rows() == 2,
	   "One row with figures is enough");
	ok(!file_of(KERNEL HEAD ROW "\0" "None 1 +/- 2 3 4 5\n", strlen(KERNEL HEAD ROW) + 1 + strlen("None 1 +/- 2 3 4 5\n"), false) && runs == 1 && all_rows() == 1,
	   "What stands behind zeros belongs to no table before them");
	ok(!file_of(KERNEL HEAD ROW "\0" KERNEL HEAD ROW "\0\0" KERNEL HEAD ROW, 3 * strlen(KERNEL HEAD ROW) + 3, false) && runs == 3 &&
	   !strcmp(run[0].kernel, "6.1") && !strcmp(run[1].kernel, "6.1") && !strcmp(run[2].kernel, "6.1"), "Zeros are between texts");
	ok(!file_of(KERNEL HEAD VOID KERNEL HEAD ROW, strlen(KERNEL HEAD VOID KERNEL HEAD ROW), false) &&
	   !file_of(HEAD VOID ANOTHER ROW, strlen(HEAD VOID ANOTHER ROW), false), "A row of another table or run is enough");
	file_of(HEAD ROW, strlen(HEAD ROW), false);
	f = tmpfile();
	if (f && fputs(HEAD VOID, f) >= 0 && !fflush(f)) {
		snprintf(name, sizeof(name), "/proc/self/fd/%d", fileno(f));
		got = (struct runs){ run, runs };
		why = log_read_file(&got, &known_names, name);
		is(why ? why : "", "no row has figures (Audio beside None skipped: no room)", "A file is judged by its own runs");
		run = got.run;
		runs = got.n;
	}
	if (f)
		fclose(f);
	for (int i = 0; i < HEAP_ROUNDS; i++) {
		heap = heap_used();
		log_read_file(&got, &known_names, "/");
		even |= heap_used() == heap;
	}
	ok(even, "What cannot be read is freed");
	heap = heap_used();
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		memset(bytes, '\n', sizes[i]);
		memcpy(bytes + sizes[i] - strlen(HEAD ROW), HEAD ROW, strlen(HEAD ROW));
		ok(!file_of(bytes, sizes[i], false) && one_row("Burn", 17.4, 19.5, 46.3, 87, 7.62), "A file of %zu bytes is read", sizes[i]);
	}
	forget();
	bytes[most - 1] = '\n';
	why = file_of(bytes, most, false);
	is(why ? why : "", "File too large", "A larger one than any log is not");
	file_of("", 0, false);
	forget();
	ok(heap_used() <= heap, "What was read is freed");
	ok(next_fd() == fd, "and files are closed");
	ok(!file_of(HEAD ROW, strlen(HEAD ROW), true) && all_rows() == 1 && fcntl(0, F_GETFD) >= 0, "- is standard input, which stays open");
	got = (struct runs){ run, runs };
	is(log_read_file(&got, &known_names, "/dev/null"), "empty", "A file has what it adds alone");
	forget();
	free(bytes);
}

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
	double took;
	struct timespec then;
	size_t len;
	char *text = archive(&len);

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &then);
	read_whole(text);
	took = seconds_since(&then);
	ok(runs == 2500 && all_tables() == 4 * runs && all_rows() == 30 * runs, "Each table of a million lines is read");
	ok(took < SECOND, "A million lines are read fast: %.2f s of CPU", took);
	free(text);
	text = xrealloc(NULL, 4000 * 80);
	len = 0;
	for (int i = 0; i < 4000; i++)
		len += (size_t)sprintf(text + len, "--- Benchmarking X in the presence of loads ---\nA 1+-1 1\n");
	forget();
	read_whole(text);
	ok(runs == 4000 && all_rows() == runs, "Each table of one task is a run");
	forget();
	free(text);
}

int main(int argc, char **argv)
{
	(void)argv;
	test_rows();
	test_wrappings();
	test_unread();
	test_lost();
	test_plain_equals();
	test_whole_last_row();
	test_columns();
	test_runs();
	test_headers();
	test_titles();
	test_rows_again();
	test_facts();
	test_own();
	test_limits();
	test_texts();
	test_files();
	if (argc > 1)			/* untimed: for a CPU that is emulated */
		return unit_end();
	test_speed();
	return unit_end();
}
