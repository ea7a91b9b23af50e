# SPDX-License-Identifier: GPL-2.0-or-later
# Write, Read and Compile where no disk is behind them, and where one is.
# shellcheck disable=SC2016 # for the shell in the namespace
. tests/lib.sh

read='^! read from memory instead of a disk for 100 % of the data'
written='^! written to memory instead of a disk for 100 % of the data'

# mounted COMMAND: run it as a shell where nobody else sees its mounts; $ib and $tmp are there
mounted() {
	timeout -k 5 60 unshare -m sh -c "$1" >"$tmp/out" 2>"$tmp/err" </dev/null
}
export ib tmp
mkdir d
if mounted 'mount -t tmpfs none d'; then
	mounted 'mount -t tmpfs -o size=100m none d && exec $ib -T -c -t 200ms -W Audio -w Write -w Read -w Compile -d d'
	like out "$read in 2 of 3 rows" 'Read and Compile on a tmpfs have read memory'
	like out "$written in 2 of 3 rows" 'Write and Compile on a tmpfs have written memory'
	overlay='mount -t tmpfs -o size=100m none d && mkdir d/l d/u d/w d/m &&
		mount -t overlay -o lowerdir=d/l,upperdir=d/u,workdir=d/w none d/m'
	if mounted "$overlay"; then
		mounted "$overlay && exec \$ib -T -c -t 200ms -W Audio -w Write -w Read -w Compile -d d/m"
		like out "$read in 2 of 3 rows" 'Read and Compile on an overlay of a tmpfs have read memory'
		like out "$written in 2 of 3 rows" 'Write and Compile on an overlay of a tmpfs have written memory'
	else
		skip 'no overlay' 'Read and Compile on an overlay of a tmpfs have read memory'
	fi
	# Linux does not tell: the file itself can be asked whether it leaves memory
	mounted 'mount -t tmpfs -o size=100m none d && mount -t tmpfs none /proc &&
		exec $ib -T -c -t 200ms -W Audio -w Write -w Read -d d'
	like out "$read in Read" 'Read on a tmpfs has read memory where there is no /proc'
	unlike out 'written to memory' 'Nothing is said of Write where there is no /proc'
else
	skip 'no mounts' 'Read and Compile on a tmpfs have read memory'
fi

case $(stat -f -c %T .) in
ext2/ext3 | xfs | btrfs | f2fs)
	run -T -c -t 200ms -W Audio -w Write -w Read -w Compile
	is "$rc,$(grep -c ' memory instead of a disk' "$tmp/out")" 0,0 'Write, Read and Compile on a disk get no remark'
	if mounted 'mount -t tmpfs none /proc'; then
		mounted 'mount -t tmpfs none /proc && exec $ib -T -c -t 200ms -W Audio -w Read'
		is "$(grep -c '^Read .*+/-' "$tmp/out"),$(grep -c ' memory instead of' "$tmp/out")" 1,0 \
			'Read on a disk gets no remark where there is no /proc'
	fi
	# a posix_fadvise() that says yes and does nothing: the cache is read again and again
	if strace -f -qq -o /dev/null -e trace=fadvise64 -e inject=fadvise64:retval=0 true 2>/dev/null; then
		strace -f -qq -o /dev/null -e trace=fadvise64 -e inject=fadvise64:retval=0 \
			"$ib" -T -c -t 500ms -W Audio -w Read -w Write >"$tmp/out" 2>"$tmp/err"
		like out "$read in Read" 'Read has read memory if the page cache cannot be dropped'
		unlike out 'written to memory' 'Write has written to the disk all the same'
	else
		skip 'no strace' 'Read has read memory if the page cache cannot be dropped'
	fi
	;;
*)
	skip 'no disk' 'Write, Read and Compile on a disk get no remark'
	;;
esac
rmdir d
gone disk
end
