/* The interrupt controller of a Cortex-A9. */
#ifndef GIC_H
#define GIC_H

#include <stdbool.h>
#include <stdint.h>

/* The interrupt controller of a Cortex-A9, as far as cores wake each other with it: interrupts stay
 * masked in the cores, but end a WFI. PERIPH_BASE: the core's PERIPHBASE. */

/* Once, on the first core: lets software interrupts through. */
void gic_start(uintptr_t periph_base);

/* On each core that is to be woken. */
void gic_start_core(uintptr_t periph_base);

/* Wakes CORE, 0 to 7. */
void gic_wake(uintptr_t periph_base, unsigned core);

/* Takes a wake-up that came for the calling core; whether there was one. */
bool gic_taken(uintptr_t periph_base);

#endif
