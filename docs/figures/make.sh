#!/bin/sh
# sh make.sh <analyze> [<folder>]: the pictures of README.md and of the notes of the probes, into FOLDER (default: the one
# this script is in). What analyze --plots draws, with few of the single timings, or none if a busy machine's reach far
# beyond the curve, so that a picture is small. 77: gnuplot is not installed.
#
# The simulated board makes board.log.gz with board.machine, in a minute or two:
#   cmake -G Ninja -B build/sim -DPONTOON_TARGET=sim && cmake --build build/sim --target probes
#   export PONTOON_MACHINE=docs/figures/board.machine
#   build/host/board_runner run sim -o build/board.log -- --quick --only timer_floor,add_chain,cache_size,cache_line,\
#     cache_ways,cache_policy,write_policy,tlb_size,tlb_page,ops,mlp,contexts,smp_smt,timeslice,bandwidth,core_to_core,\
#     sharing,numa,loaded_latency
#   gzip -9n build/board.log
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
case $1 in
/*) analyze=$1 ;;
*) analyze=$PWD/$1 ;;
esac
to=${2:-$here}
mkdir -p "$to" && to=$(CDPATH='' cd -- "$to" && pwd) || exit 1
command -v gnuplot >/dev/null 2>&1 || { echo "gnuplot is not installed"; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# draw <log> <what of the single timings, for sed> <figure> ...
draw() {
    log=$1
    timings=$2
    shift 2
    "$analyze" --plots "$scratch" "$log" >"$scratch/report" 2>"$scratch/messages"
    [ $? -le 1 ] || { cat "$scratch/messages"; exit 1; }
    for figure; do
        if ! sed "$timings" "$scratch/$figure.gp" >"$scratch/small.gp" ||
            ! (cd "$scratch" && gnuplot --default-settings small.gp) || [ ! -s "$scratch/$figure.svg" ]; then
            echo "$log: there is no picture of $figure"
            exit 1
        fi
        mv "$scratch/$figure.svg" "$to/$figure.svg" || exit 1
    done
}

fewer='s/ using 1:2 with points/ every 40&/g'
few='s/ using 1:2 with points/ every 8&/g'
none="s/'[a-z]*.dat' index [0-9]* using 1:2 with points[^,]*, //g"
draw "$here/../../tests/data/recordings/pipeline/host-x86_64.log.gz" "$fewer" latency
mv "$to/latency.svg" "$to/first.svg" || exit 1
draw "$here/board.log.gz" "$few" latency line ways tlb page contexts smt timeslice core_to_core roofline
draw "$here/../../tests/data/recordings/regions/tcm-and-caches.log.gz" "$none" regions
draw "$here/../../tests/data/recordings/contexts/host-x86_64.log.gz" "$none" registers rises mlp branch icache
