#!/bin/sh
. "${0%/*}/tap.sh"
. "$TESTS/fakes.sh"
r=$T/fake/bh-explain

fake_scripts bh-explain
fake_stages
is_status 0 'one benchmark' "$r" --context x --metric wall_time -j 2 'a b/c'
is_text 'through all stages' out 'select
series
detect
fdr
render'
is_call 'detect says what it demands' bh-detect '<--gates><-j2>'
is_call 'every series is kept' bh-fdr '<--all-series>'
is_call 'render finds the benchmark' bh-render \
    '<--as><explain><--metric=wall_time><--benchmark=a b/c>'
is_status 0 'a picture' "$r" --svg x.svg --no-text a
is_call 'is drawn' bh-render \
    '<--as><explain><--svg=x.svg><--no-text><--benchmark=a>'
is_status 2 'no benchmark' "$r"
is_status 2 'two of them' "$r" a b
is_status 2 'an empty one' "$r" ''
is_status 2 'an unknown option' "$r" --json x a
for p in select series detect fdr render; do
	fake_stages
	die_in "bh-$p"
	is_status 4 "$p is killed" "$r" a
	is_empty "$p: nothing is explained" out
done
fake_stages
is_full 4 'a full disk' "$r" a
tap_done
