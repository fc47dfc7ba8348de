#!/bin/sh
# kernels.sh <generate_kernels> <scratch folder> <lanes of f64> <lanes of f32> <emulator or -> <compiler> <flag> ...
# Writes a folder with every kernel, once with all products packed and once with none, compiles it, and runs its check: each
# shape up to two tiles and some, exactly against plain loops, with guards, NaN in C, and bad sizes.
# Status 0: all right, 1: not, 77: the compiler or the emulator is not installed.
set -u
generator=$1 dir=$2 lanes64=$3 lanes32=$4 emulator=$5 cc=$6
shift 6
. "$(dirname "$0")/choices.sh"
command -v "$cc" >/dev/null || { echo "skipped: $cc is not installed"; exit 77; }
[ "$emulator" = - ] && emulator=''
[ -z "$emulator" ] || command -v "$emulator" >/dev/null || { echo "skipped: $emulator is not installed"; exit 77; }

# With what the compilers of 32-bit ARM need for vectors of floats (tuned.cmake gives it, too).
flags_of() {
    case "$cc $1" in
    arm*_f32*) echo -funsafe-math-optimizations -fno-reciprocal-math -fno-associative-math ;;
    esac
}

compile() {
    for file; do
        # shellcheck disable=SC2046 # words
        "$cc" -std=c11 -O2 -ffp-contract=fast -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
            -Werror $flags $(flags_of "$file") -c -o "${file%.c}.o" "$file" || exit 1
    done
}

flags="$*" failed=0
rm -rf "$dir"
mkdir -p "$dir" || exit 1
for direct in 0 1000000; do
    # shellcheck disable=SC2046
    "$generator" folder "$dir" $(choices "$lanes64" "$lanes32" $direct) || exit 1
    if [ $direct = 0 ]; then
        compile "$dir"/*.c
        rm "$dir/tuned_blas.o" "$dir"/race*.o
    else
        compile "$dir/gemm_f64.c" "$dir/gemm_f32.c" # the others are the same
    fi
    # shellcheck disable=SC2086 # words
    "$cc" $flags -o "$dir/check" "$dir"/*.o || exit 1
    # shellcheck disable=SC2086 # none or one
    $emulator "$dir/check" || failed=1
done
exit $failed
