#!/bin/sh
# all_the_time's operations; what it shares with alloc_tracker is tested there.
. "${0%/*}/tap.sh"
p=$BH/bh-parse-all-the-time
end='{"type":"end","from":"bh-parse-all-the-time"}'

one() { # one NAME TEXT METRIC...
	mkdir -p t/all_the_time
	printf '%s' "$2" >t/all_the_time/op.json
	is_status 0 "$1" "$p" t
	is_text "$1: record" out "{\"type\":\"result\",\"engine\":\"all_the_time\",\"id\":[\"scan_line\"],\"metrics\":[$3],\"src\":\"all_the_time/op.json\"}
$end"
}

one T1 '{"operation":"scan_line","total_iterations":4,"total_processor_time_nanos":80000000,"span_count":1,"slope_processor_time_nanos":20000000.0}' \
    '{"kind":"processor_time","value":20000000,"estimator":"slope"}'
one T2 '{"operation":"scan_line","total_iterations":6000,"total_processor_time_nanos":123500,"span_count":3,"slope_processor_time_nanos":20.535714285714285,"interval_low_processor_time_nanos":20.45416825201755,"interval_high_processor_time_nanos":20.61726031941102}' \
    '{"kind":"processor_time","value":20.535714285714285,"interval_low":20.45416825201755,"interval_high":20.61726031941102,"estimator":"slope"}'
one 'one span, collapsed' '{"operation":"scan_line","span_count":1,"slope_processor_time_nanos":2,"interval_low_processor_time_nanos":2,"interval_high_processor_time_nanos":2}' \
    '{"kind":"processor_time","value":2,"estimator":"slope"}'
printf '{"operation":"scan_line","slope_processor_time_nanos":null}' >t/all_the_time/op.json
is_status 0 T3 "$p" --verbose t
is_text 'T3: no record' out "$end"
is_text 'T3: noted' err 'bh-parse-all-the-time: t/all_the_time/op.json: no slope, left out'
printf '{"operation":"scan_line","slope_processor_time_nanos":"1"}' >t/all_the_time/op.json
is_status 3 'a string' "$p" t
is_text 'a string: why' err 'bh-parse-all-the-time: t/all_the_time/op.json: a number was expected at byte 54'
: >t/all_the_time/op.json
is_status 3 'an empty file' "$p" t
is_status 4 'no such folder' "$p" nowhere
is_status 0 'no results' "$p" "$T/.home"
is_text 'only the end' out "$end"
is_full 4 'a full disk' "$p" "$FIX/all_the_time/tree"
is_status 0 'genuine output' "$p" "$FIX/all_the_time/tree"
sed '/"type":"end"/d' out >got
is_file 'gives the expected records' "$FIX/all_the_time/want" got
tap_done
