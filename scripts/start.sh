# Where our programs are, and how a script says no.

set -eu

# A closed descriptor would be that of the next file opened; writing to this
# stdout fails all the same.
true 3>&2 || exec 2>/dev/null
{ true 3<&0; } 2>/dev/null || exec </dev/null
{ true 3>&1; } 2>/dev/null || exec 1</dev/null

# The programs lie beside the script, also behind a symbolic link.  A
# directory that PATH names already keeps its place there.
user_path=$PATH t=''
self=$(readlink -f -- "$0") || exit 4
here=${self%/*} prog=${0##*/}
case :$PATH: in
*":$here:"*) ;;
*":${0%/*}:"*) [ ! -L "$0" ] || PATH=$here:$PATH ;;
*) PATH=$here:$PATH ;;
esac

answer=4	# an unplanned 1, from set -e and a failed cp, is trouble
trap 'rc=$?; [ "$rc" -ne 1 ] || exit "$answer"' EXIT

complain() { # complain TEXT: one line, without control characters
	printf '%s: %s' "$prog" "$1" | tr '\001-\037\177' '[?*]' >&2
	echo >&2
}

die() { # die STATUS TEXT
	complain "$2"
	[ "$1" -ne 1 ] || answer=1
	exit "$1"
}

misuse() { # misuse TEXT
	complain "$1"
	printf '%s\n' "$usage" >&2
	exit 2
}

say() { # say COMMAND...: its output is ours, and so is the word on a full disk
	why=${t:+$t/why}
	rc=0
	"$@" 2>"${why:-/dev/null}" || rc=$?
	case $rc in
	0) return ;;
	141) exit 141 ;;
	esac
	[ -z "$why" ] || why=$(tail -n 1 "$why")
	why=${why##*: }
	die 4 "stdout: write: ${why:-I/O error}"
}

note() { # note TEXT: only under --verbose
	[ -z "$verbose" ] || complain "$1"
}
