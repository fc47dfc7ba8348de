/* What speeds up reading the flash memory of an STM32F4. */
#ifndef FLASH_STM32F4_H
#define FLASH_STM32F4_H

#include "register_field.h"

/* The states of struct bare_region. 0, as the image runs: prefetch and both caches; 1, "prefetch":
 * that alone; 2, "plain": neither. */
extern const char *const flash_stm32f4_states[];
void flash_stm32f4_set(unsigned state);

/* FLASH_ACR, for struct m_board. */
extern const struct register_field flash_stm32f4_registers[];

#endif
