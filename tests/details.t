# SPDX-License-Identifier: GPL-2.0-or-later
# -v, --histogram, --json and what stops or holds the machine's own.
. tests/lib.sh

run -T -c -v --histogram -t 500ms -W Audio -W Gaming -w None -w Burn -w Compile -j out.json
is "$rc" 0 'a run with everything'
awk 'length > 80' "$tmp/out" >"$tmp/long"
is "$(cat "$tmp/long")" '' 'nothing is wider than 80 columns'
for head in ' samples ' '  rqwait ' '  user sy'; do
	is "$(grep -c "^Load    $head" "$tmp/out")" 2 "a table of$head under each"
done
is "$(grep -c '^Wakeup latencies of Audio beside' "$tmp/out")" 3 'bars for each pairing'
is "$(grep -c '^Frame times of Gaming beside' "$tmp/out")" 3 'of Gaming: its frame times'
# samples are the third word of a bar, and the second of a row under "Load samples"
awk '/^Load     samples/ { rows = 1; next } /^$/ { rows = 0 } rows { samples += $2 }
	/^<= / { bars += $3 } END { exit !(samples > 0 && bars == samples) }' "$tmp/out"
ok $? 'the bars add up to the samples'
awk '/^Load      rqwait/ { rows = 1; next } /^$/ { rows = 0 }
	rows && $1 == "Compile" && /CPU s, .* MB, .* MB$/ { n++ }
	rows && $1 == "None" && NF == 6 { n++ } END { exit n != 4 }' "$tmp/out"
ok $? "Compile's work by its parts, None's by none"
"$ib" --compare "$tmp/out" 2>&1 | grep -q '1 run, 2 tables, 6 rows'
ok $? 'and a reader still finds two tables of three rows'

if command -v jq >/dev/null; then
	is "$(jq -r '[.schema, (.rows | length), .rows_wanted, (.rows | map(.valid) | all)] | @csv' out.json)" \
		'1,6,6,true' 'JSON: one document, a row each'
	jq -e '.rows | all(if .boundaries then
		.met + .missed + .late == .boundaries and .dropped <= .boundaries and
		.wakeup_ms.p50 <= .wakeup_ms.p90 and .wakeup_ms.p90 <= .wakeup_ms.p99 and
		.wakeup_ms.p99 <= .wakeup_ms.p99_9 and .wakeup_ms.p99_9 <= .wakeup_ms.max
		else .bench == "Gaming" and (has("met") | not) end)' out.json >/dev/null
	ok $? 'JSON: counts add up, percentiles ascend, Gaming has none of either'
	# shellcheck disable=SC2016 # for jq
	jq -e 'def near($a; $b): ($a - $b | fabs) < 1e-6; .rows | all(.bench == "Gaming" or
		(near(.deadlines_met_pct; 100 * .met / (.met + .missed)) and .missed == .dropped and
		near(.desired_cpu_pct; 100 * (.met + .late) / (.met + .late + .dropped))))' out.json >/dev/null
	ok $? 'JSON: both percentages by the counts'
	jq -e '.rows | all((.histogram | map(.[1]) | add) == .samples and
		(.histogram | map(.[0]) | . == sort))' out.json >/dev/null
	ok $? 'JSON: the histogram is sorted and adds up to the samples'
	jq -e '.rows | all(if .load == "None" then has("load_work") | not
		else .load_work.per_s > 0 and (.load_work.unit | length) > 0 end)' out.json >/dev/null
	ok $? 'JSON: what the load achieved, absent for None'
	jq -e '.rows[] | select(.load == "Compile") | .load_work.parts | length == 3' out.json >/dev/null
	ok $? 'JSON: Compile by its parts'
	jq -e '.rows | all(.cpu_pct | .user + .system + .iowait + .irq + .steal + .idle | . > 99 and . < 101)' \
		out.json >/dev/null
	ok $? 'JSON: shares of the CPUs add up'
	# what Burn got is no more than there are CPUs
	jq -e --argjson n "$(nproc)" '[.rows[] | select(.load == "Burn") | .load_work.per_s] |
		all(. <= $n * 1.05)' out.json >/dev/null
	ok $? 'JSON: Burn has no more CPU than there is'

	run -T -c -u -t 2 -W Audio -w None -j out.json -m 'two words'
	# boundaries every 50 ms, the second to settle left out; a last one may be late
	jq -e '.rows[0] | .boundaries >= 40 and .boundaries <= 41 + .latency_ms.max / 50' out.json >/dev/null
	ok $? 'JSON: nothing counts before the window'
	jq -e '.rows[0].cpu_pct | .busiest == .idlest' out.json >/dev/null
	ok $? 'JSON: -u has one CPU'
	jq -e '(.command[1:] == ["-T", "-c", "-u", "-t", "2", "-W", "Audio", "-w", "None", "-j",
		"out.json", "-m", "two words"]) and (.settings | .seconds == 2 and .cpu_time and
		.bench_nice == .load_nice and (has("loops_per_ms") | not))' out.json >/dev/null
	ok $? 'JSON: the command line and the settings'

	# valid after every row, and while others are measured
	begin -t 9 -W Audio -W Video -j out.json
	is "$(jq -r '[(.rows | length), .rows_wanted] | @csv' out.json)" 0,2 'JSON: valid before the first row'
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
	ok $? 'JSON: there after a row already'
	is "$(jq '.rows | length' out.json)" 3 'JSON: and whole at the end'
	head -c 100000 /dev/zero >out.json	# longer than any document here
	run -T -c -t 10ms -W Audio -w None -n 2 -j out.json -m "$(printf 'a"b\\c\n\001\377\303\251')"
	is "$(jq -r '[.rows[].run] | @csv' out.json)" 1,2 'JSON: each pass'
	is "$(jq -r .settings.comment out.json)" "$(printf 'a"b\\c  \357\277\275\303\251')" 'JSON: any comment'
	run -T -c -t 10ms -W Audio -w None -j -
	jq -e '.rows | length == 1' "$tmp/out" >/dev/null
	ok $? '-j -: standard output is JSON'
	like err '^None  ' 'and the table goes to standard error'
	run -T -c -t 10ms -W Audio -w None -w Write -d /nowhere -j out.json
	is "$rc,$(jq -r '.rows[1] | [.valid, has("latency_ms"), has("met")] | @csv' out.json)" \
		3,false,false,false 'JSON: a void row has a reason and no figure'
	is "$(jq -r '.rows[1].reason' out.json)" 'skipped: /nowhere: No such file or directory' \
		'JSON: the reason'
	mkfifo fifo
	cat fifo >"$tmp/piped" &
	run -T -c -t 10ms -W Audio -w None -w Ring -j fifo
	wait
	is "$(jq '.rows | length' "$tmp/piped")" 2 'JSON into a fifo: once'
	rm fifo
	ln -s real link
	run -T -c -t 10ms -W Audio -w None -j link
	is "$(jq '.rows | length' real),$(readlink link)" 1,real 'JSON through a link, which stays'
	rm -f link real
else
	skip 'no jq' 'JSON'
fi
run -T -c -t 10ms -W Audio -w None -j /nowhere/x
is "$rc,$(wc -c <"$tmp/out")" 1,0 'JSON that cannot be written: refused at the start'
like err '/nowhere/x: No such file' 'and says why'
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
	is "$rc,$(cat $trace/tracing_on)" 0,0 '--trace-above: tracing is off'
	like out '^! tracing stopped: Audio beside None woken [0-9.]+ ms late, at [0-9.]+ s' 'and said'
	unlike out '^Burn' 'and the run ends'
	grep -q 'interbench: Audio woken' $trace/trace
	ok $? 'and stands in the trace'
	echo 1 >$trace/tracing_on
	run -T -c -t 100ms -W Audio -w None --trace-above 0 --setting a=true --setting b=true
	is "$rc,$(grep -c . "$tmp/err")" 0,0 '--trace-above: in the first of two settings, which is no comparison'
	echo 1 >$trace/tracing_on
	run -T -c -t 2 -L 8 -W Wakeup -w None --trace-above 0
	is "$rc,$(cat $trace/tracing_on)" 0,0 '--trace-above: by a client of Wakeup, too'
	like out '^! tracing stopped: Wakeup beside None woken [0-9.]+ ms late, at [0-9.]+ s' 'and said'
	run -T -c -t 10ms -W Audio -w None --trace-above 1
	is "$rc" 1 'tracing that is off already: refused'
	like err 'tracing is not on' 'and says so'
	echo 1 >$trace/tracing_on
	: >$trace/trace
	run -T -c -t 100ms -W Audio -w None --trace-above 100000
	is "$rc,$(cat $trace/tracing_on)" 0,1 'none that late: tracing goes on'
elif [ "$(cat "$dir/tracing_on" 2>/dev/null)" = 1 ]; then
	skip 'somebody traces' '--trace-above'
else
	run -T -c -t 10ms -W Audio -w None --trace-above 1
	is "$rc" 1 '--trace-above without tracing: refused'
	like err 'trace-above: (no tracing|tracing is not on)' 'and says so'
	skip 'no tracefs' '--trace-above'
fi
run -T -c -t 10ms -W Audio -w None --cpu-dma-latency 20
is "$rc" 0 '--cpu-dma-latency'
if [ -w /dev/cpu_dma_latency ]; then
	like out '^Idle latency held: 20 us' 'and says so in the header'
else
	like err 'cpu_dma_latency: .*; the idle latency is not held' 'where it cannot, a warning'
	unlike out 'Idle latency' 'and no claim in the header'
fi
gone details
end
