/* Source: ARM Dual-Timer Module (SP804) TRM, DDI 0271, section 3.3. */
#include "clock.h"
#include "memory_word.h"

enum { LOAD = 0x00, VALUE = 0x04, CONTROL = 0x08 };
enum { CONTROL_ON_32_BIT = 0x82 }; /* free-running, not prescaled, no interrupt */

static void start(const struct clock *clock)
{
    word_out(clock->base + CONTROL, 0);
    word_out(clock->base + LOAD, UINT32_MAX);
    word_out(clock->base + CONTROL, CONTROL_ON_32_BIT);
}

static uint64_t read(const struct clock *clock)
{
    return UINT32_MAX - word_in(clock->base + VALUE);
}

const struct clock_driver clock_sp804 = { 32, start, read };
