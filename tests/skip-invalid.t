#!/bin/sh
# --skip-invalid: what cannot be read is left out, and every output says so.
. "${0%/*}/tap.sh"
. "$TESTS/sample.sh"
cd words || exit 4
damage() { # damage KEY
	chmod u+w "$BH_STORE/$1" && echo 'not gzip' >"$BH_STORE/$1"
}
commit=$(git rev-parse HEAD~20)
key=$(bh-store-ls --keys --commit "$commit")
damage "$key"
told='Warning: 1 unreadable object was left out.'

is_status 3 'a damaged object' bh-report
has_text 'is named' err "$key: not gzip"
is_empty 'and is no report' out
is_status 0 'left out' bh-report --skip-invalid --json "$T/json" \
    --markdown "$T/md" --markdown-summary "$T/summary"
has_text 'text' out "$told"
has_text 'Markdown' "$T/md" "$told"
has_text 'the summary' "$T/summary" "$told"
has_text 'JSON' "$T/json" "\"warning\": \"$told\""
has_text 'with the number' "$T/json" '"objects_bad": 1,'
has_text 'of the others' "$T/json" '"runs": 26,'
is_status 0 'verbose' bh-report --skip-invalid --verbose
has_text 'names it' err "left out: $key: not gzip"
is_status 0 'as a stream' bh-report --skip-invalid --stream
has_text 'in a record' out "{\"type\":\"bad\",\"key\":\"$key\",\"why\":\"not gzip\"}"
is_status 0 'explain' bh-explain --skip-invalid bench/count/20000
has_text 'explain says so' out "$told"

is_status 3 'a list of runs' bh-list runs
is_status 0 'without it' bh-list runs --skip-invalid --json "$T/json" \
    --markdown "$T/md"
has_text 'says so' out "$told"
has_text 'and counts the others' out 'Total: 26 runs, 5 series, 1 set'
no_text 'not its commit' out "$commit"
has_text 'JSON' "$T/json" "$told"
has_text 'Markdown' "$T/md" "$told"
set -- --benchmark bench/count/20000 --metric instruction_count
is_status 3 'examine' bh-examine "$@"
is_status 0 'without it' bh-examine --skip-invalid "$@" --json "$T/json" \
    --markdown "$T/md"
has_text 'says so' out "$told"
has_text 'and has no value there' out "$(printf %.12s "$commit")       n/a"
has_text 'JSON' "$T/json" "$told"
has_text 'Markdown' "$T/md" "$told"

# what is not read does not matter
is_status 0 'out of the window' bh-report --since 2026-10-01
is_status 0 'another engine' bh-report --engine criterion
is_status 0 'list discriminants' bh-list discriminants
is_status 0 'prune' bh-prune --dry-run --all --prune-base

# a blessing
bh-bless --all --context HEAD~3 >"$T/out" 2>&1
bless=$(bh-store-ls --blessings | sed -n 's/.*"key":"\([^"]*\)".*/\1/p')
damage "$bless"
told='Warning: 2 unreadable objects were left out.'
is_status 3 'a damaged blessing' bh-report
has_text 'is named' err "$bless: not gzip"
is_status 0 'left out too' bh-report --skip-invalid
has_text 'and counted' out "$told"
is_status 3 'list blessings' bh-list blessings --context HEAD~3
is_status 0 'list blessings without it' bh-list blessings --skip-invalid \
    --context HEAD~3
has_text 'says so' out 'Warning: 1 unreadable object was left out.'
is_status 3 'whose scope nobody knows stays where a scope is named' \
    bh-unbless --context HEAD~3 --engine callgrind
is_status 0 'and goes with all' bh-unbless --context HEAD~3
has_text 'with a warning' err "warning: $bless: not gzip"
tap_done
