#!/bin/sh
# Base levels that end before the base ref: said, and why.
. "${0%/*}/tap.sh"
BH_STORE=$T/store BH_PROJECT=p
export BH_STORE BH_PROJECT
mk_repo repo
cd repo || exit 4
O=$BH_STORE/v1/p/objects
put() { # put MACHINE COMMIT [FILE [ID [KIND]]]
	d=$O/criterion/x/$1/$(git rev-parse "$2")
	mkdir -p "$d"
	printf '{"results":[{"id":{"segments":["%s"]},"metrics":[{"kind":"%s","value":1}]}]}' \
	    "${4-f}" "${5-wall_time}" | gzip -nc >"$d/${3-clean}.json"
}
i=0
while [ $i -lt 15 ]; do
	mk_commit . "b$i" $((1783000000 + i * 1000))
	git tag "b$i"
	i=$((i + 1))
done
git checkout -q -b topic b10
mk_commit . topic 1783050000
i=0
while [ $i -lt 12 ]; do
	put k1 b$i
	i=$((i + 1))
done
put k1 topic

lag() { # lag NAME WANT: of the only series
	bh-select --target-triple x --machine-key k1 2>/dev/null |
	    bh-series --verbose >"$T/out" 2>"$T/err"
	sed -n 's/^{"type":"series".*"lag":{\([^}]*\)}.*/\1/p' "$T/out" >"$T/got"
	is_text "$1" "$T/got" "$2"
	rm -rf "$O/criterion/x/k2"
}
none='"commits_behind":3,"reason":"no_recent_base_data"'
other='"commits_behind":3,"reason":"discriminant_set_mismatch"'
lag 'nothing newer anywhere' "$none"
put k2 b13
lag 'another machine measured it' "$other"
put k2 b13 clean f gpu_time
lag 'another metric of it' "$none"
put k2 b13 clean g
lag 'another benchmark' "$none"
put k2 b13 dirty-5
lag 'in a changed tree' "$none"
put k2 b11
lag 'no newer' "$none"
put k2 b14 && put k2 b13 clean g
lag 'at the base ref' "$other"
put k2 topic
lag 'on the branch' "$none"
put k2 b13
echo damaged >"$(find "$O/criterion/x/k2" -name clean.json)"
lag 'what cannot be read is none' "$none"
has_text 'which is noted' err "$(git rev-parse b13)/clean.json: not gzip"
put k2 b13 && put k2 b12
echo damaged >"$O/criterion/x/k2/$(git rev-parse b12)/clean.json"
lag 'but the others count' "$other"
mkdir -p "$O/callgrind/x/k2" && put k2 b13 &&
    mv "$O/criterion/x/k2/$(git rev-parse b13)" "$O/callgrind/x/k2"
lag 'another engine' "$none"
put k1 b14
bh-select --target-triple x --machine-key k1 2>/dev/null | bh-series >"$T/out"
no_text 'measured at the base ref' out '"lag"'
has_text 'it is judged then' out '"judged":true'
rm -r "$O/criterion/x/k1/$(git rev-parse b14)"

# both sets selected: the other one counts as well
put k2 b13 && put k2 topic
bh-select --target-triple x --machine-key all 2>/dev/null | bh-series >"$T/out"
sed -n 's/^{"type":"series".*x\/k1".*"lag":{\([^}]*\)}.*/\1/p' "$T/out" >"$T/got"
is_text 'a set beside it in the report' "$T/got" "$other"
tap_done
