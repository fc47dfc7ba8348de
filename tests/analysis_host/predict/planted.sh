#!/bin/sh
# Modelled machines of which one thing is changed: half the second cache, memory that is twice as slow. Programs must move as
# they do on the model, from nothing but the logs of the simulated board on both machines.
# planted.sh <build> <machine file> <programs> <scratch> <program:size>...
# Prints a table; fails where a program's time by its time before is off by more than 3 percent. 77: no emulator, no plugins.
set -u
build=$1 machine=$2 programs=$3 dir=$4
shift 4
model=$build/tests/analysis_host/predict/model_plugin.so
command -v qemu-x86_64 >/dev/null || { echo "qemu-x86_64 is not installed"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "programs are built for x86_64"; exit 77; }
[ -s "$build/profile.so" ] && [ -s "$model" ] && [ -x "$build/sim/probes" ] || { echo "not all was built"; exit 77; }
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1
failed=0
line=$(sed -n '/^\[cache 1\]/,/^\[/s/^line = //p' "$machine")

# planted <name> <section> <key> <times>: the machine with a number of it changed
planted() {
    awk -v section="[$2]" -v key="$3" -v times="$4" '
        /^\[/ { now = $0 }
        now == section && $1 == key { print key " = " $3 * times ($3 ~ /K$/ ? "K" : ""); next }
        { print }' "$machine" >"$1.machine"
    PONTOON_MACHINE=$1.machine "$build/sim/probes" --quick --only \
        timer_floor,add_chain,cache_size,cache_line,cache_ways,tlb_page,tlb_size,write_policy >"$1.log" 2>err ||
        { echo "$1: $(cat err)"; exit 1; }
}
planted whole "memory" latency 1
planted half "cache 2" size 0.5
planted slow "memory" latency 2

# take <machine> <program> <size>: sets truth and predicted, cycles
take() {
    qemu-x86_64 -plugin "$model,out=told,machine=$1.machine" "./$2" "$3" >out 2>err || { cat err; exit 77; }
    truth=$(cut -d' ' -f2 told)
    predicted=$("$build/predict" --format json "$1.log" "$2.sig" 2>err | sed -n 's/^ "cycles": \([0-9.e+]*\),$/\1/p')
}

for one; do
    program=${one%:*} size=${one#*:}
    cc -O2 -static -o "$program" "$programs/$program.c" -lm || exit 77
    qemu-x86_64 -plugin "$build/profile.so,out=$program.sig,line=$line" "./$program" "$size" >out 2>err || { cat err; exit 77; }
    take whole "$program" "$size"
    before="$truth $predicted"
    for change in half slow; do
        take $change "$program" "$size"
        echo "$before $truth $predicted" | awk -v name="$program, $change" '{
            moved = $3 / $1
            said = $4 / $2
            off = 100 * (said / moved - 1)
            printf "%-16s takes %.4f times as long, predicted %.4f  %+.2f %%\n", name, moved, said, off
            exit !($4 > 0) || off > 3 || off < -3 }' || failed=1
    done
done
exit $failed
