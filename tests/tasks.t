# SPDX-License-Identifier: GPL-2.0-or-later
# The tasks that are run only if named: Wakeup, Hog, Pipe.
. tests/lib.sh

seconds=2
run -T -c -v --histogram -t $seconds -L 8 --seed 7 -W Wakeup -W Hog -W Pipe -w None -j out.json
is "$rc" 0 'A run of Wakeup, Hog and Pipe ends with status 0'
awk 'length > 80' "$tmp/out" >"$tmp/long"
plain_titles 'No line of Wakeup, Hog and Pipe is wider than 80 columns' &&
	is "$(cat "$tmp/long")" '' 'No line of Wakeup, Hog and Pipe is wider than 80 columns'
like out '^Seed: 7$' 'The seed stands in the header'
is "$(grep -c '^Load    Latency +/- SD (ms)  Max Latency$' "$tmp/out"),$(
	grep -c 'Max Latency   % Desired CPU$' "$tmp/out")" 2,1 'Wakeup and Pipe have the columns of latency, Hog that of CPU as well'
is "$(grep -Ec '^None +[.0-9]+ \+/- [.0-9]+ +[.0-9]+$' "$tmp/out"),$(
	grep -Ec '^None +[.0-9]+ \+/- [.0-9]+( +[.0-9]+){2}$' "$tmp/out")" 2,1 'Wakeup and Pipe have three figures, and Hog has four'
is "$(grep -c '^Latencies of \(Wakeup\|Hog\|Pipe\) beside' "$tmp/out")" 3 'Wakeup, Hog and Pipe have a histogram each'
is "$(grep -Ec '^Load  +(entries|per_s|ops_per_s) ' "$tmp/out")" 3 '-v prints a table of its own for Wakeup, Hog and Pipe each'
cp "$tmp/out" one.log
"$ib" --compare one.log 2>&1 | grep -q '1 run, 3 tables, 3 rows'
ok $? 'A reader of logs finds a table of a row for Wakeup, Hog and Pipe each'
sed -i "s, nice $(nice)\\>,,g" one.log		# under nice, titles say so
sed 's/kernel [^ ]*/kernel other/' one.log >other.log
"$ib" --compare one.log other.log >"$tmp/out" 2>"$tmp/err"
sed -n '/^Summary/,$p' "$tmp/out" | tr -s ' ' >"$tmp/summary"
is "$(sed -n '3,5p' "$tmp/summary")" "Wakeup - - 0 0
Hog 0 0 0 0
Pipe - - 0 0" 'A comparison has no deadlines of Wakeup and Pipe, but the CPU of Hog'
is "$(sed -n '/^Wakeup  /,/^$/p' "$tmp/out" | awk '/^None/ { n += NF } END { print n }')" 3 \
	'A comparison has nothing but maxima in the table of Wakeup'

if command -v jq >/dev/null; then
	# shellcheck disable=SC2016 # for jq
	near='def near($a; $b): ($a - $b | fabs) <= 1e-6 * (($a | fabs) + ($b | fabs));'
	jq -e "$near"' .rows | all(.valid and (.histogram_ns | map(.[1]) | add) == .samples and
		(has("met") | not) and (has("deadlines_met_pct") | not))' out.json >/dev/null
	ok $? 'JSON has all samples in the histogram and no deadlines'
	# a client is woken every 0.1 to 2 s; one more where it was due before and woken late
	jq -e --argjson t $seconds "$near"' [.rows[] | select(.bench == "Wakeup")] | length == 1 and
		all(.latency_ms as $ms | .samples as $n | (has("desired_cpu_pct") | not) and
		(.task_figures | .entries == $n and .clients == 8 and
		.entries >= 8 * $t / 2 and .entries <= 8 * ($t * 10 + 1) and
		near(.max_us; 1000 * $ms.max) and near(.avg_us; 1000 * $ms.mean) and
		near(.sd_us; 1000 * $ms.sd) and near(.sdmean_us; .sd_us / ($n | sqrt))))' \
		out.json >/dev/null
	ok $? "The entries of Wakeup are as many as its sleeps allow, its figures those of the samples"
	jq -e --argjson t $seconds "$near"' [.rows[] | select(.bench == "Hog")] | length == 1 and
		all(.latency_ms as $ms | .samples as $n | .desired_cpu_pct as $cpu | .task_figures |
		near(.overhead_pct + $cpu; 100) and near(.overhead_pct; .sum_us_per_s / 1e4) and
		near(.sum_us_per_s; .avg_us * .per_s) and .min_us <= .avg_us and
		near(.max_us; 1000 * $ms.max) and .per_s <= $n / $t)' out.json >/dev/null
	ok $? 'CPU and overhead of Hog are 100 %, its gaps per second times their mean the sum'
	# the window may begin in the midst of one
	jq -e "$near"' [.rows[] | select(.bench == "Pipe")] | length == 1 and
		all(.latency_ms as $ms | (has("desired_cpu_pct") | not) and (.task_figures |
		near(.us_per_op; 1000 * $ms.mean) and
		(.ops_per_s * .us_per_op | . > 0.6e6 and . < 1.2e6)))' out.json >/dev/null
	ok $? 'The round trips of Pipe make up the time without a gap'
else
	skip 'no jq' 'JSON has the figures of Wakeup, Hog and Pipe'
fi
rm -f out.json one.log other.log

# refused
# shellcheck disable=SC3045
(ulimit -n 64; timeout 20 "$ib" -T -c -t 100ms -L 100 -W Wakeup -W Hog -w None) >"$tmp/out" 2>"$tmp/err"
is "$?" 3 'A limit on files ends the run with status 3'
like out '^None      skipped: 216 file descriptors wanted, 64 allowed \(ulimit -n\)$' \
	'A limit on files costs the rows of Wakeup'
is "$(grep -c '^None .*+/-' "$tmp/out")" 1 'A limit on files costs the rows of Wakeup alone'
# shellcheck disable=SC3045
(ulimit -S -n 64; timeout 20 "$ib" -T -c -t 1 -L 100 -W Wakeup -w None) >"$tmp/out" 2>"$tmp/err"
is "$?" 0 'A soft limit on files is raised'
run -c -T -r -W Hog
is "$rc" 2 'Hog is refused with -r'
run -T -c -t 1ms -L 1 --seed 1 -W Wakeup -w None
is "$rc" 3 'Wakeup without an entry ends the run with status 3'
like out '^None      no sample: ' 'The row of Wakeup without an entry says that it has no sample'
gone refused

# killed
for name in Wakeup Hog Pipe; do
	begin -t 30 -W $name
	sleep 0.2
	kill -KILL "$task"
	wait $pid
	is "$?,$(grep -c '^None      task died: signal 9$' "$tmp/out")" 3,1 "The row of $name says that it was killed"
	gone "$name killed"
done
other() {
	other=$(tr -d ' ' <"/proc/$task/task/$task/children") && [ "$other" ]
}
begin -t 30 -W Pipe
wait_for other
kill -KILL $pid
wait $pid 2>/dev/null
gone "Pipe, the parent killed"
begin -t 30 -W Pipe
wait_for other
sleep 0.2
kill -KILL "$other"
wait $pid
is "$?,$(grep -Ec '^None      (task|skipped): the process at the other end is gone$' "$tmp/out")" 3,1 \
	'The row of Pipe says that its other end is gone'
gone 'the other end killed'


# A CPU that is taken away for 40 of 97 ms: 41.2 % of it. In 3 s these are 30 or 31 blocks.
cpu=$(taskset -cp $$ 2>/dev/null | sed 's/.*[^0-9]//')
if [ "$cpu" ] && command -v jq >/dev/null && chrt -f 10 true 2>/dev/null; then
	${CC:-cc} -O2 -o "$tmp/bin/burner" "$top/tests/lab/burner.c" -lm 2>"$tmp/err"
	ok $? 'The program that takes the CPU away can be built'
	taskset -c "$cpu" chrt -f 10 "$tmp/bin/burner" 6 >"$tmp/blocks" &
	burner=$!
	# whoever else wants this CPU makes gaps, too, so there is to be hardly anybody
	setsid -w sh -c 'echo -20 >/proc/self/autogroup; exec "$@"' sh taskset -c "$cpu" \
		"$ib" -T -c -t 3 -B -20 -W Hog -w None -j out.json >"$tmp/out" 2>"$tmp/err"
	wait $burner
	cat "$tmp/blocks" >>"$tmp/err"
	jq -e '.rows[0] | .desired_cpu_pct < 60 and .desired_cpu_pct > 25' out.json >/dev/null
	ok $? 'Hog gets at most 58.8 % of a CPU that is taken away for 40 of 97 ms'
	jq -e '.rows[0].histogram_ns | map(select(.[0] > 39000000) | .[1]) | add | . >= 28' \
		out.json >/dev/null
	ok $? 'Hog has a gap for each block in which its CPU is taken away'
	rm -f out.json
else
	skip 'no SCHED_FIFO or no jq' 'Hog gets at most 58.8 % of a CPU that is taken away for 40 of 97 ms'
fi
gone tasks
end
