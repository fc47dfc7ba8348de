/* Levels of a modelled target buffer are found from the costs of jumps. */
#include "model/jump_levels.h"
#include "random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Costs of laps as probe btb tries them: COST[k] where level k holds them all, less those of
 * N_LEVELS levels of ENTRIES that do not; RAMP: a level keeps some of a lap that is up to so much
 * too long. */
static void lay(struct jump_curve *c, const double *entries, const double *cost, unsigned n_levels,
                double ramp, double spread, struct random *r)
{
    size_t part = 1;

    *c = (struct jump_curve){ .apart = 16 };
    for (size_t jumps = 2; jumps <= 24576; jumps += jumps < 16 ? 1 : part) {
        double at = cost[0];

        for (unsigned k = 0; k < n_levels; k++) {
            double over = ((double)jumps - entries[k]) / (ramp * entries[k]);
            at += (cost[k + 1] - cost[k]) * fmin(1, fmax(0, over));
        }
        c->jumps[c->n] = (double)jumps;
        c->cost[c->n++] = at * (1 + spread * (2 * random_share(r) - 1));
        for (part = 1; 16 * part <= jumps; part *= 2)
            ;
    }
}

static void levels_are_found(void **state)
{
    static const struct {
        unsigned n;
        double entries[3], cost[4], ramp;
    } cases[] = {
        { 1, { 512 }, { 1, 3 }, 0.01 },
        { 1, { 64 }, { 2, 7 }, 0.3 },
        { 2, { 1024, 6656 }, { 1, 4, 12 }, 0.01 },
        { 2, { 1024, 5120 }, { 1, 4, 12 }, 0.6 },
        { 3, { 32, 512, 7168 }, { 1, 2, 4.5, 14 }, 0.01 },
    };
    struct random r = { .state = 4 };
    struct jump_edge edge[JUMP_LEVELS_MOST];
    struct jump_curve c;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lay(&c, cases[i].entries, cases[i].cost, cases[i].n, cases[i].ramp, 0.02, &r);
        assert_int_equal(jump_edges(&c, edge), cases[i].n);
        for (unsigned k = 0; k < cases[i].n; k++) {
            print_message("%g: %g to %g\n", cases[i].entries[k], edge[k].last, edge[k].next);
            assert_true(edge[k].last >= cases[i].entries[k] / 1.13);
            assert_true(edge[k].last <= cases[i].entries[k] * 1.13);
            assert_true(fabs(edge[k].cost - cases[i].cost[k]) <= 0.1 * cases[i].cost[k]);
        }
    }
}

static void flat_costs_have_none(void **state)
{
    const double entries[] = { 1e6 }, cost[] = { 3, 3 };
    struct random r = { .state = 8 };
    struct jump_edge edge[JUMP_LEVELS_MOST];
    struct jump_curve c;

    (void)state;
    lay(&c, entries, cost, 1, 1, 0.05, &r);
    assert_int_equal(jump_edges(&c, edge), 0);
    c.n = 3;
    assert_int_equal(jump_edges(&c, edge), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_found),
        cmocka_unit_test(flat_costs_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
