#!/bin/sh
# sh consumer.sh <kind> <analyze> <folder of recordings> <scratch folder> [<simulated board>]: exports what a recording says
# as KIND and gives it to the program that it is meant for, which must take it and have read the right
# numbers. 77: that program is not installed.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
kind=$1
analyze=$2
recordings=$3
mkdir -p "$4" && cd "$4" || exit 1
file=$kind.export
board=${5:-}

fail() {
    echo "$kind: $*"
    [ ! -e "$file" ] || head -50 "$file"
    exit 1
}

needs() {
    command -v "$1" >/dev/null 2>&1 && return
    echo "$1 is not installed"
    exit 77
}

# export_of <recording>
export_of() {
    rm -f "$file"
    "$analyze" "$recordings/$1.log.gz" --export "$kind=$file" >report 2>messages
    status=$?
    [ $status -le 1 ] || fail "analyze ends with $status: $(cat messages)"
    grep -q "^MEMORY  load-to-use" report || fail "the report is missing"
}

# says <file> <pattern> ...: each is in it.
says() {
    where=$1
    shift
    for pattern; do
        grep -Eq -e "$pattern" "$where" || fail "no $pattern in: $(cat "$where")"
    done
}

# variable <name>: prints its value after a shell that refuses unset variables has sourced the file.
variable() {
    sh -euc ". ./$file; echo \"\$$1\"" || fail "a shell cannot read it"
}

case $kind in
gcc)
    export_of core2duo-e6600
    for gcc in gcc arm-none-eabi-gcc; do
        command -v $gcc >/dev/null 2>&1 || { echo "$gcc is not installed"; continue; }
        $gcc "@$file" -Q --help=params >params || fail "$gcc refuses it"
        says params 'l1-cache-size=[[:space:]]*32$' 'l1-cache-line-size=[[:space:]]*64$' 'l2-cache-size=[[:space:]]*4096$' \
            'loop-block-tile-size=[[:space:]]*36$' 'min-pagesize=[[:space:]]*4096$' 'prefetch-latency=[[:space:]]*165$'
        echo 'int values = sizeof(PONTOON_X);' >unit.c
        $gcc "@$file" -DPONTOON_X=int -O2 -fprefetch-loop-arrays -c unit.c -o unit.o || fail "$gcc -c fails"
    done
    needs gcc
    says "$file" '^-DPONTOON_VALUES=effective$'
    ;;
clang)
    needs clang
    export_of core2duo-e6600
    says "$file" '^# .* effective values' 1st-cache-level-size=32768 1st-cache-level-associativity=8 \
        2nd-cache-level-size=4194304 2nd-cache-level-associativity=16 line-size=64
    echo 'void f(double *a, double *b) { for (int i = 0; i < 999; i++) a[i] += b[i]; }' >unit.c
    clang --config "./$file" -O2 -c unit.c -o unit.o 2>refused ||
        { grep -q 'polly' refused && grep -q 'Unknown command line' refused &&
            { echo "this clang is built without Polly"; exit 77; }; fail "$(cat refused)"; }
    needs opt
    # shellcheck disable=SC2046 # a list of words
    : | clang -x c -S -emit-llvm - -o empty.ll &&
        opt $(sed -n 's/^-mllvm //p' "$file") -S empty.ll -o out.ll || fail "opt refuses it"
    ;;
header | eigen | blis)
    needs "${CC:-cc}"
    export_of core2duo-e6600
    case $kind in
    header) want='HWP_L1D_EFFECTIVE_BYTES == 32768 && HWP_L2_NOMINAL_BYTES == 4194304 &&
                  HWP_CACHE_LINE_BYTES == 64 && HWP_TILE_F64_L1 == 36 && HWP_L1D_WAYS == 8 &&
                  HWP_PAGE_BYTES == 4096 && HWP_TLB1_ENTRIES == 16 && HWP_L1D_NOMINAL_BYTES_CONFIDENCE_PCT > 50' ;;
    eigen) want='EIGEN_DEFAULT_L1_CACHE_SIZE == 32768 && EIGEN_DEFAULT_L2_CACHE_SIZE == 4194304' ;;
    blis)
        want='BLIS_SIMD_MAX_SIZE == 8 && BLIS_PAGE_SIZE == 4096'
        # 2 by 2 in registers; 3 of 8 ways for A: 3 * 4 KiB in panels of 2.
        says "$file" 'BLIS_MR \], 2, 2, -1' 'BLIS_KC \], 1536, 768, -1' 'BLIS_NR \], 2, 2, -1'
        ;;
    esac
    printf '#include "%s"\n#include "%s"\n_Static_assert(%s, "values");\n' "$file" "$file" "$(echo "$want" | tr '\n' ' ')" >unit.c
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -I. -c unit.c -o unit.o || fail "not C, or other values"
    says "$file" '/\* .* values of'
    ;;
cmake)
    export_of core2duo-e6600
    mkdir -p project
    cat >project/CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.16)
project(consumer LANGUAGES C)
include(\${CMAKE_CURRENT_SOURCE_DIR}/../$file)
if(NOT HWP_L1D_EFFECTIVE_BYTES EQUAL 32768 OR NOT HWP_CACHE_LINE_BYTES EQUAL 64)
    message(FATAL_ERROR "\${HWP_L1D_EFFECTIVE_BYTES} \${HWP_CACHE_LINE_BYTES}")
endif()
file(WRITE \${CMAKE_CURRENT_BINARY_DIR}/unit.c "int unit = 1;")
add_library(unit STATIC \${CMAKE_CURRENT_BINARY_DIR}/unit.c)
target_link_libraries(unit PRIVATE hwparams)
EOF
    rm -rf tree
    cmake -S project -B tree -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >messages 2>&1 &&
        cmake --build tree >>messages 2>&1 || fail "$(cat messages)"
    grep -q 'COMPILER_ID .*GNU\|is GNU' messages && says tree/compile_commands.json --param=l1-cache-size=32
    says "$file" 'effective and nominal'
    ;;
dts)
    needs dtc
    export_of core2duo-e6600
    says "$file" 'nominal values'
    dtc -I dts -O dtb -o out.dtb "$file" 2>messages || fail "$(cat messages)"
    [ ! -s messages ] || fail "dtc warns: $(cat messages)"
    dtc -I dtb -O dts out.dtb >out.dts
    says out.dts 'd-cache-size = <0x8000>' 'd-cache-sets = <0x40>' 'cache-size = <0x400000>' 'cache-sets = <0x1000>'
    ;;
machine | small_machine | big_machine)
    export_of host-x86_64 # ways and policies are not known
    says "$file" 'nominal values' '^# ways or policy of cache 2 are not known: fully associative, LRU$' '^ways = 0$' \
        '^allocation = random$'
    [ -z "$board" ] || PONTOON_MACHINE=$file "$board" --quick --only timer_floor >other.log 2>messages ||
        fail "the simulated board refuses it: $(cat messages)"
    export_of core2duo-e6600
    says "$file" '^size = 32K$' '^ways = 8$' '^size = [34].*[KM]$' '^ways = 16$' '^line = 64$' '^policy = lru$'
    [ "$kind" != machine ] || says "$file" '^size = 4M$'
    [ -n "$board" ] || { echo "the simulated board is not built here"; exit 77; }
    PONTOON_MACHINE=$file "$board" --quick --only timer_floor,add_chain,cache_size max=16M >board.log 2>messages ||
        fail "the simulated board refuses it: $(cat messages)"
    "$analyze" --format json board.log >again.json 2>messages
    says again.json '"nominal": 32768'
    [ "$kind" != machine ] || says again.json '"nominal": 4194304'
    ;;
cachegrind)
    needs valgrind
    export_of core2duo-e6600
    says "$file" 'nominal values'
    # shellcheck disable=SC1090 # what is on trial
    (. "./$file" && valgrind --tool=cachegrind --cachegrind-out-file=out.cachegrind /bin/true) 2>messages ||
        fail "$(cat messages)"
    says out.cachegrind 'D1 cache: *32768 B, 64 B, 8-way' 'LL cache: *4194304 B, 64 B, 16-way'
    ;;
glibc)
    needs ld.so
    [ "$(uname -m)" = x86_64 ] || { echo "this machine is no x86"; exit 77; }
    export_of host-x86_64
    # shellcheck disable=SC1090
    (. "./$file" && ld.so --list-tunables) >tunables || fail "ld.so refuses it"
    size=$(variable GLIBC_TUNABLES | sed 's/.*x86_data_cache_size=\([0-9]*\).*/\1/')
    says tunables "x86_data_cache_size: 0x0*$(printf %x "$size") "
    ;;
hwloc)
    needs lstopo
    "$analyze" "$recordings/core2duo-e6600.log.gz" --export hwloc=$file >report 2>messages
    grep -q 'built without libhwloc' messages && { echo "analyze is built without libhwloc"; exit 77; }
    export_of core2duo-e6600
    lstopo --input "$file" --of console -v >topology || fail "lstopo cannot read it"
    says topology 'L1d.*size=32KB linesize=64 ways=8' 'L2.*size=4096KB linesize=64 ways=16' 'PontoonValues=effective'
    export_of guest/host-x86_64
    lstopo --input "$file" --memattrs >attributes || fail "lstopo cannot read the attributes of memory"
    for value in Bandwidth:17988 ReadBandwidth:17988 WriteBandwidth:18577 Latency:155 ReadLatency:155; do
        grep -A1 "name .${value%:*}' " attributes | grep -q "NUMANode L#0 = ${value#*:} from cpuset" ||
            fail "$value is not in $(cat attributes)"
    done
    ;;
openblas)
    export_of core2duo-e6600
    says "$file" 'nominal values' '^#define L1_DATA_SIZE 32768$' '^#define L2_ASSOCIATIVE 16$'
    [ "$(variable OPENBLAS_L2_SIZE)" = 4096 ] || fail "not KiB"
    ;;
omp)
    needs "${CC:-cc}"
    export_of host-x86_64
    [ "$(variable OMP_PROC_BIND)" = close ] || fail "no variables"
    printf '#include <omp.h>\n#include <stdio.h>\nint main(void) { printf("%%d %%d\\n", omp_get_max_threads(), omp_get_num_places()); }\n' >unit.c
    "${CC:-cc}" -fopenmp unit.c -o unit 2>messages || { echo "no OpenMP here"; exit 77; }
    # shellcheck disable=SC1090
    places=$(. "./$file" && ./unit 2>messages) || fail "$(cat messages)"
    n=$(variable OMP_NUM_THREADS)
    [ "$places" = "$n $n" ] || fail "threads and places are $places, not $n"
    [ ! -s messages ] || fail "$(cat messages)"
    ;;
halide)
    export_of host-x86_64
    variable HALIDE_AUTOSCHEDULER_ARGS >arguments
    says arguments 'parallelism=[1-9]' 'last_level_cache_size=[1-9][0-9]{5,}' 'balance=[1-9]'
    ;;
kerncraft)
    needs python3
    python3 -c 'import yaml' 2>/dev/null || { echo "Python's yaml is not installed"; exit 77; }
    export_of core2duo-e6600
    python3 - "$file" <<'EOF' || fail "not the file that was expected"
import sys, yaml
m = yaml.safe_load(open(sys.argv[1]))
first, second, memory = m["memory hierarchy"]
group = first["cache per group"]
assert group["sets"] * group["ways"] * group["cl_size"] == 32768, group
assert second["size per group"] == "4096.00 kB" and group["load_from"] == "L2", second
assert m["clock"] == "2.4 GHz" and memory["level"] == "MEM", m
EOF
    ;;
champsim)
    needs python3
    export_of core2duo-e6600
    python3 - "$file" <<'EOF' || fail "not the file that was expected"
import json, sys
c = json.load(open(sys.argv[1]))
core, = c["ooo_cpu"]
l1, l2, memory = c["L1D"], c["L2C"], c["physical_memory"]
assert c["block_size"] == 64 and c["page_size"] == 4096 and core["frequency"] == 2400, c
assert (l1["sets"], l1["ways"], l1["latency"]) == (64, 8, 3), l1
assert (l2["sets"], l2["ways"], l2["latency"], l2["lower_level"]) == (4096, 16, 11, "DRAM"), l2
assert memory["data_rate"] == 4800 and memory["tCAS"] == 50, memory
assert (c["DTLB"]["sets"], c["DTLB"]["ways"]) == (4, 4), c["DTLB"]
for part in [c, core, l1, l2, memory, c["DTLB"], c["STLB"]]:  # a word to each number
    for key in part:
        assert not isinstance(part[key], int) or key == "num_cores" or "//" + key in part, key
assert l2["//latency"].startswith("fit cache.2.latency; cache.2.latency 14 c"), l2
assert l1["//sets"].startswith("cache.1.size 32 KiB (32-") and "; cache.1.ways 8, confidence 0.95" in l1["//sets"], l1
assert "ooo_cpu.lq_size: core.load_queue.entries was not measured" in c["//defaults"], c["//defaults"]
EOF
    says messages "values stay ChampSim's; the key //defaults names them"
    export_of guest/host-x86_64
    python3 - "$file" <<'EOF' || fail "not the file that was expected of a guest"
import json, sys
c = json.load(open(sys.argv[1]))
assert c["LLC"]["sets"] * c["LLC"]["ways"] * 64 == 7 << 20, c["LLC"]
assert "doubtful: confidence" in c["LLC"]["//latency"] and c["ooo_cpu"][0]["rob_size"] == 248, c
EOF
    ;;
interleave)
    # interleave.sh gives the script of two nodes to a system; no recording has two.
    "$analyze" "$recordings/guest/host-x86_64.log.gz" --export interleave="$file" >report 2>messages
    [ $? -eq 3 ] || fail "a log of one node is not refused: $(cat messages)"
    says messages 'weights need two NUMA nodes, and the log has (one|none: numa was not measured); nothing was written$'
    ;;
gem5)
    needs python3
    for recording in core2duo-e6600 guest/host-x86_64 pentium3; do
        export_of $recording
        cp "$file" board.py
        PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$here/gem5_names:." python3 - $recording <<'EOF' ||
import sys, board
from m5.objects import CPU, System
system, cpu = System(), CPU()
board.configure_system(system)
board.configure_core(cpu)
if sys.argv[1].startswith("core2duo"):
    first, second = board.L1D(), board.L2()
    assert (first.size, first.assoc, first.tag_latency, first.data_latency) == ("32768B", 8, 3, 3)
    assert (second.size, second.assoc, second.tag_latency) == ("4194304B", 16, 11)
    assert board.Memory().latency == "62.9ns" and system.clk_domain.clock == "2400MHz"
    assert cpu.mmu.dtb.size == 16 and system.cache_line_size == 64
if sys.argv[1].startswith("guest"):
    assert cpu.numROBEntries == 248 and cpu.issueWidth == 5 and cpu.numIQEntries == 219
    alu, mult, fp, fp_mult, ports = cpu.fuPool.FUList[:5]
    assert alu.count == 4 and ports.count == 3 and fp.count == 2
    assert [(o.opClass, o.opLat) for o in mult.opList] == [("IntMult", 3), ("IntDiv", 1)]  # a loop on x86
    assert [o.pipelined for o in fp_mult.opList] == [True, True, True, False, False]
EOF
            fail "not the module that was expected of $recording"
        says "$file" '^# .* nominal values' 'tag_latency = [0-9]+  # fit cache\.1\.latency; cache\.1\.latency [0-9.]+ c' \
            '# cpu\.LQEntries stays gem5.s: core\.load_queue\.entries was not measured' \
            '# BTBEntries stays gem5.s: branch\.btb\.1\.entries was not measured'
        # Each number of a parameter has words.
        ! grep -E '^ +[A-Za-z0-9_.]+ = "?[0-9]' "$file" | grep -Ev '# |cpu\.branchPred\.' || fail "a number without words"
    done
    says messages "values stay gem5's; comments name them"
    ;;
gbench | csv)
    needs python3
    export_of core2duo-e6600
    python3 - $kind "$file" <<'EOF' || fail "not the file that was expected"
import csv, json, sys
if sys.argv[1] == "csv":
    rows = list(csv.DictReader(open(sys.argv[2], newline="")))
    assert set(rows[0]) == set("probe,x,unit_x,y,unit_y,rep,core,values".split(",")), rows[0]
    assert all(r["values"] == "raw" and r["unit_y"] == "ns/op" for r in rows)
    points = [(r["x"], r["y"]) for r in rows if r["probe"].startswith("cache_size")]
else:
    j = json.load(open(sys.argv[2]))
    assert j["context"]["pontoon_values"] == "raw"
    assert all(b["time_unit"] == "ns" and b["real_time"] > 0 for b in j["benchmarks"])
    points = [(b["name"].rsplit("/", 1)[1], b["real_time"]) for b in j["benchmarks"]
              if b["name"].startswith("cache_size")]
fastest = min(float(y) for x, y in points if int(x) <= 32768)
assert 1.24 < fastest < 1.26, fastest  # three cycles of 2.4 GHz
EOF
    [ $kind = csv ] || python3 -m json.tool "$file" >formatted || fail "no JSON"
    ;;
openmetrics)
    needs python3
    export_of core2duo-e6600
    python3 - "$file" <<'EOF' || fail "not the text that Prometheus reads"
import re, sys
lines = open(sys.argv[1]).read().split("\n")
assert lines[-2:] == ["# EOF", ""], lines[-2:]
label = r'[a-z]+="(?:[^"\\\n]|\\["\\n])*"'
sample = re.compile(r'(pontoon_[a-z_]+)\{(%s(?:,%s)*)\} (-?[0-9.]+(?:e[+-]?[0-9]+)?)$' % (label, label))
found = {}
for line in lines[:-2]:
    if not line.startswith("#"):
        name, labels, value = sample.match(line).groups()
        assert (name, labels) not in found, line
        found[name, labels] = float(value)
assert found["pontoon_answer", 'id="cache.1.size",unit="B"'] == 32768, found
assert found["pontoon_answer_name", 'id="cache.1.policy",name="lru"'] == 1, found
EOF
    ;;
lat_mem_rd)
    export_of core2duo-e6600
    "$analyze" --format json "$file" >again.json 2>messages
    says "$file" 'raw values' '^"stride='
    says again.json '"value": 32768' '"value": 4194304'
    ;;
link_map)
    [ -x "$board" ] || { echo "there is no simulated board"; exit 77; }
    needs ld
    needs "${CC:-cc}"
    PONTOON_MACHINE=$recordings/../machines/regions/tcm-and-caches.machine "$board" --quick --only \
        timer_floor,add_chain,cache_size,regions max=1M >board.log || fail "the board fails"
    rm -f "$file"
    "$analyze" board.log --export link-map="$file" >report 2>messages || [ $? -eq 1 ] || fail "$(cat messages)"
    says "$file" 'itcm .rwx. : ORIGIN = 0x10000000, LENGTH = 64K /. tcm, load [01]' \
        'memory .rw. : .*, load [56][0-9.]*, store .*, behind caches' \
        'Code that runs often: itcm, [12](\.[0-9]*)? cycles a jump; next ocram, 1[56]' 'The image lies in xip; code'
    cat >script.ld <<'EOF'
INCLUDE link_map.export
SECTIONS
{
    .text : { *(.text*) } > REGION_CODE AT > REGION_LOAD
    .data : { *(.data*) } > REGION_STACK AT > REGION_LOAD
    .bss : { *(.bss*) } > REGION_BUFFERS
    .large : { *(.large) } > REGION_LARGE
    /DISCARD/ : { *(.eh_frame .note* .comment) }
}
EOF
    cat >unit.c <<'EOF'
int data = 1, buffer[64];
__attribute__((section(".large"))) int large[64] = { 1 };
int code(void) { return data; }
EOF
    "${CC:-cc}" -ffreestanding -fno-pic -fcf-protection=none -mcmodel=large -c unit.c -o unit.o 2>/dev/null ||
        "${CC:-cc}" -ffreestanding -c unit.c -o unit.o || fail "a unit is not compiled"
    ld -T script.ld -e code unit.o -o unit.elf 2>refused || fail "ld refuses it: $(cat refused)"
    nm unit.elf >names
    says names '^0*1[0-9a-f]{7} T code$' '^0*2[0-9a-f]{7} D data$' '^0*2[0-9a-f]{7} B buffer$' '^0*0[0-9a-f]{7} D large$'
    ;;
tuning)
    export_of core2duo-e6600
    says "$file" '^tuning 1 target=' '^gemm f64 tile=[0-9]+x[0-9]+ kc=[0-9]+ mc=[0-9]+ .* rank=1 ' '^dot f32 tile=.* rank=1'
    ;;
kernels)
    needs "${CC:-cc}"
    rm -rf "$file"
    export_of core2duo-e6600
    says "$file/tuned.txt" '^gemm f64$' 'taken: gemm f64 tile=' 'cache\.2\.size 4.19.*confidence'
    for source in "$file"/gemm_*.c; do
        "${CC:-cc}" -std=gnu11 -O1 -Wall -Werror -c "$source" -o unit.o || fail "$source is refused"
    done
    ;;
llvm)
    # A log of an EPYC guest; relabelled, it has the types of other targets.
    command -v python3 >/dev/null 2>&1 && [ "$(command -v llvm-tblgen-19 || command -v llvm-tblgen)" ] ||
        { echo "llvm-tblgen or python3 is not installed"; exit 77; }
    tblgen=$(command -v llvm-tblgen-19 || command -v llvm-tblgen)
    real=$("${LLVM_CONFIG:-llvm-config-19}" --includedir 2>/dev/null)
    for target in X86=x86_64 AArch64=aarch64 RISCV=riscv64; do
        python3 - "$here/units.log.gz" "${target#*=}" board.log <<'EOF' || fail "the log cannot be relabelled"
import gzip, sys, zlib
text = gzip.open(sys.argv[1]).read()
first, rest = text.split(b"\n", 1)
body = first[1:].rsplit(b"*", 1)[0].replace(b"arch=x86_64", b"arch=" + sys.argv[2].encode())
open(sys.argv[3], "wb").write(b"$%s*%08X\n" % (body, zlib.crc32(body)) + rest)
EOF
        rm -rf "$file"
        "$analyze" board.log --export "llvm=$file" >report 2>messages || [ $? -eq 1 ] || fail "$(cat messages)"
        names=$here/llvm_names
        schedule=$names/schedule.td
        [ ! -e "$real/llvm/Target/TargetSchedule.td" ] || schedule=llvm/Target/Target.td
        printf 'include "%s"\ninclude "%s"\ninclude "host_posix.td"\n' $schedule "$names/${target%=*}.td" >all.td
        "$tblgen" --dump-json -I "$names" -I "$file" ${real:+-I "$real"} all.td -o all.json 2>refused ||
            fail "$tblgen refuses it: $(cat refused)"
        python3 - "${target%=*}" all.json <<'EOF' || fail "not the model that was expected of $target"
import json, sys
target, every = sys.argv[1], json.load(open(sys.argv[2]))
name = lambda d: d["def"]
of = lambda kind: [every[n] for n in every["!instanceof"][kind]]
model = every["PontoonModel"]
assert [model[k] for k in ("IssueWidth", "MicroOpBufferSize", "LoadLatency")] == [5, 248, 4], model
assert 13 < model["MispredictPenalty"] < 21 and model["CompleteModel"] == 0, model
group = {g["!name"]: {name(r) for r in g["Resources"]} for g in of("ProcResGroup")}
write = {name(w["WriteType"]): w for w in of("WriteRes")}
units = lambda w: set().union(*(group.get(name(r), {name(r)}) for r in write[w]["ProcResources"]))
assert sum(g["BufferSize"] == 87 for g in of("ProcResGroup")) == 1  # the integer scheduler
for a in group.values():  # LLVM refuses groups that overlap, unless one has both
    for b in group.values():
        assert not a & b or any(a | b <= c for c in group.values()), (a, b)
for w in write.values():
    assert len(w["ReleaseAtCycles"]) == len(w["ProcResources"]), w
want = {  # latency and busy cycles that are expected of Zen 3
    "X86": {"WriteALU": (1, 1), "WriteIMul64Reg": (3, 1), "WriteFAdd64": (3, 1), "WriteFMA": (4, 1), "WriteFDiv64": (13, 4),
            "WriteLoad": (4, 1), "WriteVecALUY": (1, 1)},
    "AArch64": {"WriteI": (1, 1), "WriteIM64": (3, 1), "WriteF": (3, 1), "WriteFDiv": (13, 4), "WriteLD": (4, 1),
                "WriteVq": (1, 1)},
    "RISCV": {"WriteIALU": (1, 1), "WriteIMul": (3, 1), "WriteFMA64": (4, 1), "WriteFDiv64": (13, 4), "WriteLDD": (4, 1)},
}[target]
for w, (latency, busy) in want.items():
    assert write[w]["Latency"] == latency and abs(write[w]["ReleaseAtCycles"][0] - busy) <= 0.2 * busy, (w, write[w])
if target == "X86":
    assert len(units("WriteALU")) == 4 and len(units("WriteIMul64Reg")) == 1 and len(units("WriteFMA")) == 2
    assert units("WriteIMul64Reg") < units("WriteALU") and not units("WriteALU") & units("WriteFAdd64")
    assert write["WriteFAdd64Ld"]["Latency"] == 3 + write["WriteFLoad"]["Latency"] and "WriteFAddZ" not in write
    assert units("WriteALULd") == units("WriteALU") | units("WriteLoad")
EOF
        # Each number has words, in its line or in the one before.
        says "$file/host_posix.td" '^  let IssueWidth = 5; // issue\.width 5 uops/c \(4\.62-5\.86\), confidence 0\.81$' \
            '^// core\.units 13 \(10-13\), confidence' '^// Not measured: '
    done
    says "$file/flags.txt" '^# -lqueue is not written: '
    "$analyze" "$recordings/guest/host-x86_64.log.gz" --export "llvm=$file" >report 2>messages
    [ $? -eq 3 ] || fail "a log without units is not refused: $(cat messages)"
    says messages 'core\.units is needed and was not measured; nothing was written$'
    "$analyze" "$recordings/core2duo-e6600.log.gz" --export "llvm=$file" >report 2>messages
    [ $? -eq 3 ] || fail "a log of no target is not refused: $(cat messages)"
    says messages 'LLVM models are for x86-64, AArch64 and RISC-V, and this log is of sim; nothing was written$'
    ;;
*)
    fail "nothing here knows what takes it"
    ;;
esac
