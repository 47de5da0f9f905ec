#!/bin/sh
# bh-store-ls: keys as records, filters, odd files.
# shellcheck disable=SC2086	# keys hold no blanks
. "${0%/*}/tap.sh"
. "$TESTS/stored.sh"
l=$BH/bh-store-ls

is_status 0 'list all' "$l"
cat >want <<END
{"type":"blessing","key":"$O/blessings/$A/bless-1783296000000000000.json","commit":"$A"}
{"type":"blessing","key":"$O/blessings/$B/bless-1783296001500000000.json","commit":"$B"}
{"type":"blessing","key":"$O/callgrind/t/m1/$A/bless-1735689600.json","commit":"$A","set":"callgrind/t/m1"}
{"type":"object","key":"$O/callgrind/t/m1/$A/clean.json","what":"clean","set":"callgrind/t/m1","commit":"$A"}
{"type":"object","key":"$O/callgrind/t/m1/$A/dirty-1783254896.json","what":"dirty","set":"callgrind/t/m1","commit":"$A"}
{"type":"object","key":"$O/callgrind/t/m1/$B/clean.json","what":"clean","set":"callgrind/t/m1","commit":"$B"}
{"type":"object","key":"$O/callgrind/t/m2/$B/clean.json","what":"clean","set":"callgrind/t/m2","commit":"$B"}
{"type":"object","key":"$O/criterion/t/m1/$B/clean.json","what":"clean","set":"criterion/t/m1","commit":"$B"}
{"type":"end","from":"bh-store-ls"}
END
is_file 'every key, in the order of their bytes' want out

keys() { # keys NAME WANT OPTION...: bare keys below objects/
	ks_name=$1 ks_want=$2
	shift 2
	is_status 0 "$ks_name" "$l" --keys "$@"
	sed "s,^$O/,,; s/$A/A/; s/$B/B/" out >got
	printf '%s' "${ks_want:+$ks_want }" | tr ' ' '\n' >want
	is_file "$ks_name: the keys" want got
}
bless='blessings/A/bless-1783296000000000000.json blessings/B/bless-1783296001500000000.json'
keys '--keys' "$bless callgrind/t/m1/A/bless-1735689600.json callgrind/t/m1/A/clean.json callgrind/t/m1/A/dirty-1783254896.json callgrind/t/m1/B/clean.json callgrind/t/m2/B/clean.json criterion/t/m1/B/clean.json"
keys '--blessings' "$bless callgrind/t/m1/A/bless-1735689600.json" --blessings
keys '--commit' 'blessings/A/bless-1783296000000000000.json callgrind/t/m1/A/bless-1735689600.json callgrind/t/m1/A/clean.json callgrind/t/m1/A/dirty-1783254896.json' --commit $A
keys 'the beginning of an id, in any case' 'blessings/A/bless-1783296000000000000.json callgrind/t/m1/A/bless-1735689600.json' --blessings --commit AAAA
keys 'filters let blessings of the project pass' "$bless callgrind/t/m2/B/clean.json" --machine-key M2
keys 'an engine' "$bless criterion/t/m1/B/clean.json" --engine CRITERION --target-triple T
keys 'all lifts a filter' "$bless criterion/t/m1/B/clean.json" --engine criterion --machine-key m2 --machine-key all
keys 'no such machine' "$bless" --machine-key none
keys 'another project' '' --project other

# what is no object
mkdir -p s/$O/criterion/t/m1/$A s/$O/callgrind/t/m1/cc/clean.json s/$O/callgrind/t/m1/dd
echo x >s/$O/criterion/t/m1/$A/.cbh-tmp-abcdef
echo x >s/$O/criterion/t/m1/$A/notes.json
echo x >s/$O/notes.json
mkdir -p s/$O/dhat/t/m1/$A
echo x >s/$O/dhat/t/m1/$A/clean.json
ln -s ../$A/clean.json s/$O/callgrind/t/m1/dd/clean.json
ln -s $A s/$O/callgrind/t/m1/ee
mkfifo s/$O/callgrind/t/m1/dd/dirty-5.json
is_status 0 'odd files' "$l" --verbose --engine callgrind --commit cc --commit dd --commit ee
is_text 'are no objects' out "{\"type\":\"end\",\"from\":\"bh-store-ls\"}"
is_status 0 'they are counted' "$l" --verbose --keys --engine callgrind
is_true 'under --verbose' grep -q ': files that are no objects: 1$' err

# this machine: its key, and its key with an accelerator that objects name
mkdir -p sys/proc/self
i=0
while [ $i -lt 8 ]; do
	printf 'processor\t: %d\nmodel name\t: Test CPU 3000\n\n' $i
	i=$((i + 1))
done >sys/proc/cpuinfo
echo 'Cpus_allowed_list:	0-7' >sys/proc/self/status
gpu() { # gpu MACHINE COMMIT NAME ARCH: an object measured with an accelerator
	printf '{"context":{"accelerator":{"name":"%s","arch":"%s"}},"results":[]}' "$3" "$4" |
	    raw v1/h/objects/primbench/t/"$1"/"$2"/clean.json
}
gpu 1075eaef9cfd8d84 a 'AMD Radeon  RX 9070 XT' gfx1201
gpu 3dd04b74bb0657bc a '' ''
gpu 6a91b8c5dbceacd4 a 'NVIDIA H200' sm_90	# of another host
gpu pool a 'AMD Radeon RX 9070 XT' gfx1201
printf '{"results":[]}' | raw v1/h/objects/criterion/t/4ffd697efb295d32/a/clean.json
printf '{"results":[]}' | raw v1/h/objects/criterion/t/c4e693030879629f/a/clean.json
BH_SYSROOT=$T/sys
export BH_SYSROOT
is_status 0 'this machine' "$l" --keys --here --project h
is_text 'with its accelerators' out 'v1/h/objects/criterion/t/4ffd697efb295d32/a/clean.json
v1/h/objects/primbench/t/1075eaef9cfd8d84/a/clean.json
v1/h/objects/primbench/t/3dd04b74bb0657bc/a/clean.json'
gpu 1075eaef9cfd8d84 b 'AMD Radeon RX 9070 XT' gfx1201
chmod -R u+w s
echo '{}' >s/v1/h/objects/primbench/t/1075eaef9cfd8d84/a/clean.json
is_status 0 'a damaged object' "$l" --keys --here --project h \
    --engine primbench --machine-key 1075eaef9cfd8d84
is_lines 'says nothing, the next one does' out 2
echo '{}' >s/v1/h/objects/primbench/t/1075eaef9cfd8d84/b/clean.json
is_status 0 'damaged objects alone' "$l" --keys --here --project h \
    --engine primbench
is_lines 'are taken for those of another' out 1
unset BH_SYSROOT

# statuses
is_status 4 'no store there' "$l" --store nowhere
is_text 'is said' err 'bh-store-ls: nowhere: no store there'
is_true 'and not made' test ! -e nowhere
is_status 4 'a file' "$l" --store want
BH_STORE='' is_status 2 'no store named' "$l"
is_status 2 'an operand' "$l" x
is_status 2 'an unknown engine' "$l" --engine dhat
is_status 2 'an empty commit' "$l" --commit ''
is_status 0 'help' "$l" -h
is_full 4 'a full stdout' "$l"
chmod -R a-w s
is_status 0 'a read-only store' "$l" --keys
chmod 000 s/$O/callgrind/t/m2
if [ "$(id -u)" -eq 0 ]; then
	skip 'root reads everything' 'an unreadable directory'
else
	is_status 4 'an unreadable directory' "$l" --keys
fi
chmod -R u+rwX s
tap_done
