#!/bin/sh
# sh bench_likwid.sh <probes> <analyze>: likwid-bench's stream (our triad) and triad (four arrays) beside the patterns
# triad and streams_4, in every level, one after the other on this machine. Bytes a nanosecond; nothing is judged.
# The goal is 5 percent.
set -u
probes=$1
analyze=$2
command -v likwid-bench >/dev/null || { echo "skipped: likwid-bench is not installed"; exit 0; }
"$probes" --list --only pattern | grep -q 'pattern=triad:' || { echo "skipped: no pattern triad"; exit 0; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# value <id> <key>: a number of the report
value() {
    awk -v id="\"$1\"" -v key="\"$2\":" '$1 == "\"id\":" { on = index($0, id) } on && $1 == key { sub(",", "", $2); print $2; exit }' \
        "$work/report.json"
}

# likwid <kernel> <kB> <likwid's iterations>: B/ns, the best of three
likwid() {
    for _ in 1 2 3; do
        likwid-bench -t "$1" -w "S0:$2kB:1" -i "$3" 2>/dev/null | awk '/^MByte\/s:/ { print $2 / 1000 }'
    done | sort -g | tail -1
}

"$probes" --only timer_floor,add_chain,cache_size,bandwidth,pattern pattern=triad.plain,triad.stream,streams_4 \
    >"$work/log" || exit 1
"$analyze" --format json "$work/log" >"$work/report.json" 2>/dev/null
hz=$(value cpu.frequency value)
levels=$(value cache.levels value)
echo "B/ns            kB  bandwidth  triad  likwid stream   streams_4  likwid triad   triad.stream  likwid stream_mem"
before=0
for level in $(seq "$levels") memory; do
    place=cache.$level
    [ "$level" != memory ] || place=memory
    size=$(value cache."$level".size value)
    # As the probe does: well within the level; beyond all, four times the last.
    kb=$(awk -v b="$before" -v s="${size:-0}" -v memory="$place" 'BEGIN {
        print int((memory == "memory" ? 4 * b : b == 0 ? s * 3 / 4 : (2 * b + s / 2) / 2) / 1024 / 24) * 24 }')
    laps=$(awk -v kb="$kb" 'BEGIN { n = int(2e6 / kb); print n < 10 ? 10 : n }')
    for id in "bandwidth.$place.triad" "pattern.triad.plain.$place" "pattern.streams_4.plain.$place" \
        "pattern.triad.stream.$place"; do
        value "$id" value | awk -v hz="$hz" '{ print $1 * hz / 1e9 }'
        [ -n "$(value "$id" value)" ] || echo -
    done >"$work/ours"
    { cat "$work/ours"; likwid stream_avx "$kb" "$laps"; likwid triad_avx "$kb" "$laps"; likwid stream_mem_avx "$kb" "$laps"; } |
        xargs printf '%s %s %s %s %s %s %s\n' | awk -v place="$place" -v kb="$kb" '{
            printf "%-10s %7d %10s %6s %14s %11s %13s %14s %18s\n", place, kb, $1, $2, $5, $3, $6, $4, $7 }'
    before=${size:-$before}
done
