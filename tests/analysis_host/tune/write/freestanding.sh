#!/bin/sh
# freestanding.sh <generate_kernels> <scratch folder> <compiler>
# The same plan gives the same folder; its kernels need nothing of a library but what the compiler itself calls.
set -eu
generator=$1 dir=$2 cc=$3
. "$(dirname "$0")/choices.sh"
rm -rf "$dir"
mkdir -p "$dir/first" "$dir/second"
for folder in first second; do
    # shellcheck disable=SC2046 # words
    "$generator" folder "$dir/$folder" $(choices 2 4 1000)
done
diff -r "$dir/first" "$dir/second"
for file in "$dir"/first/*; do
    grep -q 'SPDX-License-Identifier: 0BSD' "$file" || { echo "$file: no licence"; exit 1; }
done
rm "$dir/first/check.c" "$dir/first/tuned_blas.c" "$dir"/first/race*.c
for file in "$dir"/first/*.c; do
    "$cc" -std=c11 -O2 -ffreestanding -ffp-contract=fast -c -o "${file%.c}.o" "$file"
done
needed=$(nm -u "$dir"/first/*.o | awk '$1 == "U" && $2 !~ /^mem(cpy|set|move|cmp)$/ { print $2 }')
[ -z "$needed" ] || { echo "the kernels need $needed"; exit 1; }

# A folder of one kernel has nothing that it does not use.
for choice in dot.f32:rows=4,lanes=4 gemv.f64:columns=4,lanes=2; do
    rm -rf "$dir/one"
    mkdir "$dir/one"
    "$generator" folder "$dir/one" $choice
    for file in "$dir"/one/*.c; do
        "$cc" -std=c11 -O1 -Wall -Wextra -Werror -c -o "$dir/one/object" "$file"
    done
done
