#!/bin/sh
# image.sh <image> <prefix of binutils>: the string functions of an image for 64-bit ARM or RISC-V are picolibc's, and
# access memory by bytes. Start-up code may call them with the MMU off, where an unaligned access faults.
# Status 0: so it is; 1: not, with what is wrong.
set -u
[ $# -eq 2 ] || { echo "usage: image.sh IMAGE PREFIX" >&2; exit 2; }
image=$1 prefix=$2
failed=0
linked=0
for function in memcpy memmove memset memcmp; do
    "${prefix}nm" "$image" | grep -q " T $function\$" || continue
    linked=$((linked + 1))
    grep -q "^ \.text\.$function .*/picolibc/.*libc\.a(" "${image%/*}/probes.map" || {
        echo "$image: $function is not picolibc's"
        failed=1
    }
    accesses=$("${prefix}objdump" -d --no-show-raw-insn "--disassemble=$function" "$image" |
        sed -n 's/^ *[0-9a-f]*:[[:space:]]*\([a-z][a-z0-9.]*\).*/\1/p' |
        grep -E '^((ld|st)[a-z0-9]+|prfu?m|dc|l[bhwd]u?|s[bhwd]|f[ls][wdq])$' | sort -u)
    [ -n "$accesses" ] || {
        echo "$image: no access to memory is found in $function"
        failed=1
    }
    for access in $accesses; do
        case $access in
        ldrb | strb | lb | lbu | sb) ;;
        *)
            echo "$image: $function accesses memory by $access, which may fault while the MMU is off"
            failed=1
            ;;
        esac
    done
done
[ $linked -gt 0 ] || {
    echo "$image: no string function is in the image"
    failed=1
}
exit $failed
