/* Writes every word of an array past the caches, where the compiler has stores for that. */
#include "kernels/stretch.h"

#if NONTEMPORAL
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
            WRITE_PAST(&at[i], what);
        at += STEP_VECTORS;
    }
}

static const struct kernel plain =
    STRETCH(nt_write, "every word is written past the caches", run, count);

const struct kernel *const kernel_nt_write[] = { &plain, 0 };
#else
const struct kernel *const kernel_nt_write[] = { 0 };
#endif
