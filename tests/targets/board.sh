#!/bin/sh
# Starts images of one board by the command in its board.txt, or in <board>.run beside the golden folder, and holds them
# to <rule>:
# sh board.sh <rule> <target folder> <build of the target> <golden folder>
#
#   contract   board_contract keeps what hal/include promises, on one core and on all
#   fault      board_fault tells the exception, its PC and address, and leaves with the status of faults
#   recording  board_recording writes the same bytes each time, on one core and on all: the golden ones
#   elsewhere  the same of a board that has memory at 0, with its registers
#   chip       an image started on another chip says so and leaves
#   stack      board_fault tells a stack that overflows
#   memory     less memory than the board's files say is told
#   probes     the probes stream a run to its END, twice the same; a bad option is wrong usage
#   events     events= counts the instructions of a kernel, as many as the emulator has played; or says why not
#   walks      a board that cannot flush times a kernel in all states of caches, emptied by walks, and says so
#
# PONTOON_REWRITE=1 in the environment makes `recording` write the golden files instead; look at the
# changes before you commit them. 77: skipped.
set -u
rule=$1
target=$2
build=$3
golden=$4
board=$(basename "$target")
line=$(sed -n 's/^run *= *//p' "$target/board.txt")
[ -n "$line" ] || line=$(cat "$golden/../$board.run") # a real board's image, which an emulator can play, too
out=$build/board_test
counted="-icount shift=0,sleep=off" # an instruction takes a nanosecond, and nothing else does
golden_compiler="GNU 12.2."
golden_emulator="version 7.2"
export QEMU_AUDIO_DRV=none

fail() {
    echo "$board, $cores: $1; this came (status $status):"
    cat "$out"
    exit 1
}

# start <image> <options> <more words of the emulator>: sets status to the exit status of the image.
start() {
    command=$(printf '%s\n' "$line" |
        sed -e "s|{image}|$build/$1|" -e "s|{options}|$2|" -e "s|-smp [0-9]*|$cores|")
    eval "timeout 60 $command $3" </dev/null >"$out.all" 2>"$out.err"
    status=$?
    case $line in # without what firmware says before
    *"-bios none"*) mv "$out.all" "$out" ;;
    *riscv*) sed '1,/^Boot HART MEDELEG/d' "$out.all" >"$out" ;;
    *) mv "$out.all" "$out" ;;
    esac
    case $line in # isa-debug-exit makes N to 2 * N + 1
    *isa-debug-exit*) [ $((status % 2)) -eq 0 ] || status=$((status / 2)) ;;
    esac
}

# Both numbers of cores, or the only one. A FU540's first core cannot run the image.
case $line in
*"-M sifive_u"*) set -- "-smp 2" "-smp 5" ;;
*-smp*) all_cores=$(printf '%s\n' "$line" | sed 's/.*\(-smp [0-9]*\).*/\1/') && set -- "-smp 1" "$all_cores" ;;
*) set -- "" ;;
esac

golden_is_of_this() {
    sed -n 's/^#define BUILD_CC "\(.*\)"$/\1/p' "$build/generated/build_facts.h" | grep -qF "$golden_compiler" &&
        ${line%% *} --version | grep -qF "$golden_emulator"
}

for cores; do
    case $rule in
    contract)
        start board_contract words ""
        [ $status -eq 0 ] && grep -q "contract kept" "$out" || fail "a promise is broken"
        ;;
    fault)
        start board_fault words ""
        [ $status -eq 3 ] && grep -Eq "NOTE .* at PC 0x[0-9a-f]+, address 0x0" "$out" ||
            fail "a fault is told, and ends the run"
        ;;
    elsewhere)
        start board_fault elsewhere ""
        [ $status -eq 3 ] && grep -Eq "^registers: r0 " "$out" && grep -Eq "NOTE .* at PC 0x[0-9a-f]+, address 0x" "$out" ||
            fail "a fault is told with registers, and ends the run"
        ;;
    chip)
        line=$(printf '%s\n' "$line" | sed 's/mps2-an385/mps2-an386/')
        start board_contract words ""
        [ $status -eq 1 ] && grep -q "this image is for a Cortex-M3 (AN385), whose word at 0x4002fffc is 0x3850; here it is 0x3860" "$out" ||
            fail "an image says that this is another chip"
        ;;
    stack)
        start board_fault stack ""
        [ $status -eq 3 ] && grep -Eq "NOTE stack overflow on core 0 at PC 0x[0-9a-f]+" "$out" ||
            fail "a stack that overflows is told, and ends the run"
        ;;
    memory)
        line=$(printf '%s\n' "$line" | sed 's/-m [0-9]*M/-m 64M/')
        start board_recording words ""
        [ $status -eq 0 ] && sed 's/%20/ /g; s/%2C/,/g' "$out" | grep -q "by the board's files, which say 0x[0-9a-f]*: nothing keeps" ||
            fail "less memory than the board's files say is told, and does not end the run"
        ;;
    recording)
        start board_recording "'two words' exact" "$counted"
        [ $status -eq 0 ] || fail "a run ends by itself"
        cp "$out" "$out.first"
        start board_recording "'two words' exact" "$counted"
        cmp -s "$out" "$out.first" || fail "a run is the same each time"
        start board_recording "'two words' coarse" "$counted"
        kept=$golden/$board$(printf '%s' "$cores" | tr -d ' ').log
        if [ "${PONTOON_REWRITE:-0}" = 1 ]; then
            cp "$out" "$kept"
        elif golden_is_of_this; then
            diff "$kept" "$out" || fail "a run is that of $kept"
        else
            echo "the same twice; $kept is $golden_compiler's, under QEMU $golden_emulator"
        fi
        ;;
    probes)
        start probes "--quick --only timer_floor,add_chain,cache_size,tlb_size max=64K" "$counted"
        [ $status -eq 0 ] && tail -n 1 "$out" | grep -q ",END,.*,ok" || fail "a run is complete"
        cp "$out" "$out.first"
        start probes "--quick --only timer_floor,add_chain,cache_size,tlb_size max=64K" "$counted"
        cmp -s "$out" "$out.first" || fail "a run is the same each time"
        start probes "--nonsense" ""
        [ $status -eq 2 ] && grep -q "nonsense: no such option" "$out" || fail "a bad option is wrong usage"
        ;;
    walks)
        start probes "--quick --only timer_floor,add_chain,kernels kernel=wht.iterative state=cold,code,data n=256 contexts=1 max=256K" \
            "$counted"
        [ $status -eq 0 ] && tail -n 1 "$out" | grep -q ",END,.*,ok" || fail "a run is complete"
        grep -q "NOTE,kernels:.*emptied.*walks" "$out" || fail "walks are told"
        for state in cold code data; do # timings of n=256 after the series' keys
            sed "1,/PROBE,kernels,name=wht,.*state=$state,flush=walk,/d; /,DONE,/q" "$out" | grep -q ",S,256:0," ||
                fail "no timing in state $state, or not by a walk"
        done
        ;;
    events)
        case $board in
        *a64) event=INST_RETIRED ;;
        *rv64*) event=instret ;;
        *) event=CPU_CYCLES ;;
        esac
        start probes "--quick --only timer_floor,add_chain,kernels kernel=read n=4096,8192 contexts=1 events=$event,NONE" "$counted"
        [ $status -eq 0 ] && tail -n 1 "$out" | grep -q ",END,.*,ok" || fail "a run is complete"
        grep -q "PROBE,events,of=kernels,event=NONE,why=.*no%20event%20of%20that%20name" "$out" ||
            fail "a name that is none has its reason"
        if [ "$event" = CPU_CYCLES ]; then # the emulator's Cortex-A9 has counters that stand still
            grep -q "PROBE,events,of=kernels,event=$event,why=its%20counter%20does%20not%20advance" "$out" ||
                fail "a counter that stands still is believed"
            continue
        fi
        grep -q "PROBE,events,of=kernels,by=.*,event=$event,proved=yes,name=read" "$out" || fail "no count of $event"
        # The clock advances by a tick for each instruction, on a counter of its own: a count is larger by the instructions
        # that read clock and counters, the same for all timings. 32 words are 16 loads or more.
        tr -d '\r' <"$out" | awk -F'[,*]' -v event="event=$event" '
            $3 == "PROBE" { own = $4 == "kernels"; counts = $4 == "events" && index($0, event) }
            $3 == "S" && own { for (i = 6; i < NF; i++) ticks[$4, n[$4]++] = $i; laps[$4] = $5 }
            $3 == "E" && counts && $4 > 0 {
                x = $4 ":0"
                for (i = 6; i < NF; i++) {
                    away = $i - ticks[x, k[x]++]
                    if (first == "") first = away
                    if ($5 != laps[x] || away < 0 || away > 300 || away - first > 2 || first - away > 2) { print "n = " $4 ": " $i " is " away " from the clock"; bad = 1 }
                    sum[x] += $i / $5
                }
            }
            END {
                a = "4096:0"; b = "8192:0"
                if (k[a] == 0 || k[a] != n[a] || k[b] != n[b]) { print "counts " k[a] ", timings " n[a]; exit 1 }
                step = (sum[b] / k[b] - sum[a] / k[a]) / (4096 / 32)
                if (step < 16 || step > 100) { print step " instructions for 32 words"; bad = 1 }
                exit bad
            }' || fail "counts are not the instructions of the kernel"
        ;;
    esac
done
