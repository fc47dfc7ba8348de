/* From answers to plans: what is missing or beyond sense is said, never used. */
#include "result/query.h"
#include "tune/advice.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct results results;
static struct tune_advice advice;
static struct log_run run;
static char why[TUNE_TEXT];

static void put(struct result_id id, double value)
{
    struct result *r = result_add(&results, id);

    r->kind = RESULT_NUMBER;
    r->value = value;
    r->confidence = 0.9;
}

/* A machine of two levels with 128-bit vectors, without bandwidths. */
static int machine(void **state)
{
    (void)state;
    results_free(&results);
    results = (struct results){ .n = 0 };
    run = (struct log_run){ .n_keys = 0 };
    put(id_of(CACHE_LEVELS), 2);
    put(id_at(CACHE_SIZE, 1), 32768);
    put(id_at(CACHE_SIZE, 2), 1 << 20);
    put(id_at(CACHE_LATENCY, 1), 3);
    put(id_at(CACHE_LATENCY, 2), 14);
    put(id_at(CACHE_LINE, 1), 64);
    put(id_at(CACHE_WAYS, 1), 8);
    put(id_of(MEMORY_LATENCY), 200);
    put(id_op(OP_LATENCY, "add", "v128f64"), 4);
    put(id_op(OP_EXISTS, "fma", "v128f64"), 0);
    put(id_peak("balanced", "v128f64", 1), 4);
    put(id_op(OP_RTHROUGHPUT, "load", "i64"), 1);
    put(id_type(REGISTERS, "v128f32"), 16);
    return 0;
}

static void set(struct result_id id, double value)
{
    struct result *r = (struct result *)(uintptr_t)result_find(&results, id);

    if (r == NULL)
        put(id, value);
    else
        r->value = value;
}

static const char *advise(void)
{
    memset(why, 0, sizeof why);
    return tune_advise(&advice, &results, &run, why);
}

static unsigned kernel(const char *name)
{
    for (unsigned i = 0; i < tune_rule_table_count; i++)
        if (strcmp(tune_rule_table[i].name, name) == 0)
            return i;
    fail_msg("no kernel %s", name);
    return 0;
}

static void test_one_type_alone(void **state)
{
    struct tune_plan plan;

    (void)state;
    assert_null(advise());
    assert_true(advice.has_type[0]);
    assert_false(advice.has_type[1]);
    assert_non_null(strstr(advice.why[1], "f32"));
    assert_int_equal(advice.arithmetic[0].lanes, 2);
    assert_int_equal(advice.arithmetic[0].registers, 16);
    tune_advice_plan(&advice, &plan);
    assert_true(plan.n >= 1);
    for (size_t i = 0; i < plan.n; i++)
        assert_string_equal(plan.at[i].type, "f64");
}

/* Answers that no machine gives: refused, and the id is named. */
static void test_beyond_sense(void **state)
{
    const struct {
        struct result_id id;
        double value;
    } bad[] = {
        { id_at(CACHE_SIZE, 1), 0 },     { id_at(CACHE_SIZE, 2), -1 },
        { id_at(CACHE_LATENCY, 1), -3 }, { id_at(CACHE_WAYS, 1), 0 },
        { id_at(CACHE_LINE, 1), 1e9 },   { id_of(MEMORY_LATENCY), -200 },
        { id_of(CACHE_LEVELS), 400 },    { id_of(TLB_PAGE), 1 },
        { id_at(TLB_ENTRIES, 1), 0 },    { id_moving(BANDWIDTH_ALONE, 1, "read"), -1 },
    };

    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        machine(state);
        set(bad[i].id, bad[i].value);
        assert_non_null(advise());
        assert_non_null(strstr(why, bad[i].id.text));
    }
}

static void test_arithmetic_beyond_sense(void **state)
{
    const struct {
        struct result_id id;
        double value;
    } bad[] = {
        { id_type(REGISTERS, "v128f32"), 1 },
        { id_type(REGISTERS, "v128f32"), 4000 },
        { id_op(OP_LATENCY, "add", "v128f64"), -4 },
        { id_op(OP_RTHROUGHPUT, "load", "i64"), 0 },
    };

    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        machine(state);
        set(bad[i].id, bad[i].value);
        assert_non_null(advise()); /* the only type is left out */
        assert_non_null(strstr(why, bad[i].id.text));
    }
}

static void test_unknown_first_level(void **state)
{
    (void)state;
    struct result *r = (struct result *)(uintptr_t)result_find(&results, id_at(CACHE_SIZE, 1));
    r->kind = RESULT_NULL;
    assert_non_null(advise());
    assert_non_null(strstr(why, "cache.1.size"));
}

static void test_unknown_second_level(void **state)
{
    (void)state;
    struct result *r = (struct result *)(uintptr_t)result_find(&results, id_at(CACHE_SIZE, 2));
    r->kind = RESULT_NULL;
    r->has_bounds = false;
    assert_null(advise());
    assert_int_equal(advice.machine.levels, 2);
    assert_non_null(advice.machine.level[1].instead);
    assert_true(advice.machine.level[1].in_doubt);
    assert_true(advice.machine.level[1].bytes == 8 * advice.machine.level[0].bytes);
    assert_true(advice.ranked[kernel("gemm")][0].n > 1);
}

static void test_no_caches(void **state)
{
    (void)state;
    set(id_of(CACHE_LEVELS), 0);
    assert_null(advise());
    assert_int_equal(advice.machine.levels, 0);
    assert_true(advice.ranked[kernel("gemm")][0].at[0].choice.direct_bytes == UINT64_MAX);
    assert_int_equal(advice.ranked[kernel("transpose")][0].n, 0);
}

static void test_nothing_known(void **state)
{
    (void)state;
    results_free(&results);
    results = (struct results){ .n = 0 };
    assert_non_null(advise());
    assert_true(*why != '\0');
}

/* Tiles of the image, and a text that is none. */
static void test_ladder(void **state)
{
    char tiles[] = "tiles.f64", list[] = "4x4/6x2", broken[] = "4by4";
    struct log_key keys[] = { { tiles, list } };

    (void)state;
    run = (struct log_run){ .keys = keys, .n_keys = 1 };
    assert_null(advise());
    assert_int_equal(advice.arithmetic[0].tiles, 2);
    const struct tune_ranked *r = &advice.ranked[kernel("gemm")][0];
    for (unsigned i = 0; i < r->n; i++)
        assert_true(r->at[i].choice.rows == 4 || r->at[i].choice.rows == 6);
    keys[0].value = broken;
    assert_non_null(advise());
    assert_non_null(strstr(why, "tiles.f64"));
}

/* Vectors that are no faster than scalars are used only where they cost nothing. */
static void test_width(void **state)
{
    (void)state;
    put(id_peak("balanced", "v256f64", 1), 3);
    assert_null(advise());
    assert_int_equal(advice.arithmetic[0].lanes, 2);
    set(id_peak("balanced", "v256f64", 1), 3.9);
    assert_null(advise());
    assert_int_equal(advice.arithmetic[0].lanes, 4);
}

/* 32 flop a cycle of 512 bits, 16 of 256: at half the clock, or less, the narrower ones do as much
 * in the same time, or more. */
static void test_width_by_time(void **state)
{
    char tiles[] = "tiles.f64", list[] = "40x5/32x6", lanes[] = "lanes.f64", eight[] = "8";
    struct log_key keys[] = { { tiles, list }, { lanes, eight } };

    (void)state;
    put(id_peak("fma", "v256f64", 1), 16);
    put(id_peak("fma", "v512f64", 1), 32);
    run = (struct log_run){ .keys = keys, .n_keys = 2 };
    assert_null(advise());
    assert_int_equal(advice.arithmetic[0].lanes, 8);
    put(id_type(CPU_FREQUENCY_UNDER, "v512f64"), 0.6);
    assert_null(advise());
    assert_int_equal(advice.arithmetic[0].lanes, 8);
    assert_true(advice.arithmetic[0].interval == 0.5); /* in cycles of the clock that it gets */
    assert_int_equal(advice.arithmetic[0].tiles, 2);

    /* One multiply-add unit of 512 bits, as many processors have: no faster by cycles, too. */
    set(id_peak("fma", "v512f64", 1), 17);
    assert_null(advise());
    assert_int_equal(advice.arithmetic[0].lanes, 4);
    assert_true(advice.arithmetic[0].wider_image);
    assert_int_equal(advice.arithmetic[0].tiles, 0);
    assert_true(advice.arithmetic[0].interval == 0.5);
    const struct tune_choice *first = &advice.ranked[kernel("gemm")][0].at[0].choice;
    assert_int_equal(first->lanes, 4);
    assert_true(first->rows <= 4 * 16);

    /* What the image timed is of the wider vectors, and does not count. */
    struct result *tile = result_add(&results, id_op(TUNE_TILE, "gemm", "f64"));
    tile->kind = RESULT_NAME;
    snprintf(tile->text, sizeof tile->text, "40x5");
    put(id_op(TUNE_KC, "gemm", "f64"), 256);
    put(id_op(TUNE_MC, "gemm", "f64"), 160);
    put(id_op(TUNE_LEAD, "gemm", "f64"), 0.04);
    assert_null(advise());
    assert_int_not_equal(advice.ranked[kernel("gemm")][0].at[0].choice.rows, 40);

    set(id_type(CPU_FREQUENCY_UNDER, "v512f64"), 1.02); /* noise: no clock rises */
    set(id_peak("fma", "v512f64", 1), 14.3);
    assert_null(advise());
    assert_int_equal(advice.arithmetic[0].lanes, 4);
    set(id_peak("fma", "v512f64", 1), 32);
    assert_null(advise());
    assert_int_equal(advice.ranked[kernel("gemm")][0].at[0].choice.rows, 40);
}

/* The board's winner is taken where it leads by more than chance. */
static void test_winner(void **state)
{
    (void)state;
    assert_null(advise());
    struct tune_choice third = advice.ranked[kernel("gemm")][0].at[2].choice;
    struct result *tile = result_add(&results, id_op(TUNE_TILE, "gemm", "f64"));
    tile->kind = RESULT_NAME;
    snprintf(tile->text, sizeof tile->text, "%ux%u", third.rows, third.columns);
    put(id_op(TUNE_KC, "gemm", "f64"), third.kc);
    put(id_op(TUNE_MC, "gemm", "f64"), third.mc);
    assert_null(advise());
    assert_int_not_equal(advice.ranked[kernel("gemm")][0].at[0].choice.kc * 1000 +
                             advice.ranked[kernel("gemm")][0].at[0].choice.mc,
                         third.kc * 1000 + third.mc);
    put(id_op(TUNE_LEAD, "gemm", "f64"), 0.04);
    assert_null(advise());
    assert_int_equal(advice.ranked[kernel("gemm")][0].at[0].choice.rows, third.rows);
    assert_int_equal(advice.ranked[kernel("gemm")][0].at[0].choice.kc, third.kc);
    assert_int_equal(advice.ranked[kernel("gemm")][0].n, TUNE_RANKS);
    set(id_op(TUNE_KC, "gemm", "f64"), 99); /* the model has moved on since */
    assert_null(advise());
    assert_int_equal(advice.ranked[kernel("gemm")][0].at[0].choice.kc, 99);
    set(id_op(TUNE_KC, "gemm", "f64"), 1e9);
    assert_null(advise());
    assert_true(advice.ranked[kernel("gemm")][0].at[0].choice.kc < 2000);
}

/* The same of kernels whose tile says all: what it does not say is the model's. */
static void test_winner_of_others(void **state)
{
    static const char *const kernels[] = { "dot", "gemv", "jacobi", "transpose", "wht" };

    (void)state;
    for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        machine(state);
        assert_null(advise());
        const struct tune_ranked *ranked = &advice.ranked[kernel(kernels[i])][0];
        unsigned n = ranked->n;
        assert_true(n >= 2);
        struct tune_choice second = ranked->at[1].choice;
        struct result *tile = result_add(&results, id_op(TUNE_TILE, kernels[i], "f64"));
        tile->kind = RESULT_NAME;
        if (second.columns > 0)
            snprintf(tile->text, sizeof tile->text, "%ux%u", second.rows, second.columns);
        else
            snprintf(tile->text, sizeof tile->text, "%u", second.rows);
        assert_null(advise());
        assert_true(ranked->at[0].choice.rows != second.rows ||
                    ranked->at[0].choice.columns != second.columns);
        put(id_op(TUNE_LEAD, kernels[i], "f64"), 0.04);
        assert_null(advise());
        assert_int_equal(ranked->at[0].choice.rows, second.rows);
        assert_int_equal(ranked->at[0].choice.columns, second.columns);
        assert_int_equal(ranked->at[0].choice.block_bytes, second.block_bytes);
        assert_int_equal(ranked->n, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_one_type_alone, machine),
        cmocka_unit_test_setup(test_beyond_sense, machine),
        cmocka_unit_test_setup(test_arithmetic_beyond_sense, machine),
        cmocka_unit_test_setup(test_unknown_first_level, machine),
        cmocka_unit_test_setup(test_unknown_second_level, machine),
        cmocka_unit_test_setup(test_no_caches, machine),
        cmocka_unit_test_setup(test_nothing_known, machine),
        cmocka_unit_test_setup(test_ladder, machine),
        cmocka_unit_test_setup(test_width, machine),
        cmocka_unit_test_setup(test_width_by_time, machine),
        cmocka_unit_test_setup(test_winner, machine),
        cmocka_unit_test_setup(test_winner_of_others, machine),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    results_free(&results);
    return failed;
}
