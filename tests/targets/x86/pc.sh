#!/bin/sh
# Starts an emulated PC by the command in its board.txt and holds it to one test, <what>:
# pc.sh <what> <board> <source tree> <folder of the board's build> <board_runner> <analyze>
#
#   build     the images that the others start
#   contract  what hal/include promises, on 1, 2 and 4 processors
#   run       a complete run, as board_runner sees it
#   typed     options that are typed at the console
#   usage     wrong usage: a message and a status
#   fault     a fault: a sentence and a status
#   registers an image whose caches are off reports it
#   golden    every byte of a run is as recorded, on 1 and 4 processors, where time counts instructions;
#             with PONTOON_GOLDEN=write in the environment the recordings are written anew, for review
# Status 0: passed, 1: not, 77: skipped, with the reason.
set -u
what=$1 board=$2 source=$3 dir=$4 runner=$5 analyze=$6
here=$source/tests/targets/x86/golden
run=$(sed -n 's/^run *= *//p' "$source/targets/$board/board.txt")
emulator=${run%% *}

skip() {
    echo "skipped: $1"
    exit 77
}

fail() {
    echo "$1; this came:"
    cat "$dir/$what.out"
    exit 1
}

# build <folder> <variable of CMake> <target>...
build() {
    folder=$1 variable=$2
    shift 2
    mkdir -p "$folder" || exit 1
    if ! cmake -G Ninja -S "$source" -B "$folder" -DPONTOON_TARGET="$board" "$variable" \
        -DCMAKE_COMPILE_WARNING_AS_ERROR=ON >"$folder/configure.log" 2>&1; then
        missing=$(grep 'is not installed' "$folder/configure.log") && skip "$missing"
        cat "$folder/configure.log"
        exit 1
    fi
    cmake --build "$folder" -j2 --target "$@" >"$folder/build.log" 2>&1 && return
    cat "$folder/build.log"
    exit 1
}

# start <image> <processors> <options of the probes> <more of the emulator's>: output in $what.out, status
# in $status. The image is named without its folder, as its name is part of the command line that it reads.
start() {
    command=$(printf '%s\n' "$run" |
        sed "s|{image}|$1|; s|{options}|$3|; s|-smp 4|-smp $2|; s|\$| $4|")
    status=0
    (eval "cd $dir && exec timeout 120 $command") >"$dir/$what.out" 2>&1 || status=$?
}

# expect <status> <pattern of a line>
expect() {
    [ "$status" -eq "$1" ] || fail "status $status, expected $1"
    grep -q "$2" "$dir/$what.out" || fail "no line \`$2\`"
}

# The serial output of a short run where each instruction takes 1 ns, and the calendar stands.
counted() {
    (start probes "$1" "--quick --only timer_floor" \
        "-icount shift=0,sleep=off -rtc base=2000-01-01,clock=vm" </dev/null &&
        [ "$status" -eq 0 ]) || fail "the run failed"
    cp "$dir/$what.out" "$2"
}

# Sets DIFFERS to what tells the programs of the recordings from these, or to "".
tools_differ() {
    DIFFERS=
    [ "$(cat "$here/emulator")" = "$version" ] || DIFFERS="recorded with $(cat "$here/emulator"), not $version"
    for key in cc cflags; do
        [ "$(grep -o ",$key=[^,*]*" "$here/$board-1.log")" = "$(grep -o ",$key=[^,*]*" "$dir/1.log")" ] ||
            DIFFERS="recorded with another $key"
    done
}

# What a log says but for the code of its kernels, which any change of a kernel changes, and the checksums over that.
lasting() {
    sed -e 's/,kernels_crc=[^,*]*//' -e 's/\*[0-9A-F]*\r*$//' -e 's/\(,\(DONE\|END\),.*\),[0-9A-F]\{8\}$/\1/' "$1"
}

golden() {
    version=$("$emulator" --version | sed -n 's/^QEMU emulator version \([^ ]*\).*/\1/p')
    for n in 1 4; do
        counted $n "$dir/$n.log"
        [ "${PONTOON_GOLDEN-}" != write ] || cp "$dir/$n.log" "$here/$board-$n.log"
    done
    [ "${PONTOON_GOLDEN-}" != write ] || echo "$version" >"$here/emulator"
    tools_differ
    if [ -n "$DIFFERS" ]; then
        counted 4 "$dir/again.log"
        cmp "$dir/4.log" "$dir/again.log" || exit 1
        skip "$DIFFERS; two runs are the same"
    fi
    for n in 1 4; do
        lasting "$here/$board-$n.log" >"$dir/$n.wanted"
        lasting "$dir/$n.log" | cmp "$dir/$n.wanted" - || {
            echo "if this change is meant: PONTOON_GOLDEN=write sh pc.sh golden ..., and review the difference"
            exit 1
        }
    done
}

command -v "$emulator" >/dev/null || skip "$emulator is not installed"
if [ "$what" = build ]; then
    build "$dir" -DPONTOON_CR0_ON=0 probes board_contract board_fault
    exit 0
fi
[ -e "$dir/probes" ] || skip "there is no image: see the test that builds it"

case $what in
contract)
    for n in 1 2 4; do
        start board_contract $n "-" "-icount shift=0,sleep=off" </dev/null
        expect 0 '^contract kept'
    done
    ;;
run)
    options="--quick --only timer_floor,add_chain,cache_size,tlb_page max=64K"
    # shellcheck disable=SC2086 # a list of words
    "$runner" -q --image="$dir/probes" --output="$dir/run.out" run "$board" -- $options ||
        fail "board_runner: status $?"
    status=0
    expect 0 ',NOTE,processors:%204%20of%204'
    expect 0 ',END,'
    ;;
typed) # where the command line has no word; the first byte may come before the line is set up, and is lost then
    run=$(printf '%s\n' "$run" | sed 's/emulated=1 //')
    start probes 1 "" "" <<'TYPED'
   --list --only=timer_floor
TYPED
    expect 0 '^timer_floor: '
    ;;
usage)
    start probes 1 "--bogus" "" </dev/null
    expect 5 '^probes: --bogus: no such option'
    ;;
fault)
    start board_fault 2 "-" "" </dev/null
    expect 7 '^NOTE page fault on core 0 at PC 0x10[0-9a-f]*, address 0x0'
    ;;
registers)
    build "${dir}_off" -DPONTOON_CR0_ON=0x40000000 probes
    command=$(printf '%s\n' "$run" | sed "s|{image}|{build}/probes|; s|{options}|--quick --only timer_floor|")
    exec sh "$source/tests/targets/registers.sh" "$dir" "${dir}_off" "${dir}_registers" "$analyze" claim.cr0.cd=0 \
        claim.cr0.cd=1 "no cache is filled" off:%20caches "$command"
    ;;
golden)
    golden
    ;;
*)
    echo "pc.sh: $what: no such test" >&2
    exit 2
    ;;
esac
