#!/bin/sh
. "${0%/*}/tap.sh"

mk_repo 'a repo'
cd 'a repo' || exit 4
BH_STORE=$T/store
export BH_STORE
is_status 2 'no commits' bh-backfill
is_status 2 'one commit' bh-backfill HEAD
is_status 2 'no command' bh-backfill HEAD HEAD
for bad in --max-commits=0 --best-of=0 --need=nonsense --nonsense; do
	is_status 2 "bad usage: $bad" bh-backfill "$bad" HEAD HEAD -- true
done
is_status 4 'no such commit' bh-backfill HEAD~9 HEAD -- true

if [ ! -x "$BH/bh-context" ] || [ ! -x "$BH/bh-parse-callgrind" ]; then
	tap_done
fi

# eight commits, whose own script measures; the fifth cannot
cat >measure <<'END'
#!/bin/sh
mkdir -p "$BH_TARGET_DIR/callgrind"
pwd >>"$T/measured"
git log -1 --format=%s >>"$T/measured"
cat >"$BH_TARGET_DIR/callgrind/callgrind.out.1" <<E
version: 1
pid: 1
cmd: ./x sort 10
events: Ir
fn=main
1 $(cat value)
totals: $(cat value)
E
[ ! -e slow ] || sleep 20
END
chmod +x measure
export T
n=0
while [ "$n" -lt 8 ]; do
	n=$((n + 1))
	echo $((1000 + n)) >value
	echo "$n" >"file$n"
	sed -i '/^exit/d' measure
	[ "$n" -ne 5 ] || echo 'exit 9' >>measure
	mk_commit . "commit $n" $((1700000000 + n))
done
first=$(git rev-list --max-parents=0 HEAD)
sha() { git rev-parse --short=12 "HEAD~$1"; }
echo changed >value
echo kept >file1
echo new >untracked
git status --porcelain >"$T/status"
TMPDIR=$T/tmp
mkdir "$TMPDIR"
export TMPDIR

untouched() {
	git status --porcelain >"$T/status2"
	is_file "$1: the checkout is untouched" "$T/status" "$T/status2"
	git worktree list >"$T/trees"
	is_lines "$1: no worktree is left" "$T/trees" 1
	is_true "$1: nor anything else" rmdir "$TMPDIR"
	mkdir "$TMPDIR"
}

is_status 0 'two at most' bh-backfill --max-commits 2 "$first" HEAD -- ./measure
is_text 'newest first' out "Backfill of 8 commits: 2 stored, 0 covered, 0 empty, 0 failed, 6 deferred.
  stored $(sha 0) (1 case)
  stored $(sha 1) (1 case)"
has_text 'told before' err \
    'bh: backfill: 8 commits, newest first: 0 already covered, 8 to measure'
bh-store-ls --keys | grep -c /clean.json >"$T/n"
is_text 'both are clean' "$T/n" 2
bh-store-ls --commit "$(git rev-parse HEAD~1)" | bh-store-get >"$T/got"
has_text 'each measured as it was' "$T/got" '"value":1007'
untouched 'the first'

is_status 3 'the next' bh-backfill --completion-output "$T/done" \
    "$first" HEAD -- ./measure
is_text 'stop at a failure' out "Backfill of 8 commits: 1 stored, 2 covered, 0 empty, 1 failed, 4 deferred.
  covered $(sha 0)
  covered $(sha 1)
  stored $(sha 2) (1 case)
  failed $(sha 3) (benchmark command exited with 9)
  stopped at $(sha 3) (--ignore-errors continues)"
printf '{"version":1,"from":"%s","to":"%s","total":8,"counts":{"stored":1,"skipped":2,"empty":0,"failed":1,"deferred":4},"stop_reason":"benchmark_failure","overwrite":false}' \
    "$first" "$(git rev-parse HEAD)" >"$T/want"
is_file 'its account' "$T/want" "$T/done"
untouched 'a failure'
is_status 4 'an account that is there' bh-backfill --completion-output \
    "$T/done" "$first" HEAD -- ./measure

# killed in the middle, and again
: >"$T/measured"
git config -f "$T/conf" collect.command './measure; sleep 20'
bh-backfill --config "$T/conf" --ignore-errors "$first" HEAD >"$T/o" 2>&1 &
job=$!
while [ "$(grep -c commit "$T/measured")" -lt 1 ]; do sleep .05; done
kill -9 "$job"
wait "$job" 2>/dev/null
tree=$(head -n 1 "$T/measured")
is_true 'a worktree is left' test -d "$tree"
for pid in /proc/[0-9]*; do	# what the killed one had started
	[ "$(readlink "$pid/cwd")" != "$tree" ] || kill "${pid#/proc/}"
done
is_status 0 'again, passing over failures' bh-backfill --ignore-errors \
    "$first" HEAD -- ./measure
has_text 'all the rest' out \
    'Backfill of 8 commits: 4 stored, 3 covered, 0 empty, 1 failed.'
bh-store-ls --keys | sort | uniq -d >"$T/got"
is_empty 'none twice' "$T/got"
untouched 'killed and again'

# a process of that number that is another one; one that is at work
stale() { # stale NAME PID-LINE
	mkdir -p "$TMPDIR/bh-backfill.$1" &&
	git worktree add -q --detach "$TMPDIR/bh-backfill.$1/tree" HEAD \
	    >/dev/null 2>&1 && echo "$2" >"$TMPDIR/bh-backfill.$1/pid"
}
stale aaaaaa "$$ 1"
stale bbbbbb "$$ $(sed 's/.*) //' /proc/$$/stat | cut -d ' ' -f 20)"
is_status 0 'beside others' bh-backfill HEAD HEAD -- ./measure
is_true 'what was left is removed' test ! -e "$TMPDIR/bh-backfill.aaaaaa"
is_true 'what is in use is not' test -d "$TMPDIR/bh-backfill.bbbbbb/tree"
git worktree remove --force "$TMPDIR/bh-backfill.bbbbbb/tree"
rm -r "$TMPDIR/bh-backfill.bbbbbb"
untouched 'beside others'

is_status 0 'what is needed' bh-backfill --need criterion --max-commits 1 \
    HEAD HEAD -- true
has_text 'is looked for' out ' 1 empty'
is_status 0 'all once more' bh-backfill --overwrite HEAD~1 HEAD -- ./measure
has_text 'replaced' out 'Backfill of 2 commits: 2 stored, 0 covered'

# an accelerator's results have a machine key of their own
cat >"$T/gpu" <<'END'
#!/bin/sh
echo gpu >>"$T/measured"
mkdir -p "$BH_TARGET_DIR/primbench"
cat >"$BH_TARGET_DIR/primbench/results.json" <<E
{"context":{"results_version":"4.0.0","general":{"algorithm":"copy","specialization_count":1,"library_build_type":"release",
"gpu":{"name":"Test GPU 1","arch":"gfx0001","pci_bus_id":"0000:01:00.0"},
"backend":{"name":"hip","runtime_version":"6.4.1","driver_version":"6.4.1","compiler":{"name":"clang","version":"19.0.0"}},
"host_name":"host","date":"2026-03-02T10:20:30+01:00"},
"settings":{"size":1000000,"hot":false,"seed":42,"dry":false,"min_gpu_ms_per_batch":10,"min_secs":1,"batch_window_size":10,"noise_tolerance_percent":1},
"flags":{"sync":false}},
"specializations":[{"index":0,"name":"type: char","bytes_per_second":8e+08,"items_per_second":4e+08,"bytes_per_item":2,"items":1000000,
"noise_timeout":false,"noise_percent":0.5,"meta":{"algo":"copy","type":"char"},"elapsed_secs":{"host":1.5,"gpu":1.002},
"calls":{"kernel_calls_per_batch":4,"ms_per_batch":10.1,"batches":100,"kernel_calls":400}}],
"summary":{"noise_timeouts":0,"elapsed_secs":{"host":1.7,"gpu":1.002}}}
E
END
chmod +x "$T/gpu"
gpu_fill() { # gpu_fill NAME [OPTION...]: three commits, in their own project
	gf_name=$1
	shift
	: >"$T/measured"
	is_status 0 "$gf_name" bh-backfill --project gpu "$@" HEAD~2 HEAD \
	    -- "$T/gpu"
}
gpu_fill 'an accelerator, the newest commit' --max-commits 1
bh-store-ls --project gpu --keys --machine-key "$(bh-machine-key)" >"$T/got"
is_empty 'its set is not that of the host' "$T/got"
gpu_fill 'all three'
has_text 'the newest is covered' err \
    '3 commits, newest first: 1 already covered, 2 to measure'
gpu_fill 'again'
is_text 'all are covered' out "Backfill of 3 commits: 0 stored, 3 covered, 0 empty, 0 failed.
  covered $(sha 0)
  covered $(sha 1)
  covered $(sha 2)"
is_empty 'and none is measured' "$T/measured"
gpu_fill 'its engine is needed' --need primbench
is_empty 'and it is there' "$T/measured"
gpu_fill 'another one is needed, too' --need primbench --need callgrind \
    --max-commits 1
is_lines 'and it is not' "$T/measured" 1

# what was measured elsewhere covers nothing
(BH_TARGET_DIR=$T/from && export BH_TARGET_DIR && "$T/gpu")
for word in gpu-pool 0123456789abcdef; do
	is_status 0 "results of $word" bh-import --project far --commit HEAD \
	    --machine-key "$word" "$T/from"
done
: >"$T/measured"
is_status 0 'the same commit here' bh-backfill --project far HEAD HEAD \
    -- "$T/gpu"
has_text 'is measured' out 'Backfill of 1 commit: 1 stored, 0 covered'

is_status 4 'a commit off the line' sh -c 'git checkout -qfB side "$1" &&
    git commit -q --allow-empty -m side && bh-backfill HEAD main -- true' - "$first"
has_text 'is told' err 'first-parent line'
tap_done
