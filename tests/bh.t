#!/bin/sh
. "${0%/*}/tap.sh"
. "$TESTS/fakes.sh"

is_status 2 'no command is a usage error' "$BH/bh"
is_empty 'its help goes to stderr' out
has_text 'and begins with the usage' err 'usage: bh '
is_status 0 '-h' "$BH/bh" -h
has_text 'lists the commands' out '  report    say what changed, and where'
has_text 'the gate among them' out '  gate      fail a build on a report that breaks a rule'
has_text 'and the programs' out '  machine-key'
is_status 0 '--version' "$BH/bh" --version
has_text 'prints one' out 'bench-history '
is_status 2 'an unknown command' "$BH/bh" nonsense
has_text 'is named' err 'bh: no command nonsense'
is_status 2 'one of two lines' "$BH/bh" 'a
b'
has_text 'is named in one' err 'bh: no command a?b'
is_status 2 'a command with a slash is none' "$BH/bh" ../bh-report
is_status 2 'an unknown option' "$BH/bh" --nonsense
is_full 4 'a full disk' "$BH/bh" -h
is_text 'is told in our words' err 'bh: stdout: write: I/O error'
is_full 4 'also for a version' "$BH/bh" --version
is_text 'as well' err 'bh: stdout: write: I/O error'
is_full 4 'and a usage text' "$BH/bh-report" -h
is_text 'as well' err 'bh-report: stdout: write: I/O error'

is_status 0 'bh WORD runs bh-WORD' "$BH/bh" report -h
has_text 'with its arguments' out 'usage: bh-report'

fake_scripts bh
fake bh-what 'exit 3'
is_status 3 'the status is the command'\''s' "$T/fake/bh" what 'a b' '' "c
d" "'"
is_call 'the arguments stay whole' bh-what "<a b><><c
d><'>"

mkdir 'a link' "odd
dir"
ln -s "$T/fake/bh" 'a link/bh'
is_status 3 'through a symbolic link' "$T/a link/bh" what
PATH="$T/a link:$PATH" is_status 3 'through a link in PATH' bh what
cp "$T"/fake/* "odd
dir"
is_status 3 'from a directory with a newline' "$T/odd
dir/bh" what
(cd "$T/fake" && exec ./bh what) >/dev/null 2>&1
tap_status 3 'from the working directory' $?
sh "$T/fake/bh" what >/dev/null 2>&1
tap_status 3 'by name of the shell' $?

# a directory that PATH names keeps its place
mkdir first
cp "$T/fake/bh-what" first/bh-what
echo 'exit 4' >>first/bh-what
sed -i '/^exit 3/d' first/bh-what
PATH="$T/first:$T/fake:$PATH" is_status 4 'PATH decides where it can' bh what
PATH="$T/first:$PATH" is_status 3 'else what lies beside' "$T/fake/bh" what
tap_done
