#!/bin/sh
. "${0%/*}/tap.sh"

is_status 2 'neither prefix nor all' bh-bless
is_status 2 'both' bh-bless --all x
is_status 2 'an empty prefix' bh-bless ''
is_status 2 'bad usage' bh-bless --nonsense

if [ ! -x "$BH/bh-select" ] || [ ! -x "$BH/bh-store-put" ]; then
	tap_done
fi
. "$TESTS/sample.sh"
cd words || exit 4
unset BH_NOW
head=$(git rev-parse --short=12 HEAD)
is_status 0 'two prefixes' bh-bless bench/count 'bench/a b'
is_text 'are told' out "Blessed 2 prefixes (scope engine=any target-triple=any machine-key=any) at $head."
has_text 'what was selected' err \
    "bh: selection: engine=all; target-triple=all; machine-key=all; base=main (auto); context=$head (HEAD)"
is_lines 'no warning' err 1
is_status 0 'all, for one engine and this host' bh-bless --all \
    --engine callgrind --machine-key auto --context HEAD~1 --base main
has_text 'the key is resolved' err "machine-key=$(bh-machine-key) (auto); base=main; context="
bh-store-ls --blessings >"$T/keys"
grep -c '"type":"blessing"' "$T/keys" >"$T/n"
is_text 'two records' "$T/n" 2
is_status 0 'listed' bh-list blessings --all
has_text 'by set' out "bench/count"

echo x >>README
is_status 0 'with changes in the tree' bh-bless --all
has_text 'a warning' err "warning: the tree has changes that $head has not"
git checkout -q README
git checkout -q -b side
git branch 'si"de'
mk_commit . side 1795000000
is_status 0 'off the base line' bh-bless --all --context side
has_text 'a warning, first' err 'is not on the first-parent line of main'
has_text 'another' err 'no clean run is stored'
git checkout -q --orphan lone
mk_commit . lone 1795000001
is_status 0 'of another root' bh-bless --all --context lone
has_text 'the same warning' err 'is not on the first-parent line of main'
git checkout -q side
is_status 0 'a base with a quote, keys as the store spells them' bh-bless x \
    --base 'si"de' --context side --machine-key 'Pool A' --machine-key AUTO
has_text 'as they are' err \
    "machine-key=$(printf '%s\n' "$(bh-machine-key)" pool_a | sort |
    paste -sd '|') (auto); base=si\"de; context="
is_status 2 'an engine that is none' bh-bless --all --engine nonsense
is_lines 'is told once, before anything else' err 1
has_text 'by its name' err "unknown engine 'nonsense'"
mk_repo "$T/other"
mk_commit "$T/other" elsewhere 1795000000
(cd "$T/other" && GIT_DIR=$T/words/.git GIT_WORK_TREE=$T/words \
    exec bh-bless --all) >"$T/out" 2>"$T/err"
tap_status 0 'the environment names another repository' $?
is_text 'which is not meant' out "Blessed every benchmark (scope engine=any target-triple=any machine-key=any) at $(git -C "$T/other" rev-parse --short=12 HEAD)."
git clone -q --bare . "$T/bare.git"
is_status 0 'in a repository without a tree' bh-bless --all --repo "$T/bare.git"
no_text 'git has nothing to say' err fatal
is_status 0 'a store that is not there' bh-bless --all --context main \
    --store "$T/new/store"
has_text 'is told' err \
    "bh-bless: warning: $T/new/store: no store there yet, it is made"
has_text 'nothing is stored there' err 'warning: no clean run is stored'
is_text 'and it is made' out "Blessed every benchmark (scope engine=any target-triple=any machine-key=any) at $(git rev-parse --short=12 main)."
is_status 0 'the next one' bh-bless --all --context main --store "$T/new/store"
no_text 'finds it' err 'no store there'
bh-store-ls --store "$T/new/store" --keys >"$T/keys"
is_lines 'both are stored' "$T/keys" 2
is_status 4 'a file in its place' bh-bless --all --context main \
    --store "$T/keys"
BH_STORE='' is_status 2 'no store named' bh-bless --all --context main
is_status 4 'no such commit' bh-bless --all --context nonsense
is_text 'is told' err 'bh-bless: nonsense: no such commit here'
git checkout -q --detach
git branch -qD main
is_status 4 'no base' bh-bless --all
tap_done
