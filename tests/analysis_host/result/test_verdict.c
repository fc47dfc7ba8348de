/* The verdict: answers that contradict each other, what is lost, and the order of problems. */
#include "result/verdict.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct pair_case {
    const char *rule;
    double size1, size2, latency1, latency2, memory; /* negative: not there */
    size_t found;
};

static void contradictions_are_found(void **state)
{
    static const struct pair_case cases[] = {
        { "a hierarchy that grows outwards is sound", 1, 2, 3, 4, 5, 0 },
        { "an outer cache that is not larger cannot be", 2, 2, 3, 4, 5, 1 },
        { "an outer cache that is not slower cannot be", 1, 2, 4, 3, 5, 1 },
        { "memory that is faster than the last cache cannot be", 1, 2, 3, 6, 5, 1 },
        { "what is not known contradicts nothing", -1, -1, -1, -1, 5, 0 },
        { "one level and memory are compared", 1, -1, 6, -1, 5, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct pair_case *c = &cases[i];
        const double values[] = { c->size1, c->size2, c->latency1, c->latency2, c->memory };
        static const char *const ids[] = { "cache.1.size", "cache.2.size", "cache.1.latency",
                                           "cache.2.latency", "memory.latency" };
        struct results r = { 0 };
        for (size_t k = 0; k < sizeof ids / sizeof ids[0]; k++)
            if (values[k] >= 0)
                result_add(&r, id_read(ids[k]))->value = values[k];
        verdict_contradictions(&r);
        if (r.n_problems != c->found)
            fail_msg("%s: %zu found", c->rule, r.n_problems);
        assert_int_equal(verdict_contradicts(&r), c->found > 0);
        results_free(&r);
    }
}

static void a_marked_answer_is_a_problem_with_its_note(void **state)
{
    struct results r = { 0 };
    struct log log = { .problems = &(struct log_problem){ 7, "bad crc", "" }, .n_problems = 1 };
    struct result *one = result_add(&r, id_moving(BANDWIDTH_ALONE, 2, "read"));

    (void)state;
    snprintf(one->note, sizeof one->note, "more than cache.1");
    verdict_contradictions(&r);
    assert_int_equal(r.n_problems, 0);
    one->contradicts = true;
    verdict_contradictions(&r);
    assert_int_equal(problems_count(&log, &r), 2);
    assert_string_equal(problem_at(&log, &r, 0)->what, "bad crc");
    assert_string_equal(problem_at(&log, &r, 1)->what, "bandwidth.cache.2.read: more than cache.1");
    results_free(&r);
}

static void of_answers_with_one_name_the_first_stands(void **state)
{
    static const char *const ids[] = { "cache.2.size", "cache.1.size", "cache.2.size",
                                       "memory.latency", "cache.2.size" };
    struct results r = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        result_add(&r, id_read(ids[i]))->value = (double)i;
    verdict_repetitions(&r);
    assert_int_equal(r.n, 3);
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(r.at[i].id, ids[i]);
    assert_true(r.at[0].value == 0 && r.at[2].value == 3);
    assert_int_equal(r.n_problems, 2);
    assert_string_equal(r.problems[0].what,
                        "cache.2.size: measured twice; the first answer stands");
    verdict_repetitions(&r);
    assert_int_equal(r.n_problems, 2);
    results_free(&r);
}

static void what_is_lost_is_damage(void **state)
{
    struct log_problem problem = { 7, "bad crc", "" };
    struct log log = { .problems = &problem, .n_problems = 1, .run = { .complete = true } };
    struct results r = { 0 };

    (void)state;
    assert_false(verdict_damaged(&log, &r));
    problem.cost = "1 point";
    assert_true(verdict_damaged(&log, &r));
    problem.cost = "";
    log.run.complete = false;
    assert_true(verdict_damaged(&log, &r));
    log.run.complete = true;
    result_add(&r, id_of(CACHE_LEVELS))->damaged = true;
    assert_true(verdict_damaged(&log, &r));
    results_free(&r);
}

static void nulls_and_nones_are_no_answers(void **state)
{
    struct results r = { 0 };

    (void)state;
    assert_false(verdict_answered(&r));
    result_unknown(result_add(&r, id_of(CACHE_LEVELS)), "a sweep", "0 points", "max=64M");
    result_none(result_add(&r, id_of(OS_TIMESLOT)));
    assert_false(verdict_answered(&r));
    assert_string_equal(r.at[0].note, "a sweep; 0 points; max=64M");
    assert_string_equal(r.at[0].remedy, "max=64M");
    result_add(&r, id_of(MEMORY_LATENCY))->value = 100;
    assert_true(verdict_answered(&r));
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions_are_found),
        cmocka_unit_test(a_marked_answer_is_a_problem_with_its_note),
        cmocka_unit_test(what_is_lost_is_damage),
        cmocka_unit_test(nulls_and_nones_are_no_answers),
        cmocka_unit_test(of_answers_with_one_name_the_first_stands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
