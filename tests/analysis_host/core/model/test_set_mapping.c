/* set_mapping_fit() and set_mapping_lines(): sets that explain how many lines fit at each stride.
 */
#include "model/set_mapping.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define KIB 1024.0
#define MIB (1024 * KIB)

static struct set_mapping_seen seen(double stride, double lines)
{
    return (struct set_mapping_seen){ stride, false, { true, true, lines, lines + 1, true } };
}

struct fit_case {
    const char *rule;
    struct set_mapping level, before; /* ways 0: no level before, or not known */
    bool adds;                        /* the level before excludes: its lines add up */
    double strides[4];
    size_t n;
    double capacity;
    enum set_mapping_verdict verdict;
    double ways; /* of the level alone */
};

static const struct fit_case cases[] = {
    { "powers of two",
      { 8, 4 * KIB },
      { 0, 0 },
      false,
      { 32 * KIB, 1 * KIB },
      2,
      32 * KIB,
      SET_MAPPING_FOUND,
      8 },
    { "six ways",
      { 6, 4 * KIB },
      { 0, 0 },
      false,
      { 32 * KIB, 1 * KIB, 24 * KIB },
      3,
      24 * KIB,
      SET_MAPPING_FOUND,
      6 },
    { "ways that are no power of two, by a part of the capacity",
      { 20, 1792 * KIB },
      { 0, 0 },
      false,
      { 4 * MIB, 8960 * KIB },
      2,
      35 * MIB,
      SET_MAPPING_FOUND,
      20 },
    { "direct mapped",
      { 1, 8 * MIB },
      { 0, 0 },
      false,
      { 1 * MIB, 8 * MIB },
      2,
      8 * MIB,
      SET_MAPPING_FOUND,
      1 },
    { "parts of a way alone",
      { 1, 8 * MIB },
      { 0, 0 },
      false,
      { 1 * MIB, 2 * MIB },
      2,
      8 * MIB,
      SET_MAPPING_SHORT,
      0 },
    { "an exclusive pair whose capacities tell",
      { 16, 64 * KIB },
      { 2, 32 * KIB },
      true,
      { 2 * MIB, 1 * MIB },
      2,
      1088 * KIB,
      SET_MAPPING_FOUND,
      16 },
    { "an exclusive pair of eighteen",
      { 16, 32 * KIB },
      { 2, 32 * KIB },
      true,
      { 1 * MIB },
      1,
      576 * KIB,
      SET_MAPPING_FOUND,
      16 },
    { "twelve ways or eight and four",
      { 8, 8 * KIB },
      { 4, 8 * KIB },
      true,
      { 128 * KIB },
      1,
      96 * KIB,
      SET_MAPPING_AMBIGUOUS,
      0 },
    { "the estimate of a capacity may be off",
      { 8, 64 * KIB },
      { 4, 8 * KIB },
      false,
      { 512 * KIB, 16 * KIB },
      2,
      480 * KIB,
      SET_MAPPING_FOUND,
      8 },
};

static void shapes_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct fit_case *c = &cases[i];
        struct set_mapping_seen at[4];
        struct set_mapping_fit fit;

        for (size_t k = 0; k < c->n; k++)
            at[k] = seen(c->strides[k],
                         set_mapping_lines(&c->level, c->strides[k]) +
                             (c->adds ? set_mapping_lines(&c->before, c->strides[k]) : 0));
        enum set_mapping_verdict verdict =
            set_mapping_fit(&fit, at, c->n, 0.9 * c->capacity, c->capacity, 1.1 * c->capacity,
                            c->before.ways > 0 ? &c->before : NULL);
        if (verdict != c->verdict || (verdict == SET_MAPPING_FOUND && fit.shape.ways != c->ways))
            print_error("%s: verdict %d, %g ways\n", c->rule, (int)verdict, fit.shape.ways);
        assert_int_equal(verdict, c->verdict);
        if (verdict == SET_MAPPING_FOUND)
            assert_true(fit.shape.ways == c->ways && fit.exclusive == c->adds);
    }
}

/* The next level has four larger ways, which end all strides that are multiples of their size. */
static void the_next_level_does_not_hide_the_ways(void **state)
{
    struct set_mapping_seen at[] = { seen(64 * KIB, 4), seen(40 * KIB, 5), seen(2 * KIB, 20),
                                     seen(8 * KIB, 5) };
    struct set_mapping_fit fit;

    (void)state;
    at[3].scattered = true;
    assert_int_equal(set_mapping_fit(&fit, at, 4, 36 * KIB, 40 * KIB, 44 * KIB, NULL),
                     SET_MAPPING_FOUND);
    assert_true(fit.shape.ways == 5 && fit.shape.way_bytes == 8 * KIB && fit.overruled);
}

/* An odd number of ways added to those of the level before, where nothing else explains the edges.
 */
static void an_odd_pair_is_found_where_edges_are_sharp(void **state)
{
    const struct set_mapping before = { 4, 4 * KIB };
    struct set_mapping_seen at[] = { seen(64 * KIB, 9), seen(8 * KIB, 20), seen(80 * KIB, 12) };
    struct set_mapping_fit fit;

    (void)state;
    assert_int_equal(set_mapping_fit(&fit, at, 3, 147 * KIB, 160 * KIB, 178 * KIB, &before),
                     SET_MAPPING_FOUND);
    assert_true(fit.exclusive && fit.shape.ways == 5);
    for (unsigned i = 0; i < 3; i++)
        at[i].edge.sharp = false;
    assert_int_not_equal(set_mapping_fit(&fit, at, 3, 147 * KIB, 160 * KIB, 178 * KIB, &before),
                         SET_MAPPING_FOUND);
}

/* Under random replacement one line beyond the ways of a large set seldom costs a miss. */
static void a_line_too_many_in_a_large_set_may_be_unseen(void **state)
{
    struct set_mapping_seen at[] = { seen(64 * KIB, 129), seen(512, 128) };
    struct set_mapping_fit fit;

    (void)state;
    at[0].edge.sharp = at[1].edge.sharp = false;
    assert_int_equal(set_mapping_fit(&fit, at, 2, 60 * KIB, 64 * KIB, 70 * KIB, NULL),
                     SET_MAPPING_FOUND);
    assert_true(fit.shape.ways == 128);
}

static void a_gap_behind_the_edge_is_no_answer(void **state)
{
    struct set_mapping_seen at = seen(32 * KIB, 8);
    struct set_mapping_fit fit;

    (void)state;
    at.edge.next = 10;
    assert_int_equal(set_mapping_fit(&fit, &at, 1, 30 * KIB, 32 * KIB, 34 * KIB, NULL),
                     SET_MAPPING_BETWEEN);
}

static void nothing_seen_is_no_edge(void **state)
{
    struct set_mapping_seen at = { .stride = 32 * KIB };
    struct set_mapping_fit fit;

    (void)state;
    assert_int_equal(set_mapping_fit(&fit, &at, 1, 30 * KIB, 32 * KIB, 34 * KIB, NULL),
                     SET_MAPPING_NO_EDGE);
    assert_int_equal(set_mapping_fit(&fit, &at, 0, 30 * KIB, 32 * KIB, 34 * KIB, NULL),
                     SET_MAPPING_NO_EDGE);
}

/* After an exclusive level a few more lines fit again: the last plateau counts. */
static void the_last_lines_held_count(void **state)
{
    const struct capacity_edge_costs costs = { 3, 13, 120 };
    struct capacity_edge_point at[20];

    (void)state;
    for (unsigned i = 0; i < 20; i++)
        at[i] = (struct capacity_edge_point){ i + 1, i < 12 || i == 13 ? 13 : 60, 26, 0 };
    struct capacity_edge edge = capacity_edge_find(at, 20, &costs);
    assert_true(edge.found && edge.lines == 14 && edge.next == 15 && !edge.sharp);
}

/* One point on the plateau, far beyond a rise that lasts, was disturbed. */
static void a_lonely_point_far_beyond_does_not_count(void **state)
{
    const struct capacity_edge_costs costs = { 0, 4, 12 };
    struct capacity_edge_point at[20];

    (void)state;
    for (unsigned i = 0; i < 20; i++)
        at[i] = (struct capacity_edge_point){ i + 1, i < 8 || i == 17 ? 4 : 12, 16, 0 };
    struct capacity_edge edge = capacity_edge_find(at, 20, &costs);
    assert_true(edge.found && edge.lines == 8 && edge.next == 9);
}

/* Two points between the level before and this one are no plateau. */
static void a_rise_is_no_plateau(void **state)
{
    const struct capacity_edge_costs costs = { 4, 14, 120 };
    const struct capacity_edge_point at[] = {
        { 1, 4, 8, 0 },   { 2, 4, 8, 0 },   { 3, 13, 17, 0 },
        { 4, 16, 20, 0 }, { 5, 60, 64, 0 }, { 6, 120, 124, 0 }
    };

    (void)state;
    assert_false(capacity_edge_find(at, 6, &costs).plateau);
}

/* 4 KiB, direct-mapped, with a victim cache of 4 lines; loads are 256 B apart. */
static void a_victim_cache_adds_lines_and_no_ways(void **state)
{
    const struct set_mapping_seen at[] = { seen(4 * KIB, 5), seen(2 * KIB, 6), seen(1 * KIB, 8),
                                           seen(512, 8), seen(256, 16) };
    struct set_mapping_victims v;

    (void)state;
    assert_true(set_mapping_find_victims(&v, at, 5, 256, 4.2 * KIB, 6 * KIB));
    assert_true(v.shape.ways * v.shape.way_bytes == 4 * KIB && v.lines == 4);
    assert_false(set_mapping_find_victims(&v, at, 5, 64, 5.5 * KIB, 6 * KIB));  /* too few bytes */
    assert_false(set_mapping_find_victims(&v, at, 1, 256, 4.2 * KIB, 6 * KIB)); /* one set only */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_found),
        cmocka_unit_test(the_next_level_does_not_hide_the_ways),
        cmocka_unit_test(an_odd_pair_is_found_where_edges_are_sharp),
        cmocka_unit_test(a_line_too_many_in_a_large_set_may_be_unseen),
        cmocka_unit_test(a_gap_behind_the_edge_is_no_answer),
        cmocka_unit_test(nothing_seen_is_no_edge),
        cmocka_unit_test(the_last_lines_held_count),
        cmocka_unit_test(a_lonely_point_far_beyond_does_not_count),
        cmocka_unit_test(a_rise_is_no_plateau),
        cmocka_unit_test(a_victim_cache_adds_lines_and_no_ways),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
