#!/bin/sh
# sh bench_figure13.sh <generate_kernels> <root>: figure 13 of BlackjackBench on this machine: products whose operands lie
# as the caller has them, by the tiles that the paper takes for 16 registers (4 x 2 of two doubles a vector, 3 x 3 of single
# ones), and the first of them with copied operands, beside ATLAS. Ratios are our speed by its. Nothing is judged.
set -u
generator=$1 root=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
never=18446744073709551615
blocks=kc=56,mc=56,nc=56

# one <title> <rows> <columns> <lanes> <bytes up to which nothing is copied>
one() {
    mkdir -p "$work/folder"
    "$generator" folder "$work/folder" "gemm.f64:rows=$2,columns=$3,lanes=$4,$blocks,direct_bytes=$5" || exit 1
    echo "## $1"
    sh "$root/cmake/race.sh" --kernel dgemm --sizes 8,16,32,48,56,64,72,80,96,128,192,256,400,512 "$work/folder" -msse2 |
        grep -v '^#'
}

one "4 x 2, not copied" 4 2 2 $never
one "3 x 3, not copied" 3 3 1 $never
one "4 x 2, copied" 4 2 2 0
