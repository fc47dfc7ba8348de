/* Faults of a Cortex-M, told or skipped. */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>
#include <stdint.h>

/* From now on an instruction that faults, of two bytes, is skipped. */
void trial_begin(void);

/* Ends the trial; returns whether nothing has faulted since. */
bool trial_end(void);

/* What the processor stacked: r0 to r3, r12, lr, pc, psr. Called by entry.S. */
void m_fault(uint32_t *frame);

#endif
