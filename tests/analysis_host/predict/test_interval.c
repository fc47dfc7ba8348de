/* Errors by cause, from kernels made by hand, and what programs of several loops make of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "predict/interval.h"

enum { FAMILIES = 20, MANY = 60 };

static struct database_point points[2 * FAMILIES + MANY];
static struct database database;

static void add(const char *family, unsigned i, double residual, enum cause cause)
{
    struct database_point *p = &points[database.n++];

    *p = (struct database_point){ .residual = residual };
    p->share[cause] = 1;
    snprintf(p->family, sizeof p->family, "%s%u", family, i);
}

/* Twenty families that wait for results are off by 0.01 to 0.2, half of them either way; twenty
 * that wait for memory by four times as much. */
static int begin(void **state)
{
    (void)state;
    database = (struct database){ .point = points };
    for (unsigned i = 0; i < FAMILIES; i++) {
        double off = (i % 2 == 0 ? 0.01 : -0.01) * (i + 1);
        add("chain", i, off, CAUSE_DEPENDENCE);
        add("lines", i, 4 * off, CAUSE_MEMORY);
    }
    return 0;
}

static void near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.3f in place of %.3f, to within %.3f", value, wanted, within);
}

static void each_cause_is_off_as_its_kernels_are(void **state)
{
    struct interval_errors e;

    (void)state;
    assert_true(interval_of_kernels(&e, &database));
    near(e.cause[CAUSE_DEPENDENCE], 0.18, 0.021);
    near(e.cause[CAUSE_MEMORY], 0.72, 0.041);
}

static void a_cause_of_no_kernel_is_off_as_all_are(void **state)
{
    struct interval_errors e;

    (void)state;
    assert_true(interval_of_kernels(&e, &database));
    near(e.cause[CAUSE_SYSTEM], 0.64, 0.041); /* 36 of 40 are not off by more */
    near(e.cause[CAUSE_STORES], e.cause[CAUSE_SYSTEM], 0);
}

/* Sixty sizes of one kernel count as one kernel. */
static void families_count_once(void **state)
{
    struct interval_errors e;

    (void)state;
    for (unsigned i = 0; i < MANY; i++)
        add("wild", 0, 3, CAUSE_DEPENDENCE);
    assert_true(interval_of_kernels(&e, &database));
    near(e.cause[CAUSE_DEPENDENCE], 0.2, 0.041);
}

static void sizes_tell_what_loops_have_in_common(void **state)
{
    struct interval_errors e;

    (void)state;
    database.n = 0;
    for (unsigned i = 0; i < FAMILIES; i++)
        for (unsigned k = 0; k < 2; k++)
            add("same", i, i % 2 == 0 ? 0.2 : -0.2, CAUSE_WIDTH);
    points[0].residual = 0.21; /* else nothing differs within */
    assert_true(interval_of_kernels(&e, &database));
    near(e.alike, 1, 0.02);
    for (unsigned i = 0; i < database.n; i++)
        points[i].residual = i % 2 == 0 ? 0.2 : -0.2;
    assert_true(interval_of_kernels(&e, &database));
    near(e.alike, 0, 0.001);
}

static struct prediction_row row_of(enum cause cause, double cycles)
{
    struct prediction_row row = { 0 };

    row.cycles[cause] = cycles;
    return row;
}

static void loops_add_up_in_squares_but_for_what_is_common(void **state)
{
    struct interval_errors e = { .alike = 0, .cause = { [CAUSE_WIDTH] = 0.4 } };
    struct prediction_row row[4];

    (void)state;
    for (unsigned i = 0; i < 4; i++)
        row[i] = row_of(CAUSE_WIDTH, 100);
    near(interval_of_rows(&e, row, 1), 0.4, 1e-9);
    near(interval_of_rows(&e, row, 4), 0.2, 1e-9);
    e.alike = 1;
    near(interval_of_rows(&e, row, 4), 0.4, 1e-9);
}

static void causes_of_a_loop_add_up(void **state)
{
    struct interval_errors e = { .cause = { [CAUSE_WIDTH] = 0.4, [CAUSE_BRANCH] = 0.2 } };
    struct prediction_row row = row_of(CAUSE_WIDTH, 100);

    (void)state;
    row.cycles[CAUSE_BRANCH] = 300;
    near(interval_of_rows(&e, &row, 1), 0.25 * 0.4 + 0.75 * 0.2, 1e-9);
}

/* The system is no loop, and has an error of its own. */
static void the_system_adds_in_squares(void **state)
{
    struct interval_errors e = { .alike = 1,
                                 .cause = { [CAUSE_WIDTH] = 0.6, [CAUSE_SYSTEM] = 0.8 } };
    const struct prediction_row row[] = { row_of(CAUSE_WIDTH, 50), row_of(CAUSE_SYSTEM, 50) };

    (void)state;
    near(interval_of_rows(&e, row, 2), 0.5, 1e-9);
    near(interval_of_rows(&e, row, 0), 0, 0);
}

static void few_kernels_tell_nothing(void **state)
{
    struct interval_errors e = { .alike = 7 };

    (void)state;
    for (size_t i = FIT_FEWEST - 1; i < database.n; i++)
        points[i].residual = NAN;
    assert_false(interval_of_kernels(&e, &database));
    assert_true(e.alike == 7);
}

static void usual_errors_are_errors(void **state)
{
    struct interval_errors e;

    (void)state;
    interval_usual(&e);
    for (unsigned c = 0; c < CAUSES; c++)
        assert_true(e.cause[c] > 0.1 && e.cause[c] < 1.5);
    assert_true(e.alike > 0 && e.alike < 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_cause_is_off_as_its_kernels_are, begin),
        cmocka_unit_test_setup(a_cause_of_no_kernel_is_off_as_all_are, begin),
        cmocka_unit_test_setup(families_count_once, begin),
        cmocka_unit_test_setup(sizes_tell_what_loops_have_in_common, begin),
        cmocka_unit_test(loops_add_up_in_squares_but_for_what_is_common),
        cmocka_unit_test(causes_of_a_loop_add_up),
        cmocka_unit_test(the_system_adds_in_squares),
        cmocka_unit_test_setup(few_kernels_tell_nothing, begin),
        cmocka_unit_test(usual_errors_are_errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
