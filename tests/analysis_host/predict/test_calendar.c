/* A unit's time: operations take exactly their interval each, wherever they come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

#include "predict/core_parts.h"

static struct calendar calendar;

static void near(double value, double wanted, double within)
{
    if (fabs(value - wanted) > within)
        fail_msg("%.3f in place of %.3f, to within %.3f", value, wanted, within);
}

static void carries_the_remainder(void **state)
{
    double last = 0;

    (void)state;
    calendar_clear(&calendar);
    for (unsigned i = 0; i < 1000; i++)
        last = calendar_book(&calendar, 0, 0.51);
    assert_true(last > 505 && last < 511);
}

static void divisions_follow_each_other(void **state)
{
    (void)state;
    calendar_clear(&calendar);
    near(calendar_book(&calendar, 2, 12), 2, 1e-6);
    near(calendar_book(&calendar, 3, 12), 14, 1e-6);
    near(calendar_book(&calendar, 40, 12), 40, 1e-6);
}

static void gaps_are_filled(void **state)
{
    (void)state;
    calendar_clear(&calendar);
    near(calendar_book(&calendar, 10, 1), 10, 1e-6);
    near(calendar_book(&calendar, 3, 1), 3, 1e-6);
    near(calendar_book(&calendar, 3, 1), 4, 1e-6);
}

static void several_start_in_a_cycle(void **state)
{
    (void)state;
    calendar_clear(&calendar);
    for (unsigned i = 0; i < 4; i++)
        near(calendar_book(&calendar, 7.5, 0.25), 7.5, 1e-6);
    near(calendar_book(&calendar, 7.5, 0.25), 8, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carries_the_remainder),
        cmocka_unit_test(divisions_follow_each_other),
        cmocka_unit_test(gaps_are_filled),
        cmocka_unit_test(several_start_in_a_cycle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
