# SPDX-License-Identifier: GPL-2.0-or-later
# What bench and peers share, read by ". tests/lab/bench-lib.sh" in the project's root:
# starting interbench and others beside it, and the table. Who reads it is in a
# directory of its own from then on, which ends with it, and above all others
# (SCHED_FIFO) if it may.

# shellcheck disable=SC2034 # used by who reads this
LC_ALL=C
export LC_ALL
pairs=${PAIRS:-8}			# of interbench and a peer, for a median
secs=${SECS:-5}				# of a window
root=$(pwd)
interbench=${INTERBENCH:-$root/interbench}
status=0
work=''					# directory
job=''					# interbench
on=''					# what starts it: taskset
beside=''				# what runs beside it
napper=''
fifo=''					# "yes": we may be SCHED_FIFO

#
# Starting, waiting and cleaning up
#

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# shellcheck disable=SC2317 # a trap calls it
clean_up()
{
	trap '' HUP INT QUIT PIPE TERM
	# timeout passes the signal on, and kills whoever does not obey
	for p in $job $beside $napper; do
		kill "$p" && wait "$p"
	done 2>/dev/null
	cd / && rm -rf "$work"
}

# Unlike sleep itself, this does not keep a signal waiting.
nap()
{
	sleep "$1" &
	napper=$!
	wait "$napper"
	napper=''
}

uptime_s()
{
	read -r up _ </proc/uptime
	echo "$up"
}

# The children of a process in the order of their birth.
children()
{
	cat "/proc/$1/task/$1/children" 2>/dev/null
}

# start LIMIT SLACK COMMAND... &: be a program as a usual shell would have started it. We
# are SCHED_FIFO and so have no timer slack, and both would be inherited. The slack (ns) is
# set before timeout forks, since that makes it the default of its child, to which a thread
# returns that was SCHED_FIFO for a while (as cyclictest's). --foreground: else timeout
# would pass on each signal twice, and the second one ends interbench without order.
start()
{
	# shellcheck disable=SC2016 # expanded by that shell
	exec chrt -o 0 sh -c '
		echo "$2" >/proc/$$/timerslack_ns
		limit=$1
		shift 2
		exec timeout --foreground -k 5 "$limit" "$@"
	' start "$@"
}

# measure OPTION...: start interbench in the background, under timeout ($job), as $pid.
measure()
{
	# shellcheck disable=SC2086 # words
	start 120 50000 $on "$interbench" -c -q "$@" >out 2>err &
	job=$!
	pid='' load='' task='' trouble=''
	while [ -z "$pid" ] && kill -0 "$job" 2>/dev/null; do
		sleep 0.01
		pid=$(children "$job")
		pid=${pid%% *}
	done
}

# Wait for interbench to end. If it has failed, or left something behind: $trouble.
finish()
{
	wait "$job" || trouble="interbench: exit $?, $(cat err out | tail -n 1)"
	job=''
	if [ -n "$load" ] && kill -0 -"$load" 2>/dev/null; then
		trouble="$trouble processes of the load are left"
	fi
}

# Wait for the pairing: the load's process, and the task's, which is started when the
# load is set up and told to go at once. Trials of the scheduler come one by one before.
pairing()
{
	while [ -z "$task" ] && kill -0 "$job" 2>/dev/null; do
		sleep 0.02
		# shellcheck disable=SC2046 # words
		set -- $(children "$pid")
		if [ $# -ge 2 ]; then
			load=$1 task=$2
		fi
	done
}

# The window opens after a second to settle.
window_opens()
{
	pairing
	nap 1.2
}

# To be called after a look into the window: it is not over?
window_open()
{
	kill -0 "$task" 2>/dev/null || trouble='the window was over too soon'
}

#
# The table
#

row()
{
	printf '%-24s%10s  %-9s %-8s %s\n' "$@"
}

# report NAME VALUE OPERATOR BOUND REMARK: no value, no good.
report()
{
	verdict=off
	if [ "$trouble" ] || [ -z "$2" ]; then
		row "$1" - "$3 $4" off "${trouble:-no figure}"
		status=1
		return
	fi
	if awk "BEGIN { exit !($2 $3 $4) }"; then
		verdict=ok
	else
		status=1
	fi
	row "$1" "$2" "$3 $4" "$verdict" "$5"
}

skipped()
{
	row "$1" - - skipped "$2"
}

# A figure from numbers: calc 'FORMAT', EXPRESSION; nothing if there is none.
calc()
{
	awk "BEGIN { printf $* }" 2>/dev/null
}

#
# Pairs of interbench and a peer, at the same time
#

# The column of a row of interbench's table.
cell()
{
	awk -v load="$1" -v column="$2" '$1 == load && $3 == "+/-" { print $column }' out
}

# pair "INTERBENCH'S OPTIONS" NS LOAD SLACK PEER ARG...: the two means, in ns, beside the
# load, of which interbench prints this many ns as 1. Both measure the same seconds:
# interbench takes one before that to settle.
pair()
{
	options=$1 unit_ns=$2 beside_load=$3 slack=$4
	shift 4
	# shellcheck disable=SC2086 # words
	measure $options -t "$secs" -W Custom -w "$beside_load"
	nap 1
	start 120 "$slack" "$@" >peer 2>&1 &
	beside=$!
	wait "$beside"
	beside=''
	finish
	ours=$(cell "$beside_load" 2)
	theirs=$(sed -n 's/.*Avg: *\([0-9]*\).*/\1/p; s/.* mean: \([0-9.]*\) ns.*/\1/p' peer)
	[ -n "$ours" ] || trouble=${trouble:-"interbench: $(tail -n 1 out)"}
	[ -n "$theirs" ] || trouble=${trouble:-"$1: $(tail -n 1 peer)"}
	[ -n "$trouble" ] || echo "$(calc '"%.0f"', "$ours * $unit_ns") $theirs" >>means
}

# Of lines of two means: the median of their ratios, the least and the greatest.
ratios()
{
	awk '{ print $1 / $2 }' means | sort -n | awk '
		{ r[NR] = $1 }
		END {
			if (!NR)
				exit
			median = (r[int((NR + 1) / 2)] + r[int((NR + 2) / 2)]) / 2
			printf "%.2f %.2f %.2f\n", median, r[1], r[NR]
		}'
}

# pairs NAME, and what pair() takes; who reads this says by ratio_report() what is good
pairs()
{
	name=$1
	shift
	: >means
	trouble=''
	i=0
	while [ "$i" -lt "$pairs" ] && [ -z "$trouble" ]; do
		pair "$@"
		i=$((i + 1))
	done
	unit=us
	[ "$unit_ns" = 1000 ] || unit=ms
	ratio_report "$name" "$ours and $(calc '"%.3g"', "$theirs / $unit_ns") $unit"
}

[ -x "$interbench" ] || die "no $interbench: run make first"
[ -e "/proc/$$/task/$$/children" ] || die 'this kernel lacks CONFIG_PROC_CHILDREN'
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 131' QUIT
trap 'exit 141' PIPE
trap 'exit 143' TERM
work=$(mktemp -d "${TMPDIR:-/tmp}/interbench.XXXXXX") || exit 1
cd "$work" || exit 1

# Thousands of threads must not delay this script: it is above them all, and sleeps.
chrt -f -p 60 $$ >/dev/null 2>&1 && fifo=yes

