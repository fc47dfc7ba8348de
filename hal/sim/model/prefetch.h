/* The prefetchers of a model. */
#ifndef SIM_PREFETCH_H
#define SIM_PREFETCH_H

#include "state.h"
#include <stdint.h>

/* Lets the prefetchers see an access that missed the first level and hit level HIT. */
void sim_prefetch(struct sim_model *m, uint64_t at_bytes, uint64_t physical_bytes, unsigned hit);

#endif
