# A directory for what is between two commands, and pipelines that keep the
# status of every stage.

user_locale=${LC_ALL+LC_ALL=$LC_ALL}	# for commands of the user
LC_ALL=C
export LC_ALL

at_exit=:	# more to undo
t=$(mktemp -d "${TMPDIR:-/tmp}/$prog.XXXXXX" 2>&1) || {
	why=${t##*: } t=''
	die 4 "${TMPDIR:-/tmp}: no directory made there: $why"
}
trap 'rc=$?; trap "" INT TERM HUP; $at_exit; rm -rf "$t"
[ "$rc" -ne 1 ] || rc=$answer; exit "$rc"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 141' PIPE
trap 'exit 143' TERM

# git on the repository of the directory, as our programs find it: not on one
# that the environment names, as in a hook; without code of the repository's.
repo_vars='GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_NAMESPACE
	GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_PREFIX
	GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_SHALLOW_FILE
	GIT_GRAFT_FILE GIT_REPLACE_REF_BASE'
git() (
	# shellcheck disable=SC2086
	unset $repo_vars
	GIT_NO_REPLACE_OBJECTS=1 GIT_OPTIONAL_LOCKS=0 GIT_TERMINAL_PROMPT=0
	export GIT_NO_REPLACE_OBJECTS GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT
	exec git -c core.fsmonitor=false -c core.hooksPath=/dev/null "$@"
)

git_why() { # what git said into $t/why, without its prefix
	sed 's/^fatal: //; s/^error: //; q' "$t/why"
}

# A pipeline: st keeps each stage's status, stages_end judges them all.

st() { # st NAME COMMAND...: run it, keep its exit status in $t/NAME
	n=$1 rc=0
	shift
	"$@" || rc=$?
	echo "$rc" 2>/dev/null >"$t/st.$n" || :	# found out by ended
}

ended() { # ended NAME: $rc, the status kept of it
	rc=$(cat "$t/st.$1" 2>/dev/null) || rc=''
	rm -f "$t/st.$1"
	[ -n "$rc" ] || echo 0 2>/dev/null >"$t/room" ||
	    die 4 "${TMPDIR:-/tmp}: no room there"
}

run() { # run STAGE PROGRAM [WORD...]: with the options the stage was given
	eval "run_list=\${l_$1-}"
	eval "st \"\$@\" $run_list"
}

stages_end() { # stages_end NAME...: exit unless all of them ended well
	bad=0 left=''
	for n do
		ended "$n"
		case $rc in
		0) ;;
		141) left=$n ;;		# its reader left, and says why
		[1-4]) [ "$bad" -ne 0 ] || bad=$rc ;; # the first is the cause
		126 | 127) [ "$bad" -ne 0 ] || bad=4 ;; # the shell has told
		*)	complain "$n: killed, status ${rc:-unknown}"
			[ "$bad" -ne 0 ] || bad=4 ;;
		esac
	done
	if [ "$bad" -eq 0 ] && [ -n "$left" ]; then
		complain "$left: broken pipe"
		bad=4
	fi
	[ "$bad" -ne 1 ] || answer=1
	[ "$bad" -eq 0 ] || exit "$bad"
}

show() { # show STAGE PROGRAM [WORD...]: its output as a whole, or none of it
	if [ -t 1 ]; then
		run "$@"
		stages_end "$1"
	else
		run "$@" >"$t/shown"
		stages_end "$1"
		say cat "$t/shown"
	fi
}

check() { # check STAGE PROGRAM [WORD...]: judge its options before any work
	(run "$@" </dev/null >/dev/null 2>"$t/check")
	ended "$1"
	[ "$rc" != 2 ] || { cat "$t/check" >&2; exit 2; }
}
