/* Square roots by Newton steps, and a series of their inverses. */
#include "kernels/database.h"

MADE_BYTES(4)

static void fill(void *base, uint64_t n)
{
    made_reals(base, n);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const float *in = base;
    float sum = 0;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++) {
        float root = 1.2f;

        for (unsigned step = 0; step < 3; step++)
            root = 0.5f * (root + in[i] / root);
        sum = 0.5f * sum + 1 / root;
    }
    KEEP(&sum);
}

MADE_ALONE(series, "f32", "square roots by divisions, and a series of their inverses", 16, 16);
