#!/bin/sh
# Criterion, alloc_tracker and all_the_time: a small crate measured by bh
# collect.  Needs cargo and its registry, which the everyday tests do not.
. "${0%/*}/../tap.sh"
need cargo jq
. "$TESTS/engines/engines.sh"

crate=$dir/crate
mkdir -p "$crate/benches" "$crate/src" || exit 4
cat >"$crate/Cargo.toml" <<'END'
[package]
name = "wordcount"
version = "0.1.0"
edition = "2021"
[dev-dependencies]
criterion = { version = "0.8", default-features = false, features = ["cargo_bench_support"] }
alloc_tracker = "0.7"
all_the_time = "0.6"
[[bench]]
name = "counting"
harness = false
[[bench]]
name = "memory"
harness = false
[[bench]]
name = "cpu"
harness = false
END
cat >"$crate/src/lib.rs" <<'END'
pub fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}
END
cat >"$crate/benches/counting.rs" <<'END'
use criterion::{criterion_group, criterion_main, Criterion};
use std::time::Duration;
fn bench(c: &mut Criterion) {
    let mut g = c.benchmark_group("words");
    g.sample_size(10)
        .warm_up_time(Duration::from_millis(20))
        .measurement_time(Duration::from_millis(50));
    for n in [10, 100] {
        let text = "word ".repeat(n);
        g.bench_function(format!("split/{n}"), |b| b.iter(|| wordcount::words(&text)));
    }
    g.finish();
}
criterion_group!(benches, bench);
criterion_main!(benches);
END
cat >"$crate/benches/memory.rs" <<'END'
use alloc_tracker::{Allocator, Session};
#[global_allocator]
static ALLOCATOR: Allocator<std::alloc::System> = Allocator::system();
fn main() {
    let session = Session::new();
    {
        let op = session.operation("split 100");
        let text = "word ".repeat(100);
        for _ in 0..3 {
            let _span = op.measure_thread().iterations(10);
            for _ in 0..10 {
                std::hint::black_box(wordcount::words(&text));
            }
        }
    }
}
END
cat >"$crate/benches/cpu.rs" <<'END'
use all_the_time::Session;
fn main() {
    let session = Session::new();
    {
        let op = session.operation("split 1000");
        let text = "word ".repeat(1000);
        for _ in 0..3 {
            let _span = op.measure_thread().iterations(1000);
            for _ in 0..1000 {
                std::hint::black_box(wordcount::words(&text));
            }
        }
    }
}
END
mk_crate "$crate"
cd "$crate" || exit 4
fetch || {
	echo '1..0 # SKIP skipped: the registry cannot be reached'
	exit 0
}
is_status 0 'built' nice -n 19 cargo bench --no-run

BH_STORE=$T/store
export BH_STORE
rm -rf target/criterion target/alloc_tracker target/all_the_time
is_status 0 'all engines at once, best of two' bh-collect --best-of 2 -- cargo bench
is_text 'are stored' out \
    'Stored 3 objects, 4 cases. [criterion 2; alloc_tracker 1; all_the_time 1]'
bh-store-ls | bh-store-get >"$T/got"
metrics() { # metrics ENGINE: id and kind of each
	jq -r --arg e "$1" 'select(.type == "object" and (.set | startswith($e))) |
	    .body.results[] | .id.segments as $id | .metrics[] |
	    "\($id | join("|")) \(.kind) \(.value > 0)"' "$T/got" | sort
}
metrics criterion >"$T/m"
is_text 'criterion' "$T/m" 'words|split/10 wall_time true
words|split/100 wall_time true'
metrics alloc_tracker >"$T/m"
has_text 'alloc_tracker: bytes' "$T/m" 'split 100 allocated_bytes true'
has_text 'alloc_tracker: allocations' "$T/m" 'split 100 allocation_count true'
metrics all_the_time >"$T/m"
is_text 'all_the_time' "$T/m" 'split 1000 processor_time true'

# the last run once more, against the files of the engines
says() { # says ENGINE: points of what is in the target folder
	case $1 in
	criterion)
		find target/criterion -path '*/new/benchmark.json' |
		    while IFS= read -r f; do
			jq -c -n --slurpfile b "$f" \
			    --slurpfile e "${f%/*}/estimates.json" \
			    '($e[0].slope // $e[0].mean) as $m |
			    [["criterion", ($b[0] | [.group_id, .function_id,
			    .value_str] | map(select(. != null))),
			    "wall_time"], [$m.point_estimate,
			    $e[0].std_dev.point_estimate,
			    $m.confidence_interval.lower_bound,
			    $m.confidence_interval.upper_bound]]'
		done ;;
	alloc_tracker)
		jq -c '. as $d | [["allocated_bytes", "bytes_per_iteration"],
		    ["allocation_count", "allocations_per_iteration"],
		    ["peak_outstanding_bytes", "peak_bytes"]][] | . as [$k, $n] |
		    select($d["slope_" + $n] != null) |
		    [["alloc_tracker", [$d.operation], $k],
		    [$d["slope_" + $n], null, $d["interval_low_" + $n],
		    $d["interval_high_" + $n]]]' target/alloc_tracker/*.json ;;
	all_the_time)
		jq -c '[["all_the_time", [.operation], "processor_time"],
		    [.slope_processor_time_nanos, null,
		    .interval_low_processor_time_nanos,
		    .interval_high_processor_time_nanos]]' \
		    target/all_the_time/*.json ;;
	esac
}
for e in criterion alloc_tracker all_the_time; do
	says $e
done | sort >"$T/said"
mk_commit . 'the next' 1800000000
rm -rf "$T/store"
bh-import --store "$T/store" target >"$T/out" 2>"$T/err"
points "$T/store" >"$T/stored"
same_points 'as the files of the engines say' "$T/said" "$T/stored"
same_as_peer 'all three'
tap_done
