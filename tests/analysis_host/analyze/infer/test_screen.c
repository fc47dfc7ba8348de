/* Checksums of operations: right ones, wrong ones, and logs that cannot be checked. */
#include "analysis/analysis.h"
#include "model/screen_reference.h"
#include "result/element.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 40, THREADS = 4, N = 1000 };

/* Series of one run, made by hand. */
static struct log_series series[MOST];
static struct log_key keys[MOST][4];
static char numbers[MOST][2][24];
static struct log_event events[MOST][THREADS];
static uint64_t sums[MOST][THREADS];
static struct log_run run;
static struct results out;

static void begin(void)
{
    run = (struct log_run){ .series = series };
    memset(series, 0, sizeof series);
}

static void key(struct log_series *s, const char *name, const char *value)
{
    s->keys[s->n_keys++] = (struct log_key){ (char *)(uintptr_t)name, (char *)(uintptr_t)value };
}

/* Adds OP on TYPE with the checksum SUM of THREADS threads; returns its series. */
static struct log_series *add_sum(const char *op, const char *type, uint64_t n, uint64_t seed,
                                  uint64_t sum)
{
    size_t at = run.n_series++;
    struct log_series *s = &series[at];

    *s = (struct log_series){ .probe = "screen",
                              .keys = keys[at],
                              .events = events[at],
                              .n_events = THREADS,
                              .first_line = at + 1 };
    snprintf(numbers[at][0], sizeof numbers[at][0], "%llu", (unsigned long long)n);
    snprintf(numbers[at][1], sizeof numbers[at][1], "%llu", (unsigned long long)seed);
    key(s, "op", op);
    key(s, "type", type);
    key(s, "n", numbers[at][0]);
    key(s, "seed", numbers[at][1]);
    for (unsigned i = 0; i < THREADS; i++) {
        sums[at][i] = sum;
        events[at][i] = (struct log_event){ .x = i, .n_values = 1, .values = &sums[at][i] };
    }
    return s;
}

static uint64_t right(const char *op, const char *type, uint64_t n, uint64_t seed)
{
    struct screen_operation o;
    struct element e;

    assert_true(element_read(type, &e));
    assert_true(screen_operation_read(&o, op, e.is_float, e.bits, e.lanes));
    return screen_checksum(&o, seed, n);
}

static struct log_series *add(const char *op, const char *type)
{
    return add_sum(op, type, N, 1, right(op, type, N, 1));
}

static struct log_series *add_missing(const char *op, const char *type)
{
    struct log_series *s = add_sum(op, type, N, 1, 0);

    s->n_keys = 2;
    s->n_events = 0;
    s->end = RECORD_END_NO_INSTRUCTION;
    return s;
}

static void infer(void)
{
    results_free(&out);
    out = (struct results){ 0 };
    infer_all(&run, METHOD_ROBUST, &out);
}

static int end(void **state)
{
    (void)state;
    results_free(&out);
    out = (struct results){ 0 };
    return 0;
}

static const struct result *answer(enum quantity quantity, enum screen_unit unit)
{
    struct result_id id = id_op(quantity, screen_unit_word(unit), NULL);

    return result_find_text(&out, id.text);
}

static double value_of(enum quantity quantity, enum screen_unit unit)
{
    const struct result *r = answer(quantity, unit);

    assert_non_null(r);
    assert_int_equal(r->kind, RESULT_NUMBER);
    return r->value;
}

/* One problem says so, and there are N of them. */
static void assert_problem(size_t n, const char *says)
{
    size_t said = 0;

    for (size_t i = 0; i < out.n_problems; i++)
        said += strstr(out.problems[i].what, says) != NULL;
    if (said != 1 || out.n_problems != n)
        fail_msg("%zu of %zu problems have '%s'; the first: %s", said, out.n_problems, says,
                 out.n_problems > 0 ? out.problems[0].what : "there is none");
}

static void right_results_are_counted(void **state)
{
    (void)state;
    begin();
    add("add", "i32");
    add("xor", "i64");
    add("mul", "i8");
    add("fma", "f64");
    add("mul", "v256f32");
    infer();
    assert_int_equal(out.n_problems, 0);
    assert_true(value_of(SCREEN_RESULTS, SCREEN_UNIT_INT) == 2 * N * THREADS);
    assert_true(value_of(SCREEN_RESULTS, SCREEN_UNIT_INT_MUL) == N * THREADS);
    assert_true(value_of(SCREEN_RESULTS, SCREEN_UNIT_FMA) == N * THREADS);
    assert_true(value_of(SCREEN_RESULTS, SCREEN_UNIT_VECTOR) == N * THREADS);
    assert_null(answer(SCREEN_RESULTS, SCREEN_UNIT_FP));
    assert_null(answer(SCREEN_WRONG, SCREEN_UNIT_INT));
}

static void a_wrong_result_is_named(void **state)
{
    (void)state;
    begin();
    add("add", "i32");
    struct log_series *fma = add("fma", "f64");
    fma->events[3].values[0] ^= 1;
    infer();
    assert_problem(1, "wrong result: fma f64 on hardware thread 3,");
    assert_true(value_of(SCREEN_WRONG, SCREEN_UNIT_FMA) == 1);
    assert_true(value_of(SCREEN_RESULTS, SCREEN_UNIT_FMA) == N * THREADS);
    assert_null(answer(SCREEN_WRONG, SCREEN_UNIT_INT));
    fma->events[1].values[0] ^= (uint64_t)1 << 63;
    infer();
    assert_problem(1, "wrong result: fma f64 on hardware threads 1, 3,");
}

static void what_cannot_be_checked_is_said(void **state)
{
    (void)state;
    begin();
    add("add", "i32");
    add_sum("rotate", "i32", N, 1, 5);
    infer();
    assert_problem(1, "operation rotate on i32 is not known");
    add_sum("add", "i7", N, 1, 5);
    infer();
    assert_problem(2, "operation add on i7 is not known");
    add_sum("mul", "i64", 0, 1, 0);
    infer();
    assert_problem(3, "mul i64: n is 0 or no number");
    add_sum("mul", "i64", 100001, 1, 0);
    infer();
    assert_problem(4, "mul i64: n is too large");
    struct log_series *no_seed = add("sub", "i64");
    no_seed->keys[3].value = "many";
    infer();
    assert_problem(5, "sub i64: seed is no number");
    struct log_series *no_op = add("sub", "i64");
    no_op->keys[0].key = "operation";
    infer();
    assert_problem(6, "has no op or no type");
    assert_true(value_of(SCREEN_RESULTS, SCREEN_UNIT_INT) == N * THREADS);
    assert_null(answer(SCREEN_RESULTS, SCREEN_UNIT_INT_MUL));
}

static void problems_of_one_kind_are_cut(void **state)
{
    (void)state;
    begin();
    add("add", "i32");
    for (unsigned i = 0; i < 25; i++)
        add_sum("rotate", "i32", N, 1, 5);
    infer();
    assert_problem(21, "5 more problems");
}

/* Operands of another seed make every checksum another one: no unit is accused. */
static void a_wrong_seed_accuses_no_unit(void **state)
{
    static const char *const ops[] = { "add", "sub", "mul", "div", "and", "xor" };

    (void)state;
    begin();
    for (unsigned i = 0; i < 6; i++)
        add_sum(ops[i], "i32", N, 2, right(ops[i], "i32", N, 1));
    infer();
    assert_problem(1, "none of 24 checks has the expected result");
    assert_int_equal(answer(SCREEN_RESULTS, SCREEN_UNIT_INT)->kind, RESULT_NULL);
    assert_null(answer(SCREEN_WRONG, SCREEN_UNIT_INT));
}

static void missing_instructions_are_none(void **state)
{
    (void)state;
    begin();
    add("add", "i32");
    add_missing("div", "i32");
    add_missing("mod", "i32");
    struct log_series *type = add_missing("add", "f32");
    type->keys[0] = type->keys[1];
    type->n_keys = 1;
    infer();
    assert_int_equal(out.n_problems, 0);
    assert_int_equal(answer(SCREEN_RESULTS, SCREEN_UNIT_INT_DIV)->kind, RESULT_NONE);
    assert_null(answer(SCREEN_RESULTS, SCREEN_UNIT_FP));
}

static void threads_that_were_left_out_are_not_counted(void **state)
{
    static struct log_skip skips[2] = { { 2, RECORD_END_PIN_REFUSED },
                                        { 3, RECORD_END_PIN_REFUSED } };

    (void)state;
    begin();
    struct log_series *s = add("add", "i32");
    s->n_events = 2;
    s->skips = skips;
    s->n_skips = 2;
    infer();
    assert_true(value_of(SCREEN_RESULTS, SCREEN_UNIT_INT) == 2 * N);
    double half = answer(SCREEN_RESULTS, SCREEN_UNIT_INT)->evidence;
    s->n_skips = 0;
    infer();
    assert_true(half < answer(SCREEN_RESULTS, SCREEN_UNIT_INT)->evidence);
    s->n_events = 0;
    s->end = RECORD_END_MISSING;
    infer();
    assert_int_equal(answer(SCREEN_RESULTS, SCREEN_UNIT_INT)->kind, RESULT_NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(right_results_are_counted, end),
        cmocka_unit_test_teardown(a_wrong_result_is_named, end),
        cmocka_unit_test_teardown(what_cannot_be_checked_is_said, end),
        cmocka_unit_test_teardown(problems_of_one_kind_are_cut, end),
        cmocka_unit_test_teardown(a_wrong_seed_accuses_no_unit, end),
        cmocka_unit_test_teardown(missing_instructions_are_none, end),
        cmocka_unit_test_teardown(threads_that_were_left_out_are_not_counted, end),
    };

    return cmocka_run_group_tests_name("screen", tests, NULL, NULL);
}
