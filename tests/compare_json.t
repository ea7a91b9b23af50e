# SPDX-License-Identifier: GPL-2.0-or-later
# The document of --compare --json: number by number as the text, and written as the page is.
. tests/lib.sh

# make_log KERNEL RUNS FACTOR: a log of three rows with tables of -v; each run differs a little
make_log() {
	awk -v k="$1" -v runs="$2" -v f="$3" 'BEGIN {
		for (r = 1; r <= runs; r++) {
			e = 1 + (r * 7 % 11) / 300
			print "Using cpu time, running every load for 30 seconds"
			printf "Benchmarking kernel %s at datestamp 2026010112%02d\n", k, r
			print "Comment: \"quoted\" \\ <b>"
			printf "%s\n", r == 2 ? "CPU: other" : "CPU: one"
			print "\n--- Benchmarking simulated cpu of Video in the presence of simulated ---"
			print "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met"
			printf "None 0.01 +/- 0.01 %.4f 100 100\n", 10 * e * f
			printf "Burn 1 +/- 1 %.4f %.4f %.4f\n", 100 * e, 90 / f, 50 / f / e
			if (r % 2 == 0 || f > 1)
				printf "Ring      skipped: nothing there\n"
			else
				printf "Ring 1 +/- 1 %.4f 99.98 99.97\n", 200 * e
			print "\nLoad     samples     p50     p90     p99   p99.9  done99    met missed late drop"
			printf "Burn        1700 %.5f %.5f %.5f %.5f %.5f 1020 680 300 99\n", 4 * e, 5 * e, 21 * e * f, 45 * e, 55 * e
			print "\nLoad     frames     fps  1%low 0.1%low  freeze stutter"
			printf "Burn       1700    56.6 %.4f      20    50.1       2\n", 50 / f * e
			print "\nLoad      load\047s work per second"
			printf "Burn      %.5f CPU s, %.5f MB written\n", 1.5 * e * f, 300 * e
			print "\n--- Benchmarking simulated cpu of Gaming in the presence of simulated ---"
			print "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU"
			printf "Burn 1 +/- 1 %.4f %.4f\n\n", 50 * e, 80 / f / e
		}
	}'
}

# cells of the tables: load, and for each pair of figures both with their marks; then the p of the row
text_rows() {
	awk 'BEGIN { RS = "" }
	!/\nLoad / && !/^Load / { next }
	/wakeup p50|done99 \(ms\)|1%low \(fps\)|work per second\n/ { next }
	/^Summary|^Measured/ { next }
	{ n = split($0, line, "\n")
	  for (i = 1; i <= n; i++) if (line[i] !~ /^(Load|Video|Gaming) /) { gsub(/ +/, " ", line[i]); print line[i] } }' "$1"
}
# the figures of -v: both sides with marks, and the change, three words each
text_more() {
	awk 'BEGIN { RS = "" }
	!/wakeup p50|done99 \(ms\)|1%low \(fps\)|work per second\n/ { next }
	{ n = split($0, line, "\n")
	  for (i = 1; i <= n; i++) {
		if (line[i] ~ /^(Load|Video|Gaming) |change$/)
			continue
		sub(/^[A-Za-z]* +([A-Z][A-Za-z]* [a-z]* )?/, "", line[i])
		sub(/^(CPU s|MB written|MB) /, "", line[i])
		m = split(line[i], word, " ")
		for (w = 1; w + 2 <= m; w += 3)
			if (word[w] word[w + 1] != "--")
				print word[w], word[w + 1], word[w + 2]
	  } }' "$1" | sort
}

# the same, of the document: the rules of rounding are those of the man page
rounding='
function figure(v, text, e) {
	if (v == "-") return v
	if (v + 0 == 0) return "0"
	e = sprintf("%.2e", v); sub(/.*e/, "", e)
	text = sprintf("%." (e + 0 < 2 ? 2 - e : 0) "f", v)
	if (text ~ /\./) sub(/\.?0*$/, "", text)
	return text
}
function percent(v) { return v != "-" && v < 100 && figure(v) == "100" ? "99.9" : figure(v) }
function p_text(p) { return p == "-" ? p : p < 0.0005 ? "<.001" : sprintf("%.3f", p) }
function change(v) {
	return v == "-" ? v : v < 0.05 && v > -0.05 ? "0%" : v < 99.95 && v > -99.95 ? sprintf("%+.1f%%", v) : sprintf("%+.0f%%", v)
}
'
# A, mark of A, B, mark of B of a cell
# shellcheck disable=SC2016 # a program of jq
values='([.medians.A // "-", if .better == "A" then "*" else "" end, .medians[$b] // "-",
	if .better == $b then "*" elif .mark == "~" then "~" else "" end])'
json_rows() {
	jq -r --arg b "$2" "(.summary[] | select(.side == \$b).tested) as \$tested | .cells | map(select(.side == \$b and (.verbose | not))) | group_by([.table, .load])[] |
		[.[0].bench, .[0].load, (map($values) | add | length)] + (map($values) | add) + map(select(.counted and \$tested) | .p // \"-\") +
		[if .[0].gave_less_load then \"!\" else \"\" end] | join(\"|\")" "$1" |
	awk -F'|' "$rounding"'{
		line = $2
		for (i = 4; i < 4 + $3; i += 2)
			line = line " " ($1 == "Video" && i >= 8 ? percent($i) : figure($i)) $(i + 1)
		for (; i < NF; i++)
			line = line " " p_text($i)
		print line ($NF == "" ? "" : " " $NF)
	}'
}
json_more() {
	jq -r --arg b "$2" ".cells[] | select(.side == \$b and .verbose) |
		[.figure] + $values + [.change_pct // \"-\"] | join(\"|\")" "$1" |
	awk -F'|' "$rounding"'
	function cut(v) { return $1 != "load_work.per_s" && v ~ /\./ ? substr(v, 1, 7) : v }
	{ print cut(figure($2)) $3, cut(figure($4)) $5, change($6) }' | sort
}

make_log 6.1 5 1 >A.log
make_log 6.2 6 3 >B.log
make_log 6.3 1 1.3 >C.log
if ! command -v jq >/dev/null; then
	skip 'no jq' 'The document of a comparison'
	end
	exit
fi

run --compare -v A.log B.log --json out.json
is "$rc" 0 'A document is written beside the text'
cp "$tmp/out" text
text_rows text | sort >"$tmp/text"
json_rows out.json B | sort >"$tmp/json"
[ "$(wc -l <"$tmp/text")" = 4 ] && cmp -s "$tmp/text" "$tmp/json"
ok $? 'Its cells are those of the tables, number by number and mark by mark' "$(diff "$tmp/text" "$tmp/json")"
text_more text >"$tmp/text"
json_more out.json B >"$tmp/json"
[ "$(wc -l <"$tmp/text")" = 7 ] && cmp -s "$tmp/text" "$tmp/json"
ok $? 'Its cells of -v are those of the tables below' "$(diff "$tmp/text" "$tmp/json")"
jq -r '.summary[0].tables[] | [.table, .deadlines_met.A, .deadlines_met.B, .max_latency.A, .max_latency.B] | join(" ")' out.json >"$tmp/json"
sed -n '/^Summary/,/^$/p' text | sed -n 's/  */ /g; 3,$p' | grep . | cmp -s - "$tmp/json"
ok $? 'The Summary is that of the text' "$(cat "$tmp/json")"
is "$(jq -r '.summary[0].verdict' out.json | sed 's/[^A-Za-z0-9]//g')" \
	"$(tail -n 2 text | tr -d '\n' | sed 's/.*\(A is better\)/\1/; s/[^A-Za-z0-9]//g')" 'So is the sentence below it'
is "$(jq -r '[.schema, .summary[0].side, .summary[0].better, .summary[0].tested] | @csv' out.json)" '2,"B","A",true' \
	'The document says who is better, and whether that was tested'
is "$(jq -c '[.sides[] | [.side, .name, .file, .runs, .tables, .rows, .rows_without_figures]]' out.json)" \
	'[["A","6.1 \"quoted\" \\ <b>","A.log",5,10,18,2],["B","6.2 \"quoted\" \\ <b>","B.log",6,12,18,6]]' 'The sides are as they were read'
# each line of the text that is no table, without its breaks
sed 's/^! //; s/^   *//' text | tr '\n' ' ' | tr -s ' ' >"$tmp/words"
jq -r '.remarks[].text' out.json >"$tmp/json"
missing=$(while read -r line; do grep -qF -e "$line" "$tmp/words" || echo "$line"; done <"$tmp/json")
is "$(jq '.remarks | length >= 6' out.json),$missing" 'true,' 'Every remark stands in the text'
is "$(jq '[.remarks[] | select(.warns)] | length' out.json)" "$(grep -c '^! [A-Z]\|^! [a-z]' text)" 'A remark warns if its line begins with a !'
is "$(jq -c '[.remarks[] | select(.about == "within") | .side]' out.json)" '["A","B"]' 'A remark on a side names it'

run --compare -v A.log B.log -j -
cmp -s "$tmp/out" out.json && cmp -s "$tmp/err" text
ok $? 'With -j - the document goes to standard output, the text to standard error'
run --compare A.log B.log -j less.json
is "$(jq -c '[.cells[] | .verbose] | unique' less.json)" '[false]' 'Without -v there are no cells of it'
cmp -s "$tmp/out" text
is "$?,$(jq -c 'del(.cells, .remarks)' out.json)" "1,$(jq -c 'del(.cells, .remarks)' less.json)" '-v changes neither sides nor Summary'
run --compare A.log B.log C.log --json out.json --html page.html
is "$rc,$(jq -c '[(.cells | map(.side) | unique), (.summary | map([.side, .tested]))]' out.json)" \
	'0,[["B","C"],[["B",true],["C",false]]]' 'Each other side has cells and a Summary, beside a page'
sed '1,/^A and C\|of C$/d' "$tmp/out" >text
text_rows text | sort >"$tmp/text"
json_rows out.json C | sort >"$tmp/json"
[ -s "$tmp/text" ] && cmp -s "$tmp/text" "$tmp/json"
ok $? 'Those that were not tested have no p' "$(diff "$tmp/text" "$tmp/json")"

cksum A.log >before
ln -s A.log link
for file in A.log ./A.log link; do
	run --compare A.log B.log --json "$file"
	is "$rc,$(wc -l <"$tmp/err"),$(cksum A.log)" "2,1,$(cat before)" "A log that is read is not overwritten: $file"
done
run --compare A.log B.log -j one --html one
is "$rc,$(wc -l <"$tmp/err")" 2,1 'Document and page cannot be one file'
run --compare A.log B.log -j - --html -
is "$rc,$(wc -l <"$tmp/err")" 2,1 'Nor can both be standard output'
run --compare A.log B.log -j none/out.json
is "$rc,$(wc -l <"$tmp/err")" 1,1 'A file that cannot be opened is one line and status 1'
run --compare A.log B.log -j /dev/full
is "$rc,$(wc -l <"$tmp/err")" 1,1 'A document that cannot be written is one line and status 1'
echo old >small
run --compare A.log A.log -j small --sides A,X
is "$rc,$(cat small)" 2,old 'A file keeps what it holds if nothing is compared'
end
