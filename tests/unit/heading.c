/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names of columns, by the lines that were published and lines that come close to them */
#include "lib/heading.c"
#include "unit.h"

/* What a line says of columns: m(ean) s(d) M(ax) c(pu) d(eadlines) o(ther), marks and unit. */
static const char *told(const char *line)
{
	static char text[256];
	struct heading h = { .columns = 0 };
	int named = heading_read(&h, line), n = 0;

	for (int i = 0; i < h.columns; i++)
		text[n++] = "msMcdo"[h.column[i]];
	snprintf(text + n, sizeof(text) - (size_t)n, " %d%s %g%s%s", named, h.plus_minus ? " +/-" : "",
		 h.unit, *h.unknown ? " ?" : "", h.unknown);
	return text;
}

static void test_names(void)
{
	static const struct { const char *line, *told; } c[] = {
		{ "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met", "msMcd 5 +/- 1" },
		{ "Load    Latency +/- SD (us)  Max Latency   % Desired CPU", "msMc 4 +/- 0.001" },
		{ "Latency SD Max\nDeadlines", "msM 3 0" },
		{ "", " 0 0" }, { "\nLatency", " 0 0" }, { "   ", " 0 0" }, { "()", " 0 0" },
		{ "Mean Stddev Maximum CPU Deadlines Met", "msMcd 5 0" },
		{ "average stdev MAX", "msM 3 0" }, { "avg sd max", "msM 3 0" },
		{ "avg +- sd", "ms 2 +/- 0" }, { "avg \xb1 sd", "ms 2 +/- 0" }, { "avg + sd", "ms 2 +/- 0" },
		{ "avg +/-x sd", "ms 2 0 ?+/-x" },
		{ "median p50 min minimum p90 p95 p99 p99.9", "oooooooo 8 0" },
		{ "Latency latency", "m 1 0 ?latency" }, { "Max CPU Max", "Mc 2 0 ?Max" },
		{ "Mean Latency SD Latency", "ms 2 0 ?Latency" },
		{ "maximum latency avg latency", "Mm 2 0" }, { "average latency sd max latency", "msM 3 0" },
		{ "median latency p50 latency p99.9 latency min latency", "oooo 4 0" },
		{ "mean latency minimum latency p90 latency p95 latency p99 latency", "moooo 5 0" },
		{ "Desired CPU CPU", "c 1 0 ?CPU" }, { "Desired CPU", "c 1 0" }, { "CPU desired", "c 1 0 ?desired" },
		{ "Deadlines Met Met", "d 1 0 ?Met" }, { "Met", " 0 0 ?Met" },
		{ "Jitter Noise", " 0 0 ?Jitter" }, { "latencyx", " 0 0 ?latencyx" }, { "lat", " 0 0 ?lat" },
		{ "(mean) [sd] *max*, |cpu| _deadlines_: ~p50~", "msMcdo 6 0" },
		{ "% Latency.", "m 1 0" },
		{ "mean sd max cpu deadlines this is said behind them", "msMcd 5 0" },
		{ "mean sd max cpu deadlines missed", "msMcd 5 0 ?missed" },
		{ "mean sd max cpu deadlines lost", "msMcd 5 0 ?lost" },
		{ "mean sd max cpu deadlines late", "msMcd 5 0 ?late" },
		{ "mean sd max cpu deadlines dropped", "msMcd 5 0 ?dropped" },
		{ "mean sd max cpu this", "msMc 4 0 ?this" },
		{ "p50 p50 p50 p50 p50 p50 p50 p50 p50 p50 p50 p50 p50", "oooooooooooo 12 0" },
	};

	for (size_t i = 0; i < LENGTH(c); i++) {
		char name[160];

		snprintf(name, sizeof(name), "The names of columns are found in '%.100s'", c[i].line);
		for (char *s = name; *s; s++)
			*s = *s == '\n' ? ' ' : *s;
		is(told(c[i].line), c[i].told, name);
	}
}

static void test_units(void)
{
	static const struct { const char *line; double unit; } c[] = {
		{ "(ms)", 1 }, { "msec", 1 }, { "us", 1e-3 }, { "[usec]", 1e-3 }, { "\xb5s", 1e-3 },
		{ "(\xc2\xb5s)", 1e-3 }, { "\xce\xbcs", 1e-3 }, { "ns", 1e-6 }, { "nsec", 1e-6 },
		{ "(s)", 1000 }, { "[sec]", 1000 }, { "MS", 1 },
	};
	struct heading h;

	for (size_t i = 0; i < LENGTH(c); i++) {
		h = (struct heading){ .columns = 0 };
		ok(heading_read(&h, c[i].line) == 0 && near(h.unit, c[i].unit) && !*h.unknown,
		   "The unit is %g ms where the heading has '%s'", c[i].unit, c[i].line);
	}
	is(told("mean s"), "m 1 0 ?s", "A bare s is no unit");
	is(told("mean sec"), "m 1 0 ?sec", "A bare sec is no unit");
	is(told("mean (ms) max (ms)"), "mM 2 1", "One unit may be said twice");
	is(told("mean (ms) max (us)"), "mM 2 0.001 ?two units", "Two units are not understood");
	is(told("mean (us) max (ms)"), "mM 2 1 ?two units", "Two units in the other order are not understood");
}

/* Names on two lines add up. */
static void test_lines(void)
{
	struct heading h = { .columns = 0 };

	ok(heading_read(&h, "Latency +/- SD (ms) Max") == 3 && heading_read(&h, "CPU Deadlines") == 2 &&
	   h.columns == 5 && h.column[4] == COL_MET && h.plus_minus && near(h.unit, 1),
	   "The names of a second line stand behind those of the first");
	ok(heading_has(&h, COL_MEAN) && heading_has(&h, COL_MET) && !heading_has(&h, COL_OTHER),
	   "A heading has the columns that were named");
	heading_read(&h, "first second");
	is(h.unknown, "", "More words behind five columns are a comment");
	h = (struct heading){ .columns = 0 };
	heading_read(&h, "first second");
	heading_read(&h, "third");
	is(h.unknown, "first", "The first unknown word is the one that is told");
}

static void test_strange(void)
{
	static const struct { const char *line; bool strange; } c[] = {
		{ "Last Latenz +/- SD", true }, { "Last \xb1", true }, { "Latenz (ms)", true }, { "Latenz (us)", true },
		{ "Latenz [ms]", true }, { "Latenz [us]", true }, { "Load  Latenz", true }, { "Load Latenz", false },
		{ "Latenz  Last", false }, { "Last 12 (ms)", false }, { "12 (ms)", true }, { "p50 (ms)", true },
		{ "Last (ms) 1", false }, { "Last (ms)\n 12", true }, { "Last\n(ms)", false }, { "", false },
	};

	for (size_t i = 0; i < LENGTH(c); i++)
		ok(heading_is_strange(c[i].line) == c[i].strange, "It is %s that '%.*s' is a line of names",
		   c[i].strange ? "true" : "false", (int)strcspn(c[i].line, "\n"), c[i].line);
}

static void test_default(void)
{
	static const struct { unsigned has; int columns; enum column last; } c[] = {
		{ LOG_ALL, 5, COL_MET }, { LOG_ALL - LOG_MET, 4, COL_CPU }, { 1, 3, COL_MAX }, { 1 | LOG_MET, 4, COL_MET },
		{ 0, 2, COL_SD },
	};
	struct heading h;

	for (size_t i = 0; i < LENGTH(c); i++) {
		h = (struct heading){ .columns = 0 };
		heading_default(&h, c[i].has);
		ok(h.columns == c[i].columns && h.column[0] == COL_MEAN && h.column[1] == COL_SD &&
		   h.column[h.columns - 1] == c[i].last && h.plus_minus, "A table without names has %d columns",
		   c[i].columns);
	}
	heading_default(&h, LOG_ALL);
	ok(h.columns == 2, "Names that were seen are kept");
	h = (struct heading){ .unknown = "Jitter" };
	heading_default(&h, LOG_ALL);
	ok(h.columns == 5 && !h.plus_minus, "A heading that was not understood wants no mark between mean and SD");
}

int main(void)
{
	test_names();
	test_units();
	test_lines();
	test_strange();
	test_default();
	return unit_end();
}
