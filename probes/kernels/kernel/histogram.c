/* Counts the bytes of an array. */
#include "kernels/database.h"

enum { VALUES = 256 };

MADE_BYTES(4)

static void fill(void *base, uint64_t n)
{
    made_words(base, n, 32);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *word = (const uint32_t *)base;
    uint32_t count[VALUES] = { 0 };

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++)
        for (unsigned shift = 0; shift < 32; shift += 8)
            count[word[i] >> shift & (VALUES - 1)]++;
    KEEP(count);
}

MADE_ALONE(histogram, "i32", "counts the bytes of an array", 16, 16);
