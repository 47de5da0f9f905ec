# input: json
# engine: criterion
# hyperfine --export-json: the mean time of each command.
.results[]
| select(.mean != null)
| {
	id: ["hyperfine", .command],
	metrics: [{
		kind: "wall_time", value: (.mean * 1e9), estimator: "mean"
	} + if .stddev != null then {std_dev: (.stddev * 1e9)} else {} end]
} + if any(.exit_codes[]?; . != 0) then {flags: ["nonzero_exit"]} else {} end
