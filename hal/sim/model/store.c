/* Stores: where they end, and what they take. */
#include "store.h"
#include "levels.h"
#include "prefetch.h"

/* A store is serial, as a load is, and takes as long as the farthest place that it has to reach:
 * where its line came from, where it writes through to, and where a line goes that it drives out
 * and that was written to. A line that a load drives out leaves through a buffer, in no time. */

/* Returns the first level before HIT that a store fills; HIT: none. */
static unsigned allocating_level(const struct sim_model *m, unsigned hit)
{
    unsigned top = 0;

    while (top < hit && (!m->level[top].allocate || m->level[top].inclusion == SIM_EXCLUSIVE))
        top++;
    return top;
}

static void count_hit(struct sim_model *m, unsigned hit)
{
    if (hit < m->n_levels)
        m->level[hit].hits++;
    else
        m->memory_hits++;
}

/* A store that does not end in the first level. */
static uint64_t store_beyond_l1(struct sim_model *m, uint64_t at, uint64_t physical)
{
    struct sim_spot spot;

    sim_locate_from(m, at, physical, &spot, 0);
    unsigned hit = sim_find_from(m, &spot, 0);
    unsigned top = allocating_level(m, hit);
    uint64_t fetched = top < hit ? sim_level_16ths(m, hit) : 0;

    m->written_16ths = 0;
    if (top < hit)
        sim_fill_stored(m, &spot, hit, top);
    uint64_t victims = m->written_16ths;
    unsigned end = sim_settle(m, top, at, physical);
    uint64_t stored = sim_level_16ths(m, end);
    sim_count_out(m, 0, end);

    if (hit > 0 && m->prefetching)
        sim_prefetch(m, at, physical, hit);
    count_hit(m, hit);
    return (fetched > stored ? fetched : stored) + victims;
}

uint64_t sim_store_16ths(struct sim_model *m, uint64_t at, uint64_t physical)
{
    struct sim_level *l = &m->level[0];
    uint32_t tag = (uint32_t)(physical >> l->shift);

    if (l->write == SIM_THROUGH || !sim_bank_use(&l->bank, sim_set_of(l, at, physical), tag))
        return store_beyond_l1(m, at, physical);
    sim_set_dirty(l, tag);
    l->hits++;
    return l->latency_16ths;
}
