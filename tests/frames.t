# SPDX-License-Identifier: GPL-2.0-or-later
# Frames shown by Video, Chain and Gaming.
. tests/lib.sh

for _ in 1 2 3; do			# a busy host may stop a whole row
	run -T -c -v -t 500ms -W Audio,Video,Gaming,Chain -w None,Video -j out.json
	[ "$rc" != 0 ] || break
done
is "$rc" 0 'A run of tasks that show frames ends with status 0'
is "$(grep -cx 'Load     frames     fps  1%low 0.1%low  freeze stutter' "$tmp/out")" 3 \
	'-v prints a table of frames for Video, Gaming and Chain, not for Audio'
if command -v jq >/dev/null; then
	jq -e '.rows | all(has("frames") == (.bench != "Audio"))' out.json >/dev/null
	ok $? 'JSON has frames of Video, Gaming and Chain, not of Audio'
	# what was run was shown; a stutter is a frame that came late, or after one that never began
	jq -e '[.rows[] | select(.bench == "Video" or .bench == "Chain")] | length == 3 and
		all(.frames.shown == .met + .late and .frames.stutters <= .late + .dropped and
		(.frames.freeze_ms * 60 / 1000 | . - round | fabs < 0.001))' out.json >/dev/null
	ok $? 'JSON has a frame shown for each that was run, and freezes in whole periods'
	jq -e '.rows[] | select(.bench == "Gaming" and .load == "None") |
		.frames.shown == .samples and (.frames.freeze_ms - .latency_ms.max - 100 | fabs < 0.001) and
		(.frames.low_0_1pct_fps * .frames.freeze_ms - 1000 | fabs < 0.001)' out.json >/dev/null
	ok $? 'The longest frame of Gaming is 100 ms and its maximum latency'
else
	skip 'no jq' 'JSON has frames of Video, Gaming and Chain'
fi
rm -f out.json

# Between 200 ms and two periods more. The host may make a stutter of its own: three tries.
if chrt -f 51 true 2>/dev/null; then
	for _ in 1 2 3; do
		begin -v -r -t 1 -W Video
		sleep 1.4
		chrt -f 51 sh -c "kill -STOP $task; sleep 0.2; kill -CONT $task"
		wait "$pid"
		frames=$(sed -n '/^Load     frames/,/^$/s/^None  *//p' "$tmp/out")
		echo "$frames" | awk '{ exit !($5 >= 200000 && $5 <= 234000 && $6 == 1) }' && break
	done
	ok $? "Video, stopped for 200 ms, has a freeze of 200 to 234 ms and one stutter" "$frames"
else
	skip 'no SCHED_FIFO' 'Video, stopped for 200 ms, has a freeze of 200 to 234 ms'
fi
gone frames
end
