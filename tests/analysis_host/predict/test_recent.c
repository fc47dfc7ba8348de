/* Targets that a jump had lately, and lines that came into a set lately. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "predict/core_parts.h"

/* N targets in turn: each was N - 1 others ago. Two jumps know nothing of each other. */
static void targets_in_turn_are_as_deep_as_there_are(void **unused)
{
    struct recent_targets *r = calloc(1, sizeof *r);

    (void)unused;
    for (unsigned i = 0; i < 30; i++) {
        assert_int_equal(recent_targets_note(r, 7, i % 5), i < 5 ? RECENT_TARGETS_MOST : 4);
        assert_int_equal(recent_targets_note(r, 8, 100), i == 0 ? RECENT_TARGETS_MOST : 0);
    }
    free(r);
}

static void more_targets_than_are_kept_are_not_known(void **unused)
{
    struct recent_targets *r = calloc(1, sizeof *r);

    (void)unused;
    for (unsigned i = 0; i < 200; i++)
        assert_int_equal(recent_targets_note(r, 1, i % (RECENT_TARGETS_MOST + 1)),
                         RECENT_TARGETS_MOST);
    free(r);
}

/* Another jump at the same place takes it. */
static void a_jump_forgets_where_another_takes_its_place(void **unused)
{
    struct recent_targets *r = calloc(1, sizeof *r);

    (void)unused;
    recent_targets_note(r, 3, 10);
    recent_targets_note(r, 3 + RECENT_JUMPS, 10);
    assert_int_equal(recent_targets_note(r, 3, 10), RECENT_TARGETS_MOST);
    free(r);
}

static void what_is_kept_is_right(void **unused)
{
    (void)unused;
    assert_true(recent_targets_right(4, 3) == 1);
    for (unsigned depth = 4; depth < RECENT_TARGETS_MOST; depth++)
        assert_true(recent_targets_right(4, depth) < recent_targets_right(4, depth - 1));
    assert_true(recent_targets_right(4, RECENT_TARGETS_MOST) == 0);
}

static struct machine cache_of(double lines, double ways)
{
    struct machine m = { .levels = 1 };

    m.level[0].lines = lines;
    m.level[0].ways = ways;
    return m;
}

/* A line is gone after as many others of its set as the set has ways. */
static void a_set_evicts_after_its_ways(void **unused)
{
    struct machine m = cache_of(512, 8);
    struct recent_fills *f = malloc(sizeof *f);

    (void)unused;
    recent_fills_make(f, &m);
    for (unsigned i = 1; i <= 8; i++) {
        assert_false(recent_fills_evicted(f, 5, 0));
        recent_fills_note(f, 5 + 64 * i, i);
    }
    assert_true(recent_fills_evicted(f, 5, 0));
    assert_false(recent_fills_evicted(f, 5, 1));
    assert_false(recent_fills_evicted(f, 6, 0));
    free(f);
}

static void without_ways_nothing_is_evicted(void **unused)
{
    struct machine m = cache_of(512, 0);
    struct recent_fills *f = malloc(sizeof *f);

    (void)unused;
    recent_fills_make(f, &m);
    for (unsigned i = 0; i < 1000; i++)
        recent_fills_note(f, 5, i);
    assert_false(recent_fills_evicted(f, 5, 0));
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_in_turn_are_as_deep_as_there_are),
        cmocka_unit_test(more_targets_than_are_kept_are_not_known),
        cmocka_unit_test(a_jump_forgets_where_another_takes_its_place),
        cmocka_unit_test(what_is_kept_is_right),
        cmocka_unit_test(a_set_evicts_after_its_ways),
        cmocka_unit_test(without_ways_nothing_is_evicted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
