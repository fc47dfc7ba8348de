/* Source: Cortex-A9 MPCore TRM, DDI 0407, section 4.4, global timer registers. */
#include "clock.h"
#include "memory_word.h"

enum { COUNTER_LOW = 0x00, COUNTER_HIGH = 0x04, CONTROL = 0x08 };
enum { CONTROL_TIMER_ENABLE = 1 }; /* prescaler 0: PERIPHCLK */

static void clock_a9_global_start(const struct clock *clock)
{
    word_out(clock->base + CONTROL, CONTROL_TIMER_ENABLE);
}

/* Section 4.4.1: high, low, high again, until the two agree. */
static uint64_t clock_a9_global_read(const struct clock *clock)
{
    uint32_t high = word_in(clock->base + COUNTER_HIGH);

    for (;;) {
        uint32_t low = word_in(clock->base + COUNTER_LOW);
        uint32_t again = word_in(clock->base + COUNTER_HIGH);

        if (again == high)
            return (uint64_t)high << 32 | low;
        high = again;
    }
}

const struct clock_driver clock_a9_global = { 64, clock_a9_global_start, clock_a9_global_read };
