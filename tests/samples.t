# SPDX-License-Identifier: GPL-2.0-or-later
# --samples: each period of a row, from which its figures can be computed again.
. tests/lib.sh

names=run,setting,task,load,due_us,woke_us,done_us,latency_us,outcome,frame_ms

# The row that lines of CSV make, by the rules of a period: D = W + T, k = ceil((end - D) / q).
again() {
	awk -F, -v task="$1" '
	function ns(us) { return int(us * 1000 + (us < 0 ? -0.5 : 0.5)) }
	function number(v,  text, digits) {
		if (v < 1e-15)
			return "0"
		text = sprintf("%.2e", v)
		sub(/.*e/, "", text)
		digits = 2 - text
		text = sprintf("%." (digits > 0 ? digits : 0) "f", v)
		if (text ~ /\./)
			sub(/\.?0*$/, "", text)
		return text
	}
	function percent(v) { return v < 100 && number(v) == "100" ? "99.9" : number(v) }
	BEGIN { T = task == "Video" ? 16666667 : task == "Audio" ? 50e6 : 100e6; frame = 0 }
	$3 == task {
		q = task == "X" ? (100 - frame % 100) * 1e6 : T
		end = $9 == "dropped" ? ns($6) : ns($7)
		k = int((end - ns($5) - T + q - 1) / q)
		k = end <= ns($5) + T ? 0 : k
		run += $9 != "dropped"
		met += $9 == "met"
		missed += k + ($9 == "dropped")
		dropped += k + ($9 == "dropped")
		frame += 1 + k
		latency[n++] = ns($8)
		sum += ns($8)
		max = ns($8) > max ? ns($8) : max
	}
	END {
		for (i in latency)
			squares += (latency[i] - sum / n) ^ 2
		printf "%-8s%7s +/- %-7s%9s%16s%15s\n", "None", number(sum / n / 1e6),
			number(n > 1 ? sqrt(squares / (n - 1)) / 1e6 : 0), number(max / 1e6),
			percent(100 * run / (run + dropped)), percent(100 * met / (met + missed))
	}' samples
}
printed() {
	sed -n "/ of $1 in the/,/^\$/p" "$tmp/out" | grep '^None'
}

# X works in sweeps of 10 s, and what is measured with it takes as long
run -T -c -t 1 -W X -w None --samples samples
is "$(again X)" "$(printed X)" 'The row of X is computed again from its samples'
run -T -c -t 1 -W Audio,Video,Gaming -w None --samples samples
is "$rc,$(head -n 1 samples)" "0,$names" 'The file begins with the names of the columns'
for task in Audio Video; do
	is "$(again $task)" "$(printed $task)" "The row of $task is computed again from its samples"
done
awk -F, 'NF != 10 || (NR > 1 && ($1 != 1 || $2 != "" || $4 != "None" ||
	($3 == "Gaming" ? $6 $9 != "" || $10 == "" : $6 == "" || ($10 != "") != ($3 == "Video" && $9 != "dropped"))))' \
	samples >"$tmp/wrong"
is "$(cat "$tmp/wrong")" '' 'What does not apply to a task is left empty'

# the same with stalls that drop frames
for of in Audio Video X; do
	for _ in 1 2 3; do		# on a busy machine it may be stopped before its first frame
		begin -t 1 -W $of --samples samples
		sleep 1.2
		kill -STOP "$task"
		sleep 0.3
		kill -CONT "$task"
		wait "$pid"
		! grep -q ",dropped,$" samples || break
	done
	is "$(again $of)" "$(printed $of)" "The row of $of, stopped for 0.3 s, is computed again from its samples"
	grep -q ",dropped,$" samples
	ok $? "A frame of $of that was not run has a line without an end"
done

run -T -c -t 200ms -W Hog,Pipe,Wakeup -w None -L 4 --samples - --setting a=true --setting b=true
awk -F, 'NR > 1 && ($6 $7 $9 $10 != "" || $5 == "" || $8 == "" || $2 !~ /^[ab]$/)' "$tmp/out" >"$tmp/wrong"
is "$(head -n 1 "$tmp/out"),$(cat "$tmp/wrong")" "$names," \
	'Hog, Pipe and Wakeup have due and latency alone, and the setting has its name'
is "$(grep -c ',a,Pipe,' "$tmp/out"),$(grep -c ',b,Pipe,' "$tmp/out" | grep -c '^0')" \
	"$(grep -c '^1,a,Pipe\|^2,a,Pipe' "$tmp/out"),0" 'Each pass has its number'
like err '^--- Benchmarking simulated cpu of Pipe' 'With --samples - the tables go to standard error'

for _ in 1 2 3; do			# a busy machine may make too few
	run_rows -T -c -t 200ms -W Pipe -w None --samples samples
	[ "$(wc -l <samples)" != 1001 ] || break
done
is "$rc,$(wc -l <samples)" 0,1001 'Where there are more samples than room, the first ones are kept'
like out '^! last samples without room in the file [0-9]+ in None$' 'A remark says how many samples had no room'

run -T -c -t 10ms -W Audio -w None --samples /dev/full
is "$rc,$(grep -c 'No space left on device' "$tmp/err")" 1,1 'A file of samples that is full is said once, with status 1'
like out '^None .*\+/-' 'A file of samples that is full costs no row'
{ (ulimit -f 0; exec "$ib" -T -c -t 10ms -W Audio -w None --samples samples 2>&1); echo $? >"$tmp/rc"; } |
	cat >"$tmp/out"
is "$(cat "$tmp/rc"),$(grep -c '^None .*+/-' "$tmp/out")" 1,1 'A file of samples that ulimit -f forbids costs no row'
{ "$ib" -q -T -t 10ms -W Audio -w None -j j --samples - 2>"$tmp/err"; echo $? >"$tmp/rc"; } | true
is "$(cat "$tmp/rc"),$(tail -n 1 j),$(grep -c '^None .*+/-' ./*.log)" 141,']}',1 \
	'If the reader of samples has ended, log and JSON are whole'
rm -f ./*.log j
run -T -c -t 10ms -W Audio -w None --samples /nowhere/x
is "$rc,$(wc -c <"$tmp/out")" 1,0 'A file of samples that cannot be made is refused at the start'
run -T -t 10ms -W Audio -w None -c -j samples --samples samples
is "$rc" 2 'JSON and samples in one file are refused'
run -T -t 10ms -W Audio -w None -c -j - --samples -
is "$rc" 2 'JSON and samples on standard output are refused'
run -T -t 10ms -W Audio -w None --samples "$(uname -r | tr -c 'A-Za-z0-9._+~\n-' _).log"
is "$rc" 2 'Samples in the log are refused'
if ! sanitized; then
	# shellcheck disable=SC3045 # dash has it
	(ulimit -v 45000; exec "$ib" -T -c -t 50ms -W Pipe -w None --samples samples) >"$tmp/out" 2>"$tmp/err"
	is "$?,$(grep -c '^! no memory for the samples in None' "$tmp/out")" 0,1 \
		'Where there is no memory for samples, the row stays, and a remark says so'
else
	skip 'ASan takes as much as there is' 'Where there is no memory for samples, the row stays'
fi
mkfifo fifo
cat fifo >"$tmp/piped" &
run -T -c -t 10ms -W Audio -w None --samples fifo
wait
is "$(wc -l <"$tmp/piped")" 2 'Samples are written into a fifo'
rm -f fifo samples
gone samples
end
