/* Writes numbers as decimal digits. */
#include "kernels/database.h"

enum { MOST_DIGITS = 10 };

static uint64_t bytes(uint64_t n)
{
    return pattern_round(pattern_product(n, 4 + MOST_DIGITS), 4);
}
MADE_CHECK

static void fill(void *base, uint64_t n)
{
    made_words(base, bytes(n) / 4, 24);
}

static uint8_t *write(uint8_t *to, uint32_t value)
{
    uint8_t digit[MOST_DIGITS];
    unsigned n = 0;

    do
        digit[n++] = (uint8_t)('0' + value % 10);
    while ((value /= 10) > 0);
    while (n > 0)
        *to++ = digit[--n];
    return to;
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *in = base;
    uint8_t *out = (uint8_t *)base + 4 * n;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++)
        out = write(out, in[i]);
}

MADE_ALONE(digits, "i32", "writes numbers as decimal digits", 16, 16);
