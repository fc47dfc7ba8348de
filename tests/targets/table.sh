#!/bin/sh
# sh table.sh <folder of builds, as build/matrix> [<target> ...]: a table of what images take and do, for those that QEMU
# plays: text, static memory, how much of each core's stack a `--quick` run uses, its records, and the processor time of
# QEMU. Memory is all zero when QEMU begins, so that the stack is used as far as it holds something else; options are
# typed, since nobody may hear the image end while its memory is looked at.
set -u
[ $# -ge 1 ] && [ -d "$1" ] || { echo "usage: sh table.sh <folder of builds, as build/matrix> [<target> ...]"; exit 2; }
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
builds=$(cd "$1" && pwd)
shift
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
[ $# -gt 0 ] || set -- $(cd "$root/targets" && grep -l '^run *= *qemu-system' ./*/board.txt | sed 's|^./||; s|/board.txt||')
seconds=${PONTOON_SECONDS:-600} # at most, for each

# fact <word of row.cmake>
fact() {
    sed -n "s|^set(row_$1 \[==\[\(.*\)\]==\])|\1|p" "$build/row.cmake"
}

# Sets start, each and used: where the stacks begin, the bytes between those of two cores, and of one of them.
find_stacks() {
    start=$(sed -n 's/^\.stacks *\(0x[0-9a-f]*\).*/\1/p' "$build/probes.map")
    [ -n "$start" ] || start=$(sed -n '/^\.stacks$/{n;s/^ *\(0x[0-9a-f]*\).*/\1/p;}' "$build/probes.map")
    each=$(sed -n 's/^ *\(0x[0-9a-f]*\) *stack_bytes = .*/\1/p' "$build/probes.map")
    used=$each
    if grep -q 'stacks_start = ' "$build/probes.map"; then # hal/bare64/stacks.h
        start=$(printf '0x%x' $((start + 0x1000)))
        each=0xb000 used=0x8000
    fi
    cores=$(printf '%s\n' "$line" | sed -n 's/.*-smp \([0-9]*\).*/\1/p')
    case $line in *"-M raspi3b"*) cores=4 ;; esac                # always
    ! grep -q 'stacks_end = ' "$build/probes.map" || cores=4 # hal/arm_v7: that of the first core is the last
}

# Prints how many bytes of stack $1 were used, as $dir/stack.$1 has it.
depth() {
    first=$(cmp "$dir/stack.$1" /dev/zero 2>/dev/null | sed -n 's/.*\(byte\|char\) \([0-9]*\),.*/\2/p')
    echo $(($(wc -c <"$dir/stack.$1") + 1 - ${first:-$(($(wc -c <"$dir/stack.$1") + 1))}))
}

# Types the options after the hello, keeps the log, and saves the stacks after the end; then QEMU quits.
talk() {
    while IFS= read -r text; do
        printf '%s\n' "$text" >>"$dir/log"
        case $text in
        *"may be typed"*) echo "--quick" >&4 ;;
        *,END,*) break ;;
        esac
    done <"$dir/serial.out"
    core=0
    while [ $core -lt "${cores:-1}" ] && [ -n "$each" ]; do
        printf 'memsave %d %d "%s"\n' $((start + core * each)) $((used)) "$dir/stack.$core"
        core=$((core + 1))
    done >&3
    echo quit >&3
}

run() {
    rm -f "$dir"/*
    mkfifo "$dir/serial.in" "$dir/serial.out" "$dir/monitor" || exit 1
    : >"$dir/log"
    command=$(printf '%s\n' "$line" | sed -e "s|{image}|$build/probes|" -e 's| -append "{options}"||' -e 's| -monitor none| -monitor stdio|' \
        -e 's| -semihosting-config [^ ]*||' -e "s| -serial stdio| -chardev pipe,id=line,path=$dir/serial -serial chardev:line|" \
        -e 's| -device isa-debug-exit[^ ]*||')
    exec 4<>"$dir/serial.in" 3<>"$dir/monitor"
    sh -c "timeout $seconds $command; times" <"$dir/monitor" >"$dir/said" 2>&1 &
    qemu=$!
    talk
    wait $qemu
    exec 3>&- 4>&-
}

printf '%-20s %7s %8s %8s %6s  %s\n' target text memory records "cpu s" "stack used, by core"
for target; do
    build=$builds/$target
    line=$(sed -n 's/^run *= *//p' "$root/targets/$target/board.txt")
    [ -e "$build/row.cmake" ] && [ -e "$build/probes.map" ] || { echo "$target was not built there"; continue; }
    command -v "${line%% *}" >/dev/null || { echo "$target: ${line%% *} is not installed"; continue; }
    find_stacks
    run
    if ! grep -q ',END,.*,ok' "$dir/log"; then
        echo "$target: the run has no end:"
        tail -n 2 "$dir/log" "$dir/said"
        continue
    fi
    stacks=
    for file in "$dir"/stack.*; do
        [ ! -e "$file" ] || stacks="$stacks $(depth "${file##*.}")"
    done
    printf '%-20s %7d %8d %8d %6s %s\n' "$target" "$(fact text)" $(($(fact data) + $(fact bss))) \
        "$(grep -c '^\$PT,' "$dir/log")" "$(tail -n 1 "$dir/said" | awk '{ split($1, a, /[ms]/); print a[1] * 60 + a[2] }')" "$stacks"
done
