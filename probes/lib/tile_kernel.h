/* Register tiles of a matrix product that an image carries (analysis_host/tune/write writes them).
 */
#ifndef LIB_TILE_KERNEL_H
#define LIB_TILE_KERNEL_H

#include <stddef.h>

/* C = alpha A B + beta C, stored by columns: A is m x k, B k x n, C m x n of the kernel's type,
 * leading dimensions in elements. Blocks kc, mc, nc are in elements, 1 or more. beta = 0 does not
 * read C. */
struct tile_gemm {
    size_t m, n, k;
    double alpha, beta;
    const void *a, *b;
    void *c;
    size_t lda, ldb, ldc;
    size_t kc, mc, nc;
    void *work;        /* of any alignment */
    size_t work_bytes; /* at least work_bytes(kc, mc, nc) */
};

/* One tile: rows x columns elements, of vectors with so many lanes. */
struct tile_kernel {
    const char *kernel, *type; /* "gemm"; "f64", "f32" */
    unsigned rows, columns, lanes;
    /* Returns the bytes that blocks of this size need, or 0 where their product wraps. */
    size_t (*work_bytes)(size_t kc, size_t mc, size_t nc);
    /* Returns 0; else an error, and nothing is written: 1 a leading dimension is too small, 2 a
     * product wraps, 3 the workspace is too small. */
    int (*gemm)(const struct tile_gemm *args);
};

/* All tiles of the image, tile_table_count of them; none where it was built without. */
extern const struct tile_kernel *const tile_table[];
extern const unsigned tile_table_count;

#endif
