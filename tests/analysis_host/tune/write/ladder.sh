#!/bin/sh
# ladder.sh <generate_kernels> <source tree> <scratch folder> <architecture> <prefix> <type,lanes,registers> <planted> <flag> ...
# The ladder loses the tile PLANTED, whose sums are more than the registers, and keeps others, of which no loop in the final
# source uses the stack either. Status 0: so it is, 1: not, 77: the compiler is not installed.
set -u
generator=$1 root=$2 dir=$3 arch=$4 prefix=$5 type=$6 planted=$7
shift 7
cc=${prefix}gcc
command -v "$cc" >/dev/null || { echo "skipped: $cc is not installed"; exit 77; }
rm -rf "$dir"
mkdir -p "$dir" || exit 1
name=${type%%,*} rest=${type#*,}
flags=$(echo "-O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-asynchronous-unwind-tables $*" | tr ' ' '|')
cmake -D GENERATOR="$generator" -D CC="$cc" -D FLAGS="$flags" -D OBJDUMP="${prefix}objdump" -D ARCH="$arch" \
    -D CHECK="$root/cmake/loops" -D OUT="$dir" -D MOST=6 -D TYPES="$type" -D EXTRA="$planted" \
    -P "$root/cmake/tiles_kept.cmake" || exit 1
grep -q "^$planted lost: " "$dir/tiles_$name.kept" || { echo "$planted is not lost:"; cat "$dir/tiles_$name.kept"; exit 1; }
kept=$(grep -c "tile_kernel_${name}_.*;" "$dir/tile_table.c")
[ "$kept" -ge 3 ] || { echo "$kept tiles are kept"; cat "$dir/tiles_$name.kept"; exit 1; }

flags=$(echo "$flags" | tr '|' ' ')
# shellcheck disable=SC2086 # words
"$cc" $flags -I "$root/probes" -c -o "$dir/tiles.o" "$dir/tiles_$name.c" || exit 1
"${prefix}objdump" -d --no-show-raw-insn "$dir/tiles.o" |
    awk -v arch="$arch" -v lanes="${rest%%,*}" -f "$root/cmake/loops/timed_loops_isa.awk" \
        -f "$root/cmake/loops/tile_loops.awk" >"$dir/final"
[ "$(grep -c ' kept' "$dir/final")" -eq "$kept" ] || { echo "in the image's source:"; cat "$dir/final"; exit 1; }
