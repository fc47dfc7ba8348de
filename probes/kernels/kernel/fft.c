/* Fast Fourier transform of n complex numbers in place, of unit length: X[k] is the sum of
 * x[j] exp(-2 pi i j k / n), divided by sqrt(n). Radix 2, and split radix (one half, two quarters).
 */
#include "kernels/arithmetic.h"

/* n complex numbers, then the factors: n / 2 complex numbers. */
static struct pattern_array numbers_at(uint64_t n)
{
    return (
        struct pattern_array){ .type = PATTERN_F64, .rows = 1, .columns = 2 * n, .pitch = 2 * n };
}

static uint64_t bytes(uint64_t n)
{
    return pattern_product(n, 24);
}

/* ---- factors ---- */

enum { TERMS = 11 }; /* of the sine's and cosine's series, up to a right angle: to the last bit */

/* Sets *COSINE and *SINE of the angle 2 pi K / N, less than a right one. */
static void sine_and_cosine(uint64_t k, uint64_t n, double *cosine, double *sine)
{
    double angle = 6.283185307179586477 * (double)k / (double)n, square = angle * angle;

    *cosine = *sine = 1;
    for (int i = TERMS; i > 0; i--) {
        *cosine = 1 - *cosine * square / (double)(2 * i * (2 * i - 1));
        *sine = 1 - *sine * square / (double)(2 * i * (2 * i + 1));
    }
    *sine *= angle;
}

/* Writes exp(-2 pi i K / N) to AT[0..2), N a multiple of 4. */
static void put_factor(real *at, uint64_t k, uint64_t n)
{
    double cosine, sine;

    sine_and_cosine(k % (n / 4), n, &cosine, &sine);
    switch (k / (n / 4) % 4) {
    case 0:
        at[0] = REAL(cosine), at[1] = REAL(-sine);
        break;
    case 1:
        at[0] = REAL(-sine), at[1] = REAL(-cosine);
        break;
    case 2:
        at[0] = REAL(-cosine), at[1] = REAL(sine);
        break;
    default:
        at[0] = REAL(sine), at[1] = REAL(cosine);
    }
}

static void fill_numbers(void *base, uint64_t n)
{
    const struct pattern_array a = numbers_at(n);

    pattern_fill(&a, 1, KERNEL_LINE, base);
}

/* Factor K at place K, below n / 2. */
static void fill_radix2(void *base, uint64_t n)
{
    real *factor = (real *)base + 2 * n;

    fill_numbers(base, n);
    for (uint64_t k = 0; k < n / 2; k++)
        put_factor(&factor[2 * k], k, n);
}

/* Factors K below n / 4, then factors 3 K. */
static void fill_split(void *base, uint64_t n)
{
    real *factor = (real *)base + 2 * n;

    fill_numbers(base, n);
    for (uint64_t k = 0; k < n / 4; k++) {
        put_factor(&factor[2 * k], k, n);
        put_factor(&factor[n / 2 + 2 * k], 3 * k, n);
    }
}

/* ---- what both begin with ---- */

static void scale(real *x, real by)
{
    real re = READ(&x[0]), im = READ(&x[1]);

    WRITE(&x[0], REAL_MUL(by, re));
    WRITE(&x[1], REAL_MUL(by, im));
}

static void swap_scaled(real *x, real *y, real by)
{
    real x_re = READ(&x[0]), x_im = READ(&x[1]), y_re = READ(&y[0]), y_im = READ(&y[1]);

    WRITE(&x[0], REAL_MUL(by, y_re));
    WRITE(&x[1], REAL_MUL(by, y_im));
    WRITE(&y[0], REAL_MUL(by, x_re));
    WRITE(&y[1], REAL_MUL(by, x_im));
}

/* Puts the number at I where I's bits in reverse order say, and scales all. */
static void reorder(real *x, size_t n, real by)
{
    size_t reversed = 0;

    for (size_t i = 0; i < n; i++) {
        size_t bit = n / 2;

        if (i == reversed)
            scale(&x[2 * i], by);
        else if (i < reversed)
            swap_scaled(&x[2 * i], &x[2 * reversed], by);
        for (; (reversed & bit) != 0; bit /= 2)
            reversed ^= bit;
        reversed ^= bit;
    }
}

/* Sets *RE and *IM to the product of the complex numbers at X and BY. */
static inline void product(const real *x, const real *by, real *re, real *im)
{
    real x_re = READ(&x[0]), x_im = READ(&x[1]), by_re = READ(&by[0]), by_im = READ(&by[1]);

    *re = REAL_SUB(REAL_MUL(x_re, by_re), REAL_MUL(x_im, by_im));
    *im = REAL_ADD(REAL_MUL(x_re, by_im), REAL_MUL(x_im, by_re));
}

/* ---- radix 2 ---- */

/* Combines the transforms of N numbers each at LOW and HIGH; factors lie STRIDE apart. */
static void combine_two(real *restrict low, real *restrict high, const real *restrict factor,
                        size_t n, size_t stride)
{
    for (size_t k = 0; k < n; k++) {
        real re, im, low_re = READ(&low[2 * k]), low_im = READ(&low[2 * k + 1]);

        product(&high[2 * k], &factor[2 * k * stride], &re, &im);
        WRITE(&low[2 * k], REAL_ADD(low_re, re));
        WRITE(&low[2 * k + 1], REAL_ADD(low_im, im));
        WRITE(&high[2 * k], REAL_SUB(low_re, re));
        WRITE(&high[2 * k + 1], REAL_SUB(low_im, im));
    }
}

static void run_radix2(void *base, uint64_t n_numbers, const struct kernel_share *share)
{
    size_t n = (size_t)n_numbers;
    real *x = base;

    (void)share;
    if (n == 0)
        return;
    reorder(x, n, unit(n));
    for (size_t half = 1; half < n; half *= 2)
        for (size_t i = 0; i < n; i += 2 * half)
            combine_two(&x[2 * i], &x[2 * (i + half)], x + 2 * n, half, n / (2 * half));
}

/* log2 n stages of n / 2 butterflies: 4 products, 6 sums. */
static uint64_t count_radix2(enum kernel_count of, uint64_t n)
{
    uint64_t butterflies = pattern_product(n / 2, log2_of(n));

    switch (of) {
    case KERNEL_ADDS:
        return 6 * butterflies;
    case KERNEL_MULS:
    case KERNEL_STORES:
        return 4 * butterflies + 2 * n;
    case KERNEL_LOADS:
        return 6 * butterflies + 2 * n;
    case KERNEL_ELEMENTS:
        return 3 * n;
    case KERNEL_WRITTEN:
        return 2 * n;
    case KERNEL_LINES:
        return whole_lines(24 * n);
    case KERNEL_LINES_WRITTEN:
        return whole_lines(16 * n);
    default:
        return 0;
    }
}

/* ---- split radix ---- */

/* Combines the transform of N / 2 numbers at X with two of N / 4 after it. FACTOR3: of 3 K. */
static void combine_three(real *x, size_t n, const real *factor, const real *factor3, size_t stride)
{
    real *x1 = x + n / 2, *x2 = x + n, *x3 = x + n / 2 * 3;

    for (size_t k = 0; k < n / 2; k += 2) {
        real re1, im1, re3, im3;

        product(&x2[k], &factor[k * stride], &re1, &im1);
        product(&x3[k], &factor3[k * stride], &re3, &im3);
        real sum_re = REAL_ADD(re1, re3), sum_im = REAL_ADD(im1, im3);
        real rest_re = REAL_SUB(re1, re3), rest_im = REAL_SUB(im1, im3);
        real re = READ(&x[k]), im = READ(&x[k + 1]);

        WRITE(&x[k], REAL_ADD(re, sum_re));
        WRITE(&x[k + 1], REAL_ADD(im, sum_im));
        WRITE(&x2[k], REAL_SUB(re, sum_re));
        WRITE(&x2[k + 1], REAL_SUB(im, sum_im));
        re = READ(&x1[k]), im = READ(&x1[k + 1]);
        WRITE(&x1[k], REAL_ADD(re, rest_im));
        WRITE(&x1[k + 1], REAL_SUB(im, rest_re));
        WRITE(&x3[k], REAL_SUB(re, rest_im));
        WRITE(&x3[k + 1], REAL_ADD(im, rest_re));
    }
}

static void combine_pair(real *x)
{
    real re0 = READ(&x[0]), im0 = READ(&x[1]), re1 = READ(&x[2]), im1 = READ(&x[3]);

    WRITE(&x[0], REAL_ADD(re0, re1));
    WRITE(&x[1], REAL_ADD(im0, im1));
    WRITE(&x[2], REAL_SUB(re0, re1));
    WRITE(&x[3], REAL_SUB(im0, im1));
}

/* Factors of N numbers lie STRIDE apart. */
static void split(real *x, size_t n, const real *factor, const real *factor3, size_t stride)
{
    if (n == 2)
        combine_pair(x);
    if (n <= 2)
        return;
    split(x, n / 2, factor, factor3, 2 * stride);
    split(x + n, n / 4, factor, factor3, 4 * stride);
    split(x + n / 2 * 3, n / 4, factor, factor3, 4 * stride);
    combine_three(x, n, factor, factor3, stride);
}

static void run_split(void *base, uint64_t n_numbers, const struct kernel_share *share)
{
    size_t n = (size_t)n_numbers;
    real *x = base;

    (void)share;
    if (n == 0)
        return;
    reorder(x, n, unit(n));
    split(x, n, x + 2 * n, x + 2 * n + n / 2, 1);
}

/* Calls of combine_three() with k, together, and of combine_pair(). */
static void count_calls(uint64_t n, uint64_t *threes, uint64_t *pairs)
{
    uint64_t three[2] = { 0, 0 }, pair[2] = { 0, 1 }; /* of 1 and 2 numbers */

    for (uint64_t m = 4; m <= n; m *= 2) {
        uint64_t new_three = three[1] + 2 * three[0] + m / 4, new_pair = pair[1] + 2 * pair[0];

        three[0] = three[1], pair[0] = pair[1];
        three[1] = new_three, pair[1] = new_pair;
    }
    *threes = three[1];
    *pairs = pair[1];
}

static uint64_t count_split(enum kernel_count of, uint64_t n)
{
    uint64_t threes, pairs;

    count_calls(n, &threes, &pairs);
    switch (of) {
    case KERNEL_ADDS:
        return 16 * threes + 4 * pairs;
    case KERNEL_MULS:
        return 8 * threes + 2 * n;
    case KERNEL_LOADS:
        return 12 * threes + 4 * pairs + 2 * n;
    case KERNEL_STORES:
        return 8 * threes + 4 * pairs + 2 * n;
    default:
        return count_radix2(of, n);
    }
}

#define FFT(variant_name, what, routine, filler, counter)                                          \
    {                                                                                              \
        .name = "fft", .variant = variant_name, .type = "f64", .about = what, .spec = KERNEL_SPEC, \
        .line_bytes = KERNEL_LINE, .least = 4, .most = UINT32_MAX, .step = 4, .powers = true,      \
        .bytes = bytes, .count = counter, .fill = filler, .run = routine,                          \
    }

static const struct kernel radix2 =
    FFT("radix2", "Fourier transform in place, radix 2", run_radix2, fill_radix2, count_radix2);
static const struct kernel split_radix =
    FFT("split", "Fourier transform in place, split radix", run_split, fill_split, count_split);

const struct kernel *const kernel_fft[] = { &radix2, &split_radix, 0 };
