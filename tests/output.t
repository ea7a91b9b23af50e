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
is "$rc" 0 'a short run'
is "$(grep -Ec "$row" "$tmp/out")" 2 'two rows of the known shape'
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
ok $? 'every other line to the letter'
awk 'length > 80' "$tmp/out" >"$tmp/long"
is "$(cat "$tmp/long")" '' 'nothing is wider than 80 columns'
diff "$tmp/out" "$log" >"$tmp/err"
ok $? 'the log holds the same'
is "$(field None 4 | tr -d 0-9.)$(field Burn 4 | tr -d 0-9.)" '' 'plain decimals'

run -T -t 50ms -W Audio -w None
is "$(grep -c '^Benchmarking' "$log")" 2 'the log is appended to'
is "$(awk '/^Load set/ && NR > 1 && !length(before) { n++ } { before = $0 } END { print n }' "$log")" 1 \
	'a blank line between the runs'
run -T -t 50ms -W Audio -w None -n 3
is "$(grep -c '^Benchmarking' "$log"),$(grep -c '^Load set' "$tmp/out")" 5,3 \
	'-n: each pass is a run of its own'
is "$(awk '/^Load set/ && NR > 1 && !length(before) { n++ } { before = $0 } END { print n }' "$tmp/out")" 2 \
	'a blank line between the passes'
cp "$log" "$tmp/before"
run -T -t 50ms -W Audio -w None -c
diff "$log" "$tmp/before" >/dev/null
ok $? '-c leaves the log alone'
rm -f "$log"

run -T -c -t 10ms -W Audio -w None -d /proc
like out '^Scratch: proc on ' '-d: the header has its file system'
run -T -c -t 50ms -W Audio -w None -m "$(printf 'two\nlines \033[1m')"
like out '^Comment: two lines  \[1m$' 'control bytes of a comment become blanks'

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
ok $? 'Gaming: % desired CPU is 100 / (1 + mean / 100)'

run -T -c -t 300ms -W Audio -W Video -w None -w Burn -w Ring
awk '$1 != "Load" && $3 == "+/-" { n += $2 <= $5 && $7 <= $6 } END { exit n != 6 }' "$tmp/out"
ok $? 'no mean above its maximum, no deadlines met above the CPU got'

run -T -c -t 100ms -B 5 -N 7 -W Audio -w None -w Burn
like out '^--- .* of Audio nice 5 in the presence of simulated nice 7 ---$' 'nice in the header'

if run -T -c -t 100ms -r -W Audio -W Video -w None && [ "$rc" -eq 0 ]; then
	like out 'of Video real time in the presence' '-r: real time in the header'
	is "$(grep -c 'SD (us)' "$tmp/out")" 2 '-r: figures in us'
	run -T -c -t 50ms -r --rtprio 99 -w None
	is "$(grep -c '^---' "$tmp/out")" 2 '-r without -W: Audio and Video'
else
	like err 'SCHED_FIFO' 'without the privilege -r says why'
	is "$rc" 1 'and exits 1'
	skip 'no SCHED_FIFO' '-r'
fi

run -T -c -t 200ms -C 10 -I 1000 -W Custom -w None
like out '^Custom: 10 % of 1000 us$' 'the header has what Custom is'
is "$rc" 0 'Custom runs'
run -T -c -t 5ms -C 10 -I 10000 -W Custom -w None
like out '^! a single sample \(no SD\) in None' 'one sample: a remark'
is "$(field None 4)" 0 'and SD 0'

run -T -c -t 50ms -u -L 3 -W Video -w Burn
like out '^Load set to 3 processors' '-L stands in the header'
is "$rc" 0 '-u runs'

# each of the quick loads works, and so does each part of Compile
run_rows -T -c -t 100ms -W Audio -w Video -w Burn -w Ring -w Write -w Read -w Compile -L 1
is "$rc" 0 'the loads run with -L 1'
is "$(grep -Ec "$row" "$tmp/out")" 6 'a row each'
run -T -c -t 100ms -W Audio -w Hack -w Custom -C 1 -I 5000 -L 1
is "$rc,$(grep -Ec "$row" "$tmp/out")" 0,2 'Hack and Custom when they are named'

# -T takes the machine's speed out, the tables of a full machine included
run -T -c -t 300ms -W Audio -w Burn -L 8
like out '^Burn .*\+/-' '-T under full load'

# what ran before is said, where it is much
"$ib" -T -c -t 5 -W Audio -w Burn >"$tmp/burn" 2>&1 &
burn=$!
wait_for grep -q '^Load  ' "$tmp/burn"
run -T -c -t 10ms -W Audio -w None
kill -KILL $burn
wait_for none
like out '^Busy: ([6-9]|[1-9][0-9]|100)[.0-9]* % before the start$' 'how busy the machine was before'
like out '^! the machine was busy before the start: ' 'and a remark'

stamp() { sed -n 's/.* at datestamp //p' "$tmp/out"; }
for _ in 1 2 3; do			# the minute may end in between
	TZ=AAA-13:30
	export TZ
	now=$(date +%Y%m%d%H%M)
	run -T -c -t 1ms -W Audio -w None
	unset TZ
	[ "$(stamp)" = "$now" ] && break
done
is "$(stamp)" "$now" 'the local time is in the header'

# default loads; sweeps
start -T -c -W Audio -w None
wait_for grep -q '^Load  ' "$tmp/out"
like out "^Load set to $(nproc) processors\$" 'all CPUs'
like out 'running every load for 30 seconds$' 'for 30 seconds'
kill -INT $pid
wait $pid
start -T -c -t 11 -W X -w None
wait_for grep -q '^Load  ' "$tmp/out"
kill -INT $pid
wait $pid
like out 'every load for 20 seconds$' 'X rounds 11 s up to two sweeps'
start -T -c -t 7 -W Audio
wait_for grep -q '^Load ' "$tmp/out"
like err 'X works in sweeps of 10 s: every load runs for 10 s' 'X rounds the time up, and says so'
if [ "$(awk '/^SwapTotal/ { print $2 }' /proc/meminfo)" = 0 ]; then
	like err 'Memload is left out: no swap' 'Memload is left out without swap'
else
	skip 'there is swap' 'Memload is left out without swap'
fi
kill -INT $pid
wait $pid
run -T -c -t 7ms -W Audio -w None
like out 'for 0.007 seconds' 'without X the time is as asked'

seeds=$(for _ in 1 2; do "$ib" -T -c -t 1ms -W Audio -w Lock; done | grep '^Seed: ' | uniq | wc -l)
is "$seeds" 2 'seeds are drawn'

for stream in out err; do
	unlike $stream "$(printf '\r')" "not a terminal: no carriage return on std$stream"
done

# a terminal: the progress is erased by as many blanks, and -q has none
terminal() {
	TERM=xterm env -u NO_COLOR script -qec "$1" /dev/null </dev/null | tr -d '\n' | tr '\r' '\n' >"$tmp/out"
}
progress='[0-9]+ of 4: Audio beside [A-Za-z]+, 0:0[0-9] left'
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
	terminal "stty cols 80; $ib -T -c -t 50ms -W Audio -w None -w Ring -n 2"
	is "$(grep -Ecx "$progress" "$tmp/out")" 4 'progress on a terminal'
	is "$(awk '/ of 4: / { width = length; next } width && /^ +$/ { n += length == width }
		{ width = 0 } END { print n }' "$tmp/out")" 4 'each is erased by as many blanks'
	is "$(grep -Ec "$row" "$tmp/out")" 4 'rows stand where it stood'
	terminal "stty cols 20; $ib -T -c -t 50ms -W Audio -w None -n 4"
	is "$(grep -c '^. of 4: Audio besid$' "$tmp/out")" 4 'no wider than the terminal'
	terminal "timeout -s INT 1 $ib -T -c -t 30 -n 2 -W Audio -w None"
	like out '^1 of 2: Audio beside None, 1:02 left$' 'the time left: each has a second to settle'
	terminal "$ib -q -T -c -t 50ms -W Audio -w None -n 4"
	unlike out ' of 4: ' '-q: no progress'
	fast="$ib --compare $top/tests/data/logs/18-*"
	for how in '' NO_COLOR= NO_COLOR=1 TERM=dumb 'env -u TERM'; do
		terminal "$how $fast"
		case $how in
		'' | NO_COLOR=) like out "$(printf '\033')\[32m" "${how:-a terminal}: colours" ;;
		*) unlike out "$(printf '\033')" "$how: no colours" ;;
		esac
	done
else
	skip 'script(1) has no terminal' 'on a terminal'
fi
gone output
end
