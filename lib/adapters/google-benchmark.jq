# input: json
# nan: null
# engine: criterion
# Google Benchmark --benchmark_format=json: the median of the repetitions, or
# what stands for them among the aggregates.
# a string times 1e9 would be that many of it
def number:
	if type == "number" then . else error("\(tojson) is no number") end;
def median:
	sort
	| if length % 2 == 1 then .[(length - 1) / 2]
	else (.[length / 2 - 1] + .[length / 2]) / 2 end;
def ns: {ns: 1, us: 1e3, ms: 1e6, s: 1e9}[.time_unit // "ns"];
def times($of):
	[{
		kind: "wall_time", value: (map((.real_time | number) * ns) | median),
		estimator: "median"
	} + $of.wall, {
		kind: "processor_time", value: (map((.cpu_time | number) * ns) | median),
		estimator: "median"
	} + $of.cpu];
def failed: .error_occurred == true or .skipped == true;
def name: .run_name // .name;
def results:
	[.benchmarks[]
		| select((failed | not) and .real_time != null
		    and .cpu_time != null and .aggregate_unit != "percentage")]
	| group_by(name)[]
	| . as $all
	| map(select((.run_type // "iteration") == "iteration")) as $runs
	| map(select(.aggregate_name == "median")) as $medians
	| (map(select(.aggregate_name == "stddev")) | first) as $dev
	| (if $dev then {
		wall: {std_dev: (($dev.real_time | number) * ($dev | ns))},
		cpu: {std_dev: (($dev.cpu_time | number) * ($dev | ns))}
	} else {wall: {}, cpu: {}} end) as $of
	| (if $runs != [] then $runs else $medians end)
	| select(. != [])
	| {id: ["google-benchmark", ($all[0] | name)], metrics: times($of)};
(.benchmarks[] | select(failed) | {
	warning: "\(name): \(.error_message // .skip_message // "failed"), left out"
}), results
