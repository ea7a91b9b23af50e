# SPDX-License-Identifier: GPL-2.0-or-later
# Each option: what is good, what is bad, what is just allowed; names; statuses.
. tests/lib.sh

short='-T -c -t 10ms -W Audio -w None'

# good ARG...
good() {
	# shellcheck disable=SC2086
	run $short "$@"
	is "$rc" 0 "These arguments are accepted: $*"
}

# bad REGEX ARG...: one line that says so, exit 2, nothing measured
bad() {
	wanted=$1
	shift
	run "$@"
	is "$rc,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out")" 2,1,0 "These arguments are refused: $*"
	like err "$wanted" "The message says what is allowed instead of these arguments: $*"
}

# names ROLE: as --list has them, in the order of the rows, whatever that is
names() {
	"$ib" --list | sed -n "s/^$1  \([^ ]*\) .*/\1/p" | paste -sd, | sed 's/,/, /g'
}
tasks=$(names task) loads=$(names load)

number='a whole number from'
bad "-l 0: $number 1 to 2147483647" -l 0
bad "$number" -l 2147483648
bad "$number" -l 12x
bad "-L 0: $number 1 to 100000" -L 0
bad "$number" -L 100001
bad "$number" -L ''
bad "-n 0: $number 1 to" -n 0
bad "-B 20: $number -20 to 19" -B 20
bad "$number" -B -21
bad "-N x: $number -20 to 19" -N x
bad "-C 0: $number 1 to 100" -C 0 -I 1000
bad "-C 101: $number 1 to 100" -C 101 -I 1000
bad "-I 9: $number 10 to 60000000" -C 5 -I 9
bad "--rtprio 100: $number 1 to 99" -r --rtprio 100
for t in 0 0s 1x 1.5 86401 25h 1ms1 ms '' ' 5' +5 -5 99999999999999999999; do
	bad 'a time from 1ms to 24h' -t "$t"
done
bad "no such load; allowed: $loads\$" -w Foo
bad "a task, no load; allowed: $loads\$" -w Audio
bad 'no such load; allowed' -x ''
bad "no such task; allowed: $tasks\$" -W Foo
bad "a load, no task; allowed: $tasks\$" -W Burn
bad 'no such task' -X Foo
bad 'cannot be real time .*; allowed: .*Audio.*Custom' -r -W X
bad 'cannot be real time' -W Gaming -r
bad 'Custom needs -C and -I' -W Custom
bad 'Custom needs -C and -I' -w Custom
bad 'both -C and -I' -C 5
bad 'both -C and -I' -I 5000
bad "stray word 'foo'" -c foo
bad 'no option -Z' -Z
bad '^interbench: no option -[^ c]' -c"$(printf '\303\251')"
bad '--lo is ambiguous: --loops, --load, --load-only' --lo 5
bad '--lo=3 is ambiguous: --loops, --load, --load-only' --lo=3
bad '^interbench: --histogram takes no argument: --histo=3$' --histo=3
bad '^interbench: -T takes no argument$' -T=3
bad '^interbench: no option -= ' -=
bad '--console takes no argument' --console=x
bad '^interbench: -m wants an argument, and -T is an option; -m-T takes it for one$' -m -T -c
bad '^interbench: --dir wants|^interbench: -d wants an argument, and --list is an option' --dir --list
bad '^interbench: --seed wants an argument, and -n is an option; --seed=-n takes it' --seed -n 3
bad 'no option --nosuch' --list --nosuch
bad "stray word 'x'" -h x
bad 'no such task; allowed' -W Video,Audi
bad 'no such load; allowed' -w Burn, -W Audio
bad '^interbench: no pairing' -W Gaming -X Gaming
bad 'no option --foo' --foo
bad '-l wants an argument' -l
bad '--time wants an argument' --time
bad 'exclude each other' -b -T
bad "^interbench: --loops 5x: $number" --loops=5x
bad "^interbench: -l 5x: $number" -l5x
bad '^interbench: --time 1x: a time' --tim 1x
bad '^interbench: --bench Foo: no such task' --bench=Foo -W Audio
bad '^interbench: --seed and --compare exclude' -T --seed=3 --compare x
bad 'exclude each other' -r -B 5
bad 'rtprio needs -r, --policy fifo or' --rtprio 50
bad 'rtprio needs -r' --rtprio 50 --policy batch
bad 'no such policy; allowed: other, batch, idle, ext, fifo, rr$' --policy foo
bad 'no such policy; allowed: other, batch, idle, ext$' --load-policy ''
for p in fifo RR; do
	bad 'could keep the CPU for ever; allowed: other, batch, idle, ext$' --load-policy $p
done
bad 'exclude each other: -r is the policy fifo' -r --policy rr
bad '^interbench: -B and the policy \(SCHED_FIFO\) exclude' --policy fifo -B 1
bad '^interbench: -N and the policy \(SCHED_IDLE\) exclude' --load-policy idle -N 1
for p in idle ext fifo rr; do
	bad 'exclude each other: no slice counts there' --slice 1000 --policy $p
done
bad 'exclude each other: no slice counts there' --load-slice 1000 --load-policy idle
bad "--slice 99: $number 100 to 100000" --slice 99
bad "--load-slice 100001: $number 100 to 100000" --load-slice 100001
for l in '' x 0- -1 1-0 '0,' ,0 0x1 0--1 '0 1' 0,65536 99999999999999999999; do
	bad 'a list of CPUs is wanted, as 0-3,8' --affinity "$l"
done
bad 'a list of CPUs' --load-affinity 0-65536
bad 'exclude each other' -u --affinity 0
bad 'exclude each other' -u --load-affinity 0
for s in a a= =true '' :-T; do
	bad "^interbench: --setting $s: NAME=COMMAND or NAME:OPTIONS is wanted\$" --setting "$s" --setting b=true
done
for s in 'a b=true' 'a/b=true' 'a/b:' abcdefghijklmnopqrstuvwxyz012345=true; do
	bad ': a name is 1 to 31 of A-Z a-z 0-9 . _ \+ -$' --setting "$s" --setting b=true
	awk 'length > 80 + '${#s} "$tmp/err" >"$tmp/long"
	is "$(cat "$tmp/long")" '' "The message adds no more than 80 columns to this name: $s"
done
bad 'this name has its command already' --setting a=true --setting a=false
bad 'this name has its options already' --setting a: --setting a:-L1
bad 'two names or more' --setting a=true
bad 'two names or more' --setting a=true --setting a:-L1
bad '--setting and --compare exclude' --setting a=true --setting b=true --compare x
# shellcheck disable=SC2086 # an option and its argument
for o in -r -c '-W Video' '-n 2' --load-only; do
	bad "^interbench: ${o%% *} and --compare exclude" $o --compare x
done
bad 'needs --compare or --setting' --threshold 3 -T
bad 'needs --compare or --setting' --color never
bad '-m with --setting: 128 bytes' --setting a=true --setting b=true -m "$(printf '%129s' x)"
# The same checks as on the command line, for each setting
one() {
	bad "^interbench: --setting one: $1" -T -c -t 10ms -W Audio -w None --setting two: --setting "one:$2"
}
one "-B 20: $number -20 to 19" '-B 20'
one "--bench-nice 20: $number -20 to 19" --bench-nice=20
one "--slice 99: $number 100 to 100000" '--slice 99'
one '--load-policy fifo: could keep the CPU for ever' '--load-policy fifo'
one '-B wants an argument \(' '-L 3 -B'
one '--slice wants an argument, and -N is an option; --slice=-N takes it for one$' '--slice -N 3'
one '--rtprio needs -r, --policy fifo or' '--rtprio 3'
one '-B and the policy \(SCHED_IDLE\) exclude' '-B 3 --policy idle'
bad '^interbench: --setting a: -r and --policy rr exclude' -r --setting b: --setting 'a:--policy rr'
bad '^interbench: --setting b: -u and --affinity or' -u --setting 'b:--load-affinity 0' --setting a:
bad '^interbench: --rtprio needs -r' --rtprio 3 --setting a=true --setting b:'--policy rr'
scheduling='-L --rtprio --policy --load-policy --slice --load-slice --affinity --load-affinity -B -N'
for s in '-t 5' -T --console '--policy=idle x' '-L1 -Tc' '--setting a=true' '--load None' -- -z \
	'--load- 3' -h; do
	run -T -c -t 10ms -W Audio -w None --setting two: --setting "one:$s"
	if [ "$s" = -- ]; then
		is "$rc" 0 'A setting may have the word --'
		continue
	fi
	is "$rc,$(wc -c <"$tmp/out")" 2,0 "These are no options of a setting: $s"
	named=" $(sed '1s/.*//; s/^interbench: *//; s/,/ /g' "$tmp/err" | tr '\n' ' ')"
	for o in $scheduling; do
		case $named in *" $o "*) ;; *) named="no $o" ;; esac
	done
	case $named in no* | *' -'[Trtu]' '*) lacks=1 ;; *) lacks=0 ;; esac
	is $lacks 0 "The message names the options that a setting may have, and no others: $s ($named)"
	awk 'length > 80' "$tmp/err" >"$tmp/long"
	is "$(cat "$tmp/long")" '' "The message fits in 80 columns: $s"
done
set --
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do
	set -- "$@" --setting "$i=true"
done
bad '16 settings at most' "$@"
bad 'exclude each other' -l 5 -b
bad 'exclude each other' -l 5 -T
bad 'no pairing' -W Video -w Video
bad 'no pairing' -w Burn -x Burn

good -L 1
good -L 100000
good -n 2
good --setting a=true --setting B_2.x+y-z=true
good --setting a: --setting 'b: -B19	--load-n=3 --cpu-load 2 ' --setting b=true
good -B 19 -N 19
good -C 1 -I 60000000
good -C 100 -I 10
good -u
good --policy OTHER --load-policy Batch
good -B 1 -N 1 --policy batch --load-policy other
good -q
good -d /
good -m ''
good -w none
good -W AUDIO --load=None
good --bench audio --exclude-load burn
good --time=1ms
good --cpu-load 3
for t in 1ms 1s; do
	good -t $t
done
# the last -t wins, so these are only parsed
run -T -c -W Audio -w None -t 24h -t 1h -t 5m -t 30s -t 20ms
is "$rc" 0 'These arguments are accepted: -t 24h, 1h, 5m, 30s'

run -c -l 2147483647 -t 1ms -W Audio -w None -X Audio
is "$rc" 2 'The largest -l gets past the check of numbers'
run -c -l 1 -t 10ms -W Audio -w None
is "$rc" 0 'These arguments are accepted: -l 1'
like out '^! 1 loops per ms are used, [0-9]+ were measured just now' 'A single loop per ms gets a remark'

good -m-T
like out '^Comment: -T$' 'An option behind its letter is taken as the text of -m'
run -T -c -t 10ms -W Audio,Video -w None
is "$(grep -c '^---' "$tmp/out")" 2 'Names behind one -W are separated by commas'
like err '^interbench: 2 pairings, about 1 s$' 'Without a terminal a line says what follows'
run -T -c -q -t 10ms -W Audio -w None
is "$(wc -c <"$tmp/err")" 0 '-q keeps quiet of what follows'
for where in nosuch "$ib"; do
	run -T -c -t 10ms -W Audio -w None -w Write -d "$where"
	is "$rc,$(wc -c <"$tmp/out")" 1,0 '-d that cannot serve ends the run before anything is measured'
	like err "^interbench: -d $where: no file can be made there: " 'The message says why -d cannot serve'
done
good -d nosuch
run -h
is "$rc" 0 '-h exits with status 0'
is "$(wc -c <"$tmp/err")" 0 '-h prints nothing to standard error'
awk 'length > 80' "$tmp/out" >"$tmp/long"
is "$(cat "$tmp/long")" "" '-h fits in 80 columns'
run --version
like out '^interbench [0-9.]+$' '--version prints the name and the version'
run --list
awk 'length > 80' "$tmp/out" >"$tmp/long"
is "$(cat "$tmp/long")" "" '--list fits in 80 columns'
is "$rc" 0 '--list exits with status 0'
for name in Audio Video X Gaming Custom; do
	like out "^task  $name  " "--list has the task $name"
done
for name in None Video X Burn Write Read Ring Compile Memload Hack Custom Fork Lock Command; do
	like out "^load  $name  " "--list has the load $name"
done

like out '^task  Hog .*; if named$' '--list says which tasks run only if named'
like out '^load  Hack .*; if named$' '--list says which loads run only if named'
unlike out '^(task  Audio|load  (Burn|Command)) .*; if named$' '--list says of no default task or load that it runs only if named'

# completes WANTED PREVIOUS WORD NAME: what bash offers
completes() {
	got=$(bash -c 'eval "$("$1" --completion)"; COMP_WORDS=(interbench "$2" = "$3") COMP_CWORD=3
		_interbench interbench "$3" "${4-$2}"; echo ${COMPREPLY[*]}' - "$ib" "$2" "$3" ${5+"$5"})
	is "$got" "$1" "$4"
}
if command -v bash >/dev/null; then
	run -h
	completes "$(sed -n 's/^  ...\? \(--[a-z-]*\) .*/\1/p' "$tmp/out" | tr '\n' ' ' | sed 's/ $//')" -T -- \
		'bash completes every option of -h'
	completes '--seed --setting' -c --se 'bash completes an option'
	run --list
	completes "$(awk '$1 == "load" { printf "%s%s", gap, $2; gap = " " }' "$tmp/out")" -w '' \
		'bash completes the loads of --list'
	completes 'Audio,Video' -W Audio,V 'bash completes a name in a list'
	completes 'batch' --policy b 'bash completes an argument behind =' =
	completes '' --load-policy f 'bash completes no policy that a load may not have'
	completes '' -d '' 'bash is left to complete files'
	completes '' nothing a 'bash is left to complete what is no option'
else
	skip 'no bash' 'bash completes options, names and policies'
fi

for option in -h -V --list --completion; do
	timeout 10 "$ib" $option >/dev/full 2>"$tmp/err"
	is "$?" 1 "$option into a full device ends with status 1"
	like err 'standard output: No space left' "The message says that $option cannot be written into a full device"
done
gone options
end
