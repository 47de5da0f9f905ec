#!/bin/sh
# bh-verify: every fault is told once, nothing else is.
# shellcheck disable=SC2086	# keys hold no blanks
. "${0%/*}/tap.sh"
. "$TESTS/stored.sh"
v=$BH/bh-verify
k=$O/callgrind/t/m1

is_status 0 'a good store' "$v"
is_text 'has no faults' out '{"type":"end","from":"bh-verify"}'
is_text 'the count is told' err 'bh: verify: 5 objects, 3 blessings, 0 faults'
"$BH/bh-store-put" --project q --machine-key m .run >/dev/null
is_status 0 'two projects' "$v"
has_text 'are checked' err '6 objects'
is_status 0 '--project' "$v" --project q
has_text 'is one of them' err 'bh: verify: 1 object, 0 blessings'

fault() { # fault NAME KEY WHY: one fault in the store
	is_status 3 "$1" "$v"
	is_text "$1: told" out "{\"type\":\"bad\",\"key\":\"$2\",\"why\":\"$3\"}
{\"type\":\"end\",\"from\":\"bh-verify\",\"status\":3}"
	has_text "$1: counted" err '1 fault'
	chmod -R u+w s
	rm -rf "s/$2"
}
body() { # body COMMIT TRIPLE DIRTY RESULTS
	printf '{"context":{"git":{"commit":"%s","dirty":%s},"toolchain":{"target_triple":"%s"}},"results":%s}' "$1" "$3" "$2" "$4"
}
m='[{"id":{"segments":["a"]},"metrics":[{"kind":"wall_time","value":1}]}]'
body c t false "$m" | raw $k/c/clean.json
is_status 0 'a foreign writer' "$v"
rm s/$k/c/clean.json
printf '{"results":%s}' "$m" | raw $k/c/clean.json
is_status 0 'no context' "$v"
printf '{"context":7,"results":[]}' | raw $k/c/clean.json
is_status 0 'a context of another kind' "$v"
body T/c T false "$m" | raw $k/t_c/clean.json
is_status 0 'names that were sanitized' "$v"

body d t false "$m" | raw $k/c/clean.json
fault 'another commit' $k/c/clean.json 'the commit of its context is not that of its key'
body c u false "$m" | raw $k/c/clean.json
fault 'another triple' $k/c/clean.json 'the target triple of its context is not that of its key'
body c t true "$m" | raw $k/c/clean.json
fault 'a dirty run under a clean name' $k/c/clean.json 'the state of the tree of its context is not that of its key'
body c t false '[]' | sed 's/results/result/' | raw $k/c/clean.json
is_status 3 'no results' "$v"
has_text 'are told' out "\"key\":\"$k/c/clean.json\",\"why\":\""
body c t false "${m%]},${m#[}" | sed 's/}\]},\[/}]},/' | raw $k/c/clean.json
is_status 3 'an id twice' "$v"
body c t false '[{"id":{"segments":["a"]},"metrics":[]},{"id":{"segments":["a"]},"metrics":[]}]' | raw $k/c/clean.json
fault 'an id twice, no metrics' $k/c/clean.json "id 'a' occurs twice"
body c t false '[{"id":{"segments":["a"]},"metrics":[{"kind":"wall_time","value":1},{"kind":"wall_time","value":2}]}]' | raw $k/c/clean.json
fault 'a kind twice' $k/c/clean.json 'two metrics of one kind'
printf x >s/$k/$A/dirty-1.json
fault 'no gzip' $k/$A/dirty-1.json 'gzip: cut short'
printf '{"commit":"x"}' | raw $O/blessings/$A/bless-1.json
fault 'a broken blessing' $O/blessings/$A/bless-1.json "member 'issued_at' is missing"
: >s/$k/$A/notes
fault 'a foreign file' $k/$A/notes 'no key of an object'
mkdir -p s/$k/c/clean.json
fault 'a directory in the place of an object' $k/c/clean.json 'not a regular file'
mkfifo s/$k/c/clean.json
fault 'a FIFO' $k/c/clean.json 'not a regular file'
ln -s "$T/s" s/$k/link
fault 'a link' $k/link 'not a regular file'
head -c 5000 /dev/zero | tr '\0' ' ' | raw $k/c/clean.json
is_status 3 '--max-object' "$v" --max-object 4999
has_text 'is the limit' out 'gzip: inflates to more than 4999 bytes'
rm s/$k/c/clean.json
: >s/$k/$A/.cbh-tmp-abcdef
is_status 0 'a temporary is no fault' "$v"
no_text 'nor worth a word while it is young' err temporary
touch -d '25 hours ago' s/$k/$A/.cbh-tmp-abcdef
is_status 0 'an old one' "$v"
has_text 'is told' err '1 temporary file of killed writers: bh prune --temporaries removes it'

# an object cut short: refused
"$BH/bh-store-get" --key $k/$B/clean.json >want
f=s/$k/$B/clean.json
cp $f good
chmod u+w $f
n=$(stat -c %s good) bad=0 i=0
while [ $i -lt "$n" ]; do
	head -c $i good >$f
	"$BH/bh-store-get" --key $k/$B/clean.json >got 2>/dev/null && bad=$((bad + 1))
	i=$((i + 7))
done
is_true 'no cut object passes' test $bad -eq 0
cp good $f

is_status 4 'no store' "$v" --store nowhere
is_status 2 'an operand' "$v" x
is_status 0 'help' "$v" -h
is_full 4 'a full stdout' "$v"
chmod -R a-w s
is_status 0 'a read-only store' "$v"
chmod -R u+w s
tap_done
