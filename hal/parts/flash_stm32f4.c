/* Prefetch and caches of the flash memory. Source: RM0090 and RM0383, section 3, FLASH_ACR. */
#include "flash_stm32f4.h"
#include "memory_word.h"
#include <stddef.h>

enum { FLASH_ACR = 0x40023c00, PREFETCH = 1 << 8, CACHES = 3 << 9, CACHES_RESET = 3 << 11 };

const char *const flash_stm32f4_states[] = { "prefetch", "plain", NULL };

const struct register_field flash_stm32f4_registers[] = {
    { "flash_acr.latency", FLASH_ACR, 0, 15 },
    { "flash_acr.prften", FLASH_ACR, 8, 1 },
    { "flash_acr.icen", FLASH_ACR, 9, 1 },
    { "flash_acr.dcen", FLASH_ACR, 10, 1 },
    { "", 0, 0, 0 },
};

/* Caches are emptied while they are off. */
void flash_stm32f4_set(unsigned state)
{
    uint32_t rest = word_in(FLASH_ACR) & ~(uint32_t)(PREFETCH | CACHES | CACHES_RESET);

    word_out(FLASH_ACR, rest | CACHES_RESET);
    word_out(FLASH_ACR, rest | (state < 2 ? PREFETCH : 0u) | (state == 0 ? CACHES : 0u));
}
