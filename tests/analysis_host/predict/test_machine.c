/* From answers to a machine: what stands for those that a log does not tell. */
#include "log/log.h"
#include "predict/machine.h"
#include "result/result.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
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

/* Lines of the second cache of the machine that is made where the system reports BYTES of it; NULL:
 * it does not. */
static double lines_reported(char *bytes)
{
    char key[] = "hal", value[] = "sim", claim[] = "claim.cache.2.size";
    struct log_key keys[] = { { key, value }, { claim, bytes } };
    struct log_run run = { .keys = keys, .n_keys = bytes != NULL ? 2 : 1 };
    const char *why = "";

    if (!machine_read(&machine, &run, &results, &why))
        fail_msg("%s", why);
    return machine.level[1].lines;
}

static double lines(void)
{
    return lines_reported(NULL);
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

static void without_bounds_it_is_what_the_system_reports(void **state)
{
    char larger[] = "524288", smaller[] = "16384";

    (void)state;
    two_caches();
    assert_float_equal(lines_reported(larger), 524288 / LINE, 1e-6);
    /* No cache is smaller than the one before. */
    assert_float_equal(lines_reported(smaller), 8 * FIRST / LINE, 1e-6);
}

static void without_a_report_it_lies_between_the_levels_around(void **state)
{
    struct result *third;

    (void)state;
    two_caches();
    assert_float_equal(lines(), 8 * FIRST / LINE, 1e-6);
    third = result_add(&results, id_read("cache.3.size"));
    third->value = 64.0 * FIRST;
    assert_float_equal(lines(), 8 * FIRST / LINE, 1e-6);
    third->value = 4.0 * FIRST;
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

static void put_name(const char *id, const char *text)
{
    struct result *r = result_add(&results, id_read(id));

    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%s", text);
}

/* A host with units that are CONFIDENCE sure; returns what its machine has in place of them, or
 * "". */
static const char *host_with_units(double confidence)
{
    struct log_run run = { .n_keys = 0 };
    const char *why = "";
    struct result *units;

    two_caches();
    result_add(&results, id_read("op.add.i64.latency"))->value = 1;
    result_add(&results, id_read("op.add.i64.rthroughput"))->value = 0.25;
    result_add(&results, id_read("atomic.add.latency"))->value = 8;
    put_name("op.add_i64.units", "p0123");
    put_name("op.shift_i64.units", "p01");
    put_name("op.load_i64.units", "p45");
    put_name("op.store_i64.units", "p4");
    put_name("op.branch_i64.units", "p67");
    put_name("op.add_f64.units", "p8a");
    units = result_add(&results, id_read("core.units"));
    units->value = 11;
    units->confidence = confidence;
    if (!machine_read(&machine, &run, &results, &why))
        fail_msg("%s", why);
    for (size_t i = 0; i < machine.n_missing; i++)
        if (strcmp(machine.missing[i].id, "core.units") == 0)
            return machine.missing[i].instead;
    return "";
}

static void units_are_those_of_the_log(void **state)
{
    (void)state;
    assert_string_equal(host_with_units(0.9), "");
    assert_float_equal(machine.number[MACHINE_ATOMIC_LATENCY].value, 8, 1e-6);
    assert_int_equal(machine.units[OP_ADD][0], 0xf);
    assert_int_equal(machine.units[OP_SHIFT][0], 0x3);
    assert_int_equal(machine.units[OP_MUL][0], 0xf); /* not timed: as additions */
    assert_int_equal(machine.units[OP_STORE][0], 0x10);
    assert_int_equal(machine.units[OP_FADD][1], 0x500);
    assert_int_equal(machine.units[OP_VADD][1], 0x500);
    assert_float_equal(machine.number[MACHINE_BRANCH_RTHROUGHPUT].value, 0.5, 1e-6);
    assert_int_equal(machine.number[MACHINE_BRANCH_RTHROUGHPUT].source, MACHINE_MEASURED);
}

static void doubtful_units_are_not_used(void **state)
{
    (void)state;
    assert_string_equal(host_with_units(0.6), "doubtful; units by class of operation");
    assert_int_equal(machine.units[OP_ADD][0], 0);
    assert_int_equal(machine.number[MACHINE_BRANCH_RTHROUGHPUT].source, MACHINE_ASSUMED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(an_unknown_size_is_the_middle_of_its_bounds, end),
        cmocka_unit_test_teardown(boards_of_32_bits_load_words_of_their_own, end),
        cmocka_unit_test_teardown(units_are_those_of_the_log, end),
        cmocka_unit_test_teardown(doubtful_units_are_not_used, end),
        cmocka_unit_test_teardown(without_bounds_it_is_what_the_system_reports, end),
        cmocka_unit_test_teardown(without_a_report_it_lies_between_the_levels_around, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
