/* Timing with a clock that wraps, goes back, stands or is coarse. */
#include "fake.h"
#include "hal/timer.h"
#include "lib/measure.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static int reset(void **state)
{
    (void)state;
    fake_reset();
    return 0;
}

/* Work that takes so many ticks for each operation, and is counted. */
struct work {
    uint64_t ticks_an_op;
    unsigned runs;
};

static void run_work(void *ctx, uint64_t ops)
{
    struct work *work = ctx;

    work->runs++;
    fake.timer.now_ticks += work->ticks_an_op * ops;
}

struct between_case {
    const char *rule;
    unsigned bits;
    uint64_t begin, end, ticks;
};

static const struct between_case between_cases[] = {
    { "no time", 64, 5, 5, 0 },
    { "forward", 64, 5, 12, 7 },
    { "64 bits wrap", 64, UINT64_MAX - 2, 4, 7 },
    { "32 bits wrap", 32, 0xfffffffe, 5, 7 },
    { "16 bits wrap", 16, 0xfff0, 0x10, 32 },
    { "17 bits wrap", 17, 0x1ffff, 0, 1 },
    { "just below half of 16 bits", 16, 0, 0x7fff, 0x7fff },
    { "half of 16 bits is back", 16, 0, 0x8000, MEASURE_NONE },
    { "one tick back", 64, 8, 7, MEASURE_NONE },
    { "one tick back, 16 bits", 16, 8, 7, MEASURE_NONE },
    { "back across the wrap", 32, 3, 0xfffffff0, MEASURE_NONE },
};

static void difference_is_modulo_the_width(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof between_cases / sizeof between_cases[0]; i++) {
        const struct between_case *c = &between_cases[i];

        fake.timer.bits = c->bits;
        if (measure_between_ticks(c->begin, c->end) != c->ticks)
            fail_msg("%s", c->rule);
    }
}

static void wrap_inside_the_timed_region_is_right(void **state)
{
    static const unsigned widths[] = { 16, 17, 32, 48, 63, 64 };
    struct work work = { .ticks_an_op = 100 };
    const struct measure_kernel kernel = { run_work, &work };

    (void)state;
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        fake_reset();
        fake.timer.bits = widths[i];
        fake.timer.now_ticks = (UINT64_MAX >> (64 - widths[i])) - 50;
        assert_int_equal(measure_ticks(&kernel, 10), 1001); /* and the second reading's step */
    }
}

static void clock_that_went_back_once_is_read_again(void **state)
{
    struct work work = { .ticks_an_op = 10 };
    const struct measure_kernel kernel = { run_work, &work };

    (void)state;
    fake.timer.now_ticks = 1000;
    fake.timer.back_at_reading = 2;
    fake.timer.back_ticks = 500;
    assert_int_equal(measure_ticks(&kernel, 10), 101);
    assert_int_equal(work.runs, 2);
    assert_int_equal(fake.timer.readings, 4);
}

static void clock_that_always_goes_back_measures_nothing(void **state)
{
    struct work work = { .ticks_an_op = 0 };
    const struct measure_kernel kernel = { run_work, &work };
    const struct plan plan = { .sample_ticks = 100 };

    (void)state;
    fake.timer.step_ticks = (uint64_t)-10;
    assert_int_equal(measure_ticks(&kernel, 10), MEASURE_NONE);
    assert_in_range(work.runs, 2, 100); /* tried again, not for ever */
    assert_int_equal(measure_enough_ops(&plan, &kernel, 64, NULL), 0);
}

struct enough_case {
    const char *rule;
    uint64_t granularity_ticks, sample_ticks, ticks_an_op, lap_ops;
};

static const struct enough_case enough_cases[] = {
    { "a lap that is long enough is not repeated", 1, 10, 3, 64 },
    { "a fine clock", 1, 6400, 1, 64 },
    { "a coarse clock", 1000, 64000, 3, 64 },
    { "a very coarse clock", 1000000, 64000000, 7, 100 },
    { "laps that are no power of two", 10, 640, 2, 3 },
};

static void operations_grow_until_the_sample_is_long_enough(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof enough_cases / sizeof enough_cases[0]; i++) {
        const struct enough_case *c = &enough_cases[i];
        struct work work = { .ticks_an_op = c->ticks_an_op };
        const struct measure_kernel kernel = { run_work, &work };
        const struct plan plan = { .sample_ticks = c->sample_ticks };
        uint64_t took = 0;

        fake_reset();
        fake.timer.granularity_ticks = c->granularity_ticks;
        uint64_t ops = measure_enough_ops(&plan, &kernel, c->lap_ops, &took);
        uint64_t laps = ops / c->lap_ops, half_ticks = ops / 2 * c->ticks_an_op;
        if (ops % c->lap_ops != 0 || (laps & (laps - 1)) != 0)
            fail_msg("%s: not lap * 2^k", c->rule);
        if (took < c->sample_ticks)
            fail_msg("%s: too short", c->rule);
        if (laps > 1 && half_ticks >= c->sample_ticks + c->granularity_ticks)
            fail_msg("%s: half would have been enough", c->rule);
    }
}

static void work_that_takes_no_time_comes_to_an_end(void **state)
{
    struct work work = { .ticks_an_op = 0 };
    const struct measure_kernel kernel = { run_work, &work };
    const struct plan plan = { .sample_ticks = 1000 };

    (void)state;
    (void)measure_enough_ops(&plan, &kernel, 1, NULL);
    assert_in_range(work.runs, 1, 64);
    work.runs = 0;
    assert_true(measure_enough_ops(&plan, &kernel, UINT64_MAX / 8, NULL) > 0);
    assert_in_range(work.runs, 1, 3); /* before OPS would wrap */
}

struct clock_case {
    const char *rule;
    uint64_t steps[3];
    uint64_t granularity_ticks, hz, tick_min, sample_ticks;
};

static const struct clock_case clock_cases[] = {
    { "64 of the smallest steps", { 5, 5, 5 }, 1, 0, 5, 320 },
    { "the smallest of uneven steps", { 9, 4, 7 }, 1, 0, 4, 256 },
    { "a step of nothing is none", { 0, 30, 6 }, 1, 0, 6, 384 },
    { "a step back is none", { 20, (uint64_t)-9, 12 }, 1, 0, 12, 768 },
    { "a coarse clock's step is what it jumps", { 1, 1, 1 }, 100, 0, 100, 6400 },
    { "one that stands for all the first readings", { 1, 1, 1 }, 50000, 0, 50000, 3200000 },
    { "a slow clock is limited by its step", { 1, 1, 1 }, 1, 32768, 1, 64 },
};

static void shortest_sample_follows_from_the_clock(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof clock_cases / sizeof clock_cases[0]; i++) {
        const struct clock_case *c = &clock_cases[i];
        struct plan plan = { .seed = 1 };

        fake_reset();
        fake.timer.steps = c->steps;
        fake.timer.n_steps = 3;
        fake.timer.granularity_ticks = c->granularity_ticks;
        fake.timer.hz = c->hz;
        measure_clock(&plan);
        if (plan.tick_min != c->tick_min || plan.sample_ticks != c->sample_ticks)
            fail_msg("%s: step %llu, sample %llu", c->rule, (unsigned long long)plan.tick_min,
                     (unsigned long long)plan.sample_ticks);
    }
}

/* A reading of a simulated core takes 40 to 60 cycles, of a clock that counts each of them: a
 * sample is 16 readings, while a clock of coarse steps wants 64 of these. */
static void samples_of_a_slow_target_follow_from_readings(void **state)
{
    static const uint64_t uneven[] = { 43, 53, 46 }, coarse[] = { 0, 100, 300 };
    struct plan plan = { .seed = 1, .slow = true };

    (void)state;
    fake.timer.hz = 100000000;
    fake.timer.n_steps = 3;
    fake.timer.steps = uneven;
    measure_clock(&plan);
    assert_int_equal(plan.tick_min, 43);
    assert_int_equal(plan.sample_ticks, 16 * 43);
    assert_int_equal(measure_least_sample_ticks(&plan), 16 * 43);
    assert_int_equal(measure_second_ticks(), 1 << 21);
    fake.timer.steps = coarse;
    measure_clock(&plan);
    assert_int_equal(plan.tick_min, 100);
    assert_int_equal(plan.sample_ticks, 64 * 100);
    fake.timer.hz = 32768;
    measure_clock(&plan);
    assert_int_equal(measure_second_ticks(), 32768);
    fake.timer.hz = 100000000;
    plan.slow = false;
    measure_clock(&plan);
    assert_int_equal(measure_second_ticks(), 100000000);
}

/* How long is measure.c's to choose; that it is a time, and a short one, is not. */
static void shortest_sample_is_a_time_on_a_fine_clock(void **state)
{
    struct plan slow = { .seed = 1 }, fast = { .seed = 1 };

    (void)state;
    fake.timer.hz = 1000000000;
    measure_clock(&slow);
    fake.timer.hz = 4000000000;
    measure_clock(&fast);
    assert_in_range(slow.sample_ticks, 1000, 1000000); /* 1 us to 1 ms */
    assert_int_equal(fast.sample_ticks, 4 * slow.sample_ticks);
}

static void smallest_step_is_seen_across_a_wrap(void **state)
{
    struct plan plan = { .seed = 1 };

    (void)state;
    fake.timer.bits = 16;
    fake.timer.step_ticks = 1000;
    fake.timer.hz = 0;
    measure_clock(&plan);
    assert_int_equal(plan.tick_min, 1000);
}

static void lowest_two(void **state)
{
    static const uint64_t ticks[] = { 9, 4, 7, 4, 5 };
    uint64_t least, next;

    (void)state;
    measure_lowest_two(ticks, 5, &least, &next);
    assert_true(least == 4 && next == 4);
    measure_lowest_two(ticks, 3, &least, &next);
    assert_true(least == 4 && next == 7);
    measure_lowest_two(ticks, 1, &least, &next);
    assert_true(least == 9 && next == MEASURE_NONE);
    measure_lowest_two(ticks, 0, &least, &next);
    assert_true(least == MEASURE_NONE && next == MEASURE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(difference_is_modulo_the_width, reset),
        cmocka_unit_test_setup(wrap_inside_the_timed_region_is_right, reset),
        cmocka_unit_test_setup(clock_that_went_back_once_is_read_again, reset),
        cmocka_unit_test_setup(clock_that_always_goes_back_measures_nothing, reset),
        cmocka_unit_test_setup(operations_grow_until_the_sample_is_long_enough, reset),
        cmocka_unit_test_setup(work_that_takes_no_time_comes_to_an_end, reset),
        cmocka_unit_test_setup(shortest_sample_follows_from_the_clock, reset),
        cmocka_unit_test_setup(samples_of_a_slow_target_follow_from_readings, reset),
        cmocka_unit_test_setup(shortest_sample_is_a_time_on_a_fine_clock, reset),
        cmocka_unit_test_setup(smallest_step_is_seen_across_a_wrap, reset),
        cmocka_unit_test(lowest_two),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
