/* A clock whose rate is known. */
#ifndef X86_CLOCK_H
#define X86_CLOCK_H

#include "acpi.h"
#include <stdint.h>

/* The clock of the board whose rate is known: ACPI's timer, or the HPET. */

struct x86_clock {
    const char *name;
    uint64_t hz; /* 0: there is no such clock */
    unsigned bits;
    uint64_t (*now_ticks)(void);
};

extern struct x86_clock x86_clock;

/* Chooses it. Call once, before the others here. */
void x86_clock_start(const struct x86_acpi *acpi);

/* Returns after US microseconds, at most 1 s; where there is no clock, after as many ticks of the
 * time-stamp counter as take that long on the fastest processor. */
void x86_clock_wait_us(uint32_t us);

#endif
