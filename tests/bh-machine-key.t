#!/bin/sh
# bh-machine-key: the key of a made machine, messages, statuses.
. "${0%/*}/tap.sh"
k=$BH/bh-machine-key

mkdir -p sys/proc/self
i=0
while [ $i -lt 8 ]; do
	printf 'processor\t: %d\nmodel name\t: Test  CPU 3000\n\n' $i
	i=$((i + 1))
done >sys/proc/cpuinfo
echo 'Cpus_allowed_list:	0-7' >sys/proc/self/status
BH_SYSROOT=$T/sys
export BH_SYSROOT

is_status 0 'a key is printed' "$k"
is_text 'it is the digest of the factors' out 4ffd697efb295d32
is_empty 'a run that goes well says nothing' err

is_status 0 '--verbose' "$k" --verbose
is_text 'the key stays alone on stdout' out 4ffd697efb295d32
is_text 'the factors are on stderr' err 'bh-machine-key: version=mk3, processors=8, memory_regions=1, processor_models=Test CPU 3000'

: >sys/proc/self/status
is_status 0 'no allowed list' "$k"
is_text 'all processors are' out 4ffd697efb295d32

printf 'processor: 0\nmodel name: \033[31mred\n' >sys/proc/cpuinfo
is_status 0 'a name that would colour a terminal' "$k" --verbose
has_text 'is shown without it' err 'processor_models=?[31mred'

BH_SYSROOT=$T/nothing
is_status 0 'a machine that tells nothing' "$k" --verbose
has_text 'has one region and an unknown model' err 'memory_regions=1, processor_models=unknown'
is_true 'and a key of 16 digits' grep -Eqx '[0-9a-f]{16}' out

unset BH_SYSROOT
is_status 0 'this machine' "$k"
is_true 'has a key of 16 digits' grep -Eqx '[0-9a-f]{16}' out
cp out first
is_status 0 'again' "$k"
is_file 'the same one' first out

is_status 0 'help' "$k" --help
is_text 'shows the synopsis' out 'usage: bh-machine-key [-h] [--verbose]'
is_status 2 'an operand is bad usage' "$k" x
is_text 'and is told' err 'bh-machine-key: no operand is taken'
is_status 2 'so is an option' "$k" --nonsense
has_text 'the synopsis is on stderr' err 'usage: bh-machine-key [-h] [--verbose]'
is_status 2 'an unknown option too' "$k" --colour
is_empty 'with nothing on stdout' out
is_full 4 'a full disk is not success' "$k"
has_text 'the message names stdout' err 'bh-machine-key: stdout: write: '
tap_done
