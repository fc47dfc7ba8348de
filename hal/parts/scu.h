/* The snoop control unit of a Cortex-A9. */
#ifndef SCU_H
#define SCU_H

#include <stdint.h>

/* The snoop control unit of a Cortex-A9, which keeps the cores' data caches coherent. */

/* Forgets what the unit holds of all cores' caches and turns it on. Before any of them is on. */
void scu_start(uintptr_t periph_base);

/* Cores that the processor has, 1 to 4. */
unsigned scu_cores(uintptr_t periph_base);

#endif
