# SPDX-License-Identifier: GPL-2.0-or-later
# Command, Fork and Lock: what they achieve, what ends them and what they leave;
# and --load-only.
. tests/lib.sh

# achieved ROW UNIT MOST: --load-only says how much, and not more than could be
achieved() {
	sed -n "s/^$1  *\([0-9.]*\) $2\$/\1/p" "$tmp/out" | awk -v most="$3" '{ exit !($1 > 0 && $1 < most) }'
	ok $? "What $1 achieves is more than nothing and less than $3: $(grep "^$1 " "$tmp/out")"
}

# words ROW REGEX NAME: the row says so, and the exit status is 3
words() {
	grep -Eq "^$1 +(skipped|load): $2" "$tmp/out" && [ "$rc" = 3 ]
	ok $? "$3"
}

# runs of 0.1 s, one after the other: those that end in the 2 s are 21 at most
run -T -c -v -t 2 -W Audio -w Fork -w Lock -e 'sleep 0.1' -L 1 -j out.json
is "$rc,$(grep -Ec '^(Fork|Lock|Command) .* \+/- ' "$tmp/out")" 0,3 'Fork, Lock and Command have a row each'
work Command | awk '{ exit !($2 == "runs" && $1 <= 10.5 && $1 > 0 && $4 >= 0.1 && $5 == "s" &&
	$1 * $4 < 2 && $1 * $4 > 0.2) }'
ok $? "Command of 0.1 s has runs of that time, and not more than fit in: $(work Command)"
work Fork | awk '{ exit !($2 == "children" && $1 > 0) }'
ok $? "Fork counts children: $(work Fork)"
work Lock | awk '{ exit !($2 == "locks" && $1 > 0) }'
ok $? "Lock counts locks: $(work Lock)"
like out '^Command: sleep 0.1$' 'The command stands in the header'
like out '^Seed: [0-9]+$' 'The seed stands in the header beside Lock'
if command -v jq >/dev/null; then
	jq -e '.rows[] | select(.load == "Command") | .load_work |
		.unit == "runs" and .per_s <= 10.5 and .mean_s >= 0.1' out.json >/dev/null
	ok $? 'JSON has the runs of Command and their mean time'
else
	skip 'no jq' 'JSON has the runs of Command and their mean time'
fi
rm -f out.json
run -T -c -v -t 100ms -W Audio -w None -w Fork -e "exec $tool --nap"
is "$(work Command)" '0 runs' 'A run of Command that does not end counts as none'
unlike out '^Seed' 'No seed stands in the header where nothing is random'
is "$(grep -Ec '^(None|Fork|Command) .* \+/- ' "$tmp/out")" 3 '-e adds Command to the loads of -w'
run -T -c -t 10ms -W Audio -e true -x None -x Video -x X -x Burn -x Write -x Read -x Ring -x Compile \
	-x Memload
is "$rc,$(grep -c '+/- [0-9]' "$tmp/out")" 0,1 '-e adds Command to the default loads'
run -T -c -t 10ms -W Audio -w None -e true -x Command
is "$(grep -c '^Command' "$tmp/out")" 0 '-e does not add Command where it is excluded'

run -T -c -v -t 1 -W Audio -w Command -e 'sleep 0.3 & exit 0'
work Command | awk '{ exit !($1 > 0 && $4 >= 0.3) }'
ok $? "A run of Command has ended when all of its group have: $(work Command)"

# what the command finds, once it has written it all; ls lists its own descriptors, since the
# shell's come and go
# shellcheck disable=SC2016
look='p=/proc/$$; [ $p/fd/0 -ef /dev/null ] && [ $p/fd/1 -ef /dev/null ] &&
		[ $p/fd/2 -ef /dev/null ] && echo null >keep
	ls /proc/self/fd >fds
	nice >>keep; grep Cpus_allowed_list $p/status | grep -c "[-,]" >>keep
	cut -d" " -f5-6 $p/stat | grep -cx "$$ $session" >>keep
	grep -E "Sig(Blk|Ign)" $p/status | cut -f2 >>keep'
session=$(cut -d' ' -f6 /proc/$$/stat)
export session
sh -c "$look" <>/dev/null >&0 2>&1
sort fds >"$tmp/wanted"
start -T -c -t 20 -W Audio -u -N 7 -w Command -e "$look; mv keep known; exec $tool --nap"
wait_for test -e known
kill -INT $pid
wait $pid
is "$(sort fds)" "$(cat "$tmp/wanted")" 'Command inherits no descriptor of ours'
# shellcheck disable=SC2046
set -- $(cat known)
is "$1,$2,$3,$4" null,7,0,1 'Command has /dev/null, its nice value, one CPU, a group of its own and our session'
# of the ignored: none of SIGPIPE 13, SIGTSTP 20, SIGXFSZ 25
is "$5,$((0x${6:-1081000} & 0x1081000))" 0000000000000000,0 'Command has no signal blocked and none of ours ignored'
rm -f known keep fds
# a shell that has waited for one has unblocked them itself
run -T -c -t 500ms -W Audio -w Command -e '[ -e keep ] || exec grep SigBlk /proc/self/status >keep'
is "$(cut -f2 keep)" 0000000000000000 'No signal is blocked in a command that is executed at once'
rm -f keep

# in words
run -T -c -t 5 -W Audio -w Command -e nosuchcommand
words Command 'the command ended with exit status 127 \(command not found\)$' 'The row says that the command is not there'
run -T -c -t 5 -W Audio -w Command -e /
words Command 'the command ended with exit status 126 \(cannot be executed\)$' 'The row says that the command cannot be executed'
run -T -c -t 5 -W Audio -w Command -e 'exit 3'
words Command 'the command ended with exit status 3$' 'The row says with which status the command failed at first'
# shellcheck disable=SC2016
run -T -c -t 5 -W Audio -w Command -e 'kill -9 $$'
words Command 'the command ended with signal 9$' 'The row says which signal ended the command'
run -T -c -t 5 -W Audio -w Command -e 'sleep 2; exit 2'
like out '^Command +load: the command ended with exit status 2$' 'The row says that the command failed once its first run took 2 s'
run -T -c -t 500ms -W Audio -w Command -e 'test ! -e keep || exit 9; touch keep'
is "$rc" 0 'A command that fails, but not at first, costs no row'
like out '^! failed runs of the command [0-9]+ in Command' 'A command that fails, but not at first, gets a remark'
rm -f keep

# what a setting has started is no stray of the load
run_rows -T -c -t 100ms -W Audio -w Command -w None -e "$tool --nap" --setting "a=exec $tool --nap" \
	--setting "b=exec $tool --nap" -n 1
is "$rc,$(grep -Ec '^(None|Command) .* \+/- [0-9]' "$tmp/out")" 0,4 'What a setting has started is no stray of Command'
gone 'Command beside settings'

# beside a task that wants the CPU, at the lowest priority
run -T -c -u -N 19 -t 300ms -W Gaming -w Fork -w Lock -e 'sleep 0.01'
is "$rc,$(grep -c '+/- [0-9]' "$tmp/out")" 0,3 'Fork, Lock and Command are measured when the task starves them'
gone starved

if [ "$(id -u)" = 0 ] && setpriv --reuid=64321 --clear-groups true 2>/dev/null; then
	# timeout, parent, load, task and so many more
	limited() {
		n=$1
		shift
		timeout -k 5 60 setpriv --reuid=64321 --clear-groups prlimit --nproc="$n" \
			"$ib" -T -c -t 5 -W Audio "$@" >"$tmp/out" 2>"$tmp/err"
		rc=$?
	}
	limited 5 -L 2 -w Fork
	words Fork 'fork: Resource temporarily unavailable' 'The row of Fork says that no more processes are allowed'
	limited 5 -L 3 -w Fork
	words Fork '6 threads or processes wanted, 5 allowed' 'The row of Fork says how many processes are wanted and allowed'
	limited 3 -w Command -e true
	words Command 'fork: Resource temporarily unavailable' 'The row of Command says that no more processes are allowed'
	gone 'no process more'
else
	skip 'not root' 'Fork and Command say that no more processes are allowed'
fi
if unshare -m true 2>/dev/null; then
	(timeout 20 unshare -m sh -c 'mount -t tmpfs none /dev; "$@"' sh \
		"$ib" -T -c -t 10ms -W Audio -w Command -e true) >"$tmp/out" 2>"$tmp/err"
	rc=$?
	words Command '/dev/null: No such file' 'The row of Command says that there is no /dev/null'
	(timeout 20 unshare -m sh -c 'mount -t tmpfs none /proc; "$@"' sh \
		"$ib" -T -c -t 10ms -W Audio -w Command -w Fork -e true) >"$tmp/out" 2>"$tmp/err"
	like out '^Command   skipped: /proc does not list the children: No such file' 'The row of Command says that there is no /proc'
	like out '^Fork      skipped: /proc/self/exe: No such file' 'The row of Fork says that there is no /proc'
else
	skip 'no unshare' 'Command and Fork say that there is no /dev/null or no /proc'
fi

# a read takes more than 10 ns, and no memory gives a TB a second
run_rows --load-only -T -c -t 500ms -L 1 -w Hack -w Write -w Read
achieved Hack messages $(($(nproc) * 100000000))
achieved Write MB 1000000
achieved Read MB 1000000

# the load's threads: the main one, and two at least that work
for name in Ring Lock; do
	start -T -c -t 5 -L 1 -W Audio -w $name
	wait_for grep -q '^Load  ' "$tmp/out"
	threads() { awk '/^Threads/ { print $2 }' "/proc/$(pgrep -P $pid | sort -n | head -n 1)/status"; }
	three() { [ "$(threads)" = 3 ]; }
	wait_for three
	is "$(threads)" 3 "$name with -L 1 has two threads and its main one"
	kill -INT $pid
	wait $pid
done
swap=$(awk '/^SwapTotal/ { print $2 }' /proc/meminfo)
available=$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)
if [ "$swap" = 0 ] && [ "$available" -gt 3000000 ] && ! sanitized; then
	start -T -c -t 9 -W Audio -w Memload
	load() { load=$(pgrep -P $pid | sort -n | head -n 1) && [ "$load" ]; }
	sized() { [ "$(awk '/^VmData/ { print $2 }' "/proc/$load/status")" -gt 500000 ]; }
	wait_for grep -q '^Load  ' "$tmp/out"	# its children before were no load
	wait_for load
	wait_for sized
	is "$(cat "/proc/$load/oom_score_adj")" 1000 'Memload is the first that the OOM killer takes'
	awk '/^VmData/ { exit !($2 < 1100000) }' "/proc/$load/status"
	ok $? 'Memload takes a GB at most without swap'
	resident() { [ "$(awk '/^VmRSS/ { print $2 }' "/proc/$load/status")" -ge 1048576 ]; }
	wait_for resident
	ok $? 'All threads together touch all of the GB of Memload'
	kill -INT $pid
	wait $pid
else
	skip 'swap, little memory, or ASan' 'Memload is the first that the OOM killer takes, and takes a GB at most'
fi
gone 'their threads'

# a child of Fork becomes another program, or so it tries
start -T -c -t 5 -L 1 -W Audio -w Fork
wait_for left 4
chmod 600 "$ib"
wait $pid
chmod 755 "$ib"
is "$(grep -Ec '^Fork +(load|skipped): exec: Permission denied' "$tmp/out")" 1 'The row of Fork says that its program cannot be executed'
gone 'Fork without its program'

# loads alone
run --load-only -T -v -t 500ms -L 1 -w Burn -w Custom -C 10 -I 10000 -w Ring -j out.json -m alone
is "$rc" 0 'A run with --load-only ends with status 0'
# CPU time in a second is a second at most; a hundred periods of 10 ms are one
awk '$1 == "Burn" && $3 $4 == "CPUs" { n += $2 > 0 && $2 <= 1.02 }
	$1 == "Custom" && $3 == "frames" { n += $2 > 0 && $2 <= 102 }
	$1 == "Ring" && $3 == "wakeups" { n += $2 > 0 } END { exit n != 3 }' "$tmp/out"
ok $? 'Loads alone achieve no more than can be achieved'
unlike out '^---|\+/-' 'A run with --load-only prints no table of results'
like out '^Load +user system' 'A run with --load-only -v has the table of the machine'
awk 'length > 80' "$tmp/out" >"$tmp/long"
is "$(cat "$tmp/long")" '' 'No line of --load-only is wider than 80 columns'
cmp -s "$tmp/out" ./*.log
ok $? 'The log has what --load-only prints'
if command -v jq >/dev/null; then
	jq -e '(.rows | length == 3) and (.rows | all(.valid and .load_work.per_s > 0 and
		(has("bench") or has("samples") or has("histogram_ns") or has("latency_ms") | not))) and
		(.settings | has("bench_nice") | not)' out.json >/dev/null
	ok $? 'JSON of --load-only has rows without a task'
else
	skip 'no jq' 'JSON of --load-only has rows without a task'
fi
rm -f out.json
run_rows --load-only -T -c -t 10ms -w Burn -w Fails -n 2
is "$rc,$(grep -c '^Burn' "$tmp/out"),$(grep -c '^Fails     skipped: ' "$tmp/out")" 3,2,2 \
	'--load-only makes passes, in which a row may be lost'
for _ in 1 2; do
	run --load-only -T -t 100ms -w Burn -w Ring
	run -T -t 10ms -W Audio -w None -m between
done
"$ib" --compare ./*.log >"$tmp/out" 2>&1
like out ': 2 runs, 2 tables, 2 rows' 'A reader of logs finds no result or title in what --load-only prints'
rm -f ./*.log
run_rows --load-only -T -c -t 10ms -x X -x Memload
is "$(sed -n '/^!/d; /^Load  /,$s/ .*//p' "$tmp/out" | tr '\n' ' ')" \
	'Load Video Burn Write Read Ring Compile ' '--load-only runs the default loads but None'
timeout -k 5 60 "$double" --load-only -T -c -t 600ms -w Dies -w Fails -w Hangs -w Leaves \
	>"$tmp/out" 2>"$tmp/err"
is "$?" 3 'Loads that die and hang end --load-only with status 3'
is "$(sed -n '/^! /d; /^Load  /,$p' "$tmp/out")" 'Load      work per second, alone
Dies      load died: signal 9
Leaves    0 sleeps
Hangs     skipped: the load was not ready after 3 s
Fails     skipped: no such luck' 'The rows of --load-only say which loads died and hung'
# a large memory takes its time; what was done in the set-up is no work of the row
timeout -k 5 60 "$double" --load-only -T -c -t 200ms -w Slow -w Creeps >"$tmp/out" 2>"$tmp/err"
like out '^Slow +0 bytes$' 'A set-up that takes longer than its limit gains time by its progress'
like out '^Creeps +skipped: the load was not ready after 3 s$' 'Too little progress gains a set-up no time'
start --load-only -T -c -t 5 -w Burn -w Ring
wait_for grep -q "^Load " "$tmp/out"	# not a child that tries how it can be scheduled
wait_for left 2
kill -INT $pid
wait $pid
is "$?" 130 'A run with --load-only ends with status 130 when interrupted'
like out '^! partial: .* in Burn$' 'A run with --load-only says where it was interrupted'
start --load-only -T -c -t 1 -L 1 -w Burn
wait_for grep '^Load  ' "$tmp/out"
sleep 0.3
kill -STOP $pid
sleep 2.5
kill -CONT $pid
wait $pid
is "$?" 3 '--load-only ends with status 3 if the parent was stopped all of the time'
like out '^Burn +interbench itself was kept from the CPU for most of the time' '--load-only claims no figure if the parent was stopped all of the time'
gone '--load-only'
for args in '-W Audio' '-X X' '-B 5' -r --histogram '--trace-above 1' '--policy batch' '--affinity 0' \
	'--slice 3000' '--rtprio 5' '--setting a=true --setting b=true'; do
	# shellcheck disable=SC2086
	run --load-only -T -c -t 10ms $args
	is "$rc,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out")" 2,1,0 "--load-only refuses $args"
done
run -T -c -t 10ms -W Audio -w Command
is "$rc" 2 'Command without -e is refused'
like err 'Command needs -e' 'The message says that Command needs -e'
run --load-only -T -c -w None
is "$rc" 2 '--load-only is refused with the load None'
gone loads
end
