#!/bin/sh
# sh hwloc_trees.sh <analyze> <hwloc_reads> <scratch folder> <probes> <machine> <folder of logs>: hwloc.sh with
# the logs of that folder, one of each machine file under localities/, and with one of the simulated MACHINE.
here=$(dirname "$0")
log=$3/machine.log
mkdir -p "$3" || exit 1
PONTOON_MACHINE=$5 "$4" --quick --only timer_floor,add_chain,cache_size,cache_line,core_to_core,sharing,smp_smt,numa \
    max=256K >"$log" || exit 1
for machine in "$(dirname "$5")"/../localities/*.machine; do
    name=$(basename "$machine" .machine)
    ls "$6"/*-"$name".log >/dev/null || exit 1
done
sh "$here/hwloc.sh" "$1" "$2" "$3" "$log" "$6"/*.log
