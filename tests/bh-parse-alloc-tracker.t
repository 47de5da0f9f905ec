#!/bin/sh
# alloc_tracker's operations.
. "${0%/*}/tap.sh"
p=$BH/bh-parse-alloc-tracker
end='{"type":"end","from":"bh-parse-alloc-tracker"}'

put() { # put NAME TEXT
	mkdir -p t/alloc_tracker
	printf '%s' "$2" >"t/alloc_tracker/$1"
}

one() { # one NAME TEXT ID METRICS
	rm -rf t
	put op.json "$2"
	is_status 0 "$1" "$p" t
	is_text "$1: record" out "{\"type\":\"result\",\"engine\":\"alloc_tracker\",\"id\":$3,\"metrics\":[$4],\"src\":\"alloc_tracker/op.json\"}
$end"
}

none() { # none NAME TEXT
	rm -rf t
	put op.json "$2"
	is_status 0 "$1" "$p" --verbose t
	is_text "$1: no record" out "$end"
	is_text "$1: noted" err 'bh-parse-alloc-tracker: t/alloc_tracker/op.json: no slope, left out'
}

refused() { # refused NAME TEXT WHY
	rm -rf t
	put op.json "$2"
	is_status 3 "$1" "$p" t
	is_text "$1: why" err "bh-parse-alloc-tracker: t/alloc_tracker/op.json: $3"
}

m() { # m KIND VALUE [LOW HIGH]
	printf '{"kind":"%s","value":%s,' "$1" "$2"
	[ $# -eq 2 ] || printf '"interval_low":%s,"interval_high":%s,' "$3" "$4"
	printf '"estimator":"slope"}'
}

one A1 '{"operation":"push_back","total_iterations":8,"total_bytes_allocated":1024,"total_allocations_count":16,"span_count":1,"slope_bytes_per_iteration":128.0,"slope_allocations_per_iteration":2.0,"slope_peak_bytes":96.0}' \
    '["push_back"]' "$(m allocated_bytes 128),$(m allocation_count 2),$(m peak_outstanding_bytes 96)"
no_text 'one span has no interval' out interval
a2='{"operation":"push_back","total_iterations":111,"total_bytes_allocated":22350,"total_allocations_count":223,"span_count":3,"slope_bytes_per_iteration":200.05940005940005,"interval_low_bytes_per_iteration":199.90823567396936,"interval_high_bytes_per_iteration":200.21056444483074,"slope_allocations_per_iteration":2.000099000099,"interval_low_allocations_per_iteration":1.9998259662280788,"interval_high_allocations_per_iteration":2.000372033969921'
two="$(m allocated_bytes 200.05940005940005 199.90823567396936 200.21056444483074),$(m allocation_count 2.000099000099 1.9998259662280788 2.000372033969921)"
one A2 "$a2,\"slope_peak_bytes\":96.0,\"interval_low_peak_bytes\":96.0,\"interval_high_peak_bytes\":96.0}" \
    '["push_back"]' "$two,$(m peak_outstanding_bytes 96 96 96)"
one A3 "$a2}" '["push_back"]' "$two"
one A4 "$a2,\"slope_peak_bytes\":null}" '["push_back"]' "$two"
none A5 '{"operation":"op","slope_bytes_per_iteration":null,"slope_allocations_per_iteration":null}'
none A6 '{"operation":"op","slope_bytes_per_iteration":201.5}'
none 'the other slope alone' '{"operation":"op","slope_allocations_per_iteration":2}'
a7='{"operation":"op","slope_bytes_per_iteration":201.5,"slope_allocations_per_iteration":3.25'
plain="$(m allocated_bytes 201.5),$(m allocation_count 3.25)"
one A7 "$a7}" '["op"]' "$plain"
no_text 'no bounds, no interval' out interval
one A8 '{"operation":"op","span_count":1,"slope_bytes_per_iteration":200.0,"interval_low_bytes_per_iteration":200.0,"interval_high_bytes_per_iteration":200.0,"slope_allocations_per_iteration":2.0}' \
    '["op"]' "$(m allocated_bytes 200),$(m allocation_count 2)"
one A9 '{"operation":"group/case name","slope_bytes_per_iteration":201.5,"slope_allocations_per_iteration":3.25}' \
    '["group/case name"]' "$plain"
one A10 "$a7,\"interval_low_bytes_per_iteration\":1}" '["op"]' "$plain"
one 'a bound that is null' "$a7,\"interval_low_bytes_per_iteration\":1,\"interval_high_bytes_per_iteration\":null}" '["op"]' "$plain"
refused A11 '{"slope_bytes_per_iteration":201.5,"slope_allocations_per_iteration":3.25}' "member 'operation' is missing"
one 'bounds without a span count' "$a7,\"interval_low_bytes_per_iteration\":1,\"interval_high_bytes_per_iteration\":300}" \
    '["op"]' "$(m allocated_bytes 201.5 1 300),$(m allocation_count 3.25)"
one 'means and deviations of old producers are not read' \
    "$a7,\"mean_bytes_per_iteration\":\"x\",\"std_dev_bytes_per_iteration\":[],\"min_bytes_per_iteration\":1}" '["op"]' "$plain"
one 'bounds upside down' "$a7,\"interval_low_bytes_per_iteration\":3,\"interval_high_bytes_per_iteration\":1}" '["op"]' "$plain"
is_text 'are told' err 'bh-parse-alloc-tracker: warning: t/alloc_tracker/op.json: allocated_bytes: interval upside down, left out'

for f in slope_bytes_per_iteration interval_low_bytes_per_iteration interval_high_bytes_per_iteration \
    slope_allocations_per_iteration interval_low_allocations_per_iteration interval_high_allocations_per_iteration \
    slope_peak_bytes interval_low_peak_bytes interval_high_peak_bytes; do
	x="{\"operation\":\"op\",\"$f\":"
	refused "a string for $f" "$x\"1\"}" "a number was expected at byte ${#x}"
done
refused 'out of range' "$a7,\"slope_peak_bytes\":1e999}" "number out of range at byte 115"
refused 'an operation of another type' '{"operation":1}' 'a string was expected at byte 13'
refused 'cut short' "$a7" 'JSON text is cut short at byte 90'
refused 'empty' '' 'JSON text is cut short at byte 0'
rm -rf t
put op.json '{"operation":"","slope_bytes_per_iteration":1,"slope_allocations_per_iteration":1}'
is_status 3 'an operation without a name' "$p" t
is_text 'an operation without a name: why' err 'bh-parse-alloc-tracker: t/alloc_tracker/op.json: empty identity'

# only the top level, only regular files named *.json
rm -rf t
put b.json "$a7}"
put a.json '{"operation":"a","slope_bytes_per_iteration":1,"slope_allocations_per_iteration":1}'
put .json '{'
put c.JSON '{'
put c.json.bak '{'
put json '{'
mkdir -p t/alloc_tracker/sub t/alloc_tracker/d.json
cp t/alloc_tracker/a.json t/alloc_tracker/sub/z.json
ln -s a.json t/alloc_tracker/l.json
is_status 0 'a folder' "$p" t
sed -n 's/.*"id":\["\([^"]*\)"\].*/\1/p' out >got
printf '%s\n' a op >want
is_file 'its files in order' want got
"$p" t >want
tar cf t.tar -C t alloc_tracker
is_status 0 'a tar of it' "$p" t.tar
is_file 'gives the same' want out
cp t/alloc_tracker/a.json t/alloc_tracker/z.json
is_status 3 'one operation in two files' "$p" t
is_text 'both are named' err 'bh-parse-alloc-tracker: t/alloc_tracker/z.json: the same benchmark as in t/alloc_tracker/a.json: a'
is_status 0 'a file that is named' "$p" --rep 3 t/alloc_tracker/a.json
has_text 'is read' out '"rep":3,"src":"t/alloc_tracker/a.json"'
is_status 0 'a file on standard input' sh -c '"$0" <t/alloc_tracker/a.json' "$p"
has_text 'is read too' out '"src":"stdin"'
gzip -c t/alloc_tracker/a.json >a.gz
is_status 0 'a compressed file' "$p" a.gz
has_text 'is inflated' out '"id":["a"]'
is_full 4 'a full disk' "$p" t/alloc_tracker/a.json
put y.json '{'
rm t/alloc_tracker/z.json
is_status 3 'going on' "$p" --keep-going t
is_lines 'gives the others' out 3

rm -rf t
n=${#a2} i=0 bad=0
printf '%s}' "$a2" >whole
while [ "$i" -le "$n" ]; do
	head -c "$i" whole >cut.json
	rc=0
	"$p" cut.json >/dev/null 2>&1 || rc=$?
	[ "$rc" -eq 3 ] || bad=1
	i=$((i + 1))
done
ok "$bad" 'each prefix of a good file is refused'

is_status 0 'genuine output' "$p" "$FIX/alloc_tracker/tree"
sed '/"type":"end"/d' out >got
is_file 'gives the expected records' "$FIX/alloc_tracker/want" got
tap_done
