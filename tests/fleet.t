# SPDX-License-Identifier: GPL-2.0-or-later
# Runs of many machines on one side: read in parts, counted, compared in time that is in proportion.
. tests/lib.sh

# make_log KERNEL RUNS FACTOR [PAD]: of 50 machines, each with one of two CPUs; PAD lines of bars each
make_log() {
	awk -v k="$1" -v runs="$2" -v f="$3" -v pad="${4-0}" 'BEGIN {
		srand(1)
		for (r = 0; r < runs; r++) {
			print "Load set to 2 processors\n\nUsing cpu time, running every load for 30 seconds"
			printf "Benchmarking kernel %s at datestamp 20260101%04d\n", k, r % 1000
			printf "Boot: %s-%d\nMachine: %08x\nCPU: %s\n", k, r, r % 50, r % 50 < 37 ? "AMD EPYC" : "Intel Xeon"
			print "\n--- Benchmarking simulated cpu of Video in the presence of simulated ---"
			print "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met"
			for (l = 0; l < 3; l++)
				printf "%s 1 +/- 1 %.4f 90 %.4f\n", substr("NoneBurnRing", 4 * l + 1, 4), (90 + 20 * rand()) * f, 50 + 9 * rand()
			if (pad)
				print "\nWakeup latencies of Video with None"
			for (i = 0; i < pad; i++)
				print "<= 0.005       17 ####################################################"
			print ""
		}
	}'
}

make_log 6.1 50 1 >A.log
make_log 6.2 50 3 >B.log
run --compare A.log B.log
like out '^! CPU within A: 37 of AMD EPYC, 13 of Intel Xeon$' 'Facts that differ within a side are told by counts'
like out '^! Machine within B: 1 of 00000000, 1 of 00000001, 1 of 00000002, 47 of 47 more$' 'Of many kinds, the first three are named'
unlike out '^! (CPU|Machine)(:| in)' 'Sides that have the same kinds are not said to differ'
is "$(grep -c '^! ' "$tmp/out")" 6 'Fifty machines make no more lines than two'
sed 's/^CPU: Intel.*/CPU: other/' B.log >C.log
run --compare A.log C.log
like out '^! CPU: not the same in A \(2 kinds\) and B \(2 kinds\)$' 'Sides that have other kinds are'

make_log 6.1 10001 1 >A.log
make_log 6.2 9000 1.5 >B.log
run --compare A.log B.log --html page.html --json out.json
is "$rc,$(sed -n 's/, 30.*//; s/^\([AB]: 6.[12]: [0-9]* runs\), .*/\1/p' "$tmp/out" | tr '\n' ' ')" \
	'0,A: 6.1: 10000 runs B: 6.2: 9000 runs ' 'Ten thousand runs of a side are compared'
like err '^interbench: 1 run left out: 26 sides of 10000 runs can be compared$' 'A note counts those beyond'
like out '^B.* worse|^A is better: no deadlines are shown to differ; 3 of 3 maxima\.$' 'A difference between so many is found'
is "$(grep -o '<circle ' page.html | wc -l),$(wc -c <page.html | awk '{ print ($1 < 300000) }')" 2400,1 \
	'The page draws 200 of the runs of a side, and stays small'
like work/page.html 'of more than 200 runs a side, 200 are drawn' 'It says so'
is "$(wc -c <out.json | awk '{ print ($1 < 20000) }')" 1 'So does the document'

# a file of many parts: nothing is lost where they meet, neither rows nor titles
make_log 6.1 300 1 400 | awk '/^Load set/ { print "\nlog of " (n++ % 2 ? "odd" : "even") " days:\n" } { print }' >titled
run --compare titled
is "$(wc -c <titled | awk '{ print ($1 > 5000000) }'),$(sed -n 's/^\([ABC]: .*\) (.*/\1/p' "$tmp/out" | tr '\n' ';')" \
	'1,A: 6.1, log of even days: 150 runs, 150 tables, 450 rows;B: 6.1, log of odd days: 150 runs, 150 tables, 450 rows;' \
	'Each run of a long file has its rows and its title'
timeout 20 "$ib" --compare - <titled >"$tmp/piped" 2>&1
run --compare titled
sed 's/(-)/(titled)/' "$tmp/piped" | cmp -s - "$tmp/out"
ok $? 'Standard input is read as a file is'

# fleet KERNEL FACTOR RUNS: six machines, the maxima of which differ by tens, those of the kernels by FACTOR
fleet() {
	awk -v k="$1" -v f="$2" -v runs="$3" 'BEGIN {
		for (r = 0; r < runs; r++) {
			printf "Load set to 2 processors\n\nUsing cpu time, running every load for 30 seconds\n"
			printf "Benchmarking kernel %s at datestamp 2026010112%02d\nMachine: 0000000%d\n\n", k, r, r % 6
			print "--- Benchmarking simulated cpu of Video in the presence of simulated ---"
			print "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met"
			printf "Burn 1 +/- 1 %.4f 90 50\n\n", 10 * 2 ^ (r % 6) * f * (1 + (r * 5 + length(k)) % 7 / 500)
		}
	}'
}

fleet 6.1 1 6 >A.log
fleet 6.12 1.2 6 >B.log
run --compare A.log B.log
like out '^Burn .*\* .* 0\.031 +-$' 'What six machines show alike is found, though they differ by more'
like out '^6 runs of A, 6 of B, compared within 6 machines: the smallest p possible is$' 'The line above the Summary says what is compared within'
like out '^ +0\.0312; a \* needs 0\.05\.$' 'Of 64 ways, two are the least'
sed '/^Machine/d' A.log >none.log
run --compare none.log B.log
like out '^Burn .*~ .* 1\.000 +-$|^Burn .*~ .* 0\.[3-9].* +-$' 'Without machines in one of the logs it is not'
unlike out 'within [0-9]* machines' 'Then nothing is said of them'
fleet 6.1 1 4 >A.log
fleet 6.12 1.2 4 >B.log
run --compare A.log B.log
like out '^4 runs of A, 4 of B, not compared within the 4 machines, which are too few for$' 'Four machines with one run a side are too few'
fleet 6.1 1 13 >A.log
fleet 6.12 1.2 11 | sed 's/^Machine: 00000005/Machine: 00000007/' >B.log
run --compare A.log B.log
like out '^! 2 machines \(00000005, 00000007\) ran one of the two sides alone, which says$' 'Machines that ran one side alone are counted and named'
like out '^Burn .*\* .* <\.001 +-$' 'The others show what they did'
like out '^A is better: no deadlines differ; 1 of 1 maxima\.$' 'Deadlines that are all equal do not differ'
like out '^13 runs of A, 11 of B, compared within 5 machines' 'Machines may have unequal numbers of runs'
end
