/* Exceptions that end the run. */
#ifndef X86_FAULT_H
#define X86_FAULT_H

#include <stdint.h>

/* Reports exception VECTOR (SDM vol. 3A, table 6-1) with its error CODE at PC, and ends the run. */
_Noreturn void x86_fault(unsigned vector, uintptr_t code, uintptr_t pc);

#endif
