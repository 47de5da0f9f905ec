#!/bin/sh
# bh-select: refs, lines, mode, the funnel over keys, what a prune takes.
. "${0%/*}/tap.sh"
unset CARGO_TARGET_DIR
BH_NOW=2026-03-31T12:00:00Z
export BH_NOW
s=$BH/bh-select
repo=$T/repo store=$T/store
p=$store/v1/repo/objects
mkdir "$store" || exit 4

sel() { # sel OPTION...: in the repository, with its store
	"$s" --repo "$repo" --store "$store" "$@"
}

id() { # id REF
	git -C "$repo" rev-parse --verify -q "$1"
}

put() { # put PARTITION COMMIT NAME...: objects that nobody opens
	mkdir -p "$p/$1/$2" || exit 4
	put_dir=$p/$1/$2
	shift 2
	for put_name do
		echo "no object" >"$put_dir/$put_name.json" || exit 4
	done
}

records() { # records TYPE: of the last output
	grep "^{\"type\":\"$1\"" "$T/out" >"$T/records"
}

# what was placed: set, commit's name, run, role and positions; a line each
placed() {
	sed -n 's/^{"type":"object","key":"[^"]*\/\([^/"]*\)\.json","what":"[a-z]*","set":"\([^"]*\)","commit":"\([^"]*\)",\(.*\),"ordinal":[0-9]*}$/\2 \3 \1 \4/p;
	    s/^{"type":"blessing","key":"[^"]*\/\([^/"]*\)\.json","commit":"\([^"]*\)",\(.*\)}$/- \2 \1 \3/p' \
	    "$T/out" | sed "$names" | tr -d '"' >"$T/placed"
}

tallies() { # is_text of candidates, kept, dropped
	sed -n 's/^{"type":"selection".*"candidates":\([0-9]*\),"kept":\([0-9]*\),"dropped":{"history":\([0-9]*\),"dirty":\([0-9]*\),"since":\([0-9]*\)}.*/\1 \2 \3 \4 \5/p' \
	    "$T/out" >"$T/tallies"
}

line_of() { # line_of context|base: names of its commit records, in order
	sed -n "s/^{\"type\":\"commit\",\"line\":\"$1\",\"topo\":\([0-9]*\),\"commit\":\"\([^\"]*\)\".*/\1:\2/p" \
	    "$T/out" | sed "$names" | tr '\n' ' ' | sed 's/ $//' >"$T/line"
	echo >>"$T/line"
}

topo() { # topo MEMBER...: of the topology record
	for topo_m do
		sed -n "s/^{\"type\":\"topology\".*\"$topo_m\":\([^,}]*\).*/\1/p" \
		    "$T/out"
	done | tr '\n' ' ' | sed 's/ $//' >"$T/topo"
	echo >>"$T/topo"
}

# --- the repository of the page ------------------------------------------------
#
#	main   m0 - m1 - m2 ------ m3 ------------ m4
#	                  \          \
#	topic              t1 ------- tm -- t2

mk_repo "$repo"
t0=1767225600	# 2026-01-01
n=0
commit() { # commit NAME: tagged with its name
	n=$((n + 1))
	mk_commit "$repo" "title of $1" $((t0 + n * 3600)) &&
	    git -C "$repo" tag "$1"
}
commit m0 && commit m1 && commit m2 &&
    git -C "$repo" checkout -q -b topic && commit t1 &&
    git -C "$repo" checkout -q main && commit m3 &&
    git -C "$repo" checkout -q topic &&
    GIT_AUTHOR_DATE="@$((t0 + 21600)) +0000" \
    GIT_COMMITTER_DATE="@$((t0 + 21600)) +0000" \
    git -C "$repo" merge -q --no-ff -m 'merge main' main &&
    git -C "$repo" tag tm && n=7 &&
    git -C "$repo" checkout -q main && commit m4 &&
    git -C "$repo" checkout -q topic && commit t2 || exit 4
names= m0='' m1='' m2='' m3='' m4='' t1='' t2=''
for c in m0 m1 m2 m3 m4 t1 tm t2; do
	eval "$c=\$(id $c)"
	eval "names=\"\${names}s/\$$c/$c/g;\""
done

# --- usage ------------------------------------------------------------------

is_status 0 'help' "$s" -h
has_text 'names the options' out '[--topology | --blessings]'
is_status 2 'an unknown option' "$s" --nothing
is_status 2 'an operand' sel x
is_status 2 'two selections at once' sel --topology --prune
is_status 2 'an action without --prune' sel --all
is_status 2 '--prune without an action' sel --prune
is_status 2 'an empty ref' sel --context ''
is_status 2 'an unknown engine' sel --engine dhat
is_status 2 'a bad window' sel --since yesterday
is_text 'names option, value and forms' err "bh-select: --since: 'yesterday' is no instant (2026-01-01T05:00:00Z), date (2026-01-01) or duration (6 months, 1y 2mo, 36h ago, P6M)"
is_status 2 'no store' "$s" --repo "$repo"
is_status 4 'no repository' "$s" --repo / --store "$store"
is_status 4 'no such directory' "$s" --repo "$T/none" --store "$store"
is_full 4 'a full disk' sel --topology

# --- topology ---------------------------------------------------------------

is_status 0 'topology of the branch' sel --topology
is_empty 'prints no selection line' err
records topology
is_text 'topology record' records "{\"type\":\"topology\",\"context\":{\"ref\":\"HEAD\",\"commit\":\"$t2\"},\"base\":{\"ref\":\"main\",\"commit\":\"$m4\",\"how\":\"main\"},\"fork_topo\":2,\"tip_topo\":5,\"base_topo\":4,\"tip_is_merge_base\":false,\"tree_dirty\":false,\"context_is_head\":true,\"shallow\":false}"
line_of context
is_text 'context line' line '0:m0 1:m1 2:m2 3:t1 4:tm 5:t2'
line_of base
is_text 'base line' line '0:m0 1:m1 2:m2 3:m3 4:m4'
sed -n 's/.*"line":"context".*"side":"\([a-z]*\)".*/\1/p' out | tr '\n' ' ' >sides
echo >>sides
is_text 'sides' sides 'base base base target target target '
records commit
sed -n 4p records >one
is_text 'commit record' one "{\"type\":\"commit\",\"line\":\"context\",\"topo\":3,\"commit\":\"$t1\",\"time\":\"2026-01-01T04:00:00Z\",\"side\":\"target\",\"title\":\"title of t1\"}"
tail -n 1 out >one
is_text 'ends' one '{"type":"end","from":"bh-select"}'

while read -r ref fork tip merged base; do
	is_status 0 "topology of $ref" sel --topology --context "$ref"
	topo fork_topo tip_topo tip_is_merge_base base_topo
	is_text "facts of $ref" topo "$fork $tip $merged $base"
done <<END
topic 2 5 false 4
topic~1 2 4 false 4
main 4 4 true 4
main~2 2 2 true 4
m3 3 3 true 4
END
is_status 0 'a base behind the context' sel --topology --context main --base m1
topo fork_topo tip_topo tip_is_merge_base base_topo
is_text 'forks there' topo '1 4 false 1'
is_status 0 'a commit merged into base through a merge' \
    sel --topology --context t1 --base tm
topo fork_topo tip_topo tip_is_merge_base base_topo
is_text 'is base side' topo '3 3 true 4'
is_status 0 'a side line merged into base' \
    sel --topology --context m3 --base topic
topo fork_topo tip_topo tip_is_merge_base base_topo
is_text 'is base side too, off the base line' topo '3 3 true 5'

# --- the base ---------------------------------------------------------------

how() { # of the topology record: how ref
	sed -n 's/^{"type":"topology".*"base":{"ref":"\([^"]*\)".*"how":"\([^"]*\)".*/\2 \1/p' \
	    "$T/out" >"$T/how"
}
is_status 0 'an option' sel --topology --base topic~1
how
is_text 'is taken as it is' how 'option topic~1'
is_status 4 'one that names nothing' sel --topology --base nothing
has_text 'is an error' err 'base_unavailable: --base for HEAD ('
has_text 'and says so' err 'nothing: no such commit: in a shallow'
has_text 'with the remedies' err 'git fetch --unshallow, fetch-depth: 0'
is_status 4 'a ref like an option' sel --topology --base=--all
is_status 4 'a context that names nothing' sel --topology --context nothing
has_text 'is named' err 'bh-select: context: nothing: '
printf '[project]\n\tdefaultBranch = topic\n' >"$T/config"
is_status 0 'the configured branch' sel --topology --config "$T/config"
how
is_text 'is next' how 'config topic'
printf '[project]\n\tdefaultBranch = gone\n\tid2 = x\n[render]\n\tascii\n\tsummaryLimit = 3\n' >"$T/config"
is_status 0 'one that is gone' sel --topology --config "$T/config"
how
is_text 'gives way' how 'main main'
has_text 'with a warning' err \
    "bh-select: warning: project.defaultBranch: 'gone' names no commit"
has_text 'unknown keys too' err "unknown key 'project.id2'"
has_text 'also an option that has no key' err "unknown key 'render.ascii'"
no_text 'but none that has an effect' err summarylimit

git clone -q "$repo" clone && git -C clone checkout -q --detach &&
    git -C clone branch -q -D topic || exit 4
is_status 4 'a base of origin alone' "$s" --repo clone --topology --base main
has_text 'is named as it is' err ': main: no such commit, but origin/main is one'
is_status 0 'a clone made from the topic' "$s" --repo clone --topology
how
is_text 'follows origin/HEAD to origin/topic' how 'origin-head topic'
git -C clone symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/none
is_status 0 'origin/HEAD to nowhere' "$s" --repo clone --topology
how
is_text 'falls through to origin/main' how 'main main'
is_status 0 'origin/main by name' "$s" --repo clone --topology --base origin/main
git -C clone update-ref -d refs/remotes/origin/main
is_status 4 'no base at all' "$s" --repo clone --topology
has_text 'says what was tried' err \
    'neither project.defaultBranch, origin/HEAD, main nor master names a commit'
git -C clone update-ref refs/heads/master "$m4"
is_status 0 'master' "$s" --repo clone --topology
how
is_text 'is the last' how 'master master'

# --- unusual repositories -----------------------------------------------------

git -C "$repo" tag -a -m note annotated topic~1
is_status 0 'an annotated tag' sel --topology --context annotated
topo tip_topo context_is_head
is_text 'is peeled' topo '4 false'
for r in @ @~1 '@^' '@^{commit}'; do
	is_status 0 "short for HEAD: $r" sel --topology --context "$r"
	sed -n 's/^{"type":"topology","context":{"ref":"[^"]*","commit":"\([^"]*\)".*/\1/p' \
	    out >got
	git -C "$repo" rev-parse "$r" >want
	is_file 'as git has it' want got
done
is_status 4 'a tree is no commit' sel --context 'main^{tree}'
is_true 'told without a full stop' sh -c '! grep "\.$" "$1"' sh "$T/err"
git -C "$repo" worktree add -q --detach "$T/tree" main || exit 4
is_status 0 'a linked worktree' "$s" --repo tree --topology
topo tip_topo tip_is_merge_base context_is_head
is_text 'has its own HEAD' topo '4 true true'
git -C "$repo" worktree remove "$T/tree"
git clone -q --bare "$repo" bare.git || exit 4
is_status 0 'a bare repository' "$s" --repo bare.git --topology
topo fork_topo tree_dirty
is_text 'has no tree' topo '2 false'
git clone -q "$repo" sparse && git -C sparse config extensions.worktreeConfig true &&
    git -C sparse config core.repositoryformatversion 1 || exit 4
is_status 0 'worktreeConfig, by git' "$s" --repo sparse --topology --base origin/main
topo fork_topo tip_topo tip_is_merge_base base_topo tree_dirty
is_text 'answers the same' topo '2 5 false 4 false'
line_of context
is_text 'the same line' line '0:m0 1:m1 2:m2 3:t1 4:tm 5:t2'
echo x >sparse/untracked
is_status 0 'and its tree' "$s" --repo sparse --topology --base origin/main
topo tree_dirty
is_text 'is looked at' topo true
is_status 4 'a ref like an option, by git' \
    "$s" --repo sparse --topology --context=--help
is_text 'is none' err 'bh-select: context: --help: no such commit'
is_status 4 'a tree' "$s" --repo "$repo" --topology --context 'HEAD^{tree}'
is_text 'is no commit' err 'bh-select: context: HEAD^{tree}: not a commit'
# titles in another encoding; several commits of one second that a text names
{
	for i in 1 2 3; do
		printf 'commit refs/heads/main\nmark :%d\ncommitter b <b@example.invalid> %d +0000\nencoding ISO-8859-1\ndata 8\ngr\366\337er %d\n' \
		    $i $t0 $i
	done
} >import
git init -q -b main old && git -C old fast-import --quiet <import || exit 4
is_status 0 'a title in ISO-8859-1' "$s" --repo old --topology --context :/gr
grep -c '"title":"größer [123]"' out >got
is_text 'is told in UTF-8' got 6
for r in :/er 'main^{/er}' 'HEAD~1^{/er 2}' ':/er 1'; do
	is_status 0 "a text names a commit: $r" "$s" --repo old --topology \
	    --context "$r"
	sed -n 's/^{"type":"topology","context":{"ref":"[^"]*","commit":"\([^"]*\)".*/\1/p' \
	    out >got
	git -C old rev-parse "$r" >want
	is_file 'the one that git takes' want got
done
is_status 4 'a text that none has' "$s" --repo old --topology --context :/none
git init -q -b main --object-format=sha256 wide &&
    mk_commit wide one $t0 && mk_commit wide two $((t0 + 1)) || exit 4
is_status 0 'SHA-256' "$s" --repo wide --topology
topo fork_topo tip_topo
is_text 'by git' topo '1 1'
git init -q empty
is_status 4 'no commit yet' "$s" --repo empty --topology
is_text 'is told' err 'bh-select: context: HEAD: no commit yet'
git -C "$repo" checkout -q --orphan lone && mk_commit "$repo" lone $t0 || exit 4
is_status 0 'lines without a common ancestor' sel --topology
topo fork_topo tip_topo base_topo tip_is_merge_base
is_text 'are told' topo 'null 0 4 false'
is_status 4 'but not compared' sel
has_text 'is never guessed over' err \
    "merge_base_unavailable: HEAD ($(id lone)) and base main ($m4)"
has_text 'suggests --base' err 'or give --base or set project.defaultBranch'
is_status 4 'nor with --base' sel --base m2
has_text 'says it is unrelated' err \
    'in a complete history the --base given is unrelated'
GIT_AUTHOR_DATE="@$t0 +0000" GIT_COMMITTER_DATE="@$t0 +0000" \
    git -C "$repo" merge -q --allow-unrelated-histories -m join main || exit 4
is_status 0 'an orphan line that merged base in' sel --topology
topo fork_topo tip_topo tip_is_merge_base
is_text 'has no fork point' topo 'null 1 false'
git -C "$repo" checkout -q topic

# --- the tree --------------------------------------------------------------------

tree() { # tree NAME WANT REPO: is it dirty?
	is_status 0 "$1" "$s" --repo "$3" --topology
	topo tree_dirty
	is_text "$1: dirty $2" topo "$2"
}
git init -q -b main work && mkdir work/a work/b && echo 1 >work/a/f &&
    echo 2 >work/b/g && echo '*.o' >work/.gitignore && mk_commit work one $t0 ||
    exit 4
touch work/a/f && echo o >work/x.o && mkdir work/c
tree 'touched, ignored and empty' false work
echo x >work/c/new
tree 'untracked' true work
rm work/c/new && echo 3 >work/a/f
tree 'modified' true work
git -C work add a/f
tree 'staged' true work
git -C work reset -q --hard && chmod +x work/a/f
tree 'mode' true work
git -C work reset -q --hard && rm work/b/g
tree 'deleted' true work
git -C work reset -q --hard && git -C work config core.sparseCheckout true &&
    printf '/a/\n/.gitignore\n' >work/.git/info/sparse-checkout &&
    git -C work read-tree -mu HEAD
is_true 'a sparse checkout' test ! -e work/b/g
tree 'sparse' false work
git init -q work/c/nested
tree 'a repository in the tree' true work
echo nested >work/.git/info/exclude
tree 'one that is ignored' false work

git clone -q --depth 2 "file://$repo" shallow 2>/dev/null || exit 4
is_status 4 'a shallow clone without base' "$s" --repo shallow --topology --base origin/main
git -C shallow fetch -q --depth 2 origin main:refs/remotes/origin/main || exit 4
is_status 4 'with base, the merge base cut off' \
    "$s" --repo shallow --store "$store" --base origin/main
has_text 'which is no mode' err "merge_base_unavailable: HEAD ($t2) and base origin/main ($m4)"
has_text 'and names the cause' err 'most likely a shallow clone'
git -C shallow fetch -q --depth 4 origin main:refs/remotes/origin/main topic || exit 4
is_status 0 'with the merge base' "$s" --repo shallow --topology --base origin/main
topo shallow tip_is_merge_base
is_text 'is told' topo 'true false'
git clone -q --depth 2 -b main "file://$repo" shallow2 2>/dev/null || exit 4
is_status 0 'history in a shallow clone' "$s" --repo shallow2 \
    --store "$store" --project repo --target-triple x --machine-key k1
has_text 'is qualified' out "{\"type\":\"warning\",\"code\":\"shallow_history\",\"text\":\"Warning: shallow clone: history before $(printf '%.12s' "$m3") is not visible.\"}"
cd "$repo" && mkdir -p sub/dir && cd sub/dir || exit 4
is_status 0 'somewhere in a tree' "$s" --topology
topo tip_topo tree_dirty
is_text 'is in the repository' "$T/topo" '5 false'
GIT_DIR=$T/empty/.git GIT_WORK_TREE=$T/empty
export GIT_DIR GIT_WORK_TREE
is_status 0 'GIT_DIR of somebody else' "$s" --topology
topo tip_topo
is_text 'changes nothing' "$T/topo" 5
unset GIT_DIR GIT_WORK_TREE
cd "$T" && rm -r "$repo/sub" || exit 4

# --- the funnel ---------------------------------------------------------------

k1=criterion/x/k1
put $k1 "$m1" clean
put $k1 "$m2" clean dirty-1000000100
put $k1 "$m3" clean
put $k1 "$m4" clean
put $k1 "$t1" clean dirty-1000000200
put $k1 "$t2" clean dirty-1000000300 dirty-1000000400
put $k1 unknown clean
put criterion/x/k2 "$m4" clean
put criterion/x/k2 "$m3" dirty-1000000600
put callgrind/a/k1 "$m1" clean
mkdir -p "$p/blessings/$m2" "$p/blessings/$t1"
echo b >"$p/blessings/$m2/bless-1770000000000000000.json"
echo b >"$p/blessings/$t1/bless-1770000000000000001.json"
echo n >"$p/notes.txt"
echo e >"$store/v1/repo/_cache-epoch"
f='--target-triple x --machine-key k1'

# shellcheck disable=SC2086
is_status 0 'the funnel, topic' sel $f
is_text 'selection line' err 'bh: selection: engine=all; target-triple=x; machine-key=k1; base=main (auto); since=none (no default)'
tallies
is_text 'tallies' tallies '11 7 3 1 0'
placed
cat >want <<END
$k1 m1 clean role:both,topo:1,base_topo:1
$k1 m2 clean role:both,topo:2,base_topo:2
$k1 m3 clean role:base,base_topo:3
$k1 m4 clean role:base,base_topo:4
$k1 t1 clean role:context,topo:3
$k1 t1 dirty-1000000200 role:context,topo:3
$k1 t2 clean role:context,topo:5
$k1 t2 dirty-1000000300 role:context,topo:5
$k1 t2 dirty-1000000400 role:context,topo:5
criterion/x/k2 m4 clean role:sibling,base_topo:4
- m2 bless-1770000000000000000 line_topo:2
END
sort want >w && sort placed >g
is_file 'what is placed' w g
line_of context
is_text 'context line from the oldest placed' line '1:m1 2:m2 3:t1 4:tm 5:t2'
line_of base
is_text 'base line too' line '1:m1 2:m2 3:m3 4:m4'
records selection
is_text 'selection record' records '{"type":"selection","project":"repo","mode":"branch","since":null,"since_why":"no default","filters":{"engine":null,"target_triple":["x"],"machine_key":["k1"]},"auto":[],"candidates":11,"kept":7,"dropped":{"history":3,"dirty":1,"since":0},"skipped_keys":1,"base_exception":false}'
sed -n 's/^{"type":"object","key":"\([^"]*\)".*"ordinal":\([0-9]*\)}$/\2 \1/p' out >ordinals
sort -k 2 ordinals >w
is_file 'ordinals go with the keys' w ordinals
cut -d' ' -f1 ordinals >g
seq 0 9 >w
is_file 'and count from 0' w g
cp out first
# shellcheck disable=SC2086
is_status 0 'once more' sel $f
is_file 'the same bytes' first out

# shellcheck disable=SC2086
is_status 0 'topic --no-dirty' sel $f --no-dirty
tallies
is_text 'tallies without dirty runs' tallies '11 4 3 4 0'
# shellcheck disable=SC2086
is_status 0 'main' sel $f --context main
tallies
is_text 'tallies of main' tallies '11 4 6 1 0'
placed
cat >want <<END
$k1 m1 clean role:context,topo:1
$k1 m2 clean role:context,topo:2
$k1 m3 clean role:context,topo:3
$k1 m4 clean role:context,topo:4
- m2 bless-1770000000000000000 line_topo:2
END
sort want >w && sort placed >g
is_file 'history places nothing else' w g
line_of base
is_text 'and no base line' line ''
has_text 'six months' err 'since=2025-09-30T12:00:00Z (history default)'

# the exception of the base tip
put $k1 "$m4" dirty-1000000500
git -C "$repo" checkout -q main
# shellcheck disable=SC2086
is_status 0 'base tip, tree clean' sel $f
tallies
is_text 'its snapshot is dropped' tallies '12 4 6 2 0'
has_text 'history mode' out '"mode":"history"'
no_text 'no warning' out '"type":"warning"'
echo x >"$repo/new"
# shellcheck disable=SC2086
is_status 0 'base tip, tree dirty' sel $f
has_text 'is admitted' out 'dirty-1000000500.json","what":"dirty"'
has_text 'branch mode' out '"mode":"branch"'
has_text 'flagged' out '"base_exception":true'
has_text 'with the warning' out '{"type":"warning","code":"dirty_base_tip","text":"Warning: includes uncommitted-tree runs on the base tip; later analyses will not use them. Put the work on a branch to keep its history."}'
has_text 'the clean run is in the base window' out '"role":"both","topo":4,"base_topo":4'
has_text 'siblings are there' out '"role":"sibling"'
is_status 0 'a set without that snapshot' sel --target-triple x --machine-key k2
has_text 'stays history' out '"mode":"history"'
no_text 'without siblings' out '"role":"sibling"'
# shellcheck disable=SC2086
is_status 0 '--no-dirty does not look' sel $f --no-dirty
topo tree_dirty
is_text 'at the tree' topo false
has_text 'history again' out '"mode":"history"'
# shellcheck disable=SC2086
is_status 0 'another context' sel $f --context m3
topo tree_dirty context_is_head
is_text 'has nothing to do with the tree' topo 'false false'
git -C "$repo" checkout -q topic
# shellcheck disable=SC2086
is_status 0 'a dirty topic checkout' sel $f --context main
tallies
is_text 'lets no snapshot in on main' tallies '12 4 6 2 0'
rm "$repo/new" "$p/$k1/$m4/dirty-1000000500.json"

mkdir "$repo/target" "$repo/in" && echo x >"$repo/target/x" &&
    cp -r "$store" "$repo/in/store"
# shellcheck disable=SC2086
is_status 0 'target and store in the tree' \
    "$s" --repo "$repo" --store "$repo/in/store" $f
topo tree_dirty
is_text 'do not make it dirty' topo false
echo x >"$repo/in/other"
# shellcheck disable=SC2086
is_status 0 'a file beside the store' \
    "$s" --repo "$repo" --store "$repo/in/store" $f
topo tree_dirty
is_text 'does' topo true
rm -r "$repo/target" "$repo/in"

# --- window -------------------------------------------------------------------

# shellcheck disable=SC2086
is_status 0 'a cutoff equal to a time' sel $f --context main \
    --since 2026-01-01T03:00:00Z
tallies
is_text 'keeps that commit' tallies '11 3 6 1 1'
has_text 'is named' err 'since=2026-01-01T03:00:00Z (option)'
# shellcheck disable=SC2086
is_status 0 'the window of a branch' sel $f --since 2026-01-01T03:00:01Z
tallies
is_text 'cuts its line' tallies '11 5 3 1 2'
placed
grep -c 'role:base' placed >count
is_text 'and the base line' count 2
has_text 'but no blessing' placed '- m2 bless-1770000000000000000 line_topo:2'
line_of base
is_text 'whose commit is told' line '2:m2 3:m3 4:m4'
# shellcheck disable=SC2086
is_status 0 'a cutoff after everything' sel $f --since 2026-03-01
placed
grep -c role: placed >count
is_text 'leaves nothing' count 0
has_text 'and says why' out '{"type":"hint","code":"all_dropped","text":"Hint: 11 stored runs match, none was used:\n  1 dirty snapshot on base commits (only clean runs count there; commit, or use --context on a branch)\n  3 runs on commits outside the history of HEAD (use --context)\n  7 runs older than the --since cutoff"}'

# --- filters --------------------------------------------------------------------

is_status 0 'a list of values' sel --target-triple X --machine-key K2 \
    --machine-key k1 --engine CRITERION --engine callgrind
has_text 'is a union' err \
    'engine=callgrind|criterion; target-triple=x; machine-key=k1|k2;'
tallies
is_text 'of both machines' tallies '13 7 5 1 0'
no_text 'which are no siblings then' out '"role":"sibling"'
is_status 0 'all' sel --target-triple all --machine-key ALL
tallies
is_text 'is everything' tallies '14 8 5 1 0'
is_status 0 'nothing matches' sel --target-triple x --machine-key 'ci pool'
has_text 'is a hint' out '{"type":"hint","code":"no_match","text":"Hint: no stored run matches engine=all, target-triple=x, machine-key=ci_pool. Widen with --target-triple all / --machine-key all; bh-list discriminants shows what exists."}'
mkdir -p "$p/criterion/x/ci_pool" && put criterion/x/ci_pool "$m1" clean
is_status 0 'values are sanitized' sel --target-triple x --machine-key 'CI pool'
tallies
is_text 'like keys' tallies '1 1 0 0 0'
rm -r "$p/criterion/x/ci_pool"
is_status 0 'an empty project' sel --project none --target-triple all \
    --machine-key all
has_text 'has its hint' out '{"type":"hint","code":"empty_project","text":"Hint: project none has no stored runs. Record some with bh-collect or bh-backfill."}'
is_status 4 'a store that is not there' "$s" --repo "$repo" \
    --store "$T/later" --target-triple all --machine-key all
is_text 'is an error' err "bh-select: $T/later: no store there"
is_status 0 'this host' sel
has_text 'is marked' err ' (auto); machine-key='
has_text 'in the record too' out '"auto":["target_triple","machine_key"]'
is_status 4 'a file for a store' "$s" --repo "$repo" --store "$T/config" \
    --target-triple all --machine-key all

# --- keys ---------------------------------------------------------------------

q=$p/criterion/x/k9/$m1
mkdir -p "$q" "$q/deep" "$p/dhat/x/k9/$m1" "$q/dirty-3.json" "$p/CRITERION/x/k9/$m2"
for name in clean.json Clean.json notes.json .cbh-tmp-x dirty-.json dirty-007.json \
    bless-5.json deep/clean.json; do
	echo x >"$q/$name"
done
ln -s clean.json "$q/dirty-4.json"
echo x >"$p/dhat/x/k9/$m1/clean.json"
echo x >"$p/CRITERION/x/k9/$m2/clean.json"
is_status 0 'odd keys' sel --target-triple x --machine-key k9
placed
cat >want <<END
criterion/x/k9 m1 clean role:both,topo:1,base_topo:1
criterion/x/k9 m2 clean role:both,topo:2,base_topo:2
- m1 bless-5 set:criterion/x/k9,line_topo:1
- m2 bless-1770000000000000000 line_topo:2
END
sort want >w && sort placed | grep -v sibling >g
is_file 'count when they are keys' w g
tallies
is_text 'dirty-007 is one' tallies '3 2 0 1 0'
has_text 'and the others are counted' out '"skipped_keys":5,'
rm -r "$p/criterion/x/k9" "$p/CRITERION" "$p/dhat"

# --- blessings ------------------------------------------------------------------

# shellcheck disable=SC2086
is_status 0 'blessings of the context commit' sel $f --blessings --context t1
is_text 'short selection line' err \
    'bh: selection: engine=all; target-triple=x; machine-key=k1'
placed
is_text 'just these' placed '- t1 bless-1770000000000000001 line_topo:3'
line_of context
is_text 'and its commit' line '3:t1'
echo l >"$p/$k1/$t1/bless-1770000001.json"
echo l >"$p/criterion/x/k2/bless-1.json"
# shellcheck disable=SC2086
is_status 0 'partition-local ones' sel $f --blessings --context t1
placed
has_text 'are there' placed "- t1 bless-1770000001 set:$k1,line_topo:3"
is_status 0 'of other sets' sel --target-triple x --machine-key k2 --blessings \
    --context t1
placed
is_lines 'not' placed 1
git -C "$repo" branch -q -m main trunk
is_status 0 'no base is needed' sel --target-triple x --machine-key k1 \
    --blessings --context t1
placed
is_lines 'for both records' placed 2
how
is_text 'nor named' how 'context t1'
is_status 4 'one that is given is looked for' sel --blessings --base gone
git -C "$repo" branch -q -m trunk main
# shellcheck disable=SC2086
is_status 0 'in branch mode' sel $f
no_text 'a blessing on the branch is without effect' out 'bless-1770000001'
rm "$p/$k1/$t1/bless-1770000001.json"
mkdir -p "$p/blessings/$m0"
echo b >"$p/blessings/$m0/bless-7.json"
# shellcheck disable=SC2086
is_status 0 'a blessing older than all runs' sel $f --context main
has_text 'counts' out 'bless-7.json","commit":"'"$m0"'","line_topo":0}'
line_of context
is_text 'and its commit is told' line '0:m0 1:m1 2:m2 3:m3 4:m4'
rm -r "$p/blessings/$m0"

# --- prune ----------------------------------------------------------------------

pruned() { # what goes, without positions
	placed
	sed 's/ role:.*//; s/ set:.*//; s/ line_topo:.*//; s/^[^ ]* //' placed |
	    sort >"$T/pruned"
}
# shellcheck disable=SC2086
is_status 0 'prune --all' sel $f --prune --all
is_text 'has its line' err 'bh: selection: engine=all; target-triple=x; machine-key=k1; base=main (auto); since=none (no default)'
pruned
cat >w <<END
t1 clean
t1 dirty-1000000200
t2 clean
t2 dirty-1000000300
t2 dirty-1000000400
END
is_file 'takes the branch' w pruned
# shellcheck disable=SC2086
is_status 0 'prune --dirty' sel $f --prune --dirty
pruned
grep dirty w >w2
is_file 'takes snapshots' w2 pruned
# shellcheck disable=SC2086
is_status 0 'prune --clean of one commit' sel $f --prune --clean \
    "$(printf '%.9s' "$t2" | tr a-f A-F)"
pruned
is_text 'takes its run' pruned 't2 clean'
# shellcheck disable=SC2086
is_status 2 'the name of a commit' sel $f --prune --clean topic
has_text 'is told from its id' err \
    "bh-select: 'topic': no beginning of a commit id"
is_status 2 'commits, but no --prune' sel abc
has_text 'are refused' err 'bh-select: commits go with --prune'
is_status 2 'prune on base' sel $f --prune --all --context main
has_text 'is refused' err 'bh-select: main is on base main: its history is only pruned with --prune-base'
has_text 'after the selection line' err 'bh: selection: '
# shellcheck disable=SC2086
is_status 0 'prune --dirty on base' sel $f --prune --dirty --context main --prune-base
pruned
is_empty 'takes the tip only, which has none' pruned
put $k1 "$m4" dirty-1000000500
# shellcheck disable=SC2086
is_status 0 'a snapshot on the base tip' sel $f --prune --dirty --context main --prune-base
pruned
is_text 'goes whatever the tree is' pruned 'm4 dirty-1000000500'
rm "$p/$k1/$m4/dirty-1000000500.json"
# shellcheck disable=SC2086
is_status 0 'prune --all on base' sel $f --prune --all --context main --prune-base
pruned
cat >w <<END
m1 clean
m2 clean
m2 dirty-1000000100
m3 clean
m4 clean
END
is_file 'takes the whole line' w pruned
# shellcheck disable=SC2086
is_status 0 'blessings' sel $f --prune --include-blessings
pruned
is_text 'go on request' pruned 't1 bless-1770000000000000001'
# shellcheck disable=SC2086
is_status 0 'a window' sel $f --prune --clean --since 2026-01-01T08:30:00Z
pruned
is_text 'holds for prune' pruned 't2 clean'
# shellcheck disable=SC2086
is_status 0 'and blessings' sel $f --prune --include-blessings --since 2026-01-01T08:30:00Z
pruned
is_empty 'of older commits stay' pruned

# --- a fork through a merge: side commits of main never enter --------------------

git -C "$repo" checkout -q main && git -C "$repo" branch -q saved main &&
GIT_AUTHOR_DATE="@$((t0 + 40000)) +0000" GIT_COMMITTER_DATE="@$((t0 + 40000)) +0000" \
    git -C "$repo" merge -q --no-ff -m merged topic || exit 4
# shellcheck disable=SC2086
is_status 0 'a merge on main' sel $f
tallies
is_text 'leaves its side out' tallies '11 4 6 1 0'
# shellcheck disable=SC2086
is_status 0 'the merged branch' sel $f --context topic
has_text 'is history' out '"mode":"history"'
line_of context
is_text 'of its own line' line '1:m1 2:m2 3:t1 4:tm 5:t2'
git -C "$repo" reset -q --hard saved

# the base window does not depend on how the branch took main in
git -C "$repo" checkout -q -b rebased main && mk_commit "$repo" t9 $((t0 + 50000)) || exit 4
bases() { # keys of the base window with their places
	sed -n 's/^{"type":"object","key":"\([^"]*\)".*\("base_topo":[0-9]*\).*/\1 \2/p' out
}
# shellcheck disable=SC2086
is_status 0 'base merged in' sel $f --context topic
bases >w
# shellcheck disable=SC2086
is_status 0 'base rebased on' sel $f
bases >g
is_file 'the same window' w g
is_lines 'of four levels and a sibling' g 5
git -C "$repo" checkout -q main

# directory order must not show
mkdir other && (cd "$store" && find . -type f | LC_ALL=C sort -r) | while read -r key; do
	mkdir -p "other/${key%/*}" && cp "$store/$key" "other/$key" || exit 4
done
# shellcheck disable=SC2086
is_status 0 'a store' sel $f --context topic
cp out first
# shellcheck disable=SC2086
is_status 0 'made in another order' "$s" --repo "$repo" --store "$T/other" \
    $f --context topic
is_file 'gives the same bytes' first out
# shellcheck disable=SC2086
is_status 0 'verbose' sel $f --context topic --verbose
has_text 'says what became of a key' err \
    "bh-select: v1/repo/objects/$k1/unknown/clean.json: dropped: not in the history"
has_text 'of a blessing' err "bh-select: v1/repo/objects/blessings/$t1/bless-1770000000000000001.json: off the line, without effect"
has_text 'and how the mode came about' err 'mode: branch: the context is not the base'
is_file 'and writes the same' first out

# --- times against the order ------------------------------------------------------

mk_repo back && for i in 1 2 3 4; do
	mk_commit back "c$i" $((t0 - i * 86400)) || exit 4
done
is_status 0 'times descending along the line' "$s" --repo back --topology
sed -n 's/.*"line":"context".*"title":"\([^"]*\)".*/\1/p' out | tr '\n' ' ' >titles
echo >>titles
is_text 'keep the order of git' titles 'c1 c2 c3 c4 '

# --- hostile configuration --------------------------------------------------------

cp -r "$repo" evil && printf '#!/bin/sh\ntouch "%s/pwned"\n' "$T" >hook &&
    chmod +x hook && git -C evil config core.fsmonitor "$T/hook" &&
    git -C evil config core.hooksPath "$T" &&
    git -C evil config filter.f.clean "$T/hook" &&
    git -C evil config log.showSignature true &&
    git -C evil config gpg.program "$T/hook" || exit 4
echo '* filter=f' >evil/.gitattributes
is_status 0 'a hostile configuration' "$s" --repo evil --store "$store" \
    --project repo --target-triple x --machine-key k1
git -C evil config core.repositoryformatversion 1
git -C evil config extensions.worktreeConfig true
rm evil/.gitattributes
is_status 0 'by git too' "$s" --repo evil --store "$store" --project repo \
    --target-triple x --machine-key k1
is_true 'runs nothing' test ! -e pwned

# --- --current ---------------------------------------------------------------------

snapshot() { # snapshot COMMIT MACHINE FILE
	printf '{"version":1,"project":"repo","commit":"%s","target_triple":"x","machine_key":"%s","runs":[{"engine":"criterion","context":{"schema_version":5,"observation":"2026-01-01T00:00:00Z","git":{"commit":"%s","branch":null,"dirty":false},"env":{"provider":"local","run_id":null,"pull_request":null},"toolchain":{"target_triple":"x","rustc_version":null},"tool_version":"t","machine":{"processors":1,"memory_regions":1,"processor_models":[],"processor_speeds":[],"fingerprint":"%s"},"best_of":1},"results":[{"id":{"segments":["a"]},"metrics":[{"kind":"wall_time","value":1.5}]}]}]}' \
	    "$1" "$2" "$1" "$2" >"$3"
}
h1=0123456789abcdef h2=fedcba9876543210
put criterion/x/$h1 "$m1" clean
put criterion/x/$h1 "$m4" clean dirty-5
put callgrind/x/$h1 "$m1" clean
put criterion/x/$h2 "$m1" clean
snapshot "$m4" $h1 one.json
is_status 2 'filters with --current' sel --current one.json --engine all
is_status 2 'prune with --current' sel --current one.json --prune --all
is_status 4 'a snapshot that is not there' sel --current none.json
is_status 0 'what was just measured' sel --current one.json
placed
cat >want <<END
criterion/x/$h1 m1 clean role:context,topo:1
- m2 bless-1770000000000000000 line_topo:2
END
is_file 'other commits of its set' want placed
has_text 'names the set' err "engine=criterion; target-triple=x; machine-key=$h1;"
snapshot "$m4" $h2 two.json
is_status 0 'two machines' sel --current one.json --current two.json
placed
is_lines 'two sets' placed 3
snapshot "$m3" $h1 other.json
is_status 3 'of another commit' sel --current other.json
is_status 3 'of another project' sel --project q --current one.json
echo x >"$repo/new"
is_status 3 'a dirty tree' sel --current one.json
is_status 0 'not looked at under --no-dirty' sel --current one.json --no-dirty
rm "$repo/new"
git -C "$repo" checkout -q topic
snapshot "$t2" $h1 topic.json
put criterion/x/$h1 "$t1" clean
is_status 0 'on a branch' sel --current topic.json
placed
cat >want <<END
criterion/x/$h1 m1 clean role:base,base_topo:1
criterion/x/$h1 m4 clean role:base,base_topo:4
criterion/x/$h2 m1 clean role:sibling,base_topo:1
END
grep "$h1\|$h2" placed >g
sort want >w && sort g >g2
is_file 'the base window alone' w g2
line_of context
is_text 'and the context commit' line '5:t2'
is_status 0 'the default window' env -u BH_NOW "$s" --repo "$repo" \
    --store "$store" --context main --target-triple all --machine-key all
is_true 'ends at a whole second' test "$(grep -c \
    '"since":"[0-9T:-]*Z","since_why":"history default"' out)" -eq 1
tap_done
