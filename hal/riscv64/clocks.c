/* The cycle counter, and the platform's time. */
#include "board64.h"
#include "csr.h"
#include "trial.h"

static void no_start(const struct clock *clock)
{
    (void)clock;
}

static uint64_t read_cycle(const struct clock *clock)
{
    (void)clock;
    return csr_cycle();
}

static uint64_t read_time(const struct clock *clock)
{
    (void)clock;
    return csr_time();
}

static uint64_t read_nothing(const struct clock *clock)
{
    (void)clock;
    return 0;
}

static const struct clock_driver clock_cycle = { 64, no_start, read_cycle };
static const struct clock_driver clock_time = { 64, no_start, read_time };
static const struct clock_driver clock_absent = { 64, no_start, read_nothing };

static struct clock cycle = { &clock_cycle, "cycle", 0, 0 };
static struct clock time = { &clock_time, "time", 0, 0 };

const struct clock *const port_clocks[PORT_CLOCKS] = { &cycle, &time };

/* Firmware may keep either to itself: then reading it traps. */
static void try(struct clock *clock)
{
    trial_begin();
    (void)clock->driver->read(clock);
    if (!trial_end())
        clock->driver = &clock_absent;
}

void port_clocks_start(const struct board_facts *facts)
{
    try(&cycle);
    try(&time);
    time.hz = facts->timebase_hz;
}
