# Every kernel on both types: choices LANES64 LANES32 DIRECT_BYTES prints words for generate_kernels. Blocks are small, so
# that small products have edges of all kinds.
choices() {
    echo "gemm.f64:rows=$((3 * $1)),columns=4,lanes=$1,kc=6,mc=24,nc=9,direct_bytes=$3,size=5x6x7,size=13x9x3" \
        "gemm.f32:rows=$((2 * $2)),columns=6,lanes=$2,kc=7,mc=20,nc=13,direct_bytes=$3,size=4x4x4" \
        "gemv.f64:columns=4,rows=8,lanes=$1,block_bytes=1024 gemv.f32:columns=3,rows=5,lanes=$2,block_bytes=600" \
        "dot.f64:rows=4,lanes=$1 dot.f32:rows=3,lanes=$2" \
        "transpose.f64:rows=32,lanes=$1 transpose.f32:rows=$((3 * $2)),lanes=$2" \
        "jacobi.f64:rows=24576,lanes=$1,block_bytes=262144 jacobi.f32:rows=2000,lanes=$2,block_bytes=4000" \
        "wht.f64:rows=8,columns=2048,lanes=$1 wht.f32:rows=16,columns=64,lanes=$2"
}
