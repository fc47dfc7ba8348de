/* Groups that are planted, and what becomes of them under noise: group_tree_refine(),
 * group_tree_insert(). */
#include "model/group_tree.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 64, SEEDS = 10 };

/* N contexts in DEPTH levels of groups, the innermost first: SIZE contexts a group, COST of a pair
 * whose smallest common group is at that level; the last cost is that of a pair without a common
 * group. */
struct planted {
    const char *rule;
    size_t n;
    unsigned depth, size[4];
    double cost[5];
};

static const struct planted trees[] = {
    { "two contexts are one group", 2, 0, { 0 }, { 50 } },
    { "flat, four", 4, 0, { 0 }, { 100 } },
    { "flat, eight", 8, 0, { 0 }, { 100 } },
    { "flat, sixteen", 16, 0, { 0 }, { 100 } },
    { "flat, sixty-four", 64, 0, { 0 }, { 100 } },
    { "two pairs", 4, 1, { 2 }, { 40, 90 } },
    { "two sockets", 8, 1, { 4 }, { 60, 220 } },
    { "four pairs", 8, 1, { 2 }, { 40, 80 } },
    { "three in a socket", 6, 1, { 3 }, { 60, 160 } },
    { "nested once", 16, 2, { 4, 8 }, { 40, 80, 120 } },
    { "nested twice", 32, 3, { 4, 8, 16 }, { 40, 80, 120, 160 } },
    { "threads, sockets", 64, 2, { 2, 16 }, { 20, 60, 120 } },
    { "one group, one alone", 5, 1, { 4 }, { 40, 100 } },
};

static void plant(double *cost, const struct planted *t, struct random *r, double noise)
{
    for (size_t a = 0; a < t->n; a++)
        for (size_t b = 0; b <= a; b++) {
            unsigned d = 0;

            while (d < t->depth && a / t->size[d] != b / t->size[d])
                d++;
            double y = t->cost[d] * (1 + noise * (2 * random_share(r) - 1));
            cost[a * t->n + b] = cost[b * t->n + a] = a == b ? NAN : y;
        }
}

static void expect(const struct planted *t, const struct group_tree_levels *levels, unsigned seed)
{
    if (levels->n_levels != t->depth)
        fail_msg("%s, seed %u: %u levels", t->rule, seed, levels->n_levels);
    for (unsigned d = 0; d < t->depth; d++)
        for (size_t i = 0; i < t->n; i++)
            if (levels->group[t->depth - 1 - d][i] != i / t->size[d] * t->size[d])
                fail_msg("%s, seed %u: %zu is in the wrong group of %u", t->rule, seed, i,
                         t->size[d]);
}

static void hold(double noise, unsigned seeds)
{
    static double cost[MOST * MOST];

    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++)
        for (unsigned seed = 1; seed <= seeds; seed++) {
            struct random r = { seed };
            struct group_tree_levels levels = { .n = trees[i].n };
            const struct group_tree_costs costs = { trees[i].n, cost };

            plant(cost, &trees[i], &r, noise);
            assert_int_equal(group_tree_refine(&levels, &costs), 0);
            expect(&trees[i], &levels, seed);
            group_tree_levels_free(&levels);
        }
}

static void clean(void **state)
{
    (void)state;
    hold(0, 1);
}

static void noise_of_a_tenth(void **state)
{
    (void)state;
    hold(0.1, SEEDS);
}

static void noise_of_a_fifth(void **state)
{
    (void)state;
    hold(0.2, SEEDS);
}

static void pairs_that_are_missing(void **state)
{
    static double cost[MOST * MOST];
    const struct planted *t = &trees[11];
    struct random r = { 1 };
    struct group_tree_levels levels = { .n = t->n };
    const struct group_tree_costs costs = { t->n, cost };

    (void)state;
    plant(cost, t, &r, 0.05);
    for (size_t a = 0; a < t->n; a++) /* what is left: near numbers, and some far ones */
        for (size_t b = 0; b < t->n; b++)
            if ((a > b ? a - b : b - a) > 8 && (a + b) % 3 != 0)
                cost[a * t->n + b] = NAN;
    assert_false(group_tree_is_whole(&levels, &costs));
    assert_int_equal(group_tree_refine(&levels, &costs), 0);
    expect(t, &levels, 1);
    group_tree_levels_free(&levels);
}

static void groups_that_are_known(void **state)
{
    static const unsigned pairs[] = { 0, 0, 2, 2 }, all[] = { 7, 7, 7, 7 },
                          crossed[] = { 0, 1, 1, 0 };
    struct group_tree_levels levels = { .n = 4 };
    unsigned depth;

    (void)state;
    assert_int_equal(group_tree_insert(&levels, pairs, &depth), 0);
    assert_int_equal(group_tree_insert(&levels, all, &depth), 0);
    assert_int_equal(depth, 0); /* above the pairs */
    assert_int_equal(group_tree_insert(&levels, pairs, &depth), 0);
    assert_int_equal(depth, 1);
    assert_int_equal(levels.n_levels, 2);
    assert_int_equal(group_tree_insert(&levels, crossed, &depth), 1);
    assert_int_equal(levels.n_levels, 2);
    group_tree_levels_free(&levels);
}

/* ---- machines that are no plain hierarchy ---- */

/* Holds the groups of COST, N * N, against SIZE[i], from the widest level, of COUNT contexts each
 * in the order of their numbers; 0 ends them. */
static void expect_sizes(const char *what, const double *cost, size_t n, const unsigned *size)
{
    struct group_tree_levels levels = { .n = n };
    const struct group_tree_costs costs = { n, cost };
    unsigned depth = 0;

    assert_int_equal(group_tree_refine(&levels, &costs), 0);
    while (size[depth] != 0)
        depth++;
    if (levels.n_levels != depth)
        fail_msg("%s: %u levels, expected %u", what, levels.n_levels, depth);
    for (unsigned d = 0; d < depth; d++)
        for (size_t i = 0; i < n; i++)
            if (levels.group[d][i] != i / size[d] * size[d])
                fail_msg("%s: %zu is in the wrong group of %u", what, i, size[d]);
    group_tree_levels_free(&levels);
}

static double spread(struct random *r, double share)
{
    return 1 + share * (2 * random_share(r) - 1);
}

/* About normal, of variance 1: a sum of twelve (Irwin and Hall). */
static double random_normal(struct random *r)
{
    double sum = -6;

    for (unsigned i = 0; i < 12; i++)
        sum += random_share(r);
    return sum;
}

static void set_pair(double *cost, size_t n, size_t a, size_t b, double y)
{
    cost[a * n + b] = cost[b * n + a] = y;
}

/* Two sockets of two caches of four; the timed lines lie at socket 1: so pairs of socket 0 that
 * share no cache cost as much as pairs across. */
static void a_socket_that_shows_no_gap(void **state)
{
    static double cost[16 * 16];
    static const unsigned sizes[] = { 8, 4, 0 };

    (void)state;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        struct random r = { seed };

        for (size_t a = 0; a < 16; a++)
            for (size_t b = 0; b < a; b++)
                set_pair(cost, 16, a, b,
                         (a / 4 == b / 4   ? 25
                          : a / 8 != b / 8 ? 155
                          : a < 8          ? 154
                                           : 92) *
                             spread(&r, 0.04));
        expect_sizes("one socket's memory", cost, 16, sizes);
    }
}

/* Cores of two threads, of which some report twice the latency, as a coarse clock does. */
static void cores_with_a_small_gap(void **state)
{
    static double cost[16 * 16];
    static const unsigned sizes[] = { 2, 0 };
    struct random r = { 3 };

    (void)state;
    for (size_t a = 0; a < 16; a++)
        for (size_t b = 0; b < a; b++)
            set_pair(cost, 16, a, b,
                     a / 2 != b / 2 ? 15 + 5 * (random_share(&r) < 0.3)
                     : a < 10       ? 5
                                    : 13);
    expect_sizes("cores of a coarse clock", cost, 16, sizes);
}

/* Contexts in a ring, on a grid (WIDE > 0), or as far as their own delays (WIDE < 0); each place is
 * THREADS contexts. Costs grow from 40 by RANGE. */
static void gradient(const char *what, size_t places, int wide, unsigned threads, double range)
{
    static double cost[MOST * MOST];
    static const unsigned pairs[] = { 2, 0 }, none[] = { 0 };
    size_t n = places * threads;

    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        struct random r = { seed };
        double delay[MOST];

        for (size_t i = 0; i < places; i++)
            delay[i] = random_share(&r);
        for (size_t a = 0; a < n; a++)
            for (size_t b = 0; b < a; b++) {
                size_t i = a / threads, k = b / threads, apart = i - k,
                       w = wide > 0 ? (size_t)wide : 1;
                double x = wide > 0
                               ? fabs((double)(i % w) - (double)(k % w)) + (double)(i / w - k / w)
                               : fmin((double)apart, (double)(places - apart));
                double most = wide > 0 ? (double)(w + places / w - 2) : (double)places / 2;
                double share = wide < 0 ? (delay[i] + delay[k]) / 2 : x / most;

                set_pair(cost, n, a, b,
                         (i == k ? 10 : 40 * (1 + range * share)) * spread(&r, 0.03));
            }
        expect_sizes(what, cost, n, threads > 1 ? pairs : none);
    }
}

static void rings_and_meshes_are_no_groups(void **state)
{
    (void)state;
    for (double range = 0.2; range < 1.5; range += 0.2) {
        gradient("a ring of 4", 4, 0, 1, range);
        gradient("a ring of 8", 8, 0, 1, range);
        gradient("a ring of 8 cores", 8, 0, 2, range);
        gradient("a ring of 18", 18, 0, 1, range);
        gradient("a mesh of 4 by 4", 16, 4, 1, range);
        gradient("a mesh of 6 by 4 cores", 24, 6, 2, range);
        gradient("a mesh of 8 by 8", 64, 8, 1, range);
        gradient("cores with delays of their own", 24, -1, 2, range / 2);
    }
}

/* Groups of four, and one context that is somewhat slow. */
static void a_leftover_is_no_sibling(void **state)
{
    static double cost[9 * 9];
    static const unsigned none[] = { 0 };
    struct random r = { 5 };

    (void)state;
    for (size_t a = 0; a < 9; a++)
        for (size_t b = 0; b < a; b++)
            set_pair(cost, 9, a, b, (a == 8 ? 56 : 40) * spread(&r, 0.02));
    expect_sizes("one slow context", cost, 9, none);
}

/* ---- hierarchies drawn at random ---- */

enum { DRAWN = 200, DRAWN_MOST = 128 };

/* Draws levels of groups, each 1.3 to 5 times as far as the one within, of contexts numbered at
 * random (PLACE), which have delays of their own and noise. Returns the number of contexts. */
static size_t draw(struct random *r, struct planted *t, size_t *place, double *cost)
{
    double at = 5 + 40 * random_share(r), noise = 0.06 * random_share(r), delay[DRAWN_MOST];
    size_t n = 1;

    *t = (struct planted){ .rule = "drawn", .depth = 0 };
    for (unsigned d = 0; d < 4; d++) {
        size_t branches = 2 + (size_t)(7 * random_share(r));

        if (n * branches > DRAWN_MOST || (d > 1 && random_share(r) < 0.4))
            break;
        t->depth = d;
        t->cost[d] = at;
        n *= branches;
        t->size[d] = (unsigned)n;
        at *= 1.3 + (random_share(r) < 0.5 ? 0.7 : 3.7) * random_share(r);
    }
    t->n = n;
    for (size_t i = 0; i < n; i++) {
        size_t k = (size_t)((double)(i + 1) * random_share(r));

        place[i] = place[k];
        place[k] = i;
        delay[i] = spread(r, 0.03);
    }
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++) {
            unsigned d = 0;

            while (place[a] / t->size[d] != place[b] / t->size[d])
                d++;
            set_pair(cost, n, a, b,
                     t->cost[d] * delay[a] * delay[b] * exp(noise * random_normal(r)));
        }
    return n;
}

static bool is_exact(const struct planted *t, const size_t *place,
                     const struct group_tree_levels *levels)
{
    bool exact = levels->n_levels == t->depth;

    for (unsigned d = 0; d < t->depth && exact; d++)
        for (size_t a = 0; a < t->n; a++)
            for (size_t b = 0; b < a; b++)
                exact &= (place[a] / t->size[d] == place[b] / t->size[d]) ==
                         (levels->group[t->depth - 1 - d][a] == levels->group[t->depth - 1 - d][b]);
    return exact;
}

static void drawn_hierarchies(void **state)
{
    static double cost[DRAWN_MOST * DRAWN_MOST];
    static size_t place[DRAWN_MOST];
    unsigned exact = 0;

    (void)state;
    for (unsigned seed = 1; seed <= DRAWN; seed++) {
        struct random r = { seed };
        struct planted t;
        struct group_tree_levels levels = { .n = draw(&r, &t, place, cost) };
        const struct group_tree_costs costs = { levels.n, cost };

        assert_int_equal(group_tree_refine(&levels, &costs), 0);
        exact += is_exact(&t, place, &levels);
        group_tree_levels_free(&levels);
    }
    print_message("%u of %d drawn hierarchies are exact\n", exact, DRAWN);
    assert_true(exact >= 0.95 * DRAWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean),
        cmocka_unit_test(noise_of_a_tenth),
        cmocka_unit_test(noise_of_a_fifth),
        cmocka_unit_test(pairs_that_are_missing),
        cmocka_unit_test(groups_that_are_known),
        cmocka_unit_test(a_socket_that_shows_no_gap),
        cmocka_unit_test(cores_with_a_small_gap),
        cmocka_unit_test(rings_and_meshes_are_no_groups),
        cmocka_unit_test(a_leftover_is_no_sibling),
        cmocka_unit_test(drawn_hierarchies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
