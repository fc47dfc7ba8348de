#!/bin/sh
# sh bench_system.sh <generate_kernels> <root> [<folder of tuned kernels>]: does measuring pay? Products of the same tiles with
# blocks by the formulas of Low and others (2016) from the sizes and ways that the system tells, by turns with those of the
# folder (build/tuned, which cmake/tune.sh writes). Column `beside` is the time with the system's sizes by the time with
# measured ones: above 1 measuring pays. Nothing is judged. Status 77: the system tells no ways, or there is no folder.
set -u
generator=$1 root=$2 ours=${3:-$2/build/tuned}
caches=/sys/devices/system/cpu/cpu0/cache
[ -f "$ours/tuned.txt" ] || { echo "skipped: $ours: no tuned.txt; sh cmake/tune.sh --no-race writes one"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# cache <level> <file>: what the system tells of the level's cache of data.
cache() {
    for at in "$caches"/index*; do
        [ "$(cat "$at/level" 2>/dev/null)" = "$1" ] && [ "$(cat "$at/type")" != Instruction ] && cat "$at/$2" && return
    done
}

# key <type> <key>: a number of the product that was taken, of its tile both.
key() {
    sed -n "s/^  taken: gemm $1 .*\\<$2=\\([0-9x]*\\).*/\\1/p" "$ours/tuned.txt"
}

ways1=$(cache 1 ways_of_associativity) way1=$(($(cache 1 size | tr -d K) * 1024 / ${ways1:-1}))
ways2=$(cache 2 ways_of_associativity) way2=$(($(cache 2 size | tr -d K) * 1024 / ${ways2:-1}))
[ "${ways1:-0}" -gt 1 ] && [ "${ways2:-0}" -gt 2 ] || { echo "skipped: the system tells no ways of the first two caches"; exit 77; }

# choice <type> <bytes of an element>: the words for the generator.
choice() {
    tile=$(key "$1" tile) lanes=$(key "$1" lanes)
    mr=${tile%x*} nr=${tile#*x}
    kc=$(((ways1 - 1) * mr / (mr + nr) * way1 / (mr * $2)))
    of_b=$(((nr * kc * $2 + way2 - 1) / way2))
    mc=$(((ways2 - 1 - of_b) * way2 / (kc * $2) / mr * mr))
    echo "# $1: tile $tile, kc $kc, mc $mc by the system's sizes; kc $(key "$1" kc), mc $(key "$1" mc) by measured ones" >&2
    echo "gemm.$1:rows=$mr,columns=$nr,lanes=$lanes,kc=$kc,mc=$mc,nc=4096,direct_bytes=$((ways2 * way2 * 3 / 4))"
}

# shellcheck disable=SC2046 # words
mkdir "$work/system" && "$generator" folder "$work/system" $(choice f64 8) $(choice f32 4) || exit 1
for kernel in dgemm sgemm; do
    sh "$root/cmake/race.sh" --kernel $kernel --sizes 100,128,192,256,384,500,512,768,1024 --beside "$work/system" "$ours" |
        awk '/not raced|checks/ { next } $1 == "kernel" { for (i = 1; i <= NF; i++) if ($i == "beside") at = i } $1 == "#" { if (/by beside/) print; next } { print $1, $2, $at }'
done
