/* The analysis of operations against chains of processors that are known. */
#include "analysis/analysis.h"
#include "lib/op_kernel.h"
#include "made_ops.h"
#include "series/ops_chains.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_ops, analysis_peak, analysis_clock;

static struct made_run made;
static struct results results;

static int begin(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    return 0;
}

static int drop(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

static void plant(const char *op, const char *type, double latency, double interval)
{
    made_op(&made,
            &(struct made_op){
                .op = op, .type = type, .latency = latency, .interval = interval, .loop = 2 });
}

/* Makes laps of STREAMS in the last series grow by INTERVAL cycles with each operation. */
static void hurry_streams(uint64_t streams, double interval)
{
    struct log_series *s = &made.series[made.run.n_series - 1];

    for (size_t i = 0; i < s->n_samples; i++) {
        struct log_sample *p = &s->samples[i];

        for (size_t k = 0;
             p->x[0] == streams && p->x[1] == ops_steps((unsigned)streams) / 2 && k < p->n_ticks;
             k++)
            p->ticks[k] += (uint64_t)((0.21 - interval) * MADE_CYCLE_TICKS * (double)p->ops);
    }
}

static void infer(enum method method)
{
    results_free(&results);
    infer_one(&analysis_ops, &made.run, method, &results);
}

/* Latency, interval, throughput and in flight of one chain. */
static void is_chain(const char *name, double latency, double interval, double in_flight)
{
    char id[48];

    snprintf(id, sizeof id, "op.%s.latency", name);
    made_is(&results, id, latency, 0.001);
    snprintf(id, sizeof id, "op.%s.rthroughput", name);
    made_is(&results, id, interval, 0.05);
    snprintf(id, sizeof id, "op.%s.throughput", name);
    made_is(&results, id, 1 / interval, 0.05);
    snprintf(id, sizeof id, "op.%s.in_flight", name);
    made_is(&results, id, in_flight, 0);
}

static void planted_chains_are_found(void **state)
{
    (void)state;
    plant("add", "i32", 1, 0.25);
    plant("mul", "f64", 4, 0.5);
    plant("add", "f64", 5, 1);
    plant("div", "f64", 31, 31);
    plant("sub", "f32", 3.5, 2);
    infer(METHOD_ROBUST);
    is_chain("add.i32", 1, 0.25, 4);
    is_chain("mul.f64", 4, 0.5, 8);
    is_chain("add.f64", 5, 1, 5);
    is_chain("div.f64", 31, 31, 1);
    is_chain("sub.f32", 3.5, 2, 1);
    assert_true(made_answer(&results, "op.mul.f64.latency")->nominal == 4);
    assert_false(made_answer(&results, "op.sub.f32.latency")->has_nominal);
    assert_string_equal(made_answer(&results, "op.mul.f64.latency")->probe, "ops");
    assert_false(made_answer(&results, "op.mul.f64.latency")->damaged);
}

static void rates_that_every_chain_reached_alone_are_limits(void **state)
{
    const struct result *many, *few;

    (void)state;
    plant("load", "i64", 5, 0.25); /* 20 chains are as many as are timed: none waits for another */
    plant("mul", "f64", 5, 0.5);
    infer(METHOD_ROBUST);
    many = made_answer(&results, "op.load.i64.rthroughput");
    few = made_answer(&results, "op.mul.f64.rthroughput");
    assert_true(many->evidence < 0.1 && few->evidence > 0.5);
    assert_non_null(strstr(many->note, "each of 20 chains"));
    assert_null(strstr(few->note, "each of"));
    assert_true(made_answer(&results, "op.load.i64.in_flight")->evidence < 0.1);
    assert_true(made_answer(&results, "op.load.i64.throughput")->evidence < 0.1);
    assert_true(made_answer(&results, "op.load.i64.latency")->evidence > 0.5);
}

/* Registers hold too few chains of loads; those apart show what the units do. */
static void operations_apart_show_what_chains_do_not_reach(void **state)
{
    struct made_op load = { .op = "load", .type = "i64", .latency = 5, .interval = 0.2, .loop = 2 };
    const struct result *r;

    (void)state;
    made_op(&made, &load);
    made_apart(&made, &load);
    infer(METHOD_ROBUST);
    is_chain("load.i64", 5, 0.2, 25);
    r = made_answer(&results, "op.load.i64.rthroughput");
    assert_true(r->evidence > 0.5 && r->has_bounds);
    assert_null(strstr(r->note, "each of"));
}

static void operations_apart_that_are_slower_are_not_used(void **state)
{
    struct made_op load = { .op = "load", .type = "i64", .latency = 5, .interval = 1, .loop = 2 };

    (void)state;
    plant("load", "i64", 5, 0.5);
    made_apart(&made, &load);
    infer(METHOD_ROBUST);
    is_chain("load.i64", 5, 0.5, 10);
}

/* Six units of which chains keep 4.8 busy, and a kernel of more streams more of them: the rate is
 * no one number, and neither is how many are in flight. */
static void kernels_that_differ_are_bounds(void **state)
{
    const struct result *interval, *many;

    (void)state;
    plant("add", "i32", 1, 0.21);
    hurry_streams(12, 0.17);
    infer(METHOD_ROBUST);
    interval = made_answer(&results, "op.add.i32.rthroughput");
    many = made_answer(&results, "op.add.i32.in_flight");
    assert_true(interval->low < 0.172 && interval->high > 0.2);
    assert_true(many->low <= 5 && many->high >= 6);
    assert_true(interval->evidence < 0.9 && many->evidence < 0.9);
    plant("add", "i64", 1, 0.25);
    infer(METHOD_ROBUST);
    many = made_answer(&results, "op.add.i64.in_flight");
    assert_true(many->value == 4 && many->low == 4 && many->high == 4);
}

/* What a log says of its compiler is in every answer, so in every kind of report. */
static void answers_of_a_clang_build_are_less_sure_and_say_why(void **state)
{
    struct log_key keys[] = { made.keys[0], { "cc", "Clang 14.0.6" } };
    double sure;

    (void)state;
    plant("mul", "f64", 4, 0.5);
    infer(METHOD_ROBUST);
    sure = made_answer(&results, "op.mul.f64.latency")->confidence;
    made.run.keys = keys;
    made.run.n_keys = 2;
    infer(METHOD_ROBUST);
    for (size_t i = 0; i < results.n; i++)
        assert_non_null(strstr(results.at[i].note, "Clang 14.0.6 compiled the loop"));
    assert_true(made_answer(&results, "op.mul.f64.latency")->confidence < sure);
}

/* The published answer is the number of streams at which a step begins to take longer. */
static void published_inflection_is_a_number_of_streams(void **state)
{
    (void)state;
    plant("mul", "f64", 5, 1);
    infer(METHOD_PAPER);
    made_is(&results, "op.mul.f64.latency", 5, 0.001);
    made_is(&results, "op.mul.f64.in_flight", 5, 0);
    assert_string_equal(made_answer(&results, "op.mul.f64.in_flight")->method, "first_step");
}

static void carried_addition_is_subtracted(void **state)
{
    (void)state;
    plant("add", "i32", 1, 1);
    made_op(
        &made,
        &(struct made_op){
            .op = "div", .type = "i32", .with = "add", .latency = 13, .interval = 12, .loop = 1 });
    infer(METHOD_ROBUST);
    made_is(&results, "op.div.i32.latency", 12, 0.001);
    assert_non_null(strstr(made_answer(&results, "op.div.i32.latency")->note, "less the add"));
}

static void carried_addition_that_was_not_measured_leaves_no_latency(void **state)
{
    (void)state;
    made_op(&made, &(struct made_op){
                       .op = "div", .type = "i32", .with = "add", .latency = 13, .interval = 12 });
    infer(METHOD_ROBUST);
    made_is_unknown(&results, "op.div.i32.latency", "the add it carries was not timed");
    made_is_unknown(&results, "op.div.i32.in_flight", "latency");
    made_is(&results, "op.div.i32.rthroughput", 12, 0.05);
}

/* Steps look cheaper than they are where the loop overlaps with the steps of a whole lap, and not
 * with those of half a lap. */
static void loop_hidden_in_one_lap_misleads_nobody(void **state)
{
    struct log_series *s;

    (void)state;
    plant("add", "i32", 1, 1);
    s = &made.series[0];
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].x[0] == 12) /* whole and half lap: their difference halves */
            for (unsigned r = 0; r < MADE_ROUNDS; r++)
                s->samples[i].ticks[r] +=
                    s->samples[i].x[1] == 2 ? 12 * 1000 * MADE_CYCLE_TICKS : 0;
    infer(METHOD_ROBUST);
    is_chain("add.i32", 1, 1, 1);
}

/* A half lap that is entered in the middle of what was decoded together takes almost as long as a
 * whole one. */
static void half_lap_that_is_held_up_misleads_nobody(void **state)
{
    (void)state;
    plant("and", "i64", 1, 0.25);
    for (unsigned r = 0; r < MADE_ROUNDS; r++)
        made.series[0].samples[1].ticks[r] += 12 * 1000 * MADE_CYCLE_TICKS;
    infer(METHOD_ROBUST);
    made_is(&results, "op.and.i64.latency", 1, 0.001);
    made_is(&results, "op.and.i64.rthroughput", 0.25, 0.05);
    infer(METHOD_PAPER);
    assert_true(made_answer(&results, "op.and.i64.latency")->value < 0.5);
}

static void loop_that_always_hides_costs_nothing(void **state)
{
    (void)state;
    made_op(&made, &(struct made_op){
                       .op = "add", .type = "i32", .latency = 2, .interval = 0.5, .loop = 0 });
    infer(METHOD_ROBUST);
    is_chain("add.i32", 2, 0.5, 4);
}

/* ---- rounds that somebody disturbed ---- */

static void disturbed_rounds_do_not_matter(void **state)
{
    (void)state;
    for (unsigned disturbed = 1; disturbed <= 5; disturbed++) {
        (void)begin(state);
        plant("mul", "i64", 3, 1);
        for (unsigned r = 0; r < disturbed; r++)
            made_disturb(&made, 2 * r, 0.3 + 0.2 * r);
        infer(METHOD_ROBUST);
        is_chain("mul.i64", 3, 1, 3);
    }
}

/* Rounds in which only one lap's timings are disturbed: their differences mean nothing. */
static void laps_disturbed_apart_do_not_matter(void **state)
{
    struct log_series *s;

    (void)state;
    plant("mul", "i64", 3, 1);
    s = &made.series[0];
    for (size_t i = 0; i < s->n_samples; i++)
        for (unsigned r = 0; r < MADE_ROUNDS; r++)
            if ((r * 7 + i * 5) % 12 < 5)
                s->samples[i].ticks[r] += s->samples[i].ticks[r] / 3;
    infer(METHOD_ROBUST);
    is_chain("mul.i64", 3, 1, 3);
}

static void unsteady_rounds_are_doubted(void **state)
{
    (void)state;
    plant("mul", "i64", 3, 1);
    for (unsigned r = 0; r < MADE_ROUNDS; r++)
        for (size_t i = 0; i + 1 < made.series[0].n_samples; i++)
            made.series[0].samples[i].ticks[r] *= 10 + r;
    infer(METHOD_ROBUST);
    assert_true(made_answer(&results, "op.mul.i64.latency")->evidence < 0.8);
}

/* ---- a neighbour on the core ---- */

/* Makes all of the last series take twice as long, the single stream and the reference apart. */
static void halve_rates(void)
{
    struct log_series *s = &made.series[made.run.n_series - 1];

    for (size_t i = 2; i + 1 < s->n_samples; i++)
        for (unsigned r = 0; r < MADE_ROUNDS; r++)
            s->samples[i].ticks[r] *= 2;
}

/* Whole laps of 8 streams of add.i32 timed again, QUIET windows of 12 as fast as it is alone. */
static void time_again(unsigned quiet, uint64_t quiet_ticks)
{
    const uint64_t reference[2] = { 64000 * MADE_CYCLE_TICKS, 64000 * MADE_CYCLE_TICKS };
    uint64_t ticks[MADE_ROUNDS];

    for (unsigned r = 0; r < MADE_ROUNDS; r++)
        ticks[r] = r < quiet ? quiet_ticks : 2 * quiet_ticks;
    made_series(&made, "ops");
    made_key_text(&made, "op", "add");
    made_key_text(&made, "type", "i32");
    made_key_text(&made, "again", "1");
    made_sample(&made, 8, 6, 1000 * 6 * 8, ticks, MADE_ROUNDS);
    made_sample(&made, 0, 0, 64000, reference, 2);
    made.series[made.run.n_series - 1].samples[1].n_x = 2;
}

/* 8 streams of which 4 start in a cycle: 2 cycles a step of 6, and 2 of the loop. */
static const uint64_t lap_of_8_ticks = (uint64_t)1000 * (6 * 2 + 2) * MADE_CYCLE_TICKS;

static void quiet_windows_give_the_rate_that_a_neighbour_halved(void **state)
{
    (void)state;
    plant("add", "i32", 1, 0.25);
    halve_rates();
    time_again(3, lap_of_8_ticks);
    infer(METHOD_ROBUST);
    is_chain("add.i32", 1, 0.25, 4);
    assert_non_null(strstr(made_answer(&results, "op.add.i32.rthroughput")->note, "shared: 0.5"));
    assert_non_null(strstr(made_answer(&results, "op.add.i32.throughput")->note, "shared: 2 "));
    infer(METHOD_PAPER);
    made_is(&results, "op.add.i32.rthroughput", 0.5, 0.05);
}

static void windows_that_are_all_shared_change_nothing(void **state)
{
    (void)state;
    plant("add", "i32", 1, 0.25);
    time_again(0, lap_of_8_ticks);
    infer(METHOD_ROBUST);
    is_chain("add.i32", 1, 0.25, 4);
    assert_non_null(
        strstr(made_answer(&results, "op.add.i32.rthroughput")->note, "0 of them were"));
    assert_true(made_answer(&results, "op.add.i32.rthroughput")->evidence <= 0.5);
}

/* Half laps of what time_again() added, in rounds as fast as the whole ones. */
static void time_half_again(void)
{
    struct log_series *s = &made.series[made.run.n_series - 1];
    const struct log_sample *whole = &s->samples[0];
    uint64_t ticks[MADE_ROUNDS];

    for (unsigned r = 0; r < MADE_ROUNDS; r++)
        ticks[r] = whole->ticks[r] / (6 * 2 + 2) * (3 * 2 + 2);
    made_sample(&made, 8, 3, 1000 * 3 * 8, ticks, MADE_ROUNDS);
}

/* A neighbour came in the half laps of three streams and more: their differences are too small. */
static void windows_bound_an_interval_that_was_disturbed(void **state)
{
    (void)state;
    plant("add", "i32", 1, 0.25);
    struct log_series *s = &made.series[made.run.n_series - 1];
    for (size_t i = 1; i < s->n_samples; i++)
        for (size_t r = 0; s->samples[i].x[0] > 2 && r < s->samples[i].n_ticks; r++)
            if (s->samples[i].x[0] == s->samples[i - 1].x[0])
                s->samples[i].ticks[r] += s->samples[i].ticks[r] / 4;
    time_again(MADE_ROUNDS, lap_of_8_ticks);
    time_half_again();
    infer(METHOD_ROBUST);
    made_is(&results, "op.add.i32.rthroughput", 0.25, 0.03);
}

static void quiet_windows_that_agree_are_evidence(void **state)
{
    (void)state;
    plant("add", "i32", 1, 0.25);
    time_again(MADE_ROUNDS, lap_of_8_ticks);
    infer(METHOD_ROBUST);
    is_chain("add.i32", 1, 0.25, 4);
    assert_string_equal(made_answer(&results, "op.add.i32.rthroughput")->note, "");
    assert_true(made_answer(&results, "op.add.i32.rthroughput")->evidence > 0.9);
    assert_int_equal(results.n, 4); /* what was timed again is no chain of its own */
}

/* ---- what is not there ---- */

static void missing_instruction_is_none(void **state)
{
    static const char *const parts[] = { "latency", "rthroughput", "throughput", "in_flight" };

    (void)state;
    made_missing(&made, "div", "i32");
    infer(METHOD_ROBUST);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char id[48];

        snprintf(id, sizeof id, "op.div.i32.%s", parts[i]);
        assert_int_equal(made_answer(&results, id)->kind, RESULT_NONE);
        assert_string_equal(made_answer(&results, id)->note, "none");
    }
}

static void chain_without_timings_is_unknown(void **state)
{
    (void)state;
    plant("mul", "i64", 3, 1);
    made.series[0].n_samples = 0;
    infer(METHOD_ROBUST);
    made_is_unknown(&results, "op.mul.i64.latency", "no usable one among its 0 points");
}

static void chain_without_reference_is_unknown(void **state)
{
    (void)state;
    plant("mul", "i64", 3, 1);
    made.series[0].n_samples--;
    infer(METHOD_ROBUST);
    made_is_unknown(&results, "op.mul.i64.latency", "no usable one among its 20 points");
}

static void lost_single_stream_leaves_the_interval(void **state)
{
    (void)state;
    plant("mul", "i64", 3, 1);
    made.series[0].samples += 2;
    made.series[0].n_samples -= 2;
    infer(METHOD_ROBUST);
    made_is_unknown(&results, "op.mul.i64.latency", "single chain");
    made_is(&results, "op.mul.i64.rthroughput", 1, 0.05);
}

/* Fails the test unless the chain's interval is 1, whatever happened to one of its timings. */
static void interval_stays(void)
{
    infer(METHOD_ROBUST);
    made_is(&results, "op.mul.i64.rthroughput", 1, 0.05);
    made_is(&results, "op.mul.i64.throughput", 1, 0.05);
    made_is(&results, "op.mul.i64.in_flight", 3, 0.01);
}

static void laps_that_were_not_gone_round_once_are_left_out(void **state)
{
    (void)state;
    plant("mul", "i64", 3, 1);
    made.series[0].samples[made.series[0].n_samples - 2].x[1] = UINT64_C(1) << 63;
    interval_stays();
}

static void laps_of_no_time_are_left_out(void **state)
{
    struct log_sample *p;

    (void)state;
    plant("mul", "i64", 3, 1);
    p = &made.series[0].samples[made.series[0].n_samples - 3];
    memset(p->ticks, 0, p->n_ticks * sizeof *p->ticks);
    interval_stays();
}

static void samples_of_other_shapes_are_no_chain(void **state)
{
    (void)state;
    plant("mul", "i64", 3, 1);
    for (size_t i = 0; i < made.series[0].n_samples; i++)
        switch (i % 3) {
        case 0:
            made.series[0].samples[i].n_x = 1;
            break;
        case 1:
            made.series[0].samples[i].n_ticks = 1;
            break;
        default:
            made.series[0].samples[i].x[1] = 0;
        }
    infer(METHOD_ROBUST);
    made_is_unknown(&results, "op.mul.i64.latency", "no usable one among its 21 points");
}

static void more_points_than_any_probe_sends_are_left(void **state)
{
    (void)state;
    plant("mul", "i64", 3, 1);
    for (unsigned i = 0; i < 4 * OPS_MOST_POINTS; i++) {
        made_sample(&made, 21 + i, 4, 1000 * 4 * (21 + i), (uint64_t[]){ 9000000, 9000000 }, 2);
        made_sample(&made, 21 + i, 2, 1000 * 2 * (21 + i), (uint64_t[]){ 4500000, 4500000 }, 2);
    }
    infer(METHOD_ROBUST);
    made_is(&results, "op.mul.i64.latency", 3, 0.001);
}

static void damage_is_told(void **state)
{
    (void)state;
    plant("fma", "f64", 4, 0.5);
    made.series[0].damaged = true;
    infer(METHOD_ROBUST);
    assert_true(results.n >= 4);
    for (size_t i = 0; i < results.n; i++)
        assert_true(results.at[i].damaged);
}

/* ---- fused multiply-add ---- */

/* Returns the answer fma.f64.exists of a processor whose fma has LATENCY and INTERVAL, and
 * whose multiplier and adder have latency 4 and interval 1. */
static const struct result *fused(enum method method, double latency, double interval)
{
    (void)begin(NULL);
    plant("mul", "f64", 4, 1);
    plant("add", "f64", 4, 1);
    plant("fma", "f64", latency, interval);
    infer(method);
    return made_answer(&results, "op.fma.f64.exists");
}

static void fused_operation_is_shorter_than_both(void **state)
{
    (void)state;
    assert_true(fused(METHOD_ROBUST, 4, 1)->value == 1);
    assert_true(fused(METHOD_ROBUST, 4, 1)->confidence > 0.9);
    assert_true(fused(METHOD_ROBUST, 4, 2)->value == 1); /* has half as many units */
    assert_true(fused(METHOD_ROBUST, 4, 2)->evidence < 0.9);
}

static void two_operations_are_not_fused(void **state)
{
    (void)state;
    assert_int_equal(fused(METHOD_ROBUST, 8, 2)->kind, RESULT_NUMBER);
    assert_true(fused(METHOD_ROBUST, 8, 2)->value == 0);
}

/* Units for both side by side: the interval cannot tell, and the published rule says yes. */
static void side_by_side_cannot_be_told(void **state)
{
    (void)state;
    assert_int_equal(fused(METHOD_ROBUST, 8, 1)->kind, RESULT_NULL);
    made_is_unknown(&results, "op.fma.f64.exists", "side by side");
    assert_true(fused(METHOD_PAPER, 8, 1)->value == 1);
    assert_true(fused(METHOD_PAPER, 8, 2)->value == 0);
}

static void fused_without_the_others_cannot_be_told(void **state)
{
    (void)state;
    plant("fma", "f64", 4, 1);
    plant("mul", "f64", 4, 1);
    infer(METHOD_ROBUST);
    made_is_unknown(&results, "op.fma.f64.exists", "not timed: add");
}

/* ---- ceilings ---- */

static void ceilings_say_what_they_rest_on(void **state)
{
    (void)state;
    plant("add", "f64", 4, 0.5);
    made_missing(&made, "mul", "f64");
    infer(METHOD_ROBUST);
    infer_one(&analysis_peak, &made.run, METHOD_ROBUST, &results);
    made_is(&results, "peak.f64.add", 2, 0.02);
    assert_int_equal(made_answer(&results, "peak.f64.mul")->kind, RESULT_NONE);
    made_is_unknown(&results, "peak.f64.fma", "needs op.fma.f64.exists");
    made_is_unknown(&results, "peak.f64.fma", "add 2, mul 0, fma 0");
    made_is_unknown(&results, "peak.f64.fma", "`probes --only timer_floor,add_chain,ops` would");
}

/* ---- the clock ---- */

/* An adder that does two additions in a cycle: all else takes an even number of additions. */
static void plant_frequency(double mul_i32, double mul_f64, double add_f64, double load)
{
    (void)begin(NULL);
    made_chain(&made, 0, 1000, 1000);
    made_chain(&made, 1, 1000, 1000);
    plant("mul", "i32", mul_i32, 1);
    plant("mul", "f64", mul_f64, 1);
    plant("add", "f64", add_f64, 1);
    plant("load", "i32", load, 1);
    results_free(&results);
    infer_one(&analysis_clock, &made.run, METHOD_ROBUST, &results);
}

static void double_pumped_additions_halve_the_frequency(void **state)
{
    (void)state;
    plant_frequency(28, 12, 10, 4); /* a Pentium 4's; 28 is too long to be told even */
    made_is(&results, "cpu.frequency", 1e9, 0);
    plant_frequency(10, 12, 10, 4);
    made_is(&results, "cpu.frequency", 5e8, 0);
    assert_string_equal(made_answer(&results, "cpu.frequency")->method, "half_of_additions");
    assert_non_null(strstr(made_answer(&results, "cpu.frequency")->note, "twice a cycle"));
}

static void one_odd_latency_is_enough_against_it(void **state)
{
    (void)state;
    plant_frequency(10, 12, 5, 4);
    made_is(&results, "cpu.frequency", 1e9, 0);
    plant_frequency(10, 12, 10, 1);
    made_is(&results, "cpu.frequency", 1e9, 0);
}

static void few_chains_prove_nothing(void **state)
{
    (void)state;
    made_chain(&made, 0, 1000, 1000);
    plant("mul", "i32", 4, 2);
    plant("mul", "f64", 6, 2);
    plant("add", "f64", 4, 2);
    infer_one(&analysis_clock, &made.run, METHOD_ROBUST, &results);
    made_is(&results, "cpu.frequency", 1e9, 0);
}

/* A reference chain beside a series, of another speed than the one at the beginning. */
static void plant_drift(uint64_t then_ticks)
{
    (void)begin(NULL);
    made_chain(&made, 0, 1000, 1000);
    made_series(&made, "add_chain");
    made_key_text(&made, "beside", "cache_size");
    made_point(&made, 100000, 0, 100000, 100000 * then_ticks / 1000);
    results_free(&results);
    infer_one(&analysis_clock, &made.run, METHOD_ROBUST, &results);
}

static void clock_that_changes_is_told(void **state)
{
    const struct result *r;

    (void)state;
    plant_drift(1250);
    made_is(&results, "cpu.frequency", 1e9, 0);
    r = made_answer(&results, "cpu.frequency");
    assert_non_null(strstr(r->note, "changed by 2"));
    assert_true(r->low <= 0.81e9 && r->high < 1.03e9); /* no chain was faster */
    assert_non_null(strstr(r->note, "over the run, 0.8 to "));
    assert_non_null(strstr(r->note, "slowest next to probe cache_size"));
    assert_true(r->evidence < 0.85);
    plant_drift(1030);
    assert_null(strstr(made_answer(&results, "cpu.frequency")->note, "changed"));
}

/* Whole laps of one stream in the last series take TIMES as long, half laps what they did. */
static void slow_whole_laps(double times)
{
    struct log_series *s = &made.series[made.run.n_series - 1];

    for (size_t i = 0; i < s->n_samples; i++) {
        struct log_sample *p = &s->samples[i];

        for (size_t k = 0; p->x[0] == 1 && p->x[1] == ops_steps(1) && k < p->n_ticks; k++)
            p->ticks[k] = (uint64_t)(times * (double)p->ticks[k]);
    }
}

/* As on a core that changes its clock for wide vectors while the first of them are timed. */
static void whole_laps_that_half_laps_contradict_are_a_limit(void **state)
{
    const struct result *r;

    (void)state;
    plant("add", "v512i32", 1, 0.5);
    slow_whole_laps(4);
    infer(METHOD_ROBUST);
    r = made_answer(&results, "op.add.v512i32.latency");
    assert_true(r->value >= 1 && r->value < 1.2);
    assert_true(r->low <= r->value && r->high > 4);
    assert_true(r->evidence < 0.3);
    assert_non_null(strstr(r->note, "half laps allow"));
}

static void an_addition_of_less_than_a_cycle_doubts_all_cycles(void **state)
{
    const struct result *r;

    (void)state;
    plant("add", "i32", 0.89, 0.89); /* the chain's loop took a ninth */
    plant("mul", "i32", 1.78, 0.89);
    infer_all(&made.run, METHOD_ROBUST, &results);
    r = made_answer(&results, "op.mul.i32.latency");
    assert_true(r->confidence <= 0.5);
    assert_non_null(strstr(r->note, "the cycle is in doubt: op.add.i32.latency is 0.89"));
    results_free(&results);
    made_begin(&made, 1000000000);
    plant("add", "i32", 1, 1);
    plant("mul", "i32", 2, 1);
    infer_all(&made.run, METHOD_ROBUST, &results);
    assert_null(strstr(made_answer(&results, "op.mul.i32.latency")->note, "in doubt"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, drop)
    const struct CMUnitTest tests[] = {
        TEST(planted_chains_are_found),
        TEST(rates_that_every_chain_reached_alone_are_limits),
        TEST(operations_apart_show_what_chains_do_not_reach),
        TEST(operations_apart_that_are_slower_are_not_used),
        TEST(kernels_that_differ_are_bounds),
        TEST(published_inflection_is_a_number_of_streams),
        TEST(carried_addition_is_subtracted),
        TEST(carried_addition_that_was_not_measured_leaves_no_latency),
        TEST(loop_hidden_in_one_lap_misleads_nobody),
        TEST(half_lap_that_is_held_up_misleads_nobody),
        TEST(loop_that_always_hides_costs_nothing),
        TEST(disturbed_rounds_do_not_matter),
        TEST(laps_disturbed_apart_do_not_matter),
        TEST(unsteady_rounds_are_doubted),
        TEST(quiet_windows_give_the_rate_that_a_neighbour_halved),
        TEST(windows_that_are_all_shared_change_nothing),
        TEST(windows_bound_an_interval_that_was_disturbed),
        TEST(quiet_windows_that_agree_are_evidence),
        TEST(answers_of_a_clang_build_are_less_sure_and_say_why),
        TEST(missing_instruction_is_none),
        TEST(chain_without_timings_is_unknown),
        TEST(chain_without_reference_is_unknown),
        TEST(lost_single_stream_leaves_the_interval),
        TEST(laps_that_were_not_gone_round_once_are_left_out),
        TEST(laps_of_no_time_are_left_out),
        TEST(samples_of_other_shapes_are_no_chain),
        TEST(more_points_than_any_probe_sends_are_left),
        TEST(damage_is_told),
        TEST(fused_operation_is_shorter_than_both),
        TEST(two_operations_are_not_fused),
        TEST(side_by_side_cannot_be_told),
        TEST(fused_without_the_others_cannot_be_told),
        TEST(ceilings_say_what_they_rest_on),
        TEST(double_pumped_additions_halve_the_frequency),
        TEST(one_odd_latency_is_enough_against_it),
        TEST(few_chains_prove_nothing),
        TEST(clock_that_changes_is_told),
        TEST(whole_laps_that_half_laps_contradict_are_a_limit),
        TEST(an_addition_of_less_than_a_cycle_doubts_all_cycles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
