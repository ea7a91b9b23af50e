# SPDX-License-Identifier: GPL-2.0-or-later
# The commands that make settings: how they fail, how they are ended, and what they leave.
# shellcheck disable=SC2016 # commands are for the shell that runs them
. tests/lib.sh

# run_rows waits for their commands for a second, and for their end for one
cp "$(command -v sleep)" "$tmp/bin/sleep"
nap=$tmp/bin/sleep
short='-T -t 10ms -W Audio -w None'

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
	is "$(sed '1,/^Setting: 2/d' "$tmp/out" | awk '/^(None|Burn|Ring) / && n++ < 3 { print $1, /the scheduler is now/ }' | tr '\n' ' ')" \
		'None 0 Burn 1 Ring 1 ' 'Rows after a scheduler was thrown out do not count as measured under it'
	unshare -m sh "$tmp/ext" >"$tmp/out" 2>"$tmp/err"
	is "$(sed -n '/^Setting: 2/,/^---/p' "$tmp/out" | grep -c '^Scheduler: sched_ext enabled')" 1 \
		'The pass begins once sched_ext is enabled, not after two seconds'
else
	skip 'no unshare, or not allowed' 'Rows after a scheduler was thrown out do not count as measured under it'
	skip 'no unshare, or not allowed' 'The pass begins once sched_ext is enabled, not after two seconds'
fi
end
