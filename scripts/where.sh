# Where things are: the repository, its configuration, the store.

find_top() { # $top: the repository directory, else the working one
	top=$(git ${repo:+-C "$repo"} rev-parse --show-toplevel 2>"$t/why" &&
	    echo x) || top=$(git ${repo:+-C "$repo"} rev-parse \
	    --absolute-git-dir 2>"$t/why" && echo x) || {
		[ -z "$repo" ] || die 4 "$repo: $(git_why)"
		top=$(pwd && echo x)
	}
	top=${top%?x}
	config_file=${config:-${BH_CONFIG:-$top/.bench-history}}
}

configured() { # configured KEY [--type=path]: its value in the configuration
	[ -f "$config_file" ] || return 0
	git config -f "$config_file" ${2:+"$2"} --get "$1" 2>"$t/why" || {
		rc=$?
		[ "$rc" -eq 1 ] || die 3 "$config_file: $(git_why)"
	}
}

# The store a writer is to use, there or not: $store_at, with a / in front;
# empty where none is named.
find_store() {
	store_at=${store:-${BH_STORE:-}}
	if [ -z "$store_at" ]; then
		store_at=$(configured store.path --type=path && echo x)
		store_at=${store_at%x}
		[ "$store_at" != '
' ] || die 3 "$config_file: store.path is empty"
		store_at=${store_at%?}
		case $store_at in
		'') store_at=${CARGO_BENCH_HISTORY_STORAGE:-} ;;
		/*) ;;
		*) store_at=$top/$store_at ;;
		esac
	fi
	case $store_at in
	'' | /*) ;;
	*) store_at=$PWD/$store_at ;;
	esac
}

need_store() {
	find_store
	[ -n "$store_at" ] ||
	    misuse 'no store: give --store, BH_STORE or store.path'
	[ ! -e "$store_at" ] || [ -d "$store_at/" ] ||
	    die 4 "$store_at: a store is a directory"
}
