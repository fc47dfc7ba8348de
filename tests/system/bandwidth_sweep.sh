#!/bin/sh
# sh bandwidth_sweep.sh <probes> <analyze> <machine> <scratch log>: bandwidth over the working set of a simulated board of 4
# contexts, whose accesses are serial: a line of 64 bytes is read in words of 16, one of which takes the latency of its
# level, and three that of the first cache: 64 / 16, 64 / (12 + 12) and 64 / (100 + 12) bytes a cycle.
set -u
PONTOON_MACHINE=$3
export PONTOON_MACHINE
"$1" --quick --only add_chain,cache_size,bandwidth_sweep >"$4" || exit 1
report=$("$2" --format json "$4") || exit 1
wrong=0

value=$(printf '%s\n' "$report" | grep -A 1 '"id": "bandwidth.read.reach"' | sed -n 's/.*"value": \([0-9.]*\),*$/\1/p')
[ "$value" = 524288 ] || { echo "bandwidth.read.reach: 524288, the second cache, expected, got $value"; wrong=1; }

# expect <bytes> <threads> <bytes a cycle>: the median rate of reading, within 7 percent (a tick is a cycle; others count whole chunks).
expect()
{
    rate=$(awk -F '[,*]' -v x="$1:$2" '$3 == "PROBE" { reads = $4 == "bandwidth_sweep" && $5 == "kind=0" }
        reads && $3 == "S" && $4 == x { print $5 / $6 }' "$log" | sort -g | awk '{ r[NR] = $1 } END { print r[int((NR + 1) / 2)] }')
    if ! awk -v v="$rate" -v a="$3" 'BEGIN { exit !(v != "" && v >= a * 0.93 && v <= a * 1.07) }'; then
        echo "$1 bytes, $2 threads: $3 bytes a cycle expected, got $rate"
        wrong=1
    fi
}

log=$4
expect 16384 1 4
expect 262144 1 2.667
expect 1048576 1 0.571
expect 16384 4 16
expect 262144 4 10.67
expect 1048576 4 2.286
exit $wrong
