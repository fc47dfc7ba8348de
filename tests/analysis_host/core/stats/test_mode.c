/* stats_mode(): the fullest bin gives the mode and its count. */
#include "stats/stats.h"
#include "table.h"

enum { MOST = 9 };

static const struct {
    const char *rule;
    size_t n;
    double y[MOST], width;
    double want;
    size_t count;
} cases[] = {
    { "time slot: the commonest gap in microseconds, among short interrupts and double slots",
      9,
      { 25, 10001, 9999, 40, 20003, 10000, 10000, 300, 30001 },
      100,
      10000,
      4 },
    { "time slot: gaps just below and above a multiple of the width share a bin",
      4,
      { 9.99, 10.01, 5.2, 7.7 },
      1,
      10,
      2 },
    { "the lowest of equally full bins", 4, { 30, 31, 10, 11 }, 10, 10.5, 2 },
    { "all equal", 3, { 4, 4, 4 }, 0.001, 4, 3 },
    { "all zero", 3, { 0, 0, 0 }, 1, 0, 3 },
    { "one value", 1, { 42 }, 5, 42, 1 },
    { "one outlier does not move the mode", 4, { 3, 3, 3, 1e300 }, 1, 3, 3 },
    { "falling values, a bin each: the lowest", 3, { 9, 6, 3 }, 1, 3, 1 },
    { "no values have no mode", 0, { 0 }, 1, NAN, 0 },
    { "a width of zero is refused", 2, { 1, 1 }, 0, NAN, 0 },
    { "a negative width is refused", 2, { 1, 1 }, -1, NAN, 0 },
    { "a width of NaN is refused", 2, { 1, 1 }, NAN, NAN, 0 },
    { "NaN is refused", 2, { 1, NAN }, 1, NAN, 0 },
};

static void the_fullest_bin_gives_the_mode(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t count = 99;
        double got = stats_mode(cases[i].y, cases[i].n, cases[i].width, &count);
        check_rule(cases[i].rule,
                   isnan(cases[i].want) ? isnan(got) : near(got, cases[i].want, 1e-12));
        check_rule(cases[i].rule, count == cases[i].count);
    }
}

static void the_count_may_be_left_out(void **state)
{
    double y[] = { 1, 1, 5 };

    (void)state;
    assert_true(stats_mode(y, 3, 1, NULL) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fullest_bin_gives_the_mode),
        cmocka_unit_test(the_count_may_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
