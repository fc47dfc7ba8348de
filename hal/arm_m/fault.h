/* Faults of a Cortex-M, reported or skipped. */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>
#include <stdint.h>

/* What the processor stacked: r0 to r3, r12, lr, pc, psr. Called by entry.S. */
void m_fault(uint32_t *frame);

#endif
