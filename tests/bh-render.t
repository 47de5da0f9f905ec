#!/bin/sh
. "${0%/*}/tap.sh"	# own directory, LC_ALL=C, UTC
r=$BH/bh-render
F=$FIX/render
h=$F/history.ndjson
b=$F/branch.ndjson
set=callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32

edit() { # edit FILE SED...: an altered stream
	edit_file=$1
	shift
	sed "$@" "$edit_file" >in
}

# --- the worked stream

cat >want <<'X'
Report for project textproc (history mode)
  commit: 7683dfb67974896c15dd4efc066c358f4e11dbce
  runs: 13 (fa17500b3020 → 7683dfb67974)  in-scope series judged: 2 of 3  regressions: 1

callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32
  runs: 13  regressions: 1
  filter: --engine callgrind --target-triple x86_64-unknown-linux-gnu --machine-key 4ffd697efb295d32

textproc/http::parse/headers
  +29.94% conditional_branches
    regression via change point · 1002 → 1302 · near 3c78f29d60b441a0682790fbdcfda64715db2b53
 1310 ┤       ╭╴╶───╴
 1232 ┤       │
 1153 ┤       │
 1074 ┤       │
  996 ┼───╴╶──╯
      └••••·•••▲·••••··
X
is_status 0 'a report' "$r" "$h"
is_file 'as text' want out
is_empty 'without a word on stderr' err

head -n 2 want >quiet
cat >>quiet <<'X'
  runs: 13 (fa17500b3020 → 7683dfb67974)  in-scope series judged: 2 of 3  regressions: 0
No reportable change in the judged part of the suite.
  Coverage: 2 of 3 in-scope series judged.
  Unjudged: 3 series not measured at the context commit; 1 series too short in the window.
X
edit "$h" -e '/"finding",/d' -e 's/"findings":1/"findings":0/
	s/"outcome":"findings"/"outcome":"partial"/'
is_status 0 'no findings' "$r" --outcome oc --markdown md \
    --markdown-summary sum --json js in
is_file 'the verdict and what it rests on' quiet out
is_text 'the outcome' oc partial
has_text 'Markdown has the account' md '| too short in the window | 1 |'
no_text 'the summary has not' sum '## Coverage'
has_text 'but the same verdict' sum \
    'No reportable change in the judged part of the suite.'
has_text 'JSON: nothing notable' js '"notable": false'

edit "$h" '/"finding",/d'
rm -f js
is_status 3 'a finding that got lost' "$r" --json js in
is_empty 'no report then' out
is_true 'no file either' test ! -e js
is_text 'the reason' err \
    'bh-render: 0 findings of list findings, the account says 1'
edit "$h" '/"end"/d'
is_status 3 'a stream without its end' "$r" in
is_empty 'is no report' out
edit "$h" 's/"end","from":"bh-fdr"/&,"status":4/'
is_status 4 'a writer that failed' "$r" in
is_empty 'has told already' err
edit "$h" '/"census"/s/"total":6/"total":7/'
is_status 0 'the account counts, not the census' "$r" in
is_file 'the same report' want out
for type in topology selection census detection coverage; do
	edit "$h" "/\"type\":\"$type\"/d"
	is_status 3 "without its $type" "$r" in
	is_text "it says so" err "bh-render: no $type record"
done
edit "$h" '/"type":"series"/d'
is_status 3 'a finding without its series' "$r" in
edit "$h" '/"type":"series"/s/headers/footers/'
is_status 3 'or with another one' "$r" in
edit "$h" '/"type":"series"/p'
is_status 3 'or with two' "$r" in
edit "$h" '/"type":"coverage"/p'
is_status 3 'two accounts' "$r" in
edit "$h" -e '/"detection"/p' -e '/"end"/p'
is_status 0 'streams put together' "$r" in
is_file 'the same report once more' want out
edit "$h" '/"detection"/{p
s/compat/scan/
}'
is_status 3 'two methods' "$r" in
: >empty
is_status 3 'nothing' "$r" empty
head -c 900 "$h" >torn
is_status 3 'a torn stream' "$r" torn
is_empty 'is no report either' out
is_status 4 'a file that is not there' "$r" none
is_full 4 'a full disk' "$r" "$h"
"$r" <"$h" >out2
is_file 'stdin without an operand' want out2

# --- the formats

for m in history branch; do
	is_status 0 "$m in one pass" "$r" --json js --markdown md \
	    --markdown-summary sum --outcome oc "$F/$m.ndjson"
	is_file "$m: text" "$F/$m.txt" out
	is_file "$m: JSON" "$F/$m.json" js
	is_file "$m: Markdown" "$F/$m.md" md
	is_file "$m: summary" "$F/$m.summary.md" sum
	is_text "$m: outcome" oc findings
	is_true "$m: no trailing blanks" sh -c '! grep -q " \$" out js md sum'
done

cat >want <<'X'
bench/parse
  +31.09% wall_time
    regression via base range · 99.25..100.5 of 11 commits → 131.8 · +31.25 · @ 0e3220d63a0b9397e5689e99c698390657f8c30a
 132 ┤              ╶
 124 ┤
 116 ┤
 107 ┤
  99 ┼───────────╴
     └=•••••••••••···▲
X
s=criterion/t/m
cat >in <<X
{"type":"topology","context":{"ref":"HEAD","commit":"0e3220d63a0b9397e5689e99c698390657f8c30a"},"base":{"ref":"main","commit":"1111111111111111111111111111111111111111","how":"option"},"fork_topo":13,"tip_topo":14,"base_topo":16,"tip_is_merge_base":false,"tree_dirty":true,"context_is_head":true,"shallow":false}
{"type":"selection","project":"bench","mode":"branch","since":null,"since_why":"no default","filters":{"engine":null,"target_triple":null,"machine_key":null},"auto":[],"candidates":12,"kept":12,"dropped":{"history":0,"dirty":0,"since":0},"skipped_keys":0,"base_exception":false}
{"type":"census","mode":"branch","final":false,"total":1,"in_scope":1,"judged":1,"unjudged":0,"coverage":"full","reasons":[],"series":1,"ghosts_excluded":0,"ignored_excluded":0,"runs":12,"first":"2222222222222222222222222222222222222222","last":"0e3220d63a0b9397e5689e99c698390657f8c30a","sets":[{"set":"$s","runs":12,"series":1},{"set":"criterion/t/n","runs":3,"series":1}]}
{"type":"series","n":0,"set":"$s","id":["bench","parse"],"kind":"wall_time","unit":"ns","judged":true,"active":0,"blessing":{"commit":"3333333333333333333333333333333333333333","time":"2026-01-02T00:00:00Z"},"points":{"topo":[14],"value":[131.75]},"base":{"available":11,"topo":[3,4,5,6,7,8,9,10,11,12,13],"value":[100,99.5,100.25,99.75,100.5,100,99.25,100.25,100,99.75,100]},"lag":{"commits_behind":3,"reason":"no_recent_base_data"}}
{"type":"detection","method":"compat"}
{"type":"finding","n":0,"set":"$s","id":["bench","parse"],"kind":"wall_time","method":"branch_excursion","direction":"regression","baseline":100.5,"latest":131.75,"delta":31.25,"relative_delta":0.3109452736318408,"commit":"0e3220d63a0b9397e5689e99c698390657f8c30a","base_commit":"4444444444444444444444444444444444444444","median_delta":0.3175,"branch":{"reference_count":11,"reference_min":99.25,"reference_max":100.5,"excess":31.25,"relative_excess":0.3109452736318408,"matches_previous_regime":false,"included_in_historical_comparison":false}}
{"type":"coverage","total":1,"in_scope":1,"judged":1,"unjudged":0,"coverage":"full","reasons":[],"outcome":"findings","verdicts":1,"candidates":1,"screened":1,"findings":1,"family":null,"target":null}
{"type":"end","from":"bh-fdr"}
X
cp in lone
is_status 0 'a branch behind its base' "$r" --verbose --json js lone
grep -v 'blessed' out | sed -n '/^bench/,$p' >got
is_file 'the chart shows the gap' want got
has_text 'the lag' out \
    '  Warning: base data is 3 commits behind the base tip (no newer base data)'
has_text 'no comparison' out \
    '  Comparison: too little common base history.'
has_text 'uncommitted changes' out \
    '  commit: 0e3220d63a0b9397e5689e99c698390657f8c30a + uncommitted changes'
has_text 'the blessing' out \
    '    blessed at 333333333333 (2026-01-02T00:00:00Z)'
has_text 'in JSON too' js '"blessed_at": "333333333333"'
has_text 'the move against the median' err \
    'bh-render: bench/parse wall_time: +31.75% against the median of the base level'
has_text 'the base commit' js \
    '"base_commit": "4444444444444444444444444444444444444444"'
has_text 'dirty' js '"tip_dirty": true'
no_text 'a set with nothing to say is left out' out criterion/t/n
cat >compared <<X
{"type":"comparison","set":"$s","evaluated_base_commits":30,"at_least_as_much":2,"series":7}
X
edit lone '/"detection"/r compared'
is_status 0 'outside the comparison' "$r" --markdown md \
    --markdown-summary sum in
has_text 'nothing of it moved' out \
    '  Comparison: nothing reportable moved (7 series, 30 base commits).'
has_text 'the finding stands apart' out '  Outside the comparison:'
has_text 'in Markdown' md '#### `bench/parse`'
has_text 'and in the summary' sum '> Outside the comparison: its base history is not shared by the compared series.'
edit lone -e '/"detection"/r compared' -e '/"finding",/s/false}}/true}}/'
is_status 0 'inside' "$r" in
has_text 'a share' out '  Comparison: 2 of 30 base commits moved at least as much as this branch (7 series).'
no_text 'nothing apart' out 'Outside'
edit lone -e '/"finding",/d' -e 's/"findings":1/"findings":0/
	s/"outcome":"findings"/"outcome":"clean"/'
is_status 0 'a quiet branch' "$r" --markdown-summary sum in
cat >want <<'X'
Report for project bench (branch mode)
  commit: 0e3220d63a0b9397e5689e99c698390657f8c30a + uncommitted changes
  runs: 12 (222222222222 → 0e3220d63a0b)  in-scope series judged: 1 of 1  regressions: 0  improvements: 0
No reportable change.
  Coverage: 1 of 1 in-scope series judged.

criterion/t/m
  runs: 12  regressions: 0  improvements: 0
  filter: --engine criterion --target-triple t --machine-key m
  Comparison: too little common base history.

criterion/t/n
  runs: 3  regressions: 0  improvements: 0
  filter: --engine criterion --target-triple t --machine-key n
  Comparison: too little common base history.
X
is_file 'shows every set' want out
has_text 'the summary too' sum '## criterion/t/n'

# --- verdicts

verdict() { # verdict TOTAL IN_SCOPE JUDGED REASONS
	edit "$h" -e '/"finding",/d' -e 's/"findings":1/"findings":0/' -e "/\"type\":\"coverage\"/{
	s/\"total\":6,\"in_scope\":3,\"judged\":2,\"unjudged\":4/\"total\":$1,\"in_scope\":$2,\"judged\":$3,\"unjudged\":$(($1 - $3))/
	s/\"reasons\":\[.*\],\"outcome\"/\"reasons\":[$4],\"outcome\"/
	}"
	"$r" in | sed -n '4,$p' >got
}
verdict 6 6 6 ''
is_text 'full' got 'No reportable change.
  Coverage: 6 of 6 in-scope series judged.'
verdict 6 3 3 '{"reason":"ghost","count":2},{"reason":"ignored","count":1}'
is_text 'full in scope' got 'No reportable change.
  Coverage: 3 of 3 in-scope series judged.
  Unjudged: 2 series not measured at the context commit; 1 series excluded by an ignore prefix.'
verdict 3 3 0 '{"reason":"too_few_points_since_blessing","count":1},{"reason":"not_measured_on_branch","count":2}'
is_text 'nothing judged' got 'Nothing could be judged: no statement about change is possible.
  Coverage: 0 of 3 in-scope series judged; silence here is not evidence of stability.
  Unjudged: 1 series too short since the blessing; 2 series without a measurement on the branch.'
verdict 3 0 0 '{"reason":"ghost","count":3}'
is_text 'nothing in scope' got 'Nothing is in scope at the context commit: nothing was judged.
  Coverage: all 3 known series lie outside the scope of this commit.
  Unjudged: 3 series not measured at the context commit.'
verdict 0 0 0 ''
is_text 'no series' got 'Nothing was analyzed.'
verdict 4 4 1 '{"reason":"too_few_base_commits","count":1},{"reason":"too_few_base_commits_since_blessing","count":1},{"reason":"current_base_regime_unresolved","count":1}'
has_text 'the reasons of branches' got '  Unjudged: 1 series short of base commits to compare with; 1 series short of base commits since the blessing; 1 series on a base level that is not settled yet.'
cat >notes <<'X'
{"type":"hint","code":"all_dropped","text":"Hint: 3 stored runs match, none was used:\n  2 runs on commits outside the history of HEAD (use --context)\n  1 runs older than the --since cutoff"}
{"type":"warning","code":"shallow_history","text":"Warning: shallow clone: history before 5c0d1be7a9f2 is not visible."}
{"type":"warning","code":"bad_objects","text":"Warning: 2 unreadable objects were left out."}
{"type":"bad","key":"v1/p/objects/x","why":"gzip: data error"}
X
verdict 0 0 0 ''
sed '/"detection"/r notes' in >in2
is_status 0 'hint and warnings' "$r" --markdown md --json js in2
sed -n '4,$p' out >got
is_text 'stand below the verdict' got 'Nothing was analyzed.

Hint: 3 stored runs match, none was used:
  2 runs on commits outside the history of HEAD (use --context)
  1 runs older than the --since cutoff

Warning: shallow clone: history before 5c0d1be7a9f2 is not visible.
Warning: 2 unreadable objects were left out.'
has_text 'as items in Markdown' md '- 1 runs older than the --since cutoff'
has_text 'in JSON with a line break' js 'is not visible.\nWarning: 2 unreadable'
is_status 0 'verbose' "$r" --verbose --json js in2
has_text 'names what was left out' err \
    'bh-render: left out: v1/p/objects/x: gzip: data error'
has_text 'and each file' err "bh-render: js: $(wc -c <js) bytes written"
edit "$h" -e '/"type":"coverage"/{
	s/"count":3},/"count":2},{"reason":"ignored","count":1},/
}'
"$r" in >got
has_text 'ignored series stand in the header' got '  in-scope series judged: 2 of 3  ignored: 1 series  regressions: 1'

# what was judged of each kind

k1='{"set":"callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32","kind":"conditional_branches","series":1,"judged":1}'
k2=$(printf %s "$k1" | sed 's/conditional/indirect/; s/"judged":1/"judged":0/')
edit "$h" -e "/\"type\":\"coverage\"/s|}\$|,\"kinds\":[$k1,$k2]}|"
is_status 0 'kinds' "$r" --no-text --json js in
tr -d ' \n' <"$T/js" >got
has_text 'stand by set' got '"regressions":1,"kinds":[{"kind":"conditional_branches","series":1,"judged":1},{"kind":"indirect_branches","series":1,"judged":0}]}]}'
edit "$h" -e "/\"type\":\"coverage\"/s|}\$|,\"kinds\":[$(printf %s "$k1" | sed 's/callgrind/criterion/')]}|"
is_status 3 'a kind of no set' "$r" in
is_text 'is named' err 'bh-render: coverage: set criterion/x86_64-unknown-linux-gnu/4ffd697efb295d32 is not in the census'
edit "$h" -e "/\"type\":\"coverage\"/s|}\$|,\"kinds\":[{}]}|"
is_status 3 'a count of nothing' "$r" in
has_text 'is refused' err "coverage: kinds: member 'set' is missing at byte"

# --- scan

sus='"boundaries":[{"commit":"3c78f29d60b441a0682790fbdcfda64715db2b53","topo":8,"before":1002,"after":1302,"p":0.0013}],"suspect":{"good":"b0a6f0d1c2e34b5a69788796a5b4c3d2e1f00f1e","bad":"3c78f29d60b441a0682790fbdcfda64715db2b53","unmeasured":[],"candidates":[{"commit":"3c78f29d60b441a0682790fbdcfda64715db2b53","weight":1}],"coverage":0.9},"effect":{"low":0.2934131736526946,"high":0.30538922155688625,"level":0.95}'
edit "$h" -e 's/"method":"compat"/"method":"scan"/' \
    -e "/\"finding\",/{
	s/\"p\":0.028/\"p\":0.0013/
	s/}\$/,$sus}/
	}" -e 's/"findings":1,/&"provisional":0,"improved":0,"unstable":12,/'
i=0
while [ $i -lt 12 ]; do
	i=$((i + 1))
	printf '{"type":"finding","n":1,"set":"%s","id":["textproc","http::parse","headers"],"kind":"conditional_branches","list":"unstable","method":"change_point","direction":"regression","baseline":1000,"latest":%d,"delta":1,"relative_delta":0.%02d,"commit":"3c78f29d60b441a0682790fbdcfda64715db2b53"}\n' \
	    "$set" $((1000 + i)) "$i"
done >extra
sed '/"detection"/r extra' in >in2
is_status 0 'scan' "$r" --json js --markdown md in2
has_text 'the suspect range is a command' out \
    '    git log b0a6f0d1c2e3..3c78f29d60b4   (0 commits never measured, 1 position at .90)'
sed -n '/^Beside/,$p' out >got
is_lines 'at most ten lines a list' got 12
is_true 'in report order' test "$(sed -n 2p got)" = '  unstable  +12.00%  textproc/http::parse/headers conditional_branches  1000 → 1012 · near 3c78f29d60b441a0682790fbdcfda64715db2b53  callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32'
has_text 'the others are counted' got '  unstable  and 2 more (JSON)'
has_text 'in Markdown a list' md '- unstable  +12.00%  `textproc'
if command -v jq >/dev/null; then
	jq -c '.findings[0]|del(.engine,.target_triple,.machine_key,.segments)' \
	    js >got
	is_text 'scan: the members of a finding, in order' got '{"kind":"conditional_branches","method":"change_point","direction":"regression","baseline":1002,"latest":1302,"relative_delta":0.2994011976047904,"commit":"3c78f29d60b441a0682790fbdcfda64715db2b53","unit":"count","delta":300,"p":0.0013,"rank":1,"threshold":0.05,'"$sus}"
	jq -c 'keys_unsorted' js >got
	is_text 'scan: the members of a report, in order' got '["report_version","project","tip_commit","tip_dirty","mode","detection","outcome","base","since","notable","runs","series","regressions","ghosts_excluded","ignored_excluded","census","findings","provisional","improved","unstable","sets"]'
	jq -c '.unstable|length' js >got
	is_text 'all of a list' got 12
else
	skip 'no jq' 'scan: members'
fi

# --- gates

cat >gates <<'X'
{"type":"gate","n":1,"stage":"change_point","gate":"split_located","pass":true}
{"type":"gate","n":1,"stage":"change_point","gate":"min_regime","value":5,"demand":5,"pass":true}
{"type":"gate","n":1,"stage":"change_point","gate":"non_zero_delta","value":300,"demand":0,"pass":true}
{"type":"gate","n":1,"stage":"change_point","gate":"relative_floor","value":0.2994011976047904,"demand":0.03,"pass":true}
{"type":"gate","n":1,"stage":"change_point","gate":"absolute_floor","value":300,"demand":5,"pass":true}
{"type":"gate","n":1,"stage":"change_point","gate":"residual_noise","value":300,"demand":9,"pass":true}
{"type":"gate","n":1,"stage":"change_point","gate":"regime_separation","value":1,"demand":0.85,"pass":true}
{"type":"gate","n":1,"stage":"change_point","gate":"selection_adjustment","from":0.0025,"to":0.014,"pass":true}
{"type":"gate","n":1,"stage":"change_point","gate":"significance","value":0.028,"demand":0.05,"pass":true}
{"type":"gate","n":7,"stage":"drift","gate":"min_series_points","value":4,"demand":10,"pass":false}
{"type":"gate","n":1,"stage":"drift","gate":"min_series_points","value":12,"demand":10,"pass":true}
{"type":"gate","n":1,"stage":"drift","gate":"significance","value":0.2,"demand":0.05,"pass":false}
{"type":"gate","n":1,"stage":"family","gate":"false_discovery","value":0.028,"demand":0.05,"pass":true}
X
cat >want <<'X'
gates change_point textproc/http::parse/headers conditional_branches
  split_located         held
  min_regime            5 >= 5
  non_zero_delta        300 > 0
  relative_floor        29.9% >= 3.0%
  absolute_floor        300 >= 5
  residual_noise        300 > 9
  regime_separation     1 >= 0.85
  interval_disjoint     not run
  selection_adjustment  p 0.0025 -> 0.014
  significance          p 0.028 < 0.05
gates drift textproc/http::parse/headers conditional_branches
  min_series_points    12 >= 10
  significance         p 0.2 < 0.05  DECLINED
  non_zero_delta       not run
  relative_floor       not run
  absolute_floor       not run
  residual_noise       not run
  interval_noise_band  not run
gates family textproc/http::parse/headers conditional_branches
  false_discovery  p 0.028 <= 0.05
X
sed '/"detection"/r gates' "$h" >in
is_status 0 'gates in the stream' "$r" in
is_file 'are not shown unasked' "$F/history.txt" out
is_status 0 '--gates' "$r" --gates in
sed -n '/^gates/,$p' out >got
is_file 'shows the ladders below the chart' want got
# --- explain

cat >extra <<X
{"type":"series","n":2,"set":"$set","id":["textproc","http::parse","headers"],"kind":"indirect_branches","unit":"count","judged":false,"reason":"too_few_points","active":0,"blessing":null,"points":{"topo":[11,12,13,15],"value":[7,7,7,7]}}
{"type":"series","n":0,"set":"$set","id":["textproc","http::parse","headers"],"kind":"instruction_count","unit":"count","judged":true,"active":0,"blessing":null,"points":{"topo":[1,2],"value":[70,71]}}
{"type":"unjudged","set":"$set","id":["textproc","http::old","scan"],"kind":"instruction_count","reason":"ghost","points":9}
{"type":"gate","n":0,"stage":"drift","gate":"significance","value":0.4,"demand":0.05,"pass":false}
X
sed '/"detection"/r extra' in >in2
is_status 0 'explain' "$r" --as explain in2
cat >top <<'X'
Verdicts of project textproc (history mode, method compat)
  commit: 7683dfb67974896c15dd4efc066c358f4e11dbce

callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32

textproc/http::old/scan instruction_count
  not judged: not measured at the context commit (9 points)

textproc/http::parse/headers instruction_count
  judged, nothing to report
    drift ended at significance: chance alone gives as much too often
X
head -n 11 out >got
is_file 'says why nothing is reported' top got
has_text 'and what is' out '    +29.94% regression via change point · 1002 → 1302 · near 3c78f29d60b441a0682790fbdcfda64715db2b53'
has_text 'and what was not judged' out '  not judged: too short in the window'
is_status 0 'one benchmark' "$r" --as explain \
    --benchmark textproc/http::parse/headers --metric conditional_branches in2
sed -n '/^gates/,$p' out >got
is_file 'its ladders' want got
no_text 'nothing else' out instruction_count
is_status 0 'an unknown one' "$r" --as explain --benchmark textproc/http in2
has_text 'is told' out 'Hint: no series of benchmark textproc/http was read.'
is_status 2 'an unknown metric' "$r" --as explain --metric speed in2
has_text 'there are' err 'wall_time, processor_time'
is_status 2 'a report is never filtered' "$r" --benchmark x in2

# --- examine

is_status 0 'examine' "$r" --as examine --json js --markdown md \
    "$F/examine.ndjson"
is_file 'text' "$F/examine.txt" out
is_file 'JSON, numbers as carried' "$F/examine.json" js
is_file 'Markdown' "$F/examine.md" md
has_text 'a number as it is stored' js '"value": 1002.0,'
edit "$F/examine.ndjson" '/"type":"series"/d
/"type":"query"/a\
{"type":"hint","code":"no_point","text":"Hint: 13 runs were read, none holds benchmark x with metric y. Copy both from a finding."}'
is_status 0 'nothing to examine' "$r" --as examine --json js in
is_text 'is told' out 'Data points for textproc/http::parse/headers conditional_branches (count) in project textproc

Hint: 13 runs were read, none holds benchmark x with metric y. Copy both from a finding.'
has_text 'no sets' js '"sets": [],'
edit "$F/examine.ndjson" '/"type":"series"/s/"topo":\[.*}}/"topo":[3,3,15],"value":[1,2.5,3],"low":[null,2,null],"high":[null,3,null],"dirty":[1]}}/'
is_status 0 'dirty snapshots' "$r" --as examine --json js in
has_text 'have rows of their own' out '  333333333333  2.5  change 3  (dirty)'
has_text 'the range begins with the first' out '  333333333333    1  change 3'
has_text 'an interval' js '"low": 2,'
edit "$F/examine.ndjson" '/"topo":5,/d'
is_status 3 'a point without its commit' "$r" --as examine in

tap_done
