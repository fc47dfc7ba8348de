/* Intervals of parts, from residuals made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "predict/interval.h"

enum { FAMILIES = 21, USUAL = 10, MANY = 16 };

static struct database_point points[FAMILIES + USUAL + MANY];
static struct database database;

static void add(const char *family, double residual)
{
    struct database_point *p = &points[database.n++];

    *p = (struct database_point){ .residual = residual };
    snprintf(p->family, sizeof p->family, "%s", family);
}

/* Families whose factors are 0.5, 0.55 ... 1.5. */
static int begin(void **state)
{
    char family[32];

    (void)state;
    database = (struct database){ .point = points };
    for (unsigned i = 0; i < FAMILIES; i++) {
        snprintf(family, sizeof family, "family%u", i);
        add(family, log(0.5 + 0.05 * i));
    }
    return 0;
}

static void near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.3f in place of %.3f, to within %.3f", value, wanted, within);
}

static double width_of(const double *share, size_t n)
{
    double low, high;

    assert_true(interval_of_parts(&low, &high, share, n, &database));
    assert_true(low <= high);
    return high - low;
}

static void one_part_is_off_like_the_families(void **state)
{
    const double all = 1;
    double low, high;

    (void)state;
    assert_true(interval_of_parts(&low, &high, &all, 1, &database));
    near(low, 0.55, 0.051);
    near(high, 1.45, 0.051);
}

/* Of many parts only what each is off by alone cancels: what most are off by does not. */
static void errors_of_many_parts_cancel_in_part(void **state)
{
    const double equal[] = { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 };
    const double uneven[] = { 97, 1, 1, 1 }, all = 1;

    (void)state;
    assert_true(width_of(equal, 16) > 0.5 * width_of(&all, 1));
    assert_true(width_of(equal, 16) < 0.9 * width_of(&all, 1));
    near(width_of(uneven, 4), 0.97 * width_of(&all, 1), 0.05);
}

/* Sixteen sizes of one kernel count as one kernel, which is one of 32: fewer than what the bound
 * leaves out above. */
static void families_count_once(void **state)
{
    const double all = 1;
    double low, high;
    char family[32];

    (void)state;
    for (unsigned i = 0; i < USUAL; i++) {
        snprintf(family, sizeof family, "usual%u", i);
        add(family, 0);
    }
    for (unsigned i = 0; i < MANY; i++)
        add("wild", log(9));
    assert_true(interval_of_parts(&low, &high, &all, 1, &database));
    near(high, 1.5, 0.051);
}

static void without_residuals_there_is_none(void **state)
{
    const double all = 1;
    double low = 3, high = 4;

    (void)state;
    for (size_t i = 0; i < database.n; i++)
        points[i].residual = NAN;
    assert_false(interval_of_parts(&low, &high, &all, 1, &database));
    assert_false(interval_of_parts(&low, &high, &all, 0, &database));
    assert_true(low == 3 && high == 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_part_is_off_like_the_families, begin),
        cmocka_unit_test_setup(errors_of_many_parts_cancel_in_part, begin),
        cmocka_unit_test_setup(families_count_once, begin),
        cmocka_unit_test_setup(without_residuals_there_is_none, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
