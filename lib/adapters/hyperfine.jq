# input: json
# engine: criterion
# hyperfine --export-json: the mean time of each command.
# a string times 1e9 would be that many of it
def number:
	if type == "number" then . else error("\(tojson) is no number") end;
.results[]
| if .mean == null then {warning: "\(.command): no mean, left out"}
else {
	id: ["hyperfine", .command],
	metrics: [{
		kind: "wall_time", value: (.mean | number * 1e9), estimator: "mean"
	} + if .stddev != null then {std_dev: (.stddev | number * 1e9)} else {} end]
} + if [.exit_codes[]? | select(. != 0)] != [] then {flags: ["nonzero_exit"]} else {} end end
