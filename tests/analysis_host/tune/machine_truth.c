/* A machine file as what the model of kernels knows of a board. */
#include "machine_truth.h"
#include <stdio.h>

static double cycles(uint64_t sixteenths)
{
    return (double)sixteenths / SIM_16THS;
}

static struct tune_level level_of(const struct sim_machine *s, unsigned i)
{
    const struct sim_cache *c = &s->cache[i];
    double bytes = (double)c->size_bytes;

    return (struct tune_level){ .bytes = bytes,
                                .low = bytes,
                                .high = bytes,
                                .line = (double)c->line_bytes,
                                .latency = cycles(c->latency_16ths),
                                .ways = (double)c->ways,
                                .scattered = i > 0 && s->frames == SIM_RANDOM_FRAMES };
}

struct tune_machine machine_truth(const struct sim_machine *s)
{
    struct tune_machine m = { .levels = s->n_caches,
                              .tlbs = s->n_tlbs,
                              .page = (double)s->page_bytes,
                              .walk = cycles(s->walk_16ths) };

    for (unsigned i = 0; i < m.levels; i++)
        m.level[i] = level_of(s, i);
    m.level[m.levels].latency = cycles(s->memory_16ths);
    for (unsigned i = 0; i < m.tlbs; i++)
        m.tlb[i] = (struct tune_tlb){ (double)s->tlb[i].entries, (double)s->tlb[i].ways,
                                      cycles(s->tlb[i].penalty_16ths) };
    return m;
}

struct tune_arithmetic machine_truth_f64(const struct tune_machine *m)
{
    struct tune_arithmetic a = {
        .bytes = 8, .lanes = 1, .load = m->level[0].latency, .registers = 32
    };

    snprintf(a.type, sizeof a.type, "f64");
    snprintf(a.vector, sizeof a.vector, "f64");
    return a;
}
