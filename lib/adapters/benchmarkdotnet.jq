# input: json
# nan: null
# engine: criterion
# BenchmarkDotNet's JsonExporter, full or brief: the mean of each benchmark, and
# what it allocates under the MemoryDiagnoser.
def number:
	if type == "number" then . else error("\(tojson) is no number") end;
# libjq 1.6 loses what ltrimstr says of other values
def string:
	if type == "string" then . else error("\(tojson) is no text") end;
def given: if type == "number" then . else null end;
# "Namespace.Outer+Type.Method(a: 1)"; the oldest versions have the parts alone
def path:
	(.Namespace // "") as $space
	| .Method as $method
	| if .FullName == null then
		[$space, .Type, $method, .Parameters // ""]
	else
		(.FullName | string | ltrimstr($space + ".") | split(".")) as $part
		| ($part[1:] | join(".")) as $rest
		| if $rest | startswith($method) then
			[$space, $part[0], $method, ($rest | ltrimstr($method)
			    | if startswith("(") then .[1:-1] else . end)]
		else [.FullName] end
	end
	| map(select(. != ""));
# "Type.Method: Job(x=1) [a=1]"
def job: (.DisplayInfo // "") | split(": ")[1:] | join(": ") | split(" [")[0];
def metrics:
	.Statistics as $s
	| $s.ConfidenceInterval as $c
	| [{
		kind: "wall_time", value: ($s.Mean | number), estimator: "mean"
	} + if ($s.StandardDeviation | given) != null then {
		std_dev: $s.StandardDeviation
	} else {} end + if ($c.Lower | given) != null and
	    ($c.Upper | given) != null then {
		interval_low: $c.Lower, interval_high: $c.Upper
	} else {} end]
	+ if (.Memory.TotalOperations // 0) > 0 and
	    .Memory.BytesAllocatedPerOperation != null then [{
		kind: "allocated_bytes",
		value: (.Memory.BytesAllocatedPerOperation | number)
	}] else [] end;
[.Benchmarks[] | {path: path, of: .}]
| group_by(.path)[]
| (length > 1) as $jobs
| .[]
| (.path + if $jobs then [.of | job] else [] end) as $id
| .of
| if .Statistics == null then
	{warning: "\($id | join(".")) has no statistics, left out"}
else {id: $id, metrics: metrics} end
