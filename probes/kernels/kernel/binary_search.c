/* Looks up numbers in a sorted array. */
#include "kernels/database.h"

MADE_BYTES(4)

static void fill(void *base, uint64_t n)
{
    uint32_t *at = base, state = KERNEL_VALUES_BEGIN, value = 0;

    for (size_t i = 0; i < (size_t)n; i++)
        at[i] = value += 1 + (made_next(&state) >> 31);
}

static size_t find(const uint32_t *at, size_t n, uint32_t value)
{
    size_t low = 0;

    while (n > 1) {
        size_t half = n / 2;

        if (at[low + half] <= value)
            low += half;
        n -= half;
    }
    return low;
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    uint32_t state = KERNEL_VALUES_BEGIN;
    size_t sum = 0;

    (void)share;
    for (size_t i = 0; i < (size_t)n / 8; i++)
        sum += find(base, (size_t)n, made_next(&state) & (uint32_t)(n - 1));
    KEEP(&sum);
}

static const struct kernel alone = { MADE(binary_search, "plain", "i32",
                                          "looks up numbers in a sorted array", 16, 16, run),
                                     .powers = true };
const struct kernel *const kernel_binary_search[] = { &alone, 0 };
