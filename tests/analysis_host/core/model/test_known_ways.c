/* Sizes of known ways, from curves that the models of misses themselves draw. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/known_ways.h"
#include "model/miss_ratio.h"

enum { KIB = 1024, POINTS = 40 };

static struct curve_point points[POINTS];

/* Working sets of 64 KiB to 4 MiB; level of BYTES costs 12, the next one 42, half of all misses
 * MORE. */
static struct curve curve_of(double bytes, double ways, double more)
{
    for (size_t i = 0; i < POINTS; i++) {
        double x = 64 * KIB * exp2(6.0 * (double)i / POINTS),
               miss = miss_ratio_frames(x, bytes, ways, 4096);

        points[i] =
            (struct curve_point){ .x = x, .y = 12 + 30 * miss, .typical = 12 + (30 + more) * miss };
    }
    return (struct curve){ .at = points, .n = POINTS, .drawn = true, .page = 4096 };
}

static void size_is_found_from_a_guess_far_off(void **state)
{
    const struct known_ways level = {
        .ways = 8, .line = 64, .within = 12, .beyond = 42, .from = 48 * KIB
    };

    (void)state;
    for (double bytes = 256 * KIB; bytes <= 1024 * KIB; bytes *= 2)
        for (double off = 0.5; off <= 3; off += 0.5) {
            struct curve c = curve_of(bytes, 8, 20);

            assert_true(known_ways_bytes(&c, &level, off * bytes) == bytes);
        }
}

static void sets_are_a_power_of_two(void **state)
{
    const struct known_ways level = {
        .ways = 12, .line = 64, .within = 12, .beyond = 42, .from = 48 * KIB
    };
    struct curve c = curve_of(768 * KIB, 12, 0);

    (void)state;
    assert_true(known_ways_bytes(&c, &level, 1024 * KIB) == 768 * KIB);
}

/* Some points were taken while a neighbour had half of the level. */
static void points_above_later_ones_are_noise(void **state)
{
    const struct known_ways level = {
        .ways = 8, .line = 64, .within = 12, .beyond = 42, .from = 48 * KIB
    };
    struct curve c = curve_of(512 * KIB, 8, 0);

    (void)state;
    for (size_t i = 0; i + 1 < POINTS; i += 2)
        c.at[i].y = c.at[i].typical = 12 + 30 * miss_ratio_frames(c.at[i].x, 256 * KIB, 8, 4096);
    assert_true(known_ways_bytes(&c, &level, 512 * KIB) == 512 * KIB);
}

static void curve_like_none_tells_nothing(void **state)
{
    const struct known_ways level = {
        .ways = 8, .line = 64, .within = 12, .beyond = 42, .from = 48 * KIB
    };
    struct curve c = curve_of(512 * KIB, 8, 0);

    (void)state;
    for (size_t i = 0; i < POINTS; i++)
        c.at[i].y = c.at[i].typical = 27;
    assert_true(known_ways_bytes(&c, &level, 512 * KIB) == 0);
    c = curve_of(512 * KIB, 8, 0);
    c.n = 7;
    assert_true(known_ways_bytes(&c, &level, 512 * KIB) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(size_is_found_from_a_guess_far_off),
        cmocka_unit_test(sets_are_a_power_of_two),
        cmocka_unit_test(points_above_later_ones_are_noise),
        cmocka_unit_test(curve_like_none_tells_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
