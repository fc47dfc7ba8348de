/* Source: ARMv7-M Architecture Reference Manual, DDI 0403, section B3.3; ARMv6-M's is the same,
 * where a core has it. It counts down. */
#include "clock.h"
#include "memory_word.h"

enum { CSR = 0x0, RVR = 0x4, CVR = 0x8, CSR_ENABLE = 1 << 0, CSR_CORE_CLOCK = 1 << 2 };
enum { BITS = 24, LAST = (1 << BITS) - 1 };

static void clock_systick_start(const struct clock *clock)
{
    word_out(clock->base + CSR, 0);
    word_out(clock->base + RVR, LAST);
    word_out(clock->base + CVR, 0); /* whatever is written */
    word_out(clock->base + CSR, CSR_ENABLE | CSR_CORE_CLOCK);
}

static uint64_t clock_systick_read(const struct clock *clock)
{
    return LAST - (word_in(clock->base + CVR) & LAST);
}

const struct clock_driver clock_systick = { BITS, clock_systick_start, clock_systick_read };
