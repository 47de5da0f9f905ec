# input: json
# nan: null
# engine: criterion
# The file that airspeed velocity keeps of one commit, version 2: the median of
# what is timed, and the most memory that a process had.
# a string times 1e9 would be that many of it
def number:
	if type == "number" then . else error("\(tojson) is no number") end;
# by the names that asv itself goes by
def kind:
	if test("^(Time(raw)?[A-Z_]|time(raw)?_).") then {
		kind: "wall_time", unit: 1e9, more: {estimator: "median"}
	} elif test("^(PeakMem[A-Z_]|peakmem_).") then {
		kind: "peak_outstanding_bytes", unit: 1, more: {}
	} else null end;
def interval($low; $high; $unit):
	if ($low | type) == "number" and ($high | type) == "number" then {
		interval_low: ($low * $unit), interval_high: ($high * $unit)
	} else {} end;
# one result for each combination of parameters, the last one fastest
def results($name; $path; $of):
	(.params // []) as $params
	| (reduce ($params[] | length) as $n (1; . * $n)) as $n
	| if .result == null then
		{warning: "\($name) failed or was skipped, left out"}
	elif (.result | length) != $n then
		error("\($name): \(.result | length) results, not \($n)")
	else
		([$params | combinations]) as $id
		| .result as $v
		| .stats_ci_99_a as $low
		| .stats_ci_99_b as $high
		| (range($n) | select($v[.] != null) | {
			id: ($path + $id[.]),
			metrics: [{
				kind: $of.kind, value: ($v[.] | number * $of.unit)
			} + interval($low[.]; $high[.]; $of.unit) + $of.more]
		}), ($v | map(select(. == null)) | length | select(. > 0) | {
			warning: "\($name): \(.) of \($n) failed or were skipped, left out"
		})
	end;
def commit:
	.result_columns as $columns
	| .results | to_entries[]
	| .key as $name
	| .value as $cell
	| ($name | split(".")) as $path
	| ($path | last // "" | kind) as $of
	| if $of == null then
		{note: "\($name): no kind of metric for it, left out"}
	else
		reduce range($columns | length) as $i ({};
		    .[$columns[$i]] = $cell[$i])
		| results($name; $path; $of)
	end;
# machine.json and benchmarks.json, which are beside the files of commits; all()
# leaves a break behind in libjq 1.6
def beside:
	(.machine | type) == "string" or (del(.version) | length > 0 and
	    ([.[] | select(type != "object" or .params == null)] == []));
if .results == null and beside then {note: "no results, left out"}
elif (.results | type) != "object" then error("no file of asv's with results")
elif .version != 2 then
	error("version \(.version) of asv's files: `asv update` makes it 2")
else commit end
