#!/bin/sh
# primbench results: identity, metric, flags, the context of the run.
. "${0%/*}/tap.sh"
need git
p=$BH/bh-parse-primbench
end='{"type":"end","from":"bh-parse-primbench"}'

cat >p0.json <<'END'
{"context":{"results_version":"4.0.0","general":{"algorithm":"copy","specialization_count":1,"library_build_type":"release",
"gpu":{"name":"Test GPU 1","arch":"gfx0001","pci_bus_id":"0000:01:00.0"},
"backend":{"name":"hip","hip_version":"6.4.1-abc","runtime_version":"6.4.1","driver_version":"6.4.1","compiler":{"name":"clang","version":"19.0.0"}},
"host_name":"host","date":"2026-03-02T10:20:30+01:00","branch_name":"DETACHED","commit_hash":"4F2A1C9D8E7B6A5F4E3D2C1B0A9F8E7D6C5B4A39"},
"settings":{"size":1000000,"hot":false,"seed":42,"json_out":"results.json","csv_out":"","filter":"","dry":false,"min_gpu_ms_per_batch":10,"min_secs":1,"noise_timeout_secs":10,"batch_window_size":10,"noise_tolerance_percent":1,"min_gpu_temp":50,"max_gpu_temp":60,"max_warming_secs":60,"max_cooling_secs":60,"output_batches":false,"spaces_per_indent":4,"stream_blocking_timeout_secs":10},
"flags":{"sync":false}},
"specializations":[{"index":0,"name":"type: char","bytes_per_second":8e+08,"items_per_second":4e+08,"bytes_per_item":2,"items":1000000,
"noise_timeout":false,"noise_percent":0.5,"meta":{"algo":"copy","type":"char"},"elapsed_secs":{"host":1.5,"gpu":1.002},
"gpu_temp_celsius":{"start":51,"end":52},"calls":{"kernel_calls_per_batch":4,"ms_per_batch":10.1,"batches":100,"kernel_calls":400}}],
"summary":{"noise_timeouts":0,"elapsed_secs":{"host":1.7,"gpu":1.002}}}
END
git='"git":{"commit":"4f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39","branch":null,"dirty":false},'
more='"toolchain":{"rustc_version":null,"compiler":{"name":"clang","version":"19.0.0"}},"accelerator":{"name":"Test GPU 1","arch":"gfx0001","pci_bus_id":"0000:01:00.0","backend":"hip","runtime_version":"6.4.1","driver_version":"6.4.1"},"protocol":{"size":1000000,"hot":false,"seed":42,"sync":false,"min_gpu_ms_per_batch":10,"min_secs":1,"batch_window_size":10,"noise_tolerance_percent":1}'
x0='"extra":{"noise_percent":0.5,"batches":100,"kernel_calls":400,"gpu_temp_celsius":{"start":51,"end":52}}'

change() { # change SED...: p0 with changes as p.json
	cp p0.json p.json
	for ch do
		sed "$ch" p.json >p.new
		cmp -s p.json p.new && ok 1 "no such change: $ch"
		mv p.new p.json
	done
}
ctx() { # ctx GIT [REST]: the context record
	printf '{"type":"context","context":{"observed_at":"2026-03-02T09:20:30Z",%s%s%s},"engine":"primbench"}\n' "$1" "$more" "${2-}"
}
res() { # res ID VALUE REST: the result record
	printf '{"type":"result","engine":"primbench","id":%s,"metrics":[{"kind":"gpu_time","value":%s}],"src":"p.json"%s}\n' "$1" "$2" "$3"
}
one() { # one NAME ID VALUE REST [OPTION...]
	one_name=$1 one_id=$2 one_value=$3 one_rest=$4
	shift 4
	is_status 0 "$one_name" "$p" "$@" p.json
	{ ctx "$git"; res "$one_id" "$one_value" "$one_rest"; echo "$end"; } >want
	is_file "$one_name: records" want out
}
id='["copy","type: char"]'
v='2500000,"std_dev":12500,"estimator":"throughput"'

cp p0.json p.json
one P1 "$id" "$v" ",$x0"
no_text 'no interval without batches' out interval
is_empty 'P1: nothing is told' err
one P2 "$id" '2505000,"std_dev":12525,"estimator":"batch_mean"' ",$x0" --estimator=mean
change 's/"batches":100,"kernel_calls":400/"batches":4,"kernel_calls":16/' 's/"gpu":1.002},$/"gpu":0.04},/' \
    's/"noise_percent":0.5/"noise_percent":0.163299/' \
    's/"kernel_calls":16}}/"kernel_calls":16},"batches":[{"batch_ms":10,"iterations_ms":[2.5,2.5,2.5,2.5]},{"batch_ms":10.02,"iterations_ms":[1,2,3,4]},{"batch_ms":9.98,"iterations_ms":[1,2,3,4]},{"batch_ms":10,"iterations_ms":[1,2,3,4]}]}/'
is_status 0 P3 "$p" p.json
sed -n 's/.*"metrics":\[\(.*\)\],"src".*/\1/p' out >got
is_true 'P3: deviation and interval' awk -F'[:,}]' 'function near(x, y) { return x - y < 1e-8 * y && y - x < 1e-8 * y }
    { exit !($4 == 2500000 && near($6, 4082.475) && near($8, 2493503.8586818734) && near($10, 2506496.1413266)) }' got
sed 's/"iterations_ms":\[[^]]*\]/"x":0/g' p.json >q.json
mv q.json p.json
is_status 0 'batches without their iterations' "$p" p.json
sed -n 's/.*"metrics":\[\(.*\)\],"src".*/\1/p' out >want
is_file 'are divided by the calls of a batch' want got
sed 's/"batch_window_size":10/"batch_window_size":1/' p.json >q.json
is_status 0 'a window of one batch' "$p" q.json
no_text 'gives no interval' out interval
sed 's/"batch_ms":9.98/"batch_ms":nan/' p.json >q.json
is_status 0 'a batch without a time' "$p" q.json
no_text 'gives no interval either' out interval
sed 's/"batches":4/"batches":9/' p.json >q.json
is_status 0 'batches that are missing' "$p" q.json
is_text 'are told' err 'bh-parse-primbench: warning: q.json: 4 batches of 9 are there'
has_text 'what is there is used' out interval

change 's/"noise_timeout":false/"noise_timeout":true/'
one P4 "$id" "$v" ",\"flags\":[\"noise_timeout\"],$x0"
change 's/"items_per_second":4e+08/"items_per_second":2e+08/'
one P5 "$id" '5000000,"std_dev":25000,"estimator":"throughput"' ",\"flags\":[\"elapsed_mismatch\"],$x0"
is_text 'P5 warns' err 'bh-parse-primbench: warning: p.json: throughput and elapsed time disagree'
change 's/"items_per_second":4e+08/"items_per_second":2e+08/' 's/"noise_timeout":false/"noise_timeout":true/'
one 'both flags' "$id" '5000000,"std_dev":25000,"estimator":"throughput"' ",\"flags\":[\"noise_timeout\",\"elapsed_mismatch\"],$x0"
change 's/"release"/"debug"/'
is_status 0 P6 "$p" p.json
{ ctx "$git" ',"flags":["debug_build"]'; res "$id" "$v" ",$x0"; echo "$end"; } >want
is_file 'P6: the context says so' want out
is_text 'P6 warns' err 'bh-parse-primbench: warning: p.json: debug build'
is_status 3 'P6 refused' "$p" --reject-debug p.json
is_text 'P6 refused: why' err 'bh-parse-primbench: p.json: debug build'

# commits
change 's/"branch_name":"DETACHED","commit_hash":"[^"]*"/"x":0/'
is_status 0 P7 "$p" p.json
{ ctx ''; res "$id" "$v" ",$x0"; echo "$end"; } >want
is_file 'P7: the context of the run counts' want out
is_status 0 'P7, dirty' "$p" --dirty p.json
has_text 'P7, dirty: told' out '"git":{"dirty":true}'
mk_repo repo
mk_commit repo one 1
mk_commit repo two 2
head=$(git -C repo rev-parse HEAD)
old=$(git -C repo rev-parse HEAD~)
short=$(printf '%.9s' "$old")
change "s/4F2A1C9D8E7B6A5F4E3D2C1B0A9F8E7D6C5B4A39/$short/" 's/DETACHED/topic/'
is_status 0 P8 "$p" --repo repo p.json
has_text 'P8: resolved, with its branch' out "\"git\":{\"commit\":\"$old\",\"branch\":\"topic\",\"dirty\":false}"
is_text 'P8: another commit than HEAD' err "bh-parse-primbench: warning: p.json: measured at $old, HEAD is $head"
is_status 3 'P8 elsewhere' "$p" p.json
is_text 'P8 elsewhere: why' err "bh-parse-primbench: p.json: commit_hash $short cannot be resolved here: --commit is needed"
is_status 0 'a commit that is given' "$p" --repo repo --commit HEAD~ --dirty p.json
has_text 'counts, without branch' out "\"git\":{\"commit\":\"$old\",\"branch\":null,\"dirty\":true}"
is_status 0 'a full id that is given' "$p" --commit 4F2A1C9D8E7B6A5F4E3D2C1B0A9F8E7D6C5B4A39 p.json
has_text 'is taken as it is' out '"commit":"4f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39"'
is_status 2 'a commit that is none' "$p" --repo repo --commit nowhere p.json
is_text 'a commit that is none: why' err 'bh-parse-primbench: p.json: --commit: no such commit: nowhere'
for h in xyz 4f2a1c 4f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39a -x; do
	change "s/4F2A1C9D8E7B6A5F4E3D2C1B0A9F8E7D6C5B4A39/$h/"
	is_status 0 "commit_hash $h" "$p" p.json
	is_text "commit_hash $h warns" err "bh-parse-primbench: warning: p.json: commit_hash '$h' is none, not used"
	no_text "commit_hash $h is not used" out '"git"'
done
change 's/DETACHED/HEAD/'
one 'branch HEAD is none' "$id" "$v" ",$x0"

# what drops and what fails
for d in 's/"dry":false/"dry":true/' 's/"specializations":\[.*/"specializations":[],/;/^"noise_timeout/d;/^"gpu_temp/d'; do
	change "$d"
	is_status 0 "P9 $d" "$p" --verbose p.json
	is_text "P9 $d: no record" out "$end"
	is_text "P9 $d: noted" err 'bh-parse-primbench: p.json: nothing measured'
done
for d in 's/"items_per_second":4e+08/"items_per_second":inf/' 's/"items_per_second":4e+08/"items_per_second":-nan/' \
    's/"items_per_second":4e+08/"items_per_second":0/' 's/"items_per_second":4e+08/"y":0/' 's/"items":1000000/"items":0/' \
    's/"items":1000000/"items":-5/'; do
	change "$d"
	is_status 0 "P10 $d" "$p" p.json
	is_text "P10 $d: no record" out "$end"
	is_text "P10 $d: warns" err 'bh-parse-primbench: warning: p.json: type: char: no throughput, left out'
done
change 's/"4.0.0"/"3.1.0"/'
is_status 3 P11 "$p" p.json
is_text 'P11: why' err 'bh-parse-primbench: p.json: unsupported results_version 3.1.0 (expected 4)'
change 's/"results_version":"4.0.0",//'
is_status 3 'no version' "$p" p.json
is_text 'no version: why' err 'bh-parse-primbench: p.json: results_version is missing'
change 's/^"gpu_temp_celsius":{"start":51,"end":52},//'
one P12 "$id" "$v" ',"extra":{"noise_percent":0.5,"batches":100,"kernel_calls":400}'
change 's/"meta":{"algo":"copy",/"meta":{"algo":"copy","lvl":"block",/'
one P13 '["copy","block","type: char"]' "$v" ",$x0"
change 's/"host":1.7/"host":inf/' 's/"bytes_per_second":8e+08/"bytes_per_second":nan/'
one 'nan and inf that nobody reads' "$id" "$v" ",$x0"
change 's/"noise_percent":0.5/"noise_percent":nan/'
one 'noise that is none' "$id" '2500000,"estimator":"throughput"' ',"extra":{"batches":100,"kernel_calls":400,"gpu_temp_celsius":{"start":51,"end":52}}'
change 's/"noise_percent":0.5/"noise_percent":-1/'
is_status 0 'negative noise' "$p" p.json
no_text 'gives no deviation' out std_dev
change 's/"batches":100/"batches":1/'
is_status 0 'one batch' "$p" p.json
no_text 'gives none either' out std_dev
change 's/"items":1000000/"items":"1"/'
is_status 3 'a string for a number' "$p" p.json
is_text 'a string for a number: why' err 'bh-parse-primbench: p.json: specialization 0: a number was expected'
change 's/"name":"type: char"/"name":"type: \\z"/'
is_status 3 'strings that are not escaped' "$p" p.json
change 's/"size":1000000/"size":nano/'
is_status 3 'some other word' "$p" p.json
: >p.json
is_status 3 'an empty file' "$p" p.json

printf 'name,items_per_second\ntype: char,4e8\n' >p.csv
is_status 3 'the condensed CSV' "$p" p.csv
is_text 'the condensed CSV: why' err 'bh-parse-primbench: p.csv: a CSV has neither identity nor context: the JSON file is needed'

# identity
change 's/"name":"type: char",//'
one 'a name formed of the meta' "$id" "$v" ",$x0"
change 's/"name":"type: char"/"name":"other"/'
one 'its own name wins' '["copy","other"]' "$v" ",$x0" --verbose
has_text 'with a note' err "p.json: name 'other', its meta gives 'type: char'"
change 's/"name":"type: char",/"name":"",/' 's/,"type":"char"}/}/'
one 'no name' '["copy"]' "$v" ",$x0"
change 's/"meta":{"algo":"copy",/"meta":{/'
one 'the algorithm of the file' "$id" "$v" ",$x0"
change 's/"meta":{"algo":"copy",/"meta":{/' 's/"algorithm":"copy",//'
is_status 3 'no algorithm' "$p" p.json
is_text 'no algorithm: why' err 'bh-parse-primbench: p.json: specialization 0: neither meta.algo nor context.general.algorithm'
change 's/"algorithm":"copy"/"algorithm":"scan"/'
one 'two algorithms' "$id" "$v" ",$x0"
is_text 'are told' err "bh-parse-primbench: warning: p.json: meta.algo is copy, the file's algorithm scan"

# several files
cp p0.json p.json
sed 's/"name":"type: char"/"name":"b"/; s/10:20:30+01:00/10:20:30.25+02:00/' p0.json >q.json
is_status 0 'two files' "$p" p.json q.json
is_lines 'in the order of arguments' out 4
has_text 'from the earlier time on' out '"observed_at":"2026-03-02T08:20:30.25Z"'
is_status 3 'one file twice' "$p" p.json p.json
is_text 'one file twice: why' err 'bh-parse-primbench: p.json: the same benchmark as in p.json: copy/type: char'
for d in 's/Test GPU 1/Test GPU 2/' 's/gfx0001/gfx2/' 's/"name":"hip"/"name":"cuda"/' 's/4F2A1C9D8E/4F2A1C9D8F/'; do
	sed "$d; s/\"name\":\"type: char\"/\"name\":\"b\"/" p0.json >q.json
	is_status 3 "two runs: $d" "$p" p.json q.json
done
is_text 'two runs: why' err 'bh-parse-primbench: q.json: commit is 4f2a1c9d8f7b6a5f4e3d2c1b0a9f8e7d6c5b4a39, but 4f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39 in p.json'
sed 's/"size":1000000/"size":2000/; s/"name":"type: char"/"name":"b"/' p0.json >q.json
is_status 0 'other settings' "$p" p.json q.json
is_text 'are told' err 'bh-parse-primbench: warning: q.json: other settings than in p.json'
mkdir -p t/primbench/sub
cp p0.json t/primbench/a.json
cp p0.json t/primbench/sub/b.json
is_status 0 'a target root' "$p" --rep 2 --target-triple gpu-x t
has_text 'its top level' out '"rep":2,"src":"primbench/a.json"'
has_text 'with another triple' out '"toolchain":{"target_triple":"gpu-x","rustc_version":null,'
change 's/10:20:30+01:00/nonsense/'
touch -d 2026-01-01T00:00:00Z p.json
is_status 0 'a time that is none' "$p" p.json
has_text "is the file's" out '"observed_at":"2026-01-01T00:00:00Z"'
change 's/"flags":{"sync":false}/"custom_settings":{ "a" : [1, "x"] },"flags":{"sync":true}/'
is_status 0 'custom settings' "$p" p.json
has_text 'are kept' out '"sync":true,"min_gpu_ms_per_batch":10,"min_secs":1,"batch_window_size":10,"noise_tolerance_percent":1,"custom_settings":{"a":[1,"x"]}}'
is_status 2 'an unknown estimator' "$p" --estimator=best p.json
is_full 4 'a full disk' "$p" p0.json
is_status 0 'the sample of the documentation' "$p" "$FIX/primbench/v4.0.0.json"
sed -n 's/.*"id":\(\[.*\]\),"metrics":.*"value":\([0-9]*\)\..*/\1 \2/p' out >got
printf '%s\n' '["copy","type: char"] 354941' '["copy","type: long long"] 206818' >want
is_file 'gives its times' want got

n=$(wc -c <p0.json) i=0 bad=0
while [ "$i" -lt $((n - 2)) ]; do
	head -c "$i" p0.json >p.json
	rc=0
	"$p" p.json >/dev/null 2>&1 || rc=$?
	[ "$rc" -eq 3 ] || bad=1
	i=$((i + 31))
done
ok "$bad" 'prefixes of a good file are refused'
tap_done
