#!/bin/sh
# The engines themselves: a small crate measured by bh collect.  Run by make
# check-engines; needs cargo and its registry, which the everyday tests do not.
# ENGINES_DIR keeps what was built from run to run.
. "${0%/*}/../tap.sh"
need cargo jq

HOME=$TAP_HOME
dir=${ENGINES_DIR:-$TESTS/../build/engines}
mkdir -p "$dir/crate/benches" "$dir/crate/src" || exit 4
dir=$(cd "$dir" && pwd) crate=$dir/crate
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
cd "$crate" || exit 4
printf 'target/\nCargo.lock\n' >.gitignore
[ -d .git ] || git init -q -b main .
git add -A
git commit -qm 'a crate' --allow-empty
cargo bench --no-run >"$T/log" 2>&1 || {
	tap_say <"$T/log"
	echo '1..0 # SKIP skipped: the crate cannot be built here'
	exit 0
}

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

# the peer reads the same tree
peer=${PEER:-$TESTS/../build/peer/bin/cargo-bench-history}
if [ -x "$peer" ]; then
	is_status 0 'the peer imports the tree' "$peer" bench-history import \
	    --target-dir target --local="$T/theirs"
	BH_STORE=$T/ours bh-import target >"$T/out" 2>"$T/err"
	for s in theirs ours; do
		bh-store-ls --store "$T/$s" --project crate |
		    bh-store-get --store "$T/$s" | jq -c 'select(.type == "object") |
		    [.set, (.body.results | map([.id.segments,
			(.metrics | map([.kind, .value]) | sort)]) | sort)]' |
		    sort >"$T/$s.points"
	done
	is_true 'something is there' test -s "$T/ours.points"
	is_file 'same ids, kinds and values' "$T/theirs.points" "$T/ours.points"
else
	skip 'no peer here' 'the peer imports the tree'
fi
tap_done
