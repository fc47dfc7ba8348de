#!/bin/sh
# image.sh <image> <prefix of binutils>: the string functions of an image for Cortex-A8 or A9 are newlib-nano's, and no
# object that runs while the MMU is off calls memcpy: newlib's for ARMv7-A makes unaligned accesses, which fault there.
# Its other string functions align their accesses. Status 0: so it is; 1: not, with what is wrong.
set -u
[ $# -eq 2 ] || { echo "usage: image.sh IMAGE PREFIX" >&2; exit 2; }
image=$1 prefix=$2
folder=${image%/*}
failed=0
linked=0
for function in memcpy memmove memset memcmp; do
    "${prefix}nm" "$image" | grep -q " T $function\$" || continue
    linked=$((linked + 1))
    grep -q "/lib[cg]_nano\.a(lib_a-$function\.o)" "$folder/probes.map" || {
        echo "$image: $function is not newlib-nano's"
        failed=1
    }
done
[ $linked -gt 0 ] || {
    echo "$image: no string function is in the image"
    failed=1
}
# What arm_start() and arm_start_other() run before mmu_on() returns, and the board's start().
for object in start mmu cache core semihost pl310 watchdog_omap omap_rom board; do
    names=$("${prefix}nm" -u "$folder/libhal.a" 2>/dev/null | awk -v object="$object.c.obj:" '/:$/ { inside = $0 == object }
        inside && $2 ~ /^(__aeabi_)?mem(cpy|move)/ { print $2 }')
    [ -z "$names" ] || {
        echo "$folder/libhal.a($object.c.obj) runs before the MMU is on and calls" $names
        failed=1
    }
done
"${prefix}nm" "$folder/libhal.a" 2>/dev/null | grep -q " T mmu_on\$" || {
    echo "$folder/libhal.a: mmu_on is not found"
    failed=1
}
exit $failed
