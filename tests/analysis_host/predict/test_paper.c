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

/* A kernel is matched with none of its own family, and a match is good as far as the other families
 * are apart. */
static void a_kernel_left_out_is_matched_with_the_others(void **state)
{
    struct database_point four[] = { points[0], points[1], points[2], points[0] };
    const struct database d = { .point = four, .n = 4 };
    double distance;
    bool good;

    (void)state;
    four[3].name[0] = 'C'; /* another size of the first */
    for (size_t i = 0; i < 4; i++) {
        const struct database_point *match = paper_nearest_other(&d, &four[i], &distance, &good);

        assert_non_null(match);
        assert_string_not_equal(match->family, four[i].family);
        assert_true(distance > 0.1);
    }
    strcpy(four[3].family, "copy"); /* the same metrics by another name */
    assert_ptr_equal(paper_nearest_other(&d, &four[0], &distance, &good), &four[3]);
    near(distance + 1, 1);
    assert_true(good);
    assert_null(paper_nearest_other(&(struct database){ four, 1, 0 }, &four[0], &distance, &good));
    assert_false(good);
}

/* ---- the curve over threads of one kernel ---- */

static struct kernel_run run_of(const char *variant, const char *space, unsigned contexts,
                                struct kernel_point *point)
{
    return (struct kernel_run){ .name = "gemm",
                                .variant = variant,
                                .type = "f32",
                                .state = "warm",
                                .space = space,
                                .contexts = contexts,
                                .point = point,
                                .n_points = 1 };
}

/* Each form over the same variant on one thread; arrays of each thread's own are no form. */
static void a_curve_is_of_forms_that_share_work(void **state)
{
    struct kernel_point one = { .n = 64, .timings = 2, .least = 800 },
                        two = { .n = 64, .timings = 2, .least = 500 },
                        four = { .n = 64, .timings = 2, .least = 250 },
                        own = { .n = 64, .timings = 2, .least = 100 };
    struct kernel_run runs[] = {
        run_of("plain", "unified", 1, &one),  run_of("plain", "unified", 2, &two),
        run_of("plain", "unified", 4, &four), run_of("dealt", "cyclic", 1, &two),
        run_of("dealt", "cyclic", 2, &four),  run_of("dealt", "independent", 2, &own)
    };
    const struct kernels k = { .run = runs, .n = sizeof runs / sizeof *runs };
    struct contexts_speedup curve[CONTEXTS_MOST];

    (void)state;
    size_t n = contexts_of_kernel(curve, &k, "gemm", 64, true);
    assert_int_equal(n, 3);
    near(contexts_find(curve, n, "static", 2), 1.6);
    near(contexts_find(curve, n, "static", 4), 3.2);
    near(contexts_find(curve, n, "farm", 2), 2);
    near(contexts_find(curve, n, "farm", 4) + 1, 1);
    assert_int_equal(contexts_of_kernel(curve, &k, "gemm", 128, true), 0);

    const struct database_point match = { .family = "gemm", .name = "gemm.plain n=64" },
                                other = { .family = "fft", .name = "fft.radix2 n=64" };
    struct paper p = {
        .kernel = { { .match = &match, .share = 0.5 }, { .match = &match, .share = 0.25 } }, .n = 2
    };
    n = contexts_of_matches(curve, &k, &p);
    assert_int_equal(n, 3);
    near(contexts_find(curve, n, "static", 4), 3.2);
    p.kernel[1].match = &other; /* was timed on one thread alone */
    assert_int_equal(contexts_of_matches(curve, &k, &p), 0);
    assert_int_equal(contexts_of_kernel(curve, &k, "fft", 64, false), 0);
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
        cmocka_unit_test(a_kernel_left_out_is_matched_with_the_others),
        cmocka_unit_test(a_curve_is_of_forms_that_share_work),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
