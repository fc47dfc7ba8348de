/* Control and status registers of RISC-V's supervisor mode, and few of machine mode. */
#ifndef CSR_H
#define CSR_H

#include <stdint.h>

/* What C has no words for. Source: The RISC-V Instruction Set Manual, volume II (Privileged),
 * 20211203, chapters 3, 4; volume I, chapter 10 (counters). */

#define CSR_READ(name)                                                                             \
    static inline uint64_t csr_##name(void)                                                        \
    {                                                                                              \
        uint64_t value;                                                                            \
        __asm__ volatile("csrr %0, " #name : "=r"(value) : : "memory");                            \
        return value;                                                                              \
    }

CSR_READ(sstatus)
CSR_READ(satp)
CSR_READ(scause)
CSR_READ(stval)
CSR_READ(cycle)
CSR_READ(instret)
CSR_READ(time)
CSR_READ(mhartid)

enum { CSR_SSI = 1 << 1 }; /* software interrupt, in sip and sie */

static inline void csr_set_sip(uint64_t bits)
{
    __asm__ volatile("csrs sip, %0" : : "r"(bits) : "memory");
}

static inline void csr_clear_sip(uint64_t bits)
{
    __asm__ volatile("csrc sip, %0" : : "r"(bits) : "memory");
}

/* In machine mode. */
static inline void csr_set_mip(uint64_t bits)
{
    __asm__ volatile("csrs mip, %0" : : "r"(bits) : "memory");
}

#endif
