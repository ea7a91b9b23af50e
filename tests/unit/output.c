/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what a run writes to: text that waits, logs, one file for two */
#include <sys/resource.h>
#include <sys/wait.h>

#include "lib/output.c"
#include "unit.h"

/* All that a file holds. */
static const char *holds(const char *name)
{
	static char text[4096];
	int fd = open(name, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	close(fd);
	text[n > 0 ? n : 0] = 0;
	return n < 0 ? "-" : text;
}

static void make(const char *name, const char *text)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		abort();
	close(fd);
}

static void (*does)(const void *with);

/* The exit status of a child that does this, and (said) what it says on standard error. */
static int ends(const void *with)
{
	int status = 0, fd;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		fd = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0600);
		dup2(fd, STDERR_FILENO);
		close(fd);
		does(with);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_add(void)
{
	struct output o = { .name = "x", .fd = open("/dev/full", O_WRONLY) }, none = { .fd = -1 };

	output_add(&none, "text");
	ok(!none.rest.text && !none.error, "Where there is no output nothing is kept for it");
	output_add(&o, "one ");
	ok(o.error == ENOSPC && o.rest.size == 4, "What a full output does not take waits");
	output_add(&o, "two ");
	close(o.fd);
	o.fd = open("text", O_WRONLY | O_CREAT, 0600);
	ok(o.error == ENOSPC && o.rest.size == 8, "as does what comes then");
	output_add(&o, "three");
	ok(!o.error && o.rest.size == 0 && !strcmp(holds("text"), "one two three"), "It is written with the next text, in order");
	output_add(&o, "");
	is(holds("text"), "one two three", "and once");
	close(o.fd);
	free(o.rest.text);
	unlink("text");
}

static void test_broken(void)
{
	static const struct { int error; bool alone, elsewhere; } c[] = {
		{ 0, false, false }, { EINTR, false, false }, { EPIPE, true, true }, { EIO, true, true },
		{ ENOSPC, true, false }, { EDQUOT, true, false }, { EFBIG, true, false },
	};
	bool good = true;

	for (size_t i = 0; i < LENGTH(c); i++) {
		struct output o = { .error = c[i].error };

		good &= output_broken(&o, false) == c[i].alone && output_broken(&o, true) == c[i].elsewhere;
	}
	ok(good, "An output that is full may take more later, one without a reader never");
}

static void notes(const void *with)
{
	struct output o = { .name = "the log", .error = *(const int *)with };

	output_note(&o);
	output_note(&o);
}

static void test_note(void)
{
	int error = ENOSPC;

	does = notes;
	ends(&error);
	is(holds("said"), "interbench: the log: No space left on device; the run goes on, and each row tries again\n",
	   "What is not written is said once");
	error = EINTR;
	ends(&error);
	is(holds("said"), "", "A signal is said elsewhere");
	error = 0;
	ends(&error);
	is(holds("said"), "", "Nothing is said of what is written");
}

static void opens_log(const void *with)
{
	struct output log = { .name = "the log", .fd = -1 };

	log_open(&log, with);
	output_add(&log, "new\n");
	if (open("/dev/null", O_RDONLY) != log.fd + 1)
		_exit(8);			/* it was opened for reading, too */
	_exit(log.fd >= 0 && fcntl(log.fd, F_GETFD) == FD_CLOEXEC ? 0 : 9);
}

static void test_log(void)
{
	static const struct { const char *old, *now; } c[] = {
		{ "", "new\n" }, { "whole\n", "whole\n\nnew\n" }, { "hal", "hal " LOG_CUT "\n\nnew\n" }, { "\n", "\n\nnew\n" },
	};
	char name[LOG_NAME_LEN];
	struct utsname uts;
	int fd;

	does = opens_log;
	for (size_t i = 0; i < LENGTH(c); i++) {
		make("log", c[i].old);
		ok(ends("log") == 0, "A log is opened");
		is(holds("log"), c[i].now, "What stands in a log ends in a whole line");
	}
	fd = open("log", O_WRONLY);
	flock(fd, LOCK_EX);
	ok(ends("log") == EXIT_TROUBLE && strstr(holds("said"), "the log log is being written by another run (-c does without a log)"),
	   "A log belongs to one run");
	close(fd);
	ok(!symlink("log", "link") && ends("link") == EXIT_TROUBLE && strstr(holds("said"), "the log link cannot be written: it is a symbolic link"),
	   "A link in place of a log is not followed");
	unlink("link");
	unlink("log");
	ok(ends("log") == 0 && !strcmp(holds("log"), "new\n"), "A log that is not there is made");
	unlink("log");
	log_name(name);
	uname(&uts);
	ok(strspn(uts.release, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-~") == strlen(uts.release) &&
	   *uts.release != '.' ? !strncmp(name, uts.release, strlen(uts.release)) && !strcmp(name + strlen(uts.release), ".log") : true,
	   "A log is named by the kernel");
}

static void checks(const void *with)
{
	outputs_check(with);
}

static void test_check(void)
{
	static const struct { struct output_names names; const char *why; } c[] = {
		{ { "log", false, "json", "html", "samples" }, "" }, { { "log", true, NULL, NULL, NULL }, "" },
		{ { "log", false, "./log", NULL, NULL }, "-j ./log and the log log" }, { { "log", true, "log", NULL, NULL }, "-j log and the log log" },
		{ { "log", false, "a", "a", NULL }, "--html a and -j a" }, { { "log", false, NULL, "a", "a" }, "--samples a and --html a" },
		{ { "log", false, LOOPS_FILE, NULL, NULL }, "-j " LOOPS_FILE " and " LOOPS_FILE },
		{ { NULL, false, LOOPS_FILE, NULL, NULL }, "" }, { { NULL, false, NULL, "a", NULL }, "" },
		{ { "log", false, "said", NULL, NULL }, "-j said and standard error" },
		{ { "said", false, NULL, NULL, NULL }, "standard error and the log said" }, { { "said", true, NULL, NULL, NULL }, "" },
		{ { "log", false, "-", "html", "samples" }, "" }, { { "log", false, "-", "-", NULL }, "-j - and --html - both want standard output" },
		{ { "log", false, "-", NULL, "-" }, "-j - and --samples - both want standard output" },
		{ { "log", false, NULL, "-", "-" }, "--html - and --samples - both want standard output" },
	};
	char line[200];

	does = checks;
	for (size_t i = 0; i < LENGTH(c); i++) {
		snprintf(line, sizeof(line), *c[i].why ? "interbench: %s%s: each needs its own\n" : "", c[i].why,
			 strstr(c[i].why, "both") ? "" : " are one file");
		ok(ends(&c[i].names) == (*c[i].why ? EXIT_USAGE : 0), "Two outputs are not one file: case %zu", i);
		is(holds("said"), line, "It is said which two would be");
	}
}

/* 2>&1 is one file, and no harm but beside JSON there. */
static void checks_both(const void *with)
{
	dup2(STDERR_FILENO, STDOUT_FILENO);
	outputs_check(with);
}

static void test_both(void)
{
	const struct output_names none = { "log", false, NULL, NULL, NULL }, json = { "log", false, "-", NULL, NULL };

	does = checks_both;
	ok(ends(&none) == 0, "Standard output and error may be one file");
	ok(ends(&json) == EXIT_USAGE && !strcmp(holds("said"), "interbench: standard error and standard output are one file: each needs its own\n"),
	   "but not with JSON in it");
}

static bool pipe_ends;

/* A document with two rows, written twice, and a third time with no row more */
static void writes_json(const void *with)
{
	struct run run = { .kernel = (char *)"6.1", .date = (char *)"202601020304", .comment = (char *)"" };
	struct json_about about = { .command = (char *[]){ (char *)"interbench", NULL }, .rows_wanted = 2 };
	struct json_file j;

	signal(SIGPIPE, SIG_IGN);
	json_file_open(&j, with);
	fputs("{\"first\":1}", j.rows.f);
	json_file_write(&j, &run, &about, pipe_ends);
	fputs(",{\"second\":2}", j.rows.f);
	json_file_write(&j, &run, &about, pipe_ends);
	if (!j.error && j.again && strcmp(holds(with), j.now.text))
		_exit(7);			/* it would not know what to replace */
	json_file_free(&j);
	_exit(j.error ? 1 : 0);
}

static void writes_json_small(const void *with)
{
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 100, 100 });
	signal(SIGXFSZ, SIG_IGN);
	writes_json(with);
}

/* To a pipe as standard output, whose reader has gone */
static void writes_json_piped(const void *with)
{
	int end[2];

	if (pipe(end))
		_exit(9);
	close(end[0]);
	dup2(end[1], STDOUT_FILENO);
	writes_json(with);
}

static void test_json(void)
{
	struct json_file none;

	json_file_open(&none, NULL);
	ok(none.fd == -1, "Without a name there is no document");
	json_file_free(&none);
	does = writes_json;
	make("json", "an old document that is longer than what comes now, or would be if it were that long");
	ok(ends("json") == 0 && strstr(holds("json"), "{\"first\":1},{\"second\":2}") && strstr(holds("json"), "\"6.1\"") &&
	   !strstr(holds("json"), "old document") && holds("json")[strlen(holds("json")) - 2] == '}',
	   "A document has all rows");
	is(holds("said"), "", "and nothing is to be said of it");
	ok(ends("none/json") == EXIT_TROUBLE && strstr(holds("said"), "interbench: -j none/json: No such file"), "One that cannot be made is told of");
	ok(ends("/dev/full") == 1, "One that is no file");
	is(holds("said"), "interbench: -j /dev/full: No space left on device\n", "is told of once");
	does = writes_json_small;
	unlink("json");
	ok(ends("json") == 1, "One that does not fit");
	is(holds("said"), "interbench: -j json: File too large; the run goes on, and each row tries again\n", "is told of once, too");
	unlink("json");
	does = writes_json_piped;
	ok(ends("-") == 1, "One that nobody reads");
	is(holds("said"), "interbench: standard output: Broken pipe\n", "is told of");
	pipe_ends = true;
	ok(ends("-") == 1 && !*holds("said"), "unless the end of the pipe tells");
}

static void writes_results(const void *with)
{
	struct result_file r = result_file_open("--html", with);
	const struct text text = { (char *)"new", 3 };

	if (strcmp(with, "/dev/full") && strcmp(holds(with), "an old text"))
		_exit(7);			/* an error later must not cost it */
	_exit(result_file_write(&r, &text) ? r.fd == -1 ? 0 : 8 : 1);
}

static void test_result(void)
{
	struct result_file r = result_file_open("--html", NULL);

	ok(r.fd == -1 && r.old_fd == -1, "Without a name there is no file");
	r = result_file_open("--html", "-");
	ok(r.fd == STDOUT_FILENO && r.old_fd == -1, "- is standard output");
	does = writes_results;
	make("html", "an old text");
	ok(ends("html") == 0 && !strcmp(holds("html"), "new"), "A file is replaced once its text is there");
	unlink("html");
	ok(ends("/dev/full") == 1 && !strcmp(holds("said"), "interbench: --html /dev/full: No space left on device\n"),
	   "A file that cannot be written is told of");
	ok(ends("none/html") == EXIT_TROUBLE && strstr(holds("said"), "interbench: --html none/html: No such file"), "as is one that cannot be made");
}

int main(void)
{
	char dir[] = "/tmp/unit.XXXXXX";

	if (!mkdtemp(dir) || chdir(dir))
		return 1;
	test_add();
	test_broken();
	test_note();
	test_log();
	test_check();
	test_both();
	test_json();
	test_result();
	unlink("said");
	ok(!chdir("/") && !rmdir(dir), "Nothing else is written");
	return unit_end();
}
