/* Calls of OMAP's boot ROM. */
#ifndef OMAP_ROM_H
#define OMAP_ROM_H

#include <stdint.h>

/* Services of the boot ROM of OMAP3 and OMAP4, which runs in Secure state. */

/* Calls SERVICE with two arguments. */
void omap_rom_call(uint32_t service, uint32_t first, uint32_t second);

#endif
