#!/bin/sh
# sh completion.sh <completion file> <board_runner>: bash offers commands, options and boards. 77: there is no bash.
set -u
file=$1 program=$2
# shellcheck source=tests/support/completion.sh
. "$(dirname -- "$0")/../support/completion.sh"

offers "labgrid lava" la
offers "run" r
offers "--parity= --plan= --port= --plain" --p
offers "--rounds=" run --ro
offers "none" --parity = n
offers "rtscts" --flow rt
offers "host_posix" run host_p
offers "host_posix" check host_p
offers "" capture /dev/x
offers "" -o x

exit $failed
