# shellcheck shell=sh
# Scripts with stand-ins for the programs behind them: what a script hands to
# whom, and what it makes of their statuses.  Sourced after tap.sh.
#
#	fake_scripts bh-report		a copy in $T/fake
#	fake bh-select 'echo hello'	a program there, with that body
#	is_call NAME bh-select '<--since=x>'	its arguments, when last run

mkdir "$T/fake"

fake_scripts() {
	for tap_tool in "$@"; do
		cp "$BH/$tap_tool" "$T/fake"
	done
}

fake() { # fake NAME [BODY]: it notes its arguments, then runs BODY
	cat >"$T/fake/$1" <<END
#!/bin/sh
{ [ \$# -eq 0 ] || printf '<%s>' "\$@"; echo; } >"$T/call.$1"
${2-}
END
	chmod +x "$T/fake/$1"
}

is_call() { # is_call NAME PROGRAM ARGUMENTS
	is_text "$1" "$T/call.$2" "$3"
}

fake_stages() { # a pipeline of reports that says what it was given
	fake bh-select 'echo select'
	fake bh-series 'cat; echo series'
	fake bh-detect 'cat; echo detect'
	fake bh-fdr 'cat; echo fdr'
	fake bh-render 'cat; echo render'
}

# die_in PROGRAM [CODE]: as fake, but it dies in the middle
die_in() {
	fake "$1" "head -n 1; ${2-kill -9 \$\$}"
}
