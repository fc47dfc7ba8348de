#!/bin/sh
# sh victim_cache.sh <probes> <analyze> <machine> <folder>: what is answered of a first level with a victim cache. Its ways are
# right, as lines of several sets compete for the victims (BlackjackBench section 3.1.3), and so is its size. No policy
# explains what a set keeps: the report leaves it open.
set -u
PONTOON_MACHINE=$3
export PONTOON_MACHINE
rm -rf "$4" && mkdir -p "$4" || exit 1
"$1" --quick --only timer_floor,add_chain,cache_size,cache_line,cache_ways,cache_policy max=8M >"$4/log" || exit 1
"$2" --format json "$4/log" >"$4/json" 2>"$4/messages"
[ $? -le 1 ] || { cat "$4/messages"; exit 1; }
wrong=0

json=$4/json

# expect <id> <value>
expect() {
    value=$(grep -A 1 "\"id\": \"$1\"" "$json" | sed -n 's/.*"value": \([^,]*\),*$/\1/p')
    [ "$value" = "$2" ] || { echo "$1: $2 expected, got $value"; wrong=1; }
}

expect cache.levels 2
expect cache.1.size 32768
expect cache.1.ways 2
expect cache.2.size 524288
expect cache.2.ways 8
expect cache.1.policy null
exit $wrong
