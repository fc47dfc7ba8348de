/* Sorts an array by its bytes, the lowest first. */
#include "kernels/database.h"

enum { VALUES = 256 };

MADE_BYTES(12)

static void fill(void *base, uint64_t n)
{
    made_words(base, 3 * n, 31);
}

static void by_byte(uint32_t *restrict to, const uint32_t *restrict from, size_t n, unsigned shift)
{
    uint32_t at[VALUES + 1] = { 0 };

    for (size_t i = 0; i < n; i++)
        at[(from[i] >> shift & (VALUES - 1)) + 1]++;
    for (size_t i = 0; i < VALUES; i++)
        at[i + 1] += at[i];
    for (size_t i = 0; i < n; i++)
        to[at[from[i] >> shift & (VALUES - 1)]++] = from[i];
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    uint32_t *in = base, *a = in + n, *b = a + n;

    (void)share;
    by_byte(a, in, (size_t)n, 0);
    by_byte(b, a, (size_t)n, 8);
    by_byte(a, b, (size_t)n, 16);
    by_byte(b, a, (size_t)n, 24);
}

MADE_ALONE(radix_sort, "i32", "sorts an array by its bytes", 16, 16);
