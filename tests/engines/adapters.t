#!/bin/sh
# Other tools themselves, where they are here: what an adapter makes of their
# output is what it says to jq or awk.
. "${0%/*}/../tap.sh"
need jq awk
. "$TESTS/engines/engines.sh"
p=$BH/bh-parse-jq

numbers() { # of the records in out: id, kind and value
	jq -r 'select(.type == "result") | .id as $id | .metrics[] |
	    "\($id | join(" ")) \(.kind) \(.value)"' "$T/out" | sort
}

same() { # same NAME: want is what the tool says, near enough for awk
	numbers >got
	tap_rc=0
	[ -s want ] && paste -d ' ' want got | awk '
	    { n = NF / 2; d = $n - $NF; if (d < 0) d = -d
	    for (i = 1; i < n; i++) if ($i != $(i + n)) exit bad = 1
	    if (d > 1e-12 * $n) exit bad = 1 }
	    END { exit bad }' || tap_rc=1
	[ "$(wc -l <want)" -eq "$(wc -l <got)" ] || tap_rc=1
	ok "$tap_rc" "$1: the same numbers" || diff -u want got | tap_say
}

if command -v go >/dev/null; then
	mkdir go && cd go || exit 4
	printf 'module example.org/wordcount\n\ngo 1.18\n' >go.mod
	cat >words_test.go <<'END_OF_GO'
package wordcount

import (
	"fmt"
	"strings"
	"testing"
)

var sink int

func BenchmarkFields(b *testing.B) {
	for _, n := range []int{10, 100} {
		text := strings.Repeat("word ", n)
		b.Run(fmt.Sprintf("n=%d é", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; i < b.N; i++ {
				sink += len(strings.Fields(text))
			}
		})
	}
}

func BenchmarkCount(b *testing.B) {
	for i := 0; i < b.N; i++ {
		sink += strings.Count("a b c", " ")
	}
}
END_OF_GO
	is_status 0 'go test' go test -bench . -benchtime 100x -count 3
	cp "$T/out" bench.txt
	# three lines a name: the middle one of each number
	awk '/^Benchmark/ { for (i = 3; i < NF; i += 2) print $1, $(i + 1), $i }' \
	    bench.txt | sort -k 1,2 -k 3g | awk 'NR % 3 == 2 {
		sub("ns/op", "wall_time", $2)
		sub("B/op", "allocated_bytes", $2)
		sub("allocs/op", "allocation_count", $2)
		print "example.org/wordcount", $0 }' | sort >want
	is_status 0 'go-bench' "$p" -a go-bench bench.txt
	same go-bench
	cd "$T" || exit 4
else
	skip 'no go here' go-bench
fi

# pytest-benchmark, in an environment of its own
venv=$dir/venv
if command -v python3 >/dev/null &&
    { [ -x "$venv/bin/pytest" ] || { python3 -m venv "$venv" &&
	"$venv/bin/pip" install -q pytest-benchmark; } >log 2>&1; }; then
	mkdir py && cd py || exit 4
	cat >test_words.py <<'END_OF_PY'
import pytest

@pytest.mark.parametrize("n", [10, 100])
def test_split(benchmark, n):
    benchmark.pedantic("word ".split, args=(" ",), rounds=n, iterations=2)

class TestCount:
    def test_count(self, benchmark):
        benchmark.pedantic("a b c".count, args=(" ",), rounds=1)
END_OF_PY
	is_status 0 'pytest' "$venv/bin/pytest" -q --benchmark-json=b.json
	jq -r '.benchmarks[] | "\(.fullname | gsub("::"; " ")) wall_time " +
	    "\(.stats.mean * 1e9)"' b.json | sort >want
	is_status 0 'pytest-benchmark' "$p" -a pytest-benchmark b.json
	same pytest-benchmark
	cd "$T" || exit 4
else
	skip 'no python3 here, or no registry' pytest-benchmark
fi

if command -v hyperfine >/dev/null; then
	is_status 0 'hyperfine runs' hyperfine -N --runs 5 --export-json h.json \
	    true 'sleep 0.01'
	jq -r '.results[] | "hyperfine \(.command) wall_time \(.mean * 1e9)"' \
	    h.json | sort >want
	is_status 0 'hyperfine' "$p" -a hyperfine h.json
	same hyperfine
else
	skip 'no hyperfine here' hyperfine
fi
tap_done
