/* Loads in flight: miss buffers, and units of loads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "walk.h"

#define CACHES                                                                                     \
    "[machine]\nmhz = 1000\n[memory]\nlatency = 200\n[cpu]\nissue = 4\nwindow = 320\n"             \
    "[op load.i64]\nlatency = 4\nunits = 2\n"                                                      \
    "[cache 1]\nsize = 4K\nways = 2\nline = 64\nlatency = 4\n"
#define ONE_LEVEL(mshr) CACHES "mshr = " #mshr "\n"

/* Cycles of N loads of lines that are not cached, none of which waits for another. */
static double batch(const char *board, unsigned n)
{
    struct sim_model *m = walk_model(board, (uint64_t)1 << 20);
    uint64_t begin = sim_model_clock_16ths(m), last = begin;

    for (unsigned i = 0; i < n; i++) {
        uint64_t ready = sim_model_follow(m, 64 * (uint64_t)i, begin);
        last = ready > last ? ready : last;
    }
    sim_model_free(m);
    return (double)(last - begin) / SIM_16THS;
}

static void batch_takes_a_latency_for_each_set_of_miss_buffers(void **state)
{
    (void)state;
    assert_true(batch(ONE_LEVEL(8), 8) < 210);
    assert_true(batch(ONE_LEVEL(8), 9) >= 400);
    assert_true(batch(ONE_LEVEL(8), 16) < 410);
    assert_true(batch(ONE_LEVEL(1), 3) >= 600);
    assert_true(batch(ONE_LEVEL(24), 24) < 220);
    assert_true(batch(ONE_LEVEL(24), 25) >= 400);
}

/* A miss occupies a buffer of each cache that it misses in. */
static void batch_obeys_the_cache_with_fewest_buffers(void **state)
{
    static const char two[] =
        ONE_LEVEL(12) "[cache 2]\nsize = 64K\nways = 4\nline = 64\nlatency = 14\nmshr = 6\n";

    (void)state;
    assert_true(batch(two, 6) < 210);
    assert_true(batch(two, 7) >= 400);
}

static void loads_without_a_number_of_miss_buffers_are_serial(void **state)
{
    (void)state;
    assert_true(batch(CACHES, 5) >= 1000);
}

/* Loads that hit need no buffer: two units of latency 4 have eight under way. */
static void loads_that_hit_take_units(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(ONE_LEVEL(4), (uint64_t)1 << 20);
    uint64_t begin, last;

    (void)sim_model_follow(m, 0, 0);
    begin = sim_model_clock_16ths(m) + 1000 * SIM_16THS;
    sim_model_wait_until(m, begin);
    last = begin;
    for (unsigned i = 0; i < 100; i++) {
        uint64_t ready = sim_model_follow(m, 0, begin);
        last = ready > last ? ready : last;
    }
    double cycles = (double)(last - begin) / SIM_16THS;
    assert_true(cycles > 52 && cycles < 56);
    sim_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_takes_a_latency_for_each_set_of_miss_buffers),
        cmocka_unit_test(batch_obeys_the_cache_with_fewest_buffers),
        cmocka_unit_test(loads_without_a_number_of_miss_buffers_are_serial),
        cmocka_unit_test(loads_that_hit_take_units),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
