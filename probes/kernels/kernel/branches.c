/* Branches that nobody can foretell. */
#include "kernels/database.h"

MADE_BYTES(4)

static void fill(void *base, uint64_t n)
{
    made_words(base, n, 32);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *in = base;
    uint32_t a = 0, b = 1;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++) {
        if (in[i] >> 31) {
            a += b;
            KEEP(&a);
        } else {
            b ^= in[i];
        }
        if (in[i] & 1)
            KEEP(&b);
    }
    KEEP(&b);
}

MADE_ALONE(branches, "i32", "branches that nobody can foretell", 16, 16);
