/* Access to 32-bit registers in memory. */
#ifndef MEMORY_WORD_H
#define MEMORY_WORD_H

#include <stdint.h>

/* Registers of 32 bits in memory. The caller maps them as device memory. */

static inline uint32_t word_in(uintptr_t at)
{
    return *(volatile uint32_t *)at;
}

static inline void word_out(uintptr_t at, uint32_t value)
{
    *(volatile uint32_t *)at = value;
}

#endif
