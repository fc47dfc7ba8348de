/* Source: ARM Dual-Timer Module (SP804) TRM, DDI 0271, section 3.3. */
#include "clock.h"
#include "memory_word.h"

enum { TIMER1LOAD = 0x00, TIMER1VALUE = 0x04, TIMER1CONTROL = 0x08 };
enum { TIMEREN_TIMERSIZE_32 = 0x82 }; /* free-running, not prescaled, no interrupt */

static void clock_sp804_start(const struct clock *clock)
{
    word_out(clock->base + TIMER1CONTROL, 0);
    word_out(clock->base + TIMER1LOAD, UINT32_MAX);
    word_out(clock->base + TIMER1CONTROL, TIMEREN_TIMERSIZE_32);
}

static uint64_t clock_sp804_read(const struct clock *clock)
{
    return UINT32_MAX - word_in(clock->base + TIMER1VALUE);
}

const struct clock_driver clock_sp804 = { 32, clock_sp804_start, clock_sp804_read };
