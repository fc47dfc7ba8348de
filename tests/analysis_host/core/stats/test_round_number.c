/* stats_round_number() and stats_odd_part(): the smallest odd factor within bounds. */
#include "stats/stats.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct round_case {
    double value, low, high, want;
};

static const struct round_case round_cases[] = {
    { 32768, 32768, 32768, 32768 },
    { 33000, 31000, 34000, 32768 }, /* the smallest odd factor, 1 */
    { 40000, 33000, 65535, 49152 }, /* 3 before 5 and 7 */
    { 40000, 40000, 41000, 40960 }, /* 5 * 8 KiB */
    { 25000, 20000, 30000, 24576 }, /* 3 * 8 KiB */
    { 50000, 30000, 70000, 65536 }, /* two powers of two: the nearer */
    { 46000, 30000, 70000, 32768 }, /* in proportion, that is */
    { 47000, 30000, 70000, 65536 },
    { 1000, 1000, 1000, 1000 }, /* 125 * 8 */
    { 1001, 1001, 1001, 1001 },
    { 1, 1, 1, 1 },
    { 5, 9, 3, 0 },       /* no bounds */
    { 5.5, 5.2, 5.8, 0 }, /* no whole number */
    { 6291456, 6000000, 6400000, 6291456 },
};

static void a_round_number_has_the_smallest_odd_factor(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof round_cases / sizeof round_cases[0]; i++) {
        const struct round_case *c = &round_cases[i];
        double got = stats_round_number(c->value, c->low, c->high);

        if (got != c->want)
            fail_msg("%g in %g to %g: %g, expected %g", c->value, c->low, c->high, got, c->want);
    }
}

static void the_odd_part_has_no_factor_two(void **state)
{
    (void)state;
    assert_true(stats_odd_part(352) == 11);
    assert_true(stats_odd_part(4096) == 1);
    assert_true(stats_odd_part(7) == 7);
    assert_true(stats_odd_part(0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_number_has_the_smallest_odd_factor),
        cmocka_unit_test(the_odd_part_has_no_factor_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
