/* The performance monitors of ARMv8-A (DDI 0487, D17.5, by name), for hal/arm_pmu. */
#ifndef PMU_REGISTERS_H
#define PMU_REGISTERS_H

#include "system.h"
#include <stdbool.h>

/* The cycle counter has 64 bits. */
#define PMU_CYCLES_MOST UINT64_MAX

/* ID_AA64DFR0_EL1, PMUVer: 0 or 15 where accesses are undefined. */
static inline bool pmu_is_there(void)
{
    uint64_t version = system_id_aa64dfr0_el1() >> 8 & 15;

    return version != 0 && version != 15;
}

static inline unsigned pmu_counters(void)
{
    return (unsigned)(system_pmcr_el0() >> 11 & 31);
}

/* PMCEID0_EL0 and PMCEID1_EL0 list the common events below 0x40 and from 0x4000 on; the others,
 * which cores may have, are in no register. */
static inline bool pmu_has(uint32_t event)
{
    uint32_t common = event & ~0x4000u;

    if (event > 0xffff)
        return false;
    if (common >= 64)
        return true;
    uint64_t list = common < 32 ? system_pmceid0_el0() : system_pmceid1_el0();

    return (list >> ((common & 31) + (event >= 0x4000 ? 32 : 0)) & 1) != 0;
}

/* E: counters count; LC: the cycle counter has 64 bits. */
static inline void pmu_enable(void)
{
    system_set_pmcr_el0(system_pmcr_el0() | 1 | 1 << 6);
    system_set_pmccfiltr_el0((uint64_t)1 << 27);
}

/* NSH: EL2 counts, too. */
static inline void pmu_program(unsigned counter, uint32_t event)
{
    system_set_pmselr_el0(counter);
    system_isb();
    system_set_pmxevtyper_el0((uint64_t)1 << 27 | event);
    system_set_pmxevcntr_el0(0);
}

static inline uint32_t pmu_count(unsigned counter)
{
    system_set_pmselr_el0(counter);
    system_isb();
    return (uint32_t)system_pmxevcntr_el0();
}

static inline uint64_t pmu_cycles(void)
{
    return system_pmccntr_el0();
}

static inline void pmu_start(uint32_t counters)
{
    system_set_pmcntenset_el0(counters);
    system_isb();
}

static inline void pmu_stop(uint32_t counters)
{
    system_set_pmcntenclr_el0(counters);
    system_isb();
}

static inline uint32_t pmu_overflows(void)
{
    return (uint32_t)system_pmovsclr_el0();
}

static inline void pmu_clear_overflows(uint32_t counters)
{
    system_set_pmovsclr_el0(counters);
}

#endif
