# SPDX-License-Identifier: GPL-2.0-or-later
# The man page says what the program does: options, tasks, loads, examples.
. tests/lib.sh

page=$top/interbench.8
run -h
grep -Eo '^  (-., |    )--[a-z-]+' "$tmp/out" | tr -d ' ' | sort >"$tmp/has"
sed -n '/^\.Sh OPTIONS/,/^\.Sh TASKS/p' "$page" |
	sed -nE 's/^\.It Fl (.) .*Fl (-[a-z-]+).*/-\1,-\2/p; s/^\.It Fl (-[a-z-]+).*/-\1/p' |
	sort >"$tmp/says"
diff "$tmp/has" "$tmp/says" >"$tmp/out"
ok $? 'The man page has every option and no other'
run --list
awk '{ print $1, $2 }' "$tmp/out" >"$tmp/names"
while read -r kind name; do
	case $kind in task) section=TASKS ;; *) section=LOADS ;; esac
	sed -n "/^\.Sh $section/,/^\.Sh/p" "$page" | grep -Eq "^\.It (Cm )?.*$name"
	ok $? "The man page has the $kind $name"
done <"$tmp/names"

# how much there is to do by default, with and without Memload; a second to settle
awk '/; if named$/ || $2 == "Custom" || $2 == "Command" { next }
	{ n[$1]++; both += seen[$2]++ }
	function count(loads) {
		pairings = n["task"] * loads - both
		printf "%d %d ", pairings, pairings * 31 / 60 + 0.5
	}
	END { count(n["load"]); count(n["load"] - 1) }' "$tmp/out" >"$tmp/count"
read -r with long without short <"$tmp/count"
tr '\n' ' ' <"$page" |
	grep -q "That is $with pairings and about $long minutes, or $without pairings and about $short minutes on"
ok $? "The man page counts $with pairings, and $without without Memload"
grep -q "^The whole benchmark takes about $short minutes, and $((long - short)) more if" "$top/README"
ok $? 'README tells the same minutes as the man page'

# each example runs, at a time that a test has
sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/s/^\.Dl interbench //p' "$page" |
	sed -E 's/-t [0-9]+/-t 100ms/; s/ -n [0-9]+/ -n 2/' >"$tmp/examples"
[ -s "$tmp/examples" ]
ok $? 'The man page has examples'
printf 'all clean:\n\ttrue\n' >Makefile	# there is one that builds
while read -r args; do
	case $args in
	*--compare*) continue ;;	# compare.t runs these
	*-r*-T*) timeout 20 "$ib" -r -T -c -t 1ms -W Audio -w None >/dev/null 2>&1 ||
		{ skip 'no SCHED_FIFO' "This example of the man page runs: $args"; continue; } ;;
	*--weight* | *cgroup*) timeout 20 "$ib" -T -c -t 1ms -W Audio -w None --weight 200 >/dev/null 2>&1 ||
		{ skip 'no control groups' "This example of the man page runs: $args"; continue; } ;;
	*--slice*) timeout 20 "$ib" -T -c -t 1ms -W Audio -w None --slice 1000 >/dev/null 2>&1 ||
		{ skip 'no slices' "This example of the man page runs: $args"; continue; } ;;
	esac
	case $args in
	*-X*) eval "run $args" ;;
	*) eval "run_rows $args" ;;	# smaller files, shorter waits; but tasks of its own
	esac
	is "$rc" 0 "This example of the man page runs: $args"
	rm -f ./*.log
done <"$tmp/examples"
rm Makefile
gone man
end
