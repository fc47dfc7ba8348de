/* The length of a cycle, where the loop of the reference chain takes time of its own. */
#include "made_run.h"
#include "series/point.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SIZES = 4, ROUNDS = 8, LAP = 64, LAPS = 12, WHOLE_LAPS = 0, OTHER = 1, LONG_LAPS = 3 };

static struct made_run made;

static void near_to(double value, double wanted, double within)
{
    assert_true(fabs(value - wanted) <= within);
}

/* Adds a chain of KIND whose laps hold as many additions, of 3 ticks, and LOOP ticks beside. */
static void add_chain(unsigned kind, unsigned additions, uint64_t loop_ticks)
{
    made_series(&made, "add_chain");
    made_key(&made, "kind", kind);
    for (unsigned s = 0; s < SIZES; s++) {
        uint64_t ops = (uint64_t)LAPS * LAP << s, ticks[ROUNDS];

        for (unsigned r = 0; r < ROUNDS; r++) /* one was interrupted */
            ticks[r] = 3 * ops + ops / additions * loop_ticks + (r == 2 ? 5000 : r % 2);
        made_sample(&made, ops, 0, ops, ticks, ROUNDS);
    }
}

static void chains_of(uint64_t loop_ticks)
{
    made_begin(&made, 100000000);
    add_chain(WHOLE_LAPS, LAP, loop_ticks);
    add_chain(LONG_LAPS, 4 * LAP, loop_ticks);
    add_chain(OTHER, LAP, loop_ticks);
}

static void a_loop_that_hides_changes_nothing(void **state)
{
    (void)state;
    chains_of(0);
    near_to(point_chain_share(&made.run), 1, 0);
    near_to(point_cycle(&made.run), 3, 0.01);
}

/* 24 ticks a lap of 192: an addition alone took an eighth less. */
static void a_loop_that_shows_is_no_part_of_a_cycle(void **state)
{
    (void)state;
    chains_of(24);
    near_to(point_chain_share(&made.run), 192.0 / 216, 0.001);
    near_to(point_cycle(&made.run), 3, 0.01);
    near_to(point_reference_ticks(&made.run, OTHER), 3, 0.01);
}

static void a_log_without_long_laps_is_read_as_before(void **state)
{
    (void)state;
    made_begin(&made, 100000000);
    add_chain(WHOLE_LAPS, LAP, 24);
    add_chain(OTHER, LAP, 24);
    near_to(point_chain_share(&made.run), 1, 0);
    near_to(point_cycle(&made.run), 3.375, 0.01);
}

/* Timings that differ by noise show no loop. */
static void noise_is_no_loop(void **state)
{
    const double around[] = { -0.02, 0.03, -0.01, 0.02, 0.001, 0.0 }, few[] = { 0.1, 0.1 };

    (void)state;
    near_to(point_share_without(around, 6), 1, 0);
    near_to(point_share_without(few, 2), 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_that_hides_changes_nothing),
        cmocka_unit_test(a_loop_that_shows_is_no_part_of_a_cycle),
        cmocka_unit_test(a_log_without_long_laps_is_read_as_before),
        cmocka_unit_test(noise_is_no_loop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
