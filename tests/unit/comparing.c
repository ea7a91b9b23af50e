/* SPDX-License-Identifier: GPL-2.0-or-later */
/* logs compared: what is printed and written where, and with which status */
#include <fcntl.h>
#include <sys/wait.h>

#include "lib/comparing.c"
#include "unit.h"

static const char run_a[] =
	"Using cpu time, running every load for 30 seconds\n"
	"Benchmarking kernel 6.1 at datestamp 202601020304\nComment: a\n\n"
	"--- Benchmarking simulated cpu of Audio in the presence of simulated ---\n"
	"Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met\n"
	"Burn       17.4 +/- 19.5        46.3              87           7.62\n\n";

/* All that a file holds; "-": it is not there. To be freed. */
static char *holds(const char *name)
{
	char *text = file_text("", name);

	return text ? text : xstrdup("-");
}

static void make(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	if (!f || fputs(text, f) < 0 || fclose(f))
		abort();
}

/* The status of comparing files in a child; its streams are the files out and err. */
static int compared(char *const *files, const char *html, bool fail_worse, bool to_input)
{
	int status = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		const struct compare_opts how = { .threshold_pct = 1, .notice_ms = 7, .fail_worse = fail_worse };

		dup2(open(to_input ? files[0] : "out", O_WRONLY | O_CREAT | (to_input ? O_APPEND : O_TRUNC), 0600), STDOUT_FILENO);
		dup2(open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
		exit(compare_files(files, &how, html, NULL));
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool has(const char *file, const char *text)
{
	char *all = holds(file);
	bool found = strstr(all, text);

	free(all);
	return found;
}

static void test_files(void)
{
	char *const both[] = { (char *)"a", (char *)"b", NULL }, *const lost[] = { (char *)"a", (char *)"no\nne", NULL };
	char b[sizeof(run_a)];

	strcpy(b, run_a);
	strstr(b, "Comment: ")[9] = 'b';
	make("a", run_a);
	make("b", b);
	ok(compared(both, NULL, false, false) == EXIT_SUCCESS && has("out", "Burn") && !has("err", "i"), "Two sides are compared");
	ok(compared(both, "html", false, false) == EXIT_SUCCESS && has("out", "Burn") && has("html", "<html") && has("html", "Burn"),
	   "and written as a page");
	ok(compared(both, "-", false, false) == EXIT_SUCCESS && has("out", "<html") && !has("out", "Audio:") && has("err", "Burn"),
	   "which on standard output is all that is there");
	ok(compared(lost, NULL, false, false) == EXIT_TROUBLE && !has("out", "Burn") &&
	   has("err", "interbench: cannot read no ne: No such file or directory\n"), "A log that cannot be read is trouble");
	ok(compared(lost, NULL, true, false) == EXIT_SKIP, "for git bisect run it is no verdict");
	ok(compared(both, "b", false, false) == EXIT_USAGE && has("err", "b is --html b, too: it would be changed") && has("b", "Burn"),
	   "A log is not overwritten by the page");
	ok(compared(both, NULL, false, true) == EXIT_USAGE && has("err", "a is standard output, too: it would be changed"),
	   "nor added to by the text");
	unlink("b");
	ok(compared(both, "html2", false, false) == EXIT_TROUBLE, "Where a log is missing");
	ok(!has("html2", "<html"), "there is no page");
}

/* The runs of a log in memory */
static void test_log(void)
{
	const struct compare_opts how = { .threshold_pct = 1, .notice_ms = 7 };
	struct result_file none = { .fd = -1 };
	char *text, *log = xrealloc(NULL, 2 * sizeof(run_a));
	size_t size;
	FILE *f = open_memstream(&text, &size);

	strcpy(log, run_a);
	strcpy(strstr(strcat(log, run_a) + sizeof(run_a), "Comment: "), "Comment: b\n");
	strcat(log, strstr(run_a, "\n--- "));
	ok(compare_log(f, log, &how, &none) == EXIT_SUCCESS && !fclose(f) && strstr(text, "Burn") && strstr(text, "Audio"),
	   "The runs of a log are compared");
	free(text);
}

/* The columns behind the SD: 3 as the header names them */
static void test_names(void)
{
	ok(known_names.columns("Audio") == LOG_ALL && known_names.columns("Gaming") == LOG_ALL - LOG_MET &&
	   known_names.columns("Pipe") == LOG_ALL - LOG_MET - LOG_CPU && known_names.columns("Unknown") == LOG_ALL,
	   "A task has its columns");
	ok(known_names.is_load("Burn") && !known_names.is_load("Audio"), "A load is known");
}

int main(void)
{
	static const char *const made[] = { "a", "b", "out", "err", "html", "html2" };
	char dir[] = "/tmp/unit.XXXXXX";

	test_names();
	test_log();
	if (!mkdtemp(dir) || chdir(dir))
		return 1;
	test_files();
	for (size_t i = 0; i < LENGTH(made); i++)
		unlink(made[i]);
	ok(!chdir("/") && !rmdir(dir), "Nothing else is written");
	return unit_end();
}
