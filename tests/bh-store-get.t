#!/bin/sh
# bh-store-get: bodies, damaged and missing objects.
# shellcheck disable=SC2086	# keys hold no blanks
. "${0%/*}/tap.sh"
. "$TESTS/stored.sh"
g=$BH/bh-store-get
k=$O/callgrind/t/m1/$A/clean.json

is_status 0 '--key of an object' "$g" --key $k
cat >want <<END
{"type":"object","key":"$k","what":"clean","set":"callgrind/t/m1","commit":"$A","body":{"schema_version":5,"context":{"observed_at":"2026-07-05T12:34:56Z","git":{"commit":"$A","branch":null,"dirty":false},"environment":{"provider":"local","run_id":null,"pull_request":null},"toolchain":{"target_triple":"t","rustc_version":null},"tool_version":"bench-history 0.1.0","best_of":1},"results":[{"id":{"segments":["a","b"]},"metrics":[{"kind":"instruction_count","value":10.0}]}]}}
{"type":"end","from":"bh-store-get"}
END
is_file 'its body, numbers as they are' want out
is_status 0 '--key of blessings' "$g" --key $O/blessings/$B/bless-1783296001500000000.json --key $O/callgrind/t/m1/$A/bless-1735689600.json
cat >want <<END
{"type":"blessing","key":"$O/blessings/$B/bless-1783296001500000000.json","commit":"$B","issued_at":"2026-07-06T00:00:01.5Z","prefixes":["a/"],"scope":{"engine":["criterion"],"target_triple":[],"machine_key":[]}}
{"type":"blessing","key":"$O/callgrind/t/m1/$A/bless-1735689600.json","commit":"$A","set":"callgrind/t/m1","issued_at":"2025-01-01T00:00:00Z","prefixes":["a"],"scope":{"engine":["callgrind"],"target_triple":["t"],"machine_key":["m1"]}}
{"type":"end","from":"bh-store-get"}
END
is_file 'their fields' want out

# records from a stream
cat >in <<END
{"type":"x","keep":[1]}
{"type":"object","key":"$k","what":"clean","set":"callgrind/t/m1","commit":"$A","role":"context","mine":1e2,"body":0}
{"type":"end","from":"test"}
END
is_status 0 'records from a file' "$g" in
sed -n 1p out >got
is_text 'others pass' got '{"type":"x","keep":[1]}'
is_true 'members it does not know stay' grep -q '"role":"context","mine":1e2,"body":{"schema' out
"$BH/bh-store-ls" >all
is_status 0 'everything that is listed' "$g" all
is_lines 'is read' out 9
is_status 3 'an input without end' "$g" /dev/null
printf '{"type":"object","key":"v1' >torn
is_status 3 'a torn input' "$g" torn
is_status 3 'a record with a foreign key' "$g" - <<END
{"type":"object","key":"../../x","what":"clean","set":"a/b/c","commit":"c"}
END
has_text 'is named' err "'../../x' is no key of an object"
printf '%s\n' '{"type":"end","from":"x","status":3}' >failed
is_status 3 'a failed writer' "$g" failed
is_empty 'has spoken already' err

# what is not there, what is damaged
is_status 1 'a missing object' "$g" --key $O/callgrind/t/m1/$A/dirty-5.json
is_text 'is named' err "bh-store-get: $O/callgrind/t/m1/$A/dirty-5.json: no such object"
mkdir -p s/$O/callgrind/t/m1/odd
mkfifo s/$O/callgrind/t/m1/odd/clean.json
is_status 1 'a FIFO in the place of an object' "$g" --key $O/callgrind/t/m1/odd/clean.json
is_text 'is not waited for' err "bh-store-get: $O/callgrind/t/m1/odd/clean.json: not an object: not a regular file"
ln -s ../$A/clean.json s/$O/callgrind/t/m1/odd/dirty-1.json
is_status 1 'a link' "$g" --key $O/callgrind/t/m1/odd/dirty-1.json
bad() { # bad NAME WHY [OPTION...]: stdin is the file
	bad_name=$1 bad_why=$2
	shift 2
	mkdir -p s/$O/callgrind/t/m1/bad
	cat >s/$O/callgrind/t/m1/bad/clean.json
	is_status 3 "$bad_name" "$g" --key $O/callgrind/t/m1/bad/clean.json "$@"
	has_text "$bad_name: why" err "bad/clean.json: $bad_why"
}
: | bad 'an empty file' 'gzip: cut short'
printf '{"results":[]}' | bad 'plain JSON' 'not gzip'
printf '{"results":[]}' >plain
is_status 0 '--accept-plain' "$g" --accept-plain --key $O/callgrind/t/m1/bad/clean.json
has_text 'warns' err 'plain text, not gzip'
gzip -nc plain plain | bad 'two members' 'gzip: '
{ gzip -nc plain; printf x; } | bad 'a byte behind' 'gzip: bytes behind the member'
gzip -nc plain | head -c -4 | bad 'cut in the trailer' 'gzip: cut short'
printf '{"a":1} 2' | gzip -nc | bad 'two values' 'text behind the JSON value'
printf '{"a":"\377"}' | gzip -nc | bad 'no UTF-8' 'not UTF-8'
printf '\357\273\277{}' | gzip -nc | bad 'a byte order mark' 'an object was'
printf '[]' | gzip -nc | bad 'no object' 'an object was expected'
printf '{"a":NaN}' | gzip -nc | bad 'NaN' 'a value was expected'
head -c 2000 /dev/zero | gzip -nc | bad 'a bomb' 'gzip: inflates to more than 1999 bytes' --max-object 1999
gzip -c plain >named.gz
bad_key=$O/callgrind/t/m1/bad/clean.json
cp named.gz s/$bad_key
is_status 0 'a member with a file name' "$g" --key $bad_key
printf '{}' | gzip -nc >s/$bad_key
is_status 0 '--skip-invalid' "$g" --skip-invalid --key $bad_key --key $k
printf x >s/$bad_key
is_status 0 '--skip-invalid of a damaged one' "$g" --skip-invalid --key $bad_key --key $k
sed -n 1p out >got
is_text 'tells it in a record' got "{\"type\":\"bad\",\"key\":\"$bad_key\",\"why\":\"gzip: cut short\"}"
is_lines 'and goes on' out 3
printf '{"commit":"%s","issued_at":"2026-01-01T00:00:00Z","prefixes":[]}' $A | raw $O/blessings/$A/bless-7.json
is_status 3 'a blessing without scope' "$g" --key $O/blessings/$A/bless-7.json
is_text 'is refused' err "bh-store-get: $O/blessings/$A/bless-7.json: member 'scope' is missing"
is_status 1 '--skip-invalid of a missing one' "$g" --skip-invalid --key $O/callgrind/t/m1/$A/dirty-5.json

is_status 2 'a key outside the grammar' "$g" --key v1/p/x
is_status 2 '--key and files' "$g" --key $k in
is_status 2 'a size that is none' "$g" --max-object 1k --key $k
is_status 4 'no store' "$g" --store nowhere --key $k
is_status 0 'help' "$g" -h
is_full 4 'a full stdout' "$g" --key $k
chmod -R a-w s
is_status 0 'a read-only store' "$g" --key $k
chmod -R u+w s
tap_done
