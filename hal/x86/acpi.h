/* The firmware's tables of processors, timers and power. */
#ifndef X86_ACPI_H
#define X86_ACPI_H

#include "bare.h"
#include <stdbool.h>
#include <stdint.h>

/* Facts of the firmware's tables (Advanced Configuration and Power Interface Specification).
 */

struct x86_acpi {
    unsigned n_cores; /* processors that may be started; 0: the tables do not say */
    uint8_t apic_id[BARE_CORES];
    uintptr_t apic;         /* registers of the local APIC; 0: unknown */
    uintptr_t hpet;         /* registers of the HPET; 0: none */
    uint16_t pm_timer_port; /* 0: none */
    unsigned pm_timer_bits; /* 24 or 32 */
    bool can_power_off;
    uint16_t power_port[2];  /* PM1a and PM1b control; 0: none */
    uint16_t power_value[2]; /* what switches the machine off there */
};

/* Finds the tables and fills *ACPI; all zero where there are none. Reads the first megabyte and
 * wherever the tables lie, which must be mapped. Returns whether tables were found. */
bool x86_acpi_read(struct x86_acpi *acpi);

#endif
