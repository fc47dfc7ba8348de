/* stats_qt_clusters() on curves of known levels, and what it makes of outliers, ties and bad
 * input. */
#include "stats/stats.h"
#include "table.h"

enum { MOST = 32, LEVELS = 10 };

#define K 1024.0
#define M (1024.0 * 1024.0)

struct point {
    double x, y;
};

struct level {
    double size, latency; /* greatest x, least y */
};

struct qt_case {
    const char *rule;
    size_t n;
    struct point at[MOST];
    size_t n_levels;
    struct level want[LEVELS];
};

static const struct qt_case cases[] = {
    { "no points, no levels", 0, { { 0, 0 } }, 0, { { 0, 0 } } },
    { "one point is a level", 1, { { 4096, 3 } }, 1, { { 4096, 3 } } },
    { "all equal is one level", 3, { { 1, 5 }, { 2, 5 }, { 4, 5 } }, 1, { { 4, 5 } } },
    { "zero ticks never divide and form a level of their own",
      5,
      { { 1, 0 }, { 2, 0 }, { 4, 0 }, { 8, 3 }, { 16, 3 } },
      2,
      { { 4, 0 }, { 16, 3 } } },
    { "a point at exactly a quarter of the mean belongs",
      2,
      { { 1, 8 }, { 2, 10 } },
      1,
      { { 2, 8 } } },
    { "a point just beyond a quarter of the mean does not",
      3,
      { { 1, 8 }, { 2, 8 }, { 4, 10.75 } },
      2,
      { { 2, 8 }, { 4, 10.75 } } },
    { "the limit is of the mean before the point comes in: from 8 up, 10.5 is too far, from 10.5 "
      "down not",
      2,
      { { 1, 8 }, { 2, 10.5 } },
      1,
      { { 2, 8 } } },
    { "a falling curve: levels are by latency, whatever the order of sizes",
      4,
      { { 1, 90 }, { 2, 90 }, { 4, 10 }, { 8, 10 } },
      2,
      { { 8, 10 }, { 2, 90 } } },
    { "one high outlier is a level of its own",
      6,
      { { 1, 4 }, { 2, 4 }, { 4, 70 }, { 8, 4 }, { 16, 20 }, { 32, 20 } },
      3,
      { { 8, 4 }, { 32, 20 }, { 4, 70 } } },
    { "the larger cluster is taken first: the point between two goes to the many",
      6,
      { { 1, 20 }, { 2, 20 }, { 4, 20 }, { 8, 24 }, { 16, 28.5 }, { 32, 28.5 } },
      2,
      { { 8, 20 }, { 32, 28.5 } } },

    /* 3.1.2, figure 2: 24 KiB and 512 KiB; with a point on the way between levels. */
    { "Atom: 24 KiB, 512 KiB and memory",
      21,
      { { 4 * K, 3.0 },    { 6 * K, 3.0 },    { 8 * K, 3.0 },    { 12 * K, 3.0 },
        { 16 * K, 3.0 },   { 24 * K, 3.1 },   { 32 * K, 15.2 },  { 48 * K, 16.0 },
        { 64 * K, 16.0 },  { 96 * K, 16.1 },  { 128 * K, 16.1 }, { 192 * K, 16.3 },
        { 256 * K, 16.4 }, { 384 * K, 16.8 }, { 512 * K, 17.9 }, { 768 * K, 118 },
        { 1 * M, 128 },    { 2 * M, 130 },    { 4 * M, 131 },    { 8 * M, 131 },
        { 16 * M, 132 } },
      3,
      { { 24 * K, 3.0 }, { 512 * K, 15.2 }, { 16 * M, 118 } } },

    /* 4.2.3 and 6, figure 12: the third level's near chunk and the rest of it are two plateaus,
     * each a little smaller than built. */
    { "Power7: five plateaus, 32K, 256K, below 4M, below 32M, memory",
      27,
      { { 8 * K, 2 },     { 16 * K, 2 },    { 24 * K, 2 },   { 32 * K, 2 },    { 48 * K, 7.9 },
        { 64 * K, 8 },    { 96 * K, 8 },    { 128 * K, 8 },  { 192 * K, 8.1 }, { 256 * K, 8.4 },
        { 384 * K, 23 },  { 512 * K, 24 },  { 768 * K, 25 }, { 1 * M, 25 },    { 2 * M, 25.5 },
        { 3 * M, 26 },    { 3.75 * M, 27 }, { 6 * M, 70 },   { 8 * M, 74 },    { 12 * M, 75 },
        { 16 * M, 76 },   { 24 * M, 78 },   { 30 * M, 81 },  { 48 * M, 290 },  { 64 * M, 310 },
        { 128 * M, 320 }, { 256 * M, 321 } },
      5,
      { { 32 * K, 2 }, { 256 * K, 7.9 }, { 3.75 * M, 23 }, { 30 * M, 70 }, { 256 * M, 290 } } },

    { "TLB: 64 and 510 pages (two of 512 go to stack and code), and the walk",
      12,
      { { 16, 5 },
        { 32, 5 },
        { 48, 5 },
        { 64, 5.1 },
        { 96, 12 },
        { 128, 12.1 },
        { 256, 12 },
        { 500, 12.3 },
        { 510, 12.4 },
        { 520, 39 },
        { 1024, 43 },
        { 2048, 43 } },
      3,
      { { 64, 5 }, { 510, 12 }, { 2048, 39 } } },

    /* Curves on which the published rule is wrong. */
    { "a long ramp above a cache of few ways makes three phantom levels (two ways, 64K; 1M)",
      17,
      { { 32 * K, 3 },
        { 48 * K, 3 },
        { 64 * K, 3 },
        { 69.8 * K, 7.1 },
        { 76 * K, 10.8 },
        { 83 * K, 14.8 },
        { 91 * K, 17.8 },
        { 128 * K, 19.5 },
        { 192 * K, 20 },
        { 256 * K, 20 },
        { 384 * K, 20 },
        { 512 * K, 20 },
        { 768 * K, 20 },
        { 1 * M, 20.2 },
        { 2 * M, 140 },
        { 4 * M, 140 },
        { 8 * M, 140 } },
      6,
      { { 64 * K, 3 },
        { 69.8 * K, 7.1 },
        { 76 * K, 10.8 },
        { 83 * K, 14.8 },
        { 1 * M, 17.8 },
        { 8 * M, 140 } } },
    { "levels of 12 and 14 cycles become one",
      9,
      { { 16 * K, 3 },
        { 32 * K, 3 },
        { 64 * K, 12 },
        { 128 * K, 12 },
        { 256 * K, 12 },
        { 512 * K, 14 },
        { 1 * M, 14 },
        { 2 * M, 14 },
        { 4 * M, 180 } },
      3,
      { { 32 * K, 3 }, { 2 * M, 12 }, { 4 * M, 180 } } },
    { "the least latency of a cluster is on the ramp before the level: 31 for a true 38",
      6,
      { { 1, 31 }, { 2, 35 }, { 4, 38 }, { 8, 38 }, { 16, 38 }, { 32, 38 } },
      1,
      { { 32, 31 } } },
};

static void check_levels(const struct qt_case *c, const struct stats_clusters *got)
{
    check_rule(c->rule, got->n == c->n_levels);
    for (size_t i = 0; i < got->n; i++) {
        check_rule(c->rule, got->at[i].x_max == c->want[i].size);
        check_rule(c->rule, got->at[i].y_min == c->want[i].latency);
    }
}

static void clusters_are_levels(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        double x[MOST], y[MOST];
        struct stats_clusters got;
        for (size_t k = 0; k < cases[i].n; k++) {
            x[k] = cases[i].at[k].x;
            y[k] = cases[i].at[k].y;
        }
        assert_int_equal(stats_qt_clusters(x, y, cases[i].n, STATS_QT_FRACTION, &got), STATS_OK);
        check_levels(&cases[i], &got);
        stats_clusters_free(&got);
    }
}

/* Monotonicity, then clusters, as the paper runs them, with one sample in memory that came out low.
 */
static void one_low_outlier_erases_the_middle_levels(void **state)
{
    const double x[] = {
        16 * K, 32 * K, 128 * K, 256 * K, 1 * M, 8 * M, 13.45 * M, 16 * M, 64 * M
    };
    double y[] = { 4, 4, 10, 10, 38, 38, 6, 180, 180 };
    struct stats_clusters got;

    (void)state;
    assert_int_equal(stats_enforce_monotonicity(y, COUNT(y), y), STATS_OK);
    assert_int_equal(stats_qt_clusters(x, y, COUNT(y), STATS_QT_FRACTION, &got), STATS_OK);
    assert_int_equal(got.n, 3);
    assert_true(got.at[0].x_max == 32 * K && got.at[0].y_min == 4);
    assert_true(got.at[1].x_max == 13.45 * M && got.at[1].y_min == 6);
    assert_true(got.at[2].x_max == 64 * M && got.at[2].y_min == 180);
    stats_clusters_free(&got);
}

static void a_cluster_tells_all_of_its_points(void **state)
{
    const double x[] = { 1, 2, 4, 8, 16 }, y[] = { 20, 4, 21, 4, 22 };
    struct stats_clusters got;

    (void)state;
    assert_int_equal(stats_qt_clusters(x, y, 5, STATS_QT_FRACTION, &got), STATS_OK);
    assert_int_equal(got.n, 2);
    const struct stats_cluster *low = &got.at[0], *high = &got.at[1];
    assert_int_equal(low->count, 2);
    assert_int_equal(low->found, 1);
    assert_int_equal(got.members[low->first], 1);
    assert_int_equal(got.members[low->first + 1], 3);
    assert_int_equal(high->count, 3);
    assert_int_equal(high->found, 0);
    assert_int_equal(got.members[high->first], 0);
    assert_int_equal(got.members[high->first + 2], 4);
    assert_true(high->y_min == 20 && high->y_max == 22 && high->y_mean == 21);
    assert_int_equal(got.cluster_of[2], 1);
    assert_int_equal(got.cluster_of[3], 0);
    stats_clusters_free(&got);
}

static void clusters_equally_large_come_lowest_first(void **state)
{
    const double x[] = { 1, 2, 4, 8 }, y[] = { 90, 90, 10, 10 };
    struct stats_clusters got;

    (void)state;
    assert_int_equal(stats_qt_clusters(x, y, 4, STATS_QT_FRACTION, &got), STATS_OK);
    assert_int_equal(got.at[0].found, 0);
    assert_int_equal(got.at[1].found, 1);
    stats_clusters_free(&got);
}

static void bad_input_is_refused_and_leaves_nothing(void **state)
{
    static const struct {
        double x, y, fraction;
        enum stats_status want;
    } bad[] = {
        { 1, NAN, 0.25, STATS_BAD_VALUE },   { 1, INFINITY, 0.25, STATS_BAD_VALUE },
        { 1, -1, 0.25, STATS_BAD_VALUE },    { NAN, 1, 0.25, STATS_BAD_VALUE },
        { 1, 1, -0.1, STATS_BAD_PARAMETER }, { 1, 1, 1, STATS_BAD_PARAMETER },
        { 1, 1, NAN, STATS_BAD_PARAMETER },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct stats_clusters got = { .n = 9 };
        assert_int_equal(stats_qt_clusters(&bad[i].x, &bad[i].y, 1, bad[i].fraction, &got),
                         bad[i].want);
        assert_true(got.n == 0 && !got.at && !got.members && !got.cluster_of);
        stats_clusters_free(&got);
    }
}

static void values_without_a_finite_sum_are_refused(void **state)
{
    const double x[] = { 1, 2 }, y[] = { 1e308, 1e308 };
    struct stats_clusters got;

    (void)state;
    assert_int_equal(stats_qt_clusters(x, y, 2, STATS_QT_FRACTION, &got), STATS_BAD_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_are_levels),
        cmocka_unit_test(one_low_outlier_erases_the_middle_levels),
        cmocka_unit_test(a_cluster_tells_all_of_its_points),
        cmocka_unit_test(clusters_equally_large_come_lowest_first),
        cmocka_unit_test(bad_input_is_refused_and_leaves_nothing),
        cmocka_unit_test(values_without_a_finite_sum_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
