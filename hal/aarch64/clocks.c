/* The cycle counter of the PMU, and the generic timer's. */
#include "board64.h"
#include "system.h"

/* DDI 0487, D17.5: E counts, C resets, LC 64 bits; PMCCFILTR: NSH, EL2 counts, too. */
static void start_cycles(const struct clock *clock)
{
    enum { E = 1 << 0, C = 1 << 2, LC = 1 << 6 };

    (void)clock;
    system_set_pmcr_el0(E | C | LC);
    system_set_pmccfiltr_el0((uint64_t)1 << 27);
    system_set_pmcntenset_el0((uint64_t)1 << 31);
    system_isb();
}

static uint64_t read_cycles(const struct clock *clock)
{
    (void)clock;
    return system_pmccntr_el0();
}

static void no_start(const struct clock *clock)
{
    (void)clock;
}

static uint64_t read_nothing(const struct clock *clock)
{
    (void)clock;
    return 0;
}

static uint64_t read_virtual(const struct clock *clock)
{
    (void)clock;
    return system_cntvct_el0();
}

static const struct clock_driver clock_pmccntr = { 64, start_cycles, read_cycles };
static const struct clock_driver clock_absent = { 64, no_start, read_nothing };
static const struct clock_driver clock_cntvct = { 64, no_start, read_virtual };

static struct clock cycles = { &clock_pmccntr, "pmccntr", 0, 0 };
static struct clock generic = { &clock_cntvct, "cntvct", 0, 0 };

const struct clock *const port_clocks[PORT_CLOCKS] = { &cycles, &generic };

/* ID_AA64DFR0_EL1, PMUVer: 0 or 15 where there is no such counter, and accesses are undefined. */
void port_clocks_start(const struct board_facts *facts)
{
    uint64_t version = system_id_aa64dfr0_el1() >> 8 & 15;

    (void)facts;
    if (version == 0 || version == 15)
        cycles.driver = &clock_absent;
    generic.hz = system_cntfrq_el0();
}
