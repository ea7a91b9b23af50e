# SPDX-License-Identifier: GPL-2.0-or-later
# What no scheduler does: everything stands still, or the task alone without waiting for a CPU.
. tests/lib.sh

still='^! everything stood still for at least'
nowait='^! not waiting for a CPU \(host, firmware\?\) at least'

# stop_for SECONDS PID...
stop_for() {
	seconds=$1
	shift
	kill -STOP "$@"
	sleep "$seconds"
	kill -CONT "$@"
}

# 1.5 s of 5 are more than the tenth of the window that voids a row
begin -t 5 -v -W Audio
sleep 2
# shellcheck disable=SC2046 # numbers
stop_for 1.5 $(survivors)
wait $pid
is "$?" 3 'A row in which everything stood still for long ends the run with status 3'
like out '^None      everything stood still for (1\.[2-9]|[2-3]\.[0-9]) of 5\.0 s$' \
	'A row in which everything stood still for 1.5 of 5 s is void, and says so'
unlike out "$nowait" 'A row that is void since everything stood still gets no remark on its latency'

# 0.6 s of 12 are not
begin -t 12 -W Audio
sleep 2
# shellcheck disable=SC2046 # numbers
stop_for 0.6 $(survivors)
wait $pid
is "$?" 0 'A row in which everything stood still for a short time is not void'
like out "$still (0\.[4-9][0-9]*|1\.[01][0-9]*) s in None" 'A row in which everything stood still for 0.6 s gets a remark'
unlike out "$nowait" 'A standstill of everything is not said twice'

# the task alone: nobody kept it from a CPU, and the parent went on
begin -t 8 -v -W Audio
sleep 2
stop_for 3 "$task"
wait $pid
is "$?" 0 'A row whose task alone was stopped is not void'
# what it waited all in all, and what two CPUs were stolen, may have been in the stop
if awk '$2 == "rqwait%" || $6 == "steal" { getline; pct += $2 == "-" ? 0 : n++ ? 2 * $6 : $2 } END {
	exit n != 2 || pct > 15 }' "$tmp/out"; then
	like out "$nowait (1[5-9]|2[0-9]|30)[0-9][0-9] ms in None" \
		'A row whose task alone was stopped gets a remark with more than half of the 3 s'
else
	skip 'a busy machine' 'A row whose task alone was stopped gets a remark with more than half of the 3 s'
fi
unlike out "$still" 'A stop of the task alone is no standstill of everything'

# the parent alone: the row is as good as ever
begin -t 5 -W Audio
sleep 2
stop_for 1.5 "$pid"
wait $pid
unlike out "$still" 'A stop of the parent alone is no standstill of everything'

# without a task there is nobody else that could be late
start -T -c -t 2 --load-only -L 1 -w Burn
wait_for left 2
sleep 2
# shellcheck disable=SC2046 # numbers
stop_for 0.6 $(survivors)
wait $pid
is "$?" 3 'A standstill of a quarter of the time under --load-only ends the run with status 3'
like out '^Burn      everything stood still for (0\.[4-9]|1\.[0-3]) of 2\.0 s$' \
	'A row of --load-only in which everything stood still is void, and says so'

# a freezer of cgroup v1 or v2
frozen() {
	if [ -e "$group/freezer.state" ]; then
		[ "$1" = 1 ] && echo FROZEN >"$group/freezer.state" || echo THAWED >"$group/freezer.state"
	else
		echo "$1" >"$group/cgroup.freeze"
	fi
}
group=
for root in /sys/fs/cgroup/freezer /sys/fs/cgroup; do
	mkdir "$root/still-$$" 2>/dev/null || continue
	[ -e "$root/still-$$/freezer.state" ] || [ -e "$root/still-$$/cgroup.freeze" ] &&
		group=$root/still-$$ && break
	rmdir "$root/still-$$"
done
if [ "$group" ]; then
	begin -t 5 -W Audio
	for one in $(survivors); do
		echo "$one" >"$group/cgroup.procs"
	done
	sleep 2
	frozen 1
	sleep 1.5
	frozen 0
	wait $pid
	is "$?,$(grep -Ec '^None      everything stood still for (1\.[2-9]|[2-3]\.[0-9]) of 5\.0 s$' "$tmp/out")" 3,1 \
		'A row whose processes a freezer stopped for 1.5 of 5 s is void'
	rmdir "$group"
else
	skip 'no freezer' 'A row whose processes a freezer stopped for 1.5 of 5 s is void'
fi

# One CPU that somebody else has for 0.8 s at a time: task and parent are late because they
# have to wait for it, and their waits on the run queue say so.
cpu=$(taskset -cp $$ 2>/dev/null | sed 's/.*[^0-9]//')
if [ "$cpu" ] && chrt -f 10 true 2>/dev/null; then
	main="$(command -v taskset) -c $cpu $ib"
	begin -t 6 -W Audio
	sleep 2
	for _ in 1 2; do
		timeout 0.8 taskset -c "$cpu" chrt -f 10 sh -c 'while :; do :; done'
		sleep 0.5
	done
	wait $pid
	awk '$1 == "None" && $3 == "+/-" { n += $5 >= 500 } END { exit n != 1 }' "$tmp/out"
	ok $? 'A CPU that is taken away for 0.8 s makes the task as late'
	unlike out "$still|$nowait" 'A CPU that is taken away from task and parent is no standstill'
else
	skip 'no SCHED_FIFO' 'A CPU that is taken away from task and parent is no standstill'
fi
gone still
end
