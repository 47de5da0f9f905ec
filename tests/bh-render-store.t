#!/bin/sh
. "${0%/*}/tap.sh"	# own directory, LC_ALL=C, UTC
r=$BH/bh-render
set=callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32

is_json() { # is_json NAME FILE TEXT: FILE is that, blanks aside
	if command -v jq >/dev/null; then
		jq -c . "$2" >got
		is_text "$1" got "$3"
	else
		skip 'no jq' "$1"
	fi
}

edit() { # edit FILE SED...: an altered stream
	edit_file=$1
	shift
	sed "$@" "$edit_file" >in2
}

# --- lists

k=v1/p/objects/$set
cat >in <<X
{"type":"selection","project":"p","mode":"branch","since":null,"since_why":"option","filters":{"engine":null,"target_triple":null,"machine_key":null},"auto":[],"candidates":4,"kept":4,"dropped":{"history":0,"dirty":0,"since":0},"skipped_keys":0,"base_exception":false}
{"type":"query","runs":3,"series":1}
{"type":"object","key":"$k/7683/dirty-1.json","what":"dirty","set":"$set","commit":"7683","role":"context","topo":9,"ordinal":2}
{"type":"object","key":"$k/7683/clean.json","what":"clean","set":"$set","commit":"7683","role":"both","topo":9,"ordinal":1}
{"type":"object","key":"$k/fa17/clean.json","what":"clean","set":"$set","commit":"fa17","role":"both","topo":1,"ordinal":3}
{"type":"object","key":"$k/aaaa/clean.json","what":"clean","set":"$set","commit":"aaaa","role":"base","base_topo":4,"ordinal":4}
{"type":"object","key":"v1/p/objects/callgrind/a/b/7683/dirty-5.json","what":"dirty","set":"callgrind/a/b","commit":"7683","role":"context","topo":9,"ordinal":0}
{"type":"series","n":0,"set":"$set","id":["x"],"kind":"wall_time","unit":"ns","blessing":null,"points":{"topo":[1],"value":[5]}}
{"type":"end","from":"bh-series"}
X
is_status 0 'runs' "$r" --as runs --json js --markdown md in
is_text 'text' out "Data set of project p

callgrind/a/b
  1 run, 0 series, 1 commit
    7683  0 clean + 1 dirty

$set
  3 runs, 1 series, 2 commits
    fa17
    7683 + 1 dirty

Total: 4 runs, 1 series, 2 sets"
has_text 'a row' md '| 7683 | 2 | 1 | 1 |'
is_json 'JSON' js '{"project":"p","sets":[{"engine":"callgrind","target_triple":"a","machine_key":"b","runs":1,"series":0,"commits":[{"commit":"7683","runs":1,"clean":0,"dirty":1}]},{"engine":"callgrind","target_triple":"x86_64-unknown-linux-gnu","machine_key":"4ffd697efb295d32","runs":3,"series":1,"commits":[{"commit":"fa17","runs":1,"clean":1,"dirty":0},{"commit":"7683","runs":2,"clean":1,"dirty":1}]}],"totals":{"runs":4,"series":1,"discriminant_sets":2}}'

edit in -e '/"object"/d' -e '/"type":"series"/d' -e '/"query"/a\
{"type":"hint","code":"empty_project","text":"Hint: project p has no stored runs. Record some with bh-collect or bh-backfill."}'
is_status 0 'no runs' "$r" --as runs --json js in2
is_text 'and why' out 'No stored run matches.

Hint: project p has no stored runs. Record some with bh-collect or bh-backfill.'
has_text 'the hint in JSON' js '"hint": "Hint: project p has'
edit in '/"selection"/d'
is_status 3 'runs of no selection' "$r" --as runs in2
edit in 's/"id":\[[^]]*\]/"id":["a\\u001b[31m|b","*c*\\n"]/'
is_status 0 'benchmarks' "$r" --as benchmarks --json js --markdown md in2
has_text 'without control characters' out '  a\u001b[31m|b/*c*\u000a '
has_text 'nor markup' md '| a\u001b\[31m\|b/\*c\*\u000a |'
is_json 'in JSON whole' js "$(printf %s '{"project":"p","sets":[{"engine":"callgrind",' \
    '"target_triple":"x86_64-unknown-linux-gnu","machine_key":"4ffd697efb295d32",' \
    '"benchmarks":[{"benchmark":"a\u001b[31m|b/*c*\n",' \
    '"segments":["a\u001b[31m|b","*c*\n"],"metric":"wall_time","unit":"ns",' \
    '"points":1}]}]}')"
edit in '/^{"type":"query"/d'
is_status 3 'benchmarks without a query' "$r" --as benchmarks in2

is_status 0 'discriminants' "$r" --as discriminants --json js --markdown md in
is_text 'text' out "Discriminant sets:
  - callgrind/a/b
  - $set"
is_json 'JSON' js '[{"engine":"callgrind","target_triple":"a","machine_key":"b"},{"engine":"callgrind","target_triple":"x86_64-unknown-linux-gnu","machine_key":"4ffd697efb295d32"}]'
has_text 'Markdown' md '| callgrind | a | b |'
printf '%s\n' '{"type":"end","from":"bh-store-ls"}' >none
is_status 0 'of an empty store' "$r" --as discriminants --json js none
is_text 'text' out 'No stored run matches.'
is_json 'JSON' js '[]'

# --- blessings

c=28eb0ef2008dbe1becabd070387baf84958d0797
cat >in <<X
{"type":"topology","context":{"ref":"HEAD","commit":"$c"},"base":{"ref":"main","commit":"$c","how":"option"},"fork_topo":1,"tip_topo":1,"base_topo":1,"tip_is_merge_base":true,"tree_dirty":false,"context_is_head":true,"shallow":false}
{"type":"commit","line":"context","topo":0,"commit":"d114085084ce0000000000000000000000000000","time":"2026-01-15T00:00:00Z","side":"base","title":"a"}
{"type":"commit","line":"context","topo":1,"commit":"$c","time":"2026-02-07T00:00:00Z","side":"base","title":"b"}
{"type":"selection","project":"bench","mode":"history","since":null,"since_why":"option","filters":{"engine":null,"target_triple":null,"machine_key":null},"auto":[],"candidates":0,"kept":0,"dropped":{"history":0,"dirty":0,"since":0},"skipped_keys":0,"base_exception":false}
{"type":"blessing","key":"v1/bench/objects/blessings/$c/bless-2.json","commit":"$c","line_topo":1,"issued_at":"2026-03-01T00:00:00Z","prefixes":["nothing/at/all","b"],"scope":{"engine":[],"target_triple":[],"machine_key":["11","22"]}}
{"type":"blessing","key":"v1/bench/objects/$set/$c/bless-1.json","commit":"$c","set":"$set","line_topo":1,"issued_at":"2026-03-02T00:00:00Z","prefixes":[],"scope":{"engine":[],"target_triple":[],"machine_key":[]}}
{"type":"end","from":"bh-series"}
X
is_status 0 'blessings at the context' "$r" --as blessings --json js \
    --markdown md in
is_text 'text' out "Blessings of project bench at 28eb0ef2008d

all/all/11|22
  28eb0ef2008d accepts nothing/at/all, b (issued 2026-03-01T00:00:00Z)

$set
  28eb0ef2008d accepts every benchmark (issued 2026-03-02T00:00:00Z)"
is_json 'JSON' js '{"project":"bench","scope":"head","commit":"28eb0ef2008d","blessings":[{"engine":"all","target_triple":"all","machine_key":"11|22","discriminant_scope":{"engine":[],"target_triple":[],"machine_key":["11","22"]},"commit":"28eb0ef2008d","commit_time":"2026-02-07T00:00:00Z","issued_at":"2026-03-01T00:00:00Z","prefixes":["nothing/at/all","b"],"level":"project"},{"engine":"callgrind","target_triple":"x86_64-unknown-linux-gnu","machine_key":"4ffd697efb295d32","discriminant_scope":{"engine":["callgrind"],"target_triple":["x86_64-unknown-linux-gnu"],"machine_key":["4ffd697efb295d32"]},"commit":"28eb0ef2008d","commit_time":"2026-02-07T00:00:00Z","issued_at":"2026-03-02T00:00:00Z","level":"partition"}]}'
has_text 'Markdown' md '| 28eb0ef2008d | nothing/at/all, b | 2026-03-01T00:00:00Z |'
edit in '/"type":"blessing"/d'
sed -e 's/"machine_key":\["11","22"\]/"machine_key":["0"]/' -e '/^{"type":"end"/i\
{"type":"blessing","key":"v1/bench/objects/blessings/'$c'/bless-3.json","commit":"'$c'","line_topo":1,"issued_at":"2026-03-03T00:00:00Z","prefixes":[],"scope":{"engine":["alloc_tracker"],"target_triple":[],"machine_key":[]}}\
{"type":"blessing","key":"v1/bench/objects/blessings/'$c'/bless-4.json","commit":"'$c'","line_topo":1,"issued_at":"2026-03-03T00:00:00Z","prefixes":[],"scope":{"engine":["alloc_tracker"],"target_triple":["aarch64-a"],"machine_key":[]}}\
{"type":"blessing","key":"v1/bench/objects/blessings/'$c'/bless-5.json","commit":"'$c'","line_topo":1,"issued_at":"2026-03-03T00:00:00Z","prefixes":[],"scope":{"engine":[],"target_triple":[],"machine_key":[]}}' in >in3
is_status 0 'records with scopes' "$r" --as blessings in3
grep '^[a-z_]*/' out >scopes
is_text 'what holds more comes first' scopes "all/all/all
all/all/0
alloc_tracker/all/all
alloc_tracker/aarch64-a/all
$set"
is_status 0 'no blessings' "$r" --as blessings in2
is_text 'text' out 'No blessings at 28eb0ef2008d.'
edit in 's/,"issued_at".*"scope":{[^}]*}//'
is_status 3 'blessings without their bodies' "$r" --as blessings in2

cat >series <<X
{"type":"series","n":1,"set":"$set","id":["parse","headers"],"kind":"instruction_count","unit":"count","blessing":{"commit":"$c","time":"2026-02-07T00:00:00Z"},"points":{"topo":[1],"value":[5]}}
{"type":"series","n":2,"set":"$set","id":["parse","headers"],"kind":"conditional_branches","unit":"count","blessing":{"commit":"$c","time":"2026-02-07T00:00:00Z"},"points":{"topo":[1],"value":[5]}}
{"type":"series","n":0,"set":"$set","id":["b","x"],"kind":"instruction_count","unit":"count","blessing":{"commit":"d114085084ce0000000000000000000000000000","time":"2026-01-15T00:00:00Z"},"points":{"topo":[1],"value":[5]}}
{"type":"series","n":3,"set":"$set","id":["other"],"kind":"instruction_count","unit":"count","blessing":null,"points":{"topo":[1],"value":[5]}}
X
edit in '/"selection"/r series'
is_status 0 'blessings of the window' "$r" --as blessings --json js in2
is_text 'text: one line a benchmark' out "Most recent blessings of project bench

$set
  b/x  blessed at d114085084ce (2026-01-15T00:00:00Z)
  parse/headers  blessed at 28eb0ef2008d (2026-02-07T00:00:00Z)"
is_json 'JSON' js '{"project":"bench","scope":"window","blessings":[{"engine":"callgrind","target_triple":"x86_64-unknown-linux-gnu","machine_key":"4ffd697efb295d32","discriminant_scope":{"engine":["callgrind"],"target_triple":["x86_64-unknown-linux-gnu"],"machine_key":["4ffd697efb295d32"]},"benchmark":"b/x","commit":"d114085084ce","commit_time":"2026-01-15T00:00:00Z"},{"engine":"callgrind","target_triple":"x86_64-unknown-linux-gnu","machine_key":"4ffd697efb295d32","discriminant_scope":{"engine":["callgrind"],"target_triple":["x86_64-unknown-linux-gnu"],"machine_key":["4ffd697efb295d32"]},"benchmark":"parse/headers","commit":"28eb0ef2008d","commit_time":"2026-02-07T00:00:00Z","level":"partition"}]}'

printf '%s\n' '{"type":"hint","code":"empty_project","text":"Hint: nothing."}' \
    >hint
edit in -e '/"type":"blessing"/d' -e '/"selection"/r hint'
is_status 0 'an empty window' "$r" --as blessings --json js in2
is_text 'text: why' out 'No blessings.

Hint: nothing.'
is_json 'JSON' js '{"project":"bench","scope":"window","blessings":[],"hint":"Hint: nothing."}'

# --- plan

s=criterion/x86_64-unknown-linux-gnu/k1
k=v1/textproc/objects/$s
cat >in <<X
{"type":"topology","context":{"ref":"topic","commit":"$c"},"base":{"ref":"main","commit":"$c","how":"option"},"fork_topo":2,"tip_topo":5,"base_topo":4,"tip_is_merge_base":false,"tree_dirty":false,"context_is_head":true,"shallow":false}
{"type":"selection","project":"textproc","mode":"branch","since":null,"since_why":"no default","filters":{"engine":null,"target_triple":null,"machine_key":null},"auto":[],"candidates":3,"kept":3,"dropped":{"history":0,"dirty":0,"since":0},"skipped_keys":0,"base_exception":false}
{"type":"object","key":"$k/T2FULL/clean.json","what":"clean","set":"$s","commit":"T2FULL","role":"context","topo":5,"ordinal":1,"status":"would_remove"}
{"type":"object","key":"$k/T2FULL/dirty-1.json","what":"dirty","set":"$s","commit":"T2FULL","role":"context","topo":5,"ordinal":2,"status":"would_remove"}
{"type":"object","key":"$k/T1FULL/clean.json","what":"clean","set":"$s","commit":"T1FULL","role":"context","topo":3,"ordinal":0,"status":"would_remove"}
{"type":"blessing","key":"$k/T2FULL/bless-1.json","commit":"T2FULL","set":"$s","line_topo":5,"status":"would_remove"}
{"type":"removal","dry_run":true,"objects":3,"blessings":1}
{"type":"end","from":"bh-store-rm"}
X
is_status 0 'a prune plan' "$r" --as plan --json js --markdown md in
is_text 'text' out 'Prune plan for project textproc (context topic)

criterion/x86_64-unknown-linux-gnu/k1
  3 runs (plus 1 blessing), 2 commits
    T1FULL  1 run
    T2FULL  2 runs (plus 1 blessing)

Would remove 3 runs (plus 1 blessing) in 1 set'
is_json 'JSON' js '{"project":"textproc","target_ref":"topic","dry_run":true,"sets":[{"engine":"criterion","target_triple":"x86_64-unknown-linux-gnu","machine_key":"k1","discriminant_scope":{"engine":["criterion"],"target_triple":["x86_64-unknown-linux-gnu"],"machine_key":["k1"]},"runs":3,"blessings":1,"commits":[{"commit":"T1FULL","runs":1,"blessings":0,"keys":["'"$k"'/T1FULL/clean.json"]},{"commit":"T2FULL","runs":2,"blessings":1,"keys":["'"$k"'/T2FULL/bless-1.json","'"$k"'/T2FULL/clean.json","'"$k"'/T2FULL/dirty-1.json"]}]}],"totals":{"runs":3,"blessings":1,"discriminant_sets":1}}'
sed -e 's/"blessings":1/"blessings":2/' -e '/"removal"/i\
{"type":"blessing","key":"v1/textproc/objects/blessings/T1FULL/bless-1.json","commit":"T1FULL","line_topo":3,"issued_at":"2026-03-03T00:00:00Z","prefixes":[],"scope":{"engine":["criterion"],"target_triple":[],"machine_key":[]},"status":"would_remove"}' in >in3
is_status 0 'a blessing of the project' "$r" --as plan in3
grep '^[a-z_]*/' out >scopes
is_text 'stands before the sets in its scope' scopes 'criterion/all/all
criterion/x86_64-unknown-linux-gnu/k1'
has_text 'Markdown' md '| T2FULL | 2 | 1 |'
has_text 'and its total' md '**Would remove 3 runs (plus 1 blessing) in 1 set**'
edit in -e 's/would_remove/removed/; s/"dry_run":true/"dry_run":false/' -e '/"status":"removed"/{
	/"blessing"/s/,"set":"[^"]*"/,"issued_at":"t","prefixes":[],"scope":{"engine":["criterion"],"target_triple":[],"machine_key":[]}/
	}'
is_status 0 'a real run' "$r" --as plan --json js in2
is_text 'a record of the project has a set of its own' out 'Prune plan for project textproc (context topic)

criterion/all/all
  0 runs (plus 1 blessing), 1 commit
    T2FULL  0 runs (plus 1 blessing)

criterion/x86_64-unknown-linux-gnu/k1
  3 runs, 2 commits
    T1FULL  1 run
    T2FULL  2 runs

Removed 3 runs (plus 1 blessing) in 2 sets'
edit in -e '/"status"/d' -e 's/"objects":3,"blessings":1/"objects":0,"blessings":0/'
is_status 0 'an empty plan' "$r" --as plan in2
is_text 'text' out 'Nothing matches.'
edit in '/T1FULL/d'
is_status 3 'a plan that does not add up' "$r" --as plan in2
edit in '/"removal"/d'
is_status 3 'or has no account' "$r" --as plan in2

# --- account

obj() { # obj ENGINE STATUS CASES
	printf '{"type":"object","key":"v1/p/objects/%s/t/m/c/clean.json","what":"clean","set":"%s/t/m","commit":"c","status":"%s","cases":%d}\n' \
	    "$1" "$1" "$2" "$3"
}
account() { # account WANT NAME: of the lines on stdin
	cat - none >in2
	is_status 0 "$2" "$r" --as account in2
	is_text "$2: the line" out "$1"
}
{ obj callgrind stored 8; obj criterion stored 6; } >lines
account 'Stored 2 objects, 14 cases. [callgrind 8; criterion 6]' \
    'collect' <lines
sed 's/"stored"/"not_stored"/' lines >lines2
account 'Would store 2 objects, 14 cases. [callgrind 8; criterion 6]' \
    'collect --no-store' <lines2
{ obj callgrind kept 8; obj criterion stored 6; } >lines
account 'Stored 1 object, 14 cases. [callgrind 8 (kept existing); criterion 6]' \
    'collect --skip-existing' <lines
obj callgrind replaced 1 >lines
account 'Stored 1 object, 1 case. [callgrind 1 (replaced)]' \
    'collect --overwrite' <lines
account 'Stored 0 objects, 0 cases.' 'nothing harvested' </dev/null
printf '{"type":"blessing","key":"k","commit":"%s","issued_at":"2026-03-01T00:00:00Z","prefixes":["a","b"],"scope":{"engine":[],"target_triple":[],"machine_key":[]},"status":"stored"}\n' \
    "$c" >lines
account 'Blessed 2 prefixes (scope engine=any target-triple=any machine-key=any) at 28eb0ef2008d.' \
    'bless' <lines
sed 's/\["a","b"\]/[]/; s/"engine":\[\]/"engine":["x","y"]/' lines >lines2
account 'Blessed every benchmark (scope engine=x|y target-triple=any machine-key=any) at 28eb0ef2008d.' \
    'bless --all' <lines2
printf '{"type":"blessing","key":"k","commit":"%s","status":"removed"}\n{"type":"removal","dry_run":false,"objects":0,"blessings":1}\n' \
    "$c" >lines
account 'Removed 1 blessing at 28eb0ef2008d.' 'unbless' <lines
printf '{"type":"removal","dry_run":false,"objects":0,"blessings":0}\n' >lines
account 'No blessings.' 'unbless where there is none' <lines
is_status 0 'at a commit' "$r" --as account "--commit=$c" in2
is_text 'which is named' out 'No blessings at 28eb0ef2008d.'
is_status 2 'it is for accounts' "$r" --commit x none
printf '{"type":"removal","dry_run":false,"objects":0,"blessings":1}\n' >lines
cat lines none >in2
is_status 3 'a removal that does not add up' "$r" --as account in2

tap_done
