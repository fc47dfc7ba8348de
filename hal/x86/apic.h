/* The local APIC. */
#ifndef X86_APIC_H
#define X86_APIC_H

#include <stdint.h>

/* The local APIC: SDM vol. 3A, chapter 10. */

/* Tells where its registers are. Call once, before any other call here. */
void x86_apic_start(uintptr_t registers);

/* Makes the calling processor's APIC take interrupts. */
void x86_apic_enable(void);

/* The calling processor's. */
uint8_t x86_apic_id(void);

/* Starts processor APIC_ID at X86_TRAMPOLINE_AT. Takes 10 ms and more. *UP is what the processor
 * sets when it runs. 0, or -1 when it did not come up. */
int x86_apic_start_processor(uint8_t apic_id, const unsigned *up);

/* Raises X86_WAKE_VECTOR on processor APIC_ID. */
void x86_apic_wake(uint8_t apic_id);

void x86_apic_end_of_interrupt(void);

#endif
