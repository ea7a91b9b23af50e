/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the reader of logs */
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
	if (argc > 1)			/* untimed: for a CPU that is emulated */
		return unit_end();
	test_speed();
	return unit_end();
}
