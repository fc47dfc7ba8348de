#!/bin/sh
# sh unknown.sh <unknown_exports> <scratch folder> [<simulated board>]: exports of a guest's answers, some of which are not known,
# are taken by their consumers, as far as these are installed, and say what stands in the place of a value.
exports=$1
board=${3:-}
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1
"$exports" made >faults || { cat faults; exit 1; }
wrong=0

# says <file> <pattern> ...: each is in it.
says() {
    where=$1
    shift
    for pattern; do
        grep -Eq -e "$pattern" "$where" || { echo "no $pattern in $where: $(cat "$where")"; wrong=1; }
    done
}

lacks() {
    ! grep -Eq -e "$2" "$1" || { echo "$2 is in $1: $(cat "$1")"; wrong=1; }
}

# takes <what> <command> ...
takes() {
    what=$1
    shift
    "$@" >messages 2>&1 || { echo "$what is refused: $(cat messages)"; wrong=1; }
}

have() {
    command -v "$1" >/dev/null 2>&1
}

low='cache.3.size: low bound, 7 MiB to 16 MiB seen; sysfs reports 32 MiB'
for kind in blis cmake dts eigen glibc halide kerncraft machine small_machine; do
    says made/bounded/$kind "^(#|/\*) $low"
done
says made/bounded/gem5 "^# $low" 'size = "7340032B"  # cache.3.size: low bound, 7 MiB to 16 MiB seen; cache.3.ways was not'
says made/bounded/champsim '"sets": 8192, "//sets": "cache.3.size: low bound, 7 MiB to 16 MiB seen; '
says made/bounded/champsim.said "$low; defaults: [0-9]+ values stay ChampSim's"
says made/unbounded/gem5 '^# no class L3: cache.3.size was not determined$'
lacks made/unbounded/champsim '"LLC": '
says made/unbounded/champsim 'LLC.sets and ways: cache.3.size was not determined'
says made/first_alone/gem5 '^class L1D' '^# no class L2: cache.2.size was not determined$'
says made/bounded/gcc '^-DPONTOON_CACHE_3_SIZE_IS="low bound, 7 MiB to 16 MiB seen; sysfs reports 32 MiB"$' \
    '^--param=l2-cache-size=7168$' '^-DPONTOON_L2_CACHE_IS_LAST_LEVEL=3$'
says made/bounded/gcc.said "^analyze: guest.log: --export=gcc: $low \(--strict refuses\)$"
says made/unbounded/gcc '^--param=l2-cache-size=512$' '^-DPONTOON_L2_CACHE_IS_LAST_LEVEL=2$' \
    '^-DPONTOON_CACHE_3_SIZE_IS="not known, left out; sysfs reports 32 MiB"$'
says made/no_count/gcc '^--param=l2-cache-size=7168$' '_CACHE_LEVELS_IS="not known, 3 whose size is known"$'
says made/first_alone/gcc '^--param=l1-cache-size=32$' '^--param=l2-cache-size=32$'
says made/bounded/big_machine 'high bound, 7340032 to 16777216 bytes seen' '^size = 16M$'
says made/bounded/small_machine '^size = 7M$'
says made/unbounded/machine '^# cache 3 of the machine is left out' '^\[cache 2\]$'
lacks made/unbounded/machine '^\[cache 3\]$'
says made/first_alone/machine '^# cache 2 of the machine is left out'
says made/bounded/eigen 'EIGEN_DEFAULT_L3_CACHE_SIZE 7340032'
lacks made/unbounded/eigen 'EIGEN_DEFAULT_L3_CACHE_SIZE'
says made/bounded/glibc 'x86_shared_cache_size=7340032:.*non_temporal_threshold=5505024$'
lacks made/unbounded/glibc shared_cache_size
says made/unbounded/halide 'parallelism=2 autoscheduler.balance=50"'
says made/bounded/cachegrind 'D1=32768,8,64"' '^# LL: not all of it is known'
says made/unbounded/kerncraft 'level: L3' 'size per group: INFORMATION_REQUIRED'
says made/bounded/kerncraft 'size per group: 7168.00 kB'
says made/unbounded/blis 'BLIS_KC \], ' 'BLIS_NC: left out'
says made/bounded/blis 'BLIS_NC \], '
says made/no_ways/blis 'BLIS_KC: left out' 'BLIS_MR \], '
says made/bounded/header 'HWP_L3_EFFECTIVE_BYTES 7340032$' 'HWP_L3_EFFECTIVE_BYTES_CONFIDENCE_PCT 0$'
says made/unbounded/header 'HWP_L3_EFFECTIVE_BYTES is not known'
says made/bounded/cmake 'set\(HWP_L3_EFFECTIVE_BYTES 7340032 '

for case in bounded unbounded first_alone no_count no_ways; do
    for kind in glibc halide cachegrind openblas omp; do
        [ $case/$kind != no_ways/cachegrind ] || continue
        takes "$case/$kind" sh -euc ". ./made/$case/$kind"
    done
    if have gcc; then
        echo 'int i;' >unit.c
        takes $case/gcc gcc "@made/$case/gcc" -c unit.c -o unit.o
        for kind in header eigen blis; do
            printf '#include "made/%s/%s"\nint i;\n' $case $kind >unit.c
            takes $case/$kind gcc -std=c11 -Wall -Wextra -Werror -I. -c unit.c -o unit.o
        done
    fi
    have dtc && takes $case/dts dtc -q -I dts -O dtb -o out.dtb made/$case/dts
    if have cmake; then
        printf 'cmake_minimum_required(VERSION 3.16)\nproject(p LANGUAGES C)\ninclude(%s)\n' "$PWD/made/$case/cmake" >CMakeLists.txt
        rm -rf tree && takes $case/cmake cmake -S . -B tree
    fi
    have valgrind && [ $case != no_ways ] && takes $case/cachegrind sh -euc ". ./made/$case/cachegrind; valgrind --tool=cachegrind --cachegrind-out-file=out.cg /bin/true"
    if have python3 && python3 -c 'import yaml' 2>/dev/null; then
        takes $case/gem5 python3 -m py_compile made/$case/gem5
        takes $case/champsim python3 -m json.tool made/$case/champsim
        takes $case/kerncraft python3 -c "import yaml; yaml.safe_load(open('made/$case/kerncraft'))['memory hierarchy'][2]"
    fi
    if have lstopo && [ -e made/$case/hwloc ]; then
        takes $case/hwloc lstopo --input made/$case/hwloc --if xml --of console
    fi
    [ -n "$board" ] || continue
    for kind in machine small_machine big_machine; do
        takes $case/$kind env PONTOON_MACHINE=made/$case/$kind "$board" --quick --only timer_floor
    done
done
exit $wrong
