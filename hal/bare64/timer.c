/* The core's counters, best first, then the board's; before all of them a clock that is told from
 * outside. */
#include "board64.h"
#include "chosen_clock.h"
#include <hal/timer.h>

static struct clock_choice chosen; /* of NULL: none was found */

int hal_timer_start(void)
{
    const struct clock *list[PORT_CLOCKS + BOARD64_CLOCKS + 1] = { 0 };
    unsigned n = 0;

    if (chosen.clock)
        return 0;
    for (unsigned i = 0; i < PORT_CLOCKS; i++)
        list[n++] = port_clocks[i];
    for (unsigned i = 0; i < BOARD64_CLOCKS && board.clocks && board.clocks[i].driver; i++)
        list[n++] = &board.clocks[i];
    return bare_clock_choose(&chosen, list);
}

void timer64_core_start(void)
{
    for (unsigned i = 0; i < PORT_CLOCKS; i++)
        if (chosen.clock == port_clocks[i])
            chosen.clock->driver->start(chosen.clock);
}

uint64_t hal_timer_now_ticks(void)
{
    port_fence();
    uint64_t now = chosen.clock->driver->read(chosen.clock);
    port_fence();
    return now;
}

unsigned hal_timer_bits(void)
{
    return chosen.clock->driver->bits;
}

uint64_t hal_timer_hz(void)
{
    return chosen.hz;
}

const char *hal_timer_name(void)
{
    return chosen.clock->name;
}
