#!/bin/sh
# valgrind itself: a C program measured with callgrind by bh collect, under
# different options.  What is stored is what callgrind_annotate says.
. "${0%/*}/../tap.sh"
need valgrind callgrind_annotate make gcc jq git

mk_repo repo
cd repo || exit 4
cat >tally.c <<'END_OF_C'
#include <stdio.h>
#include <stdlib.h>

static unsigned v[4096];

__attribute__((noinline)) void
fill(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		v[i] = i * 2654435761u % 1000;
}

__attribute__((noinline)) int
cmp(const void *a, const void *b)
{
	return *(const unsigned *)a < *(const unsigned *)b ? -1 : 1;
}

int
main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 10;

	fill(n);
	qsort(v, n, sizeof(v[0]), cmp);
	printf("%u\n", v[n / 2]);
	return 0;
}
END_OF_C
cat >Makefile <<'END_OF_MAKE'
D = $(BH_TARGET_DIR)/callgrind
CG = valgrind -q --tool=callgrind
bench: tally
	mkdir -p $(D)
	$(CG) --callgrind-out-file=$(D)/callgrind.out.plain ./tally 10
	$(CG) --branch-sim=yes --callgrind-out-file=$(D)/callgrind.out.branch \
	    ./tally 100
	$(CG) --branch-sim=yes --cache-sim=yes --dump-instr=yes \
	    --callgrind-out-file=$(D)/callgrind.out.cache ./tally 200
	$(CG) --branch-sim=yes --compress-pos=no --compress-strings=no \
	    --callgrind-out-file=$(D)/callgrind.out.long ./tally 300
	$(CG) --dump-instr=yes --collect-jumps=yes --branch-sim=yes \
	    --callgrind-out-file=$(D)/callgrind.out.jumps ./tally 400
	$(CG) --toggle-collect=fill --branch-sim=yes \
	    --callgrind-out-file=$(D)/callgrind.out.fill ./tally 500
	$(CG) --dump-after=fill --branch-sim=yes \
	    --callgrind-out-file=$(D)/callgrind.out.parts ./tally 600
	$(CG) --dump-after=fill --combine-dumps=yes \
	    --callgrind-out-file=$(D)/callgrind.out.combined ./tally 700
	$(CG) --separate-threads=yes \
	    --callgrind-out-file=$(D)/callgrind.out.threads "./tally" 800
tally: tally.c
	$(CC) -O1 -g -o $@ tally.c
END_OF_MAKE
printf 'tally\ntarget/\n' >.gitignore
mk_commit . 'a program' 1790000000
BH_STORE=$T/store
export BH_STORE
is_status 0 'collected' bh-collect -- make bench
is_text 'each run a case' out 'Stored 1 object, 9 cases. [callgrind 9]'
bh-store-ls | bh-store-get | jq -r 'select(.type == "object") |
    .body.results[] | "\(.id.segments | join(" "))" +
    ([.metrics[] | " \(.kind) \(.value)"] | sort | add)' |
    sort -k 2n >"$T/got"

# callgrind_annotate of a file, or of the parts of one added up: its totals
totals() { # totals ARGUMENT FILE...
	t_arg=$1
	shift
	for f do
		callgrind_annotate --show=Ir,Bc,Bi "$f" 2>/dev/null ||
		    callgrind_annotate --show=Ir "$f"
	done | awk -v arg="$t_arg" '
	/^Ir / || /^Ir$/ { bc = /Bc/ }
	/PROGRAM TOTALS/ {
		gsub(/,|\([^)]*\)/, "")
		ir += $1
		if (bc) { b += $2; i += $3; all = 1 }
	}
	END {
		printf "tally %s", arg
		if (all)
			printf " conditional_branches %d indirect_branches %d", b, i
		printf " instruction_count %d\n", ir
	}'
}
# the same by the lines "totals:", for what it does not add up: both parts of
# one file, and what a cache simulation counts behind the last line of a function
lines() { # lines ARGUMENT FILE
	awk -v arg="$1" '
	/^events:/ { for (i = 2; i <= NF; i++) at[$i] = i }
	/^totals:/ { for (e in at) sum[e] += $at[e] }
	END {
		printf "tally %s", arg
		if ("Bc" in at)
			printf " conditional_branches %d indirect_branches %d",
			    sum["Bc"], sum["Bi"]
		printf " instruction_count %d\n", sum["Ir"]
	}' "$2"
}
c=target/callgrind/callgrind.out
{
	totals 10 $c.plain
	totals 100 $c.branch
	lines 200 $c.cache
	totals 300 $c.long
	totals 400 $c.jumps
	totals 500 $c.fill
	totals 600 $c.parts $c.parts.1
	lines 700 $c.combined
	totals 800 $c.threads-01
} >"$T/want" 2>"$T/annotate"
is_file 'as callgrind_annotate and the totals say' "$T/want" "$T/got"
is_true 'of two files' test -s $c.parts.1
is_true 'and of two parts in one' [ "$(grep -c '^totals:' $c.combined)" -eq 2 ]
mk_commit . 'the same' 1790000100
is_status 0 'at the next commit' bh-collect -- make bench
bh-store-ls | bh-store-get | jq -c 'select(.type == "object") |
    .body.results' >"$T/both"
is_true 'the same to the instruction' \
    [ "$(sort -u "$T/both" | wc -l)" -eq 1 ]
tap_done
