/* x86 instructions that C has no words for. */
#ifndef X86_CPU_H
#define X86_CPU_H

#include <stdint.h>

/* Instructions that C has no words for. "SDM": Intel 64 and IA-32 Architectures Software
 * Developer's Manual. Each costs one instruction and cannot fail where it is used, except that an
 * MSR that the CPU does not have raises exception 13. */

/* The I/O instructions: SDM vol. 2A, IN; vol. 2B, OUT. */
static inline uint8_t x86_in8(uint16_t port)
{
    uint8_t value;

    __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port) : "memory");
    return value;
}

static inline void x86_out8(uint16_t port, uint8_t value)
{
    __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline uint16_t x86_in16(uint16_t port)
{
    uint16_t value;

    __asm__ volatile("inw %1, %0" : "=a"(value) : "Nd"(port) : "memory");
    return value;
}

static inline void x86_out16(uint16_t port, uint16_t value)
{
    __asm__ volatile("outw %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline uint32_t x86_in32(uint16_t port)
{
    uint32_t value;

    __asm__ volatile("inl %1, %0" : "=a"(value) : "Nd"(port) : "memory");
    return value;
}

/* Control registers: SDM vol. 3A section 2.5; MOV to or from them: vol. 2B. */
#define X86_CONTROL(n)                                                                             \
    static inline uintptr_t x86_cr##n(void)                                                        \
    {                                                                                              \
        uintptr_t value;                                                                           \
                                                                                                   \
        __asm__ volatile("mov %%cr" #n ", %0" : "=r"(value));                                      \
        return value;                                                                              \
    }                                                                                              \
                                                                                                   \
    static inline void x86_set_cr##n(uintptr_t value)                                              \
    {                                                                                              \
        __asm__ volatile("mov %0, %%cr" #n : : "r"(value) : "memory");                             \
    }

X86_CONTROL(0)
X86_CONTROL(3)
X86_CONTROL(4)

/* The address whose access raised the last page fault. */
static inline uintptr_t x86_fault_address(void)
{
    uintptr_t value;

    __asm__ volatile("mov %%cr2, %0" : "=r"(value));
    return value;
}

/* Writes back and empties all caches: SDM vol. 2C, WBINVD. */
static inline void x86_wbinvd(void)
{
    __asm__ volatile("wbinvd" : : : "memory");
}

/* Forgets the translation of the page at ADDRESS, also a global one: SDM vol. 2A, INVLPG. */
static inline void x86_invlpg(uintptr_t address)
{
    __asm__ volatile("invlpg (%0)" : : "r"(address) : "memory");
}

/* Writes back the line at AT and drops it from all caches; done for all lines when the fence
 * returns: SDM vol. 2A, CLFLUSH; vol. 2B, MFENCE. */
static inline void x86_clflush(const void *at)
{
    __asm__ volatile("clflush %0" : : "m"(*(const char *)at) : "memory");
}

static inline void x86_mfence(void)
{
    __asm__ volatile("mfence" : : : "memory");
}

/* Time-stamp counter, ordered against loads before and after: SDM vol. 2B, RDTSC. */
static inline uint64_t x86_tsc(void)
{
    __builtin_ia32_lfence();
    uint64_t ticks = __builtin_ia32_rdtsc();
    __builtin_ia32_lfence();
    return ticks;
}

/* Interrupts on, then halted until one has been served, then off again. STI holds them back for one
 * instruction more, so none slips in before HLT: SDM vol. 2B, STI. */
static inline void x86_wait_for_interrupt(void)
{
    __asm__ volatile("sti\n\thlt\n\tcli" : : : "memory");
}

/* Halts for good; a non-maskable interrupt does not end it. */
_Noreturn static inline void x86_halt(void)
{
    for (;;)
        __asm__ volatile("cli\n\thlt" : : : "memory");
}

#endif
