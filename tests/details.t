# SPDX-License-Identifier: GPL-2.0-or-later
# -v, --histogram, --json and what stops or holds the machine's own.
. tests/lib.sh

run -T -c -v --histogram -t 300ms -W Audio -W Gaming -w None -w Burn -w Compile -j out.json
is "$rc" 0 'A run with all details ends with status 0'
awk 'length > 80' "$tmp/out" >"$tmp/long"
plain_titles 'No line of a run with all details is wider than 80 columns' &&
	is "$(cat "$tmp/long")" '' 'No line of a run with all details is wider than 80 columns'
for head in ' samples ' ' rqwait% ' "  load's work" '  user sy'; do
	is "$(grep -c "^Load    $head" "$tmp/out")" 2 "A table of$head is under each table of results"
done
is "$(grep -c '^Wakeup latencies of Audio beside' "$tmp/out")" 3 'The histogram of Audio has bars for each pairing'
is "$(grep -c '^Frame times of Gaming beside' "$tmp/out")" 3 'The histogram of Gaming is of its frame times'
# samples are the third word of a bar, and the second of a row under "Load samples"
awk '/^Load     samples/ { rows = 1; next } /^$/ { rows = 0 } rows { samples += $2 }
	/^<= / { bars += $3 } END { exit !(samples > 0 && bars == samples) }' "$tmp/out"
ok $? 'The bars of the histograms add up to the samples'
awk '/^Load      load.s work/ { rows = 1; next } /^$/ { rows = 0 }
	rows && $1 == "Compile" && /CPU s, .* MB written, .* MB read$/ { n++ }
	rows && $1 == "None" { n += 9 } END { exit n != 2 }' "$tmp/out"
ok $? "The work of Compile is told by the names of its parts, that of None not at all"
is "$(grep -cx '! slow% is empty: under -T a slow CPU costs nothing' "$tmp/out")" 2 \
	'A line under the table of slow% says why it is empty under -T'
"$ib" --compare "$tmp/out" 2>&1 | grep -q '1 run, 2 tables, 6 rows'
ok $? 'A reader of logs finds two tables of three rows among the details'

if command -v jq >/dev/null; then
	is "$(jq -r '[.schema, (.rows | length), .rows_wanted, (.rows | map(.valid) | all)] | @csv' out.json)" \
		'2,6,6,true' 'JSON is one document with a valid row for each pairing'
	jq -e '.rows | all(if .boundaries then
		.met + .missed + .late == .boundaries and .dropped <= .boundaries and
		.wakeup_ms.p50 <= .wakeup_ms.p90 and .wakeup_ms.p90 <= .wakeup_ms.p99 and
		.wakeup_ms.p99 <= .wakeup_ms.p99_9 and .wakeup_ms.p99_9 <= .wakeup_ms.max
		else .bench == "Gaming" and (has("met") | not) end)' out.json >/dev/null
	ok $? 'JSON has counts that add up and percentiles that ascend, and neither for Gaming'
	# shellcheck disable=SC2016 # for jq
	jq -e 'def near($a; $b): ($a - $b | fabs) < 1e-6; .rows | all(.bench == "Gaming" or
		(near(.deadlines_met_pct; 100 * .met / (.met + .missed)) and .missed == .dropped and
		near(.desired_cpu_pct; 100 * (.met + .late) / (.met + .late + .dropped))))' out.json >/dev/null
	ok $? 'JSON has both percentages as the counts give them'
	jq -e '.rows | all((.histogram_ns | map(.[1]) | add) == .samples and
		(.histogram_ns | map(.[0]) | . == sort))' out.json >/dev/null
	ok $? 'The histogram of JSON is sorted and adds up to the samples'
	jq -e '.rows | all(if .load == "None" then has("load_work") | not
		else .load_work.per_s > 0 and (.load_work.unit | length) > 0 end)' out.json >/dev/null
	ok $? 'JSON says what the load achieved, except for None'
	is "$(jq -r '[.rows[] | select(.load == "Compile") | .load_work.parts[] | "\(.load): \(.unit)"] |
		unique | join(", ")' out.json)" 'Burn: CPU s, Read: MB read, Write: MB written' \
		'JSON tells the work of Compile by the loads that are its parts'
	# shellcheck disable=SC2016 # for jq
	jq -e 'def near($a; $b): ($a - $b | fabs) < 1e-6 * (1 + $b);
		.rows | all(near(.runqueue_wait_pct; .runqueue_wait_ms / 300 * 100))' out.json >/dev/null
	ok $? 'JSON has the wait on the run queue in ms and in per cent of the time'
	jq -e --argjson kb "$(awk '/^MemTotal/ { print $2 }' /proc/meminfo)" --argjson n "$(nproc)" \
		'.machine | .cpus == $n and .ram_mb == $kb / 1024 and (.CPUs | startswith("\($n) in use")) and
		(.busy_pct | . >= 0 and . <= 100)' out.json >/dev/null
	ok $? 'JSON has facts that are numbers as numbers too'
	jq -e '.rows | all(.cpu_pct | .user + .system + .iowait + .irq + .steal + .idle | . > 99 and . < 101)' \
		out.json >/dev/null
	ok $? 'The shares of CPU time in JSON add up to 100 %'
	# what Burn got is no more than there are CPUs
	jq -e --argjson n "$(nproc)" '[.rows[] | select(.load == "Burn") | .load_work.per_s] |
		all(. <= $n * 1.05)' out.json >/dev/null
	ok $? 'Burn has no more CPU in JSON than there is'

	run -T -c -u -t 2 -W Audio -w None -j out.json -m 'two words'
	# boundaries every 50 ms, the second to settle left out; a last one may be late
	jq -e '.rows[0] | .boundaries >= 40 and .boundaries <= 41 + .latency_ms.max / 50' out.json >/dev/null
	ok $? 'JSON counts no boundary before the window'
	jq -e '.rows[0].cpu_pct | .busiest == .idlest' out.json >/dev/null
	ok $? 'JSON of a run with -u has one CPU as the busiest and the idlest'
	jq -e '(.command[1:] == ["-T", "-c", "-u", "-t", "2", "-W", "Audio", "-w", "None", "-j",
		"out.json", "-m", "two words"]) and (.settings | .seconds == 2 and .cpu_time and
		.bench_nice == .load_nice and (has("loops_per_ms") | not))' out.json >/dev/null
	ok $? 'JSON has the command line and the settings'

	# valid after every row, and while others are measured
	begin -t 9 -W Audio -W Video -j out.json
	is "$(jq -r '[(.rows | length), .rows_wanted] | @csv' out.json)" 0,2 'JSON is valid before the first row'
	kill -INT $pid
	wait $pid
	start -T -c -t 300ms -W Audio -w None -w Burn -w Ring -j out.json
	: >"$tmp/lengths"
	while kill -0 $pid 2>/dev/null; do
		jq '.rows | length' out.json >>"$tmp/lengths" 2>/dev/null
		sleep 0.1
	done
	wait $pid
	grep -q '^[12]$' "$tmp/lengths"
	ok $? 'JSON is there after the first row already'
	is "$(jq '.rows | length' out.json)" 3 'JSON is whole at the end of the run'
	head -c 100000 /dev/zero >out.json	# longer than any document here
	run -T -c -t 10ms -W Audio -w None -n 2 -j out.json -m "$(printf 'a"b\\c\n\001\377\303\251')"
	is "$(jq -r '[.rows[].run] | @csv' out.json)" 1,2 'JSON has a row for each pass'
	is "$(jq -r .settings.comment out.json)" "$(printf 'a"b\\c  \357\277\275\303\251')" 'JSON holds any bytes of a comment'
	run -T -c -t 10ms -W Audio -w None -j -
	jq -e '.rows | length == 1' "$tmp/out" >/dev/null
	ok $? 'Standard output is JSON with -j -'
	like err '^None  ' 'The table goes to standard error with -j -'
	# a second, for the shell to come to its end on a busy machine
	run -T -c -t 1 -W Audio -w None -w Command -e 'exit 7' -j out.json
	is "$rc,$(jq -r '.rows[1] | [.valid, has("latency_ms"), has("met")] | @csv' out.json)" \
		3,false,false,false 'A void row of JSON has no figure'
	is "$(jq -r '.rows[1].reason' out.json | sed 's/^[a-z]*: //')" 'the command ended with exit status 7' \
		'A void row of JSON has its reason'
	mkfifo fifo
	cat fifo >"$tmp/piped" &
	run -T -c -t 10ms -W Audio -w None -w Ring -j fifo
	wait
	is "$(jq '.rows | length' "$tmp/piped")" 2 'JSON is written into a fifo once'
	rm fifo
	ln -s real link
	run -T -c -t 10ms -W Audio -w None -j link
	is "$(jq '.rows | length' real),$(readlink link)" 1,real 'JSON is written through a link, which stays'
	rm -f link real
else
	skip 'no jq' 'JSON holds the same figures as the tables'
fi
run -T -c -t 10ms -W Audio -w None -j /nowhere/x
is "$rc,$(wc -c <"$tmp/out")" 1,0 'JSON that cannot be written is refused at the start'
like err '/nowhere/x: No such file' 'The message says why JSON cannot be written'
rm -f out.json

trace=
for dir in /sys/kernel/debug/tracing /sys/kernel/tracing; do
	# not while somebody traces
	[ -w $dir/tracing_on ] && [ "$(cat $dir/tracing_on)" = 1 ] && ! grep -qv '^#' $dir/trace &&
		trace=$dir && break
done
if [ "$trace" ]; then
	trap 'echo 1 >$trace/tracing_on; : >$trace/trace; rm -rf "$tmp"' EXIT
	run -T -c -t 1 -W Audio -w None -w Burn --trace-above 0
	is "$rc,$(cat $trace/tracing_on)" 0,0 'A task woken late turns tracing off'
	like out '^! tracing stopped: Audio beside None woken [0-9.]+ ms late, at [0-9.]+ s' 'A task woken late is said to have stopped tracing'
	unlike out '^Burn' 'The run ends when tracing was stopped'
	grep -q 'interbench: Audio woken' $trace/trace
	ok $? 'A mark of the task woken late stands in the trace'
	echo 1 >$trace/tracing_on
	run -q -T -c -t 100ms -W Audio -w None --trace-above 0 --setting a=true --setting b=true
	is "$rc,$(grep -c . "$tmp/err")" 0,0 'Tracing that stops in the first of two settings leaves nothing to compare'
	echo 1 >$trace/tracing_on
	run -T -c -t 2 -L 8 -W Wakeup -w None --trace-above 0
	is "$rc,$(cat $trace/tracing_on)" 0,0 'A client of Wakeup woken late turns tracing off'
	like out '^! tracing stopped: Wakeup beside None woken [0-9.]+ ms late, at [0-9.]+ s' 'A client of Wakeup woken late is said to have stopped tracing'
	run -T -c -t 10ms -W Audio -w None --trace-above 1
	is "$rc" 1 'Tracing that is off already is refused'
	like err 'tracing is not on' 'The message says that tracing is not on'
	echo 1 >$trace/tracing_on
	: >$trace/trace
	run -T -c -t 100ms -W Audio -w None --trace-above 100000
	is "$rc,$(cat $trace/tracing_on)" 0,1 'Tracing goes on if no wakeup is that late'
elif [ "$(cat "$dir/tracing_on" 2>/dev/null)" = 1 ]; then
	skip 'somebody traces' 'A task woken late turns tracing off'
else
	run -T -c -t 10ms -W Audio -w None --trace-above 1
	is "$rc" 1 '--trace-above without tracing is refused'
	like err 'trace-above: (no tracing|tracing is not on)' 'The message says that there is no tracing'
	skip 'no tracefs' 'A task woken late turns tracing off'
fi
run -T -c -t 10ms -W Audio -w None --cpu-dma-latency 20
is "$rc" 0 'A run with --cpu-dma-latency ends with status 0'
if [ -w /dev/cpu_dma_latency ]; then
	like out '^Idle latency held: 20 us' 'The header says which idle latency is held'
else
	like err 'cpu_dma_latency: .*; the idle latency is not held' 'A warning says that the idle latency is not held'
	unlike out 'Idle latency' 'The header does not claim an idle latency that is not held'
fi
gone details
end
