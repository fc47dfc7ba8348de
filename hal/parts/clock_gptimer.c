/* Source: OMAP3530 TRM, SPRUF98, chapter 16 (general-purpose timers: TCLR, TCRR, TLDR), and
 * AM335x TRM, SPRUH73, chapter 20 (DMTIMER), which moved the three without parting them. */
#include "clock.h"
#include "memory_word.h"

enum { TCLR = 0x00, TCRR = 0x04, TLDR = 0x08 }; /* from TCLR */
enum { TCLR_ST_AR = 3 };                        /* no prescaler */

static void clock_gptimer_start(const struct clock *clock)
{
    word_out(clock->base + TCLR, 0);
    word_out(clock->base + TLDR, 0);
    word_out(clock->base + TCRR, 0);
    word_out(clock->base + TCLR, TCLR_ST_AR);
}

static uint64_t clock_gptimer_read(const struct clock *clock)
{
    return word_in(clock->base + TCRR);
}

const struct clock_driver clock_gptimer = { 32, clock_gptimer_start, clock_gptimer_read };
