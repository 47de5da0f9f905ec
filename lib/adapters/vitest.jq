# input: json
# engine: criterion
# vitest bench: --outputJson, or --reporter=json since version 5.  The median of
# the samples of each benchmark: many are single calls, and their mean is that of
# the few that were disturbed.
# a string times 1e6 would be that many of it
def number:
	if type == "number" then . else error("\(tojson) is no number") end;
def result($id; $ms):
	if $ms == null then
		{warning: "\($id | join(" > ")) failed, left out"}
	else {
		id: $id,
		metrics: [{
			kind: "wall_time", value: ($ms | number * 1e6),
			estimator: "median"
		}]
	} end;
# to version 4: a group is a file, or a suite in it
def groups:
	.files[].groups[]
	| (.fullName | split(" > ")) as $group
	| .benchmarks[]
	| result($group + [.name]; .median);
# since then: benchmarks of tests; what bench.from() read was not measured here
def tests:
	.testResults[]
	| (.name | split("/") | last) as $file
	| if .assertionResults == [] and .status == "failed" then
		{warning: "\($file) failed, left out"}
	else
		.assertionResults[]
		| ([$file] + .ancestorTitles + [.title]) as $test
		| [.benchmarks[]?.tasks[] | select(.fromStore | not)] as $tasks
		| if $tasks == [] and .status == "failed" then
			result($test; null)
		else
			$tasks[] | result($test + [.name]; .latency.p50)
		end
	end;
if .testResults != null then tests else groups end
