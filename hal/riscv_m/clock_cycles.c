/* The cycle counter where the core has one, else the first counter of the board that advances.
 * Source: The RISC-V Instruction Set Manual, volume I, chapter 10 (cycle); volume II, 3.1.10
 * (mcycle). */
#include "chosen_clock.h"
#include "needs.h"
#include <hal/timer.h>

/* The lower 32 bits: a reading of both halves would take several times as long. */
static uint64_t read_cycle(const struct clock *clock)
{
    uint32_t value;

    (void)clock;
    __asm__ volatile("csrr %0, cycle" : "=r"(value) : : "memory");
    return value;
}

static uint64_t read_mcycle(const struct clock *clock)
{
    uint32_t value;

    (void)clock;
    __asm__ volatile("csrr %0, mcycle" : "=r"(value) : : "memory");
    return value;
}

static const struct clock_driver clock_cycle = { 32, NULL, read_cycle };
static const struct clock_driver clock_mcycle = { 32, NULL, read_mcycle };
static const struct clock cycle = { &clock_cycle, "cycle", 0, 0 };
static const struct clock mcycle = { &clock_mcycle, "mcycle", 0, 0 };

/* A core without the counter traps, or answers with a constant, which the choice finds. */
static bool can_read(const struct clock *clock)
{
    trial_begin();
    (void)clock->driver->read(clock);
    return trial_end();
}

void bare_clocks(const struct clock **list)
{
    if (can_read(&cycle))
        *list++ = &cycle;
    else if (can_read(&mcycle))
        *list++ = &mcycle;
    for (unsigned i = 0; i < M_CLOCKS && board.clocks && board.clocks[i].driver; i++)
        *list++ = &board.clocks[i];
}

/* One hart without a store buffer that a reading could overtake: the compiler alone must keep the
 * order. */
uint64_t hal_timer_now_ticks(void)
{
    __asm__ volatile("" : : : "memory");
    uint64_t now = bare_clock.clock->driver->read(bare_clock.clock);
    __asm__ volatile("" : : : "memory");
    return now;
}
