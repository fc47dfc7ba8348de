#!/bin/sh
# sh counts_can_fail.sh <sources> <cc> <scratch folder>: the build counts what kernels do, and a formula that is off by
# one stops it, with the kernel, the size and both numbers.
set -u
sources=$1
cc=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
cat >table.c <<'END'
#include "lib/kernel.h"
extern const struct kernel *const kernel_fft[];
const struct kernel *const *const kernel_table[] = { kernel_fft, 0 };
END

# counts <kernel's file>: the counting program of the build, with this kernel alone.
counts() {
    "$cc" -O1 -Wall -Wextra -Werror -DKERNEL_COUNTED -I "$sources/probes" -I "$sources/hal/include" \
        -o count "$1" "$sources"/probes/generate/kernels/*.c "$sources/probes/lib/pattern_code.c" table.c || exit 1
    ./count 2>said
}
counts "$sources/probes/kernels/kernel/fft.c" || { cat said; exit 1; }
[ ! -s said ] || { echo "it is not silent"; exit 1; }
sed 's/return 6 \* butterflies;/return 6 * butterflies + 1;/' "$sources/probes/kernels/kernel/fft.c" >fft.c
counts fft.c && { echo "a wrong formula was taken"; exit 1; }
grep -q 'kernels: fft.radix2, n = 4: 25 additions by its formula, 24 done' said || { cat said; exit 1; }
# What computes beside the macros does not even compile.
sed 's/REAL_ADD(low_re, re)/low_re + re/' "$sources/probes/kernels/kernel/fft.c" >fft.c
(counts fft.c) 2>/dev/null && { echo "an operation was not counted"; exit 1; }
exit 0
