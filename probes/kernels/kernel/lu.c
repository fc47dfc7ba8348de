/* Gaussian elimination of a copy of a matrix, without pivots. */
#include "kernels/database.h"

MADE_SQUARE(8)

static void fill(void *base, uint64_t n)
{
    float *a = base;

    made_reals(base, 2 * n * n);
    for (size_t i = 0; i < (size_t)n; i++)
        a[i * (size_t)n + i] += (float)(4 * n);
}

static void eliminate(float *a, size_t n, size_t k)
{
    float inverse = 1 / a[k * n + k];

    for (size_t i = k + 1; i < n; i++) {
        float factor = a[i * n + k] *= inverse;

        for (size_t j = k + 1; j < n; j++)
            a[i * n + j] -= factor * a[k * n + j];
    }
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    size_t side = (size_t)n;
    const float *in = base;
    float *a = (float *)base + side * side;

    (void)share;
    for (size_t i = 0; i < side * side; i++)
        a[i] = in[i];
    for (size_t k = 0; k + 1 < side; k++)
        eliminate(a, side, k);
}

MADE_ALONE(lu, "f32", "elimination of a matrix, without pivots", 4, 4);
