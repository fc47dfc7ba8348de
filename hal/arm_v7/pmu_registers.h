/* The performance monitors of ARMv7-A (DDI 0406C, B4.1, by name), for hal/arm_pmu. */
#ifndef PMU_REGISTERS_H
#define PMU_REGISTERS_H

#include "cp15.h"
#include <stdbool.h>
#include <stdint.h>

/* The cycle counter has 32 bits. */
#define PMU_CYCLES_MOST UINT32_MAX

/* Cores of ARMv7-A that this project has a port for have the extension; the counters of one whose
 * debug logic has no power stand still, which a trial shows. */
static inline bool pmu_is_there(void)
{
    return true;
}

static inline unsigned pmu_counters(void)
{
    return cp15_pmcr() >> 11 & 31;
}

/* Not every core has a register that lists its events. */
static inline bool pmu_has(uint32_t event)
{
    return event <= 0xff;
}

static inline void pmu_enable(void)
{
    cp15_set_pmcr(cp15_pmcr() | 1);
}

static inline void pmu_program(unsigned counter, uint32_t event)
{
    cp15_set_pmselr(counter);
    cpu_isb();
    cp15_set_pmxevtyper(event);
    cp15_set_pmxevcntr(0);
}

static inline uint32_t pmu_count(unsigned counter)
{
    cp15_set_pmselr(counter);
    cpu_isb();
    return cp15_pmxevcntr();
}

static inline uint64_t pmu_cycles(void)
{
    return cp15_pmccntr();
}

static inline void pmu_start(uint32_t counters)
{
    cp15_set_pmcntenset(counters);
    cpu_isb();
}

static inline void pmu_stop(uint32_t counters)
{
    cp15_set_pmcntenclr(counters);
    cpu_isb();
}

static inline uint32_t pmu_overflows(void)
{
    return cp15_pmovsr();
}

static inline void pmu_clear_overflows(uint32_t counters)
{
    cp15_set_pmovsr(counters);
}

#endif
