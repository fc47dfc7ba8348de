/* Reads every word of an array. */
#include "kernels/stretch.h"

static uint64_t count(enum kernel_count of, uint64_t n)
{
    return stretch_count(of, n, false);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const stream_word *at = (const stream_word *)base + share->from * (long)STEP_VECTORS;
    stream_word sum[4] = { { 0 } };

    (void)n;
    for (long left = share->to - share->from; left > 0; left--) {
#pragma GCC unroll 64
        for (unsigned i = 0; i < STEP_VECTORS; i++)
            sum[i % 4] ^= READ(&at[i]);
        at += STEP_VECTORS;
    }
    stream_word all = sum[0] ^ sum[1] ^ sum[2] ^ sum[3];
    KEEP(&all);
}

static const struct kernel plain = STRETCH(read, "every word is read", run, count);

const struct kernel *const kernel_read[] = { &plain, 0 };
