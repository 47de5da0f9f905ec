#!/bin/sh
# bh-pack: what is packed, the same bytes each time, damaged objects.
# shellcheck disable=SC2086	# keys hold no blanks
. "${0%/*}/tap.sh"
. "$TESTS/stored.sh"
p=$BH/bh-pack

names() { # names FILE: of the archive, without the common beginning
	tar -tf "$1" | sed "s,^$O/,,; s/$A/A/; s/$B/B/"
}
is_status 0 'pack all' "$p" --compress none
cp out all.tar
names all.tar >got
cat >want <<END
blessings/A/bless-1783296000000000000.json
blessings/B/bless-1783296001500000000.json
callgrind/t/m1/A/bless-1735689600.json
callgrind/t/m1/A/clean.json
callgrind/t/m1/A/dirty-1783254896.json
callgrind/t/m1/B/clean.json
callgrind/t/m2/B/clean.json
criterion/t/m1/B/clean.json
END
is_file 'every object, in the order of keys' want got
mkdir x
tar -xf all.tar -C x
is_true 'the files are those of the store' diff -r s x
touch -d 2001-01-01 s/$O/criterion/t/m1/$B/clean.json
is_status 0 'pack again' "$p" --compress none
is_file 'gives the same bytes' all.tar out
for c in zstd gzip; do
	is_status 0 "--compress $c" "$p" --compress $c
	cp out $c.tar
	case $c in
	gzip) gzip -dc <out >got ;;
	*) command -v zstd >/dev/null || { skip 'no zstd here' 'zstd inflates'; continue; }
	   zstd -dcq <out >got ;;
	esac
	is_file "$c: the same within" all.tar got
done
is_status 0 'the default' "$p"
is_file 'is zstd' zstd.tar out

is_status 0 'filters' "$p" --compress none --engine callgrind --machine-key m2
names out >got
is_text 'take a set, and blessings that reach it' got 'blessings/A/bless-1783296000000000000.json
callgrind/t/m2/B/clean.json'
"$BH/bh-store-put" --project q --machine-key m .run >/dev/null
is_status 0 'two projects' "$p" --compress none
tar -tf out >got
is_lines 'are packed' got 9
is_status 0 '--project' "$p" --compress none --project q
tar -tf out >got
is_lines 'is one of them' got 1

# what is no object, what is damaged
: >s/$O/criterion/t/m1/$B/.cbh-tmp-abcdef
: >s/$O/notes
ln -s "$T/want" s/$O/criterion/t/m1/$B/dirty-1.json
"$p" --compress none --project p >again.tar
is_file 'foreign files are left out' all.tar again.tar
mkdir -p s/$O/callgrind/t/m1/bad
printf x >s/$O/callgrind/t/m1/bad/clean.json
is_status 3 'a damaged object' "$p" --compress none
is_text 'is named' err "bh-pack: $O/callgrind/t/m1/bad/clean.json: gzip: cut short"
cp out cut.tar
is_status 3 'the archive has no end' "$BH/bh-unpack" --store cut cut.tar
is_status 0 '--skip-invalid' "$p" --compress none --project p --skip-invalid
is_file 'packs the rest' all.tar out
has_text 'and says so' err 'left out'

is_status 4 'no store' "$p" --store nowhere
is_status 2 'an unknown compression' "$p" --compress lzh
is_status 2 'an operand' "$p" x
is_status 0 'help' "$p" -h
is_full 4 'a full disk' "$p" --skip-invalid
has_text 'is named' err 'No space left on device'
tap_done
