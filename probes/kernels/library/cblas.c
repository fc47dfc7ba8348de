/* Kernels of a library that is linked for them: dgemm, dgemv and daxpy by CBLAS. Nobody sees into
 * it: loads and stores are counted as the textbook writes the loops. */
#include "kernels/arithmetic.h"
#include <cblas.h>

/* Rows start on lines. */
static uint64_t pitch(uint64_t n)
{
    return pattern_round(n, KERNEL_LINE / 8);
}

static struct pattern_array matrix(uint64_t n)
{
    return (
        struct pattern_array){ .type = PATTERN_F64, .rows = n, .columns = n, .pitch = pitch(n) };
}

static struct pattern_array vector(uint64_t n)
{
    return (struct pattern_array){ .type = PATTERN_F64, .rows = 1, .columns = n, .pitch = n };
}

static uint64_t matrix_lines(uint64_t n)
{
    return n * whole_lines(8 * n);
}

#define KERNEL(kernel_name, what, least_n)                                                         \
    static const struct kernel kernel_name = {                                                     \
        .name = #kernel_name,                                                                      \
        .variant = "cblas",                                                                        \
        .type = "f64",                                                                             \
        .about = what,                                                                             \
        .spec = KERNEL_SPEC,                                                                       \
        .line_bytes = KERNEL_LINE,                                                                 \
        .least = least_n,                                                                          \
        .most = INT32_MAX,                                                                         \
        .step = 1,                                                                                 \
        .bytes = kernel_name##_bytes,                                                              \
        .count = kernel_name##_count,                                                              \
        .fill = kernel_name##_fill,                                                                \
        .run = kernel_name##_run,                                                                  \
    }

/* ---- C = A B ---- */

static uint64_t dgemm_bytes(uint64_t n)
{
    const struct pattern_array a[] = { matrix(n), matrix(n), matrix(n) };

    return pattern_bytes(a, 3, KERNEL_LINE);
}

static void dgemm_fill(void *base, uint64_t n)
{
    const struct pattern_array a[] = { matrix(n), matrix(n), matrix(n) };

    pattern_fill(a, 3, KERNEL_LINE, base);
}

static uint64_t dgemm_count(enum kernel_count of, uint64_t n)
{
    uint64_t square = pattern_product(n, n), cube = pattern_product(square, n);

    switch (of) {
    case KERNEL_ADDS:
    case KERNEL_MULS:
        return cube;
    case KERNEL_LOADS:
        return pattern_product(2, cube);
    case KERNEL_ELEMENTS:
        return 3 * square;
    case KERNEL_STORES:
    case KERNEL_WRITTEN:
        return square;
    case KERNEL_LINES:
        return 3 * matrix_lines(n);
    case KERNEL_LINES_WRITTEN:
        return matrix_lines(n);
    default:
        return 0;
    }
}

static void dgemm_run(void *base, uint64_t n, const struct kernel_share *share)
{
    double *a = base, *b = a + n * pitch(n), *c = b + n * pitch(n);
    int order = (int)n, row = (int)pitch(n);

    (void)share;
    if (n > 0)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, order, order, order, 1, a, row, b,
                    row, 0, c, row);
}

KERNEL(dgemm, "C = A B by the library", 4);

/* ---- y = A x ---- */

static uint64_t dgemv_bytes(uint64_t n)
{
    const struct pattern_array a[] = { matrix(n), vector(n), vector(n) };

    return pattern_bytes(a, 3, KERNEL_LINE);
}

static void dgemv_fill(void *base, uint64_t n)
{
    const struct pattern_array a[] = { matrix(n), vector(n), vector(n) };

    pattern_fill(a, 3, KERNEL_LINE, base);
}

static uint64_t dgemv_count(enum kernel_count of, uint64_t n)
{
    uint64_t square = pattern_product(n, n);

    switch (of) {
    case KERNEL_ADDS:
    case KERNEL_MULS:
        return square;
    case KERNEL_LOADS:
        return pattern_product(2, square);
    case KERNEL_ELEMENTS:
        return square + 2 * n;
    case KERNEL_STORES:
    case KERNEL_WRITTEN:
        return n;
    case KERNEL_LINES:
        return matrix_lines(n) + 2 * whole_lines(8 * n);
    case KERNEL_LINES_WRITTEN:
        return whole_lines(8 * n);
    default:
        return 0;
    }
}

static void dgemv_run(void *base, uint64_t n, const struct kernel_share *share)
{
    double *a = base, *x = a + n * pitch(n), *y = x + pitch(n);

    (void)share;
    if (n > 0)
        cblas_dgemv(CblasRowMajor, CblasNoTrans, (int)n, (int)n, 1, a, (int)pitch(n), x, 1, 0, y,
                    1);
}

KERNEL(dgemv, "y = A x by the library", 4);

/* ---- y = y + a x ---- */

static uint64_t daxpy_bytes(uint64_t n)
{
    const struct pattern_array a[] = { vector(n), vector(n) };

    return pattern_bytes(a, 2, KERNEL_LINE);
}

static void daxpy_fill(void *base, uint64_t n)
{
    const struct pattern_array a[] = { vector(n), vector(n) };

    pattern_fill(a, 2, KERNEL_LINE, base);
}

static uint64_t daxpy_count(enum kernel_count of, uint64_t n)
{
    switch (of) {
    case KERNEL_ADDS:
    case KERNEL_MULS:
    case KERNEL_STORES:
    case KERNEL_WRITTEN:
        return n;
    case KERNEL_LOADS:
    case KERNEL_ELEMENTS:
        return 2 * n;
    case KERNEL_LINES:
        return 2 * whole_lines(8 * n);
    case KERNEL_LINES_WRITTEN:
        return whole_lines(8 * n);
    default:
        return 0;
    }
}

/* Sums grow with the laps, by 1 or 2 each: far from where numbers end. */
static void daxpy_run(void *base, uint64_t n, const struct kernel_share *share)
{
    double *x = base, *y = x + pitch(n);

    (void)share;
    if (n > 0)
        cblas_daxpy((int)n, 1, x, 1, y, 1);
}

KERNEL(daxpy, "y = y + x by the library", 8);

const struct kernel *const kernel_cblas[] = { &dgemm, &dgemv, &daxpy, 0 };
