/* The miss ratio between two plateaus: formulas against counting, the fit against planted sizes. */
#include "model/miss_ratio.h"
#include "planted_curve.h"
#include "policy/replacement.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { KIB = 1024, MIB = 1024 * KIB };

typedef double shape_fn(double x, double c, double ways);

static double frames(double x, double c, double ways)
{
    return miss_ratio_frames(x, c, ways, PLANTED_PAGE);
}

static double frames_random(double x, double c, double ways)
{
    return miss_ratio_frames_random(x, c, ways, PLANTED_PAGE);
}

static double frames_recent(double x, double c, double ways)
{
    return miss_ratio_frames_recent(x, c, ways, PLANTED_PAGE);
}

struct named_shape {
    const char *name;
    shape_fn *share;
    bool contiguous;
    double fewest; /* ways that the fit tries */
};

static const struct named_shape shapes[] = {
    { "lru", miss_ratio_lru, true, 1 },
    { "random", miss_ratio_random, true, 2 },
    { "frames", frames, false, 1 },
    { "frames_random", frames_random, false, 2 },
    { "frames_recent", frames_recent, false, 4 },
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static void share_is_between_nothing_and_all_and_grows(void **state)
{
    static const double ways_of[] = { 2, 4, 8, 16 };

    (void)state;
    for (unsigned s = 0; s < SHAPES; s++)
        for (unsigned w = 0; w < 4; w++)
            for (double c = 16 * KIB; c <= 4 * MIB; c *= 4) {
                double last = 0;

                for (double x = c / 16; x <= 16 * c; x *= 1.05) {
                    double share = shapes[s].share(x, c, ways_of[w]);

                    if (!(share >= last - 2e-3 && share <= 1 + 1e-9))
                        fail_msg("%s, %g ways: %g after %g at %g of %g", shapes[s].name, ways_of[w],
                                 share, last, x, c);
                    last = share;
                }
            }
}

static void what_fits_hits_and_what_is_far_beyond_misses(void **state)
{
    (void)state;
    for (unsigned s = 0; s < SHAPES; s++)
        for (double ways = 2; ways <= 16; ways *= 2) {
            double c = 256 * KIB, fits = shapes[s].contiguous ? c : ways * PLANTED_PAGE;

            for (double x = 4 * KIB; x <= fits; x += 4 * KIB)
                assert_true(shapes[s].share(x, c, ways) == 0);
            assert_true(shapes[s].share(64 * c, c, ways) > 0.97);
        }
}

static void lru_is_what_counting_sets_gives(void **state)
{
    static const unsigned ways_of[] = { 1, 2, 4, 6, 8, 16 };

    (void)state;
    for (unsigned w = 0; w < 6; w++) {
        const struct planted_cache cache = { 768.0 * KIB, ways_of[w], 0, PLANTED_LRU };

        for (double x = 8 * KIB; x <= 4 * MIB; x += 8 * KIB)
            assert_true(
                fabs(miss_ratio_lru(x, cache.bytes, cache.ways) - planted_share(x, &cache)) < 1e-9);
    }
}

static void random_is_what_walking_sets_gives(void **state)
{
    (void)state;
    for (unsigned ways = 2; ways <= 16; ways *= 2) {
        const struct planted_cache cache = { 256.0 * KIB, ways, 0, PLANTED_RANDOM };

        for (double x = 32 * KIB; x <= 2 * MIB; x *= 1.1) {
            double lines = floor(x / PLANTED_LINE / 4096) * 4096 * PLANTED_LINE;
            double want = planted_share(lines, &cache),
                   got = miss_ratio_random(lines, cache.bytes, ways);

            if (lines > 0 && fabs(got - want) > 0.03)
                fail_msg("%u ways, %g of the size: %g, expected %g", ways, lines / cache.bytes, got,
                         want);
        }
    }
}

static void frames_are_what_drawing_gives(void **state)
{
    enum { DRAWS = 300, COLOURS = 32 };
    struct random random = { 1 };

    (void)state;
    for (unsigned ways = 2; ways <= 16; ways *= 2)
        for (unsigned pages = ways; pages <= 4 * ways * COLOURS; pages += 5 * ways) {
            double sum = 0, x = pages * (double)PLANTED_PAGE;

            for (unsigned k = 0; k < DRAWS; k++)
                sum += planted_frames_share(pages, COLOURS, ways, &random);
            assert_true(fabs(frames(x, COLOURS * ways * (double)PLANTED_PAGE, ways) - sum / DRAWS) <
                        0.03);
        }
}

/* Misses of laps over LINES lines in one set of WAYS, the share of all once they have settled. */
static double counted_recent(uint32_t lines, uint32_t ways)
{
    enum { SETTLE = 20, LAPS = 400, MOST_WAYS = 32 };
    uint64_t rng = 7;
    uint32_t held[MOST_WAYS];
    struct replacement r;
    double misses = 0;

    assert_int_equal(replacement_make(&r, 1, ways, REPLACEMENT_NRU_RANDOM, &rng), 0);
    memset(held, 0xff, sizeof held);
    for (unsigned lap = 0; lap < LAPS; lap++)
        for (uint32_t line = 0; line < lines; line++) {
            uint32_t way = 0;

            while (way < ways && held[way] != line)
                way++;
            if (way < ways) {
                replacement_use(&r, 0, way);
                continue;
            }
            held[replacement_insert(&r, 0)] = line;
            misses += lap >= SETTLE;
        }
    replacement_free(&r);
    return misses / lines / (LAPS - SETTLE);
}

/* A page covers a set of its own: the frames of one colour are the lines of a set. */
static void recent_is_what_walking_a_set_gives(void **state)
{
    enum { COLOURS = 2 };

    (void)state;
    for (uint32_t ways = 4; ways <= 32; ways *= 2)
        for (uint32_t pages = COLOURS * ways; pages <= 4 * COLOURS * ways; pages += ways / 2) {
            double want = 0, chance = pow(0.5, pages - 1);

            for (uint32_t others = 0; others < pages; others++) {
                if (others >= ways)
                    want += chance * counted_recent(others + 1, ways);
                chance *= (double)(pages - 1 - others) / (others + 1);
            }
            double got = frames_recent(pages * (double)PLANTED_PAGE,
                                       COLOURS * ways * (double)PLANTED_PAGE, ways);
            if (fabs(got - want) > 0.04)
                fail_msg("%u ways, %u pages: %g, expected %g", ways, pages, got, want);
        }
}

static void page_that_covers_every_set_leaves_nothing_to_chance(void **state)
{
    (void)state;
    for (double x = KIB; x < 128 * KIB; x += KIB) {
        assert_true(frames(x, 32 * KIB, 8) == miss_ratio_lru(x, 32 * KIB, 8));
        assert_true(frames_random(x, 32 * KIB, 8) == miss_ratio_random(x, 32 * KIB, 8));
    }
}

enum { RISE_POINTS = 24 };

/* 8 points an octave around capacity C, as the probe sends them. */
static void plant(const struct named_shape *shape, double c, double ways, double *x, double *share,
                  struct miss_ratio_rise *rise)
{
    *rise = (struct miss_ratio_rise){
        .x = x, .share = share, .page = PLANTED_PAGE, .contiguous = shape->contiguous
    };
    double octave = exp2(floor(log2(c))) / 2;
    for (; rise->n < RISE_POINTS; octave *= 2)
        for (unsigned k = 0; k < 8; k++, rise->n++) {
            x[rise->n] = octave + octave / 8 * k;
            share[rise->n] = shape->share(x[rise->n], c, ways);
        }
}

static void fit_recovers_what_was_planted(void **state)
{
    static const double sizes[] = { 256.0 * KIB, 384.0 * KIB, 1.0 * MIB, 6.0 * MIB };
    double x[RISE_POINTS], share[RISE_POINTS];

    (void)state;
    for (unsigned s = 0; s < SHAPES; s++)
        for (unsigned c = 0; c < 4; c++)
            /* So many ways that the sets are a power of two, as they are in caches. */
            for (double ways = c % 2 ? 3 : 2; ways <= 24; ways *= 2) {
                struct miss_ratio_rise rise;
                struct miss_ratio_fit fit;

                if (ways < shapes[s].fewest)
                    continue;
                plant(&shapes[s], sizes[c], ways, x, share, &rise);
                miss_ratio_fit(&rise, &fit);
                if (fabs(fit.capacity / sizes[c] - 1) > 0.04 || fit.rms > 0.03)
                    fail_msg("%s, %g ways, %g KiB: %s %g KiB, rms %g", shapes[s].name, ways,
                             sizes[c] / KIB, fit.name, fit.capacity / KIB, fit.rms);
                assert_true(fit.capacity_low <= sizes[c] * 1.001);
                assert_true(fit.capacity_high >= sizes[c] * 0.999);
            }
}

/* Returns true when a rise of SHAPE is fitted by a model of random frames. */
static bool fitted_by_frames(const struct named_shape *shape, bool contiguous, bool scattered)
{
    double x[RISE_POINTS], share[RISE_POINTS];
    struct miss_ratio_rise rise;
    struct miss_ratio_fit fit;

    plant(shape, 512 * KIB, 8, x, share, &rise);
    rise.contiguous = contiguous;
    rise.scattered = scattered;
    miss_ratio_fit(&rise, &fit);
    return strstr(fit.name, "frames") != NULL;
}

static void contiguous_frames_are_never_said_to_be_random(void **state)
{
    (void)state;
    assert_false(fitted_by_frames(&shapes[2], true, false));
}

static void scattered_frames_are_never_said_to_be_contiguous(void **state)
{
    (void)state;
    assert_true(fitted_by_frames(&shapes[0], false, true));
}

static void two_points_are_fitted(void **state)
{
    const double x[] = { 32 * KIB, 64 * KIB }, share[] = { 0, 1 };
    const struct miss_ratio_rise rise = { .x = x, .share = share, .n = 2, .page = PLANTED_PAGE };
    struct miss_ratio_fit fit;

    (void)state;
    miss_ratio_fit(&rise, &fit);
    assert_non_null(fit.name);
    assert_true(fit.capacity >= x[0] && fit.capacity <= x[1]);
    assert_true(fit.capacity_low <= fit.capacity && fit.capacity <= fit.capacity_high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(share_is_between_nothing_and_all_and_grows),
        cmocka_unit_test(what_fits_hits_and_what_is_far_beyond_misses),
        cmocka_unit_test(lru_is_what_counting_sets_gives),
        cmocka_unit_test(random_is_what_walking_sets_gives),
        cmocka_unit_test(frames_are_what_drawing_gives),
        cmocka_unit_test(recent_is_what_walking_a_set_gives),
        cmocka_unit_test(page_that_covers_every_set_leaves_nothing_to_chance),
        cmocka_unit_test(fit_recovers_what_was_planted),
        cmocka_unit_test(contiguous_frames_are_never_said_to_be_random),
        cmocka_unit_test(scattered_frames_are_never_said_to_be_contiguous),
        cmocka_unit_test(two_points_are_fitted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
