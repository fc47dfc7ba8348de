#!/bin/sh
# sh streams.sh <folder>: writes streams_2.pattern to streams_20.pattern there, a sum of 1 to 19 arrays each.
cd "$1" || exit 1
for n in $(seq 2 20); do
    {
        echo "about   the sum of $((n - 1)) arrays into another: $n streams"
        echo "size    n"
        for k in $(seq "$n"); do
            echo "array   A$k[n] f64"
        done
        echo "for S[i] : 0 <= i < n"
        printf '    A1[i] = A2[i]'
        for k in $(seq 3 "$n"); do
            printf ' + A%s[i]' "$k"
        done
        echo
    } >"streams_$n.pattern"
done
