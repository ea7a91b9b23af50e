# SPDX-License-Identifier: GPL-2.0-or-later
# System calls on which figures depend are refused, at once (a filter) or later (strace): the
# row says why it is not there, or the program why it does not start. And who is killed first
# where memory runs out, and what Fork executes if a loader has started us.
# shellcheck disable=SC2016,SC2086 # awk's fields; lists of arguments
. tests/lib.sh

if sanitized; then
	skip 'ASan makes system calls of its own' 'A system call that is refused gives its reason'
	end
	exit
fi

cat >"$tmp/filter.c" <<'C'
/* filter CALL ERROR COMMAND...: a filter of system calls refuses this one (0: it seems to work) */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static const struct { const char *name; unsigned number; } calls[] = {
#define CALL(name) { #name, SYS_##name },
	CALL(clock_nanosleep) CALL(clock_gettime) CALL(setpgid) CALL(setpriority)
	CALL(getpriority) CALL(prctl) CALL(wait4) CALL(waitid) CALL(ppoll) CALL(rt_sigprocmask)
	CALL(sched_getaffinity) CALL(sched_getscheduler) CALL(futex) CALL(kill) CALL(pwrite64) CALL(write)
#ifdef SYS_fadvise64
	CALL(fadvise64)
#endif
#ifdef SYS_sync_file_range
	CALL(sync_file_range)
#endif
#ifdef SYS_pause
	CALL(pause)
#endif
#ifdef SYS_poll
	CALL(poll)
#endif
};
int main(int argc, char **argv)
{
	size_t i, n = sizeof(calls) / sizeof(*calls);

	for (i = 0; argc > 3 && i < n && strcmp(calls[i].name, argv[1]); i++)
		;
	if (argc < 4 || i == n)
		return 98;		/* not on this architecture */
	struct sock_filter code[] = {
		{ BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr) },
		{ BPF_JMP | BPF_JEQ | BPF_K, 0, 1, calls[i].number },
		{ BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | (unsigned)atoi(argv[2]) },
		{ BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW },
	};
	struct sock_fprog filter = { sizeof(code) / sizeof(*code), code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		return 99;
	execvp(argv[3], argv + 3);
	return 99;
}
C
filter=$tmp/filter
${CC:-cc} -D_GNU_SOURCE -o "$filter" "$tmp/filter.c" 2>/dev/null && "$filter" futex 0 true 2>/dev/null
can=$?
[ $can != 99 ] && [ -x "$filter" ] || filter=''

# refused CALL ERROR ARG...: the program without this call; leaves $rc, $call, 98: not here
refused() {
	call=$1 error=$2
	shift 2
	rc=98
	[ "$filter" ] || return
	timeout -k 5 60 "$filter" "$call" "$error" "$ib" -T -c "$@" \
		>"$tmp/out" 2>"$tmp/err" </dev/null
	rc=$?
}

# says STATUS REGEX NAME: the row or the message does, and no row has figures beside REGEX's
says() {
	if [ $rc = 98 ]; then
		skip "no filter of $call" "$3"
		return
	fi
	[ $rc = "$1" ] && cat "$tmp/out" "$tmp/err" | grep -Eq -e "$2"
	ok $? "$3" "status $rc, wanted $1 and $2"
}

# no_figures NAME: as if the machine were perfect
no_figures() {
	[ $rc = 98 ] || unlike out '^[A-Z][a-z]+ .*\+/- [0-9]' "$1"
}

EPERM=1 ENOSYS=38
for error in $EPERM $ENOSYS; do
	refused clock_nanosleep $error -t 300ms -W Audio -W Video -w None
	says 1 '^interbench: clock_nanosleep: .* \(seccomp\?\)$' \
		"The program says that it cannot sleep (errno $error)"
	no_figures "No figures are printed where nobody can sleep (errno $error)"
done
for task in Audio Wakeup; do
	refused clock_nanosleep 0 -t 2 -L 2 -W $task -w None
	says 3 '^None +(task|skipped): clock_nanosleep: a sleep ended before its time' \
		"The row of $task says that a sleep which seemed to succeed was none"
done
for task in Gaming Hog; do
	refused clock_gettime $EPERM -t 100ms -W $task -w Burn
	says 3 '^Burn +(task|load|skipped): clock_gettime: Operation not permitted' \
		"The row of $task beside Burn says that a clock is refused"
done
refused fadvise64 $EPERM --load-only -t 300ms -w Burn -w Read
says 3 '^Read +(load|skipped): fadvise: Operation not permitted' \
	'The row of Read says that the page cache cannot be dropped'
[ $rc = 98 ] || like out '^Burn +[0-9]' 'Burn is measured without posix_fadvise()'
refused sync_file_range $ENOSYS --load-only -t 300ms -w Burn -w Write
says 3 '^Write +(load|skipped): sync_file_range: Function not implemented' \
	'The row of Write says that nothing can be sent to the disk'
refused futex $EPERM --load-only -t 300ms -w Ring -w Lock -w Burn
says 3 '^Ring +(load|skipped): futex: Operation not permitted' 'The row of Ring says that its threads cannot sleep'
[ $rc = 98 ] || like out '^Lock +(load|skipped): futex: ' 'The row of Lock says that its threads cannot sleep'
refused pause $EPERM -t 300ms -W Audio -w Burn
says 3 '^Burn +(load|skipped): pause: Operation not permitted' \
	'A load whose main thread cannot wait burns no CPU of its own, and its row says so'
refused setpgid $EPERM -t 300ms -W Audio -w None -w Burn
says 3 '^None +skipped: setpgid: Operation not permitted$' 'The row says that a process group is refused'
[ $rc = 98 ] || unlike out 'exit status 0' 'No process is said to have died of exit status 0'
refused prctl $EPERM -t 300ms -W Audio -w None
says 0 '^! the timer slack is not off \(prctl refused\) in None' 'A remark says that the timer slack is not set'
refused setpriority $EPERM -t 100ms -W Audio -w None -w Burn
says 0 '^Burn .*\+/- [0-9]' 'A run that asks for no nice value needs no right to set one'
refused setpriority $EPERM -t 100ms -B $(($(nice) + 1)) -W Audio -w None
says 1 "nice $(($(nice) + 1))(: Operation not permitted| refused: no privilege)" 'A nice value that was asked for and is refused ends the program'
refused getpriority $EPERM -t 100ms -W Audio -w None
says 1 '^interbench: getpriority: Operation not permitted' 'The program says that its nice value is unknown'
refused sched_getscheduler $EPERM -t 100ms -W Audio -w None
says 1 '^interbench: sched_getscheduler: Operation not permitted' 'The program says that its policy is unknown'
refused sched_getaffinity $EPERM -u -t 100ms -W Audio -w None -w Burn
says 1 '^interbench: -u: Linux does not tell which CPUs' 'The program says that -u cannot know the CPUs'
for call in wait4 ppoll rt_sigprocmask; do
	refused $call $EPERM -t 100ms -W Audio -w Burn
	says 1 '^interbench: (waitpid|ppoll|sigprocmask): Operation not permitted' "The program says that $call is refused"
done
refused kill $EPERM -t 100ms -W Audio -w Burn
says 1 '^interbench: kill: Operation not permitted' 'The program says that it could not end a load'
refused poll $EPERM -t 100ms -W Audio -w None
says 0 '^None .*\+/- [0-9]' 'Where poll is refused, output is written without it'
refused pwrite64 0 --load-only -t 300ms -w Read -w Burn
says 3 '^Read +(load|skipped): writing its file: Input/output error' 'The row of Read says that nothing of its file was written'
refused waitid $EPERM -t 300ms -W Audio -w Command -e 'sleep 0.01'
says 3 '^Command +(load|skipped): waitid: Operation not permitted' 'The row of Command says that the end of its group is unknown'
for call in kill wait4 ppoll; do
	refused $call 0 -t 100ms -W Audio -w Burn
	says 1 '^interbench: (kill|waitpid|ppoll): it did nothing \(seccomp\?\)$' \
		"The program says that $call seems to succeed and does nothing"
done
refused poll 0 -t 100ms -W Audio -w None
says 0 '^None .*\+/- [0-9]' 'Where poll seems to succeed and does nothing, output is written without it'
refused setpgid 0 -t 100ms -W Audio -w None
says 3 '^None +skipped: setpgid: it did nothing \(seccomp\?\)$' 'The row says that a process group was not made'
refused pwrite64 0 -t 100ms -W Audio -w None -w Write -j j
says 1 '^Write +(load|skipped): write: Input/output error' 'The row of Write says that nothing was written'
[ $rc = 98 ] || like err '^interbench: -j j: Input/output error' 'A message says that nothing of JSON was written'
rm -f j
refused write 0 -t 100ms -W Audio -w None
[ $rc = 98 ] || is $rc 1 'A program that can write nothing ends with status 1'
gone 'a filter of system calls'

# later CALL ERROR WHEN ARG...: all from that one on, counted for each process and thread
later() {
	call=$1
	set -- "$1" "-einject=$1:error=$2:when=$3" "$@"
	inject=$2
	shift 5
	rc=98
	strace -f -o /dev/null -e trace=none true 2>/dev/null || return
	timeout -k 5 60 strace -f -qq -o /dev/null -e trace="$call" "$inject" "$ib" -T -c "$@" \
		>"$tmp/out" 2>"$tmp/err" </dev/null
	rc=$?
}
later clock_nanosleep EPERM 20+ -t 2 -W Audio -w None
says 3 '^None +(task|skipped): clock_nanosleep: Operation not permitted \(seccomp\?\)$' \
	'The row of Audio says that a later sleep was refused'
later clock_nanosleep EPERM 20+ -t 2 -W Gaming -w X
says 3 '^X +(load|skipped): clock_nanosleep: Operation not permitted' 'The row says that a later sleep of the load X was refused'
later clock_nanosleep EINTR 10 -t 1 -W Audio -w None
says 0 '^None .*\+/- [0-9]' 'A sleep that is interrupted is slept on'
for when in 40+ 200+; do
	for task in Wakeup Pipe Chain Launch; do
		later read EPERM $when -t 2 -L 4 -W $task -w None
		says 3 '^None +(task|skipped): read: Operation not permitted' \
			"The row of $task says that reading is refused from call $when on"
	done
	later read EPERM $when -t 1 -L 1 -W Gaming -w Hack
	says 3 '^Hack +(load|skipped): read: Operation not permitted' \
		"The row of Hack says that reading is refused from call $when on"
done
later wait4 EPERM 12+ -t 2 -W Launch -w None
[ $rc != 1 ] || rc=3	# a parent that has waited as often says so itself, and ends
says 3 '^(None +(task|skipped)|interbench): waitpid: Operation not permitted' \
	'The row of Launch says that a later wait was refused'
for error in ENOEXEC:'Exec format error' ENOMEM:'Cannot allocate memory'; do
	later execveat "${error%%:*}" 1+ -t 2 -W Launch -w None
	says 3 "^None +(task|skipped): exec: ${error#*:}\$" "The row of Launch says that a launch met ${error%%:*}"
done
later write EPERM 30+ -t 1 -W Chain -w None
says 3 '^None +(task|skipped): write: Operation not permitted' 'The row of Chain says that a later write was refused'
later write EPERM 30+ -t 1 -W Pipe -w None
says 3 '^None +(task|skipped): write: Operation not permitted' 'The row of Pipe says that a later write was refused'
later wait4 EPERM 30+ -t 2 -L 1 -W Gaming -w Fork
says 3 '^Fork +(load|skipped): waitpid: Operation not permitted' 'The row of Fork says that a later wait was refused'
gone 'a later refusal'

# Who is killed first where memory runs out
score() { cat "/proc/$1/oom_score_adj"; }
children_of() { pgrep -P $pid | sort -n; }
two() { [ "$(children_of | wc -l)" -ge "$1" ]; }
kept=$(score $$)
start -T -c -t 9 -W Audio -w Burn
wait_for grep -q '^Load  ' "$tmp/out"
wait_for two 2
is "$(score "$(children_of | sed -n 1p)")" 1000 'Every load is the first that the OOM killer takes'
if [ "$(id -u)" = 0 ] && (echo -900 >/proc/self/oom_score_adj) 2>/dev/null; then
	is "$(score $pid),$(score "$(children_of | sed -n 2p)")" -900,-900 \
		'Parent and task are the last that the OOM killer takes'
else
	skip 'no CAP_SYS_RESOURCE' 'Parent and task are the last that the OOM killer takes'
fi
kill -INT $pid
wait $pid
start -T -c -t 9 -W Audio -w Command -e "cat /proc/self/oom_score_adj >known; exec $tool --nap" \
	--setting "a=cat /proc/self/oom_score_adj >seen; exec $tool --nap" --setting "b=true"
wait_for test -s known
kill -INT $pid
wait $pid
is "$(cat known)" 1000 'The command of -e is among the first that the OOM killer takes'
rm -f known
[ -s seen ] || run -T -c -t 10ms -W Audio -w None --setting 'a=cat /proc/self/oom_score_adj >seen' --setting b=true
is "$(cat seen)" "$kept" 'A setting is no more and no less likely to be killed than before'
rm -f seen
gone 'out of memory'

# Fork's children are this program, not the loader that was told to start it
loader=$(sed -n 's,.* \(/.*/ld-[^ ]*\)$,\1,p' /proc/self/maps | head -n 1)
if [ "$loader" ] && ! sanitized && "$loader" "$ib" --version >/dev/null 2>&1; then
	main="$loader $ib"
	start --load-only -T -c -t 500ms -L 1 -w Fork
	wait $pid
	rc=$?
	is "$rc,$(grep -Ec '^Fork +[1-9][0-9.]* children$' "$tmp/out")" 0,1 \
		'Fork is measured if a loader has started the program'
	start -T -c -t 500ms -W Launch -w None
	wait $pid
	like out '^None +[0-9.]+ \+/- ' 'Launch is measured if a loader has started the program'
	cp "$ib" "$tmp/bin/moved"
	main="$loader $tmp/bin/moved"
	start -T -c -t 1 -L 1 -W Audio -w None -w Fork
	wait_for grep -q '^Load  ' "$tmp/out"
	cp "$ib" "$tmp/bin/other"
	mv "$tmp/bin/other" "$tmp/bin/moved"
	wait $pid
	like out '^Fork +skipped: started by a loader, the program cannot find its own file$' \
		'The row of Fork says that the file of the program is not there any more'
	main=$ib
else
	skip 'no loader' 'Fork is measured if a loader has started the program'
fi
gone refused
end
