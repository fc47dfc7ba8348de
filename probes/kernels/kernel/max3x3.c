/* The largest of the nine points around each point of an image. */
#include "kernels/database.h"

MADE_SQUARE(8)

static void range(uint64_t n, long *from, long *to)
{
    *from = 1;
    *to = (long)n - 1;
}

static void fill(void *base, uint64_t n)
{
    made_words(base, 2 * n * n, 16);
}

static int32_t larger(int32_t x, int32_t y)
{
    return x > y ? x : y;
}

static void row_of(int32_t *restrict out, const int32_t *restrict in, size_t n)
{
    for (size_t x = 1; x + 1 < n; x++) {
        int32_t most = in[x];

        for (size_t y = 0; y < 3; y++) {
            const int32_t *at = in + x + y * n - n;

            most = larger(larger(most, at[-1]), larger(at[0], at[1]));
        }
        out[x] = most;
    }
}

static void rows(void *base, uint64_t n, const struct kernel_share *share, long chunk)
{
    const int32_t *in = base;
    int32_t *out = (int32_t *)base + n * n;
    size_t side = (size_t)n;

    for (long y = made_row(share, chunk, share->from); y < share->to;
         y = made_row(share, chunk, y + 1))
        row_of(out + (size_t)y * side, in + (size_t)y * side, side);
}

MADE_SHARED(max3x3, "i32", "largest of nine points around each of an image", 4, 4, MADE_ROWS,
            .barrier = false);
