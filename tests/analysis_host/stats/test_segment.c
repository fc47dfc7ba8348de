#include "stats/stats.h"
#include "table.h"
#include <stdlib.h>

enum { MOST = 12 };

static const struct {
    const char *rule;
    size_t n;
    double y[MOST], penalty;
    size_t n_starts, starts[MOST];
} cases[] = {
    { "no points, no pieces", 0, { 0 }, 1, 0, { 0 } },
    { "one point, one piece", 1, { 3 }, 1, 1, { 0 } },
    { "all equal, one piece even when pieces are free", 4, { 3, 3, 3, 3 }, 0, 1, { 0 } },
    { "a step far above the penalty is a cut", 6, { 1, 1, 1, 5, 5, 5 }, 1, 2, { 0, 3 } },
    { "a step below the penalty is none", 6, { 1, 1, 1, 1.1, 1.1, 1.1 }, 1, 1, { 0 } },
    { "three levels with noise",
      12,
      { 1.1, 1.0, 1.2, 1.1, 3.0, 3.1, 2.9, 3.0, 5.1, 5.0, 4.9, 5.0 },
      0.5,
      3,
      { 0, 4, 8 } },
    { "falling levels are cut too", 6, { 5, 5, 5, 1, 1, 1 }, 1, 2, { 0, 3 } },
    { "an outlier that costs more than two penalties stands alone",
      7,
      { 1, 1, 1, 9, 1, 1, 1 },
      1,
      3,
      { 0, 3, 4 } },
    { "an outlier that costs less stays inside", 7, { 1, 1, 1, 2, 1, 1, 1 }, 1, 1, { 0 } },
    { "free pieces: one for each value", 3, { 1, 2, 4 }, 0, 3, { 0, 1, 2 } },
};

static void pieces_are_the_cheapest_cutting(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t starts[MOST], n_starts = 99;
        check_rule(cases[i].rule, stats_segment(cases[i].y, cases[i].n, cases[i].penalty, starts,
                                                &n_starts) == STATS_OK);
        check_rule(cases[i].rule, n_starts == cases[i].n_starts);
        for (size_t k = 0; k < n_starts; k++)
            check_rule(cases[i].rule, starts[k] == cases[i].starts[k]);
    }
}

/* The cost of the cutting whose cuts are the bits of MASK: bit k cuts before point k + 1. */
static double cost_of(const double *y, size_t n, unsigned mask, double penalty)
{
    double cost = 0;

    for (size_t start = 0, end; start < n; start = end) {
        double sum = 0, squares = 0;
        for (end = start; end == start || (end < n && !(mask >> (end - 1) & 1)); end++)
            sum += y[end];
        for (size_t i = start; i < end; i++)
            squares += (y[i] - sum / (double)(end - start)) * (y[i] - sum / (double)(end - start));
        cost += squares + penalty;
    }
    return cost;
}

static void no_cutting_of_all_is_cheaper(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        double y[10], penalty = (double)(round % 7) * 3;
        size_t starts[10], n_starts, n = 1 + round % 10;
        unsigned found = 0;
        for (size_t i = 0; i < n; i++)
            y[i] = (double)((i * 37 + round * 101) * (round + 13) % 17);
        assert_int_equal(stats_segment(y, n, penalty, starts, &n_starts), STATS_OK);
        for (size_t i = 1; i < n_starts; i++)
            found |= 1u << (starts[i] - 1);
        double cost = cost_of(y, n, found, penalty);
        for (unsigned mask = 0; mask < 1u << (n - 1); mask++)
            assert_true(cost <= cost_of(y, n, mask, penalty) + 1e-9);
    }
}

static void bad_input_is_refused(void **state)
{
    double y[] = { 1, NAN };
    size_t starts[2], n_starts = 9;

    (void)state;
    assert_int_equal(stats_segment(y, 2, 1, starts, &n_starts), STATS_BAD_VALUE);
    assert_int_equal(n_starts, 0);
    assert_int_equal(stats_segment(y, 1, -1, starts, &n_starts), STATS_BAD_PARAMETER);
    assert_int_equal(stats_segment(y, 1, NAN, starts, &n_starts), STATS_BAD_PARAMETER);
}

/* Small steps far from zero, where differences of large sums of squares would drown them. */
static void steps_far_from_zero_are_seen(void **state)
{
    size_t n = 2000, starts[2000], n_starts;
    double *y = malloc(n * sizeof *y);

    (void)state;
    for (size_t i = 0; y && i < n; i++)
        y[i] = 1e9 + (i < 700 ? 0.0 : 1.0) + (i % 2 ? 0.25 : -0.25);
    assert_non_null(y);
    assert_int_equal(stats_segment(y, n, 5, starts, &n_starts), STATS_OK);
    assert_int_equal(n_starts, 2);
    assert_int_equal(starts[1], 700);
    free(y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_the_cheapest_cutting),
        cmocka_unit_test(no_cutting_of_all_is_cheaper),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(steps_far_from_zero_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
