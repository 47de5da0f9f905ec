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
is_full 4 'a full disk' bh-init
is_text 'is told' err 'bh-init: stdout: write: No space left on device'
is_status 4 'a folder that is not there' bh-init --config "$T/none/conf"
is_status 4 'no repository' bh-init --repo "$T"
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
tap_done
