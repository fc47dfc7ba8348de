/* Batches of misses: planted steps are found, curves without one are not. */
#include "model/batch_step.h"
#include "random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST = 64 };

static double x[MOST], y[MOST];
static struct batch_step step;

/* Batches of 1 to MOST loads of LATENCY, BUFFERS at once, EACH cycles apart, NOISE relative. */
static bool plant(unsigned buffers, double latency, double each, double noise, uint64_t seed)
{
    struct random random = { .state = seed };

    for (unsigned k = 1; k <= MOST; k++) {
        x[k - 1] = k;
        y[k - 1] = latency * ((k - 1) / buffers + 1) + each * (double)((k - 1) % buffers);
        y[k - 1] *= 1 + noise * (2 * random_share(&random) - 1);
    }
    return batch_step_find(x, y, MOST, &step);
}

static void planted_steps_are_found(void **state)
{
    (void)state;
    for (unsigned buffers = 1; buffers <= 32; buffers++) {
        assert_true(plant(buffers, 300, 3, 0, 1));
        assert_true(step.at == buffers);
    }
}

static void steps_are_found_in_noise(void **state)
{
    static const unsigned buffers[] = { 4, 8, 10, 12, 16, 22, 24 };
    unsigned right = 0;

    (void)state;
    for (unsigned i = 0; i < 7; i++)
        for (unsigned seed = 1; seed <= 20; seed++)
            right += plant(buffers[i], 300, 4, 0.05, seed) && step.at == buffers[i];
    assert_true(right >= 138);
}

/* Each miss waits for the one before, or all are in flight, or bandwidth is what fills. */
static void lines_have_no_step_but_that_of_one(void **state)
{
    (void)state;
    assert_true(plant(1, 100, 0, 0.01, 2));
    assert_true(step.at == 1);
    assert_false(plant(1000, 300, 0, 0.01, 3));
    assert_false(plant(1000, 300, 20, 0.01, 4));
}

static void few_points_are_refused(void **state)
{
    (void)state;
    (void)plant(2, 300, 1, 0, 1);
    assert_false(batch_step_find(x, y, 3, &step));
    assert_true(isnan(step.at));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_steps_are_found),
        cmocka_unit_test(steps_are_found_in_noise),
        cmocka_unit_test(lines_have_no_step_but_that_of_one),
        cmocka_unit_test(few_points_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
