# SPDX-License-Identifier: GPL-2.0-or-later
# Command's children, who leave it in every way, and whoever else is killed: nothing is left.
. tests/lib.sh

# children that leave
# what hops is not to be found by its number, but keeps a pipe open: hold, and then let_go NAME
hold() {
	mkfifo "$tmp/fifo"
	timeout 60 cat "$tmp/fifo" &
	reader=$!
}
let_go() {
	wait $reader
	is "$?" 0 "$1"
	rm "$tmp/fifo"
}
hopping="exec 9>$tmp/fifo; $tool --hop & $tool --hop & $tool --hop &"
leaving="$tool --nap & setsid $tool --nap & (setsid sh -c '$tool --nap & $tool --nap & exit 0' &) &
	(trap '' TERM; $tool --nap); sleep 60"
start -T -c -t 2 -W Audio -w Command -e "$leaving"
wait_for left 7
ok $? 'All children of Command that leave its group and ignore SIGTERM run'
pgrep -P $pid -x Command >/dev/null
ok $? 'The process that watches Command is not called interbench, so killall spares it'
wait $pid
is "$?" 0 'The run ends with status 0 while children have left the group of Command'
gone 'children that leave'
run -T -c -v -t 4 -W Audio -w Command -e "(sleep 0.2; exec setsid $tool --nap) & sleep 0.1"
is "$rc" 0 'A run of Command whose child leaves its group ends with status 0'
work Command | awk '{ exit !($1 > 0 && $1 <= 5.5) }'
ok $? "Command is begun anew while a child that left its group lives on: $(work Command)"
gone 'left by each run'
hold
run -T -c -t 500ms -W Audio -w Command -e "$hopping sleep 60"
is "$rc" 0 'A run whose children hop from process to process ends with status 0'
let_go 'Children that hop from process to process are gone at the end of the run'
run -T -c -t 500ms -W Audio -w Command \
	-e "i=0; while [ \$i -lt 500 ]; do i=\$((i + 1)); setsid $tool --nap & setsid -f $tool --nap; done; sleep 60"
is "$rc" 0 'A run whose command starts ever more processes ends with status 0'
gone 'ever more processes'

# whoever is killed
for whom in parent load both shell; do
	start -T -c -t 5 -W Audio -w Command -e "$leaving"
	wait_for left 7
	load=$(pgrep -P $pid | sort -n | head -n 1)
	task=$(pgrep -P $pid | sort -n | tail -n 1)
	case $whom in
	parent) kill -KILL $pid ;;
	load) kill -KILL "$load" ;;
	both) kill -KILL $pid "$task" ;;
	shell) pkill -KILL -P "$load" ;;
	esac
	wait $pid 2>/dev/null
	gone "SIGKILL of $whom"
	[ $whom != load ] || like out '^Command   load died: signal 9$' 'The row of Command says that its load was killed'
done
hold
start -T -c -t 5 -W Audio -w Command -e "$hopping $leaving"
wait_for left 7
kill -KILL $pid
wait $pid 2>/dev/null
let_go 'SIGKILL of the parent ends children that hop from process to process'
gone 'SIGKILL of the parent, hopping'
start -T -c -t 5 -W Audio -w Command -e "$leaving"
wait_for left 7
kill -INT $pid
wait $pid
is "$?" 130 'A run whose command has such children ends with status 130 when interrupted'
gone 'interrupted'

for load in Fork Lock; do
	for whom in parent load; do
		start -T -c -t 5 -L 3 -W Audio -w $load
		# parent, load, its processes, and the task, which comes last
		case $load in Fork) wait_for left 6 ;; *) wait_for left 3 ;; esac
		one=$(pgrep -P $pid | sort -n | head -n 1)
		case $whom in parent) one=$pid ;; esac
		case $load$whom in
		Forkload) is "$(pgrep -P "$one" | wc -l)" 3 'Fork has as many processes as -L says' ;;
		Lockload) is "$(find "/proc/$one/task" -maxdepth 1 -mindepth 1 | wc -l)" 4 \
			'Lock has as many threads as -L says, and its main one' ;;
		esac
		kill -KILL "$one"
		wait $pid 2>/dev/null
		gone "SIGKILL of $whom, $load"
	done
	like out "^$load +load died: signal 9" "The row of $load says that its load was killed"
done
start -T -c -t 5 -L 2 -W Audio -w Fork
wait_for left 5
sleep 1.5
kill -KILL "$(pgrep -P "$(pgrep -P $pid | sort -n | head -n 1)" | head -n 1)"
wait $pid
is "$?" 3 'Fork costs status 3 when one of its processes is killed'
like out '^Fork +load: a (process of it|child) ended with signal 9' 'The row of Fork says which signal ended a process of it'
gone 'one of its processes killed'
gone command
end
