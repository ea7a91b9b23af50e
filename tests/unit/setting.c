/* SPDX-License-Identifier: GPL-2.0-or-later */
/* settings that cannot be made */
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

static pid_t fork_refused(void)
{
	errno = EAGAIN;
	return -1;
}

#define fork fork_refused
#include "lib/setting.c"
#undef fork
#include "unit.h"

static int descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static void test_setter(void)
{
	int before = descriptors(), leash = -7;

	errno = 0;
	ok(setter_start("true", 0, &leash) == -1 && errno == EAGAIN,
	   "A setting that cannot be started gives the reason of fork()");
	ok(leash == -7 && descriptors() == before, "A setting that cannot be started keeps no descriptor");
}

/* Add to two settings, of which one has a command and the other one options; "": it is good. */
static const char *added(const char *arg)
{
	static char reason[REASON_LEN];
	struct settings s = { .n = 0 };

	setting_add(&s, "a=true", reason);
	setting_add(&s, "b:-B 1", reason);
	*reason = 0;
	if (setting_add(&s, arg, reason) != !*reason)
		return "a reason without a failure, or the reverse";
	for (int i = 0; i < s.n; i++)
		free(s.row[i].name);
	return reason;
}

static void test_add(void)
{
	static const char wanted[] = "NAME=COMMAND or NAME:OPTIONS is wanted",
		name[] = "a name is 1 to 31 of A-Z a-z 0-9 . _ + -";
	static const struct { const char *arg, *reason; } bad[] = {
		{ "", wanted }, { "a", wanted }, { "c=", wanted }, { "=true", wanted },
		{ ":-B 1", wanted }, { "a b=true", name }, { "a/b:", name },
		{ "abcdefghijklmnopqrstuvwxyz012345=true", name },
		{ "a=false", "this name has its command already" },
		{ "b:-B 2", "this name has its options already" },
	};
	static const char *const good[] = {
		"c=true", "c:", "a:-B 2", "b=true", "aa=true", "abcdefghijklmnopqrstuvwxyz01234=true",
		"c:=", "c=:", "B_2.x+y-z:-B 1",
	};

	for (size_t i = 0; i < LENGTH(bad); i++)
		is(added(bad[i].arg), bad[i].reason, "A setting that is refused says why");
	for (size_t i = 0; i < LENGTH(good); i++)
		is(added(good[i]), "", "A setting is a name with a command, options or both");
}

static void test_text(void)
{
	static struct settings s = { .row = { { .name = (char *)"a", .command = "x; y" },
		{ .name = (char *)"b", .options = "-B 1" }, { .name = (char *)"c", .options = "" },
		{ .name = (char *)"d", .options = "-L 2", .command = "true" } }, .n = 4 };
	static const char *const text[] = {
		"1 of 4, x; y", "2 of 4, -B 1", "3 of 4, no options", "4 of 4, -L 2; true" };
	char out[FACT_LEN];

	for (int i = 0; i < s.n; i++) {
		setting_text(&s, &s.row[i], out);
		is(out, text[i], "A header has the number, options and command of its setting");
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	test_add();
	test_text();
	if (argc == 1)			/* else untimed: for a CPU that is emulated */
		test_setter();
	return unit_end();
}
