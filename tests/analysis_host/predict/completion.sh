#!/bin/sh
# sh completion.sh <completion file> <predict>: bash offers the options of `predict` and their values. 77: there is no bash.
set -u
file=$1 program=$2
# shellcheck source=tests/support/completion.sh
. "$(dirname -- "$0")/../../support/completion.sh"

offers "--what-if=" --wh
offers "--kernels=" --ke
offers "--verbose" --verb
offers "replay paper" --method = ""
offers "text json" --format = ""
offers "json" --format = j
exit $failed
