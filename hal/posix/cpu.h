/* Counters and hints that the processor has instructions for. */
#ifndef POSIX_CPU_H
#define POSIX_CPU_H

#include <stddef.h>
#include <stdint.h>

/* All that the posix port knows of CPUs. For each:
 *   cpu_order()      returns when every earlier load has its value; no later load starts before
 *   cpu_pause()      the hint for spin loops
 *   CPU_COUNTERS(X)  X(name, bits, read) for each counter that user mode may be allowed to read;
 *                    whether it is, hal_timer_start() finds out
 *   cpu_flush_bytes() step at which cpu_flush() misses no line, a power of two; 0: it cannot
 *   cpu_flush()      writes the line at an address back and drops it; cpu_flush_code() also drops
 *                    it from caches of instructions; a CPU with these defines CPU_FLUSHES
 *   cpu_flush_end()  returns when the flushes before are done
 * READ alone orders nothing. Another CPU is another #elif here and nowhere else. */

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>
#include <x86intrin.h>

static inline void cpu_order(void)
{
#ifdef __SSE2__
    _mm_lfence(); /* waits for earlier instructions and holds back later ones */
    __asm__ volatile("" : : : "memory");
#else
    unsigned a, b, c, d;

    __cpuid(0, a, b, c, d); /* serialises too, and is there on CPUs before SSE2 */
    __asm__ volatile("" : : "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
#endif
}

static inline void cpu_pause(void)
{
    __builtin_ia32_pause();
}

#define CPU_FLUSHES
/* Intel SDM vol. 2A, CPUID leaf 1: whether there is CLFLUSH, and its line in units of 8 bytes. */
static inline size_t cpu_flush_bytes(void)
{
    enum { CLFSH = 1 << 19 };
    unsigned a, b, c, d;

    if (!__get_cpuid(1, &a, &b, &c, &d) || (d & CLFSH) == 0)
        return 0;
    return (b >> 8 & 255) * 8;
}

static inline void cpu_flush(const void *at)
{
    __asm__ volatile("clflush %0" : : "m"(*(const char *)at) : "memory");
}

static inline void cpu_flush_code(const void *at)
{
    cpu_flush(at); /* of all caches */
}

static inline void cpu_flush_end(void)
{
    __asm__ volatile("mfence" : : : "memory"); /* every CPU with CLFLUSH has it */
}

#define CPU_COUNTERS(X) X(tsc, 64, __rdtsc)

#elif defined(__aarch64__)

static inline void cpu_order(void)
{
    /* isb alone does not wait for the values of loads: dsb does. */
    __asm__ volatile("dsb ishld\n\tisb" : : : "memory");
}

static inline void cpu_pause(void)
{
    __asm__ volatile("yield" : : : "memory");
}

static inline uint64_t cpu_cntvct(void)
{
    uint64_t ticks;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
    return ticks;
}

#define CPU_FLUSHES
/* Arm ARM, DDI 0487, CTR_EL0: DminLine and IminLine, log2 of words. */
static inline size_t cpu_flush_bytes(void)
{
    uint64_t ctr;

    __asm__ volatile("mrs %0, ctr_el0" : "=r"(ctr));
    unsigned data = ctr >> 16 & 15, code = ctr & 15;
    return (size_t)4 << (data < code ? data : code);
}

static inline void cpu_flush(const void *at)
{
    __asm__ volatile("dc civac, %0" : : "r"(at) : "memory");
}

static inline void cpu_flush_code(const void *at)
{
    __asm__ volatile("dc civac, %0\n\tdsb ish\n\tic ivau, %0" : : "r"(at) : "memory");
}

static inline void cpu_flush_end(void)
{
    __asm__ volatile("dsb ish\n\tisb" : : : "memory");
}

/* The architecture promises 56 bits. */
#define CPU_COUNTERS(X) X(cntvct, 56, cpu_cntvct)

#elif defined(__riscv) && __riscv_xlen == 64

static inline void cpu_order(void)
{
    /* To a fence, reading a counter is device input. */
    __asm__ volatile("fence ir, ir" : : : "memory");
}

static inline void cpu_pause(void)
{
    __asm__ volatile(".word 0x0100000f" : : : "memory"); /* pause; older cores see a fence */
}

static inline uint64_t cpu_rdtime(void)
{
    uint64_t ticks;

    __asm__ volatile("rdtime %0" : "=r"(ticks) : : "memory");
    return ticks;
}

static inline uint64_t cpu_rdcycle(void)
{
    uint64_t ticks;

    __asm__ volatile("rdcycle %0" : "=r"(ticks) : : "memory");
    return ticks;
}

#define CPU_COUNTERS(X) X(rdcycle, 64, cpu_rdcycle) X(rdtime, 64, cpu_rdtime)

#elif defined(__powerpc__)

static inline void cpu_order(void)
{
    __asm__ volatile("sync\n\tisync" : : : "memory");
}

static inline void cpu_pause(void)
{
    __asm__ volatile("or 27,27,27" : : : "memory");
}

#define CPU_FLUSHES
/* Power ISA book II, 4.3: no line is shorter than this. */
static inline size_t cpu_flush_bytes(void)
{
    return 32;
}

static inline void cpu_flush(const void *at)
{
    __asm__ volatile("dcbf 0,%0" : : "r"(at) : "memory");
}

static inline void cpu_flush_code(const void *at)
{
    __asm__ volatile("dcbf 0,%0\n\tsync\n\ticbi 0,%0" : : "r"(at) : "memory");
}

static inline void cpu_flush_end(void)
{
    __asm__ volatile("sync\n\tisync" : : : "memory");
}

#define CPU_COUNTERS(X) X(timebase, 64, __builtin_ppc_get_timebase)

#elif defined(__arm__) && __ARM_ARCH >= 7

static inline void cpu_order(void)
{
    __asm__ volatile("dsb\n\tisb" : : : "memory");
}

static inline void cpu_pause(void)
{
    __asm__ volatile("yield" : : : "memory");
}

#define CPU_COUNTERS(X) /* not one that every core of the architecture has */

#else

static inline void cpu_order(void)
{
    __sync_synchronize();
}

static inline void cpu_pause(void)
{
}

#define CPU_COUNTERS(X)

#endif

#ifndef CPU_FLUSHES

/* No program may flush here, or not on every processor. */
static inline size_t cpu_flush_bytes(void)
{
    return 0;
}

static inline void cpu_flush(const void *at)
{
    (void)at;
}

static inline void cpu_flush_code(const void *at)
{
    (void)at;
}

static inline void cpu_flush_end(void)
{
}

#endif

#endif
