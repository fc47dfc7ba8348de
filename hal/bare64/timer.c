/* The core's counters, best first, then the board's; before all of them a clock that is told from
 * outside. */
#include "bare.h"
#include "board64.h"
#include "clock_choice.h"
#include "told_clock.h"
#include <hal/timer.h>

static struct clock_choice chosen; /* of NULL: none was found */

static uint64_t read_told(const struct clock *clock)
{
    (void)clock;
    return bare_told_ticks();
}

static const struct clock_driver clock_told = { 64, NULL, read_told };
static struct clock told = { &clock_told, "told", 0, 0 };

static void note_clock(void)
{
    static struct bare_text t;

    bare_text_add(&t, "clock: ");
    bare_text_add(&t, chosen.clock->name);
    bare_text_add(&t, chosen.first ? "" : ", as the cycle counter does not advance");
    if (chosen.hz == 0)
        bare_text_add(&t, ", of unknown rate");
    bare_note(t.text);
}

static int choose(void)
{
    const struct clock *list[PORT_CLOCKS + BOARD64_CLOCKS + 1] = { 0 };
    unsigned n = 0;

    for (unsigned i = 0; i < PORT_CLOCKS; i++)
        list[n++] = port_clocks[i];
    for (unsigned i = 0; i < BOARD64_CLOCKS && board.clocks && board.clocks[i].driver; i++)
        list[n++] = &board.clocks[i];
    return clock_choose(&chosen, list);
}

int hal_timer_start(void)
{
    if (chosen.clock)
        return 0;
    if (bare_told_clock.hz != 0) {
        told.hz = bare_told_clock.hz;
        chosen = (struct clock_choice){ &told, told.hz, true };
    } else if (choose() != 0) {
        return -1;
    }
    note_clock();
    return 0;
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
