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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean),
        cmocka_unit_test(noise_of_a_tenth),
        cmocka_unit_test(noise_of_a_fifth),
        cmocka_unit_test(pairs_that_are_missing),
        cmocka_unit_test(groups_that_are_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
