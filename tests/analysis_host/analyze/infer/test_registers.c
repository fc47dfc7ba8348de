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
static void plant_up_to(unsigned most, unsigned held, double rise)
{
    made_begin(&made, 1000000000);
    made_series(&made, "live_ranges");
    made_key_text(&made, "type", "i32");
    for (unsigned live = 3; live <= most; live++)
        point(live, live < 6 ? 2 - 0.15 * live : live <= held ? 1 : 1 + rise * (live - held));
}

static void plant(unsigned held, double rise)
{
    plant_up_to(MOST_LIVE, held, rise);
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

/* As on an Itanium: 123 and 128 of up to 132, where one more variable is little of all. */
static void edge_near_the_end_is_found(void **state)
{
    (void)state;
    for (unsigned held = 40; held <= 129; held++) {
        plant_up_to(132, held, 0.04);
        infer(METHOD_ROBUST);
        made_is(&results, "regs.i32", held, 0);
        assert_true(made_answer(&results, "regs.i32")->low == held);
        assert_true(made_answer(&results, "regs.i32")->high == held);
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
        p->x[1] = p->x[0] > held ? 3 * (p->x[0] - held) : 0;
    }
}

static const struct result *answer(void)
{
    return made_answer(&results, "regs.i32");
}

static void times_decide_and_the_code_confirms(void **state)
{
    (void)state;
    for (unsigned held = 7; held < 28; held++) {
        plant(held, 0.3);
        infer(METHOD_ROBUST);
        double alone = answer()->evidence;
        plant_spills(held, held, 0.3);
        infer(METHOD_ROBUST);
        made_is(&results, "regs.i32", held, 0);
        assert_string_equal(answer()->method, "spill_edge");
        assert_true(answer()->evidence > alone && answer()->low == held && answer()->high == held);
        assert_non_null(strstr(answer()->note, "objdump: loops use the stack from"));
    }
}

static void spills_that_cost_nothing_are_a_doubt(void **state)
{
    (void)state;
    for (unsigned held = 7; held < 28; held++) {
        plant_spills(held, held + 5, 0.3);
        infer(METHOD_ROBUST);
        made_is(&results, "regs.i32", held + 5, 0);
        assert_true(answer()->low <= held && answer()->evidence < 0.5);
        assert_non_null(strstr(answer()->note, "doubtful: objdump"));
        assert_non_null(strstr(answer()->note, "the first spills cost no time"));
    }
}

static void cost_without_a_spill_is_a_doubt(void **state)
{
    (void)state;
    plant_spills(20, 14, 0.3);
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 14, 0);
    assert_true(answer()->evidence < 0.5 && answer()->high >= 20);
    assert_non_null(strstr(answer()->note, "something else costs time before"));
    plant_spills(MOST_LIVE, 14, 0.3);
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 14, 0);
    assert_true(answer()->evidence < 0.5);
    assert_non_null(strstr(answer()->note, "found no loop that uses the stack"));
}

/* The compiler keeps the loop's counter on the stack before any variable: at no cost, or a small
 * one. */
static void counter_on_the_stack_is_no_spill(void **state)
{
    (void)state;
    for (double cost = 1; cost < 1.05; cost += 0.03) {
        plant_spills(14, 15, 0.3);
        for (unsigned r = 0; r < 3; r++) {
            uint64_t *ticks = &made.series[0].samples[12].ticks[r];

            *ticks = (uint64_t)((double)*ticks * cost);
        }
        made.series[0].samples[12].x[1] = 1;
        infer(METHOD_ROBUST);
        made_is(&results, "regs.i32", 15, 0);
        assert_true(answer()->low == 14 && answer()->high == 15);
        assert_non_null(strstr(
            answer()->note, "counter is on the stack from 15 variables on, variables from 16 on"));
    }
}

static void no_rise_tells_what_the_code_has(void **state)
{
    (void)state;
    plant_spills(14, MOST_LIVE, 0);
    infer(METHOD_ROBUST);
    made_is_unknown(&results, "regs.i32", "(objdump: loops use the stack from 15 variables on)");
}

/* As without optimization: then times alone tell. */
static void code_that_always_uses_the_stack_tells_nothing(void **state)
{
    (void)state;
    plant_spills(2, 20, 0.3);
    infer(METHOD_ROBUST);
    made_is(&results, "regs.i32", 20, 0);
    assert_string_equal(answer()->method, "spill_edge");
    assert_null(strstr(answer()->note, "objdump"));
}

/* Timings scatter by up to 12 percent, each its own way: 5 percent more is no rise, and none of
 * the few answers that come of it is sure. */
static void rise_within_the_noise_is_not_sure(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 50; seed++) {
        uint32_t random = seed;

        plant(14, 0);
        for (size_t i = 0; i < made.series[0].n_samples; i++)
            for (unsigned r = 0; r < 3; r++) {
                uint64_t *ticks = &made.series[0].samples[i].ticks[r];

                random = random * 1664525 + 1013904223;
                *ticks += *ticks * (random >> 24) / 256 * 12 / 100 + (i >= 17 ? *ticks / 20 : 0);
            }
        infer(METHOD_ROBUST);
        if (answer()->kind == RESULT_NUMBER)
            assert_true(answer()->evidence < 0.7);
    }
}

/* A neighbour slows half of the timings of a round by half. */
static void neighbour_in_some_rounds_is_no_rise(void **state)
{
    (void)state;
    for (unsigned from = 0; from < 20; from++) {
        plant(16, 0.3);
        for (size_t i = from; i < from + 14 && i < made.series[0].n_samples; i++)
            made.series[0].samples[i].ticks[i % 3] += made.series[0].samples[i].ticks[i % 3] / 2;
        infer(METHOD_ROBUST);
        made_is(&results, "regs.i32", 16, 0);
    }
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
        TEST(edge_near_the_end_is_found),
        TEST(published_rule_takes_the_biggest_step),
        TEST(small_first_spill_is_told),
        TEST(wavy_flat_is_no_rise),
        TEST(lonely_slow_point_is_no_rise),
        TEST(no_rise_is_unknown_and_says_how_far),
        TEST(few_points_are_unknown),
        TEST(series_without_samples_says_nothing),
        TEST(points_out_of_order_and_without_timings_are_left_out),
        TEST(gap_at_the_edge_is_in_the_bounds),
        TEST(times_decide_and_the_code_confirms),
        TEST(spills_that_cost_nothing_are_a_doubt),
        TEST(cost_without_a_spill_is_a_doubt),
        TEST(counter_on_the_stack_is_no_spill),
        TEST(no_rise_tells_what_the_code_has),
        TEST(code_that_always_uses_the_stack_tells_nothing),
        TEST(rise_within_the_noise_is_not_sure),
        TEST(neighbour_in_some_rounds_is_no_rise),
        TEST(clock_that_changes_is_no_rise),
        TEST(damage_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
