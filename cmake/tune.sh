#!/bin/sh
# Tunes dense kernels for the machine it runs on: measures, chooses, tries, writes C, and races it.
set -u
me=tune.sh
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 2
# shellcheck source=cmake/install.sh
. "$root/cmake/install.sh"

probes=timer_floor,add_chain,cache_size,cache_line,mlp,tlb_size,huge_page,ops,live_ranges,peaks,bandwidth

help() {
    cat <<'HELP'
usage: sh cmake/tune.sh [--no-install] [--model-only] [--no-race | --quick]
                        [--sizes N,MxNxK,...]

Builds what it needs in build/host, measures this machine into build/tune.log,
tries the ways to build kernels that the model proposes, writes them to
build/tuned, checks them against plain loops, and prints how fast they are as
ratios to the libraries that are installed; says which are not, and how to get
them.

  --no-install  install nothing: name what is missing, and stop
  --model-only  try nothing on the machine: the model's first is taken
  --no-race     write the kernels, and stop there
  --quick       race fewer sizes
  --sizes LIST  constant sizes to write products for, besides those of any size
                (some from 4 to 32)

BUILD=DIR in the environment: build there instead of in build.

Exit status: 0 the kernels are right; 1 they are not, or the log is damaged;
2 wrong usage, or something needed is missing; 3 nothing could be measured or
chosen; 130 interrupted.
HELP
}

tries=yes race=yes quick='' sizes=4,5,6,7,8,10,12,13,16,20,24,28,31,32
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help)
        help
        exit 0
        ;;
    --no-install) no_install=yes ;;
    --model-only) tries=no ;;
    --no-race) race=no ;;
    --quick) quick=--quick ;;
    --sizes | --sizes=*)
        [ "$1" != --sizes ] || { [ $# -gt 1 ] && shift; }
        sizes=${1#--sizes=}
        ;;
    *)
        say "$1: no such option; --help lists them"
        exit 2
        ;;
    esac
    shift
done
case $sizes in
'' | *[!0-9x,]*)
    say "--sizes wants sides from 1 to 256, as in 4,8,12x16x4"
    exit 2
    ;;
esac

host_options=-DPONTOON_OPTIONAL_PROBES=ON
programs_for_host "probes analyze board_runner" || exit

host=$build_root/host
log=$build_root/tune.log
folder=$build_root/tuned
before=$(sum_of "$log")
if [ $tries = yes ]; then
    "$host/board_runner" tune host_posix -o "$log" -- --only "$probes"
else
    "$host/board_runner" run --rounds=1 host_posix -o "$log" -- --only "$probes"
fi
ran=$?
case $ran in
0) ;;
2 | 130) exit $ran ;;
*)
    # board_runner leaves a log as it was where nothing was measured.
    [ "$(sum_of "$log")" != "$before" ] || exit 3
    say "not everything was tried (status $ran); what $log holds is used"
    ;;
esac

rm -rf "$folder"
"$host/analyze" --sizes="$sizes" --export kernels="$folder" "$log" >"$build_root/tune.report"
answered=$?
[ -s "$folder/tuned.h" ] || {
    say "no kernels were written: what analyze said stands above"
    exit 3
}
[ $answered -le 1 ] || exit 3
sed -n 's/^  taken: /  /p' "$folder/tuned.txt"
say "kernels are in $folder; tuned.txt says why they are as they are"
[ $race = yes ] || exit 0
sh "$root/cmake/race.sh" $quick "$folder"
