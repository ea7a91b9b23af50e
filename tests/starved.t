# SPDX-License-Identifier: GPL-2.0-or-later
# Wakeup, Pipe and Hog where they do not get to run: what is known of it is in their rows.
. tests/lib.sh

# starved: stopped in the window, and never continued, or after a second
main="$double"		# has shorter limits
max() {
	awk '$1 == "None" && $3 == "+/-" && !n++ { print int($5) }' "$tmp/out"
}

for name in Wakeup Pipe Hog; do
	begin -t 4 -W $name	# so long for a shell that wakes late
	sleep 1.5		# 0.5 s of the window, before it is killed
	kill -STOP -"$task"
	wait $pid
	is "$?,$(grep -c '^! killed in a stall (max is since it was due) in None' "$tmp/out")" 0,1 \
		"The row of $name gets a remark if it is stopped for good"
	[ "$(max)" -ge 1500 ] && [ "$(max)" -le 7000 ]
	ok $? "The maximum of $name counts from when it was due if it is stopped for good"
	gone "$name stopped"
done
# that is more than half of the time, with what it was waited for at the end
awk '$1 == "None" { n++; cpu = $6 } END { exit n != 1 || cpu > 70 }' "$tmp/out"
ok $? 'The stall of Hog is CPU that it lost'
for name in Hog Pipe Wakeup; do
	begin -t 4 -v -L 40 -W $name
	sleep 1.5
	kill -STOP -"$task"
	sleep 1
	kill -CONT -"$task"
	wait $pid
	[ "$(max)" -ge 900 ] || [ $name = Wakeup ]
	ok $? "The maximum of $name is a second if it is stopped as long"
done
[ "$(max)" -ge 900 ] ||
	grep -Eq '^! the waker itself was late by up to (9|1[0-9])[0-9][0-9] ms in None' "$tmp/out"
ok $? 'Wakeup stopped for a second shows it in the maximum or in a remark on the waker'
# one period may be longer than all that is waited for
run_rows -T -c -t 100ms -C 1 -I 8000000 -W Custom -w None
like out '^None .*\+/-' 'Custom is measured if its period is 80 times the time'
unlike out '^!.* stalled' 'A period of Custom that is longer than the time is no stall'
gone starved
end
