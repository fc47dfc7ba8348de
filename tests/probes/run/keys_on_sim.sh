#!/bin/sh
# sh keys_on_sim.sh <source tree> <probes of the simulated board> <scratch folder>: what each key of a probe changes in
# what is measured. 77: the simulated board was not built.
set -u
probes=$2
[ -n "$probes" ] || { echo "the simulated board was not built"; exit 77; }
mkdir -p "$3" && cd "$3" || exit 1

cat >small.machine <<'MACHINE'
[machine]
name = small
mhz = 100
[cache 1]
size = 4K
ways = 4
line = 32
latency = 2
[cache 2]
size = 32K
ways = 8
line = 32
latency = 12
[memory]
latency = 60
[tlb 1]
entries = 16
[walk]
penalty = 30
[os]
timeslot = 0.1
MACHINE
export PONTOON_MACHINE="$PWD/small.machine"

fail() {
    echo "$*"
    exit 1
}

# measure <word> ...: a run, whose log is then in the file log
measure() {
    "$probes" --quick "$@" >log 2>messages || fail "probes $*: $(cat messages)"
    said=$*
}

# expect <pattern>: the log holds it
expect() {
    grep -q "$1" log || fail "probes $said: no $1 in: $(grep -e RUN -e PROBE -e DONE log)"
}

# refuse <pattern>: the log does not hold it
refuse() {
    ! grep -q "$1" log || fail "probes $said: $(grep "$1" log)"
}

# largest <number of the column>: of the numbers that x of the S joins
largest() {
    sed -n 's/.*,S,\([0-9:]*\),.*/\1/p' log | cut -d: -f"$1" | sort -n | tail -n 1
}

measure --only cache_ways
expect 'DONE,cache_ways,0,skip:no%20caches%20known'
refuse 'given'
measure --only cache_ways capacity=4K,32K
expect 'RUN,.*given.capacity=4K%2C32K'
expect 'PROBE,cache_ways,level=1,capacity=4096,.*,scattered=0'
expect 'PROBE,cache_ways,level=2,capacity=32768,.*,scattered=0'
# Found from the capacities alone: 4 ways of 1 KiB, 8 of 4 KiB, at which lines are scattered in the end.
expect 'PROBE,cache_ways,level=1,.*,stride=1024,scattered=1'
expect 'PROBE,cache_ways,level=2,.*,stride=4096,scattered=1'

# In place of what cache_size estimates.
measure --only cache_size,cache_ways capacity=4K,32K,64K max=256K
expect 'PROBE,cache_ways,level=3,capacity=65536,'

measure --only cache_policy capacity=4K,32K
expect 'DONE,cache_policy,0,skip:no%20caches%20known'
measure --only cache_policy capacity=4K,32K ways=4,8
expect 'PROBE,cache_policy,level=1,ways=4,stride=1024'
expect 'PROBE,cache_policy,level=2,ways=8,stride=4096'
measure --only cache_policy capacity=4K,32K ways=0,8
refuse 'PROBE,cache_policy,level=1'
expect 'PROBE,cache_policy,level=2,ways=8,stride=4096'

measure --only cache_line
refuse 'PROBE,cache_line,level=1'
measure --only cache_line capacity=4K,32K
expect 'PROBE,cache_line,level=1,line=32,'
expect 'PROBE,cache_line,level=2,line=32,'
measure --only write_policy capacity=4K,32K
expect 'PROBE,write_policy,level=1,capacity=4096,'
measure --only mlp capacity=4K,32K
expect 'PROBE,mlp,level=3,memory=1,bytes=262144,registers=14,flushed=1'

measure --only tlb_size pages=64
[ "$(largest 1)" -eq 64 ] || fail "tlb_size pages=64 goes to $(largest 1)"
measure --only tlb_size pages=6000
[ "$(largest 1)" -gt 5000 ] && [ "$(largest 1)" -le 6000 ] || fail "tlb_size pages=6000 goes to $(largest 1)"
measure --only tlb_page pages=128
[ "$(largest 2)" -eq 128 ] || fail "tlb_page pages=128 goes to $(largest 2)"
for distance in 16384 1048576; do
    measure --only tlb_page distance=$distance
    [ "$(largest 1)" -eq $distance ] || fail "tlb_page distance=$distance goes to $(largest 1)"
done

# Gaps that threads saw while they waited for each other: more in a longer time.
gaps() {
    sed -n 's/.*,E,[0-9]*,\(.*\)\*.*/\1/p' log | tr ',' '\n' | wc -l
}
measure --only timeslice
few=$(gaps)
measure --only timeslice time=2
[ "$(gaps)" -gt "$few" ] || fail "timeslice time=2: $(gaps) gaps, without: $few"

# A former name runs the probe of today, and the log says so.
measure --only timer_floor,timeslot
expect 'PLAN,timeslice,'
expect 'NOTE,probe%20timeslot%20is%20called%20timeslice%20now'
measure --only timer_floor,timeslice
refuse NOTE
