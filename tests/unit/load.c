/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what loads are made of */
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>

#include "lib/machine.h"
static struct memory memory;		/* of a machine as small as wanted */
static struct statfs file_system;
#define machine_memory(root) (memory)
#define statfs(dir, fs) (*(fs) = file_system, access(dir, F_OK))
#include "lib/load.c"
#undef statfs
#include "unit.h"

static struct {
	char reason[REASON_LEN];
	_Atomic uint64_t done[64];	/* one for each load: its threads go on */
} *told;				/* shared with children */

static char *reason;			/* that one */

static struct work *work(void)
{
	static struct work all[LENGTH(told->done)];	/* as long as their threads */
	static size_t works;
	struct work *w = &all[works];

	*reason = 0;
	*w = (struct work){ .threads = 3, .reason = reason, .done = &told->done[works++], .dir = ".", .file = -ENOSPC };
	if (pipe2(w->gate, O_CLOEXEC))
		abort();
	return w;
}

/* Within 5 s: has a load done so much? */
static bool done_within(const struct work *w, uint64_t wanted)
{
	for (int i = 0; *w->done < wanted && i < 5000; i++)
		usleep(1000);
	return *w->done >= wanted;
}

/* How a child ends that runs a load until it has done so much, or by itself. */
static int runs(void (*run)(struct work *w, int i), struct work *w, uint64_t wanted)
{
	int status = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		setpgid(0, 0);
		die_into(reason);
		run(w, 0);
		_exit(0);
	}
	setpgid(pid, pid);
	for (int i = 0; *w->done < wanted && i < 5000 && !waitpid(pid, &status, WNOHANG); i++)
		usleep(1000);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return status;
}

static void test_ring(void)
{
	struct work *w = work(), *one = work();
	int value, tokens = 0;

	one->threads = 1;
	ok(ring_setup(one) && one->threads == 2, "Ring has two threads at least");
	if (!ring_setup(w))
		abort();
	for (int i = 0; i < w->threads; i++)
		tokens += !sem_getvalue((sem_t *)w->data + i, &value) ? value : 9;
	ok(tokens == 1, "Ring: one of them runs");
	usleep(20000);
	ok(*w->done == 0, "Ring does not run before it is told to");
	close(w->gate[1]);
	ok(done_within(w, 10), "Ring: whoever is woken wakes the next one, round and round");
}

/* By hand: 1 * 1664525 + 1013904223, modulo 2^32 */
static void test_buffer(void)
{
	uint32_t *word = (uint32_t *)(void *)stream_buffer();
	int same = 0;

	for (size_t i = 1; i < STREAM_CHUNK / sizeof(*word); i++)
		same += word[i] == word[0];
	ok(same == 0 && word[0] == 1015568748, "what is written repeats nothing");
	free(word);
}

/* A third of what is free, at most the memory, in whole MB */
static void test_size(void)
{
	static const struct { long long bsize, frsize, free, usable, mb; } c[] = {
		{ 4096, 4096, 300 << 8, -1, 100 }, { 1 << 20, 4096, 300 << 8, -1, 100 }, { 4096, 0, 300 << 8, -1, 100 },
		{ 4096, 4096, 16 << 8, -1, 5 }, { 4096, 4096, (16 << 8) - 1, -1, 0 }, { 4096, 4096, 300 << 8, (50 << 20) + 5, 50 },
		{ 4096, 4096, 300 << 8, (50 << 20) - 5, 49 }, { 4096, 4096, 300 << 8, 0, 100 },
		{ 4096, 4096, 1LL << 40, -1, SCRATCH_MOST >> 20 }, { 4096, 4096, 1LL << 40, 1LL << 50, SCRATCH_MOST >> 20 },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		memset(&file_system, 0, sizeof(file_system));
		file_system.f_bsize = c[i].bsize;
		file_system.f_frsize = c[i].frsize;
		file_system.f_blocks = 1;
		file_system.f_bavail = c[i].free;
		memory.usable = c[i].usable;
		*reason = 0;
		ok(scratch_size(".", reason) == c[i].mb << 20, "A scratch file has its size: case %zu", i);
		is(reason, c[i].mb ? "" : "15 MB free, 16 MB needed", "and if there is none, it is said why");
	}
	file_system.f_blocks = 0;
	ok(scratch_size(".", reason) == 0 && !strcmp(reason, "the file system of . does not tell its free space"),
	   "A file system that does not tell its free space has none");
	ok(scratch_size("nowhere", reason) == 0 && !strncmp(reason, "nowhere: ", 9), "nor has one that is not there");
	file_system.f_blocks = 1;
}

/* 48 MB are free: files of 16 MB. A limit of 8 MB stands for a disk that fills meanwhile. */
static void test_read_file(void)
{
	struct rlimit was, limit;
	struct stat st;
	char *text = malloc(1 << 20), *wanted = stream_buffer();
	int fd;

	file_system.f_bsize = file_system.f_frsize = 1 << 20;
	file_system.f_bavail = 48;
	memory.usable = -1;
	fd = read_file_make(".", reason);
	ok(fd >= 0 && !fstat(fd, &st) && st.st_size == 16 << 20 && pread(fd, text, 1 << 20, 15 << 20) == 1 << 20 &&
	   !memcmp(text, wanted, 1 << 20), "Read's file is written whole");
	close(fd);
	free(text);
	free(wanted);
	getrlimit(RLIMIT_FSIZE, &was);
	limit = was;
	limit.rlim_cur = 8 << 20;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	ok(read_file_make(".", reason) == -1 && !strncmp(reason, "writing its file: ", 18) && strstr(reason, strerror(EFBIG)),
	   "A file that does not fit is none, and it is said why");
	setrlimit(RLIMIT_FSIZE, &was);
	signal(SIGXFSZ, SIG_DFL);
	caught = SIGINT;
	*reason = 0;
	ok(read_file_make(".", reason) == -1 && !*reason, "A signal ends the writing, and that is no failure");
	caught = 0;
	file_system.f_bavail = 3;
	ok(read_file_make(".", reason) == -1 && !strcmp(reason, "3 MB free, 16 MB needed"), "Too little space is no file");
}

/* Memory as a file: what was written stays, and what was not is not there. */
static void test_kept(void)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int fd = memfd_create("kept", MFD_CLOEXEC);

	if (fd < 0 || ftruncate(fd, (off_t)(8 * page)) || pwrite(fd, "a", 1, 0) != 1 ||
	    pwrite(fd, "b", 1, (off_t)(5 * page)) != 1) {
		ok(true, "A quarter of a file is in memory # SKIP there is no memfd_create");
		return;
	}
	ok(near(file_kept_pct(fd), 25), "A quarter of a file is in memory");
	ok(isnan(ftruncate(fd, 0) ? 0 : file_kept_pct(fd)) && isnan(file_kept_pct(-1)), "Of nothing no share is in memory");
	close(fd);
}

/* A file of 2.5 MB is read from its start, again and again, and one of 3 MB written. */
static void test_streams(void)
{
	struct work *w = work();
	struct stat st;
	char *text = malloc(3 << 20), *wanted = stream_buffer();

	w->file = scratch_open(".");
	ok(!ftruncate(w->file, 5 << 19) && runs(read_run, w, 20 << 20) == SIGKILL && (*w->done >> 19) * (1 << 19) == *w->done,
	   "Read reads its file again and again, and counts what it has read");
	*w->done = 0;
	w->size = 3 << 20;
	ok(!ftruncate(w->file, 0) && runs(write_run, w, 8 << 20) == SIGKILL && *w->done % (1 << 20) == 0 &&
	   !fstat(w->file, &st) && st.st_size == 3 << 20 && pread(w->file, text, 3 << 20, 0) == 3 << 20 &&
	   !memcmp(text, wanted, 1 << 20) && !memcmp(text + (2 << 20), wanted, 1 << 20),
	   "Write writes its file again and again, to its end, and counts that");
	free(text);
	free(wanted);
	ok(!ftruncate(w->file, 0) && runs(read_run, w, UINT64_MAX) == SIGKILL && !strcmp(reason, "its file is empty"),
	   "An empty file cannot be read");
	close(w->file);
	w->file = open("/dev/full", O_RDWR);
	*reason = 0;
	ok(runs(write_run, w, UINT64_MAX) == SIGKILL && !strncmp(reason, "write: ", 7), "A full disk ends Write");
	close(w->file);
	w = work();
	w->file = -EROFS;
	file_system.f_bavail = 48;
	ok(!write_setup(w) && strstr(reason, "no file in .: ") && strstr(reason, strerror(EROFS)),
	   "Write without its file cannot run");
	w->file = 0;
	ok(write_setup(w) && w->size == 16 << 20, "Write knows the size of its file");
	file_system.f_bavail = 3;
	ok(!write_setup(w), "and that there is too little space");
}

/* MB: what there is without swap, up to 1 GB; with it nine tenths of all, up to 1.1 of the memory */
static void test_memload(void)
{
	static const struct { int64_t available, swap, usable, size; } c[] = {
		{ 90 << 20, 0, 100 << 20, 45 << 20 }, { 90 << 20, -1, 100 << 20, 45 << 20 },
		{ 40000000, 20000000, 100000000, 54000000 }, { 40000000, 60000000, 50000000, 55000000 },
	};
	struct work *w = NULL;
	char *text;

	for (size_t i = 0; i < LENGTH(c); i++) {
		size_t ones = 0;

		memory = (struct memory){ .available = c[i].available, .swap = c[i].swap, .usable = c[i].usable };
		w = work();
		ok(memload_setup(w) && w->size == c[i].size && *w->done == (uint64_t)w->size,
		   "Memload takes memory as there is, and counts what it touches: case %zu", i);
		text = w->data;
		for (int64_t at = 0; at < w->size; at++)
			ones += text[at] == 1;
		ok(ones == (size_t)w->size, "and touches all of it");
	}
	memory.available = 0;
	ok(!memload_setup(work()) && !strcmp(reason, "free memory unknown"), "Where the free memory is unknown there is no Memload");
	text = w->data;
	*w->done = 0;
	close(w->gate[1]);		/* two halves of 26.2 MB, of which 26 are copied */
	ok(done_within(w, 53 << 20), "Memload copies half of its memory into the other half");
	ok(text[0] >= 2 && text[25 << 20] >= 2 && text[(26 << 20)] == 1 && text[w->size / 2] >= 3 &&
	   text[w->size / 2 + (25 << 20)] >= 3 && text[w->size - 1] == 1, "in pieces of 1 MB, each with another first byte");
}

/* 10 GB are free, and 8 GB of swap: nine tenths of it are more than 32 bits can address. */
static void test_memload_size(void)
{
	const struct memory m = { .available = 10LL << 30, .swap = 8LL << 30, .usable = 16LL << 30 };

	ok(memload_size(&m) == (sizeof(size_t) == 4 ? (1 << 30) - 1 : (18LL << 30) / 10 * 9),
	   "Memload takes no more memory than one process can map");
}

static void forks(struct work *w, int i)
{
	(void)i;
	if (pipe2(w->gate, O_CLOEXEC) || !fork_setup(w))	/* a gate that nobody else holds */
		_exit(3);
	close(w->gate[1]);
	for (;;)
		pause();
}

/* The threads and processes of the others, which run from go on */
static void test_others(void)
{
	struct work *w = work();

	w->threads = 1;
	ok(lock_setup(w), "Lock is set up");
	close(w->gate[1]);
	ok(done_within(w, 100), "Lock takes its locks, and counts them");
	w = work();
	ok(burn_setup(w), "Burn is set up");
	close(w->gate[1]);
	ok(done_within(w, 3000000), "Burn counts the CPU time it takes");
	w = work();
	w->name = "X";
	shared = calloc(1, sizeof(*shared));
	ok(frames_setup(w), "Frames are set up");
	close(w->gate[1]);
	ok(done_within(w, 1), "and counted");
	w = work();
	w->threads = INT_MAX / 2;
	ok(!fork_setup(w) && !strncmp(reason, "2147483646 threads or processes wanted, ", 40), "Fork wants two processes for each");
	w->threads = 3;
	ok(runs(forks, w, 5) == SIGKILL && *w->done >= 5, "Fork counts its children");
}

static void test_rows(void)
{
	/* as the man page has it: which only if named, which by the seed, and what their work is counted in */
	static const struct { const char *name; bool opt_in, asked, random; const char *unit; double per_unit; } c[] = {
		{ "None", false, false, false, NULL, 0 }, { "Video", false, false, false, "frames", 1 },
		{ "X", false, false, false, "frames", 1 }, { "Burn", false, false, false, "CPU s", 1e9 },
		{ "Write", false, false, false, "MB written", 1048576 }, { "Read", false, false, false, "MB read", 1048576 },
		{ "Ring", false, false, false, "wakeups", 1 }, { "Compile", false, false, false, NULL, 0 },
		{ "Memload", false, false, false, "MB", 1048576 }, { "Hack", true, false, false, "messages", 1 },
		{ "Custom", true, false, false, "frames", 1 }, { "Fork", true, false, false, "children", 1 },
		{ "Lock", true, false, true, "locks", 1 }, { "Command", true, true, false, "runs", 1 },
	};
	const struct load *part[WORK_PARTS];
	bool good = load_count == LENGTH(c);

	for (size_t i = 0; good && i < LENGTH(c); i++)
		good = !strcmp(loads[i].name, c[i].name) && loads[i].opt_in == c[i].opt_in && loads[i].asked == c[i].asked &&
		       loads[i].random == c[i].random && loads[i].per_unit == c[i].per_unit && !c[i].unit == !loads[i].unit &&
		       (!c[i].unit || !strcmp(c[i].unit, loads[i].unit)) && loads[i].leaves == !strcmp(c[i].name, "Command");
	ok(good, "Loads are what the man page says of them");
	ok(load_find("burn") == load_find("Burn") && !strcmp(load_find("Burn")->name, "Burn") && !load_find("Burns"),
	   "Loads are found by name");
	ok(load_parts(load_find("Compile"), part) == 3 && part[0] == load_find("Burn") && part[1] == load_find("Write") &&
	   part[2] == load_find("Read"), "Compile has three parts");
	ok(load_parts(load_find("Burn"), part) == 1 && part[0] == load_find("Burn") && load_parts(load_find("None"), part) == 0,
	   "Burn is its own only part, and None has none");
	ok(load_wants(load_find("Compile"), READ_FILE) && load_wants(load_find("Compile"), WRITE_FILE) &&
	   load_wants(load_find("Read"), READ_FILE) && !load_wants(load_find("Read"), WRITE_FILE) &&
	   !load_wants(load_find("Burn"), READ_FILE) && !load_wants(load_find("None"), WRITE_FILE), "Parts want their files");
}

int main(int argc, char **argv)
{
	char dir[] = "/tmp/unit.XXXXXX";

	/* Fork starts us anew */
	if (argc == 2 && !strcmp(argv[1], FORK_CHILD))
		return 0;
	told = mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (told == MAP_FAILED || !mkdtemp(dir) || chdir(dir))
		return 1;
	reason = told->reason;
	test_rows();
	test_buffer();
	test_size();
	test_memload_size();
	if (argc > 1)			/* untimed: for a CPU that is emulated */
		return rmdir(dir) || unit_end();
	test_read_file();
	test_kept();
	test_streams();
	test_ring();
	test_memload();
	test_others();
	return rmdir(dir) || unit_end();
}
