#!/bin/sh
# sh completion.sh <completion file> <profile>: bash offers the options of `profile`. 77: there is no bash.
set -u
file=$1 program=$2
# shellcheck source=tests/support/completion.sh
. "$(dirname -- "$0")/../../support/completion.sh"

offers "--output=" --ou
offers "--quiet" --qui
offers "--cpu=" --cp
offers "--kernels=" --ke
offers "" -o x -- cat --ou
exit $failed
