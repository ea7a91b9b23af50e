# SPDX-License-Identifier: GPL-2.0-or-later
# Whoever dies or hangs, when and however: its row at most, and nothing is left.
. tests/lib.sh

run_rows -T -c -t 200ms -W Audio -w None -w Dies -w Exits -w Fails -w Hangs -w Leaves
is "$rc" 3 'Rows that are lost end the run with status 3'
like out '^None +[0-9]' 'A sound row among lost ones is measured'
like out '^Dies      load died: signal 9$' 'The row of a load that is killed names the signal'
like out '^Exits     load died: exit status 3$' 'The row of a load that exits names its status'
like out '^Fails     skipped: no such luck$' 'The row of a load that cannot be set up says why'
like out '^Hangs     skipped: the load was not ready after 3 s$' 'The row of a load that hangs says that it was not ready'
like out '^Leaves +[0-9]' 'A load that calls setsid is measured'
gone 'bad loads'
run_rows -T -c -t 200ms -W Audio -W Video -w Dies -w Fails
is "$(grep -c '^Dies      load died: signal 9$' "$tmp/out")" 2 'A row does not repeat the reason of an earlier one'
run_rows -T -c -t 200ms -L 1 -W Crash -W Sleeper -W Audio -w None -w Burn
is "$rc" 3 'Tasks that are lost end the run with status 3'
is "$(grep -c 'task died: signal 6' "$tmp/out")" 2 'A task that crashes costs its rows alone'
is "$(grep -c 'no sample' "$tmp/out"),$(grep -Ec '\+/- [0-9]' "$tmp/out")" 0,4 'The other tasks are measured beside one that crashes'
like out '^! killed in a stall \(max is since it was due\) in 2 of 2 rows' \
	'The maximum of a task that hangs counts from when it was due'
like out '^None .* 0 +0$' 'A task that hangs has missed all its deadlines'
gone 'bad tasks'

# interrupt SIGNAL WHEN...: a run of $rows; WHEN is a command that succeeds once it is time
interrupt() {
	what=$1
	shift
	# shellcheck disable=SC2086 # words
	start -T -c -t 1 -L 1 -W Audio $rows
	wait_for "$@"
	kill -"$what" $pid
	wait $pid
	rc=$?
}

running() {
	# the parent and as many children
	[ "$(survivors | wc -l)" -ge $(($1 + 1)) ]
}

rows='-w Video -w Burn'
for signal in INT:130 TERM:143 HUP:129 QUIT:131 USR1:138; do	# the others: unit/proc
	interrupt "${signal%:*}" running 2
	is "$rc" "${signal#*:}" "SIG${signal%:*} ends the run with the status of that signal"
	like out '^! partial: ended by signal' "SIG${signal%:*} ends the output with a line that says partial"
	gone "SIG${signal%:*}"
done
start -T -c -t 1 -L 1 -W Audio -w Burn
wait_for running 2
for signal in TSTP TTIN TTOU; do		# if the parent stood still, the loads would go on
	kill -$signal $pid
	sleep 0.1
	is "$(sed 's/.*) \(.\).*/\1/' "/proc/$pid/stat" | tr -d RSD)" '' "SIG$signal does not stop a run alone"
	kill -CONT $pid
done
wait $pid
is "$?" 0 'A run goes on after all signals that would stop it'
rows='-w None -w Read -w Burn'
interrupt TERM test -e "$tmp/out"
is "$rc" 143 'A run that is interrupted at the start ends with status 143'
gone 'at the start'
for _ in 1 2 3 4 5; do			# for 0.3 s it looks how busy the machine is
	start -T -t 2 -W Audio -w None
	wait_for test -e "$(uname -r | tr -c 'A-Za-z0-9._+~\n-' _).log"
	kill -INT $pid
	wait $pid
	rm -f ./*.log
	grep -q 'before the first row' "$tmp/out" && break
done
like out '^! partial: ended by signal 2 \(Interrupt\) before the first row$' 'A run that is interrupted before the first row says so'
interrupt INT grep -q '^None' "$tmp/out"
is "$rc" 130 'A run that is interrupted after the first row ends with status 130'
like out '^None +[0-9]' 'A run that is interrupted after the first row prints it'
like out 'partial: ended by signal 2 \(Interrupt\) in Audio beside Burn' 'A run that is interrupted after the first row says where it ended'
gone 'after the first row'
interrupt INT grep -q '^Burn' "$tmp/out"
is "$rc" 130 'A run that is interrupted while Read makes its file ends with status 130'
unlike out '^Read|^! *$' 'A run that is interrupted while Read makes its file prints no empty row or remark'
like out '^! partial: .* in Audio beside Read' 'A run that is interrupted while Read makes its file says where it ended'
gone 'while Read makes its file'
start -c -t 2 -W Audio -w None
wait_for grep -q measuring "$tmp/err"
kill -INT $pid
wait $pid
is "$?" 130 'A run that is interrupted while calibrating ends with status 130'
rm -f interbench.loops_per_ms		# of a shell that came too late
gone 'calibrating'

# Ctrl-C ends what reads our output, too, and perhaps before us; so does a terminal that hangs up
log=$(uname -r | tr -c 'A-Za-z0-9._+~\n-' _).log
# recorded NAME SIGNAL: the log has its last line, and JSON is whole
recorded() {
	is "$(tail -n 1 "$log" | cut -c 1-28)" "! partial: ended by signal $2" "$1: the log says that it is partial"
	is "$(tail -n 1 j),$(grep -c '"schema":' j)" ']}',1 "$1: JSON is whole"
	rm -f "$log" j
	gone "$1"
}
# it may reach either of the two first
for first in reader writer; do
	mkfifo "$tmp/pipe"
	cat <"$tmp/pipe" >"$tmp/out" &
	reader=$!
	"$tool" --hear "$ib" -q -T -t 2 -L 1 -W Audio -w Burn -j j >"$tmp/pipe" 2>"$tmp/err" &
	pid=$!
	wait_for running 2
	case $first in
	reader) kill -KILL $reader; wait $reader; kill -INT $pid ;;
	writer) kill -INT $pid; kill -KILL $reader ;;
	esac
	wait $pid 2>/dev/null
	is "$?" 130 "Interrupted with its reader, the $first first: the status is that of the signal"
	is "$(cat "$tmp/err")" '' "Interrupted with its reader, the $first first: no message"
	recorded "Interrupted with its reader, the $first first" 2
	rm "$tmp/pipe"
done
mkfifo "$tmp/pipe"
# shellcheck disable=SC2217
sleep 60 <"$tmp/pipe" &			# has it open, and never reads
reader=$!
{
	head -c 65536 /dev/zero
	exec "$tool" --hear "$ib" -T -t 200ms -L 1 -W Audio -w None -w Burn -j j
} >"$tmp/pipe" 2>"$tmp/err" &
pid=$!
wait_for test -s "$log"
sleep 0.5
kill -INT $pid
wait $pid
is "$?" 130 'Interrupted while nobody reads, a run ends all the same'
kill $reader
rm "$tmp/pipe"
recorded 'Interrupted while nobody reads' 2
if command -v script >/dev/null; then
	# an emulator that is killed: its terminal hangs up
	script -qc "exec '$ib' -T -t 2 -L 1 -W Audio -w Burn -j j" "$tmp/out" </dev/null >/dev/null 2>&1 &
	terminal=$!
	wait_for running 2
	kill -KILL $terminal
	wait $terminal 2>/dev/null
	wait_for none
	recorded 'A terminal that hangs up' 1
else
	skip 'no script' 'A terminal that hangs up'
fi

# a second signal does not wait for anything
start -T -c -t 5 -L 1 -W Audio -w Burn
wait_for running 2
kill -INT $pid
kill -TERM $pid 2>/dev/null
wait $pid
rc=$?
[ $rc = 130 ] || [ $rc = 143 ]
ok $? 'A second signal ends the run with the status of one of the two'
for _ in 1 2 3; do			# a busy machine may let time pass between them
	start -T -c -t 5 -L 1 -W Audio -w Burn
	wait_for running 2
	kill -INT $pid; kill -INT $pid; kill -INT $pid
	wait $pid
	rc=$?
	! grep -q '^! partial' "$tmp/out" || break
done
is "$rc" 130 'The same signal thrice at once counts once'
like out '^! partial' 'The same signal thrice at once ends the run with a line that says partial'
gone 'a second signal'
nap="exec $tool --nap"		# deaf to SIGTERM, which a setting has 5 s to heed
start -T -c -t 9 -W Audio -w None --setting "a=$nap" --setting "b=$nap"
wait_for grep -q '^Load  ' "$tmp/out"
kill -INT $pid
sleep 1
kill -INT $pid
wait $pid
is "$?,$(survivors | wc -l | sed 's/[1-9]/some/')" 130,some 'A second signal does not wait for a setting that is deaf'
gone 'but the setting ends'

# who asks how we ended is told which signal it was
echo Audio | xargs "$ib" -T -c -t 5 -L 1 -w Burn -W >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_for running 2
kill -TERM "$(pgrep -P $pid)"
wait $pid
like err 'terminated by signal 15' 'The parent of an interrupted run is told that it died of the signal'
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
"$double" -T -c -t 5 -W Audio -w Leaves >"$tmp/out" 2>&1 &
pid=$!
wait_for running 5
kill -TERM $pid
wait $pid
gone 'a load that calls setsid and ignores SIGTERM, interrupted by it'

# the parent may be stopped for as long as one likes
main=$double				# which waits for a stalled task for a second
begin -t 500ms -W Audio
kill -STOP $pid
sleep 2
kill -CONT $pid
wait $pid
is "$?" 0 'A run whose parent was stopped and continued ends with status 0'
unlike out '^! (stalled|killed)' 'A stop of the parent is no stall of the task'
main=$ib

# a stall of the task is in its figures: 60 periods of 50 ms in 3 s, stopped for about 1 s
begin -t 3 -W Audio
sleep 1.5
kill -STOP "$task"
sleep 1
kill -CONT "$task"
wait $pid
awk '$1 == "None" && $3 == "+/-" { n += $5 >= 900 && $7 < 75 } END { exit n != 1 }' "$tmp/out"
ok $? 'A task that was stopped for a second shows it in maximum and deadlines'

# a load that is stopped is not the load that was asked for
start -T -c -t 1 -L 1 -W Audio -w Burn
wait_for running 2
sleep 0.3
load=$(survivors | sort -n | sed -n 2p)
kill -STOP "$load"
wait $pid
like out '^! the load was stopped \(SIGSTOP\) in Burn' 'A load that was stopped in the window gets a remark'
gone 'a stopped load'

# a caller's ulimit, ignored SIGCHLD and real time are not to harm
(ulimit -f 2000; timeout 60 "$ib" -T -c -t 300ms -W Audio -w None -w Write -w Read) \
	>"$tmp/out" 2>"$tmp/err"
is "$?,$(grep -c 'File too large' "$tmp/out"),$(grep -c '^None .*+/-' "$tmp/out")" 3,2,1 \
	'A limit of file size costs the rows of Write and Read alone'
(trap '' CHLD; exec "$double" -T -c -t 200ms -W Audio -w Exits) >"$tmp/out" 2>"$tmp/err"
is "$?,$(grep -c 'load died: exit status 3' "$tmp/out")" 3,1 'A SIGCHLD that is ignored hides no death'
if chrt -f 10 true 2>/dev/null; then
	timeout -k 1 20 chrt -f 10 "$ib" -T -c -t 100ms -W Audio -w Burn -w Ring >"$tmp/out" 2>"$tmp/err"
	is "$?,$(grep -c '+/- [0-9]' "$tmp/out")" 0,2 'Real time is not inherited by task and load'
	gone 'real time'
else
	skip 'no chrt, or not allowed' 'Real time is not inherited by task and load'
fi

if unshare -pf --mount-proc true 2>/dev/null; then
	unshare -pf --mount-proc "$ib" -T -c -t 100ms -W Audio -w Burn -w Hack -L 1 \
		>"$tmp/out" 2>"$tmp/err"
	is "$?,$(grep -Ec '\+/- [0-9]' "$tmp/out")" 0,2 'The program measures as pid 1'
	gone 'as pid 1'
	# /proc lists others by the numbers of ours: nothing of theirs is to be printed
	unshare -pf "$ib" -T -c -v -t 100ms -W Audio -w None >"$tmp/out" 2>"$tmp/err"
	rc=$?
	awk '/^Load     rqwait%/ { rows = 1; next } rows { exit !($2 $4 $5 == "---") }' "$tmp/out"
	is "$?,$rc" 0,0 'No figures of strangers are printed with the /proc of another pid namespace'
	unshare -pf --mount-proc "$tool" --hear "$ib" -T -c -t 5 -L 1 -W Audio -w Burn \
		>"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_for running 2
	kill -INT "$(pgrep -P $pid)"
	wait $pid
	is "$?" 130 'The program ends with status 130 as pid 1 when interrupted'
	gone 'as pid 1, interrupted'
else
	skip 'no unshare' 'The program measures as pid 1'
fi
"$ib" -T -c -t 300ms -W Audio -w None >"$tmp/out" 2>"$tmp/err" &	# deaf to SIGINT
pid=$!
wait_for running 1
kill -INT $pid
wait $pid
is "$?" 0 'SIGINT stays ignored if it is ignored from the start'
gone 'death'
end
