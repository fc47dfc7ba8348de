#!/bin/sh
# refusals.sh <generate_kernels> <scratch folder>
# What no generator can write is refused with its cause, status 2, and no file.
set -u
generator=$1 dir=$2 failed=0
rm -rf "$dir"
mkdir -p "$dir"

# refuse <words in the message> <argument> ...
refuse() {
    wanted=$1
    shift
    said=$("$generator" "$@" 2>&1)
    status=$?
    if [ $status -ne 2 ] || ! echo "$said" | grep -q "$wanted"; then
        echo "$*: status $status, '$said' instead of '$wanted'"
        failed=1
    fi
}

good=rows=4,columns=4,lanes=4,kc=8,mc=8,nc=8
refuse usage
refuse usage tiles
refuse usage folder "$dir"
refuse 'no ROWSxCOLUMNS' tiles "$dir/t.c" f64 4 4by4
refuse 'whole vectors' tiles "$dir/t.c" f64 4 6x4
refuse 'whole vectors' tiles "$dir/t.c" f64 4 0x6
refuse '1 to 16 columns' tiles "$dir/t.c" f64 4 4x0
refuse 'f64 or f32' tiles "$dir/t.c" f16 4 4x4
refuse '1, 2, 4' tiles "$dir/t.c" f64 3 3x4
refuse '1, 2, 4' tiles "$dir/t.c" f64 64 64x1
refuse 'no KERNEL' folder "$dir" gemm
refuse 'no such kernel' folder "$dir" "trsm.f64:$good"
refuse 'no such key' folder "$dir" "gemm.f64:$good,kd=3"
refuse 'no number' folder "$dir" "gemm.f64:$good,kc=x"
refuse 'no number' folder "$dir" "gemm.f64:$good,kc=-1"
refuse 'no number' folder "$dir" "gemm.f64:$good,kc=99999999999999999999"
refuse 'no number' folder "$dir" "gemm.f64:$good,size=4x4"
refuse '1 to 65536' folder "$dir" "gemm.f64:$good,kc=0"
refuse '1 to 65536' folder "$dir" "gemm.f64:$good,kc=65537"
refuse 'constant size' folder "$dir" "gemm.f64:$good,size=0x4x4"
refuse 'accumulators' folder "$dir" dot.f64:rows=0,lanes=4
refuse 'accumulators' folder "$dir" dot.f64:rows=17,lanes=4
refuse 'columns at once' folder "$dir" gemv.f64:lanes=4
refuse 'tile of a transposition' folder "$dir" transpose.f64:rows=2,lanes=4
refuse 'power of two' folder "$dir" wht.f64:rows=6,columns=64,lanes=4
refuse 'power of two' folder "$dir" wht.f64:rows=8,columns=63,lanes=4
refuse 'twice' folder "$dir" dot.f64:rows=4,lanes=4 dot.f64:rows=2,lanes=4
refuse 'No such file' folder "$dir/none" dot.f64:rows=4,lanes=4
refuse usage open "$dir/k.c"
refuse 'a product is of tiles' open "$dir/k.c" "gemm.f64:$good"
refuse 'accumulators' open "$dir/k.c" dot.f64:rows=17,lanes=4
refuse 'No such file' open "$dir/none/k.c" dot.f64:rows=4,lanes=4
[ -z "$(ls "$dir")" ] || { echo "a file was written: $(ls "$dir")"; failed=1; }
exit $failed
