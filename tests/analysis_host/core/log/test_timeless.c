/* Timings of no ticks are told with their number and lines. */
#include "log/timeless.h"
#include "made_run.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct made_run made;
static struct log log_made;

static void ask(void)
{
    for (size_t i = 0; i < made.run.n_series; i++)
        for (size_t k = 0; k < made.run.series[i].n_samples; k++)
            made.run.series[i].samples[k].line = 10 * (k + 1);
    log_made = (struct log){ .run = made.run };
    log_timeless(&log_made);
}

static int drop(void **state)
{
    (void)state;
    log_made.run = (struct log_run){ 0 };
    log_free(&log_made);
    return 0;
}

static void they_are_told_with_number_and_lines(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    made_sample(&made, 1024, 0, 4096, (uint64_t[]){ 5000, 0, 5001 }, 3);
    made_sample(&made, 2048, 0, 4096, (uint64_t[]){ 5000, 5000, 5001 }, 3);
    made_sample(&made, 4096, 0, 4096, (uint64_t[]){ 0, 5000, 0 }, 3);
    ask();
    assert_int_equal(log_made.n_problems, 1);
    assert_int_equal(log_made.problems[0].line, 10);
    assert_non_null(strstr(log_made.problems[0].what, "3 of 9 timings of cache_size are 0 ticks"));
    assert_non_null(strstr(log_made.problems[0].what, "(lines 10, 30)"));
    assert_string_equal(log_made.problems[0].cost, "3 timings of cache_size");
}

/* Few operations may take no time, the clock's own probe does, and a clock that is too coarse for
 * a probe is no fault. */
static void others_are_no_problem(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "timer_floor");
    made_sample(&made, 0, 0, 4096, (uint64_t[]){ 0, 20, 30 }, 3);
    made_series(&made, "cache_line");
    made_sample(&made, 64, 0, 10, (uint64_t[]){ 0, 20, 30 }, 3);
    made_series(&made, "cache_ways");
    made_sample(&made, 64, 0, 4096, (uint64_t[]){ 0, 0, 1 }, 3);
    ask();
    assert_int_equal(log_made.n_problems, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(they_are_told_with_number_and_lines, drop),
        cmocka_unit_test_teardown(others_are_no_problem, drop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
