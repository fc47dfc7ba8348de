/* Finds where each place of a text stood before. */
#include "kernels/database.h"

enum { HEADS = 1024, LONGEST = 32 };

static uint64_t bytes(uint64_t n)
{
    return pattern_product(n, 4) + HEADS * 4;
}
MADE_CHECK

static void fill(void *base, uint64_t n)
{
    uint8_t *text = (uint8_t *)base + HEADS * 4;
    uint32_t state = KERNEL_VALUES_BEGIN;

    made_words(base, HEADS, 1);
    for (size_t i = 0; i < 4 * (size_t)n; i++) {
        uint32_t v = made_next(&state) >> 16;

        text[i] = i > 64 && v % 16 != 0 ? text[i - 24 - v % 3] : (uint8_t)v;
    }
}

static size_t match(const uint8_t *a, const uint8_t *b, size_t most)
{
    size_t n = 0;

    while (n < most && a[n] == b[n])
        n++;
    return n;
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    uint32_t *head = base;
    const uint8_t *text = (const uint8_t *)(head + HEADS);
    size_t end = 4 * (size_t)n, sum = 0;

    (void)share;
    for (size_t i = 0; n > 0 && i < HEADS; i++)
        head[i] = 0;
    for (size_t i = 0; i + LONGEST < end;) {
        uint32_t key = (uint32_t)(text[i] | text[i + 1] << 8 | text[i + 2] << 16);
        uint32_t *at = &head[key * UINT32_C(0x9e3779b1) >> 22];
        size_t length = *at > 0 ? match(text + *at - 1, text + i, LONGEST) : 0;

        *at = (uint32_t)i + 1;
        sum += length;
        i += length > 3 ? length : 1;
    }
    KEEP(&sum);
}

MADE_ALONE(lz_match, "i32", "finds where each place of a text stood before", 64, 16);
