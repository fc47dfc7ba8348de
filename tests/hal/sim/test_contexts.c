/* Several contexts: clocks of their own, lines handed over, levels and units shared. */
#include "model.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { CONTEXTS = 8, ARENA = 1 << 20, PAGE = 4096 };

static const char eight[] =
    "[machine]\ncores = 8\n"
    "[cache 1]\nsize = 4K\nways = 2\nline = 64\nlatency = 4\n"
    "[cache 2]\nsize = 32K\nways = 4\nline = 64\nlatency = 20\nshared_by = 4\n"
    "[memory]\nlatency = 100\nremote = 150\n"
    "[cpu]\nshared_by = 2\nslow = 6\nslow_by = 1.5\n"
    "[op mul.i32]\nlatency = 8\ninterval = 8\n"
    "[coherence]\ngroups = (0-1,2-3),(4-5,6-7)\nnear = 40\nfar = 120\n";

static struct sim_model *all[CONTEXTS];

static int begin(void **state)
{
    struct sim_machine machine;
    char error[200];

    (void)state;
    assert_int_equal(
        sim_machine_parse(&machine, eight, sizeof eight - 1, "eight", error, sizeof error), 0);
    all[0] = sim_model_new(&machine, ARENA);
    assert_non_null(all[0]);
    sim_model_map(all[0], 0, ARENA, false);
    for (unsigned i = 1; i < CONTEXTS; i++) {
        all[i] = sim_model_join(all, i);
        assert_non_null(all[i]);
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (unsigned i = CONTEXTS; i > 0; i--)
        sim_model_free(all[i - 1]);
    return 0;
}

/* Cycles that CONTEXT takes for a load or a store at AT. */
static unsigned cost(unsigned context, uint64_t at, bool store)
{
    uint64_t before = sim_model_clock_16ths(all[context]);

    if (store)
        sim_model_store(all[context], at);
    else
        sim_model_load(all[context], at);
    return (unsigned)((sim_model_clock_16ths(all[context]) - before) / SIM_16THS);
}

static void clocks_are_apart(void **state)
{
    (void)state;
    uint64_t other = sim_model_clock_16ths(all[1]);

    (void)cost(0, 0, false);
    assert_int_equal(sim_model_clock_16ths(all[1]), other);
    sim_model_wait_until(all[1], 16000);
    assert_int_equal(sim_model_clock_16ths(all[1]), 16000);
    sim_model_wait_until(all[1], 100);
    assert_int_equal(sim_model_clock_16ths(all[1]), 16000);
}

static void levels_are_shared_as_the_file_says(void **state)
{
    (void)state;
    assert_int_equal(cost(0, 0, false), 100);
    assert_int_equal(cost(0, 0, false), 4);
    assert_int_equal(cost(3, 0, false), 20);  /* the same second level */
    assert_int_equal(cost(4, 0, false), 150); /* another, and memory of the first node */
}

static void memory_belongs_to_who_touched_first(void **state)
{
    (void)state;
    assert_int_equal(cost(5, 8 * PAGE, false), 100);
    assert_int_equal(cost(0, 8 * PAGE + 64, false), 150);
}

static void written_lines_are_handed_over(void **state)
{
    static const struct {
        const char *rule;
        unsigned reader, cycles;
    } cases[] = {
        { "one's own", 0, 4 },
        { "nearest", 1, 40 },
        { "the group beside", 2, 80 },
        { "no group together", 7, 120 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)cost(cases[i].reader, 64, false); /* it has the line, from before */
        (void)cost(0, 64, true);
        unsigned took = cost(cases[i].reader, 64, false);
        if (took < cases[i].cycles || took > cases[i].cycles + 20)
            fail_msg("%s: %u cycles", cases[i].rule, took);
        assert_int_equal(cost(cases[i].reader, 64, false), 4); /* once is enough */
    }
}

static void units_are_shared_by_a_core(void **state)
{
    const unsigned mul = SIM_MUL * SIM_TYPES + SIM_I32;

    (void)state;
    (void)sim_model_operate(all[0], mul, 0);
    assert_int_equal(sim_model_operate(all[1], mul, 0), (8 + 8) * SIM_16THS); /* after the other */
    assert_int_equal(sim_model_operate(all[2], mul, 0), 8 * SIM_16THS);
}

/* Its own parts take half as long again; what it shares with others, and memory, do not. */
static void one_context_is_slow(void **state)
{
    const unsigned mul = SIM_MUL * SIM_TYPES + SIM_I32;

    (void)state;
    assert_int_equal(cost(6, 8 * PAGE, false), 100);
    assert_int_equal(cost(6, 8 * PAGE, false), 6);
    (void)cost(7, 9 * PAGE, false);
    assert_int_equal(cost(6, 9 * PAGE, false), 20);
    uint64_t before = sim_model_clock_16ths(all[6]);
    sim_model_add(all[6], 10);
    assert_int_equal(sim_model_clock_16ths(all[6]) - before, 15 * SIM_16THS);
    before = sim_model_clock_16ths(all[6]);
    assert_int_equal(sim_model_operate(all[6], mul, 0) - before, 12 * SIM_16THS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(clocks_are_apart, begin, end),
        cmocka_unit_test_setup_teardown(levels_are_shared_as_the_file_says, begin, end),
        cmocka_unit_test_setup_teardown(memory_belongs_to_who_touched_first, begin, end),
        cmocka_unit_test_setup_teardown(written_lines_are_handed_over, begin, end),
        cmocka_unit_test_setup_teardown(units_are_shared_by_a_core, begin, end),
        cmocka_unit_test_setup_teardown(one_context_is_slow, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
