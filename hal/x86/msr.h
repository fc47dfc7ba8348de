/* Model-specific registers and counters of x86, for hal/x86/events.c. */
#ifndef X86_MSR_H
#define X86_MSR_H

#include <cpuid.h>
#include <stdint.h>

/* Instructions that C has no words for: SDM vol. 2B, RDMSR, RDPMC, WRMSR. One that the processor
 * does not have raises exception 13. */

static inline uint64_t x86_rdmsr(uint32_t msr)
{
    uint32_t low, high;

    __asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(msr) : "memory");
    return (uint64_t)high << 32 | low;
}

static inline void x86_wrmsr(uint32_t msr, uint64_t value)
{
    __asm__ volatile("wrmsr"
                     :
                     : "c"(msr), "a"((uint32_t)value), "d"((uint32_t)(value >> 32))
                     : "memory");
}

static inline uint64_t x86_rdpmc(uint32_t counter)
{
    uint32_t low, high;

    __builtin_ia32_lfence();
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter) : "memory");
    return (uint64_t)high << 32 | low;
}

/* Fills A and B with EAX and EBX of LEAF; 0 where there is no such leaf. */
static inline void x86_leaf(uint32_t leaf, uint32_t *a, uint32_t *b)
{
    uint32_t c, d;

    if (!__get_cpuid(leaf, a, b, &c, &d))
        *a = *b = 0;
}

#endif
