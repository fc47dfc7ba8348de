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

/* Caches that keep states; a clock that depends on load. */
static const char with_states[] =
    "[machine]\ncores = 8\nmhz = 1000\n"
    "[cache 1]\nsize = 4K\nways = 2\nline = 64\nlatency = 4\n"
    "[cache 2]\nsize = 8K\nways = 4\nline = 64\nlatency = 12\n"
    "[cache 3]\nsize = 64K\nways = 4\nline = 64\nlatency = 30\nshared_by = 4\n"
    "[memory]\nlatency = 100\n"
    "[cpu]\nbusy_clock = 1.5\nthrottle_after = 0.001\nthrottle = 2\n"
    "[coherence]\nstates = yes\ngroups = 0-3,4-7\nnear = 40\nfar = 120\n"
    "clean_near = 25\nclean_far = 90\natomic_add = 10\natomic_compare = 14\n";

static struct sim_model *all[CONTEXTS];

static int begin_with(const char *text)
{
    struct sim_machine machine;
    char error[200];

    assert_int_equal(sim_machine_parse(&machine, text, strlen(text), "eight", error, sizeof error),
                     0);
    all[0] = sim_model_new(&machine, ARENA);
    assert_non_null(all[0]);
    sim_model_map(all[0], 0, ARENA, false);
    for (unsigned i = 1; i < CONTEXTS; i++) {
        all[i] = sim_model_join(all, i);
        assert_non_null(all[i]);
    }
    return 0;
}

static int begin(void **state)
{
    (void)state;
    return begin_with(eight);
}

static int begin_states(void **state)
{
    (void)state;
    return begin_with(with_states);
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

/* Pushes the line at AT out of the first LEVELS levels of CONTEXT. */
static void push_out(unsigned context, uint64_t at, unsigned levels)
{
    unsigned n = levels == 1 ? 2 : 16;

    for (unsigned i = 1; i <= n; i++)
        (void)cost(context, at + i * 2048, false);
}

static void lines_come_from_the_cache_that_has_them(void **state)
{
    static const struct {
        const char *rule;
        bool written;
        unsigned levels, reader, cycles;
    } cases[] = {
        { "modified, near", true, 0, 1, 4 + 40 },
        { "modified, far", true, 0, 5, 4 + 120 },
        { "exclusive, near", false, 0, 1, 4 + 25 },
        { "exclusive, far", false, 0, 5, 4 + 90 },
        { "modified in the owner's second level", true, 1, 1, 4 + 40 + 8 },
        { "exclusive in the owner's second level", false, 1, 1, 4 + 25 + 8 },
        { "modified, in the level that both share", true, 2, 1, 30 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t at = (2 * i + 1) * 64;

        (void)cost(0, at, cases[i].written);
        if (cases[i].levels > 0)
            push_out(0, at, cases[i].levels);
        unsigned took = cost(cases[i].reader, at, false);
        if (took != cases[i].cycles)
            fail_msg("%s: %u cycles, wanted %u", cases[i].rule, took, cases[i].cycles);
        assert_int_equal(cost(cases[i].reader, at, false), 4); /* a copy of its own */
    }
}

static void a_store_takes_all_copies(void **state)
{
    (void)state;
    (void)cost(0, 64, false);
    (void)cost(1, 64, false);
    (void)cost(2, 64, false);
    assert_int_equal(cost(1, 64, false), 4);
    assert_int_equal(cost(2, 64, true), 4 + 40); /* the others are asked */
    assert_int_equal(cost(1, 64, false), 4 + 40);
    assert_int_equal(cost(0, 64, false), 30); /* shared now: from the level of all */
}

static void a_flush_leaves_no_owner(void **state)
{
    (void)state;
    (void)cost(0, 64, false);
    (void)cost(1, 64, false);
    for (unsigned level = 0; level < 3; level++)
        for (unsigned i = 0; i < CONTEXTS; i++)
            sim_model_flush(all[i], level, 64, 64);
    assert_int_equal(cost(2, 64, false), 100);
    assert_int_equal(cost(0, 64, false), 4 + 25); /* it is exclusive there */
}

static void atomics_of_a_line_take_turns(void **state)
{
    const uint64_t add_16ths = 10 * SIM_16THS;

    (void)state;
    (void)cost(0, 64, true);
    uint64_t begun = sim_model_clock_16ths(all[0]);
    sim_model_atomic(all[0], 64, add_16ths);
    assert_int_equal(sim_model_clock_16ths(all[0]) - begun, (4 + 10) * SIM_16THS);
    uint64_t over = sim_model_clock_16ths(all[0]);
    assert_true(sim_model_clock_16ths(all[1]) < over);
    sim_model_atomic(all[1], 64, add_16ths);
    assert_int_equal(sim_model_clock_16ths(all[1]) - over, (4 + 40 + 10) * SIM_16THS);
}

/* Ticks that 1000 additions of context 0 take. */
static uint64_t thousand(void)
{
    uint64_t before = sim_model_read_ticks(all[0]);

    sim_model_add(all[0], 1000 - SIM_READ_CYCLES);
    return sim_model_read_ticks(all[0]) - before;
}

static void the_clock_falls_with_load_and_heat(void **state)
{
    (void)state;
    assert_int_equal(thousand(), 1000);
    sim_model_busy(all[0], 8);
    assert_int_equal(thousand(), 1500);
    sim_model_add(all[0], 700000); /* a millisecond at that clock is over */
    assert_int_equal(thousand(), 3000);
    sim_model_busy(all[0], 1);
    assert_int_equal(thousand(), 1000);
    sim_model_busy(all[0], 8); /* a break cools it down */
    assert_int_equal(thousand(), 1500);
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
        cmocka_unit_test_setup_teardown(lines_come_from_the_cache_that_has_them, begin_states, end),
        cmocka_unit_test_setup_teardown(a_store_takes_all_copies, begin_states, end),
        cmocka_unit_test_setup_teardown(a_flush_leaves_no_owner, begin_states, end),
        cmocka_unit_test_setup_teardown(atomics_of_a_line_take_turns, begin_states, end),
        cmocka_unit_test_setup_teardown(the_clock_falls_with_load_and_heat, begin_states, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
