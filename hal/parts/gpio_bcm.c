/* Source: BCM2835 ARM Peripherals, section 6.1 (GPFSELn): ten pins a register, three bits each. */
#include "gpio_bcm.h"
#include "memory_word.h"

void gpio_bcm_connect(uintptr_t base, unsigned pin, enum gpio_bcm_function function)
{
    uintptr_t at = base + 4 * (uintptr_t)(pin / 10);
    unsigned shift = 3 * (pin % 10);

    word_out(at, (word_in(at) & ~((uint32_t)7 << shift)) | (uint32_t)function << shift);
}
