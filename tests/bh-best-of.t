#!/bin/sh
# Repetitions to one: vectors, both directions of every check, contexts.
. "${0%/*}/tap.sh"
p=$BH/bh-best-of
end='{"type":"end","from":"bh-best-of"}'
e=criterion

r() { # r REP ID METRIC...: a result of engine $e
	r_rep=$1 r_id=$2 r_sep=''
	shift 2
	printf '{"type":"result","engine":"%s","id":["%s"],"metrics":[' "$e" "$r_id"
	for r_m do
		printf '%s%s' "$r_sep" "$r_m"
		r_sep=,
	done
	printf ']'
	[ "$r_rep" = - ] || printf ',"rep":%s' "$r_rep"
	printf '}\n'
}
w() { printf '{"kind":"wall_time","value":%s%s}' "$1" "${2-}"; }
c() { printf '{"kind":"processor_time","value":%s}' "$1"; }
given() { # the records on stdin, with an end, into file in
	cat >in
	echo '{"type":"end","from":"test"}' >>in
}
gives() { # gives NAME: stdin and the end
	cat >want
	echo "$end" >>want
	is_status 0 "$1" "$p" in
	is_file "$1: records" want out
}
fails() { # fails NAME WHY
	is_status 3 "$1" "$p" in
	is_text "$1: why" err "bh-best-of: $2"
	is_text "$1: the end says so" out '{"type":"end","from":"bh-best-of","status":3}'
}
iv() { printf ',"std_dev":%s,"interval_low":%s,"interval_high":%s,"estimator":"slope"' "$1" "$2" "$3"; }

given <<END
$(r 1 a "$(w 9 "$(iv 1 8 10)")")
$(r 2 a "$(w 5 "$(iv 2 4 6)")")
$(r 3 a "$(w 7 "$(iv 3 6 8)")")
END
r - a "$(w 5 "$(iv 2 4 6)")" >expected
gives '9, 5, 7' <expected
is_status 0 'verbose' "$p" --verbose in
is_text 'all samples, the kept one in brackets' err 'bh-best-of: criterion a wall_time: 9 [5] 7, kept run 2'

given <<END
$(r 1 a "$(w 5 "$(iv 1 4 6)")")
$(r 2 a "$(w 5.0 "$(iv 2 4 6)")")
END
r - a "$(w 5 "$(iv 1 4 6)")" >expected
gives 'a tie goes to the earliest' <expected

given <<END
$(r 1 a "$(w 5)" "$(c 20)")
$(r 2 a "$(c 11)" "$(w 8)")
END
r - a "$(w 5)" "$(c 11)" >expected
gives 'metrics of different runs' <expected

given <<END
$(r 1 a "$(w 5)")
$(r 1 b "$(w 5)")
$(r 2 a "$(w 5)")
END
fails 'b is missing from run 2' 'criterion: b: missing from run 2'
given <<END
$(r 1 a "$(w 5)")
$(r 2 a "$(w 5)")
$(r 2 b "$(w 5)")
END
fails 'b is missing from run 1' 'criterion: b: missing from run 1'
given <<END
$(r 1 a "$(w 5)" "$(c 5)")
$(r 2 a "$(w 5)")
END
fails 'a kind is missing from run 2' 'criterion: a: processor_time: missing from run 2'
given <<END
$(r 1 a "$(w 5)")
$(r 2 a "$(w 5)")
$(r 3 a "$(w 5)" "$(c 5)")
END
fails 'a kind is missing from run 1' 'criterion: a: processor_time: missing from run 1'
given <<END
$(r 1 a "$(w 5)")
$(r 3 a "$(w 5)")
END
fails 'a run that is missing' 'criterion: a: missing from run 2'
given <<END
$(r 9223372036854775807 a "$(w 5)")
END
fails 'a run far away' 'criterion: a: missing from run 1'
{
	r 1 a "$(w 5)"
	r 2 a "$(w 5)"
	e=callgrind
	r 1 z "$(c 5)"
} | given
fails 'an engine in only some runs' 'callgrind: z: missing from run 2'

given <<END
$(r 1 beta "$(w 1)")
$(r 1 alpha "$(w 2)")
$(r 2 alpha "$(w 1)")
$(r 2 beta "$(w 2)")
END
{ r - beta "$(w 1)"; r - alpha "$(w 1)"; } >expected
gives 'the order of run 1' <expected

{
	r 1 same "$(w 2)"
	e=callgrind
	r 1 same "$(c 1)"
	r 2 same "$(c 3)"
	e=criterion
	r 2 same "$(w 1)"
} | given
(r - same "$(w 1)"; e=callgrind; r - same "$(c 1)") >expected
gives 'engines apart' <expected

given <<END
$(r 1 a "$(w 5)")
$(r 1 a "$(w 6)")
END
fails 'a benchmark twice in one run' 'criterion: a: twice in run 1'
given <<END
$(r - a "$(w 5)")
$(r 1 a "$(w 6)")
END
fails 'no rep is run 1' 'criterion: a: twice in run 1'
given <<END
$(r 1 a "$(w 5)" "$(w 6)")
END
fails 'a kind twice' 'in:1: result: two metrics of one kind at byte 121'
{ printf '{"type":"result","engine":"e","id":["a","b"],"metrics":[%s],"rep":1}\n' "$(w 1)"
  printf '{"type":"result","engine":"e","id":["a/b"],"metrics":[%s],"rep":1}\n' "$(w 2)"; } | given
sed '/end/d; s/,"rep":1}/}/' in >expected
gives 'identities are lists, not their joined text' <expected

# one run is reproduced, whatever it carries
given <<'END'
{"type":"result","engine":"primbench","id":["copy","type: char"],"metrics":[{"kind":"gpu_time","value":2500000.0,"std_dev":12500}],"rep":1,"src":"x.json","flags":["noise_timeout"],"extra":{"batches":100,"gpu_temp_celsius":{"start":51}}}
{"type":"hint","code":"c","text":"t"}
END
gives 'one run' <<'END'
{"type":"hint","code":"c","text":"t"}
{"type":"result","engine":"primbench","id":["copy","type: char"],"metrics":[{"kind":"gpu_time","value":2500000.0,"std_dev":12500}],"src":"x.json","flags":["noise_timeout"],"extra":{"batches":100,"gpu_temp_celsius":{"start":51}}}
END
given <<'END'
{"type":"result","engine":"e","id":["a"],"metrics":[{"kind":"gpu_time","value":2},{"kind":"wall_time","value":1}],"rep":1,"src":"1","flags":["x","y"],"extra":{"n":1}}
{"type":"result","engine":"e","id":["a"],"metrics":[{"kind":"gpu_time","value":1},{"kind":"wall_time","value":2}],"rep":2,"src":"2","flags":["z","x"],"extra":{"n":2}}
{"type":"result","engine":"e","id":["a"],"metrics":[{"kind":"gpu_time","value":4},{"kind":"wall_time","value":4}],"rep":3,"src":"3","flags":["q"],"extra":{"n":3}}
END
gives 'flags of the runs that count' <<'END'
{"type":"result","engine":"e","id":["a"],"metrics":[{"kind":"gpu_time","value":1},{"kind":"wall_time","value":1}],"src":"2","flags":["z","x","y"],"extra":{"n":2}}
END

# contexts
given <<END
{"type":"context","context":{"best_of":1,"x":{"n":1.0e3}}}
{"type":"context","context":{"toolchain":{"tools":{"s":"6"}}},"engine":"callgrind"}
$(r 1 a "$(w 9)")
{"type":"context","context":{"toolchain":{"tools":{"s":"7"}}},"engine":"callgrind"}
$(r 2 a "$(w 8)")
END
gives 'contexts' <<END
{"type":"context","context":{"best_of":2,"x":{"n":1.0e3}}}
{"type":"context","context":{"toolchain":{"tools":{"s":"6"}}},"engine":"callgrind"}
$(r - a "$(w 8)")
END
given <<'END'
{"type":"context","context":{"git":{"commit":null}}}
END
gives 'a context without results' <<'END'
{"type":"context","context":{"git":{"commit":null},"best_of":1}}
END
given <<'END'
{"type":"context","context":{"a":1}}
{"type":"context","context":{"a":1}}
END
gives 'a context told twice' <<'END'
{"type":"context","context":{"a":1,"best_of":1}}
END
given <<'END'
{"type":"context","context":{"a":1}}
{"type":"context","context":{"a":2}}
END
fails 'two contexts' 'in:2: a second context'
: | given
: >expected
gives 'nothing' <expected

# --runs
{ r 1 a "$(w 5)"; } | given
is_status 3 'fewer runs than there were' "$p" --runs 2 in
is_text 'why' err 'bh-best-of: criterion: a: missing from run 2'
{ r 1 a "$(w 5)"; r 2 a "$(w 5)"; } | given
is_status 3 'more runs than there were' "$p" --runs 1 in
is_status 0 'as many' "$p" --runs 2 in
is_status 2 'no run' "$p" --runs 0 in
is_status 2 'an unknown option' "$p" --nope in

# streams
is_status 3 'an empty input' "$p"
is_text 'an empty input: why' err 'bh-best-of: stdin: ends without an end record'
r 1 a "$(w 5)" >in
is_status 3 'no end' "$p" in
printf '{"type":"result"' >in
is_status 3 'torn' "$p" in
is_text 'torn: why' err 'bh-best-of: in:1: record is cut short'
r 1 a "$(w 1e999)" | given
fails 'not finite' 'in:1: result: number out of range at byte 93'
printf '{"type":"end","from":"x","status":4}\n' >in
is_status 4 'a writer that failed' "$p" in
is_empty 'has said why' err
is_status 4 'no such file' "$p" nowhere
{ r 1 a "$(w 5)"; } | given
is_full 4 'a full disk' "$p" in
is_status 0 'help' "$p" -h
has_text 'is the synopsis' out 'usage: bh-best-of'
tap_done
