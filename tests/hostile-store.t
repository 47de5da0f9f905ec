#!/bin/sh
# A store in which others have put links, FIFOs, folders and odd names: what
# is no object is not read, and nothing is written or removed outside.
. "${0%/*}/tap.sh"

BH_STORE=$T/store BH_PROJECT=p BH_NOW=2026-07-10T00:00:00Z
export BH_STORE BH_PROJECT BH_NOW
mk_repo repo
printf '{"schema_version":5,"results":[{"id":{"segments":["a"]},"metrics":[{"kind":"instruction_count","value":1000}]}]}' |
    gzip -n >object
O=$BH_STORE/v1/p/objects
S=$O/callgrind/x/k1
i=0
while [ $i -lt 14 ]; do
	mk_commit repo "commit $i" $((1783000000 + i * 1000))
	c=$(git -C repo rev-parse HEAD)
	[ $((i % 5)) -eq 4 ] || {
		mkdir -p "$S/$c" && cp object "$S/$c/clean.json" || exit 4
	}
	[ $i -ne 4 ] || fifth=$c
	[ $i -ne 9 ] || tenth=$c
	i=$((i + 1))
done
tip=$(git -C repo rev-parse HEAD)
cd repo || exit 4
filters='--target-triple x --machine-key k1'

readers() { # readers DIR: what each reading command says
	mkdir "$T/$1"
	for w in report 'list runs' 'list blessings' 'list blessings --all' \
	    'examine --benchmark a --metric instruction_count' 'explain a' \
	    'prune --all --prune-base --dry-run --include-blessings'; do
		n=$(echo "$w" | tr -d ' -')
		# shellcheck disable=SC2086
		timeout 20 bh $w $filters >"$T/$1/$n" 2>"$T/err"
		tap_status 0 "$1: $w" $?
	done
	is_status 0 "$1: list discriminants" timeout 20 bh list discriminants
	cp "$T/out" "$T/$1/discriminants"
	timeout 20 bh-store-ls >"$T/$1/ls" 2>"$T/err"
	tap_status 0 "$1: bh-store-ls" $?
	timeout 20 bh-pack --compress none --target-triple all \
	    --machine-key all >"$T/$1.tar" 2>"$T/err"
	tap_status 0 "$1: bh-pack" $?
	tar -tf "$T/$1.tar" | sort >"$T/$1/tar"
	rm "$T/$1.tar"
}
readers plain

# the same, with what is no object
mkdir "$T/outside" && cp "$T/object" "$T/outside/clean.json" &&
    cp "$T/object" "$T/outside/bless-5.json" || exit 4
ls -lR "$T/outside" >"$T/outside.ls"
untouched() {
	ls -lR "$T/outside" >"$T/outside.ls2"
	is_file "$1: nothing outside is touched" "$T/outside.ls" "$T/outside.ls2"
}
{
	ln -s "$T/outside" "$S/$fifth" &&
	mkdir -p "$S/$tenth/clean.json" &&
	ln -s "$T/outside/clean.json" "$S/$tip/dirty-1.json" &&
	mkfifo "$S/$tip/dirty-2.json" "$S/$tip/bless-3.json" &&
	mkdir "$S/$tip/dirty-4.json" &&
	ln -s "$T/outside" "$O/callgrind/x/k2" &&
	ln -s "$S" "$O/callgrind/x/k3" &&
	ln -s "$O/callgrind" "$O/criterion" &&
	ln -s "$T/outside" "$O/blessings" &&
	ln -s / "$O/primbench" &&
	mkfifo "$O/callgrind/fifo" "$O/alloc_tracker" &&
	: >"$S/file" && : >"$O/all_the_time" &&
	mkdir -p "$S/$(printf 'new\nline')" "$S/a\\b" "$S/..." &&
	: >"$S/$(printf 'new\nline')/note.json" &&
	: >"$S/$(printf 'bad\377utf')" &&
	mkdir "$S/$(printf '%0250d' 0)" &&
	cp "$T/object" "$S/$(printf '%0250d' 0)/Clean.json" &&
	cp "$T/object" "$S/$tip/clean.json.json" &&
	cp "$T/object" "$S/$tip/.cbh-tmp-abcdef"
} || exit 4
readers hostile
for f in "$T/plain"/*; do
	is_file "the same of ${f##*/}" "$f" "$T/hostile/${f##*/}"
done
untouched reading
is_status 3 'bh-verify' timeout 20 bh-verify
has_text 'names a link' out "callgrind/x/k1/$fifth"
has_text 'a folder' out "$tenth/clean.json"
has_text 'a FIFO' out "$tip/dirty-2.json"

# writers
run() { # run COMMIT: a collection of it
	printf '{"type":"context","context":{"observed_at":"2026-07-05T12:34:56Z","git":{"commit":"%s","branch":null,"dirty":false},"environment":{"provider":"local","run_id":null,"pull_request":null},"toolchain":{"target_triple":"x","rustc_version":null},"best_of":1}}\n{"type":"result","engine":"callgrind","id":["a"],"metrics":[{"kind":"instruction_count","value":5}]}\n{"type":"end","from":"test"}\n' "$1" >"$T/run"
}
run "$fifth"
is_status 4 'a run behind a link' bh-store-put --machine-key k1 "$T/run"
has_text 'is located' err "$fifth"
untouched put
is_status 4 'nor by --overwrite' bh-store-put --overwrite --machine-key k1 "$T/run"
untouched overwrite
is_status 4 'a partition that is a link' bh-store-put --machine-key k2 "$T/run"
untouched partition
run "$tenth"
is_status 4 'a run where a folder is' bh-store-put --overwrite \
    --machine-key k1 "$T/run"
is_true 'which stays' test -d "$S/$tenth/clean.json"
is_status 4 'a blessing behind a link' bh-bless --all
untouched bless
is_status 0 'unbless' bh-unbless
untouched unbless
rm "$S/$tip/clean.json"
ln -s "$T/outside/clean.json" "$S/$tip/clean.json"
run "$tip"
is_status 1 'a run where a link is' bh-store-put --machine-key k1 "$T/run"
untouched link
is_status 0 'replaced' bh-store-put --overwrite --machine-key k1 "$T/run"
is_true 'by an object' test -f "$S/$tip/clean.json" -a ! -L "$S/$tip/clean.json"
untouched replace
# shellcheck disable=SC2086
is_status 0 'prune' bh-prune --all --prune-base --include-blessings $filters
untouched prune
is_true 'links stay' test -L "$S/$fifth"

# a store root that is a link is the user's own; a file is none
ln -s "$T/store" "$T/link"
is_status 0 'a link to a store' bh-store-ls --store "$T/link"
is_status 4 'a file for a store' bh-store-ls --store "$T/object"
is_status 4 'for a writer too' bh-store-put --store "$T/object" \
    --machine-key k1 "$T/run"

# keys in records
for key in ../../outside/clean.json "$T/outside/clean.json" \
    v1/p/objects/callgrind/x/k1/../clean.json v1//objects/callgrind/x/k/c/clean.json \
    'v1/p/objects/callgrind/x\\u0000/k/c/clean.json' \
    "v1/p/objects/callgrind/x/k/$(printf '%05000d' 0)/clean.json" \
    v1/p/objects/dhat/x/k/c/clean.json; do
	printf '{"type":"object","key":"%s","what":"clean","set":"callgrind/x/k","commit":"c"}\n{"type":"end","from":"x"}\n' \
	    "$key" | sed 's/\\\\u/\\u/' >"$T/records"
	name=$(printf %.40s "$key")
	is_status 3 "bh-store-get: $name" bh-store-get "$T/records"
	has_text 'is located' err "$T/records:1: "
	is_status 3 "bh-store-rm: $name" bh-store-rm "$T/records"
	has_text 'is located' err "$T/records:1: "
done
untouched keys
tap_done
