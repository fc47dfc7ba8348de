/* A recursive filter of second order in fixed-point numbers. */
#include "kernels/database.h"

MADE_BYTES(8)

static void fill(void *base, uint64_t n)
{
    made_words(base, 2 * n, 15);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const int32_t *in = base;
    int32_t *out = (int32_t *)base + n, x1 = 0, x2 = 0, y1 = 0, y2 = 0;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++) {
        int32_t y = (2000 * in[i] + 4000 * x1 + 2000 * x2 + 16000 * y1 - 7616 * y2) >> 14;

        x2 = x1, x1 = in[i], y2 = y1, y1 = y;
        out[i] = y;
    }
}

MADE_ALONE(fixed_point, "i32", "recursive filter in fixed-point numbers", 16, 16);
