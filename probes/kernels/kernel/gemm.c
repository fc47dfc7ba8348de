/* A product of matrices in blocks that the first cache holds. */
#include "kernels/database.h"

enum { BLOCK = 32 };

MADE_SQUARE(12)

static void range(uint64_t n, long *from, long *to)
{
    *from = 0;
    *to = (long)n / BLOCK;
}

static void fill(void *base, uint64_t n)
{
    made_reals(base, 3 * n * n);
}

static void add_block(float *restrict c, const float *restrict a, const float *restrict b, size_t n)
{
    for (size_t i = 0; i < BLOCK; i++)
        for (size_t k = 0; k < BLOCK; k++) {
            float factor = a[i * n + k];

            for (size_t j = 0; j < BLOCK; j++)
                c[i * n + j] += factor * b[k * n + j];
        }
}

static void clear_rows(float *c, size_t n)
{
    for (size_t i = 0; i < BLOCK * n; i++)
        c[i] = 0;
}

static void rows(void *base, uint64_t n, const struct kernel_share *share, long chunk)
{
    size_t side = (size_t)n;
    const float *a = base, *b = a + side * side;
    float *c = (float *)base + 2 * side * side;

    for (long i = made_row(share, chunk, share->from); i < share->to;
         i = made_row(share, chunk, i + 1)) {
        size_t row = (size_t)i * BLOCK * side;

        clear_rows(c + row, side);
        for (size_t k = 0; k < side; k += BLOCK)
            for (size_t j = 0; j < side; j += BLOCK)
                add_block(c + row + j, a + row + k, b + k * side + j, side);
    }
}

MADE_SHARED(gemm, "f32", "product of matrices in blocks of 32", BLOCK, BLOCK, MADE_ROWS,
            .barrier = false);
