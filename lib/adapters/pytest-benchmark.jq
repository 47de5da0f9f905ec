# input: json
# nan: null
# engine: criterion
# pytest --benchmark-json: the mean of the rounds of each test.
# a string times 1e9 would be that many of it
def number:
	if type == "number" then . else error("\(tojson) is no number") end;
.benchmarks[]
| {
	id: (.fullname | split("::")),
	metrics: [{
		kind: "wall_time", value: (.stats.mean | number * 1e9), estimator: "mean"
	} + if (.stats.rounds // 0) > 1
	then {std_dev: (.stats.stddev | number * 1e9)} else {} end]
}
