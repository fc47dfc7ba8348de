/* Pins of Raspberry Pi's processors. */
#ifndef GPIO_BCM_H
#define GPIO_BCM_H

#include <stdint.h>

enum gpio_bcm_function { GPIO_BCM_INPUT = 0, GPIO_BCM_ALT0 = 4, GPIO_BCM_ALT5 = 2 };

/* Connects PIN, 0 to 57, to FUNCTION. BASE: GPFSEL0. */
void gpio_bcm_connect(uintptr_t base, unsigned pin, enum gpio_bcm_function function);

#endif
