#!/bin/sh
# sh bench_bandwidth.sh <probes> <scratch folder> [rounds]: bandwidths of the probe beside those of likwid-bench and
# STREAM, taken in turn, so that a busy machine is as busy for all of them. Prints for each level,
# operation and number of contexts the best GB/s of all rounds, and ours over the better of theirs.
# A tool that is not installed is left out, with the reason. No ratio makes it fail.
#
# All three count bytes that the program reads and writes, once each, without the lines that a cache
# reads before it writes. STREAM is ${STREAM}, or stream or stream_c of the search path, or, as Debian has none of these,
# the one inside hpcc. likwid-bench works on as many bytes as the probe did in the same round.
probes=$1
mkdir -p "$2" && cd "$2" || exit 1
rounds=${3:-3}
bytes_moved=1000000000 # by each of likwid's kernels
rm -f ours theirs reasons
touch theirs reasons

# once <reason>
once() {
    grep -qxF -- "$1" reasons || echo "$1" >>reasons
}

# ---- ours ----

# Lines "level operation contexts bytes GB/s": the second highest of timings, as analyze takes it, of
# the best number of streams and unrolling; level "memory" is the last.
ours() {
    "$probes" --only timer_floor,add_chain,cache_size,bandwidth >log || exit 1
    awk -F '[,*]' '
        $3 == "RUN" { for (i = 4; i <= NF; i++) if (sub(/^tick_hz=/, "", $i)) hz = $i }
        $3 == "PROBE" { on = $4 == "bandwidth" }
        $3 == "PROBE" && on { level = substr($5, 7); kind = substr($6, 6); deepest = level > deepest ? level : deepest }
        $3 == "S" && on {
            split($4, x, ":")
            point = level " " kind " " x[1] " " x[2] (x[1] == 1 ? ":" x[3] ":" x[4] : "")
            for (i = 6; i < NF; i++) add(point, $5 / $i * hz / 1e9)
        }
        function add(p, y) {
            n[p]++
            if (y > first[p]) { second[p] = first[p]; first[p] = y } else if (y > second[p]) second[p] = y
        }
        END {
            split("read write copy triad nt_write", names, " ")
            for (p in n) {
                y = n[p] > 1 ? second[p] : first[p]
                split(p, f, /[ :]/)
                key = f[1] " " f[2] " " f[3] " " f[4]
                if (y > best[key]) best[key] = y
            }
            for (key in best) {
                split(key, f, " ")
                print f[1] == deepest ? "memory" : f[1], names[f[2] + 1], f[3], f[4], best[key]
            }
        }' log | sort >round
    [ -s round ] || { echo "the probe measured no bandwidth"; exit 1; }
    cat round >>ours
}

# ---- theirs: lines "level operation contexts GB/s who" ----

# likwid's kernels for an operation: of a plain C program's vectors, and of the widest there are.
kernels() {
    case $1 in
    read) name=load ;;
    write) name=store ;;
    triad) name=stream ;;
    nt_write) name=store_mem ;;
    *) name=$1 ;;
    esac
    widest=
    grep -qw avx /proc/cpuinfo && widest=_avx
    grep -qw avx512f /proc/cpuinfo && widest=_avx512
    for kernel in "${name}_sse" "$name$widest"; do
        grep -q "^$kernel - " kernels && echo "$kernel"
    done | sort -u
}

likwid() {
    command -v likwid-bench >/dev/null 2>&1 || { once "likwid-bench is not installed"; return; }
    likwid-bench -a >kernels 2>&1
    while read -r level op contexts bytes _; do
        total=$((bytes * contexts))
        for kernel in $(kernels "$op"); do
            rate=$(likwid-bench -t "$kernel" -w "N:${total}B:$contexts" -i $((bytes_moved / total + 1)) 2>&1 </dev/null |
                tee said | awk '$1 == "MByte/s:" { print $2 / 1000 }')
            if [ -n "$rate" ]; then
                echo "$level $op $contexts $rate $kernel" >>theirs
            else
                once "likwid-bench -t $kernel: $(grep -v '^-*$' said | tail -n 1)"
            fi
        done
    done <round
}

# stream_says <contexts> <program>: runs it and takes its best rates, in MB/s; fails where there are none.
stream_says() {
    contexts=$1
    OMP_NUM_THREADS=$contexts "$2" </dev/null 2>&1 | awk -v m="$contexts" '
        $1 == "Copy:" { print "memory copy", m, $2 / 1000, "STREAM" }
        $1 == "Triad:" { print "memory triad", m, $2 / 1000, "STREAM" }' >said
    cat said >>theirs
    [ -s said ]
}

# Vectors of 16 n^2 / 6 bytes: as much together as the probe takes for memory; all processes at once
# ("Star"), whose mean it prints, and one of them alone.
hpcc_says() {
    contexts=$1
    bytes=$(awk '$1 == "memory" && $3 == 1 { print $4; exit }' round)
    n=$(awk -v b="$bytes" 'BEGIN { print int(sqrt(b / 8) / 100) * 100 }')
    mkdir -p hpcc && rm -f hpcc/* && sed -e "s/^1000 .*Ns/$n Ns/" -e 's/^2 .*Ps/1 Ps/' -e "s/^2 .*Qs/$contexts Qs/" \
        /usr/share/doc/hpcc/examples/_hpccinf.txt >hpcc/hpccinf.txt || return
    (cd hpcc && OMP_NUM_THREADS=1 mpirun --allow-run-as-root --oversubscribe -np "$contexts" hpcc) >said 2>&1
    awk -F = -v m="$contexts" '
        $1 == "SingleSTREAM_Copy" { print "memory copy 1", $2, "STREAM" }
        $1 == "SingleSTREAM_Triad" { print "memory triad 1", $2, "STREAM" }
        $1 == "StarSTREAM_Copy" && m > 1 { print "memory copy", m, m * $2, "STREAM" }
        $1 == "StarSTREAM_Triad" && m > 1 { print "memory triad", m, m * $2, "STREAM" }' hpcc/hpccoutf.txt >rates 2>/dev/null
    [ -s rates ] || once "hpcc ends without rates of STREAM: $(tail -n 1 said)"
    cat rates >>theirs
}

take_stream() {
    all=$(sort -k 3,3nr round | awk '{ print $3; exit }')
    for program in "$STREAM" stream stream_c; do
        program=$(command -v "${program:-none}") || continue
        if stream_says 1 "$program"; then
            [ "$all" -eq 1 ] || stream_says "$all" "$program"
            return
        fi
        once "$program prints no rates of STREAM"
    done
    if command -v hpcc >/dev/null 2>&1 && command -v mpirun >/dev/null 2>&1; then
        hpcc_says "$all"
    else
        once "STREAM is not installed: neither \$STREAM, stream, stream_c nor hpcc with mpirun"
    fi
}

# ---- side by side ----

compare() {
    awk -v rounds="$rounds" '
        FNR == NR { key = $1 " " $2 " " $3; if ($5 > own[key]) own[key] = $5; set[key] = $4; next }
        { key = $1 " " $2 " " $3; if ($4 > best[key]) { best[key] = $4; who[key] = $5 } }
        END {
            printf "GB/s, read and written, best of %d rounds\n", rounds
            printf "%-7s%10s  %-9s%3s%9s%9s%7s  %s\n", "LEVEL", "KiB EACH", "OPERATION", "ON", "OURS", "THEIRS", "RATIO", "OF"
            split("1 2 3 4 5 memory", levels, " ")
            split("read write copy triad nt_write", ops, " ")
            for (l = 1; l <= 6; l++) for (o = 1; o <= 5; o++) for (m = 1; m <= 1024; m++) {
                key = levels[l] " " ops[o] " " m
                if (!(key in own)) continue
                printf "%-7s%10d  %-9s%3d%9.1f", levels[l], set[key] / 1024, ops[o], m, own[key]
                if (key in best) printf "%9.1f%7.2f  %s\n", best[key], own[key] / best[key], who[key]
                else printf "%9s%7s\n", "-", "-"
                if (key in best) { n++; short += own[key] < 0.85 * best[key] }
            }
            if (n > 0) printf "%d of %d fall short by more than 15 percent\n", short, n
        }' ours theirs
    sed 's/^/left out: /' reasons
}

echo "load before: $(cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null)"
for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    ours
    likwid
    take_stream
done
compare
echo "load after: $(cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null)"
