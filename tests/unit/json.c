/* SPDX-License-Identifier: GPL-2.0-or-later */
/* the document, its rows and its figures */
#include "lib/json.c"
#include "unit.h"

static char *json_of(const char *text)
{
	char *json;
	size_t size;
	struct json j = { .f = open_memstream(&json, &size) };

	json_string(&j, "k", text);
	json_number(&j, "n", NAN);
	json_number(&j, "n", INFINITY);
	json_number(&j, "n", 1.5);
	fclose(j.f);
	return json;
}

/* Any bytes make valid UTF-8: RFC 3629 says which there are. */
static void test_json(void)
{
	is_freed(json_of("plain"), "\"k\":\"plain\",\"n\":1.5", "JSON: what is no number leaves no key");
	is_freed(json_of("a\"b\\c\n\x01"), "\"k\":\"a\\\"b\\\\c\\u000a\\u0001\",\"n\":1.5",
		 "JSON: quotes and controls are escaped");
	is_freed(json_of("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"),
		 "\"k\":\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\",\"n\":1.5", "JSON: UTF-8 stays");
	is_freed(json_of("\x1f ~\x7f\xc2\x80\xc2\x9f\xc2\xa0\xc3\x80"),
		 "\"k\":\"\\u001f ~\\u007f\\u0080\\u009f\xc2\xa0\xc3\x80\",\"n\":1.5", "JSON: control characters are escaped");
	is_freed(json_of("\xff \xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82"),
		 "\"k\":\"\\ufffd \\ufffd\\ufffd \\ufffd\\ufffd\\ufffd "
		 "\\ufffd\\ufffd\\ufffd\\ufffd \\ufffd\\ufffd\",\"n\":1.5",
		 "JSON: what is no UTF-8 is replaced");
}

/* The table of names and the function that fills the figures go by the same order. */
static void test_figures(void)
{
	struct table t = { .bench = "Video" };
	struct detail *d = calloc(1, sizeof(*d));
	char *json;
	size_t size;
	struct json j = { .f = open_memstream(&json, &size) };

	*d = (struct detail){ .group = { { NAN, { NAN, NAN, NAN } }, { NAN, { NAN, NAN, NAN } } },
		.result = { .met = 1, .missed = 2, .late = 3, .dropped = 4 },
			      .task = { .wait_ns = 5e6, .preempted = 7, .moved = 8 },
			      .slow_pct = 6, .throttled_ms = NAN,
			      .cpu = { .pct = { 10, 11, 12, 13, 14, 15 }, .busiest = 16, .idlest = NAN },
			      .pressure_pct = { 18, 19, 20 } };
	json_figures(&j, &t, d);
	t.no_deadlines = t.real_time = true;	/* in ms all the same */
	d->pressure_pct[0] = d->pressure_pct[1] = d->pressure_pct[2] = NAN;
	result_frame(&d->result, &(struct period){ .due = 0 });
	d->result.frames.usual = 1;
	d->frames = (struct frame_figures){ 1790, 59.5, 28.5, 0, 216666671, 3 };
	json_figures(&j, &t, d);
	fclose(j.f);
	free(d);
	is_freed(json, "\"samples\":0,\"boundaries\":6,\"met\":1,\"missed\":2,\"late\":3,"
		 "\"dropped\":4,\"runqueue_wait_ms\":5,\"runqueue_wait_pct\":0,\"slow_cpu_pct\":6,"
		 "\"involuntary_switches\":7,\"migrations\":8,\"cpu_pct\":{\"user\":10,"
		 "\"system\":11,\"iowait\":12,\"irq\":13,\"steal\":14,\"idle\":15,"
		 "\"busiest\":16},\"pressure_pct\":{\"cpu\":18,\"memory\":19,\"io\":20},"
		 "\"samples\":0,\"frame_ms\":{\"p99\":0},\"frames\":{\"shown\":1790,\"fps\":59.5,"
		 "\"low_1pct_fps\":28.5,\"low_0_1pct_fps\":0,\"freeze_ms\":216.666671,\"stutters\":3},\"runqueue_wait_ms\":5,\"runqueue_wait_pct\":0,"
		 "\"slow_cpu_pct\":6,\"involuntary_switches\":7,\"migrations\":8,"
		 "\"cpu_pct\":{\"user\":10,\"system\":11,\"iowait\":12,\"irq\":13,"
		 "\"steal\":14,\"idle\":15,\"busiest\":16}", "JSON: each figure has its name");
}

/* A load of three parts */
static void test_work(void)
{
	static struct detail d = { .group = { { NAN, { NAN, NAN, NAN } }, { NAN, { NAN, NAN, NAN } } },
		.unit = { "CPU s", "MB written", "MB read" },
				   .part = { "Burn", "Write", "Read" },
				   .work_per_s = { 1.5, 10, 20 }, .run_s = NAN };
	char *text;
	size_t size;
	struct json j = { .f = open_memstream(&text, &size) };

	json_work(&j, &d);
	fclose(j.f);
	is_freed(text, "\"load_work\":{\"unit\":\"CPU s\",\"per_s\":1.5,\"parts\":[{\"load\":\"Burn\",\"unit\":\"CPU s\",\"per_s\":1.5},"
		 "{\"load\":\"Write\",\"unit\":\"MB written\",\"per_s\":10},"
		 "{\"load\":\"Read\",\"unit\":\"MB read\",\"per_s\":20}]}", "JSON: each part has its name and unit");
}

static void test_document(void)
{
	char *command[] = { (char *)"interbench", (char *)"-l", NULL }, *text;
	struct run run = { .kernel = (char *)"6.1", .comment = (char *)"cfs", .processors = 12,
			   .loops_per_ms = 4008580, .seconds = 30 };
	struct row row = { .load = "Write", .mean = { NAN, 0 }, .cpu = { NAN, 0 }, .met = { NAN, 0 } };
	struct json j = { .more = true };
	size_t size;
	FILE *f = open_memstream(&text, &size);

	run_add_fact(&run, "Boot", "9b1c");
	run_add_fact(&run, "Machine", "53bafdaa");
	run_add_number(&run, "cpus", 12);
	run_add_number(&run, "quota_cpus", NAN);
	run_add_fact(&run, run_role[1], "policy idle");
	run_add_table(&run, "Video")->load_nice = 5;
	json_document(f, &run, &(struct json_about){ 86400 + 3600, command, 34, "ROWS" });
	run.cpu_time = run.table[0].real_time = true;
	run.table[0].bench[0] = 0;
	json_document(f, &run, &(struct json_about){ 0, command + 2, 0, "" });
	fclose(f);
	is_freed(text, "{\"schema\":2,\"version\":\"" INTERBENCH_VERSION "\",\"command\":[\"interbench\",\"-l\"],"
		 "\"start\":\"1970-01-02T01:00:00Z\",\"settings\":{\"comment\":\"cfs\",\"seconds\":30,"
		 "\"processors\":12,\"cpu_time\":false,\"loops_per_ms\":4008580,\"real_time\":false,"
		 "\"bench_nice\":0,\"load_nice\":5,\"load\":\"policy idle\"},\"machine\":{\"release\":\"6.1\","
		 "\"Boot\":\"9b1c\",\"Machine\":\"53bafdaa\",\"Load\":\"policy idle\",\"machine_id\":\"53bafdaa\",\"cpus\":12},\"rows_wanted\":34,\"rows\":[\nROWS]}\n"
		 "{\"schema\":2,\"version\":\"" INTERBENCH_VERSION "\",\"command\":[],"
		 "\"start\":\"1970-01-01T00:00:00Z\",\"settings\":{\"comment\":\"cfs\",\"seconds\":30,"
		 "\"processors\":12,\"cpu_time\":true,\"real_time\":true,\"load_nice\":5,\"load\":\"policy idle\"},"
		 "\"machine\":{\"release\":\"6.1\",\"Boot\":\"9b1c\",\"Machine\":\"53bafdaa\",\"Load\":\"policy idle\",\"machine_id\":\"53bafdaa\",\"cpus\":12},\"rows_wanted\":0,\"rows\":[\n]}\n",
		 "JSON: the document has all but the rows");
	run.comment = run.kernel = NULL;
	run_free(&run);
	j.f = open_memstream(&text, &size);
	row_void(&row, "no disk");
	json_row(&j, &(struct table){ .bench = "Video" }, &row, 3, "bore");
	row = (struct row){ .load = "Burn", .mean = { 1, 0 }, .sd = { 2, 0 }, .max = { 3, 0 },
			    .cpu = { 99, 0 }, .met = { 98, 0 } };
	remark_add(&row, "steal", "%", 3.5);
	remark_add(&row, "limits changed", "", NAN);
	json_row(&j, &(struct table){ .bench = "Video", .real_time = true }, &row, 1, NULL);
	fclose(j.f);
	free(row.remark);
	is_freed(text, ",{\"bench\":\"Video\",\"load\":\"Write\",\"run\":3,\"setting\":\"bore\",\"valid\":false,"
		 "\"reason\":\"no disk\"}\n,{\"bench\":\"Video\",\"load\":\"Burn\",\"run\":1,\"valid\":true,"
		 "\"remarks\":[{\"what\":\"steal\",\"value\":3.5,\"unit\":\"%\"},{\"what\":\"limits changed\"}],\"desired_cpu_pct\":99,\"deadlines_met_pct\":98,\"latency_ms\":{\"mean\":1,\"sd\":2,\"max\":3}}\n",
		 "JSON: a void row says why, and latencies are in ms");
}

static void test_json_histogram(void)
{
	static struct result r;
	char *text;
	size_t size;
	struct json j = { .f = open_memstream(&text, &size) };

	result_sample(&r, 7);
	result_sample(&r, 300);
	result_sample(&r, 301);
	json_histogram(&j, &r.wakeup);
	fclose(j.f);
	is_freed(text, "\"histogram_ns\":[[7,1],[301,2]]", "JSON: a histogram says how many were up to what");
}

/* Rows with details: of a task that has figures of its own, and of a load alone. */
static void test_details(void)
{
	static const char *const own[] = { "one", "two", "three", NULL }, *const none[] = { NULL };
	static struct detail d;
	struct row row = { .load = "Burn", .mean = { 1, 0 }, .sd = { NAN, 0 }, .max = { 3, 0 }, .cpu = { 0, 0 },
			   .met = { NAN, 0 }, .detail = &d };
	char *text;
	size_t size;
	struct json j = { .f = open_memstream(&text, &size) };

	d = (struct detail){ .group = { { NAN, { NAN, NAN, NAN } }, { NAN, { NAN, NAN, NAN } } },
		.task = { NAN, NAN, NAN, NAN, NAN, NAN }, .wait_pct = NAN, .slow_pct = NAN, .throttled_ms = 0,
			     .cpu = { { NAN, NAN, NAN, NAN, NAN, NAN }, NAN, NAN, 0 }, .pressure_pct = { NAN, NAN, 1e-13 },
			     .extra = { 4, NAN, 5.5 }, .extra_name = own, .unit = { "runs" }, .part = { "Fork" },
			     .work_per_s = { 7 }, .run_s = 0.125 };
	json_row(&j, &(struct table){ .bench = "Hog", .no_deadlines = true }, &row, 2, NULL);
	d.extra_name = none;
	d.unit[0] = NULL;
	d.result.wakeup.count[3] = 2;
	row.mean.value = NAN;
	json_row(&j, &(struct table){ .bench = "" }, &row, 12, NULL);
	fclose(j.f);
	is_freed(text, "{\"bench\":\"Hog\",\"load\":\"Burn\",\"run\":2,\"valid\":true,\"desired_cpu_pct\":0,"
		 "\"latency_ms\":{\"mean\":1,\"max\":3},\"samples\":0,\"throttled_ms\":0,\"pressure_pct\":{\"io\":1e-13},"
		 "\"task_figures\":{\"one\":4,\"three\":5.5},\"load_work\":{\"unit\":\"runs\",\"per_s\":7,\"mean_s\":0.125},"
		 "\"histogram_ns\":[]}\n,{\"load\":\"Burn\",\"run\":12,\"valid\":true,\"desired_cpu_pct\":0,\"throttled_ms\":0,"
		 "\"pressure_pct\":{\"io\":1e-13}}\n", "JSON: a row has what is known of its details");
}

/* The parts of a load that has as many as one may have. */
static void test_parts(void)
{
	static struct detail d = { .group = { { NAN, { NAN, NAN, NAN } }, { NAN, { NAN, NAN, NAN } } },
		.unit = { "a", "b", "c", "d" }, .part = { "A", "B", "C", "D" },
				   .work_per_s = { 1, 2, NAN, 4 }, .run_s = NAN };
	char *text;
	size_t size;
	struct json j = { .f = open_memstream(&text, &size) };

	json_work(&j, &d);
	fclose(j.f);
	is_freed(text, "\"load_work\":{\"unit\":\"a\",\"per_s\":1,\"parts\":[{\"load\":\"A\",\"unit\":\"a\",\"per_s\":1},"
		 "{\"load\":\"B\",\"unit\":\"b\",\"per_s\":2},{\"load\":\"C\",\"unit\":\"c\"},{\"load\":\"D\",\"unit\":\"d\",\"per_s\":4}]}",
		 "JSON: four parts are all there");
}

int main(void)
{
	test_details();
	test_parts();
	test_json();
	test_figures();
	test_work();
	test_document();
	test_json_histogram();
	return unit_end();
}
