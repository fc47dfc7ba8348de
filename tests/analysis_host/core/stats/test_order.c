/* Minimum, quantiles and second lowest: the value that the rule names, with the samples left in
 * order. */
#include "stats/stats.h"
#include "table.h"

enum { MOST = 8 };

static double first_quartile(const double *y, size_t n)
{
    return stats_quantile(y, n, 0.25);
}

static double greatest(const double *y, size_t n)
{
    return stats_quantile(y, n, 1);
}

static double beyond(const double *y, size_t n)
{
    return stats_quantile(y, n, 1.01);
}

static double no_share(const double *y, size_t n)
{
    return stats_quantile(y, n, NAN);
}

static const struct {
    const char *rule;
    double (*of)(const double *y, size_t n);
    size_t n;
    double y[MOST];
    double want;
} cases[] = {
    { "the least", stats_min, 3, { 5, 3, 4 }, 3 },
    { "the least of one", stats_min, 1, { 5 }, 5 },
    { "the least of none is nothing", stats_min, 0, { 0 }, NAN },
    { "the least is refused beside NaN", stats_min, 2, { 1, NAN }, NAN },
    { "second lowest of six, in any order",
      stats_second_lowest,
      6,
      { 31, 35, 30, 90, 33, 32 },
      31 },
    { "one impossible low run of six is ignored",
      stats_second_lowest,
      6,
      { 31, 31, 31, 2, 33, 32 },
      31 },
    { "second lowest counts equal runs one by one", stats_second_lowest, 3, { 3, 5, 3 }, 3 },
    { "second lowest of falling values", stats_second_lowest, 3, { 9, 8, 7 }, 8 },
    { "second lowest of one does not exist", stats_second_lowest, 1, { 3 }, NAN },
    { "second lowest of none does not exist", stats_second_lowest, 0, { 0 }, NAN },
    { "second lowest is refused beside NaN", stats_second_lowest, 3, { 1, NAN, 2 }, NAN },
    { "median of odd many", stats_median, 3, { 9, 1, 4 }, 4 },
    { "median of even many lies half way", stats_median, 4, { 9, 1, 4, 6 }, 5 },
    { "median ignores one outlier", stats_median, 5, { 7, 7, 7, 7, 1e12 }, 7 },
    { "median of one", stats_median, 1, { 7 }, 7 },
    { "median of none is nothing", stats_median, 0, { 0 }, NAN },
    { "a quantile lies linearly between neighbours", first_quartile, 4, { 4, 2, 1, 3 }, 1.75 },
    { "the highest quantile is the greatest", greatest, 3, { 4, 9, 1 }, 9 },
    { "a share above one is refused", beyond, 3, { 4, 9, 1 }, NAN },
    { "no share is refused", no_share, 3, { 4, 9, 1 }, NAN },
    { "a quantile is refused beside infinity", first_quartile, 2, { 1, INFINITY }, NAN },
};

static void each_value_is_the_one_the_rule_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        double got = cases[i].of(cases[i].y, cases[i].n);
        check_rule(cases[i].rule,
                   isnan(cases[i].want) ? isnan(got) : near(got, cases[i].want, 1e-12));
    }
}

/* Chances by hand: all of five on one side, 2 / 32; at most two of ten on one, 2 * 56 / 1024. */
static void bounds_of_a_median_hold_it_with_their_chance(void **state)
{
    const double y[] = { 5, 1, 10, 2, 9, 4, 3, 8, 6, 7 }, odd[] = { 3, 1, 2, 5, 4 };
    double low, high;

    (void)state;
    assert_true(near(stats_median_bounds(y, 10, 0.85, &low, &high), 1 - 112.0 / 1024, 1e-12));
    assert_true(low == 3 && high == 8);
    assert_true(near(stats_median_bounds(y, 10, 0.9, &low, &high), 1 - 22.0 / 1024, 1e-12));
    assert_true(low == 2 && high == 9);
    assert_true(near(stats_median_bounds(odd, 5, 0.99, &low, &high), 1 - 2.0 / 32, 1e-12));
    assert_true(low == 1 && high == 5);
    assert_true(near(stats_median_bounds(odd, 1, 0.5, &low, &high), 0, 1e-12) && low == high);
    assert_true(isnan(stats_median_bounds(odd, 0, 0.5, &low, &high)) && isnan(low));
    assert_true(isnan(stats_median_bounds(odd, 5, 1.5, &low, &high)) && isnan(high));
}

static void the_samples_stay_in_order(void **state)
{
    double y[] = { 3, 1, 2 };

    (void)state;
    stats_median(y, 3);
    assert_true(y[0] == 3 && y[1] == 1 && y[2] == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_value_is_the_one_the_rule_names),
        cmocka_unit_test(bounds_of_a_median_hold_it_with_their_chance),
        cmocka_unit_test(the_samples_stay_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
