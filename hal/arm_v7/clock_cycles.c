/* The cycle counter where it advances (it reads 0 for ever in some emulators), else the first
 * counter of the board that does. */
#include "chosen_clock.h"
#include "cp15.h"
#include "needs.h"
#include <hal/timer.h>

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

void bare_clocks(const struct clock **list)
{
    *list++ = &cycles;
    for (unsigned i = 0; i < ARM_CLOCKS && board.clocks[i].driver; i++)
        *list++ = &board.clocks[i];
}

uint64_t hal_timer_now_ticks(void)
{
    cpu_dsb();
    uint64_t now = bare_clock.clock->driver->read(bare_clock.clock);
    cpu_isb();
    return now;
}
