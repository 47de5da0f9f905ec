#!/bin/sh
# bh-detect: series in, verdicts out
. "${0%/*}/tap.sh"
d=$BH/bh-detect

hash() { printf '%040d' "$1"; }
head_() { # head_ JUDGED
	printf '{"type":"topology","context":{"ref":"HEAD","commit":"%s"},"base":{"ref":"main","commit":"%s","how":"main"},"fork_topo":19,"tip_topo":19,"base_topo":19,"tip_is_merge_base":true,"tree_dirty":false,"context_is_head":true,"shallow":false}\n' "$(hash 19)" "$(hash 19)"
	i=0
	while [ $i -lt 20 ]; do
		printf '{"type":"commit","line":"context","topo":%d,"commit":"%s","time":"2026-01-01T00:00:00Z","side":"base","title":"c"}\n' $i "$(hash $i)"
		i=$((i + 1))
	done
	printf '{"type":"census","mode":"history","final":true,"total":%d,"in_scope":%d,"judged":%d,"unjudged":0,"coverage":"full","reasons":[],"series":%d,"ghosts_excluded":0,"ignored_excluded":0,"runs":15,"first":null,"last":null,"sets":[]}\n' "$1" "$1" "$1" "$1"
}
series() { # series N VALUES
	printf '{"type":"series","n":%d,"set":"callgrind/x/k1","id":["b%d"],"kind":"instruction_count","unit":"count","judged":true,"active":0,"blessing":null,"points":{"topo":[0,1,2,3,5,6,7,8,9,10,11,12,13,14,19],"value":[%s]}}\n' "$1" "$1" "$2"
}
tail_() { printf '{"type":"end","from":"bh-series"}\n'; }
step='100,100,100,100,100,130,130,130,130,130,130,130,130,130,130'
flat='100,100,100,100,100,100,100,100,100,100,100,100,100,100,100'

{ head_ 1; series 0 "$step"; tail_; } >in
is_status 0 'a step' "$d" --method compat in
sed -n '/"detection"/,$p' out >got
series 0 "$step" >s
{
	echo '{"type":"detection","method":"compat"}'
	cat s
	echo '{"type":"verdict","n":0,"outcome":"candidate","declined":{"drift":"residual_noise"}}'
} >want
sed -n 1,3p got >got3
is_true 'detection first, then series and verdict' grep -q '^{"type":"verdict","n":0,"outcome":"candidate"' got3
is_true 'a candidate behind it: 5 x 100, 10 x 130' grep -q '^{"type":"candidate","n":0,"set":"callgrind/x/k1","id":\["b0"\],"kind":"instruction_count","method":"change_point","direction":"regression","baseline":100,"latest":130,"delta":30,"relative_delta":0.3,"p":0.0014800014800014799,"topo":6,"commit":"'"$(hash 6)"'"}' got
is_status 0 'gates' "$d" --method compat --gates in
is_true 'gates stand in front of the verdict' grep -q '^{"type":"gate","n":0,"stage":"change_point","gate":"relative_floor","value":0.3,"demand":0.03,"pass":true}' out
is_true 'what it adjusts is told' grep -q '"gate":"selection_adjustment","from":' out

# Many series: the same bytes for any number of threads, in order
{
	head_ 101
	i=0
	while [ $i -le 100 ]; do
		case $((i % 3)) in
		0) series $i "$step" ;;
		1) series $i "$flat" ;;
		*) series $i "10$i,9$i,10$i,11$i,9$i,10$i,12$i,9$i,10$i,10$i,11$i,9$i,10$i,9$i,10$i" ;;
		esac
		i=$((i + 1))
	done
	tail_
} >many
is_status 0 '101 series' "$d" -j 1 many
cp out all
for j in 2 5; do
	is_status 0 "-j $j" "$d" -j $j many
	is_file "the same bytes with -j $j" all out
done
is_true 'one verdict each' test "$(grep -c '"type":"verdict"' all)" -eq 101
is_status 0 'a shard' "$d" --method compat --shard many
is_true 'has no headers but detection' test "$(grep -cE '"type":"(topology|commit|census)"' out)" -eq 0
is_true 'and that' grep -q '^{"type":"detection","method":"compat"}' out

{ head_ 0; echo '{"type":"other","x":1}'; tail_; } >none
is_status 0 'no series' "$d" none
is_true 'still says the method' grep -q '"type":"detection"' out
is_true 'passes on what it does not know' grep -q '^{"type":"other","x":1}$' out

# A live pipe shows a series' verdict before the next one comes
mkfifo pipe
"$d" --method compat <pipe >live &
exec 3>pipe
{ head_ 2; series 0 "$step"; } >&3
n=0
until grep -q '"type":"candidate"' live || [ $n -gt 100 ]; do
	n=$((n + 1))
	sleep 0.05
done
is_true 'a verdict at once' grep -q '"type":"candidate"' live
{ series 1 "$flat"; tail_; } >&3
exec 3>&-
wait

: >empty
is_status 3 'an empty input' "$d" empty
printf '{"type":"series"' >torn
is_status 3 'a torn record' "$d" torn
is_text 'says where' err 'bh-detect: torn:1: record is cut short'
{ head_ 1; series 0 "1,2"; tail_; } >short
is_status 3 'columns that differ' "$d" short
is_true 'says so' grep -q 'columns of points differ in length' err
{ series 0 "$step"; tail_; } >headless
is_status 3 'a series without headers' "$d" headless
is_status 2 'an unknown method' "$d" --method best in
is_full 4 'a full disk' "$d" in
is_status 4 'no such file' "$d" nowhere
tap_done
