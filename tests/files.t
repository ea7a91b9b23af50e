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
# calibrate ARG...: run, and again while others disturb it, which saves nothing; once they
# have disturbed all tries, they go on
tries='1 2 3'
calibrate() {
	busy='others keep the CPUs busy'
	for _ in $tries; do
		run "$@"
		grep -q 'calibration was disturbed' "$tmp/err" || { busy=''; return; }
	done
	tries=1
	return 1
}
if calibrate -c -t 10ms -W Audio -w None; then
	is "$rc" 0 'A run that measures the loops per ms ends with status 0'
	like err '[0-9]+ loops per ms saved to interbench.loops_per_ms$' 'A message says that the loops per ms are saved'
	like err 'bursts differ by [.0-9]+ %' 'A message says how steady the loops per ms are'
	grep -Eq '^[1-9][0-9]*$' $loops && [ "$(wc -l <$loops)" = 1 ]
	ok $? 'The loops per ms are saved as a bare decimal number'
	like out "^Using $(cat $loops) loops per ms" 'The loops per ms that were saved are used'
	run -c -t 10ms -W Audio -w None -l "$(cat $loops)0"
	like out "^! $(cat $loops)0 loops per ms are used, [0-9]+ were measured" 'Ten times as many loops per ms as measured get a remark'
else
	skip "$busy" 'Loops per ms that were measured are saved'
fi
echo 1234 >$loops
run -c -t 10ms -W Audio -w None
like out '^Using 1234 loops per ms' 'Saved loops per ms are used as they are'
like out '^! 1234 loops per ms are used, [0-9]+ were measured just now \(-b: anew\)$' 'Saved loops per ms that are far off get a remark'
run -c -t 10ms -W Audio -w None -l 7654321
like out '^Using 7654321 loops per ms' 'The loops of -l take precedence over saved ones'
is "$(cat $loops)" 1234 'The loops of -l are not saved'
run -T -c -t 10ms -W Audio -w None
is "$(cat $loops)" 1234 'A run with -T saves no loops per ms'
if calibrate -b -c -t 10ms -W Audio -w None; then
	is "$rc,$(grep -cx 1234 $loops)" 0,0 'The loops per ms are measured anew and saved with -b'
else
	skip "$busy" 'The loops per ms are measured anew and saved with -b'
fi
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
if calibrate -c -t 10ms -W Audio -w None; then
	grep -Eq '^[1-9][0-9]*$' $loops && [ "$(wc -c <$loops)" -lt 20 ]
	ok $? 'Saved loops that are no number are measured anew and replaced as a whole'
else
	skip "$busy" 'Saved loops that are no number are measured anew and replaced as a whole'
fi
rm $loops
ln -s keep $loops
calibrate -c -t 10ms -W Audio -w None
is "$rc,$(cat keep)" 0,precious 'A link in place of the saved loops is not written through'
like err "$loops is not read: it is a symbolic link" 'A link in place of the saved loops is not read, and a message says so'
if [ "$busy" ]; then
	skip "$busy" 'A message says that a link in place of the saved loops is not written'
else
	like err "$loops is not written: it is a symbolic link" 'A message says that a link in place of the saved loops is not written'
fi
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
(cd /proc && timeout 20 "$ib" -T -c -t 10ms -W Audio -w Write -w Compile >"$tmp/out")
like out '^Write     skipped: the file system of . does not tell' 'Write is skipped on a file system that does not tell its free space'
like out '^Compile   skipped: the file system of . does not tell' 'Compile is skipped on a file system that does not tell its free space'

if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=8m none small 2>/dev/null; then
	in_small() {
		(cd small && timeout 20 "$ib" -T -c -t 10ms -W Audio "$@" >"$tmp/out" 2>"$tmp/err")
		rc=$?
	}
	in_small -w Write -w Read -w Compile -w None
	for load in Write Read Compile; do
		like out "^$load +skipped: 8 MB free, 16 MB needed$" "$load is skipped if 8 MB are free"
	done
	is "$rc" 3 'The status is 3 if 8 MB are free'
	like out '^None +[0-9]' 'The other rows are measured if 8 MB are free'
	mount -o remount,size=64m small
	run -T -c -t 500ms -W Audio -w Read -d small
	like out '^! read from memory instead of a disk for 100 % of the data in Read' 'Read on a tmpfs gets a remark'
	run -T -c -t 300ms -W Audio -w Write -d small
	is "$rc" 0 'Write starts over at the end of its file'
	mount -o remount,ro small
	in_small -w Write -w Read
	is "$rc,$(grep -c 'skipped: no file in .: Read-only' "$tmp/out")" 3,2 'A scratch directory that is read-only costs the rows of Write and Read'
	(cd small && timeout 20 "$ib" -T -t 10ms -W Audio -w None >"$tmp/out" 2>"$tmp/err")
	is "$?" 1 'A log in a read-only directory is refused'
	like err 'Read-only file system .-c' 'The message about a read-only directory names -c'
	umount small
	rmdir small
else
	rmdir small 2>/dev/null
	skip 'not root, or no mount' 'A small and a read-only file system cost rows alone'
fi

# one file for two outputs; what stands in it stays as it is
# one_file FILE WHAT ARG...: it is refused, the file is as it was, and no other one is made
one_file() {
	file=$1 what=$2
	shift 2
	before=$(cksum <"$file") names=$(ls)
	run -T -t 10ms -W Audio -w None "$@"
	is "$rc,$(wc -c <"$tmp/out")" 2,0 "$what: the command line is refused"
	like err '^interbench: .* and .* are one file: each needs its own$' "$what: the message names both"
	[ "$(cksum <"$file")" = "$before" ] && [ "$(ls)" = "$names" ]
	ok $? "$what: the file keeps its bytes, and no other one is made"
}
echo earlier >"$log"
echo 1234 >$loops
one_file "$log" '-j onto the log' -j "$log"
one_file "$log" '-j onto the log, without a log' -c -j "$log"
one_file "$log" '-j onto the log, by another path' -j "./../${PWD##*/}/$log"
ln -s "$log" soft
one_file "$log" '-j onto the log, through a link' -j soft
ln -s soft softer
one_file "$log" '-j onto the log, through two links' -j softer
ln "$log" hard
one_file "$log" '-j onto the log, through a hard link' -j hard
rm hard
one_file $loops '-j onto the loops per ms' -j $loops
rm "$log"
one_file keep '-j onto the log that is to be made' -j "./$log"
one_file keep '-j onto the log that is to be made, through two links' -j softer
rm soft softer $loops
# into FILE WHAT REDIRECTION ARG...: the same for what a shell has opened
into() {
	echo earlier >"$1"
	file=$1 what=$2 redirection=$3
	shift 3
	eval "timeout 20 '$ib' -T -t 10ms -W Audio -w None $* 2>'$tmp/err' $redirection"
	is "$?,$(head -n 1 "$file"),$(grep -c 'None ' "$file")" 2,earlier,0 "$what is refused, and what stood there stays"
	rm "$file"
}
into "$log" 'Standard output onto the log' ">>'$log'"
into $loops 'Standard output onto the loops per ms' ">>$loops"
into j '-j onto standard output' '>>j' -j j
into j '-j onto standard output by its name in /dev' '>>j' -j /dev/stdout
into j '-j onto standard error' '2>>j' -j j
into j 'JSON and tables in one file' '>>j 2>&1' -j -
mkfifo fifo
cat fifo >"$tmp/out2" &
# shellcheck disable=SC2094 # that it is one file is what is tested
timeout 20 "$ib" -T -t 10ms -W Audio -w None -j fifo 2>"$tmp/err" >fifo
is "$?" 2 '-j onto a pipe that is standard output is refused'
wait $!
rm fifo
run -T -c -t 10ms -W Audio -w None -j /dev/null
is "$rc" 0 '-j into a device is allowed'
(run -T -c -t 10ms -W Audio -w None && cat "$tmp/out" >>"$log"
 timeout 20 "$ib" -T -c -t 10ms -W Audio -w None >>"$log" 2>&1)
is "$?,$(grep -c '^None' "$log")" 0,2 'Standard output and error may be one file, and that of the log under -c'
cp "$log" before
# shellcheck disable=SC2094
timeout 20 "$ib" --compare "$log" >>"$log" 2>"$tmp/err"
is "$?,$(grep -c 'is standard output, too' "$tmp/err")" 2,1 'A comparison is not printed into the log that it reads'
cmp -s "$log" before
ok $? 'The log that a comparison reads stays as it is'
rm "$log" before

# what comes from outside is printed as one line, and moves no cursor
evil=$(printf 'x\n! fake remark\033[2J\302\233\r--- Benchmarking')
# harmless NAME: in what was printed, and the log, nothing of it begins a line or is an escape
harmless() {
	cat "$tmp/out" "$tmp/err" "$log" 2>/dev/null | tr '\r' '\n' >"$tmp/said"
	grep -q 'x ! fake remark \[2J' "$tmp/said" &&
		! grep -q "^! fake\|^--- Benchmarking\$\|$(printf '\033\|\302\233')" "$tmp/said"
	ok $? "$1 is printed as harmless words" "$(cat -v "$tmp/said")"
	rm -f "$log"
}
mkdir "$evil"
run -T -t 10ms -W Audio -w Write -d "$evil/none"
harmless 'The name of a directory that is not there'
run_rows -T -t 10ms -W Audio -w None -m "$evil" -j "$evil/json" --exec "$evil"
harmless 'The comment'
LC_ALL=C tr -d '\n' <"$evil/json" | grep -q "$(printf '[\001-\037\177]\|\302\233')"
is "$?" 1 'Whatever stands in the strings of JSON, no control character does'
rm -r "$evil"
for words in -w -W -t --affinity '--setting' --policy --compare -C --color --threshold; do
	run $words "$evil"
	harmless "The argument of $words in an error"
done
run "$evil"
harmless 'A stray word'
run "--$evil"
harmless 'An option that does not exist'
run -T -t 10ms -W Audio -w None -w Command -e "$evil"
harmless 'A command'

run -T -c -t 10ms -W Audio -w None -m "$(printf %0160d 0)"
unlike err 'bytes' 'A comment of 160 bytes gets no note'
run -T -c -t 10ms -W Audio -w None -m "$(printf %0161d 0)"
like err '^interbench: -m: --compare reads only the first 160 bytes of it$' 'A comment of 161 bytes gets a note'
# 100000 times 3601 s
start -T -c -t 1h -n 100000 -W Audio -w None
wait_for grep -q 'pairings' "$tmp/err"
like err '^interbench: 100000 pairings, about 4168 days$' 'The time of very many long passes does not overflow'
kill -INT $pid
wait $pid
start -T -c -t 5m -W Audio -w None
wait_for grep -q 'pairing' "$tmp/err"
like err '^interbench: 1 pairing, about 5 minutes$' 'A single long pairing is not told of as if it were many'
kill -INT $pid
wait $pid

# outputs that can take no more: said once, the run goes on, what was written is whole
rows() {
	grep -c '^,*{"bench"' "$1"
}
whole() {
	[ "$(head -c 10 "$1")" = '{"schema":' ] && [ "$(tail -n 1 "$1")" = ']}' ] &&
		[ "$(grep -c '"schema":' "$1")" = 1 ]
}
# full WHERE: twelve rows, of which JSON and the log take a part
full() {
	like err '^interbench: .*j: .*; the run goes on, and each row tries again$' "$1: that JSON is full is said"
	like err '^interbench: the log: .*; the run goes on, and each row tries again$' "$1: that the log is full is said"
	is "$(grep -c 'tries again' "$tmp/err")" 2 "$1: each is said once"
	is "$rc,$(grep -c '^None .*+/-' "$tmp/out")" 1,20 "$1: the run goes on, and ends with status 1"
	whole "$2/j"
	ok $? "$1: the last document that did fit is whole"
	[ "$(rows "$2/j")" -ge 2 ] && [ "$(rows "$2/j")" -lt 20 ]
	ok $? "$1: it has the rows until then"
}
(ulimit -f 8; timeout 20 "$ib" -T -n 20 -t 10ms -W Audio -w None -j j 2>"$tmp/err"; echo $? >"$tmp/rc") |
	cat >"$tmp/out"
rc=$(cat "$tmp/rc")
full 'ulimit -f' .
rm "$log" j
if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=16k none small 2>/dev/null; then
	(cd small && timeout 20 "$ib" -T -n 20 -t 10ms -W Audio -w None -j j >"$tmp/out" 2>"$tmp/err")
	rc=$?
	full 'A full disk' small
	rm small/*
	head -c 16384 /dev/zero >small/zero
	rm -f "$tmp/out"
	(cd small && "$tool" --hear "$ib" -T -n 3 -t 200ms -W Audio -w None -j j >"$tmp/out" 2>"$tmp/err") &
	wait_for grep -q '^None' "$tmp/out"
	rm small/zero
	wait $!
	is "$?,$(grep -c 'tries again' "$tmp/err"),$(grep -c '^None' small/*.log),$(rows small/j)" 0,2,3,3 \
		'Once a full disk has space again, log and JSON get all'
	rm small/*
	(cd small && timeout 20 "$ib" -T -c -n 12 -t 10ms -W Audio -w None -m "$(printf %2000s x)" -j ../j >tables 2>"$tmp/err")
	is "$?,$(rows j),$(grep -c '^interbench: standard output: No space .* tries again$' "$tmp/err")" 1,12,1 \
		'A run whose tables are full goes on for JSON'
	rm j
	umount small
	rmdir small
else
	rmdir small 2>/dev/null
	skip 'not root, or no mount' 'A full disk'
fi

# output that cannot be written
timeout 20 "$ib" -T -c -t 10ms -W Audio -w None >/dev/full 2>"$tmp/err"
is "$?" 1 'A full standard output ends the run with status 1'
like err 'standard output: No space left' 'The message says that standard output is full'
(timeout 20 "$ib" -q -T -t 10ms -n 9 -W Audio -w None -w Write -j j; echo $? >"$tmp/rc") 2>"$tmp/err" | true
is "$(cat "$tmp/rc"),$(grep -c . "$tmp/err")" 141,0 'A closed pipe ends the run by SIGPIPE, without a message'
is "$(tail -n 1 "$log")" '! partial: standard output failed (Broken pipe) before the first row' \
	'The log says that standard output ended the run'
whole j
ok $? 'JSON is whole when standard output has ended the run'
rm "$log" j
(trap '' PIPE; timeout 20 "$ib" -q -T -c -t 10ms -W Audio -w None; echo $? >"$tmp/rc") 2>"$tmp/err" | true
is "$(cat "$tmp/rc"),$(cat "$tmp/err")" '1,interbench: standard output: Broken pipe' \
	'If SIGPIPE is ignored, a closed pipe ends the run with status 1 and a message'
for with in -h --list '-T -c -t 10ms -W Audio -w None -j -'; do
	# shellcheck disable=SC2086
	(sleep 0.3; "$ib" $with; echo $? >"$tmp/rc") 2>"$tmp/err" | true
	is "$(cat "$tmp/rc"),$(grep -c 'Broken' "$tmp/err")" 141,0 "A closed pipe ends this by SIGPIPE: $with"
done

# slow COMMAND: its output through a pipe that is O_NONBLOCK and full for a second
slow() {
	{
		head -c 65536 /dev/zero
		dd if=/dev/null oflag=nonblock 2>/dev/null	# of the pipe, not of dd alone
		"$@"
		echo $? >"$tmp/rc"
	} | { sleep 1; tr -d '\0' >"$tmp/out"; }
	rc=$(cat "$tmp/rc")
}
"$ib" -h >"$tmp/help"
slow "$ib" -h
cmp -s "$tmp/out" "$tmp/help" && [ "$rc" = 0 ]
ok $? 'The help waits for a reader of a pipe that is O_NONBLOCK'
kernels=$top/tests/data/logs/10-v029-plugsched-10-schedulers.txt
"$ib" --compare "$kernels" >"$tmp/compared"
slow "$ib" --compare "$kernels"
cmp -s "$tmp/out" "$tmp/compared" && [ -s "$tmp/out" ]
ok $? 'A comparison waits for a reader of a pipe that is O_NONBLOCK'
slow "$ib" -q -T -c -t 10ms -n 3 -W Audio -w None
is "$rc,$(grep -c '^None' "$tmp/out")" 0,3 'A run waits for a reader of a pipe that is O_NONBLOCK'
slow "$ib" -T -c -t 10ms -W Audio -w None -j - 2>"$tmp/err"
is "$rc,$(tail -n 1 "$tmp/out")" '0,]}' 'JSON waits for a reader of a pipe that is O_NONBLOCK'
nosuch() { "$ib" --nosuch 2>&1; }
slow nosuch
is "$rc,$(cat "$tmp/out")" '2,interbench: no option --nosuch (-h lists the options)' \
	'A message waits for a reader of a pipe that is O_NONBLOCK'
for fd in 0 1 2; do
	eval "timeout 20 '$ib' -T -c -t 10ms -W Audio -w None >'$tmp/out' 2>'$tmp/err' $fd>&-"
	rc=$?
	[ $fd = 1 ] && wanted=1 || wanted=0
	is "$rc" "$wanted" "A run with stream $fd closed ends with status $wanted"
done
gone files
end
