/* Counts of distances and depths, each times what its level costs. */
#include "whole_run.h"
#include "levels.h"
#include <math.h>
#include <stdlib.h>

/* Accesses by level of a row of the signature; the last is memory. */
static void serve(const struct levels *l, const struct signature_memory *row,
                  double served[MACHINE_CACHES + 1])
{
    unsigned n = l->machine->levels;
    double below = 0;

    for (unsigned level = 0; level < n; level++) {
        double hits = 0;
        if (level == 0 && l->line_sets >= 0)
            for (unsigned d = 0; d <= SIGNATURE_DEEP; d++)
                hits += (double)row->depth[l->line_sets][d] * (double)l->first_hits[d];
        else
            for (unsigned g = 0; g < SIGNATURE_GROUPS; g++)
                hits += (double)row->distance[g] * (double)l->hits[level][g];
        served[level] = fmax(0, hits - below);
        below = fmax(below, hits);
    }
    served[n] = fmax(0, (double)row->count - below);
}

/* Accesses of ROW whose page TLB N has. */
static double pages_hit(const struct levels *l, const struct signature_memory *row, unsigned n)
{
    int sets = l->page_sets[n];
    double hits = 0;

    if (sets >= 0)
        for (unsigned d = 0; d < l->machine->tlb[n].ways; d++)
            hits += (double)row->page_depth[sets][d];
    else
        for (unsigned g = 0; g < SIGNATURE_GROUPS; g++)
            hits += (double)row->page_distance[g] * (double)l->tlb_hits[n][g];
    return hits;
}

static double translate(const struct levels *l, const struct signature_memory *row)
{
    const struct machine *m = l->machine;
    double below = 0, cycles = 0;

    for (unsigned n = 0; n < m->tlbs; n++) {
        double hits = fmax(below, pages_hit(l, row, n));
        cycles += (hits - below) * m->tlb[n].penalty;
        below = hits;
    }
    return m->tlbs > 0 ? cycles + fmax(0, (double)row->count - below) * m->walk : 0;
}

static enum cause cause_of(const struct machine *m, unsigned level)
{
    return level >= m->levels ? CAUSE_MEMORY : (enum cause)(CAUSE_CACHE_1 + level);
}

static void add_row(struct core_model_place *place, const struct levels *l,
                    const struct signature_memory *row)
{
    double served[MACHINE_CACHES + 1];

    serve(l, row, served);
    for (unsigned level = 0; level <= l->machine->levels; level++) {
        place->served[level] += served[level];
        place->cycles[cause_of(l->machine, level)] +=
            served[level] * l->machine->level[level].latency;
    }
    place->cycles[CAUSE_TLB] += translate(l, row);
}

/* Lines that came into each level, for loads and for stores. */
struct fills {
    double load[MACHINE_CACHES], store[MACHINE_CACHES];
};

static void add_fills(struct fills *f, const struct levels *l, const struct signature_memory *row)
{
    double served[MACHINE_CACHES + 1], left = (double)row->count;

    serve(l, row, served);
    for (unsigned level = 0; level < l->machine->levels; level++) {
        left -= served[level];
        *(row->store ? &f->store[level] : &f->load[level]) += left;
    }
}

/* Share of the lines that LEVEL evicts for stores which were stored to: as many as of those that
 * came in. */
static double dirty_share(const struct fills *f, const struct machine *m, unsigned level)
{
    double fills = f->load[level] + f->store[level];
    double evicted = fmax(0, fills - m->level[level].lines);

    return fills > 0 ? f->store[level] / fills * evicted / fills : 0;
}

/* The signature tells which lines cache 1 drives out that were stored to. */
static bool has_writebacks(const struct levels *l, const struct signature *s)
{
    return s->n_writebacks > 0 && l->line_sets >= 0;
}

/* A store waits until the line that it drives out of a level from FIRST on is written to the next.
 */
static void add_evictions(struct core_model_place *place, const struct fills *f,
                          const struct levels *l, const struct signature_memory *row,
                          unsigned first)
{
    const struct machine *m = l->machine;
    double served[MACHINE_CACHES + 1], left = (double)row->count;

    serve(l, row, served);
    for (unsigned level = 0; row->store && level < m->levels; level++) {
        left -= served[level];
        if (level < first)
            continue;
        place->cycles[CAUSE_STORES] +=
            left * dirty_share(f, m, level) * m->level[level + 1].latency;
    }
}

static struct core_model_place *place_of(const struct core_model *r, uint32_t loop)
{
    return &r->place[loop < r->n_places - 1 ? loop : r->n_places - 1];
}

static void add_executed(struct core_model_place *place, double n)
{
    place->instructions += n;
    place->cycles[CAUSE_WIDTH] += n;
}

static void add_instructions(struct core_model *r, const struct signature *s)
{
    for (uint32_t b = 0; b < s->n_blocks; b++)
        add_executed(place_of(r, s->blocks[b].loop),
                     (double)s->blocks[b].executions * s->blocks[b].n +
                         (double)s->blocks[b].repeats);
    for (uint32_t i = 0; i < s->n_rest; i++)
        add_executed(place_of(r, s->rest[i].loop), (double)s->rest[i].executed);
}

static void sum_up(struct core_model *r)
{
    for (size_t i = 0; i < r->n_places; i++) {
        r->instructions += r->place[i].instructions;
        for (unsigned c = 0; c < CAUSES; c++)
            r->cycles += r->place[i].cycles[c];
    }
}

/* Of COUNT accesses, those to what was never touched before: without a distance. */
static double untouched(uint64_t count, const uint64_t *distance)
{
    double n = (double)count;

    for (unsigned g = 0; g < SIGNATURE_GROUPS; g++)
        n -= (double)distance[g];
    return n;
}

/* Lines and pages that were touched first by rounds of repeated instructions are in no row: they
 * come from memory. */
static void add_repeated(struct core_model *r, const struct signature *s, const struct machine *m)
{
    struct core_model_place *place = &r->place[r->n_places - 1];
    double lines = (double)s->lines, pages = (double)s->pages;

    for (uint32_t i = 0; i < s->n_memory; i++) {
        lines -= untouched(s->memory[i].count, s->memory[i].distance);
        pages -= untouched(s->memory[i].count, s->memory[i].page_distance);
    }
    place->served[m->levels] += fmax(0, lines);
    place->cycles[CAUSE_MEMORY] += fmax(0, lines) * m->level[m->levels].latency;
    place->cycles[CAUSE_TLB] += m->tlbs > 0 ? fmax(0, pages) * m->walk : 0;
}

/* Likewise from cache 1, where the signature tells how many. */
static void add_writebacks(struct core_model *r, const struct signature *s, const struct levels *l)
{
    const struct machine *m = l->machine;

    for (uint32_t i = 0; i < s->n_writebacks; i++)
        place_of(r, s->writebacks[i].loop)->cycles[CAUSE_STORES] +=
            (double)s->writebacks[i].ways[l->line_sets][(unsigned)m->level[0].ways - 1] *
            m->level[1].latency;
}

static void add_memory(struct core_model *r, const struct signature *s, const struct levels *l)
{
    struct fills fills = { 0 };

    for (uint32_t i = 0; i < s->n_memory; i++)
        add_fills(&fills, l, &s->memory[i]);
    for (uint32_t i = 0; i < s->n_memory; i++) {
        struct core_model_place *to = place_of(r, s->memory[i].loop);
        add_row(to, l, &s->memory[i]);
        add_evictions(to, &fills, l, &s->memory[i], has_writebacks(l, s));
    }
    if (has_writebacks(l, s))
        add_writebacks(r, s, l);
    add_repeated(r, s, l->machine);
}

int whole_run(struct core_model *r, const struct signature *s, const struct levels *l)
{
    *r = (struct core_model){ .n_places = s->n_loops + 1 };
    r->place = calloc(r->n_places, sizeof *r->place);
    if (r->place == NULL)
        return -1;
    add_instructions(r, s);
    add_memory(r, s, l);
    sum_up(r);
    return 0;
}
