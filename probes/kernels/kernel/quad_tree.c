/* Splits an image into squares of nearly one colour. */
#include "kernels/database.h"

enum { NEAR = 12, SMALLEST = 2 };

MADE_SQUARE(4)

/* Planes and steps, so that squares of all sizes are left. */
static void fill(void *base, uint64_t n)
{
    uint32_t *at = base, state = KERNEL_VALUES_BEGIN;

    for (size_t y = 0; y < (size_t)n; y++)
        for (size_t x = 0; x < (size_t)n; x++)
            at[y * (size_t)n + x] =
                (uint32_t)((x >> 5) * (y >> 4) & 255) + (made_next(&state) >> 28);
}

static bool is_plain(const uint32_t *at, size_t n, size_t side)
{
    uint32_t least = UINT32_MAX, most = 0;

    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++) {
            uint32_t v = at[y * n + x];

            least = v < least ? v : least;
            most = v > most ? v : most;
        }
    return most - least <= NEAR;
}

static uint32_t split(const uint32_t *at, size_t n, size_t side)
{
    size_t half = side / 2;

    if (side <= SMALLEST || is_plain(at, n, side))
        return 1;
    return split(at, n, half) + split(at + half, n, half) + split(at + half * n, n, half) +
           split(at + half * n + half, n, half);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    (void)share;
    if (n == 0)
        return;
    uint32_t leaves = split(base, (size_t)n, (size_t)n);
    KEEP(&leaves);
}

static const struct kernel alone = {
    MADE(quad_tree, "plain", "i32", "splits an image into squares of nearly one colour", 4, 4, run),
    .powers = true
};
const struct kernel *const kernel_quad_tree[] = { &alone, 0 };
