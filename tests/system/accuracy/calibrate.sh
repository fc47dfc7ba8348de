#!/bin/sh
# calibrate.sh BUILD PART ...: counts again what became of answers whose truth is known, PART by PART, and adds up
# analysis_host/core/result/calibration.counts. Counts of a PART stay in BUILD/counts, and BUILD/sim/logs keeps logs. Parts are
# those of parts() below, `simulated` for all of simulated boards (25 minutes of a processor), `boards` for tables of real
# boards (PONTOON_REALBOARDS names their directory), `none` to add up alone. Kinds of answers that no part in BUILD/counts
# has are taken from counts/simulated.counts, the sums of all parts.
# calibrate.sh BUILD host MACHINE DIR ...: the logs in each DIR are a series of one machine's runs; what its manual says is
# hosts/MACHINE.truth, and their counts stay in hosts/MACHINE.counts, as the logs do not.
# calibrate.sh BUILD left-out: adds nothing up; prints how often answers of each machine were right, by the confidence that
# the counts of the other machines give them.
set -e
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "$1" && pwd)
shift
root=$here/../../..
machines=$root/tests/data/machines
memory=timer_floor,add_chain,cache_size,cache_line,cache_ways,cache_policy,write_policy,tlb_size,tlb_page,tlb_ways
pipeline=timer_floor,add_chain,cache_size,issue,reorder_buffer,store_forward,bypass,branch,icache_ways,fetch,os_costs
parts="operations registers schedulers localities guests regions pipelines prefetchers fleet conditions drawn"
mkdir -p "$build/counts"

# run OPTIONS WORDS ...: one campaign; machines that are not recovered in full are what is counted.
run() {
    options=$1
    shift
    "$build/accuracy" --recorded "$build/sim/logs" --counts "$counts" --least 0 --options "$options" "$@"
}

# noisy OPTIONS WORDS ...: the same as it is, and with three seeds of noise.
noisy() {
    options=$1
    shift
    for noise in "" 1 2 3; do
        run "$options" ${noise:+--noisy $noise} "$@"
    done
}

count() {
    case $1 in
    operations) noisy "--only timer_floor,add_chain,ops,peaks" --only "op.*,peak.*,cpu.frequency" \
        "$machines/cpus" "$machines/traits" ;;
    registers) noisy "--only timer_floor,add_chain,live_ranges" --only "regs.*" "$machines/cpus" ;;
    schedulers) noisy "--quick --only timer_floor,add_chain,contexts,smp_smt,timeslice" \
        --only "contexts.*,os.*" "$machines/schedulers" "$machines/traits/busy" ;;
    localities) noisy "--quick --only timer_floor,add_chain,cache_size,core_to_core,sharing max=1M" "$machines/localities" ;;
    guests) noisy "--quick --only $memory" "$machines/guests" "$machines/traits/caches" ;;
    regions) noisy "--quick --only timer_floor,add_chain,cache_size,regions max=4M" --only "region.*" "$machines/regions" ;;
    pipelines) noisy "--quick --only $pipeline max=4M" \
        --only "issue.*,core.*,branch.*,fetch.*,icache.*,os.syscall,os.stat,os.m*,os.r*,os.w*,os.o*,os.append*,os.page_fault.*" "$machines/pipelines" ;;
    prefetchers) noisy "--quick --only timer_floor,add_chain,cache_size,cache_line,prefetch max=64M" \
        --only "prefetch.*,cache.*.line" "$machines/prefetchers" ;;
    fleet) noisy "--quick --only timer_floor,add_chain,cache_size,huge_page,each_context max=4M" \
        --only "page.large,context.*" "$machines/fleet" "$machines/guests" ;;
    conditions) run "--quick --only $memory" --method both --table "$machines" ;;
    drawn)
        for seed in "11 60" "12 31" "101 20"; do
            "$build/property" --recorded "$build/sim/logs" --counts "$counts" --seed "${seed% *}" \
                --machines "${seed#* }" --least 0 --options "--quick --only $memory"
        done
        ;;
    boards)
        "$build/accuracy_realboards" "${PONTOON_REALBOARDS:?names the directory of tables}" \
            --levels "$here/realboards_levels.csv" --counts "$counts"
        "$build/calibrate" --rows "$counts" >"$here/counts/boards.counts"
        : >"$counts" # the sums are kept instead
        ;;
    *)
        echo "calibrate.sh: $1: no such part; there are $parts, simulated, boards, host, none" >&2
        exit 2
        ;;
    esac
}

# count_host MACHINE DIR ...
count_host() {
    machine=$1
    shift
    counts=$build/counts/$machine
    rm -f "$counts"
    for series in "$@"; do
        "$build/repeats" --each --counts "$counts" --truth "$here/hosts/$machine.truth" "$series"/*.log
    done
    "$build/calibrate" --rows "$counts" >"$here/hosts/$machine.counts"
    rm "$counts"
}

# add_up [--left-out]
add_up() {
    set -- "$@" --rest "$here/counts/simulated.counts" "$here/counts/boards.counts" "$here"/hosts/*.counts
    for part in $parts; do
        [ ! -e "$build/counts/$part.counts" ] || set -- "$@" "$build/counts/$part.counts"
    done
    "$build/calibrate" "$@"
}

if [ "${1-}" = left-out ]; then
    add_up --left-out
    exit
elif [ "${1-}" = host ]; then
    shift
    count_host "$@"
else
    [ "${1-}" != none ] || shift
    if [ "${1-}" = simulated ]; then
        shift
        # shellcheck disable=SC2086
        set -- $parts "$@"
    fi
    for part in "$@"; do
        counts=$build/counts/$part.part
        rm -f "$counts"
        count "$part"
        mv "$counts" "$build/counts/$part.counts"
    done
fi
add_up >"$build/counts/table.c"
mv "$build/counts/table.c" "$root/analysis_host/core/result/calibration.counts"
