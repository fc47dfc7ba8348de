#!/bin/sh
# sh thesis_on_sim.sh <simulated board's probes> <scratch folder> <machine file> [machine file of a Core 2]:
# "Applying the Roofline Model" on a simulated Core Duo (second cache 2 MiB). Section 3.1: Read, Write and Triad in cold
# caches move S, S and 3 S bytes in, and 0, S and S out, by the run and the flush behind it together; on a Core 2 (4 MiB)
# likewise. Section 6.1: daxpy in warm caches misses nothing while its arrays fit and all beyond, where page frames are
# contiguous, on both; translations likewise; in random frames misses begin at half the cache.
# 77: there is no simulated board, or no patterns.
set -u
probes=$1
machine=$3
[ -x "$probes" ] || { echo "the simulated board is not built"; exit 77; }
"$probes" --list --only kernels | grep -q 'kernel=daxpy:.*plain' || { echo "no pattern daxpy"; exit 77; }
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1

# bytes <log>: kernel, n, and the bytes that came in and went out over the last of two levels.
bytes() {
    awk -F '[,*]' '
        /,PROBE,traffic,of=kernels/ { match($0, /name=[^,*]*/); name = substr($0, RSTART + 5, RLENGTH - 5); on = 1 }
        /,PROBE,/ && !/,PROBE,traffic,of=kernels/ { on = 0 }
        $3 == "E" && on { print name, $4, $7 * $10, $8 * $10 }' "$1"
}
run() {
    "$probes" --quick --only timer_floor,add_chain,kernels capacity="${caches:-32K,2M}" contexts=1 "$@"
}

# exact <machine file> <points> <n,...>: cold kernels with arrays of n words.
exact() {
    PONTOON_MACHINE=$1 run state=cold kernel=read,write,triad.plain n="$3" >cold.log || exit 1
    bytes cold.log >cold.bytes
    cat cold.bytes
    awk -v points="$2" '{ S = 8 * $2; in_bytes = $1 == "triad" ? 3 * S : S; out = $1 == "read" ? 0 : S }
        $3 != in_bytes || $4 != out { print "not exact: " $0; bad = 1 }
        END { exit bad || NR != points }' cold.bytes || exit 1
}
# S is 16 KiB to 8 MiB; triad has three arrays of S.
exact "$machine" 12 2048,16384,131072,524288
exact "$machine" 3 1048576
[ $# -lt 4 ] || caches=32K,4M exact "$4" 9 16384,524288,1048576

# warm <machine file> <the largest n that fits> <n,n,n> <pages that the TLBs translate>: where none of the arrays fits,
# all of it misses; likewise each page in a TLB.
warm() {
    PONTOON_MACHINE=$1 run state=warm kernel=daxpy.plain n="$3" >warm.log || exit 1
    bytes warm.log >warm.bytes
    awk -F '[,*]' '/,PROBE,/ { on = /,PROBE,walks,of=kernels/ } $3 == "E" && on { print "walks", $4, $5 }' warm.log >>warm.bytes
    cat warm.bytes
    awk -v fits="$2" -v pages="$4" '
        $1 == "daxpy" && $3 != ($2 > fits ? 16 * $2 : 0) { print "not exact: " $0; bad = 1 }
        $1 == "walks" && $3 != (16 * $2 / 4096 > pages ? 16 * $2 / 4096 : 0) { print "not exact: " $0; bad = 1 }
        END { exit bad || NR != 6 }' warm.bytes || exit 1
}
warm "$machine" 131072 32768,131072,262144 128
[ $# -lt 4 ] || caches=32K,4M warm "$4" 262144 65536,262144,524288 256

# Random frames: the mean share of lines that miss. The cache has 64 colours of 8 pages; a page misses where its colour
# has more than 8, so with m pages a colour on average the share is that of Poisson variables of mean m above 7:
# 0.1, 5.1, 54.7 and 99.0 percent. Bounds are three standard errors of eight runs.
for seed in 1 2 3 4 5 6 7 8; do
    { cat "$machine"; printf '\n[frames]\nallocation = random\n[noise]\nseed = %d\n' $seed; } >random.machine
    PONTOON_MACHINE=random.machine run state=warm kernel=daxpy.plain n=32768,65536,131072,262144 >random.log || exit 1
    bytes random.log
done | awk '{ n[$2]++; share[$2] += $3 / (16 * $2) }
    END { for (size in n) print size, share[size] / n[size] }' | sort -n >random.shares
cat random.shares
awk '$1 == 32768 { least = 0; most = 0.01 } $1 == 65536 { least = 0.009; most = 0.093 }
    $1 == 131072 { least = 0.497; most = 0.597 } $1 == 262144 { least = 0.98; most = 1 }
    $2 < least || $2 > most { print "not between " least " and " most ": " $0; bad = 1 }
    END { exit bad || NR != 4 }' random.shares
