# What bh-bless and bh-unbless share: the commit meant, the line that says
# what was selected.

context=HEAD repo='' engine='' triple='' machine=''

take_repo() {
	repo=$2
}
take_context() {
	[ -n "$2" ] || misuse '--context needs a ref'
	context=$2 context_given=1
}
context_given=''
take_axis() { # one more value; $engine ... is what the selection line shows
	word=$(printf %s "$2" | tr '[:upper:]' '[:lower:]' | tr -d '\200-\277' |
	    tr -c 'a-z0-9_.-' _)	# as the store spells it
	case $1 in
	engine) engine=${engine:+$engine|}$word ;;
	target-triple) triple=${triple:+$triple|}$word ;;
	machine-key) machine=${machine:+$machine|}$word ;;
	esac
}

find_commit() { # $commit: what $context names
	commit=$(git ${repo:+-C "$repo"} rev-parse -q --verify --end-of-options \
	    "$context^{commit}" 2>"$t/why") || {
		why=$(git_why)
		die 4 "$context: no such commit here${why:+: $why}"
	}
	short=$(printf %.12s "$commit")
}

host_triple() {
	rustc -vV 2>/dev/null | sed -n 's/^host: //p' | grep . ||
	    echo "$(uname -m)-unknown-linux-gnu"
}

axis() { # axis VALUES AUTO: as the selection line shows them
	case "|$1|" in
	'||' | *'|all|'*) printf all; return ;;
	esac
	for word in $(printf %s "$1" | tr '|' ' '); do
		[ "$word" != auto ] || word=$("$2")
		echo "$word"
	done | sort -u | paste -sd '|' | tr -d '\n'
	case "|$1|" in
	*'|auto|'*) printf ' (auto)' ;;
	esac
}

say_selection() { # say_selection [BASE]
	context_word=$short
	[ -n "$context_given" ] || context_word="$short (HEAD)"
	say=$(axis "$engine" :)
	say="$say; target-triple=$(axis "$triple" host_triple)"
	say="$say; machine-key=$(axis "$machine" bh-machine-key)"
	say="bh: selection: engine=$say${1:+; base=$1}; context=$context_word"
	printf '%s' "$say" | tr '\001-\037\177' '[?*]' >&2
	echo >&2
}
