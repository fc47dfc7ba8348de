/* Levels of curves whose levels are known. */
#include "model/latency_levels.h"
#include "planted_curve.h"
#include "stats/stats.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define KIB 1024.0
#define MIB (1024 * KIB)

enum { DENSE = 8, SPARSE = 1 };

static const struct planted machines[] = {
    { "one cache", { { 32 * KIB, 8, 4, PLANTED_LRU } }, 1, 100 },
    { "two caches",
      { { 32 * KIB, 4, 3, PLANTED_LRU }, { 512 * KIB, 8, 20, PLANTED_LRU } },
      2,
      150 },
    { "three caches",
      { { 32 * KIB, 8, 4, PLANTED_LRU },
        { 256 * KIB, 8, 12, PLANTED_LRU },
        { 8 * MIB, 16, 40, PLANTED_LRU } },
      3,
      200 },
    { "sizes of three times a power of two",
      { { 24 * KIB, 6, 3, PLANTED_LRU }, { 1536 * KIB, 12, 16, PLANTED_LRU } },
      2,
      180 },
    { "direct-mapped",
      { { 16 * KIB, 1, 2, PLANTED_LRU }, { 2 * MIB, 1, 12, PLANTED_LRU } },
      2,
      60 },
    { "random replacement",
      { { 16 * KIB, 4, 3, PLANTED_RANDOM }, { 512 * KIB, 8, 25, PLANTED_RANDOM } },
      2,
      130 },
    { "near latencies",
      { { 64 * KIB, 2, 3, PLANTED_LRU }, { 1 * MIB, 16, 5, PLANTED_LRU } },
      2,
      9 },
};
/* A point each 32nd of an octave, as where a sweep is refined. */
static const struct planted half_as_large_again = { "half as large again",
                                                    { { 32 * KIB, 8, 4, PLANTED_LRU },
                                                      { 48 * KIB, 12, 10, PLANTED_LRU } },
                                                    2,
                                                    150 };
enum { MACHINES = sizeof machines / sizeof machines[0] };

static const struct planted in_frames = { "random frames",
                                          { { 32 * KIB, 8, 4, PLANTED_LRU },
                                            { 8 * MIB, 16, 14, PLANTED_FRAMES } },
                                          2,
                                          150 };

static struct curve_point points[PLANTED_POINTS];
static struct latency_level levels[LATENCY_LEVELS_MOST];

static struct curve curve_of(const struct planted *m, unsigned per_octave, uint64_t draw)
{
    struct random frames = { draw };
    struct curve c = { .at = points, .in_cycles = true, .page = PLANTED_PAGE };

    c.n = planted_curve(m, 64 * MIB, per_octave, &frames, points);
    return c;
}

static double latency_of(const struct planted *m, size_t k)
{
    return k < m->n ? m->cache[k].latency : m->memory;
}

static double nominal(const struct latency_level *level)
{
    return stats_round_number(level->size, level->size_low, level->size_high);
}

/* Holds the levels of M to be found. OFF: relative error that a latency may have. */
static void check(const struct planted *m, size_t n, double off)
{
    if (n != m->n + 1)
        fail_msg("%s: %zu levels", m->rule, n);
    for (size_t k = 0; k < n; k++) {
        const struct latency_level *l = &levels[k];

        if (fabs(l->latency / latency_of(m, k) - 1) > off)
            fail_msg("%s: level %zu of %g", m->rule, k + 1, l->latency);
        assert_true(l->latency_low <= l->latency && l->latency_low <= l->latency_high);
        assert_true(l->sized == (k < m->n));
        if (k < m->n && nominal(l) != m->cache[k].bytes)
            fail_msg("%s: level %zu of %g KiB (%g to %g), %s", m->rule, k + 1, nominal(l) / KIB,
                     l->size_low / KIB, l->size_high / KIB, l->why);
    }
}

static void planted_levels_are_recovered(void **state)
{
    (void)state;
    for (unsigned i = 0; i < MACHINES; i++) {
        struct curve c = curve_of(&machines[i], DENSE, 1);

        check(&machines[i], latency_levels_find(&c, NULL, 0, levels), 0.03);
    }
}

static void a_level_half_as_large_again_is_told(void **state)
{
    struct curve c = curve_of(&half_as_large_again, 4 * DENSE, 1);

    (void)state;
    check(&half_as_large_again, latency_levels_find(&c, NULL, 0, levels), 0.03);
}

/* What a policy keeps of a working set that is too large: flat, but not far below the next level.
 */
static void a_shelf_below_the_next_level_is_none(void **state)
{
    struct curve c = curve_of(&machines[0], 4 * DENSE, 1);

    (void)state;
    for (size_t i = 0; i < c.n; i++)
        if (c.at[i].x > 36 * KIB && c.at[i].x < 50 * KIB)
            c.at[i] = planted_point(c.at[i].x, 86);
    assert_int_equal(latency_levels_find(&c, NULL, 0, levels), 2);
}

/* Noise only ever adds time: up to MOST of it to each point, and SPREAD told. */
static void add_noise(struct curve *c, double most, struct random *random)
{
    for (size_t i = 0; i < c->n; i++) {
        double y = c->at[i].y, lucky = random_share(random);

        c->at[i] = planted_point(c->at[i].x, y * (1 + most * lucky / 2));
        c->at[i].typical = c->at[i].fair = y * (1 + most * (0.5 + lucky) / 1.5);
        c->at[i].spread = most / 4;
    }
}

static void noise_that_adds_time_changes_nothing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < MACHINES; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct random random = { seed };
            struct curve c = curve_of(&machines[i], DENSE, 1);

            add_noise(&c, 0.01, &random);
            check(&machines[i], latency_levels_find(&c, NULL, 0, levels), 0.04);
        }
}

/* 128 colours: with few, one that overflows early looks like the edge of a smaller cache. Bounds
 * are to hold the capacity nine times in ten. */
static void random_frames_are_located(void **state)
{
    enum { DRAWS = 10 };
    unsigned held = 0, exact = 0;

    (void)state;
    for (uint64_t draw = 1; draw <= DRAWS; draw++) {
        struct curve c = curve_of(&in_frames, DENSE, draw);

        assert_int_equal(latency_levels_find(&c, NULL, 0, levels), 3);
        held += levels[1].size_low <= 8 * MIB && 8 * MIB <= levels[1].size_high;
        exact += nominal(&levels[1]) == 8 * MIB;
        assert_true(nominal(&levels[0]) == 32 * KIB);
    }
    assert_in_range(held, DRAWS * 9 / 10, DRAWS);
    assert_in_range(exact, DRAWS * 9 / 10, DRAWS);
}

/* The curve of machine I, point K times FACTOR. */
static struct curve curve_with_outlier(unsigned i, size_t k, double factor)
{
    struct curve c = curve_of(&machines[i], DENSE, 1);

    c.at[k] = planted_point(c.at[k].x, c.at[k].y * factor);
    return c;
}

/* Enforced monotonicity alone would pull every level before it down to that point. */
static void one_low_point_erases_nothing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        size_t n = curve_of(&machines[i], DENSE, 1).n;

        for (size_t k = 6; k + 6 < n; k += 13) {
            struct curve c = curve_with_outlier(i, k, 0.01);

            check(&machines[i], latency_levels_find(&c, NULL, 0, levels), 0.05);
        }
    }
}

/* The last points have few beside them, or none. */
static void one_low_point_at_the_end_erases_nothing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        size_t n = curve_of(&machines[i], DENSE, 1).n;

        for (size_t k = n - 4; k < n; k++) {
            struct curve c = curve_with_outlier(i, k, 0.025);

            check(&machines[i], latency_levels_find(&c, NULL, 0, levels), 0.05);
        }
    }
}

static void one_high_point_is_not_a_level(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        size_t n = curve_of(&machines[i], DENSE, 1).n;

        for (size_t k = 0; k + 1 < n; k += 11) {
            struct curve c = curve_with_outlier(i, k, 3);

            assert_int_equal(latency_levels_find(&c, NULL, 0, levels), machines[i].n + 1);
        }
    }
}

/* ---- curves by hand ---- */

/* N points, 8 an octave from 1 KiB on, of cost Y(i). */
static struct curve by_hand(size_t n, double y(size_t i))
{
    struct curve c = { .at = points, .n = n, .page = PLANTED_PAGE };

    for (size_t i = 0; i < n; i++)
        points[i] = planted_point(floor(exp2((double)i / 8) * KIB), y(i));
    return c;
}

static double flat(size_t i)
{
    (void)i;
    return 7;
}

static double nothing(size_t i)
{
    (void)i;
    return 0;
}

static double falling(size_t i)
{
    return 1000 - (double)i;
}

static double falling_fast(size_t i)
{
    return 1000 / (double)(i + 1);
}

static double rising_at_the_end(size_t i)
{
    return i < 60 ? 4 : 4 * exp2((double)(i - 59) / 4);
}

static double rising_all_the_way(size_t i)
{
    return exp2((double)i / 8);
}

static double zero_then_time(size_t i)
{
    return i < 40 ? 0 : 50;
}

static void flat_curve_is_one_level(void **state)
{
    (void)state;
    for (size_t n = 1; n < PLANTED_POINTS; n = 2 * n + 1) {
        struct curve c = by_hand(n, flat);

        assert_int_equal(latency_levels_find(&c, NULL, 0, levels), 1);
        assert_false(levels[0].sized);
        assert_true(levels[0].latency == 7);
    }
}

static void falling_curve_is_one_level(void **state)
{
    struct curve c = by_hand(80, falling);

    (void)state;
    assert_int_equal(latency_levels_find(&c, NULL, 0, levels), 1);
    assert_false(levels[0].sized);
    c = by_hand(80, falling_fast);
    assert_int_equal(latency_levels_find(&c, NULL, 0, levels), 1);
}

static void end_in_a_rise_stands_for_what_lies_behind(void **state)
{
    struct curve c = by_hand(68, rising_at_the_end);

    (void)state;
    assert_int_equal(latency_levels_find(&c, NULL, 0, levels), 2);
    assert_true(levels[0].latency == 4);
    assert_true(levels[1].latency == c.at[67].y);
    assert_false(levels[1].sized);
    assert_true(levels[1].open && !levels[0].sized); /* nothing says how far the step goes */
}

/* The curve begins where the first level ends: what its first plateau is of is not known. */
static void a_curve_that_begins_in_a_rise_is_late(void **state)
{
    struct curve c = curve_of(&machines[0], DENSE, 1);
    size_t first = 0;

    (void)state;
    assert_true(latency_levels_find(&c, NULL, 0, levels) == 2 && !levels[0].late);
    while (c.at[first].x < 28 * KIB)
        first++;
    c.at += first;
    c.n -= first;
    assert_in_range(latency_levels_find(&c, NULL, 0, levels), 1, 2);
    assert_true(levels[0].late || c.n < 2 || levels[0].latency > 50);
}

static void outline_is_of_the_same_levels(void **state)
{
    (void)state;
    for (unsigned i = 0; i < MACHINES; i++) {
        struct curve c = curve_of(&machines[i], DENSE, 1);
        struct latency_outline o = latency_levels_outline(&c, NULL, 0);

        assert_int_equal(o.n, latency_levels_find(&c, NULL, 0, levels));
        for (size_t k = 0; k < o.n; k++)
            assert_true(o.latency[k] == levels[k].latency);
        for (size_t k = 0; k + 1 < o.n; k++)
            assert_true(o.half[k] > 0.9 * levels[k].size_low && o.half[k] < 2 * levels[k].size);
        assert_false(o.open || o.late);
    }
}

static void flat_is_what_costs_the_same_everywhere(void **state)
{
    struct curve c = by_hand(80, flat);

    (void)state;
    assert_true(latency_levels_flat(&c));
    c.at[40].typical = 70; /* disturbed */
    assert_true(latency_levels_flat(&c));
    c = by_hand(80, rising_all_the_way);
    assert_false(latency_levels_flat(&c));
    c = by_hand(0, flat);
    assert_false(latency_levels_flat(&c));
}

static void no_points_are_no_levels(void **state)
{
    struct curve c = { .at = points, .n = 0 };

    (void)state;
    assert_int_equal(latency_levels_find(&c, NULL, 0, levels), 0);
}

/* Curves without an answer: every call must return, with numbers in bounds. */
static void strange_curves_come_to_an_end(void **state)
{
    static double (*const shapes[])(size_t) = { nothing, zero_then_time, falling_fast,
                                                rising_all_the_way, rising_at_the_end };

    (void)state;
    for (unsigned s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        for (size_t n = 1; n <= 120; n += n < 6 ? 1 : 55) {
            struct curve c = by_hand(n, shapes[s]);
            size_t found = latency_levels_find(&c, NULL, 0, levels);

            assert_in_range(found, 1, LATENCY_LEVELS_MOST);
            for (size_t k = 0; k < found; k++) {
                assert_true(isfinite(levels[k].latency));
                assert_true(!levels[k].sized || (levels[k].size_low <= levels[k].size &&
                                                 levels[k].size <= levels[k].size_high));
                assert_true(levels[k].evidence >= 0 && levels[k].evidence <= 1);
            }
        }
}

static void random_curves_come_to_an_end(void **state)
{
    struct random random = { 11 };

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        struct curve c = by_hand(1 + random_below(&random, 130), flat);

        for (size_t k = 0; k < c.n; k++)
            c.at[k] = planted_point(c.at[k].x,
                                    exp2(10 * random_share(&random) * (double)k / (double)c.n));
        assert_in_range(latency_levels_find(&c, NULL, 0, levels), 1, LATENCY_LEVELS_MOST);
    }
}

/* 12 steps of a factor of two, each a plateau: more than there is room for. */
static double stairs(size_t i)
{
    return exp2((double)(i / 12));
}

static void more_levels_than_room_are_cut(void **state)
{
    struct curve c = by_hand(12 * 12, stairs);

    (void)state;
    assert_int_equal(latency_levels_find(&c, NULL, 0, levels), LATENCY_LEVELS_MOST);
}

static void very_many_points(void **state)
{
    enum { MANY = 20000 };
    static struct curve_point many[MANY];
    struct curve c = { .at = many, .n = MANY, .page = PLANTED_PAGE };

    (void)state;
    for (size_t i = 0; i < MANY; i++)
        many[i] = planted_point(KIB * exp2((double)i / 1000), i <= 10000 ? 4 : 40);
    assert_int_equal(latency_levels_find(&c, NULL, 0, levels), 2);
    assert_true(nominal(&levels[0]) == 1 * MIB);
}

/* ---- a point an octave ---- */

struct sparse_case {
    const char *rule;
    double y[10]; /* from 4 KiB on */
    double size;
};

static const struct sparse_case sparse_cases[] = {
    { "a clean step", { 4, 4, 4, 4, 100, 100, 100, 100, 100, 100 }, 32 * KIB },
    { "a point that misses a third is full",
      { 4, 4, 4, 36, 100, 100, 100, 100, 100, 100 },
      32 * KIB },
    { "a point that misses nearly all is beyond",
      { 4, 4, 4, 84, 100, 100, 100, 100, 100, 100 },
      16 * KIB },
    { "two partly missing points: the first is full, the second misses what 2 ways would",
      { 4, 4, 4, 24, 80, 100, 100, 100, 100, 100 },
      32 * KIB },
    { "two partly missing points, the second not far: it is the full one",
      { 4, 4, 4, 14, 40, 100, 100, 100, 100, 100 },
      64 * KIB },
    { "a plateau that has begun to miss is full; the next must be nearer to a hit",
      { 4, 4, 4, 4.06, 62, 100, 100, 100, 100, 100 },
      32 * KIB },
};

static void sparse_capacity_is_the_last_point_that_mostly_hits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sparse_cases / sizeof sparse_cases[0]; i++) {
        const struct sparse_case *s = &sparse_cases[i];
        struct curve c = { .at = points, .n = 10, .page = PLANTED_PAGE };

        for (unsigned k = 0; k < 10; k++)
            points[k] = planted_point(4 * KIB * exp2(k), s->y[k]);
        size_t n = latency_levels_find(&c, NULL, 0, levels);
        if (n != 2)
            fail_msg("%s: %zu levels", s->rule, n);
        if (levels[0].size != s->size || nominal(&levels[0]) != s->size)
            fail_msg("%s: %g KiB, nominal %g KiB", s->rule, levels[0].size / KIB,
                     nominal(&levels[0]) / KIB);
        assert_true(levels[0].size_high < 2 * levels[0].size); /* the next point is not held */
    }
}

static void planted_levels_are_recovered_from_octaves(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct curve c = curve_of(&machines[i], SPARSE, 1);

        check(&machines[i], latency_levels_find(&c, NULL, 0, levels), 0.03);
    }
}

enum { OCTAVES = 12 };

/* Levels of two curves from 4 KiB on, N points an octave apart: ONE chain and MANY at once, NULL
 * for none. */
static size_t find_octaves(const double *one, const double *many, size_t n)
{
    static struct curve_point at[OCTAVES];
    struct curve c = { .at = points, .n = n, .page = PLANTED_PAGE };
    const struct curve chains = { .at = at, .n = n, .page = PLANTED_PAGE };

    for (size_t k = 0; k < n; k++) {
        points[k] = planted_point(4 * KIB * exp2((double)k), one[k]);
        if (many != NULL)
            at[k] = planted_point(points[k].x, many[k]);
    }
    return latency_levels_find(&c, &chains, many != NULL, levels);
}

/* One chain shows a step where misses overlap with hits; several at once show how many miss. */
static void several_chains_say_how_many_miss(void **state)
{
    static const double one[] = { 4, 4, 4, 70, 100, 100, 100, 100 };
    static const double many[] = { 1, 1, 1, 9, 40, 40, 40, 40 };

    (void)state;
    assert_int_equal(find_octaves(one, NULL, 8), 2);
    assert_true(levels[0].size == 16 * KIB);
    assert_int_equal(find_octaves(one, many, 8), 2);
    assert_true(levels[0].size == 32 * KIB);
}

/* Chains that all wait for one port rise little at a step that one chain shows whole. */
static void chains_that_hide_a_step_do_not_say_how_many_miss(void **state)
{
    static const double one[] = { 4, 4, 4, 10, 100, 100, 100, 100 };
    static const double many[] = { 90, 90, 90, 105, 110, 110, 110, 110 };

    (void)state;
    assert_int_equal(find_octaves(one, many, 8), 2);
    assert_true(levels[0].size == 32 * KIB);
}

/* Translations miss from 64 KiB to 128 KiB: many chains pay that once, lines one after the other.
 */
static void a_step_of_translation_ends_no_level(void **state)
{
    static const double one[] = { 2, 2, 2, 13, 13, 18, 18, 18, 160, 160, 160, 160 };
    static const double once[] = { 5, 5, 5, 96, 96, 101, 101, 101, 930, 930, 930, 930 };
    static const double each[] = { 5, 5, 5, 96, 96, 140, 140, 140, 930, 930, 930, 930 };

    (void)state;
    assert_int_equal(find_octaves(one, NULL, 12), 4);
    assert_int_equal(find_octaves(one, each, 12), 4);
    assert_true(levels[1].size == 64 * KIB);
    assert_int_equal(find_octaves(one, once, 12), 3);
    assert_true(levels[1].sized && levels[1].size == 512 * KIB);
    assert_true(levels[1].latency == 13); /* translations are no part of it */
}

/* One chain rises all the way from 32 KiB, by translations; several at once are level there. */
static void several_chains_show_a_level_on_a_slope(void **state)
{
    static const double one[] = { 2, 2, 2, 11, 14, 17, 20, 60, 130, 130, 130, 130 };
    static const double many[] = { 4, 4, 4, 53, 54, 54, 55, 80, 150, 150, 150, 150 };

    (void)state;
    assert_int_equal(find_octaves(one, NULL, 12), 2);
    assert_int_equal(find_octaves(one, many, 12), 3);
    assert_true(levels[1].size == 512 * KIB);
}

/* What one chain hardly shows, as it is fetched ahead, several show. */
static void several_chains_end_a_level(void **state)
{
    static const double one[] = { 1, 1, 1, 4, 4, 4, 4.7, 4.7, 40, 40, 40, 40 };
    static const double many[] = { 2, 2, 2, 9, 9, 9, 33, 38, 300, 300, 300, 300 };

    (void)state;
    assert_int_equal(find_octaves(one, NULL, 12), 3);
    assert_true(levels[1].size == 512 * KIB);
    assert_int_equal(find_octaves(one, many, 12), 4);
    assert_true(levels[1].size == 128 * KIB && levels[2].size == 512 * KIB);
}

/* A level of one point: the size of what follows could be that of either. */
static void a_point_alone_leaves_the_next_level_open(void **state)
{
    static const double one[] = { 1, 1, 1, 11, 15, 16, 16, 16, 160, 160, 160, 160 };
    static const double even[] = { 1, 1, 1, 15, 15, 16, 16, 16, 160, 160, 160, 160 };

    (void)state;
    assert_int_equal(find_octaves(one, NULL, 12), 3);
    assert_true(levels[0].sized && levels[0].size == 16 * KIB && levels[0].alone == 0);
    assert_true(!levels[1].sized && levels[1].alone == 32 * KIB);
    assert_int_equal(find_octaves(even, NULL, 12), 3);
    assert_true(levels[1].sized && levels[1].size == 512 * KIB);
}

/* The last point is above the level, and nothing says how far that goes. */
static void a_level_at_the_end_of_the_table_stays_open(void **state)
{
    static const double gentle[] = { 2, 2, 2, 30, 30, 30, 30, 46 };
    static const double far[] = { 2, 2, 2, 30, 30, 30, 30, 90 };

    (void)state;
    assert_int_equal(find_octaves(gentle, NULL, 8), 3);
    assert_true(levels[0].sized && !levels[1].sized);
    assert_int_equal(find_octaves(far, NULL, 8), 3);
    assert_true(levels[1].sized && levels[1].size == 256 * KIB);
}

/* A working set that costs more than twice of it was disturbed: it may have been held. */
static void a_disturbed_point_is_no_bound(void **state)
{
    static const double quiet[] = { 2, 2, 2, 14, 14, 14, 14, 14 };
    static const double disturbed[] = { 2, 2, 2, 15, 14, 14, 14, 14 };

    (void)state;
    assert_int_equal(find_octaves(quiet, NULL, 8), 2);
    assert_true(levels[0].evidence > 0.9 && levels[0].size_high < 32 * KIB);
    assert_int_equal(find_octaves(disturbed, NULL, 8), 2);
    assert_true(nominal(&levels[0]) == 16 * KIB);
    assert_true(levels[0].evidence < 0.8 && levels[0].size_high > 32 * KIB);
}

/* A full outer level misses some of its last point: where it misses none of it and all of the next,
 * it may end between the two, or hold the next and be shared. */
static void an_outer_level_that_ends_at_once_is_doubted(void **state)
{
    static const double at_once[] = { 2, 2, 2, 14, 14, 14.2, 14.4, 100, 102, 102, 102, 102 };
    static const double full[] = { 2, 2, 2, 14, 14, 14.2, 30, 100, 102, 102, 102, 102 };

    (void)state;
    assert_int_equal(find_octaves(at_once, NULL, 12), 3);
    assert_true(levels[1].size == 256 * KIB && levels[1].size_high == 512 * KIB);
    assert_true(levels[1].evidence <= 0.5 && levels[0].evidence > 0.9);
    assert_int_equal(find_octaves(full, NULL, 12), 3);
    assert_true(levels[1].size == 256 * KIB && levels[1].size_high < 512 * KIB);
    assert_true(levels[1].evidence > 0.5);
}

/* A lap hits at most as many lines as the cache holds: the hits are a least size. */
static void hits_of_a_partly_missing_point_are_held(void **state)
{
    static const double one[] = { 2, 2, 2, 2, 2, 2, 2, 42, 102, 102, 102, 102 };

    (void)state;
    assert_int_equal(find_octaves(one, NULL, 12), 2);
    assert_true(levels[0].size == 512 * KIB);
    assert_true(levels[0].size_low > 300 * KIB && levels[0].size_low < 320 * KIB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_levels_are_recovered),
        cmocka_unit_test(a_level_half_as_large_again_is_told),
        cmocka_unit_test(a_shelf_below_the_next_level_is_none),
        cmocka_unit_test(noise_that_adds_time_changes_nothing),
        cmocka_unit_test(random_frames_are_located),
        cmocka_unit_test(one_low_point_erases_nothing),
        cmocka_unit_test(one_low_point_at_the_end_erases_nothing),
        cmocka_unit_test(one_high_point_is_not_a_level),
        cmocka_unit_test(flat_curve_is_one_level),
        cmocka_unit_test(falling_curve_is_one_level),
        cmocka_unit_test(end_in_a_rise_stands_for_what_lies_behind),
        cmocka_unit_test(a_curve_that_begins_in_a_rise_is_late),
        cmocka_unit_test(outline_is_of_the_same_levels),
        cmocka_unit_test(flat_is_what_costs_the_same_everywhere),
        cmocka_unit_test(no_points_are_no_levels),
        cmocka_unit_test(strange_curves_come_to_an_end),
        cmocka_unit_test(random_curves_come_to_an_end),
        cmocka_unit_test(more_levels_than_room_are_cut),
        cmocka_unit_test(very_many_points),
        cmocka_unit_test(sparse_capacity_is_the_last_point_that_mostly_hits),
        cmocka_unit_test(planted_levels_are_recovered_from_octaves),
        cmocka_unit_test(several_chains_say_how_many_miss),
        cmocka_unit_test(chains_that_hide_a_step_do_not_say_how_many_miss),
        cmocka_unit_test(a_step_of_translation_ends_no_level),
        cmocka_unit_test(several_chains_show_a_level_on_a_slope),
        cmocka_unit_test(several_chains_end_a_level),
        cmocka_unit_test(a_point_alone_leaves_the_next_level_open),
        cmocka_unit_test(a_level_at_the_end_of_the_table_stays_open),
        cmocka_unit_test(a_disturbed_point_is_no_bound),
        cmocka_unit_test(an_outer_level_that_ends_at_once_is_doubted),
        cmocka_unit_test(hits_of_a_partly_missing_point_are_held),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
