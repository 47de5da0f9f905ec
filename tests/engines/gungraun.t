#!/bin/sh
# Gungraun itself, of both schemas, under valgrind: what bh collect stores is
# what the summaries say, to jq and to the peer.
. "${0%/*}/../tap.sh"
need cargo valgrind jq
. "$TESTS/engines/engines.sh"

# what a summary says, in the words of either schema
cat >"$T/says.jq" <<'END_OF_JQ'
def kinds: {"Ir": "instruction_count", "Bc": "conditional_branches",
    "Bi": "indirect_branches"};
def of6: .summaries.total.summary | objects | .Callgrind // empty |
	map_values(.metrics | (.Left // .Both[0]) | (.Int // .Float));
def of7: select(.tool == "Callgrind") | .data.total.metrics |
	map_values(.values.new);
([(.package_dir | split("/")[-1]), .module_path, .function_name, .id] |
    map(select(. != null and . != ""))) as $id |
(if .version == "6" then .profiles[] | of6 else .profiles[] | of7 end) |
to_entries[] | select(kinds[.key] and .value != null) |
[["callgrind", $id, kinds[.key]], [.value, null, null, null]]
END_OF_JQ
says() { # of every summary in the target folder
	find target/gungraun -name summary.json -exec jq -c -f "$T/says.jq" \
	    {} + | sort
}

ids() { # ids FILE: last two segments and kinds, of points
	jq -r '"\(.[0][1] | .[-2:] | join(" ")) \(.[0][2][:4])"' "$1" |
	    awk '{ k = $NF; sub(/ [^ ]*$/, ""); a[$0] = a[$0] " " k }
	    END { for (i in a) print i ":" a[i] }' | sort
}

# DHAT or Cachegrind alone give none
cat >"$T/want" <<'END_OF_IDS'
constant large: inst
constant small: inst
count empty: inst
count two: inst
fields none: inst
fields three: inst
shapes::words::plain plain: inst
sized sizes_0: inst
sized sizes_1: inst
sized sizes_2: inst
split long: inst
split short: inst
tools::tools::beside_cachegrind beside_cachegrind: inst
tools::tools::beside_dhat beside_dhat: inst
tools::tools::beside_others beside_others: inst
tools::tools::branches branches: cond indi inst
tools::tools::branches_alone branches_alone: cond indi inst
tools::tools::dhat_first dhat_first: cond indi inst
tools::tools::everything everything: inst
tools::tools::no_cache no_cache: inst
tools::tools::threads threads: cond indi inst
tools::tools::toggled toggled: cond indi inst
two_parameters pair: inst
two_parameters pairs_0: inst
two_parameters pairs_1: inst
END_OF_IDS

measured() { # measured VERSION SCHEMA
	PATH=$dir/gungraun-$1/bin:$was
	crate=$dir/gungraun-$1/crate
	mkdir -p "$crate"
	cp -R "$TESTS/engines/gungraun/." "$crate" || exit 4
	[ "$2" -ne 6 ] || sed -i 's/::Tool;.*/::ValgrindTool as Tool;/' \
	    "$crate/part/benches/tools.rs"
	cat >"$crate/Cargo.toml" <<END_OF_TOML
[workspace]
members = ["part"]
[package]
name = "tally"
version = "0.1.0"
edition = "2021"
[dev-dependencies]
gungraun = "=$1"
[[bench]]
name = "at_root"
harness = false
[[bench]]
name = "command"
harness = false
[profile.bench]
debug = true
END_OF_TOML
	cat >"$crate/part/Cargo.toml" <<END_OF_TOML
[package]
name = "wordcount"
version = "0.1.0"
edition = "2021"
[dev-dependencies]
gungraun = "=$1"
[[bench]]
name = "shapes"
harness = false
[[bench]]
name = "tools"
harness = false
END_OF_TOML
	mk_crate "$crate"
	cd "$crate" || exit 4
	fetch || {
		skip 'the registry cannot be reached' "gungraun $1"
		return
	}
	is_status 0 "$1: built" nice -n 19 cargo bench --workspace --no-run
	rm -rf target/gungraun "$T/store"
	BH_STORE=$T/store
	export BH_STORE
	is_status 0 "$1: collected" bh-collect -- \
	    cargo bench --workspace --benches
	has_text "$1: stored" out 'Stored 1 object, '
	find target/gungraun -name summary.json -exec jq -r .version {} + |
	    sort -u >"$T/version"
	is_text "$1: its schema" "$T/version" "$2"
	points "$T/store" >"$T/$1.points"
	says >"$T/says"
	same_points "$1: as its summaries say" "$T/says" "$T/$1.points"
	ids "$T/$1.points" >"$T/ids"
	is_file "$1: of each shape, and no other" "$T/want" "$T/ids"
	same_as_peer "$1"

	# again: each event has an old value beside the new one
	mk_commit . 'the same again' 1800000000
	rm -rf "$T/store"
	is_status 0 "$1: collected again" bh-collect -- \
	    cargo bench --workspace --benches
	points "$T/store" >"$T/again"
	says >"$T/says"
	same_points "$1: again as its summaries say" "$T/says" "$T/again"
	same_as_peer "$1: again"
	cd "$T" || exit 4
}

was=$PATH
for v in 0.20.0:7 0.19.4:6; do
	[ -x "$dir/gungraun-${v%:*}/bin/gungraun-runner" ] || {
		skip 'it is not here: make check-engines' "gungraun ${v%:*}"
		continue
	}
	measured "${v%:*}" "${v#*:}"
done
tap_done
