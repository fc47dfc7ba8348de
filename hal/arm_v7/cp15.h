/* System control registers and instructions of ARMv7-A. */
#ifndef CP15_H
#define CP15_H

#include <stdint.h>

/* System control registers and instructions that C has no words for. Source: ARM Architecture
 * Reference Manual ARMv7-A and ARMv7-R, DDI 0406C, chapter B4.1 (registers, by name), B4.2
 * (maintenance operations), A8.8 (instructions, by name). */

#define CP15_READ(name, op1, crn, crm, op2)                                                        \
    static inline uint32_t cp15_##name(void)                                                       \
    {                                                                                              \
        uint32_t value;                                                                            \
        __asm__ volatile("mrc p15, " #op1 ", %0, c" #crn ", c" #crm ", " #op2                      \
                         : "=r"(value)                                                             \
                         :                                                                         \
                         : "memory");                                                              \
        return value;                                                                              \
    }

#define CP15_WRITE(name, op1, crn, crm, op2)                                                       \
    static inline void cp15_set_##name(uint32_t value)                                             \
    {                                                                                              \
        __asm__ volatile("mcr p15, " #op1 ", %0, c" #crn ", c" #crm ", " #op2                      \
                         :                                                                         \
                         : "r"(value)                                                              \
                         : "memory");                                                              \
    }

CP15_READ(ctr, 0, 0, 0, 1)
CP15_READ(mpidr, 0, 0, 0, 5)
CP15_READ(ccsidr, 1, 0, 0, 0)
CP15_READ(clidr, 1, 0, 0, 1)
CP15_WRITE(csselr, 2, 0, 0, 0)
/* B4.1, SCTLR: MMU, alignment check, data cache, branch prediction, instruction cache, TEX remap,
 * access flag. */
enum {
    SCTLR_M = 1 << 0,
    SCTLR_A = 1 << 1,
    SCTLR_C = 1 << 2,
    SCTLR_Z = 1 << 11,
    SCTLR_I = 1 << 12,
    SCTLR_TRE = 1 << 28,
    SCTLR_AFE = 1 << 29
};

CP15_READ(sctlr, 0, 1, 0, 0)
CP15_WRITE(sctlr, 0, 1, 0, 0)
CP15_READ(actlr, 0, 1, 0, 1)
CP15_WRITE(actlr, 0, 1, 0, 1)
CP15_READ(cpacr, 0, 1, 0, 2)
CP15_WRITE(ttbr0, 0, 2, 0, 0)
CP15_WRITE(ttbcr, 0, 2, 0, 2)
CP15_WRITE(dacr, 0, 3, 0, 0)
CP15_READ(dfsr, 0, 5, 0, 0)
CP15_READ(ifsr, 0, 5, 0, 1)
CP15_READ(dfar, 0, 6, 0, 0)
CP15_READ(ifar, 0, 6, 0, 2)
CP15_WRITE(iciallu, 0, 7, 5, 0)
CP15_WRITE(bpiall, 0, 7, 5, 6)
CP15_WRITE(dccimvac, 0, 7, 14, 1)
CP15_WRITE(tlbiall, 0, 8, 7, 0)
CP15_READ(pmcr, 0, 9, 12, 0)
CP15_WRITE(pmcr, 0, 9, 12, 0)
CP15_WRITE(pmcntenset, 0, 9, 12, 1)
CP15_WRITE(pmcntenclr, 0, 9, 12, 2)
CP15_READ(pmovsr, 0, 9, 12, 3)
CP15_WRITE(pmovsr, 0, 9, 12, 3)
CP15_WRITE(pmselr, 0, 9, 12, 5)
CP15_READ(pmccntr, 0, 9, 13, 0)
CP15_WRITE(pmxevtyper, 0, 9, 13, 1)
CP15_READ(pmxevcntr, 0, 9, 13, 2)
CP15_WRITE(pmxevcntr, 0, 9, 13, 2)

static inline void cpu_isb(void)
{
    __asm__ volatile("isb" : : : "memory");
}

/* Waits until every load has its value and every store is seen. */
static inline void cpu_dsb(void)
{
    __asm__ volatile("dsb" : : : "memory");
}

static inline void cpu_yield(void)
{
    __asm__ volatile("yield" : : : "memory");
}

static inline void cpu_wfi(void)
{
    __asm__ volatile("dsb\n\twfi" : : : "memory");
}

static inline void cpu_wfe(void)
{
    __asm__ volatile("wfe" : : : "memory");
}

static inline void cpu_sev(void)
{
    __asm__ volatile("dsb\n\tsev" : : : "memory");
}

#endif
