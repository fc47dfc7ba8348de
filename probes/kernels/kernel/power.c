/* Powers modulo 2^31 - 1. */
#include "kernels/database.h"

MADE_BYTES(4)

static void fill(void *base, uint64_t n)
{
    made_words(base, n, 16);
}

static uint32_t product(uint32_t x, uint32_t y)
{
    uint64_t wide = (uint64_t)x * y;
    uint32_t sum = (uint32_t)(wide & INT32_MAX) + (uint32_t)(wide >> 31);

    return sum >= INT32_MAX ? sum - INT32_MAX : sum;
}

static uint32_t power(uint32_t base, uint32_t exponent)
{
    uint32_t result = 1;

    for (; exponent > 0; exponent >>= 1, base = product(base, base))
        if (exponent & 1)
            result = product(result, base);
    return result;
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *in = base;
    uint32_t sum = 0;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++)
        sum ^= power(7, in[i]);
    KEEP(&sum);
}

MADE_ALONE(power, "i32", "powers modulo a prime", 16, 16);
