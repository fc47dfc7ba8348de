/* Two modes are found where there are two, and seldom where there is one. */
#include "random.h"
#include "stats/stats.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

enum { SETS = 1000, N = 160 };

static double normal(struct random *r)
{
    double u = 1 - random_share(r), v = random_share(r);

    return sqrt(-2 * log(u)) * cos(2 * acos(-1) * v);
}

static double uniform_value(struct random *r)
{
    return random_share(r);
}

/* Timings that disturbances only lengthen. */
static double exponential(struct random *r)
{
    return 1 - 0.3 * log(1 - random_share(r));
}

static unsigned found_in(struct random *r, double (*draw)(struct random *))
{
    struct stats_modes m;
    unsigned found = 0;

    for (unsigned i = 0; i < SETS; i++) {
        double y[N];

        for (size_t k = 0; k < N; k++)
            y[k] = draw(r);
        found += stats_two_modes(y, N, &m);
    }
    return found;
}

static void one_mode_is_seldom_taken_for_two(void **state)
{
    struct random r = { .state = 7 };
    unsigned of_normal = found_in(&r, normal), of_uniform = found_in(&r, uniform_value),
             of_exponential = found_in(&r, exponential);

    (void)state;
    print_message("two modes in %d sets: normal %u, uniform %u, exponential %u\n", SETS, of_normal,
                  of_uniform, of_exponential);
    assert_true(of_normal <= SETS / 100 && of_uniform <= SETS / 100 &&
                of_exponential <= SETS / 100);
}

/* SHARE of the timings take twice as long. */
static unsigned found_with(struct random *r, double share, double spread)
{
    unsigned found = 0;

    for (unsigned i = 0; i < SETS; i++) {
        struct stats_modes m;
        double y[N];
        size_t high = 0;

        for (size_t k = 0; k < N; k++) {
            bool slow = random_share(r) < share;

            high += slow;
            y[k] = (slow ? 2 : 1) * (1 + spread * normal(r));
        }
        y[5] = 40; /* an interruption */
        if (!stats_two_modes(y, N, &m))
            continue;
        found++;
        assert_true(fabs(m.low - 1) < 0.1 && fabs(m.high - 2) < 0.15);
        assert_true(m.split > 1.2 && m.split < 1.8);
        assert_true(fabs(m.share_high - (double)high / N) < 0.06);
    }
    return found;
}

static void two_modes_are_found_with_their_share(void **state)
{
    struct random r = { .state = 8 };

    (void)state;
    for (unsigned tenths = 1; tenths <= 9; tenths++) {
        unsigned found = found_with(&r, tenths / 10.0, 0.07);

        print_message("%u tenths slow: found in %u of %d sets\n", tenths, found, SETS);
        assert_true(found >= SETS * (tenths % 8 == 1 ? 6 : 9) / 10); /* few are hard to see */
    }
    assert_true(found_with(&r, 0.4, 0.12) >= SETS * 9 / 10);
}

static void too_few_or_equal_numbers_have_no_modes(void **state)
{
    const double same[8] = { 4, 4, 4, 4, 4, 4, 4, 4 }, refused[] = { 1, 1, 1, NAN, 2, 2, 2 };
    struct stats_modes m;

    (void)state;
    assert_false(stats_two_modes(same, 8, &m));
    assert_true(isnan(m.split));
    assert_false(stats_two_modes(same, 0, &m));
    assert_false(stats_two_modes(refused, 7, &m));
    assert_false(stats_two_modes((const double[]){ 1, 1, 2, 2 }, 4, &m));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_mode_is_seldom_taken_for_two),
        cmocka_unit_test(two_modes_are_found_with_their_share),
        cmocka_unit_test(too_few_or_equal_numbers_have_no_modes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
