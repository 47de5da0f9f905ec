#!/bin/sh
. "${0%/*}/tap.sh"
. "$TESTS/fakes.sh"
r=$T/fake/bh-report

fake_scripts bh-report
fake_stages
is_status 0 'a report' "$r"
is_text 'passes through all stages' out 'select
series
detect
fdr
render'
is_empty 'and is silent otherwise' err
for p in select series detect fdr render; do
	is_call "no option for $p" "bh-$p" ''
done

is_status 0 'options in any order with operands' "$r" pre/ --repo 'a b' \
    --since=2w --engine criterion --engine "it's" -j2 x --ignore "new
line" --method compat -j 3 --json out.json --max-object 5 --no-dirty \
    --gates --skip-invalid --ascii -- --odd
is_call 'select gets what selects' bh-select \
    "<--repo=a b><--since=2w><--engine=criterion><--engine=it's><--no-dirty>"
is_call 'series gets what loads' bh-series "<--repo=a b><-j2><--ignore=new
line><-j3><--max-object=5><--skip-invalid><--prefix=pre/><--prefix=x><--prefix=--odd>"
is_call 'detect gets what judges' bh-detect '<-j2><--method=compat><-j3><--gates>'
is_call 'fdr gets nothing' bh-fdr ''
is_call 'render gets what prints' bh-render \
    '<--repo=a b><--json=out.json><--gates><--ascii>'
is_status 0 'verbose' "$r" --verbose --current-collection 'f 1'
is_call 'is for every stage' bh-fdr '<--verbose>'
is_call 'a collection is for select' bh-select '<--verbose><--current=f 1>'
is_call 'and for series' bh-series '<--verbose><--current=f 1>'

rm "$T/call.bh-render"
is_status 0 'a stream' "$r" --stream
is_text 'is what render would read' out 'select
series
detect
fdr'
is_call 'with every series' bh-fdr '<--all-series>'
is_true 'and is not rendered' test ! -e "$T/call.bh-render"
is_status 0 'a page and a table' "$r" --no-text --html h --csv=c
is_call 'are asked for' bh-render '<--no-text><--html=h><--csv=c>'
is_status 0 'a stream and a file' "$r" --stream --json x
is_call 'are both made' bh-render '<--no-text><--json=x>'

for bad in --nonsense --since --no-dirty=1 -j -x '--=x'; do
	is_status 2 "bad usage: $bad" "$r" "$bad"
	is_empty 'nothing on stdout' out
done
has_text 'with the usage' err 'usage: bh-report'
rm -f "$T/call.bh-select"
fake bh-render 'echo "bh-render: nothing to write" >&2; exit 2'
is_status 2 'no file' "$r" --current-collection=
has_text 'is told' err 'bh-report: --current-collection needs a file'
is_status 2 'bad options of render' "$r" --no-text
is_text 'are told' err 'bh-render: nothing to write'
is_true 'before any work' test ! -e "$T/call.bh-select"

# whatever a stage does, silence is never success
for p in select series detect fdr render; do
	for code in 'kill -9 $$' 'kill -SEGV $$' 'exit 99' 'exit 1' 'exit 2' \
	    'exit 3' 'exit 4' 'exec >&-; exit 126' 'kill -PIPE $$'; do
		fake_stages
		die_in "bh-$p" "$code"
		case $code:$p in
		*1:* | *2:* | *3:* | *4:*) want=${code#exit } ;;
		*) want=4 ;;
		esac
		case $code in
		*126 | *99) want=4 ;;
		esac
		is_status "$want" "$p: $code" "$r"
		is_empty "$p: $code: no report" out
	done
	fake_stages
	rm "$T/fake/bh-$p"
	PATH=/usr/bin:/bin is_status 4 "$p: is not there" "$r"
	is_empty "$p: is not there: no report" out
done
fake_stages
die_in bh-detect
is_status 4 'a killed stage' "$r"
has_text 'is told' err 'bh-report: detect: killed, status 137'
fake bh-series 'exit 3'
is_status 3 'of two failures the first in the pipeline is the cause' "$r"
fake_stages
for bad in 0 x 257 1000 ''; do
	is_status 2 "bad usage: -j $bad" "$BH/bh-report" "-j$bad" --no-text
	grep -c 'is no number' "$T/err" >n
	is_text 'is told once' n 1
done
is_full 4 'a full disk' "$r"
is_text 'is told in our words' err \
    'bh-report: stdout: write: No space left on device'
is_full 4 'and under the stream' "$r" --stream
is_text 'as well' err 'bh-report: stdout: write: No space left on device'
is_status 4 'a full disk below TMPDIR' sh -c '
said=$( (trap "" XFSZ; ulimit -f 0; exec "$@" 2>&1) ) || rc=$?
printf "%s\n" "$said"
exit "$rc"' sh "$r"
has_text 'is told' out "bh-report: ${TMPDIR:-/tmp}: no room there"
no_text 'and not by the shell' out 'echo'
TMPDIR=$T/none is_status 4 'no temporary directory' "$r"
mkdir tmp
TMPDIR=$T/tmp is_status 0 'a temporary directory' "$r"
is_true 'is left as it was' rmdir tmp

# a stage killed from outside, while it works
mkdir tmp
fake bh-detect 'echo $$ >"'"$T"'/pid"; exec sleep 20'
TMPDIR=$T/tmp "$r" >out1 2>err1 &
job=$!
while [ ! -s "$T/pid" ]; do sleep .05; done
kill -9 "$(cat "$T/pid")"
wait "$job"
tap_status 4 'killed from outside' $?
is_empty 'no report' out1
rm "$T/pid"
TMPDIR=$T/tmp "$r" >out1 2>err1 &
job=$!
while [ ! -s "$T/pid" ]; do sleep .05; done
kill -TERM "$job"
kill "$(cat "$T/pid")"
wait "$job"
tap_status 143 'told to stop' $?
is_empty 'no report then' out1
is_true 'and nothing left behind' rmdir tmp

# the real programs
if [ -x "$BH/bh-render" ] && [ -x "$BH/bh-select" ]; then
	. "$TESTS/sample.sh"
	cd words || exit 4
	is_status 0 'the sample' bh-report --json "$T/r.json"
	has_text 'names benchmark and size' out 'bench/count/20000'
	has_text 'and the commit' out "$(git rev-parse HEAD~10)"
	cp "$T/out" "$T/want"
	is_status 0 'once more, one thread' bh report -j 1
	is_file 'the same bytes' "$T/want" out
	is_status 0 'from a directory below' sh -c 'mkdir -p x && cd x && bh-report'
	is_file 'the same bytes there' "$T/want" out
	is_status 0 'as a stream' bh-report --stream
	tail -n 1 "$T/out" >last
	is_text 'with its end' last '{"type":"end","from":"bh-fdr"}'
	rm last
	is_status 2 'no output at all' bh-report --no-text
	is_status 4 'a commit that is not there' bh-report --context nonsense
	is_empty 'is no report' out
	is_status 4 'a store that is not there' bh-report --store "$T/nowhere"
	is_status 0 'what prefixes leave' bh-report bench/sort
	no_text 'has nothing of the others' out bench/count
	mkdir "$T/wrap"
	for p in select series detect fdr; do
		printf '#!/bin/sh\n"%s" "$@" | head -c 100\nkill -9 $$\n' \
		    "$BH/bh-$p" >"$T/wrap/bh-$p"
		chmod +x "$T/wrap/bh-$p"
		rm -f "$T/r.json"
		PATH="$T/wrap:$PATH" is_status 4 "$p dies in the middle" \
		    bh-report --json "$T/r.json"
		is_empty "$p: no report" out
		is_true "$p: no file" test ! -e "$T/r.json"
		rm "$T/wrap/bh-$p"
	done
fi
tap_done
