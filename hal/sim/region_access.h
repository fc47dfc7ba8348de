/* Accesses to the regions of a machine file, in addition to board.h's loads and stores. */
#ifndef SIM_REGION_ACCESS_H
#define SIM_REGION_ACCESS_H

#include "board.h"

/* Puts the memory whose first section is FIRST in the state of SECTION; both from 0. */
void sim_region_set(unsigned first, unsigned section);

/* A jump to the code at ADDRESS of a region, or, where N_BYTES is not 0, straight code there. */
void sim_region_fetch(uintptr_t address, size_t n_bytes);

#endif
