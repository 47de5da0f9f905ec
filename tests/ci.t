#!/bin/sh
# IN CI of bh(7), typed as it stands: the base branch, a pull request that was
# checked out alone and shallow, and its store fetched as a file.
. "${0%/*}/tap.sh"
need awk
. "$TESTS/sample.sh"

# the display that has a line of this beginning
display() {
	awk -v first="$1" '
	/^\.Sh/ { on = $0 == ".Sh IN CI" }
	on && /^\.Bd/ { text = ""; hit = 0; next }
	on && /^\.Ed/ { if (hit) printf "%s", text; next }
	on { gsub(/\\e/, "\\"); sub(/^\$ /, ""); text = text $0 "\n"
		hit = hit || index($0, first) == 1 }' "$TESTS/../man/bh.7" >ex
	is_true "there is a display of $1" test -s ex
}

# what is measured: as recorded at the last commit, COUNT in front of each sum
mkdir "$T/tools" "$T/tmp"
cat >"$T/tools/make" <<'END'
#!/bin/sh
mkdir -p "$BH_TARGET_DIR/callgrind"
for f in "$T/recorded/27"/*; do
	sed "s/^summary: /&${COUNT-}/; s/^totals: /&${COUNT-}/" "$f" \
	    >"$BH_TARGET_DIR/callgrind/${f##*/}"
done
END
chmod +x "$T/tools/make"
PATH=$T/tools:$PATH TMPDIR=$T/tmp
export T TMPDIR PATH

cd "$T/words" || exit 4
display 'bh collect --skip-existing'
is_status 0 'the base branch' sh -e ex
rm ex
display 'bh pack'
is_status 0 'its store as a file' sh -e ex
mv store.tar.zst "$T"
rm -r ex copy
git config -f .bench-history project.id words
git config -f .bench-history store.path ../fetched
git checkout -q -b topic
echo target >.gitignore
git add .gitignore .bench-history
mk_commit . 'a change' 1793500000
git checkout -q main
git config uploadpack.allowFilter true

git clone -q --depth 1 --branch topic "file://$T/words" "$T/pr" 2>/dev/null
cd "$T/pr" || exit 4
unset BH_STORE
is_status 0 'the store' bh unpack --store ../fetched ../store.tar.zst
is_status 4 'nothing of the base is there' bh report
has_text 'which is told' err 'git fetch --unshallow'
is_status 0 'a shallow clone' git fetch -q --unshallow --filter=blob:none
cd "$T" || exit 4
display 'git fetch --filter'
cd pr || exit 4
is_status 0 'and its base' sh -e ../ex

cd "$T" || exit 4
display 't=$(mktemp -d)'
cd pr || exit 4
is_status 0 'a branch that changed nothing' sh -e ../ex
has_text 'was judged' out 'in-scope series judged: 5 of 5  regressions: 0'
rm -rf target
COUNT=1 is_status 1 'a branch that did' sh -e ../ex
has_text 'in branch mode' out '(branch mode)'
has_text 'by the gate' out 'max-regression: bench/count/20000 instruction_count +'
ls "$T"/tmp/*/comment.md >comments
is_lines 'each time with a comment' comments 2
bh-store-ls --keys --commit "$(git rev-parse HEAD)" >keys
is_empty 'nothing of it in the store' keys
rm comments keys
is_status 3 'a command that fails' sh -e -c 'bh collect --store "$T/x" -- false
    echo "not reached"'
no_text 'ends the job' out 'not reached'
tap_done
