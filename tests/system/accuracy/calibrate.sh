#!/bin/sh
# calibrate.sh BUILD LOG ...: makes analysis_host/result/calibration_counts.c anew, from simulated machines (25
# minutes of a processor; logs are kept in BUILD/sim/logs), LOGs of the machine that host.truth describes, and tables of
# real boards where PONTOON_REALBOARDS names their directory.
set -e
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "$1" && pwd)
shift
root=$here/../../..
machines=$root/tests/data/machines
memory=timer_floor,add_chain,cache_size,cache_line,cache_ways,cache_policy,write_policy,tlb_size,tlb_page,tlb_ways
pipeline=timer_floor,add_chain,cache_size,issue,window,forward,bypass,branch,code,first_touch
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT

# run OPTIONS WORDS ...: one campaign; machines that are not recovered in full are what is counted.
run() {
    options=$1
    shift
    "$build/accuracy" --recorded "$build/sim/logs" --counts "$counts" --least 0 --options "$options" "$@"
}
for noise in "" 1 2 3; do
    run "--only timer_floor,add_chain,ops,peaks" ${noise:+--noisy $noise} --only "op.*,peak.*,cpu.frequency" \
        "$machines/cpus" "$machines/traits"
    run "--quick --only timer_floor,add_chain,contexts,smp_smt,timeslot" ${noise:+--noisy $noise} \
        --only "contexts.*,os.*" "$machines/schedulers" "$machines/traits/busy"
    run "--quick --only timer_floor,add_chain,cache_size,pairs,sharing max=1M" ${noise:+--noisy $noise} \
        "$machines/localities"
    run "--quick --only $memory" ${noise:+--noisy $noise} "$machines/guests"
    run "--quick --only timer_floor,add_chain,cache_size,regions max=4M" ${noise:+--noisy $noise} --only "region.*" \
        "$machines/regions"
    run "--quick --only $pipeline max=4M" ${noise:+--noisy $noise} --only "issue.*,window.*,forward.*,bypass.*,branch.*,code.*,first_touch.*,os.call" "$machines/pipelines"
done
run "--quick --only $memory" --table "$machines"
for drawn in "11 60" "12 31" "101 20"; do
    "$build/property" --recorded "$build/sim/logs" --counts "$counts" --seed "${drawn% *}" --machines "${drawn#* }" \
        --least 0 --options "--quick --only $memory"
done
[ $# -eq 0 ] || "$build/repeats" --counts "$counts" --truth "$here/host.truth" "$@"
[ -z "${PONTOON_REALBOARDS:-}" ] || "$build/accuracy_realboards" "$PONTOON_REALBOARDS" --counts "$counts"
"$build/calibrate" "$counts" >"$root/analysis_host/result/calibration_counts.c"
