/* Source: Cortex-A9 MPCore TRM, DDI 0407, section 4.2, private timer registers. Each core has one.
 */
#include "clock.h"
#include "memory_word.h"

enum { LOAD = 0x00, COUNTER = 0x04, CONTROL = 0x08 };
enum { CONTROL_ENABLE_AUTO_RELOAD = 3 };

static void clock_a9_private_start(const struct clock *clock)
{
    word_out(clock->base + LOAD, UINT32_MAX);
    word_out(clock->base + CONTROL, CONTROL_ENABLE_AUTO_RELOAD);
}

static uint64_t clock_a9_private_read(const struct clock *clock)
{
    return UINT32_MAX - word_in(clock->base + COUNTER);
}

const struct clock_driver clock_a9_private = { 32, clock_a9_private_start, clock_a9_private_read };
