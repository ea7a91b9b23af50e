/* SPDX-License-Identifier: GPL-2.0-or-later */
/* numbers, text, files and sets of CPUs */
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "lib/util.c"
#include "unit.h"

/* What a child that does this says on fd (1 or 2) before it ends; *status is wait()'s. */
static const char *said(int fd, void (*does)(void), int *status)
{
	static char text[4096];
	int from[2];
	size_t n = 0;
	ssize_t got;
	pid_t pid;

	fflush(stdout);
	if (pipe(from))
		return "no pipe";
	pid = fork();
	if (pid == 0) {
		setpgid(0, 0);
		dup2(from[1], fd);
		close(from[0]);
		close(from[1]);
		does();
		_exit(0);
	}
	close(from[1]);
	while ((got = read(from[0], text + n, sizeof(text) - 1 - n)) > 0)
		n += (size_t)got;
	text[n] = 0;
	close(from[0]);
	waitpid(pid, status, 0);
	return text;
}

/* Three significant digits in plain decimals, by hand. */
static void test_numbers(void)
{
	static const struct { double value; const char *text; } number[] = {
		{ 0, "0" }, { 0.0004, "0.0004" }, { 0.00001234, "0.0000123" }, { 1e-6, "0.000001" },
		{ 0.016, "0.016" }, { 0.01624, "0.0162" }, { 1, "1" }, { 1.1, "1.1" },
		{ 7.615, "7.62" }, { 17.44, "17.4" }, { 46, "46" }, { 99.96, "100" }, { 100, "100" },
		{ 999.4, "999" }, { 999.6, "1000" }, { 1000.4, "1000" }, { 1815.6, "1816" },
		{ 1e6, "1000000" }, { 12345678, "12345678" }, { NAN, "-" }, { -3, "0" }, { 1e16, "1000000000000000" },
		{ 1e15, "1000000000000000" }, { 1e-15, "0.000000000000001" }, { 9e-16, "0" }, { 0.9996, "1" }, { 10.04, "10" },
		{ 9.994, "9.99" }, { 9.996, "10" }, { 120, "120" }, { 1000, "1000" },
	};
	static const struct { double value; const char *text; } percent[] = {
		{ 100, "100" }, { 99.96, "99.9" }, { 99.9999, "99.9" }, { 99.94, "99.9" },
		{ 7.62, "7.62" }, { 0, "0" }, { 100.2, "100" }, { NAN, "-" },
	};
	char buf[32];
	long long n;

	for (size_t i = 0; i < LENGTH(number); i++)
		is(fmt_number(buf, number[i].value), number[i].text, "Three significant digits are printed without an exponent");
	for (size_t i = 0; i < LENGTH(percent); i++)
		is(fmt_percent(buf, percent[i].value), percent[i].text, "Per cents are 100 only if nothing is missed");
	ok(number_parse("42", 1, 42, &n) && n == 42 && number_parse("1", 1, 42, &n) && n == 1 &&
	   number_parse("-3", -3, 0, &n) && n == -3, "number_parse takes both bounds");
	ok(!number_parse("43", 1, 42, &n) && !number_parse("0", 1, 42, &n), "number_parse refuses what is beyond a bound");
	ok(!number_parse("4x", 1, 42, &n) && !number_parse("", 0, 42, &n) &&
	   !number_parse("99999999999999999999", 0, INT64_MAX, &n), "number_parse refuses what is no number");
}

static void test_clean(void)
{
	/* escape and DEL; U+009B, and as Latin-1 has it, behind others too; no controls: e acute, euro, U+00DB */
	static const struct { const char *text, *clean; } line[] = {
		{ "a\033[2Jb\177", "a [2Jb " }, { "a\xc2\x9b" "2J", "a  2J" }, { "\x9b" "2J", " 2J" },
		{ "a\x9b" "2J", "a 2J" }, { "\xc3\xa9\xe2\x82\xac", "\xc3\xa9\xe2\x82\xac" },
		{ "\xff\x9b" "2J", "\xff 2J" }, { "\xc3\xa9\x9b" "2J", "\xc3\xa9 2J" }, { "\xc3\x9b", "\xc3\x9b" },
		{ "\x1f ~\n\t", "  ~  " }, { "\x80\x9f\xa0", "  \xa0" }, { "\xc2\x80\xc2\x9f\xc2\xa0", "    \xc2\xa0" },
		{ "\xc3\xa9\x1bx", "\xc3\xa9 x" }, { "\xc2", "\xc2" },
		/* U+202E and U+2066 turn text, U+2028 ends a line; U+2027, 202F, 2065 and 206A do not */
		{ "a\xe2\x80\xae" "b\xe2\x81\xa6\xe2\x80\xa8", "a   b      " },
		{ "\xe2\x80\xa7\xe2\x80\xaf", "\xe2\x80\xa7\xe2\x80\xaf" },
		{ "\xe2\x81\xa5\xe2\x81\xaa", "\xe2\x81\xa5\xe2\x81\xaa" }, { "\xe2\x80", "\xe2 " },
	};

	for (size_t i = 0; i < LENGTH(line); i++) {
		char *copy = line_clean(line[i].text);

		is(copy, line[i].clean, "Control characters become blanks");
		free(copy);
	}
}

/* Lists of CPUs, there and back; bad ones are in options.t. */
static void test_cpus(void)
{
	static const struct { const char *in, *out; int count; } list[] = {
		{ "0", "0", 1 }, { "0-3,8", "0-3,8", 5 }, { "8,3,2,1,0", "0-3,8", 5 },
		{ "0-1,1-2,2", "0-2", 3 }, { "63,64,1023-1025", "63-64,1023-1025", 5 },
		{ "65535", "65535", 1 }, { "0-65535", "0-65535", 65536 },
		{ "0,2,4,6,8,10,12,14,16,18,20,22", "0,2,4,6,8,10,12,14,...", 12 },
	};
	static struct cpus c;
	char text[24];

	static const char *const bad[] = {
		"", ",", "a", "-1", "1-", "1-a", "3-1", "65536", "0-65536", "1,", "1,,2", "1 ", " 1", "1-2-3", "1;2",
		"99999999999999999999",
	};

	for (size_t i = 0; i < LENGTH(bad); i++)
		ok(!cpus_parse(&c, bad[i]), "It is no list of CPUs: '%s'", bad[i]);
	for (size_t i = 0; i < LENGTH(list); i++) {
		ok(cpus_parse(&c, list[i].in) && c.count == list[i].count, "The list %s has %d CPUs",
		   list[i].in, list[i].count);
		cpus_format(text, sizeof(text), &c);
		is(text, list[i].out, "A set of CPUs is written as a list");
	}
	ok(cpus_parse(&c, "7,9") && cpus_first(&c) == 7 && cpus_parse(&c, "0") && cpus_first(&c) == 0 &&
	   cpus_parse(&c, "65535") && cpus_first(&c) == 65535, "The first CPU of a set is found");
	cpus_parse(&c, "100-200,3000");
	cpus_format(text, 13, &c);
	is(text, "100-200,3000", "A list that just fits is whole");
	cpus_format(text, 12, &c);
	is(text, "100-200,...", "A list that just does not fit ends in dots");
	cpus_format(text, 11, &c);
	is(text, "...", "Not even a range is cut");
	memset(&c, 0, sizeof(c));
	cpus_format(text, sizeof(text), &c);
	is(text, "", "An empty set is an empty list");
}

/* CPU 65000, which is not there: what was asked for, and what is allowed */
static void test_used(void)
{
	static struct cpus allowed, used, one, none;

	cpus_allowed(&allowed);
	cpus_parse(&one, "65000");
	ok(allowed.count >= 1 && allowed.count == CPU_COUNT_S(sizeof(allowed.mask), allowed.mask) &&
	   cpus_first(&allowed) < CPUS_MOST, "At least one CPU is allowed");
	ok(cpus_used(&used, &one, &none) && used.count == allowed.count + 1,
	   "With the task's CPU given, the load's are all that are allowed");
	ok(cpus_used(&used, &none, &one) && used.count == allowed.count + 1 && CPU_ISSET_S(65000, sizeof(used.mask), used.mask),
	   "With the load's CPU given, the task's are all that are allowed");
	ok(cpus_used(&used, &one, &one) && used.count == 1, "With both given no others are used");
	cpus_parse(&none, "65001");
	ok(cpus_used(&used, &one, &none) && used.count == 2 && cpus_used(&used, &none, &one) && used.count == 2,
	   "With one CPU given for each, both are used");
}

/* A limit of file size stands for a full disk. */
static void test_file_replace(void)
{
	static char big[10000];
	const struct text old = { (char *)"old and whole", 13 }, small = { (char *)"new", 3 };
	const struct text large = { big, sizeof(big) };
	struct rlimit was, limit;
	char got[64] = "";
	int fd = scratch_open(getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");	/* "." may be read only */

	memset(big, 'x', sizeof(big));
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &was);
	limit = was;
	limit.rlim_cur = 5000;
	ok(write(fd, old.text, old.size) == (ssize_t)old.size, "There is a file to be replaced");
	setrlimit(RLIMIT_FSIZE, &limit);
	ok(!file_replace(fd, &old, &large) && errno == EFBIG, "A text that does not fit is refused");
	setrlimit(RLIMIT_FSIZE, &was);
	ok(pread(fd, got, sizeof(got), 0) == (ssize_t)old.size && !memcmp(got, old.text, old.size),
	   "What does not fit leaves the old text as it was");
	ok(file_replace(fd, &old, &large) && lseek(fd, 0, SEEK_END) == sizeof(big),
	   "A longer text replaces the old one");
	memset(got, 0, sizeof(got));
	ok(file_replace(fd, &large, &small) && pread(fd, got, sizeof(got), 0) == 3 &&
	   !strcmp(got, "new"), "A shorter text leaves nothing of the old one");
	close(fd);
	signal(SIGXFSZ, SIG_DFL);
}

static void test_text_write(void)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY), end[2], fd = -1;
	static char big[1 << 20];

	if (master >= 0 && !grantpt(master) && !unlockpt(master))
		fd = open(ptsname(master), O_RDWR | O_NOCTTY);
	close(master);
	ok(fd < 0 || (text_write(fd, "text", 4) == 0 && errno == EIO),
	   "A terminal that has hung up takes nothing");
	close(fd);
	signal(SIGPIPE, SIG_IGN);
	ok(!pipe(end) && !close(end[0]) && text_write(end[1], "text", 4) == 0 && errno == EPIPE,
	   "A pipe without a reader takes nothing");
	close(end[1]);
	ok(!pipe(end), "There is a pipe");
	caught = SIGINT;
	ok(text_write(end[1], big, sizeof(big)) >= 4096 && errno == EINTR,
	   "Nobody reads a pipe that blocks: a signal ends the wait");
	caught = 0;
	close(end[0]);
	close(end[1]);
	signal(SIGPIPE, SIG_DFL);
}

/* The series of seed 1234567 as published with splitmix64.c and on Rosetta Code. */
static void test_random(void)
{
	static const uint64_t series[] = {
		6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U,
		16408922859458223821U,
	};
	uint64_t seed = 1234567;
	bool same = true;

	for (size_t i = 0; i < LENGTH(series); i++)
		same &= random_next(&seed) == series[i];
	ok(same, "A seed gives the published series");
	ok(random_seed() != random_seed(), "Two seeds differ");
}

/* RFC 3629: the first and the last of each length, what lies just outside, and what is cut. */
static void test_utf8(void)
{
	static const struct { const char *text; size_t length; } c[] = {
		{ "", 1 }, { "a", 1 }, { "\x7f", 1 }, { "\x80", 0 }, { "\xbf", 0 }, { "\xc1\xbf", 0 }, { "\xc2\x80", 2 },
		{ "\xdf\xbf", 2 }, { "\xc2\x7f", 0 }, { "\xc2\xc0", 0 }, { "\xc2", 0 }, { "\xe0\x9f\xbf", 0 },
		{ "\xe0\xa0\x80", 3 }, { "\xed\x9f\xbf", 3 }, { "\xed\xa0\x80", 0 }, { "\xee\x80\x80", 3 },
		{ "\xef\xbf\xbf", 3 }, { "\xe1\x80", 0 }, { "\xe1\x80\x7f", 0 }, { "\xf0\x8f\xbf\xbf", 0 },
		{ "\xf0\x90\x80\x80", 4 }, { "\xf4\x8f\xbf\xbf", 4 }, { "\xf4\x90\x80\x80", 0 }, { "\xf5\x80\x80\x80", 0 },
		{ "\xf1\x80\x80", 0 }, { "\xf1\x80\x80\xc0", 0 }, { "\xf1\x90\x8f\x80", 4 }, { "\xff", 0 },
		{ "\xe1\x90\x80", 3 }, { "\xec\xbf\x80", 3 }, { "\xf3\xbf\x80\x80", 4 },
	};

	for (size_t i = 0; i < LENGTH(c); i++)
		ok(utf8_length(c[i].text) == c[i].length, "A character of UTF-8 has its length: case %zu, %zu bytes", i,
		   utf8_length(c[i].text));
	ok(utf8_fit("", 3) == 0 && utf8_fit("abc", 3) == 3 && utf8_fit("abc", 2) == 2 && utf8_fit("abc", 0) == 0 &&
	   utf8_fit("a\xc3\xa4", 2) == 1 && utf8_fit("a\xc3\xa4", 3) == 3 && utf8_fit("\xe1\x80\x80z", 2) == 0 &&
	   utf8_fit("\xff\xffz", 2) == 2, "A text is cut behind a whole character");
}

/* Capacity is a power of two: it is moved, or may be, where n is one, and new room is 0. */
static void test_grow(void)
{
	int *array = NULL;
	bool zero = true;

	for (int i = 0; i < 100; i++) {
		array = grow(array, (size_t)i, sizeof(*array));
		zero &= array[i] == 0;
		for (int k = 0; k <= i; k++)
			zero &= k == i || array[k] == k + 1;
		array[i] = i + 1;
	}
	ok(zero, "An array that grows keeps what it has, and new room is 0");
	free(array);
	is_freed(xstrdup("text"), "text", "A text is copied whole");
}

static void test_double_cmp(void)
{
	const double less = -1.5, more = 1e300;

	ok(double_cmp(&less, &more) < 0 && double_cmp(&more, &less) > 0 && double_cmp(&more, &more) == 0,
	   "Numbers are ordered by size");
}

/* A file of 10000 bytes, two of them 0; one of 3 MB, of which a part is enough; no files. */
static void test_file_text(void)
{
	static char big[3 << 20], path[PATH_MAX + 10];
	char name[] = "/tmp/unit.XXXXXX", *text;
	int fd = mkstemp(name);

	memset(big, 'x', sizeof(big));
	big[0] = big[5000] = 0;
	ok(fd >= 0 && write(fd, big, 10000) == 10000, "There is a file to be read");
	text = file_text("", name);
	ok(text && strlen(text) == 10000 && text[0] == '\n' && text[5000] == '\n' && text[1] == 'x' && text[9999] == 'x',
	   "A file is read whole, with ends of lines for 0");
	free(text);
	text = file_text("/tmp", name + 4);
	ok(text && strlen(text) == 10000, "A file is read below a root");
	free(text);
	ok(pwrite(fd, big, sizeof(big), 0) == sizeof(big), "There is a large file to be read");
	text = file_text("", name);
	ok(text && strlen(text) >= 1 << 20 && strlen(text) <= (1 << 20) + 4096, "A large file is read in part");
	free(text);
	ok(!ftruncate(fd, 0), "There is an empty file");
	text = file_text("", name);
	ok(text && !*text, "An empty file is an empty text");
	free(text);
	close(fd);
	unlink(name);
	ok(!file_text("", name) && !file_text("", "/tmp"), "What is no file has no text");
	memset(path, '/', sizeof(path) - 1);
	strcpy(path + PATH_MAX - 1 - strlen("/dev/null"), "/dev/null");
	text = file_text("", path);
	ok(text && !*text, "The longest path is read");
	free(text);
	ok(!file_text("/", path), "A path that is too long has no text");
}

/* In a directory of its own: "file", links to it and to nothing, a loop of links, a fifo. */
static void test_file_id(void)
{
	struct file_id a, b;
	char dir[] = "/tmp/unit.XXXXXX", was[PATH_MAX], name[300];
	int fd;

	if (!getcwd(was, sizeof(was)) || !mkdtemp(dir) || chdir(dir))
		return;
	fd = open("file", O_CREAT | O_RDWR, 0600);
	ok(!symlink("file", "link") && !symlink("new", "to_new") && !symlink("./to_new", "to_to_new") &&
	   !symlink("loop", "loop") && !link("file", "second") && !mkfifo("fifo", 0600) && !mkdir("dir", 0700) &&
	   !symlink("../new", "dir/up") && !symlink("/dev/null", "null"), "There are links to be followed");
	ok(file_id("file", &a) && !*a.name && file_id("link", &b) && file_id_same(&a, &b) && file_id("second", &b) &&
	   file_id_same(&a, &b) && file_id_of(fd, &b) && file_id_same(&a, &b), "Names of one file are one file");
	ok(file_id("new", &a) && !strcmp(a.name, "new") && file_id("to_new", &b) && file_id_same(&a, &b) &&
	   file_id("to_to_new", &b) && file_id_same(&a, &b) && file_id("dir/up", &b) && file_id_same(&a, &b) &&
	   file_id("./new", &b) && file_id_same(&a, &b) && file_id("dir/../new", &b) && file_id_same(&a, &b),
	   "Names that lead to one new file are one file");
	snprintf(name, sizeof(name), "%s/new", dir);
	ok(file_id(name, &b) && file_id_same(&a, &b), "A new file named by its whole path is the same");
	ok(!symlink(name, "dir/whole") && file_id("dir/whole", &b) && file_id_same(&a, &b),
	   "So is one that a link in another directory names by it");
	ok(file_id("dir/new", &b) && !file_id_same(&a, &b) && file_id("newer", &b) && !file_id_same(&a, &b) &&
	   file_id("file", &b) && !file_id_same(&a, &b), "Other names and directories are other files");
	ok(file_id("fifo", &a) && file_id("file", &b) && !file_id_same(&a, &b), "A fifo is a file of its own");
	ok(!file_id("loop", &a) && !file_id("dir", &a) && !file_id("null", &a) && !file_id("nowhere/new", &a) &&
	   !file_id("file/new", &a), "What cannot be opened as a file is none");
	memset(name, 'x', sizeof(name));
	name[NAME_MAX] = 0;
	ok(file_id(name, &a) && strlen(a.name) == NAME_MAX, "The longest name is a file's");
	close(fd);
	fd = open("/dev/null", O_RDWR);
	ok(!file_id_of(fd, &a) && !file_id_of(-1, &a), "What is open and no file has no id");
	close(fd);

	fd = own_file_open("file", O_RDWR);
	ok(fd < 0 && errno == EPERM && !strcmp(own_file_error(), "it is not a plain file of our own"),
	   "A file with a second name is not opened");
	unlink("second");
	fd = own_file_open("file", O_RDWR);
	ok(fd >= 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC, "A plain file of our own is opened, for no program that is started");
	close(fd);
	ok(own_file_open("link", O_RDWR) < 0 && errno == ELOOP && !strcmp(own_file_error(), "it is a symbolic link"),
	   "A link is not followed");
	ok(own_file_open("fifo", O_RDWR) < 0 && errno == EPERM, "A fifo is not opened");
	ok(own_file_open("none", O_RDWR) < 0 && errno == ENOENT && !strcmp(own_file_error(), strerror(ENOENT)),
	   "A file that is not there is not made unless that is asked for");
	fd = own_file_open("made", O_RDWR | O_CREAT | O_EXCL);
	ok(fd >= 0 && !access("made", R_OK | W_OK), "A file is made if that is asked for");
	close(fd);
	fd = scratch_open(".");
	ok(fd >= 0 && write(fd, "text", 4) == 4 && fcntl(fd, F_GETFD) == FD_CLOEXEC, "A scratch file takes a text");
	close(fd);
	ok(scratch_open("none") < 0 && errno == ENOENT, "There is no scratch file in a directory that is not there");
	for (const char *const *f = (const char *const[]){ "file", "link", "to_new", "to_to_new", "loop", "fifo", "dir/up", "dir/whole",
	     "null", "made", NULL }; *f; f++)
		unlink(*f);
	rmdir("dir");
	ok(!chdir(was) && !rmdir(dir), "A scratch file leaves no name behind");
}

static void does_warn(void)
{
	warn("%s is %d", "a\nb\033", 7);
}

static void does_die(void)
{
	die(EXIT_TROUBLE, "no %s\n", "disk");
}

static void does_die_with(void)
{
	die_with(EXIT_SKIP);
	die(EXIT_TROUBLE, "no disk");
}

static void does_die_call(void)
{
	die_call("getpid", EPERM);
}

static void does_die_call_missing(void)
{
	die_call("getpid", ENOSYS);
}

static void does_die_call_bad(void)
{
	die_call("getpid", EINVAL);
}

static void does_output(void)
{
	struct memstream mem;
	struct text *text = &mem.text;

	fputs("to the letter\n", memstream_open(&mem));
	if (memstream_close(&mem) != text->text || text->size != 14)
		_exit(9);
	stdout_end(text);
	_exit(fcntl(STDOUT_FILENO, F_GETFD) < 0 ? 7 : 8);
}

static void does_output_nowhere(void)
{
	char full[] = "/dev/full";
	const struct text text = { full, 4 };

	close(STDOUT_FILENO);
	if (open(full, O_WRONLY) == STDOUT_FILENO)
		stdout_end(&text);
}

static char *shared_reason;

static void does_die_into(void)
{
	die_into(shared_reason);
	die(EXIT_TROUBLE, "no %s", "memory");
}

static void test_messages(void)
{
	int status;

	is(said(2, does_warn, &status), "interbench: a b  is 7\n", "A message is one line, whatever is in it");
	is(said(2, does_die, &status), "interbench: no disk \n", "The message of an end is one line");
	ok(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_TROUBLE, "The program ends with the status that was given");
	is(said(2, does_die_with, &status), "interbench: no disk\n", "A status of all ends leaves the message as it is");
	ok(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SKIP, "A status of all ends replaces the one that was given");
	ok(trouble_status(EXIT_VOID) == EXIT_VOID, "Without one the status is the one that was given");
	is(said(2, does_die_call, &status), "interbench: getpid: Operation not permitted (seccomp?)\n",
	   "A system call that is not permitted is taken for filtered");
	ok(strstr(said(2, does_die_call_missing, &status), " (seccomp?)\n"), "One that is not there is taken for filtered");
	is(said(2, does_die_call_bad, &status), "interbench: getpid: Invalid argument\n",
	   "A system call that fails otherwise is named with its error");
	is(said(1, does_output, &status), "to the letter\n", "Standard output has the last text");
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 7, "Standard output is closed behind it");
	ok(!access("/dev/full", W_OK) ? strstr(said(2, does_output_nowhere, &status), "interbench: standard output: ") &&
	   WEXITSTATUS(status) == EXIT_TROUBLE : true, "A full standard output is trouble");
	shared_reason = mmap(NULL, REASON_LEN, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	is(said(2, does_die_into, &status), "", "A child that ends prints nothing");
	is(shared_reason, "no memory", "A child that ends leaves its message to the parent");
	strcpy(shared_reason, "the first");
	said(2, does_die_into, &status);
	is(shared_reason, "the first", "A child leaves the message of the one that ended first");
	ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "A child that ends kills its group");
	munmap(shared_reason, REASON_LEN);
}

/* What a terminal of so many columns is shown; ends of lines as a terminal has them. */
static const char *shown(void (*does)(void), unsigned short columns)
{
	static char text[4096];
	struct winsize size = { .ws_row = 24, .ws_col = columns };
	int master = posix_openpt(O_RDWR | O_NOCTTY), slave, err = dup(STDERR_FILENO);
	size_t n = 0;
	ssize_t got;

	if (master < 0 || grantpt(master) || unlockpt(master))
		return NULL;
	slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	ioctl(slave, TIOCSWINSZ, &size);
	dup2(slave, STDERR_FILENO);
	does();
	dup2(err, STDERR_FILENO);
	/* a terminal hands on what it is given a bit later: up to this byte all is here */
	ok(write(slave, "\1", 1) == 1, "A terminal is written to");
	while ((n == 0 || text[n - 1] != 1) && n < sizeof(text) &&
	       (got = read(master, text + n, sizeof(text) - n)) > 0)
		n += (size_t)got;
	text[n ? n - 1 : 0] = 0;
	close(err);
	close(slave);
	close(master);
	return text;
}

static void shows(void)
{
	progress_show("%s 1 of %d", "row", 3);
	progress_show("two\033");
	warn("a note");
	warn("more");
}

static void shows_much(void)
{
	progress_show("123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 12");
	progress_clear();
	progress_clear();
}

static void shows_nothing(void)
{
	progress_off();
	progress_show("row");
	progress_clear();
	warn("a note");
}

static void test_progress(void)
{
	const char *text = shown(shows, 80);
	char wanted[200];
	int status;

	if (!text) {
		ok(true, "Progress is shown on a terminal # SKIP no terminal can be had");
		return;
	}
	is(text, "row 1 of 3\r          \rtwo \r    \rinterbench: a note\r\ninterbench: more\r\n",
	   "Progress is erased by blanks before anything else is shown");
	snprintf(wanted, sizeof(wanted), "123456789\r%9s\r", "");
	is(shown(shows_much, 10), wanted, "The last column of a terminal stays free");
	snprintf(wanted, sizeof(wanted), "12345678\r%8s\r", "");
	is(shown(shows_much, 9), wanted, "The last column of a narrower terminal stays free");
	snprintf(wanted, sizeof(wanted), "1\r \r");
	is(shown(shows_much, 2), wanted, "A terminal of two columns has one");
	ok(strlen(shown(shows_much, 0)) == 79 + 1 + 79 + 1, "A terminal that does not tell its width has 80 columns");
	ok(strlen(shown(shows_much, 82)) == 81 + 1 + 81 + 1, "A wider terminal shows more");
	ok(strlen(shown(shows_much, 1)) == 79 + 1 + 79 + 1, "A terminal of one column is not believed");
	is(said(2, shows, &status), "interbench: a note\ninterbench: more\n", "Progress is shown on terminals only");
	is(shown(shows_nothing, 80), "interbench: a note\r\n", "Progress can be turned off");
}

static void test_times(void)
{
	static const struct { const char *text; double s; } time[] = {
		{ "30", 30 }, { "30s", 30 }, { "2000ms", 2 }, { "1ms", 0.001 }, { "5m", 300 },
		{ "1h", 3600 }, { "24h", 86400 }, { "86400000ms", 86400 },
	};
	static const char *const none[] = {
		"", "0", "ms", "-1", " 1", "1 s", "1.5s", "25h", "86401", "1441m", "1d", "0ms", "1hm",
		"99999999999999999999",
	};
	bool good = true;
	int64_t ns = 0;

	for (size_t i = 0; i < LENGTH(time); i++)
		good &= time_parse(time[i].text, &ns) && near((double)ns, time[i].s * NSEC_PER_SEC);
	ok(good, "Times are read in s, ms, m and h, from 1 ms to 24 h");
	ns = 7;
	for (size_t i = 0; i < LENGTH(none); i++)
		good &= !time_parse(none[i], &ns);
	ok(good && ns == 7, "What is no time from 1 ms to 24 h is refused, and nothing is set");
}

int main(void)
{
	test_random();
	test_utf8();
	test_grow();
	test_double_cmp();
	test_file_text();
	test_file_id();
	test_messages();
	test_progress();
	test_numbers();
	test_clean();
	test_cpus();
	test_times();
	test_used();
	test_file_replace();
	test_text_write();
	return unit_end();
}
