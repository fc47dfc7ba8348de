/* The paper's method on numbers by hand: matches, confidence, formula (1), speedups. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "predict/contexts.h"
#include "predict/paper.h"

static struct database_point points[] = {
    { .family = "chain", .name = "chain", .metrics = { 1, 0.01, 64, 4e3 }, .per_instruction = 2 },
    { .family = "wide", .name = "wide", .metrics = { 1.5, 0.5, 1e4, 1e5 }, .per_instruction = 0.5 },
    { .family = "far", .name = "far", .metrics = { 1.1, 0.1, 1e6, 1e8 }, .per_instruction = 8 },
};
static struct database database = { .point = points, .n = 3 };

static struct signature_kernel kernel(const struct paper_metrics *m, uint64_t executed)
{
    return (struct signature_kernel){ .loop = SIGNATURE_NONE,
                                      .executed = executed,
                                      .stability = m->stability,
                                      .parallel = m->parallel,
                                      .reuse_bytes = m->reuse_bytes,
                                      .volume_bytes = (uint64_t)m->volume_bytes };
}

static void near(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 1e-9 * fabs(wanted)))
        fail_msg("%.12g in place of %.12g", value, wanted);
}

static void formula_adds_kernels_and_the_rest(void **state)
{
    struct signature_kernel kernels[] = { kernel(&points[0].metrics, 600),
                                          kernel(&points[2].metrics, 300) };
    struct signature s = { .instructions = 1000, .kernels = kernels, .n_kernels = 2 };
    struct paper p;

    (void)state;
    paper_make(&p, &s, &database, NULL);
    assert_int_equal(p.n, 2);
    assert_string_equal(p.kernel[0].match->name, "chain");
    assert_string_equal(p.kernel[1].match->name, "far");
    near(p.kernel[0].distance + 1, 1);
    assert_true(p.kernel[0].good && p.kernel[1].good);
    near(p.outside, 0.1);
    near(p.rest_factor, 2); /* the geometric mean of 2, 0.5 and 8 */
    near(p.cycles, 600 * 2 + 300 * 8 + 100 * 2);
}

/* A kernel that was asked for is the match of all, however far it is. */
static void one_kernel_can_stand_for_all(void **state)
{
    struct signature_kernel kernels[] = { kernel(&points[0].metrics, 600),
                                          kernel(&points[2].metrics, 300) };
    struct signature s = { .instructions = 1000, .kernels = kernels, .n_kernels = 2 };
    struct paper p;

    (void)state;
    paper_make(&p, &s, &database, "far");
    assert_string_equal(p.kernel[0].match->name, "far");
    assert_string_equal(p.kernel[1].match->name, "far");
    near(p.cycles, 900 * 8 + 100 * 2);
    paper_make(&p, &s, &database, "fa");
    near(p.cycles + 1, 1);
}

/* What is as far from all kernels as these are from each other is no match to rely on. */
static void what_is_between_kernels_is_no_good_match(void **state)
{
    const struct paper_metrics odd = { 4, 0.0001, 1e3, 1e7 };
    struct signature_kernel one = kernel(&odd, 1000);
    struct signature s = { .instructions = 1000, .kernels = &one, .n_kernels = 1 };
    struct paper p;

    (void)state;
    paper_make(&p, &s, &database, NULL);
    assert_non_null(p.kernel[0].match);
    assert_true(p.kernel[0].distance > 0.1);
    assert_false(p.kernel[0].good);
}

static void without_kernels_there_is_no_answer(void **state)
{
    struct database none = { 0 };
    struct signature s = { .instructions = 1000 };
    struct paper p;

    (void)state;
    paper_make(&p, &s, &none, NULL);
    near(p.cycles + 1, 1);
    paper_make(&p, &s, &database, NULL); /* a program without kernels is all rest */
    near(p.cycles, 2000);
}

static void the_kernel_that_ran_most_speaks_for_a_signature(void **state)
{
    struct signature_kernel kernels[] = { kernel(&points[0].metrics, 10),
                                          kernel(&points[1].metrics, 90) };
    struct signature s = { .instructions = 100, .kernels = kernels, .n_kernels = 2 };
    struct paper_metrics m;

    (void)state;
    assert_true(paper_metrics_of(&m, &s));
    near(m.parallel, 0.5);
    s.n_kernels = 0;
    assert_false(paper_metrics_of(&m, &s));
}

static void contexts_speed_up_what_they_share(void **state)
{
    (void)state;
    near(contexts_time(1, 2), 0.5);
    near(contexts_time(0.9, 3), 0.4);
    near(contexts_time(0, 8), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formula_adds_kernels_and_the_rest),
        cmocka_unit_test(one_kernel_can_stand_for_all),
        cmocka_unit_test(what_is_between_kernels_is_no_good_match),
        cmocka_unit_test(without_kernels_there_is_no_answer),
        cmocka_unit_test(the_kernel_that_ran_most_speaks_for_a_signature),
        cmocka_unit_test(contexts_speed_up_what_they_share),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
