#!/bin/sh
# sh rounds_on_sim.sh <board_runner> <analyze> <probes of the simulated board> <scratch folder>: a machine whose pages
# are larger than the first round looks; the second round finds them, and a machine with usual ones needs none. 77:
# there is no simulated board.
set -u
runner=$1 analyze=$2 probes=$3 scratch=$4
[ -n "$probes" ] || { echo "there is no simulated board"; exit 77; }
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch" || exit 1
failed=0

fail() {
    echo "$*"
    cat messages report 2>/dev/null
    failed=1
}

# machine <page size>: a processor with one cache and a TLB of 16 entries.
machine() {
    printf '[machine]\nname = pages\ncores = 1\nmhz = 200\npage = %s\n' "$1"
    printf '[cache 1]\nsize = 16K\nways = 4\nline = 32\nlatency = 2\n[memory]\nlatency = 40\n'
    printf '[tlb 1]\nentries = 16\nways = 16\n[walk]\npenalty = 30\n'
}

# measure <page size> <rounds>
measure() {
    machine "$1" >board.machine
    PONTOON_MACHINE=$scratch/board.machine "$runner" --plain --rounds="$2" run sim "$probes" -o board.log -- \
        --quick --only timer_floor,add_chain,tlb_page 2>messages || fail "page $1: status $?"
    "$analyze" board.log >report 2>>messages || fail "page $1: analyze: status $?"
}

# tells <file> <words>
tells() {
    grep -Fq -- "$2" "$1" || fail "$1 lacks: $2"
}

measure 1M 1
tells report 'page size of the TLB not determined'
measure 1M 3
tells messages 'sim: round 2 of at most 3'
tells messages 'for tlb.page'
tells messages 'sim: round 2 settled 1 of 1: tlb.page'
tells messages 'tlb_page         '
tells messages 'now: analyze '
tells report '1 MiB pages'
tells report '2 rounds'
! grep -Fq 'round 3 of' messages || fail "round 3 ran although nothing was open"
measure 4K 3
tells report '4 KiB pages'
! grep -Fq 'round 2 of' messages || fail "round 2 ran although nothing was open"
exit $failed
