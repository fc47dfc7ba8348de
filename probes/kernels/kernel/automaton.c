/* A finite automaton over the bytes of a text, by a table. */
#include "kernels/database.h"

enum { STATES = 16, VALUES = 16 };

static uint64_t bytes(uint64_t n)
{
    return pattern_product(n, 4) + STATES * VALUES * 4;
}
MADE_CHECK

static void fill(void *base, uint64_t n)
{
    made_words(base, STATES * VALUES, 4);
    made_words((uint32_t *)base + STATES * VALUES, n, 32);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *table = base;
    const uint8_t *text = (const uint8_t *)(table + STATES * VALUES);
    uint32_t state = 0, accepted = 0;

    (void)share;
    for (size_t i = 0; i < 4 * (size_t)n; i++) {
        state = table[state * VALUES + (text[i] & (VALUES - 1))];
        if (state == 0)
            accepted++;
    }
    KEEP(&accepted);
}

MADE_ALONE(automaton, "i32", "a finite automaton over bytes, by a table", 16, 16);
