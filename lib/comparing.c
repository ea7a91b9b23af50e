/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * comparing.c - logs read, compared, and the comparison printed and written
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare_json.h"
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
static void compare_check(const char *file, const struct output_names *names)
{
	const char *const option[] = { "--html", "--json" }, *const name[] = { names->html, names->json };
	struct file_id in, out;

	if (!(strcmp(file, "-") ? file_id(file, &in) : file_id_of(STDIN_FILENO, &in)))
		return;
	if (file_id_of(STDOUT_FILENO, &out) && file_id_same(&in, &out))
		die(EXIT_USAGE, "%s is standard output, too: it would be changed", file);
	for (size_t i = 0; i < LENGTH(name); i++)
		if (name[i] && strcmp(name[i], "-") && file_id(name[i], &out) &&
		    file_id_same(&in, &out))
			die(EXIT_USAGE, "%s is %s %s, too: it would be changed", file, option[i],
			    name[i]);
}

/* Write a form of the verdict, if its file is wanted; false if that fails. */
static bool compare_write(struct result_file *file, void (*write)(FILE *f, const struct verdict *v),
			  const struct verdict *verdict)
{
	struct memstream mem;
	bool good;

	if (file->fd < 0)
		return true;
	write(memstream_open(&mem), verdict);
	memstream_close(&mem);
	good = result_file_write(file, &mem.text);
	free(mem.text.text);
	return good;
}

/* Print how runs compare, and write the page and the document. Returns the exit status. */
static int compare_runs(FILE *out, const struct runs *runs, const struct compare_opts *how,
			struct result_file *html, struct result_file *json)
{
	struct verdict verdict;
	bool any = false;
	int status;

	status = verdict_of(&verdict, runs->run, runs->n, how);
	compare_print(out, &verdict);
	for (size_t i = 0; i < verdict.comparisons; i++)
		any |= verdict.comparison[i]->common > 0;
	if (any) {
		bool good = compare_write(html, page_write, &verdict);

		if (!compare_write(json, compare_json, &verdict) || !good)
			status = trouble_status(EXIT_TROUBLE);
	}
	verdict_free(&verdict);
	return status;
}

/* Read all files; false, with messages, if one of them has nothing to compare. */
static bool files_read(struct runs *runs, char *const *files)
{
	bool all = true;

	for (; *files; files++) {
		const char *why = log_read_file(runs, &known_names, *files);
		char *name = line_clean(*files);

		if (why)
			warn("cannot read %s: %s", name, why);
		all &= !why;
		free(name);
	}
	return all;
}

int compare_files(char *const *files, const struct compare_opts *how, const char *html,
		  const char *json)
{
	const struct output_names names = { .html = html, .json = json };
	struct result_file page_file, json_file;
	struct runs runs = { .n = 0 };
	struct memstream mem;
	int status;

	if (html || json)
		outputs_check(&names);
	for (char *const *name = files; *name; name++)
		compare_check(*name, &names);
	page_file = result_file_open("--html", html);
	json_file = result_file_open("--json", json);
	/* the rest alone might say the opposite */
	status = how->fail_worse ? EXIT_SKIP : EXIT_TROUBLE;
	if (files_read(&runs, files)) {
		status = compare_runs(memstream_open(&mem), &runs, how, &page_file, &json_file);
		memstream_close(&mem);
		if ((html && !strcmp(html, "-")) || (json && !strcmp(json, "-")))
			text_write(STDERR_FILENO, mem.text.text, mem.text.size);
		else
			stdout_end(&mem.text);
		free(mem.text.text);
	}
	runs_free(&runs);
	return status;
}

int compare_log(FILE *out, char *log, const struct compare_opts *how, struct result_file *html)
{
	struct result_file json = result_file_open("--json", NULL);	/* that of the run is */
	struct runs runs = { .n = 0 };
	int status;

	log_read(&runs, &known_names, NULL, log);
	status = compare_runs(out, &runs, how, html, &json);
	runs_free(&runs);
	free(log);
	return status;
}
