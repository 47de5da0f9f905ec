#!/bin/sh
# What bh-collect --collection-output wrote, judged by bh-report
# --current-collection: measured now, whatever the store holds at the commit.
. "${0%/*}/tap.sh"

BH_STORE=$T/store BH_NOW=2026-07-10T00:00:00Z
export BH_STORE BH_NOW
cat >"$T/.home/measure" <<'END_OF_MEASURE'
#!/bin/sh
# measure VALUE...: so many benchmarks, as valgrind would write them
mkdir -p "$BH_TARGET_DIR/callgrind" && cd "$BH_TARGET_DIR/callgrind" || exit
rm -f *
n=0
for v do
	n=$((n + 1))
	printf '%s\n' 'version: 1' "pid: $n" "cmd: ./x b $n" 'events: Ir' \
	    fn=main "1 $v" "totals: $v" >"callgrind.out.$n"
done
END_OF_MEASURE
chmod +x "$T/.home/measure"
PATH=$PATH:$T/.home

mk_repo 'the repo'
cd 'the repo' || exit 4
echo target/ >.gitignore
triple=$(bh-context --no-host-facts 2>/dev/null |
    sed -n 's/.*"target_triple":"\([^"]*\)".*/\1/p')
machine=$(bh-machine-key)
set=callgrind/$triple/$machine

stored() { # stored ENGINE MACHINE COMMIT ID VALUE [ID VALUE]
	m=$2
	{
		printf '{"type":"context","context":{"observed_at":"2026-07-05T12:34:56Z","git":{"commit":"%s","branch":null,"dirty":false},"environment":{"provider":"local","run_id":null,"pull_request":null},"toolchain":{"target_triple":"%s","rustc_version":null},"best_of":1}}\n' \
		    "$3" "$triple"
		e=$1
		shift 3
		kind=instruction_count
		[ "$e" = callgrind ] || kind=wall_time
		while [ $# -gt 0 ]; do
			printf '{"type":"result","engine":"%s","id":["x","b","%s"],"metrics":[{"kind":"%s","value":%s}]}\n' \
			    "$e" "$1" "$kind" "$2"
			shift 2
		done
		echo '{"type":"end","from":"test"}'
	} | bh-store-put --machine-key "$m" >/dev/null || exit 4
}

i=0
while [ $i -lt 12 ]; do
	echo $i >f
	mk_commit . "commit $i" $((1783000000 + i * 1000))
	i=$((i + 1))
done
i=0
for c in $(git rev-list --reverse HEAD); do
	[ $i -eq 11 ] || {
		stored callgrind "$machine" "$c" 1 1000 2 2000 gone 3
		stored criterion "$machine" "$c" 1 5
		stored callgrind other "$c" 1 1000
	}
	i=$((i + 1))
done
tip=$(git rev-parse HEAD)
stored callgrind "$machine" "$tip" 1 1020 2 2000 3 1
stored criterion "$machine" "$tip" 1 5

# what may not be written is known before the command runs
ran() { is_true "$1: nothing ran" test ! -e ran; }
: >there
is_status 4 'a file that is there' bh-collect --collection-output there -- \
    sh -c ': >ran'
ran there
rm there
is_status 4 'a directory that is not there' bh-collect --collection-output \
    none/f -- sh -c ': >ran'
ran none
: >new
is_status 3 'a dirty tree' bh-collect --collection-output "$T/f" -- \
    sh -c ': >ran'
ran dirty
rm new
is_status 1 'a commit that is stored' bh-collect --collection-output "$T/f" -- \
    measure 1000 2000
is_true 'has no snapshot' test ! -e "$T/f"

mkdir below
(cd below && exec bh-collect --skip-existing --collection-output '../../the snap' \
    -- measure 9000 2000 >"$T/out" 2>"$T/err")
tap_status 0 'kept in the store, measured all the same' $?
has_text 'the stored run is kept' out 'kept existing'
snap=$T/'the snap'
is_lines 'one line, not ended' "$snap" 0
has_text 'its head' "$snap" \
    "{\"version\":1,\"project\":\"the_repo\",\"commit\":\"$tip\",\"target_triple\":\"$triple\",\"machine_key\":\"$machine\",\"runs\":[{\"engine\":\"callgrind\",\"context\":{\"observation\":\""
has_text 'in the spelling of the peer' "$snap" '},"env":{"provider":"'

report() { # report [OPTION...]: the stream of one over the snapshot
	bh-report --stream --current-collection "$snap" "$@"
}
points() { # points ID: of its only series
	grep '^{"type":"series"' "$T/out" | grep "\"id\":\[\"x\",\"b\",\"$1\"\]" |
	    sed 's/.*"points":{"topo":[^]]*\],"value":\(\[[^]]*\]\).*/\1/' >"$T/points"
}
counts() { # total, in scope, judged
	sed -n 's/^{"type":"census".*"total":\([0-9]*\),"in_scope":\([0-9]*\),"judged":\([0-9]*\).*/\1 \2 \3/p' \
	    "$T/out" >"$T/counts"
}
is_status 0 'history mode' report
points 1
is_text 'the tip is what was measured' "$T/points" \
    '[1000.0,1000.0,1000.0,1000.0,1000.0,1000.0,1000.0,1000.0,1000.0,1000.0,1000.0,9000.0]'
counts
is_text 'only what was measured is counted' "$T/counts" '2 2 2'
no_text 'no other set' out criterion/
no_text 'no other machine' out /other
is_status 0 'a prefix' report x/b/2
counts
is_text 'as always' "$T/counts" '1 1 1'
is_status 0 'an ignore prefix' report --ignore x/b/1
has_text 'as always too' out '{"reason":"ignored","count":1}'

# nothing at the context commit is read
object=$BH_STORE/v1/the_repo/objects/$set/$tip/clean.json
mv "$object" "$T/keep"
echo damaged >"$object"
is_status 0 'a damaged object at the commit' report
is_status 3 'without the snapshot' bh-report
mv "$T/keep" "$object"
bh-bless --all >/dev/null 2>&1
is_status 0 'a blessing at the commit' report
has_text 'counts' out '"reason":"too_few_points_since_blessing","active":11'
bh-unbless >/dev/null 2>&1

# what does not go together
is_status 2 "$triple is no filter then" report --target-triple "$triple"
is_status 2 'nor an engine' report --engine all
is_status 2 'nor a machine' report --machine-key auto
is_status 3 'another commit' report --context HEAD~1
has_text 'is named' err "$(git rev-parse HEAD~1)"
is_status 3 'another project' report --project q
is_status 4 'a file that is not there' bh-report --current-collection nothing
is_status 3 'one file twice' report --current-collection "$snap"
has_text 'names what is there twice' err 'x/b/1 instruction_count is measured twice'
: >new
is_status 3 'a dirty tree' report
is_status 0 'not looked at' report --no-dirty
rm new

# another machine
other=0123456789abcdef
sed "s/$machine/$other/g; s/9000/500/" "$snap" >"$T/two"
i=0
for c in $(git rev-list HEAD~1); do
	[ $((i % 2)) -eq 0 ] || stored callgrind $other "$c" 1 1000 2 2000
	i=$((i + 1))
done
is_status 0 'two machines' report --current-collection "$T/two"
counts
is_text 'each has its series' "$T/counts" '4 4 2'
has_text 'of its own points' out '"value":[1000.0,1000.0,1000.0,1000.0,1000.0,500.0]'
sed "s/$tip/$(git rev-parse HEAD~1)/g" "$T/two" >"$T/three"
is_status 3 'of two commits' report --current-collection "$T/three"
sed 's/"the_repo"/"p"/' "$T/two" >"$T/three"
is_status 3 'of two projects' report --current-collection "$T/three"

# damaged in one place: refused, by both readers
BH_NOW=2026-07-10T00:00:00Z bh-select --current "$snap" >"$T/selected" 2>"$T/err"
tap_status 0 'selected' $?
bad() { # bad NAME SED-PROGRAM
	sed "$2" "$snap" >"$T/bad"
	! cmp -s "$snap" "$T/bad" || ok 1 "$1: is a change"
	is_status 3 "$1" bh-select --current "$T/bad"
	has_text "$1: is located" err "bh-select: $T/bad: "
	is_status 3 "$1: for bh-series" bh-series --current "$T/bad" "$T/selected"
}
bad 'another version' 's/"version":1/"version":2/'
bad 'a project as it is not stored' 's/the_repo/The Repo/'
bad 'a triple as it is not stored' "s/\"target_triple\":\"[^\"]*\",\"m/\"target_triple\":\"X\",\"m/"
bad 'no triple' "s/\"target_triple\":\"[^\"]*\",\"m/\"target_triple\":\"\",\"m/"
bad 'a short commit' "s/\"commit\":\"....\([^\"]*\)\",\"t/\"commit\":\"\1\",\"t/"
bad 'a machine key of 15' 's/\("machine_key":"\)./\1/'
bad 'an unknown member' 's/{"version/{"a":1,"version/'
bad 'an unknown member of a run' 's/{"engine/{"a":1,"engine/'
bad 'an unknown member of a result' 's/{"id"/{"flags":[],"id"/'
for member in observation git env toolchain tool_version best_of; do
	bad "no $member" "s/\"$member\"/\"a\"/"
done
bad 'an unknown engine' 's/"engine":"callgrind"/"engine":"dhat"/'
bad 'an engine twice' 's/,"runs":\[\(.*\)\]}$/,"runs":[\1,\1]}/'
bad 'a dirty run' 's/"dirty":false/"dirty":true/'
bad 'a run of another commit' "s/\"git\":{\"commit\":\"[0-9a-f]*/&0/"
bad 'a run of another triple' 's/"toolchain":{"target_triple":"/&z/'
bad 'a run of another machine' 's/"fingerprint":"/&f/'
bad 'no results' 's/"results":\[.*/"results":[]}]}/'
bad 'no metrics' 's/"metrics":\[[^]]*\]/"metrics":[]/'
bad 'an unknown kind' 's/"instruction_count"/"cycles"/'
bad 'a kind twice' 's/"metrics":\[\([^]]*\)\]/"metrics":[\1,\1]/'
bad 'a result twice' 's/"results":\[\({[^]]*\][^]]*\]}\)/"results":[\1,\1/'
bad 'a number out of range' 's/"value":9000.0/"value":1e999/'
bad 'no value' 's/"value":9000.0/"value":null/'
bad 'nothing measured' 's/"runs":\[.*/"runs":[]}/'
bad 'a cut file' 's/..$//'
bad 'a second document' 's/$/{}/'

# open where the format is open
sed 's/"context":{/&"new":{"a":[]},/; s/"value"/"new":1,"value"/g' "$snap" >"$T/open"
cp "$snap" "$T/keep"
cp "$T/open" "$snap"
is_status 0 'unknown members of a context and of a metric' report
cp "$T/keep" "$snap"

# a branch: nothing of it but the snapshot, the base window from the store
git checkout -q -b topic HEAD~1
mk_commit . 'topic 1' 1783050000
stored callgrind "$machine" "$(git rev-parse HEAD)" 1 1 2 1
mk_commit . 'topic 2' 1783051000
rm "$snap"
is_status 0 'on a branch' bh-collect --collection-output "$snap" -- measure 1500 2000
has_text 'stored as well' out 'Stored 1 object, 2 cases. [callgrind 2]'
is_status 0 'its report' report
points 1
is_text 'of one point' "$T/points" '[1500.0]'
has_text 'against the base' out '"direction":"regression"'
grep -c '^{"type":"finding"' "$T/out" >"$T/n"
is_text 'one finding' "$T/n" 1
is_status 0 'as text' bh-report --current-collection "$snap"
has_text 'names it' out 'x/b/1'

# a collection that measured nothing is a snapshot, but no report
rm -rf target "$snap"
is_status 0 'nothing measured' bh-collect --collection-output "$snap" -- true
has_text 'is written down' "$snap" '"runs":[]}'
is_status 3 'and no report' report
has_text 'for it says nothing' err 'no measurement'
tap_done
