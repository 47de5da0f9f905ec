# input: text
# engine: criterion
# cargo bench of Rust's own harness, and what imitates its lines.
split("\n")[]
| capture("^test (?<name>.+?) +\\.\\.\\. bench: +(?<ns>[0-9,]+(\\.[0-9]+)?) ns/iter")
| {
	id: [.name],
	metrics: [{
		kind: "wall_time", value: (.ns | gsub(","; "") | tonumber),
		estimator: "median"
	}]
}
