#!/bin/sh
# The store when system calls fail or the writer is killed: what was
# acknowledged is there, what is there is whole, and the next put works.
TMPDIR=${TMPDIR:-/tmp}
[ ! -w /dev/shm ] || TMPDIR=/dev/shm	# fsync costs nothing there
export TMPDIR
. "${0%/*}/tap.sh"
need strace
strace -qq -o /dev/null true 2>/dev/null || {
	echo '1..0 # SKIP skipped: no tracing here'
	exit 0
}
ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0	# not under a tracer
BH_PROJECT=p BH_STORE=$T/s
export BH_PROJECT BH_STORE
p=$BH/bh-store-put
cat >run <<'END'
{"type":"context","context":{"observed_at":"2026-07-05T12:34:56Z","git":{"commit":"c","branch":null,"dirty":false},"environment":{"provider":"local","run_id":null,"pull_request":null},"toolchain":{"target_triple":"t","rustc_version":null},"best_of":1}}
{"type":"result","engine":"callgrind","id":["a"],"metrics":[{"kind":"instruction_count","value":10}]}
{"type":"result","engine":"criterion","id":["a"],"metrics":[{"kind":"wall_time","value":10}]}
{"type":"end","from":"test"}
END

# trial CALL HOW [OPTION...]: the n-th CALL replaced, for each n there is
trial() {
	tr_call=$1 tr_how=$2 n=0 bad=0 hit=0
	shift 2
	while [ "$n" -lt 40 ]; do
		n=$((n + 1))
		chmod -R u+w s 2>/dev/null
		rm -rf s
		[ $# -eq 0 ] || "$p" --machine-key m run >out 2>err
		rc=0
		strace -qq -o trace -e "trace=$tr_call" \
		    -e "inject=$tr_call:$tr_how:when=$n" \
		    "$p" --machine-key m "$@" run >out 2>err || rc=$?
		grep -q 'INJECTED\|SIGKILL' trace || break
		hit=$((hit + 1))
		case $rc in
		0)	said=$(grep -c '"status":"\(stored\|replaced\)"' out)
			there=$(find s -name clean.json | wc -l)
			[ "$said$there" = 22 ] || {
				echo "# $tr_call $n: status 0, not stored"
				bad=$((bad + 1))
			} ;;
		4)	[ -s err ] || bad=$((bad + 1)) ;;
		137)	;;
		*)	echo "# $tr_call $n: status $rc"
			bad=$((bad + 1)) ;;
		esac
		if [ -d s ]; then
			"$BH/bh-verify" >verify 2>&1 || {
				sed 's/^/# /' verify
				bad=$((bad + 1))
			}
		fi
		case $tr_how in
		error=*) [ -z "$(find s -name '.cbh-tmp-*' 2>/dev/null)" ] ||
			[ "$tr_call" = unlinkat ] || {
				echo "# $tr_call $n: a temporary is left"
				bad=$((bad + 1))
			} ;;
		esac
		"$p" --machine-key m --overwrite run >out 2>err || {
			sed 's/^/# /' err
			bad=$((bad + 1))
		}
	done
	is_true "$tr_call $tr_how $*: $hit times" test "$bad" -eq 0
	is_true "$tr_call was met" test "$hit" -gt 0
}
for call in mkdirat write fsync linkat; do
	trial $call error=EIO
	trial $call signal=KILL
done
trial fsync error=ENOSPC --overwrite
trial renameat signal=KILL --overwrite
trial renameat error=EIO --overwrite
trial unlinkat signal=KILL

# an archive: what bh-unpack says is stored, is, and the next one completes it
u=$BH/bh-unpack
rm -rf s all
"$p" --machine-key m run >out 2>err
"$p" --machine-key n run >out 2>err
"$BH/bh-pack" --compress none >all.tar || exit 4
mv s all
unpack_trial() { # unpack_trial CALL HOW
	n=0 bad=0 hit=0
	while [ "$n" -lt 60 ]; do
		n=$((n + 1))
		rm -rf s
		rc=0
		strace -qq -o trace -e "trace=$1" -e "inject=$1:$2:when=$n" \
		    "$u" --verbose all.tar >out 2>err || rc=$?
		grep -q 'INJECTED\|SIGKILL' trace || break
		hit=$((hit + 1))
		case $rc in
		0)	diff -r s all >out 2>&1 || bad=$((bad + 1)) ;;
		4)	[ -s err ] || bad=$((bad + 1))
			[ "$1" = unlinkat ] || [ ! -d s ] ||
			    [ -z "$(find s -name '.cbh-tmp-*')" ] || {
				echo "# $1 $n: a temporary is left"
				bad=$((bad + 1))
			} ;;
		137)	;;
		127)	grep -q 'loading shared' err || bad=$((bad + 1)) ;;
		*)	echo "# $1 $n: status $rc"
			bad=$((bad + 1)) ;;
		esac
		[ ! -d s ] || "$BH/bh-verify" >verify 2>&1 || {
			sed 's/^/# /' verify
			bad=$((bad + 1))
		}
		"$u" all.tar >out 2>err || bad=$((bad + 1))
		chmod -R u+w s
		find s -name '.cbh-tmp-*' -delete
		diff -r s all >out 2>&1 || bad=$((bad + 1))
	done
	is_true "unpack: $1 $2: $hit times" test "$bad" -eq 0
	is_true "unpack: $1 was met" test "$hit" -gt 0
}
rm -rf s
strace -qq -o trace -e trace=syncfs,fsync,linkat "$u" all.tar >out 2>err
if grep -q '^syncfs' trace; then
	sed 's/(.*//' trace | uniq >got
	is_text 'contents before names before success' got 'fsync
syncfs
linkat
syncfs'
	unpack_trial syncfs error=EIO
	unpack_trial syncfs signal=KILL
else
	skip 'not on this file system' 'contents before names before success'
fi
for call in mkdirat write linkat close; do
	unpack_trial $call error=EIO
	unpack_trial $call signal=KILL
done
unpack_trial unlinkat signal=KILL
rm -rf s
strace -qq -o trace -e trace=syncfs,fsync,fstatfs \
    -e inject=fstatfs:error=ENOSYS "$u" all.tar >out 2>err
is_true 'a file system that promises nothing' diff -r s all
is_true 'has each object synchronized' test "$(grep -c '^fsync.* = 0' trace)" -ge 8
no_text 'by itself' trace 'syncfs('
# where link(2) is not permitted there is another way, as exact
rm -rf s
strace -qq -o trace -e inject=linkat:error=EPERM "$p" --machine-key m run \
    >out 2>err
is_true 'a file system without links' test "$(grep -c '"stored"' out)" -eq 2
rc=0
strace -qq -o trace -e inject=linkat:error=EPERM "$p" --machine-key m \
    --skip-existing run >out 2>err || rc=$?
is_true 'refuses as well' test "$(grep -c '"kept"' out)" -eq 2
# and where openat2(2) is missing
strace -qq -o trace -e inject=openat2:error=ENOSYS "$BH/bh-verify" \
    >out 2>err
has_text 'a kernel without openat2' err '2 objects, 0 blessings, 0 faults'
tap_done
