/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * comparing.c - logs read, compared, and the comparison printed and written
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare_text.h"
#include "comparing.h"
#include "load.h"
#include "page.h"
#include "task.h"
#include "util.h"
#include "verdict.h"

/* The columns of a task's tables behind the SD. */
static unsigned task_columns(const char *name)
{
	const struct task *t = task_find(name);

	return LOG_ALL - (t && t->no_deadlines ? LOG_MET : 0) - (t && t->no_cpu ? LOG_CPU : 0);
}

static bool load_known(const char *name)
{
	return load_find(name);
}

const struct log_names known_names = { .columns = task_columns, .is_load = load_known };

/* Die if what is to be written would go into the file that is to be read. */
static void compare_check(const char *file, const char *html)
{
	struct file_id in, out;

	if (!(strcmp(file, "-") ? file_id(file, &in) : file_id_of(STDIN_FILENO, &in)))
		return;
	if (file_id_of(STDOUT_FILENO, &out) && file_id_same(&in, &out))
		die(EXIT_USAGE, "%s is standard output, too: it would be changed", file);
	if (html && strcmp(html, "-") && file_id(html, &out) && file_id_same(&in, &out))
		die(EXIT_USAGE, "%s is --html %s, too: it would be changed", file, html);
}

/* Print how runs compare, and write the page. Returns the exit status. */
static int compare_runs(FILE *out, const struct runs *runs, const struct compare_opts *how,
			struct result_file *html)
{
	struct verdict verdict;
	struct page page;
	bool any = false;
	int status;

	status = verdict_of(&verdict, runs->run, runs->n, how);
	compare_print(out, &verdict);
	for (size_t i = 0; i < verdict.comparisons; i++)
		any |= verdict.comparison[i]->common > 0;
	if (html->fd >= 0 && any) {
		page_write(page_open(&page), &verdict);
		page_close(&page);
		if (!result_file_write(html, &page.text))
			status = trouble_status(EXIT_TROUBLE);
		free(page.text.text);
	}
	verdict_free(&verdict);
	return status;
}

int compare_files(char *const *files, const struct compare_opts *how, const char *html)
{
	struct runs runs = { .n = 0 };
	struct result_file file;
	struct page page;
	bool all = true;
	int status;

	if (html)
		outputs_check(&(struct output_names){ .html = html });
	for (char *const *name = files; *name; name++)
		compare_check(*name, html);
	file = result_file_open("--html", html);
	for (; *files; files++) {
		const char *why = log_read_file(&runs, &known_names, *files);
		char *name = line_clean(*files);

		if (why)
			warn("cannot read %s: %s", name, why);
		all &= !why;
		free(name);
	}
	/* the rest alone might say the opposite */
	status = how->fail_worse ? EXIT_SKIP : EXIT_TROUBLE;
	if (all) {
		status = compare_runs(page_open(&page), &runs, how, &file);
		page_close(&page);
		if (html && !strcmp(html, "-"))
			text_write(STDERR_FILENO, page.text.text, page.text.size);
		else
			stdout_end(&page.text);
		free(page.text.text);
	}
	runs_free(&runs);
	return status;
}

int compare_log(FILE *out, char *log, const struct compare_opts *how, struct result_file *html)
{
	struct runs runs = { .n = 0 };
	int status;

	log_read(&runs, &known_names, NULL, log);
	status = compare_runs(out, &runs, how, html);
	runs_free(&runs);
	free(log);
	return status;
}
