#!/bin/sh
. "${0%/*}/tap.sh"
. "$TESTS/fakes.sh"
r=$T/fake/bh-collect

# callgrind FILE COMMAND-LINE COUNT: a raw file as valgrind writes it
cat >"$T/.home/callgrind" <<'END'
#!/bin/sh
mkdir -p "${1%/*}"
cat >"$1" <<E
version: 1
creator: callgrind-3.19.0
pid: $$
cmd: $2
part: 1
positions: line
events: Ir
summary: $3
fn=main
1 $3
totals: $3
E
END
chmod +x "$T/.home/callgrind"
PATH=$T/.home:$PATH

# with stand-ins: what is run, where, with what
fake_scripts bh-collect
fake bh-context 'echo context'
for e in callgrind criterion alloc-tracker all-the-time primbench; do
	fake "bh-parse-$e" "echo $e"
done
fake bh-best-of 'cat "$2" "$3"'
fake bh-store-put 'cat; echo put'
fake bh-render 'cat'
mk_repo 'a repo'
mk_commit 'a repo' first 1700000000
cd 'a repo' || exit 4
mkdir -p sub
cat >"$T/tell" <<'END'
#!/bin/sh
printf '%s\n' "$BH_TARGET_DIR" "$CARGO_TARGET_DIR" "$GUNGRAUN_SAVE_SUMMARY" \
    "$PWD" "${LC_ALL-none}" "$@" >>"$T/told"
case :$PATH: in *:"$T/fake":*) echo 'PATH was changed' >>"$T/told" ;; esac
echo out; echo err >&2
mkdir -p "$BH_TARGET_DIR"
END
chmod +x "$T/tell"
export T
is_status 0 'a command' "$r" --store "$T/s" -- "$T/tell" 'a  b' '' '*'
is_text 'the pipeline' out 'context
callgrind
criterion
alloc-tracker
all-the-time
primbench
put'
has_text 'output of the command is no result' err out
is_text 'its surroundings' "$T/told" "$T/a repo/target
$T/a repo/target
pretty-json
$T/a repo
C
a  b

*"
rm "$T/told"
(unset LC_ALL; CARGO_TARGET_DIR=other exec "$r" --store=s --repo "$T/a repo/sub" \
    --best-of 2 -- "$T/tell") >out 2>err
tap_status 0 'with a target root and --repo, twice' $?
is_text 'in that directory, in the locale of the user' "$T/told" \
    "$T/a repo/other
$T/a repo/other
pretty-json
$T/a repo/sub
none
$T/a repo/other
$T/a repo/other
pretty-json
$T/a repo/sub
none"
has_text 'the second harvest is told its number' "$T/call.bh-parse-callgrind" \
    '<--rep=2>'
has_text 'and the time' "$T/call.bh-parse-callgrind" '<--fresh-since=2'
has_text 'and the tree' "$T/call.bh-parse-callgrind" "<$T/a repo/other>"
rm -rf other out err target
git config -f .bench-history collect.command 'echo "$0" $# >"$T/said"; exit 7'
is_status 3 'the configured command, which fails' "$r" --store "$T/s"
has_text 'is told' err 'bh-collect: benchmark command exited with 7'
is_empty 'nothing else' out
is_true 'but ran' test -s "$T/said"
rm .bench-history
is_status 3 'a command killed' "$r" --store "$T/s" -- sh -c 'kill -9 $$'
is_text 'is told in one line' err 'bh-collect: benchmark command exited with 137'
is_status 3 'a command that is not there' "$r" --store "$T/s" -- ./nonsense
is_text 'is named, in one line' err 'bh-collect: ./nonsense: no such command'
is_status 3 'a directory for a command' "$r" --store "$T/s" -- "$T"
is_text 'is none' err "bh-collect: $T: no such command"
is_status 0 'without stderr' sh -c 'exec "$@" 2>&-' sh "$r" --store "$T/s" -- true
is_status 4 'without stdout' sh -c 'exec "$@" >&-' sh "$r" --store "$T/s" -- true
is_text 'is told' err 'bh-collect: stdout: write: Bad file descriptor'
is_status 4 'without both' sh -c 'exec "$@" >&- 2>&-' sh "$r" --store "$T/s" \
    -- true
TMPDIR=$T/none is_status 4 'no temporary directory' "$r" --store "$T/s" -- true
is_text 'is told' err \
    "bh-collect: $T/none: no directory made there: No such file or directory"
: >"$T/file"
is_status 4 'a store that is a file' "$r" --store "$T/file" -- touch ran
is_text 'is told' err "bh-collect: $T/file: a store is a directory"
is_true 'before the command runs' test ! -e ran
printf '[store]\n\tpath\n' >"$T/conf"
is_status 3 'a path without a value' "$r" --config "$T/conf" -- true
is_text 'is told once' err "bh-collect: $T/conf: missing value for 'store.path'"
printf '[store]\n\tpath =\n' >"$T/conf"
is_status 3 'an empty path' "$r" --config "$T/conf" -- true
is_text 'as well' err "bh-collect: $T/conf: store.path is empty"
is_status 2 'no command' "$r" --store "$T/s"
is_status 2 'no store' "$r" -- true
is_true 'a usage error, before it runs' test ! -e ran
is_status 0 'no store needed' "$r" --no-store -- true
for bad in --best-of=0 --best-of=x --best-of --nonsense --collection-output=; do
	is_status 2 "bad usage: $bad" "$r" --store "$T/s" "$bad"
done
is_status 2 'two policies' "$r" --store "$T/s" --overwrite --skip-existing -- true
is_status 2 'an output of nothing stored' "$r" --no-store \
    --collection-output "$T/x" -- true
: >"$T/x"
is_status 4 'an output that is there' "$r" --store "$T/s" \
    --collection-output "$T/x" -- true
mkdir "$T/tmp"
{ sleep .1; TMPDIR=$T/tmp "$r" --store "$T/s" --verbose --best-of 2 -- \
    true; } 2>&1 | true
is_true 'nobody to read what it says: nothing is left' rmdir "$T/tmp"
# somebody else writes there meanwhile
mkdir -p target/callgrind
fake bh-parse-callgrind 'echo "callgrind $(cat target/callgrind/f)"'
fake bh-parse-primbench '[ -e "$T/again" ] || {
	: >"$T/again"
	echo whole >target/callgrind/f
	exit 3
}'
echo half >target/callgrind/f
is_status 0 'results that are written while they are read' "$r" --store "$T/s" \
    -- true
has_text 'are read again' out 'callgrind whole'
no_text 'and not twice' out half
fake bh-parse-primbench 'echo more >>target/callgrind/f'
is_status 3 'not for ever' "$r" --store "$T/s" -- true
has_text 'is told' err 'results are written while they are read'
for e in callgrind primbench; do
	fake "bh-parse-$e" "echo $e"
done
rm -rf target
for p in context parse-criterion best-of store-put render; do
	mv "$T/fake/bh-$p" "$T/fake/keep"
	die_in "bh-$p"
	is_status 4 "$p is killed" "$r" --store "$T/s" -- mkdir -p target
	is_empty "$p: nothing is told" out
	mv "$T/fake/keep" "$T/fake/bh-$p"
done
fake bh-store-put 'cat >/dev/null; exit 1'
is_status 1 'a run that is stored already' "$r" --store "$T/s" -- true

# the real programs
if [ -x "$BH/bh-context" ] && [ -x "$BH/bh-parse-callgrind" ]; then
	unset BH_STORE
	mk_repo "$T/wörds 'n' more"
	cd "$T/wörds 'n' more" || exit 4
	printf 'target/\n' >.gitignore
	mk_commit . first 1700000000
	BH_STORE=$T/store
	export BH_STORE
	one='callgrind "$BH_TARGET_DIR/callgrind/callgrind.out.1" "./x sort 10"'
	is_status 0 'one benchmark' bh-collect -- sh -c "$one 1000"
	is_text 'is stored' out 'Stored 1 object, 1 case. [callgrind 1]'
	bh-store-ls --keys >"$T/keys"
	is_lines 'as one object' "$T/keys" 1
	has_text 'clean, under its commit' "$T/keys" \
	    "/$(git rev-parse HEAD)/clean.json"
	is_status 1 'a second time' bh-collect -- sh -c "$one 1000"
	is_empty 'nothing' out
	has_text 'the key is named' err "$(cat "$T/keys")"
	is_status 0 'skipped' bh-collect --skip-existing -- sh -c "$one 2000"
	is_text 'it is kept' out \
	    'Stored 0 objects, 1 case. [callgrind 1 (kept existing)]'
	bh-store-get --key "$(cat "$T/keys")" >"$T/got"
	has_text 'as it was' "$T/got" '"value":1000'
	is_status 0 'replaced' bh-collect --overwrite -- sh -c "$one 2000"
	bh-store-get --key "$(cat "$T/keys")" >"$T/got"
	has_text 'by the new one' "$T/got" '"value":2000'
	is_status 0 'not stored' bh-collect --no-store -- sh -c "$one 5"
	is_text 'but told' out 'Would store 1 object, 1 case. [callgrind 1]'

	touch -d '1 hour ago' target/callgrind/callgrind.out.1
	is_status 0 'old output' bh-collect -- true
	is_text 'is not taken' out 'Stored 0 objects, 0 cases.'
	rm -rf target
	is_status 0 'no output' bh-collect -- true

	# what benchmarks write does not make the tree dirty
	git rm -q .gitignore
	git commit -qm 'nothing ignored'
	is_status 0 'target in the tree' bh-collect -- sh -c "$one 3"
	is_status 0 'and again, with a store in the tree' bh-collect \
	    --overwrite --store below/store -- sh -c "$one 3"
	bh-store-ls --keys --store below/store >"$T/keys"
	has_text 'it is clean' "$T/keys" /clean.json
	rm -rf below
	is_status 0 'the command writes into the tree' bh-collect --overwrite \
	    -- sh -c ": >written; $one 3"
	bh-store-ls --keys --commit "$(git rev-parse HEAD)" >"$T/keys"
	is_lines 'still clean' "$T/keys" 1
	is_status 0 'another file beforehand' bh-collect -- sh -c "$one 4"
	bh-store-ls --keys --commit "$(git rev-parse HEAD)" >"$T/keys"
	has_text 'makes a snapshot' "$T/keys" /dirty-
	rm -rf written

	# repetitions
	cat >"$T/.home/reps" <<'END'
#!/bin/sh
n=$(cat "$T/n")
echo $((n + 1)) >"$T/n"
callgrind "$BH_TARGET_DIR/callgrind/callgrind.out.1" "./x sort" $((9 - n * (3 - n) * 2))
[ "$n" -lt "${1-9}" ] || callgrind "$BH_TARGET_DIR/callgrind/callgrind.out.2" "./x more" 7
END
	chmod +x "$T/.home/reps"
	echo 0 >"$T/n"
	git commit -qm best --allow-empty
	is_status 0 'best of three' bh-collect --best-of 3 -- reps
	bh-store-ls --commit "$(git rev-parse HEAD)" | bh-store-get >"$T/got"
	has_text 'the smallest' "$T/got" '"value":5'
	has_text 'their number' "$T/got" '"best_of":3'
	echo 0 >"$T/n"
	is_status 3 'repetitions that do not agree' bh-collect --overwrite \
	    --best-of 3 -- reps 2

	echo 0 >"$T/n"
	cat >"$T/.home/lazy" <<'END'
#!/bin/sh
n=$(cat "$T/n")
echo $((n + 1)) >"$T/n"
callgrind "$BH_TARGET_DIR/callgrind/callgrind.out.1" "./x sort" $((9 - n))
[ "$n" -gt 0 ] || callgrind "$BH_TARGET_DIR/callgrind/callgrind.out.2" "./x more" 7
END
	chmod +x "$T/.home/lazy"
	is_status 3 'a case that is not measured again' bh-collect \
	    --overwrite --best-of 2 -- lazy
	has_text 'is named' err more
	echo 0 >"$T/n"
	is_status 3 'nor is anything' bh-collect --overwrite --best-of 2 -- \
	    sh -c '[ "$(cat "$T/n")" -gt 0 ] || lazy'

	# two at a time: one wins
	mk_commit . race 1700000300
	CARGO_TARGET_DIR=$T/t1 bh-collect -- sh -c "$one 1" >"$T/o1" 2>&1 & a=$!
	CARGO_TARGET_DIR=$T/t2 bh-collect -- sh -c "$one 1" >"$T/o2" 2>&1 & b=$!
	ra=0 rb=0
	wait "$a" || ra=$?
	wait "$b" || rb=$?
	case $ra$rb in
	01 | 10) ok 0 'of two collects at a time one wins' ;;
	*) ok 1 "of two collects at a time one wins: $ra $rb" ;;
	esac
	bh-store-ls --keys --commit "$(git rev-parse HEAD)" >"$T/keys"
	is_lines 'with one run' "$T/keys" 1
	has_text 'a clean one' "$T/keys" /clean.json
	cat "$T/o1" "$T/o2" >"$T/both"
	has_text 'the other is told' "$T/both" 'clean.json: there already'

	# other tools: a folder of the name of an adapter
	cat >"$T/.home/others" <<'END'
#!/bin/sh
mkdir -p "$BH_TARGET_DIR/libtest" "$BH_TARGET_DIR/table"
echo 'test sort ... bench: 5 ns/iter (+/- 1)' >"$BH_TARGET_DIR/libtest/out"
echo "load $1" >"$BH_TARGET_DIR/table/x"
END
	chmod +x "$T/.home/others"
	mk_commit . 'other tools' 1700000350
	rm -rf target
	is_status 0 'a tool with an adapter' bh-collect --no-store -- others 7
	is_text 'the one that is shipped' out \
	    'Would store 1 object, 1 case. [criterion 1]'
	cat >table.jq <<'END'
# input: text
split(" ") | {id: [.[0]], metrics: [{kind: "wall_time", value: (.[1] | tonumber)}]}
END
	git config -f .bench-history collect.adapter table.jq
	git add table.jq .bench-history
	mk_commit . 'an own adapter' 1700000360
	is_status 0 'an own one, too' bh-collect --best-of 2 -- others 7
	is_text 'both' out 'Stored 1 object, 2 cases. [criterion 2]'
	bh-store-ls --commit "$(git rev-parse HEAD)" | bh-store-get >"$T/got"
	has_text 'what it measured' "$T/got" '"value":7'
	is_status 3 'what is not written again' bh-collect --overwrite \
	    --best-of 2 -- sh -c '[ ! -e "$BH_TARGET_DIR/k" ] || exit 0
	    : >"$BH_TARGET_DIR/k"; others 7'
	is_status 3 'output that is none' bh-collect --overwrite -- others x
	has_text 'says where' err 'target/table/x: '
	echo 'load 9' >target/table/x
	is_status 0 'the same tree' bh-import --no-store --commit HEAD~1 target
	no_text 'its key is known' err warning:
	is_text 'both of it' out 'Would store 1 object, 2 cases. [criterion 2]'
	tar -cf "$T/others.tar" target/libtest
	is_status 0 'an archive' bh-import --no-store --commit HEAD~1 \
	    "$T/others.tar"
	is_text 'holds one of them' out \
	    'Would store 1 object, 1 case. [criterion 1]'
	is_status 0 'in a pipe' sh -c \
	    'bh-import --no-store --commit HEAD~1 - <"$T/others.tar"'
	is_text 'the same' out 'Would store 1 object, 1 case. [criterion 1]'
	is_status 0 'commits of the past' bh-backfill --overwrite HEAD~1 HEAD -- \
	    others 8
	has_text 'with the adapter of today' out '(2 cases)'
	no_text 'and nothing left over' out failed:
	git config -f .bench-history --replace-all collect.adapter gone.jq
	is_status 4 'an adapter that is not there' bh-collect -- true
	has_text 'is named' err 'gone.jq: no such adapter'
	git config -f .bench-history --replace-all collect.adapter libtest
	is_status 3 'an adapter without .jq' bh-collect -- true
	git checkout -q .bench-history

	git checkout -q --detach HEAD~1 2>/dev/null
	is_status 0 'a detached head, from below' sh -c \
	    "mkdir -p below && cd below && bh-collect --overwrite -- sh -c '$one 1'"
	git clone -q . "$T/clone" 2>/dev/null
	git -C "$T/clone" checkout -q -b "odd'né" origin/main
	is_status 0 'a branch with an odd name' bh-collect --repo "$T/clone" \
	    --store "$T/store2" -- sh -c "$one 1"
fi
tap_done
