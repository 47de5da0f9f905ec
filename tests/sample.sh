# shellcheck shell=sh
# A sample: the repository $T/words of the demo, each commit stored in
# $BH_STORE as recorded, by the programs under test.  BH_NOW is shortly after
# the last commit.  Sourced after tap.sh.

sample_take() { # sample_take NUMBER COMMIT: what was recorded at it, stored
	rm -rf "$T/taken"
	mkdir -p "$T/taken/callgrind"
	cp "$T/recorded/$1"/* "$T/taken/callgrind"
	{
		bh-context --repo "$T/words" --commit "$2"
		bh-parse-callgrind "$T/taken"
	} >"$T/taken/r" && bh-best-of "$T/taken/r" >"$T/taken/best" &&
	    bh-store-put --repo "$T/words" "$T/taken/best" >"$T/taken/put"
}

sample_make() {
	BH_STORE=$T/store BH_NOW=2026-11-01T00:00:00Z
	export BH_STORE BH_NOW
	mk_repo "$T/words" &&
	GIT_COMMITTER_NAME='A Developer' GIT_COMMITTER_EMAIL=dev@example.org \
	    git -C "$T/words" am -q --committer-date-is-author-date \
	    "$TESTS"/demo/history/*.patch || return
	mkdir "$T/recorded"
	(cd "$T/recorded" && awk '/^==> .* <==$/ {
		close(f); f = $2; d = f; sub(/\/.*/, "", d)
		if (!(d in made)) system("mkdir " d)
		made[d]; next } { print >f }' "$TESTS/demo/recorded") || return
	sample_n=0
	for sample_c in $(git -C "$T/words" rev-list --reverse main); do
		sample_n=$((sample_n + 1))
		sample_take "$(printf %02d "$sample_n")" "$sample_c" || return
	done
}

sample_make >"$T/sample.log" 2>&1 || {
	echo 'Bail out! no sample'
	tap_say <"$T/sample.log"
	exit 4
}
