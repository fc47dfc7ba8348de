/* Counters in chunks, cut from larger areas. */
#include "access_counts.h"
#include "noted.h"
#include <stdlib.h>
#include <string.h>

enum { SLAB_CHUNKS = 1023 };

struct counts_slab {
    uint32_t chunk[SLAB_CHUNKS][COUNTS_CHUNK];
    struct counts_slab *next;
    unsigned used;
};

enum { LINE = COUNTS_CHUNK * sizeof(uint32_t) };

void counts_pool_free(struct counts_pool *p)
{
    for (struct counts_slab *s = p->slabs, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    p->slabs = NULL;
}

struct access_counts *counts_new(void)
{
    struct access_counts *m = calloc(1, sizeof *m);

    if (!m)
        give_up("not enough memory");
    return m;
}

void counts_free(struct access_counts *m)
{
    if (!m)
        return;
    free(m->writebacks);
    free(m->wraps);
    free(m);
}

void counts_new_chunk(struct counts_pool *p, uint32_t **chunk)
{
    if (!p->slabs || p->slabs->used == SLAB_CHUNKS) {
        struct counts_slab *slab = aligned_alloc(LINE, (sizeof *slab + LINE - 1) / LINE * LINE);
        if (!slab)
            give_up("not enough memory");
        slab->next = p->slabs;
        slab->used = 0;
        p->slabs = slab;
    }
    *chunk = p->slabs->chunk[p->slabs->used++];
    memset(*chunk, 0, LINE);
}

void counts_wrapped(struct access_counts *m, unsigned counter)
{
    if (!m->wraps && !(m->wraps = calloc(COUNTS_COUNTERS, sizeof *m->wraps)))
        give_up("not enough memory");
    m->wraps[counter]++;
}

static uint64_t count_of(const struct access_counts *m, unsigned counter)
{
    const uint32_t *chunk = m->chunk[counter / COUNTS_CHUNK];
    uint64_t wraps = m->wraps ? m->wraps[counter] : 0;

    return wraps << 32 | (chunk ? chunk[counter % COUNTS_CHUNK] : 0);
}

static void add_depths(const struct access_counts *m, unsigned from,
                       uint64_t depth[SIGNATURE_SETS][SIGNATURE_DEEP + 1])
{
    for (unsigned k = 0; k < SIGNATURE_SETS; k++)
        for (unsigned d = 0; d <= SIGNATURE_DEEP; d++)
            depth[k][d] += count_of(m, from + d * COUNTS_DEPTH_SETS + k);
}

void counts_add(const struct access_counts *m, struct signature_memory *row)
{
    for (unsigned i = 0; i < SIGNATURE_GROUPS; i++) {
        row->distance[i] += count_of(m, COUNTS_DISTANCE + i);
        row->page_distance[i] += count_of(m, COUNTS_PAGE_DISTANCE + i);
    }
    add_depths(m, COUNTS_DEPTH, row->depth);
    add_depths(m, COUNTS_PAGE_DEPTH, row->page_depth);
    row->page_distance[0] += m->same_page;
    for (unsigned k = 0; k < SIGNATURE_SETS; k++) {
        row->depth[k][0] += m->first_of_set;
        row->page_depth[k][0] += m->same_page;
    }
}
