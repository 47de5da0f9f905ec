#!/bin/sh
# bh-store-put: what is stored, what is refused, and how it survives.
. "${0%/*}/tap.sh"
p=$BH/bh-store-put
c=4f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39
t=x86_64-unknown-linux-gnu
m=4ffd697efb295d32
BH_PROJECT=wordcount BH_STORE=$T/s
export BH_PROJECT BH_STORE

machine='"machine":{"processors":8,"memory_regions":1,"processor_models":["Test CPU 3000"],"processor_speeds":[[3141,8]],"fingerprint":"4ffd697efb295d32"}'
context() { # context DIRTY [SED]: a context record
	sed "${2-}" <<END
{"type":"context","context":{"observed_at":"2026-07-05T12:34:56.5Z","git":{"commit":"$c","branch":"main","dirty":$1},"environment":{"provider":"github_actions","run_id":"42","pull_request":null},"toolchain":{"target_triple":"$t","rustc_version":"1.91.0"},"tool_version":"bench-history 0.1.0",$machine,"best_of":3}}
END
}
end='{"type":"end","from":"test"}'
cg='{"type":"result","engine":"callgrind","id":["wordcount","count_cg::lines::count_lines","count_lines","utf8"],"metrics":[{"kind":"conditional_branches","value":2,"estimator":"single"},{"kind":"indirect_branches","value":1.0,"estimator":"single"},{"kind":"instruction_count","value":87,"estimator":"single"}]}'
cr='{"type":"result","engine":"criterion","id":["parse","headers"],"metrics":[{"kind":"wall_time","value":1021.5,"std_dev":12.1,"interval_low":1010.2,"interval_high":1033.9,"estimator":"slope"}],"flags":["noisy"],"extra":{"n":1e3,"of":[]}}'

stored() { # stored SET FILE: the inflated object, here or in $s
	gzip -dc <"${s:-s}/v1/wordcount/objects/$1/$c/$2"
}

# the example of bh-store(5)
{ context false; echo "$cg"; echo "$end"; } >one
is_status 0 'a collection is stored' "$p" one
cat >want <<END
{"type":"object","key":"v1/wordcount/objects/callgrind/$t/$m/$c/clean.json","what":"clean","set":"callgrind/$t/$m","commit":"$c","status":"stored","cases":1}
{"type":"end","from":"bh-store-put"}
END
is_file 'an object record says so' want out
is_empty 'nothing on stderr' err
stored "callgrind/$t/$m" clean.json >got
printf '%s' '{
  "schema_version": 5,
  "context": {
    "observed_at": "2026-07-05T12:34:56.5Z",
    "git": {
      "commit": "4f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39",
      "branch": "main",
      "dirty": false
    },
    "environment": {
      "provider": "github_actions",
      "run_id": "42",
      "pull_request": null
    },
    "toolchain": {
      "target_triple": "x86_64-unknown-linux-gnu",
      "rustc_version": "1.91.0"
    },
    "tool_version": "bench-history 0.1.0",
    "machine": {
      "processors": 8,
      "memory_regions": 1,
      "processor_models": [
        "Test CPU 3000"
      ],
      "processor_speeds": [
        [
          3141,
          8
        ]
      ],
      "fingerprint": "4ffd697efb295d32"
    },
    "best_of": 3
  },
  "results": [
    {
      "id": {
        "segments": [
          "wordcount",
          "count_cg::lines::count_lines",
          "count_lines",
          "utf8"
        ]
      },
      "metrics": [
        {
          "kind": "conditional_branches",
          "value": 2.0,
          "estimator": "single"
        },
        {
          "kind": "indirect_branches",
          "value": 1.0,
          "estimator": "single"
        },
        {
          "kind": "instruction_count",
          "value": 87.0,
          "estimator": "single"
        }
      ]
    }
  ]
}' >want
is_file 'the object is the example of bh-store(5)' want got
is_true 'objects are read-only' test "$(stat -c %a "s/v1/wordcount/objects/callgrind/$t/$m/$c/clean.json")" = 444
is_true 'no temporary is left' test -z "$(find s -name '.cbh-tmp-*')"

# collisions
{ context false; echo "$cr"; echo "$cg" | sed 's/87/88/'; echo "$end"; } >two
is_status 1 'a key that is there refuses the whole collection' "$p" two
is_text 'the message names it and the way out' err "bh-store-put: v1/wordcount/objects/callgrind/$t/$m/$c/clean.json: there already, --overwrite replaces it"
is_true 'the other engine is not stored either' test ! -e s/v1/wordcount/objects/criterion
has_text 'its record says refused' out '"status":"refused"'
has_text 'that of the other one not_stored' out '"status":"not_stored"'
has_text 'the end carries the status' out '{"type":"end","from":"bh-store-put","status":1}'
is_status 2 '--overwrite and --skip-existing' "$p" --overwrite --skip-existing two
is_status 0 '--skip-existing' "$p" --skip-existing two
has_text 'keeps what is there' out '"status":"kept"'
has_text 'stores the rest' out '"status":"stored"'
stored "callgrind/$t/$m" clean.json >got
is_file 'the object there is the old one' want got
stored "criterion/$t/$m" clean.json | sed -n '/"results"/,$p' >got
printf '%s' '  "results": [
    {
      "id": {
        "segments": [
          "parse",
          "headers"
        ]
      },
      "metrics": [
        {
          "kind": "wall_time",
          "value": 1021.5,
          "std_dev": 12.1,
          "interval_low": 1010.2,
          "interval_high": 1033.9,
          "estimator": "slope"
        }
      ],
      "flags": [
        "noisy"
      ],
      "extra": {
        "n": 1e3,
        "of": []
      }
    }
  ]
}' >want
is_file 'flags and extra are carried' want got
is_true 'no marker was due' test ! -e s/v1/wordcount/_cache-epoch
is_status 0 '--overwrite' "$p" --overwrite two
has_text 'replaces' out '"status":"replaced"'
stored "callgrind/$t/$m" clean.json >got
has_text 'the object is the new one' got '"value": 88.0'
is_true 'and the marker tells caches' test -s s/v1/wordcount/_cache-epoch

# keys
{ context true; echo "$cg"; echo "$end"; } >dirty
is_status 0 'a dirty run' "$p" dirty
has_text 'is named by its second' out "/$c/dirty-1783254896.json\",\"what\":\"dirty\""
is_status 1 'the same second again' "$p" dirty
is_status 0 '--machine-key' "$p" --machine-key 'CI Pool' one
has_text 'is sanitized' out "\"set\":\"callgrind/$t/ci_pool\""
is_status 2 'a word of filters as a machine' "$p" --machine-key auto one
{ context false 's/,"machine":{[^}]*}//'; echo "$cg"; echo "$end"; } >bare
is_status 3 'no machine facts' "$p" bare
is_text 'the way out is named' err 'bh-store-put: context: no machine facts: name the machine with --machine-key'
is_status 0 'no facts, but a name' "$p" --machine-key other bare
stored "callgrind/$t/other" clean.json >got
no_text 'then context.machine is left out' got '"machine"'
{ context false "s/\"commit\":\"$c\"/\"commit\":null/"; echo "$cg"; echo "$end"; } >nocommit
is_status 3 'no commit' "$p" nocommit
is_status 0 'no commit, allowed' "$p" --allow-unknown-commit nocommit
has_text 'is called unknown' out "/$m/unknown/clean.json"
{ context false 's/"observed_at"/"observation"/; s/"environment"/"env"/; s/"2026-07-05T12:34:56.5Z"/"2026-07-05 14:34:56.500+02:00"/'; echo "$cg"; echo "$end"; } >peer
is_status 0 'the spelling of the peer' "$p" --overwrite peer
stored "callgrind/$t/$m" clean.json >got
has_text 'is written in ours' got '"observed_at": "2026-07-05T12:34:56.5Z"'
has_text 'both members' got '"environment": {'

# an engine's own context, an accelerator's machine key
gpu='{"type":"context","engine":"primbench","context":{"observed_at":"2026-01-01T00:00:00Z","git":{"branch":null},"toolchain":{"rustc_version":null,"compiler":{"name":"hipcc","version":"6"}},"accelerator":{"name":"AMD Radeon  RX 9070 XT","arch":"gfx1201"},"flags":["debug_build"]}}'
gr='{"type":"result","engine":"primbench","id":["reduce","u32"],"metrics":[{"kind":"gpu_time","value":1e-5}]}'
{ echo "$gpu"; context false; echo "$cg"; echo "$gr"; echo "$end"; } >gpu
s=g
is_status 0 'a context of one engine' "$p" --store g gpu
has_text 'its machine key is that of the accelerator' out "primbench/$t/1075eaef9cfd8d84"
has_text 'the other engine keeps the host' out "callgrind/$t/$m"
stored "primbench/$t/1075eaef9cfd8d84" clean.json | tr -d ' \n' >got
has_text 'its members are laid over' got "\"observed_at\":\"2026-01-01T00:00:00Z\",\"git\":{\"commit\":\"$c\",\"branch\":null,\"dirty\":false}"
has_text 'the toolchain too' got "{\"target_triple\":\"$t\",\"rustc_version\":null,\"compiler\":{\"name\":\"hipcc\",\"version\":\"6\"}}"
has_text 'accelerator and flags are stored' got '"best_of":3,"accelerator":{"name":"AMDRadeonRX9070XT","arch":"gfx1201"},"flags":["debug_build"]}'
has_text 'a small value in the layout of the store' got '"value":0.00001'
{ echo "$gpu"; context false 's/,"machine":{[^}]*}//'; echo "$gr"; echo "$end"; } >gpu0
is_status 0 'an accelerator without host facts' "$p" --store g0 gpu0
no_text 'has a key all the same' out "$m"
s=

# refused at the door
refused() { # refused NAME FILE MESSAGE
	is_status 3 "$1" "$p" --store none "$2"
	has_text "$1: the message" err "$3"
}
{ echo "$cg"; echo "$end"; } >x
refused 'results without context' x 'results without a context record'
{ context false; context false; echo "$cg"; echo "$end"; } >x
refused 'two contexts' x 'x:2: a second context'
{ context false; echo "$cg"; echo "$cg"; echo "$end"; } >x
refused 'an id twice' x "callgrind: id 'wordcount/count_cg::lines::count_lines/count_lines/utf8' occurs twice"
{ context false; echo "$cg" | sed 's/indirect_b/conditional_b/'; echo "$end"; } >x
refused 'a kind twice' x 'x:2: '
{ context false; echo "$cg" | sed 's/87/1e999/'; echo "$end"; } >x
refused 'a number out of range' x 'out of range'
{ context false; echo "$cg" | sed 's/87/NaN/'; echo "$end"; } >x
refused 'no number' x 'x:2: '
{ context false; echo "$cg" | sed 's/\[{.*}\]/[]/'; echo "$end"; } >x
refused 'no metrics' x 'x:2: '
{ context false; echo "$cg" | sed 's/callgrind/dhat/'; echo "$end"; } >x
refused 'an unknown engine' x "x:2: unknown engine 'dhat'"
{ context false; echo "$cg" | sed 's/}$/,"rep":2}/'; echo "$end"; } >x
refused 'two repetitions' x 'bh-best-of'
{ context false; echo "$cg"; } >x
refused 'no end' x 'ends without an end record'
context false | head -c 200 >x
refused 'a torn record' x 'cut short'
: >x
refused 'no input' x 'ends without an end record'
for member in provider target_triple observed_at; do
	{ context false "s/\"$member\"/\"x\"/"; echo "$cg"; echo "$end"; } >x
	refused "no $member" x "$member' is missing"
done
{ context false 's/github_actions/jenkins/'; echo "$cg"; echo "$end"; } >x
refused 'an unknown provider' x "unknown provider 'jenkins'"
{ context false 's/12:34/25:34/'; echo "$cg"; echo "$end"; } >x
refused 'no time' x 'is no time'
is_true 'none of them made a store' test ! -e none

# what passes, and an empty collection
{ context false; echo '{"type":"note","x":1}'; echo "$end"; } >x
is_status 0 'a collection without results' "$p" --store none x
is_text 'foreign records pass' out '{"type":"note","x":1}
{"type":"end","from":"bh-store-put"}'
is_true 'it makes no store' test ! -e none
is_status 0 '--no-store' "$p" --no-store --store none one
has_text 'says what would be stored' out '"status":"not_stored","cases":1'
is_true 'and stores nothing' test ! -e none
{ context false; echo "$end"; } >c1
{ echo "$cg"; echo "$end"; } >r1
is_status 0 'several operands' "$p" --store several c1 r1
BH_STORE='' is_status 2 'no store named' "$p" one
is_status 2 'an unknown option' "$p" --nope
is_status 0 'help' "$p" -h
is_status 4 'an unreadable operand' "$p" --store none missing

# a store that cannot be written
: >file
is_status 4 'the store is a file' "$p" --store file one
is_full 4 'a full stdout' "$p" --store full one
mkdir -p ro/v1
chmod a-w ro/v1
if [ "$(id -u)" -eq 0 ]; then
	skip 'root writes everywhere' 'a read-only store'
else
	is_status 4 'a read-only store' "$p" --store ro one
fi
{ context false; i=0; while [ $i -lt 800 ]; do
	echo "$cg" | sed "s/\"utf8\"/\"$i$i\",\"$i\"/; s/87/1$i$i.$i/"
	i=$((i + 1))
done; echo "$end"; } >big
( ulimit -f 4; trap '' XFSZ; exec "$p" --store limited big ) \
    >"$T/out" 2>"$T/err"
tap_status 4 'a file that may not grow' $?
has_text 'the message says what failed' err 'write: File too large'
is_true 'nothing is left of it' test -z "$(find limited -type f)"
mkdir tiny
if mount -t tmpfs -o size=4k,nr_inodes=40 none tiny 2>/dev/null; then
	is_status 4 'a full disk' "$p" --store tiny/s big
	has_text 'is named' err 'No space left on device'
	is_true 'nothing is left of it' test -z "$(find tiny -type f)"
	umount tiny
else
	skip 'no tmpfs without root' 'a full disk'
fi

# nothing outside the store
mkdir -p out1 l/v1/wordcount
ln -s "$T/out1" l/v1/wordcount/objects
is_status 4 'a link in the store' "$p" --store l one
is_true 'is not followed' test -z "$(find out1 -type f)"
is_status 0 'a project that would climb' "$p" --store up --project ../../x one
has_text 'is sanitized' out '"key":"v1/.._.._x/objects/'

# blessings
BH_NOW=2026-11-30T09:12:42.160243142Z
export BH_NOW
is_status 0 '--bless' "$p" --store b --bless $c --prefix foo/bar --prefix 'a "b"' --machine-key M2 --machine-key 'CI Pool' --machine-key m2 --engine Callgrind
is_text 'one record' out "{\"type\":\"blessing\",\"key\":\"v1/wordcount/objects/blessings/$c/bless-1796029962160243142.json\",\"commit\":\"$c\",\"issued_at\":\"2026-11-30T09:12:42.160243142Z\",\"prefixes\":[\"foo/bar\",\"a \\\"b\\\"\"],\"scope\":{\"engine\":[\"callgrind\"],\"target_triple\":[],\"machine_key\":[\"ci_pool\",\"m2\"]},\"status\":\"stored\"}
{\"type\":\"end\",\"from\":\"bh-store-put\"}"
gzip -dc <b/v1/wordcount/objects/blessings/$c/bless-1796029962160243142.json >got
printf '%s' '{
  "schema_version": 2,
  "commit": "4f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39",
  "issued_at": "2026-11-30T09:12:42.160243142Z",
  "prefixes": [
    "foo/bar",
    "a \"b\""
  ],
  "tool_version": "bench-history 0.1.0",
  "scope": {
    "engine": [
      "callgrind"
    ],
    "target_triple": [],
    "machine_key": [
      "ci_pool",
      "m2"
    ]
  }
}' >want
is_file 'the body is that of bh-store(5)' want got
is_status 1 'the same instant again' "$p" --store b --bless $c --all
has_text 'is refused' err 'a blessing is never replaced'
BH_NOW=2026-11-30T09:12:43Z
is_status 0 '--bless --all' "$p" --store b --bless $c --all --target-triple all
has_text 'names no prefix' out '"prefixes":[],"scope":{"engine":[],"target_triple":[],"machine_key":[]}'
is_status 2 'neither --prefix nor --all' "$p" --store b --bless $c
is_status 2 'both' "$p" --store b --bless $c --all --prefix x
is_status 2 'an empty prefix' "$p" --store b --bless $c --prefix ''
is_status 2 'a short commit' "$p" --store b --bless 4f2a1c9 --all
is_status 2 'an unknown engine' "$p" --store b --bless $c --all --engine dhat
is_status 2 'filters without --bless' "$p" --store b --engine callgrind one

# the peer's snapshot
is_status 0 '--collection-output' "$p" --store cs --collection-output snap gpu
is_text 'primbench is left out, and told' err 'bh-store-put: warning: primbench results are not part of the snapshot'
printf '%s' '{"version":1,"project":"wordcount","commit":"4f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39","target_triple":"x86_64-unknown-linux-gnu","machine_key":"4ffd697efb295d32","runs":[{"engine":"callgrind","context":{"observation":"2026-07-05T12:34:56.5Z","git":{"commit":"4f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39","branch":"main","dirty":false},"env":{"provider":"github_actions","run_id":"42","pull_request":null},"toolchain":{"target_triple":"x86_64-unknown-linux-gnu","rustc_version":"1.91.0"},"tool_version":"bench-history 0.1.0","machine":{"processors":8,"memory_regions":1,"processor_models":["Test CPU 3000"],"processor_speeds":[[3141,8]],"fingerprint":"4ffd697efb295d32"},"best_of":3},"results":[{"id":{"segments":["wordcount","count_cg::lines::count_lines","count_lines","utf8"]},"metrics":[{"kind":"conditional_branches","value":2.0,"estimator":"single"},{"kind":"indirect_branches","value":1.0,"estimator":"single"},{"kind":"instruction_count","value":87.0,"estimator":"single"}]}]}]}' >want
is_file 'the snapshot is in the spelling of the peer' want snap
is_status 4 'a snapshot that is there' "$p" --store cs --overwrite --collection-output snap one
is_status 3 'a dirty one' "$p" --store cs2 --collection-output snap2 dirty
is_true 'stores nothing' test ! -e cs2
is_status 3 'another machine key' "$p" --store cs2 --collection-output snap2 --machine-key x one
is_status 0 'an empty one' "$p" --store cs2 --collection-output snap2 c1
echo >>snap2
is_text 'has no runs' snap2 "{\"version\":1,\"project\":\"wordcount\",\"commit\":\"$c\",\"target_triple\":\"$t\",\"machine_key\":\"$m\",\"runs\":[]}"

# many writers of the same keys: one winner each, its bytes, nothing torn
i=0
while [ $i -lt 12 ]; do
	context false "s/$c/$(printf '%040d' $i)/"
	i=$((i + 1))
done >contexts
n=0
while [ $n -lt 8 ]; do
	n=$((n + 1))
	(
		i=0
		while read -r line; do
			i=$((i + 1))
			{ echo "$line"; echo "$cg" | sed "s/87/$n/"
			  echo "$end"; } >w$n.$i
			rc=0
			"$p" --store w w$n.$i >/dev/null 2>&1 || rc=$?
			echo "$rc $n" >w$n.$i.rc
		done <contexts
	) &
done
wait
i=0 bad=0
while [ $i -lt 12 ]; do
	i=$((i + 1))
	cat w?.$i.rc >rcs
	[ "$(grep -c '^0 ' rcs)" -eq 1 ] && [ "$(grep -c '^1 ' rcs)" -eq 7 ] ||
	    bad=$((bad + 1))
	won=$(sed -n 's/^0 //p' rcs)
	c=$(printf '%040d' $((i - 1)))
	s=w stored "callgrind/$t/$m" clean.json >got || bad=$((bad + 1))
	grep -q "\"value\": $won.0" got || bad=$((bad + 1))
done
is_true 'one winner each, and its bytes' test "$bad" -eq 0
is_true 'as many objects as keys' test "$(find w -type f | wc -l)" -eq 12

tap_done
