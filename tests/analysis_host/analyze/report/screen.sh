#!/bin/sh
# sh screen.sh <analyze> <folder of recordings> <scratch folder>: of a host of which everything was measured the report is
# one screen, -v is short, the words are the field's, and none is this project's own.
analyze=$1
log=$2/guest/host-x86_64.log.gz
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
wrong=0

fail() {
    echo "$*"
    wrong=1
}

"$analyze" "$log" >screen 2>err
"$analyze" -v "$log" >all 2>err
# short <file> <most lines>: not empty, no line over 80 columns.
short() {
    lines=$(wc -l <"$1")
    [ "$lines" -gt 30 ] && [ "$lines" -le "$2" ] || fail "$1: $lines lines, of $2"
    awk -v name="$1" 'length > 80 { print name ": over 80 columns: " $0; bad = 1 } END { exit bad }' "$1" || wrong=1
}
short screen 46
short all 350

# The section of each line that a reader looks for.
for words in '^AMD EPYC .* 2 cores x 1 thread, 1 NUMA node, x86_64$' '^host vm, Linux .* GCC .* UTC' \
    '^core 3\.07 GHz (.*; TSC 2\.45 GHz$' '^MEMORY  load-to-use latency' '^  L1d  *32 KiB ' '^  L1i ' '^  DRAM ' \
    'loaded latency' '^TLB entries  L1 64' 'page walk' 'huge pages' '^CORE  issue width ~*5\.[0-9]* uops/c; ROB 248' \
    'scheduler 87 int, 132 FP' 'misses in flight' 'registers for C' 'misprediction' 'store-to-load forwarding' \
    'reciprocal throughput' '^INSTRUCTIONS ' '^ROOFLINE.* GFLOP/s; ridge ' '^CORE TO CORE  0-1: 72\.4 ns' 'TIME SLICE' \
    '^OS COSTS, ns  syscall' 'page fault' '^WHY DOUBTFUL ' '^NEXT '; do
    grep -q "$words" screen || fail "the first screen has no $words"
done
for words in 'ROB: reorder buffer' 'cache line' 'memory-level parallelism' 'page fault' syscall 'core-to-core' 'huge page' 'reciprocal throughput' load-to-use \
    'uops/c' L1i 'page walk' 'store-to-load forwarding' misprediction 'misses in flight' write-allocate NUMA 'TIME SLICE' \
    'loaded latency' 'TLB reach' scheduler 'issue width' ROOFLINE; do
    grep -q "$words" all || fail "-v has no $words"
done
for words in '[0-9] cy' 'B/cy' '[0-9]!' 'under way' 'execution context' 'near and far' 'hand over' 'in doubt' 'time slot' \
    'initiation' 'interval of starts' 'first touch' 'pipeline' 'large page'; do
    if grep -iq -e "$words" screen all; then fail "an old word, $words: $(grep -i -e "$words" screen all | head -2)"; fi
done
# Every answer is in a table or has a line.
"$analyze" --format json "$log" 2>err |
    awk -F '"' '$2 == "id" { id = $4 } $2 == "kind" && $4 != "none" && id { print id; id = "" }' |
    grep -v '^op\.\|^bandwidth\.\|^peak\..*\.\(add\|mul\|balanced\|add2_mul\|add_mul2\|fma\|fma_add\|mix\|sqrt\)\|^core_to_core\.' |
    while read -r id; do grep -q "^$id " all || echo "$id"; done >missing
[ -s missing ] && fail "not in -v: $(tr '\n' ' ' <missing)"

# Others: one empty line, no line over 80 columns, and no section that the machine cannot have.
printf 'Executing ramlat on cpu0 (made), results in ns:\n\n       size:  1x32  2x32 1xPTR 2xPTR\n' >ramlat
for size in 4 8 16 32 64 128 256 512 1024 2048 4096; do
    printf '%10sk: 1.5 1.5 %s 1.0\n' $size $((size > 32 ? 90 : 2)).5 >>ramlat
done
gzip -dc "$log" | head -c 500000 >cut.log
for other in "$2"/*.log.gz "$2"/regions/*.gz "$2"/pipeline/files.log.gz ramlat cut.log; do
    "$analyze" "$other" >text 2>err
    [ "$(grep -c '^$' text)" -eq 1 ] || fail "$other: empty lines: $(grep -c '^$' text)"
    awk -v name="$other" 'length > 80 { print name ": over 80 columns: " $0; bad = 1 } END { exit bad }' text || wrong=1
    if grep -q 'bare metal' text && grep -q 'OS COSTS\|TIME SLICE\|first_touch\|os_costs' text; then
        fail "$other: costs of a system that is not there: $(cat text)"
    fi
done
"$analyze" ramlat >text 2>err
grep -q '^table of ramlat' text || fail "another tool's table: $(cat text)"
grep -q "^  ! another tool's table" text || fail "another tool's table is not said to be one: $(cat text)"
if grep -q 'length of a cycle' text; then fail "cycles that no table of ns has: $(cat text)"; fi
"$analyze" cut.log >text 2>err
grep -q '^  ! problems in the log: ' text || fail "a log that was cut: $(cat text)"
exit $wrong
