/* Counts, reverses and finds bits by shifts and masks. */
#include "kernels/database.h"

MADE_BYTES(8)

static void fill(void *base, uint64_t n)
{
    made_words(base, 2 * n, 32);
}

static uint32_t ones(uint32_t x)
{
    x -= x >> 1 & UINT32_C(0x55555555);
    x = (x & UINT32_C(0x33333333)) + (x >> 2 & UINT32_C(0x33333333));
    return ((x + (x >> 4)) & UINT32_C(0x0f0f0f0f)) * UINT32_C(0x01010101) >> 24;
}

static uint32_t reversed(uint32_t x)
{
    x = (x & UINT32_C(0x55555555)) << 1 | (x >> 1 & UINT32_C(0x55555555));
    x = (x & UINT32_C(0x33333333)) << 2 | (x >> 2 & UINT32_C(0x33333333));
    x = (x & UINT32_C(0x0f0f0f0f)) << 4 | (x >> 4 & UINT32_C(0x0f0f0f0f));
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *in = base;
    uint32_t *out = (uint32_t *)base + n, before = 1;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++) { /* each waits for the one before */
        before = reversed(in[i] ^ before) + ones(before);
        out[i] = before;
    }
}

MADE_ALONE(bit_tricks, "i32", "counts and reverses bits by shifts and masks", 16, 16);
