#!/bin/sh
# sh bench_likwid.sh <probes> <analyze>: likwid-bench's peakflops and load beside our peaks and reads, in turns, the best
# of each; goals: fma within 5 percent, load within 10. Nothing is judged.
#
# Two of likwid's loops stay below what the processor does (likwid-bench 5.2, disassembled): peakflops has 8
# accumulators, each of which takes two operations a lap, so that 16 operations wait for two latencies; peakflops_avx has
# 8 multiplications beside 7 additions, so that 15 take as long as 16. Column "limit" is what such a loop can do here, by
# the latency and the rates that were measured.
set -u
probes=$1
analyze=$2
turns=${TURNS:-5}
command -v likwid-bench >/dev/null || { echo "skipped: likwid-bench is not installed"; exit 0; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
likwid-bench -a >"$work/kernels" 2>/dev/null

# value <id> <key>: a number of the report
value() {
    awk -v id="\"$1\"" -v key="\"$2\":" '$1 == "\"id\":" { on = index($0, id) } on && $1 == key { sub(",", "", $2); print $2; exit }' \
        "$work/report.json"
}

# theirs <kernel> <kB> <key of the output>: a million of it a second, several short runs, as others may have the
# processor for a while; nothing where this likwid has no such kernel
theirs() {
    grep -q "^$1 - " "$work/kernels" || return 0
    for _ in 1 2 3 4 5 6; do
        likwid-bench -t "$1" -w "S0:$2kB:1" \
            -i "$(awk -v kb="$2" 'BEGIN { n = int(2e5 / kb); print n < 2 ? 2 : n }')" 2>/dev/null |
            awk -v key="$3" '$1 == key { print $2 }'
    done
}

# ours <id>: its value a cycle, in millions a second
ours() {
    value "$1" value | awk -v hz="$(value cpu.frequency value)" '$1 > 0 { print $1 * hz / 1e6 }'
}

best() {
    sort -g "$1" 2>/dev/null | tail -1
}

# The widest vectors that both have.
"$probes" --quick --only peaks >"$work/log" || exit 1
widest=
for wide in 128:sse 256:avx 512:avx512; do
    ! grep -q "^peakflops_${wide#*:} " "$work/kernels" || ! grep -q "type=v${wide%:*}f64" "$work/log" || widest=$wide
done
[ -n "$widest" ] || { echo "skipped: no vectors that both have"; exit 0; }
v=v${widest%:*}f64
suffix=${widest#*:}

measure() {
    "$probes" --quick --only timer_floor,add_chain,cache_size,ops,peaks,bandwidth >"$work/log" || exit 1
    "$analyze" --format json "$work/log" >"$work/report.json" 2>/dev/null
    while read -r id kernel kb key; do
        ours "$id" >>"$work/ours.$id"
        theirs "$kernel" "$kb" "$key" >>"$work/theirs.$id"
    done <"$work/rows"
}

cat >"$work/rows" <<END
peak.$v.fma peakflops_${suffix}_fma 16 MFlops/s:
peak.$v.balanced peakflops_$suffix 16 MFlops/s:
peak.f64.balanced peakflops 16 MFlops/s:
bandwidth.cache.1.read load_$suffix 24 MByte/s:
bandwidth.cache.2.read load_$suffix 256 MByte/s:
bandwidth.memory.read load_$suffix 262144 MByte/s:
END
turn=0
while [ "$turn" -lt "$turns" ]; do
    measure
    turn=$((turn + 1))
done
hz=$(value cpu.frequency value)
lanes=$(awk -v bits="${widest%:*}" 'BEGIN { print bits / 64 }')
latency=$(value op.add.f64.latency value)
echo "million/s                     ours    likwid   ratio     limit  likwid's kernel"
while read -r id kernel kb key; do
    case $kernel in
    peakflops) limit=$(awk -v hz="$hz" -v l="${latency:-0}" 'BEGIN { if (l > 0) print 16 / (2 * l) * hz / 1e6 }') ;;
    *fma | load*) limit= ;;
    *) limit=$(best "$work/ours.peak.$v.balanced" | awk '{ print $1 * 15 / 16 }') ;;
    esac
    echo "$id $(best "$work/ours.$id") $(best "$work/theirs.$id") ${limit:--} $kernel" |
        awk 'NF == 5 { printf "%-24s %9.0f %9.0f %7.3f %9s  %s\n", $1, $2, $3, $2 / $3, $4 == "-" ? "-" : sprintf("%.0f", $4), $5; next }
             { print $1 ": not known on both sides" }'
done <"$work/rows"
