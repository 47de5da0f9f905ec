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
	case $1 in
	engine) engine=${engine:+$engine|}$2 ;;
	target-triple) triple=${triple:+$triple|}$2 ;;
	machine-key) machine=${machine:+$machine|}$2 ;;
	esac
}

find_commit() { # $commit: what $context names
	commit=$(git ${repo:+-C "$repo"} rev-parse -q --verify --end-of-options \
	    "$context^{commit}" 2>"$t/why") ||
		die 4 "$context: no such commit here: $(git_why)"
	short=$(printf %.12s "$commit")
}

host_triple() {
	rustc -vV 2>/dev/null | sed -n 's/^host: //p' | grep . ||
	    echo "$(uname -m)-unknown-linux-gnu"
}

axis() { # axis VALUES AUTO: as the selection line shows them
	case "|$1|" in
	'||' | *'|'[aA][lL][lL]'|'*) printf all ;;
	'|auto|') printf '%s (auto)' "$("$2")" ;;
	*) printf %s "$1" ;;
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
