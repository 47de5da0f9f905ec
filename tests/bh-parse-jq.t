#!/bin/sh
# Adapters: those that are shipped on what their tools write, and own ones.
. "${0%/*}/tap.sh"
p=$BH/bh-parse-jq
end='{"type":"end","from":"bh-parse-jq"}'

gives() { # gives NAME ADAPTER FILE: want is on stdin
	{ cat; echo "$end"; } >want
	is_status 0 "$1" "$p" -a "$2" "$3"
	sed 's/^{"type":"result","engine":"criterion",//; s/,"src":"[^"]*"//' out >got
	is_file "$1: records" want got
}

cat >h.json <<'END'
{"results":[
{"command":"sort \"é\"","mean":0.0015,"stddev":0.00025,"median":0.001,"min":0.001,"max":0.002,"times":[0.001,0.002],"exit_codes":[0,0]},
{"command":"fails","mean":0.5,"stddev":null,"times":[0.5],"exit_codes":[2]},
{"command":"none","mean":null},
{"command":"old","mean":0.25,"stddev":0}]}
END
gives hyperfine hyperfine h.json <<'END'
"id":["hyperfine","sort \"é\""],"metrics":[{"kind":"wall_time","value":1500000,"std_dev":250000,"estimator":"mean"}]}
"id":["hyperfine","fails"],"metrics":[{"kind":"wall_time","value":500000000,"estimator":"mean"}],"flags":["nonzero_exit"]}
"id":["hyperfine","old"],"metrics":[{"kind":"wall_time","value":250000000,"std_dev":0,"estimator":"mean"}]}
END

is_text 'hyperfine: no mean' err 'bh-parse-jq: warning: h.json: none: no mean, left out'

cat >g.json <<'END'
{"context":{"date":"x"},"benchmarks":[
{"name":"BM_A/1","run_name":"BM_A/1","run_type":"iteration","real_time":3,"cpu_time":2,"time_unit":"us"},
{"name":"BM_A/1","run_name":"BM_A/1","run_type":"iteration","real_time":1,"cpu_time":4,"time_unit":"us"},
{"name":"BM_A/1_stddev","run_name":"BM_A/1","run_type":"aggregate","aggregate_name":"stddev","aggregate_unit":"time","real_time":0.5,"cpu_time":0.25,"time_unit":"us"},
{"name":"BM_A/1_cv","run_name":"BM_A/1","run_type":"aggregate","aggregate_name":"cv","aggregate_unit":"percentage","real_time":0.5,"cpu_time":0.25,"time_unit":"us"},
{"name":"BM_A_BigO","run_name":"BM_A","run_type":"aggregate","aggregate_name":"BigO","aggregate_unit":"time","cpu_coefficient":0.7,"real_coefficient":0.7,"big_o":"N","time_unit":"ns"},
{"name":"BM_B_median","run_name":"BM_B","run_type":"aggregate","aggregate_name":"median","aggregate_unit":"time","real_time":7,"cpu_time":6,"time_unit":"ms"},
{"name":"BM_C","run_type":"iteration","error_occurred":true,"error_message":"no file","real_time":0,"cpu_time":0,"time_unit":"ns"},
{"name":"BM_E","run_type":"iteration","skipped":true,"real_time":0,"cpu_time":0,"time_unit":"ns"},
{"name":"BM_A/1_cv","run_name":"BM_A/1","run_type":"aggregate","aggregate_name":"cv","aggregate_unit":"percentage","real_time":NaN,"cpu_time":-NaN,"time_unit":"us"},
{"name":"BM_D","real_time":5,"cpu_time":4}]}
END
gives google-benchmark google-benchmark g.json <<'END'
"id":["google-benchmark","BM_A/1"],"metrics":[{"kind":"wall_time","value":2000,"std_dev":500,"estimator":"median"},{"kind":"processor_time","value":3000,"std_dev":250,"estimator":"median"}]}
"id":["google-benchmark","BM_B"],"metrics":[{"kind":"wall_time","value":7000000,"estimator":"median"},{"kind":"processor_time","value":6000000,"estimator":"median"}]}
"id":["google-benchmark","BM_D"],"metrics":[{"kind":"wall_time","value":5,"estimator":"median"},{"kind":"processor_time","value":4,"estimator":"median"}]}
END

is_text 'google-benchmark: what failed' err 'bh-parse-jq: warning: g.json: BM_C: no file, left out
bh-parse-jq: warning: g.json: BM_E: failed, left out'

cat >y.json <<'END'
{"benchmarks":[{"fullname":"test_w.py::TestX::test_a[x/y]","stats":{"mean":0.5,"stddev":0.25,"rounds":3}},
{"fullname":"test_w.py::test_b","stats":{"mean":0.125,"stddev":0,"rounds":1,"ops":Infinity}}]}
END
gives pytest-benchmark pytest-benchmark y.json <<'END'
"id":["test_w.py","TestX","test_a[x/y]"],"metrics":[{"kind":"wall_time","value":500000000,"std_dev":250000000,"estimator":"mean"}]}
"id":["test_w.py","test_b"],"metrics":[{"kind":"wall_time","value":125000000,"estimator":"mean"}]}
END

cat >j.json <<'END'
[{"benchmark":"o.W.a","mode":"avgt","params":{"n":"64"},"primaryMetric":{"score":2,"scoreConfidence":[1,3],"scoreUnit":"us/op"},"secondaryMetrics":{"gc.alloc.rate.norm":{"score":40,"scoreUnit":"B/op"}}},
{"benchmark":"o.W.a","mode":"thrpt","primaryMetric":{"score":4,"scoreConfidence":["NaN","NaN"],"scoreUnit":"ops/ms"},"secondaryMetrics":{}},
{"benchmark":"o.W.b","mode":"ss","primaryMetric":{"score":0.5,"scoreConfidence":["NaN","NaN"],"scoreUnit":"s/op"},"secondaryMetrics":{}}]
END
gives jmh jmh j.json <<'END'
"id":["o.W.a","n=64","avgt"],"metrics":[{"kind":"wall_time","value":2000,"interval_low":1000,"interval_high":3000,"estimator":"mean"},{"kind":"allocated_bytes","value":40,"estimator":"mean"}]}
"id":["o.W.a","thrpt"],"metrics":[{"kind":"wall_time","value":250000,"estimator":"throughput"}]}
"id":["o.W.b","ss"],"metrics":[{"kind":"wall_time","value":500000000,"estimator":"mean"}]}
END

printf 'goos: linux\npkg: e.org/b\nBenchmarkB/é-2 \t 10\t 3.5 ns/op\t 8 B/op\t 1 allocs/op\nBenchmarkB/é-2  10  2.5 ns/op  8 B/op  1 allocs/op\nBenchmarkB/é-2  10  9 ns/op  8 B/op  1 allocs/op\nPASS\nok  \te.org/b\t1.1s\npkg: e.org/c\r\nBenchmarkM 100 7 lines/op\r\nBenchmarkN 100 7e3 ns/op 5 MB/s\r\n--- SKIP: BenchmarkO\n' >go.txt
gives go-bench go-bench go.txt <<'END'
"id":["e.org/b","BenchmarkB/é-2"],"metrics":[{"kind":"allocated_bytes","value":8,"estimator":"median"},{"kind":"allocation_count","value":1,"estimator":"median"},{"kind":"wall_time","value":3.5,"estimator":"median"}]}
"id":["e.org/c","BenchmarkN"],"metrics":[{"kind":"wall_time","value":7000,"estimator":"median"}]}
END

printf 'pkg: a\nBenchmarkX 10 {} ns/op\n' >go.txt
is_status 3 'go-bench: no number' "$p" -a go-bench go.txt
is_text 'go-bench: why' err 'bh-parse-jq: go.txt: {} is no number'

printf 'running 2 tests\ntest a::b ... bench:   1,234,567 ns/iter (+/- 56)\ntest c   d ... bench:  12.5 ns/iter (+/- 0.1)\ntest e ... ok\n' >l.txt
gives libtest libtest l.txt <<'END'
"id":["a::b"],"metrics":[{"kind":"wall_time","value":1234567,"estimator":"median"}]}
"id":["c   d"],"metrics":[{"kind":"wall_time","value":12.5,"estimator":"median"}]}
END

# parameters one after the other, the last one fastest; null failed, NaN skipped
gives asv asv "$FIX/adapters/asv/words.json" <<'END'
"id":["words","TimeWords","time_split","10","'a'"],"metrics":[{"kind":"wall_time","value":1034.4899237679783,"interval_low":794.15,"interval_high":1259,"estimator":"median"}]}
"id":["words","TimeWords","time_split","100","\"it's\""],"metrics":[{"kind":"wall_time","value":6017.015111865476,"interval_low":4676.8,"interval_high":7302.2,"estimator":"median"}]}
"id":["words","time_count"],"metrics":[{"kind":"wall_time","value":166.91008719425452,"interval_low":122.19000000000001,"interval_high":179.13,"estimator":"median"}]}
"id":["words","timeraw_import"],"metrics":[{"kind":"wall_time","value":9916752.498611458,"interval_low":5784700,"interval_high":14851000,"estimator":"median"}]}
"id":["words","TimeWords","peakmem_split","10","'a'"],"metrics":[{"kind":"peak_outstanding_bytes","value":24739840}]}
"id":["words","TimeWords","peakmem_split","10","\"it's\""],"metrics":[{"kind":"peak_outstanding_bytes","value":24739840}]}
"id":["words","TimeWords","peakmem_split","100","\"it's\""],"metrics":[{"kind":"peak_outstanding_bytes","value":24739840}]}
END
sed 's/words.json: //' err >got
printf '%s' "bh-parse-jq: warning: $FIX/adapters/asv/words.TimeWords.time_split: 2 of 4 failed or were skipped, left out
bh-parse-jq: warning: $FIX/adapters/asv/words.time_fails failed or was skipped, left out
bh-parse-jq: warning: $FIX/adapters/asv/words.TimeWords.peakmem_split: 1 of 4 failed or were skipped, left out
" >want
is_file 'asv: what failed' want got
is_status 0 'asv, verbose' "$p" --verbose -a asv "$FIX/adapters/asv/words.json"
has_text 'asv: what is no time' err "bh-parse-jq: $FIX/adapters/asv/words.json: words.TimeWords.mem_list: no kind of metric for it, left out"
has_text 'asv: nor is this' err "bh-parse-jq: $FIX/adapters/asv/words.json: words.track_words: no kind of metric for it, left out"

v2='"version":2,"result_columns":["result","params","version","started_at","duration","stats_ci_99_a","stats_ci_99_b"],"results"'
printf '%s' "{$v2:"'{"m.time_a":[[2e-9],[],"h",1,1,[-Infinity],[Infinity]],"m.time_b":[[1]],"m.T.TimeXs":[[0,3,null,1,2,4],[["x"],["p","q"],["1","2","3"]]]}}' >a.json
gives 'asv, quick and cut' asv a.json <<'END'
"id":["m","time_a"],"metrics":[{"kind":"wall_time","value":2,"estimator":"median"}]}
"id":["m","time_b"],"metrics":[{"kind":"wall_time","value":1000000000,"estimator":"median"}]}
"id":["m","T","TimeXs","x","p","1"],"metrics":[{"kind":"wall_time","value":0,"estimator":"median"}]}
"id":["m","T","TimeXs","x","p","2"],"metrics":[{"kind":"wall_time","value":3000000000,"estimator":"median"}]}
"id":["m","T","TimeXs","x","q","1"],"metrics":[{"kind":"wall_time","value":1000000000,"estimator":"median"}]}
"id":["m","T","TimeXs","x","q","2"],"metrics":[{"kind":"wall_time","value":2000000000,"estimator":"median"}]}
"id":["m","T","TimeXs","x","q","3"],"metrics":[{"kind":"wall_time","value":4000000000,"estimator":"median"}]}
END
not_asv() { # not_asv NAME TEXT WHY
	printf '%s' "$2" >a.json
	is_status 3 "asv: $1" "$p" -a asv a.json
	is_text "asv: $1: why" err "bh-parse-jq: a.json: $3"
}
not_asv 'numbers of results' "{$v2:"'{"a.time_b":[[1,2],[["1","2","3"]]]}}' 'a.time_b: 2 results, not 3'
not_asv 'many parameters' "{$v2:"'{"a.time_b":[[1],[1e300,1e300]]}}' 'a.time_b: 1 results, not 1.7976931348623157e+308'
not_asv 'version 1' '{"version":1,"results":{"a.time_b":1}}' 'version 1 of asv'\''s files: `asv update` makes it 2'
not_asv 'another tool' '{"benchmarks":[],"version":"5"}' 'no file of asv'\''s with results'
not_asv 'nothing' '{}' 'no file of asv'\''s with results'
for f in '{"machine":"m","version":1}' \
    '{"a.time_b":{"params":[],"type":"time"},"version":2}'; do
	echo "$f" >a.json
	is_status 0 'asv: what is beside' "$p" --verbose -a asv a.json
	is_text 'asv: only the end' out "$end"
	is_text 'asv: told' err 'bh-parse-jq: a.json: no results, left out'
done

gives 'vitest, groups' vitest "$FIX/adapters/vitest/groups.json" <<'END'
"id":["math.bench.ts","top"],"metrics":[{"kind":"wall_time","value":74.99999992433004,"estimator":"median"}]}
"id":["math.bench.ts","math","add"],"metrics":[{"kind":"wall_time","value":50.00000010113581,"estimator":"median"}]}
"id":["math.bench.ts","math","deep é","sort > it"],"metrics":[{"kind":"wall_time","value":183.999999990192,"estimator":"median"}]}
END
is_text 'vitest, groups: what failed' err "bh-parse-jq: warning: $FIX/adapters/vitest/groups.json: math.bench.ts > math > fails failed, left out"
gives 'vitest, tests' vitest "$FIX/adapters/vitest/tests.json" <<'END'
"id":["math.bench.ts","math","adding","add"],"metrics":[{"kind":"wall_time","value":41.99999966658652,"estimator":"median"}]}
"id":["math.bench.ts","math","adding","rev"],"metrics":[{"kind":"wall_time","value":47.0000013592653,"estimator":"median"}]}
"id":["math.bench.ts","math","adding","sort > it"],"metrics":[{"kind":"wall_time","value":286.99999893433414,"estimator":"median"}]}
END
is_text 'vitest, tests: what failed' err "bh-parse-jq: warning: $FIX/adapters/vitest/tests.json: math.bench.ts > math > fails failed, left out"
cat >t.json <<'END'
{"testResults":[{"name":"/x/gone.bench.ts","status":"failed","assertionResults":[],"message":"no such module"},
{"name":"b.ts","status":"passed","assertionResults":[{"ancestorTitles":[],"title":"t","status":"failed","benchmarks":[{"tasks":[
{"name":"now","latency":{"p50":2,"mean":9}},{"name":"old","fromStore":true,"latency":{"p50":1}}]}]},
{"ancestorTitles":[],"title":"no benchmark","status":"passed","benchmarks":[]},
{"ancestorTitles":[],"title":"of old","status":"passed"}]}]}
END
gives 'vitest, a stored result' vitest t.json <<'END'
"id":["b.ts","t","now"],"metrics":[{"kind":"wall_time","value":2000000,"estimator":"median"}]}
END
is_text 'vitest, a file that failed' err 'bh-parse-jq: warning: t.json: gone.bench.ts failed, left out'

gives benchmarkdotnet benchmarkdotnet "$FIX/adapters/benchmarkdotnet/words.json" <<'END'
"id":["My.Lib","Outer+Inner<Int32>","Run","Job-A(Runtime=.NET 8.0)"],"metrics":[{"kind":"wall_time","value":3,"std_dev":0,"estimator":"mean"}]}
"id":["My.Lib","Outer+Inner<Int32>","Run","Job-B(Runtime=.NET 9.0)"],"metrics":[{"kind":"wall_time","value":4,"estimator":"mean"}]}
"id":["My.Lib","Words","Count","n: 10, s: \"a.b (c)\""],"metrics":[{"kind":"wall_time","value":12.5,"std_dev":0.5,"interval_low":12.25,"interval_high":12.75,"estimator":"mean"},{"kind":"allocated_bytes","value":0}]}
"id":["Top","Read"],"metrics":[{"kind":"wall_time","value":1000,"std_dev":2,"interval_low":998,"interval_high":1002,"estimator":"mean"},{"kind":"allocated_bytes","value":24}]}
END
is_text 'benchmarkdotnet: what failed' err "bh-parse-jq: warning: $FIX/adapters/benchmarkdotnet/words.json: My.Lib.Words.Fails.n: 10 has no statistics, left out"
cat >b.json <<'END'
{"Benchmarks":[{"ShortInfo":"T_M","Namespace":"N.S","Type":"T","Method":"M","Parameters":"n=1","Statistics":{"Mean":5}},
{"Namespace":"N","Type":"T","Method":"a.b (c)","FullName":"N.T.a.b (c)(n: 1)","Statistics":{"Mean":6}},
{"Namespace":"N","Type":"T","Method":"M","FullName":"strange","Statistics":{"Mean":7}}]}
END
gives 'benchmarkdotnet, old and strange' benchmarkdotnet b.json <<'END'
"id":["N","T","a.b (c)","n: 1"],"metrics":[{"kind":"wall_time","value":6,"estimator":"mean"}]}
"id":["N.S","T","M","n=1"],"metrics":[{"kind":"wall_time","value":5,"estimator":"mean"}]}
"id":["strange"],"metrics":[{"kind":"wall_time","value":7,"estimator":"mean"}]}
END

echo '{"Benchmarks":[{"Type":"T","Method":"M","FullName":5}]}' >b.json
is_status 3 'benchmarkdotnet: a name that is none' "$p" -a benchmarkdotnet b.json
is_text 'benchmarkdotnet: why' err 'bh-parse-jq: b.json: 5 is no text'

# what others measured, where it is here, against a reading of it in Python
cat >real.py <<'END'
import itertools, json, math, sys

def asv(d):
    for name, cell in d["results"].items():
        kind, unit = ("wall_time", 1e9) if ".time" in name else \
            ("peak_outstanding_bytes", 1)
        row = dict(zip(d["result_columns"], cell))
        for par, v in zip(itertools.product(*row["params"]),
                          row["result"] or []):
            if v is not None and not math.isnan(v):
                yield name.split(".") + list(par), {kind: v * unit}

def vitest(d):
    for f in d["files"]:
        for g in f["groups"]:
            for b in g["benchmarks"]:
                yield g["fullName"].split(" > ") + [b["name"]], \
                    {"wall_time": b["median"] * 1e6}

def benchmarkdotnet(d):
    for b in d["Benchmarks"]:
        m = {"wall_time": b["Statistics"]["Mean"]}
        if "Memory" in b:
            m["allocated_bytes"] = b["Memory"]["BytesAllocatedPerOperation"]
        yield [b["Namespace"], b["Type"], b["Method"]], m

want = {tuple(i): m for i, m in globals()[sys.argv[1]](json.load(open(sys.argv[2])))}
got = {tuple(r["id"]): {m["kind"]: m["value"] for m in r["metrics"]}
       for r in map(json.loads, open("out")) if r["type"] == "result"}
if want.keys() != got.keys():
    sys.exit("%s" % (want.keys() ^ got.keys()))
for i in want:
    if want[i].keys() != got[i].keys() or not all(
            math.isclose(want[i][k], got[i][k], rel_tol=1e-12) for k in got[i]):
        sys.exit("%s: %s, not %s" % (i, got[i], want[i]))
END
real=$TESTS/../../shared/fixtures
for a in asv vitest benchmarkdotnet; do
	if [ ! -d "$real/$a" ] || ! command -v python3 >/dev/null; then
		skip 'not here' "$a: what others measured"
		continue
	fi
	for f in "$real/$a"/*.json; do
		case ${f##*/} in
		v1-* | benchmarks.json) continue ;;
		esac
		is_status 0 "$a: ${f##*/}" "$p" -a "$a" "$f"
		is_true "$a: ${f##*/}: the same values" \
		    python3 real.py "$a" "$f"
	done
done

# a string in the place of a number: jq would repeat it 1e9 times
no_number() { # no_number ADAPTER TEXT
	printf '%s' "$2" >n.json
	is_status 3 "$1: a string for a number" timeout 60 "$p" -a "$1" n.json
	is_text "$1: why" err 'bh-parse-jq: n.json: "x" is no number'
}
no_number hyperfine '{"results":[{"command":"a","mean":"x"}]}'
no_number hyperfine '{"results":[{"command":"a","mean":1,"stddev":"x"}]}'
no_number pytest-benchmark '{"benchmarks":[{"fullname":"a","stats":{"mean":"x"}}]}'
no_number google-benchmark '{"benchmarks":[{"name":"a","real_time":"x","cpu_time":1,"time_unit":"s"}]}'
no_number google-benchmark '{"benchmarks":[{"name":"a","real_time":1,"cpu_time":"x","time_unit":"s"}]}'
no_number asv "{$v2:"'{"a.time_b":[["x"],[]]}}'
no_number vitest '{"files":[{"groups":[{"fullName":"a","benchmarks":[{"name":"b","median":"x"}]}]}]}'
no_number benchmarkdotnet '{"Benchmarks":[{"Type":"T","Method":"a","Statistics":{"Mean":"x"}}]}'
no_number jmh '[{"benchmark":"a","mode":"avgt","primaryMetric":{"score":"x","scoreUnit":"s/op"}}]'

# own adapters
one='{id:["a"],metrics:[{kind:"wall_time",value:.v}]}'
own() { # own TEXT: an adapter in a.jq
	printf '%s\n' "$1" >a.jq
}
echo '{"v":2.50}' >v.json
own "$one"
gives 'an own adapter' ./a.jq v.json <<'END'
"id":["a"],"metrics":[{"kind":"wall_time","value":2.5}]}
END
own '{id:["a"],metrics:[{kind:"wall_time",value:1},{kind:"processor_time",value:1},{kind:"gpu_time",value:1},{kind:"allocated_bytes",value:1}],flags:["f"],extra:{n:.v},unknown:1}'
gives 'four metrics, flags, extra' a.jq v.json <<'END'
"id":["a"],"metrics":[{"kind":"wall_time","value":1},{"kind":"processor_time","value":1},{"kind":"gpu_time","value":1},{"kind":"allocated_bytes","value":1}],"flags":["f"],"extra":{"n":2.5}}
END
own "# input: lines
# engine: all_the_time
{id:[.n],metrics:[{kind:\"processor_time\",value:.v}]}"
printf '{"n":"x","v":1}\n\n{"n":"y","v":2}' >v.ndjson
is_status 0 'a text a line' "$p" --rep 2 -a a.jq v.ndjson
is_text 'a text a line: records' out '{"type":"result","engine":"all_the_time","id":["x"],"metrics":[{"kind":"processor_time","value":1}],"rep":2,"src":"v.ndjson"}
{"type":"result","engine":"all_the_time","id":["y"],"metrics":[{"kind":"processor_time","value":2}],"rep":2,"src":"v.ndjson"}
'"$end"
is_status 0 'another engine' "$p" --engine callgrind -a a.jq v.ndjson
has_text 'is taken' out '"engine":"callgrind"'
printf '{"n":"x","v":1}\n{"n":}' >v.ndjson
is_status 3 'a bad line' "$p" -a a.jq v.ndjson
is_text 'a bad line: why' err 'bh-parse-jq: v.ndjson: line 2: a value was expected at byte 5'
own empty
is_status 0 'no result' "$p" -a a.jq v.json
is_text 'only the end' out "$end"

# NaN and infinity, which some tools write, where the adapter says so
own "# nan: null
select(.v == null) | {id: [.s], metrics: [{kind: \"wall_time\", value: .w}]}"
printf '%s' '{"v":NaN,"u":[-Infinity,Infinity,-NaN],"s":"NaN \"-Infinity\\","w":2}' \
    >v.json
gives 'no numbers' a.jq v.json <<'END'
"id":["NaN \"-Infinity\\"],"metrics":[{"kind":"wall_time","value":2}]}
END
own "# input: lines
# nan: null
select(.v != null) | $one"
printf '{"v":NaN}\n{"v":3}\n' >v.ndjson
gives 'no numbers in lines' a.jq v.ndjson <<'END'
"id":["a"],"metrics":[{"kind":"wall_time","value":3}]}
END

# what it says
own '{warning: "a failed\nhere"}, {note: "b is no time"}'
echo '{}' >v.json
is_status 0 'a warning' "$p" -a a.jq v.json
is_text 'a warning: no record' out "$end"
is_text 'a warning: told' err \
    'bh-parse-jq: warning: v.json: a failed?here'
is_status 0 'a note' "$p" -a a.jq --verbose v.json
is_text 'a note: told' err 'bh-parse-jq: warning: v.json: a failed?here
bh-parse-jq: v.json: b is no time'

refused() { # refused NAME PROGRAM INPUT WHY
	own "$2"
	printf '%s' "$3" >v.json
	is_status 3 "$1" "$p" -a a.jq v.json
	has_text "$1: why" err "bh-parse-jq: $4"
	is_lines "$1: in one line" err 1
}
refused 'no program' '{id:' '{}' 'a.jq: syntax error'
refused 'an error of the program' '.[] | .x' '{"v":1}' 'v.json: Cannot index number with'
refused 'an error it raises' 'error("no such\nthing")' '{}' 'v.json: no such'
refused 'an error of no words' 'error("")' '{}' 'v.json: the program fails'
refused 'an error with a NUL' 'error(.v)' '{"v":"\u0000x"}' 'v.json: ?x'
refused 'no JSON' "$one" '{"v":' 'v.json: JSON text is cut short at byte 5'
refused 'NaN' "$one" '{"v":NaN}' 'v.json: a value was expected at byte 5'
refused 'out of range' "$one" '{"v":1e999}' 'v.json: number out of range at byte 10'
refused 'an infinite result' "$one|.metrics[0].value=infinite" '{"v":1}' 'v.json: output 1: a number is not finite'
refused 'no number' "$one" '{}' 'v.json: output 1: result: a number was expected at byte 64'
refused 'an unknown kind' "$one|.metrics[0].kind=\"x\"" '{"v":1}' 'v.json: output 1: result: unknown metric kind at byte 58'
refused 'no object' '1, 2' '{}' 'v.json: output 1 is no result'
refused 'no identity' 'del(.id)|.metrics=[]' '{"id":1}' 'v.json: output 1: result: no metric at byte 26'
refused 'halt' 'halt' '{}' 'v.json: the program halted'
refused 'twice' "$one,$one" '{"v":1}' 'v.json: the same benchmark as in v.json: a'
refused 'an unknown engine' '# engine: x' '{}' 'a.jq: unknown engine x'
refused 'nan, not null' '# nan: 0' '{}' 'a.jq: nan is null, not 0'
refused 'nearly NaN' "# nan: null
$one" '{"v":NaNs}' 'v.json: '
refused 'NaN in a number' "# nan: null
$one" '{"v":1e-NaN}' 'v.json: '
refused 'a warning and a result' '{warning:"x",id:["a"]}' '{}' 'v.json: output 1: result: member '\''metrics'\'' is missing'
refused 'a warning that is no text' '{warning:1}' '{}' 'v.json: output 1: result: member '\''id'\'' is missing'
refused 'an unknown input' '# input: x' '{}' 'a.jq: input is json, lines or text, not x'
printf 'x\377' >l.txt
is_status 3 'text that is not UTF-8' "$p" -a libtest l.txt
is_text 'text that is not UTF-8: why' err 'bh-parse-jq: l.txt: not UTF-8'
is_status 2 'no adapter' "$p" v.json
is_text 'is told' err 'bh-parse-jq: no adapter: give one with -a'
is_status 2 'an adapter that is not there' "$p" -a nothing v.json
is_text 'an adapter that is not there: why' err 'bh-parse-jq: no adapter nothing'
is_status 4 'a file that is not there' "$p" -a ./nothing.jq v.json
is_status 2 'an engine that is none' "$p" --engine x -a libtest v.json
# a target root: the folder that has the name of the adapter
mkdir -p root/target/libtest/deep root/target/own root/target/hyperfine
echo 'test a ... bench:  5 ns/iter (+/- 1)' >root/target/libtest/deep/x.txt
echo 'test b ... bench:  7 ns/iter (+/- 1)' >root/target/libtest/y
echo 'no JSON' >root/target/hyperfine/h.json
echo '{"v":1}' >root/target/own/v.json
cat >own.jq <<'END'
{id: ["own"], metrics: [{kind: "wall_time", value: .v}]}
END
ids() { # ids NAME STATUS WANT ARGUMENT...
	ids_name=$1 ids_status=$2 ids_want=$3
	shift 3
	is_status "$ids_status" "$ids_name" "$p" "$@"
	sed -n 's/.*"id":\(\[[^]]*\]\).*"src":\("[^"]*"\).*/\1 \2/p' out >got
	printf '%s' "$ids_want" >want
	[ -z "$ids_want" ] || echo >>want
	is_file "$ids_name: what it is" want got
}
two='["a"] "libtest/deep/x.txt"
["b"] "libtest/y"'
ids 'a target root' 0 "$two" -a libtest root/target
ids 'a file of it' 0 '["own"] "own/v.json"' -a ./own.jq root/target
tar -C root -cf t.tar target
ids 'an archive of one' 0 "$two" -a libtest t.tar
ids 'one without the folder' 0 '' -a jmh root/target
ids 'what was there before' 0 "$two" --seen seen -a libtest root/target
ids 'is left out again' 0 '' --seen seen -a libtest root/target
: >.jq
: >...jq
is_status 2 'an adapter without a name' "$p" -a ./.jq root/target
is_status 2 'an adapter named as a parent' "$p" -a ./...jq root/target
is_text 'why' err 'bh-parse-jq: ./...jq: no name of an adapter'
is_full 4 'a full disk' "$p" -a hyperfine h.json
is_status 0 'standard input' sh -c 'gzip -c h.json | "$0" -a hyperfine' "$p"
has_text 'inflated' out '"src":"stdin"'
# where the library would stop us
own '[range(1e12)]'
if ldd "$p" | grep -q san; then
	skip 'the sanitizer needs more memory' 'no memory for the library'
else
	is_status 4 'no memory for the library' \
	    sh -c 'ulimit -v 300000; exec "$0" -a a.jq v.json' "$p"
	is_text 'no memory: told' err 'bh: memory: cannot allocate'
fi
printf 'import "nowhere" as n; .\n' >import.jq
is_status 3 'an adapter that imports' "$BH/bh-parse-jq" -a ./import.jq /dev/null
has_text 'is refused' err 'module not found: nowhere'
tap_done
