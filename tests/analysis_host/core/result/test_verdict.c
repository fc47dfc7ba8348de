/* The verdict: answers that contradict each other, what is lost, and the order of problems. */
#define _GNU_SOURCE
#include "result/confidence.h"
#include "result/remedy.h"
#include "result/verdict.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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
        if (r.n_contradictions != c->found)
            fail_msg("%s: %zu found", c->rule, r.n_contradictions);
        assert_int_equal(r.n_problems, 0);
        assert_int_equal(verdict_contradicts(&r), c->found > 0);
        results_free(&r);
    }
}

/* Answers as "id=value", joined by blanks, and how many of them cannot be true together. */
static void each_rule_finds_what_breaks_it(void **state)
{
    static const struct {
        const char *rule, *answers;
        double contexts;
        size_t found;
    } cases[] = {
        { "one memory has one latency", "memory.latency=480 numa.local.latency=100", 0, 1 },
        { "and may scatter", "memory.latency=140 numa.local.latency=100", 0, 0 },
        { "whichever is more", "memory.latency=100 numa.local.latency=151", 0, 1 },
        { "far memory is another", "memory.latency=100 numa.remote.latency=300", 0, 0 },
        { "one that scatters is not slower than memory",
          "cache.levels=2 cache.1.latency=4 cache.2.latency=1800 memory.latency=2200 "
          "numa.local.latency=1470",
          0, 0 },
        { "nor than the nearest memory by visits",
          "cache.levels=2 cache.1.latency=4 cache.2.latency=1800 numa.local.latency=465", 0, 1 },
        { "a load beside others is no faster", "loaded.memory.read.ratio=0.78", 0, 1 },
        { "but for noise", "loaded.memory.read.ratio=0.96 loaded.cache.2.copy.ratio=1.3", 0, 0 },
        { "an outer level moves no more",
          "cache.levels=2 bandwidth.cache.1.copy=20 bandwidth.cache.2.copy=23", 0, 1 },
        { "nor does memory", "cache.levels=1 bandwidth.cache.1.write=20 bandwidth.memory.write=23",
          0, 1 },
        { "but for noise", "cache.levels=2 bandwidth.cache.1.copy=20 bandwidth.cache.2.copy=21", 0,
          0 },
        { "stores that pass a cache by may be slower in it",
          "cache.levels=2 bandwidth.cache.1.nt_write=7 bandwidth.cache.2.nt_write=9", 0, 0 },
        { "a cache has a whole number of sets",
          "cache.1.size=49152 cache.1.ways=12 cache.1.line=64", 0, 0 },
        { "of all its ways", "cache.1.size=32768 cache.1.ways=12 cache.1.line=64", 0, 1 },
        { "an outer TLB has more entries", "tlb.1.entries=64 tlb.2.entries=64", 0, 1 },
        { "an outer TLB has more entries", "tlb.1.entries=64 tlb.2.entries=1024", 0, 0 },
        { "what ends where translations do, and costs what they add, is no cache",
          "cache.levels=2 cache.1.size=32768 cache.1.latency=4 cache.2.size=262144 "
          "cache.2.latency=12 "
          "memory.latency=32 tlb.page=4096 tlb.1.entries=64 tlb.1.penalty=0 tlb.walk=20",
          0, 1 },
        { "but one whose ways are seen is",
          "cache.levels=2 cache.1.size=32768 cache.1.latency=4 cache.2.size=262144 "
          "cache.2.latency=12 "
          "cache.2.ways=8 memory.latency=32 tlb.page=4096 tlb.1.entries=64 tlb.1.penalty=0 "
          "tlb.walk=20",
          0, 0 },
        { "and one that costs more is",
          "cache.levels=2 cache.1.size=32768 cache.1.latency=4 cache.2.size=262144 "
          "cache.2.latency=12 "
          "memory.latency=190 tlb.page=4096 tlb.1.entries=64 tlb.1.penalty=0 tlb.walk=20",
          0, 0 },
        { "two contexts do twice what one does", "peak.f64.fma=8 peak.f64.fma.2=16.5", 0, 0 },
        { "and no more", "peak.f64.fma=8 peak.f64.fma.2=20", 0, 1 },
        { "nor do they move more", "bandwidth.memory.read=8 bandwidth.memory.read.2=20", 0, 1 },
        { "but as much each", "bandwidth.memory.read=8 bandwidth.memory.read.2=16.5", 0, 0 },
        { "where the others are as fast as the first",
          "peak.f64.fma=8 peak.f64.fma.2=20 context.0.cycle=1 context.1.cycle=1", 0, 1 },
        { "and no faster", "peak.f64.fma=8 peak.f64.fma.2=20 context.0.cycle=1 context.1.cycle=0.5",
          0, 0 },
        { "levels grow past one that is not known",
          "cache.1.size=32768 cache.1.latency=14 cache.2.size=262144 cache.3.size=1048576 "
          "cache.3.latency=12",
          0, 1 },
        { "where they do",
          "cache.1.size=32768 cache.1.latency=4 cache.2.size=262144 cache.3.size=1048576 "
          "cache.3.latency=12",
          0, 0 },
        { "a level moves no more than the nearest that is known",
          "cache.levels=3 bandwidth.cache.1.copy=20 bandwidth.cache.3.copy=23", 0, 1 },
        { "contexts that share a cache are there", "cache.1.shared_by=1 cache.2.shared_by=4", 2,
          1 },
        { "all of them may", "cache.1.shared_by=1 cache.2.shared_by=2", 2, 0 },
        { "threads side by side have a context each", "contexts.int=4", 2, 1 },
        { "as many as there are", "contexts.int=2 contexts.float=2", 2, 0 },
        { "threads of all processors are the contexts", "contexts.smp=2 contexts.smt=2", 2, 1 },
        { "threads of all processors are the contexts", "contexts.smp=2 contexts.smt=2", 4, 0 },
        { "where they are known", "contexts.smp=2 contexts.smt=2", 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct results r = { 0 };
        char answers[300];
        char *rest = NULL;

        snprintf(answers, sizeof answers, "%s", cases[i].answers);
        for (char *a = strtok_r(answers, " ", &rest); a != NULL; a = strtok_r(NULL, " ", &rest)) {
            char *value = strchr(a, '=');

            *value = '\0';
            struct result *one = result_add(&r, id_read(a));
            assert_int_not_equal(one->name.quantity, QUANTITY_UNKNOWN);
            one->value = strtod(value + 1, NULL);
        }
        verdict_contradictions(&r);
        verdict_processors(&r, cases[i].contexts);
        if (r.n_contradictions != cases[i].found)
            fail_msg("%s (%s): %zu found", cases[i].rule, cases[i].answers, r.n_contradictions);
        results_free(&r);
    }
}

static void a_marked_answer_is_a_doubt_and_one_that_is_none_a_problem(void **state)
{
    struct results r = { 0 };
    struct log log = { .problems = &(struct log_problem){ 7, "bad crc", "" },
                       .n_problems = 1,
                       .run = { .complete = true } };
    struct result *one = result_add(&r, id_moving(BANDWIDTH_ALONE, 2, "read"));

    (void)state;
    one->confidence = 0.99;
    snprintf(one->note, sizeof one->note, "more than cache.1");
    verdict_contradictions(&r);
    assert_int_equal(r.n_contradictions, 0);
    one->contradicts = true;
    verdict_contradictions(&r);
    assert_int_equal(problems_count(&log, &r), 1);
    assert_string_equal(problem_at(&log, &r, 0)->what, "bad crc");
    assert_int_equal(r.n_contradictions, 1);
    assert_string_equal(r.contradictions[0].what, "bandwidth.cache.2.read: more than cache.1");
    assert_true(r.at[0].confidence < CONFIDENCE_SURE_FROM);
    assert_false(verdict_damaged(&log, &r));
    r.at[0].kind = RESULT_NULL;
    verdict_contradictions(&r);
    assert_int_equal(r.n_contradictions, 1);
    assert_int_equal(problems_count(&log, &r), 2);
    assert_string_equal(problem_at(&log, &r, 1)->what, "bandwidth.cache.2.read: more than cache.1");
    assert_true(verdict_damaged(&log, &r));
    results_free(&r);
}

static void contradictions_are_counted_by_kind_and_take_sureness_away(void **state)
{
    static const char *const ids[] = { "peak.f64.fma",   "peak.f64.fma.2", "peak.f32.fma",
                                       "peak.f32.fma.2", "memory.latency", "numa.local.latency",
                                       "cache.1.size" };
    static const double values[] = { 8, 20, 16, 40, 480, 100, 32768 };
    struct results r = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct result *one = result_add(&r, id_read(ids[i]));
        one->value = values[i];
        one->confidence = 0.99;
    }
    verdict_contradictions(&r);
    assert_int_equal(r.n_contradictions, 3);
    assert_string_equal(r.contradictions[0].among, "latencies of memory");
    assert_int_equal(verdict_count_among(&r, 0), 1);
    assert_string_equal(r.contradictions[1].among, "peaks of several contexts");
    assert_int_equal(verdict_count_among(&r, 1), 2);
    assert_int_equal(verdict_count_among(&r, 2), 0);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        bool doubtful = i == 1 || i == 3 || i == 4 || i == 5;
        assert_int_equal(confidence_is_low(&r.at[i]), doubtful);
    }
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
    result_unknown(result_add(&r, id_of(CACHE_LEVELS)), "a sweep", "0 points",
                   remedy_text("max=64M"));
    result_none(result_add(&r, id_of(OS_TIMESLICE)));
    assert_false(verdict_answered(&r));
    assert_string_equal(r.at[0].note, "a sweep; 0 points");
    assert_string_equal(r.at[0].remedy.words, "max=64M");
    result_add(&r, id_of(MEMORY_LATENCY))->value = 100;
    assert_true(verdict_answered(&r));
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions_are_found),
        cmocka_unit_test(each_rule_finds_what_breaks_it),
        cmocka_unit_test(a_marked_answer_is_a_doubt_and_one_that_is_none_a_problem),
        cmocka_unit_test(contradictions_are_counted_by_kind_and_take_sureness_away),
        cmocka_unit_test(what_is_lost_is_damage),
        cmocka_unit_test(nulls_and_nones_are_no_answers),
        cmocka_unit_test(of_answers_with_one_name_the_first_stands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
