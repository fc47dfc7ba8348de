/* stats_isotonic(): pools violators, agrees with the max-min formula, refuses bad input. */
#include "stats/stats.h"
#include "table.h"

enum { MOST = 7 };

static const struct {
    const char *rule;
    size_t n;
    double y[MOST], weight[MOST]; /* first weight 0: none given */
    double want[MOST];
} cases[] = {
    { "no points", 0, { 0 }, { 0 }, { 0 } },
    { "one point stays", 1, { 3 }, { 0 }, { 3 } },
    { "a rising curve stays", 3, { 1, 2, 3 }, { 0 }, { 1, 2, 3 } },
    { "all equal stay", 3, { 2, 2, 2 }, { 0 }, { 2, 2, 2 } },
    { "a falling curve becomes its mean", 3, { 3, 2, 1 }, { 0 }, { 2, 2, 2 } },
    { "a violation is shared between neighbours", 4, { 1, 3, 2, 4 }, { 0 }, { 1, 2.5, 2.5, 4 } },
    { "pools merge backwards", 4, { 1, 5, 4, 0 }, { 0 }, { 1, 3, 3, 3 } },
    { "a weight counts like that many points", 2, { 6, 2 }, { 3, 1 }, { 5, 5 } },
    { "one low outlier erases no level below what it pools with",
      7,
      { 4, 4, 20, 20, 20, 5, 180 },
      { 0 },
      { 4, 4, 16.25, 16.25, 16.25, 16.25, 180 } },
};

static void violators_are_pooled(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        double out[MOST];
        const double *weight = cases[i].weight[0] > 0 ? cases[i].weight : NULL;
        check_rule(cases[i].rule, stats_isotonic(cases[i].y, weight, cases[i].n, out) == STATS_OK);
        for (size_t k = 0; k < cases[i].n; k++)
            check_rule(cases[i].rule, near(out[k], cases[i].want[k], 1e-12));
    }
}

/* The max-min formula gives each value of the same curve directly. */
static double max_min(const double *y, const double *w, size_t n, size_t at)
{
    double most = -INFINITY;

    for (size_t from = 0; from <= at; from++) {
        double least = INFINITY;
        for (size_t to = at; to < n; to++) {
            double sum = 0, weight = 0;
            for (size_t i = from; i <= to; i++) {
                sum += y[i] * w[i];
                weight += w[i];
            }
            least = fmin(least, sum / weight);
        }
        most = fmax(most, least);
    }
    return most;
}

static void agrees_with_the_max_min_formula(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        double y[12], w[12], out[12];
        size_t n = 1 + round % 12;
        for (size_t i = 0; i < n; i++) {
            y[i] = (double)((i * 37 + round * 101) * (round + 13) % 19) - 5;
            w[i] = 1 + (double)((i + round) % 4);
        }
        assert_int_equal(stats_isotonic(y, w, n, out), STATS_OK);
        for (size_t i = 0; i < n; i++)
            assert_true(fabs(out[i] - max_min(y, w, n, i)) < 1e-9);
    }
}

static void bad_input_is_refused_and_nothing_touched(void **state)
{
    double y[] = { 1, 2 }, with_nan[] = { 1, NAN }, zero[] = { 1, 0 }, out[] = { -1, -1 };

    (void)state;
    assert_int_equal(stats_isotonic(with_nan, NULL, 2, out), STATS_BAD_VALUE);
    assert_int_equal(stats_isotonic(y, with_nan, 2, out), STATS_BAD_VALUE);
    assert_int_equal(stats_isotonic(y, zero, 2, out), STATS_BAD_VALUE);
    assert_true(out[0] == -1 && out[1] == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(violators_are_pooled),
        cmocka_unit_test(agrees_with_the_max_min_formula),
        cmocka_unit_test(bad_input_is_refused_and_nothing_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
