/* Sums of all points above and left of each point of an image. */
#include "kernels/database.h"

MADE_SQUARE(8)

static void fill(void *base, uint64_t n)
{
    made_words(base, 2 * n * n, 16);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *in = base;
    uint32_t *out = (uint32_t *)base + n * n;
    size_t side = (size_t)n;

    (void)share;
    for (size_t y = 0; y < side; y++) {
        uint32_t sum = 0;

        for (size_t x = 0; x < side; x++) {
            sum += in[y * side + x];
            out[y * side + x] = sum + (y > 0 ? out[(y - 1) * side + x] : 0);
        }
    }
}

MADE_ALONE(summed_area, "i32", "sums of all points above and left of each of an image", 4, 4);
