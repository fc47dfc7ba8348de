/* Loads that miss the first level. */
#include "load.h"
#include "prefetch.h"

uint64_t sim_miss_l1(struct sim_model *m, uint64_t at, uint64_t physical, uint32_t set,
                     uint32_t tag)
{
    struct sim_spot spot;

    if (m->level[0].victims.tags && sim_swap_victim(m, set, tag)) {
        m->level[0].hits++;
        return m->level[0].victim_16ths;
    }
    spot.set[0] = set;
    spot.tag[0] = tag;
    sim_locate_from(m, at, physical, &spot, 1);
    unsigned hit = sim_find_from(m, &spot, 1);
    sim_fill(m, &spot, hit, 0);
    if (m->prefetching)
        sim_prefetch(m, at, physical, hit);
    if (hit == m->n_levels) {
        m->memory_hits++;
        return m->dram ? sim_dram_load_16ths(m->dram, physical, m->clock_16ths) : m->memory_16ths;
    }
    m->level[hit].hits++;
    return m->level[hit].latency_16ths;
}
