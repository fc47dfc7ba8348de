/* Source: OMAP3530 TRM, SPRUF98, chapter 16 (watchdog timers: start/stop sequence). */
#include "watchdog_omap.h"
#include "memory_word.h"

enum { PENDING = 0x34, START_STOP = 0x48 }; /* WWPS, WSPR */

static void send(uintptr_t base, uint32_t value)
{
    word_out(base + START_STOP, value);
    while (word_in(base + PENDING) != 0)
        ;
}

void watchdog_omap_stop(uintptr_t base)
{
    send(base, 0xaaaa);
    send(base, 0x5555);
}
