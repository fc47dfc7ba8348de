#include "state.h"

/* A store is serial, as a load is, and takes as long as the farthest place that it has to reach:
 * where its line came from, where it writes through to, and where a line goes that it drives out
 * and that was written to. A line that a load drives out leaves through a buffer, in no time. */

static uint64_t latency_16ths(struct sim_model *m, unsigned level)
{
    return level < m->n_levels ? m->level[level].latency_16ths : m->memory_16ths;
}

static bool holds(const struct sim_level *l, uint64_t at, uint64_t physical)
{
    uint32_t set = sim_set_of(l, at, physical);

    return sim_bank_find(&l->bank, set, (uint32_t)(physical >> l->shift)) != SIM_NO_WAY;
}

/* The level that ends with what was stored at PHYSICAL, from LEVEL on: the first that has the line
 * and writes back, and then keeps it as dirty; n_levels: memory. A look does not count as a use. */
static unsigned settle(struct sim_model *m, unsigned level, uint64_t at, uint64_t physical)
{
    for (; level < m->n_levels; level++) {
        struct sim_level *l = &m->level[level];

        if (l->write == SIM_BACK && holds(l, at, physical)) {
            sim_set_dirty(l, (uint32_t)(physical >> l->shift));
            break;
        }
    }
    return level;
}

void sim_write_back(struct sim_model *m, unsigned level, uint64_t physical)
{
    uint64_t at = sim_pages_virtual_bytes(&m->pages, physical);

    m->written_16ths += latency_16ths(m, settle(m, level, at, physical));
}

/* The first level above HIT that a store brings its line into; HIT: none. */
static unsigned allocating(const struct sim_model *m, unsigned hit)
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
static uint64_t beyond_first(struct sim_model *m, uint64_t at, uint64_t physical)
{
    struct sim_spot spot;

    sim_locate(m, at, physical, &spot);
    unsigned hit = sim_find_from(m, &spot, 0);
    unsigned top = allocating(m, hit);
    uint64_t fetched = top < hit ? latency_16ths(m, hit) : 0;

    m->written_16ths = 0;
    if (top < hit)
        sim_bring_in_stored(m, &spot, hit, top);
    uint64_t victims = m->written_16ths;
    uint64_t stored = latency_16ths(m, settle(m, top, at, physical));

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
        return beyond_first(m, at, physical);
    sim_set_dirty(l, tag);
    l->hits++;
    return l->latency_16ths;
}
