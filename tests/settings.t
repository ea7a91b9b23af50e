# SPDX-License-Identifier: GPL-2.0-or-later
# Settings, compared in one boot: their order, their options, and the verdict.
# shellcheck disable=SC2016 # commands are for the shell that runs them
. tests/lib.sh

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
if unshare -m mount -t tmpfs none /dev 2>"$tmp/err"; then
	unshare -m sh -c 'mount -t tmpfs none /dev; exec "$@"' sh "$ib" -T -c -t 10ms -W Audio -w None --setting 'a=echo SAID' \
		--setting b=true >"$tmp/out" 2>"$tmp/err" </dev/null
	unlike out SAID 'The command of a setting writes nothing among the results where there is no /dev/null'
	like err '^interbench: --setting [ab]: /dev/null: No such file' 'A setting without /dev/null is told of'
else
	skip 'no unshare, or not allowed' 'The command of a setting writes nothing among the results where there is no /dev/null'
	skip 'no unshare, or not allowed' 'A setting without /dev/null is told of'
fi
gone settings
end
