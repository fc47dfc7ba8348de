/* The interface of kernels, with those that were written by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "planted_kernels.h"
#include <stdlib.h>

static void *filled(const struct kernel *kernel, uint64_t n)
{
    size_t bytes = (size_t)kernel->bytes(n);
    void *base = aligned_alloc(kernel->line_bytes, bytes);

    assert_non_null(base);
    kernel->fill(base, n);
    return base;
}

/* Runs KERNEL at n once as CONTEXTS in turn would, on one set of arrays, and returns its check. */
static uint64_t checked(const struct kernel *kernel, uint64_t n, unsigned contexts)
{
    void *base = filled(kernel, n);

    for (unsigned i = 0; i < contexts; i++) {
        struct kernel_share share = { .context = i, .contexts = contexts };

        kernel->range(n, &share.from, &share.to);
        if (kernel->space != KERNEL_CYCLIC) {
            long all = share.to;

            share.from = all * (long)i / (long)contexts;
            share.to = all * (long)(i + 1) / (long)contexts;
        }
        kernel->run(base, n, &share);
    }
    uint64_t check = kernel->check(base, n);
    free(base);
    return check;
}

static uint64_t checked_alone(const struct kernel *kernel, uint64_t n)
{
    const struct kernel_share share = { .contexts = 1 };
    void *base = filled(kernel, n);

    kernel->run(base, n, &share);
    uint64_t check = kernel->check(base, n);
    free(base);
    return check;
}

static void a_run_has_the_expected_check(void **state)
{
    (void)state;
    assert_true(checked_alone(&planted_triad, planted_triad.expected[0].n) ==
                planted_triad.expected[0].check);
}

static void shares_add_up_to_the_whole(void **state)
{
    (void)state;
    for (uint64_t n = 1; n < 40; n++)
        for (unsigned contexts = 1; contexts < 5; contexts++) {
            assert_true(checked(&planted_triad_shared, n, contexts) ==
                        checked_alone(&planted_triad, n));
            assert_true(checked(&planted_triad_dealt, n, contexts) ==
                        checked_alone(&planted_triad, n));
        }
}

static void one_wrong_element_shows(void **state)
{
    (void)state;
    for (uint64_t n = 1; n < 200; n++)
        assert_true(checked_alone(&planted_triad_wrong, n) != checked_alone(&planted_triad, n));
}

static void counts_beyond_64_bits_are_told(void **state)
{
    const uint64_t most = UINT64_MAX / 3;

    (void)state;
    assert_true(planted_triad.count(KERNEL_ELEMENTS, 1000) == 3000);
    assert_true(planted_triad.count(KERNEL_LINES, 1001) == 378);
    assert_true(planted_triad.count(KERNEL_ELEMENTS, most - 1) == 3 * (most - 1));
    assert_true(planted_triad.count(KERNEL_ELEMENTS, most + 1) == KERNEL_TOO_MANY);
    assert_true(planted_triad.bytes(UINT64_MAX / 8) == KERNEL_TOO_MANY);
    assert_true(planted_triad.bytes(UINT64_MAX / 16) == KERNEL_TOO_MANY);
}

static void values_are_as_documented(void **state)
{
    uint32_t at = KERNEL_VALUES_BEGIN;

    (void)state;
    assert_int_equal(kernel_value_next(&at), 1015568748u >> 22);
    assert_true(kernel_fold(1, 2) != kernel_fold(2, 2));
    assert_true(kernel_fold(0, 1) == (UINT64_C(0x9e3779b97f4a7c15) ^ 0x9e3779b9u));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_has_the_expected_check),
        cmocka_unit_test(shares_add_up_to_the_whole),
        cmocka_unit_test(one_wrong_element_shows),
        cmocka_unit_test(counts_beyond_64_bits_are_told),
        cmocka_unit_test(values_are_as_documented),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
