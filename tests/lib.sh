# SPDX-License-Identifier: GPL-2.0-or-later
# What the tests of whole runs share; read by ". tests/lib.sh" at the top.
# Prints TAP. Each file has a directory of its own to run in, $tmp/work, and
# copies of the programs, by which what they leave running is found.

# shellcheck disable=SC2012,SC2034,SC2119,SC2120
LC_ALL=C
export LC_ALL
top=$PWD
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
mkdir "$tmp/bin" "$tmp/work"
# make check makes them
cp "$top/interbench" "$top/tests/double" "$top/tests/tool" "$tmp/bin/" || exit 1
chmod 755 "$tmp" "$tmp/bin"
ib=$tmp/bin/interbench
double=$tmp/bin/double			# the program, with rows that die and hang
tool=$tmp/bin/tool			# --hear, --nap, --hop
main=$ib				# what start and begin start, in words
cd "$tmp/work" || exit 1
tests=0 failed=0

# ok STATUS NAME [GOT]: 0 is good. A failing test shows what it got: this text and what was
# printed last, in $tmp/out and $tmp/err.
ok() {
	tests=$((tests + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tests - $2"
		return
	fi
	failed=1
	echo "not ok $tests - $2"
	[ -z "${3-}" ] || printf '%s\n' "$3" | sed 's/^/# /'
	for stream in out err; do
		[ ! -f "$tmp/$stream" ] || tail -n 15 "$tmp/$stream" | sed "s/^/# $stream: /"
	done
}

# is GOT WANTED NAME
is() {
	[ "$1" = "$2" ]
	ok $? "$3" "got    \"$1\"
wanted \"$2\""
}

# like FILE REGEX NAME: some line of $tmp/FILE matches (extended regular expression).
like() {
	grep -Eqs -e "$2" "$tmp/$1"
	ok $? "$3" "wanted in $1: $2"
}

# unlike FILE REGEX NAME: no line does, and there is that file.
unlike() {
	lines=$(grep -E -e "$2" "$tmp/$1" 2>&1)
	[ $? -eq 1 ]
	ok $? "$3" "unwanted in $1: $2
$lines"
}

# skip REASON NAME
skip() {
	ok 0 "$2 # SKIP $1"
}

# plain_titles NAME: else skips; under nice, as on a build machine, each title says so
plain_titles() {
	[ "$(nice)" = 0 ] || ! skip "at nice $(nice)" "$1"
}

# run ARG...: the program, to its end; leaves $rc, $tmp/out and $tmp/err.
run() {
	timeout -k 5 60 "$ib" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	rc=$?
}

# run_rows ARG...: the same with the rows that die and hang.
run_rows() {
	timeout -k 5 60 "$double" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	rc=$?
}

# start ARG...: the program in the background, as from a terminal; leaves $pid.
start() {
	rm -f "$tmp/out" "$tmp/err"	# a wait is not to find what an earlier run said
	# shellcheck disable=SC2086
	"$tool" --hear $main "$@" >"$tmp/out" 2>"$tmp/err" </dev/null &
	pid=$!
}

# sanitized: by ASan, which locks no memory, and takes as much as there is.
sanitized() {
	grep -q __asan_init "$ib"
}

# survivors [DIR/]: processes of these programs that are alive (a zombie has no exe).
survivors() {
	ls -l /proc/[0-9]*/exe 2>/dev/null |
		sed -n "s,.*/proc/\([0-9]*\)/exe -> $tmp/bin/${1-}.*,\1,p"
}

# groups PID: the control groups that the run of this process has made and not removed
groups() {
	find /sys/fs/cgroup -type d -name "interbench-$1-*" 2>/dev/null
}

# wait_for COMMAND...: until it succeeds; gives up after 20 s.
wait_for() {
	n=0
	until "$@" >/dev/null 2>&1; do
		n=$((n + 1))
		[ $n -lt 400 ] || return 1
		sleep 0.05
	done
}

none() {
	[ -z "$(survivors "$@")" ]
}

# gone NAME: nothing of ours runs, soon, and the directory is as empty as it was.
gone() {
	wait_for none
	is "$(survivors)" "" "No process is left ($1)"
	is "$(find . -mindepth 1 ! -name keep)" "" "No file is left ($1)"
}

# begin ARG...: a run of one row without a load, until its task is there; leaves $task. The
# window begins about a second later.
task() {
	task=$(tr -d ' ' <"/proc/$pid/task/$pid/children") && [ "$task" ]
}

begin() {
	start -T -c "$@" -w None
	wait_for grep -q '^Load    Latency' "$tmp/out"
	wait_for task
}

# left N: so many processes run, or more.
left() {
	[ "$(survivors | wc -l)" -ge "$1" ]
}

# work LOAD: what it achieved per second, of the tables of -v
work() {
	sed -n "/load's work per second/,/^\$/p" "$tmp/out" | sed -n "s/^$1  *//p"
}

# the plan; comes last, since its status is that of the test
end() {
	echo "1..$tests"
	[ $failed -eq 0 ]
}
