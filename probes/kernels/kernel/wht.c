/* Walsh-Hadamard transform in place, of unit length: loops over all blocks, and cache-oblivious. */
#include "kernels/arithmetic.h"

enum { SMALL = 16 }; /* the recursion ends with loops */

static struct pattern_array array_at(uint64_t n)
{
    return (struct pattern_array){ .type = PATTERN_F64, .rows = 1, .columns = n, .pitch = n };
}

static uint64_t bytes(uint64_t n)
{
    const struct pattern_array a = array_at(n);

    return pattern_bytes(&a, 1, KERNEL_LINE);
}

static void fill(void *base, uint64_t n)
{
    const struct pattern_array a = array_at(n);

    pattern_fill(&a, 1, KERNEL_LINE, base);
}

static uint64_t check(const void *base, uint64_t n)
{
    const struct pattern_array a = array_at(n);

    return pattern_check(&a, 1, KERNEL_LINE, base);
}

/* log2 n stages of n sums, and n products in the first. */
static uint64_t count(enum kernel_count of, uint64_t n)
{
    uint64_t each = pattern_product(n, log2_of(n));

    switch (of) {
    case KERNEL_ADDS:
    case KERNEL_LOADS:
    case KERNEL_STORES:
        return each;
    case KERNEL_MULS:
    case KERNEL_ELEMENTS:
    case KERNEL_WRITTEN:
        return n;
    case KERNEL_LINES:
    case KERNEL_LINES_WRITTEN:
        return whole_lines(8 * n);
    default:
        return 0;
    }
}

static void first_stage(real *a, size_t n, real scale)
{
    for (size_t i = 0; i < n; i += 2) {
        real x = REAL_MUL(scale, READ(&a[i])), y = REAL_MUL(scale, READ(&a[i + 1]));

        WRITE(&a[i], REAL_ADD(x, y));
        WRITE(&a[i + 1], REAL_SUB(x, y));
    }
}

static void butterflies(real *restrict low, real *restrict high, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        real x = READ(&low[i]), y = READ(&high[i]);

        WRITE(&low[i], REAL_ADD(x, y));
        WRITE(&high[i], REAL_SUB(x, y));
    }
}

static void loops(real *a, size_t n, real scale)
{
    first_stage(a, n, scale);
    for (size_t half = 2; half < n; half *= 2)
        for (size_t i = 0; i < n; i += 2 * half)
            butterflies(&a[i], &a[i + half], half);
}

static void halves(real *a, size_t n, real scale)
{
    if (n <= SMALL) {
        loops(a, n, scale);
        return;
    }
    halves(a, n / 2, scale);
    halves(a + n / 2, n / 2, scale);
    butterflies(a, a + n / 2, n / 2);
}

static void run_iterative(void *base, uint64_t n, const struct kernel_share *share)
{
    (void)share;
    loops(base, (size_t)n, unit(n));
}

static void run_recursive(void *base, uint64_t n, const struct kernel_share *share)
{
    (void)share;
    halves(base, (size_t)n, unit(n));
}

#define WHT(variant_name, what, routine)                                                           \
    {                                                                                              \
        .name = "wht", .variant = variant_name, .type = "f64", .about = what, .spec = KERNEL_SPEC, \
        .line_bytes = KERNEL_LINE, .least = 2, .most = UINT32_MAX, .step = 2, .powers = true,      \
        .bytes = bytes, .count = count, .fill = fill, .run = routine, .check = check,              \
    }

static const struct kernel iterative =
    WHT("iterative", "Walsh-Hadamard transform, stage after stage", run_iterative);
static const struct kernel recursive =
    WHT("recursive", "Walsh-Hadamard transform by halves, cache-oblivious", run_recursive);

const struct kernel *const kernel_wht[] = { &iterative, &recursive, 0 };
