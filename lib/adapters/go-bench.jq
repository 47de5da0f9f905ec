# input: text
# engine: criterion
# go test -bench: the median of the lines of one name and package.
def median:
	sort
	| if length % 2 == 1 then .[(length - 1) / 2]
	else (.[length / 2 - 1] + .[length / 2]) / 2 end;
def kinds: {"ns/op": "wall_time", "B/op": "allocated_bytes",
    "allocs/op": "allocation_count"};
# libjq 1.6 loses what tonumber reads and finds to be no number
def number:
	if test("^[-+0-9.eE]+$") then tonumber else error(. + " is no number") end;
[foreach (split("\n")[] | rtrimstr("\r")) as $line (null;
	if $line | startswith("pkg: ") then {pkg: $line[5:]}
	else {pkg: .pkg, line: $line} end;
	select(.line != null))
	| .pkg as $pkg
	| [.line | scan("[^ \\t\\r]+")]
	| select(length >= 4 and (.[0] | startswith("Benchmark")) and
	    (.[1] | test("^[0-9]+$")))
	| . as $w
	| [$pkg // empty, $w[0]] as $id
	| range(2; length - 1; 2)
	| select(kinds[$w[. + 1]] != null)
	| {id: $id, kind: kinds[$w[. + 1]], value: ($w[.] | number)}]
| group_by(.id)[]
| {
	id: .[0].id,
	metrics: [group_by(.kind)[] | {
		kind: .[0].kind, value: (map(.value) | median),
		estimator: "median"
	}]
}
