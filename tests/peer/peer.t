#!/bin/sh
# Interchange with the peer, cargo-bench-history 0.5.0: each of us reads the
# other's store, blessings and snapshots.  PEER names its program.
PEER=${PEER:-}
[ -x "$PEER" ] || {
	echo '1..0 # SKIP skipped: the peer is not here'
	exit 0
}
# cargo finds its own where the home is another
[ -z "${HOME-}" ] || {
	CARGO_HOME=${CARGO_HOME:-$HOME/.cargo}
	RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup}
	export CARGO_HOME RUSTUP_HOME
}
. "${0%/*}/../tap.sh"
need jq
unset RUST_BACKTRACE
P=$T/peer/cargo-bench-history	# no options in its name
mkdir "$T/peer" && ln -s "$PEER" "$P" || exit 4

# covers NAME WANT GOT: each member of WANT is in GOT, with its value; prose
# is not looked at.  The peer reads numbers up to one unit off in the last
# place.
cat >"$T/covers.jq" <<'END_OF_JQ'
def covers($w; $g):
	if ($w | type) != ($g | type) then false
	elif ($w | type) == "object" then
		all($w | keys[] | select(. != "hint" and . != "warning");
		    . as $k | ($g | has($k)) and covers($w[$k]; $g[$k]))
	elif ($w | type) == "array" then
		($w | length) == ($g | length) and
		all(range($w | length); covers($w[.]; $g[.]))
	elif ($w | type) == "number" then
		($w - $g | fabs) <= 1e-9 * ([$w, $g | fabs] | max)
	else $w == $g end;
covers($w[0]; $g[0])
END_OF_JQ
covers() {
	tap_rc=0
	jq -en --slurpfile w "$2" --slurpfile g "$3" -f "$T/covers.jq" \
	    >/dev/null || tap_rc=1
	ok "$tap_rc" "$1" || diff "$2" "$3" | tap_say
}

# a tree of all four engines
mkdir tree
cp -R "$FIX/criterion/tree/criterion" "$FIX/alloc_tracker/tree/alloc_tracker" \
    "$FIX/all_the_time/tree/all_the_time" tree &&
    tar -xzf "$FIX/callgrind/gungraun-0.19-first.tar.gz" -C tree || exit 4
# what the peer cannot read: a benchmark outside a group
find tree/criterion -name benchmark.json -exec \
    grep -lZ '"function_id":null' {} + | xargs -0 -n 1 dirname -z | xargs -0 rm -r

mk_repo repo
cd repo || exit 4
echo target/ >.gitignore
i=0
while [ $i -lt 20 ]; do
	i=$((i + 1))
	echo $i >file
	mk_commit . "commit $i" $((1790000000 + i * 3600))
done
ours=$T/ours theirs=$T/theirs
BH_STORE=$ours
export BH_STORE

# the same trees, taken by both: everything at the first commit, then a value
# that steps, and what does not
cp -R ../tree ../line && rm -r ../line/callgrind ../line/gungraun \
    ../line/all_the_time ../line/criterion 2>/dev/null
b=../line/criterion/parse/headers/new
mkdir -p "$b"
echo '{"group_id":"parse","function_id":"headers","value_str":null,"throughput":null,"full_id":"parse/headers","directory_name":"parse/headers","title":"parse/headers"}' >"$b/benchmark.json"
i=0
for c in $(git rev-list --reverse HEAD); do
	i=$((i + 1))
	v=$((1000 + i % 3 + (i > 10 ? 200 : 0)))
	jq -n "{mean: {confidence_interval: {confidence_level: 0.95, lower_bound: ($v - 1), upper_bound: ($v + 1)}, point_estimate: $v, standard_error: 0.5}} | .median = .mean | .median_abs_dev = .mean | .slope = .mean | .std_dev = .mean" >"$b/estimates.json"
	tree=../line
	[ $i -gt 1 ] || {
		tree=../tree
		cp -R ../line/criterion/parse ../tree/criterion
	}
	bh-import --commit "$c" $tree >"$T/out" 2>"$T/err" ||
	    ok 1 "imported by us: $i"
	"$P" import --local="$theirs" --commit "$c" --target-dir $tree \
	    >"$T/out" 2>"$T/err" || ok 1 "imported by the peer: $i"
done
(cd "$ours" && find v1 -type f | sort) >"$T/keys"
(cd "$theirs" && find v1 -type f | sort) >"$T/keys2"
is_file 'the same keys' "$T/keys2" "$T/keys"
is_lines 'of four engines' "$T/keys" $((4 + 19 * 2))
results() { # of a store: of each object, in order; no case without metrics
	while read -r key; do
		gzip -dc <"$1/$key" | jq -c '[.results[] |
		    select(.metrics != []) | {id: .id.segments,
		    metrics: [.metrics[] | {kind, value, interval_low,
		    interval_high, std_dev}]}]' || exit
	done <"$T/keys" | jq -s .
}
results "$ours" >"$T/r1"
results "$theirs" >"$T/r2"
covers 'the same ids, kinds, values, intervals' "$T/r2" "$T/r1"
covers 'and no others' "$T/r1" "$T/r2"

# what each says of either store
peer() { # peer STORE FILE COMMAND [OPTION...]: its JSON
	p_store=$1 p_file=$2
	shift 2
	"$P" "$@" --local="$p_store" --no-text --json "$p_file" \
	    >"$T/out" 2>"$T/err"
}
us() { # the same of us
	u_store=$1 u_file=$2
	shift 2
	bh "$@" --store "$u_store" --no-text --json "$u_file" \
	    >"$T/out" 2>"$T/err"
}
window='--since 2026-01-01'
while read -r name command; do
	case $command in
	report*) theirs_is=analyze${command#report} ;;
	*) theirs_is=$command ;;
	esac
	options=''
	case $command in
	report*) options='--method compat' ;;
	esac
	for store in "$ours" "$theirs"; do
		s=${store##*/}
		# shellcheck disable=SC2086
		is_true "$name: the peer on $s" peer "$store" \
		    "$T/$name.peer.$s" $theirs_is
		# shellcheck disable=SC2086
		is_true "$name: us on $s" us "$store" "$T/$name.us.$s" \
		    $command $options
		covers "$name: the same of $s" "$T/$name.peer.$s" \
		    "$T/$name.us.$s"
	done
	is_file "$name: the peer tells no difference" "$T/$name.peer.theirs" \
	    "$T/$name.peer.ours"
	is_file "$name: nor do we" "$T/$name.us.theirs" "$T/$name.us.ours"
done <<END_OF_CALLS
report report $window
runs list runs $window
sets list discriminants
examine examine $window --benchmark parse/headers --metric wall_time
prune prune --all --dry-run --prune-base
END_OF_CALLS
is_true 'the step is found' sh -c 'jq -e ".regressions == 1" \
    "$1" >/dev/null' - "$T/report.peer.ours"
is_status 0 'bh-verify of its store' bh-verify --store "$theirs"

# collisions
is_status 1 'we leave its object alone' bh-import --store "$theirs" \
    --commit HEAD ../tree
is_status 1 'and it ours' "$P" import --local="$ours" --commit HEAD \
    --target-dir ../tree

# blessings
is_status 0 'blessed by us' bh-bless parse/ --engine criterion --context HEAD~7
is_status 0 'by the peer' "$P" bless parse/ --engine criterion \
    --context HEAD~7 --local="$theirs"
for store in "$ours" "$theirs"; do
	s=${store##*/}
	# shellcheck disable=SC2086
	is_true "blessings: the peer on $s" peer "$store" "$T/b.peer" \
	    list blessings --all $window
	# shellcheck disable=SC2086
	is_true "blessings: us on $s" us "$store" "$T/b.us" \
	    list blessings --all $window
	covers "blessings: the same of $s" "$T/b.peer" "$T/b.us"
	is_true "blessings: one of $s" \
	    sh -c 'jq -e ".blessings | map(.benchmark) == [\"parse/headers\"]" \
	    "$1" >/dev/null' - "$T/b.us"
	# shellcheck disable=SC2086
	peer "$store" "$T/r.peer" analyze $window
	# shellcheck disable=SC2086
	us "$store" "$T/r.us" report --method compat $window
	covers "blessings: the report on $s" "$T/r.peer" "$T/r.us"
done
is_status 0 'its blessing is taken back by us' bh-unbless --store "$theirs" \
    --context HEAD~7
has_text 'gone' out 'Removed 1 blessing'
is_status 0 'ours by the peer' "$P" unbless --context HEAD~7 --local="$ours"
is_status 0 'gone too' bh-store-ls --blessings
no_text 'no record of it' out '"type":"blessing"'

# our snapshot, read by the peer
mkdir -p "$T/taken"
cat >"$T/take" <<'END_OF_TAKE'
#!/bin/sh
rm -rf "$BH_TARGET_DIR/criterion" && mkdir -p "$BH_TARGET_DIR" &&
    cp -R "$TREE/criterion" "$BH_TARGET_DIR" &&
    find "$BH_TARGET_DIR" -exec touch {} +
END_OF_TAKE
chmod +x "$T/take"
TREE=$T/tree
export TREE
git checkout -q -b topic
mk_commit . 'on a branch' 1790100000
is_status 0 'a snapshot of ours' bh-collect --collection-output "$T/snap" -- \
    "$T/take"
peer "$ours" "$T/c.peer" analyze --current-collection "$T/snap"
tap_status 0 'is read by the peer' $?
us "$ours" "$T/c.us" report --method compat --current-collection "$T/snap"
tap_status 0 'and by us' $?
covers 'with the same report' "$T/c.peer" "$T/c.us"
is_true 'of something' sh -c 'jq -e ".series > 0" "$1" >/dev/null' - "$T/c.us"

# a snapshot of the peer's own collection: a package whose benchmark copies
mkdir -p benches src
printf '%s\n' '[package]' 'name = "copier"' 'version = "0.1.0"' \
    'edition = "2021"' '[lib]' 'bench = false' '[[bench]]' 'name = "copy"' \
    'harness = false' >Cargo.toml
: >src/lib.rs
cat >benches/copy.rs <<'END_OF_RUST'
fn main() {
    let dir = std::env::var("CARGO_TARGET_DIR").unwrap_or("target".into());
    let done = std::process::Command::new(std::env::var("TAKE").unwrap())
        .env("BH_TARGET_DIR", dir)
        .status()
        .unwrap();
    assert!(done.success());
}
END_OF_RUST
TAKE=$T/take CARGO_TARGET_DIR=$PWD/target
export TAKE CARGO_TARGET_DIR
if cargo generate-lockfile --offline >"$T/out" 2>"$T/err" &&
    cargo bench --offline >"$T/out" 2>"$T/err"; then
	mk_commit . 'a package' 1790200000
	is_status 0 'a collection of the peer' "$P" collect \
	    --collection-output "$T/psnap" --local="$theirs"
	is_status 0 'a report of ours on its snapshot' bh-report --no-text \
	    --json "$T/c.us" --method compat --store "$theirs" \
	    --current-collection "$T/psnap"
	peer "$theirs" "$T/c.peer" analyze --current-collection "$T/psnap"
	tap_status 0 'and one of the peer' $?
	covers 'agree' "$T/c.peer" "$T/c.us"
	is_true 'on something' sh -c 'jq -e ".series > 0" "$1" >/dev/null' - "$T/c.us"
else
	skip "cargo cannot build a package here" 'a snapshot of the peer'
fi
tap_done
