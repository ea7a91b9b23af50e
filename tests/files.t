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
	is "$rc,$(wc -c <"$tmp/out")" 1,0 "A log that is $1 is refused, and nothing is measured"
	like err "the log .* cannot be written: $2 \(-c " "The message about a log that is $1 says why and names -c"
}

echo precious >keep
ln -s keep "$log"
refused 'a symbolic link' 'it is a symbolic link'
rm "$log"
ln -s nowhere "$log"
refused 'a dangling link' 'it is a symbolic link'
ls nowhere >/dev/null 2>&1 && ok 1 'No file is made through a dangling link'
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
is "$(cat j)" '' 'JSON of an earlier run is emptied when a run is refused'
quick=${quick% -j j}
rm j
rmdir "$log"
is "$(cat keep)" precious 'The file behind the links is as it was'
if [ "$(id -u)" = 0 ] && chown 12345 keep 2>/dev/null; then
	mv keep "$log"
	refused "somebody else's" 'it is not a plain file of our own'
	mv "$log" keep
	chown 0 keep
else
	skip 'not root' "A log that is somebody else's is refused"
fi
(umask 027 && run -T -t 10ms -W Audio -w None && exit "$rc")
is "$?,$(ls)" "0,$(printf '%s\nkeep' "$log")" 'A log of our own is made'
(umask 0 && run -T -t 10ms -W Audio -w None -j j)
is "$(stat -c %a "$log" j | tr '\n' ' ')" '640 666 ' 'The umask says who may read the log and JSON'
printf 'None 1 +/- 1 2 100 9' >"$log"
# shellcheck disable=SC2086
run $quick
# shellcheck disable=SC2086
run $quick
is "$(grep -c '(cut off)' "$log"),$(head -n 1 "$log")" '1,None 1 +/- 1 2 100 9 (cut off)' \
	'A line of the log that was cut off is marked before the next run'
rm "$log" j

start -T -t 5 -W Audio -w None
wait_for test -e "$log"
timeout 20 "$ib" -T -t 10ms -W Audio -w None >"$tmp/out2" 2>"$tmp/err2"
is "$?,$(grep -c 'is being written by another run (-c does' "$tmp/err2")" 1,1 'A second run does not mix into the log of the first'
kill -INT $pid
wait $pid
run -T -t 10ms -W Audio -w None
is "$rc" 0 'The log is free again when the run has ended'
rm "$log"

# the saved figure
run -c -t 10ms -W Audio -w None
is "$rc" 0 'A run that measures the loops per ms ends with status 0'
like err '[0-9]+ loops per ms saved to interbench.loops_per_ms$' 'A message says that the loops per ms are saved'
like err 'bursts differ by [.0-9]+ %' 'A message says how steady the loops per ms are'
grep -Eq '^[1-9][0-9]*$' $loops && [ "$(wc -l <$loops)" = 1 ]
ok $? 'The loops per ms are saved as a bare decimal number'
like out "^Using $(cat $loops) loops per ms" 'The loops per ms that were saved are used'
run -c -t 10ms -W Audio -w None -l "$(cat $loops)0"
like out "^! $(cat $loops)0 loops per ms are used, [0-9]+ were measured" 'Ten times as many loops per ms as measured get a remark'
echo 1234 >$loops
run -c -t 10ms -W Audio -w None
like out '^Using 1234 loops per ms' 'Saved loops per ms are used as they are'
like out '^! 1234 loops per ms are used, [0-9]+ were measured just now \(-b: anew\)$' 'Saved loops per ms that are far off get a remark'
run -c -t 10ms -W Audio -w None -l 7654321
like out '^Using 7654321 loops per ms' 'The loops of -l take precedence over saved ones'
is "$(cat $loops)" 1234 'The loops of -l are not saved'
run -T -c -t 10ms -W Audio -w None
is "$(cat $loops)" 1234 'A run with -T saves no loops per ms'
run -b -c -t 10ms -W Audio -w None
is "$rc,$(grep -cx 1234 $loops)" 0,0 'The loops per ms are measured anew and saved with -b'
for garbage in '' abc 12a '-5' '0' '1.5e6' ' 12' '99999999999' '12 34' "$(head -c 3000 /dev/zero | tr '\0' 9)"; do
	printf '%s\n' "$garbage" >$loops
	# -b would measure for 2 s each time: that a warning comes is enough here
	start -c -t 10ms -W Audio -w None
	wait_for grep -q 'holds no number of loops' "$tmp/err"
	ok $? "Saved loops that are no number are warned of: $(printf %.12s "$garbage")"
	kill -INT $pid
	wait $pid
done
printf 'a\0b%0100d' 0 >$loops
run -c -t 10ms -W Audio -w None
grep -Eq '^[1-9][0-9]*$' $loops && [ "$(wc -c <$loops)" -lt 20 ]
ok $? 'Saved loops that are no number are measured anew and replaced as a whole'
rm $loops
ln -s keep $loops
run -c -t 10ms -W Audio -w None
is "$rc,$(cat keep)" 0,precious 'A link in place of the saved loops is not written through'
like err "$loops is not read: it is a symbolic link" 'A link in place of the saved loops is not read, and a message says so'
like err "$loops is not written: it is a symbolic link" 'A message says that a link in place of the saved loops is not written'
rm $loops

# scratch files have no name; old names of theirs are the user's
for name in interbench.read interbench.write; do
	echo precious >$name
done
run_rows -T -c -t 100ms -W Audio -w Read -w Write
is "$rc,$(cat interbench.read interbench.write)" "0,$(printf 'precious\nprecious')" \
	'Files named interbench.read and interbench.write survive'
rm interbench.*
ln -s keep interbench.read
run_rows -T -c -t 50ms -W Audio -w Read
is "$rc,$(cat keep)" 0,precious 'A file survives to which a link named interbench.read leads'
rm interbench.read
mkdir dir
run_rows -T -c -t 100ms -W Audio -w Read -w Write -d dir &
timeout 60 "$double" -T -c -t 100ms -W Audio -w Read -w Write -d dir >"$tmp/out2" 2>&1
is "$?" 0 'The second of two runs in one scratch directory ends with status 0'
wait $!
is "$?" 0 'The first of two runs in one scratch directory ends with status 0'
is "$(ls -A dir)" '' 'No file is left in the scratch directory of two runs'
rmdir dir
run -T -c -t 10ms -W Audio -w None -w Write -d /nowhere
is "$rc" 3 'A scratch directory that is not there ends the run with status 3'
like out '^Write     skipped: .*No such file' 'The row says that the scratch directory is not there'
like out '^None +[0-9]' 'The other rows are measured without the scratch directory'
run -T -c -t 10ms -W Audio -w Write -w Compile -d /proc
like out '^Write     skipped: the file system of /proc does not tell' 'Write is skipped on a file system that does not tell its free space'
like out '^Compile   skipped: the file system of /proc does not tell' 'Compile is skipped on a file system that does not tell its free space'

if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=8m none small 2>/dev/null; then
	run -T -c -t 10ms -W Audio -w Write -w Read -w Compile -w None -d small
	for load in Write Read Compile; do
		like out "^$load +skipped: 8 MB free, 16 MB needed$" "$load is skipped if 8 MB are free"
	done
	is "$rc" 3 'The status is 3 if 8 MB are free'
	like out '^None +[0-9]' 'The other rows are measured if 8 MB are free'
	mount -o remount,size=64m small
	run -T -c -t 50ms -W Audio -w Read -d small
	like out '^! read from memory instead of a disk: 100 % in Read' 'Read on a tmpfs gets a remark'
	run -T -c -t 300ms -W Audio -w Write -d small
	is "$rc" 0 'Write starts over at the end of its file'
	mount -o remount,ro small
	run -T -c -t 10ms -W Audio -w Write -w Read -d small
	is "$rc,$(grep -c 'skipped: no file in small: Read-only' "$tmp/out")" 3,2 'A scratch directory that is read-only costs the rows of Write and Read'
	(cd small && timeout 20 "$ib" -T -t 10ms -W Audio -w None >"$tmp/out" 2>"$tmp/err")
	is "$?" 1 'A log in a read-only directory is refused'
	like err 'Read-only file system .-c' 'The message about a read-only directory names -c'
	umount small
	rmdir small
else
	rmdir small 2>/dev/null
	skip 'not root, or no mount' 'A small and a read-only file system cost rows alone'
fi

# a log that can take no more
(ulimit -f 1; exec timeout 20 "$ib" -T -n 9 -t 10ms -W Audio -w None) 2>"$tmp/err" | cat >"$tmp/out"
like err '^interbench: the log: .*; it ends here$' 'A log that is full is noted'
is "$(grep -c '^None .*+/-' "$tmp/out")" 9 'The run goes on when the log is full'
rm "$log"

# output that cannot be written
timeout 20 "$ib" -T -c -t 10ms -W Audio -w None >/dev/full 2>"$tmp/err"
is "$?" 1 'A full standard output ends the run with status 1'
like err 'standard output: No space left' 'The message says that standard output is full'
(timeout 20 "$ib" -T -c -t 10ms -W Audio -w None; echo $? >"$tmp/rc") 2>"$tmp/err" | true
is "$(cat "$tmp/rc")" 1 'A closed pipe ends the run with status 1'
for fd in 0 1 2; do
	eval "timeout 20 '$ib' -T -c -t 10ms -W Audio -w None >'$tmp/out' 2>'$tmp/err' $fd>&-"
	rc=$?
	[ $fd = 1 ] && wanted=1 || wanted=0
	is "$rc" "$wanted" "A run with stream $fd closed ends with status $wanted"
done
gone files
end
