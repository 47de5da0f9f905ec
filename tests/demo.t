#!/bin/sh
# The demo names the slow routine, its size and the commit; and it does
# without valgrind.
. "${0%/*}/tap.sh"
for p in select series detect fdr render best-of store-put context \
    parse-callgrind; do
	[ -x "$BH/bh-$p" ] && continue
	echo "1..0 # SKIP skipped: no bh-$p here"
	exit 0
done

check() {
	has_text "$1: the benchmark and its size" out bench/count/20000
	has_text "$1: what is counted" out '% instruction_count'
	grep -c '^    regression via .* near ' "$T/out" >n
	is_text "$1: one commit is named" n 1
	commit=$(sed -n 's/^    regression via .* near //p' "$T/out")
	has_text "$1: it is the guilty one" out \
	    "$(printf %.7s "$commit") words: a table of fixed size"
	grep -c '^  [0-9a-f]\{12\}  *[0-9]' "$T/out" >n
	is_text "$1: a row for each commit" n 27
	has_text "$1: and a chart" out '┤'
}

mkdir path
for tool in $(cd /usr/bin && ls) $(cd /bin && ls); do
	[ "$tool" = valgrind ] || [ -e "path/$tool" ] ||
	    ln -s "$(command -v "$tool")" "path/$tool" 2>/dev/null
done
PATH=$T/path is_status 0 'without valgrind' sh "$TESTS/demo/run"
has_text 'it says so' out 'no valgrind here: the counts are recorded ones'
check 'recorded'
# the README shows it, but for the name of the machine
key() { sed 's/x86_64-unknown-linux-gnu\([ /]\(--machine-key \)*\)[0-9a-f]\{16\}/T\1M/'; }
sed '1d' "$T/out" | key >shown
sed -n '/^```$/,/^```$/p' "$TESTS/../README.md" | sed '1d;$d' | key >readme
case $(uname -m) in
x86_64) is_file 'the README shows this' readme shown ;;
*) skip 'another machine' 'the README shows this' ;;
esac

if command -v valgrind >/dev/null; then
	is_status 0 'with valgrind' sh "$TESTS/demo/run"
	check 'measured'
else
	skip 'no valgrind' 'with valgrind'
fi
tap_done
