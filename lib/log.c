/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../interbench.h"
#include "load.h"
#include "log.h"
#include "run.h"
#include "util.h"

struct log {
	const struct log_names *names;
	struct run *run;		/* all runs so far, of all texts */
	size_t runs, first;		/* their number; the first one of this text */
	const char *source;

	const char *para[2];		/* the last lines of the paragraph at hand */
	bool para_own, para_over;	/* interbench wrote it; a blank line ended it */
	const char *title[2];		/* the paragraph above the last header line */

	struct table next;		/* announced by the last header */
	bool open;			/* its rows may come */
	struct table *table;		/* what became of it with its first row */
	unsigned columns;		/* LOG_MET | ...; 0: their names were not seen */
};

/* No code is shorter than what it stands for: decoding is done in place. */
static const struct { const char *code, *text; } log_codes[] = {
	{ "&gt;", ">" }, { "&lt;", "<" }, { "&amp;", "&" }, { "&quot;", "\"" },
	{ "&nbsp;", " " }, { "&minus;", "-" }, { "&plusmn;", "\xb1" }, { "&#177;", "\xb1" },
	{ "&#8722;", "-" }, { "&mdash;", "---" }, { "&#8212;", "---" }, { "&#160;", " " },
	{ "\xc2\xa0", " " }, { "\xc2\xb1", "\xb1" }, { "\xe2\x80\xaf", " " },
	{ "\xe2\x88\x92", "-" }, { "\xe2\x80\x93", "--" }, { "\xe2\x80\x94", "---" },
	{ "\xef\xbb\xbf", "" }, { "\r\n", "\n" }, { "\r", "\n" },
};

/*
 * The length of the code at s, 0 for none, and what it stands for. A tag may as well end
 * the line: rows and headers go on in the next one.
 */
static size_t log_undo(const char *s, char text[static 4])
{
	unsigned char c = (unsigned char)s[0], next = (unsigned char)s[1];
	unsigned long number;
	char *end;

	for (size_t i = 0; i < LENGTH(log_codes); i++) {
		size_t len = strlen(log_codes[i].code);

		if (!strncmp(s, log_codes[i].code, len)) {
			strcpy(text, log_codes[i].text);
			return len;
		}
	}
	if (c == '<') {
		/* not beyond a '<': that is quadratic */
		size_t n = 1 + strcspn(s + 1, "<>\n");

		strcpy(text, "\n");	/* "<br>\n" is one end, not two */
		return s[n] == '>' && (isalpha(next) || next == '/' || next == '!') ?
		       n + 1 + (s[n + 1] == '\n') : 0;
	}
	/* Names are printed later: no control characters. Latin-1's blank is 0xa0. */
	strcpy(text, " ");
	if (c == 0xc2 && next >= 0x80 && next < 0xa0)
		return 2;
	if (c < ' ' || c == 0x7f || (c >= 0x80 && c <= 0xa0))
		return 1;
	if (c != '&' || next != '#')
		return 0;
	number = s[2] == 'x' ? strtoul(s + 3, &end, 16) : strtoul(s + 2, &end, 10);
	text[0] = (char)number;
	return *end == ';' && number >= ' ' && number <= '~' ? (size_t)(end - s) + 1 : 0;
}

/* Undo quoted-printable if text plainly is: HZ=1000 is not, nor vm.swappiness=20 at an end. */
static void log_decode_printable(char *text)
{
	static const char *const sign[] = { "=2B/-", "=3D", "=20=20", "=C2=A0", "quoted-printable" };
	static const char hex[] = "0123456789ABCDEF";
	bool printable = false;
	char *w = text;

	for (size_t i = 0; i < LENGTH(sign); i++)
		printable |= strstr(text, sign[i]) != NULL;
	for (const char *s = text; printable && *s;) {
		const char *high = *s == '=' && s[1] ? strchr(hex, s[1]) : NULL;
		const char *low = high && s[2] ? strchr(hex, s[2]) : NULL;

		if (low) {
			*w++ = (char)(16 * (high - hex) + (low - hex));
			s += 3;
		} else if (*s == '=' && s[1 + (s[1] == '\r')] == '\n') {
			s += 2 + (s[1] == '\r');
		} else {
			*w++ = *s++;
		}
	}
	if (printable)
		*w = 0;
}

/* Take quoting off the lines: "> ", ">> ", "joe> ", "| ", ": ", "# ". */
static void log_unquote(char *text)
{
	char *w = text;

	for (const char *s = text; *s;) {
		size_t n;

		s += strspn(s, " >|:#");
		n = strcspn(s, " >\n");
		if (n < 10 && s[n] == '>') {
			s += n + 1;
			continue;
		}
		n = strcspn(s, "\n");
		n += s[n] == '\n';
		memmove(w, s, n);
		w += n;
		s += n;
	}
	*w = 0;
}

/* Without one of these <x> is from a comment, "</dev/null >x" from a command. */
static bool log_is_html(const char *text)
{
	static const char name[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

	for (const char *s = text; (s = strstr(s, "</")); s += 2)
		if (s[2] != '>' && s[2 + strspn(s + 2, name)] == '>')
			return true;
	return strcasestr(text, "<br");
}

static void log_decode(char *text)
{
	char *w = text;
	bool html;

	log_decode_printable(text);
	html = log_is_html(text);
	for (const char *s = text; *s;) {
		bool plain = *s == '\n' || (*s == '<' ? !html : *s >= ' ' && *s <= '~' && *s != '&');
		char to[4];
		size_t n = plain ? 0 : log_undo(s, to);

		for (const char *t = to; n && *t; t++)
			*w++ = *t;
		s += n;
		if (n)
			continue;
		n = utf8_length(s);
		do
			*w++ = *s++;
		while (n-- > 1);
	}
	*w = 0;
	log_unquote(text);
}

/*
 * Where s goes on behind pattern, NULL if it does not begin so. In a pattern a blank stands
 * for blanks and ends of lines, # for digits, * for a word, - for two dashes or more.
 */
static const char *log_match(const char *s, const char *pattern)
{
	for (; *pattern; pattern++) {
		size_t n = *s == *pattern;

		if (*pattern == ' ')
			n = strspn(s, " \n");
		else if (*pattern == '#')
			n = strspn(s, "0123456789");
		else if (*pattern == '*')
			n = strcspn(s, " \n");
		else if (*pattern == '-')
			n = strspn(s, "-") > 1 ? strspn(s, "-") : 0;
		if (!n)
			return NULL;
		s += n;
	}
	return s;
}

/* Does the line hold the word? */
static bool log_holds(const char *line, const char *word)
{
	return memmem(line, strcspn(line, "\n"), word, strlen(word)) != NULL;
}

/*
 * Read a figure and step over it. strtod() alone would take hex and infinity, and does
 * not say how many decimals there were.
 */
static bool log_number(const char **text, struct figure *f)
{
	const char *s = *text, *end;
	size_t whole = strspn(s, "0123456789"), decimals = 0;
	long exponent = 0;

	if (s[whole] == '.')
		decimals = strspn(s + whole + 1, "0123456789");
	end = s + whole + (decimals ? 1 + decimals : 0);
	if (!strncasecmp(s + (*s == '-'), "nan", 3))
		end = s + (*s == '-') + 3;
	else if (!whole)
		return false;
	if (*end == 'e' && (end[1] == '+' || end[1] == '-') && isdigit((unsigned char)end[2])) {
		exponent = strtol(end + 1, NULL, 10);
		end += 2 + strspn(end + 2, "0123456789");
	}
	f->value = strtod(s, NULL);
	f->resolution = pow(10, (double)exponent - (double)decimals);
	if (isalnum((unsigned char)*end) || (*end == '.' && end[1] && !strchr(" \n", end[1])) ||
	    isinf(f->value) || isinf(f->resolution))
		return false;
	*text = end;
	return true;
}

/* Keep s up to end as one line, with single blanks. */
static void log_set(char **field, const char *s, const char *end)
{
	char *copy = xrealloc(NULL, LOG_TEXT_MAX + 1);
	size_t n = 0;

	for (; s < end && n + utf8_length(s) <= LOG_TEXT_MAX && n < LOG_TEXT_MAX; s++)
		if (*s == ' ' || *s == '\n') {
			if (n && copy[n - 1] != ' ')
				copy[n++] = ' ';
		} else {
			copy[n++] = *s;
		}
	while (n && strchr(": ", copy[n - 1]))
		n--;
	copy[n] = 0;
	free(*field);
	*field = copy;
}

static const char *log_line_end(const char *s)
{
	return s + strcspn(s, "\n");
}

/*
 * Runs
 */

/* The last run of this text, NULL if there is none. */
static struct run *log_run(const struct log *l)
{
	return l->runs > l->first ? &l->run[l->runs - 1] : NULL;
}

static void log_set_title(const struct log *l, struct run *run)
{
	if (l->title[1])
		log_set(&run->title, l->title[0] ? l->title[0] : l->title[1],
			log_line_end(l->title[1]));
}

/* Begin a run; without a header the last one's is taken to hold still. */
static struct run *log_run_add(struct log *l, bool header)
{
	struct run like = { .kernel = "", .comment = "", .title = "" }, *run = log_run(l);

	if (run && !run->tables) {		/* it never came to a table */
		run_free(run);
		l->runs--;
	} else if (run && !header) {
		like = *run;
	}
	l->run = grow(l->run, l->runs, sizeof(*l->run));
	run = &l->run[l->runs++];
	*run = (struct run){
		.kernel = xstrdup(like.kernel), .comment = xstrdup(like.comment),
		.title = xstrdup(like.title), .date = xstrdup(""), .source = l->source,
		.processors = like.processors, .loops_per_ms = like.loops_per_ms,
		.cpu_time = like.cpu_time, .seconds = like.seconds,
	};
	log_set_title(l, run);
	return run;
}

/* The run that a header line belongs to, of which the kernel's is the last. */
static struct run *log_run_header(struct log *l)
{
	struct run *run = log_run(l);

	l->open = false;
	memcpy(l->title, l->para, sizeof(l->title));
	return run && !run->tables && !*run->kernel ? run : log_run_add(l, true);
}

/* The announced table, which has its first row. */
static struct table *log_table_add(struct log *l)
{
	struct run *run = log_run(l);
	/* text above it is a remark only below a kernel line, else it names a run */
	bool again = !run || run->tables == LOG_PARTS_MAX ||
		     (run->tables && l->title[1] && !*run->kernel);

	for (size_t i = 0; !again && i < run->tables; i++)
		again = !strcmp(run->table[i].bench, l->next.bench);
	if (again)
		run = log_run_add(l, false);
	else if (!run->tables && !*run->title)
		log_set_title(l, run);
	l->next.no_deadlines = !(l->columns & LOG_MET);
	l->next.no_cpu = !(l->columns & LOG_CPU);
	l->table = run_add_table(run, l->next.bench);
	*l->table = l->next;
	return l->table;
}

/* NULL for a second row of the name: somebody's quotation. */
static struct row *log_row_add(struct log *l, const char *load)
{
	struct table *table = l->table ? l->table : log_table_add(l);

	for (size_t i = 0; i < table->rows; i++)
		if (!strcmp(table->row[i].load, load))
			return NULL;
	return table->rows < LOG_PARTS_MAX ? table_add_row(table, load) : NULL;
}

/*
 * Readers of what begins at s: each returns where the text goes on, NULL if it is not its own
 */

static const char *log_read_loads(struct log *l, const char *s)
{
	const char *number = log_match(s, "Load set to ");

	if (!number || !isdigit((unsigned char)*number))
		return NULL;
	log_run_header(l)->processors = (int)strtol(number, NULL, 10);
	return number;
}

static const char *log_read_using(struct log *l, const char *s)
{
	const char *loops = log_match(s, "Using # loops per ms, running every load for ");
	const char *t = loops ? loops : log_match(s, "Using cpu time, running every load for ");
	struct figure seconds;
	struct run *run;

	if (!t || !log_number(&t, &seconds))
		return NULL;
	run = log_run_header(l);
	run->seconds = seconds.value;
	run->cpu_time = !loops;
	run->loops_per_ms = loops ? strtoull(s + strlen("Using "), NULL, 10) : 0;
	return t;
}

static const char *log_read_kernel(struct log *l, const char *s)
{
	const char *kernel = log_match(s, "Benchmarking kernel ");
	const char *date = log_match(s, "Benchmarking kernel * * datestamp ");
	struct run *run;

	if (!date || !isdigit((unsigned char)*date))
		return NULL;
	run = log_run_header(l);
	log_set(&run->kernel, kernel, log_match(kernel, "*"));
	log_set(&run->date, date, log_match(date, "#"));
	if (!*run->title && l->runs - l->first > 1 && !strcmp(run[-1].kernel, run->kernel))
		log_set(&run->title, run[-1].title, log_line_end(run[-1].title));
	return log_match(date, "#");
}

/* --- Benchmarking [simulated cpu of] Audio [real time] [nice -5] in the presence of */
static const char *log_read_task(struct log *l, const char *s)
{
	const char *t = log_match(s, "- Benchmarking simulated cpu of ");
	struct table next = { .nice = 0 };
	int *nice = &next.nice;

	if (!t && !(t = log_match(s, "- Benchmarking ")))
		return NULL;
	snprintf(next.bench, sizeof(next.bench), "%.*s", (int)strcspn(t, " \n"), t);
	for (s = t + strcspn(t, " \n");; s = t) {
		s += strspn(s, " \n");
		if ((t = log_match(s, "real time"))) {
			next.real_time = true;
		} else if ((t = log_match(s, "nice "))) {
			*nice = (int)strtol(t, NULL, 10);
			t += strspn(t, "-0123456789");
		} else if ((t = log_match(s, "in the presence of "))) {
			nice = &next.load_nice;
		} else if (!(t = log_match(s, "simulated")) && !(t = log_match(s, "loads"))) {
			break;
		}
	}
	memcpy(l->title, l->para, sizeof(l->title));
	l->open = nice == &next.load_nice;
	l->next = next;
	l->table = NULL;
	l->columns = 0;
	return s;
}

/* Names of columns, on two lines at times; those of another table end this one. */
static const char *log_read_columns(struct log *l, const char *s)
{
	static const char *const name[] = { "Max", "Desired", "Deadlines" };
	bool latency = log_holds(s, "Latency") && log_holds(s, "SD");
	unsigned columns = 0;

	if (!l->open)
		return NULL;
	if (l->table && !latency && log_match(s, "Load ")) {
		l->open = false;
		return s;
	}
	for (size_t i = 0; !l->table && i < LENGTH(name); i++)
		columns |= log_holds(s, name[i]) ? 1U << i : 0;
	l->columns |= columns;
	if (log_holds(s, "(us)") || log_holds(s, "(ms)"))
		l->next.real_time = log_holds(s, "(us)");
	return latency || columns ? s : NULL;
}

/*
 * Take figures, on as many lines as it takes, until there are enough or a word comes: its
 * line is another's. Marks are skipped. 0 figures if they are no row's.
 */
static const char *log_figures(const char *s, struct figure *figure, int columns, int *figures)
{
	const char *line = NULL;	/* the last one begun */
	int n = 0, before = 0;		/* figures so far, and those before that line */
	bool plus_minus = false;

	while (*s && n < columns) {
		size_t sign = !strncmp(s, "+/-", 3) ? 3 : !strncmp(s, "+-", 2) ? 2 : *s == '\xb1';

		if (sign && n == 1 && !plus_minus) {
			plus_minus = true;
			s += sign;
		} else if (log_number(&s, &figure[n])) {
			n++;
		} else if (sign || isalnum((unsigned char)s[*s == '-'])) {
			n = line ? before : n;
			s = line ? line : s;
			break;
		} else if (*s++ == '\n') {
			line = s;
			before = n;
		}
	}
	*figures = plus_minus && n > 2 ? n : 0;
	return s;
}

static const char *log_read_row(struct log *l, const char *s)
{
	size_t name = strcspn(s, " \n"), blanks = strspn(s + name, " ");
	const char *end = s + name + blanks, *stop;
	struct figure figure[5];
	char load[NAME_LEN];
	struct row *row;
	int figures;
	bool cut;

	if (!l->open || name >= NAME_LEN || !isalpha((unsigned char)*s) ||
	    !isalnum((unsigned char)s[name - 1]))
		return NULL;
	if (!l->columns)
		l->columns = l->names->columns(l->next.bench);
	snprintf(load, sizeof(load), "%.*s", (int)name, s);
	if (blanks > 1 && islower((unsigned char)*end) && !l->para_over) {
		/* Write     skipped: 8 MB free, 16 MB needed */
		row = log_row_add(l, load);
		if (row)
			snprintf(row->reason, REASON_LEN, "%.*s", (int)strcspn(end, "\n"), end);
		return end;
	}
	end = log_figures(end, figure, 2 + __builtin_popcount(l->columns), &figures);
	row = figures ? log_row_add(l, load) : NULL;
	stop = end[-1] == '\n' ? end : log_line_end(end);
	/* 98.3 may be left as 9, but not where the last column has its place */
	cut = figures && ((!*stop && stop[-1] != '\n' && stop - s < ROW_WIDTH) ||
			  memmem(s, (size_t)(stop - s), LOG_CUT, strlen(LOG_CUT)));
	if (row && cut)
		row_void(row, "cut off");
	for (int i = 0, n = 0; row && !cut && n < figures; i++) {
		struct figure *to[] = { &row->mean, &row->sd, &row->max, &row->cpu, &row->met };

		if (i > 1 && !(l->columns & 1U << (i - 2)))
			continue;
		*to[i] = figure[n++];
		if (i < 3 && l->table->real_time) {
			to[i]->value /= 1000;
			to[i]->resolution /= 1000;
		}
	}
	return figures ? end : NULL;
}

/* Has mail wrapped this off the line before? It is neither blank nor a fact nor a remark. */
static bool log_continues(const char *s)
{
	size_t name = strcspn(s, ":\n");

	return isalnum((unsigned char)*s) && (strncmp(s + name, ": ", 2) || name >= NAME_LEN);
}

/* Comment: ... and the facts below, up to the first table. */
static const char *log_read_fact(struct log *l, const char *s)
{
	struct run *run = log_run(l);
	const char *name_end = s + strcspn(s, ":\n"), *value, *end;
	struct fact *fact;

	if (!run || run->tables || !*run->kernel || l->open || run->facts == LOG_PARTS_MAX ||
	    strncmp(name_end, ": ", 2) || name_end - s >= NAME_LEN || !isalpha((unsigned char)*s))
		return NULL;
	value = name_end + 2;
	if (name_end == log_match(s, "Comment")) {
		end = log_line_end(value);
		while (end[0] == '\n' && log_continues(end + 1))
			end = log_line_end(end + 1);
		log_set(&run->comment, value, end);
		return end;
	}
	run->fact = grow(run->fact, run->facts, sizeof(*run->fact));
	fact = &run->fact[run->facts++];
	log_set(&fact->name, s, name_end);
	log_set(&fact->value, value, log_line_end(value));
	return s;
}

/* What else is interbench's own and so names no run. */
static const char *log_read_own(struct log *l, const char *s)
{
	static const char *const own[] = {
		"! ", "Load ", "Wakeup latencies of ", "Latencies of ", "Frame times of ", "<= ",
		"# loops_per_ms ", "loops_per_ms ", "Could not get memory ",
		"Summary: Deadlines Met ",
	};

	size_t name = strcspn(s, " \n"), blanks = strspn(s + name, " ");
	char load[NAME_LEN];

	for (size_t i = 0; i < LENGTH(own); i++)
		if (log_match(s, own[i]))
			return s;
	if (log_holds(s, LOG_CUT))
		return s;
	/* a row of -v */
	snprintf(load, sizeof(load), "%.*s", (int)name, s);
	return l->names->is_load(load) && strspn(s + name + blanks, "0123456789-") ? s : NULL;
}

static const char *(*const log_readers[])(struct log *l, const char *s) = {
	log_read_loads, log_read_using, log_read_kernel, log_read_task, log_read_columns,
	log_read_row, log_read_fact, log_read_own,
};

/* A paragraph is a title if interbench did not write its first line. */
static void log_paragraph(struct log *l, const char *s, bool own)
{
	if (own || l->para_over) {
		l->para_own = own;
		l->para[0] = l->para[1] = NULL;
	}
	l->para_over = false;
	if (l->para_own)
		return;
	l->para[0] = l->para[1];
	l->para[1] = s;
}

/* Read what begins at s; returns the beginning of another line. */
static const char *log_line(struct log *l, const char *s)
{
	const char *end = NULL, *t = s;

	if (log_match(s, "interbench: ")) {	/* a note on standard error, amid anything */
		end = log_line_end(s);
		return end + (*end == '\n');
	}
	while (*t && *t != '\n' && !isalnum((unsigned char)*t) && !(*t & 0x80))
		t++;
	if (!*t || *t == '\n') {		/* blank, or a line of dashes */
		l->para_over = true;
		return t + (*t == '\n');
	}
	for (size_t i = 0; !end && i < LENGTH(log_readers); i++)
		end = log_readers[i](l, s);
	log_paragraph(l, s, end != NULL);
	if (end && end > s && end[-1] == '\n')
		return end;
	end = log_line_end(end ? end : s);
	return end + (*end == '\n');
}

void log_read(struct runs *runs, const struct log_names *names, const char *source,
		     char *text)
{
	struct log l = { .names = names, .run = runs->run, .runs = runs->n, .first = runs->n,
			 .source = source, .para_over = true };

	log_decode(text);
	for (const char *s = text; *s;)
		s = log_line(&l, s);
	if (l.runs > runs->n && !l.run[l.runs - 1].tables)
		run_free(&l.run[--l.runs]);
	*runs = (struct runs){ l.run, l.runs };
}

bool log_read_file(struct runs *runs, const struct log_names *names, const char *path)
{
	FILE *in = strcmp(path, "-") ? fopen(path, "re") : stdin;
	char *text = NULL;
	size_t size = 0;
	bool all;

	/* a crash can leave zeros in a log: each piece is a text */
	while (in && getdelim(&text, &size, 0, in) > 0)
		log_read(runs, names, path, text);
	free(text);
	all = in && feof(in);
	if (all && in != stdin)
		fclose(in);
	return all;
}

void runs_free(struct runs *runs)
{
	while (runs->n)
		run_free(&runs->run[--runs->n]);
	free(runs->run);
	runs->run = NULL;
}
