/* Live ranges: where a curve begins to rise for good, and what is said where it does not. */
#include "analysis/analysis.h"
#include "made_ops.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_registers;

enum { OPS = 10000, MOST_LIVE = 34, ADD_TICKS = 10 };

static struct made_run made;
static struct results results;

static int drop(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

static void point(unsigned live, double share)
{
    uint64_t ticks[3];

    for (unsigned r = 0; r < 3; r++)
        ticks[r] = (uint64_t)(OPS * ADD_TICKS * share);
    made_sample(&made, live, 0, OPS, ticks, 3);
}

/* Cost of an addition by number of variables: falls up to 6, as few leave units idle; is flat up to
 * HELD; then rises by RISE for each. */
static void plant(unsigned held, double rise)
{
    made_begin(&made, 1000000000);
    made_series(&made, "live_ranges");
    made_key_text(&made, "type", "i32");
    for (unsigned live = 3; live <= MOST_LIVE; live++)
        point(live, live < 6 ? 2 - 0.15 * live : live <= held ? 1 : 1 + rise * (live - held));
}

static void infer(enum method method)
{
    results_free(&results);
    infer_one(&analysis_registers, &made.run, method, &results);
}

static void lasting_rise_is_found(void **state)
{
    (void)state;
    for (unsigned held = 7; held < 33; held++) {
        plant(held, 0.3);
        infer(METHOD_ROBUST);
        made_is(&results, "regs.i32", held, 0);
        assert_true(made_answer(&results, "regs.i32")->evidence > 0.8);
        assert_string_equal(made_answer(&results, "regs.i32")->probe, "live_ranges");
    }
}

static void published_rule_takes_the_biggest_step(void **state)
{
    (void)state;
    plant(14, 0.01);
    for (size_t i = 0; i < made.series[0].n_samples; i++)
        if (made.series[0].samples[i].x[0] > 15)
            for (unsigned r = 0; r < 3; r++)
                made.series[0].samples[i].ticks[r] *= 2;
    infer(METHOD_PAPER);
    made_is(&results, "regs.i32", 15, 0); /* the counter's spill at 15 is below any step */
}

static void small_first_spill_is_told(void **state)
{
    (void)state;
    plant(13, 0.05);
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 13, 0);
    assert_true(made_answer(&results, "regs.i32")->evidence < 0.8);
    assert_non_null(strstr(made_answer(&results, "regs.i32")->note, "only 5 %"));
}

static void wavy_flat_is_no_rise(void **state)
{
    (void)state;
    plant(20, 0.4);
    for (size_t i = 0; i < made.series[0].n_samples; i++)
        if (i % 2)
            for (unsigned r = 0; r < 3; r++)
                made.series[0].samples[i].ticks[r] += made.series[0].samples[i].ticks[r] / 40;
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 20, 0);
}

static void lonely_slow_point_is_no_rise(void **state)
{
    (void)state;
    plant(20, 0.4);
    for (unsigned r = 0; r < 3; r++)
        made.series[0].samples[9].ticks[r] *= 3;
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 20, 0);
}

static void no_rise_is_unknown_and_says_how_far(void **state)
{
    (void)state;
    plant(MOST_LIVE, 0);
    infer(METHOD_ROBUST);
    made_is_unknown(&results, "regs.i32", "of 3 to 34 variables the last cost 1.00 times");
    infer(METHOD_PAPER);
    made_is_unknown(&results, "regs.i32", "needs a number of variables");
}

static void few_points_are_unknown(void **state)
{
    (void)state;
    for (enum method method = METHOD_ROBUST; method <= METHOD_PAPER; method++) {
        plant(14, 0.3);
        made.series[0].n_samples = 5;
        infer(method);
        made_is_unknown(&results, "regs.i32", "5 of 5 points are usable");
    }
}

static void series_without_samples_says_nothing(void **state)
{
    (void)state;
    plant(14, 0.3);
    made.series[0].n_samples = 0;
    infer(METHOD_ROBUST);
    assert_int_equal(results.n, 0);
}

static void points_out_of_order_and_without_timings_are_left_out(void **state)
{
    (void)state;
    plant(20, 0.4);
    point(9, 50);
    made_sample(&made, 40, 0, OPS, (uint64_t[]){ 0 }, 0);
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 20, 0);
}

static void gap_at_the_edge_is_in_the_bounds(void **state)
{
    struct log_series *s;

    (void)state;
    plant(20, 0.4);
    s = &made.series[0];
    memmove(&s->samples[15], &s->samples[21], (s->n_samples - 21) * sizeof *s->samples);
    s->n_samples -= 6; /* 18 to 23 are lost */
    infer(METHOD_ROBUST);
    assert_true(made_answer(&results, "regs.i32")->low <= 17);
    assert_true(made_answer(&results, "regs.i32")->high >= 20);
    assert_true(made_answer(&results, "regs.i32")->evidence < 0.8);
}

/* Loops of more than HELD variables use the stack, which costs RISE for each from SEEN on. */
static void plant_spills(unsigned held, unsigned seen, double rise)
{
    plant(seen, rise);
    for (size_t i = 0; i < made.series[0].n_samples; i++) {
        struct log_sample *p = &made.series[0].samples[i];

        p->n_x = 2;
        p->x[1] = p->x[0] > held ? p->x[0] - held : 0;
    }
}

static void spills_in_the_code_are_seen_before_they_cost(void **state)
{
    (void)state;
    for (unsigned held = 7; held < 28; held++) {
        plant_spills(held, held + 5, 0.3);
        infer(METHOD_ROBUST);
        made_is(&results, "regs.i32", held, 0);
        assert_string_equal(made_answer(&results, "regs.i32")->method, "spills_in_code");
        assert_non_null(strstr(made_answer(&results, "regs.i32")->note, "hidden"));
        assert_true(made_answer(&results, "regs.i32")->evidence > 0.8);
    }
    plant_spills(14, 14, 0.3);
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 14, 0);
    assert_string_equal(made_answer(&results, "regs.i32")->note, "");
}

static void cost_without_a_spill_is_doubted(void **state)
{
    (void)state;
    plant_spills(20, 14, 0.3);
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 20, 0);
    assert_true(made_answer(&results, "regs.i32")->evidence < 0.5);
    assert_non_null(strstr(made_answer(&results, "regs.i32")->note, "costs more from 15 on"));
}

/* As without optimization: then times alone tell. */
static void code_that_always_uses_the_stack_tells_nothing(void **state)
{
    (void)state;
    plant_spills(2, 20, 0.3);
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 20, 0);
    assert_string_equal(made_answer(&results, "regs.i32")->method, "lasting_rise");
}

/* Rounds scatter by 6 percent, every third by half as much again: 8 percent more is no rise. */
static void rise_within_the_noise_is_none(void **state)
{
    (void)state;
    plant(14, 0);
    for (size_t i = 0; i < made.series[0].n_samples; i++)
        for (unsigned r = 0; r < 3; r++)
            made.series[0].samples[i].ticks[r] += made.series[0].samples[i].ticks[r] * r * 6 / 100;
    for (size_t i = 17; i < made.series[0].n_samples; i++)
        for (unsigned r = 0; r < 3; r++)
            made.series[0].samples[i].ticks[r] += made.series[0].samples[i].ticks[r] * 8 / 100;
    infer(METHOD_ROBUST);
    made_is_unknown(&results, "regs.i32", "of 3 to 34 variables");
}

/* A clock that changes from round to round changes the chain beside it, too. */
static void clock_that_changes_is_no_rise(void **state)
{
    uint64_t chain[3];

    (void)state;
    plant(20, 0.4);
    for (unsigned r = 0; r < 3; r++)
        chain[r] = (uint64_t)OPS * ADD_TICKS * (10 + 3 * r) / 10;
    for (size_t i = 0; i < made.series[0].n_samples; i++)
        for (unsigned r = 0; r < 3; r++)
            made.series[0].samples[i].ticks[r] =
                made.series[0].samples[i].ticks[r] * (10 + 3 * r) / 10;
    for (unsigned r = 0; r < 3; r++) /* one point of slow rounds alone */
        made.series[0].samples[8].ticks[r] = made.series[0].samples[8].ticks[r] * 16 / (10 + 3 * r);
    made_series(&made, "add_chain");
    made_key_text(&made, "beside", "live_ranges");
    made_sample(&made, OPS, 0, OPS, chain, 3);
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 20, 0);
    assert_true(made_answer(&results, "regs.i32")->evidence > 0.8);
}

static void damage_is_told(void **state)
{
    (void)state;
    plant(14, 0.3);
    made.series[0].damaged = true;
    infer(METHOD_ROBUST);
    assert_true(made_answer(&results, "regs.i32")->damaged);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, drop)
    const struct CMUnitTest tests[] = {
        TEST(lasting_rise_is_found),
        TEST(published_rule_takes_the_biggest_step),
        TEST(small_first_spill_is_told),
        TEST(wavy_flat_is_no_rise),
        TEST(lonely_slow_point_is_no_rise),
        TEST(no_rise_is_unknown_and_says_how_far),
        TEST(few_points_are_unknown),
        TEST(series_without_samples_says_nothing),
        TEST(points_out_of_order_and_without_timings_are_left_out),
        TEST(gap_at_the_edge_is_in_the_bounds),
        TEST(spills_in_the_code_are_seen_before_they_cost),
        TEST(cost_without_a_spill_is_doubted),
        TEST(code_that_always_uses_the_stack_tells_nothing),
        TEST(rise_within_the_noise_is_none),
        TEST(clock_that_changes_is_no_rise),
        TEST(damage_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
