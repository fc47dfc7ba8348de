#!/bin/sh
# sh bandwidth_nodes.sh <probes> <analyze> <machine> <scratch log>: near and far memory, and streams, of a simulated board whose
# accesses are serial: a line takes the latency of its level once and that of the first cache for its other words.
set -u
PONTOON_MACHINE=$3
export PONTOON_MACHINE
"$1" --quick --only add_chain,cache_size,core_to_core,sharing,bandwidth,numa,loaded_latency >"$4" || exit 1
report=$("$2" --format json "$4") || exit 1
wrong=0

# expect <id> <least> <most>
expect() {
    value=$(printf '%s\n' "$report" | grep -A 1 "\"id\": \"$1\"" | sed -n 's/.*"value": \([0-9.]*\),*$/\1/p')
    if ! awk -v v="$value" -v a="$2" -v b="$3" 'BEGIN { exit !(v != "" && v >= a && v <= b) }'; then
        echo "$1: between $2 and $3 expected, got $value"
        wrong=1
    fi
}

expect numa.nodes 2 2
expect numa.local.latency 97 103
expect numa.remote.latency 175 185
for pair in 0-0 1-1; do
    expect numa.node.$pair.latency 97 103
    expect numa.node.$pair.bandwidth 0.555 0.589
done
for pair in 0-1 1-0; do
    expect numa.node.$pair.latency 175 185
    expect numa.node.$pair.bandwidth 0.323 0.344
done
expect numa.local.bandwidth 0.555 0.589
expect numa.remote.bandwidth 0.323 0.344
expect bandwidth.cache.1.read 3.9 4.1
expect bandwidth.memory.read 0.555 0.589
expect bandwidth.cache.1.read.4 15 16.3
expect loaded.memory.read.latency 97 103
exit $wrong
