/* The smoothing of Deriche: recursive filters along rows, forward and backward, then along columns.
 */
#include "kernels/database.h"

/* k, and the coefficients of x and y, for alpha = 1/2. */
static const float k_now = 0.12498881f, k_before = -0.03790491f, k_after = 0.11371472f,
                   k_after2 = -0.04598081f, y_1 = 1.21306132f, y_2 = -0.36787944f;

MADE_SQUARE(12)

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

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    size_t side = (size_t)n;
    float *in = base, *middle = in + side * side, *out = middle + side * side;

    (void)share;
    for (size_t i = 0; i < side; i++)
        filter(middle + i * side, out + i * side, in + i * side, side, 1);
    for (size_t i = 0; i < side; i++)
        filter(out + i, out + i, middle + i, side, side);
}

MADE_ALONE(deriche, "f32", "recursive smoothing of an image, after Deriche", 4, 4);
