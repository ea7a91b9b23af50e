/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.c - what a run writes to: the tables, the log, the file of JSON
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "log.h"
#include "output.h"

void output_add(struct output *o, const char *text)
{
	struct text *rest = &o->rest;
	size_t n = strlen(text), done;

	if (o->fd < 0)
		return;
	rest->text = xrealloc(rest->text, rest->size + n + 1);
	memcpy(rest->text + rest->size, text, n + 1);
	rest->size += n;
	done = text_write(o->fd, rest->text, rest->size);
	o->error = done < rest->size ? errno : 0;
	rest->size -= done;
	memmove(rest->text, rest->text + done, rest->size + 1);
}

bool output_broken(const struct output *o, bool elsewhere)
{
	bool full = o->error == ENOSPC || o->error == EDQUOT || o->error == EFBIG;

	return o->error && o->error != EINTR && !(full && elsewhere);
}

void output_note(struct output *o)
{
	if (o->error && o->error != EINTR && !o->noted) {
		o->noted = true;
		warn("%s: %s; the run goes on, and each row tries again", o->name,
		     strerror(o->error));
	}
}

void log_name(char name[static LOG_NAME_LEN])
{
	struct utsname uts;

	snprintf(name, LOG_NAME_LEN, "%s.log", uname(&uts) ? "unknown" : uts.release);
	for (char *c = name; *c; c++)
		if (!strchr(LETTERS DIGITS "._+-~", *c) || (c == name && *c == '.'))
			*c = '_';
}

/* What is written to, each of which is to be a file of its own. */
enum { OUT_LOG, OUT_LOOPS, OUT_STDOUT, OUT_STDERR, OUT_JSON, OUT_HTML, OUT_SAMPLES, OUTS };

/* Is it no harm if these two, of which the first comes first above, are one file? */
static bool outputs_may_meet(int a, int b, const struct output_names *names, bool to_stdout)
{
	if (a == OUT_STDOUT && b == OUT_STDERR)
		return !to_stdout;			/* 2>&1, but not into JSON */
	return a == OUT_LOG && b < OUT_JSON && names->no_log;	/* >>LOG in place of a log */
}

/* The file that one of them is; false: it is none, or none that two could not share. */
static bool output_id(int which, const char *name, struct file_id *id)
{
	if (which == OUT_STDOUT || which == OUT_STDERR)
		return file_id_of(which == OUT_STDOUT ? STDOUT_FILENO : STDERR_FILENO, id);
	return name && strcmp(name, "-") && file_id(name, id);
}

static bool name_is_stdout(const char *name)
{
	return name && !strcmp(name, "-");
}

void outputs_check(const struct output_names *names)
{
	const bool json = name_is_stdout(names->json), html = name_is_stdout(names->html);
	const bool samples = name_is_stdout(names->samples);
	const struct {
		const char *what, *name;
	} out[OUTS] = {
		[OUT_LOG] = { "the log ", names->log },
		[OUT_LOOPS] = { "", names->log ? LOOPS_FILE : NULL },
		[OUT_STDOUT] = { "standard output", "" },
		[OUT_STDERR] = { "standard error", "" },
		[OUT_JSON] = { "-j ", names->json },
		[OUT_HTML] = { "--html ", names->html },
		[OUT_SAMPLES] = { "--samples ", names->samples },
	};
	struct file_id id[OUTS];
	bool known[OUTS];

	if (json + html + samples > 1)
		die(EXIT_USAGE, "%s and %s both want standard output: each needs its own",
		    json ? "-j -" : "--html -", samples ? "--samples -" : "--html -");
	for (int i = 0; i < OUTS; i++)
		known[i] = output_id(i, out[i].name, &id[i]);
	for (int a = 0; a < OUTS; a++)
		for (int b = a + 1; b < OUTS; b++)
			if (known[a] && known[b] && !outputs_may_meet(a, b, names, json || html || samples) &&
			    file_id_same(&id[a], &id[b]))
				die(EXIT_USAGE, "%s%s and %s%s are one file: each needs its own",
				    out[b].what, out[b].name, out[a].what, out[a].name);
}

enum { LOG_TRIES = 100 };		/* of 10 ms: a killed run is gone within a second */

void log_open(struct output *log, const char *name)
{
	struct stat st;
	int fd, old;
	char last;

	fd = own_file_open(name, O_WRONLY | O_CREAT | O_APPEND);
	/* rows of two runs would mix; what a killed one has left may hold it for a moment */
	for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK; i++) {
		if (i == LOG_TRIES)
			die(EXIT_TROUBLE, "the log %s is being written by another run "
			    "(-c does without a log)", name);
		sleep_until(now_ns() + 10 * NSEC_PER_MSEC);
	}
	if (fd < 0)
		die(EXIT_TROUBLE, "the log %s cannot be written: %s (-c does without a log)",
		    name, own_file_error());
	/* what stands there may end within a figure: a disk was full, or a machine crashed */
	old = own_file_open(name, O_RDONLY);
	log->fd = fd;
	if (!fstat(fd, &st) && st.st_size)
		output_add(log, pread(old, &last, 1, st.st_size - 1) == 1 &&
					 last != '\n' ? " " LOG_CUT "\n\n" : "\n");
	if (old >= 0)
		close(old);
}

/* Say once why JSON is not written; not what SIGPIPE says. */
static void json_file_note(struct json_file *json, bool pipe_ends)
{
	bool out = json->fd == STDOUT_FILENO;

	if (!json->error || json->noted || (out && json->error == EPIPE && pipe_ends))
		return;
	json->noted = true;
	warn("%s%s: %s%s", out ? "" : "-j ", out ? "standard output" : json->name,
	     strerror(json->error),
	     json->again ? "; the run goes on, and each row tries again" : "");
}

void json_file_write(struct json_file *json, const struct run *run, struct json_about *about,
		     bool pipe_ends)
{
	struct memstream mem;
	bool good;

	progress_clear();
	fflush(json->rows.f);
	about->rows = json->rows.text.text;
	json_document(memstream_open(&mem), run, about);
	memstream_close(&mem);
	good = json->again ? file_replace(json->fd, &json->now, &mem.text) :
	       text_write(json->fd, mem.text.text, mem.text.size) == mem.text.size;
	json->error = good ? 0 : errno;
	json_file_note(json, pipe_ends);
	if (good) {
		free(json->now.text);
		json->now = mem.text;
	} else {
		free(mem.text.text);
	}
}

void json_file_open(struct json_file *json, const char *name)
{
	struct stat st;

	*json = (struct json_file){ .name = name, .fd = -1 };
	if (!name)
		return;
	memstream_open(&json->rows);
	if (!strcmp(name, "-")) {
		json->fd = STDOUT_FILENO;
		return;
	}
	json->fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	json->again = json->fd >= 0 && !fstat(json->fd, &st) && S_ISREG(st.st_mode);
	if (json->fd < 0 || (json->again && ftruncate(json->fd, 0)))
		die(EXIT_TROUBLE, "-j %s: %s", name, strerror(errno));
}

void json_file_free(struct json_file *json)
{
	if (json->fd < 0)
		return;
	free(memstream_close(&json->rows));
	free(json->now.text);
}

struct result_file result_file_open(const char *option, const char *name)
{
	struct result_file r = { option, name, -1, -1 };
	struct stat st;

	if (!name)
		return r;
	signal(SIGXFSZ, SIG_IGN);	/* beyond ulimit -f a write fails, and the old text stays */
	r.fd = !strcmp(name, "-") ? STDOUT_FILENO :
	       open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	if (r.fd < 0)
		die(EXIT_TROUBLE, "%s %s: %s", option, name, strerror(errno));
	if (r.fd != STDOUT_FILENO && !fstat(r.fd, &st) && S_ISREG(st.st_mode))
		r.old_fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	return r;
}

/* All that a file holds, or nothing if it cannot be read. */
static struct text file_whole(int fd)
{
	struct text whole = { NULL, 0 };
	struct stat st;
	ssize_t n;

	if (fd < 0 || fstat(fd, &st))
		return whole;
	whole.text = xrealloc(NULL, (size_t)st.st_size + 1);
	while (whole.size < (size_t)st.st_size &&
	       (n = read(fd, whole.text + whole.size, (size_t)st.st_size - whole.size)) > 0)
		whole.size += (size_t)n;
	return whole;
}

bool result_file_write(struct result_file *r, const struct text *text)
{
	struct stat st;
	bool regular = r->fd != STDOUT_FILENO && !fstat(r->fd, &st) && S_ISREG(st.st_mode), good;
	struct text old = file_whole(r->old_fd);
	int error;

	good = regular ? file_replace(r->fd, &old, text) :
	       text_write(r->fd, text->text, text->size) == text->size;
	error = errno;
	if (close(r->fd) && good) {	/* some file systems tell only now */
		good = false;
		error = errno;
	}
	if (!good)
		warn("%s %s: %s", r->option, r->name, strerror(error));
	if (r->old_fd >= 0)
		close(r->old_fd);
	free(old.text);
	r->fd = -1;
	return good;
}
