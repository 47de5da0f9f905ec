#!/bin/sh
# What another point costs bh-series in instructions: the same number on every
# machine, so a change of it is a change of ours.
. "${0%/*}/tap.sh"
need valgrind git
B=${BH%/bin}
[ -x "$B/bench/load" ] || {
	echo '1..0 # SKIP skipped: make bench has not been built'
	exit 0
}
case $B in
*/san | */san/*)
	echo '1..0 # SKIP skipped: sanitizers count for themselves'
	exit 0 ;;
esac

count() { # count SHAPE MOST NAME
	got=$(sed -n "s/^instructions a point, $1: bh-series \([0-9]*\),.*/\1/p" out)
	is_true "$3: ${got:=999999} of $2" [ "$got" -le "$2" ]
}
is_status 0 'counted' env BH="$BH" B="$B" BENCH=count "$TESTS/bench/run"
count s1 3500 'one time with its interval'
count s2 1000 'one of three counts'
tap_done
