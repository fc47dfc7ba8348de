/* From answers to a machine: what stands for those that a log does not tell. */
#include "log/log.h"
#include "predict/machine.h"
#include "result/result.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 64, FIRST = 32768 };

static struct machine machine;
static struct results results;

/* Two caches of a modelled board, the second's size unknown: from LOW to HIGH, or not at all. */
static struct result *two_caches(void)
{
    struct result *size;

    result_add(&results, id_read("cache.levels"))->value = 2;
    result_add(&results, id_read("cache.1.size"))->value = FIRST;
    result_add(&results, id_read("cache.1.line"))->value = LINE;
    result_add(&results, id_read("cache.1.latency"))->value = 4;
    result_add(&results, id_read("cache.2.latency"))->value = 14;
    result_add(&results, id_read("memory.latency"))->value = 100;
    size = result_add(&results, id_read("cache.2.size"));
    result_unknown(size, "needs a share that stays the same", "it changed",
                   (struct remedy){ .kind = REMEDY_UNSAID });
    return size;
}

/* Lines of the second cache of the machine that is made. */
static double lines(void)
{
    char key[] = "hal", value[] = "sim";
    struct log_key hal = { key, value };
    struct log_run run = { .keys = &hal, .n_keys = 1 };
    const char *why = "";

    if (!machine_read(&machine, &run, &results, &why))
        fail_msg("%s", why);
    return machine.level[1].lines;
}

static int end(void **state)
{
    (void)state;
    results_free(&results);
    memset(&results, 0, sizeof results);
    return 0;
}

static void an_unknown_size_is_the_middle_of_its_bounds(void **state)
{
    struct result *size = two_caches();

    (void)state;
    size->has_bounds = true;
    size->low = 4 << 20;
    size->high = 16 << 20;
    assert_float_equal(lines(), (8 << 20) / LINE, 1e-6);
}

static void without_bounds_it_is_twice_the_level_before(void **state)
{
    (void)state;
    two_caches();
    assert_float_equal(lines(), 2 * FIRST / LINE, 1e-6);
}

static void boards_of_32_bits_load_words_of_their_own(void **state)
{
    (void)state;
    two_caches();
    result_add(&results, id_read("op.load.i32.rthroughput"))->value = 1.5;
    result_add(&results, id_read("op.load.i32.latency"))->value = 6;
    lines();
    assert_float_equal(machine.number[MACHINE_LOAD_RTHROUGHPUT].value, 1.5, 1e-6);
    assert_float_equal(machine.number[MACHINE_INDEXED_LOAD].value, 2, 1e-6);
    result_add(&results, id_read("op.load.i64.rthroughput"))->value = 0.5;
    lines();
    assert_float_equal(machine.number[MACHINE_LOAD_RTHROUGHPUT].value, 0.5, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(an_unknown_size_is_the_middle_of_its_bounds, end),
        cmocka_unit_test_teardown(boards_of_32_bits_load_words_of_their_own, end),
        cmocka_unit_test_teardown(without_bounds_it_is_twice_the_level_before, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
