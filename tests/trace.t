# SPDX-License-Identifier: GPL-2.0-or-later
# Rows against the kernel's own record of switches and timers; lab/trace has all of them.
. tests/lib.sh

# row NAME: what lab/trace says of one pairing
row() {
	line=$(grep "^$1 .* | " "$tmp/out")
	case $line in
	*' agrees'*) ok 0 "$1: the row is the one that the kernel's trace gives" ;;
	*) ok 1 "$1: the row is the one that the kernel's trace gives" "$line" ;;
	esac
}

if sanitized || ! command -v perl >/dev/null; then
	skip 'ASan, or no perl' 'Rows are those that the trace of the kernel gives'
else
	INTERBENCH=$ib timeout -k 5 60 "$top/tests/lab/trace" -s 2 Audio:Burn: Video:Burn: Chain:None:-r \
		>"$tmp/out" 2>&1
	if grep '^# SKIP' "$tmp/out" >/dev/null; then
		skip 'not root, or no tracefs' 'Rows are those that the trace of the kernel gives'
	else
		row 'Audio beside Burn'
		row 'Video beside Burn'
		row 'Chain beside None -r'
		is "$(find /sys/kernel/tracing/instances /sys/kernel/debug/tracing/instances -name 'interbench.*' 2>/dev/null)" \
			'' 'No instance of tracefs is left behind'
	fi
fi
end
