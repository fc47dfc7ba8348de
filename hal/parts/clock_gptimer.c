/* Source: OMAP3530 TRM, SPRUF98, chapter 16 (general-purpose timers: TCLR, TCRR, TLDR), and
 * AM335x TRM, SPRUH73, chapter 20 (DMTIMER), which moved the three without parting them. */
#include "clock.h"
#include "memory_word.h"

enum { CONTROL = 0x00, COUNTER = 0x04, LOAD = 0x08 }; /* from TCLR */
enum { CONTROL_ON_RELOAD = 3 };                       /* no prescaler */

static void start(const struct clock *clock)
{
    word_out(clock->base + CONTROL, 0);
    word_out(clock->base + LOAD, 0);
    word_out(clock->base + COUNTER, 0);
    word_out(clock->base + CONTROL, CONTROL_ON_RELOAD);
}

static uint64_t read(const struct clock *clock)
{
    return word_in(clock->base + COUNTER);
}

const struct clock_driver clock_gptimer = { 32, start, read };
