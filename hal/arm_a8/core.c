/* Cortex-A8: one core, whose second-level cache is inside it. */
#include "cp15.h"
#include "needs.h"

enum { L2EN = 1 << 1 }; /* Cortex-A8 TRM, DDI 0344, ACTLR */

/* Alone, and its caches may pass by what is shareable. */
const bool core_shares_memory = false;

unsigned bare_core(void)
{
    return 0;
}

unsigned bare_cores(void)
{
    return 1;
}

void core_start(void)
{
    if (board_a8.nonsecure)
        return;
    cp15_set_actlr(cp15_actlr() | L2EN);
    cpu_isb();
}

void core_outer_start(void)
{
    bare_note((cp15_actlr() & L2EN) != 0 ? "on: second-level cache"
                                         : "off: second-level cache, as it cannot be turned on");
}

const struct core_bit core_actlr_bits[] = { { "actlr.l2en", 1 }, { 0 } };

/* None is outside: its registers are those of the core. */
bool core_outer_reported(unsigned i, const char **id, uint32_t *value)
{
    (void)i;
    (void)id;
    (void)value;
    return false;
}

/* None is outside: operations by address reach both levels. */
void core_outer_flush(uintptr_t start, uintptr_t end)
{
    (void)start;
    (void)end;
}

/* There is no other core. */
void core_park(void)
{
    for (;;)
        cpu_wfi();
}

void core_arrived(void)
{
}

int bare_wake(unsigned core)
{
    (void)core;
    return -1;
}

void bare_idle(void)
{
    cpu_wfi();
}
