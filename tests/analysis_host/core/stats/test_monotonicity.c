/* stats_enforce_monotonicity(): each point becomes the least of those that follow. */
#include "stats/stats.h"
#include "table.h"

enum { MOST = 8 };

static const struct {
    const char *rule;
    size_t n;
    double y[MOST], want[MOST];
} cases[] = {
    { "no points stay no points", 0, { 0 }, { 0 } },
    { "one point stays", 1, { 7 }, { 7 } },
    { "a rising curve stays", 4, { 1, 2, 2, 5 }, { 1, 2, 2, 5 } },
    { "equal points stay", 3, { 4, 4, 4 }, { 4, 4, 4 } },
    { "a falling curve becomes its last value", 4, { 9, 7, 4, 3 }, { 3, 3, 3, 3 } },
    { "one high outlier is cut down to what follows", 5, { 3, 3, 90, 3, 9 }, { 3, 3, 3, 3, 9 } },
    { "the slow start of a pipeline is cut down", 5, { 5, 4, 3, 3, 8 }, { 3, 3, 3, 3, 8 } },
    { "zero pulls all before it to zero", 4, { 2, 3, 0, 4 }, { 0, 0, 0, 4 } },
    /* The weakness of the rule: three levels, and one sample in memory that came out as 6. */
    { "one low outlier erases every level below it",
      8,
      { 4, 4, 20, 20, 60, 60, 6, 180 },
      { 4, 4, 6, 6, 6, 6, 6, 180 } },
};

static void each_point_becomes_the_least_of_what_follows(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        double out[MOST];
        check_rule(cases[i].rule,
                   stats_enforce_monotonicity(cases[i].y, cases[i].n, out) == STATS_OK);
        for (size_t k = 0; k < cases[i].n; k++)
            check_rule(cases[i].rule, out[k] == cases[i].want[k]);
    }
}

static void works_in_place(void **state)
{
    double y[] = { 3, 1, 2 };

    (void)state;
    assert_int_equal(stats_enforce_monotonicity(y, 3, y), STATS_OK);
    assert_true(y[0] == 1 && y[1] == 1 && y[2] == 2);
}

static void refuses_nan_and_touches_nothing(void **state)
{
    double y[] = { 3, NAN, 2 }, out[] = { -1, -1, -1 };

    (void)state;
    assert_int_equal(stats_enforce_monotonicity(y, 3, out), STATS_BAD_VALUE);
    assert_true(out[0] == -1 && out[1] == -1 && out[2] == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_point_becomes_the_least_of_what_follows),
        cmocka_unit_test(works_in_place),
        cmocka_unit_test(refuses_nan_and_touches_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
