#!/bin/sh
# sh sharing_on_sim.sh <simulated board's probes> <analyze> <scratch folder>: what contexts pay for lines that they
# share is exact on the simulated board: nothing where a hand-over takes no time, else one hand-over for each line that
# is written. 77: there is no simulated board, or it has no patterns.
set -u
probes=$1
analyze=$2
near=40
n=1024
[ -x "$probes" ] || { echo "the simulated board is not built"; exit 77; }
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1

# machine <cycles of a hand-over>
machine() {
    printf '[machine]\ncores = 2\n[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 3\n'
    printf '[memory]\nlatency = 90\n[coherence]\nnear = %s\nfar = %s\n' "$1" "$1"
}

# measure <name> <cycles of a hand-over>: NAME.log, and its answer in NAME.sharing
measure() {
    machine "$2" >"$1.machine"
    PONTOON_MACHINE=$1.machine "$probes" --quick --only timer_floor,add_chain,pattern capacity=32K contexts=2 \
        pattern=triad.plain,triad.cyclic1 n=$n >"$1.log" || exit 1
    "$analyze" --format json "$1.log" >"$1.json" 2>/dev/null
    sed -n '/"pattern.triad.sharing"/,/}/s/^ *"value": \([0-9.]*\),*/\1/p' "$1.json" >"$1.sharing"
}

# lap <name>: ticks of a run of elements dealt one by one, arrays shared.
lap() {
    awk -F, '/,PROBE,/ { dealt = /PROBE,pattern,/ && /variant=cyclic1/ && /space=cyclic/ }
        dealt && $3 == "S" && $4 == "'$n':0" { split($6, t, "*"); print t[1] / $5 }' "$1.log"
}

PONTOON_MACHINE=/dev/null
export PONTOON_MACHINE
machine 0 >none.machine
PONTOON_MACHINE=none.machine "$probes" --list --only pattern | grep -q 'pattern=triad:.*cyclic1' ||
    { echo "the simulated board has no pattern triad"; exit 77; }
measure free 0
measure near $near
[ "$(cat free.sharing)" = 1 ] || { echo "sharing that costs nothing: $(cat free.sharing), not 1"; exit 1; }
lines=$((n / 8))
echo "$(lap free) $(lap near)" | awk -v want=$((lines * near)) '
    { extra = $2 - $1; print "hand-overs take " extra " cycles, " want " are exact"
      exit !(NF == 2 && extra >= want && extra < want * 1.01) }' || exit 1

# Arrays of their own are checked, too: the fold of those is that of the kernel.
checks=$(awk -F, '/,PROBE,/ { of = /PROBE,pattern,/ && /variant=cyclic1/ }
    of && $3 == "E" && $4 == "'$n'" { split($18, last, "*"); print $17, last[1] }' near.log)
[ "$(echo "$checks" | wc -l)" -ge 2 ] && [ "$(echo "$checks" | sort -u | wc -l)" = 1 ] &&
    ! echo "$checks" | grep -q '^0 0$' || { echo "checksums of shared arrays and of own ones: $checks"; exit 1; }
