#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Make the trees of /proc and /sys that the unit test of the machine reads: fixtures.sh DIR
set -eu
mkdir -p "$1"
cd "$1"

# put FILE TEXT...: one line each
put() {
	mkdir -p "$(dirname "$1")"
	file=$1
	shift
	printf '%s\n' "$@" >"$file"
}
cpu=sys/devices/system/cpu
clock=sys/devices/system/clocksource/clocksource0/current_clocksource
scx=sys/kernel/sched_ext
debug=sys/kernel/debug/sched

# A server with 256 CPUs, 2 threads a core; server-after: 10 s later. CPU N has
# been busy N/255 of these 1000 ticks, 7 and 9 have gone, 8 ran backwards.
for t in server server-after; do
	put $t/proc/cpuinfo 'processor	: 0' 'model name	: Intel(R)  Xeon(R) CPU   X' \
		'flags		: fpu vme' '' 'processor	: 1' 'model name	: Other'
	put $t/proc/meminfo 'MemTotal:       1055734232 kB' 'MemFree:        1 kB' \
		'MemAvailable:   1000000000 kB' 'SwapCached:            0 kB' \
		'SwapTotal:       8388604 kB' 'SwapFree:        8388603 kB'
	put $t/proc/sys/kernel/version '#38-Ubuntu SMP PREEMPT_DYNAMIC Fri Jun  6 10:00:00 UTC 2025'
	put $t/proc/sys/kernel/random/boot_id 2aae3bc3-5d20-4b3e-9d8f-2f8fe1b9a2f0
	put $t/proc/sys/kernel/sched_autogroup_enabled 0
	put $t/etc/machine-id 2AAE3BC35D204B3E9D8F2F8FE1B9A2F0
	put $t/proc/self/sched 'interbench (1, #threads: 1)' \
		'se.vruntime   :    744.788361' 'se.slice      :     1000000'
	put $t/proc/self/cgroup 0::/user.slice/user-1000.slice/session-2.scope
	put $t/proc/self/mountinfo '25 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw' \
		'30 25 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate' \
		'33 31 0:51 / /home/con rw shared:3 master:7 - btrfs /dev/sdc1 rw,subvol=/con' \
		'34 31 0:52 / /home/con rw - xfs /dev/sdd1 rw' \
		'31 25 0:99 / /home rw shared:3 - ext4 /dev/sdb1 rw' \
		'35 25 0:53 / /home/co rw - tmpfs tmpfs rw'
	put $t/proc/pressure/cpu 'full avg10=0.00 avg60=0.00 avg300=0.00 total=12' \
		'some avg10=0.00 avg60=0.00 avg300=0.00 total=4711'
	put $t/$cpu/online 0-255
	put $t/$cpu/smt/active 1
	put $t/$cpu/isolated ''
	put $t/$cpu/cpu0/cpufreq/scaling_driver intel_pstate
	put $t/$cpu/cpu0/cpufreq/scaling_governor performance
	put $t/$cpu/cpu0/cpufreq/energy_performance_preference balance_performance
	put $t/$cpu/intel_pstate/no_turbo 1
	put $t/$clock tsc
	put $t/$debug/preempt 'none voluntary (full) lazy '
	put $t/$debug/base_slice_ns 2800000
	awk -v after="$([ $t = server ] || echo 1)" 'BEGIN {
		print "cpu  1 2 3 4 5 6 7 8 9 10"
		for (n = 0; n < 256; n++) {
			if (after && (n == 7 || n == 9))
				continue
			u = s = i = 1000
			if (after) {
				u += n == 8 ? -500 : int(n * 1000 / 255)
				i += 1000 - int(n * 1000 / 255)
			}
			print "cpu" n, u, 0, s, i, 0, 0, 0, 0, 0, 0
		}
		print "intr 12345 0 0\nctxt 1"
	}' >$t/proc/stat
done
put server-after/$cpu/online 0-6,8,10-255
put server-after/$cpu/cpu0/cpufreq/scaling_governor powersave

# All columns, sparse: CPUs 0 and 64 of 2; user counts the guest already.
put columns/proc/stat 'cpu  0 0 0 0 0 0 0 0 0 0' 'cpu0 100 100 100 100 100 100 100 100 100 100' \
	'cpu64 1 0 0 0 0 0 0 0 0 0'
put columns-after/proc/stat 'cpu  0 0 0 0 0 0 0 0 0 0' \
	'cpu0 110 105 120 130 110 105 110 110 115 105' 'cpu64 101 0 0 0 0 0 0 0 0 0'
# 2.4: no columns behind idle
put old/proc/stat 'cpu  10 0 10 80' 'cpu0 10 0 10 80' 'intr 1'
put old/proc/vmstat 'nr_free_pages 7' 'oom_kill 9'
put old-after/proc/stat 'cpu  40 0 20 140' 'cpu0 40 0 20 140' 'intr 1'
put old/$debug/min_granularity_ns 3000000
put old/proc/self/sched 'se.vruntime                 :            12.345'
put old/$cpu/cpufreq/boost 1
put old/proc/cmdline 'ro root=/dev/hda1 preempt=voluntary quiet'
put old/proc/cpuinfo 'processor	: 0' 'BogoMIPS	: 108.00' \
	'Features	: fp asimd' '' 'Model		: Raspberry Pi 4 Model B Rev 1.4'

# A container under cgroup v1: the mount shows its own subtree only. We are in
# a group below it, whose limits are wider than those above.
t=v1 in=sys/fs/cgroup
put $t/proc/self/cgroup 0::/elsewhere 4:memory:/docker/abc/in '3:cpu,cpuacct:/docker/abc/in' \
	2:pids:/docker/abc 1:name=systemd:/docker/abc
put $t/proc/self/mountinfo 'short line' \
	'1 0 0:9 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw' \
	'2 1 0:3 /docker/abc /sys/fs/cgroup/cpuset ro - cgroup cpuset rw,cpuset' \
	'3 1 0:4 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro master:11 - cgroup cgroup rw,cpu,cpuacct' \
	'4 1 0:5 /docker/abc /sys/fs/cgroup/memory ro master:15 - cgroup cgroup rw,memory' \
	'5 1 0:6 /docker/abc /sys/fs/cgroup/pids ro master:16 - cgroup cgroup rw,pids'
put $t/$in/cpu,cpuacct/cpu.cfs_quota_us 50000
put $t/$in/cpu,cpuacct/cpu.cfs_period_us 200000
put $t/$in/cpu,cpuacct/cpu.stat 'nr_periods 9' 'nr_throttled 4' 'throttled_time 1500000'
put $t/$in/cpu,cpuacct/in/cpu.cfs_quota_us -1
put $t/$in/cpu,cpuacct/in/cpu.cfs_period_us 100000
put $t/$in/cpu,cpuacct/in/cpu.stat 'nr_periods 9' 'nr_throttled 4' 'throttled_time 1000000'
put $t/$in/memory/memory.limit_in_bytes 536870912
put $t/$in/memory/memory.usage_in_bytes 209715200
put $t/$in/memory/memory.stat 'inactive_file 1' 'total_inactive_file 104857600'
put $t/$in/memory/memory.memsw.limit_in_bytes 637534208
put $t/$in/memory/memory.memsw.usage_in_bytes 209715200
put $t/$in/memory/in/memory.limit_in_bytes 9223372036854771712
put $t/$in/memory/in/memory.usage_in_bytes 1000
put $t/$in/memory/in/memory.memsw.limit_in_bytes 9223372036854771712
put $t/$in/memory/in/memory.oom_control 'oom_kill_disable 0' 'under_oom 0' 'oom_kill 2'
put $t/proc/vmstat 'nr_free_pages 7' 'oom_kill 9'
put $t/$in/pids/pids.max 100
put $t/$in/pids/pids.current 30
put $t/proc/meminfo 'MemTotal: 2097152 kB' 'MemAvailable: 1048576 kB' \
	'SwapTotal: 1048576 kB' 'SwapFree: 524288 kB'
put $t/proc/cpuinfo 'model name : AMD EPYC' 'flags : fpu hypervisor lahf_lm'
put $t/sys/class/dmi/id/sys_vendor QEMU
put $t/sys/class/dmi/id/product_name 'Standard PC (Q35 + ICH9, 2009)'
mkdir -p $t/run && : >$t/.dockerenv

# cgroup v2, host namespace: the limits are those of the ancestors.
t=v2
put $t/proc/self/cgroup 0::/kube/pod/box
put $t/proc/self/mountinfo '1 0 0:9 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw'
put $t/$in/cpu.stat 'usage_usec 5'
put $t/$in/kube/cpu.max '300000 100000'
put $t/$in/cpu.max 'max 100000'
put $t/$in/kube/cpu.stat 'usage_usec 5' 'throttled_usec 2000'
put $t/$in/kube/memory.max 1073741824
put $t/$in/kube/memory.current 1073000000
put $t/$in/kube/pids.max 1000
put $t/$in/kube/pids.current 995
put $t/$in/kube/pod/cpu.max '150000 100000'
put $t/$in/kube/pod/cpu.stat 'throttled_usec 500'
put $t/$in/kube/pod/memory.max 536870912
put $t/$in/kube/pod/memory.high 268435456
put $t/$in/kube/pod/memory.current 134217728
put $t/$in/kube/pod/memory.swap.max 1048576
put $t/$in/kube/pod/memory.swap.current 2097152
put $t/$in/kube/pod/pids.max 200
put $t/$in/kube/pod/pids.current 20
put $t/$in/kube/pod/box/cpu.max '200000 100000'
put $t/$in/kube/pod/box/memory.max max
put $t/$in/kube/pod/box/memory.swap.max max
put $t/$in/kube/pod/box/pids.max max
put $t/$in/kube/pod/box/memory.events 'oom 5' 'oom_kill 4' 'oom_group_kill 0'
put $t/proc/meminfo 'MemTotal: 2097152 kB' 'MemAvailable: 1048576 kB' \
	'SwapTotal: 1048576 kB' 'SwapFree: 524288 kB'
put $t/run/systemd/container podman
put $t/run/.containerenv ''
# Moved out of our namespace's root: the files seen are those of others.
put outside/proc/self/cgroup 0::/../pod/box
put outside/proc/self/mountinfo '1 0 0:9 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw'
put outside/$in/cpu.max '150000 100000'
put outside/sys/fs/pod/box/cpu.max '150000 100000'
# The mount shows another subtree, whose name begins like ours.
put sibling/proc/self/cgroup 0::/pods/box
put sibling/proc/self/mountinfo '1 0 0:9 /pod /sys/fs/cgroup rw - cgroup2 cgroup2 rw'
put sibling/$in/cpu.max '150000 100000'
put sibling/${in}s/box/cpu.max '150000 100000'
# An environment as the kernel gives it, with zeros
mkdir -p sibling/proc/1 && printf 'PATH=/bin\0container=lxc\0X=y\0' >sibling/proc/1/environ

# Hybrid: v1 has the cpu controller, and v2 is mounted without one; the other way round
t=hybrid
put $t/proc/self/cgroup '2:cpu,cpuacct:/in' 1:name=systemd:/ 0::/session
put $t/proc/self/mountinfo '1 0 0:9 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw' \
	'2 1 0:8 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset' \
	'3 1 0:4 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct'
put $t/$in/cpu,cpuacct/a/cpu.shares 3072
put $t/$in/cpu,cpuacct/one/cpu.shares 10
put $t/$in/cpu,cpuacct/cpu.shares 3072
put $t/$in/unified/a/cpu.weight 7
t=hybrid2
put $t/proc/self/cgroup 2:memory:/in 1:cpuset:/ 0::/in
put $t/proc/self/mountinfo '1 0 0:9 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw' \
	'2 1 0:8 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory'
put $t/$in/unified/a/cpu.weight 250
put $t/$in/unified/a/cgroup.controllers 'cpuset io pids'
put $t/$in/unified/b/cgroup.controllers 'cpuset io cpu pids'
# Names with blanks and a backslash, as Linux writes them
put blank/proc/self/cgroup '0::/docker/a b'
put blank/proc/self/mountinfo \
	'1 0 0:9 /docker/a\040b /mnt/c\040\040g\134 rw - cgroup2 cgroup2 rw'
put unmounted/proc/self/cgroup 2:cpu:/ 0::/
put unmounted/proc/self/mountinfo '1 0 0:9 / / rw - ext4 /dev/sda1 rw'

for t in scx-on scx-again scx-off scx-going bore rt; do
	put $t/proc/self/sched 'x (1, #threads: 1)' 'se.vruntime : 1.0' 'se.slice : 700000'
	put $t/$scx/state disabled
	put $t/$scx/enable_seq 3
	put $t/$clock tsc
done
for t in scx-on scx-again; do
	put $t/$scx/state enabled
	put $t/$scx/root/ops lavd_1.0.9_g4f6b1ee_x86_64_unknown_linux_gnu
done
put scx-again/$scx/enable_seq 4
put scx-going/$scx/state disabling
put bore/proc/sys/kernel/sched_bore 1
put bore/sys/kernel/realtime 2
put bore/sys/hypervisor/type xen
put scx-off/proc/sys/kernel/sched_bore 0
put rt/sys/kernel/realtime 1
put rt/$clock hpet
put rt/$cpu/isolated 2-3
put rt/run/.containerenv 'engine="podman-4"'

mkdir -p empty

# Nonsense in every file that another tree has
find server v1 v2 scx-on bore rt sibling -type f | cut -d/ -f2- | sort -u >list
i=0
while read -r f; do
	mkdir -p "huge/$(dirname "$f")" "binary/$(dirname "$f")"
	printf '99999999999999999999999 -99999999999999999999999 1e999\n' >"huge/$f"
	awk -v seed=$i 'BEGIN { srand(seed)
		for (n = 0; n < 200; n++) printf "%c", 1 + int(rand() * 254) }' >"binary/$f"
	i=$((i + 1))
done <list
rm list
nine=9999999999999999999999
put huge/proc/self/cgroup 0::/
put huge/proc/self/mountinfo '1 0 0:9 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw'
put huge/sys/fs/cgroup/cpu.max "$nine $nine"
put huge/sys/fs/cgroup/cpu.stat "throttled_usec $nine"
put huge/sys/fs/cgroup/memory.max 0
put huge/sys/fs/cgroup/memory.current $nine
put huge/proc/meminfo "MemTotal: $nine kB" 'MemAvailable: 4611686018427387903 kB' \
	'SwapTotal: -5 kB' 'SwapFree: kB'
put huge/proc/stat "cpu0 $nine $nine" 'cpu99999999 1 1 1 1' 'cpu-1 1 1 1 1' 'cpu1' 'cpu2 x'
# Lines of 1 MB and more
long() { awk -v c="$1" -v n="$2" 'BEGIN { while (i++ < n) printf "%s", c }'; }
mkdir -p long/proc/self long/proc/sys/kernel/random
long cpu0 300000 >long/proc/stat
long 9 1048570 >long/proc/sys/kernel/random/boot_id
{ printf '0::/'; long deep/ 2000; } >long/proc/self/cgroup
put long/proc/self/mountinfo '1 0 0:9 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw'
long '/x' 600000 >>long/proc/self/mountinfo
long ' hypervisor' 100000 >long/proc/cpuinfo
# A host of containers: the mount of our group, then more than 1 MB of mounts, then a line of 1.2 MB
put mounts/proc/self/cgroup 0::/box
put mounts/proc/self/mountinfo '1 0 0:9 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw' \
	'2 1 8:1 / /home rw - xfs /dev/sdd1 rw'
awk 'BEGIN { while (i++ < 20000)
	print i + 2, 1, "0:" i, "/ /run/containers/overlay/" i, "rw - overlay overlay rw" }' \
	>>mounts/proc/self/mountinfo
long '/x' 600000 >>mounts/proc/self/mountinfo
put mounts/sys/fs/cgroup/box/cpu.max '50000 100000'

# what identifies a machine, and what does not
dmi=sys/class/dmi/id
put old/etc/machine-id uninitialized
put old/$dmi/product_uuid 4C4C4544-0042-3010-8053-B4C04F4D3132
put bore/etc/machine-id 00000000000000000000000000000000
put bore/$dmi/product_uuid 03000200-0400-0500-0006-000700080009
put rt/etc/machine-id 2aae3bc35d204b3e9d8f2f8fe1b9a2f
put rt/$dmi/product_uuid 2aae3bc35d204b3e9d8f2f8fe1b9a2f00
