# SPDX-License-Identifier: GPL-2.0-or-later
# Settings, compared in one boot: their order, their end, and what they leave.
# shellcheck disable=SC2016 # commands are for the shell that runs them
. tests/lib.sh

# run_rows waits for their commands for a second, and for their end for one
cp "$(command -v sleep)" "$tmp/bin/sleep"
nap=$tmp/bin/sleep
short='-T -t 10ms -W Audio -w None'

# order ARG...: the settings in the order in which they were run
order() {
	# shellcheck disable=SC2086
	run_rows $short -c --setting a: --setting b: --setting c:-B5 "$@"
	sed -n 's/^Comment: x //p' "$tmp/out" | tr -d '\n'
}
first=$(order --seed 1 -m x -n 2)
is "$(echo "$first" | cut -c 1-3 | grep -o . | sort | tr -d '\n')" abc 'The first block has all settings'
is "$(echo "$first" | cut -c 4- | grep -o . | sort | tr -d '\n')" abc 'The second block has all settings'
like out '^Seed: 1$' 'The header has the seed of the order'
like out '^C: .* x c: 2 runs, 2 tables, 2 rows$' 'Sides stand in the order given, and have no file'
is "$(order --seed 1 -m x -n 2)" "$first" 'The same seed gives the same order'
# shellcheck disable=SC2086
run_rows $short -c --setting a=true --setting b: -n 1
like out '^Setting: 1 of 2, true$' 'The header has the number and the command of the setting'
orders=$(order --seed 1 -n 9 -m x | grep -o ... | sort -u | wc -l)
[ "$orders" -gt 1 ]
ok $? 'Each block has an order of its own'
second=$(order --seed 2 -m x -n 2)
[ "$first" != "$second" ] && [ ${#second} -eq 6 ]
ok $? 'Another seed gives another order'

# a win by chance comes in one comparison of 35, not in two
wins() {
	sed -n '/^Summary/,$p' "$tmp/out" | awk '$1 == "Audio" { print $(NF - 3) + $(NF - 2) + $(NF - 1) + $NF }'
}
for i in 1 2 3; do
	run_rows -T -c -t 200ms -W Audio -w None --setting a=true --setting 'a:-B 4' --setting 'b:-B 4' -n 4
	[ "$rc,$(wins)" = 0,0 ] && break
done
is "$rc,$(wins)" 0,0 "A setting compared with itself shows no win (try $i)"
like out '^4 runs of A, 4 of B' 'Four passes are four runs a side'
unlike out 'precede|different boots' 'Settings by turns in one boot are not warned of as blocks of time or boots'

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
is "$rc" 0 'A handicap of the first setting does not make the other one worse'
handicap_shown
ok $? "A handicap of the first setting makes the other one win the maximum (try $i)"
sed -n '/^Audio/,$p' "$tmp/out" >"$tmp/verdict"
log=$(ls ./*.log)
run --compare --color never "$log"
sed -n '/^Audio/,$p' "$tmp/out" >"$tmp/again"
cmp -s "$tmp/verdict" "$tmp/again" && [ -s "$tmp/again" ]
ok $? 'The log compares as the run did'
run_rows --compare --fail-worse --color never "$log" "$log"
unlike out '^[B-Z]: .* Audio' 'The log holds no comparison'
rm -f ./*.log
gone 'a handicap'

# shellcheck disable=SC2086
{
run_rows $short -c --setting a=true --setting 'b=echo stray; echo said >&2; exit 7'
is "$rc" 1 'A setting whose command fails at once ends the run with status 1'
like err '^interbench: --setting b: its command failed with exit status 7$' 'The message says which setting failed at once'
unlike out stray 'What a setting prints is not on our standard output'
like err '^said$' 'The errors that a setting prints are on our standard error'
for seed in 1 2 3 4 5 6 7 8; do		# until a comes first
	run_rows $short -c -n 1 --seed $seed -j - --setting a: --setting 'b=exit 7'
	! grep -q '"setting": *"a"' "$tmp/out" || break
done
is "$rc,$(tail -n 1 "$tmp/out")" '1,]}' 'JSON has what was measured before a setting failed in the first round'
like err '^interbench: --setting b: its command failed with exit status 7$' 'The message about it is not lost in JSON'
run_rows $short -c -n 2 --setting a=true --setting "b=test ! -e $tmp/once && : >$tmp/once"
is "$rc" 3 'A setting that fails later ends the run with status 3'
like out '^! setting b left out: its command failed with exit status 1$' 'The output says which setting was left out of a pass'
like out '^B: .* b: 1 run, ' 'The passes of a setting that did not fail are compared'
run_rows -T -t 1 -W Audio -w None -w Video -c --setting "a=exec $nap 2" --setting b=true
is "$rc,$(grep -c '^[NV].*  the command of a has ended, with exit status 0$' "$tmp/out")" 3,2 \
	'The rows are void of a setting that ends before its pass'
run_rows $short -c -j json --setting a=true \
	--setting "b=nice >$tmp/nice; trap 'echo gone >$tmp/termed; exit' TERM; while :; do $nap 0.1; done"
is "$rc,$(cat "$tmp/termed")" 0,gone 'A setting is ended by SIGTERM'
is "$(cat "$tmp/nice")" "$(nice)" 'A setting has our own nice value'
is "$(grep -Ec '"setting": ?"[ab]"' json)" 2 'JSON names the setting in each row'
rm -f json
run_rows $short -c --setting a=true \
	--setting "b=trap '' TERM; $nap 60 & setsid $nap 61 & setsid sh -c '$nap 62; $nap 63' & $nap 64"
is "$rc" 0 'A run ends with status 0 whose setting ignores SIGTERM and has children that call setsid'
gone 'a deaf command'
run_rows $short -c --setting a=true --setting "b=$nap 60 &"
is "$rc" 0 'A run ends with status 0 whose setting leaves a child behind'
gone 'a child left behind'
}

# a setting may bring the scheduler of the policy
if [ "$(cat /sys/kernel/sched_ext/state 2>/dev/null)" = enabled ]; then
	skip 'sched_ext is enabled' 'The policy ext is tried with settings, which may load a scheduler'
else
	run -T -c -t 10ms -W Audio -w None --policy ext --setting a=true --setting b=true -n 2
	like out '^None  *skipped: SCHED_EXT ' 'The policy ext is tried with settings, which may load a scheduler'
fi

# interrupted, the complete passes are compared; killed, nothing is left
deaf="trap '' TERM; $nap 60 & setsid $nap 61 & while :; do $nap 1; done"
main="$double"
start -T -c -t 1 -W Audio -w None -n 9 --setting a=true --setting "b=$deaf"
third() { [ "$(grep -c ^Comment "$tmp/out")" -ge 3 ]; }
wait_for third
kill -INT $pid
wait $pid
is "$?" 130 'A run with settings ends with status 130 when interrupted'
like out '^! partial' 'A run with settings says that it is partial when interrupted'
like out '^Summary' 'The complete passes of an interrupted run are compared'
gone 'interrupted'
main="$ib"				# which waits for a command for two seconds
start -T -t 10ms -W Audio -w None -n 9 --color never --setting "a=exec $nap 60" --setting "b=exec $nap 61"
rows() { [ "$(grep -c '^None' "$tmp/out")" -ge 3 ]; }
wait_for rows
sleep 0.7
kill -INT $pid
wait $pid
is "$?,$(grep -c '^! partial: ended by signal 2 (Interrupt) before the next pass$' "$tmp/out")" 130,1 \
	'A run that is interrupted while it waits for a setting says where it ended'
"$ib" --compare --color never ./*.log | sed -n '/^Audio/,$p' >"$tmp/again"
sed -n '/^Audio/,$p' "$tmp/out" | cmp -s - "$tmp/again" && [ -s "$tmp/again" ]
ok $? 'The log of an interrupted run compares as the run did'
rm ./*.log
main="$double"
gone 'between passes'
start -T -c -t 5 -W Audio -w None --setting "a=$deaf" --setting "b=$deaf"
wait_for grep -q '^Load  ' "$tmp/out"
kill -KILL $pid
wait $pid 2>/dev/null
wait_for none
gone 'SIGKILL of the parent'

# even the process that would see to it may be killed
run_rows -T -t 1 -W Audio -w None -c --setting b=true \
	--setting "a=$nap 60 & setsid $nap 61 & kill -9 \$PPID; $nap 62"
is "$rc" 1 'A setting that kills its supervisor has failed'
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
# The scheduler is thrown out once a row was measured; its loader does not mind
cat >"$tmp/thrown" <<EOF
$(head -n 3 "$tmp/ext")
exec "$ib" -T -c -t 300ms -W Audio -w None -w Burn -w Ring --setting a=true --setting "b=echo enabled >\$state
	until sed '1,/^Setting: 2/d' '$tmp/out' | grep -q '^None'; do sleep 0.1; done; echo disabled >\$state; sleep 60"
EOF
if unshare -m mount -t tmpfs none /sys/kernel 2>"$tmp/err"; then
	unshare -m sh "$tmp/thrown" >"$tmp/out" 2>"$tmp/err"
	is "$(sed '1,/^Setting: 2/d' "$tmp/out" | awk '/^(None|Burn|Ring) / && n++ < 3 { print $1, /the scheduler was/ }' | tr '\n' ' ')" \
		'None 0 Burn 1 Ring 1 ' 'Rows after a scheduler was thrown out do not count as measured under it'
	unshare -m sh "$tmp/ext" >"$tmp/out" 2>"$tmp/err"
	is "$(sed -n '/^Setting: 2/,/^---/p' "$tmp/out" | grep -c '^Scheduler: sched_ext enabled')" 1 \
		'The pass begins once sched_ext is enabled, not after two seconds'
else
	skip 'no unshare, or not allowed' 'Rows after a scheduler was thrown out do not count as measured under it'
	skip 'no unshare, or not allowed' 'The pass begins once sched_ext is enabled, not after two seconds'
fi
# Settings that are options, with what the kernel says of task and load in each pass
one=$(awk '/^Cpus_allowed_list/ { n = split($2, part, /[-,]/); print part[n] }' /proc/self/status)
slice='' ; ! grep -q '^se.slice' /proc/self/sched || slice=' --slice 2900'
# threads NAME: a line for each: that, the policy, nice value, CPUs and slice
threads() {
	# shellcheck disable=SC2013 # words are wanted
	for c in $(cat /proc/$pid/task/$pid/children); do
		for d in /proc/"$c"/task/*; do
			# one that ends meanwhile tells nothing
			cat "$d/stat" "$d/status" "$d/sched" >"$tmp/thread" || continue
			awk -v name="$1" '/^[0-9]/ { sub(/.*\) /, ""); how = $39 " " $17 }
				/^Cpus_allowed_list/ { cpus = $2 }
				/^se.slice/ { slice = $3 }
				END { print name, how, cpus, slice }' "$tmp/thread"
		done
	done
}
# watch: the threads of each pass, by its setting, while the run goes on
watch() {
	while kill -0 $pid; do
		name=$(sed -n 's/^Comment: //p' "$tmp/out" | tail -n 1)
		lines=$(threads "$name")
		# no pass has begun meanwhile
		[ "$name" != "$(sed -n 's/^Comment: //p' "$tmp/out" | tail -n 1)" ] || echo "$lines"
		sleep 0.1
	done 2>/dev/null | sort -u >"$tmp/seen"
}
main="$ib"
start -T -t 500ms -L 1 -W Audio -w Burn -N 2 --seed 3 --color never --setting "a:--policy batch -B 4$slice" \
	--setting "b:--affinity $one -B5 --load-policy=batch -L 3" --setting c=true --setting d:
watch
wait $pid
is "$?" 0 'A run whose settings are options ends with status 0'
all=$(sed -n 's/^Cpus_allowed_list:.//p' /proc/self/status) slice=${slice:+2900000}
is "$(grep -cx "a 3 4 $all ${slice:-.*}" "$tmp/seen")" 1 "The task has the policy, nice value and slice of its setting"
is "$(grep -c "^b 0 5 $one " "$tmp/seen")" 1 'The task has the CPU and the nice value of its setting'
is "$(grep -c "^[acd] 0 2 $all " "$tmp/seen"),$(grep -c "^b 3 2 $all " "$tmp/seen")" 3,1 \
	'The load has the policy of its setting, or that of the command line'
is "$(grep -c "^[cd] 0 $(nice) $all " "$tmp/seen")" 2 'The task of a setting without options has default scheduling'
is "$(grep -Ec '^[^a] 3 [^2]|^[^b] . 5|^b .* 2900000$|^[cd] [^0]' "$tmp/seen")" 0 'No pass has the options of another setting'
is "$(grep -c '^Load set to 3 processors$' "$tmp/out"),$(grep -c '^Load set to 1 ' "$tmp/out")" 1,3 \
	'The header has the size of loads in its setting'
like out '^Setting: 4 of 4, no options$' 'The header says that a setting has no options'
is "$(sed -n "/^Setting: 1/,/^CPU/p" "$tmp/out" | sed -n 's/^Task: //p'),$(sed -n "/^Setting: 2/,/^CPU/p" "$tmp/out" | grep -E '^(Task|Load): ' | tr '\n' ';')" \
	"policy batch${slice:+, slice 2900 us},Task: CPU $one;Load: policy batch;" \
	'The header of each pass says how task and load are scheduled in its setting'
is "$(grep -c '^--- .* of Audio nice [45] in the presence of simulated nice 2 ---' "$tmp/out")" 2 \
	'The header of the tables has the nice values of the setting'
sed -n '/^Measured/,$p' "$tmp/out" >"$tmp/verdict"
run --compare --color never ./*.log
sed -n '/^Measured/,$p' "$tmp/out" | cmp -s - "$tmp/verdict" && [ -s "$tmp/verdict" ]
ok $? 'The log of settings that are options compares as the run did'
rm -f ./*.log

# 1.4 % of a CPU is not enough for the task, which wants 5 % of it
for i in 1 2 3; do
	run -T -c -u -L 1 -t 300ms -W Audio -w Burn --setting 'low:-B 19' --setting normal: -n 4 --color never
	[ "$(wins)" = 2 ] && break
done
is "$(sed -n '/^Summary/,$p' "$tmp/out" | awk '$1 == "Audio" { print $(NF - 3), $(NF - 2) }')" '0 1' \
	'A task with nice 19 beside Burn on its CPU loses the deadlines to one with nice 0'

# refused ARG...: one line, nothing measured
refused() {
	why=$1
	shift
	run -T -c -t 10ms -W Audio -w None --setting a=true "$@"
	is "$rc,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out")" 1,1,0 "The machine refuses this setting at the start: $*"
	like err "$why" "The message says which setting the machine refuses: $*"
}
refused '^interbench: --setting b: the task cannot be scheduled so: CPUs 65535 are not' --setting 'b:--affinity 65535'
refused '^interbench: --setting b: the load cannot be scheduled so: CPUs 65535 are not' \
	--setting b:--load-affinity=65535 --setting b=true
refused '^interbench: the load cannot be scheduled so: CPUs 65535' --load-affinity 65535 --setting b=true
gone settings
end
