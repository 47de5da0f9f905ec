//! Binary benchmarks: a whole command each.
use gungraun::prelude::*;

#[binary_benchmark]
#[bench::empty("", "")]
#[bench::two("a,b", "c d\u{e9}")]
fn count(one: &str, two: &str) -> Command {
    Command::new(env!("CARGO_BIN_EXE_tally")).args([one, two]).build()
}

binary_benchmark_group!(name = commands, benchmarks = count);
main!(binary_benchmark_groups = commands);
