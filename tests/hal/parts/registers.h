/* Stands in for memory_word.h: registers that the test plays. */
#ifndef MEMORY_WORD_H
#define MEMORY_WORD_H

#include <stdint.h>

uint32_t word_in(uintptr_t at);
void word_out(uintptr_t at, uint32_t value);

#endif
