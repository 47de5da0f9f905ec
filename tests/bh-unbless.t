#!/bin/sh
. "${0%/*}/tap.sh"

is_status 2 'a prefix' bh-unbless x
is_status 2 'bad usage' bh-unbless --all

if [ ! -x "$BH/bh-select" ] || [ ! -x "$BH/bh-store-rm" ]; then
	tap_done
fi
. "$TESTS/sample.sh"
cd words || exit 4
unset BH_NOW
head=$(git rev-parse --short=12 HEAD)
is_status 0 'nothing to take back' bh-unbless
is_text 'is said' out "No blessings at $head."
bh-bless bench/count >out1 2>&1
bh-bless --all --context HEAD~1 >out1 2>&1
is_status 1 'a record wider than the filter' bh-unbless --engine callgrind
has_text 'is named' err bless-
is_status 0 'is there still' bh-unbless
is_text 'until it is taken back' out "Removed 1 blessing at $head."
bh-store-ls --blessings | grep -c '"type":"blessing"' >"$T/n"
is_text 'those of other commits stay' "$T/n" 1
bh-bless --engine callgrind --all >out1 2>&1
is_status 0 'one inside the filter' bh-unbless --engine callgrind --engine criterion
is_text 'goes' out "Removed 1 blessing at $head."
bh-bless --engine criterion --all >out1 2>&1
is_status 0 'one outside the filter' bh-unbless --engine callgrind
is_text 'stays' out "No blessings at $head."
has_text 'and is named' err 'bh-unbless: outside the filters: v1/words/'
is_status 4 'no such commit' bh-unbless --context nonsense
is_text 'is told' err 'bh-unbless: nonsense: no such commit here'
is_status 2 'an engine that is none' bh-unbless --engine nonsense
is_lines 'is told once' err 1
bh-bless --all >out1 2>&1
mk_repo "$T/other"
mk_commit "$T/other" elsewhere 1795000000
(cd "$T/other" && GIT_DIR=$T/words/.git exec bh-unbless --project words) \
    >"$T/out" 2>"$T/err"
tap_status 0 'the environment names another repository' $?
is_text 'which is not meant' out \
    "No blessings at $(git -C "$T/other" rev-parse --short=12 HEAD)."
tap_done
