/* Events over performance monitors that the test plays: DDI 0406C, chapter C12. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmu_registers.h"
#include <hal/events.h>
#include <hal/traffic.h>
#include <string.h>

enum { COUNTERS = 2, MOST_EVENT = 0x80 };

static struct {
    bool absent, enabled;
    uint32_t event[COUNTERS], count[COUNTERS], on, overflows, cycles;
    uint32_t each[MOST_EVENT]; /* events of the work that is played */
} chip;

bool pmu_is_there(void)
{
    return !chip.absent;
}

unsigned pmu_counters(void)
{
    return COUNTERS;
}

bool pmu_has(uint32_t event)
{
    return event < MOST_EVENT && event != 0x17;
}

/* Nobody counts lines. */
unsigned hal_traffic_levels(void)
{
    return 0;
}

void pmu_enable(void)
{
    chip.enabled = true;
}

void pmu_program(unsigned counter, uint32_t event)
{
    assert_true(counter < COUNTERS);
    assert_true((chip.on >> counter & 1) == 0); /* events are selected while nothing counts */
    chip.event[counter] = event;
    chip.count[counter] = 0;
}

uint32_t pmu_count(unsigned counter)
{
    assert_true(counter < COUNTERS);
    return chip.count[counter];
}

uint64_t pmu_cycles(void)
{
    return chip.cycles;
}

void pmu_start(uint32_t counters)
{
    chip.on |= counters;
}

void pmu_stop(uint32_t counters)
{
    assert_true((counters >> 31) == 0); /* the cycle counter may be the clock */
    chip.on &= ~counters;
}

uint32_t pmu_overflows(void)
{
    return chip.overflows;
}

void pmu_clear_overflows(uint32_t counters)
{
    chip.overflows &= ~counters;
}

static void work(void)
{
    assert_true(chip.enabled);
    chip.cycles += chip.each[0x11];
    for (unsigned i = 0; i < COUNTERS; i++) {
        uint32_t before = chip.count[i];

        if ((chip.on >> i & 1) == 0)
            continue;
        chip.count[i] += chip.each[chip.event[i]];
        if (chip.count[i] < before || chip.each[chip.event[i]] == UINT32_MAX)
            chip.overflows |= 1u << i;
    }
}

static int clean(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HAL_EVENTS; i++)
        hal_event_drop();
    memset(&chip, 0, sizeof chip);
    return 0;
}

static void counts_are_of_the_work_alone(void **state)
{
    uint64_t counts[HAL_EVENTS];
    enum hal_event_kind kind;

    (void)state;
    chip.each[0x08] = 1000;
    chip.each[0x03] = 30;
    chip.each[0x11] = 2000;
    chip.cycles = UINT32_MAX - 500; /* wraps meanwhile */
    assert_null(hal_event_add("INST_RETIRED", &kind));
    assert_null(hal_event_add("CPU_CYCLES", &kind));
    assert_null(hal_event_add("r3", &kind));
    for (unsigned round = 1; round <= 3; round++) {
        hal_events_begin();
        for (unsigned i = 0; i < round; i++)
            work();
        hal_events_end(counts);
        work(); /* nothing counts any more */
        assert_int_equal(counts[0], 1000 * round);
        assert_int_equal(counts[1], 2000 * round);
        assert_int_equal(counts[2], 30 * round);
    }
}

static void a_counter_that_overflowed_is_lost(void **state)
{
    uint64_t counts[HAL_EVENTS];
    enum hal_event_kind kind;

    (void)state;
    chip.each[0x08] = UINT32_MAX;
    assert_null(hal_event_add("INST_RETIRED", &kind));
    hal_events_begin();
    work();
    hal_events_end(counts);
    assert_true(counts[0] == HAL_EVENT_LOST);
    chip.each[0x08] = 7;
    hal_events_begin();
    work();
    hal_events_end(counts);
    assert_int_equal(counts[0], 7);
}

static void refuse(const char *name, const char *words)
{
    enum hal_event_kind kind;
    const char *why = hal_event_add(name, &kind);

    assert_non_null(why);
    assert_non_null(strstr(why, words));
}

static void what_cannot_be_counted_has_a_reason(void **state)
{
    enum hal_event_kind kind;

    (void)state;
    refuse("INST_RETIRE", "no event of that name");
    refuse("r", "no event of that name");
    refuse("r123456789", "no event of that name");
    refuse("rg", "no event of that name");
    refuse("L2D_CACHE_REFILL", "does not have this event");
    assert_null(hal_event_add("L1D_CACHE_REFILL", &kind));
    assert_int_equal(kind, HAL_EVENT_LINES);
    assert_null(hal_event_add("L1D_TLB_REFILL", &kind));
    assert_int_equal(kind, HAL_EVENT_TLB);
    refuse("INST_RETIRED", "no further counter");
    assert_null(hal_event_add("CPU_CYCLES", &kind)); /* has a counter of its own */
    chip.absent = true;
    assert_null(hal_events_name());
    refuse("INST_RETIRED", "no performance monitors");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(counts_are_of_the_work_alone, clean),
        cmocka_unit_test_setup(a_counter_that_overflowed_is_lost, clean),
        cmocka_unit_test_setup(what_cannot_be_counted_has_a_reason, clean),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
