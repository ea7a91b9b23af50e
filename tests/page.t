# SPDX-License-Identifier: GPL-2.0-or-later
# The web page of --html: number by number as the text, every run drawn, nothing loaded.
# shellcheck disable=SC2086 # $details: an option or none
. tests/lib.sh

# make_log KERNEL COMMENT RUNS FACTOR: a log of three rows, the maxima of which grow with the runs,
# and the tables of -v of the first two
make_log() {
	awk -v k="$1" -v comment="$2" -v runs="$3" -v f="$4" 'BEGIN {
		for (r = 1; r <= runs; r++) {
			printf "Using cpu time, running every load for 30 seconds\n"
			printf "Benchmarking kernel %s at datestamp 2026010112%02d\nComment: %s\n\n", k, r, comment
			print "--- Benchmarking simulated cpu of Video in the presence of simulated ---"
			print "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met"
			print "None  0.01 +/- 0.01 " 10 * f + r / 10 " 100 100"
			print "Burn  1 +/- 1 " 100 * f + r " 90 " 50 / f + r / 10 "\n"
			print "Load     samples     p50     p90     p99   p99.9  done99    met missed late drop"
			print "None 1799 0.015 0.016 0.017 0.018 9.81 1799 0 0 0"
			print "Burn 1700 " 4 + r / 1000, 5, 21 * f, 99 * f, 100 + r, "1020 680 300 99\n"
			print "Load     frames     fps  1%low 0.1%low  freeze stutter"
			print "None 1799 59.9 59.9 59.9 16.8 0"
			print "Burn 1700 56.6 " 30 / f + r / 100 " 20 50.1 2\n"
			print "Load      load\047s work per second"
			print "Burn      " f + r / 100 " CPU s, " 1000 + r " MB written\n"
			print "--- Benchmarking simulated cpu of Gaming in the presence of simulated ---"
			print "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU"
			print "Burn  1 +/- 1 " 50 + r " " 80 - r "\n"
		}
	}'
}

# numbers of the tables, of the text and of the page, a row a line
text_rows() {
	sed -n '/^Load/,/^$/p' "$tmp/out" | grep -v '^Load\|^$' | tr -s ' ' |
		sed 's/^ //; s/^\([^ ]*\) \(.*\) !$/\1 ! \2/'
}
page_rows() {
	sed -n '/<table class/,/<\/table>/p' page.html | grep '<tr><th \(rowspan="." \)*scope="row' |
		sed 's,</*b>,,g; s/<[^>]*>/ /g; s/&#60;/</g' | tr -s ' ' | sed 's/^ //; s/ $//'
}
# names of the figures that -v adds, in their order
heads() { grep -Eo "(wakeup p[0-9.]+|done99|1%low) \((ms|fps)\)|load(.|&#39;)s work per second" "$1"; }
# as in the text without -v: no table of -v, and no line about them
without_details() {
	sed '/<table class="\(runs more\|work\)"/,/<\/table>/d; /^<p>Below each table/d' page.html
}
count() { grep -o -e "$1" "$2" | wc -l; }
# read_page: what an XML parser and a browser make of it
read_page() {
	if command -v xmllint >/dev/null; then
		xmllint --noout page.html 2>"$tmp/err"
		ok $? 'An XML parser reads the page'
	else
		skip 'no xmllint' 'An XML parser reads the page'
	fi
	if command -v chromium >/dev/null; then
		HOME=$tmp timeout 60 chromium --headless --no-sandbox --disable-gpu --enable-logging=stderr \
			--dump-dom "file://$PWD/page.html" >dom 2>"$tmp/err"
		is "$?,$(count '<circle ' dom),$(count '<script' dom),$(count '<td' dom)" \
			"0,54,0,$(count '<td' page.html)" 'A browser finds the same dots and cells, and no script'
		unlike err CONSOLE 'It has nothing to complain about'
	else
		skip 'no chromium' 'A browser finds the same dots and cells, and no script'
	fi
}

make_log 6.1 'a<b "c" & <script>alert(1)</script> &lt; [b]d[/b]' 5 1 >A.log
make_log 6.2 plain 4 3 >B.log
run --compare A.log B.log --html page.html
is "$rc" 0 'A page is written beside the text'
text_rows >text && page_rows >page && [ "$(wc -l <text)" = 3 ] && cmp -s text page
ok $? 'The rows of the page are those of the text, number by number and mark by mark' "$(diff text page)"
# three rows, in each a maximum and deadlines or CPU, of 5 and 4 runs
is "$(count '<circle ' page.html)" 54 'Each run is a dot in each drawing'
is "$(count 'role="img"><title>A: 5 runs, [^<]* B: 4 runs, [^<]*</title>' page.html)" 6 'Each drawing has a text'
grep -q 'a&#60;b &#34;c&#34; &#38; &#60;script&#62;alert(1)&#60;/script&#62; &#38;lt; \[b\]d\[/b\]</bdi>' page.html &&
	! grep -qi '<script' page.html
ok $? 'A comment that looks like a script stays text'
is "$(grep -Eo '(href|src)="[^"#][^"]*|url\(|https?:' page.html)" 'href="data:,' 'The page loads nothing'
read_page

# With -v: the 3 rows above, 3 of percentiles (without any beside Gaming), 2 of frames and 2 of
# work, in which p99, p99.9 and the 1 % low are better in A by their design, and CPU s in B
cp page.html plain.html
run --compare -v A.log B.log --html page.html
text_rows >text && page_rows >page && [ "$rc,$(wc -l <text)" = 0,10 ] && cmp -s text page
ok $? 'With -v the page has the tables of -v too, number by number, mark by mark and unit by unit' "$(diff text page)"
heads "$tmp/out" >text && sed 's/ data-of="[^"]*"//g' page.html >shown && heads shown >page
[ "$(wc -l <text)" = 9 ] && cmp -s text page
ok $? 'Its figures have the names that the text has' "$(diff text page)"
is "$(count 'class="v a y">[0-9.]*<b>\*</b>' page.html),$(count 'class="v b n">[0-9.]*<' page.html)" 3,3 \
	'A better figure of -v has a star and the colour, the other one its own'
is "$(count 'class="v b y">3.02<b>\*</b></td><td class="v p">+194%<' page.html)" 1 \
	'The change in per cent stands behind both'
without_details | cmp - plain.html >"$tmp/err" 2>&1
ok $? 'But for that the page is the same to the byte, its Summary too'
grep -q '<p>Below each table .* from a test of its own (7 figures), and the Summary does not count' page.html
ok $? 'The page says that they are tested apart and not counted in the Summary'
read_page
run --compare A.log B.log --html -
cmp -s "$tmp/out" plain.html && grep -q '^Summary' "$tmp/err"
ok $? 'With --html - the page goes to standard output, the text to standard error'
cksum A.log >before
ln -s A.log link
for file in A.log ./A.log link; do
	run --compare A.log B.log --html "$file"
	is "$rc,$(wc -l <"$tmp/err"),$(cksum A.log)" "2,1,$(cat before)" "A log that is read is not overwritten: $file"
done
run --compare A.log B.log --html none/page.html
is "$rc,$(wc -l <"$tmp/err")" 1,1 'A file that cannot be opened is one line and status 1'
run --compare A.log B.log --html /dev/full
is "$rc,$(wc -l <"$tmp/err")" 1,1 'A page that cannot be written is one line and status 1'
run -T -t 10ms --html page.html
is "$rc,$(grep -c -e --setting "$tmp/err")" 2,1 '--html without a comparison is bad usage'
echo old >small
(ulimit -f 1; timeout 20 "$ib" --compare A.log B.log --html small >"$tmp/out2" 2>"$tmp/err")
is "$?,$(cat small)" 1,old 'A file that a page does not fit in keeps what it holds'
run --compare A.log A.log --html small --sides A,X
is "$rc,$(cat small)" 2,old 'So does one for which nothing is compared'
run --compare B.log A.log --html page.html --fail-worse
is "$rc" 0 'With --fail-worse a better side is status 0'
run --compare A.log B.log --html page.html --fail-worse
is "$rc" 4 'With --fail-worse a worse side is status 4'

# settings as commands and as options, of a run whose log is compared later
for details in '' -v; do
	rm -f ./*.log
	run -T -t 150ms -L 1 -n 4 $details -W Video -w Burn -m '<i>x</i>' --setting 'a=: </dev/null' --setting 'b:-B 4' \
		--html run.html
	cp "$tmp/out" log
	"$ib" --compare $details ./*.log --html page.html >"$tmp/out" 2>"$tmp/err"
	# but for the name of the file that was read
	sed "s, (<bdi>[^<]*\.log</bdi>)</small></div>,</small></div>," page.html | cmp run.html - >"$tmp/err" 2>&1
	is "$?,$rc,$(count '<circle ' run.html),$(count '(<bdi>' run.html)" 0,0,16,0 \
		"The page of a run with settings is that of its log ${details:-without -v}"
	sed -n '/^A: /,$p' log >"$tmp/out"
	text_rows >text && page_rows >page && cmp -s text page
	ok $? "Its rows are those that the run prints ${details:-without -v}" "$(diff text page)"
done
end
