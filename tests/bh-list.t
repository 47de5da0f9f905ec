#!/bin/sh
. "${0%/*}/tap.sh"
. "$TESTS/fakes.sh"
r=$T/fake/bh-list

fake_scripts bh-list
fake_stages
fake bh-store-ls 'echo ls'
is_status 0 'runs' "$r" --context x runs --json f -j 3
is_text 'three stages' out 'select
series
render'
is_call 'runs: select' bh-select '<--context=x>'
is_call 'runs: series' bh-series '<--raw><-j3>'
is_call 'runs: render' bh-render '<--as><runs><--json=f>'
is_status 0 'discriminants' "$r" --engine e discriminants --project p
is_text 'the keys alone' out 'ls
render'
is_call 'discriminants: ls' bh-store-ls '<--engine=e><--project=p>'
is_status 0 'blessings' "$r" blessings
is_call 'blessings: select' bh-select '<--blessings>'
is_call 'blessings: series' bh-series '<--raw><--blessings>'
is_call 'blessings: render' bh-render '<--as><blessings>'
is_status 0 'all blessings' "$r" blessings --all --since 2w
is_call 'all blessings: select' bh-select '<--since=2w>'

is_status 2 'no subject' "$r"
has_text 'the subjects are named' err 'runs, benchmarks, discriminants or blessings'
is_status 2 'an unknown subject' "$r" nonsense
is_status 2 'two subjects' "$r" runs blessings
is_status 2 'all runs' "$r" runs --all
is_status 2 'discriminants have no history' "$r" discriminants --context x
for p in select series render; do
	fake_stages
	die_in "bh-$p"
	is_status 4 "$p is killed" "$r" runs
	is_empty "$p: no list" out
done
fake_stages
die_in bh-store-ls
is_status 4 'ls is killed' "$r" discriminants
is_empty 'no sets' out
fake_stages
is_full 4 'a full disk' "$r" runs

if [ -x "$BH/bh-render" ] && [ -x "$BH/bh-select" ]; then
	. "$TESTS/sample.sh"
	cd words || exit 4
	is_status 0 'runs of the sample' bh-list runs
	has_text 'their sum' out 'Total: 27 runs, 5 series, 1 set'
	is_status 0 'benchmarks of the sample' bh-list benchmarks --json b.json \
	    --markdown b.md
	cat >want <<END
Benchmarks of project words

callgrind/x86_64-unknown-linux-gnu/$(bh-machine-key)
  bench/count/2000 instruction_count  27 points
  bench/count/20000 instruction_count  27 points
  bench/csv/4000 instruction_count  27 points
  bench/sort/4000 instruction_count  27 points
  bench/tokenize/4000 instruction_count  27 points
END
	is_file 'benchmarks of the sample: each' want out
	has_text 'in a table' b.md '| bench/csv/4000 | instruction_count | 27 |'
	if command -v jq >/dev/null; then
		jq -c '.sets[] | .engine, .benchmarks[0]' b.json >got
		cat >want <<'END'
"callgrind"
{"benchmark":"bench/count/2000","segments":["bench","count","2000"],"metric":"instruction_count","unit":"count","points":27}
END
		is_file 'and in JSON' want got
	fi
	is_status 0 'one that is known by it' bh-explain bench/csv/4000
	no_text 'is found' out Hint:
	is_status 0 'one that is not' bh-explain bench/csv
	has_text 'where its name is' out '"bh list benchmarks" names them.'
	is_status 0 'none' bh-list benchmarks --machine-key none
	has_text 'is said' out 'No stored run matches.'
	is_status 0 'discriminants of the sample' bh-list discriminants
	is_lines 'one set' out 2
	has_text 'by its name' out "/$(bh-machine-key)"
	cd / || exit 4
	is_status 0 'without a repository' bh-list discriminants --project words
	is_lines 'the same set' out 2
	is_status 0 'another project' bh-list discriminants --project others
	is_status 4 'a store that is not there' bh-list discriminants \
	    --project words --store "$T/nowhere"
fi
tap_done
