/* A line that bends is found where it bends, and a straight one has none. */
#include "model/kink.h"
#include "random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { N = 17, LINES = 200 };

static const double chains[N] = { 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48 };

/* Steps of 300, SLOPE more for each chain, up to MOST misses at once; beyond that as much longer as
 * there are more. SPREAD: relative, evenly. */
static bool find(struct random *r, double most, double slope, double spread, struct kink *k)
{
    double y[N];

    for (size_t i = 0; i < N; i++) {
        double step = 300 + slope * fmin(chains[i], most);

        y[i] = step * fmax(1, chains[i] / most) * (1 + spread * (2 * random_share(r) - 1));
    }
    return kink_find(chains, y, N, k);
}

static void bend_is_found_and_within_its_bounds(void **state)
{
    static const double most[] = { 6, 8, 10, 12, 16, 20, 24 };
    struct random r = { .state = 3 };
    struct kink k;

    (void)state;
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        unsigned held = 0, near = 0;

        assert_true(find(&r, most[i], 0, 0, &k) && fabs(k.at - most[i]) <= 0.25);
        for (unsigned line = 0; line < LINES; line++) {
            assert_true(find(&r, most[i], 3, 0.04, &k));
            held += k.low - 0.5 <= most[i] && most[i] <= k.high + 0.5;
            near += fabs(k.at - most[i]) <= 0.1 * most[i] + 0.5;
        }
        print_message("%g at once: bounds hold %u of %d, near %u\n", most[i], held, LINES, near);
        assert_true(held >= LINES * 9 / 10 && near >= LINES * 9 / 10);
    }
}

static void straight_lines_have_no_bend(void **state)
{
    struct random r = { .state = 4 };
    double flat[N], rising[N];
    struct kink k;

    (void)state;
    for (size_t i = 0; i < N; i++) {
        flat[i] = 100;
        rising[i] = 100 * chains[i] * (1 + 0.02 * random_share(&r));
    }
    assert_false(kink_find(chains, flat, N, &k));
    assert_false(kink_find(chains, rising, N, &k));
    assert_false(kink_find(chains, rising, 6, &k)); /* too few */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bend_is_found_and_within_its_bounds),
        cmocka_unit_test(straight_lines_have_no_bend),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
