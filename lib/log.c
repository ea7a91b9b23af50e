/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interbench.h"
#include "decode.h"
#include "encoding.h"
#include "figures.h"
#include "heading.h"
#include "log.h"
#include "log_detail.h"
#include "run.h"
#include "util.h"

#ifndef FILE_MOST_MB
#define FILE_MOST_MB 1024	/* a larger log is a mistake, such as /dev/zero */
#endif

struct log {
	const struct log_names *names;
	struct run *run;		/* all runs so far, those of earlier texts too */
	size_t runs, first;		/* how many; the index of this text's first one */
	const char *source;

	const char *para[2];		/* the last lines of the present paragraph */
	bool para_own, para_over;	/* interbench wrote it; a blank line ended it */
	bool para_row;			/* its last line is a row: text begins a new one */
	const char *title[2];		/* the paragraph above the last header line */

	struct table next;		/* the last title announced it */
	bool open;			/* rows of it may come */
	bool strange;			/* rows may come of a table whose title was not seen */
	const char *lost;		/* what was left out before the first run; NULL: nothing */
	struct table *table;		/* what next became with its first row; NULL: none came */
	struct heading heading;
	struct row_ends ends;		/* of the row before */
	bool apart;			/* that row repeats one, and stands apart from the table */
	struct detail_table detail;	/* the rows of which may come, as -v has them */
	bool remarks;			/* lines behind "! " are about the last run */
};

/* Copy s up to end as one line with single blanks. */
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
	*field = xrealloc(copy, n + 1);
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
			line_end(l->title[1]));
}

/* Give back the room that the tables of a run have for more rows, which will not come. */
static void run_pack(struct run *run)
{
	for (size_t i = 0; i < run->tables; i++)	/* each has a row */
		run->table[i].row = xrealloc(run->table[i].row,
					     run->table[i].rows * sizeof(struct row));
}

/* Begin a run. Without a header it has that of the run before. */
static struct run *log_run_add(struct log *l, bool header)
{
	struct run like = { .kernel = "", .comment = "", .title = "" }, *run = log_run(l);

	if (run && !run->tables) {		/* its header had no table below it */
		run_free(run);
		l->runs--;
	} else if (run && !header) {
		like = *run;
	}
	if (l->runs > l->first + 1)		/* rows are added to the last run alone */
		run_pack(&l->run[l->runs - 2]);
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

/* The run to which a line of a header belongs; the line with the kernel ends the header. */
static struct run *log_run_header(struct log *l)
{
	struct run *run = log_run(l);

	l->open = l->strange = false;
	l->detail = (struct detail_table){ .columns = 0 };
	l->remarks = true;
	memcpy(l->title, l->para, sizeof(l->title));
	return run && !run->tables && !*run->kernel ? run : log_run_add(l, true);
}

/* Add the announced table, whose first row has come. */
static struct table *log_table_add(struct log *l)
{
	struct run *run = log_run(l);
	/* text above a table names a run, unless the run has a kernel: then it is a remark */
	bool again = !run || run->tables == LOG_PARTS_MAX ||
		     (run->tables && l->title[1] && !*run->kernel);

	for (size_t i = 0; !again && i < run->tables; i++)
		again = !strcmp(run->table[i].bench, l->next.bench);
	if (again)
		run = log_run_add(l, false);
	else if (!run->tables && !*run->title)
		log_set_title(l, run);
	l->next.no_deadlines = !heading_has(&l->heading, COL_MET);
	l->next.no_cpu = !heading_has(&l->heading, COL_CPU);
	l->table = run_add_table(run, l->next.bench);
	*l->table = l->next;
	return l->table;
}

/* Say once of a run that rows were left out. */
static void run_lose(struct run *run, const char *what)
{
	for (size_t i = 0; i < run->remarks; i++)
		if (!strcmp(run->remark[i], what))
			return;
	if (run->remarks == LOG_PARTS_MAX)
		return;
	run->remark = grow(run->remark, run->remarks, sizeof(*run->remark));
	run->remark[run->remarks++] = xstrdup(what);
}

/* The same for the last run, or if there is none yet, for the first one. */
static void log_lose(struct log *l, const char *what)
{
	struct run *run = log_run(l);

	if (run && run->tables)
		run_lose(run, what);
	else
		l->lost = what;
}

static struct row *log_row_find(struct table *table, const char *load)
{
	for (size_t i = 0; i < table->rows; i++)
		if (!strcmp(table->row[i].load, load))
			return &table->row[i];
	return NULL;
}

/* Add a row whose name the table does not have. */
static void log_row_add(struct log *l, const struct row *row)
{
	struct table *table = l->table ? l->table : log_table_add(l);

	if (table->rows < LOG_PARTS_MAX)
		*table_add_row(table, row->load) = *row;
	else
		log_lose(l, "rows of a very long table were left out");
}

/*
 * Readers. Each returns where the text goes on, or NULL if the line at s is not its own.
 */

static const char *log_read_loads(struct log *l, const char *s)
{
	const char *number = line_match(s, "Load set to ");

	if (!number || !isdigit((unsigned char)*number))
		return NULL;
	log_run_header(l)->processors = (int)strtol(number, NULL, 10);
	return number;
}

static const char *log_read_using(struct log *l, const char *s)
{
	const char *loops = line_match(s, "Using # loops per ms, running every load for ");
	const char *t = loops ? loops : line_match(s, "Using cpu time, running every load for ");
	struct figure seconds;
	struct run *run;

	if (!t || !figure_read(&t, &seconds))
		return NULL;
	run = log_run_header(l);
	run->seconds = seconds.value;
	run->cpu_time = !loops;
	run->loops_per_ms = loops ? strtoull(s + strlen("Using "), NULL, 10) : 0;
	return t;
}

/* Where the name of a kernel ends, whose words stand before "at datestamp"; NULL: nowhere. */
static const char *kernel_end(const char *s)
{
	enum { WORDS_MOST = 8 };	/* 6.12.1 (EEVDF) + a patch */
	const char *line = line_match(s, "*");

	for (int i = 0; i < WORDS_MOST && s; i++) {
		s = line_match(s, "*");
		if (s && line_match(s, " at datestamp #"))
			return s;
		s = s ? line_match(s, " ") : NULL;
	}
	return line && line_match(line, " * datestamp #") ? line : NULL;
}

static const char *log_read_kernel(struct log *l, const char *s)
{
	const char *kernel = line_match(s, "Benchmarking kernel ");
	const char *end = kernel ? kernel_end(kernel) : NULL;
	const char *date = end ? line_match(end, " * datestamp ") : NULL;
	struct run *run = log_run(l);

	if (kernel && !date && run && !run->tables && (run->processors || run->seconds > 0)) {
		const char *at = memmem(kernel, strcspn(kernel, "\n"), " at ", 4);

		log_set(&log_run_header(l)->kernel, kernel, at ? at : line_end(kernel));
		return s;		/* somebody took the date out of the header */
	}
	if (!date)
		return NULL;
	run = log_run_header(l);
	log_set(&run->kernel, kernel, end);
	log_set(&run->date, date, line_match(date, "#"));
	if (!*run->title && l->runs - l->first > 1 && !strcmp(run[-1].kernel, run->kernel))
		log_set(&run->title, run[-1].title, line_end(run[-1].title));
	return line_match(date, "#");
}

/* --- Benchmarking [simulated cpu of] Audio [real time] [nice -5] in the presence of */
static const char *log_read_task(struct log *l, const char *s)
{
	const char *t = line_match(s, "- Benchmarking simulated cpu of ");
	struct table next = { .nice = 0 };
	int *nice = &next.nice;

	if (!t && !(t = line_match(s, "- Benchmarking ")) &&
	    !(t = line_match(s, "Benchmarking simulated cpu of ")))
		return NULL;
	snprintf(next.bench, sizeof(next.bench), "%.*s", (int)strcspn(t, " \n"), t);
	for (s = t + strcspn(t, " \n");; s = t) {
		s += strspn(s, " \n");
		if ((t = line_match(s, "real time"))) {
			next.real_time = true;
		} else if ((t = line_match(s, "nice "))) {
			*nice = (int)strtol(t, NULL, 10);
			t += strspn(t, "-" DIGITS);
		} else if ((t = line_match(s, "in the presence of ")) ||
			   (t = line_match(s, "in presence of "))) {
			nice = &next.load_nice;
		} else if (!(t = line_match(s, "simulated")) && !(t = line_match(s, "loads"))) {
			break;
		}
	}
	memcpy(l->title, l->para, sizeof(l->title));
	l->open = nice == &next.load_nice;
	l->next = next;
	l->table = NULL;
	l->heading = (struct heading){ .columns = 0 };
	l->ends.row = 0;
	l->apart = false;
	l->strange = false;
	l->detail = (struct detail_table){ .columns = 0 };
	l->remarks = true;
	return s;
}

/* Is it the heading of a table? "Load balancing off", above the title of one, is not. */
static bool is_heading(const char *s)
{
	const char *next = line_end(s) + strspn(line_end(s), " \n");

	if (!line_match(s, "Load "))
		return false;
	return !strncmp(s, "Load  ", 6) ||
	       (!line_match(next, "- Benchmarking ") && !line_match(next, "Load set to ") &&
		!line_match(next, "Benchmarking simulated cpu of "));
}

/* Read names of columns, which may be on two lines. A second heading ends the table. */
static const char *log_read_columns(struct log *l, const char *s)
{
	bool latency = line_holds(s, "Latency") && line_holds(s, "SD");
	struct heading *h = &l->heading, more = { .columns = 0 };
	int named;

	if (l->table && !latency && is_heading(s)) {	/* a table of -v, or a strange one */
		l->strange = true;
		return detail_heading(&l->detail, s);
	}
	if (latency && (l->table || !l->open)) {	/* the title of this table was not seen */
		l->strange = l->table || heading_read(&more, s) > 2;
		return l->strange ? s : NULL;
	}
	if (l->table || !l->open)
		return NULL;
	if (!latency || !heading_has(h, COL_SD))	/* the line before may go on here */
		more = *h;
	named = heading_read(&more, s);
	if (named < 2 && !heading_is_strange(s) && (!named || *more.unknown))
		return NULL;
	if ((!named && !*more.unknown) || (named < 2 && h->columns && heading_counts(s)))
		return NULL;
	if (*more.unknown)		/* its rows are named, and none is read */
		more.columns = 0;
	*h = more;
	h->full_left_out = heading_has(h, COL_OTHER);
	if (line_holds(s, "(us)") || line_holds(s, "(ms)"))
		l->next.real_time = line_holds(s, "(us)");
	return s;
}

/* Write     skipped: 8 MB free, 16 MB needed */
static const char *log_read_reason(struct log *l, const char *load, const char *s)
{
	struct row row;

	row_begin(&row, load);
	row_void(&row, "%.*s", (int)strcspn(s, "\n"), s);
	if (!l->table || !log_row_find(l->table, load))
		log_row_add(l, &row);
	return s;
}

/* The unit of the table's latencies in ms. */
static double log_unit(const struct log *l)
{
	return l->heading.unit > 0 ? l->heading.unit : l->next.real_time ? 1e-3 : 1;
}

/* Give a row its figures, or the reason why it has none. */
static void row_take(const struct log *l, struct row *row, const struct figures *f, const char *why)
{
	if (*l->heading.unknown)
		row_void(row, LOG_NOT_READ "the heading has '%s'", l->heading.unknown);
	else if (why)
		row_void(row, LOG_NOT_READ "%s", why);
	else
		row_set(row, &l->heading, f, log_unit(l));
}

/* Does this line stand right below one of the table? */
static bool log_in_table(const struct log *l)
{
	return l->para_own && !l->para_over && !l->apart;
}

static bool same_latencies(const struct row *a, const struct row *b)
{
	return fabs(a->mean.value - b->mean.value) <= a->mean.resolution / 4 &&
	       fabs(a->max.value - b->max.value) <= a->max.resolution / 4;
}

/* Has one of the last runs this row, so that it is a quotation? */
static bool log_row_is_known(const struct log *l, const struct row *row)
{
	size_t first = l->runs > l->first + LOG_PARTS_MAX ? l->runs - LOG_PARTS_MAX : l->first;

	for (size_t i = first; i < l->runs; i++)
		for (size_t t = 0; t < l->run[i].tables; t++) {
			const struct row *found = log_row_find(&l->run[i].table[t], row->load);

			if (found && same_latencies(found, row))
				return true;
		}
	return false;
}

/*
 * Take a row whose name the table has already. Apart from the table it is a quotation. Within
 * it, two tables may be mixed, such as two logs on one console: then neither row is right.
 */
static void log_read_again(struct log *l, struct row *before, const struct row *row)
{
	bool in_table = log_in_table(l);

	l->apart = !in_table;
	if (*row->reason || same_latencies(before, row))
		return;
	if (in_table && !*before->reason) {
		row_begin(before, row->load);
		row_void(before, LOG_NOT_READ "it stands there twice, with different figures");
	} else if (!in_table && !log_row_is_known(l, row)) {
		log_lose(l, "rows that stand there again with other figures were left out");
	}
}

/* Take the name that begins a row, without marks. Returns where it ends; NULL: there is none. */
static const char *row_name(const struct log *l, const char *s, char load[static NAME_LEN])
{
	size_t marks = strspn(s, "*_+-"), n = strcspn(s + marks, " \n|,;:*");

	while (n && s[marks + n - 1] == '_')	/* within a name it is one of its letters */
		n--;
	snprintf(load, NAME_LEN, "%.*s", (int)n, s + marks);
	if (n && n < NAME_LEN && isalpha((unsigned char)*load) && isalnum((unsigned char)load[n - 1]))
		return s + marks + n + strspn(s + marks + n, "|,;:*_");
	/* "1. Burn", "Burn(1)": other marks around the name of a load */
	if (!line_holds(s, "+/-") || !strncmp(s, "! ", 2))
		return NULL;
	while (*s && *s != '\n' && !isalpha((unsigned char)*s) && *s != '~')
		s++;
	n = strspn(s, LETTERS DIGITS "_");
	snprintf(load, NAME_LEN, "%.*s", (int)n, s);
	return n && n < NAME_LEN && l->names->is_load(load) ? s + n + strcspn(s + n, " \n") : NULL;
}

/*
 * Is the line meant to be a row, though it cannot be read? It is if it has a +/-, or nothing
 * but figures behind the name of a load.
 */
static bool row_is_meant(const struct log *l, const char *load, const char *s)
{
	bool known = l->names->is_load(load);
	size_t figures = strspn(s, " ");

	if (line_holds(s, "+/-") || line_holds(s, "\xb1"))
		return known || isdigit((unsigned char)s[figures]);
	for (s += figures, figures = 0; *s && *s != '\n'; s++) {
		if (kernel_stamp(s))
			return known && log_in_table(l);
		if (isalpha((unsigned char)*s))
			return false;
		figures += isdigit((unsigned char)*s) && !isdigit((unsigned char)s[1]);
	}
	return known && log_in_table(l) && figures;
}

/* Remark a row that stands below a heading without a title. */
static const char *log_read_strange(struct log *l, const char *load, const char *s)
{
	struct figures f = { .n = 0 };
	struct row row;

	heading_default(&l->heading, LOG_ALL);
	figures_read(s, &l->heading, &f);
	if (!f.plus_minus || f.n < 3)
		return NULL;
	row_begin(&row, load);
	row_set(&row, &l->heading, &f, log_unit(l));
	if (!log_row_is_known(l, &row))
		log_lose(l, "rows of a table without a title were left out");
	return s;
}

/* Does a reason begin as interbench has it? What shows the progress may leave a line above it. */
static bool is_own_reason(const char *s)
{
	static const char *const begins[] = {
		"skipped: ", "load died: ", "task died: ", "load: ", "task: ", "no ", "the ",
		"everything stood still ", "interbench itself ",
	};
	size_t i = 0;

	while (i < LENGTH(begins) && !line_match(s, begins[i]))
		i++;
	return i < LENGTH(begins);
}

static const char *log_read_row(struct log *l, const char *s)
{
	char load[NAME_LEN];
	const char *figures = row_name(l, s, load), *end, *why = "it is not laid out as a row";
	struct figures f = { .n = 0 };
	struct row *before, row;

	if (figures && l->strange)
		return log_read_strange(l, load, figures);
	if (!figures && l->open && log_in_table(l) && line_holds(s, "+/-"))
		log_lose(l, "rows whose names cannot be read were left out");
	if (!figures || !l->open)
		return NULL;
	heading_default(&l->heading, l->names->columns(l->next.bench));
	end = figures + strspn(figures, " ");
	if (end > figures + 1 && islower((unsigned char)*end) && !line_holds(end, "+/-") &&
	    (!l->para_over || (l->names->is_load(load) && is_own_reason(end))))
		return log_read_reason(l, load, end);
	end = figures_read(figures, &l->heading, &f);
	if (*s == '+' || *s == '-')
		f.why = "it is a line of a diff";
	/* two are a row if the heading has two columns */
	if ((f.n >= 3 || (f.n == 2 && l->heading.columns == 2)) &&
	    (f.plus_minus || (!l->heading.plus_minus && l->names->is_load(load)))) {
		why = figures_check(&l->heading, &f, end);
	} else if (row_is_meant(l, load, figures)) {
		why = f.why ? f.why : why;
		end = figures;
	} else {
		return NULL;
	}
	row_begin(&row, load);
	if (row_is_cut(&l->heading, &f, s, end, &l->ends))
		row_void(&row, LOG_CUT_OFF);
	else
		row_take(l, &row, &f, why);
	l->ends = row_ends(s, row_stop(end));
	before = l->table ? log_row_find(l->table, load) : NULL;
	l->para_row = true;
	if (before) {
		log_read_again(l, before, &row);
	} else {
		log_row_add(l, &row);
		l->apart = false;
	}
	return end;
}

/* Does a line go on with that of a fact above it? It is neither blank nor a fact nor a remark. */
static bool log_continues(const char *s)
{
	size_t name = strcspn(s, ":\n");

	return isalnum((unsigned char)*s) && (strncmp(s + name, ": ", 2) || name >= NAME_LEN);
}

/* Read "Comment: ..." and the facts below it, up to the first table. */
static const char *log_read_fact(struct log *l, const char *s)
{
	struct run *run = log_run(l);
	enum { WRAP_LEAST = 65 };	/* columns to which mail is wrapped, at least */
	const char *name_end = s + strcspn(s, ":\n"), *value, *end;
	struct fact *fact;
	bool is_comment;

	if (!run || run->tables || !*run->kernel || l->open || run->facts == LOG_PARTS_MAX ||
	    strncmp(name_end, ": ", 2) || name_end - s >= NAME_LEN || !isalpha((unsigned char)*s))
		return NULL;
	value = name_end + 2;
	is_comment = name_end == line_match(s, "Comment");
	end = line_end(value);
	for (const char *line = s; end[0] == '\n' && log_continues(end + 1); end = line_end(line)) {
		/* a comment can have any length; other lines go on if there was no room */
		if (!is_comment && end - line + 1 + (ptrdiff_t)strcspn(end + 1, " \n") <= WRAP_LEAST)
			break;
		line = end + 1;
	}
	if (is_comment) {
		log_set(&run->comment, value, end);
		return end;
	}
	run->fact = grow(run->fact, run->facts, sizeof(*run->fact));
	fact = &run->fact[run->facts++];
	log_set(&fact->name, s, name_end);
	log_set(&fact->value, value, end);
	return end;
}

/* Read "! steal 2-4 % in 7 of 9 rows", unless it is part of a comparison. */
static const char *log_read_remark(struct log *l, const char *s)
{
	struct run *run = log_run(l);

	/* A: 6.1: 4 runs, 16 tables, 120 rows (6.1.log) */
	if (isupper((unsigned char)s[0]) && s[1] == ':' && line_holds(s, " run") &&
	    line_holds(s, " table") && line_holds(s, " row")) {
		l->remarks = false;
		return s;
	}
	if (strncmp(s, "! ", 2) || !l->remarks || !run || run->remarks == LOG_PARTS_MAX)
		return NULL;
	run->remark = grow(run->remark, run->remarks, sizeof(*run->remark));
	log_set(&run->remark[run->remarks++], s + 2, line_end(s));
	return s;
}

static const char *log_read_detail(struct log *l, const char *s)
{
	return l->table ? detail_row(&l->detail, l->table, s) : NULL;
}

/* Is it a row of -v? In words, its figures stand apart: "X 11 with the patch" is a title. */
static bool is_detail_row(const struct log *l, const char *s)
{
	size_t name = strcspn(s, " \n"), blanks = strspn(s + name, " ");
	char load[NAME_LEN];

	snprintf(load, sizeof(load), "%.*s", (int)name, s);
	s += name + blanks;
	if (!l->names->is_load(load) || !strspn(s, DIGITS "-"))
		return false;
	while (blanks < 2 && *s != '\n' && *s && !isalpha((unsigned char)*s))
		s++;
	return !isalpha((unsigned char)*s);
}

/* Skip what else interbench prints: it names no run. */
static const char *log_read_own(struct log *l, const char *s)
{
	static const char *const own[] = {
		"! ", "Wakeup latencies of ", "Latencies of ", "Frame times of ", "<= ",
		"# loops_per_ms ", "loops_per_ms ", "Could not get memory ",
		"Summary: Deadlines Met ", "Summary of wins: Deadlines Met ",
		"Figures are medians", "Figures are those of one run ", "No difference shown in #",
		"No difference counts in #", "No value could be tested", "Neither side is better",
		"* is better: ", "* looks better: ", "not compared: ",
	};

	for (size_t i = 0; i < LENGTH(own); i++)
		if (line_match(s, own[i]))
			return s;
	if (line_match(s, "Measured: ") && (line_holds(s, " CPU") || line_holds(s, " run")))
		return s;
	return is_heading(s) || line_holds(s, LOG_CUT) || is_detail_row(l, s) ? s : NULL;
}

static const char *(*const log_readers[])(struct log *l, const char *s) = {
	log_read_loads, log_read_using, log_read_kernel, log_read_task, log_read_columns,
	log_read_row, log_read_fact, log_read_detail, log_read_remark, log_read_own,
};

/* Add a line to the paragraph, which is a title if interbench did not write its first line. */
static void log_paragraph(struct log *l, const char *s, bool own, bool below_row)
{
	if (own || l->para_over || below_row) {
		l->para_own = own;
		l->para[1] = NULL;
	}
	l->para_over = false;
	if (l->para_own)
		return;
	l->para[0] = l->para[1];
	l->para[1] = s;
}

/* Read what begins at s. Returns the beginning of the line where the text goes on. */
static const char *log_line(struct log *l, const char *s)
{
	const char *end = NULL, *t = s;
	bool below_row = l->para_row;

	if (line_match(s, "interbench: ")) {	/* a note on standard error, which may be anywhere */
		end = line_end(s);
		return end + (*end == '\n');
	}
	while (*t && *t != '\n' && !isalnum((unsigned char)*t) && !(*t & 0x80))
		t++;
	if (!*t || *t == '\n') {		/* blank, or a line of dashes */
		l->para_over = true;
		return t + (*t == '\n');
	}
	l->para_row = false;
	for (size_t i = 0; !end && i < LENGTH(log_readers); i++)
		end = log_readers[i](l, s);
	log_paragraph(l, s, end != NULL, below_row);
	if (end && end > s && end[-1] == '\n')
		return end;
	end = line_end(end ? end : s);
	return end + (*end == '\n');
}

/*
 * Texts
 */

static struct log log_begin(const struct runs *runs, const struct log_names *names,
			    const char *source)
{
	return (struct log){ .names = names, .run = runs->run, .runs = runs->n,
			     .first = runs->n, .source = source };
}

static void log_add(struct log *l, char *text)
{
	decode_text(text);
	for (const char *s = text; *s;)
		s = log_line(l, s);
}

static void log_end(struct log *l, struct runs *runs)
{
	if (l->runs > runs->n && !l->run[l->runs - 1].tables)
		run_free(&l->run[--l->runs]);
	if (l->runs > runs->n && l->lost)
		run_lose(&l->run[runs->n], l->lost);
	*runs = (struct runs){ l->run, l->runs };
}

/* Add a part of a file. A crash can leave zeros in a log: each piece between them is a text. */
static void log_add_bytes(struct log *l, struct runs *runs, const char *bytes, size_t size)
{
	for (size_t at = 0, len; at < size; at += len + 1) {
		if (at) {
			log_end(l, runs);
			*l = log_begin(runs, l->names, l->source);
		}
		len = strlen(bytes + at);
		log_add(l, (char *)bytes + at);
	}
}

void log_read(struct runs *runs, const struct log_names *names, const char *source,
		     char *text)
{
	struct log l = log_begin(runs, names, source);

	log_add(&l, text);
	log_end(&l, runs);
}

/* A file that is read in parts, so that ten thousand runs of it need not be in memory as text. */
struct parts {
	FILE *in;
	char *bytes;			/* owned; a 0 stands behind them */
	size_t size, room;
	bool more;			/* the file may have more */
	bool failed;			/* errno */
};

/* Where the last run begins whose header stands there as interbench prints it; 0: nowhere. */
static size_t parts_last_run(const struct parts *p)
{
	static const char begins[] = "\nLoad set to ";

	for (size_t at = p->size; at-- > 1;)
		if (p->bytes[at] == '\n' && !strncmp(p->bytes + at, begins, strlen(begins)) &&
		    isdigit((unsigned char)p->bytes[at + strlen(begins)]))
			return at + 1;
	return 0;
}

/* Read up to where a run begins, after PART bytes or more; *size: of the part, 0: all is read. */
static void parts_read(struct parts *p, size_t *size)
{
	const size_t part = 1 << 20;
	size_t want = part, n;

	for (*size = 0; p->more && !*size; want *= 2) {
		if (p->size >> 20 >= FILE_MOST_MB) {
			p->failed = true;
			errno = EFBIG;
			return;
		}
		if (p->size < want && p->room <= want)
			p->bytes = xrealloc(p->bytes, p->room = want + 1);
		while (p->size < want && (n = fread(p->bytes + p->size, 1, want - p->size, p->in)))
			p->size += n;
		p->bytes[p->size] = 0;
		p->more = p->size >= want;
		*size = p->more ? parts_last_run(p) : p->size;
	}
	if (ferror(p->in)) {		/* as of a directory */
		p->failed = true;
		*size = 0;
	}
}

/* Take the first bytes, which are to be freed; the others come next. */
static char *parts_take(struct parts *p, size_t size)
{
	char *taken = p->bytes;

	p->bytes = xrealloc(NULL, p->room = p->size - size + 1);
	memcpy(p->bytes, taken + size, p->size - size + 1);
	p->size -= size;
	taken[size] = 0;
	return taken;
}

/* Free a part: what stood there is no title of the runs to come. */
static void part_free(struct log *l, char *part, size_t size)
{
	const char **const text[] = { &l->para[0], &l->para[1], &l->title[0], &l->title[1] };

	for (size_t i = 0; part && i < LENGTH(text); i++)
		if (*text[i] >= part && *text[i] <= part + size)
			*text[i] = NULL;
	free(part);
}

/* Read all parts, each beside the one before, whose end may be the title of its first run. */
static void log_add_parts(struct runs *runs, const struct log_names *names, const char *source,
			  struct parts *p, size_t size)
{
	struct log l = log_begin(runs, names, source);
	char *part, *before = NULL;
	size_t before_size = 0;

	for (; size; parts_read(p, &size)) {
		part = decode_utf16(parts_take(p, size), &size);
		log_add_bytes(&l, runs, part, size);
		part_free(&l, before, before_size);
		before = part;
		before_size = size;
	}
	log_end(&l, runs);
	free(before);
}

/* Say why no row of the runs from the first on has figures; NULL: one has. */
static const char *log_nothing(const struct runs *runs, size_t first_run)
{
	static char why[REASON_LEN + 3 * NAME_LEN];
	const char *first = "no table of interbench in it";

	for (size_t i = first_run; i < runs->n; i++)
		for (size_t t = 0; t < runs->run[i].tables; t++)
			for (size_t r = 0; r < runs->run[i].table[t].rows; r++) {
				const struct row *row = &runs->run[i].table[t].row[r];

				if (!*row->reason)
					return NULL;
				if (first != why)
					snprintf(why, sizeof(why), "no row has figures (%s beside %s %s)",
						 runs->run[i].table[t].bench, row->load, row->reason);
				first = why;
			}
	return first;
}

const char *log_read_stream(struct runs *runs, const struct log_names *names, const char *source,
			    FILE *in)
{
	static char why[64];
	struct parts p = { .in = in, .more = true };
	size_t size, before = runs->n;
	const char *bad = NULL, *packed;

	parts_read(&p, &size);
	packed = size ? decode_packed(p.bytes, size) : NULL;
	if (packed)
		snprintf(why, sizeof(why), "packed by %s: unpack it first", packed);
	if (!p.failed && !packed)
		log_add_parts(runs, names, source, &p, size);
	if (p.failed)
		bad = strerror(errno);
	else if (packed || !size)
		bad = packed ? why : "empty";
	free(p.bytes);
	return bad ? bad : log_nothing(runs, before);
}

const char *log_read_file(struct runs *runs, const struct log_names *names, const char *path)
{
	FILE *in = strcmp(path, "-") ? fopen(path, "re") : stdin;
	const char *bad = in ? log_read_stream(runs, names, path, in) : strerror(errno);

	if (in && in != stdin)
		fclose(in);
	return bad;
}

void runs_free(struct runs *runs)
{
	while (runs->n)
		run_free(&runs->run[--runs->n]);
	free(runs->run);
	runs->run = NULL;
}
