#!/bin/sh
# sh isas.sh <profile> <show_signature> <source> <scratch>: one program for four ISAs: the same loops with the same
# rounds, and the same data within 5 %. 77: a cross compiler or emulator is missing.
profile=$1
show=$2
source=$3
dir=$4
failed=0
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1

fail() {
    echo "$*"
    failed=1
}

# The loops of the program's own functions, without their order.
loops() {
    "$show" "$1" | sed -n 's/^loop [0-9]* in [0-9-]* \(main\|multiply\|row_times_column\) \(activations [0-9]* iterations [0-9]*\) .*/\1 \2/p' |
        sort
}

# near <number> <number>: within 5 %
near() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a >= 0.95 * b && a <= 1.05 * b) }'
}

first=
for isa in x86_64:gcc arm:arm-linux-gnueabihf-gcc aarch64:aarch64-linux-gnu-gcc riscv64:riscv64-linux-gnu-gcc; do
    compiler=${isa#*:}
    isa=${isa%:*}
    [ "$isa" != x86_64 ] || [ "$(uname -m)" = x86_64 ] || compiler=x86_64-linux-gnu-gcc
    for program in "$compiler" "qemu-$isa"; do
        command -v "$program" >/dev/null || { echo "$program is not installed"; exit 77; }
    done
    echo 'int main(void) { return 0; }' >none.c
    "$compiler" -static none.c -o none 2>/dev/null || { echo "$compiler has no C library"; exit 77; }
    "$compiler" -O1 -g -static "$source" -o "$isa" || { fail "$isa: not compiled"; continue; }
    "$profile" -q -o "$isa.sig" -- "./$isa" >out 2>err || fail "$isa: status $?: $(cat err)"
    loops "$isa.sig" >"$isa.loops"
    "$show" "$isa.sig" | grep -q "^unknown 0$" || fail "$isa: $("$show" "$isa.sig" | grep '^unknown')"
    lines=$("$show" "$isa.sig" | sed -n 's/^lines //p')
    volume=$("$show" "$isa.sig" | sed -n 's/^kernel 0 in multiply .* volume //p')
    [ -n "$volume" ] || { fail "$isa: multiply is no kernel: $("$show" "$isa.sig" | grep '^kernel')"; continue; }
    echo "$isa: $lines lines of data, $volume bytes of the kernel"
    if [ -z "$first" ]; then
        first=$isa
        first_lines=$lines
        first_volume=$volume
        grep -q "^row_times_column activations 4096 iterations 262144$" "$isa.loops" || fail "$isa: $(cat "$isa.loops")"
        continue
    fi
    cmp -s "$first.loops" "$isa.loops" || fail "$isa: $(diff "$first.loops" "$isa.loops")"
    near "$lines" "$first_lines" || fail "$isa touches $lines lines, $first $first_lines"
    near "$volume" "$first_volume" || fail "$isa: the kernel touches $volume bytes, $first $first_volume"
done
exit $failed
