/* The time of a load in the caches. */
#ifndef SIM_LOAD_H
#define SIM_LOAD_H

#include "levels.h"

/* Serves a load of the line at AT_BYTES that misses in SET of the first level, where its TAG is
 * afterwards. Returns its latency, 1/16 cycles. */
uint64_t sim_miss_l1(struct sim_model *m, uint64_t at_bytes, uint64_t physical_bytes, uint32_t set,
                     uint32_t tag);

/* Serves a load, where there is one cache at least. Returns its latency, 1/16 cycles. */
static inline uint64_t sim_load_16ths(struct sim_model *m, uint64_t at_bytes,
                                      uint64_t physical_bytes)
{
    struct sim_level *l = &m->level[0];
    uint32_t set = sim_set_of(l, at_bytes, physical_bytes);
    uint32_t tag = (uint32_t)(physical_bytes >> l->shift);

    if (!sim_bank_use(&l->bank, set, tag))
        return sim_miss_l1(m, at_bytes, physical_bytes, set, tag);
    l->hits++;
    return l->latency_16ths;
}

#endif
