#!/bin/sh
# Predicted and measured times of programs on this machine, as a table.
# sh table.sh <profile> <predict> <board.log> <scratch> <folder of programs> [rounds]
# Each program runs 10 times a round, rounds follow each other; the least of all runs beside which the machine was
# quiet is its time, less that of an empty program. Prints errors, their median, and how many intervals hold.
set -u
profile=$1 predict=$2 log=$3 dir=$4 programs=$5 rounds=${6:-4}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
mkdir -p "$dir" || exit 2
cc -O2 -o "$dir/least_time" "$here/least_time.c" || exit 2
echo 'int main(void) { return 0; }' >"$dir/empty.c"
cc -O2 -static -o "$dir/empty" "$dir/empty.c" || exit 2
names=empty
for source in "$programs"/*.c; do
    name=$(basename "$source" .c)
    cc -O2 -static -o "$dir/$name" "$source" -lm || exit 2
    "$profile" -q -o "$dir/$name.sig" -- "$dir/$name" >/dev/null </dev/null || exit 2
    "$predict" --format json "$log" "$dir/$name.sig" >"$dir/$name.json"
    names="$names $name"
done
for name in $names; do
    : >"$dir/$name.times"
done
round=0
while [ $round -lt "$rounds" ]; do
    for name in $names; do
        "$dir/least_time" 10 1 "$dir/$name" >>"$dir/$name.times" || exit 1
    done
    round=$((round + 1))
done

# least <program>: seconds of the quiet runs, or of all where none was quiet, and how many were quiet
least() {
    awk '{ all = all == "" || $1 < all ? $1 : all; n += $2
           if ($2 > 0 && (quiet == "" || $1 < quiet)) quiet = $1 }
         END { print (quiet != "" ? quiet : all), n }' "$dir/$1.times"
}

# seconds <program> <field>
seconds() {
    sed -n '/"seconds"/,/}/s/.*"'"$2"'": \([0-9.e+-]*\).*/\1/p' "$dir/$1.json"
}

start=$(least empty)
for name in $names; do
    [ "$name" = empty ] || echo "$name $(least "$name") ${start% *} $(seconds "$name" value) $(seconds "$name" low) $(seconds "$name" high)"
done | awk '{
    own = $2 - $4
    off = 100 * ($5 / own - 1)
    holds += own >= $6 && own <= $7
    printf "| %s | %.2f | %.2f | %+.0f %% | %d |\n", $1, 1e3 * own, 1e3 * $5, off, $3
    size[NR] = off < 0 ? -off : off
} END {
    for (i = 1; i <= NR; i++)
        for (k = i + 1; k <= NR; k++)
            if (size[k] < size[i]) { t = size[i]; size[i] = size[k]; size[k] = t }
    for (i = 1; i <= NR; i++) within += size[i] <= 20
    printf "median %.1f %%, %d of %d within 20 %%, largest %.0f %%; %d intervals hold\n",
        NR % 2 ? size[(NR + 1) / 2] : (size[NR / 2] + size[NR / 2 + 1]) / 2, within, NR, size[NR], holds
}'
