# SPDX-License-Identifier: GPL-2.0-or-later
# Whoever dies or hangs, when and however: its row at most, and nothing is left.
. tests/lib.sh

run_rows -T -c -t 600ms -W Audio -w None -w Dies -w Exits -w Fails -w Hangs -w Leaves
is "$rc" 3 'rows lost: exit 3'
like out '^None +[0-9]' 'a sound row among them'
like out '^Dies      load died: signal 9$' 'a load that is killed'
like out '^Exits     load died: exit status 3$' 'a load that exits'
like out '^Fails     skipped: no such luck$' 'a load that cannot be set up'
like out '^Hangs     skipped: the load was not ready after 3 s$' 'a load that hangs'
like out '^Leaves +[0-9]' 'a load that calls setsid'
gone 'bad loads'
run_rows -T -c -t 600ms -W Audio -W Video -w Dies -w Fails
is "$(grep -c '^Dies      load died: signal 9$' "$tmp/out")" 2 'a row has no reason of an earlier one'
run_rows -T -c -t 200ms -W Crash -W Sleeper -W Audio -w None -w Burn
is "$rc" 3 'tasks lost: exit 3'
is "$(grep -c 'task died: signal 6' "$tmp/out")" 2 'a task that crashes costs its rows'
is "$(grep -c 'no sample' "$tmp/out"),$(grep -Ec '\+/- [0-9]' "$tmp/out")" 0,4 'the others are measured'
like out '^! killed in a stall \(max: since it was due\) in 2 of 2 rows' \
	'a task that hangs: its maximum is since when it is due'
like out '^None .* 0 +0$' 'and it has missed all its deadlines'
gone 'bad tasks'

# interrupt WHEN SIGNAL: WHEN is a command that succeeds once it is time
interrupt() {
	what=$1
	shift
	start -T -c -t 2 -W Audio -w None -w Read -w Burn -w Compile
	wait_for "$@"
	kill -"$what" $pid
	wait $pid
	rc=$?
}

running() {
	# the parent and as many children
	[ "$(survivors | wc -l)" -ge $(($1 + 1)) ]
}

for signal in INT:130 TERM:143 HUP:129; do
	interrupt "${signal%:*}" running 2
	is "$rc" "${signal#*:}" "SIG${signal%:*}: exit status"
	like out '^! partial: ended by signal' 'and a line that says partial'
	gone "SIG${signal%:*}"
done
interrupt TERM test -e "$tmp/out"
is "$rc" 143 'interrupted at the start'
gone 'at the start'
for _ in 1 2 3 4 5; do			# for 0.3 s it looks how busy the machine is
	start -T -t 2 -W Audio -w None
	wait_for test -e "$(uname -r | tr -c 'A-Za-z0-9._+~\n-' _).log"
	kill -INT $pid
	wait $pid
	rm -f ./*.log
	grep -q 'before the first row' "$tmp/out" && break
done
like out '^! partial: ended by signal 2 \(Interrupt\) before the first row$' 'interrupted before the first row'
interrupt INT grep -q '^None' "$tmp/out"
is "$rc" 130 'interrupted after the first row'
like out '^None +[0-9]' 'what was measured is printed'
like out 'partial: ended by signal 2 \(Interrupt\) in Audio beside Burn' 'and where it ended'
gone 'after the first row'
interrupt INT grep -q '^Burn' "$tmp/out"
is "$rc" 130 'interrupted while Read makes its file'
unlike out '^Read|^! *$' 'no row and no remark without a word'
like out '^! partial: .* in Audio beside Read' 'but where it ended'
gone 'while Read makes its file'
start -c -t 2 -W Audio -w None
wait_for grep -q measuring "$tmp/err"
kill -INT $pid
wait $pid
is "$?" 130 'interrupted while calibrating'
rm -f interbench.loops_per_ms		# of a shell that came too late
gone 'calibrating'

# a second signal does not wait for anything
start -T -c -t 5 -W Audio -w Burn
wait_for running 2
kill -INT $pid
kill -TERM $pid 2>/dev/null
wait $pid
rc=$?
[ $rc = 130 ] || [ $rc = 143 ]
ok $? 'a second signal'
start -T -c -t 5 -W Audio -w Burn
wait_for running 2
kill -INT $pid; kill -INT $pid; kill -INT $pid
wait $pid
is "$?" 130 'the same signal thrice at once is one'
like out '^! partial' 'which ends in order'
gone 'a second signal'
nap="exec $tmp/bin/unit --nap"		# deaf to SIGTERM, which a setting has 5 s to heed
start -T -c -t 9 -W Audio -w None --setting "a=$nap" --setting "b=$nap"
wait_for grep -q '^Load  ' "$tmp/out"
kill -INT $pid
sleep 1
kill -INT $pid
wait $pid
is "$?,$(survivors | wc -l | sed 's/[1-9]/some/')" 130,some 'a second signal does not wait for a setting'
gone 'but the setting ends'

# who asks how we ended is told which signal it was
echo Audio | xargs "$ib" -T -c -t 5 -w Burn -W >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_for running 2
kill -TERM "$(pgrep -P $pid)"
wait $pid
like err 'terminated by signal 15' 'interrupted, we die of the signal'
gone 'xargs'

# SIGKILL of the parent alone takes everybody along
for load in None Burn Compile Hack; do
	start -T -c -t 5 -L 2 -W Audio -w $load
	case $load in None) n=1 ;; Hack) n=82 ;; *) n=2 ;; esac
	wait_for running $n
	kill -KILL $pid
	wait $pid 2>/dev/null
	gone "SIGKILL of the parent, $load"
done
"$tmp/bin/unit" --main -T -c -t 5 -W Audio -w Leaves >"$tmp/out" 2>&1 &
pid=$!
wait_for running 5
kill -TERM $pid
wait $pid
gone 'a load that calls setsid and ignores SIGTERM, interrupted by it'

# the parent may be stopped for as long as one likes
begin -t 500ms -W Audio
kill -STOP $pid
sleep 3.5
kill -CONT $pid
wait $pid
is "$?" 0 'the parent stopped and continued'
unlike out '^! (stalled|killed)' 'and the figures are as they were'

# a stall of the task is in its figures: 100 periods of 50 ms in 5 s, stopped for about 1 s
begin -t 5 -W Audio
sleep 1.5
kill -STOP "$task"
sleep 1
kill -CONT "$task"
wait $pid
awk '$1 == "None" && $3 == "+/-" { n += $5 >= 900 && $7 < 85 } END { exit n != 1 }' "$tmp/out"
ok $? 'a task stopped for a second: it shows in maximum and deadlines'

# a load that is stopped is not the load that was asked for
start -T -c -t 3 -W Audio -w Burn
wait_for running 2
sleep 0.3
load=$(survivors | sort -n | sed -n 2p)
kill -STOP "$load"
wait $pid
like out '^! the load was stopped \(SIGSTOP\) in Burn' 'a load stopped in the window: a remark'
gone 'a stopped load'

# a caller's ulimit, ignored SIGCHLD and real time are not to harm
(ulimit -f 2000; timeout 60 "$ib" -T -c -t 1 -W Audio -w None -w Write -w Read) \
	>"$tmp/out" 2>"$tmp/err"
is "$?,$(grep -c 'File too large' "$tmp/out"),$(grep -c '^None .*+/-' "$tmp/out")" 3,2,1 \
	'ulimit -f costs the rows of Write and Read'
(trap '' CHLD; exec "$tmp/bin/unit" --main -T -c -t 200ms -W Audio -w Exits) >"$tmp/out" 2>"$tmp/err"
is "$?,$(grep -c 'load died: exit status 3' "$tmp/out")" 3,1 'an ignored SIGCHLD hides no death'
if chrt -f 10 true 2>/dev/null; then
	timeout -k 1 20 chrt -f 10 "$ib" -T -c -t 100ms -W Audio -w Burn -w Ring >"$tmp/out" 2>"$tmp/err"
	is "$?,$(grep -c '+/- [0-9]' "$tmp/out")" 0,2 'real time is not inherited'
	gone 'real time'
else
	skip 'no chrt, or not allowed' 'real time is not inherited'
fi

if unshare -pf --mount-proc true 2>/dev/null; then
	unshare -pf --mount-proc "$ib" -T -c -t 100ms -W Audio -w Burn -w Hack -L 1 \
		>"$tmp/out" 2>"$tmp/err"
	is "$?,$(grep -Ec '\+/- [0-9]' "$tmp/out")" 0,2 'as pid 1'
	gone 'as pid 1'
	# /proc lists others by the numbers of ours: nothing of theirs is to be printed
	unshare -pf "$ib" -T -c -v -t 100ms -W Audio -w None >"$tmp/out" 2>"$tmp/err"
	rc=$?
	awk '/^Load      rqwait/ { rows = 1; next } rows { exit !($2 $4 $5 == "---") }' "$tmp/out"
	is "$?,$rc" 0,0 'with the /proc of another pid namespace: no figures of strangers'
	unshare -pf --mount-proc "$tmp/bin/unit" --hear "$ib" -T -c -t 5 -W Audio -w Burn \
		>"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_for running 2
	kill -INT "$(pgrep -P $pid)"
	wait $pid
	is "$?" 130 'as pid 1, interrupted'
	gone 'as pid 1, interrupted'
else
	skip 'no unshare' 'as pid 1'
fi
"$ib" -T -c -t 300ms -W Audio -w None >"$tmp/out" 2>"$tmp/err" &	# deaf to SIGINT
pid=$!
wait_for running 1
kill -INT $pid
wait $pid
is "$?" 0 'SIGINT ignored from the start stays so'
# nor does Ctrl-Z stop the parent alone
start -T -c -t 300ms -W Audio -w Burn
wait_for running 2
kill -TSTP $pid
wait $pid
is "$?" 0 'SIGTSTP is ignored'
gone 'death'
end
