# SPDX-License-Identifier: GPL-2.0-or-later
# Nothing of the user's is touched, nothing of ours is left.
. tests/lib.sh

release=$(uname -r)
log=$(printf %s "$release" | tr -c 'A-Za-z0-9._+~-' _).log
loops=interbench.loops_per_ms
quick='-T -t 10ms -W Audio -w None'

# refused WHAT WHY: with the log as it stands the program ends at once and names -c
refused() {
	# shellcheck disable=SC2086
	run $quick
	is "$rc,$(wc -c <"$tmp/out")" 1,0 "the log is $1: refused, nothing measured"
	like err "the log .* cannot be written: $2 \(-c " "and why, and -c is named"
}

echo precious >keep
ln -s keep "$log"
refused 'a symbolic link' 'it is a symbolic link'
rm "$log"
ln -s nowhere "$log"
refused 'a dangling link' 'it is a symbolic link'
ls nowhere >/dev/null 2>&1 && ok 1 'no file made through a link'
rm "$log"
ln keep "$log"
refused 'a second name of a file' 'it is not a plain file of our own'
rm "$log"
mkfifo "$log"
refused 'a fifo' '[A-Z].*'
rm "$log"
mkdir "$log"
echo old >j
quick="$quick -j j"
refused 'a directory' 'Is a directory'
is "$(cat j)" '' 'JSON of an earlier run is not left to be taken for ours'
quick=${quick% -j j}
rm j
rmdir "$log"
is "$(cat keep)" precious 'the file behind the links is as it was'
if [ "$(id -u)" = 0 ] && chown 12345 keep 2>/dev/null; then
	mv keep "$log"
	refused "somebody else's" 'it is not a plain file of our own'
	mv "$log" keep
	chown 0 keep
else
	skip 'not root' "somebody else's log"
fi
(umask 027 && run -T -t 10ms -W Audio -w None && exit "$rc")
is "$?,$(ls)" "0,$(printf '%s\nkeep' "$log")" 'a log of our own is made'
(umask 0 && run -T -t 10ms -W Audio -w None -j j)
is "$(stat -c %a "$log" j | tr '\n' ' ')" '640 666 ' 'umask says for whom'
printf 'None 1 +/- 1 2 100 9' >"$log"
# shellcheck disable=SC2086
run $quick
# shellcheck disable=SC2086
run $quick
is "$(grep -c '(cut off)' "$log"),$(head -n 1 "$log")" '1,None 1 +/- 1 2 100 9 (cut off)' \
	'a line that never came to its end is marked before the next run'
rm "$log" j

start -T -t 5 -W Audio -w None
wait_for test -e "$log"
timeout 20 "$ib" -T -t 10ms -W Audio -w None >"$tmp/out2" 2>"$tmp/err2"
is "$?,$(grep -c 'is being written by another run (-c does' "$tmp/err2")" 1,1 'two runs do not mix in one log'
kill -INT $pid
wait $pid
run -T -t 10ms -W Audio -w None
is "$rc" 0 'and it is free when the run has ended'
rm "$log"

# the saved figure
run -c -t 10ms -W Audio -w None
is "$rc" 0 'loops are measured'
like err '[0-9]+ loops per ms saved to interbench.loops_per_ms$' 'that they are saved is said'
like err 'bursts differ by [.0-9]+ %' 'and how steady they are'
grep -Eq '^[1-9][0-9]*$' $loops && [ "$(wc -l <$loops)" = 1 ]
ok $? 'and saved as a bare decimal number'
like out "^Using $(cat $loops) loops per ms" 'and used'
run -c -t 10ms -W Audio -w None -l "$(cat $loops)0"
like out "^! $(cat $loops)0 loops per ms are used, [0-9]+ were measured" 'ten times as many: a remark'
echo 1234 >$loops
run -c -t 10ms -W Audio -w None
like out '^Using 1234 loops per ms' 'a saved figure is used as it is'
like out '^! 1234 loops per ms are used, [0-9]+ were measured just now \(-b: anew\)$' 'but remarked on'
run -c -t 10ms -W Audio -w None -l 7654321
like out '^Using 7654321 loops per ms' '-l comes first'
is "$(cat $loops)" 1234 'and writes no file'
run -T -c -t 10ms -W Audio -w None
is "$(cat $loops)" 1234 'nor does -T'
run -b -c -t 10ms -W Audio -w None
is "$rc,$(grep -cx 1234 $loops)" 0,0 '-b measures anew and saves'
for garbage in '' abc 12a '-5' '0' '1.5e6' ' 12' '99999999999' '12 34' "$(head -c 3000 /dev/zero | tr '\0' 9)"; do
	printf '%s\n' "$garbage" >$loops
	# -b would measure for 2 s each time: that a warning comes is enough here
	start -c -t 10ms -W Audio -w None
	wait_for grep -q 'holds no number of loops' "$tmp/err"
	ok $? "garbage is seen: $(printf %.12s "$garbage")"
	kill -INT $pid
	wait $pid
done
printf 'a\0b%0100d' 0 >$loops
run -c -t 10ms -W Audio -w None
grep -Eq '^[1-9][0-9]*$' $loops && [ "$(wc -c <$loops)" -lt 20 ]
ok $? 'garbage is measured anew and replaced, all of it'
rm $loops
ln -s keep $loops
run -c -t 10ms -W Audio -w None
is "$rc,$(cat keep)" 0,precious 'a link in its place is not followed'
like err "$loops is not read: it is a symbolic link" 'nor read'
like err "$loops is not written: it is a symbolic link" 'and noted'
rm $loops

# scratch files have no name; old names of theirs are the user's
for name in interbench.read interbench.write; do
	echo precious >$name
done
run_rows -T -c -t 100ms -W Audio -w Read -w Write
is "$rc,$(cat interbench.read interbench.write)" "0,$(printf 'precious\nprecious')" \
	'files named interbench.read and .write survive'
rm interbench.*
ln -s keep interbench.read
run_rows -T -c -t 50ms -W Audio -w Read
is "$rc,$(cat keep)" 0,precious 'and so does what a link of that name leads to'
rm interbench.read
mkdir dir
run_rows -T -c -t 100ms -W Audio -w Read -w Write -d dir &
timeout 60 "$tmp/bin/unit" --main -T -c -t 100ms -W Audio -w Read -w Write -d dir >"$tmp/out2" 2>&1
is "$?" 0 'two runs in one directory: one'
wait $!
is "$?" 0 'and the other'
is "$(ls -A dir)" '' 'and nothing is left in it'
rmdir dir
run -T -c -t 10ms -W Audio -w None -w Write -d /nowhere
is "$rc" 3 'no directory: the row is void'
like out '^Write     skipped: .*No such file' 'and says why'
like out '^None +[0-9]' 'and the others are there'
run -T -c -t 10ms -W Audio -w Write -w Compile -d /proc
like out '^Write     skipped: the file system of /proc does not tell' 'a file system that cannot tell'
like out '^Compile   skipped: the file system of /proc does not tell' 'nor for Compile'

if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=8m none small 2>/dev/null; then
	run -T -c -t 10ms -W Audio -w Write -w Read -w Compile -w None -d small
	for load in Write Read Compile; do
		like out "^$load +skipped: 8 MB free, 16 MB needed$" "8 MB free: $load is skipped"
	done
	is "$rc" 3 'and the status says so'
	like out '^None +[0-9]' 'and the rest is measured'
	mount -o remount,size=64m small
	run -T -c -t 50ms -W Audio -w Read -d small
	like out '^! Read reads memory \(tmpfs\) in Read' 'tmpfs: a remark'
	run -T -c -t 300ms -W Audio -w Write -d small
	is "$rc" 0 'Write starts over at the end of its file'
	mount -o remount,ro small
	run -T -c -t 10ms -W Audio -w Write -w Read -d small
	is "$rc,$(grep -c 'skipped: no file in small: Read-only' "$tmp/out")" 3,2 'a read-only directory'
	(cd small && timeout 20 "$ib" -T -t 10ms -W Audio -w None >"$tmp/out" 2>"$tmp/err")
	is "$?" 1 'a log in a read-only directory: refused'
	like err 'Read-only file system .-c' 'and -c is named'
	umount small
	rmdir small
else
	rmdir small 2>/dev/null
	skip 'not root, or no mount' 'small and read-only file systems'
fi

# a log that can take no more
(ulimit -f 1; exec timeout 20 "$ib" -T -n 9 -t 10ms -W Audio -w None) 2>"$tmp/err" | cat >"$tmp/out"
like err '^interbench: the log: .*; it ends here$' 'a log that is full: a note'
is "$(grep -c '^None .*+/-' "$tmp/out")" 9 'and the run goes on'
rm "$log"

# output that cannot be written
timeout 20 "$ib" -T -c -t 10ms -W Audio -w None >/dev/full 2>"$tmp/err"
is "$?" 1 'a full output is trouble'
like err 'standard output: No space left' 'and says so'
(timeout 20 "$ib" -T -c -t 10ms -W Audio -w None; echo $? >"$tmp/rc") 2>"$tmp/err" | true
is "$(cat "$tmp/rc")" 1 'so is a closed pipe'
for fd in 0 1 2; do
	eval "timeout 20 '$ib' -T -c -t 10ms -W Audio -w None >'$tmp/out' 2>'$tmp/err' $fd>&-"
	rc=$?
	[ $fd = 1 ] && wanted=1 || wanted=0
	is "$rc" "$wanted" "stream $fd closed: status $wanted"
done
gone files
end
