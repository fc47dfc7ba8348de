/* System registers and instructions of ARMv8-A. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdint.h>

/* What C has no words for. Source: ARM Architecture Reference Manual for A-profile, DDI 0487,
 * chapters D17 (registers, by name) and C6 (instructions, by name). */

#define SYSTEM_READ(name)                                                                          \
    static inline uint64_t system_##name(void)                                                     \
    {                                                                                              \
        uint64_t value;                                                                            \
        __asm__ volatile("mrs %0, " #name : "=r"(value) : : "memory");                             \
        return value;                                                                              \
    }

#define SYSTEM_WRITE(name)                                                                         \
    static inline void system_set_##name(uint64_t value)                                           \
    {                                                                                              \
        __asm__ volatile("msr " #name ", %0" : : "r"(value) : "memory");                           \
    }

SYSTEM_READ(midr_el1)
SYSTEM_READ(sctlr_el1)
SYSTEM_READ(cpacr_el1)
SYSTEM_READ(s3_1_c15_c2_1) /* CPUECTLR_EL1 of Cortex-A53, A57 and A72 */
SYSTEM_READ(mpidr_el1)
SYSTEM_READ(tpidr_el1)
SYSTEM_READ(ctr_el0)
SYSTEM_READ(esr_el1)
SYSTEM_READ(far_el1)
SYSTEM_READ(cntfrq_el0)
SYSTEM_READ(cntvct_el0)
SYSTEM_READ(id_aa64dfr0_el1)
SYSTEM_READ(pmccntr_el0)
SYSTEM_READ(pmcr_el0)
SYSTEM_READ(pmceid0_el0)
SYSTEM_READ(pmceid1_el0)
SYSTEM_READ(pmovsclr_el0)
SYSTEM_READ(pmxevcntr_el0)
SYSTEM_WRITE(pmcr_el0)
SYSTEM_WRITE(pmcntenset_el0)
SYSTEM_WRITE(pmcntenclr_el0)
SYSTEM_WRITE(pmovsclr_el0)
SYSTEM_WRITE(pmselr_el0)
SYSTEM_WRITE(pmxevtyper_el0)
SYSTEM_WRITE(pmxevcntr_el0)
SYSTEM_WRITE(pmccfiltr_el0)

static inline void system_isb(void)
{
    __asm__ volatile("isb" : : : "memory");
}

/* Waits until every load has its value and every store is seen. */
static inline void system_dsb(void)
{
    __asm__ volatile("dsb sy" : : : "memory");
}

/* Writes the line at ADDRESS back to memory and drops it. */
static inline void system_dc_civac(uintptr_t address)
{
    __asm__ volatile("dc civac, %0" : : "r"(address) : "memory");
}

#endif
