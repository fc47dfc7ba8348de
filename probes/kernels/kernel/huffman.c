/* Reads symbols of two to nine bits, by a table of all words of nine. */
#include "kernels/database.h"

enum { BITS = 9, WORDS = 1 << BITS };

static uint64_t bytes(uint64_t n)
{
    return pattern_product(n, 4) + WORDS * 4;
}
MADE_CHECK

/* Each entry has a symbol above its length: a quarter of all words begin a symbol of two bits, a
 * quarter of the rest one of three ... */
static void fill(void *base, uint64_t n)
{
    uint32_t *table = base;

    made_words(table + WORDS, n, 32);
    for (uint32_t i = 0; i < WORDS; i++) {
        uint32_t length = 2;

        while (length < BITS && (i >> (length - 2) & 3) != 0)
            length++;
        table[i] = (i & ((1u << length) - 1)) << 8 | length;
    }
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *table = base, *in = table + WORDS, *end = in + n;
    uint64_t bits = 0;
    uint32_t have = 0, sum = 0;

    (void)share;
    while (in < end) {
        bits |= (uint64_t)*in++ << have;
        have += 32;
        while (have >= BITS) {
            uint32_t symbol = table[bits & (WORDS - 1)];

            bits >>= symbol & 255;
            have -= symbol & 255;
            sum += symbol >> 8;
        }
    }
    KEEP(&sum);
}

MADE_ALONE(huffman, "i32", "reads symbols of two to nine bits by a table", 16, 16);
