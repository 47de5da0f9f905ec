#!/bin/sh
. "${0%/*}/tap.sh"

mk_repo 'a b'
cd 'a b' || exit 4
is_status 0 'a first configuration' bh-init
has_text 'is named' out "$T/a b/.bench-history written."
is_empty 'silently' err
has_text 'and what to do next' out 'commit the'
git add . && git commit -qm 'where runs are kept'
is_status 0 'done so' bh-context --no-host-facts
has_text 'a run is clean' out '"dirty":false'
git config -f .bench-history project.id >"$T/got"
is_text 'the project is the directory' "$T/got" 'a b'
is_true 'git reads it' git config -f .bench-history --list
cp .bench-history "$T/first"
is_status 0 'a second time' bh init --project x
has_text 'it is left' out 'there already'
is_file 'as it was' "$T/first" .bench-history
rm .bench-history
mkdir below
is_status 0 'from below, with a project' sh -c 'cd below && bh-init --project "p \"1\""'
git config -f .bench-history project.id >"$T/got"
is_text 'which is quoted' "$T/got" 'p "1"'
is_status 0 'another file' bh-init --repo "$T/a b" --config "$T/conf"
is_true 'is written' test -s "$T/conf"
for word in repo config project; do
	is_status 2 "an empty $word" bh-init "--$word="
	has_text 'is told' err "bh-init: --$word needs a value"
done
mk_repo "$T/-n"
is_status 0 'a directory named like an option' bh-init --repo "$T/-n"
is_empty 'silently' err
git config -f "$T/-n/.bench-history" store.path >"$T/got"
is_text 'gives the store its name' "$T/got" '../-n-bench-store'
is_full 4 'a full disk' bh-init
is_text 'is told' err 'bh-init: stdout: write: No space left on device'
is_status 4 'a folder that is not there' bh-init --config "$T/none/conf"
is_lines 'is told in a line' err 1
has_text 'with the reason' err "bh-init: $T/none/conf: not written: "
is_status 4 'no repository' bh-init --repo "$T"
has_text 'is told in our words' err "bh-init: $T: not a git repository"
is_status 2 'an operand' bh-init x
is_status 2 'a store is not its business' bh-init --store x

# the peer's file
rm .bench-history
mkdir .cargo
cat >.cargo/bench_history.toml <<'END'
# a comment
[project]
id = "my # proj" # and another
default_branch = 'trunk'
bogus = 1
[ignore]
benchmarks = [
  "tmp/", # why
  'a"b',
  "c\"d", "e" ]
[storage.azure]
account = "x"
END
is_status 0 'the peer'\''s file is converted' bh-init
git config -f .bench-history --list >"$T/got"
is_text 'all keys' "$T/got" 'project.id=my # proj
project.defaultbranch=trunk
analysis.ignore=tmp/
analysis.ignore=a"b
analysis.ignore=c"d
analysis.ignore=e'
has_text 'a misspelt key is named' err 'warning: project.bogus is not known'
has_text 'and what is not supported' err 'storage.azure: not supported'

toml() { # toml NAME WANT: the peer's file is stdin
	cat >.cargo/bench_history.toml
	rm -f .bench-history
	is_status 0 "$1" bh-init
	git config -f .bench-history --list >"$T/got"
	is_text "$1: is converted" "$T/got" "$2"
}
printf 'project.id = "dotted"\r\n[ignore]\r\nbenchmarks = ["a\\u00e9\\tb",\r\n\r\n "q#x",]\r\n' |
    toml 'dotted keys, carriage returns, escapes' "project.id=dotted
analysis.ignore=a$(printf '\303\251\tb')
analysis.ignore=q#x"
toml 'tables in a line' 'project.id=inline
project.defaultbranch=dev
analysis.ignore=x' <<'END'
project = { id = "inline", default_branch = "dev" }
ignore = { benchmarks = [ "x" ] }	# why
storage.azure = { account = "a", container = "b" }
END
is_lines 'what is not supported, once' err 1
toml 'quoted names, a string of several lines' 'project.id=a"b' <<'END'
[ "project" ] # here
'id' = """
a\"b"""
END
no_toml() { # no_toml NAME WHERE
	cat >.cargo/bench_history.toml
	rm -f .bench-history
	is_status 3 "$1" bh-init
	has_text "$1: is located" err "bench_history.toml:$2: "
	is_true "$1: nothing is written" test ! -e .bench-history
}
printf '[project\nid = "x"\n' | no_toml 'an open table' 1
printf '[project]\nid = "x\n' | no_toml 'an open string' 2
printf '[project]\n\nid =\n' | no_toml 'no value' 3
printf '[project] id = "x"\n' | no_toml 'two things on a line' 1
printf '[ignore]\nbenchmarks = ["x"\n' | no_toml 'an open list' 3
tap_done
