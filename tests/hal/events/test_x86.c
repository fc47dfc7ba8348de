/* Events over the counters of an x86 processor that the test plays: SDM vol. 3B, section 18.2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "msr.h"
#include <hal/events.h>
#include <string.h>

enum {
    COUNTERS = 2,
    SELECT = 0x186,
    COUNTER = 0xc1,
    GLOBAL = 0x38f,
    ENABLE = 1 << 22,
    RINGS = 3 << 16
};

static struct {
    uint32_t version, lacking;
    uint64_t select[COUNTERS], count[COUNTERS], global;
} chip;

void x86_leaf(uint32_t leaf, uint32_t *a, uint32_t *b)
{
    assert_int_equal(leaf, 0xa);
    *a = chip.version == 0 ? 0 : chip.version | COUNTERS << 8 | 40 << 16 | 7 << 24;
    *b = chip.lacking;
}

uint64_t x86_rdmsr(uint32_t msr)
{
    assert_true(msr == GLOBAL && chip.version > 1);
    return chip.global;
}

void x86_wrmsr(uint32_t msr, uint64_t value)
{
    if (msr == GLOBAL && chip.version > 1)
        chip.global = value;
    else if (msr >= SELECT && msr < SELECT + COUNTERS)
        chip.select[msr - SELECT] = value;
    else if (msr >= COUNTER && msr < COUNTER + COUNTERS)
        chip.count[msr - COUNTER] = value;
    else
        fail_msg("no such register: %#x", msr);
}

uint64_t x86_rdpmc(uint32_t counter)
{
    assert_true(counter < COUNTERS);
    return chip.count[counter] | (uint64_t)1 << 40; /* beyond the counter's bits */
}

static void work(uint32_t event, uint64_t n)
{
    for (unsigned i = 0; i < COUNTERS; i++)
        if ((chip.select[i] & 0xffff) == event && (chip.select[i] & ENABLE) != 0 &&
            (chip.select[i] & RINGS) == RINGS && (chip.version < 2 || (chip.global >> i & 1) != 0))
            chip.count[i] += n;
}

static int clean(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HAL_EVENTS; i++)
        hal_event_drop();
    memset(&chip, 0, sizeof chip);
    return 0;
}

static void counts_of(uint32_t version)
{
    uint64_t counts[HAL_EVENTS];
    enum hal_event_kind kind;

    chip.version = version;
    assert_string_equal(hal_events_name(), "x86");
    assert_null(hal_event_add("INSTRUCTION_RETIRED", &kind));
    assert_int_equal(kind, HAL_EVENT_INSTRUCTIONS);
    assert_null(hal_event_add("LLC_MISSES", &kind));
    assert_int_equal(kind, HAL_EVENT_LINES);
    for (unsigned round = 1; round < 4; round++) {
        hal_events_begin();
        work(0xc0, 100 * round);
        work(0x412e, 9);
        work(0x3c, 500);
        hal_events_end(counts);
        work(0xc0, 1); /* nothing counts any more */
        assert_int_equal(counts[0], 100 * round);
        assert_int_equal(counts[1], 9);
    }
}

static void counts_are_of_the_work_alone(void **state)
{
    (void)state;
    counts_of(1);
}

static void newer_processors_have_one_switch_more(void **state)
{
    (void)state;
    counts_of(4);
    assert_int_equal(chip.global, 3);
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
    assert_null(hal_events_name());
    refuse("INSTRUCTION_RETIRED", "CPUID leaf 0xA");
    chip.version = 2;
    chip.lacking = 1 << 4;
    refuse("LLC_MISSES", "does not have this event");
    refuse("INSTRUCTIONS", "no event of that name");
    assert_null(hal_event_add("r1cb", &kind)); /* a raw code is the user's */
    assert_null(hal_event_add("UNHALTED_CORE_CYCLES", &kind));
    refuse("INSTRUCTION_RETIRED", "no further counter");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(counts_are_of_the_work_alone, clean),
        cmocka_unit_test_setup(newer_processors_have_one_switch_more, clean),
        cmocka_unit_test_setup(what_cannot_be_counted_has_a_reason, clean),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
