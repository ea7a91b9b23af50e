# SPDX-License-Identifier: GPL-2.0-or-later
# Loops per ms: measured, saved, and not saved where the measurement was disturbed.
. tests/lib.sh

if ! command -v taskset >/dev/null; then
	skip 'no taskset' 'A disturbed calibration is not saved'
	end
	exit
fi
cpu=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
# three endless loops on its CPU, as favoured as it is itself (root: nice -20): three of four bursts wait for their turn
for loop in 1 2 3; do
	: "$loop"
	nice -n -20 taskset -c "$cpu" sh -c 'while :; do :; done' 2>/dev/null &
	loops="$loops $!"
done
run_on() {
	timeout -k 5 60 taskset -c "$cpu" "$ib" -c -t 10ms -W Audio -w None "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	rc=$?
}
run_on
is "$rc" 0 'A run with a disturbed calibration goes on'
like out '^! calibration was disturbed \(bursts differ by [0-9]+ %\), and is not saved: use -T, or -l$' 'The header says that the calibration was disturbed'
like err 'calibration was disturbed' 'Standard error says that the calibration was disturbed'
is "$(ls)" "" 'A disturbed calibration is not saved'
run_on -T
unlike out 'calibration' 'Under -T nothing is said of a calibration'
# shellcheck disable=SC2086 # numbers
kill $loops
echo 4000000 >interbench.loops_per_ms
run -c -t 10ms -W Audio -w None
is "$(cat interbench.loops_per_ms)" 4000000 'A saved figure stays as it is'
rm interbench.loops_per_ms
end
