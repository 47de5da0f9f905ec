#!/bin/sh
# Pages, pictures and tables: HTML, SVG and CSV.
. "${0%/*}/tap.sh"
. "$TESTS/hostile.sh"
r=$BH/bh-render
F=$FIX/render
h=$F/history.ndjson
P=$TESTS/pages.py

sound() { # sound NAME FILE...: nothing is wrong with these
	sound_name=$1
	shift
	if command -v python3 >/dev/null; then
		is_status 0 "$sound_name" python3 "$P" "$@"
		is_empty 'nothing is wrong with them' out
	else
		skip 'no python3 here' "$sound_name"
	fi
}

# --- the worked streams

for m in history branch; do
	is_status 0 "$m in one pass" "$r" --html "$m.html" --csv "$m.csv" \
	    "$F/$m.ndjson"
	is_file "$m: the text is there, too" "$F/$m.txt" out
	is_file "$m: a page" "$F/$m.html" "$m.html"
	is_file "$m: a table" "$F/$m.csv" "$m.csv"
done
is_status 0 'measurements' "$r" --as examine --no-text --svg ex.svg \
    --csv ex.csv "$F/examine.ndjson"
is_file 'a picture' "$F/examine.svg" ex.svg
is_file 'a table' "$F/examine.csv" ex.csv
is_status 0 'verdicts' "$r" --as explain --no-text --svg hi.svg "$h"
is_file 'a picture with levels' "$F/history.svg" hi.svg
is_status 0 'verdicts of a branch' "$r" --as explain --no-text \
    --svg br.svg "$F/branch.ndjson"
sound 'pages, pictures, tables' history.html branch.html ex.svg hi.svg br.svg \
    history.csv branch.csv ex.csv
is_status 0 'a picture on stdout' "$r" --as examine --no-text --svg - \
    "$F/examine.ndjson"
is_file 'the same' ex.svg out
is_full 4 'a full disk' "$r" --no-text --html - "$h"
is_status 2 'no picture of a report' "$r" --svg x "$h"
is_text 'it says so' err 'bh-render: --svg is not for this view'
is_status 2 'no page of measurements' "$r" --as examine --html x "$h"
is_status 2 'no table of runs' "$r" --as runs --csv x "$h"
is_status 2 'one file twice' "$r" --html x --csv x "$h"
is_text 'says which' err 'bh-render: --html and --csv name one file: x'
sed '/"coverage"/d' "$h" >in
is_status 3 'a stream without its account' "$r" --html lost.html in
is_true 'is no page' test ! -e lost.html

# --- what a page says

has_text 'what was judged comes first' history.html \
    '<p>Coverage: 2 of 3 in-scope series judged.</p>'
has_text 'what was not, although there are findings' history.html \
    '<p>Unjudged: 3 series not measured at the context commit; 1 series too short in the window.</p>'
has_text 'and what would help' history.html \
    '<td>too short in the window</td><td class="number">1</td><td>more commits measured in the same set, inside the window; a backfill fills gaps</td>'
has_text 'the sentence of all formats' history.html \
    'regression via change point · 1002 → 1302 · near 3c78f29d60b441a0682790fbdcfda64715db2b53'
has_text 'the finding in the table of its set' history.html \
    '<td><a href="#f1">1</a></td><td><code>textproc/http::parse/headers</code></td>'
has_text 'a policy' history.html \
    "content=\"default-src 'none'; style-src 'unsafe-inline'\""
no_text 'no ladder unless asked' history.html '<details'
cat >gates <<'END'
{"type":"gate","n":1,"stage":"change_point","gate":"split_located","pass":true}
{"type":"gate","n":1,"stage":"change_point","gate":"relative_floor","value":0.29,"demand":0.03,"pass":true}
END
sed '/"detection"/r gates' "$h" >in
is_status 0 'ladders' "$r" --gates --html g.html in
sed -n '/^gates/,$p' out >want
sed -n '/<pre>/,/<\/pre>/p' g.html |
    sed 's/.*<pre>//; s/<\/pre>.*//; /^$/d; s/&gt;/>/g' >got
is_true 'there is one' test -s want
is_file 'the same as in the text' want got
sed -e '/"finding",/d' -e 's/"findings":1/"findings":0/
	s/"outcome":"findings"/"outcome":"partial"/' "$h" >in
is_status 0 'no findings' "$r" --no-text --html q.html --csv q.csv in
has_text 'the verdict' q.html \
    '<p class="verdict">No reportable change in the judged part of the suite.</p>'
has_text 'in no colour of an all-clear' q.html 'class="box state open"'
no_text 'no section of them' q.html '<article'
head -n 1 "$F/history.csv" >want
is_file 'a table of names alone' want q.csv

# levels, boundaries and suspects of scan
sus='"boundaries":[{"commit":"5555555555555555555555555555555555555555","topo":5,"before":1002,"after":1003,"p":0.01},{"commit":"3c78f29d60b441a0682790fbdcfda64715db2b53","topo":8,"before":1003,"after":1302,"p":0.0013}],"suspect":{"good":"b0a6f0d1c2e34b5a69788796a5b4c3d2e1f00f1e","bad":"3c78f29d60b441a0682790fbdcfda64715db2b53","unmeasured":[],"candidates":[{"commit":"3c78f29d60b441a0682790fbdcfda64715db2b53","weight":1}],"coverage":0.9},"effect":{"low":0.25,"high":0.5,"level":0.95}'
{
	echo '{"type":"commit","line":"context","topo":7,"commit":"b0a6f0d1c2e34b5a69788796a5b4c3d2e1f00f1e","time":"2026-01-08T00:00:00Z","side":"base","title":"change 7"}'
	sed -e 's/"method":"compat"/"method":"scan"/' -e "/\"finding\",/{
	s/\"p\":0.028/\"p\":0.0013/
	s/}\$/,$sus}/
	}" -e 's/"findings":1,/&"provisional":0,"improved":0,"unstable":0,/' "$h"
} >scan
is_status 0 'scan' "$r" --no-text --html s.html --csv s.csv scan
is_true 'three levels' test "$(grep -c '^<path class="v"' s.html)" -eq 3
has_text 'a boundary that is not of the finding' s.html '>555555555555</text>'
is_true 'two marks, one of the finding' sh -c \
    'test "$(grep -c "class=\"m" s.html),$(grep -c "class=\"m\"" s.html)" = 2,1'
is_true 'the suspects' test "$(grep -c '<rect class="s"' s.html)" -eq 1
has_text 'as a command' s.html '<code>git log b0a6f0d1c2e3..3c78f29d60b4</code>'
has_text 'in the table' s.csv ',0.0013,1,0.05,0.25,0.5,"b0a6f0d1c2e34b5a69788796a5b4c3d2e1f00f1e","3c78f29d60b441a0682790fbdcfda64715db2b53",'
sound 'these' s.html s.csv g.html q.html q.csv

# --- values of any size, none at all

picture() { # picture NAME VALUES
	sed "/\"series\"/s/\"points\":.*/\"points\":{\"topo\":[0,1,2,15],\"value\":[$2],\"low\":[null,0,0,0],\"high\":[null,1,2,3],\"dirty\":[1]}}/" \
	    "$F/examine.ndjson" >in
	is_status 0 "$1" "$r" --as examine --no-text --svg "$1.svg" in
	is_true "$1: finite" sh -c "! grep -Eq '[^a-z](nan|inf)' '$1.svg'"
}
picture huge 1e308,-1.7e308,1e308,0
picture denormal 5e-324,1e-323,0,5e-324
picture zero 0,0,0,0
picture large 1e15,1000000000000001,1e15,1e15
has_text 'a dirty one is marked' zero.svg '<path class="p u"'
has_text 'intervals' zero.svg '<path class="i"'
sed '/"series"/s/"points":.*/"points":{"topo":[],"value":[]}}/' \
    "$F/examine.ndjson" >in
is_status 0 'no point' "$r" --as examine --no-text --svg none.svg in
sed '/"type":"series"/d' "$F/examine.ndjson" >in
is_status 0 'no series' "$r" --as examine --no-text --svg empty.svg \
    --csv empty.csv in
has_text 'is said' empty.svg 'no measurement'
head -n 1 "$F/examine.csv" >want
is_file 'names alone' want empty.csv
sound 'all of them' huge.svg denormal.svg zero.svg large.svg none.svg \
    empty.svg empty.csv

# --- hostile names

for m in history branch examine; do
	hostile "$F/$m.ndjson" >"evil.$m"
done
for m in history branch; do
	is_status 0 "hostile: $m" "$r" --gates --html "e-$m.html" \
	    --csv "e-$m.csv" "evil.$m"
	is_status 0 "hostile: $m explained" "$r" --as explain --no-text \
	    --svg "e-$m.svg" "evil.$m"
done
is_status 0 'hostile: measurements' "$r" --as examine --no-text \
    --svg e-examine.svg --csv e-examine.csv evil.examine
for f in e-history.html e-branch.html e-history.svg e-branch.svg \
    e-examine.svg; do
	has_text "$f: shown, not sent" "$f" '\u001b[31m\u007f\u0085\u009b\u202e'
	is_true "$f: no tag" sh -c \
	    "! grep -Eiq '<(script|img|link|iframe|image|use|!--)' '$f'"
done
has_text 'a text is no formula' e-history.csv "\"'=1+1"
sound 'all of them' e-history.html e-branch.html e-history.svg e-branch.svg \
    e-examine.svg e-history.csv e-branch.csv e-examine.csv

tap_done
