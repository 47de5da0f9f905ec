#!/bin/sh
# Criterion's results: every rule about its files, and about target roots,
# archives and options, which all parsers share.
. "${0%/*}/tap.sh"
p=$BH/bh-parse-criterion

est() { # est P L H
	printf '{"confidence_interval":{"confidence_level":0.95,"lower_bound":%s,"upper_bound":%s},"point_estimate":%s,"standard_error":1.0}' "$2" "$3" "$1"
}

bench() { # bench DIR BENCHMARK ESTIMATES: one result in $T/t
	mkdir -p "$T/t/criterion/$1"
	printf '%s' "$2" >"$T/t/criterion/$1/benchmark.json"
	printf '%s' "$3" >"$T/t/criterion/$1/estimates.json"
}

one() { # one NAME BENCHMARK ESTIMATES WANT: the record's id and metrics
	rm -rf t
	bench x/new "$2" "$3"
	is_status 0 "$1" "$p" t
	is_text "$1: record" out "{\"type\":\"result\",\"engine\":\"criterion\",$4,\"src\":\"criterion/x/new\"}
{\"type\":\"end\",\"from\":\"bh-parse-criterion\"}"
}

none() { # none NAME BENCHMARK ESTIMATES: no record, no error
	rm -rf t
	bench x/new "$2" "$3"
	is_status 0 "$1" "$p" t
	is_text "$1: no record" out '{"type":"end","from":"bh-parse-criterion"}'
}

refused() { # refused NAME WHY BENCHMARK ESTIMATES
	rm -rf t
	bench x/new "$3" "$4"
	is_status 3 "$1" "$p" t
	is_text "$1: why" err "bh-parse-criterion: t/criterion/x/new: $2"
	is_text "$1: the end says so" out '{"type":"end","from":"bh-parse-criterion","status":3}'
}

mean=$(est 812.5 800.0 825.0)
slope=$(est 805.25 798.5 811.75)
dev=$(est 31.5 20.0 40.0)
b='{"group_id":"codec/decode","function_id":"utf8","value_str":"4096","throughput":{"Bytes":4096},"full_id":"codec/decode/utf8/4096","directory_name":"codec_decode/utf8/4096","title":"codec/decode/utf8/4096"}'
e="{\"mean\":$mean,\"slope\":$slope,\"std_dev\":$dev}"
m='"metrics":[{"kind":"wall_time","value":805.25,"std_dev":31.5,"interval_low":798.5,"interval_high":811.75,"estimator":"slope"}]'
id='"id":["codec/decode","utf8","4096"]'

one C1 "$b" "$e" "$id,$m"
one C2 "$b" "{\"mean\":$mean,\"slope\":null,\"std_dev\":$dev}" \
    "$id,\"metrics\":[{\"kind\":\"wall_time\",\"value\":812.5,\"std_dev\":31.5,\"interval_low\":800,\"interval_high\":825,\"estimator\":\"mean\"}]"
one C3 '{"group_id":"parse","function_id":null,"value_str":null}' "$e" "\"id\":[\"parse\"],$m"
one C4 '{"group_id":"parse","function_id":null,"value_str":"10"}' "$e" "\"id\":[\"parse\",\"10\"],$m"
one C5 '{"group_id":"g","function_id":"f","value_str":"  4096  "}' "$e" "\"id\":[\"g\",\"f\",\"4096\"],$m"
one C6 '{"group_id":"g","function_id":"f","value_str":"   "}' "$e" "\"id\":[\"g\",\"f\"],$m"
one 'Unicode white space is trimmed' \
    '{"group_id":"g","value_str":"\u00a0\u3000 x y\u2003"}' "$e" "\"id\":[\"g\",\"x y\"],$m"
one C7 "$b" "{\"mean\":$mean,\"slope\":$slope}" \
    "$id,\"metrics\":[{\"kind\":\"wall_time\",\"value\":805.25,\"interval_low\":798.5,\"interval_high\":811.75,\"estimator\":\"slope\"}]"
one C8 "$b" "{\"mean\":$mean,\"slope\":$(est null 1 2),\"std_dev\":$dev}" \
    "$id,\"metrics\":[{\"kind\":\"wall_time\",\"value\":812.5,\"std_dev\":31.5,\"interval_low\":800,\"interval_high\":825,\"estimator\":\"mean\"}]"
one C9 "$b" "{\"mean\":$mean,\"slope\":$(est 805.25 null 811.75)}" \
    "$id,\"metrics\":[{\"kind\":\"wall_time\",\"value\":805.25,\"estimator\":\"slope\"}]"
none C10 "$b" "{\"mean\":$(est null 1 2),\"slope\":null}"
is_text 'C10 warns' err 'bh-parse-criterion: warning: t/criterion/x/new: neither slope nor mean, left out'
one 'an interval upside down' "$b" "{\"mean\":$(est 5 7 3)}" \
    "$id,\"metrics\":[{\"kind\":\"wall_time\",\"value\":5,\"estimator\":\"mean\"}]"
is_text 'warns' err 'bh-parse-criterion: warning: t/criterion/x/new: wall_time: interval upside down, left out'
one 'a value outside of its interval' "$b" "{\"mean\":$(est 9 3 7)}" \
    "$id,\"metrics\":[{\"kind\":\"wall_time\",\"value\":9,\"interval_low\":3,\"interval_high\":7,\"estimator\":\"mean\"}]"

rm -rf t
bench x/new "$b" "$e"
rm t/criterion/x/new/estimates.json
is_status 0 C11 "$p" --verbose t
is_text 'C11 is noted' err 'bh-parse-criterion: t/criterion/x/new/benchmark.json: alone, left out'
rm -rf t
bench x/base "$b" "$e"
is_status 0 C12 "$p" t
is_text 'C12: no record' out '{"type":"end","from":"bh-parse-criterion"}'

# refusals
refused 'no group' "benchmark.json: member 'group_id' is missing" '{}' "$e"
refused 'no mean' "estimates.json: member 'mean' is missing" "$b" '{}'
refused 'mean null' 'estimates.json: an object was expected at byte 8' "$b" '{"mean":null}'
refused 'a string for a number' 'estimates.json: a number was expected at byte 26' "$b" '{"mean":{"point_estimate":"5"}}'
refused 'out of range' 'estimates.json: number out of range at byte 31' "$b" '{"mean":{"point_estimate":1e999}}'
refused 'NaN' 'estimates.json: a number was expected at byte 26' "$b" '{"mean":{"point_estimate":NaN}}'
refused 'a list for a name' 'benchmark.json: a string was expected at byte 12' '{"group_id":["x"]}' "$e"
refused 'not UTF-8' 'benchmark.json: not UTF-8 at byte 15' "$(printf '{"group_id":"ab\377"}')" "$e"
refused 'two values' 'benchmark.json: text behind the JSON value at byte 16' '{"group_id":"a"}{}' "$e"
refused 'an empty file' 'benchmark.json: JSON text is cut short at byte 0' '' "$e"

rm -rf t
bench x/new '{"group_id":"","function_id":"","value_str":" "}' "$e"
is_status 3 'an empty identity' "$p" t
is_text 'an empty identity: why' err 'bh-parse-criterion: t/criterion/x/new: empty identity'

# the walk
rm -rf t
for d in new nested/new nested/new/new report/new base/change/new a/x/new a-b/x/new a/base; do
	bench "$d" "{\"group_id\":\"$d\"}" "$e"
done
mkdir -p t/criterion/z/new/benchmark.json
cp t/criterion/new/estimates.json t/criterion/z/new
ln -s ../nested t/criterion/link
mkdir -p t/criterion/y/new
ln -s ../../new/benchmark.json ../../new/estimates.json t/criterion/y/new
is_status 0 'a tree' "$p" t
sed -n 's/.*"id":\["\([^"]*\)"\].*/\1/p' out >got
printf '%s\n' a/x/new a-b/x/new base/change/new nested/new nested/new/new new report/new >want
is_file 'path order; no base, no links, no directory for a file' want got
is_status 0 'no engine folder' "$p" --verbose t/criterion
is_text 'is noted' err 'bh-parse-criterion: t/criterion/criterion: not there'
is_status 4 'no such operand' "$p" nowhere
is_text 'no such operand: why' err 'bh-parse-criterion: nowhere: No such file or directory'
mkdir u
: >u/criterion
is_status 4 'the engine folder is a file' "$p" u
ln -s "$T/t" to-t
is_status 0 'an operand may be a symbolic link' "$p" to-t
is_lines 'and is followed' out 8

# archives of the same tree, and a stream
"$p" t >want
no_archive() { # the same but for warnings about links
	is_status 0 "$1" "$p" "$2"
	is_file "$1: same records" want out
}
tar cf t.tar -C t .
gzip -c t.tar >t.tar.gz
no_archive 'a tar' t.tar
no_archive 'a tar inside gzip' t.tar.gz
tar cf whole.tar t
no_archive 'a tar of the folder itself' whole.tar
mkdir -p two/a
cp -r t two/b
tar cf two.tar -C two a b
is_status 0 'a tar of two folders' "$p" two.tar
is_lines 'is none of a target root' out 1
tar cf deep.tar two
is_status 0 'a target root two folders down' "$p" deep.tar
is_lines 'is not found' out 1
tar cf pax.tar --format=pax -C t criterion
no_archive 'a pax tar' pax.tar
for z in xz bzip2 zstd; do
	if command -v "$z" >/dev/null 2>&1; then
		"$z" -c t.tar >"t.$z"
		no_archive "a tar inside $z" "t.$z"
	else
		skip "no $z here" "a tar inside $z"
	fi
done
if command -v python3 >/dev/null 2>&1; then
	python3 -c 'import os, zipfile
z = zipfile.ZipFile("t.zip", "w", zipfile.ZIP_DEFLATED)
for d, _, fs in os.walk("t", followlinks=False):
    for f in fs:
        p = os.path.join(d, f)
        if not os.path.islink(p):
            z.write(p, os.path.relpath(p, "t"))
z.close()'
	no_archive 'a zip' t.zip
	mkdir -p 'far/criterion/caffè/new'
	cp t/criterion/*/new/*.json 'far/criterion/caffè/new' 2>/dev/null
	(cd far && python3 -c 'import zipfile
z = zipfile.ZipFile("../far.zip", "w")
for f in ("benchmark", "estimates"):
    z.write("criterion/caff\u00e8/new/%s.json" % f)
z.close()')
	is_status 0 'a name beyond ASCII' "$p" far
	cp out want.far
	is_status 0 'a zip with it' "$p" far.zip
	is_file 'a zip with it: same records' want.far out
else
	skip 'no python3 here' 'a zip'
fi
is_status 0 'standard input' sh -c '"$0" - <t.tar.gz' "$p"
is_file 'standard input: same records' want out
is_status 0 'standard input without an operand' sh -c 'cat t.tar | "$0"' "$p"
is_file 'without an operand: same records' want out
is_status 3 'an empty standard input' "$p"
head -c 3000 t.tar >cut.tar
is_status 3 'a tar cut in a member' "$p" cut.tar
head -c 2048 t.tar >cut.tar
is_status 3 'a tar cut somewhere' "$p" cut.tar

is_status 3 'a gzip member cut' sh -c 'head -c 300 t.tar.gz | "$0" -' "$p"
python3 - <<'END' 2>/dev/null || :
data = bytearray(open("t.tar.gz", "rb").read())
data[len(data) // 2] ^= 4
open("flip.tar.gz", "wb").write(data)
END
if [ -f flip.tar.gz ]; then
	is_status 3 'a flipped bit in gzip' "$p" flip.tar.gz
else
	skip 'no python3 here' 'a flipped bit in gzip'
fi
(cd t && tar cPf ../up.tar ../t/criterion/new)
is_status 3 'a name with ..' "$p" up.tar
tar cPf abs.tar "$T/t/criterion/new" 2>/dev/null
is_status 3 'an absolute name' "$p" abs.tar
has_text 'is told' err 'abs.tar: archive: absolute name'
mkdir -p h/criterion/a/new
cp t/criterion/new/*.json h/criterion/a/new
ln h/criterion/a/new/estimates.json h/e
tar cf hard.tar -C h e criterion
is_status 0 'a hard link in an archive is not read' "$p" hard.tar
has_text 'but told' err 'warning: hard.tar:criterion/a/new/estimates.json: link or device, not read'
tar cf twice.tar -C t criterion/new
printf '{"group_id":"later"}' >t/criterion/new/benchmark.json
tar rf twice.tar -C t criterion/new
is_status 0 'a member twice' "$p" twice.tar
has_text 'the later one counts' out '"id":["later"]'

# single files
mkdir s
cp t/criterion/new/benchmark.json s/x.benchmark.json
cp t/criterion/new/estimates.json s/x.estimates.json
is_status 0 'one of a pair' "$p" s/x.estimates.json
has_text 'brings the other' out '"id":["later"]'
is_status 0 'both of a pair' "$p" s/x.benchmark.json s/x.estimates.json
is_lines 'are one' out 2
(cd s && cp x.benchmark.json benchmark.json && cp x.estimates.json estimates.json)
is_status 0 'a pair without a prefix' sh -c 'cd s && "$0" estimates.json' "$p"
is_lines 'is found' out 2
rm s/x.benchmark.json
is_status 4 'half a pair' "$p" s/x.estimates.json
echo '{}' >s/other.json
is_status 3 'some other file' "$p" s/other.json

# freshness
rm -rf t
bench a/new '{"group_id":"a"}' "$e"
fresh() { # fresh NAME TIME WANT: is a file of that time taken
	touch -d "$2" t/criterion/a/new/estimates.json
	touch -d 2001-01-01T00:00:00Z t/criterion/a/new/benchmark.json
	is_status 0 "$1" "$p" --fresh-since 2026-01-01T00:00:10.5Z t
	is_lines "$1: counts" out "$3"
}
fresh '+1 s' 2026-01-01T00:00:11.5Z 2
fresh '-1 s' 2026-01-01T00:00:09.5Z 2
fresh '-2 s exactly' 2026-01-01T00:00:08.5Z 2
fresh 'just over 2 s' 2026-01-01T00:00:08.499999Z 1
fresh '-3 s' 2026-01-01T00:00:07.5Z 1
fresh '-1 h' 2025-12-31T23:00:10Z 1
touch -d @1 t/criterion/a/new/estimates.json
is_status 0 'seconds as a time' "$p" --fresh-since @2 t
is_lines 'taken' out 2
is_status 0 'seconds with a fraction' "$p" --fresh-since 3.000000001 t
is_lines 'not taken' out 1
is_status 0 'a gate before 1970' "$p" --fresh-since 0 t
is_lines 'everything since 1970' out 2
is_status 2 'no time' "$p" --fresh-since yesterday t
is_text 'no time: why' err 'bh-parse-criterion: --fresh-since: not a time: yesterday'

# what the harvest before has seen
bench b/new '{"group_id":"b"}' "$e"
is_status 0 'the first harvest' "$p" --seen seen t
is_lines 'takes everything' out 3
printf ' ' >>t/criterion/b/new/estimates.json
touch -r t/criterion/a/new/estimates.json stamp
is_status 0 'the next one' "$p" --seen seen --verbose t
has_text 'takes what was written anew' out '"id":["b"]'
is_lines 'and nothing else' out 2
is_text 'which is noted' err 'bh-parse-criterion: t/criterion/a/new: not written anew, left out'
touch -d @77.5 t/criterion/a/new/estimates.json
is_status 0 'another time' "$p" --seen seen t
has_text 'is another file' out '"id":["a"]'
is_lines 'but not the other one' out 2
echo rubbish >seen
is_status 3 'a list that is none' "$p" --seen seen t
is_text 'a list that is none: why' err 'bh-parse-criterion: seen: an array was expected at byte 0'

# duplicates
bench b/new '{"group_id":"a"}' "{\"mean\":$(est 1 1 1)}"
bench c/new '{"group_id":"a"}' "{\"mean\":$(est 2 1 1)}"
touch -d @30 t/criterion/a/new/estimates.json
touch -d @50 t/criterion/b/new/estimates.json
touch -d @40 t/criterion/c/new/estimates.json
is_status 3 'an identity twice' "$p" t
is_text 'names both' err 'bh-parse-criterion: t/criterion/b/new: the same benchmark as in t/criterion/a/new: a'
is_status 0 'the newest of them' "$p" --on-duplicate=last t
has_text 'is kept' out '"src":"criterion/b/new"'
is_lines 'alone' out 2
is_status 2 'an unknown action' "$p" --on-duplicate=first t

# twins
rm -rf t
bench x/new '{"group_id":"x","full_id":"x","title":"x"}' "$e"
bench x_2/new '{"group_id":"x","full_id":"x","title":"x #2"}' "$e"
bench y_2/new '{"group_id":"g","function_id":"f","full_id":"g/f","title":"g/f #12"}' "$e"
bench z_2/new '{"group_id":"long","full_id":"long","title":"lo #2"}' "$e"
is_status 0 'twins' "$p" t
sed -n 's/.*"id":\(\[[^]]*\]\).*/\1/p' out >got
printf '%s\n' '["x"]' '["x #2"]' '["g","f #12"]' '["long"]' >want
is_file 'told apart by their titles' want got

# going on, and the rest
bench bad/new '{' "$e"
is_status 3 'going on' "$p" --keep-going --rep 2 t
is_text 'tells what was skipped' err 'bh-parse-criterion: warning: t/criterion/bad/new: benchmark.json: JSON text is cut short at byte 1: skipped'
is_lines 'gives the others' out 5
has_text 'with the repetition' out '"rep":2,'
has_text 'and the status in the end' out '{"type":"end","from":"bh-parse-criterion","status":3}'
rm -rf t/criterion/bad
is_status 2 'no repetition' "$p" --rep 0 t
is_status 2 'an unknown option' "$p" --nope t
is_full 4 'a full disk' "$p" t
if [ "$(id -u)" -ne 0 ]; then
	chmod 0 t/criterion/x/new/estimates.json
	is_status 4 'an unreadable file' "$p" t
else
	skip 'root reads everything' 'an unreadable file'
fi
is_status 0 'help' "$p" -h
has_text 'is the synopsis' out 'usage: bh-parse-criterion'

# every prefix of a good file
"$p" t >/dev/null
n=$(wc -c <t/criterion/x/new/benchmark.json) i=0 bad=0
cp t/criterion/x/new/benchmark.json whole
while [ "$i" -lt "$n" ]; do
	head -c "$i" whole >t/criterion/x/new/benchmark.json
	rc=0
	"$p" t >/dev/null 2>&1 || rc=$?
	[ "$rc" -eq 3 ] || bad=1
	i=$((i + 1))
done
ok "$bad" 'each prefix of a good file is refused'

# genuine output
genuine() { # genuine TREE WANT
	is_status 0 "genuine output: $1" "$p" "$FIX/criterion/$1"
	sed '/"type":"end"/d' out >got
	is_file "$1: the expected records" "$FIX/criterion/$2" got
}
genuine tree want
genuine twins want.twins
tap_done
