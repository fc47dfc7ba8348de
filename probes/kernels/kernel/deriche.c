/* The smoothing of Deriche: recursive filters along rows, forward and backward, then along columns.
 * Contexts share the rows, meet, and share the columns: each row and each column is filtered by one
 * context as one alone does it, so that results are the same to the bit. */
#include "kernels/database.h"

/* k, and the coefficients of x and y, for alpha = 1/2. */
static const float k_now = 0.12498881f, k_before = -0.03790491f, k_after = 0.11371472f,
                   k_after2 = -0.04598081f, y_1 = 1.21306132f, y_2 = -0.36787944f;

MADE_SQUARE(12)
MADE_ROWS_AND_COLUMNS

static void fill(void *base, uint64_t n)
{
    made_reals(base, 3 * n * n);
}

/* Filters N numbers at IN, STEP apart, into OUT; FORWARD holds what the first pass makes. */
static void filter(float *out, float *forward, const float *in, size_t n, size_t step)
{
    float x1 = in[0], x2 = x1, y1 = 0.5625f * x1, y2 = y1;

    for (size_t i = 0; i < n; i++) {
        float x = in[i * step], y = k_now * x + k_before * x1 + y_1 * y1 + y_2 * y2;

        x1 = x, y2 = y1, y1 = y;
        forward[i * step] = y;
    }
    x1 = x2 = in[(n - 1) * step], y1 = y2 = 0.4375f * x1;
    for (size_t i = n; i-- > 0;) {
        float y = k_after * x1 + k_after2 * x2 + y_1 * y1 + y_2 * y2;

        x2 = x1, x1 = in[i * step], y2 = y1, y1 = y;
        out[i * step] = forward[i * step] + y;
    }
}

static void rows(void *base, uint64_t n, const struct kernel_share *share, long chunk)
{
    size_t side = (size_t)n;
    float *in = base, *middle = in + side * side, *out = middle + side * side;

    for (long i = made_row(share, chunk, share->from); i < share->to;
         i = made_row(share, chunk, i + 1)) {
        size_t at = (size_t)i * side;

        filter(middle + at, out + at, in + at, side, 1);
    }
    kernel_sync(share);
    for (long i = made_row(share, chunk, share->from); i < share->to;
         i = made_row(share, chunk, i + 1))
        filter(out + i, out + i, middle + i, side, side);
}

MADE_SHARED(deriche, "f32", "recursive smoothing of an image, after Deriche", 4, 4, MADE_COLUMNS,
            .barrier = true);
