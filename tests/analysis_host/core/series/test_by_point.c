/* Timings point by point: all of them, in order, however they came; and what a figure keeps of
 * many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "log/log.h"
#include "random.h"
#include "report/figure/draw.h"
#include "series/by_point.h"
#include <math.h>
#include <stdlib.h>

enum { SAMPLES = 40000, MOST_TICKS = 3, DISTINCT = 700, MANY_TICKS = 30 };

struct made {
    struct log_series series;
    struct log_sample samples[SAMPLES];
    uint64_t ticks[SAMPLES][MANY_TICKS];
};
static struct made made;

/* Samples of some points in random order: up to MOST timings, each with its number as its cost. */
static void make_series(unsigned most)
{
    struct random r = { 5 };
    uint64_t number = 0;

    made.series = (struct log_series){ .samples = made.samples, .n_samples = SAMPLES };
    for (size_t i = 0; i < SAMPLES; i++) {
        struct log_sample *s = &made.samples[i];

        *s = (struct log_sample){ .ops = 1, .ticks = made.ticks[i] };
        s->x[0] = random_below(&r, DISTINCT) << random_below(&r, 2) * 40;
        s->x[1] = random_below(&r, 2) * 7;
        s->n_x = s->x[1] > 0 ? 2 : 1;
        s->n_ticks = random_below(&r, most + 1);
        for (size_t k = 0; k < s->n_ticks; k++)
            made.ticks[i][k] = number++;
    }
}

static void every_timing_stands_at_its_point(void **state)
{
    struct by_point b;

    (void)state;
    make_series(MOST_TICKS);
    assert_int_equal(by_point_make(&b, &made.series), 0);
    double *all = malloc(b.n_timings * sizeof *all), *part = malloc(b.n_timings * sizeof *part);
    assert_true(all != NULL && part != NULL);
    by_point_costs(&b, 0, b.n_timings, all);
    size_t at = 0;
    for (size_t p = 0; p < b.n; p++) {
        if (p > 0)
            assert_true(b.at[p - 1].x < b.at[p].x ||
                        (b.at[p - 1].x == b.at[p].x && b.at[p - 1].x2 < b.at[p].x2));
        assert_int_equal(b.at[p].first, at);
        for (size_t i = 0; p % 50 == 0 && i < SAMPLES; i++) /* a point in fifty is looked up */
            for (size_t k = 0; k < made.samples[i].n_ticks; k++)
                if ((double)made.samples[i].x[0] == b.at[p].x &&
                    (double)made.samples[i].x[1] == b.at[p].x2)
                    assert_true(all[at++] == (double)made.ticks[i][k]);
        at = b.at[p].first + b.at[p].n;
    }
    assert_int_equal(at, b.n_timings);
    by_point_costs(&b, 1001, 5003, part);
    assert_memory_equal(part, all + 1001, 5003 * sizeof *all);
    free(all);
    free(part);
    by_point_free(&b);
}

static void points_are_taken_together_up_to_a_limit(void **state)
{
    struct by_point b;
    size_t timings, seen = 0;

    (void)state;
    make_series(MOST_TICKS);
    assert_int_equal(by_point_make(&b, &made.series), 0);
    for (size_t first = 0, n; first < b.n; first += n) {
        n = by_point_together(&b, first, 500, &timings);
        assert_true(n > 0 && timings <= 500 && b.at[first].first == seen);
        seen += timings;
    }
    assert_int_equal(seen, b.n_timings);
    assert_int_equal(by_point_together(&b, 3, 1, &timings), 1);
    assert_int_equal(timings, b.at[3].n);
    by_point_free(&b);
}

static void a_series_without_timings_has_no_point(void **state)
{
    struct by_point b;

    (void)state;
    make_series(0);
    assert_int_equal(by_point_make(&b, &made.series), 0);
    assert_int_equal(b.n, 0);
    by_point_free(&b);
}

/* Counts what F has of each point, which stands for all timings, its least and most among them. */
static void check_kept(const struct figure_timings *t, const struct by_point *b, const double *cost)
{
    for (size_t p = 0; p < b->n; p++) {
        double least = INFINITY, most = -INFINITY, low = INFINITY, high = -INFINITY;
        size_t stands_for = 0;

        for (size_t i = 0; i < b->at[p].n; i++) {
            least = fmin(least, cost[b->at[p].first + i]);
            most = fmax(most, cost[b->at[p].first + i]);
        }
        for (size_t i = 0; i < t->n; i++)
            if (t->at[i].x == b->at[p].x && t->at[i].x2 == b->at[p].x2) {
                low = fmin(low, t->at[i].y);
                high = fmax(high, t->at[i].y);
                stands_for += t->at[i].n;
            }
        assert_true(low == least && high == most);
        assert_int_equal(stands_for, b->at[p].n);
    }
}

static void a_figure_keeps_few_of_many(void **state)
{
    struct figures all = { 0 };
    struct figure_build build = { .all = &all };
    struct by_point b;

    (void)state;
    make_series(MANY_TICKS);
    assert_int_equal(by_point_make(&b, &made.series), 0);
    double *cost = malloc(b.n_timings * sizeof *cost);
    assert_non_null(cost);
    by_point_costs(&b, 0, b.n_timings, cost);
    struct figure_timings t = figure_timings(&build, &made.series, 1);
    assert_true(b.n_timings > 500000);
    assert_true(t.n > 10000 && t.n <= 1 << 16);
    check_kept(&t, &b, cost);
    assert_false(all.no_memory);
    free(t.at);
    free(cost);
    by_point_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_timing_stands_at_its_point),
        cmocka_unit_test(points_are_taken_together_up_to_a_limit),
        cmocka_unit_test(a_series_without_timings_has_no_point),
        cmocka_unit_test(a_figure_keeps_few_of_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
