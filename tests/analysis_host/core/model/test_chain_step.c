/* Steps of one chain and of many, whose cause is known. */
#include "model/chain_step.h"
#include "planted_curve.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { POINTS = 3 };

struct step_case {
    const char *rule;
    struct chain_step step, into;
    bool translation, cache;
};

/* A step into the level, and one out of it, with eight chains. */
static const struct step_case cases[] = {
    { "paid once by all chains", { 13, 18, 96, 101 }, { 2, 13, 5, 96 }, true, false },
    { "nothing is left of it", { 13, 30, 96, 97 }, { 2, 13, 5, 96 }, true, false },
    { "too high for translations", { 13, 34, 96, 97 }, { 2, 13, 5, 96 }, false, false },
    { "paid by each chain", { 13, 18, 96, 136 }, { 2, 13, 5, 96 }, false, false },
    { "of a core that overlaps all misses", { 5, 8, 10, 13 }, { 2, 5, 7, 10 }, false, false },
    { "one chain hardly shows it", { 9, 10, 27, 44 }, { 3, 9, 5, 27 }, false, true },
    { "not measured", { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, false, false },
};

static void steps_are_told_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (chain_step_is_translation(&cases[i].step, &cases[i].into) != cases[i].translation)
            fail_msg("%s: translation", cases[i].rule);
        if (chain_step_is_cache(&cases[i].step) != cases[i].cache)
            fail_msg("%s: cache", cases[i].rule);
    }
}

static struct curve curve_of(struct curve_point *at, const double *x, const double *y)
{
    for (size_t i = 0; i < POINTS; i++)
        at[i] = planted_point(x[i], y[i]);
    return (struct curve){ .at = at, .n = POINTS, .page = PLANTED_PAGE };
}

static void points_are_matched_by_working_set(void **state)
{
    static const double x[] = { 4096, 8192, 16384 }, other[] = { 4096, 16384, 32768 };
    static const double y[] = { 1, 2, 3 }, falling[] = { 9, 5, 7 };
    struct curve_point at[POINTS], at_once[POINTS];
    struct curve one = curve_of(at, x, y), many = curve_of(at_once, x, falling);

    (void)state;
    struct curve_point *points = chain_step_points(&one, &many);
    assert_non_null(points);
    assert_true(points[0].y == 5 && points[1].y == 5 && points[2].y == 7);
    const struct curve aligned = { .at = points, .n = POINTS }, none = { .n = POINTS };
    struct chain_step step = chain_step_between(&one, &aligned, 1, 2);
    assert_true(step.one_before == 2 && step.one_after == 3);
    assert_true(step.many_before == 5 && step.many_after == 7);
    step = chain_step_between(&one, &none, 1, 2);
    assert_true(step.one_before == 0 && step.many_after == 0);
    free(points);
    many = curve_of(at_once, other, falling);
    assert_null(chain_step_points(&one, &many));
}

/* N chains at once, at the working sets of one chain. */
static struct curve walk_of(struct curve_point *at, double chains, const double *y)
{
    static const double x[] = { 4096, 8192, 16384 };
    struct curve c = curve_of(at, x, y);

    for (size_t i = 0; i < POINTS; i++)
        at[i].x2 = chains;
    return c;
}

/* Eight chains wait for one port; two show the end of a cache that one hardly shows, unless each
 * pays translations alone. */
static void fewer_chains_show_what_the_most_hide(void **state)
{
    static const struct {
        double one[POINTS], two[POINTS], eight[POINTS];
        bool ends;
    } walked[] = {
        { { 8, 8, 9 }, { 8, 8, 16 }, { 20, 20, 27 }, true },
        { { 8, 8, 9 }, { 8, 8, 10 }, { 20, 20, 27 }, false },
        { { 8, 8, 14 }, { 8, 8, 19 }, { 20, 20, 27 }, false },
        { { 8, 8, 9 }, { 8, 8, 8 }, { 20, 20, 31 }, true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof walked / sizeof walked[0]; i++) {
        struct curve_point at[POINTS], of_two[POINTS], of_eight[POINTS];
        struct curve one = walk_of(at, 0, walked[i].one);
        const struct curve chains[] = { walk_of(of_two, 2, walked[i].two),
                                        walk_of(of_eight, 8, walked[i].eight) };
        struct chain_walks walks;

        chain_walks_take(&walks, &one, chains, 2);
        assert_int_equal(walks.n, 2);
        assert_true(chain_walks_most(&walks)->at[0].y == 20);
        if (chain_walks_end_cache(&walks, &one, 1, 2) != walked[i].ends)
            fail_msg("case %zu", i);
        assert_false(chain_walks_end_cache(&walks, &one, 0, 1));
        chain_walks_free(&walks);
    }
    struct chain_walks none = { .n = 0 };
    assert_true(chain_walks_most(&none)->at == NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_told_apart),
        cmocka_unit_test(points_are_matched_by_working_set),
        cmocka_unit_test(fewer_chains_show_what_the_most_hide),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
