#!/bin/sh
. "${0%/*}/tap.sh"
. "$TESTS/fakes.sh"
r=$T/fake/bh-prune

fake_scripts bh-prune
fake_stages
fake bh-store-rm 'cat; echo rm'
is_status 0 'a plan' "$r" --all --dry-run abc --json f --include-blessings
is_text 'three stages' out 'select
rm
render'
is_call 'select' bh-select '<--prune><abc><--all><--include-blessings>'
is_call 'rm' bh-store-rm '<--dry-run>'
is_call 'render' bh-render '<--as><plan><--json=f>'
is_status 2 'no action' "$r" --dry-run
is_status 2 'bad usage' "$r" --all=x
fake bh-store-rm 'echo bh-store-rm: no such engine >&2; exit 2'
fake bh-select 'echo bh-select: no such engine >&2; exit 2'
is_status 2 'what two stages would refuse' "$r" --all --engine x
is_text 'is told once' err 'bh-store-rm: no such engine'
for p in select store-rm render; do
	fake_stages
	fake bh-store-rm 'cat; echo rm'
	die_in "bh-$p"
	is_status 4 "$p is killed" "$r" --all
	is_empty "$p: nothing is told" out
done
fake bh-store-rm 'echo v1/x'
is_status 0 'temporaries' "$r" --temporaries --store s
is_text 'are told' out 'v1/x
Removed 1 temporary file of killed writers.'
is_call 'by rm' bh-store-rm '<--temporaries><--store=s>'
is_status 0 'dry' "$r" --dry-run --temporaries
is_text 'what would be' out 'v1/x
Would remove 1 temporary file of killed writers.'
is_call 'by rm, dry' bh-store-rm '<--dry-run><--temporaries>'
fake bh-store-rm
is_status 0 'none' "$r" --temporaries
is_text 'is said' out 'Removed 0 temporary files of killed writers.'
fake bh-store-rm 'exit 4'
is_status 4 'rm fails' "$r" --temporaries
is_empty 'nothing is told' out
for o in --clean --all --engine=callgrind --json=f --no-text --since=2w; do
	is_status 2 "temporaries and $o" "$r" --temporaries "$o"
done
is_status 2 'temporaries of a commit' "$r" --temporaries abc
fake_stages
fake bh-store-rm 'cat; exit 1'
is_status 1 'a wider blessing' "$r" --all
fake bh-select 'exit 2'
is_status 2 'the base is protected' "$r" --all

if [ -x "$BH/bh-select" ] && [ -x "$BH/bh-store-rm" ]; then
	. "$TESTS/sample.sh"
	cd words || exit 4
	bh-store-ls --keys | sort >"$T/before"
	is_status 2 'the base' bh-prune --all
	has_text 'is named, and the option' err --prune-base
	git checkout -q -b topic
	mk_commit . 'on the branch' 1795000000
	sample_take 27 HEAD
	is_status 0 'what would go' bh-prune --all --dry-run
	has_text 'one run' out 'Would remove 1 run in 1 set'
	bh-store-ls --keys | wc -l | tr -d ' ' >"$T/n"
	is_text 'all is there' "$T/n" 28
	is_status 0 'it goes' bh-prune --all
	has_text 'and is told' out 'Removed 1 run in 1 set'
	bh-store-ls --keys | sort >"$T/after"
	is_file 'base history is untouched' "$T/before" "$T/after"
	is_status 0 'nothing left' bh-prune --all
	is_text 'is said' out 'Nothing matches.'

	# blessings: one of this machine, one of all
	unset BH_NOW
	mk_commit . 'next' 1795001000
	bh-bless --all --machine-key auto --target-triple auto >"$T/log" 2>&1
	bh-bless bench --context HEAD~1 >"$T/log" 2>&1
	sample_take 26 HEAD
	bh-store-ls --keys >"$T/before"
	is_status 1 'a blessing wider than this host' bh-prune --all \
	    --include-blessings
	has_text 'is named' err ': its scope all/all/all is wider than all/'
	bh-store-ls --keys >"$T/after"
	is_file 'nothing is removed' "$T/before" "$T/after"
	is_status 1 'nor with one axis lifted' bh-prune --include-blessings \
	    --machine-key all --dry-run
	is_status 0 'without blessings' bh-prune --all --dry-run
	has_text 'runs alone' out 'Would remove 1 run in 1 set'
	is_status 0 'one commit, in capitals' bh-prune --all \
	    --include-blessings --dry-run \
	    "$(git rev-parse --short=9 HEAD | tr a-f A-F)"
	has_text 'holds none that is wider' out \
	    'Would remove 1 run (plus 1 blessing) in '
	is_status 0 'all filters lifted' bh-prune --include-blessings \
	    --machine-key all --target-triple all
	has_text 'both go' out 'Removed 0 runs (plus 2 blessings) in 2 sets'
	is_status 0 'the run stays' bh-prune --dry-run --all
	has_text 'until it is named' out 'Would remove 1 run in 1 set'
fi
tap_done
