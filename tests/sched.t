# SPDX-License-Identifier: GPL-2.0-or-later
# How task and load are scheduled, seen from outside.
. tests/lib.sh

# cpus: those we may use, one a line
cpus() {
	awk '/^Cpus_allowed_list/ { n = split($2, part, ",")
		for (i = 1; i <= n; i++) {
			split(part[i] "-" part[i], end, "-")
			for (cpu = end[1]; cpu <= end[2]; cpu++) print cpu
		}
	}' /proc/self/status
}
one=$(cpus | tail -n 1)

# of FIELD: what that field of /proc/PID/stat is in each thread of each child of $pid, sorted
of() {
	for p in $(pgrep -P $pid); do
		for f in /proc/"$p"/task/*/stat; do
			sed 's/.*) //' "$f" | awk -v f=$(($1 - 2)) '{ print $f }'
		done
	done | sort | tr '\n' ' '
}

# slices: likewise, from /proc/PID/sched
slices() {
	for p in $(pgrep -P $pid); do
		sed -n 's/^se.slice *: *//p' /proc/"$p"/task/*/sched
	done | sort -n | tr '\n' ' '
}

# policies N...: are these the policies of the threads?
policies() {
	[ "$(of 41)" = "$* " ]
}

finish() {
	kill -TERM $pid
	wait $pid 2>/dev/null
}

niced() { [ "$(of 19)" = "$* " ]; }

start -T -c -t 10 -L 1 -W Audio -w Burn --policy batch --load-policy idle --affinity "$one"
wait_for policies 3 5 5
ok $? 'the task is SCHED_BATCH, both threads of the load SCHED_IDLE'
for p in $(pgrep -P $pid); do
	echo "$(sed 's/.*) //' "/proc/$p/stat" | awk '{ print $39 }')" \
		"$(sed -n 's/^Cpus_allowed_list:.//p' "/proc/$p/status")"
done | sort >"$tmp/seen"
is "$(sed -n 1p "$tmp/seen")" "3 $one" "the task on CPU $one"
is "$(sed -n 2p "$tmp/seen")" "5 $(sed -n 's/^Cpus_allowed_list:.//p' /proc/self/status)" \
	'and the load where it may be'
finish
like out "^Task: policy batch, CPU $one\$" 'the header has the task'
like out '^Load: policy idle$' 'and the load'

# a thousand CPUs would make a line too long to be told from another
run -T -c -t 10ms -W Audio -w None --slice 3000
if [ $rc -eq 1 ]; then
	like err 'a slice of 3000 us is ignored by this kernel .*6.12' 'no slices: refused'
	skip 'no slices' 'slices'
elif ! grep -q '^se.slice' /proc/self/sched; then
	skip 'no slices in /proc/PID/sched' 'slices'
else
	start -T -c -t 10 -L 1 -W Audio -w Burn --slice 2900 --load-slice 100000 -B 4 -N 6
	seen() { [ "$(slices)" = "2900000 100000000 100000000 " ]; }
	wait_for seen
	ok $? 'the slices of task and load'
	wait_for niced 4 6 6
	ok $? 'with nice values'
	finish
	like out '^Task: slice 2900 us$' 'in the header: the task'
	like out '^Load: slice 100000 us$' 'and the load'
fi
run -T -c -t 10ms -W Audio -w Burn --load-affinity "$one"
is "$rc,$(sed -n 1p "$tmp/out")" '0,Load set to 1 processors' '-L follows --load-affinity'
like out "^Load: CPU $one\$" '--load-affinity alone'
unlike out '^Task:' 'the other side is as ever'
run -T -c -t 10ms -u -W Audio -w Burn
is "$rc,$(grep -Ec "^(Task|Load): CPU $(cpus | head -n 1)\$" "$tmp/out")" 0,2 '-u names its CPU'
if command -v chrt >/dev/null && chrt -b 0 "$ib" -T -c -t 10ms -W Audio -w None >"$tmp/out"; then
	is "$(grep -Ec '^(Task|Load): policy batch$' "$tmp/out")" 2 'an inherited policy is said'
else
	skip 'no chrt' 'an inherited policy is said'
fi
if chrt -i 0 true 2>/dev/null; then
	chrt -i 0 "$ib" -T -c -t 10ms -B 7 -W Audio -w None 2>"$tmp/err"
	is $? 2 'a nice value under an inherited SCHED_IDLE is refused'
	chrt -i 0 "$ib" -T -c -t 10ms --load-slice 3000 -W Audio -w None 2>>"$tmp/err"
	is "$?,$(grep -c 'the inherited policy (SCHED_IDLE) exclude each other' "$tmp/err")" 2,2 'and so is a slice'
else
	skip 'no chrt' 'a nice value under an inherited SCHED_IDLE is refused'
	skip 'no chrt' 'and so is a slice'
fi

begin -t 10 -W Audio
if cat "/proc/$task/timerslack_ns" >/dev/null 2>&1; then
	slack() { [ "$(cat "/proc/$task/timerslack_ns")" = 1 ]; }
	wait_for slack
	ok $? 'the timer slack of the task is 1 ns'
else
	skip 'not to be seen' 'the timer slack of the task'
fi
finish

# refused WHY ARG...: one line, nothing measured
refused() {
	why=$1
	shift
	run -T -c -t 10ms -W Audio -w None "$@"
	is "$rc,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out")" 1,1,0 "refused by the machine: $*"
	like err "$why" 'and why'
}
refused "CPUs $one,65535 are not all online and allowed; those are" --affinity "$one,65535"
refused 'load cannot be .* CPUs 65535 are not' --load-affinity 65535
if [ "$(cat /sys/kernel/sched_ext/state 2>/dev/null)" = enabled ]; then
	skip 'sched_ext is enabled' 'ext refused'
else
	refused 'SCHED_EXT (refused: this kernel has no|would be SCHED_OTHER: no scheduler is loaded)' \
		--policy ext
fi
if [ "$(id -u)" = 0 ] && setpriv --reuid 65534 --regid 65534 --clear-groups true 2>/dev/null; then
	setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set=-all \
		"$ib" -T -c -t 10ms -W Audio -w None --policy rr >"$tmp/out" 2>"$tmp/err"
	is "$?,$(wc -c <"$tmp/out")" 1,0 'real time without the right: refused'
	like err 'SCHED_RR priority 49 refused: no privilege \(CAP_SYS_NICE\)' 'and why'
else
	skip 'not root, or no setpriv' 'real time without the right'
fi
if run -T -c -t 100ms -W Gaming -w None --policy fifo --rtprio 9 && [ $rc -eq 0 ]; then
	like out '^Task: policy fifo, priority 9$' 'any task can be fifo'
	like out '\(ms\)' 'in ms'
	like err 'Gaming wants 100 % of a CPU, of which real time' 'one that wants too much is warned of'
	run -T -c -t 100ms -L 1 -W Wakeup -w None --policy fifo
	unlike err 'Wakeup wants' 'not one that sleeps'
	start -T -c -t 10 -W X -w None --policy fifo
	wait_for grep -q '^Load  ' "$tmp/out"
	finish
	like err 'X wants 99 % of a CPU, of which real time' 'X by the last frame of its sweep'
	start -T -c -t 10 -W Audio -w None --policy rr
	wait_for policies 2
	ok $? 'the task is SCHED_RR'
	is "$(of 40)" '49 ' 'at priority 49'
	finish
	start -T -c -t 10 -W Audio -w None -r --rtprio 9
	wait_for policies 1
	is "$(of 41)$(of 40)" '1 9 ' '-r --rtprio 9'
	locked() {
		sanitized || grep -q '^! memory not locked' "$tmp/out" ||
			grep -q '^VmLck:[[:space:]]*[1-9]' "/proc/$(pgrep -P $pid)/status"
	}
	wait_for locked
	ok $? 'its memory is locked'
	finish
	like out '^Task: priority 9$' 'in the header: what is not as ever'
	if [ "$(id -u)" = 0 ] && ! sanitized && setpriv --bounding-set -ipc_lock true 2>/dev/null; then
		setpriv --bounding-set -ipc_lock --inh-caps -ipc_lock prlimit --memlock=0 \
			"$ib" -r -T -c -t 10ms -W Audio -w None >"$tmp/out" 2>"$tmp/err"
		like out '^! memory not locked \(RLIMIT_MEMLOCK\) in None' 'where it cannot be: a remark'
	else
		skip 'not root, no setpriv, or ASan' 'memory that cannot be locked'
	fi
	run -T -c -t 10ms -W Audio -w None -r
	unlike out '^Task:' 'priority 49 is'
else
	skip 'no SCHED_FIFO' 'fifo and rr'
fi

# what differs is a setting to the comparison, from one file or two
run -T -t 10ms -W Audio -w None
mv ./*.log plain
run -T -t 10ms -W Audio -w None --policy batch --load-affinity "$one" -j batch.json
mv ./*.log batch
like work/batch.json "\"task\": ?\"policy batch\", ?\"load\": ?\"CPU $one\"" 'JSON has it'
run --compare plain batch
like out '^! Task: default in A, policy batch in B$' 'compared: the task is warned about'
like out "^! Load: default in A, CPU $one in B\$" 'and the load'
cat plain batch >both
run --compare both
is "$rc" 0 'in one file they are two sides'
like out "^B: .*, task policy batch, load CPU $one: 1 run" 'which the setting tells apart'
run --compare batch batch
unlike out '^! (Task|Load)' 'the same setting: no warning'
rm -f plain batch both batch.json

# nice values are in force, and not the one that the parent gives itself as root
start -T -c -t 10 -L 1 -B 3 -N 7 -W Audio -w Burn
wait_for niced 3 7 7
ok $? 'the nice values of task and load'
finish
start -T -c -t 10 -L 1 -W Audio -w Burn
wait_for niced "$(nice)" "$(nice)" "$(nice)"
ok $? 'which are our own by default'
finish
nice -n 1 "$ib" -T -c -t 10ms -W Audio -w Burn --load-policy idle >"$tmp/out" 2>"$tmp/err"
like out "of Audio nice $(($(nice) + 1)) in the presence of simulated ---" 'no nice value where none counts'
gone sched
end
