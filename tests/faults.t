#!/bin/sh
# Every open, read, close and malloc of the store's programs failing, once and
# for ever: the whole output or a clean failure, and the store stays valid.
# FAULTS_OF names some of them, in place of all.
TMPDIR=${TMPDIR:-/tmp}
[ ! -w /dev/shm ] || TMPDIR=/dev/shm	# fsync costs nothing there
export TMPDIR
. "${0%/*}/tap.sh"
. "$TESTS/stored.sh"
NOMEM_SO=$BH/../tests/nomem.so
ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0	# not under a tracer
key=$O/callgrind/t/m1/$B/clean.json

mk_repo r
mk_commit r one 1700000000
mk_commit r two 1700000100
C=$(git -C r rev-parse HEAD)
store_run callgrind m1 "$C" false instruction_count 20
store_run callgrind m1 "$(git -C r rev-parse HEAD~1)" false instruction_count 21
"$BH/bh-pack" --compress none --engine callgrind --machine-key m1 >m1.tar || exit 4
"$BH/bh-store-ls" --machine-key m2 >rm.in
mv s whole
cat >put.in <<'END'
{"type":"context","context":{"observed_at":"2026-07-05T12:34:56Z","git":{"commit":"c","branch":null,"dirty":false},"environment":{"provider":"local","run_id":null,"pull_request":null},"toolchain":{"target_triple":"t","rustc_version":null},"best_of":1}}
{"type":"result","engine":"callgrind","id":["a"],"metrics":[{"kind":"instruction_count","value":10}]}
{"type":"result","engine":"criterion","id":["a"],"metrics":[{"kind":"wall_time","value":10}]}
{"type":"end","from":"test"}
END

# what is tried: the command line of each, and the store it begins with
command_of() { # command_of NAME: $@ of the caller, by eval
	case $1 in
	ls) echo '"$BH/bh-store-ls"' ;;
	get) echo '"$BH/bh-store-get" --key "$key"' ;;
	select) echo '"$BH/bh-select" --repo r --target-triple t --machine-key m1 --since 2020-01-01' ;;
	series) echo '"$BH/bh-series" -j 1 placed' ;;
	verify) echo '"$BH/bh-verify"' ;;
	put) echo '"$BH/bh-store-put" --machine-key m put.in' ;;
	rm) echo '"$BH/bh-store-rm" rm.in' ;;
	unpack) echo '"$BH/bh-unpack" m1.tar' ;;
	pack) echo '"$BH/bh-pack" --compress none' ;;
	esac
}
changed=''
begin() { # begin NAME: its store; what only reads leaves it
	case $1 in
	put | rm | unpack) changed=1 ;;
	*)	[ -n "$changed" ] || return 0
		changed='' ;;
	esac
	chmod -R u+w s 2>/dev/null
	rm -rf s
	[ "$1" = unpack ] || cp -a whole s
}

names=${FAULTS_OF:-ls get select series verify pack put rm unpack}
cp -a whole s
"$BH/bh-select" --repo r --target-triple t --machine-key m1 \
    --since 2020-01-01 >placed 2>err || exit 4
for name in $names; do
	begin $name
	eval "set -- $(command_of $name)"
	is_status 0 "$name" "$@"
	cp out "want.$name"
	rm -rf "after.$name"
	case $name in
	put | rm | unpack) cp -a s "after.$name" ;;
	esac
	find s -name _cache-epoch -delete
done
find . -path "./after.*" -name _cache-epoch -delete

complain() {
	echo "# $1"
	bad=$((bad + 1))
}

judge() { # judge NAME STATUS WHAT: after a command that met a fault
	# a sanitizer that could not read its own options
	! grep -q 'LeakSanitizer has encountered' err || return 0
	case $2 in
	0)	cmp -s "want.$1" out || complain "$3: status 0, other output" ;;
	4)	[ -s err ] || complain "$3: no word"
		! tail -n 1 out | grep -q '^{"type":"end","from":"[a-z-]*"}$' ||
		    complain "$3: status 4 behind an end" ;;
	127)	grep -q 'loading shared\|cannot allocate' err ||
		    complain "$3: status 127" ;;
	*)	complain "$3: status $2: $(head -n 1 err)" ;;
	esac
	case $1 in
	put | rm | unpack) ;;
	*) return ;;
	esac
	[ ! -d s ] || "$BH/bh-verify" >verify 2>&1 ||
	    complain "$3: $(head -n 1 verify)"
	[ "$2" -ne 0 ] || {
		find s -name _cache-epoch -delete
		diff -r s "after.$1" >differ ||
		    complain "$3: status 0, $(head -n 1 differ)"
	}
}

trial() { # trial NAME CALL HOW: each CALL once; from there on, not from each
	name=$1 call=$2 how=$3
	for often in once 'for ever'; do
		ever=${often#once}
		ever=${ever:++}
		n=0 bad=0 met=0
		[ "$often" = once ] && few=1000 || few=4
		while n=$((n + 1 + n / few)); do
			begin "$name"
			eval "set -- $(command_of "$name")"
			rc=0
			strace -qq -o trace -e "trace=$call" \
			    -e "inject=$call:$how:when=$n$ever" "$@" \
			    >out 2>err || rc=$?
			grep -q INJECTED trace || break
			met=$((met + 1))
			judge "$name" "$rc" "$name $call $n$ever"
		done
		is_true "$name: $call $how, $met times, $often" \
		    test "$bad" -eq 0 -a "$met" -gt 0
	done
}

starve() { # starve NAME: memory; the first ones, then ever fewer of them
	name=$1
	for often in once 'for ever'; do
		ever=${often#once}
		ever=${ever:++}
		n=0 bad=0 met=0
		while n=$((n + 1 + n / 8)); do
			begin "$name"
			eval "set -- $(command_of "$name")"
			rm -f hit
			rc=0
			LD_PRELOAD=$NOMEM_SO NOMEM=$n$ever NOMEM_HIT=$T/hit \
			    "$@" >out 2>err || rc=$?
			[ -e hit ] || break
			met=$((met + 1))
			judge "$name" "$rc" "$name malloc $n$ever"
		done
		is_true "$name: $met of $n allocations, $often" \
		    test "$bad" -eq 0 -a "$met" -gt 1
	done
}

if strace -qq -o /dev/null true 2>/dev/null; then
	for name in $names; do
		trial "$name" openat,openat2 error=EMFILE
		trial "$name" read error=EIO
		trial "$name" close error=EIO
	done
else
	skip 'no tracing here' 'opens, reads, closes that fail'
fi
if [ -f "$NOMEM_SO" ] && ! ldd "$BH/bh-verify" | grep -q san; then
	for name in $names; do
		starve "$name"
	done
else
	skip 'no allocator of our own here' 'allocations that fail'
fi
tap_done
