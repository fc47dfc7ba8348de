/* The first step and the biggest, relative or scaled: each rule finds its step. */
#include "stats/stats.h"
#include "table.h"

enum { MOST = 16 };

typedef size_t (*rule_function)(const double *y, size_t n);

struct step_case {
    const char *rule;
    rule_function find;
    size_t n;
    double y[MOST];
    size_t want;
};

static const struct step_case cases[] = {
    /* 4.2.1 */
    { "execution contexts: the first jump out of the noise, though later ones are higher; four run "
      "free",
      stats_first_step,
      10,
      { 1.00, 1.01, 1.00, 1.01, 1.26, 1.51, 1.74, 2.4, 2.2, 2.9 },
      3 },
    { "execution contexts: threads that stay on their core draw a staircase; its first stair "
      "counts",
      stats_first_step,
      9,
      { 1, 1, 1, 2, 2, 2, 3, 3, 3 },
      2 },
    { "execution contexts: one context, the second thread already waits",
      stats_first_step,
      3,
      { 1, 2, 2.1 },
      0 },
    { "first step: noise below the mean rise is no step",
      stats_first_step,
      6,
      { 100, 103, 103, 106, 200, 201 },
      3 },
    { "first step: no points", stats_first_step, 0, { 0 }, STATS_NONE },
    { "first step: one point", stats_first_step, 1, { 5 }, STATS_NONE },
    { "first step: all equal", stats_first_step, 4, { 5, 5, 5, 5 }, STATS_NONE },
    { "first step: all zero", stats_first_step, 4, { 0, 0, 0, 0 }, STATS_NONE },
    { "first step: a fall is no step, though it be gentler than the mean fall",
      stats_first_step,
      3,
      { 10, 9, 8.9 },
      STATS_NONE },
    { "first step: equal rises, none above their mean",
      stats_first_step,
      3,
      { 1, 2, 4 },
      STATS_NONE },
    { "first step: zero ticks never divide; a rise from zero is a step",
      stats_first_step,
      6,
      { 0, 0, 0, 7, 7, 7 },
      2 },
    { "first step: one outlier is taken for the step", stats_first_step, 5, { 5, 5, 40, 5, 5 }, 1 },
    { "first step: infinite is refused", stats_first_step, 3, { 1, INFINITY, 3 }, STATS_NONE },
    { "first step: NaN is refused", stats_first_step, 3, { 1, NAN, 3 }, STATS_NONE },
    { "first step: negative ticks are refused", stats_first_step, 3, { 1, -2, 3 }, STATS_NONE },

    /* 4.2.2, relative */
    { "live ranges: slight growth, then the first spill, then larger rises from higher values",
      stats_biggest_relative_step,
      10,
      { 1.0, 1.0, 1.02, 1.05, 1.06, 1.9, 2.6, 3.5, 4.6, 5.9 },
      4 },
    { "line size: the pair's second access starts to miss beyond 64 bytes (16 32 64 128 256)",
      stats_biggest_relative_step,
      5,
      { 101, 102, 104, 196, 201 },
      2 },
    { "line size: over one large buffer the largest line wins, not the first level's",
      stats_biggest_relative_step,
      3,
      { 113.2, 115.2, 212.2 },
      1 },
    { "associativity: the step into memory beats the first level's",
      stats_biggest_relative_step,
      4,
      { 2, 6, 14, 200 },
      2 },
    { "relative step: the first of several equal ones",
      stats_biggest_relative_step,
      5,
      { 1, 2, 2, 4, 8 },
      0 },
    { "relative step: no points", stats_biggest_relative_step, 0, { 0 }, STATS_NONE },
    { "relative step: one point", stats_biggest_relative_step, 1, { 5 }, STATS_NONE },
    { "relative step: all equal", stats_biggest_relative_step, 3, { 5, 5, 5 }, STATS_NONE },
    { "relative step: falling", stats_biggest_relative_step, 3, { 9, 5, 3 }, STATS_NONE },
    { "relative step: all zero", stats_biggest_relative_step, 3, { 0, 0, 0 }, STATS_NONE },
    { "relative step: a rise from zero beats any other",
      stats_biggest_relative_step,
      4,
      { 1, 900, 0, 1 },
      2 },
    { "relative step: one outlier is taken for the step",
      stats_biggest_relative_step,
      6,
      { 5, 5, 40, 5, 9, 9 },
      1 },
    { "relative step: NaN is refused", stats_biggest_relative_step, 3, { 1, 2, NAN }, STATS_NONE },

    /* 4.2.2, scaled */
    { "page size: the line-size doubling is the larger ratio, but the page's step starts high "
      "(strides "
      "16 ... 16384, page 4096)",
      stats_biggest_scaled_step,
      11,
      { 4, 8, 16, 30, 34, 45, 70, 120, 210, 212, 213 },
      7 },
    { "page size: the same curve's biggest relative step is the line's",
      stats_biggest_relative_step,
      11,
      { 4, 8, 16, 30, 34, 45, 70, 120, 210, 212, 213 },
      0 },
    { "page size: where misses of the cache end the curve, the scaled step finds the line",
      stats_biggest_scaled_step,
      6,
      { 48, 92, 180.5, 195, 210, 210 },
      1 },
    { "scaled step: the first of several equal ones",
      stats_biggest_scaled_step,
      3,
      { 1, 3, 3 },
      0 },
    { "scaled step: no points", stats_biggest_scaled_step, 0, { 0 }, STATS_NONE },
    { "scaled step: one point", stats_biggest_scaled_step, 1, { 5 }, STATS_NONE },
    { "scaled step: all equal", stats_biggest_scaled_step, 3, { 5, 5, 5 }, STATS_NONE },
    { "scaled step: falling", stats_biggest_scaled_step, 3, { 9, 5, 3 }, STATS_NONE },
    { "scaled step: a rise from zero scales to nothing",
      stats_biggest_scaled_step,
      3,
      { 0, 0, 7 },
      STATS_NONE },
    { "scaled step: NaN is refused", stats_biggest_scaled_step, 3, { NAN, 2, 3 }, STATS_NONE },
};

static void each_rule_finds_its_step(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check_rule(cases[i].rule, cases[i].find(cases[i].y, cases[i].n) == cases[i].want);
}

/* Figure 9: the curve of live ranges falls while the pipeline fills, so monotonicity comes first.
 */
static void live_ranges_need_monotonicity_first(void **state)
{
    double y[] = { 3.0, 1.0, 2.0, 1.0, 1.0, 1.6, 1.9, 2.2 };

    (void)state;
    assert_int_equal(stats_biggest_relative_step(y, COUNT(y)), 1);
    assert_int_equal(stats_enforce_monotonicity(y, COUNT(y), y), STATS_OK);
    assert_int_equal(stats_biggest_relative_step(y, COUNT(y)), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_finds_its_step),
        cmocka_unit_test(live_ranges_need_monotonicity_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
