/* The fast banks against a list of tags, newest first, moved about by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "bank.h"
#include "policy/splitmix.h"

enum { WAYS_MOST = 80, SETS = 3, STEPS = 20000 };

struct plain {
    uint32_t ways, n[SETS];
    uint32_t tag[SETS][WAYS_MOST];
};

static uint32_t plain_find(const struct plain *p, uint32_t set, uint32_t tag)
{
    for (uint32_t i = 0; i < p->n[set]; i++)
        if (p->tag[set][i] == tag)
            return i;
    return SIM_NO_WAY;
}

static void plain_remove(struct plain *p, uint32_t set, uint32_t i)
{
    uint32_t *tag = p->tag[set];

    memmove(tag + i, tag + i + 1, (--p->n[set] - i) * sizeof *tag);
}

static uint32_t plain_insert(struct plain *p, uint32_t set, uint32_t tag)
{
    uint32_t *tags = p->tag[set];
    uint32_t old = p->n[set] == p->ways ? tags[p->ways - 1] : SIM_NO_TAG;

    if (old == SIM_NO_TAG)
        p->n[set]++;
    memmove(tags + 1, tags, (p->n[set] - 1) * sizeof *tags);
    tags[0] = tag;
    return old;
}

static void plain_touch(struct plain *p, uint32_t set, uint32_t i)
{
    uint32_t tag = p->tag[set][i];

    plain_remove(p, set, i);
    plain_insert(p, set, tag);
}

/* One access, or now and then a removal, to both. */
static void step(struct sim_bank *b, struct plain *p, uint32_t tag, bool remove)
{
    uint32_t set = sim_bank_set(b, tag);
    uint32_t way = sim_bank_find(b, set, tag);
    uint32_t i = plain_find(p, set, tag);

    assert_int_equal(way == SIM_NO_WAY, i == SIM_NO_WAY);
    if (way == SIM_NO_WAY) {
        assert_false(sim_bank_use(b, set, tag));
        assert_int_equal(sim_bank_insert(b, set, tag), plain_insert(p, set, tag));
    } else if (remove) {
        sim_bank_remove(b, set, way);
        plain_remove(p, set, i);
    } else {
        assert_true(sim_bank_use(b, set, tag));
        if (b->replacement.policy == REPLACEMENT_LRU)
            plain_touch(p, set, i);
    }
}

static void compare(uint32_t ways, enum replacement_policy policy)
{
    struct plain p = { .ways = ways };
    struct sim_bank b;
    uint64_t rng = ways;

    assert_int_equal(sim_bank_make(&b, (uint64_t)SETS * ways, ways, policy, &rng), 0);
    for (unsigned i = 0; i < STEPS; i++) {
        uint32_t tag = splitmix_below(&rng, SETS * (ways + ways / 2 + 2));
        step(&b, &p, tag, splitmix_below(&rng, 16) == 0);
    }
    sim_bank_free(&b);
}

static void order_is_that_of_a_plain_list(void **state)
{
    static const uint32_t ways[] = { 1, 2, 3, 4, 6, 8, 12, 15, 16, 17, 20, 24, 32, 33, 48, 80 };

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        compare(ways[i], REPLACEMENT_LRU);
        compare(ways[i], REPLACEMENT_FIFO);
    }
}

/* Whatever the policy: what was inserted last stays, and empty ways are used before any line goes.
 */
static void policies_fill_empty_ways_first(void **state)
{
    static const uint32_t ways[] = { 1, 3, 6, 8, 20, 40, 128 };
    uint64_t rng = 1;

    (void)state;
    for (unsigned policy = 0; policy < REPLACEMENT_POLICIES; policy++)
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
            struct sim_bank b;
            uint32_t n = ways[i];

            assert_int_equal(sim_bank_make(&b, n, 0, (enum replacement_policy)policy, &rng), 0);
            for (uint32_t tag = 0; tag < n; tag++)
                assert_int_equal(sim_bank_insert(&b, 0, tag), SIM_NO_TAG);
            uint32_t middle = sim_bank_find(&b, 0, n / 2);
            sim_bank_remove(&b, 0, middle);
            assert_int_equal(sim_bank_insert(&b, 0, n), SIM_NO_TAG);
            assert_int_not_equal(sim_bank_insert(&b, 0, n + 1), SIM_NO_TAG);
            assert_int_not_equal(sim_bank_find(&b, 0, n + 1), SIM_NO_WAY);
            sim_bank_free(&b);
        }
}

/* Four ways touched 0 1 2 3: the tree points to way 0; after one more use of 0 it points to 2. */
static void tree_points_away_from_what_was_used(void **state)
{
    struct sim_bank b;
    uint64_t rng = 1;

    (void)state;
    assert_int_equal(sim_bank_make(&b, 4, 0, REPLACEMENT_PLRU, &rng), 0);
    for (uint32_t tag = 0; tag < 4; tag++)
        sim_bank_insert(&b, 0, tag);
    replacement_use(&b.replacement, 0, 0);
    assert_int_equal(sim_bank_insert(&b, 0, 9), 2);
    assert_int_equal(sim_bank_insert(&b, 0, 10), 1);
    sim_bank_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_that_of_a_plain_list),
        cmocka_unit_test(policies_fill_empty_ways_first),
        cmocka_unit_test(tree_points_away_from_what_was_used),
    };

    return cmocka_run_group_tests(tests, 0, 0);
}
