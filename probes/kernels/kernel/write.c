/* Writes every word of an array, none of them zero. */
#include "kernels/stretch.h"

static uint64_t count(enum kernel_count of, uint64_t n)
{
    return stretch_count(of, n, true);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    stream_word *at = (stream_word *)base + share->from * (long)STEP_VECTORS;
    stream_word what = { 0 };

    (void)n;
    what |= 0x9e3779b9u;
    for (long left = share->to - share->from; left > 0; left--) {
#pragma GCC unroll 64
        for (unsigned i = 0; i < STEP_VECTORS; i++)
            WRITE(&at[i], what);
        at += STEP_VECTORS;
    }
}

static const struct kernel plain = STRETCH(write, "every word is written", run, count);

const struct kernel *const kernel_write[] = { &plain, 0 };
