/* A generation of the game of life, a byte for each cell. */
#include "kernels/database.h"

static uint64_t bytes(uint64_t n)
{
    return pattern_round(pattern_product(pattern_product(n, n), 2), 4);
}
MADE_CHECK

static void fill(void *base, uint64_t n)
{
    uint8_t *cell = base;
    uint32_t state = KERNEL_VALUES_BEGIN;

    for (size_t i = 0; i < (size_t)bytes(n); i++)
        cell[i] = made_next(&state) >> 30 == 0;
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint8_t *in = base;
    size_t side = (size_t)n;
    uint8_t *out = (uint8_t *)base + side * side;

    (void)share;
    for (size_t y = 1; y + 1 < side; y++)
        for (size_t x = 1; x + 1 < side; x++) {
            const uint8_t *at = in + y * side + x, *above = at - side, *below = at + side;
            int n_alive =
                above[-1] + above[0] + above[1] + at[-1] + at[1] + below[-1] + below[0] + below[1];

            out[y * side + x] = n_alive == 3 || (n_alive == 2 && *at != 0);
        }
}

MADE_ALONE(life, "i32", "a generation of the game of life, a byte a cell", 8, 8);
