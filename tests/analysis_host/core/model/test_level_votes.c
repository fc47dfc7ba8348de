/* Levels that stay, move or go when a part of the samples is left out. */
#include "model/level_votes.h"
#include "planted_curve.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define KIB 1024.0
#define MIB (1024 * KIB)

enum { PER_OCTAVE = 8 };

static const struct planted machine = {
    "two caches", { { 32 * KIB, 8, 4, PLANTED_LRU }, { 512 * KIB, 8, 20, PLANTED_LRU } }, 2, 150
};
static const struct planted larger = { "the second twice as large",
                                       { { 32 * KIB, 8, 4, PLANTED_LRU },
                                         { 1 * MIB, 8, 20, PLANTED_LRU } },
                                       2,
                                       150 };
static const struct planted one_less = {
    "without the second", { { 32 * KIB, 8, 4, PLANTED_LRU } }, 1, 150
};

static struct level_votes votes;

static struct curve curve_of(const struct planted *m, struct curve_point *at)
{
    struct random frames = { 1 };
    struct curve c = { .at = at, .in_cycles = true, .page = PLANTED_PAGE };

    c.n = planted_curve(m, 64 * MIB, PER_OCTAVE, &frames, at);
    return c;
}

/* The whole curve is of the machine; OTHER is it without a part. */
static void ask(const struct planted *other)
{
    static struct curve_point at[2][PLANTED_POINTS];
    struct curve whole = curve_of(&machine, at[0]), part = curve_of(other, at[1]);

    level_votes_begin(&votes, &whole, NULL, 0);
    level_votes_ask(&votes, &part, NULL, 0, "pass 3");
}

static void the_same_levels_are_not_against(void **state)
{
    (void)state;
    ask(&machine);
    assert_int_equal(votes.asked, 1);
    assert_int_equal(votes.against, 0);
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(votes.level[k].against, 0);
        assert_true(votes.level[k].low == votes.level[k].high);
    }
    assert_true(votes.level[0].shift < 0.01 && votes.level[1].shift < 0.01);
}

static void an_end_that_moves_an_octave_is_another(void **state)
{
    (void)state;
    ask(&larger);
    assert_int_equal(votes.against, 0);
    assert_int_equal(votes.level[0].against, 0);
    assert_int_equal(votes.level[1].against, 1);
    assert_string_equal(votes.level[1].why, "pass 3");
    assert_int_equal(votes.level[2].against, 0); /* memory costs the same */
}

static void a_level_that_goes_is_another_number(void **state)
{
    (void)state;
    ask(&one_less);
    assert_int_equal(votes.against, 1);
    assert_int_equal(votes.least, 2);
    assert_int_equal(votes.most, 3);
    assert_int_equal(votes.other, 2);
    assert_string_equal(votes.why, "pass 3");
    assert_int_equal(votes.level[1].against, 1);
}

/* Memory in the last two points alone: it goes with them. */
static void the_last_points_alone_decide_nothing(void **state)
{
    static struct curve_point at[PLANTED_POINTS];
    struct curve c = curve_of(&machine, at);

    (void)state;
    level_votes_begin(&votes, &c, NULL, 0);
    level_votes_ask_ends(&votes, &c, NULL, 0);
    assert_true(votes.asked > 3);
    assert_int_equal(votes.against, 0);
    while (c.at[c.n - 3].x > 512 * KIB)
        c.n--;
    c.at[c.n - 2] = planted_point(c.at[c.n - 2].x, 150);
    c.at[c.n - 1] = planted_point(c.at[c.n - 1].x, 150);
    level_votes_begin(&votes, &c, NULL, 0);
    level_votes_ask_ends(&votes, &c, NULL, 0);
    assert_true(votes.against > 0 || votes.whole.open);
}

/* With a point an octave each is the only witness of a level. */
static void sparse_curves_are_not_asked(void **state)
{
    static struct curve_point at[PLANTED_POINTS];
    struct random frames = { 1 };
    struct curve c = { .at = at, .in_cycles = true, .page = PLANTED_PAGE };

    (void)state;
    c.n = planted_curve(&machine, 64 * MIB, 1, &frames, at);
    level_votes_begin(&votes, &c, NULL, 0);
    level_votes_ask_ends(&votes, &c, NULL, 0);
    assert_int_equal(votes.asked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_levels_are_not_against),
        cmocka_unit_test(an_end_that_moves_an_octave_is_another),
        cmocka_unit_test(a_level_that_goes_is_another_number),
        cmocka_unit_test(the_last_points_alone_decide_nothing),
        cmocka_unit_test(sparse_curves_are_not_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
