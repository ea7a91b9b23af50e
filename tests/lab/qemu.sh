# SPDX-License-Identifier: GPL-2.0-or-later
# What kernels and fleet share, read by ". tests/lab/qemu.sh" in the project's root: the kernels
# of Debian, an initramfs with a static interbench, QEMU, and what came over the serial line.
#
# Who reads it sets loads, has a function job_NAME for each initramfs, which prints what is
# done there, and a function boot_check NAME.

# shellcheck disable=SC2034,SC2154 # used and set by who reads this
LC_ALL=C
export LC_ALL
jobs=${JOBS:-$(nproc)}
limit=${LIMIT:-1800}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/interbench-kernels
nice=0					# of QEMU
settle_s=10				# from init to the measurement
still_ms=1				# the largest latency beside None stays below
work=''					# directory
running=''				# boots: process ids
tests=0
failed=0

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# shellcheck disable=SC2317 # a trap calls it
clean_up()
{
	trap '' HUP INT QUIT PIPE TERM
	# shellcheck disable=SC2086 # words; timeout passes it on
	[ -z "$running" ] || kill $running 2>/dev/null
	wait
	rm -rf "$work"
}

# ok STATUS NAME FILE: 0 is good, else the end of the file may tell more
ok()
{
	tests=$((tests + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tests - $2"
	else
		failed=$((failed + 1))
		echo "not ok $tests - $2"
		tail -n 5 "$3" | sed 's/^/# /'
	fi
}

#
# Kernels, program and initramfs
#

# fetch NAME PACKAGE: the image of the kernel that the package stands for, into the cache
fetch()
{
	image=$cache/vmlinuz-$1
	[ ! -s "$image" ] || return 0
	package=$(apt-cache depends "$2" | sed -n 's/.*Depends: \(linux-image-[0-9]\)/\1/p' | head -n 1)
	mkdir "$work/deb"
	(cd "$work/deb" && apt-get -qq download "$package" && dpkg-deb -x ./*.deb .) >&2
	cp "$work"/deb/boot/vmlinuz-* "$work/image" || die "cannot fetch $2 (apt-get update?)"
	mv "$work/image" "$image" || die "cannot write $image"
	rm -rf "$work/deb"
}

build()
{
	cc=cc
	! command -v musl-gcc >/dev/null || cc=musl-gcc
	# shellcheck disable=SC2046 # a word or none
	mkdir "$work/src" && cp -R Makefile ./*.[ch] $(ls -d lib 2>/dev/null) tests "$work/src" &&
		make -s -C "$work/src" CC=$cc LDFLAGS=-static clean interbench tests/double tests/tool >&2
}

# initramfs NAME: what the kernel does after its boot is over: the job of that name
initramfs()
{
	root=$work/$1
	mkdir -p "$root/bin" "$root/proc" "$root/sys" "$root/dev"
	cp "$(command -v busybox)" "$work/src/interbench" "$root/bin" || return
	cat >"$root/init" <<-END
		#!/bin/busybox sh
		/bin/busybox --install -s /bin
		mount -t proc proc /proc
		mount -t sysfs sys /sys
		mount -t devtmpfs dev /dev
		mount -t debugfs debug /sys/kernel/debug

		# measure NAME OPTION...: prints all of it, marked
		measure()
		{
			name=\$1
			shift
			\$as interbench -c -q -T "\$@" >/out 2>/err
			echo "@\$name-exit \$?"
			sed "s/^/@\$name /" /out
			sed "s/^/@\$name-err /" /err
		}

		as=
		sleep "$settle_s.\$(hexdump -n 2 -e '"%05u"' /dev/urandom)"
		$("job_$1")
		poweroff -f
	END
	chmod 755 "$root/init"
	(cd "$root" && find . | cpio --quiet -o -H newc | gzip) >"$work/initramfs-$1"
}

#
# Boots
#

# boot NAME KERNEL SEED JOB OPTION...: a machine of QEMU with these options; what comes over the
# serial line goes to NAME.console
boot()
{
	name=$1
	kernel=$2
	seed=$3
	job=$4
	shift 4
	exec nice -n "$nice" timeout -k 5 "$limit" qemu-system-x86_64 -accel tcg -smp 1 "$@" \
		-seed "$seed" \
		-rtc "clock=vm,base=$(date -u -d "2026-01-01 $seed hours" +%Y-%m-%dT%H:%M:%S)" \
		-no-user-config -nodefaults -display none -no-reboot -serial "file:$name.console" \
		-kernel "$cache/vmlinuz-$kernel" -initrd "$work/initramfs-$job" \
		-append "console=ttyS0 quiet panic=-1" </dev/null
}

# finish NAME...: wait for these boots, and check them
finish()
{
	for pid in $running; do
		wait "$pid"
	done
	running=''
	for name; do
		boot_check "$name"
	done
}

# marked NAME CONSOLE: what measure has marked so
marked()
{
	tr -d '\r' <"$2" | sed -n "s/^@$1 //p"
}

# rows FILE TABLE...: these tables and no other, with a row for each load, all with figures
rows()
{
	got=$(sed -n 's/^--- Benchmarking simulated cpu of \([A-Za-z]*\) in the .*/\1/p
		s/^\([A-Z][a-z]*\) *[0-9.]* +\/- [0-9.]*  *[0-9.].*/\1/p' "$1" | tr '\n' ' ')
	shift
	[ "$got" = "$(for table; do printf '%s %s ' "$table" "$loads"; done)" ]
}

# part_check NAME CONSOLE RELEASE TABLE...: says what is wrong with what was marked
part_check()
{
	part=$1
	marked "$1" "$2" >run
	marked "$1-err" "$2"
	[ "$(marked "$1-exit" "$2")" = 0 ] || echo "exit $(marked "$1-exit" "$2")"
	grep -Eq "^Benchmarking kernel $3 at " run || echo "another kernel"
	grep -q '^Memory: .*, no swap$' run || echo "swap"
	grep '^! the machine was busy' run
	awk -v ms="$still_ms" '$1 == "None" && $3 == "+/-" && $5 >= ms' run
	shift 3
	rows run "$@" || echo "a row is missing in $part"
}

# kernel_check CONSOLE: what the kernel says of errors, and that it is turned off
kernel_check()
{
	tr -d '\r' <"$1" | grep -v '^@' | sed 's/^\[[^]]*\] reboot: Power down$/off/' >kernel
	grep -v '^off$' kernel
	grep -q '^off$' kernel || echo "no end within $limit s"
}
