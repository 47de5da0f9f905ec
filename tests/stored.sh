# A store to read from.  A test of the store sources it behind tap.sh: s/ holds
# project p with the objects and blessings below, $A and $B are its commits.

# shellcheck shell=sh disable=SC2034
A=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
B=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
O=v1/p/objects
BH_STORE=$T/s BH_PROJECT=p
export BH_STORE BH_PROJECT

store_run() { # store_run ENGINE MACHINE COMMIT DIRTY KIND VALUE
	cat >"$T/.run" <<END
{"type":"context","context":{"observed_at":"2026-07-05T12:34:56Z","git":{"commit":"$3","branch":null,"dirty":$4},"environment":{"provider":"local","run_id":null,"pull_request":null},"toolchain":{"target_triple":"t","rustc_version":null},"best_of":1}}
{"type":"result","engine":"$1","id":["a","b"],"metrics":[{"kind":"$5","value":$6}]}
{"type":"end","from":"test"}
END
	"$BH/bh-store-put" --machine-key "$2" "$T/.run" >/dev/null
}

raw() { # raw KEY: store stdin, already JSON, under any key
	mkdir -p "$T/s/${1%/*}" && gzip -nc >"$T/s/$1"
}

store_run callgrind m1 $A false instruction_count 10 &&
store_run callgrind m1 $A true instruction_count 11 &&
store_run callgrind m1 $B false instruction_count 12 &&
store_run callgrind m2 $B false instruction_count 13 &&
store_run criterion m1 $B false wall_time 14.25 || exit 4
BH_NOW=2026-07-06T00:00:00Z "$BH/bh-store-put" --bless $A --all \
    --machine-key m1 --machine-key m2 >/dev/null || exit 4
BH_NOW=2026-07-06T00:00:01.5Z "$BH/bh-store-put" --bless $B --prefix a/ \
    --engine criterion >/dev/null || exit 4
printf '{"schema_version":2,"commit":"%s","issued_at":"2025-01-01T00:00:00Z","prefixes":["a"],"tool_version":"0.2.1"}' $A |
    raw $O/callgrind/t/m1/$A/bless-1735689600.json || exit 4
