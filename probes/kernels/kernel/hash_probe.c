/* Looks up numbers in a table with open addresses. */
#include "kernels/database.h"

enum { FREE = 0 };

MADE_BYTES(8)

static size_t place_of(uint32_t key, size_t mask)
{
    return key * UINT32_C(0x9e3779b1) >> 7 & mask;
}

static size_t find(const uint32_t *keys, size_t mask, uint32_t key)
{
    size_t i = place_of(key, mask);

    while (keys[i] != FREE && keys[i] != key)
        i = (i + 1) & mask;
    return i;
}

/* Keys and values; half of the table is taken. */
static void fill(void *base, uint64_t n)
{
    uint32_t *keys = base, state = KERNEL_VALUES_BEGIN;
    size_t mask = (size_t)n - 1;

    made_words(base, 2 * n, 16);
    for (size_t i = 0; i < (size_t)n; i++)
        keys[i] = FREE;
    for (size_t i = 0; i < (size_t)n / 2; i++) {
        uint32_t key = made_next(&state) | 1;

        keys[find(keys, mask, key)] = key;
    }
}

/* Every other number that is looked up is there. */
static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *keys = base, *values = keys + n;
    uint32_t state = KERNEL_VALUES_BEGIN, sum = 0;

    (void)share;
    for (size_t i = 0; i < (size_t)n / 2; i++) {
        uint32_t key = (made_next(&state) | 1) ^ (i % 2 == 0 ? 0 : 6);
        size_t at = find(keys, (size_t)n - 1, key);

        if (keys[at] == key)
            sum += values[at];
    }
    KEEP(&sum);
}

static const struct kernel alone = { MADE(hash_probe, "plain", "i32",
                                          "looks up numbers in a table with open addresses", 16, 16,
                                          run),
                                     .powers = true };
const struct kernel *const kernel_hash_probe[] = { &alone, 0 };
