/* From timings to a curve: the lowest of each point, in cycles of the chain measured beside it. */
#include "made_run.h"
#include "series/curve.h"
#include "series/point.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct made_run made;
static struct curve curve;

static void near_to(double got, double want)
{
    if (!(fabs(got - want) <= 1e-9 + 1e-6 * fabs(want)))
        fail_msg("%.9g, expected %.9g", got, want);
}

/* The curve of the run's first series of cache_size; freed by drop(). */
static void make(void)
{
    size_t at = log_find_series(&made.run, "cache_size", 0);

    assert_true(at < made.run.n_series);
    assert_int_equal(curve_make(&curve, &made.run, &made.run.series[at]), 0);
}

static int drop(void **state)
{
    (void)state;
    curve_free(&curve);
    return 0;
}

static void lowest_of_the_repetitions(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    made_sample(&made, 1024, 0, 10, (uint64_t[]){ 70, 50, 900, 60 }, 4);
    make();
    assert_int_equal(curve.n, 1);
    near_to(curve.at[0].x, 1024);
    near_to(curve.at[0].y, 5);
    assert_int_equal(curve.at[0].n, 4);
}

static void one_timing_far_below_those_that_agree_is_a_fault_of_the_clock(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    made_sample(&made, 1024, 0, 10, (uint64_t[]){ 110, 108, 64, 112, 109, 111, 110, 109 }, 8);
    /* Far apart as the others are, the lowest may be as true as they. */
    made_sample(&made, 2048, 0, 10, (uint64_t[]){ 250, 90, 64, 140, 200, 170, 300, 400 }, 8);
    /* Few do not tell. */
    made_sample(&made, 4096, 0, 10, (uint64_t[]){ 110, 64, 109 }, 3);
    make();
    assert_int_equal(curve.n, 3);
    near_to(curve.at[0].y, 10.8);
    near_to(curve.at[1].y, 6.4);
    near_to(curve.at[2].y, 6.4);
}

static void without_reference_it_is_nanoseconds_or_ticks(void **state)
{
    (void)state;
    for (uint64_t hz = 0; hz <= 500000000; hz += 250000000) {
        made_begin(&made, hz);
        made_series(&made, "cache_size");
        made_point(&made, 1024, 0, 10, 100);
        make();
        assert_false(curve.in_cycles);
        near_to(curve.cycle_ns, 0);
        near_to(curve.at[0].y, hz > 0 ? 10 * 1e9 / (double)hz : 10);
        drop(state);
    }
}

static void runs_own_chain_makes_cycles(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_chain(&made, 0, 1000, 500); /* half a tick an addition */
    made_series(&made, "cache_size");
    made_point(&made, 1024, 0, 10, 20);
    make();
    assert_true(curve.in_cycles);
    near_to(curve.at[0].y, 4);
    near_to(curve.cycle_ns, 0.5);
}

/* N points of PASSES timings on a clock that runs faster from pass to pass; the load costs 4
 * cycles. */
static void make_drifting(unsigned n, unsigned passes, bool beside)
{
    static uint64_t ticks[2][MADE_TICKS];

    made_begin(&made, 1000000000);
    made_chain(&made, 0, 1000, 1000);
    made_series(&made, "cache_size");
    for (unsigned p = 0; p < passes; p++) {
        ticks[0][p] = 400 * (10 + p);
        ticks[1][p] = 1000 * (10 + p);
    }
    for (unsigned p = 0; p < passes; p++) /* as sent: pass by pass */
        for (unsigned i = 0; i < n; i++)
            made_point(&made, 1024 * (i + 1), 0, 100, ticks[0][p]);
    if (!beside)
        return;
    made_series(&made, "add_chain");
    made_key_text(&made, "beside", "cache_size");
    for (unsigned i = 0; i < n; i++)
        made_sample(&made, 1024 * (i + 1), 0, 1000, ticks[1], passes);
}

static void drift_cancels_pass_by_pass(void **state)
{
    (void)state;
    make_drifting(12, 10, true);
    make();
    assert_true(curve.in_cycles);
    assert_int_equal(curve.n, 12);
    for (size_t i = 0; i < curve.n; i++) {
        near_to(curve.at[i].y, 4);
        near_to(curve.at[i].spread, 0);
        assert_int_equal(curve.at[i].n, 10);
    }
    near_to(curve.drift, 0.9);
    near_to(curve.cycle_ns, 10);
}

static void drift_stays_where_nothing_was_measured_beside(void **state)
{
    (void)state;
    make_drifting(12, 10, false);
    make();
    near_to(curve.at[0].y, 40);
    near_to(curve.drift, 0);
}

/* A series is scaled by its own companion, not by another's of the same probe. */
static void companion_is_the_next_one(void **state)
{
    (void)state;
    made_begin(&made, 0);
    for (uint64_t k = 1; k <= 2; k++) {
        made_series(&made, "cache_size");
        made_point(&made, 1024, 0, 100, 1000);
        made_series(&made, "add_chain");
        made_key_text(&made, "beside", "cache_line");
        made_point(&made, 1024, 0, 100, 7777);
        made_series(&made, "add_chain");
        made_key_text(&made, "beside", "cache_size");
        made_point(&made, 1024, 0, 100, 100 * k);
    }
    for (size_t at = 0; at <= 3; at += 3) {
        assert_int_equal(curve_make(&curve, &made.run, &made.run.series[at]), 0);
        near_to(curve.at[0].y, at == 0 ? 10 : 5);
        drop(state);
    }
}

static void points_are_sorted_and_joined(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    made_point(&made, 4096, 0, 1, 9);
    made_point(&made, 1024, 0, 1, 5);
    made_point(&made, 4096, 0, 2, 14); /* 7 an operation: other ops, the same point */
    made_point(&made, 1024, 0, 1, 6);
    made_point(&made, 2048, 0, 1, 8);
    make();
    assert_int_equal(curve.n, 3);
    for (unsigned i = 0; i < 3; i++)
        near_to(curve.at[i].x, (double)(1024u << i));
    near_to(curve.at[0].y, 5);
    near_to(curve.at[1].y, 8);
    near_to(curve.at[2].y, 7);
    assert_int_equal(curve.at[0].n, 2);
    assert_int_equal(curve.at[2].n, 2);
}

static void second_x_tells_points_apart(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    made_point(&made, 64, 32, 1, 3);
    made_point(&made, 64, 16, 1, 2);
    made_point(&made, 32, 64, 1, 1);
    made_point(&made, 64, 16, 1, 4);
    make();
    assert_int_equal(curve.n, 3);
    for (unsigned i = 0; i < 3; i++)
        near_to(curve.at[i].y, i + 1);
    near_to(curve.at[1].x2, 16);
    near_to(curve.at[2].x2, 32);
}

static void chain_of_zero_ticks_is_no_unit(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    made_point(&made, 1024, 0, 10, 50);
    made_series(&made, "add_chain");
    made_key_text(&made, "beside", "cache_size");
    made_point(&made, 1024, 0, 1000, 0);
    make();
    assert_false(curve.in_cycles);
    near_to(curve.at[0].y, 5);
}

static void timing_of_zero_ticks_beside_is_no_divisor(void **state)
{
    (void)state;
    make_drifting(12, 10, true);
    made.of[2].samples[3].ticks = (uint64_t[MADE_TICKS]){ 0 };
    make();
    assert_true(isfinite(curve.at[3].fair));
    near_to(curve.at[4].fair, 4);
}

static void nothing_usable_is_no_curve(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    assert_int_equal(curve_make(&curve, &made.run, &made.run.series[0]), -1);
    made_sample(&made, 1024, 0, 10, NULL, 0);
    assert_int_equal(curve_make(&curve, &made.run, &made.run.series[0]), -1);
    assert_null(curve.at);
}

/* A point of which no timing counts is no point. */
static void timing_of_no_time_is_no_sample(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    made_point(&made, 1024, 0, 10, 0);
    assert_int_equal(curve_make(&curve, &made.run, &made.run.series[0]), -1);
    made_sample(&made, 2048, 0, 10, (uint64_t[]){ 50, 0, 40 }, 3);
    make();
    assert_int_equal(curve.n, 1);
    assert_int_equal(curve.at[0].n, 2);
    near_to(curve.at[0].x, 2048);
    near_to(curve.at[0].y, 4);
}

/* A clock that steps by 50 ticks: 5 of a load that was timed 10 times, 2.5 of one timed 20 times.
 */
static void step_of_the_clock_is_known(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    made_sample(&made, 1024, 0, 10, (uint64_t[]){ 150, 100, 150 }, 3);
    made_sample(&made, 2048, 0, 20, (uint64_t[]){ 300, 350 }, 2);
    make();
    near_to(curve.at[0].step, 5);
    near_to(curve.at[1].step, 2.5);
}

static void a_pass_is_left_out(void **state)
{
    struct curve_reference r;

    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    made_sample(&made, 1024, 0, 10, (uint64_t[]){ 50, 40, 60 }, 3);
    made_sample(&made, 2048, 0, 10, (uint64_t[]){ 90 }, 1);
    r = curve_reference_of(&made.run);
    assert_int_equal(curve_make_without(&curve, &r, &made.run.series[0], 1), 0);
    near_to(curve.at[0].y, 5);
    assert_int_equal(curve.at[0].n, 2);
    curve_free(&curve);
    assert_int_equal(curve_make_without(&curve, &r, &made.run.series[0], 0), 0);
    near_to(curve.at[0].y, 4);
    near_to(curve.at[1].y, 9); /* its only timing stays */
}

static void more_passes_than_are_kept_apart(void **state)
{
    enum { PASSES = 100 };

    (void)state;
    made_begin(&made, 0);
    made_series(&made, "cache_size");
    for (unsigned i = 0; i < PASSES; i++)
        made_point(&made, 1024, 0, 100, 400);
    made_series(&made, "add_chain");
    made_key_text(&made, "beside", "cache_size");
    made_sample(&made, 1024, 0, 100, (uint64_t[]){ 100, 100 }, 2);
    make();
    assert_int_equal(curve.at[0].n, PASSES);
    near_to(curve.at[0].y, 4);
}

static void damage_is_carried(void **state)
{
    (void)state;
    made_begin(&made, 0);
    made_series(&made, "cache_size");
    made_point(&made, 1024, 0, 1, 1);
    made.series[0].damaged = true;
    make();
    assert_true(curve.damaged);
}

/* The constant cost of a timing drops out of the slope; the lowest timing of a size counts. */
enum { WALKED = 24, PER_PAGE = 16 };

/* Loads of 5 cycles, 40 from point 16 on; a translation of 32 from point 8 on, one in PER_LOAD
 * loads; ERROR added to every other point, and taken from the rest. */
static void walked(struct curve *c, struct curve_point at[WALKED], double per_load, double error)
{
    *c = (struct curve){ .at = at, .n = WALKED };
    for (unsigned i = 0; i < WALKED; i++) {
        double y = (i < 16 ? 5 : 40) + (i < 8 ? 0 : 32 / per_load) + (i % 2 ? -error : error);

        at[i] = (struct curve_point){
            .x = exp2(10 + i / 2.0), .y = y, .typical = y, .mean = y, .fair = y, .n = 4
        };
    }
}

static void assert_without_translation(const struct curve *c, double within)
{
    for (size_t i = 0; i < c->n; i++) {
        double want = i < 16 ? 5 : 40;

        assert_true(fabs(c->at[i].y - want) <= within);
        assert_true(fabs(c->at[i].mean - want) <= within);
        assert_true(fabs(c->at[i].fair - want) <= within);
        assert_true(fabs(c->at[i].typical - want) <= within);
    }
}

static void translation_is_taken_out(void **state)
{
    struct curve_point at[2][WALKED];
    struct curve narrow, wide;

    (void)state;
    walked(&narrow, at[0], PER_PAGE, 0);
    walked(&wide, at[1], PER_PAGE / 2, 0);
    curve_take_out_translation(&narrow, &wide);
    assert_without_translation(&narrow, 1e-9);
}

/* Noise, up and down alike, is not taken for translation. */
static void luck_is_no_translation(void **state)
{
    struct curve_point at[2][WALKED];
    struct curve narrow, wide;

    (void)state;
    walked(&narrow, at[0], INFINITY, 0);
    walked(&wide, at[1], INFINITY, 0.5);
    curve_take_out_translation(&narrow, &wide);
    assert_without_translation(&narrow, 0.3);
}

/* A second sweep whose level ends earlier, as in other frames, differs there: no translation. */
static void an_end_that_moves_is_no_translation(void **state)
{
    struct curve_point at[2][WALKED];
    struct curve narrow, wide;

    (void)state;
    walked(&narrow, at[0], INFINITY, 0);
    walked(&wide, at[1], INFINITY, 0);
    for (unsigned i = 13; i < 16; i++)
        at[1][i].y = 10 + 8 * (i - 13.0);
    assert_false(curve_take_out_translation(&narrow, &wide));
    assert_without_translation(&narrow, 0);
}

/* The same beside translations: these go, and the level stays where it is. */
static void an_end_that_moves_hides_no_translation(void **state)
{
    struct curve_point at[2][WALKED];
    struct curve narrow, wide;

    (void)state;
    walked(&narrow, at[0], PER_PAGE, 0);
    walked(&wide, at[1], PER_PAGE / 2, 0);
    for (unsigned i = 14; i < 16; i++)
        at[1][i].y = 20;
    assert_true(curve_take_out_translation(&narrow, &wide));
    assert_without_translation(&narrow, 0.2);
}

/* A TLB that reaches as far as the first level: misses begin with the next one. */
static void translation_that_begins_at_an_end_is_taken_out(void **state)
{
    struct curve_point at[2][WALKED];
    struct curve narrow, wide;

    (void)state;
    walked(&narrow, at[0], INFINITY, 0);
    walked(&wide, at[1], INFINITY, 0);
    for (unsigned i = 16; i < WALKED; i++) {
        at[0][i].y = at[0][i].typical = at[0][i].mean = at[0][i].fair = 40 + 32.0 / PER_PAGE;
        at[1][i].y = at[1][i].typical = at[1][i].mean = at[1][i].fair = 40 + 64.0 / PER_PAGE;
    }
    assert_true(curve_take_out_translation(&narrow, &wide));
    assert_without_translation(&narrow, 1e-9);
}

static void nothing_in_common_changes_nothing(void **state)
{
    struct curve_point at[2][WALKED];
    struct curve narrow, wide;

    (void)state;
    walked(&narrow, at[0], INFINITY, 0);
    walked(&wide, at[1], 2, 0);
    for (unsigned i = 0; i < WALKED; i++)
        at[1][i].x += 1;
    curve_take_out_translation(&narrow, &wide);
    assert_without_translation(&narrow, 0);
}

static void reference_is_a_slope(void **state)
{
    (void)state;
    made_begin(&made, 0);
    made_series(&made, "add_chain");
    made_key(&made, "kind", 0);
    made_sample(&made, 1000, 0, 1000, (uint64_t[]){ 2900, 2050, 2060 }, 3);
    made_sample(&made, 8000, 0, 8000, (uint64_t[]){ 16050, 99999 }, 2);
    made_chain(&made, 1, 100, 300);
    near_to(point_reference_ticks(&made.run, 0), 2);
    near_to(point_reference_ticks(&made.run, 1), 3);
    near_to(point_reference_ticks(&made.run, 2), 0);
}

static void reference_of_one_size_is_a_quotient(void **state)
{
    (void)state;
    made_begin(&made, 0);
    made_series(&made, "add_chain");
    made_key(&made, "kind", 0);
    made_point(&made, 1000, 0, 1000, 2000);
    near_to(point_reference_ticks(&made.run, 0), 2);
}

static void reference_that_falls_is_a_quotient(void **state)
{
    (void)state;
    made_begin(&made, 0);
    made_series(&made, "add_chain");
    made_key(&made, "kind", 0);
    made_point(&made, 1000, 0, 1000, 9000);
    made_point(&made, 2000, 0, 2000, 2000);
    near_to(point_reference_ticks(&made.run, 0), 1);
}

/* Three chains beside probes took 2 ticks an addition; two are too few to tell. */
static void reference_that_was_slow_at_first_is_that_of_the_run(void **state)
{
    static const char *const probes[] = { "cache_size", "cache_line", "tlb_size" };

    (void)state;
    made_begin(&made, 0);
    made_chain(&made, 0, 1000, 3600);
    for (unsigned i = 0; i < 3; i++) {
        near_to(point_reference_ticks(&made.run, 0), 3.6);
        near_to(point_chain_slower(&made.run), 1);
        made_series(&made, "add_chain");
        made_key_text(&made, "beside", probes[i]);
        for (unsigned k = 0; k < 16; k++)
            made_point(&made, k, 0, 1000, k == 0 ? 1000 : 2000);
    }
    near_to(point_reference_ticks(&made.run, 0), 2);
    near_to(point_chain_slower(&made.run), 1.8);
}

/* A chain that was timed beside another series is no chain of the run's own. */
static void reference_is_not_a_companion(void **state)
{
    (void)state;
    made_begin(&made, 0);
    made_series(&made, "add_chain");
    made_key_text(&made, "beside", "cache_size");
    made_point(&made, 1000, 0, 1000, 9000);
    near_to(point_reference_ticks(&made.run, 0), 0);
}

static void the_grid_has_four_points_an_octave(void **state)
{
    static const double on[] = { 1024, 1280, 1536, 1792, 2048, 49152, 64, 80, 3 << 20 },
                        off[] = { 1152, 1664, 65, 1 << 20 | 4096, 0 };

    (void)state;
    for (size_t i = 0; i < sizeof on / sizeof on[0]; i++)
        assert_true(curve_on_grid(on[i]));
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        assert_false(curve_on_grid(off[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_grid_has_four_points_an_octave),
        cmocka_unit_test_teardown(lowest_of_the_repetitions, drop),
        cmocka_unit_test_teardown(one_timing_far_below_those_that_agree_is_a_fault_of_the_clock,
                                  drop),
        cmocka_unit_test_teardown(without_reference_it_is_nanoseconds_or_ticks, drop),
        cmocka_unit_test_teardown(runs_own_chain_makes_cycles, drop),
        cmocka_unit_test_teardown(drift_cancels_pass_by_pass, drop),
        cmocka_unit_test_teardown(drift_stays_where_nothing_was_measured_beside, drop),
        cmocka_unit_test_teardown(companion_is_the_next_one, drop),
        cmocka_unit_test_teardown(points_are_sorted_and_joined, drop),
        cmocka_unit_test_teardown(second_x_tells_points_apart, drop),
        cmocka_unit_test_teardown(chain_of_zero_ticks_is_no_unit, drop),
        cmocka_unit_test_teardown(timing_of_zero_ticks_beside_is_no_divisor, drop),
        cmocka_unit_test_teardown(nothing_usable_is_no_curve, drop),
        cmocka_unit_test_teardown(timing_of_no_time_is_no_sample, drop),
        cmocka_unit_test_teardown(step_of_the_clock_is_known, drop),
        cmocka_unit_test_teardown(a_pass_is_left_out, drop),
        cmocka_unit_test_teardown(more_passes_than_are_kept_apart, drop),
        cmocka_unit_test_teardown(damage_is_carried, drop),
        cmocka_unit_test(translation_is_taken_out),
        cmocka_unit_test(luck_is_no_translation),
        cmocka_unit_test(an_end_that_moves_is_no_translation),
        cmocka_unit_test(an_end_that_moves_hides_no_translation),
        cmocka_unit_test(translation_that_begins_at_an_end_is_taken_out),
        cmocka_unit_test(nothing_in_common_changes_nothing),
        cmocka_unit_test(reference_is_a_slope),
        cmocka_unit_test(reference_of_one_size_is_a_quotient),
        cmocka_unit_test(reference_that_falls_is_a_quotient),
        cmocka_unit_test(reference_that_was_slow_at_first_is_that_of_the_run),
        cmocka_unit_test(reference_is_not_a_companion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
