/* The step of clocks whose step is known, from differences as such clocks show them. */
#include "model/clock_step.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

enum { DIFFERENCES = 256, OTHERS = 300 };

static double differences[DIFFERENCES], others[OTHERS];

/* What readings of a clock that moves on by STEP ticks, each COST ticks and up to SPREAD ticks
 * late, are apart. */
static void read_clock(double step, double cost, unsigned spread)
{
    unsigned state = 7;
    double now = 3.3, before = 0;

    for (size_t i = 0; i <= DIFFERENCES; i++) {
        double shown = floor(floor(now / step) * step);

        if (i > 0)
            differences[i - 1] = shown - before;
        before = shown;
        state = state * 1103515245 + 12345;
        now += cost + (state >> 16) % (spread + 1);
    }
}

static void count_timings(double step)
{
    for (size_t i = 0; i < OTHERS; i++)
        others[i] = floor((double)(1000 + 37 * i) / step) * step;
}

struct step_case {
    const char *clock;
    double step, cost;
    unsigned spread;
    double expected;
};

static const struct step_case cases[] = {
    { "a step of 22.5 ticks, read every third time at two steps", 22.5, 60, 0, 22.5 },
    { "the same beside a neighbour", 22.5, 60, 20, 22.5 },
    { "a step of 26 ticks, a reading is one or two", 26, 40, 0, 26 },
    { "a step of one tick, a reading takes 36 to 44", 1, 36, 8, 1 },
    { "a step of two ticks", 2, 20, 7, 2 },
    { "a step of 45 ticks, all readings one step apart", 45, 45, 0, 45 },
    { "a step of one tick, all readings 20 apart", 1, 20, 0, 1 },
};

static void steps_are_those_of_the_clock(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct step_case *c = &cases[i];

        read_clock(c->step, c->cost, c->spread);
        count_timings(c->step);
        struct clock_step step = clock_step_of(differences, DIFFERENCES, others, OTHERS);
        if (fabs(step.ticks - c->expected) > 0.01 * c->expected)
            fail_msg("%s: %g", c->clock, step.ticks);
        if (step.whole < 0.9 * (double)step.of)
            fail_msg("%s: %zu of %zu", c->clock, step.whole, step.of);
    }
}

static void interruptions_are_no_steps(void **state)
{
    (void)state;
    read_clock(22.5, 60, 0);
    differences[DIFFERENCES / 2] = 4140;
    struct clock_step step = clock_step_of(differences, DIFFERENCES, others, OTHERS);
    assert_true(fabs(step.ticks - 22.5) < 0.1);
    assert_int_equal(step.of, DIFFERENCES - 1);
}

static void few_late_readings_show_parts_of_the_usual_difference(void **state)
{
    (void)state;
    read_clock(45, 45, 0);
    for (size_t i = 0; i < DIFFERENCES; i++)
        differences[i] = i % 80 == 0 ? 112 + (double)(i % 3 > 0) : 90;
    struct clock_step step = clock_step_of(differences, DIFFERENCES, others, OTHERS);
    assert_true(fabs(step.ticks - 22.5) < 0.1 && step.whole == step.of);
    for (size_t i = 0; i < DIFFERENCES; i++)
        differences[i] = i % 80 == 0 ? 103 + (double)(i % 17) : 90;
    step = clock_step_of(differences, DIFFERENCES, others, OTHERS);
    assert_true(step.ticks == 90 && step.whole < step.of);
}

/* A simulated board without noise: a reading takes 20 cycles, and all else an even number. */
static void an_even_number_of_steps_is_no_step(void **state)
{
    (void)state;
    read_clock(1, 20, 0);
    count_timings(2);
    struct clock_step step = clock_step_of(differences, DIFFERENCES, others, OTHERS);
    assert_true(step.whole == 0 && step.of == OTHERS);
}

static void disturbed_steps_are_in_doubt(void **state)
{
    (void)state;
    read_clock(45, 60, 0);
    for (size_t i = 0; i < DIFFERENCES; i += 4)
        differences[i] += 13 + (double)(i % 7);
    struct clock_step step = clock_step_of(differences, DIFFERENCES, others, OTHERS);
    assert_true(step.whole < 0.5 * (double)step.of);
}

static void few_differences_give_the_smallest(void **state)
{
    (void)state;
    struct clock_step step = clock_step_of((double[]){ 30, 20, 50 }, 3, NULL, 0);
    assert_true(step.ticks == 20 && step.whole == 1 && step.of == 3);
    assert_true(clock_step_of(NULL, 0, NULL, 0).ticks == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_the_clock),
        cmocka_unit_test(interruptions_are_no_steps),
        cmocka_unit_test(few_late_readings_show_parts_of_the_usual_difference),
        cmocka_unit_test(an_even_number_of_steps_is_no_step),
        cmocka_unit_test(disturbed_steps_are_in_doubt),
        cmocka_unit_test(few_differences_give_the_smallest),
    };

    return cmocka_run_group_tests_name("clock_step", tests, NULL, NULL);
}
