# SPDX-License-Identifier: GPL-2.0-or-later
# The rule of lib/: a room uses only those that stand above it in the first comment of
# interbench.c. Who uses whom comes from the sources: by #include, and by the symbols that
# their objects lack. V=1 shows the graph. "sh tests/rooms.t DIR" tests another tree.
cd "${1:-.}" || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
tests=0 failed=0

# none NAME: nothing is wrong, that is, $tmp/wrong is empty
none() {
	tests=$((tests + 1))
	if [ ! -s "$tmp/wrong" ]; then
		echo "ok $tests - $1"
		return
	fi
	failed=1
	echo "not ok $tests - $1"
	sed 's/^/# /' "$tmp/wrong"
}

# code FILE...: without the comments
code() {
	cat "$@" | sed 's,/\*[^*]*\*/,,g; /\/\*/,/\*\//d'
}

cc=${CC:-cc}
if ! command -v nm >/dev/null || ! command -v "${cc%% *}" >/dev/null; then
	echo 'ok 1 - No room uses one that stands below it # SKIP no compiler or no nm'
	echo 1..1
	exit
fi

# Objects of its own: without optimization every use is in them, and without -fpic the
# addresses in what is const are no reason to write to it.
sources="interbench.c hackbench.c $(echo lib/*.c)"
for source in $sources; do
	name=$(basename "$source" .c)
	# shellcheck disable=SC2086 # words
	$cc -std=c11 -D_GNU_SOURCE -pthread -w -O0 -fno-pic -c -o "$tmp/$name.o" "$source" || echo "$source"
	nm "$tmp/$name.o" | sed "s/^[0-9a-f ]* \([A-Za-z] \)/$name \1/" >>"$tmp/symbols"
done >"$tmp/wrong"
none 'Every file can be compiled'

# the order of the table, in which the file of a load stands beside its room
sed -n '/^ \*   interbench\.h/,/^ \*$/p' interbench.c |
	grep -Eo '^ \*   (lib/[a-z_]+|interbench\.[ch])|; lib/[a-z_]+' | sed 's,.*[ /],,' >"$tmp/order"
for source in lib/*.c; do
	name=$(basename "$source" .c)
	grep -qx "$name" "$tmp/order" || echo "$source is not in the table"
	[ -f "lib/$name.h" ] || echo "$source has no header"
done >"$tmp/wrong"
grep -v '\.' "$tmp/order" | while read -r room; do
	[ -f "lib/$room.c" ] || echo "lib/$room.c is not there"
done >>"$tmp/wrong"
none 'The table of interbench.c has all rooms of lib/ and no other'

# USER USED WHY, by symbols and by headers; hackbench.c is a part of load
awk '$2 ~ /[A-TV-Z]/ { by[$3] = $1 }
	$2 == "U" { user[++n] = $1; what[n] = $3 }
	END {
		for (i = 1; i <= n; i++)
			if (what[i] in by)
				print user[i], by[what[i]], user[i] ".c uses " what[i]
	}' "$tmp/symbols" >"$tmp/found"
{ [ "$(wc -l <"$tmp/found")" -ge 100 ] || echo 'fewer than 100 uses'; } >"$tmp/wrong"
none 'The objects tell who uses whom'
for file in $sources lib/*.h; do
	name=$(basename "$file" | sed 's/\.[ch]$//')
	sed -n "s,^#include \"\(.*/\)*\([a-z_]*\)\.h\".*,$name \2 $file includes \2.h,p" "$file"
done >>"$tmp/found"
sed -E 's/^hackbench /load /; s/^([^ ]+) hackbench /\1 load /' "$tmp/found" |
	awk '$1 != $2 && !/ includes interbench.h$/' >"$tmp/uses"

sed -n 's/^[^ ]* interbench //p' "$tmp/uses" >"$tmp/wrong"
none 'No room uses interbench.c'
awk 'NR == FNR { sub(/\.c$/, ""); rank[$1] = NR; next }
	rank[$1] <= rank[$2] { print substr($0, length($1 $2) + 3) }' "$tmp/order" "$tmp/uses" >"$tmp/wrong"
none 'No room uses one that stands below it in the table'
cut -d ' ' -f 1,2 "$tmp/uses" | sort -u | tsort 2>&1 >/dev/null | head -n 20 >"$tmp/wrong"
none 'No rooms use each other in a circle'
grep -nwE 'cfg|optarg|optind|getopt|getopt_long' lib/*.[ch] hackbench.c >"$tmp/wrong"
none 'No room knows the command line'

code interbench.h >"$tmp/model"
grep ' [A-TV-Z] ' "$tmp/symbols" | while read -r name _ symbol; do
	header=lib/$name.h
	[ -f "$header" ] || header=/dev/null
	[ "$name $symbol" = 'interbench main' ] ||
		code "$header" | grep -qwF -e "$symbol" - "$tmp/model" || echo "$name.c: $symbol"
done >"$tmp/wrong"
none 'What is in no header is static'
awk '$2 ~ /[BCDGS]/ && $3 != "shared" && $3 != "caught" { print $1 ".c: " $3 }' "$tmp/symbols" >"$tmp/wrong"
none 'No object that changes is public but for shared and caught'

sed 's/\.c$//' "$tmp/order" | while read -r room; do
	# shellcheck disable=SC2046 # in one line
	echo "# $room uses:" $(sed -n "s/^$room \([^ ]*\) .*/\1/p" "$tmp/uses" | sort -u)
done
echo "1..$tests"
[ $failed -eq 0 ]
