#!/bin/sh
# Callgrind counts: Gungraun summaries of both versions, raw files.
. "${0%/*}/tap.sh"
p=$BH/bh-parse-callgrind
fix=$FIX/callgrind
end='{"type":"end","from":"bh-parse-callgrind"}'

put() { # put DIR TEXT: a summary
	mkdir -p "$T/t/gungraun/$1"
	printf '%s' "$2" >"$T/t/gungraun/$1/summary.json"
}

rec() { # rec SCHEMA ID METRICS
	printf '%s\n' "{\"type\":\"context\",\"context\":{\"toolchain\":{\"tools\":{\"gungraun_schema\":\"$1\"}}},\"engine\":\"callgrind\"}" \
	    "{\"type\":\"result\",\"engine\":\"callgrind\",\"id\":$2,\"metrics\":[$3],\"src\":\"gungraun/x/summary.json\"}" "$end"
}

one() { # one NAME TEXT SCHEMA ID METRICS
	rm -rf t
	put x "$2"
	is_status 0 "$1" "$p" t
	rec "$3" "$4" "$5" >want
	is_file "$1: record" want out
}

none() { # none NAME TEXT
	rm -rf t
	put x "$2"
	is_status 0 "$1" "$p" --verbose t
	is_text "$1: no record" out "$end"
	has_text "$1: noted" err 't/gungraun/x/summary.json: no metric, left out'
}

refused() { # refused NAME TEXT WHY
	rm -rf t
	put x "$2"
	is_status 3 "$1" "$p" t
	is_text "$1: why" err "bh-parse-callgrind: t/gungraun/x/summary.json: $3"
}

metric() { # metric KIND VALUE
	printf '{"kind":"%s","value":%s,"estimator":"single"}' "$1" "$2"
}

head='"module_path":"count_cg::lines::count_lines","function_name":"count_lines"'
rest='"id":"utf8","package_dir":"/src/repo/packages/wordcount"'
prof() { # prof SUMMARY
	printf '{"tool":"Callgrind","summaries":{"parts":[],"total":{"regressions":[],"summary":%s}}}' "$1"
}
doc() { # doc SUMMARY [REST [VERSION]]
	printf '{"version":"%s",%s,%s,"profiles":[%s]}' "${3-6}" "$head" "${2-$rest}" "$(prof "$1")"
}
doc7() { # doc7 METRICS [REST [VERSION]]
	printf '{"version":"%s","module_path":"m","function_name":"f",%s"profiles":[{"tool":"Dhat","data":{}},{"tool":"Callgrind","data":{"parts":[{"metrics":{"Ir":{"values":{"new":99}}}}],"total":{"metrics":%s}}}]}' "${3-7}" "${2-}" "$1"
}

k1='{"Callgrind":{"Bc":{"diffs":null,"metrics":{"Left":{"Int":2}}},"Bcm":{"diffs":null,"metrics":{"Left":{"Int":1}}},"Bi":{"diffs":null,"metrics":{"Left":{"Int":1}}},"Ir":{"diffs":null,"metrics":{"Left":{"Int":87}}},"L1HitRate":{"diffs":null,"metrics":{"Left":{"Float":96.25}}}}}'
m1="$(metric conditional_branches 2),$(metric indirect_branches 1),$(metric instruction_count 87)"
id1='["wordcount","count_cg::lines::count_lines","count_lines","utf8"]'
ir() { metric instruction_count "$1"; }
left='{"Callgrind":{"Ir":{"metrics":{"Left":{"Int":5}}}}}'

one K1 "$(doc "$k1")" 6 "$id1" "$m1"
one K2 "$(doc '{"Callgrind":{"Ir":{"diffs":{"diff_pct":"11.1","factor":"1.1"},"metrics":{"Both":[{"Int":10},{"Int":9}]}}}}')" 6 "$id1" "$(ir 10)"
none K3 "$(doc '{"Callgrind":{"Ir":{"metrics":{"Right":{"Int":9}}}}}')"
none 'a metric of no side' "$(doc '{"Callgrind":{"Ir":{"metrics":{}}}}')"
one K4 "$(doc '{"Callgrind":{"Ir":{"metrics":{"Left":{"Float":1.5}}}}}')" 6 "$id1" "$(ir 1.5)"
one K5 "$(doc "$left" '"id":null,"package_dir":"/src/repo/packages/wordcount"')" 6 \
    '["wordcount","count_cg::lines::count_lines","count_lines"]' "$(ir 5)"
short='["count_cg::lines::count_lines","count_lines","i"]'
one 'K6 absent' "$(doc "$left" '"id":"i"')" 6 "$short" "$(ir 5)"
for d in null '""' '"/"'; do
	one "K6 $d" "$(doc "$left" "\"id\":\"i\",\"package_dir\":$d")" 6 "$short" "$(ir 5)"
done
for d in 'C:\\x\\pkg' /a/b/pkg/ '/a\\b\\pkg' pkg; do
	one "K7 $d" "$(doc "$left" "\"package_dir\":\"$d\"")" 6 \
	    '["pkg","count_cg::lines::count_lines","count_lines"]' "$(ir 5)"
done
refused K8 "$(doc "$left" '"id":null' 8)" 'unsupported summary version "8" (expected "6" or "7")'
refused K9 "{\"version\":6,$head,\"profiles\":[]}" 'unsupported summary version 6 (expected "6" or "7")'
refused 'no version' "{$head,\"profiles\":[]}" "member 'version' is missing"
for x in '{"tool":"Dhat","summaries":{"total":{"summary":{"Dhat":{}}}}}' \
    '{"tool":"Memcheck","summaries":{"total":{"summary":"None"}}}' \
    '{"summaries":{"total":{"summary":"None"}}}' \
    '{"tool":"Callgrind","summaries":{"total":{"summary":"None"}}}'; do
	one "K10 $x" "{\"version\":\"6\",$head,$rest,\"profiles\":[$x,$(prof "$left")]}" 6 "$id1" "$(ir 5)"
done
rm -rf t
put b/x "$(doc "$left" '"package_dir":"/r/packages/foo"')"
put a/x "$(doc "$left" '"package_dir":"/r/packages/bar"')"
is_status 0 K11 "$p" t
sed -n 's/.*"id":\["\([^"]*\)".*/\1/p' out >got
printf '%s\n' bar foo >want
is_file 'K11: two identities, in path order' want got

one K12 "$(doc7 '{"Ir":{"change":null,"values":{"new":12,"old":30}},"Bc":{"values":{"old":40}},"Bi":{"values":{"new":1.5}},"Bcm":{"values":{"new":50}}}' '"id":"x","package_dir":"/a/b",')" \
    7 '["b","m","f","x"]' "$(metric indirect_branches 1.5),$(ir 12)"
none K13 "$(doc7 '{"Ir":{"values":{"new":null,"old":3}}}')"
refused 'K14 a string' "$(doc7 '{"Ir":{"values":{"new":"5"}}}')" 'profile 2: Ir: a number was expected'
refused 'K14 no data' '{"version":"7","module_path":"m","function_name":"f","profiles":[{"tool":"Callgrind","data":{}}]}' \
    'profile 1: data.total.metrics is missing'
one K15 "$(doc7 '{"Ir":{"metrics":{"Left":{"Int":5}}}}')" 7 '["m","f"]' "$(ir 5)"
one 'K16 6 in 7' "$(doc "$k1" "$rest" 7)" 7 "$id1" "$m1"
one 'K16 7 in 6' "$(doc7 '{"Ir":{"values":{"new":12}}}' '' 6)" 6 '["m","f"]' "$(ir 12)"
none K17 "{\"version\":\"7\",$head,\"profiles\":[]}"
none 'only another tool' '{"version":"7","module_path":"m","function_name":"f","profiles":[{"tool":"Dhat","data":7}]}'

# refusals
refused 'a negative Int' "$(doc '{"Callgrind":{"Ir":{"metrics":{"Left":{"Int":-5}}}}}')" 'profile 1: Ir: not a count'
refused 'a fractional Int' "$(doc '{"Callgrind":{"Ir":{"metrics":{"Left":{"Int":5.0}}}}}')" 'profile 1: Ir: not a count'
refused 'an Int of 65 bits' "$(doc '{"Callgrind":{"Ir":{"metrics":{"Left":{"Int":18446744073709551616}}}}}')" 'profile 1: Ir: not a count'
refused 'another tag' "$(doc '{"Callgrind":{"Ir":{"metrics":{"Left":{"Text":"5"}}}}}')" 'profile 1: Ir: neither Int nor Float'
refused 'another side' "$(doc '{"Callgrind":{"Ir":{"metrics":{"Up":{"Int":5}}}}}')" 'profile 1: Ir: neither Left, Right nor Both'
refused 'both sides' "$(doc '{"Callgrind":{"Ir":{"metrics":{"Left":{"Int":5},"Right":{"Int":5}}}}}')" 'profile 1: Ir: not one side'
refused 'one of two' "$(doc '{"Callgrind":{"Ir":{"metrics":{"Both":[{"Int":5}]}}}}')" 'profile 1: Ir: not two values'
refused 'a negative count' "$(doc7 '{"Ir":{"values":{"new":-1}}}')" 'profile 2: Ir: negative count'
refused 'neither form' "$(doc '{"Callgrind":{"Ir":{"foo":1}}}')" 'profile 1: Ir: neither metrics nor values'
one 'an event that is not stored is not looked at' "$(doc '{"Callgrind":{"ZZ":{"foo":1},"Ir":{"metrics":{"Left":{"Int":5}}}}}')" 6 "$id1" "$(ir 5)"
refused 'two Callgrind profiles' "{\"version\":\"6\",$head,\"profiles\":[$(prof "$left"),$(prof "$left")]}" \
    'profile 2: instruction_count counted by another profile too'
refused 'no tool' "{\"version\":\"7\",$head,\"profiles\":[{}]}" "profile 1: member 'tool' is missing"
refused 'no summary' "{\"version\":\"6\",$head,\"profiles\":[{\"summaries\":{}}]}" 'profile 1: summaries.total.summary is missing'
refused 'no module' '{"version":"6","function_name":"f","profiles":[]}' "member 'module_path' is missing"
refused 'no function' '{"version":"6","module_path":"f","profiles":[]}' "member 'function_name' is missing"
refused 'no profiles' "{\"version\":\"6\",$head}" "member 'profiles' is missing"
refused 'profiles of another type' "{\"version\":\"6\",$head,\"profiles\":{}}" 'profiles: an array was expected'
refused 'an empty file' '' 'JSON text is cut short at byte 0'
refused 'an embedded summary' "running 0 tests
$(doc "$left")" 'an object was expected at byte 0'
rm -rf t
put a "$(doc "$left")"
put b "$(doc7 '{"Ir":{"values":{"new":12}}}')"
is_status 0 'both versions in one tree' "$p" t
has_text 'are told' out '"gungraun_schema":"6, 7"'
is_status 0 'a summary that is named' "$p" t/gungraun/b/summary.json
has_text 'is read' out '"src":"t/gungraun/b/summary.json"'

# genuine summaries
for n in 0.19-first 0.19-second 0.20-first 0.20-second 0.19-baseline-compared 0.20-baseline-loaded; do
	is_status 0 "gungraun $n" "$p" "$fix/gungraun-$n.tar.gz"
	grep '"type":"result"' out >got
	is_file "gungraun $n: the expected records" "$fix/gungraun-$n.want" got
done

# raw files
raw() { # raw NAME ID METRICS FILE... [--OPTION...]
	raw_name=$1 raw_id=$2 raw_metrics=$3
	shift 3
	is_status 0 "raw $raw_name" "$p" "$@"
	sed -n 's/.*"id":\(\[.*\]\),"metrics":\(.*\),"src".*/\1 \2/p' out >got
	printf '%s %s\n' "$raw_id" "[$raw_metrics]" >want
	is_file "raw $raw_name: record" want got
}
three() { # three BC BI IR
	printf '%s,%s,%s' "$(metric conditional_branches "$1")" "$(metric indirect_branches "$2")" "$(ir "$3")"
}
tally='["tally","500"]'
all=$(three 15999 2095 83282)
f=$fix/raw
raw branch "$tally" "$all" "$f/branch.out"
head -n 1 out >got
is_text 'the creator is told' got '{"type":"context","context":{"toolchain":{"tools":{"creator":"callgrind-3.19.0"}}},"engine":"callgrind"}'
raw 'totals, not summary' "$tally" "$all" "$f/cache-branch.out"
raw uncompressed "$tally" "$all" "$f/uncompressed.out"
raw jumps "$tally" "$(ir 83282)" "$f/jumps.out"
raw 'combined dumps' "$tally" "$(ir 83282)" "$f/combined.out"
raw 'two parts' "$tally" "$all" "$f/parts.out" "$f/parts.out.1"
raw threads "$tally" "$(ir 83282)" "$f/threads.out" "$f/threads.out-01"
raw 'system time' "$tally" "$(ir 83282)" "$f/systime.out"
raw toggled "$tally" "$(three 5501 2000 38460)" "$f/toggled.out"
raw nothing "$tally" "$(ir 0)" "$f/nothing.out"
raw 'instructions only, compressed' "$tally" "$(ir 83282)" "$f/instr-only.out.gz"
raw 'columns that summary lacks' "$tally" "$(ir 83282)" "$f/allsim.out.gz"
is_status 0 'each part' "$p" --part=each "$f/parts.out" "$f/parts.out.1"
sed -n 's/.*"id":\(\[.*\]\),"metrics":.*/\1/p' out >got
printf '%s\n' '["tally","500","part 2"]' '["tally","500","part 1"]' >want
is_file 'apart' want got
is_status 0 'each thread' "$p" --part=each "$f/threads.out-01"
has_text 'apart too' out '"id":["tally","500","part 1","thread 1"]'
is_status 2 'some other way' "$p" --part=some "$f/parts.out"

cost() { # cost HEADER LINE...: a raw file
	{
		printf '%s\n' 'version: 1' 'creator: c' 'pid: 7' 'cmd: /bin/x -a' 'part: 1'
		printf '%s\n' "$@"
	} >c.out
}
x='["x","-a"]'
cost 'events: Ir Dr Bc' 'fn=(1) main' '5 10 1 2' '+1 3' 'cfn=(2) f' 'calls=3 +1' '* 500 1 1' '-1 0x10 0 1' '* 1'
raw 'the sum of the self cost' "$x" "$(metric conditional_branches 3),$(ir 30)" c.out
cost 'events: Ir Bc' 'summary: 9' '1 2 3'
raw 'summary before costs' "$x" "$(metric conditional_branches 0),$(ir 9)" c.out
cost 'events: Ir Bc' 'summary: 9' '1 2 3' 'totals: 8 1'
raw 'totals before summary' "$x" "$(metric conditional_branches 1),$(ir 8)" c.out
cost 'positions: instr line' 'events: Ir' '0x40 7 5' '+3 * 6' 'jcnd=1/2 0x3 4' '* *' 'rubbish=1' 'word: 2' '# comment'
raw 'two positions, unknown keywords' "$x" "$(ir 11)" c.out
printf 'cmd: a\nevents: Ir\n1 18446744073709551615\n' >c.out
raw 'a file of old, the largest number' '["a"]' "$(ir 1.8446744073709552e+19)" c.out
cost 'events: Ir' '1 18446744073709551615' '1 1'
is_status 3 'an overflow' "$p" c.out
is_text 'an overflow: why' err 'bh-parse-callgrind: c.out: line 8: counts overflow'
cost 'events: Ir' '1 18446744073709551616'
is_status 3 'a number of 65 bits' "$p" c.out
cost 'events: Ir' '1 2 3'
is_status 3 'more numbers than events' "$p" c.out
is_text 'more numbers: why' err 'bh-parse-callgrind: c.out: line 7: more numbers than events'
cost 'events: Ir' 'totals: 2 3'
is_status 3 'more totals than events' "$p" c.out
cost 'events: Ir Ir' 'totals: 2 3'
is_status 3 'an event twice' "$p" c.out
cost '1 2'
is_status 3 'costs before events' "$p" c.out
cost 'events: Ir' '1 2.5'
is_status 3 'a fraction' "$p" c.out
cost 'events: Ir' 'what is this'
is_status 3 'no callgrind line' "$p" c.out
is_text 'no callgrind line: why' err 'bh-parse-callgrind: c.out: line 7: neither costs nor a keyword'
printf 'key: value\n' >c.out
is_status 3 'no events' "$p" c.out
is_text 'no events: why' err 'bh-parse-callgrind: c.out: no events: line, not a callgrind file'
printf 'version: 2\nevents: Ir\n1 1\n' >c.out
is_status 3 'version 2' "$p" c.out
is_text 'version 2: why' err 'bh-parse-callgrind: c.out: line 1: unsupported callgrind version 2 (expected 1)'
cost 'events: Ir'
is_status 0 'nothing at all' "$p" --verbose c.out
is_text 'no record' out "$end"
is_text 'noted' err 'bh-parse-callgrind: c.out: nothing counted, left out'
: >c.out
is_status 0 'an empty file' "$p" c.out
cost 'events: Dr' '1 5'
is_status 0 'no event of ours' "$p" c.out
is_text 'no record either' out "$end"
printf 'cmd: \377\nevents: Ir\n1 1\n' >c.out
is_status 3 'a command that is not UTF-8' "$p" c.out
printf 'desc: \377\ncmd: a\nevents: Ir\n1 1\n' >c.out
raw 'other lines need not be UTF-8' '["a"]' "$(ir 1)" c.out
printf 'events: Ir\n1 1\n' >c.out
is_status 3 'no command' "$p" c.out
is_text 'no command: why' err 'bh-parse-callgrind: c.out: no command: --id is needed'
raw 'an identity of its own' '["a","b/c"]' "$(ir 1)" --id a --id b/c c.out

# identities
cost 'events: Ir' '1 1'
mkdir -p r/callgrind/sub
cp c.out r/callgrind/callgrind.out.7.fast
raw 'forms' '["x","/bin/x -a","fast","100%-x.fast"]' "$(ir 1)" \
    --id %b --id %c --id %f --id '100%%-%b.%f' r
printf '%s\n' "$(cat out)" | grep -q '"src":"callgrind/callgrind.out.7.fast"'
ok $? 'from the folder callgrind of a target root'
is_status 2 'an unknown form' "$p" --id %z r
is_text 'an unknown form: why' err 'bh-parse-callgrind: --id: unknown % in %z'
is_status 2 'a lone %' "$p" --id a% r
is_status 3 'an identity of nothing' "$p" --id '' r
cp c.out r/callgrind/sub/callgrind.out.7
is_status 3 'one process number, two runs' "$p" r
is_text 'both are named' err 'bh-parse-callgrind: r/callgrind/sub/callgrind.out.7: the same benchmark as in r/callgrind/callgrind.out.7.fast: x/-a'
touch -d @9 r/callgrind/callgrind.out.7.fast
touch -d @8 r/callgrind/sub/callgrind.out.7
is_status 0 'the newest of them' "$p" --on-duplicate last r
has_text 'stays' out '"src":"callgrind/callgrind.out.7.fast"'
sed 's/part: 1/part: 2/' c.out >r/callgrind/sub/callgrind.out.7
raw 'another part of it' "$x" "$(ir 2)" r
is_status 3 'parts of two operands are not summed' "$p" r/callgrind/sub/callgrind.out.7 r

# going on, freshness, a cut file
printf 'what is this' >r/callgrind/callgrind.out.1
is_status 3 'going on' "$p" --keep-going r
has_text 'gives the others' out '"value":2,'
rm r/callgrind/callgrind.out.1
is_status 0 'older than the run' "$p" --fresh-since 2020-01-01T00:00:00Z r
has_text 'is left out' out '"value":1,'
is_full 4 'a full disk' "$p" r

# within the 2 s that are allowed before it: what is there since then counts
mkdir -p two/callgrind
for n in 1 2 3; do
	printf '%s\n' 'version: 1' "pid: $n" 'cmd: ./x' 'events: Ir' fn=main \
	    "1 $n" "totals: $n" >two/callgrind/callgrind.out.$n
done
touch -d 2026-01-01T12:00:00.5Z two/callgrind/callgrind.out.1
touch -d 2026-01-01T12:00:01.9Z two/callgrind/callgrind.out.2
touch -d 2026-01-01T12:00:02Z two/callgrind/callgrind.out.3
since=2026-01-01T12:00:02.004Z	# a file is written at the last tick
is_status 0 'of two before it and one since' "$p" --fresh-since $since two
grep -c '"type":"result"' out >n
is_text 'one is taken' n 1
has_text 'the last' out '"value":3,'
is_status 3 'two since' "$p" --fresh-since 2026-01-01T12:00:01Z two
is_status 3 'two before, and none since' "$p" \
    --fresh-since 2026-01-01T12:00:02.2Z two
is_status 3 'three of no time' "$p" two
is_status 4 'no such file' "$p" nowhere.out
rm -rf t
put x "$(doc "$k1")"
n=$(wc -c <t/gungraun/x/summary.json) i=0 bad=0
cp t/gungraun/x/summary.json whole
while [ "$i" -lt "$n" ]; do
	head -c "$i" whole >t/gungraun/x/summary.json
	rc=0
	"$p" t >/dev/null 2>&1 || rc=$?
	[ "$rc" -eq 3 ] || bad=1
	i=$((i + 7))
done
ok "$bad" 'prefixes of a summary are refused'
tap_done
