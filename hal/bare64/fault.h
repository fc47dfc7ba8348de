/* Tells faults of a bare 64-bit board, with its registers. */
#ifndef FAULT_H
#define FAULT_H

#include <stdint.h>

struct fault_register {
    const char *name;
    uint64_t value;
};

/* Ends the run: writes the N registers R to the console, some on a line, then reports EXCEPTION as
 * bare_fault() does; where ADDRESS lies below a stack, that a stack overflowed. */
_Noreturn void fault64(const char *exception, uintptr_t pc, uintptr_t address,
                       const struct fault_register *r, unsigned n);

#endif
