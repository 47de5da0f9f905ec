#!/bin/sh
# What a report opens: only objects it uses, each once.  Counted by strace.
. "${0%/*}/tap.sh"
ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0	# which ptrace does not allow
need strace
strace -qq -e trace=openat true 2>strace.out || {
	echo '1..0 # SKIP skipped: strace may not trace here'
	exit 0
}

BH_STORE=$T/store BH_PROJECT=p BH_NOW=2026-07-10T00:00:00Z
export BH_STORE BH_PROJECT BH_NOW
mk_repo repo
for i in 0 1 2 3 4 5 6 7 8 9 10 11; do
	mk_commit repo "commit $i" $((1783000000 + i * 1000))
done
git -C repo checkout -q -b topic
mk_commit repo topic 1783050000
printf '{"schema_version":5,"results":[{"id":{"segments":["a"]},"metrics":[{"kind":"instruction_count","value":1000}]}]}' |
    gzip -n >object
O=$BH_STORE/v1/p/objects
place() { # place SET: an object of each commit
	for c in $(git -C repo rev-list HEAD); do
		mkdir -p "$O/$1/$c" && cp object "$O/$1/$c/clean.json" || exit 4
	done
}
n=0
while [ $n -lt 50 ]; do
	place "callgrind/x/other$n"
	n=$((n + 1))
done
place callgrind/x/k1
place criterion/x/k1

traced() { # traced COMMAND...: opened holds the objects it opened
	strace -f -qq -e trace=openat,openat2,open -o trace "$@" \
	    >"$T/out" 2>"$T/err" || {
		ok 1 "$*"
		tap_say <"$T/err"
		return 1
	}
	# by directory and name, or by name from the partition's descriptor
	sed -n 's/^[0-9]* *open[at2]*(\([^,]*\), "\([^"]*\.json\)".*/\1 \2/p' \
	    trace >opened
}

traced bh-report --repo repo --context main --target-triple x --machine-key k1
is_lines 'a history report opens the objects of its sets' opened 24
has_text 'and judged them' out 'judged: 2 of 2'
traced bh-report --repo repo --context main --target-triple x \
    --machine-key k1 --engine callgrind a
is_lines 'of one engine' opened 12
traced bh-list --repo repo --context main --target-triple x runs \
    --machine-key other7
is_lines 'a list of runs those of its set' opened 12
traced bh-list --project p discriminants
is_empty 'a list of sets opens none' opened
traced bh-select --repo repo --context main --target-triple x --machine-key k1
is_empty 'selection opens none' opened
traced bh-report --repo repo --context main --target-triple x \
    --machine-key k1 --since 2026-07-02T16:00:00Z
is_lines 'what the window drops is not opened' opened 8

# branch mode: the line of the branch, the base window, nothing twice
traced bh-report --repo repo --target-triple x --machine-key k1 \
    --engine callgrind
has_text 'a branch' out '(branch mode)'
is_lines 'opens each object once' opened 13
cut -d ' ' -f 2 opened | sort | uniq -d >twice
is_empty 'and all are different' twice

# the base ref is ahead of what is measured: siblings in the gap alone
for c in $(git -C repo rev-list -2 main); do
	rm "$O/callgrind/x/k1/$c/clean.json"
done
traced bh-report --repo repo --target-triple x --machine-key k1 \
    --engine callgrind
is_lines 'with evidence of the others in the gap' opened $((10 + 1 + 50 * 2))
tap_done
