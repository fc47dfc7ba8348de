#!/bin/sh
# sh completion.sh <completion file> <fit_latencies>: bash offers the options of `fit_latencies`, and the user's command
# keeps its own words. 77: there is no bash or no Python.
set -u
file=$1 program=$2
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
# shellcheck source=tests/support/completion.sh
. "$(dirname -- "$0")/../../support/completion.sh"

offers "--timeout=" --ti
offers "--target=" --ta
offers "--within=" --w
offers "--quiet" --q
offers "" --no-such
exit $failed
