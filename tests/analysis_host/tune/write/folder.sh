#!/bin/sh
# folder.sh <generate_kernels> <scratch folder> <C compiler>
# A project of somebody else's takes a folder by include(tuned.cmake): its library, its check, its race and the library that
# stands in for BLAS are built without a warning, and the check passes. Status 77: the compiler is not installed.
set -u
generator=$1 dir=$2 cc=$3
. "$(dirname "$0")/choices.sh"
command -v "$cc" >/dev/null || { echo "skipped: $cc is not installed"; exit 77; }
rm -rf "$dir"
mkdir -p "$dir/kernels" || exit 1
# shellcheck disable=SC2046 # words
"$generator" folder "$dir/kernels" $(choices 2 4 4000) || exit 1
cat >"$dir/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(theirs C)
set(CMAKE_C_FLAGS "-Wall -Wextra -Werror")
set(TUNED_FLAGS "" CACHE STRING "")
set(TUNED_BLAS ON)
include(kernels/tuned.cmake)
END
cmake -G Ninja -S "$dir" -B "$dir/build" -DCMAKE_C_COMPILER="$cc" >"$dir/log" 2>&1 &&
    ninja -C "$dir/build" tuned tuned_blas tuned_check tuned_race >>"$dir/log" 2>&1 || { tail -30 "$dir/log"; exit 1; }
"$dir/build/tuned_check" || exit 1
"$dir/build/tuned_race" none 2>&1 | grep -q '^usage: race' || { echo "the race takes any word"; exit 1; }
"$dir/build/tuned_race" --sizes 4,3000 2>&1 | grep -q '^usage: race' || { echo "the race takes any side"; exit 1; }
"$dir/build/tuned_race" quick --kernel dgemm --sizes 16,256 >"$dir/raced" || exit 1
[ "$(grep -c '^[a-z]*gemm  *[0-9]' "$dir/raced")" -eq 2 ] && grep -q 'by roof' "$dir/raced" && ! grep -q '^sgemm' "$dir/raced" ||
    { echo "one kernel at two sizes was raced otherwise:"; cat "$dir/raced"; exit 1; }
