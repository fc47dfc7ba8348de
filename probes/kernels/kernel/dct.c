/* The cosine transform of an image, in squares of 8 x 8. */
#include "kernels/database.h"

enum { SIDE = 8 };

MADE_BYTES(8 * SIDE * SIDE)

static void fill(void *base, uint64_t n)
{
    made_reals(base, 2 * SIDE * SIDE * n);
}

/* The even and the odd half of a transform of 8, STEP apart, of length 1. */
static void transform(float *to, const float *from, size_t step)
{
    static const float c[SIDE] = { 0.35355339f, 0.49039264f, 0.46193977f, 0.41573481f,
                                   0.35355339f, 0.27778512f, 0.19134172f, 0.09754516f };
    float sum[4], difference[4];

    for (size_t i = 0; i < 4; i++) {
        sum[i] = from[i * step] + from[(7 - i) * step];
        difference[i] = from[i * step] - from[(7 - i) * step];
    }
    to[0] = c[0] * (sum[0] + sum[1] + sum[2] + sum[3]);
    to[4 * step] = c[4] * (sum[0] - sum[1] - sum[2] + sum[3]);
    to[2 * step] = c[2] * (sum[0] - sum[3]) + c[6] * (sum[1] - sum[2]);
    to[6 * step] = c[6] * (sum[0] - sum[3]) - c[2] * (sum[1] - sum[2]);
    to[step] =
        c[1] * difference[0] + c[3] * difference[1] + c[5] * difference[2] + c[7] * difference[3];
    to[3 * step] =
        c[3] * difference[0] - c[7] * difference[1] - c[1] * difference[2] - c[5] * difference[3];
    to[5 * step] =
        c[5] * difference[0] - c[1] * difference[1] + c[7] * difference[2] + c[3] * difference[3];
    to[7 * step] =
        c[7] * difference[0] - c[5] * difference[1] + c[3] * difference[2] - c[1] * difference[3];
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const float *in = base;
    float *out = (float *)base + SIDE * SIDE * n, rows[SIDE * SIDE];

    (void)share;
    for (size_t at = 0; at < SIDE * SIDE * (size_t)n; at += SIDE * SIDE) {
        for (size_t i = 0; i < SIDE; i++)
            transform(rows + SIDE * i, in + at + SIDE * i, 1);
        for (size_t i = 0; i < SIDE; i++)
            transform(out + at + i, rows + i, SIDE);
    }
}

MADE_ALONE(dct, "f32", "cosine transform of squares of 8 x 8", 1, 1);
