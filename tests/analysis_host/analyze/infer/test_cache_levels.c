/* What is said of levels where a part of the samples, the end of the sweep or the clock speaks
 * against them. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_cache_levels;

enum { KIB = 1024, MIB = 1024 * KIB, PER_OCTAVE = 8, OPS = 10000, MOST_PASSES = 6 };

static struct made_run made;
static struct results results;

static int drop(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

/* Cycles of a load of X bytes: caches of SIZE[0] and SIZE[1] bytes whose sets overflow one after
 * the other. */
static double cycles(double x, const double size[2])
{
    static const double level[] = { 4, 14, 200 };
    double y = level[0];

    for (unsigned k = 0; k < 2; k++)
        y += (level[k + 1] - level[k]) * fmin(1, fmax(0, (x - size[k]) / (size[k] / 4)));
    return y;
}

static const double sizes[] = { 32 * KIB, 1 * MIB };

/* Working set I of a sweep. */
static uint64_t working_set(unsigned i)
{
    return (uint64_t)(4 * KIB * exp2((double)i / PER_OCTAVE)) / 256 * 256;
}

/* A sweep up to MOST bytes by a clock of HZ, of which a cycle takes TICKS; pass 2 of PASSES costs
 * FAST times as much from 36 KiB to 2 MiB. */
static void sweep(uint64_t hz, unsigned ticks, uint64_t most, unsigned passes, double fast)
{
    made_begin(&made, hz);
    made_chain(&made, 0, OPS, OPS * ticks);
    made_series(&made, "cache_size");
    made_key(&made, "stride", 256);
    made_key(&made, "contiguous", 1);
    for (unsigned i = 0; working_set(i) <= most; i++) {
        uint64_t x = working_set(i), t[MOST_PASSES];

        for (unsigned p = 0; p < passes; p++) {
            bool is_fast = p == 1 && x >= 36 * KIB && x <= 2 * MIB;

            t[p] = (uint64_t)(OPS * ticks * (is_fast ? fast : 1) * cycles((double)x, sizes)) + p;
        }
        made_sample(&made, x, 0, OPS, t, passes);
    }
}

static void ask(void)
{
    infer_one(&analysis_cache_levels, &made.run, METHOD_ROBUST, &results);
}

static const struct result *answer(const char *id)
{
    const struct result *r = result_find_text(&results, id);

    if (r == NULL)
        fail_msg("no %s", id);
    return r;
}

static void is_near(const char *id, double value)
{
    const struct result *r = answer(id);

    if (r->kind != RESULT_NUMBER || fabs(r->value / value - 1) > 0.02)
        fail_msg("%s: %g, expected %g (%s)", id, r->value, value, r->note);
}

static void is_unknown(const char *id, const char *why)
{
    const struct result *r = answer(id);

    if (r->kind != RESULT_NULL || strstr(r->note, why) == NULL)
        fail_msg("%s: %s, expected %s", id, r->note, why);
}

static void is_doubtful(const char *id, const char *why)
{
    const struct result *r = answer(id);

    if (r->kind != RESULT_NUMBER || r->confidence >= 0.8 || strstr(r->note, why) == NULL)
        fail_msg("%s: %g at %g: %s, expected %s", id, r->value, r->confidence, r->note, why);
}

static void a_clean_sweep_has_its_levels(void **state)
{
    (void)state;
    sweep(1000000000, 1, 64 * MIB, 4, 1);
    ask();
    is_near("cache.levels", 2);
    is_near("cache.1.size", 32 * KIB);
    is_near("cache.2.size", 1 * MIB);
    is_near("memory.latency", 200);
    assert_true(answer("cache.levels")->confidence > 0.8);
    assert_true(answer("cache.1.size")->confidence > 0.8);
}

/* A pass in which the second level costs as little as the first. */
static void one_pass_does_not_decide(void **state)
{
    (void)state;
    sweep(1000000000, 1, 64 * MIB, 4, 0.29);
    ask();
    is_unknown("cache.1.size", "pass 2 of 4");
    assert_true(answer("cache.levels")->confidence < 0.8);
    assert_true(answer("cache.1.latency")->kind == RESULT_NUMBER);
}

static void a_sweep_that_ends_in_a_rise_says_at_least(void **state)
{
    (void)state;
    sweep(1000000000, 1, 1500 * KIB, 4, 1);
    ask();
    is_near("cache.1.size", 32 * KIB);
    is_unknown("cache.2.size", "at least");
    assert_non_null(strstr(format_remedy(&answer("cache.2.size")->remedy).text, "max="));
    is_doubtful("cache.levels", "at least");
    assert_non_null(strstr(format_note(answer("cache.levels")).text, "max="));
    is_doubtful("memory.latency", "at least");
}

/* 14 cycles of 0.25 ns: no memory is so fast. */
static void a_load_faster_than_memory_is_of_a_cache(void **state)
{
    (void)state;
    sweep(4000000000, 1, 512 * KIB, 4, 1);
    ask();
    is_near("cache.1.size", 32 * KIB);
    is_doubtful("cache.levels", "faster than memory");
    is_doubtful("memory.latency", "at least");
}

static void lost_points_may_be_those_of_larger_sizes(void **state)
{
    (void)state;
    sweep(1000000000, 1, 512 * KIB, 4, 1);
    for (size_t i = 0; i < made.run.n_series; i++)
        if (strcmp(made.run.series[i].probe, "cache_size") == 0)
            made.series[i].damaged = (made.series[i].points_lost = 20) > 0;
    ask();
    is_near("cache.1.size", 32 * KIB);
    is_doubtful("cache.levels", "points are lost");
    is_doubtful("memory.latency", "at least");
}

/* Costs that rise evenly from the first working set to the last are of no level, not of none. */
static void a_slope_is_not_no_cache(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_chain(&made, 0, OPS, OPS);
    made_series(&made, "cache_size");
    for (unsigned i = 0; working_set(i) <= 64 * MIB; i++)
        made_point(&made, working_set(i), 0, OPS, (uint64_t)(OPS * exp2(3 + i / 20.0)));
    ask();
    assert_true(answer("cache.levels")->confidence < 0.5);
}

/* ---- visits ---- */

/* Adds 5 visits, each a cycle of TICKS, of a last level of so many MiB. */
static void visits(const double *mib, unsigned ticks)
{
    made_series(&made, "cache_visits");
    for (unsigned v = 0; v < 5; v++) {
        double size[] = { sizes[0], mib[v] * MIB };

        made_sample(&made, 0, v, OPS, (uint64_t[]){ OPS * ticks }, 1);
        for (unsigned i = 4; i < 29; i++) {
            uint64_t x = (uint64_t)(512 * KIB * exp2(i / 4.0));

            made_sample(&made, x, v, OPS,
                        (uint64_t[]){ (uint64_t)(OPS * ticks * cycles((double)x, size)) }, 1);
        }
    }
    for (size_t i = 0; i < made.run.n_series; i++) /* a sample's second x is there, also 0 */
        if (strcmp(made.run.series[i].probe, "cache_visits") == 0)
            for (size_t k = 0; k < made.run.series[i].n_samples; k++)
                made.run.series[i].samples[k].n_x = 2;
}

/* The size is the usual share, with the smallest and the largest. */
static void a_share_that_changes_is_a_range(void **state)
{
    static const double mib[] = { 4, 8, 8, 8, 16 };
    const struct result *size;

    (void)state;
    sweep(1000000000, 1, 64 * MIB, 4, 1);
    visits(mib, 1);
    ask();
    size = answer("cache.2.size");
    is_near("cache.2.size", 8 * MIB);
    is_doubtful("cache.2.size", "8 MiB usually");
    if (size->low > 4.6 * MIB || size->high < 15 * MIB)
        fail_msg("%g to %g: %s", size->low, size->high, size->note);
    assert_true(answer("cache.2.latency")->kind == RESULT_NUMBER);
}

/* Others evict the lines of the last cache in two of five visits, and at most working sets of the
 * sweep: a hit costs what it costs where lines stay. */
static void lines_that_others_evict_are_no_latency(void **state)
{
    static const double mib[] = { 1, 8, 8, 1, 8 };

    (void)state;
    sweep(1000000000, 1, 64 * MIB, 4, 1);
    struct log_series *s = &made.run.series[log_find_sampled(&made.run, "cache_size")];
    for (size_t i = 0; i < s->n_samples; i++) {
        struct log_sample *p = &s->samples[i];

        for (size_t k = 0; k < p->n_ticks && p->x[0] > 128 * KIB && p->x[0] < MIB; k++)
            p->ticks[k] = p->ops * 200;
    }
    visits(mib, 1);
    ask();
    is_near("cache.2.latency", 14);
    is_near("memory.latency", 200);
}

/* A clock that is half as fast in the visits: cycles stay, nanoseconds double. */
static void visits_have_the_cycle_of_their_own_clock(void **state)
{
    static const double mib[] = { 8, 8, 8, 8, 8 };
    double ns;

    (void)state;
    sweep(1000000000, 1, 64 * MIB, 4, 1);
    visits(mib, 1);
    ask();
    is_near("memory.latency", 200);
    ns = answer("memory.latency")->ns;
    results_free(&results);
    sweep(1000000000, 1, 64 * MIB, 4, 1);
    visits(mib, 2);
    ask();
    is_near("memory.latency", 200);
    assert_true(fabs(answer("memory.latency")->ns / (2 * ns) - 1) < 0.02);
}

/* A clock that steps by half a load of the first level. */
static void a_latency_of_a_few_steps_is_doubtful(void **state)
{
    enum { STEP = 8 * OPS };

    (void)state;
    sweep(1000000000, 1, 64 * MIB, 4, 1);
    for (size_t i = 0; i < made.run.n_series; i++)
        if (strcmp(made.run.series[i].probe, "cache_size") == 0)
            for (size_t k = 0; k < made.run.series[i].n_samples; k++)
                for (size_t t = 0; t < made.run.series[i].samples[k].n_ticks; t++) {
                    uint64_t *ticks = &made.run.series[i].samples[k].ticks[t];

                    *ticks = (*ticks * 4 + STEP / 2) / STEP * STEP;
                    made.run.series[i].samples[k].ops = 4 * OPS;
                }
    ask();
    is_doubtful("cache.1.latency", "step of the clock");
    assert_true(answer("cache.1.latency")->low <= 4 && answer("cache.1.latency")->high >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_clean_sweep_has_its_levels, drop),
        cmocka_unit_test_teardown(one_pass_does_not_decide, drop),
        cmocka_unit_test_teardown(a_sweep_that_ends_in_a_rise_says_at_least, drop),
        cmocka_unit_test_teardown(a_load_faster_than_memory_is_of_a_cache, drop),
        cmocka_unit_test_teardown(lost_points_may_be_those_of_larger_sizes, drop),
        cmocka_unit_test_teardown(a_slope_is_not_no_cache, drop),
        cmocka_unit_test_teardown(a_share_that_changes_is_a_range, drop),
        cmocka_unit_test_teardown(lines_that_others_evict_are_no_latency, drop),
        cmocka_unit_test_teardown(visits_have_the_cycle_of_their_own_clock, drop),
        cmocka_unit_test_teardown(a_latency_of_a_few_steps_is_doubtful, drop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
