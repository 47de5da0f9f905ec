# input: json
# engine: criterion
# JMH -rf json: time for one operation, in every mode, and what it allocates
# under -prof gc.
# a string times 1e9 would be that many of it
def number:
	if type == "number" then . else error("\(tojson) is no number") end;
def ns: {ns: 1, us: 1e3, ms: 1e6, s: 1e9, min: 6e10, hr: 3.6e12,
    day: 8.64e13}[.];
def bound($f): if type == "number" then {v: (. * $f)} else empty end;
.[]
| .primaryMetric as $m
| ($m.scoreUnit | split("/")) as $u
| (if $u[1] == "op" then {
	value: (($m.score | number) * ($u[0] | ns)),
	f: ($u[0] | ns), estimator: "mean"
} elif $u[0] == "ops" and $m.score > 0 then {
	value: (($u[1] | ns) / $m.score), estimator: "throughput"
} else empty end) as $t
| [$m.scoreConfidence[]? | bound($t.f // 0) | .v] as $c
| (.secondaryMetrics | .["·gc.alloc.rate.norm"] //
    .["gc.alloc.rate.norm"]) as $gc
| {
	id: ([.benchmark] + [.params // {} | to_entries[] |
	    .key + "=" + .value] + [.mode]),
	metrics: ([{
		kind: "wall_time", value: $t.value, estimator: $t.estimator
	} + if $t.f and ($c | length) == 2 then {
		interval_low: $c[0], interval_high: $c[1]
	} else {} end] + if $gc != null and ($gc.score | type) == "number"
	then [{
		kind: "allocated_bytes", value: $gc.score, estimator: "mean"
	}] else [] end)
}
