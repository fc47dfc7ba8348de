/* Probe cache_policy where cache_ways saw more ways than its sequences have room for. */
#include "captured.h"
#include "fake.h"
#include "run/probe.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const struct probe probe_cache_policy;

enum { STEP_TICKS = 3 * 64, KIB = 1024 };

static struct captured sent;

static int begin(void **state)
{
    (void)state;
    fake_reset();
    fake.timer.step_ticks = STEP_TICKS; /* each timing is long enough */
    fake.timer.hz = 1000000;
    sent = (struct captured){ 0 };
    return 0;
}

static int drop(void **state)
{
    (void)state;
    free(sent.bytes);
    return 0;
}

/* Frames in random order look like a level of many ways of 512 bytes. */
static void too_many_ways_are_left_out(void **state)
{
    struct plan plan = { .tick_min = 1, .sample_ticks = STEP_TICKS, .seed = 1, .n_caches = 2 };
    struct record_out out = { .put = captured_put, .ctx = &sent };
    struct probe_run run = { .out = &out, .name = "cache_policy", .plan = &plan, .rng = 1 };
    static const struct {
        unsigned ways;
        size_t bytes, way_bytes;
        uint64_t cost;
    } seen[] = { { 8, 32 * KIB, 4 * KIB, 1024 }, { 512, 256 * KIB, KIB / 2, 4096 } };

    (void)state;
    fake.memory.refuse_large = true;
    for (unsigned k = 0; k < plan.n_caches; k++) {
        plan.cache_ways[k] = seen[k].ways;
        plan.cache_bytes[k] = seen[k].bytes;
        plan.cache_way_bytes[k] = seen[k].way_bytes;
        plan.cache_cost[k] = seen[k].cost;
    }
    plan.cache_cost[plan.n_caches] = 65536;
    assert_int_equal(probe_cache_policy.run(&run), RECORD_END_OK);
    assert_int_equal(captured_put(&sent, "", 1), 0);
    const char *second = strstr(sent.bytes, "level=2,ways=512");
    assert_non_null(second);
    assert_non_null(strstr(second, "DONE,cache_policy,0,skip:not%20enough%20memory"));
    assert_null(strstr(second, ",S,"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(too_many_ways_are_left_out, begin, drop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
