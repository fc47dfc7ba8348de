#!/bin/sh
# sh loops.sh <patterns> <folder of patterns> <source tree> <scratch folder>: what compilers make of the innermost
# loops of generated code: no call, no integer division, and vector stores where iterations may run at once.
set -u
patterns=$1
shipped=$2
root=$3
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
failed=0

"$patterns" c small.c "$shipped/triad.pattern:plain,cyclic8" "$shipped/jacobi2d.pattern:plain,time" \
    "$shipped/dgemm.pattern:ijk,blocked" || exit 1

# innermost <forbidden instruction> <vector store or -> <function> ...: reads objdump's output from standard input.
# An innermost loop is from the target of a jump back to the jump, no other jump back being between.
innermost() {
    forbidden=$1
    store=$2
    shift 2
    awk -v forbidden="$forbidden" -v store="$store" -v wanted=" $* " '
        function value(hex,    n, i) {
            for (n = 0; length(hex) > 0; hex = substr(hex, 2)) n = 16 * n + index("0123456789abcdef", substr(hex, 1, 1)) - 1
            return n
        }
        function finish(    i, k, inner, stores) {
            for (i = 1; i <= n; i++) {
                if (target[i] == "" || target[i] > at[i] || target[i] < at[1]) continue
                inner = 1
                for (k = 1; k <= i; k++) # a way back from what is kept after the end is no loop
                    if (at[k] >= target[i] && text[k] ~ /^(ret|bx +lr|blr |pop .*pc|ldm.*pc)/) inner = 0
                for (k = 1; k < i; k++)
                    if (at[k] >= target[i] && target[k] != "" && target[k] <= at[k] && target[k] >= target[i]) inner = 0
                if (!inner) continue
                loops++
                for (k = 1; k <= i; k++) {
                    if (at[k] < target[i]) continue
                    if (text[k] ~ forbidden) { print name ": " text[k]; wrong = 1 }
                    if (store != "-" && text[k] ~ store) stores++
                }
            }
            if (n > 0 && loops == 0) { print name ": no loop is found"; wrong = 1 }
            if (store != "-" && n > 0 && index(wanted, " " name " ") && !stores) { print name ": no vector store"; wrong = 1 }
            n = loops = 0
        }
        /^[0-9a-f]+ <[.]L.*>:$/ { next }
        /^[0-9a-f]+ <.*>:$/ { finish(); name = $2; gsub(/[<>:]/, "", name); on = name ~ /^pattern_.*_run$/; seen += on; next }
        on && /^ *[0-9a-f]+:\t/ {
            split($0, part, "\t")
            n++
            hex = part[1]; gsub(/[ :]/, "", hex)
            at[n] = value(hex)
            text[n] = part[3] " " part[4]
            target[n] = ""
            if (match(text[n], /[0-9a-f]+ <(pattern_|[.]L)[^>]*>/)) {
                hex = substr(text[n], RSTART, RLENGTH); sub(/ .*/, "", hex)
                target[n] = value(hex)
            }
        }
        END { finish(); if (seen != 6) { print "not six functions: " seen + 0; wrong = 1 } exit wrong }'
}

# check <compiler> <objdump> <forbidden> <vector store or -> <flag> ...
checked=0
check() {
    compiler=$1
    objdump=$2
    forbidden=$3
    store=$4
    shift 4
    command -v "$compiler" >/dev/null && command -v "$objdump" >/dev/null || return
    checked=$((checked + 1))
    "$compiler" -std=gnu11 -Wall -Wextra -Wconversion -Wshadow -Werror -Wno-unused-variable -ffreestanding \
        -ffp-contract=off -fwrapv -fno-math-errno "$@" -I "$root/probes" -I "$root/hal/include" -c small.c -o small.o || {
        failed=1
        return
    }
    "$objdump" -d small.o | innermost "$forbidden" "$store" pattern_triad_plain_run pattern_triad_cyclic8_run \
        pattern_jacobi2d_plain_run pattern_jacobi2d_time_run pattern_dgemm_blocked_run || { echo "by $compiler $*"; failed=1; }
}

x86='^(call|i?div[bwlq]? )'
arm='^(bl|blx|sdiv|udiv)[ .]'
[ "$(uname -m)" != x86_64 ] || check gcc objdump "$x86" '^v?mov[au]p[sd] .*%[xyz]mm[0-9]*,[^%]*[(]' -O3 -mavx2
check aarch64-linux-gnu-gcc aarch64-linux-gnu-objdump '^(bl|blr|sdiv|udiv) ' '^(st[rp]|stur) q' -O3
check arm-linux-gnueabihf-gcc arm-linux-gnueabihf-objdump "$arm" - -O3
check arm-none-eabi-gcc arm-none-eabi-objdump "$arm" - -O2 -mcpu=cortex-a9 -mfpu=neon -mfloat-abi=hard
check riscv64-linux-gnu-gcc riscv64-linux-gnu-objdump '^(jalr? |call|div|rem)' - -O3
check powerpc64le-linux-gnu-gcc powerpc64le-linux-gnu-objdump '^(bl |bctrl|div[dw])' '^(stxv|stvx)' -O3
check i686-linux-gnu-gcc i686-linux-gnu-objdump "$x86" - -O3
echo "$checked compilers"
[ "$checked" -gt 0 ] || exit 77
exit $failed
