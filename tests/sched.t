# SPDX-License-Identifier: GPL-2.0-or-later
# How task and load are scheduled, seen from outside; settings, compared in one boot.
# shellcheck disable=SC2016 # commands are for the shell that runs them
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
	start -T -c -t 10 -L 1 -W Audio -w Burn --slice 2900 --load-slice 100000
	seen() { [ "$(slices)" = "2900000 100000000 100000000 " ]; }
	wait_for seen
	ok $? 'the slices of task and load'
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
	start -T -c -t 10 -W Audio -w None --policy rr
	wait_for policies 2
	ok $? 'the task is SCHED_RR'
	is "$(of 40)" '49 ' 'at priority 49'
	finish
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

# Settings: run_rows waits for their commands for a second, and for their end for one
cp "$(command -v sleep)" "$tmp/bin/sleep"
nap=$tmp/bin/sleep
short='-T -t 10ms -W Audio -w None'

# order ARG...: the settings in the order in which they were run
order() {
	# shellcheck disable=SC2086
	run_rows $short -c --setting a=true --setting b=true --setting c=true "$@"
	sed -n 's/^Comment: x //p' "$tmp/out" | tr -d '\n'
}
first=$(order --seed 1 -m x -n 2)
is "$(echo "$first" | cut -c 1-3 | grep -o . | sort | tr -d '\n')" abc 'a block has all settings'
is "$(echo "$first" | cut -c 4- | grep -o . | sort | tr -d '\n')" abc 'and so has the next one'
like out '^Seed: 1$' 'the seed is in the header'
like out '^Setting: 2 of 3, true$' 'and number and command of the setting'
like out '^C: .* x c: 2 runs, 2 tables, 2 rows$' 'sides stand in the order given, and have no file'
is "$(order --seed 1 -m x -n 2)" "$first" 'the same seed, the same order'
second=$(order --seed 2 -m x -n 2)
[ "$first" != "$second" ] && [ ${#second} -eq 6 ]
ok $? 'another seed, another order'

# a win by chance comes in one comparison of 35, not in two
wins() {
	sed -n '/^Summary/,$p' "$tmp/out" | awk '$1 == "Audio" { print $2 + $3 + $4 + $5 }'
}
for i in 1 2 3; do
	run_rows -T -c -t 500ms -W Audio -w None --setting a=true --setting b=true -n 4
	[ "$rc,$(wins)" = 0,0 ] && break
done
is "$rc,$(wins)" 0,0 "a setting against itself shows no win (try $i)"
like out '^4 runs of A, 4 of B' 'four runs each'
unlike out 'precede|different boots' 'from one boot, by turns'

# stopped when it should be measured, which is from 500 ms to 1 s after it is ready
cat >"$tmp/handicap" <<'EOF'
super=$PPID
ib=$(awk '/^PPid/ { print $2 }' /proc/$super/status)
until task=$(pgrep -P "$ib" | grep -vx $super); do sleep 0.02; done
sleep 0.1			# to be ready
kill -STOP "$task"
sleep 1.2			# beyond its time
kill -CONT "$task"
sleep 60
EOF
handicap_shown() {
	[ "$(sed -n '/^Summary/,$p' "$tmp/out" | awk '$1 == "Audio" { print $4, $5 }')" = '0 1' ]
}
for i in 1 2 3; do			# a busy machine may handicap the other one more
	rm -f ./*.log
	run_rows -T -t 500ms -W Audio -w None --setting "slow=exec sh $tmp/handicap" \
		--setting b=true -n 4 --fail-worse --color never
	handicap_shown && break
done
is "$rc" 0 'a handicap of the baseline: the other one is not worse'
handicap_shown
ok $? "but wins the maximum (try $i)"
sed -n '/^Audio/,$p' "$tmp/out" >"$tmp/verdict"
log=$(ls ./*.log)
run --compare --color never "$log"
sed -n '/^Audio/,$p' "$tmp/out" >"$tmp/again"
cmp -s "$tmp/verdict" "$tmp/again" && [ -s "$tmp/again" ]
ok $? 'the log says the same'
run_rows --compare --fail-worse --color never "$log" "$log"
unlike out '^[B-Z]: .* Audio' 'the log holds no comparison'
rm -f ./*.log
gone 'a handicap'

# shellcheck disable=SC2086
{
run_rows $short -c --setting a=true --setting 'b=echo stray; echo said >&2; exit 7'
is "$rc" 1 'a command that fails at once ends the run'
like err '^interbench: --setting b: its command failed with exit status 7$' 'and it is said'
unlike out stray 'what it prints is not on our standard output'
like err '^said$' 'but its errors are heard'
run_rows $short -c -n 2 --setting a=true --setting "b=test ! -e $tmp/once && : >$tmp/once"
is "$rc" 3 'one that fails later costs its pass'
like out '^! setting b left out: its command failed with exit status 1$' 'and it is said'
like out '^B: .* b: 1 run, ' 'the others are compared'
run_rows -T -t 1 -W Audio -w None -w Video -c --setting "a=exec $nap 2" --setting b=true
is "$rc,$(grep -c '^[NV].*  the command of a has ended, with exit status 0$' "$tmp/out")" 3,2 \
	'one that ends before its pass: these rows are void'
run_rows $short -c -j json --setting a=true \
	--setting "b=nice >$tmp/nice; trap 'echo gone >$tmp/termed; exit' TERM; while :; do $nap 0.1; done"
is "$rc,$(cat "$tmp/termed")" 0,gone 'a command is ended by SIGTERM'
is "$(cat "$tmp/nice")" "$(nice)" 'and had our own nice value'
is "$(grep -Ec '"setting": ?"[ab]"' json)" 2 'JSON names the setting in each row'
rm -f json
run_rows $short -c --setting a=true \
	--setting "b=trap '' TERM; $nap 60 & setsid $nap 61 & setsid sh -c '$nap 62; $nap 63' & $nap 64"
is "$rc" 0 'a command deaf to SIGTERM, some of whose children call setsid'
gone 'a deaf command'
run_rows $short -c --setting a=true --setting "b=$nap 60 &"
is "$rc" 0 'a command that leaves a child behind'
gone 'a child left behind'
}

# interrupted, the complete passes are compared; killed, nothing is left
deaf="trap '' TERM; $nap 60 & setsid $nap 61 & while :; do $nap 1; done"
"$tmp/bin/unit" --hear "$tmp/bin/unit" --main -T -c -t 1 -W Audio -w None -n 9 --setting a=true \
	--setting "b=$deaf" >"$tmp/out" 2>"$tmp/err" &
pid=$!
third() { [ "$(grep -c ^Comment "$tmp/out")" -ge 3 ]; }
wait_for third
kill -INT $pid
wait $pid
is "$?" 130 'interrupted'
like out '^! partial' 'and says so'
like out '^Summary' 'the complete passes are compared'
gone 'interrupted'
"$tmp/bin/unit" --hear "$tmp/bin/unit" --main -T -c -t 5 -W Audio -w None --setting "a=$deaf" \
	--setting "b=$deaf" >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_for grep -q '^Load  ' "$tmp/out"
kill -KILL $pid
wait $pid 2>/dev/null
none() { [ -z "$(survivors)" ]; }
wait_for none
gone 'SIGKILL of the parent'

# even the process that would see to it may be killed
run_rows -T -t 1 -W Audio -w None -c --setting b=true \
	--setting "a=$nap 60 & setsid $nap 61 & kill -9 \$PPID; $nap 62"
is "$rc" 1 'a command that kills its supervisor has failed'
wait_for none
gone 'a supervisor killed'

# A /sys/kernel of our own; the command does what loading a scheduler would do
cat >"$tmp/ext" <<EOF
mount -t tmpfs none /sys/kernel && mkdir /sys/kernel/sched_ext || exit 99
state=/sys/kernel/sched_ext/state
echo disabled >\$state
exec "$ib" -T -c -t 10ms -W Audio -w None --setting a=true \
	--setting "b=echo enabled >\$state; sleep 1.6; echo disabled >\$state; sleep 60"
EOF
if unshare -m mount -t tmpfs none /sys/kernel 2>"$tmp/err"; then
	unshare -m sh "$tmp/ext" >"$tmp/out" 2>"$tmp/err"
	is "$(sed -n '/^Setting: 2/,/^---/p' "$tmp/out" | grep -c '^Scheduler: sched_ext enabled')" 1 \
		'once sched_ext is enabled the pass begins, not after two seconds'
else
	skip 'no unshare, or not allowed' 'once sched_ext is enabled the pass begins'
fi
gone sched
end
