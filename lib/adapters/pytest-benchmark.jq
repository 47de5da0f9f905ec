# input: json
# engine: criterion
# pytest --benchmark-json: the mean of the rounds of each test.
.benchmarks[]
| {
	id: (.fullname | split("::")),
	metrics: [{
		kind: "wall_time", value: (.stats.mean * 1e9), estimator: "mean"
	} + if (.stats.rounds // 0) > 1
	then {std_dev: (.stats.stddev * 1e9)} else {} end]
}
