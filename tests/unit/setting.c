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

int main(int argc, char **argv)
{
	(void)argv;
	if (argc == 1)			/* else untimed: for a CPU that is emulated */
		test_setter();
	return unit_end();
}
