/* SPDX-License-Identifier: GPL-2.0-or-later */
/* numbers, text, files and sets of CPUs */
#include <sys/resource.h>

#include "lib/util.c"
#include "unit.h"

/* Three significant digits in plain decimals, by hand. */
static void test_numbers(void)
{
	static const struct { double value; const char *text; } number[] = {
		{ 0, "0" }, { 0.0004, "0.0004" }, { 0.00001234, "0.0000123" }, { 1e-6, "0.000001" },
		{ 0.016, "0.016" }, { 0.01624, "0.0162" }, { 1, "1" }, { 1.1, "1.1" },
		{ 7.615, "7.62" }, { 17.44, "17.4" }, { 46, "46" }, { 99.96, "100" }, { 100, "100" },
		{ 999.4, "999" }, { 999.6, "1000" }, { 1000.4, "1000" }, { 1815.6, "1816" },
		{ 1e6, "1000000" }, { 12345678, "12345678" },
	};
	static const struct { double value; const char *text; } percent[] = {
		{ 100, "100" }, { 99.96, "99.9" }, { 99.9999, "99.9" }, { 99.94, "99.9" },
		{ 7.62, "7.62" }, { 0, "0" },
	};
	char buf[32];
	long long n;

	for (size_t i = 0; i < LENGTH(number); i++)
		is(fmt_number(buf, number[i].value), number[i].text, "fmt_number");
	for (size_t i = 0; i < LENGTH(percent); i++)
		is(fmt_percent(buf, percent[i].value), percent[i].text, "fmt_percent");
	ok(number_parse("42", 1, 42, &n) && n == 42, "number_parse takes the upper bound");
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
	};

	for (size_t i = 0; i < LENGTH(line); i++) {
		char *copy = line_clean(line[i].text);

		is(copy, line[i].clean, "line_clean");
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

	for (size_t i = 0; i < LENGTH(list); i++) {
		ok(cpus_parse(&c, list[i].in) && c.count == list[i].count, "CPUs %s: %d",
		   list[i].in, list[i].count);
		cpus_format(text, sizeof(text), &c);
		is(text, list[i].out, "A set of CPUs is written as a list");
	}
}

/* CPU 65000, which is not there: what was asked for, and what is allowed */
static void test_used(void)
{
	static struct cpus allowed, used, one, none;

	cpus_allowed(&allowed);
	cpus_parse(&one, "65000");
	ok(cpus_used(&used, &one, &none) && used.count == allowed.count + 1, "the task's CPU given, the load's are all");
	ok(cpus_used(&used, &one, &one) && used.count == 1, "both given, no others");
}

/* A limit of file size stands for a full disk. */
static void test_file_replace(void)
{
	static char big[10000];
	const struct text old = { (char *)"old and whole", 13 }, small = { (char *)"new", 3 };
	const struct text large = { big, sizeof(big) };
	struct rlimit was, limit;
	char got[64] = "";
	int fd = scratch_open(".");

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

int main(void)
{
	test_numbers();
	test_clean();
	test_cpus();
	test_used();
	test_file_replace();
	test_text_write();
	return unit_end();
}
