//! With and without parameters and ids; two groups, of one name each.
use gungraun::prelude::*;
use std::hint::black_box;

fn text(n: usize) -> String {
    "word ".repeat(n)
}

#[library_benchmark]
fn plain() -> usize {
    wordcount::vowels(black_box("no parameter, no id"))
}

#[library_benchmark]
#[bench::short("a b")]
#[bench::long(args = ("a few words more than that"))]
fn split(text: &str) -> Vec<String> {
    wordcount::words(black_box(text))
}

#[library_benchmark]
#[benches::sizes(args = [1, 10, 100], setup = text)]
fn sized(text: String) -> Vec<String> {
    wordcount::words(black_box(&text))
}

#[library_benchmark]
#[bench::pair(7, "seven")]
#[benches::pairs((1, "one"), (2, "two"))]
fn two_parameters(n: usize, text: &str) -> usize {
    wordcount::vowels(black_box(text)) + n
}

#[library_benchmark]
#[bench::small(consts = (8))]
#[bench::large(consts = (512))]
fn constant<const N: usize>() -> usize {
    wordcount::vowels(black_box(std::str::from_utf8(&[b'a'; N]).unwrap()))
}

library_benchmark_group!(name = words, benchmarks = [plain, split, sized]);
library_benchmark_group!(name = others, benchmarks = [two_parameters, constant]);
main!(library_benchmark_groups = [words, others]);
