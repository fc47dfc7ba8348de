#!/bin/sh
# sh fuzz.sh <fuzzer> <analyze> <sources> <scratch folder> <seconds> [<option> ...]: runs one of the fuzzers, on a
# corpus made from recordings, machine files and board files, and on the inputs that once failed (found/). Inputs that
# fail stay in the scratch folder.
fuzzer=$1
analyze=$2
sources=$3
recordings=$sources/tests/data/recordings
scratch=$4
seconds=$5
shift 5
rm -rf "$scratch/seeds" && mkdir -p "$scratch/seeds" "$scratch/found" && cd "$scratch" || exit 1

# Each recording, a piece from its middle on, and its end.
pieces() {
    for log in "$recordings"/*.gz; do
        name=seeds/$(basename "$log" .log.gz)
        gzip -dc "$log" >whole
        { echo; head -c 6000 whole; } >"$name-head"
        { echo; tail -c +40000 whole | head -c 3000; tail -c 1000 whole; } >"$name-tail"
    done
}

case $(basename "$fuzzer") in
fuzz_record)
    pieces
    ;;
fuzz_analyze)
    # Sentences of short series; the fuzzer mends their checksums.
    for log in "$recordings"/*.gz; do
        gzip -dc "$log" | grep '^[$]PT,' >whole
        for probe in cache_size cache_line cache_ways cache_policy write_policy tlb_size tlb_page ops mlp branch \
            icache contexts bandwidth core_to_core sharing numa loaded_latency; do
            { sed -n 1p whole
              awk -F, -v want=$probe '
                  $3 == "PROBE" { sub(/[*].*/, "", $4); on = ($4 == want || $4 == "add_chain"); n[$4]++ }
                  on && n[want] < 3 && n["add_chain"] < 3 && length(all) < 9000 { all = all $0 "\n" }
                  $3 == "DONE" { on = 0 } END { printf "%s", all }' whole
              tail -n 1 whole; } >"seeds/$(basename "$log" .log.gz)-$probe"
        done
    done
    ;;
fuzz_machine)
    for machine in "$sources"/tests/data/machines/*.machine "$sources"/tests/data/machines/*/*.machine; do
        cp "$machine" "seeds/$(basename "$(dirname "$machine")")-$(basename "$machine")"
    done
    sed -n 's/^ *{ "\([a-z_0-9]*\)", IN_.*/"\1"/p' "$sources"/hal/sim/model/machine_keys.c >words
    set -- -dict=words "$@"
    ;;
fuzz_pattern)
    cp "$sources"/probes/pattern/shipped/*.pattern seeds
    for word in about size let array for variant order interchange tile skew interleave reverse unroll parallel space \
        barrier contexts pad stores dense step in when and min max sqrt fma unified independent cyclic f64 i32 '<=' '..'; do
        echo "\"$word\""
    done >words
    set -- -dict=words "$@"
    ;;
fuzz_board)
    for board in "$sources"/targets/*/board.txt; do
        name=$(basename "$(dirname "$board")")
        { cat "$board"; printf '\n----\n[board]\nlike = board\n'; grep -v '^#' "$board"; } >"seeds/$name"
    done
    ;;
fuzz_tree)
    # Emulators' trees (their sources are what `dtc` made of `-machine dumpdtb`).
    for tree in "$sources"/tests/data/trees/*.dts; do
        dtc -q -O dtb -o "seeds/$(basename "$tree" .dts)" "$tree" 2>messages || cp "$tree" seeds
    done
    for word in '#address-cells' '#size-cells' reg status okay enable-method psci spin-table cpu-release-addr method \
        memory chosen bootargs cpus 'cpu@0' reserved-memory timebase-frequency; do
        echo "\"$word\""
    done >words
    set -- -dict=words "$@"
    ;;
fuzz_table)
    for log in "$recordings"/*.gz; do
        "$analyze" --export "lat_mem_rd=seeds/$(basename "$log" .log.gz)" "$log" >report 2>messages
    done
    cat >seeds/ramlat <<EOF
aExecuting ramlat on cpu0 (Cortex-A53), results in ns:

       size:  1x32 1xPTR 2xPTR
        4k: 2.0 2.0 2.0
       64k: 9.0 9.1 9.0
     1024k: 80.0 80.0 81.0
EOF
    cat >seeds/tinymembench <<EOF
ablock size : single random read / dual random read, [MADV_NOHUGEPAGE]
      1024 :    0.0 ns          /     0.0 ns 
     65536 :    4.4 ns          /     7.1 ns 
   1048576 :   40.0 ns          /    60.9 ns 
EOF
    printf 'a,,\n20.5,,\n80,81,\n' >seeds/csv
    printf 'a;1,5\n;\n' >seeds/semicolons
    printf 'a CPU    0    1\n   0    0   20\n   1   20    0\n' >seeds/c2clat
    printf 'a$data << EOD\n   0   20\n  20    0\nEOD\n' >seeds/plot
    printf 'a#box #HWCs 3 #Nodes 1 SMT 0\n0 1 28\n0 2 88\n1 2 90\n#Mem_latencies 1\n' >seeds/mctop
    ;;
fuzz_report)
    # Whole reports of few results each, as the library stops whatever is no JSON. The dictionary has the keys and
    # values that mean something.
    for log in "$recordings"/*.gz; do
        "$analyze" --format json "$log" 2>messages >report
        awk -v name="seeds/$(basename "$log" .log.gz)" '
            !on { head = head $0 "\n" }
            /^ "results"/ { on = 1; next }
            on && /^ \]/ { exit }
            on { object = object $0 "\n" }
            on && /^  }/ {
                sub(/,\n$/, "\n", object)
                if (n++ % 12 < 3) { few = few (few == "" ? "" : ",") object }
                if (n % 12 == 3) { printf "%s%s ], \"problems\": [] }\n", head, few >(name "-" n); few = "" }
                object = ""
            }' report
    done
    for word in schema pontoon.report/1 pontoon.report/2 run results problems id value nominal unit low high confidence method \
        probe note cost what line none true false null -1 1e999 0.5 table pairs bool cycle; do
        echo "\"$word\""
    done >words
    set -- -dict=words "$@"
    ;;
esac
rm -f whole
found=$sources/tests/system/fuzz/found/$(basename "$fuzzer")
if [ -d "$found" ]; then
    cp "$found"/* seeds
fi
exec "$fuzzer" -max_total_time="$seconds" -max_len=20000 -timeout=30 -rss_limit_mb=1500 -seed=1 \
    -artifact_prefix=found/ -print_final_stats=1 "$@" seeds
