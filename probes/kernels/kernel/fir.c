/* A filter of 16 taps. */
#include "kernels/database.h"

enum { TAPS = 16 };

MADE_BYTES(8)

static void range(uint64_t n, long *from, long *to)
{
    *from = TAPS - 1;
    *to = (long)n;
}

static void fill(void *base, uint64_t n)
{
    made_reals(base, 2 * n);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    static const float tap[TAPS] = { 0.01f, 0.02f, 0.04f, 0.06f, 0.08f, 0.09f, 0.1f,  0.1f,
                                     0.1f,  0.1f,  0.09f, 0.08f, 0.06f, 0.04f, 0.02f, 0.01f };
    const float *in = base;
    float *out = (float *)base + n;

    for (long i = share->from; i < share->to; i++) {
        float sum = 0;

        for (long k = 0; k < TAPS; k++)
            sum += tap[k] * in[i - k];
        out[i] = sum;
    }
}

static const struct kernel alone = { MADE(fir, "plain", "f32", "filter of 16 taps", 32, 16, run),
                                     .range = range };
const struct kernel *const kernel_fir[] = { &alone, 0 };
