/* The timer of ports that choose among clocks: chosen at the start, and noted. */
#include "bare.h"
#include "chosen_clock.h"
#include "model_clock.h"
#include <hal/timer.h>

struct clock_choice bare_clock;

static uint64_t read_told(const struct clock *clock)
{
    (void)clock;
    return bare_model_ticks();
}

static const struct clock_driver clock_told = { 64, NULL, read_told };
static struct clock told = { &clock_told, "told", 0, 0 };

static void note_clock(void)
{
    static struct bare_text t;

    bare_text_add(&t, "clock: ");
    bare_text_add(&t, bare_clock.clock->name);
    bare_text_add(&t, bare_clock.first ? "" : ", as the cycle counter does not advance");
    if (bare_clock.hz == 0)
        bare_text_add(&t, ", of unknown rate");
    bare_note(t.text);
}

int hal_timer_start(void)
{
    const struct clock *list[BARE_CLOCKS + 1] = { 0 };

    if (bare_clock.clock)
        return 0;
    if (bare_model_clock.hz != 0) {
        told.hz = bare_model_clock.hz;
        bare_clock = (struct clock_choice){ &told, told.hz, true };
    } else {
        bare_clocks(list);
        if (clock_choose(&bare_clock, list) != 0)
            return -1;
    }
    note_clock();
    return 0;
}

unsigned hal_timer_bits(void)
{
    return bare_clock.clock->driver->bits;
}

uint64_t hal_timer_hz(void)
{
    return bare_clock.hz;
}

const char *hal_timer_name(void)
{
    return bare_clock.clock->name;
}
