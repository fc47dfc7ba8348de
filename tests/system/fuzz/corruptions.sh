#!/bin/sh
# sh corruptions.sh <corruptions> <probes of the simulated board, or ""> <sources> <scratch folder> <few|all> <cases>
# <seed> <seconds>: corrupts every recording and short logs of simulated machines. With `few` every seventh machine
# has a log of one set of probes, with `all` each machine has one for each set. <seed> 0 takes one from the clock.
# A log of a machine that is newer than program and machine file serves again.
corruptions=$1
probes=$2
sources=$3
logs=$4
how=$5
cases=$6
seed=$7
limit=$8
machines=$sources/tests/data/machines
recordings=$sources/tests/data/recordings
mkdir -p "$logs/few" "$logs/all" || exit 1
[ "$seed" != 0 ] || seed=$(date +%s)

# Sets of probes with their options; a blank joins those of a set.
sets='cache_line,cache_ways max=256K
cache_policy,write_policy max=64K
tlb_size,tlb_page pages=512 max=64K
ops,live_ranges,mlp max=64K
branch,icache,cache_line max=256K
icache_ways max=64K
bandwidth,loaded_latency max=64K
core_to_core,sharing max=128K
numa max=256K
contexts,smp_smt max=64K'
n_sets=$(printf '%s\n' "$sets" | wc -l)

# record <set's number> <machine file>
record() {
    set=$(printf '%s\n' "$sets" | sed -n "$1p")
    log=$logs/$how/$1-$(basename "$(dirname "$2")")-$(basename "$2" .machine).log
    if [ "$log" -nt "$2" ] && [ "$log" -nt "$probes" ]; then
        return 0
    fi
    # shellcheck disable=SC2086 # the set's options are words
    PONTOON_MACHINE=$2 "$probes" --quick --only timer_floor,add_chain,cache_size,$set >"$log.$$" &&
        mv "$log.$$" "$log"
}

# record_machine <place in the list> <machine file>: the simulated board costs far more time than all cases.
record_machine() {
    first=$(($1 % n_sets + 1)) # 7 and the number of sets have no common divisor: all sets have their turn
    last=$first
    if [ "$how" = all ]; then
        first=1
        last=$n_sets
    elif [ $(($1 % 7)) -ne 1 ]; then
        return 0
    fi
    for set in $(seq "$first" "$last"); do
        record "$set" "$2" || return 1
    done
}

i=0
for machine in "$machines"/*.machine "$machines"/*/*.machine; do
    if [ -n "$probes" ]; then
        record_machine $i "$machine" || { echo "$machine: no log"; exit 1; }
    fi
    i=$((i + 1))
done
set --
for log in "$recordings"/*.gz "$recordings"/*/*.gz; do
    # A recording that was cut off itself is not whole.
    if gzip -dc "$log" | tail -n 1 | grep -q ',END,'; then
        set -- "$@" "$log"
    fi
done
[ -z "$probes" ] || set -- "$@" "$logs/$how"/*.log
exec "$corruptions" -s "$seed" -t "$limit" "$cases" "$@"
