/* The Cortex-A9's traffic over a PL310 that the test plays: L2C-310 TRM, DDI 0246, sections 3.3.6
 * to 3.3.8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "needs.h"
#include "registers.h"
#include <hal/cache.h>
#include <hal/traffic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BASE = 0x1000, CONTROL = 0x100, COUNTERS = 0x200, SELECT_1 = 0x204, SELECT_0 = 0x208 };
enum { COUNTER_1 = 0x20c, COUNTER_0 = 0x210, EVENTS = 16 };

/* The registers, and the events that are counted from one reading to the next. */
static struct {
    uint32_t control, select[2];
    uint32_t each[EVENTS];
    bool flushed;
} chip;

const struct a9_board board_a9 = { .pl310_base = BASE };

uint32_t word_in(uintptr_t at)
{
    uint32_t event;

    switch (at - BASE) {
    case CONTROL:
        return 1;
    case COUNTER_0:
    case COUNTER_1:
        event = chip.select[at - BASE == COUNTER_1] >> 2;
        assert_true((chip.control & 1) != 0 && event < EVENTS);
        return chip.each[event];
    default:
        return 0;
    }
}

void word_out(uintptr_t at, uint32_t value)
{
    if (at - BASE == COUNTERS)
        chip.control = value;
    if (at - BASE == SELECT_0 || at - BASE == SELECT_1) {
        assert_int_equal(chip.control & 1, 0); /* events are selected while nothing counts */
        chip.select[at - BASE == SELECT_1] = value;
    }
}

int hal_cache_flush(const void *start, size_t n_bytes)
{
    (void)start;
    assert_int_equal(n_bytes, 256 * 32);
    chip.flushed = true;
    return 0;
}

/* Runs CASE_OF in a process of its own: the port looks once. */
static void alone(void (*case_of)(void))
{
    int how;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        case_of();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
}

static void require(bool what)
{
    if (!what)
        _exit(1);
}

static void a_working_chip(void)
{
    struct hal_traffic before, after;

    chip.each[3] = 258;
    chip.each[2] = 2;
    require(hal_traffic_levels() == 1 && chip.flushed);
    require(hal_traffic_lacking() == NULL && hal_traffic_name()[0] == 'p');
    require(hal_traffic_passes() == 2 && hal_traffic_read(1, &before) == -1);
    chip.each[3] = chip.each[2] = 0;
    hal_traffic_begin(0);
    require(hal_traffic_read(0, &before) == 0);
    chip.each[3] = 1000; /* looked up */
    chip.each[2] = 600;  /* found */
    require(hal_traffic_read(0, &after) == 0);
    require(after.in_lines - before.in_lines == 400 && after.out_lines == before.out_lines);
    chip.each[3] = chip.each[2] = 0;
    hal_traffic_begin(1);
    require(hal_traffic_read(0, &before) == 0);
    chip.each[1] = 70; /* evicted */
    chip.each[9] = 30; /* allocated by a write */
    require(hal_traffic_read(0, &after) == 0);
    require(after.in_lines - before.in_lines == 30 && after.out_lines - before.out_lines == 70);
    require(after.line_bytes == 32 && !after.in_only);
}

static void standing_counters(void)
{
    struct hal_traffic t;

    require(hal_traffic_levels() == 0 && hal_traffic_name() == NULL);
    require(hal_traffic_read(0, &t) == -1 && hal_traffic_lacking() != NULL);
}

static void counters_of_something_else(void)
{
    chip.each[3] = 1000;
    require(hal_traffic_levels() == 0);
}

static void misses_and_evictions_are_counted_in_two_passes(void **state)
{
    (void)state;
    alone(a_working_chip);
}

static void counters_that_do_not_count_a_walk_are_none(void **state)
{
    (void)state;
    alone(standing_counters);
    alone(counters_of_something_else);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misses_and_evictions_are_counted_in_two_passes),
        cmocka_unit_test(counters_that_do_not_count_a_walk_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
