/* Candidates with planted times: the fastest, its lead, and what is no lead. */
#include "analysis/analysis.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_tuning;

enum { WAYS = 4, ROUNDS = 9, SIDE = 100 };

static struct {
    struct log_run run;
    struct log_series series[WAYS + 1];
    struct log_key keys[WAYS][8];
    char tile[WAYS][8];
    struct log_sample samples[WAYS][ROUNDS], chain[2];
    uint64_t ticks[WAYS][ROUNDS], chain_ticks[2];
    struct log_key facts[1], kind[1];
} made;
static struct results results;

static struct log_key key(const char *name, const char *value)
{
    return (struct log_key){ (char *)(uintptr_t)name, (char *)(uintptr_t)value };
}

/* A clock of one tick a cycle; nanoseconds of a thread are two cycles each. */
static void begin(void)
{
    memset(&made, 0, sizeof made);
    results_free(&results);
    results = (struct results){ .n = 0 };
    made.facts[0] = key("tick_hz", "2000000000");
    made.kind[0] = key("kind", "0");
    made.run = (struct log_run){
        .keys = made.facts, .n_keys = 1, .series = made.series, .n_series = 1, .complete = true
    };
    for (unsigned i = 0; i < 2; i++) {
        made.chain_ticks[i] = 1000 * (i + 1);
        made.chain[i] = (struct log_sample){ .n_x = 1,
                                             .x = { 1000 * (i + 1) },
                                             .ops = 1000 * (i + 1),
                                             .n_ticks = 1,
                                             .ticks = &made.chain_ticks[i] };
    }
    made.series[0] = (struct log_series){ .probe = (char *)(uintptr_t) "add_chain",
                                          .keys = made.kind,
                                          .n_keys = 1,
                                          .samples = made.chain,
                                          .n_samples = 2 };
}

/* Adds a candidate of which round R took TICKS + SWING * (R % 3). */
static void way(unsigned rows, const char *kc, uint64_t ticks, uint64_t swing, const char *clock)
{
    size_t i = made.run.n_series++ - 1;
    struct log_key keys[] = { key("kernel", "gemm"),
                              key("type", "f64"),
                              key("n", "100"),
                              key("tile", made.tile[i]),
                              key("kc", kc),
                              key("mc", "96"),
                              key("clock", clock != NULL ? clock : "") };

    snprintf(made.tile[i], sizeof made.tile[i], "%ux4", rows);
    memcpy(made.keys[i], keys, sizeof keys);
    for (unsigned r = 0; r < ROUNDS; r++) {
        made.ticks[i][r] = ticks + swing * (r % 3);
        made.samples[i][r] = (struct log_sample){ .n_x = 1,
                                                  .x = { r + 1 },
                                                  .ops = SIDE * SIDE * SIDE,
                                                  .n_ticks = 1,
                                                  .ticks = &made.ticks[i][r] };
    }
    made.series[i + 1] = (struct log_series){ .probe = (char *)(uintptr_t) "tune",
                                              .keys = made.keys[i],
                                              .n_keys = 7,
                                              .samples = made.samples[i],
                                              .n_samples = ROUNDS };
}

static const struct result *answer(enum quantity quantity)
{
    return result_find(&results, id_op(quantity, "gemm", "f64"));
}

static void infer(void)
{
    infer_one(&analysis_tuning, &made.run, METHOD_ROBUST, &results);
}

static void test_fastest(void **state)
{
    (void)state;
    begin();
    way(8, "128", 520000, 100, NULL);
    way(12, "264", 500000, 100, NULL);
    way(4, "64", 900000, 100, NULL);
    struct result *peak = result_add(&results, id_peak("fma", "f64", 1));
    peak->value = 5;
    result_add(&results, id_peak("fma_add", "f64", 1))->value = 8; /* adders beside are no use */
    infer();
    assert_string_equal(answer(TUNE_TILE)->text, "12x4");
    assert_true(answer(TUNE_KC)->value == 264);
    assert_true(answer(TUNE_MC)->value == 96);
    assert_true(answer(TUNE_RATE)->value > 3.99 && answer(TUNE_RATE)->value < 4.01);
    assert_true(answer(TUNE_OF_PEAK)->value > 0.79 && answer(TUNE_OF_PEAK)->value < 0.81);
    assert_true(answer(TUNE_LEAD)->value > 0.039 && answer(TUNE_LEAD)->value < 0.041);
}

/* Rounds that swing more than the two differ, each in its own order. */
static void test_chance(void **state)
{
    (void)state;
    begin();
    way(8, "128", 500000, 0, NULL);
    way(12, "264", 498000, 4000, NULL);
    infer();
    assert_int_equal(answer(TUNE_LEAD)->kind, RESULT_NULL);
    assert_non_null(strstr(answer(TUNE_LEAD)->note, "chance"));
    assert_int_equal(answer(TUNE_OF_PEAK)->kind, RESULT_NULL);
}

static void test_thread_clock(void **state)
{
    (void)state;
    begin();
    way(8, "128", 250000, 10, "thread");
    infer();
    assert_true(answer(TUNE_RATE)->value > 3.99 && answer(TUNE_RATE)->value < 4.01);
    assert_int_equal(answer(TUNE_LEAD)->kind, RESULT_NULL);
}

/* What computes something else, or was not there, is no way. */
static void test_wrong_result(void **state)
{
    (void)state;
    begin();
    way(8, "128", 500000, 10, NULL);
    way(12, "264", 300000, 10, NULL);
    made.series[2].end = RECORD_END_WRONG;
    infer();
    assert_string_equal(answer(TUNE_TILE)->text, "8x4");
    begin();
    way(8, "128", 500000, 10, NULL);
    made.series[1].end = RECORD_END_NO_TILE;
    infer();
    assert_null(answer(TUNE_TILE));
}

/* Kernels that are no products have no blocks and no roof; what moves data has no rate. */
static void test_other_kernels(void **state)
{
    static const struct {
        const char *kernel;
        double flops; /* per cycle, 0: none */
    } others[] = { { "dot", 4 }, { "jacobi", 8 }, { "transpose", 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        begin();
        way(8, "128", 520000, 100, NULL);
        way(4, "128", 500000, 100, NULL);
        made.keys[0][0] = made.keys[1][0] = key("kernel", others[i].kernel);
        infer();
        struct result_id tile = id_op(TUNE_TILE, others[i].kernel, "f64");
        assert_string_equal(result_find(&results, tile)->text, "4x4");
        assert_null(result_find(&results, id_op(TUNE_KC, others[i].kernel, "f64")));
        assert_null(result_find(&results, id_op(TUNE_OF_PEAK, others[i].kernel, "f64")));
        assert_true(result_find(&results, id_op(TUNE_LEAD, others[i].kernel, "f64"))->value >
                    0.039);
        const struct result *rate =
            result_find(&results, id_op(TUNE_RATE, others[i].kernel, "f64"));
        assert_true(others[i].flops > 0 ? rate->value > others[i].flops - 0.01 &&
                                              rate->value < others[i].flops + 0.01
                                        : rate == NULL);
    }
}

/* Two rounds are too few. */
static void test_cut(void **state)
{
    (void)state;
    begin();
    way(8, "128", 500000, 10, NULL);
    made.series[1].n_samples = 2;
    infer();
    assert_null(answer(TUNE_TILE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fastest),      cmocka_unit_test(test_chance),
        cmocka_unit_test(test_thread_clock), cmocka_unit_test(test_wrong_result),
        cmocka_unit_test(test_cut),          cmocka_unit_test(test_other_kernels),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    results_free(&results);
    return failed;
}
