#!/bin/sh
# sh emulated.sh <patterns> <folder of patterns> <source tree> <scratch folder>: on processors that an emulator plays,
# generated code computes what the text says, big-endian ones excepted. 77: no compiler with an emulator is installed.
set -u
patterns=$1
shipped=$2
root=$3
rm -rf "$4" && mkdir -p "$4" && cd "$4" || exit 1
failed=0
ran=0

set -- "$shipped/triad.pattern" "$shipped/dgemm.pattern" "$shipped/jacobi1d.pattern" "$shipped/heat.pattern" \
    "$shipped/prefix_sum.pattern"
"$patterns" c kernels.c "$@" && "$patterns" table table.c "$@" || exit 1

# agrees <compiler> <emulator or -> <flag> ...
agrees() {
    compiler=$1
    emulator=$2
    shift 2
    command -v "$compiler" >/dev/null || return
    [ "$emulator" = - ] || command -v "$emulator" >/dev/null || return
    "$compiler" -std=gnu11 -O2 -static -ffp-contract=off -fwrapv -fno-math-errno -fexcess-precision=standard "$@" \
        -I "$root/probes" -I "$root/hal/include" "$root/tests/analysis_host/pattern/agree.c" kernels.c table.c \
        "$root/probes/lib/pattern_code.c" -o agree || { failed=1; return; }
    ran=$((ran + 1))
    [ "$emulator" != - ] || emulator=
    $emulator ./agree >said 2>&1 || { echo "$compiler: $(cat said)"; failed=1; }
}

agrees arm-linux-gnueabihf-gcc qemu-arm -mfpu=neon
agrees aarch64-linux-gnu-gcc qemu-aarch64
agrees riscv64-linux-gnu-gcc qemu-riscv64
agrees powerpc64le-linux-gnu-gcc qemu-ppc64le
agrees i686-linux-gnu-gcc qemu-i386 -msse2 -mfpmath=sse
echo "$ran targets"
[ $ran -gt 0 ] || exit 77
exit $failed
