/* Visits to large working sets: which are taken, how far from the curve they lie, which replaces
 * it. */
#include "made_run.h"
#include "series/curve.h"
#include "series/visits.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MIB = 1 << 20, OPS = 1000, VISITS = 5, LAST = 4 };

static struct made_run made;
static struct curve curve;
static struct visits visits;

static void near_to(double got, double want)
{
    if (!(fabs(got - want) <= 1e-3 * fabs(want)))
        fail_msg("%.9g, expected %.9g", got, want);
}

/* A curve of 10 cycles at 1 MiB, 20 at 2 MiB and so on to 160 at 16 MiB. */
static void begin_run(void)
{
    made_begin(&made, 1000000000);
    made_chain(&made, 0, OPS, OPS); /* a cycle is a tick */
    made_series(&made, "cache_size");
    for (uint64_t i = 0; i <= LAST; i++)
        made_point(&made, MIB << i, 0, OPS, (uint64_t)OPS * (10U << i));
    assert_int_equal(curve_make(&curve, &made.run,
                                &made.run.series[log_find_series(&made.run, "cache_size", 0)]),
                     0);
    assert_true(curve.in_cycles);
    made_series(&made, "cache_visits");
}

/* Visit NUMBER from 2 MiB on: PERCENT of what the curve costs at 2 MiB, FAR of it beyond. */
static void visit(uint64_t number, unsigned percent, unsigned far)
{
    for (uint64_t i = 1; i <= LAST; i++)
        made_point(&made, MIB << i, number, OPS,
                   (uint64_t)OPS * (10U << i) * (i == 1 ? percent : far) / 100);
}

static void read_visits(void)
{
    assert_int_equal(visits_make(&visits, &made.run, &curve, NULL), 0);
}

static int drop(void **state)
{
    (void)state;
    visits_free(&visits);
    curve_free(&curve);
    return 0;
}

static void a_visit_stands_on_the_curve(void **state)
{
    (void)state;
    begin_run();
    visit(1, 90, 80);
    visit(2, 90, 80);
    read_visits();
    assert_int_equal(visits.n, 2);
    assert_true(visits.from == 2 * MIB);
    assert_int_equal(visits.curve[0].n, LAST + 1);
    near_to(visits.curve[0].at[0].y, curve.at[0].y);
    near_to(visits.curve[0].at[1].y, 18);
    near_to(visits.curve[0].at[LAST].y, 128);
    near_to(visits_apart(&visits, &curve), 1 / 0.8);
}

/* The frames of small sets change with each timing of the curve, and make it another one. */
static void the_least_set_does_not_tell_that_they_differ(void **state)
{
    (void)state;
    begin_run();
    visit(1, 50, 100);
    visit(2, 50, 100);
    read_visits();
    near_to(visits_apart(&visits, &curve), 1);
}

/* Others only add time. */
static void the_least_cost_takes_the_place_of_the_curve(void **state)
{
    static const unsigned far[VISITS] = { 130, 80, 70, 110, 90 };

    (void)state;
    begin_run();
    for (unsigned i = 0; i < VISITS; i++)
        visit(i + 1, i == 0 ? 110 : 120, far[i]);
    read_visits();
    assert_int_equal(visits.n, VISITS);
    assert_int_equal(visits_replace(&visits, &curve), 0);
    assert_int_equal(curve.n, LAST + 1);
    near_to(curve.at[1].y, 20); /* no visit costs less */
    near_to(curve.at[LAST].y, 112);
    assert_int_equal(curve.at[LAST].n, VISITS);
}

static void a_visit_that_was_cut_short_is_left_out(void **state)
{
    (void)state;
    begin_run();
    visit(1, 100, 80);
    visit(2, 100, 80);
    made_point(&made, 2 * MIB, 3, OPS, 1);
    read_visits();
    assert_int_equal(visits.n, 2);
    near_to(visits.curve[0].at[1].y, 20);
}

/* The sets that few visits reached go, the last point stays. */
static void most_visits_that_were_cut_short_stay(void **state)
{
    (void)state;
    begin_run();
    visit(1, 100, 80);
    for (uint64_t number = 2; number <= 3; number++) {
        made_point(&made, 2 * MIB, number, OPS, OPS * 20);
        made_point(&made, MIB << LAST, number, OPS, OPS * 150);
    }
    read_visits();
    assert_int_equal(visits.n, 3);
    assert_int_equal(visits.curve[0].n, 3);
    near_to(visits.curve[0].at[2].y, 128);
    near_to(visits.curve[1].at[2].y, 150);
}

static void none_counts_where_points_were_lost(void **state)
{
    (void)state;
    begin_run();
    visit(1, 100, 80);
    made.run.series[log_find_series(&made.run, "cache_visits", 0)].damaged = true;
    read_visits();
    assert_int_equal(visits.n, 0);
    near_to(visits_apart(&visits, &curve), 1);
    assert_int_equal(visits_replace(&visits, &curve), 0);
    near_to(curve.at[LAST].y, 160);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_visit_stands_on_the_curve, drop),
        cmocka_unit_test_teardown(the_least_set_does_not_tell_that_they_differ, drop),
        cmocka_unit_test_teardown(the_least_cost_takes_the_place_of_the_curve, drop),
        cmocka_unit_test_teardown(a_visit_that_was_cut_short_is_left_out, drop),
        cmocka_unit_test_teardown(most_visits_that_were_cut_short_stay, drop),
        cmocka_unit_test_teardown(none_counts_where_points_were_lost, drop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
