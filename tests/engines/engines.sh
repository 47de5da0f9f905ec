# What the tests of real engines share.  Sourced after tap.sh.
#	$dir	what is built, kept from run to run; ENGINES_DIR names it

# shellcheck shell=sh
HOME=$TAP_HOME
dir=${ENGINES_DIR:-$TESTS/../build/engines}
mkdir -p "$dir" && dir=$(cd "$dir" && pwd) || exit 4
peer=${PEER:-$TESTS/../build/peer/bin/cargo-bench-history}

fetch() { # what the crate needs, from the registry or what is here of it
	cargo fetch -q >"$T/log" 2>&1 || { tail -n 5 "$T/log" | tap_say; return 1; }
}

mk_crate() { # mk_crate DIR: what is there, a repository with one commit
	printf 'target/\nCargo.lock\n' >"$1/.gitignore"
	[ -d "$1/.git" ] || mk_repo "$1" || exit 4
	git -C "$1" add -A
	git -C "$1" commit -qm 'a crate' --allow-empty
}

# points STORE: set, id, kind and numbers of each metric stored, a line each
points() {
	bh-store-ls --store "$1" --project crate |
	    bh-store-get --store "$1" | jq -c 'select(.type == "object") |
	    (.set | split("/")[0]) as $engine | .body.results[] |
	    .id.segments as $id | .metrics[] | [[$engine, $id, .kind],
	    [.value, .std_dev, .interval_low, .interval_high]]' | sort
}

# numbers of the same points agree to 1e-12; the peer reads some one unit off
near='def near($a; $b): if ($a | type) == "number" and ($b | type) == "number"
	then ($a - $b | fabs) <= 1e-12 * ([$a, $b | fabs] | max)
	else $a == $b end;
($a | length) == ($b | length) and ([$a, $b] | transpose | all(
    .[0][0] == .[1][0] and ([.[0][1], .[1][1]] | transpose |
    all(near(.[0]; .[1])))))'
same_points() { # same_points NAME WANT GOT: files of points
	tap_rc=0
	[ -s "$2" ] && jq -en --slurpfile a "$2" --slurpfile b "$3" \
	    "$near" >/dev/null || tap_rc=1
	ok "$tap_rc" "$1" || diff -u "$2" "$3" 2>&1 | tap_say
}

# in the crate: its target folder read by the peer and by us
same_as_peer() { # same_as_peer NAME
	[ -x "$peer" ] || {
		skip 'no peer here: make check-peer' "$1: as the peer"
		return
	}
	rm -rf "$T/theirs" "$T/ours"
	is_status 0 "$1: the peer takes the tree" "$peer" bench-history import \
	    --target-dir target --local="$T/theirs"
	is_status 0 "$1: so do we" bh-import --store "$T/ours" target
	points "$T/theirs" >"$T/theirs.points"
	points "$T/ours" >"$T/ours.points"
	same_points "$1: same ids, kinds and values" "$T/theirs.points" \
	    "$T/ours.points"
}
