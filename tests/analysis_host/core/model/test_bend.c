/* A line that becomes a steeper one is found where it does, whatever single points do. */
#include "model/bend.h"
#include "random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { N = 64, LINES = 100 };

/* Times of N nested calls, each SLOPE long, those beyond LAST PENALTY more; SPREAD: cycles, evenly;
 * one point in twenty is DISTURBED longer. */
static void lay(double x[N], double y[N], struct random *r, double last, double penalty,
                double spread, double disturbed)
{
    for (size_t i = 0; i < N; i++) {
        x[i] = (double)i + 1;
        y[i] = 5 + 3.2 * x[i] + penalty * fmax(0, x[i] - last) + spread * random_share(r) +
               (random_share(r) < 0.05 ? disturbed : 0);
    }
}

static void bend_is_found_beside_disturbed_points(void **state)
{
    static const double last[] = { 4, 8, 12, 16, 24, 31, 32, 48, 60 };
    struct random r = { .state = 5 };
    double x[N], y[N];
    struct bend b;

    (void)state;
    for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
        unsigned right = 0;

        lay(x, y, &r, last[i], 14, 0, 0);
        assert_true(bend_first(x, y, N, &b) && x[b.last] == last[i]);
        assert_int_equal(b.agree, b.asked);
        for (unsigned line = 0; line < LINES && last[i] >= 12 && last[i] <= 48; line++) {
            lay(x, y, &r, last[i], 14, 1, 40);
            right += bend_first(x, y, N, &b) && x[b.last] == last[i];
        }
        print_message("%g deep: right %u of %d\n", last[i], right, LINES);
        assert_true(last[i] < 12 || last[i] > 48 || right >= LINES * 9 / 10);
    }
}

/* Of two bends, as of a return stack and a target buffer, the first counts. */
static void first_of_two_bends_is_found(void **state)
{
    struct random r = { .state = 6 };
    double x[N], y[N];
    struct bend b;

    (void)state;
    lay(x, y, &r, 8, 6, 0.5, 0);
    for (size_t i = 0; i < N; i++)
        y[i] += 12 * fmax(0, x[i] - 20);
    assert_true(bend_first(x, y, N, &b));
    assert_true(x[b.last] == 8);
}

static void straight_and_few_points_have_none(void **state)
{
    struct random r = { .state = 7 };
    double x[N], y[N];
    struct bend b;

    (void)state;
    for (unsigned line = 0; line < LINES; line++) {
        lay(x, y, &r, N, 0, 3, 40);
        assert_false(bend_first(x, y, N, &b));
    }
    lay(x, y, &r, 4, 14, 0, 0);
    assert_false(bend_first(x, y, 5, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bend_is_found_beside_disturbed_points),
        cmocka_unit_test(first_of_two_bends_is_found),
        cmocka_unit_test(straight_and_few_points_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
