/* Divides numbers of all lengths. */
#include "kernels/database.h"

MADE_BYTES(8)

static void fill(void *base, uint64_t n)
{
    uint32_t *at = base, state = KERNEL_VALUES_BEGIN;

    made_words(base, 2 * n, 32);
    for (size_t i = 0; i < 2 * (size_t)n; i++)
        at[i] = at[i] >> (made_next(&state) >> 28) | 1;
}

/* The quotient is part of what is divided next. */
static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *a = base, *b = a + n;
    uint32_t sum = 0;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++)
        sum ^= (a[i] ^ (sum & 15)) / b[i];
    KEEP(&sum);
}

MADE_ALONE(divisions, "i32", "divides numbers of all lengths", 16, 16);
