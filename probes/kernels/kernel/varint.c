/* Writes numbers in as few bytes as they take, and reads them. */
#include "kernels/database.h"

enum { MOST_BYTES = 5 };

static uint64_t bytes(uint64_t n)
{
    return pattern_round(pattern_product(n, 4 + MOST_BYTES), 4);
}
MADE_CHECK

/* Numbers of all lengths. */
static void fill(void *base, uint64_t n)
{
    uint32_t *at = base, state = KERNEL_VALUES_BEGIN;

    made_words(base, bytes(n) / 4, 32);
    for (size_t i = 0; i < (size_t)n; i++)
        at[i] >>= made_next(&state) >> 27;
}

static uint8_t *encode(uint8_t *to, uint32_t value)
{
    while (value >= 128) {
        *to++ = (uint8_t)(value | 128);
        value >>= 7;
    }
    *to++ = (uint8_t)value;
    return to;
}

static const uint8_t *decode(const uint8_t *from, uint32_t *value)
{
    *value = 0;
    for (unsigned shift = 0;; shift += 7) {
        *value |= (*from & UINT32_C(127)) << shift;
        if (*from++ < 128)
            return from;
    }
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *in = base;
    uint8_t *out = (uint8_t *)base + 4 * n;
    const uint8_t *from = out;
    uint32_t sum = 0;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++)
        out = encode(out, in[i]);
    for (size_t i = 0; i < (size_t)n; i++) {
        uint32_t value;

        from = decode(from, &value);
        sum += value;
    }
    KEEP(&sum);
}

MADE_ALONE(varint, "i32", "writes numbers in as few bytes as they take, and reads them", 16, 16);
