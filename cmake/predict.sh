#!/bin/sh
# Predicts how long a command takes on this machine, then runs it and prints both.
set -u
me=predict.sh
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 2
# shellcheck source=cmake/install.sh
. "$root/cmake/install.sh"

work=$root/build/predict
board_log=$work/board.log
kernels=$work/board.kernels
runs=40

help() {
    cat <<'HELP'
usage: sh cmake/predict.sh COMMAND [ARGUMENT ...]

Builds what it needs in build/host, measures this machine and its kernels where
build/predict/board.log is older than a day, fits what no probe measures to the
kernels (minutes, once a log), runs COMMAND under an emulator to see what it does,
says how long it takes on this machine and why, then runs it 40 times and prints
predicted and measured beside each other. Both are processor time, user and system, without
the start of a process. Output of COMMAND is dropped; it reads nothing.

Exit status: 0 predicted; 1 predicted, with doubts that the answer names; 2 wrong
usage, or something needed is missing; 3 nothing to predict from, or COMMAND
failed.
HELP
}

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
if ! command -v "$emulator" >/dev/null 2>&1 && can_install; then
    apt_install qemu-user >/dev/null 2>&1
fi
need_tools "$emulator" || exit
programs_for_host "probes analyze board_runner profile predict" libcapstone-dev libdw-dev || exit
bin=$root/build/host
mkdir -p "$work" || exit 2

# The emulator knows no AVX-512: where the processor has it, kernels are measured and watched without.
image=$bin/probes
if "${CC:-cc}" -march=native -dM -E -x c /dev/null 2>/dev/null | grep -q __AVX512F__; then
    build predict_image probes -DPONTOON_PROGRAMS=OFF -DPONTOON_EMULATED=ON || exit 3
    image=$root/build/predict_image/probes
fi
if [ -z "$(find "$board_log" -mtime -1 -size +0 2>/dev/null)" ]; then
    say "no log of today: measuring this machine and its kernels"
    rm -f "$kernels"
    "$bin/board_runner" run host_posix "$image" -o "$board_log" -- --also kernels
    [ -s "$board_log" ] || exit 3
fi
if [ ! -s "$kernels" ]; then
    say "watching the kernels under the emulator, once for this log: some minutes"
    "$bin/profile" --kernels="$board_log" --image="$image" -o "$kernels"
    [ $? -le 1 ] || rm -f "$kernels" # predict says that nothing was fitted
fi
"$bin/profile" -o "$work/command.sig" -- "$@" >/dev/null </dev/null
[ $? -le 1 ] || exit 3
"$bin/predict" "$board_log" "$work/command.sig"
status=$?
[ $status -le 1 ] || exit $status
predicted=$("$bin/predict" --format json "$board_log" "$work/command.sig" 2>/dev/null |
    sed -n '/"seconds"/,/}/s/.*"value": \([0-9.e+-]*\).*/\1/p')

"${CC:-cc}" -O2 -o "$work/least_time" "$root/tests/predict/least_time.c" || exit 3
echo 'int main(void) { return 0; }' >"$work/start.c"
"${CC:-cc}" -O2 -static -o "$work/start" "$work/start.c" 2>/dev/null || "${CC:-cc}" -O2 -o "$work/start" "$work/start.c" ||
    exit 3
# shellcheck disable=SC2046 # three numbers: seconds, runs that counted, median
set -- $("$work/least_time" $runs 0 "$work/start") $("$work/least_time" $runs 0 "$@")
[ $# -eq 6 ] || exit 3
awk -v start="$1" -v seconds="$4" -v quiet="$5" -v runs=$runs -v predicted="$predicted" 'BEGIN {
    own = seconds - start
    printf "\n  predicted %9.3f ms\n  measured  %9.3f ms, the least of %d quiet runs of %d\n",
        1e3 * predicted, 1e3 * own, quiet, runs
    if (own > 0)
        printf "  difference %+7.0f %%\n", 100 * (predicted / own - 1)
    printf "  %.3f ms that an empty program takes are left out of what was measured\n", 1e3 * start }'
exit $status
