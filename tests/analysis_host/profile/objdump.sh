#!/bin/sh
# objdump.sh <hold_decoded> <probes> <scratch>: decoders against objdump, on the probes' image and on C libraries of
# Debian's cross compilers: loads, stores, branches and registers written. 77: nothing to compare with.
hold=$1 probes=$2 dir=$3
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
mkdir -p "$dir" && cd "$dir" || exit 1
compared=0 failed=0

# compare <ISA> <objdump> <file> [option]
compare() {
    isa=$1 objdump=$2 file=$3
    "$objdump" -d -w "$file" | head -n 60000 | awk -v isa="$isa" -f "$here/objdump.awk" >"$isa.lines"
    "$hold" "$isa" <"$isa.lines"
    case $? in
    0) compared=1 ;;
    77) echo "this build has no decoder for $isa" ;;
    *) failed=1 ;;
    esac
}

[ "$(uname -m)" != x86_64 ] || compare x86_64 objdump "$probes"
echo '#include <stdio.h>
int main(int n, char **v) { return printf("%f %s", (double)n / 3, v[0]) < 0; }' >some.c
for isa in arm:arm-linux-gnueabihf aarch64:aarch64-linux-gnu; do
    prefix=${isa#*:}
    "$prefix-gcc" -O2 -static -o "${isa%:*}" some.c 2>/dev/null || { echo "$prefix-gcc has no C library"; continue; }
    compare "${isa%:*}" "$prefix-objdump" "${isa%:*}"
done
[ $failed -eq 0 ] || exit 1
[ $compared -eq 1 ] || exit 77
