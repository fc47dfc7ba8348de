/* The second-level cache controller of a Cortex-A9. */
#ifndef PL310_H
#define PL310_H

#include <stdbool.h>
#include <stdint.h>

/* The second-level cache of a Cortex-A9. Its size and ways are as the board wires or its loader
 * sets them, and are left so. */

bool pl310_is_on(uintptr_t base);

/* Invalidates it whole and turns it on: while no data cache of a core is on. ENABLE writes the
 * control register, where only a ROM may; NULL: the register is written here. */
void pl310_start(uintptr_t base, void (*enable)(void));

/* Writes back and drops the lines that touch physical addresses START to END - 1. */
void pl310_flush(uintptr_t base, uintptr_t start, uintptr_t end);

/* Events (section 3.3.8), for PL310_COUNTERS counters that go up to 2^32 - 1 and stay there. */
enum { PL310_COUNTERS = 2 };
enum pl310_event {
    PL310_EVICTION = 1,
    PL310_DATA_READ_HIT = 2,
    PL310_DATA_READ_REQUEST = 3,
    PL310_WRITE_ALLOCATE = 9,
};

/* Counts FIRST and SECOND from now on, from 0. */
void pl310_count(uintptr_t base, enum pl310_event first, enum pl310_event second);
/* Fills COUNT[0] and COUNT[1] with what was counted, and goes on from 0. */
void pl310_counted(uintptr_t base, uint32_t count[PL310_COUNTERS]);

/* Whether its auxiliary control register turns prefetching on. */
bool pl310_prefetches_data(uintptr_t base);
bool pl310_prefetches_instructions(uintptr_t base);

/* As found. */
unsigned pl310_ways(uintptr_t base);
uint32_t pl310_size_bytes(uintptr_t base);

#endif
