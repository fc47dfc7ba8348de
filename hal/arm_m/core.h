/* What C has no words for, and what kinds of Cortex-M differ in. */
#ifndef CORE_H
#define CORE_H

#include <stdbool.h>
#include <stdint.h>

/* Registers of caches are reserved in ARMv6-M. */
#ifdef __ARM_ARCH_6M__
enum { M_MAY_HAVE_CACHES = false };
#else
enum { M_MAY_HAVE_CACHES = true };
#endif

/* Whatever came before is done, and what follows is fetched anew. */
static inline void m_barrier(void)
{
    __asm__ volatile("dsb\n\tisb" : : : "memory");
}

/* Loads the word at AT by an instruction of two bytes, which a trial (fault.h) skips where it
 * faults. */
static inline void m_load(uintptr_t at)
{
    uint32_t value;

    __asm__ volatile("ldr %0, [%1]\n\tdsb" : "=l"(value) : "l"(at) : "memory");
}

/* Turns the core's caches on, where it has any, and notes their sizes; data that a boot loader left
 * in one stay. */
void m_caches_on(void);

/* For memories that a board names (struct bare_region): the state "uncached", in which both caches
 * are off. */
extern const char *const m_cache_states[];
void m_caches_set(unsigned state);

#endif
