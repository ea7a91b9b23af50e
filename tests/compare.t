# SPDX-License-Identifier: GPL-2.0-or-later
# Whole outputs of --compare. tests/data/logs holds what was published from 2005 to 2016.
. tests/lib.sh

ln -s "$top/tests/data/logs" logs

compare() {
	timeout 60 "$ib" --compare "$@" >"$tmp/out" 2>"$tmp/err"
}

# Summary, one blank between words
summary() {
	sed -n '/^Summary of wins:/,/^$/p' "$tmp/out" | tr -s ' '
}

# numbers of runs, tables and rows over all sides
totals() {
	sed -n 's/^[A-Z]: .*: \([0-9]*\) runs\{0,1\}, \([0-9]*\) tables\{0,1\}, \([0-9]*\) rows\{0,1\} (.*/\1 \2 \3/p' \
		"$tmp/out" | awk '{ r += $1; t += $2; w += $3 } END { print r + 0, t + 0, w + 0 }'
}

# make_run KERNEL DATE BOOT MAX MET: a log of one row
make_run() {
	cat <<-EOF
	Load set to 2 processors

	Using 1000 loops per ms, running every load for 30 seconds
	Benchmarking kernel $1 at datestamp $2
	${3:+Boot: $3}

	--- Benchmarking simulated cpu of Video in the presence of simulated ---
	Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met
	Burn      0.016 +/- 0.0162 $4 100 $5
	None      0.016 +/- 0.0162 $4 100 50

	EOF
}

# So many runs, and rows without figures, that the counts leave little of a line
for _ in $(seq 100); do
	make_run a-kernel-of-ours 202601010000 '' 1 100 | sed 's/^Burn .*/Burn      load died: signal 9/'
done >a-file-with-a-long-name
compare a-file-with-a-long-name
is "$(head -n 2 "$tmp/out")" 'A: a-kernel-of-ours: 100 runs, 100 tables, 100 rows and 100 without figures
A is read from a-file-with-a-long-name' 'The name of a side is whole, and its file has a line of its own, where its counts are long'
rm a-file-with-a-long-name

# Every published file, to the table and row. Its name begins with its number and the version
# that printed it. A row is a line with "+/-", a table begins with "in the presence of", a run is
# one kernel, or one of its variants, under a heading of the poster's or of the program's.
# 06 and 16 hold a table of Gaming alone, 25 and 27 the samples of the old README and man page,
# with tabs and with blanks; 29 is what the program said where it printed no result at all.
while read -r file runs tables rows; do
	compare logs/"$file"-*.txt
	is "$(totals)" "$runs $tables $rows" "File $file has $runs runs, $tables tables and $rows rows"
done <<EOF
01 3 7 51
02 2 4 30
03 2 5 37
04 4 8 60
06 1 1 7
10 10 40 300
11 2 2 14
15 4 4 28
16 1 1 3
18 2 8 60
19 1 2 15
24 1 2 13
25 1 1 7
27 1 1 7
29 0 0 0
31 2 8 60
EOF

compare --threshold 0 logs/18-*.txt &&
	[ "$(summary)" = "Summary of wins: Deadlines Met Max Latency (not tested)
 A B A B
Audio 1 1 1 1
Video 5 0 4 1
X 4 2 6 1
Gaming 3 5 5 3" ]
ok $? 'The wins of 2.6.16-ck1 and -mm1 in 2006 are counted'
sed -n 1p "$tmp/out" | grep -q '^A: 2\.6\.16-ck1: 1 run, 4 tables, 30 rows (.*/18-.*\.txt)$'
ok $? 'The line of a side has its runs, tables, rows and file'
[ "$(grep -c 'Summary' "$tmp/out")" = 1 ] && ! grep -q '^Game ' "$tmp/out"
ok $? "The Summary that a poster wrote is read as no table"

# 2016, worked out by hand with the default rules: 1 % of A, maxima from 7 ms on.
#
# Audio: all deadlines 100; maxima at most 0.8 ms.			0 0 / 0 0
# Video: deadlines Burn 7.62 81.6 B, Compile 6.07 37.3 B, else 100;
#	maxima Burn 46.3 17.7 B, Compile 45.9 19.7 B, else at most 0.5.	0 2 / 0 2
# X:	deadlines None 99.3 99.3 equal, Video 27.3 82.6 B, Burn 4.37 7.58 B,
#	Write 96.4 95.7 (0.7 less than 0.964), Read 93.8 93.5 (0.3 less than 0.938),
#	Ring 84.9 86 (1.1 more than 0.849) B, Compile 4.2 8.12 B;		0 4
#	maxima None 1 1, Video 68 56 B, Burn 334 142 B, Write 4 5 and Read 4 4
#	below 7, Ring 9 12 A, Compile 333 196 B.				1 3
# Gaming: CPU None 100 100, Video 92.7 98.8 B, X 98.7 98.7, Burn 42.3 43.3 (1.0 more than
#	0.423) B, Write 98.2 97.7 (0.5 less than 0.982), Read 89.9 96.9 B, Ring 92.5 94.4
#	(1.9 more than 0.925) B, Compile 39.6 40.6 (1.0 more than 0.396) B;	0 5
#	maxima None 2.2 0.5 and X 2.7 2.9 below 7, Video 69.3 1.8 B, Burn 360.8 160.3 B,
#	Write 4.4 7.0 (one of them is 7) A, Read 47.8 3.6 B, Ring 8.2 10.3 A, Compile 346.1
#	209.2 B.								2 4
compare logs/31-*.txt &&
	[ "$(summary)" = "Summary of wins: Deadlines Met Max Latency (not tested)
 A B A B
Audio 0 0 0 0
Video 0 2 0 2
X 0 4 1 3
Gaming 0 5 2 4" ]
ok $? 'The wins of CFS and MuQSS in 2016 are counted'
[ "$(grep -o '[0-9]\*' "$tmp/out" | wc -l)" = 23 ]
ok $? 'Each win of the Summary has a star in the tables'
grep -q '^! 1 run of A, 1 of B: too few to tell a difference from noise; take 4 a side\.$' "$tmp/out"
ok $? 'One run a side is too few, and the output says so'
! sed 1,2d "$tmp/out" | grep -q '.\{81\}\| $'
ok $? 'The comparison fits in 80 columns and has no blanks at line ends'
grep -q '^Summary of wins:  Deadlines Met       Max Latency       (not tested)$' "$tmp/out" &&
	grep -q '^Video                 0     2           0     2$' "$tmp/out"
ok $? 'The Summary keeps its layout'

compare logs/31-*.txt logs/31-*.txt && [ "$(totals)" = '4 16 120' ]
ok $? 'One file named twice makes four sides of its two'
[ "$(grep -c '^Summary' "$tmp/out")" = 3 ] && grep -q '^                      A     D           A     D$' "$tmp/out"
ok $? 'Each further side is compared with the first'
head -n 46 logs/31-*.txt >"$tmp/cfs"
compare "$tmp/cfs" "$tmp/cfs" && ! grep -q '[0-9]\*' "$tmp/out"
ok $? 'A run compared with itself has no win'
compare - <"$(echo logs/31-*.txt)" && [ "$(totals)" = '2 8 60' ]
ok $? 'A log is read from standard input'

# Missing rows and tables, settings that differ
grep -v '^Burn ' "$tmp/cfs" >"$tmp/less"
sed -e 's/12 processors/4 processors/' -e 's/for 30 seconds/for 10 seconds/' -e 's/X in/X nice 5 in/' "$tmp/less" >"$tmp/other"
compare "$tmp/cfs" "$tmp/other" && grep -q '^Burn   *361   *-   *42\.3   *-$' "$tmp/out"
ok $? 'A row that one side lacks is shown as missing'
! grep -q '[0-9]\*' "$tmp/out"
ok $? 'A row that one side lacks is won by no side'
grep -q '^! Time per load: 30 s in A, 10 s in B$' "$tmp/out" && grep -q '^! Processors (-L): 12 in A, 4 in B$' "$tmp/out" &&
	grep -q '^! Task: X in A, X nice 5 in B$' "$tmp/out"
ok $? 'Settings that differ between the sides are warned of'
compare logs/19-*.txt logs/27-*.txt
[ $? -eq 1 ] && grep -q 'no row in common' "$tmp/err"
ok $? 'Sides without a row in common are refused'
sed -e 's/real time //' -e 's/(us)/(ms)/' logs/19-*.txt >"$tmp/ms"
compare logs/19-*.txt "$tmp/ms" && grep -q '^! Task: Audio real time in A, Audio in B$' "$tmp/out" &&
	grep -q '^None *0\.01\** *10 ' "$tmp/out"
ok $? 'Figures in us and ms are converted, and the difference is warned of'

# Facts about the machine
fact_of() { make_run "$1" 202601010001 '' 20 50 | sed "5s/.*/$2/"; }
facts() {
	fact_of one "$1" >"$tmp/a"
	fact_of two "$2" >"$tmp/b"
	compare "$tmp/a" "$tmp/b"
}
facts 'Memory: 469 MB RAM, no swap' 'Memory: 464 MB RAM, no swap' && ! grep -q Memory "$tmp/out"
ok $? 'The few MB of memory that a kernel keeps are not warned of'
facts 'Memory: 469 MB RAM, no swap' 'Memory: 459 MB RAM, no swap' &&
	grep -q '^! Memory: 469 MB RAM, no swap in A, 459 MB RAM, no swap in B$' "$tmp/out"
ok $? 'A difference in memory of more than 2 % is warned of'
facts 'Memory: 469 MB RAM, no swap' 'Memory: 469 MB RAM, 100 MB swap' && grep -q '^! Memory' "$tmp/out"
ok $? 'A difference in swap is warned of'
a='preempt voluntary, min_granularity 0.75 ms, autogroup off'
facts "Tunables: $a" "Tunables: $a and on" &&
	[ "$(grep -A 1 '^! Tun' "$tmp/out")" = "! Tunables: $a in A,
!    $a and on in B" ]
ok $? 'Two facts that do not fit in 80 columns get a line each'

facts 'CPUs: 100 in use' 'CPUs: 101 in use' && grep -q '^! CPUs: 100 in use in A, 101 in use in B$' "$tmp/out"
ok $? 'Any difference in another fact is warned of'

# Settings stand in the order of their numbers, and what is none of them where it is
{
	fact_of one 'Setting: 2 of 2, b' | sed 's/^Benchmarking.*/&\nComment: b/'
	fact_of one 'Setting: 1 of 2, a' | sed 's/^Benchmarking.*/&\nComment: a/'
	make_run plain 202601010001 '' 20 50
} >"$tmp/log"
compare "$tmp/log" && [ "$(sed -n 's/^\([A-C]: [a-z]* *[a-z]*\):.*/\1/p' "$tmp/out" | tr '\n' ,)" = 'A: one a,B: one b,C: plain,' ]
ok $? 'A run that is no setting does not go before the settings'

# Repeats of one kernel at another nice value are another side, and say so
run_of() { make_run one 202601010001 '' 20 50 | sed "s/Video in/Video $1in/"; }
run_of '' >"$tmp/nice"
run_of 'nice 5 ' >>"$tmp/nice"
compare "$tmp/nice" && grep -q '^A: one: 1 run' "$tmp/out" &&
	grep -q '^B: one, nice 5: 1 run' "$tmp/out"
ok $? 'A nice value tells sides apart that have one name'

run_of 'real time ' | sed 's,(ms),(us),' >"$tmp/nice"
run_of '' >>"$tmp/nice"
compare "$tmp/nice" && grep -q '^A: one, real time: 1 run' "$tmp/out"
ok $? 'Real time tells sides apart that have one name'
make_run one 202601010001 '' 20 50 >"$tmp/loops"
sed 's/1000 loops/2000 loops/' "$tmp/loops" >"$tmp/more"
sed 's/1000 loops per ms/cpu time/' "$tmp/loops" >"$tmp/time"
compare "$tmp/loops" "$tmp/more" && grep -q '^! Loops per ms: 1000 in A, 2000 in B$' "$tmp/out"
ok $? 'Another number of loops per ms is warned of'
compare "$tmp/loops" "$tmp/time" && grep -q '^! Work in: loops in A, CPU time in B$' "$tmp/out" &&
	compare "$tmp/time" "$tmp/loops" && grep -q '^! Work in: CPU time in A, loops in B$' "$tmp/out"
ok $? 'Work in CPU time beside work in loops is warned of'

# Exit statuses
compare logs/29-*.txt
[ $? -eq 1 ] && [ ! -s "$tmp/out" ]
ok $? 'A file without a result ends with status 1'
compare logs/27-*.txt
[ $? -eq 1 ] && grep -q 'one side only' "$tmp/err"
ok $? 'A single side ends with status 1'
compare "$tmp/none"
[ $? -eq 1 ]
ok $? 'A file that is not there ends with status 1'
compare --fail-worse "$tmp/none"
[ $? -eq 125 ]
ok $? 'A file that is not there ends with status 125 under --fail-worse'
compare --fail-worse logs/29-*.txt
[ $? -eq 125 ]
ok $? 'A file without a result ends with status 125 under --fail-worse'
compare --fail-worse --threshold x logs/31-*.txt
[ $? -eq 125 ]
ok $? 'Bad usage ends with status 125 under --fail-worse'
for word in --fail-worse=3 --fail-w=; do
	compare $word logs/31-*.txt
	is $? 125 "$word is bad usage, too, and ends with status 125"
done
compare --fail-worse logs/31-*.txt
ok $? 'A better side ends with status 0 under --fail-worse'
sed -n '/ck4/,$p' logs/31-*.txt >"$tmp/muqss"
compare --fail-worse "$tmp/muqss" "$tmp/cfs"
[ $? -eq 4 ]
ok $? 'A worse side ends with status 4 under --fail-worse'

# Colours
compare --color=always logs/31-*.txt && grep -q "$(printf '\033\\[31m46.3\033\\[0m      \033\\[32m17.7\033\\[0m\\*')" "$tmp/out" &&
	grep -q "$(printf '\033\\[34m99.3\033\\[0m     \033\\[34m99.3\033\\[0m')" "$tmp/out"
ok $? 'The worse figure is red, the better green, and equal ones are blue'
compare logs/31-*.txt && ! grep -q "$(printf '\033')" "$tmp/out"
ok $? 'Output into a file has no colours'

# Repeats
for i in 1 2 3 4; do
	make_run old 20260101000$i boot-a 2$i 50.$i
done >"$tmp/old"
for i in 5 6 7 8; do
	make_run new 20260101000$i boot-b 9$i 90.$i
done >"$tmp/new"
compare "$tmp/old" "$tmp/new" && grep -q '^Burn  *22\.5\*     96\.5  .* 50\.2     90\.7\*  0\.029  0\.029$' "$tmp/out"
ok $? 'Four runs a side show a large difference in the medians'
grep -q '^4 runs of A, 4 of B: the smallest p possible is 0\.0286; a \* needs 0\.05\.$' "$tmp/out"
ok $? 'The smallest p that four runs a side can show is printed'
grep -q '^! The sides come from different boots' "$tmp/out" &&
	grep -q '^! All runs of A precede those of B' "$tmp/out"
ok $? 'Different boots and blocks of time are warned of'
grep -q '^None .* 50       50   0\.029      -$' "$tmp/out"
ok $? 'a cell of equal values is not tested'
for i in 1 2 3 4 5 6 7 8; do
	make_run old 20260101000$i '' 2$i 50.$i
	make_run new 20260101000$i '' 9$i 90.$i
done >"$tmp/both"
compare "$tmp/both" && grep -q '^Burn .*  <\.001  <\.001$' "$tmp/out"
ok $? 'A tiny p is not printed as 0'
for i in 1 3 5 7; do
	make_run old 20260101000$i boot-$i 2$i 50.$i
	make_run old 20260101000$i boot-$i 9$i 90.$i
done >"$tmp/old"
for i in 2 4 6 8; do
	make_run new 20260101000$i boot-$i 2$i 50.$i
	make_run new 20260101000$i boot-$i 9$i 90.$i
done >"$tmp/new"
compare "$tmp/old" "$tmp/new" && grep -q '^4 boots of A, 4 of B' "$tmp/out" && ! grep -q '^!' "$tmp/out"
ok $? 'With four boots a side the permutations are of boots'
grep -q '^Burn  *59  *60~ ' "$tmp/out" && ! grep -q '[0-9]\*' "$tmp/out"
ok $? 'A difference that is not shown is marked ~'
for i in 1 2 3 4; do
	make_run old 20260101000$i '' 2 99.$i
	make_run new 20260101000$i '' 2 99.$((i + 4))
done >"$tmp/both"
compare "$tmp/both" && grep -Eq '^Burn .* 99\.[23] +99\.[67] +-  0\.029$' "$tmp/out"
ok $? 'A difference that is shown but below the threshold has no mark'

for i in 1 2 3 4; do
	make_run old 20260101000$i '' 20 "$([ $i -gt 2 ] && echo 100 || echo 99.9)"
done >"$tmp/old"
compare --threshold 0 "$tmp/old" "$tmp/cfs" && grep -q '^Burn .* 99\.9\*' "$tmp/out"
ok $? 'A median above 99.9 is not taken for 100'

for i in 1 2 3 4; do
	make_run old 202601010000 '' 2$i 50
	make_run new 202601010000 '' 2$i 50
done >"$tmp/both"
compare "$tmp/both" && ! grep -q precede "$tmp/out"
ok $? 'Runs of one minute are ordered as in the file'
compare logs/10-*.txt && grep -q '^B: 2\.6\.13-rc6-2, cpusched=staircase: ' "$tmp/out"
ok $? 'A title names the side where kernel and comment are equal'
sed 's/cpu of /cpu of My/' logs/27-*.txt >"$tmp/my"
compare --fail-worse "$tmp/muqss" "$tmp/cfs" "$tmp/my"
[ $? -eq 4 ] && grep -q 'A and C have no row in common' "$tmp/err"
ok $? 'One worse side of three is enough for status 4'
compare --fail-worse "$tmp/muqss" "$tmp/my" "$tmp/cfs"
[ $? -eq 4 ]
ok $? 'The status is 4 whichever of three sides is worse'
one='--- Benchmarking simulated cpu of X in the presence of simulated ---
None 1 +/- 1 10 100 99'
two='--- Benchmarking simulated cpu of X nice -10 in the presence of simulated ---
None 1 +/- 1 20 100 99'
printf '%s\n' "$one" "$two" >"$tmp/12"
printf '%s\n' "$two" "$one" >"$tmp/21"
compare "$tmp/12" "$tmp/21" && [ "$(grep -c '^[A-D]: ' "$tmp/out"),$(grep -c '^! Task' "$tmp/out")" = 4,2 ]
ok $? 'Two nice values in two files make four sides, two of them unlike A'

# what is useless in 7 of 15 is no disturbance that is cut off: it outweighs what the 8 are better
for i in 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
	make_run old 2026010100$i '' 2 $((i < 18 ? 90 : 0))
	make_run new 2026010100$i '' 2 88
done >"$tmp/both"
compare --fail-worse "$tmp/both" && grep -Eq '^Burn .* 90 +88~ +- +1\.000' "$tmp/out" &&
	! grep -q '[0-9]\*' "$tmp/out"
ok $? 'A side that is often better but at times useless does not win'

# a row that one run of a side has
for i in 1 2 3 4; do
	make_run old 20260101000$i '' 2 90.$i
	make_run new 20260101000$i '' 2 80.$i | if [ $i = 1 ]; then cat; else grep -v ^Burn; fi
done >"$tmp/both"
compare --fail-worse "$tmp/both" && grep -Eq '^Burn .* 90\.2 +80\.1 +- +-$' "$tmp/out" &&
	grep -q '^! Not tested: 1 row that fewer than 4 runs of a side have' "$tmp/out"
ok $? 'A row that only one run of a side has is not tested'

# what only one side tells, or one of the runs
for i in 1 2 3 4; do
	make_run old 20260101000$i boot-$i 2 50.$i
	make_run new 20260101000$i boot-$i 2 50.$i | sed "s/^Boot/Cgroup: quota 0.5 CPUs\\nGovernor: g$((i / 3))\\nBoot/"
done >"$tmp/both"
compare "$tmp/both" && grep -q '^! Cgroup: not given in A, quota 0\.5 CPUs in B$' "$tmp/out" &&
	grep -q '^! Governor within B: 2 of g0, 2 of g1$' "$tmp/out" && [ "$(grep -c '^! [CG]' "$tmp/out")" = 3 ]
ok $? 'A fact that only one side tells and one that differs within a side are warned of'
for i in 1 2; do
	make_run old 20260101000$i b 2 50.$i | sed "s/^Boot/Cgroup$i: quota\\nBoot/"
done >"$tmp/old"
sed 's/cpu of /cpu of My/' "$tmp/old" >"$tmp/my"
compare "$tmp/old" "$tmp/my"
grep -q '^! Cgroup1 within A: 1 of quota, 1 not given$' "$tmp/out" &&
	grep -q '^! Cgroup2 within A: 1 not given, 1 of quota$' "$tmp/out"
ok $? 'A fact that one run of a side lacks is warned of even if no row is in common'
for i in 1 2; do
	make_run old 20260101000$i b 2 50 | sed 's/^Boot/Custom: 10 % of 5000 us\nBoot/'
	make_run old 20260101000$i b 2 50 | sed 's/^Boot/Custom: 50 % of 9000 us\nBoot/'
	make_run old 20260101000$i b 2 50 | sed 's/^Boot/Command: make -j8\nBoot/'
done >"$tmp/both"
compare "$tmp/both" && [ "$(grep -c '^[A-C]: old.*: 2 runs' "$tmp/out")" = 3 ] &&
	grep -q '^B: .* Custom: 50 % of 9000 us: ' "$tmp/out"
ok $? 'Custom and Command make sides of their own'

# notes on standard error and an earlier comparison are no titles
for i in 1 2 3 4; do
	echo "interbench: 10$i loops per ms saved to interbench.loops_per_ms"
	make_run old 20260101000$i b 2 50.$i
	cat "$tmp/out"
	echo "interbench: Memload is left out"
	make_run new 20260101000$i b 2 50.$i
done >"$tmp/both"
compare "$tmp/both" && [ "$(totals)" = '8 8 16' ] && [ "$(grep -c '^[A-Z]: ' "$tmp/out")" = 2 ]
ok $? 'Notes and comparisons that stand between runs name no side'

# 98.3 may be left as 9
make_run old 202601010001 b 2 98.3 | sed '/^Burn/q' | head -c -4 >"$tmp/cut"
make_run new 202601010002 b 2 98.3 >"$tmp/new"
{ cat "$tmp/cut"; printf ' (cut off)\n\n'; cat "$tmp/new"; } >"$tmp/more"
whole=0
{ sed '$d' "$tmp/cut"; printf 'Burn       17.4 +/- 19.5           4 (cut off)\n\n'; cat "$tmp/new"; } >"$tmp/three"
compare "$tmp/new" "$tmp/cut"
[ $? -eq 1 ] && grep -q 'no row has figures (Video beside Burn cut off)$' "$tmp/err" || whole=1
for i in more three; do
	compare "$tmp/new" "$tmp/$i"
	grep -q '^B: old: 1 run, 1 table, 0 rows and 1 without figures (' "$tmp/out" || whole=1
done
[ $whole -eq 0 ]
ok $? 'A line that was cut off is no row'
{ sed '$d' "$tmp/cut"; echo 'Burn       17.4 +/- 19.5        46.3'; } >"$tmp/few"
{ sed '$d' "$tmp/cut"; printf 'Burn       17.4 +/- 19.5        46.3              87           7.62'; } >"$tmp/whole"
compare "$tmp/new" "$tmp/whole" && grep -q '^B: old: 1 run, 1 table, 1 row (' "$tmp/out"
ok $? 'A line that comes to its last column is a row'
compare "$tmp/new" "$tmp/few"
[ $? -eq 1 ] && grep -q 'Burn not read: figures are missing' "$tmp/err"
ok $? 'A line with fewer figures than columns is no row, since any of them may be missing'
{ sed '$d' "$tmp/cut"; printf 'Burn       17.4 +/- 19.5        46.3              87            98.'; } >"$tmp/point"
compare "$tmp/new" "$tmp/point"
[ $? -eq 1 ] && grep -q 'Burn cut off' "$tmp/err"
ok $? 'A text that ends behind a decimal point is cut off there'
# one_row HEADING ROW: what is read of it, as a comparison prints it
one_row() {
	{ sed '/^Load    /,$d' "$tmp/cut"; printf '%s\n%s\n\n' "$1" "$2"; } >"$tmp/one"
	compare "$tmp/new" "$tmp/one"
	sed -n 's/^Burn  *[0-9.*~]*  *\([0-9.]*\)[*~]*  *[0-9.]*[*~]*  *\([0-9.]*\)[*~]*  *[0-9.]*[*~]*  *\([0-9.]*\)[*~]*$/\1 \2 \3/p' "$tmp/out"
	sed -n 's/.*Burn not read: \(.*\))$/\1/p' "$tmp/err"
}
names='Load    Latency +/- SD (ms)  Max Latency   % Desired CPU'
is "$(one_row "$names  % Deadlines Met" 'Burn  .016 +/- .0162  .028  99  98')" '0.028 99 98' \
	'A figure without a digit before its point is read'
is "$(one_row "$names  % Deadlines Met" 'Burn  1 +/- 1  2  ?  98')" \
	'figures are missing or have run into each other' 'No figure takes the place of a missing one'
is "$(one_row "$names  % Deadlines Missed" 'Burn  1 +/- 1  2  99  45')" \
	"the heading has 'Missed'" 'Deadlines missed are not taken for deadlines met'
is "$(one_row 'Load  Latency +/- SD (ms)  Max Latency (us)  % Desired CPU  % Deadlines Met' 'Burn  1 +/- 1  2  99  45')" \
	"the heading has 'two units'" 'A heading with two units is not read by one of them'
{ sed '$d' "$tmp/new"; printf '### Audio\n%s  %% Deadlines Met\nRing  1 +/- 1  2  99  45\n' "$names"; } >"$tmp/again"
compare "$tmp/new" "$tmp/again" && ! grep -q '^Ring' "$tmp/out" && grep -q '^B: new: 1 run, 1 table, 2 rows (' "$tmp/out"
ok $? 'Rows below a second heading without a title do not belong to the table before'
for sides in A,B,C A,B,A A,,B ','; do
	"$ib" --compare --sides "$sides" "$tmp/new" "$tmp/whole" >"$tmp/out" 2>"$tmp/err"
	[ $? -eq 2 ] || echo "$sides"
done >"$tmp/taken"
is "$(cat "$tmp/taken")" '' 'A side that is unknown, named again or empty is refused, wherever it stands'
{ make_run old 202601010001 b 2 50; printf 'Bur (cut off)\n\n'; make_run old 202601010002 b 2 50; } >"$tmp/both"
compare "$tmp/both" "$tmp/new" && grep -q '^A: old: 2 runs' "$tmp/out"
ok $? 'A line that was cut off names no run'

redirect='Command: sleep 1 </dev/null >/dev/null'
make_run old 202601010001 b 2 50 | sed "s,^Boot,$redirect\\nBoot," >"$tmp/old"
make_run new 202601010002 b 2 50 | sed "s,^Boot,$redirect; ls\\nBoot," >"$tmp/new"
compare "$tmp/old" "$tmp/new" && grep -q '^! Command: .*/dev/null in A' "$tmp/out"
ok $? 'A redirection in a command is not taken for a tag'
for comment in '<script>alert(1)</script>' 'a &amp; b</b>' '[b]x[/b]' 'noise ±5 — x' 'Load set to 8' \
	'Benchmarking kernel tweaks' '20 % interbench -c'; do
	make_run old 202601010001 b 2 50 | COMMENT=$comment awk '
		{ print } /^Benchmarking kernel/ { print "Comment: " ENVIRON["COMMENT"] }' >"$tmp/old"
	compare "$tmp/old" "$tmp/new"
	grep -qF "A: old $comment: 1 run, " "$tmp/out" || echo "$comment"
done >"$tmp/changed"
is "$(cat "$tmp/changed")" '' 'The comment of a plain log is read as it was written'
make_run old 202601010001 b 2 50 | sed 's,^Burn,<strong>Burn</strong>,' >"$tmp/old"
compare "$tmp/old" "$tmp/new" && grep -q '^Burn  *2  *2 ' "$tmp/out"
ok $? 'A tag that is closed is removed'
for i in 10 100; do
	printf 'Summary: HZ=%s\ninterbench: saved\n\n' $i
	make_run old 2026010100$i b 2 50
done >"$tmp/both"
compare "$tmp/both" && grep -q '^B: old, Summary: HZ=100: 1 run' "$tmp/out"
ok $? 'A note does not end a title, and Summary may begin one'

make_run old 202601010001 b 2 50 >"$tmp/one"
{ cat "$tmp/one"; echo 'On Monday, joe wrote:'; sed 's/^/> /' "$tmp/one"; sed 's/^/> > /' "$tmp/one"; } >"$tmp/quoted"
compare "$tmp/quoted" "$tmp/new" && [ "$(totals)" = '2 2 4' ] && grep -q '2 runs were there already' "$tmp/err"
ok $? 'A run that is quoted is not counted again'
# Of two kernels, the reply quotes a table of the first, without its header and below the second
sed 's/0\.016 +/0.0173 +/' "$tmp/one" >"$tmp/first"
make_run new 202601010003 b 3 60 >"$tmp/second"
{ cat "$tmp/first" "$tmp/second"; echo 'joe wrote:'; sed -n '/^---/,$s/^/> /p' "$tmp/first"; } >"$tmp/quoted"
compare "$tmp/quoted" && [ "$(totals)" = '2 2 4' ] && grep -q '1 run was there already' "$tmp/err"
ok $? 'A table that is quoted below another kernel is no run of that kernel'
{ sed -n '/^---/,$p' "$tmp/first"; echo 'joe wrote:'; sed -n '/^---/,$s/^/> /p' "$tmp/first"; } >"$tmp/quoted"
compare "$tmp/quoted" "$tmp/new" && [ "$(totals)" = '2 2 4' ] && grep -q '1 run was there already' "$tmp/err"
ok $? 'A run without a header that is quoted is not counted again'
sed -n '/^---/,$p' "$tmp/first" >"$tmp/bare"
{ cat "$tmp/bare"; echo; sed 's/50$/51/' "$tmp/bare"; } >"$tmp/repeat"
compare "$tmp/repeat" "$tmp/new" && [ "$(totals)" = '3 3 6' ]
ok $? 'A run that differs in one figure is another run'
{
	printf 'MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n'
	printf -- '--x\nContent-Type: text/plain; charset=utf-8\n\n'
	cat "$tmp/bare"
	printf -- '--x\nContent-Type: text/html; charset=utf-8\n\n<html><body><pre>'
	sed 's,+/-,\&plusmn;,' "$tmp/bare"
	printf '</pre></body></html>\n--x--\n'
} >"$tmp/mail"
compare "$tmp/mail" "$tmp/new" && [ "$(totals)" = '2 2 4' ]
ok $? 'A mail as text and as HTML holds each run once'

compare logs/03-*.txt && ! grep -Eq '[ ,]0 (s|processors)' "$tmp/out"
ok $? 'A setting that a log does not tell is not printed as 0'

evil="$tmp/e$(printf '\033')vil"
cp "$tmp/one" "$evil"
compare "$evil" "$tmp/new" && ! grep -q "$(printf '\033')" "$tmp/out"
ok $? 'No control character of a file name is printed'
make_run old 202601010001 b 2 50 | sed "s/^Boot/Comment: $(printf '%159s' '' | tr ' ' l)äß\\nBoot/" >"$tmp/one"
compare "$tmp/one" "$tmp/new" && ! grep -q "$(printf 'l\303[^\244]')" "$tmp/out"
ok $? 'No character of a long comment is cut in two'

# What outside texts look like; tests/unit has the same row in many more wrappings
table() {
	printf '%s\n' "Benchmarking kernel $1 at datestamp 202601010101" '' \
		"--- Benchmarking simulated cpu of Audio in the presence of simulated ---" \
		"Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met" \
		"None      0.009 +/- 0.09         20             100             99" \
		"Burn       11.7 +/- 11.7       18.1            89.6           62.7"
}
table one >"$tmp/one"
table two >"$tmp/two"
rows='^Burn +18\.1 +18\.1 +89\.6 +89\.6 +62\.7 +62\.7$'
for how in 'UTF-16LE 16' 'UTF-16BE 16' 'UTF-16LE marked' 'UTF-16BE marked'; do
	order=${how% *}
	{
		[ "${how#* }" = 16 ] || case $order in *LE) printf '\377\376' ;; *) printf '\376\377' ;; esac
		sed 's/$/\r/' "$tmp/two" | iconv -f ASCII -t "$order"
	} >"$tmp/wide"
	compare "$tmp/one" "$tmp/wide"
	like out "$rows" "A log in UTF-16 is read ($how)"
done
while IFS= read -r prefix; do
	sed "s/^/$prefix/" "$tmp/two" >"$tmp/prefixed"
	compare "$tmp/one" "$tmp/prefixed"
	like out "$rows" "A log is read behind prefixes such as \"$prefix\""
done <<'EOS'
Dec 02 05:00:01 host interbench[4711]: 
2026-12-02T05:28:30.1Z 
[   12.345678] 
dir\/two.log:
> Dec  2 05:00:01 host x: > 
EOS

: >"$tmp/empty"
head -c 4000 /dev/urandom | tr -d '\000' >"$tmp/binary"
gzip -c "$tmp/one" >"$tmp/packed"
for file in empty binary packed; do
	compare "$tmp/one" "$tmp/two" "$tmp/$file"
	[ $? -eq 1 ] && [ ! -s "$tmp/out" ] && grep -q "cannot read .*/$file: " "$tmp/err"
	ok $? "A file without results is named, and the others are not judged without it ($file)"
	compare --fail-worse "$tmp/one" "$tmp/two" "$tmp/$file"
	is $? 125 "It says nothing to git bisect run ($file)"
done
compare "$tmp/packed" "$tmp/one"
like err 'packed by gzip: unpack it first$' 'A packed file is named as one'

sed 's/^Burn.*/Burn 67.3 +\/- 69.9 70.1 568 45.6/' "$tmp/two" >"$tmp/wrong"
compare "$tmp/one" "$tmp/wrong"
like out '^! not read in B: Audio beside Burn: a per cent is above 100$' 'A row that cannot be right is named'
like out '^Burn +18\.1 +- +89\.6 +- +62\.7 +-$' 'Its figures are not taken'

# Which sides
sed 's/ Audio / Video /' "$tmp/one" >"$tmp/sample"
cat "$tmp/sample" "$tmp/one" "$tmp/two" >"$tmp/mail"
sed -i '1s/one/old/' "$tmp/mail"
compare "$tmp/mail"
rc=$?
is $rc 1 'A first side that shares no row with any other is trouble'
like err 'these can be compared: --sides B,C$' \
	'It is said which sides could be compared'
compare --sides C,b "$tmp/mail"
is "$(sed -n 's/^\([A-Z]\): .*/\1/p' "$tmp/out" | tr -d '\n')" CB 'Only the sides asked for are compared'
like out '^not compared: A \(old\)$' 'A line says what else there was'
like out '^Load +C +B +C +B +C +B$' 'The first side named is the baseline'
compare --sides two,one "$tmp/mail"
like out '^Load +C +B ' 'Sides can be named by what they are called'
for words in 'C,X' 'C' 'C,C' '' 'three,B'; do
	compare --sides "$words" "$tmp/mail"
	is $? 2 "Sides that are not there are bad usage (\"$words\")"
	compare --sides "$words" --fail-worse "$tmp/mail"
	is $? 125 "and say nothing to git bisect run (\"$words\")"
done
compare --threshold x --fail-worse "$tmp/one" "$tmp/two"
is $? 125 'Bad usage ends with status 125 wherever --fail-worse stands'
compare --nosuch --fail "$tmp/one"
is $? 125 'and where it is shortened'

# What a comparison rests on
bad_run() {
	make_run "$1" "$2" "$3" 20 50 | sed "s/^Boot/CPU: Model T\\nCPUs: 3 in use, online 0-2\\nBusy: $4 % before the start (99 % b_urn_ er, 1 % interbench)\\nBoot/
		s/^\$/&/; /^None/s/\$/\\n! steal $5 % in 2 of 2 rows\\n! a single sample (no SD) in None/"
}
{
	bad_run old 202601010001 a 0 1-3
	bad_run old 202601010002 a 54 2-7.5
	bad_run new 202601010003 b 12 4 | grep -v steal
} >"$tmp/both"
compare "$tmp/both"
like out '^Measured: Model T, 3 CPUs, work in loops, 30 s a row; 2 runs \(1 boot\) of A, 1' \
	'A line says what was measured'
like out '^! busy before the start: 1 of 2 runs of A, 1 of 1 of B \(up to 54 %\)$' 'Busy runs are counted'
for mark in '> ' '    ' '[   12.345678] ' 'Jan  1 00:00:01 box run[7]: '; do
	sed "s/^/$mark/" "$tmp/both" >"$tmp/marked"
	compare "$tmp/marked"
	like out '^! busy before the start: 1 of 2 runs of A, 1 of 1 of B \(up to 54 %\)$' "Busy runs are counted behind \"$mark\""
done
compare "$tmp/both"
like out '^! steal: 2 of 2 runs of A, 0 of 1 of B \(up to 7\.5 %\)$' 'Each kind of remark is counted in one line'
like out '^! a single sample \(no SD\): 2 of 2 runs of A, 1 of 1 of B$' 'and one without a value'
like out '^! The sides come from different boots' 'Different boots are said of where they are known'
like out '^Figures are medians\. ' 'A legend says what the figures are'
grep -v '^Boot' "$tmp/both" >"$tmp/bootless"
compare "$tmp/bootless"
unlike out 'different boots' 'Boots that are not known are not said to differ'
sed 's/^Benchmarking kernel.*//' "$tmp/one" >"$tmp/undated"
compare "$tmp/undated" "$tmp/two"
unlike out 'precede' 'Without dates no side is said to precede the other'
compare "$tmp/both" "$tmp/both" && cp "$tmp/out" "$tmp/again" && cat "$tmp/both" "$tmp/again" "$tmp/both" >"$tmp/more"
compare "$tmp/more"
unlike out '^! (The sides|All runs|2 runs).*: [0-9]+ of [0-9]+ runs' 'Remarks of an earlier comparison are not counted as those of a run'

# the verdict in words
for i in 1 2 3 4; do
	make_run old 20260101000$i boot-$i 2$i 50.$i
	make_run new 20260101000$i boot-$i 2$i 90.$i
done >"$tmp/both"
compare "$tmp/both"
is "$(tail -n 1 "$tmp/out")" 'B is better: 1 of 1 deadlines tested; no maximum differs.' 'A sentence ends the comparison'
like out '^Summary of wins:  Deadlines Met       Max Latency$' 'A tested Summary says what it counts'
for i in 1 2 3 4; do
	make_run old 20260101000$i boot-$i 2$i 50.$i
	make_run new 20260101000$i boot-$i 2$((5 - i)) 50.$i
done >"$tmp/both"
compare "$tmp/both"
is "$(tail -n 1 "$tmp/out")" 'No difference shown in 3 values tested.' 'No difference is said in words'
compare "$tmp/cfs" "$tmp/cfs"
like out '^No difference counts in [0-9]+ values, none of them tested\.$' 'Few runs are said not to be tested'

# who won beside less load: 8.9 is more than 10 % less than 10, 9.1 is not
worked() {
	make_run "$1" 202601010001 '' 20 "$2"
	printf '%s\n' 'Load     samples     p50     p90' 'Burn         299  0.0901   0.549' '' \
		'Load      rqwait slow% preempt moved throttle  load'"'"'s work per second' \
		"Burn        1963     -    1086    13        0  $3" 'None           0     -       0     0        0' ''
}
for work in '10 CPU s:8.9 CPU s:1' '10 CPU s:9.1 CPU s:0' '8.9 CPU s:10 CPU s:0' \
	'1 CPU s, 10 MB, 5 MB:1 CPU s, 10 MB, 4 MB:1'; do
	IFS=: read -r a b marked <<-EOS
	$work
	EOS
	worked old 50 "$a" >"$tmp/a"
	worked new 90 "$b" >"$tmp/b"
	compare "$tmp/a" "$tmp/b"
	is "$(grep -c '^Burn .* 90\* !$' "$tmp/out")$(grep -c ' ! marks a row' "$tmp/out")" "$marked$marked" \
		"A row won beside over 10 % less load has a ! ($work)"
done

# lines of sides
long=$(printf '%0150d' 0 | tr 0 x)
mkdir -p "$tmp/$long"
cp "$tmp/both" "$tmp/$long/b.log"
compare "$tmp/$long/b.log"
like out '^A: old: 4 runs, 4 tables, 8 rows \(.*\.\.\..*b\.log\)$' 'A long path is cut in its middle'
make_run new 202601010001 '' 20 50 | sed "s/^Boot.*//; s/datestamp.*/&\\nComment: $long/" >"$tmp/a"
compare "$tmp/a" "$tmp/$long/b.log"
! grep -q '.\{81\}' "$tmp/out"
ok $? 'A line of a side has at most 80 columns'
# names that differ where a long one is cut
for level in 1 2; do
	make_run new 20260101000$level '' 20 50 |
		sed "s/datestamp.*/&\\nComment: $(echo "$long" | cut -c 1-40) level=$level $(echo "$long" | cut -c 1-40)/"
done >"$tmp/levels"
compare "$tmp/levels"
is "$(grep -A 1 '^[AB] in full: new ' "$tmp/out" | grep -c 'level=[12]')" 2 'A name that is cut stands in full below'
! grep -q '.\{81\}' "$tmp/out"
ok $? 'A name in full has at most 80 columns a line'
for words in A A,E A,new; do
	compare --sides "$words" "$tmp/levels"
	[ -s "$tmp/err" ] && ! grep -q '.\{81\}' "$tmp/err"
	ok $? "The message has at most 80 columns (--sides $words)"
done
compare "$tmp/one"
! grep -q '.\{81\}' "$tmp/err"
ok $? 'One side only: the message has at most 80 columns'
like err 'another file, kernel, .* makes a second side$' 'One side only: it is said what would make a second one'


# 20 runs a side that differ plainly, and one of either side that was disturbed
for i in 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29; do
	make_run old 2026010100$i '' 2 $((i == 29 ? 92 : 99)).$((i % 7))
	make_run new 2026010100$i '' 2 $((i == 29 ? 93 : 98)).$((i % 5))
done >"$tmp/both"
compare "$tmp/both" && grep -Eq '^Burn .* 99\.3\* +98\.[12] +- +<\.001' "$tmp/out"
ok $? 'One disturbed run a side does not hide what 19 others show'
end
