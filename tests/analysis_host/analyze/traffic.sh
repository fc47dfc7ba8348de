#!/bin/sh
# sh traffic.sh <analyze> <simulated board> <log of another board> <scratch folder>: a board is measured, its machine
# is exported, its kernels run on that machine, and what they move there is what they moved; bounds come from the bounds of
# the last cache; a log that cannot tell is refused or told. 77: there is no simulated board, or it has no patterns.
set -u
analyze=$1 probes=$2 other=$3
[ -x "$probes" ] || { echo "the simulated board is not built"; exit 77; }
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1

fail() {
    echo "$*"
    exit 1
}

{
    printf '[machine]\nname = truth\n[cache 1]\nsize = 16K\nways = 4\nline = 64\nlatency = 3\n'
    printf '[cache 2]\nsize = 128K\nways = 8\nline = 64\nlatency = 14\nindex = physical\n[memory]\nlatency = 90\n'
    printf '[tlb 1]\nentries = 64\nways = 4\n[walk]\npenalty = 20\n'
} >truth.machine
PONTOON_MACHINE=truth.machine "$probes" --list --only pattern | grep -q 'pattern=.*triad:.*plain' ||
    { echo "no pattern triad"; exit 77; }

# run <machine> <log> <probes> <patterns>: kernels that fit, that do not, and that do with one cache and not with the other.
run() {
    PONTOON_MACHINE=$1 "$probes" --quick --only "timer_floor,add_chain,$3,pattern" pattern="$4" n=64,5000 \
        state=warm,cold max=1M capacity=16K,128K >"$2" 2>messages || fail "$1: $(cat messages)"
}
run truth.machine board.log cache_size,cache_line,cache_ways,cache_policy triad.plain,dgemm.ijk
for kind in machine small_machine big_machine; do
    "$analyze" --export $kind=$kind.machine board.log >/dev/null 2>messages || fail "$kind: $(cat messages)"
done
grep -q '^size = 128K$' small_machine.machine || fail "the size of cache 2 was not found: $(cat small_machine.machine)"
sed -i 's/^size = 128K$/size = 96K/' small_machine.machine # as if the bound were this wide
for kind in machine small_machine big_machine; do
    run $kind.machine $kind.log cache_size triad.plain,dgemm.ijk
done
grep -q '^ways = 8$' machine.machine || fail "the ways of cache 2 were not found: $(cat machine.machine)"

# Columns: kernel, variant, perhaps its state, n, at least, replayed, times, counted, operations a byte.
"$analyze" -v --traffic machine.log board.log >text 2>messages || fail "analyze: $(cat messages)"
sed -n '/^TRAFFIC/,/^[A-SU-Z]/p' text | grep -E '^  (triad|dgemm)' >rows
cat rows
awk '{ replayed = $(NF - 3); counted = $(NF - 1); n++ }
    replayed != counted { print "replayed is not counted: " $0; bad = 1 }
    END { exit bad || n < 6 }' rows || fail "too few rows, or the replay is not what was counted"

# Bounds are those of all logs: at a lower bound of the last cache at least as much moves.
"$analyze" --format json --traffic machine.log --traffic small_machine.log --traffic big_machine.log board.log >report.json 2>messages ||
    fail "bounds: $(cat messages)"
tr -d '\n' <report.json | grep -Eo '"replayed": [0-9]+, +"low": [0-9]+, +"high": [0-9]+' | tr -d ',' >bounds
awk '{ n++; wide += $4 < $6 } $4 > $2 || $2 > $6 { print "outside its bounds: " $0; bad = 1 }
    END { exit bad || n < 6 || wide == 0 }' bounds || fail "bounds: $(cat bounds)"

# A log of another board, one without these kernels, and one of another text of them.
"$analyze" --traffic "$other" board.log >text 2>messages
[ $? -eq 2 ] || fail "another board: no refusal"
grep -q 'is no log of the simulated board' messages || fail "another board: $(cat messages)"
run truth.machine none.log cache_size daxpy.plain
"$analyze" --traffic none.log board.log >text 2>messages
[ $? -eq 1 ] || fail "no kernel: status"
grep -q 'has no kernel of this log at the same n' messages || fail "no kernel: $(cat messages)"
"$analyze" --traffic missing.log board.log >text 2>messages
[ $? -eq 2 ] || fail "a missing log: status"
exit 0
