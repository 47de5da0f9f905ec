# What bh-collect, bh-import and bh-backfill share: the benchmark command, the
# harvest.

engines='callgrind criterion alloc-tracker all-the-time primbench'

best_of=1
take_best_of() {
	case $2 in
	'' | 0* | *[!0-9]* | ?????*) misuse '--best-of needs a number from 1' ;;
	esac
	best_of=$2
}

find_target() { # find_target DIR: $target, where output of DIR's tree goes
	target=${CARGO_TARGET_DIR:-target}
	case $target in
	/*) ;;
	*) target=$1/$target ;;
	esac
}

# measure COMMAND...: run it once, as the user would; its output is no result
# of ours.  Its status, not 0 for anything but success.  What the shell has to
# say of a signal is left out.
measure() {
	{ as_the_user "$@"; } 8>&2 2>/dev/null
}

as_the_user() (
	exec 2>&8 8>&-
	[ -z "$work_dir" ] || cd "$work_dir" || exit
	case $user_locale in
	'') unset LC_ALL ;;
	*) LC_ALL=${user_locale#LC_ALL=} ;;
	esac
	PATH=$user_path
	GUNGRAUN_SAVE_SUMMARY=pretty-json
	CARGO_TARGET_DIR=$target BH_TARGET_DIR=$target
	export GUNGRAUN_SAVE_SUMMARY CARGO_TARGET_DIR BH_TARGET_DIR
	at=$(command -v -- "$1") || at=''
	case $at in
	*/*) [ -f "$at" ] || at='' ;;
	esac
	[ -n "$at" ] || {
		: >"$t/no-command"
		exit 127
	}
	exec "$@" >&2
)

fault_of() { # fault_of STATUS COMMAND: what went wrong with it
	if [ -e "$t/no-command" ]; then
		echo "$2: no such command"
	else
		echo "benchmark command exited with $1"
	fi
}

need_commit() { # known from $t/c, before a benchmark command may run for hours
	! grep -q '"git":{"commit":null' "$t/c" ||
	    die 3 'no commit is known here: a run belongs to one'
}

# Adapters of bh-parse-jq: $t/adapters has one a line, its name, which is that
# of its folder in a target root, and what -a calls it.  Own ones first; of one
# name the first counts.
find_adapters() {
	: >"$t/own"
	[ ! -f "$config_file" ] ||
	    git config -f "$config_file" --type=path --get-all \
	    collect.adapter >"$t/own" 2>"$t/why" || {
		rc=$?
		[ "$rc" -eq 1 ] || die 3 "$config_file: $(git_why)"
	}
	while IFS= read -r a; do
		n=${a##*/}
		case $a in
		*[!/].jq) ;;
		*) die 3 "$config_file: collect.adapter: $a: not NAME.jq" ;;
		esac
		case $a in
		/*) ;;
		*) a=$top/$a ;;
		esac
		[ -f "$a" ] || die 4 "$a: no such adapter"
		printf '%s/%s\n' "${n%.jq}" "$a"
	done <"$t/own" >"$t/adapters"
	for a in "$here"/../share/bench-history/adapters/*.jq; do
		[ -f "$a" ] || continue
		a=${a##*/} a=${a%.jq}
		grep -q "^$a/" "$t/adapters" || echo "$a/$a" >>"$t/adapters"
	done
}

# harvest_adapters TREE REPETITION [OPTION...]: those whose folder is there; of
# an archive nobody knows before it is read
harvest_adapters() {
	tree=$1 rep=$2
	shift 2
	while IFS=/ read -r n a <&4; do
		[ ! -d "$tree" ] || [ -d "$tree/$n" ] || continue
		[ "$tree" != - ] || exec <"$t/tree"
		run parse bh-parse-jq "--adapter=$a" "--rep=$rep" \
		    "--seen=$t/seen.jq.$n" "$@" "$tree" >>"$t/r"
		stages_end parse
	done 4<"$t/adapters"
}

# harvest TREE REPETITION [OPTION...]: append results to $t/r; - is $t/tree.
# primbench's files name a commit: the stage primbench says what counts more
# than that.
harvest() {
	tree=$1 rep=$2
	shift 2
	for e in $engines; do
		[ "$tree" != - ] || exec <"$t/tree"
		all_parse=${l_parse-}
		if [ "$e" = primbench ]; then
			l_parse="$all_parse ${l_primbench-}"
			add parse "--repo=$top"
			! grep -q '"dirty":true' "$t/c" || add parse --dirty
		fi
		run parse "bh-parse-$e" "--rep=$rep" "--seen=$t/seen.$e" \
		    "$@" "$tree" >>"$t/r"
		l_parse=$all_parse
		stages_end parse
	done
	harvest_adapters "$tree" "$rep" "$@"
}

folders() { # folders of a target root that may hold results, one a line
	printf '%s\n' callgrind gungraun criterion alloc_tracker all_the_time \
	    primbench
	sed 's,/.*,,' "$t/adapters"
}

outputs() { # files that results may be in, with times and sizes
	folders | while IFS= read -r e; do
		[ ! -d "$target/$e" ] || find "$target/$e" -type f \
		    -printf '%T@ %s %p\n' 2>/dev/null || :
	done
}

began_at() { # began_at PID: when it began, nothing if it has ended
	[ -r "/proc/$1/stat" ] || return 0
	sed 's/.*) //' "/proc/$1/stat" 2>/dev/null |
	    awk '$1 !~ /[ZXx]/ { print $20 }'
}
is_alive() { # is_alive FILE: is the process it names still that one?
	read -r pid began 2>/dev/null <"$1" || return 1
	if [ -d /proc/self ]; then
		[ -n "$began" ] && [ "$(began_at "$pid")" = "$began" ]
	else
		kill -0 "$pid" 2>/dev/null
	fi
}

# Two collections at a time with one target root see each other's results:
# then $t/shared is there, in both, from before the later command starts.
share_target() {
	printf %s "$target" >"$t/target"
	echo "$$ $(began_at $$)" >"$t/pid"
	for d in "${t%/*}/${prog}".??????; do
		if [ "$d" != "$t" ] && is_alive "$d/pid" &&
		    [ "$(cat "$d/target")" = "$target" ]; then
			: >"$d/shared"
			: >"$t/shared"
		fi
	done 2>/dev/null
}

# harvest_still REPETITION OPTION...: harvest the target root.  What is written
# meanwhile, as by another who measures here, is read again: half of a file, or
# none of it, is no result.
harvest_still() {
	mkdir "$t/kept"
	for f in "$t/r" "$t"/seen.*; do
		[ ! -f "$f" ] || cp "$f" "$t/kept"
	done
	left=5
	while :; do
		left=$((left - 1)) rc=0
		[ ! -e "$t/shared" ] || set -- "$@" --on-duplicate=last
		outputs >"$t/before"
		(harvest "$target" "$@") 2>"$t/told" || rc=$?
		outputs >"$t/after"
		if cmp -s "$t/before" "$t/after"; then
			if [ "$rc" -ne 3 ] || [ ! -e "$t/shared" ] ||
			    [ "$left" -le 0 ]; then
				break
			fi
			sleep 1		# the other may be in the middle
		fi
		[ "$left" -gt 0 ] ||
		    die 3 "$target: results are written while they are read"
		note "$target: written to while it was read, once more"
		rm -f "$t"/seen.*
		cp "$t/kept"/* "$t"
	done
	rm -r "$t/kept"
	cat "$t/told" >&2
	[ "$rc" -eq 0 ] || exit "$rc"
}

repeat() { # repeat FUNCTION WORD...: so often, harvesting each time
	: >"$t/r"
	k=0
	while [ "$k" -lt "$best_of" ]; do
		k=$((k + 1))
		since=$(date -u +%Y-%m-%dT%H:%M:%S.%NZ)
		[ "$best_of" -eq 1 ] || note "repetition $k of $best_of"
		"$@"
		[ ! -d "$target" ] ||
		    harvest_still "$k" "--fresh-since=$since"
	done
}
