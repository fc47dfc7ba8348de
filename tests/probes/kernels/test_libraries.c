/* The kernels of CBLAS compute what they say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/kernel.h"
#include <stdlib.h>
#include <string.h>

extern const struct kernel *const kernel_cblas[];

enum { N = 13, PITCH = 16 };

static double *ran(const char *name, double *before)
{
    const struct kernel_share share = { .contexts = 1 };
    const struct kernel *const *k = kernel_cblas;

    while (strcmp((*k)->name, name) != 0)
        k++;
    size_t bytes = (size_t)(*k)->bytes(N);
    double *base = aligned_alloc(64, bytes);

    assert_non_null(base);
    (*k)->fill(base, N);
    memcpy(before, base, bytes);
    (*k)->run(base, N, &share);
    (*k)->run(NULL, 0, &share);
    return base;
}

/* All sums are exact, in any order. */
static void products_are_those_of_the_textbook(void **state)
{
    double before[3 * N * PITCH], *after = ran("dgemm", before);

    (void)state;
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < N; j++) {
            double sum = 0;

            for (unsigned k = 0; k < N; k++)
                sum += before[i * PITCH + k] * before[N * PITCH + k * PITCH + j];
            assert_true(after[2 * N * PITCH + i * PITCH + j] == sum);
        }
    free(after);
    after = ran("dgemv", before);
    for (unsigned i = 0; i < N; i++) {
        double sum = 0;

        for (unsigned k = 0; k < N; k++)
            sum += before[i * PITCH + k] * before[N * PITCH + k];
        assert_true(after[(N + 1) * PITCH + i] == sum);
    }
    free(after);
    after = ran("daxpy", before);
    for (unsigned i = 0; i < N; i++)
        assert_true(after[PITCH + i] == before[PITCH + i] + before[i]);
    free(after);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(products_are_those_of_the_textbook) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
