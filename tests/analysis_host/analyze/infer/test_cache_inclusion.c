/* A line that the first level keeps beside a full set of the second: planted costs. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { OPS = 1000, WAYS = 8, L1 = 4, L2 = 12, MEMORY = 60 };

extern const struct analysis analysis_cache_inclusion;

static struct made_run made;
static struct results out;

static void add_number(struct result_id id, double value)
{
    struct result *r = result_add(&out, id);

    r->value = r->nominal = value;
    r->has_nominal = true;
}

/* A machine whose second level has WAYS ways, and nothing else told of it. */
static int begin(void **state)
{
    (void)state;
    out = (struct results){ 0 };
    add_number(id_of(CACHE_LEVELS), 2);
    add_number(id_at(CACHE_LATENCY, 1), L1);
    add_number(id_at(CACHE_LATENCY, 2), L2);
    add_number(id_of(MEMORY_LATENCY), MEMORY);
    add_number(id_at(CACHE_WAYS, 2), WAYS);
    result_unknown(result_add(&out, id_at(CACHE_INCLUSION, 2)), "", "",
                   (struct remedy){ .kind = REMEDY_UNSAID });
    made_begin(&made, 1000000000);
    made_chain(&made, 0, OPS, OPS); /* a cycle is a tick */
    return 0;
}

static int end(void **state)
{
    (void)state;
    results_free(&out);
    return 0;
}

/* A set of level 2 beside whose WAYS lines a load costs OWN cycles with a line of its own in use,
 * OTHER with one of another set. */
static void plant(double own, double other)
{
    made_series(&made, "cache_hot");
    made_key(&made, "level", 2);
    for (uint64_t n = WAYS - 1; n <= WAYS; n++)
        for (uint64_t kind = 0; kind < 2; kind++) {
            double cost = n == WAYS && kind == 0 ? own : other;
            struct log_series *s = &made.run.series[made.run.n_series - 1];

            made_point(&made, n, kind, OPS, (uint64_t)(cost * OPS));
            s->samples[s->n_samples - 1].n_x = 2;
        }
}

static const struct result *infer(void)
{
    infer_one(&analysis_cache_inclusion, &made.run, METHOD_ROBUST, &out);
    return result_find(&out, id_at(CACHE_INCLUSION, 2));
}

static void an_inclusive_level_takes_the_line_with_it(void **state)
{
    (void)state;
    plant(25, 10);
    plant(22, 9);
    plant(9, 9); /* one that was disturbed */
    const struct result *r = infer();
    assert_string_equal(r->text, "inclusive");
    assert_non_null(strstr(r->note, "2 of 3 sets"));
    assert_non_null(strstr(r->note, "25.0 cycles a load beside 8 others"));
    assert_true(r->evidence > 0.5 && r->evidence < 0.7);
}

static void a_line_that_stays_tells_nothing_of_which_other(void **state)
{
    (void)state;
    plant(9.5, 9);
    plant(9, 9);
    assert_int_equal(infer()->kind, RESULT_NULL);
}

/* An exclusive level's size is a sum, so that it has no power of two of sets of its ways. */
static void a_line_that_stays_beside_whole_sets_is_neither(void **state)
{
    static const double sizes[] = { 512 * 1024, 576 * 1024 };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        results_free(&out);
        begin(NULL);
        add_number(id_at(CACHE_SIZE, 2), sizes[i]);
        add_number(id_at(CACHE_LINE, 2), 64);
        plant(9.5, 9);
        plant(9, 9);
        plant(25, 10); /* one that was disturbed */
        const struct result *r = infer();
        assert_int_equal(r->kind, i == 0 ? RESULT_NAME : RESULT_NULL);
        if (i == 0)
            assert_string_equal(r->text, "nine");
    }
}

static void sets_that_disagree_tell_nothing(void **state)
{
    (void)state;
    plant(25, 10);
    plant(9, 9);
    assert_int_equal(infer()->kind, RESULT_NULL);
}

static void a_first_level_that_forgets_tells_nothing(void **state)
{
    struct result *r = result_add(&out, id_at(CACHE_POLICY, 1));

    (void)state;
    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "fifo");
    plant(25, 10);
    plant(25, 10);
    assert_int_equal(infer()->kind, RESULT_NULL);
}

/* 16 lines, a visit after every second one: a first level of two ways would lose the line itself.
 */
static void a_set_of_many_ways_has_fewer_visits(void **state)
{
    enum { MANY = 16, VISITS = 8, OTHER = 10, MISSES = 3 };
    static const unsigned first_ways[] = { 4, 2 };

    for (size_t i = 0; i < 2; i++) {
        end(state);
        begin(state);
        ((struct result *)(uintptr_t)result_find(&out, id_at(CACHE_WAYS, 2)))->nominal = MANY;
        add_number(id_at(CACHE_WAYS, 1), first_ways[i]);
        for (uint64_t set = 0; set < 2; set++) {
            made_series(&made, "cache_hot");
            made_key(&made, "level", 2);
            made_key(&made, "visits", VISITS);
            for (uint64_t kind = 0; kind < 2; kind++) {
                struct log_series *s = &made.run.series[made.run.n_series - 1];
                double missed = kind == 0 ? MISSES * (MEMORY - L2) / (double)(MANY + VISITS) : 0;

                made_point(&made, MANY, kind, OPS, (uint64_t)((OTHER + missed) * OPS));
                s->samples[s->n_samples - 1].n_x = 2;
            }
        }
        const struct result *r = infer();
        assert_int_equal(r->kind, i == 0 ? RESULT_NAME : RESULT_NULL);
        if (i == 0)
            assert_string_equal(r->text, "inclusive");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_inclusive_level_takes_the_line_with_it, begin, end),
        cmocka_unit_test_setup_teardown(a_line_that_stays_tells_nothing_of_which_other, begin, end),
        cmocka_unit_test_setup_teardown(a_line_that_stays_beside_whole_sets_is_neither, begin, end),
        cmocka_unit_test_setup_teardown(sets_that_disagree_tell_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_first_level_that_forgets_tells_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_set_of_many_ways_has_fewer_visits, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
