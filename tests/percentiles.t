# SPDX-License-Identifier: GPL-2.0-or-later
# --compare -v: what the tables of -v say, compared and tested apart from the Summary.
. tests/lib.sh

# log KERNEL P99 FPS WORK RUNS: runs of one task and two loads, with the tables of -v. The figures
# of run i are jittered by i per mille; p99, the 1 % low and the work are those beside Burn.
log() {
	awk -v kernel="$1" -v p99="$2" -v fps="$3" -v work="$4" -v runs="$5" 'BEGIN {
		for (i = 1; i <= runs; i++) {
			e = 1 + i / 1000
			print "Load set to 2 processors\n"
			print "Using cpu time, running every load for 30 seconds"
			printf "Benchmarking kernel %s at datestamp 2026010100%02d\n\n", kernel, i
			print "--- Benchmarking simulated cpu of Video in the presence of simulated ---"
			print "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met"
			printf "None      0.016 +/- 0.0162     0.028             100            100\n"
			printf "Burn       %.4f +/- 1        %.4f              87           %.4f\n", 9 * e, 50 * e, 60 * e
			print "\nLoad     samples     p50     p90     p99   p99.9  done99    met missed late drop"
			print "None        1799   0.015   0.016   0.017   0.018    9.81   1799      0    0    0"
			printf "Burn        1700 %.5f %.5f %.5f %.5f %.5f   1020    680  300   99\n", 4 * e, 5 * e, p99 * e, 45 * e, 55 * e
			print "\nLoad     frames     fps  1%low 0.1%low  freeze stutter"
			print "None       1799    59.9   59.9    59.9    16.8       0"
			printf "Burn       1700    56.6 %.4f      20    50.1       2\n", fps * e
			print "\nLoad     rqwait% slow% preempt moved throttle"
			print "None     0.00077     -       2     0        0"
			print "Burn        28.5     -    5000     1        0"
			print "\nLoad      load\047s work per second"
			printf "Burn      %.5f CPU s, %.5f MB written\n", work * e, 300 * e
			print ""
		}
	}'
}

compare() {
	timeout 60 "$ib" --compare "$@" >"$tmp/out" 2>"$tmp/err"
	rc=$?
}

# without_details: the output without what -v adds
without_details() {
	awk -v RS= -v ORS='\n\n' '
		/wakeup p50|done99 \(ms\)|1%low \(fps\)|load.s work per second\n/ { next }
		{ sub(/\nBelow each table.*/, ""); print }' "$tmp/out"
}

# stars: how many there are, in the tables of the figures of -v and in the others
stars() {
	awk -v RS= '/wakeup p50|done99 \(ms\)|1%low \(fps\)|load.s work per second\n/ { more += gsub(/[0-9]\*/, ""); next }
		!/Figures are/ { tables += gsub(/[0-9]\*/, "") }
		END { print tables + 0, more + 0 }' "$tmp/out"
}

log old 21 50 1.5 4 >"$tmp/old"
log new 21 50 1.5 4 >"$tmp/same"
log new 31.5 50 1.5 4 >"$tmp/p99"

# A p99 that is half as large again, where medians and maxima are as before
compare "$tmp/old" "$tmp/p99"
cp "$tmp/out" "$tmp/plain"
is "$rc,$(stars)" '0,0 0' 'Without -v a shifted p99 is not seen'
compare -v "$tmp/old" "$tmp/p99"
is "$rc,$(stars)" '0,0 1' 'With -v a p99 that alone is shifted has the only star'
like out '^Burn +4\.01 +4\.01~ +0% +21\.1\* +31\.6 +\+50\.0% +45\.1 +45\.1~ +0%$' \
	'The star is at the smaller p99, and the change stands behind it'
without_details >"$tmp/less"
sed '$d' "$tmp/less" | cmp - "$tmp/plain" >"$tmp/err" 2>&1
ok $? 'But for what -v adds, the output is the same to the byte'
like out '^No difference shown in 2 values tested\.$' 'The Summary and its sentence do not count it'
like out '^Below each table stands what -v tells; change is from A to B\.' 'A line says what the figures of -v are'
! grep -q '.\{81\}\| $' "$tmp/out"
ok $? 'The tables of -v fit in 80 columns and have no blanks at line ends'

compare -v "$tmp/old" "$tmp/same"
is "$(stars)" '0 0' 'Equal sides have no star'
compare -v "$tmp/p99" "$tmp/old"
like out '^Burn .* 31\.6 +21\.1\* +-33\.3% ' 'The change is in per cent of the baseline, and less time is better'

# fps and work: more is better
log new 21 40 3 4 >"$tmp/more"
compare -v "$tmp/old" "$tmp/more"
like out '^Burn +55\.1 +55\.1~ +0% +50\.1\* +40\.1 +-20\.0%$' 'A larger 1 % low is better'
like out '^Burn +CPU s +1\.5 +3\.01\* +\+100%$' 'In the work of the load, the star marks the side that got more done'
like out '^ +MB written +301 +301~ +0%$' 'Each part of the work has a line with its unit'

# Too few runs
log new 31.5 50 1.5 3 >"$tmp/three"
compare -v "$tmp/old" "$tmp/three"
is "$(stars)" '0 0' 'Nothing of -v is marked where too few runs are there to test it'
like out '^Burn .* 21\.1 +31\.6 +\+49\.9% ' 'The figures are shown all the same'

# As mail, journals and the like have them
sed 's/^/> /' "$tmp/p99" >"$tmp/quoted"
fold -s -w 72 "$tmp/p99" | sed 's/ *$//' >"$tmp/wrapped"
sed 's/^/Jan 02 03:04:05 host run[77]: /' "$tmp/p99" >"$tmp/journal"
unexpand -a "$tmp/p99" >"$tmp/tabs"
for how in quoted wrapped journal tabs; do
	compare -v "$tmp/old" "$tmp/$how"
	like out '^Burn .* 21\.1\* +31\.6 +\+50\.0% ' "The tables of -v are read as they were printed ($how)"
done
sed 's/^Burn        1700 /&-/' "$tmp/p99" >"$tmp/wrong"
compare -v "$tmp/old" "$tmp/wrong"
like out '^! not read of -v in B: Video beside Burn: a figure is negative$' 'A row of -v that cannot be right is named'
compare "$tmp/old" "$tmp/wrong"
sed 's,/wrong),/p99),' "$tmp/out" | cmp "$tmp/plain" - >"$tmp/err" 2>&1
ok $? 'It is named only where -v is asked for'

# In us
sed 's/of Video/of Audio real time/; s/(ms)/(us)/; /frames/,/^$/d' "$tmp/p99" >"$tmp/us"
compare -v "$tmp/us" "$tmp/us"
like out '^Burn +0\.00401 +0\.00401~' 'Times of -r are compared in ms'

# Logs without such tables
compare -v "$top"/tests/data/logs/31-*.txt
like out '^! No tables of -v, which would have told: 1 of 1 runs of A, 1 of 1 of B$' \
	'A line says that -v would have told where logs are without it'
is "$(grep -c '^[A-Z][a-z]*  *-  *-  *-  *-  *-  *-  *-  *-  *-$' "$tmp/out")" 30 'A row of logs without them has no figure'
compare -v "$top"/tests/data/logs/31-*.txt "$tmp/old"
like out '^Burn +- +4\.01 +- +- +21\.1 +- +- +45\.1 +-$' 'A side without them has none beside one with them'

# Real runs
run -T -c -v -t 50ms -L 1 -n 2 -W Audio -W Video -w None -w Burn --setting a=true --setting b=true
like out '^(Audio)? +wakeup p50 \(ms\) +wakeup p99 \(ms\) +wakeup p99\.9 \(ms\)$' 'Settings measured with -v are compared with it'
sed -n '/^A: /,$p' "$tmp/out" >"$tmp/said"
is "$(grep -c '^Load  .*change' "$tmp/said")" 6 'Each task has its percentiles, frames and work'
! sed 1,2d "$tmp/said" | grep -q '.\{81\}\| $'
ok $? 'What is printed of real runs fits in 80 columns'
run -T -c -t 100ms -n 2 -W Audio -w None --setting a=true --setting b=true
unlike out 'change' 'Settings measured without -v are compared without it'

end
