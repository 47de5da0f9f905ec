#!/bin/sh
# bh-context: the record of a run, what is dirty, who runs it, where it fails.
. "${0%/*}/tap.sh"
need git
c=$BH/bh-context

mkdir -p sys/proc/self bin
i=0
while [ $i -lt 8 ]; do
	printf 'processor\t: %d\nmodel name\t: Test CPU 3000\nbogomips\t: 1000\n\n' $i
	i=$((i + 1))
done >sys/proc/cpuinfo
echo 'Cpus_allowed_list:	0-7' >sys/proc/self/status
cat >bin/rustc <<'END'
#!/bin/sh
[ "$*" = -vV ] || exit 1
pwd >&2
printf 'rustc 1.91.0 (x)\nhost: aarch64-unknown-linux-musl\nrelease: 1.91.0\n'
END
chmod +x bin/rustc
BH_SYSROOT=$T/sys BH_NOW=2026-07-05T12:34:56.500Z PATH=$T/bin:$PATH
export BH_SYSROOT BH_NOW PATH

# record COMMIT BRANCH DIRTY [ENVIRONMENT]: the whole expected output
record() {
	env=${4:-'"provider":"local","run_id":null,"pull_request":null'}
	printf '%s\n' "{\"type\":\"context\",\"context\":{\"observed_at\":\"2026-07-05T12:34:56.5Z\",\"git\":{\"commit\":$1,\"branch\":$2,\"dirty\":$3},\"environment\":{$env},\"toolchain\":{\"target_triple\":\"aarch64-unknown-linux-musl\",\"rustc_version\":\"1.91.0\"},\"tool_version\":\"bench-history $VERSION\",\"machine\":{\"processors\":8,\"memory_regions\":1,\"processor_models\":[\"Test CPU 3000\"],\"processor_speeds\":[[3141,8]],\"fingerprint\":\"4ffd697efb295d32\"},\"best_of\":1}}" '{"type":"end","from":"bh-context"}' >want
}
line='bh: partition: target-triple=aarch64-unknown-linux-musl (toolchain); machine-key=4ffd697efb295d32 (auto)'

# outside of a repository; the version is taken from the first answer
is_status 0 'outside of a repository' "$c"
VERSION=$(sed -n 's/.*"tool_version":"bench-history \([^"]*\)".*/\1/p' out)
record null null false
is_file 'there is no commit' want out
is_text 'the partition is told' err "$line"

mk_repo repo
cd repo || exit 4
is_status 0 'before the first commit' "$c"
is_file 'there is none either' ../want out
echo 1 >file
echo 'build/' >.gitignore
mk_commit . one 1767225600
one=$(git rev-parse HEAD)
is_status 0 'a clean tree' "$c"
record "\"$one\"" '"main"' false && mv want ..
is_file 'its commit and branch' ../want out
echo 2 >file
mk_commit . two 1767225700
two=$(git rev-parse HEAD)

dirt() { # dirt true|false NAME [OPTION...]: what the tree counts as
	dirt=$1 name=$2
	shift 2
	is_status 0 "$name" "$c" "$@"
	has_text "it is dirty: $dirt" out "\"dirty\":$dirt"
}
echo 3 >file
dirt true 'a modified file'
dirt false 'unless said otherwise' --clean
git add file
dirt true 'a staged one'
git reset -q --hard
rm file
dirt true 'a removed one'
git reset -q --hard
mkdir build
echo x >build/ignored
dirt false 'ignored files'
echo x >'new file'
dirt true 'an untracked file'
rm 'new file'
mkdir -p target/criterion store/v1
echo x >target/criterion/x
dirt false 'untracked below the target directory'
echo x >store/v1/x
dirt true 'untracked beside it'
dirt false 'untracked below the store' --store store
mkdir sub
dirt true 'an option counts from the working directory' --store sub/store
BH_STORE=store
export BH_STORE
dirt false 'the store of the environment'
unset BH_STORE
printf '[store]\n\tpath = store\n' >.bench-history
git add .bench-history
git commit -qm config
dirt false 'the store of the configuration'
two=$(git rev-parse HEAD)
mv target out-dir
dirt true 'another directory than target'
CARGO_TARGET_DIR=out-dir
export CARGO_TARGET_DIR
dirt false 'but for the one that is named'
CARGO_TARGET_DIR=$PWD
dirt true 'the whole tree is no exception'
unset CARGO_TARGET_DIR
git add -f out-dir/criterion/x
mv out-dir target
dirt true 'what is tracked below the target directory counts'
git reset -q
rm -r target store build

is_status 0 'the commit of a name' "$c" --commit main~2
record "\"$one\"" null false && mv want ..
is_file 'clears the branch' ../want out
echo 3 >file
dirt false 'a named commit is clean' --commit main
dirt true 'unless said otherwise' --commit main --dirty
git checkout -q -- file
git tag -a -m x v1 main~2
is_status 0 'an annotated tag' "$c" --commit v1
is_file 'is its commit' ../want out
git checkout -q --detach
is_status 0 'a detached HEAD' "$c"
has_text 'has no branch' out "\"commit\":\"$two\",\"branch\":null,"
git checkout -q -b 'topic/ä"x'
is_status 0 'a branch of any name' "$c"
has_text 'is written as JSON' out '"branch":"topic/ä\"x"'
git checkout -q main
git config extensions.worktreeConfig true
is_status 0 'a repository that libgit2 refuses' "$c"
has_text 'is read all the same' out "\"commit\":\"$two\",\"branch\":\"main\",\"dirty\":false"
cd sub || exit 4
is_status 0 'in a directory of it' "$c"
has_text 'too' out "\"commit\":\"$two\",\"branch\":\"main\",\"dirty\":false"
cd "$T" || exit 4
is_status 0 'with --repo from elsewhere' "$c" --repo repo
has_text 'too' out "\"commit\":\"$two\",\"branch\":\"main\",\"dirty\":false"
git clone -q --bare repo bare
is_status 0 'a bare repository' "$c" --repo bare
has_text 'is never dirty' out "\"commit\":\"$two\",\"branch\":\"main\",\"dirty\":false"

ci() { # ci NAME WANT VARIABLE...: who runs it
	name=$1
	record null null false "$2"
	shift 2
	is_status 0 "$name" env "$@" "$c"
	is_file 'is written down' want out
}
ci GitHub '"provider":"github_actions","run_id":"42","pull_request":null' \
    GITHUB_ACTIONS=true GITHUB_RUN_ID=42 GITHUB_REF=refs/heads/main
ci 'a pull request' '"provider":"github_actions","run_id":null,"pull_request":"17"' \
    GITHUB_ACTIONS=true GITHUB_REF=refs/pull/17/merge
ci 'no number' '"provider":"github_actions","run_id":"","pull_request":null' \
    GITHUB_ACTIONS=true GITHUB_RUN_ID= GITHUB_REF=refs/pull/x/merge
ci 'no slash behind it' '"provider":"github_actions","run_id":null,"pull_request":null' \
    GITHUB_ACTIONS=true GITHUB_REF=refs/pull/17
ci Azure '"provider":"azure_devops","run_id":"b7","pull_request":""' \
    GITHUB_ACTIONS=1 TF_BUILD= BUILD_BUILDID=b7 SYSTEM_PULLREQUEST_PULLREQUESTID=
ci neither '"provider":"local","run_id":null,"pull_request":null' \
    GITHUB_ACTIONS=True GITHUB_RUN_ID=42 BUILD_BUILDID=b7

is_status 0 'another triple' "$c" --target-triple 'Other Triple'
has_text 'is written as it is' out '"target_triple":"Other Triple"'
is_text 'its name in the store is told' err 'bh: partition: target-triple=other_triple (--target-triple); machine-key=4ffd697efb295d32 (auto)'
is_status 0 'another machine' "$c" --machine-key 'CI Pool'
no_text 'has no facts of this one' out '"machine"'
is_text 'its name is told' err 'bh: partition: target-triple=aarch64-unknown-linux-musl (toolchain); machine-key=ci_pool (--machine-key)'
is_status 0 'no facts of this host' "$c" --no-host-facts
no_text 'are written' out '"machine"'
is_text 'nor told' err 'bh: partition: target-triple=aarch64-unknown-linux-musl (toolchain); machine-key=none (--no-host-facts)'

printf '#!/bin/sh\nexit 1\n' >bin/rustc
is_status 0 'a toolchain that fails' "$c"
has_text 'has no version' out '-unknown-linux-gnu","rustc_version":null}'
has_text 'and the triple of the architecture' err '-unknown-linux-gnu (architecture); '
is_status 0 '--verbose' "$c" --verbose --repo repo
has_text 'tells the commit' err "bh-context: commit: $two"
has_text 'and the machine' err 'bh-context: machine: version=mk3, processors=8,'

is_status 4 'a commit that is none' "$c" --repo repo --commit nil
is_lines 'one line says so' err 1
has_text 'and names it' err nil
is_text 'the stream ends with the status' out '{"type":"end","from":"bh-context","status":4}'
is_status 4 'a commit outside of a repository' "$c" --commit main
is_status 4 'a directory that is no repository' "$c" --repo bin
is_text 'is named' err 'bh-context: bin: not in a git repository'
is_status 4 'one that does not exist' "$c" --repo nil
is_status 2 'one without a name' "$c" --repo=
is_text 'is told' err 'bh-context: --repo: empty value'
is_status 3 'a malformed configuration' env BH_CONFIG=bin/rustc "$c"
is_status 2 'a time that is none' env BH_NOW=yesterday "$c"
for o in --clean\ --dirty --commit= --target-triple= --machine-key= --colour x; do
	# shellcheck disable=SC2086
	is_status 2 "bad usage: $o" "$c" $o
	has_text 'with a reason' err 'bh-context: '
done
is_status 0 help "$c" -h
has_text 'shows the synopsis' out 'usage: bh-context [-h]'
is_full 4 'a full disk is not success' "$c"
has_text 'it is said' err 'bh-context: stdout: write: '
tap_done
