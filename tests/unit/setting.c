/* SPDX-License-Identifier: GPL-2.0-or-later */
/* settings: their names, those that cannot be made, and what keeps them up */
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#include "interbench.h"
#define SETUP_LIMIT NSEC_PER_SEC
#define REAP_LIMIT (10 * NSEC_PER_SEC)
#define TERM_LIMIT (300 * NSEC_PER_MSEC)
#define SETTING_LIMIT (300 * NSEC_PER_MSEC)

static bool refused;

static pid_t fork_refused(void)
{
	if (!refused)
		return fork();
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

	refused = true;
	errno = 0;
	ok(setter_start("true", 0, &leash) == -1 && errno == EAGAIN,
	   "A setting that cannot be started gives the reason of fork()");
	ok(leash == -7 && descriptors() == before, "A setting that cannot be started keeps no descriptor");
	refused = false;
}

/* What setting_start() says of a command, and its setter. */
static const char *started(const char *command, struct setter *s)
{
	static char reason[REASON_LEN];

	*reason = 0;
	return setting_start(s, command, getpriority(PRIO_PROCESS, 0), reason) ? "" : reason;
}

/* Commands that end, that go on, and that do not heed SIGTERM; all hold a pipe as standard error. */
static void test_kept_up(void)
{
	int held[2], err = dup(STDERR_FILENO), before = descriptors();
	struct setter s = { .pid = 0 };
	char text[64] = "";

	is(started(NULL, &s), "", "Without a command there is nothing to be done");
	ok(s.pid == 0 && !setting_ended(&s), "and nothing to be kept up");
	is(started("true", &s), "", "A command that ends well has made its setting");
	ok(s.pid == 0 && !setting_ended(&s), "which needs nothing more");
	is(started("exit 3", &s), "its command failed with exit status 3", "A command that fails is told of");
	is(started("kill -9 $$", &s), "its command failed with exit status 137", "so is one that is killed");
	setting_stop(&s);
	ok(s.pid == 0 && descriptors() == before, "Nothing is left of them");
	if (pipe2(held, O_CLOEXEC))
		abort();
	dup2(held[1], STDERR_FILENO);
	started("trap 'echo term >&2; exit 0' TERM; while :; do sleep 0.05; done", &s);
	ok(s.pid > 0 && !setting_ended(&s), "A command that goes on keeps its setting up");
	setting_stop(&s);
	ok(s.pid == 0, "It is ended");
	ok(read(held[0], text, sizeof(text) - 1) > 0 && strstr(text, "term\n"), "It is asked to end, and has time to");
	started("trap '' TERM; (setsid sleep 60 &) ; while :; do sleep 0.05; done", &s);
	ok(s.pid > 0, "A command that heeds no SIGTERM goes on");
	setting_stop(&s);
	dup2(err, STDERR_FILENO);
	close(held[1]);
	ok(read(held[0], text, sizeof(text)) == 0, "and is killed with all that it has started");
	close(held[0]);
	started("sleep 0.6; exit 4", &s);
	for (int i = 0; !setting_ended(&s) && i < 500; i++)
		usleep(10000);
	ok(s.pid == -1 && status_code(s.status) == 4 && !s.lost, "A command that ends later is seen");
	setting_stop(&s);
	started("sleep 0.6; exit 4", &s);
	waitpid(s.pid, NULL, 0);		/* as process 1 does with strangers */
	ok(setting_ended(&s) && s.lost, "Of one that another has reaped no status is known");
	setting_stop(&s);
	ok(descriptors() == before, "Nothing is left of any");
	close(err);
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
	if (argc == 1) {		/* else untimed: for a CPU that is emulated */
		test_setter();
		test_kept_up();
	}
	return unit_end();
}
