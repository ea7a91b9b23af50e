/* SPDX-License-Identifier: GPL-2.0-or-later */
/* samples kept, and the lines that they become */
#include <signal.h>
#include <sys/resource.h>

#include "lib/samples.c"
#include "unit.h"

/* All that was written into a file. */
static char *file_all(const char *path)
{
	static char text[4096];
	FILE *f = fopen(path, "r");
	size_t n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;

	text[n] = '\0';
	if (f)
		fclose(f);
	return text;
}

static char path[300];

/* The window begins at 1 s; a period of 20 ms. */
static void test_lines(void)
{
	struct samples *s = samples_map(10);
	const struct samples_of video = { 2, "bore", "Video", "Burn", MS(1000), true },
				audio = { 1, "", "Audio", "None", MS(1000), false };
	struct period p = { .period = MS(20), .step = MS(20) };
	static const double woke[] = { 1000.0015, 1075.25, 1081 }, done[] = { 1005.5, 0, 1111 };
	struct samples_file f;

	samples_touch(s);
	for (int i = 0; i < 3; i++) {
		struct outcome o;

		p.due = i ? p.due : MS(1000);
		p.woke = MS(woke[i]);
		p.done = MS(done[i]);
		o = period_judge(&p);
		samples_add_period(s, &p, &o);
		p.due = o.next;
	}
	samples_add(s, &(struct kept){ .due = MS(999.9995), .latency = 7 });
	samples_add_period(NULL, &p, &(struct outcome){ .ran = true });
	samples_file_open(&f, path);
	samples_file_begin(&f, true);
	samples_file_write(&f, s, &video, false);
	samples_file_write(&f, s, &audio, false);
	ok(samples_file_close(&f), "a file is closed");
	/* shown at 1020, not before the window's start at 1000, and at 1120 */
	is(file_all(path), "run,setting,task,load,due_us,woke_us,done_us,latency_us,outcome,frame_ms\n"
	   "2,bore,Video,Burn,0.000,1.500,5500.000,1.500,met,20.000000\n"
	   "2,bore,Video,Burn,20000.000,75250.000,,55250.000,dropped,\n"
	   "2,bore,Video,Burn,80000.000,81000.000,111000.000,20000.000,late,100.000000\n"
	   "2,bore,Video,Burn,-0.500,,,0.007,,\n"
	   "1,,Audio,None,0.000,1.500,5500.000,1.500,met,\n"
	   "1,,Audio,None,20000.000,75250.000,,55250.000,dropped,\n"
	   "1,,Audio,None,80000.000,81000.000,111000.000,20000.000,late,\n"
	   "1,,Audio,None,-0.500,,,0.007,,\n", "samples are lines of CSV, with what does not apply left empty");
	samples_unmap(s);
}

static void test_room(void)
{
	struct samples *s = samples_map(3), *most = samples_map(UINT64_MAX);

	for (int i = 1; i <= 5; i++)
		samples_add(s, &(struct kept){ .due = i });
	ok(s->n == 5 && s->room == 3 && s->kept[0].due == 1 && s->kept[2].due == 3,
	   "of more samples than there is room for, the first are kept and all are counted");
	ok(most && most->room == SAMPLES_MOST, "there is room for a million at most");
	samples_unmap(s);
	samples_unmap(most);
	samples_unmap(NULL);
}

/* From now on no file gets longer than that. */
static bool file_limit(off_t size)
{
	struct rlimit limit = { (rlim_t)size, (rlim_t)size };

	signal(SIGXFSZ, SIG_IGN);
	return !setrlimit(RLIMIT_FSIZE, &limit);
}

/* A file that takes so many bytes: a limit on its size stands for a full disk. */
static void test_full(void)
{
	struct samples *s = samples_map(5000);
	const struct samples_of of = { 1, "", "Audio", "None", 0, false };
	struct samples_file f;
	char line[] = "1,,Audio,None,1.000,,,0.001,,\n";
	off_t head, whole;

	samples_add(s, &(struct kept){ .due = 1000, .latency = 1 });
	samples_file_open(&f, path);
	samples_file_begin(&f, true);
	head = lseek(f.fd, 0, SEEK_CUR);
	samples_file_write(&f, s, &of, false);
	whole = lseek(f.fd, 0, SEEK_CUR);
	ok(whole == head + (off_t)strlen(line), "a row of one sample is one line");
	for (int i = 0; i < 4000; i++)
		samples_add(s, &(struct kept){ .due = 1000, .latency = 1 });
	if (freopen("/dev/null", "w", stderr) && file_limit(whole + 100000)) {
		samples_file_write(&f, s, &of, false);
		ok(f.fd < 0 && f.error == EFBIG && !samples_file_close(&f), "a file that is full is given up");
		ok(strlen(file_all(path)) == (size_t)whole && !strcmp(file_all(path) + head, line),
		   "a file that is full holds whole rows alone");
		samples_file_write(&f, s, &of, false);
		ok(strlen(file_all(path)) == (size_t)whole, "nothing is written into a file that was given up");
	}
	samples_unmap(s);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(path, sizeof(path), "%s/samples-%d", tmp ? tmp : "/tmp", (int)getpid());
	test_lines();
	test_room();
	test_full();
	unlink(path);
	return unit_end();
}
