/* The watchdog of OMAP and AM335x. */
#ifndef WATCHDOG_OMAP_H
#define WATCHDOG_OMAP_H

#include <stdint.h>

/* Stops the watchdog of OMAP and AM335x at BASE, which a boot ROM leaves running. */
void watchdog_omap_stop(uintptr_t base);

#endif
