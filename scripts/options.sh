# Options by a table, in any order with the operands.

# A list is a string of words quoted for eval, so any word survives.

quote() { # quote WORD: $q is the word, quoted
	q='' q_rest=$1
	while :; do
		case $q_rest in
		*\'*)	q="$q${q_rest%%\'*}'\\''"
			q_rest=${q_rest#*\'} ;;
		*) break ;;
		esac
	done
	q="'$q$q_rest'"
}

add() { # add STAGE WORD...: append to the stage's list $l_STAGE
	add_to=l_$1
	shift
	for add_w do
		quote "$add_w"
		eval "$add_to=\"\${$add_to-} \$q\""
	done
}

# The table $options has a line for each option: its name, with = where it
# has a value, and the stages that get it.  A stage NAME() is a function of
# the script, called with the option's name and value.

set_verbose() {
	verbose=1
}

set_value() { # into $o_NAME, - as _
	case $1 in
	*-*) eval "o_${1%%-*}_${1#*-}=\$2" ;;
	*) eval "o_$1=\$2" ;;
	esac
}

find_option() { # find_option NAME: $fo_stages, $fo_value (= or nothing)
	while read -r fo_name fo_stages; do
		case $fo_name in
		"$1=") fo_value='='; return 0 ;;
		"$1") fo_value=''; return 0 ;;
		esac
	done <<END
verbose set_verbose() $verbose_to
$options
END
	return 1
}

take_jobs() { # what two stages would refuse is refused once
	case $2 in
	'' | *[!0-9]* | ????*) jobs=0 ;;
	*) jobs=$2 ;;
	esac
	if [ "$jobs" -lt 1 ] || [ "$jobs" -gt 256 ]; then
		misuse "-j: '$2' is no number from 1 to 256"
	fi
}

take_option() { # take_option NAME [VALUE]: hand it to its stages
	for to_stage in $fo_stages; do
		case $to_stage:$1:$# in
		*"()":*) "${to_stage%??}" "$@" ;;
		*:?:2) add "$to_stage" "-$1$2" ;;
		*:?:1) add "$to_stage" "-$1" ;;
		*:2) add "$to_stage" "--$1=$2" ;;
		*:1) add "$to_stage" "--$1" ;;
		esac
	done
}

parse() { # parse WORD...: options to the stages' lists, operands to l_args
	l_args='' verbose=''
	: "${verbose_to=}"
	while [ $# -gt 0 ]; do
		word=$1
		shift
		case $word in
		-h | --help) say printf '%s\n' "$usage"; exit 0 ;;
		--)	add args "$@"
			return ;;
		--?*)	name=${word#--}
			name=${name%%=*}
			case $name in
			'' | ?) misuse "unknown option $word" ;;
			esac ;;
		-?*)	name=${word#-}
			name=${name%"${name#?}"} ;;
		*)	add args "$word"
			continue ;;
		esac
		find_option "$name" || misuse "unknown option $word"
		case $fo_value:$word in
		:--*=* | :-[!-]?*) misuse "option ${word%%=*} has no value" ;;
		:*)	take_option "$name"
			continue ;;
		=:--*=*) value=${word#*=} ;;
		=:-[!-]?*) value=${word#-?} ;;
		*)	[ $# -gt 0 ] || misuse "option $word needs a value"
			value=$1
			shift ;;
		esac
		take_option "$name" "$value"
	done
}
