#!/bin/sh
# Options that no program or script takes: told by name, in one line, with the
# usage text; what -h and --help print.
. "${0%/*}/tap.sh"

esc=$(printf '\033')
for p in "$BH"/bh-*; do
	n=${p##*/}
	[ -x "$p" ] || continue
	case $n in *.d) continue ;; esac
	is_status 0 "$n -h" "$p" -h
	has_text 'begins with its usage' out "usage: $n "
	cp out usage
	is_status 0 "$n --help" "$p" --help
	is_file 'prints the same' out usage
	is_status 2 'an option it does not have' "$p" --no-such-option
	has_text 'is named' err '--no-such-option'
	is_lines 'once' err $(($(wc -l <usage) + 1))
	is_status 2 'with control characters' "$p" "--${esc}[31m"
	no_text 'they are not printed' err "$esc"
	for o in $(sed '/^$/,$d' usage | tr -s ' |[]\t' '[\n*]' |
	    grep '^--.' | sort -u); do
		is_status 2 "$n $o and an option it does not have" \
		    "$p" "$o" x --no-such-option
		head -n 1 err | tr -d "'" >first
		no_text 'the one of the usage text is known' first \
		    "unknown option $o"
	done
done

# what getopt_long(3) refuses, in our words
says() { # says NAME MESSAGE COMMAND...
	says_name=$1 says_message=$2
	shift 2
	is_status 2 "$says_name" "$@"
	head -n 1 err >first
	is_text 'and why' first "$says_message"
}
says 'no value' "bh-store-ls: option '--store' needs a value" bh-store-ls --store
says 'a letter without its value' "bh-series: option '-j' needs a value" \
    bh-series -j
says 'a value too many' "bh-series: option '--raw' takes no value" \
    bh-series --raw=1
says 'the head of several' "bh-store-rm: ambiguous option '--t'" bh-store-rm --t
says 'an unknown letter' "bh-series: unknown option '-q'" bh-series -vq
is_status 0 'the head of one will do' bh-machine-key --verb
tap_done
