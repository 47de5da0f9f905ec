#!/bin/sh
# Power cuts: writers of all kinds at work in a store of its own file system,
# which stops at any moment and is mounted again.  What was acknowledged is
# there with its bytes, nothing is torn.  The same without synchronizing must
# lose something, else the rig sees nothing.  CUTS: how many, 24.
not_here() {
	echo "1..0 # SKIP skipped: $1"
	exit 0
}
[ "$(id -u)" -eq 0 ] || not_here 'this takes root'
for tool in unshare mount umount mkfs.ext4 truncate; do
	command -v $tool >/dev/null 2>&1 || not_here "no $tool here"
done
# mounts of our own: when we end, however we do, they are gone
if [ -z "${POWER_INNER-}" ]; then
	unshare -m --propagation private true 2>/dev/null ||
	    not_here 'no mount namespace here'
	POWER_INNER=1 exec unshare -m --propagation private sh "$0"
fi
TMPDIR=${TMPDIR:-/tmp}
[ ! -w /dev/shm ] || TMPDIR=/dev/shm	# many writes between two cuts
export TMPDIR
. "${0%/*}/../tap.sh"
P=${P:-$BH/../power}
CUTS=${CUTS:-24}
BH_PROJECT=p BH_STORE=$T/m/s
export BH_PROJECT BH_STORE
mkdir m ack

fresh() { # fresh NAME: a new file system, mounted
	truncate -s 192M "$1" &&
	    mkfs.ext4 -q "$1" 2>err && mount -o loop "$1" m 2>err
}
fresh image || not_here "no loop device: $(tail -n 1 err)"
"$P/cut" m 2>err || {
	umount m
	not_here "no shutdown: $(tail -n 1 err)"
}
umount m

# --- writers: a line in ack/ for each thing they were told is stored -------

run_of() { # run_of COMMIT VALUE
	printf '%s\n' '{"type":"context","context":{"observed_at":"2026-07-05T12:34:56Z","git":{"commit":"'"$1"'","branch":null,"dirty":false},"environment":{"provider":"local","run_id":null,"pull_request":null},"toolchain":{"target_triple":"t","rustc_version":null},"best_of":1}}' \
	    '{"type":"result","engine":"callgrind","id":["a"],"metrics":[{"kind":"instruction_count","value":'"$2"'}]}' \
	    '{"type":"result","engine":"criterion","id":["a"],"metrics":[{"kind":"wall_time","value":'"$2"'}]}' \
	    '{"type":"end","from":"test"}'
}

new_runs() { # new_runs NAME: a new commit each time, of two engines
	n=0
	while n=$((n + 1)); do
		run_of "$1.$n" $n | "$BH/bh-store-put" --machine-key new \
		    >/dev/null 2>&1 || return 0
		echo "$1.$n $n" >>ack/new
	done
}

replaced_runs() { # replaced_runs: the same one again and again
	while at=$((at + 1)); do
		echo $at >try/again
		run_of again $at | "$BH/bh-store-put" --machine-key again \
		    --overwrite >/dev/null 2>&1 || return 0
		echo $at >>ack/again
	done
}

archives() { # archives NAME: many objects at once
	for a in $1.*.tar; do
		"$BH/bh-unpack" "$a" >/dev/null 2>&1 || return 0
		echo "${a%.tar}" >>ack/archives
	done
}

OBJECTS='1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20'

make_archives() { # make_archives NAME: ten, each of two engines
	for k in 1 2 3 4 5 6 7 8 9 10; do
		for o in $OBJECTS; do
			d=objects/v1/p/objects
			for e in callgrind criterion; do
				mkdir -p "$d/$e/t/$1/$k.$o"
				ln object "$d/$e/t/$1/$k.$o/clean.json"
			done
		done
		tar -C objects --hard-dereference -cf "$1.$k.tar" v1
		rm -r objects
	done
}
printf '{"results":[{"id":{"segments":["a"]},"metrics":[{"kind":"wall_time","value":1.5}]}]}' |
    gzip -nc >object
sum=$(sha256sum <object)
sum=${sum%% *}

# --- one cut, and what it left ---------------------------------------------

cut_once() { # cut_once NAME SECONDS
	make_archives "$1"
	mount -o loop image m || return 1
	at=$(cat try/again)
	pids=''
	new_runs "$1.a" & pids="$pids $!"
	new_runs "$1.b" & pids="$pids $!"
	replaced_runs & pids="$pids $!"
	archives "$1" & pids="$pids $!"
	sleep "$2"
	"$P/cut" m
	wait $pids
	umount m
	rm -f "$1".*.tar
	mount -o loop image m
}

count() { # lines of a file
	[ ! -f "$1" ] || wc -l <"$1"
}

lost() { # how much of what was acknowledged is not there as it was
	"$BH/bh-store-ls" --machine-key new >keys 2>err
	"$BH/bh-store-get" keys 2>/dev/null | sed -n 's/.*"commit":"\([^"]*\)".*"value":\([0-9]*\).*/\1 \2/p' |
	    sort | uniq -c | sed -n 's/^ *2 //p' >there
	sort ack/new >said
	comm -23 said there >gone
	while read -r name; do
		for o in $OBJECTS; do
			for e in callgrind criterion; do
				echo "$sum  $BH_STORE/v1/p/objects/$e/t/${name%.*}/${name##*.}.$o/clean.json"
			done
		done
	done <ack/archives >sums
	[ ! -s sums ] || sha256sum -c --quiet sums >>gone 2>err
	last=$(tail -n 1 ack/again) tried=$(cat try/again)
	for e in callgrind criterion; do
		got=$("$BH/bh-store-get" --key "v1/p/objects/$e/t/again/again/clean.json" 2>/dev/null |
		    sed -n 's/.*"value":\([0-9]*\).*/\1/p')
		[ -n "$got" ] && [ "$got" -ge "$last" ] &&
		    [ "$got" -le "$tried" ] || echo "again $e $got $last $tried"
	done >>gone
	wc -l <gone
}

rig() { # rig CUTS: $lost, $torn after so many
	rm -rf ack try
	mkdir ack try
	: >ack/new
	: >ack/archives
	echo 0 >ack/again
	echo 0 >try/again
	rm -f image
	fresh image && umount m || return 1
	i=0 lost=0 torn=0
	while [ $i -lt "$1" ]; do
		i=$((i + 1))
		cut_once "c$i" "$(echo "$i" | awk '{ print .2 + $1 * 37 % 50 / 50 }')" || return 1
		"$BH/bh-verify" >bad 2>err || torn=$((torn + 1))
		lost=$((lost + $(lost)))
		umount m
	done
}

is_true "$CUTS cuts" rig "$CUTS"
echo "# acknowledged: $(count ack/new) runs of two objects, $(count ack/again) replaced, $(count ack/archives) archives of 40 objects"
is_true 'something was acknowledged of each kind' test "$(count ack/new)" -gt "$CUTS" \
    -a "$(count ack/again)" -gt "$CUTS" -a "$(count ack/archives)" -gt "$CUTS"
is_true 'nothing acknowledged is lost' test "$lost" -eq 0 || tap_say <gone
is_true 'nothing is torn' test "$torn" -eq 0 || tap_say <bad

LD_PRELOAD=$P/nosync.so
export LD_PRELOAD
is_true 'four cuts without synchronizing' rig 4
unset LD_PRELOAD
echo "# lost: $lost, torn: $torn of 4"
is_true 'lose something' test "$lost" -gt 0
tap_done
