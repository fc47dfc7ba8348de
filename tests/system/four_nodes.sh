#!/bin/sh
# sh four_nodes.sh <probes> <analyze> <machine> <folder>: each pair of four NUMA nodes of a simulated board, as answers and as
# roofs of the roofline.
set -u
PONTOON_MACHINE=$3
export PONTOON_MACHINE
rm -rf "$4" && mkdir -p "$4" || exit 1
"$1" --quick --only add_chain,cache_size,bandwidth,peaks,numa >"$4/log" || exit 1
"$2" --format json --plots "$4/plots" "$4/log" >"$4/json" 2>"$4/messages"
[ $? -le 1 ] || { cat "$4/messages"; exit 1; }
wrong=0
for from in 0 1 2 3; do
    for to in 0 1 2 3; do
        least=175 most=185
        [ $from != $to ] || least=97 most=103
        value=$(grep -A 1 "\"id\": \"numa.node.$from-$to.latency\"" "$4/json" | sed -n 's/.*"value": \([0-9.]*\),*$/\1/p')
        awk -v v="$value" -v a=$least -v b=$most 'BEGIN { exit !(v != "" && v >= a && v <= b) }' ||
            { echo "numa.node.$from-$to.latency: between $least and $most expected, got $value"; wrong=1; }
    done
done
for roof in "DRAM node 0-0, 1-1, 2-2, 3-3 read" "DRAM node 0-1, 0-2, 0-3, .* and [0-9]* more read"; do
    grep -q "title '$roof'" "$4/plots/roofline.gp" || { echo "roofline.gp has no line $roof"; wrong=1; }
done
exit $wrong
