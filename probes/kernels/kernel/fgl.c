/* The smoothing of Federico Garcia Lorca: a recursive filter of second order, in four directions.
 * Contexts share the rows, meet, and share the columns, as in deriche.c: the same to the bit. */
#include "kernels/database.h"

static const float now = 0.25f, y_1 = 1.0f, y_2 = -0.25f; /* gamma = 1/2 */

MADE_SQUARE(8)
MADE_ROWS_AND_COLUMNS

static void fill(void *base, uint64_t n)
{
    made_reals(base, 2 * n * n);
}

/* Filters N numbers at AT in place, STEP apart: the gain is 1. */
static void filter(float *at, size_t n, ptrdiff_t step)
{
    float y1 = *at, y2 = *at;

    for (size_t i = 0; i < n; i++, at += step) {
        float y = now * *at + y_1 * y1 + y_2 * y2;

        y2 = y1, y1 = y;
        *at = y;
    }
}

static void copy(float *to, const float *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

static void rows(void *base, uint64_t n, const struct kernel_share *share, long chunk)
{
    size_t side = (size_t)n;
    float *in = base, *out = in + side * side;

    for (long i = made_row(share, chunk, share->from), end; i < share->to;
         i = made_row(share, chunk, end)) {
        end = made_rows_end(share, chunk, i);
        copy(out + (size_t)i * side, in + (size_t)i * side, (size_t)(end - i) * side);
    }
    for (long i = made_row(share, chunk, share->from); i < share->to;
         i = made_row(share, chunk, i + 1)) {
        filter(out + (size_t)i * side, side, 1);
        filter(out + (size_t)i * side + side - 1, side, -1);
    }
    kernel_sync(share);
    for (long i = made_row(share, chunk, share->from); i < share->to;
         i = made_row(share, chunk, i + 1)) {
        filter(out + i, side, (ptrdiff_t)side);
        filter(out + i + side * (side - 1), side, -(ptrdiff_t)side);
    }
}

MADE_SHARED(fgl, "f32", "recursive smoothing of an image in four directions, after Garcia Lorca", 4,
            4, MADE_COLUMNS, .barrier = true);
