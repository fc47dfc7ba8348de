/* A kernel of a library that is linked for it: the Fourier transform by FFTW, from one array into
 * another, as it grows what it transforms. */
#include "kernels/arithmetic.h"
#include <fftw3.h>

/* For the last n; alike for all arrays that start on lines. */
static fftw_plan plan;
static uint64_t planned_n;

static uint64_t bytes(uint64_t n)
{
    return pattern_product(n, 32);
}

static void fill(void *base, uint64_t n)
{
    const struct pattern_array a[] = {
        { .type = PATTERN_F64, .rows = 1, .columns = 2 * n, .pitch = 2 * n },
        { .type = PATTERN_F64, .rows = 1, .columns = 2 * n, .pitch = 2 * n }
    };
    fftw_complex *from = base;

    pattern_fill(a, 2, KERNEL_LINE, base);
    if (n == planned_n)
        return;
    if (plan)
        fftw_destroy_plan(plan);
    plan = fftw_plan_dft_1d((int)n, from, from + n, FFTW_FORWARD, FFTW_ESTIMATE);
    planned_n = n;
}

/* The nominal count of radix 2: the library does fewer. */
static uint64_t count(enum kernel_count of, uint64_t n)
{
    uint64_t stages = pattern_product(n, log2_of(n));

    switch (of) {
    case KERNEL_ADDS:
        return 3 * stages;
    case KERNEL_MULS:
        return 2 * stages;
    case KERNEL_LOADS:
    case KERNEL_STORES:
        return 2 * stages;
    case KERNEL_ELEMENTS:
        return 4 * n;
    case KERNEL_WRITTEN:
        return 2 * n;
    case KERNEL_LINES:
        return 2 * whole_lines(16 * n);
    case KERNEL_LINES_WRITTEN:
        return whole_lines(16 * n);
    default:
        return 0;
    }
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    fftw_complex *from = base;

    (void)share;
    if (n > 0)
        fftw_execute_dft(plan, from, from + n);
}

static const struct kernel fft = {
    .name = "fft",
    .variant = "fftw",
    .type = "f64",
    .about = "Fourier transform by the library; operations are nominal",
    .spec = KERNEL_SPEC,
    .line_bytes = KERNEL_LINE,
    .least = 4,
    .most = INT32_MAX,
    .step = 4,
    .powers = true,
    .bytes = bytes,
    .count = count,
    .fill = fill,
    .run = run,
};

const struct kernel *const kernel_fftw3[] = { &fft, 0 };
