/* Ceilings of arithmetic from logs whose truth is planted, the paper's two machines among them. */
#include "analysis/analysis.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include "result/remedy.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_fused, analysis_peaks, analysis_peak;

enum { SERIES = 16, SAMPLES = 32, TIMINGS = 6, CYCLES = 100000 };

/* A clock whose tick is half a cycle. */
static struct {
    struct log_run run;
    struct log_series series[SERIES];
    struct log_key keys[SERIES][3];
    struct log_sample samples[SERIES][SAMPLES];
    uint64_t ticks[SERIES][SAMPLES][TIMINGS];
} made;
static struct results results;

static struct log_key key(const char *name, const char *value)
{
    return (struct log_key){ (char *)(uintptr_t)name, (char *)(uintptr_t)value };
}

static void begin(void)
{
    results_free(&results);
    memset(&made, 0, sizeof made);
    results = (struct results){ .n = 0 };
    made.run = (struct log_run){ .series = made.series, .complete = true };
}

/* Adds OPS whose timings take TICKS, one of which was disturbed, the others a little. */
static void sample(const uint64_t *x, unsigned n_x, uint64_t ops, double ticks)
{
    size_t at = made.run.n_series - 1, i = made.series[at].n_samples++;

    assert_true(i < SAMPLES);
    made.samples[at][i] = (struct log_sample){
        .n_x = n_x, .ops = ops, .n_ticks = TIMINGS, .ticks = made.ticks[at][i]
    };
    memcpy(made.samples[at][i].x, x, n_x * sizeof *x);
    for (unsigned t = 0; t < TIMINGS; t++)
        made.ticks[at][i][t] = (uint64_t)(t == 2 ? 1.9 * ticks : ticks * (1 + t / 1000.0));
}

static void series(const char *type, const char *mix)
{
    size_t at = made.run.n_series++;

    assert_true(at < SERIES);
    made.keys[at][0] = key("type", type);
    made.keys[at][1] = key("mix", mix);
    made.series[at] = (struct log_series){ .probe = (char *)(uintptr_t) "peaks",
                                           .keys = made.keys[at],
                                           .n_keys = 2,
                                           .samples = made.samples[at],
                                           .end = RECORD_END_OK };
}

/* The last series is what was timed again, between later probes. */
static void again(void)
{
    size_t at = made.run.n_series - 1;

    made.keys[at][2] = key("again", "1");
    made.series[at].n_keys = 3;
}

static void reference(uint64_t contexts)
{
    const uint64_t x[] = { contexts, 0, 0 };

    sample(x, 3, contexts * CYCLES, 0.5 * CYCLES);
}

/* RATE operations a cycle of all CONTEXTS together. */
static void kernel(uint64_t contexts, uint64_t depth, double rate)
{
    const uint64_t x[] = { contexts, depth, 3 };

    sample(x, 3, (uint64_t)round(rate * CYCLES), 0.5 * CYCLES);
}

/* A mix on one context that 4 accumulators saturate at RATE operations a cycle. */
static void plant(const char *type, const char *mix, double rate)
{
    series(type, mix);
    reference(1);
    for (unsigned depth = 1; depth <= 8; depth++)
        kernel(1, depth, rate * (depth < 4 ? depth / 4.0 : 1));
}

static void infer(void)
{
    infer_one(&analysis_peaks, &made.run, METHOD_ROBUST, &results);
}

static const struct result *answer(const char *id)
{
    const struct result *r = result_find_text(&results, id);

    if (r == NULL)
        fail_msg("no %s", id);
    return r;
}

static void is(const char *id, double value)
{
    const struct result *r = answer(id);

    assert_int_equal(r->kind, RESULT_NUMBER);
    if (fabs(r->value - value) > 0.005 * value)
        fail_msg("%s is %g instead of %g", id, r->value, value);
    assert_true(r->low <= r->value && r->value <= r->high);
}

static void is_unknown(const char *id, const char *words)
{
    const struct result *r = answer(id);

    struct result_words remedy = format_remedy(&r->remedy);

    assert_int_equal(r->kind, RESULT_NULL);
    if (strstr(r->note, words) == NULL && strstr(remedy.text, words) == NULL)
        fail_msg("%s: no '%s' in '%s', '%s'", id, words, r->note, remedy.text);
}

/* ---- a fused operation by rates ---- */

/* Plants f64 on units that add and multiply once a cycle, with FMA and FMA_ADD operations of these
 * mixes a cycle, where ops left open whether there is a fused one, and infers by METHOD. */
static const struct result *fused_by(enum method method, double fma, double fma_add)
{
    begin();
    struct result *r = result_add(&results, id_op(OP_EXISTS, "fma", "f64"));

    result_unknown(r, "needs", "side by side", remedy_never("they take as long"));
    plant("f64", "add", 1);
    plant("f64", "mul", 1);
    plant("f64", "balanced", 2);
    plant("f64", "add2_mul", 1.5);
    plant("f64", "fma", fma);
    plant("f64", "fma_add", fma_add);
    infer();
    infer_one(&analysis_fused, &made.run, method, &results);
    return answer("op.fma.f64.exists");
}

static void unit_of_its_own_adds_beside_fused_ones(void **state)
{
    (void)state;
    const struct result *r = fused_by(METHOD_ROBUST, 1, 2);

    assert_int_equal(r->kind, RESULT_NUMBER);
    assert_true(r->value == 1 && r->evidence > 0.3);
    assert_non_null(strstr(r->note, "times as fast as two adds and a mul"));
}

/* Two units for everything: an fma takes one of them, an addition and a multiplication both. */
static void fused_ones_are_twice_as_many_as_pairs(void **state)
{
    (void)state;
    const struct result *r = fused_by(METHOD_ROBUST, 2, 1);

    assert_int_equal(r->kind, RESULT_NUMBER);
    assert_non_null(strstr(r->note, "times as fast as an add and a mul"));
}

/* A multiplication and an addition that the compiler wrote: never faster than two that need nothing
 * of each other. */
static void a_pair_is_not_fused(void **state)
{
    (void)state;
    assert_int_equal(fused_by(METHOD_ROBUST, 1, 1)->kind, RESULT_NULL);
    assert_int_equal(fused_by(METHOD_ROBUST, 1, 1.1)->kind, RESULT_NULL);
    assert_int_equal(fused_by(METHOD_PAPER, 1, 2)->kind, RESULT_NULL);
}

/* ---- one mix ---- */

static void operations_count_by_mix_and_vector(void **state)
{
    (void)state;
    begin();
    plant("f64", "add", 2);
    plant("v256f32", "fma", 2);
    plant("v256f32", "fma_add", 3);
    plant("i32", "add", 4);
    infer();
    is("peak.f64.add", 2);
    is("peak.v256f32.fma", 32);
    is("peak.v256f32.fma_add", 36);
    is("peak.i32.add", 4);
    assert_true(answer("peak.f64.add")->evidence > 0.9);
    assert_string_equal(answer("peak.f64.add")->unit, "FLOP/cycle");
}

/* All of the first series was timed beside a neighbour; a chain is as long with one as without. */
static void quiet_rate_is_the_answer_and_the_shared_one_stands_beside(void **state)
{
    (void)state;
    begin();
    plant("f64", "add", 2);
    series("f64", "add");
    again();
    reference(1);
    kernel(1, 4, 4);
    infer();
    is("peak.f64.add", 4);
    assert_non_null(strstr(answer("peak.f64.add")->note, "shared: "));
}

static void contexts_have_their_own_reference(void **state)
{
    const uint64_t x[] = { 4, 0, 0 };

    (void)state;
    begin();
    plant("f64", "mul", 1);
    kernel(4, 5, 3.6);
    sample(x, 3, 4 * CYCLES, 0.5 * CYCLES / 0.9); /* all together run at nine tenths of the clock */
    infer();
    is("peak.f64.mul", 1);
    is("peak.f64.mul.4", 4);
}

/* Something had the processors whenever the chain of two ran: clocks do not fall to a third. */
static void a_reference_that_others_disturbed_is_not_believed(void **state)
{
    const uint64_t x[] = { 2, 0, 0 };

    (void)state;
    begin();
    plant("f64", "mul", 2);
    sample(x, 3, 2 * CYCLES, 1.5 * CYCLES);
    kernel(2, 4, 4);
    infer();
    assert_true(fabs(answer("peak.f64.mul.2")->value - 4) < 0.04);
}

static void a_rate_that_still_rises_is_doubted(void **state)
{
    (void)state;
    begin();
    series("f64", "fma");
    reference(1);
    kernel(1, 4, 0.5);
    kernel(1, 8, 1);
    infer();
    is("peak.f64.fma", 2);
    assert_true(answer("peak.f64.fma")->evidence < 0.5);
    assert_non_null(strstr(answer("peak.f64.fma")->note, "deepest that was tried, 8"));
}

/* Two additions for each multiplication cannot start more often than additions allow. */
static void a_rate_that_single_operations_allow_is_not_doubted(void **state)
{
    (void)state;
    begin();
    plant("f64", "add", 1);
    plant("f64", "mul", 1);
    series("f64", "add2_mul");
    reference(1);
    kernel(1, 2, 0.75);
    kernel(1, 4, 1.5);
    infer();
    is("peak.f64.add2_mul", 1.5);
    assert_true(answer("peak.f64.add2_mul")->evidence > 0.8);
}

static void without_a_reference_nothing_is_known(void **state)
{
    (void)state;
    begin();
    series("f64", "add");
    kernel(1, 4, 1);
    infer();
    is_unknown("peak.f64.add", "needs the reference chain timed beside it");
    is_unknown("peak.f64.add", "`probes --only timer_floor,add_chain,peaks` would tell");
}

static void a_series_without_samples_says_so(void **state)
{
    (void)state;
    begin();
    series("f64", "add");
    made.series[0].end = RECORD_END_CLOCK_BACK;
    series("f64", "mul");
    made.series[1].end = RECORD_END_NO_INSTRUCTION;
    infer();
    is_unknown("peak.f64.add", "its clock goes back");
    assert_int_equal(answer("peak.f64.mul")->kind, RESULT_NONE);
}

/* ---- what follows from several ---- */

static void imbalance_is_the_second_ceiling(void **state)
{
    (void)state;
    begin();
    plant("v512f64", "balanced", 2);
    plant("v512f64", "fma", 2);
    infer();
    is("peak.v512f64.imbalance", 0.5);
}

static void imbalance_needs_both(void **state)
{
    (void)state;
    begin();
    plant("f64", "balanced", 2);
    series("f64", "fma");
    infer();
    is_unknown("peak.f64.imbalance", "needs peak.f64.balanced and peak.f64.fma");
}

/* What is no instruction of the machine has no ceiling. */
static void nothing_fuses_where_ops_found_none(void **state)
{
    (void)state;
    begin();
    plant("f64", "balanced", 2);
    plant("f64", "fma", 0.3);
    plant("f64", "fma_add", 0.4);
    struct result *r = result_add(&results, id_op(OP_EXISTS, "fma", "f64"));
    r->kind = RESULT_NUMBER;
    r->value = 0;
    infer();
    assert_int_equal(answer("peak.f64.fma")->kind, RESULT_NONE);
    assert_int_equal(answer("peak.f64.fma_add")->kind, RESULT_NONE);
    assert_int_equal(answer("peak.f64.imbalance")->kind, RESULT_NONE);
}

static void the_clock_falls_behind_wide_vectors(void **state)
{
    const uint64_t alone = 0, behind = 1;

    (void)state;
    begin();
    series("v512f64", "clock");
    sample(&alone, 1, 1000, 1000);
    sample(&behind, 1, 1000, 1250);
    infer();
    is("cpu.frequency.under.v512f64", 0.8);
    assert_true(answer("cpu.frequency.under.v512f64")->evidence > 0.8);
}

/* So many windows of TICKS each follow in ROUND from the reference chain to wide vectors. */
static void windows(uint64_t round, unsigned n, uint64_t ticks)
{
    size_t at = made.run.n_series - 1;

    for (; n > 0; n -= TIMINGS) {
        const uint64_t x[] = { 2, round };

        sample(x, 2, 1000, 1);
        for (unsigned t = 0; t < TIMINGS; t++)
            made.ticks[at][made.series[at].n_samples - 1][t] = ticks;
    }
}

static void plant_transitions(uint64_t slow_ticks)
{
    const uint64_t alone = 0, behind = 1;
    static struct log_key hz = { (char *)(uintptr_t) "tick_hz", (char *)(uintptr_t) "1000000000" };

    begin();
    made.run.keys = &hz;
    made.run.n_keys = 1;
    series("v512f32", "clock");
    sample(&alone, 1, 1000, 1000);
    sample(&behind, 1, 1000, 1290);
    for (uint64_t round = 0; round < 3; round++) {
        windows(round, TIMINGS, slow_ticks);
        windows(round, 5 * TIMINGS, 20000);
    }
    infer();
}

/* Six windows of 80 us come before those of 20 us. */
static void the_transition_to_wide_vectors_is_timed(void **state)
{
    (void)state;
    plant_transitions(80000);
    is("cpu.frequency.under.v512f32", 1 / 1.29);
    is("cpu.frequency.under.v512f32", 1 / 1.29);
    is("cpu.frequency.under.v512f32.transition", 480000);
    plant_transitions(20000);
    assert_true(answer("cpu.frequency.under.v512f32.transition")->value == 0);
    assert_non_null(
        strstr(answer("cpu.frequency.under.v512f32.transition")->note, "from the first"));
}

static void logs_without_windows_have_no_transition(void **state)
{
    const uint64_t alone = 0, behind = 1;

    (void)state;
    begin();
    series("v512f32", "clock");
    sample(&alone, 1, 1000, 1000);
    sample(&behind, 1, 1000, 1290);
    infer();
    is("cpu.frequency.under.v512f32", 1 / 1.29);
    is_unknown("cpu.frequency.under.v512f32.transition", "its probes do not send them");
}

/* Two flops a cycle of half a nanosecond each: by time, whatever the cycle. */
static void rates_are_told_by_time_too(void **state)
{
    static struct log_key hz = { (char *)(uintptr_t) "tick_hz", (char *)(uintptr_t) "1000000000" };

    (void)state;
    begin();
    made.run.keys = &hz;
    made.run.n_keys = 1;
    plant("v128f32", "fma", 2);
    infer();
    is("peak.v128f32.fma", 16);
    assert_true(fabs(answer("peak.v128f32.fma")->gflop_per_s - 32) < 0.2);
}

/* A cycle of half a tick, and a clock that is said to tick a thousand times too fast. */
static void a_rate_that_cannot_be_tells_no_time(void **state)
{
    static struct log_key hz = { (char *)(uintptr_t) "tick_hz",
                                 (char *)(uintptr_t) "1000000000000" };

    (void)state;
    begin();
    made.run.keys = &hz;
    made.run.n_keys = 1;
    series("i32", "add");
    made.series[0].probe = (char *)(uintptr_t) "add_chain";
    made.keys[0][0] = key("kind", "0");
    made.series[0].n_keys = 1;
    for (uint64_t ops = 1000; ops <= 8000; ops *= 2)
        sample(&ops, 1, ops, 0.5 * (double)ops);
    plant("v128f32", "fma", 2);
    infer();
    is("peak.v128f32.fma", 16);
    assert_true(answer("peak.v128f32.fma")->gflop_per_s <= 0);
}

/* A ridge is made of two answers: no surer than either, and as far apart. */
static void a_ridge_is_as_sure_as_what_it_is_made_of(void **state)
{
    const struct log_series moved = { .probe = (char *)(uintptr_t) "bandwidth" };
    struct result *read;

    (void)state;
    begin();
    plant("f32", "fma", 2);
    made.series[made.run.n_series++] = moved;
    read = result_add(&results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"));
    read->value = 4;
    read->has_bounds = true;
    read->low = 2;
    read->high = 5;
    infer();
    read = (struct result *)(uintptr_t)answer("bandwidth.memory.read");
    read->confidence = 0.46;
    infer_one(&analysis_peak, &made.run, METHOD_ROBUST, &results);
    is("roofline.f32.ridge", 1);
    assert_true(answer("roofline.f32.ridge")->confidence <= 0.46);
    assert_true(answer("roofline.f32.ridge")->low <= 0.81);
    assert_true(answer("roofline.f32.ridge")->high >= 1.99);
}

/* Where probe peaks ran, nothing is divided. */
static void measured_peaks_replace_divided_ones(void **state)
{
    (void)state;
    begin();
    plant("f64", "balanced", 2);
    result_add(&results, id_op(OP_THROUGHPUT, "add", "f64"))->value = 7;
    infer();
    infer_one(&analysis_peak, &made.run, METHOD_ROBUST, &results);
    is("peak.f64.balanced", 2);
    assert_null(result_find_text(&results, "peak.f64.add"));
}

/* ---- the paper's machines (chapter 5 and C.2) ---- */

static void core_duo(void **state)
{
    (void)state;
    begin();
    plant("f64", "add", 0.934);
    plant("f64", "mul", 0.498);
    plant("f64", "add2_mul", 1.35);
    plant("v128f64", "add", 0.986 / 2);
    plant("v128f64", "mul", 0.498 / 2);
    plant("v128f64", "add2_mul", 1.34 / 2);
    infer();
    is("peak.f64.add", 0.934);
    is("peak.f64.mul", 0.498);
    is("peak.f64.add2_mul", 1.35);
    is("peak.v128f64.add", 0.986);
    is("peak.v128f64.mul", 0.498);
    is("peak.v128f64.add2_mul", 1.34);
}

static void core_2(void **state)
{
    (void)state;
    begin();
    plant("f64", "add", 0.998);
    plant("f64", "mul", 0.998);
    plant("f64", "balanced", 1.995);
    plant("v128f64", "add", 1.996 / 2);
    plant("v128f64", "mul", 1.996 / 2);
    plant("v128f64", "balanced", 3.991 / 2);
    infer();
    is("peak.f64.add", 0.998);
    is("peak.f64.mul", 0.998);
    is("peak.f64.balanced", 1.995);
    is("peak.v128f64.add", 1.996);
    is("peak.v128f64.mul", 1.996);
    is("peak.v128f64.balanced", 3.991);
    assert_true(answer("peak.v128f64.balanced")->evidence > 0.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit_of_its_own_adds_beside_fused_ones),
        cmocka_unit_test(fused_ones_are_twice_as_many_as_pairs),
        cmocka_unit_test(a_pair_is_not_fused),
        cmocka_unit_test(operations_count_by_mix_and_vector),
        cmocka_unit_test(quiet_rate_is_the_answer_and_the_shared_one_stands_beside),
        cmocka_unit_test(contexts_have_their_own_reference),
        cmocka_unit_test(a_reference_that_others_disturbed_is_not_believed),
        cmocka_unit_test(a_rate_that_still_rises_is_doubted),
        cmocka_unit_test(a_rate_that_single_operations_allow_is_not_doubted),
        cmocka_unit_test(without_a_reference_nothing_is_known),
        cmocka_unit_test(a_series_without_samples_says_so),
        cmocka_unit_test(imbalance_is_the_second_ceiling),
        cmocka_unit_test(imbalance_needs_both),
        cmocka_unit_test(nothing_fuses_where_ops_found_none),
        cmocka_unit_test(the_clock_falls_behind_wide_vectors),
        cmocka_unit_test(the_transition_to_wide_vectors_is_timed),
        cmocka_unit_test(logs_without_windows_have_no_transition),
        cmocka_unit_test(rates_are_told_by_time_too),
        cmocka_unit_test(a_rate_that_cannot_be_tells_no_time),
        cmocka_unit_test(a_ridge_is_as_sure_as_what_it_is_made_of),
        cmocka_unit_test(measured_peaks_replace_divided_ones),
        cmocka_unit_test(core_duo),
        cmocka_unit_test(core_2),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    results_free(&results);
    return failed;
}
