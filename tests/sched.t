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
ok $? 'The task is SCHED_BATCH, and both threads of the load are SCHED_IDLE'
for p in $(pgrep -P $pid); do
	echo "$(sed 's/.*) //' "/proc/$p/stat" | awk '{ print $39 }')" \
		"$(sed -n 's/^Cpus_allowed_list:.//p' "/proc/$p/status")"
done | sort >"$tmp/seen"
is "$(sed -n 1p "$tmp/seen")" "3 $one" "The task is SCHED_BATCH and may use CPU $one alone"
is "$(sed -n 2p "$tmp/seen")" "5 $(sed -n 's/^Cpus_allowed_list:.//p' /proc/self/status)" \
	'The load is SCHED_IDLE and may use all CPUs that we may'
finish
like out "^Task: policy batch, CPU $one\$" 'The header has the policy and the CPU of the task'
like out '^Load: policy idle$' 'The header has the policy of the load'

# a thousand CPUs would make a line too long to be told from another
run -T -c -t 10ms -W Audio -w None --slice 3000
if [ $rc -eq 1 ]; then
	like err 'a slice of 3000 us is ignored by this kernel .*6.12' 'A slice is refused if the kernel has none'
	skip 'no slices' 'Task and load have their slices'
elif ! grep -q '^se.slice' /proc/self/sched; then
	skip 'no slices in /proc/PID/sched' 'Task and load have their slices'
else
	start -T -c -t 10 -L 1 -W Audio -w Burn --slice 2900 --load-slice 100000 -B 4 -N 6
	seen() { [ "$(slices)" = "2900000 100000000 100000000 " ]; }
	wait_for seen
	ok $? 'Task and load have their slices'
	wait_for niced 4 6 6
	ok $? 'Nice values are in force beside slices'
	finish
	like out '^Task: slice 2900 us$' 'The header has the slice of the task'
	like out '^Load: slice 100000 us$' 'The header has the slice of the load'
fi
run -T -c -t 10ms -W Audio -w Burn --load-affinity "$one"
is "$rc,$(sed -n 1p "$tmp/out")" '0,Load set to 1 processors' 'The load is set to the CPUs of --load-affinity'
like out "^Load: CPU $one\$" 'The header has the CPU of --load-affinity'
unlike out '^Task:' 'The header has no line for a task with default scheduling'
run -T -c -t 10ms -u -W Audio -w Burn
is "$rc,$(grep -Ec "^(Task|Load): CPU $(cpus | head -n 1)\$" "$tmp/out")" 0,2 'The header names the CPU of -u for task and load'
if command -v chrt >/dev/null && chrt -b 0 "$ib" -T -c -t 10ms -W Audio -w None >"$tmp/out"; then
	is "$(grep -Ec '^(Task|Load): policy batch$' "$tmp/out")" 2 'The header has an inherited policy'
else
	skip 'no chrt' 'The header has an inherited policy'
fi
if chrt -i 0 true 2>/dev/null; then
	chrt -i 0 "$ib" -T -c -t 10ms -B 7 -W Audio -w None 2>"$tmp/err"
	is $? 2 'A nice value under an inherited SCHED_IDLE is refused'
	chrt -i 0 "$ib" -T -c -t 10ms --load-slice 3000 -W Audio -w None 2>>"$tmp/err"
	is "$?,$(grep -c 'the inherited policy (SCHED_IDLE) exclude each other' "$tmp/err")" 2,2 'A slice under an inherited SCHED_IDLE is refused'
else
	skip 'no chrt' 'A nice value under an inherited SCHED_IDLE is refused'
	skip 'no chrt' 'A slice under an inherited SCHED_IDLE is refused'
fi

begin -t 10 -W Audio
if cat "/proc/$task/timerslack_ns" >/dev/null 2>&1; then
	slack() { [ "$(cat "/proc/$task/timerslack_ns")" = 1 ]; }
	wait_for slack
	ok $? 'The timer slack of the task is 1 ns'
else
	skip 'not to be seen' 'The timer slack of the task is 1 ns'
fi
finish

# refused WHY ARG...: one line, nothing measured
refused() {
	why=$1
	shift
	run -T -c -t 10ms -W Audio -w None "$@"
	is "$rc,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out")" 1,1,0 "The machine refuses these arguments, and nothing is measured: $*"
	like err "$why" "The message says why the machine refuses these arguments: $*"
}
refused "CPUs $one,65535 are not all online and allowed; those are" --affinity "$one,65535"
refused 'load cannot be .* CPUs 65535 are not' --load-affinity 65535
# X rounds the time up: the error does not stand behind a note on that
refused 'CPUs 65535 are not' --affinity 65535 -W X
if [ "$(cat /sys/kernel/sched_ext/state 2>/dev/null)" = enabled ]; then
	skip 'sched_ext is enabled' 'The policy ext is refused if no scheduler is loaded'
else
	refused 'SCHED_EXT (refused: this kernel has no|would be SCHED_OTHER: no scheduler is loaded)' \
		--policy ext
fi
if [ "$(id -u)" = 0 ] && setpriv --reuid 65534 --regid 65534 --clear-groups true 2>/dev/null; then
	setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set=-all \
		"$ib" -T -c -t 10ms -W Audio -w None --policy rr >"$tmp/out" 2>"$tmp/err"
	is "$?,$(wc -c <"$tmp/out")" 1,0 'The policy rr without the privilege is refused'
	like err 'SCHED_RR priority 49 refused: no privilege \(CAP_SYS_NICE\)' 'The message says which privilege real time lacks'
else
	skip 'not root, or no setpriv' 'The policy rr without the privilege is refused'
fi
if run -T -c -t 100ms -W Gaming -w None --policy fifo --rtprio 9 && [ $rc -eq 0 ]; then
	like out '^Task: policy fifo, priority 9$' 'The policy fifo can be that of any task, and the header has it'
	like out '\(ms\)' 'The figures of --policy fifo are in ms'
	like err 'Gaming wants 100 % of a CPU, of which real time' 'A real time task that wants a whole CPU is warned of'
	run -T -c -t 100ms -L 1 -W Wakeup -w None --policy fifo
	unlike err 'Wakeup wants' 'A real time task that sleeps is not warned of'
	start -T -c -t 10 -W X -w None --policy fifo
	wait_for grep -q '^Load  ' "$tmp/out"
	finish
	like err 'X wants 99 % of a CPU, of which real time' 'X is warned of by the last frame of its sweep'
	start -T -c -t 10 -W Audio -w None --policy rr
	wait_for policies 2
	ok $? 'The policy rr makes the task SCHED_RR'
	is "$(of 40)" '49 ' 'A task that is SCHED_RR has priority 49 by default'
	finish
	start -T -c -t 10 -W Audio -w None -r --rtprio 9
	wait_for policies 1
	is "$(of 41)$(of 40)" '1 9 ' 'A task under -r --rtprio 9 is SCHED_FIFO of priority 9'
	locked() {
		sanitized || grep -q '^! memory not locked' "$tmp/out" ||
			grep -q '^VmLck:[[:space:]]*[1-9]' "/proc/$(pgrep -P $pid)/status"
	}
	wait_for locked
	ok $? 'The memory of a task under -r is locked'
	finish
	like out '^Task: priority 9$' 'The header has a priority that is not the default'
	if [ "$(id -u)" = 0 ] && ! sanitized && setpriv --bounding-set -ipc_lock true 2>/dev/null; then
		setpriv --bounding-set -ipc_lock --inh-caps -ipc_lock prlimit --memlock=0 \
			"$ib" -r -T -c -t 10ms -W Audio -w None >"$tmp/out" 2>"$tmp/err"
		like out '^! memory not locked \(RLIMIT_MEMLOCK\) in None' 'Memory that cannot be locked gets a remark'
	else
		skip 'not root, no setpriv, or ASan' 'Memory that cannot be locked gets a remark'
	fi
	run -T -c -t 10ms -W Audio -w None -r
	unlike out '^Task:' 'The header does not name the default priority 49'
else
	skip 'no SCHED_FIFO' 'The policies fifo and rr are those of the task'
fi

# what differs is a setting to the comparison, from one file or two
run -T -t 10ms -W Audio -w None
mv ./*.log plain
run -T -t 10ms -W Audio -w None --policy batch --load-affinity "$one" -j batch.json
mv ./*.log batch
like work/batch.json "\"task\": ?\"policy batch\", ?\"load\": ?\"CPU $one\"" 'JSON has what differs from default scheduling'
run --compare plain batch
like out '^! Task: default in A, policy batch in B$' 'A comparison warns that the tasks had different policies'
like out "^! Load: default in A, CPU $one in B\$" 'A comparison warns that the loads had different CPUs'
cat plain batch >both
run --compare both
is "$rc" 0 'A log with two kinds of scheduling can be compared'
# a name that is long, as with some releases, is cut in its middle
like out "^B: .*licy batch, load CPU $one: 1 run" 'Scheduling tells sides of one log apart'
run --compare batch batch
unlike out '^! (Task|Load)' 'A comparison does not warn of the same scheduling'
rm -f plain batch both batch.json

# nice values are in force, and not the one that the parent gives itself as root
start -T -c -t 10 -L 1 -B 3 -N 7 -W Audio -w Burn
wait_for niced 3 7 7
ok $? 'Task and load have the nice values of -B and -N'
finish
start -T -c -t 10 -L 1 -W Audio -w Burn
wait_for niced "$(nice)" "$(nice)" "$(nice)"
ok $? 'Task and load have our own nice value by default'
finish
nice -n 1 "$ib" -T -c -t 10ms -W Audio -w Burn --load-policy idle >"$tmp/out" 2>"$tmp/err"
like out "of Audio nice $(($(nice) + 1)) in the presence of simulated ---" 'The header has no nice value of a load for which none counts'
chmod 777 .
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	setpriv --reuid 65534 --regid 65534 --clear-groups "$ib" -T -c -t 10ms -W Audio -w None -B -5 \
		>"$tmp/out" 2>"$tmp/err" </dev/null
	is "$?" 1 'A nice value that needs a privilege ends the run before it begins'
	like err 'nice -5 refused: no privilege \(CAP_SYS_NICE\), and RLIMIT_NICE \(ulimit -e\) is [0-9]+; it would have to be 25$' \
		'The message says which privilege or limit a nice value needs'
else
	skip 'not root, or no setpriv' 'A nice value that needs a privilege is explained'
fi
run -T -c -t 1 -W Audio -w None
like out 'running every load for 1 second$' 'A single second stands in the singular'
gone sched
end
