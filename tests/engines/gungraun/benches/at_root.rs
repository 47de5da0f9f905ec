//! The package at the root of a workspace.
use gungraun::prelude::*;
use std::hint::black_box;

#[library_benchmark]
#[bench::none("")]
#[bench::three("a,b,c")]
fn fields(text: &str) -> usize {
    tally::fields(black_box(text))
}

library_benchmark_group!(name = at_root, benchmarks = fields);
main!(library_benchmark_groups = at_root);
