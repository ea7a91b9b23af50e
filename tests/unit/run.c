/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reasons */
#include "lib/run.c"
#include "unit.h"

static void test_row_void(void)
{
	struct row row = { .reason = "" };

	row_void(&row, "no file in %s", "a\n! b\033[2J\302\233\177");
	is(row.reason, "no file in a ! b [2J   ", "A reason is one line without control characters");
}

int main(void)
{
	test_row_void();
	return unit_end();
}
