/* Translation of virtual pages, with TLBs. */
#ifndef SIM_TRANSLATE_H
#define SIM_TRANSLATE_H

#include "state.h"
#include <stdint.h>

/* Translates to the page of AT_BYTES for a store or a load. Returns the cost, 1/16 cycles, or
 * UINT64_MAX: not mapped. */
uint64_t sim_translate(struct sim_model *m, uint64_t at_bytes, bool stored);

#endif
