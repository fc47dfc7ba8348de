/* The time of a store in the caches. */
#ifndef SIM_STORE_H
#define SIM_STORE_H

#include "state.h"
#include <stdint.h>

/* Serves a store, where there is one cache at least. Returns what it takes, 1/16 cycles. */
uint64_t sim_store_16ths(struct sim_model *m, uint64_t at_bytes, uint64_t physical_bytes);

#endif
