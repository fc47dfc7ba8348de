/* cache_policy names each policy and inclusion from sequences replayed on one cache of 8 ways, and
 * says why where it cannot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "analysis/analysis.h"
#include "model/cache_replay.h"
#include "planted_visits.h"
#include "report/format/remedy.h"
#include "result/query.h"

extern const struct analysis analysis_cache_policy;

enum { WAYS = 8, WAY = 4096, FIRST = 4, MEMORY = 100, STEPS = 28 };

static const uint64_t orders[][STEPS] = {
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0 },
    { 0,  1,  2,  3, 4, 5,  6,  7,  8,  9,  10, 11, 12, 13,
      14, 15, 10, 8, 9, 11, 16, 17, 18, 19, 12, 13, 14, 15 },
    { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
      14, 15, 16, 17, 11, 13, 15, 17, 18, 19, 10, 12, 14, 16 },
    { 3, 0, 7, 3, 1, 9, 4, 2, 9, 5, 8, 0, 6, 4, 1, 8, 10, 2, 6, 7, 5, 10, 11, 3, 11, 9, 0, 4 },
};
enum { ORDERS = sizeof orders / sizeof orders[0] };

static double cycles_of(enum replacement_policy policy, const uint64_t *order)
{
    struct cache_replay_machine m = { .level = { { WAY / 64, 64, WAYS, policy, CACHE_REPLAY_NINE,
                                                   FIRST } },
                                      .n_levels = 1,
                                      .memory = MEMORY };
    uint64_t at[STEPS];

    for (unsigned i = 0; i < STEPS; i++)
        at[i] = order[i] * WAY;
    struct cache_replay *replay = cache_replay_new(&m, at, STEPS);
    double cycles = cache_replay_cycles(replay, &m, 7);

    cache_replay_free(replay);
    return cycles;
}

/* Plants a log whose sequences cost as much as under POLICY, and every second one MORE cycles
 * beyond that; after each visit stand FILLERS loads that hit. */
static void plant_filled(struct planted_log *log, enum replacement_policy policy, double more,
                         unsigned fillers)
{
    planted_begin(log);
    planted_series(log, "cache_policy");
    planted_key(log, "level", 1);
    planted_key(log, "ways", WAYS);
    planted_key(log, "stride", WAY);
    planted_key(log, "groups", 1);
    planted_key(log, "fillers", fillers);
    planted_key(log, "page", 4096);
    planted_key(log, "contiguous", 1);
    for (unsigned i = 0; i < ORDERS; i++) {
        double visit = cycles_of(policy, orders[i]) + i % 2 * more;

        planted_event(log, i, orders[i], STEPS);
        /* What the TLB adds is in both. */
        planted_sample(log, i, 0, (visit + fillers * FIRST) / (1 + fillers) + 3);
        planted_sample(log, i, 1, FIRST + 3);
    }
}

static void plant(struct planted_log *log, enum replacement_policy policy, double more)
{
    plant_filled(log, policy, more, 0);
}

static const struct result *infer(struct planted_log *log, struct results *out, double ways)
{
    *out = (struct results){ 0 };
    planted_known(out, "cache.levels", 1);
    planted_known(out, "cache.1.size", ways * WAY);
    planted_known(out, "cache.1.ways", ways);
    planted_known(out, "cache.1.line", 64);
    planted_known(out, "cache.1.latency", FIRST);
    planted_known(out, "memory.latency", MEMORY);
    infer_one(&analysis_cache_policy, &log->run, METHOD_ROBUST, out);
    return result_find_text(out, "cache.1.policy");
}

static void tell_every_policy(unsigned fillers)
{
    for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++) {
        struct planted_log log;
        struct results out;

        plant_filled(&log, p, 0, fillers);
        const struct result *r = infer(&log, &out, WAYS);
        assert_non_null(r);
        if (r->kind != RESULT_NAME)
            fail_msg("%s: %s", replacement_names[p], r->note);
        /* Eight ways are one tree. */
        assert_string_equal(r->text,
                            replacement_names[p == REPLACEMENT_LRU_PLRU ? REPLACEMENT_PLRU : p]);
        assert_string_equal(r->unit, "name");
        results_free(&out);
        planted_free(&log);
    }
}

static void every_policy_is_told(void **state)
{
    (void)state;
    tell_every_policy(0);
}

static void fillers_are_no_visits(void **state)
{
    (void)state;
    tell_every_policy(2);
}

static void what_no_policy_explains_is_null(void **state)
{
    struct planted_log log;
    struct results out;

    (void)state;
    /* Nearly explained they may be by quieter samples; far off, by none. */
    for (unsigned i = 0; i < 2; i++) {
        static const double more[] = { 8, 25 }; /* cycles */
        static const char *const remedy[] = { "cache_policy --thorough`",
                                              "no policy that is known" };

        plant(&log, REPLACEMENT_LRU, more[i]);
        const struct result *r = infer(&log, &out, WAYS);
        assert_int_equal(r->kind, RESULT_NULL);
        assert_non_null(strstr(r->note, "no policy that is known"));
        assert_non_null(strstr(format_remedy(&r->remedy).text, remedy[i]));
        results_free(&out);
        planted_free(&log);
    }
}

/* In another shape than the level's nothing is said of policies: its own may be explained. */
static void another_shape_is_asked_for_in_its_own(void **state)
{
    struct planted_log log;
    struct results out;

    (void)state;
    plant(&log, REPLACEMENT_LRU, 100);
    const struct result *r = infer(&log, &out, WAYS + 2);
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(format_remedy(&r->remedy).text, " ways="));
    results_free(&out);
    planted_free(&log);
}

static void damaged_or_empty_series_is_null_with_the_reason(void **state)
{
    struct planted_log log;
    struct results out;

    (void)state;
    plant(&log, REPLACEMENT_LRU, 0);
    log.series[1].damaged = true;
    assert_non_null(strstr(infer(&log, &out, WAYS)->note, "damaged"));
    results_free(&out);
    planted_free(&log);

    planted_begin(&log);
    planted_series(&log, "cache_policy");
    planted_key(&log, "ways", WAYS);
    planted_key(&log, "stride", WAY);
    planted_key(&log, "contiguous", 0);
    assert_non_null(strstr(infer(&log, &out, WAYS)->note, "random frames"));
    results_free(&out);
    planted_free(&log);
}

static void one_way_has_no_policy(void **state)
{
    struct planted_log log;
    struct results out;

    (void)state;
    plant(&log, REPLACEMENT_LRU, 0);
    strcpy(log.series[1].keys[1].value, "1");
    assert_int_equal(infer(&log, &out, 1)->kind, RESULT_NONE);
    results_free(&out);
    planted_free(&log);
}

/* ---- laps as long as the probe's limit ---- */

enum { LEVELS = 4, LONG = 8192, SEQUENCES = 16 };

static void plant_long(struct planted_log *log)
{
    static uint64_t order[LONG];

    for (unsigned i = 0; i < LONG; i++)
        order[i] = i * 7 % 96;
    planted_begin(log);
    for (unsigned level = 1; level <= LEVELS; level++) {
        planted_series(log, "cache_policy");
        planted_key(log, "level", level);
        planted_key(log, "ways", WAYS);
        planted_key(log, "stride", (uint64_t)WAY << 3 * level);
        planted_key(log, "groups", 1);
        planted_key(log, "page", 4096);
        planted_key(log, "contiguous", 1);
        for (unsigned i = 0; i < SEQUENCES; i++) {
            planted_event(log, i, order, LONG);
            planted_sample(log, i, 0, 100);
            planted_sample(log, i, 1, 10);
        }
    }
}

static void know_levels(struct results *out)
{
    static const char *const of[] = { "size", "ways", "line", "latency" };

    *out = (struct results){ 0 };
    planted_known(out, "cache.levels", LEVELS);
    for (unsigned level = 1; level <= LEVELS; level++) {
        const double known[] = { (double)WAYS * (WAY << 3 * level), WAYS, 64, 5 * level };

        for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
            char id[32];

            snprintf(id, sizeof id, "cache.%u.%s", level, of[i]);
            planted_known(out, id, known[i]);
        }
    }
    planted_known(out, "memory.latency", MEMORY);
}

/* The replays of all levels together are bounded; these would be several times as many. */
static void long_laps_are_not_replayed_for_ever(void **state)
{
    struct planted_log log;
    struct results out;

    (void)state;
    plant_long(&log);
    know_levels(&out);
    infer_one(&analysis_cache_policy, &log.run, METHOD_ROBUST, &out);
    const struct result *r = result_find_text(&out, "cache.2.policy");
    assert_non_null(r);
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, "needs replays of at most 150 million loads"));
    assert_non_null(strstr(r->note, "16 orders of cache.2 have 131072 loads"));
    assert_non_null(strstr(format_remedy(&r->remedy).text, "cache_size,cache_ways,cache_policy`"));
    for (unsigned level = 3; level <= LEVELS; level++)
        assert_int_equal(result_find(&out, id_at(CACHE_POLICY, level))->kind, RESULT_NULL);
    results_free(&out);
    planted_free(&log);
}

static void the_published_rules_have_no_answer(void **state)
{
    struct planted_log log;
    struct results out = { 0 };

    (void)state;
    plant(&log, REPLACEMENT_LRU, 0);
    planted_known(&out, "cache.levels", 1);
    infer_one(&analysis_cache_policy, &log.run, METHOD_PAPER, &out);
    assert_null(result_find_text(&out, "cache.1.policy"));
    results_free(&out);
    planted_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_policy_is_told),
        cmocka_unit_test(fillers_are_no_visits),
        cmocka_unit_test(what_no_policy_explains_is_null),
        cmocka_unit_test(another_shape_is_asked_for_in_its_own),
        cmocka_unit_test(damaged_or_empty_series_is_null_with_the_reason),
        cmocka_unit_test(one_way_has_no_policy),
        cmocka_unit_test(long_laps_are_not_replayed_for_ever),
        cmocka_unit_test(the_published_rules_have_no_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
