#!/bin/sh
# sh near_memory.sh <probes> <analyze> <machine> <scratch log>: memory read by the context that touched it costs
# what memory costs in a sweep, on a simulated board.
set -u
PONTOON_MACHINE=$3
export PONTOON_MACHINE
"$1" --quick --only timer_floor,add_chain,cache_size,numa >"$4" || exit 1
report=$("$2" --format json "$4") || exit 1

# value <id>
value() {
    printf '%s\n' "$report" | grep -A 1 "\"id\": \"$1\"" | sed -n 's/.*"value": \([0-9.]*\),*$/\1/p'
}

swept=$(value memory.latency)
near=$(value numa.local.latency)
if ! awk -v s="$swept" -v n="$near" 'BEGIN { exit !(s > 0 && n > 0.85 * s && n < 1.15 * s && s > 140) }'; then
    echo "memory.latency is $swept, numa.local.latency $near: both should be about 160 and near each other"
    exit 1
fi
