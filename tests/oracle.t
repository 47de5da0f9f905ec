#!/bin/sh
# The peer's recorded answers on four stores: its census, findings, runs,
# series, sets, blessings, prune plan, as JSON.  Whatever differs by decision
# is named in the tool that compares.
. "${0%/*}/tap.sh"
need python3 git
shared=$TESTS/../../shared
for case in history blessings branch dirty; do
	name="the answers of the peer: $case"
	if [ ! -d "$shared/oracle/$case" ]; then
		skip 'skipped: no recorded answers here' "$name"
		continue
	fi
	is_status 0 "$name" python3 "$shared/tools/compare_oracle.py" "$BH" \
	    "$shared/oracle/$case"
	has_text 'all of them' out ' calls agree'
	no_text 'and some' out '0 of 0 calls'
done
tap_done
