# SPDX-License-Identifier: GPL-2.0-or-later
# The web page of --html: number by number as the text, every run drawn, nothing loaded.
. tests/lib.sh

# make_log KERNEL COMMENT RUNS FACTOR: a log of three rows, the maxima of which grow with the runs
make_log() {
	awk -v k="$1" -v comment="$2" -v runs="$3" -v f="$4" 'BEGIN {
		for (r = 1; r <= runs; r++) {
			printf "Using cpu time, running every load for 30 seconds\n"
			printf "Benchmarking kernel %s at datestamp 2026010112%02d\nComment: %s\n\n", k, r, comment
			print "--- Benchmarking simulated cpu of Video in the presence of simulated ---"
			print "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met"
			print "None  0.01 +/- 0.01 " 10 * f + r / 10 " 100 100"
			print "Burn  1 +/- 1 " 100 * f + r " 90 " 50 / f + r / 10 "\n"
			print "--- Benchmarking simulated cpu of Gaming in the presence of simulated ---"
			print "Load    Latency +/- SD (ms)  Max Latency   % Desired CPU"
			print "Burn  1 +/- 1 " 50 + r " " 80 - r "\n"
		}
	}'
}

# numbers of the tables, of the text and of the page, a row a line
text_rows() { sed -n '/^Load/,/^$/p' "$tmp/out" | grep -v '^Load\|^$' | tr -s ' '; }
page_rows() {
	sed -n '/class="runs"/,/<\/table>/p' page.html | grep '<tr><th scope="row">' |
		sed 's,</*b>,,g; s/<[^>]*>/ /g; s/&#60;/</g' | tr -s ' ' | sed 's/^ //; s/ $//'
}
count() { grep -o -e "$1" "$2" | wc -l; }

make_log 6.1 'a<b "c" & <script>alert(1)' 5 1 >A.log
make_log 6.2 plain 4 3 >B.log
run --compare A.log B.log --html page.html
is "$rc" 0 'A page is written beside the text'
text_rows >text && page_rows >page && [ "$(wc -l <text)" = 3 ] && cmp -s text page
ok $? 'The rows of the page are those of the text, number by number and mark by mark' "$(diff text page)"
# three rows, in each a maximum and deadlines or CPU, of 5 and 4 runs
is "$(count '<circle ' page.html)" 54 'Each run is a dot in each drawing'
is "$(count 'role="img"><title>A: 5 runs, [^<]* B: 4 runs, [^<]*</title>' page.html)" 6 'Each drawing has a text'
grep -q 'a&#60;b &#34;c&#34; &#38; &#60;script&#62;alert(1)' page.html && ! grep -qi '<script' page.html
ok $? 'A comment that looks like a script stays text'
is "$(grep -Eo '(href|src)="[^"#][^"]*|url\(|https?:' page.html)" 'href="data:,' 'The page loads nothing'
if command -v xmllint >/dev/null; then
	xmllint --noout page.html 2>"$tmp/err"
	ok $? 'An XML parser reads the page'
else
	skip 'no xmllint' 'An XML parser reads the page'
fi
if command -v chromium >/dev/null; then
	HOME=$tmp timeout 60 chromium --headless --no-sandbox --disable-gpu --enable-logging=stderr \
		--dump-dom "file://$PWD/page.html" >dom 2>"$tmp/err"
	is "$?,$(count '<circle ' dom),$(count '<script' dom)" 0,54,0 'A browser finds the same dots, and no script'
	unlike err CONSOLE 'It has nothing to complain about'
else
	skip 'no chromium' 'A browser finds the same dots, and no script'
fi

run --compare A.log B.log --html -
cmp -s "$tmp/out" page.html && grep -q '^Summary' "$tmp/err"
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
end
