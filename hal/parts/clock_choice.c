/* Counters that do not count are passed over: cycle counters read 0 for ever in some emulators. */
#include "clock_choice.h"
#include <stddef.h>

enum { ADVANCE_READS = 1 << 20 }; /* more than a step of 32 kHz at any processor's rate */
/* Rates are measured for a 64th of a second, or for a 16th against a clock with few ticks. */
enum { PART = 64, PART_OF_SLOW = 16, SLOW_HZ = 1000000 };

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

/* Ticks of CLOCK in a second, from a step of KNOWN on. */
static uint64_t hz_beside(const struct clock *clock, const struct clock *known)
{
    uint64_t wait = known->hz / (known->hz < SLOW_HZ ? PART_OF_SLOW : PART);
    uint64_t edge = known->driver->read(known);

    while (passed(known, edge) == 0)
        ;
    uint64_t begin_known = known->driver->read(known), begin = clock->driver->read(clock);
    while (passed(known, begin_known) < wait)
        ;
    uint64_t ticks = passed(clock, begin);
    return ticks * known->hz / passed(known, begin_known);
}

static uint64_t measured_hz(const struct clock *clock, const struct clock *const *clocks)
{
    for (; *clocks; clocks++)
        if (*clocks != clock && (*clocks)->hz != 0 && advances(*clocks))
            return hz_beside(clock, *clocks);
    return 0;
}

int clock_choose(struct clock_choice *choice, const struct clock *const *clocks)
{
    for (const struct clock *const *clock = clocks; *clock; clock++)
        if (advances(*clock)) {
            uint64_t hz = (*clock)->hz;

            *choice = (struct clock_choice){ .clock = *clock,
                                             .hz = hz > 0 ? hz : measured_hz(*clock, clocks),
                                             .first = clock == clocks };
            return 0;
        }
    return -1;
}
