#!/bin/sh
# bh-fdr: verdicts in, findings and the closing account out
. "${0%/*}/tap.sh"
f=$BH/bh-fdr

census() { # census JUDGED [MODE]
	printf '{"type":"topology","context":{"ref":"HEAD","commit":"c"},"base":{"ref":"main","commit":"c","how":"main"},"fork_topo":9,"tip_topo":9,"base_topo":9,"tip_is_merge_base":true,"tree_dirty":false,"context_is_head":true,"shallow":false}\n'
	printf '{"type":"census","mode":"%s","final":true,"total":%d,"in_scope":%d,"judged":%d,"unjudged":1,"coverage":"full","reasons":[{"reason":"ghost","count":1}],"series":%d,"ghosts_excluded":1,"ignored_excluded":0,"runs":9,"first":null,"last":null,"sets":[]}\n' "${2-history}" $(($1 + 1)) "$1" "$1" "$1"
	printf '{"type":"detection","method":"%s"}\n' "${3-compat}"
}
series() { # series N
	printf '{"type":"series","n":%d,"set":"callgrind/x/k1","id":["b%d"],"kind":"instruction_count","unit":"count","judged":true,"active":0,"blessing":null,"points":{"topo":[9],"value":[1]}}\n' "$1" "$1"
}
quiet() { series "$1"; printf '{"type":"verdict","n":%d,"outcome":"quiet"}\n' "$1"; }
cand() { # cand N P DELTA [MORE]
	series "$1"
	printf '{"type":"verdict","n":%d,"outcome":"candidate"}\n' "$1"
	dir=regression
	case $3 in -*) dir=improvement ;; esac
	printf '{"type":"candidate","n":%d,"set":"callgrind/x/k1","id":["b%d"],"kind":"instruction_count"%s,"method":"change_point","direction":"%s","baseline":100,"latest":%d,"delta":%s,"relative_delta":%s,"p":%s,"topo":5,"commit":"c"}\n' "$1" "$1" "${4-}" $dir $((100 + $3)) "$3" "$(awk "BEGIN{print $3/100}")" "$2"
}
end() { printf '{"type":"end","from":"bh-detect"}\n'; }
quiets() { i=$1; while [ $i -lt "$2" ]; do quiet $i; i=$((i + 1)); done; }
# the table: a b c d of m
table() {
	census "$1"
	cand 0 0.002 -20
	cand 1 0.004 10
	cand 2 0.012 30
	[ "${2-}" ] || cand 3 0.0145 20
	quiets "$([ "${2-}" ] && echo 3 || echo 4)" "$1"
	end
}
brief() { # what became of the candidates
	sed -n 's/^{"type":"\(finding\|dropped\)","n":\([0-9]*\),.*"p":[^,]*,"topo":5,"commit":"c"\(.*\)}$/\1 \2\3/p' out
}

table 20 >in
is_status 0 'm = 20' "$f" in
brief >got
cat >want <<'EOF'
finding 2,"rank":2,"threshold":0.010000000000000002
finding 3,"rank":3,"threshold":0.015
finding 1,"rank":1,"threshold":0.005000000000000001
dropped 0,"why":"direction"
EOF
is_file 'b, c and d, ordered by the size of the move' want got
grep '"type":"coverage"' out >cov
is_text 'the closing account' cov '{"type":"coverage","total":21,"in_scope":20,"judged":20,"unjudged":1,"coverage":"full","reasons":[{"reason":"ghost","count":1}],"outcome":"findings","verdicts":20,"candidates":4,"screened":3,"findings":3,"family":20,"target":0.1,"kinds":[{"set":"callgrind/x/k1","kind":"instruction_count","series":20,"judged":20}]}'
is_true 'series behind findings alone' test "$(grep -c '"type":"series"' out)" -eq 3
is_true 'no verdicts, no candidates' test "$(grep -cE '"type":"(verdict|candidate)"' out)" -eq 0
is_status 0 'all series on request' "$f" --all-series in
is_true 'every one' test "$(grep -c '"type":"series"' out)" -eq 20
table 20 without_d >in
is_status 0 'without d' "$f" in
brief | cut -d , -f 1 >got
printf 'finding 1\ndropped 2\ndropped 0\n' | sort >want
sort got >got2
is_file 'b only' want got2
is_true 'why the other is not' grep -q '"n":2,.*"why":"rank"' out
table 60 >in
is_status 0 'm = 60' "$f" in
is_true 'none' test "$(grep -c '"type":"finding"' out)" -eq 0
is_true 'and that is clean' grep -q '"outcome":"clean"' out

# Gates of the family where there are others
{
	census 1
	series 0
	echo '{"type":"gate","n":0,"stage":"change_point","gate":"split_located","pass":true}'
	cand 0 0.2 10 | tail -n +2
	end
} >in
is_status 0 'gates' "$f" in
is_true 'the family is one of them' grep -q '{"type":"gate","n":0,"stage":"family","gate":"false_discovery","value":0.2,"demand":0.1,"pass":false}' out

# scan: improvements are corrected apart, lists pass
{
	census 3 history scan
	cand 0 0.001 -20
	cand 1 0.0005 12 ',"list":"provisional"'
	cand 2 0.9 12
	end
} >in
is_status 0 'scan' "$f" in
is_true 'improvements have a list' grep -q '^{"type":"finding","n":0,.*"list":"improved".*"rank":1' out
is_true 'provisional passes uncorrected' grep -q '^{"type":"finding","n":1,.*"list":"provisional".*"commit":"c"}$' out
is_true 'a weak one is dropped' grep -q '^{"type":"dropped","n":2,.*"why":"rank"' out
is_true 'only findings make the outcome' grep -q '"outcome":"clean","verdicts":3,"candidates":3,"screened":3,"findings":0,"provisional":1,"improved":1,"unstable":0,"range":0,"family":3' out

# Branch: what the regime search leaves unjudged moves in the account
{
	census 2 branch
	quiet 0 | sed 's/"outcome":"quiet"/"outcome":"quiet","start":0,"boundaries":[],"previous":null,"stable":true/'
	series 1
	echo '{"type":"verdict","n":1,"outcome":"unjudged","reason":"current_base_regime_unresolved"}'
	end
} | sed 's/"points"/"base":{"available":0,"topo":[],"value":[]},"points"/' >in
is_status 0 'branch' "$f" in
is_true 'judged to unjudged' grep -q '"judged":1,"unjudged":2,"coverage":"partial","reasons":\[{"reason":"ghost","count":1},{"reason":"current_base_regime_unresolved","count":1}\],"outcome":"partial"' out
is_true 'no family' grep -q '"family":null,"target":null,"kinds":\[{"set":"callgrind/x/k1","kind":"instruction_count","series":2,"judged":1}\]}$' out

# Which sets and kinds were judged: in order, whatever the order of series
{
	census 2
	quiet 0 | sed 's,callgrind/x/k1,criterion/x/k1,; s/instruction_count/wall_time/'
	series 1 | sed 's/"judged":true/"judged":false,"reason":"too_few_points"/'
	quiet 2 | sed 's/instruction_count/conditional_branches/'
	end
} >in
is_status 0 'two sets' "$f" in
is_true 'their kinds' grep -q '"kinds":\[{"set":"callgrind/x/k1","kind":"instruction_count","series":1,"judged":0},{"set":"callgrind/x/k1","kind":"conditional_branches","series":1,"judged":1},{"set":"criterion/x/k1","kind":"wall_time","series":1,"judged":1}\]}$' out
{ census 1; quiet 0 | sed 's/"set":"[^"]*",//'; end; } >in
is_status 3 'a series of no set' "$f" in
is_text 'says so' err "bh-fdr: in:4: series: member 'set' is missing"

# What a crash upstream leaves can never look like "no findings"
table 20 | grep -v '"verdict","n":7' >in
is_status 3 'a verdict less' "$f" in
is_text 'says so' err 'bh-fdr: in: 19 verdicts for 20 judged series'
is_true 'no account' test "$(grep -c '"type":"coverage"' out)" -eq 0
table 20 | sed '$d' >in
is_status 3 'without end' "$f" in
is_true 'no account' test "$(grep -c '"type":"coverage"' out)" -eq 0
{ table 20 | sed '$d'; echo '{"type":"detection","method":"scan"}'; end; } >in
is_status 3 'two methods' "$f" in
{ census 1; echo '{"type":"verdict","n":0,"outcome":"quiet"}'; end; } >in
is_status 3 'a verdict without its series' "$f" in
{ census 1; quiet 0; echo '{"type":"verdict","n":0,"outcome":"quiet"}'; end; } >in
is_status 3 'two verdicts of one series' "$f" in
: >empty
is_status 3 'an empty input' "$f" empty
end >bare
is_status 3 'no census' "$f" bare
table 20 >in
is_full 4 'a full disk' "$f" in
is_status 4 'no such file' "$f" nowhere
is_status 2 'an unknown option' "$f" --what
tap_done
