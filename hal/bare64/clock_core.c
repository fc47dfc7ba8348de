/* The core's counters, best first, then the board's; before all of them a clock that is given from
 * outside. */
#include "board64.h"
#include "chosen_clock.h"
#include <hal/timer.h>

void bare_clocks(const struct clock **list)
{
    for (unsigned i = 0; i < PORT_CLOCKS; i++)
        *list++ = port_clocks[i];
    for (unsigned i = 0; i < BOARD64_CLOCKS && board.clocks && board.clocks[i].driver; i++)
        *list++ = &board.clocks[i];
}

void timer64_core_start(void)
{
    for (unsigned i = 0; i < PORT_CLOCKS; i++)
        if (bare_clock.clock == port_clocks[i])
            bare_clock.clock->driver->start(bare_clock.clock);
}

uint64_t hal_timer_now_ticks(void)
{
    port_fence();
    uint64_t now = bare_clock.clock->driver->read(bare_clock.clock);
    port_fence();
    return now;
}
