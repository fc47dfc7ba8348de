/* The cycle counter where it advances (it reads 0 for ever in some emulators), else the first
 * counter of the board that does. A rate that nobody knows is found beside a counter whose rate is
 * known. */
#include "bare.h"
#include "cp15.h"
#include "needs.h"
#include "told_clock.h"
#include <hal/timer.h>

enum { ADVANCE_READS = 1 << 20 }; /* more than a step of 32 kHz at any processor's rate */

static const struct clock *chosen; /* NULL: none was found */
static uint64_t chosen_hz;

static void start_cycles(const struct clock *clock)
{
    enum { PMCR_E = 1, PMCR_C = 4, PMCNTENSET_C = 1u << 31 }; /* B4.1, PMCR and PMCNTENSET */

    (void)clock;
    cp15_set_pmcr(PMCR_E | PMCR_C);
    cp15_set_pmcntenset((uint32_t)PMCNTENSET_C);
}

static uint64_t read_cycles(const struct clock *clock)
{
    (void)clock;
    return cp15_pmccntr();
}

static const struct clock_driver clock_cycles = { 32, start_cycles, read_cycles };
static const struct clock cycles = { &clock_cycles, "pmccntr", 0, 0 };

static uint64_t read_told(const struct clock *clock)
{
    (void)clock;
    return bare_told_ticks();
}

static const struct clock_driver clock_told = { 64, NULL, read_told };
static struct clock told = { &clock_told, "told", 0, 0 };

static uint64_t passed(const struct clock *clock, uint64_t since)
{
    uint64_t mask = UINT64_MAX >> (64 - clock->driver->bits);

    return (clock->driver->read(clock) - since) & mask;
}

static bool advances(const struct clock *clock)
{
    if (clock->driver->start)
        clock->driver->start(clock);
    uint64_t first = clock->driver->read(clock);

    for (unsigned i = 0; i < ADVANCE_READS; i++)
        if (passed(clock, first) != 0)
            return true;
    return false;
}

/* Ticks of CLOCK in a second, measured over a 16th of a second of a counter whose rate is known. */
static uint64_t measured_hz(const struct clock *clock)
{
    enum { PART = 16 };

    for (const struct clock *known = board.clocks; known->driver; known++) {
        if (known == clock || known->hz == 0 || !advances(known))
            continue;
        uint64_t edge = known->driver->read(known);
        while (passed(known, edge) == 0)
            ;
        uint64_t begin_known = known->driver->read(known), begin = clock->driver->read(clock);
        while (passed(known, begin_known) < known->hz / PART)
            ;
        uint64_t ticks = passed(clock, begin);
        return ticks * known->hz / passed(known, begin_known);
    }
    return 0;
}

static void choose(const struct clock *clock)
{
    static struct bare_text t;

    chosen = clock;
    chosen_hz = clock->hz > 0 ? clock->hz : measured_hz(clock);
    bare_text_add(&t, "clock: ");
    bare_text_add(&t, clock->name);
    bare_text_add(
        &t, clock == &cycles || clock == &told ? "" : ", as the cycle counter does not advance");
    bare_note(t.text);
}

int hal_timer_start(void)
{
    if (chosen)
        return 0;
    if (bare_told_clock.hz != 0) {
        told.hz = bare_told_clock.hz;
        choose(&told);
        return 0;
    }
    if (advances(&cycles)) {
        choose(&cycles);
        return 0;
    }
    for (const struct clock *clock = board.clocks; clock->driver; clock++)
        if (advances(clock)) {
            choose(clock);
            return 0;
        }
    return -1;
}

uint64_t hal_timer_now_ticks(void)
{
    cpu_dsb();
    uint64_t now = chosen->driver->read(chosen);
    cpu_isb();
    return now;
}

unsigned hal_timer_bits(void)
{
    return chosen->driver->bits;
}

uint64_t hal_timer_hz(void)
{
    return chosen_hz;
}

const char *hal_timer_name(void)
{
    return chosen->name;
}
