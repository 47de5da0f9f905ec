#!/bin/sh
# Every command that reads a store, with a store that may not be written, and
# with none.
. "${0%/*}/tap.sh"
. "$TESTS/sample.sh"
cd words || exit 4

cat >"$T/all" <<'END_OF_ALL'
bh-report
bh-report --method compat --since 2026-01-01
bh-explain --since 2026-01-01 bench/count/20000
bh-examine --benchmark bench/count/20000 --metric instruction_count
bh-list runs
bh-list discriminants
bh-list blessings
bh-list blessings --all
bh-prune --all --prune-base --dry-run
bh-select
bh-store-ls
bh-store-ls --keys
bh-verify
bh-pack
END_OF_ALL
every() { # every DIR: what each of them says
	mkdir "$1"
	n=0
	while read -r line; do
		n=$((n + 1)) rc=0
		# shellcheck disable=SC2086
		$line >"$1/$n" 2>"$1/$n.err" || rc=$?
		echo "$rc" >"$1/$n.rc"
	done <"$T/all"
	bh-store-ls | bh-store-get >"$1/get" 2>"$1/get.err" || echo failed >"$1/get"
}
every "$T/free"
n=0
while read -r line; do
	n=$((n + 1))
	is_text "$line" "$T/free/$n.rc" 0
	is_true "$line: says something" test -s "$T/free/$n"
done <"$T/all"

export T
cat >"$T/readonly" <<'END_OF_READONLY'
mount --bind "$T/store" "$T/store" &&
    mount -o remount,bind,ro "$T/store" && ! touch "$T/store/x" 2>/dev/null
END_OF_READONLY
if unshare -rm sh "$T/readonly" 2>/dev/null; then
	unshare -rm sh -c ". '$T/readonly'; $(cat <<END_OF_RUN
$(sed -n '/^every()/,/^}/p' "$TESTS/readers.t")
every '$T/mounted'
bh-collect -- true; echo \$? >'$T/collect'
bh-bless --all >'$T/bless.out' 2>'$T/bless.err'; echo \$? >'$T/bless'
bh-prune --all --prune-base >/dev/null 2>&1; echo \$? >'$T/prune'
END_OF_RUN
)" >"$T/log" 2>&1
	for f in "$T/free"/*; do
		is_file "read-only: the same of ${f##*/}" "$f" \
		    "$T/mounted/${f##*/}"
	done
	is_text 'nothing measured is nothing written' "$T/collect" 0
	is_text 'bless cannot' "$T/bless" 4
	has_text 'and says so' "$T/bless.err" 'Read-only file system'
	is_text 'nor can prune' "$T/prune" 4
else
	skip 'no mounts for us here' 'a read-only mount'
fi
bh-store-ls --keys >"$T/keys"
is_lines 'all is there still' "$T/keys" 27

# no store
BH_STORE=$T/nowhere
while read -r line; do
	# shellcheck disable=SC2086
	is_status 4 "$line: no such store" $line
	has_text 'is told' err "$T/nowhere: no store there"
	case $line in
	bh-pack*) ;;
	*) is_true 'and no result' test ! -s "$T/out" -o -n "$(grep '^{"type":"end".*"status":4' "$T/out")" ;;
	esac
done <"$T/all"
is_true 'no reader makes one' test ! -e "$T/nowhere"
unset BH_STORE
is_status 2 'none named' bh-report
has_text 'is bad usage' err store.path
is_status 0 'bless makes one' bh-bless --store "$T/nowhere" --all
is_true 'a store' test -d "$T/nowhere/v1/words/objects/blessings"
rm -rf "$T/nowhere"
is_status 0 'a writer makes one' bh-store-put --store "$T/nowhere" --all \
    --bless "$(git rev-parse HEAD)"
is_true 'a store' test -d "$T/nowhere/v1/words/objects/blessings"
tap_done
