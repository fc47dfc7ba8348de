/* Source: OMAP3530 TRM, SPRUF98, chapter 16 (watchdog timers: start/stop sequence). */
#include "watchdog_omap.h"
#include "memory_word.h"

enum { WWPS = 0x34, WSPR = 0x48 }; /* WWPS, WSPR */

static void send(uintptr_t base, uint32_t value)
{
    word_out(base + WSPR, value);
    while (word_in(base + WWPS) != 0)
        ;
}

void watchdog_omap_stop(uintptr_t base)
{
    send(base, 0xaaaa);
    send(base, 0x5555);
}
