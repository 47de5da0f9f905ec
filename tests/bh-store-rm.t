#!/bin/sh
# bh-store-rm: what goes, what stays, and when nothing does.
# shellcheck disable=SC2086	# keys hold no blanks
. "${0%/*}/tap.sh"
. "$TESTS/stored.sh"
r=$BH/bh-store-rm
cp -r s full
"$BH/bh-store-ls" >all
"$BH/bh-store-ls" --blessings --commit $A >blessA
"$BH/bh-store-ls" --keys >keys

left() { # left NAME WANT: how many keys there are
	"$BH/bh-store-ls" --keys >keys.now
	is_lines "$1" keys.now "$2"
}
again() {
	chmod -R u+w s
	rm -rf s
	cp -r full s
}

is_status 0 '--dry-run' "$r" --dry-run blessA
cat >want <<END
{"type":"blessing","key":"$O/blessings/$A/bless-1783296000000000000.json","commit":"$A","issued_at":"2026-07-06T00:00:00Z","prefixes":[],"scope":{"engine":[],"target_triple":[],"machine_key":["m1","m2"]},"status":"would_remove"}
{"type":"blessing","key":"$O/callgrind/t/m1/$A/bless-1735689600.json","commit":"$A","set":"callgrind/t/m1","status":"would_remove"}
{"type":"removal","dry_run":true,"objects":0,"blessings":2}
{"type":"end","from":"bh-store-rm"}
END
is_file 'says what would go' want out
left 'and removes nothing' 8
is_true 'no marker is due' test ! -e s/v1/p/_cache-epoch
is_status 0 'without it' "$r" blessA
sed 's/would_remove/removed/; s/"dry_run":true/"dry_run":false/' want >want2
is_file 'says what went' want2 out
left 'and it did' 6
is_true 'a marker tells caches' test -s s/v1/p/_cache-epoch
is_status 0 'once more' "$r" blessA
has_text 'is no failure' out '{"type":"removal","dry_run":false,"objects":0,"blessings":0}'
has_text 'what is gone is told' err 'is not there any more'

# filters
again
is_status 1 'a blessing wider than the filters' "$r" --machine-key m1 all
has_text 'is named with both scopes' err "$O/blessings/$A/bless-1783296000000000000.json: its scope all/all/m1|m2 is wider than all/all/m1"
left 'nothing is removed' 8
has_text 'the end carries the status' out '"status":1}'
is_status 0 'filters that hold it' "$r" --machine-key M1 --machine-key m2 --engine all blessA
left 'both blessings go' 6
again
is_status 0 'what does not intersect is left' "$r" --engine callgrind --target-triple t --machine-key m3 all
is_text 'none of all' out '{"type":"removal","dry_run":false,"objects":0,"blessings":0}
{"type":"end","from":"bh-store-rm"}'
left 'all is there' 8
sed '/blessings/d' all >objects
is_status 0 'objects of one machine' "$r" --machine-key m1 objects
has_text 'are counted' out '"objects":4,"blessings":1'
left 'the others stay' 3
is_status 0 'all the rest' "$r" all
left 'nothing is left' 0

# records that pass, members that stay
again
cat >in <<END
{"type":"topology","x":1}
{"type":"object","key":"$O/callgrind/t/m1/$A/clean.json","what":"clean","set":"callgrind/t/m1","commit":"$A","role":"context","topo":5,"mine":[1.50]}
{"type":"warning","code":"c","text":"t"}
{"type":"end","from":"test"}
END
is_status 0 'a stream' "$r" in
cat >want <<END
{"type":"topology","x":1}
{"type":"object","key":"$O/callgrind/t/m1/$A/clean.json","what":"clean","set":"callgrind/t/m1","commit":"$A","role":"context","topo":5,"mine":[1.50],"status":"removed"}
{"type":"warning","code":"c","text":"t"}
{"type":"removal","dry_run":false,"objects":1,"blessings":0}
{"type":"end","from":"bh-store-rm"}
END
is_file 'in its order, members kept' want out

# nothing is removed without an end
again
head -n 3 all >noend
is_status 3 'an input without end' "$r" noend
left 'removes nothing' 8
{ head -n 5 all; echo '{"type":"end","from":"x","status":4}'; } >failed
is_status 4 'a failed writer' "$r" failed
left 'removes nothing either' 8
{ head -n 4 all; echo '{"type":"object","key":"v1/../x","what":"clean","set":"a/b/c","commit":"x"}'; tail -n 1 all; } >climb
is_status 3 'a key outside the grammar' "$r" climb
left 'removes nothing before it' 8
sed "s,blessings/$A,callgrind/t/m1/$A/../..," all >climb
is_status 3 'a key that climbs' "$r" climb
left 'nor does that' 8

# damaged blessings
chmod u+w s/$O/blessings/$A/*
printf x >s/$O/blessings/$A/bless-1783296000000000000.json
is_status 3 'a damaged blessing under filters' "$r" --machine-key m1 blessA
left 'nothing is removed' 8
is_status 0 'without filters' "$r" blessA
has_text 'it is told' err 'warning: '
left 'and goes' 6

# what is in the place of objects
again
key=$O/callgrind/t/m1/$A/clean.json
rm -f s/$key
mkdir s/$key
grep "$key" all >one
tail -n 1 all >>one
is_status 4 'a directory in its place' "$r" one
rmdir s/$key
ln -s "$T/want" s/$key
is_status 0 'a link in its place' "$r" one
is_true 'is left' test -L s/$key
is_true 'and what it leads to' test -s want

is_status 4 'no store' "$r" --store nowhere all
is_status 2 'an unknown engine' "$r" --engine dhat all
is_status 0 'help' "$r" -h
is_full 4 'a full stdout' "$r" --dry-run all
again
chmod a-w s/$O/criterion/t/m1/$B
if [ "$(id -u)" -eq 0 ]; then
	skip 'root writes everywhere' 'a directory that may not be changed'
else
	is_status 4 'a directory that may not be changed' "$r" all
fi

# what killed writers left: old temporaries, wherever in the store
mkdir -p s/$O/callgrind/t/m1/$A s/v1/other/objects/blessings
old="s/$O/callgrind/t/m1/$A/.cbh-tmp-aaaaaa s/v1/p/.cbh-tmp-bbbbbb s/v1/other/objects/blessings/.cbh-tmp-cccccc"
for f in $old s/$O/callgrind/t/m1/$A/notes; do
	echo x >$f
	touch -d '25 hours ago' $f
done
echo x >s/v1/p/.cbh-tmp-young1
touch -d '23 hours ago' s/v1/p/.cbh-tmp-young1
ln -s ../../x s/v1/p/.cbh-tmp-link
touch -h -d '3 days ago' s/v1/p/.cbh-tmp-link
mkdir s/v1/p/.cbh-tmp-dir
touch -d '3 days ago' s/v1/p/.cbh-tmp-dir
find s | sort >before
is_status 0 'temporaries, dry' "$BH/bh-store-rm" --temporaries --dry-run --verbose
cp out dry
is_text 'their paths in order' out "v1/other/objects/blessings/.cbh-tmp-cccccc
v1/p/.cbh-tmp-bbbbbb
$O/callgrind/t/m1/$A/.cbh-tmp-aaaaaa"
has_text 'young ones may be at work' err 'younger than a day: 1'
find s | sort >after
is_file 'nothing is removed' before after
is_status 0 'temporaries' "$BH/bh-store-rm" --temporaries
is_file 'the same paths' dry out
find s | sort >after
for f in $old; do echo $f; done | sort | comm -23 before - >want
is_file 'they are gone, nothing else is' want after
is_status 0 'again' "$BH/bh-store-rm" --temporaries
is_empty 'none' out
is_status 2 'with a filter' "$BH/bh-store-rm" --temporaries --engine callgrind
is_status 2 'with an operand' "$BH/bh-store-rm" --temporaries x
is_status 4 'no store' "$BH/bh-store-rm" --temporaries --store none
echo x >s/v1/p/.cbh-tmp-bbbbbb
touch -d '25 hours ago' s/v1/p/.cbh-tmp-bbbbbb
is_full 4 'a full stdout' "$BH/bh-store-rm" --temporaries --dry-run
tap_done
