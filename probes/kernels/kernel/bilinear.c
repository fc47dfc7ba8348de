/* An image drawn half as large again. */
#include "kernels/database.h"

MADE_SQUARE(16)

static void fill(void *base, uint64_t n)
{
    made_reals(base, 4 * n * n);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    size_t side = (size_t)n, large = side + side / 2;
    const float *in = base;
    float *out = (float *)base + side * side;

    (void)share;
    for (size_t y = 0; y + 2 < large; y++)
        for (size_t x = 0; x + 2 < large; x++) {
            size_t left = x * 2 / 3, up = y * 2 / 3;
            float right = (float)(x * 2 - 3 * left) / 3, down = (float)(y * 2 - 3 * up) / 3;
            const float *at = in + up * side + left;
            float above = at[0] + right * (at[1] - at[0]);
            float below = at[side] + right * (at[side + 1] - at[side]);

            out[y * large + x] = above + down * (below - above);
        }
}

MADE_ALONE(bilinear, "f32", "an image drawn half as large again", 8, 8);
