#!/bin/sh
# Runs of a changed tree: which of them are judged, against what.
. "${0%/*}/tap.sh"
BH_STORE=$T/store BH_NOW=2026-07-10T00:00:00Z BH_PROJECT=p
export BH_STORE BH_NOW BH_PROJECT
mk_repo repo
cd repo || exit 4

run() { # run COMMIT VALUE [SECONDS]: clean, or a snapshot of that moment
	printf '{"type":"context","context":{"observed_at":"2026-07-05T12:00:%02dZ","git":{"commit":"%s","branch":null,"dirty":%s},"environment":{"provider":"local","run_id":null,"pull_request":null},"toolchain":{"target_triple":"x","rustc_version":null},"best_of":1}}\n{"type":"result","engine":"criterion","id":["parse"],"metrics":[{"kind":"wall_time","value":%s}]}\n{"type":"end","from":"test"}\n' \
	    "${3-0}" "$1" "$([ $# -gt 2 ] && echo true || echo false)" "$2" |
	    bh-store-put --machine-key k --overwrite >/dev/null || exit 4
}
i=0
while [ $i -lt 24 ]; do
	mk_commit . "commit $i" $((1783000000 + i * 1000))
	run "$(git rev-parse HEAD)" 100.$((i * 5 % 7))
	i=$((i + 1))
done
git checkout -q -b topic
mk_commit . topic 1783050000
tip=$(git rev-parse HEAD)

snapshots() { # snapshots CLEAN VALUE...: what is stored at the tip
	rm -rf "$BH_STORE"/v1/p/objects/criterion/x/k/"$tip"
	run "$tip" "$1"
	shift
	s=10
	for v do
		run "$tip" "$v" $s
		s=$((s + 1))
	done
}
verdict() { # verdict NAME METHOD WANT [OPTION...]: findings or clean
	v_name="$1, $2" v_method=$2 v_want=$3
	shift 3
	is_status 0 "$v_name" bh-report --target-triple x --machine-key k \
	    --method "$v_method" --no-text --json "$T/json" "$@"
	sed -n 's/^  "outcome": "\(.*\)",$/\1/p' "$T/json" >"$T/got"
	is_text "$v_name: is $v_want" "$T/got" "$v_want"
}
snapshots 130 100.1 100.2 130
verdict 'the newest is slow' scan findings
verdict 'the newest is slow' compat clean
snapshots 130 130 130 100.1
verdict 'the newest is good' scan clean
verdict 'the newest is good' compat findings
verdict 'the clean run' scan findings --no-dirty
verdict 'the clean run' compat findings --no-dirty
snapshots 100.3 130
verdict 'one snapshot' scan findings
verdict 'one snapshot' compat findings
verdict 'one snapshot is not admitted' scan clean --no-dirty
is_status 0 'as text' bh-report --target-triple x --machine-key k
no_text 'a clean tree is what it is' out 'uncommitted changes'
echo >new
is_status 0 'a changed tree' bh-report --target-triple x --machine-key k
has_text 'says so' out "commit: $tip + uncommitted changes"
rm new

# on the base tip: a snapshot counts while the tree is changed
git checkout -q main
main=$(git rev-parse HEAD)
run "$main" 130 20
verdict 'the base, a clean tree' scan clean
sed -n 's/^  "mode": "\(.*\)",$/\1/p' "$T/json" >"$T/got"
is_text 'its history' "$T/got" history
echo >new
verdict 'the base, a changed tree' scan findings
sed -n 's/^  "mode": "\(.*\)",$/\1/p' "$T/json" >"$T/got"
is_text 'against its history' "$T/got" branch
has_text 'a warning' "$T/json" 'Warning: includes uncommitted-tree runs on the base tip'
bh-select --target-triple x --machine-key k 2>/dev/null | bh-series >"$T/out"
sed -n 's/^{"type":"series".*"points":{"topo":\(\[[0-9,]*\]\),.*/\1/p' "$T/out" |
    tr -d '[]' | tr , '\n' | sort -n | uniq -c | tail -n 1 | tr -s ' ' >"$T/got"
is_text 'the clean run is there beside it' "$T/got" ' 2 23'
sed -n 's/.*"base":{.*"available":\([0-9]*\).*/\1/p' "$T/out" >"$T/got"
is_text 'and is the newest base level' "$T/got" 24
verdict 'nor is it looked at' scan clean --no-dirty
tap_done
