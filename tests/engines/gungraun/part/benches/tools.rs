//! What changes the shape of a summary: options of Callgrind, other tools
//! beside it and in its place.
use gungraun::prelude::*;
use gungraun::Tool; // ValgrindTool, before 0.20
use gungraun::{Cachegrind, Callgrind, Dhat, Massif, Memcheck};
use std::hint::black_box;

fn with(args: &[&str]) -> LibraryBenchmarkConfig {
    let mut c = LibraryBenchmarkConfig::default();
    c.tool(Callgrind::with_args(args));
    c
}

fn work() -> usize {
    wordcount::words(black_box("some words to be counted")).len()
}

#[library_benchmark(config = with(&["--branch-sim=yes"]))]
fn branches() -> usize {
    work()
}

#[library_benchmark(config = with(&["--branch-sim=yes", "--cache-sim=no"]))]
fn branches_alone() -> usize {
    work()
}

#[library_benchmark(config = with(&["--cache-sim=no"]))]
fn no_cache() -> usize {
    work()
}

#[library_benchmark(config = with(&["--cache-sim=yes", "--simulate-wb=yes", "--simulate-hwpref=yes",
    "--cacheuse=yes", "--collect-systime=nsec", "--collect-bus=yes"]))]
fn everything() -> usize {
    work()
}

#[library_benchmark(config = with(&["--branch-sim=yes", "--toggle-collect=no_such_function"]))]
fn toggled() -> usize {
    work()
}

#[library_benchmark(config = with(&["--branch-sim=yes"]))]
fn threads() -> usize {
    std::thread::spawn(work).join().unwrap()
}

#[library_benchmark(config = LibraryBenchmarkConfig::default().tool(Dhat::default()))]
fn beside_dhat() -> usize {
    work()
}

#[library_benchmark(config = LibraryBenchmarkConfig::default()
    .tool(Cachegrind::with_args(["--branch-sim=yes"])))]
fn beside_cachegrind() -> usize {
    work()
}

#[library_benchmark(config = LibraryBenchmarkConfig::default()
    .tool(Memcheck::default()).tool(Massif::default()))]
fn beside_others() -> usize {
    work()
}

#[library_benchmark(config = LibraryBenchmarkConfig::default().default_tool(Tool::DHAT))]
fn dhat_alone() -> usize {
    work()
}

#[library_benchmark(config = LibraryBenchmarkConfig::default()
    .default_tool(Tool::Cachegrind))]
fn cachegrind_alone() -> usize {
    work()
}

#[library_benchmark(config = LibraryBenchmarkConfig::default()
    .default_tool(Tool::DHAT).tool(Callgrind::with_args(["--branch-sim=yes"])))]
fn dhat_first() -> usize {
    work()
}

library_benchmark_group!(name = tools, benchmarks = [branches, branches_alone, no_cache, everything,
    toggled, threads, beside_dhat, beside_cachegrind, beside_others, dhat_alone, cachegrind_alone,
    dhat_first]);
main!(library_benchmark_groups = tools);
