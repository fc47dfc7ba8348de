/* Ways read off laps over lines of one set. */
#include "model/eviction_set.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double latency[] = { 4, 12, 50 };
enum { LEVELS = 2 };

/* Both first levels have 8 ways; 24 lines of other sets cost 280 a lap. */
static void a_line_too_many_shows_the_ways(void **state)
{
    double laps[12];
    struct eviction_set_fit fit;

    (void)state;
    for (unsigned i = 0; i < 12; i++)
        laps[i] = 280 + 12 * (i + 1.0) + (i >= 8 ? 38 * (i + 1.0) : 0);
    assert_true(eviction_set_fit(&fit, laps, 12, latency, LEVELS));
    assert_int_equal(fit.ways, 8);
    assert_int_equal(fit.level, 1);
}

/* As measured on a server core's guest under load, ticks taken for cycles: the increments
 * alternate, and the ninth line adds five misses. */
static void uneven_increments_are_no_misses(void **state)
{
    static const double laps[] = { 423, 432, 456, 465, 488, 498, 523, 530, 691, 753, 868 };
    struct eviction_set_fit fit;

    (void)state;
    assert_true(eviction_set_fit(&fit, laps, 11, latency, LEVELS));
    assert_int_equal(fit.ways, 8);
}

static void too_few_lines_and_foreign_costs_tell_nothing(void **state)
{
    static const double fit_all[] = { 292, 304, 316, 328, 340, 352, 364, 376 };
    static const double foreign[] = { 100, 125, 150, 175, 200, 225, 400 };
    struct eviction_set_fit fit;

    (void)state;
    assert_false(eviction_set_fit(&fit, fit_all, 8, latency, LEVELS));
    assert_false(eviction_set_fit(&fit, fit_all, 3, latency, LEVELS));
    assert_false(eviction_set_fit(&fit, foreign, 7, latency, LEVELS));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_too_many_shows_the_ways),
        cmocka_unit_test(uneven_increments_are_no_misses),
        cmocka_unit_test(too_few_lines_and_foreign_costs_tell_nothing),
    };

    return cmocka_run_group_tests(tests, 0, 0);
}
