/* The cores of a bare 64-bit board. */
#ifndef CORES_H
#define CORES_H

#include <stdint.h>

/* Numbers the cores, the one that booted, BOOT_ID, first, and starts the others one after the
 * other; those that do not come within a second have no number, and a note says why. The clock
 * runs. */
void cores64_start(uint64_t boot_id);

#endif
