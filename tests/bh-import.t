#!/bin/sh
. "${0%/*}/tap.sh"

mk_repo repo
cd repo || exit 4
BH_STORE=$T/store
export BH_STORE
is_status 2 'no tree' bh-import
is_status 2 'two trees' bh-import a b
is_status 2 'an option and an operand' bh-import --target-dir a b
is_status 2 'an empty name' bh-import --target-dir ''
is_status 4 'a tree that is not there' bh-import nowhere
is_status 2 'two policies' bh-import --overwrite --skip-existing .
BH_STORE='' is_status 2 'no store' bh-import .

if [ ! -x "$BH/bh-context" ] || [ ! -x "$BH/bh-parse-callgrind" ]; then
	tap_done
fi
mk_commit . first 1700000000
mk_commit . second 1700000100
mkdir -p "odd 'tree'/callgrind"
cat >"odd 'tree'/callgrind/callgrind.out.1" <<'END'
version: 1
creator: callgrind-3.19.0
pid: 1
cmd: ./x sort 10
part: 1
positions: line
events: Ir
summary: 1000
fn=main
1 1000
totals: 1000
END
touch -d '1 year ago' "odd 'tree'/callgrind/callgrind.out.1"
is_status 0 'an old tree, in a tree that it makes dirty' bh-import "odd 'tree'"
is_text 'is stored' out 'Stored 1 object, 1 case. [callgrind 1]'
bh-store-ls --keys >"$T/keys"
has_text 'as clean' "$T/keys" "/$(git rev-parse HEAD)/clean.json"
is_status 1 'a second time' bh-import "odd 'tree'"
is_status 0 'skipped' bh-import --skip-existing "odd 'tree'"
is_status 0 'as dirty' bh-import --dirty "odd 'tree'"
bh-store-ls --keys | grep -c /dirty- >"$T/n"
is_text 'a snapshot' "$T/n" 1
mkdir below
is_status 0 'from the top of the repository' sh -c \
    "cd below && exec bh-import --commit HEAD~1 --target-dir \"odd 'tree'\""
bh-store-ls --keys --commit "$(git rev-parse HEAD~1)" >"$T/keys"
is_lines 'of another commit' "$T/keys" 1
is_status 4 'no such commit' bh-import --commit nonsense "odd 'tree'"

tar -cf t.tar -C "odd 'tree'" callgrind
gzip -k t.tar
is_status 0 'a tar' bh-import --machine-key "Pool A" --target-triple x t.tar
bh-store-ls --keys --machine-key pool_a --target-triple all >"$T/keys"
has_text 'of a machine elsewhere' "$T/keys" /callgrind/x/pool_a/
is_status 0 'compressed' bh-import --machine-key b t.tar.gz
"$BH/bh-import" --machine-key c - <t.tar.gz >"$T/out" 2>"$T/err"
tap_status 0 'from stdin' $?
is_text 'the same' out 'Stored 1 object, 1 case. [callgrind 1]'
mkfifo pipe
cat t.tar.gz >pipe &
is_status 0 'a pipe with a name' bh-import --machine-key p pipe
is_text 'as well' out 'Stored 1 object, 1 case. [callgrind 1]'
"$BH/bh-import" --machine-key c - </dev/null >"$T/out" 2>"$T/err"
tap_status 3 'what is no archive' $?
has_text 'has the name stdin' err 'bh-parse-criterion: stdin: neither an archive'
"$BH/bh-import" --machine-key c - <&- >"$T/out" 2>"$T/err"
tap_status 3 'a closed stdin is empty' $?
no_text 'which the shell has no word on' err descriptor
if command -v python3 >/dev/null; then
	(cd "odd 'tree'" && python3 -m zipfile -c ../t.zip callgrind)
	is_status 0 'a zip' bh-import --machine-key z t.zip
	is_text 'the same again' out 'Stored 1 object, 1 case. [callgrind 1]'
else
	skip 'no python3 to make one' 'a zip'
fi
head -c 100 t.tar.gz >cut.tar.gz
is_status 3 'a cut archive' bh-import --machine-key d cut.tar.gz
is_status 0 'what would be' bh-import --no-store t.tar
is_text 'is told' out 'Would store 1 object, 1 case. [callgrind 1]'

# primbench's files name their commit
mkdir -p gpu/primbench
sed "s/\"host_name\": \"host\"/\"commit_hash\": \"$(git rev-parse --short=10 HEAD~1)\"/" \
    "$FIX/primbench/v4.0.0.json" >gpu/primbench/results.json
is_status 0 'results that name a commit' bh-import --machine-key g1 gpu
bh-store-ls --keys --machine-key g1 >"$T/keys"
has_text 'are of that' "$T/keys" "/primbench/" &&
    has_text 'commit' "$T/keys" "/$(git rev-parse HEAD~1)/clean.json"
is_status 0 'a commit that is given' bh-import --commit HEAD --dirty \
    --target-triple gpu-y --machine-key g2 gpu
bh-store-ls --keys --machine-key g2 --target-triple all >"$T/keys"
has_text 'counts more, and dirty, and the triple' "$T/keys" \
    "/primbench/gpu-y/g2/$(git rev-parse HEAD)/dirty-"

# files of two runs in one tree
mkdir -p "$T/two/callgrind"
sed 's/1000/2000/' "odd 'tree'/callgrind/callgrind.out.1" \
    >"$T/two/callgrind/callgrind.out.1"
sed 's/^pid: 1/pid: 2/' "odd 'tree'/callgrind/callgrind.out.1" \
    >"$T/two/callgrind/callgrind.out.2"
touch -d 2020-01-01 "$T/two/callgrind/callgrind.out.1"
is_status 3 'a benchmark that is there twice' bh-import --store "$T/s2" "$T/two"
is_status 0 'the last one' bh-import --store "$T/s2" --on-duplicate last \
    --target-triple t --machine-key m "$T/two"
bh-store-ls --store "$T/s2" | bh-store-get --store "$T/s2" >"$T/got"
has_text 'has its value' "$T/got" '"value":1000'
is_status 2 'another action' bh-import --on-duplicate first "$T/two"

# a tree of all engines: imported, collected, from an archive
five=$T/five
mkdir -p "$five/primbench"
cp -R "$FIX/criterion/tree/criterion" "$FIX/alloc_tracker/tree/alloc_tracker" \
    "$FIX/all_the_time/tree/all_the_time" "$five" &&
    tar -xzf "$FIX/callgrind/gungraun-0.19-first.tar.gz" -C "$five" &&
    cp "$FIX/primbench/v4.0.0.json" "$five/primbench/results.json" || exit 4
mk_repo "$T/five repo"
cd "$T/five repo" || exit 4
mk_commit . first 1700000000
is_status 0 'all engines' bh-import --store "$T/s5" "$five"
cp "$T/out" "$T/want"
bh-store-ls --store "$T/s5" --machine-key all --keys | cut -d / -f 4 >"$T/got"
is_text 'each has its object' "$T/got" 'all_the_time
alloc_tracker
callgrind
criterion
primbench'
cat >"$T/take" <<'END'
#!/bin/sh
mkdir -p "$BH_TARGET_DIR" && cp -R "$FIVE"/. "$BH_TARGET_DIR" &&
    find "$BH_TARGET_DIR" -exec touch {} +
END
chmod +x "$T/take"
FIVE=$five
export FIVE
is_status 0 'collected' bh-collect --store "$T/c5" -- "$T/take"
is_file 'as much' "$T/want" out
(cd "$five" && tar -czf "$T/five.tar.gz" .)
is_status 0 'from an archive' bh-import --store "$T/a5" "$T/five.tar.gz"
is_file 'the same' "$T/want" out
for s in s5 c5 a5; do
	bh-store-ls --store "$T/$s" --machine-key all |
	    bh-store-get --store "$T/$s" |
	    sed 's/.*"results":\[/"results":[/' >"$T/$s.out"
	is_file "$s: the same results" "$T/s5.out" "$T/$s.out"
done
is_lines 'of five objects' "$T/s5.out" 6
has_text 'with values' "$T/s5.out" '"value":'
# all or nothing: one of them is there already
rm -r "$T/c5"/v1/*/objects/callgrind
is_status 1 'four of five are there' bh-collect --store "$T/c5" -- "$T/take"
is_true 'the fifth is not stored' \
    test ! -e "$T/c5/v1/five_repo/objects/callgrind"
is_status 0 'skipped' bh-collect --skip-existing --store "$T/c5" -- "$T/take"
has_text 'it is' out 'Stored 1 object, '
tap_done
