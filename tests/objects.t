#!/bin/sh
# Stored objects as others write them, or as they may be damaged: what is read
# as the same, what is refused (bh-store(5), "reading").
. "${0%/*}/tap.sh"

P=v1/p/objects/criterion/x/k1
hash() { printf '%040d' "$1"; }
key=$P/$(hash 5)/clean.json
put() { # put: stdin is the body of the object at hand
	gzip -nc >"$T/object" && cp -f "$T/object" "store/$key"
}
good() { # good [VALUE-TEXT]
	printf '{"schema_version":5,"context":{"observed_at":"2026-01-01T00:00:00Z"},"results":[{"id":{"segments":["a","b"]},"metrics":[{"kind":"wall_time","value":%s,"interval_low":1,"interval_high":3}]}]}' "${1-2.5}"
}
{
	printf '{"type":"topology","context":{"ref":"HEAD","commit":"%s"},"base":{"ref":"main","commit":"%s","how":"main"},"fork_topo":11,"tip_topo":11,"base_topo":11,"tip_is_merge_base":true,"tree_dirty":false,"context_is_head":true,"shallow":false}\n' "$(hash 11)" "$(hash 11)"
	i=0
	while [ $i -lt 12 ]; do
		printf '{"type":"commit","line":"context","topo":%d,"commit":"%s","time":"2026-01-01T00:00:00Z","side":"base","title":"c"}\n' $i "$(hash $i)"
		i=$((i + 1))
	done
	printf '{"type":"selection","project":"p","mode":"history","since":null,"since_why":"no default","filters":{"engine":null,"target_triple":null,"machine_key":null},"auto":[],"candidates":12,"kept":12,"dropped":{"history":0,"dirty":0,"since":0},"skipped_keys":0,"base_exception":false}\n'
	i=0
	while [ $i -lt 12 ]; do
		mkdir -p "store/$P/$(hash $i)"
		good | gzip -nc >"store/$P/$(hash $i)/clean.json"
		printf '{"type":"object","key":"%s","what":"clean","set":"criterion/x/k1","commit":"%s","role":"context","topo":%d,"ordinal":%d}\n' "$P/$(hash $i)/clean.json" "$(hash $i)" $i $i
		i=$((i + 1))
	done
	printf '{"type":"end","from":"bh-select"}\n'
} >in
series() {
	bh-series --store store "$@" in
}
is_status 0 'as we write it' series
cp out plain

same() { # same NAME: stdin is read as the plain object
	put
	is_status 0 "$1" series
	is_file "$1: the same series" plain out
}
results='"results":[{"id":{"segments":["a","b"]},"metrics":[{"kind":"wall_time","value":2.5,"interval_low":1,"interval_high":3}]}]'
printf '{%s}' "$results" | same 'neither context nor version'
printf '{"context":{},%s}' "$results" | same 'an empty context'
printf '{"context":7,"schema_version":"x",%s}' "$results" | same 'odd ones'
printf '{"context":{"observation":"2026-01-01T00:00:00Z","env":{"provider":"local"}},%s}' "$results" |
    same 'the spelling of the peer'
printf '{%s,"context":{"observed_at":"2026-01-01T00:00:00Z","environment":{}},"schema_version":5}' "$results" |
    same 'members in another order'
for v in 1 2 3 4; do
	printf '{"schema_version":%d,%s}' $v "$results" | same "version $v"
done
good | sed 's/"results"/"new":{"results":[1]},"results"/; s/"id"/"flags":["x"],"extra":{"a":[{}]},"id"/; s/"value"/"estimator":"mean","std_dev":"none","unit":null,"value"/' |
    same 'members that nobody knows, and an odd std_dev'
good | sed 's/wall_time/wall\\u005ftime/' | same 'an escape in the kind'
good | sed 's/"metrics":\[/"metrics":[{"kind":"estimated_cycles","value":1},/' |
    same 'a kind that nobody knows'
good | sed 's/"results":\[/"results":[{"id":{"segments":["z"]},"metrics":[]},/' |
    same 'a result without metrics'
printf '{%s}' "$results" | sed 's/[{},:[]/& \t\r\n/g' | same 'white space'

# read, but not without a word
warns() { # warns NAME TEXT
	put
	is_status 0 "$1" series
	grep -v '^{"type":"warning"' out >got
	is_file "$1: the same series" plain got
	has_text "$1: is told" err "$2"
}
printf '{"schema_version":99,%s}' "$results" | warns 'a later version' 99
good | sed 's/"metrics":\[\(.*\)\]}\]}/"metrics":[\1,{"kind":"wall_time","value":7}]}]}/' |
    warns 'a kind twice: the first' 'warning: 1 repeated id'
good | sed 's/"results":\[\(.*\)\]}$/"results":[\1,{"id":{"segments":["a","b"]},"metrics":[{"kind":"wall_time","value":7}]}]}/' |
    warns 'an id twice: the first' 'warning: 1 repeated id'

# values
for v in 3 2.50 25e-1 0 -0.0 1e16 5e-324 9007199254740993 123456789012345678; do
	good "$v" | put
	is_status 0 "value $v" series
	grep '^{"type":"series"' out | sed 's/.*"value":\[\([^]]*\)\].*/\1/' |
	    cut -d , -f 6 >got
	is_text "value $v keeps its text" got "$v"
done

bad() { # bad NAME: stdin is refused
	put
	is_status 3 "$1" series
	has_text "$1: the key is named" err "bh-series: $key: "
	is_lines "$1: in one line" err 1
	is_status 0 "$1: left out" series --skip-invalid
	has_text "$1: disclosed" out '"objects_bad":1,"runs":11,'
}
for v in null '"2"' true '[1]' 1e400 -1e400 NaN Infinity 01 1. .5 +1 0x1 ''; do
	good "$v" | bad "value '$v'"
done
good | sed 's/"value":2.5,//' | bad 'no value'
good | sed 's/"kind":"wall_time",//' | bad 'no kind'
good | sed 's/"wall_time"/7/' | bad 'a kind that is no text'
good | sed 's/"results"/"result"/' | bad 'no results'
printf '{"results":{}}' | bad 'results that are no list'
printf '[%s]' "$(good)" | bad 'a list'
good | sed 's/"segments":\["a","b"\]/"segments":[]/' | bad 'no segments'
good | sed 's/"segments":\["a","b"\]/"segments":["a",1]/' | bad 'a segment that is no text'
good | sed 's/"segments"/"segment"/' | bad 'no list of segments'
good | sed 's/"metrics"/"metric"/' | bad 'no metrics'
good | sed 's/estimated//; s/"metrics":\[/"metrics":[{"kind":"estimated_cycles","value":null},/' |
    bad 'no value of a kind that nobody knows'
{ printf '\357\273\277'; good; } | bad 'a byte order mark'
{ good; printf ' x'; } | bad 'more behind it'
{ good; good; } | bad 'two objects'
good | sed 's/"a","b"/"a\xff","b"/' | bad 'no UTF-8'
good | tr b '\001' | bad 'a control character'
good | head -c 100 | bad 'cut text'
printf '' | bad 'nothing'
printf '{"results":%s1%s}' "$(printf '%070d' 0 | tr 0 '[')" \
    "$(printf '%070d' 0 | tr 0 ']')" | bad 'nested too deep'

# the member around the text
good | put
raw_bad() { # raw_bad NAME: stdin as stored bytes
	rm -f "store/$key" && cat >"store/$key"
	is_status 3 "$1" series
	has_text "$1: the key is named" err "bh-series: $key: "
}
good | raw_bad 'plain text'
: | raw_bad 'an empty file'
n=$(wc -c <"$T/object")
head -c $((n - 1)) "$T/object" | raw_bad 'a cut trailer'
head -c $((n / 2)) "$T/object" | raw_bad 'a cut member'
{ cat "$T/object"; printf x; } | raw_bad 'a byte behind it'
cat "$T/object" "$T/object" | raw_bad 'the same member twice'
{ head -c $((n - 8)) "$T/object"; printf 'abcd'; tail -c 4 "$T/object"; } |
    raw_bad 'another checksum'
{ head -c $((n - 4)) "$T/object"; printf '\001\002\003\004'; } |
    raw_bad 'another length'
rm -f "store/$key"
good >clean && gzip -c clean >"store/$key"
is_status 0 'a member with a file name' series
is_file 'is read' plain out
good | put
is_status 3 'larger than --max-object' series --max-object 100
has_text 'is named' err 'bh-series: v1/p/'
tap_done
