/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what interbench.c makes of the command line */
int interbench_main(int argc, char **argv);
#define main interbench_main
#include "interbench.c"
#undef main
#include <sys/wait.h>

#include "unit.h"

/* What it is without options, and what options take. */
static void test_settings(void)
{
	struct period p;
	int sweep_s;
	bool random;

	ok(cfg.time_ns == 30 * NSEC_PER_SEC && cfg.repeat == 1 && near(cfg.compare_how.threshold_pct, 1) &&
	   near(cfg.compare_how.notice_ms, 7), "Without options it is 30 s, once, 1 %% and 7 ms");
	ok(selection_count(&cfg.select, &sweep_s, &random) > 1 && sweep_s == 10 && !random, "All tasks take sweeps of 10 s");
	cfg.select.loads = (struct names){ (const char *[]){ "None", "Lock" }, 2 };
	cfg.select.tasks = (struct names){ (const char *[]){ "X" }, 1 };
	ok(selection_count(&cfg.select, &sweep_s, &random) == 2 && sweep_s == 10 && random, "The task X alone takes sweeps, too");
	cfg.select.tasks = (struct names){ (const char *[]){ "Audio" }, 1 };
	ok(selection_count(&cfg.select, &sweep_s, &random) == 2 && sweep_s == 0, "Audio alone takes no sweeps");
	cfg.select.loads = cfg.select.tasks = (struct names){ .n = 0 };
	task_custom_set(2000, 30);
	p = task_period(task_find("Custom"));
	ok(p.period == MS(2) && p.work == MS(0.6) && p.step == MS(2), "Custom is 30 %% of 2 ms");
	task_custom_set(0, 0);
}

/* How a child ends that reads these words, and then does something; 255: by a signal. */
static int ends(char **argv, int (*then)(const void *with), const void *with)
{
	int argc = 0, status = 0;
	pid_t pid;

	while (argv[argc])
		argc++;
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		options_parse(argc, argv);
		_exit(then ? then(with) : 0);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

#define WORDS(...) (char **)(const char *[]){ "interbench", __VA_ARGS__, NULL }

/* Numbers as the man page has them: both bounds, and what lies beyond */
static void test_bounds(void)
{
	static const struct { const char *name; long long min, max; } c[] = {
		{ "--loops", 1, INT_MAX }, { "--cpu-load", 1, 100000 }, { "--repeat", 1, 100000 }, { "--seed", 1, INT_MAX },
		{ "--custom-cpu", 1, 100 }, { "--custom-interval", 10, 60000000 }, { "--rtprio", 1, 99 },
		{ "--slice", 100, 100000 }, { "--load-slice", 100, 100000 }, { "--weight", 1, 10000 },
		{ "--load-weight", 1, 10000 }, { "--bench-nice", -20, 19 }, { "--load-nice", -20, 19 },
		{ "--cpu-dma-latency", 0, INT_MAX }, { "--trace-above", 0, 1000000 }, { "--threshold", 0, 1000 },
		{ "--notice", 0, 1000000 },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		char word[4][80];
		long long value[4] = { c[i].min, c[i].max, c[i].min - 1, c[i].max + 1 };
		bool compares = !strcmp(c[i].name, "--threshold") || !strcmp(c[i].name, "--notice");
		int status[4];

		for (int k = 0; k < 4; k++) {
			snprintf(word[k], sizeof(word[k]), "%s=%lld", c[i].name, value[k]);
			status[k] = compares ? ends(WORDS(word[k], "--compare", "x"), NULL, NULL) : ends(WORDS(word[k]), NULL, NULL);
		}
		ok(!status[0] && !status[1] && status[2] == EXIT_USAGE && status[3] == EXIT_USAGE, "%s takes from %lld to %lld",
		   c[i].name, c[i].min, c[i].max);
	}
}

static int is_true(const void *with)
{
	return *(const bool *)with ? 0 : 7;
}

static int is_seven(const void *with)
{
	return *(const int *)with == 7 ? 0 : 7;
}

static int is_sevens(const void *with)
{
	return *(const int *)with == 700 ? 0 : 7;
}

static int is_x(const void *with)
{
	const char *text = *(const char *const *)with;

	return text && !strcmp(text, "x") ? 0 : 7;
}

/* Each option by its name and by its letter, and where its value goes */
static void test_fields(void)
{
	static const struct { const char *words; int (*seen)(const void *with); const void *field; } c[] = {
		{ "-l7", is_seven, &cfg.loops_per_ms }, { "--loops=7", is_seven, &cfg.loops_per_ms }, { "-b", is_true, &cfg.calibrate },
		{ "--calibrate", is_true, &cfg.calibrate }, { "-T", is_true, &cfg.cpu_time }, { "--cpu-time", is_true, &cfg.cpu_time },
		{ "-L7", is_seven, &cfg.roles.cpu_load }, { "--cpu-load=7", is_seven, &cfg.roles.cpu_load },
		{ "-n7", is_seven, &cfg.repeat }, { "--repeat=7", is_seven, &cfg.repeat }, { "--seed=7", is_seven, &cfg.seed },
		{ "-ex", is_x, &cfg.exec }, { "--exec=x", is_x, &cfg.exec }, { "--load-only", is_true, &cfg.load_only },
		{ "-C7", is_seven, &cfg.custom_pct }, { "--custom-cpu=7", is_seven, &cfg.custom_pct }, { "-I700", is_sevens, &cfg.custom_us },
		{ "--custom-interval=700", is_sevens, &cfg.custom_us }, { "-r", is_true, &cfg.real_time },
		{ "--real-time", is_true, &cfg.real_time }, { "--rtprio=7", is_seven, &cfg.roles.task.priority },
		{ "--slice=700", is_sevens, &cfg.roles.task.slice_us }, { "--load-slice=700", is_sevens, &cfg.roles.load.slice_us },
		{ "--weight=7", is_seven, &cfg.roles.task.group.weight }, { "--load-weight=7", is_seven, &cfg.roles.load.group.weight },
		{ "-B7", is_seven, &cfg.roles.task.nice }, { "--bench-nice=7", is_seven, &cfg.roles.task.nice },
		{ "-N7", is_seven, &cfg.roles.load.nice }, { "--load-nice=7", is_seven, &cfg.roles.load.nice },
		{ "-u", is_true, &cfg.uniprocessor }, { "--uniprocessor", is_true, &cfg.uniprocessor }, { "-dx", is_x, &cfg.dir },
		{ "--dir=x", is_true, &cfg.dir_given }, { "-mx", is_x, &cfg.comment }, { "--comment=x", is_x, &cfg.comment },
		{ "-c", is_true, &cfg.console }, { "--console", is_true, &cfg.console }, { "-v", is_true, &cfg.verbose },
		{ "--verbose", is_true, &cfg.verbose }, { "--histogram", is_true, &cfg.histogram }, { "-jx", is_x, &cfg.json },
		{ "--json=x", is_x, &cfg.json }, { "--samples=x", is_x, &cfg.samples },
		{ "--cpu-dma-latency=7", is_seven, &cfg.dma_latency_us }, { "-q", is_true, &cfg.quiet }, { "--quiet", is_true, &cfg.quiet },
		{ "--affinity=1-7", is_seven, &cfg.roles.task.cpus.count }, { "--load-affinity=1-7", is_seven, &cfg.roles.load.cpus.count },
	};

	for (size_t i = 0; i < LENGTH(c); i++)
		ok(ends(WORDS(c[i].words), c[i].seen, c[i].field) == 0, "%s sets what it says", c[i].words);
}

static int selects(const void *with)
{
	const struct selection *s = &cfg.select;

	(void)with;
	return s->tasks.n == 3 && !strcmp(s->tasks.name[0], "Audio") && !strcmp(s->tasks.name[1], "X") && !strcmp(s->tasks.name[2], "Hog") &&
	       s->no_tasks.n == 1 && !strcmp(s->no_tasks.name[0], "Video") && s->loads.n == 2 && !strcmp(s->loads.name[0], "None") &&
	       !strcmp(s->loads.name[1], "Burn") && s->no_loads.n == 1 && !strcmp(s->no_loads.name[0], "Ring") ? 0 : 7;
}

static int compares(const void *with)
{
	const struct compare_opts *how = &cfg.compare_how;

	(void)with;
	return near(how->threshold_pct, 2.5) && near(how->notice_ms, 0.5) && how->fail_worse && how->color &&
	       !strcmp(how->sides, "b,a") && !strcmp(cfg.html, "page") && !strcmp(cfg.logs[0], "x") && !cfg.logs[1] ? 0 : 7;
}

static int policies(const void *with)
{
	(void)with;
	return cfg.roles.task.policy == policy_find("rr") && cfg.roles.load.policy == policy_find("batch") &&
	       cfg.time_ns == 200 * NSEC_PER_MSEC && near(cfg.trace_above_ms, 0.25) && !strcmp(cfg.roles.task.group.path, "/a") &&
	       !strcmp(cfg.roles.load.group.path, "/b") ? 0 : 7;
}

static int not_coloured(const void *with)
{
	(void)with;
	return cfg.compare_how.color ? 7 : 0;
}

static void test_words(void)
{
	ok(ends(WORDS("-W", "audio,x", "--bench", "Hog", "-X", "Video", "-w", "None,burn", "-xRing"), selects, NULL) == 0,
	   "Names are selected and excluded, each or as a list");
	ok(ends(WORDS("--compare", "--threshold=2.5", "--notice=.5", "x"), NULL, NULL) == EXIT_USAGE &&
	   ends(WORDS("--compare", "--threshold=2.5", "--notice", "0.5", "--fail-worse", "--color=always", "--sides=b,a", "--html=page", "x"),
		compares, NULL) == 0, "What is about comparing is read");
	ok(ends(WORDS("--policy=rr", "--load-policy", "Batch", "-t", "200ms", "--trace-above=0.25", "--cgroup=/a", "--load-cgroup=/b"),
		policies, NULL) == 0, "Policies, times and groups are read");
	ok(ends(WORDS("--color=never"), not_coloured, NULL) == EXIT_USAGE &&
	   ends(WORDS("--compare", "--color=never", "x"), not_coloured, NULL) == 0 &&
	   ends(WORDS("--compare", "--color=auto", "x"), not_coloured, NULL) == 0 &&
	   ends(WORDS("--compare", "--color=sometimes", "x"), NULL, NULL) == EXIT_USAGE, "Colours are for comparing, and for terminals");
	ok(ends(WORDS("--load-policy=rr"), NULL, NULL) == EXIT_USAGE && ends(WORDS("--load-policy=fifo"), NULL, NULL) == EXIT_USAGE,
	   "A load is not in real time");
	ok(ends(WORDS("--compare"), NULL, NULL) == EXIT_USAGE && ends(WORDS("x"), NULL, NULL) == EXIT_USAGE &&
	   ends(WORDS("--compare", "-c", "x"), NULL, NULL) == EXIT_USAGE && ends(WORDS("--compare", "-v", "x"), NULL, NULL) == 0 &&
	   ends(WORDS("--sides=a"), NULL, NULL) == EXIT_USAGE && ends(WORDS("--notice=5", "--setting=a=x"), NULL, NULL) == 0,
	   "What measures and what compares exclude each other");
	ok(ends(WORDS("--fail-w", "--compare"), NULL, NULL) == EXIT_SKIP && ends(WORDS("--nothing", "--fail-worse"), NULL, NULL) == EXIT_SKIP &&
	   ends(WORDS("--nothing", "--", "--fail-worse"), NULL, NULL) == EXIT_USAGE && ends(WORDS("--f", "--compare"), NULL, NULL) == EXIT_SKIP,
	   "An error under --fail-worse is no verdict, wherever it stands");
	ok(ends(WORDS("--list"), NULL, NULL) == 0 && ends(WORDS("-h", "x"), NULL, NULL) == EXIT_USAGE, "All words have to be right");
}

/* Seconds by hand: the window and 1 s to settle, or as long as the window if that is shorter */
static void test_seconds(void)
{
	int64_t was = cfg.time_ns;

	ok(near(pairings_seconds(34), 34 * 31), "34 pairings of 30 s take 31 s each");
	cfg.time_ns = 200 * NSEC_PER_MSEC;
	ok(near(pairings_seconds(10), 4), "10 of 0.2 s take 0.4 s each");
	cfg.time_ns = was;
}

int main(void)
{
	test_settings();
	test_bounds();
	test_fields();
	test_words();
	test_seconds();
	return unit_end();
}
