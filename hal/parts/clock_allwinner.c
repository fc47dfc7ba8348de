/* Source: Allwinner A10 User Manual, timer controller: TMR0_CTRL, INTV_VALUE, CUR_VALUE. */
#include "clock.h"
#include "memory_word.h"

enum { CONTROL = 0x00, INTERVAL = 0x04, CURRENT = 0x08 }; /* from TMR0_CTRL */
enum { CONTROL_RUN_RELOAD_24M = 0x07 };                   /* continuous, not prescaled */

static void start(const struct clock *clock)
{
    word_out(clock->base + INTERVAL, UINT32_MAX);
    word_out(clock->base + CONTROL, CONTROL_RUN_RELOAD_24M);
}

static uint64_t read(const struct clock *clock)
{
    return UINT32_MAX - word_in(clock->base + CURRENT);
}

const struct clock_driver clock_allwinner = { 32, start, read };
