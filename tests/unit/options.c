/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what interbench.c makes of the command line */
int interbench_main(int argc, char **argv);
#define main interbench_main
#include "interbench.c"
#undef main
#include "unit.h"

/* What it is without options, and what options take. */
static void test_settings(void)
{
	struct period p;
	int sweep_s;
	bool random;

	ok(cfg.time_ns == 30 * NSEC_PER_SEC && cfg.repeat == 1 && near(cfg.compare_how.threshold_pct, 1) &&
	   near(cfg.compare_how.notice_ms, 7), "30 s, once; 1 %% and 7 ms");
	ok(pairings_count(&sweep_s, &random) > 1 && sweep_s == 10 && !random, "all of them: sweeps of 10 s");
	cfg.only_loads = (struct names){ (const char *[]){ "None", "Lock" }, 2 };
	cfg.benches = (struct names){ (const char *[]){ "X" }, 1 };
	ok(pairings_count(&sweep_s, &random) == 2 && sweep_s == 10 && random, "the task X alone: sweeps, too");
	cfg.benches = (struct names){ (const char *[]){ "Audio" }, 1 };
	ok(pairings_count(&sweep_s, &random) == 2 && sweep_s == 0, "Audio alone: none");
	cfg.only_loads = cfg.benches = (struct names){ .n = 0 };
	task_custom_set(2000, 30);
	p = task_period(task_find("Custom"));
	ok(p.period == MS(2) && p.work == MS(0.6) && p.step == MS(2), "Custom: 30 %% of 2 ms");
	task_custom_set(0, 0);
}

int main(void)
{
	test_settings();
	return unit_end();
}
