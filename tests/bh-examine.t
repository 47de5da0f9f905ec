#!/bin/sh
. "${0%/*}/tap.sh"
. "$TESTS/fakes.sh"
r=$T/fake/bh-examine

fake_scripts bh-examine
fake_stages
is_status 0 'one benchmark and metric' "$r" --metric wall_time --since 2w \
    --benchmark 'a b/c' --markdown x.md -j2
is_text 'three stages' out 'select
series
render'
is_call 'select' bh-select '<--since=2w>'
is_call 'series' bh-series \
    '<--raw><--metric=wall_time><--benchmark=a b/c><-j2>'
is_call 'render' bh-render '<--as><examine><--markdown=x.md>'
is_status 0 'a picture and a table' "$r" --metric m --benchmark b --svg s \
    --csv c --no-text
is_call 'are asked for' bh-render '<--as><examine><--svg=s><--csv=c><--no-text>'
is_status 0 'a stream' "$r" --metric m --benchmark b --stream
is_text 'is what render would read' out 'select
series'
is_status 2 'no benchmark' "$r" --metric m
is_status 2 'no metric' "$r" --benchmark b
is_status 2 'an operand' "$r" --benchmark b --metric m x
fake bh-series 'echo "bh-series: unknown metric m" >&2; exit 2'
rm -f "$T/call.bh-select"
is_status 2 'an unknown metric' "$r" --benchmark b --metric m
is_text 'is told' err 'bh-series: unknown metric m'
is_true 'before any work' test ! -e "$T/call.bh-select"
for p in select series render; do
	fake_stages
	die_in "bh-$p"
	is_status 4 "$p is killed" "$r" --benchmark b --metric m
	is_empty "$p: nothing is shown" out
done
fake_stages
is_full 4 'a full disk' "$r" --benchmark b --metric m

if [ -x "$BH/bh-render" ] && [ -x "$BH/bh-select" ]; then
	. "$TESTS/sample.sh"
	cd words || exit 4
	is_status 0 'the sample' bh-examine --metric instruction_count \
	    --benchmark bench/count/20000
	has_text 'the header' out 'Data points for bench/count/20000 instruction_count (count) in project words'
	has_text 'a row for each commit' out "$(git log -1 --format=%h --abbrev=12 HEAD~10)"
	grep -c '^  [0-9a-f]\{12\}  ' "$T/out" >rows
	is_text 'all of them' rows 27
	has_text 'with its title' out 'words: a table of fixed size'
	is_status 0 'a benchmark that is not there' bh-examine \
	    --metric instruction_count --benchmark nonsense
	has_text 'is a hint' out 'Hint:'
	is_status 2 'a metric that is none' bh-examine --metric nonsense \
	    --benchmark bench/count/20000
fi
tap_done
