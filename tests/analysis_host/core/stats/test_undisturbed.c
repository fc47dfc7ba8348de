/* The bound of the undisturbed time holds as often as it says, over made-up timings. */
#include "random.h"
#include "stats/stats.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

enum { SERIES = 1000, MOST = 10 };

/* A normal deviate's size: half of a normal distribution. */
static double half_normal(struct random *r)
{
    double u = 1 - random_share(r), v = random_share(r);

    return fabs(sqrt(-2 * log(u)) * cos(2 * acos(-1) * v));
}

/* How many of SERIES series of N timings of 1, disturbed upwards by 5 percent, have a bound at or
 * below 1. */
static unsigned held(struct random *r, size_t n)
{
    unsigned holds = 0;

    for (unsigned i = 0; i < SERIES; i++) {
        double y[MOST];

        for (size_t k = 0; k < n; k++)
            y[k] = 1 + 0.05 * half_normal(r);
        double low = stats_undisturbed_low(y, n, 0.9);
        assert_true(low <= stats_min(y, n));
        holds += low <= 1;
    }
    return holds;
}

static void ninety_percent_bounds_hold_in_ninety_percent(void **state)
{
    struct random r = { .state = 20 };
    unsigned of_ten = held(&r, 10), of_five = held(&r, 5);

    (void)state;
    print_message("bounds that hold: %u of %u with 10 timings, %u with 5\n", of_ten, SERIES,
                  of_five);
    assert_in_range(of_ten, 880, 920);
    assert_in_range(of_five, 880, 920);
}

static void equal_timings_are_their_own_bound(void **state)
{
    const double y[] = { 3, 3, 3, 3, 3 };

    (void)state;
    assert_true(stats_undisturbed_low(y, 5, 0.9) == 3);
}

static void what_cannot_be_bounded_is_nothing(void **state)
{
    const double y[] = { 3, 4, NAN };

    (void)state;
    assert_true(isnan(stats_undisturbed_low(y, 1, 0.9)));
    assert_true(isnan(stats_undisturbed_low(y, 3, 0.9)));
    assert_true(isnan(stats_undisturbed_low(y, 2, 1)));
    assert_true(isnan(stats_undisturbed_low(y, 2, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ninety_percent_bounds_hold_in_ninety_percent),
        cmocka_unit_test(equal_timings_are_their_own_bound),
        cmocka_unit_test(what_cannot_be_bounded_is_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
