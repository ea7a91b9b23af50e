# SPDX-License-Identifier: GPL-2.0-or-later
# A hostile world: nothing hangs, nothing is lost, nothing is left, nobody's file
# is touched. A line is a case, and each is held to the same: its exit status, what
# it says, no process left, no file left or changed. What stands in another test
# (death, files, options, output) is not repeated here.
#
# Not part of make check, for it needs rights, strace and a minute or two:
#
#	make check TEST_LIMIT=900 TESTS=lab/faults
#	FAULTS=all ...		500 interrupts, and later failures of each system call: half an hour
#
# As root it mounts, in namespaces of its own, and makes control groups and swap,
# which go away with it.
# shellcheck disable=SC2013,SC2016,SC2086,SC2154 # sh -c expands what is quoted
. tests/lib.sh

export ib q="-T -c -t 20ms -W Audio" tmp strays=65533
free=$tmp/free				# where a case may leave files
d=$tmp/d				# where it may mount, and what for scratch
export free d
mkdir -m 777 "$free" "$d"
cg='' job=''
trap 'ended' EXIT

ended() {
	left=$(survivors; cat "$cg/cgroup.procs")
	kill -KILL $left $job
	sleep 0.2
	swapoff "$tmp/swap"
	rmdir "$cg"
	rm -rf "$tmp"
} 2>/dev/null

# What is the user's
mkdir dir
echo precious >keep
echo precious >dir/interbench.read
ln -s keep link
chmod 400 keep

state() {
	find . -exec ls -dln {} +
	find . -type f -exec cksum {} +
}

# checked NAME STATUS REGEX: status may be some, "0|3"; REGEX stands in output or error.
checked() {
	bad=
	case "|$2|" in *"|$rc|"*) ;; *) bad="status $rc, not $2; " ;; esac
	{ cat "$tmp/out" "$tmp/err"; echo; } | grep -Eq -e "$3" || bad="${bad}no line like $3; "
	n=0
	while [ -n "$(survivors)" ] && [ $n -lt 20 ]; do
		sleep 0.1
		n=$((n + 1))
	done
	left=$(survivors)
	[ -z "$left" ] || { bad="${bad}left running; "; kill -KILL $left; }
	[ "$(state)" = "$state" ] || { bad="${bad}files changed; "; state=$(state); }
	[ -z "$bad" ]
	ok $? "$1"
	[ -z "$bad" ] || echo "# $bad"
}
state=$(state)

# try NAME STATUS REGEX COMMAND
try() {
	[ -z "$why" ] || { skip "$why" "$1"; return; }
	timeout -k 5 60 sh -c "$4" >"$tmp/out" 2>"$tmp/err" </dev/null &
	job=$!
	wait $job
	rc=$? job=
	checked "$1" "$2" "$3"
}

# needs [REASON COMMAND...]: the cases below are skipped for this reason if it fails.
needs() {
	why=
	[ $# -gt 0 ] || return 0
	reason=$1
	shift
	"$@" >/dev/null 2>&1 || why=$reason
}

is_root() {
	[ "$(id -u)" = 0 ]
}

# group CONTROLLER FILE VALUE: a control group with a limit, $cg; v1, or v2 if it is delegated.
group() {
	[ -z "$cg" ] || rmdir "$cg"
	for cg in "/sys/fs/cgroup/$1/interbench.$$" "/sys/fs/cgroup/interbench.$$" ''; do
		mkdir "$cg" || continue
		[ -e "$cg/$2" ] && echo "$3" >"$cg/$2" && break
		rmdir "$cg"
	done
	export cg
	[ "$cg" ]
}

# limited BYTES: the same of memory
limited() {
	group memory memory.limit_in_bytes "$1" || group memory memory.max "$1"
}

swap_on() {
	dd if=/dev/zero of="$tmp/swap" bs=1M count=128
	chmod 600 "$tmp/swap" && mkswap "$tmp/swap" && swapon "$tmp/swap"
}

# the wait for a run into $tmp/run to come to its table
export table='until grep -qs "^Load  " $tmp/run; do sleep 0.1; done'

# Time and CPU
needs
try 'calibration while every CPU is busy, by another run' 0 '^Using [1-9][0-9]* loops' \
	'cd $free; $ib -T -c -t 3 -W Audio -w Burn >/dev/null & sleep 0.5
	 $ib -c -b -t 10ms -W Audio -w None; rc=$?; wait; exit $rc'
try '-L 4000' '0|3' '^Ring +([0-9.]+ |skipped: 4000 threads)' \
	'$ib $q -t 200ms -L 4000 -w Burn -w Ring'
try 'the task is stopped until after its window' 0 \
	'^! stalled until the load was stopped' \
	'rm -f $tmp/run; $ib $q -t 1 -w None >$tmp/run & eval "$table"; until task=$(pgrep -P $!); do sleep 0.1; done
	 sleep 0.5; kill -STOP $task; sleep 4; kill -CONT $task; wait $!; rc=$?; cat $tmp/run; exit $rc'
needs 'one CPU' taskset -c 1 true
try 'CPU 0 is not allowed' 0 '^Load set to 1 processors' 'taskset -c 1 $ib $q -u -w None -w Burn'
needs 'no time namespace' unshare -T --monotonic 1000 true
try 'a monotonic clock far ahead of any other' 0 '^Burn .*\+/-' \
	'unshare -T --monotonic 1000000 --boottime 3000000 $ib $q -w None -w Burn'
needs 'no SCHED_DEADLINE' chrt -d -T 1000000 -P 50000000 -D 50000000 0 true
try 'under SCHED_DEADLINE' 1 'not allowed under SCHED_DEADLINE without chrt -R' \
	'chrt -d -T 10000000 -P 50000000 -D 50000000 0 $ib $q -w None'
needs 'no real time, or one CPU' sh -c 'chrt -f 60 taskset -c 1 true'
# Linux lets the fair have a twentieth: what Audio wants, but not when it wants it
try 'a real time loop on the CPU of the task' 0 '^None .* ([0-9]|[1-8][0-9])(\.[0-9]+)?$' \
	'timeout 4 chrt -f 60 taskset -c 0 sh -c "while :; do :; done" &
	 $ib $q -t 2 -u -w None; rc=$?; wait; exit $rc'
needs 'no control group for cpuset' group cpuset cpuset.cpus 0-1
[ -z "$cg" ] || cat "${cg%/*}/cpuset.mems" >"$cg/cpuset.mems" 2>/dev/null
try 'the cpuset changes in mid-run' 3 '^None .*the set of CPUs is now' \
	'echo $$ >$cg/cgroup.procs; rm -f $tmp/run; $ib $q -t 1 -w None >$tmp/run & eval "$table"; sleep 0.5
	 echo 0 >$cg/cpuset.cpus; wait $!; rc=$?; cat $tmp/run; exit $rc'

# Signals
needs
try 'nohup' 0 '^None .*\+/-' 'nohup $ib $q -t 500ms -w None & sleep 0.5; kill -HUP $!; wait $!'
needs 'no env --block-signal' env --block-signal true
try 'started with every signal blocked: runs' 0 '^None .*\+/-' \
	'env --block-signal $ib $q -w None -w Burn'
try 'started with every signal blocked: can be interrupted' 130 '^! partial: ended by signal 2' \
	'env --default-signal=INT --block-signal $ib $q -t 5 -w Burn & sleep 1; kill -INT $!; wait $!'
try 'every signal ignored' 0 '^None .*\+/-' 'env --ignore-signal $ib $q -w None -w Burn'
needs
try 'all streams closed' 1 '' '$ib $q -w None <&- >&- 2>&-'

# Rights
needs 'no user namespaces' unshare -Ur true
try 'in a user namespace' 0 '^None .*\+/-' 'unshare -Ur $ib $q -w None -w Burn'
try 'its root is none: -r' 1 'SCHED_FIFO refused.*user namespace' 'unshare -Ur $ib $q -r -w None'
needs 'not root' is_root
user='setpriv --reuid $strays --regid $strays --clear-groups'
nonice='setpriv --bounding-set -sys_nice --inh-caps -sys_nice'
try 'no CAP_SYS_NICE' 0 '^None .*\+/-' "$nonice \$ib \$q -w None"
try 'no CAP_SYS_NICE: -r' 1 'no privilege .CAP_SYS_NICE.' "$nonice \$ib \$q -r -w None"
try 'no CAP_SYS_NICE: -B -20' 1 'nice -20 refused: no privilege .CAP_SYS_NICE.' "$nonice \$ib \$q -B -20 -w None"
try 'RLIMIT_NPROC reached' 1 'fork: Resource temporarily' "prlimit --nproc=1 $user \$ib \$q -w None"
try 'RLIMIT_NPROC reached by the load' 3 '^Hack +skipped: 80 threads or processes wanted, 2 allowed' \
	"prlimit --nproc=2 $user \$ib \$q -w None -w Burn -w Hack -L 2"
try 'a set-uid copy' 1 'does not run set-uid' \
	"cp \$ib \$tmp/bin/suid; chmod 4755 \$tmp/bin/suid; $user \$tmp/bin/suid \$q -w None"
try 'a set-gid copy' 1 'does not run set-uid' \
	"chmod 2755 \$tmp/bin/suid; $user \$tmp/bin/suid \$q -w None"
needs 'no right to set RLIMIT_RTPRIO' prlimit --rtprio=50 true
try 'RLIMIT_RTPRIO alone, no memory to lock' 0 '^! memory not locked' \
	"prlimit --rtprio=50 --memlock=0 $user \$ib \$q -r -w None"
try 'RLIMIT_RTPRIO too low' 1 'RLIMIT_RTPRIO .ulimit -r. is 10' \
	"prlimit --rtprio=10 $user \$ib \$q -r -w None"
needs 'no control group with real time budget' group cpu cpu.rt_runtime_us 0
try 'a control group without real time budget' 1 'has no real time budget' \
	'echo $$ >$cg/cgroup.procs; $ib $q -r -w None'
needs 'no control group for pids' group pids pids.max 4
try 'pids.max reached by the load' 3 '^Hack +skipped: 40 threads or processes wanted, [0-3] possible' \
	'echo $$ >$cg/cgroup.procs; exec $ib $q -w None -w Burn -w Hack -L 1'
needs 'no control group for pids' group pids pids.max 1
try 'pids.max reached' 1 'fork: Resource temporarily' 'echo $$ >$cg/cgroup.procs; exec $ib $q -w None'
needs
try '32 file descriptors' 3 '^Hack +skipped: [0-9]+ file descriptors wanted, 32 allowed' \
	'ulimit -n 32; $ib $q -w None -w Burn -w Hack -L 1'
try '4 file descriptors' 3 '^None +skipped: .*Too many open files' 'ulimit -n 4; $ib $q -w None'


# Memory
try 'no room for memory' 3 '^Memload +skipped: [0-9]+ MB of memory: Cannot allocate' \
	'ulimit -v 100000; $ib $q -w None -w Memload'
try 'no room for stacks' 3 '^Burn +skipped: 4000 threads: ' 'ulimit -v 100000; $ib $q -L 4000 -w Burn'
needs 'no control group for memory' limited 256M
try 'a control group of 256 MB' 0 '^Cgroup: memory 256 MB' \
	'echo $$ >$cg/cgroup.procs; $ib $q -w None -w Write -w Read -w Compile -w Memload -d $free'
try 'the OOM killer takes the load' 3 '^Memload +load died: signal 9 \(out of memory: the OOM killer\)' \
	'echo $$ >$cg/cgroup.procs; $ib $q -t 10 -w Memload & until [ "$(pgrep -cP $!)" = 2 ]; do
	 sleep 0.1; done; nice -n -20 dd if=/dev/zero of=/dev/null bs=200M count=1; wait $!'
needs 'no control group for memory' limited 80M
for i in 1 2 3; do
	try "the OOM killer takes the load in a small group, not the program, time $i" 3 \
		'^Hack +(load|skipped).* \(out of memory: the OOM killer\)$' \
		'echo $$ >$cg/cgroup.procs; exec $ib $q -t 500ms -L 20 -w None -w Hack -w Burn'
	[ "$why" ] || is "$(grep -Ec '^(None|Burn) .*\+/- [0-9]' "$tmp/out")" 2 "the rows beside the killed one are there, time $i"
	try "Fork in a small group, time $i" '0|3' '^Fork +([0-9.]+ |(load|skipped).*out of memory)' \
		'echo $$ >$cg/cgroup.procs; exec $ib $q -t 500ms -L 20 -w Fork'
done
needs 'no control group for memory, or no swap' sh -c '[ "$cg" ]'
[ "$why" ] || needs 'no swap' swap_on
[ "$why" ] || limited 100M
# the OOM killer of a small group can be rash while the disk is slow
try 'more memory than there is' 0 '^Memload .*\+/- [0-9]' \
	'echo $$ >$cg/cgroup.procs; for i in 1 2 3; do $ib $q -t 1 -w Memload && exit 0; sleep 1; done'
try 'swap is full' '0|3' '^Memload +([0-9.]+ |load died)' \
	'echo $$ >$cg/cgroup.procs; dd if=/dev/zero bs=200M count=1 2>/dev/null | { sleep 4; cat >/dev/null; } &
	 sleep 2; $ib $q -t 500ms -w Memload; rc=$?; wait; exit $rc'
swapoff "$tmp/swap" 2>/dev/null

# Disk
mounts='unshare -m'
is_root || mounts='unshare -Urm'
needs 'no mounts' $mounts mount -t tmpfs none "$d"
try 'ramfs' 3 '^Read +skipped: the file system of .* does not tell its free space' \
	"$mounts sh -c 'mount -t ramfs none \$d && cd \$d && exec \$ib \$q -w None -w Read'"
try 'a disk that somebody fills in mid-run' 3 '^Write +(load|skipped): write: No space left' \
	"$mounts sh -c 'mount -t tmpfs -o size=64m none \$d && 
	 { { until [ \$(stat -f -c %f \$d) -lt 15000 ]; do sleep 0.1; done; cat /dev/zero >\$d/fill; } &
	 exec strace -f -qq -o /dev/null -e trace=pwrite64 -e inject=pwrite64:delay_enter=50000 \
		\$ib \$q -t 1 -w None -w Write -d \$d; }'"
needs 'no overlay' $mounts sh -c \
	'mount -t tmpfs none $d && cd $d && mkdir l u w && mount -t overlay -o lowerdir=l,upperdir=u,workdir=w none l'
try 'overlay' 0 '^Read .*\+/-' \
	"$mounts sh -c 'mount -t tmpfs -o size=64m none \$d && cd \$d && mkdir l u w &&
	 mount -t overlay -o lowerdir=l,upperdir=u,workdir=w none l && { \$ib \$q -w Write -w Read -d l; rc=\$?
	 find l u -type f; exit \$rc; }'"
needs
try 'the scratch directory is deleted under us' 3 '^Write +skipped: .*No such file' \
	'mkdir $free/x; { sleep 0.7; rmdir $free/x; } & $ib $q -t 500ms -w None -w Write -d $free/x'
try 'the current directory is deleted: no log' 1 'the log .* cannot be written: No such file.*-c' \
	'mkdir $free/y; cd $free/y; rmdir $free/y; $ib -T -t 20ms -W Audio -w None'
try 'the current directory is deleted: no scratch file' 3 '^Write +skipped: no file in \.: ' \
	'mkdir $free/y; cd $free/y; rmdir $free/y; $ib $q -w None -w Write'
try 'the current directory is deleted: loops not saved' 0 'loops_per_ms is not written: No such file|calibration was disturbed' \
	'mkdir $free/y; cd $free/y; rmdir $free/y; $ib -c -t 20ms -W Audio -w None'
cat >"$tmp/shim.c" <<'C'
/* A kernel or a file system without O_TMPFILE, and a clock that is set back all the time. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int open64(const char *path, int flags, ...)
{
	va_list ap;
	int mode;

	va_start(ap, flags);
	mode = va_arg(ap, int);
	va_end(ap);
	errno = EOPNOTSUPP;
	return (flags & O_TMPFILE) == O_TMPFILE ? -1 :
		(int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
time_t time(time_t *t)
{
	static time_t now = 2000000000;

	now -= 3600;
	return t ? *t = now : now;
}
int clock_gettime(clockid_t clock, struct timespec *ts)
{
	int error = (int)syscall(SYS_clock_gettime, clock, ts);

	if (clock == CLOCK_REALTIME)
		ts->tv_sec = time(NULL);
	return error;
}
C
needs 'no compiler for a library' cc -D_GNU_SOURCE -shared -fPIC -o "$tmp/shim.so" "$tmp/shim.c"
try 'the clock is set back' 0 '^None .*\+/-' \
	'LD_PRELOAD=$tmp/shim.so $ib $q -w None -w Burn -n 2 -j $free/j.json'
needs 'no compiler for a library, or no mounts' $mounts sh -c 'mount -t tmpfs none $d && [ -e $tmp/shim.so ]'
try 'no O_TMPFILE' 0 '^Read .*\+/-' \
	"$mounts sh -c 'mount -t tmpfs -o size=64m none \$d && cd \$d && LD_PRELOAD=\$tmp/shim.so \$ib \$q \
	 -w Write -w Read -w Compile && [ -z \"\$(ls -A)\" ]'"
needs 'no compiler for a library, or no strace' sh -c 'strace true && [ -e $tmp/shim.so ]'
try 'no O_TMPFILE, ended while a scratch file has a name' 143 '' \
	'mkdir $free/z; strace -E LD_PRELOAD=$tmp/shim.so -f -qq -o /dev/null -e trace=unlink,unlinkat \
		-e inject=unlink,unlinkat:delay_enter=2000000 $ib $q -w Write -d $free/z &
	 until [ "$(ls -A $free/z)" ]; do sleep 0.1; done; kill -TERM $(pgrep -P $!); wait $!; rc=$?
	 [ -z "$(ls -A $free/z)" ] && exit $rc'

# Output
needs
try 'a pipe closed after the first line' 141 '^Load set' \
	'{ $ib $q -w None -w Burn; echo $? >$tmp/rc; } | head -n 1; exit $(cat $tmp/rc)'
try 'standard error is full' 0 '^None .*\+/-' '$ib -c -t 20ms -l 1000000 -W Audio -w None 2>/dev/full'
try 'JSON into a full device' 1 '/dev/full: No space left' '$ib $q -w None -j /dev/full'
try 'a comment of 128 kB, control bytes in it' 0 '^0$' \
	'$ib $q -w None -m "$(head -c 98000 /dev/urandom | base64 -w0 | tr abc "\n\033\205")" >$tmp/long &&
	 tr -cd "\000-\011\013-\037\177" <$tmp/long | wc -c'
try 'a log whose comment has 1 MB is read' 0 '^A: .*1 run, 1 table' \
	'{ echo "Benchmarking kernel 1 at datestamp 202601010000"; printf "Comment: "
	   head -c 1000000 /dev/zero | tr "\0" x; echo; $ib $q -w None -w Burn | grep -v ^Bench; } >$tmp/l
	 $ib --compare $tmp/l $tmp/l'
needs 'no script' script -qec true /dev/null
try 'a dumb terminal of 20 columns' 0 '^1 of 1: Audio besid$' \
	'TERM=dumb script -qec "stty cols 20; $ib $q -w None" /dev/null >$tmp/tty && tr "\r" "\n" <$tmp/tty &&
	 ! grep -q "$(printf "\033")" $tmp/tty'

# Environment
needs
try 'an empty environment' 0 '^None .*\+/-' 'env -i $ib $q -w None'
needs 'no mounts' $mounts mount -t tmpfs none "$d"
try 'no /dev/null' 0 '^None .*\+/-' \
	"$mounts sh -c 'mount -t tmpfs none /dev && exec \$ib \$q -w None <&-'"
try 'no /proc' 3 '^Memload +skipped: free memory unknown' \
	"$mounts sh -c 'mount -t tmpfs none /proc && exec \$ib \$q -v -u -w None -w Burn -w Ring -w Memload'"
try 'no /sys' 0 '^Burn .*\+/-' "$mounts sh -c 'mount -t tmpfs none /sys && exec \$ib \$q -v -w None -w Burn'"
# Every file that the program names, in each way in which it can be something else. The
# preprocessor puts macros in, as in CPU_DIR "online"; then strings that touch become one. A
# name that ends in / is that of a directory.
sources=$(find "$top/interbench.c" "$top/hackbench.c" "$top/lib" -name '*.c')
paths=$(for source in $sources; do
	${CC:-cc} -E -P -D_GNU_SOURCE -I"$top" "$source" | tr '\n' ' ' | sed 's/" *"//g'
done | grep -Eo '"/(proc|sys)/[^"%]*"' | tr -d '"' | grep -v '/$' | sort -u | tr '\n' ' ')
for path in /sys/devices/system/cpu/online /sys/kernel/sched_ext/state /proc/meminfo; do
	case " $paths" in *" $path "*) found=0 ;; *) found=1 ;; esac
	ok $found "The paths in the source have $path, and it is tried as something else" "$paths"
done
cat >"$tmp/nonsense" <<'S'
mount -t tmpfs none /proc && mount -t tmpfs none /sys || exit 99
for path; do
	mkdir -p "${path%/*}"
	case $kind in
	bytes) { printf '\377'; head -c 20000 /dev/urandom; } >"$path" ;; # no digit first
	digits) head -c 20000 /dev/zero | tr '\0' 9 >"$path" ;;
	lines) yes '999999999999999999999: -1 / - /../.. /' | head -n 3000 >"$path" ;;
	nothing) true >"$path" ;;
	directories) mkdir "$path" ;;
	fifos) mkfifo "$path" ;;
	esac
done 2>/dev/null
exec "$ib" -T -c -t 20ms -v -W Audio -w None -w Burn -w Hack -w Memload -L 1
S
for kind in bytes digits lines nothing directories fifos; do
	export kind
	try "/proc and /sys hold $kind" '0|3' '^Burn .*\+/-' "$mounts sh \$tmp/nonsense $paths"
done
needs 'no /proc of that kind' $mounts mount -t proc -o subset=pid none /proc
try 'a /proc of processes only' 0 '^Burn .*\+/-' \
	"$mounts sh -c 'mount -t proc -o subset=pid none /proc && exec \$ib \$q -v -w None -w Burn'"

# Ended at any moment, by a signal that it hears and one that it cannot
needs
interrupts=30
[ "${FAULTS-}" != all ] || interrupts=500
echo "# interrupts: seed $$"
lost=
i=0
for ms in $(awk -v n=$interrupts -v s=$$ 'BEGIN { srand(s); while (n-- > 0) print int(rand() * 800) }'); do
	case $((i % 2)) in 0) signal=TERM want=143 ;; *) signal=KILL want=137 ;; esac
	i=$((i + 1))
	"$ib" -c -t 20ms -l 1000000 -n 5 -W Audio -w Burn -w Write -w Ring -w Hack -L 2 \
		>"$tmp/out" 2>"$tmp/err" </dev/null &
	sleep "$(printf '0.%03d' "$ms")"
	kill -$signal $! 2>/dev/null
	wait $!
	rc=$?
	n=0
	while [ -n "$(survivors)" ] && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
	left=$(survivors)
	[ $rc = $want ] && [ -z "$left" ] && [ "$(state)" = "$state" ] || lost="$lost $signal:$ms:$rc"
	[ -z "$left" ] || kill -KILL $left
done 2>/dev/null
is "$lost" '' "ended after 0 to 800 ms, $interrupts times"

# System calls that fail: the first of a kind, or a later one, in every process (strace
# counts for each). Either it does no harm, and all rows are there; or a row says why it
# is not, or a message why there is no run.

# form LETTER: the run to try it with, and how many rows that has
form() {
	case $1 in
	a) rows=5 run="-T -t 20ms -v -j j.json -d $d -L 1 -W Audio -w None -w Burn -w Ring -w Write -w Read" ;;
	r) rows=2 run='-r -c -t 20ms -l 1000000 -W Audio -w None -w Burn --cpu-dma-latency 100' ;;
	c) rows=1 run='-t 20ms -W Gaming -w Video' ;;
	h) rows=1 run='-T -c -t 20ms -W Audio -w Hack -L 1' ;;
	esac
}

# inject FORM CALL ERROR WHEN: leaves $dir/rc, out, err
inject() {
	dir=$tmp/bin/$1.$2.$3.$4
	form "$1"
	mkdir -p "$dir/in"
	ln "$tmp/static" "$dir/ib"
	echo precious >"$dir/in/keep"
	(cd "$dir/in" && timeout -k 5 60 $mounts sh -c 'mount -t tmpfs -o size=64m none $d && exec "$@"' \
		sh strace -f --seccomp-bpf -qq -o ../trace -e trace="$2" -e inject="$2:error=$3:when=$4" \
		../ib $run >../out 2>../err </dev/null; echo $? >../rc)
}

# verdict FORM CALL ERROR WHEN: a line if there is anything to complain about
verdict() {
	dir=$tmp/bin/$1.$2.$3.$4
	form "$1"
	rc=$(cat "$dir/rc") bad=
	case $rc in
	0) [ "$(grep -Ec '^[A-Z][a-z]+ .*\+/- [0-9.]+ ' "$dir/out")" = $rows ] || bad='rows missing' ;;
	3) grep -Eq '^(None|Burn|Ring|Write|Read|Video|Hack) +[a-z]' "$dir/out" || bad='no reason' ;;
	1) grep -q '^interbench: ' "$dir/err" || bad='no message' ;;
	127) grep -q 'error while loading' "$dir/err" || bad='no message' ;;	# libc's start
	*) bad="status $rc" ;;
	esac
	files=$(cd "$dir/in" && find . -type f ! -name keep ! -name '*.log' ! -name j.json \
		! -name interbench.loops_per_ms)
	[ -z "$files" ] && [ "$(cat "$dir/in/keep")" = precious ] || bad="$bad files $files"
	n=0
	while [ -n "$(survivors "$1.$2.$3.$4/")" ] && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
	[ $n -lt 50 ] || bad="$bad survivors"
	[ -z "$bad" ] || echo "$1 $2 $3 $4: $bad"
	rm -rf "$dir"
}

needs 'no strace, no mounts, or no static libc' $mounts sh -c 'mount -t tmpfs none $d && strace -f --seccomp-bpf true &&
	cc -O2 -static -std=c11 -D_GNU_SOURCE -pthread -o $tmp/static $0/interbench.c $0/hackbench.c $(find $0/lib -name "*.c") -lm' "$top"

[ "${FAULTS-}" != short ] || why='FAULTS=short'
whens='1 2'
[ "${FAULTS-}" != all ] || whens='1 2 3 5 8 13'
cat >"$tmp/calls" <<'L'
read a EIO EINTR
write a EIO
pread64 a EIO
pwrite64 a ENOSPC
openat a,c ENOENT EMFILE
close a EIO
newfstatat a EIO
statfs a ENOSYS
fstatfs a EIO
lseek a ESPIPE
ftruncate a,c EIO
fsync a EIO
fadvise64 a EINVAL
sync_file_range a ENOSYS
mmap a ENOMEM
munmap a ENOMEM
mprotect a ENOMEM
clone a,h EAGAIN
clone3 a EAGAIN
wait4 a,h ECHILD
waitid a ECHILD
kill a EPERM
prctl a EINVAL EPERM
pause a EPERM
setpgid a EPERM
getppid a EPERM
ppoll a ENOMEM EINTR
rt_sigaction a EINVAL
rt_sigprocmask a EINVAL
clock_gettime a EINVAL
clock_nanosleep a EINVAL EINTR EPERM ENOSYS
sched_getaffinity a,c EINVAL
sched_setaffinity c EINVAL
setpriority a EPERM
getpriority a ESRCH
sched_getparam r EPERM
sched_setscheduler r EPERM
sched_getscheduler r EPERM
mlockall r ENOMEM
pipe2 a EMFILE
socketpair h EMFILE
futex a ENOSYS
ioctl a ENOTTY
getcwd a ENOENT
uname a EFAULT
fcntl a EINVAL
prlimit64 a,h EPERM
geteuid a EPERM
set_robust_list a ENOSYS
getrandom a ENOSYS
madvise a EINVAL
L
while read -r call forms errors; do
	for form in $(echo "$forms" | tr , ' '); do for error in $errors; do for when in $whens; do
		echo "$form $call $error $when"
	done; done; done
done <"$tmp/calls" >"$tmp/cases"
[ -z "$why" ] || : >"$tmp/cases"
for k in 0 1 2 3 4 5 6 7; do
	awk "NR % 8 == $k" "$tmp/cases" | while read -r case; do
		inject $case
		verdict $case
	done >"$tmp/verdicts.$k" &
done
wait
cat "$tmp"/verdicts.* >"$tmp/verdicts"
while read -r call forms errors; do
	[ -z "$why" ] || { skip "$why" "$call fails"; continue; }
	is "$(grep -e " $call " "$tmp/verdicts")" '' "$call fails, $(grep -c " $call " "$tmp/cases") times"
done <"$tmp/calls"
end
