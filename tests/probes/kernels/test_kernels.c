/* The kernels of C compute what they say: transforms against their definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/kernel.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static const struct kernel *named(const char *name, const char *variant)
{
    for (const struct kernel *const *const *list = kernel_table; *list; list++)
        for (const struct kernel *const *kernel = *list; *kernel; kernel++)
            if (strcmp((*kernel)->name, name) == 0 && strcmp((*kernel)->variant, variant) == 0)
                return *kernel;
    fail_msg("no kernel %s.%s", name, variant);
    return NULL;
}

/* Runs KERNEL at n so many times; BEFORE: the first values, as many as it has room for. The
 * caller frees what comes back. */
static double *ran(const struct kernel *kernel, uint64_t n, unsigned times, double *before,
                   size_t n_before)
{
    const struct kernel_share share = { .contexts = 1 };
    double *base = aligned_alloc(64, ((size_t)kernel->bytes(n) + 63) / 64 * 64);

    assert_non_null(base);
    kernel->fill(base, n);
    memcpy(before, base, n_before * sizeof *before);
    for (unsigned i = 0; i < times; i++)
        kernel->run(base, n, &share);
    return base;
}

static void assert_near(double value, double wanted)
{
    if (fabs(value - wanted) > 1e-12)
        fail_msg("%.17g instead of %.17g", value, wanted);
}

static void assert_is_fourier(const char *variant, uint64_t n)
{
    double x[2 * MOST], *y = ran(named("fft", variant), n, 1, x, 2 * n);

    for (uint64_t k = 0; k < n; k++) {
        double re = 0, im = 0;

        for (uint64_t j = 0; j < n; j++) {
            double angle = -2 * M_PI * (double)(j * k % n) / (double)n;

            re += x[2 * j] * cos(angle) - x[2 * j + 1] * sin(angle);
            im += x[2 * j] * sin(angle) + x[2 * j + 1] * cos(angle);
        }
        assert_near(y[2 * k], re / sqrt((double)n));
        assert_near(y[2 * k + 1], im / sqrt((double)n));
    }
    free(y);
}

static void fourier_transforms_are_those_of_the_definition(void **state)
{
    (void)state;
    for (uint64_t n = 4; n <= MOST; n *= 2) {
        assert_is_fourier("radix2", n);
        assert_is_fourier("split", n);
    }
}

static void walsh_transforms_are_those_of_the_definition(void **state)
{
    (void)state;
    for (uint64_t n = 2; n <= MOST; n *= 2) {
        double x[MOST], *y = ran(named("wht", "iterative"), n, 1, x, n);
        double *z = ran(named("wht", "recursive"), n, 1, x, n);

        assert_memory_equal(y, z, n * sizeof *y);
        for (uint64_t k = 0; k < n; k++) {
            double sum = 0;

            for (uint64_t j = 0; j < n; j++)
                sum += __builtin_popcountll(j & k) % 2 == 0 ? x[j] : -x[j];
            assert_near(y[k], sum / sqrt((double)n));
        }
        free(y);
        free(z);
    }
}

/* Four transforms give back what there was: laps neither grow nor vanish. */
static void laps_keep_the_length(void **state)
{
    (void)state;
    for (uint64_t n = 4; n <= MOST; n *= 2) {
        double x[2 * MOST], *y = ran(named("fft", "split"), n, 400, x, 2 * n);

        for (uint64_t i = 0; i < 2 * n; i++)
            assert_near(y[i], x[i]);
        free(y);
    }
}

/* A call with n = 0, which is timed alone, touches nothing. */
static void without_numbers_nothing_happens(void **state)
{
    const struct kernel_share share = { .contexts = 1 };

    (void)state;
    for (const struct kernel *const *const *list = kernel_table; *list; list++)
        for (const struct kernel *const *kernel = *list; *kernel; kernel++)
            (*kernel)->run(NULL, 0, &share);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fourier_transforms_are_those_of_the_definition),
        cmocka_unit_test(walsh_transforms_are_those_of_the_definition),
        cmocka_unit_test(laps_keep_the_length),
        cmocka_unit_test(without_numbers_nothing_happens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
