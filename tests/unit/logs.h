/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tests of the reader and of the verdict share: runs read from a text
 */
#ifndef LOGS_H
#define LOGS_H

#include "lib/comparing.h"
#include "lib/load.h"
#include "lib/log.h"
#include "lib/run.h"
#include "lib/task.h"
#include "lib/util.h"

/* Parts of logs */
#define HEAD "--- Benchmarking simulated cpu of Audio in the presence of simulated ---\n"
#define COLUMNS "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met\n"
#define ROW "Burn       17.4 +/- 19.5        46.3              87           7.62\n"
#define KERNEL "Benchmarking kernel 6.1 at datestamp 202601020304\n"

/* The runs that were read last */
static struct run *run;
static size_t runs;

static void forget(void)
{
	for (size_t i = 0; i < runs; i++)
		run_free(&run[i]);
	free(run);
	run = NULL;
	runs = 0;
}

static void read_whole(char *text)
{
	struct runs found = { .n = 0 };

	log_read(&found, &known_names, "text", text);
	run = found.run;
	runs = found.n;
}

__attribute__((unused))
static void read_text(const char *text)
{
	char *copy = xstrdup(text);

	forget();
	read_whole(copy);
	free(copy);
}

#endif
