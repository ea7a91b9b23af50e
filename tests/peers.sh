#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# peers.sh - interbench's figures beside those of the tools that people use for the same
# thing: the ratio of ours to theirs, the median of some pairs, the least and the greatest.
#
#   wakeup    mean wakeup latency, on an idle machine and beside the same Burn, FIFO and not:
#             Custom against cyclictest (rt-tests) and stress-ng --cyclic, at the same time
#   hack      messages per second: Hack against hackbench (rt-tests), by turns
#   burn      CPU seconds per second: Burn against sysbench cpu, by turns and at once
#   lock      locks per second: Lock against sysbench mutex, by turns
#   pipe      operations per second: Pipe against perf bench sched pipe, by turns, one CPU
#
# "sh tests/peers.sh" takes some ten minutes; "sh tests/peers.sh hack pipe" only these.
# Nothing else should run meanwhile. A peer that is not there is skipped. PAIRS and SECS
# make it shorter; INTERBENCH is the program to be measured. A ratio off 1 by more than a
# fifth is named "off": the manual and its authors owe a reason for it.

# shellcheck disable=SC2317 # turns calls them by name
pairs=${PAIRS:-7}
. tests/bench-lib.sh

have()
{
	command -v "$1" >/dev/null || ! skipped "$item" "no $1"
}

# ratio_report NAME LAST: of ours to theirs (file means), what was printed last
ratio_report()
{
	# shellcheck disable=SC2046 # words
	set -- "$1" "$2" $(ratios)
	operator='>=' bound=0.8
	[ -z "$3" ] || awk "BEGIN { exit !($3 < 1) }" || operator='<=' bound=1.2
	report "$1" "$3" "$operator" "$bound" "$4 to $5; the last: $2"
}

# turns NAME UNIT: functions NAME_ours and NAME_theirs, which print a number, alternating
turns()
{
	: >means
	trouble=''
	i=0
	while [ "$i" -lt "$pairs" ]; do
		theirs=$("${1}_theirs") ours=$("${1}_ours")
		[ -n "$ours" ] && [ -n "$theirs" ] && echo "$ours $theirs" >>means
		i=$((i + 1))
	done
	ratio_report "$1" "$ours and $theirs $2"
}

# Be a peer as a usual shell would have started it: we are SCHED_FIFO.
fair()
{
	# shellcheck disable=SC2086 # words
	$on timeout -k 5 120 chrt -o 0 "$@"
}

# What a load does per second, alone.
alone()
{
	# shellcheck disable=SC2086 # words
	start 120 50000 $on "$interbench" -c -q -t "$secs" --load-only -w "$@" >out 2>err &
	wait $!
	awk -v load="$1" '$1 == load { print $2 }' out
}

#
# wakeup
#

bench_wakeup()
{
	have cyclictest || return
	if ! [ "$fifo" ]; then		# cyclictest wants it whatever the policy
		skipped wakeup 'no SCHED_FIFO'
		return
	fi
	for row in None Burn; do
		# 10 us of work, since a peer has none: what a fair task has had makes it wait
		# (EEVDF's lag; beside Burn 1.2 times the peer's, 2.2 with 100 us, 4.9 with 1 ms)
		set -- cyclictest --laptop -q -N -t1 -i 1000 -D "$secs"
		pairs "$row, FIFO" '-r -C 1 -I 1000' 1000 "$row" 50000 "$@" -p 49
		pairs "$row, FIFO 2" '-r --rtprio 2 -C 1 -I 1000' 1000 "$row" 50000 "$@" -p 0
		pairs "$row, other" '-C 1 -I 1000' 1000000 "$row" 1 "$@" --policy=other
		have stress-ng || continue
		set -- stress-ng --cyclic 1 --cyclic-policy fifo --cyclic-prio 49 \
			--cyclic-sleep 1000000 --cyclic-samples 100000 -t "$secs"
		pairs "$row, stress-ng" '-r -C 1 -I 1000' 1000 "$row" 50000 "$@"
	done
}

#
# hack, burn, lock, pipe
#

hack_theirs()
{
	fair hackbench -g "$cpus" -l "$loops" -s 100 2>/dev/null |
		awk -v n=$((cpus * 400 * loops)) '/^Time:/ { printf "%.0f\n", n / $2 }'
}

hack_ours()
{
	alone Hack -L "$cpus"
}

bench_hack()
{
	have hackbench || return
	loops=1000
	loops=$(hack_theirs | awk -v g="$cpus" -v s="$secs" '{ printf "%.0f\n", $1 * s / 400 / g }')
	turns hack 'messages/s'
}

# The CPU that sysbench takes, of /proc/self/stat's children: seconds per second.
burn_theirs()
{
	(
		begin=$(uptime_s)
		fair sysbench cpu --threads="$cpus" --time="$secs" run >/dev/null
		end=$(uptime_s)
		times >used		# not into a pipe: that would be another process's
		awk -v s="$(calc '"%.2f"', "$end - $begin")" '
			NR == 2 {
				for (i = 1; i <= 2; i++) {
					split($i, t, /[ms]/)
					cpu += 60 * t[1] + t[2]
				}
				printf "%.3f\n", cpu / s
			}' used
	)
}

burn_ours()
{
	alone Burn -L "$cpus"
}

bench_burn()
{
	have sysbench || return
	turns burn 'CPU s/s'
}

# Its loops turn outside of the lock, ours inside: with 16 locks that hardly matters.
lock_theirs()
{
	fair sysbench mutex --threads="$cpus" --mutex-num=16 --mutex-locks="$locks" \
		--mutex-loops=1000 run | awk -v n=$((cpus * locks)) '
		/total time:/ { printf "%.0f\n", n / $3 }'
}

lock_ours()
{
	alone Lock -L "$cpus"
}

bench_lock()
{
	have sysbench || return
	locks=6000000
	turns lock 'locks/s'
}

pipe_theirs()
{
	fair perf bench sched pipe -l "$ops" 2>/dev/null | sed -n 's, *\(.*\) ops/sec,\1,p'
}

pipe_ours()
{
	# shellcheck disable=SC2086 # words
	start 120 50000 $on "$interbench" -c -q -v -T -t "$secs" -W Pipe -w None >out 2>err &
	wait $!
	awk '/ops/ { for (i = 2; i <= NF; i++) if ($i ~ /^ops/) column = i }
		column && $1 == "None" && $3 != "+/-" { print $column; exit }' out
}

bench_pipe()
{
	have perf || return
	on="taskset -c $(taskset -cp $$ | sed 's/.*[^0-9]//')"	# the last that we may use
	ops=20000
	ops=$(pipe_theirs | awk -v s="$secs" '{ printf "%.0f\n", $1 * s }')
	turns pipe ops/s
	on=''
}

[ $# -gt 0 ] || set -- wakeup hack burn lock pipe
cpus=$(nproc)
row ratio value bound '' remark
for item; do
	case $item in
	wakeup) bench_wakeup ;;
	hack) bench_hack ;;
	burn) bench_burn ;;
	lock) bench_lock ;;
	pipe) bench_pipe ;;
	*) die "no item $item" ;;
	esac
done
exit "$status"
