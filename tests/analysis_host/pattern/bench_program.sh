#!/bin/sh
# sh bench_program.sh <patterns> <folder of patterns>: processor time of checking and of generating each pattern, with
# the goals. Nothing is judged.
set -u
patterns=$1
out=$(mktemp) || exit 1
trap 'rm -f "$out" "$out.c"' EXIT

# took <argument> ...: seconds of processor time of `patterns ...`
took() {
    { command time -f '%U %S' "$patterns" "$@" >/dev/null; } 2>&1 | awk '{ print $1 + $2 }'
}

command -v time >/dev/null || { echo "skipped: the program time is not installed"; exit 0; }
for file in "$2"/*.pattern; do
    echo "$(basename "$file" .pattern) $(took check "$file") $(took c "$out.c" "$file")"
done | awk '
    { if ($2 > check) { check = $2; of_check = $1 } if ($3 > c) { c = $3; of_c = $1 } sum += $3 }
    END {
        printf "slowest check: %s, %.2f s (goal: 0.1 s)\n", of_check, check
        printf "slowest generation with counts: %s, %.2f s (goal: 1.5 s); all one after the other: %.1f s\n", of_c, c, sum
    }'
