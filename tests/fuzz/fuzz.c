/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz - any bytes through what reads logs, the machine or the command line
 *
 * tests/fuzz/fuzz builds and runs it. FUZZ is the target: logs (if not set), machine or options.
 * With any compiler and -DFUZZ_MAIN it takes each file that it is given once.
 */
#include <setjmp.h>

#include "fuzz.h"

int interbench_main(int argc, char **argv);
#define main interbench_main
#include "interbench.c"
#undef main
/* as one text, to look into these */
#include "lib/compare_text.h"
#include "lib/machine.c"
#include "lib/pairing.c"
#include "lib/sched.c"
#include "lib/verdict.h"

/* Trees of files as "==> ./proc/stat <==" and what is in it; which of two of that name. */
static struct {
	const char *text, *end;		/* all of it */
	const char *file;		/* not read yet of the open one */
	bool last;
} world;

static const char *world_next(const char *s)
{
	return memmem(s, (size_t)(world.end - s), "\n==> .", 6);
}

/* Not strncmp(): libFuzzer looks into each call of that, and there are thousands. */
static bool begins(const char *s, const char *with)
{
	while (*with && *s == *with)
		s++, with++;
	return !*with;
}

int fuzz_open(const char *path)
{
	char mark[PATH_MAX + 16];
	size_t len = (size_t)snprintf(mark, sizeof(mark), "\n==> .%s <==\n", path);

	world.file = NULL;
	for (const char *s = world_next(world.text); s && (world.last || !world.file);
	     s = world_next(s + 1))
		if (begins(s, mark))
			world.file = s + len;
	errno = ENOENT;
	return world.file ? 0 : -1;
}

ssize_t fuzz_read(void *buf, size_t n)
{
	const char *next = world_next(world.file);
	size_t left = (size_t)((next ? next : world.end) - world.file);

	if (n > left)
		n = left;
	memcpy(buf, world.file, n);
	world.file += n;
	return (ssize_t)n;
}

static jmp_buf *ended;

void fuzz_exit(int status)
{
	/* -h and its like; bad usage, or the same under --fail-worse */
	if (!ended || (status && status != EXIT_USAGE && status != EXIT_SKIP))
		abort();
	longjmp(*ended, 1);
}

static FILE *nowhere(void)
{
	static FILE *f;

	if (!f)
		f = fopen("/dev/null", "w");
	return f;
}

static void check(bool good)
{
	if (!good)
		abort();
}

/* What every reader of the structs relies on. */
static void check_run(const struct run *run)
{
	check(run->tables && run->tables <= LOG_PARTS_MAX && run->facts <= LOG_PARTS_MAX);
	for (size_t t = 0; t < run->tables; t++) {
		check(run->table[t].rows && run->table[t].rows <= LOG_PARTS_MAX);
		for (size_t r = 0; r < run->table[t].rows; r++) {
			const struct row *row = &run->table[t].row[r];

			check(*row->load && !(row->max.value < 0) && !isinf(row->max.value));
			check(!*row->reason || isnan(row->mean.value));
			for (int i = 0; i < MORE_FIGURES; i++)
				check(!(row->more[i].value < 0) && !isinf(row->more[i].value) &&
				      (!*row->reason || isnan(row->more[i].value)));
		}
	}
}

/* Whoever wrote the logs, what is printed moves no cursor. */
static void check_compare(const struct run *run, size_t runs, const struct compare_opts *o)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct verdict verdict;

	verdict_of(&verdict, run, runs, o);
	compare_print(f, &verdict);
	verdict_free(&verdict);
	fclose(f);
	for (size_t i = 0; i < size; i++)
		check((unsigned char)text[i] >= ' ' || text[i] == '\n' ||
		      (text[i] == '\033' && o->color));
	free(text);
}

static void fuzz_logs(char *text, size_t size)
{
	static const char *const source[] = { "a", "b" };
	struct runs runs = { .n = 0 };

	for (int i = 0; i < 2; i++) {
		FILE *in = fmemopen(text, size, "r");

		check(in != NULL);
		log_read_stream(&runs, &known_names, source[i], in);
		fclose(in);
	}
	for (size_t i = 0; i < runs.n; i++)
		check_run(&runs.run[i]);
	check_compare(runs.run, runs.n, &(struct compare_opts){
		      .threshold_pct = 1, .notice_ms = 7, .fail_worse = true, .color = size & 1,
		      .sides = size & 2 ? NULL : "b,a", .details = size & 4 });
	runs_free(&runs);
}

/* A line of the header or a reason: no byte that could end it or move a cursor. */
static void check_line(const char *line, size_t most)
{
	check(strlen(line) <= most);
	for (; *line; line++)
		check(*line >= ' ' && *line < 127);
}

static void check_facts(void)
{
	struct machine m = { .root = "", .dir = "/home/con/x" };
	struct run run = { .facts = 0 };

	machine_facts(&m, &run);
	for (size_t i = 0; i < run.facts; i++) {
		check(*run.fact[i].value);
		check_line(run.fact[i].value, FACT_LEN - 1 - strlen(run.fact[i].name) - 2);
	}
	run_free(&run);
}

static void check_amounts(void)
{
	struct memory m = machine_memory("");
	struct thread_use use;

	check(m.limit >= -1 && m.usable >= -1 && m.available >= -1 && m.swap >= -1);
	check(m.limit < 0 || m.usable <= m.limit);
	check(!isinf(fact_quota(&(struct machine){ .root = "" })));
	check(!(machine_throttled_ms("") < 0));
	check(machine_pids_left("") >= -1);
	check(machine_pressure_us("", "/proc/pressure/cpu") >= -1);
	thread_use_read(&use, 1);
	process_born(1);
	capable_sys_nice();
	selection_warn_real_time(&(struct selection){ .real_time = true });
}

static void fuzz_machine(char *text, size_t size)
{
	struct machine m = { .root = "", .cpus = 2 };
	struct row row = { .load = "Burn" };
	struct machine_state state[2];
	struct cpu_use use[2];
	struct cpu_share share;

	(void)text, (void)size;		/* they are the world */
	for (int i = 0; i < 2; i++) {
		world.last = i;
		check_facts();
		check_amounts();
		machine_state(&m, 0, &state[i]);
		machine_cpu_use("", &use[i]);
	}
	share = cpu_use_between(&use[0], &use[1], NULL, 0);
	for (int i = 0; i < CPU_WAYS; i++)
		check(isnan(share.pct[i]) || (share.pct[i] >= 0 && share.pct[i] <= 100));
	check(!(share.idlest < -1e-9) && !(share.busiest > 100) && !(share.busiest < share.idlest));
	machine_compare(&state[0], &state[1], &share, &row);
	check_line(row.reason, REASON_LEN - 1);
	free(row.remark);
	free(use[0].cpu);
	free(use[1].cpu);
}

/* Every number is within its bounds, or what it was. */
static void check_options(const struct config *was)
{
	for (const struct option_row *o = options; o < options + LENGTH(options); o++) {
		const char *before = (const char *)was + ((char *)o->target - (char *)&cfg);

		if (o->set == set_number && *(int *)o->target != *(const int *)before)
			check(*(int *)o->target >= o->min && *(int *)o->target <= o->max);
		if (o->set == set_decimal && *(double *)o->target != *(const double *)before)
			check(*(double *)o->target >= o->min && *(double *)o->target <= o->max);
	}
	check(cfg.time_ns >= NSEC_PER_MSEC && cfg.time_ns <= 24 * 3600 * NSEC_PER_SEC);
}

/* What a command line comes to, up to where a run would begin. */
static void take_options(int argc, char **argv)
{
	static struct config before;
	struct session s = { .read_file = -1 };
	struct run run = { .facts = 0 };

	if (!before.comment)
		before = cfg;
	cfg = before;
	optind = 0;			/* getopt forgets where it was */
	options_parse(argc, argv);
	options_check();
	check_options(&before);
	if (cfg.compare)
		return;
	session_settle(&s);
	check(s.pairings > 0 && (cfg.settings.n || cfg.roles.cpu_load > 0));
	for (int i = 0; i < cfg.settings.n; i++)
		check(cfg.settings.row[i].roles->cpu_load > 0);
	run.kernel = xstrdup("");
	run.comment = line_clean(cfg.comment);
	json_document(nowhere(), &run, &(struct json_about){ 0, argv, 0, "" });
	run_free(&run);
}

/* Arguments end in 0. */
static void fuzz_options(char *text, size_t size)
{
	char *argv[64] = { "interbench" };
	int argc = 1;
	jmp_buf end;

	for (size_t at = 0; at < size && argc < (int)LENGTH(argv) - 1; at += strlen(text + at) + 1)
		argv[argc++] = text + at;
	ended = &end;
	if (!setjmp(end))
		take_options(argc, argv);
}

/* libFuzzer would look into each strcmp() */
static void (*target(void))(char *text, size_t size)
{
	const char *name = getenv("FUZZ");

	switch (name ? *name : 'l') {
	case 'm': return fuzz_machine;
	case 'o': return fuzz_options;
	default: return fuzz_logs;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = xrealloc(NULL, size + 1);

	memcpy(text, data, size);
	text[size] = 0;
	world.text = text;
	world.end = text + size;
	target()(text, size);
	free(text);
	return 0;
}

#ifdef FUZZ_MAIN
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		FILE *in = fopen(argv[i], "r");
		char *data = NULL;
		size_t size = 0;

		if (!in)
			die(1, "cannot read %s: %s", argv[i], strerror(errno));
		for (int c; (c = getc(in)) != EOF; size++) {
			data = grow(data, size, 1);
			data[size] = (char)c;
		}
		fclose(in);
		data = grow(data, size, 1);	/* not NULL */
		LLVMFuzzerTestOneInput((uint8_t *)data, size);
		free(data);
	}
	return 0;
}
#endif
