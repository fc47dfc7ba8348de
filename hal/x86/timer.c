/* The time-stamp counter, its rate held against the clock whose rate is known; where it does not
 * advance, that clock itself. Before both, a clock that is given from outside. */
#include "bare.h"
#include "clock.h"
#include "cpu.h"
#include "model_clock.h"
#include <hal/timer.h>
#include <stdbool.h>

enum {
    CALIBRATION_DIVISOR = 20,
    TRY_READS = 1000,
    PORT_READS = 100000,
    KNOWN_HZ = 10000, /* a step of ACPI's timer is so much of 1 GHz over a twentieth of a second */
};

static bool started;
static struct x86_clock chosen = { "tsc", 0, 64, x86_tsc };

static int advances(const struct x86_clock *clock, unsigned reads)
{
    uint64_t first = clock->now_ticks();

    for (unsigned i = 0; i < reads; i++)
        if (clock->now_ticks() != first)
            return 1;
    return 0;
}

/* TSC at a step of the known clock, which *AT becomes. */
static uint64_t tsc_at_step(uint64_t *at)
{
    uint64_t before = x86_clock.now_ticks();

    while ((*at = x86_clock.now_ticks()) == before)
        ;
    return x86_tsc();
}

/* Ticks a second, over a twentieth of one. */
static uint64_t tsc_hz(void)
{
    uint64_t mask = ((uint64_t)1 << x86_clock.bits) - 1;
    uint64_t begin, end, begin_tsc, end_tsc;

    if (x86_clock.hz == 0 || !advances(&x86_clock, PORT_READS))
        return 0;
    begin_tsc = tsc_at_step(&begin);
    do
        end_tsc = tsc_at_step(&end);
    while (((end - begin) & mask) < x86_clock.hz / CALIBRATION_DIVISOR);
    uint64_t hz = (end_tsc - begin_tsc) * x86_clock.hz / ((end - begin) & mask);

    return (hz + KNOWN_HZ / 2) / KNOWN_HZ * KNOWN_HZ;
}

static void note_clock(void)
{
    static struct bare_text note;

    bare_text_add(&note, "clock: ");
    bare_text_add(&note, chosen.name);
    if (chosen.hz == 0) {
        bare_text_add(&note, " of unknown rate");
    } else {
        bare_text_add(&note, " of ");
        bare_text_number(&note, chosen.hz);
        bare_text_add(&note, " Hz");
    }
    if (chosen.now_ticks == x86_tsc && x86_clock.hz != 0) {
        bare_text_add(&note, ", by ");
        bare_text_add(&note, x86_clock.name);
    }
    bare_note(note.text);
}

int hal_timer_start(void)
{
    if (started)
        return 0;
    if (bare_model_clock.hz != 0)
        chosen = (struct x86_clock){ "told", bare_model_clock.hz, 64, bare_model_ticks };
    else if (advances(&chosen, TRY_READS))
        chosen.hz = tsc_hz();
    else if (x86_clock.hz != 0 && advances(&x86_clock, PORT_READS))
        chosen = x86_clock;
    else
        return -1;
    started = true;
    note_clock();
    return 0;
}

uint64_t hal_timer_now_ticks(void)
{
    return chosen.now_ticks();
}

unsigned hal_timer_bits(void)
{
    return chosen.bits;
}

uint64_t hal_timer_hz(void)
{
    return chosen.hz;
}

const char *hal_timer_name(void)
{
    return chosen.name;
}
