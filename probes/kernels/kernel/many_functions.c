/* Calls 64 functions in random order. */
#include "kernels/database.h"

/* What FUNCTION number I does. */
#define FUNCTION(i)                                                                                \
    static uint32_t function##i(uint32_t x)                                                        \
    {                                                                                              \
        x ^= x << 13 ^ 0x9e37##i##u;                                                               \
        x ^= x >> 17;                                                                              \
        x += x & 0x10000 ? 0x1234##i##u : x >> 5;                                                  \
        x ^= x << 5;                                                                               \
        return x * 0x85eb##i##u + 0xc2b2##i##u;                                                    \
    }
#define EIGHT(WHAT, i)                                                                             \
    WHAT(i##0) WHAT(i##1) WHAT(i##2) WHAT(i##3) WHAT(i##4) WHAT(i##5) WHAT(i##6) WHAT(i##7)
#define FOUR(WHAT, i, j, k, l) EIGHT(WHAT, i) EIGHT(WHAT, j) EIGHT(WHAT, k) EIGHT(WHAT, l)
#define ALL(WHAT)              FOUR(WHAT, 0, 1, 2, 3) FOUR(WHAT, 4, 5, 6, 7)
#define ENTRY(i)               function##i,

ALL(FUNCTION)

static uint32_t (*const functions[])(uint32_t x) = { ALL(ENTRY) };

enum { FUNCTIONS = sizeof functions / sizeof *functions };

MADE_BYTES(4)

static void fill(void *base, uint64_t n)
{
    made_words(base, n, 6);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *in = base;
    uint32_t x = 1;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++)
        x = functions[in[i] % FUNCTIONS](x);
    KEEP(&x);
}

MADE_ALONE(many_functions, "i32", "calls 64 functions in random order", 16, 16);
