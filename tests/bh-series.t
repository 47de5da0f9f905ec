#!/bin/sh
# bh-series: placed objects in, series out
. "${0%/*}/tap.sh"
s=$BH/bh-series

# A store and the records that place its objects, c0 .. c11 on one line.
P=v1/p/objects/criterion/x/k1
hash() { printf '%040d' "$1"; }
obj() { # obj NUMBER FILE < results
	mkdir -p "store/$P/$(hash "$1")"
	{ printf '{"schema_version":5,"results":['; cat; printf ']}'; } |
	    gzip -n >"store/$P/$(hash "$1")/$2"
}
res() { # res ID VALUE [LOW HIGH]
	printf '{"id":{"segments":["%s"]},"metrics":[{"kind":"wall_time","value":%s' "$1" "$2"
	[ $# -lt 4 ] || printf ',"interval_low":%s,"interval_high":%s' "$3" "$4"
	printf '}]}'
}
head_() {
	printf '{"type":"topology","context":{"ref":"HEAD","commit":"%s"},"base":{"ref":"main","commit":"%s","how":"main"},"fork_topo":11,"tip_topo":11,"base_topo":11,"tip_is_merge_base":true,"tree_dirty":false,"context_is_head":true,"shallow":false}\n' "$(hash 11)" "$(hash 11)"
	i=0
	while [ $i -lt 12 ]; do
		printf '{"type":"commit","line":"context","topo":%d,"commit":"%s","time":"2026-01-01T00:00:00Z","side":"base","title":"c"}\n' $i "$(hash $i)"
		i=$((i + 1))
	done
	printf '{"type":"selection","project":"p","mode":"history","since":null,"since_why":"no default","filters":{"engine":null,"target_triple":null,"machine_key":null},"auto":[],"candidates":12,"kept":12,"dropped":{"history":0,"dirty":0,"since":0},"skipped_keys":0,"base_exception":false}\n'
}
place() { # place NUMBER ORDINAL
	printf '{"type":"object","key":"%s","what":"clean","set":"criterion/x/k1","commit":"%s","role":"context","topo":%d,"ordinal":%d}\n' "$P/$(hash "$1")/clean.json" "$(hash "$1")" "$1" "$2"
}
tail_() { printf '{"type":"end","from":"bh-select"}\n'; }

i=0
while [ $i -lt 12 ]; do
	{
		res parse "10$i.50"
		printf ,
		res 'odd\"name' 7 6.5 8e0
		[ $i -gt 3 ] || { printf ,; res gone 1; }
	} | obj $i clean.json
	i=$((i + 1))
done
{ head_; i=11; while [ $i -ge 0 ]; do place $i $i; i=$((i - 1)); done; tail_; } >in

is_status 0 'twelve runs' "$s" --store store in
grep '^{"type":"census"' out >census
is_text 'census before the series' census '{"type":"census","mode":"history","final":true,"total":3,"in_scope":2,"judged":2,"unjudged":1,"coverage":"full","reasons":[{"reason":"ghost","count":1}],"series":2,"ghosts_excluded":1,"ignored_excluded":0,"runs":12,"first":"'"$(hash 0)"'","last":"'"$(hash 11)"'","sets":[{"set":"criterion/x/k1","runs":12,"series":2}]}'
grep -E '^\{"type":"(series|unjudged)"' out >series
cat >want <<'EOF'
{"type":"unjudged","set":"criterion/x/k1","id":["gone"],"kind":"wall_time","reason":"ghost","points":4}
{"type":"series","n":0,"set":"criterion/x/k1","id":["odd\"name"],"kind":"wall_time","unit":"ns","judged":true,"active":0,"blessing":null,"points":{"topo":[0,1,2,3,4,5,6,7,8,9,10,11],"value":[7,7,7,7,7,7,7,7,7,7,7,7],"low":[6.5,6.5,6.5,6.5,6.5,6.5,6.5,6.5,6.5,6.5,6.5,6.5],"high":[8e0,8e0,8e0,8e0,8e0,8e0,8e0,8e0,8e0,8e0,8e0,8e0]}}
{"type":"series","n":1,"set":"criterion/x/k1","id":["parse"],"kind":"wall_time","unit":"ns","judged":true,"active":0,"blessing":null,"points":{"topo":[0,1,2,3,4,5,6,7,8,9,10,11],"value":[100.50,101.50,102.50,103.50,104.50,105.50,106.50,107.50,108.50,109.50,1010.50,1011.50]}}
EOF
is_file 'numbers keep their text, points the order of the line' want series
cp out all
for j in 1 2 7; do
	is_status 0 "-j $j" "$s" -j $j --store store in
	is_file "the same bytes with -j $j" all out
done
tail -n 1 out >last
is_text 'closed by its own end' last '{"type":"end","from":"bh-series"}'

is_status 0 'a prefix' "$s" --store store --prefix pa in
is_true 'only what starts with it' test "$(grep -c '"type":"series"' out)" -eq 1
is_status 0 'an ignore prefix' "$s" --store store --ignore odd --ignore pa in
is_true 'ignored, with a hint' grep -q '"hint","code":"all_ignored"' out
is_status 0 'a prefix of nothing' "$s" --store store --prefix zz in
is_true 'the hint names it' grep -q 'no stored benchmark starts with zz' out
is_status 2 'an empty prefix' "$s" --store store --prefix '' in

is_status 0 'raw' "$s" --raw --benchmark gone --metric wall_time --store store in
grep -E '^\{"type":"(series|query)"' out >series
cat >want <<'EOF'
{"type":"query","benchmark":"gone","metric":"wall_time","unit":"ns","runs":12,"series":1}
{"type":"series","n":0,"set":"criterion/x/k1","id":["gone"],"kind":"wall_time","unit":"ns","blessing":null,"points":{"topo":[0,1,2,3],"value":[1,1,1,1]}}
EOF
is_file 'what is there, no ghosts' want series
is_true 'objects are passed on' test "$(grep -c '"type":"object"' out)" -eq 12
is_status 0 'raw, nothing' "$s" --raw --benchmark none --metric gpu_time --store store in
is_true 'a hint' grep -q '"code":"no_point"' out
is_status 0 'a benchmark of two lines' "$s" --raw --benchmark 'a
b' --store store in
has_text 'is one in the hint' out 'none holds benchmark a\\u000ab with metric'
is_status 2 'an unknown kind' "$s" --raw --benchmark x --metric nope --store store in
is_status 2 'a benchmark without --raw' "$s" --benchmark x --store store in

# Blessings: at c3, for parse alone
mkdir -p "store/v1/p/objects/blessings/$(hash 3)"
B=v1/p/objects/blessings/$(hash 3)/bless-5.json
bless() { printf '%s' "$1" | gzip -n >"store/$B"; }
brec() { printf '{"type":"blessing","key":"%s","commit":"%s","line_topo":3}\n' "$B" "$(hash 3)"; }
bless '{"schema_version":2,"commit":"'"$(hash 3)"'","issued_at":"2026-01-01T00:00:00Z","prefixes":["parse"],"tool_version":"x","scope":{"engine":[],"target_triple":[],"machine_key":["K1"]}}'
{ sed '$d' in; brec; tail_; } >blessed
is_status 0 'a blessing' "$s" --store store blessed
grep '"id":\["parse"\]' out | cut -d , -f 7-10 >got
is_text 'evidence starts there' got '"judged":false,"reason":"too_few_points_since_blessing","active":3,"blessing":{"commit":"'"$(hash 3)"'"'
for bad in '{"scope":{"engine":[],"target_triple":[]}' '{"scope":{"engine":[],"target_triple":[],"machine_key":[],"x":[]}' '{"a":0'; do
	bless "$bad"',"commit":"'"$(hash 3)"'","issued_at":"2026-01-01T00:00:00Z","prefixes":[]}'
	is_status 3 "malformed: $bad" "$s" --store store blessed
	is_true 'names its key' grep -q "^bh-series: $B: " err
done
is_status 0 'left out on request' "$s" --store store --skip-invalid blessed
is_true 'and disclosed' grep -q '"code":"bad_objects"' out
bless '{"schema_version":2,"commit":"'"$(hash 3)"'","issued_at":"2026-01-01T00:00:00Z","prefixes":[],"tool_version":"x","scope":{"engine":[],"target_triple":[],"machine_key":["K1","k2"]}}'
for machine in k2 k3; do
	sed 's/"machine_key":null/"machine_key":["'$machine'"]/' blessed >narrow
	is_status 0 "filters: $machine" "$s" --raw --blessings --store store narrow
	grep -c '"type":"blessing"' out >"got.$machine"
done
is_text 'a scope that meets the filters is passed on' got.k2 1
is_text 'another is not' got.k3 0

# Damage: the first one in order is named, or all are left out
k3=$P/$(hash 3)/clean.json k7=$P/$(hash 7)/clean.json
cp "store/$k7" keep
printf 'no gzip' >"store/$k7"
is_status 3 'not gzip' "$s" -j 2 --store store in
is_text 'one line' err "bh-series: $k7: not gzip"
tail -n 1 out >last
is_text 'the end says so' last '{"type":"end","from":"bh-series","status":3}'
echo '{"results":[{"id":{"segments":["parse"]},"metrics":[{"kind":"wall_time","value":1}]},{"id":1' | gzip -n >"store/$k3"
for j in 1 2 5; do
	is_status 3 "two damaged, -j $j" "$s" -j $j --store store in
	is_true 'the first in order is named' grep -q "^bh-series: $k3: an object was expected at byte" err
done
is_status 0 'left out on request' "$s" --store store --skip-invalid in
is_true 'two bad records' test "$(grep -c '"type":"bad"' out)" -eq 2
is_true 'counted' grep -q '"objects_bad":2,"runs":10,' out
is_true 'none of their points' grep -q '"topo":\[0,1,2,4,5,6,8,' out
rm "store/$k3"
is_status 4 'gone since the listing' "$s" --store store in
is_true 'says so' grep -q "$k3: no longer there, try again" err
mkfifo "store/$k3"
is_status 4 'a FIFO in its place' "$s" --store store in
cp keep "store/$k7"
printf '{"results":[]}' >plain
rm "store/$k3"
cp plain "store/$k3"
is_status 0 'plain text on request' "$s" --accept-plain --store store in
is_true 'with a warning' grep -q warning err

# Every stage's manners
: >empty
is_status 3 'an empty input' "$s" --store store empty
is_text 'says what is missing' err 'bh-series: empty: ends without an end record'
printf '{"type":"object"' >torn
is_status 3 'a torn record' "$s" --store store torn
is_text 'says where' err 'bh-series: torn:1: record is cut short'
{ sed '$d' in; printf '{"type":"end","from":"bh-select","status":4}\n'; } >failed
is_status 4 'a failed writer upstream' "$s" --store store failed
is_empty 'which has said why' err
is_status 4 'no such store' "$s" --store nowhere in
is_status 4 'no such input' "$s" --store store nothing
is_full 4 'a full disk' "$s" --accept-plain --store store in
is_status 2 'bad -j' "$s" -j 0 --store store in
is_status 2 'unknown option' "$s" --wrong
{ tail_; } >bare
is_status 3 'no topology' "$s" --store store bare
tap_done
