/* Sums of all points above and left of each point of an image.
 *
 * One context adds a row to the sums above it in one pass. Several share the rows and sum up each,
 * meet, and share the columns, in which they sum up what the rows came to: sums of words, which are
 * the same in any order. */
#include "kernels/database.h"

MADE_SQUARE(8)
MADE_ROWS_AND_COLUMNS

static void fill(void *base, uint64_t n)
{
    made_words(base, 2 * n * n, 16);
}

/* Out of line: both variants run the same code alone. */
__attribute__((noinline)) static void alone_in_one_pass(uint32_t *out, const uint32_t *in,
                                                        size_t side)
{
    for (size_t y = 0; y < side; y++) {
        uint32_t sum = 0;

        for (size_t x = 0; x < side; x++) {
            sum += in[y * side + x];
            out[y * side + x] = sum + (y > 0 ? out[(y - 1) * side + x] : 0);
        }
    }
}

static void sum_row(uint32_t *out, const uint32_t *in, size_t side)
{
    uint32_t sum = 0;

    for (size_t x = 0; x < side; x++)
        out[x] = sum += in[x];
}

/* Sums up columns FROM to END, row after row. */
static void sum_columns(uint32_t *out, size_t side, size_t from, size_t end)
{
    for (size_t y = 1; y < side; y++)
        for (size_t x = from; x < end; x++)
            out[y * side + x] += out[(y - 1) * side + x];
}

static void rows(void *base, uint64_t n, const struct kernel_share *share, long chunk)
{
    const uint32_t *in = base;
    uint32_t *out = (uint32_t *)base + n * n;
    size_t side = (size_t)n;

    if (share->contexts <= 1) {
        alone_in_one_pass(out, in, side);
        return;
    }
    for (long y = made_row(share, chunk, share->from); y < share->to;
         y = made_row(share, chunk, y + 1))
        sum_row(out + (size_t)y * side, in + (size_t)y * side, side);
    kernel_sync(share);
    for (long x = made_row(share, chunk, share->from), end; x < share->to;
         x = made_row(share, chunk, end)) {
        end = made_rows_end(share, chunk, x);
        sum_columns(out, side, (size_t)x, (size_t)end);
    }
}

MADE_SHARED(summed_area, "i32", "sums of all points above and left of each of an image", 4, 4,
            MADE_COLUMNS, .barrier = true);
