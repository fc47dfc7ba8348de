#!/bin/sh
# sh bytes_can_fail.sh <source tree> <cmake> <nm> <image>: the budget of patterns is held, and says what it found.
# 77: the image has no patterns.
set -u
"$3" -S --defined-only "$4" | grep -qi ' t pattern_triad' || { echo "the image has no patterns"; exit 77; }
"$2" -DNM="$3" -DIMAGE="$4" -DMOST=100000000 -P "$1/cmake/pattern_bytes.cmake" || exit 1
# What EACH prints is what nm has.
each=$("$2" -DNM="$3" -DIMAGE="$4" -DMOST=100000000 -DEACH=ON -P "$1/cmake/pattern_bytes.cmake" 2>&1 | sed -n 's/^triad_plain //p')
size=$("$3" -S --defined-only "$4" | awk '$4 == "pattern_triad_plain_run" { print "0x" $2 }')
[ -n "$each" ] && [ "$each" -eq $((size)) ] || { echo "triad_plain takes $((size)) bytes, not '$each'"; exit 1; }
said=$("$2" -DNM="$3" -DIMAGE="$4" -DMOST=100 -P "$1/cmake/pattern_bytes.cmake" 2>&1) && { echo "100 bytes were enough"; exit 1; }
echo "$said" | grep -q 'patterns take [0-9]* bytes of 100: list fewer' || { echo "$said"; exit 1; }
