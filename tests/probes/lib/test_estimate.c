/* The board's own crude reading of a sweep. */
#include "lib/estimate.h"
#include "random.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { KIB = 1024, MIB = 1024 * KIB, MOST_POINTS = 224, MOST_LEVELS = 8 };

static unsigned trailing_zeros(uint64_t v)
{
    unsigned n = 0;

    for (; v != 0 && (v & 1) == 0; v >>= 1)
        n++;
    return n;
}

static void roundest_has_the_most_trailing_zeros(void **state)
{
    struct random random = { 1 };

    (void)state;
    for (unsigned i = 0; i < 2000; i++) {
        uint64_t from = 1 + random_below(&random, 5000), to = from + random_below(&random, 300);
        uint64_t got = estimate_roundest(from, to);

        assert_in_range(got, from, to);
        for (uint64_t v = from; v <= to; v++)
            assert_true(trailing_zeros(v) <= trailing_zeros(got));
    }
}

static void roundest_at_the_ends(void **state)
{
    (void)state;
    assert_int_equal(estimate_roundest(1, 1), 1);
    assert_int_equal(estimate_roundest(0, 0), 0);
    assert_int_equal(estimate_roundest(1, UINT64_MAX), (uint64_t)1 << 63);
    assert_int_equal(estimate_roundest(UINT64_MAX, UINT64_MAX), UINT64_MAX);
    assert_int_equal(estimate_roundest(30 * KIB, 36 * KIB), 32 * KIB);
    assert_int_equal(estimate_roundest(24 * KIB, 28 * KIB - 1), 24 * KIB);
    assert_int_equal(estimate_roundest(6 * MIB - 1, 7 * MIB - 1), 6 * MIB);
}

struct machine {
    const char *rule;
    unsigned n; /* levels, memory among them */
    uint64_t cost[MOST_LEVELS];
    uint64_t bytes[MOST_LEVELS];
    unsigned wanted; /* caches to be found; the first so many of BYTES */
};

static const struct machine machines[] = {
    { "nothing but memory", 1, { 1000 }, { 0 }, 0 },
    { "one cache", 2, { 1000, 20000 }, { 32 * KIB }, 1 },
    { "two caches", 3, { 1024, 3600, 25600 }, { 32 * KIB, 512 * KIB }, 2 },
    { "sizes that are no power of two", 3, { 768, 2000, 9000 }, { 24 * KIB, 1536 * KIB }, 2 },
    { "three caches", 4, { 1024, 3000, 9000, 50000 }, { 32 * KIB, 256 * KIB, 6 * MIB }, 3 },
    { "more levels than there is room for",
      7,
      { 1000, 2000, 4000, 8000, 16000, 32000, 64000 },
      { 4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, 1 * MIB, 4 * MIB },
      PLAN_CACHES },
};

/* 8 points an octave from 1 KiB to 16 MiB, in any order. */
static unsigned curve_of(const struct machine *m, struct random *random, unsigned noise_percent,
                         struct estimate_point *at)
{
    unsigned n = 0;

    for (uint64_t octave = KIB; octave < 16 * MIB; octave *= 2)
        for (unsigned k = 0; k < 8; k++, n++) {
            uint64_t x = octave + octave / 8 * k;
            unsigned level = 0;

            while (level + 1 < m->n && x > m->bytes[level])
                level++;
            at[n] = (struct estimate_point){
                x, m->cost[level] * (100 + random_below(random, noise_percent + 1)) / 100
            };
        }
    for (unsigned i = n; i-- > 1;) {
        unsigned j = (unsigned)random_below(random, i + 1);
        struct estimate_point kept = at[i];

        at[i] = at[j];
        at[j] = kept;
    }
    return n;
}

static void check_caches(const struct machine *m, const struct plan *plan)
{
    if (plan->n_caches != m->wanted)
        fail_msg("%s: %u caches", m->rule, plan->n_caches);
    for (unsigned k = 0; k < m->wanted; k++) {
        if (plan->cache_bytes[k] != m->bytes[k])
            fail_msg("%s: cache %u of %zu bytes", m->rule, k + 1, plan->cache_bytes[k]);
        assert_in_range(plan->cache_cost[k], m->cost[k], m->cost[k] + m->cost[k] / 16);
    }
    if (m->wanted + 1 == m->n)
        assert_in_range(plan->cache_cost[m->wanted], m->cost[m->n - 1],
                        m->cost[m->n - 1] + m->cost[m->n - 1] / 16);
}

static void planted_caches_are_found(void **state)
{
    static struct estimate_point at[MOST_POINTS];

    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        for (uint64_t seed = 1; seed <= 5; seed++)
            for (unsigned noise_percent = 0; noise_percent <= 3; noise_percent += 3) {
                struct random random = { seed };
                struct plan plan = { .seed = 1 };

                estimate_caches(&plan, at, curve_of(&machines[i], &random, noise_percent, at));
                check_caches(&machines[i], &plan);
            }
}

/* A TLB's or a drift's: too small to be a level, so the plateaus on both sides are one. */
static void small_step_belongs_to_the_plateau(void **state)
{
    static struct estimate_point at[MOST_POINTS];
    const struct machine m = { "", 3, { 1000, 1140, 9000 }, { 64 * KIB, 512 * KIB }, 0 };
    struct random random = { 1 };
    struct plan plan = { .seed = 1 };

    (void)state;
    estimate_caches(&plan, at, curve_of(&m, &random, 0, at));
    assert_int_equal(plan.n_caches, 1);
    assert_int_equal(plan.cache_bytes[0], 512 * KIB);
}

/* A TLB of 16 pages of 4 KiB, whose walk costs as much as the step from one cache to the next: with
 * it, 64 KiB look like a cache; in the wide points, of twice the stride, it costs twice as much. */
static void translations_are_taken_out(void **state)
{
    static struct estimate_point at[MOST_POINTS], wide[MOST_POINTS];
    const struct machine *m = &machines[3]; /* 24 KiB and 1.5 MiB */
    struct random random = { 7 };
    struct plan plan = { .seed = 1 };
    unsigned n = curve_of(m, &random, 0, at), n_wide = 0;

    (void)state;
    for (unsigned i = 0; i < n; i++) {
        const uint64_t walk = at[i].x > 64 * KIB ? 1200 : 0;

        if (i % 2 == 0)
            wide[n_wide++] = (struct estimate_point){ at[i].x, at[i].cost + 2 * walk };
        at[i].cost += walk;
    }
    wide[n_wide / 2].cost *= 9; /* and one disturbed point */
    estimate_without_translation(at, n, wide, n_wide);
    estimate_caches(&plan, at, n);
    check_caches(m, &plan);
}

static void without_wide_points_nothing_is_taken_out(void **state)
{
    struct estimate_point at[] = { { KIB, 900 }, { 2 * KIB, 1000 } };

    (void)state;
    estimate_without_translation(at, 2, NULL, 0);
    assert_int_equal(at[0].cost, 900);
    assert_int_equal(at[1].cost, 1000);
}

static void slow_point_is_not_a_level(void **state)
{
    static struct estimate_point at[MOST_POINTS];
    struct random random = { 3 };
    struct plan plan = { .seed = 1 };
    unsigned n = curve_of(&machines[2], &random, 0, at);

    (void)state;
    at[n / 2].cost *= 10;
    estimate_caches(&plan, at, n);
    check_caches(&machines[2], &plan);
}

static void few_points_are_no_cache(void **state)
{
    struct estimate_point at[] = { { 2 * KIB, 900 }, { KIB, 0 } };
    struct plan plan = { .seed = 1 };

    (void)state;
    for (unsigned n = 0; n <= 2; n++) {
        plan.n_caches = 3;
        estimate_caches(&plan, at, n);
        assert_int_equal(plan.n_caches, 0);
    }
}

/* The last cache's capacity may be far from where its rise ends. */
static void memory_begins_where_the_rise_ends(void **state)
{
    const struct estimate_point at[] = { { 64 * MIB, 200 }, { MIB, 30 },       { 8 * MIB, 34 },
                                         { 24 * MIB, 149 }, { 32 * MIB, 150 }, { 48 * MIB, 180 } };
    struct plan plan = { .n_caches = 1, .cache_bytes = { MIB } };

    (void)state;
    estimate_beyond(&plan, at, sizeof at / sizeof at[0]);
    assert_int_equal(plan.beyond_bytes, 32 * MIB);
    estimate_beyond(&plan, at, 1);
    assert_int_equal(plan.beyond_bytes, 64 * MIB);
    estimate_beyond(&plan, at, 0);
    assert_int_equal(plan.beyond_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roundest_has_the_most_trailing_zeros),
        cmocka_unit_test(roundest_at_the_ends),
        cmocka_unit_test(planted_caches_are_found),
        cmocka_unit_test(small_step_belongs_to_the_plateau),
        cmocka_unit_test(translations_are_taken_out),
        cmocka_unit_test(without_wide_points_nothing_is_taken_out),
        cmocka_unit_test(slow_point_is_not_a_level),
        cmocka_unit_test(few_points_are_no_cache),
        cmocka_unit_test(memory_begins_where_the_rise_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
