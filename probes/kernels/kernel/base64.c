/* Writes bytes as letters, six bits each. */
#include "kernels/database.h"

static uint64_t bytes(uint64_t n)
{
    return pattern_product(n, 12 + 16);
}
MADE_CHECK

static void fill(void *base, uint64_t n)
{
    made_words(base, 7 * n, 32);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *in = base;
    uint8_t *out = (uint8_t *)base + 12 * n;

    (void)share;
    for (size_t i = 0; i < 4 * (size_t)n; i++, in += 3, out += 4) {
        uint32_t bits = (uint32_t)(in[0] << 16 | in[1] << 8 | in[2]);

        for (unsigned k = 0; k < 4; k++)
            out[k] = (uint8_t)letters[bits >> (18 - 6 * k) & 63];
    }
}

MADE_ALONE(base64, "i32", "writes bytes as letters", 4, 4);
