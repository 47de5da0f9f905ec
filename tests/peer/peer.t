#!/bin/sh
# Interchange with cargo-bench-history 0.5.0: it reads what we store, we read
# what it stores.  Run by make check-peer, which builds it with cargo.
. "${0%/*}/../tap.sh"
need jq
HOME=$TAP_HOME
peer=${PEER:-$TESTS/../build/peer/bin/cargo-bench-history}
[ -x "$peer" ] || {
	need cargo
	cargo install -q --root "$TESTS/../build/peer" --version 0.5.0 \
	    cargo-bench-history >"$T/log" 2>&1 || {
		tap_say <"$T/log"
		echo '1..0 # SKIP skipped: the peer cannot be built here'
		exit 0
	}
}
. "$TESTS/sample.sh"
cd words || exit 4

# ours, read by the peer
is_status 0 'the peer analyzes our store' "$peer" bench-history analyze \
    --local="$BH_STORE" --since 2026-01-01 --target-triple all \
    --machine-key all --json "$T/theirs.json" --no-text
is_status 0 'so do we' bh-report --method compat --since 2026-01-01 \
    --target-triple all --machine-key all --json "$T/ours.json" --no-text
shape='{mode, outcome, runs, series, regressions, ghosts_excluded, census,
    findings: [.findings[] | {segments, kind, method, direction, commit,
	baseline: (.baseline | round), latest: (.latest | round)}],
    sets: [.sets[] | {engine, target_triple, machine_key, runs, series}]}'
jq -S "$shape" "$T/theirs.json" >"$T/theirs"
jq -S "$shape" "$T/ours.json" >"$T/ours"
is_true 'there is a finding' grep -q change_point "$T/ours"
is_file 'with the same answer' "$T/theirs" "$T/ours"
is_status 0 'the peer examines our store' "$peer" bench-history examine \
    --local="$BH_STORE" --since 2026-01-01 --target-triple all \
    --machine-key all --benchmark bench/count/20000 \
    --metric instruction_count --json "$T/theirs.json" --no-text
is_status 0 'so do we' bh-examine --since 2026-01-01 --target-triple all \
    --machine-key all --benchmark bench/count/20000 \
    --metric instruction_count --json "$T/ours.json" --no-text
for s in theirs ours; do
	jq -S '[.sets[].points[] | {commit, value, title}]' "$T/$s.json" >"$T/$s"
done
is_file 'the same rows' "$T/theirs" "$T/ours"

# theirs, read by us
mkdir -p target/criterion/parse/headers/new
cat >target/criterion/parse/headers/new/benchmark.json <<'END'
{"group_id":"parse","function_id":"headers","value_str":"64","throughput":null,"full_id":"parse/headers/64","directory_name":"parse/headers/64","title":"parse/headers/64"}
END
cat >target/criterion/parse/headers/new/estimates.json <<'END'
{"mean":{"confidence_interval":{"confidence_level":0.95,"lower_bound":90.5,"upper_bound":110.25},"point_estimate":100.125,"standard_error":1.0},"median":{"confidence_interval":{"confidence_level":0.95,"lower_bound":90.5,"upper_bound":110.25},"point_estimate":100.0,"standard_error":1.0},"median_abs_dev":{"confidence_interval":{"confidence_level":0.95,"lower_bound":0.5,"upper_bound":1.25},"point_estimate":1.0,"standard_error":1.0},"slope":null,"std_dev":{"confidence_interval":{"confidence_level":0.95,"lower_bound":0.5,"upper_bound":1.25},"point_estimate":1.0,"standard_error":1.0}}
END
is_status 0 'the peer stores' "$peer" bench-history import \
    --target-dir target --local="$T/theirs.store"
bh-store-ls --store "$T/theirs.store" |
    bh-store-get --store "$T/theirs.store" >"$T/got"
jq -c 'select(.type == "object") | .body.results[0] |
    [.id.segments, .metrics[0].kind, .metrics[0].value]' "$T/got" >"$T/r"
is_text 'we read it' "$T/r" '[["parse","headers","64"],"wall_time",100.125]'
is_status 0 'it is sound' bh-verify --store "$T/theirs.store"
is_status 0 'we list it' bh-list runs --store "$T/theirs.store"
has_text 'as one run' out 'Total: 1 run, 1 series, 1 set'
is_status 0 'we bless in it' bh-bless --all --store "$T/theirs.store"
is_status 0 'the peer lists that' "$peer" bench-history list blessings \
    --local="$T/theirs.store" --json "$T/b.json" --no-text
jq -r '.blessings | length' "$T/b.json" >"$T/n"
is_text 'one blessing' "$T/n" 1
tap_done
