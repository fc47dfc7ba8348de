/* Source: Allwinner A10 User Manual, timer controller: TMR0_CTRL, INTV_VALUE, CUR_VALUE. */
#include "clock.h"
#include "memory_word.h"

enum { TMR0_CTRL = 0x00, TMR0_INTV_VALUE = 0x04, TMR0_CUR_VALUE = 0x08 }; /* from TMR0_CTRL */
enum { TMR0_EN_RELOAD_24M = 0x07 }; /* continuous, not prescaled */

static void clock_allwinner_start(const struct clock *clock)
{
    word_out(clock->base + TMR0_INTV_VALUE, UINT32_MAX);
    word_out(clock->base + TMR0_CTRL, TMR0_EN_RELOAD_24M);
}

static uint64_t clock_allwinner_read(const struct clock *clock)
{
    return UINT32_MAX - word_in(clock->base + TMR0_CUR_VALUE);
}

const struct clock_driver clock_allwinner = { 32, clock_allwinner_start, clock_allwinner_read };
