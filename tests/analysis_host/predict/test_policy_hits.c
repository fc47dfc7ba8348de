/* Shares of hits under replacement policies: loops and random touches whose shares are known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* after these: */
#include <cmocka.h>
#include <math.h>

#include "model/cache_replay.h"
#include "predict/policy_hits.h"

enum { SETS = 1024, WAYS = 8, LINES = SETS * WAYS };

/* Share that hits of a loop over N lines under POLICY. */
static double loop(enum replacement_policy policy, double n, bool random)
{
    struct policy_touches lines = { n - 1, n, 0 };
    struct policy_phase phase = { { 1 }, 0 };
    struct policy_cache cache = { policy, WAYS, SETS, random };
    float hits;

    assert_int_equal(policy_hits(&hits, &lines, 1, &phase, 1, &cache), 0);
    return (double)hits;
}

static void what_fits_hits(void **state)
{
    (void)state;
    for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++)
        assert_true(loop(p, LINES - 1, false) > 0.999);
}

static void a_loop_too_large_never_hits_where_the_oldest_goes(void **state)
{
    (void)state;
    assert_true(loop(REPLACEMENT_LRU, LINES + SETS, false) < 0.001);
    assert_true(loop(REPLACEMENT_FIFO, LINES + SETS, false) < 0.001);
}

/* Share that hits of the same loop, load by load. */
static double replayed(enum replacement_policy policy, unsigned lines_of_set)
{
    enum { LINE = 64, MOST = 64 };
    struct cache_replay_machine m = { .level = { { 1, LINE, WAYS, policy, CACHE_REPLAY_NINE, 0 } },
                                      .n_levels = 1,
                                      .memory = 1 };
    uint64_t at[MOST];

    for (unsigned i = 0; i < lines_of_set; i++)
        at[i] = (uint64_t)i * LINE;
    struct cache_replay *set = cache_replay_new(&m, at, lines_of_set);
    double misses = cache_replay_cycles(set, &m, 1);
    cache_replay_free(set);
    return 1 - misses;
}

static void loops_hit_as_load_by_load(void **state)
{
    static const enum replacement_policy policies[] = { REPLACEMENT_RANDOM, REPLACEMENT_PLRU,
                                                        REPLACEMENT_BITPLRU,
                                                        REPLACEMENT_NRU_RANDOM };

    (void)state;
    for (unsigned p = 0; p < sizeof policies / sizeof *policies; p++)
        for (unsigned lines = WAYS + 1; lines < 3 * WAYS; lines += 3)
            assert_true(fabs(loop(policies[p], SETS * (double)lines, false) -
                             replayed(policies[p], lines)) < 0.02);
}

/* Random frames: as many hit as lines lie in sets of no more than its ways. */
static void sets_of_many_lines_overflow(void **state)
{
    double mean = 6, chance = exp(-mean), share = 0;

    (void)state;
    for (unsigned others = 0; others < WAYS; others++) {
        share += chance;
        chance *= mean / (others + 1);
    }
    assert_true(fabs(loop(REPLACEMENT_LRU, 6 * SETS + 1, true) - share) < 0.1);
}

/* Half of the touches come back at once, half after a loop that is too large: the former do not
 * help the latter, and each has its share. */
static void kinds_are_told_apart(void **state)
{
    struct policy_touches kinds[] = { { 2 * SETS, 3 * SETS, 0 }, { 12 * SETS, 13 * SETS, 0 } };
    struct policy_phase phase = { { 1, 1 }, 0 };
    struct policy_cache cache = { REPLACEMENT_PLRU, WAYS, SETS, false };
    float hits[2];

    (void)state;
    assert_int_equal(policy_hits(hits, kinds, 2, &phase, 1, &cache), 0);
    assert_true((double)hits[0] > 0.95);
    assert_true((double)hits[1] < 0.2);
}

/* What an earlier cache serves does not come here: the rest is served as without it. */
static void an_earlier_cache_takes_its_share(void **state)
{
    struct policy_touches kinds[] = { { 0, 16, 1 }, { 4 * SETS, 4 * SETS + 1, 0.5 } };
    struct policy_phase phase = { { 1000, 1 }, 0 };
    struct policy_cache cache = { REPLACEMENT_RANDOM, WAYS, SETS, false };
    float hits[2];

    (void)state;
    assert_int_equal(policy_hits(hits, kinds, 2, &phase, 1, &cache), 0);
    assert_true((double)hits[0] > 0.999);
    assert_true((double)hits[1] > 0.99);
}

static void new_lines_evict(void **state)
{
    struct policy_touches kind = { 4 * SETS, 4 * SETS + 1, 0 };
    struct policy_phase phase = { { 1 }, 3 };
    struct policy_cache cache = { REPLACEMENT_RANDOM, WAYS, SETS, false };
    float hits;

    (void)state;
    assert_int_equal(policy_hits(&hits, &kind, 1, &phase, 1, &cache), 0);
    assert_true((double)hits > 0.4 && (double)hits < 0.8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_hits),
        cmocka_unit_test(a_loop_too_large_never_hits_where_the_oldest_goes),
        cmocka_unit_test(loops_hit_as_load_by_load),
        cmocka_unit_test(sets_of_many_lines_overflow),
        cmocka_unit_test(kinds_are_told_apart),
        cmocka_unit_test(an_earlier_cache_takes_its_share),
        cmocka_unit_test(new_lines_evict),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
