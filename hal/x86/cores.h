/* The processors of a PC. */
#ifndef X86_CORES_H
#define X86_CORES_H

#include "acpi.h"

/* Starts the processors that ACPI names, one after the other, and reports how many came up. They
 * are numbered in ACPI's order, the caller's 0. Needs paging, the clock and the exceptions' tables.
 */
void x86_cores_start(const struct x86_acpi *acpi);

/* Turns on what the calling processor needs before it runs code of the probes: SSE, caches. */
void x86_core_enable(void);

#endif
