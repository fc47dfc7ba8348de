/* What a timing takes without operations leaves the short timings of a run with --slow. */
#include "log/readings.h"
#include "made_run.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct made_run made;

/* A run whose readings take READING; its chain takes one tick an addition and, without any,
 * WITHOUT. Returns what is left of 1111 ticks. */
static uint64_t left_of(bool slow, uint64_t reading, uint64_t without)
{
    static char effort[] = "effort", word[] = "slow";
    struct log_key key = { effort, word };
    struct log log;

    made_begin(&made, 100000000);
    made_series(&made, "timer_floor");
    made_sample(&made, 0, 0, 1, (uint64_t[]){ reading + 10, reading, reading + 3 }, 3);
    made_series(&made, "add_chain");
    made_sample(&made, 1024, 0, 1024, (uint64_t[]){ 1024 + without, 1030 + without }, 2);
    made_sample(&made, 8192, 0, 8192, (uint64_t[]){ 8192 + without, 8192 + without }, 2);
    made_series(&made, "cache_size");
    made_sample(&made, 4096, 0, 512, (uint64_t[]){ 1111 }, 1);
    log = (struct log){ .run = made.run };
    if (slow) {
        log.run.keys = &key;
        log.run.n_keys = 1;
    }
    log_readings(&log);
    return log.run.series[2].samples[0].ticks[0];
}

static void a_short_timing_is_without_them(void **state)
{
    (void)state;
    assert_int_equal(left_of(true, 43, 77), 1111 - 77); /* as the chain says: the call, too */
    assert_int_equal(left_of(true, 43, 43), 1111 - 43);
    assert_int_equal(left_of(true, 43, 900), 1111 - 43); /* of cold code: not believed */
    assert_int_equal(left_of(true, 43, 0), 1111 - 43);
}

/* Where some readings show no step it is the clock that is coarse; other runs time for longer. */
static void others_stay(void **state)
{
    (void)state;
    assert_int_equal(left_of(true, 0, 77), 1111);
    assert_int_equal(left_of(false, 43, 77), 1111);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_timing_is_without_them),
        cmocka_unit_test(others_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
