#!/bin/sh
# The EXAMPLES of every page, run in the sample repository: lines behind "$ "
# with their continuations, or a whole display that has no such line; and the
# lines behind "$ " of IN CI.
. "${0%/*}/tap.sh"
need awk jq

MAN=$TESTS/../man
for p in select series detect fdr render best-of store-put store-ls store-get \
    store-rm context parse-callgrind parse-criterion; do
	[ -x "$BH/bh-$p" ] && continue
	echo "1..0 # SKIP skipped: no bh-$p here"
	exit 0
done
. "$TESTS/sample.sh"
cd words || exit 4
git tag v1.2
sample_take 27 HEAD~1 >/dev/null 2>&1 || :
mkdir -p target/callgrind target/criterion/parse/headers/new
cp "$T"/recorded/27/* target/callgrind
cat >target/criterion/parse/headers/new/benchmark.json <<'END'
{"group_id":"parse","function_id":"headers","value_str":null}
END
cat >target/criterion/parse/headers/new/estimates.json <<'END'
{"mean":{"confidence_interval":{"confidence_level":0.95,"lower_bound":90.0,"upper_bound":110.0},"point_estimate":100.0,"standard_error":1.0},"slope":null,"std_dev":null}
END
git config -f .bench-history store.path "$BH_STORE"
bh report --json report.json >report.txt 2>"$T/err" || exit 4
tar -cf target.tar target
git checkout -q -b topic
git commit -q --allow-empty -m topic
git checkout -q main
cp -r "$BH_STORE" old
mkdir "$T/tools"	# no other machine is asked
printf '#!/bin/sh\nshift\nexec sh -c "$*"\n' >"$T/tools/ssh"
chmod +x "$T/tools/ssh"
PATH=$T/tools:$PATH

examples() { # examples PAGE: commands to files $T/ex.N
	rm -f "$T"/ex.*
	awk -v at="$T/ex." '
	/^\.Sh/ { on = $2 == "EXAMPLES"; ci = $0 == ".Sh IN CI" }
	(on || ci) && /^\.Bd/ { inside = 1; n = 0; prompts = 0; next }
	(on || ci) && /^\.Ed/ {
		inside = more = 0
		for (i = 1; i <= n; i++) {
			l = line[i]
			if (!prompts && on) { cmd = cmd l "\n"; continue }
			if (l ~ /^\$ /) { cmd = cmd substr(l, 3) "\n"; more = 1 }
			else if (more && l ~ /^> /) cmd = cmd substr(l, 3) "\n"
			else if (more && line[i - 1] ~ /[|\\]$/) cmd = cmd l "\n"
			else more = 0
		}
		if (cmd != "") { f = at (++out); printf "%s", cmd >f; close(f) }
		cmd = ""
		next
	}
	(on || ci) && inside {
		gsub(/\\e/, "\\"); gsub(/\\&/, ""); gsub(/\\-/, "-")
		gsub(/\\\(aq/, "\047"); gsub(/\\\(dq/, "\"")
		line[++n] = $0
		if (/^\$ /) prompts = 1
	}' "$1"
}

for page in "$MAN"/*.[157]; do
	name=${page##*/}
	examples "$page"
	grep -q '^\.Sh EXAMPLES' "$page" || continue
	is_true "$name: has a command to run" test -s "$T/ex.1"
	for ex in "$T"/ex.*; do
		[ -f "$ex" ] || continue
		first=$(grep . "$ex" | tail -n 1 | cut -c 1-60)
		case $name:$(command -v valgrind) in
		bh-collect.1:) skip 'no valgrind' "$name: $first"; continue ;;
		esac
		is_status 0 "$name: $first" sh "$ex"
		no_text "$name: without a usage error" err usage:
	done
done
tap_done
