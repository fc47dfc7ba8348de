/* Lines by state, atomics, false sharing and the clock under load, from runs put together by hand.
 */
#include "analysis/analysis.h"
#include "made_run.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { LOADS = 64, MODIFIED = 0, EXCLUSIVE, SHARED, EMPTY, ROUNDS = 9 };

static struct made_run made;
static struct results out;

static void begin(void)
{
    made_begin(&made, 1000000000); /* a tick is a nanosecond */
    made_chain(&made, 0, 1000, 500);
}

static void infer(void)
{
    out = (struct results){ 0 };
    infer_all(&made.run, METHOD_ROBUST, &out);
}

static int end(void **state)
{
    (void)state;
    results_free(&out);
    return 0;
}

/* ROUNDS timings of X, N_X words; a load takes TICKS, and one round of them a little longer. */
static void timed(const uint64_t *x, unsigned n_x, uint64_t ops, uint64_t ticks)
{
    struct log_series *s = &made.run.series[made.run.n_series - 1];
    uint64_t y[ROUNDS];

    for (unsigned i = 0; i < ROUNDS; i++)
        y[i] = ops * ticks + i % 3;
    made_sample(&made, 1, 2, ops, y, ROUNDS);
    struct log_sample *p = &s->samples[s->n_samples - 1];
    for (unsigned i = 0; i < n_x; i++)
        p->x[i] = x[i];
    p->n_x = (uint8_t)n_x;
}

static void lines(uint64_t owner, uint64_t of, uint64_t walked, uint64_t ticks)
{
    const uint64_t x[] = { 0, owner, of, walked };

    timed(x, 4, LOADS, ticks);
}

static const struct result *answer(const char *id)
{
    const struct result *r = result_find_text(&out, id);

    if (r == NULL)
        fail_msg("%s: no answer", id);
    return r;
}

static void is_about(const char *id, double value)
{
    const struct result *r = answer(id);

    assert_int_equal(r->kind, RESULT_NUMBER);
    if (r->value < 0.97 * value || r->value > 1.03 * value)
        fail_msg("%s: %g, wanted %g", id, r->value, value);
    assert_true(r->low <= r->value && r->value <= r->high);
    assert_true(r->sure_at_most <= 0.95);
}

static void states_of_the_nearest_and_the_farthest(void **state)
{
    (void)state;
    begin();
    made_series(&made, "coherence");
    made_key(&made, "kind", 0);
    lines(3, MODIFIED, 0, 200);
    lines(1, MODIFIED, 0, 50);
    lines(1, EXCLUSIVE, 0, 40);
    lines(1, SHARED, 0, 30);
    lines(1, EMPTY, 0, 2);
    infer();
    is_about("core_to_core.line.modified.1.latency", 96); /* two cycles a tick */
    is_about("core_to_core.line.exclusive.1.latency", 76);
    is_about("core_to_core.line.shared.1.latency", 56);
    is_about("core_to_core.line.modified.1.far", 396);
    assert_null(result_find_text(&out, "core_to_core.line.exclusive.1.far"));
    assert_true(answer("core_to_core.line.modified.1.latency")->ns > 47);
}

static void pairs_that_are_alike_have_no_far_one(void **state)
{
    (void)state;
    begin();
    made_series(&made, "coherence");
    made_key(&made, "kind", 0);
    lines(1, MODIFIED, 0, 50);
    lines(2, MODIFIED, 0, 55);
    infer();
    is_about("core_to_core.line.modified.1.latency", 100);
    assert_null(result_find_text(&out, "core_to_core.line.modified.1.far"));
    assert_int_equal(answer("core_to_core.line.exclusive.1.latency")->kind, RESULT_NULL);
    assert_non_null(strstr(answer("core_to_core.line.exclusive.1.latency")->note, "flush"));
}

/* Without measured caches no walk has a level. */
static void a_walk_needs_levels(void **state)
{
    (void)state;
    begin();
    made_series(&made, "coherence");
    made_key(&made, "kind", 0);
    lines(1, MODIFIED, 65536, 50);
    infer();
    assert_int_equal(answer("core_to_core.line.modified.1.latency")->kind, RESULT_NULL);
    assert_null(result_find_text(&out, "core_to_core.line.modified.2.latency"));
}

static void later_timings_are_part_of_the_range(void **state)
{
    (void)state;
    begin();
    made_series(&made, "coherence");
    made_key(&made, "kind", 0);
    lines(1, MODIFIED, 0, 50);
    made_series(&made, "coherence");
    made_key(&made, "kind", 0);
    made_key(&made, "again", 1);
    lines(1, MODIFIED, 0, 150);
    infer();
    assert_true(answer("core_to_core.line.modified.1.latency")->high > 290);
    assert_true(answer("core_to_core.line.modified.1.latency")->low < 101);
}

static void atomics_alone_and_contended(void **state)
{
    const uint64_t add[] = { 0, 1 }, swap[] = { 1, 1 }, by_2[] = { 0, 2 }, by_4[] = { 0, 4 };

    (void)state;
    begin();
    made_series(&made, "coherence");
    made_key(&made, "kind", 1);
    timed(add, 2, 1000, 4);
    timed(swap, 2, 1000, 9);
    timed(by_2, 2, 1000, 20);
    timed(by_4, 2, 1000, 25);
    infer();
    is_about("atomic.add.latency", 8);
    is_about("atomic.compare_swap.latency", 18);
    is_about("atomic.add.contended.2", 40); /* ns of each thread's own */
    is_about("atomic.add.contended.4", 100);
    assert_null(result_find_text(&out, "atomic.compare_swap.contended.2"));
}

static void words_of_one_line_cost_more(void **state)
{
    const uint64_t near[] = { 0, 1, 4 }, far[] = { 0, 1, 4096 };

    (void)state;
    begin();
    made_series(&made, "coherence");
    made_key(&made, "kind", 2);
    timed(near, 3, 1000, 31);
    timed(far, 3, 1000, 6);
    infer();
    is_about("false_sharing.cost", 25);
}

static void the_clock_falls_with_busy_threads(void **state)
{
    const uint64_t one[] = { 1 }, two[] = { 2 }, four[] = { 4 };

    (void)state;
    begin();
    made_series(&made, "frequency");
    timed(one, 1, 1000, 10);
    timed(two, 1, 1000, 10);
    timed(four, 1, 1000, 16);
    infer();
    assert_true(answer("cpu.frequency.contexts.2")->value == 1);
    is_about("cpu.frequency.contexts.4", 0.625);
}

/* N points a second apart; from FALLS on an addition takes SLOW ticks in place of 100. */
static void course(unsigned n, unsigned falls, uint64_t slow)
{
    begin();
    made_series(&made, "throttling");
    for (unsigned i = 0; i < n; i++) {
        const uint64_t x[] = { 1000 * (uint64_t)i };

        timed(x, 1, 1000, i < falls ? 100 : slow);
    }
    infer();
}

static void throttling_has_an_onset_and_a_level(void **state)
{
    (void)state;
    course(120, 42, 125);
    is_about("cpu.throttling.level", 0.8);
    is_about("cpu.throttling.onset", 42);
}

static void a_steady_clock_is_not_throttled(void **state)
{
    (void)state;
    course(120, 42, 101);
    assert_int_equal(answer("cpu.throttling.onset")->kind, RESULT_NONE);
    assert_true(answer("cpu.throttling.level")->value > 0.97);
}

static void few_points_of_the_clock_say_nothing(void **state)
{
    (void)state;
    course(11, 5, 200);
    assert_int_equal(answer("cpu.throttling.onset")->kind, RESULT_NULL);
    assert_int_equal(answer("cpu.throttling.level")->kind, RESULT_NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(states_of_the_nearest_and_the_farthest, end),
        cmocka_unit_test_teardown(pairs_that_are_alike_have_no_far_one, end),
        cmocka_unit_test_teardown(a_walk_needs_levels, end),
        cmocka_unit_test_teardown(later_timings_are_part_of_the_range, end),
        cmocka_unit_test_teardown(atomics_alone_and_contended, end),
        cmocka_unit_test_teardown(words_of_one_line_cost_more, end),
        cmocka_unit_test_teardown(the_clock_falls_with_busy_threads, end),
        cmocka_unit_test_teardown(throttling_has_an_onset_and_a_level, end),
        cmocka_unit_test_teardown(a_steady_clock_is_not_throttled, end),
        cmocka_unit_test_teardown(few_points_of_the_clock_say_nothing, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
