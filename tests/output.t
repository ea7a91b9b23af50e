# SPDX-License-Identifier: GPL-2.0-or-later
# What a run prints: shape, variants, log, identities. No absolute time.
. tests/lib.sh

# the expression that programs out there match rows with
row='^(\w+)\s+[.0-9]+\s+\+/-\s+[.0-9]+\s+([.0-9]+)\s+([.0-9]+)\s+([.0-9]+)\s*$'
release=$(uname -r)
log=$(printf %s "$release" | tr -c 'A-Za-z0-9._+~-' _).log

# field LOAD N: the N-th word of a load's row
field() {
	awk -v load="$1" -v n="$2" '$1 == load { print $n }' "$tmp/out"
}

run -T -t 200ms -W Video -w None -w Burn -m 'a comment'
is "$rc" 0 'A short run ends with status 0'
is "$(grep -Ec "$row" "$tmp/out")" 2 'A short run prints two rows of the known shape'
sed -E 's/[0-9]{12}$/DATE/; s/^(None|Burn) .*/\1/; /^[A-Z][A-Za-z ]*: /{/^Comment/!d}; /^! /d' \
	"$tmp/out" >"$tmp/shape"
cat >"$tmp/wanted" <<END
Load set to N processors

Using cpu time, running every load for 0.2 seconds
Benchmarking kernel $release at datestamp DATE
Comment: a comment

--- Benchmarking simulated cpu of Video in the presence of simulated ---
Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met
None
Burn
END
sed -E 's/^(Load set to) [0-9]+/\1 N/' "$tmp/shape" | diff "$tmp/wanted" - >"$tmp/err"
same=$?
plain_titles 'Every line but the rows is printed to the letter' &&
	ok $same 'Every line but the rows is printed to the letter'
awk 'length > 80' "$tmp/out" >"$tmp/long"
plain_titles 'No line of a short run is wider than 80 columns' &&
	is "$(cat "$tmp/long")" '' 'No line of a short run is wider than 80 columns'
diff "$tmp/out" "$log" >"$tmp/err"
ok $? 'The log holds the same as standard output'
is "$(field None 4 | tr -d 0-9.)$(field Burn 4 | tr -d 0-9.)" '' 'Figures are plain decimals'

run -T -t 50ms -W Audio -w None
is "$(grep -c '^Benchmarking' "$log")" 2 'A second run is appended to the log'
is "$(awk '/^Load set/ && NR > 1 && !length(before) { n++ } { before = $0 } END { print n }' "$log")" 1 \
	'A blank line stands between the runs of a log'
run -T -t 50ms -W Audio -w None -n 3
is "$(grep -c '^Benchmarking' "$log"),$(grep -c '^Load set' "$tmp/out")" 5,3 \
	'Each pass of -n is a run of its own'
is "$(awk '/^Load set/ && NR > 1 && !length(before) { n++ } { before = $0 } END { print n }' "$tmp/out")" 2 \
	'A blank line stands between the passes of -n'
cp "$log" "$tmp/before"
run -T -t 50ms -W Audio -w None -c
diff "$log" "$tmp/before" >/dev/null
ok $? '-c leaves the log alone'
rm -f "$log"

run -T -c -t 10ms -W Audio -w None -d /proc
like out '^Scratch: proc on ' 'The header has the file system of -d'
run -T -c -t 50ms -W Audio -w None -m "$(printf 'two\nlines \033[1m')"
like out '^Comment: two lines  \[1m$' 'Control bytes of a comment become blanks'

# to what three digits can tell
run -T -c -t 500ms -W Gaming -w None -w Burn
is "$(grep -Ec '^(None|Burn)\s+[.0-9]+ \+/- [.0-9]+\s+[.0-9]+\s+[.0-9]+$' "$tmp/out")" 2 \
	'Gaming has four figures'
awk 'function half(x) { return x >= 100 ? 0.5 : x >= 10 ? 0.05 : 0.005 }
$1 != "Load" && $3 == "+/-" {
	cpu = 100 / (1 + $2 / 100); d = cpu - $6; if (d < 0) d = -d
	if (d > half($2) / (1 + $2 / 100) ^ 2 + ($6 >= 10 ? 0.05 : 0.005) + 0.001) exit 1
	n++
} END { if (n != 2) exit 1 }' "$tmp/out"
ok $? 'The desired CPU of Gaming is 100 / (1 + mean / 100) %'

run -T -c -t 300ms -W Audio -W Video -w None -w Burn -w Ring
awk '$1 != "Load" && $3 == "+/-" { n += $2 <= $5 && $7 <= $6 } END { exit n != 6 }' "$tmp/out"
ok $? 'No mean is above its maximum, and no deadlines met are above the CPU got'

run -T -c -t 100ms -B 5 -N 7 -W Audio -w None -w Burn
like out '^--- .* of Audio nice 5 in the presence of simulated nice 7 ---$' 'The header has the nice values'

if run -T -c -t 100ms -r -W Audio -W Video -w None && [ "$rc" -eq 0 ]; then
	like out 'of Video real time in the presence' 'The header of -r says real time'
	is "$(grep -c 'SD (us)' "$tmp/out")" 2 'The figures of -r are in us'
	run -T -c -t 50ms -r --rtprio 99 -w None
	is "$(grep -c '^---' "$tmp/out")" 2 '-r without -W measures Audio and Video'
else
	like err 'SCHED_FIFO' '-r without the privilege says why it is refused'
	is "$rc" 1 '-r without the privilege ends with status 1'
	skip 'no SCHED_FIFO' '-r measures Audio and Video in real time'
fi

run -T -c -t 200ms -C 10 -I 1000 -W Custom -w None
like out '^Custom: 10 % of 1000 us$' 'The header says what Custom is'
is "$rc" 0 'Custom runs'
run -T -c -t 5ms -C 10 -I 10000 -W Custom -w None
like out '^! a single sample \(no SD\) in None' 'A single sample gets a remark'
is "$(field None 4)" 0 'A single sample has an SD of 0'

run -T -c -t 50ms -u -L 3 -W Video -w Burn
like out '^Load set to 3 processors' 'The header has the number of -L'
is "$rc" 0 'A run with -u ends with status 0'

# each of the quick loads works, and so does each part of Compile
run_rows -T -c -t 100ms -W Audio -w Video -w Burn -w Ring -w Write -w Read -w Compile -L 1
is "$rc" 0 'The quick loads run with -L 1'
is "$(grep -Ec "$row" "$tmp/out")" 6 'Each quick load has a row'
run -T -c -t 100ms -W Audio -w Hack -w Custom -C 1 -I 5000 -L 1
is "$rc,$(grep -Ec "$row" "$tmp/out")" 0,2 'The loads Hack and Custom run when they are named'

# -T takes the machine's speed out, the tables of a full machine included
run -T -c -t 300ms -W Audio -w Burn -L 8
like out '^Burn .*\+/-' 'A run with -T measures under full load'

# what ran before is said, where it is much: four processes for each CPU, since others may run
cp "$tool" "$tmp/bin/b,urn) er"
burners=
for _ in $(seq $((4 * $(nproc)))); do
	"$tmp/bin/b,urn) er" --burn &
	burners="$burners $!"
done
sleep 0.1
run -T -c -t 10ms -W Audio -w None
# shellcheck disable=SC2086 # pids
kill -KILL $burners
wait
like out '^Busy: ([6-9]|[1-9][0-9]|100)[.0-9]* % before the start \((.*, )?[1-9][0-9]* % b_urn_ er(, .*)?\)$' \
	'The header says how busy the machine was before the start, and names the busiest'
awk '/^Busy/ && length > 80' "$tmp/out" >"$tmp/long"
is "$(cat "$tmp/long")" '' 'The line that names the busiest is at most 80 columns wide'
like out '^! the machine was busy before the start: ' 'A machine that was busy before the start gets a remark'

stamp() { sed -n 's/.* at datestamp //p' "$tmp/out"; }
for _ in 1 2 3; do			# the minute may end in between
	TZ=AAA-13:30
	export TZ
	now=$(date +%Y%m%d%H%M)
	run -T -c -t 1ms -W Audio -w None
	unset TZ
	[ "$(stamp)" = "$now" ] && break
done
is "$(stamp)" "$now" 'The header has the local time'

# default loads; sweeps
start -T -c -W Audio -w None
wait_for grep -q '^Load  ' "$tmp/out"
like out "^Load set to $(nproc) processors\$" 'The load is set to all CPUs by default'
like out 'running every load for 30 seconds$' 'Every load runs for 30 seconds by default'
kill -INT $pid
wait $pid
start -T -c -t 11 -W X -w None
wait_for grep -q '^Load  ' "$tmp/out"
kill -INT $pid
wait $pid
like out 'every load for 20 seconds$' 'A run with X rounds 11 s up to two sweeps'
start -T -c -t 7 -W Audio
wait_for grep -q '^Load ' "$tmp/out"
like err 'X works in sweeps of 10 s: every load runs for 10 s' 'A run with X says that it rounds the time up'
if [ "$(awk '/^SwapTotal/ { print $2 }' /proc/meminfo)" = 0 ]; then
	like err 'Memload is left out: no swap' 'Memload is left out without swap'
elif [ "$(awk '/^SwapFree/ { print $2 }' /proc/meminfo)" = 0 ]; then
	like err 'Memload is left out: no free swap' 'Memload is left out without swap'
else
	skip 'there is swap' 'Memload is left out without swap'
fi
kill -INT $pid
wait $pid
run -T -c -t 7ms -W Audio -w None
like out 'for 0.007 seconds' 'The time is not rounded without X'

seeds=$(for _ in 1 2; do "$ib" -T -c -t 1ms -W Audio -w Lock; done | grep '^Seed: ' | uniq | wc -l)
is "$seeds" 2 'Each run draws a seed of its own'

for stream in out err; do
	unlike $stream "$(printf '\r')" "No carriage return goes to std$stream if it is no terminal"
done

# a terminal: the progress is erased by as many blanks, and -q has none
terminal() {
	TERM=xterm env -u NO_COLOR script -qec "$1" /dev/null </dev/null | tr -d '\n' | tr '\r' '\n' >"$tmp/out"
}
progress='[0-9]+ of 4: Audio beside [A-Za-z]+ until [0-9]{2}(:[0-9]{2}){2}, all until [0-9]{2}:[0-9]{2}'
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
	terminal "stty cols 80; $ib -T -c -t 50ms -W Audio -w None -w Ring -n 2"
	is "$(grep -Ecx "$progress" "$tmp/out")" 4 'Progress is shown on a terminal for each row'
	is "$(awk '/ of 4: / { width = length; next } width && /^ +$/ { n += length == width }
		{ width = 0 } END { print n }' "$tmp/out")" 4 'Each line of progress is erased by as many blanks'
	is "$(grep -Ec "$row" "$tmp/out")" 4 'Rows stand where the progress stood'
	terminal "stty cols 20; $ib -T -c -t 50ms -W Audio -w None -n 4"
	is "$(grep -c '^. of 4: Audio besid$' "$tmp/out")" 4 'Progress is no wider than the terminal'
	terminal "timeout -s INT 1 $ib -T -c -t 30 -n 2 -W Audio -w None"
	like out '^1 of 2: Audio beside None until [0-9:]{8}, all until [0-9:]{5}$' 'Progress says until when the row and the run take'
	terminal "$ib -q -T -c -t 50ms -W Audio -w None -n 4"
	unlike out ' of 4: ' '-q shows no progress on a terminal'
	terminal "{ $ib -T -c -t 50ms -W Audio -w None -n 2 2>&3 | cat; } 3>&2"
	unlike out ' of 2: ' 'No progress is shown where the reader of a pipe may print in between'
	like out '^interbench: 2 pairings, about 1 s' 'What a pipe is read from says how long the run takes'
	terminal "{ $ib -T -c -t 50ms -W Audio -w None -n 2 -j - 2>&3 | cat >/dev/null; } 3>&2"
	is "$(grep -c '^. of 2: ' "$tmp/out")" 2 'Progress is shown where the pipe has JSON, and the terminal the tables'
	fast="$ib --compare $top/tests/data/logs/18-*"
	for how in '' NO_COLOR= NO_COLOR=1 TERM=dumb 'env -u TERM'; do
		terminal "$how $fast"
		case $how in
		'' | NO_COLOR=) like out "$(printf '\033')\[32m" "A comparison has colours on a terminal with ${how:-no variable set}" ;;
		*) unlike out "$(printf '\033')" "A comparison has no colours on a terminal with $how" ;;
		esac
	done
else
	skip 'script(1) has no terminal' 'Progress and colours are shown on a terminal'
fi
gone output
end
