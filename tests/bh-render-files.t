#!/bin/sh
# Where the outputs go, and what foreign names may not do there.
. "${0%/*}/tap.sh"	# own directory, LC_ALL=C, UTC
r=$BH/bh-render
h=$FIX/render/history.ndjson
b=$FIX/render/branch.ndjson

# --- usage, before any work

usage() { # usage NAME MESSAGE OPTION...
	usage_name=$1 usage_text=$2
	shift 2
	is_status 2 "$usage_name" "$r" "$@" none
	is_text 'says so' err "bh-render: $usage_text"
}
usage 'nothing is asked for' 'no output is asked for' --no-text
usage 'a view that is none' '--as: no such view: html' --as html
usage 'a summary is for reports' '--markdown-summary is not for this view' \
    --as examine --markdown-summary x
usage 'so is an outcome' '--outcome is not for this view' --as runs --outcome x
usage 'an empty name' '--json: empty file name' --json ''
usage 'a limit of none' '--summary-limit: not a count: 0' --summary-limit 0
usage 'a limit in words' '--summary-limit: not a count: ten' --summary-limit ten
usage 'two on stdout' 'the text and --json both on stdout (--no-text)' --json -
usage 'two on stdout' '--json and --outcome both on stdout' --no-text \
    --json - --outcome -
usage 'one file twice' '--json and --markdown name one file: x' \
    --json x --markdown x
usage 'also by way of a directory' \
    '--json and --markdown name one file: new/../x' \
    --json x --markdown new/../x
ln -s x link
usage 'through a link that dangles' '--json and --markdown name one file: x' \
    --json link --markdown x
: >real
ln -s "$PWD/real" link2
usage 'through a link' '--json and --outcome name one file: real' \
    --json link2 --outcome real
ln real hard
usage 'under two names' '--json and --outcome name one file: hard' \
    --json real --outcome hard
mkdir dir
ln -s dir dlink
usage 'through a linked directory' \
    '--markdown and --outcome name one file: dlink/a' \
    --markdown dir/a --outcome dlink/a
usage 'a file above another' \
    '--json and --outcome: one is a directory above the other: y, y/z/a' \
    --json y --outcome y/z/a
is_true 'nothing was made' test ! -e x -a ! -e y -a ! -e new
is_status 2 'an unknown option' "$r" --colour
is_status 0 'help' "$r" -h
has_text 'is the usage' out 'usage: bh-render [-h]'

# --- files

is_status 0 'directories are made' "$r" --no-text --outcome a/b/c/oc "$h"
is_text 'a file in them' a/b/c/oc findings
is_empty 'no text' out
echo old >js
is_status 0 'a file is replaced' "$r" --no-text --json js "$h"
is_file 'whole' "$FIX/render/history.json" js
is_status 0 'a file behind a link' "$r" --no-text --outcome link2 "$h"
is_text 'is replaced' real findings
is_true 'the link stays' test -L link2
is_status 0 'a file behind one that dangles' "$r" --no-text --outcome link "$h"
is_text 'is made' x findings
ln -s /proc/self/fd/1 mine
is_status 0 'our stdout by another name' "$r" --no-text --json mine "$h"
is_file 'is written to' js out
is_true 'and not replaced' test -L mine
is_status 0 'JSON on stdout' "$r" --no-text --json - "$h"
is_file 'the same' js out
is_status 0 'to be thrown away' "$r" --json /dev/null --markdown /dev/null "$h"
is_status 4 'a directory in the way' "$r" --json dir "$h"
is_empty 'no text then' out
if [ "$(id -u)" -ne 0 ]; then
	mkdir ro
	chmod 555 ro
	is_status 4 'no permission' "$r" --json ro/x "$h"
else
	skip 'root' 'no permission'
fi
is_status 4 'a file that is full' "$r" --json /dev/full "$h"
is_true 'no temporary is left' sh -c '! ls -A . a dir | grep -q tmp-'

# --- configuration

mk_repo repo
printf '[render]\n\tsummaryLimit = 1\n' >repo/.bench-history
is_status 0 'a limit of the configuration' "$r" --repo repo --no-text \
    --markdown-summary sum "$b"
has_text 'counts' sum '> Showing 1 of 2 findings, largest first.'
is_status 0 'an option beats it' "$r" --repo repo --no-text \
    --summary-limit 2 --markdown-summary sum "$b"
is_file 'all of it' "$FIX/render/branch.summary.md" sum
printf '[render]\n\tsummaryLimit = many\n' >repo/.bench-history
is_status 2 'a limit that is none' "$r" --repo repo --markdown-summary sum "$b"

# --- colour

if script -qec true /dev/null >/dev/null 2>&1; then
	script -qec "$r $h" /dev/null | tr -d '\r' >got
	esc=$(printf '\033')
	sed "s/${esc}\[[0-9;]*m//g" got >got2
	is_file 'a terminal sees the same text' "$FIX/render/history.txt" got2
	has_text 'the id in bold' got "${esc}[1mtextproc/http::parse/headers${esc}[0m"
	has_text 'a regression in red' got \
	    "  ${esc}[1;31m+29.94% conditional_branches${esc}[0m"
	has_text 'details dim' got "${esc}[2m    regression via"
	NO_COLOR=1 script -qec "$r $h" /dev/null | tr -d '\r' >got
	is_file 'NO_COLOR is obeyed' "$FIX/render/history.txt" got
else
	skip 'no terminal' 'colour'
fi

# --- ASCII

is_status 0 'ASCII' "$r" --ascii "$h"
is_true 'nothing else' sh -c '! grep -q "[^ -~]" out'
has_text 'a chart of it' out '      +****.***^.****..'

# --- foreign names

evil='\\u001b[31m\\u009b\\u202e\\u200b`\\\"<img src=x>@team|<!-- ```` '
sed -e "s%\"project\":\"textproc\"%\"project\":\"$evil\"%" \
    -e "s%http::parse%$evil%" \
    -e "s%\"rework parser\"%\"$evil\"%" "$h" >in
is_status 0 'a hostile report' "$r" --json js --markdown md \
    --markdown-summary sum in
sed -e "s%\"project\":\"textproc\"%\"project\":\"$evil\"%" \
    -e "s%http::parse%$evil%" \
    -e "s%\"rework parser\"%\"$evil\"%" "$FIX/render/examine.ndjson" >in2
cp out text
is_status 0 'hostile measurements' "$r" --as examine --json js2 \
    --markdown md2 in2
for f in text out js js2 md md2 sum; do
	LC_ALL=C.UTF-8 tr -d '\n' <"$f" >flat
	is_true "$f: no control byte" sh -c \
	    'LC_ALL=C; ! grep -q "[[:cntrl:]]" flat'
	is_true "$f: none in UTF-8 either" sh -c "! grep -q '$(
	    printf '\302\233\\|\342\200\256\\|\342\200\213')' flat"
done
has_text 'but shown' text '\u001b[31m\u009b\u202e\u200b`'
for f in md md2 sum; do
	# what is inside code spans and fences is inert
	sed -e '/^```/,/^```/d' -e 's/`````.*`````//' "$f" >open
	no_text "$f: no comment" open '<!--'
	no_text "$f: no tag" open '<img'
	is_true "$f: no mention" sh -c '! grep -q "@[a-z]" open'
done
has_text 'an id is a code span' md '### `````textproc/'
is_true 'a table keeps its columns' test "$(
    grep '^| 3c78' md2 | sed 's/\\\\//g; s/\\|//g' | tr -cd '|' | wc -c)" -eq 5

# --- a summary that fits

long=$(printf '%0900d' 0)
set=callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32
i=0
while [ $i -lt 100 ]; do
	printf '{"type":"series","n":%d,"set":"%s","id":["%s","%d"],"kind":"wall_time","unit":"ns","judged":true,"active":0,"blessing":null,"points":{"topo":[0,1,2,15],"value":[1,2,1,%d]}}\n' \
	    $((i + 10)) "$set" "$long" "$i" "$i"
	printf '{"type":"finding","n":%d,"set":"%s","id":["%s","%d"],"kind":"wall_time","method":"change_point","direction":"regression","baseline":1,"latest":2,"delta":1,"relative_delta":0.1%03d,"commit":"3c78f29d60b441a0682790fbdcfda64715db2b53"}\n' \
	    $((i + 10)) "$set" "$long" "$i" "$i"
	i=$((i + 1))
done >extra
sed -e '/"detection"/r extra' -e 's/"findings":1,/"findings":101,/' "$h" >in
is_status 0 'many findings' "$r" --no-text --markdown-summary sum in
has_text 'ten are shown' sum '> Showing 10 of 101 findings, largest first.'
is_true 'ten' test "$(grep -c '^## ' sum)" -eq 10
is_true 'each with its chart' test "$(grep -c '^```text' sum)" -eq 10
is_status 0 'more than fit' "$r" --no-text --summary-limit 1000 \
    --markdown-summary sum in
is_true 'at most 60000 bytes' test "$(wc -c <sum)" -le 60000
is_true 'nearly as many' test "$(wc -c <sum)" -ge 57000
n=$(grep -c '^## ' sum)
is_true 'whole findings' test "$(grep -c '^_Filter:_' sum)" -eq "$n"
has_text 'counted' sum "> Showing $n of 101 findings, largest first."
is_true 'charts went first' test "$(grep -c '^```text' sum)" -eq 0
is_true 'the largest is there' grep -q '29.94%' sum
is_status 0 'a limit between' "$r" --no-text --summary-limit 50 \
    --markdown-summary sum in
is_true 'all 50' test "$(grep -c '^## ' sum)" -eq 50
n=$(grep -c '^```text' sum)
is_true 'some charts are left' test "$n" -gt 0 -a "$n" -lt 50

tap_done
