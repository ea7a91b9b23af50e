/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what loads are made of */
#include "lib/load.c"
#include "unit.h"

static void test_loads(void)
{
	static char reason[REASON_LEN];
	static struct work w = { .threads = 3, .reason = reason };	/* as long as its threads */
	uint32_t *word = (uint32_t *)(void *)stream_buffer();
	int value, tokens = 0, same = 0;

	if (pipe2(w.gate, O_CLOEXEC) || !ring_setup(&w))	/* its threads wait for ever */
		abort();
	for (int i = 0; i < w.threads; i++)
		tokens += !sem_getvalue((sem_t *)w.data + i, &value) ? value : 9;
	ok(tokens == 1, "Ring: one of them runs");
	for (size_t i = 1; i < STREAM_CHUNK / sizeof(*word); i++)
		same += word[i] == word[0];
	ok(same == 0, "what is written repeats nothing");
	free(word);
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)			/* untimed: for a CPU that is emulated */
		return unit_end();
	test_loads();
	return unit_end();
}
