/* The clustering finds the pseudocode's clusters, in the same order, on thousands of small
 * sets that are meant to be nasty: duplicates, equal gaps, limits met exactly, values left on both
 * sides of a cluster that went. */
#include "qt_oracle.h"
#include "random.h"
#include "stats/stats.h"
#include "table.h"
#include <stdio.h>

typedef double (*draw_function)(struct random *r, size_t i);

static double few_values(struct random *r, size_t i)
{
    (void)i;
    return (double)random_below(r, 12);
}

static double many_values(struct random *r, size_t i)
{
    (void)i;
    return (double)random_below(r, 200);
}

static double narrow(struct random *r, size_t i)
{
    (void)i;
    return (double)(60 + random_below(r, 30));
}

static double quarters(struct random *r, size_t i)
{
    (void)i;
    return 40 + (double)random_below(r, 100) / 4;
}

static double equal_gaps(struct random *r, size_t i)
{
    (void)r;
    return 50 + (double)i;
}

static double real(struct random *r, size_t i)
{
    (void)i;
    return 10 + 20 * random_share(r);
}

static double over_decades(struct random *r, size_t i)
{
    (void)i;
    return exp(6 * random_share(r));
}

static double levels(struct random *r, size_t i)
{
    static const double level[] = { 0, 3, 12, 14, 40, 44, 180 };

    (void)i;
    return level[random_below(r, COUNT(level))] + (double)random_below(r, 8) / 4;
}

static double heavy_and_light(struct random *r, size_t i)
{
    return i % 3 ? 64 + (double)random_below(r, 3) : 50 + (double)random_below(r, 40) / 2;
}

static const draw_function draws[] = { few_values, many_values,  narrow, quarters,       equal_gaps,
                                       real,       over_decades, levels, heavy_and_light };
static const double fractions[] = { 0.25, 0.25, 0.25, 0.125, 0, 0.5, 0.9375 };

static void print_case(const double *y, size_t n, double fraction, const size_t *want)
{
    print_message("fraction %g, value:cluster", fraction);
    for (size_t i = 0; i < n; i++)
        print_message(" %.17g:%zu", y[i], want[i]);
    print_message("\n");
}

static void compare(const double *y, size_t n, double fraction)
{
    double x[QT_ORACLE_MOST] = { 0 };
    size_t want[QT_ORACLE_MOST];
    struct stats_clusters got;
    size_t n_want = qt_oracle(y, n, fraction, want);

    assert_int_equal(stats_qt_clusters(x, y, n, fraction, &got), STATS_OK);
    int same = got.n == n_want;
    for (size_t i = 0; same && i < n; i++)
        same = got.at[got.cluster_of[i]].found == want[i];
    stats_clusters_free(&got);
    if (!same)
        print_case(y, n, fraction, want);
    assert_true(same);
}

static void small_sets_agree(void **state)
{
    struct random r = { 1 };

    (void)state;
    for (unsigned round = 0; round < 12000; round++) {
        double y[16];
        size_t n = random_below(&r, COUNT(y) + 1);
        draw_function draw = draws[random_below(&r, COUNT(draws))];
        for (size_t i = 0; i < n; i++)
            y[i] = draw(&r, i);
        compare(y, n, fractions[random_below(&r, COUNT(fractions))]);
    }
}

static void larger_sets_agree(void **state)
{
    struct random r = { 2 };

    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        double y[40];
        draw_function draw = draws[round % COUNT(draws)];
        for (size_t i = 0; i < COUNT(y); i++)
            y[i] = draw(&r, i);
        compare(y, COUNT(y), STATS_QT_FRACTION);
    }
}

/* Every multiset of up to seven values from a few that lie near the limit of each other. */
static void all_tiny_sets_agree(void **state)
{
    static const double value[] = { 60, 64, 74, 76, 79, 95 };
    enum { PLACES = 7 };

    (void)state;
    for (unsigned long code = 0; code < 279936; code++) { /* 6^7 */
        double y[PLACES];
        size_t n = 0, digit = 0, last = 0;
        unsigned long rest = code;
        for (; n < PLACES; n++, rest /= COUNT(value)) {
            digit = rest % COUNT(value);
            if (digit < last)
                break; /* order of the points is drawn above; here each multiset once */
            last = digit;
            y[n] = value[digit];
        }
        if (n == PLACES)
            compare(y, n, STATS_QT_FRACTION);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_sets_agree),
        cmocka_unit_test(larger_sets_agree),
        cmocka_unit_test(all_tiny_sets_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
