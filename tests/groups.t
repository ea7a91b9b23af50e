# SPDX-License-Identifier: GPL-2.0-or-later
# Task and load in control groups: where they are, what is refused, what is left.
# shellcheck disable=SC2016,SC2086,SC2154 # commands are for the shell that runs them; words
. tests/lib.sh

short='-T -c -t 10ms -W Audio -w Burn -L 1'

# misused WHY ARG...: an error of usage, in one line
misused() {
	why=$1
	shift
	run $short "$@"
	is "$rc,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out")" 2,1,0 "These arguments are an error: $(echo "$*" | tr '\n' '|')"
	like err "$why" "The message says what is wrong with: $(echo "$*" | tr '\n' '|')"
}
misused 'the path of a control group is wanted' --cgroup user.slice
misused 'the path of a control group is wanted' --load-cgroup /a/../b
misused 'the path of a control group is wanted' --cgroup '/a
b'
misused 'a whole number from 1 to 10000' --weight 0
misused 'a whole number from 1 to 10000' --load-weight 10001
misused 'excludes --cgroup' --cgroup / --load-weight 200
misused 'load-only has no task' --load-only --weight 200

# The hierarchy with the cpu controller, and our group in it
own=$(sed -n 's/^[0-9]*:\([^:]*,\)*cpu\(,[^:]*\)*://p' /proc/self/cgroup)
version=1
mount=$(awk '$(NF - 2) == "cgroup" && $NF ~ /(^|,)cpu(,|$)/ && $4 == "/" { print $5; exit }' /proc/self/mountinfo)
shares=cpu.shares factor=1024
if [ -z "$own" ]; then
	own=$(sed -n 's/^0:://p' /proc/self/cgroup)
	version=2
	mount=$(awk '$(NF - 2) == "cgroup2" && $4 == "/" { print $5; exit }' /proc/self/mountinfo)
	shares=cpu.weight factor=100
fi
probe=$mount/test-$$
if [ -z "$mount" ] || ! mkdir "$probe" 2>/dev/null || ! [ -e "$probe/$shares" ]; then
	rmdir "$probe" 2>/dev/null
	skip 'no control groups with the cpu controller that we may make' 'Roles are put into groups'
	end
	exit
fi
rmdir "$probe"
# ours, which end with us; a blank is allowed in a name
a="/test $$ a" b=/test-$$-b
# shellcheck disable=SC2317 # a trap calls it
clean_up() {
	for dir in "$mount$a" "$mount$b"; do
		# shellcheck disable=SC2046 # pids
		kill -KILL $(cat "$dir/cgroup.procs") $(cat "$dir/u/cgroup.procs")
		sleep 0.1
		rmdir "$dir/u" "$dir"
	done
	rmdir "$freezer"
	rm -rf "$tmp"
} 2>/dev/null
trap clean_up EXIT
freezer=/sys/fs/cgroup/freezer/test-$$
mkdir "$mount$a" "$mount$b"

# group PID: where it is in that hierarchy
group() {
	case $version in
	1) sed -n 's/^[0-9]*:\([^:]*,\)*cpu\(,[^:]*\)*://p' "/proc/$1/cgroup" ;;
	2) sed -n 's/^0:://p' "/proc/$1/cgroup" ;;
	esac
}

# roles: the programs that run for $pid, but for itself and the one that removes groups
roles() {
	for p in $(survivors); do
		read -r comm <"/proc/$p/comm" || continue
		[ "$p" = "$pid" ] || [ "$comm" = groups ] || echo "$p"
	done 2>/dev/null
}
both() { [ "$(roles | wc -l)" -ge "${1:-2}" ]; }
finish() {
	kill -TERM "$pid"
	wait "$pid" 2>/dev/null
}
none_left() { [ -z "$(groups "$pid")" ]; }
# emptied NAME: no group is left, soon, and no process
emptied() {
	wait_for none_left
	is "$(groups "$pid")" '' "No group is left ($1)"
	gone "$1"
}

# where they are, by what the kernel says from outside
start -T -c -t 60 -L 1 -W Audio -w Hack --weight 300
wait_for both 42
roles | xargs kill -STOP		# they would take the CPUs while they are looked at
for p in $(roles); do
	group "$p"
done | sed 's,.*/interbench-[0-9]*-[0-9a-f]*/,,' | sort | uniq -c | awk '{ print $1, $2 }' >"$tmp/seen"
is "$(tr '\n' ' ' <"$tmp/seen")" '41 load 1 task ' 'The task is in its group, and all 41 processes of Hack are in the other one'
made=$(groups "$pid" | sed "s,^$mount,,")
is "${made%/*}" "${own%/}" 'Both groups are below our own'
is "$(cat "$mount$made/task/$shares") $(cat "$mount$made/load/$shares")" "$((3 * factor)) $factor" \
	'The groups have the weights that were asked for, and 100'
finish
like out '^Task: cgroup of its own, weight 300$' 'The header has the weight of the task'
like out '^Load: cgroup of its own, weight 100$' 'The header has the weight of the load'
unlike out '^Cgroup: .*interbench' 'The header does not have the path of a group that is ours'
emptied 'weights'
start -T -c -t 10 -L 1 -W Audio -w Burn --cgroup "$a" --load-cgroup "$b" -B 5
wait_for both
for p in $(roles); do
	group "$p"
done | sort >"$tmp/seen"
is "$(cat "$tmp/seen")" "$(printf '%s\n%s\n' "$a" "$b" | sort)" 'Task and load are in the groups that are named'
finish
like out "^Task: cgroup $a, weight 100\$" 'The header has the group of the task, and its weight'
like out "^Load: cgroup $b, weight 100\$" 'The header has the group of the load'
gone 'named groups'
is "$(cat "$mount$a/cgroup.procs" "$mount$b/cgroup.procs")" '' 'No process is left in groups that are named'

# what they have of one CPU: of the two, since others run as well
# share WANTED ARG...: what Hog had, in per cent of what it and Burn had
share() {
	wanted=$1
	shift
	if sanitized; then		# a look at leaks, not at shares
		run -T -c -v -t 100ms -u -L 1 -W Hog -w Burn "$@"
		skip 'sanitized' "Of what Hog and Burn have, Hog has $wanted % with $*"
		return
	fi
	for try in 1 2 3; do
		run -T -c -v -t 1 -u -L 1 -W Hog -w Burn "$@"
		had=$(awk '$1 == "Burn" && $3 == "+/-" { hog = $6 / 100 }
			$1 == "Burn" && $3 == "CPU" { burn = $2 }
			END { printf "%.1f", 100 * hog / (hog + burn) }' "$tmp/out")
		awk "BEGIN { exit !($had > $wanted - 5 && $had < $wanted + 5) }" && break
	done
	[ "$rc" = 0 ] && awk "BEGIN { exit !($had > $wanted - 5 && $had < $wanted + 5) }"
	ok $? "Of what Hog and Burn have, Hog has $wanted % with $*: $had % (try $try)"
}
share 75 --weight 300
share 9.1 --load-weight 1000
share 50 --cgroup "$a" --load-cgroup "$b"
[ "$(grep -c '^Load     t:throttle' "$tmp/out")" = 1 ] && ! grep -v ' nice ' "$tmp/out" | grep -Eq '.{81}'
ok $? '-v has a table about the groups, of 80 columns at most'

# each setting has its own, whichever was tried last: 90 and 10 per cent
for try in 1 2 3; do	# of a CPU that others have, too, nothing may be left in 300 ms
	run -T -c -t 300ms -u -L 1 -W Hog -w Burn -j out.json --seed 1 --setting 'a:--weight 900' --setting 'b:--load-weight 900'
	awk '/^Comment: / { name = $2 }
		$1 == "Burn" && $3 == "+/-" && !(name in had) { had[name] = $6 }
		END { exit !(had["a"] > 2 * had["b"]) }' "$tmp/out"
	in_force=$?
	[ $in_force = 0 ] && break
done
is "$(grep -Ec '^(Task|Load): cgroup of its own, weight (100|900), CPU' "$tmp/out")" 4 'The header of each setting has its weights'
ok $in_force "The weights of a setting are in force in its pass (try $try)"
rm -f out.json

# a quota on one of them
if [ $version = 1 ]; then
	echo 10000 >"$mount$a/cpu.cfs_quota_us"
else
	echo '10000 100000' >"$mount$a/cpu.max"
fi
run -T -c -v -t 1 -W Hog -w Burn -L 1 --cgroup "$a" -j out.json
like out '^! throttled by a cgroup for [0-9.]+ ms in Burn$' 'A remark tells of the quota of the group of the task'
awk '$1 == "Load" { groups = $2 == "t:throttle" }
	groups && $1 == "Burn" { exit !($2 > 0 && $6 == "-") }' "$tmp/out"
ok $? '-v has the time that the group of the task was throttled, and nothing of the load, which has none'
if command -v jq >/dev/null; then
	jq -e '.rows[0] | .task_group.throttled_ms > 0 and (has("load_group") | not)' out.json >/dev/null
	ok $? 'JSON has the time that the group of the task was throttled'
	is "$(jq -r .settings.task out.json)" "cgroup $a, weight 100" 'JSON has the group of the task'
else
	skip 'no jq' 'JSON has the time that the group of the task was throttled'
fi
rm -f out.json

# Refused: one line, and nothing is measured.
refused() {
	why=$1
	shift
	run $short "$@"
	is "$rc,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out")" 1,1,0 "Nothing is measured with: $*"
	like err "$why" "The message says why not: $*"
}
refused 'cgroup /test-no: No such file or directory' --cgroup /test-no
if [ "$(cat "$mount$b/cpu.rt_runtime_us" 2>/dev/null)" = 0 ]; then
	refused 'no real time budget \(cpu.rt_runtime_us\)' -r --weight 200
	refused 'no real time budget \(cpu.rt_runtime_us\)' -r --cgroup "$b"
else
	skip 'groups need no real time budget' 'Real time is refused in a group without a budget'
fi
# in_ns WHAT WHY: what the mounts are like, in a namespace of their own
in_ns() {
	unshare -m sh -c "$1"' || exit 99; shift; exec "$@"' sh "$mount" "$ib" -T -c -t 10ms -W Audio -w Burn --weight 200 \
		>"$tmp/out" 2>"$tmp/err" </dev/null
	is "$?,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out")" 1,1,0 "Nothing is measured after: $1"
	like err "$2" "The message says why not after: $1"
}
if unshare -m true 2>/dev/null; then
	in_ns 'for m in $(awk "/cgroup/ { print \$5 }" /proc/self/mountinfo | sort -r); do umount -l "$m"; done' \
		'no hierarchy with the cpu controller is mounted here'
	[ $version = 2 ] || in_ns 'umount "$1"' 'no hierarchy with the cpu controller is mounted here'
	in_ns 'mount -o remount,bind,ro "$1"' 'mkdir .*: Read-only file system'
else
	skip 'no unshare' 'What is mounted decides'
fi

# Another user may do nothing, but in a group that is his, as systemd makes it.
user=$mount$b/u
mkdir "$user"
[ $version = 1 ] || echo +cpu >"$mount$b/cgroup.subtree_control"
# as_user DIR: begins there
as_user() {
	sh -c 'echo 0 >"$1/cgroup.procs"; shift; exec "$@"' sh "$1" "$tool" --user "$ib" $short --weight 200 \
		>"$tmp/out" 2>"$tmp/err" </dev/null
	rc=$?
}
# not_user WHY WHAT
not_user() {
	as_user "$user"
	is "$rc,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out")" 1,1,0 "Nothing is measured $2"
	like err "$1" "The message says why not $2"
}
denied='mkdir .*: Permission denied .root may, or whom the group is delegated to.'
[ $version = 1 ] && denied=$denied'$' || denied=$denied'; this may allow it: systemd-run .*$'
not_user "$denied" 'without rights'
chown -R 65533 "$user"
as_user "$user"
is "$rc,$(grep -c '^Burn .*+/-' "$tmp/out")" 0,1 'A user makes groups in one that is his'
wait_for none
is "$(find "$user" -mindepth 1 -type d)" '' 'No group is left of a user'
is "$(cat "$user/cgroup.procs")" '' 'No process is left of a user'
if [ $version = 2 ]; then
	is "$(cat "$user/cgroup.subtree_control")" '' 'The group of a user hands down no more than before'
	echo 0 >"$user/cgroup.max.descendants"
	not_user 'mkdir .* \(cgroup.max.depth or .descendants\).*Delegate=yes' 'beyond the limit of groups'
	echo max >"$user/cgroup.max.descendants"
	sleep 60 &
	echo $! >"$user/cgroup.procs"
	not_user 'holds other processes beside us' 'with other processes in the group'
	kill $!
	wait $! 2>/dev/null
	echo threaded >"$user/cgroup.type"
	not_user 'threaded' 'in a threaded group'
	rmdir "$user"
	echo -cpu >"$mount$b/cgroup.subtree_control"
	mkdir "$user"
	chown -R 65533 "$user"
	not_user 'has no cpu controller' 'without a controller'
	echo 1 >"$mount$b/cgroup.freeze"
	refused 'is frozen' --load-cgroup "$b"
	echo 0 >"$mount$b/cgroup.freeze"
	if echo +pids >"$mount/cgroup.subtree_control" && echo 5 >"$mount$b/pids.max"; then
		run -T -c -t 10ms -W Audio -w Burn -L 9 --load-cgroup "$b"
		like out '^Burn +skipped: 9 threads or processes wanted, [0-4] possible$' 'A limit of processes costs the row'
		echo max >"$mount$b/pids.max"
	fi
else
	skip 'not v2' 'A group that is frozen, threaded or has limits is refused'
fi 2>/dev/null
rmdir "$user"

# A group that goes away costs the rows that need it.
start -T -c -t 300ms -L 1 -W Audio -w None -w Burn --load-cgroup "$b"
wait_for grep -q '^Load    Latency' "$tmp/out"
rmdir "$mount$b"
wait "$pid"
is "$?" 3 'A run whose group goes away ends with status 3'
like out '^None .*\+/-' 'The row that does not need it is measured'
like out '^Burn +skipped: cgroup not joined: No such file or directory \(' 'The row that needs it says that it is not there'
mkdir "$mount$b"

# What a command makes below its group goes with it, and so do those that leave their session.
cat >"$tmp/nest" <<EOF
d=\$(sed -n 's/^[0-9]*:\([^:]*,\)*cpu\(,[^:]*\)*://p; s/^0::\(.*interbench.*\)/\1/p' /proc/self/cgroup)
mkdir -p "$mount\$d/x/y"
setsid sh -c 'echo 0 >"\$1"; echo >"$tmp/nested"; exec "$tool" --nap' sh "$mount\$d/x/y/cgroup.procs"
EOF
start -T -c -t 10 -W Audio -w Command -e "sh $tmp/nest" --weight 200
wait_for test -e "$tmp/nested"
is "$(groups "$pid" | xargs -I% find % -mindepth 1 -type d | wc -l)" 4 'A command makes groups below its own'
kill -KILL "$pid"
wait "$pid" 2>/dev/null
emptied 'a command makes groups'

# after every end
for signal in INT:130 TERM:143 HUP:129 KILL:137; do
	start -T -c -t 10 -L 1 -W Audio -w Burn --load-weight 20
	wait_for both
	kill -"${signal%:*}" "$pid"
	{ wait "$pid"; } 2>/dev/null
	is "$?" "${signal#*:}" "SIG${signal%:*} ends a run with groups with that status"
	[ "${signal%:*}" = KILL ] || is "$(groups "$pid")" '' "No group is left as soon as SIG${signal%:*} has ended the run"
	emptied "SIG${signal%:*}"
done
start -T -c -t 10 -L 1 -W Audio -w Burn --load-weight 20
wait_for both
remover=$(for p in $(survivors); do grep -lx groups "/proc/$p/comm"; done | cut -d / -f 3)
kill -KILL "$remover"
kill -INT "$pid"
wait "$pid"
is "$?,$(groups "$pid")" 130, 'Without the process that removes them we remove groups ourselves'
gone 'a remover killed'
# two at a time
start -T -c -t 1 -L 1 -W Audio -w Burn --load-weight 20
first=$pid
"$ib" -T -c -t 1 -L 1 -W Audio -w Burn --weight 20 >"$tmp/second" 2>&1 &
pid=$!
seen() { [ "$(groups "$first")" ] && [ "$(groups "$pid")" ]; }
wait_for seen
ok $? 'Two runs at a time have groups of their own'
wait "$first" && wait "$pid"
is "$?,$(groups "$first")$(groups "$pid")" 0, 'Two runs at a time leave no groups'
# a load that cannot be killed as long as it is frozen
if mkdir "$freezer" 2>/dev/null; then
	start -T -c -t 10 -L 1 -W Audio -w Burn --load-weight 20
	wait_for both
	for p in $(roles); do
		case $(group "$p") in */load) echo "$p" >"$freezer/cgroup.procs" ;; esac
	done
	echo FROZEN >"$freezer/freezer.state"
	kill -KILL "$pid"
	wait "$pid" 2>/dev/null
	sleep 0.5
	is "$(groups "$pid" | wc -l)" 1 'A group stays as long as its load cannot be killed'
	echo THAWED >"$freezer/freezer.state"
	emptied 'a load that could not be killed'
else
	skip 'no freezer' 'A group stays as long as its load cannot be killed'
fi
gone groups
end
