/* Up to how many operations misses overlap, in passes of which some were beside another thread. */
#include "model/overlap_steps.h"
#include "random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { N = 72, STEP = 8, SETS = 100, OWN = 12 };

/* Up to SIZE operations overlap; in SHARE of the passes up to half as many. One timing in 30 is on
 * the wrong side. */
static void plant(struct random *r, struct overlap_point points[N], double size, double share,
                  unsigned passes)
{
    for (size_t i = 0; i < N; i++) {
        points[i] = (struct overlap_point){ .x = STEP * (double)(i + 1), .n = passes };
        for (unsigned k = 0; k < passes; k++) {
            double room = random_share(r) < share ? size / 2 : size;
            bool serial = points[i].x + OWN > room;

            points[i].serial += random_below(r, 30) == 0 ? !serial : serial;
        }
    }
}

static void both_modes_and_their_share_are_found(void **state)
{
    struct random r = { .state = 5 };

    (void)state;
    for (double share = 0.1; share < 0.85; share += 0.1) {
        unsigned whole = 0, two = 0;
        double sum = 0;

        for (unsigned set = 0; set < SETS; set++) {
            struct overlap_point points[N];
            struct overlap_steps s;

            plant(&r, points, 256, share, 12);
            assert_true(overlap_steps_find(points, N, OWN, &s));
            whole += points[s.at].x + OWN > 240 && points[s.at - 1].x + OWN < 272;
            two += s.part < s.at;
            sum += s.share;
            assert_true(s.first <= s.at && s.at <= s.last);
        }
        print_message("share %.1f: size %u of %d, two modes %u, mean share %.2f\n", share, whole,
                      SETS, two, sum / SETS);
        assert_true(whole >= SETS * 90 / 100 && two >= SETS * (share < 0.15 ? 60 : 95) / 100);
        assert_true(fabs(sum / SETS - share) < 0.05);
    }
}

static void one_mode_is_not_split(void **state)
{
    struct random r = { .state = 6 };
    unsigned two = 0;

    (void)state;
    for (unsigned set = 0; set < SETS; set++) {
        struct overlap_point points[N];
        struct overlap_steps s;

        plant(&r, points, 256, 0, 12);
        assert_true(overlap_steps_find(points, N, OWN, &s));
        assert_true(points[s.at].x + OWN > 240 && points[s.at].x + OWN < 272);
        two += s.part < s.at;
    }
    assert_true(two <= SETS / 50);
}

static void passes_without_a_step_have_none(void **state)
{
    struct random r = { .state = 7 };
    struct overlap_point points[N];
    struct overlap_steps s;

    (void)state;
    for (size_t i = 0; i < N; i++) {
        points[i] = (struct overlap_point){ .x = STEP * (double)(i + 1), .n = 12 };
        for (unsigned k = 0; k < 12; k++)
            points[i].serial += random_below(&r, 2) == 0;
    }
    assert_false(overlap_steps_find(points, N, OWN, &s));
    assert_false(overlap_steps_find(points, 1, OWN, &s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_modes_and_their_share_are_found),
        cmocka_unit_test(one_mode_is_not_split),
        cmocka_unit_test(passes_without_a_step_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
