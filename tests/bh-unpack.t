#!/bin/sh
# bh-unpack: stores from archives, union, conflicts, hostile archives.
# shellcheck disable=SC2086	# keys hold no blanks
. "${0%/*}/tap.sh"
. "$TESTS/stored.sh"
u=$BH/bh-unpack
"$BH/bh-pack" >all.tar || exit 4
"$BH/bh-pack" --machine-key m1 --engine callgrind >m1.tar || exit 4
"$BH/bh-pack" --machine-key m2 --compress gzip >m2.tar || exit 4

is_status 0 'unpack' "$u" --store n all.tar
is_true 'gives the store' diff -r s n
is_empty 'in silence' err
is_true 'with its modes' test "$(stat -c %a n/$O/criterion/t/m1/$B/clean.json)" = 444
is_status 0 'once more' "$u" --store n --verbose all.tar
has_text 'finds everything there' err '0 stored, 8 there already'
is_status 0 'two archives' "$u" --store m m1.tar m2.tar
"$u" --store m <all.tar
is_true 'and one from stdin: the union' diff -r s m
mkdir plain
tar -C s -cf plain.tar .
is_status 0 'a tar made by hand' "$u" --store h plain.tar
is_true 'is a store as well' diff -r s h

# the same object in other bytes is the same; another one is a conflict
f=n/$O/criterion/t/m1/$B/clean.json
gzip -dc <$f >text
chmod u+w $f
gzip -1 -c text >$f
is_status 0 'the same text, packed in another way' "$u" --store n all.tar
sed 's/14.25/14.5/' text | gzip -nc >$f
is_status 1 'another text' "$u" --store n all.tar
is_text 'is told and left' err "bh-unpack: warning: $O/criterion/t/m1/$B/clean.json: there already, with other content
bh-unpack: 1 left: there already with other content"
is_true 'as it was' grep -q 14.5 - <<END
$(gzip -dc <$f)
END
echo x >$f
is_status 1 'a damaged one in the store' "$u" --store n all.tar
has_text 'is told as well' err 'there already, and damaged'

# hostile archives
"$BH/bh-pack" --compress none >plain8.tar
head -c -1500 plain8.tar >cut.tar
is_status 3 'a cut archive' "$u" --store c cut.tar
head -c 300 all.tar >cut.tar
is_status 3 'a cut zstd archive' "$u" --store c cut.tar
echo hello >no.tar
is_status 3 'no archive' "$u" --store c no.tar
is_text 'is said' err 'bh-unpack: no.tar: no archive'
: >no.tar
is_status 3 'an empty file' "$u" --store c no.tar
mkdir -p evil/$O/criterion/t/m1/c
cp "$T"/s/$O/criterion/t/m1/$B/clean.json evil/$O/criterion/t/m1/c/clean.json
tar -C evil --transform 's,^,../../,' -cPf up.tar $O
is_status 3 'names that climb' "$u" --store e/e up.tar
is_true 'lead nowhere' test -z "$(find e v1 -type f 2>/dev/null)"
tar -C evil --transform "s,^,$T/abs/," -cPf abs.tar $O
is_status 3 'absolute names' "$u" --store e/e abs.tar
is_true 'neither' test ! -e abs
tar -C evil -cf moved.tar $O
is_status 3 'an object under a foreign key' "$u" --store e2 moved.tar
has_text 'is refused' err "criterion/t/m1/c/clean.json: the commit of its context is not that of its key"
is_true 'and not stored' test -z "$(find e2 -type f)"
rm evil/$O/criterion/t/m1/c/clean.json
ln -s "$T/text" evil/$O/criterion/t/m1/c/clean.json
tar -C evil -cf link.tar $O
is_status 3 'a link' "$u" --store e3 link.tar
has_text 'is refused' err 'neither file nor directory'
rm evil/$O/criterion/t/m1/c/clean.json
head -c 3000 /dev/zero | gzip -nc >evil/$O/criterion/t/m1/c/clean.json
tar -C evil -cf bomb.tar $O
is_status 3 'an object too large' "$u" --store e3 --max-object 2999 bomb.tar
has_text 'is refused' err 'inflates to more than 2999 bytes'
mkdir other
echo hello >other/README
tar -C other -cf other.tar README
is_status 0 'other files' "$u" --store e4 other.tar
has_text 'are left out, and counted' err 'files that are no objects: 1'
mkdir down
cp -R s down/store
tar -C down -cf down.tar store
is_status 3 'a store below a folder' "$u" --store e5 down.tar
has_text 'is not taken for an empty one' err 'nothing is stored: the objects are below a folder'
tar -C down/store -cf down.tar .
is_status 0 'from within it is one' "$u" --store e5 down.tar
mkdir -p outside l/v1
ln -s "$T/outside" l/v1/p
is_status 4 'a link in the store' "$u" --store l all.tar
is_true 'is not followed' test -z "$(find outside -type f)"

is_status 4 'a missing archive' "$u" --store n missing.tar
is_status 4 'a store that is a file' "$u" --store text all.tar
BH_STORE='' is_status 2 'no store' "$u" all.tar
is_status 0 'help' "$u" -h
tap_done
