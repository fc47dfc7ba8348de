#!/bin/sh
# Predicts how long a command takes on this machine, then runs it and prints both.
set -u
me=predict.sh
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 2
# shellcheck source=cmake/install.sh
. "$root/cmake/install.sh"

help() {
    cat <<'HELP'
usage: sh cmake/predict.sh [--no-install] COMMAND [ARGUMENT ...]

Builds what it needs in build/host, runs COMMAND under an emulator to see what
it does, measures this machine and its kernels where build/predict/board.log is
older than a day or than the probes, fits what no probe measures to the kernels
(minutes, once a log and a build), and says how long COMMAND takes on this
machine and why. Then it runs COMMAND up to 40 times (for a minute; at least 5
times) and prints predicted and measured beside each other. Both are processor
time, user and system, less what an empty program takes, so that neither has
what the system does to start a process. Output of COMMAND is dropped; it reads
nothing. Debian packages that this needs are named and installed; --no-install
names what is missing, and stops. BUILD=DIR in the environment: build there
instead of in build.

Exit status: 0 predicted, with doubts perhaps; 1 predicted, but a log is
damaged; 2 wrong usage, or something needed is missing; 3 nothing to predict
from, or COMMAND failed.
HELP
}

if [ "${1-}" = --no-install ]; then
    no_install=yes
    shift
fi
case ${1-} in
-h | --help)
    help
    exit 0
    ;;
'' | -*)
    help >&2
    exit 2
    ;;
esac

emulator=qemu-$(uname -m)
find_build_root || exit
command -v "$emulator" >/dev/null 2>&1 || need "" qemu-user || exit
need_tools "$emulator" || exit
host_options=-DPONTOON_OPTIONAL_PROBES=ON
programs_for_host "probes analyze board_runner profile predict" libisl-dev libcapstone-dev libdw-dev || exit
bin=$build_root/host
work=$build_root/predict
board_log=$work/board.log
kernels=$work/board.kernels
mkdir -p "$work" || exit 2

say "watching what $1 does under the emulator"
"$bin/profile" -o "$work/command.sig" -- "$@" >/dev/null </dev/null
[ $? -le 1 ] || exit 3

# The emulator knows no AVX-512: where the processor has it, kernels are measured and watched without.
image=$bin/probes
if "${CC:-cc}" -march=native -dM -E -x c /dev/null 2>/dev/null | grep -q __AVX512F__; then
    build predict_image probes -DPONTOON_PROGRAMS=OFF -DPONTOON_EMULATED=ON || exit 3
    image=$build_root/predict_image/probes
fi
if [ -z "$(find "$board_log" -mtime -1 -size +0 -newer "$image" 2>/dev/null)" ]; then
    say "no log of today by these probes: measuring this machine and its kernels"
    rm -f "$kernels" "$work/new.log"
    "$bin/board_runner" run host_posix "$image" -o "$work/new.log" -- --also kernels
    ran=$?
    [ -s "$work/new.log" ] || exit 3
    [ $ran -eq 0 ] || say "the log is incomplete; what it holds is used"
    mv "$work/new.log" "$board_log" || exit 2 # one that was broken off is not taken for that of today
fi
# A fit that an older model was made for would be made anew by every prediction.
if [ -z "$(find "$kernels" -size +0 -newer "$bin/predict" 2>/dev/null)" ]; then
    say "watching the kernels under the emulator, once for this log: some minutes"
    "$bin/profile" --kernels="$board_log" --image="$image" -o "$kernels"
    [ $? -le 1 ] || say "nothing is fitted; without $board_log this machine is measured anew"
fi
"$bin/predict" "$board_log" "$work/command.sig"
status=$?
[ $status -le 1 ] || exit $status

"${CC:-cc}" -O2 -o "$work/least_time" "$root/tests/predict/least_time.c" || exit 3
echo 'int main(void) { return 0; }' >"$work/start.c"
"${CC:-cc}" -O2 -static -o "$work/start" "$work/start.c" 2>/dev/null ||
    "${CC:-cc}" -O2 -o "$work/start" "$work/start.c" || exit 3
"$bin/profile" -q -o "$work/start.sig" -- "$work/start" 2>/dev/null
[ $? -le 1 ] || exit 3

# predicted <signature>: seconds, and their bounds
predicted() {
    "$bin/predict" --format json "$board_log" "$1" 2>/dev/null | tr -d ' \n' |
        sed -n 's/.*"seconds":{"value":\([0-9.e+-]*\),"low":\([0-9.e+-]*\),"high":\([0-9.e+-]*\).*/\1 \2 \3/p'
}
begun=$(predicted "$work/start.sig")
seconds=$(predicted "$work/command.sig")
[ -n "$begun" ] && [ -n "$seconds" ] || exit $status # of cycles alone: the answer says why
runs=$(echo "$seconds" | awk '{ n = 60 / $1; printf "%d", (n > 40 ? 40 : n < 5 ? 5 : n) }')
say "running $1 $runs times"
# shellcheck disable=SC2046 # three numbers: seconds, runs that counted, median
set -- $("$work/least_time" "$runs" 0 "$work/start") $("$work/least_time" "$runs" 0 "$@")
[ $# -eq 6 ] || exit 3
echo "$begun $seconds" | awk -v start="$1" -v seconds="$4" -v quiet="$5" -v runs="$runs" '{
    own = seconds - start
    predicted = $4 - $1
    low = $5 - $1
    high = $6 - $1
    of = quiet > 0 ? quiet " quiet runs of " runs : runs " runs, none quiet"
    printf "\n  predicted %9.3f ms, %.3f to %.3f (90 %%)\n", 1e3 * predicted, 1e3 * low, 1e3 * high
    printf "  measured  %9.3f ms, the least of %s: %s the bounds\n", 1e3 * own, of,
        (own >= low && own <= high ? "within" : "outside")
    off = own > 0 ? 100 * (predicted / own - 1) : 0
    if (own > 0)
        printf "  difference %+7.0f %%\n", (off > -0.5 && off < 0 ? 0 : off)
    printf "  Both without what an empty program takes: %.3f ms predicted, %.3f measured.\n", 1e3 * $1, 1e3 * start }'
exit $status
