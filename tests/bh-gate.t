#!/bin/sh
# bh-gate: a report in, 1 where it breaks a rule
. "${0%/*}/tap.sh"
g=$BH/bh-gate
F=$FIX/render
h=$F/history.ndjson

edit() { # edit FILE SED...: FILE changed, as in
	edit_f=$1
	shift
	sed "$@" "$edit_f" >in
}

# --- a stream of one finding: +29.94 % of conditional_branches, 2 of 3 judged

at='near 3c78f29d60b4 in callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32'
big="textproc/http::parse/headers conditional_branches +29.94% $at"
is_status 1 'a regression breaks the rule that none is there' "$g" "$h"
is_text 'a line says rule, benchmark, size, commit' out "max-regression: $big, limit 0%"
is_empty 'nothing else is said' err
is_status 1 'standard input' "$g" <"$h"
is_status 1 'also as -' "$g" - <"$h"
is_status 1 'through the front door' bh gate "$h"
is_status 1 'a limit below its size' "$g" --max-regression 29.9% "$h"
has_text 'is told as it was given' out ', limit 29.9%'
is_status 0 'a limit above it' "$g" --max-regression=30 "$h"
is_empty 'a kept rule is silent' out
is_empty 'entirely' err
is_status 0 'verbose' "$g" --verbose --max-regression=30 "$h"
is_empty 'it is told' out
printf '%s\n' 'bh-gate: kept: min-judged: 2 of 3 in-scope series judged, at least 1 demanded' \
    'bh-gate: kept: max-regression: 1 regression, none over its limit' >want
is_file 'on stderr' want err
is_status 1 'the last limit counts' "$g" --max-regression 30 --max-regression 2 "$h"
is_status 0 'that of the metric before that of all' "$g" \
    --max-regression conditional_branches=30 "$h"
is_status 1 'which is 0 for the others' "$g" --max-regression wall_time=30 "$h"
is_status 1 'the other way round' "$g" --max-regression 99 \
    --max-regression conditional_branches=1 "$h"
is_status 0 'no limit' "$g" --max-regression any "$h"
is_status 0 'as many as are allowed' "$g" --max-findings 1 "$h"
is_status 1 'one more' "$g" --max-findings 0 "$h"
is_text 'names the largest' out \
    "max-findings: 1 regression, 0 allowed; the largest is $big"
is_status 1 'a limit beside a number' "$g" --max-findings 1 \
    --max-regression 5 "$h"
is_lines 'one is broken' out 1

# exactly the limit is within it, in the ratio that is compared
for n in 1 7 29 33.3 55 110; do
	edit "$h" "s/\"relative_delta\":0.2994011976047904/\"relative_delta\":$(awk "BEGIN { printf \"%.15g\", $n / 100 }")/g"
	is_status 0 "a change of $n% is within $n%" "$g" --max-regression "$n" in
done

# --- how much was judged

is_status 0 'a share of the series in scope' "$g" --max-regression any --min-judged 66.6% "$h"
is_status 1 'a larger one' "$g" --max-regression any --min-judged 66.7% "$h"
is_text 'is told' out 'min-judged: 2 of 3 in-scope series judged, at least 66.7% demanded'
is_status 0 'a number' "$g" --max-regression any --min-judged 2 "$h"
is_status 1 'one more' "$g" --max-regression any --min-judged 3 "$h"
none='/"finding",/d
s/"judged":2,"unjudged":4,"coverage":"partial"/"judged":0,"unjudged":6,"coverage":"nothing_judged"/
s/"outcome":"findings"/"outcome":"insufficient_baseline"/
/"coverage",/s/"findings":1/"findings":0/'
edit "$h" "$none"
is_status 1 'nothing judged is no silence that passes' "$g" in
is_text 'it is told' out 'min-judged: 0 of 3 in-scope series judged, at least 1 demanded'
is_status 1 'nor a share of it' "$g" --min-judged .5% in
is_status 1 'nor a small share of it' "$g" --min-judged 0.01% in
is_status 0 'but where it is asked for' "$g" --min-judged 0 in
is_status 0 'or so' "$g" --min-judged 0% in
edit "$h" "$none
"'s/"in_scope":3/"in_scope":0/; s/"total":6/"total":0/; s/"unjudged":6/"unjudged":0/'
is_status 1 'nothing in scope' "$g" --min-judged 100% in

# --- what is looked at

set=callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32
kinds='{"set":"'$set'","kind":"conditional_branches","series":1,"judged":1},{"set":"'$set'","kind":"indirect_branches","series":2,"judged":1}'
edit "$h" "/\"coverage\",/s|}\$|,\"kinds\":[$kinds]}|"
cp in told
is_status 1 'its metric' "$g" --metric conditional_branches told
is_status 0 'another metric' "$g" --verbose --metric indirect_branches told
has_text 'of which some was judged' err 'min-judged: 1 of 2 in-scope'
is_status 1 'a metric that was not measured' "$g" --metric wall_time told
is_text 'never passes' out 'min-judged: 0 of 0 in-scope series judged, at least 1 demanded'
is_status 0 'of two metrics one' "$g" --max-regression any --metric wall_time \
    --metric conditional_branches told
is_status 1 'its engine' "$g" --engine callgrind told
is_lines 'has the finding' out 1
is_status 1 'an engine that was not measured' "$g" --engine criterion told
has_text 'never passes' out 'min-judged: 0 of 0'
is_status 1 'another machine' "$g" --machine-key other told
has_text 'neither' out 'min-judged: 0 of 0'
is_status 1 'all machines' "$g" --machine-key all --target-triple ALL told
has_text 'are looked at' out max-regression
is_status 3 'an account that does not say what was judged of a metric' "$g" \
    --metric conditional_branches "$h"
is_text 'is not trusted' err "bh-gate: $h: report: it does not say what was judged of each set and metric"
is_status 0 'a benchmark left out' "$g" --ignore textproc/http told
is_status 0 'of several' "$g" --ignore x --ignore textproc told
is_status 1 'one that is not there' "$g" --ignore textprox told

# --- lists beside the findings

beside() { # beside LIST: the finding stands there
	edit "$h" -e 's/"method":"compat"/"method":"scan"/' \
	    -e "/\"finding\",/s/,\"method\"/,\"list\":\"$1\"&/" \
	    -e '/"coverage",/{
		s/"outcome":"findings"/"outcome":"partial"/
		s/"findings":1,/"findings":0,"provisional":0,"improved":0,"unstable":0,"range":0,/
		s/"'"$1"'":0/"'"$1"'":1/
	}'
}
for l in provisional unstable; do
	beside $l
	is_status 0 "$l: beside the findings" "$g" in
	is_status 1 "$l: looked at where it is asked for" "$g" --fail-on $l in
	is_text "$l: the list is told" out "max-regression: $big ($l), limit 0%"
	is_status 1 "$l: counted as well" "$g" --fail-on $l --max-findings 0 in
	is_status 0 "$l: within a limit" "$g" --fail-on $l --max-regression 30 in
done
beside provisional
is_status 0 'another list' "$g" --fail-on unstable --fail-on range in
mv in in2
edit in2 's/"direction":"regression"/"direction":"improvement"/'
is_status 0 'an improvement there' "$g" --fail-on provisional in

# --- direction: what the finding says, not the sign

edit "$h" 's/"direction":"regression"/"direction":"improvement"/'
is_status 0 'an improvement breaks nothing' "$g" in
edit "$h" 's/"relative_delta":0.2994011976047904/"relative_delta":-0.2994011976047904/g'
is_status 1 'a regression to less' "$g" in
has_text 'has its sign' out ' -29.94% '
is_status 1 'and is limited by its size' "$g" --max-regression 29 in
is_status 0 'by that alone' "$g" --max-regression 30 in

# --- where

edit "$h" -e '/"finding",/s/,"commit":"[^"]*"//'
is_status 1 'no commit known' "$g" in
has_text 'is told' out ' somewhere in the window in '
edit "$h" -e '/"finding",/s/"change_point"/"drift"/'
is_status 1 'a drift' "$g" in
has_text 'ends there' out ' accumulated up to 3c78f29d60b4 in '
edit "$h" -e '/"finding",/{
	s/"change_point"/"drift"/
	s/"commit":/"window_start":"1111111111111111111111111111111111111111",&/
}'
is_status 1 'one whose beginning is known' "$g" in
has_text 'has both ends' out ' accumulated 111111111111..3c78f29d60b4 in '
is_status 1 'a branch' "$g" "$F/branch.ndjson"
cat >want <<'END'
max-regression: textproc/http::parse/headers conditional_branches +28.84% at a3e70b699d73 in callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32, limit 0%
END
is_file 'its regression, not its improvement' want out
edit "$h" -e 's/http::parse/http\\u001b[31m\\u202e::\\nparse/'
is_status 1 'a name that must not reach a terminal' "$g" in
has_text 'does not' out 'textproc/http\u001b[31m\u202e::\u000aparse/headers'

# --- jq

is_status 0 'an expression that is true' "$g" --max-regression any --jq '.runs == 13' "$h"
is_empty 'is silent' out
is_status 0 'verbose' "$g" --verbose --max-regression any --jq '.runs == 13' "$h"
has_text 'it is told' err 'bh-gate: kept: jq: true: .runs == 13'
is_status 1 'several' "$g" --max-regression any --jq 'false' --jq '.no' \
    --jq 'empty' --jq 'true,
null' --jq 'true' --jq '.findings[] | .relative_delta < .2' "$h"
cat >want <<'END'
jq: false: false
jq: null: .no
jq: nothing: empty
jq: null: true,\u000anull
jq: false: .findings[] | .relative_delta < .2
END
is_file 'a line each' want out
is_status 3 'a number is no answer' "$g" --max-regression any --jq .runs "$h"
is_text 'and told' err "bh-gate: $h: jq: .runs: neither true nor false: 13"
is_status 3 'nor behind a true' "$g" --max-regression any --jq 'true, "yes"' "$h"
is_status 3 'an error' "$g" --jq '.runs.x' "$h"
is_text 'is told' err "bh-gate: $h: jq: .runs.x: Cannot index number with string \"x\""
is_status 3 'halt' "$g" --jq halt "$h"
is_status 2 'no program' "$g" --jq '.runs =' "$h"
is_true 'is told in one line' test "$(wc -l <err)" -eq 1
has_text 'with the program' err 'bh-gate: --jq: .runs =: syntax error'
is_status 2 'it is before anything is read' "$g" --jq '(' nowhere
is_status 2 'a module that is not there' "$g" --jq 'import "nowhere" as n; true' "$h"
is_status 2 'a program that is not UTF-8' "$g" --jq "$(printf '"\377" == 1')" "$h"
is_status 2 'an empty program' "$g" --jq '' "$h"

# --- the JSON report gives the same

for f in "$h" "$F/branch.ndjson" told; do
	bh-render --no-text --json r.json "$f" || exit 4
	for o in '--max-regression=0' '--max-findings=3' '--max-regression=29' '--min-judged=99%' \
	    '--jq=.mode=="branch"'; do
		a=0 b=0
		"$g" "$o" "$f" >one || a=$?
		"$g" "$o" r.json >two || b=$?
		is_true "${f##*/} $o: the same status" test "$a" -eq "$b"
		is_file "${f##*/} $o: the same lines" one two
	done
done
bh-render --no-text --json r.json "$h" || exit 4
tr -d '\n' <r.json >flat.json
is_status 1 'a report in one line, without its newline' "$g" flat.json
{ printf '\n\n  '; cat r.json; } >blank.json
is_status 1 'behind blank lines' "$g" blank.json

# --- never passed: cut short, or not what it should be

# prefixes of both, all rules kept for the whole; of a report tests/unit/rules.c
# takes every one
bh-render --no-text --json r.json told || exit 4
cuts() { # cuts FILE STEP: the statuses over its prefixes
	n=$(wc -c <"$1")
	i=0
	while [ "$i" -lt $((n - 1)) ]; do
		rc=0
		head -c "$i" "$1" | "$g" --config none --min-judged 0 \
		    --max-regression any >/dev/null 2>&1 || rc=$?
		echo "$rc"
		i=$((i + $2))
	done | sort | uniq -c | tr -s ' '
}
: >none
is_status 0 'whole it passes' "$g" --config none --min-judged 0 --max-regression any r.json
cuts r.json 37 >got
is_true 'prefixes of a report are 3' test "$(sed 's/.* //' got)" = 3
is_status 0 'the stream as well' "$g" --config none --min-judged 0 --max-regression any told
cuts told 41 >got
is_true 'prefixes of a stream are 3' test "$(sed 's/.* //' got)" = 3
n=$(wc -l <told)
i=1
while [ "$i" -le "$n" ]; do
	# a gap in what rules stand on
	sed "${i}d" told >less
	case $(sed -n "${i}p" told) in
	*'"type":"commit"'* | *'"type":"unjudged"'* | *'"type":"dropped"'* | \
	    *'"type":"warning"'* | *'"type":"verdict"'*) ;;
	*)	is_status 3 "without line $i: $(sed -n "${i}p" told | cut -c 1-24)" \
		    "$g" --min-judged 0 --max-regression any less ;;
	esac
	i=$((i + 1))
done

is_status 3 'an empty input' "$g" </dev/null
is_text 'is told' err 'bh-gate: stdin: empty'
echo >empty
is_status 3 'a blank one' "$g" empty
printf '{"type":"end","from":"bh-fdr","status":4}\n' >failed
is_status 4 'a stage that failed gives its status' "$g" failed
is_empty 'and has said why' err
printf '{"type":"end","from":"x","status":1}\n' >failed
is_status 3 'but never that of a broken rule' "$g" failed
is_text 'which is told' err 'bh-gate: failed: its writer failed'
sed '$d' told >torn
is_status 3 'no end' "$g" torn
has_text 'is told' err 'ends without an end record'
printf '{"type":"end","from":"bh-series"}\n' >bare
is_status 3 'an end alone' "$g" bare
echo nonsense >bad
is_status 3 'no JSON' "$g" bad
has_text 'is told' err 'bh-gate: bad: not a report: '
for t in '[]' '{}' '1' 'null' '{"report_version":1}' '{"a":{"report_version":1}}' \
    '{"type":1}' '"type"' '{"type"'; do
	printf '%s\n' "$t" >bad
	is_status 3 "$t" "$g" --min-judged 0 --max-regression any bad
done
sed 's/"report_version": 1/"report_version": 2/' r.json >bad
is_status 3 'a report of another version' "$g" bad
is_text 'is told' err 'bh-gate: bad: report: version 2, not 1'
for m in mode outcome notable regressions census findings sets; do
	sed "s/^  \"$m\":/  \"x$m\":/" r.json >bad
	is_status 3 "a report without $m" "$g" --min-judged 0 --max-regression any bad
	is_text "$m is named" err "bh-gate: bad: report: member '$m' is missing"
done
wrong() { # wrong NAME SED: a report that contradicts itself
	sed "$2" r.json >bad
	is_true "$1: is another" sh -c '! cmp -s r.json bad'
	is_status 3 "$1" "$g" --min-judged 0 --max-regression any bad
}
wrong 'regressions that are not there' '/^  "regressions"/s/1/2/'
wrong 'an outcome that denies them' '/"outcome"/s/findings/clean/'
wrong 'not notable' '/"notable"/s/true/false/'
wrong 'more judged than in scope' '/"in_scope"/s/3/1/'
wrong 'a census that does not add up' '/"unjudged"/s/4/3/'
wrong 'kinds that do not add up' '/"judged": 1/s/1/0/'
wrong 'a kind that is none' 's/"kind": "conditional_branches"/"kind": "speed"/'
wrong 'a direction that is none' 's/"regression"/"sideways"/'
wrong 'a method that is none' 's/"change_point"/"guess"/'
wrong 'a mode that is none' '/"mode"/s/history/past/'
wrong 'a size that is no number' 's/"relative_delta": .*/"relative_delta": "big",/'
wrong 'a size beyond all numbers' 's/"relative_delta": .*/"relative_delta": 1e999,/'
wrong 'a finding without its size' 's/"relative_delta"/"delta_relative"/'
wrong 'a finding without its set' 's/"machine_key"/"machine"/'
wrong 'findings twice' 's/^  "findings": \[/  "findings": [], "findings": [{}], &/'
wrong 'bytes that are no UTF-8' "s/textproc/$(printf '\377')/"

# --- configuration

conf() { # conf LINE...: the section gate of a file
	{ echo '[gate]'; printf '%s\n' "$@"; } >conf
}
conf 'maxRegression = 30'
is_status 0 'a rule of the file' "$g" --config conf told
BH_CONFIG=conf is_status 0 'the file by its variable' "$g" told
is_status 1 'an option in its place' "$g" --config conf --max-regression 5 told
conf 'maxRegression = 1' 'maxregression = conditional_branches=30'
is_status 0 'one for a metric, any case' "$g" --config conf told
is_status 1 'an option in place of both' "$g" --config conf --max-regression 1 told
conf 'ignore = x' 'ignore = textproc'
is_status 0 'several' "$g" --config conf told
conf 'ignore = textproc'
is_status 0 'ignore adds' "$g" --config conf --ignore x told
conf 'minJudged = 3' 'maxFindings = 0' 'engine = callgrind' \
    'metric = conditional_branches' 'metric = indirect_branches' \
    'targetTriple = all' 'machineKey = 4ffd697efb295d32' \
    'failOn = provisional' 'jq = .runs < 10'
is_status 1 'all of them' "$g" --config conf told
is_lines 'three are broken' out 3
is_status 0 'options in place of these' "$g" --config conf --min-judged 1 \
    --max-findings 1 --jq true told
conf 'maxRegresion = 3'
is_status 2 'a misspelt rule holds nothing' "$g" --config conf told
is_text 'so it is refused' err 'bh-gate: conf: gate.maxregresion: unknown key'
conf 'maxFindings = many'
is_status 2 'a value that is none' "$g" --config conf told
is_text 'is named' err 'bh-gate: conf: gate.maxfindings: not a count: many'
conf maxFindings
is_status 2 'a key without value' "$g" --config conf told
conf 'jq = ('
is_status 2 'an expression there' "$g" --config conf told
mk_repo repo
printf '[gate]\n\tmaxRegression = 30\n' >repo/.bench-history
(cd repo && "$g" ../told) >out 2>err
tap_status 0 'the file of the repository' $?
is_status 0 'of another' "$g" --repo repo told
is_status 1 'of none' "$g" told

# --- usage

for o in --max-findings=-1 --max-findings=1.5 --max-findings= \
    --max-regression=-1 --max-regression=x --max-regression=5%% \
    --max-regression=nan --max-regression=1e999 --max-regression=speed=1 \
    --max-regression=wall_time= --max-regression= --min-judged=-1 \
    --min-judged=101% --min-judged=x% --min-judged=% --metric=speed \
    --engine=steam --machine-key= --ignore= --fail-on=improved \
    --fail-on=findings --what; do
	is_status 2 "$o" "$g" "$o" nowhere
	is_true "$o: says so" test -s "$T/err"
done
is_status 2 'a value is told with its option' "$g" --min-judged x told
is_text 'in one line' err 'bh-gate: --min-judged: not a count: x'
is_status 2 'two reports' "$g" told told
is_status 4 'a report that is not there' "$g" nowhere
is_status 4 'a folder' "$g" .
is_status 4 'a configuration that is not there' "$g" --config nowhere told
is_full 4 'a full disk is no answer' "$g" told
is_status 0 'help' "$g" -h

# --- the real thing: history and branch, both methods

if [ -x "$BH/bh-select" ] && [ -x "$BH/bh-report" ]; then
	. "$TESTS/sample.sh"
	cd words || exit 4
	for m in scan compat; do
		bh report --stream --method $m 2>/dev/null >"$T/h.$m"
		is_status 1 "$m: the sample has one" bh gate "$T/h.$m"
		is_lines "$m: and no other" out 1
		has_text "$m: that one" out 'max-regression: bench/count/20000 instruction_count +'
		has_text "$m: near that commit" out "near $(git rev-parse --short=12 HEAD~10) "
		is_status 0 "$m: which may be" bh gate --max-regression 50% "$T/h.$m"
		is_status 1 "$m: its own metric" bh gate --metric instruction_count "$T/h.$m"
		is_status 0 "$m: everything was judged" bh gate --min-judged 100% \
		    --max-regression any --metric instruction_count "$T/h.$m"
		is_status 0 "$m: another part" sh -c \
		    "bh report --stream --method $m bench/csv | bh gate"
		is_status 1 "$m: a part that is none" sh -c \
		    "bh report --stream --method $m bench/cvs | bh gate"
		has_text "$m: never passes" out 'min-judged: 0 of 0 in-scope'
	done
	is_status 1 'no history is nothing judged' sh -c \
	    'bh report --since 1d --stream | bh gate'
	has_text 'it is told' out 'min-judged: 0 of'
	is_status 3 'a report that failed' sh -c \
	    'bh report --stream --context nowhere | bh gate'
	# main as it was before the regression, a branch that has it
	git checkout -q -b topic HEAD~11
	git branch -q -f whole main
	git branch -q -f main topic
	git commit -q --allow-empty -m topic
	bh report --stream 2>/dev/null >"$T/b.none"
	is_status 1 'a branch that was not measured' bh gate "$T/b.none"
	has_text 'does not pass' out 'min-judged: 0 of'
	sample_take 17 HEAD
	for m in scan compat; do
		bh report --method $m --json "$T/b.$m" >/dev/null 2>&1
		is_status 1 "branch, $m: slower" bh gate "$T/b.$m"
		has_text "branch, $m: at its commit" out \
		    "bench/count/20000 instruction_count +"
		has_text "branch, $m: its own" out " at $(git rev-parse --short=12 HEAD) in "
		is_status 0 "branch, $m: within a limit" bh gate \
		    --max-regression 60 "$T/b.$m"
	done
	git commit -q --allow-empty -m 'as it was'
	sample_take 16 HEAD
	for m in scan compat; do
		is_status 0 "branch, $m: as before" sh -c \
		    "bh report --method $m --stream | bh gate --min-judged 100%"
	done
	git branch -q -f main whole
	# a shallow clone has lost its history
	git clone -q --depth 1 --branch main "file://$T/words" "$T/shallow" 2>/dev/null
	cd "$T/shallow" || exit 4
	is_status 1 'a shallow clone does not pass' sh -c \
	    'bh report --project words --stream | bh gate --max-regression any'
	has_text 'nothing is judged' out 'min-judged: 0 of'
	git fetch -q --unshallow --filter=blob:none 2>/dev/null || git fetch -q --unshallow
	is_status 1 'all of the history' sh -c \
	    'bh report --project words --stream | bh gate'
	has_text 'has it again' out 'max-regression: bench/count/20000'
else
	skip 'no bh-report' 'the real thing'
fi
tap_done
