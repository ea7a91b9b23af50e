/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz - any bytes through the reader of logs and the comparison
 *
 *	clang -std=c11 -D_GNU_SOURCE -I. -g -O1 -fsanitize=fuzzer,address,undefined \
 *		tests/fuzz.c hackbench.c -lm
 *	./a.out -close_fd_mask=2 -max_total_time=600 -dict=tests/fuzz.dict tests/corpus
 * or, with any compiler, the corpus once:
 *	gcc -std=c11 -D_GNU_SOURCE -I. -g -DFUZZ_MAIN tests/fuzz.c hackbench.c -lm -pthread
 */
#define PERM_ALL_MAX 100	/* more of the same is only slower */
#define PERM_DRAWS 100
#include "unit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What every reader of the structs relies on. */
static void check_run(const struct run *run)
{
	if (!run->tables || run->tables > LOG_PARTS_MAX || run->facts > LOG_PARTS_MAX)
		abort();
	for (size_t t = 0; t < run->tables; t++) {
		if (!run->table[t].rows || run->table[t].rows > LOG_PARTS_MAX)
			abort();
		for (size_t r = 0; r < run->table[t].rows; r++) {
			const struct row *row = &run->table[t].row[r];

			if (!*row->load || row->max.value < 0 || isinf(row->max.value) ||
			    (*row->reason && !isnan(row->mean.value)))
				abort();
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const source[] = { "a", "b" };
	static FILE *out;
	struct run *run = NULL;
	size_t runs = 0;

	if (!out)
		out = fopen("/dev/null", "w");
	for (int i = 0; i < 2; i++) {
		for (size_t at = 0, len; at < size; at += len + 1) {	/* as compare_files() */
			char *text = strndup((const char *)data + at, size - at);

			len = strlen(text);
			runs = log_read(&run, runs, source[i], text);
			free(text);
		}
	}
	for (size_t i = 0; i < runs; i++)
		check_run(&run[i]);
	compare_runs(out, run, runs, &(struct compare_opts){ 1, 7, true, true });
	for (size_t i = 0; i < runs; i++)
		run_free(&run[i]);
	free(run);
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
		LLVMFuzzerTestOneInput((uint8_t *)data, size);
		free(data);
	}
	return 0;
}
#endif
