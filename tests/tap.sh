# TAP for shell tests.  A test sources it first, then runs one check a line:
#
#	. "${0%/*}/tap.sh"
#	is_status 3 'a torn record is refused' "$BH/bh-series" torn
#	is_text 'the message says where' err 'bh-series: torn:1: ...'
#	tap_done
#
# It gives the test a directory of its own ($T, also the working directory,
# removed at the end), $BH (programs and scripts, first in PATH), $TESTS
# (this directory, also for a test one below it), $FIX ($TESTS/fixtures), a C
# locale, UTC, no git configuration but an identity, and an empty standard
# input.
#
# is_status and is_full leave the command's streams in $T/out and $T/err; the
# other checks know these as "out" and "err" from any working directory.

# shellcheck shell=sh disable=SC2034
set -u
TESTS=$(cd "${0%/*}" && { [ -f tap.sh ] || cd ..; } && pwd) || exit 4
FIX=$TESTS/fixtures
BH=${BH:-$TESTS/../build/bin}
BH=$(cd "$BH" && pwd) || exit 4
T=$(mktemp -d) && T=$(cd "$T" && pwd -P) && cd "$T" || exit 4
trap 'tap_rc=$?; cd /; chmod -R u+w "$T" 2>/dev/null; rm -rf "$T"; exit "$tap_rc"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir "$T/.home"

TAP_HOME=${HOME-}	# for tools that keep their own things there
LC_ALL=C TZ=UTC HOME=$T/.home PATH=$BH:$PATH
GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CONFIG_NOSYSTEM=1
GIT_AUTHOR_NAME=Tester GIT_AUTHOR_EMAIL=tester@example.org
GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
# an error a sanitizer finds must not pass for a status of ours
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=99
UBSAN_OPTIONS=${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}exitcode=99
# libgit2 1.5 loses a match of libpcre2 for each line of an extended config
echo leak:libpcre2 >"$T/.home/lsan"
LSAN_OPTIONS=${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$T/.home/lsan
LSAN_OPTIONS=$LSAN_OPTIONS:print_suppressions=0
export LC_ALL TZ HOME PATH GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM
export GIT_CONFIG_NOSYSTEM GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL
export GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL ASAN_OPTIONS UBSAN_OPTIONS
export LSAN_OPTIONS
unset LANGUAGE XDG_CONFIG_HOME GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE \
    GIT_AUTHOR_DATE GIT_COMMITTER_DATE NO_COLOR CDPATH MAKEFLAGS MFLAGS \
    MAKELEVEL DESTDIR PREFIX \
    BH_STORE BH_PROJECT BH_CONFIG BH_NOW BH_SYSROOT BH_TARGET_DIR \
    CARGO_TARGET_DIR CARGO_BENCH_HISTORY_STORAGE GUNGRAUN_SAVE_SUMMARY \
    GITHUB_ACTIONS GITHUB_RUN_ID GITHUB_REF TF_BUILD BUILD_BUILDID \
    SYSTEM_PULLREQUEST_PULLREQUESTID RUSTUP_TOOLCHAIN
umask 022
exec </dev/null

# counted in files, so that a check may also stand behind a pipe
: >"$T/.done"
: >"$T/.bad"

tap_file() { # the file behind a name: out and err are the last command's
	case $1 in
	out | err) printf '%s' "$T/$1" ;;
	*) printf '%s' "$1" ;;
	esac
}

tap_say() { # up to 40 lines of stdin as diagnostics
	head -n 40 | cut -c 1-400 | sed 's/^/# /'
}

ok() { # ok STATUS NAME: STATUS 0 passes
	printf . >>"$T/.done"
	if [ "$1" -eq 0 ]; then
		printf 'ok - %s\n' "$2"
	else
		printf 'not ok - %s\n' "$2"
		printf . >>"$T/.bad"
	fi
	return "$1"
}

is_true() { # is_true NAME COMMAND...
	tap_name=$1
	shift
	tap_rc=0
	"$@" || tap_rc=1
	ok "$tap_rc" "$tap_name" || printf '# failed: %s\n' "$*"
}

tap_status() { # WANT NAME STATUS: judge a command that has run
	tap_rc=0
	[ "$3" -eq "$1" ] || tap_rc=1
	ok "$tap_rc" "$2" || {
		printf '# status %s, want %s; stderr:\n' "$3" "$1"
		tap_say <"$T/err"
	}
}

is_status() { # is_status WANT NAME COMMAND...: its streams are out and err
	tap_want=$1 tap_name=$2
	shift 2
	tap_got=0
	"$@" >"$T/out" 2>"$T/err" || tap_got=$?
	tap_status "$tap_want" "$tap_name" "$tap_got"
}

is_full() { # is_full WANT NAME COMMAND...: the same on a full disk
	tap_want=$1 tap_name=$2
	shift 2
	tap_got=0
	: >"$T/out"
	"$@" >/dev/full 2>"$T/err" || tap_got=$?
	tap_status "$tap_want" "$tap_name" "$tap_got"
}

is_file() { # is_file NAME WANT GOT: two files are the same
	tap_rc=0
	cmp -s "$(tap_file "$2")" "$(tap_file "$3")" || tap_rc=1
	ok "$tap_rc" "$1" ||
	    diff -u "$(tap_file "$2")" "$(tap_file "$3")" 2>&1 | tap_say
}

is_text() { # is_text NAME FILE TEXT: FILE is TEXT and a newline
	printf '%s\n' "$3" >"$T/.want"
	is_file "$1" "$T/.want" "$2"
}

is_empty() { # is_empty NAME FILE
	: >"$T/.want"
	is_file "$1" "$T/.want" "$2"
}

has_text() { # has_text NAME FILE TEXT: a line of FILE holds TEXT
	tap_rc=0
	grep -qF -e "$3" "$(tap_file "$2")" || tap_rc=1
	ok "$tap_rc" "$1" || {
		printf '# no line with "%s" in:\n' "$3"
		tap_say <"$(tap_file "$2")"
	}
}

no_text() { # no_text NAME FILE TEXT: no line of FILE holds TEXT
	tap_rc=0
	! grep -qF -e "$3" "$(tap_file "$2")" || tap_rc=1
	ok "$tap_rc" "$1" || {
		printf '# a line with "%s" in:\n' "$3"
		tap_say <"$(tap_file "$2")"
	}
}

is_lines() { # is_lines NAME FILE N: FILE has N lines
	tap_got=$(wc -l <"$(tap_file "$2")")
	tap_rc=0
	[ "$tap_got" -eq "$3" ] || tap_rc=1
	ok "$tap_rc" "$1" || {
		printf '# %d lines, want %d:\n' "$tap_got" "$3"
		tap_say <"$(tap_file "$2")"
	}
}

skip() { # skip REASON NAME: a check that cannot run here
	printf . >>"$T/.done"
	printf 'ok - %s # SKIP %s\n' "$2" "$1"
}

need() { # need TOOL...: leave the whole test where one is missing
	for tap_tool in "$@"; do
		command -v "$tap_tool" >/dev/null 2>&1 && continue
		printf '1..0 # SKIP skipped: no %s here\n' "$tap_tool"
		exit 0
	done
}

mk_repo() { # mk_repo DIR: an empty repository on branch main
	git init -q -b main "$1"
}

mk_commit() { # mk_commit DIR TITLE SECONDS: what is there, at that time
	git -C "$1" add -A &&
	GIT_AUTHOR_DATE="@$3 +0000" GIT_COMMITTER_DATE="@$3 +0000" \
	    git -C "$1" commit -q --allow-empty -m "$2"
}

tap_done() {
	printf '1..%d\n' "$(wc -c <"$T/.done")"
	[ ! -s "$T/.bad" ] || exit 1
	exit 0
}
