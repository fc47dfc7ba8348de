/* Stands in for memory_word.h and core.h of a Cortex-M: registers that the test plays. */
#ifndef CORE_H
#define CORE_H

#include <stdbool.h>
#include <stdint.h>

#define MEMORY_WORD_H
uint32_t word_in(uintptr_t at);
void word_out(uintptr_t at, uint32_t value);

enum { M_MAY_HAVE_CACHES = true };
void m_barrier(void);
void m_load(uintptr_t at);
void m_caches_on(void);
extern const char *const m_cache_states[];
void m_caches_set(unsigned state);

#endif
